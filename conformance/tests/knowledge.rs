//! What was proved helps with what is asked beside it.

use conformance::{models, verdicts_within};
use engines::{Availability, Choice, Direction, Options, SymbolicOptions, find};
use std::time::Duration;
use system::Verdict;

/// Backward from `z < 0` there are more and more states, all of which `same` excludes.
const MODEL: &str = "
    var x, y, z: int
    init x = 0 && y = 0 && z = 0
    event both do x := x + 1, y := y + 1
    event add when z >= 0 do z := z + x - y
    invariant never: z >= 0
    invariant same: x = y
    ctl always: AG z >= 0
";

fn backward(properties: &[usize], limit: u64) -> Vec<Verdict> {
    let system = models::load(MODEL).system.expect("the model is right");
    let Availability::Here(engine) = find("symbolic") else { panic!("the engine is there") };
    let symbolic = SymbolicOptions {
        direction: Some(Direction::Backward),
        approximate: Some(false),
        ..SymbolicOptions::default()
    };
    let options = Options { symbolic, ..Options::default() };
    verdicts_within(&system, properties, Choice::Only(engine), &options, Duration::from_secs(limit))
        .expect("no engine fails")
}

#[test]
fn an_invariant_that_was_proved_strengthens_what_is_asked_beside_it() {
    assert_eq!(backward(&[0, 1, 2], 60), [Verdict::Holds, Verdict::Holds, Verdict::Holds]);
}

#[test]
fn without_it_the_fixpoint_does_not_end() {
    assert!(matches!(backward(&[0], 2)[..], [Verdict::Unknown(_)]));
}
