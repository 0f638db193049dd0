//! What engines answer within a time.

use engines::{Choice, Event, Options, Use, plan, run};
use std::time::{Duration, Instant};
use system::{Answer, Progress, Stop, System, Verdict, Watch};

/// A limit of time.
#[derive(Debug)]
pub struct Clock {
    start: Instant,
    limit: Duration,
}

impl Clock {
    /// A clock that starts now.
    pub fn new(limit: Duration) -> Self {
        Clock { start: Instant::now(), limit }
    }
}

impl Watch for Clock {
    fn check(&self, _: &Progress) -> Result<(), Stop> {
        match self.start.elapsed() > self.limit {
            true => Err(Stop::Timeout(format!("{} s", self.limit.as_secs()))),
            false => Ok(()),
        }
    }

    fn may_allocate(&self, _: &Progress, _: u64) -> Result<(), Stop> {
        Ok(())
    }
}

/// The verdicts on these properties, given by their numbers, with nothing chosen. Every path that is part of an answer
/// has been replayed.
///
/// # Errors
/// What an engine does wrong.
pub fn auto(system: &System, properties: &[usize], limit: Duration) -> Result<Vec<Verdict>, String> {
    verdicts_within(system, properties, Choice::Auto, &Options::default(), limit)
}

/// The same with an engine and options.
///
/// # Errors
/// What an engine does wrong.
pub fn verdicts_within(
    system: &System,
    properties: &[usize],
    choice: Choice,
    wishes: &Options,
    limit: Duration,
) -> Result<Vec<Verdict>, String> {
    let mut found = vec![Verdict::Unknown("there is no answer".into()); properties.len()];
    for (property, answer) in answers_within(system, properties, choice, wishes, limit)? {
        if let Some(place) = properties.iter().position(|number| *number == property) {
            found[place] = answer.verdict().clone();
        }
    }
    Ok(found)
}

/// The answers themselves, each with the number of its property, in the order in which they fall.
///
/// # Errors
/// What an engine does wrong.
pub fn answers_within(
    system: &System,
    properties: &[usize],
    choice: Choice,
    wishes: &Options,
    limit: Duration,
) -> Result<Vec<(usize, Answer)>, String> {
    let plan = plan(system, properties, choice, Use::Auto);
    let mut found = Vec::new();
    let mut observe = |event: Event| {
        if let Event::Answered { property, answer, .. } = event {
            found.push((property, *answer));
        }
    };
    run(system, plan, wishes, &Clock::new(limit), &mut observe).map_err(|failure| failure.to_string())?;
    found.retain(|(property, _)| properties.contains(property));
    Ok(found)
}
