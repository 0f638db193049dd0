//! The workers of a process: threads of timely, and the thread that waits for them.

use crate::board::{Board, Request, WorkerWatch};
use crate::job::Job;
use crate::link::Link;
use crate::search::{Said, Trouble, work};
use budget::Watch;
use explicit::Failure;
use std::any::Any;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use system::Answer;
use timely::WorkerConfig;
use timely::communication::allocator::AllocatorBuilder;
use timely::communication::{Allocator, initialize_from};
use timely::worker::Worker;

/// How often the limits are looked at.
const TICK: Duration = Duration::from_millis(20);

/// The workers of this process, before they begin.
pub struct Crew {
    /// Timely's part of each of them.
    pub builders: Vec<AllocatorBuilder>,
    /// What must live as long as they do.
    pub others: Box<dyn Any + Send>,
    /// Their numbers.
    pub local: Range<usize>,
    /// What they share.
    pub board: Arc<Board>,
}

/// How it ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ending {
    /// With an answer to each property.
    Answered,
    /// Before that, for this reason.
    Broken(String),
}

/// Lets the workers do their part of a job; `hear` gets the answers, under the places of the properties in the system's list.
///
/// # Errors
/// If the model has no initial state, or the engine contradicts itself.
pub fn run(
    job: &Job,
    crew: Crew,
    watch: &dyn Watch,
    hear: &mut dyn FnMut(usize, Answer),
) -> Result<Ending, Failure> {
    let Crew { builders, others, local, board } = crew;
    let (sender, receiver) = channel();
    let shared = Mutex::new(sender);
    let (job, to_workers, first) = (job.clone(), Arc::clone(&board), local.start);
    let started = initialize_from(builders, others, move |allocator| {
        let sender = match shared.lock() {
            Ok(sender) => sender.clone(),
            Err(poisoned) => poisoned.into_inner().clone(),
        };
        work_guarded(&job, allocator, &to_workers, first, sender);
    });
    let guards = started.map_err(Failure::Internal)?;
    let ended = wait(local.len(), &board, watch, &receiver, hear);
    for panicked in guards.join().into_iter().filter_map(Result::err) {
        board.break_off(format!("a worker panicked: {panicked}"));
    }
    match ended {
        Ok(()) => Ok(board.broken().map_or(Ending::Answered, Ending::Broken)),
        Err(Trouble::Failed(failure)) => Err(failure),
        Err(Trouble::Broken) => Ok(Ending::Broken(board.broken().unwrap_or_default())),
    }
}

/// Does a worker's part; a panic breaks the search and is told like everything else.
fn work_guarded(job: &Job, allocator: Allocator, board: &Arc<Board>, first: usize, sender: Sender<Said>) {
    let told = sender.clone();
    let done = catch_unwind(AssertUnwindSafe(|| {
        let mut worker = Worker::new(WorkerConfig::default(), allocator, Some(Instant::now()));
        let index = worker.index();
        let watch = WorkerWatch { board: Arc::clone(board), requests: requests(&sender) };
        let speaker = (index == first).then_some(&sender);
        let mut link = Link::new(&mut worker, Arc::clone(board), job.most_ahead);
        let result = work(job, &mut link, &watch, speaker);
        if let Err(Trouble::Failed(failure)) = &result {
            board.break_off(format!("worker {} failed: {failure:?}", index + 1));
        }
        link.close();
        result
    }));
    let result = done.unwrap_or_else(|panic| {
        let message = panic.downcast_ref::<String>().cloned();
        let message = message.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string));
        board.break_off(format!("a worker panicked: {}", message.unwrap_or_default()));
        Err(Trouble::Broken)
    });
    let _ = told.send(Said::Ended(result));
}

/// A sender of requests that go the way of everything that is told.
fn requests(sender: &Sender<Said>) -> Box<dyn Fn(Request) -> bool + Send> {
    let sender = sender.clone();
    Box::new(move |request| sender.send(Said::Request(request)).is_ok())
}

/// Waits for so many workers, and watches the limits for them.
fn wait(
    workers: usize,
    board: &Board,
    watch: &dyn Watch,
    receiver: &Receiver<Said>,
    hear: &mut dyn FnMut(usize, Answer),
) -> Result<(), Trouble> {
    let (mut ended, mut result) = (0, Ok(()));
    while ended < workers {
        match receiver.recv_timeout(TICK) {
            Ok(Said::Answered(property, answer)) => hear(property, *answer),
            Ok(Said::Request(Request { bytes, answer })) => {
                let allowed = watch.may_allocate(&board.progress(), bytes);
                if let Err(stop) = &allowed {
                    board.stop(stop.clone());
                }
                let _ = answer.send(allowed);
                continue;
            }
            Ok(Said::Ended(Ok(()))) => ended += 1,
            Ok(Said::Ended(Err(trouble))) => {
                ended += 1;
                // What is no model for one worker is none for any; a failure is more telling than what it breaks.
                if result.is_ok() || matches!(trouble, Trouble::Failed(_)) {
                    result = Err(trouble);
                }
            }
            Err(RecvTimeoutError::Disconnected) => break,
            Err(RecvTimeoutError::Timeout) => {}
        }
        if let Err(stop) = watch.check(&board.progress()) {
            board.stop(stop);
        }
    }
    result
}
