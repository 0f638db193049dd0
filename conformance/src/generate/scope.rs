//! What an expression can read at the place where it stands.

use super::world::{PlannedType, Sort};
use crate::tree::Tree;

/// What an expression can read.
#[derive(Debug, Clone)]
pub(super) struct NamesInScope {
    /// The process that it stands in.
    pub process: Option<usize>,
    /// The names that are bound around it.
    pub bound: Vec<Bound>,
    /// How many of the global definitions it may use.
    pub definitions: usize,
    /// Whether it may use the definitions of processes; these use none themselves, so none can be cyclic.
    pub own_definitions: bool,
    /// Which variables it may read.
    pub variables: Visible,
    /// New values that it may read, in relations.
    pub primed: Vec<(Tree, PlannedType)>,
}

/// Which variables an expression may read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Visible {
    /// All of them.
    All,
    /// The global variables before this one, in an initial value.
    GlobalsBefore(usize),
    /// None, nor parameters: the expression is a constant.
    None,
}

/// A name that is bound around an expression.
#[derive(Debug, Clone)]
pub(super) struct Bound {
    /// The name.
    pub name: String,
    /// Its values.
    pub values: Values,
}

/// The values of a bound name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Values {
    /// Constant integers.
    Range(i64, i64),
    /// Values of this sort: constants, or whatever a definition's parameter stands for.
    Sort(Sort),
    /// All integers.
    Rigid,
}

impl NamesInScope {
    /// Outside of all processes.
    pub fn global(definitions: usize) -> Self {
        NamesInScope {
            process: None,
            bound: Vec::new(),
            definitions,
            own_definitions: true,
            variables: Visible::All,
            primed: Vec::new(),
        }
    }

    /// The same scope with one more bound name.
    pub fn with(&self, name: &str, values: Values) -> Self {
        let mut inner = self.clone();
        inner.bound.push(Bound { name: name.to_string(), values });
        inner
    }

    /// The same scope, where only such variables can be read.
    pub fn reading(&self, variables: Visible) -> Self {
        NamesInScope { variables, ..self.clone() }
    }

    /// The names that stand for values of this sort.
    pub fn named(&self, sort: Sort) -> Vec<&str> {
        let fits = |values: Values| match values {
            Values::Range(..) => matches!(sort, Sort::Finite | Sort::Linear),
            Values::Sort(Sort::Finite) => matches!(sort, Sort::Finite | Sort::Linear),
            Values::Sort(own) => own == sort,
            Values::Rigid => sort == Sort::Linear,
        };
        self.bound.iter().filter(|bound| fits(bound.values)).map(|bound| bound.name.as_str()).collect()
    }

    /// The names of constants that lie between these bounds.
    pub fn indices(&self, low: i64, high: i64) -> Vec<&str> {
        let fits = |values: Values| matches!(values, Values::Range(a, b) if low <= a && b <= high);
        self.bound.iter().filter(|bound| fits(bound.values)).map(|bound| bound.name.as_str()).collect()
    }
}
