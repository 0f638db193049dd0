//! A system is written as formulas once for each coding of its values, however many properties, engines, representations and strategies
//! need them.

use conformance::models::load_right;
use engines::{Choice, Event, Options, Use, plan, run};
use std::collections::BTreeSet;
use std::sync::Mutex;
use system::{Progress, Stop, Verdict, Watch};

/// Properties of all kinds, some of which need variables of their own behind those of the system. Two counters are compared,
/// so that it is no net: a reduced net is another system, which is written by itself.
const MODEL: &str = "var x, y: int var n: nat var b: bool var small: 0..9
    init x = 0 && y = 0 && n = 0 && !b && small = 0
    event up when x < 30 do x := x + 1, n := n + 1
    event down when x > 0 && b do x := x - 1, y := y + 1
    event flip do b := !b
    event same when x = y && y = n && y < 0 do skip
    event count when small < 9 do small := small + 1
    fair flip
    fair up
    invariant positive: x >= 0
    reachable far: y = 2
    bound most: x
    bound without: n
    ctl back: AG EF b
    ctl rigid: forall k in nat: AG (n = k => AG n >= k)
    ltl again: G F b
    ltl rising: F x >= 1
    ltl rigid_too: forall k in nat: G (n = k => G n >= k)";

/// Lets engines go on, and keeps what they tell.
#[derive(Default)]
struct Listening(Mutex<Vec<String>>);

impl Watch for Listening {
    fn check(&self, _: &Progress) -> Result<(), Stop> {
        Ok(())
    }

    fn may_allocate(&self, _: &Progress, _: u64) -> Result<(), Stop> {
        Ok(())
    }

    fn note(&self, note: &dyn std::fmt::Display) {
        let note = note.to_string();
        if note.starts_with(encoding::NOTE) {
            self.0.lock().expect("nobody panics").push(note);
        }
    }
}

#[test]
fn a_system_is_written_as_formulas_once_for_each_coding() {
    let system = load_right(MODEL);
    let all: Vec<usize> = (0..system.properties.len()).collect();
    let watch = Listening::default();
    let mut open = Vec::new();
    let mut take = |event: Event| {
        if let Event::Answered { property, answer, .. } = event
            && let Verdict::Unknown(reason) = answer.verdict()
        {
            open.push((system.properties[property].name.clone(), reason.clone()));
        }
    };
    let plan = plan(&system, &all, Choice::Auto, Use::Never);
    run(&system, plan, &Options::default(), &watch, &mut take).unwrap_or_else(|failure| panic!("{failure}"));
    let notes = watch.0.into_inner().expect("nobody panics");
    let different: BTreeSet<&String> = notes.iter().collect();
    assert!(!notes.is_empty() && notes.len() == different.len(), "{notes:?}");
    assert_eq!(open, [], "all of them are answered");
}
