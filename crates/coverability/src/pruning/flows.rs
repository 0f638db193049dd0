//! What transitions add to and remove from places, as vectors.
//!
//! A transition without transfers always has the same effect. A transfer moves any number of tokens; the effect of the transition
//! is then its takes and gives, and any number of *moves* of one token each, from the source to its goal or to nowhere. Every
//! step of the net is such a sum, so whatever no sum of effects and moves can do, no run can; the converse is not true, since
//! moves are also there where the transition is not fired.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use nets::{Amount, Net, Place, Transition};

/// An effect: what a place gains; sorted by place, none zero.
pub type Effect = Vec<(Place, i64)>;

/// All effects of a net.
#[derive(Debug, Clone, Default)]
pub struct Flows {
    /// Each effect once, with what fires it.
    pub effects: Vec<(Effect, Vec<Origin>)>,
    /// The places on which any number of tokens may be at the start.
    pub unbounded: Vec<bool>,
    /// The start markings, with the least number on unbounded places.
    pub starts: Vec<Vec<u64>>,
}

/// What has an effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// The takes and gives of a transition.
    Fires(usize),
    /// A token that is moved by one of the transfers of a transition.
    Moves(usize),
}

impl Flows {
    /// Those of the transitions for which `included` holds; nothing if a number is too large.
    pub fn of(net: &Net, included: impl Fn(usize) -> bool) -> Option<Flows> {
        let mut all: Vec<(Effect, Origin)> = Vec::new();
        for (number, transition) in net.transitions.iter().enumerate().filter(|(number, _)| included(*number))
        {
            all.push((effect(transition)?, Origin::Fires(number)));
            for (source, target) in &transition.transfers {
                let mut moved = vec![(*source, -1)];
                moved.extend(target.map(|target| (target, 1)));
                moved.sort_unstable();
                all.push((moved, Origin::Moves(number)));
            }
        }
        all.sort_by(|left, right| left.0.cmp(&right.0));
        let mut effects: Vec<(Effect, Vec<Origin>)> = Vec::new();
        for (effect, origin) in all {
            match effects.last_mut() {
                Some((last, origins)) if *last == effect => origins.push(origin),
                _ => effects.push((effect, vec![origin])),
            }
        }
        let mut unbounded = vec![false; net.places.len()];
        for start in &net.starts {
            for (place, amount) in start.0.iter().enumerate() {
                unbounded[place] |= matches!(amount, Amount::AtLeast(_));
            }
        }
        let starts = net.starts.iter().map(|start| start.least()).collect();
        Some(Flows { effects, unbounded, starts })
    }
}

fn effect(transition: &Transition) -> Option<Effect> {
    let mut effect: Effect = Vec::new();
    for (place, tokens) in &transition.takes {
        effect.push((*place, i64::try_from(*tokens).ok()?.checked_neg()?));
    }
    for (place, tokens) in &transition.gives {
        let tokens = i64::try_from(*tokens).ok()?;
        match effect.iter_mut().find(|(own, _)| own == place) {
            Some((_, gained)) => *gained = gained.checked_add(tokens)?,
            None => effect.push((*place, tokens)),
        }
    }
    effect.retain(|(_, gained)| *gained != 0);
    effect.sort_unstable();
    Some(effect)
}
