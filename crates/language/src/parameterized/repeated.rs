//! `for`: a step once for each value, all at once.

use diagnostics::Span;
use system::parameterized::{Domain, ParameterizedStatement, Site, Term};

use super::{Extraction, Open, OpenObstacle};
use crate::choices::Choices;
use crate::evaluate::values;
use crate::typed::TypedDomain;
use crate::typed_action::TypedFor;

/// More values than this are not written out.
const WRITTEN_OUT: u128 = 256;

impl Extraction<'_> {
    pub(super) fn repeated(&mut self, all: &TypedFor, span: Span) -> Open<Vec<ParameterizedStatement>> {
        let is_over_instances = match &all.domain {
            TypedDomain::Instances(process) => self.in_family(*process, span).map(|()| true)?,
            TypedDomain::Range(low, high) => self.is_family(low, high, span)?,
            _ => false,
        };
        if is_over_instances {
            return self.over_everybody(all, span);
        }
        let Ok(Some(values)) = values(&all.domain, &mut self.slots) else {
            return Err(OpenObstacle::new("`for` over this domain", span));
        };
        let mut choices = Choices::new(values, all.slots.len());
        if choices.count().is_none_or(|count| count > WRITTEN_OUT) {
            return Err(OpenObstacle::new("`for` over too many values", span));
        }
        let mut statements = Vec::new();
        while choices.next_into(&all.slots, &mut self.slots) {
            for statement in &all.step {
                statements.extend(self.statement(statement)?);
            }
        }
        Ok(statements)
    }

    /// New values for variables of all instances.
    fn over_everybody(&mut self, all: &TypedFor, span: Span) -> Open<Vec<ParameterizedStatement>> {
        let obstacle =
            || OpenObstacle::new("`for` over instances that does not only set variables of each", span);
        let [(slot, _)] = &all.slots[..] else { return Err(obstacle()) };
        let bound = self.depth;
        self.meanings.insert(*slot, Term::Bound(bound));
        self.depth += 1;
        let statements = all.step.iter().map(|statement| self.statement(statement)).collect::<Open<Vec<_>>>();
        self.depth -= 1;
        let everybody = |one: ParameterizedStatement| match one {
            ParameterizedStatement::Assign(site, value) => self.for_everybody(&site, value, bound),
            _ => None,
        };
        statements?.into_iter().flatten().map(everybody).collect::<Option<Vec<_>>>().ok_or_else(obstacle)
    }

    /// The new value of a variable of the instance itself, for all instances; every value of the expression must be one of the variable.
    pub(super) fn for_everybody(
        &self,
        site: &Site,
        value: Term,
        bound: usize,
    ) -> Option<ParameterizedStatement> {
        let Site { variable, owner: Some(owner), element: None } = site else { return None };
        let fits = match (&self.system.locals[*variable].domain, &value) {
            (Domain::Bool | Domain::Members(_), _) => true,
            (Domain::Range(low, high), Term::Const(value)) => {
                (i64::from(*low)..=i64::from(*high)).contains(value)
            }
            (Domain::Pointer { null, .. }, _) => *null,
            _ => false,
        };
        let is_own = **owner == Term::Bound(bound) && fits;
        is_own.then_some(ParameterizedStatement::Everybody { bound, variable: *variable, value })
    }
}
