//! Pictures: that they are SVG, that nothing lies outside of them or on top of something else, and that things are where the
//! numbers of other formats say.

use std::env;
use std::fmt::Write;
use std::fs;
use std::sync::Arc;

use rayon::prelude::*;
use usvg::roxmltree::{Document, Node};
use usvg::{Group, Rect, Tree, fontdb};

use crate::process::{root, run};
use crate::text;

/// Dice like those of the long lists: 4 to 8 sides, faces from 1 to 9 that follow from a recurrence, one of them a 6.
fn many_dice(number: usize) -> Vec<u8> {
    let mut state = 1u64;
    let mut next = |below: u64| {
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (state >> 33) % below
    };
    let mut file = format!("{number}\n");
    for _ in 0..number {
        let sides = 4 + next(5);
        let faces: Vec<String> = (1..sides).map(|_| (1 + next(9)).to_string()).collect();
        writeln!(file, "{sides} 6 {}", faces.join(" ")).unwrap();
    }
    file.into_bytes()
}

/// Long faces, and a die that has very many.
fn long_dice() -> Vec<u8> {
    let join = |faces: Vec<u64>| {
        let faces: Vec<String> = faces.iter().map(ToString::to_string).collect();
        format!("{} {}\n", faces.len(), faces.join(" "))
    };
    let largest = u64::from(u32::MAX);
    let lines = [
        join((largest - 19..=largest).collect()),
        join((1..=300).collect()),
        join((1..=6).collect()),
    ];
    format!("3\n{}", lines.concat()).into_bytes()
}

/// A picture of each kind: its name, what makes it, and what stdin holds.
fn pictures() -> Vec<(&'static str, Vec<&'static str>, Vec<u8>)> {
    let file = |name: &str| fs::read(root().join("beispiele").join(name)).unwrap();
    let list = b"W\xc3\xbcrfel-Bestenliste:\n1. 6 Seiten -> : 1 6 6 6 6 6; 90.00%\n".to_vec();
    vec![
        ("list", vec!["--spiele", "400"], file("wuerfel0.txt")),
        ("two dice", vec!["--spiele", "400"], many_dice(2)),
        ("long list", vec!["--spiele", "40"], many_dice(60)),
        ("long faces", vec!["--spiele", "400"], long_dice()),
        ("nobody wins", vec!["--spiele", "400"], file("nullen.txt")),
        (
            "draws only",
            vec!["--spiele", "400", "--wertung", "punkte"],
            file("unentschieden.txt"),
        ),
        (
            "the best",
            vec!["--spiele", "400", "--beste", "2"],
            file("wuerfel3.txt"),
        ),
        (
            "without chance",
            vec!["--exakt", "--genauigkeit", "5"],
            b"2\n6 1 2 3 4 5 6\n4 1 2 3 4\n".to_vec(),
        ),
        (
            "matrix",
            vec!["--spiele", "400", "--paarungen"],
            file("wuerfel0.txt"),
        ),
        (
            "matrix of long faces",
            vec!["--spiele", "400", "--paarungen"],
            long_dice(),
        ),
        (
            "matrix of draws",
            vec!["--spiele", "400", "--paarungen"],
            file("unentschieden.txt"),
        ),
        (
            "matrix of 30",
            vec!["--spiele", "40", "--paarungen"],
            many_dice(30),
        ),
        (
            "matrix of 60",
            vec!["--spiele", "40", "--paarungen"],
            many_dice(60),
        ),
        (
            "matrices",
            vec!["--spiele", "400", "--paarungen", "--regeln", "alle"],
            file("wuerfel1.txt"),
        ),
        (
            "slopes",
            vec!["--spiele", "400", "--regeln", "alle"],
            file("wuerfel1.txt"),
        ),
        (
            "slopes with a cut",
            vec![
                "--spiele",
                "40",
                "--beste",
                "5",
                "--regeln",
                "offiziell,wlr",
            ],
            many_dice(30),
        ),
        (
            "slopes of long names",
            vec![
                "--spiele",
                "40",
                "--regeln",
                "offiziell+start-leer+ohne-schlagen+drei-versuche,wlr",
            ],
            file("wuerfel1.txt"),
        ),
        (
            "claims",
            vec![
                "pruefe",
                "--gespielt",
                "100",
                "beispiele/wuerfel2.txt",
                "beispiele/einsendung/wuerfel2.liste",
            ],
            Vec::new(),
        ),
        (
            "claims of several lists",
            vec![
                "pruefe",
                "--spiele",
                "4000",
                "--regeln",
                "alle",
                "beispiele/wuerfel2.txt",
                "beispiele/wuerfel2.soll",
                "tests/fixtures/eingaben/zwei.txt",
                "-",
            ],
            list,
        ),
        (
            "no list",
            vec!["pruefe", "beispiele/wuerfel2.txt"],
            b"1\n".to_vec(),
        ),
        (
            "rounds",
            vec!["sixjack", "--tabelle", "--exakt"],
            Vec::new(),
        ),
        (
            "rounds by chance",
            vec!["sixjack", "--tabelle", "--spiele", "100"],
            Vec::new(),
        ),
        (
            "one game",
            vec!["sixjack", "--tabelle", "--spiele", "1"],
            Vec::new(),
        ),
        ("all strategies", vec!["sixjack", "--optimal"], Vec::new()),
        (
            "policy",
            vec!["sixjack", "--optimal", "--duell"],
            Vec::new(),
        ),
        (
            "reply",
            vec!["sixjack", "--optimal", "--gegen", "3,x,x,2,x,1"],
            Vec::new(),
        ),
    ]
}

/// A run in this format, without a note.
fn output(arguments: &[&str], format: &str, input: &[u8]) -> String {
    let output = run(&[arguments, &["-q", "--format", format]].concat(), input);
    assert!(output.stderr.is_empty(), "{}", text(&output.stderr));
    text(&output.stdout).to_string()
}

/// The texts of a picture with their boxes.
fn texts(group: &Group, found: &mut Vec<(String, Rect)>) {
    for node in group.children() {
        match node {
            usvg::Node::Group(group) => texts(group, found),
            usvg::Node::Text(text) => {
                let chunks = text.chunks().iter().map(usvg::TextChunk::text);
                found.push((chunks.collect(), text.abs_bounding_box()));
            }
            _ => {}
        }
    }
}

/// Whether two boxes share more than an edge.
fn overlap(one: &Rect, other: &Rect) -> bool {
    /// Boxes of text are a little larger than what is seen.
    const SLACK: f32 = 0.5;
    let across = one.right().min(other.right()) - one.left().max(other.left());
    let along = one.bottom().min(other.bottom()) - one.top().max(other.top());
    across > SLACK && along > SLACK
}

/// What draws pictures, with the fonts that are installed. The widest usual sans-serif font is taken if it is there.
fn options() -> (usvg::Options<'static>, bool) {
    let mut fonts = fontdb::Database::new();
    fonts.load_system_fonts();
    let wide = ["DejaVu Sans", "Verdana"].into_iter().find(|name| {
        let family = [fontdb::Family::Name(name)];
        let query = fontdb::Query {
            families: &family,
            ..Default::default()
        };
        fonts.query(&query).is_some()
    });
    fonts.set_sans_serif_family(wide.unwrap_or("Arial"));
    let family = [fontdb::Family::SansSerif];
    let query = fontdb::Query {
        families: &family,
        ..Default::default()
    };
    let has_font = fonts.query(&query).is_some();
    let options = usvg::Options {
        fontdb: Arc::new(fonts),
        ..Default::default()
    };
    (options, has_font)
}

/// What is wrong with a picture: that it says not what it is, what lies outside of it, and which texts overlap.
fn faults(picture: &str, options: &usvg::Options) -> Vec<String> {
    const SVG: &str = "http://www.w3.org/2000/svg";
    let mut faults = Vec::new();
    let document = Document::parse(picture).unwrap();
    let svg = document.root_element();
    if !svg.has_attribute("viewBox") || svg.has_attribute("width") {
        faults.push("it has a size of its own".into());
    }
    for tag in ["title", "desc"] {
        let mut named = svg
            .children()
            .filter(|child| child.has_tag_name((SVG, tag)));
        if named.next().and_then(|element| element.text()).is_none() {
            faults.push(format!("it has no {tag}"));
        }
    }
    let tree = Tree::from_str(picture, options).unwrap();
    let [width, height] = [tree.size().width(), tree.size().height()];
    let is_inside = |rect: &Rect| {
        let [least, most] = [rect.left().min(rect.top()), rect.right() - width];
        least >= -0.01 && most.max(rect.bottom() - height) <= 0.01
    };
    let all = tree.root().abs_stroke_bounding_box();
    if !is_inside(&all) {
        faults.push(format!("{all:?} in {width} by {height}"));
    }
    let mut found = Vec::new();
    texts(tree.root(), &mut found);
    for (number, (text, rect)) in found.iter().enumerate() {
        if !is_inside(rect) {
            faults.push(format!("„{text}“ at {rect:?} in {width} by {height}"));
        }
        for (other, at) in &found[..number] {
            if overlap(rect, at) {
                faults.push(format!("„{text}“ at {rect:?}, „{other}“ at {at:?}"));
            }
        }
    }
    // Without a font there are no texts.
    let written = document
        .descendants()
        .filter(|node| node.has_tag_name((SVG, "text")));
    if !found.is_empty() && found.len() != written.count() {
        faults.push("some texts are not seen".into());
    }
    faults
}

/// Each picture is SVG, says what it is, lies within its view, and no two of its texts overlap.
#[test]
fn nothing_is_outside_or_on_top() {
    let (options, has_font) = options();
    pictures()
        .into_par_iter()
        .for_each(|(name, arguments, input)| {
            let picture = output(&arguments, "svg", &input);
            let faults = faults(&picture, &options);
            assert!(faults.is_empty(), "{name}: {faults:#?}");
        });
    let bad = |content: &str| {
        let picture = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 50\"><title>t</title>\
             <desc>d</desc>{content}</svg>"
        );
        faults(&picture, &options).len()
    };
    assert_eq!(bad(""), 0);
    assert_eq!(
        bad("<rect x=\"90\" y=\"10\" width=\"20\" height=\"5\"/>"),
        1
    );
    if !has_font {
        return eprintln!(
            "skipped: there is no sans-serif font, so nothing is known of the boxes of texts"
        );
    }
    let text = |x: u32| format!("<text x=\"{x}\" y=\"30\" font-family=\"sans-serif\">1234</text>");
    assert_eq!(bad(&text(10)), 0);
    assert_eq!(bad(&(text(10) + &text(20))), 1);
    assert_eq!(bad(&text(90)), 2, "the text, and the whole");
}

/// The elements of a class.
fn of_class<'a, 'd>(document: &'a Document<'d>, tag: &'a str, class: &'a str) -> Vec<Node<'a, 'd>> {
    let nodes = document.descendants().filter(move |node| {
        let classes = node.attribute("class").unwrap_or_default();
        node.tag_name().name() == tag && classes.split(' ').any(|own| own == class)
    });
    nodes.collect()
}

fn value(node: &Node, name: &str) -> f64 {
    node.attribute(name).unwrap().parse().unwrap()
}

/// Where numbers lie on an axis, from its grid and the numbers above: positions and values of two ticks.
fn ticks(document: &Document) -> [(f64, f64); 2] {
    let texts: Vec<Node> = document
        .descendants()
        .filter(|node| node.tag_name().name() == "text")
        .collect();
    let mut ticks = of_class(document, "line", "grid").into_iter().map(|line| {
        let x = value(&line, "x1");
        let label = texts
            .iter()
            .find(|text| text.attribute("text-anchor") == Some("middle") && value(text, "x") == x);
        (x, label.unwrap().text().unwrap().parse().unwrap())
    });
    let first = ticks.next().unwrap();
    [first, ticks.next_back().unwrap()]
}

/// The value at a position.
fn at([low, high]: [(f64, f64); 2], x: f64) -> f64 {
    low.1 + (x - low.0) / (high.0 - low.0) * (high.1 - low.1)
}

/// Points, the ends of lines and numbers of the list are those of the table.
#[test]
fn points_lie_where_shares_are() {
    let input = fs::read(root().join("beispiele/wuerfel3.txt")).unwrap();
    let arguments = ["--spiele", "4000"];
    let [picture, table, list] =
        ["svg", "tsv", "text"].map(|format| output(&arguments, format, &input));
    let document = Document::parse(&picture).unwrap();
    let ticks = ticks(&document);
    let rows: Vec<Vec<&str>> = table
        .lines()
        .map(|line| line.split('\t').collect())
        .collect();
    let column = |name| rows[0].iter().position(|head| *head == name).unwrap();
    let number = |row: usize, name| rows[row][column(name)].parse::<f64>().unwrap();
    let points = of_class(&document, "circle", "mark");
    assert!(points.len() >= rows.len() - 1);
    // A coordinate has two decimals.
    let close = 0.01 * (ticks[1].1 - ticks[0].1) / (ticks[1].0 - ticks[0].0);
    let lines: Vec<Node> = of_class(&document, "line", "line");
    let mut wide = lines
        .iter()
        .filter(|line| value(line, "y1") == value(line, "y2"));
    let mut above = 0.0;
    for row in 1..rows.len() {
        let point = &points[row - 1];
        assert!((at(ticks, value(point, "cx")) - number(row, "Anteil")).abs() < close);
        assert!(value(point, "cy") > above);
        above = value(point, "cy");
        let line = wide.next().unwrap();
        for (end, name) in [("x1", "von"), ("x2", "bis")] {
            let end = at(ticks, value(line, end));
            // The picture has no room beyond its axis.
            assert!((end - number(row, name)).abs() < close, "{row} {name}");
        }
        let (_, share) = list.lines().nth(row).unwrap().rsplit_once("; ").unwrap();
        let share = share.replace('%', " %");
        assert!(picture.contains(&format!(">{share}</text>")), "{share}");
    }
    // Brackets stand where the order is not certified.
    let open = rows
        .iter()
        .filter(|row| row[column("gesichert")] == "nein")
        .count();
    let legend = usize::from(open > 0);
    assert!(of_class(&document, "path", "open").len() <= open + legend);
    assert_eq!(of_class(&document, "path", "open").len() > legend, open > 0);
}

/// Numbers and colours of the matrix are those of the pairings, and who wins both ways has no dot.
#[test]
fn cells_show_who_wins() {
    let input = fs::read(root().join("beispiele/kreis.txt")).unwrap();
    let arguments = ["--spiele", "4000", "--paarungen"];
    let [picture, list] = ["svg", "text"].map(|format| output(&arguments, format, &input));
    let document = Document::parse(&picture).unwrap();
    let matrix: Vec<Vec<&str>> = list
        .lines()
        .skip_while(|line| !line.starts_with("Paarungen"))
        .skip(2)
        .take(3)
        .map(|line| line.split_whitespace().skip(1).collect())
        .collect();
    let cells = document.descendants().filter(|node| {
        node.tag_name().name() == "g"
            && node
                .children()
                .any(|child| child.tag_name().name() == "rect")
            && node.attribute("shape-rendering").is_none()
    });
    let cells: Vec<Node> = cells.collect();
    assert_eq!(cells.len(), 6);
    let places = (0..3).flat_map(|row| (0..3).map(move |column| (row, column)));
    for ((row, column), cell) in places.filter(|(row, column)| row != column).zip(cells) {
        let find = |tag: &str| {
            cell.children()
                .find(|child| child.tag_name().name() == tag)
                .unwrap()
        };
        assert_eq!(find("text").text(), Some(matrix[row][column]));
        let title = find("title").text().unwrap().to_string();
        assert!(title.starts_with(&format!("{}. ", row + 1)), "{title}");
        assert!(
            title.contains(&format!(" gegen {}. ", column + 1)),
            "{title}"
        );
        let colour = find("rect").attribute("fill").unwrap()[1..].to_string();
        let part = |from: usize| u8::from_str_radix(&colour[from..from + 2], 16).unwrap();
        let [won, lost] = [matrix[row][column], matrix[column][row]];
        let is_ahead = won.parse::<f64>().unwrap() > lost.parse::<f64>().unwrap();
        assert_eq!(part(4) > part(0), is_ahead, "{title}: {colour}");
    }
    assert!(of_class(&document, "circle", "dot").is_empty());
}

/// What a list claims lies where its number says, the truth as well, and what is wrong is marked.
#[test]
fn claims_lie_beside_the_truth() {
    let arguments = [
        "pruefe",
        "--gespielt",
        "100",
        "beispiele/wuerfel2.txt",
        "beispiele/einsendung/wuerfel2.liste",
    ];
    let picture = output(&arguments, "svg", b"");
    let table = output(&[&arguments[..], &["-v"]].concat(), "json", b"");
    let table: serde_json::Value = serde_json::from_str(&table).unwrap();
    let compared = table["listen"][0]["vergleich"].as_array().unwrap();
    let document = Document::parse(&picture).unwrap();
    let ticks = ticks(&document);
    let marks = ["hollow", "fault"].map(|class| of_class(&document, "path", class));
    assert_eq!(
        marks.each_ref().map(Vec::len),
        [4 + 1, 1 + 1],
        "and one each in the legend"
    );
    let places = |marks: &[Node]| -> Vec<f64> {
        let path = |mark: &Node| {
            mark.attribute("d").unwrap()[1..]
                .split(' ')
                .next()
                .unwrap()
                .parse()
        };
        let place = |mark| at(ticks, path(mark).unwrap());
        marks.iter().take(marks.len() - 1).map(place).collect()
    };
    let claims: Vec<f64> = marks.iter().flat_map(|marks| places(marks)).collect();
    let points = of_class(&document, "circle", "mark");
    for ((line, claim), point) in compared.iter().zip(claims).zip(points) {
        assert!(
            (line["angegeben"].as_f64().unwrap() - claim).abs() < 0.01,
            "{line} {claim}"
        );
        assert!((line["wahr"].as_f64().unwrap() - at(ticks, value(&point, "cx"))).abs() < 0.01);
    }
    assert_eq!(of_class(&document, "text", "fault").len(), 1 + 1 + 2);
}

/// The mean of each strategy lies where its number says, on a scale of logarithms.
#[test]
fn means_lie_where_numbers_are() {
    let arguments = ["sixjack", "--optimal"];
    let [picture, table] = ["svg", "tsv"].map(|format| output(&arguments, format, b""));
    let document = Document::parse(&picture).unwrap();
    let ticks = ticks(&document).map(|(x, value)| (x, value.log10()));
    let rows = table
        .lines()
        .skip(1)
        .map(|line| line.split('\t').collect::<Vec<_>>());
    let means = of_class(&document, "circle", "hollow");
    assert_eq!(means.len(), 32 + 1);
    let boxes = of_class(&document, "line", "rule");
    for (number, (row, mean)) in rows.zip(means).enumerate() {
        let shown = 10f64.powf(at(ticks, value(&mean, "cx")));
        assert!(
            (shown / row[2].parse::<f64>().unwrap() - 1.0).abs() < 1e-3,
            "{row:?}"
        );
        for (end, quantile) in [("x1", row[5]), ("x2", row[7])] {
            let shown = 10f64.powf(at(ticks, value(&boxes[3 * number], end)));
            assert!(
                (shown / quantile.parse::<f64>().unwrap() - 1.0).abs() < 1e-3,
                "{row:?}"
            );
        }
    }
}

/// Each line of a picture of several lists goes through the ranks of its die.
#[test]
fn lines_go_through_ranks() {
    let input = fs::read(root().join("beispiele/wuerfel1.txt")).unwrap();
    let arguments = ["--spiele", "2000", "--regeln", "alle"];
    let [picture, table] = ["svg", "tsv"].map(|format| output(&arguments, format, &input));
    let document = Document::parse(&picture).unwrap();
    let lines = document
        .descendants()
        .filter(|node| node.tag_name().name() == "path" && node.attribute("fill") == Some("none"));
    let rows: Vec<Vec<&str>> = table
        .lines()
        .map(|line| line.split('\t').collect())
        .collect();
    let column = |name| rows[0].iter().position(|head| *head == name).unwrap();
    let mut drawn = 0;
    for line in lines {
        let group = line.parent().unwrap();
        let find = |tag| {
            group
                .children()
                .filter(move |child: &Node| child.tag_name().name() == tag)
        };
        let title = find("title").next().unwrap().text().unwrap();
        let (faces, _) = title.split_once(": ").unwrap();
        let ranks = rows
            .iter()
            .filter(|row| row[column("Augenzahlen")] == faces);
        let ranks: Vec<f64> = ranks
            .map(|row| row[column("Rang")].parse().unwrap())
            .collect();
        assert_eq!(ranks.len(), 3, "{title}");
        let heights: Vec<f64> = find("circle").map(|circle| value(&circle, "cy")).collect();
        for (rank, height) in ranks.iter().zip(&heights) {
            assert_eq!(heights[0] - height, 22.0 * (ranks[0] - rank), "{title}");
        }
        assert_eq!(ranks.len(), heights.len());
        drawn += 1;
    }
    assert_eq!(drawn, 6);
}

/// The pictures of the README are what the program draws; with `BLESS=1` they are drawn anew.
#[test]
fn pictures_of_the_readme() {
    let input = fs::read(root().join("beispiele/wuerfel0.txt")).unwrap();
    for (name, arguments) in [
        ("wuerfel0.svg", &[][..]),
        ("paarungen.svg", &["--paarungen"]),
    ] {
        let path = root().join("beispiele").join(name);
        let picture = output(arguments, "svg", &input);
        if env::var_os("BLESS").is_some() {
            fs::write(&path, &picture).unwrap();
        }
        assert!(
            fs::read_to_string(&path).unwrap() == picture,
            "{name} differs; see make bilder"
        );
    }
}

/// 300 dice make a file that a browser opens.
#[test]
#[ignore = "takes a minute"]
fn pictures_of_many_dice_are_small() {
    let (options, _) = options();
    let input = many_dice(300);
    let picture = output(&["--spiele", "40", "--paarungen"], "svg", &input);
    assert!(picture.len() < 8_000_000, "{}", picture.len());
    Tree::from_str(&picture, &options).unwrap();
}

/// The same bytes on every number of threads.
#[test]
fn pictures_do_not_depend_on_threads() {
    let input = fs::read(root().join("beispiele/wuerfel1.txt")).unwrap();
    for arguments in [
        &["--spiele", "2000"][..],
        &["--spiele", "2000", "--paarungen"],
    ] {
        let pictures = ["1", "3"]
            .map(|threads| output(&[arguments, &["--faeden", threads]].concat(), "svg", &input));
        assert_eq!(pictures[0], pictures[1]);
    }
}
