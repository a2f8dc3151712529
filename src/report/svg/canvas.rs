//! What pictures are drawn on: elements, text whose width is known well enough without a font, and colours for light and
//! dark screens.

use std::fmt;

use itertools::Itertools;
use quick_xml::Writer;
use quick_xml::events::{BytesEnd, BytesStart, BytesText, Event};

use crate::dice::Die;

/// Sizes of text.
pub(super) const NORMAL: f64 = 13.0;
pub(super) const SMALL: f64 = 11.0;
pub(super) const LARGE: f64 = 18.0;

/// The margin around a picture.
pub(super) const MARGIN: f64 = 20.0;
/// The distance of two lines of small text.
pub(super) const LINE: f64 = 16.0;

/// Colours and sizes of all classes. Programs that do not know `@media` skip it.
const STYLE: &str = "\
.ground{fill:#fff}text{fill:#222;font-size:13px}.small{fill:#555;font-size:11px}.large{font-size:18px;font-weight:bold}\
.grid{stroke:#ddd}.rule{stroke:#999;fill:none}.mark{fill:#1f5fa8;stroke:#1f5fa8}.line{stroke:#1f5fa8;stroke-width:2;fill:none}\
.band{fill:#cfe0f1}.hollow{fill:none;stroke:#222;stroke-width:1.5}.open{stroke:#b34700;stroke-width:1.5;fill:none}\
.level{stroke:#5b3a9e;stroke-width:1.5;fill:none;stroke-dasharray:3 2}.fault{stroke:#c1121f;stroke-width:1.5;fill:none}\
text.open{fill:#b34700;stroke:none}text.level{fill:#5b3a9e;stroke:none}text.fault{fill:#c1121f;stroke:none}\
.grey,text.grey{fill:#8a8a8a}.grey.mark,.grey.line{stroke:#8a8a8a}.same{stroke:#999;stroke-width:1.5;fill:none}.empty{fill:#e6e6e6}\
.dot{fill:#333;stroke:#fff;stroke-width:.5}.dots{stroke:#333;fill:none}text.dark{fill:#222}text.light{fill:#fff}\
@media (prefers-color-scheme:dark){.ground{fill:#16191d}text{fill:#e8e8e8}.small{fill:#a9b0b7}.grid{stroke:#343a41}\
.rule{stroke:#7d868f}.mark{fill:#7ab8f5;stroke:#7ab8f5}.line{stroke:#7ab8f5}.band{fill:#263d55}.hollow{stroke:#e8e8e8}\
.open{stroke:#f5a25d}.level{stroke:#b9a0f0}.fault{stroke:#ff8080}text.open{fill:#f5a25d}text.level{fill:#b9a0f0}\
text.fault{fill:#ff8080}.grey,text.grey{fill:#7d868f}.grey.mark,.grey.line{stroke:#7d868f}.same{stroke:#7d868f}\
.empty{fill:#2a2f35}text.dark{fill:#222}text.light{fill:#fff}}";

/// Where a text stands beside its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// A picture that is drawn from top to bottom.
pub(super) struct Canvas {
    writer: Writer<Vec<u8>>,
}

/// The frame of a picture.
pub(super) struct Frame {
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) title: String,
    /// What the picture shows, for those who do not see it.
    pub(super) description: String,
}

impl Canvas {
    pub(super) fn new() -> Canvas {
        Canvas {
            writer: Writer::new(Vec::new()),
        }
    }

    fn put(&mut self, event: Event) {
        // Memory takes all of it.
        let written = self.writer.write_event(event);
        written.unwrap_or_else(|error| unreachable!("{error}"));
    }

    /// Draws an element without content.
    pub(super) fn draw(&mut self, name: &str, class: &str, attributes: &[(&str, f64)]) {
        let element = element(name, class, attributes);
        self.put(Event::Empty(element));
        self.end_line();
    }

    /// Draws a path of one colour.
    pub(super) fn path(&mut self, class: &str, path: &str) {
        let mut element = element("path", class, &[]);
        element.push_attribute(("d", path));
        self.put(Event::Empty(element));
        self.end_line();
    }

    /// Draws what has the colour of its group.
    pub(super) fn plain(&mut self, name: &str, attributes: &[(&str, &str)]) {
        let element = BytesStart::new(name).with_attributes(attributes.iter().copied());
        self.put(Event::Empty(element));
        self.end_line();
    }

    /// Draws what has a colour of its own.
    pub(super) fn fill(&mut self, name: &str, colour: &str, attributes: &[(&str, &str)]) {
        let mut element = BytesStart::new(name);
        element.push_attribute(("fill", colour));
        element.extend_attributes(attributes.iter().copied());
        self.put(Event::Empty(element));
        self.end_line();
    }

    /// Draws a group with these attributes, and what it says to whoever points at it.
    pub(super) fn group(
        &mut self,
        attributes: &[(&str, &str)],
        title: Option<&str>,
        draw: impl FnOnce(&mut Canvas),
    ) {
        let mut group = BytesStart::new("g");
        group.extend_attributes(attributes.iter().copied());
        self.content(group, |canvas| {
            if let Some(title) = title {
                canvas.content(BytesStart::new("title"), |canvas| {
                    canvas.put(Event::Text(BytesText::new(title)));
                });
            }
            canvas.end_line();
            draw(canvas);
        });
        self.end_line();
    }

    /// Writes a text, the middle of its height being at `y`. Its size is that of its class.
    pub(super) fn text(&mut self, [x, y]: [f64; 2], anchor: Anchor, class: &str, text: &str) {
        /// Half the height of a digit or capital, of a size.
        const HALF: f64 = 0.36;
        let baseline = y + HALF * size(class);
        let mut element = element("text", class, &[("x", x), ("y", baseline)]);
        match anchor {
            Anchor::Start => {}
            Anchor::Middle => element.push_attribute(("text-anchor", "middle")),
            Anchor::End => element.push_attribute(("text-anchor", "end")),
        }
        self.content(element, |canvas| {
            canvas.put(Event::Text(BytesText::new(text)));
        });
        self.end_line();
    }

    /// Writes text in as many lines as it takes, the first in the middle of `y`. Returns where the next line would be.
    pub(super) fn lines(&mut self, [x, y]: [f64; 2], width: f64, class: &str, text: &str) -> f64 {
        let mut y = y;
        for line in wrapped(text, width, size(class)) {
            self.text([x, y], Anchor::Start, class, &line);
            y += LINE * size(class) / SMALL;
        }
        y
    }

    fn content(&mut self, element: BytesStart, draw: impl FnOnce(&mut Canvas)) {
        let name = String::from_utf8_lossy(element.name().as_ref()).into_owned();
        self.put(Event::Start(element));
        draw(self);
        self.put(Event::End(BytesEnd::new(name)));
    }

    fn end_line(&mut self) {
        self.put(Event::Text(BytesText::new("\n")));
    }

    /// Writes the whole picture.
    pub(super) fn finish(self, out: &mut dyn fmt::Write, frame: &Frame) -> fmt::Result {
        let [width, height] = [frame.width, frame.height].map(number);
        let view = format!("0 0 {width} {height}");
        let mut whole = Canvas::new();
        let root = BytesStart::new("svg").with_attributes([
            ("xmlns", "http://www.w3.org/2000/svg"),
            ("viewBox", &view[..]),
            ("role", "img"),
            ("aria-labelledby", "title description"),
            ("font-family", "sans-serif"),
        ]);
        let texts = [
            ("title", "title", &frame.title),
            ("desc", "description", &frame.description),
        ];
        whole.content(root, |whole| {
            whole.end_line();
            for (name, id, text) in texts {
                let element = BytesStart::new(name).with_attributes([("id", id)]);
                whole.content(element, |whole| {
                    whole.put(Event::Text(BytesText::new(text)));
                });
                whole.end_line();
            }
            whole.content(BytesStart::new("style"), |whole| {
                whole.put(Event::Text(BytesText::new(STYLE)));
            });
            whole.end_line();
            let size = [("width", frame.width), ("height", frame.height)];
            whole.draw("rect", "ground", &size);
            whole.writer.get_mut().extend(self.writer.into_inner());
        });
        whole.end_line();
        out.write_str(&String::from_utf8_lossy(&whole.writer.into_inner()))
    }
}

/// An element of a class, with numbers.
fn element<'a>(name: &'a str, class: &str, attributes: &[(&str, f64)]) -> BytesStart<'a> {
    let mut element = BytesStart::new(name);
    if !class.is_empty() {
        element.push_attribute(("class", class));
    }
    for (name, value) in attributes {
        element.push_attribute((*name, &number(*value)[..]));
    }
    element
}

/// A coordinate: two decimals at most, and no zeros at their end.
pub(super) fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    match text {
        "-0" => "0".into(),
        _ => text.into(),
    }
}

/// The size of text of this class.
fn size(class: &str) -> f64 {
    let has = |word| class.split(' ').any(|own| own == word);
    match (has("small"), has("large")) {
        (true, _) => SMALL,
        (_, true) => LARGE,
        _ => NORMAL,
    }
}

/// The width of a text, as wide as usual sans-serif fonts make it: that of DejaVu Sans and Verdana, others being
/// narrower.
pub(super) fn width(text: &str, size: f64) -> f64 {
    let advance = |c: char| match c {
        ' ' | '\u{a0}' | '.' | ',' | ':' | ';' | 'i' | 'j' | 'l' | '|' | '!' | '\'' | '·' | 'I' => {
            0.36
        }
        '-' | '/' | '(' | ')' | '[' | ']' | 'f' | 't' | 'r' => 0.46,
        '0'..='9' | 'a'..='l' | 'n'..='v' | 'x'..='z' | 'ä' | 'ö' | 'ü' | 'ß' | '„' | '“' => {
            0.65
        }
        'A'..='L' | 'N'..='V' | 'X'..='Z' | 'Ä' | 'Ö' | 'Ü' | '–' => 0.79,
        _ => 1.0,
    };
    // Large text is bold.
    let weight = if size >= LARGE { 1.1 } else { 1.0 };
    text.chars().map(advance).sum::<f64>() * size * weight
}

/// The text, or its beginning if it is too wide.
pub(super) fn shortened(text: &str, most: f64, size: f64) -> String {
    if width(text, size) <= most {
        return text.into();
    }
    let mut short = String::new();
    for c in text.chars() {
        if width(&short, size) + width(&format!("{c}…"), size) > most {
            break;
        }
        short.push(c);
    }
    short + "…"
}

/// The lines of a text that breaks at spaces, or anywhere in words that are too long.
fn wrapped(text: &str, most: f64, size: f64) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut add = |piece: &str| {
        let last = lines.len() - 1;
        if lines[last].is_empty() {
            lines[last] = piece.into();
        } else if width(&lines[last], size) + width(" ", size) + width(piece, size) <= most {
            lines[last] += " ";
            lines[last] += piece;
        } else {
            lines.push(piece.into());
        }
    };
    for word in text.split(' ') {
        let mut piece = String::new();
        for c in word.chars() {
            if width(&piece, size) + width(&c.to_string(), size) > most {
                add(&piece);
                piece.clear();
            }
            piece.push(c);
        }
        add(&piece);
    }
    lines
}

/// The faces of a die, as many as there is room for, and no more than a glance takes in.
pub(super) fn faces(die: &Die, most: f64, size: f64) -> String {
    /// So many faces at most.
    const MOST: usize = 12;
    let all = die.faces();
    let whole = || all.iter().join(" ");
    if all.len() <= MOST && width(&whole(), size) <= most {
        return whole();
    }
    let mut text = all[0].to_string();
    for face in &all[1..MOST.min(all.len())] {
        let longer = format!("{text} {face}");
        if width(&format!("{longer} …"), size) > most {
            break;
        }
        text = longer;
    }
    text + " …"
}

/// The room that the faces of these dice take at most, and not more than this.
pub(super) fn room<'a>(dice: impl Iterator<Item = &'a Die>, most: f64, size: f64) -> f64 {
    let widths = dice.map(|die| width(&faces(die, most, size), size));
    widths.fold(0.0, f64::max).min(most)
}

/// The faces of a die for whoever points at it: all, unless there are very many.
pub(super) fn all_faces(die: &Die) -> String {
    const MOST: usize = 100;
    let faces = die.faces();
    let more = if faces.len() > MOST { " …" } else { "" };
    format!("{}{more}", faces.iter().take(MOST).format(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let shown = [1.0, 2.5, 1.0 / 3.0, -0.001, 100.0, 1234.5678].map(number);
        assert_eq!(shown, ["1", "2.5", "0.33", "0", "100", "1234.57"]);
    }

    #[test]
    fn text_is_cut_and_broken_where_it_is_too_wide() {
        assert_eq!(shortened("kurz", 100.0, 10.0), "kurz");
        let cut = shortened("offiziell+start-leer", 60.0, 10.0);
        assert!(cut.ends_with('…') && width(&cut, 10.0) <= 60.0, "{cut}");
        let text = "Regeln offiziell+start-leer+ohne-schlagen · Saat 2021";
        let lines = wrapped(text, 120.0, 10.0);
        assert!(lines.len() > 2);
        assert!(
            lines.iter().all(|line| width(line, 10.0) <= 120.0),
            "{lines:?}"
        );
        assert_eq!(lines.concat().replace(' ', ""), text.replace(' ', ""));
    }

    #[test]
    fn faces_fit_or_are_cut_where_a_glance_ends() {
        let die = |faces: &[u32]| Die::new(faces.to_vec()).unwrap();
        let few = die(&[1, 2, 3, 4, 5, 6]);
        let exact = width("1 2 3 4 5 6", 10.0);
        assert_eq!(faces(&few, exact, 10.0), "1 2 3 4 5 6");
        assert_eq!(faces(&few, exact - 1.0, 10.0), "1 2 3 4 …");
        let many: Vec<u32> = (1..=20).collect();
        assert_eq!(
            faces(&die(&many), 999.0, 10.0),
            "1 2 3 4 5 6 7 8 9 10 11 12 …"
        );
        assert_eq!(faces(&die(&[u32::MAX; 2]), 1.0, 10.0), "4294967295 …");
        assert_eq!(room([few].iter(), 999.0, 10.0), exact);
    }

    #[test]
    fn what_could_be_markup_is_text() {
        let mut canvas = Canvas::new();
        canvas.text([0.0, 0.0], Anchor::Start, "", "a<b & \"c\"");
        let frame = Frame {
            width: 10.0,
            height: 10.0,
            title: "<t>".into(),
            description: String::new(),
        };
        let mut out = String::new();
        canvas.finish(&mut out, &frame).unwrap();
        assert!(
            out.contains("a&lt;b &amp; ") && out.contains("&lt;t&gt;"),
            "{out}"
        );
    }
}
