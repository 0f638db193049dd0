//! Steps as actions.

use super::Writer;
use super::expression::{Checks, Level};
use crate::murphi::changes::may_overlap;
use crate::murphi::model::{Expr, Place, Step, Type};
use crate::murphi::visit::{each_expr, each_step, written};
use crate::names;

/// A part of an action, with what it writes and reads: whatever does not disturb its neighbours is done at once with them.
struct Piece {
    texts: Vec<String>,
    writes: Vec<Place>,
    reads: Vec<Place>,
}

impl Writer<'_> {
    /// The steps as `{ a; b }`, or as a single statement.
    pub(super) fn action(&mut self, steps: &[Step], before: &[String], behind: &[String]) -> String {
        let mut parts: Vec<String> = before.to_vec();
        parts.extend(self.sequence(steps));
        parts.extend_from_slice(behind);
        match parts.as_slice() {
            [] => "skip".to_owned(),
            [only] => only.clone(),
            several => format!("{{ {} }}", several.join(" ; ")),
        }
    }

    /// The steps of an action, as few as possible.
    fn sequence(&mut self, steps: &[Step]) -> Vec<String> {
        let mut groups: Vec<Vec<Piece>> = Vec::new();
        for (number, step) in steps.iter().enumerate() {
            if self.is_implied(step, steps.get(number + 1)) {
                continue;
            }
            for piece in self.pieces(step) {
                let is_apart = groups.last().is_some_and(|group| {
                    group.iter().all(|earlier| {
                        let clash = |a: &[Place], b: &[Place]| {
                            a.iter().any(|place| b.iter().any(|other| may_overlap(place, other)))
                        };
                        !clash(&earlier.writes, &piece.writes) && !clash(&earlier.writes, &piece.reads)
                    })
                });
                match groups.last_mut() {
                    Some(group) if is_apart => group.push(piece),
                    _ => groups.push(vec![piece]),
                }
            }
        }
        let joined = |group: Vec<Piece>| {
            let mut texts: Vec<String> = Vec::new();
            for text in group.into_iter().flat_map(|piece| piece.texts) {
                // One assertion is as good as two.
                if !texts.contains(&text) {
                    texts.push(text);
                }
            }
            texts.join(", ")
        };
        groups.into_iter().map(joined).collect()
    }

    /// Whether an assertion says only what the assignment behind it demands anyway.
    fn is_implied(&self, step: &Step, next: Option<&Step>) -> bool {
        let Step::Assert(Expr::IsMember(value, ty), _) = step else { return false };
        match next {
            Some(Step::Assign(place, stored)) => {
                **value == *stored
                    && place.ty == *ty
                    && matches!(ty, Type::Range(..))
                    && !self.undefined.is_possible(place)
            }
            _ => false,
        }
    }

    fn pieces(&mut self, step: &Step) -> Vec<Piece> {
        let (mut writes, mut reads) = (Vec::new(), Vec::new());
        each_step(std::slice::from_ref(step), &mut |inner| {
            writes.extend(written(inner).cloned());
            if let Step::Copy(_, from) = inner {
                reads.push(from.clone());
            }
        });
        each_expr(step, &mut |expr| {
            if let Expr::Read(place) | Expr::IsUndefined(place) = expr {
                reads.push(place.clone());
            }
        });
        let texts = self.statements(step);
        if texts.is_empty() { Vec::new() } else { vec![Piece { texts, writes, reads }] }
    }

    /// A step as statements that are done at once.
    fn statements(&mut self, step: &Step) -> Vec<String> {
        let mut checks = Checks::new();
        let mut found = match step {
            Step::Assign(place, value) => {
                let target = self.place(place, &mut checks);
                let text = self.stored(place, value, &mut checks);
                vec![format!("{target} := {text}")]
            }
            Step::Copy(to, from) => {
                let (to, from) = (self.place(to, &mut checks), self.place(from, &mut checks));
                vec![format!("{to} := {from}")]
            }
            Step::Undefine(place) => {
                vec![format!("{} := {}", self.place(place, &mut checks), self.nothing(&place.ty))]
            }
            Step::If(condition, then, other) => vec![self.branch(condition, then, other, &mut checks)],
            Step::Assert(condition, _) => {
                let text = self.expression(condition, &mut checks).at(Level::Or);
                vec![format!("assert {text}")]
            }
            Step::Assume(condition) => {
                let text = self.expression(condition, &mut checks).text;
                vec![format!("choose {{ when {text} do skip }}")]
            }
            Step::For(name, ty, body) => {
                let body: Vec<String> = body.iter().flat_map(|step| self.statements(step)).collect();
                vec![format!("for {} in {} {{ {} }}", names::name(name), self.domain(ty), body.join(", "))]
            }
            Step::Check(value) => {
                let text = self.expression(value, &mut checks).at(Level::Sum);
                let is_known =
                    !checks.is_empty() && crate::murphi::settle::is_read_inside(value, self.tables);
                if is_known { Vec::new() } else { vec![format!("assert {text} = {text}")] }
            }
            Step::Clear(_) | Step::Count(..) | Step::While(..) | Step::Return => Vec::new(),
        };
        checks.sort();
        checks.dedup();
        found.extend(checks.into_iter().map(|check| format!("assert {check}")));
        found
    }

    /// A value as it is stored in a place.
    fn stored(&mut self, place: &Place, value: &Expr, checks: &mut Checks) -> String {
        let text = match value {
            Expr::Bound(..) if place.ty == Type::Bool => format!("({})", self.expression(value, checks).text),
            _ => self.expression(value, checks).text,
        };
        if place.ty == Type::Bool && self.undefined.is_possible(place) {
            return match value.value() {
                Some(known) => known.to_string(),
                None => format!("if {text} then 1 else 0"),
            };
        }
        text
    }

    fn branch(&mut self, condition: &Expr, then: &[Step], other: &[Step], checks: &mut Checks) -> String {
        if then.is_empty() {
            let turned = crate::murphi::fold::not(condition.clone());
            if other.is_empty() {
                return format!("assert {} || true", self.expression(condition, checks).at(Level::Or));
            }
            return self.branch(&turned, other, &[], checks);
        }
        let condition = self.expression(condition, checks).text;
        let then = self.sequence(then).join(" ; ");
        let mut text = format!("if {condition} {{ {then} }}");
        match other {
            [] => {}
            [Step::If(inner, yes, no)] if !yes.is_empty() => {
                let mut inner_checks = Checks::new();
                let chained = self.branch(inner, yes, no, &mut inner_checks);
                if inner_checks.is_empty() {
                    text.push_str(&format!(" else {chained}"));
                } else {
                    let inner = self.sequence(other).join(" ; ");
                    text.push_str(&format!(" else {{ {inner} }}"));
                }
            }
            other => {
                let other = self.sequence(other).join(" ; ");
                text.push_str(&format!(" else {{ {other} }}"));
            }
        }
        text
    }
}
