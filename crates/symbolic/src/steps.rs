//! The steps that paths are made of: those of the system alone, or those of its product with an automaton.
//!
//! A step of the product is a step of the automaton, which reads the state that is left and changes nothing but the
//! variable that holds the automaton's state, followed by a move of the system. The relation of the product is never
//! built; images are taken one after the other. A dead end is repeated for ever, so that every maximal path is
//! infinite here.

use crate::model::Model;
use state_sets::{Complement, Domain, Limited, Point, Variable};

/// What happens in one step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Label {
    /// This move of the model.
    Move(usize),
    /// A dead end is repeated.
    Repeat,
}

/// The automaton's side of a product.
pub(crate) struct Reader<D: Domain> {
    /// The variable that holds the automaton's state.
    pub variable: Variable,
    /// Its steps, which change nothing else.
    pub relation: D::Relation,
    /// Those of its steps that belong to each acceptance set.
    pub accepting: Vec<D::Relation>,
}

/// Steps between the states of a set that no step leaves.
pub(crate) struct Steps<'m, D: Domain> {
    /// The system, in a space that has a variable for the automaton if there is one.
    pub model: &'m Model<'m, D>,
    /// The states that matter; all successors of them are among them.
    pub states: D::Set,
    /// Those of them that have no successor.
    pub dead_ends: D::Set,
    /// The automaton of a product.
    pub reader: Option<Reader<D>>,
}

impl<'m, D: Complement> Steps<'m, D> {
    /// The steps of a system between these states.
    pub fn new(model: &'m Model<'m, D>, states: D::Set) -> Limited<Self> {
        let dead_ends = model.dead_ends(&states)?;
        Ok(Steps { model, states, dead_ends, reader: None })
    }

    /// The domain.
    pub fn domain(&self) -> &'m D {
        self.model.domain
    }

    /// All labels, in a fixed order.
    pub fn labels(&self) -> impl Iterator<Item = Label> + use<D> {
        (0..self.model.moves.len()).map(Label::Move).chain([Label::Repeat])
    }

    /// The states with a step of this label into the set.
    pub fn pre_by(&self, label: Label, set: &D::Set) -> Limited<D::Set> {
        self.read_before(&self.moved_before(label, set)?)
    }

    /// The states to which steps of this label lead from the set.
    pub fn post_by(&self, label: Label, set: &D::Set) -> Limited<D::Set> {
        self.moved_after(label, &self.read_after(set)?)
    }

    /// The states with a step into the set.
    pub fn pre(&self, set: &D::Set) -> Limited<D::Set> {
        let moved = self.model.pre(set)?;
        let repeated = self.domain().intersection(set, &self.dead_ends)?;
        self.read_before(&self.domain().union(&moved, &repeated)?)
    }

    /// The states to which a step leads from the set.
    pub fn post(&self, set: &D::Set) -> Limited<D::Set> {
        let read = self.read_after(set)?;
        let repeated = self.domain().intersection(&read, &self.dead_ends)?;
        self.domain().union(&self.model.post(&read)?, &repeated)
    }

    /// The states before the system's part of a step of this label.
    pub fn moved_before(&self, label: Label, set: &D::Set) -> Limited<D::Set> {
        match label {
            Label::Move(number) => self.domain().pre(set, &self.model.moves[number].relation),
            Label::Repeat => self.domain().intersection(set, &self.dead_ends),
        }
    }

    /// The states behind the system's part of a step of this label.
    pub fn moved_after(&self, label: Label, set: &D::Set) -> Limited<D::Set> {
        match label {
            Label::Move(number) => self.domain().post(set, &self.model.moves[number].relation),
            Label::Repeat => self.domain().intersection(set, &self.dead_ends),
        }
    }

    /// The states before the automaton's part of a step.
    pub fn read_before(&self, set: &D::Set) -> Limited<D::Set> {
        let read = match &self.reader {
            Some(reader) => self.domain().pre(set, &reader.relation)?,
            None => set.clone(),
        };
        self.domain().intersection(&read, &self.states)
    }

    fn read_after(&self, set: &D::Set) -> Limited<D::Set> {
        match &self.reader {
            Some(reader) => self.domain().post(set, &reader.relation),
            None => Ok(set.clone()),
        }
    }

    /// The states between the two parts of a step: that of the system before it, that of the automaton behind it.
    pub fn midway(&self, from: &Point, to: &Point) -> Point {
        let mut point = from.clone();
        if let Some(reader) = &self.reader {
            point.0[reader.variable.index()] = to.value(reader.variable);
        }
        point
    }
}
