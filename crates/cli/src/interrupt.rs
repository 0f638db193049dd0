//! Ctrl-C: the first one asks the work to stop and to report what it knows, the second one ends the process.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the user asked to stop.
#[derive(Debug, Clone, Default)]
pub struct Interrupt(Arc<AtomicBool>);

/// The exit code of a process that is ended by Ctrl-C.
const ENDED_BY_INTERRUPT: i32 = 130;

impl Interrupt {
    /// Listens for Ctrl-C from now on. Where that is not possible, Ctrl-C ends the process as usual.
    pub fn listen() -> Self {
        let interrupt = Interrupt::default();
        let flag = Arc::clone(&interrupt.0);
        let _ = ctrlc::set_handler(move || {
            if flag.swap(true, Ordering::Relaxed) {
                std::process::exit(ENDED_BY_INTERRUPT);
            }
        });
        interrupt
    }

    /// Whoever sets this flag asks to stop.
    pub fn of(flag: &Arc<AtomicBool>) -> Self {
        Interrupt(Arc::clone(flag))
    }

    /// Whether Ctrl-C was pressed, or whoever may has asked to stop.
    pub fn happened(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
