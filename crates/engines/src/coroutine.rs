//! Work that can be paused and resumed at any point, however deep it is in its own calls.
//!
//! The work runs in a thread of its own with a large stack, but never beside its owner: one of the two always waits for the
//! other. Whenever the work asks its watch whether it may go on, it may find its allowance used up; then it stands still until
//! it gets another one, and goes on as if nothing had happened. So nothing is ever done twice because of a pause, and where
//! turns end does not depend on any clock.
//!
//! # Reference
//! The control structure is that of coroutines (Conway: *Design of a Separable Transition-Diagram Compiler*, CACM 6(7), 1963,
//! doi:10.1145/366663.366704). Threads carry it, since they need no unsafe code and every engine works in them as it is.

use crate::{Failure, Subject};
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, OnceLock};
use std::thread::{Builder, ScopedJoinHandle};
pub(crate) use std::thread::{Scope, scope};
use system::{Answer, Coverage, Expr, Observer, Progress, Stop, Watch, Workers};

/// The sizes of stack to try, the best first; address space may be limited.
const STACK_SIZES: &[usize] = &[1 << 29, 1 << 26, 1 << 23];

/// What all work on a system knows: which properties are open, by their places in the system's list, and whether a limit was
/// reached.
pub(crate) struct Shared {
    open: Vec<AtomicBool>,
    /// The invariants that are known to hold.
    proved: Vec<AtomicBool>,
    stop: OnceLock<Stop>,
}

impl Shared {
    /// So many properties, of which none is open.
    pub fn new(count: usize) -> Self {
        let none = || (0..count).map(|_| AtomicBool::new(false)).collect();
        Shared { open: none(), proved: none(), stop: OnceLock::new() }
    }

    /// Whether a property is open.
    pub fn is_open(&self, property: usize) -> bool {
        self.open[property].load(Ordering::Acquire)
    }

    /// Opens or closes a property.
    pub fn set_open(&self, property: usize, open: bool) {
        self.open[property].store(open, Ordering::Release);
    }

    /// Takes note that an invariant holds.
    pub fn prove(&self, property: usize) {
        self.proved[property].store(true, Ordering::Release);
    }

    /// The limit that was reached.
    pub fn stop(&self) -> Option<&Stop> {
        self.stop.get()
    }

    /// Takes note that a limit ends all work.
    pub fn end(&self, stop: &Stop) {
        let _ = self.stop.set(stop.clone());
    }
}

/// What the work may rest on.
#[derive(Default)]
pub(crate) struct Usable<'u> {
    /// These properties, once they are proved.
    pub properties: Vec<usize>,
    /// What is always so in its system, once somebody has found that.
    pub subject: Option<&'u Subject<'u>>,
}

/// What the owner tells the work.
enum Order {
    /// To spend so much more; or, after it has told something, to go on.
    Continue(u64),
    /// To come to an end.
    End(Stop),
}

/// What the work tells its owner.
pub(crate) enum Told {
    /// An answer, and the microseconds that were spent on it.
    Answered(usize, Box<Answer>, u64),
    /// The allowance is used up; how far the work is.
    Paused(Progress),
    /// There is no memory left; how far the work is. It tries again if it is let go on.
    Full(Stop, Progress),
    /// The work has ended.
    Ended(Result<Option<Coverage>, Failure>),
}

/// The work, as its owner sees it.
pub(crate) struct Coroutine<'scope> {
    orders: Sender<Order>,
    told: Receiver<Told>,
    thread: Option<ScopedJoinHandle<'scope, ()>>,
    /// Whether the work waits for an answer to what it has told.
    in_turn: bool,
}

impl<'scope> Coroutine<'scope> {
    /// Work that waits for its first turn.
    ///
    /// # Panics
    /// If no thread can be started at all.
    pub fn new<'env, W>(
        scope: &'scope Scope<'scope, 'env>,
        watch: &'env (dyn Watch + Sync),
        shared: &'env Shared,
        usable: Usable<'env>,
        work: W,
    ) -> Self
    where
        W: FnOnce(&Pausing<'_>) -> Result<Option<Coverage>, Failure> + Send + 'env,
    {
        let (orders, heard) = channel();
        let (tell, told) = channel();
        let body = move || {
            let turn = Pausing::new(watch, shared, usable, heard, tell);
            if turn.wait().is_ok() {
                turn.begin();
                let ended = work(&turn);
                let _ = turn.tell.send(Told::Ended(ended));
            }
        };
        let thread = Some(spawn(scope, body));
        Coroutine { orders, told, thread, in_turn: false }
    }

    /// Lets the work go on: after an answer with what is left of its allowance, otherwise with a new one.
    pub fn resume(&mut self, allowance: u64) -> Told {
        let more = if self.in_turn { 0 } else { allowance };
        self.order(Order::Continue(more))
    }

    /// Lets the work come to an end; it tells what it still has to tell.
    pub fn end(&mut self, stop: Stop) -> Told {
        self.order(Order::End(stop))
    }

    fn order(&mut self, order: Order) -> Told {
        // Work that has ended hears nothing more, and its last word has been heard.
        let _ = self.orders.send(order);
        match self.told.recv() {
            Ok(told) => {
                self.in_turn = matches!(told, Told::Answered(..) | Told::Full(..));
                told
            }
            Err(_) => self.lost(),
        }
    }

    /// What is told by work that ended without a word: it panicked, and so does its owner.
    fn lost(&mut self) -> Told {
        if let Some(Err(panic)) = self.thread.take().map(ScopedJoinHandle::join) {
            std::panic::resume_unwind(panic);
        }
        Told::Ended(Ok(None))
    }
}

fn spawn<'scope>(
    scope: &'scope Scope<'scope, '_>,
    body: impl FnOnce() + Send + 'scope,
) -> ScopedJoinHandle<'scope, ()> {
    type Body<'b> = Box<dyn FnOnce() + Send + 'b>;
    let mut body: Option<Body<'scope>> = Some(Box::new(body));
    for size in STACK_SIZES {
        // A thread that cannot be started must not take the work with it, so the work is sent to one that could.
        let (sender, receiver) = channel::<Body<'scope>>();
        let started = Builder::new().stack_size(*size).spawn_scoped(scope, move || {
            if let Ok(body) = receiver.recv() {
                body();
            }
        });
        if let Ok(thread) = started {
            let _ = sender.send(body.take().expect("the work is sent once"));
            return thread;
        }
    }
    panic!("the operating system refuses to start a thread");
}

/// What the work knows of its owner: a watch whose allowance can be used up and renewed, and somebody who hears answers.
pub(crate) struct Pausing<'w> {
    watch: &'w (dyn Watch + Sync),
    shared: &'w Shared,
    usable: Usable<'w>,
    orders: Receiver<Order>,
    tell: Sender<Told>,
    left: Cell<u64>,
    ended: RefCell<Option<Stop>>,
    account: RefCell<Account>,
}

/// The microseconds that were spent, for all properties and for single ones.
#[derive(Default)]
struct Account {
    since: u64,
    focus: Option<usize>,
    shared: u64,
    own: HashMap<usize, u64>,
}

impl Account {
    /// Books what was spent until now.
    fn book(&mut self, now: u64) {
        let spent = now.saturating_sub(self.since);
        match self.focus {
            Some(property) => *self.own.entry(property).or_default() += spent,
            None => self.shared += spent,
        }
        self.since = now;
    }
}

impl<'w> Pausing<'w> {
    fn new(
        watch: &'w (dyn Watch + Sync),
        shared: &'w Shared,
        usable: Usable<'w>,
        orders: Receiver<Order>,
        tell: Sender<Told>,
    ) -> Self {
        Pausing {
            watch,
            shared,
            usable,
            orders,
            tell,
            left: Cell::new(0),
            ended: RefCell::new(None),
            account: RefCell::default(),
        }
    }

    /// Waits for the owner.
    fn wait(&self) -> Result<(), Stop> {
        match self.orders.recv() {
            Ok(Order::Continue(more)) => {
                self.left.set(self.left.get().saturating_add(more));
                Ok(())
            }
            Ok(Order::End(stop)) => self.end(stop),
            Err(_) => self.end(Stop::Interrupted),
        }
    }

    fn end(&self, stop: Stop) -> Result<(), Stop> {
        self.ended.replace(Some(stop.clone()));
        Err(stop)
    }

    fn begin(&self) {
        self.account.borrow_mut().since = self.watch.microseconds();
    }

    fn book(&self) {
        self.account.borrow_mut().book(self.watch.microseconds());
    }

    /// The microseconds that were spent on a property.
    fn spent(&self, property: usize) -> u64 {
        let account = self.account.borrow();
        account.shared + account.own.get(&property).copied().unwrap_or(0)
    }

    /// Asks until the answer is final: where memory is missing, the owner may find some.
    fn asked(&self, progress: &Progress, ask: &dyn Fn() -> Result<(), Stop>) -> Result<(), Stop> {
        loop {
            self.go_on()?;
            match ask() {
                Err(stop @ Stop::Memory(_)) => {
                    self.book();
                    let _ = self.tell.send(Told::Full(stop, *progress));
                    self.wait()?;
                    self.begin();
                }
                Err(stop) => {
                    self.shared.end(&stop);
                    return Err(stop);
                }
                Ok(()) => return Ok(()),
            }
        }
    }

    fn go_on(&self) -> Result<(), Stop> {
        match &*self.ended.borrow() {
            Some(stop) => Err(stop.clone()),
            None => Ok(()),
        }
    }
}

impl Watch for Pausing<'_> {
    fn check(&self, progress: &Progress) -> Result<(), Stop> {
        self.asked(progress, &|| self.watch.check(progress))?;
        if let Some(left) = self.left.get().checked_sub(1) {
            self.left.set(left);
            return Ok(());
        }
        self.book();
        let _ = self.tell.send(Told::Paused(*progress));
        self.wait()?;
        self.begin();
        self.left.set(self.left.get().saturating_sub(1));
        Ok(())
    }

    fn may_allocate(&self, progress: &Progress, bytes: u64) -> Result<(), Stop> {
        self.asked(progress, &|| self.watch.may_allocate(progress, bytes))
    }

    fn most_bytes(&self) -> Option<u64> {
        self.watch.most_bytes()
    }

    fn note(&self, note: &dyn std::fmt::Display) {
        self.watch.note(note);
    }

    fn microseconds(&self) -> u64 {
        self.watch.microseconds()
    }

    fn ending(&self) -> Option<Arc<AtomicBool>> {
        self.watch.ending()
    }

    fn workers(&self) -> &dyn Workers {
        self.watch.workers()
    }
}

impl Observer for Pausing<'_> {
    fn is_open(&self, property: usize) -> bool {
        self.shared.is_open(property)
    }

    fn proved(&self) -> Vec<usize> {
        let is_proved = |property: &usize| self.shared.proved[*property].load(Ordering::Acquire);
        self.usable.properties.iter().copied().filter(is_proved).collect()
    }

    fn known(&self) -> &[Expr] {
        self.usable.subject.map_or(&[], Subject::known)
    }

    fn look_for_known(&self) {
        if let Some(subject) = self.usable.subject {
            subject.generate(&self.proved(), self);
        }
    }

    fn working_on(&self, property: Option<usize>) {
        self.book();
        self.account.borrow_mut().focus = property;
    }

    fn answered(&self, property: usize, answer: Answer) {
        self.book();
        let _ = self.tell.send(Told::Answered(property, Box::new(answer), self.spent(property)));
        // If the owner wants the work to end, the next question says so.
        let _ = self.wait();
        self.begin();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use system::Unlimited;

    /// Work that asks so often whether it may go on, and then ends.
    fn asking(times: u32) -> impl FnOnce(&Pausing<'_>) -> Result<Option<Coverage>, Failure> + Send {
        move |turn| {
            for number in 0..times {
                let progress = Progress { states: u64::from(number), ..Progress::default() };
                if turn.check(&progress).is_err() {
                    turn.answered(0, Answer::unknown("stopped", "test", ""));
                    return Ok(None);
                }
            }
            turn.answered(0, Answer::unknown("ended", "test", ""));
            Ok(None)
        }
    }

    fn run(times: u32, turns: &[u64]) -> Vec<String> {
        let shared = Shared::new(1);
        let mut seen = Vec::new();
        scope(|scope| {
            let mut work = Coroutine::new(scope, &Unlimited, &shared, Usable::default(), asking(times));
            for allowance in turns {
                seen.push(match work.resume(*allowance) {
                    Told::Paused(progress) => format!("paused at {}", progress.states),
                    Told::Answered(_, answer, _) => format!("{:?}", answer.verdict()),
                    Told::Full(..) => "full".to_owned(),
                    Told::Ended(_) => "ended".to_owned(),
                });
            }
            while !matches!(work.end(Stop::Interrupted), Told::Ended(_)) {}
        });
        seen
    }

    #[test]
    fn work_goes_on_where_it_was() {
        assert_eq!(run(5, &[2, 2, 2, 1]), ["paused at 2", "paused at 4", "Unknown(\"ended\")", "ended"]);
        assert_eq!(run(5, &[9, 0]), ["Unknown(\"ended\")", "ended"]);
    }

    #[test]
    fn work_that_is_paused_can_be_ended() {
        assert_eq!(run(1000, &[1]), ["paused at 1"]);
    }

    #[test]
    fn a_panic_of_the_work_is_one_of_its_owner() {
        let panicked = std::panic::catch_unwind(|| {
            let shared = Shared::new(1);
            scope(|scope| {
                let mut work =
                    Coroutine::new(scope, &Unlimited, &shared, Usable::default(), |_: &Pausing<'_>| {
                        panic!("this panic is meant to be here")
                    });
                work.resume(1);
            });
        });
        assert!(panicked.is_err());
    }
}
