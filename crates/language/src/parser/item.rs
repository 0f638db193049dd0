//! Items at the top level.

use diagnostics::{Code, Diagnostic, nearest};

use super::Parser;
use super::temporal::OperatorWord;
use crate::ast::{Item, ItemKind, ProcessItem};
use crate::token::{Keyword, TokenKind};

/// What may stand at the top level, for messages.
const TOP_ITEM: &str = "an item, such as `var`, `process` or `invariant`";

impl Parser<'_> {
    /// The item at the present token; `others` takes items that were found inside it by mistake.
    pub(super) fn item(&mut self, others: &mut Vec<Item>) -> Option<ItemKind> {
        if self.at_advice() {
            return self.advice().map(ItemKind::Advice);
        }
        if self.at_import() {
            return self.import().map(ItemKind::Import);
        }
        if self.foreign_item() {
            return None;
        }
        self.replace_misspelt(TOP_ITEM, |word| word.starts_top_item() || word.starts_inner_item());
        let TokenKind::Keyword(keyword) = self.peek() else { return self.item_without_word() };
        match keyword {
            Keyword::Const => self.constant(),
            Keyword::Param => self.param(),
            Keyword::Type => self.type_item(),
            Keyword::Var => self.variables().map(ItemKind::Var),
            Keyword::Init => Some(ItemKind::Init(self.init())),
            Keyword::Let => self.definition().map(ItemKind::Let),
            Keyword::Process => self.process(others).map(ItemKind::Process),
            Keyword::Population => self.process(others).map(ItemKind::Population),
            Keyword::Event => self.event().map(ItemKind::Event),
            Keyword::Sync => Some(ItemKind::Sync(self.names_behind_word("the name of a rendezvous"))),
            Keyword::Broadcast => {
                Some(ItemKind::Broadcast(self.names_behind_word("the name of a broadcast")))
            }
            Keyword::Fair | Keyword::Strong | Keyword::Justice | Keyword::Compassion => {
                Some(ItemKind::Fairness(self.fairness(keyword)))
            }
            Keyword::Invariant | Keyword::Reachable | Keyword::Ctl | Keyword::Ltl | Keyword::Bound => {
                self.property().map(ItemKind::Property)
            }
            Keyword::Model => {
                self.late_model();
                None
            }
            Keyword::Loc | Keyword::Start => {
                self.inner_item_outside();
                None
            }
            _ => {
                self.stray_token(TOP_ITEM);
                None
            }
        }
    }

    /// An item that does not begin with a reserved word: a property with `@`, or a mistake.
    fn item_without_word(&mut self) -> Option<ItemKind> {
        match self.peek() {
            TokenKind::AtSign => return self.property().map(ItemKind::Property),
            TokenKind::BraceClose => {
                let finding = Diagnostic::new(
                    Code::Unbalanced,
                    "this `}` closes nothing",
                    self.span(),
                    "nothing is open here",
                );
                let at = finding.at;
                self.report(finding.with_fix("remove `}`", at, ""));
                self.bump();
            }
            _ if self.at_edge() => self.inner_item_outside(),
            _ => self.stray_token(TOP_ITEM),
        }
        None
    }

    /// Reports a name that is nearly one of the words that begin an item, and reads it as that word. No item
    /// begins with two names, so one that is followed by another was meant as such a word.
    pub(super) fn replace_misspelt(&mut self, what: &str, is_possible: impl Fn(Keyword) -> bool) {
        let is_word = self.at(TokenKind::Name) && (self.nth(1).is_name() || self.nth(1) == TokenKind::Text);
        if !is_word {
            return;
        }
        let words = Keyword::ALL.iter().copied().filter(|word| is_possible(*word));
        let Some(near) = nearest(self.text(), words.map(Keyword::as_str)) else { return };
        let Some(meant) = Keyword::parse(near) else { return };
        let message = format!("expected {what}, found `{}`", self.text());
        let finding = Diagnostic::new(Code::Syntax, message, self.span(), "not a word that begins an item");
        self.report(finding.did_you_mean(near));
        self.tokens[self.at].kind = TokenKind::Keyword(meant);
    }

    /// An item that belongs into a process: reported, parsed for its own errors, and dropped.
    fn inner_item_outside(&mut self) {
        let what = if self.at_edge() { "an edge".to_string() } else { format!("`{}`", self.text()) };
        let finding = Diagnostic::new(
            Code::MisplacedItem,
            format!("{what} belongs inside a process or population"),
            self.span(),
            "not inside a process",
        );
        self.report(finding.with_help("a transition that belongs to no process is an `event`"));
        let mut dropped: Vec<ProcessItem> = Vec::new();
        self.process_item(&mut dropped);
    }

    /// A token that begins no item; `what` says which ones would be possible.
    pub(super) fn stray_token(&mut self, what: &str) {
        if let TokenKind::Keyword(keyword) = self.peek()
            && keyword.is_for_later()
        {
            return self.not_supported(keyword);
        }
        if self.previous().is_some() && self.stray_part() {
            return;
        }
        // Nothing is missing: this token is one too many, wherever the one before it stands.
        let finding = Diagnostic { at: self.span(), ..self.expected_finding(what) };
        self.fail(match self.stray_help() {
            Some(help) => finding.with_help(help),
            None => finding,
        });
    }

    /// What was probably meant, judged by the token before.
    fn stray_help(&self) -> Option<&'static str> {
        let previous = self.previous()?;
        match previous.kind {
            TokenKind::Keyword(Keyword::Int | Keyword::Nat | Keyword::Bool)
                if self.at(TokenKind::BracketOpen) =>
            {
                match self.nth(2) {
                    TokenKind::Comma => Some("a range of integers is written `lo..hi`"),
                    _ => Some("an array is written `array [lo..hi] of T`"),
                }
            }
            _ if self.at(TokenKind::Question) => Some("a choice between values is `if c then a else b`"),
            TokenKind::Name if OperatorWord::parse(self.text_of(previous.span)).is_some() => {
                Some("temporal operators can be used only in `ctl` and `ltl` formulas")
            }
            _ => None,
        }
    }

    /// A word for something that is planned: everything up to the next item belongs to it.
    fn not_supported(&mut self, keyword: Keyword) {
        let word = keyword.as_str();
        if !self.is_first_report(keyword) {
            self.recovering = true;
            self.bump();
            return;
        }
        let finding = Diagnostic::new(
            Code::NotSupportedYet,
            format!("`{word}` is not supported yet"),
            self.span(),
            "reserved for later",
        );
        self.fail(finding.with_help("this word is reserved for a later version of the language"));
        self.bump();
    }

    /// A part of an action or expression behind an item that has ended; says whether it was one.
    fn stray_part(&mut self) -> bool {
        use Keyword::*;
        match self.peek() {
            TokenKind::Becomes => self.assignment_outside(),
            TokenKind::Keyword(When | Do | Where | Then | Else | Or | Choose | If | Skip | Assert) => {
                self.stray_word();
            }
            _ if self.at_statement() => self.stray_statement(),
            _ => return false,
        }
        true
    }

    /// `:=` behind an expression, where only a comparison makes sense.
    fn assignment_outside(&mut self) {
        let finding = Diagnostic::new(
            Code::AssignOrEqual,
            "`:=` assigns, and nothing is assigned here",
            self.span(),
            "an assignment",
        );
        self.fail(finding.with_help("compare with `=`; values are assigned in the action behind `do`"));
    }

    /// A reserved word that continues nothing.
    fn stray_word(&mut self) {
        let (word, here) = (self.text(), self.span());
        let help = match self.peek() {
            TokenKind::Keyword(Keyword::Else) => "an `else` follows the `}` of an `if`, or an `if … then …`",
            TokenKind::Keyword(Keyword::Or) => "\"or\" is written `||`; between branches, `or` follows a `}`",
            TokenKind::Keyword(Keyword::Choose | Keyword::If | Keyword::Skip | Keyword::Assert) => {
                "statements stand behind `do`; several in a row stand between braces: `do { a; b }`"
            }
            TokenKind::Keyword(Keyword::Then) => "an action is written with `do`: `event e when g do a`",
            _ if self.previous().is_some_and(|token| token.kind == TokenKind::Semicolon) => {
                "the `;` before it has ended the edge or event; leave the `;` out"
            }
            _ => "it can only follow an edge, an event or a declaration",
        };
        let message = format!("`{word}` has nothing to belong to");
        self.fail(Diagnostic::new(Code::Syntax, message, here, "unexpected").with_help(help));
    }

    /// A statement behind the `;` that ended an edge or event.
    fn stray_statement(&mut self) {
        let start = self.span();
        let ended = self.previous().is_some_and(|token| token.kind == TokenKind::Semicolon);
        self.step();
        if self.recovering {
            return;
        }
        let place = self.span_from(start);
        let finding = if ended {
            Diagnostic::new(
                Code::StepsWithoutBraces,
                "several steps need braces",
                place,
                "not part of the action",
            )
            .with_help("`;` ended the item; write `do { a; b }`, or `do a, b` for both at once")
        } else {
            Diagnostic::new(
                Code::Syntax,
                "a statement can stand only in an action",
                place,
                "not part of an action",
            )
            .with_help("write `do` before the action of an edge or event")
        };
        self.report(finding);
    }

    /// Whether a statement begins at the present token, as far as can be told from a few tokens.
    pub(super) fn at_statement(&self) -> bool {
        use TokenKind::*;
        let is_place = self.peek().is_name()
            && matches!(self.nth(1), Becomes | Prime | BracketOpen | Dot | Equal | Bang | Question);
        is_place || self.at_place_of_reference()
    }
}
