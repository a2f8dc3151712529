//! Pictures: they are SVG, nothing lies outside of them, no two texts overlap, and marks are where
//! the numbers of other formats say.

use std::env;
use std::fs;
use std::sync::Arc;

use itertools::Itertools;
use rayon::prelude::*;
use usvg::roxmltree::{Document, Node};
use usvg::{Group, Rect, Tree, fontdb};

use crate::formats::{TsvTable, matrix};
use crate::support::process::{is_available, output_of, read, root, run};
use crate::support::{assert_near, by_effort, random, random_die};

/// A dice file of `number` random dice of 4 to 8 sides. Seed 1.
pub fn many_dice(number: usize) -> String {
    let mut rng = random(1);
    let dice = (0..number).map(|_| random_die(&mut rng)).collect_vec();
    let lines = dice.iter().map(|die| file_line(die.faces()));
    format!("{number}\n{}", lines.format(""))
}

/// A dice file with faces of ten digits, and with a die that has 300.
fn long_dice() -> String {
    let large = (u32::MAX - 19..=u32::MAX).collect();
    let dice = [large, (1..=300).collect_vec(), (1..=6).collect()];
    format!(
        "3\n{}",
        dice.iter().map(|faces| file_line(faces)).format("")
    )
}

/// The line of a die in a dice file.
fn file_line(faces: &[u32]) -> String {
    format!("{} {}\n", faces.len(), faces.iter().format(" "))
}

/// Draws a picture, without a message on stderr. The exit code may say that lists are wrong.
fn draw(line: &str, input: &str) -> String {
    let run = run(&format!("{line} -q --format svg"), input);
    assert_eq!(run.err, "", "{line}");
    run.out
}

/// A text of a picture, and the box around it.
struct DrawnText {
    text: String,
    rect: Rect,
}

/// Collects the texts of a picture.
fn collect_texts(group: &Group, found: &mut Vec<DrawnText>) {
    for node in group.children() {
        match node {
            usvg::Node::Group(group) => collect_texts(group, found),
            usvg::Node::Text(text) => {
                let chunks = text.chunks().iter().map(usvg::TextChunk::text);
                found.push(DrawnText {
                    text: chunks.collect(),
                    rect: text.abs_bounding_box(),
                });
            }
            _ => {}
        }
    }
}

/// Returns whether two boxes share more than an edge, with some slack.
fn is_overlapping(a: &Rect, b: &Rect) -> bool {
    /// Boxes of text are a little larger than the text that is seen.
    const SLACK: f32 = 0.5;
    let across = a.right().min(b.right()) - a.left().max(b.left());
    let along = a.bottom().min(b.bottom()) - a.top().max(b.top());
    across > SLACK && along > SLACK
}

/// The options of drawing.
struct Drawing {
    options: usvg::Options<'static>,
    /// True if there is a sans-serif font.
    has_font: bool,
}

/// Finds the fonts that are installed. The widest usual sans-serif font is taken if it is there.
fn find_fonts() -> Drawing {
    let mut fonts = fontdb::Database::new();
    fonts.load_system_fonts();
    let has = |fonts: &fontdb::Database, family: fontdb::Family| {
        let families = &[family];
        let query = fontdb::Query {
            families,
            ..Default::default()
        };
        fonts.query(&query).is_some()
    };
    let widest = ["DejaVu Sans", "Verdana"]
        .into_iter()
        .find(|name| has(&fonts, fontdb::Family::Name(name)));
    fonts.set_sans_serif_family(widest.unwrap_or("Arial"));
    let has_font = has(&fonts, fontdb::Family::SansSerif);
    let fontdb = Arc::new(fonts);
    let options = usvg::Options {
        fontdb,
        ..Default::default()
    };
    Drawing { options, has_font }
}

/// The faults of a picture: a size of its own instead of a view, no title or description, parts
/// that lie outside of it, texts that overlap, and texts that are not seen. Without a font, no text
/// is.
fn find_faults(picture: &str, options: &usvg::Options) -> Vec<String> {
    let mut faults = Vec::new();
    let document = Document::parse(picture).unwrap();
    let svg = document.root_element();
    if !svg.has_attribute("viewBox") || svg.has_attribute("width") {
        faults.push("it has a size of its own".into());
    }
    for tag in ["title", "desc"] {
        let named = children(&svg, tag);
        if named.first().and_then(Node::text).is_none() {
            faults.push(format!("it has no {tag}"));
        }
    }
    let tree = Tree::from_str(picture, options).unwrap();
    let [width, height] = [tree.size().width(), tree.size().height()];
    let is_inside = |rect: &Rect| {
        let least_coordinate = rect.left().min(rect.top());
        let excess = (rect.right() - width).max(rect.bottom() - height);
        least_coordinate >= -0.01 && excess <= 0.01
    };
    let bounds = tree.root().abs_stroke_bounding_box();
    if !is_inside(&bounds) {
        faults.push(format!("{bounds:?} in {width} by {height}"));
    }
    let describe = |text: &DrawnText| format!("„{}“ at {:?}", text.text, text.rect);
    let mut found = Vec::new();
    collect_texts(tree.root(), &mut found);
    for (number, text) in found.iter().enumerate() {
        if !is_inside(&text.rect) {
            faults.push(format!("{} in {width} by {height}", describe(text)));
        }
        for earlier in &found[..number] {
            if is_overlapping(&text.rect, &earlier.rect) {
                faults.push(format!(
                    "{} on top of {}",
                    describe(text),
                    describe(earlier)
                ));
            }
        }
    }
    let written = document.descendants().filter(|node| is_a(node, "text"));
    if found.len() != written.count() {
        faults.push("some texts are not seen".into());
    }
    faults
}

/// Each twenty-fourth picture of `bilder.txt`, with EFFORT each, is SVG, has a title and a
/// description, lies within its view, and no two of its texts overlap. Faults that are planted in a
/// small picture are found.
#[test]
fn nothing_is_outside_or_on_top() {
    let Drawing { options, has_font } = find_fonts();
    if !is_available("sans-serif font", has_font) {
        return;
    }
    let fixture = read("tests/fixtures/bilder.txt");
    let lines = fixture
        .lines()
        .skip(1)
        .step_by(by_effort(24, 1))
        .collect_vec();
    lines.into_par_iter().for_each(|line| {
        let (line, input) = line.split_once(" < ").unwrap_or((line, ""));
        let input = match input.strip_suffix(" dice") {
            Some("long") => long_dice(),
            Some(number) => many_dice(number.parse().unwrap()),
            None => input.replace("\\n", "\n"),
        };
        let faults = find_faults(&draw(line, &input), &options);
        assert!(faults.is_empty(), "{line}: {faults:#?}");
    });
    let text = |x: u32| format!("<text x=\"{x}\" y=\"30\" font-family=\"sans-serif\">1234</text>");
    let rect = "<rect x=\"90\" y=\"10\" width=\"20\" height=\"5\"/>";
    for (content, expected) in [
        (String::new(), 0),
        (rect.into(), 1),
        (text(10), 0),
        (text(10) + &text(20), 1),
        // The text, and the whole.
        (text(90), 2),
        (
            "<text x=\"10\" y=\"30\" display=\"none\">1234</text>".into(),
            1,
        ),
    ] {
        let picture = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 50\"><title>t</title>\
             <desc>d</desc>{content}</svg>"
        );
        assert_eq!(find_faults(&picture, &options).len(), expected, "{content}");
    }
}

/// Returns whether a node is an element of SVG with this tag.
fn is_a(node: &Node, tag: &str) -> bool {
    node.has_tag_name(("http://www.w3.org/2000/svg", tag))
}

/// The elements with this tag and this class.
fn of_class<'a, 'd>(document: &'a Document<'d>, tag: &str, class: &str) -> Vec<Node<'a, 'd>> {
    let has_class = |node: &Node| {
        let classes = node.attribute("class").unwrap_or_default();
        classes.split(' ').any(|name| name == class)
    };
    document
        .descendants()
        .filter(|node| is_a(node, tag) && has_class(node))
        .collect()
}

/// The children of an element with this tag.
fn children<'a, 'd>(node: &Node<'a, 'd>, tag: &str) -> Vec<Node<'a, 'd>> {
    let children = node.children();
    children.filter(|child| is_a(child, tag)).collect()
}

fn value(node: &Node, name: &str) -> f64 {
    node.attribute(name).unwrap().parse().unwrap()
}

/// Returns a function of a position on an axis to its value, from the grid and the numbers above.
fn axis(document: &Document) -> impl Fn(f64) -> f64 {
    /// A line of the grid.
    struct Tick {
        x: f64,
        value: f64,
    }
    let labels = document
        .descendants()
        .filter(|node| is_a(node, "text"))
        .filter(|node| node.attribute("text-anchor") == Some("middle"))
        .collect_vec();
    let mut ticks = of_class(document, "line", "grid").into_iter().map(|line| {
        let x = value(&line, "x1");
        let label = labels.iter().find(|text| value(text, "x") == x).unwrap();
        Tick {
            x,
            value: label.text().unwrap().parse().unwrap(),
        }
    });
    let (low, high) = (ticks.next().unwrap(), ticks.next_back().unwrap());
    move |x| low.value + (x - low.x) / (high.x - low.x) * (high.value - low.value)
}

/// Points and the ends of lines lie where the table says, and the picture has the numbers of the
/// list.
#[test]
fn points_lie_where_shares_are() {
    let line = "--spiele 400 beispiele/wuerfel1.txt";
    let (picture, table) = (draw(line, ""), TsvTable::new(line, ""));
    let list = output_of(line, "");
    let document = Document::parse(&picture).unwrap();
    let axis = axis(&document);
    let points = of_class(&document, "circle", "mark");
    assert!(points.len() >= table.len());
    // A coordinate has two decimals.
    let close = axis(0.01) - axis(0.0);
    let mut lines = of_class(&document, "line", "line");
    lines.retain(|line| value(line, "y1") == value(line, "y2"));
    let mut above = 0.0;
    for (row, (point, line)) in (1..=table.len()).zip(points.iter().zip(&lines)) {
        assert!(value(point, "cy") > above);
        above = value(point, "cy");
        for (node, place, name) in [
            (point, "cx", "Anteil"),
            (line, "x1", "von"),
            (line, "x2", "bis"),
        ] {
            let shown = axis(value(node, place));
            assert_near(shown, table.number(row, name), close, &name);
        }
        let (_, share) = list.lines().nth(row).unwrap().rsplit_once("; ").unwrap();
        let shown_share = share.replace('%', " %");
        assert!(
            picture.contains(&format!(">{shown_share}</text>")),
            "{shown_share}"
        );
    }
    // There are brackets only if an order is open, and at most one for each such order.
    let open = (1..=table.len()).filter(|&row| table.get(row, "gesichert") == "nein");
    let (open, brackets) = (open.count(), of_class(&document, "path", "open").len());
    let legend = usize::from(open > 0);
    assert!(brackets <= open + legend && (brackets > legend) == (open > 0));
}

/// Numbers and colours of the matrix are those of the pairings. No cell has a dot, as it is certain
/// of each pairing which die wins more often.
#[test]
fn cells_show_who_wins() {
    let line = "--spiele 4000 --paarungen beispiele/kreis.txt";
    let (picture, list) = (draw(line, ""), output_of(line, ""));
    let document = Document::parse(&picture).unwrap();
    let matrix = matrix(&list, 3);
    let is_cell = |node: &Node| {
        let is_group = is_a(node, "g") && node.attribute("shape-rendering").is_none();
        is_group && !children(node, "rect").is_empty()
    };
    let cells = document.descendants().filter(is_cell).collect_vec();
    assert_eq!(cells.len(), 6);
    let places = (0..3)
        .cartesian_product(0..3)
        .filter(|(row, column)| row != column);
    for ((row, column), cell) in places.zip(cells) {
        let text = |tag: &str| children(&cell, tag)[0].text().unwrap().to_string();
        assert_eq!(text("text"), matrix[row][column]);
        let title = text("title");
        let [die, opponent] = [format!("{}. ", row + 1), format!(" gegen {}. ", column + 1)];
        assert!(
            title.starts_with(&die) && title.contains(&opponent),
            "{title}"
        );
        let colour = children(&cell, "rect")[0].attribute("fill").unwrap();
        let part = |from: usize| u8::from_str_radix(&colour[from..from + 2], 16).unwrap();
        let share = |row: usize, column: usize| matrix[row][column].parse::<f64>().unwrap();
        let is_ahead = share(row, column) > share(column, row);
        assert_eq!(part(5) > part(1), is_ahead, "{title}: {colour}");
    }
    assert!(of_class(&document, "circle", "dot").is_empty());
}

/// Claims and true shares lie where their numbers say, and wrong claims are marked.
#[test]
fn claims_lie_beside_the_truth() {
    let line = "pruefe --spiele 4000 --gespielt 100 beispiele/wuerfel2.txt \
                beispiele/einsendung/wuerfel2.liste";
    let picture = draw(line, "");
    let table = run(&format!("{line} -q -v --format json"), "").out;
    let table: serde_json::Value = serde_json::from_str(&table).unwrap();
    let compared = table["listen"][0]["vergleich"].as_array().unwrap();
    let document = Document::parse(&picture).unwrap();
    let axis = axis(&document);
    let mut claims = Vec::new();
    for (class, number) in [("hollow", 4), ("fault", 1)] {
        let marks = of_class(&document, "path", class);
        assert_eq!(marks.len(), number + 1, "and one in the legend");
        claims.extend(marks[..number].iter().map(|mark| {
            let start = mark.attribute("d").unwrap()[1..].split(' ').next().unwrap();
            axis(start.parse().unwrap())
        }));
    }
    let points = of_class(&document, "circle", "mark");
    for ((line, claim), point) in compared.iter().zip(claims).zip(points) {
        assert_near(claim, line["angegeben"].as_f64().unwrap(), 0.01, line);
        let truth = axis(value(&point, "cx"));
        assert_near(truth, line["wahr"].as_f64().unwrap(), 0.01, line);
    }
    // The verdict above the panel, the sign beside the wrong claim, and that of the legend.
    assert_eq!(of_class(&document, "text", "fault").len(), 1 + 1 + 1);
}

/// Lists that cannot be compared have no panel. A line below says why.
#[test]
fn only_lists_with_dice_have_panels() {
    let line = "pruefe -q --spiele 400 --format svg beispiele/wuerfel2.txt \
                beispiele/wuerfel2.soll - .gitignore";
    let picture = run(line, "Traceback (most recent call last):\n").out;
    let document = Document::parse(&picture).unwrap();
    let texts = document
        .descendants()
        .filter(Node::is_text)
        .filter_map(|node| node.text())
        .collect_vec();
    assert_eq!(texts.iter().filter(|text| **text == "Rang").count(), 1);
    // One panel has one scale, with each tick above and below.
    let scale = texts.iter().filter(|text| **text == "100").count();
    assert_eq!(scale, 2, "{texts:?}");
    for name in ["-", ".gitignore"] {
        let start = format!("{name}: unlesbar: ");
        let is_below = |text: &&str| text.starts_with(&start);
        assert_eq!(
            texts.iter().filter(|text| is_below(text)).count(),
            1,
            "{texts:?}"
        );
    }
}

/// The pictures of the README are what the program draws; with `BLESS=1` they are drawn anew.
#[test]
#[ignore = "two seconds: tables and lists of the same dice are compared elsewhere"]
fn pictures_of_the_readme() {
    for (name, options) in [("wuerfel0", ""), ("paarungen", "--paarungen")] {
        let picture = draw(&format!("{options} beispiele/wuerfel0.txt"), "");
        let name = format!("beispiele/{name}.svg");
        if env::var_os("BLESS").is_some() {
            fs::write(root().join(&name), &picture).unwrap();
        }
        assert!(read(&name) == picture, "{name} differs; see make bilder");
    }
}

/// A cell of a large matrix takes less than 125 bytes. With 300 dice, that is a file of less than
/// 12 MB, which a browser opens.
#[test]
#[ignore = "two seconds: 300 dice"]
fn pictures_of_many_dice_are_small() {
    let picture = draw("--spiele 2 --paarungen", &many_dice(60));
    assert!(picture.len() < 60 * 60 * 125, "{}", picture.len());
    Tree::from_str(&picture, &find_fonts().options).unwrap();
}
