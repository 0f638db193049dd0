//! Prefixes have exactly the reachable markings, and answer as brute force does.

mod support;

use budget::Budget;
use nets::{Marking, Net};
use random_numbers::Xorshift;
use std::collections::{BTreeSet, HashSet};
use unfolding::{Companion, Prefix, Unfit, prefix};

/// The markings after the configurations without cut-offs; nothing if there are more configurations than the limit.
///
/// With each it is compared what can fire in the net and what can in the prefix, cut-offs included.
fn represented(prefix: &Prefix<'_>, limit: usize) -> Option<BTreeSet<Marking>> {
    let net = prefix.net();
    let conditions = prefix.conditions.iter().enumerate();
    let first: BTreeSet<usize> =
        conditions.filter(|(_, condition)| condition.producer.is_none()).map(|(number, _)| number).collect();
    let mut seen = HashSet::from([first.clone()]);
    let mut stack = vec![first];
    let mut markings = BTreeSet::new();
    while let Some(cut) = stack.pop() {
        let mut marking = vec![0; net.places.len()];
        for condition in &cut {
            if let Some(tokens) = marking.get_mut(prefix.conditions[*condition].place) {
                *tokens += 1;
            }
        }
        let mut fired = BTreeSet::new();
        for event in &prefix.events {
            if !event.preset.iter().all(|condition| cut.contains(condition)) {
                continue;
            }
            fired.insert(event.transition);
            if event.cut_off.is_none() {
                let mut next = cut.clone();
                event.preset.iter().for_each(|condition| assert!(next.remove(condition)));
                next.extend(event.postset.clone());
                if seen.insert(next.clone()) {
                    stack.push(next);
                }
            }
        }
        let enabled: BTreeSet<usize> =
            (0..net.transitions.len()).filter(|t| net.is_enabled(&marking, *t)).collect();
        assert_eq!(fired, enabled, "what can fire at a marking is in the prefix");
        markings.insert(marking);
        if seen.len() > limit {
            return None;
        }
    }
    Some(markings)
}

/// Compares the prefix of a net with its markings; says whether both were there.
fn compare(net: &Net, random: &mut Xorshift) -> bool {
    let budget = Budget::operations(300_000);
    let brute = support::explore(net, 400);
    let prefix = match (prefix(net, &budget), &brute) {
        (Ok(Ok(prefix)), _) => prefix,
        (Ok(Err(unfit)), _) => {
            assert!(unfit == Unfit::Unbounded && brute.is_none(), "{unfit} {net:?}");
            return false;
        }
        (Err(_), _) => return false,
    };
    let Some((markings, steps)) = brute else { return false };
    let all: BTreeSet<Marking> = markings.iter().cloned().collect();
    if let Some(represented) = represented(&prefix, 3000) {
        assert_eq!(represented, all, "{net:?}");
    }
    assert_eq!(prefix.is_safe, markings.iter().flatten().all(|tokens| *tokens <= 1), "{net:?}");
    if prefix.is_safe {
        let kept = prefix.events.len() - prefix.cut_offs();
        assert!(kept < markings.len(), "every marking has one event, and the first has none");
    }
    for (number, event) in prefix.events.iter().enumerate() {
        assert!(event.cut_off.is_none_or(|companion| match companion {
            Companion::Start => true,
            Companion::Event(other) => other < number && prefix.events[other].cut_off.is_none(),
        }));
    }
    let dead = steps.iter().any(Vec::is_empty);
    let deadlock = prefix.deadlock(&Budget::unlimited()).expect("the budget has no end");
    assert_eq!(deadlock.is_some(), dead, "{net:?}");
    for _ in 0..4 {
        let formula = support::formula(random, net.places.len(), 2);
        let holds = |marking: &Marking| formula.holds(marking) == Some(true);
        let reached = prefix.reach(&formula, &Budget::unlimited()).expect("the budget has no end");
        assert_eq!(reached.is_some(), markings.iter().any(holds), "{formula:?} {net:?}");
        if let Some(run) = reached {
            let walked = net.walk(&run).expect("tokens can be counted").expect("it is a run");
            assert!(holds(&walked[run.fired.len()]));
        }
        let broken = prefix.invariant(&formula, &Budget::unlimited()).expect("the budget has no end");
        assert_eq!(broken.is_none(), markings.iter().all(holds), "{formula:?} {net:?}");
    }
    true
}

#[test]
fn safe_nets_are_represented() {
    for seed in 0..support::seeds(200) {
        let mut random = Xorshift::scattered(seed);
        let net = support::machines(&mut random);
        assert!(compare(&net, &mut random), "machines with one token have few markings");
    }
}

#[test]
fn nets_with_several_tokens_are_represented() {
    let mut compared = 0;
    let seeds = support::seeds(300);
    for seed in 0..seeds {
        let mut random = Xorshift::scattered(seed);
        let net = support::anything(&mut random);
        compared += u64::from(compare(&net, &mut random));
    }
    assert!(compared > seeds / 4, "{compared} of {seeds} nets had a bound");
}

#[test]
fn nets_that_do_not_fit_are_refused() {
    let unlimited = Budget::unlimited();
    let refusal = |net: &Net| prefix(net, &unlimited).expect("the budget has no end").err();
    let mut net = support::net(&[1, 0], vec![support::transition(0, vec![(0, 1)], vec![(0, 1), (1, 1)])]);
    assert_eq!(refusal(&net), Some(Unfit::Unbounded));
    net.transitions[0].gives = vec![(1, 1)];
    assert_eq!(refusal(&net), None);
    net.transitions[0].limits = vec![(1, 0)];
    assert_eq!(refusal(&net), Some(Unfit::NotPlain));
    net.starts.clear();
    assert_eq!(refusal(&net), Some(Unfit::Starts));
    let net = support::net(&[u64::MAX], Vec::new());
    assert_eq!(refusal(&net), Some(Unfit::TooManyTokens));
    // A transition that takes nothing and gives something fires for ever.
    let net = support::net(&[0], vec![support::transition(0, Vec::new(), vec![(0, 1)])]);
    assert_eq!(refusal(&net), Some(Unfit::Unbounded));
    // One that gives nothing either keeps the net from coming to a stop.
    let net = support::net(&[0], vec![support::transition(0, Vec::new(), Vec::new())]);
    let prefix = prefix(&net, &unlimited).expect("the budget has no end").expect("one marking");
    assert_eq!(prefix.deadlock(&unlimited), Ok(None));
}

#[test]
fn the_budget_ends_the_work() {
    let net = support::net(&[1_000_000, 0], vec![support::transition(0, vec![(0, 1)], vec![(1, 1)])]);
    assert!(prefix(&net, &Budget::operations(10_000)).is_err());
}
