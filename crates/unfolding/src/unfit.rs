//! Why a net has no prefix here.

use std::fmt;

/// Why a net is not unfolded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unfit {
    /// A transition has a limit or a transfer; only place/transition nets are unfolded.
    NotPlain,
    /// It does not start with exactly one marking.
    Starts,
    /// Some place can hold any number of tokens, so that no finite prefix has all markings.
    Unbounded,
    /// An amount of tokens is larger than the number of conditions that can be told apart.
    TooManyTokens,
    /// The automaton names a state or place that is not there, or what it accepts depends on how often a marking is repeated.
    Automaton,
}

impl fmt::Display for Unfit {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Unfit::NotPlain => "a transition has limits or transfers",
            Unfit::Starts => "the net does not start with exactly one marking",
            Unfit::Unbounded => "the number of tokens has no bound",
            Unfit::TooManyTokens => "an amount of tokens is too large to tell them apart",
            Unfit::Automaton => {
                "the automaton names what is not there, or tells apart runs that differ in repetitions only"
            }
        })
    }
}

impl std::error::Error for Unfit {}
