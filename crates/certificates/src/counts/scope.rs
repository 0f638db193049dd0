//! Terms over instances as expressions over counters.
//!
//! Of a bound instance it is known what it has: a combination under which it is counted or, while it moves, what stands in registers.
//! A quantifier asks the bound instances one by one, and one of all others with each combination, if there is another one.

use crate::Refusal;
use diagnostics::Span;
use system::parameterized::{Domain, ParameterizedSystem, Quantification, Quantifier, Site, Term};
use system::{Comparison, Expr, ExprKind, Operation, Place, Selector, SelectorKind, Type, Value, VariableId};

/// What a variable of a bound instance has.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Held {
    /// This value.
    Value(i64),
    /// What stands in a variable of the system.
    Register(VariableId, Type),
    /// It is not known, and must not be read.
    Unknown,
}

/// An instance that is bound.
#[derive(Debug, Clone)]
pub(super) struct Person {
    /// Which one: two names may be bound to the same instance.
    pub number: usize,
    /// The combination under which it is counted, unless it is taken out while it moves.
    pub counted: Option<usize>,
    /// What its variables have.
    pub held: Vec<Held>,
}

/// What terms are translated by.
#[derive(Clone, Copy)]
pub(super) struct Scope<'s> {
    /// The system with an open constant.
    pub system: &'s ParameterizedSystem,
    /// The combinations that are counted.
    pub combinations: &'s [Vec<i64>],
}

impl Scope<'_> {
    /// An instance that is counted under a combination.
    pub fn counted(&self, number: usize, combination: usize) -> Person {
        let held = self.combinations[combination].iter().map(|value| Held::Value(*value)).collect();
        Person { number, counted: Some(combination), held }
    }

    /// The variable that says how many instances have a combination.
    pub fn counter(&self, combination: usize) -> VariableId {
        VariableId::from_index(self.system.globals.len() + combination)
    }

    /// How many instances have a combination.
    pub fn count(&self, combination: usize) -> Expr {
        Expr::read(self.counter(combination), Type::Nat, Span::default())
    }

    /// How many instances there are.
    pub fn total(&self, bound: &[Person]) -> Expr {
        let mut parts: Vec<Expr> = (0..self.combinations.len()).map(|one| self.count(one)).collect();
        let taken = distinct(bound).filter(|person| person.counted.is_none()).count();
        parts.push(int(taken as i128));
        expr(ExprKind::Sum(parts))
    }

    /// A term as a condition.
    pub fn truth(&self, term: &Term, bound: &[Person]) -> Result<Expr, Refusal> {
        Ok(match term {
            Term::Const(value) => bool(*value != 0),
            Term::Not(inner) => not(self.truth(inner, bound)?),
            Term::And(all) => all_of(self.truths(all, bound)?),
            Term::Or(all) => some_of(self.truths(all, bound)?),
            Term::Compare(comparison, left, right) if self.is_truth(left) || self.is_truth(right) => {
                compare(*comparison, self.truth(left, bound)?, self.truth(right, bound)?)
            }
            Term::Compare(comparison, left, right) => {
                compare(*comparison, self.number(left, bound)?, self.number(right, bound)?)
            }
            Term::Same(left, right) => bool(person(left, bound)?.number == person(right, bound)?.number),
            Term::If(condition, then, otherwise) => {
                choice(self.truth(condition, bound)?, self.truth(then, bound)?, self.truth(otherwise, bound)?)
            }
            Term::Read(site) if self.domain(site) == &Domain::Bool => self.read(site, bound)?,
            Term::Quantified(one) if one.quantifier != Quantifier::Count => self.quantified(one, bound)?,
            other => compare(Comparison::Ne, self.number(other, bound)?, int(0)),
        })
    }

    fn truths(&self, all: &[Term], bound: &[Person]) -> Result<Vec<Expr>, Refusal> {
        all.iter().map(|one| self.truth(one, bound)).collect()
    }

    /// A term as a number.
    pub fn number(&self, term: &Term, bound: &[Person]) -> Result<Expr, Refusal> {
        let boxed = |term| Ok(Box::new(self.number(term, bound)?));
        Ok(match term {
            Term::Const(value) => int(i128::from(*value)),
            Term::Size(offset) => {
                let shift = i128::from(*offset).checked_add(self.system.constant_for(0));
                let shift = shift.ok_or(Refusal::Overflow)?;
                expr(ExprKind::Sum(vec![self.total(bound), int(shift)]))
            }
            Term::Negate(inner) => expr(ExprKind::Negate(boxed(inner)?)),
            Term::Absolute(inner) => expr(ExprKind::Absolute(boxed(inner)?)),
            Term::Arithmetic(operation, left, right) => {
                expr(ExprKind::Arithmetic(*operation, boxed(left)?, boxed(right)?))
            }
            Term::If(condition, then, otherwise) if !self.is_truth(term) => choice(
                self.truth(condition, bound)?,
                self.number(then, bound)?,
                self.number(otherwise, bound)?,
            ),
            Term::Read(site) if self.domain(site) != &Domain::Bool => self.read(site, bound)?,
            Term::Quantified(one) if one.quantifier == Quantifier::Count => self.quantified(one, bound)?,
            Term::Nowhere(_) | Term::Bound(_) | Term::Instance(_) => return Err(named()),
            truth => choice(self.truth(truth, bound)?, int(1), int(0)),
        })
    }

    /// Whether a term is a condition, and no number; of a constant that is not known.
    fn is_truth(&self, term: &Term) -> bool {
        match term {
            Term::Not(_) | Term::And(_) | Term::Or(_) | Term::Compare(..) | Term::Same(..) => true,
            Term::Quantified(one) => one.quantifier != Quantifier::Count,
            Term::Read(site) => self.domain(site) == &Domain::Bool,
            Term::If(_, then, otherwise) => self.is_truth(then) || self.is_truth(otherwise),
            _ => false,
        }
    }

    /// The values of what a site denotes.
    pub fn domain(&self, site: &Site) -> &Domain {
        let list = if site.owner.is_some() { &self.system.locals } else { &self.system.globals };
        &list[site.variable].domain
    }

    fn read(&self, site: &Site, bound: &[Person]) -> Result<Expr, Refusal> {
        let Some(owner) = &site.owner else {
            return Ok(expr(ExprKind::Read(self.place(site, bound)?)));
        };
        let held = &person(owner, bound)?.held[self.local(site, bound)?];
        match held {
            Held::Value(value) if self.domain(site) == &Domain::Bool => Ok(bool(*value != 0)),
            Held::Value(value) => Ok(int(i128::from(*value))),
            Held::Register(variable, ty) => Ok(Expr::read(*variable, *ty, Span::default())),
            Held::Unknown => Err(Refusal::Undecided("a value that is not known is read".into())),
        }
    }

    /// The variable of an instance that a site denotes.
    pub fn local(&self, site: &Site, bound: &[Person]) -> Result<usize, Refusal> {
        let Some(element) = &site.element else { return Ok(site.variable) };
        let index = self.number(&element.index, bound)?.constant();
        let position = match index {
            Some(Value::Int(index)) => usize::try_from(index - i128::from(element.low)).ok(),
            _ => None,
        };
        match position.filter(|at| *at < element.count) {
            Some(position) => Ok(site.variable + position),
            None => Err(Refusal::Undecided("an index of a variable of an instance is not known".into())),
        }
    }

    /// The place of a variable beside the instances.
    pub fn place(&self, site: &Site, bound: &[Person]) -> Result<Place, Refusal> {
        let first = VariableId::from_index(site.variable);
        let mut place = Place::variable(first, type_of(self.domain(site))?, Span::default());
        if let Some(element) = &site.element {
            place.selectors = vec![Selector {
                kind: SelectorKind::Element,
                index: self.number(&element.index, bound)?,
                low: i128::from(element.low),
                count: u32::try_from(element.count).map_err(|_| Refusal::Overflow)?,
                stride: 1,
            }];
        }
        Ok(place)
    }

    fn quantified(&self, quantification: &Quantification, bound: &[Person]) -> Result<Expr, Refusal> {
        let around = bound.get(..quantification.bound).unwrap_or(bound);
        if can_fault(&quantification.body) {
            let why = "a quantifier whose body may fault: who is asked first would matter";
            return Err(Refusal::Undecided(why.into()));
        }
        let is_number = quantification.quantifier == Quantifier::Count;
        let of = |person: Person| {
            let mut names = around.to_vec();
            names.push(person);
            self.truth(&quantification.body, &names)
        };
        let mut parts = Vec::new();
        for known in distinct(around) {
            let body = of(known.clone())?;
            parts.push(if is_number { choice(body, int(1), int(0)) } else { body });
        }
        let fresh = bound.iter().map(|person| person.number + 1).max().unwrap_or(0);
        for combination in 0..self.combinations.len() {
            let bound_here = distinct(around).filter(|person| person.counted == Some(combination)).count();
            let others = expr(ExprKind::Sum(vec![self.count(combination), int(-(bound_here as i128))]));
            let body = of(self.counted(fresh, combination))?;
            parts.push(match quantification.quantifier {
                Quantifier::Forall => some_of(vec![compare(Comparison::Le, others, int(0)), body]),
                Quantifier::Exists => all_of(vec![compare(Comparison::Ge, others, int(1)), body]),
                Quantifier::Count => choice(body, others, int(0)),
            });
        }
        Ok(match quantification.quantifier {
            Quantifier::Forall => all_of(parts),
            Quantifier::Exists => some_of(parts),
            Quantifier::Count => expr(ExprKind::Sum(parts)),
        })
    }
}

/// The bound instances, each of them once.
fn distinct(bound: &[Person]) -> impl Iterator<Item = &Person> {
    let is_first = |at: usize| bound[..at].iter().all(|known| known.number != bound[at].number);
    (0..bound.len()).filter(move |at| is_first(*at)).map(|at| &bound[at])
}

fn named() -> Refusal {
    Refusal::Undecided("an instance is named, so that instances can be told apart".into())
}

/// The instance that a term denotes: only bound names do.
pub(super) fn person<'b>(term: &Term, bound: &'b [Person]) -> Result<&'b Person, Refusal> {
    match term {
        Term::Bound(number) => bound.get(*number).ok_or_else(named),
        Term::Instance(inner) => person(inner, bound),
        _ => Err(named()),
    }
}

/// Whether evaluating a term can fault.
pub(super) fn can_fault(term: &Term) -> bool {
    term.any(&mut |part| match part {
        Term::Arithmetic(Operation::Div | Operation::Mod, _, divisor) => {
            !matches!(**divisor, Term::Const(value) if value > 0)
        }
        Term::Read(site) => site.element.as_ref().is_some_and(|element| {
            let inside =
                |index: i64| (0..element.count as i64).contains(&(index.saturating_sub(element.low)));
            !matches!(*element.index, Term::Const(index) if inside(index))
        }),
        _ => false,
    })
}

/// The type of a variable with these values. Members of enumerations and locations are numbers.
pub(super) fn type_of(domain: &Domain) -> Result<Type, Refusal> {
    let up_to = |count: i128| Type::Range { low: 0, high: count - 1 };
    match domain {
        Domain::Bool => Ok(Type::Bool),
        Domain::Range(low, high) => Ok(Type::Range { low: i128::from(*low), high: i128::from(*high) }),
        Domain::Members(count) => Ok(up_to(i128::from(*count))),
        Domain::Locations(names) => Ok(up_to(names.len() as i128)),
        Domain::UpTo(..) => Ok(Type::Int),
        Domain::Pointer { .. } => Err(named()),
    }
}

pub(super) fn expr(kind: ExprKind) -> Expr {
    Expr::new(kind, Span::default())
}

pub(super) fn int(value: i128) -> Expr {
    Expr::int(value, Span::default())
}

pub(super) fn bool(value: bool) -> Expr {
    Expr::bool(value, Span::default())
}

fn not(inner: Expr) -> Expr {
    match inner.constant() {
        Some(Value::Bool(value)) => bool(!value),
        _ => expr(ExprKind::Not(Box::new(inner))),
    }
}

/// A comparison; that of two constants is one.
pub(super) fn compare(comparison: Comparison, left: Expr, right: Expr) -> Expr {
    let known = match (left.constant(), right.constant()) {
        (Some(Value::Int(left)), Some(Value::Int(right))) => Some(left.cmp(&right)),
        (Some(Value::Bool(left)), Some(Value::Bool(right))) => Some(left.cmp(&right)),
        _ => None,
    };
    match known {
        Some(order) => bool(match comparison {
            Comparison::Eq => order.is_eq(),
            Comparison::Ne => order.is_ne(),
            Comparison::Lt => order.is_lt(),
            Comparison::Le => order.is_le(),
            Comparison::Gt => order.is_gt(),
            Comparison::Ge => order.is_ge(),
        }),
        None => Expr::compare(comparison, left, right, Span::default()),
    }
}

pub(super) fn choice(condition: Expr, then: Expr, otherwise: Expr) -> Expr {
    match condition.constant() {
        Some(Value::Bool(value)) => {
            if value {
                then
            } else {
                otherwise
            }
        }
        _ => expr(ExprKind::If(Box::new(condition), Box::new(then), Box::new(otherwise))),
    }
}

pub(super) fn all_of(parts: Vec<Expr>) -> Expr {
    connected(parts, true, ExprKind::And)
}

pub(super) fn some_of(parts: Vec<Expr>) -> Expr {
    connected(parts, false, ExprKind::Or)
}

/// Parts from the left up to the first that decides; those that never do are left out.
fn connected(parts: Vec<Expr>, neutral: bool, connective: fn(Vec<Expr>) -> ExprKind) -> Expr {
    let mut kept = Vec::new();
    for part in parts {
        match part.constant() {
            Some(Value::Bool(value)) if value == neutral => {}
            Some(_) => {
                kept.push(part);
                break;
            }
            None => kept.push(part),
        }
    }
    match kept.len() {
        0 => bool(neutral),
        1 => kept.remove(0),
        _ => expr(connective(kept)),
    }
}
