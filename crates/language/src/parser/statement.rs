//! Statements.

use diagnostics::{Code, Diagnostic};

use super::Parser;
use super::depth::Tree;
use super::precedence::Level;
use crate::ast::{Else, Expr, Statement, StatementKind};
use crate::token::{Keyword, TokenKind};

impl Parser<'_> {
    /// One statement.
    pub(super) fn statement(&mut self) -> Statement {
        let start = self.span();
        let kind = self.nested(Self::statement_kind).unwrap_or(StatementKind::Error);
        Statement { kind, span: self.span_from(start) }
    }

    fn statement_kind(&mut self) -> StatementKind {
        if self.at_for() {
            return self.for_statement();
        }
        if !self.recovering && self.foreign_statement() {
            return StatementKind::Error;
        }
        let TokenKind::Keyword(keyword) = self.peek() else { return self.assignment_or_relation() };
        match keyword {
            Keyword::Choose => self.choose(),
            Keyword::If => self.if_statement(),
            Keyword::Skip => {
                self.bump();
                StatementKind::Skip
            }
            Keyword::Assert => {
                self.bump();
                StatementKind::Assert(self.expression())
            }
            Keyword::Else => self.missing_statement("an `else` follows the `}` of an `if`"),
            Keyword::Or => self.missing_statement("an `or` follows the `}` of a branch of `choose`"),
            Keyword::When => self.missing_statement("a `when` begins a block of `choose` or `if`"),
            _ => self.assignment_or_relation(),
        }
    }

    /// Whether `for i in` or `for i, j in` stands here.
    fn at_for(&self) -> bool {
        self.at(TokenKind::Name)
            && self.text() == "for"
            && self.nth(1).is_name()
            && matches!(self.nth(2), TokenKind::Comma | TokenKind::Keyword(Keyword::In))
    }

    /// `for i in D { step }`
    fn for_statement(&mut self) -> StatementKind {
        self.bump();
        let (names, domain, _) = self.bound_names();
        let open = self.span();
        if !self.at(TokenKind::BraceOpen) {
            self.expected_help(
                "`{`",
                "what is done for each value stands between braces: `for i in 1..3 { … }`",
            );
        }
        self.bump();
        let step = self.step();
        if self.eat(TokenKind::Semicolon) && !self.at(TokenKind::BraceClose) {
            let help = "`for` does one step for all values at once; join its statements with commas";
            self.expected_help("`}`", help);
        }
        self.expect_close(TokenKind::BraceClose, open);
        StatementKind::For { names, domain, step }
    }

    /// `place` or `_` behind `c ?`
    fn receive(&mut self, queue: Expr) -> StatementKind {
        if self.at(TokenKind::Name) && self.text() == "_" {
            self.bump();
            return StatementKind::Receive { queue, place: None };
        }
        let place = self.climb_to_assignment(Level::Negation).expr;
        StatementKind::Receive { queue, place: Some(place) }
    }

    fn missing_statement(&mut self, help: &str) -> StatementKind {
        self.expected_help("a statement", help);
        StatementKind::Error
    }

    /// `choose { … } or { … }`
    fn choose(&mut self) -> StatementKind {
        self.bump();
        let mut branches = vec![self.block()];
        while self.eat_keyword(Keyword::Or) {
            branches.push(self.block());
        }
        StatementKind::Choose(branches)
    }

    /// `if e { … } else { … }`, or a relation that begins with `if c then a else b`
    fn if_statement(&mut self) -> StatementKind {
        let start = self.bump().span;
        if self.at(TokenKind::Colon) {
            return self.missing_brace(
                "branches are `choose { when g do a } or { when h do b }`, or `if c { a } else { b }`",
            );
        }
        let condition = self.climb(Level::Iff);
        if self.at_keyword(Keyword::Then) {
            if self.assigns_behind_then() {
                return self.conditional_statement();
            }
            let help =
                "an `if` that gives a value needs both branches; a conditional statement is `if c { … }`";
            return StatementKind::Relation(self.conditional_after(start, condition, help).expr);
        }
        if !self.at(TokenKind::BraceOpen) {
            let help = "a statement is `if e { … }`, a value is `if e then a else b`";
            return self.missing_brace(help);
        }
        let then = self.block();
        let otherwise = if self.eat_keyword(Keyword::Else) { Some(self.otherwise()) } else { None };
        StatementKind::If { condition: condition.expr, then, otherwise }
    }

    /// Whether a statement stands between the present `then` and its `else`, where only a value can stand.
    fn assigns_behind_then(&self) -> bool {
        use Keyword::*;
        let behind = self.tokens[self.at + 1..].iter().map(|token| token.kind);
        let ends = |kind: &TokenKind| match kind {
            TokenKind::Becomes | TokenKind::Semicolon | TokenKind::BraceOpen | TokenKind::BraceClose => true,
            TokenKind::Keyword(word) => {
                matches!(word, Else | Do | When | Choose | Skip | Assert) || word.starts_inner_item()
            }
            kind => *kind == TokenKind::End,
        };
        let end = behind.into_iter().find(ends);
        matches!(
            end,
            Some(TokenKind::Becomes | TokenKind::BraceOpen | TokenKind::Keyword(Choose | Skip | Assert))
        )
    }

    /// `if c then x := 1`
    fn conditional_statement(&mut self) -> StatementKind {
        let message = "`if … then … else …` is a value, and a statement stands here";
        let finding = Diagnostic::new(Code::Syntax, message, self.span(), "a value begins here");
        self.fail(finding.with_help("a conditional statement is `if c { … }`"));
        StatementKind::Error
    }

    fn missing_brace(&mut self, help: &str) -> StatementKind {
        self.expected_help("`{` or `then`", help);
        StatementKind::Error
    }

    /// What follows `else`.
    fn otherwise(&mut self) -> Else {
        if self.at_keyword(Keyword::If) {
            return Else::If(Box::new(self.statement()));
        }
        Else::Block(self.block())
    }

    /// `place := e`, `place := any …`, or a relation
    fn assignment_or_relation(&mut self) -> StatementKind {
        if !self.recovering && !self.starts_statement_expression() {
            return self.no_statement();
        }
        let Tree { expr, .. } = self.climb_to_assignment(Level::Iff);
        if self.eat(TokenKind::Becomes) {
            self.assignment(expr)
        } else if self.eat(TokenKind::Bang) {
            StatementKind::Send { queue: expr, value: self.expression() }
        } else if self.eat(TokenKind::Question) {
            self.receive(expr)
        } else {
            StatementKind::Relation(self.unless_cut_short(expr))
        }
    }

    /// Whether an expression begins here, possibly with a reserved word that was meant as a name.
    fn starts_statement_expression(&self) -> bool {
        self.starts_operand() || matches!(self.peek(), TokenKind::Keyword(_)) && self.is_used_as_name()
    }

    fn no_statement(&mut self) -> StatementKind {
        match self.peek() {
            TokenKind::BraceClose => self.missing_statement("an action that does nothing is `skip`"),
            TokenKind::BraceOpen => {
                self.missing_statement("a block stands behind `do`, `choose`, `or`, `if` or `else`")
            }
            _ => {
                self.expected("a statement");
                StatementKind::Error
            }
        }
    }

    fn assignment(&mut self, place: Expr) -> StatementKind {
        if !self.eat_keyword(Keyword::Any) {
            return StatementKind::Assign { place, value: self.expression() };
        }
        let set = self.eat_keyword(Keyword::In).then(|| self.set().0);
        let condition = self.eat_keyword(Keyword::Where).then(|| self.expression());
        StatementKind::Any { place, set, condition }
    }
}
