//! Series of questions, timed, and written as a script for another solver.
//!
//! `cargo run --release --example series -- random|steps [script]`. The first are random formulas, the second the questions that a
//! search for an inductive invariant asks: one step of a ticket lock, clauses of frames behind activation literals, random cubes.

#[path = "../tests/support/mod.rs"]
mod support;

use budget::Budget;
use std::fmt::Write;
use std::time::Instant;
use support::{Formula, Random, Shape, Told};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let series = arguments.next().unwrap_or_default();
    let script = arguments.next();
    let mut timed = Timed::default();
    match series.as_str() {
        "random" => random(&mut timed),
        "steps" => steps(&mut timed, 6, 4_000),
        "more-steps" => steps(&mut timed, 16, 3_000),
        other => panic!("no series {other}"),
    }
    let Timed { questions, operations, satisfiable, seconds, slowest, .. } = timed;
    let rate = questions as f64 / seconds;
    println!(
        "{series}: {questions} questions, {satisfiable} satisfiable, {operations} operations, {seconds:.2} s, {rate:.0} per second, slowest {slowest:.3} s"
    );
    if let Some(path) = script {
        std::fs::write(path, timed.script).expect("the script can be written");
    }
}

#[derive(Default)]
struct Timed {
    script: String,
    questions: usize,
    operations: u64,
    satisfiable: usize,
    seconds: f64,
    slowest: f64,
}

impl Timed {
    fn start(&mut self, shape: &Shape) -> Told {
        self.script.push_str("(reset)\n");
        for boolean in 0..shape.booleans {
            writeln!(self.script, "(declare-const b{boolean} Bool)").unwrap();
        }
        for integer in 0..shape.integers {
            writeln!(self.script, "(declare-const x{integer} Int)").unwrap();
        }
        Told::new(shape)
    }

    fn demand(&mut self, told: &mut Told, formula: &Formula) {
        self.script.push_str("(assert ");
        formula.write(&mut self.script);
        self.script.push_str(")\n");
        let start = Instant::now();
        told.demand(formula);
        self.seconds += start.elapsed().as_secs_f64();
    }

    fn ask(&mut self, told: &mut Told, assumptions: &[Formula]) -> bool {
        self.script.push_str("(push)\n");
        for formula in assumptions {
            self.script.push_str("(assert ");
            formula.write(&mut self.script);
            self.script.push_str(")\n");
        }
        self.script.push_str("(check-sat)\n(pop)\n");
        let start = Instant::now();
        let literals: Vec<_> = assumptions.iter().map(|formula| told.literal(formula)).collect();
        let budget = Budget::unlimited();
        let answer = told.solver.solve(&literals, &budget).expect("there is no limit");
        let seconds = start.elapsed().as_secs_f64();
        self.seconds += seconds;
        self.slowest = self.slowest.max(seconds);
        self.operations += budget.spent();
        self.questions += 1;
        self.satisfiable += usize::from(answer);
        answer
    }
}

fn random(timed: &mut Timed) {
    let shape = Shape { booleans: 8, integers: 8, depth: 3, coefficient: 4, constant: 20, modulus: 5 };
    for seed in 0..100 {
        let mut random = Random::new(seed);
        let mut told = timed.start(&shape);
        for _ in 0..20 {
            let assumptions: Vec<Formula> =
                (0..1 + random.below(6)).map(|_| random.formula(&shape, 2)).collect();
            timed.ask(&mut told, &assumptions);
            let formula = random.formula(&shape, shape.depth);
            timed.demand(&mut told, &formula);
        }
    }
}

/// The ticket lock: where its variables stand.
struct Lock {
    processes: usize,
}

impl Lock {
    fn integers(&self) -> usize {
        2 * (self.processes + 2)
    }

    fn booleans(&self) -> usize {
        4 * self.processes
    }

    fn bit(&self, process: usize, bit: usize, next: bool) -> Formula {
        Formula::Boolean(usize::from(next) * 2 * self.processes + 2 * process + bit)
    }

    fn at(&self, process: usize, place: usize, next: bool) -> Formula {
        let bit = |bit: usize| match place >> bit & 1 {
            1 => self.bit(process, bit, next),
            _ => Formula::Not(Box::new(self.bit(process, bit, next))),
        };
        Formula::And(vec![bit(0), bit(1)])
    }

    fn sum(&self, terms: &[(usize, bool, i128)]) -> Vec<i128> {
        let mut sum = vec![0; self.integers()];
        for &(integer, next, coefficient) in terms {
            sum[usize::from(next) * (self.processes + 2) + integer] += coefficient;
        }
        sum
    }

    /// `integer' = of + constant`.
    fn becomes(&self, integer: usize, of: usize, constant: i128) -> Formula {
        Formula::Zero(self.sum(&[(integer, true, 1), (of, false, -1)]), -constant)
    }

    fn unchanged(&self, process: Option<usize>, integers: &[usize]) -> Vec<Formula> {
        let mut parts: Vec<Formula> = (0..self.processes + 2)
            .filter(|integer| !integers.contains(integer))
            .map(|integer| self.becomes(integer, integer, 0))
            .collect();
        for other in (0..self.processes).filter(|&other| Some(other) != process) {
            for bit in 0..2 {
                let (before, after) = (self.bit(other, bit, false), self.bit(other, bit, true));
                parts.push(Formula::Iff(Box::new(before), Box::new(after)));
            }
        }
        parts
    }

    fn step(&self) -> Formula {
        let (next, serving) = (self.processes, self.processes + 1);
        let mut steps = Vec::new();
        for process in 0..self.processes {
            let mut take = self.unchanged(Some(process), &[process, next]);
            take.extend([self.at(process, 0, false), self.at(process, 1, true)]);
            take.extend([self.becomes(process, next, 0), self.becomes(next, next, 1)]);
            let mut enter = self.unchanged(Some(process), &[]);
            enter.extend([self.at(process, 1, false), self.at(process, 2, true)]);
            enter.push(Formula::NotPositive(self.sum(&[(process, false, 1), (serving, false, -1)]), 0));
            let mut leave = self.unchanged(Some(process), &[serving]);
            leave.extend([self.at(process, 2, false), self.at(process, 0, true)]);
            leave.push(self.becomes(serving, serving, 1));
            steps.extend([Formula::And(take), Formula::And(enter), Formula::And(leave)]);
        }
        Formula::Or(steps)
    }

    /// A random literal of a cube, now and after a step.
    fn literal(&self, random: &mut Random) -> [Formula; 2] {
        let process = random.below(self.processes as u64) as usize;
        match random.below(3) {
            0 => {
                let place = random.below(3) as usize;
                [self.at(process, place, false), self.at(process, place, true)]
            }
            _ => {
                let other = random.below(self.processes as u64 + 2) as usize;
                let other = if other == process { self.processes } else { other };
                let sign = if random.below(2) == 0 { 1 } else { -1 };
                let constant = random.below(4) as i128 - 1;
                [false, true].map(|next| {
                    Formula::NotPositive(self.sum(&[(process, next, sign), (other, next, -sign)]), constant)
                })
            }
        }
    }
}

fn steps(timed: &mut Timed, processes: usize, questions: usize) {
    let lock = Lock { processes };
    let frames = 8;
    let first_frame = lock.booleans();
    let shape = Shape {
        booleans: first_frame + frames,
        integers: lock.integers(),
        depth: 0,
        coefficient: 0,
        constant: 0,
        modulus: 1,
    };
    let mut random = Random::new(7);
    let mut told = timed.start(&shape);
    timed.demand(&mut told, &lock.step());
    for _ in 0..questions {
        let pairs: Vec<[Formula; 2]> = (0..2 + random.below(4)).map(|_| lock.literal(&mut random)).collect();
        let cube: Vec<Formula> = pairs.iter().map(|pair| pair[0].clone()).collect();
        let not_cube: Vec<Formula> = cube.iter().map(|part| Formula::Not(Box::new(part.clone()))).collect();
        let frame = random.below(frames as u64) as usize;
        let mut assumptions: Vec<Formula> = (0..frames)
            .map(|other| match other >= frame {
                true => Formula::Boolean(first_frame + other),
                false => Formula::Not(Box::new(Formula::Boolean(first_frame + other))),
            })
            .collect();
        assumptions.push(Formula::Or(not_cube.clone()));
        assumptions.extend(pairs.iter().map(|pair| pair[1].clone()));
        if !timed.ask(&mut told, &assumptions) {
            let mut clause = vec![Formula::Not(Box::new(Formula::Boolean(first_frame + frame)))];
            clause.extend(not_cube);
            timed.demand(&mut told, &Formula::Or(clause));
        }
    }
}
