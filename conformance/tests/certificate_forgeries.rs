//! Certificates of wrong verdicts, forged by hand where a checker might be too trusting.

use certificates::{
    AlwaysAbove, Automaton, AutomatonEdge, Certificate, Claim, Condition, Proof, Recurring, Refusal, Region,
    Term, check,
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
    assert!(matches!(result, Err(_)), "a forgery is accepted: {certificate:#?}");
    println!("{:?}", result);
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
        claim,
        initial: None,
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

#[test]
fn rigid_variables_with_few_values() {
    let system = load_right("var x: int := 5\nevent stay do skip\nctl never: forall k in int: AG (x != k)\n");
    for values in [0, 1, 5] {
        let until = Claim::UntilAbove {
            left: Box::new(Claim::And(vec![])),
            right: Box::new(Claim::Not(Box::new(Claim::State))),
            set: Term::bool(false),
        };
        let claim = Claim::Not(Box::new(until));
        let proof = Proof::Branching {
            invariant: is(0, 5),
            fair_below: None,
            fair_above: None,
            claim,
            initial: None,
        };
        let mut certificate = forged(&system, "never", true, proof);
        certificate.extras = vec![("k".into(), Some(values))];
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
    certificate.extras = vec![("k".into(), Some(2))];
    refused(&system, &certificate);
}

#[test]
fn more_further_variables_than_are_told_apart() {
    let system = load_right("var x: 0..1 := 0\nevent stay do skip\nltl comes: F (x = 1)\n");
    let many = usize::from(u16::MAX);
    let edges = vec![
        AutomatonEdge { from: 0, to: 1, letters: vec![vec![]], marks: vec![0] },
        AutomatonEdge { from: 1, to: 1, letters: vec![vec![]], marks: vec![0] },
    ];
    let automaton = Automaton { states: 2, initial: 0, acceptance_sets: 1, edges };
    let here = Term::compare(Comparison::Eq, Term::Extra(many), Term::int(0));
    let region =
        Region::Classes(vec![(Term::Name(0), Region::Rank(Term::int(0), Box::new(Region::Nothing)))]);
    let _ = region;
    let proof = Proof::Linear {
        automaton,
        invariant: Term::Name(0),
        region: Region::Classes(vec![(Term::Not(Box::new(Term::Name(0))), Region::Nothing)]),
    };
    let mut certificate = forged(&system, "comes", true, proof);
    certificate.definitions = vec![("set".into(), here)];
    certificate.extras = (0..=many).map(|n| (format!("e{n}"), Some(2))).collect();
    let result = check(&system, &certificate, &Unlimited);
    println!("{result:?}");
}
