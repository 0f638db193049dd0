//! What the unfolding sees of a net: numbered places and transitions, and who takes from where.

use crate::unfit::Unfit;
use nets::{Amount, Net};

/// A place/transition net that starts with one marking, and whose transitions all take something.
#[derive(Debug, Clone, Default)]
pub(crate) struct Shape {
    /// The tokens that each place starts with.
    pub(crate) start: Vec<u32>,
    pub(crate) moves: Vec<Move>,
    /// For each place the moves that take from it.
    pub(crate) consumers: Vec<Vec<u32>>,
}

/// A transition of a [`Shape`].
#[derive(Debug, Clone, Default)]
pub(crate) struct Move {
    /// The places that tokens are taken from, with how many; sorted by place, and not empty.
    pub(crate) takes: Vec<(u32, u32)>,
    pub(crate) gives: Vec<(u32, u32)>,
}

/// A transition takes no more tokens than this: which ones it takes is chosen one by one.
const MOST_TAKEN: u64 = 1000;

impl Shape {
    /// The shape of the net, place by place and transition by transition.
    ///
    /// Where a transition takes nothing there is one place more, which always holds one token and which such transitions test:
    /// an event is known by what it takes, so the unfolding would have it only once.
    pub(crate) fn of(net: &Net) -> Result<Shape, Unfit> {
        let [start] = net.starts.as_slice() else { return Err(Unfit::Starts) };
        if !net.is_plain() {
            return Err(Unfit::NotPlain);
        }
        let mut shape = Shape::default();
        for amount in &start.0 {
            match amount {
                Amount::Exactly(tokens) => shape.start.push(small(*tokens)?),
                Amount::AtLeast(_) => return Err(Unfit::Starts),
            }
        }
        if net.transitions.iter().any(|transition| transition.takes.is_empty()) {
            shape.start.push(1);
        }
        let always = small(net.places.len() as u64)?;
        for transition in &net.transitions {
            let mut takes = smalls(&transition.takes)?;
            let mut gives = smalls(&transition.gives)?;
            if takes.is_empty() {
                takes.push((always, 1));
                gives.push((always, 1));
            }
            if takes.iter().map(|(_, tokens)| u64::from(*tokens)).sum::<u64>() > MOST_TAKEN {
                return Err(Unfit::TooManyTokens);
            }
            shape.moves.push(Move { takes, gives });
        }
        shape.link();
        Ok(shape)
    }

    /// Finds out who takes from where, after moves have been changed.
    pub(crate) fn link(&mut self) {
        self.consumers = vec![Vec::new(); self.start.len()];
        for (number, one) in self.moves.iter().enumerate() {
            for (place, _) in &one.takes {
                self.consumers[*place as usize].push(number as u32);
            }
        }
    }

    /// Whether no place starts with two tokens.
    pub(crate) fn starts_safe(&self) -> bool {
        self.start.iter().all(|tokens| *tokens <= 1)
    }
}

fn smalls(amounts: &[(usize, u64)]) -> Result<Vec<(u32, u32)>, Unfit> {
    amounts.iter().map(|(place, tokens)| Ok((small(*place as u64)?, small(*tokens)?))).collect()
}

fn small(number: u64) -> Result<u32, Unfit> {
    u32::try_from(number).map_err(|_| Unfit::TooManyTokens)
}
