//! Prefixes have the sizes that others have published for the same nets.
//!
//! The nets are made here as they are described: Dijkstra's philosophers, who take one fork after the other and put them back in
//! the same order, and a buffer of cells. What does not depend on how transitions are numbered can be compared, and these do not.
//!
//! # Reference
//!
//! Khomenko: *Model Checking Based on Prefixes of Petri Net Unfoldings*, PhD thesis, University of Newcastle upon Tyne, 2003, with
//! the nets of Corbett: *Evaluating Deadlock Detection Methods for Concurrent Software*, IEEE Transactions on Software Engineering
//! 22(3), 1996.

mod support;

use budget::Budget;
use nets::Net;
use unfolding::{Kind, prefix};

/// Places: for each fork whether it is free or taken, and for each philosopher how far they are.
fn philosophers(count: usize) -> Net {
    let (free, taken) = (|fork: usize| 2 * fork, |fork: usize| 2 * fork + 1);
    let at = |philosopher: usize, step: usize| 2 * count + 4 * philosopher + step % 4;
    let mut start = vec![0; 6 * count];
    let mut transitions = Vec::new();
    for one in 0..count {
        (start[free(one)], start[at(one, 0)]) = (1, 1);
        let (first, second) = ((one + count - 1) % count, one);
        for (step, fork) in [first, second, first, second].into_iter().enumerate() {
            let (before, after) =
                if step < 2 { (free(fork), taken(fork)) } else { (taken(fork), free(fork)) };
            let takes = vec![(before, 1), (at(one, step), 1)];
            transitions.push(support::transition(
                step as u64,
                takes,
                vec![(after, 1), (at(one, step + 1), 1)],
            ));
        }
    }
    support::net(&start, transitions)
}

/// Places: for each cell whether it is empty or full.
fn buffer(cells: usize) -> Net {
    let (empty, full) = (|cell: usize| 2 * cell, |cell: usize| 2 * cell + 1);
    let start: Vec<u64> = (0..2 * cells).map(|place| (place % 2 == 0).into()).collect();
    let mut transitions = vec![support::transition(0, vec![(empty(0), 1)], vec![(full(0), 1)])];
    for cell in 1..cells {
        let takes = vec![(full(cell - 1), 1), (empty(cell), 1)];
        transitions.push(support::transition(
            cell as u64,
            takes,
            vec![(empty(cell - 1), 1), (full(cell), 1)],
        ));
    }
    let last = cells - 1;
    transitions.push(support::transition(cells as u64, vec![(full(last), 1)], vec![(empty(last), 1)]));
    support::net(&start, transitions)
}

/// Conditions, events and cut-offs.
fn sizes(net: &Net) -> (usize, usize, usize) {
    let prefix = prefix(net, &Budget::unlimited()).expect("the budget has no end").expect("it is safe");
    assert!(prefix.is_safe);
    (prefix.conditions.len(), prefix.events.len(), prefix.cut_offs())
}

#[test]
fn philosophers_have_the_published_prefixes() {
    for (count, expected) in
        [(6, (204, 96, 30)), (8, (368, 176, 56)), (10, (580, 280, 90)), (12, (840, 408, 132))]
    {
        assert_eq!(sizes(&philosophers(count)), expected, "{count} philosophers");
    }
    let net = philosophers(12);
    let prefix = prefix(&net, &Budget::unlimited()).expect("the budget has no end").expect("it is safe");
    let run = prefix.deadlock(&Budget::unlimited()).expect("the budget has no end");
    assert_eq!(run.map(|run| run.fired.len()), Some(12), "each has taken the first fork");
}

#[test]
fn buffers_have_the_published_prefixes() {
    assert_eq!(sizes(&buffer(20)), (421, 211, 1));
    if std::env::var_os("FATHOM_SLOW").is_some() {
        assert_eq!(sizes(&buffer(100)), (10_101, 5_051, 1));
    }
}

/// The sizes go on as they began: `6n² - 2n` conditions and `3n² - 2n` events.
#[test]
fn many_philosophers() {
    let count = if std::env::var_os("FATHOM_SLOW").is_some() { 120 } else { 25 };
    let (conditions, events, cut_offs) = sizes(&philosophers(count));
    assert_eq!((conditions, events), (6 * count * count - 2 * count, 3 * count * count - 2 * count));
    assert_eq!(cut_offs, count * (count - 1));
}

/// Some enter and leave a room once, one after the other: whoever enters does so after each set of others, `n 2^(n-1)` times in
/// all, and so it is with leaving; of these, one for each set that is not empty is no cut-off. With 13 of them that is more than a
/// hundred thousand events.
#[test]
fn one_after_the_other() {
    let count = if std::env::var_os("FATHOM_SLOW").is_some() { 13 } else { 8 };
    let mut start = vec![0; 3 * count + 1];
    let mut transitions = Vec::new();
    start[3 * count] = 1;
    for one in 0..count {
        start[3 * one] = 1;
        let room = (3 * count, 1);
        transitions.push(support::transition(0, vec![(3 * one, 1), room], vec![(3 * one + 1, 1)]));
        transitions.push(support::transition(1, vec![(3 * one + 1, 1)], vec![(3 * one + 2, 1), room]));
    }
    let net = support::net(&start, transitions);
    let begin = std::time::Instant::now();
    let (_, events, cut_offs) = sizes(&net);
    println!("{events} events in {:.2} seconds", begin.elapsed().as_secs_f64());
    assert_eq!((events, cut_offs), (count << count, (count << (count - 1)) + 1 - (1 << count)));
}

#[test]
fn pictures_have_all_nodes() {
    let net = buffer(2);
    let prefix = prefix(&net, &Budget::unlimited()).expect("the budget has no end").expect("it is safe");
    assert_eq!(prefix.picture(8), None);
    let picture = prefix.picture(100).expect("it is small");
    let count = |kind: Kind| picture.nodes.iter().filter(|node| node.kind == kind).count();
    let events = (count(Kind::Event), count(Kind::CutOff));
    assert_eq!((count(Kind::First), count(Kind::Condition), events), (4 / 2, 5, (3, 1)));
    assert!(picture.arrows.iter().all(|(from, to)| picture.nodes[*from].depth < picture.nodes[*to].depth));
    let arcs: usize = prefix.events.iter().map(|event| event.preset.len() + event.postset.len()).sum();
    assert_eq!(picture.arrows.len(), arcs);
}
