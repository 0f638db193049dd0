//! What a checkpoint says of a search beside its states.

use super::{Asked, Search};
use crate::report::{Tagged, read_tagged, write_tagged};
use crate::wire::{Reader, folded, unfolded, write_number, write_words};
use explicit::Counts;

/// Which of the searches of a job it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Stage {
    /// The group of properties.
    pub group: usize,
    /// Whether it has begun again with reductions.
    pub is_second: bool,
    /// How often fields were widened.
    pub widened: u64,
}

/// All that is to be known to go on.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Notes {
    pub stage: Stage,
    pub counts: Counts,
    pub listed: u64,
    pub totals: Vec<u64>,
    pub obstacle: Option<Option<Vec<u64>>>,
    pub questions: Vec<Asked>,
}

impl Notes {
    /// The notes as bytes.
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let Stage { group, is_second, widened } = self.stage;
        let Counts { states, expanded, transitions, depth } = self.counts;
        let own =
            [group as u64, is_second.into(), widened, states, expanded, transitions, depth, self.listed];
        own.iter().for_each(|number| write_number(*number, &mut bytes));
        write_words(&self.totals, &mut bytes);
        match &self.obstacle {
            None => write_number(0, &mut bytes),
            Some(state) => {
                write_number(1, &mut bytes);
                write_words(state.as_deref().unwrap_or_default(), &mut bytes);
            }
        }
        write_number(self.questions.len() as u64, &mut bytes);
        for asked in &self.questions {
            write_number(asked.is_answered.into(), &mut bytes);
            write_words(asked.too_large.as_deref().unwrap_or_default(), &mut bytes);
            write_placed(asked.decided.as_ref(), &mut bytes);
            let largest =
                asked.largest.as_ref().map(|(value, level, state)| (*value, (*level, state.clone())));
            write_number(folded(largest.as_ref().map_or(0, |(value, _)| *value)), &mut bytes);
            write_placed(largest.as_ref().map(|(_, placed)| placed), &mut bytes);
        }
        bytes
    }

    /// The notes that were written as these bytes; nothing if they are not sound.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let mut reader = Reader(bytes);
        let mut own = [0; 8];
        for number in &mut own {
            *number = reader.number()?;
        }
        let [group, is_second, widened, states, expanded, transitions, depth, listed] = own;
        let stage = Stage { group: usize::try_from(group).ok()?, is_second: is_second == 1, widened };
        let totals = reader.words()?;
        let some = |words: Vec<u64>| (!words.is_empty()).then_some(words);
        let obstacle = match reader.number()? {
            0 => None,
            _ => Some(some(reader.words()?)),
        };
        let mut questions = Vec::new();
        for _ in 0..reader.number()? {
            let is_answered = reader.number()? == 1;
            let too_large = some(reader.words()?);
            let decided = read_placed(&mut reader, totals.len())?;
            let value = unfolded(reader.number()?);
            let largest = read_placed(&mut reader, totals.len())?.map(|(level, state)| (value, level, state));
            questions.push(Asked { is_answered, too_large, decided, largest });
        }
        let counts = Counts { states, expanded, transitions, depth };
        let is_sound = reader.is_empty()
            && !totals.is_empty()
            && totals.iter().try_fold(0_u64, |sum, level| sum.checked_add(*level)) == Some(states);
        is_sound.then_some(Notes { stage, counts, listed, totals, obstacle, questions })
    }

    /// Whether these can be the notes of a search with so many questions, whose states have so many words.
    fn fit(&self, questions: usize, width: usize) -> bool {
        let fits = |words: Option<&Vec<u64>>| words.is_none_or(|words| words.len() == width);
        let asked_fits = |asked: &Asked| {
            let decided = asked.decided.as_ref().map(|(_, state)| &state.words);
            let largest = asked.largest.as_ref().map(|(_, _, state)| &state.words);
            fits(asked.too_large.as_ref())
                && fits(decided)
                && fits(largest)
                && asked.is_answered == decided.is_some()
        };
        self.questions.len() == questions
            && self.questions.iter().all(asked_fits)
            && fits(self.obstacle.as_ref().and_then(Option::as_ref))
    }
}

impl Search<'_, '_, '_> {
    /// What is to be noted now. It is the same for all workers.
    pub(super) fn notes(&self) -> Notes {
        Notes {
            stage: self.stage,
            counts: self.counts,
            listed: self.listed,
            totals: self.totals.clone(),
            obstacle: self.obstacle.clone(),
            questions: self.questions.clone(),
        }
    }

    /// Goes on from what was noted; false if that does not fit.
    pub(super) fn take_notes(&mut self, notes: &Notes) -> bool {
        if !notes.fit(self.questions.len(), self.shape.words) {
            return false;
        }
        self.counts = notes.counts;
        self.listed = notes.listed;
        self.totals.clone_from(&notes.totals);
        self.obstacle.clone_from(&notes.obstacle);
        self.questions.clone_from(&notes.questions);
        true
    }
}

/// Writes a state with its level, or that there is none.
fn write_placed(placed: Option<&(usize, Tagged)>, into: &mut Vec<u8>) {
    write_tagged(placed.map(|(_, state)| state), into);
    write_number(placed.map_or(0, |(level, _)| *level as u64), into);
}

/// Reads a state with its level, of which there are so many, or that there is none.
fn read_placed(reader: &mut Reader<'_>, levels: usize) -> Option<Option<(usize, Tagged)>> {
    let width = reader.clone().words()?.len();
    let state = read_tagged(reader, width)?;
    let level = usize::try_from(reader.number()?).ok()?;
    (level < levels).then_some(state.map(|state| (level, state)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notes_come_back() {
        let state = Tagged { tag: 7, words: vec![1, 2] };
        let questions = vec![
            Asked::default(),
            Asked { is_answered: true, decided: Some((1, state.clone())), ..Asked::default() },
            Asked { too_large: Some(vec![3, 4]), largest: Some((-5, 0, state)), ..Asked::default() },
        ];
        let notes = Notes {
            stage: Stage { group: 1, is_second: true, widened: 2 },
            counts: Counts { states: 12, expanded: 4, transitions: 30, depth: 1 },
            listed: 3,
            totals: vec![4, 8],
            obstacle: Some(None),
            questions,
        };
        let bytes = notes.write();
        assert_eq!(Notes::read(&bytes).as_ref(), Some(&notes));
        assert!(notes.fit(3, 2) && !notes.fit(3, 1) && !notes.fit(2, 2));
        for length in 0..bytes.len() {
            assert_eq!(Notes::read(&bytes[..length]), None);
        }
    }
}
