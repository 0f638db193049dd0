//! Places as clients count them: lines, and columns in units of some encoding.

use diagnostics::Span;
use serde_json::{Value as Json, json};

/// The units of columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Encoding {
    /// Bytes.
    Utf8,
    /// Halves of characters beyond the basic plane, otherwise characters: what clients use that say nothing.
    #[default]
    Utf16,
    /// Characters.
    Utf32,
}

impl Encoding {
    /// The first encoding that the client offers and that costs nothing here; otherwise what every client knows.
    pub fn agreed(offered: &[&str]) -> Encoding {
        match offered {
            _ if offered.contains(&"utf-8") => Encoding::Utf8,
            _ if offered.contains(&"utf-16") || offered.is_empty() => Encoding::Utf16,
            _ if offered.contains(&"utf-32") => Encoding::Utf32,
            _ => Encoding::Utf16,
        }
    }

    /// Its name in the protocol.
    pub fn name(self) -> &'static str {
        match self {
            Encoding::Utf8 => "utf-8",
            Encoding::Utf16 => "utf-16",
            Encoding::Utf32 => "utf-32",
        }
    }

    fn width(self, letter: char) -> usize {
        match self {
            Encoding::Utf8 => letter.len_utf8(),
            Encoding::Utf16 => letter.len_utf16(),
            Encoding::Utf32 => 1,
        }
    }
}

/// Where the lines of a text begin. They end as the protocol says: with `\n`, `\r\n` or `\r`.
#[derive(Debug, Clone, Default)]
pub(super) struct Lines {
    starts: Vec<usize>,
    encoding: Encoding,
}

impl Lines {
    pub fn new(text: &str, encoding: Encoding) -> Lines {
        let bytes = text.as_bytes();
        let ends = bytes.iter().enumerate().filter(|(at, byte)| match byte {
            b'\n' => true,
            b'\r' => bytes.get(at + 1) != Some(&b'\n'),
            _ => false,
        });
        Lines { starts: std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect(), encoding }
    }

    /// A line without its end.
    fn line<'t>(&self, text: &'t str, line: usize) -> &'t str {
        let start = self.starts[line];
        let end = self.starts.get(line + 1).copied().unwrap_or(text.len());
        text[start..end].trim_end_matches(['\n', '\r'])
    }

    /// The line and column of an offset, both counted from zero.
    pub fn position(&self, text: &str, offset: usize) -> (usize, usize) {
        let offset = text.floor_char_boundary(offset);
        let line = self.starts.partition_point(|start| *start <= offset) - 1;
        let before = &text[self.starts[line]..offset];
        (line, before.chars().map(|letter| self.encoding.width(letter)).sum())
    }

    /// The offset of a line and column; what is too large is moved to the end of the line or of the text, and what is
    /// inside a character to its beginning.
    pub fn offset(&self, text: &str, line: usize, column: usize) -> usize {
        if line >= self.starts.len() {
            return text.len();
        }
        let mut width = 0;
        for (at, letter) in self.line(text, line).char_indices() {
            width += self.encoding.width(letter);
            if width > column {
                return self.starts[line] + at;
            }
        }
        self.starts[line] + self.line(text, line).len()
    }

    /// The offset of a position in the form of the protocol.
    pub fn offset_of(&self, text: &str, position: &Json) -> Option<usize> {
        let number = |name: &str| usize::try_from(position.get(name)?.as_u64()?).ok();
        Some(self.offset(text, number("line")?, number("character")?))
    }

    /// A place in the form of the protocol.
    pub fn range(&self, text: &str, span: Span) -> Json {
        let position = |offset: u32| {
            let (line, character) = self.position(text, offset as usize);
            json!({ "line": line, "character": character })
        };
        json!({ "start": position(span.start), "end": position(span.end) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_and_offsets_are_inverse() {
        let text = "aé𝒳\r\nb\rc\n\nd";
        for encoding in [Encoding::Utf8, Encoding::Utf16, Encoding::Utf32] {
            let lines = Lines::new(text, encoding);
            for (offset, _) in text.char_indices().chain([(text.len(), ' ')]) {
                // The end of a line and what stands behind it are one position.
                let inside_end = text[..offset].ends_with('\r') && text[offset..].starts_with('\n');
                let (line, column) = lines.position(text, offset);
                let back = lines.offset(text, line, column);
                assert_eq!(back, if inside_end { offset - 1 } else { offset }, "{encoding:?} {offset}");
            }
        }
    }

    #[test]
    fn columns_have_units() {
        let text = "aé𝒳b";
        let column = |encoding| Lines::new(text, encoding).position(text, text.len() - 1).1;
        assert_eq!([Encoding::Utf8, Encoding::Utf16, Encoding::Utf32].map(column), [7, 4, 3]);
        let lines = Lines::new(text, Encoding::Utf16);
        assert_eq!(lines.offset(text, 0, 3), 3, "inside of a character");
        assert_eq!(lines.offset(text, 0, 99), text.len());
        assert_eq!(lines.offset(text, 9, 0), text.len());
    }

    #[test]
    fn the_cheapest_encoding_is_agreed_on() {
        assert_eq!(Encoding::agreed(&["utf-16", "utf-8"]), Encoding::Utf8);
        assert_eq!(Encoding::agreed(&["utf-32"]), Encoding::Utf32);
        assert_eq!(Encoding::agreed(&[]), Encoding::Utf16);
    }
}
