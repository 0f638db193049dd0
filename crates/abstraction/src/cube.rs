//! Cubes: some predicates, each with a value.

/// A predicate by its number, and its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Choice {
    /// The predicate.
    pub predicate: usize,
    /// Its value.
    pub value: bool,
}

/// Predicates with values, sorted.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Cube(pub Vec<Choice>);

impl Cube {
    /// Whether every state of the other one is in this one.
    pub fn contains(&self, other: &Cube) -> bool {
        let mut others = other.0.iter();
        self.0.iter().all(|own| others.any(|one| one == own))
    }

    /// The cube without the choice at a place.
    pub fn without(&self, place: usize) -> Cube {
        let kept = self.0.iter().enumerate().filter(|(own, _)| *own != place);
        Cube(kept.map(|(_, choice)| *choice).collect())
    }
}
