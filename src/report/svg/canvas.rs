//! The canvas of pictures: shapes, scales, legends, columns of dice, and texts whose width is known
//! well enough without a font. Lengths are in units of the picture, which has no size of its own,
//! and y grows downwards.

use itertools::Itertools;
use itertools::MinMaxResult::MinMax;

use crate::report::escape::escape_xml;
use wuerfelglueck::dice::Die;

/// The distance of headings, legends and small print from the left edge of a picture; its margin at
/// the top and at the right.
pub const MARGIN: f64 = 20.0;
/// The height of a heading, with room for the heads of columns.
const HEADING: f64 = 76.0;
/// The distance of the heads of columns from the first row.
const HEAD: f64 = 14.0;
/// The distance of two lines of small text.
pub const LINE: f64 = 16.0;

/// The size of normal text.
pub const NORMAL: f64 = 13.0;
/// The size of text of the class `small`.
pub const SMALL: f64 = 11.0;
/// The size of text of the class `large`.
pub const LARGE: f64 = 18.0;

/// Colours and sizes of all classes, for light and dark screens, in pictures of this program only.
const STYLE: &str = include_str!("style.css");

/// A point of a picture.
#[derive(Clone, Copy)]
pub struct Point {
    pub x: f64,
    pub y: f64,
}

/// The point with these coordinates.
pub fn at(x: f64, y: f64) -> Point {
    Point { x, y }
}

/// The part of a text that stands at its point.
#[derive(Clone, Copy)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

impl Anchor {
    fn attribute(self) -> &'static str {
        match self {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        }
    }
}

/// A bracket around neighbours of a list.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Bracket {
    /// Their order is open.
    Open,
    /// They are level, or have no order.
    Level,
}

/// A picture that is drawn from top to bottom. A shape or a text has classes of the style sheet, or
/// a colour in their place: `#0072b2`.
#[derive(Default)]
pub struct Picture {
    body: String,
    width: f64,
    /// The height at which the next part begins.
    pub y: f64,
}

impl Picture {
    /// Draws a title and a subtitle below it, over a part of this width, to which the picture is
    /// widened. Returns the height at which that part can begin.
    pub fn draw_heading(&mut self, width: f64, title: &str, subtitle: &str) -> f64 {
        self.width = self.width.max(width);
        self.y = self.y.max(MARGIN);
        self.draw_text("large", at(MARGIN, self.y + 8.0), Anchor::Start, title);
        self.draw_text("small", at(MARGIN, self.y + 30.0), Anchor::Start, subtitle);
        self.y + HEADING
    }

    /// Adds an element with attributes that are lengths.
    fn add_shape(&mut self, element: &str, class: &str, attributes: &[(&str, f64)]) {
        self.body += &format!("<{element}{}", paint(class));
        for (name, length) in attributes {
            self.body += &format!(" {name}=\"{}\"", format_length(*length));
        }
        self.body += "/>\n";
    }

    pub fn draw_line(&mut self, class: &str, from: Point, to: Point) {
        let ends = [("x1", from.x), ("x2", to.x), ("y1", from.y), ("y2", to.y)];
        self.add_shape("line", class, &ends);
    }

    /// Draws a rectangle; `corner` is its upper left one.
    pub fn draw_rect(&mut self, class: &str, corner: Point, width: f64, height: f64) {
        let attributes = [
            ("x", corner.x),
            ("y", corner.y),
            ("width", width),
            ("height", height),
        ];
        self.add_shape("rect", class, &attributes);
    }

    pub fn draw_circle(&mut self, class: &str, centre: Point, radius: f64) {
        let attributes = [("cx", centre.x), ("cy", centre.y), ("r", radius)];
        self.add_shape("circle", class, &attributes);
    }

    fn draw_path(&mut self, class: &str, path: &str) {
        self.body += &format!("<path{} d=\"{path}\"/>\n", paint(class));
    }

    /// Draws a text; the middle of its height is at `point`. Its size is that of its first class.
    pub fn draw_text(&mut self, class: &str, point: Point, anchor: Anchor, text: &str) {
        /// Half the height of a digit or capital, as a part of the size.
        const HALF_HEIGHT: f64 = 0.36;
        let size = match class.split(' ').next() {
            Some("small") => SMALL,
            Some("large") => LARGE,
            _ => NORMAL,
        };
        let [x, baseline] = [point.x, point.y + HALF_HEIGHT * size].map(format_length);
        let [class, text] = [paint(class), escape_xml(text)];
        self.body += &format!(
            "<text{class} x=\"{x}\" y=\"{baseline}\"{}>{text}</text>\n",
            anchor.attribute()
        );
    }

    /// Draws a group with these attributes, and a title that shows when it is pointed at. Without
    /// both it is no group.
    pub fn draw_group(&mut self, attributes: &str, title: &str, draw: impl FnOnce(&mut Picture)) {
        if attributes.is_empty() && title.is_empty() {
            return draw(self);
        }
        self.body += &format!("<g{attributes}>");
        if !title.is_empty() {
            self.body += &format!("<title>{}</title>", escape_xml(title));
        }
        self.body += "\n";
        draw(self);
        self.body += "</g>\n";
    }

    /// Draws a diamond around a point.
    pub fn draw_diamond(&mut self, class: &str, Point { x, y }: Point) {
        const HALF_DIAGONAL: f64 = 6.0;
        let [left, right, top, bottom] = [
            x - HALF_DIAGONAL,
            x + HALF_DIAGONAL,
            y - HALF_DIAGONAL,
            y + HALF_DIAGONAL,
        ]
        .map(format_length);
        let [x, y] = [x, y].map(format_length);
        let path = format!("M{x} {top}L{right} {y}L{x} {bottom}L{left} {y}Z");
        self.draw_path(class, &path);
    }

    /// Draws a bracket that opens to the left, with its sign beside it.
    pub fn draw_bracket(&mut self, bracket: Bracket, x: f64, top: f64, bottom: f64) {
        let beside = at(x + 10.0, (top + bottom) / 2.0);
        let [left, right, from, to] = [x, x + 6.0, top + 5.0, bottom - 5.0].map(format_length);
        let [top, end] = [top, bottom].map(format_length);
        let (class, sign, path) = match bracket {
            Bracket::Open => ("open", "?", format!("H{right}V{end}H{left}")),
            Bracket::Level => (
                "level",
                "=",
                format!("Q{right} {top} {right} {from}V{to}Q{right} {end} {left} {end}"),
            ),
        };
        self.draw_path(class, &format!("M{left} {top}{path}"));
        self.draw_text(class, beside, Anchor::Start, sign);
    }

    /// Draws a line of the legend: a sample at the margin, and the text beside it that explains it.
    pub fn draw_legend_line(&mut self, text: &str, draw_sample: impl FnOnce(&mut Picture, Point)) {
        let y = self.y;
        draw_sample(self, at(MARGIN, y));
        self.draw_text("small", at(MARGIN + 28.0, y), Anchor::Start, text);
        self.y += LINE;
    }

    /// Writes small print below, in as many lines as it takes.
    pub fn write_small_print(&mut self, text: &str) {
        let columns = (self.width - 2.0 * MARGIN) / (SMALL * CHARACTER);
        for line in textwrap::wrap(text, columns as usize) {
            self.draw_text("small", at(MARGIN, self.y), Anchor::Start, &line);
            self.y += LINE;
        }
    }

    /// The whole picture, with a title and a description for those who do not see it.
    pub fn into_svg(self, title: &str, description: &str) -> String {
        let [width, height] = [self.width, self.y].map(format_length);
        let [title, description] = [title, description].map(escape_xml);
        let style = STYLE.lines().map(str::trim).format("");
        let body = self.body;
        // Pictures in one web page need ids of their own.
        let id = crc32fast::hash(format!("{title}{description}{body}").as_bytes());
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" class="wuerfelglueck" viewBox="0 0 {width} {height}" role="img" aria-labelledby="title-{id:08x} description-{id:08x}" font-family="sans-serif">
<title id="title-{id:08x}">{title}</title>
<desc id="description-{id:08x}">{description}</desc>
<style>{style}</style>
<rect class="ground" width="{width}" height="{height}"/>
{body}</svg>
"#
        )
    }
}

/// A scale from left to right that ends at ticks.
pub struct Axis {
    /// The values of the ticks, at least two, the least first.
    ticks: Vec<f64>,
    /// The x of the first tick.
    left: f64,
    /// The x of the last tick.
    right: f64,
}

impl Axis {
    /// The narrowest scale of per cent with at most six steps that holds these values, as far as
    /// they are from 0 to 100; all of 0 to 100 if no two different ones are left then.
    pub fn around(values: impl Iterator<Item = f64>, left: f64, right: f64) -> Axis {
        /// Widths of a step, in hundredths of a per cent.
        const STEPS: [u32; 8] = [10, 20, 50, 100, 200, 500, 1000, 2000];
        const MOST_STEPS: u32 = 6;
        const HUNDRED_PERCENT: u32 = 10_000;
        let hundredths = values.map(|value| (100.0 * value).clamp(0.0, f64::from(HUNDRED_PERCENT)));
        // A single value says nothing about the scale, and none at all even less.
        let [low, high] = match hundredths.minmax() {
            MinMax(low, high) if low < high => [low as u32, high.ceil() as u32],
            _ => [0, HUNDRED_PERCENT],
        };
        let is_wide = |step: &u32| high.div_ceil(*step) - low / step <= MOST_STEPS;
        let step = STEPS.into_iter().find(is_wide).unwrap_or(HUNDRED_PERCENT);
        let ticks = (low / step..=high.div_ceil(step))
            .map(|tick| f64::from(tick * step) / 100.0)
            .collect();
        Axis { ticks, left, right }
    }

    /// The x of a value, or of the end of the scale that is nearest to it.
    pub fn x(&self, value: f64) -> f64 {
        let [first, last] = [self.ticks[0], self.ticks[self.ticks.len() - 1]];
        let fraction = (value.clamp(first, last) - first) / (last - first);
        self.left + fraction * (self.right - self.left)
    }

    /// Draws a line for each tick between these heights, with its value above and below.
    pub fn draw(&self, picture: &mut Picture, top: f64, bottom: f64) {
        for &tick in &self.ticks {
            let x = self.x(tick);
            picture.draw_line("grid", at(x, top), at(x, bottom));
            for y in [top - 14.0, bottom + 12.0] {
                picture.draw_text("small", at(x, y), Anchor::Middle, &format_length(tick));
            }
        }
    }
}

/// The right end of the column of ranks.
const RANKS_END: f64 = 56.0;

/// The columns that name the die of a row: its rank, perhaps its number of sides, and its faces.
pub struct RowLabels {
    /// The right end of the column of numbers of sides, if there is one.
    pub sides_end: Option<f64>,
    /// The greatest width of the column of faces.
    pub widest_faces: f64,
}

impl RowLabels {
    /// The left end of the column of faces.
    fn faces_start(&self) -> f64 {
        self.sides_end.unwrap_or(RANKS_END) + 12.0
    }

    /// The left end of what stands beside the columns of these dice.
    pub fn end<'a>(&self, dice: impl Iterator<Item = &'a Die>) -> f64 {
        /// The head needs room, too.
        const NARROWEST_FACES: f64 = 80.0;
        let faces = faces_width(dice, self.widest_faces, NORMAL).max(NARROWEST_FACES);
        self.faces_start() + faces + 20.0
    }

    /// Draws the heads of the columns above rows that begin at the height `top`.
    pub fn draw_heads(&self, picture: &mut Picture, top: f64) {
        let heads = ["Rang", "Seiten", "Augenzahlen"];
        self.draw_texts(picture, "small", top - HEAD, heads);
    }

    /// Draws the row of a die at the height `y`.
    pub fn draw_die(&self, picture: &mut Picture, class: &str, y: f64, rank: usize, die: &Die) {
        let rank = format!("{rank}.");
        let sides = die.faces().len().to_string();
        let faces = format_faces(die, self.widest_faces, NORMAL);
        self.draw_texts(picture, class, y, [&rank, &sides, &faces]);
    }

    /// Draws a text in each column, at the height `y`.
    fn draw_texts(
        &self,
        picture: &mut Picture,
        class: &str,
        y: f64,
        [rank, sides, faces]: [&str; 3],
    ) {
        picture.draw_text(class, at(RANKS_END, y), Anchor::End, rank);
        if let Some(end) = self.sides_end {
            picture.draw_text(class, at(end, y), Anchor::End, sides);
        }
        picture.draw_text(class, at(self.faces_start(), y), Anchor::Start, faces);
    }
}

/// The attribute for a class or a colour.
fn paint(class: &str) -> String {
    match class.chars().next() {
        None => String::new(),
        Some('#') => format!(" fill=\"{class}\""),
        Some(_) => format!(" class=\"{class}\""),
    }
}

/// Formats a length: two decimals at most, no zeros at their end, and no sign of zero.
fn format_length(value: f64) -> String {
    let rounded: f64 = format!("{value:.2}").parse().unwrap_or(value);
    (rounded + 0.0).to_string()
}

/// The mean width of a character other than a space in the widest usual font, DejaVu Sans, as a
/// part of its size. A space has half of it.
const CHARACTER: f64 = 0.65;

/// The width of a text, well enough to leave room for it.
pub fn text_width(text: &str, size: f64) -> f64 {
    let spaces = text.matches(' ').count();
    // Large text is bold.
    let weight = if size >= LARGE { 1.1 } else { 1.0 };
    (text.chars().count() as f64 - 0.5 * spaces as f64) * CHARACTER * size * weight
}

/// Shortens a text to its beginning if it is wider than `most_width`: to whole words, unless not
/// even the first one fits.
pub fn shorten(text: &str, most_width: f64, size: f64) -> String {
    if text_width(text, size) <= most_width {
        return text.into();
    }
    let ellipsis = text_width(" …", size);
    let fits = |end: &usize| text_width(&text[..*end], size) + ellipsis <= most_width;
    let ends = text.char_indices().map(|(end, _)| end);
    let beginning = &text[..ends.take_while(fits).last().unwrap_or(0)];
    match beginning.rsplit_once(' ') {
        Some((words, _)) => format!("{words} …"),
        None => format!("{beginning}…"),
    }
}

/// Formats at most `number` faces of a die.
fn format_first_faces(die: &Die, number: usize) -> String {
    let faces = die.faces();
    let ellipsis = if faces.len() > number { " …" } else { "" };
    format!("{}{ellipsis}", faces.iter().take(number).format(" "))
}

/// Formats the first faces of a die, as many as `most_width` has room for and a glance takes in.
pub fn format_faces(die: &Die, most_width: f64, size: f64) -> String {
    const AT_A_GLANCE: usize = 12;
    shorten(&format_first_faces(die, AT_A_GLANCE), most_width, size)
}

/// The width that the longest faces of these dice take, as [`format_faces`] shortens them.
pub fn faces_width<'a>(dice: impl Iterator<Item = &'a Die>, most_width: f64, size: f64) -> f64 {
    dice.map(|die| text_width(&format_faces(die, most_width, size), size))
        .fold(0.0, f64::max)
}

/// Formats the faces of a die for titles and descriptions: all, or of very many the first ones.
pub fn format_many_faces(die: &Die) -> String {
    const VERY_MANY: usize = 100;
    format_first_faces(die, VERY_MANY)
}
