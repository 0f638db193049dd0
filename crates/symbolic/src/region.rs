//! Why no fair path stays for ever among some steps: an argument that leaves out steps until none is left, kept as data.
//!
//! The same argument is written down for others by the crate `certificates`, where each rule is explained.

use crate::steps::Label;
use state_sets::Linear;

/// Why no fair path stays for ever among the steps that are left.
#[derive(Debug, Clone)]
pub(crate) enum Argument<S> {
    /// No step is left.
    Nothing,
    /// No step that is left counts for the condition with this place among those that are repeated.
    Never(usize),
    /// No step that is left meets the obligation with this place; steps from states that oblige are left out.
    Avoided(usize, Box<Argument<S>>),
    /// No step that is left increases the sum, and none decreases it for ever; those that decrease it are left out.
    Rank(Linear, Box<Argument<S>>),
    /// Classes of states, to the first of which a state belongs; no step leads to an earlier one.
    Classes(Vec<(S, Argument<S>)>),
    /// Classes of steps; none leads to where one of an earlier class begins.
    Steps(Vec<(Vec<StepsFrom<S>>, Argument<S>)>),
}

/// Steps of one label, and of one edge of an automaton, from some states.
#[derive(Debug, Clone)]
pub(crate) struct StepsFrom<S> {
    /// The label.
    pub label: Label,
    /// The edge of the automaton, by its place, if there is one.
    pub reading: Option<usize>,
    /// The states from which they are taken.
    pub from: S,
}

impl<S> Argument<S> {
    /// An argument by classes of states; the only one needs no class.
    pub fn classes(mut classes: Vec<(S, Argument<S>)>) -> Argument<S> {
        match classes.len() {
            0 => Argument::Nothing,
            1 => classes.remove(0).1,
            _ => Argument::Classes(classes),
        }
    }
}
