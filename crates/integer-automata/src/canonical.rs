//! One numbering for the states of an automaton.
//!
//! States are numbered in the order in which a breadth-first search from the head meets them, where each diagram is read
//! bit 0 before bit 1. The order depends only on the language and on the order of tracks, so two minimal automata of one
//! language get the same numbers, and then the same diagrams.

use crate::automaton::{Numbers, Raw};
use crate::diagrams::{Diagram, Diagrams, View};
use crate::track::{BooleanTrack, Track};
use budget::{Budget, Budgeted};

/// What one look at all diagrams of an automaton finds.
pub(crate) struct Survey {
    /// The states in the order in which the search meets them.
    order: Vec<u32>,
    pub(crate) states: usize,
    pub(crate) nodes: usize,
    pub(crate) tracks: Vec<Track>,
    pub(crate) booleans: Vec<BooleanTrack>,
}

/// Looks at all diagrams in the order of a breadth-first search.
pub(crate) fn survey(diagrams: &mut Diagrams, numbers: Numbers, head: Diagram, roots: &[Diagram]) -> Survey {
    let mut order: Vec<u32> = Vec::with_capacity(roots.len());
    let mut met = vec![false; roots.len()];
    let mut reached = vec![false; 2 * roots.len()];
    let (mut nodes, mut tested, mut tested_first) = (0, Vec::new(), Vec::new());
    diagrams.begin_pass();
    let mut starts = Vec::new();
    diagrams.visit(head, &mut |view| match view {
        View::Branch(track, ..) => {
            nodes += 1;
            note(&mut tested_first, track);
        }
        View::Terminal(number) => {
            starts.push(number);
            meet(number, &mut met, &mut order);
        }
    });
    // Boolean and integer tracks may have the same branches, which then count twice.
    diagrams.begin_pass();
    let mut next = 0;
    while next < order.len() {
        diagrams.visit(roots[order[next] as usize], &mut |view| match view {
            View::Branch(track, ..) => {
                nodes += 1;
                note(&mut tested, track);
            }
            View::Terminal(number) => {
                reached[number as usize] = true;
                meet(number, &mut met, &mut order);
            }
        });
        next += 1;
    }
    count_starts(numbers, &starts, &mut reached);
    let levels = |tested: Vec<bool>| (0..tested.len() as u32).filter(move |&level| tested[level as usize]);
    Survey {
        order,
        states: reached.iter().filter(|&&reached| reached).count(),
        nodes,
        tracks: levels(tested).map(Track::at_level).collect(),
        booleans: levels(tested_first).map(BooleanTrack::at_level).collect(),
    }
}

fn note(tested: &mut Vec<bool>, track: u32) {
    if tested.len() <= track as usize {
        tested.resize(track as usize + 1, false);
    }
    tested[track as usize] = true;
}

fn meet(number: u32, met: &mut [bool], order: &mut Vec<u32>) {
    let state = number / 2;
    if !std::mem::replace(&mut met[state as usize], true) {
        order.push(state);
    }
}

/// Counts the states in which words begin. Over all integers the empty word encodes nothing, so a first state may be
/// either clone, and is the one that is there anyway.
fn count_starts(numbers: Numbers, starts: &[u32], reached: &mut [bool]) {
    for &number in starts {
        let clone = (number ^ 1) as usize;
        let may_be_clone = numbers == Numbers::Integers && reached[clone];
        if !may_be_clone {
            reached[number as usize] = true;
        }
    }
}

/// The same automaton with canonical numbers, and without states that cannot be reached.
pub(crate) fn numbered(
    diagrams: &mut Diagrams,
    numbers: Numbers,
    raw: Raw,
    budget: &Budget,
) -> Budgeted<(Raw, Survey)> {
    let survey = survey(diagrams, numbers, raw.head, &raw.roots);
    let all_reached = survey.order.len() == raw.roots.len();
    if all_reached && survey.order.iter().enumerate().all(|(place, &state)| place == state as usize) {
        return Ok((raw, survey));
    }
    let mut place = vec![0; raw.roots.len()];
    for (number, &state) in survey.order.iter().enumerate() {
        place[state as usize] = number as u32;
    }
    let mut roots: Vec<Diagram> = survey.order.iter().map(|&state| raw.roots[state as usize]).collect();
    roots.push(raw.head);
    let renumber = &mut |number: u32| Ok(Diagram::terminal(2 * place[number as usize / 2] + (number & 1)));
    // The head may share branches with the roots, which does no harm: terminals mean the same in both.
    let mut mapped = diagrams.map(&roots, renumber, budget)?;
    let head = mapped.pop().unwrap_or(raw.head);
    Ok((Raw { head, roots: mapped }, survey))
}
