//! The declarations and definitions of a file, and how its other commands are met.

use super::bindings::Bindings;
use super::term::{Sort, Term, Terms, Variable};
use super::text::{Expression, Expressions, Shape};
use crate::Problem;
use std::collections::HashMap;

/// What a name of a file stands for.
#[derive(Debug, Clone)]
pub(crate) enum Meaning {
    /// A term: a variable, or a definition without parameters.
    Term(Term),
    /// A definition with parameters.
    Definition { parameters: Vec<Variable>, body: Term },
    /// A predicate, by its number.
    Predicate(usize),
    /// Something declared that terms cannot use, and why.
    Outside(String),
}

/// A predicate that a file declares.
#[derive(Debug, Clone)]
pub(crate) struct Declaration {
    pub name: String,
    pub sorts: Vec<Sort>,
}

/// A note that a file attaches to a term: `(! term :key value)`.
#[derive(Debug, Clone)]
pub(crate) struct Annotation<'a> {
    pub term: Term,
    pub key: &'a str,
    pub value: Option<Expression>,
    /// The expression that is annotated.
    pub at: Expression,
}

/// A file that is being read.
#[derive(Debug)]
pub(crate) struct Script<'a> {
    pub expressions: Expressions<'a>,
    pub terms: Terms,
    pub names: HashMap<&'a str, Meaning>,
    pub predicates: Vec<Declaration>,
    pub annotations: Vec<Annotation<'a>>,
    /// Whether a function without arguments is a predicate if it is Boolean; otherwise it is a variable.
    pub is_horn: bool,
}

impl<'a> Script<'a> {
    /// The commands of a text, none of which is met yet.
    pub fn new(source: &'a str, is_horn: bool) -> Result<Self, Problem> {
        Ok(Script {
            expressions: Expressions::read(source)?,
            terms: Terms::default(),
            names: HashMap::new(),
            predicates: Vec::new(),
            annotations: Vec::new(),
            is_horn,
        })
    }

    /// Meets a command that every file may have; returns whether it is one.
    pub fn meet(&mut self, command: Expression) -> Result<bool, Problem> {
        let Some((name, parts)) = self.expressions.command(command) else {
            return Err(self.expressions.problem(command, "a command in parentheses was expected"));
        };
        let parts = parts.to_vec();
        match name {
            "declare-fun" | "declare-const" | "declare-rel" => self.declare(command, name, &parts)?,
            "define-fun" | "define-const" => self.define(command, name, &parts)?,
            "declare-var" => self.declare_variable(command, &parts)?,
            "set-logic" | "set-info" | "set-option" | "check-sat" | "get-model" | "exit" | "get-info"
            | "get-proof" | "get-unsat-core" | "echo" | "push" | "pop" | "reset" => {
                if matches!(name, "push" | "pop" | "reset") {
                    let message = format!("`{name}` is not supported: a file is one problem");
                    return Err(self.expressions.problem(command, message));
                }
            }
            "define-fun-rec" | "define-funs-rec" => {
                return Err(self.expressions.problem(command, "recursive definitions are not supported"));
            }
            "declare-sort" | "define-sort" | "declare-datatypes" | "declare-datatype" => {
                let message = format!("`{name}` is not supported: the sorts are Int and Bool");
                return Err(self.expressions.problem(command, message));
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The name in a command.
    fn name(&self, command: Expression, parts: &[Expression]) -> Result<&'a str, Problem> {
        let missing = || self.expressions.problem(command, "a name was expected in this command");
        let first = parts.first().ok_or_else(missing)?;
        self.expressions.word(*first).ok_or_else(missing)
    }

    fn give(&mut self, command: Expression, name: &'a str, meaning: Meaning) -> Result<(), Problem> {
        match self.names.insert(name, meaning) {
            None => Ok(()),
            Some(_) => Err(self.expressions.problem(command, format!("`{name}` is declared twice"))),
        }
    }

    /// `(declare-fun f (S …) S)`, `(declare-const c S)` or `(declare-rel p (S …))`.
    fn declare(&mut self, command: Expression, kind: &str, parts: &[Expression]) -> Result<(), Problem> {
        let name = self.name(command, parts)?;
        let wrong = || self.expressions.problem(command, format!("this is no `{kind}`"));
        let (arguments, result) = match (kind, parts) {
            ("declare-fun", [_, arguments, result]) => (self.expressions.parts(*arguments), Some(*result)),
            ("declare-const", [_, result]) => (&[][..], Some(*result)),
            ("declare-rel", [_, arguments]) => (self.expressions.parts(*arguments), None),
            _ => return Err(wrong()),
        };
        let arguments = arguments.to_vec();
        let result = result.map_or(Ok(Sort::Bool), |result| self.sort(result))?;
        let meaning = match (self.is_horn, result, arguments.is_empty()) {
            (true, Sort::Bool, _) => {
                let sorts: Result<Vec<Sort>, Problem> =
                    arguments.iter().map(|sort| self.sort(*sort)).collect();
                self.predicates.push(Declaration { name: name.to_owned(), sorts: sorts? });
                Meaning::Predicate(self.predicates.len() - 1)
            }
            (false, _, true) => {
                let variable = self.terms.variable(name, result);
                Meaning::Term(self.terms.read(variable))
            }
            (true, Sort::Int, true) => Meaning::Outside(format!(
                "`{name}` is an unknown constant; only predicates may be unknown in Horn clauses"
            )),
            _ => Meaning::Outside(format!("`{name}` is an uninterpreted function, which is not supported")),
        };
        self.give(command, name, meaning)
    }

    /// `(declare-var x S)`: a variable that each rule is about for all its values.
    fn declare_variable(&mut self, command: Expression, parts: &[Expression]) -> Result<(), Problem> {
        let name = self.name(command, parts)?;
        let [_, sort] = parts else {
            return Err(self.expressions.problem(command, "a variable has a name and a sort"));
        };
        let sort = self.sort(*sort)?;
        let variable = self.terms.variable(name, sort);
        let meaning = Meaning::Term(self.terms.read(variable));
        self.give(command, name, meaning)
    }

    /// `(define-fun f ((x S) …) S body)` or `(define-const c S body)`.
    fn define(&mut self, command: Expression, kind: &str, parts: &[Expression]) -> Result<(), Problem> {
        let name = self.name(command, parts)?;
        let (parameters, sort, body) = match (kind, parts) {
            ("define-fun", [_, parameters, sort, body]) => (Some(*parameters), *sort, *body),
            ("define-const", [_, sort, body]) => (None, *sort, *body),
            _ => return Err(self.expressions.problem(command, format!("this is no `{kind}`"))),
        };
        let mut scope = Bindings::default();
        let parameters = match parameters {
            Some(list) => self.bind(list, &mut scope)?,
            None => Vec::new(),
        };
        let sort = self.sort(sort)?;
        let term = self.term(body, &mut scope)?;
        if self.terms.sort(term) != sort {
            return Err(self.expressions.problem(body, format!("this has another sort than `{name}`")));
        }
        let meaning = match parameters.is_empty() {
            true => Meaning::Term(term),
            false => Meaning::Definition { parameters, body: term },
        };
        self.give(command, name, meaning)
    }

    /// New variables for a list `((x S) …)`.
    pub fn bind(&mut self, list: Expression, scope: &mut Bindings<'a>) -> Result<Vec<Variable>, Problem> {
        let mut variables = Vec::new();
        for pair in self.expressions.parts(list).to_vec() {
            let [name, sort] = *self.expressions.parts(pair) else {
                return Err(self.expressions.problem(pair, "a name and a sort in parentheses were expected"));
            };
            let Some(name) = self.expressions.word(name) else {
                return Err(self.expressions.problem(name, "a name was expected"));
            };
            let sort = self.sort(sort)?;
            let variable = self.terms.variable(name, sort);
            let term = self.terms.read(variable);
            scope.bind(name, term);
            variables.push(variable);
        }
        Ok(variables)
    }

    /// A sort that is supported.
    pub fn sort(&self, expression: Expression) -> Result<Sort, Problem> {
        let shown = match self.expressions.shape(expression) {
            Shape::Word("Int") => return Ok(Sort::Int),
            Shape::Word("Bool") => return Ok(Sort::Bool),
            Shape::Word(name) => name,
            _ => self.expressions.command(expression).map_or("this", |(name, _)| name),
        };
        let message = format!("the sort {shown} is not supported: variables are of sort Int or Bool");
        Err(self.expressions.problem(expression, message))
    }

    /// That a number became too large, if one did.
    pub fn check_numbers(&self) -> Result<(), Problem> {
        match self.terms.is_overflown {
            true => Err(Problem::new("numbers of more than 18 digits are not supported", None)),
            false => Ok(()),
        }
    }
}
