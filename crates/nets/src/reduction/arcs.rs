//! What the arcs of a transition do: tokens needed, tokens changed, one transition after another.

use crate::{Place, Transition};
use std::cmp::Ordering;

/// How many tokens a sorted list names for the place.
pub(super) fn amount(list: &[(Place, u64)], place: Place) -> u64 {
    list.binary_search_by_key(&place, |(place, _)| *place).map_or(0, |at| list[at].1)
}

/// What is given less what is taken, for each place where this is not zero, by place. Transfers are not in it.
pub(super) fn changes(transition: &Transition) -> Vec<(Place, i128)> {
    let joined = merge(&transition.takes, &transition.gives);
    let signed = |(place, taken, given): (Place, u64, u64)| {
        (place, i128::from(given).saturating_sub(i128::from(taken)))
    };
    joined.map(signed).filter(|(_, change)| *change != 0).collect()
}

/// What is given less what is taken of one place.
pub(super) fn change(transition: &Transition, place: Place) -> i128 {
    let (given, taken) = (amount(&transition.gives, place), amount(&transition.takes, place));
    i128::from(given).saturating_sub(i128::from(taken))
}

/// Whether each amount of the first list is at most that of the second.
pub(super) fn is_within(less: &[(Place, u64)], more: &[(Place, u64)]) -> bool {
    less.iter().all(|(place, tokens)| *tokens <= amount(more, *place))
}

/// Whether a transition is ordinary: neither limits nor transfers.
pub(super) fn is_plain(transition: &Transition) -> bool {
    transition.limits.is_empty() && transition.transfers.is_empty()
}

/// Whether it changes nothing at all.
pub(super) fn is_identity(transition: &Transition) -> bool {
    transition.transfers.is_empty() && transition.takes == transition.gives
}

/// The transition fired so many times, as one that needs all tokens at the start; nothing if a number becomes too large.
pub(super) fn repeated(transition: &Transition, times: u64) -> Option<Transition> {
    let scaled = |list: &[(Place, u64)]| -> Option<Vec<(Place, u64)>> {
        list.iter().map(|(place, tokens)| Some((*place, tokens.checked_mul(times)?))).collect()
    };
    let (takes, gives) = (scaled(&transition.takes)?, scaled(&transition.gives)?);
    Some(Transition { takes, gives, ..transition.clone() })
}

/// The first transition and then the second, as one; nothing if a number becomes too large.
///
/// It can fire exactly where the one can fire and then the other. At most one of them has limits or transfers, and these are on
/// places that the other does not name.
pub(super) fn sequence(first: &Transition, second: &Transition) -> Option<Transition> {
    let (mut takes, mut gives) = (Vec::new(), Vec::new());
    let places = merge(&first.takes, &first.gives).map(|(place, ..)| place).collect::<Vec<_>>();
    let others = merge(&second.takes, &second.gives).map(|(place, ..)| place).collect::<Vec<_>>();
    let mut all = [places, others].concat();
    all.sort_unstable();
    all.dedup();
    for place in all {
        let (taken, given) = (amount(&first.takes, place), amount(&first.gives, place));
        let (then_taken, then_given) = (amount(&second.takes, place), amount(&second.gives, place));
        let needed = taken.checked_add(then_taken.saturating_sub(given))?;
        let left = then_given.checked_add(given.saturating_sub(then_taken))?;
        takes.extend((needed > 0).then_some((place, needed)));
        gives.extend((left > 0).then_some((place, left)));
    }
    // At most one of them has any, so the order is kept.
    let limits = [&first.limits[..], &second.limits].concat();
    let transfers = [&first.transfers[..], &second.transfers].concat();
    Some(Transition { name: joined_name(&first.name, &second.name), takes, limits, transfers, gives })
}

/// The most bytes of a name that is made of others.
const LONGEST_NAME: usize = 80;

fn joined_name(first: &str, second: &str) -> String {
    if first.len().saturating_add(second.len()) < LONGEST_NAME {
        return format!("{first}.{second}");
    }
    let head = first.split('.').next().unwrap_or_default();
    let tail = second.rsplit('.').next().unwrap_or_default();
    format!("{head}...{tail}")
}

/// Both lists by place, with zero where one does not name a place.
fn merge<'a>(
    left: &'a [(Place, u64)],
    right: &'a [(Place, u64)],
) -> impl Iterator<Item = (Place, u64, u64)> + 'a {
    let (mut left, mut right) = (left.iter().copied().peekable(), right.iter().copied().peekable());
    std::iter::from_fn(move || {
        let order = match (left.peek(), right.peek()) {
            (Some((a, _)), Some((b, _))) => a.cmp(b),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => return None,
        };
        let from_left = if order.is_le() { left.next() } else { None };
        let from_right = if order.is_ge() { right.next() } else { None };
        let place = from_left.or(from_right)?.0;
        Some((place, from_left.map_or(0, |(_, n)| n), from_right.map_or(0, |(_, n)| n)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Net;

    fn transition(takes: &[(Place, u64)], gives: &[(Place, u64)]) -> Transition {
        Transition { takes: takes.to_vec(), gives: gives.to_vec(), ..Transition::default() }
    }

    #[test]
    fn a_sequence_is_one_after_the_other() {
        let (first, second) =
            (transition(&[(0, 2), (1, 1)], &[(1, 3), (2, 1)]), transition(&[(1, 1), (2, 2)], &[(0, 1)]));
        let both = sequence(&first, &second).unwrap();
        assert_eq!(both.takes, [(0, 2), (1, 1), (2, 1)]);
        assert_eq!(both.gives, [(0, 1), (1, 2)]);
        let net =
            Net { places: vec![String::new(); 3], transitions: vec![first, second, both], starts: vec![] };
        for marking in (0..64_u64).map(|code| vec![code % 4, code / 4 % 4, code / 16]) {
            let after = net.fire(&marking, 0).unwrap().and_then(|middle| net.fire(&middle, 1).unwrap());
            assert_eq!(net.fire(&marking, 2).unwrap(), after);
        }
    }

    #[test]
    fn changes_leave_out_tests() {
        assert_eq!(changes(&transition(&[(0, 2), (1, 1)], &[(0, 2), (1, 3), (4, 1)])), [(1, 2), (4, 1)]);
        assert_eq!(change(&transition(&[(0, 2)], &[]), 0), -2);
        assert!(is_within(&[(1, 1)], &[(0, 1), (1, 1)]) && !is_within(&[(1, 2)], &[(1, 1)]));
    }
}
