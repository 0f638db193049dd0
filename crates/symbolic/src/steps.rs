//! The steps that paths are made of: those of the system alone, or those of its product with an automaton.
//!
//! A step of the product is a step of the automaton, which reads the state that is left and changes nothing but the
//! variable that holds the automaton's state, followed by a move of the system. The relation of the product is never
//! built; images are taken one after the other. A dead end is repeated for ever, so that every maximal path is
//! infinite here.

use crate::model::Model;
use state_sets::{Complement, Domain, Formula, Limited, Point, Variable};
use std::cell::OnceCell;

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
    /// The same edge by edge, each with the acceptance sets to which it belongs.
    pub edges: Vec<(u64, Formula)>,
    /// Those of its steps that belong to each acceptance set.
    pub accepting: Vec<D::Relation>,
}

impl<D: Domain> Reader<D> {
    /// The same again: relations are cheap to clone, and a domain need not be for them to be.
    pub fn copied(&self) -> Reader<D> {
        Reader {
            variable: self.variable,
            relation: self.relation.clone(),
            edges: self.edges.clone(),
            accepting: self.accepting.clone(),
        }
    }
}

/// Steps between the states of a set that no step leaves.
pub(crate) struct Steps<'m, D: Domain> {
    /// The system, in a space that has a variable for the automaton if there is one.
    pub model: &'m Model<'m, D>,
    /// The states that matter; all successors of them are among them.
    pub states: D::Set,
    /// Whether these are all states there are.
    everywhere: bool,
    /// Those of them that have no successor, once they have been asked for: what is only reached needs none of them, and
    /// where many moves have conditions of their own they can be large.
    dead_ends: OnceCell<D::Set>,
    /// The automaton of a product.
    pub reader: Option<Reader<D>>,
}

impl<'m, D: Complement> Steps<'m, D> {
    /// The steps of a system between these states.
    pub fn new(model: &'m Model<'m, D>, states: D::Set) -> Steps<'m, D> {
        Steps { model, states, everywhere: false, dead_ends: OnceCell::new(), reader: None }
    }

    /// The steps of a system between all states.
    pub fn everywhere(model: &'m Model<'m, D>) -> Limited<Steps<'m, D>> {
        Ok(Steps { everywhere: true, ..Steps::new(model, model.domain.whole()?) })
    }

    /// The same steps by the moves of another model, with the same automaton; where there is none, nothing is repeated.
    pub fn moved_by<'o>(&self, model: &'o Model<'o, D>) -> Steps<'o, D> {
        Steps {
            model,
            states: self.states.clone(),
            everywhere: self.everywhere,
            dead_ends: OnceCell::from(model.domain.empty()),
            reader: self.reader.as_ref().map(Reader::copied),
        }
    }

    /// The same steps together with those of an automaton.
    pub fn with_reader(&self, reader: Reader<D>) -> Steps<'m, D> {
        Steps {
            model: self.model,
            states: self.states.clone(),
            everywhere: self.everywhere,
            dead_ends: self.dead_ends.clone(),
            reader: Some(reader),
        }
    }

    /// The same steps between some of the states, which no step leaves.
    pub fn within(self, states: D::Set) -> Limited<Steps<'m, D>> {
        let dead_ends = OnceCell::new();
        if let Some(known) = self.dead_ends.get() {
            let _ = dead_ends.set(self.domain().intersection(known, &states)?);
        }
        Ok(Steps { states, dead_ends, everywhere: false, ..self })
    }

    /// The states that have no successor.
    pub fn dead_ends(&self) -> Limited<&D::Set> {
        if let Some(known) = self.dead_ends.get() {
            return Ok(known);
        }
        let found = self.model.dead_ends(&self.states)?;
        Ok(self.dead_ends.get_or_init(|| found))
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
        let repeated = self.domain().intersection(set, self.dead_ends()?)?;
        self.read_before(&self.domain().union(&moved, &repeated)?)
    }

    /// Visits the states with a step into the set, one move after the other.
    pub fn each_pre(&self, set: &D::Set, visit: &mut dyn FnMut(D::Set) -> Limited<()>) -> Limited<()> {
        self.each_pre_outside(set, visit)?;
        match self.reader {
            Some(_) => Ok(()),
            None => visit(self.domain().intersection(set, self.dead_ends()?)?),
        }
    }

    /// Visits the states with a step into the set; those of the set may be missing, so that a dead end need not be known
    /// to be one.
    pub fn each_pre_outside(
        &self,
        set: &D::Set,
        visit: &mut dyn FnMut(D::Set) -> Limited<()>,
    ) -> Limited<()> {
        if self.reader.is_some() {
            return visit(self.pre(set)?);
        }
        let moves = self.model.moves.iter();
        moves.map(|motion| motion.pre(self.domain(), set)).try_for_each(|before| visit(self.inside(before?)?))
    }

    /// Visits the states to which a step leads from the set; those of the set may be missing.
    pub fn each_post_outside(
        &self,
        set: &D::Set,
        visit: &mut dyn FnMut(D::Set) -> Limited<()>,
    ) -> Limited<()> {
        if self.reader.is_none() {
            let moves = self.model.moves.iter();
            return moves.map(|motion| motion.post(self.domain(), set)).try_for_each(|after| visit(after?));
        }
        let read = self.read_after(set)?;
        visit(self.domain().intersection(&read, self.dead_ends()?)?)?;
        visit(self.model.post(&read)?)
    }

    /// Those of these states that are looked at.
    pub fn inside(&self, set: D::Set) -> Limited<D::Set> {
        if self.everywhere { Ok(set) } else { self.domain().intersection(&set, &self.states) }
    }

    /// The states before the system's part of a step of this label.
    pub fn moved_before(&self, label: Label, set: &D::Set) -> Limited<D::Set> {
        match label {
            Label::Move(number) => self.model.moves[number].pre(self.domain(), set),
            Label::Repeat => self.domain().intersection(set, self.dead_ends()?),
        }
    }

    /// The states behind the system's part of a step of this label.
    pub fn moved_after(&self, label: Label, set: &D::Set) -> Limited<D::Set> {
        match label {
            Label::Move(number) => self.model.moves[number].post(self.domain(), set),
            Label::Repeat => self.domain().intersection(set, self.dead_ends()?),
        }
    }

    /// The states before the automaton's part of a step.
    pub fn read_before(&self, set: &D::Set) -> Limited<D::Set> {
        let read = match &self.reader {
            Some(reader) => self.domain().pre(set, &reader.relation)?,
            None => set.clone(),
        };
        self.inside(read)
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
