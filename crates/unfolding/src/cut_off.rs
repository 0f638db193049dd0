//! Where a prefix may end: an event whose marking was there before.
//!
//! An event is a cut-off if an earlier one, its companion, leads to the same marking and is before it in the order: whatever can
//! happen behind the event can happen behind its companion. As the order is adequate, the events before the cut-offs reach every
//! marking that the net reaches: if a configuration holds a cut-off, the same continuation of the companion reaches the same
//! marking and is before it, and nothing has infinitely many before it.
//!
//! Where places have any number of tokens there is an infinite chain of events that are no cut-offs, and in every such chain some
//! marking has more tokens than an earlier one of the chain (Dickson). Such a net has no bound, and conversely.
//!
//! # Reference
//!
//! McMillan: *Using Unfoldings to Avoid the State Explosion Problem in the Verification of Asynchronous Circuits*, CAV 1992,
//! doi:10.1007/3-540-56496-9_14. Esparza, Römer, Vogler, as in [`crate::order`].

use crate::marking::covers;
use crate::occurrence::{Occurrence, Past, START};
use crate::unfold::{Arrival, Judge, Judgement, Tokens};
use std::collections::HashMap;
use std::rc::Rc;

/// Ends a prefix at its cut-offs.
#[derive(Debug)]
pub(crate) struct CutOffs {
    tokens: Tokens,
    /// The first event of each marking, and its rank.
    first: HashMap<Rc<[u32]>, (u32, u32)>,
    /// The marking of each event, where they are compared.
    markings: Vec<Rc<[u32]>>,
    start: Rc<[u32]>,
    /// The cut-offs with their companions, [`START`] for the start.
    pub(crate) companions: Vec<(u32, u32)>,
    /// Whether a marking has more tokens than one before it.
    pub(crate) unbounded: bool,
}

impl CutOffs {
    /// For a net with that first marking.
    pub(crate) fn new(tokens: Tokens, start: Rc<[u32]>) -> CutOffs {
        CutOffs {
            tokens,
            first: HashMap::from([(start.clone(), (START, 0))]),
            markings: Vec::new(),
            start,
            companions: Vec::new(),
            unbounded: false,
        }
    }

    fn grows(&self, arrival: &Arrival<'_>, occurrence: &Occurrence, past: &mut Past) -> bool {
        let less =
            |marking: &Rc<[u32]>| marking.len() < arrival.marking.len() && covers(arrival.marking, marking);
        past.collect(occurrence, arrival.preset);
        less(&self.start) || past.events.iter().any(|event| less(&self.markings[*event as usize]))
    }
}

impl Judge for CutOffs {
    fn judge(&mut self, arrival: &Arrival<'_>, occurrence: &Occurrence, past: &mut Past) -> Judgement {
        if self.tokens == Tokens::Several {
            self.markings.push(arrival.marking.clone());
        }
        match self.first.get(arrival.marking) {
            Some((companion, rank)) if *rank < arrival.rank => {
                self.companions.push((arrival.event, *companion));
                return Judgement::End;
            }
            Some(_) => {}
            None => {
                self.first.insert(arrival.marking.clone(), (arrival.event, arrival.rank));
            }
        }
        if self.tokens == Tokens::Several && self.grows(arrival, occurrence, past) {
            self.unbounded = true;
            return Judgement::Stop;
        }
        Judgement::Continue
    }
}
