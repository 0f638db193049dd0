//! One step: the successors of a state.
//!
//! Transitions that only compare and replace bits are `rule`s, whose successors `apply` computes on packed states; all others
//! are fired in full generality (`fire`). `expand` takes for each transition what fits, where there are many of those that `select`
//! does not leave out; `agreement` compares the two on random systems.

#[cfg(test)]
mod agreement;
mod apply;
pub(crate) mod expand;
pub(crate) mod fire;
mod rule;
mod select;
