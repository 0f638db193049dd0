//! Quantifier-free formulas of linear arithmetic over the integers: what stands at the leaves of diagrams.
//!
//! A formula is a literal (`sum <= 0`, or that a number divides a sum), a conjunction, or the opposite of one of these. Equal formulas
//! are stored once, under an even number; the odd number after it is the opposite. So a disjunction is the opposite of a conjunction,
//! and what is written here for conjunctions serves both. The opposite of `sum <= 0` is `-sum + 1 <= 0`, again such a literal.
//!
//! Conjunctions are flat and without what follows from their other literals by comparison of constants, as `bounds.rs` does it.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use crate::bounds::{Bounds, Compared, Leaf};
use crate::effort::Effort;
use crate::numbers::{QuickMap, add, common_divisor, divide_down, divide_up, is_divisor, multiply, negate};
use crate::{Linear, Refusal, Variable};

/// Formulas nest at most so deep.
const DEEPEST: u32 = 1000;

/// A formula that has no parts: the sum is zero or less or, if there is a divisor, that divides the sum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Literal {
    /// The divisor.
    pub(crate) divisor: Option<i128>,
    /// The sum.
    pub(crate) sum: Linear,
    /// Whether the opposite is meant, where there is a divisor.
    pub(crate) opposite: bool,
}

/// Turns a literal into another one: a divisor, if there is one, and a sum.
pub(crate) type Change<'a> = dyn Fn(Option<i128>, Linear) -> Result<(Option<i128>, Linear), Refusal> + 'a;

/// What is stored. A bound says that the sum with the factors of a direction, plus the constant, is zero or less.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Stored {
    And(Box<[Leaf]>),
    Bound { direction: u32, constant: i128 },
    Divides(i128, Linear),
}

/// Formulas, each stored once.
#[derive(Debug, Default)]
pub(crate) struct Leaves {
    stored: Vec<Stored>,
    depths: Vec<u32>,
    mentioned: Vec<Box<[Variable]>>,
    places: QuickMap<Stored, u32>,
    directions: Vec<Vec<(Variable, i128)>>,
    places_of_directions: QuickMap<Vec<(Variable, i128)>, u32>,
}

impl Leaves {
    /// Only true and false.
    pub(crate) fn new() -> Leaves {
        let mut leaves = Leaves::default();
        leaves.places.insert(Stored::And(Box::new([])), Leaf::TRUE.0);
        leaves.stored.push(Stored::And(Box::new([])));
        leaves.depths.push(0);
        leaves.mentioned.push(Box::new([]));
        leaves
    }

    /// The variables of a formula, in order.
    pub(crate) fn mentioned(&self, leaf: Leaf) -> &[Variable] {
        self.mentioned.get(leaf.place()).map_or(&[], |variables| variables)
    }

    /// Whether a variable occurs in a formula.
    pub(crate) fn mentions(&self, leaf: Leaf, variable: Variable) -> bool {
        self.mentioned(leaf).binary_search(&variable).is_ok()
    }

    /// The parts of a conjunction.
    pub(crate) fn conjuncts(&self, leaf: Leaf) -> Option<&[Leaf]> {
        match self.stored.get(leaf.place()) {
            Some(Stored::And(parts)) if !leaf.is_opposite() => Some(parts),
            _ => None,
        }
    }

    /// The parts of a disjunction.
    pub(crate) fn alternatives(&self, leaf: Leaf) -> Option<impl Iterator<Item = Leaf> + '_> {
        self.conjuncts(leaf.opposite()).map(|parts| parts.iter().map(|part| part.opposite()))
    }

    /// The direction and the constant of a bound.
    pub(crate) fn bound(&self, leaf: Leaf) -> Option<(u32, i128)> {
        match self.stored.get(leaf.place())? {
            // That one minus the constant is a number was seen when the bound was stored.
            Stored::Bound { direction, constant } if leaf.is_opposite() => {
                Some((direction ^ 1, 1_i128.saturating_sub(*constant)))
            }
            Stored::Bound { direction, constant } => Some((*direction, *constant)),
            _ => None,
        }
    }

    fn compared(&self, leaf: Leaf) -> Compared {
        self.bound(leaf)
            .map_or(Compared::Other(leaf), |(direction, constant)| Compared::Bound(direction, constant))
    }

    /// The literals among these formulas, with their marks; the marks of two bounds that contradict each other, if there are such.
    pub(crate) fn bounds(&self, parts: impl Iterator<Item = (Leaf, u128)>) -> Result<Bounds, u128> {
        Bounds::of(parts.map(|(part, mark)| (self.compared(part), mark)))
    }

    /// The mark of what plainly contradicts a formula or, if it is a conjunction, one of its parts.
    pub(crate) fn contradicted(&self, leaf: Leaf, bounds: &Bounds) -> Option<u128> {
        match self.conjuncts(leaf) {
            Some(parts) => parts.iter().find_map(|part| bounds.contradict(self.compared(*part))),
            None => bounds.contradict(self.compared(leaf)),
        }
    }

    /// The factors of a direction.
    pub(crate) fn factors(&self, direction: u32) -> &[(Variable, i128)] {
        self.directions.get(direction as usize).map_or(&[], |factors| factors)
    }

    /// The literal that a formula is.
    pub(crate) fn literal(&self, leaf: Leaf) -> Option<Literal> {
        if let Some((direction, constant)) = self.bound(leaf) {
            let terms = self.factors(direction).iter().copied().collect();
            return Some(Literal { divisor: None, sum: Linear { terms, constant }, opposite: false });
        }
        match self.stored.get(leaf.place())? {
            Stored::Divides(divisor, sum) => {
                Some(Literal { divisor: Some(*divisor), sum: sum.clone(), opposite: leaf.is_opposite() })
            }
            _ => None,
        }
    }

    /// `sum <= 0`, with factors that have no common divisor.
    pub(crate) fn at_most_zero(&mut self, sum: &Linear, effort: &mut Effort) -> Result<Leaf, Refusal> {
        let mut divisor = 0;
        for factor in sum.terms.values() {
            divisor = common_divisor(divisor, *factor)?;
        }
        if divisor == 0 {
            return Ok(if sum.constant <= 0 { Leaf::TRUE } else { Leaf::FALSE });
        }
        // The sum of the terms is a multiple of the divisor, so that the constant may be rounded.
        let constant = divide_up(sum.constant, divisor)?;
        let factors =
            sum.terms.iter().map(|(variable, factor)| Ok((*variable, divide_down(*factor, divisor)?)));
        let direction = self.direction(factors.collect::<Result<_, Refusal>>()?)?;
        let other = add(1, negate(constant)?)?;
        match direction & 1 {
            0 => self.store(Stored::Bound { direction, constant }, effort),
            _ => Ok(self
                .store(Stored::Bound { direction: direction ^ 1, constant: other }, effort)?
                .opposite()),
        }
    }

    /// The number of the direction: even if its first factor is positive, with the opposite one behind it.
    fn direction(&mut self, factors: Vec<(Variable, i128)>) -> Result<u32, Refusal> {
        if let Some(direction) = self.places_of_directions.get(&factors) {
            return Ok(*direction);
        }
        let opposite = factors.iter().map(|(variable, factor)| Ok((*variable, negate(*factor)?)));
        let opposite = opposite.collect::<Result<Vec<_>, Refusal>>()?;
        let even = u32::try_from(self.directions.len()).map_err(|_| Refusal::Overflow)?;
        let positive = factors.first().is_some_and(|(_, factor)| *factor > 0);
        let (first, second) = if positive { (factors, opposite) } else { (opposite, factors) };
        self.places_of_directions.insert(first.clone(), even);
        self.places_of_directions.insert(second.clone(), even | 1);
        self.directions.extend([first, second]);
        Ok(if positive { even } else { even | 1 })
    }

    /// That the number, which is at least one, divides the sum.
    pub(crate) fn divides(
        &mut self,
        divisor: i128,
        sum: &Linear,
        effort: &mut Effort,
    ) -> Result<Leaf, Refusal> {
        if divisor < 1 {
            return Err(Refusal::Malformed(format!("a divisor is {divisor}")));
        }
        let rest = |number: i128| number.checked_rem_euclid(divisor).unwrap_or(0);
        let terms = sum.terms.iter().map(|(variable, factor)| (*variable, rest(*factor)));
        let terms: Vec<_> = terms.filter(|(_, factor)| *factor != 0).collect();
        let constant = rest(sum.constant);
        let mut common = divisor;
        for (_, factor) in &terms {
            common = common_divisor(common, *factor)?;
        }
        if !is_divisor(common, constant) {
            return Ok(Leaf::FALSE);
        }
        if terms.is_empty() {
            return Ok(Leaf::TRUE);
        }
        let terms = terms.into_iter().map(|(variable, factor)| Ok((variable, divide_down(factor, common)?)));
        let sum = Linear {
            terms: terms.collect::<Result<_, Refusal>>()?,
            constant: divide_down(constant, common)?,
        };
        self.store(Stored::Divides(divide_down(divisor, common)?, sum), effort)
    }

    /// Either.
    pub(crate) fn or(&mut self, parts: &[Leaf], effort: &mut Effort) -> Result<Leaf, Refusal> {
        let opposites: Vec<_> = parts.iter().map(|part| part.opposite()).collect();
        Ok(self.and(&opposites, effort)?.opposite())
    }

    /// All of them.
    pub(crate) fn and(&mut self, parts: &[Leaf], effort: &mut Effort) -> Result<Leaf, Refusal> {
        let mut flat: Vec<Leaf> = Vec::with_capacity(parts.len());
        for part in parts {
            match self.conjuncts(*part) {
                Some(inner) => flat.extend(inner),
                None => flat.push(*part),
            }
        }
        effort.spend(flat.len())?;
        flat.sort_unstable();
        flat.dedup();
        let opposed = flat.windows(2).any(|pair| matches!(pair, [left, right] if left.opposite() == *right));
        if opposed || flat.contains(&Leaf::FALSE) {
            return Ok(Leaf::FALSE);
        }
        let Ok(bounds) = self.bounds(flat.iter().map(|part| (*part, 0))) else { return Ok(Leaf::FALSE) };
        flat.retain(|part| !bounds.is_loose(self.compared(*part)));
        let simpler = flat.iter().map(|part| self.given(*part, &bounds, effort));
        let simpler = simpler.collect::<Result<Vec<_>, _>>()?;
        if simpler != flat {
            return self.and(&simpler, effort);
        }
        match flat.as_slice() {
            [only] => Ok(*only),
            _ => self.store(Stored::And(flat.into()), effort),
        }
    }

    /// A conjunct without the alternatives that the other conjuncts contradict; true if they imply one of them.
    ///
    /// All conjuncts may be simplified by each other as they were: literals stay as they are, and a disjunction uses only such
    /// disjunctions as are parts of it and so nest less deep than itself.
    fn given(&mut self, part: Leaf, bounds: &Bounds, effort: &mut Effort) -> Result<Leaf, Refusal> {
        let Some(alternatives) = self.alternatives(part) else { return Ok(part) };
        let (mut left, mut count) = (Vec::new(), 0_usize);
        for alternative in alternatives {
            count = count.saturating_add(1);
            let one = [alternative];
            let needed = self.conjuncts(alternative).unwrap_or(&one);
            if needed.iter().all(|each| bounds.imply(self.compared(*each))) {
                return Ok(Leaf::TRUE);
            }
            if self.contradicted(alternative, bounds).is_none() {
                left.push(alternative);
            }
        }
        effort.spend(count)?;
        if left.len() == count { Ok(part) } else { self.or(&left, effort) }
    }

    fn store(&mut self, stored: Stored, effort: &mut Effort) -> Result<Leaf, Refusal> {
        if let Some(place) = self.places.get(&stored) {
            return Ok(Leaf(*place));
        }
        effort.fits(self.stored.len())?;
        let (depth, mentioned) = self.measure(&stored);
        if depth > DEEPEST {
            return Err(Refusal::Undecided("an obligation is too deep".into()));
        }
        // Diagrams take one bit more.
        let place = u32::try_from(self.stored.len()).ok().filter(|place| *place < 1 << 30);
        let place = place.ok_or(Refusal::Overflow)? << 1;
        let parts = match &stored {
            Stored::And(parts) => parts.len(),
            _ => 0,
        };
        let lists = parts.saturating_add(mentioned.len()).saturating_mul(8);
        effort.bytes = effort.bytes.saturating_add(200).saturating_add(lists);
        self.places.insert(stored.clone(), place);
        self.stored.push(stored);
        self.depths.push(depth);
        self.mentioned.push(mentioned);
        Ok(Leaf(place))
    }

    /// How deep it nests, and its variables.
    fn measure(&self, stored: &Stored) -> (u32, Box<[Variable]>) {
        match stored {
            Stored::Bound { direction, .. } => {
                (0, self.factors(*direction).iter().map(|(variable, _)| *variable).collect())
            }
            Stored::Divides(_, sum) => (0, sum.terms.keys().copied().collect()),
            Stored::And(parts) => {
                let depth = parts.iter().filter_map(|part| self.depths.get(part.place())).max().copied();
                let mut variables: Vec<_> =
                    parts.iter().flat_map(|part| self.mentioned(*part)).copied().collect();
                variables.sort_unstable();
                variables.dedup();
                (depth.unwrap_or(0).saturating_add(1), variables.into())
            }
        }
    }

    /// The formula with other literals in place of its own. The change must turn the opposite of a literal into the opposite of what
    /// it turns the literal into.
    pub(crate) fn changed(
        &mut self,
        leaf: Leaf,
        effort: &mut Effort,
        change: &Change,
    ) -> Result<Leaf, Refusal> {
        self.changed_once(leaf, &mut QuickMap::default(), effort, change)
    }

    fn changed_once(
        &mut self,
        leaf: Leaf,
        known: &mut QuickMap<Leaf, Leaf>,
        effort: &mut Effort,
        change: &Change,
    ) -> Result<Leaf, Refusal> {
        if leaf.is_opposite() {
            return Ok(self.changed_once(leaf.opposite(), known, effort, change)?.opposite());
        }
        if let Some(result) = known.get(&leaf) {
            return Ok(*result);
        }
        effort.spend(1)?;
        let result = match self.literal(leaf) {
            Some(literal) => match change(literal.divisor, literal.sum)? {
                (None, sum) => self.at_most_zero(&sum, effort)?,
                (Some(divisor), sum) => self.divides(divisor, &sum, effort)?,
            },
            None => {
                let parts = self.conjuncts(leaf).unwrap_or(&[]).to_vec().into_iter();
                let parts = parts.map(|part| self.changed_once(part, known, effort, change));
                let parts = parts.collect::<Result<Vec<_>, _>>()?;
                self.and(&parts, effort)?
            }
        };
        known.insert(leaf, result);
        Ok(result)
    }

    /// Whether a formula is true of values; variables without a value count as zero.
    pub(crate) fn holds(
        &self,
        leaf: Leaf,
        value: &dyn Fn(Variable) -> i128,
        effort: &mut Effort,
    ) -> Result<bool, Refusal> {
        effort.spend(1)?;
        if let Some((direction, constant)) = self.bound(leaf) {
            let terms = self.factors(direction).iter().map(|(variable, factor)| (variable, factor));
            return Ok(evaluate(terms, constant, value)? <= 0);
        }
        let expected = !leaf.is_opposite();
        match self.stored.get(leaf.place()) {
            Some(Stored::Divides(divisor, sum)) => {
                Ok(is_divisor(*divisor, evaluate(&sum.terms, sum.constant, value)?) == expected)
            }
            Some(Stored::And(parts)) => {
                for part in parts {
                    if !self.holds(*part, value, effort)? {
                        return Ok(!expected);
                    }
                }
                Ok(expected)
            }
            _ => Ok(!expected),
        }
    }
}

/// The value of a sum.
pub(crate) fn evaluate<'a>(
    terms: impl IntoIterator<Item = (&'a Variable, &'a i128)>,
    constant: i128,
    value: &dyn Fn(Variable) -> i128,
) -> Result<i128, Refusal> {
    let mut total = constant;
    for (variable, factor) in terms {
        total = add(total, multiply(*factor, value(*variable))?)?;
    }
    Ok(total)
}
