//! What a formatted text is made of before lines are laid out.

/// One piece of the stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Piece {
    /// Text that stays together.
    Text(String),
    /// A space, or the end of a line if the innermost group is broken.
    Line,
    /// A space before a block, or the end of a line where that keeps the block on one line.
    BlockLine,
    /// The end of a line in any case.
    HardLine,
    /// The end of a line and an empty one.
    Blank,
    /// A comment behind what stands on the line.
    Trailing(String),
    /// A comment on lines of its own.
    Own(String),
    /// The beginning of a shape.
    Open(Shape),
    /// The end of the innermost open shape.
    Close,
}

/// How the pieces up to the matching `Close` are laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// Its lines end all together or not at all.
    Group,
    /// Lines begin so many columns further to the right.
    Nest(usize),
    /// Lines begin in the column where the shape begins.
    Align,
    /// Lines begin where the line begins on which the shape begins.
    Hang,
}
