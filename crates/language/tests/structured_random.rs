//! Random steps on records, nested arrays, sets and queues: what the interpreter makes of the lowered model is what a naive
//! evaluation makes of whole values.

use std::collections::{BTreeSet, VecDeque};

use language::{Overrides, load};
use random_numbers::Xorshift;
use system::{Interpreter, State, System};

/// The values of all variables of the model, each as a whole.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct World {
    x: i64,
    a: i64,
    b: bool,
    s: BTreeSet<i64>,
    c: VecDeque<i64>,
    g: [[i64; 2]; 2],
}

const DECLARATIONS: &str = "type R = record { a: 0..2, b: bool }
var x: 0..2  var r: R  var s: set of 0..2  var c: fifo 2 of 0..2  var g: array [0..1] of array [0..1] of 0..2
";

/// A value or a fault.
type Outcome<T> = Result<T, ()>;

#[derive(Debug, Clone)]
enum Int {
    Const(i64),
    X,
    A,
    Cell(Box<Int>, Box<Int>),
    Head,
    Entry(Box<Int>),
    Length,
    Size(Set),
    Add(Box<Int>, Box<Int>),
    Sub(Box<Int>, Box<Int>),
    If(Box<Bool>, Box<Int>, Box<Int>),
    Total(Set),
    Few(Set, Box<Int>),
}

#[derive(Debug, Clone)]
enum Bool {
    B,
    Less(Int, Int),
    In(Int, Set),
    InQueue(Int),
    SameSet(Set, Set),
    Subset(Set, Set),
    SameRecord(Record),
    SameRow(Int, Int),
    Empty,
    Full,
    All(Set, Int),
    Some(Set, Int),
    Not(Box<Bool>),
    And(Box<Bool>, Box<Bool>),
}

#[derive(Debug, Clone)]
enum Set {
    S,
    Members(Vec<Int>),
    Union(Box<Set>, Box<Set>),
    Inter(Box<Set>, Box<Set>),
    Minus(Box<Set>, Box<Set>),
    If(Box<Bool>, Box<Set>, Box<Set>),
}

#[derive(Debug, Clone)]
enum Record {
    R,
    Make(Int, Box<Bool>),
    If(Box<Bool>, Box<Record>, Box<Record>),
}

#[derive(Debug, Clone)]
enum Step {
    X(Int),
    AnyX(Set),
    R(Record),
    A(Int),
    S(Set),
    Send(Int),
    TakeX,
    TakeA,
    Drop,
    Cell(Int, Int, Int),
    Row(Int, Int),
    Rows(Int, Int),
    Fill(Int),
    If(Bool, Box<Step>, Option<Box<Step>>),
}

struct Maker {
    random: Xorshift,
}

impl Maker {
    fn below(&mut self, count: usize) -> usize {
        usize::try_from(self.random.below(count as u64)).expect("a small number")
    }

    fn int(&mut self, depth: u32) -> Int {
        let choices = if depth == 0 { 5 } else { 13 };
        let down = depth.saturating_sub(1);
        match self.below(choices) {
            0 | 1 => Int::Const(self.below(3) as i64),
            2 => Int::X,
            3 => Int::A,
            4 => Int::Length,
            5 => Int::Cell(Box::new(self.int(down)), Box::new(self.int(0))),
            6 => Int::Head,
            7 => Int::Entry(Box::new(self.int(down))),
            8 => Int::Size(self.set(down)),
            9 => Int::Add(Box::new(self.int(down)), Box::new(self.int(down))),
            10 => Int::Sub(Box::new(self.int(down)), Box::new(self.int(down))),
            11 => Int::If(Box::new(self.bool(down)), Box::new(self.int(down)), Box::new(self.int(down))),
            _ if self.below(2) == 0 => Int::Total(self.set(down)),
            _ => Int::Few(self.set(down), Box::new(self.int(0))),
        }
    }

    fn bool(&mut self, depth: u32) -> Bool {
        let down = depth.saturating_sub(1);
        match self.below(if depth == 0 { 4 } else { 14 }) {
            0 => Bool::B,
            1 => Bool::Less(self.int(down), self.int(down)),
            2 => Bool::Empty,
            3 => Bool::Full,
            4 => Bool::In(self.int(down), self.set(down)),
            5 => Bool::InQueue(self.int(down)),
            6 => Bool::SameSet(self.set(down), self.set(down)),
            7 => Bool::Subset(self.set(down), self.set(down)),
            8 => Bool::SameRecord(self.record(down)),
            9 => Bool::SameRow(self.int(0), self.int(0)),
            10 => Bool::All(self.set(down), self.int(0)),
            11 => Bool::Some(self.set(down), self.int(0)),
            12 => Bool::Not(Box::new(self.bool(down))),
            _ => Bool::And(Box::new(self.bool(down)), Box::new(self.bool(down))),
        }
    }

    fn set(&mut self, depth: u32) -> Set {
        let down = depth.saturating_sub(1);
        match self.below(if depth == 0 { 3 } else { 7 }) {
            0 | 1 => Set::S,
            2 => {
                let count = 1 + self.below(2);
                Set::Members((0..count).map(|_| self.int(down)).collect())
            }
            3 => Set::Union(Box::new(self.set(down)), Box::new(self.set(down))),
            4 => Set::Inter(Box::new(self.set(down)), Box::new(self.set(down))),
            5 => Set::Minus(Box::new(self.set(down)), Box::new(self.set(down))),
            _ => Set::If(Box::new(self.bool(down)), Box::new(self.set(down)), Box::new(self.set(down))),
        }
    }

    fn record(&mut self, depth: u32) -> Record {
        let down = depth.saturating_sub(1);
        match self.below(if depth == 0 { 2 } else { 3 }) {
            0 => Record::R,
            1 => Record::Make(self.int(down), Box::new(self.bool(down))),
            _ => Record::If(
                Box::new(self.bool(down)),
                Box::new(self.record(down)),
                Box::new(self.record(down)),
            ),
        }
    }

    fn step(&mut self, depth: u32) -> Step {
        match self.below(if depth == 0 { 13 } else { 15 }) {
            0 => Step::X(self.int(2)),
            1 => Step::AnyX(self.set(2)),
            2 => Step::R(self.record(2)),
            3 => Step::A(self.int(2)),
            4 | 5 => Step::S(self.set(2)),
            6 => Step::Send(self.int(2)),
            7 => Step::TakeX,
            8 => Step::TakeA,
            9 => Step::Drop,
            10 => Step::Cell(self.int(1), self.int(0), self.int(2)),
            11 => Step::Row(self.int(0), self.int(0)),
            12 if self.below(2) == 0 => Step::Rows(self.int(1), self.int(1)),
            12 => Step::Fill(self.int(1)),
            _ => {
                let then = Box::new(self.step(depth - 1));
                let otherwise = (self.below(2) == 0).then(|| Box::new(self.step(depth - 1)));
                Step::If(self.bool(2), then, otherwise)
            }
        }
    }
}

impl Int {
    fn text(&self) -> String {
        match self {
            Int::Const(value) => value.to_string(),
            Int::X => "x".into(),
            Int::A => "r.a".into(),
            Int::Cell(i, j) => format!("g[{}][{}]", i.text(), j.text()),
            Int::Head => "head(c)".into(),
            Int::Entry(k) => format!("c[{}]", k.text()),
            Int::Length => "len(c)".into(),
            Int::Size(set) => format!("card({})", set.text()),
            Int::Add(a, b) => format!("({} + {})", a.text(), b.text()),
            Int::Sub(a, b) => format!("({} - {})", a.text(), b.text()),
            Int::If(c, a, b) => format!("(if {} then {} else {})", c.text(), a.text(), b.text()),
            Int::Total(set) => format!("sum(v in {}: v)", set.text()),
            Int::Few(set, most) => format!("count(v in {}: v <= {})", set.text(), most.text()),
        }
    }

    fn value(&self, world: &World) -> Outcome<i64> {
        Ok(match self {
            Int::Const(value) => *value,
            Int::X => world.x,
            Int::A => world.a,
            Int::Cell(i, j) => world.g[position(i.value(world)?)?][position(j.value(world)?)?],
            Int::Head => *world.c.front().ok_or(())?,
            Int::Entry(k) => {
                let k = usize::try_from(k.value(world)?).map_err(|_| ())?;
                *world.c.get(k).ok_or(())?
            }
            Int::Length => world.c.len() as i64,
            Int::Size(set) => set.value(world)?.len() as i64,
            Int::Add(a, b) => a.value(world)? + b.value(world)?,
            Int::Sub(a, b) => a.value(world)? - b.value(world)?,
            Int::If(c, a, b) => {
                if c.value(world)? {
                    a.value(world)?
                } else {
                    b.value(world)?
                }
            }
            Int::Total(set) => set.value(world)?.iter().sum(),
            Int::Few(set, most) => {
                let set = set.value(world)?;
                let mut few = 0;
                for value in set {
                    few += i64::from(value <= most.value(world)?);
                }
                few
            }
        })
    }
}

fn position(index: i64) -> Outcome<usize> {
    usize::try_from(index).ok().filter(|index| *index < 2).ok_or(())
}

impl Bool {
    fn text(&self) -> String {
        match self {
            Bool::B => "r.b".into(),
            Bool::Less(a, b) => format!("({} < {})", a.text(), b.text()),
            Bool::In(a, set) => format!("({} in {})", a.text(), set.text()),
            Bool::InQueue(a) => format!("({} in c)", a.text()),
            Bool::SameSet(a, b) => format!("({} = {})", a.text(), b.text()),
            Bool::Subset(a, b) => format!("subset({}, {})", a.text(), b.text()),
            Bool::SameRecord(a) => format!("(r = {})", a.text()),
            Bool::SameRow(i, j) => format!("(g[{}] = g[{}])", i.text(), j.text()),
            Bool::Empty => "empty(c)".into(),
            Bool::Full => "full(c)".into(),
            Bool::All(set, most) => format!("(forall v in {}: v < {})", set.text(), most.text()),
            Bool::Some(set, least) => format!("(exists v in {}: v > {})", set.text(), least.text()),
            Bool::Not(a) => format!("!({})", a.text()),
            Bool::And(a, b) => format!("({} && {})", a.text(), b.text()),
        }
    }

    fn value(&self, world: &World) -> Outcome<bool> {
        Ok(match self {
            Bool::B => world.b,
            Bool::Less(a, b) => a.value(world)? < b.value(world)?,
            // `x in {a, b}` is `x = a || x = b`.
            Bool::In(a, Set::Members(members)) => {
                for member in members {
                    if a.value(world)? == member.value(world)? {
                        return Ok(true);
                    }
                }
                false
            }
            Bool::In(a, set) => {
                let (a, set) = (a.value(world)?, set.value(world)?);
                set.contains(&a)
            }
            Bool::InQueue(a) => world.c.contains(&a.value(world)?),
            Bool::SameSet(a, b) => {
                let (a, b) = (a.value(world)?, b.value(world)?);
                a == b
            }
            Bool::Subset(a, b) => {
                let (a, b) = (a.value(world)?, b.value(world)?);
                a.is_subset(&b)
            }
            Bool::SameRecord(record) => (world.a, world.b) == record.value(world)?,
            Bool::SameRow(i, j) => {
                let (i, j) = (position(i.value(world)?)?, position(j.value(world)?)?);
                world.g[i] == world.g[j]
            }
            Bool::Empty => world.c.is_empty(),
            Bool::Full => world.c.len() == 2,
            Bool::All(set, most) => {
                let (set, most) = (set.value(world)?, most);
                for value in set {
                    if value >= most.value(world)? {
                        return Ok(false);
                    }
                }
                true
            }
            Bool::Some(set, least) => {
                let set = set.value(world)?;
                for value in set {
                    if value > least.value(world)? {
                        return Ok(true);
                    }
                }
                false
            }
            Bool::Not(a) => !a.value(world)?,
            Bool::And(a, b) => a.value(world)? && b.value(world)?,
        })
    }
}

impl Set {
    fn text(&self) -> String {
        match self {
            Set::S => "s".into(),
            Set::Members(members) => {
                let members: Vec<String> = members.iter().map(Int::text).collect();
                format!("{{{}}}", members.join(", "))
            }
            Set::Union(a, b) => format!("union({}, {})", a.text(), b.text()),
            Set::Inter(a, b) => format!("inter({}, {})", a.text(), b.text()),
            Set::Minus(a, b) => format!("minus({}, {})", a.text(), b.text()),
            Set::If(c, a, b) => format!("(if {} then {} else {})", c.text(), a.text(), b.text()),
        }
    }

    fn value(&self, world: &World) -> Outcome<BTreeSet<i64>> {
        Ok(match self {
            Set::S => world.s.clone(),
            Set::Members(members) => {
                members.iter().map(|member| member.value(world)).collect::<Outcome<_>>()?
            }
            Set::Union(a, b) => {
                let (a, b) = (a.value(world)?, b.value(world)?);
                a.union(&b).copied().collect()
            }
            Set::Inter(a, b) => {
                let (a, b) = (a.value(world)?, b.value(world)?);
                a.intersection(&b).copied().collect()
            }
            Set::Minus(a, b) => {
                let (a, b) = (a.value(world)?, b.value(world)?);
                a.difference(&b).copied().collect()
            }
            Set::If(c, a, b) => {
                if c.value(world)? {
                    a.value(world)?
                } else {
                    b.value(world)?
                }
            }
        })
    }
}

impl Record {
    fn text(&self) -> String {
        match self {
            Record::R => "r".into(),
            Record::Make(a, b) => format!("R{{b: {}, a: {}}}", b.text(), a.text()),
            Record::If(c, a, b) => format!("(if {} then {} else {})", c.text(), a.text(), b.text()),
        }
    }

    fn value(&self, world: &World) -> Outcome<(i64, bool)> {
        Ok(match self {
            Record::R => (world.a, world.b),
            Record::Make(a, b) => (a.value(world)?, b.value(world)?),
            Record::If(c, a, b) => {
                if c.value(world)? {
                    a.value(world)?
                } else {
                    b.value(world)?
                }
            }
        })
    }
}

/// What a step makes of a state: blocked, a fault, or one of several states, some of which may be faults.
enum Made {
    Blocked,
    Fault,
    States(Vec<Outcome<World>>),
}

fn in_type(value: i64) -> Outcome<i64> {
    if (0..=2).contains(&value) { Ok(value) } else { Err(()) }
}

impl Step {
    fn text(&self) -> String {
        match self {
            Step::X(a) => format!("x := {}", a.text()),
            Step::AnyX(set) => format!("x := any in {}", set.text()),
            Step::R(record) => format!("r := {}", record.text()),
            Step::A(a) => format!("r.a := {}", a.text()),
            Step::S(set) => format!("s := {}", set.text()),
            Step::Send(a) => format!("c ! {}", a.text()),
            Step::TakeX => "c ? x".into(),
            Step::TakeA => "c ? r.a".into(),
            Step::Drop => "c ? _".into(),
            Step::Cell(i, j, a) => format!("g[{}][{}] := {}", i.text(), j.text(), a.text()),
            Step::Row(i, j) => format!("g[{}] := g[{}]", i.text(), j.text()),
            Step::Rows(a, b) => format!("g := [[{}, {1}], [{1}, 0]]", a.text(), b.text()),
            Step::Fill(a) => format!("for i, j in 0..1 {{ g[i][j] := {} }}", a.text()),
            Step::If(c, then, otherwise) => {
                let otherwise =
                    otherwise.as_ref().map_or(String::new(), |step| format!(" else {{ {} }}", step.text()));
                format!("if {} {{ {} }}{otherwise}", c.text(), then.text())
            }
        }
    }

    fn run(&self, world: &World) -> Made {
        let one = |made: Outcome<World>| Made::States(vec![made]);
        let with = |change: &dyn Fn(&mut World) -> Outcome<()>| {
            let mut next = world.clone();
            one(change(&mut next).map(|()| next))
        };
        match self {
            Step::X(a) => with(&|next| a.value(world).and_then(in_type).map(|value| next.x = value)),
            Step::AnyX(set) => match set.value(world) {
                Err(()) => Made::Fault,
                Ok(values) if values.is_empty() => Made::Blocked,
                Ok(values) => {
                    let choice = |value| in_type(value).map(|value| World { x: value, ..world.clone() });
                    Made::States(values.into_iter().map(choice).collect())
                }
            },
            Step::R(record) => with(&|next| {
                let (a, b) = record.value(world)?;
                (next.a, next.b) = (in_type(a)?, b);
                Ok(())
            }),
            Step::A(a) => with(&|next| a.value(world).and_then(in_type).map(|value| next.a = value)),
            Step::S(set) => with(&|next| {
                next.s = set.value(world)?;
                next.s.iter().try_for_each(|value| in_type(*value).map(|_| ()))
            }),
            Step::Send(_) if world.c.len() == 2 => Made::Blocked,
            Step::Send(a) => {
                with(&|next| a.value(world).and_then(in_type).map(|value| next.c.push_back(value)))
            }
            Step::TakeX | Step::TakeA | Step::Drop if world.c.is_empty() => Made::Blocked,
            Step::TakeX => with(&|next| next.c.pop_front().ok_or(()).map(|value| next.x = value)),
            Step::TakeA => with(&|next| next.c.pop_front().ok_or(()).map(|value| next.a = value)),
            Step::Drop => with(&|next| next.c.pop_front().ok_or(()).map(|_| ())),
            Step::Cell(i, j, a) => with(&|next| {
                let (i, j) = (position(i.value(world)?)?, position(j.value(world)?)?);
                next.g[i][j] = in_type(a.value(world)?)?;
                Ok(())
            }),
            Step::Row(i, j) => with(&|next| {
                let (i, j) = (position(i.value(world)?)?, position(j.value(world)?)?);
                next.g[i] = world.g[j];
                Ok(())
            }),
            Step::Rows(a, b) => with(&|next| {
                let (a, b) = (in_type(a.value(world)?)?, in_type(b.value(world)?)?);
                next.g = [[a, b], [b, 0]];
                Ok(())
            }),
            Step::Fill(a) => with(&|next| {
                let value = in_type(a.value(world)?)?;
                next.g = [[value; 2]; 2];
                Ok(())
            }),
            Step::If(c, then, otherwise) => match (c.value(world), otherwise) {
                (Err(()), _) => Made::Fault,
                (Ok(true), _) => then.run(world),
                (Ok(false), Some(step)) => step.run(world),
                (Ok(false), None) => one(Ok(world.clone())),
            },
        }
    }
}

/// The world that a lowered state stands for.
fn world(system: &System, state: &State) -> World {
    let shown = system.shown();
    let text = |name: &str| {
        let one = shown.iter().find(|one| one.name == name).expect("it is shown");
        system.show_shown(one, state)
    };
    let number = |name: &str| text(name).parse::<i64>().expect("a number");
    let list = |name: &str| -> Vec<i64> {
        let text = text(name);
        let inner = text.trim_matches(['[', ']', '{', '}']);
        inner
            .split(", ")
            .filter(|part| !part.is_empty())
            .map(|part| part.parse().expect("a number"))
            .collect()
    };
    World {
        x: number("x"),
        a: number("r.a"),
        b: text("r.b") == "true",
        s: list("s").into_iter().collect(),
        c: list("c").into(),
        g: [0, 1].map(|i| [0, 1].map(|j| number(&format!("g[{i}][{j}]")))),
    }
}

#[test]
fn random_steps_are_what_naive_evaluation_says() {
    let mut maker = Maker { random: Xorshift::scattered(23) };
    let (mut faults, mut blocked, mut changed) = (0, 0, 0);
    for round in 0..500 {
        let (guard, step) = (maker.bool(2), maker.step(1));
        let source =
            format!("{DECLARATIONS}event grow do c ! x  event e when {} do {}\n", guard.text(), step.text());
        let loaded = load(&source, &Overrides::default());
        let findings: Vec<&str> = loaded.diagnostics.iter().map(|finding| finding.message.as_str()).collect();
        let Some(system) = loaded.system else { panic!("{round}: {findings:?}\n{source}") };
        let interpreter = Interpreter::new(&system);
        let mut states = Vec::new();
        for _ in 0..12 {
            // A state is made by hand; its queue holds what it should and nothing else.
            let mut state: State = system
                .variables
                .iter()
                .map(|variable| match variable.ty {
                    system::Type::Bool => system::Value::Bool(maker.below(2) == 0),
                    _ => system::Value::Int(maker.below(3) as i128),
                })
                .collect();
            let queue = &system.structured.iter().find(|whole| whole.name == "c").expect("the queue");
            let held = queue.shape.read(queue.first, &state);
            assert!(queue.shape.write(queue.first, &held, &mut state));
            states.push(state);
        }
        let event = system.transitions.len() - 1;
        for state in states {
            let before = world(&system, &state);
            let found =
                interpreter.fire(&state, system::TransitionId::from_index(event)).expect("no obstacle");
            let nexts: BTreeSet<World> = found.steps.iter().map(|step| world(&system, &step.state)).collect();
            let made = match guard.value(&before) {
                Err(()) => Made::Fault,
                Ok(false) => Made::Blocked,
                Ok(true) => step.run(&before),
            };
            let (wanted, is_fault): (BTreeSet<World>, bool) = match made {
                Made::Blocked => (BTreeSet::new(), false),
                Made::Fault => (BTreeSet::new(), true),
                Made::States(all) => {
                    let is_fault = all.iter().any(Result::is_err);
                    (all.into_iter().flatten().collect(), is_fault)
                }
            };
            faults += u32::from(is_fault);
            blocked += u32::from(wanted.is_empty() && !is_fault);
            changed += u32::from(!wanted.is_empty());
            assert_eq!(nexts, wanted, "{round}: {before:?}\n{source}");
            assert_eq!(
                !found.faults.is_empty(),
                is_fault,
                "{round}: {before:?} {:?}\n{source}",
                found.faults
            );
        }
    }
    assert!(faults > 200 && blocked > 500 && changed > 500, "{faults} {blocked} {changed}");
}
