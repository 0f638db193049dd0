//! What the user tells work that goes on: to end, or to wait for a while.
//!
//! The first Ctrl-C asks the work to stop and to report what it knows, the second one ends the process.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// Whether the user asked to stop or to wait.
#[derive(Debug, Clone, Default)]
pub struct Interrupt {
    ends: Arc<AtomicBool>,
    pause: Arc<Pause>,
}

/// Whether work is to wait.
#[derive(Debug, Default)]
struct Pause {
    /// The same as `waits`, for a quick look.
    is_on: AtomicBool,
    waits: Mutex<bool>,
    changed: Condvar,
}

/// The exit code of a process that is ended by Ctrl-C.
const ENDED_BY_INTERRUPT: i32 = 130;

impl Interrupt {
    /// Listens for Ctrl-C from now on. Where that is not possible, Ctrl-C ends the process as usual.
    pub fn listen() -> Self {
        let interrupt = Interrupt::default();
        let flag = Arc::clone(&interrupt.ends);
        let _ = ctrlc::set_handler(move || {
            if flag.swap(true, Ordering::Relaxed) {
                std::process::exit(ENDED_BY_INTERRUPT);
            }
        });
        interrupt
    }

    /// Whoever sets this flag asks to stop.
    pub fn of(flag: &Arc<AtomicBool>) -> Self {
        Interrupt { ends: Arc::clone(flag), pause: Arc::default() }
    }

    /// Whether Ctrl-C was pressed, or whoever may has asked to stop.
    pub fn happened(&self) -> bool {
        self.ends.load(Ordering::Relaxed)
    }

    /// Asks the work to stop; work that waits does not wait any longer.
    pub fn end(&self) {
        self.ends.store(true, Ordering::Relaxed);
        self.set_pause(false);
    }

    /// Has the work wait, or go on.
    pub fn set_pause(&self, is_on: bool) {
        // A Boolean is whole at any time.
        *self.pause.waits.lock().unwrap_or_else(PoisonError::into_inner) = is_on;
        self.pause.is_on.store(is_on, Ordering::Relaxed);
        self.pause.changed.notify_all();
    }

    /// Whether the work is to wait.
    pub fn is_paused(&self) -> bool {
        self.pause.is_on.load(Ordering::Relaxed)
    }

    /// Returns when the work may go on.
    pub fn wait_while_paused(&self) {
        if !self.is_paused() {
            return;
        }
        let waits = self.pause.waits.lock().unwrap_or_else(PoisonError::into_inner);
        drop(self.pause.changed.wait_while(waits, |waits| *waits));
    }
}
