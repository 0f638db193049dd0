//! Systems as nets: compared with the reference interpreter, state by state; and random systems that are nets.

use crate::random::Random;
use ::nets::{Cube, SystemNet, Unfit, extract};
use encoding::Prepared;
use std::collections::{BTreeSet, VecDeque};
use std::fmt::Write;
use symbolic::Budget;
use system::{Expr, Interpreter, Property, Question, State, System, TransitionId, Unlimited};

/// How much was compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ComparedNet {
    /// States.
    pub states: usize,
    /// Steps that both know.
    pub steps: usize,
    /// Values of conditions.
    pub conditions: usize,
}

/// The operations within which a net is read.
const MOST_OPERATIONS: u64 = 100_000;

/// Compares a system with its net in at most so many reachable states; the inner error says that it is none, the outer one what differs.
pub fn compare_net(system: &System, most: usize) -> Result<Result<ComparedNet, Unfit>, String> {
    let prepared = Prepared::new(system);
    let model = match extract(&prepared, &Budget::operations(MOST_OPERATIONS)) {
        Ok(model) => model,
        Err(unfit) => return Ok(Err(unfit)),
    };
    if !model.net.is_well_formed() {
        return Err("form: the net is not well formed".into());
    }
    let interpreter = Interpreter::new(system);
    let mut compared = ComparedNet::default();
    let conditions = conditions(system, &model);
    let initial = interpreter.initial_states(&Unlimited).unwrap_or_default();
    let mut queue: VecDeque<State> = initial.into_iter().take(most).collect();
    for state in &queue {
        let marking = model.marking(state).ok_or_else(|| format!("{}: no marking", shown(system, state)))?;
        if !model.net.is_start(&marking) {
            return Err(format!("initial: {} is no start of the net", shown(system, state)));
        }
    }
    let mut seen: BTreeSet<State> = queue.iter().cloned().collect();
    while let Some(state) = queue.pop_front() {
        compared.states += 1;
        let steps = same_steps(system, &model, &interpreter, &state)?;
        compared.steps += steps.len();
        compared.conditions += same_conditions(system, &model, &interpreter, &state, &conditions)?;
        for (_, next) in steps {
            if seen.len() < most && seen.insert(next.clone()) {
                queue.push_back(next);
            }
        }
    }
    Ok(Ok(compared))
}

fn same_steps(
    system: &System,
    model: &SystemNet,
    interpreter: &Interpreter<'_>,
    state: &State,
) -> Result<BTreeSet<(TransitionId, State)>, String> {
    let Ok(successors) = interpreter.successors(state) else { return Ok(BTreeSet::new()) };
    let expected: BTreeSet<(TransitionId, State)> =
        successors.steps.into_iter().map(|step| (step.transition, step.state)).collect();
    let marking = model.marking(state).ok_or("marking: a reachable state has none")?;
    let mut found = BTreeSet::new();
    for transition in 0..model.net.transitions.len() {
        if let Some(next) = model.net.fire(&marking, transition).map_err(|_| "overflow: in the net")? {
            let next = model.state(&next).ok_or("state: a marking of the net stands for none")?;
            found.insert((model.origins[transition], next));
        }
    }
    if let Some((id, next)) = expected.difference(&found).next() {
        let name = &system.edge(system.transition(*id).sender).name;
        let (from, into) = (shown(system, state), shown(system, next));
        return Err(format!("missing: the net has no step {name} from {from} to {into}"));
    }
    if let Some((id, next)) = found.difference(&expected).next() {
        let name = &system.edge(system.transition(*id).sender).name;
        let (from, into) = (shown(system, state), shown(system, next));
        return Err(format!("superfluous: only the net has a step {name} from {from} to {into}"));
    }
    Ok(found)
}

/// The cubes of markings in which the condition of a property is true, or false.
struct Cubes<'a> {
    property: &'a Property,
    condition: &'a Expr,
    positive: bool,
    cubes: Vec<Cube>,
}

fn conditions<'a>(system: &'a System, model: &SystemNet) -> Vec<Cubes<'a>> {
    let mut found = Vec::new();
    for property in &system.properties {
        let (Question::Invariant(condition) | Question::Reachable(condition)) = &property.question else {
            continue;
        };
        for positive in [true, false] {
            let budget = Budget::operations(MOST_OPERATIONS);
            if let Ok(cubes) = model.condition(system, condition, positive, &budget) {
                found.push(Cubes { property, condition, positive, cubes });
            }
        }
    }
    found
}

fn same_conditions(
    system: &System,
    model: &SystemNet,
    interpreter: &Interpreter<'_>,
    state: &State,
    conditions: &[Cubes<'_>],
) -> Result<usize, String> {
    let marking = model.marking(state).ok_or("marking: a reachable state has none")?;
    let mut count = 0;
    for Cubes { property, condition, positive, cubes } in conditions {
        let Ok(expected) = interpreter.holds(condition, state) else { continue };
        let found = cubes.iter().any(|cube| cube.contains(&marking));
        if found != (expected == *positive) {
            let (name, state) = (&property.name, shown(system, state));
            return Err(format!("condition: '{name}' is {expected} in {state}, and not in the net"));
        }
        count += 1;
    }
    Ok(count)
}

fn shown(system: &System, state: &State) -> String {
    let value = |(variable, value): (&system::Variable, &system::Value)| {
        format!("{} = {}", variable.name, system.show_value(variable.ty, *value))
    };
    system.variables.iter().zip(state.iter()).map(value).collect::<Vec<_>>().join(", ")
}

/// The text of a random model that is a net: counters, a population, processes that synchronise. Without `plain`, transitions also transfer,
/// reset and test for few tokens; with `open`, the population has any size.
pub fn net_model(seed: u64, plain: bool, open: bool) -> String {
    NetText { random: Random::new(seed), text: String::new(), plain, limited: false }.model(open)
}

/// The same with many tests for few tokens, in guards and in properties.
pub fn limited_model(seed: u64, open: bool) -> String {
    NetText { random: Random::new(seed), text: String::new(), plain: seed.is_multiple_of(2), limited: true }
        .model(open)
}

/// The same with starting values that depend on a parameter `N`, which is declared in the first line.
pub fn related_model(seed: u64, plain: bool) -> String {
    let mut random = Random::new(seed ^ 0x5e1a);
    let text = net_model(seed, plain, true);
    let starts = ["N", "2 * N + 1", "N + b", "any", "0"];
    let mut of = |name: &str, choices: &[&str]| {
        let declared = format!("var {name}: nat := ");
        let at = text.find(&declared).unwrap_or_default() + declared.len();
        let old = &text[at - declared.len()..=at];
        let new = match *random.pick(choices) {
            "any" => format!("var {name}: nat\ninit {name} >= N"),
            start => format!("{declared}{start}"),
        };
        (old.to_owned(), new)
    };
    let (a, b) = (of("a", &starts), of("b", &["N", "0", "any", "3 * N"]));
    let crowd = *random.pick(&["N", "any", "2"]);
    let body = text.replacen(&a.0, &a.1, 1).replacen(&b.0, &b.1, 1);
    format!("param N: nat where N >= 1\n{}", body.replace("start u: any", &format!("start u: {crowd}")))
}

struct NetText {
    random: Random,
    text: String,
    plain: bool,
    limited: bool,
}

const LOCATIONS: [&str; 3] = ["u", "v", "w"];

impl NetText {
    fn model(mut self, open: bool) -> String {
        self.declarations(open);
        self.events();
        self.properties();
        self.text
    }

    fn declarations(&mut self, open: bool) {
        for name in ["a", "b"] {
            let tokens = self.random.below(3);
            let _ = writeln!(self.text, "var {name}: nat := {tokens}");
        }
        let most = self.random.between(1, 3);
        let _ = writeln!(self.text, "var r: 0..{most} := 0");
        let _ = writeln!(self.text, "var s: {{ red, green, blue }} := red\nvar t: bool := false");
        let _ = writeln!(self.text, "sync meet\nbroadcast call\n\npopulation Mob {{\n  loc u, v, w");
        let amount = if open { "any".into() } else { self.random.between(1, 3).to_string() };
        let more = self.random.below(2);
        let _ = writeln!(self.text, "  start u: {amount}, v: {more}");
        for _ in 0..3 {
            let edge = self.edge(&LOCATIONS);
            let guard = self.guard();
            let kind = *self.random.pick(&["", "", " sync meet!", " sync meet?"]);
            let action = if kind.is_empty() { self.action() } else { String::new() };
            let _ = writeln!(self.text, "  {edge}{guard}{kind}{action}");
        }
        if !self.plain {
            let sender = self.edge(&LOCATIONS);
            let _ = writeln!(self.text, "  {sender} sync call!!");
            for from in LOCATIONS {
                if self.random.percent(60) {
                    let into = *self.random.pick(&LOCATIONS);
                    let _ = writeln!(self.text, "  {from} -> {into} sync call??");
                }
            }
        }
        let _ = writeln!(self.text, "}}\n\nprocess Pair[i in 1..2] {{\n  loc u, v, w");
        for _ in 0..3 {
            let edge = self.edge(&LOCATIONS);
            let (guard, action) = (self.guard(), self.action());
            let kind = *self.random.pick(&["", " sync meet!", " sync meet?"]);
            let action = if kind.is_empty() { action } else { String::new() };
            let _ = writeln!(self.text, "  {edge}{guard}{kind}{action}");
        }
        let _ = writeln!(self.text, "}}\n");
    }

    fn edge(&mut self, locations: &[&str]) -> String {
        format!("{} -> {}", self.random.pick(locations), self.random.pick(locations))
    }

    fn guard(&mut self) -> String {
        if self.random.percent(50) { String::new() } else { format!(" when {}", self.condition()) }
    }

    fn condition(&mut self) -> String {
        let number = self.random.between(1, 2);
        let mut simple = vec![
            format!("a >= {number}"),
            format!("b >= {number}"),
            "r >= 1".into(),
            "s = red".into(),
            "s != blue".into(),
            "t".into(),
            "!t".into(),
            format!("a + b >= {number}"),
            "count(Pair at v) >= 1".into(),
            "r <= 1".into(),
        ];
        if !self.plain {
            simple.push("a = 0".into());
            simple.push("count(Mob at w) <= 1".into());
        }
        if self.limited && self.random.percent(70) {
            simple = vec![
                "a = 0".into(),
                format!("b <= {number}"),
                "a + b = 1".into(),
                "count(Mob at u) = 0".into(),
                "count(Mob at {v, w}) = 0".into(),
                format!("count(Mob at w) <= {number}"),
                "count(Mob at v) = 1".into(),
            ];
        }
        self.random.pick(&simple).clone()
    }

    fn action(&mut self) -> String {
        let mut steps: Vec<&str> = vec![
            "a := a + 1",
            "b := b - 1",
            "a := a - 1",
            "a := a - 1, b := b + 1",
            "r := r + 1",
            "r := r - 1",
            "s := green",
            "s := blue, t := true",
            "t := !t",
            "t := false, b := b + 1",
        ];
        if !self.plain {
            steps.extend(["a := 0", "b := a + b, a := 0", "a := b, b := a", "r := 0"]);
        }
        format!(" do {}", self.random.pick(&steps))
    }

    fn events(&mut self) {
        for number in 0..self.random.between(2, 4) {
            let (guard, action) = (self.guard(), self.action());
            let _ = writeln!(self.text, "event e{number}{guard}{action}");
        }
    }

    fn properties(&mut self) {
        let conditions = [
            "!(a >= 3 && count(Pair at w) >= 1)",
            "count(Mob at v) <= 1",
            "!(count(Mob at w) >= 1 && s = blue)",
            "count(Pair at w) <= 1",
            "a + b <= 4",
            "!(t && r >= 1)",
            "a = 0 || count(Mob at u) >= 1",
            "count(Mob at v) != 1",
            "!(count(Mob at u) = 0 && count(Mob at w) >= 2)",
            "!(a = 1 && count(Mob at {v, w}) = 1)",
        ];
        let conditions = if self.limited { &conditions[..] } else { &conditions[..7] };
        for number in 0..3 {
            let condition = *self.random.pick(conditions);
            let _ = writeln!(self.text, "invariant p{number}: {condition}");
        }
        let condition = self.condition();
        let _ = writeln!(self.text, "reachable q: {condition}\ninvariant deadlock_free");
        let _ = writeln!(self.text, "bound most: a + 2 * b\nbound there: count(Mob at v)");
    }
}
