//! Takes tokens with their comments from the source, one after the other, and writes pieces.

use std::ops::Range;

use diagnostics::Span;

use super::piece::{Piece, Shape};
use crate::lexer::Comment;
use crate::parser::{Lexemes, is_plain_name};
use crate::token::{Token, TokenKind};

/// The state while writing pieces.
pub(super) struct Writer<'s> {
    source: &'s str,
    tokens: Vec<Token>,
    comments: Vec<Comment>,
    /// The index of the next token.
    at: usize,
    /// The index of the next comment.
    comment_at: usize,
    /// Where the last token or comment ended.
    end: u32,
    /// Whether an empty line stood before a token that was left out.
    blank: bool,
    pieces: Vec<Piece>,
}

impl<'s> Writer<'s> {
    pub fn new(source: &'s str, parts: Lexemes) -> Self {
        Writer {
            source,
            tokens: parts.tokens,
            comments: parts.comments,
            at: 0,
            comment_at: 0,
            end: 0,
            blank: false,
            pieces: Vec::new(),
        }
    }

    /// The pieces of the whole text.
    ///
    /// # Panics
    ///
    /// If a token or comment was not taken, since then the formatter would lose part of the model.
    pub fn finish(self) -> Vec<Piece> {
        assert!(self.next() == TokenKind::End, "the formatter must take every token");
        assert!(self.comment_at == self.comments.len(), "the formatter must take every comment");
        self.pieces
    }

    /// What the next token is.
    pub fn next(&self) -> TokenKind {
        self.tokens[self.at].kind
    }

    /// Where the next token stands.
    pub fn next_span(&self) -> Span {
        self.tokens[self.at].span
    }

    /// Whether the token behind the next one begins a line.
    pub fn line_ends_behind_next(&self) -> bool {
        self.tokens.get(self.at + 1).is_some_and(|token| token.first_on_line)
    }

    /// How many pieces are written.
    pub fn written(&self) -> usize {
        self.pieces.len()
    }

    /// Some of the pieces that are written.
    pub fn pieces(&self, range: &Range<usize>) -> &[Piece] {
        &self.pieces[range.clone()]
    }

    /// Puts a piece in the place of another.
    pub fn replace(&mut self, number: usize, piece: Piece) {
        self.pieces[number] = piece;
    }

    /// Writes a piece that is no token.
    pub fn write(&mut self, piece: Piece) {
        self.pieces.push(piece);
    }

    /// Opens a shape.
    pub fn open(&mut self, shape: Shape) {
        self.pieces.push(Piece::Open(shape));
    }

    /// Closes the innermost open shape.
    pub fn close(&mut self) {
        self.pieces.push(Piece::Close);
    }

    /// Writes a space.
    pub fn space(&mut self) {
        self.text(" ");
    }

    /// Writes a text that is not in the source.
    pub fn text(&mut self, text: &str) {
        self.pieces.push(Piece::Text(text.to_string()));
    }

    /// Writes a possible line end.
    pub fn line(&mut self) {
        self.pieces.push(Piece::Line);
    }

    /// Takes the next token: the comments before it, its text, and the comments behind it on its line.
    pub fn take(&mut self) {
        self.comments_before(false);
        let token = self.tokens[self.at];
        let text = written(&self.source[token.span.range()], token.kind);
        self.pieces.push(Piece::Text(text));
        self.advance();
        self.comments_behind();
    }

    /// Takes the next token and writes a space.
    pub fn take_spaced(&mut self) {
        self.take();
        self.space();
    }

    /// Leaves out the next token, but not its comments.
    pub fn drop_token(&mut self) {
        let limit = self.next_span().start;
        while let Some(comment) = self.next_comment(limit) {
            let text = self.comment_text(comment);
            let is_own = text.contains('\n') || self.between(comment.span.start).contains('\n');
            self.pieces.push(if is_own { Piece::Own(text) } else { Piece::Trailing(text) });
            self.pass_comment();
        }
        self.blank |= self.is_blank_before(limit);
        self.advance();
        self.comments_behind();
    }

    /// Leaves out the tokens that end items.
    pub fn drop_semicolons(&mut self) {
        while self.next() == TokenKind::Semicolon {
            self.drop_token();
        }
    }

    fn advance(&mut self) {
        self.end = self.tokens[self.at].span.end;
        self.at += 1;
    }

    /// Writes the comments before the next token, on their own lines if that is where they stand; `blank` asks
    /// to keep empty lines.
    pub fn comments_before(&mut self, blank: bool) {
        let limit = self.next_span().start;
        while let Some(comment) = self.next_comment(limit) {
            self.keep_blank(blank, comment.span.start);
            let text = self.comment_text(comment);
            let inline = self.is_inline(limit);
            self.pass_comment();
            self.pieces.push(if inline { Piece::Text(text + " ") } else { Piece::Own(text) });
        }
        self.keep_blank(blank, limit);
    }

    /// Writes the comments before a bracket that ends what they belong to, all on their own lines and without
    /// an empty line behind them.
    pub fn comments_before_end(&mut self, blank: bool) {
        let limit = self.next_span().start;
        while let Some(comment) = self.next_comment(limit) {
            self.keep_blank(blank, comment.span.start);
            let text = self.comment_text(comment);
            self.pieces.push(Piece::Own(text));
            self.pass_comment();
        }
        self.blank = false;
    }

    /// Writes an empty line if there is one before `next` and it is to be kept.
    fn keep_blank(&mut self, blank: bool, next: u32) {
        if blank && (self.blank || self.is_blank_before(next)) {
            self.pieces.push(Piece::Blank);
            self.blank = false;
        }
    }

    /// Writes the comments between the token just taken and the end of its line; if there is another token on
    /// the line, or a comment that spans lines, the comments belong to that token.
    fn comments_behind(&mut self) {
        let (end, first) = (self.end, self.comment_at);
        let limit = self.next_span().start;
        let mut texts = Vec::new();
        while let Some(comment) = self.next_comment(limit) {
            let text = self.comment_text(comment);
            if self.between(comment.span.start).contains('\n') || text.contains('\n') {
                break;
            }
            texts.push(text);
            self.pass_comment();
        }
        if texts.is_empty() {
            return;
        }
        if self.line_ends_here() {
            self.pieces.push(Piece::Trailing(texts.join(" ")));
        } else {
            (self.end, self.comment_at) = (end, first);
        }
    }

    /// Whether only comments within the line stand between the next comment and the token at `token`, so that
    /// both stay on one line.
    fn is_inline(&self, token: u32) -> bool {
        let from = self.comments[self.comment_at].span.start;
        let at_end = token as usize == self.source.len();
        !at_end && !self.source[from as usize..token as usize].contains('\n')
    }

    fn pass_comment(&mut self) {
        self.end = self.comments[self.comment_at].span.end;
        self.comment_at += 1;
    }

    /// Whether nothing but white space follows on the line of the last token or comment.
    fn line_ends_here(&self) -> bool {
        let token = self.next_span().start;
        let next = self.next_comment(token).map_or(token, |comment| comment.span.start);
        self.between(next).contains('\n') || next as usize == self.source.len()
    }

    /// The next comment, if it stands before `limit`.
    fn next_comment(&self, limit: u32) -> Option<Comment> {
        self.comments.get(self.comment_at).copied().filter(|comment| comment.span.start < limit)
    }

    fn comment_text(&self, comment: Comment) -> String {
        self.source[comment.span.range()].replace("\r\n", "\n")
    }

    /// The white space from the last token or comment to `next`.
    fn between(&self, next: u32) -> &'s str {
        &self.source[self.end as usize..next.max(self.end) as usize]
    }

    /// Whether there is an empty line between the last token or comment and `next`.
    pub fn is_blank_before(&self, next: u32) -> bool {
        self.between(next).bytes().filter(|byte| *byte == b'\n').count() > 1
    }

    /// Whether there is an empty line anywhere between two places, outside of comments.
    pub fn has_blank(&self, from: u32, to: u32) -> bool {
        let first = self.comments.partition_point(|comment| comment.span.start < from);
        let inside = self.comments[first..].iter().take_while(|comment| comment.span.start < to);
        let mut start = from;
        let mut stretches = Vec::new();
        for comment in inside {
            stretches.push(start..comment.span.start);
            start = comment.span.end;
        }
        stretches.push(start..to);
        stretches.into_iter().any(|stretch| {
            let text = &self.source[stretch.start as usize..stretch.end as usize];
            text.split(';').any(|part| part.bytes().filter(|byte| *byte == b'\n').count() > 1)
        })
    }
}

/// A token as it is written: backquotes stay only where a name needs them.
fn written(text: &str, kind: TokenKind) -> String {
    match kind {
        TokenKind::Backquoted if is_plain_name(&text[1..text.len() - 1]) => {
            text[1..text.len() - 1].to_string()
        }
        _ => text.to_string(),
    }
}

/// A name as it is written, which may have lost its backquotes in the syntax tree.
pub(super) fn written_name(name: &str) -> String {
    if is_plain_name(name) { name.to_string() } else { format!("`{name}`") }
}
