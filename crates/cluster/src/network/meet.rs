//! How the processes of a search meet: each one gets a connection to each other one.
//!
//! All others call the first one. When all have come, it tells them where everybody listens, and each calls those before it. Whoever cannot prove that it knows the
//! secret is sent away, and does not disturb the others; whoever can, but would check something else, ends the search before it begins, with what differs.

use super::connection::{Connection, GLANCE};
use super::frame::FrameKind;
use super::handshake::{Greeting, Shaken, shake};
use super::hosts::{Identity, resolved};
use super::secret::Secret;
use crate::board::Board;
use crate::wire::{Reader, write_bytes};
use std::net::{TcpListener, TcpStream};
use std::ops::Range;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

/// How long the processes wait for each other.
const PATIENCE: Duration = Duration::from_secs(120);

/// How long a stranger has for its first words.
const FIRST_WORDS: Duration = Duration::from_secs(5);

/// How long a process that is called may be busy before it answers.
const ANSWER: Duration = Duration::from_secs(30);

/// Strangers that are listened to at the same time.
const MOST_STRANGERS: usize = 32;

/// Which process this is, and where the others are.
#[derive(Debug)]
pub enum Place {
    /// One of those of a list, by its place there.
    Listed {
        /// All of them, as `host:port`.
        hosts: Vec<String>,
        /// The place.
        index: usize,
    },
    /// The first one of several on this machine, which the others call here.
    First {
        /// How many there are.
        processes: usize,
        /// Where it listens.
        listener: TcpListener,
    },
    /// A further one.
    Further {
        /// How many there are.
        processes: usize,
        /// Its number.
        index: usize,
        /// Where the first one listens.
        first: String,
    },
}

impl Place {
    /// The first one of so many processes on this machine, and where it listens.
    ///
    /// # Errors
    /// If it cannot listen anywhere.
    pub fn first(processes: usize) -> Result<(Self, String), String> {
        let listener = TcpListener::bind("127.0.0.1:0").map_err(|error| format!("cannot listen: {error}"))?;
        let address = listener.local_addr().map_err(|error| format!("cannot listen: {error}"))?.to_string();
        Ok((Place::First { processes, listener }, address))
    }

    /// The number of this process.
    pub fn index(&self) -> usize {
        match self {
            Place::Listed { index, .. } | Place::Further { index, .. } => *index,
            Place::First { .. } => 0,
        }
    }

    /// How many processes there are.
    pub fn processes(&self) -> usize {
        match self {
            Place::Listed { hosts, .. } => hosts.len(),
            Place::First { processes, .. } | Place::Further { processes, .. } => *processes,
        }
    }
}

/// What all meetings of a process have in common.
pub struct Meeting<'a> {
    /// The secret.
    pub secret: &'a Secret,
    /// What must be the same for all.
    pub identity: &'a Identity,
    /// Says why not to wait any more, if so.
    pub is_worth_waiting: &'a dyn Fn() -> Result<(), String>,
}

/// A process that knows the secret and checks the same.
struct Known {
    socket: TcpStream,
    shaken: Shaken,
}

/// What a connection needs to know of the workers.
pub struct Ends {
    /// What the workers here share.
    pub board: Arc<Board>,
    /// Their numbers.
    pub local: Range<usize>,
    /// How many there are on all machines.
    pub workers: usize,
}

/// Connections to all other processes, by their numbers.
///
/// # Errors
/// If they do not come, or check something else; in words, with what to do about it.
pub fn meet(
    place: Place,
    meeting: &Meeting<'_>,
    ends: &Ends,
) -> Result<Vec<Option<Arc<Connection>>>, String> {
    let (index, processes) = (place.index(), place.processes());
    let (listener, address, first) = match place {
        Place::First { listener, .. } => (listener, String::new(), String::new()),
        Place::Further { first, .. } => {
            let (listener, address) = listen("127.0.0.1:0")?;
            (listener, address, first)
        }
        Place::Listed { hosts, .. } => (listen(&hosts[index])?.0, hosts[index].clone(), hosts[0].clone()),
    };
    let mine = Greeting { index, processes, address };
    let deadline = Instant::now() + PATIENCE;
    let mut known: Vec<Option<Known>> = (0..processes).map(|_| None).collect();
    if index > 0 {
        known[0] = Some(call(&first, &mine, meeting, deadline)?);
        let addresses = wait_for_start(&mut known[0], meeting, deadline, processes)?;
        for (other, address) in addresses.iter().enumerate().take(index).skip(1) {
            known[other] = Some(call(address, &mine, meeting, deadline)?);
        }
    }
    let accepted = accept(&listener, &mine, meeting, &mut known, deadline);
    if index == 0 {
        tell_all(&mut known, accepted.as_ref().err());
    }
    accepted?;
    let connect = |(other, known): (usize, Option<Known>)| {
        let Some(Known { socket, shaken }) = known else { return Ok(None) };
        let address = socket.peer_addr().map(|address| format!(" ({})", address.ip())).unwrap_or_default();
        let name = format!("process {other}{address}");
        let directions = [shaken.incoming, shaken.outgoing];
        let connection = Connection::new(
            name,
            socket,
            directions,
            Arc::clone(&ends.board),
            ends.local.clone(),
            ends.workers,
        );
        connection.map(Some).map_err(|error| format!("process {other}: {error}"))
    };
    known.into_iter().enumerate().map(connect).collect()
}

fn listen(address: &str) -> Result<(TcpListener, String), String> {
    let failed = |error: std::io::Error| format!("cannot listen at {address}: {error}");
    let listener = TcpListener::bind(resolved(address)?).map_err(failed)?;
    let bound = listener.local_addr().map_err(failed)?.to_string();
    Ok((listener, bound))
}

/// Calls a process until it answers.
fn call(address: &str, mine: &Greeting, meeting: &Meeting<'_>, deadline: Instant) -> Result<Known, String> {
    loop {
        (meeting.is_worth_waiting)()?;
        match TcpStream::connect_timeout(&resolved(address)?, FIRST_WORDS) {
            Ok(socket) => {
                let known = introduce(socket, true, mine, meeting.secret, meeting.identity, ANSWER);
                return known.map_err(|reason| format!("{address}: {}", reason.words()));
            }
            Err(error) if Instant::now() >= deadline => {
                return Err(format!(
                    "{address} does not answer: {error}; is it running, and can it be reached?"
                ));
            }
            // It may not have started yet.
            Err(_) => std::thread::sleep(GLANCE),
        }
    }
}

/// Why two processes do not belong together.
enum Apart {
    /// It is no process of a search, or has another secret.
    Stranger(String),
    /// It checks something else.
    Different(String),
}

impl Apart {
    fn words(self) -> String {
        match self {
            Apart::Stranger(words) | Apart::Different(words) => words,
        }
    }
}

/// The first words on a connection.
fn introduce(
    mut socket: TcpStream,
    is_caller: bool,
    mine: &Greeting,
    secret: &Secret,
    identity: &Identity,
    patience: Duration,
) -> Result<Known, Apart> {
    let stranger = |error: std::io::Error| Apart::Stranger(error.to_string());
    socket.set_nonblocking(false).map_err(stranger)?;
    socket.set_nodelay(true).map_err(stranger)?;
    socket.set_read_timeout(Some(patience)).map_err(stranger)?;
    socket.set_write_timeout(Some(patience)).map_err(stranger)?;
    let mut shaken = shake(&mut socket, is_caller, mine, secret).map_err(Apart::Stranger)?;
    let sent = shaken.outgoing.write(FrameKind::Identity, &identity.write(), &mut socket);
    sent.map_err(stranger)?;
    let late = |_: bool| Err("it says nothing".to_owned());
    let (kind, contents) = shaken.incoming.read(&mut socket, &mut { late }).map_err(Apart::Stranger)?;
    let theirs =
        Some(contents).filter(|_| kind == FrameKind::Identity).and_then(|bytes| Identity::read(&bytes));
    let theirs = theirs.ok_or_else(|| Apart::Stranger("it does not say what it checks".into()))?;
    if shaken.other.processes != mine.processes {
        let (ours, theirs) = (mine.processes, shaken.other.processes);
        return Err(Apart::Different(format!("it expects {theirs} processes, and not {ours}")));
    }
    match identity.difference(&theirs) {
        Some(what) => {
            Err(Apart::Different(format!("process {}: {what} differs there from here", shaken.other.index)))
        }
        None => Ok(Known { socket, shaken }),
    }
}

/// Waits until all processes with higher numbers have called.
fn accept(
    listener: &TcpListener,
    mine: &Greeting,
    meeting: &Meeting<'_>,
    known: &mut [Option<Known>],
    deadline: Instant,
) -> Result<(), String> {
    listener.set_nonblocking(true).map_err(|error| format!("cannot listen: {error}"))?;
    let (sender, receiver) = channel();
    let (mut listening, mut sent_away) = (0, None);
    loop {
        let Some(missing) = (mine.index + 1..known.len()).find(|other| known[*other].is_none()) else {
            return Ok(());
        };
        let is_late = match Instant::now() >= deadline {
            true => Err(format!("{} s are over", PATIENCE.as_secs())),
            false => (meeting.is_worth_waiting)(),
        };
        if let Err(reason) = is_late {
            let sent_away = sent_away.map_or(String::new(), |who| format!("; {who} was sent away"));
            return Err(format!("{reason}, and process {missing} did not come{sent_away}"));
        }
        if listening < MOST_STRANGERS
            && let Ok((socket, _)) = listener.accept()
        {
            listening += 1;
            listen_to(socket, mine, meeting, &sender);
        }
        while let Some((from, heard)) = next(&receiver) {
            listening -= 1;
            match heard {
                Ok(other) => take(other, mine, known)?,
                Err(Apart::Different(reason)) => return Err(reason),
                Err(Apart::Stranger(reason)) => sent_away = Some(format!("{from} ({reason})")),
            }
        }
    }
}

type Heard = (String, Result<Known, Apart>);

/// What was heard of a caller, after a short while.
fn next(receiver: &Receiver<Heard>) -> Option<Heard> {
    receiver.recv_timeout(GLANCE / 10).ok()
}

/// Listens to a caller in a thread of its own, so that nobody keeps the others waiting.
fn listen_to(socket: TcpStream, mine: &Greeting, meeting: &Meeting<'_>, sender: &Sender<Heard>) {
    let (mine, secret, identity) = (mine.clone(), meeting.secret.clone(), meeting.identity.clone());
    let from = socket.peer_addr().map(|address| address.ip().to_string()).unwrap_or_default();
    let to = sender.clone();
    let listens = move || {
        let heard = introduce(socket, false, &mine, &secret, &identity, FIRST_WORDS);
        let _ = to.send((from, heard));
    };
    if std::thread::Builder::new().spawn(listens).is_err() {
        let _ = sender.send((String::new(), Err(Apart::Stranger("no thread could be started".into()))));
    }
}

/// Takes note of a process that has called.
fn take(other: Known, mine: &Greeting, known: &mut [Option<Known>]) -> Result<(), String> {
    let index = other.shaken.other.index;
    let place = known.get_mut(index).filter(|place| index > mine.index && place.is_none());
    let place = place.ok_or_else(|| format!("two processes say that they are number {index}"))?;
    *place = Some(other);
    Ok(())
}

/// Tells all others where everybody listens, or why it does not begin.
fn tell_all(known: &mut [Option<Known>], failure: Option<&String>) {
    let mut addresses = Vec::new();
    for other in known.iter() {
        let address = other.as_ref().map_or("", |known| known.shaken.other.address.as_str());
        write_bytes(address.as_bytes(), &mut addresses);
    }
    for Known { socket, shaken } in known.iter_mut().flatten() {
        // Who does not hear it will notice that the connection is closed.
        let _ = match failure {
            None => shaken.outgoing.write(FrameKind::Start, &addresses, socket),
            Some(reason) => shaken.outgoing.write(FrameKind::Broken, reason.as_bytes(), socket),
        };
    }
}

/// Waits until the first process says where all of them listen.
fn wait_for_start(
    first: &mut Option<Known>,
    meeting: &Meeting<'_>,
    deadline: Instant,
    processes: usize,
) -> Result<Vec<String>, String> {
    let Some(Known { socket, shaken }) = first else { return Ok(Vec::new()) };
    socket.set_read_timeout(Some(GLANCE)).map_err(|error| error.to_string())?;
    let told = shaken.incoming.read(socket, &mut |_| {
        (meeting.is_worth_waiting)()?;
        // The first one gives up first, and says why.
        let is_late = Instant::now() >= deadline + ANSWER;
        if is_late { Err("it does not say when to begin".into()) } else { Ok(()) }
    });
    let (kind, contents) = told.map_err(|reason| format!("process 0: {reason}"))?;
    match kind {
        FrameKind::Start => {
            let mut reader = Reader(&contents);
            let addresses = (0..processes).map(|_| reader.text()).collect::<Option<Vec<String>>>();
            addresses.ok_or_else(|| "process 0: it does not say where everybody listens".into())
        }
        FrameKind::Broken => Err(format!("process 0: {}", String::from_utf8_lossy(&contents))),
        _ => Err("process 0: it sent a frame out of turn".into()),
    }
}
