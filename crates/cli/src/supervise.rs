//! Long work under limits.
//!
//! The work runs in a thread of its own with a large stack. The calling thread watches the clock, the memory
//! of the process and Ctrl-C, and shows progress; the work only reads a flag. So the work may ask as often as
//! it likes, and work that does not ask at all is given up when its time is over.

use crate::args::{Limit, MemoryLimit, TimeLimit};
use crate::threads::{STACK_SIZES, Threads};
use crate::{Interrupt, memory};
use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use system::{Progress, Stop, Watch, Workers};

/// How long work may take.
#[derive(Debug, Clone, Copy, Default)]
pub struct Limits {
    /// The time limit.
    pub time: Option<TimeLimit>,
    /// The time that was used before the work began.
    pub spent: Duration,
    /// The memory limit.
    pub memory: Option<MemoryLimit>,
    /// The number of threads that the work may use; one if none is given.
    pub threads: Option<usize>,
    /// Whether to tell what the work does, on standard error.
    pub notes: bool,
}

impl Limits {
    /// So much time, and so many mebibytes.
    pub fn of(time: Duration, mebibytes: u64) -> Limits {
        let memory = MemoryLimit(mebibytes.saturating_mul(1 << 20));
        Limits { time: Some(TimeLimit(time)), memory: Some(memory), ..Limits::default() }
    }

    /// The memory limit where the user gives none: most of what there is, so that the operating system has no
    /// reason to end the process.
    pub fn default_memory() -> Option<MemoryLimit> {
        memory::available().map(|bytes| MemoryLimit(bytes / 10 * 9))
    }
}

/// Why work gave no result.
#[derive(Debug)]
pub enum Lost {
    /// It was told to stop and did not.
    Unresponsive(Stop),
    /// It panicked.
    Panicked,
}

/// What the work and its supervisor share.
#[derive(Debug)]
pub struct Monitor {
    start: Instant,
    /// Has the work wait.
    interrupt: Interrupt,
    stop: Mutex<Option<Stop>>,
    /// Whether there is a reason to stop.
    ending: Arc<AtomicBool>,
    noticed: AtomicBool,
    limit: Option<MemoryLimit>,
    threads: Threads,
    /// Whether to tell what the work does.
    notes: bool,
    states: AtomicU64,
    frontier: AtomicU64,
    depth: AtomicU64,
    bytes: AtomicU64,
    iteration: AtomicU64,
    size: AtomicU64,
    workers: AtomicU64,
    largest_share: AtomicU64,
    bytes_elsewhere: AtomicU64,
}

/// How often the supervisor looks.
const TICK: Duration = Duration::from_millis(50);
/// How long work may take to notice that it is to stop.
const GRACE: Duration = Duration::from_secs(3);
/// How long it may then take, at least, to report what it knows: a long path takes time to replay.
const GRACE_TO_REPORT: Duration = Duration::from_secs(30);
/// Runs the work under limits; `show` is called a few times a second with how far it is.
pub fn supervise<T: Send + 'static>(
    limits: &Limits,
    interrupt: &Interrupt,
    show: &mut dyn FnMut(&Progress, Duration),
    work: impl FnOnce(&Monitor) -> T + Send + 'static,
) -> Result<T, Lost> {
    let nothing_told = |monitor: &Monitor, _: &dyn Fn(Infallible)| work(monitor);
    supervise_telling(limits, interrupt, show, &mut |never| match never {}, nothing_told)
}

/// The same for work that tells something while it goes on; `hear` is called with it at once.
pub fn supervise_telling<T: Send + 'static, E: Send + 'static>(
    limits: &Limits,
    interrupt: &Interrupt,
    show: &mut dyn FnMut(&Progress, Duration),
    hear: &mut dyn FnMut(E),
    work: impl FnOnce(&Monitor, &dyn Fn(E)) -> T + Send + 'static,
) -> Result<T, Lost> {
    let monitor = Arc::new(Monitor::new(limits, interrupt.clone()));
    let (sender, receiver) = channel();
    let shared = Arc::clone(&monitor);
    spawn(move || {
        // The supervisor may have given up; then nobody wants to hear anything.
        let tell = |event: E| {
            let _ = sender.send(Message::Told(event));
        };
        let result = work(&shared, &tell);
        let _ = sender.send(Message::Done(result));
    });
    wait(limits, interrupt, show, hear, &monitor, &receiver)
}

/// What work tells its supervisor.
enum Message<T, E> {
    /// Something on the way.
    Told(E),
    /// Its result.
    Done(T),
}

/// Starts a thread with as large a stack as can be had.
///
/// # Panics
/// If no thread can be started at all.
pub fn spawn<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> std::thread::JoinHandle<T> {
    let mut work = Some(work);
    let (sender, receiver) = channel::<Box<dyn FnOnce() -> T + Send>>();
    let receiver = Arc::new(std::sync::Mutex::new(receiver));
    for size in STACK_SIZES {
        let receiver = Arc::clone(&receiver);
        let started = std::thread::Builder::new().stack_size(*size).spawn(move || {
            let work = receiver.lock().expect("nobody panics while receiving").recv();
            work.expect("the work is sent to the thread that could be started")()
        });
        if let Ok(handle) = started {
            let work = work.take().expect("the work is sent once");
            sender.send(Box::new(work)).expect("the thread waits for its work");
            return handle;
        }
    }
    panic!("the operating system refuses to start a thread");
}

fn wait<T, E>(
    limits: &Limits,
    interrupt: &Interrupt,
    show: &mut dyn FnMut(&Progress, Duration),
    hear: &mut dyn FnMut(E),
    monitor: &Monitor,
    receiver: &Receiver<Message<T, E>>,
) -> Result<T, Lost> {
    let (start, mut last) = (Instant::now(), Instant::now());
    let mut paused = Duration::ZERO;
    let remaining = limits.time.map(|limit| limit.0.saturating_sub(limits.spent));
    let mut stopped_at: Option<Instant> = None;
    loop {
        // Time in which the work waits does not count.
        if interrupt.is_paused() {
            paused += last.elapsed();
        }
        last = Instant::now();
        let elapsed = start.elapsed().saturating_sub(paused);
        let until_limit = remaining.map_or(TICK, |remaining| remaining.saturating_sub(elapsed));
        let pause = TICK.min(until_limit.max(Duration::from_millis(1)));
        match receiver.recv_timeout(pause) {
            Ok(Message::Done(result)) => return Ok(result),
            Ok(Message::Told(event)) => {
                hear(event);
                continue;
            }
            Err(RecvTimeoutError::Disconnected) => return Err(Lost::Panicked),
            Err(RecvTimeoutError::Timeout) => {}
        }
        let elapsed = start.elapsed().saturating_sub(paused);
        if let Some(stop) = reason_to_stop(limits, remaining, elapsed, interrupt) {
            monitor.stop(stop);
        }
        match monitor.reason() {
            Some(stop) => {
                let since = *stopped_at.get_or_insert_with(Instant::now);
                let noticed = monitor.noticed.load(Ordering::Relaxed);
                let grace = if noticed { GRACE_TO_REPORT.max(elapsed / 2) } else { GRACE };
                if since.elapsed() > grace && !interrupt.is_paused() {
                    return Err(Lost::Unresponsive(stop));
                }
            }
            None => stopped_at = None,
        }
        show(&monitor.progress(), elapsed);
    }
}

fn reason_to_stop(
    limits: &Limits,
    remaining: Option<Duration>,
    elapsed: Duration,
    interrupt: &Interrupt,
) -> Option<Stop> {
    if interrupt.happened() {
        return Some(Stop::Interrupted);
    }
    if let (Some(limit), Some(remaining)) = (limits.time, remaining)
        && elapsed >= remaining
    {
        return Some(Stop::Timeout(limit.shown()));
    }
    let limit = limits.memory?;
    (memory::resident()? > limit.0).then(|| Stop::Memory(limit.shown()))
}

impl Monitor {
    fn new(limits: &Limits, interrupt: Interrupt) -> Self {
        Monitor {
            start: Instant::now(),
            interrupt,
            stop: Mutex::new(None),
            ending: Arc::default(),
            noticed: AtomicBool::new(false),
            limit: limits.memory,
            threads: Threads::new(limits.threads.unwrap_or(1)),
            notes: limits.notes,
            states: AtomicU64::new(0),
            frontier: AtomicU64::new(0),
            depth: AtomicU64::new(0),
            bytes: AtomicU64::new(0),
            iteration: AtomicU64::new(0),
            size: AtomicU64::new(0),
            workers: AtomicU64::new(0),
            largest_share: AtomicU64::new(0),
            bytes_elsewhere: AtomicU64::new(0),
        }
    }

    /// Tells the work to stop; the first reason stays, but for a lack of memory, which may be mended.
    fn stop(&self, reason: Stop) -> Stop {
        let mut stop = self.reasons();
        let is_final = stop.as_ref().is_some_and(|known| !matches!(known, Stop::Memory(_)));
        if !is_final {
            *stop = Some(reason.clone());
        }
        self.ending.store(true, Ordering::Relaxed);
        stop.clone().unwrap_or(reason)
    }

    fn reasons(&self) -> MutexGuard<'_, Option<Stop>> {
        // A reason is a whole value at any time.
        self.stop.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Why the work is to stop, if it is.
    fn reason(&self) -> Option<Stop> {
        if self.ending.load(Ordering::Relaxed) { self.reasons().clone() } else { None }
    }

    /// What the work is told when it asks; from then on it knows that it is to stop.
    fn refuse(&self, stop: Stop) -> Stop {
        self.noticed.store(true, Ordering::Relaxed);
        stop
    }

    /// How far the work is.
    fn progress(&self) -> Progress {
        Progress {
            states: self.states.load(Ordering::Relaxed),
            frontier: self.frontier.load(Ordering::Relaxed),
            depth: self.depth.load(Ordering::Relaxed),
            bytes: self.bytes.load(Ordering::Relaxed),
            iteration: self.iteration.load(Ordering::Relaxed),
            size: self.size.load(Ordering::Relaxed),
            workers: self.workers.load(Ordering::Relaxed),
            largest_share: self.largest_share.load(Ordering::Relaxed),
            bytes_elsewhere: self.bytes_elsewhere.load(Ordering::Relaxed),
        }
    }
}

impl Watch for Monitor {
    fn check(&self, progress: &Progress) -> Result<(), Stop> {
        self.interrupt.wait_while_paused();
        self.states.store(progress.states, Ordering::Relaxed);
        self.frontier.store(progress.frontier, Ordering::Relaxed);
        self.depth.store(progress.depth, Ordering::Relaxed);
        self.bytes.store(progress.bytes, Ordering::Relaxed);
        self.iteration.store(progress.iteration, Ordering::Relaxed);
        self.size.store(progress.size, Ordering::Relaxed);
        self.workers.store(progress.workers, Ordering::Relaxed);
        self.largest_share.store(progress.largest_share, Ordering::Relaxed);
        self.bytes_elsewhere.store(progress.bytes_elsewhere, Ordering::Relaxed);
        if let Some(limit) = self.limit
            && progress.bytes > limit.0
        {
            self.stop(Stop::Memory(limit.shown()));
        }
        match self.reason() {
            Some(stop) => Err(self.refuse(stop)),
            None => Ok(()),
        }
    }

    fn may_allocate(&self, progress: &Progress, bytes: u64) -> Result<(), Stop> {
        self.check(progress)?;
        let Some(limit) = self.limit else { return Ok(()) };
        let held = progress.bytes.max(memory::resident().unwrap_or(0));
        if held.saturating_add(bytes) > limit.0 {
            return Err(self.refuse(self.stop(Stop::Memory(limit.shown()))));
        }
        Ok(())
    }

    fn most_bytes(&self) -> Option<u64> {
        self.limit.map(|limit| limit.0)
    }

    fn note(&self, note: &dyn std::fmt::Display) {
        if self.notes {
            eprintln!("{:9.3} s  {note}", self.start.elapsed().as_secs_f64());
        }
    }

    fn microseconds(&self) -> u64 {
        u64::try_from(self.start.elapsed().as_micros()).unwrap_or(u64::MAX)
    }

    fn released(&self) {
        let mut stop = self.reasons();
        if matches!(*stop, Some(Stop::Memory(_))) {
            *stop = None;
            self.ending.store(false, Ordering::Relaxed);
            self.noticed.store(false, Ordering::Relaxed);
        }
    }

    fn ending(&self) -> Option<Arc<AtomicBool>> {
        Some(self.ending.clone())
    }

    fn workers(&self) -> &dyn Workers {
        &self.threads
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run<T: Send + 'static>(
        limits: Limits,
        work: impl FnOnce(&Monitor) -> T + Send + 'static,
    ) -> Result<T, Lost> {
        supervise(&limits, &Interrupt::default(), &mut |_, _| {}, work)
    }

    /// Work that goes on until it is told to stop.
    fn endless(monitor: &Monitor) -> Stop {
        loop {
            if let Err(stop) = monitor.check(&Progress::default()) {
                return stop;
            }
        }
    }

    #[test]
    fn a_time_limit_stops_the_work() {
        let limits = Limits { time: Some(TimeLimit(Duration::from_millis(20))), ..Limits::default() };
        assert_eq!(run(limits, endless).expect("it stops"), Stop::Timeout("0.02 s".into()));
    }

    #[test]
    fn work_that_waits_spends_no_time() {
        let interrupt = Interrupt::default();
        interrupt.set_pause(true);
        let limits = Limits { time: Some(TimeLimit(Duration::from_millis(300))), ..Limits::default() };
        let user = interrupt.clone();
        let user = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(900));
            user.set_pause(false);
        });
        let start = Instant::now();
        let answer = supervise(&limits, &interrupt, &mut |_, _| {}, |monitor| {
            let waited = monitor.check(&Progress::default());
            (waited, endless(monitor))
        });
        user.join().expect("it does not panic");
        assert_eq!(answer.expect("it ends"), (Ok(()), Stop::Timeout("0.3 s".into())));
        assert!(start.elapsed() >= Duration::from_millis(1000), "{:?}", start.elapsed());
    }

    #[test]
    fn work_that_waits_can_be_ended() {
        let interrupt = Interrupt::default();
        interrupt.set_pause(true);
        let user = interrupt.clone();
        let user = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(200));
            user.end();
        });
        let answer = supervise(&Limits::default(), &interrupt, &mut |_, _| {}, endless);
        user.join().expect("it does not panic");
        assert_eq!(answer.expect("it ends"), Stop::Interrupted);
    }

    #[test]
    fn a_large_table_is_refused_before_it_is_allocated() {
        let limits = Limits { memory: Some(MemoryLimit(1 << 40)), ..Limits::default() };
        let answer = run(limits, |monitor| {
            monitor.may_allocate(&Progress::default(), 1 << 20)?;
            monitor.may_allocate(&Progress::default(), 1 << 41)
        });
        assert_eq!(answer.expect("it ends"), Err(Stop::Memory("1 TiB".into())));
    }

    #[test]
    fn a_panic_is_noticed() {
        let answer: Result<(), Lost> = run(Limits::default(), |_| panic!("this panic is meant to be here"));
        assert!(matches!(answer, Err(Lost::Panicked)));
    }

    #[test]
    fn a_deep_recursion_has_room() {
        fn depth(n: u64) -> u64 {
            let here = std::hint::black_box([n; 16]);
            if n == 0 { here[0] } else { 1 + depth(n - 1) }
        }
        assert_eq!(run(Limits::default(), |_| depth(500_000)).expect("it ends"), 500_000);
    }
}
