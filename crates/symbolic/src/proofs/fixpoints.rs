//! The fixpoints that proofs are made of, exact or from one side.

use crate::condition::Conditions;
use crate::region::Argument;
use crate::steps::Steps;
use state_sets::{Complement, Domain, Limited};

/// A set outside of which no fair path stays in another set, and why.
pub(crate) type Above<S> = Option<(S, Argument<S>)>;

/// Ways to compute what proofs are made of.
pub(crate) trait Fixpoints<D: Domain> {
    /// A set with all states from which the goal can be reached through `within`, into which no step leads from elsewhere in `within`.
    fn reaching(&self, steps: &Steps<'_, D>, within: &D::Set, goal: &D::Set) -> Limited<D::Set>;

    /// A set with all states of `within` from which a fair path stays within, and why there are no others; nothing if there is no
    /// argument for any set.
    fn staying_above(
        &self,
        steps: &Steps<'_, D>,
        fair: &Conditions<D>,
        within: &D::Set,
    ) -> Limited<Above<D::Set>>;

    /// States of `within` from each of which a fair path stays among them.
    fn core_below(&self, steps: &Steps<'_, D>, fair: &Conditions<D>, within: &D::Set) -> Limited<D::Set>;

    /// How many layers there may be.
    fn most_layers(&self) -> usize;
}

/// Exact fixpoints, which end where everything is finite.
pub(crate) struct Exactly;

impl<D: Complement> Fixpoints<D> for Exactly {
    fn reaching(&self, steps: &Steps<'_, D>, within: &D::Set, goal: &D::Set) -> Limited<D::Set> {
        steps.backward(within, goal)
    }

    fn staying_above(
        &self,
        steps: &Steps<'_, D>,
        fair: &Conditions<D>,
        within: &D::Set,
    ) -> Limited<Above<D::Set>> {
        let domain = steps.domain();
        let staying = steps.fair_states(within, fair)?;
        let outside = domain.difference(&domain.intersection(within, &steps.states)?, &staying)?;
        let argument = eliminated(self, steps, fair, outside, usize::MAX)?;
        Ok(argument.map(|argument| (staying, argument)))
    }

    fn core_below(&self, steps: &Steps<'_, D>, fair: &Conditions<D>, within: &D::Set) -> Limited<D::Set> {
        steps.fair_core(within, fair)
    }

    fn most_layers(&self) -> usize {
        usize::MAX
    }
}

/// Why no fair path stays in a set: its states are taken out class by class, because a condition cannot be met any more from them;
/// nothing if some are left, or if there are too many rounds.
///
/// # Reference
/// Emerson, Lei: *Efficient Model Checking in Fragments of the Propositional Mu-Calculus*, LICS 1986, and for obligations Kesten,
/// Pnueli, Raviv: *Algorithmic Verification of Linear Temporal Logic Specifications*, ICALP 1998, doi:10.1007/BFb0055036. What is
/// taken out is kept in order: no step leads from what was taken out early to what was taken out later.
pub(crate) fn eliminated<D: Complement>(
    fixpoints: &dyn Fixpoints<D>,
    steps: &Steps<'_, D>,
    fair: &Conditions<D>,
    within: D::Set,
    rounds: usize,
) -> Limited<Option<Argument<D::Set>>> {
    let domain = steps.domain();
    let mut left = within;
    let mut classes = Vec::new();
    for _ in 0..rounds {
        if domain.is_empty(&left)? {
            classes.reverse();
            return Ok(Some(Argument::classes(classes)));
        }
        steps.model.meter.round(domain, &left)?;
        let before = classes.len();
        for (place, condition) in fair.repeated.iter().enumerate() {
            let goal = domain.intersection(&left, &condition.pre(steps, &left)?)?;
            if let Some(apart) = taken_out(fixpoints, steps, &mut left, &goal)? {
                classes.push((apart, Argument::Never(place)));
            }
        }
        for (place, obligation) in fair.obligations.iter().enumerate() {
            let goal = domain.intersection(&left, &obligation.met.pre(steps, &left)?)?;
            let mut kept = left.clone();
            let Some(apart) = taken_out(fixpoints, steps, &mut kept, &goal)? else { continue };
            let free = domain.difference(&apart, &obligation.states)?;
            if domain.is_equal(&free, &left)? {
                continue;
            }
            let Some(rest) = eliminated(fixpoints, steps, fair, free.clone(), rounds)? else { continue };
            // Steps may lead to states that oblige; from there none is left.
            let rest = match rest {
                Argument::Classes(_) => rest,
                rest => Argument::Classes(vec![(free, rest)]),
            };
            classes.push((apart, Argument::Avoided(place, Box::new(rest))));
            left = kept;
        }
        if classes.len() == before {
            let kept = domain.intersection(&left, &steps.pre(&left)?)?;
            let stuck = domain.difference(&left, &kept)?;
            if domain.is_empty(&stuck)? {
                return Ok(None);
            }
            classes.push((stuck, Argument::Nothing));
            left = kept;
        }
    }
    Ok(None)
}

/// Takes out the states from which the goal is not reached; nothing if there are none.
fn taken_out<D: Complement>(
    fixpoints: &dyn Fixpoints<D>,
    steps: &Steps<'_, D>,
    left: &mut D::Set,
    goal: &D::Set,
) -> Limited<Option<D::Set>> {
    let domain = steps.domain();
    let reaching = match domain.is_empty(goal)? {
        true => domain.empty(),
        false => fixpoints.reaching(steps, left, goal)?,
    };
    let apart = domain.difference(left, &reaching)?;
    if domain.is_empty(&apart)? {
        return Ok(None);
    }
    *left = domain.intersection(left, &reaching)?;
    Ok(Some(apart))
}
