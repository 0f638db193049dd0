//! Coverability problems that others collected, with the answers that are recorded for them.
//!
//! `FATHOM_SLOW=1` gives each of them the work that the hardest one needs, and then all must be settled.

mod readers;

use budget::Budget;
use coverability::backward::{BackwardOptions, CoverabilityAnswer, backward};

/// Problems with limits whose abstraction without them is covered.
const NOT_MONOTONE: [&str; 1] = ["german_protocol.spec"];

#[test]
fn recorded_answers_are_found() {
    let slow = std::env::var_os("FATHOM_SLOW").is_some();
    let mut unsettled = Vec::new();
    for problem in readers::problems() {
        let budget = Budget::operations(if slow { 3_000_000_000 } else { 300_000 });
        let outcome = backward(&problem.net, &problem.targets, &BackwardOptions::default(), &budget);
        let covered = match outcome.map(|outcome| outcome.answer) {
            Ok(CoverabilityAnswer::Covered(run)) => {
                let markings = problem.net.walk(&run).expect("no overflow").expect("a run of the net");
                let last = markings.last().expect("a run has a first marking");
                assert!(problem.targets.iter().any(|target| target.contains(last)), "{}", problem.name);
                Some(true)
            }
            Ok(CoverabilityAnswer::Uncovered(_)) => Some(false),
            _ => None,
        };
        match (covered, problem.covered) {
            (Some(covered), Some(recorded)) => assert_eq!(covered, recorded, "{}", problem.name),
            (None, _) if problem.closed => unsettled.push(problem.name),
            _ => {}
        }
    }
    println!("not settled: {unsettled:?}");
    if slow {
        unsettled.retain(|name| !NOT_MONOTONE.iter().any(|known| name.ends_with(known)));
        assert!(unsettled.is_empty(), "{unsettled:?}");
    }
}
