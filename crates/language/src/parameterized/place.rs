//! Places: variables of instances, elements of arrays.

use system::parameterized::{ElementOf, Site, Term};

use super::{Extraction, Open, OpenObstacle};
use crate::typed::{Instance, Selection, Typed, TypedPlace};

impl Extraction<'_> {
    /// Where a variable is.
    pub(super) fn site(&mut self, place: &TypedPlace) -> Open<Site> {
        let home = self.homes[place.variable.0];
        let element = match &place.path[..] {
            [] => None,
            [Selection::Index(index)] => Some(&**index),
            _ => return Err(OpenObstacle::new("a part of a variable", place.span)),
        };
        if home.is_indexed {
            let owner = match element {
                Some(index) => self.index(index)?,
                None => Term::Nowhere(system::parameterized::configuration::NULL),
            };
            return Ok(Site::local(home.first, owner));
        }
        let owner = match &place.instance {
            None | Some(Instance::Single(_)) => None,
            Some(Instance::Reference(_, reference)) => Some(Box::new(self.pointer(reference)?)),
            Some(Instance::Index(_, index)) => Some(Box::new(self.index(index)?)),
        };
        let mut site = Site { variable: home.first, owner, element: None };
        if let (Some(index), Some((low, count))) = (element, home.elements) {
            self.element(&mut site, index, low, count)?;
        }
        Ok(site)
    }

    fn element(&mut self, site: &mut Site, index: &Typed, low: i64, count: usize) -> Open<()> {
        let index = self.term(index)?;
        let position = match index {
            Term::Const(index) => usize::try_from(index - low).ok().filter(|position| *position < count),
            _ => None,
        };
        match position {
            Some(position) => site.variable += position,
            None => site.element = Some(ElementOf { index: Box::new(index), low, count }),
        }
        Ok(())
    }
}
