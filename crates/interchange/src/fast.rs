//! Reads counter automata in the format of FAST (`.fst`).
//!
//! A file holds a `model` (counters, states, transitions with a guard and new values) and a `strategy`, which says
//! what is to be computed. Of the strategy, the questions with a clear meaning are taken (`strategy`): whether the
//! states that can be reached from a region meet another one. The counters are integers of either sign, as in the
//! tools that share the format; FAST itself has natural numbers, and what never happens with integers does not
//! happen with them either.
//!
//! # Reference
//! Bardin, Finkel, Leroux, Petrucci: *FAST: Fast Acceleration of Symbolic Transition Systems*, CAV 2003,
//! doi:10.1007/978-3-540-45069-6_12.

mod strategy;

use crate::Problem;
use crate::program::{Condition, Edge, Linear, Program, Symbol};
use crate::reader::{Reader, Scope};
use crate::scan::{Spelling, Token};
use std::collections::BTreeMap;
use strategy::Strategy;

const SPELLING: Spelling = Spelling {
    begins: |c| c.is_ascii_alphabetic() || c == '_',
    goes_on: |c, _| c.is_ascii_alphanumeric() || c == '_',
    hash_comments: false,
};

/// Reads a counter automaton, or says everything that is wrong with it.
pub fn read_fast(source: &str) -> Result<Program, Vec<Problem>> {
    let mut reader = Reader::new(source, SPELLING);
    let mut model = Model::default();
    if let Err(problem) = model.read(&mut reader) {
        reader.recover(problem, &["}"]);
    }
    let mut strategy = Strategy::default();
    while !reader.is_end() {
        if let Err(problem) = strategy.read(&mut reader, &mut model) {
            reader.recover(problem, &["}"]);
        }
    }
    let answer = strategy.answer(&model.labels);
    let kept = |edge: &Edge| {
        let label = edge.label.as_deref().unwrap_or_default();
        answer.transitions.as_ref().is_none_or(|kept| kept.iter().any(|name| name == label))
    };
    let edges = model.edges.into_iter().filter(kept).collect();
    reader.finish(Program {
        kind: "A counter automaton in the format of FAST; its counters are integers.",
        name: model.name,
        notes: answer.notes,
        variables: model.scope.variables,
        locations: model.scope.locations,
        edges,
        initial: answer.initial,
        claims: answer.claims,
    })
}

/// What the first part of a file declares.
#[derive(Debug, Default)]
struct Model {
    name: String,
    scope: Scope,
    /// The names of all transitions, those with mistakes in them included.
    labels: Vec<String>,
    edges: Vec<Edge>,
}

impl Model {
    fn read(&mut self, reader: &mut Reader<'_>) -> Result<(), Problem> {
        self.scope.has_factors = true;
        reader.expect_word("model")?;
        self.name = reader.name("the name of the model")?.to_owned();
        reader.expect_mark("{")?;
        while !reader.take_mark("}") {
            let (item, end) = match reader.token() {
                Token::Word("var") => (self.variables(reader), ";"),
                Token::Word("states") => (self.states(reader), ";"),
                Token::Word("transition") => (self.transition(reader), "}"),
                _ => return Err(reader.expected("`var`, `states`, `transition` or `}`")),
            };
            if let Err(problem) = item {
                reader.recover(problem, &[end]);
            }
            // Behind the brace of a transition.
            reader.take_mark(";");
        }
        if self.scope.locations.is_empty() {
            return Err(reader.problem("this model has no states"));
        }
        Ok(())
    }

    fn variables(&mut self, reader: &mut Reader<'_>) -> Result<(), Problem> {
        reader.advance();
        declared(reader, "a variable", &mut self.scope.variables)
    }

    fn states(&mut self, reader: &mut Reader<'_>) -> Result<(), Problem> {
        reader.advance();
        declared(reader, "a state", &mut self.scope.locations)
    }

    fn transition(&mut self, reader: &mut Reader<'_>) -> Result<(), Problem> {
        reader.advance();
        let position = reader.position();
        let label = reader.name("the name of a transition")?.to_owned();
        if self.labels.contains(&label) {
            let message = format!("there is another transition `{label}`");
            return Err(Problem::new(message, Some(position)));
        }
        self.labels.push(label.clone());
        reader.expect_mark(":=")?;
        reader.expect_mark("{")?;
        let (mut from, mut to) = (None, None);
        let (mut guard, mut changes) = (Condition::Bool(true), BTreeMap::new());
        while !reader.take_mark("}") {
            let part = reader.name("`from`, `to`, `guard`, `action` or `}`")?;
            reader.expect_mark(":=")?;
            match part {
                "from" => from = Some(self.location(reader)?),
                "to" => to = Some(self.location(reader)?),
                "guard" => guard = reader.condition(&mut self.scope)?,
                "action" => changes = self.action(reader)?,
                _ => return Err(Problem::new(format!("a transition has no `{part}`"), Some(position))),
            }
            reader.expect_mark(";")?;
        }
        let (Some(from), Some(to)) = (from, to) else {
            let message = format!("the transition `{label}` needs `from` and `to`");
            return Err(Problem::new(message, Some(position)));
        };
        let changes = changes.into_iter().filter(|(variable, value)| is_change(*variable, value.as_ref()));
        let changes = changes.collect();
        let relation = Condition::Bool(true);
        self.edges.push(Edge { label: Some(label), from, to, guard, changes, relation });
        Ok(())
    }

    fn location(&self, reader: &mut Reader<'_>) -> Result<usize, Problem> {
        let position = reader.position();
        let name = reader.name("a state")?;
        let absent = || Problem::new(format!("there is no state `{name}`"), Some(position));
        self.scope.locations.iter().position(|known| known == name).ok_or_else(absent)
    }

    /// `x' = x + 1, y' = ?`, or nothing.
    fn action(&mut self, reader: &mut Reader<'_>) -> Result<BTreeMap<usize, Option<Linear>>, Problem> {
        let mut changes = BTreeMap::new();
        while !reader.is_mark(";") {
            let position = reader.position();
            let name = reader.name("a variable")?;
            let known = self.scope.variables.iter().position(|known| known == name);
            let absent = || Problem::new(format!("there is no variable `{name}`"), Some(position));
            let variable = known.ok_or_else(absent)?;
            reader.expect_mark("'")?;
            reader.expect_mark("=")?;
            let value = if reader.take_mark("?") { None } else { Some(reader.sum(&mut self.scope)?) };
            if changes.insert(variable, value).is_some() {
                let message = format!("this action gives `{name}` two new values");
                return Err(Problem::new(message, Some(position)));
            }
            if !reader.take_mark(",") {
                break;
            }
        }
        Ok(changes)
    }
}

/// Whether a new value is not the old one.
fn is_change(variable: usize, value: Option<&Linear>) -> bool {
    value.and_then(Linear::as_symbol) != Some(Symbol::Now(variable))
}

/// Names between commas, up to `;`.
fn declared(reader: &mut Reader<'_>, what: &str, names: &mut Vec<String>) -> Result<(), Problem> {
    while !reader.take_mark(";") {
        let position = reader.position();
        let name = reader.name(what)?;
        if names.iter().any(|known| known == name) {
            return Err(Problem::new(format!("`{name}` is declared twice"), Some(position)));
        }
        names.push(name.to_owned());
        if !reader.take_mark(",") {
            return reader.expect_mark(";");
        }
    }
    Ok(())
}
