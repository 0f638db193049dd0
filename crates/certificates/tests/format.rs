//! Formulas and documents are read as they are written, and nothing else is read.

use certificates::{
    AlwaysAbove, AlwaysBelow, Attractor, Automaton, AutomatonEdge, Certificate, Claim, Condition, Document,
    Growth, Names, Proof, Recurring, Refusal, Region, StepSet, Term, check_path, concerns, header, layout,
    parse, parse_any, read, write, write_term,
};
use random_numbers::Xorshift;
use system::{
    ClaimedPath, Comparison, PathEnding, Question, Sort, System, TransitionId, Type, Value, VariableId,
};

const MODEL: &str = "model Names
const N := 2
const flag := true
var x, y: int
var b, c: bool
var phase, other: { red, green, `dark blue` } := red
var second: { green, red, grey } := grey
var slot: array [-1..1] of 0..3 := 0
var `odd name`: nat := 0
var p, q: ref Client := null
process Client[i in 1..N] {
  var ticket: int := 0
  loc think, wait, `in`
  think -> wait do x := x + 1
  wait -> `in` do y := y - 1
}
process Barber { loc asleep, awake
  asleep -> awake
}
population Cache { loc invalid, shared
  start invalid: any
  invalid -> shared
}
init x = 0 && y = 0 && b && !c
invariant below: x <= 1
reachable above: x >= 2
ltl live: F G (x >= 2)
ltl dead: G (x < 2)
";

fn model() -> System {
    let loaded = language::load(MODEL, &language::Overrides::default());
    loaded.system.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics))
}

fn variable(system: &System, name: &str) -> VariableId {
    VariableId::from_index(system.variables.iter().position(|variable| variable.name == name).expect(name))
}

/// What a text is read as, written again.
fn again(text: &str) -> String {
    let system = model();
    let mut names = Names::new(&system);
    names.begin(["k", "automaton"]).unwrap();
    names.define("d1", Some(Sort::Bool)).unwrap();
    names.define("if", Some(Sort::Int)).unwrap();
    match parse_any(&names, text) {
        Ok((term, _)) => write_term(&names, &term),
        Err(Refusal::Malformed(what)) => what,
        Err(other) => panic!("{other:?}"),
    }
}

#[test]
fn what_is_written_as_it_is_read_stays() {
    for text in [
        "x <= y",
        "x + y - 3 <= 2 * x - y",
        "-x + 2 * y = 0",
        "-3 * x < y / 2",
        "2 * (x / 3) + x % 2 = 1",
        "2 * x / 3 = 1",
        "b && c || !b && !c",
        "b && (c || d1)",
        "(b && c) && d1",
        "!(x = 1)",
        "!!b",
        "Client[1] at wait",
        "Client[1] at {think, `in`}",
        "!(Client[2] at wait)",
        "Barber at asleep && b",
        "p = Client[2] && q != null",
        "p in {null, Client[1]}",
        "phase = `dark blue` || second = red",
        "phase != other",
        "phase in {red, green}",
        "x in {1, 2, -3}",
        "count(Cache at shared) + count(Cache at invalid) >= 1",
        "slot[-1] + slot[0] <= `odd name` + Client[2].ticket",
        "k < automaton + `if`",
        "if b then x else if c then y else 3",
        "2 * (if b then x else y) + 1 > 0",
        "(if b then c else d1) && b",
        "(x = 1) = (y = 1)",
        "x + -170141183460469231731687303715884105728 < 0",
        "true",
        "0",
    ] {
        assert_eq!(again(text), text);
    }
}

#[test]
fn other_ways_of_writing_are_read() {
    for (text, written) in [
        ("`Client`[1].ticket=0", "Client[1].ticket = 0"),
        ("`Client[1].ticket` == 0", "Client[1].ticket = 0"),
        ("0 <= x < y", "0 <= x && x < y"),
        ("x in 0..3", "0 <= x && x <= 3"),
        ("x in {1, 2} = b", "(x in {1, 2}) = b"),
        ("!x in {1} || b", "!(x = 1) || b"),
        ("b => c => d1", "!b || (!c || d1)"),
        ("b <=> c", "b = c"),
        ("x = !b", "a Boolean stands where an integer is needed (at character 6 of the formula `x = !b`)"),
        ("b = !c && d1", "b = (!c) && d1"),
        ("2 * 3 * x - (4 + 1)", "6 * x - 5"),
        ("x - 2 * y - (x - y)", "x - 2 * y - (x - y)"),
        ("count(Cache at {invalid, shared}) > 0", "count(Cache at invalid) + count(Cache at shared) > 0"),
        ("  ( ( x ) )  ", "x"),
        ("x*2", "2 * x"),
        ("-(-x)", "1 * x"),
        ("x - -y", "x + 1 * y"),
    ] {
        assert_eq!(again(text), written, "{text}");
    }
}

#[test]
fn what_is_wrong_is_said() {
    for (text, message) in [
        ("servd = 1", "`servd` is no name here"),
        ("secnd = grey", "is `second` meant?"),
        ("phase = grey", "grey"),
        ("x && b", "an integer stands where a Boolean is needed"),
        ("x < b", "a Boolean stands where an integer is needed"),
        ("phase < red", "a member of an enumeration stands where an integer is needed"),
        ("x * y", "neither side of the product is a constant"),
        ("x / 0", "not a positive constant"),
        ("x % -2", "not a positive constant"),
        ("x / y", "not a positive constant"),
        ("(x", "`)` is missing"),
        ("x)", "`)` does not belong here"),
        ("if b then x", "`else` is missing"),
        ("if b", "`then` is missing"),
        ("x +", "an operand is missing"),
        ("x y", "an operator is missing"),
        ("", "an operand is missing"),
        ("`odd", "not closed"),
        ("slot[1", "not closed"),
        ("x # y", "does not belong here"),
        ("x at wait", "`at` belongs to processes"),
        ("Client[1] at nowhere", "nowhere"),
        ("count(Cache at nowhere) = 1", "there is no `Cache at nowhere`"),
        ("null", "`null` stands alone"),
        ("null = null", "`null`"),
        ("x = null", "`null` stands where an integer is needed"),
        ("170141183460469231731687303715884105728 = x", "too large"),
        ("1000000000000000000000000000000000000000000 = x", "too large"),
        ("170141183460469231731687303715884105727 * 2 = x", "too large"),
        ("b = x in {1, 2}", "no part of a chain"),
        ("then", "an operand is missing"),
    ] {
        let found = again(text);
        assert!(found.contains(message) && found.contains("at character"), "{text}: {found}");
    }
}

#[test]
fn long_and_deep_formulas() {
    let system = model();
    let names = Names::new(&system);
    let long = vec!["x <= y"; 100_000].join(" && ");
    let Ok(Term::And(all)) = parse(&names, &long, Sort::Bool) else { panic!("a long conjunction") };
    assert_eq!(all.len(), 100_000);
    let is_refused = |text: String| matches!(parse_any(&names, &text), Err(Refusal::Malformed(_)));
    let deep =
        |open: &str, middle: &str, close: &str, count| open.repeat(count) + middle + &close.repeat(count);
    assert!(!is_refused(deep("(", "x", ")", 1_500)));
    assert!(!is_refused(deep("!", "b", "", 1_500)));
    for (open, middle, close) in [
        ("(", "x", ")"),
        ("(", "", ""),
        ("!", "b", ""),
        ("-", "x", ""),
        ("", "x", " / 2"),
        ("", "x", " * 2"),
        ("", "b", " <=> b"),
        ("", "b", " => b"),
        ("if b then x else ", "x", ""),
        ("if ", "b", " then b else b"),
        ("b && (c || ", "b", ")"),
        ("b = (", "b", ") = b"),
        ("x in {", "", ""),
    ] {
        assert!(is_refused(deep(open, middle, close, 100_000)), "{open}{middle}{close}");
    }
    // What is written once and read twice must not double at each level.
    assert!(is_refused(deep("b = (", "b", ") = b", 100)));
}

/// A random term of a sort.
fn random_term(random: &mut Xorshift, system: &System, sort: Sort, depth: u32) -> Term {
    let leaf = depth == 0 || random.below(4) == 0;
    let term =
        |random: &mut Xorshift, sort| Box::new(random_term(random, system, sort, depth.saturating_sub(1)));
    let variables = |sort| {
        let all = system.variables.iter().enumerate().filter(move |(_, variable)| variable.ty.sort() == sort);
        all.map(|(index, _)| VariableId::from_index(index)).collect::<Vec<_>>()
    };
    match sort {
        Sort::Bool if leaf => match random.below(3) {
            0 => Term::bool(random.below(2) == 0),
            _ => Term::Variable(variables(sort)[random.below(2) as usize]),
        },
        Sort::Bool => match random.below(8) {
            0 => Term::Not(term(random, Sort::Bool)),
            1 => Term::And((0..random.below(4)).map(|_| *term(random, Sort::Bool)).collect()),
            2 => Term::Or((0..random.below(4)).map(|_| *term(random, Sort::Bool)).collect()),
            3 => Term::If(term(random, Sort::Bool), term(random, Sort::Bool), term(random, Sort::Bool)),
            4 | 5 => {
                let sorts: Vec<Sort> = system.variables.iter().map(|variable| variable.ty.sort()).collect();
                let sort = sorts[random.below(sorts.len() as u64) as usize];
                let all = variables(sort);
                let left = Term::Variable(all[random.below(all.len() as u64) as usize]);
                let equal = if random.below(2) == 0 { Comparison::Eq } else { Comparison::Ne };
                let right = *term(random, sort);
                if random.below(3) == 0 {
                    Term::compare(equal, right, left)
                } else {
                    Term::compare(equal, left, right)
                }
            }
            _ => {
                let all = [
                    Comparison::Eq,
                    Comparison::Ne,
                    Comparison::Lt,
                    Comparison::Le,
                    Comparison::Gt,
                    Comparison::Ge,
                ];
                Term::Compare(all[random.below(6) as usize], term(random, Sort::Int), term(random, Sort::Int))
            }
        },
        Sort::Int if leaf => match random.below(3) {
            0 => Term::int(i128::from(random.below(7)) - 3),
            _ => {
                let all = variables(sort);
                Term::Variable(all[random.below(all.len() as u64) as usize])
            }
        },
        Sort::Int => match random.below(6) {
            0 | 1 => Term::Sum((0..random.below(4)).map(|_| *term(random, Sort::Int)).collect()),
            2 => Term::Times(i128::from(random.below(7)) - 3, term(random, Sort::Int)),
            3 => Term::Divide(term(random, Sort::Int), i128::from(random.below(3)) + 1),
            4 => Term::Modulo(term(random, Sort::Int), i128::from(random.below(3)) + 1),
            _ => Term::If(term(random, Sort::Bool), term(random, Sort::Int), term(random, Sort::Int)),
        },
        _ if depth > 0 && random.below(4) == 0 => {
            Term::If(term(random, Sort::Bool), term(random, sort), term(random, sort))
        }
        Sort::Enumeration(_) => Term::Constant(Value::Member(random.below(3) as u32)),
        Sort::Reference(id) if random.below(3) > 0 => {
            let count = u64::from(system.process(id).count);
            Term::Constant(Value::Reference(Some(random.below(count) as u32)))
        }
        Sort::Reference(_) => Term::Constant(Value::Reference(None)),
        Sort::Location(id) => {
            let count = system.process(id).locations.len() as u64;
            Term::Constant(Value::Location(random.below(count) as u32))
        }
    }
}

fn evaluate(term: &Term, state: &[Value]) -> Value {
    let int = |term: &Term| match evaluate(term, state) {
        Value::Int(value) => value,
        other => panic!("{other:?} is no integer"),
    };
    let is_true = |term: &Term| evaluate(term, state) == Value::Bool(true);
    match term {
        Term::Constant(value) => *value,
        Term::Variable(id) => state[id.index()],
        Term::Extra(_) | Term::Name(_) => panic!("not used here"),
        Term::Not(a) => Value::Bool(!is_true(a)),
        Term::And(all) => Value::Bool(all.iter().all(is_true)),
        Term::Or(all) => Value::Bool(all.iter().any(is_true)),
        Term::Compare(comparison, a, b) => {
            let (a, b) = (evaluate(a, state), evaluate(b, state));
            Value::Bool(match comparison {
                Comparison::Eq => a == b,
                Comparison::Ne => a != b,
                Comparison::Lt => a < b,
                Comparison::Le => a <= b,
                Comparison::Gt => a > b,
                Comparison::Ge => a >= b,
            })
        }
        Term::Sum(all) => Value::Int(all.iter().map(int).sum()),
        Term::Times(factor, a) => Value::Int(factor * int(a)),
        Term::Divide(a, by) => Value::Int(int(a).div_euclid(*by)),
        Term::Modulo(a, by) => Value::Int(int(a).rem_euclid(*by)),
        Term::If(c, a, b) => evaluate(if is_true(c) { a } else { b }, state),
    }
}

fn random_state(random: &mut Xorshift, system: &System) -> Vec<Value> {
    let value = |variable: &system::Variable| match variable.ty {
        Type::Bool => Value::Bool(random.below(2) == 0),
        Type::Range { .. } | Type::Nat | Type::Int => Value::Int(i128::from(random.below(7)) - 3),
        Type::Enumeration(_) => Value::Member(random.below(3) as u32),
        Type::Reference(id) => {
            let count = u64::from(system.process(id).count);
            Value::Reference((random.below(3) > 0).then(|| random.below(count) as u32))
        }
        Type::Location(id) => Value::Location(random.below(system.process(id).locations.len() as u64) as u32),
    };
    system.variables.iter().map(value).collect()
}

#[test]
fn random_formulas_keep_their_meaning() {
    let system = model();
    let names = Names::new(&system);
    let mut random = Xorshift::new(7);
    for round in 0..3_000 {
        let sort = if round % 3 == 0 { Sort::Int } else { Sort::Bool };
        let term = random_term(&mut random, &system, sort, 5);
        let text = write_term(&names, &term);
        let back = parse(&names, &text, sort).unwrap_or_else(|refusal| panic!("{refusal}\n{text}\n{term:?}"));
        for _ in 0..10 {
            let state = random_state(&mut random, &system);
            assert_eq!(evaluate(&term, &state), evaluate(&back, &state), "{text}");
        }
        let twice = write_term(&names, &back);
        assert_eq!(parse(&names, &twice, sort).as_ref(), Ok(&back), "{text}\n{twice}");
    }
}

fn path(system: &System) -> ClaimedPath {
    let initial = initial(system);
    let mut after = initial.clone();
    after[variable(system, "x").index()] = Value::Int(1);
    after[variable(system, "Client[1]").index()] = Value::Location(1);
    let number =
        system.transitions.iter().position(|t| system.edge(t.sender).name == "Client[1]: think -> wait");
    let steps = vec![(TransitionId::from_index(number.unwrap()), after)];
    ClaimedPath { initial, steps, ending: PathEnding::Finite }
}

fn initial(system: &System) -> Vec<Value> {
    let mut state: Vec<Value> = random_state(&mut Xorshift::new(1), system);
    for (value, variable) in state.iter_mut().zip(&system.variables) {
        *value = match variable.ty {
            Type::Bool => Value::Bool(variable.name == "b"),
            Type::Range { .. } | Type::Nat | Type::Int => Value::Int(0),
            Type::Enumeration(_) => Value::Member(if variable.name == "second" { 2 } else { 0 }),
            Type::Reference(_) => Value::Reference(None),
            Type::Location(_) => Value::Location(0),
        };
    }
    state
}

fn automaton() -> Automaton {
    let edge = |from, to, letters: Vec<Vec<(usize, bool)>>, marks| AutomatonEdge { from, to, letters, marks };
    let edges =
        vec![edge(0, 0, vec![vec![]], vec![]), edge(0, 1, vec![vec![(0, true), (1, false)]], vec![0])];
    Automaton { states: 2, initial: 0, acceptance_sets: 1, edges }
}

/// Proofs with each kind of part.
fn proofs(system: &System) -> Vec<Proof> {
    let set = || Term::compare(Comparison::Le, Term::Variable(variable(system, "x")), Term::Name(0));
    let rank =
        || Term::Sum(vec![Term::Extra(0), Term::Times(-1, Box::new(Term::Variable(variable(system, "y"))))]);
    let recurring = || Recurring { set: set(), visits: vec![(Condition::Fairness(0), vec![set(), set()])] };
    let steps = vec![
        StepSet { transition: Some(TransitionId(2)), reading: Some(1), from: set() },
        StepSet { transition: None, reading: None, from: set() },
    ];
    let never = || Region::Never(Condition::Acceptance(0));
    let region = Region::Avoided(
        Condition::Fairness(1),
        Box::new(Region::Rank(
            rank(),
            Box::new(Region::Classes(vec![
                (set(), never()),
                (set(), Region::Steps(vec![(steps, Region::Nothing)])),
            ])),
        )),
    );
    let last = || Some(Box::new(Attractor { layers: vec![set(), set()], ..Attractor::default() }));
    let attractor = |is_ranked: bool| Attractor {
        layers: vec![set()],
        rank: is_ranked.then(rank),
        then: is_ranked.then(last).flatten(),
    };
    let below = || AlwaysBelow { recurring: vec![recurring()], attractor: attractor(false) };
    let above = || AlwaysAbove { set: set(), region: never() };
    let state = || Box::new(Claim::State);
    let claim = Claim::And(vec![
        Claim::Not(Box::new(Claim::Next { inner: state(), set: set() })),
        Claim::UntilBelow { left: state(), right: state(), attractor: attractor(false) },
        Claim::UntilBelow { left: state(), right: state(), attractor: attractor(true) },
        Claim::UntilAbove { left: state(), right: state(), set: set() },
        Claim::AlwaysBelow { inner: state(), shown: below() },
        Claim::AlwaysAbove { inner: state(), shown: above() },
    ]);
    vec![
        Proof::Path(path(system)),
        Proof::Path(ClaimedPath { ending: PathEnding::DeadEnd, ..path(system) }),
        Proof::Path(ClaimedPath { ending: PathEnding::Endless, ..path(system) }),
        Proof::Path(ClaimedPath { ending: PathEnding::Loop(1), ..path(system) }),
        Proof::Path(ClaimedPath { ending: PathEnding::Fault(TransitionId(0)), ..path(system) }),
        Proof::Invariant(set()),
        Proof::Largest { value: 1 << 60, invariant: set(), path: path(system) },
        Proof::Unbounded(Growth { path: Some(path(system)), set: set(), attractor: attractor(true) }),
        Proof::Linear { automaton: automaton(), invariant: set(), region },
        Proof::Endless { path: path(system), automaton: automaton(), state: 1, recurring: recurring() },
        Proof::Branching {
            invariant: set(),
            fair_below: Some(below()),
            fair_above: Some(above()),
            claim: Box::new(claim),
            initial: Some(initial(system)),
            rigid: vec![1 << 60, -1],
        },
        Proof::Branching {
            invariant: set(),
            fair_below: None,
            fair_above: None,
            claim: Box::new(Claim::State),
            initial: None,
            rigid: Vec::new(),
        },
        Proof::Parts(vec![Proof::Invariant(set()), Proof::Parts(vec![])]),
        Proof::Unbounded(Growth { path: None, set: set(), attractor: Attractor::default() }),
    ]
}

fn document(system: &System) -> Document {
    let certificate = |proof| Certificate {
        property: "live".into(),
        kind: "ltl".into(),
        holds: true,
        extras: vec![("k".into(), None), ("automaton".into(), Some(3))],
        order: vec![variable(system, "y"), variable(system, "x")],
        definitions: vec![
            ("d1".into(), Term::Sum(vec![Term::Extra(0), Term::int(1)])),
            ("d2".into(), Term::compare(Comparison::Eq, Term::Name(0), Term::Extra(1))),
        ],
        proof,
    };
    let mut certificates: Vec<Certificate> =
        proofs(system).into_iter().map(|proof| certificate(Ok(proof))).collect();
    certificates.push(Certificate {
        extras: vec![],
        definitions: vec![],
        ..certificate(Err("no method".into()))
    });
    Document { header: header(system, "0.1.0"), certificates }
}

#[test]
fn documents_are_read_as_they_are_written() {
    let system = model();
    let document = document(&system);
    let text = layout(&write(&system, &document));
    assert_eq!(read(&system, &text).as_ref(), Ok(&document), "{text}");
    assert_eq!(concerns(&document, &system), Ok(()));
    let words = [
        "\"atoms\": [\"x >= 2\"]",
        "\"Client[1]: think -> wait\"",
        "\"loop\": 1",
        "\"k - y\"",
        "\"x <= d1\"",
    ];
    for word in words {
        assert!(text.contains(word), "{word} is not in {text}");
    }
}

#[test]
fn documents_about_another_model_are_refused() {
    let system = model();
    let document = document(&system);
    let loaded =
        |text: &str, overrides: &language::Overrides| language::load(text, overrides).system.unwrap();
    let changed = loaded(&MODEL.replace("x <= 1", "x <= 2"), &language::Overrides::default());
    let set = |name: &str, value| vec![(name.to_owned(), system::ConstantValue::Int(value))];
    let constant = language::Overrides { constants: set("N", 3), ..Default::default() };
    let size = language::Overrides { sizes: vec![("Cache".into(), 3)], ..Default::default() };
    for (other, message) in [
        (changed, "another text"),
        (loaded(MODEL, &constant), "the constant `N` is 2 in the certificates, and 3 in the model"),
        (loaded(MODEL, &size), "the size of `Cache` is open in the certificates, and 3 in the model"),
    ] {
        let Err(Refusal::Malformed(what)) = concerns(&document, &other) else { panic!("{message}") };
        assert!(what.contains(message), "{what}");
    }
}

#[test]
fn hostile_documents_are_refused() {
    let system = model();
    let text = layout(&write(&system, &document(&system)));
    for end in (0..text.trim_end().len()).filter(|end| text.is_char_boundary(*end)).step_by(37) {
        assert!(matches!(read(&system, &text[..end]), Err(Refusal::Malformed(_))), "cut off at {end}");
    }
    let bracket = |open: &str, count: usize| open.repeat(count);
    for hostile in
        [bracket("[", 100_000), bracket("{\"a\":", 100_000), "null".into(), "[]".into(), "{}".into()]
    {
        assert!(matches!(read(&system, &hostile), Err(Refusal::Malformed(_))));
    }
    for (old, new, message) in [
        ("\"version\": 1", "\"version\": 2", "only version 1"),
        ("\"version\": 1", "\"version\": 1.5", "an integer belongs here"),
        ("\"version\": 1", "\"version\": 1000000000000000000000000000000", "an integer belongs here"),
        ("\"schema\"", "\"scheme\"", "`scheme` is no key here"),
        ("fathom-certificate", "other", "no document of certificates"),
        ("\"verdict\": \"holds\"", "\"verdict\": \"maybe\"", "certificates[0].verdict: `holds` or"),
        ("\"x <= d1\"", "\"x <= d3\"", "certificates[5].proof.invariant: `d3` is no name here"),
        ("\"x <= d1\"", "\"x + d1\"", "an integer stands where a Boolean is needed"),
        ("\"x <= d1\"", "7", "a text belongs here"),
        (
            "\"formula\": \"k + 1\"",
            "\"formula\": \"d2\"",
            "certificates[0].definitions[0].formula: `d2` is no name here",
        ),
        ("\"formula\": \"k + 1\"", "\"formula\": \"d1 + 1\"", "`d1` is no name here"),
        ("\"name\": \"d2\"", "\"name\": \"d1\"", "`d1` is the name of two things"),
        ("\"name\": \"d2\"", "\"name\": \"x\"", "`x` is the name of two things"),
        ("\"name\": \"k\"", "\"name\": \"Client[1]\"", "`Client[1]` is the name of two things"),
        ("\"number\": 0", "\"number\": 10000", "no transition with this number"),
        ("\"number\": 0", "\"number\": -1", "negative or too large"),
        ("\"loop\": 1", "\"loop\": \"x\"", "an integer belongs here"),
        ("\"k - y\"", "\"k = y\"", "a Boolean stands where an integer is needed"),
        ("\"0\": true", "\"p\": true", "the number of an atom"),
        ("\"order\": [\"y\"", "\"order\": [\"x\"", "twice"),
        ("\"x\": 1", "\"z\": 1", "no variable has this name"),
        ("\"phase\": \"red\"", "\"phase\": \"grey\"", "no value of the variable's type"),
        ("\"phase\": \"red\"", "\"phase\": 0", "a text belongs here"),
        ("\"phase\": \"red\", ", "", "`phase` has no value"),
        ("\"ends\": \"dead end\"", "\"ends\": \"soon\"", "\"dead end\" or \"endless\""),
        ("\"no_certificate\"", "\"proof\"", "an object belongs here"),
    ] {
        let old = if text.contains(old) { old.to_owned() } else { old.replace(", ", ",\n          ") };
        assert!(text.contains(&old), "{old} is not in {text}");
        match read(&system, &text.replacen(&old, new, 1)) {
            Err(Refusal::Malformed(what)) => assert!(what.contains(message), "{what} instead of {message}"),
            other => panic!("{old} → {new}: {:?}", other.map(|_| ())),
        }
    }
    let name = "long".repeat(300_000);
    let long = text.replacen("\"x <= d1\"", &format!("\"{name} = 1\""), 1);
    let Err(Refusal::Malformed(what)) = read(&system, &long) else { panic!("a long name") };
    assert!(what.len() < 1_000, "{what}");
    // The last of equal keys counts; whichever does is checked.
    let twice = text.replacen("\"version\": 1", "\"version\": 2, \"version\": 1", 1);
    assert!(read(&system, &twice).is_ok());
}

#[test]
fn regions_may_nest_as_deep_as_json() {
    let system = model();
    let nested = |depth| {
        let mut region = Region::Nothing;
        for _ in 0..depth {
            region = Region::Rank(Term::int(0), Box::new(region));
        }
        let mut document = document(&system);
        document.certificates.truncate(1);
        document.certificates[0].proof =
            Ok(Proof::Linear { automaton: automaton(), invariant: Term::bool(true), region });
        read(&system, &layout(&write(&system, &document))).map(|back| back == document)
    };
    assert_eq!(nested(100), Ok(true));
    assert!(matches!(nested(200), Err(Refusal::Malformed(what)) if what.contains("recursion limit")));
}

#[test]
fn many_definitions_are_read_quickly() {
    let system = model();
    let mut names = Names::new(&system);
    let start = std::time::Instant::now();
    for number in 0..20_000_u32 {
        let before = format!("d{}", number.saturating_sub(1));
        let text = if number == 0 {
            "x <= 1".into()
        } else {
            format!("if slot[1] = 2 then {before} else x <= y + 17")
        };
        let (_, sort) = parse_any(&names, &text).unwrap();
        names.define(&format!("d{number}"), Some(sort)).unwrap();
    }
    assert!(start.elapsed().as_secs() < 5, "{:?}", start.elapsed());
}

#[test]
fn paths_show_what_they_show() {
    let system = model();
    let question = |name: &str| &system.property(name).unwrap().question;
    let path = path(&system);
    let failed = |result: Result<(), Refusal>| matches!(result, Err(Refusal::Failed { .. }));
    let malformed = |result: Result<(), Refusal>| matches!(result, Err(Refusal::Malformed(_)));
    assert!(failed(check_path(&system, question("below"), false, &path)));
    assert!(failed(check_path(&system, question("above"), true, &path)));
    assert!(malformed(check_path(&system, question("below"), true, &path)));
    assert!(malformed(check_path(&system, question("live"), false, &path)));
    let reached = Question::Reachable(match question("below") {
        Question::Invariant(e) => e.clone(),
        _ => panic!("it is an invariant"),
    });
    assert_eq!(check_path(&system, &reached, true, &path), Ok(()));
    let dead = ClaimedPath { ending: PathEnding::DeadEnd, ..path.clone() };
    assert!(failed(check_path(&system, &Question::DeadlockFree, false, &dead)));
    let fault = ClaimedPath { ending: PathEnding::Fault(TransitionId(0)), ..path.clone() };
    assert!(failed(check_path(&system, &Question::NoFaults, false, &fault)));
    let mut wrong = path.clone();
    wrong.initial[variable(&system, "x").index()] = Value::Int(5);
    assert!(failed(check_path(&system, question("below"), false, &wrong)));
    let mut wrong = path;
    wrong.steps[0].1[variable(&system, "y").index()] = Value::Int(5);
    assert!(failed(check_path(&system, question("below"), false, &wrong)));
}

#[test]
fn a_path_to_a_dead_end_shows_three_things() {
    let system = model();
    let interpreter = system::Interpreter::new(&system);
    let mut path = ClaimedPath { initial: initial(&system), steps: Vec::new(), ending: PathEnding::DeadEnd };
    loop {
        let last = path.steps.last().map_or(&path.initial, |(_, state)| state);
        let Some(step) = interpreter.successors(last).unwrap().steps.into_iter().next() else { break };
        path.steps.push((step.transition, step.state));
    }
    let question = |name: &str| &system.property(name).unwrap().question;
    assert_eq!(check_path(&system, &Question::DeadlockFree, false, &path), Ok(()));
    assert_eq!(check_path(&system, question("dead"), false, &path), Ok(()));
    assert!(matches!(check_path(&system, question("live"), false, &path), Err(Refusal::Failed { .. })));
    let finite = ClaimedPath { ending: PathEnding::Finite, ..path };
    assert_eq!(check_path(&system, question("below"), false, &finite), Ok(()));
    assert_eq!(check_path(&system, question("above"), true, &finite), Ok(()));
}
