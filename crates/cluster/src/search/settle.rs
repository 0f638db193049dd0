//! The second round of a level: what is new, and what all workers found.

use super::checkpoint::Saver;
use super::{Search, Trouble};
use crate::parcel::Kind;
use crate::ranking::{read_tags, sorted_places};
use crate::report::{Report, Tagged, keep_first};
use explicit::Met;
use state_storage::Batch;
use std::ops::Range;

/// New states that are looked at at once.
const CHUNK: usize = 4096;

/// The tags of a level.
pub(super) struct LevelTags {
    /// Those of this worker's states, in the order of their numbers.
    pub own: Vec<u64>,
    /// Their places, in the order of the tags.
    pub places: Vec<u32>,
    /// The tags of this worker's range, for each owner in order.
    pub in_range: Vec<Vec<u64>>,
}

impl Search<'_, '_, '_> {
    /// Closes the level, and puts together what all workers report about it.
    pub(super) fn settle(&mut self, mut report: Report, level: usize) -> Result<LevelTags, Trouble> {
        let mut own = Vec::new();
        self.listed = self.listed.max(report.listed);
        if self.lost.is_none() {
            match self.storage.close_level(self.watch) {
                Ok(new) => own = self.look_at_new(new, &mut report),
                Err(failure) => self.lost = Some(failure),
            }
        }
        report.stop = report.stop.or_else(|| self.wants_end());
        let usage = self.storage.usage();
        (report.stored, report.on_disk) = (usage.memory, usage.disk);
        report.sent_bytes = self.link.sent_bytes;
        report.sent_states = self.link.sent_states;
        report.is_lost = self.lost.is_some();
        report.is_save_due = self.link.index() == 0 && self.saver.as_ref().is_some_and(Saver::is_time);
        self.stand(report.new);
        let places = sorted_places(&own);
        self.send_tags(&own, &places, level);
        self.link.send_all(Kind::Report, &report.write());
        let peers = self.link.peers();
        let (questions, width) = (self.questions.len(), self.shape.words);
        let mut reports: Vec<Option<Report>> = vec![None; peers];
        let mut in_range = vec![Vec::new(); peers];
        self.link.finish(&mut |parcel| match parcel.kind {
            Kind::Tags => read_tags(parcel.contents(), &mut in_range[parcel.from]).is_some(),
            Kind::Report => {
                reports[parcel.from] = Report::read(parcel.contents(), questions, width);
                reports[parcel.from].is_some()
            }
            _ => false,
        })?;
        let mut all = Report::new(questions);
        for (worker, report) in reports.into_iter().enumerate() {
            let report = report.ok_or_else(|| {
                self.watch.board.break_off(format!("worker {} reported nothing", worker + 1));
                Trouble::Broken
            })?;
            self.shares[worker] += report.new;
            all.join(report);
        }
        self.take_note(all, level);
        Ok(LevelTags { own, places, in_range })
    }

    /// Lets the questions look at new states; returns their tags.
    fn look_at_new(&mut self, new: Range<u64>, report: &mut Report) -> Vec<u64> {
        report.new = new.end - new.start;
        let mut tags = Vec::with_capacity(report.new as usize);
        let (mut from, mut batch) = (new.start, Batch::default());
        while from < new.end {
            batch.clear();
            if let Err(failure) = self.storage.read(from, CHUNK.min((new.end - from) as usize), &mut batch) {
                self.lost = Some(failure);
                return Vec::new();
            }
            for (words, tag) in batch.iter(self.shape) {
                tags.push(tag);
                let questions = &self.questions;
                self.kernel.look_at(words, &mut |question, met| {
                    let noted = &mut report.noted[question];
                    let state = || Tagged { tag, words: words.to_vec() };
                    match met {
                        _ if questions[question].is_answered => {}
                        Met::Decision => keep_first(&mut noted.decision, Some(state())),
                        Met::Overflow => keep_first(&mut noted.too_large, Some(state())),
                        Met::Value(value) => {
                            let known = questions[question].largest.as_ref();
                            if known.is_none_or(|(largest, ..)| value > *largest) {
                                noted.see_value(value, tag, || words.to_vec());
                            }
                        }
                    }
                });
            }
            from += batch.len() as u64;
        }
        tags
    }

    /// Takes note of what all workers reported.
    fn take_note(&mut self, all: Report, level: usize) {
        self.totals.push(all.new);
        self.counts.states += all.new;
        self.counts.expanded += all.expanded;
        self.counts.transitions += all.transitions;
        self.counts.depth = (level as u64).saturating_sub(1);
        if all.is_obstructed {
            self.obstacle.get_or_insert(None);
        }
        if let Some(state) = &all.obstacle {
            self.obstacle.get_or_insert_with(|| Some(state.words.clone()));
        }
        for (asked, noted) in self.questions.iter_mut().zip(&all.noted) {
            if let Some(state) = &noted.too_large {
                asked.too_large.get_or_insert_with(|| state.words.clone());
            }
            if let Some((value, state)) = &noted.largest
                && asked.largest.as_ref().is_none_or(|(largest, ..)| value > largest)
            {
                asked.largest = Some((*value, level, state.clone()));
            }
        }
        self.last = all;
    }
}
