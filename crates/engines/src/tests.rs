//! Turns, answers and reasons, with engines that do what they are told.

use crate::plan::{Entry, PlannedTask};
use crate::schedule::Schedule;
use crate::tasks::Task;
use crate::{Choice, Engine, Event, Failure, Options, Plan, Subject, Unsupported, Use, plan, run};
use diagnostics::Span;
use system::{
    Answer, Coverage, Ending, Evidence, Expr, Observer, Progress, Property, Question, Stop, System, Trace,
    Unlimited, Verdict, Watch,
};

/// An engine that asks so often whether it may go on, and then does the same for each property.
struct Fake {
    name: &'static str,
    work: u64,
    result: Result,
}

#[derive(Clone, Copy)]
enum Result {
    Refuses,
    Proves,
    Lies,
    GivesUp,
}

static REFUSES: Fake = Fake { name: "refuses", work: 0, result: Result::Refuses };
static PROVES: Fake = Fake { name: "proves", work: 0, result: Result::Proves };
static LIES: Fake = Fake { name: "lies", work: 0, result: Result::Lies };
static GIVES_UP: Fake = Fake { name: "gives up", work: 0, result: Result::GivesUp };
static FAST: Fake = Fake { name: "explicit", work: 1_000_000, result: Result::GivesUp };
static SLOW: Fake = Fake { name: "symbolic", work: 5_000, result: Result::Proves };

impl Engine for Fake {
    fn name(&self) -> &'static str {
        self.name
    }

    fn can_check(&self, _: &System, properties: &[usize]) -> Vec<std::result::Result<(), Unsupported>> {
        let unsupported =
            || Unsupported { engine: self.name, feature: "it is Monday".into(), suggestion: None };
        let refuses = matches!(self.result, Result::Refuses);
        vec![if refuses { Err(unsupported()) } else { Ok(()) }; properties.len()]
    }

    fn groups(&self, _: &System, properties: &[usize], _: &Options) -> Vec<Vec<usize>> {
        vec![properties.to_vec()]
    }

    fn run(
        &self,
        subject: &Subject<'_>,
        properties: &[usize],
        _: &Options,
        watch: &dyn Watch,
        observer: &dyn Observer,
    ) -> std::result::Result<Option<Coverage>, Failure> {
        for property in properties {
            for _ in 0..self.work {
                if let Err(stop) = watch.check(&Progress { states: 7, ..Progress::default() }) {
                    observer.answered(*property, Answer::unknown(stop.to_string(), self.name, ""));
                    return Ok(None);
                }
            }
            let question = &subject.system.properties[*property].question;
            let evidence = match self.result {
                Result::Proves => Evidence::Exhaustive { states: 1_u64.into() },
                Result::Lies => {
                    Evidence::path(Trace { initial: Vec::new(), steps: Vec::new(), ending: Ending::Finite })
                }
                Result::GivesUp | Result::Refuses => {
                    observer.answered(*property, Answer::unknown("too hard", self.name, ""));
                    continue;
                }
            };
            let answer = Answer::from_evidence(question, evidence, self.name, "").expect("it fits");
            observer.answered(*property, answer);
        }
        Ok(None)
    }
}

/// A system without variables and with two invariants that hold.
fn truisms() -> System {
    let property = |name: &str| Property {
        name: name.into(),
        question: Question::Invariant(Expr::bool(true, Span::default())),
        expect: None,
        doc: Vec::new(),
        span: Span::default(),
    };
    System { properties: vec![property("first"), property("second")], ..System::default() }
}

/// What happens if each property is put to its own list of engines.
fn answers(
    engines: [Vec<&'static dyn Engine>; 2],
    schedule: Option<Schedule>,
    watch: &(dyn Watch + Sync),
) -> Vec<String> {
    let entry = |(property, engines)| Entry { property, engines, refusals: Vec::new() };
    let entries: Vec<Entry> = engines.into_iter().enumerate().map(entry).collect();
    let task = Task { slice: None, properties: vec![0, 1] };
    let plan = Plan {
        wide: None,
        families: Vec::new(),
        hints: Vec::new(),
        tasks: vec![PlannedTask { task, entries, schedule }],
    };
    let mut seen = Vec::new();
    let mut observe = |event: Event| match event {
        Event::Answered { property, answer, .. } => {
            seen.push(format!("{property} {:?} by {}", answer.verdict(), answer.engine));
        }
        Event::Covered(_) | Event::Misleading { .. } => unreachable!("nobody wished for it"),
    };
    run(&truisms(), plan, &Options::default(), watch, &mut observe).expect("no engine lies");
    seen
}

#[test]
fn open_properties_go_to_the_next_engine_and_each_is_answered_once() {
    let seen = answers([vec![&PROVES], vec![&PROVES]], None, &Unlimited);
    assert_eq!(seen, ["0 Holds by proves", "1 Holds by proves"]);
    let seen = answers([vec![&GIVES_UP, &PROVES], vec![&PROVES]], None, &Unlimited);
    assert_eq!(seen, ["0 Holds by proves", "1 Holds by proves"]);
    let seen = answers([vec![&GIVES_UP], vec![&PROVES]], None, &Unlimited);
    assert_eq!(seen, ["0 Unknown(\"too hard\") by gives up", "1 Holds by proves"]);
}

#[test]
fn an_engine_that_goes_on_for_long_does_not_keep_others_waiting() {
    let schedule = crate::schedule(crate::Extent::Infinite);
    let seen = answers([vec![&FAST, &SLOW], vec![&FAST]], Some(schedule), &Unlimited);
    assert_eq!(seen, ["0 Holds by symbolic", "1 Unknown(\"too hard\") by explicit"]);
}

/// Ends after so many questions.
struct Limit(std::sync::atomic::AtomicU64);

impl Watch for Limit {
    fn check(&self, _: &Progress) -> std::result::Result<(), Stop> {
        match self.0.fetch_sub(1, std::sync::atomic::Ordering::Relaxed) {
            0 => {
                self.0.store(0, std::sync::atomic::Ordering::Relaxed);
                Err(Stop::Timeout("3 s".into()))
            }
            _ => Ok(()),
        }
    }

    fn may_allocate(&self, _: &Progress, _: u64) -> std::result::Result<(), Stop> {
        Ok(())
    }
}

#[test]
fn a_limit_ends_all_and_says_how_far_the_others_were() {
    let schedule = crate::schedule(crate::Extent::Infinite);
    let seen = answers([vec![&FAST, &SLOW], vec![&FAST]], Some(schedule), &Limit(1_000.into()));
    assert_eq!(seen.len(), 2);
    for answer in seen {
        assert!(answer.contains("timeout after 3 s"), "{answer}");
    }
}

/// Has no memory left after so many questions, until some is given back; how often that was so.
struct Memory {
    left: std::sync::atomic::AtomicU64,
    released: std::sync::atomic::AtomicU64,
}

impl Watch for Memory {
    fn check(&self, _: &Progress) -> std::result::Result<(), Stop> {
        use std::sync::atomic::Ordering::Relaxed;
        match self.left.fetch_update(Relaxed, Relaxed, |left| left.checked_sub(1)) {
            Ok(_) => Ok(()),
            Err(_) => Err(Stop::Memory("3 MiB".into())),
        }
    }

    fn may_allocate(&self, _: &Progress, _: u64) -> std::result::Result<(), Stop> {
        Ok(())
    }

    fn released(&self) {
        self.left.store(u64::MAX, std::sync::atomic::Ordering::Relaxed);
        self.released.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    }
}

#[test]
fn where_memory_is_missing_one_run_ends_and_the_others_go_on() {
    let schedule = crate::schedule(crate::Extent::Infinite);
    // Both have begun by then.
    let memory = Memory { left: 600.into(), released: 0.into() };
    let seen = answers([vec![&FAST, &SLOW], vec![&FAST, &SLOW]], Some(schedule), &memory);
    assert_eq!(memory.released.into_inner(), 1);
    // Both hold the same, so that the later one ends, and the first one goes on to its end.
    assert!(seen.iter().all(|answer| answer.contains("explicit: too hard")), "{seen:?}");
    assert!(seen.iter().any(|answer| answer.contains("memory limit of 3 MiB reached")), "{seen:?}");
}

#[test]
fn where_the_only_run_has_no_memory_the_limit_ends_all() {
    let memory = Memory { left: 600.into(), released: 0.into() };
    let seen = answers([vec![&SLOW], vec![]], None, &memory);
    assert!(seen.iter().any(|answer| answer.contains("memory limit of 3 MiB reached")), "{seen:?}");
}

#[test]
fn what_no_engine_can_check_is_unknown_with_the_reason() {
    let system = truisms();
    let plan = plan(&system, &[0], Choice::Only(&REFUSES), Use::Auto);
    assert_eq!(plan.nothing_fits().map(|refusal| refusal.feature.as_str()), Some("it is Monday"));
    let mut reasons = Vec::new();
    let mut observe = |event: Event| {
        if let Event::Answered { answer, .. } = event {
            reasons.push(answer.verdict().clone());
        }
    };
    run(&system, plan, &Options::default(), &Unlimited, &mut observe).expect("nobody is asked");
    assert_eq!(reasons, [Verdict::Unknown("no engine can check this: it is Monday".into())]);
}

#[test]
fn an_answer_that_the_interpreter_contradicts_is_a_failure_that_names_claim_and_evidence() {
    let system = truisms();
    let plan = plan(&system, &[0, 1], Choice::Only(&LIES), Use::Auto);
    let failure =
        run(&system, plan, &Options::default(), &Unlimited, &mut |_| {}).expect_err("the path shows nothing");
    assert!(matches!(
        failure,
        Failure::Contradicted { engine: "lies", claim: "violated", evidence: "path", .. }
    ));
}
