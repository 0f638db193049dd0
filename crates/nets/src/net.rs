//! What a net is, and what it means.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

/// The number of a place in its net.
pub type Place = usize;

/// How many tokens are on each place.
pub type Marking = Vec<u64>;

/// A net: places that hold tokens, and transitions that move them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Net {
    /// The names of the places.
    pub places: Vec<String>,
    /// The markings that it may start with: those of any of these.
    pub starts: Vec<Start>,
    /// The transitions.
    pub transitions: Vec<Transition>,
}

/// Markings to start with: an amount for each place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Start(pub Vec<Amount>);

/// How many tokens a place may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Amount {
    /// This many.
    Exactly(u64),
    /// This many, or any larger number.
    AtLeast(u64),
}

/// A transition, fired all at once.
///
/// It is enabled where each place of `takes` holds at least the tokens that are taken, and each place of `limits` at most that many.
/// First the tokens of `takes` are removed; then all tokens that are left on a place of `transfers` leave it at the same time, for another
/// place or for nowhere; then the tokens of `gives` are added. A place that is only tested is taken from and given to.
///
/// Every list is sorted by place and names each place at most once; amounts of `takes` and `gives` are positive, and no transfer
/// leads to the place itself.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Transition {
    /// Its name.
    pub name: String,
    /// The tokens that are needed and removed.
    pub takes: Vec<(Place, u64)>,
    /// The places that hold at most this many tokens before it fires; these make nets lose their monotony.
    pub limits: Vec<(Place, u64)>,
    /// Where all tokens that are left on a place go; nowhere for a reset.
    pub transfers: Vec<(Place, Option<Place>)>,
    /// The tokens that are added.
    pub gives: Vec<(Place, u64)>,
}

/// A marking with the transitions that are fired from there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// The first marking.
    pub start: Marking,
    /// The transitions, by their places in the net's list.
    pub fired: Vec<usize>,
}

/// A number of tokens is too large for the representation in use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Overflow;

impl Net {
    /// Whether every list of every transition is as [`Transition`] says, and every start has an amount for each place.
    pub fn is_well_formed(&self) -> bool {
        self.transitions.iter().all(|transition| transition.is_well_formed(self.places.len()))
            && self.starts.iter().all(|start| start.0.len() == self.places.len())
    }

    /// Whether no transition has a limit: then whoever has more tokens can do at least as much.
    pub fn is_monotone(&self) -> bool {
        self.transitions.iter().all(|transition| transition.limits.is_empty())
    }

    /// Whether it is a place/transition net: neither limits nor transfers.
    pub fn is_plain(&self) -> bool {
        self.is_monotone() && self.transitions.iter().all(|transition| transition.transfers.is_empty())
    }

    /// Whether the net may start with the marking.
    pub fn is_start(&self, marking: &[u64]) -> bool {
        self.starts.iter().any(|start| start.admits(marking))
    }

    /// Whether the transition can fire.
    pub fn is_enabled(&self, marking: &[u64], transition: usize) -> bool {
        let Transition { takes, limits, .. } = &self.transitions[transition];
        takes.iter().all(|(place, tokens)| marking[*place] >= *tokens)
            && limits.iter().all(|(place, most)| marking[*place] <= *most)
    }

    /// The marking after the transition has fired; nothing if it cannot.
    pub fn fire(&self, marking: &[u64], transition: usize) -> Result<Option<Marking>, Overflow> {
        if !self.is_enabled(marking, transition) {
            return Ok(None);
        }
        let Transition { takes, transfers, gives, .. } = &self.transitions[transition];
        let mut left = marking.to_vec();
        for (place, tokens) in takes {
            left[*place] = left[*place].checked_sub(*tokens).ok_or(Overflow)?;
        }
        let mut after = left.clone();
        transfers.iter().for_each(|(place, _)| after[*place] = 0);
        for (place, target) in transfers {
            if let Some(target) = target {
                after[*target] = after[*target].checked_add(left[*place]).ok_or(Overflow)?;
            }
        }
        for (place, tokens) in gives {
            after[*place] = after[*place].checked_add(*tokens).ok_or(Overflow)?;
        }
        Ok(Some(after))
    }

    /// The markings along a run, the first one included; nothing if it is no run of the net.
    pub fn walk(&self, run: &Run) -> Result<Option<Vec<Marking>>, Overflow> {
        if run.start.len() != self.places.len() || !self.is_start(&run.start) {
            return Ok(None);
        }
        let mut markings = vec![run.start.clone()];
        for transition in &run.fired {
            let last = &markings[markings.len().saturating_sub(1)];
            match self.fire(last, *transition)? {
                Some(next) => markings.push(next),
                None => return Ok(None),
            }
        }
        Ok(Some(markings))
    }
}

impl Transition {
    fn is_well_formed(&self, places: usize) -> bool {
        fn sorted<T>(list: &[(Place, T)], places: usize) -> bool {
            list.windows(2).all(|pair| pair[0].0 < pair[1].0) && list.iter().all(|(place, _)| *place < places)
        }
        let positive = |list: &[(Place, u64)]| list.iter().all(|(_, tokens)| *tokens > 0);
        let leads_away = |(from, into): &(Place, Option<Place>)| {
            *into != Some(*from) && into.is_none_or(|into| into < places)
        };
        sorted(&self.takes, places)
            && sorted(&self.limits, places)
            && sorted(&self.transfers, places)
            && sorted(&self.gives, places)
            && positive(&self.takes)
            && positive(&self.gives)
            && self.transfers.iter().all(leads_away)
    }
}

impl Start {
    /// Whether the marking is one of these.
    pub fn admits(&self, marking: &[u64]) -> bool {
        self.0.len() == marking.len()
            && self.0.iter().zip(marking).all(|(amount, tokens)| amount.admits(*tokens))
    }

    /// The least of these markings.
    pub fn least(&self) -> Marking {
        self.0.iter().map(|amount| amount.least()).collect()
    }
}

impl Amount {
    /// Whether it may be this many.
    pub fn admits(self, tokens: u64) -> bool {
        match self {
            Amount::Exactly(own) => tokens == own,
            Amount::AtLeast(own) => tokens >= own,
        }
    }

    /// The least of these numbers.
    pub fn least(self) -> u64 {
        match self {
            Amount::Exactly(tokens) | Amount::AtLeast(tokens) => tokens,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three places; the transition takes one token of the first, moves what is left there to the second, what was on the second to the
    /// third, and adds one to the first.
    fn shift() -> Net {
        Net {
            places: ["a", "b", "c"].map(String::from).to_vec(),
            starts: vec![Start(vec![Amount::AtLeast(1), Amount::Exactly(0), Amount::Exactly(0)])],
            transitions: vec![Transition {
                name: "shift".into(),
                takes: vec![(0, 1)],
                limits: vec![(2, 1)],
                transfers: vec![(0, Some(1)), (1, Some(2))],
                gives: vec![(0, 1)],
            }],
        }
    }

    #[test]
    fn transfers_happen_at_the_same_time() {
        let net = shift();
        assert_eq!(net.fire(&[3, 4, 0], 0), Ok(Some(vec![1, 2, 4])));
        assert_eq!(net.fire(&[0, 4, 0], 0), Ok(None));
        assert_eq!(net.fire(&[3, 4, 2], 0), Ok(None));
        assert_eq!(net.fire(&[3, u64::MAX, 1], 0), Err(Overflow));
    }

    #[test]
    fn runs_begin_at_a_start() {
        let net = shift();
        let run = |first, fired| Run { start: vec![first, 0, 0], fired };
        assert_eq!(net.walk(&run(2, vec![0])), Ok(Some(vec![vec![2, 0, 0], vec![1, 1, 0]])));
        assert_eq!(net.walk(&run(0, vec![])), Ok(None));
        assert_eq!(
            net.walk(&run(2, vec![0, 0, 0])),
            Ok(Some(vec![vec![2, 0, 0], vec![1, 1, 0], vec![1, 0, 1], vec![1, 0, 1]]))
        );
    }
}
