//! Keeping the parts of a set disjoint, different and few.

use super::{Composite, CompositeRelation, CompositeSet, SetOf};
use state_sets::{Complement, Domain, Limited};

type Parts<F, N> = Vec<(<F as Domain>::Set, <N as Domain>::Set)>;

impl<F: Complement, N: Complement> Composite<F, N> {
    /// The set of all these parts, which may overlap and be empty.
    pub(super) fn collected(
        &self,
        parts: impl IntoIterator<Item = (F::Set, N::Set)>,
    ) -> Limited<SetOf<F, N>> {
        let mut found = Vec::new();
        for (finite, integer) in parts {
            if !self.finite.is_empty(&finite)? && !self.integer.is_empty(&integer)? {
                self.add(&mut found, (finite, integer))?;
            }
        }
        self.merged(found)
    }

    /// Adds a part to disjoint ones, cutting both where their finite sets overlap.
    pub(super) fn add(&self, parts: &mut Parts<F, N>, (finite, integer): (F::Set, N::Set)) -> Limited<()> {
        let mut left = finite;
        let mut place = 0;
        while place < parts.len() && !self.finite.is_empty(&left)? {
            let common = self.finite.intersection(&parts[place].0, &left)?;
            if self.finite.is_empty(&common)? {
                place += 1;
                continue;
            }
            left = self.finite.difference(&left, &common)?;
            if !self.integer.is_subset(&integer, &parts[place].1)? {
                let joined = self.integer.union(&parts[place].1, &integer)?;
                let rest = self.finite.difference(&parts[place].0, &common)?;
                if self.finite.is_empty(&rest)? {
                    parts[place].1 = joined;
                } else {
                    parts[place].0 = rest;
                    parts.insert(place, (common, joined));
                    place += 1;
                }
            }
            place += 1;
        }
        if !self.finite.is_empty(&left)? {
            parts.push((left, integer));
        }
        Ok(())
    }

    /// Disjoint parts, those with equal integer sets made one.
    pub(super) fn merged(&self, parts: Parts<F, N>) -> Limited<SetOf<F, N>> {
        let mut found: Parts<F, N> = Vec::new();
        for (finite, integer) in parts {
            let mut home = None;
            for (place, part) in found.iter().enumerate() {
                if self.integer.is_equal(&part.1, &integer)? {
                    home = Some(place);
                    break;
                }
            }
            match home {
                Some(place) => found[place].0 = self.finite.union(&found[place].0, &finite)?,
                None => found.push((finite, integer)),
            }
        }
        Ok(CompositeSet { parts: found })
    }

    /// The parts of one set outside the finite states of another.
    pub(super) fn difference_of_finite(
        &self,
        set: &SetOf<F, N>,
        other: &SetOf<F, N>,
    ) -> Limited<Parts<F, N>> {
        let mut parts = Vec::new();
        for (finite, integer) in &set.parts {
            let mut rest = finite.clone();
            for (other_finite, _) in &other.parts {
                rest = self.finite.difference(&rest, other_finite)?;
            }
            if !self.finite.is_empty(&rest)? {
                parts.push((rest, integer.clone()));
            }
        }
        Ok(parts)
    }

    /// The parts of the first set outside the finite states of the second, and what is left of the others' integer sets.
    pub(super) fn remaining(
        &self,
        left: &SetOf<F, N>,
        right: &SetOf<F, N>,
        left_over: impl Fn(&N::Set, &N::Set) -> Limited<N::Set>,
    ) -> Limited<SetOf<F, N>> {
        let mut parts = Vec::new();
        for (finite, integer) in &left.parts {
            let mut rest = finite.clone();
            for (other_finite, other_integer) in &right.parts {
                let common = self.finite.intersection(&rest, other_finite)?;
                if self.finite.is_empty(&common)? {
                    continue;
                }
                rest = self.finite.difference(&rest, other_finite)?;
                let integer = left_over(integer, other_integer)?;
                if !self.integer.is_empty(&integer)? {
                    parts.push((common, integer));
                }
            }
            if !self.finite.is_empty(&rest)? {
                parts.push((rest, integer.clone()));
            }
        }
        self.merged(parts)
    }

    /// The images of all parts under all pairs of a relation.
    pub(super) fn image(
        &self,
        set: &SetOf<F, N>,
        relation: &CompositeRelation<F::Relation, N::Relation>,
        finite_image: impl Fn(&F, &F::Set, &F::Relation) -> Limited<F::Set>,
        integer_image: impl Fn(&N, &N::Set, &N::Relation) -> Limited<N::Set>,
    ) -> Limited<SetOf<F, N>> {
        let mut parts = Vec::new();
        for (finite_relation, integer_relation) in &relation.pairs {
            for (finite, integer) in &set.parts {
                let finite = finite_image(&self.finite, finite, finite_relation)?;
                if self.finite.is_empty(&finite)? {
                    continue;
                }
                let integer = integer_image(&self.integer, integer, integer_relation)?;
                if !self.integer.is_empty(&integer)? {
                    self.add(&mut parts, (finite, integer))?;
                }
            }
        }
        self.merged(parts)
    }

    /// Whether the pair relates any states at all.
    pub(super) fn leads_somewhere(&self, finite: &F::Relation, integer: &N::Relation) -> Limited<bool> {
        let finite = self.finite.pre(&self.finite.whole()?, finite)?;
        if self.finite.is_empty(&finite)? {
            return Ok(false);
        }
        let integer = self.integer.pre(&self.integer.whole()?, integer)?;
        Ok(!self.integer.is_empty(&integer)?)
    }
}
