//! The definitions of a certificate, with what they mean in the present state.

use super::cases::Cases;
use crate::{Refusal, Term};
use std::collections::BTreeSet;
use std::rc::Rc;
use system::VariableId;

/// A formula with more levels than this is refused.
pub(super) const MOST_LEVELS: usize = 2000;

/// What a formula means.
#[derive(Debug, Clone)]
pub(super) enum Meaning<C> {
    /// A Boolean, where it is true.
    Truth(C),
    /// An integer.
    Integer(Cases<C>),
    /// A member, a reference or a location.
    Plain(PlainSort, Cases<C>),
}

/// What kind of plain value it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PlainSort {
    Member,
    Reference,
    Location,
}

/// The variables that a formula depends on: a bit for each of the system's, and then for the further ones.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Mentioned(Vec<u64>);

impl Mentioned {
    pub(super) fn insert(&mut self, place: usize) {
        let word = place / 64;
        if self.0.len() <= word {
            self.0.resize(word.saturating_add(1), 0);
        }
        self.0[word] |= 1_u64.rotate_left(u32::try_from(place % 64).unwrap_or(0));
    }

    pub(super) fn meets(&self, other: &Mentioned) -> bool {
        self.0.iter().zip(&other.0).any(|(one, other)| one & other != 0)
    }

    fn add(&mut self, other: &Mentioned) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        self.0.iter_mut().zip(&other.0).for_each(|(one, other)| *one |= other);
    }
}

/// A definition that has been evaluated in the present state.
#[derive(Debug, Clone)]
pub(super) struct Defined<C> {
    pub meaning: Meaning<C>,
    pub mentioned: Rc<Mentioned>,
}

/// The definitions of a certificate. Each is evaluated in the present state once, when it is needed.
#[derive(Debug)]
pub struct Definitions<'c, C> {
    pub(super) list: &'c [(String, Term)],
    /// The definitions that each one mentions.
    names: Vec<Vec<usize>>,
    pub(super) present: Vec<Option<Defined<C>>>,
}

impl<'c, C> Definitions<'c, C> {
    /// These definitions.
    ///
    /// # Errors
    /// [`Refusal::Malformed`] if one mentions itself or a later one, or has too many levels.
    pub fn new(definitions: &'c [(String, Term)]) -> Result<Self, Refusal> {
        let mut names = Vec::with_capacity(definitions.len());
        for (index, (name, term)) in definitions.iter().enumerate() {
            let mut mentioned = BTreeSet::new();
            leaves(term, 0, &mut |leaf| {
                if let Mention::Name(other) = leaf {
                    mentioned.insert(other);
                }
            })?;
            if mentioned.last().is_some_and(|last| *last >= index) {
                return Err(Refusal::Malformed(format!("the definition `{name}` mentions a later one")));
            }
            names.push(mentioned.into_iter().collect());
        }
        let present = definitions.iter().map(|_| None).collect();
        Ok(Definitions { list: definitions, names, present })
    }

    /// Those definitions that the formula needs, itself or through others, and that are wanted; each behind those that it
    /// needs. What is not wanted is not looked into.
    pub(super) fn needed(
        &self,
        term: &Term,
        wanted: impl Fn(&Self, usize) -> bool,
    ) -> Result<BTreeSet<usize>, Refusal> {
        let mut open = Vec::new();
        leaves(term, 0, &mut |leaf| {
            if let Mention::Name(index) = leaf {
                open.push(index);
            }
        })?;
        if open.iter().any(|index| *index >= self.list.len()) {
            return Err(Refusal::Malformed("a formula mentions a definition that there is not".into()));
        }
        let mut needed = BTreeSet::new();
        while let Some(index) = open.pop() {
            if wanted(self, index) && needed.insert(index) {
                open.extend(self.names[index].iter().copied());
            }
        }
        Ok(needed)
    }

    /// The variables that a definition depends on; the definitions that it mentions have been evaluated. There are so many
    /// variables of the system.
    pub(super) fn mentioned(&self, index: usize, variables: usize) -> Result<Rc<Mentioned>, Refusal> {
        let mut own = Mentioned::default();
        leaves(&self.list[index].1, 0, &mut |leaf| match leaf {
            Mention::Variable(id) if id.index() < variables => own.insert(id.index()),
            Mention::Extra(extra) if extra < usize::from(u16::MAX) => {
                own.insert(variables.saturating_add(extra))
            }
            _ => {}
        })?;
        let others: Vec<_> =
            self.names[index].iter().filter_map(|name| self.present[*name].as_ref()).collect();
        others.iter().for_each(|other| own.add(&other.mentioned));
        let same = others.iter().find(|other| *other.mentioned == own);
        Ok(same.map_or_else(|| Rc::new(own.clone()), |other| Rc::clone(&other.mentioned)))
    }
}

/// What formulas end in.
enum Mention {
    Variable(VariableId),
    Extra(usize),
    Name(usize),
}

/// Visits the leaves of a formula.
fn leaves(term: &Term, level: usize, visit: &mut dyn FnMut(Mention)) -> Result<(), Refusal> {
    if level > MOST_LEVELS {
        return Err(Refusal::Malformed("a formula has too many levels".into()));
    }
    let level = level.saturating_add(1);
    match term {
        Term::Constant(_) => Ok(()),
        Term::Variable(id) => {
            visit(Mention::Variable(*id));
            Ok(())
        }
        Term::Extra(index) => {
            visit(Mention::Extra(*index));
            Ok(())
        }
        Term::Name(index) => {
            visit(Mention::Name(*index));
            Ok(())
        }
        Term::Not(a) | Term::Times(_, a) | Term::Divide(a, _) | Term::Modulo(a, _) => leaves(a, level, visit),
        Term::And(all) | Term::Or(all) | Term::Sum(all) => {
            all.iter().try_for_each(|one| leaves(one, level, visit))
        }
        Term::Compare(_, a, b) => {
            leaves(a, level, visit)?;
            leaves(b, level, visit)
        }
        Term::If(a, b, c) => [a, b, c].into_iter().try_for_each(|one| leaves(one, level, visit)),
    }
}
