//! Closing what an automaton accepts under the extension of words.
//!
//! A set must not depend on how far its words go on. Projection and substitution first give automata that miss this:
//! the number that was removed may need more letters than those that are left. So a word has to be accepted as soon as some
//! extension of it is.
//!
//! * Over natural numbers words go on with zeros: a state accepts if zeros, with any bits on the removed tracks, lead
//!   from it to a state that does. The paper does the same at the end of section 2.6.
//! * Over all integers words go on with copies of their last letter. Whether a letter σ accepts, read in the state q, is
//!
//!   ```text
//!   A(q)(σ) = accepts(q, σ) or A(δ(q, σ))(σ)
//!   ```
//!
//!   for some bits on the removed tracks each time; the least such A is computed by iteration, as a diagram for each state.

use crate::automaton::{Numbers, Raw};
use crate::diagrams::{Diagram, Diagrams, View};
use crate::memo::Memo;
use budget::{Budget, Budgeted};

/// What is accepted after closing.
pub(crate) enum Closure {
    /// The states in which natural numbers are accepted.
    States(Vec<bool>),
    /// For each state, whether a letter accepts, as a diagram with the terminals 0 and 1.
    Letters(Vec<Diagram>),
}

/// The closure of an automaton from which some tracks are removed.
pub(crate) fn closure(
    diagrams: &mut Diagrams,
    numbers: Numbers,
    raw: &Raw,
    removed: &dyn Fn(u32) -> bool,
    budget: &Budget,
) -> Budgeted<Closure> {
    match numbers {
        Numbers::Naturals => states(diagrams, raw, removed, budget).map(Closure::States),
        Numbers::Integers => letters(diagrams, &raw.roots, removed, budget).map(Closure::Letters),
    }
}

/// The same automaton, closed. Over natural numbers all terminals of a state agree on whether they accept.
pub(crate) fn closed(diagrams: &mut Diagrams, numbers: Numbers, raw: Raw, budget: &Budget) -> Budgeted<Raw> {
    match closure(diagrams, numbers, &raw, &|_| false, budget)? {
        Closure::States(accepts) => {
            let leaf = &mut |n: u32| Ok(Diagram::terminal(n & !1 | u32::from(accepts[n as usize / 2])));
            let roots = diagrams.map(&raw.roots, leaf, budget)?;
            let head = diagrams.map(&[raw.head], leaf, budget)?[0];
            Ok(Raw { head, roots })
        }
        Closure::Letters(letters) => {
            let mut memo = Memo::new();
            let roots = raw.roots.iter().zip(&letters);
            let roots = roots.map(|(&root, &accepts)| accepting(diagrams, root, accepts, &mut memo, budget));
            Ok(Raw { head: raw.head, roots: roots.collect::<Budgeted<_>>()? })
        }
    }
}

/// A diagram of terminals `2·something + bit`, with the bits of another diagram.
pub(crate) fn accepting(
    diagrams: &mut Diagrams,
    root: Diagram,
    accepts: Diagram,
    memo: &mut Memo,
    budget: &Budget,
) -> Budgeted<Diagram> {
    let leaf = &mut |root: Diagram, accepts: Diagram| {
        Ok(root.value().zip(accepts.value()).map(|(number, bit)| Diagram::terminal(number & !1 | bit)))
    };
    diagrams.apply(root, accepts, memo, leaf, budget)
}

fn states(
    diagrams: &mut Diagrams,
    raw: &Raw,
    removed: &dyn Fn(u32) -> bool,
    budget: &Budget,
) -> Budgeted<Vec<bool>> {
    let mut accepts = vec![false; raw.roots.len()];
    diagrams.begin_pass();
    for &root in raw.roots.iter().chain([&raw.head]) {
        diagrams.visit(root, &mut |view| {
            if let View::Terminal(number) = view {
                accepts[number as usize / 2] |= number & 1 == 1;
            }
        });
    }
    let mut before = vec![Vec::new(); raw.roots.len()];
    for (state, &root) in raw.roots.iter().enumerate() {
        budget.spend(1)?;
        let mut waiting = vec![root];
        while let Some(diagram) = waiting.pop() {
            match diagrams.view(diagram) {
                View::Terminal(number) => before[number as usize / 2].push(state),
                View::Branch(track, low, high) => {
                    waiting.push(low);
                    if removed(track) {
                        waiting.push(high);
                    }
                }
            }
        }
    }
    let mut waiting: Vec<usize> = (0..accepts.len()).filter(|&state| accepts[state]).collect();
    while let Some(state) = waiting.pop() {
        for &earlier in &before[state] {
            if !std::mem::replace(&mut accepts[earlier], true) {
                waiting.push(earlier);
            }
        }
    }
    Ok(accepts)
}

fn letters(
    diagrams: &mut Diagrams,
    roots: &[Diagram],
    removed: &dyn Fn(u32) -> bool,
    budget: &Budget,
) -> Budgeted<Vec<Diagram>> {
    let none = Diagram::terminal(0);
    let mut memos = (Memo::new(), Memo::new());
    let mut accepts = vec![none; roots.len()];
    loop {
        let mut changed = false;
        diagrams.begin_pass();
        for (state, &root) in roots.iter().enumerate() {
            budget.spend(1)?;
            let now = later(diagrams, root, &accepts, removed, &mut memos, budget)?;
            changed |= now != accepts[state];
            accepts[state] = now;
        }
        if !changed {
            return Ok(accepts);
        }
    }
}

/// The letters that accept below a diagram at once or later, as far as is known for the states that it leads to.
fn later(
    diagrams: &mut Diagrams,
    diagram: Diagram,
    accepts: &[Diagram],
    removed: &dyn Fn(u32) -> bool,
    memos: &mut (Memo, Memo),
    budget: &Budget,
) -> Budgeted<Diagram> {
    let (track, low, high) = match diagrams.view(diagram) {
        View::Terminal(number) if number & 1 == 1 => return Ok(Diagram::terminal(1)),
        View::Terminal(number) => return Ok(accepts[number as usize / 2]),
        View::Branch(track, low, high) => (track, low, high),
    };
    if let Some(known) = diagrams.seen(diagram) {
        return Ok(known);
    }
    let low = later(diagrams, low, accepts, removed, memos, budget)?;
    let high = later(diagrams, high, accepts, removed, memos, budget)?;
    let result = if removed(track) {
        let either = &mut |a: Diagram, b: Diagram| {
            Ok(match (a.value(), b.value()) {
                (Some(1), _) | (_, Some(0)) => Some(a),
                (_, Some(1)) | (Some(0), _) => Some(b),
                _ => (a == b).then_some(a),
            })
        };
        diagrams.apply(low, high, &mut memos.0, either, budget)?
    } else {
        diagrams.choose(track, low, high, &mut memos.1, budget)?
    };
    diagrams.see(diagram, result);
    Ok(result)
}
