//! What is said of a largest value that is not settled is true, wherever a limit ends the work.
//!
//! The values are those of the same models with ranges in place of integers, which are searched state by state.

use conformance::models::load_right;
use engines::{Availability, Choice, Event, Options, Use, find, plan, run};
use std::sync::atomic::{AtomicU64, Ordering};
use system::{Answer, BoundValue, Progress, Question, Stop, System, Watch};

/// Models with an INT in place of the type of integers.
const MODELS: [&str; 4] = [
    "var x, y: INT init x = 0 && y = 0
     event a when x < 12 do x := x + 1
     event b when y < x do y := y + 1
     event c when x > 5 do x := 0
     bound sum: x + y bound gap: x - y bound scaled: 3 * x - 2 * y",
    "var x, y, z: INT init x = 1 && y = 0 && z = 0
     event double when x < 20 do x := x + x
     event take when x > 2 do x := x - 2, y := min(y + 1, 25)
     event pass when y > z do y := y - 1, z := min(z + 1, 30)
     bound most: x bound all: x + y - z bound back: z - x",
    "var n: INT var m: 0..50 var up: bool init n = 0 && m = 0 && up
     event rise when up && n < 300 do n := n + 1
     event turn when n = 300 do up := false
     event fall when !up && n > 0 do n := n - 1, m := min(m + 2, 36)
     bound height: n bound small: m bound more: m + m",
    "var a, b: INT init a = 3 && b = 3
     event swap when a > b do a := b, b := a
     event grow when a + b < 200 do a := a + 2
     event drop when b > 20 do b := 0
     bound first: a bound second: b bound away: a - b",
];

/// Ends after so many questions.
struct Patience(AtomicU64);

impl Watch for Patience {
    fn check(&self, _: &Progress) -> Result<(), Stop> {
        match self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)) {
            Ok(_) => Ok(()),
            Err(_) => Err(Stop::Share("the patience of a test".into())),
        }
    }

    fn may_allocate(&self, _: &Progress, _: u64) -> Result<(), Stop> {
        Ok(())
    }
}

fn answers(system: &System, engine: Option<&str>, patience: u64) -> Vec<Answer> {
    let is_bound = |number: &usize| matches!(system.properties[*number].question, Question::Bound(_));
    let all: Vec<usize> = (0..system.properties.len()).filter(is_bound).collect();
    let choice = match engine.map(find) {
        None => Choice::Auto,
        Some(Availability::Here(engine)) => Choice::Only(engine),
        Some(_) => panic!("there is no such engine"),
    };
    let mut found: Vec<Option<Answer>> = vec![None; system.properties.len()];
    let mut take = |event: Event| {
        if let Event::Answered { property, answer, .. } = event {
            found[property] = Some(*answer);
        }
    };
    let watch = Patience(AtomicU64::new(patience));
    run(system, plan(system, &all, choice, Use::Auto), &Options::default(), &watch, &mut take)
        .unwrap_or_else(|failure| panic!("{failure}"));
    all.iter().map(|number| found[*number].take().expect("each property is answered")).collect()
}

#[test]
fn a_largest_value_lies_between_what_is_said_of_it() {
    let mut sides = [0, 0, 0];
    for model in MODELS {
        let twin = load_right(&model.replace("INT", "-400..400"));
        let right = answers(&twin, Some("explicit"), u64::MAX);
        let system = load_right(&model.replace("INT", "int"));
        let many = if conformance::is_slow() { 400 } else { 18 };
        for (number, engine) in [None, Some("symbolic"), Some("explicit")].into_iter().enumerate() {
            for step in 1..many {
                let patience = step * step * 3 + number as u64;
                let given = answers(&system, engine, patience);
                for (right, given) in right.iter().zip(&given) {
                    let Some(BoundValue::Exact(value)) = right.value() else { panic!("{right:?}") };
                    let place = format!("{engine:?}, {patience} questions: {given:?}\n{model}");
                    match given.value() {
                        Some(BoundValue::Exact(own)) => {
                            sides[2] += 1;
                            assert_eq!(own, value, "{place}");
                        }
                        Some(BoundValue::Between { at_least, at_most }) => {
                            sides[0] += usize::from(at_least.is_some());
                            sides[1] += usize::from(at_most.is_some());
                            assert!(at_least.is_none_or(|least| least <= value), "{place}");
                            assert!(at_most.is_none_or(|most| value <= most), "{place}");
                            assert!(at_least.is_none() || at_least != at_most, "{place}");
                        }
                        other => assert!(other.is_none(), "{place}"),
                    }
                }
            }
        }
    }
    println!("known from below, from above, exactly: {sides:?}");
    assert!(sides.iter().zip([100, 10, 100]).all(|(count, least)| *count > least), "{sides:?}");
}
