//! What can be asked about one marking.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use nets::Place;

/// A set of markings: sums of tokens, compared with constants, and what Boolean words make of these.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Formula {
    /// All of these hold; nothing among them is forbidden.
    All(Vec<Formula>),
    /// Some of these holds; without any it never holds.
    Any(Vec<Formula>),
    /// It does not hold.
    Not(Box<Formula>),
    /// The sum of the tokens on the places, each multiplied by its factor, is at most the constant.
    AtMost(Vec<(Place, i64)>, i64),
}

impl Formula {
    /// At least so many tokens are on the place.
    pub fn at_least(place: Place, tokens: u32) -> Formula {
        Formula::AtMost(vec![(place, -1)], i64::from(tokens).saturating_neg())
    }

    /// At most so many tokens are on the place.
    pub fn at_most(place: Place, tokens: u32) -> Formula {
        Formula::AtMost(vec![(place, 1)], i64::from(tokens))
    }

    /// Whether the marking is one of these; nothing if a place is missing or a number becomes too large.
    pub fn holds(&self, marking: &[u64]) -> Option<bool> {
        match self {
            Formula::All(parts) => {
                let answers = parts.iter().map(|part| part.holds(marking)).collect::<Option<Vec<_>>>()?;
                Some(answers.into_iter().all(|answer| answer))
            }
            Formula::Any(parts) => {
                let answers = parts.iter().map(|part| part.holds(marking)).collect::<Option<Vec<_>>>()?;
                Some(answers.into_iter().any(|answer| answer))
            }
            Formula::Not(part) => part.holds(marking).map(|answer| !answer),
            Formula::AtMost(terms, constant) => {
                let mut sum = 0_i128;
                for (place, factor) in terms {
                    let tokens = i128::from(*marking.get(*place)?);
                    sum = sum.checked_add(tokens.checked_mul(i128::from(*factor))?)?;
                }
                Some(sum <= i128::from(*constant))
            }
        }
    }

    /// The places that it speaks of, each once, sorted.
    pub fn places(&self) -> Vec<Place> {
        let mut places = Vec::new();
        self.collect(&mut places);
        places.sort_unstable();
        places.dedup();
        places
    }

    fn collect(&self, places: &mut Vec<Place>) {
        match self {
            Formula::All(parts) | Formula::Any(parts) => {
                parts.iter().for_each(|part| part.collect(places));
            }
            Formula::Not(part) => part.collect(places),
            Formula::AtMost(terms, _) => places.extend(terms.iter().map(|(place, _)| *place)),
        }
    }
}
