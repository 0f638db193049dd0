//! Work that is paused at any point ends as work that is not: with the same verdicts, the same paths and the same counts.
//!
//! Runs of engines are paused after random numbers of questions, and attempts with integer sets after random shares. By default
//! some thousand points are tried; `FATHOM_SLOW=1` tries more.

use composite_sets::{Automata, Composite, Memoised, Parallel, Polyhedra};
use conformance::models::{files_below, load_right, read};
use decision_diagrams::{Diagrams, Options as DiagramOptions};
use engines::{Availability, Choice, Engine, Event, Extent, Options, Schedule, Use, find, plan, run};
use random_numbers::Xorshift;
use state_sets::Space;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};
use symbolic::{
    AttemptOutcome, Budget, Direction, Encoded, Lowered, Numbered, Prepared, Representation, Represented,
    STRATEGIES, Settings, Setup, Strategy, Turns, check_in,
};
use system::{Answer, Observer, Progress, Question, Stop, System, Unlimited, Watch};

fn engine(name: &str) -> &'static dyn Engine {
    match find(name) {
        Availability::Here(engine) => engine,
        _ => panic!("there is no engine {name}"),
    }
}

/// Everything that an answer says, but for times.
fn told(answer: &Answer) -> String {
    let is_count =
        |(name, _): &&(&str, system::Count)| !name.contains("microseconds") && !name.contains("bytes");
    let counts: Vec<_> = answer.statistics.iter().filter(is_count).collect();
    format!("{:?} {:?} {} {counts:?}", answer.verdict(), answer.evidence(), answer.strategy)
}

/// What an engine says of all properties, in turns of this many questions.
fn answers(system: &System, name: &'static str, turn: u64) -> Vec<String> {
    let all: Vec<usize> = (0..system.properties.len()).collect();
    let rounds: &'static [(&'static str, u64)] = Box::leak(Box::new([(name, turn)]));
    let plan = plan(system, &all, Choice::Only(engine(name)), Use::Auto)
        .scheduled(Schedule { opening: &[], rounds });
    let mut found = vec![String::new(); all.len()];
    let mut take = |event: Event| {
        if let Event::Answered { property, answer, .. } = event {
            found[property] = told(&answer);
        }
    };
    run(system, plan, &Options::default(), &Unlimited, &mut take)
        .unwrap_or_else(|failure| panic!("{failure}"));
    found
}

/// Examples with few states.
fn small_examples() -> Vec<PathBuf> {
    let is_small = |path: &PathBuf| {
        let loaded = conformance::models::load(&read(path));
        loaded.system.is_some_and(|system| Extent::of(&system) == Extent::Small && loaded.problems.is_empty())
    };
    files_below("examples", ".fathom").into_iter().filter(is_small).collect()
}

#[test]
fn runs_that_pause_end_like_runs_that_do_not() {
    let mut random = Xorshift::scattered(17);
    let rounds = if conformance::is_slow() { 40 } else { 3 };
    let mut compared = 0;
    for path in small_examples() {
        let system = load_right(&read(&path));
        for name in ["explicit", "symbolic"] {
            let whole = answers(&system, name, u64::MAX / 4);
            for _ in 0..rounds {
                let turn = random.below(40);
                assert_eq!(
                    answers(&system, name, turn),
                    whole,
                    "{}, {name}, turns of {turn}",
                    path.display()
                );
                compared += 1;
            }
        }
    }
    assert!(compared > 100, "only {compared} runs were compared");
}

/// Ends after so many questions.
struct Patience(AtomicU64);

impl Watch for Patience {
    fn check(&self, _: &Progress) -> Result<(), Stop> {
        let left = self.0.load(Ordering::Relaxed).saturating_sub(1);
        self.0.store(left, Ordering::Relaxed);
        if left == 0 { Err(Stop::Share("the patience of a test".into())) } else { Ok(()) }
    }

    fn may_allocate(&self, _: &Progress, _: u64) -> Result<(), Stop> {
        Ok(())
    }
}

/// Tries a strategy in shares that the function gives, until it ends; how it ended, and how many shares it took. Shares that
/// lead to no further iteration grow.
fn attempted(
    system: &System,
    number: usize,
    strategy: Strategy,
    automata: bool,
    shares: &mut dyn FnMut() -> u64,
) -> (String, u32) {
    let patience = Patience(AtomicU64::new(if conformance::is_slow() { 3_000 } else { 400 }));
    let budget = Rc::new(Budget::new(&patience));
    let prepared = Prepared::new(system);
    let setup =
        Setup { prepared: &prepared, budget: &budget, observer: &Nobody, disjuncts: false, several: true };
    let diagrams = |space: Space| {
        let budget = budget.clone();
        Diagrams::new(space, DiagramOptions { bytes: 1 << 24, budget, ..DiagramOptions::default() })
    };
    let own = budget.clone();
    let polyhedra = move |space: Space| Ok(Memoised::new(Polyhedra::with_budget(space, own.clone())?));
    let own = budget.clone();
    let by_automata =
        move |space: Space| Ok(Memoised::new(Automata::<Parallel>::with_budget(space, own.clone())?));
    let first = Represented {
        name: "polyhedra".into(),
        most_codes: 64,
        make: |lowered: &Lowered| Composite::new(lowered.space.clone(), diagrams, polyhedra.clone()),
    };
    let second = Represented {
        name: "automata".into(),
        most_codes: 64,
        make: |lowered: &Lowered| Composite::new(lowered.space.clone(), diagrams, by_automata.clone()),
    };
    let representation: &dyn Representation<'_> = if automata { &second } else { &first };
    let question = &system.properties[number].question;
    let mut encoded: Box<dyn Encoded> = match representation.encode(&setup, question, &[]) {
        Ok(encoded) => encoded,
        Err(outcome) => return (format!("{outcome:?}"), 0),
    };
    let (mut extra, mut before) = (0, 0);
    for count in 1.. {
        let asked = Numbered { number, question };
        let share = shares().saturating_add(extra);
        let outcome =
            encoded.attempt(&setup, asked, strategy, share).unwrap_or_else(|failure| panic!("{failure:?}"));
        match outcome {
            AttemptOutcome::Paused => {
                extra = if encoded.iterations() > before { 0 } else { 2 * extra + 8 };
                before = encoded.iterations();
            }
            AttemptOutcome::Settled(answer) => return (told(&answer), count),
            other => return (format!("{other:?}"), count),
        }
    }
    unreachable!("patience ends")
}

fn fits(question: &Question, strategy: &Strategy) -> bool {
    match question {
        Question::Ltl(_) | Question::Ctl(_) => strategy.direction == Direction::Backward,
        Question::Bound(_) => strategy.direction == Direction::Forward,
        _ => !strategy.ranked,
    }
}

#[test]
fn attempts_that_pause_end_like_attempts_that_do_not() {
    let few = ["mesi.fathom", "ticket.fathom"];
    let more = ["bakery.fathom", "readers_writers.fathom", "bounded_buffer.fathom"];
    let more = if conformance::is_slow() { &more[..] } else { &[] };
    let is_wanted = |path: &&PathBuf| few.iter().chain(more).any(|name| path.ends_with(name));
    let mut random = Xorshift::scattered(23);
    let rounds = if conformance::is_slow() { 20 } else { 1 };
    let (mut settled, mut paused) = (0, 0);
    for path in files_below("examples", ".fathom").iter().filter(is_wanted) {
        let system = load_right(&read(path));
        for number in 0..system.properties.len() {
            let question = &system.properties[number].question;
            if !symbolic::rigid_variables(question).is_empty() {
                continue;
            }
            for strategy in STRATEGIES.iter().filter(|strategy| fits(question, strategy)) {
                for automata in [false, true] {
                    let (whole, _) = attempted(&system, number, *strategy, automata, &mut || u64::MAX / 2);
                    if whole.contains("patience") {
                        continue;
                    }
                    for _ in 0..rounds {
                        let (parts, shares) =
                            attempted(&system, number, *strategy, automata, &mut || 1 + random.below(30));
                        paused += shares;
                        settled += 1;
                        let place = format!("{}, property {number}, {strategy}, {automata}", path.display());
                        // What is done again up to the next iteration may use up the patience.
                        assert!(parts == whole || parts.contains("patience"), "{place}: {parts}\n{whole}");
                    }
                }
            }
        }
    }
    assert!(settled > 20 && paused > 100, "{settled} attempts were compared, in {paused} shares");
}

/// Counts iterations of fixpoints.
#[derive(Default)]
struct Iterations(AtomicU64);

impl Watch for Iterations {
    fn check(&self, _: &Progress) -> Result<(), Stop> {
        Ok(())
    }

    fn may_allocate(&self, _: &Progress, _: u64) -> Result<(), Stop> {
        Ok(())
    }

    fn note(&self, note: &dyn std::fmt::Display) {
        if note.to_string().starts_with("iterate") {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// What decision diagrams say of all properties, which take such turns, and the iterations that were made.
fn by_diagrams(system: &System, turns: Turns) -> (Vec<String>, u64) {
    let iterations = Iterations::default();
    let budget = Rc::new(Budget::new(&iterations));
    let settings = Settings { only_finite: true, most_codes: 1 << 20, turns, ..Settings::default() };
    let all: Vec<usize> = (0..system.properties.len()).collect();
    let diagrams = |space: Space| {
        let budget = budget.clone();
        Diagrams::new(space, DiagramOptions { bytes: 1 << 24, budget, ..DiagramOptions::default() })
    };
    let answers = check_in(system, &all, &settings, &budget, diagrams);
    let answers = answers.unwrap_or_else(|failure| panic!("{failure:?}"));
    (answers.iter().map(told).collect(), iterations.0.load(Ordering::Relaxed))
}

/// Fixpoints of every kind, with paths that are longer than most turns.
const RING: &str = "var x: 0..40 var y: 0..6 var b: bool
    init x = 0 && y = 0 && !b
    event step when x < 40 do x := x + 1
    event back when x = 40 && b do x := 0
    event flip when x % 7 = 3 do b := !b
    event turn when x = 40 do y := (y + 1) % 7
    fair step
    fair back
    strong turn
    justice x != 17
    invariant low: x < 40 || y < 6
    reachable far: x = 40 && y = 6 && b
    bound most: x + 2 * y
    ctl again: AG EF x = 0
    ctl sometimes: EF (EG !b)
    ctl always: AG AF x = 3
    ctl never: AG AF y = 5
    ltl returns: G F x = 40
    ltl settles: F G b
    ltl wanders: G F (b && x = 3) => G F y = 6";

#[test]
fn properties_that_take_turns_are_answered_as_if_they_did_not() {
    let mut texts = vec![RING.to_owned()];
    texts.extend(small_examples().iter().step_by(7).map(|path| read(path)));
    let (mut compared, mut resumed) = (0, 0);
    for text in texts {
        let system = load_right(&text);
        let is_coded = |number: &usize| {
            let settings = Settings { only_finite: true, most_codes: 1 << 20, ..Settings::default() };
            symbolic::can_check(&system, &[*number], &settings)[0].is_ok()
        };
        if !(0..system.properties.len()).all(|number| is_coded(&number)) || system.properties.len() < 2 {
            continue;
        }
        let (whole, iterations) = by_diagrams(&system, Turns { first: u64::MAX, factor: 1, count: 1 });
        let is_slow = conformance::is_slow();
        for first in (1..if is_slow { 200 } else { 40 }).step_by(if is_slow { 1 } else { 3 }) {
            let turns = Turns { first, factor: 1, count: 60 };
            let (parts, again) = by_diagrams(&system, turns);
            assert_eq!(parts, whole, "turns of {first}\n{text}");
            assert!(
                again <= iterations,
                "{again} iterations with turns of {first}, {iterations} without\n{text}"
            );
            compared += 1;
            resumed += usize::from(again == iterations);
        }
    }
    assert!(compared > 20, "only {compared} checks were compared");
    assert_eq!(resumed, compared, "interrupted fixpoints make as many iterations");
}

/// Nobody hears of answers, and nobody has proved anything.
struct Nobody;

impl Observer for Nobody {
    fn answered(&self, _: usize, _: Answer) {}
}
