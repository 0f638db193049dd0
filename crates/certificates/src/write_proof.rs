//! Writes what shows a verdict.

use crate::write_path::{PathWriter, integer};
use crate::{
    AlwaysAbove, AlwaysBelow, Attractor, Automaton, AutomatonEdge, Claim, Condition, Names, Proof, Recurring,
    Region, StepSet, Term, write_term,
};
use serde_json::{Map, Value as Json, json};
use system::ClaimedPath;

/// Writes the proof of one certificate, whose names are these.
pub(crate) struct ProofWriter<'n, 'a> {
    /// The names.
    pub names: &'n Names<'a>,
    /// The atoms of the property, for people.
    pub atoms: Vec<String>,
}

impl ProofWriter<'_, '_> {
    fn term(&self, term: &Term) -> Json {
        Json::String(write_term(self.names, term))
    }

    fn terms(&self, terms: &[Term]) -> Json {
        terms.iter().map(|term| self.term(term)).collect()
    }

    fn path(&self, path: &ClaimedPath) -> Json {
        PathWriter { names: self.names }.path(path)
    }

    /// A proof.
    pub fn proof(&self, proof: &Proof) -> Json {
        match proof {
            Proof::Path(path) => json!({ "path": self.path(path) }),
            Proof::Invariant(invariant) => json!({ "invariant": self.term(invariant) }),
            Proof::Largest { value, invariant, path } => json!({ "largest": {
                "value": integer(*value), "invariant": self.term(invariant), "path": self.path(path),
            } }),
            Proof::Unbounded(growth) => {
                let mut all = self.attractor(&growth.attractor);
                all["set"] = self.term(&growth.set);
                if let Some(path) = &growth.path {
                    all["path"] = self.path(path);
                }
                json!({ "unbounded": all })
            }
            Proof::Linear { automaton, invariant, region } => json!({
                "automaton": self.automaton(automaton),
                "invariant": self.term(invariant),
                "region": self.region(region),
            }),
            Proof::Endless { path, automaton, state, recurring } => json!({ "endless": {
                "path": self.path(path),
                "automaton": self.automaton(automaton),
                "state": state,
                "recurring": self.recurring(recurring),
            } }),
            Proof::Branching { invariant, fair_below, fair_above, claim, initial, rigid } => {
                let mut all = json!({ "invariant": self.term(invariant) });
                if let Some(below) = fair_below {
                    all["fair_below"] = self.below(below);
                }
                if let Some(above) = fair_above {
                    all["fair_above"] = self.above(above);
                }
                all["claim"] = self.claim(claim);
                if let Some(state) = initial {
                    all["initial"] = PathWriter { names: self.names }.state(None, state);
                }
                if !rigid.is_empty() {
                    all["rigid"] = rigid.iter().map(|value| integer(*value)).collect();
                }
                json!({ "branching": all })
            }
            Proof::Parts(parts) => {
                json!({ "parts": parts.iter().map(|one| self.proof(one)).collect::<Json>() })
            }
        }
    }

    fn automaton(&self, automaton: &Automaton) -> Json {
        let letter = |letter: &Vec<(usize, bool)>| -> Json {
            let entries = letter.iter().map(|(atom, value)| (atom.to_string(), json!(value)));
            Json::Object(entries.collect())
        };
        let edge = |edge: &AutomatonEdge| {
            let letters: Vec<Json> = edge.letters.iter().map(letter).collect();
            json!({ "from": edge.from, "to": edge.to, "letters": letters, "marks": edge.marks })
        };
        json!({
            "states": automaton.states,
            "initial": automaton.initial,
            "acceptance_sets": automaton.acceptance_sets,
            "atoms": self.atoms,
            "edges": automaton.edges.iter().map(edge).collect::<Json>(),
        })
    }

    fn region(&self, region: &Region) -> Json {
        match region {
            Region::Nothing => json!("nothing"),
            Region::Never(never) => json!({ "never": condition(*never) }),
            Region::Avoided(avoided, then) => {
                json!({ "avoided": condition(*avoided), "then": self.region(then) })
            }
            Region::Rank(rank, then) => json!({ "rank": self.term(rank), "then": self.region(then) }),
            Region::Classes(classes) => {
                let class = |(states, region): &(Term, Region)| json!({ "states": self.term(states), "region": self.region(region) });
                json!({ "classes": classes.iter().map(class).collect::<Json>() })
            }
            Region::Steps(classes) => {
                let class = |(sets, region): &(Vec<StepSet>, Region)| {
                    let sets: Json = sets.iter().map(|set| self.step_set(set)).collect();
                    json!({ "sets": sets, "region": self.region(region) })
                };
                json!({ "steps": classes.iter().map(class).collect::<Json>() })
            }
        }
    }

    fn step_set(&self, set: &StepSet) -> Json {
        let mut all = Map::new();
        if let Some(id) = set.transition {
            all.extend([
                ("transition".into(), json!(PathWriter { names: self.names }.transition(id))),
                ("number".into(), json!(id.0)),
            ]);
        }
        if let Some(edge) = set.reading {
            all.insert("reading".into(), json!(edge));
        }
        all.insert("from".into(), self.term(&set.from));
        Json::Object(all)
    }

    fn recurring(&self, recurring: &Recurring) -> Json {
        let visit = |(met, layers): &(Condition, Vec<Term>)| json!({ "condition": condition(*met), "layers": self.terms(layers) });
        let visits: Vec<Json> = recurring.visits.iter().map(visit).collect();
        json!({ "set": self.term(&recurring.set), "visits": visits })
    }

    fn below(&self, below: &AlwaysBelow) -> Json {
        let recurring: Vec<Json> = below.recurring.iter().map(|one| self.recurring(one)).collect();
        let mut all = self.attractor(&below.attractor);
        all["recurring"] = Json::Array(recurring);
        all
    }

    fn attractor(&self, attractor: &Attractor) -> Json {
        let mut all = json!({ "layers": self.terms(&attractor.layers) });
        if let Some(rank) = &attractor.rank {
            all["rank"] = self.term(rank);
        }
        if let Some(then) = &attractor.then {
            all["then"] = self.attractor(then);
        }
        all
    }

    fn above(&self, above: &AlwaysAbove) -> Json {
        json!({ "set": self.term(&above.set), "region": self.region(&above.region) })
    }

    fn claim(&self, claim: &Claim) -> Json {
        let with_inner = |mut all: Json, inner: &Claim| {
            all["inner"] = self.claim(inner);
            json!({ "always": all })
        };
        match claim {
            Claim::State => json!("state"),
            Claim::Not(inner) => json!({ "not": self.claim(inner) }),
            Claim::And(all) => json!({ "and": all.iter().map(|one| self.claim(one)).collect::<Json>() }),
            Claim::Next { inner, set } => {
                json!({ "next": { "inner": self.claim(inner), "set": self.term(set) } })
            }
            Claim::UntilBelow { left, right, attractor } => {
                let mut until = self.attractor(attractor);
                until["left"] = self.claim(left);
                until["right"] = self.claim(right);
                json!({ "until": until })
            }
            Claim::UntilAbove { left, right, set } => json!({ "until": {
                "left": self.claim(left), "right": self.claim(right), "set": self.term(set),
            } }),
            Claim::AlwaysBelow { inner, shown } => with_inner(self.below(shown), inner),
            Claim::AlwaysAbove { inner, shown } => with_inner(self.above(shown), inner),
        }
    }
}

fn condition(condition: Condition) -> Json {
    match condition {
        Condition::Fairness(number) => json!({ "fairness": number }),
        Condition::Acceptance(number) => json!({ "acceptance": number }),
    }
}
