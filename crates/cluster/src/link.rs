//! A worker's link to all others: rounds of parcels, over timely dataflow.
//!
//! All workers go through the same rounds. In a round a worker sends parcels, and takes parcels of the same round as they come; when it has no more to send it
//! finishes the round, which ends when all workers have finished it and all its parcels have been taken. So a round is a barrier, but nobody waits
//! before everything is sent, and no worker has to know how much others send.
//!
//! In timely's terms: the dataflow is one operator whose output comes back to its input, one timestamp later, by the exchange that gives each parcel to its
//! receiver. Rounds are timestamps. The operator holds the capability of the round at hand, and a round is complete when the input's frontier
//! has passed it: the end of rounds is found by timely's progress tracking alone.
//!
//! Who is slower must not be buried under what it has not looked at yet. So a worker tells the others how many of their parcels with candidates it has taken, whatever
//! round they are in, and who has sent somebody more than it may be ahead waits, taking what comes meanwhile. Since all of them take what
//! comes, whether they wait or not, nobody waits for ever.
//!
//! # Reference
//! Murray, McSherry, Isaacs, Isard, Barham, Abadi: *Naiad: A Timely Dataflow System*. SOSP 2013.

use crate::board::Board;
use crate::parcel::{Kind, Parcel, ToReceiver};
use crate::wire::{Reader, write_number};
use budget::Progress;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};
use timely::dataflow::channels::pact::DistributorPact;
use timely::dataflow::operators::generic::builder_rc::OperatorBuilder;
use timely::dataflow::operators::{ConnectLoop, Feedback};
use timely::scheduling::Activator;
use timely::worker::Worker;

/// How long a worker waits for parcels before it looks whether everything still works.
const PATIENCE: Duration = Duration::from_millis(10);

/// How often workers tell others how far they are.
const TELLING: Duration = Duration::from_millis(200);

/// A worker tells another one what it has taken when it is more than this part of how far that one may be ahead.
const TOLD_SHARE: u64 = 4;

/// What lies between the search and the operator.
#[derive(Debug, Default)]
struct Mailbox {
    /// Parcels that came, by the round in which they were sent.
    incoming: VecDeque<(u64, Parcel)>,
    outgoing: Vec<Parcel>,
    /// The round at hand.
    round: u64,
    /// All parcels of rounds before this one have come.
    complete: u64,
    /// For each worker, how many of the parcels that it was sent it has not told to have taken.
    in_flight: Vec<u64>,
    is_over: bool,
}

impl Mailbox {
    /// Puts aside a parcel that was sent in a round, unless it says no more than how many were taken.
    fn put(&mut self, sent: u64, parcel: Parcel) {
        match self.take_told(&parcel) {
            Some(()) => {}
            None => self.incoming.push_back((sent, parcel)),
        }
    }

    /// Takes note of how many parcels somebody has taken, if the parcel says so.
    fn take_told(&mut self, parcel: &Parcel) -> Option<()> {
        let taken = Reader(parcel.contents()).number().filter(|_| parcel.kind == Kind::Taken)?;
        let in_flight = self.in_flight.get_mut(parcel.from)?;
        *in_flight = in_flight.checked_sub(taken)?;
        Some(())
    }
}

/// A worker's link to the others.
pub struct Link<'w> {
    worker: &'w mut Worker,
    mailbox: Rc<RefCell<Mailbox>>,
    activator: Activator,
    board: Arc<Board>,
    /// Parcels for the worker itself.
    own: VecDeque<Parcel>,
    round: u64,
    /// How many parcels with candidates a worker may be sent before it has told to have taken them.
    most_ahead: u64,
    /// For each worker, how many of its parcels were taken without telling it.
    untold: Vec<u64>,
    /// Bytes that were sent to others.
    pub sent_bytes: u64,
    /// States that were sent to others.
    pub sent_states: u64,
    /// What a worker gave as a reason to end, if one did.
    pub asked_to_end: Option<String>,
    told: Instant,
}

/// The search cannot go on, since a worker cannot be heard any more; why is on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Broken;

impl<'w> Link<'w> {
    /// The link of a worker that may be so many parcels ahead of others. All workers must make theirs.
    pub fn new(worker: &'w mut Worker, board: Arc<Board>, most_ahead: u64) -> Self {
        let peers = worker.peers();
        let mailbox = Mailbox { in_flight: vec![0; peers], ..Mailbox::default() };
        let mailbox = Rc::new(RefCell::new(mailbox));
        let inside = Rc::clone(&mailbox);
        let activator = worker.dataflow::<u64, _, _>(|scope| {
            let (back, cycle) = scope.feedback::<Parcel>(1);
            let mut builder = OperatorBuilder::new("Worker".to_owned(), scope);
            let mut input = builder.new_input(cycle, DistributorPact(|_| ToReceiver));
            let (mut output, stream) = builder.new_output::<Parcel>();
            let activator = scope.activator_for(builder.operator_info().address);
            builder.build(move |mut capabilities| {
                let mut capability = capabilities.pop();
                move |frontiers| {
                    let mut mailbox = inside.borrow_mut();
                    input.for_each(|time, parcel| {
                        // A parcel comes one timestamp after it was sent.
                        mailbox.put(time.time() - 1, std::mem::take(parcel));
                    });
                    if mailbox.is_over {
                        capability = None;
                    }
                    if let Some(capability) = &mut capability {
                        let mut output = output.activate();
                        for mut parcel in mailbox.outgoing.drain(..) {
                            output.give(capability, &mut parcel);
                        }
                        drop(output);
                        if *capability.time() < mailbox.round {
                            capability.downgrade(&mailbox.round);
                        }
                    }
                    let frontier = frontiers[0].frontier();
                    mailbox.complete = frontier.first().map_or(u64::MAX, |first| first.saturating_sub(1));
                }
            });
            stream.connect_loop(back);
            activator
        });
        Link {
            worker,
            mailbox,
            activator,
            board,
            own: VecDeque::new(),
            round: 0,
            most_ahead: most_ahead.max(1),
            untold: vec![0; peers],
            sent_bytes: 0,
            sent_states: 0,
            asked_to_end: None,
            told: Instant::now(),
        }
    }

    /// The number of this worker.
    pub fn index(&self) -> usize {
        self.worker.index()
    }

    /// How many workers there are.
    pub fn peers(&self) -> usize {
        self.worker.peers()
    }

    /// Whether it is time to tell others how far this worker is.
    pub fn is_time_to_tell(&mut self) -> bool {
        let is_time = self.told.elapsed() > TELLING;
        if is_time {
            self.told = Instant::now();
        }
        is_time
    }

    /// Sends a parcel in the round at hand.
    pub fn send(&mut self, kind: Kind, to: usize, contents: Vec<u8>) {
        let parcel = Parcel::new(kind, self.index(), to, contents);
        if to == self.index() {
            self.own.push_back(parcel);
            return;
        }
        self.sent_bytes += parcel.contents().len() as u64;
        let mut mailbox = self.mailbox.borrow_mut();
        mailbox.in_flight[to] += u64::from(kind == Kind::Candidates);
        mailbox.outgoing.push(parcel);
    }

    /// Whether somebody has so much from this worker that it should wait.
    pub fn is_ahead(&self) -> bool {
        self.mailbox.borrow().in_flight.iter().any(|parcels| *parcels > self.most_ahead)
    }

    /// Sends the same to all workers, this one included.
    pub fn send_all(&mut self, kind: Kind, contents: &[u8]) {
        (0..self.peers()).for_each(|to| self.send(kind, to, contents.to_vec()));
    }

    /// Takes what has come in the round at hand.
    pub fn poll(&mut self, take: &mut dyn FnMut(Parcel) -> bool) -> Result<(), Broken> {
        self.pass_on();
        self.worker.step();
        self.deliver(take)
    }

    /// The same, but waits a little if nothing has come.
    pub fn wait(&mut self, take: &mut dyn FnMut(Parcel) -> bool) -> Result<(), Broken> {
        self.pass_on();
        self.worker.step_or_park(Some(PATIENCE));
        self.deliver(take)
    }

    /// Takes everything that comes in the round at hand, until it has ended for all workers.
    pub fn finish(&mut self, take: &mut dyn FnMut(Parcel) -> bool) -> Result<(), Broken> {
        self.mailbox.borrow_mut().round = self.round + 1;
        self.activator.activate();
        loop {
            self.wait(take)?;
            if self.mailbox.borrow().complete > self.round {
                self.round += 1;
                return Ok(());
            }
        }
    }

    /// Lets timely know that there are no more rounds, and waits for it.
    pub fn close(self) {
        self.mailbox.borrow_mut().is_over = true;
        self.activator.activate();
        while self.worker.has_dataflows() && self.board.broken().is_none() {
            self.worker.step_or_park(Some(PATIENCE));
        }
        for dataflow in self.worker.installed_dataflows() {
            self.worker.drop_dataflow(dataflow);
        }
    }

    /// Lets the operator pass on what is to be sent.
    fn pass_on(&mut self) {
        if !self.mailbox.borrow().outgoing.is_empty() {
            self.activator.activate();
        }
    }

    /// Gives what has come to `take`, which says whether it could be read.
    fn deliver(&mut self, take: &mut dyn FnMut(Parcel) -> bool) -> Result<(), Broken> {
        if self.board.broken().is_some() {
            return Err(Broken);
        }
        while let Some(parcel) = self.own.pop_front() {
            self.open(parcel, take)?;
        }
        loop {
            let mut mailbox = self.mailbox.borrow_mut();
            // Who is ahead may have sent something in the next round.
            let round = self.round;
            let Some(at) = mailbox.incoming.iter().position(|(sent, _)| *sent == round) else {
                return Ok(());
            };
            let (_, parcel) = mailbox.incoming.remove(at).expect("it was just found");
            drop(mailbox);
            self.open(parcel, take)?;
        }
    }

    fn open(&mut self, parcel: Parcel, take: &mut dyn FnMut(Parcel) -> bool) -> Result<(), Broken> {
        let from = parcel.from;
        let is_told = parcel.kind == Kind::Candidates && from != self.index();
        let is_read = match parcel.kind {
            Kind::Stop => match String::from_utf8(parcel.contents().to_vec()) {
                Ok(reason) if !reason.is_empty() => {
                    self.asked_to_end.get_or_insert(reason);
                    true
                }
                _ => false,
            },
            Kind::Standing => self.take_standing(&parcel).is_some(),
            _ => from < self.peers() && take(parcel),
        };
        if is_read {
            if is_told {
                self.has_taken(from);
            }
            return Ok(());
        }
        self.board.break_off(format!("worker {} sent what cannot be read", from + 1));
        Err(Broken)
    }

    /// Tells a worker now and then how many of its parcels were taken. They may be taken in a round that is over for this worker: whoever
    /// hears of it does not ask in which round it was told.
    fn has_taken(&mut self, from: usize) {
        self.untold[from] += 1;
        if self.untold[from] > self.most_ahead / TOLD_SHARE {
            let mut contents = Vec::new();
            write_number(std::mem::take(&mut self.untold[from]), &mut contents);
            self.send(Kind::Taken, from, contents);
        }
    }

    /// Puts on the board how far a worker of another process is.
    fn take_standing(&self, parcel: &Parcel) -> Option<()> {
        let mut reader = Reader(parcel.contents());
        let [states, frontier, depth, bytes] =
            [reader.number()?, reader.number()?, reader.number()?, reader.number()?];
        let progress = Progress { states, frontier, depth, bytes, ..Progress::default() };
        self.board.stands(parcel.from, &progress);
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};
    use timely::{Config, execute};

    /// How far a worker may be ahead.
    const AHEAD: u64 = 8;

    /// Parcels that it sends.
    const PARCELS: u64 = 300;

    /// The first worker sends as fast as it may, the second one takes its time.
    fn part(link: &mut Link<'_>, sent: &AtomicU64, taken: &AtomicU64) -> u64 {
        let mut furthest = 0;
        let is_first = link.index() == 0;
        for _ in 0..PARCELS * u64::from(is_first) {
            link.send(Kind::Candidates, 1, vec![7; 100]);
            sent.fetch_add(1, Ordering::SeqCst);
            while link.is_ahead() {
                link.wait(&mut |_| false).expect("nothing breaks");
            }
            furthest = furthest.max(sent.load(Ordering::SeqCst) - taken.load(Ordering::SeqCst));
        }
        let mut take = |parcel: Parcel| {
            std::thread::sleep(Duration::from_micros(200));
            taken.fetch_add(1, Ordering::SeqCst);
            parcel.kind == Kind::Candidates
        };
        link.finish(&mut take).expect("nothing breaks");
        furthest
    }

    #[test]
    fn who_is_fast_waits_for_who_is_slow() {
        let counts = Arc::new([AtomicU64::new(0), AtomicU64::new(0)]);
        let shared = Arc::clone(&counts);
        let guards = execute(Config::process(2), move |worker| {
            let board = Arc::new(Board::new(2, 0..2, None));
            let mut link = Link::new(worker, board, AHEAD);
            let furthest = part(&mut link, &shared[0], &shared[1]);
            link.close();
            furthest
        });
        let furthest: Vec<u64> =
            guards.expect("it starts").join().into_iter().map(|told| told.expect("no panic")).collect();
        assert_eq!(counts[1].load(Ordering::SeqCst), PARCELS);
        assert!(furthest[0] > AHEAD / 2, "it does not wait for each of them: {furthest:?}");
        assert!(furthest[0] <= AHEAD + 1, "{furthest:?}");
    }

    #[test]
    fn nobody_has_taken_more_than_it_was_sent() {
        let mut mailbox = Mailbox { in_flight: vec![0, 5], ..Mailbox::default() };
        let mut put = |taken: &[u8]| {
            mailbox.put(3, Parcel::new(Kind::Taken, 1, 0, taken.to_vec()));
            (mailbox.in_flight[1], mailbox.incoming.len())
        };
        assert_eq!(put(&[3]), (2, 0));
        // What cannot be is left for who reads parcels, and refuses it.
        assert_eq!(put(&[3]), (2, 1));
        assert_eq!(put(&[]), (2, 2));
    }
}
