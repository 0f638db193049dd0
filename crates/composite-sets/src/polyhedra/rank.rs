//! Sums that steps never increase, polyhedron by polyhedron.

use super::{Polyhedra, translate};
use presburger::{Conjunction, Integer, Optimum, Passage as Along, Ranking, Set, linear_ranking};
use state_sets::{Cell, Descent, Limited, Linear, Passage, Rank, Term};

/// Steps that consist of more polyhedra than this are not looked at.
const MOST: usize = 160;

/// The polyhedra of one passage.
struct Pairs {
    set: Set,
    quantities: Vec<(usize, usize)>,
    places: Vec<(usize, i64)>,
}

impl Rank for Polyhedra<'_> {
    fn descent(&self, passages: &[Passage<'_, Self>], places: usize) -> Limited<Option<Descent>> {
        let mut all = Vec::with_capacity(passages.len());
        for passage in passages {
            match self.pairs(passage)? {
                Some(pairs) => all.push(pairs),
                None => return Ok(None),
            }
        }
        let mut along: Vec<Along<'_>> = Vec::new();
        for Pairs { set, quantities, places } in &all {
            for part in set.disjuncts() {
                let is_known = |one: &Along<'_>| {
                    one.pairs == part && one.quantities == quantities && one.places == places
                };
                if !along.iter().any(is_known) {
                    along.push(Along { pairs: part, quantities, places });
                }
            }
        }
        if along.len() > MOST {
            return Ok(None);
        }
        for chosen in 0..along.len() {
            // What changes nothing decreases nothing.
            let stays = along[chosen].quantities.iter().all(|(before, after)| before == after);
            if stays && along[chosen].places.is_empty() {
                continue;
            }
            let found = self.limited(linear_ranking(&along, chosen, places, &self.budget))?;
            if let Some(descent) =
                found.map(|ranking| self.descends(&ranking, along[chosen].pairs)).transpose()?
            {
                return Ok(descent);
            }
        }
        Ok(None)
    }
}

impl Polyhedra<'_> {
    /// The pairs of a passage; nothing if a number is too large.
    fn pairs(&self, passage: &Passage<'_, Self>) -> Limited<Option<Pairs>> {
        let relation = passage.relation;
        let before = self.before(passage.from, relation);
        let after = self.before(passage.to, relation).permuted(&self.swapped(relation));
        let set = self.limited(relation.pairs.intersection(&before, &self.budget))?;
        let set = self.tidy(self.limited(set.intersection(&after, &self.budget))?)?;
        let quantities = self.after(relation).into_iter().enumerate().collect();
        let small = |(place, times): &(usize, i128)| Some((*place, i64::try_from(*times).ok()?));
        let places: Option<Vec<(usize, i64)>> = passage.places.iter().map(small).collect();
        Ok(places.map(|places| Pairs { set, quantities, places }))
    }

    /// The function as a sum, with the least value that it has where steps along the pairs begin.
    fn descends(&self, ranking: &Ranking, pairs: &Conjunction) -> Limited<Option<Descent>> {
        let mut row = vec![Integer::ZERO; 1 + pairs.visible()];
        row[1..=ranking.coefficients.len()].clone_from_slice(&ranking.coefficients);
        let names: Vec<String> = (0..pairs.visible()).map(|number| format!("d{number}")).collect();
        let space = presburger::Space::from_names(Vec::new(), names);
        let set = Set::from_conjunction(space, pairs.clone());
        let least = match self.limited(set.minimum(&row, &self.budget))? {
            Optimum::Value(least) => least,
            Optimum::Empty | Optimum::Unbounded => ranking.least.clone(),
        };
        Ok(descent(ranking, &least, self.space.all().map(Cell::now)))
    }
}

/// The function as a sum of these cells; nothing if a number is too large.
fn descent(ranking: &Ranking, least: &Integer, cells: impl Iterator<Item = Cell>) -> Option<Descent> {
    let mut sum = Linear::constant(0);
    for (factor, cell) in ranking.coefficients.iter().zip(cells).filter(|(factor, _)| !factor.is_zero()) {
        sum.terms.push((translate::small(factor)?, Term::Cell(cell)));
    }
    let places: Option<Vec<i128>> = ranking.places.iter().map(translate::small).collect();
    Some(Descent { sum, places: places?, least: translate::small(least)? })
}
