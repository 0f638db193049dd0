//! A thread that gives signs of life, and tells the others when the search has broken here.

use super::connection::{Connection, GLANCE};
use super::frame::FrameKind;
use crate::board::Board;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How often a sign of life is given.
const BEAT: Duration = Duration::from_secs(1);

/// How long others have to hear of a break before connections are cut.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// The thread; it ends when this is dropped.
#[derive(Debug)]
pub struct Pulse {
    is_over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Pulse {
    /// Begins to give signs of life over these connections.
    pub fn start(connections: Vec<Arc<Connection>>, board: Arc<Board>) -> std::io::Result<Self> {
        let is_over = Arc::new(AtomicBool::new(false));
        let ends = Arc::clone(&is_over);
        let thread = std::thread::Builder::new().name("pulse".into()).spawn(move || {
            let mut last = Instant::now();
            while !ends.load(Ordering::Acquire) {
                if let Some(reason) = board.broken() {
                    connections.iter().for_each(|one| one.send(FrameKind::Broken, reason.as_bytes()));
                    std::thread::sleep(LAST_WORDS);
                    break;
                }
                if last.elapsed() >= BEAT {
                    last = Instant::now();
                    connections.iter().for_each(|one| one.send(FrameKind::Alive, &[]));
                }
                std::thread::park_timeout(GLANCE);
            }
            connections.iter().for_each(|one| one.cut());
        })?;
        Ok(Pulse { is_over, thread: Some(thread) })
    }
}

impl Drop for Pulse {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Release);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            // A panic there has nothing more to say.
            let _ = thread.join();
        }
    }
}
