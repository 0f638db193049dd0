//! What lowering costs, how it is ended, and what is left where a part of a system cannot be said in formulas.

use decision_diagrams::{Diagrams, Options};
use language::{Overrides, load};
use state_sets::Halt;
use std::cell::Cell;
use symbolic::{Budget, LowerOptions, Lowered, LoweringError, Settings, can_check, check_in, lower};
use system::{Answer, Progress, Stop, System, Unlimited, Verdict, Watch};

/// Counts how often it is asked, and ends the work after so many times.
struct Patience {
    asked: Cell<u64>,
    most: u64,
}

impl Watch for Patience {
    fn check(&self, _: &Progress) -> Result<(), Stop> {
        self.asked.set(self.asked.get() + 1);
        if self.asked.get() > self.most { Err(Stop::Interrupted) } else { Ok(()) }
    }

    fn may_allocate(&self, _: &Progress, _: u64) -> Result<(), Stop> {
        Ok(())
    }
}

fn model(text: &str) -> System {
    let loaded = load(text, &Overrides::default());
    loaded.system.unwrap_or_else(|| panic!("{:?} {:?}", loaded.diagnostics, loaded.problems))
}

/// The system as formulas, and how often work asked whether it may go on.
fn lowered(system: &System, most: u64) -> (Result<Lowered, LoweringError>, u64) {
    let patience = Patience { asked: Cell::new(0), most };
    let options = LowerOptions { largest: usize::MAX, ..LowerOptions::default() };
    let result = lower(system, &options, &Budget::new(&patience));
    (result, patience.asked.get())
}

/// Two processes that follow each other's references, so many times one after the other.
fn chain(length: usize) -> System {
    let statement = "P[0].n->m->n := P[1].m->n->n; P[1].n->m->n := P[0].m->n->m";
    let action = vec![statement; length].join("; ");
    model(&format!(
        "process P[i in 0..1] {{ var n: ref P := P[0] var m: ref P := P[0] loc l l -> l do {{ {action} }} }}\
         invariant deadlock_free"
    ))
}

#[test]
fn an_action_costs_no_more_than_its_length() {
    let (short, short_cost) = lowered(&chain(2), u64::MAX);
    let (long, long_cost) = lowered(&chain(10), u64::MAX);
    assert!(short.is_ok_and(|lowered| lowered.refused.is_empty()));
    assert!(long.is_ok_and(|lowered| lowered.refused.is_empty()));
    assert!(long_cost <= 10 * (short_cost + 1), "{short_cost} and {long_cost}");
}

#[test]
fn lowering_ends_when_it_is_told_to() {
    let (result, asked) = lowered(&chain(50), 0);
    assert_eq!((result.err(), asked), (Some(LoweringError::Interrupted(Halt::Interrupted)), 1));
}

#[test]
fn whether_something_can_be_checked_is_seen_without_lowering() {
    // Lowering this would be refused, for the size of its formulas.
    let system = chain(10);
    assert!(can_check(&system, &[0, 1], &Settings::default()).iter().all(Result::is_ok));
    let listed = lower(&system, &LowerOptions::default(), &Budget::unlimited());
    assert_eq!(listed.expect("the variables have formulas").refused.len(), 2);
}

#[test]
fn what_one_transition_lacks_leaves_paths_along_the_others() {
    let system = model(
        "var x, y: -1000..1000 := 1
         event square when x > 500 do x := x * y
         event step when x < 3 do x := x + 1
         invariant small: x <= 2
         invariant smaller: x <= 1000
         reachable three: x = 3
         reachable four: x = 4",
    );
    let options = LowerOptions::default();
    let lowered = lower(&system, &options, &Budget::unlimited()).expect("the variables have formulas");
    assert_eq!((lowered.moves.len(), lowered.refused.len()), (1, 1));
    let settings = Settings { only_finite: true, ..Settings::default() };
    let budget = Budget::new(&Unlimited);
    let make = |space| Diagrams::new(space, Options::default());
    let answers = check_in(&system, &[0, 1, 2, 3], &settings, &budget, make).expect("no failure");
    let verdicts: Vec<&Verdict> = answers.iter().map(Answer::verdict).collect();
    assert_eq!((verdicts[0], verdicts[2]), (&Verdict::Violated, &Verdict::Holds));
    assert!(answers[0].trace().is_some() && answers[2].witness().is_some());
    for open in [verdicts[1], verdicts[3]] {
        let Verdict::Unknown(reason) = open else { panic!("{open:?}") };
        assert!(reason.contains("a product of two variables"), "{reason}");
    }
}
