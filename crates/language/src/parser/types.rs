//! Types.

use diagnostics::{Code, Diagnostic};

use super::Parser;
use super::precedence::Level;
use crate::ast::{Expr, ExprKind, Name, TypeExpr, TypeKind};
use crate::token::{Keyword, TokenKind};

/// What to do about an array with several indices.
const ONE_INDEX: &str = "an array has one index; for two, write `array [lo..hi] of array [lo..hi] of T`";

/// A word that begins a type, and is a name anywhere else.
#[derive(Clone, Copy)]
enum StructureWord {
    Record,
    Set,
    Queue,
}

impl Parser<'_> {
    /// A type.
    pub(super) fn type_expr(&mut self) -> TypeExpr {
        self.type_tree().0
    }

    /// A type with the length of the longest path to one of its leaves.
    pub(super) fn type_tree(&mut self) -> (TypeExpr, u32) {
        let start = self.span();
        let (kind, height) = self.nested(Self::type_kind).unwrap_or((TypeKind::Error, 0));
        (TypeExpr { kind, span: self.span_from(start) }, height + 1)
    }

    /// Whether a type begins here that does not look like an expression.
    pub(super) fn at_type_only(&self) -> bool {
        use Keyword::*;
        match self.peek() {
            TokenKind::Keyword(keyword) => matches!(keyword, Bool | Int | Nat | Ref | Array),
            TokenKind::BraceOpen => self.at_names_in_braces(),
            _ => self.structure_word().is_some(),
        }
    }

    /// Whether braces with nothing but names between stand here: an enumeration, not a set of values.
    fn at_names_in_braces(&self) -> bool {
        let mut at = 1;
        while self.nth(at).is_name() {
            match self.nth(at + 1) {
                TokenKind::BraceClose => return true,
                TokenKind::Comma => at += 2,
                _ => return false,
            }
        }
        at > 1 && self.nth(at) == TokenKind::BraceClose
    }

    /// `record`, `set` or `fifo` where it begins a type.
    fn structure_word(&self) -> Option<StructureWord> {
        if self.peek() != TokenKind::Name {
            return None;
        }
        match self.text() {
            "record" if self.nth(1) == TokenKind::BraceOpen => Some(StructureWord::Record),
            "set" if self.nth(1) == TokenKind::Keyword(Keyword::Of) => Some(StructureWord::Set),
            "fifo" if self.is_capacity_of() => Some(StructureWord::Queue),
            _ => None,
        }
    }

    /// Whether an expression and then `of` follow the present word.
    fn is_capacity_of(&self) -> bool {
        use TokenKind::*;
        let rest = self.tokens[self.at + 1..].iter();
        let mut behind = rest.skip_while(|token| {
            matches!(token.kind, Name | Backquoted | Number | Plus | Minus | Star | Slash | Percent)
                || matches!(token.kind, ParenOpen | ParenClose | Comma)
        });
        behind.next().is_some_and(|token| token.kind == Keyword(crate::token::Keyword::Of))
    }

    fn type_kind(&mut self) -> (TypeKind, u32) {
        if self.eat_keyword(Keyword::Bool) {
            (TypeKind::Bool, 0)
        } else if self.eat_keyword(Keyword::Nat) {
            (TypeKind::Nat, 0)
        } else if self.eat_keyword(Keyword::Int) {
            (TypeKind::Int, 0)
        } else if self.eat_keyword(Keyword::Ref) {
            (self.name("the name of a process").map_or(TypeKind::Error, TypeKind::Ref), 0)
        } else if self.at(TokenKind::BraceOpen) {
            let open = self.bump().span;
            if self.at(TokenKind::Number) {
                self.expected_help(
                    "a member",
                    "numbers are a range: `lo..hi`; some of them, `var x: lo..hi in {0, 2}`",
                );
            }
            let members = self.list(TokenKind::BraceClose, open, |parser| parser.name("a member"));
            (TypeKind::Enumeration(members), 0)
        } else if self.eat_keyword(Keyword::Array) {
            self.array_type()
        } else if let Some(word) = self.structure_word() {
            self.structure_type(word)
        } else {
            self.range_or_name()
        }
    }

    fn structure_type(&mut self, word: StructureWord) -> (TypeKind, u32) {
        self.bump();
        match word {
            StructureWord::Record => {
                let open = self.bump().span;
                let mut tallest = 0;
                let fields = self.list(TokenKind::BraceClose, open, |parser| {
                    let name = parser.name("the name of a field");
                    parser.expect_type_colon();
                    let (ty, height) = parser.type_tree();
                    tallest = tallest.max(height);
                    Some((name?, ty))
                });
                (TypeKind::Record(fields), tallest)
            }
            StructureWord::Set => {
                self.bump();
                let (element, height) = self.type_tree();
                (TypeKind::Set(Box::new(element)), height)
            }
            StructureWord::Queue => {
                let capacity = self.climb(Level::Additive);
                self.expect(TokenKind::Keyword(Keyword::Of));
                let (entry, height) = self.type_tree();
                let tallest = capacity.height.max(height);
                (TypeKind::Queue(capacity.boxed(), Box::new(entry)), tallest)
            }
        }
    }

    /// `[lo..hi] of T` behind `array`.
    fn array_type(&mut self) -> (TypeKind, u32) {
        let open = self.span();
        if !self.eat(TokenKind::BracketOpen) {
            self.expected_help("`[`", "an array is written `array [lo..hi] of T`");
        }
        let low = self.climb(Level::Additive);
        if self.at(TokenKind::BracketClose) {
            return self.array_by_length(&low.expr);
        }
        self.expect(TokenKind::DotDot);
        let high = self.climb(Level::Additive);
        if self.at(TokenKind::Comma) {
            self.expected_help("`]`", ONE_INDEX);
        }
        self.expect_close(TokenKind::BracketClose, open);
        if self.at(TokenKind::BracketOpen) {
            self.expected_help("`of`", ONE_INDEX);
        }
        self.expect(TokenKind::Keyword(Keyword::Of));
        let (element, height) = self.type_tree();
        let tallest = low.height.max(high.height).max(height);
        (TypeKind::Array(low.boxed(), high.boxed(), Box::new(element)), tallest)
    }

    /// `[n] of T` behind `array`: reported, and taken.
    fn array_by_length(&mut self, length: &Expr) -> (TypeKind, u32) {
        let form = match length.kind {
            ExprKind::Int(length) => format!("array [0..{}] of …", length.saturating_sub(1)),
            _ => format!("array [0..{} - 1] of …", self.text_of(length.span)),
        };
        let message = "an array has a first and a last index, not a length";
        let finding = Diagnostic::new(Code::Syntax, message, length.span, "expected `lo..hi`");
        self.report(finding.with_help(format!("write `{form}`")));
        self.bump();
        self.expect(TokenKind::Keyword(Keyword::Of));
        let (_, height) = self.type_tree();
        (TypeKind::Error, height)
    }

    fn range_or_name(&mut self) -> (TypeKind, u32) {
        if self.recovering || self.foreign_type() {
            return (TypeKind::Error, 0);
        }
        if !self.starts_operand() {
            self.expected_help(
                "a type",
                "types are `bool`, `int`, `nat`, `lo..hi`, `{ A, B }`, `ref P`, `array [lo..hi] of T`, `record { f: T }`, `set of T`, `fifo K of T` and names of types",
            );
            return (TypeKind::Error, 0);
        }
        let low = self.climb(Level::Additive);
        if self.eat(TokenKind::DotDot) {
            let high = self.climb(Level::Additive);
            let tallest = low.height.max(high.height);
            return (TypeKind::Range(low.boxed(), high.boxed()), tallest);
        }
        (self.named_type(low.expr), 0)
    }

    fn named_type(&mut self, expr: Expr) -> TypeKind {
        match expr.kind {
            ExprKind::Name(text) => TypeKind::Named(Name { text, span: expr.span }),
            _ => {
                self.expected_help("`..`", "a range of integers is written `lo..hi`");
                TypeKind::Error
            }
        }
    }
}
