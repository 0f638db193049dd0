//! Which upper bounds of places a search keeps.

use nets::{Cube, Place};
use std::collections::BTreeMap;

/// For some places, the largest upper bound that is kept; larger ones, and those of all other places, are forgotten.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Precision {
    most: BTreeMap<Place, u64>,
}

impl Precision {
    /// The places of which upper bounds are kept, with the largest.
    pub fn places(&self) -> impl Iterator<Item = (Place, u64)> {
        self.most.iter().map(|(place, most)| (*place, *most))
    }

    /// Whether the upper bound is kept.
    fn keeps(&self, place: Place, most: u64) -> bool {
        self.most.get(&place).is_some_and(|own| most <= *own)
    }

    /// The cube with those upper bounds only that are kept.
    pub fn abstracted(&self, mut cube: Cube) -> Cube {
        cube.at_most.retain(|(place, most)| self.keeps(*place, *most));
        cube
    }

    /// Keeps all upper bounds of the cube as well.
    pub fn keep_all(&mut self, cube: &Cube) {
        for (place, most) in &cube.at_most {
            let own = self.most.entry(*place).or_insert(*most);
            *own = (*most).max(*own);
        }
    }

    /// The same, with what another one keeps of a place.
    pub fn with_place_of(&self, other: &Precision, place: Place) -> Precision {
        let mut most = self.most.clone();
        match other.most.get(&place) {
            Some(own) => most.insert(place, *own),
            None => most.remove(&place),
        };
        Precision { most }
    }
}
