//! The first round of a level: states are expanded, and candidates go to their owners.

use super::{Search, Trouble};
use crate::candidates::read_candidates;
use crate::link::Broken;
use crate::parcel::{Kind, Parcel};
use crate::ranking::PARCEL;
use crate::report::{Report, Tagged, keep_first};
use crate::tag::{MOST_SUCCESSORS, tag};
use crate::wire::write_number;
use budget::Progress;
use state_storage::{Batch, hash, owner};
use std::ops::ControlFlow;

/// States that are read from the storage at once.
const CHUNK: usize = 4096;

/// Candidates that are offered to the storage at once.
const OFFERED: usize = 2048;

/// How long a worker takes candidates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Until {
    /// Those that are there.
    Now,
    /// Until there are some, or a moment has passed.
    Some,
    /// Until the round has ended.
    End,
}

/// Expansions and successors between two looks at what has come.
const BREATH: u64 = 2048;

impl Search<'_, '_, '_> {
    /// Lists the initial states: each worker lists all of them, and keeps its own.
    pub(super) fn list_initial(&mut self) -> Result<Report, Trouble> {
        let mut report = Report::new(self.questions.len());
        let Search { kernel, own, link, watch, .. } = self;
        let (mut listed, mut tries) = (0, 0_u64);
        let (me, peers) = (link.index(), link.peers());
        let listing = kernel.initial(&mut |state| {
            if let Some(words) = state {
                if owner(peers, hash(words)) == me {
                    own.push(words, listed);
                }
                listed += 1;
            }
            tries += 1;
            let is_ended = tries.is_multiple_of(BREATH) && watch.board.stopped().is_some();
            if is_ended { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        match listing {
            Ok(is_obstructed) => report.is_obstructed = is_obstructed,
            Err(_) => report.is_too_wide = true,
        }
        report.listed = listed;
        self.offer_own();
        self.finish_expansion(report)
    }

    /// Expands the states of the level before.
    pub(super) fn expand_level(&mut self, level: usize) -> Result<Report, Trouble> {
        let mut report = Report::new(self.questions.len());
        let (start, end) = (self.storage.levels()[level], self.storage.levels()[level + 1]);
        let (mut from, mut done, mut batch) = (start, 0, Batch::default());
        'level: while from < end {
            batch.clear();
            if let Err(failure) = self.storage.read(from, CHUNK.min((end - from) as usize), &mut batch) {
                self.lost = Some(failure);
                break;
            }
            for at in 0..batch.len() {
                let (words, of) = (batch.get(self.shape, at), batch.tags[at]);
                let rank = self.ranks[(from - start) as usize + at];
                let Some(successors) = self.expand_state(words, of, rank, level, &mut report) else {
                    report.is_too_wide = true;
                    break 'level;
                };
                done += 1 + successors;
                if done >= BREATH {
                    done = 0;
                    self.look_around(end - from - at as u64)?;
                    if self.link.asked_to_end.is_some() || self.wants_end().is_some() {
                        break 'level;
                    }
                }
            }
            from += batch.len() as u64;
        }
        self.offer_own();
        self.finish_expansion(report)
    }

    /// Expands a state; nothing if a value outgrows its field.
    fn expand_state(
        &mut self,
        words: &[u64],
        of: u64,
        rank: u64,
        level: usize,
        report: &mut Report,
    ) -> Option<u64> {
        let expanded = self.kernel.expand(words).ok()?;
        report.expanded += 1;
        report.transitions += expanded.successors;
        let (me, peers) = (self.link.index(), self.link.peers());
        for (place, successor) in self.kernel.successors().enumerate() {
            let tag = tag(rank, place as u64);
            let hash = hash(successor);
            let to = owner(peers, hash);
            if to == me {
                self.own.push(successor, tag);
            } else if self.recent.is_news(hash, successor, level as u32, tag) {
                self.outgoing[to].push(self.shape, successor, tag);
                if self.outgoing[to].len() >= PARCEL {
                    self.link.sent_states += self.outgoing[to].count;
                    let contents = self.outgoing[to].take(Vec::with_capacity(PARCEL + 256));
                    self.link.send(Kind::Candidates, to, contents);
                }
            }
        }
        if expanded.successors > MOST_SUCCESSORS || rank >> (64 - crate::tag::PLACE_BITS) > 0 {
            self.watch.board.stop(budget::Stop::Share(format!("{MOST_SUCCESSORS} successors of a state")));
        }
        if expanded.is_obstructed {
            keep_first(&mut report.obstacle, Some(Tagged { tag: of, words: words.to_vec() }));
        }
        if expanded.is_notable && self.open().any(|question| self.kernel.asks_of_steps(question)) {
            for question in self.kernel.met(words) {
                let state = Tagged { tag: of, words: words.to_vec() };
                keep_first(&mut report.noted[question].decision, Some(state));
            }
        }
        if self.own.len() >= OFFERED {
            self.offer_own();
        }
        Some(expanded.successors)
    }

    /// Takes what has come, and says how far this worker is. Waits for others that have much to take from it.
    fn look_around(&mut self, frontier: u64) -> Result<(), Broken> {
        self.stand(frontier);
        self.take_candidates(Until::Now)?;
        while self.link.is_ahead() && self.link.asked_to_end.is_none() && self.wants_end().is_none() {
            self.take_candidates(Until::Some)?;
        }
        Ok(())
    }

    /// Says how far this worker is, to those of other processes now and then.
    pub(super) fn stand(&mut self, frontier: u64) {
        let progress = Progress {
            states: self.storage.count(),
            frontier,
            depth: self.counts.depth,
            bytes: self.storage.usage().memory,
            ..Progress::default()
        };
        let me = self.link.index();
        self.watch.board.stands(me, &progress);
        if self.link.is_time_to_tell() {
            let mut contents = Vec::new();
            for number in [progress.states, progress.frontier, progress.depth, progress.bytes] {
                write_number(number, &mut contents);
            }
            for to in self.watch.board.elsewhere() {
                self.link.send(Kind::Standing, to, contents.clone());
            }
        }
    }

    /// Sends what is left, and takes what comes until nothing does.
    fn finish_expansion(&mut self, mut report: Report) -> Result<Report, Trouble> {
        for to in 0..self.outgoing.len() {
            if self.outgoing[to].len() > 0 {
                self.link.sent_states += self.outgoing[to].count;
                let contents = self.outgoing[to].take(Vec::new());
                self.link.send(Kind::Candidates, to, contents);
            }
        }
        report.stop = self.wants_end();
        report.is_lost = self.lost.is_some();
        if let Some(reason) = &report.stop {
            // The others need not expand the rest of the level.
            self.link.send_all(Kind::Stop, reason.as_bytes());
        }
        self.take_candidates(Until::End)?;
        Ok(report)
    }

    /// Offers the candidates that have come to the storage.
    fn take_candidates(&mut self, until: Until) -> Result<(), Broken> {
        let Search { link, storage, lost, shape, watch, .. } = self;
        let mut batch = Batch::default();
        let mut take = |parcel: Parcel| match parcel.kind {
            Kind::Candidates => {
                batch.clear();
                if read_candidates(parcel.contents(), *shape, &mut batch).is_none() {
                    return false;
                }
                if lost.is_none()
                    && let Err(failure) = storage.offer(&batch, *watch)
                {
                    *lost = Some(failure);
                }
                true
            }
            _ => false,
        };
        match until {
            Until::Now => link.poll(&mut take),
            Until::Some => link.wait(&mut take),
            Until::End => link.finish(&mut take),
        }
    }

    fn offer_own(&mut self) {
        if self.lost.is_none()
            && let Err(failure) = self.storage.offer(&self.own, self.watch)
        {
            self.lost = Some(failure);
        }
        self.own.clear();
    }
}
