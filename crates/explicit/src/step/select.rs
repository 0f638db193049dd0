//! Which of many rules a state may enable, without asking each of them.
//!
//! Where there are thousands of transitions, nearly all of them are disabled in a state, and most for the same few reasons: a place
//! that many of them take from is empty. So the tests of single fields that rules begin with are arranged as a tree in which a test that
//! many rules share is made once for all of them: a node has a test, the rules of which nothing more is asked, and below it the
//! tests that the other rules ask in addition. A state walks through the tree and leaves out what lies below a test that fails.
//! The tree lies in one list, each node before what is below it and with the place behind that, so that the walk is a loop
//! without a stack.
//!
//! At each node a rule goes to the test that most of the rules there share, so that there are few tests at the top, and
//! what is below a test is asked only where it is passed.
//!
//! # Guarantees
//!
//! A rule that is left out has a test that fails before anything of it could fault, hence would have been blocked. All others are
//! candidates and are asked themselves, in the order that they have without the tree: successors, faults and misfits are
//! the same, in the same order.
//!
//! # Reference
//!
//! C. L. Forgy: *Rete: A Fast Algorithm for the Many Pattern/Many Object Pattern Match Problem*, Artificial Intelligence 19, 1982,
//! for tests that patterns share. Nothing is remembered from one state to the next here: the search does not go along edges
//! but from one state to the one stored behind it, and packed states are quick to test.

use crate::states::layout::{Field, Layout};
use crate::states::packed::{Condition, Cube};
use crate::step::rule::{Direct, Rule};
use std::collections::HashMap;
use system::Comparison;

/// Fewer rules than this are better asked one by one.
pub(crate) const MANY: usize = 16;

/// At most so many tests of a rule are made in the tree.
const DEEPEST: usize = 8;

/// The rules of a list that a state may enable.
#[derive(Debug)]
pub(crate) struct Selector {
    nodes: Vec<TestNode>,
    /// The rules of all nodes, those of each one after the other.
    rules: Vec<u32>,
    /// The rules without a test.
    always: Vec<u32>,
    /// What the last state may enable.
    candidates: Vec<u32>,
}

/// A test, and which rules pass it.
#[derive(Debug)]
struct TestNode {
    test: Test,
    /// The node behind all that are below this one.
    skip: u32,
    /// The rules of which nothing more is asked: a range of the selector's list.
    first: u32,
    end: u32,
}

/// The value of a field lies in an interval. Both ends are in place within the word, relative to the field's low end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Test {
    word: u32,
    cover: u64,
    low: u64,
    span: u64,
}

impl Test {
    #[inline]
    fn holds(&self, words: &[u64]) -> bool {
        (words[self.word as usize] & self.cover).wrapping_sub(self.low) <= self.span
    }

    /// Distances from the field's low end, both included; nothing if all or none of its values lie there.
    fn of(field: &Field, low: i128, high: i128) -> Option<Self> {
        let (low, high) = (low.max(0), high.min(i128::from(field.mask)));
        if low > high || (low == 0 && high == i128::from(field.mask)) {
            return None;
        }
        let (low, span) = ((low as u64) << field.shift, ((high - low) as u64) << field.shift);
        Some(Test { word: field.word, cover: field.cover(), low, span })
    }
}

impl Selector {
    /// A selector for these rules, which are known by their places.
    pub fn new<'r>(rules: impl Iterator<Item = &'r Rule>, layout: &Layout) -> Self {
        let fields = Fields::new(layout);
        let asked = rules.enumerate().map(|(number, rule)| (number as u32, tests(rule, &fields))).collect();
        let mut selector =
            Selector { nodes: Vec::new(), rules: Vec::new(), always: Vec::new(), candidates: Vec::new() };
        selector.always = selector.grow(asked, 0);
        selector
    }

    /// Adds the nodes for the tests of these rules, and returns the rules without any.
    fn grow(&mut self, rules: Vec<(u32, Vec<Test>)>, depth: usize) -> Vec<u32> {
        let mut shared: HashMap<Test, u32> = HashMap::new();
        for test in rules.iter().flat_map(|(_, tests)| tests) {
            *shared.entry(*test).or_default() += 1;
        }
        let mut through = Vec::new();
        let mut below: HashMap<Test, Vec<(u32, Vec<Test>)>> = HashMap::new();
        for (rule, mut tests) in rules {
            let best = (0..tests.len()).max_by_key(|at| (shared[&tests[*at]], std::cmp::Reverse(tests[*at])));
            match best.filter(|_| depth < DEEPEST) {
                Some(best) => {
                    let test = tests.remove(best);
                    below.entry(test).or_default().push((rule, tests));
                }
                None => through.push(rule),
            }
        }
        let mut below: Vec<_> = below.into_iter().collect();
        // Neighbours in the list share a word where they can.
        below.sort_by_key(|(test, _)| *test);
        for (test, rules) in below {
            let at = self.nodes.len();
            self.nodes.push(TestNode { test, skip: 0, first: 0, end: 0 });
            let passed = self.grow(rules, depth + 1);
            let first = self.rules.len() as u32;
            self.rules.extend(passed);
            let (skip, end) = (self.nodes.len() as u32, self.rules.len() as u32);
            self.nodes[at] = TestNode { test, skip, first, end };
        }
        through
    }

    /// The rules that a packed state may enable, in their order.
    #[inline]
    pub fn candidates(&mut self, words: &[u64]) -> &[u32] {
        self.candidates.clear();
        self.candidates.extend_from_slice(&self.always);
        let mut at = 0;
        while let Some(node) = self.nodes.get(at) {
            if node.test.holds(words) {
                self.candidates.extend_from_slice(&self.rules[node.first as usize..node.end as usize]);
                at += 1;
            } else {
                at = node.skip as usize;
            }
        }
        self.candidates.sort_unstable();
        &self.candidates
    }
}

/// The fields of a layout, by word.
struct Fields(Vec<Vec<Field>>);

impl Fields {
    fn new(layout: &Layout) -> Self {
        let mut by_word = vec![Vec::new(); layout.words()];
        for field in (0..layout.variables() as u32).map(|variable| layout.field(variable)) {
            if field.mask != 0 {
                by_word[field.word as usize].push(*field);
            }
        }
        Fields(by_word)
    }

    /// The tests of single fields that a cube is.
    fn tests(&self, cube: &Cube) -> impl Iterator<Item = Test> {
        let (mask, value) = (cube.mask, cube.value);
        let fields = self.0[cube.word as usize].iter();
        fields.filter(move |field| field.cover() & mask == field.cover()).filter_map(move |field| {
            let distance = i128::from((value & field.cover()) >> field.shift);
            Test::of(field, distance, distance)
        })
    }
}

/// Tests that a state must pass for the rule not to be blocked, each once.
fn tests(rule: &Rule, fields: &Fields) -> Vec<Test> {
    let mut found = match rule {
        Rule::General => Vec::new(),
        Rule::Swap(swap) => {
            let cube = Cube { word: 0, mask: swap.mask, value: swap.value };
            fields.tests(&cube).collect()
        }
        Rule::Direct(direct) => tests_of_direct(direct, fields),
        Rule::Solving(solving) => tests_of_direct(&solving.direct, fields),
        Rule::Split(split) => {
            let live = |at: &usize| split.rules[*at].is_some();
            let ends = (0..split.rules.len()).find(live).zip((0..split.rules.len()).rfind(live));
            let offset = i128::from(split.low) - i128::from(split.field.low);
            let of_value = ends.and_then(|(first, last)| {
                Test::of(&split.field, first as i128 + offset, last as i128 + offset)
            });
            let mut parts = split.rules.iter().flatten().map(|rule| tests(rule, fields));
            let first = parts.next().unwrap_or_default();
            let common = parts.fold(first, |mut common, part| {
                common.retain(|test| part.contains(test));
                common
            });
            of_value.into_iter().chain(common).collect()
        }
    };
    found.sort_unstable();
    found.dedup();
    found
}

fn tests_of_direct(direct: &Direct, fields: &Fields) -> Vec<Test> {
    let mut found: Vec<Test> = direct.cubes.iter().flat_map(|cube| fields.tests(cube)).collect();
    conjuncts(&direct.test, fields, &mut found);
    found
}

/// Adds what a condition begins with; returns whether that is all of it. What stands behind other conditions is not looked at, since
/// they might fault.
fn conjuncts(condition: &Condition, fields: &Fields, found: &mut Vec<Test>) -> bool {
    match condition {
        Condition::Constant(_) | Condition::NoneOf(_) | Condition::Count(..) | Condition::Sum(_) => true,
        Condition::Match(cube) => {
            found.extend(fields.tests(cube));
            true
        }
        Condition::Compare(comparison, field, value) => {
            found.extend(interval(*comparison, field, *value));
            true
        }
        Condition::All(all) => all.iter().all(|one| conjuncts(one, fields, found)),
        Condition::Any(_) | Condition::Not(_) | Condition::Code(_) => false,
    }
}

/// The comparison of a field with a constant as a test.
fn interval(comparison: Comparison, field: &Field, value: i64) -> Option<Test> {
    let (at, all) = (i128::from(value) - i128::from(field.low), i128::from(field.mask));
    match comparison {
        Comparison::Eq => Test::of(field, at, at),
        Comparison::Ne if at == 0 => Test::of(field, 1, all),
        Comparison::Ne => None,
        Comparison::Lt => Test::of(field, 0, at - 1),
        Comparison::Le => Test::of(field, 0, at),
        Comparison::Gt => Test::of(field, at + 1, all),
        Comparison::Ge => Test::of(field, at, all),
    }
}
