//! The whole model: its name and its items.

use diagnostics::{Code, Diagnostic};

use super::Parser;
use crate::ast::{Item, Model};
use crate::lexer::CommentKind;
use crate::token::{Keyword, TokenKind};

impl Parser<'_> {
    /// Everything up to the end of the text.
    pub(super) fn model(&mut self) -> Model {
        let mut model = Model::default();
        while self.eat(TokenKind::Semicolon) {}
        if self.at_keyword(Keyword::Model) {
            model.doc = self.docs();
            self.bump();
            model.name = self.name("the name of the model");
        }
        while self.peek() != TokenKind::End {
            if self.recovering {
                self.skip_to_item();
                continue;
            }
            let before = self.at;
            self.top_item(&mut model.items);
            // An item that takes no token would be found again and again.
            if self.at == before {
                self.bump();
            }
        }
        model
    }

    /// One item, with its doc comment.
    pub(super) fn top_item(&mut self, items: &mut Vec<Item>) {
        if self.eat(TokenKind::Semicolon) {
            return;
        }
        let doc = self.docs();
        let start = self.span();
        if let Some(kind) = self.item(items) {
            items.push(Item { kind, span: self.span_from(start), doc });
        }
    }

    /// `model` in the middle of the text.
    pub(super) fn late_model(&mut self) {
        let finding = Diagnostic::new(
            Code::MisplacedItem,
            "`model` may stand only once, before everything else",
            self.span(),
            "not the first item",
        );
        self.report(finding.with_help("a file holds one model; move its name to the beginning"));
        self.bump();
        self.name("the name of the model");
    }

    /// The lines of the doc comments directly before the present token.
    pub(super) fn docs(&self) -> Vec<String> {
        let from = self.previous().map_or(0, |previous| previous.span.end);
        let to = self.span().start;
        let first = self.comments.partition_point(|comment| comment.span.start < from);
        self.comments[first..]
            .iter()
            .take_while(|comment| comment.span.start < to)
            .filter(|comment| comment.kind == CommentKind::Doc)
            .map(|comment| {
                let text = &self.text_of(comment.span)[3..];
                text.strip_prefix(' ').unwrap_or(text).to_string()
            })
            .collect()
    }
}
