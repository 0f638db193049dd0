//! Terms over counters.
//!
//! What a term reads of an instance that is bound is known, since its combination is. A quantifier asks the instances that are bound
//! around it one by one, and of all others one of each combination: `exists p: e` is that there is one more instance of some
//! combination than those that are bound, and `e` is true of such a one. The body must not fault, since it would then depend on the
//! order of the instances who is asked first.

use crate::combination::{Combination, Combinations};
use crate::meaning::{
    Meaning, Obstacle, arithmetic, compare, compared, connective, expr, int, may_fault, not,
};
use diagnostics::Span;
use system::parameterized::{Domain, ParameterizedSystem, Quantification, Quantifier, Site, Term};
use system::{Comparison, Expr, ExprKind, Operation, Place, Selector, SelectorKind, Type, VariableId};

/// An instance that is bound.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    /// Which instance it is: two bound names may be the same one.
    pub number: usize,
    /// The combination under which it is counted.
    pub counted: usize,
    /// Its values now; they differ from those of the combination after it has written some of them.
    pub values: Combination,
}

/// What terms are translated by.
pub struct Terms<'a> {
    /// The system.
    pub system: &'a ParameterizedSystem,
    /// The combinations.
    pub combinations: &'a Combinations,
}

impl Terms<'_> {
    /// The meaning of a term, where these instances are bound.
    pub fn meaning(&self, term: &Term, bound: &[Identity]) -> Result<Meaning, Obstacle> {
        match term {
            Term::Const(value) => Ok(Meaning::Known(*value)),
            Term::Nowhere(_) | Term::Bound(_) | Term::Instance(_) => Err(NAMED.into()),
            Term::Size(offset) => self.size(*offset),
            Term::Read(site) => self.read(site, bound),
            Term::Not(term) => Ok(not(self.meaning(term, bound)?)),
            Term::And(all) => connective(all.iter().map(|term| self.meaning(term, bound)), false),
            Term::Or(all) => connective(all.iter().map(|term| self.meaning(term, bound)), true),
            Term::Compare(comparison, left, right) => {
                Ok(compared(*comparison, self.meaning(left, bound)?, self.meaning(right, bound)?))
            }
            Term::Same(left, right) => {
                Ok(Meaning::bool(instance(left, bound)?.number == instance(right, bound)?.number))
            }
            Term::Negate(term) => {
                Ok(arithmetic(Operation::Sub, Meaning::Known(0), self.meaning(term, bound)?))
            }
            Term::Absolute(term) => match self.meaning(term, bound)? {
                Meaning::Known(value) if value > i64::MIN => Ok(Meaning::Known(value.abs())),
                open => Ok(Meaning::Number(expr(ExprKind::Absolute(Box::new(open.number()))))),
            },
            Term::Arithmetic(operation, left, right) => {
                Ok(arithmetic(*operation, self.meaning(left, bound)?, self.meaning(right, bound)?))
            }
            Term::If(condition, then, otherwise) => match self.meaning(condition, bound)? {
                Meaning::Known(value) => self.meaning(if value != 0 { then } else { otherwise }, bound),
                open => {
                    let (then, otherwise) = (self.meaning(then, bound)?, self.meaning(otherwise, bound)?);
                    Ok(choice(open, then, otherwise))
                }
            },
            Term::Quantified(quantification) => self.quantified(quantification, bound),
        }
    }

    /// The number of instances, as the constant counts them.
    fn size(&self, offset: i64) -> Result<Meaning, Obstacle> {
        let shift = i128::from(offset) + self.system.constant_for(0);
        let shift = i64::try_from(shift).map_err(|_| "an overflow".to_owned())?;
        Ok(Meaning::Number(plus(self.total(), shift)))
    }

    /// The number of all instances.
    pub fn total(&self) -> Expr {
        expr(ExprKind::Sum((0..self.combinations.len()).map(|number| self.counter(number)).collect()))
    }

    /// How many instances have a combination.
    pub fn counter(&self, combination: usize) -> Expr {
        Expr::read(self.counter_variable(combination), Type::Nat, Span::default())
    }

    /// The variable that says how many instances have a combination.
    pub fn counter_variable(&self, combination: usize) -> VariableId {
        VariableId::from_index(self.system.globals.len() + combination)
    }

    fn read(&self, site: &Site, bound: &[Identity]) -> Result<Meaning, Obstacle> {
        let Some(owner) = &site.owner else {
            let place = self.place(site, bound)?;
            let domain = &self.system.globals[site.variable].domain;
            let read = expr(ExprKind::Read(place));
            return Ok(if *domain == Domain::Bool { Meaning::Truth(read) } else { Meaning::Number(read) });
        };
        let identity = instance(owner, bound)?;
        Ok(Meaning::Known(identity.values[self.local(site, bound)?]))
    }

    /// The variable of an instance that a site denotes.
    pub fn local(&self, site: &Site, bound: &[Identity]) -> Result<usize, Obstacle> {
        let Some(element) = &site.element else { return Ok(site.variable) };
        let name = &self.system.locals[site.variable].name;
        let Meaning::Known(index) = self.meaning(&element.index, bound)? else {
            return Err(format!("which element of `{name}` is meant depends on more than the instance"));
        };
        let position = index.checked_sub(element.low).and_then(|at| usize::try_from(at).ok());
        match position.filter(|at| *at < element.count) {
            Some(position) => Ok(site.variable + position),
            None => Err(format!("an index of `{name}` may lie outside")),
        }
    }

    /// The place of a variable that belongs to no instance.
    pub fn place(&self, site: &Site, bound: &[Identity]) -> Result<Place, Obstacle> {
        let variable = &self.system.globals[site.variable];
        let ty = global_type(&variable.domain, &variable.name)?;
        let mut place = Place::variable(VariableId::from_index(site.variable), ty, Span::default());
        let Some(element) = &site.element else { return Ok(place) };
        let index = self.meaning(&element.index, bound)?;
        if let Meaning::Known(index) = &index
            && let Some(position) = index.checked_sub(element.low).and_then(|at| usize::try_from(at).ok())
            && position < element.count
        {
            place.first = VariableId::from_index(site.variable + position);
            return Ok(place);
        }
        let count = u32::try_from(element.count).map_err(|_| "an array is too large".to_owned())?;
        place.selectors = vec![Selector {
            kind: SelectorKind::Element,
            index: index.number(),
            low: i128::from(element.low),
            count,
            stride: 1,
        }];
        Ok(place)
    }

    fn quantified(&self, quantification: &Quantification, bound: &[Identity]) -> Result<Meaning, Obstacle> {
        let around = &bound[..quantification.bound.min(bound.len())];
        let fresh = bound.iter().map(|identity| identity.number + 1).max().unwrap_or(0);
        let mut inside: Vec<&Identity> = Vec::new();
        for identity in around {
            if inside.iter().all(|known| known.number != identity.number) {
                inside.push(identity);
            }
        }
        let with = |identity: Identity| {
            let mut names = around.to_vec();
            names.push(identity);
            let body = self.meaning(&quantification.body, &names)?;
            match &body {
                Meaning::Truth(open) if may_fault(open) => {
                    Err("a quantifier whose body may fault".to_owned())
                }
                _ => Ok(body),
            }
        };
        let of_inside = inside.iter().map(|identity| with((*identity).clone()));
        let of_others = (0..self.combinations.len()).map(|number| {
            let values = self.combinations.get(number).clone();
            let body = with(Identity { number: fresh, counted: number, values })?;
            let taken = inside.iter().filter(|identity| identity.counted == number).count();
            Ok((plus(self.counter(number), -i64::try_from(taken).unwrap_or(0)), body))
        });
        match quantification.quantifier {
            Quantifier::Forall => {
                // There is no other one of the combination, or it is true of it.
                let others = of_others.map(|other: Result<_, Obstacle>| {
                    let (others, body) = other?;
                    connective([Ok(some(others, false)), Ok(body)], true)
                });
                connective(of_inside.chain(others), false)
            }
            Quantifier::Exists => {
                let others = of_others.map(|other: Result<_, Obstacle>| {
                    let (others, body) = other?;
                    connective([Ok(some(others, true)), Ok(body)], false)
                });
                connective(of_inside.chain(others), true)
            }
            Quantifier::Count => sum(of_inside, of_others),
        }
    }
}

/// How many there are: of those that are asked one by one, and of the others of each combination.
fn sum(
    one_by_one: impl Iterator<Item = Result<Meaning, Obstacle>>,
    others: impl Iterator<Item = Result<(Expr, Meaning), Obstacle>>,
) -> Result<Meaning, Obstacle> {
    let (mut known, mut parts) = (0i64, Vec::new());
    for one in one_by_one {
        match one? {
            Meaning::Known(value) => known += i64::from(value != 0),
            open => parts.push(when(open.truth(), int(1))),
        }
    }
    for other in others {
        match other? {
            (_, Meaning::Known(0)) => {}
            (count, Meaning::Known(_)) => parts.push(count),
            (count, open) => parts.push(when(open.truth(), count)),
        }
    }
    if parts.is_empty() {
        return Ok(Meaning::Known(known));
    }
    if known != 0 {
        parts.push(int(known));
    }
    Ok(Meaning::Number(expr(ExprKind::Sum(parts))))
}

fn choice(condition: Meaning, then: Meaning, otherwise: Meaning) -> Meaning {
    let is_truth = matches!(then, Meaning::Truth(_)) || matches!(otherwise, Meaning::Truth(_));
    let choice = |then, otherwise| {
        expr(ExprKind::If(Box::new(condition.truth()), Box::new(then), Box::new(otherwise)))
    };
    match is_truth {
        true => Meaning::Truth(choice(then.truth(), otherwise.truth())),
        false => Meaning::Number(choice(then.number(), otherwise.number())),
    }
}

fn when(condition: Expr, count: Expr) -> Expr {
    expr(ExprKind::If(Box::new(condition), Box::new(count), Box::new(int(0))))
}

/// That there are some, or none.
fn some(count: Expr, is_some: bool) -> Meaning {
    let (comparison, number) = if is_some { (Comparison::Ge, 1) } else { (Comparison::Le, 0) };
    // `c - k >= 1` is `c >= k + 1`, which is easier to read for those who look for limits of counters.
    if let ExprKind::Arithmetic(Operation::Sub, counter, less) = &count.kind
        && let Some(system::Value::Int(less)) = less.constant()
        && let Ok(less) = i64::try_from(less)
    {
        return Meaning::Truth(compare(comparison, (**counter).clone(), int(number + less)));
    }
    Meaning::Truth(compare(comparison, count, int(number)))
}

/// An expression and a number added.
fn plus(open: Expr, number: i64) -> Expr {
    match number {
        0 => open,
        less if less < 0 => {
            expr(ExprKind::Arithmetic(Operation::Sub, Box::new(open), Box::new(int(less.saturating_neg()))))
        }
        more => expr(ExprKind::Arithmetic(Operation::Add, Box::new(open), Box::new(int(more)))),
    }
}

const NAMED: &str = "an instance is named, so that instances can be told apart";

/// The instance that a term denotes: only bound names do.
pub fn instance<'b>(term: &Term, bound: &'b [Identity]) -> Result<&'b Identity, Obstacle> {
    match term {
        Term::Bound(number) => bound.get(*number).ok_or_else(|| NAMED.to_owned()),
        Term::Instance(term) => instance(term, bound),
        _ => Err(NAMED.into()),
    }
}

/// The type of a variable that belongs to no instance. Members of enumerations and locations are numbers.
pub fn global_type(domain: &Domain, name: &str) -> Result<Type, Obstacle> {
    let range = |count: usize| Type::Range { low: 0, high: i128::try_from(count).unwrap_or(0) - 1 };
    match domain {
        Domain::Bool => Ok(Type::Bool),
        Domain::Range(low, high) => Ok(Type::Range { low: i128::from(*low), high: i128::from(*high) }),
        Domain::Members(count) => Ok(range(usize::try_from(*count).unwrap_or(0))),
        Domain::Locations(names) => Ok(range(names.len())),
        Domain::UpTo(..) => Ok(Type::Int),
        Domain::Pointer { .. } => Err(crate::combination::names_an_instance(name)),
    }
}
