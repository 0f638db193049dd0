//! Bounds against exact truth sets, which are listed state by state; shortcuts against steps alone.

use super::{BoundSettings, Bounds, Core, Enough};
use crate::condition::Conditions;
use crate::ctl::listed;
use crate::fairness::conditions;
use crate::journal::Journal;
use crate::model::Model;
use crate::reach::Chained;
use crate::shortcuts::{LoopSettings, shortcuts};
use crate::steps::Steps;
use crate::{LowerOptions, Lowered, LoweringError, lower};
use budget::Budget;
use composite_sets::Polyhedra;
use state_sets::{Domain, Enumerated, Formula, Halt, Limited, Side};
use std::cell::RefCell;
use system::{BoundId, Expr, Progress, Question, Stop, System, Watch};

const COUNTERS: &str = "var x, y: 0..2 var b: bool
    event up when x < 2 do x := x + 1
    event down when x > 0 && b do x := x - 1
    event swap when b do x := y, y := x
    event flip when x = y do b := !b
    event jump when x > 1 do x := any in 0..1, y := min(y + 1, 2)";

const TRANSFER: &str = "var x, y: 0..3
    event move when x > 0 && y < 3 do x := x - 1, y := y + 1
    event back when y > 1 && x < 2 do x := x + 2, y := y - 2
    event drop when y = 3 do y := 0";

const FORMULAS: [&str; 12] = [
    "AG x <= y",
    "EF (x = 2 && y = 1)",
    "AF x = 0",
    "EG x <= 1",
    "EG (x > 0)",
    "E[x <= 1 U y = 2]",
    "A[x <= 1 U y >= 2]",
    "E[x >= 1 R y <= 1]",
    "AG EF x = 0",
    "EF AG (x >= 1)",
    "AX (x > 0 => EX y = 2)",
    "(AF x = y) <=> (EG y != 2)",
];

const FAIRNESS: [&str; 4] = ["", "fair #", "strong #", "justice x != 1\ncompassion (y = 0, x = 2)"];

fn system(text: &str) -> System {
    let loaded = language::load(text, &language::Overrides::default());
    loaded.system.unwrap_or_else(|| panic!("{:?}\n{text}", loaded.diagnostics))
}

/// What is looked at: a system in a domain, and what a fair path does.
struct Setting<'a, D: Domain> {
    system: &'a System,
    lowered: &'a Lowered,
    steps: Steps<'a, D>,
    fair: Conditions<D>,
}

impl<'a, D: state_sets::Complement> Setting<'a, D> {
    fn new(system: &'a System, lowered: &'a Lowered, model: &'a Model<'a, D>) -> Limited<Self> {
        let steps = Steps::everywhere(model)?;
        let fair = conditions(system, &steps, &|e: &Expr| formula(system, lowered, e))?;
        Ok(Setting { system, lowered, steps, fair })
    }
}

fn formula(system: &System, lowered: &Lowered, e: &Expr) -> Limited<Formula> {
    lowered.condition(system, e, &Budget::unlimited()).map_err(LoweringError::into_halt)
}

fn no_rigid<R>(_: BoundId) -> Limited<R> {
    Err(Halt::Unsupported("there is no rigid variable".into()))
}

/// Some ways to compute bounds, other ones for each number: the seed, the rounds, the side, and whether shortcuts and
/// sums help.
fn manners(number: usize) -> impl Iterator<Item = (Option<u64>, u64, Side, bool)> {
    let seeds = [(None, 40), (Some(0), 0), (Some(0), 2), (Some(1), 1), (Some(3), 40)];
    let sides = [(Side::Above, true), (Side::Below, true), (Side::Above, false), (Side::Below, false)];
    let all = seeds.into_iter().flat_map(move |(seed, rounds)| {
        sides.into_iter().map(move |(side, with_help)| (seed, rounds, side, with_help))
    });
    all.skip(number % 7).step_by(7)
}

/// Compares some bounds of all formulas of a model, and counts those that are not exact.
fn compare(text: &str) -> Limited<usize> {
    let system = system(text);
    let options = LowerOptions { most_codes: 0, ..LowerOptions::default() };
    let budget = Budget::unlimited();
    let lowered = lower(&system, &options, &budget).map_err(LoweringError::into_halt)?;
    let (listing, polyhedra) =
        (Enumerated::new(lowered.space.clone())?, Polyhedra::new(lowered.space.clone())?);
    let listed_model = Model::new(&listing, &lowered, &Chained, &budget)?;
    let model = Model::new(&polyhedra, &lowered, &Chained, &budget)?;
    let exact = Setting::new(&system, &lowered, &listed_model)?;
    let bounded = Setting::new(&system, &lowered, &model)?;
    let loops = shortcuts(&polyhedra, &lowered, LoopSettings { length: 3, tries: 50 }, &budget)?;
    let measures = RefCell::default();
    let mut one_sided = 0;
    for (number, property) in system.properties.iter().enumerate() {
        let Question::Ctl(asked) = &property.question else { continue };
        let condition = |e: &Expr| formula(&system, &lowered, e);
        let truth = listed::truth(&exact.steps, &exact.fair, &condition, asked)?;
        for (seed, rounds, side, with_help) in manners(number) {
            let holds = |e: &Expr| polyhedra.set(&formula(bounded.system, bounded.lowered, e)?);
            let bounds = Bounds {
                steps: &bounded.steps,
                fair: &bounded.fair,
                holds: &holds,
                release: &no_rigid,
                shortcuts: if with_help { &loops } else { &[] },
                measures: &measures,
                journal: &Journal::default(),
                settings: BoundSettings { seed, width: 1, rounds, ranked: with_help },
            };
            let bound = bounds.of(&Core::new(asked), side, &Enough::never())?;
            one_sided += usize::from(bound.side != Side::Exact);
            assert!(bound.side == Side::Exact || bound.side == side, "{}: {side:?}", property.name);
            for point in &listing.whole()? {
                let (is_true, is_in) = (truth.contains(point), polyhedra.contains(&bound.set, point)?);
                let place = format!("{} {seed:?} {rounds} {side:?} {with_help} {point:?}", property.name);
                assert!(!bound.side.is_below() || !is_in || is_true, "not below: {place}\n{text}");
                assert!(!bound.side.is_above() || is_in || !is_true, "not above: {place}\n{text}");
            }
        }
    }
    Ok(one_sided)
}

/// The models with all formulas under one fairness assumption.
fn models(assumption: &str) -> Vec<String> {
    let formulas = FORMULAS.iter().enumerate().map(|(number, formula)| format!("\nctl c{number}: {formula}"));
    let formulas = formulas.collect::<String>();
    let with = |model: &str, event: &str| format!("{model}\n{}{formulas}", assumption.replace('#', event));
    vec![with(COUNTERS, "swap"), with(TRANSFER, "back")]
}

#[test]
fn bounds_lie_on_their_sides() {
    for assumption in FAIRNESS {
        for text in models(assumption) {
            let one_sided = compare(&text).expect("there are no limits");
            assert!(one_sided > 5, "bounds are mostly not exact: {one_sided}");
        }
    }
}

#[test]
fn shortcuts_reach_what_steps_reach() {
    for text in [COUNTERS, TRANSFER] {
        for start in ["x = 0 && y = 0", "x = 2 && y <= 1", "x + y = 3"] {
            let text = format!("{text}\ninit {start}");
            let reached = |length: usize| -> Limited<Vec<bool>> {
                let system = system(&text);
                let options = LowerOptions { most_codes: 0, ..LowerOptions::default() };
                let budget = Budget::unlimited();
                let lowered = lower(&system, &options, &budget).map_err(LoweringError::into_halt)?;
                let domain = Polyhedra::new(lowered.space.clone())?;
                let model = Model::new(&domain, &lowered, &Chained, &budget)?;
                let steps = Steps::everywhere(&model)?;
                let loops = shortcuts(&domain, &lowered, LoopSettings { length, tries: 12 }, &budget)?;
                assert!(length == 0 || !loops.is_empty(), "there are loops");
                let bounds = Bounds {
                    steps: &steps,
                    fair: &Conditions::default(),
                    holds: &|_: &Expr| Ok(domain.empty()),
                    release: &no_rigid,
                    shortcuts: &loops,
                    measures: &RefCell::default(),
                    journal: &Journal::default(),
                    settings: BoundSettings { seed: None, width: 1, rounds: 40, ranked: false },
                };
                let found = bounds.reachable(Side::Exact, &Enough::never())?;
                assert_eq!(found.side, Side::Exact);
                let all = Enumerated::new(lowered.space.clone())?.whole()?;
                all.iter().map(|point| domain.contains(&found.set, point)).collect()
            };
            let plain = reached(0).expect("there are no limits");
            for length in [1, 2] {
                assert_eq!(reached(length).expect("there are no limits"), plain, "{text}");
            }
        }
    }
}

/// Ends all work at once.
struct Ended;

impl Watch for Ended {
    fn check(&self, _: &Progress) -> Result<(), Stop> {
        Err(Stop::Interrupted)
    }

    fn may_allocate(&self, _: &Progress, _: u64) -> Result<(), Stop> {
        Ok(())
    }
}

/// There may be thousands of sequences of moves, each of them with large formulas.
#[test]
fn shortcuts_are_not_looked_for_when_the_work_is_over() {
    let system = system(COUNTERS);
    let options = LowerOptions { most_codes: 0, ..LowerOptions::default() };
    let lowered = lower(&system, &options, &Budget::unlimited()).expect("the system can be lowered");
    let domain = Polyhedra::new(lowered.space.clone()).expect("the space is small");
    let found = shortcuts(&domain, &lowered, LoopSettings { length: 3, tries: 50 }, &Budget::new(&Ended));
    assert!(matches!(found, Err(Halt::Interrupted)), "{:?}", found.err());
}
