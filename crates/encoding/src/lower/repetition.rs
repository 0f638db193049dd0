//! Actions that every receiver of a population runs, one after the other: any number of times.
//!
//! Where the number of receivers has no bound, the effect of all repetitions is written down at once. That is known for
//! an action of one step in which every variable is set to something that the action does not change, is negated, or
//! changes by a constant: what is set keeps its value from the second time on, a negated variable depends on whether the
//! number is even, and a constant is added as many times. On the way to its last value such a sum moves in one
//! direction, so that it leaves its type if and only if the last value does. Any other action is repeated by cases, if
//! there are few enough.

use super::conjunction::{both, either, except, not};
use super::environment::{Scope, Values};
use super::number::{Case, Number};
use super::outcome::{Outcome, Path, Write, where_active};
use super::transition::Part;
use super::{Lowerer, Lowering, Unsupported};
use diagnostics::Span;
use state_sets::{Formula, Linear};
use system::{Block, Edge, Expr, ExprKind, Operation, Place, Sort, StatementKind, Value, VariableId};

/// A receiver's action in a population is repeated by cases for at most so many processes.
const MOST_REPEATED: i128 = 16;

/// What an action does to a variable each time.
pub(super) enum Change<'a> {
    /// It becomes this, which the action does not change.
    Set(&'a Expr),
    /// It is negated.
    Negated,
    /// It changes by this much.
    By(i128),
}

/// The changes of an action all of whose repetitions can be written down at once; nothing if they cannot or need not.
pub(super) fn changes(action: &Block) -> Option<Vec<(VariableId, Change<'_>, Span)>> {
    let [step] = action.steps.as_slice() else { return None };
    let mut assigned: Vec<(VariableId, &Expr, Span)> = Vec::new();
    for statement in &step.statements {
        match &statement.kind {
            StatementKind::Assign { place, value } => {
                assigned.push((place.fixed()?, value, statement.span));
            }
            StatementKind::Skip => {}
            _ => return None,
        }
    }
    let written: Vec<VariableId> = assigned.iter().map(|(variable, ..)| *variable).collect();
    let is_once = |variable: &VariableId| written.iter().filter(|own| *own == variable).count() == 1;
    if !written.iter().all(is_once) {
        return None;
    }
    let change = |(variable, value, span)| Some((variable, changed(variable, value, &written)?, span));
    let changes: Vec<(VariableId, Change<'_>, Span)> =
        assigned.into_iter().map(change).collect::<Option<_>>()?;
    // What is only set is the same after one time.
    let is_needed = changes.iter().any(|(_, change, _)| !matches!(change, Change::Set(_)));
    is_needed.then_some(changes)
}

fn changed<'a>(variable: VariableId, value: &'a Expr, written: &[VariableId]) -> Option<Change<'a>> {
    let reads_it =
        |expr: &Expr| matches!(&expr.kind, ExprKind::Read(place) if place.fixed() == Some(variable));
    let constant = |expr: &Expr| match expr.constant() {
        Some(Value::Int(constant)) => Some(constant),
        _ => None,
    };
    match &value.kind {
        _ if !reads_any(value, written) => Some(Change::Set(value)),
        ExprKind::Not(inner) if reads_it(inner) && value.sort() == Sort::Bool => Some(Change::Negated),
        ExprKind::Arithmetic(Operation::Add, left, right) if reads_it(left) => {
            constant(right).map(Change::By)
        }
        ExprKind::Arithmetic(Operation::Add, left, right) if reads_it(right) => {
            constant(left).map(Change::By)
        }
        ExprKind::Arithmetic(Operation::Sub, left, right) if reads_it(left) => {
            constant(right)?.checked_neg().map(Change::By)
        }
        _ => None,
    }
}

impl Lowerer<'_> {
    /// Runs an action with these changes as often as processes of the part move, after what came before.
    pub(super) fn repeated(
        &mut self,
        path: &Path,
        outcomes: Vec<Outcome>,
        part: &Part,
        changes: &[(VariableId, Change<'_>, Span)],
    ) -> Lowering<Vec<Outcome>> {
        let mut longer = Vec::new();
        for outcome in outcomes {
            let between = self.after(&Values::new(), &outcome.writes);
            let here = path.choosing(&outcome.locals, &outcome.condition).and(&part.active);
            let mut new = Outcome::nothing();
            let mut fault = Formula::falsity();
            for (variable, change, span) in changes {
                let value = self.repeatedly(*variable, change, part, &between, *span)?;
                let outside = self.outside_type(*variable, &value, *span)?;
                fault = either(&fault, &either(&value.fault, &outside));
                let write = Write { when: Formula::truth(), cases: value.cases };
                new.writes.insert(*variable, vec![write]);
            }
            self.record(&here, &fault);
            new.condition = except(&new.condition, &fault);
            longer.extend(where_active(&part.active, vec![new]).into_iter().map(|new| outcome.then(new)));
        }
        Ok(self.fewer(longer))
    }

    /// The value of a variable after all repetitions.
    fn repeatedly(
        &mut self,
        variable: VariableId,
        change: &Change<'_>,
        part: &Part,
        values: &Values,
        span: Span,
    ) -> Lowering<Number> {
        let scope = Scope::of(values);
        let overflow = || Unsupported::overflow(span);
        match change {
            Change::Set(value) => self.number(value, scope),
            Change::By(constant) => {
                let sum = part.count.times(*constant).ok_or_else(overflow)?;
                let value = self.read(variable, scope);
                Ok(value.map(|term| term.plus(&sum)).ok_or_else(overflow)?)
            }
            Change::Negated => {
                let even = self.cells.divides(2, part.count.clone());
                let truth = self.is_value(&self.read(variable, scope), 1, span)?.truth;
                let odd = both(&not(&even), &not(&truth));
                let truth = either(&both(&even, &truth), &odd);
                let case = |guard: Formula, value: i128| Case { guard, term: Linear::constant(value) };
                let cases = vec![case(truth.clone(), 1), case(not(&truth), 0)];
                Ok(Number { cases, fault: Formula::falsity() })
            }
        }
    }

    /// Where a value does not fit a variable.
    fn outside_type(&self, variable: VariableId, value: &Number, span: Span) -> Lowering<Formula> {
        let misfit = |term: &Linear| Some(not(&self.fits(variable, term)?));
        Ok(value.holds(misfit).ok_or_else(|| Unsupported::overflow(span))?.truth)
    }

    /// The conditions under which the action of a part runs once, twice, and so on.
    pub(super) fn repetitions(&self, edge: &Edge, part: &Part) -> Lowering<Vec<Formula>> {
        if part.count.as_constant() == Some(1) || is_idempotent(&edge.action) {
            return Ok(vec![part.active.clone()]);
        }
        let most = self.cells.interval(&part.count).high.filter(|high| *high <= MOST_REPEATED);
        let Some(most) = most else {
            let what = "an action that every receiver of a population runs, any number of times";
            let help = "write constants in it, or give the population a size";
            return Err(Unsupported::at(edge.span, what, help).into());
        };
        let times = |number: i128| {
            let missing = Linear::constant(number).minus(&part.count);
            let missing = missing.ok_or_else(|| Unsupported::overflow(edge.span))?;
            Ok(both(&part.active, &self.cells.not_positive(missing)))
        };
        (1..=most).map(times).collect()
    }
}

/// Whether running the action once does the same as running it several times: one step that writes to fixed
/// variables what does not depend on any of them.
fn is_idempotent(action: &Block) -> bool {
    let [step] = action.steps.as_slice() else { return false };
    let mut written = Vec::new();
    for statement in &step.statements {
        match &statement.kind {
            StatementKind::Assign { place, .. } => match place.fixed() {
                Some(variable) => written.push(variable),
                None => return false,
            },
            StatementKind::Skip | StatementKind::Assert(_) => {}
            _ => return false,
        }
    }
    let reads = |expr: &system::Expr| reads_any(expr, &written);
    step.statements.iter().all(|statement| match &statement.kind {
        StatementKind::Assign { value, .. } => !reads(value),
        StatementKind::Assert(condition) => !reads(condition),
        _ => true,
    })
}

/// Whether the expression may read one of the variables.
fn reads_any(expr: &system::Expr, variables: &[VariableId]) -> bool {
    let own = match &expr.kind {
        ExprKind::Read(place) | ExprKind::ReadNext(place) => may_be_any(place, variables),
        _ => false,
    };
    own || expr.children().into_iter().any(|child| reads_any(child, variables))
}

fn may_be_any(place: &Place, variables: &[VariableId]) -> bool {
    match place.fixed() {
        Some(variable) => variables.contains(&variable),
        None => !variables.is_empty(),
    }
}
