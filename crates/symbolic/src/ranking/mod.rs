//! What no path can do for ever: steps that decrease a sum which has a lower bound and which no other step increases.
//!
//! # The algorithm
//!
//! The steps between the states of a set are taken apart into pieces, one for each move (and edge of an automaton). A
//! path that stays in the set for ever stays in the end among the pieces of one strongly connected component of the graph
//! in which a piece follows another if a state lies between them. For each component:
//!
//! * If no step of it counts for a condition that a fair path repeats, no fair path stays in it. If none meets an
//!   obligation, a fair path leaves the states that oblige, and the rest of the component is looked at.
//! * Otherwise the domain is asked for a sum that no step of the component increases. Steps that decrease it while it is
//!   not below its least value are taken only finitely often: they are removed, and what is left is looked at again.
//! * Where there is no such sum, states from which a condition of fairness can be met no more are taken out, as long as there
//!   are some; then the states of the component are left over.
//!
//! The states that are left over in the end are visited by every fair path that stays in the set. A sequence of sums that
//! removes everything is a lexicographic ranking of the component.
//!
//! # Why it is right
//!
//! A sum that the domain proposes is believed only after it has been found, by an image, that no step of the component
//! increases it. Its values are integers, so that it falls only finitely often while it is at or above a number. Finite
//! variables add to the sum a number for each of their values, which are finitely many, and so change nothing in this.
//!
//! # Reference
//!
//! Bradley, Manna, Sipma: *Linear Ranking with Reachability*, CAV 2005, doi:10.1007/11513988_48, for removing what
//! decreases; Colón, Sipma: *Practical Methods for Proving Program Termination*, CAV 2002,
//! doi:10.1007/3-540-45657-0_36, for components; the conditions of fairness as in Manna, Pnueli: *Completing the Temporal
//! Picture*, Theoretical Computer Science 83(1), 1991, doi:10.1016/0304-3975(91)90041-Y. Departure: transitions are
//! removed one by one where they decrease the sum, not as whole polyhedra.

mod component;
mod measure;
mod piece;

use crate::condition::{Condition, Conditions};
use crate::steps::Steps;
use component::components;
pub(crate) use measure::Measure;
use piece::{Piece, pieces};
use state_sets::{Complement, Limited, Rank, Widen};

/// The most pieces that are looked at.
const PIECES: usize = 120;
/// The most sums for one component and what is left of it.
const SUMS: usize = 10;
/// Exact iterates before the states from which a condition can be met are widened.
const SEED: usize = 3;
/// How many disjuncts they may then have.
const WIDTH: u32 = 8;
/// The rounds in which states without a way on are taken out before a component is looked at.
const ROUNDS: usize = 6;

/// What is left over, and the sums that removed the rest.
pub(crate) struct Leftover<S> {
    /// Every fair path that stays in the set comes to these states again and again.
    pub states: S,
    /// The sums, in the order in which they were found.
    pub measures: Vec<Measure>,
}

/// The states of `within` that remain when all steps are removed that no fair path within takes for ever; nothing if
/// there are too many steps to look at.
pub(crate) fn leftover<D: Complement + Widen + Rank>(
    steps: &Steps<'_, D>,
    fair: &Conditions<D>,
    within: &D::Set,
) -> Limited<Option<Leftover<D::Set>>> {
    let domain = steps.domain();
    let pieces = pieces(steps, within)?;
    if pieces.len() > PIECES {
        return Ok(None);
    }
    let mut search = RankingSearch { steps, fair, states: domain.empty(), measures: Vec::new() };
    search.examine(pieces, SUMS)?;
    Ok(Some(Leftover { states: search.states, measures: search.measures }))
}

struct RankingSearch<'s, D: Complement> {
    steps: &'s Steps<'s, D>,
    fair: &'s Conditions<D>,
    states: D::Set,
    measures: Vec<Measure>,
}

impl<D: Complement + Widen + Rank> RankingSearch<'_, D> {
    /// Adds what is left of these pieces; so many sums may still be used.
    fn examine(&mut self, pieces: Vec<Piece<D>>, sums: usize) -> Limited<()> {
        let pieces = self.pruned(pieces)?;
        for component in components(self.steps, pieces)? {
            self.component(component, sums)?;
        }
        Ok(())
    }

    /// The pieces without the states from which a path cannot go on for ever in them, as far as some rounds show it.
    fn pruned(&self, mut pieces: Vec<Piece<D>>) -> Limited<Vec<Piece<D>>> {
        let domain = self.steps.domain();
        for _ in 0..ROUNDS {
            let within = self.sources(&pieces)?;
            let mut kept = Vec::with_capacity(pieces.len());
            for piece in pieces {
                let from = domain.intersection(&piece.from, &domain.pre(&within, &piece.relation)?)?;
                if !domain.is_empty(&from)? {
                    kept.push(Piece { from, ..piece });
                }
            }
            pieces = kept;
            self.steps.model.meter.round(domain, &within)?;
            if domain.is_subset(&within, &self.sources(&pieces)?)? {
                break;
            }
        }
        Ok(pieces)
    }

    /// The states from which steps of the pieces are taken.
    fn sources(&self, pieces: &[Piece<D>]) -> Limited<D::Set> {
        let domain = self.steps.domain();
        pieces.iter().try_fold(domain.empty(), |sum, piece| domain.union(&sum, &piece.from))
    }

    /// Adds what is left of a component.
    fn component(&mut self, pieces: Vec<Piece<D>>, sums: usize) -> Limited<()> {
        let domain = self.steps.domain();
        for condition in &self.fair.repeated {
            if !self.some_counts(&pieces, condition)? {
                return Ok(());
            }
        }
        let within = self.sources(&pieces)?;
        for obligation in &self.fair.obligations {
            let obliging = domain.intersection(&within, &obligation.states)?;
            if !domain.is_empty(&obliging)? && !self.some_counts(&pieces, &obligation.met)? {
                let outside = domain.difference(&within, &obligation.states)?;
                return self.examine(self.among(pieces, &outside)?, sums);
            }
        }
        let found = match sums {
            0 => None,
            _ => Measure::found(self.steps, &pieces, &within)?,
        };
        match found {
            Some(measure) => {
                let rest = measure.removed(self.steps, pieces)?;
                self.measures.push(measure);
                self.examine(rest, sums - 1)
            }
            None => match self.fairer(&pieces, &within)?.filter(|_| sums > 0) {
                Some(kept) => self.examine(self.among(pieces, &kept)?, sums - 1),
                None => {
                    self.states = domain.union(&self.states, &within)?;
                    Ok(())
                }
            },
        }
    }

    /// The pieces from these states alone.
    fn among(&self, pieces: Vec<Piece<D>>, states: &D::Set) -> Limited<Vec<Piece<D>>> {
        let domain = self.steps.domain();
        let cut = |piece: Piece<D>| {
            let from = domain.intersection(&piece.from, states)?;
            Ok(Piece { from, ..piece })
        };
        pieces.into_iter().map(cut).collect()
    }

    fn some_counts(&self, pieces: &[Piece<D>], condition: &Condition<D>) -> Limited<bool> {
        for piece in pieces {
            if !self.steps.domain().is_empty(&piece.counting(self.steps, condition)?)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The states of a component from which its pieces lead to a step that counts, or more.
    fn reaching(&self, pieces: &[Piece<D>], condition: &Condition<D>) -> Limited<D::Set> {
        let domain = self.steps.domain();
        let mut reached = domain.empty();
        for piece in pieces {
            reached = domain.union(&reached, &piece.counting(self.steps, condition)?)?;
        }
        for round in 0.. {
            let mut grown = reached.clone();
            for piece in pieces {
                let before = domain.intersection(&piece.from, &domain.pre(&reached, &piece.relation)?)?;
                grown = domain.union(&grown, &before)?;
            }
            if domain.is_subset(&grown, &reached)? {
                break;
            }
            reached = if round < SEED { grown } else { domain.widen(&reached, &grown, WIDTH)? };
            self.steps.model.meter.round(domain, &reached)?;
        }
        Ok(reached)
    }

    /// The states of a component from which all conditions can still be met, or more; nothing if that is all of them.
    fn fairer(&self, pieces: &[Piece<D>], within: &D::Set) -> Limited<Option<D::Set>> {
        let domain = self.steps.domain();
        let mut kept = within.clone();
        for condition in &self.fair.repeated {
            kept = domain.intersection(&kept, &self.reaching(pieces, condition)?)?;
        }
        for obligation in &self.fair.obligations {
            let free = domain.difference(within, &obligation.states)?;
            let meeting = self.reaching(pieces, &obligation.met)?;
            kept = domain.intersection(&kept, &domain.union(&free, &meeting)?)?;
        }
        Ok((!domain.is_subset(within, &kept)?).then_some(kept))
    }
}
