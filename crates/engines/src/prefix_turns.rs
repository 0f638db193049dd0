//! The engine of unfoldings where nobody asked for it: only at nets in which much can happen at the same time.
//!
//! Whether that is so is seen from the net, before anything is unfolded: it starts with one token at most on each place, its transitions
//! only move tokens, and there are tokens for several of them at once. Where they move one after the other all the same, the
//! prefix is as large as the graph of states; a turn is short, then, and what was unfolded is kept for the next one.
//!
//! What this engine leaves open it leaves to the others, with their reasons.

use crate::reduced_net::question::demands;
use crate::unfolding_engine::UnfoldingEngine;
use crate::{Engine, Failure, Options, Subject, Unsupported};
use nets::{Amount, Net};
use system::{Answer, Coverage, Observer, Question, System, Watch};

/// Asks prefixes of nets with much concurrency.
pub struct PrefixTurns {
    /// So many transitions have tokens of their own, if all take as many as they do on average.
    pub at_once: u64,
}

/// What reads more variables is not asked.
const MOST_READ: usize = 12;

impl Engine for PrefixTurns {
    fn name(&self) -> &'static str {
        "prefix"
    }

    /// Nothing that reads much, of which reductions leave little and conditions become many cubes. Not `no_faults`: that is mostly seen at once, and whoever asks for it alone wants to know how many states there are.
    fn can_check(&self, system: &System, properties: &[usize]) -> Vec<Result<(), Unsupported>> {
        let refused = || Unsupported {
            engine: self.name(),
            feature: "only what reads little is asked of prefixes".into(),
            suggestion: None,
        };
        let abilities = UnfoldingEngine.can_check(system, properties).into_iter();
        let counts = |number: &usize| match &system.properties[*number].question {
            Question::NoFaults => true,
            question => demands(system, question).is_some_and(|(read, _)| read.len() > MOST_READ),
        };
        let both = abilities.zip(properties);
        both.map(|(ability, number)| if counts(number) { Err(refused()) } else { ability }).collect()
    }

    /// What is asked of single states is asked of one prefix; a formula that takes long keeps only other formulas waiting.
    fn groups(&self, system: &System, properties: &[usize], _: &Options) -> Vec<Vec<usize>> {
        let kind = |property: &usize| match system.properties[*property].question {
            Question::DeadlockFree => 0,
            Question::Ltl(_) => 2,
            _ => 1,
        };
        let of_kind = |wanted| properties.iter().copied().filter(|one| kind(one) == wanted).collect();
        (0..3).map(of_kind).filter(|group: &Vec<usize>| !group.is_empty()).collect()
    }

    fn run(
        &self,
        subject: &Subject<'_>,
        properties: &[usize],
        options: &Options,
        watch: &dyn Watch,
        observer: &dyn Observer,
    ) -> Result<Option<Coverage>, Failure> {
        match &*subject.net(watch) {
            Ok(net) if self.is_concurrent(&net.net) => {}
            _ => return Ok(None),
        }
        UnfoldingEngine.run(subject, properties, options, watch, &Decided(observer))
    }
}

impl PrefixTurns {
    /// Whether much can happen in the net at the same time.
    fn is_concurrent(&self, net: &Net) -> bool {
        let [start] = net.starts.as_slice() else { return false };
        let is_safe = start.0.iter().all(|amount| matches!(amount, Amount::Exactly(0 | 1)));
        let tokens = start.0.iter().filter(|amount| **amount == Amount::Exactly(1)).count() as u64;
        let taken: u64 = net.transitions.iter().map(|transition| transition.takes.len() as u64).sum();
        let transitions = net.transitions.len() as u64;
        is_safe && net.is_plain() && tokens.saturating_mul(transitions) >= self.at_once.saturating_mul(taken)
    }
}

/// Hears of what is decided only.
struct Decided<'a>(&'a dyn Observer);

impl Observer for Decided<'_> {
    fn is_open(&self, property: usize) -> bool {
        self.0.is_open(property)
    }

    fn working_on(&self, property: Option<usize>) {
        self.0.working_on(property);
    }

    fn answered(&self, property: usize, answer: Answer) {
        if !answer.is_unknown() {
            self.0.answered(property, answer);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nets::{Start, Transition};

    /// Machines of two states each that step alone.
    fn machines(count: usize, tokens: u64) -> Net {
        let starts = (0..2 * count).map(|place| Amount::Exactly(if place % 2 == 0 { tokens } else { 0 }));
        let step = |from: usize, to: usize| Transition {
            takes: vec![(from, 1)],
            gives: vec![(to, 1)],
            ..Transition::default()
        };
        Net {
            places: vec![String::new(); 2 * count],
            starts: vec![Start(starts.collect())],
            transitions: (0..count)
                .flat_map(|one| [step(2 * one, 2 * one + 1), step(2 * one + 1, 2 * one)])
                .collect(),
        }
    }

    #[test]
    fn nets_with_much_at_the_same_time_are_asked() {
        let engine = PrefixTurns { at_once: 4 };
        assert!(engine.is_concurrent(&machines(4, 1)));
        assert!(!engine.is_concurrent(&machines(3, 1)));
        assert!(!engine.is_concurrent(&machines(8, 2)));
        assert!(!engine.is_concurrent(&Net { starts: Vec::new(), ..machines(8, 1) }));
    }
}
