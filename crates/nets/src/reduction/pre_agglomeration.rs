//! Producers of a place that wait until what they give is used.
//!
//! # match:
//! an invisible place that no limit and no transfer names, producers H and consumers F, apart and not empty, with fewer than w tokens at the
//! start. Each h ∈ H gives w tokens to the place and nothing else to anybody; it is invisible, without limits and transfers, takes
//! something, and takes only from places that no limit and no transfer names and from which only H takes. Each f ∈ F takes w, or a multiple
//! of w if H has one member.
//! # result:
//! the place, H and F are gone. Instead, for each f and each choice of as many members of H as it takes multiples of w: these and
//! then f, as one transition.
//!
//! # Why it is right
//! *Before to after.* In a run, put off each h until right before the f that uses its tokens: what h takes stays where it is for longer,
//! which hinders nobody, and h itself is enabled later since nobody else used it up (all steps fired although it was gone). If no f uses
//! them, h is left out: nothing visible changes, and more tokens are left. An endless run keeps infinitely many steps, since without
//! others the places that H takes from run empty. A dead end stays one: let n tokens of units be left on the place there. If they are
//! enough for some f, then another need of it is not met, and is not met after, because nobody but H takes from the places where tokens
//! are given back. If they are not, then n = 0, or H = {h} and some need of h is not met by what is left; giving n times back, that place
//! has not enough for the n + 1 or more times that any combination asks for. Transitions outside H and F do not see the difference.
//! *After to before.* A combination is a sequence of steps of which only the last is visible. At a dead end, fire H as
//! often as possible; this ends, since each h takes something. Then no f is enabled: else, there would be enough for a
//! combination. Nothing else is enabled either, as it was not and H gave nothing to it. So traces up to stuttering are the same, dead ends
//! and endless stuttering included.
//!
//! # Reference
//! Berthelot: *Transformations and decompositions of nets*, Advances in Petri Nets 1986, LNCS 254.
//! Thierry-Mieg: *Structural reductions revisited*, Petri Nets 2020 (pre agglomeration). Departure: members of H may share what
//! they take; consumers may have limits and transfers, and take multiples.

use super::agglomeration::{Hub, Side, combinations, hub, replace};
use super::arcs::is_plain;
use super::draft::Draft;
use crate::Transition;
use budget::{Budget, Budgeted};

/// Agglomerates places with producers that can wait; how many there were.
pub(super) fn apply(draft: &mut Draft, budget: &Budget) -> Budgeted<usize> {
    let mut applied: usize = 0;
    for place in draft.places() {
        budget.spend(1)?;
        let Some(hub) = hub(draft, place, Side::Producers).filter(|hub| is_fit(draft, hub)) else { continue };
        let Some(combinations) = combinations(draft, &hub, Side::Consumers, budget)? else { continue };
        draft.fire_last(hub.producers.iter().map(|(number, _)| *number).collect());
        replace(draft, &hub, combinations);
        applied = applied.saturating_add(1);
    }
    Ok(applied)
}

fn is_fit(draft: &Draft, hub: &Hub) -> bool {
    let mut producers = hub.producers.iter().filter_map(|(number, _)| draft.transition(*number));
    hub.units.iter().all(|units| *units == 0)
        && (hub.producers.len() == 1 || hub.consumers.iter().all(|(_, units)| *units == 1))
        && producers.all(|producer| can_wait(draft, hub, producer))
}

fn can_wait(draft: &Draft, hub: &Hub, producer: &Transition) -> bool {
    let is_ours = |number: &usize| hub.producers.binary_search_by_key(number, |(own, _)| *own).is_ok();
    only_feeds(draft, producer)
        && !producer.takes.is_empty()
        && producer.takes.iter().all(|(place, _)| draft.consumers(*place).iter().all(is_ours))
}

/// Whether a producer gives to one place only, shows nothing, and takes only where tokens that stay longer hinder nobody.
pub(super) fn only_feeds(draft: &Draft, producer: &Transition) -> bool {
    producer.gives.len() == 1
        && is_plain(producer)
        && producer.takes.iter().all(|(place, _)| draft.is_plain(*place))
        && draft.is_invisible(producer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Amount, Net, Start};

    /// A token of the first place waits on the second for one of the third, or goes to the fourth if `elsewhere`.
    fn waiting(elsewhere: bool) -> Net {
        let transition = |takes: &[usize], gives: usize| Transition {
            takes: takes.iter().map(|place| (*place, 1)).collect(),
            gives: vec![(gives, 1)],
            ..Transition::default()
        };
        let mut transitions = vec![transition(&[0], 1), transition(&[1, 2], 4)];
        transitions.extend(elsewhere.then(|| transition(&[0], 3)));
        Net {
            places: vec![String::new(); 5],
            starts: vec![Start([1, 0, 0, 0, 0].map(Amount::Exactly).to_vec())],
            transitions,
        }
    }

    #[test]
    fn who_waits_in_vain_is_not_put_off() {
        let visible = [false, false, false, true, true];
        let applied = |net: &Net| apply(&mut Draft::new(net, &visible), &Budget::unlimited());
        assert_eq!(applied(&waiting(false)), Ok(1));
        // With the token on the second place, the fourth stays empty forever; it would not if nobody could wait.
        assert_eq!(applied(&waiting(true)), Ok(0));
    }

    #[test]
    fn what_is_given_back_must_not_serve_others() {
        let transition = |takes: (usize, u64), gives: usize| Transition {
            takes: vec![takes],
            gives: vec![(gives, 1)],
            ..Transition::default()
        };
        let net = |first: u64, transitions| Net {
            places: vec![String::new(); 3],
            starts: vec![Start([first, 0, 0].map(Amount::Exactly).to_vec())],
            transitions,
        };
        let applied = |net: &Net| apply(&mut Draft::new(net, &[false, false, true]), &Budget::unlimited());
        let (dear, cheap, both) = (transition((0, 3), 1), transition((0, 1), 1), transition((1, 2), 2));
        assert_eq!(applied(&net(3, vec![dear.clone(), both.clone()])), Ok(1));
        // After the dear one nothing more can be done; given back, its tokens would be enough for the cheap one twice.
        assert_eq!(applied(&net(3, vec![dear, cheap, both])), Ok(0));
    }
}
