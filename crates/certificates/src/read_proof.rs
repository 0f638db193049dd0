//! Reads what shows a verdict.

use crate::json_part::JsonPart;
use crate::read_path::PathReader;
use crate::{
    AlwaysAbove, AlwaysBelow, Attractor, Automaton, AutomatonEdge, Claim, Condition, Growth, Names, Proof,
    Recurring, Refusal, Region, StepSet, Term, parse,
};
use system::Sort;

/// Reads the proof of one certificate, whose names are these.
pub(crate) struct ProofReader<'n, 'a> {
    /// The names.
    pub names: &'n Names<'a>,
}

impl ProofReader<'_, '_> {
    fn formula(&self, node: &JsonPart<'_>, sort: Sort) -> Result<Term, Refusal> {
        node.locate(parse(self.names, node.text()?, sort))
    }

    /// The set of states that a key has.
    fn set(&self, node: &JsonPart<'_>, key: &str) -> Result<Term, Refusal> {
        self.formula(&node.get(key)?, Sort::Bool)
    }

    /// The sets of states that a key has.
    fn sets(&self, node: &JsonPart<'_>, key: &str) -> Result<Vec<Term>, Refusal> {
        node.each(key, |one| self.formula(one, Sort::Bool))
    }

    fn paths(&self) -> PathReader<'_, '_> {
        PathReader { names: self.names }
    }

    /// A proof.
    pub fn proof(&self, node: &JsonPart<'_>) -> Result<Proof, Refusal> {
        let entries = node.entries()?;
        let Some((first, inner)) = entries.first() else { return Err(node.wrong("a proof belongs here")) };
        match (*first, entries.len()) {
            ("path", 1) => Ok(Proof::Path(self.paths().path(inner)?)),
            ("largest", 1) => {
                inner.only(&["value", "invariant", "path"])?;
                let (value, path) = (inner.get("value")?.integer()?, self.paths().path(&inner.get("path")?)?);
                Ok(Proof::Largest { value, invariant: self.set(inner, "invariant")?, path })
            }
            ("unbounded", 1) => {
                inner.only(&["path", "set", "layers", "rank", "then"])?;
                Ok(Proof::Unbounded(Growth {
                    path: inner.optional("path").map(|path| self.paths().path(&path)).transpose()?,
                    set: self.set(inner, "set")?,
                    attractor: self.attractor(inner)?,
                }))
            }
            ("endless", 1) => self.endless(inner),
            ("branching", 1) => self.branching(inner),
            ("parts", 1) => Ok(Proof::Parts(node.each("parts", |part| self.proof(part))?)),
            ("invariant", 1) => Ok(Proof::Invariant(self.set(node, "invariant")?)),
            _ => {
                node.only(&["automaton", "invariant", "region"])?;
                Ok(Proof::Linear {
                    automaton: automaton(&node.get("automaton")?)?,
                    invariant: self.set(node, "invariant")?,
                    region: self.region(&node.get("region")?)?,
                })
            }
        }
    }

    fn endless(&self, node: &JsonPart<'_>) -> Result<Proof, Refusal> {
        node.only(&["path", "automaton", "state", "recurring"])?;
        Ok(Proof::Endless {
            path: self.paths().path(&node.get("path")?)?,
            automaton: automaton(&node.get("automaton")?)?,
            state: node.get("state")?.natural()?,
            recurring: self.recurring(&node.get("recurring")?)?,
        })
    }

    fn branching(&self, node: &JsonPart<'_>) -> Result<Proof, Refusal> {
        node.only(&["invariant", "fair_below", "fair_above", "claim", "initial", "rigid"])?;
        let below = |below: JsonPart<'_>| {
            below.only(&["recurring", "layers", "rank"])?;
            self.below(&below)
        };
        let above = |above: JsonPart<'_>| {
            above.only(&["set", "region"])?;
            self.above(&above)
        };
        Ok(Proof::Branching {
            invariant: self.set(node, "invariant")?,
            fair_below: node.optional("fair_below").map(below).transpose()?,
            fair_above: node.optional("fair_above").map(above).transpose()?,
            claim: Box::new(self.claim(&node.get("claim")?)?),
            initial: node.optional("initial").map(|state| self.paths().state(&state)).transpose()?,
            rigid: match node.optional("rigid") {
                Some(_) => node.each("rigid", |value| value.integer())?,
                None => Vec::new(),
            },
        })
    }

    fn region(&self, node: &JsonPart<'_>) -> Result<Region, Refusal> {
        if node.is("nothing") {
            return Ok(Region::Nothing);
        }
        let entries = node.entries()?;
        let then = || Ok(Box::new(self.region(&node.get("then")?)?));
        match entries.first() {
            Some(("never", inner)) => {
                node.only(&["never"]).and_then(|()| Ok(Region::Never(condition(inner)?)))
            }
            Some(("avoided", inner)) => {
                node.only(&["avoided", "then"])?;
                Ok(Region::Avoided(condition(inner)?, then()?))
            }
            Some(("rank", inner)) => {
                node.only(&["rank", "then"])?;
                Ok(Region::Rank(self.formula(inner, Sort::Int)?, then()?))
            }
            Some(("classes", _)) => {
                node.only(&["classes"])?;
                let class = |class: &JsonPart<'_>| {
                    class.only(&["states", "region"])?;
                    Ok((self.set(class, "states")?, self.region(&class.get("region")?)?))
                };
                Ok(Region::Classes(node.each("classes", class)?))
            }
            Some(("steps", _)) => {
                node.only(&["steps"])?;
                let class = |class: &JsonPart<'_>| {
                    class.only(&["sets", "region"])?;
                    let sets = class.each("sets", |set| self.step_set(set))?;
                    Ok((sets, self.region(&class.get("region")?)?))
                };
                Ok(Region::Steps(node.each("steps", class)?))
            }
            _ => {
                Err(node.wrong("`never`, `avoided`, `rank`, `classes`, `steps` or \"nothing\" belongs here"))
            }
        }
    }

    fn step_set(&self, node: &JsonPart<'_>) -> Result<StepSet, Refusal> {
        node.only(&["transition", "number", "reading", "from"])?;
        Ok(StepSet {
            transition: node.optional("number").map(|number| self.paths().transition(&number)).transpose()?,
            reading: node.optional("reading").map(|edge| edge.natural()).transpose()?,
            from: self.set(node, "from")?,
        })
    }

    fn recurring(&self, node: &JsonPart<'_>) -> Result<Recurring, Refusal> {
        node.only(&["set", "visits"])?;
        let visit = |visit: &JsonPart<'_>| {
            visit.only(&["condition", "layers"])?;
            Ok((condition(&visit.get("condition")?)?, self.sets(visit, "layers")?))
        };
        Ok(Recurring { set: self.set(node, "set")?, visits: node.each("visits", visit)? })
    }

    fn below(&self, node: &JsonPart<'_>) -> Result<AlwaysBelow, Refusal> {
        let recurring = node.each("recurring", |one| self.recurring(one))?;
        Ok(AlwaysBelow { recurring, attractor: self.attractor(node)? })
    }

    fn attractor(&self, node: &JsonPart<'_>) -> Result<Attractor, Refusal> {
        let rank = node.optional("rank").map(|rank| self.formula(&rank, Sort::Int)).transpose()?;
        let then = node.optional("then").map(|then| {
            then.only(&["layers", "rank", "then"])?;
            self.attractor(&then).map(Box::new)
        });
        Ok(Attractor { layers: self.sets(node, "layers")?, rank, then: then.transpose()? })
    }

    fn above(&self, node: &JsonPart<'_>) -> Result<AlwaysAbove, Refusal> {
        Ok(AlwaysAbove { set: self.set(node, "set")?, region: self.region(&node.get("region")?)? })
    }

    fn claim(&self, node: &JsonPart<'_>) -> Result<Claim, Refusal> {
        if node.is("state") {
            return Ok(Claim::State);
        }
        node.only(&["not", "and", "next", "until", "always"])?;
        let entries = node.entries()?;
        let [(key, inner)] = entries.as_slice() else {
            return Err(node.wrong("exactly one key belongs here"));
        };
        let boxed = |claim: &JsonPart<'_>| Ok::<_, Refusal>(Box::new(self.claim(claim)?));
        match *key {
            "not" => Ok(Claim::Not(boxed(inner)?)),
            "next" => {
                inner.only(&["inner", "set"])?;
                Ok(Claim::Next { inner: boxed(&inner.get("inner")?)?, set: self.set(inner, "set")? })
            }
            "and" => Ok(Claim::And(node.each("and", |one| self.claim(one))?)),
            "until" => {
                let is_above = inner.optional("set").is_some();
                inner.only(if is_above {
                    &["left", "right", "set"]
                } else {
                    &["left", "right", "layers", "rank", "then"]
                })?;
                let (left, right) = (boxed(&inner.get("left")?)?, boxed(&inner.get("right")?)?);
                match is_above {
                    true => Ok(Claim::UntilAbove { left, right, set: self.set(inner, "set")? }),
                    false => Ok(Claim::UntilBelow { left, right, attractor: self.attractor(inner)? }),
                }
            }
            _ => {
                let is_above = inner.optional("set").is_some();
                inner.only(if is_above {
                    &["inner", "set", "region"]
                } else {
                    &["inner", "recurring", "layers", "rank", "then"]
                })?;
                let within = boxed(&inner.get("inner")?)?;
                match is_above {
                    true => Ok(Claim::AlwaysAbove { inner: within, shown: self.above(inner)? }),
                    false => Ok(Claim::AlwaysBelow { inner: within, shown: self.below(inner)? }),
                }
            }
        }
    }
}

fn condition(node: &JsonPart<'_>) -> Result<Condition, Refusal> {
    match node.optional("fairness") {
        Some(number) => node.only(&["fairness"]).and_then(|()| Ok(Condition::Fairness(number.natural()?))),
        None => node
            .only(&["acceptance"])
            .and_then(|()| Ok(Condition::Acceptance(node.get("acceptance")?.natural()?))),
    }
}

fn automaton(node: &JsonPart<'_>) -> Result<Automaton, Refusal> {
    node.only(&["states", "initial", "acceptance_sets", "atoms", "edges"])?;
    // The atoms are those of the property; here they stand for people.
    if node.optional("atoms").is_some() {
        node.each("atoms", JsonPart::text)?;
    }
    let letter = |letter: &JsonPart<'_>| {
        let entry = |(atom, value): (&str, JsonPart<'_>)| {
            let atom = atom.parse().map_err(|_| value.wrong("the number of an atom belongs here"))?;
            Ok((atom, value.boolean()?))
        };
        letter.entries()?.into_iter().map(entry).collect()
    };
    let edge = |edge: &JsonPart<'_>| {
        edge.only(&["from", "to", "letters", "marks"])?;
        Ok(AutomatonEdge {
            from: edge.get("from")?.natural()?,
            to: edge.get("to")?.natural()?,
            letters: edge.each("letters", letter)?,
            marks: edge.each("marks", JsonPart::natural)?,
        })
    };
    Ok(Automaton {
        states: node.get("states")?.natural()?,
        initial: node.get("initial")?.natural()?,
        acceptance_sets: node.get("acceptance_sets")?.natural()?,
        edges: node.each("edges", edge)?,
    })
}
