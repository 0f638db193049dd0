//! The same questions to z3, where it is installed: the answers must be the same. `FATHOM_SLOW` asks ten times as many.

mod support;

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};
use support::{Formula, Random, Shape, Told};

/// The answers of z3 to a script, each within two seconds or none; nothing at all if there is no z3.
fn foreign(script: &str) -> Option<Vec<Option<bool>>> {
    let mut child = Command::new("z3")
        .args(["-in", "-t:2000"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    let mut input = child.stdin.take().unwrap();
    let text = script.to_string();
    let writer = std::thread::spawn(move || drop(input.write_all(text.as_bytes())));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    Some(
        text.lines()
            .map(|line| match line {
                "sat" => Some(true),
                "unsat" => Some(false),
                "unknown" => None,
                other => panic!("z3 says {other}"),
            })
            .collect(),
    )
}

fn write_assertion(script: &mut String, formula: &Formula) {
    script.push_str("(assert ");
    formula.write(script);
    script.push_str(")\n");
}

/// Series of questions, with demands after the first ones.
fn compare(shape: Shape, seeds: std::ops::Range<u64>, questions: usize, demands: usize) {
    let mut script = String::new();
    for boolean in 0..shape.booleans {
        writeln!(script, "(declare-const b{boolean} Bool)").unwrap();
    }
    for integer in 0..shape.integers {
        writeln!(script, "(declare-const x{integer} Int)").unwrap();
    }
    let mut answers = Vec::new();
    let times = if std::env::var_os("FATHOM_SLOW").is_some() { 10 } else { 1 };
    for seed in seeds.start..seeds.start + times * (seeds.end - seeds.start) {
        let mut random = Random::new(seed);
        let mut told = Told::new(&shape);
        script.push_str("(push)\n");
        for question in 0..questions {
            let assumptions: Vec<Formula> =
                (0..1 + random.below(5)).map(|_| random.formula(&shape, shape.depth)).collect();
            script.push_str("(push)\n");
            assumptions.iter().for_each(|formula| write_assertion(&mut script, formula));
            script.push_str("(check-sat)\n(pop)\n");
            answers.push((seed, question, told.ask(&assumptions)));
            if question < demands {
                let formula = random.formula(&shape, shape.depth);
                write_assertion(&mut script, &formula);
                told.demand(&formula);
            }
        }
        script.push_str("(pop)\n");
    }
    let Some(expected) = foreign(&script) else { return };
    assert_eq!(expected.len(), answers.len());
    let open = expected.iter().filter(|answer| answer.is_none()).count();
    println!("z3 left {open} of {} questions open", expected.len());
    assert!(open * 20 <= expected.len(), "z3 answers nearly all questions");
    for ((seed, question, answer), expected) in answers.into_iter().zip(expected) {
        let expected = expected.unwrap_or(answer);
        assert_eq!(answer, expected, "{shape:?}, seed {seed}, question {question}");
    }
}

#[test]
fn small_numbers() {
    let shape = Shape { booleans: 4, integers: 4, depth: 2, coefficient: 3, constant: 10, modulus: 6 };
    compare(shape, 0..250, 8, 8);
}

#[test]
fn deep_formulas() {
    let shape = Shape { booleans: 6, integers: 6, depth: 4, coefficient: 2, constant: 20, modulus: 4 };
    compare(shape, 10_000..10_060, 6, 6);
}

#[test]
fn larger_coefficients() {
    let shape = Shape { booleans: 2, integers: 3, depth: 1, coefficient: 30, constant: 1_000, modulus: 50 };
    compare(shape, 20_000..20_200, 6, 6);
}

#[test]
fn numbers_beyond_a_word() {
    let shape = Shape { booleans: 2, integers: 3, depth: 1, coefficient: 4, constant: 1 << 62, modulus: 20 };
    compare(shape, 30_000..30_200, 5, 5);
}

#[test]
fn long_series() {
    let shape = Shape { booleans: 4, integers: 6, depth: 1, coefficient: 3, constant: 12, modulus: 4 };
    compare(shape, 40_000..40_005, 400, 2);
}
