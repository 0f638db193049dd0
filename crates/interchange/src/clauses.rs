//! Linear Horn clauses over integers and Booleans, and how they become a model.
//!
//! A clause leads from values of one predicate, or from nothing, to values of another one, or to a query. That is a program whose
//! locations are the predicates. The clauses are simplified by steps that keep which values of the predicates can be reached:
//!
//! * [`simplify`](self::simplify): what a clause defines is put in the place of its name;
//! * [`cases`](self::cases): definitions by cases are found where they are written as implications;
//! * [`known`](self::known): what holds wherever a predicate does is left out, and so are arguments that it defines;
//! * [`needed`](self::needed): steps behind which no query is reached are left out;
//! * [`live`](self::live): arguments that matter nowhere are left out;
//! * [`update`](self::update): new values in terms of old ones;
//! * [`split`](self::split): clauses that choose between updates become several;
//! * [`share`](self::share): parts that are too large to be written out;
//! * [`flow`](self::flow): predicates share variables;
//! * [`witness`](self::witness): whether there are initial states;
//! * [`write`](self::write), [`print`](self::print), [`naming`](self::naming): the text of a model.
//!
//! # Reference
//! Bjørner, Gurfinkel, McMillan, Rybalchenko: *Horn Clause Solvers for Program Verification*, in Fields of Logic and
//! Computation II, 2015, doi:10.1007/978-3-319-23534-9_2.

mod cases;
mod flow;
mod known;
mod live;
mod naming;
mod needed;
mod print;
mod share;
mod simplify;
mod split;
mod update;
mod witness;
mod write;

pub(crate) use write::{Style, write_clauses};

use crate::smtlib::term::{Term, Terms, Variable};
use std::collections::HashMap;

/// What a variable of a clause stands for; one without a role is local to each clause.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Role {
    /// An argument of the clause's predicate: predicate and position.
    Now(usize, usize),
    /// An argument of the predicate that it leads to.
    Next(usize, usize),
}

/// A predicate with its arguments.
#[derive(Debug, Clone)]
pub(crate) struct Predicate {
    pub name: String,
    pub arguments: Vec<Argument>,
}

/// An argument of a predicate: its value before a step, and behind one.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Argument {
    pub now: Variable,
    pub next: Variable,
}

/// Where a clause leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ClauseTarget {
    Predicate(usize),
    /// What must not happen, by the number of the property.
    Query(usize),
}

/// Where a predicate holds and the conditions do, another one does.
#[derive(Debug, Clone)]
pub(crate) struct Clause {
    pub source: Option<usize>,
    pub target: ClauseTarget,
    pub conditions: Vec<Term>,
}

/// Clauses with all that they are about.
#[derive(Debug)]
pub(crate) struct ClauseSystem {
    pub terms: Terms,
    pub predicates: Vec<Predicate>,
    pub clauses: Vec<Clause>,
    /// The roles of the arguments that are kept; those that were left out have none.
    pub roles: HashMap<Variable, Role>,
    /// The names of the properties.
    pub properties: Vec<String>,
    /// Formulas that help a proof.
    pub hints: Vec<Term>,
}

impl ClauseSystem {
    /// Adds a predicate whose arguments have the given values before and behind a step.
    pub fn add_predicate(&mut self, name: &str, arguments: Vec<Argument>) {
        let number = self.predicates.len();
        for (position, argument) in arguments.iter().enumerate() {
            self.roles.insert(argument.now, Role::Now(number, position));
            self.roles.insert(argument.next, Role::Next(number, position));
        }
        self.predicates.push(Predicate { name: name.to_owned(), arguments });
    }

    /// Leaves an argument out: its values become local to the clauses.
    pub fn drop_argument(&mut self, predicate: usize, position: usize) {
        let argument = self.predicates[predicate].arguments[position];
        self.roles.remove(&argument.now);
        self.roles.remove(&argument.next);
    }

    /// Whether a formula is about values behind a step.
    pub fn is_next(&self, term: Term) -> bool {
        self.terms.mentions(term, |variable| matches!(self.roles.get(&variable), Some(Role::Next(..))))
    }

    /// Whether a formula is about local values.
    pub fn is_local(&self, term: Term) -> bool {
        self.terms.mentions(term, |variable| !self.roles.contains_key(&variable))
    }

    /// Simplifies all clauses; those that lead nowhere and those of predicates that never hold are left out.
    pub fn reduce(&mut self) {
        self.simplify();
        // The one predicate of a transition system keeps its properties apart.
        if self.predicates.len() > 1 {
            self.skip_certain_queries();
            self.simplify();
        }
        loop {
            let before = self.roles.len();
            self.keep_needed_values();
            self.simplify();
            self.use_known_facts();
            self.simplify();
            while self.drop_dead_arguments() {
                self.simplify();
            }
            // Every round leaves arguments out, so there are not more rounds than arguments.
            if self.roles.len() == before {
                return;
            }
        }
    }
}
