//! Places: variables of instances, elements of arrays.

use system::parameterized::{ElementOf, Site, Term};

use super::home::{Stage, VariableHome};
use super::{Extraction, Open, OpenObstacle};
use crate::typed::{Instance, Selection, TypedPlace};

/// An element of a set, as the last stage on the way to its truth value.
pub(super) enum Member<'m> {
    /// There is none: the place has no parts.
    Whole,
    /// An instance.
    Instance(&'m Term),
    /// The value with this number.
    Value(usize),
}

/// Which of some variables that stand one behind the other.
#[derive(Default)]
struct Position {
    /// How far it is from the first, as far as that is known.
    offset: usize,
    /// What is added to that.
    element: Option<ElementOf>,
}

impl Position {
    fn element(&mut self, index: Term, low: i64, count: usize) -> Option<()> {
        let known = match index {
            Term::Const(index) => {
                index.checked_sub(low).and_then(|at| usize::try_from(at).ok()).filter(|at| *at < count)
            }
            _ => None,
        };
        // Elements of an element that is chosen by the state are not neighbours.
        if self.element.is_some() && count != 1 {
            return None;
        }
        self.offset *= count;
        match known {
            Some(known) => self.offset += known,
            None if self.element.is_some() => return None,
            None => self.element = Some(ElementOf { index: Box::new(index), low, count }),
        }
        Some(())
    }
}

impl Extraction<'_> {
    /// Where a variable without parts is.
    pub(super) fn site(&mut self, place: &TypedPlace) -> Open<Site> {
        match self.home(place).cloned() {
            Some(home) if home.set.is_none() => self.site_in(&home, place, &Member::Whole),
            _ => Err(OpenObstacle::new("a value with parts", place.span)),
        }
    }

    /// Where a part of a variable is, or the truth value for an element of a set.
    pub(super) fn site_in(
        &mut self,
        home: &VariableHome,
        place: &TypedPlace,
        member: &Member<'_>,
    ) -> Open<Site> {
        let mut owner = match &place.instance {
            None | Some(Instance::Single(_)) => None,
            Some(Instance::Reference(_, reference)) => Some(self.pointer(reference)?),
            Some(Instance::Index(_, index)) => Some(self.index(index)?),
        };
        let mut position = Position::default();
        let mut selections = place.path.iter();
        for stage in &home.path {
            let known = match (stage, selections.next(), member) {
                (Stage::Field(_), _, _) => Some(()),
                (Stage::Each, Some(Selection::Index(index)), _) => {
                    owner = Some(self.index(index)?);
                    Some(())
                }
                (Stage::Each, None, Member::Instance(instance)) => {
                    owner = Some((*instance).clone());
                    Some(())
                }
                (Stage::Element(low, count), Some(Selection::Index(index)), _) => {
                    let index = self.term(index)?;
                    position.element(index, *low, *count)
                }
                (Stage::Element(low, count), None, Member::Value(number)) => {
                    let number = i64::try_from(*number).unwrap_or(i64::MAX);
                    position.element(Term::Const(number), *low, *count)
                }
                _ => None,
            };
            known.ok_or_else(|| OpenObstacle::new("a part that is chosen by the state", place.span))?;
        }
        let Position { offset, element } = position;
        Ok(Site { variable: home.first + offset, owner: owner.map(Box::new), element })
    }
}
