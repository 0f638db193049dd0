//! Random nets: what is found on the reduced net is what an explicit search of the whole one finds.
//!
//! Every path has been replayed in the whole system and looked at a second time by then, or there would have been no answer but a failure.
//! `FATHOM_SEEDS=n` takes so many nets, `FATHOM_SLOW=1` many more than usual.

use engines::{
    Availability, Choice, Engine, Event, Options, ReducedNetEngine, ReducedSearch, Use, find, plan, run,
};
use random_numbers::Xorshift;
use std::collections::BTreeMap;
use std::fmt::Write;
use system::{System, Unlimited, Verdict};

/// Searches whatever is left of a net, state by state.
static STATE_BY_STATE: ReducedNetEngine =
    ReducedNetEngine { search: ReducedSearch::Explicit, most_left: 100 };

/// Does so with decision diagrams, where all places have bounds.
static IN_DIAGRAMS: ReducedNetEngine = ReducedNetEngine { search: ReducedSearch::Sets, most_left: 100 };

/// How many nets are tried.
fn seeds(usual: u64) -> u64 {
    let wanted = std::env::var("FATHOM_SEEDS").ok().and_then(|seeds| seeds.parse().ok());
    let slow = std::env::var_os("FATHOM_SLOW").map(|_| usual * 50);
    wanted.or(slow).unwrap_or(usual)
}

/// A random net as a model: chains and loops through which tokens travel, with a few transitions that join or part.
fn model(seed: u64) -> String {
    let mut random = Xorshift::scattered(seed);
    let places = 3 + random.below(6);
    let mut text = String::new();
    for place in 0..places {
        let tokens = if random.below(3) == 0 { 1 + random.below(2) } else { 0 };
        let _ = writeln!(text, "var p{place}: nat := {tokens}");
    }
    for event in 0..3 + random.below(7) {
        // As many tokens are given as taken, mostly, or fewer: else there might be no end of states.
        let takes = 1 + random.below(5) / 4;
        let gives = takes - u64::from(random.below(12) == 0);
        let mut change: BTreeMap<u64, (i64, i64)> = BTreeMap::new();
        (0..takes).for_each(|_| change.entry(random.below(places)).or_default().0 += 1);
        (0..gives).for_each(|_| change.entry(random.below(places)).or_default().1 += 1);
        let guards: Vec<String> = change
            .iter()
            .filter(|(_, (taken, _))| *taken > 0)
            .map(|(place, (taken, _))| format!("p{place} >= {taken}"))
            .collect();
        let effects: Vec<String> = change
            .iter()
            .filter(|(_, (taken, given))| taken != given)
            .map(|(place, (taken, given))| format!("p{place} := p{place} + {}", given - taken))
            .collect();
        let effects = if effects.is_empty() { "skip".into() } else { effects.join(", ") };
        let _ = writeln!(text, "event e{event} when {} do {effects}", guards.join(" && "));
    }
    let mut atom = || {
        let place = random.below(places);
        match random.below(3) {
            0 => format!("p{place} >= {}", 1 + random.below(3)),
            1 => format!("p{place} = {}", random.below(3)),
            _ => format!("p{place} <= p{}", random.below(places)),
        }
    };
    for number in 0..2 {
        let _ = writeln!(text, "invariant i{number}: {} || {}", atom(), atom());
        let _ = writeln!(text, "reachable r{number}: {} && {}", atom(), atom());
        let _ = writeln!(text, "ltl g{number}: G ({} => F {})", atom(), atom());
        let _ = writeln!(text, "ltl u{number}: ({}) U ({})", atom(), atom());
    }
    let _ = writeln!(text, "ltl f: F G {} || G F {}", atom(), atom());
    let _ = writeln!(text, "bound b: p0 + p1\ninvariant deadlock_free");
    text
}

/// The verdicts of an engine, with the largest values that it found, by the names of properties.
fn answers(system: &System, engine: &'static dyn Engine) -> BTreeMap<String, String> {
    let asked: Vec<usize> =
        (0..system.properties.len()).filter(|at| system.properties[*at].name != "no_faults").collect();
    let mut found = BTreeMap::new();
    let plan = plan(system, &asked, Choice::Only(engine), Use::Never);
    let ended = run(system, plan, &Options::default(), &Unlimited, &mut |event| {
        if let Event::Answered { property, answer, .. } = event
            && !answer.is_unknown()
        {
            let verdict = if *answer.verdict() == Verdict::Holds { "holds" } else { "violated" };
            let name = system.properties[property].name.clone();
            found.insert(name, format!("{verdict} {:?}", answer.value()));
        }
    });
    assert_eq!(ended, Ok(()), "{}", system.source.text());
    found
}

#[test]
fn reduced_nets_give_the_answers_of_whole_ones() {
    let Availability::Here(explicit) = find("explicit") else { panic!("there is an explicit engine") };
    let (mut compared, mut violated, mut in_diagrams) = (0, 0, 0);
    for seed in 0..seeds(40) {
        let text = model(seed);
        let system = language::load(&text, &Default::default()).system.expect("the model is right");
        let (reduced, whole) = (answers(&system, &STATE_BY_STATE), answers(&system, explicit));
        let diagrams = answers(&system, &IN_DIAGRAMS);
        in_diagrams += diagrams.len();
        for (name, answer) in reduced.iter().chain(&diagrams) {
            assert_eq!(Some(answer), whole.get(name), "{name} with seed {seed}\n{text}");
        }
        compared += reduced.len();
        violated += reduced.values().filter(|answer| answer.starts_with("violated")).count();
        assert_eq!(reduced.len(), whole.len(), "all are answered, seed {seed}\n{text}");
    }
    assert!(in_diagrams * 3 > compared, "{in_diagrams} of {compared}");
    assert!(compared > 0 && violated * 5 > compared && violated < compared, "{compared} {violated}");
}
