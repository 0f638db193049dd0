//! Reduced searches of processes around queues give the verdicts of unreduced ones, and those of pipelines find few of the states.
//!
//! `FATHOM_SLOW=1` runs many more models; `FATHOM_SEEDS=5..9` runs those with these seeds.

use conformance::models::load;
use conformance::{Reduced, compare_reduced, seeds};
use random_numbers::Xorshift;

fn compared(text: &str) -> Option<Reduced> {
    let loaded = load(text);
    let system = loaded.system.unwrap_or_else(|| panic!("{:?}\n{text}", loaded.diagnostics));
    compare_reduced(&system).unwrap_or_else(|difference| panic!("{difference:?}\n{text}"))
}

/// Random models: what processes append, take and look at, in one step or several, on ways that they choose or not.
struct Maker {
    random: Xorshift,
    text: String,
}

impl Maker {
    fn below(&mut self, limit: u64) -> u64 {
        self.random.below(limit)
    }

    fn one<'t>(&mut self, of: &[&'t str]) -> &'t str {
        of[self.below(of.len() as u64) as usize]
    }

    fn queue(&mut self) -> String {
        self.one(&["c", "d", "box[1]", "box[2]", "c", "d", "box[j]"]).to_owned()
    }

    fn value(&mut self) -> String {
        let queue = self.queue();
        match self.below(9) {
            0 | 1 => "0".to_owned(),
            2 => "1".to_owned(),
            3 | 4 => "v".to_owned(),
            5 => "1 - v".to_owned(),
            6 => format!("len({queue})"),
            7 => format!("(if empty({queue}) then 0 else head({queue}))"),
            _ => "v + 1".to_owned(),
        }
    }

    fn condition(&mut self) -> String {
        let queue = self.queue();
        match self.below(10) {
            0 => format!("!full({queue})"),
            1 | 2 => format!("!empty({queue}) && head({queue}) = {}", self.value()),
            3 => format!("head({queue}) = 1"),
            4 => format!("len({queue}) < {}", self.below(3)),
            5 => format!("len({queue}) > 1 && {queue}[1] = 0"),
            6 => format!("1 in {queue}"),
            7 => format!("empty({queue})"),
            8 => format!("{} = {}", self.value(), self.value()),
            _ => "v = 0".to_owned(),
        }
    }

    fn statement(&mut self, depth: u32) -> String {
        let queue = self.queue();
        match self.below(if depth == 0 { 12 } else { 14 }) {
            0..4 => format!("{queue} ! {}", self.value()),
            4..7 => format!("{queue} ? v"),
            7 => format!("{queue} ? _"),
            8 => format!("v := {}", self.value()),
            9 => "j := 3 - j".to_owned(),
            10 => format!("{queue} := {}", self.queue()),
            11 => format!("assert {}", self.condition()),
            12 => {
                let condition = self.condition();
                format!("if {condition} {{ {} }}", self.statement(depth - 1))
            }
            _ => {
                let first = self.statement(depth - 1);
                format!("choose {{ {first} }} or {{ {} }}", self.statement(depth - 1))
            }
        }
    }

    fn action(&mut self) -> String {
        match self.below(5) {
            0 => format!("{{ {}; {} }}", self.statement(1), self.statement(1)),
            _ => self.statement(1),
        }
    }

    fn process(&mut self, name: &str, other: &str) {
        self.text.push_str(&format!("process {name} {{ var v: 0..1 := 0 loc s, t\n"));
        for _ in 0..2 + self.below(2) {
            let (from, to) = (self.one(&["s", "t"]), self.one(&["s", "t"]));
            let guard = if self.below(2) == 0 { format!("when {}", self.condition()) } else { String::new() };
            let sync = match self.below(8) {
                0 => "sync meet!",
                1 => "sync meet?",
                2 => "sync all!!",
                _ => "",
            };
            let action = self.action();
            self.text.push_str(&format!("  {from} -> {to} {guard} {sync} do {action}\n"));
        }
        self.text.push_str("}\n");
        let queue = self.queue();
        self.text.push_str(&format!("reachable {name}: len({queue}) = 2 && {name} at t && {other} at s\n"));
        let condition = self.condition().replace('v', &format!("{name}.v"));
        self.text.push_str(&format!("invariant i{name}: {name} at s || {condition}\n"));
    }
}

fn random_model(seed: u64) -> String {
    let mut maker = Maker { random: Xorshift::scattered(seed), text: String::new() };
    let (c, d) = (1 + maker.below(3), 1 + maker.below(2));
    maker.text.push_str(&format!(
        "var c: fifo {c} of 0..1 var d: fifo {d} of 0..1 var box: array [1..2] of fifo 2 of 0..1 var j: 1..2 := 1\n\
         sync meet broadcast all\n"
    ));
    maker.process("P", "Q");
    maker.process("Q", "R");
    maker.process("R", "P");
    maker.text.push_str("invariant deadlock_free\n");
    maker.text
}

#[test]
fn processes_around_queues_get_the_same_answers() {
    let mut sum = Reduced::default();
    let mut refused = 0;
    for seed in seeds(0, 60, 20_000) {
        let text = random_model(seed);
        if load(&text).system.is_none() {
            // Two writes to one queue in a step, and the like.
            refused += 1;
            continue;
        }
        let outcome = compared(&text).unwrap_or_default();
        sum.answers += outcome.answers;
        sum.smaller.iter_mut().zip(outcome.smaller).for_each(|(sum, smaller)| *sum += smaller);
        sum.all_states += outcome.all_states;
        sum.found_states += outcome.found_states;
    }
    println!("{sum:?}, {refused} refused");
    assert!(sum.answers < 500 || sum.smaller[0] > 0, "some searches are smaller: {sum:?}");
}

/// Random models of alike processes with queues of their indices.
fn alike(seed: u64) -> String {
    let mut maker = Maker { random: Xorshift::scattered(seed), text: String::new() };
    let count = 2 + maker.below(2);
    let mut text = format!(
        "const N := {count} type Job = record {{ from: 1..N, kind: 0..1 }} var c: fifo 3 of 1..N var d: fifo 3 of 1..N\n\
         var jobs: fifo 2 of Job var box: array [1..N] of fifo 1 of 1..N\n\
         process P[i in 1..N] {{ var v: 1..N := i var k: 0..1 := 0 var own: fifo 2 of 1..N loc s, t\n"
    );
    let statements = [
        "c ! i",
        "d ! v",
        "jobs ! Job{from: i, kind: k}",
        "box[i] ! v",
        "box[v] ! i",
        "own ! v",
        "c ? v",
        "d ? v",
        "own ? v",
        "box[v] ? _",
        "jobs ? _",
        "{ v := head(jobs).from; jobs ? _ }",
        "d := c",
        "k := 1 - k",
        "v := i",
        "if full(d) { d ? _ }",
        "choose { c ! v } or { c ? _ }",
        "{ d ? v; c ! v }",
    ];
    let conditions = [
        "!empty(c) && head(c) = i",
        "i in d",
        "v in own",
        "c = d",
        "len(c) > 1 && c[1] = v",
        "!empty(jobs) && head(jobs).kind = k",
        "Job{from: i, kind: 1} in jobs",
        "head(box[i]) = i",
        "k = 0",
        "!full(c)",
        "v != i",
    ];
    for _ in 0..3 + maker.below(2) {
        let (from, to) = (maker.one(&["s", "t"]), maker.one(&["s", "t"]));
        let guard = match maker.below(2) {
            0 => format!("when {}", maker.one(&conditions)),
            _ => String::new(),
        };
        let action = maker.one(&statements);
        text.push_str(&format!("  {from} -> {to} {guard} do {action}\n"));
    }
    let condition = maker.one(&[
        "!(x in c)",
        "P[x].v = x",
        "P[x].k = 0",
        "c = d",
        "!(Job{from: x, kind: 1} in jobs)",
        "!(P[x].v in P[x].own)",
        "empty(box[x])",
        "len(c) < 2 || c[1] = x",
    ]);
    text.push_str(&format!("}}\ninvariant all: forall x in 1..N: P[x] at s || {condition}\n"));
    text.push_str("reachable two: len(c) = 2 && c[0] != c[1]\ninvariant deadlock_free\n");
    text
}

#[test]
fn queues_of_indices_get_the_same_answers() {
    let mut sum = Reduced::default();
    for seed in seeds(0, 60, 20_000) {
        let outcome = compared(&alike(seed)).unwrap_or_default();
        sum.answers += outcome.answers;
        sum.smaller.iter_mut().zip(outcome.smaller).for_each(|(sum, smaller)| *sum += smaller);
    }
    println!("{sum:?}");
    assert!(sum.answers < 500 || sum.smaller[1] > 0, "some searches are smaller: {sum:?}");
}

/// How many states a search for dead ends and faults finds with partial-order reduction, and without.
fn states(text: &str) -> (u128, u128) {
    let system = load(text).system.expect("the model is right");
    let of = |partial_order: explicit::Use| {
        let settings = explicit::Settings { partial_order, ..explicit::Settings::default() };
        let numbers: Vec<usize> = (0..system.properties.len()).collect();
        let answers = explicit::check(&system, &numbers, &settings, &system::Unlimited).expect("an answer");
        let count = answers[0].statistics.iter().find(|(name, _)| *name == "states");
        count.and_then(|(_, count)| count.word()).expect("states are counted")
    };
    (of(explicit::Use::Always), of(explicit::Use::Never))
}

const PIPELINE: &str = "
    type Message = record { kind: { data, end }, number: 0..3 }
    var first, second: fifo 3 of Message
    process Producer { var n: 0..3 := 0 loc p
      p -> p when !full(first) do { first ! Message{kind: data, number: n}; n := (n + 1) % 4 } }
    process Middle { var m: Message := Message{kind: end, number: 0} loc wait, have
      wait -> have when !empty(first) && head(first).kind = data do first ? m
      have -> wait do second ! m }
    process Consumer { var m: Message := Message{kind: end, number: 0} loc c
      c -> c when !empty(second) do second ? m }
    invariant deadlock_free
    invariant no_faults";

#[test]
fn one_that_appends_and_one_that_takes_commute() {
    let (reduced, all) = states(PIPELINE);
    assert!(reduced * 5 < all, "{reduced} of {all} states");
    // Two that take from one queue do not.
    let (reduced, all) = states(&PIPELINE.replace("c -> c", "c -> c when !empty(first) do first ? m c -> c"));
    assert!(reduced * 5 > all, "{reduced} of {all} states");
}
