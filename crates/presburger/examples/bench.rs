//! Solves the problems of a file and prints the CPU time of each group and the result of each problem.
//!
//! A problem is a line with fields between tabs: the group, the dimension, the operation and its arguments, in
//! the notation that this crate and isl share. Times do not include reading the arguments. Used by
//! `bench/presburger/run.py`; by hand: `cargo run --release -p fathom-presburger --example bench -- FILE [ROUNDS]`.

use presburger::{Budget, Relation, Set, Side};
use std::collections::BTreeMap;
use std::time::Instant;

/// A problem with its arguments read.
enum Problem {
    /// Backward steps with coalescing and a subset test, until nothing is new or the number of steps is reached.
    Backward(Relation, Set, usize),
    PreImage(Relation, Set),
    Empty(Set),
    /// Projects out the last dimensions, that many.
    Project(Set, usize),
    Complement(Set),
    Closure(Relation),
    Binary(Operation, Set, Set),
    Unary(fn(&Set, &Budget) -> Set, Set),
    Sample(Set),
}

type Operation = fn(&Set, &Set, &Budget) -> Answer;

/// What a problem gave.
enum Answer {
    Truth(bool),
    Points(Set),
    Pairs(Relation, Option<bool>),
    Point(Option<String>),
}

/// A round lasts at least this long, since the system counts CPU time in ticks of some milliseconds.
const ROUND_NANOSECONDS: u64 = 60_000_000;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().expect("the first argument is the file of problems");
    let rounds: usize = arguments.next().map_or(3, |text| text.parse().expect("a number of rounds"));
    let text = std::fs::read_to_string(path).expect("the file can be read");
    let mut groups: BTreeMap<(String, String), Vec<Problem>> = BTreeMap::new();
    for line in text.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let key = (fields[0].to_string(), fields[1].to_string());
        groups.entry(key).or_default().push(problem(&fields[2..]));
    }
    for ((group, dimension), problems) in &groups {
        for (index, problem) in problems.iter().enumerate() {
            println!("result\t{group}\t{dimension}\t{index}\t{}", described(&solve(problem)));
        }
        let best = (0..rounds).map(|_| nanoseconds_of(problems)).fold(f64::INFINITY, f64::min);
        println!("time\t{group}\t{dimension}\t{best}");
    }
}

/// The CPU time of solving all the problems once, as an average over one round.
fn nanoseconds_of(problems: &[Problem]) -> f64 {
    let start = clock();
    let mut times = 0u32;
    loop {
        for problem in problems {
            std::hint::black_box(solve(problem));
        }
        times += 1;
        let spent = clock() - start;
        if spent >= ROUND_NANOSECONDS {
            return spent as f64 / f64::from(times);
        }
    }
}

/// The CPU time of this process so far, or the wall time where the system does not tell.
fn clock() -> u64 {
    thread_local!(static START: Instant = Instant::now());
    let counted = std::fs::read_to_string("/proc/self/schedstat").ok();
    counted
        .and_then(|text| text.split(' ').next()?.parse().ok())
        .unwrap_or_else(|| START.with(|start| start.elapsed().as_nanos() as u64))
}

fn problem(fields: &[&str]) -> Problem {
    let set = |place: usize| Set::parse(fields[place]).unwrap_or_else(|e| panic!("{}: {e}", fields[place]));
    let relation =
        |place: usize| Relation::parse(fields[place]).unwrap_or_else(|e| panic!("{}: {e}", fields[place]));
    let number = |place: usize| fields[place].parse().expect("a number");
    match fields[0] {
        "backward" => Problem::Backward(relation(1), set(2), number(3)),
        "pre-image" => Problem::PreImage(relation(1), set(2)),
        "empty" => Problem::Empty(set(1)),
        "project" => Problem::Project(set(1), number(2)),
        "complement" => Problem::Complement(set(1)),
        "closure" => Problem::Closure(relation(1)),
        "sample" => Problem::Sample(set(1)),
        "simplify" => Problem::Unary(|s, b| s.simplified(b).expect("unlimited"), set(1)),
        "coalesce" => Problem::Unary(|s, b| s.coalesced(b).expect("unlimited"), set(1)),
        "affine-hull" => Problem::Unary(|s, b| s.affine_hull(b).expect("unlimited"), set(1)),
        "lexicographic-minimum" => {
            Problem::Unary(|s, b| s.lexicographic_minimum(b).expect("unlimited"), set(1))
        }
        "difference" => {
            Problem::Binary(|s, t, b| Answer::Points(s.difference(t, b).expect("unlimited")), set(1), set(2))
        }
        "intersection" => Problem::Binary(
            |s, t, b| Answer::Points(s.intersection(t, b).expect("unlimited")),
            set(1),
            set(2),
        ),
        "union" => {
            Problem::Binary(|s, t, b| Answer::Points(s.union(t, b).expect("unlimited")), set(1), set(2))
        }
        "gist" => Problem::Binary(|s, t, b| Answer::Points(s.gist(t, b).expect("unlimited")), set(1), set(2)),
        "subset" => {
            Problem::Binary(|s, t, b| Answer::Truth(s.is_subset(t, b).expect("unlimited")), set(1), set(2))
        }
        "equal" => {
            Problem::Binary(|s, t, b| Answer::Truth(s.is_equal(t, b).expect("unlimited")), set(1), set(2))
        }
        other => panic!("{other} is not an operation"),
    }
}

fn solve(problem: &Problem) -> Answer {
    let budget = Budget::unlimited();
    match problem {
        Problem::Backward(step, bad, limit) => Answer::Points(backward(step, bad, *limit, &budget)),
        Problem::PreImage(step, set) => Answer::Points(step.pre_image(set, &budget).expect("unlimited")),
        Problem::Empty(set) => Answer::Truth(set.is_empty(&budget).expect("unlimited")),
        Problem::Project(set, count) => {
            let end = set.dimension_count();
            let last: Vec<usize> = (end - count..end).collect();
            Answer::Points(set.project_out(&last, &budget).expect("unlimited"))
        }
        Problem::Complement(set) => Answer::Points(set.complement(&budget).expect("unlimited")),
        Problem::Closure(step) => {
            let closure = step.transitive_closure(Side::Above, &budget).expect("unlimited");
            Answer::Pairs(closure.relation, Some(closure.exact))
        }
        Problem::Binary(operation, left, right) => operation(left, right, &budget),
        Problem::Unary(operation, set) => Answer::Points(operation(set, &budget)),
        Problem::Sample(set) => {
            let point = set.sample(&budget).expect("unlimited");
            let written = |point: Vec<presburger::Integer>| {
                point.iter().map(ToString::to_string).collect::<Vec<String>>().join(", ")
            };
            Answer::Point(point.map(written))
        }
    }
}

fn backward(step: &Relation, bad: &Set, limit: usize, budget: &Budget) -> Set {
    let mut reached = bad.clone();
    for _ in 0..limit {
        let before = step.pre_image(&reached, budget).expect("unlimited");
        let next = reached.union(&before, budget).expect("unlimited").coalesced(budget).expect("unlimited");
        if next.is_subset(&reached, budget).expect("unlimited") {
            break;
        }
        reached = next;
    }
    reached
}

/// The number of disjuncts, whether it is exact, and the text; `-` for what does not apply.
fn described(answer: &Answer) -> String {
    match answer {
        Answer::Truth(truth) => format!("-\t-\t{truth}"),
        Answer::Points(set) => format!("{}\t-\t{set}", set.disjuncts().len()),
        Answer::Pairs(relation, exact) => {
            let exact = exact.map_or("-".to_string(), |e| e.to_string());
            format!("{}\t{exact}\t{relation}", relation.pairs().disjuncts().len())
        }
        Answer::Point(point) => format!("-\t-\t{}", point.as_deref().unwrap_or("none")),
    }
}
