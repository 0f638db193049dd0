//! The product of a net and an automaton, as a net.
//!
//! A place is visible if the automaton looks at it, and a transition if it changes the tokens of a visible place. The product has
//! the net's places and, for each state of the automaton and each way in which tokens can be on the visible places, a place of its
//! own; one of these, the control, holds a token. A visible transition moves that token: the automaton reads what was on the
//! visible places before. Invisible transitions leave it alone, so they stay concurrent with each other and with the automaton;
//! what they do changes nothing that the automaton sees, and it is asked about sequences up to repetition only.
//!
//! # Reference
//!
//! Esparza, Heljanko: *A New Unfolding Approach to LTL Model Checking*, ICALP 2000, doi:10.1007/3-540-45022-X_40. Departure: there
//! the automaton takes turns with the net, and looks at places and their complements. Here the control knows the tokens of the
//! visible places; so places may have several, and nothing but the visible transitions is synchronised. The price is one place for
//! each way in which the visible places can be filled, up to a bound; a move beyond it leads to a place of its own, where the
//! automaton stops. If an event does that, the bound is too small; if none does, no reachable marking is beyond it.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use crate::automaton::Automaton;
use crate::shape::{Move, Shape};
use budget::{Budget, Budgeted, OutOfBudget};
use nets::Net;
use std::collections::HashMap;

/// A net that runs with an automaton.
#[derive(Debug)]
pub(crate) struct Product {
    pub(crate) shape: Shape,
    /// How many places the shape of the net itself has; those of the control follow.
    pub(crate) base: usize,
    /// For each move the transition of the net.
    pub(crate) transitions: Vec<usize>,
    /// For each move the control afterwards, if it is visible.
    pub(crate) control: Vec<Option<usize>>,
    /// For each control whether the automaton's state is accepting.
    pub(crate) accepting: Vec<bool>,
    /// For each control whether the automaton accepts if nothing visible ever changes again.
    pub(crate) lasting: Vec<bool>,
    /// The moves of the net that are not visible.
    pub(crate) invisible: Vec<usize>,
    /// The control of moves that exceed a bound.
    beyond: usize,
}

impl Product {
    /// Whether there are more tokens on a visible place after the move than its bound.
    pub(crate) fn exceeds(&self, one: u32) -> bool {
        self.control[one as usize] == Some(self.beyond)
    }
}

/// A state of the automaton, and the tokens on all places, of which only the visible ones are kept up.
type Control = (usize, Vec<u64>);

/// What there is of a product while it is made.
struct Making<'a> {
    automaton: &'a Automaton,
    /// For each place how many tokens are provided for, if the automaton looks at it.
    bounds: &'a [Option<u64>],
    numbers: HashMap<Control, usize>,
    controls: Vec<Control>,
    product: Product,
}

/// The product of the automaton with the net, of which the shape is known; `bounds` has a number for each visible place.
pub(crate) fn product(
    (net, shape): (&Net, &Shape),
    automaton: &Automaton,
    bounds: &[Option<u64>],
    budget: &Budget<'_>,
) -> Budgeted<Product> {
    let is_visible = |one: &Move| {
        let tokens =
            |list: &[(u32, u32)], place: u32| list.iter().find(|arc| arc.0 == place).map(|arc| arc.1);
        let mut arcs = one.takes.iter().chain(&one.gives).map(|(place, _)| *place);
        arcs.any(|place| {
            bounds.get(place as usize).is_some_and(|bound| bound.is_some())
                && tokens(&one.takes, place) != tokens(&one.gives, place)
        })
    };
    let (visible, invisible): (Vec<usize>, Vec<usize>) =
        (0..shape.moves.len()).partition(|one| is_visible(&shape.moves[*one]));
    let product = Product {
        shape: Shape { start: shape.start.clone(), ..Shape::default() },
        base: shape.start.len(),
        transitions: invisible.clone(),
        control: vec![None; invisible.len()],
        accepting: Vec::new(),
        lasting: Vec::new(),
        invisible,
        beyond: 1,
    };
    let mut making = Making { automaton, bounds, numbers: HashMap::new(), controls: Vec::new(), product };
    let moves = making.product.invisible.iter().map(|one| shape.moves[*one].clone());
    making.product.shape.moves = moves.collect();
    let start = net.starts.first().map(|start| start.least()).unwrap_or_default();
    making.control((automaton.initial, start))?;
    making.stop();
    let mut next = 0;
    while next < making.controls.len() {
        for one in &visible {
            budget.spend(1)?;
            making.synchronise(next, *one, &shape.moves[*one])?;
        }
        next = next.saturating_add(1);
    }
    let mut product = making.product;
    product.shape.start[product.base] = 1;
    product.shape.link();
    Ok(product)
}

impl Making<'_> {
    /// The number of the control, which is new or not.
    fn control(&mut self, control: Control) -> Budgeted<usize> {
        if let Some(number) = self.numbers.get(&control) {
            return Ok(*number);
        }
        let number = self.controls.len();
        let (state, marking) = &control;
        let lasting = self.automaton.accepts(*state, &[marking], &[0]).ok_or(OutOfBudget)?;
        self.product.accepting.push(self.automaton.accepting[*state]);
        self.product.lasting.push(lasting);
        self.product.shape.start.push(0);
        self.numbers.insert(control.clone(), number);
        self.controls.push(control);
        Ok(number)
    }

    /// Adds the control where the automaton stops.
    fn stop(&mut self) {
        self.controls.push((usize::MAX, Vec::new()));
        self.product.accepting.push(false);
        self.product.lasting.push(false);
        self.product.shape.start.push(0);
    }

    /// Adds what a visible move can do together with the automaton.
    fn synchronise(&mut self, control: usize, transition: usize, one: &Move) -> Budgeted<()> {
        let (state, before) = self.controls[control].clone();
        if control == self.product.beyond {
            return Ok(());
        }
        let Some(left) = self.left(&before, one) else { return Ok(()) };
        let after = self.after(left, one);
        for next in self.automaton.next(state, &before).ok_or(OutOfBudget)? {
            let target = match &after {
                Some(after) => self.control((next, after.clone()))?,
                None => self.product.beyond,
            };
            let place = |control: usize| {
                let place =
                    self.product.base.checked_add(control).and_then(|place| u32::try_from(place).ok());
                place.ok_or(OutOfBudget)
            };
            let (from, to) = (place(control)?, place(target)?);
            let mut joint = one.clone();
            joint.takes.push((from, 1));
            joint.gives.push((to, 1));
            self.product.shape.moves.push(joint);
            self.product.transitions.push(transition);
            self.product.control.push(Some(target));
        }
        Ok(())
    }

    /// The tokens that the move leaves on the visible places; nothing if there are too few.
    fn left(&self, before: &[u64], one: &Move) -> Option<Vec<u64>> {
        let mut left = before.to_vec();
        for (place, tokens) in one.takes.iter().filter(|(place, _)| self.bound(*place).is_some()) {
            let there = &mut left[*place as usize];
            *there = there.checked_sub(u64::from(*tokens))?;
        }
        Some(left)
    }

    /// The tokens on the visible places when the move has given its own; nothing if there are more than are provided for.
    fn after(&self, left: Vec<u64>, one: &Move) -> Option<Vec<u64>> {
        let mut after = left;
        for (place, tokens) in &one.gives {
            if let Some(bound) = self.bound(*place) {
                let there = &mut after[*place as usize];
                *there = there.checked_add(u64::from(*tokens)).filter(|sum| *sum <= bound)?;
            }
        }
        Some(after)
    }

    fn bound(&self, place: u32) -> Option<u64> {
        self.bounds.get(place as usize).copied().flatten()
    }
}
