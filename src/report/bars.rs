//! Bars below the lines of the Bestenliste, for people.

/// Spaces left of each bar.
const MARGIN: usize = 3;

/// The bar for an interval, in per cent. The width of a line, in characters, stands for 100 %. `#` reaches up
/// to the interval, `-` is the interval, and `|` its ends.
pub(super) fn bar(interval: [f64; 2], width: usize) -> String {
    let columns = width.saturating_sub(MARGIN).max(10);
    let [low, high] = interval.map(|end| {
        let column = (end / 100.0 * columns as f64) as usize;
        column.min(columns - 1)
    });
    let signs = (0..=high).map(|column| match column {
        _ if column < low => '#',
        _ if column == low || column == high => '|',
        _ => '-',
    });
    std::iter::repeat_n(' ', MARGIN).chain(signs).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whiskers_are_the_ends_of_the_interval() {
        for (interval, shown) in [
            ([30.0, 60.0], "###|--|"),
            ([30.0, 35.0], "###|"),
            ([39.0, 40.0], "###||"),
            ([0.0, 0.0], "|"),
            ([0.0, 25.0], "|-|"),
            ([95.0, 100.0], "#########|"),
            ([0.0, 100.0], "|--------|"),
        ] {
            assert_eq!(bar(interval, 13), format!("   {shown}"), "{interval:?}");
        }
    }
}
