//! What a worker reports at the end of a level, and what all reports say together.
//!
//! All workers get all reports and put them together in the same way, so that all of them decide the same without asking anybody.

use crate::wire::{Reader, folded, unfolded, write_bytes, write_number, write_words};

/// A state with its tag.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Tagged {
    /// The tag, within its level.
    pub tag: u64,
    /// Its words.
    pub words: Vec<u64>,
}

/// What is known of a question.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Noted {
    /// The first state of the level that decides it.
    pub decision: Option<Tagged>,
    /// The first state of the level in which a number is too large to evaluate it.
    pub too_large: Option<Tagged>,
    /// The largest value in a state of the level, and the first such state.
    pub largest: Option<(i64, Tagged)>,
}

/// The end of a level.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Report {
    /// New states.
    pub new: u64,
    /// States that were expanded.
    pub expanded: u64,
    /// Transitions that were taken.
    pub transitions: u64,
    /// Initial states that were listed, some of them more than once; the same for all workers.
    pub listed: u64,
    /// Whether not all initial states could be listed; the same for all workers.
    pub is_obstructed: bool,
    /// Whether a value outgrew its field.
    pub is_too_wide: bool,
    /// Whether states cannot be read any more.
    pub is_lost: bool,
    /// Whether it is time for a checkpoint.
    pub is_save_due: bool,
    /// Why the worker wants an end.
    pub stop: Option<String>,
    /// The first state whose successors could not all be listed.
    pub obstacle: Option<Tagged>,
    /// For each question.
    pub noted: Vec<Noted>,
    /// Bytes that all states of the worker take.
    pub stored: u64,
    /// Bytes of files that they take.
    pub on_disk: u64,
    /// Bytes that the worker sent to others so far.
    pub sent_bytes: u64,
    /// Candidates that it sent to others so far.
    pub sent_states: u64,
}

impl Noted {
    /// Keeps the first of two states that decide a question, and so on.
    pub fn join(&mut self, other: Noted) {
        keep_first(&mut self.decision, other.decision);
        keep_first(&mut self.too_large, other.too_large);
        if let Some((value, state)) = other.largest {
            self.see_value(value, state.tag, || state.words);
        }
    }

    /// Takes note of a value in a state.
    pub fn see_value(&mut self, value: i64, tag: u64, words: impl FnOnce() -> Vec<u64>) {
        let is_better = self
            .largest
            .as_ref()
            .is_none_or(|(largest, first)| value > *largest || value == *largest && tag < first.tag);
        if is_better {
            self.largest = Some((value, Tagged { tag, words: words() }));
        }
    }
}

/// Keeps the first of two states.
pub fn keep_first(first: &mut Option<Tagged>, other: Option<Tagged>) {
    if let Some(other) = other
        && first.as_ref().is_none_or(|first| other.tag < first.tag)
    {
        *first = Some(other);
    }
}

impl Report {
    /// Nothing yet, about so many questions.
    pub fn new(questions: usize) -> Self {
        Report { noted: vec![Noted::default(); questions], ..Report::default() }
    }

    /// Adds the report of a further worker; those of workers with lower numbers come first.
    pub fn join(&mut self, other: Report) {
        self.new += other.new;
        self.expanded += other.expanded;
        self.transitions += other.transitions;
        self.listed = self.listed.max(other.listed);
        self.is_obstructed |= other.is_obstructed;
        self.is_too_wide |= other.is_too_wide;
        self.is_lost |= other.is_lost;
        self.is_save_due |= other.is_save_due;
        self.stop = self.stop.take().or(other.stop);
        keep_first(&mut self.obstacle, other.obstacle);
        self.noted.iter_mut().zip(other.noted).for_each(|(noted, other)| noted.join(other));
        self.stored += other.stored;
        self.on_disk += other.on_disk;
        self.sent_bytes += other.sent_bytes;
        self.sent_states += other.sent_states;
    }

    /// The contents of a parcel.
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let flags = [self.is_obstructed, self.is_too_wide, self.is_lost, self.is_save_due];
        let flags = flags.iter().rev().fold(0, |sum, flag| sum << 1 | u64::from(*flag));
        let numbers = [self.new, self.expanded, self.transitions, self.listed, flags, self.stored];
        for number in numbers.into_iter().chain([self.on_disk, self.sent_bytes, self.sent_states]) {
            write_number(number, &mut bytes);
        }
        match &self.stop {
            Some(stop) => {
                bytes.push(1);
                write_bytes(stop.as_bytes(), &mut bytes);
            }
            None => bytes.push(0),
        }
        write_tagged(self.obstacle.as_ref(), &mut bytes);
        write_number(self.noted.len() as u64, &mut bytes);
        for noted in &self.noted {
            write_tagged(noted.decision.as_ref(), &mut bytes);
            write_tagged(noted.too_large.as_ref(), &mut bytes);
            write_tagged(noted.largest.as_ref().map(|(_, state)| state), &mut bytes);
            write_number(noted.largest.as_ref().map_or(0, |(value, _)| folded(*value)), &mut bytes);
        }
        bytes
    }

    /// What a parcel says; nothing if it is no report about so many questions and states of so many words.
    pub fn read(contents: &[u8], questions: usize, width: usize) -> Option<Self> {
        let mut reader = Reader(contents);
        let mut numbers = [0; 9];
        for number in &mut numbers {
            *number = reader.number()?;
        }
        let [new, expanded, transitions, listed, flags, stored, on_disk, sent_bytes, sent_states] = numbers;
        let stop = match reader.number()? {
            0 => None,
            _ => Some(reader.text()?),
        };
        let obstacle = read_tagged(&mut reader, width)?;
        if reader.number()? != questions as u64 {
            return None;
        }
        let mut noted = Vec::new();
        for _ in 0..questions {
            let [decision, too_large, largest] = [
                read_tagged(&mut reader, width)?,
                read_tagged(&mut reader, width)?,
                read_tagged(&mut reader, width)?,
            ];
            let value = unfolded(reader.number()?);
            noted.push(Noted { decision, too_large, largest: largest.map(|state| (value, state)) });
        }
        let [is_obstructed, is_too_wide, is_lost, is_save_due] = [1, 2, 4, 8].map(|flag| flags & flag > 0);
        let report = Report {
            new,
            expanded,
            transitions,
            listed,
            is_obstructed,
            is_too_wide,
            is_lost,
            is_save_due,
            stop,
            obstacle,
            noted,
            stored,
            on_disk,
            sent_bytes,
            sent_states,
        };
        reader.is_empty().then_some(report)
    }
}

/// Writes a state, or that there is none.
pub fn write_tagged(state: Option<&Tagged>, into: &mut Vec<u8>) {
    write_words(state.map_or(&[], |state| &state.words), into);
    if let Some(state) = state {
        write_number(state.tag, into);
    }
}

/// Reads a state of so many words, or that there is none.
pub fn read_tagged(reader: &mut Reader<'_>, width: usize) -> Option<Option<Tagged>> {
    let words = reader.words()?;
    if words.is_empty() {
        return Some(None);
    }
    let tag = reader.number()?;
    (words.len() == width).then_some(Some(Tagged { tag, words }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(tag: u64) -> Tagged {
        Tagged { tag, words: vec![tag, 1] }
    }

    fn report(tag: u64, value: i64) -> Report {
        let noted = Noted { decision: Some(state(tag)), too_large: None, largest: Some((value, state(tag))) };
        Report { new: tag, obstacle: Some(state(tag)), noted: vec![noted], ..Report::default() }
    }

    #[test]
    fn reports_come_back() {
        let report = Report { stop: Some("timeout".into()), is_too_wide: true, ..report(7, -3) };
        let bytes = report.write();
        assert_eq!(Report::read(&bytes, 1, 2).as_ref(), Some(&report));
        assert_eq!((Report::read(&bytes, 2, 2), Report::read(&bytes, 1, 3)), (None, None));
        for length in 0..bytes.len() {
            assert_eq!(Report::read(&bytes[..length], 1, 2), None);
        }
    }

    #[test]
    fn the_first_state_counts_whoever_reports_it() {
        for reports in [[report(9, 4), report(5, 4)], [report(5, 4), report(9, 4)]] {
            let [mut all, other] = reports;
            all.join(other);
            assert_eq!((all.new, all.obstacle.clone()), (14, Some(state(5))));
            assert_eq!(all.noted[0].decision, Some(state(5)));
            assert_eq!(all.noted[0].largest, Some((4, state(5))));
        }
        let mut all = report(5, 4);
        all.join(report(9, 6));
        assert_eq!(all.noted[0].largest, Some((6, state(9))));
    }
}
