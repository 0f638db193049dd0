//! Bounds as literals: what the search tells the simplex method, and what comes back.
//!
//! An *atom* is a Boolean variable that stands for `column <= bound`; its negation stands for `column >= bound + 1`. The atoms of
//! one column are ordered by their bounds. That a smaller bound implies a larger one is told to the search by clauses of two
//! literals between neighbours, when an atom is made, and not by explanations later.

use crate::integers::{self, Solution};
use crate::linear::{self, Terms};
use crate::literal::Literal;
use crate::simplex::{Reason, Side, Simplex};
use crate::stopped::Stopped;
use budget::{Budget, Budgeted};
use presburger::Integer as Number;
use std::collections::{BTreeMap, HashMap};

/// How many questions there are between two times at which idle rows are dropped.
const BETWEEN_CLEANINGS: u64 = 64;

/// What an atom says where it holds, and where it does not.
#[derive(Debug, Clone)]
pub(crate) struct Atom {
    pub column: usize,
    /// The column is at most this, if the atom holds.
    pub at_most: Number,
    /// The column is at least this, if it does not.
    pub at_least: Number,
}

/// Literals that hold and cannot hold together.
pub(crate) type Contradiction = Vec<Literal>;

/// The atoms of a solver, and the state of those that are assigned.
#[derive(Debug, Default)]
pub(crate) struct Arithmetic {
    pub simplex: Simplex,
    forms: HashMap<Terms, usize>,
    /// For each column its atoms by their bounds.
    by_bound: Vec<BTreeMap<Number, Literal>>,
    /// For each Boolean variable the atom that it stands for.
    atoms: Vec<Option<Atom>>,
    /// The bounds that were there when each level began.
    levels: Vec<usize>,
    /// How many questions there were.
    questions: u64,
    /// The values of the columns that [`Arithmetic::complete`] found last.
    pub values: Vec<Number>,
}

impl Arithmetic {
    /// A new integer variable.
    pub fn variable(&mut self) -> usize {
        self.by_bound.push(BTreeMap::new());
        self.simplex.add_column(None)
    }

    /// The column of a form in normal form.
    pub fn column(&mut self, form: Terms) -> usize {
        if let [(column, coefficient)] = form.as_slice()
            && coefficient.is_one()
        {
            return *column;
        }
        if let Some(&column) = self.forms.get(&form) {
            return column;
        }
        let column = self.simplex.add_column(Some(form.clone()));
        self.by_bound.push(BTreeMap::new());
        self.forms.insert(form, column);
        column
    }

    /// The atom with this bound, if there is one.
    pub fn find(&self, column: usize, bound: &Number) -> Option<Literal> {
        self.by_bound[column].get(bound).copied()
    }

    /// Makes the variable the atom with this bound; the atoms next below and above it are returned.
    pub fn add_atom(&mut self, literal: Literal, column: usize, bound: Number) -> [Option<Literal>; 2] {
        let atoms = &mut self.by_bound[column];
        let below = atoms.range(..&bound).next_back().map(|(_, &other)| other);
        let above = atoms.range(&bound..).next().map(|(_, &other)| other);
        atoms.insert(bound.clone(), literal);
        let variable = literal.variable();
        if self.atoms.len() <= variable {
            self.atoms.resize(variable + 1, None);
        }
        let at_least = &bound + &Number::ONE;
        self.atoms[variable] = Some(Atom { column, at_most: bound, at_least });
        [below, above]
    }

    /// The atom that a variable stands for.
    #[inline]
    pub fn atom(&self, variable: usize) -> Option<&Atom> {
        self.atoms.get(variable)?.as_ref()
    }

    /// Begins a level.
    pub fn push_level(&mut self) {
        self.levels.push(self.simplex.mark());
    }

    /// Goes back to that number of levels.
    pub fn pop_to(&mut self, level: usize) {
        if let Some(&mark) = self.levels.get(level) {
            self.simplex.restore(mark);
            self.levels.truncate(level);
        }
    }

    /// Takes in that a literal holds.
    #[inline]
    pub fn assign(&mut self, literal: Literal) -> Result<(), Contradiction> {
        let Some(Some(atom)) = self.atoms.get(literal.variable()) else { return Ok(()) };
        let (side, value) = match literal.is_negated() {
            false => (Side::Upper, &atom.at_most),
            true => (Side::Lower, &atom.at_least),
        };
        let reason = Reason::Holds(literal);
        self.simplex.assert(atom.column, side, value, reason).map_err(integers::literals)
    }

    /// Whether the atom that the variable stands for holds at the current values.
    pub fn suggestion(&self, variable: usize) -> Option<bool> {
        let atom = self.atom(variable)?;
        Some(self.simplex.tableau.compare(atom.column, &atom.at_most).is_le())
    }

    /// Are there rational values for all that was taken in?
    pub fn check(&mut self, budget: &Budget<'_>) -> Budgeted<Result<(), Contradiction>> {
        Ok(self.simplex.check(budget)?.map_err(integers::literals))
    }

    /// Are there integer values for all that was taken in? They are kept.
    pub fn complete(&mut self, budget: &Budget<'_>) -> Result<Result<(), Contradiction>, Stopped> {
        if let Err(conflict) = self.simplex.check(budget)? {
            return Ok(Err(integers::literals(conflict)));
        }
        let mut solution = integers::solve(&mut self.simplex, budget)?;
        if let Solution::Values(values) = &solution
            && self.is_large(values)
        {
            // Columns stay where earlier questions left them, which may be far away without need.
            self.simplex.centre();
            if let Err(conflict) = self.simplex.check(budget)? {
                return Ok(Err(integers::literals(conflict)));
            }
            solution = integers::solve(&mut self.simplex, budget)?;
        }
        match solution {
            Solution::Conflict(conflict) => Ok(Err(integers::literals(conflict))),
            Solution::Values(values) if self.is_large(&values) => Err(Stopped::Overflow),
            Solution::Values(values) => {
                self.values = values;
                Ok(Ok(()))
            }
        }
    }

    /// Does the value of a variable not fit a machine word of 128 bits?
    fn is_large(&self, values: &[Number]) -> bool {
        let mut values = values.iter().enumerate();
        values
            .any(|(column, value)| self.simplex.definition(column).is_none() && linear::word(value).is_none())
    }

    /// Begins a question; now and then the rows that nobody uses are dropped. Returns how much work that was.
    pub fn begin(&mut self) -> usize {
        self.questions += 1;
        if self.questions.is_multiple_of(BETWEEN_CLEANINGS) { self.simplex.drop_idle_rows() } else { 0 }
    }
}
