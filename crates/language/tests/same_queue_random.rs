//! Random steps that may write a queue twice, in branches, choices and nested blocks: a fault exactly where a naive
//! evaluation of whole values finds two writes to one queue.

use std::collections::BTreeSet;

use language::{Overrides, load};
use random_numbers::Xorshift;
use system::{Interpreter, State, System, TransitionId};

const DECLARATIONS: &str = "var i, j: 1..2  var box: array [1..2] of fifo 4 of 0..1\n";

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct World {
    i: usize,
    j: usize,
    queues: [Vec<u8>; 2],
}

#[derive(Debug, Clone, Copy)]
enum Index {
    Const(usize),
    I,
    J,
    OtherThanI,
}

#[derive(Debug, Clone)]
enum Statement {
    Send(Index, u8),
    Drop(Index),
    Copy(Index, Index),
    Whole,
    FlipI,
    If(Index, Index, Vec<Step>, Option<Vec<Step>>),
    Choose(Vec<Vec<Step>>),
}

type Step = Vec<Statement>;

/// What a block writes: `i`, and each queue.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Writes {
    i: Option<usize>,
    queues: [Option<Vec<u8>>; 2],
}

/// A way through a step: what it writes, a fault, or a block.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Way {
    Writes(Writes),
    Fault,
    Blocked,
}

struct Maker {
    random: Xorshift,
}

impl Maker {
    fn below(&mut self, count: u64) -> usize {
        usize::try_from(self.random.below(count)).expect("a small number")
    }

    fn index(&mut self) -> Index {
        match self.below(5) {
            0 => Index::Const(1 + self.below(2)),
            1 | 2 => Index::I,
            3 => Index::J,
            _ => Index::OtherThanI,
        }
    }

    fn step(&mut self, depth: u32) -> Step {
        (0..1 + self.below(2)).map(|_| self.statement(depth)).collect()
    }

    fn block(&mut self, depth: u32) -> Vec<Step> {
        (0..1 + self.below(4) / 2).map(|_| self.step(depth)).collect()
    }

    fn statement(&mut self, depth: u32) -> Statement {
        match self.below(if depth == 0 { 7 } else { 12 }) {
            0..=2 => Statement::Send(self.index(), u8::from(self.below(4) == 0)),
            3 => Statement::Drop(self.index()),
            4 => Statement::Copy(self.index(), self.index()),
            5 => Statement::FlipI,
            6 if self.below(3) == 0 => Statement::Whole,
            6..=9 => {
                let otherwise = (self.below(2) == 0).then(|| self.block(depth.saturating_sub(1)));
                let then = self.block(depth.saturating_sub(1));
                Statement::If(self.index(), self.index(), then, otherwise)
            }
            _ => Statement::Choose(
                (0..1 + self.below(2)).map(|_| self.block(depth.saturating_sub(1))).collect(),
            ),
        }
    }
}

impl Index {
    fn text(self) -> String {
        match self {
            Index::Const(value) => value.to_string(),
            Index::I => "i".into(),
            Index::J => "j".into(),
            Index::OtherThanI => "3 - i".into(),
        }
    }

    fn value(self, world: &World) -> usize {
        match self {
            Index::Const(value) => value,
            Index::I => world.i,
            Index::J => world.j,
            Index::OtherThanI => 3 - world.i,
        }
    }
}

fn block_text(block: &[Step]) -> String {
    let steps: Vec<String> =
        block.iter().map(|step| step.iter().map(Statement::text).collect::<Vec<_>>().join(", ")).collect();
    format!("{{ {} }}", steps.join("; "))
}

fn run_block(block: &[Step], world: &World) -> BTreeSet<Way> {
    let mut ways = BTreeSet::from([Way::Writes(Writes::default())]);
    for step in block {
        let mut longer = BTreeSet::new();
        for way in ways {
            let Way::Writes(before) = way else {
                longer.insert(way);
                continue;
            };
            for after in run_step(step, &before.applied(world)) {
                longer.insert(match after {
                    Way::Writes(after) => Way::Writes(before.followed_by(&after)),
                    other => other,
                });
            }
        }
        ways = longer;
    }
    ways
}

fn run_step(step: &[Statement], world: &World) -> BTreeSet<Way> {
    let mut ways = BTreeSet::from([Way::Writes(Writes::default())]);
    for statement in step {
        let mut merged = BTreeSet::new();
        for one in &ways {
            for other in statement.run(world) {
                merged.insert(match (one, &other) {
                    (Way::Blocked, _) | (_, Way::Blocked) => Way::Blocked,
                    (Way::Fault, _) | (_, Way::Fault) => Way::Fault,
                    (Way::Writes(one), Way::Writes(other)) => one.merged(other),
                });
            }
        }
        ways = merged;
    }
    ways
}

impl Writes {
    fn queue(at: usize, value: Vec<u8>) -> Way {
        let mut writes = Writes::default();
        writes.queues[at - 1] = Some(value);
        Way::Writes(writes)
    }

    fn merged(&self, other: &Writes) -> Way {
        let clash = (0..2).any(|at| self.queues[at].is_some() && other.queues[at].is_some());
        let differs = self.i.is_some_and(|one| other.i.is_some_and(|other| one != other));
        if clash || differs { Way::Fault } else { Way::Writes(self.followed_by(other)) }
    }

    fn followed_by(&self, other: &Writes) -> Writes {
        let queue = |at: usize| other.queues[at].clone().or_else(|| self.queues[at].clone());
        Writes { i: other.i.or(self.i), queues: [queue(0), queue(1)] }
    }

    fn applied(&self, world: &World) -> World {
        let queue = |at: usize| self.queues[at].clone().unwrap_or_else(|| world.queues[at].clone());
        World { i: self.i.unwrap_or(world.i), j: world.j, queues: [queue(0), queue(1)] }
    }
}

impl Statement {
    fn text(&self) -> String {
        match self {
            Statement::Send(at, value) => format!("box[{}] ! {value}", at.text()),
            Statement::Drop(at) => format!("box[{}] ? _", at.text()),
            Statement::Copy(to, from) => format!("box[{}] := box[{}]", to.text(), from.text()),
            Statement::Whole => "box := [box[2], box[1]]".into(),
            Statement::FlipI => "i := 3 - i".into(),
            Statement::If(left, right, then, otherwise) => {
                let otherwise =
                    otherwise.as_ref().map_or(String::new(), |block| format!(" else {}", block_text(block)));
                format!("if {} = {} {}{otherwise}", left.text(), right.text(), block_text(then))
            }
            Statement::Choose(branches) => {
                let branches: Vec<String> = branches.iter().map(|block| block_text(block)).collect();
                format!("choose {}", branches.join(" or "))
            }
        }
    }

    fn run(&self, world: &World) -> BTreeSet<Way> {
        let queue = |at: Index| world.queues[at.value(world) - 1].clone();
        BTreeSet::from([match self {
            Statement::Send(at, value) => {
                let mut queue = queue(*at);
                if queue.len() == 4 {
                    Way::Blocked
                } else {
                    queue.push(*value);
                    Writes::queue(at.value(world), queue)
                }
            }
            Statement::Drop(at) => {
                let mut queue = queue(*at);
                if queue.is_empty() {
                    Way::Blocked
                } else {
                    queue.remove(0);
                    Writes::queue(at.value(world), queue)
                }
            }
            Statement::Copy(to, from) => Writes::queue(to.value(world), queue(*from)),
            Statement::Whole => {
                let [one, other] = world.queues.clone();
                Way::Writes(Writes { i: None, queues: [Some(other), Some(one)] })
            }
            Statement::FlipI => Way::Writes(Writes { i: Some(3 - world.i), ..Writes::default() }),
            Statement::If(left, right, then, otherwise) => {
                return match (left.value(world) == right.value(world), otherwise) {
                    (true, _) => run_block(then, world),
                    (false, Some(block)) => run_block(block, world),
                    (false, None) => BTreeSet::from([Way::Writes(Writes::default())]),
                };
            }
            Statement::Choose(branches) => {
                return branches.iter().flat_map(|block| run_block(block, world)).collect();
            }
        }])
    }
}

fn state(system: &System, world: &World) -> State {
    let mut state: State = system
        .variables
        .iter()
        .map(|variable| match variable.name.as_str() {
            "i" => system::Value::Int(world.i as i128),
            "j" => system::Value::Int(world.j as i128),
            _ => system::Value::Int(0),
        })
        .collect();
    let entry = |value: &u8| system::Datum::Scalar(system::Value::Int(i128::from(*value)));
    let queues = world.queues.iter().map(|queue| system::Datum::Queue(queue.iter().map(entry).collect()));
    let whole = &system.structured[0];
    assert!(whole.shape.write(whole.first, &system::Datum::Array(queues.collect()), &mut state));
    state
}

#[test]
fn a_queue_is_written_once_in_a_step() {
    let mut maker = Maker { random: Xorshift::scattered(7) };
    let (mut faults, mut changed, mut refused, mut wrong) = (0, 0, 0, 0);
    for round in 0..2_500 {
        let block = maker.block(2);
        let source = format!("{DECLARATIONS}event e do {}\n", block_text(&block));
        let loaded = load(&source, &Overrides::default());
        let mut errors = loaded.diagnostics.iter().filter(|finding| finding.is_error());
        if let Some(error) = errors.next() {
            assert_eq!(error.code.as_str(), "E302", "{round}: {}\n{source}", error.message);
            match error.message.contains("a nested block changes") {
                true => refused += 1,
                false => wrong += 1,
            }
            continue;
        }
        let system = loaded.system.expect("a model without errors");
        let interpreter = Interpreter::new(&system);
        for number in 0..16 {
            let bit = |at: usize| number >> at & 1;
            let world = World {
                i: 1 + bit(0),
                j: 1 + bit(1),
                queues: [vec![1; bit(2)], if bit(3) == 0 { vec![1; bit(2)] } else { vec![1, 0] }],
            };
            let wanted = run_block(&block, &world);
            if wanted.contains(&Way::Blocked) {
                // What blocks may come before what faults, or after it.
                continue;
            }
            let is_fault = wanted.contains(&Way::Fault);
            let nexts: BTreeSet<State> = wanted
                .iter()
                .filter_map(|way| match way {
                    Way::Writes(writes) => Some(state(&system, &writes.applied(&world))),
                    _ => None,
                })
                .collect();
            let found = interpreter.fire(&state(&system, &world), TransitionId(0)).expect("no obstacle");
            let reached: BTreeSet<State> = found.steps.iter().map(|step| step.state.clone()).collect();
            assert_eq!(!found.faults.is_empty(), is_fault, "{round}: {world:?} {:?}\n{source}", found.faults);
            assert_eq!(reached, nexts, "{round}: {world:?}\n{source}");
            faults += u32::from(is_fault);
            changed += u32::from(!nexts.is_empty());
        }
    }
    assert!(faults > 1_000 && changed > 8_000, "{faults} {changed}");
    assert!(refused < 30 && wrong < 1_800, "{refused} {wrong}");
}
