//! Places in a text as the page counts them: in units of UTF-16 from the beginning.

use diagnostics::{LineIndex, Source, Span};
use serde_json::{Value as Json, json};

/// A text's places, from bytes of UTF-8 to units of UTF-16 and back.
#[derive(Debug)]
pub struct Positions<'t> {
    text: &'t str,
    /// The whole, where the text is the first of several files.
    source: Option<&'t Source>,
    /// Where each line begins: in bytes, and in units.
    lines: Vec<(usize, usize)>,
}

impl<'t> Positions<'t> {
    /// The places of a text.
    pub fn new(text: &'t str) -> Self {
        let mut lines = vec![(0, 0)];
        let (mut bytes, mut units) = (0, 0);
        for line in text.split_inclusive('\n') {
            bytes += line.len();
            units += units_of(line);
            if line.ends_with('\n') {
                lines.push((bytes, units));
            }
        }
        Positions { text, source: None, lines }
    }

    /// The places of a model's own file; what stands in files that it imports is said with their names.
    pub fn of(source: &'t Source) -> Self {
        Positions { source: Some(source), ..Positions::new(source.main()) }
    }

    /// The place of a byte; inside of a character, that of the character.
    pub fn unit(&self, byte: usize) -> usize {
        let byte = self.text.floor_char_boundary(byte);
        let (start, units) = self.lines[self.lines.partition_point(|line| line.0 <= byte) - 1];
        units + units_of(&self.text[start..byte])
    }

    /// The byte of a place; inside of a character, that of the character; behind the text, its end.
    pub fn byte(&self, unit: usize) -> usize {
        let (start, mut units) = self.lines[self.lines.partition_point(|line| line.1 <= unit) - 1];
        for (at, letter) in self.text[start..].char_indices() {
            units += letter.len_utf16();
            if units > unit {
                return start + at;
            }
        }
        self.text.len()
    }

    /// The number of the line of a byte, counted from one.
    pub fn line(&self, byte: usize) -> usize {
        self.lines.partition_point(|line| line.0 <= byte)
    }

    /// Where a line begins, in bytes; the lines are counted from one, and behind the last one is the end of the text.
    pub fn line_start(&self, line: usize) -> usize {
        self.lines.get(line.saturating_sub(1)).map_or(self.text.len(), |line| line.0)
    }

    /// A part of the text as JSON: where it begins and ends, and its first line.
    pub fn part(&self, span: Span) -> Json {
        if let Some(source) = self.source
            && let Some(file) = source.name(source.file_at(span.start))
        {
            let position = LineIndex::new(source).position(source, span.start);
            return json!({ "file": file, "line": position.line });
        }
        let range = span.range();
        json!({ "from": self.unit(range.start), "to": self.unit(range.end), "line": self.line(range.start) })
    }
}

fn units_of(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.encode_utf16().count() }
}

#[cfg(test)]
mod tests {
    use super::Positions;
    use diagnostics::{Source, Span};
    use serde_json::json;

    #[test]
    fn what_stands_in_other_files_names_them() {
        let mut source = Source::from("import \"b\"");
        source.add_file("b", "var x: int\nvar y: int");
        let at = source.text().find('y').expect("it is there");
        let positions = Positions::of(&source);
        assert_eq!(positions.part(Span::new(at, at + 1)), json!({ "file": "b", "line": 2 }));
        assert_eq!(positions.part(Span::new(0, 6)), json!({ "from": 0, "to": 6, "line": 1 }));
    }

    #[test]
    fn there_and_back() {
        let text = "a𝄞b\né x\r\n\n文字";
        let positions = Positions::new(text);
        for (byte, letter) in text.char_indices() {
            let unit = positions.unit(byte);
            assert_eq!(unit, text[..byte].encode_utf16().count());
            assert_eq!(positions.byte(unit), byte, "{letter}");
        }
        assert_eq!((positions.unit(999), positions.byte(999)), (13, text.len()));
        assert_eq!(positions.byte(2), 1, "inside of a pair");
        assert_eq!((positions.line(0), positions.line(7), positions.line(text.len())), (1, 2, 4));
    }
}
