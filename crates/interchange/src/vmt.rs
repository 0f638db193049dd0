//! Reads symbolic transition systems in the format of nuXmv and MathSAT (`.vmt`), as a model.
//!
//! A file declares variables and annotates formulas: what follows a variable (`:next`), the initial states (`:init`), the steps (`:trans`)
//! and the invariants to be checked (`:invar-property`). Variables that nothing follows are inputs, free in each step.
//!
//! # Reference
//! Cimatti, Griggio, Tonetta: *The VMT-LIB Language and Tools*, SMT Workshop 2022, arXiv:2109.12821.

use crate::Problem;
use crate::clauses::{Argument, Clause, ClauseSystem, ClauseTarget, Style, write_clauses};
use crate::smtlib::bindings::Bindings;
use crate::smtlib::script::{Annotation, Meaning, Script};
use crate::smtlib::term::{Sort, Term, Variable};
use crate::smtlib::text::Shape;
use std::collections::{BTreeMap, HashMap};

const COMMENT: &str = "A transition system in the format VMT.";

/// Reads a transition system; returns the text of a model, or what is wrong with the file.
pub fn read_vmt(source: &str, name: &str) -> Result<String, Vec<Problem>> {
    let read = || {
        let mut script = Script::new(source, false)?;
        read_commands(&mut script)?;
        let parts = TransitionParts::of(&mut script)?;
        script.check_numbers()?;
        let mut system = parts.system(script);
        system.reduce();
        write_clauses(system, Style::Events, COMMENT, name)
    };
    read().map_err(|problem| vec![problem])
}

fn read_commands(script: &mut Script<'_>) -> Result<(), Problem> {
    for command in script.expressions.items.clone() {
        if script.meet(command)? {
            continue;
        }
        let (name, parts) = script.expressions.command(command).expect("it was met as a command");
        match (name, parts) {
            // What is asserted is an annotated formula, or `true` at the end of the file.
            ("assert", [formula]) => {
                let formula = *formula;
                script.term(formula, &mut Bindings::default())?;
            }
            _ => {
                let message = format!("the command `{name}` is not supported in transition systems");
                return Err(script.expressions.problem(command, message));
            }
        }
    }
    Ok(())
}

/// What the annotations of a file say.
#[derive(Debug, Default)]
struct TransitionParts {
    /// Variables, each with the one that follows it.
    states: Vec<(Variable, Variable)>,
    init: Vec<Term>,
    trans: Vec<Term>,
    /// Formulas that must always hold, by their numbers.
    properties: BTreeMap<String, Vec<Term>>,
    predicates: Vec<Term>,
}

impl TransitionParts {
    fn of(script: &mut Script<'_>) -> Result<Self, Problem> {
        let mut parts = TransitionParts::default();
        for annotation in script.annotations.clone() {
            parts.add(script, &annotation)?;
        }
        if parts.trans.is_empty() {
            return Err(Problem::new(
                "no formula is annotated with `:trans`: this is no transition system",
                None,
            ));
        }
        if parts.properties.is_empty() {
            return Err(Problem::new(
                "no formula is annotated with `:invar-property`: nothing is to be checked",
                None,
            ));
        }
        Ok(parts)
    }

    fn add<'a>(&mut self, script: &mut Script<'a>, annotation: &Annotation<'a>) -> Result<(), Problem> {
        let is_formula = script.terms.sort(annotation.term) == Sort::Bool;
        match annotation.key {
            "next" => return self.add_next(script, annotation),
            "init" | "trans" | "invar-property" | "predicate" if !is_formula => {
                return Err(script.expressions.problem(annotation.at, "a formula was expected here"));
            }
            "init" => self.init.push(annotation.term),
            "trans" => self.trans.push(annotation.term),
            "predicate" => self.predicates.push(annotation.term),
            "invar-property" => {
                let number = match annotation.value.map(|value| script.expressions.shape(value)) {
                    Some(Shape::Number(number) | Shape::Word(number)) => number.to_owned(),
                    _ => self.properties.len().to_string(),
                };
                self.properties.entry(number).or_default().push(annotation.term);
            }
            "live-property" => {
                let message = "live properties are not supported, only `:invar-property` is";
                return Err(script.expressions.problem(annotation.at, message));
            }
            _ => {}
        }
        Ok(())
    }

    fn add_next<'a>(&mut self, script: &mut Script<'a>, annotation: &Annotation<'a>) -> Result<(), Problem> {
        let value = annotation.value.and_then(|value| script.expressions.word(value));
        let (Some(variable), Some(next)) = (script.terms.as_variable(annotation.term), value) else {
            let message = "`:next` is for a variable, and names the one that follows";
            return Err(script.expressions.problem(annotation.at, message));
        };
        let following = match script.names.get(next) {
            Some(Meaning::Term(term)) => script.terms.as_variable(*term),
            Some(_) => None,
            // Some files name a variable that they do not declare, since nothing is said of it.
            None => {
                let sort = script.terms.sort_of(variable);
                let following = script.terms.variable(next, sort);
                let term = script.terms.read(following);
                script.names.insert(next, Meaning::Term(term));
                Some(following)
            }
        };
        let sort = script.terms.sort_of(variable);
        let Some(following) = following.filter(|following| script.terms.sort_of(*following) == sort) else {
            let message = format!("`{next}` is no variable of the same sort");
            return Err(script.expressions.problem(annotation.at, message));
        };
        if self.states.contains(&(variable, following)) {
            return Ok(());
        }
        if self
            .states
            .iter()
            .any(|(known, next)| [*known, *next].contains(&variable) || [*known, *next].contains(&following))
        {
            let message = "this variable, or the one that follows it, has a `:next` already";
            return Err(script.expressions.problem(annotation.at, message));
        }
        self.states.push((variable, following));
        Ok(())
    }

    /// One predicate of the state variables.
    fn system(self, script: Script<'_>) -> ClauseSystem {
        let mut system = ClauseSystem {
            terms: script.terms,
            predicates: Vec::new(),
            clauses: Vec::new(),
            roles: HashMap::new(),
            properties: Vec::new(),
            hints: self.predicates,
        };
        let arguments = self.states.iter().map(|(now, next)| Argument { now: *now, next: *next }).collect();
        system.add_predicate("state", arguments);
        // The initial states are new values, as those behind any step.
        let mut next_for_now = HashMap::new();
        for (now, next) in &self.states {
            let (now, next) = (system.terms.read(*now), system.terms.read(*next));
            next_for_now.insert(now, next);
        }
        let init = system.terms.replaced(&self.init, &next_for_now);
        let target = ClauseTarget::Predicate(0);
        system.clauses.push(Clause { source: None, target, conditions: init });
        system.clauses.push(Clause { source: Some(0), target, conditions: self.trans });
        for (number, formulas) in self.properties {
            let all = system.terms.and(formulas);
            let bad = system.terms.not(all);
            let target = ClauseTarget::Query(system.properties.len());
            system.clauses.push(Clause { source: Some(0), target, conditions: vec![bad] });
            system.properties.push(format!("property_{number}"));
        }
        system
    }
}
