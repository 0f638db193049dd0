//! What the agglomerations share: a place with those that feed it and those that empty it, and their combinations.
//!
//! Around a place, each producer is combined with consumers so that the tokens on it are used up at once; the place, the
//! producers and the consumers are replaced by the combinations. Which side may be combined under which conditions is what the rules say.
//! Here it is only ensured that the result is not much larger, that no number and no word becomes too large.

use super::arcs::{amount, repeated, sequence};
use super::draft::Draft;
use super::words::LONGEST;
use crate::{Amount, Place, Transition};
use budget::{Budget, Budgeted};

/// How many transitions more than before an agglomeration may leave.
const GROWTH: usize = 4;

/// By how many arcs more than twice as many as before.
const MORE_ARCS: usize = 24;

/// A place with its neighbours. No transition both gives to it and takes from it.
#[derive(Debug, Clone)]
pub(super) struct Hub {
    pub(super) place: Place,
    /// The transitions that give to it, with how many units.
    pub(super) producers: Vec<(usize, u64)>,
    /// The transitions that take from it, with how many units.
    pub(super) consumers: Vec<(usize, u64)>,
    /// How many units there are at each start.
    pub(super) units: Vec<u64>,
}

/// Transitions that are fired one after another, in place of a producer and a consumer.
pub(super) struct Combination {
    transition: Transition,
    parts: Vec<(usize, u64)>,
}

/// The neighbours of a place that may be agglomerated at all: it is invisible, named by no limit and transfer, starts with a
/// known number of tokens, and all that is given and taken are multiples of the unit, the least amount on the side of `unit_of`.
pub(super) fn hub(draft: &Draft, place: Place, unit_of: Side) -> Option<Hub> {
    let (producers, consumers) = (draft.producers(place), draft.consumers(place));
    let is_fit = !draft.is_visible(place)
        && draft.is_plain(place)
        && !producers.is_empty()
        && !consumers.is_empty()
        && producers.is_disjoint(consumers);
    if !is_fit {
        return None;
    }
    let given = |number: &usize| Some((*number, amount(&draft.transition(*number)?.gives, place)));
    let taken = |number: &usize| Some((*number, amount(&draft.transition(*number)?.takes, place)));
    let mut producers: Vec<(usize, u64)> = producers.iter().filter_map(given).collect();
    let mut consumers: Vec<(usize, u64)> = consumers.iter().filter_map(taken).collect();
    let side = match unit_of {
        Side::Producers => &producers,
        Side::Consumers => &consumers,
    };
    let unit = side.first()?.1;
    let is_uniform = side.iter().all(|(_, tokens)| *tokens == unit);
    for (_, tokens) in producers.iter_mut().chain(&mut consumers) {
        if !is_uniform || tokens.checked_rem(unit)? != 0 {
            return None;
        }
        *tokens = tokens.checked_div(unit)?;
    }
    let units = draft.amounts(place).map(|amount| match amount {
        Amount::Exactly(tokens) => tokens.checked_div(unit),
        Amount::AtLeast(_) => None,
    });
    Some(Hub { place, producers, consumers, units: units.collect::<Option<_>>()? })
}

/// One of the two sides of a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    /// Those that give to it.
    Producers,
    /// Those that take from it.
    Consumers,
}

/// All combinations: of each transition on the one side with as many of the other as its units ask for, in any choice of them. The other
/// side has one unit each. Nothing if they are too many, or something becomes too large.
pub(super) fn combinations(
    draft: &Draft,
    hub: &Hub,
    one: Side,
    budget: &Budget,
) -> Budgeted<Option<Vec<Combination>>> {
    let (ones, others) = match one {
        Side::Producers => (&hub.producers, &hub.consumers),
        Side::Consumers => (&hub.consumers, &hub.producers),
    };
    let before = ones.len().saturating_add(others.len());
    let all = ones.iter().chain(others).filter_map(|(number, _)| draft.transition(*number));
    let arcs_before = all.map(arcs).fold(0, usize::saturating_add);
    let (most, most_arcs) =
        (before.saturating_add(GROWTH), arcs_before.saturating_mul(2).saturating_add(MORE_ARCS));
    if ones.len().saturating_mul(others.len()) > most {
        return Ok(None);
    }
    let (mut made, mut arcs_made) = (Vec::new(), 0_usize);
    for (number, units) in ones {
        let room = most.saturating_sub(made.len());
        let Some(choices) = choices(others.len(), *units, room) else { return Ok(None) };
        for choice in choices {
            let chosen: Vec<(usize, u64)> =
                choice.iter().map(|(kind, times)| (others[*kind].0, *times)).collect();
            let Some(combination) = combine(draft, *number, &chosen, one) else { return Ok(None) };
            arcs_made = arcs_made.saturating_add(arcs(&combination.transition));
            budget.spend(arcs(&combination.transition).saturating_mul(4).saturating_add(1))?;
            if arcs_made > most_arcs {
                return Ok(None);
            }
            made.push(combination);
        }
    }
    Ok(Some(made))
}

fn arcs(transition: &Transition) -> usize {
    transition.takes.len().saturating_add(transition.gives.len())
}

/// How many of some kinds, for those of which there are any.
type Choice = Vec<(usize, u64)>;

/// All ways to choose so many of some kinds; nothing if there are more than there is room for.
fn choices(kinds: usize, number: u64, room: usize) -> Option<Vec<Choice>> {
    if number == 1 {
        return (kinds <= room).then(|| (0..kinds).map(|kind| vec![(kind, 1)]).collect());
    }
    let mut ways: Vec<(Choice, u64)> = vec![(Vec::new(), number)];
    for kind in 0..kinds {
        let mut longer = Vec::new();
        for (chosen, left) in ways {
            let least = if kind.saturating_add(1) == kinds { left } else { 0 };
            for more in least..=left {
                if longer.len() >= room {
                    return None;
                }
                let mut chosen = chosen.clone();
                chosen.extend((more > 0).then_some((kind, more)));
                longer.push((chosen, left.checked_sub(more)?));
            }
        }
        ways = longer;
    }
    Some(ways.into_iter().map(|(chosen, _)| chosen).collect())
}

/// The one transition with the chosen others: after it if it is a producer, before it if it is a consumer.
fn combine(draft: &Draft, one: usize, chosen: &[(usize, u64)], side: Side) -> Option<Combination> {
    let parts = match side {
        Side::Producers => [&[(one, 1)], chosen].concat(),
        Side::Consumers => [chosen, &[(one, 1)]].concat(),
    };
    if draft.words().length_of(&parts) > LONGEST {
        return None;
    }
    let steps = parts.iter().map(|(number, times)| repeated(draft.transition(*number)?, *times));
    let mut steps = steps.collect::<Option<Vec<_>>>()?.into_iter();
    let first = steps.next()?;
    let transition = steps.try_fold(first, |sofar, next| sequence(&sofar, &next))?;
    Some(Combination { transition, parts })
}

/// Puts the combinations in the place of the hub.
pub(super) fn replace(draft: &mut Draft, hub: &Hub, combinations: Vec<Combination>) {
    for (number, _) in hub.producers.iter().chain(&hub.consumers) {
        draft.remove_transition(*number);
    }
    draft.remove_place(hub.place);
    for mut combination in combinations {
        // Tokens of the place are given and used up inside the combination; what is left over at the start is never touched.
        combination.transition.takes.retain(|(place, _)| *place != hub.place);
        combination.transition.gives.retain(|(place, _)| *place != hub.place);
        draft.add_transition(combination.transition, combination.parts);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_all_there_are() {
        assert_eq!(choices(2, 2, 9), Some(vec![vec![(1, 2)], vec![(0, 1), (1, 1)], vec![(0, 2)]]));
        assert_eq!(choices(3, 1, 9), Some(vec![vec![(0, 1)], vec![(1, 1)], vec![(2, 1)]]));
        assert_eq!(choices(3, 3, 99).map(|all| all.len()), Some(10));
        assert_eq!(choices(1, 1 << 40, 1), Some(vec![vec![(0, 1 << 40)]]));
        assert_eq!(choices(2, 1 << 40, 5), None);
    }
}
