//! What never happens, and that nothing is said where it is not known.

mod support;

use diagnostics::Span;
use explicit::{Settings, check_with_coverage};
use std::cell::Cell;
use support::examples::{buffer, philosophers, ring};
use support::*;
use system::{
    Coverage, Ctl, EdgeId, Expr, ExprKind, Ltl, Movement, Owner, Path, PopulationId, ProcessId, Progress,
    Question, Stop, System, Type, Unlimited, Unreached, Verdict, Watch,
};

fn settings() -> Settings {
    Settings { coverage: true, ..Settings::default() }
}

fn coverage(system: &System) -> Option<Coverage> {
    let all: Vec<usize> = (0..system.properties.len()).collect();
    check_with_coverage(system, &all, &settings(), &Unlimited).expect("the system can be checked").coverage
}

fn implies(left: Expr, right: Expr) -> Expr {
    Expr::new(ExprKind::Implies(Box::new(left), Box::new(right)), HERE)
}

/// A counter from 0 to 3 with an event that needs 4.
fn small_counter() -> (Model, system::Place) {
    let mut model = Model::default();
    let x = model.variable_at("x", range(0, 9), int(0));
    model.event("up", lt(read(&x), int(3)), just(assign(&x, plus(read(&x), int(1)))));
    model.event("reset", eq(read(&x), int(4)), just(assign(&x, int(0))));
    (model, x)
}

#[test]
fn in_most_models_everything_happens() {
    for model in [philosophers(5), ring(4), buffer(2, 2, 3)] {
        assert!(coverage(&model.system).is_some_and(|coverage| coverage.is_empty()));
    }
}

#[test]
fn dead_ends_are_counted_with_a_shortest_path_to_one() {
    let (model, _) = small_counter();
    let dead_ends = coverage(&model.system).and_then(|coverage| coverage.dead_ends).expect("3 is the end");
    assert_eq!((dead_ends.count, dead_ends.path.steps.len()), (1, 3));
    let endless = coverage(&ring(4).system).expect("it is small");
    assert_eq!(endless.dead_ends, None);
}

#[test]
fn locations_and_edges_are_found_for_all_instances_together() {
    let mut model = Model::default();
    let places = model.processes("Client", &["away", "here", "gone"], 2);
    for (instance, place) in places.iter().enumerate() {
        // Only the second one ever moves, and nobody goes on from `gone`.
        let steps = [(0, 1, instance == 1), (1, 0, true), (0, 0, false), (2, 0, true)];
        for (line, (from, to, guard)) in steps.into_iter().enumerate() {
            model.step("step", moves(place, from, to), Expr::bool(guard, HERE), Vec::new());
            let edge = model.system.edges.last_mut().expect("there is one");
            edge.owner = Owner::Instance(ProcessId(0), instance as u32);
            edge.span = Span::new(10 * line + 1, 10 * line + 9);
        }
    }
    model.property("true", Question::Invariant(yes()));
    let found = coverage(&model.system).expect("the search is complete");
    assert_eq!(found.unreached, [Unreached::Process(ProcessId(0), 2)]);
    assert_eq!(found.unused, [EdgeId(2)], "what leaves `gone` goes without saying");
}

#[test]
fn populations_have_locations_too() {
    let mut model = Model::default();
    let counters = model.population("Cache", &["invalid", "shared", "lost"]);
    for (counter, count) in counters.iter().zip([2, 0, 0]) {
        model.system.initial.push(eq(read(counter), int(count)));
    }
    model.step("share", shifts(&counters[0], &counters[1]), yes(), Vec::new());
    model.property("true", Question::Invariant(yes()));
    let found = coverage(&model.system).expect("the search is complete");
    assert_eq!(found.unreached, [Unreached::Population(PopulationId(0), 2)]);
    assert!(found.unused.is_empty());
}

#[test]
fn a_receiver_that_never_takes_part_is_found_and_a_fault_is_no_absence() {
    let mut model = Model::default();
    let x = model.variable_at("x", range(0, 1), int(0));
    let sender = model.edge("send", Movement::None, eq(read(&x), int(0)), just(assign(&x, int(1))));
    let hears = model.edge("hears", Movement::None, yes(), Vec::new());
    let deaf = model.edge("deaf", Movement::None, eq(read(&x), int(1)), Vec::new());
    model.transition(sender, &[(hears, false), (deaf, false)]);
    let breaks = model.event("breaks", yes(), just(assign(&x, int(7))));
    model.event("blocked", yes(), just(relation(and([eq(next(&x), int(0)), no()]))));
    model.property("true", Question::Invariant(yes()));
    let found = coverage(&model.system).expect("the search is complete");
    let blocked = EdgeId(4);
    assert_eq!(found.unused, [deaf, blocked], "{breaks:?} faults, so it is enabled");
}

#[test]
fn implications_are_found_where_they_must_hold_everywhere() {
    let (mut model, x) = small_counter();
    let never = |value| implies(eq(read(&x), int(value)), yes());
    let sometimes = || implies(eq(read(&x), int(2)), yes());
    model.property("plain", Question::Invariant(never(5)));
    model.property("both", Question::Invariant(and([sometimes(), never(6)])));
    model.property("branching", Question::Ctl(Ctl::Globally(Path::All, Box::new(Ctl::State(never(7))))));
    let live = Ltl::Implies(
        Box::new(Ltl::State(eq(read(&x), int(8)))),
        Box::new(Ltl::Finally(Box::new(Ltl::State(no())))),
    );
    model.property("linear", Question::Ltl(Ltl::Globally(Box::new(live))));
    model.property("at the start", Question::Ctl(Ctl::State(never(5))));
    model.property("violated", Question::Invariant(and([never(5), no()])));
    let found = coverage(&model.system).expect("the search is complete");
    let properties: Vec<usize> = found.never_true.iter().map(|(property, _)| *property).collect();
    assert_eq!(properties, [0, 1, 2, 3]);
    assert_eq!(found.never_true[1].1, eq(read(&x), int(6)));
    assert_eq!(found.unused, [EdgeId(1)]);
}

#[test]
fn copies_of_one_implication_are_one() {
    let (mut model, x) = small_counter();
    let copy = |value| {
        let mut left = eq(read(&x), int(value));
        left.span = Span::new(5, 9);
        implies(left, yes())
    };
    model.property("some", Question::Invariant(and([copy(3), copy(4)])));
    model.property("none", Question::Invariant(and([copy(5), copy(4)])));
    let found = coverage(&model.system).expect("the search is complete");
    assert_eq!(found.never_true.iter().map(|(property, _)| *property).collect::<Vec<_>>(), [1]);
}

#[test]
fn a_linear_property_alone_is_enough() {
    let (mut model, x) = small_counter();
    let inner = implies(eq(read(&x), int(5)), no());
    model.property("linear", Question::Ltl(Ltl::Globally(Box::new(Ltl::State(inner)))));
    assert_eq!(coverage(&model.system).expect("the search is short").never_true.len(), 1);
}

#[test]
fn an_incomplete_search_says_nothing() {
    let (mut model, x) = small_counter();
    model.property("violated", Question::Invariant(lt(read(&x), int(2))));
    assert_eq!(coverage(&model.system), None, "the search ends early");
    let mut model = Model::default();
    let x = model.variable_at("x", Type::Int, int(0));
    model.event("up", yes(), just(assign(&x, plus(read(&x), int(1)))));
    model.property("true", Question::Invariant(yes()));
    let settings = Settings { state_limit: Some(100), ..settings() };
    let report =
        check_with_coverage(&model.system, &[0], &settings, &Unlimited).expect("a limit is no failure");
    assert_eq!(report.coverage, None);
}

/// Stops after so many questions.
struct Patience(Cell<u32>);

impl Watch for Patience {
    fn check(&self, _: &Progress) -> Result<(), Stop> {
        let left = self.0.get();
        self.0.set(left.saturating_sub(1));
        if left == 0 { Err(Stop::Interrupted) } else { Ok(()) }
    }

    fn may_allocate(&self, _: &Progress, _: u64) -> Result<(), Stop> {
        Ok(())
    }
}

#[test]
fn a_limit_during_the_second_look_leaves_the_verdicts() {
    let (mut model, _) = small_counter();
    model.property("true", Question::Invariant(yes()));
    let report = check_with_coverage(&model.system, &[0], &settings(), &Patience(Cell::new(0)));
    let report = report.expect("a limit is no failure");
    assert_eq!((report.answers[0].verdict(), report.coverage), (&Verdict::Holds, None));
}
