//! Formulas of state sets as formulas of certificates: codes become values of the system, and what occurs again gets a name.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use crate::{Codes, Lowered};
use certificates::Term;
use state_sets::{
    Cell, Comparison as Sign, Formula, Halt, Kind, Limited, Linear, Local, Moment, Term as Summand, Variable,
};
use std::collections::HashMap;
use system::{Comparison, System, Type, Value, VariableId};

/// Formulas with more parts than this are not written down.
const MOST_DEFINITIONS: usize = 1 << 20;

/// A part that occurs again gets a name if it has more parts than this.
const SMALL: usize = 2;

/// Writes formulas; those with names are shared by all that it writes.
pub(crate) struct Writer<'a> {
    system: &'a System,
    lowered: &'a Lowered,
    /// The formulas with names.
    pub definitions: Vec<(String, Term)>,
    names: HashMap<Term, usize>,
    /// How many formulas with names there are before its own.
    first: usize,
    /// What stands for bound variables: quotients.
    bound: HashMap<Local, Term>,
}

/// How often the nodes of a formula are met, and what they have become.
#[derive(Default)]
struct Nodes {
    met: HashMap<usize, usize>,
    written: HashMap<usize, Term>,
}

impl<'a> Writer<'a> {
    /// Writes formulas over the space of a system.
    pub fn new(system: &'a System, lowered: &'a Lowered, first: usize) -> Self {
        let (definitions, names, bound) = (Vec::new(), HashMap::new(), HashMap::new());
        Writer { system, lowered, definitions, names, first, bound }
    }

    /// The formula as a term.
    pub fn formula(&mut self, formula: &Formula) -> Limited<Term> {
        let mut nodes = Nodes::default();
        count(formula, &mut nodes.met);
        self.term(formula, &mut nodes)
    }

    fn term(&mut self, formula: &Formula, nodes: &mut Nodes) -> Limited<Term> {
        match formula {
            Formula::And(parts) => self.node(parts.address(), parts, nodes, Term::And, true),
            Formula::Or(parts) => self.node(parts.address() | 1, parts, nodes, Term::Or, false),
            Formula::Not(inner) => Ok(self.term(inner, nodes)?.negated()),
            Formula::Member(cell, codes) => self.member(*cell, codes),
            Formula::Compare(sum, sign) => self.comparison(sum, *sign),
            Formula::Divides(divisor, sum) => {
                let sum = self.sum(sum)?;
                let rest = Term::Modulo(Box::new(sum), *divisor);
                Ok(Term::compare(Comparison::Eq, rest, Term::int(0)))
            }
            Formula::Exists(locals, body) => self.quotients(locals, body, nodes),
            Formula::Same(..) => Err(unsupported("the formula of a set compares codes")),
        }
    }

    fn node(
        &mut self,
        address: usize,
        parts: &[Formula],
        nodes: &mut Nodes,
        make: fn(Vec<Term>) -> Term,
        empty: bool,
    ) -> Limited<Term> {
        if let Some(known) = nodes.written.get(&address) {
            return Ok(known.clone());
        }
        let mut terms = parts.iter().map(|part| self.term(part, nodes)).collect::<Limited<Vec<Term>>>()?;
        terms.retain(|term| *term != Term::bool(empty));
        let term = match terms.len() {
            0 => Term::bool(empty),
            1 => terms.remove(0),
            _ => make(terms),
        };
        // Quotients stand for bound variables that mean something else elsewhere.
        let again = nodes.met.get(&address).is_some_and(|times| *times > 1);
        let term = if again && weight(&term) > SMALL { self.named(term)? } else { term };
        if self.bound.is_empty() {
            nodes.written.insert(address, term.clone());
        }
        Ok(term)
    }

    /// The name of a term.
    pub fn named(&mut self, term: Term) -> Limited<Term> {
        if let Some(known) = self.names.get(&term) {
            return Ok(Term::Name(*known));
        }
        let place = self.first.saturating_add(self.definitions.len());
        if place >= MOST_DEFINITIONS {
            return Err(unsupported("the sets are too large to be written down"));
        }
        self.names.insert(term.clone(), place);
        // What they are called is decided when all are known.
        self.definitions.push((String::new(), term));
        Ok(Term::Name(place))
    }

    /// The value of a finite cell is one of these.
    fn member(&self, cell: Cell, codes: &[u64]) -> Limited<Term> {
        let variable = present(cell)?;
        let count = match self.lowered.space.kind(variable) {
            Kind::Finite { count } => count,
            Kind::Integer { .. } => u64::MAX,
        };
        let Some((id, ty, own)) = self.known(variable) else {
            let extra = self.extra(variable);
            return Ok(any(ranges(codes), |run| {
                within(extra.clone(), run, Some((0, i128::from(count).saturating_sub(1))))
            }));
        };
        let whole = Term::Variable(id);
        match own {
            Codes::From(first) => {
                let shift = |code: u64| first.saturating_add(i128::from(code));
                let ends = Some((*first, shift(count.saturating_sub(1))));
                let runs = ranges(codes)
                    .into_iter()
                    .map(|(low, high)| (first.saturating_add(low), first.saturating_add(high)));
                Ok(any(runs, |run| within(whole.clone(), run, ends)))
            }
            Codes::Itself => Ok(any(ranges(codes), |run| within(whole.clone(), run, None))),
            Codes::Values(_) if ty == Type::Bool && codes.len() == 1 => match own.value(i128::from(codes[0]))
            {
                Value::Bool(false) => Ok(whole.negated()),
                _ => Ok(whole),
            },
            Codes::Values(values) => {
                let is = |code: &u64| {
                    let value = own.value(i128::from(*code));
                    Term::compare(Comparison::Eq, whole.clone(), Term::Constant(value))
                };
                let others: Vec<u64> =
                    (0..values.len() as u64).filter(|code| !codes.contains(code)).collect();
                Ok(match others.len() < codes.len() {
                    true => any(others.iter(), is).negated(),
                    false => any(codes.iter(), is),
                })
            }
        }
    }

    /// The variable of the system that one of the space stands for.
    fn known(&self, variable: Variable) -> Option<(VariableId, Type, &Codes)> {
        let codes = self.lowered.coding.codes.get(variable.index())?;
        let id = VariableId::from_index(variable.index());
        Some((id, self.system.variable(id).ty, codes))
    }

    /// A variable behind those of the system.
    fn extra(&self, variable: Variable) -> Term {
        Term::Extra(variable.index().saturating_sub(self.system.variables.len()))
    }

    /// How a sum compares with zero, with what is subtracted on the other side.
    fn comparison(&self, sum: &Linear, sign: Sign) -> Limited<Term> {
        if sign == Sign::NotPositive && self.is_plain(sum) {
            return Ok(Term::bool(true));
        }
        let (mut left, mut right) = (Vec::new(), Vec::new());
        let mut constant = sum.constant;
        for (factor, summand) in &sum.terms {
            let (term, offset) = self.summand(summand)?;
            constant = offset
                .checked_mul(*factor)
                .and_then(|more| constant.checked_add(more))
                .ok_or_else(too_large)?;
            let side = if *factor > 0 { &mut left } else { &mut right };
            side.push(times(factor.checked_abs().ok_or_else(too_large)?, term));
        }
        let comparison = match sign {
            Sign::Zero => Comparison::Eq,
            Sign::NotPositive => Comparison::Le,
        };
        match constant {
            0 => {}
            1.. => left.push(Term::int(constant)),
            _ => right.push(Term::int(constant.checked_neg().ok_or_else(too_large)?)),
        }
        let (left, right) = (total(left), total(right));
        Ok(match (&left, comparison) {
            // A number stands on the right.
            (Term::Constant(_), Comparison::Le) => Term::compare(Comparison::Ge, right, left),
            (Term::Constant(_), _) => Term::compare(comparison, right, left),
            _ => Term::compare(comparison, left, right),
        })
    }

    /// Whether the type of a variable says already that it is not below, or not above, a number.
    fn is_plain(&self, sum: &Linear) -> bool {
        let [(factor, Summand::Cell(Cell::Variable(variable, Moment::Now)))] = sum.terms.as_slice() else {
            return false;
        };
        let Some((_, ty, Codes::Itself)) = self.known(*variable) else { return false };
        match (factor, ty) {
            (-1, Type::Nat) => sum.constant <= 0,
            (-1, Type::Range { low, .. }) => sum.constant <= low,
            (1, Type::Range { high, .. }) => sum.constant.checked_neg().is_some_and(|most| high <= most),
            _ => false,
        }
    }

    /// A sum as an integer.
    pub fn sum(&self, sum: &Linear) -> Limited<Term> {
        let mut terms = Vec::new();
        let mut constant = sum.constant;
        for (factor, summand) in &sum.terms {
            let (term, offset) = self.summand(summand)?;
            constant = offset
                .checked_mul(*factor)
                .and_then(|more| constant.checked_add(more))
                .ok_or_else(too_large)?;
            terms.push(times(*factor, term));
        }
        if constant != 0 || terms.is_empty() {
            terms.push(Term::int(constant));
        }
        Ok(total(terms))
    }

    /// The value of a summand is this term plus this number.
    fn summand(&self, summand: &Summand) -> Limited<(Term, i128)> {
        match summand {
            Summand::Cell(Cell::Local(local)) => {
                let known = self.bound.get(local).cloned();
                Ok((known.ok_or_else(|| unsupported("a bound variable is no quotient"))?, 0))
            }
            Summand::Cell(cell) => {
                let variable = present(*cell)?;
                match self.known(variable) {
                    None => Ok((self.extra(variable), 0)),
                    Some((id, _, Codes::Itself)) => Ok((Term::Variable(id), 0)),
                    Some((id, _, Codes::From(first))) => {
                        Ok((Term::Variable(id), first.checked_neg().ok_or_else(too_large)?))
                    }
                    Some((_, _, Codes::Values(_))) => Err(unsupported("a sum of codes")),
                }
            }
            Summand::Indicator(formula) => {
                // Indicators are small: nothing in them is shared with others.
                let mut own = Writer::new(self.system, self.lowered, 0);
                let condition = own.formula(formula)?;
                match own.definitions.is_empty() {
                    true => {
                        Ok((Term::If(Box::new(condition), Box::new(Term::int(1)), Box::new(Term::int(0))), 0))
                    }
                    false => Err(unsupported("an indicator is too large")),
                }
            }
        }
    }

    /// A formula whose bound variables are quotients, each by two of its parts: `0 <= e - d*q` and `e - d*q <= d - 1`.
    fn quotients(&mut self, locals: &[(Local, Kind)], body: &Formula, nodes: &mut Nodes) -> Limited<Term> {
        let parts: &[Formula] = match body {
            Formula::And(parts) => parts,
            other => std::slice::from_ref(other),
        };
        let mut left: Vec<&Formula> = parts.iter().collect();
        let outer = self.bound.clone();
        for (local, _) in locals {
            let (divisor, numerator) =
                quotient(*local, &mut left).ok_or_else(|| unsupported("a bound variable is no quotient"))?;
            let numerator = self.sum(&numerator)?;
            self.bound.insert(*local, Term::Divide(Box::new(numerator), divisor));
        }
        let written = left.into_iter().map(|part| self.term(part, nodes)).collect::<Limited<Vec<Term>>>();
        self.bound = outer;
        let mut written = written?;
        Ok(match written.len() {
            1 => written.remove(0),
            _ => Term::And(written),
        })
    }
}

/// The divisor and the numerator of which a bound variable is the quotient; the parts that say so are taken out.
fn quotient(local: Local, parts: &mut Vec<&Formula>) -> Option<(i128, Linear)> {
    let bounds: Vec<(usize, i128, Linear)> = parts
        .iter()
        .enumerate()
        .filter_map(|(place, part)| match part {
            Formula::Compare(sum, Sign::NotPositive) => {
                let factor = sum.terms.iter().find_map(|(factor, term)| {
                    (*term == Summand::Cell(Cell::Local(local))).then_some(*factor)
                })?;
                Some((place, factor, sum.clone()))
            }
            _ => None,
        })
        .collect();
    for (lower, divisor, below) in bounds.iter().filter(|(_, factor, _)| *factor > 1) {
        // -(e - d*q) <= 0 and e - d*q - (d - 1) <= 0 add up to -(d - 1).
        let wanted = 1_i128.checked_sub(*divisor)?;
        let opposite = |(_, _, above): &&(usize, i128, Linear)| {
            below.plus(above).and_then(|sum| sum.as_constant()) == Some(wanted)
        };
        let Some((upper, ..)) = bounds.iter().find(opposite) else { continue };
        let numerator =
            below.plus(&Linear::cell(Cell::Local(local)).times(divisor.checked_neg()?)?)?.times(-1)?;
        let (first, second) = (*lower.max(upper), *lower.min(upper));
        let divisor = *divisor;
        parts.remove(first);
        parts.remove(second);
        return Some((divisor, numerator));
    }
    None
}

/// Counts how often each node is met, without looking into one twice.
fn count(formula: &Formula, met: &mut HashMap<usize, usize>) {
    let (address, parts): (usize, &[Formula]) = match formula {
        Formula::And(parts) => (parts.address(), parts),
        Formula::Or(parts) => (parts.address() | 1, parts),
        Formula::Not(inner) | Formula::Exists(_, inner) => return count(inner, met),
        _ => return,
    };
    let times = met.entry(address).or_insert(0);
    *times = times.saturating_add(1);
    if *times == 1 {
        parts.iter().for_each(|part| count(part, met));
    }
}

/// About how many parts a term has; no more than a few are counted.
fn weight(term: &Term) -> usize {
    match term {
        Term::And(parts) | Term::Or(parts) => parts.iter().take(8).map(weight).sum(),
        Term::Not(inner) => weight(inner),
        _ => 1,
    }
}

fn any<T>(cases: impl IntoIterator<Item = T>, case: impl Fn(T) -> Term) -> Term {
    let mut cases: Vec<Term> = cases.into_iter().map(case).collect();
    match cases.len() {
        0 => Term::bool(false),
        1 => cases.remove(0),
        _ => Term::Or(cases),
    }
}

/// An integer lies between two numbers; what its type says anyway is left out.
fn within(term: Term, (low, high): (i128, i128), ends: Option<(i128, i128)>) -> Term {
    let compare = |comparison, number| Term::compare(comparison, term.clone(), Term::int(number));
    let (first, last) = ends.map_or((None, None), |(first, last)| (Some(first), Some(last)));
    match (first == Some(low), last == Some(high)) {
        _ if low == high => compare(Comparison::Eq, low),
        (true, true) => Term::bool(true),
        (true, false) => compare(Comparison::Le, high),
        (false, true) => compare(Comparison::Ge, low),
        (false, false) => Term::And(vec![compare(Comparison::Ge, low), compare(Comparison::Le, high)]),
    }
}

/// The runs of neighbours among sorted codes.
fn ranges(codes: &[u64]) -> Vec<(i128, i128)> {
    let mut runs: Vec<(i128, i128)> = Vec::new();
    for code in codes.iter().map(|code| i128::from(*code)) {
        match runs.last_mut() {
            Some((_, last)) if last.saturating_add(1) == code => *last = code,
            _ => runs.push((code, code)),
        }
    }
    runs
}

fn times(factor: i128, term: Term) -> Term {
    if factor == 1 { term } else { Term::Times(factor, Box::new(term)) }
}

fn total(mut terms: Vec<Term>) -> Term {
    match terms.len() {
        0 => Term::int(0),
        1 => terms.remove(0),
        _ => Term::Sum(terms),
    }
}

fn present(cell: Cell) -> Limited<Variable> {
    match cell {
        Cell::Variable(variable, Moment::Now) => Ok(variable),
        _ => Err(unsupported("the formula of a set speaks of another state")),
    }
}

fn unsupported(what: &str) -> Halt {
    Halt::Unsupported(what.into())
}

fn too_large() -> Halt {
    unsupported("a number is too large")
}
