//! What a check has told so far, for everybody who asks, from the beginning or from where they were.

use hyper::body::Bytes;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;

/// The most bytes that are kept of a check.
const MOST_BYTES: usize = 64 << 20;

/// Numbered events. Of progress only the last report is kept.
#[derive(Debug, Default)]
pub struct EventLog {
    events: Mutex<Events>,
    /// Told of each event.
    pub news: Notify,
}

#[derive(Debug, Default)]
struct Events {
    all: Vec<(u64, Bytes)>,
    next: u64,
    bytes: usize,
    /// Whether the last event is a report of progress.
    ends_with_progress: bool,
    is_closed: bool,
}

impl EventLog {
    fn events(&self) -> MutexGuard<'_, Events> {
        // A list of events is whole at any time.
        self.events.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds an event, a JSON object in one line; whether there was room for it.
    pub fn add(&self, event: &str, is_progress: bool) -> bool {
        let mut events = self.events();
        let members = event.trim().strip_prefix('{').unwrap_or("}");
        let line = Bytes::from(format!("{{\"n\":{},{members}\n", events.next));
        if events.is_closed || events.bytes + line.len() > MOST_BYTES {
            return false;
        }
        events.next += 1;
        events.bytes += line.len();
        if events.ends_with_progress
            && let Some((_, old)) = events.all.pop()
        {
            events.bytes -= old.len();
        }
        events.ends_with_progress = is_progress;
        let number = events.next - 1;
        events.all.push((number, line));
        drop(events);
        self.news.notify_waiters();
        true
    }

    /// Says that there will be no more.
    pub fn close(&self) {
        self.events().is_closed = true;
        self.news.notify_waiters();
    }

    /// Whether there will be no more.
    pub fn is_closed(&self) -> bool {
        self.events().is_closed
    }

    /// The events from a number on, the number of the next one, and whether there will be no more.
    pub fn from(&self, number: u64) -> (Vec<Bytes>, u64, bool) {
        let events = self.events();
        let first = events.all.partition_point(|(own, _)| *own < number);
        let lines = events.all[first..].iter().map(|(_, line)| line.clone()).collect();
        (lines, events.next, events.is_closed)
    }
}

#[cfg(test)]
mod tests {
    use super::EventLog;

    #[test]
    fn only_the_last_progress_is_kept() {
        let log = EventLog::default();
        for (event, is_progress) in [("a", false), ("p", true), ("p", true), ("b", false), ("p", true)] {
            assert!(log.add(&format!("{{\"event\":\"{event}\"}}"), is_progress));
        }
        let (lines, next, closed) = log.from(1);
        let lines: Vec<&str> = lines.iter().map(|line| std::str::from_utf8(line).expect("text")).collect();
        assert_eq!(lines, ["{\"n\":3,\"event\":\"b\"}\n", "{\"n\":4,\"event\":\"p\"}\n"]);
        assert_eq!((next, closed), (5, false));
        log.close();
        assert!(!log.add("{\"event\":\"late\"}", false));
        assert!(log.from(5).2);
    }
}
