//! Markings as sorted lists of places, each as often as it has tokens.

#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use crate::order::Fired;
use crate::shape::Shape;
use std::rc::Rc;

/// Room to count tokens.
#[derive(Debug)]
pub(crate) struct Counter {
    counts: Vec<i64>,
}

impl Counter {
    pub(crate) fn new(shape: &Shape) -> Counter {
        Counter { counts: vec![0; shape.start.len()] }
    }

    /// The marking after all these have fired, in whatever order they can; nothing if a number becomes too large.
    pub(crate) fn marking(&mut self, shape: &Shape, fired: &[Fired]) -> Option<Rc<[u32]>> {
        for (count, start) in self.counts.iter_mut().zip(&shape.start) {
            *count = i64::from(*start);
        }
        for one in fired {
            let times = i64::from(one.times());
            let one = &shape.moves[one.transition as usize];
            for (place, tokens) in &one.takes {
                let count = &mut self.counts[*place as usize];
                *count = count.checked_sub(i64::from(*tokens).checked_mul(times)?)?;
            }
            for (place, tokens) in &one.gives {
                let count = &mut self.counts[*place as usize];
                *count = count.checked_add(i64::from(*tokens).checked_mul(times)?)?;
            }
        }
        let mut places = Vec::with_capacity(self.counts.len().min(64));
        for (place, count) in (0..).zip(&self.counts) {
            (0..*count).for_each(|_| places.push(place));
        }
        Some(places.into())
    }
}

/// The marking that the net starts with.
pub(crate) fn start(shape: &Shape) -> Rc<[u32]> {
    let places = (0_u32..).zip(&shape.start);
    places.flat_map(|(place, tokens)| (0..*tokens).map(move |_| place)).collect()
}

/// Whether one marking has all the tokens of the other.
pub(crate) fn covers(more: &[u32], fewer: &[u32]) -> bool {
    let mut more = more.iter();
    fewer.iter().all(|wanted| more.by_ref().any(|place| place == wanted))
}
