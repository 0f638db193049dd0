//! Ways through references against the same ways written out step by step: random programs on pointers, in which guards,
//! actions and properties ask for ways, and their twins, in which each `reach` is `p = q || p != null && (p->next = q || …)`.
//! All engines must give both the same verdicts, and find the same states.

use conformance::models::load;
use conformance::{Random, compare_engines, compare_reduced, seeds};
use explicit::Settings;
use system::{Count, System, Unlimited, Verdict};

/// How often instances of a list can be followed before the way repeats itself.
const INSTANCES: usize = 3;

/// How ways are written.
#[derive(Clone, Copy)]
enum Form {
    Reach,
    Unfolded,
}

/// `reach(start, links, goal)`, or what it stands for.
fn way(form: Form, start: &str, links: &[&str], goal: &str) -> String {
    match form {
        Form::Reach => format!("reach({start}, {{{}}}, {goal})", links.join(", ")),
        Form::Unfolded => format!("({})", unfolded(start, links, goal, INSTANCES)),
    }
}

fn unfolded(here: &str, links: &[&str], goal: &str, steps: usize) -> String {
    let met = format!("{here} = {goal}");
    if steps == 0 {
        return met;
    }
    let further: Vec<String> =
        links.iter().map(|link| unfolded(&format!("{here}->{link}"), links, goal, steps - 1)).collect();
    format!("{met} || ({here} != null && ({}))", further.join(" || "))
}

/// Chooses what a program says, the same for both forms.
struct Writer {
    form: Form,
    random: Random,
}

impl Writer {
    fn of<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.random.below(all.len())]
    }

    /// A reference, which may be a fault to read.
    fn end(&mut self, own: bool) -> &'static str {
        let everywhere = ["head", "other", "null", "Node[1]", "Node[2]", "head->next", "other->prev"];
        let inside = ["self", "next", "prev"];
        if own && self.random.percent(50) { self.of(&inside) } else { self.of(&everywhere) }
    }

    fn condition(&mut self, own: bool) -> String {
        // Where both ends are plain `null`, nobody knows whose instances are meant.
        let start = loop {
            match self.end(own) {
                "null" => continue,
                other => break other,
            }
        };
        let goal = self.end(own);
        let links: &[&str] = if self.random.percent(60) { &["next"] } else { &["next", "prev"] };
        let met = way(self.form, start, links, goal);
        match self.random.below(3) {
            0 => met,
            1 => format!("!({met})"),
            _ => format!("({met} && head != null)"),
        }
    }

    fn edge(&mut self) -> String {
        let (from, to) = (self.of(&["a", "b"]), self.of(&["a", "b"]));
        let guard = self.condition(true);
        let place = self.of(&["head", "other", "next", "prev", "head->next"]);
        let value = if self.random.percent(25) {
            format!("if {} then self else null", self.condition(true))
        } else {
            self.end(true).to_owned()
        };
        let relation = ["", ", other' != next"][usize::from(place == "next" && self.random.percent(15))];
        format!("  {from} -> {to} when {guard} do {place} := {value}{relation}\n")
    }

    fn program(mut self) -> String {
        let edges: String = (0..3 + self.random.below(3)).map(|_| self.edge()).collect();
        let first = self.condition(false);
        let second = way(self.form, "p", &["next"], self.of(&["null", "head", "other"]));
        let third = way(self.form, "head", &["prev", "next"], "p");
        format!(
            "var head, other: ref Node := null\n\
             process Node[i in 1..{INSTANCES}] {{\n  var next, prev: ref Node := null\n  loc a, b\n{edges}}}\n\
             invariant one: {first}\n\
             invariant all: forall p in Node: {second}\n\
             reachable some: exists p in Node: p != head && {third}\n\
             ctl again: AG EF (forall p in Node: {second})\n"
        )
    }
}

fn program(seed: u64, form: Form) -> String {
    Writer { form, random: Random::new(seed) }.program()
}

/// The verdicts of the explicit engine, and the number of states that it found.
fn searched(system: &System) -> (Vec<Verdict>, Vec<Option<Count>>) {
    let numbers: Vec<usize> = (0..system.properties.len()).collect();
    let answers = explicit::check(system, &numbers, &Settings::default(), &Unlimited)
        .unwrap_or_else(|failure| panic!("a search fails: {failure:?}"));
    let states = |answer: &system::Answer| {
        answer.statistics.iter().find(|(name, _)| *name == "states").map(|(_, count)| count.clone())
    };
    (answers.iter().map(|answer| answer.verdict().clone()).collect(), answers.iter().map(states).collect())
}

fn system(text: &str) -> System {
    let loaded = load(text);
    let problems = diagnostics::render(&loaded.diagnostics, text, "ways.fathom", false);
    loaded.system.unwrap_or_else(|| panic!("{problems}\n{text}"))
}

#[test]
fn ways_are_what_they_are_written_out() {
    let mut violated = 0;
    for seed in seeds(0, 150, 20_000) {
        let texts = [Form::Reach, Form::Unfolded].map(|form| program(seed, form));
        let [node, tree] = [system(&texts[0]), system(&texts[1])];
        let (found, expected) = (searched(&node), searched(&tree));
        assert_eq!(found, expected, "seed {seed}:\n{}", texts[0]);
        violated += found.0.iter().filter(|verdict| **verdict == Verdict::Violated).count();
        compare_reduced(&node).unwrap_or_else(|other| panic!("seed {seed}: {other:?}\n{}", texts[0]));
        if seed.is_multiple_of(3) {
            compare_engines(&texts[0]).unwrap_or_else(|other| panic!("seed {seed}: {other:?}\n{}", texts[0]));
        }
    }
    assert!(violated > 20, "properties of both verdicts are compared: {violated} are violated");
}
