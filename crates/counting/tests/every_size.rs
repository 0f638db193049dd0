//! The system of counters is the system of each size, up to an exchange of instances: state by state, step by step, faults included.
//! So is the one that the checker of certificates makes by itself.
//!
//! The models are written at random, and some by hand; each is looked at with one to four instances.

use certificates::system_of_counters;
use counting::{Counted, counted};
use language::{Overrides, load_parameterized};
use random_numbers::Xorshift as Random;
use std::collections::BTreeSet;
use system::parameterized::configuration::ConfigurationShape;
use system::parameterized::evaluate::Scene;
use system::parameterized::initial::initial_configurations;
use system::parameterized::run::{Outcome, Said, outcomes, truths};
use system::parameterized::{ParameterizedQuestion, ParameterizedSystem};
use system::{Ctl, Expr, Interpreter, Question, State, System, Type, Value};

/// How many states are compared for each size.
const STATES: usize = 400;

/// Compares a model with its counters; says how many states were compared, or why it cannot be counted.
fn compare(source: &str, sizes: std::ops::RangeInclusive<i128>) -> Result<usize, String> {
    let open = load_parameterized(source, &Overrides::default(), "N", None);
    let open = open.map_err(|obstacles| format!("{obstacles:?}"))?;
    let counted = counted(&open)?;
    Ok(sizes.map(|size| compare_size(&open, &counted, size, source)).sum())
}

fn compare_size(open: &ParameterizedSystem, counted: &Counted, size: i128, source: &str) -> usize {
    let shape = ConfigurationShape::new(open, 0);
    let scene = Scene {
        system: open,
        shape: &shape,
        facts: &[],
        constant: Some(size),
        is_blind: false,
        has_room: false,
        witnesses: None,
        commitments: &[],
    };
    let instances = open.instances(size).expect("sizes are small");
    let counters = Interpreter::new(&counted.system);
    let names = (0..counted.counters()).map(|number| format!("c{number}"));
    let named: Vec<(String, Vec<i64>)> = names.zip(counted.combinations().cloned()).collect();
    let asked = usize::try_from(size).unwrap_or(0) % open.properties.len();
    let checked = system_of_counters(open, asked, &named).unwrap_or_else(|why| panic!("{why}\n{source}"));
    let by_checker = Interpreter::new(&checked);
    let resting = resting(&checked, counted.system.variables.len());
    let whole = |state: &State| -> State { state.iter().chain(&resting).copied().collect() };
    let state =
        |data: &[i16]| counted.state(data).unwrap_or_else(|| panic!("{data:?} is not counted\n{source}"));
    let initial = initial_configurations(open, &shape, &[], instances, Some(size)).expect("there are few");
    let expected: BTreeSet<State> = initial.iter().map(|data| state(data)).collect();
    let is_initial = |state: &State| {
        let both = [counters.is_initial(state), by_checker.is_initial(&whole(state))];
        assert_eq!(both[0], both[1], "{state:?}\n{source}");
        both[0].clone().unwrap_or_else(|obstacle| panic!("{obstacle}\n{source}"))
    };
    initial_states_are(counted, &is_initial, &expected, instances, source);
    let mut seen = initial.clone();
    let mut pending: Vec<Vec<i16>> = initial.into_iter().collect();
    let mut compared = 0;
    while let Some(data) = pending.pop().filter(|_| compared < STATES) {
        compared += 1;
        let here = state(&data);
        let (mut next, mut faults) = (BTreeSet::new(), false);
        for rule in &open.rules {
            let movers: Vec<Option<usize>> =
                if rule.has_mover { (0..instances).map(Some).collect() } else { vec![None] };
            for outcome in movers.into_iter().flat_map(|mover| outcomes(scene, &data, rule, mover)) {
                match outcome {
                    Outcome::Next(data) => {
                        next.insert(state(&data));
                        if seen.insert(data.clone()) {
                            pending.push(data);
                        }
                    }
                    Outcome::Fault => faults = true,
                    other => panic!("{other:?} with everything known\n{source}"),
                }
            }
        }
        for (system, here, next) in [
            (&counters, here.clone(), next.clone()),
            (&by_checker, whole(&here), next.iter().map(whole).collect()),
        ] {
            let (ours, our_faults) = successors(system, &here, source);
            assert_eq!(ours, next, "successors of {data:?} for N = {size}\n{source}");
            assert_eq!(our_faults, faults, "faults of {data:?} for N = {size}\n{source}");
        }
        properties_are(open, counted, &counters, (scene, &data, &here), source);
        let said = |system: &System, place: usize, state: &State| {
            let condition = condition(&system.properties[place].question)?;
            Some(Interpreter::new(system).holds(condition, state))
        };
        if let Ok(place) = counted.places[asked] {
            let ours = said(&counted.system, place, &here);
            assert_eq!(said(&checked, 0, &whole(&here)), ours, "property {asked} of {data:?}\n{source}");
        }
    }
    compared
}

/// The states after a step, and whether one faults.
fn successors(system: &Interpreter<'_>, here: &State, source: &str) -> (BTreeSet<State>, bool) {
    let found = system.successors(here).unwrap_or_else(|obstacle| panic!("{obstacle}\n{source}"));
    (found.steps.into_iter().map(|step| step.state).collect(), !found.faults.is_empty())
}

/// What the variables behind these have between steps: the least of their values.
fn resting(system: &System, behind: usize) -> State {
    let least = |variable: &system::Variable| match variable.ty {
        Type::Bool => Value::Bool(false),
        Type::Range { low, .. } => Value::Int(low),
        other => panic!("{other:?}"),
    };
    system.variables[behind..].iter().map(least).collect()
}

/// The initial states among all ways of counting these instances.
fn initial_states_are(
    counted: &Counted,
    is_initial: &dyn Fn(&State) -> bool,
    expected: &BTreeSet<State>,
    instances: usize,
    source: &str,
) {
    assert!(expected.iter().all(is_initial), "{source}");
    let globals = counted.system.variables.len() - counted.counters();
    let beside: BTreeSet<&[Value]> = expected.iter().map(|state| &state[..globals]).collect();
    // With few combinations, all ways of counting are looked at.
    if counted.counters() > 12 || instances > 3 {
        return;
    }
    let mut ways = vec![vec![0i128; counted.counters()]];
    for _ in 0..instances {
        let more = |counts: &Vec<i128>| {
            let counts = counts.clone();
            (0..counts.len()).map(move |at| {
                let mut counts = counts.clone();
                counts[at] += 1;
                counts
            })
        };
        ways = ways.iter().flat_map(more).collect::<BTreeSet<_>>().into_iter().collect();
    }
    for (values, counts) in beside.iter().flat_map(|values| ways.iter().map(move |counts| (values, counts))) {
        let state: State =
            values.iter().copied().chain(counts.iter().map(|count| Value::Int(*count))).collect();
        assert_eq!(is_initial(&state), expected.contains(&state), "{state:?}\n{source}");
    }
}

fn properties_are(
    open: &ParameterizedSystem,
    counted: &Counted,
    counters: &Interpreter<'_>,
    (scene, data, here): (Scene<'_>, &[i16], &State),
    source: &str,
) {
    for (property, place) in open.properties.iter().zip(&counted.places) {
        let (ParameterizedQuestion::Invariant(term) | ParameterizedQuestion::Reachable(term)) =
            &property.question
        else {
            continue;
        };
        let Ok(place) = place else { continue };
        let question = &counted.system.properties[*place].question;
        let condition = condition(question).unwrap_or_else(|| panic!("{question:?}"));
        let holds = counters.holds(condition, here).unwrap_or_else(|obstacle| panic!("{obstacle}\n{source}"));
        assert_eq!(
            truths(scene, data, term),
            [Said::Truth(holds)],
            "{} of {data:?}\n{source}",
            property.name
        );
    }
}

/// The condition on single states that a question is about.
fn condition(question: &Question) -> Option<&Expr> {
    match question {
        Question::Invariant(condition) => Some(condition),
        Question::Ctl(Ctl::Finally(_, state)) => match &**state {
            Ctl::State(condition) => Some(condition),
            _ => None,
        },
        _ => None,
    }
}

#[test]
fn a_lock_with_a_count_of_those_inside() {
    let source = "
        const N := 3
        var inside: 0..N := 0
        var open: bool := true
        process P[i in 1..N] {
          var visits: 0..2 := 0
          loc away, ready, crit
          away -> ready when forall j in 1..N: j != i => !(P[j] at crit)
          ready -> crit when open do inside := inside + 1, open := false, visits := min(visits + 1, 2)
          crit -> away do { inside := inside - 1; open := true }
          crit -> crit when visits = 2 do if open { visits := 0 } else { visits := 1; assert inside < N }
        }
        event close when count(P at crit) > inside || (exists p in P: p->visits = 1 && p at away) do open := false
        invariant counted: inside = count(P at crit)
        invariant one: forall i, j in 1..N: i != j => !(P[i] at crit && P[j] at crit)
        reachable two: count(i in 1..N: P[i].visits = 2) = N";
    assert!(compare(source, 1..=4).expect("nobody is named") > 200);
}

#[test]
fn all_at_once_and_choices() {
    let source = "
        const N := 3
        type Mode = { slow, fast }
        var mode: Mode := slow
        var level: array [1..2] of 0..2 := 0
        process P[i in 1..N] {
          var x: bool
          var m: Mode := slow
          loc a, b
          start a, b
          a -> b do x := any, m := mode
          b -> a when x do { level[1] := any in {0, 1}; choose { when m = fast do m := slow } or { x := false; mode := fast } }
          b -> b do level[2] := level[1] + 1, x := (level[2] = 1)
        }
        event reset when exists i in 1..N: P[i] at a && P[i].x do forall p in P: p->x' = (p at b)
        invariant low: forall p in P: p->x => level[1] <= 1
        reachable different: exists p, q in P: p != q && p->m = slow && q->m = fast";
    assert!(compare(source, 1..=3).expect("nobody is named") > 200);
}

#[test]
fn whoever_is_named_is_refused() {
    let refused = |body: &str| {
        let source = format!("const N := 2\nvar turn: 0..N := 0\nvar last: ref P := null\n{body}");
        compare(&source, 1..=1).expect_err("somebody is named")
    };
    refused("process P[i in 1..N] { loc a, b  a -> b when turn = 0 do turn := i }");
    refused("process P[i in 1..N] { loc a, b  a -> b do last := self }");
}

/// Writes models at random.
struct Writer {
    random: Random,
}

impl Writer {
    fn one<'t>(&mut self, of: &[&'t str]) -> &'t str {
        of[self.random.below(of.len() as u64) as usize]
    }

    /// A condition; where an instance moves, of it.
    fn condition(&mut self, depth: u32, of: &str) -> String {
        let own = !of.is_empty();
        let choices = if depth == 0 { 5 } else { 11 };
        match self.random.below(choices) {
            0 => self.one(&["g", "!g", "k = 0", "k < 2", "k != 1", "free > 0", "free < N"]).into(),
            1 if own => self
                .one(&["OWN.x", "!OWN.x", "OWN.v = k", "OWN.v < 1", "OWN at a", "OWN at {b, c}"])
                .replace("OWN", of),
            1 => "true".into(),
            2 => format!(
                "count(P at {}) {} {}",
                self.one(&["a", "b", "{a, c}"]),
                self.one(&["<=", "=", ">"]),
                self.one(&["0", "1", "2", "k", "free"])
            ),
            3 => self.one(&["free = count(P at b)", "k + free > 2", "max(k, 1) = 1"]).into(),
            4 => format!("count(q in P: {}) >= 1", self.one(&["q->x", "q->v = k", "!q->x && q at a"])),
            5 => format!("({} && {})", self.condition(depth - 1, of), self.condition(depth - 1, of)),
            6 => format!("({} || {})", self.condition(depth - 1, of), self.condition(depth - 1, of)),
            7 => format!("!({})", self.condition(depth - 1, of)),
            8 => format!(
                "(if {} then {} else {})",
                self.condition(depth - 1, of),
                self.condition(depth - 1, of),
                self.condition(depth - 1, of)
            ),
            _ => {
                let name = ["q", "r", "s"][depth as usize % 3];
                let quantifier = self.one(&["forall", "exists"]);
                let body = self.condition(depth - 1, name);
                let self_too = match self.random.below(3) {
                    0 if own => {
                        format!("{name} != {of} {} ", if quantifier == "forall" { "=>" } else { "&&" })
                    }
                    _ => String::new(),
                };
                format!("({quantifier} {name} in P: {self_too}{body})")
            }
        }
    }

    fn statement(&mut self, depth: u32, own: bool) -> String {
        let choices = if depth == 0 { 6 } else { 9 };
        match self.random.below(choices) {
            0 => format!("g := {}", self.condition(1, if own { "self" } else { "" })),
            1 => format!(
                "k := {}",
                self.one(&["0", "1", "k + 1", "any in 0..1", "if g then 2 else k", "count(P at a)"])
            ),
            2 => format!("free := {}", self.one(&["free + 1", "free - 1", "0", "count(P at b)"])),
            3 if own => format!("x := {}", self.one(&["!x", "g", "any", "k = v"])),
            4 if own => {
                format!("v := {}", self.one(&["0", "k", "v + 1", "any in 0..1", "if g then 1 else 0"]))
            }
            5 => format!("assert {}", self.condition(1, if own { "self" } else { "" })),
            6 => format!(
                "if {} {{ {} }} else {{ {} }}",
                self.condition(1, if own { "self" } else { "" }),
                self.statement(0, own),
                self.statement(0, own)
            ),
            7 => format!(
                "choose {{ when {} do {} }} or {{ {} }}",
                self.condition(1, if own { "self" } else { "" }),
                self.statement(0, own),
                self.statement(0, own)
            ),
            8 => "forall p in P: p->x' = (p at a || p->v = 1)".into(),
            _ => "skip".into(),
        }
    }

    /// One to three statements one after the other, some of them at once.
    fn action(&mut self, own: bool) -> String {
        let mut parts = Vec::new();
        for _ in 0..=self.random.below(2) {
            let first = self.statement(1, own);
            let step = match self.random.below(3) {
                0 => format!("{first}, {}", self.statement(0, own)),
                _ => first,
            };
            parts.push(step);
        }
        format!("{{ {} }}", parts.join("; "))
    }

    /// Edges of a process that synchronise.
    fn synchronising(&mut self, own: bool, text: &mut String) {
        let of = if own { "self" } else { "" };
        for role in ["meet!", "meet?", "call!!"] {
            for _ in 0..self.random.below(2) {
                let (from, to) = (self.one(&["a", "b", "c"]), self.one(&["a", "b", "c"]));
                let (guard, action) = (self.condition(1, of), self.action(own));
                text.push_str(&format!("  {from} -> {to} when {guard} sync {role} do {action}\n"));
            }
        }
        if self.random.below(2) == 0 {
            let (from, to) = (self.one(&["a", "b", "c"]), self.one(&["a", "b", "c"]));
            let guard =
                if own { self.one(&["x", "v < 1", "true"]).to_owned() } else { self.condition(1, of) };
            text.push_str(&format!("  {from} -> {to} when {guard} sync call??\n"));
        }
    }

    fn model(&mut self) -> String {
        let mut text = String::from(
            "const N := 2\nsync meet\nbroadcast call\nvar g: bool := false\nvar k: 0..2 := 0\nvar free: 0..N := 0\nprocess P[i in 1..N] {\n  var x: bool := false\n  var v: 0..2 := 0\n  loc a, b, c\n",
        );
        if self.random.below(2) == 0 {
            text.push_str("  start a, b\n");
        }
        for _ in 0..3 + self.random.below(3) {
            let (from, to) = (self.one(&["a", "b", "c"]), self.one(&["a", "b", "c"]));
            let guard = self.condition(2, "self");
            let action = self.action(true);
            text.push_str(&format!("  {from} -> {to} when {guard} do {action}\n"));
        }
        self.synchronising(true, &mut text);
        text.push_str("}\n");
        if self.random.below(2) == 0 {
            text.push_str("process Single {\n  loc a, b, c\n  a -> b do skip\n");
            self.synchronising(false, &mut text);
            text.push_str("}\n");
        }
        if self.random.below(2) == 0 {
            text.push_str(&format!("event tick when {} do {}\n", self.condition(2, ""), self.action(false)));
        }
        text.push_str(&format!("invariant first: {}\n", self.condition(3, "")));
        text.push_str(&format!("reachable second: {}\n", self.condition(3, "")));
        text
    }
}

/// Pairs that move together, the same instance of two process arrays among them, and broadcasts.
#[test]
fn synchronisations() {
    let source = "
        const N := 3
        sync meet
        broadcast call
        var k: 0..2 := 0
        process P[i in 1..N] {
          var x: bool := false
          loc a, b, c
          a -> b when k < 2 sync meet! do { x := !x; k := k + 1 }
          b -> c sync meet? do { x := (count(P at b) > 1); k := max(k - 1, 0) }
          c -> a sync call!! do assert k < 2
          {a, b} -> c when !x sync call??
        }
        process Q[j in 1..N] {
          var y: bool := false
          loc u, v
          u -> v sync meet? do y := exists p in P: p->x
          v -> u sync call??
          v -> u sync meet! do y := any
        }
        process Single {
          loc here, there
          here -> there when k = 1 sync call?? do k := 0
          there -> here sync meet? do k := min(k + 1, 2)
        }
        invariant one: count(P at c) <= 1 || k > 0
        reachable all: forall p in P: p->x";
    assert!(compare(source, 1..=3).expect("nobody is named") > 200);
}

#[test]
fn models_written_at_random() {
    let mut writer = Writer { random: Random::new(20) };
    let (mut compared, mut refusals) = (0, Vec::new());
    for _ in 0..600 {
        let source = writer.model();
        match compare(&source, 1..=3) {
            Ok(states) => compared += usize::from(states > 0),
            Err(reason) => refusals.push((reason, source)),
        }
    }
    if std::env::var_os("SHOW_REFUSALS").is_some() {
        refusals.iter().for_each(|(reason, source)| eprintln!("{reason}\n{source}"));
    }
    assert!(compared > 150, "{compared} models were compared, {} refused", refusals.len());
}
