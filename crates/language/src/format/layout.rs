//! From pieces to lines.

use super::piece::{Piece, Shape};
use LookAhead::{Behind, Inside};

/// The widest line that is not broken.
const WIDTH: usize = 100;
/// Where the items of a process begin.
const INDENT: usize = 2;

/// One line of the result.
#[derive(Debug, Default)]
pub(super) struct Line {
    /// Everything but the comment behind it.
    pub text: String,
    /// The comment behind it.
    pub trailing: Option<String>,
}

/// Lays out the pieces.
pub(super) fn layout(pieces: &[Piece]) -> Vec<Line> {
    let mut layout = LineLayout::default();
    for (index, piece) in pieces.iter().enumerate() {
        layout.piece(piece, &pieces[index + 1..]);
    }
    layout.end_line();
    layout.lines
}

/// Whether the item of a process that is made of these pieces stays on one line.
pub(super) fn is_one_line(pieces: &[Piece]) -> bool {
    let mut layout = LineLayout { newline: Some(INDENT), indent: INDENT, ..LineLayout::default() };
    for (index, piece) in pieces.iter().enumerate() {
        layout.piece(piece, &pieces[index + 1..]);
    }
    layout.lines.is_empty()
}

/// An open shape: what to return to when it closes.
struct OpenGroup {
    indent: usize,
    /// For a group: whether its lines end.
    broken: Option<bool>,
}

/// The state while laying out. Line ends are remembered and carried out before the next text, so several in a
/// row are one, and no line ends in spaces.
#[derive(Default)]
struct LineLayout {
    lines: Vec<Line>,
    current: Line,
    /// Where lines begin now.
    indent: usize,
    /// Where the current line begins.
    line_indent: usize,
    /// Where the next line begins, if the current one has ended.
    newline: Option<usize>,
    /// Whether an empty line comes before the next one.
    blank: bool,
    open: Vec<OpenGroup>,
}

impl LineLayout {
    fn piece(&mut self, piece: &Piece, rest: &[Piece]) {
        match piece {
            Piece::Text(text) => self.text(text),
            Piece::Line if self.is_broken() => self.newline = Some(self.indent),
            Piece::Line => self.text(" "),
            Piece::BlockLine if self.breaks_before_block(rest) => self.newline = Some(self.indent),
            Piece::BlockLine => self.text(" "),
            Piece::HardLine => self.newline = Some(self.indent),
            Piece::Blank => (self.newline, self.blank) = (Some(self.indent), true),
            Piece::Trailing(text) if self.newline.is_some() => self.own(text),
            Piece::Trailing(text) => {
                self.current.trailing = Some(text.clone());
                self.newline = Some(self.indent);
            }
            Piece::Own(text) => self.own(text),
            Piece::Open(shape) => self.open(*shape, rest),
            Piece::Close => {
                if let Some(open) = self.open.pop() {
                    self.indent = open.indent;
                }
            }
        }
    }

    /// Whether the lines of the innermost group end.
    fn is_broken(&self) -> bool {
        self.open.iter().rev().find_map(|open| open.broken).unwrap_or(true)
    }

    /// Adds text to the line; spaces alone do not begin one.
    fn text(&mut self, text: &str) {
        if self.newline.is_some() && text.trim().is_empty() {
            return;
        }
        self.start_line();
        self.current.text.push_str(text);
    }

    /// A comment on its own lines; what is inside stays as it is.
    fn own(&mut self, text: &str) {
        self.newline = Some(self.indent);
        self.start_line();
        for (number, line) in text.lines().enumerate() {
            if number > 0 {
                self.end_line();
            }
            self.current.text.push_str(line);
        }
        self.newline = Some(self.indent);
    }

    /// Carries out the line ends that are due.
    fn start_line(&mut self) {
        let Some(indent) = self.newline.take() else { return };
        let is_first = self.lines.is_empty() && self.current.text.is_empty();
        if !is_first {
            self.end_line();
            if self.blank {
                self.end_line();
            }
        }
        self.blank = false;
        self.line_indent = indent;
        self.current.text.push_str(&" ".repeat(indent));
    }

    fn end_line(&mut self) {
        let mut line = std::mem::take(&mut self.current);
        line.text.truncate(line.text.trim_end().len());
        self.lines.push(line);
    }

    fn open(&mut self, shape: Shape, rest: &[Piece]) {
        let before = self.indent;
        let broken = match shape {
            Shape::Group => Some(self.is_broken() && !self.fits(rest)),
            _ => None,
        };
        self.indent = match shape {
            Shape::Group => before,
            Shape::Nest(columns) => before + columns,
            Shape::Align => self.column(),
            Shape::Hang => self.newline.unwrap_or(self.line_indent),
        };
        self.open.push(OpenGroup { indent: before, broken });
    }

    /// Whether a block goes to the next line: if it fits there but not here, or if not even its beginning fits
    /// here. `rest` is what follows up to the end of the shape around the block.
    fn breaks_before_block(&self, rest: &[Piece]) -> bool {
        if self.newline.is_some() {
            return true;
        }
        let here = self.current.text.chars().count() + 1;
        !fits(rest, here, Inside) && (fits(rest, self.indent, Inside) || !fits(rest, here, Behind))
    }

    /// Whether the group that begins with `pieces` fits on the current line.
    fn fits(&self, pieces: &[Piece]) -> bool {
        fits(pieces, self.column(), Inside)
    }

    /// Where the next text begins.
    fn column(&self) -> usize {
        self.newline.unwrap_or_else(|| self.current.text.chars().count())
    }
}

/// Whether the look-ahead begins inside a shape that must not be broken, or behind it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LookAhead {
    Inside,
    Behind,
}

/// Whether the pieces up to the end of the shape, and what stands behind it up to the next possible line end,
/// fit on a line of which some columns are used.
fn fits(pieces: &[Piece], used: usize, from: LookAhead) -> bool {
    let Some(mut room) = WIDTH.checked_sub(used) else { return false };
    let mut depth = usize::from(from == Inside);
    let mut commented = false;
    for piece in pieces {
        let inside = depth > 0;
        let width = match piece {
            Piece::Text(_) | Piece::Line | Piece::BlockLine if commented => return !inside,
            Piece::Line | Piece::BlockLine if !inside => return true,
            Piece::HardLine | Piece::Blank | Piece::Own(_) => return !inside,
            Piece::Text(text) => text.chars().count(),
            Piece::Line | Piece::BlockLine => 1,
            Piece::Trailing(_) => {
                commented = true;
                0
            }
            Piece::Open(_) => {
                depth += usize::from(inside);
                0
            }
            Piece::Close => {
                depth = depth.saturating_sub(1);
                0
            }
        };
        match room.checked_sub(width) {
            Some(left) => room = left,
            None => return false,
        }
    }
    true
}
