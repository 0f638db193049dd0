//! Small models with stated verdicts, checked with sets that are lists of states.

use language::{Overrides, load};
use state_sets::{Enumerated, Halt};
use std::cell::Cell;
use symbolic::{Budget, Exploration, Failure, Settings, can_check, check_in};
use system::{Answer, BoundValue, Ending, Expectation, Progress, Stop, System, Unlimited, Verdict, Watch};

fn model(text: &str) -> System {
    let loaded = load(text, &Overrides::default());
    loaded.system.unwrap_or_else(|| panic!("{:?} {:?}", loaded.diagnostics, loaded.problems))
}

fn answers(system: &System, exploration: Exploration) -> Vec<Answer> {
    let all: Vec<usize> = (0..system.properties.len()).collect();
    let settings = Settings { exploration, ..Settings::default() };
    assert!(can_check(system, &all, &settings).iter().all(Result::is_ok));
    check_in(system, &all, &settings, &Budget::new(&Unlimited), Enumerated::new).expect("no failure")
}

/// Every property has the verdict that the model states, however states are explored.
#[track_caller]
fn assert_as_expected(text: &str) -> Vec<Answer> {
    let system = model(text);
    for exploration in [Exploration::Saturated, Exploration::Chained, Exploration::Layered] {
        for (property, answer) in system.properties.iter().zip(answers(&system, exploration)) {
            let expected = match property.expect {
                Some(Expectation::Violated) => Verdict::Violated,
                _ => Verdict::Holds,
            };
            assert_eq!(*answer.verdict(), expected, "{} by {exploration:?}", property.name);
        }
    }
    answers(&system, Exploration::Saturated)
}

#[test]
fn what_states_decide() {
    let answers = assert_as_expected(
        "var x: 0..5 := 0
         event up when x < 4 do x := x + 1
         event trip when x = 3 do assert x = 2
         @expect(holds) invariant low: x <= 4
         @expect(violated) invariant lower: x <= 3
         @expect(holds) reachable three: x = 3
         @expect(violated) reachable five: x = 5
         @expect(violated) invariant deadlock_free
         @expect(holds) bound most: 2 * x - 1
         @expect(violated) invariant no_faults",
    );
    let steps = |at: usize| answers[at].trace().or(answers[at].witness()).map(|path| path.steps.len());
    assert_eq!([1, 2, 4, 5, 6].map(steps), [Some(4), Some(3), Some(4), Some(4), Some(3)]);
    assert_eq!(answers[5].value(), Some(BoundValue::Exact(7)));
    let fault = &answers[6].trace().unwrap().ending;
    assert!(matches!(fault, Ending::Fault(fault) if fault.name == "trip"));
    assert_eq!(answers[0].statistics[0], ("states", 5u32.into()));
}

#[test]
fn finite_paths_are_maximal() {
    assert_as_expected(
        "var x: 0..2 := 0
         event step when x < 2 do x := x + 1
         @expect(holds) ctl ends: AF x = 2
         @expect(holds) ctl nothing_next: AG (x = 2 => AX false)
         @expect(violated) ctl some_next: AG EX true
         @expect(holds) ctl stays: EG x <= 2
         @expect(holds) ctl weak: A[x < 2 W x = 2]
         @expect(holds) ctl release: E[x = 2 R x <= 2]
         @expect(violated) ctl early: AF x = 1 && EG x < 2
         @expect(holds) ltl repeats: F G x = 2
         @expect(violated) ltl leaves: G F x < 2",
    );
}

const LAMP: &str = "var on: bool := false
    var n: 0..2 := 0
    event toggle do on := !on
    event count when on && n < 2 do n := n + 1";

#[test]
fn weak_fairness_is_not_strong_fairness() {
    let with = |fairness: &str, verdict: &str| {
        assert_as_expected(&format!(
            "{LAMP}
             {fairness}
             @expect({verdict}) ctl counts: AF n = 2
             @expect({verdict}) ltl also: F n = 2
             @expect(violated) ltl lit: F G on"
        ));
    };
    with("", "violated");
    with("fair count", "violated");
    with("strong count", "holds");
}

#[test]
fn justice_and_compassion_are_about_states() {
    assert_as_expected(&format!(
        "{LAMP}
         justice n = 2
         @expect(holds) ltl counts: F n = 2
         @expect(holds) ctl also: AF n = 2
         @expect(violated) ltl off: F G !on"
    ));
    assert_as_expected(&format!(
        "{LAMP}
         compassion (on, n > 0)
         @expect(holds) ltl counts: F n = 1
         @expect(violated) ltl all: F n = 2
         @expect(holds) ctl can: AG (EF n = 2)"
    ));
}

#[test]
fn a_lasso_is_shown() {
    let answers = assert_as_expected(&format!("{LAMP}\n fair toggle\n @expect(violated) ltl ends: F G on"));
    let trace = answers[0].trace().unwrap();
    assert!(matches!(trace.ending, Ending::Loop(_)), "{trace:?}");
}

#[test]
fn no_initial_state_is_a_failure() {
    let system = model("var x: 0..2 := 0\n init x = 1\n invariant p: true");
    let budget = Budget::new(&Unlimited);
    let checked = check_in(&system, &[0], &Settings::default(), &budget, Enumerated::new);
    assert_eq!(checked, Err(Failure::NoInitialState));
}

/// Says stop when it has been asked so many times.
struct Patience(Cell<u32>);

impl Watch for Patience {
    fn check(&self, _: &Progress) -> Result<(), Stop> {
        self.0.set(self.0.get().saturating_sub(1));
        if self.0.get() == 0 { Err(Stop::Timeout("1 s".into())) } else { Ok(()) }
    }

    fn may_allocate(&self, _: &Progress, _: u64) -> Result<(), Stop> {
        Ok(())
    }
}

#[test]
fn limits_end_in_unknown_wherever_they_come() {
    let properties = "ctl counts: AF n = 2\n ltl also: F G on\n invariant p: n < 2";
    let system = model(&format!("{LAMP}\n strong count\n {properties}"));
    let settings = Settings { exploration: Exploration::Chained, ..Settings::default() };
    let expected = answers(&system, Exploration::Chained);
    let mut stopped = 0;
    for patience in (1..200).step_by(7) {
        let watch = Patience(Cell::new(patience));
        let budget = Budget::new(&watch);
        let given = check_in(&system, &[0, 1, 2], &settings, &budget, Enumerated::new).unwrap();
        for (answer, expected) in given.iter().zip(&expected) {
            let unknown = Verdict::Unknown("timeout after 1 s".into());
            stopped += usize::from(*answer.verdict() == unknown);
            assert!(
                *answer.verdict() == unknown || *answer.verdict() == *expected.verdict(),
                "{:?}",
                *answer.verdict()
            );
        }
    }
    assert!(stopped > 10, "limits were met {stopped} times");
}

#[test]
fn a_domain_that_refuses_the_space_says_why() {
    let system = model("var x: 0..2 := 0\n invariant p: true");
    let refuse = |_| Err::<Enumerated, _>(Halt::Unsupported("no room".into()));
    let given = check_in(&system, &[0], &Settings::default(), &Budget::new(&Unlimited), refuse).unwrap();
    assert_eq!(*given[0].verdict(), Verdict::Unknown("no room".into()));
}
