//! A net while it is being reduced.
//!
//! Places and transitions keep their numbers until the end and are only crossed out, and new transitions are appended. Each
//! transition stands for a word of transitions of the net before, and what rules did at the start and at dead ends is written down:
//! this is what [`Expansion`] needs to lead runs back.

use super::arcs::{amount, changes};
use super::expansion::{Expansion, Origin};
use super::words::Words;
use crate::{Amount, Net, Place, Start, Transition};
use std::collections::BTreeSet;

/// A net with an index, and the way back.
#[derive(Debug, Clone)]
pub(super) struct Draft {
    before: Net,
    visible: Vec<bool>,
    living: Vec<bool>,
    starts: Vec<Vec<Amount>>,
    transitions: Vec<Option<Transition>>,
    /// For each place, the living transitions that give to it, take from it, and name it in limits or transfers.
    producers: Vec<BTreeSet<usize>>,
    consumers: Vec<BTreeSet<usize>>,
    watchers: Vec<BTreeSet<usize>>,
    /// When the arcs of each place were last changed, in numbers of changes.
    touched: Vec<u64>,
    clock: u64,
    /// When it was last seen that several others do not make a place superfluous.
    needed: Vec<Option<u64>>,
    words: Words,
    /// For each start, the words that are fired before anything else, and the tokens that they add to each place.
    first: Vec<Vec<(usize, u64)>>,
    added: Vec<Vec<u64>>,
    /// The words to fire as often as possible at a dead end, the last list first.
    last: Vec<Vec<usize>>,
}

impl Draft {
    /// The draft of a net whose visible places are marked.
    pub(super) fn new(net: &Net, visible: &[bool]) -> Draft {
        let places = net.places.len();
        let mut draft = Draft {
            before: net.clone(),
            visible: visible.to_vec(),
            living: vec![true; places],
            starts: net.starts.iter().map(|start| start.0.clone()).collect(),
            transitions: vec![None; net.transitions.len()],
            producers: vec![BTreeSet::new(); places],
            consumers: vec![BTreeSet::new(); places],
            watchers: vec![BTreeSet::new(); places],
            touched: vec![0; places],
            clock: 0,
            needed: vec![None; places],
            words: Words::letters(net.transitions.len()),
            first: vec![Vec::new(); net.starts.len()],
            added: vec![vec![0; places]; net.starts.len()],
            last: Vec::new(),
        };
        for (number, transition) in net.transitions.iter().enumerate() {
            draft.enter(number, transition.clone());
        }
        draft
    }

    /// The places that are left, by their numbers.
    pub(super) fn places(&self) -> impl Iterator<Item = Place> + use<> {
        let left: Vec<Place> = (0..self.living.len()).filter(|place| self.living[*place]).collect();
        left.into_iter()
    }

    /// The transitions that are left, by their numbers.
    pub(super) fn transitions(&self) -> impl Iterator<Item = (usize, &Transition)> {
        let numbered = self.transitions.iter().enumerate();
        numbered.filter_map(|(number, transition)| Some((number, transition.as_ref()?)))
    }

    /// The numbers of the transitions that are left.
    pub(super) fn numbers(&self) -> Vec<usize> {
        self.transitions().map(|(number, _)| number).collect()
    }

    /// A transition, if it is left.
    pub(super) fn transition(&self, number: usize) -> Option<&Transition> {
        self.transitions.get(number)?.as_ref()
    }

    /// How many places there were in the beginning: their numbers are below.
    pub(super) fn width(&self) -> usize {
        self.living.len()
    }

    /// How many numbers of transitions have been given away.
    pub(super) fn height(&self) -> usize {
        self.transitions.len()
    }

    /// Whether properties read the place.
    pub(super) fn is_visible(&self, place: Place) -> bool {
        self.visible[place]
    }

    /// Whether no limit and no transfer names the place: then more tokens on it never hinder.
    pub(super) fn is_plain(&self, place: Place) -> bool {
        self.watchers[place].is_empty()
    }

    /// The transitions that give to the place.
    pub(super) fn producers(&self, place: Place) -> &BTreeSet<usize> {
        &self.producers[place]
    }

    /// The transitions that take from the place.
    pub(super) fn consumers(&self, place: Place) -> &BTreeSet<usize> {
        &self.consumers[place]
    }

    /// The transitions with a limit or a transfer that names the place.
    pub(super) fn watchers(&self, place: Place) -> &BTreeSet<usize> {
        &self.watchers[place]
    }

    /// The amounts that the place may start with, one for each start.
    pub(super) fn amounts(&self, place: Place) -> impl Iterator<Item = Amount> + '_ {
        self.starts.iter().map(move |start| start[place])
    }

    /// Whether the transition never changes what is visible.
    pub(super) fn is_invisible(&self, transition: &Transition) -> bool {
        let mut moved = transition.transfers.iter().flat_map(|(from, to)| [Some(*from), *to]).flatten();
        changes(transition).iter().all(|(place, _)| !self.visible[*place])
            && moved.all(|place| !self.visible[place])
    }

    /// The words that the transitions stand for; the number of a transition is that of its word.
    pub(super) fn words(&self) -> &Words {
        &self.words
    }

    /// Crosses out a place with all arcs, limits and transfers that name it. Tokens that were transferred to it go nowhere.
    pub(super) fn remove_place(&mut self, place: Place) {
        self.living[place] = false;
        let indices = [&self.producers, &self.consumers, &self.watchers];
        let named: BTreeSet<usize> = indices.into_iter().flat_map(|index| &index[place]).copied().collect();
        for number in named {
            let Some(mut transition) = self.transitions[number].clone() else { continue };
            self.remove_transition(number);
            transition.takes.retain(|(other, _)| *other != place);
            transition.gives.retain(|(other, _)| *other != place);
            transition.limits.retain(|(other, _)| *other != place);
            transition.transfers.retain(|(other, _)| *other != place);
            let to_place = transition.transfers.iter_mut().filter(|(_, to)| *to == Some(place));
            to_place.for_each(|(_, to)| *to = None);
            self.enter(number, transition);
        }
    }

    /// Crosses out a transition.
    pub(super) fn remove_transition(&mut self, number: usize) {
        let Some(transition) = self.transitions[number].take() else { return };
        self.touch(&transition);
        for (place, _) in &transition.gives {
            self.producers[*place].remove(&number);
        }
        for (place, _) in &transition.takes {
            self.consumers[*place].remove(&number);
        }
        for place in watched(&transition) {
            self.watchers[place].remove(&number);
        }
    }

    /// Adds a transition that stands for a word of these parts.
    pub(super) fn add_transition(&mut self, transition: Transition, parts: Vec<(usize, u64)>) -> usize {
        let number = self.words.join(parts);
        self.transitions.push(None);
        self.enter(number, transition);
        number
    }

    /// Notes that a search found the place to be needed; it need not be repeated before anything changes around it.
    pub(super) fn note_needed(&mut self, place: Place) {
        self.needed[place] = Some(self.clock);
    }

    /// Whether the place was found to be needed, and neither its arcs nor those of the places beside it were changed since then.
    pub(super) fn is_still_needed(&self, place: Place) -> bool {
        let Some(since) = self.needed[place] else { return false };
        let takers = self.consumers[place].iter().filter_map(|number| self.transition(*number));
        let mut beside = takers.flat_map(|transition| &transition.takes);
        self.touched[place] <= since && beside.all(|(other, _)| self.touched[*other] <= since)
    }

    fn touch(&mut self, transition: &Transition) {
        self.clock = self.clock.saturating_add(1);
        let named = transition.takes.iter().chain(&transition.gives);
        named.for_each(|(place, _)| self.touched[*place] = self.clock);
    }

    fn enter(&mut self, number: usize, transition: Transition) {
        self.touch(&transition);
        for (place, _) in &transition.gives {
            self.producers[*place].insert(number);
        }
        for (place, _) in &transition.takes {
            self.consumers[*place].insert(number);
        }
        for place in watched(&transition) {
            self.watchers[place].insert(number);
        }
        self.transitions[number] = Some(transition);
    }

    /// Fires the transition so many times at the start of that number, before anything else. It must be enabled so often, and must not
    /// take from a place of any number of tokens. Whether this could be done.
    pub(super) fn fire_first(&mut self, start: usize, number: usize, times: u64) -> bool {
        let Some((amounts, added)) = self.after(start, number, times) else { return false };
        self.starts[start] = amounts;
        self.added[start] = added;
        self.first[start].push((number, times));
        true
    }

    fn after(&self, start: usize, number: usize, times: u64) -> Option<(Vec<Amount>, Vec<u64>)> {
        let (mut amounts, mut added) = (self.starts[start].clone(), self.added[start].clone());
        let transition = self.transition(number)?;
        for (place, tokens) in &transition.takes {
            let Amount::Exactly(own) = amounts[*place] else { return None };
            amounts[*place] = Amount::Exactly(own.checked_sub(tokens.checked_mul(times)?)?);
        }
        for (place, tokens) in &transition.gives {
            let more = tokens.checked_mul(times)?;
            amounts[*place] = match amounts[*place] {
                Amount::Exactly(own) => Amount::Exactly(own.checked_add(more)?),
                Amount::AtLeast(own) => Amount::AtLeast(own.checked_add(more)?),
            };
            added[*place] = added[*place].checked_add(more)?;
        }
        Some((amounts, added))
    }

    /// Fires these transitions as often as possible where a run ends at a dead end, before what was said so far.
    pub(super) fn fire_last(&mut self, numbers: Vec<usize>) {
        self.last.push(numbers);
    }

    /// The net that is left, with the numbers of places as they are here; those that are gone have no arcs.
    pub(super) fn snapshot(&self) -> Net {
        Net {
            places: vec![String::new(); self.width()],
            starts: self.starts.iter().map(|amounts| Start(amounts.clone())).collect(),
            transitions: self.transitions().map(|(_, transition)| transition.clone()).collect(),
        }
    }

    /// The net that is left, and the way back to the net before.
    pub(super) fn finish(self) -> (Net, Expansion) {
        let kept: Vec<Place> = self.places().collect();
        let mut number_of = vec![None; self.width()];
        kept.iter().enumerate().for_each(|(number, place)| number_of[*place] = Some(number));
        let (mut transitions, mut words_of) = (Vec::new(), Vec::new());
        for (number, transition) in self.transitions() {
            transitions.push(renumbered(transition, &number_of));
            words_of.push(number);
        }
        let start = |amounts: &Vec<Amount>| Start(kept.iter().map(|place| amounts[*place]).collect());
        let net = Net {
            places: kept.iter().map(|place| self.before.places[*place].clone()).collect(),
            starts: self.starts.iter().map(start).collect(),
            transitions,
        };
        let origins = std::iter::zip(self.first, self.added);
        let origins = origins
            .map(|(fired, added)| Origin { fired, added: kept.iter().map(|place| added[*place]).collect() });
        let origins = origins.collect();
        let starts = net.starts.clone();
        (
            net,
            Expansion {
                before: self.before,
                starts,
                kept,
                words: self.words,
                words_of,
                origins,
                last: self.last,
            },
        )
    }
}

fn watched(transition: &Transition) -> Vec<Place> {
    let limited = transition.limits.iter().map(|(place, _)| *place);
    let moved = transition.transfers.iter().flat_map(|(from, to)| [Some(*from), *to]).flatten();
    limited.chain(moved).collect()
}

/// The transition with the new numbers of its places, all of which are left.
fn renumbered(transition: &Transition, number_of: &[Option<Place>]) -> Transition {
    let list = |list: &[(Place, u64)]| -> Vec<(Place, u64)> {
        list.iter().filter_map(|(place, tokens)| Some((number_of[*place]?, *tokens))).collect()
    };
    let moved =
        |(from, to): &(Place, Option<Place>)| Some((number_of[*from]?, to.and_then(|to| number_of[to])));
    Transition {
        name: transition.name.clone(),
        takes: list(&transition.takes),
        limits: list(&transition.limits),
        transfers: transition.transfers.iter().filter_map(moved).collect(),
        gives: list(&transition.gives),
    }
}

/// The least number of tokens that the place has in any start.
pub(super) fn least_at_start(draft: &Draft, place: Place) -> Option<u64> {
    draft.amounts(place).map(Amount::least).min()
}

/// Whether each transition that names the place gives back what it takes.
pub(super) fn is_never_changed(draft: &Draft, place: Place) -> bool {
    let mut named = draft.producers(place).union(draft.consumers(place));
    named.all(|number| {
        draft.transition(*number).is_some_and(|transition| {
            amount(&transition.takes, place) == amount(&transition.gives, place)
                && transition.transfers.iter().all(|(from, to)| *from != place && *to != Some(place))
        })
    })
}
