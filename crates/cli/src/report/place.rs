//! Places in a model's text, and lines that are not too long.

use diagnostics::{LineIndex, Source, Span};
use system::Edge;

/// Knows the lines of a model.
pub struct Places<'m> {
    file: &'m str,
    source: &'m Source,
    lines: LineIndex,
}

impl<'m> Places<'m> {
    /// The places of a text that was read from `file`.
    pub fn new(file: &'m str, source: &'m Source) -> Self {
        Places { file, source, lines: LineIndex::new(source) }
    }

    /// The line of a place, counted from one.
    pub fn line(&self, span: Span) -> usize {
        self.lines.position(self.source, span.start).line
    }

    /// The lines of some places: `ticket.fathom:14` or `ticket.fathom:14, 20`.
    pub fn shown(&self, spans: impl IntoIterator<Item = Span>) -> String {
        let mut files: Vec<(&str, Vec<String>)> = Vec::new();
        for span in spans {
            let (file, line) = (self.file(span), self.line(span).to_string());
            match files.iter_mut().find(|(known, _)| *known == file) {
                Some((_, lines)) if lines.contains(&line) => {}
                Some((_, lines)) => lines.push(line),
                None => files.push((file, vec![line])),
            }
        }
        let shown = files.iter().map(|(file, lines)| format!("{file}:{}", lines.join(", ")));
        shown.collect::<Vec<_>>().join(", ")
    }

    /// The file of a place.
    pub fn file(&self, span: Span) -> &str {
        self.imported(span).unwrap_or(self.file)
    }

    /// The file of a place, if it is not the model's own.
    pub fn imported(&self, span: Span) -> Option<&str> {
        self.source.name(self.source.file_at(span.start))
    }

    /// The text of a place with white space and line breaks reduced to single spaces, as far as it is short.
    pub fn text(&self, span: Span) -> String {
        let text = self.source.text().get(span.range()).unwrap_or("");
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        match text.char_indices().nth(LONGEST) {
            Some((end, _)) => format!("{}…", &text[..end]),
            None => text,
        }
    }

    /// The line of a place, with the place underlined:
    ///
    /// ```text
    /// 20 |   a -> b do p->x := 1
    ///    |             ^^^^
    /// ```
    pub fn excerpt(&self, span: Span) -> Vec<String> {
        let start = self.lines.position(self.source, span.start);
        let line = self.lines.line_around(self.source, span.start).trim_end();
        let covered = self.source.text().get(span.range()).unwrap_or("");
        let width = covered.lines().next().unwrap_or("").chars().count();
        let before: String =
            line.chars().take(start.column - 1).map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
        let margin = start.line.to_string();
        vec![
            format!("{margin} | {line}"),
            format!("{} | {before}{}", " ".repeat(margin.len()), "^".repeat(width.max(1))),
        ]
    }
}

/// The most characters of a place that are shown.
const LONGEST: usize = 200;
/// The widest line that is filled with several things.
const WIDTH: usize = 100;

/// The most characters of a guard or an action beside an arrow.
const LONGEST_EDGE: usize = 60;

/// An edge as it is written, without its locations, as far as there is room.
pub fn edge_text(places: &Places<'_>, edge: &Edge) -> String {
    let written = places.text(edge.span);
    let tail = ["when ", "sync ", "broadcast ", "do "];
    let start = tail.iter().filter_map(|word| written.find(&format!(" {word}"))).min();
    let rest = start.map_or("", |start| written[start..].trim());
    let text = match (&edge.label, rest.is_empty()) {
        (Some(label), true) => label.clone(),
        (Some(label), false) => format!("{label}: {rest}"),
        (None, _) => rest.to_owned(),
    };
    match text.char_indices().nth(LONGEST_EDGE) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// The items, separated by commas, in lines that begin with `indent` and are not too long.
pub fn wrapped(items: &[String], indent: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for (index, item) in items.iter().enumerate() {
        let comma = if index + 1 < items.len() { "," } else { "" };
        match lines.last_mut() {
            Some(line) if line.chars().count() + item.chars().count() + 2 <= WIDTH => {
                line.push_str(&format!(" {item}{comma}"));
            }
            _ => lines.push(format!("{indent}{item}{comma}")),
        }
    }
    lines
}

/// A text in lines that begin with `indent` and are not too long.
pub fn filled(text: &str, indent: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + word.chars().count() < WIDTH => {
                line.push_str(&format!(" {word}"));
            }
            _ => lines.push(format!("{indent}{word}")),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_underlined() {
        let source = "var x: int\nevent e do\tx := x / 0\n";
        let text = Source::from(source);
        let places = Places::new("m.fathom", &text);
        let span = Span::new(source.find("x / 0").expect("it is there"), source.len() - 1);
        assert_eq!(places.excerpt(span), ["2 | event e do\tx := x / 0", "  |           \t     ^^^^^"]);
        assert_eq!(places.shown([span, span]), "m.fathom:2");
    }

    #[test]
    fn long_lists_are_wrapped() {
        let items: Vec<String> = (0..30).map(|index| format!("item{index}")).collect();
        let lines = wrapped(&items, "  ");
        assert!(lines.len() > 1 && lines.iter().all(|line| line.len() <= WIDTH && line.starts_with("  ")));
        assert!(wrapped(&[], "  ").is_empty());
        assert_eq!(filled("a few words", "  "), ["  a few words"]);
        assert_eq!(filled(&"word ".repeat(30), "").len(), 2);
    }
}
