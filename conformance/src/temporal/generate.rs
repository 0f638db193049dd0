//! Random models of a few states for temporal properties: with dead ends, faults, several initial states, and
//! every kind of unit that fairness knows, alone and in synchronisations.
//!
//! The large generator of this crate writes everything that the language has; this one writes little besides what
//! matters to paths, so that most of its models have between two and forty states.

use super::formulas::{Atoms, branching, linear, pair};
use crate::parts;
use crate::random::Random;
use crate::tree::Tree;

/// A random model with temporal properties: the same for the same seed.
pub fn temporal_model(seed: u64) -> Tree {
    let mut random = Random::new(seed ^ 0x7e3a_0000);
    let plan = Plan::new(&mut random);
    let mut writer = Writer { random, plan };
    writer.model()
}

/// What a model has.
struct Plan {
    /// How many instances there are of the process array, if there is one.
    workers: Option<usize>,
    boss: bool,
    crowd: bool,
    events: bool,
    rendezvous: bool,
    broadcast: bool,
    /// How many of a hundred atoms and actions may fault.
    daring: usize,
}

impl Plan {
    fn new(random: &mut Random) -> Plan {
        let workers = [None, Some(1), Some(2), Some(2)][random.below(4)];
        let boss = random.percent(if workers.is_none() { 80 } else { 30 });
        let crowd = random.percent(30);
        let several =
            workers == Some(2) || [workers.is_some(), boss, crowd].iter().filter(|x| **x).count() > 1;
        Plan {
            workers,
            boss,
            crowd,
            events: random.percent(40) || !(boss || crowd || workers.is_some()),
            rendezvous: several && random.percent(40),
            broadcast: several && random.percent(40),
            daring: *random.pick(&[0, 0, 15, 40]),
        }
    }

    fn atoms(&self) -> Atoms {
        let words = |texts: &[&str]| texts.iter().map(ToString::to_string).collect::<Vec<String>>();
        let mut plain = words(&["x = 0", "x = 1", "x >= 1", "b", "!b"]);
        let mut quantified = words(&["k in 0..2: # x = k"]);
        if let Some(count) = self.workers {
            plain.extend(words(&["Worker[1] at a", "Worker[1] at {b1, c1}", "count(Worker at a) = 0"]));
            plain.push(format!("Worker[{count}] at b1"));
            quantified.push(format!("k in 1..{count}: # Worker[k] at a"));
            quantified.push("w in Worker: # w at b1".to_owned());
        }
        if self.boss {
            plain.extend(words(&["Boss at q", "Boss at r"]));
        }
        if self.crowd {
            plain.extend(words(&["count(Crowd at u) = 0", "count(Crowd at v) >= 1"]));
        }
        let faulting = words(&["2 / x = 1", "!(1 / x = 1)", "x = 0 || 1 / x = 1", "1 % x = 0 && b"]);
        Atoms { plain, faulting, quantified, daring: self.daring }
    }
}

struct Writer {
    random: Random,
    plan: Plan,
}

impl Writer {
    fn model(&mut self) -> Tree {
        let mut items: Vec<Tree> = vec![self.variable(), self.flag()];
        if self.plan.rendezvous {
            items.push("sync meet".into());
        }
        if self.plan.broadcast {
            items.push("broadcast shout".into());
        }
        if let Some(count) = self.plan.workers {
            let head = format!("process Worker[i in 1..{count}] {{");
            items.push(self.process(&head, &["a", "b1", "c1"], "start a, b1"));
        }
        if self.plan.boss {
            items.push(self.process("process Boss {", &["q", "r"], "start q, r"));
        }
        if self.plan.crowd {
            let (first, second) = (self.random.below(3), self.random.below(2));
            let start = format!("start u: {first}, v: {second}");
            items.push(self.process("population Crowd {", &["u", "v"], &start));
        }
        if self.plan.events {
            self.events(&mut items);
        }
        self.fairness(&mut items);
        self.properties(&mut items);
        parts![Tree::list(items, "\n", 0), "\n"]
    }

    fn variable(&mut self) -> Tree {
        let start = *self.random.pick(&[" := 0", " := 0", " := 0", "", " in {0, 1}"]);
        parts!["var x: 0..2", start]
    }

    fn flag(&mut self) -> Tree {
        let start = *self.random.pick(&[" := false", " := false", " := true", ""]);
        parts!["var b: bool", start]
    }

    fn process(&mut self, head: &str, locations: &[&str], start: &str) -> Tree {
        let mut body: Vec<Tree> = vec![format!("loc {}", locations.join(", ")).into()];
        if head.starts_with("population") || self.random.percent(15) {
            body.push(start.into());
        }
        let mut received = Vec::new();
        for number in 0..2 + self.random.below(3) {
            let from = if number == 0 { locations[0] } else { *self.random.pick(locations) };
            body.push(self.edge(from, locations, number, &mut received));
        }
        let body = body.into_iter().map(|item| parts!["\n  ", item]).collect();
        parts![head, Tree::list(body, "", 0), "\n}"]
    }

    fn edge(&mut self, from: &str, locations: &[&str], number: usize, received: &mut Vec<String>) -> Tree {
        let to = *self.random.pick(locations);
        let label = match number {
            0 => "go: ",
            1 => "come: ",
            _ => *self.random.pick(&["", "", "go: "]),
        };
        let guard = if self.random.percent(35) { parts![" when ", self.guard()] } else { Tree::nothing() };
        let mut syncs = Vec::new();
        if self.plan.rendezvous {
            syncs.extend(["meet!", "meet?"]);
        }
        if self.plan.broadcast {
            syncs.extend(["shout!!", "shout??"]);
        }
        let sync = match self.random.percent(55) && !syncs.is_empty() {
            true => *self.random.pick(&syncs),
            false => "",
        };
        // A location has at most one edge that receives a broadcast.
        let sync = match sync {
            "shout??" if received.iter().any(|location| location == from) => "",
            "shout??" => {
                received.push(from.to_string());
                sync
            }
            _ => sync,
        };
        let sync = if sync.is_empty() { String::new() } else { format!(" sync {sync}") };
        let action = match self.random.percent(50) {
            true => Tree::optional(parts![" do ", self.action()]),
            false => Tree::nothing(),
        };
        parts![label, format!("{from} -> {to}"), Tree::optional(guard), sync, action]
    }

    fn guard(&mut self) -> String {
        let daring = ["1 / x = 1", "2 % x = 0"];
        let plain = ["x = 0", "x != 2", "x = 1", "b", "!b", "x > 0 || b"];
        let dares = self.random.percent(self.plan.daring / 2);
        if dares { (*self.random.pick(&daring)).into() } else { (*self.random.pick(&plain)).into() }
    }

    fn action(&mut self) -> &'static str {
        let daring = ["x := x + 1", "x := x - 1", "x := 2 / x", "assert x < 2, b := !b"];
        let plain = [
            "x := (x + 1) % 3",
            "x := (x + 1) % 2",
            "x := 0",
            "b := !b",
            "b := true",
            "x := any in 0..1",
            "choose { b := !b } or { x := 1 }",
            "choose { when b do x := 2 } or { b := true; x := 0 }",
            "if b { x := 1 } else { b := true }",
            "x' > x",
        ];
        let dares = self.random.percent(self.plan.daring);
        let actions: &[&'static str] = if dares { &daring } else { &plain };
        actions[self.random.below(actions.len())]
    }

    fn events(&mut self, items: &mut Vec<Tree>) {
        for name in ["tick", "tock[i in 0..1]"] {
            if self.random.percent(60) {
                let guard = parts![" when ", self.guard()];
                let action = if name == "tick" { self.action() } else { "x := i" };
                items.push(parts![format!("event {name}"), Tree::optional(guard), " do ", action]);
            }
        }
    }

    fn fairness(&mut self, items: &mut Vec<Tree>) {
        let mut units: Vec<&str> = Vec::new();
        if self.plan.workers.is_some() {
            units.extend(["Worker", "Worker[1]", "Worker.go", "Worker.come"]);
        }
        if self.plan.boss {
            units.extend(["Boss", "Boss.go"]);
        }
        if self.plan.crowd {
            units.push("Crowd");
        }
        let printed: Vec<String> = items.iter().map(Tree::print).collect();
        for event in ["tick", "tock"] {
            if printed.iter().any(|item| item.starts_with(&format!("event {event}"))) {
                units.push(event);
            }
        }
        let atoms = self.plan.atoms();
        for _ in 0..self.random.weighted(&[3, 4, 4, 2]) {
            let item = match self.random.weighted(&[3, 4, 2, 2]) {
                kind @ (0 | 1) if !units.is_empty() => {
                    let word = if kind == 0 { "fair" } else { "strong" };
                    format!("{word} {}", self.random.pick(&units))
                }
                2 => format!("justice {}", atoms.draw(&mut self.random)),
                _ => {
                    let (first, second) = (atoms.draw(&mut self.random), atoms.draw(&mut self.random));
                    format!("compassion ({first}, {second})")
                }
            };
            items.push(item.into());
        }
    }

    fn properties(&mut self, items: &mut Vec<Tree>) {
        let atoms = self.plan.atoms();
        for number in 0..3 {
            let formula = branching(&mut self.random, &atoms, 1 + number);
            items.push(parts![format!("ctl c{number}: "), formula]);
            let formula = linear(&mut self.random, &atoms, 1 + number);
            items.push(parts![format!("ltl l{number}: "), formula]);
        }
        for number in 0..2 {
            let (one, other) = pair(&mut self.random, &atoms);
            items.push(format!("ctl p{number}_branching: {one}").into());
            items.push(format!("ltl p{number}_linear: {other}").into());
        }
        let value = *self.random.pick(&["x", "2 / x", "x + (if b then 1 else 0)", "1 / x - 3", "-x"]);
        items.push(format!("bound largest: {value}").into());
    }
}
