//! Gives turns to the runs of engines until every property has an answer.
//!
//! A run is one engine at work on a group of properties. Runs take turns as the schedule says; they pause and go on, so that
//! no run keeps the others waiting and nothing is done twice. Each answer is confirmed, told at once, and closes its property
//! for all other runs. What one run cannot decide stays open for the others; what none decides is unknown, for the reasons
//! that all of them have.

use crate::coroutine::{Coroutine, Scope, Shared, Told, Usable, scope};
use crate::open::Unsettled;
use crate::plan::{Entry, PlannedTask};
use crate::schedule::Schedule;
use crate::split::Family;
use crate::tasks::Task;
use crate::{Engine, Failure, Options, Plan, Subject, confirm};
use analysis::{LiftError, lift};
use std::collections::HashMap;
use system::{Answer, Coverage, Irrelevant, Progress, Question, Stop, System, Trace, Verdict, Watch};

/// What is told while engines work.
#[derive(Debug)]
pub enum Event {
    /// There is an answer for a property: the only one that it gets.
    Answered {
        /// The property's place in the system's list.
        property: usize,
        /// The answer; its engine is empty if none could be asked.
        answer: Box<Answer>,
        /// The microseconds that were spent on it.
        microseconds: u64,
    },
    /// It is known what never happens.
    Covered(Box<Coverage>),
    /// A hint of the model is not true in every reachable state.
    Misleading {
        /// Its place in the system's list of hints.
        hint: usize,
        /// A path to a state in which it is false.
        trace: Box<Trace>,
    },
}

/// Runs the plan until each property has an answer or a limit is reached.
///
/// # Errors
/// If the model has no initial state, or an engine contradicts the reference interpreter or itself.
pub fn run(
    system: &System,
    mut plan: Plan,
    options: &Options,
    watch: &(dyn Watch + Sync),
    observe: &mut dyn FnMut(Event),
) -> Result<(), Failure> {
    let families = std::mem::take(&mut plan.families);
    let plan = &plan;
    let system = plan.wide.as_ref().unwrap_or(system);
    let subjects: Vec<Subject<'_>> =
        plan.tasks.iter().map(|asked| Subject::new(asked.task.system(system))).collect();
    let shared = Shared::new(system.properties.len());
    for entry in plan.entries() {
        shared.set_open(entry.property, true);
    }
    scope(|scope| {
        let mut scheduler = Scheduler {
            system,
            subjects: &subjects,
            options,
            watch,
            scope,
            shared: &shared,
            runs: Vec::new(),
            hints: &plan.hints,
            wholes: families.iter().flat_map(Family::wholes).collect(),
            families,
            unsettled: unsettled(system, plan),
            observe,
        };
        let ended = scheduler.begin(plan).and_then(|()| {
            let schedules: Option<Vec<Schedule>> = plan.tasks.iter().map(|asked| asked.schedule).collect();
            match schedules {
                Some(schedules) => scheduler.take_turns(&schedules),
                None => scheduler.take_equal_turns(),
            }
        });
        scheduler.finish(ended)
    })
}

/// All properties that are asked, as they are before anybody was.
fn unsettled<'p>(system: &'p System, plan: &'p Plan) -> Vec<Unsettled<'p>> {
    let of_task = |asked: &'p PlannedTask| {
        let system = asked.task.system(system);
        asked.entries.iter().map(move |entry| Unsettled::new(system, entry))
    };
    plan.tasks.iter().flat_map(of_task).collect()
}

struct Scheduler<'scope, 'env, 'o> {
    system: &'env System,
    /// The systems of the tasks.
    subjects: &'env [Subject<'env>],
    options: &'env Options,
    watch: &'env (dyn Watch + Sync),
    scope: &'scope Scope<'scope, 'env>,
    shared: &'env Shared,
    runs: Vec<Run<'scope, 'env>>,
    /// The properties that are hints of the model.
    hints: &'env [usize],
    /// The properties that were taken apart.
    families: Vec<Family>,
    /// The property of which each part is one.
    wholes: HashMap<usize, usize>,
    unsettled: Vec<Unsettled<'env>>,
    observe: &'o mut dyn FnMut(Event),
}

/// One engine at work on a group of properties.
struct Run<'scope, 'env> {
    engine: &'static dyn Engine,
    /// The task that the properties belong to, and its number.
    task: &'env Task,
    number: usize,
    properties: Vec<usize>,
    work: Work<'scope>,
    /// The microseconds of its turns.
    microseconds: u64,
}

/// How far a run is.
enum Work<'scope> {
    /// It waits for its first turn.
    Waiting,
    /// It has begun; how far it was when it paused.
    Begun(Coroutine<'scope>, Progress),
    /// It has ended.
    Ended,
}

/// The turn of an engine that is asked alone, or that nobody waits for.
const WHOLE: u64 = u64::MAX / 2;

/// The first turn of runs that take equal turns.
const EQUAL: u64 = 200;

impl<'scope, 'env> Scheduler<'scope, 'env, '_> {
    /// Divides the properties among runs; those that no engine can check are answered.
    fn begin(&mut self, plan: &'env Plan) -> Result<(), Failure> {
        for (number, asked) in plan.tasks.iter().enumerate() {
            self.begin_task(number, asked);
        }
        let unasked = plan.entries().filter(|entry| entry.engines.is_empty());
        unasked.map(|entry| entry.property).try_for_each(|property| self.give_up(property))
    }

    fn begin_task(&mut self, number: usize, asked: &'env PlannedTask) {
        let mut engines: Vec<&'static dyn Engine> = Vec::new();
        for engine in asked.entries.iter().flat_map(|entry| &entry.engines) {
            if engines.iter().all(|known| known.name() != engine.name()) {
                engines.push(*engine);
            }
        }
        let task = &asked.task;
        for engine in engines {
            let can = |entry: &&Entry| entry.engines.iter().any(|known| known.name() == engine.name());
            let properties: Vec<usize> =
                asked.entries.iter().filter(can).map(|entry| entry.property).collect();
            for properties in engine.groups(task.system(self.system), &properties, self.options) {
                let work = Work::Waiting;
                self.runs.push(Run { engine, task, number, properties, work, microseconds: 0 });
            }
        }
    }

    /// Lets runs take turns as the schedules of their tasks say, one turn of each task after the other.
    fn take_turns(&mut self, schedules: &[Schedule]) -> Result<(), Failure> {
        let mut turns: Vec<_> = schedules.iter().map(|schedule| schedule.turns()).collect();
        while !self.is_over() {
            for (task, turns) in turns.iter_mut().enumerate() {
                let Some((engine, allowance)) = turns.next() else { continue };
                for number in 0..self.runs.len() {
                    let run = &self.runs[number];
                    if run.number == task && run.engine.name() == engine {
                        let allowance = if self.is_alone(number) { WHOLE } else { allowance };
                        self.turn(number, allowance)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Lets the runs of one engine take turns that grow.
    fn take_equal_turns(&mut self) -> Result<(), Failure> {
        let mut allowance = EQUAL;
        while !self.is_over() {
            for number in 0..self.runs.len() {
                self.turn(number, if self.is_alone(number) { WHOLE } else { allowance })?;
            }
            allowance = allowance.saturating_mul(crate::schedule::GROWTH).min(WHOLE);
        }
        Ok(())
    }

    /// Whether nothing is left to do.
    fn is_over(&self) -> bool {
        self.shared.stop().is_some() || (0..self.runs.len()).all(|number| self.has_ended(number))
    }

    /// Whether a run has ended, or has nothing left to do.
    fn has_ended(&self, number: usize) -> bool {
        let run = &self.runs[number];
        matches!(run.work, Work::Ended)
            || !run.properties.iter().any(|property| self.shared.is_open(*property))
    }

    /// Whether no other run waits for its turn.
    fn is_alone(&self, number: usize) -> bool {
        (0..self.runs.len()).all(|other| other == number || self.has_ended(other))
    }

    /// Lets a run go on until its allowance is used up.
    fn turn(&mut self, number: usize, allowance: u64) -> Result<(), Failure> {
        if self.has_ended(number) || self.shared.stop().is_some() {
            return Ok(());
        }
        let is_first = matches!(self.runs[number].work, Work::Waiting);
        let run = &self.runs[number];
        let setup = if is_first { run.engine.setup(run.task.system(self.system)) } else { 0 };
        let allowance = allowance.saturating_add(setup);
        self.start(number);
        let begun = self.watch.microseconds();
        let ended = loop {
            let Work::Begun(work, _) = &mut self.runs[number].work else { break Ok(()) };
            match work.resume(allowance) {
                Told::Answered(property, answer, spent) => {
                    if let Err(failure) = self.answered(number, property, *answer, spent) {
                        break Err(failure);
                    }
                    if self.has_ended(number) && !self.wants_coverage(number) {
                        break Ok(());
                    }
                }
                Told::Paused(progress) => {
                    if let Work::Begun(_, at) = &mut self.runs[number].work {
                        *at = progress;
                    }
                    break Ok(());
                }
                Told::Full(stop, progress) => {
                    if let Work::Begun(_, at) = &mut self.runs[number].work {
                        *at = progress;
                    }
                    if let Err(failure) = self.make_room(number, &stop) {
                        break Err(failure);
                    }
                }
                Told::Ended(ended) => break self.ended(number, ended),
            }
        };
        self.runs[number].microseconds += self.watch.microseconds().saturating_sub(begun);
        ended
    }

    /// Ends a run so that others can go on with its memory: one that nobody waits for, or else the one that holds most. If no other is
    /// left to go on or to begin, the limit ends all work.
    fn make_room(&mut self, number: usize, stop: &Stop) -> Result<(), Failure> {
        let held = |other: usize| match &self.runs[other].work {
            Work::Begun(_, progress) => Some((self.has_ended(other) && other != number, progress.bytes)),
            Work::Waiting | Work::Ended => None,
        };
        let all: Vec<usize> = (0..self.runs.len()).filter(|other| held(*other).is_some()).collect();
        let largest = all.iter().copied().max_by_key(|other| held(*other)).unwrap_or(number);
        if largest == number && self.is_alone(number) {
            self.shared.end(stop);
        }
        self.end(largest, stop)?;
        self.watch.released();
        Ok(())
    }

    /// Lets a run come to an end, and takes what it still has to say.
    fn end(&mut self, number: usize, stop: &Stop) -> Result<(), Failure> {
        while let Work::Begun(work, _) = &mut self.runs[number].work {
            match work.end(stop.clone()) {
                Told::Answered(property, answer, spent) => self.answered(number, property, *answer, spent)?,
                Told::Paused(_) | Told::Full(..) => {}
                Told::Ended(ended) => self.ended(number, ended)?,
            }
        }
        Ok(())
    }

    /// Whether the run may still find out what never happens.
    fn wants_coverage(&self, number: usize) -> bool {
        let run = &self.runs[number];
        self.options.coverage && run.task.is_whole() && run.engine.name() == "explicit"
    }

    fn start(&mut self, number: usize) {
        let run = &mut self.runs[number];
        if !matches!(run.work, Work::Waiting) {
            return;
        }
        let (engine, subject) = (run.engine, &self.subjects[run.number]);
        // What never happens in a part may happen in the whole.
        let options = Options { coverage: self.options.coverage && run.task.is_whole(), ..*self.options };
        let open = |property: &usize| self.shared.is_open(*property);
        let properties: Vec<usize> = run.properties.iter().copied().filter(open).collect();
        run.properties.clone_from(&properties);
        let usable = Usable { properties: run.task.speaks_of(self.system), subject: Some(subject) };
        let work = Coroutine::new(self.scope, self.watch, self.shared, usable, move |turn| {
            engine.run(subject, &properties, &options, turn, turn)
        });
        run.work = Work::Begun(work, Progress::default());
    }

    /// Takes an answer of a run.
    fn answered(
        &mut self,
        number: usize,
        property: usize,
        answer: Answer,
        spent: u64,
    ) -> Result<(), Failure> {
        if !self.shared.is_open(property) {
            return Ok(());
        }
        let engine = self.runs[number].engine;
        let answer = self.lifted(number, property, answer)?;
        if answer.is_unknown() {
            let unsettled = self.unsettled.iter_mut().find(|unsettled| unsettled.property == property);
            if let Some(unsettled) = unsettled {
                unsettled.note(engine.name(), answer);
            }
            return Ok(());
        }
        self.confirmed(engine.name(), property, &answer)?;
        let others = self.runs.iter().enumerate().filter(|(other, _)| *other != number);
        let others = others.filter(|(_, run)| run.properties.contains(&property));
        let microseconds = spent + others.map(|(_, run)| run.microseconds).sum::<u64>();
        let is_violated = *answer.verdict() == Verdict::Violated;
        if !is_violated && matches!(self.system.properties[property].question, Question::Invariant(_)) {
            self.shared.prove(property);
        }
        self.tell(property, answer, microseconds)?;
        if is_violated && self.options.fail_fast && !self.hints.contains(&property) {
            self.give_up_all("another property is violated, and --fail-fast was given")?;
        }
        Ok(())
    }

    /// An answer about a slice as one about the whole system.
    fn lifted(&self, number: usize, property: usize, answer: Answer) -> Result<Answer, Failure> {
        let run = &self.runs[number];
        let Some(slice) = &run.task.slice else { return Ok(answer) };
        let (engine, strategy) = (answer.engine, answer.strategy.clone());
        let question = &self.system.properties[property].question;
        match lift(self.system, slice, question, answer) {
            Ok(answer) => Ok(answer),
            Err(obstacle @ LiftError::Obstacle(_)) => {
                Ok(Answer::unknown(obstacle.to_string(), engine, strategy))
            }
            Err(error) => Err(Failure::Internal { engine, reason: error.to_string() }),
        }
    }

    fn confirmed(&self, engine: &'static str, property: usize, answer: &Answer) -> Result<(), Failure> {
        let property = &self.system.properties[property];
        confirm(self.system, property, answer).map_err(|reason| Failure::Contradicted {
            engine,
            property: property.name.clone(),
            claim: if *answer.verdict() == Verdict::Holds { "holds" } else { "violated" },
            evidence: answer.evidence().map_or("none", |evidence| evidence.name()),
            reason,
        })
    }

    /// Closes a property and tells its answer; that to a part is told when it decides the whole.
    fn tell(&mut self, property: usize, answer: Answer, microseconds: u64) -> Result<(), Failure> {
        self.shared.set_open(property, false);
        if let Some(hint) = self.hints.iter().position(|hint| *hint == property) {
            if let Some(trace) = answer.trace() {
                (self.observe)(Event::Misleading { hint, trace: Box::new(trace.clone()) });
            }
            return Ok(());
        }
        let told = self.tell_property(property, answer, microseconds);
        if !self.open().any(|property| !self.hints.contains(&property)) {
            self.hints.iter().for_each(|hint| self.shared.set_open(*hint, false));
        }
        told
    }

    /// Tells the answer to a property that is no hint.
    fn tell_property(&mut self, property: usize, answer: Answer, microseconds: u64) -> Result<(), Failure> {
        let is_part = |family: &Family| family.parts.iter().any(|part| part.place == property);
        let Some(number) = self.families.iter().position(is_part) else {
            (self.observe)(Event::Answered { property, answer: Box::new(answer), microseconds });
            return Ok(());
        };
        let family = &mut self.families[number];
        let (whole, engine) = (family.whole, answer.engine);
        let irrelevant =
            |irrelevant: Irrelevant| Failure::Internal { engine, reason: irrelevant.to_string() };
        let question = &self.system.properties[whole].question;
        let known = family.answered(question, property, answer, microseconds).map_err(irrelevant)?;
        let Some((answer, microseconds)) = known else { return Ok(()) };
        if !answer.is_unknown() {
            self.confirmed(engine, whole, &answer)?;
        }
        let family = self.families.remove(number);
        family.parts.iter().for_each(|part| self.shared.set_open(part.place, false));
        (self.observe)(Event::Answered { property: whole, answer: Box::new(answer), microseconds });
        Ok(())
    }

    /// Takes note that a run has ended; what no other run can decide is unknown.
    fn ended(&mut self, number: usize, ended: Result<Option<Coverage>, Failure>) -> Result<(), Failure> {
        self.runs[number].work = Work::Ended;
        if let Some(mut coverage) = ended? {
            coverage.never_true.retain(|(property, _)| !self.hints.contains(property));
            for (property, _) in &mut coverage.never_true {
                *property = self.wholes.get(property).copied().unwrap_or(*property);
            }
            coverage.never_true.dedup_by(|one, other| one.0 == other.0);
            (self.observe)(Event::Covered(Box::new(coverage)));
        }
        for property in self.runs[number].properties.clone() {
            let is_asked =
                |run: &Run<'_, '_>| !matches!(run.work, Work::Ended) && run.properties.contains(&property);
            if self.shared.is_open(property)
                && !self.runs.iter().any(is_asked)
                && self.shared.stop().is_none()
            {
                self.give_up(property)?;
            }
        }
        Ok(())
    }

    /// Answers that a property is unknown.
    fn give_up(&mut self, property: usize) -> Result<(), Failure> {
        let Some(unsettled) = self.unsettled.iter().find(|unsettled| unsettled.property == property) else {
            return Ok(());
        };
        if let Some(reason) = unsettled.contradiction() {
            return Err(Failure::Internal { engine: "symbolic", reason });
        }
        let answer = unsettled.answer(self.shared.stop(), &self.standing(property));
        let asked = self.runs.iter().filter(|run| run.properties.contains(&property));
        let microseconds = asked.map(|run| run.microseconds).sum();
        self.tell(property, answer, microseconds)
    }

    /// How far the runs are that were asked for a property and have not ended.
    fn standing(&self, property: usize) -> Vec<(&'static str, Progress)> {
        let standing = |run: &Run<'_, '_>| match &run.work {
            Work::Begun(_, progress) if run.properties.contains(&property) => {
                Some((run.engine.name(), *progress))
            }
            _ => None,
        };
        self.runs.iter().filter_map(standing).collect()
    }

    /// Answers that all properties that are open are unknown, for this reason.
    fn give_up_all(&mut self, reason: &str) -> Result<(), Failure> {
        let open: Vec<usize> = self.open().collect();
        open.into_iter().try_for_each(|property| self.tell(property, Answer::unknown(reason, "", ""), 0))
    }

    fn open(&self) -> impl Iterator<Item = usize> {
        self.unsettled
            .iter()
            .map(|unsettled| unsettled.property)
            .filter(|property| self.shared.is_open(*property))
    }

    /// Lets all runs come to an end, takes what they still have to say, and answers what is open.
    fn finish(mut self, ended: Result<(), Failure>) -> Result<(), Failure> {
        let stop = self.shared.stop().cloned().unwrap_or(Stop::Interrupted);
        let mut result = ended;
        for number in 0..self.runs.len() {
            while let Work::Begun(work, _) = &mut self.runs[number].work {
                match work.end(stop.clone()) {
                    Told::Answered(property, answer, spent) if result.is_ok() => {
                        result = self.answered(number, property, *answer, spent);
                    }
                    Told::Answered(..) | Told::Paused(_) | Told::Full(..) => {}
                    Told::Ended(_) => break,
                }
            }
        }
        result?;
        let open: Vec<usize> = self.open().collect();
        open.into_iter().try_for_each(|property| self.give_up(property))
    }
}

/// The answer that all properties get where the work was stopped before it began.
pub fn stopped(stop: &Stop) -> Answer {
    Answer::unknown(stop.to_string(), "", "")
}
