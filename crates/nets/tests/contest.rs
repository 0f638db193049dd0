//! Questions of the Model Checking Contest, answered on reduced nets and compared with the answers that are known.
//!
//! Reachability of numbers of tokens and of enabled transitions, bounds, and dead ends. Reduced nets are explored up to some number of
//! markings; what is found is led back to the original net. All rules together, and each rule alone and in pairs. `FATHOM_SLOW=1` asks all questions of all nets
//! and explores more.

#[path = "reduction/graph.rs"]
mod graph;
#[path = "../../../tests/corpora/locate.rs"]
mod locate;

use budget::Budget;
use graph::{Graph, explore};
use interchange::{Formula, Question, Sum, read_formulas, read_net};
use nets::reduction::{Preserve, Reduced, Rule, reduce_by};
use nets::{Amount, Net, Place, Start, Transition};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// A net of the contest with the numbers of its places and transitions.
struct Model {
    net: Net,
    places: HashMap<String, Place>,
    transitions: HashMap<String, usize>,
    /// The rules by which it is reduced.
    rules: Vec<Rule>,
}

fn read_model(path: &Path) -> Option<Model> {
    let read = read_net(&std::fs::read_to_string(path).ok()?).expect("a net");
    // Formulas about coloured nets name what became several places and transitions.
    if !read.families.places.is_empty() || !read.families.transitions.is_empty() {
        return None;
    }
    let places = read.places.iter().enumerate().map(|(number, place)| (place.id.clone(), number)).collect();
    let numbered = read.transitions.iter().enumerate();
    let transitions = numbered.map(|(number, transition)| (transition.id.clone(), number)).collect();
    let net = Net {
        starts: vec![Start(read.places.iter().map(|place| Amount::Exactly(place.tokens)).collect())],
        places: read.places.into_iter().map(|place| place.id).collect(),
        transitions: (read.transitions.into_iter())
            .map(|t| Transition { name: t.id, takes: t.takes, gives: t.gives, ..Transition::default() })
            .collect(),
    };
    Some(Model { net, places, transitions, rules: Rule::ALL.to_vec() })
}

/// The answers of a file of the oracle, by property.
fn answers(path: &Path) -> HashMap<String, String> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let words = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    let answers = words.filter(|words| words.len() > 2 && words[0] == "FORMULA");
    answers.map(|words| (words[1].to_string(), words[2].to_string())).collect()
}

fn is_slow() -> bool {
    std::env::var_os("FATHOM_SLOW").is_some()
}

impl Model {
    /// The places that a formula without temporal operators reads.
    fn visible(&self, formula: &Formula, into: &mut Vec<Place>) {
        match formula {
            Formula::Fireable(names) => {
                for name in names {
                    let takes = &self.net.transitions[self.transitions[name]].takes;
                    into.extend(takes.iter().map(|(place, _)| *place));
                }
            }
            Formula::AtMost(a, b) | Formula::Equal(a, b) => {
                into.extend(a.places.iter().chain(&b.places).map(|(_, name)| self.places[name]));
            }
            Formula::Not(a) => self.visible(a, into),
            Formula::Iff(a, b) => [a, b].iter().for_each(|part| self.visible(part, into)),
            Formula::And(all) | Formula::Or(all) => all.iter().for_each(|part| self.visible(part, into)),
            _ => {}
        }
    }

    /// Whether it is true of a marking of visible places.
    fn is_true(&self, formula: &Formula, tokens: &dyn Fn(Place) -> u64) -> bool {
        let sum = |sum: &Sum| -> i128 {
            let parts =
                sum.places.iter().map(|(factor, name)| factor * i128::from(tokens(self.places[name])));
            parts.sum::<i128>() + sum.constant
        };
        match formula {
            Formula::Bool(value) => *value,
            Formula::Fireable(names) => names.iter().any(|name| {
                let mut takes = self.net.transitions[self.transitions[name]].takes.iter();
                takes.all(|(place, needed)| tokens(*place) >= *needed)
            }),
            Formula::AtMost(a, b) => sum(a) <= sum(b),
            Formula::Equal(a, b) => sum(a) == sum(b),
            Formula::Not(a) => !self.is_true(a, tokens),
            Formula::Iff(a, b) => self.is_true(a, tokens) == self.is_true(b, tokens),
            Formula::And(all) => all.iter().all(|part| self.is_true(part, tokens)),
            Formula::Or(all) => all.iter().any(|part| self.is_true(part, tokens)),
            other => panic!("no formula about one marking: {other:?}"),
        }
    }

    /// The verdict of one question, if the markings that are explored decide it.
    fn verdict(&self, question: &Question) -> Option<String> {
        let mut visible = Vec::new();
        match question {
            Question::Truth(formula) => {
                let (goal, negated) = goal(formula)?;
                self.visible(&goal, &mut visible);
                let (reduced, graph) = self.reduced(&visible, Preserve::Reachability);
                let found = (0..graph.markings.len()).find(|number| {
                    self.is_true(&goal, &|place| {
                        graph.markings[*number][reduced.place(place).expect("visible")]
                    })
                });
                if let Some(found) = found {
                    let run = reduced.lift(&graph.path(found), &Budget::unlimited()).unwrap().expect("a run");
                    let markings =
                        self.net.walk(&run).expect("small numbers").expect("a run of the original net");
                    assert!(
                        self.is_true(&goal, &|place| markings[markings.len() - 1][place]),
                        "the run shows it"
                    );
                }
                let is_known = found.is_some() || graph.whole;
                is_known.then(|| if found.is_some() != negated { "TRUE".into() } else { "FALSE".into() })
            }
            Question::Bound(names) => {
                let visible: Vec<Place> = names.iter().map(|name| self.places[name]).collect();
                let (reduced, graph) = self.reduced(&visible, Preserve::Reachability);
                let places: Vec<Place> =
                    visible.iter().map(|place| reduced.place(*place).expect("visible")).collect();
                let sums =
                    graph.markings.iter().map(|marking| places.iter().map(|p| marking[*p]).sum::<u64>());
                graph.whole.then(|| sums.max().unwrap_or(0).to_string())
            }
        }
    }

    fn reduced(&self, visible: &[Place], preserve: Preserve) -> (Reduced, Graph) {
        let budget = Budget::unlimited();
        let reduced = reduce_by(&self.net, visible, preserve, &self.rules, &budget).expect("no limit");
        let graph = explore(&reduced.net, 0, if is_slow() { 2_000 } else { 300 });
        (reduced, graph)
    }

    fn can_end(&self) -> Option<String> {
        let (reduced, graph) = self.reduced(&[], Preserve::Deadlocks);
        let dead = (0..graph.markings.len()).find(|number| graph.is_dead(&reduced.net, *number));
        if let Some(dead) = dead {
            let run = reduced.lift_dead_end(&graph.path(dead), &Budget::unlimited()).unwrap().expect("a run");
            let markings = self.net.walk(&run).expect("small numbers").expect("a run of the original net");
            let last = &markings[markings.len() - 1];
            assert!(
                (0..self.net.transitions.len()).all(|number| !self.net.is_enabled(last, number)),
                "a dead end"
            );
            return Some("TRUE".into());
        }
        graph.whole.then(|| "FALSE".into())
    }
}

/// What is to be reached, and whether the answer is the opposite.
fn goal(formula: &Formula) -> Option<(Formula, bool)> {
    match formula {
        Formula::SomePath(path) => match path.as_ref() {
            Formula::Finally(goal) if goal.is_state() => Some((goal.as_ref().clone(), false)),
            _ => None,
        },
        Formula::AllPaths(path) => match path.as_ref() {
            Formula::Globally(goal) if goal.is_state() => Some((Formula::Not(goal.clone()), true)),
            _ => None,
        },
        _ => None,
    }
}

/// The nets that are at hand: where each is, and the folder with the answers.
fn nets() -> Vec<(PathBuf, PathBuf)> {
    let mut found = Vec::new();
    for folder in [Some(locate::own("mcc")), locate::foreign("mcc")].into_iter().flatten() {
        let entries = std::fs::read_dir(folder.join("models")).expect("models");
        found.extend(entries.map(|entry| (entry.unwrap().path(), folder.join("oracle"))));
    }
    found.sort();
    found
}

/// What was asked of reduced nets, and how much of it the markings that were explored decide.
#[derive(Default)]
struct Tally {
    decided: usize,
    asked: usize,
}

impl Tally {
    fn compare(&mut self, property: &str, net: &str, known: Option<&String>, found: Option<String>) {
        self.asked += 1;
        if let (Some(known), Some(found)) = (known, found) {
            assert_eq!(*known, found, "{property} of {net}");
            self.decided += 1;
        }
    }

    /// Asks a model for dead ends, and every so many questions of each kind, beginning with this one.
    fn ask(&mut self, model: &Model, at: &(PathBuf, PathBuf), first: usize, every: usize) {
        let (path, oracle) = at;
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let known = |kind: &str| answers(&oracle.join(format!("{name}-{kind}.out")));
        let what = format!("{name} by {:?}", model.rules);
        self.compare("dead ends", &what, known("RD").get("ReachabilityDeadlock"), model.can_end());
        let kinds =
            [("RC", "ReachabilityCardinality"), ("RF", "ReachabilityFireability"), ("UB", "UpperBounds")];
        for (kind, file) in kinds {
            let known = known(kind);
            let text = std::fs::read_to_string(path.join(format!("{file}.xml"))).unwrap_or_default();
            for property in read_formulas(&text).unwrap_or_default().iter().skip(first).step_by(every) {
                let known = known.get(&property.id);
                let found = known.and_then(|_| model.verdict(&property.question));
                self.compare(&property.id, &what, known, found);
            }
        }
    }
}

#[test]
fn answers_on_reduced_nets_are_those_of_the_contest() {
    let mut tally = Tally::default();
    for at in nets() {
        if let Some(model) = read_model(&at.0.join("model.pnml")) {
            tally.ask(&model, &at, 0, if is_slow() { 1 } else { 10 });
        }
    }
    println!("{} of {} questions were decided", tally.decided, tally.asked);
    assert!(tally.decided > 0);
}

/// Each rule and each pair of rules takes a part of the nets and one question of each kind; `FATHOM_SLOW=1` all of them.
#[test]
fn each_rule_alone_and_in_pairs_keeps_the_answers_of_the_contest() {
    let alone = Rule::ALL.into_iter().map(|rule| vec![rule]);
    let pairs = Rule::ALL
        .into_iter()
        .enumerate()
        .flat_map(|(at, first)| Rule::ALL.into_iter().skip(at + 1).map(move |second| vec![first, second]));
    let choices: Vec<Vec<Rule>> = alone.chain(pairs).collect();
    let mut tally = Tally::default();
    for (number, at) in nets().iter().enumerate() {
        let Some(mut model) = read_model(&at.0.join("model.pnml")) else { continue };
        for (choice, rules) in choices.iter().enumerate() {
            if is_slow() || (choice + number) % 29 == 0 {
                model.rules.clone_from(rules);
                tally.ask(&model, at, (choice + number) % 16, 16);
            }
        }
    }
    println!(
        "{} choices of rules, {} of {} questions were decided",
        choices.len(),
        tally.decided,
        tally.asked
    );
    assert!(tally.decided > 0);
}
