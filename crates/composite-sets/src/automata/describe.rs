//! Automata in words: the bounds of variables and of their sums and differences, where these are the whole set.
//!
//! The bounds are found by comparing sets, and told only if no other state satisfies them.

use super::{Automata, TrackEncoding};
use state_sets::{Cell, Describe, Domain, Formula, Kind, Limited, Linear, Variable};

/// Bounds beyond this are not looked for.
const FARTHEST: i128 = 1 << 10;

/// Sets of more variables than this are not told.
const MOST_VARIABLES: usize = 6;

impl<T: TrackEncoding> Describe for Automata<'_, T> {
    fn describe(&self, set: &T::Set) -> Limited<Option<Formula>> {
        let variables: Vec<Variable> = self.space.all().collect();
        let is_finite = |variable: &Variable| matches!(self.space.kind(*variable), Kind::Finite { .. });
        if variables.len() > MOST_VARIABLES || variables.iter().any(is_finite) {
            return Ok(None);
        }
        let mut bounds = Vec::new();
        for sum in sums(&variables) {
            bounds.extend(self.least(set, &sum)?.map(|least| at_least(&sum, least)));
        }
        if !self.is_equal(&self.set(&Formula::all(bounds.clone()))?, set)? {
            return Ok(None);
        }
        // Simple bounds come first, so the others are left out before them; the last is not, even if all states satisfy it.
        for place in (0..bounds.len()).rev() {
            if bounds.len() == 1 {
                break;
            }
            let mut fewer = bounds.clone();
            fewer.remove(place);
            if self.is_equal(&self.set(&Formula::all(fewer.clone()))?, set)? {
                bounds = fewer;
            }
        }
        Ok(Some(Formula::all(bounds)))
    }
}

impl<T: TrackEncoding> Automata<'_, T> {
    /// The least value of a sum, if it has one that is not far from zero.
    fn least(&self, set: &T::Set, sum: &Linear) -> Limited<Option<i128>> {
        let holds = |bound: i128| self.is_subset(set, &self.set(&at_least(sum, bound))?);
        let (mut low, mut high) = (-FARTHEST, FARTHEST);
        if !holds(low)? || holds(high)? {
            return Ok(None);
        }
        while high - low > 1 {
            let middle = (low + high) / 2;
            if holds(middle)? { low = middle } else { high = middle }
        }
        Ok(Some(low))
    }
}

/// The variables, then their differences and sums, each with both signs.
fn sums(variables: &[Variable]) -> Vec<Linear> {
    let cell = |variable: &Variable| Linear::cell(Cell::now(*variable));
    let mut sums: Vec<Option<Linear>> = Vec::new();
    for variable in variables {
        sums.extend([Some(cell(variable)), cell(variable).times(-1)]);
    }
    for (place, left) in variables.iter().enumerate() {
        for right in &variables[place + 1..] {
            let (left, right) = (cell(left), cell(right));
            let (together, apart) = (left.plus(&right), left.minus(&right));
            let opposite = |sum: &Option<Linear>| sum.as_ref().and_then(|sum| sum.times(-1));
            sums.extend([opposite(&apart), opposite(&together), apart, together]);
        }
    }
    sums.into_iter().flatten().collect()
}

fn at_least(sum: &Linear, bound: i128) -> Formula {
    // The factors are ones.
    let negative = sum.terms.iter().map(|(factor, term)| (factor.saturating_neg(), term.clone())).collect();
    Formula::not_positive(Linear { terms: negative, constant: bound })
}

#[cfg(test)]
mod tests {
    use super::super::{Parallel, Serially};
    use super::*;
    use state_sets::{Declaration, Space};

    fn space() -> Space {
        let declared = |name: &str| Declaration { name: name.into(), kind: Kind::INTEGER, cluster: None };
        Space { variables: vec![declared("x"), declared("y")], ..Space::default() }
    }

    fn told<T: TrackEncoding>(bounds: &[(i128, i128, i128)]) -> Option<Formula> {
        let domain = Automata::<T>::new(space()).unwrap();
        let linear = |x: i128, y: i128| {
            let term = |number| Linear::cell(Cell::now(Variable(number)));
            term(0).times(x).unwrap().plus(&term(1).times(y).unwrap()).unwrap()
        };
        let formulas = bounds.iter().map(|&(x, y, bound)| at_least(&linear(x, y), bound));
        let set = domain.set(&Formula::all(formulas)).unwrap();
        let told = domain.describe(&set).unwrap();
        let same = |formula: &Formula| domain.is_equal(&domain.set(formula).unwrap(), &set).unwrap();
        assert!(told.as_ref().is_none_or(same));
        told
    }

    #[test]
    fn bounds_of_variables_sums_and_differences_are_told() {
        for bounds in
            [vec![(1, 0, 0)], vec![(1, -1, 3), (0, 1, -7)], vec![(-1, -1, 5), (1, 0, -2), (0, -1, 0)]]
        {
            assert!(told::<Parallel>(&bounds).is_some(), "{bounds:?}");
            assert!(told::<Serially>(&bounds).is_some(), "{bounds:?}");
        }
        assert_eq!(
            told::<Parallel>(&[(1, 0, 0)]).unwrap(),
            at_least(&Linear::cell(Cell::now(Variable(0))), 0)
        );
    }

    #[test]
    fn other_sets_are_not() {
        assert_eq!(told::<Parallel>(&[(2, -3, 0)]), None);
        assert_eq!(told::<Parallel>(&[(1, 0, 5000)]), None);
    }
}
