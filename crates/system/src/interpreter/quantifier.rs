//! Quantifiers over infinitely many values: the state's values are put in, and what is left is a closed
//! formula of linear arithmetic over the bound variables.
//!
//! An integer expression becomes a list of cases, each a condition with a linear term: `if`, `min`, `max` and
//! `abs` split cases, and a quotient by a constant becomes a further unknown that its bounds determine.
//! Values of other sorts are numbered. A value of a bound variable for which the body faults does not satisfy
//! the body; a part without bound variables that faults is a fault of the whole.

use super::cooper::{self, Formula, LinearTerm, TooLarge, Unknown};
use super::evaluate::{Evaluator, Valuation};
use super::failure::Failure;
use crate::{BoundId, Comparison, Expr, ExprKind, Obstacle, Operation, Place, Reach, Sort, Value};
use diagnostics::Span;

/// One way to compute a value: under the condition, it is the term, for some values of the unknowns (which
/// the condition determines).
#[derive(Clone)]
struct Case {
    unknowns: Vec<Unknown>,
    condition: Formula,
    term: LinearTerm,
}

/// The truth of a quantified expression.
pub(super) fn decide(evaluator: &Evaluator<'_>, expr: &Expr) -> Result<bool, Failure> {
    let fresh = evaluator.system.bounds.len() as Unknown;
    let mut translation = Translation { evaluator, fresh, span: expr.span };
    let formula = translation.formula(expr, true)?;
    cooper::decide(&formula).map_err(|TooLarge| too_large(expr.span))
}

fn too_large(span: Span) -> Failure {
    Failure::Obstacle(Obstacle::TooMany { variables: vec!["a quantified variable".into()], span: Some(span) })
}

struct Translation<'a> {
    evaluator: &'a Evaluator<'a>,
    fresh: Unknown,
    span: Span,
}

impl Translation<'_> {
    fn limited<T>(&self, result: Result<T, TooLarge>) -> Result<T, Failure> {
        result.map_err(|TooLarge| too_large(self.span))
    }

    /// When the expression has this value. Where it faults, it has neither, so that one formula is the negation of the
    /// other only for expressions that cannot fault.
    fn formula(&mut self, expr: &Expr, wanted: bool) -> Result<Formula, Failure> {
        if !has_bound(expr) && !matches!(expr.kind, ExprKind::Quantified { .. }) {
            return self.evaluator.bool(expr).map(|value| Formula::Bool(value == wanted));
        }
        match &expr.kind {
            ExprKind::Not(a) => self.formula(a, !wanted),
            ExprKind::And(all) => self.joined(&all.iter().map(|e| (e, true)).collect::<Vec<_>>(), wanted),
            // None of them fails to be false.
            ExprKind::Or(all) => self.joined(&all.iter().map(|e| (e, false)).collect::<Vec<_>>(), !wanted),
            ExprKind::Implies(a, b) => self.joined(&[(a, true), (b, false)], !wanted),
            ExprKind::Iff(a, b) => self.equivalent(a, b, wanted),
            ExprKind::Compare(comparison @ (Comparison::Eq | Comparison::Ne), a, b)
                if a.sort() == Sort::Bool =>
            {
                self.equivalent(a, b, (*comparison == Comparison::Eq) == wanted)
            }
            ExprKind::Compare(comparison, a, b) => self.comparison(*comparison, a, b, wanted),
            ExprKind::If(c, a, b) => {
                let then = self.joined(&[(c, true), (a, wanted)], true)?;
                let otherwise = self.joined(&[(c, false), (b, wanted)], true)?;
                Ok(Formula::or(vec![then, otherwise]))
            }
            ExprKind::Reach(reach) => {
                let cases = self.ways(reach, expr.span)?;
                self.formula(&cases, wanted)
            }
            ExprKind::Quantified { universal, bound, body } => {
                let truth = self.quantified(*universal, *bound, body)?;
                Ok(if wanted { truth } else { truth.negate() })
            }
            _ => {
                // A Boolean read at a place that depends on a bound variable.
                let value = LinearTerm::constant(i128::from(wanted));
                let cases = self.cases(expr)?;
                self.exists_case(&cases, |term| equal(term, &value))
            }
        }
    }

    /// Whether all expressions have these values is as wanted. They are looked at from the left, until one has another
    /// value.
    fn joined(&mut self, all: &[(&Expr, bool)], wanted: bool) -> Result<Formula, Failure> {
        let mut reached = vec![];
        let mut stopped = vec![];
        for (expr, value) in all {
            if Formula::and(reached.clone()) == Formula::Bool(false) {
                break;
            }
            if !wanted {
                let other = self.formula(expr, !value)?;
                stopped.push(Formula::and([reached.as_slice(), &[other]].concat()));
            }
            reached.push(self.formula(expr, *value)?);
        }
        Ok(if wanted { Formula::and(reached) } else { Formula::or(stopped) })
    }

    /// A way whose ends depend on bound variables, by cases: the start is this, and the goal is one of what is met from
    /// there. Links do not depend on them.
    fn ways(&self, reach: &Reach, span: Span) -> Result<Expr, Failure> {
        let is = |end: &Expr, value: Value| {
            let value = Expr::new(ExprKind::Const(value, Sort::Reference(reach.process)), span);
            Expr::compare(Comparison::Eq, end.clone(), value, span)
        };
        let instances = (0u32..).take(reach.links.len()).map(Some);
        let mut all = Vec::new();
        for start in std::iter::once(None).chain(instances).map(Value::Reference) {
            let met = reach.met_from(start, |link| self.evaluator.value(link))?;
            let goal = met.into_iter().map(|value| is(&reach.goal, value)).collect();
            let parts = vec![is(&reach.start, start), Expr::new(ExprKind::Or(goal), span)];
            all.push(Expr::new(ExprKind::And(parts), span));
        }
        Ok(Expr::new(ExprKind::Or(all), span))
    }

    fn equivalent(&mut self, a: &Expr, b: &Expr, same: bool) -> Result<Formula, Failure> {
        let mut ways = Vec::new();
        for value in [true, false] {
            ways.push(Formula::and(vec![self.formula(a, value)?, self.formula(b, value == same)?]));
        }
        Ok(Formula::or(ways))
    }

    fn quantified(&mut self, universal: bool, bound: BoundId, body: &Expr) -> Result<Formula, Failure> {
        let inner = self.formula(body, true)?;
        let inner = if universal { inner.negate() } else { inner };
        let natural = self.evaluator.system.bound(bound).natural;
        let domain = if natural {
            let zero = LinearTerm::constant(0);
            self.limited(Formula::at_most(&zero, &LinearTerm::unknown(bound.0)))?
        } else {
            Formula::Bool(true)
        };
        let exists = Formula::Exists(bound.0, Box::new(Formula::and(vec![domain, inner])));
        Ok(if universal { exists.negate() } else { exists })
    }

    fn comparison(
        &mut self,
        comparison: Comparison,
        a: &Expr,
        b: &Expr,
        wanted: bool,
    ) -> Result<Formula, Failure> {
        let (left, right) = (self.cases(a)?, self.cases(b)?);
        let pairs = self.pairs(&left, &right, |a, b| a.plus(-1, b))?;
        let (zero, one) = (LinearTerm::constant(0), LinearTerm::constant(1));
        self.exists_case(&pairs, |difference| {
            let truth = match comparison {
                Comparison::Eq => equal(difference, &zero)?,
                Comparison::Ne => equal(difference, &zero)?.negate(),
                Comparison::Lt => Formula::at_most(&difference.plus(1, &one)?, &zero)?,
                Comparison::Le => Formula::at_most(difference, &zero)?,
                Comparison::Gt => Formula::at_most(&one, difference)?,
                Comparison::Ge => Formula::at_most(&zero, difference)?,
            };
            Ok(if wanted { truth } else { truth.negate() })
        })
    }

    /// For some case, its condition and what is asked of its term.
    fn exists_case(
        &self,
        cases: &[Case],
        atom: impl Fn(&LinearTerm) -> Result<Formula, TooLarge>,
    ) -> Result<Formula, Failure> {
        let mut parts = Vec::new();
        for case in cases {
            let mut part = Formula::and(vec![case.condition.clone(), self.limited(atom(&case.term))?]);
            for unknown in &case.unknowns {
                part = Formula::Exists(*unknown, Box::new(part));
            }
            parts.push(part);
        }
        Ok(Formula::or(parts))
    }

    fn pairs(
        &self,
        left: &[Case],
        right: &[Case],
        combine: impl Fn(&LinearTerm, &LinearTerm) -> Result<LinearTerm, TooLarge>,
    ) -> Result<Vec<Case>, Failure> {
        let mut all = Vec::new();
        for a in left {
            for b in right {
                all.push(Case {
                    unknowns: a.unknowns.iter().chain(&b.unknowns).copied().collect(),
                    condition: Formula::and(vec![a.condition.clone(), b.condition.clone()]),
                    term: self.limited(combine(&a.term, &b.term))?,
                });
            }
        }
        if all.len() > 4096 { Err(too_large(self.span)) } else { Ok(all) }
    }

    /// The cases of an expression of any sort, values of sorts other than integers as numbers.
    fn cases(&mut self, expr: &Expr) -> Result<Vec<Case>, Failure> {
        let certain =
            |term: LinearTerm| vec![Case { unknowns: Vec::new(), condition: Formula::Bool(true), term }];
        if !has_bound(expr) {
            return Ok(certain(LinearTerm::constant(number(self.evaluator.value(expr)?))));
        }
        match &expr.kind {
            ExprKind::Bound(bound) => Ok(certain(LinearTerm::unknown(bound.0))),
            ExprKind::Negate(a) => {
                let a = self.cases(a)?;
                self.pairs(&certain(LinearTerm::default()), &a, |zero, a| zero.plus(-1, a))
            }
            ExprKind::Sum(all) => all.iter().try_fold(certain(LinearTerm::default()), |sum, term| {
                let cases = self.cases(term)?;
                self.pairs(&sum, &cases, |a, b| a.plus(1, b))
            }),
            ExprKind::Arithmetic(operation, a, b) => self.arithmetic(*operation, a, b),
            ExprKind::Absolute(a) => {
                let a = self.cases(a)?;
                let negative = self.pairs(&certain(LinearTerm::default()), &a, |zero, a| zero.plus(-1, a))?;
                self.larger(&a, &negative)
            }
            ExprKind::If(condition, a, b) => {
                let (holds, fails) = (self.formula(condition, true)?, self.formula(condition, false)?);
                let mut all = self.under(&holds, a)?;
                all.extend(self.under(&fails, b)?);
                Ok(all)
            }
            ExprKind::Count(all) => all.iter().try_fold(certain(LinearTerm::default()), |sum, one| {
                let cases = self.truth_cases(one)?;
                self.pairs(&sum, &cases, |a, b| a.plus(1, b))
            }),
            ExprKind::Read(place) | ExprKind::ReadNext(place) => {
                self.place_cases(place, matches!(expr.kind, ExprKind::ReadNext(_)))
            }
            ExprKind::IndexOf(reference) => {
                let Sort::Reference(process) = reference.sort() else {
                    unreachable!("a checked system takes the index of references only")
                };
                let first = LinearTerm::constant(self.evaluator.system.process(process).first_index);
                let cases = self.cases(reference)?;
                let found =
                    self.limited_cases(&cases, |term| Formula::at_most(&LinearTerm::default(), term))?;
                self.pairs(&found, &certain(first), |a, b| a.plus(1, b))
            }
            ExprKind::InstanceAt(process, index) => {
                let declared = self.evaluator.system.process(*process);
                let (first, count) = (declared.first_index, i128::from(declared.count));
                let cases = self.cases(index)?;
                let positions =
                    self.pairs(&cases, &certain(LinearTerm::constant(first)), |a, b| a.plus(-1, b))?;
                self.limited_cases(&positions, |term| {
                    Ok(Formula::and(vec![
                        Formula::at_most(&LinearTerm::default(), term)?,
                        Formula::at_most(term, &LinearTerm::constant(count.checked_sub(1).ok_or(TooLarge)?))?,
                    ]))
                })
            }
            _ => self.truth_cases(expr),
        }
    }

    /// The cases of a Boolean expression: one if true, zero if false.
    fn truth_cases(&mut self, expr: &Expr) -> Result<Vec<Case>, Failure> {
        let case =
            |condition, value| Case { unknowns: Vec::new(), condition, term: LinearTerm::constant(value) };
        Ok(vec![case(self.formula(expr, true)?, 1), case(self.formula(expr, false)?, 0)])
    }

    fn under(&mut self, condition: &Formula, expr: &Expr) -> Result<Vec<Case>, Failure> {
        if *condition == Formula::Bool(false) {
            return Ok(Vec::new());
        }
        let mut cases = self.cases(expr)?;
        for case in &mut cases {
            case.condition = Formula::and(vec![condition.clone(), case.condition.clone()]);
        }
        Ok(cases)
    }

    /// The cases, each with a further condition on its term.
    fn limited_cases(
        &self,
        cases: &[Case],
        condition: impl Fn(&LinearTerm) -> Result<Formula, TooLarge>,
    ) -> Result<Vec<Case>, Failure> {
        cases
            .iter()
            .map(|case| {
                let further = self.limited(condition(&case.term))?;
                let condition = Formula::and(vec![case.condition.clone(), further]);
                Ok(Case { condition, ..case.clone() })
            })
            .collect()
    }

    fn arithmetic(&mut self, operation: Operation, a: &Expr, b: &Expr) -> Result<Vec<Case>, Failure> {
        let (left, right) = (self.cases(a)?, self.cases(b)?);
        let constant = |cases: &[Case]| match cases {
            [only] if only.term.coefficients.is_empty() => Some(only.term.constant),
            _ => None,
        };
        match operation {
            Operation::Add => self.pairs(&left, &right, |a, b| a.plus(1, b)),
            Operation::Sub => self.pairs(&left, &right, |a, b| a.plus(-1, b)),
            Operation::Mul => match (constant(&left), constant(&right)) {
                (_, Some(factor)) => self.pairs(&left, &right, |a, _| a.times(factor)),
                (Some(factor), _) => self.pairs(&left, &right, |_, b| b.times(factor)),
                _ => Err(too_large(self.span)),
            },
            Operation::Div | Operation::Mod => match constant(&right) {
                Some(divisor) if divisor > 0 => self.divided(&left, divisor, operation),
                _ => Err(too_large(self.span)),
            },
            Operation::Max => self.larger(&left, &right),
            Operation::Min => {
                let swapped = self.pairs(&left, &right, |a, _| Ok(a.clone()))?;
                let other = self.pairs(&left, &right, |_, b| Ok(b.clone()))?;
                self.chosen(&swapped, &other, Formula::at_most)
            }
        }
    }

    fn larger(&mut self, left: &[Case], right: &[Case]) -> Result<Vec<Case>, Failure> {
        let first = self.pairs(left, right, |a, _| Ok(a.clone()))?;
        let second = self.pairs(left, right, |_, b| Ok(b.clone()))?;
        self.chosen(&first, &second, |a, b| Formula::at_most(b, a))
    }

    /// Of paired cases the first where the choice holds, else the second.
    fn chosen(
        &self,
        first: &[Case],
        second: &[Case],
        choice: impl Fn(&LinearTerm, &LinearTerm) -> Result<Formula, TooLarge>,
    ) -> Result<Vec<Case>, Failure> {
        let mut all = Vec::new();
        for (a, b) in first.iter().zip(second) {
            let choice = self.limited(choice(&a.term, &b.term))?;
            let under = |case: &Case, choice: Formula| Case {
                condition: Formula::and(vec![case.condition.clone(), choice]),
                ..case.clone()
            };
            all.push(under(a, choice.clone()));
            all.push(under(b, choice.negate()));
        }
        Ok(all)
    }

    /// Quotient or remainder: the quotient `q` is the unknown with `d·q ≤ t ≤ d·q + d − 1`.
    fn divided(&mut self, cases: &[Case], d: i128, operation: Operation) -> Result<Vec<Case>, Failure> {
        let mut all = Vec::new();
        for case in cases {
            let quotient = self.fresh;
            self.fresh = self.fresh.saturating_add(1);
            let q = LinearTerm::unknown(quotient);
            let (low, term) = (self.limited(q.times(d))?, &case.term);
            let most = self.limited(d.checked_sub(1).ok_or(TooLarge))?;
            let high = self.limited(low.plus(1, &LinearTerm::constant(most)))?;
            let above = self.limited(Formula::at_most(&low, term))?;
            let below = self.limited(Formula::at_most(term, &high))?;
            let mut unknowns = case.unknowns.clone();
            unknowns.push(quotient);
            let term = if operation == Operation::Div { q } else { self.limited(term.plus(-1, &low))? };
            let condition = Formula::and(vec![case.condition.clone(), above, below]);
            all.push(Case { unknowns, condition, term });
        }
        Ok(all)
    }

    /// One case for each variable that the place can denote.
    fn place_cases(&mut self, place: &Place, next: bool) -> Result<Vec<Case>, Failure> {
        let mut found = vec![(
            Case { unknowns: vec![], condition: Formula::Bool(true), term: LinearTerm::default() },
            place.first,
        )];
        for selector in &place.selectors {
            let is_reference = matches!(selector.index.sort(), Sort::Reference(_));
            let low = if is_reference { 0 } else { selector.low };
            let positions = self.cases(&selector.index)?;
            let mut longer = Vec::new();
            for (case, variable) in &found {
                for position in 0..selector.count {
                    let wanted = self.limited(low.checked_add(i128::from(position)).ok_or(TooLarge))?;
                    let wanted = LinearTerm::constant(wanted);
                    let here = self.limited_cases(&positions, |term| equal(term, &wanted))?;
                    for at in self.pairs(std::slice::from_ref(case), &here, |a, _| Ok(a.clone()))? {
                        longer.push((at, selector.variable(*variable, position)));
                    }
                }
            }
            found = longer;
        }
        found
            .into_iter()
            .map(|(case, variable)| {
                let valuation: &dyn Valuation = self.evaluator.valuation;
                let value = if next { valuation.next(variable) } else { valuation.current(variable) };
                let value = value.ok_or(Failure::Undetermined(variable))?;
                Ok(Case { term: LinearTerm::constant(number(value)), ..case })
            })
            .collect()
    }
}

fn equal(a: &LinearTerm, b: &LinearTerm) -> Result<Formula, TooLarge> {
    Ok(Formula::and(vec![Formula::at_most(a, b)?, Formula::at_most(b, a)?]))
}

/// A value as a number: different values of one sort are different numbers, and `null` is -1.
fn number(value: Value) -> i128 {
    match value {
        Value::Bool(value) => i128::from(value),
        Value::Int(value) => value,
        Value::Member(member) => i128::from(member),
        Value::Reference(ordinal) => ordinal.map_or(-1, i128::from),
        Value::Location(location) => i128::from(location),
    }
}

fn has_bound(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Bound(_)) || expr.children().into_iter().any(has_bound)
}
