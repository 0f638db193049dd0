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
//! * Where there is no such sum, states from which a condition of fairness can be met no more are looked at by themselves, as long
//!   as there are some; then the states of the component are left over.
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
use crate::region::{Argument, StepsFrom};
use crate::steps::Steps;
use component::components;
pub(crate) use measure::Measure;
use piece::{Piece, pieces};
use state_sets::{Complement, Domain, Limited, Rank, Widen};

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
    /// Why no fair path stays in the set without them.
    pub argument: Argument<S>,
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
    let argument = search.examine(pieces, SUMS)?;
    Ok(Some(Leftover { states: search.states, measures: search.measures, argument }))
}

struct RankingSearch<'s, D: Complement> {
    steps: &'s Steps<'s, D>,
    fair: &'s Conditions<D>,
    states: D::Set,
    measures: Vec<Measure>,
}

/// Pieces without steps to where no other begins.
struct Pruned<D: Domain> {
    pieces: Vec<Piece<D>>,
    /// The states from which they lead on.
    kept: D::Set,
    /// Those that were taken out, the last ones first.
    removed: Vec<D::Set>,
    /// Whether there were such steps.
    is_cut: bool,
}

impl<D: Complement + Widen + Rank> RankingSearch<'_, D> {
    /// Adds what is left of these pieces; so many sums may still be used.
    fn examine(&mut self, pieces: Vec<Piece<D>>, sums: usize) -> Limited<Argument<D::Set>> {
        let Pruned { pieces, kept, removed, is_cut } = self.pruned(pieces)?;
        let mut classes = Vec::new();
        for (component, is_cyclic) in components(self.steps, pieces)? {
            let steps: Vec<StepsFrom<D::Set>> = component.iter().map(Piece::described).collect();
            let argument = match is_cyclic {
                true => self.component(component, sums)?,
                false => Argument::Nothing,
            };
            classes.push((steps, argument));
        }
        let inner = match classes.len() {
            0 => Argument::Nothing,
            _ => Argument::Steps(classes),
        };
        let stuck = removed.into_iter().map(|states| (states, Argument::Nothing));
        let classes = std::iter::once((kept, inner)).chain(stuck).collect();
        // A step to where no other begins belongs to no class of steps; a class of states leaves it out.
        Ok(if is_cut { Argument::Classes(classes) } else { Argument::classes(classes) })
    }

    /// The pieces without the states from which a path cannot go on for ever in them, as far as some rounds show it.
    fn pruned(&self, mut pieces: Vec<Piece<D>>) -> Limited<Pruned<D>> {
        let domain = self.steps.domain();
        let (mut removed, mut is_cut) = (Vec::new(), false);
        let mut within = self.sources(&pieces)?;
        for _ in 0..ROUNDS {
            let mut kept = Vec::with_capacity(pieces.len());
            for piece in pieces {
                let from = domain.intersection(&piece.from, &domain.pre(&within, &piece.relation)?)?;
                is_cut = is_cut || !domain.is_subset(&piece.from, &from)?;
                if !domain.is_empty(&from)? {
                    kept.push(Piece { from, ..piece });
                }
            }
            pieces = kept;
            self.steps.model.meter.round(domain, &within)?;
            let left = self.sources(&pieces)?;
            if domain.is_subset(&within, &left)? {
                break;
            }
            removed.insert(0, domain.difference(&within, &left)?);
            within = left;
        }
        Ok(Pruned { pieces, kept: within, removed, is_cut })
    }

    /// The states from which steps of the pieces are taken.
    fn sources(&self, pieces: &[Piece<D>]) -> Limited<D::Set> {
        let domain = self.steps.domain();
        pieces.iter().try_fold(domain.empty(), |sum, piece| domain.union(&sum, &piece.from))
    }

    /// Adds what is left of a component.
    fn component(&mut self, pieces: Vec<Piece<D>>, sums: usize) -> Limited<Argument<D::Set>> {
        let domain = self.steps.domain();
        for (place, condition) in self.fair.repeated.iter().enumerate() {
            if !self.some_counts(&pieces, condition)? {
                return Ok(Argument::Never(place));
            }
        }
        let within = self.sources(&pieces)?;
        for (place, obligation) in self.fair.obligations.iter().enumerate() {
            let obliging = domain.intersection(&within, &obligation.states)?;
            if !domain.is_empty(&obliging)? && !self.some_counts(&pieces, &obligation.met)? {
                let outside = domain.difference(&within, &obligation.states)?;
                let rest = self.examine(self.among(&pieces, &outside)?, sums)?;
                return Ok(Argument::Avoided(place, Box::new(rest)));
            }
        }
        let found = match sums {
            0 => None,
            _ => Measure::found(self.steps, &pieces, &within)?,
        };
        if let Some(measure) = found {
            let rest = measure.removed(self.steps, pieces)?;
            let rank = measure.rank();
            self.measures.push(measure);
            let rest = self.examine(rest, sums - 1)?;
            return Ok(rank.map_or(Argument::Nothing, |rank| Argument::Rank(rank, Box::new(rest))));
        }
        match sums {
            0 => self.left_over(&within),
            _ => self.divided(&pieces, within, sums - 1),
        }
    }

    fn left_over(&mut self, within: &D::Set) -> Limited<Argument<D::Set>> {
        self.states = self.steps.domain().union(&self.states, within)?;
        Ok(Argument::Nothing)
    }

    /// Adds what is left of a component once the states are apart from which a condition cannot be met any more; all of it if there
    /// are none.
    fn divided(&mut self, pieces: &[Piece<D>], within: D::Set, sums: usize) -> Limited<Argument<D::Set>> {
        let domain = self.steps.domain();
        let mut kept = within.clone();
        let mut classes = Vec::new();
        for (place, condition) in self.fair.repeated.iter().enumerate() {
            let reaching = self.reaching(pieces, condition)?;
            let without = domain.difference(&kept, &reaching)?;
            if !domain.is_empty(&without)? {
                classes.insert(0, (without, Argument::Never(place)));
                kept = domain.intersection(&kept, &reaching)?;
            }
        }
        for (place, obligation) in self.fair.obligations.iter().enumerate() {
            let meeting = self.reaching(pieces, &obligation.met)?;
            let without = domain.difference(&kept, &meeting)?;
            if !domain.is_empty(&domain.intersection(&without, &obligation.states)?)? {
                let free = domain.difference(&without, &obligation.states)?;
                let rest = self.examine(self.among(pieces, &free)?, sums)?;
                classes.insert(0, (without, Argument::Avoided(place, Box::new(rest))));
                kept = domain.intersection(&kept, &meeting)?;
            }
        }
        if classes.is_empty() {
            return self.left_over(&within);
        }
        let rest = self.examine(self.among(pieces, &kept)?, sums)?;
        classes.insert(0, (kept, rest));
        Ok(Argument::classes(classes))
    }

    /// The pieces from these states alone.
    fn among(&self, pieces: &[Piece<D>], states: &D::Set) -> Limited<Vec<Piece<D>>> {
        let domain = self.steps.domain();
        let cut = |piece: &Piece<D>| {
            let from = domain.intersection(&piece.from, states)?;
            Ok(Piece { from, ..piece.copied() })
        };
        pieces.iter().map(cut).collect()
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
}
