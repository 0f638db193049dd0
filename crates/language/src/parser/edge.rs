//! Edges of processes: `[label:] L -> M [when g] [sync b!] [do a]`.

use diagnostics::{Code, Diagnostic, Span};

use super::Parser;
use super::precedence::Level;
use crate::ast::{Action, Edge, Expr, ExprKind, Name, SyncPart, SyncRole};
use crate::token::{Keyword, TokenKind};

/// The parts of an edge or event behind its beginning, in the order in which they have to stand.
#[derive(Default)]
pub(super) struct Tail {
    pub guard: Option<Expr>,
    pub sync: Option<SyncPart>,
    pub action: Option<Action>,
}

impl Parser<'_> {
    /// Whether an edge begins at the present token.
    pub(super) fn at_edge(&self) -> bool {
        match self.peek() {
            _ if self.at_place_of_reference() => false,
            TokenKind::Name | TokenKind::Backquoted => {
                matches!(self.nth(1), TokenKind::Arrow | TokenKind::Colon)
            }
            TokenKind::Keyword(_) => self.nth(1) == TokenKind::Arrow,
            kind => kind == TokenKind::BraceOpen,
        }
    }

    /// Whether a statement begins here with a place such as `p->x`, which looks like an edge at first.
    pub(super) fn at_place_of_reference(&self) -> bool {
        let is_path = self.peek().is_name() && self.nth(1) == TokenKind::Arrow && self.nth(2).is_name();
        is_path && matches!(self.nth(3), TokenKind::Becomes | TokenKind::Prime)
    }

    pub(super) fn edge(&mut self) -> Option<Edge> {
        let label = if self.nth(1) == TokenKind::Colon {
            let label = self.name("a label");
            self.bump();
            label
        } else {
            None
        };
        let (from, braced) = self.locations();
        self.expect(TokenKind::Arrow);
        let to = self.target()?;
        let tail = self.tail(true);
        Some(Edge { label, from, braced, to, guard: tail.guard, sync: tail.sync, action: tail.action })
    }

    /// The location that an edge enters.
    fn target(&mut self) -> Option<Name> {
        if self.at(TokenKind::BraceOpen) {
            self.expected_help("a location", "an edge enters one location; write an edge for each");
        }
        if self.token().first_on_line && self.at_edge() {
            self.expected("a location");
        }
        self.name("a location")
    }

    /// `when`, `sync` and `do`; in another order, they are reported and taken all the same.
    pub(super) fn tail(&mut self, is_edge: bool) -> Tail {
        let mut tail = Tail::default();
        let mut last = 0;
        while !self.recovering {
            let here = self.span();
            self.replace_guarding_if();
            let rank = match self.peek() {
                TokenKind::Keyword(Keyword::When) => {
                    self.bump();
                    tail.guard = Some(self.guard());
                    1
                }
                TokenKind::Keyword(Keyword::Sync) if is_edge && self.is_sync_part() => {
                    tail.sync = self.sync_part();
                    2
                }
                TokenKind::Keyword(Keyword::Do) => {
                    self.bump();
                    tail.action = Some(self.action());
                    3
                }
                _ if tail.action.is_none() && self.at_part_without_word(is_edge) => {
                    tail.action = self.part_without_word();
                    3
                }
                _ if self.foreign_part() => break,
                _ => break,
            };
            self.report_order(rank, last, here, is_edge);
            last = rank;
        }
        tail
    }

    /// The condition behind `when`.
    fn guard(&mut self) -> Expr {
        let guard = self.climb_to_assignment(Level::Iff).expr;
        if self.at(TokenKind::Becomes) {
            let help = "compare with `=`, or begin the action with `do`";
            self.report_assignment("a guard assigns nothing", help);
            return Expr { kind: ExprKind::Error, ..guard };
        }
        self.unless_cut_short(guard)
    }

    /// Whether `sync` at the present token is part of an edge, not an item that declares names.
    fn is_sync_part(&self) -> bool {
        !self.token().first_on_line
            || (self.nth(1).is_name() && matches!(self.nth(2), TokenKind::Bang | TokenKind::Question))
    }

    /// `sync b!`, `sync b?`, `sync a!!` or `sync a??`
    fn sync_part(&mut self) -> Option<SyncPart> {
        let start = self.bump().span;
        let name = self.name("the name of a rendezvous or broadcast")?;
        let mark = self.peek();
        if mark != TokenKind::Bang && mark != TokenKind::Question {
            self.expected_help(
                "`!`, `?`, `!!` or `??`",
                "`b!` and `b?` are the two sides of a rendezvous, `a!!` and `a??` those of a broadcast",
            );
            return None;
        }
        self.bump();
        let doubled = self.at(mark);
        if doubled {
            self.report_apart(mark);
            self.bump();
        }
        let role = match (mark, doubled) {
            (TokenKind::Bang, false) => SyncRole::Send,
            (TokenKind::Bang, true) => SyncRole::BroadcastSend,
            (_, false) => SyncRole::Receive,
            (_, true) => SyncRole::BroadcastReceive,
        };
        Some(SyncPart { name, role, span: self.span_from(start) })
    }

    /// Reports a space between the two marks of a broadcast.
    fn report_apart(&mut self, mark: TokenKind) {
        if !self.touches_previous() {
            let both = format!("`{0}{0}`", mark.spelling());
            let finding = Diagnostic::new(
                Code::Syntax,
                format!("{both} is one mark"),
                self.span(),
                "apart from the first",
            );
            self.report(finding.with_help(format!("write {both} without a space")));
        }
    }

    /// Reports a part that comes too late or twice.
    fn report_order(&mut self, rank: u32, last: u32, at: Span, is_edge: bool) {
        if rank > last {
            return;
        }
        let text = self.text_of(at);
        let message =
            if rank == last { format!("a second `{text}`") } else { format!("`{text}` comes too late") };
        let help = if is_edge {
            "the order is: `L -> M when guard sync b! do action`, each at most once"
        } else {
            "the order is: `event e when guard do action`, each at most once"
        };
        self.report(Diagnostic::new(Code::PartOrder, message, at, "misplaced").with_help(help));
    }

    /// Reports `if` in the place of `when`, and reads it so.
    fn replace_guarding_if(&mut self) {
        if self.at_keyword(Keyword::If) && self.is_guarding_if() {
            let finding = self.expected_finding("`when` or `do`");
            self.report(finding.with_help("a guard is written with `when`"));
            self.tokens[self.at].kind = TokenKind::Keyword(Keyword::When);
        }
    }

    /// Whether `do` or `sync` follows the present `if` on its line before anything that belongs to an `if`.
    fn is_guarding_if(&self) -> bool {
        let line = self.tokens[self.at + 1..].iter().take_while(|token| !token.first_on_line);
        let mut parts = line.map(|token| token.kind).filter(|kind| {
            matches!(
                kind,
                TokenKind::BraceOpen | TokenKind::Keyword(Keyword::Then | Keyword::Do | Keyword::Sync)
            )
        });
        matches!(parts.next(), Some(TokenKind::Keyword(Keyword::Do | Keyword::Sync)))
    }

    /// Whether an action or a guard begins here that lacks its `do` or `when`.
    fn at_part_without_word(&self, is_edge: bool) -> bool {
        use Keyword::*;
        match self.peek() {
            TokenKind::BraceOpen => !(self.at_location_set() || is_edge && self.token().first_on_line),
            TokenKind::Colon => !self.token().first_on_line && self.nth(1).is_name(),
            TokenKind::Keyword(Choose | If | Skip | Assert) => true,
            TokenKind::Name | TokenKind::Backquoted => self.at_statement() && !self.token().first_on_line,
            _ => false,
        }
    }

    /// Whether `{L, M} ->` stands here, which begins the next edge.
    fn at_location_set(&self) -> bool {
        let names = self.tokens[self.at + 1..]
            .iter()
            .take_while(|token| token.kind.is_name() || token.kind == TokenKind::Comma)
            .count();
        self.nth(names + 1) == TokenKind::BraceClose && self.nth(names + 2) == TokenKind::Arrow
    }

    /// An action without `do`.
    fn part_without_word(&mut self) -> Option<Action> {
        let message = "`do` is missing before the action";
        let finding = Diagnostic::new(Code::Syntax, message, self.span(), "expected `do`");
        let before = Span { end: finding.at.start, ..finding.at };
        let finding = finding.with_help("write `do` before the action, `when` before a guard");
        self.report(finding.with_fix("write `do`", before, "do "));
        self.eat(TokenKind::Colon);
        Some(self.action())
    }
}
