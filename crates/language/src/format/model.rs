//! The model: one item after the other.

use super::piece::{Piece, Shape};
use super::writer::Writer;
use crate::ast::{Fairness, Item, ItemKind, Model, Property};
use crate::token::TokenKind;

impl Writer<'_> {
    pub fn model(&mut self, model: &Model) {
        self.drop_semicolons();
        if model.name.is_some() {
            self.comments_before(false);
            self.take_spaced();
            self.take();
            self.drop_semicolons();
        }
        for (index, item) in model.items.iter().enumerate() {
            self.write(Piece::HardLine);
            self.comments_before(index > 0 || model.name.is_some());
            self.item(item);
            self.drop_semicolons();
        }
        self.write(Piece::HardLine);
        self.comments_before(true);
    }

    fn item(&mut self, item: &Item) {
        match &item.kind {
            ItemKind::Const { value, .. } => self.constant(value),
            ItemKind::Param { names, ty, condition } => self.param(names, ty, condition.as_ref()),
            ItemKind::Type { ty, .. } => self.type_item(ty),
            ItemKind::Var(declaration) => self.variables(declaration),
            ItemKind::Init(condition) => self.behind_word(condition),
            ItemKind::Let(definition) => self.definition(definition),
            ItemKind::Process(process) | ItemKind::Population(process) => self.process(process),
            ItemKind::Event(event) => self.event(event),
            ItemKind::Sync(names) | ItemKind::Broadcast(names) => self.names_behind_word(names.len()),
            ItemKind::Fairness(fairness) => self.fairness(fairness),
            ItemKind::Property(property) => self.property(property),
            ItemKind::Advice(advice) => self.advice(advice),
            ItemKind::Import(_) => {
                self.take_spaced();
                self.take();
            }
        }
    }

    fn fairness(&mut self, fairness: &Fairness) {
        match fairness {
            Fairness::Weak(targets) | Fairness::Strong(targets) => {
                self.take_spaced();
                self.filled(targets, |writer, target| {
                    writer.take();
                    if let Some(index) = &target.index {
                        writer.take();
                        writer.expression(index);
                        writer.take();
                    }
                    if target.label.is_some() {
                        writer.take();
                        writer.take();
                    }
                });
            }
            Fairness::Justice(condition) => self.behind_word(condition),
            Fairness::Compassion(first, second) => {
                self.take_spaced();
                self.take();
                self.open(Shape::Align);
                self.open(Shape::Group);
                self.expression(first);
                self.take();
                self.line();
                self.expression(second);
                self.close();
                self.close();
                self.take();
            }
        }
    }

    /// `@expect(v) kind name: body`; a body that is too long begins on a line of its own.
    fn property(&mut self, property: &Property) {
        while self.next() == TokenKind::AtSign {
            for _ in 0..4 {
                self.take();
            }
            self.take_spaced();
        }
        self.take_spaced();
        self.take();
        if let Some(body) = &property.body {
            self.take();
            self.indented_body(body);
        }
    }
}
