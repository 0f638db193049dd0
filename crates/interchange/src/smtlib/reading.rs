//! Terms from text.
//!
//! Reading is a list of tasks and a stack of values, so the nesting of a text is no nesting of calls. A definition with parameters
//! is read once, and its parameters are replaced where it is used.

use super::bindings::Bindings;
use super::script::{Annotation, Meaning, Script};
use super::term::{Sort, Term, Variable};
use super::text::{Expression, Shape};
use crate::Problem;
use std::collections::HashMap;

/// What is still to be done.
enum Task {
    Read(Expression),
    /// Makes a term from as many values as the expression has arguments.
    Apply(Expression),
    /// Binds the names of a `let` to as many values.
    Bind(Expression),
    /// Forgets the names that were bound since.
    Unbind(usize),
    Quantify(bool, Vec<Variable>),
    Annotate(Expression),
}

/// The most terms that a file may have.
const TERMS: usize = 5_000_000;

impl<'a> Script<'a> {
    /// Reads a term.
    pub fn term(&mut self, expression: Expression, bindings: &mut Bindings<'a>) -> Result<Term, Problem> {
        let mut tasks = vec![Task::Read(expression)];
        let mut values: Vec<Term> = Vec::new();
        while let Some(task) = tasks.pop() {
            match task {
                Task::Read(expression) => self.begin(expression, bindings, &mut tasks, &mut values)?,
                Task::Apply(expression) => {
                    let count = self.expressions.parts(expression).len() - 1;
                    let arguments = values.split_off(values.len() - count);
                    values.push(self.applied(expression, &arguments)?);
                }
                Task::Bind(expression) => {
                    let pairs = self.expressions.parts(self.expressions.parts(expression)[1]);
                    let bound = values.split_off(values.len() - pairs.len());
                    for (pair, term) in pairs.iter().zip(bound) {
                        let name = self.expressions.parts(*pair)[0];
                        let Some(name) = self.expressions.word(name) else {
                            return Err(self.expressions.problem(name, "a name was expected"));
                        };
                        bindings.bind(name, term);
                    }
                }
                Task::Unbind(length) => bindings.unbind(length),
                Task::Quantify(is_universal, variables) => {
                    let body = values.pop().expect("the body was read");
                    values.push(self.terms.quantified(is_universal, variables, body));
                }
                Task::Annotate(expression) => self.annotate(expression, *values.last().expect("it was read")),
            }
            if self.terms.count() > TERMS {
                return Err(self.expressions.problem(expression, "this is too large"));
            }
        }
        Ok(values.pop().expect("a term was read"))
    }

    /// Reads a leaf, or says what is to be done for a list.
    fn begin(
        &mut self,
        expression: Expression,
        bindings: &mut Bindings<'a>,
        tasks: &mut Vec<Task>,
        values: &mut Vec<Term>,
    ) -> Result<(), Problem> {
        match self.expressions.shape(expression) {
            Shape::List => return self.begin_list(expression, bindings, tasks),
            Shape::Number(digits) => {
                let number = digits.parse::<i128>().ok();
                let number = number.filter(|number| number.abs() < super::arithmetic::LIMIT);
                let large = || {
                    self.expressions.problem(expression, "numbers of more than 18 digits are not supported")
                };
                let number = number.ok_or_else(large)?;
                values.push(self.terms.number(number));
            }
            Shape::Word(name) => values.push(self.named(expression, name, bindings)?),
            Shape::Other(text) if text.contains('.') => {
                return Err(self.expressions.problem(expression, "real numbers are not supported"));
            }
            Shape::Keyword(_) | Shape::Other(_) => {
                return Err(self.expressions.problem(expression, "a term was expected"));
            }
        }
        Ok(())
    }

    /// The term that a name stands for.
    fn named(&mut self, at: Expression, name: &str, bindings: &Bindings<'a>) -> Result<Term, Problem> {
        if let Some(term) = bindings.get(name) {
            return Ok(term);
        }
        match (self.names.get(name), name) {
            (Some(Meaning::Term(term)), _) => Ok(*term),
            (Some(Meaning::Predicate(predicate)), _) if self.predicates[*predicate].sorts.is_empty() => {
                Ok(self.terms.apply(*predicate, Vec::new()))
            }
            (Some(Meaning::Outside(why)), _) => Err(self.expressions.problem(at, why.clone())),
            (Some(_), _) => Err(self.expressions.problem(at, format!("`{name}` needs arguments"))),
            (None, "true") => Ok(self.terms.bool(true)),
            (None, "false") => Ok(self.terms.bool(false)),
            (None, _) => Err(self.expressions.problem(at, format!("there is no `{name}`"))),
        }
    }

    fn begin_list(
        &mut self,
        expression: Expression,
        bindings: &mut Bindings<'a>,
        tasks: &mut Vec<Task>,
    ) -> Result<(), Problem> {
        let Some((name, parts)) = self.expressions.command(expression) else {
            return Err(self.expressions.problem(expression, "a term was expected"));
        };
        let wrong = || self.expressions.problem(expression, format!("this is no `{name}`"));
        match (name, parts) {
            ("let", [pairs, body]) => {
                tasks.extend([Task::Unbind(bindings.len()), Task::Read(*body), Task::Bind(expression)]);
                // Values are read from the last task on, so the last one is pushed first.
                for pair in self.expressions.parts(*pairs).iter().rev() {
                    let [_, value] = self.expressions.parts(*pair) else {
                        return Err(self.expressions.problem(*pair, "a name and a term were expected"));
                    };
                    tasks.push(Task::Read(*value));
                }
            }
            ("forall" | "exists", [list, body]) => {
                let (list, body) = (*list, *body);
                tasks.push(Task::Unbind(bindings.len()));
                let variables = self.bind(list, bindings)?;
                tasks.extend([Task::Quantify(name == "forall", variables), Task::Read(body)]);
            }
            ("!", [annotated, ..]) => {
                tasks.extend([Task::Annotate(expression), Task::Read(*annotated)]);
            }
            ("let" | "forall" | "exists" | "!", _) => return Err(wrong()),
            _ => {
                tasks.push(Task::Apply(expression));
                tasks.extend(parts.iter().rev().map(|part| Task::Read(*part)));
            }
        }
        Ok(())
    }

    fn annotate(&mut self, expression: Expression, term: Term) {
        let parts = self.expressions.parts(expression);
        let at = parts[1];
        let notes: Vec<Expression> = parts[2..].to_vec();
        for (number, note) in notes.iter().enumerate() {
            if let Shape::Keyword(key) = self.expressions.shape(*note) {
                let value = notes.get(number + 1).copied();
                let value =
                    value.filter(|value| !matches!(self.expressions.shape(*value), Shape::Keyword(_)));
                self.annotations.push(Annotation { term, key, value, at });
            }
        }
    }

    /// The term of a list whose arguments are read.
    fn applied(&mut self, expression: Expression, arguments: &[Term]) -> Result<Term, Problem> {
        let (name, _) = self.expressions.command(expression).expect("a list with a name was begun");
        match self.names.get(name).cloned() {
            Some(Meaning::Predicate(predicate)) => {
                self.expect(expression, arguments, &self.predicates[predicate].sorts)?;
                Ok(self.terms.apply(predicate, arguments.to_vec()))
            }
            Some(Meaning::Definition { parameters, body }) => {
                let sorts: Vec<Sort> =
                    parameters.iter().map(|parameter| self.terms.sort_of(*parameter)).collect();
                self.expect(expression, arguments, &sorts)?;
                let mut others = HashMap::new();
                for (parameter, argument) in parameters.iter().zip(arguments) {
                    others.insert(self.terms.read(*parameter), *argument);
                }
                Ok(self.terms.replaced(&[body], &others)[0])
            }
            Some(Meaning::Outside(why)) => Err(self.expressions.problem(expression, why)),
            Some(Meaning::Term(_)) => {
                Err(self.expressions.problem(expression, format!("`{name}` takes no arguments")))
            }
            None => self.operation(expression, name, arguments),
        }
    }

    fn operation(&mut self, expression: Expression, name: &str, arguments: &[Term]) -> Result<Term, Problem> {
        let is_int = arguments.first().is_some_and(|first| self.terms.sort(*first) == Sort::Int);
        match (name, arguments) {
            ("and" | "or" | "not" | "=>" | "xor", _) => {
                self.expect_all(expression, arguments, Sort::Bool)?;
                self.connective(expression, name, arguments)
            }
            ("=" | "distinct", _) if !is_int => {
                self.expect_all(expression, arguments, Sort::Bool)?;
                Ok(self.compared(name, arguments))
            }
            ("=" | "distinct" | "<=" | "<" | ">=" | ">", [_, _, ..]) => {
                self.expect_all(expression, arguments, Sort::Int)?;
                Ok(self.compared(name, arguments))
            }
            ("ite", [condition, a, b]) => {
                self.expect_all(expression, &[*condition], Sort::Bool)?;
                self.expect_all(expression, &[*b], self.terms.sort(*a))?;
                Ok(match self.terms.sort(*a) {
                    Sort::Bool => self.terms.if_formula(*condition, *a, *b),
                    Sort::Int => self.terms.if_integer(*condition, *a, *b),
                })
            }
            ("+" | "-" | "*" | "div" | "mod" | "abs", [_, ..]) => {
                self.expect_all(expression, arguments, Sort::Int)?;
                self.calculated(expression, name, arguments)
            }
            ("select" | "store", _) => Err(self.expressions.problem(expression, "arrays are not supported")),
            ("/" | "to_real" | "to_int" | "is_int", _) => {
                Err(self.expressions.problem(expression, "real numbers are not supported"))
            }
            _ => Err(self
                .expressions
                .problem(expression, format!("there is no `{name}` with these arguments"))),
        }
    }

    fn connective(
        &mut self,
        expression: Expression,
        name: &str,
        arguments: &[Term],
    ) -> Result<Term, Problem> {
        Ok(match (name, arguments) {
            ("and", _) => self.terms.and(arguments.to_vec()),
            ("or", _) => self.terms.or(arguments.to_vec()),
            ("not", [only]) => self.terms.not(*only),
            ("=>", [before @ .., last]) if !before.is_empty() => {
                let mut parts: Vec<Term> = before.iter().map(|part| self.terms.not(*part)).collect();
                parts.push(*last);
                self.terms.or(parts)
            }
            ("xor", [first, rest @ ..]) if !rest.is_empty() => rest.iter().fold(*first, |all, next| {
                let next = self.terms.not(*next);
                self.terms.iff(all, next)
            }),
            _ => {
                return Err(self
                    .expressions
                    .problem(expression, format!("`{name}` needs more or fewer arguments")));
            }
        })
    }

    /// A comparison of neighbours, or of all pairs for `distinct`.
    fn compared(&mut self, name: &str, arguments: &[Term]) -> Term {
        let mut parts = Vec::new();
        for (number, a) in arguments.iter().enumerate() {
            let others = &arguments[number + 1..];
            let count = if name == "distinct" { others.len() } else { others.len().min(1) };
            for b in &others[..count] {
                let is_int = self.terms.sort(*a) == Sort::Int;
                let part = match name {
                    "<=" => self.terms.at_most(*a, *b),
                    "<" => self.terms.less(*a, *b),
                    ">=" => self.terms.at_most(*b, *a),
                    ">" => self.terms.less(*b, *a),
                    _ if is_int => self.terms.equal(*a, *b),
                    _ => self.terms.iff(*a, *b),
                };
                parts.push(if name == "distinct" { self.terms.not(part) } else { part });
            }
        }
        self.terms.and(parts)
    }

    fn calculated(
        &mut self,
        expression: Expression,
        name: &str,
        arguments: &[Term],
    ) -> Result<Term, Problem> {
        match (name, arguments) {
            ("+", _) => {
                let parts: Vec<(i128, Term)> = arguments.iter().map(|part| (1, *part)).collect();
                Ok(self.terms.sum(&parts))
            }
            ("-", [only]) => Ok(self.terms.sum(&[(-1, *only)])),
            ("-", [first, rest @ ..]) => {
                let mut parts = vec![(1, *first)];
                parts.extend(rest.iter().map(|part| (-1, *part)));
                Ok(self.terms.sum(&parts))
            }
            ("*", _) => {
                let mut product = self.terms.number(1);
                for part in arguments {
                    product = match (self.terms.as_number(product), self.terms.as_number(*part)) {
                        (Some(factor), _) => self.terms.sum(&[(factor, *part)]),
                        (_, Some(factor)) => self.terms.sum(&[(factor, product)]),
                        _ => return Err(self.not_linear(expression, "product")),
                    };
                }
                Ok(product)
            }
            ("abs", [only]) => {
                let opposite = self.terms.sum(&[(-1, *only)]);
                let is_negative = self.terms.not_positive(*only);
                Ok(self.terms.if_integer(is_negative, opposite, *only))
            }
            ("div" | "mod", [a, b]) => match self.terms.as_number(*b) {
                Some(0) => Err(self.expressions.problem(expression, "this divides by zero")),
                Some(by) => {
                    let (quotient, remainder) = self.terms.divided(*a, by);
                    Ok(if name == "div" { quotient } else { remainder })
                }
                None => Err(self.not_linear(expression, "division")),
            },
            _ => Err(self.expressions.problem(expression, format!("`{name}` needs more or fewer arguments"))),
        }
    }

    fn not_linear(&self, expression: Expression, what: &str) -> Problem {
        let message = format!(
            "this {what} is not linear: one side of a multiplication, and a divisor, must be a number"
        );
        self.expressions.problem(expression, message)
    }

    fn expect_all(&self, expression: Expression, arguments: &[Term], sort: Sort) -> Result<(), Problem> {
        self.expect(expression, arguments, &vec![sort; arguments.len()])
    }

    fn expect(&self, expression: Expression, arguments: &[Term], sorts: &[Sort]) -> Result<(), Problem> {
        if arguments.len() != sorts.len() {
            let message =
                format!("{} arguments were expected here, and there are {}", sorts.len(), arguments.len());
            return Err(self.expressions.problem(expression, message));
        }
        let parts = &self.expressions.parts(expression)[1..];
        let is_wrong = |at: &usize| self.terms.sort(arguments[*at]) != sorts[*at];
        match (0..arguments.len()).find(is_wrong) {
            None => Ok(()),
            Some(at) => {
                let name = if sorts[at] == Sort::Int { "an integer" } else { "a formula" };
                let place = parts.get(at).copied().unwrap_or(expression);
                Err(self.expressions.problem(place, format!("{name} was expected here")))
            }
        }
    }
}
