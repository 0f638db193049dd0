//! Paths that are claimed to decide temporal properties: those that do not must be refused.

use super::*;
use diagnostics::Span;
use system::{
    Assumption, Block, ClaimedPath, Comparison, Ctl, Edge, EdgeId, Evidence, Explanation, Fairness, Largest,
    Ltl, Movement, Owner, Path, PathEnding, Place, Role, Statement, StatementKind, Step, Transition,
    TransitionId, Type, Unit, Variable, VariableId, retrace_from,
};

const SPAN: Span = Span { start: 0, end: 0 };
const RANGE: Type = Type::Range { low: 0, high: 2 };

fn x_is(value: i128) -> Expr {
    Expr::compare(Comparison::Eq, Expr::read(VariableId(0), RANGE, SPAN), Expr::int(value, SPAN), SPAN)
}

fn event(name: &str, from: i128, to: i128) -> Edge {
    let place = Place::variable(VariableId(0), RANGE, SPAN);
    let assign = StatementKind::Assign { place, value: Expr::int(to, SPAN) };
    let step = Step { statements: vec![Statement { kind: assign, span: SPAN }] };
    Edge {
        name: name.into(),
        label: Some(name.into()),
        owner: Owner::Event,
        movement: Movement::None,
        guard: x_is(from),
        action: Block { steps: vec![step] },
        span: SPAN,
    }
}

/// `go` leads from 0 to 1, `back` returns, and `stop` leads from 1 to 2, where everything ends.
fn game(fairness: &[fn(Unit) -> Assumption]) -> System {
    let variable = Variable {
        name: "x".into(),
        base: "x".into(),
        ty: RANGE,
        role: Role::Variable,
        owner: None,
        element: None,
        span: SPAN,
    };
    let stop = || Unit { name: "stop".into(), edges: vec![EdgeId(2)] };
    System {
        variables: vec![variable],
        initial: vec![x_is(0)],
        edges: vec![event("go", 0, 1), event("back", 1, 0), event("stop", 1, 2)],
        transitions: (0..3).map(|edge| Transition { sender: EdgeId(edge), receivers: Vec::new() }).collect(),
        fairness: fairness.iter().map(|kind| Fairness { assumption: kind(stop()), span: SPAN }).collect(),
        ..System::default()
    }
}

/// The path through these values of `x`.
fn walk(values: &[i128], ending: PathEnding) -> Trace {
    let state = |value: i128| vec![Value::Int(value)];
    let transition = |pair: &[i128]| match pair {
        [0, 1] => TransitionId(0),
        [1, 0] => TransitionId(1),
        _ => TransitionId(2),
    };
    let steps = values.windows(2).map(|pair| (transition(pair), state(pair[1]))).collect();
    let claimed = ClaimedPath { initial: state(values[0]), steps, ending };
    retrace_from(&game(&[]), &claimed).expect("the path is one of the game's")
}

fn verdict(system: &System, question: Question, answer: Answer) -> Result<(), String> {
    let property = Property { name: "p".into(), question, expect: None, doc: Vec::new(), span: SPAN };
    confirm(system, &property, &answer)
}

fn answered(question: &Question, evidence: Evidence) -> Answer {
    Answer::from_evidence(question, evidence, "explicit", "").expect("it is evidence for such a question")
}

fn linear(system: &System, formula: Ltl, trace: Trace) -> Result<(), String> {
    let question = Question::Ltl(formula);
    let answer = answered(&question, Evidence::path(trace));
    verdict(system, question, answer)
}

fn finally_two() -> Ltl {
    Ltl::Finally(Box::new(Ltl::State(x_is(2))))
}

fn never_two() -> Ltl {
    Ltl::Globally(Box::new(Ltl::Not(Box::new(Ltl::State(x_is(2))))))
}

#[test]
fn a_lasso_must_violate_the_formula() {
    let round = || walk(&[0, 1, 0], PathEnding::Loop(0));
    assert_eq!(linear(&game(&[]), finally_two(), round()), Ok(()));
    let refused = linear(&game(&[]), never_two(), round());
    assert_eq!(refused, Err("the path satisfies the formula".into()));
}

#[test]
fn a_lasso_must_be_fair() {
    let round = || walk(&[0, 1, 0], PathEnding::Loop(0));
    assert_eq!(linear(&game(&[Assumption::Weak]), finally_two(), round()), Ok(()));
    let refused = linear(&game(&[Assumption::Weak, Assumption::Strong]), finally_two(), round());
    assert_eq!(refused, Err("the path is not fair: it breaks `strong stop`".into()));
}

#[test]
fn a_path_must_be_maximal() {
    let whole = walk(&[0, 1, 2], PathEnding::DeadEnd);
    assert_eq!(linear(&game(&[Assumption::Strong]), never_two(), whole), Ok(()));
    let refused = linear(&game(&[]), finally_two(), walk(&[0, 1], PathEnding::Finite));
    assert_eq!(refused, Err("the last state has a successor".into()));
    let open = Trace { ending: Ending::Loop(0), ..walk(&[0, 1], PathEnding::Finite) };
    let refused = linear(&game(&[]), finally_two(), open);
    assert_eq!(refused, Err("the last step does not close the loop".into()));
}

fn leaf(value: i128, is: bool) -> Explanation {
    Explanation {
        formula: Ctl::State(x_is(value)),
        value: is,
        reasons: Vec::new(),
        path: None,
        parts: Vec::new(),
    }
}

fn explanation(formula: Ctl, value: bool, path: Trace, parts: Vec<Explanation>) -> Explanation {
    Explanation { formula, value, reasons: Vec::new(), path: Some(path), parts }
}

fn branching(system: &System, explanation: Explanation) -> Result<(), String> {
    let question = Question::Ctl(explanation.formula.clone());
    let trace = explanation.path.clone().expect("there is a path");
    let answer = answered(&question, Evidence::Path { trace, explanation: Some(Box::new(explanation)) });
    verdict(system, question, answer)
}

fn state(value: i128) -> Box<Ctl> {
    Box::new(Ctl::State(x_is(value)))
}

#[test]
fn a_path_of_a_branching_formula_must_end_where_it_should() {
    let finally = || Ctl::Finally(Path::Some, state(2));
    let there = explanation(finally(), true, walk(&[0, 1, 2], PathEnding::Finite), vec![leaf(2, true)]);
    assert_eq!(branching(&game(&[]), there), Ok(()));
    let early = explanation(finally(), true, walk(&[0, 1], PathEnding::Finite), vec![leaf(2, true)]);
    assert_eq!(branching(&game(&[]), early), Err("`x = 2` is false where it should be true".into()));
    let nothing = explanation(finally(), true, walk(&[0, 1, 2], PathEnding::Finite), vec![leaf(1, false)]);
    assert_eq!(branching(&game(&[]), nothing), Err("a path leads to nothing".into()));
    let trace = walk(&[0], PathEnding::Finite);
    let missing = Answer::from_evidence(&Question::Ctl(finally()), Evidence::path(trace), "explicit", "");
    assert!(missing.is_err(), "a path alone says nothing of a branching formula");
}

#[test]
fn a_path_that_stays_must_stay_be_maximal_and_be_fair() {
    let always = |value| Ctl::Finally(Path::All, state(value));
    let round = || walk(&[0, 1, 0], PathEnding::Loop(0));
    assert_eq!(branching(&game(&[]), explanation(always(2), false, round(), Vec::new())), Ok(()));
    assert!(branching(&game(&[]), explanation(always(1), false, round(), Vec::new())).is_err(), "1 is met");
    let strong = game(&[Assumption::Strong]);
    assert!(
        branching(&strong, explanation(always(2), false, round(), Vec::new())).is_err(),
        "it is not fair"
    );
    let part = walk(&[0, 1], PathEnding::Finite);
    assert!(branching(&game(&[]), explanation(always(2), false, part, Vec::new())).is_err(), "it goes on");
}

#[test]
fn paths_of_a_tree_must_hang_together() {
    let inner = || Ctl::Globally(Path::Some, Box::new(Ctl::Not(state(2))));
    let outer = Ctl::Globally(Path::All, Box::new(Ctl::Not(Box::new(inner()))));
    let tree = |round: Trace| {
        let stays = explanation(inner(), true, round, Vec::new());
        let negated = Explanation {
            formula: Ctl::Not(Box::new(inner())),
            value: false,
            reasons: Vec::new(),
            path: None,
            parts: vec![stays],
        };
        explanation(outer.clone(), false, walk(&[0, 1], PathEnding::Finite), vec![negated])
    };
    assert_eq!(branching(&game(&[]), tree(walk(&[1, 0, 1], PathEnding::Loop(0)))), Ok(()));
    let refused = branching(&game(&[]), tree(walk(&[0, 1, 0], PathEnding::Loop(0))));
    assert_eq!(refused, Err("a path begins in another state than it should".into()));
}

#[test]
fn the_largest_value_must_be_met() {
    let question = || Question::Bound(Expr::read(VariableId(0), RANGE, SPAN));
    let answer = |value| {
        let witness = Some(walk(&[0, 1, 2], PathEnding::Finite));
        answered(&question(), Evidence::Largest { value: Largest::Exactly(value), witness })
    };
    assert_eq!(verdict(&game(&[]), question(), answer(2)), Ok(()));
    assert!(verdict(&game(&[]), question(), answer(1)).is_err());
}

#[test]
fn an_endless_path_must_have_a_way_on() {
    assert_eq!(linear(&game(&[]), finally_two(), walk(&[0, 1], PathEnding::Endless)), Ok(()));
    let refused = linear(&game(&[]), finally_two(), walk(&[0, 1, 2], PathEnding::Endless));
    assert_eq!(refused, Err("the last state has no successor".into()));
}
