//! Reads thread transition systems in the format of bfc (`.tts`), with the states to be reached (`.prop`).
//!
//! A system has a shared state and any number of threads, each in a local state. The first two numbers of a file say how many shared and
//! local states there are. Each line behind them is a transition:
//!
//! * `s l -> s' l'`: one thread moves from `l` to `l'` while the shared state changes from `s` to `s'`. Behind that, `a ~> b …`: at
//!   the same time every other thread in `a` moves to `b`; a state with several `b` lets each thread choose.
//! * `s l +> s' l'`: the thread stays in `l`, and a new one starts in `l'`.
//! * `s l ~> s' l'`: all threads in `l` move to `l'`. Such lines with the same `s` and `s'` are one step.
//!
//! `#` begins a comment. A line such as `1|2,2` is a target, which other files may also hold ([`read_thread_targets`]).
//!
//! # Reference
//! The reader of bfc, `net.cc` in <https://github.com/pevalme/bfc_fork>; Kaiser, Kroening, Wahl: *A Widening Approach to
//! Multithreaded Program Verification*, TOPLAS 36(4), 2014, doi:10.1145/2629608. Departure: bfc forgets a transition whose states
//! and new states are those of a later line, even where other threads do something else; here each line counts.

mod counting;
mod state;

pub use state::ThreadState;

use crate::Problem;
use crate::counters::CounterSystem;
use std::collections::{BTreeMap, BTreeSet};

/// The largest number of states.
const MOST_STATES: u64 = 1_000_000_000;

/// After so many problems nothing more is reported.
const MOST_PROBLEMS: usize = 20;

/// A thread transition system.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ThreadSystem {
    /// How many shared states there are.
    pub shared: u64,
    /// How many local states there are.
    pub locals: u64,
    /// The transitions.
    pub steps: Vec<ThreadStep>,
    /// The targets that the file itself names.
    pub targets: Vec<ThreadState>,
}

/// A transition of threads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ThreadStep {
    /// The shared state before and after it.
    pub shared: (u64, u64),
    /// The thread that does it, if one does.
    pub active: Option<Active>,
    /// Where all other threads in a local state go; each of them chooses, where there are several.
    pub passive: BTreeMap<u64, BTreeSet<u64>>,
}

/// What the thread of a transition does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Active {
    /// It moves from a local state to another.
    Moves(u64, u64),
    /// It is in the first local state, and starts a thread in the second.
    Starts(u64, u64),
}

/// Reads a thread transition system, or says everything that is wrong with it.
pub fn read_threads(source: &str) -> Result<ThreadSystem, Vec<Problem>> {
    let mut lines = lines(source);
    let (shared, locals) = sizes(&mut lines).map_err(|problem| vec![problem])?;
    let mut system = ThreadSystem { shared, locals, ..ThreadSystem::default() };
    let mut problems = Vec::new();
    for line in lines.into_iter().filter(|line| !line.is_empty()) {
        if let Err(problem) = system.line(&line) {
            problems.push(problem);
        }
        if problems.len() >= MOST_PROBLEMS {
            break;
        }
    }
    if problems.is_empty() { Ok(system) } else { Err(problems) }
}

/// Reads states that are to be reached, each in the form `1|2,2`.
pub fn read_thread_targets(source: &str) -> Result<Vec<ThreadState>, Vec<Problem>> {
    let targets: Vec<(String, Word<'_>)> = lines(source).iter().flat_map(|line| joined(line)).collect();
    if targets.is_empty() {
        let problem = Problem::new("there is no target in this file", None);
        return Err(vec![
            problem.with_help("a target is `1|2,2`: shared state 1, two threads in local state 2"),
        ]);
    }
    let read = targets.iter().map(|(text, word)| target(text, *word));
    read.collect::<Result<_, _>>().map_err(|problem| vec![problem])
}

/// The model of the system: how it starts, what is to be reached beside its own targets; or which state it does not have.
pub fn threads_as_counters(
    system: &ThreadSystem,
    name: &str,
    start: &ThreadState,
    targets: &[ThreadState],
) -> Result<CounterSystem, Problem> {
    for state in system.targets.iter().chain(targets).chain([start]) {
        system.check_state(state)?;
    }
    Ok(counting::counters(system, name, start, targets))
}

/// A word of a file with its line and column.
#[derive(Debug, Clone, Copy)]
struct Word<'a> {
    text: &'a str,
    position: (u32, u32),
}

impl Word<'_> {
    fn problem(self, message: impl Into<String>) -> Problem {
        Problem::new(message, Some(self.position))
    }

    fn shown(self) -> String {
        self.text.chars().take(40).collect()
    }

    fn number(self, what: &str) -> Result<u64, Problem> {
        let number = self.text.parse().ok().filter(|_| self.text.bytes().all(|byte| byte.is_ascii_digit()));
        match number {
            Some(number) if number <= MOST_STATES => Ok(number),
            Some(_) => {
                Err(self.problem(format!("this number is too large: at most {MOST_STATES} is supported")))
            }
            None => Err(self.problem(format!("{what} was expected, found `{}`", self.shown()))),
        }
    }
}

/// The words of each line, without comments.
fn lines(source: &str) -> Vec<Vec<Word<'_>>> {
    source
        .lines()
        .zip(1..)
        .map(|(text, line)| words(text.split('#').next().unwrap_or_default(), line))
        .collect()
}

/// The words of one line.
fn words(text: &str, line: u32) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut column = 1_u32;
    for word in text.split(|c: char| c.is_whitespace() || c == '\u{feff}') {
        if !word.is_empty() {
            words.push(Word { text: word, position: (line, column) });
        }
        let width = word.chars().count().saturating_add(1);
        column = column.saturating_add(u32::try_from(width).unwrap_or(u32::MAX));
    }
    words
}

/// Takes the two numbers at the beginning of a file.
fn sizes(lines: &mut [Vec<Word<'_>>]) -> Result<(u64, u64), Problem> {
    let mut sizes = Vec::new();
    for line in lines {
        while sizes.len() < 2 && !line.is_empty() {
            let word = line.remove(0);
            match word.number("the number of shared and that of local states")? {
                0 => return Err(word.problem("there must be at least one state")),
                size => sizes.push(size),
            }
        }
    }
    match sizes.as_slice() {
        [shared, locals] => Ok((*shared, *locals)),
        _ => {
            let problem = Problem::new("this file is empty", Some((1, 1)));
            Err(problem
                .with_help("it begins with the number of shared states and the number of local states"))
        }
    }
}

/// The states of a line, each with the word that it begins with: blanks may stand around what separates its parts.
fn joined<'a>(line: &[Word<'a>]) -> Vec<(String, Word<'a>)> {
    let separates = |c: char| "|,/BU".contains(c);
    let mut states: Vec<(String, Word<'a>)> = Vec::new();
    for word in line {
        match states.last_mut() {
            Some((state, _)) if state.ends_with(separates) || word.text.starts_with(separates) => {
                state.push_str(word.text);
            }
            _ => states.push((word.text.to_owned(), *word)),
        }
    }
    states
}

/// The target with this text, which begins with a word.
fn target(text: &str, word: Word<'_>) -> Result<ThreadState, Problem> {
    let state = ThreadState::parse(text).map_err(|problem| {
        let help = "a target is `1|2,2`: shared state 1, two threads in local state 2";
        word.problem(problem.message).with_help(help)
    })?;
    if state.many.is_empty() {
        return Ok(state);
    }
    let problem = word.problem("a target has exact threads only, no part behind `/`");
    Err(problem.with_help("`1|2,2` is covered by every state with at least these threads"))
}

impl ThreadSystem {
    fn line(&mut self, line: &[Word<'_>]) -> Result<(), Problem> {
        if line.iter().any(|word| word.text.contains(['|', 'B'])) {
            for (text, word) in joined(line) {
                self.targets.push(target(&text, word)?);
            }
            return Ok(());
        }
        let [from, local, arrow, to, next, rest @ ..] = line else {
            let end = line.last().map_or((1, 1), |word| word.position);
            let problem = Problem::new("this transition is not complete", Some(end));
            return Err(problem
                .with_help("a transition is `s l -> t m`, with shared states s, t and local states l, m"));
        };
        let shared = (self.shared_state(*from)?, self.shared_state(*to)?);
        let (local, next) = (self.local_state(*local)?, self.local_state(*next)?);
        if let (false, Some(word)) = (arrow.text == "->", rest.first()) {
            return Err(word.problem(format!("behind `{}` nothing more may follow", arrow.shown())));
        }
        let passive = self.passive(rest)?;
        match arrow.text {
            "->" => self.steps.push(ThreadStep { shared, active: Some(Active::Moves(local, next)), passive }),
            "+>" => {
                self.steps.push(ThreadStep { shared, active: Some(Active::Starts(local, next)), passive })
            }
            "~>" => self.transfer(shared, local, next),
            _ => {
                let problem =
                    arrow.problem(format!("`->`, `+>` or `~>` was expected, found `{}`", arrow.shown()));
                return Err(problem);
            }
        }
        Ok(())
    }

    /// Adds a move of all threads to the step with these shared states.
    fn transfer(&mut self, shared: (u64, u64), local: u64, next: u64) {
        let same = |step: &&mut ThreadStep| step.active.is_none() && step.shared == shared;
        if let Some(step) = self.steps.iter_mut().find(same) {
            step.passive.entry(local).or_default().insert(next);
            return;
        }
        let passive = BTreeMap::from([(local, BTreeSet::from([next]))]);
        self.steps.push(ThreadStep { shared, active: None, passive });
    }

    fn passive(&self, words: &[Word<'_>]) -> Result<BTreeMap<u64, BTreeSet<u64>>, Problem> {
        let mut passive: BTreeMap<u64, BTreeSet<u64>> = BTreeMap::new();
        for part in words.chunks(3) {
            let [from, arrow, to] = part else {
                let help = "behind a transition stand moves of the other threads, `2 ~> 3`";
                return Err(part[0].problem("this move of other threads is not complete").with_help(help));
            };
            if arrow.text != "~>" {
                return Err(arrow.problem(format!("`~>` was expected, found `{}`", arrow.shown())));
            }
            passive.entry(self.local_state(*from)?).or_default().insert(self.local_state(*to)?);
        }
        Ok(passive)
    }

    fn shared_state(&self, word: Word<'_>) -> Result<u64, Problem> {
        let state = word.number("a shared state")?;
        let most = self.shared.saturating_sub(1);
        let outside = || word.problem(format!("there is no shared state {state}, they go from 0 to {most}"));
        if state > most { Err(outside()) } else { Ok(state) }
    }

    fn local_state(&self, word: Word<'_>) -> Result<u64, Problem> {
        let state = word.number("a local state")?;
        let most = self.locals.saturating_sub(1);
        let outside = || word.problem(format!("there is no local state {state}, they go from 0 to {most}"));
        if state > most { Err(outside()) } else { Ok(state) }
    }

    /// Whether the system has a state.
    fn check_state(&self, state: &ThreadState) -> Result<(), Problem> {
        let outside = |kind: &str, number: u64, count: u64| {
            let message = format!("the state `{state}` has the {kind} state {number}");
            Problem::new(message, None).with_help(format!("the system has {count} {kind} states, from 0 on"))
        };
        if state.shared >= self.shared {
            return Err(outside("shared", state.shared, self.shared));
        }
        match state.threads.iter().chain(&state.many).find(|local| **local >= self.locals) {
            Some(local) => Err(outside("local", *local, self.locals)),
            None => Ok(()),
        }
    }
}
