//! What pictures are drawn on: shapes, scales, legends, and texts whose width is known well enough
//! without a font.

use itertools::Itertools;
use itertools::MinMaxResult::MinMax;

use crate::report::escape::escape_xml;
use wuerfelglueck::dice::Die;

pub const MARGIN: f64 = 20.0;
/// The height of a heading, and the distance of the heads of columns from what is below.
const HEADING: f64 = 76.0;
pub const HEAD: f64 = 14.0;
/// The distance of two lines of small text.
pub const LINE: f64 = 16.0;

pub const NORMAL: f64 = 13.0;
pub const SMALL: f64 = 11.0;
pub const LARGE: f64 = 18.0;

/// Colours and sizes of all classes, for light and dark screens, in pictures of this program only.
const STYLE: &str = include_str!("style.css");

/// Where a text stands beside its point, as an attribute.
pub const START: &str = "";
pub const MIDDLE: &str = " text-anchor=\"middle\"";
pub const END: &str = " text-anchor=\"end\"";

/// A picture that is drawn from top to bottom. Instead of a class there can be a colour: `#0072b2`.
#[derive(Default)]
pub struct Picture {
    body: String,
    width: f64,
    /// Where what comes next begins.
    pub y: f64,
}

impl Picture {
    /// Writes a heading and a line below it, over what is so wide. Returns where that begins.
    pub fn heading(&mut self, width: f64, title: &str, subtitle: &str) -> f64 {
        self.width = self.width.max(width);
        self.y = self.y.max(MARGIN);
        self.text("large", [MARGIN, self.y + 8.0], START, title);
        self.text("small", [MARGIN, self.y + 30.0], START, subtitle);
        self.y + HEADING
    }

    fn shape<const N: usize>(&mut self, name: &str, class: &str, names: [&str; N], at: [f64; N]) {
        let at = names.iter().zip(at.map(number));
        let at = at.map(|(name, value)| format!(" {name}=\"{value}\""));
        self.body += &format!("<{name}{}{}/>\n", paint(class), at.format(""));
    }

    pub fn line(&mut self, class: &str, [x1, x2]: [f64; 2], [y1, y2]: [f64; 2]) {
        self.shape("line", class, ["x1", "x2", "y1", "y2"], [x1, x2, y1, y2]);
    }

    pub fn rect(&mut self, class: &str, [x, y]: [f64; 2], [width, height]: [f64; 2]) {
        let names = ["x", "y", "width", "height"];
        self.shape("rect", class, names, [x, y, width, height]);
    }

    pub fn circle(&mut self, class: &str, [x, y]: [f64; 2], radius: f64) {
        self.shape("circle", class, ["cx", "cy", "r"], [x, y, radius]);
    }

    pub fn path(&mut self, class: &str, path: &str) {
        self.body += &format!("<path{} d=\"{path}\"/>\n", paint(class));
    }

    /// Writes a text, the middle of its height being at `y`. Its size is that of its class.
    pub fn text(&mut self, class: &str, [x, y]: [f64; 2], anchor: &str, text: &str) {
        /// Half the height of a digit or capital, of a size.
        const HALF: f64 = 0.36;
        let size = match class.split(' ').next() {
            Some("small") => SMALL,
            Some("large") => LARGE,
            _ => NORMAL,
        };
        let [x, baseline] = [x, y + HALF * size].map(number);
        let [class, text] = [paint(class), escape_xml(text)];
        self.body += &format!("<text{class} x=\"{x}\" y=\"{baseline}\"{anchor}>{text}</text>\n");
    }

    /// Draws a group with these attributes, and what it says to whoever points at it, or without
    /// either no group.
    pub fn group(&mut self, attributes: &str, title: &str, draw: impl FnOnce(&mut Picture)) {
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

    pub fn diamond(&mut self, class: &str, [x, y]: [f64; 2]) {
        const SIZE: f64 = 6.0;
        let [left, right, top, bottom] = [x - SIZE, x + SIZE, y - SIZE, y + SIZE].map(number);
        let [x, y] = [x, y].map(number);
        let path = format!("M{x} {top}L{right} {y}L{x} {bottom}L{left} {y}Z");
        self.path(class, &path);
    }

    /// Draws a bracket that opens to the left, around what is `open` or `level`.
    pub fn bracket(&mut self, class: &str, x: f64, [top, bottom]: [f64; 2]) {
        let at = [x + 10.0, (top + bottom) / 2.0];
        let [left, right, from, to] = [x, x + 6.0, top + 5.0, bottom - 5.0].map(number);
        let [top, end] = [top, bottom].map(number);
        let curve = format!("Q{right} {top} {right} {from}V{to}Q{right} {end} {left} {end}");
        let (sign, path) = match class {
            "open" => ("?", format!("H{right}V{end}H{left}")),
            _ => ("=", curve),
        };
        self.path(class, &format!("M{left} {top}{path}"));
        self.text(class, at, START, sign);
    }

    /// Says on a line of its own what that means which is drawn there, beside this point at the
    /// margin.
    pub fn legend(&mut self, text: &str, draw: impl FnOnce(&mut Picture, [f64; 2])) {
        let y = self.y;
        draw(self, [MARGIN, y]);
        self.text("small", [MARGIN + 28.0, y], START, text);
        self.y += LINE;
    }

    /// Writes small print below, in as many lines as it takes.
    pub fn small_print(&mut self, text: &str) {
        let columns = (self.width - 2.0 * MARGIN) / (SMALL * CHARACTER);
        for line in textwrap::wrap(text, columns as usize) {
            self.text("small", [MARGIN, self.y], START, &line);
            self.y += LINE;
        }
    }

    /// All of the picture, with its name and what it shows, for those who do not see it.
    pub fn finish(self, title: &str, description: &str) -> String {
        let [width, height] = [self.width, self.y].map(number);
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
    /// Where the first and the last tick are.
    ends: [f64; 2],
}

impl Axis {
    /// The narrowest scale of per cent with at most six steps on which these values lie.
    pub fn around(values: impl Iterator<Item = f64>, ends: [f64; 2]) -> Axis {
        const STEPS: [u32; 8] = [10, 20, 50, 100, 200, 500, 1000, 2000];
        const MOST: u32 = 6;
        const ALL: u32 = 10_000;
        let hundredths = values.map(|value| (100.0 * value).clamp(0.0, f64::from(ALL)));
        // A single value says nothing about the scale, and none at all even less.
        let [low, high] = match hundredths.minmax() {
            MinMax(low, high) if low < high => [low as u32, high.ceil() as u32],
            _ => [0, ALL],
        };
        let is_wide = |step: &u32| high.div_ceil(*step) - low / step <= MOST;
        let step = STEPS.into_iter().find(is_wide).unwrap_or(ALL);
        let ticks = (low / step..=high.div_ceil(step)).map(|tick| f64::from(tick * step) / 100.0);
        let ticks = ticks.collect();
        Axis { ticks, ends }
    }

    /// Where a value lies.
    pub fn at(&self, value: f64) -> f64 {
        let [first, last] = [self.ticks[0], self.ticks[self.ticks.len() - 1]];
        let [left, right] = self.ends;
        left + (value.clamp(first, last) - first) / (last - first) * (right - left)
    }

    /// Draws a line for each tick between these heights, with its value above and below.
    pub fn draw(&self, picture: &mut Picture, [top, bottom]: [f64; 2]) {
        for &tick in &self.ticks {
            let x = self.at(tick);
            picture.line("grid", [x, x], [top, bottom]);
            for y in [top - 14.0, bottom + 12.0] {
                picture.text("small", [x, y], MIDDLE, &number(tick));
            }
        }
    }
}

fn paint(class: &str) -> String {
    match class.chars().next() {
        None => String::new(),
        Some('#') => format!(" fill=\"{class}\""),
        Some(_) => format!(" class=\"{class}\""),
    }
}

/// A coordinate: two decimals at most, no zeros at their end, and no sign of zero.
pub fn number(value: f64) -> String {
    let rounded: f64 = format!("{value:.2}").parse().unwrap_or(value);
    (rounded + 0.0).to_string()
}

/// The mean width of a character other than a space in the widest usual font, DejaVu Sans, of its
/// size. A space has half of it.
const CHARACTER: f64 = 0.65;

/// The width of a text, well enough to leave room for it.
pub fn width(text: &str, size: f64) -> f64 {
    let spaces = text.matches(' ').count();
    // Large text is bold.
    let weight = if size >= LARGE { 1.1 } else { 1.0 };
    (text.chars().count() as f64 - 0.5 * spaces as f64) * CHARACTER * size * weight
}

/// The text, or its beginning if it is too wide: whole words if there are several.
pub fn shortened(text: &str, most: f64, size: f64) -> String {
    if width(text, size) <= most {
        return text.into();
    }
    let ends = text.char_indices().map(|(end, _)| end);
    let fits = |end: &usize| width(&text[..*end], size) + width(" …", size) <= most;
    let beginning = &text[..ends.take_while(fits).last().unwrap_or(0)];
    match beginning.rsplit_once(' ') {
        Some((words, _)) => format!("{words} …"),
        None => format!("{beginning}…"),
    }
}

fn first_faces(die: &Die, most: usize) -> String {
    let faces = die.faces();
    let more = if faces.len() > most { " …" } else { "" };
    format!("{}{more}", faces.iter().take(most).format(" "))
}

/// The faces of a die, as many as there is room for, and no more than a glance takes in.
pub fn faces(die: &Die, room: f64, size: f64) -> String {
    shortened(&first_faces(die, 12), room, size)
}

/// The room that the faces of these dice take at most.
pub fn room<'a>(dice: impl Iterator<Item = &'a Die>, most: f64, size: f64) -> f64 {
    let widths = dice.map(|die| width(&faces(die, most, size), size));
    widths.fold(0.0, f64::max)
}

/// The faces of a die for whoever points at it: all, unless there are very many.
pub fn all_faces(die: &Die) -> String {
    first_faces(die, 100)
}
