//! All checks, and the pages that they belong to.

use crate::failure::Failure;
use crate::run::{Run, Word};
use crate::settings::StudioLimits;
use crate::worker::Program;
use hyper::StatusCode;
use hyper::body::Bytes;
use serde_json::{Value as Json, json};
use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::mpsc::{Sender, unbounded_channel};

/// How long a page may be away, such as to be loaded anew, before its checks are given up.
const AWAY: Duration = Duration::from_secs(5);
/// How often a page is told that it is still connected, which shows when it is not.
const HEARTBEAT: Duration = Duration::from_secs(2);
/// The most ended checks of a page whose events are kept.
const MOST_ENDED: usize = 16;

/// All checks.
#[derive(Debug)]
pub struct Runs {
    table: Mutex<Table>,
    limits: StudioLimits,
}

#[derive(Debug, Default)]
struct Table {
    last: u64,
    runs: BTreeMap<u64, Arc<Run>>,
    /// How many connections say that each page is there.
    pages: HashMap<String, usize>,
}

impl Runs {
    /// No checks yet.
    pub fn new(limits: StudioLimits) -> Runs {
        Runs { table: Mutex::default(), limits }
    }

    fn table(&self) -> MutexGuard<'_, Table> {
        // Entries are whole at any time.
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a check for a page.
    ///
    /// # Errors
    /// If there are too many, or the page is not there.
    pub async fn start(
        self: &Arc<Self>,
        client: &str,
        request: &Json,
        program: &Program,
    ) -> Result<Json, Failure> {
        let file = request.pointer("/model/name").and_then(Json::as_str).unwrap_or("model.fathom");
        let (sender, receiver) = unbounded_channel();
        let run = {
            let mut table = self.table();
            self.admit(&table, client)?;
            table.last += 1;
            let run = Arc::new(Run::new(table.last, client, file, sender));
            table.runs.insert(run.number, Arc::clone(&run));
            table.forget_old(client);
            run
        };
        let worker = match program.start(request).await {
            Ok(worker) => worker,
            Err(failure) => {
                self.table().runs.remove(&run.number);
                return Err(failure);
            }
        };
        run.note(&json!({ "event": "started", "file": file }));
        if !self.table().pages.contains_key(client) {
            // The page has gone meanwhile.
            run.tell(Word::Kill);
        }
        let seconds =
            request.pointer("/options/seconds").and_then(Json::as_u64).unwrap_or(self.limits.seconds);
        // The search, what it still reports, and its certificates may take that time each.
        let limit = Duration::from_secs(seconds.saturating_mul(3).saturating_add(90));
        let (all, number) = (Arc::clone(self), run.number);
        tokio::spawn(async move {
            run.follow(worker, receiver, limit, || all.spare_memory()).await;
        });
        Ok(json!({ "run": number }))
    }

    fn admit(&self, table: &Table, client: &str) -> Result<(), Failure> {
        if !table.pages.contains_key(client) {
            return Err(Failure::bad_request("a page that checks must hold /api/alive open"));
        }
        let going = |run: &&Arc<Run>| !run.has_ended();
        let all = table.runs.values().filter(going).count();
        let own = table.runs.values().filter(going).filter(|run| run.client == client).count();
        match () {
            () if own >= self.limits.runs_of_one => {
                Err(Failure::too_many(format!("this page has {own} checks already: stop one of them first")))
            }
            () if all >= self.limits.runs => Err(Failure::too_many(format!(
                "{all} checks are going on already: try again when one has ended"
            ))),
            () => Ok(()),
        }
    }

    /// The check with this number.
    ///
    /// # Errors
    /// If there is none.
    pub fn find(&self, number: u64) -> Result<Arc<Run>, Failure> {
        let missing =
            || Failure::new(StatusCode::NOT_FOUND, "no-such-run", format!("there is no check {number}"));
        self.table().runs.get(&number).cloned().ok_or_else(missing)
    }

    /// The checks of a page.
    pub fn list(&self, client: &str) -> Json {
        let table = self.table();
        let own = table.runs.values().filter(|run| run.client == client);
        let one = |run: &Arc<Run>| json!({ "run": run.number, "file": run.file, "state": run.state() });
        json!({ "runs": own.map(one).collect::<Json>() })
    }

    /// Ends the largest checks while all together use more memory than they may.
    fn spare_memory(&self) {
        let table = self.table();
        let used = |run: &Arc<Run>| run.mebibytes.load(Ordering::Relaxed);
        let all: u64 = table.runs.values().map(used).sum();
        if all <= self.limits.mebibytes {
            return;
        }
        let Some(largest) = table.runs.values().max_by_key(|run| used(run)) else { return };
        let message = format!(
            "all checks together use {all} MiB, more than {} MiB; this one uses the most and is stopped",
            self.limits.mebibytes
        );
        largest.note(&json!({ "event": "notice", "text": message }));
        largest.mebibytes.store(0, Ordering::Relaxed);
        largest.tell(Word::Stop);
    }

    /// Ends all checks.
    pub fn end_all(&self) {
        self.table().runs.values().for_each(|run| run.tell(Word::Kill));
    }

    /// A page is there for as long as the connection that this writes to.
    pub async fn stay_with(self: Arc<Self>, client: String, connection: Sender<Bytes>) {
        *self.table().pages.entry(client.clone()).or_default() += 1;
        while connection.send(Bytes::from_static(b"{\"alive\":1}\n")).await.is_ok() {
            tokio::select! {
                () = connection.closed() => break,
                () = tokio::time::sleep(HEARTBEAT) => {}
            }
        }
        tokio::time::sleep(AWAY).await;
        let mut table = self.table();
        let Some(connections) = table.pages.get_mut(&client) else { return };
        *connections -= 1;
        if *connections == 0 {
            table.pages.remove(&client);
            let own = |run: &Run| run.client == client;
            table.runs.values().filter(|run| own(run)).for_each(|run| run.tell(Word::Kill));
            table.runs.retain(|_, run| !own(run));
        }
    }

    /// Sends the events of a check from a number on, until it ends or nobody listens.
    pub async fn send_events(run: Arc<Run>, mut from: u64, connection: Sender<Bytes>) {
        loop {
            let news = run.log.news.notified();
            tokio::pin!(news);
            news.as_mut().enable();
            let (lines, next, is_closed) = run.log.from(from);
            from = next.max(from);
            for line in lines {
                if connection.send(line).await.is_err() {
                    return;
                }
            }
            if is_closed {
                return;
            }
            tokio::select! {
                () = connection.closed() => return,
                () = news => {}
            }
        }
    }
}

impl Table {
    /// Forgets the oldest ended checks of a page that has many.
    fn forget_old(&mut self, client: &str) {
        let ended = self.runs.values().filter(|run| run.client == client && run.has_ended());
        let ended: Vec<u64> = ended.map(|run| run.number).collect();
        for number in ended.iter().take(ended.len().saturating_sub(MOST_ENDED)) {
            self.runs.remove(number);
        }
    }
}
