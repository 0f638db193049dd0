//! Actions.

use system::Comparison;
use system::parameterized::{Choices, ParameterizedStatement, Steps, Term, Way};

use super::{Extraction, Open, OpenObstacle};
use crate::ast::Quantifier;
use crate::typed::{Typed, TypedDomain, TypedKind, TypedPlace, TypedSet};
use crate::typed_action::{TypedBlock, TypedBranch, TypedStatement, TypedStatementKind};

impl Extraction<'_> {
    pub(super) fn steps(&mut self, block: &TypedBlock) -> Open<Steps> {
        let mut steps = Vec::with_capacity(block.steps.len());
        for step in &block.steps {
            let mut statements = Vec::with_capacity(step.len());
            for statement in step {
                statements.extend(self.statement(statement)?);
            }
            steps.push(statements);
        }
        Ok(steps)
    }

    pub(super) fn statement(&mut self, statement: &TypedStatement) -> Open<Vec<ParameterizedStatement>> {
        Ok(match &statement.kind {
            TypedStatementKind::Assign(place, value) => {
                let mut all = Vec::new();
                self.stored(place, value, &mut all)?;
                all
            }
            TypedStatementKind::Any(_, _, Some(condition)) => {
                return Err(OpenObstacle::new("`any` with a condition", condition.span));
            }
            TypedStatementKind::Any(place, set, None) => {
                vec![ParameterizedStatement::Any(self.site(place)?, self.choices(place, set.as_ref())?)]
            }
            TypedStatementKind::Choose(branches) => {
                let ways = branches.iter().map(|branch| self.way(branch)).collect::<Open<Vec<Way>>>()?;
                vec![ParameterizedStatement::Choose(ways)]
            }
            TypedStatementKind::If(condition, then, otherwise) => {
                let (condition, then) = (self.term(condition)?, self.way(then)?);
                let otherwise = otherwise.as_ref().map(|branch| self.way(branch)).transpose()?;
                vec![ParameterizedStatement::If(condition, then, otherwise)]
            }
            TypedStatementKind::Skip => Vec::new(),
            TypedStatementKind::Assert(condition) => {
                vec![ParameterizedStatement::Assert(self.term(condition)?)]
            }
            TypedStatementKind::Relation(relation) => self.relation(relation)?,
            TypedStatementKind::Send(..) | TypedStatementKind::Receive(..) => {
                return Err(OpenObstacle::new("a queue", statement.span));
            }
            TypedStatementKind::For(all) => self.repeated(all, statement.span)?,
            TypedStatementKind::Unknown => {
                return Err(OpenObstacle::new("an action of this form", statement.span));
            }
        })
    }

    fn way(&mut self, branch: &TypedBranch) -> Open<Way> {
        let guard = branch.guard.as_ref().map(|guard| self.term(guard)).transpose()?;
        Ok(Way { guard, steps: self.steps(&branch.body)? })
    }

    fn choices(&mut self, place: &TypedPlace, set: Option<&TypedSet>) -> Open<Choices> {
        let is_index = self.holds_index(place);
        Ok(match set {
            None => Choices::Domain,
            Some(TypedSet::Value(set)) => return Err(OpenObstacle::new("a set", set.span)),
            Some(TypedSet::Members(members)) => {
                let mut all = Vec::new();
                for member in members {
                    all.push(if is_index { self.index(member)? } else { self.any(member)? });
                }
                Choices::Members(all)
            }
            Some(TypedSet::Range(low, high)) if is_index => match self.is_family(low, high, place.span)? {
                true => Choices::Instances,
                false => {
                    return Err(OpenObstacle::new("a range over some of the instances only", place.span));
                }
            },
            Some(TypedSet::Range(low, high)) => Choices::Range(self.term(low)?, self.term(high)?),
        })
    }

    /// `forall c in P: c->x' = e && c->y' = f`: all instances get new values.
    fn relation(&mut self, relation: &Typed) -> Open<Vec<ParameterizedStatement>> {
        let obstacle = || OpenObstacle::new("a relation between old and new values", relation.span);
        let TypedKind::Quantifier { quantifier: Quantifier::Forall, slots, domain, body } = &relation.kind
        else {
            return Err(obstacle());
        };
        let is_over_instances = match &**domain {
            TypedDomain::Instances(_) => true,
            TypedDomain::Range(low, high) => self.is_family(low, high, relation.span)?,
            _ => false,
        };
        let [(slot, _)] = &slots[..] else { return Err(obstacle()) };
        if !is_over_instances {
            return Err(obstacle());
        }
        let bound = self.depth;
        self.meanings.insert(*slot, Term::Bound(bound));
        self.depth += 1;
        let statements = self.new_values(body, bound);
        self.depth -= 1;
        statements?.ok_or_else(obstacle)
    }

    fn new_values(&mut self, body: &Typed, bound: usize) -> Open<Option<Vec<ParameterizedStatement>>> {
        let (left, right) = match &body.kind {
            TypedKind::And(parts) => {
                let mut all = Vec::new();
                for part in parts {
                    match self.new_values(part, bound)? {
                        Some(more) => all.extend(more),
                        None => return Ok(None),
                    }
                }
                return Ok(Some(all));
            }
            TypedKind::Iff(left, right) => (&**left, &**right),
            TypedKind::Chain(operands, comparisons) if comparisons[..] == [Comparison::Eq] => {
                (&operands[0], &operands[1])
            }
            TypedKind::Read { next: true, .. } => return self.new_value(body, Term::bool(true), bound),
            TypedKind::Not(inner) if matches!(inner.kind, TypedKind::Read { next: true, .. }) => {
                return self.new_value(inner, Term::bool(false), bound);
            }
            _ => return Ok(None),
        };
        let (new, value) = match (&left.kind, &right.kind) {
            (TypedKind::Read { next: true, .. }, _) => (left, right),
            (_, TypedKind::Read { next: true, .. }) => (right, left),
            _ => return Ok(None),
        };
        if value.traits.primed {
            return Ok(None);
        }
        let value = self.any(value)?;
        self.new_value(new, value, bound)
    }

    /// The new value of a variable of the instance itself; every value of the expression must be one of it.
    fn new_value(
        &mut self,
        new: &Typed,
        value: Term,
        bound: usize,
    ) -> Open<Option<Vec<ParameterizedStatement>>> {
        let TypedKind::Read { place, next: true } = &new.kind else { return Ok(None) };
        let site = self.site(place)?;
        Ok(self.for_everybody(&site, value, bound).map(|one| vec![one]))
    }
}
