//! Conditions on packed states.
//!
//! A condition that only tests variables for constants need not unpack the state: a test for a value is a
//! masked comparison of a word, a [`Cube`]; neighbouring tests of one word are a single cube; and the common
//! shapes of invariants, "none of these pairs at once" and "at most so many at this location", are one loop
//! over cubes and one count of fields. Everything else remains code over unpacked values; the variables that
//! it reads are listed, so that only they are unpacked.
//!
//! Parts are evaluated in the order of the model, so that faults are met where the model has them.

use crate::code::{Code, Trap, Values, compare};
use crate::states::field_sum::FieldSum;
use crate::states::layout::{Field, Layout};
use std::collections::BTreeSet;
use system::Comparison;

/// Certain bits of a word have certain values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Cube {
    pub word: u32,
    pub mask: u64,
    pub value: u64,
}

impl Cube {
    /// Whether a packed state has these values.
    #[inline]
    pub fn matches(&self, words: &[u64]) -> bool {
        words[self.word as usize] & self.mask == self.value
    }
}

/// A condition on packed states of one layout.
#[derive(Debug, Clone)]
pub(crate) enum Condition {
    /// True or false in all of them.
    Constant(bool),
    /// The cube matches.
    Match(Cube),
    /// None of the cubes matches.
    NoneOf(Box<[Cube]>),
    /// A variable compared with a constant.
    Compare(Comparison, Field, i64),
    /// Sums of variables compared with each other.
    Sum(FieldSum),
    /// The number of variables with a certain value, compared with a constant.
    Count(Box<[EqualFields]>, Comparison, i64),
    /// All are true, from the left.
    All(Box<[Condition]>),
    /// One is true, from the left.
    Any(Box<[Condition]>),
    /// It is false.
    Not(Box<Condition>),
    /// Anything else.
    Code(Code),
}

/// Fields of one width in one word, compared with one value all at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct EqualFields {
    word: u32,
    bits: u32,
    /// The value in each field.
    pattern: u64,
    /// The lowest bit of each field.
    lowest: u64,
}

impl EqualFields {
    /// How many of the fields have the value: those in which no bit differs.
    #[inline]
    fn count(&self, words: &[u64]) -> u32 {
        let differs = words[self.word as usize] ^ self.pattern;
        let folded = (1..self.bits).fold(differs, |folded, by| folded | differs >> by);
        (!folded & self.lowest).count_ones()
    }
}

impl Condition {
    /// About how many atoms it has.
    pub fn weight(&self) -> usize {
        match self {
            Condition::Constant(_) | Condition::Match(_) | Condition::Compare(..) | Condition::Code(_) => 1,
            Condition::NoneOf(cubes) => cubes.len(),
            Condition::Count(fields, ..) => fields.len(),
            Condition::Sum(sum) => sum.len(),
            Condition::All(parts) | Condition::Any(parts) => parts.iter().map(Condition::weight).sum(),
            Condition::Not(inner) => inner.weight(),
        }
    }

    /// The condition for this layout.
    pub fn new(code: &Code, layout: &Layout) -> Self {
        match code {
            Code::Constant(value) => Condition::Constant(*value != 0),
            Code::Read(variable) => cube(*variable, 1, layout),
            Code::Is(variable, value) => cube(*variable, *value, layout),
            Code::IsNot(variable, value) => cube(*variable, *value, layout).negated(),
            Code::Bounded(comparison, variable, value) => {
                Condition::Compare(*comparison, *layout.field(*variable), *value)
            }
            Code::Not(a) => Condition::new(a, layout).negated(),
            Code::And(all) => conjunction(all.iter().map(|code| Condition::new(code, layout))),
            Code::Or(all) => disjunction(all.iter().map(|code| Condition::new(code, layout)).collect()),
            Code::Implies(pair) => {
                let [a, b] = [0, 1].map(|at| Condition::new(&pair[at], layout));
                Condition::Any(Box::new([a.negated(), b]))
            }
            Code::Compare(comparison, pair) => match &**pair {
                [Code::CountIs(variables, value), Code::Constant(limit)] => {
                    match rows(variables, *value, layout) {
                        Some(rows) => Condition::Count(rows, *comparison, *limit),
                        None => Condition::Code(code.clone()),
                    }
                }
                [left, right] => match FieldSum::new(*comparison, left, right, layout) {
                    Some(sum) => Condition::Sum(sum),
                    None => Condition::Code(code.clone()),
                },
            },
            _ => Condition::Code(code.clone()),
        }
    }

    fn negated(self) -> Self {
        match self {
            Condition::Constant(value) => Condition::Constant(!value),
            Condition::Match(cube) => Condition::NoneOf(Box::new([cube])),
            Condition::NoneOf(cubes) if cubes.len() == 1 => Condition::Match(cubes[0]),
            Condition::Not(inner) => *inner,
            other => Condition::Not(Box::new(other)),
        }
    }

    /// Whether the condition is true. The values of the variables in [`Condition::variables`] must be given.
    pub fn holds(&self, words: &[u64], values: &[i64]) -> Result<bool, Trap> {
        match self {
            Condition::Constant(value) => Ok(*value),
            Condition::Match(cube) => Ok(cube.matches(words)),
            Condition::NoneOf(cubes) => Ok(!cubes.iter().any(|cube| cube.matches(words))),
            Condition::Compare(comparison, field, value) => {
                Ok(compare(*comparison, field.get(words), *value))
            }
            Condition::Sum(sum) => Ok(sum.holds(words)),
            Condition::Count(rows, comparison, limit) => {
                let count: u32 = rows.iter().map(|row| row.count(words)).sum();
                Ok(compare(*comparison, count.into(), *limit))
            }
            Condition::All(all) => {
                for one in all {
                    if !one.holds(words, values)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Condition::Any(all) => {
                for one in all {
                    if one.holds(words, values)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Condition::Not(inner) => Ok(!inner.holds(words, values)?),
            Condition::Code(code) => code.test(Values::of(values)),
        }
    }

    /// Adds the variables whose values must be given.
    pub fn variables(&self, found: &mut BTreeSet<u32>) {
        match self {
            Condition::Code(code) => code.variables(found),
            Condition::All(all) | Condition::Any(all) => all.iter().for_each(|one| one.variables(found)),
            Condition::Not(inner) => inner.variables(found),
            _ => {}
        }
    }
}

/// The test of a variable for a value.
fn cube(variable: u32, value: i64, layout: &Layout) -> Condition {
    let field = layout.field(variable);
    match field.bits(value) {
        Some(value) => Condition::Match(Cube { word: field.word, mask: field.cover(), value }),
        None => Condition::Constant(false),
    }
}

/// A disjunction; one of cubes alone is a list of them.
fn disjunction(parts: Vec<Condition>) -> Condition {
    let cube = |part: &Condition| match part {
        Condition::Match(cube) => Some(*cube),
        _ => None,
    };
    match parts.iter().map(cube).collect::<Option<Box<[Cube]>>>() {
        Some(cubes) => Condition::NoneOf(cubes).negated(),
        None => Condition::Any(parts.into()),
    }
}

/// A conjunction, in which neighbours that are cubes of one word, or lists of cubes, are put together.
pub(crate) fn conjunction(parts: impl Iterator<Item = Condition>) -> Condition {
    let mut all: Vec<Condition> = Vec::new();
    for part in parts {
        match part {
            Condition::Constant(true) => {}
            Condition::All(inner) => inner.into_vec().into_iter().for_each(|one| push(&mut all, one)),
            one => push(&mut all, one),
        }
    }
    match all.len() {
        0 => Condition::Constant(true),
        1 => all.remove(0),
        _ => Condition::All(all.into()),
    }
}

fn push(all: &mut Vec<Condition>, part: Condition) {
    let merged = match (all.last(), &part) {
        (Some(Condition::Match(a)), Condition::Match(b)) if a.word == b.word => {
            if (a.value ^ b.value) & a.mask & b.mask != 0 {
                Some(Condition::Constant(false))
            } else {
                let (mask, value) = (a.mask | b.mask, a.value | b.value);
                Some(Condition::Match(Cube { word: a.word, mask, value }))
            }
        }
        (Some(Condition::NoneOf(a)), Condition::NoneOf(b)) => {
            Some(Condition::NoneOf(a.iter().chain(b).copied().collect()))
        }
        _ => None,
    };
    match merged {
        Some(merged) => {
            all.pop();
            push(all, merged);
        }
        None => all.push(part),
    }
}

/// The fields of these variables, by word and width; nothing if one of them has no bits or not the value.
fn rows(variables: &[u32], value: i64, layout: &Layout) -> Option<Box<[EqualFields]>> {
    let mut rows: Vec<EqualFields> = Vec::new();
    for variable in variables {
        let field = layout.field(*variable);
        let (word, bits) = (field.word, field.mask.count_ones());
        let (pattern, lowest) = (field.bits(value).filter(|_| bits > 0)?, 1 << field.shift);
        match rows.iter_mut().find(|row| row.word == word && row.bits == bits) {
            // A variable that is counted twice does not fit into one row.
            Some(row) if row.lowest & lowest != 0 => return None,
            Some(row) => {
                row.pattern |= pattern;
                row.lowest |= lowest;
            }
            None => rows.push(EqualFields { word, bits, pattern, lowest }),
        }
    }
    Some(rows.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Domain;
    use diagnostics::Span;
    use system::Operation;

    fn layout() -> Layout {
        let domain = |high| Domain { low: 0, high, is_listed: true };
        Layout::new(&[domain(2), domain(2), domain(1), domain(2), domain(900)])
    }

    /// The condition and the code that it is made from agree in every state.
    #[track_caller]
    fn agree(code: &Code) {
        let layout = layout();
        let condition = Condition::new(code, &layout);
        for number in 0..54 {
            let values = [number % 3, number / 3 % 3, number / 9 % 2, number / 18 % 3, number * 7];
            let mut words = vec![0; layout.words()];
            layout.pack(&values, &mut words).unwrap();
            assert_eq!(
                condition.holds(&words, &values),
                code.test(Values::of(&values)),
                "{code:?} {values:?}"
            );
        }
    }

    #[test]
    fn conditions_agree_with_their_code() {
        let pair = |a, b| Code::And(Box::new([Code::Is(a, 2), Code::Is(b, 2)]));
        let not = |code| Code::Not(Box::new(code));
        agree(&Code::And(Box::new([not(pair(0, 1)), not(pair(1, 3)), not(pair(3, 0))])));
        agree(&Code::Or(Box::new([pair(0, 1), Code::Bounded(Comparison::Gt, 4, 200)])));
        agree(&Code::And(Box::new([Code::Is(0, 1), Code::Is(0, 2)])));
        agree(&Code::Or(Box::new([pair(0, 1), pair(1, 3), Code::Is(2, 1)])));
        agree(&Code::Or(Box::new([])));
        agree(&Code::Implies(Box::new([Code::Read(2), not(Code::Read(2))])));
        for wanted in 0..4 {
            let count = || Code::CountIs(Box::new([0, 1, 3]), wanted);
            agree(&Code::Compare(Comparison::Le, Box::new([count(), Code::Constant(1)])));
            agree(&Code::Compare(Comparison::Eq, Box::new([count(), Code::Constant(3)])));
        }
        agree(&Code::Compare(
            Comparison::Ge,
            Box::new([Code::CountIs(Box::new([0, 0, 2]), 1), Code::Constant(2)]),
        ));
    }

    #[test]
    fn comparisons_of_sums_agree_with_their_code() {
        let at = Span::default();
        let with = |operation, a, b| Code::Arithmetic(operation, Box::new([a, b]), at);
        let twice = |variable| with(Operation::Mul, Code::Constant(2), Code::Read(variable));
        let sums = [
            Code::Read(1),
            Code::Constant(3),
            Code::Sum(Box::new([Code::Read(0), Code::Read(1), Code::Read(0)]), at),
            with(Operation::Sub, twice(3), Code::Read(4)),
            Code::Negate(Box::new(with(Operation::Add, Code::Read(0), Code::Constant(1))), at),
        ];
        use Comparison::{Eq, Ge, Gt, Le, Lt, Ne};
        for (left, right) in sums.iter().flat_map(|left| sums.iter().map(move |right| (left, right))) {
            for comparison in [Lt, Le, Gt, Ge, Eq, Ne] {
                let code = Code::Compare(comparison, Box::new([left.clone(), right.clone()]));
                agree(&code);
                assert!(matches!(Condition::new(&code, &layout()), Condition::Sum(_)), "{code:?}");
            }
        }
        // What may overflow, or fault, is left to the code.
        for part in [
            with(Operation::Mul, Code::Constant(i64::MAX), Code::Read(0)),
            with(Operation::Mul, Code::Read(0), Code::Read(1)),
            with(Operation::Div, Code::Read(0), Code::Read(1)),
            Code::TooLarge(at),
        ] {
            let code = Code::Compare(Le, Box::new([part, Code::Read(1)]));
            agree(&code);
            assert!(matches!(Condition::new(&code, &layout()), Condition::Code(_)), "{code:?}");
        }
    }

    #[test]
    fn faults_are_met_in_order() {
        let divided =
            Code::Arithmetic(Operation::Div, Box::new([Code::Constant(1), Code::Read(0)]), Span::default());
        let faulting = Code::Compare(Comparison::Eq, Box::new([divided, Code::Constant(1)]));
        agree(&Code::And(Box::new([Code::Is(1, 1), faulting.clone(), Code::Is(2, 1)])));
        agree(&Code::Or(Box::new([Code::Is(1, 1), faulting.clone(), Code::Is(2, 1)])));
        agree(&Code::And(Box::new([faulting, Code::Is(1, 1), Code::Is(3, 1)])));
    }
}
