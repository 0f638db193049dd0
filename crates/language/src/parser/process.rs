//! Processes and populations.

use diagnostics::{Code, Diagnostic, Span};

use super::Parser;
use super::precedence::Level;
use crate::ast::{Item, Process, ProcessItem, ProcessItemKind, Start, StartCount};
use crate::token::{Keyword, Token, TokenKind};

impl Parser<'_> {
    /// A process or population; `others` takes items that belong outside of it.
    pub(super) fn process(&mut self, others: &mut Vec<Item>) -> Option<Process> {
        let word = self.bump();
        let name = self.name("the name of the process");
        let index = self.index_binder();
        if self.recovering {
            self.skip_to_body();
        }
        let open = self.span();
        if !self.open_body() {
            return Some(Process { name: name?, index, items: Vec::new() });
        }
        let items = self.process_body(word, open, others);
        Some(Process { name: name?, index, items })
    }

    /// Takes the brace that opens a body; if it is missing before an item of a body, that is reported and
    /// parsing goes on.
    fn open_body(&mut self) -> bool {
        let starts_item = match self.peek() {
            TokenKind::Keyword(keyword) => keyword.starts_inner_item(),
            TokenKind::BraceOpen => false,
            _ => self.at_edge(),
        };
        if starts_item && !self.recovering {
            self.report(self.expected_finding("`{`"));
            return true;
        }
        self.expect(TokenKind::BraceOpen)
    }

    /// Everything up to the brace that closes `open`.
    fn process_body(&mut self, word: Token, open: Span, others: &mut Vec<Item>) -> Vec<ProcessItem> {
        let mut items = Vec::new();
        loop {
            if self.recovering {
                self.skip_to_process_item();
            }
            if self.eat(TokenKind::BraceClose) {
                return items;
            }
            if self.peek() == TokenKind::End || (self.at_top_item() && self.is_left_of(word)) {
                self.report_open_body(open);
                return items;
            }
            let before = self.at;
            if self.at_top_item() {
                self.outer_item_inside(others);
            } else {
                self.process_item(&mut items);
            }
            // An item that takes no token would be found again and again.
            if self.at == before {
                self.bump();
            }
        }
    }

    /// One item of a process body, with its doc comment.
    pub(super) fn process_item(&mut self, items: &mut Vec<ProcessItem>) {
        if self.eat(TokenKind::Semicolon) {
            return;
        }
        let doc = self.docs();
        let start = self.span();
        if let Some(kind) = self.process_item_kind() {
            items.push(ProcessItem { kind, span: self.span_from(start), doc });
        }
    }

    fn process_item_kind(&mut self) -> Option<ProcessItemKind> {
        if self.at_advice() {
            return self.advice().map(ProcessItemKind::Advice);
        }
        if self.foreign_item() {
            return None;
        }
        self.replace_misspelt("an edge `L -> M` or a declaration", Keyword::starts_inner_item);
        match self.peek() {
            TokenKind::Keyword(Keyword::Var) => self.variables().map(ProcessItemKind::Var),
            TokenKind::Keyword(Keyword::Init) => Some(ProcessItemKind::Init(self.init())),
            TokenKind::Keyword(Keyword::Let) => self.definition().map(ProcessItemKind::Let),
            TokenKind::Keyword(Keyword::Loc) => {
                Some(ProcessItemKind::Loc(self.names_behind_word("the name of a location")))
            }
            TokenKind::Keyword(Keyword::Start) => Some(ProcessItemKind::Start(self.start())),
            _ if self.at_edge() => self.edge().map(|edge| ProcessItemKind::Edge(Box::new(edge))),
            TokenKind::Name | TokenKind::Backquoted if !self.at_statement() => {
                self.bump();
                self.expected("`->` or `:` of an edge");
                None
            }
            _ => {
                self.stray_token("an edge `L -> M` or a declaration");
                None
            }
        }
    }

    /// `start A, B` or `start A: any >= 2, B: 3`
    fn start(&mut self) -> Vec<Start> {
        self.bump();
        self.open_list(|parser| {
            let location = parser.name("a location")?;
            let count = parser.eat(TokenKind::Colon).then(|| parser.start_count());
            Some(Start { location, count })
        })
    }

    fn start_count(&mut self) -> StartCount {
        let here = self.span();
        if !self.eat_keyword(Keyword::Any) {
            return StartCount::Exactly(self.climb(Level::Additive).expr);
        }
        if self.eat(TokenKind::GreaterEqual) {
            return StartCount::AtLeast(self.climb(Level::Additive).expr);
        }
        if matches!(
            self.peek(),
            TokenKind::Greater | TokenKind::Less | TokenKind::LessEqual | TokenKind::Equal
        ) {
            self.expected_help("`>=`", "how many start at a location is `any`, `any >= k` or a number");
        }
        StartCount::Any(here)
    }

    /// Whether an item begins here that stands only at the top level.
    fn at_top_item(&self) -> bool {
        match self.peek() {
            TokenKind::Keyword(Keyword::Sync) => true,
            TokenKind::Keyword(keyword) => keyword.starts_top_item() && !self.is_used_as_name(),
            kind => kind == TokenKind::AtSign,
        }
    }

    /// Whether the present token begins a line no further to the right than the line of `word`: then the
    /// process that begins with `word` was probably meant to have ended.
    fn is_left_of(&self, word: Token) -> bool {
        let indentation = |span: Span| {
            let before = &self.source[..span.start as usize];
            let line = &before[before.rfind('\n').map_or(0, |at| at + 1)..];
            line.chars().take_while(|c| c.is_whitespace()).count()
        };
        self.token().first_on_line && indentation(self.span()) <= indentation(word.span)
    }

    fn report_open_body(&mut self, open: Span) {
        let finding = Diagnostic::new(
            Code::Unbalanced,
            format!("expected `}}`, found {}", self.found()),
            self.gap(),
            "expected `}`",
        );
        self.report(finding.with_related(open, "to close what is opened here"));
    }

    /// An item that may not stand in a process: reported, and kept with the others of the model.
    fn outer_item_inside(&mut self, others: &mut Vec<Item>) {
        let finding = Diagnostic::new(
            Code::MisplacedItem,
            format!("`{}` cannot stand inside a process", self.text()),
            self.span(),
            "belongs outside",
        );
        self.report(
            finding.with_help("move it behind the `}` of the process, or close the process before it"),
        );
        self.top_item(others);
    }
}
