//! Questions of the Model Checking Contest, answered on reduced nets and compared with the answers that are known.
//!
//! Reachability of numbers of tokens and of enabled transitions, bounds, and dead ends. Reduced nets are explored up to some number of
//! markings; what is found is led back to the original net. `FATHOM_SLOW=1` asks all questions and explores more.

#[path = "reduction/graph.rs"]
mod graph;
#[path = "../../../tests/corpora/locate.rs"]
mod locate;

use budget::Budget;
use graph::{Graph, explore};
use interchange::{Formula, Question, Sum, read_formulas, read_net};
use nets::reduction::{Preserve, Reduced, reduce};
use nets::{Amount, Net, Place, Start, Transition};
use std::collections::HashMap;
use std::path::Path;

/// A net of the contest with the numbers of its places and transitions.
struct Model {
    net: Net,
    places: HashMap<String, Place>,
    transitions: HashMap<String, usize>,
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
    Some(Model { net, places, transitions })
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
        let reduced = reduce(&self.net, visible, preserve, &Budget::unlimited()).expect("no limit");
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

#[test]
fn answers_on_reduced_nets_are_those_of_the_contest() {
    let folders = [Some(locate::own("mcc")), locate::foreign("mcc")];
    let (mut decided, mut asked) = (0, 0);
    for folder in folders.into_iter().flatten() {
        let mut models: Vec<_> = std::fs::read_dir(folder.join("models"))
            .expect("models")
            .map(|entry| entry.unwrap().path())
            .collect();
        models.sort();
        for path in models {
            let Some(model) = read_model(&path.join("model.pnml")) else { continue };
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let oracle = |kind: &str| answers(&folder.join("oracle").join(format!("{name}-{kind}.out")));
            let mut compare = |property: &str, known: Option<&String>, found: Option<String>| {
                asked += 1;
                if let (Some(known), Some(found)) = (known, found) {
                    assert_eq!(*known, found, "{property} of {name}");
                    decided += 1;
                }
            };
            compare("dead ends", oracle("RD").get("ReachabilityDeadlock"), model.can_end());
            let kinds =
                [("RC", "ReachabilityCardinality"), ("RF", "ReachabilityFireability"), ("UB", "UpperBounds")];
            for (kind, file) in kinds {
                let known = oracle(kind);
                let text = std::fs::read_to_string(path.join(format!("{file}.xml"))).unwrap_or_default();
                for property in
                    read_formulas(&text).unwrap_or_default().iter().step_by(if is_slow() { 1 } else { 10 })
                {
                    let known = known.get(&property.id);
                    let found = known.and_then(|_| model.verdict(&property.question));
                    compare(&property.id, known, found);
                }
            }
        }
    }
    println!("{decided} of {asked} questions were decided");
    assert!(decided > 0);
}
