//! The questions that a strategy asks.
//!
//! A strategy is a small program over regions. Regions in braces are conditions; `post*(I, T)` is what the
//! transitions T can reach from I, and `pre*(B, T)` what can reach B. A question is `isEmpty` of what is reached and
//! a condition, or `subSet` of what is reached and a condition. A file without such a question, as tools beside
//! FAST write them, asks by the names of its regions: whether the one called `init` can reach one called `bad`.
//! Everything else (settings, printing, other computations) is left out.

use super::Model;
use crate::Problem;
use crate::program::{Claim, Condition};
use crate::reader::Reader;
use crate::scan::Token;

/// A region, as far as its meaning is clear.
#[derive(Debug, Clone)]
enum Region {
    /// A condition, with the name of its region.
    Plain(Condition, Option<String>),
    /// What can be reached from a condition by some transitions.
    Forward(Condition, Vec<String>),
    /// What can reach a condition, with its name, by some transitions.
    Backward(Condition, Option<String>, Vec<String>),
    /// What can be reached from the first condition, and is in the second.
    Met(InvariantQuestion),
    /// Something else.
    Other,
}

/// Do the transitions lead from the initial condition only to states of the invariant?
#[derive(Debug, Clone)]
struct InvariantQuestion {
    initial: Condition,
    invariant: Condition,
    name: String,
    transitions: Vec<String>,
}

/// What was read of the strategies.
#[derive(Debug, Default)]
pub(super) struct Strategy {
    regions: Vec<(String, Region)>,
    transitions: Vec<(String, Vec<String>)>,
    questions: Vec<InvariantQuestion>,
}

/// What a model is made of, beside what the model part says.
#[derive(Debug)]
pub(super) struct Answer {
    pub initial: Condition,
    pub claims: Vec<Claim>,
    /// The only transitions that are meant, if not all are.
    pub transitions: Option<Vec<String>>,
    pub notes: Vec<String>,
}

impl Strategy {
    /// Reads one strategy.
    pub fn read(&mut self, reader: &mut Reader<'_>, model: &mut Model) -> Result<(), Problem> {
        reader.expect_word("strategy")?;
        reader.name("the name of the strategy")?;
        reader.expect_mark("{")?;
        while !reader.take_mark("}") {
            if reader.is_end() {
                return Err(reader.expected("`}`"));
            }
            if let Err(problem) = self.statement(reader, model) {
                reader.recover(problem, &[";"]);
            }
        }
        Ok(())
    }

    /// A declaration, a question, or a token of something else.
    fn statement(&mut self, reader: &mut Reader<'_>, model: &mut Model) -> Result<(), Problem> {
        match reader.token() {
            Token::Word("Region") => {
                reader.advance();
                let name = reader.name("the name of a region")?.to_owned();
                reader.expect_mark(":=")?;
                let mut region = self.region(reader, model)?;
                if let Region::Plain(_, own) = &mut region {
                    *own = Some(name.clone());
                }
                self.regions.push((name, region));
                reader.expect_mark(";")
            }
            Token::Word("Transitions") => {
                reader.advance();
                let name = reader.name("a name")?.to_owned();
                reader.expect_mark(":=")?;
                let transitions = self.transitions(reader, model)?;
                self.transitions.push((name, transitions));
                reader.expect_mark(";")
            }
            Token::Word("isEmpty") => {
                reader.advance();
                reader.expect_mark("(")?;
                if let Region::Met(question) = self.region(reader, model)? {
                    self.questions.push(question);
                }
                reader.expect_mark(")")
            }
            Token::Word("subSet") => {
                reader.advance();
                reader.expect_mark("(")?;
                let small = self.region(reader, model)?;
                reader.expect_mark(",")?;
                let big = self.region(reader, model)?;
                if let (Region::Forward(initial, transitions), Region::Plain(invariant, name)) = (small, big)
                {
                    let name = name.map_or("subset".into(), |name| format!("always_{name}"));
                    self.questions.push(InvariantQuestion { initial, invariant, name, transitions });
                }
                reader.expect_mark(")")
            }
            _ => {
                reader.advance();
                Ok(())
            }
        }
    }

    fn region(&self, reader: &mut Reader<'_>, model: &mut Model) -> Result<Region, Problem> {
        let mut region = self.conjunction(reader, model)?;
        while reader.take_mark("||") {
            region = match (region, self.conjunction(reader, model)?) {
                (Region::Plain(a, _), Region::Plain(b, _)) => Region::Plain(Condition::Or(vec![a, b]), None),
                _ => Region::Other,
            };
        }
        Ok(region)
    }

    fn conjunction(&self, reader: &mut Reader<'_>, model: &mut Model) -> Result<Region, Problem> {
        let mut region = self.simple(reader, model)?;
        while reader.take_mark("&&") {
            region = met(region, self.simple(reader, model)?);
        }
        Ok(region)
    }

    fn simple(&self, reader: &mut Reader<'_>, model: &mut Model) -> Result<Region, Problem> {
        let mut is_negated = false;
        while reader.take_mark("!") {
            is_negated = !is_negated;
        }
        let region = match reader.token() {
            Token::Mark("{") => {
                reader.advance();
                let condition = reader.condition(&mut model.scope)?;
                reader.expect_mark("}")?;
                Region::Plain(condition, None)
            }
            Token::Word(word @ ("post" | "pre")) if reader.second() == Token::Mark("*") => {
                reader.advance();
                reader.advance();
                self.closure(word == "post", reader, model)?
            }
            Token::Word(name) => {
                let absent = reader.problem(format!("there is no region `{name}`"));
                reader.advance();
                let known = self.regions.iter().rev().find(|(known, _)| known == name);
                known.map(|(_, region)| region.clone()).ok_or(absent)?
            }
            _ => return Err(reader.expected("a region")),
        };
        Ok(match (is_negated, region) {
            (false, region) => region,
            (true, Region::Plain(condition, _)) => Region::Plain(condition.negated(), None),
            (true, _) => Region::Other,
        })
    }

    /// `(region, transitions)`, and a number that limits cycles.
    fn closure(
        &self,
        is_forward: bool,
        reader: &mut Reader<'_>,
        model: &mut Model,
    ) -> Result<Region, Problem> {
        reader.expect_mark("(")?;
        // The name of a region, or a condition: regions that are computed on the spot do not occur here.
        let region = self.simple(reader, model)?;
        reader.expect_mark(",")?;
        let transitions = self.transitions(reader, model)?;
        if reader.take_mark(",") {
            reader.sum(&mut model.scope)?;
        }
        reader.expect_mark(")")?;
        Ok(match (region, is_forward) {
            (Region::Plain(condition, _), true) => Region::Forward(condition, transitions),
            (Region::Plain(condition, name), false) => Region::Backward(condition, name, transitions),
            _ => Region::Other,
        })
    }

    /// `{t1, t2}`, or the name of such a list.
    fn transitions(&self, reader: &mut Reader<'_>, model: &Model) -> Result<Vec<String>, Problem> {
        if let Token::Word(name) = reader.token() {
            let absent = reader.problem(format!("there is no list of transitions `{name}`"));
            reader.advance();
            let known = self.transitions.iter().rev().find(|(known, _)| known == name);
            return known.map(|(_, transitions)| transitions.clone()).ok_or(absent);
        }
        reader.expect_mark("{")?;
        let mut transitions = Vec::new();
        while !reader.take_mark("}") {
            let absent = reader.problem("there is no such transition");
            let name = reader.name("the name of a transition")?;
            if !model.labels.iter().any(|label| label == name) {
                return Err(absent);
            }
            transitions.push(name.to_owned());
            if !reader.take_mark(",") {
                reader.expect_mark("}")?;
                break;
            }
        }
        Ok(transitions)
    }

    /// The questions that concern the first initial condition, and notes about everything else.
    pub fn answer(mut self, all: &[String]) -> Answer {
        if self.questions.is_empty() {
            self.ask_by_name(all);
        }
        let mut notes = Vec::new();
        let Some(first) = self.questions.first().cloned() else {
            let initial = self.plain("init").next();
            if initial.is_none() {
                notes.push("The file has no initial region: every state is an initial one.".to_owned());
            }
            notes.push("The file has no bad region, so there is nothing to check but faults.".to_owned());
            let initial = initial.map_or(Condition::Bool(true), |(condition, _)| condition);
            return Answer { initial, claims: Vec::new(), transitions: None, notes };
        };
        let mut claims: Vec<Claim> = Vec::new();
        for question in &self.questions {
            if question.initial != first.initial || question.transitions != first.transitions {
                notes.push(format!("Left out: {}, which has another beginning.", question.name));
            } else if !claims.iter().any(|claim| claim.condition == question.invariant) {
                let taken = claims.iter().filter(|claim| claim.name.starts_with(&question.name)).count();
                let suffix = if taken == 0 { String::new() } else { format!("_{}", taken + 1) };
                claims.push(Claim {
                    name: format!("{}{suffix}", question.name),
                    is_invariant: true,
                    condition: question.invariant.clone(),
                    expected: None,
                });
            }
        }
        let absent: Vec<&str> =
            all.iter().filter(|name| !first.transitions.contains(name)).map(String::as_str).collect();
        if !absent.is_empty() {
            notes.push(format!("Left out: transitions that the question leaves out: {}.", absent.join(", ")));
        }
        let transitions = (!absent.is_empty()).then_some(first.transitions);
        Answer { initial: first.initial, claims, transitions, notes }
    }

    /// Asks whether the region called `init` reaches those called `bad`.
    fn ask_by_name(&mut self, all: &[String]) {
        let initial = self.plain("init").next().map_or(Condition::Bool(true), |(condition, _)| condition);
        let questions: Vec<InvariantQuestion> = self
            .plain("bad")
            .map(|(bad, name)| InvariantQuestion {
                initial: initial.clone(),
                invariant: bad.negated(),
                name: format!("never_{name}"),
                transitions: all.to_vec(),
            })
            .collect();
        self.questions = questions;
    }

    /// The conditions of regions whose name holds a word.
    fn plain(&self, word: &str) -> impl Iterator<Item = (Condition, String)> {
        self.regions.iter().filter_map(move |(name, region)| match region {
            Region::Plain(condition, _) if name.to_ascii_lowercase().contains(word) => {
                Some((condition.clone(), name.clone()))
            }
            _ => None,
        })
    }
}

/// What is in both regions.
fn met(a: Region, b: Region) -> Region {
    let never = |name: Option<String>| name.map_or("never".into(), |name| format!("never_{name}"));
    match (a, b) {
        (Region::Plain(a, _), Region::Plain(b, _)) => Region::Plain(Condition::all([a, b]), None),
        (Region::Forward(initial, transitions), Region::Plain(bad, name))
        | (Region::Plain(bad, name), Region::Forward(initial, transitions)) => {
            let (invariant, name) = (bad.negated(), never(name));
            Region::Met(InvariantQuestion { initial, invariant, name, transitions })
        }
        (Region::Backward(bad, name, transitions), Region::Plain(initial, _))
        | (Region::Plain(initial, _), Region::Backward(bad, name, transitions)) => {
            let (invariant, name) = (bad.negated(), never(name));
            Region::Met(InvariantQuestion { initial, invariant, name, transitions })
        }
        _ => Region::Other,
    }
}
