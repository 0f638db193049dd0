//! Breadth-first search by several workers, each of which owns the states whose hash says so.
//!
//! The search goes level by level, and all workers go through the same rounds ([`crate::link`]). In the first round of a level each worker expands its states and
//! sends the successors to their owners, who keep what is new with its least tag ([`crate::tag`]). In the second, all tell all what they found
//! ([`crate::report`]); so all know whether to go on. Then the new states are ranked ([`crate::ranking`]), so that the tags of the next level say
//! which parent the ordinary search would have, and paths ([`path`]) are the ordinary search's.
//!
//! # Guarantees
//! The states of each level, their least tags, and with them verdicts, counts and paths do not depend on the number of workers, on who owns what, nor on the
//! order in which parcels come. A search that ends early ends at the end of a level.
//!
//! # Reference
//! Stern, Dill: *Parallelizing the Murφ Verifier*. CAV 1997 (states owned by hash). The order within a level, and ranks, are ours.

mod checkpoint;
mod expand;
mod notes;
mod path;
mod rank;
mod settle;

use crate::board::{Request, WorkerWatch};
use crate::candidates::Outgoing;
use crate::job::{Group, Job};
use crate::link::{Broken, Link};
use crate::recent::Recent;
use crate::report::{Report, Tagged};
use crate::search::checkpoint::Saver;
use crate::search::notes::{Notes, Stage};
use budget::Watch;
use explicit::{Counts, Ended, Failure, Kernel, Use};
use state_storage::{Batch, Shape, StateStorage, StorageFailure};
use std::sync::mpsc::Sender;
use system::{Answer, Statistics};

/// What a worker tells the thread that waits for it.
#[derive(Debug)]
pub enum Said {
    /// An answer to a property.
    Answered(usize, Box<Answer>),
    /// It asks for memory.
    Request(Request),
    /// It has come to its end.
    Ended(Result<(), Trouble>),
}

/// Why a search ends without an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trouble {
    /// A worker cannot be heard any more; why is on the board.
    Broken,
    /// The engine fails.
    Failed(Failure),
}

impl From<Broken> for Trouble {
    fn from(_: Broken) -> Self {
        Trouble::Broken
    }
}

impl From<Failure> for Trouble {
    fn from(failure: Failure) -> Self {
        Trouble::Failed(failure)
    }
}

/// A worker's part of a search.
struct Search<'k, 's, 'w> {
    job: &'k Job,
    properties: &'k [usize],
    kernel: &'k mut Kernel<'s>,
    shape: Shape,
    storage: Box<dyn StateStorage>,
    /// Why the storage must not be used any more.
    lost: Option<StorageFailure>,
    link: &'k mut Link<'w>,
    watch: &'k WorkerWatch,
    /// Where answers go; only one worker of each process tells them.
    speaker: Option<&'k Sender<Said>>,
    outgoing: Vec<Outgoing>,
    /// Candidates for this worker's own states.
    own: Batch,
    recent: Recent,
    /// The ranks of this worker's states of the last level, in the order of their numbers.
    ranks: Vec<u64>,
    /// How many states each level has, those of all workers together.
    totals: Vec<u64>,
    /// How many initial states were listed.
    listed: u64,
    counts: Counts,
    /// What all workers reported about the last level.
    last: Report,
    /// How many states each worker has.
    shares: Vec<u64>,
    questions: Vec<Asked>,
    /// Which answers were told, by this search or by one that had to begin again.
    told: Vec<bool>,
    /// The first state that was no good to list successors of, if there was one; nothing inside for the initial states.
    obstacle: Option<Option<Vec<u64>>>,
    /// Which search this is.
    stage: Stage,
    /// Writes checkpoints, if there are to be any.
    saver: Option<Saver>,
}

/// What is known of a question.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct Asked {
    is_answered: bool,
    /// The state that decides it: its level, and the state.
    decided: Option<(usize, Tagged)>,
    too_large: Option<Vec<u64>>,
    /// The largest value, and where it was first met: the level, and the state.
    largest: Option<(i64, usize, Tagged)>,
}

/// How an attempt ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Attempt {
    /// With all that could be answered.
    Over,
    /// Values need wider fields.
    TooNarrow,
    /// There are many states, and a reduction might help.
    Paused,
}

/// Does a worker's part of a job.
pub fn work(
    job: &Job,
    link: &mut Link<'_>,
    watch: &WorkerWatch,
    speaker: Option<&Sender<Said>>,
) -> Result<(), Trouble> {
    let groups = job.groups();
    let mut notes = match &job.keeping.resumed {
        Some(checkpoint) => {
            let notes = Notes::read(checkpoint.notes()).filter(|notes| notes.stage.group < groups.len());
            Some(notes.ok_or_else(|| unfit(watch))?)
        }
        None => None,
    };
    for (number, group) in groups.iter().enumerate() {
        let stage = Stage { group: number, ..Stage::default() };
        search(job, group, stage, &mut notes, link, watch, speaker)?;
    }
    Ok(())
}

/// Breaks off a search that cannot go on from its checkpoint.
fn unfit(watch: &WorkerWatch) -> Trouble {
    watch.board.break_off("the checkpoint is damaged: what it notes does not fit the model".to_owned());
    Trouble::Broken
}

/// Searches for the properties of a group, again if need be.
fn search(
    job: &Job,
    group: &Group,
    mut stage: Stage,
    notes: &mut Option<Notes>,
    link: &mut Link<'_>,
    watch: &WorkerWatch,
    speaker: Option<&Sender<Said>>,
) -> Result<(), Trouble> {
    // Until the group that the checkpoint is about, the checkpoint stays as it is.
    let is_before = notes.as_ref().is_some_and(|notes| stage.group < notes.stage.group);
    let mut begun = if is_before { None } else { notes.take() };
    let kernel =
        |is_used: &dyn Fn(Use) -> bool| Kernel::new(&job.system, &group.properties, &job.settings, is_used);
    let mut reduced = match group.may_pause {
        true => Some(kernel(&|when| when != Use::Never)?).filter(Kernel::is_reduced),
        false => None,
    };
    let mut at_hand = kernel(&|when| Some(when) == group.reduced)?;
    if let Some(notes) = &begun {
        stage = notes.stage;
        if stage.is_second {
            at_hand = reduced.take().ok_or_else(|| unfit(watch))?;
        }
        (0..stage.widened).try_for_each(|_| at_hand.widen().map_err(|_| unfit(watch)))?;
    }
    let mut told = vec![false; group.properties.len()];
    loop {
        let mut search = Search::new(job, group, &mut at_hand, link, watch, speaker);
        search.stage = stage;
        search.told.clone_from(&told);
        search.saver = job.keeping.writing.clone().filter(|_| !is_before).map(Saver::new);
        let attempt = search.run(reduced.is_some(), begun.take())?;
        told = std::mem::take(&mut search.told);
        match attempt {
            Attempt::Over => return Ok(()),
            Attempt::TooNarrow => {
                at_hand.widen()?;
                stage.widened += 1;
            }
            Attempt::Paused => match reduced.take() {
                Some(reduced) => {
                    at_hand = reduced;
                    stage = Stage { is_second: true, widened: 0, ..stage };
                }
                None => return Ok(()),
            },
        }
    }
}

impl<'k, 's, 'w> Search<'k, 's, 'w> {
    fn new(
        job: &'k Job,
        group: &'k Group,
        kernel: &'k mut Kernel<'s>,
        link: &'k mut Link<'w>,
        watch: &'k WorkerWatch,
        speaker: Option<&'k Sender<Said>>,
    ) -> Self {
        let shape = kernel.shape();
        let (storage, lost) = match (job.storage)(link.index(), shape) {
            Ok(storage) => (storage, None),
            Err(failure) => {
                (Box::new(state_storage::InMemory::new(shape)) as Box<dyn StateStorage>, Some(failure))
            }
        };
        let questions = vec![Asked::default(); kernel.questions()];
        Search {
            job,
            properties: &group.properties,
            shape,
            storage,
            lost,
            outgoing: (0..link.peers()).map(|_| Outgoing::default()).collect(),
            own: Batch::default(),
            recent: Recent::new(shape.words),
            ranks: Vec::new(),
            totals: Vec::new(),
            listed: 0,
            counts: Counts::default(),
            last: Report::new(questions.len()),
            shares: vec![0; link.peers()],
            told: vec![false; questions.len()],
            questions,
            obstacle: None,
            stage: Stage::default(),
            saver: None,
            kernel,
            link,
            watch,
            speaker,
        }
    }

    /// Searches until all is answered; with `may_pause`, until there are many states. Goes on from a checkpoint, if there are notes of one.
    fn run(&mut self, may_pause: bool, notes: Option<Notes>) -> Result<Attempt, Trouble> {
        let mut report = match (notes, &self.job.keeping.resumed) {
            (Some(notes), Some(checkpoint)) => match self.take_up(checkpoint, &notes)? {
                Ok(level) => self.expand_level(level)?,
                Err(reason) => {
                    self.answer_open(|_| Ended::Stopped(reason.clone()))?;
                    return Ok(Attempt::Over);
                }
            },
            _ => self.list_initial()?,
        };
        loop {
            let level = self.totals.len();
            let tags = self.settle(report, level)?;
            if self.last.is_too_wide {
                return Ok(Attempt::TooNarrow);
            }
            self.answer_decided(level)?;
            if let Some(stop) = self.last.stop.clone() {
                self.answer_open(|_| Ended::Stopped(stop.clone()))?;
                return Ok(Attempt::Over);
            }
            if self.open().next().is_none() {
                return Ok(Attempt::Over);
            }
            if self.last.new == 0 {
                self.answer_complete()?;
                return Ok(Attempt::Over);
            }
            if may_pause && self.counts.states > self.job.plain_states {
                return Ok(Attempt::Paused);
            }
            self.ranks = self.ranked(&tags, level)?;
            self.save_if_due()?;
            report = self.expand_level(level)?;
        }
    }

    /// The questions that are open.
    fn open(&self) -> impl Iterator<Item = usize> + use<'_, 'k, 's, 'w> {
        (0..self.questions.len()).filter(|question| !self.questions[*question].is_answered)
    }

    /// Answers the questions that the states of the last two levels decide.
    fn answer_decided(&mut self, level: usize) -> Result<(), Trouble> {
        if self.last.is_lost {
            return Ok(());
        }
        let is_decided = |question: &usize| self.last.noted[*question].decision.is_some();
        let decided: Vec<usize> = self.open().filter(is_decided).collect();
        let mut ends = Vec::new();
        for question in &decided {
            let state = self.last.noted[*question].decision.clone();
            // What can happen in a state is seen when it is expanded.
            let of = if self.kernel.asks_of_steps(*question) { level - 1 } else { level };
            ends.extend(state.map(|state| (of, state)));
        }
        let paths = self.paths(&ends)?;
        let mut is_refuted = false;
        for ((question, path), end) in decided.into_iter().zip(paths).zip(ends) {
            self.questions[question].decided = Some(end);
            is_refuted |= self.kernel.is_refuted(question);
            self.answer(question, Ended::Decided(path))?;
        }
        if is_refuted && self.job.fail_fast {
            let reason = "another property is violated, and --fail-fast was given".to_owned();
            self.answer_open(|_| Ended::Stopped(reason.clone()))?;
        }
        Ok(())
    }

    /// Answers what is open in the same way.
    fn answer_open(&mut self, ended: impl Fn(usize) -> Ended) -> Result<(), Trouble> {
        let open: Vec<usize> = self.open().collect();
        open.into_iter().try_for_each(|question| self.answer(question, ended(question)))
    }

    /// Answers what is open when all states have been seen.
    fn answer_complete(&mut self) -> Result<(), Trouble> {
        if self.counts.states == 0 && self.obstacle.is_none() {
            return Err(Failure::NoInitialState.into());
        }
        if let Some(obstacle) = self.obstacle.clone() {
            return self.answer_open(|_| Ended::Obstructed(obstacle.clone()));
        }
        let open: Vec<usize> = self.open().collect();
        for question in open {
            let asked = self.questions[question].clone();
            let ended = match (asked.too_large, asked.largest) {
                (Some(state), _) => Ended::TooLarge(state),
                (None, None) => Ended::Complete(None),
                (None, Some((value, level, state))) => {
                    let path = self.paths(&[(level, state)])?.pop().unwrap_or_default();
                    Ended::Complete(Some((value, path)))
                }
            };
            self.answer(question, ended)?;
        }
        Ok(())
    }

    /// Answers a question.
    fn answer(&mut self, question: usize, ended: Ended) -> Result<(), Trouble> {
        self.questions[question].is_answered = true;
        if std::mem::replace(&mut self.told[question], true) {
            return Ok(());
        }
        let Some(speaker) = self.speaker else { return Ok(()) };
        let largest = self.questions[question].largest.as_ref().map(|(value, ..)| *value);
        let answer = self.kernel.answer(question, ended, largest, &self.counts)?;
        let answer = answer.with_statistics(self.statistics());
        // Who no longer listens does not matter.
        let _ = speaker.send(Said::Answered(self.properties[question], Box::new(answer)));
        Ok(())
    }

    fn statistics(&self) -> Statistics {
        let mut counts = self.kernel.statistics(&self.counts, self.last.stored);
        counts.push(("workers", (self.link.peers() as u64).into()));
        counts.push(("largest_share", self.shares.iter().copied().max().unwrap_or(0).into()));
        counts.push(("states_sent", self.last.sent_states.into()));
        counts.push(("bytes_sent", self.last.sent_bytes.into()));
        if self.last.on_disk > 0 {
            counts.push(("disk_bytes", self.last.on_disk.into()));
        }
        counts
    }

    /// Why this worker wants an end, if it does.
    fn wants_end(&self) -> Option<String> {
        let lost = self.lost.as_ref().map(ToString::to_string);
        lost.or_else(|| self.watch.check(&budget::Progress::default()).err().map(|stop| stop.to_string()))
    }
}
