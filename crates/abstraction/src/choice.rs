//! Integers that are chosen, taken out of formulas exactly, so that the formulas can be negated.
//!
//! # The algorithm
//!
//! A formula is a tree of conjunctions and disjunctions whose leaves compare `c·x + t` with zero, or say that a number divides it. Let `L`
//! be a multiple of all factors `c`, and `y = L·x`. The truth of all leaves but the comparisons repeats with a period `P` of `y`, and
//! comparisons change only at few places. So if some `y` makes the formula true, then one of the first `P` values behind such a place
//! does, or infinitely many small ones do, in which comparisons are plainly true or false.
//!
//! Where a conjunct says that `c·x + t` is zero, that is the only value, and no case is distinguished.
//!
//! # Reference
//!
//! Cooper: *Theorem Proving in Arithmetic without Multiplication*, Machine Intelligence 7, 1972. Departures: the side with fewer places is
//! taken; `x` is not scaled, its value is a fraction that is put in place with its denominator.
//!
//! # Assumes and guarantees
//!
//! The result is equivalent, or there is none: where it would become large, or a number does not fit.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use crate::elimination::{mentions, replace_code, replace_indicator, without_defined};
use crate::fraction::common_divisor;
use state_sets::{Cell, Comparison, Formula, Kind, Linear, Local, Part, Term};

/// The most leaves and connectives of a result, and of what it is made from.
const MOST: usize = 20_000;

/// Bound codes with at most so many values are replaced by each of them.
const FEW: u64 = 16;

/// The formula without integers that are chosen under a negation, as far as that can be had with little work.
pub(crate) fn without_negated_choices(formula: &Formula) -> Formula {
    match formula.has_quantifier() && formula.tree_size() <= MOST {
        true => rewritten(formula, true),
        false => formula.clone(),
    }
}

fn rewritten(formula: &Formula, positive: bool) -> Formula {
    if !formula.has_quantifier() {
        return formula.clone();
    }
    match formula {
        Formula::And(parts) => Formula::all(parts.iter().map(|part| rewritten(part, positive))),
        Formula::Or(parts) => Formula::any(parts.iter().map(|part| rewritten(part, positive))),
        Formula::Not(inner) => rewritten(inner, !positive).negated(),
        Formula::Exists(locals, body) if positive => Formula::exists(locals.clone(), rewritten(body, true)),
        Formula::Exists(locals, body) => without_integers(locals, body).unwrap_or_else(|| formula.clone()),
        // What stands inside a sum is written exactly when it is needed.
        Formula::Member(..) | Formula::Same(..) | Formula::Compare(..) | Formula::Divides(..) => {
            formula.clone()
        }
    }
}

/// That there are values for these cells that satisfy the formula, without a choice of an integer; nothing if that is too hard.
pub(crate) fn without_integers(locals: &[(Local, Kind)], body: &Formula) -> Option<Formula> {
    if body.tree_size() > MOST {
        return None;
    }
    let (mut left, mut body) = without_defined(locals, body);
    let integers: Vec<(Local, Kind)> =
        left.iter().copied().filter(|(_, kind)| matches!(kind, Kind::Integer { .. })).collect();
    left.retain(|(_, kind)| matches!(kind, Kind::Finite { .. }));
    for (local, kind) in integers.into_iter().rev() {
        body = without_integer(&body, local, kind)?;
    }
    Some(Formula::exists(left, body))
}

fn without_integer(body: &Formula, local: Local, kind: Kind) -> Option<Formula> {
    let mut reader = Reader { local, left: MOST };
    let mut parts = vec![reader.tree(body, true)?];
    if let Kind::Integer { low, high } = kind {
        let below = low.map(|low| Tree::Leaf(Leaf::AtMost, -1, Linear::constant(low)));
        let above = high.and_then(|high| high.checked_neg());
        if high.is_some() != above.is_some() {
            return None;
        }
        let above = above.map(|high| Tree::Leaf(Leaf::AtMost, 1, Linear::constant(high)));
        parts.extend(below.into_iter().chain(above));
    }
    chosen(Tree::all(parts))
}

/// What a leaf says of `c·x + t`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Leaf {
    /// It is at most zero.
    AtMost,
    /// It is zero.
    Zero,
    /// It is not zero.
    NotZero,
    /// The number divides it.
    Divides(i128),
    /// The number does not divide it.
    DividesNot(i128),
}

/// A formula about an integer `x`.
#[derive(Debug, Clone)]
enum Tree {
    /// It does not speak of `x`.
    Free(Formula),
    /// All of these.
    All(Vec<Tree>),
    /// Some of these.
    Any(Vec<Tree>),
    /// Something about `c·x + t`, where `c` is not zero.
    Leaf(Leaf, i128, Linear),
}

/// Reads formulas about an integer, as long as they are not too large.
struct Reader {
    local: Local,
    left: usize,
}

impl Reader {
    /// The formula, or its negation.
    fn tree(&mut self, formula: &Formula, value: bool) -> Option<Tree> {
        self.left = self.left.checked_sub(1)?;
        if !mentions(formula, self.local) {
            return Some(Tree::Free(if value { formula.clone() } else { formula.clone().negated() }));
        }
        match formula {
            Formula::And(parts) | Formula::Or(parts) => {
                let each: Option<Vec<Tree>> = parts.iter().map(|part| self.tree(part, value)).collect();
                Some(match matches!(formula, Formula::And(_)) == value {
                    true => Tree::all(each?),
                    false => Tree::Any(each?),
                })
            }
            Formula::Not(inner) => self.tree(inner, !value),
            Formula::Exists(locals, body) => {
                let inner = few_values(&without_integers(locals, body)?)?;
                self.tree(&inner, value)
            }
            // An integer has no code.
            Formula::Member(..) | Formula::Same(..) => None,
            Formula::Compare(sum, _) | Formula::Divides(_, sum) => match self.condition(sum) {
                Some(condition) => self.cases(formula, &condition, value),
                None => self.leaf(formula, value),
            },
        }
    }

    /// A condition about the integer that the sum counts.
    fn condition(&self, sum: &Linear) -> Option<Formula> {
        sum.terms.iter().find_map(|(_, term)| match term {
            Term::Indicator(inner) if mentions(inner, self.local) => Some((**inner).clone()),
            _ => None,
        })
    }

    /// A comparison whose sum counts a condition: where that is true, and where it is not.
    fn cases(&mut self, formula: &Formula, condition: &Formula, value: bool) -> Option<Tree> {
        let mut case = |holds: bool| {
            let rest = replace_indicator(formula, condition, holds)?;
            Some(Tree::all(vec![self.tree(condition, holds)?, self.tree(&rest, value)?]))
        };
        Some(Tree::Any(vec![case(true)?, case(false)?]))
    }

    fn leaf(&self, formula: &Formula, value: bool) -> Option<Tree> {
        let (sum, leaf) = match formula {
            Formula::Compare(sum, Comparison::NotPositive) if value => (sum.clone(), Leaf::AtMost),
            // It is at least one.
            Formula::Compare(sum, Comparison::NotPositive) => {
                (sum.times(-1)?.plus(&Linear::constant(1))?, Leaf::AtMost)
            }
            Formula::Compare(sum, Comparison::Zero) => {
                (sum.clone(), if value { Leaf::Zero } else { Leaf::NotZero })
            }
            Formula::Divides(divisor, sum) if value => (sum.clone(), Leaf::Divides(*divisor)),
            Formula::Divides(divisor, sum) => (sum.clone(), Leaf::DividesNot(*divisor)),
            _ => return None,
        };
        let is_own = |term: &Term| *term == Term::Cell(Cell::Local(self.local));
        let own = sum.terms.iter().filter(|(_, term)| is_own(term));
        let factor = own.map(|(factor, _)| *factor).try_fold(0_i128, i128::checked_add)?;
        let terms = sum.terms.iter().filter(|(_, term)| !is_own(term)).cloned().collect();
        let rest = Linear { terms, constant: sum.constant };
        Some(match factor {
            0 => Tree::Free(leaf.said(rest)),
            _ => Tree::Leaf(leaf, factor, rest),
        })
    }
}

impl Leaf {
    /// The same of a sum that does not have the integer in it.
    fn said(self, sum: Linear) -> Formula {
        match self {
            Leaf::AtMost => Formula::not_positive(sum),
            Leaf::Zero => Formula::zero(sum),
            Leaf::NotZero => Formula::zero(sum).negated(),
            Leaf::Divides(divisor) => divides(divisor, sum),
            Leaf::DividesNot(divisor) => divides(divisor, sum).negated(),
        }
    }

    /// The same of the sum times a positive factor.
    fn times(self, factor: i128) -> Option<Leaf> {
        Some(match self {
            Leaf::Divides(divisor) => Leaf::Divides(divisor.checked_mul(factor)?),
            Leaf::DividesNot(divisor) => Leaf::DividesNot(divisor.checked_mul(factor)?),
            other => other,
        })
    }
}

impl Tree {
    /// All of these, without conjunctions inside.
    fn all(parts: Vec<Tree>) -> Tree {
        let mut all = Vec::new();
        for part in parts {
            match part {
                Tree::All(inner) => all.extend(inner),
                other => all.push(other),
            }
        }
        Tree::All(all)
    }

    fn size(&self) -> usize {
        match self {
            Tree::Free(formula) => formula.tree_size(),
            Tree::All(parts) | Tree::Any(parts) => {
                parts.iter().fold(1, |sum, part| part.size().saturating_add(sum))
            }
            Tree::Leaf(_, _, rest) => rest.tree_size().saturating_add(1),
        }
    }

    /// Visits what is said of the integer.
    fn leaves(&self, visit: &mut dyn FnMut(Leaf, i128, &Linear) -> Option<()>) -> Option<()> {
        match self {
            Tree::Free(_) => Some(()),
            Tree::All(parts) | Tree::Any(parts) => parts.iter().try_for_each(|part| part.leaves(visit)),
            Tree::Leaf(leaf, factor, rest) => visit(*leaf, *factor, rest),
        }
    }

    /// The formula in which each leaf is said like this.
    fn with(&self, said: &dyn Fn(Leaf, i128, &Linear) -> Option<Formula>) -> Option<Formula> {
        match self {
            Tree::Free(formula) => Some(formula.clone()),
            Tree::All(parts) => {
                let each: Option<Vec<Formula>> = parts.iter().map(|part| part.with(said)).collect();
                each.map(Formula::all)
            }
            Tree::Any(parts) => {
                let each: Option<Vec<Formula>> = parts.iter().map(|part| part.with(said)).collect();
                each.map(Formula::any)
            }
            Tree::Leaf(leaf, factor, rest) => said(*leaf, *factor, rest),
        }
    }

    /// The formula for the integer that is this sum, divided by a positive number that divides it.
    fn at(&self, sum: &Linear, divisor: i128) -> Option<Formula> {
        self.with(&|leaf, factor, rest| {
            let scaled = sum.times(factor)?.plus(&rest.times(divisor)?)?;
            Some(leaf.times(divisor)?.said(scaled))
        })
    }

    /// The formula for infinitely many small integers, those that are as far from a multiple of the period as this number, divided by a
    /// positive number that divides it.
    fn far_below(&self, place: i128, divisor: i128) -> Option<Formula> {
        self.with(&|leaf, factor, rest| match leaf {
            Leaf::AtMost => Some(Formula::plain(factor > 0)),
            Leaf::Zero => Some(Formula::falsity()),
            Leaf::NotZero => Some(Formula::truth()),
            Leaf::Divides(_) | Leaf::DividesNot(_) => {
                let scaled = Linear::constant(place).times(factor)?.plus(&rest.times(divisor)?)?;
                Some(leaf.times(divisor)?.said(scaled))
            }
        })
    }

    /// The same about the integer with the other sign.
    fn mirrored(self) -> Option<Tree> {
        let all = |parts: Vec<Tree>| parts.into_iter().map(Tree::mirrored).collect::<Option<Vec<Tree>>>();
        Some(match self {
            Tree::Free(formula) => Tree::Free(formula),
            Tree::All(parts) => Tree::All(all(parts)?),
            Tree::Any(parts) => Tree::Any(all(parts)?),
            Tree::Leaf(leaf, factor, rest) => Tree::Leaf(leaf, factor.checked_neg()?, rest),
        })
    }
}

/// That some integer satisfies the tree.
fn chosen(tree: Tree) -> Option<Formula> {
    match tree {
        Tree::Free(formula) => Some(formula),
        Tree::Any(parts) => {
            let each: Option<Vec<Formula>> = parts.into_iter().map(chosen).collect();
            each.map(Formula::any)
        }
        Tree::All(parts) => {
            let (free, own): (Vec<Tree>, Vec<Tree>) =
                parts.into_iter().partition(|part| matches!(part, Tree::Free(_)));
            let own = match <[Tree; 1]>::try_from(own) {
                Ok([one @ (Tree::Any(_) | Tree::All(_))]) => chosen(one)?,
                Ok([one]) => among(Tree::All(vec![one]))?,
                Err(own) if own.is_empty() => Formula::truth(),
                Err(own) => among(Tree::All(own))?,
            };
            let free = free.into_iter().filter_map(|part| match part {
                Tree::Free(formula) => Some(formula),
                _ => None,
            });
            Some(Formula::all(free.chain([own])))
        }
        leaf @ Tree::Leaf(..) => among(Tree::All(vec![leaf])),
    }
}

/// The same for a conjunction: by the value that a conjunct gives, or by cases.
fn among(tree: Tree) -> Option<Formula> {
    let Tree::All(parts) = &tree else { return by_cases(tree) };
    let value = |part: &Tree| match part {
        Tree::Leaf(Leaf::Zero, factor, rest) => Some((*factor, rest.clone())),
        _ => None,
    };
    let values = parts.iter().filter_map(value);
    match values.min_by_key(|(factor, _)| factor.unsigned_abs()) {
        // The integer is minus the rest, divided by the factor.
        Some((factor, rest)) => {
            let sum = if factor > 0 { rest.times(-1)? } else { rest };
            let divisor = factor.checked_abs()?;
            let is_whole = divides(divisor, sum.clone());
            Some(is_whole.and(tree.at(&sum, divisor)?))
        }
        None => by_cases(tree),
    }
}

/// The places behind which comparisons change, in multiples of the integer, and the period of everything else.
struct Places {
    /// The multiple.
    scale: i128,
    /// The period.
    period: i128,
    below: Vec<Linear>,
}

fn by_cases(tree: Tree) -> Option<Formula> {
    let mirrored = tree.clone().mirrored()?;
    let (places, other) = (places(&tree)?, places(&mirrored)?);
    let (tree, places) =
        if other.below.len() < places.below.len() { (mirrored, other) } else { (tree, places) };
    let Places { scale, period, below } = places;
    let cases = usize::try_from(period).ok()?.checked_mul(below.len().checked_add(1)?)?;
    if cases.checked_mul(tree.size())? > MOST {
        return None;
    }
    let mut found = Vec::new();
    for place in (1..=period).filter(|place| place.checked_rem(scale) == Some(0)) {
        found.push(tree.far_below(place, scale)?);
    }
    for place in &below {
        for step in 1..=period {
            let value = place.plus(&Linear::constant(step))?;
            found.push(divides(scale, value.clone()).and(tree.at(&value, scale)?));
        }
    }
    Some(Formula::any(found))
}

fn places(tree: &Tree) -> Option<Places> {
    let mut scale = 1;
    tree.leaves(&mut |_, factor, _| {
        scale = common_multiple(scale, factor.checked_abs()?)?;
        Some(())
    })?;
    let (mut period, mut below) = (scale, Vec::<Linear>::new());
    tree.leaves(&mut |leaf, factor, rest| {
        let times = scale.checked_div(factor)?;
        // Minus the rest, divided by the factor, in multiples of the integer.
        let zero = rest.times(times.checked_neg()?)?;
        let before = |sum: &Linear| sum.minus(&Linear::constant(1));
        let place = match leaf {
            Leaf::AtMost if factor > 0 => None,
            Leaf::AtMost | Leaf::Zero => Some(before(&zero)?),
            Leaf::NotZero => Some(zero),
            Leaf::Divides(divisor) | Leaf::DividesNot(divisor) => {
                period = common_multiple(period, divisor.checked_mul(times.checked_abs()?)?)?;
                None
            }
        };
        below.extend(place.filter(|place| !below.contains(place)));
        Some(())
    })?;
    Some(Places { scale, period, below })
}

fn common_multiple(left: i128, right: i128) -> Option<i128> {
    left.checked_div(common_divisor(left, right))?.checked_mul(right)
}

/// That a positive number divides a sum; decided at once where that is plain.
fn divides(divisor: i128, sum: Linear) -> Formula {
    match sum.as_constant() {
        _ if divisor == 1 => Formula::truth(),
        Some(constant) => Formula::plain(constant.checked_rem(divisor) == Some(0)),
        None => Formula::Divides(divisor, sum),
    }
}

/// A formula in which outermost codes are chosen, for each of their few values.
fn few_values(formula: &Formula) -> Option<Formula> {
    let Formula::Exists(locals, body) = formula else { return Some(formula.clone()) };
    let mut each = vec![(**body).clone()];
    for (local, kind) in locals {
        let Kind::Finite { count } = kind else { return None };
        if *count > FEW {
            return None;
        }
        let with = |body: &Formula| (0..*count).map(|code| replace_code(body, *local, code)).collect();
        let all: Vec<Option<Vec<Formula>>> = each.iter().map(with).collect();
        each = all.into_iter().collect::<Option<Vec<_>>>()?.into_iter().flatten().collect();
        if each.iter().fold(0_usize, |sum, one| sum.saturating_add(one.tree_size())) > MOST {
            return None;
        }
    }
    Some(Formula::any(each))
}

#[cfg(test)]
mod tests {
    use super::*;
    use random_numbers::Xorshift;
    use state_sets::{Evaluator, Point, Shared, Variable};

    /// Formulas over two integers, a code of three values, and bound variables.
    struct Random(Xorshift);

    impl Random {
        fn number(&mut self, most: i128) -> i128 {
            i128::from(self.0.below(u64::try_from(2 * most + 1).expect("it is small"))) - most
        }

        fn sum(&mut self, locals: &[Local], depth: u32) -> Linear {
            let mut cells: Vec<Cell> = (0..2).map(|number| Cell::now(Variable(number))).collect();
            cells.extend(locals.iter().map(|local| Cell::Local(*local)));
            let mut sum = Linear::constant(self.number(4));
            for cell in cells {
                let added = Linear::cell(cell).times(self.number(3)).expect("it is small");
                sum = sum.plus(&added).expect("it is small");
            }
            if depth > 0 && self.0.below(6) == 0 {
                let counted = Linear::indicator(self.formula(locals, depth - 1));
                sum = sum.plus(&counted.times(self.number(2)).expect("it is small")).expect("it is small");
            }
            sum
        }

        fn formula(&mut self, locals: &[Local], depth: u32) -> Formula {
            let kind = self.0.below(if depth == 0 { 4 } else { 9 });
            let two = |own: &mut Self| [0, 1].map(|_| own.formula(locals, depth - 1));
            match kind {
                0 | 1 => Formula::not_positive(self.sum(locals, depth)),
                2 => Formula::zero(self.sum(locals, depth)),
                3 if self.0.below(3) == 0 => Formula::is(Cell::now(Variable(2)), self.0.below(3)),
                3 => Formula::Divides(i128::from(self.0.below(3)) + 1, self.sum(locals, depth)),
                4 | 5 => Formula::all(two(self)),
                6 | 7 => Formula::any(two(self)),
                _ => self.formula(locals, depth - 1).negated(),
            }
        }

        fn bounds(&mut self) -> Kind {
            match self.0.below(3) {
                0 => Kind::INTEGER,
                1 => Kind::Integer { low: Some(0), high: None },
                _ => Kind::Integer { low: Some(self.number(3)), high: Some(self.number(6)) },
            }
        }
    }

    /// Whether both formulas are true in the same of many states.
    fn agree(one: &Formula, other: &Formula, reach: i128) {
        let evaluator = Evaluator { integers: -reach..=reach };
        for a in [-7, -2, -1, 0, 1, 3, 4] {
            for b in [-5, -1, 0, 2, 3] {
                for code in 0..3 {
                    let point = Point(vec![a, b, code]);
                    let both = [one, other].map(|formula| evaluator.holds(formula, &point));
                    assert_eq!(both[0], both[1], "{one:?}\n{other:?}\n{point:?}");
                }
            }
        }
    }

    #[test]
    fn what_is_chosen_can_be_said_without_a_choice() {
        let mut found = 0;
        for seed in 0..600 {
            let mut random = Random(Xorshift::scattered(seed));
            let (local, kind) = (Local(0), random.bounds());
            let body = random.formula(&[local], 3);
            let Some(simpler) = without_integers(&[(local, kind)], &body) else { continue };
            found += 1;
            assert!(!simpler.has_quantifier());
            agree(&Formula::exists(vec![(local, kind)], body), &simpler, 80);
        }
        assert!(found > 400, "{found}");
    }

    #[test]
    fn choices_inside_choices_are_taken_out_first() {
        let mut found = 0;
        for seed in 0..300 {
            let mut random = Random(Xorshift::scattered(seed));
            let locals = [Local(0), Local(1)];
            let kinds = [random.bounds(), Kind::Integer { low: Some(-2), high: Some(3) }];
            let inner = Formula::exists(vec![(locals[1], kinds[1])], random.formula(&locals, 1));
            let inner = if random.0.below(2) == 0 { inner.negated() } else { inner };
            let codes = vec![(Local(2), Kind::Finite { count: 3 })];
            let chosen = Formula::Same(Cell::Local(Local(2)), Cell::now(Variable(2)));
            let counted = Linear::cell(Cell::Local(Local(2))).plus(&Linear::cell(Cell::Local(locals[0])));
            let coded = chosen.and(Formula::not_positive(counted.expect("it is small")));
            let body = inner.and(Formula::exists(codes, coded).or(random.formula(&locals[..1], 1)));
            let Some(simpler) = without_integers(&[(locals[0], kinds[0])], &body) else { continue };
            found += 1;
            agree(&Formula::exists(vec![(locals[0], kinds[0])], body), &simpler, 40);
        }
        assert!(found > 150, "{found}");
    }

    #[test]
    fn only_what_is_negated_is_changed() {
        let even = |number: u32| {
            let half = Linear::cell(Cell::Local(Local(number))).times(-2).expect("it is small");
            let sum = Linear::cell(Cell::now(Variable(0))).plus(&half).expect("it is small");
            Formula::Exists(vec![(Local(number), Kind::INTEGER)], Shared::new(Formula::zero(sum)))
        };
        let both = Formula::all([even(0), even(1).negated()]);
        let simpler = without_negated_choices(&both);
        let divides = Formula::Divides(2, Linear::cell(Cell::now(Variable(0))));
        assert_eq!(simpler, Formula::all([even(0), divides.negated()]));
    }

    #[test]
    fn what_would_become_large_is_left_alone() {
        let own = Linear::cell(Cell::Local(Local(0)));
        let parts = (2..40).map(|divisor| {
            let sum = own.plus(&Linear::cell(Cell::now(Variable(0)))).expect("it is small");
            Formula::Divides(divisor, sum.times(divisor - 1).expect("it is small"))
        });
        assert_eq!(without_integers(&[(Local(0), Kind::INTEGER)], &Formula::all(parts)), None);
    }
}
