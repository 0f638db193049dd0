//! Certificates of wrong verdicts, forged by hand where a checker might be too trusting.

use certificates::{
    AlwaysAbove, Attractor, Automaton, AutomatonEdge, Certificate, Claim, Condition, Proof, Recurring,
    Region, Term, check,
};
use conformance::models::load_right;
use system::{ClaimedPath, Comparison, PathEnding, System, Unlimited, Value, VariableId};

fn forged(system: &System, property: &str, holds: bool, proof: Proof) -> Certificate {
    let kind = system.property(property).expect("the model has the property").question.kind();
    Certificate {
        property: property.into(),
        kind: kind.into(),
        holds,
        extras: Vec::new(),
        order: Vec::new(),
        definitions: Vec::new(),
        proof: Ok(proof),
    }
}

fn refused(system: &System, certificate: &Certificate) {
    let result = check(system, certificate, &Unlimited);
    let (extras, proof) = (certificate.extras.len(), &certificate.proof);
    assert!(result.is_err(), "a forgery with {extras} further variables is accepted: {proof:#?}");
}

/// Reads every word, and accepts those that take edges of so many sets again and again.
fn universal(acceptance_sets: u32) -> Automaton {
    let edge = AutomatonEdge { from: 0, to: 0, letters: vec![vec![]], marks: (0..acceptance_sets).collect() };
    Automaton { states: 1, initial: 0, acceptance_sets, edges: vec![edge] }
}

fn is(variable: usize, value: i128) -> Term {
    Term::compare(Comparison::Eq, Term::Variable(VariableId::from_index(variable)), Term::int(value))
}

const STANDS_STILL: &str =
    "var x: 0..1 := 0\nevent stay do skip\nltl comes: F (x = 1)\nctl comes_too: AF (x = 1)\n";

#[test]
fn acceptance_sets_that_there_are_not() {
    let system = load_right(STANDS_STILL);
    for place in [1, 2, 63, 64, usize::MAX] {
        let region = Region::Never(Condition::Acceptance(place));
        let proof = Proof::Linear { automaton: universal(1), invariant: Term::bool(true), region };
        let mut certificate = forged(&system, "comes", true, proof);
        certificate.extras = vec![("automaton".into(), Some(1))];
        refused(&system, &certificate);
    }
}

#[test]
fn acceptance_sets_without_an_automaton() {
    let system = load_right(STANDS_STILL);
    let region = Region::Never(Condition::Acceptance(0));
    let shown = AlwaysAbove { set: Term::bool(false), region };
    let always = Claim::AlwaysAbove { inner: Box::new(Claim::Not(Box::new(Claim::State))), shown };
    let claim = Claim::Not(Box::new(always));
    let proof = Proof::Branching {
        invariant: Term::bool(true),
        fair_below: None,
        fair_above: None,
        claim: Box::new(claim),
        initial: None,
        rigid: Vec::new(),
    };
    refused(&system, &forged(&system, "comes_too", true, proof));
}

#[test]
fn a_dead_end_that_the_automaton_does_not_read() {
    let system = load_right("var x: 0..1 := 0\nevent go when x = 0 do x := 1\nltl comes: F (x = 1)\n");
    let edge = AutomatonEdge { from: 0, to: 0, letters: vec![vec![(0, false)]], marks: vec![0] };
    let automaton = Automaton { states: 1, initial: 0, acceptance_sets: 1, edges: vec![edge] };
    let step = (system::TransitionId::from_index(0), vec![Value::Int(1)]);
    let path = ClaimedPath { initial: vec![Value::Int(0)], steps: vec![step], ending: PathEnding::Endless };
    let recurring = Recurring { set: is(0, 1), visits: vec![(Condition::Acceptance(0), vec![is(0, 1)])] };
    let mut certificate =
        forged(&system, "comes", false, Proof::Endless { path, automaton, state: 0, recurring });
    certificate.extras = vec![("automaton".into(), Some(1))];
    refused(&system, &certificate);
}

/// The claim that a condition on single states is true in all states of the set that is looked at.
fn everywhere() -> Claim {
    let until = Claim::UntilAbove {
        left: Box::new(Claim::And(vec![])),
        right: Box::new(Claim::Not(Box::new(Claim::State))),
        set: Term::bool(false),
    };
    Claim::Not(Box::new(until))
}

fn branching(invariant: Term, claim: Claim, initial: Option<Vec<Value>>, rigid: Vec<i128>) -> Proof {
    Proof::Branching { invariant, fair_below: None, fair_above: None, claim: Box::new(claim), initial, rigid }
}

/// The atoms of such a formula have no value in a state alone, where a path is read.
#[test]
fn an_endless_path_of_a_formula_with_a_rigid_variable() {
    let system = load_right("var x: int := 5\nevent stay do skip\nltl never: forall k in int: G (x != k)\n");
    let edge = AutomatonEdge { from: 0, to: 0, letters: vec![vec![(0, false)]], marks: vec![0] };
    let automaton = Automaton { states: 1, initial: 0, acceptance_sets: 1, edges: vec![edge] };
    let step = (system::TransitionId::from_index(0), vec![Value::Int(5)]);
    let met = Term::compare(Comparison::Eq, Term::Extra(0), Term::int(5));
    let set = Term::And(vec![is(0, 5), met]);
    for steps in [vec![], vec![step.clone()], vec![step.clone(), step]] {
        let path = ClaimedPath { initial: vec![Value::Int(5)], steps, ending: PathEnding::Endless };
        let recurring =
            Recurring { set: set.clone(), visits: vec![(Condition::Acceptance(0), vec![set.clone()])] };
        let proof = Proof::Endless { path, automaton: automaton.clone(), state: 0, recurring };
        let mut certificate = forged(&system, "never", false, proof);
        certificate.extras = vec![("k".into(), None), ("automaton".into(), Some(1))];
        refused(&system, &certificate);
    }
}

fn nothing() -> Attractor {
    Attractor::default()
}

/// A number that falls for ever, one that does not fall, and one that grows on the way between layers.
#[test]
fn ranks_that_end_nowhere() {
    let system = load_right(
        "var x: int := 0\nvar b: bool := false\nevent up do x := x + 1, b := !b\nctl below: EF x < 0\n",
    );
    let x = || Term::Variable(VariableId(0));
    let b = || Term::Variable(VariableId(1));
    let minus = Term::Times(-1, Box::new(x()));
    let indicator = Term::If(Box::new(b()), Box::new(Term::int(1)), Box::new(Term::int(0)));
    for (layers, rank) in [
        (vec![Term::bool(true)], Some(minus.clone())),
        (vec![Term::bool(true)], Some(x())),
        (vec![Term::bool(true)], None),
        (vec![b(), Term::bool(true)], Some(indicator.clone())),
        (vec![b(), Term::Not(Box::new(b()))], Some(indicator)),
        (vec![Term::bool(true), Term::bool(true)], Some(minus)),
    ] {
        let (left, right) = (Box::new(Claim::And(vec![])), Box::new(Claim::State));
        let claim = Claim::UntilBelow { left, right, attractor: Attractor { layers, rank, then: None } };
        refused(&system, &forged(&system, "below", true, branching(Term::bool(true), claim, None, vec![])));
    }
}

/// Layers that lead to others which lead nowhere: behind a good part, and before one.
#[test]
fn further_layers_that_lead_nowhere() {
    let system = load_right("var x: 0..3 := 0\nevent down when x > 1 do x := x - 1\nctl one: EF x = 1\n");
    let plain = |layers: Vec<Term>| Attractor { layers, ..Attractor::default() };
    let ranked = |layers: Vec<Term>| Attractor { rank: Some(Term::Variable(VariableId(0))), ..plain(layers) };
    for parts in [
        vec![plain(vec![is(0, 2)]), plain(vec![is(0, 0)])],
        vec![plain(vec![is(0, 2)]), ranked(vec![is(0, 0)])],
        vec![ranked(vec![is(0, 0)]), plain(vec![is(0, 2)])],
        vec![plain(vec![is(0, 0)]), plain(vec![is(0, 2), is(0, 3)])],
        vec![plain(vec![]), plain(vec![]), plain(vec![is(0, 0)])],
        vec![plain(vec![is(0, 2)]), plain(vec![is(0, 3)]), plain(vec![is(0, 0)])],
    ] {
        let join = |then, part: Attractor| Some(Box::new(Attractor { then, ..part }));
        let attractor = *parts.into_iter().rev().fold(None, join).unwrap_or_default();
        let (left, right) = (Box::new(Claim::And(vec![])), Box::new(Claim::State));
        let claim = Claim::UntilBelow { left, right, attractor };
        refused(&system, &forged(&system, "one", true, branching(Term::bool(true), claim, None, vec![])));
    }
}

#[test]
fn rigid_variables_with_few_values() {
    let system = load_right("var x: int := 5\nevent stay do skip\nctl never: forall k in int: AG (x != k)\n");
    for values in [0, 1, 5] {
        let proof = branching(is(0, 5), everywhere(), None, vec![]);
        let mut certificate = forged(&system, "never", true, proof);
        certificate.extras = vec![("k".into(), Some(values))];
        refused(&system, &certificate);
    }
}

#[test]
fn rigid_variables_without_any_value() {
    let system = load_right(
        "var x: int := 5\nevent stay do skip\nctl always: forall k in int: AG (x = k || x != k)\n",
    );
    let (left, right) = (Box::new(Claim::And(vec![])), Box::new(Claim::Not(Box::new(Claim::State))));
    let claim = Claim::UntilBelow { left, right, attractor: nothing() };
    for (values, rigid) in [(Some(0), vec![0]), (Some(1), vec![1]), (Some(0), vec![]), (None, vec![])] {
        let proof = branching(is(0, 5), claim.clone(), Some(vec![Value::Int(5)]), rigid);
        let mut certificate = forged(&system, "always", false, proof);
        certificate.extras = vec![("k".into(), values)];
        refused(&system, &certificate);
    }
}

#[test]
fn values_that_a_rigid_variable_does_not_have() {
    let system =
        load_right("var x: int := 5\nevent stay do skip\nctl above: forall k in nat: AG (x > -1 - k)\n");
    let (left, right) = (Box::new(Claim::And(vec![])), Box::new(Claim::Not(Box::new(Claim::State))));
    let claim = Claim::UntilBelow { left, right, attractor: nothing() };
    for rigid in [vec![-7], vec![-7, 0], vec![0, -7], vec![]] {
        let proof = branching(is(0, 5), claim.clone(), Some(vec![Value::Int(5)]), rigid);
        let mut certificate = forged(&system, "above", false, proof);
        certificate.extras = vec![("k".into(), None)];
        refused(&system, &certificate);
    }
}

#[test]
fn a_rigid_variable_that_is_the_state_of_the_automaton() {
    let system = load_right("var x: int := 5\nevent stay do skip\nltl never: forall k in int: G (x != k)\n");
    let edges = vec![
        AutomatonEdge { from: 0, to: 0, letters: vec![vec![(0, true)]], marks: vec![] },
        AutomatonEdge { from: 0, to: 1, letters: vec![vec![(0, false)]], marks: vec![] },
        AutomatonEdge { from: 1, to: 1, letters: vec![vec![]], marks: vec![0] },
    ];
    let automaton = Automaton { states: 2, initial: 0, acceptance_sets: 1, edges };
    let here = Term::compare(Comparison::Eq, Term::Extra(0), Term::int(0));
    let invariant = Term::And(vec![is(0, 5), here]);
    let region = Region::Never(Condition::Acceptance(0));
    let mut certificate = forged(&system, "never", true, Proof::Linear { automaton, invariant, region });
    for values in [Some(2), None] {
        certificate.extras = vec![("k".into(), values)];
        refused(&system, &certificate);
    }
}

/// An automaton whose state changes once, with a definition of where it has not changed: whoever overlooks that this definition
/// depends on the state of the automaton takes the definition for a set that no step leaves.
#[test]
fn more_further_variables_than_are_told_apart() {
    let system = load_right("var x: 0..1 := 0\nevent stay do skip\nltl comes: F (x = 1)\n");
    for place in [0, 63, 64, usize::from(u16::MAX) - 1, usize::from(u16::MAX), usize::from(u16::MAX) + 1] {
        let edges = vec![
            AutomatonEdge { from: 0, to: 1, letters: vec![vec![]], marks: vec![] },
            AutomatonEdge { from: 1, to: 1, letters: vec![vec![]], marks: vec![] },
        ];
        let automaton = Automaton { states: 2, initial: 0, acceptance_sets: 0, edges };
        let rank = Term::Sum(vec![Term::int(1), Term::Times(-1, Box::new(Term::Extra(place)))]);
        let region = Region::Rank(rank, Box::new(Region::Nothing));
        let proof = Proof::Linear { automaton, invariant: Term::Name(0), region };
        let mut certificate = forged(&system, "comes", true, proof);
        let unchanged = Term::compare(Comparison::Eq, Term::Extra(place), Term::int(0));
        certificate.definitions = vec![("unchanged".into(), unchanged)];
        certificate.extras = (0..place).map(|number| (format!("further{number}"), None)).collect();
        certificate.extras.push(("automaton".into(), Some(2)));
        refused(&system, &certificate);
    }
}

#[test]
fn parts_that_are_missing_or_too_many() {
    let text = "var x: 0..2 := 0\nevent up when x < 2 do x := x + 1\nltl both: G (x >= 0) && G (x <= 1)\n";
    let system = load_right(text);
    let edges = vec![
        AutomatonEdge { from: 0, to: 0, letters: vec![vec![(0, true)]], marks: vec![] },
        AutomatonEdge { from: 0, to: 1, letters: vec![vec![(0, false)]], marks: vec![] },
        AutomatonEdge { from: 1, to: 1, letters: vec![vec![]], marks: vec![0] },
    ];
    let automaton = Automaton { states: 2, initial: 0, acceptance_sets: 1, edges };
    let invariant = Term::compare(Comparison::Eq, Term::Extra(0), Term::int(0));
    let good = Proof::Linear { automaton, invariant, region: Region::Never(Condition::Acceptance(0)) };
    let nested = Proof::Parts(vec![good.clone()]);
    for parts in [vec![], vec![good.clone()], vec![good.clone(), good.clone()], vec![good, nested]] {
        for holds in [true, false] {
            let mut certificate = forged(&system, "both", holds, Proof::Parts(parts.clone()));
            certificate.extras = vec![("automaton".into(), Some(2))];
            refused(&system, &certificate);
        }
    }
}

#[test]
fn formulas_that_nest_without_end() {
    let system = load_right("var x: 0..1 := 0\nevent stay do skip\ninvariant never: x = 1\n");
    let mut deep = Term::bool(true);
    for _ in 0..10_000 {
        deep = Term::Not(Box::new(deep));
    }
    refused(&system, &forged(&system, "never", true, Proof::Invariant(deep)));
    let mut certificate = forged(&system, "never", true, Proof::Invariant(Term::Name(0)));
    certificate.definitions = vec![("itself".into(), Term::Name(0))];
    refused(&system, &certificate);
    certificate.definitions = vec![("later".into(), Term::Name(1)), ("earlier".into(), Term::Name(0))];
    refused(&system, &certificate);
}
