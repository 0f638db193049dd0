//! How much room texts need.
//!
//! All texts are set in a fixed-width font, since only then can their width be known without the font: six
//! tenths of its size for each column, a little less than what common fixed-width fonts need at most.

use crate::chart::Spot;

/// The size of the text in boxes.
pub const NODE_FONT: f64 = 11.0;
/// The size of the text at arrows.
pub const LABEL_FONT: f64 = 9.5;
/// The distance between the text in a box and its border.
pub const PADDING: f64 = 7.0;
/// How far an arrow from a state to itself stands out.
pub const LOOP: f64 = 20.0;
/// How far the arrow that marks an initial state stands out.
pub const ENTRY: f64 = 20.0;
/// The number of lines of a label beyond which names are left out.
const LABEL_LINES: usize = 8;
/// The length of a name beyond which it is broken where that is possible.
const LABEL_COLUMNS: usize = 14;

/// The distance between two lines of text of this size.
pub fn line_height(font: f64) -> f64 {
    font * 1.3
}

/// The width of a text of this size.
pub fn width(text: &str, font: f64) -> f64 {
    columns(text) as f64 * font * 0.605
}

/// How many columns of a fixed-width font a text takes; most East Asian characters take two.
fn columns(text: &str) -> usize {
    text.chars()
        .map(|c| if matches!(c, '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{ffe6}') { 2 } else { 1 })
        .sum()
}

/// The room for these lines of text, without any border.
pub fn block<'t>(lines: impl IntoIterator<Item = &'t String>, font: f64) -> (f64, f64) {
    let mut size = (0.0_f64, 0.0);
    for line in lines {
        size = (size.0.max(width(line, font)), size.1 + line_height(font));
    }
    size
}

/// All lines in the box of a state, and how many of them are notes about it, at the end.
pub fn node_lines(spot: &Spot) -> (Vec<String>, usize) {
    let mut lines = spot.lines.clone();
    let before = lines.len();
    if spot.dead_end {
        lines.push("dead end".to_string());
    }
    lines.extend(spot.faults.iter().map(|fault| format!("! {fault}")));
    let notes = lines.len() - before;
    (lines, notes)
}

/// The lines of the label of an arrow with these names.
pub fn label_lines(names: &[String]) -> Vec<String> {
    let mut lines: Vec<String> = names.iter().flat_map(|name| broken(name)).collect();
    if lines.len() > LABEL_LINES {
        let shown = names.iter().scan(0, |used, name| {
            *used += broken(name).len();
            (*used < LABEL_LINES).then_some(())
        });
        let shown = shown.count();
        lines = names[..shown].iter().flat_map(|name| broken(name)).collect();
        lines.push(format!("… {} more", names.len() - shown));
    }
    lines
}

/// A name in one line, or broken behind a colon and before `&` if it is long.
fn broken(name: &str) -> Vec<String> {
    if columns(name) <= LABEL_COLUMNS {
        return vec![name.to_string()];
    }
    let mut lines = Vec::new();
    for (index, part) in name.split(" & ").enumerate() {
        let part = if index == 0 { part.to_string() } else { format!("& {part}") };
        match part.split_once(": ") {
            Some((owner, edge)) if columns(&part) > LABEL_COLUMNS => {
                lines.push(format!("{owner}:"));
                lines.push(edge.to_string());
            }
            _ => lines.push(part),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_are_broken_and_long_lists_are_cut() {
        assert_eq!(broken("tick[3]"), ["tick[3]"]);
        assert_eq!(broken("Client[1]: think -> wait"), ["Client[1]:", "think -> wait"]);
        assert_eq!(broken("P: a -> b & Q: c -> d"), ["P: a -> b", "& Q: c -> d"]);
        let names: Vec<String> = (0..20).map(|index| format!("tick[{index}]")).collect();
        let lines = label_lines(&names);
        assert_eq!(lines.len(), LABEL_LINES);
        assert_eq!(lines.last().map(String::as_str), Some("… 13 more"));
        assert_eq!(label_lines(&names[..LABEL_LINES]).len(), LABEL_LINES);
    }
}
