//! Actions: blocks on one line if they fit and were written so, else one step a line.

use super::piece::{Piece, Shape};
use super::writer::Writer;
use crate::ast::{Action, Block, Else, Expr, Statement, StatementKind, Step};

impl Writer<'_> {
    pub fn action(&mut self, action: &Action) {
        if !action.braced {
            return action.steps.iter().for_each(|step| self.step(step));
        }
        self.open(Shape::Hang);
        self.open(Shape::Group);
        self.braces(None, &action.steps);
        self.close();
        self.close();
    }

    /// `{ when e do step; step }` inside the group that decides over its lines.
    fn braces(&mut self, guard: Option<&Expr>, steps: &[Step]) {
        let expanded = self.line_ends_behind_next();
        self.take();
        self.open(Shape::Nest(2));
        self.write(if expanded { Piece::HardLine } else { Piece::Line });
        match guard {
            Some(guard) => self.guarded_steps(guard, steps, expanded),
            None => self.steps(steps, expanded),
        }
        self.drop_semicolons();
        self.comments_before_end(expanded);
        self.close();
        self.line();
        self.take();
    }

    /// `when e do` and steps; a single step may stay on the line.
    fn guarded_steps(&mut self, guard: &Expr, steps: &[Step], expanded: bool) {
        if steps.len() == 1 {
            self.open(Shape::Group);
        }
        self.behind_word(guard);
        self.space();
        self.take();
        self.open(Shape::Nest(2));
        self.line();
        self.steps(steps, expanded);
        self.close();
        if steps.len() == 1 {
            self.close();
        }
    }

    fn steps(&mut self, steps: &[Step], keep_blank: bool) {
        self.drop_semicolons();
        for (index, step) in steps.iter().enumerate() {
            if index > 0 {
                self.take();
                self.drop_semicolons();
                self.line();
                self.comments_before(keep_blank);
            }
            self.step(step);
        }
    }

    fn step(&mut self, step: &Step) {
        self.open(Shape::Group);
        for (index, statement) in step.statements.iter().enumerate() {
            if index > 0 {
                self.take();
                self.line();
            }
            self.statement(statement);
        }
        self.close();
    }

    fn statement(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Assign { place, value } => {
                self.expression(place);
                self.space();
                self.take();
                self.indented_body(value);
            }
            StatementKind::Any { .. } => self.any(&statement.kind),
            StatementKind::Choose(_) | StatementKind::If { .. } => {
                self.open(Shape::Hang);
                self.open(Shape::Group);
                self.branches(statement);
                self.close();
                self.close();
            }
            StatementKind::Send { queue, value } => {
                self.expression(queue);
                self.space();
                self.take();
                self.indented_body(value);
            }
            StatementKind::Receive { queue, place } => {
                self.expression(queue);
                self.space();
                self.take_spaced();
                match place {
                    Some(place) => self.expression(place),
                    None => self.take(),
                }
            }
            StatementKind::For { names, domain, step } => {
                self.open(Shape::Hang);
                self.open(Shape::Group);
                self.take_spaced();
                self.filled(names, |writer, _| writer.take());
                self.space();
                self.take_spaced();
                self.domain(domain);
                self.space();
                self.braces(None, std::slice::from_ref(step));
                self.close();
                self.close();
            }
            StatementKind::Skip | StatementKind::Error => self.take(),
            StatementKind::Assert(condition) => self.behind_word(condition),
            StatementKind::Relation(relation) => {
                self.open(Shape::Nest(2));
                self.expression(relation);
                self.close();
            }
        }
    }

    /// `place := any in S where e`
    fn any(&mut self, kind: &StatementKind) {
        let StatementKind::Any { place, set, condition } = kind else { return };
        self.expression(place);
        self.space();
        self.take_spaced();
        self.take();
        if let Some(set) = set {
            self.space();
            self.take_spaced();
            self.set(set);
        }
        if let Some(condition) = condition {
            self.space();
            self.behind_word(condition);
        }
    }

    /// The blocks of `choose` or `if`, all in one group.
    fn branches(&mut self, statement: &Statement) {
        match &statement.kind {
            StatementKind::Choose(blocks) => {
                for (index, block) in blocks.iter().enumerate() {
                    if index > 0 {
                        self.space();
                    }
                    self.take_spaced();
                    self.block(block);
                }
            }
            StatementKind::If { condition, then, otherwise } => {
                self.behind_word(condition);
                self.space();
                self.block(then);
                match otherwise {
                    None => {}
                    Some(Else::Block(block)) => {
                        self.space();
                        self.take_spaced();
                        self.block(block);
                    }
                    Some(Else::If(next)) => {
                        self.space();
                        self.take_spaced();
                        self.branches(next);
                    }
                }
            }
            _ => {}
        }
    }

    fn block(&mut self, block: &Block) {
        self.braces(block.guard.as_ref(), &block.steps);
    }
}
