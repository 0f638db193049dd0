//! Automata that are compared with formulas, against words that are judged one by one.

use certificates::{
    Automaton, AutomatonEdge, Refusal, accepts_all_violations, accepts_only_violations, atoms,
};
use diagnostics::Span;
use omega_automata::{Ending, Negation};
use random_numbers::Xorshift;
use system::{BoundId, Expr, ExprKind, Ltl, UntilKind};

const BUDGET: usize = 1_000_000;

/// An atom; where it is written makes no difference.
fn atom(number: u32, place: usize) -> Ltl {
    Ltl::State(Expr::new(ExprKind::Bound(BoundId(number)), Span::new(place, place + 1)))
}

fn p(number: u32) -> Ltl {
    atom(number, number as usize)
}

fn not(f: Ltl) -> Ltl {
    Ltl::Not(Box::new(f))
}

fn always(f: Ltl) -> Ltl {
    Ltl::Globally(Box::new(f))
}

fn sometime(f: Ltl) -> Ltl {
    Ltl::Finally(Box::new(f))
}

fn implies(f: Ltl, g: Ltl) -> Ltl {
    Ltl::Implies(Box::new(f), Box::new(g))
}

fn until(kind: UntilKind, f: Ltl, g: Ltl) -> Ltl {
    Ltl::Until(kind, Box::new(f), Box::new(g))
}

/// The automaton of the program for what violates a formula, with the atoms as the checker numbers them.
fn produced(formula: &Ltl) -> Automaton {
    let negation = Negation::of(formula, Ending::default()).expect("small formulas are translated");
    let own = atoms(formula);
    let number = |proposition: u32| {
        own.iter().position(|e| e.kind == negation.atoms[proposition as usize].kind).expect("the same atoms")
    };
    let automaton = &negation.automaton;
    let mut edges = Vec::new();
    for from in 0..automaton.state_count() as u32 {
        for edge in automaton.edges(from) {
            let cubes = automaton.cubes(edge.guard);
            let letters =
                cubes.iter().map(|cube| cube.iter().map(|(atom, value)| (number(*atom), *value)).collect());
            let marks = (0..automaton.acceptance_sets()).filter(|set| edge.marks >> set & 1 == 1).collect();
            edges.push(AutomatonEdge { from, to: edge.target, letters: letters.collect(), marks });
        }
    }
    Automaton {
        states: automaton.state_count() as u32,
        initial: automaton.initial(),
        acceptance_sets: automaton.acceptance_sets(),
        edges,
    }
}

/// A word: letters, with true atoms as bits, and where it returns to from its end.
struct Lasso {
    letters: Vec<u32>,
    back: usize,
}

impl Lasso {
    fn next(&self, at: usize) -> usize {
        if at + 1 < self.letters.len() { at + 1 } else { self.back }
    }

    /// The truth of a formula at each position, by the definition of its operators.
    fn truth(&self, formula: &Ltl) -> Vec<bool> {
        let count = self.letters.len();
        let fixpoint = |f: &[bool], g: &[bool], start: bool| {
            let mut truth = vec![start; count];
            for _ in 0..2 * count {
                truth = (0..count).map(|at| g[at] || f[at] && truth[self.next(at)]).collect();
            }
            truth
        };
        let zip = |f: Vec<bool>, g: Vec<bool>, join: fn(bool, bool) -> bool| -> Vec<bool> {
            f.into_iter().zip(g).map(|(f, g)| join(f, g)).collect()
        };
        match formula {
            Ltl::State(e) => {
                let ExprKind::Bound(BoundId(atom)) = e.kind else { panic!("atoms are numbers here") };
                self.letters.iter().map(|letter| letter >> atom & 1 == 1).collect()
            }
            Ltl::Not(f) => self.truth(f).into_iter().map(|value| !value).collect(),
            Ltl::And(all) => {
                all.iter().fold(vec![true; count], |truth, f| zip(truth, self.truth(f), |a, b| a && b))
            }
            Ltl::Or(all) => {
                all.iter().fold(vec![false; count], |truth, f| zip(truth, self.truth(f), |a, b| a || b))
            }
            Ltl::Implies(f, g) => zip(self.truth(f), self.truth(g), |a, b| !a || b),
            Ltl::Iff(f, g) => zip(self.truth(f), self.truth(g), |a, b| a == b),
            Ltl::Next(f) => {
                let truth = self.truth(f);
                (0..count).map(|at| truth[self.next(at)]).collect()
            }
            Ltl::Finally(f) => fixpoint(&vec![true; count], &self.truth(f), false),
            Ltl::Globally(f) => fixpoint(&self.truth(f), &vec![false; count], true),
            Ltl::Until(UntilKind::Until, f, g) => fixpoint(&self.truth(f), &self.truth(g), false),
            Ltl::Until(UntilKind::Weak, f, g) => fixpoint(&self.truth(f), &self.truth(g), true),
            Ltl::Until(UntilKind::Release, f, g) => {
                let (f, g) = (self.truth(f), self.truth(g));
                fixpoint(&g.clone(), &zip(f, g, |a, b| a && b), true)
            }
            Ltl::Rigid { .. } => panic!("not used here"),
        }
    }

    /// Whether an automaton accepts it: some state that is reached returns to itself with all marks.
    fn is_accepted(&self, automaton: &Automaton, numbers: &[u32]) -> bool {
        let count = self.letters.len();
        let all: u64 = (1 << automaton.acceptance_sets) - 1;
        let reads = |edge: &AutomatonEdge, at: usize| {
            let holds =
                |(atom, value): &(usize, bool)| (self.letters[at] >> numbers[*atom] & 1 == 1) == *value;
            edge.letters.iter().any(|letter| letter.iter().all(holds))
        };
        let steps = |from: Vec<(usize, u32, u64)>| {
            let mut seen: std::collections::HashSet<(usize, u32, u64)> = std::collections::HashSet::new();
            let mut open = from;
            while let Some((at, state, marks)) = open.pop() {
                for edge in automaton.edges.iter().filter(|edge| edge.from == state && reads(edge, at)) {
                    let marks = edge.marks.iter().fold(marks, |marks, mark| marks | 1 << mark);
                    let next = (self.next(at), edge.to, marks);
                    if seen.insert(next) {
                        open.push(next);
                    }
                }
            }
            seen
        };
        let mut reached: Vec<(usize, u32)> =
            steps(vec![(0, automaton.initial, 0)]).into_iter().map(|(a, s, _)| (a, s)).collect();
        reached.push((0, automaton.initial));
        assert!(count > 0);
        reached.iter().any(|(at, state)| steps(vec![(*at, *state, 0)]).contains(&(*at, *state, all)))
    }
}

/// All words over these atoms with stems and loops up to these lengths.
fn words(atoms: u32, stem: usize, cycle: usize) -> Vec<Lasso> {
    let mut words = Vec::new();
    for back in 0..=stem {
        for length in 1..=cycle {
            let total = back + length;
            for code in 0..1_u32 << (atoms as usize * total) {
                let letters =
                    (0..total).map(|at| code >> (at * atoms as usize) & ((1 << atoms) - 1)).collect();
                words.push(Lasso { letters, back });
            }
        }
    }
    words
}

fn random_formula(random: &mut Xorshift, atoms: u32, depth: u32) -> Ltl {
    if depth == 0 || random.below(6) == 0 {
        return atom(random.below(u64::from(atoms)) as u32, random.below(100) as usize);
    }
    let part = |random: &mut Xorshift| random_formula(random, atoms, depth - 1);
    match random.below(12) {
        0 | 1 => not(part(random)),
        2 => Ltl::And(vec![part(random), part(random)]),
        3 => Ltl::Or(vec![part(random), part(random)]),
        4 => implies(part(random), part(random)),
        5 => Ltl::Iff(Box::new(part(random)), Box::new(part(random))),
        6 => Ltl::Next(Box::new(part(random))),
        7 => sometime(part(random)),
        8 => always(part(random)),
        9 => until(UntilKind::Until, part(random), part(random)),
        10 => until(UntilKind::Weak, part(random), part(random)),
        _ => until(UntilKind::Release, part(random), part(random)),
    }
}

/// The numbers of the atoms of a formula.
fn numbers(formula: &Ltl) -> Vec<u32> {
    let number = |e: &&Expr| match e.kind {
        ExprKind::Bound(BoundId(number)) => number,
        _ => panic!("atoms are numbers here"),
    };
    atoms(formula).iter().map(number).collect()
}

#[test]
fn equal_atoms_are_one() {
    let formula = Ltl::And(vec![atom(1, 5), atom(0, 7), until(UntilKind::Until, atom(1, 9), atom(2, 0))]);
    assert_eq!(numbers(&formula), [1, 0, 2]);
}

#[test]
fn automata_of_the_program_are_accepted() {
    let response = |a: u32, b: u32| always(implies(p(a), sometime(p(b))));
    let again = |a: u32| always(sometime(p(a)));
    let formulas = [
        always(p(0)),
        sometime(p(0)),
        again(0),
        sometime(always(p(0))),
        response(0, 1),
        until(UntilKind::Until, p(0), p(1)),
        implies(again(0), again(1)),
        implies(Ltl::And(vec![again(0), again(1)]), response(2, 3)),
        implies(Ltl::And(vec![again(0), again(1), again(2)]), Ltl::And(vec![response(3, 4), always(p(5))])),
        implies(Ltl::And(vec![response(0, 1), response(2, 3)]), response(4, 5)),
        Ltl::And(vec![response(0, 1), response(2, 3), response(4, 5)]),
        Ltl::And((0..5).map(|n| response(2 * n, 2 * n + 1)).collect()),
        implies(Ltl::And((0..5).map(again).collect()), again(5)),
        implies(
            Ltl::And((0..3).map(again).collect()),
            Ltl::And((2..4).map(|n| response(2 * n, 2 * n + 1)).collect()),
        ),
        Ltl::Or(vec![again(0), again(1), again(2), sometime(always(p(3)))]),
        implies(again(0), until(UntilKind::Weak, p(1), always(implies(p(2), Ltl::Next(Box::new(p(3))))))),
    ];
    for formula in formulas {
        let automaton = produced(&formula);
        let start = std::time::Instant::now();
        assert_eq!(accepts_all_violations(&formula, &automaton, BUDGET), Ok(()), "{formula:?}");
        assert_eq!(accepts_only_violations(&formula, &automaton), Ok(()), "{formula:?}");
        assert!(start.elapsed().as_secs() < 5, "{formula:?}");
    }
}

#[test]
fn words_tell_what_is_accepted() {
    let mut random = Xorshift::new(11);
    let words = words(2, 2, 2);
    let (mut refused, mut accepted, mut undecided) = (0, 0, 0);
    for _ in 0..150 {
        let formula = random_formula(&mut random, 2, 3);
        let numbers = numbers(&formula);
        let mut automaton = produced(&formula);
        for change in 0..4 {
            if change > 0 && !automaton.edges.is_empty() {
                let index = random.below(automaton.edges.len() as u64) as usize;
                match random.below(4) {
                    0 => drop(automaton.edges.remove(index)),
                    1 => automaton.edges[index].marks.clear(),
                    2 => automaton.edges[index].marks = (0..automaton.acceptance_sets).collect(),
                    _ => automaton.edges[index].letters = vec![vec![]],
                }
            }
            let judge = |word: &Lasso| (word.truth(&formula)[0], word.is_accepted(&automaton, &numbers));
            let judged: Vec<(bool, bool)> = words.iter().map(judge).collect();
            let misses = judged.iter().any(|(holds, accepted)| !holds && !accepted);
            let exceeds = judged.iter().any(|(holds, accepted)| *holds && *accepted);
            let all = accepts_all_violations(&formula, &automaton, BUDGET);
            let only = accepts_only_violations(&formula, &automaton);
            for (result, shown) in [(&all, misses), (&only, exceeds)] {
                match result {
                    Ok(()) => assert!(!shown, "{formula:?}\n{automaton:?}"),
                    // A longer word than those may tell.
                    Err(Refusal::Failed { .. }) => {
                        assert!(change > 0, "{formula:?}\n{automaton:?}\n{result:?}")
                    }
                    Err(_) => undecided += 1,
                }
                if shown { refused += 1 } else { accepted += 1 }
            }
            if let Err(Refusal::Failed { shown, .. }) = &all {
                let word = parsed(shown, &numbers);
                assert!(!word.truth(&formula)[0], "{shown} does not violate {formula:?}");
                assert!(!word.is_accepted(&automaton, &numbers), "{shown} is accepted by {automaton:?}");
            }
        }
    }
    assert!(refused > 50 && accepted > 500 && undecided == 0, "{refused} {accepted} {undecided}");
}

/// The word that a refusal shows.
fn parsed(shown: &str, numbers: &[u32]) -> Lasso {
    let (stem, cycle) = shown.split_once("then for ever").expect("a word");
    let letters = |text: &str| -> Vec<u32> {
        let letter = |letter: &str| {
            let inside = letter.split('}').next().unwrap_or_default();
            let atoms = inside.split_whitespace().filter(|atom| !atom.starts_with('!'));
            atoms.fold(0, |letter, atom| letter | 1 << numbers[atom.parse::<usize>().unwrap()])
        };
        text.split('{').skip(1).map(letter).collect()
    };
    let (mut all, cycle) = (letters(stem), letters(cycle));
    let back = all.len();
    all.extend(cycle);
    Lasso { letters: all, back }
}

#[test]
fn what_is_no_automaton_of_the_formula_is_refused() {
    let formula = always(p(0));
    let automaton = produced(&formula);
    let edge = AutomatonEdge { from: 0, to: 0, letters: vec![vec![]], marks: vec![] };
    let with = |edge: AutomatonEdge| Automaton { edges: vec![edge], ..automaton.clone() };
    for wrong in [
        Automaton { initial: 100, ..automaton.clone() },
        Automaton { states: u32::MAX, ..automaton.clone() },
        Automaton { acceptance_sets: u32::MAX, ..automaton.clone() },
        Automaton { states: 0, ..automaton.clone() },
        with(AutomatonEdge { from: 100, ..edge.clone() }),
        with(AutomatonEdge { to: 100, ..edge.clone() }),
        with(AutomatonEdge { marks: vec![64], ..edge.clone() }),
        with(AutomatonEdge { letters: vec![vec![(1, true)]], ..edge.clone() }),
    ] {
        assert!(
            matches!(accepts_all_violations(&formula, &wrong, BUDGET), Err(Refusal::Malformed(_))),
            "{wrong:?}"
        );
        assert!(matches!(accepts_only_violations(&formula, &wrong), Err(Refusal::Malformed(_))), "{wrong:?}");
    }
    let nothing = Automaton { edges: vec![], ..automaton.clone() };
    assert!(matches!(accepts_all_violations(&formula, &nothing, BUDGET), Err(Refusal::Failed { .. })));
    assert_eq!(accepts_only_violations(&formula, &nothing), Ok(()));
    assert!(matches!(accepts_all_violations(&formula, &automaton, 1), Err(Refusal::Undecided(_))));
    let rigid = Ltl::Rigid { universal: true, bound: BoundId(0), body: Box::new(formula) };
    assert!(matches!(accepts_all_violations(&rigid, &automaton, BUDGET), Err(Refusal::Undecided(_))));
}
