//! Infinite runs that automata accept: as a search through the product of all markings and all states says.

mod support;

use budget::Budget;
use nets::{Marking, Net};
use random_numbers::Xorshift;
use unfolding::{Automaton, Edge, Formula, Unfit, accepted_run};

/// Automata of temporal formulas without the next state, over two sets of markings.
fn automata(a: &Formula, b: &Formula) -> Vec<(&'static str, Automaton)> {
    let not = |formula: &Formula| Formula::Not(Box::new(formula.clone()));
    let both = |x: &Formula, y: &Formula| Formula::All(vec![x.clone(), y.clone()]);
    let either = |x: &Formula, y: &Formula| Formula::Any(vec![x.clone(), y.clone()]);
    let always = Formula::All(Vec::new());
    let make = |accepting: &[usize], edges: Vec<(usize, Formula, usize)>| Automaton {
        initial: 0,
        accepting: (0..3).map(|state| accepting.contains(&state)).collect(),
        edges: edges.into_iter().map(|(from, label, to)| Edge { from, label, to }).collect(),
    };
    let (na, nb) = (not(a), not(b));
    vec![
        ("G a", make(&[0], vec![(0, a.clone(), 0)])),
        ("F a", make(&[1], vec![(0, na.clone(), 0), (0, a.clone(), 1), (1, always.clone(), 1)])),
        ("FG a", make(&[1], vec![(0, always.clone(), 0), (0, a.clone(), 1), (1, a.clone(), 1)])),
        (
            "GF a",
            make(&[1], vec![(0, na.clone(), 0), (0, a.clone(), 1), (1, a.clone(), 1), (1, na.clone(), 0)]),
        ),
        ("a U b", make(&[1], vec![(0, both(a, &nb), 0), (0, b.clone(), 1), (1, always.clone(), 1)])),
        (
            "F(a & F b)",
            make(
                &[2],
                vec![
                    (0, always.clone(), 0),
                    (0, a.clone(), 1),
                    (0, both(a, b), 2),
                    (1, always.clone(), 1),
                    (1, b.clone(), 2),
                    (2, always.clone(), 2),
                ],
            ),
        ),
        (
            "G(a -> F b)",
            make(
                &[0],
                vec![(0, either(&na, b), 0), (0, both(a, &nb), 1), (1, nb.clone(), 1), (1, b.clone(), 0)],
            ),
        ),
        (
            "GF a & GF b",
            make(
                &[2],
                vec![
                    (0, na.clone(), 0),
                    (0, a.clone(), 1),
                    (1, nb.clone(), 1),
                    (1, b.clone(), 2),
                    (2, na.clone(), 0),
                    (2, a.clone(), 1),
                ],
            ),
        ),
        (
            "F(G b & GF a)",
            make(
                &[2],
                vec![
                    (0, always, 0),
                    (0, b.clone(), 1),
                    (1, both(b, &na), 1),
                    (1, both(b, a), 2),
                    (2, both(b, &na), 1),
                    (2, both(b, a), 2),
                ],
            ),
        ),
        ("a U G b", make(&[1], vec![(0, a.clone(), 0), (0, b.clone(), 1), (1, b.clone(), 1)])),
    ]
}

/// Whether some infinite run is accepted, where runs that end repeat their last marking.
fn accepted(markings: &[Marking], steps: &[Vec<(usize, usize)>], automaton: &Automaton) -> bool {
    let states = automaton.accepting.len();
    let successors = |node: usize| {
        let (marking, state) = (node / states, node % states);
        let mut targets: Vec<usize> = steps[marking].iter().map(|(_, target)| *target).collect();
        if targets.is_empty() {
            targets.push(marking);
        }
        let edges = automaton.edges.iter().filter(|edge| edge.from == state);
        let taken = edges.filter(|edge| edge.label.holds(&markings[marking]) == Some(true));
        taken.flat_map(|edge| targets.iter().map(|target| target * states + edge.to)).collect::<Vec<_>>()
    };
    let reach = |from: Vec<usize>| {
        let mut reached = vec![false; markings.len() * states];
        let mut stack = from;
        while let Some(node) = stack.pop() {
            if !std::mem::replace(&mut reached[node], true) {
                stack.extend(successors(node));
            }
        }
        reached
    };
    let reached = reach(vec![automaton.initial]);
    (0..reached.len())
        .filter(|node| reached[*node] && automaton.accepting[node % states])
        .any(|node| reach(successors(node))[node])
}

/// Compares all automata over two random sets of markings; how many runs were there.
fn compare(net: &Net, random: &mut Xorshift) -> Option<usize> {
    let (markings, steps) = support::explore(net, 60)?;
    let places = net.places.len();
    let mut set = || match random.below(3) {
        0 => support::formula(random, places, 1),
        _ => Formula::at_least(random.below(places as u64) as usize, 1),
    };
    let (a, b) = (set(), set());
    let mut found = 0;
    for (name, automaton) in automata(&a, &b) {
        let answer = accepted_run(net, &automaton, &Budget::operations(500_000));
        let Ok(answer) = answer else { continue };
        let lasso = answer.unwrap_or_else(|unfit| panic!("{unfit}: {name} {net:?}"));
        let expected = accepted(&markings, &steps, &automaton);
        assert_eq!(lasso.is_some(), expected, "{name} with {a:?} and {b:?} of {net:?}");
        if let Some(lasso) = lasso {
            assert_eq!(lasso.is_run_of(net), Some(true));
            found += 1;
        }
    }
    Some(found)
}

#[test]
fn runs_of_safe_nets() {
    let seeds = support::seeds(60);
    let mut found = 0;
    for seed in 0..seeds {
        let mut random = Xorshift::scattered(seed);
        let net = match seed % 2 {
            0 => support::machines(&mut random),
            _ => support::graph(&mut random),
        };
        found += compare(&net, &mut random).unwrap_or(0) as u64;
    }
    assert!(found > seeds && found < 9 * seeds, "{found} of {} questions had a run", 10 * seeds);
}

#[test]
fn runs_of_nets_with_several_tokens() {
    let (mut found, mut compared) = (0, 0);
    for seed in 0..support::seeds(60) {
        let mut random = Xorshift::scattered(seed);
        let net = support::anything(&mut random);
        if let Some(runs) = compare(&net, &mut random) {
            compared += 1;
            found += runs;
        }
    }
    assert!(compared > 8 && found > compared && found < 9 * compared, "{found} runs in {compared} nets");
}

/// Each of two markings is reached first without the other, and again behind it: neither may keep the other from being continued.
#[test]
fn circles_that_are_entered_at_both_ends() {
    let step = |number, from, to| support::transition(number, vec![(from, 1)], vec![(to, 1)]);
    let steps = vec![step(0, 0, 1), step(1, 0, 2), step(2, 1, 2), step(3, 2, 1)];
    let net = support::net(&[1, 0, 0, 0], steps.clone());
    let (markings, edges) = support::explore(&net, 10).expect("there are three markings");
    // Nothing visible, all visible, and one of the two visible.
    for (a, b) in [(3, 3), (1, 2), (1, 3), (2, 3), (0, 3), (2, 1)] {
        for (name, automaton) in automata(&Formula::at_least(a, 1), &Formula::at_least(b, 1)) {
            for negated in [false, true] {
                let mut automaton = automaton.clone();
                for edge in automaton.edges.iter_mut().filter(|_| negated) {
                    edge.label = swapped(&edge.label);
                }
                let run = accepted_run(&net, &automaton, &Budget::unlimited());
                let run = run.expect("the budget has no end").expect("it fits");
                assert_eq!(
                    run.is_some(),
                    accepted(&markings, &edges, &automaton),
                    "{name} {a} {b} {negated}"
                );
            }
        }
    }
}

/// The formula about the opposites of its comparisons.
fn swapped(formula: &Formula) -> Formula {
    match formula {
        Formula::All(parts) => Formula::All(parts.iter().map(swapped).collect()),
        Formula::Any(parts) => Formula::Any(parts.iter().map(swapped).collect()),
        Formula::Not(part) => Formula::Not(Box::new(swapped(part))),
        Formula::AtMost(..) => Formula::Not(Box::new(formula.clone())),
    }
}

#[test]
fn automata_that_do_not_fit_are_refused() {
    let net = support::net(
        &[1, 0],
        vec![
            support::transition(0, vec![(0, 1)], vec![(1, 1)]),
            support::transition(1, vec![(1, 1)], vec![(0, 1)]),
        ],
    );
    let ask = |automaton: &Automaton| {
        accepted_run(&net, automaton, &Budget::unlimited()).expect("the budget has no end")
    };
    let mut automaton = automata(&Formula::at_least(1, 1), &Formula::at_least(0, 1))[1].1.clone();
    assert!(ask(&automaton).is_ok_and(|run| run.is_some()));
    automaton.edges[0].to = 3;
    assert_eq!(ask(&automaton), Err(Unfit::Automaton));
    automaton.edges[0].to = 0;
    automaton.edges[0].label = Formula::at_least(2, 1);
    assert_eq!(ask(&automaton), Err(Unfit::Automaton));
}
