//! A connection between two processes, as timely sees it: a stream of bytes that never fails.
//!
//! Timely's threads panic when a stream fails, and believe whatever it brings. So frames are read and checked here, and only whole messages of timely's are
//! passed on, after a look at who they are for. When a connection breaks, the board is told why; timely gets an orderly end, writes to nowhere, and its threads end
//! as they do after every search.

use super::frame::{Direction, FrameKind, MOST_CONTENTS};
use crate::board::Board;
use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use timely::communication::allocator::zero_copy::stream::Stream;
use timely::communication::networking::MessageHeader;

/// How long a process may give no sign of life.
pub const LONGEST_SILENCE: Duration = Duration::from_secs(10);

/// How long a read waits before it looks whether everything still works.
pub const GLANCE: Duration = Duration::from_millis(100);

/// The longest message of timely's.
const LONGEST_MESSAGE: usize = 1 << 26;

/// The bytes of a header of timely's.
const MESSAGE_HEADER: usize = 48;

/// One end of a connection.
#[derive(Debug)]
pub struct Connection {
    /// The other process, in words.
    name: String,
    socket: TcpStream,
    outgoing: Mutex<SendingEnd>,
    incoming: Mutex<ReceivingEnd>,
    board: Arc<Board>,
    /// The workers here, whose parcels may come.
    local: Range<usize>,
    workers: usize,
    has_ended: AtomicBool,
}

#[derive(Debug)]
struct SendingEnd {
    direction: Direction,
    socket: TcpStream,
}

#[derive(Debug)]
struct ReceivingEnd {
    direction: Direction,
    socket: TcpStream,
    /// What came, and is no whole message yet.
    begun: Vec<u8>,
    /// Whole messages.
    ready: VecDeque<u8>,
    heard: Instant,
    /// What timely has been told of the end.
    end: End,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    /// It goes on.
    NotYet,
    /// The last message says that it is the last.
    Announced,
    /// Nothing comes any more.
    Over,
}

impl Connection {
    /// A connection over which frames go from now on, between workers that share a board here.
    pub fn new(
        name: String,
        socket: TcpStream,
        directions: [Direction; 2],
        board: Arc<Board>,
        local: Range<usize>,
        workers: usize,
    ) -> io::Result<Arc<Self>> {
        socket.set_read_timeout(Some(GLANCE))?;
        socket.set_write_timeout(Some(LONGEST_SILENCE))?;
        let [incoming, outgoing] = directions;
        let outgoing = SendingEnd { direction: outgoing, socket: socket.try_clone()? };
        let incoming = ReceivingEnd {
            direction: incoming,
            socket: socket.try_clone()?,
            begun: Vec::new(),
            ready: VecDeque::new(),
            heard: Instant::now(),
            end: End::NotYet,
        };
        let (outgoing, incoming) = (Mutex::new(outgoing), Mutex::new(incoming));
        let has_ended = AtomicBool::new(false);
        Ok(Arc::new(Connection { name, socket, outgoing, incoming, board, local, workers, has_ended }))
    }

    /// Sends a frame; a failure breaks the search.
    pub fn send(&self, kind: FrameKind, contents: &[u8]) {
        if self.has_ended.load(Ordering::Acquire) {
            return;
        }
        let mut outgoing = locked(&self.outgoing);
        let SendingEnd { direction, socket } = &mut *outgoing;
        if let Err(error) = direction.write(kind, contents, socket) {
            self.has_ended.store(true, Ordering::Release);
            self.broke(&format!("the connection broke: {error}"));
        }
    }

    /// Ends the connection at once.
    pub fn cut(&self) {
        self.has_ended.store(true, Ordering::Release);
        // It may be closed already.
        let _ = self.socket.shutdown(Shutdown::Both);
    }

    fn broke(&self, what: &str) {
        self.board.break_off(format!("{}: {what}", self.name));
    }

    /// Reads frames until there is something for timely.
    fn receive(&self, incoming: &mut ReceivingEnd) {
        while incoming.ready.is_empty() && incoming.end != End::Over {
            if let Err(reason) = self.receive_frame(incoming) {
                if !reason.is_empty() {
                    self.broke(&reason);
                }
                incoming.finish();
            }
        }
    }

    /// Reads a frame; an error without words if the search has broken elsewhere.
    fn receive_frame(&self, incoming: &mut ReceivingEnd) -> Result<(), String> {
        let ReceivingEnd { direction, socket, heard, .. } = incoming;
        let (kind, contents) = direction.read(socket, &mut |has_come| {
            if has_come {
                *heard = Instant::now();
            }
            if self.board.broken().is_some() {
                return Err(String::new());
            }
            if heard.elapsed() > LONGEST_SILENCE {
                return Err(format!("nothing was heard for {} s", LONGEST_SILENCE.as_secs()));
            }
            Ok(())
        })?;
        *heard = Instant::now();
        match kind {
            FrameKind::Data if incoming.end == End::NotYet => {
                incoming.take(&contents, &self.local, self.workers)
            }
            FrameKind::Alive => Ok(()),
            FrameKind::Broken => Err(String::from_utf8_lossy(&contents).into_owned()),
            FrameKind::Farewell => {
                incoming.finish();
                Ok(())
            }
            _ => Err("it sent a frame out of turn".into()),
        }
    }
}

impl ReceivingEnd {
    /// Takes bytes of timely's; whole messages are ready then.
    fn take(&mut self, contents: &[u8], local: &Range<usize>, workers: usize) -> Result<(), String> {
        self.begun.extend_from_slice(contents);
        let mut taken = 0;
        while let Some(length) = message_length(&self.begun[taken..], local, workers)? {
            if self.begun.len() - taken < length {
                break;
            }
            taken += length;
            if length == MESSAGE_HEADER {
                self.end = End::Announced;
                break;
            }
        }
        self.ready.extend(self.begun.drain(..taken));
        Ok(())
    }

    /// Ends the stream in order, from timely's point of view.
    fn finish(&mut self) {
        if self.end == End::NotYet {
            self.ready.extend([0; MESSAGE_HEADER]);
        }
        self.end = End::Over;
    }
}

/// The length of the message that begins here, if so much is there; an error if it cannot be one for a worker here.
fn message_length(bytes: &[u8], local: &Range<usize>, workers: usize) -> Result<Option<usize>, String> {
    let Some(header) = bytes.get(..MESSAGE_HEADER) else { return Ok(None) };
    // Where the message is not complete, the header is read as that of one without contents.
    let mut alone = [0; MESSAGE_HEADER];
    alone.copy_from_slice(header);
    let length = usize::from_be_bytes(header[32..40].try_into().unwrap_or_default());
    alone[32..40].fill(0);
    let header = MessageHeader::try_read(&alone).ok_or("it sent a message without a header")?;
    if length == 0 {
        return Ok(Some(MESSAGE_HEADER));
    }
    let is_for_here = local.start <= header.target_lower
        && header.target_lower < header.target_upper
        && header.target_upper <= local.end;
    let is_of_others = header.source < workers && !local.contains(&header.source);
    if !is_for_here || !is_of_others || length > LONGEST_MESSAGE {
        return Err("it sent a message that is for nobody here".into());
    }
    Ok(Some(MESSAGE_HEADER + length))
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A connection as a stream of timely's.
#[derive(Debug)]
pub struct Bytestream(pub Arc<Connection>);

impl Read for Bytestream {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let mut incoming = locked(&self.0.incoming);
        self.0.receive(&mut incoming);
        incoming.ready.read(into)
    }
}

impl Write for Bytestream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let some = &bytes[..bytes.len().min(MOST_CONTENTS)];
        self.0.send(FrameKind::Data, some);
        Ok(some.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for Bytestream {
    fn try_clone(&self) -> io::Result<Self> {
        Ok(Bytestream(Arc::clone(&self.0)))
    }

    fn set_nonblocking(&self, _: bool) -> io::Result<()> {
        Ok(())
    }

    fn shutdown(&self, _: Shutdown) -> io::Result<()> {
        self.0.send(FrameKind::Farewell, &[]);
        Ok(())
    }
}
