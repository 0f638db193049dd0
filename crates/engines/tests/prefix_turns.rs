//! Where much can happen at the same time, a prefix or a reduced net answers before sets and long searches do.

use engines::{Choice, Event, Options, Use, plan, run};
use system::{Unlimited, Verdict};

/// Philosophers who take one fork after the other and put them back one after the other.
fn philosophers(count: usize) -> String {
    format!(
        "model Forks
const N := {count}
var taken: array [0..N - 1] of bool := false
process Philosopher[i in 0..N - 1] {{
  let left = (i + N - 1) % N
  loc thinks, has_one, has_two, puts_back
  thinks    -> has_one   when !taken[left] do taken[left] := true
  has_one   -> has_two   when !taken[i]    do taken[i] := true
  has_two   -> puts_back when taken[left]  do taken[left] := false
  puts_back -> thinks    when taken[i]     do taken[i] := false
}}
invariant neighbours: !(Philosopher[0] at has_two && Philosopher[1] at has_two)
invariant opposite: !(Philosopher[0] at has_two && Philosopher[2] at has_two && Philosopher[4] at has_two)
ltl first: G (Philosopher[0] at has_two => !Philosopher[1] at has_two)
"
    )
}

/// The engine and the verdict for each property but `no_faults`.
fn answers(text: &str) -> Vec<(String, &'static str, Verdict)> {
    let system = language::load(text, &Default::default()).system.expect("the model is right");
    let asked: Vec<usize> =
        (0..system.properties.len()).filter(|at| system.properties[*at].name != "no_faults").collect();
    let mut found = Vec::new();
    let plan = plan(&system, &asked, Choice::Auto, Use::Auto);
    let ended = run(&system, plan, &Options::default(), &Unlimited, &mut |event| {
        if let Event::Answered { property, answer, .. } = event {
            found.push((system.properties[property].name.clone(), answer.engine, answer.verdict().clone()));
        }
    });
    assert_eq!(ended, Ok(()));
    found.sort_by(|one, other| one.0.cmp(&other.0));
    found
}

#[test]
fn many_neighbours_are_answered_by_a_prefix() {
    let expected =
        [("first", Verdict::Holds), ("neighbours", Verdict::Holds), ("opposite", Verdict::Violated)];
    let found = answers(&philosophers(24));
    assert_eq!(found.len(), expected.len());
    for ((name, engine, verdict), wanted) in found.iter().zip(expected) {
        assert_eq!((name.as_str(), verdict), (wanted.0, &wanted.1));
        // A path that is found soon is a shortest one, by the search, which also takes what a reduction leaves for a single state.
        let is_linear = *name == "first";
        assert!(*engine == "unfolding" || !is_linear || *verdict == Verdict::Violated, "{name}: {engine}");
    }
}

#[test]
fn few_neighbours_are_searched() {
    for (name, engine, _) in answers(&philosophers(3)) {
        assert_eq!(engine, "explicit", "{name}");
    }
}
