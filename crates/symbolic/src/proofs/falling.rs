//! States from which a goal can be reached although there is no bound on how many steps that takes: some number falls on the way.
//!
//! For one number, the largest set is found from each of whose states a path leads to the goal on which the number never grows and falls
//! again and again: what is inside shrinks to the states from which the number can be lowered inside, after steps that keep it. Where a
//! path must first do something else, so that the number may grow, that set and the goal are the goal of the next part: some more layers,
//! or layers with another number.
//!
//! # Reference
//! The alternation of fixpoints is that of `E (GF falls) or F goal`, Emerson, Lei: *Efficient Model Checking in Fragments of the
//! Propositional Mu-Calculus*, LICS 1986; the pair of rank and layer is a lexicographic ranking for a choice of steps, Cook, Koskinen:
//! *Reasoning About Nondeterminism in Programs*, PLDI 2013, doi:10.1145/2491956.2491969.

use super::layered::Layered;
use crate::steps::Steps;
use state_sets::{Cell, Complement, Domain, Formula, Kind, Limited, Linear, Moment, Step};

/// The most integer variables among which numbers are looked for.
const VARIABLES: usize = 8;
/// The most layers between steps that lower a number.
const LAYERS: usize = 12;
/// How often what is inside may shrink.
const SHRINKING: usize = 8;
/// The most parts, each of which leads to those before it.
const PARTS: usize = 6;

/// Layers of states around a goal and other such parts.
pub(super) struct FallingPart<S> {
    /// The number that falls; nothing if there are no more steps to the goal than layers.
    pub rank: Option<Linear>,
    /// The layers: from the first one a step leads to the goal or lowers the number, from another one into that before it.
    pub layers: Vec<S>,
}

/// The steps of a system by what they do to a number.
struct Effects<R> {
    lower: Vec<R>,
    level: Vec<R>,
}

/// Parts that have all states of `within`, each of which leads to those before it, and the first one to the goal; nothing if none are
/// found.
pub(super) fn falling<D: Complement>(
    steps: &Steps<'_, D>,
    within: &D::Set,
    goal: &D::Set,
) -> Limited<Option<Vec<FallingPart<D::Set>>>> {
    let domain = steps.domain();
    let (mut parts, mut all) = (Vec::new(), goal.clone());
    while parts.len() < PARTS {
        let mut near = Layered::around(all.clone());
        let is_whole = near.extend(steps, within, LAYERS)?;
        if domain.is_subset(within, &near.all)? {
            parts.push(FallingPart { rank: None, layers: near.layers });
            return Ok(Some(parts));
        }
        if is_whole {
            return Ok(None);
        }
        let Some((part, further)) = lowered(steps, within, &all, &near.all)? else { return Ok(None) };
        parts.push(part);
        if domain.is_subset(within, &further)? {
            return Ok(Some(parts));
        }
        all = further;
    }
    Ok(None)
}

/// A part, and its states with the goal.
type PartWithStates<S> = (FallingPart<S>, S);

/// A part for the first number with layers that have more states than those which are near.
fn lowered<D: Complement>(
    steps: &Steps<'_, D>,
    within: &D::Set,
    goal: &D::Set,
    near: &D::Set,
) -> Limited<Option<PartWithStates<D::Set>>> {
    for rank in numbers(steps.domain()) {
        let Some(effects) = effects(steps, &rank)? else { continue };
        if let Some((layers, all)) = layered(steps, within, goal, &effects)?
            && !steps.domain().is_subset(&all, near)?
        {
            return Ok(Some((FallingPart { rank: Some(rank), layers }, all)));
        }
    }
    Ok(None)
}

/// The numbers that are tried: variables, their sum, and differences of two of them.
fn numbers<D: Complement>(domain: &D) -> Vec<Linear> {
    let space = domain.space();
    let integers: Vec<Linear> = space
        .all()
        .filter(|variable| !matches!(space.kind(*variable), Kind::Finite { .. }))
        .map(|variable| Linear::cell(Cell::now(variable)))
        .take(VARIABLES)
        .collect();
    let mut found = integers.clone();
    if integers.len() > 1 {
        found.extend(integers.iter().try_fold(Linear::constant(0), |sum, one| sum.plus(one)));
    }
    for one in &integers {
        let others = integers.iter().filter(|other| *other != one);
        found.extend(others.filter_map(|other| one.minus(other)));
    }
    found
}

/// What each move does to a number; nothing if none lowers it, or a coefficient grows too large.
fn effects<D: Complement>(steps: &Steps<'_, D>, rank: &Linear) -> Limited<Option<Effects<D::Relation>>> {
    let domain = steps.domain();
    let (mut lower, mut level) = (Vec::new(), Vec::new());
    for step in steps.model.moves.iter().map(|one| &one.step) {
        let after = rank.with_cells(&|cell| match cell {
            Cell::Variable(variable, Moment::Now) if step.changed.contains(&variable) => Cell::next(variable),
            other => other,
        });
        let (Some(gain), Some(least)) = (after.minus(rank), Linear::constant(1).minus(rank)) else {
            return Ok(None);
        };
        let Some(loses) = gain.plus(&Linear::constant(1)) else { return Ok(None) };
        let keeps = Formula::not_positive(gain).or(Formula::not_positive(after));
        let falls = Formula::not_positive(loses).and(Formula::not_positive(least));
        for (condition, relations) in [(falls, &mut lower), (keeps, &mut level)] {
            if !condition.is_falsity() {
                let (changed, relation) = (step.changed.clone(), step.relation.clone().and(condition));
                relations.push(domain.relation(&Step { changed, relation })?);
            }
        }
        steps.model.meter.beat(domain)?;
    }
    Ok((!lower.is_empty()).then_some(Effects { lower, level }))
}

/// Layers, and all of their states with the goal.
type Surrounding<D> = (Vec<<D as Domain>::Set>, <D as Domain>::Set);

/// The layers for one number, and all of them with the goal; nothing if they do not end.
fn layered<D: Complement>(
    steps: &Steps<'_, D>,
    within: &D::Set,
    goal: &D::Set,
    effects: &Effects<D::Relation>,
) -> Limited<Option<Surrounding<D>>> {
    let domain = steps.domain();
    let arriving = steps.model.pre(goal)?;
    let mut inside = domain.difference(within, goal)?;
    for _ in 0..SHRINKING {
        let lowering = before(steps, &inside, &effects.lower)?;
        let mut fresh = domain.intersection(&inside, &domain.union(&arriving, &lowering)?)?;
        let (mut layers, mut reached) = (Vec::new(), domain.empty());
        while !domain.is_empty(&fresh)? {
            if layers.len() == LAYERS {
                return Ok(None);
            }
            reached = domain.union(&reached, &fresh)?;
            steps.model.meter.round(domain, &reached)?;
            let further = domain.intersection(&inside, &before(steps, &fresh, &effects.level)?)?;
            layers.push(fresh);
            fresh = domain.difference(&further, &reached)?;
        }
        if domain.is_subset(&inside, &reached)? {
            return Ok(Some((layers, domain.union(&reached, goal)?)));
        }
        inside = reached;
    }
    Ok(None)
}

/// The states with a step of one of the relations into the set.
fn before<D: Complement>(steps: &Steps<'_, D>, set: &D::Set, relations: &[D::Relation]) -> Limited<D::Set> {
    let domain = steps.domain();
    relations.iter().try_fold(domain.empty(), |sum, relation| {
        steps.model.meter.beat(domain)?;
        domain.union(&sum, &domain.pre(set, relation)?)
    })
}
