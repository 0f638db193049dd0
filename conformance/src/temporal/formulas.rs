//! Random temporal formulas over given atoms, and formulas that mean the same in both logics.

use crate::parts;
use crate::random::Random;
use crate::tree::{Kind, Level, Node, Tree};

/// What formulas are made of.
pub(super) struct Atoms {
    /// Conditions that never fault.
    pub plain: Vec<String>,
    /// Conditions that may fault.
    pub faulting: Vec<String>,
    /// Domains with bodies: `k in 0..2: # x = k`, with a temporal operator in the place of the sign.
    pub quantified: Vec<String>,
    /// How many of a hundred conditions may fault.
    pub daring: usize,
}

impl Atoms {
    /// A condition.
    pub fn draw(&self, random: &mut Random) -> String {
        let dares = random.percent(self.daring);
        random.pick(if dares { &self.faulting } else { &self.plain }).clone()
    }
}

/// A random branching-time formula.
pub(super) fn branching(random: &mut Random, atoms: &Atoms, depth: usize) -> Tree {
    formula(random, atoms, depth, Kind::Ctl)
}

/// A random linear-time formula.
pub(super) fn linear(random: &mut Random, atoms: &Atoms, depth: usize) -> Tree {
    formula(random, atoms, depth, Kind::Ltl)
}

fn node(kind: Kind, body: Tree) -> Tree {
    let simplest = vec!["true".into(), "false".into()];
    Tree::Node(Node { kind, level: Level::Atom, body: Box::new(body), simplest })
}

fn formula(random: &mut Random, atoms: &Atoms, depth: usize, kind: Kind) -> Tree {
    if depth == 0 || random.percent(5) {
        return node(kind, parts!["(", atoms.draw(random), ")"]);
    }
    let inner = |random: &mut Random| formula(random, atoms, depth - 1, kind);
    let body = match random.weighted(&[7, 4, 1, 4, 1]) {
        0 => {
            let operator = unary(random, kind);
            parts!["(", operator, " ", inner(random), ")"]
        }
        1 => {
            let operator = *random.pick(&[" U ", " W ", " R "]);
            let (left, right) = (inner(random), inner(random));
            match kind {
                Kind::Ctl => parts![*random.pick(&["A[", "E["]), left, operator, right, "]"],
                _ => parts!["(", left, operator, right, ")"],
            }
        }
        2 => parts!["(!", inner(random), ")"],
        3 => {
            let operator = *random.pick(&[" && ", " || ", " => ", " <=> "]);
            parts!["(", inner(random), operator, inner(random), ")"]
        }
        _ => {
            let word = *random.pick(&["forall ", "exists "]);
            let quantified = random.pick(&atoms.quantified).clone();
            let (domain, atom) = quantified.split_once('#').unwrap_or(("", ""));
            let operator = unary(random, kind);
            parts![
                "(",
                word,
                domain,
                operator,
                " (",
                atom,
                random.pick(&[" && ", " || ", " => "]).to_string(),
                inner(random),
                "))"
            ]
        }
    };
    node(kind, body)
}

fn unary(random: &mut Random, kind: Kind) -> &'static str {
    let operators: &[&'static str] = match kind {
        Kind::Ctl => &["AG", "AF", "AX", "EG", "EF", "EX"],
        _ => &["G", "F", "X"],
    };
    operators[random.below(operators.len())]
}

/// A formula in both logics: all fair paths from all states that count satisfy the same.
pub(super) fn pair(random: &mut Random, atoms: &Atoms) -> (String, String) {
    let pairs = [
        ("AG #1", "G #1"),
        ("AF #1", "F #1"),
        ("AG (#1 => AF #2)", "G (#1 => F #2)"),
        ("A[#1 U #2]", "#1 U #2"),
        ("A[#1 W #2]", "#1 W #2"),
        ("A[#1 R #2]", "#1 R #2"),
        ("AG AF #1", "G F #1"),
        ("AG (#1 => A[#2 U #3])", "G (#1 => (#2 U #3))"),
        ("AG (#1 => A[#2 W #3])", "G (#1 => (#2 W #3))"),
        ("AG (#1 => A[#2 R #3])", "G (#1 => (#2 R #3))"),
        ("AG (#1 || AG #2)", "G (#1 || G #2)"),
        ("AG #1 && AF #2", "G #1 && F #2"),
    ];
    let (one, other) = *random.pick(&pairs);
    let (mut one, mut other) = (one.to_string(), other.to_string());
    for sign in ["#1", "#2", "#3"] {
        let atom = format!("({})", atoms.draw(random));
        one = one.replace(sign, &atom);
        other = other.replace(sign, &atom);
    }
    (one, other)
}
