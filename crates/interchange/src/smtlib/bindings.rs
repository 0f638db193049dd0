//! The names that are bound where a term is read.

use super::term::Term;
use std::collections::HashMap;

/// Names bound by `let`, by quantifiers and by parameters, the innermost last.
#[derive(Debug, Default)]
pub(crate) struct Bindings<'a> {
    terms: HashMap<&'a str, Vec<Term>>,
    /// The names in the order in which they were bound.
    trail: Vec<&'a str>,
}

impl<'a> Bindings<'a> {
    /// Binds a name.
    pub fn bind(&mut self, name: &'a str, term: Term) {
        self.terms.entry(name).or_default().push(term);
        self.trail.push(name);
    }

    /// Forgets the names that were bound when there were more than so many.
    pub fn unbind(&mut self, length: usize) {
        while self.trail.len() > length {
            let name = self.trail.pop().expect("the trail is longer than that");
            self.terms.get_mut(name).and_then(Vec::pop);
        }
    }

    /// What a name is bound to.
    pub fn get(&self, name: &str) -> Option<Term> {
        self.terms.get(name)?.last().copied()
    }

    /// How many names are bound, shadowed ones included.
    pub fn len(&self) -> usize {
        self.trail.len()
    }
}
