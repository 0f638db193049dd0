//! Reads linear Horn clauses over integers and Booleans (`.smt2`), as a model.
//!
//! A file declares predicates and asserts clauses; it asks whether there are predicates of which all clauses are true. There are, if
//! no query can be reached: so the model has a location for each predicate and an edge for each clause, and its property is that the
//! location `error`, to which the queries lead, is not reached. A clause with two predicates in its body is refused.
//!
//! Files of Z3's dialect have `rule` in the place of `assert`, and `query`. What they ask is the opposite, what is checked the same.

mod clause;

use crate::Problem;
use crate::clauses::{Argument, Clause, ClauseSystem, ClauseTarget, Style, write_clauses};
use crate::smtlib::bindings::Bindings;
use crate::smtlib::script::Script;
use crate::smtlib::term::{Sort, Term, Terms, Variable};
use crate::smtlib::text::Expression;
use clause::{RawClause, clauses};
use std::collections::{BTreeMap, HashMap};

const COMMENT: &str = "Linear Horn clauses: a location for each predicate, an edge for each clause.";

/// Reads linear Horn clauses; returns the text of a model, or what is wrong with the file.
pub fn read_horn(source: &str, name: &str) -> Result<String, Vec<Problem>> {
    let read = || {
        let mut script = Script::new(source, true)?;
        let raw = raw_clauses(&mut script)?;
        script.check_numbers()?;
        let mut system = system(script, &raw);
        system.reduce();
        write_clauses(system, Style::Process, COMMENT, name)
    };
    read().map_err(|problem| vec![problem])
}

/// The clauses of a file.
fn raw_clauses(script: &mut Script<'_>) -> Result<Vec<RawClause>, Problem> {
    let mut found = Vec::new();
    for command in script.expressions.items.clone() {
        if script.meet(command)? {
            continue;
        }
        let (name, parts) = script.expressions.command(command).expect("it was met as a command");
        match (name, parts) {
            ("assert" | "rule" | "query", [formula, ..]) => {
                let (formula, is_query) = (*formula, name == "query");
                let formula = asserted(script, formula, is_query)?;
                found.extend(clauses(script, command, formula)?);
            }
            _ => {
                let message = format!("the command `{name}` is not supported in Horn clauses");
                return Err(script.expressions.problem(command, message));
            }
        }
    }
    Ok(found)
}

/// The formula of an assertion, a rule or a query, as something that is to be true.
fn asserted(script: &mut Script<'_>, formula: Expression, is_query: bool) -> Result<Term, Problem> {
    let name = script.expressions.word(formula).map(str::to_owned);
    // A query may name a predicate without its arguments: for any of them.
    let predicate = name.and_then(|name| script.predicates.iter().position(|known| known.name == name));
    if let Some(predicate) = predicate.filter(|_| is_query) {
        let sorts = script.predicates[predicate].sorts.clone();
        let mut values = Vec::new();
        for sort in sorts {
            let variable = script.terms.variable("", sort);
            values.push(script.terms.read(variable));
        }
        let term = script.terms.apply(predicate, values);
        return Ok(script.terms.not(term));
    }
    let term = script.term(formula, &mut Bindings::default())?;
    if script.terms.sort(term) != Sort::Bool {
        return Err(script.expressions.problem(formula, "a formula was expected here"));
    }
    Ok(if is_query { script.terms.not(term) } else { term })
}

/// Clauses over the arguments of predicates.
fn system(script: Script<'_>, raw: &[RawClause]) -> ClauseSystem {
    let names = argument_names(&script, raw);
    let mut system = ClauseSystem {
        terms: script.terms,
        predicates: Vec::new(),
        clauses: Vec::new(),
        roles: HashMap::new(),
        properties: vec!["safe".to_owned()],
        hints: Vec::new(),
    };
    for (predicate, declared) in script.predicates.iter().enumerate() {
        let mut arguments = Vec::new();
        for (position, sort) in declared.sorts.iter().enumerate() {
            let name = names.get(&(predicate, position)).map_or("", String::as_str);
            let (now, next) = (system.terms.variable(name, *sort), system.terms.variable(name, *sort));
            arguments.push(Argument { now, next });
        }
        system.add_predicate(&declared.name, arguments);
    }
    for clause in raw {
        let mut conditions = clause.conditions.clone();
        if let Some((predicate, values)) = &clause.body {
            let arguments = system.predicates[*predicate].arguments.iter().map(|argument| argument.now);
            let arguments: Vec<Variable> = arguments.collect();
            conditions.extend(equations(&mut system.terms, &arguments, values));
        }
        let target = match &clause.head {
            Some((predicate, values)) => {
                let arguments = system.predicates[*predicate].arguments.iter().map(|argument| argument.next);
                let arguments: Vec<Variable> = arguments.collect();
                conditions.extend(equations(&mut system.terms, &arguments, values));
                ClauseTarget::Predicate(*predicate)
            }
            None => ClauseTarget::Query(0),
        };
        let source = clause.body.as_ref().map(|(predicate, _)| *predicate);
        system.clauses.push(Clause { source, target, conditions });
    }
    system
}

/// That arguments have values.
fn equations(terms: &mut Terms, arguments: &[Variable], values: &[Term]) -> Vec<Term> {
    let pairs = arguments.iter().zip(values);
    pairs
        .map(|(argument, value)| {
            let own = terms.read(*argument);
            match terms.sort_of(*argument) {
                Sort::Int => terms.equal(own, *value),
                Sort::Bool => terms.iff(own, *value),
            }
        })
        .collect()
}

/// The names that most clauses have for an argument, where most of them agree.
fn argument_names(script: &Script<'_>, raw: &[RawClause]) -> BTreeMap<(usize, usize), String> {
    let mut votes: BTreeMap<(usize, usize), BTreeMap<&str, usize>> = BTreeMap::new();
    for clause in raw {
        for (predicate, values) in clause.body.iter().chain(&clause.head) {
            for (position, value) in values.iter().enumerate() {
                if let Some(variable) = script.terms.as_variable(*value) {
                    let votes = votes.entry((*predicate, position)).or_default();
                    *votes.entry(script.terms.name(variable)).or_default() += 1;
                }
            }
        }
    }
    let winner = |votes: BTreeMap<&str, usize>| {
        let all: usize = votes.values().sum();
        let (name, count) = votes.into_iter().max_by_key(|(_, count)| *count)?;
        (2 * count >= all).then(|| name.to_owned())
    };
    votes.into_iter().filter_map(|(place, votes)| Some((place, winner(votes)?))).collect()
}
