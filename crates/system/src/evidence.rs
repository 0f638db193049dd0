//! What a verdict rests on.
//!
//! An engine never says *holds* or *violated*. It hands over evidence, and what that evidence shows of a question is
//! decided here, in one table. There is no verdict without evidence, so none is left standing by default where a proof was
//! expected and did not come.

use crate::{BoundValue, Count, Ctl, Question, Reason, Trace, Verdict};

/// What a verdict rests on.
#[derive(Debug, Clone, PartialEq)]
pub enum Evidence {
    /// A path, or a lasso, that the reference interpreter has walked.
    Path {
        /// The path.
        trace: Trace,
        /// For a branching-time formula, its value in the first state, and why.
        explanation: Option<Box<Explanation>>,
    },
    /// Every reachable state was looked at, or one of each class of states that cannot be told apart.
    Exhaustive {
        /// How many.
        states: Count,
    },
    /// A complete finite prefix of the unfolding of a net was looked at: every reachable state is that of a configuration of it, and every
    /// infinite run leaves a repetition in it.
    Prefix,
    /// A set of states that contains the initial ones, that no step leaves, and that has no bad state; or, from the other
    /// side, one that contains the bad states, all their predecessors, and no initial state.
    Invariant,
    /// A measure that every other run would decrease for ever; in words.
    Ranking(String),
    /// Sets of states for the subformulas, exact or on the side that proves: all initial states are in the last one.
    Fixpoint,
    /// A cover: the least elements of a set of states that more processes, or larger counters, never leave. It contains the bad states and all
    /// their predecessors, except some that are known to be out of reach, and no initial state.
    Cover {
        /// How many elements.
        elements: Count,
    },
    /// The largest value of an expression, or that there is none, with a path to where it is met if one was walked.
    Largest {
        /// The value.
        value: Largest,
        /// A path to it.
        witness: Option<Trace>,
    },
    /// Something that stands for the states of every size, where a constant that says how many instances there are stays open.
    EverySize(EverySize),
    /// Evidence of the same kind of verdict for each part of a conjunction.
    Parts(Vec<Evidence>),
}

/// What stands for the states of every size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EverySize {
    /// What a few instances and the variables beside them can look like in any state of any size: a finite set, closed under all steps.
    CutOff,
    /// Another system, whose states are those of all sizes; what its verdict rests on. Its paths are none of the system's.
    Counting {
        /// What that is called.
        evidence: &'static str,
    },
}

/// A largest value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Largest {
    /// This one.
    Exactly(i128),
    /// There is none: every value is exceeded.
    Unbounded,
}

/// Why a formula has its value in a state, down to the state expressions: a tree of paths.
#[derive(Debug, Clone, PartialEq)]
pub struct Explanation {
    /// The formula.
    pub formula: Ctl,
    /// Its value there.
    pub value: bool,
    /// For a state expression, why it has its value.
    pub reasons: Vec<Reason>,
    /// The path that shows it, from the state; universal truths and existential falsehoods have
    /// none, and nor do paths of no step that need not be maximal.
    pub path: Option<Trace>,
    /// Why subformulas have their values at the end of the path, or in the state itself if there is none.
    pub parts: Vec<Explanation>,
}

impl Evidence {
    /// A path without further explanation.
    pub fn path(trace: Trace) -> Self {
        Evidence::Path { trace, explanation: None }
    }

    /// What it shows of the question; nothing if it is no evidence for such a question at all.
    pub fn verdict(&self, question: &Question) -> Option<Verdict> {
        match self {
            Evidence::Path { explanation, .. } => path_shows(question, explanation.as_deref()),
            Evidence::Exhaustive { .. }
            | Evidence::Prefix
            | Evidence::Invariant
            | Evidence::Fixpoint
            | Evidence::Cover { .. } => sets_show(question),
            Evidence::Ranking(_) => {
                matches!(question, Question::Ltl(_) | Question::Ctl(_)).then_some(Verdict::Holds)
            }
            Evidence::Largest { .. } => matches!(question, Question::Bound(_)).then_some(Verdict::Holds),
            // Each size must have such a path, and each has been given one.
            Evidence::EverySize(EverySize::Counting { .. }) => {
                (!matches!(question, Question::Bound(_))).then_some(Verdict::Holds)
            }
            Evidence::EverySize(EverySize::CutOff) => every_size_shows(question),
            Evidence::Parts(parts) => {
                let first = parts.first()?.verdict(question)?;
                parts.iter().all(|part| part.verdict(question).as_ref() == Some(&first)).then_some(first)
            }
        }
    }

    /// What it is called in reports.
    pub fn name(&self) -> &'static str {
        match self {
            Evidence::Path { trace, .. } if trace.is_lasso() => "lasso",
            Evidence::Path { .. } => "path",
            Evidence::Exhaustive { .. } | Evidence::Prefix => "exhaustive search",
            Evidence::Invariant => "inductive invariant",
            Evidence::Ranking(_) => "ranking",
            Evidence::Fixpoint => "fixpoint",
            Evidence::Cover { .. } => "cover",
            Evidence::Largest { witness: Some(_), .. } => "path",
            Evidence::Largest { witness: None, .. } => "fixpoint",
            Evidence::EverySize(EverySize::CutOff) => "cut-off",
            Evidence::EverySize(EverySize::Counting { evidence }) => evidence,
            Evidence::Parts(parts) => parts.first().map_or("fixpoint", Evidence::name),
        }
    }

    /// The path in it, if it is one.
    pub fn trace(&self) -> Option<&Trace> {
        match self {
            Evidence::Path { trace, .. } => Some(trace),
            Evidence::Largest { witness, .. } => witness.as_ref(),
            _ => None,
        }
    }
}

/// A path refutes what must be so always, and shows what must be so at some time.
fn path_shows(question: &Question, explanation: Option<&Explanation>) -> Option<Verdict> {
    match question {
        Question::Invariant(_) | Question::DeadlockFree | Question::NoFaults | Question::Ltl(_) => {
            Some(Verdict::Violated)
        }
        Question::Reachable(_) => Some(Verdict::Holds),
        Question::Ctl(_) => Some(if explanation?.value { Verdict::Holds } else { Verdict::Violated }),
        Question::Bound(_) => None,
    }
}

/// Sets show that nothing of a kind is reached.
fn sets_show(question: &Question) -> Option<Verdict> {
    match question {
        Question::Reachable(_) => Some(Verdict::Violated),
        Question::Bound(_) => None,
        _ => Some(Verdict::Holds),
    }
}

/// What a few instances can look like shows that nothing of a kind happens; what is reached at some size need not be at each.
fn every_size_shows(question: &Question) -> Option<Verdict> {
    match question {
        Question::Invariant(_) | Question::DeadlockFree | Question::NoFaults => Some(Verdict::Holds),
        _ => None,
    }
}

impl From<Largest> for BoundValue {
    fn from(largest: Largest) -> Self {
        match largest {
            Largest::Exactly(value) => BoundValue::Exact(value),
            Largest::Unbounded => BoundValue::Unbounded,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Ending, Expr};
    use diagnostics::Span;

    fn truth() -> Expr {
        Expr::bool(true, Span::default())
    }

    fn path() -> Evidence {
        Evidence::path(Trace { initial: Vec::new(), steps: Vec::new(), ending: Ending::Finite })
    }

    #[test]
    fn a_path_refutes_invariants_and_shows_what_is_reachable() {
        assert_eq!(path().verdict(&Question::Invariant(truth())), Some(Verdict::Violated));
        assert_eq!(path().verdict(&Question::Reachable(truth())), Some(Verdict::Holds));
        assert_eq!(path().verdict(&Question::Bound(truth())), None);
    }

    #[test]
    fn a_path_says_nothing_of_a_branching_formula_unless_it_is_explained() {
        let question = Question::Ctl(Ctl::State(truth()));
        assert_eq!(path().verdict(&question), None);
        let leaf = |value| Explanation {
            formula: Ctl::State(truth()),
            value,
            reasons: Vec::new(),
            path: None,
            parts: Vec::new(),
        };
        let Evidence::Path { trace, .. } = path() else { unreachable!("it is a path") };
        for (value, verdict) in [(true, Verdict::Holds), (false, Verdict::Violated)] {
            let explained = Evidence::Path { trace: trace.clone(), explanation: Some(Box::new(leaf(value))) };
            assert_eq!(explained.verdict(&question), Some(verdict));
        }
    }

    #[test]
    fn sets_show_that_nothing_bad_is_reached() {
        let all = Evidence::Exhaustive { states: 3_u64.into() };
        assert_eq!(all.verdict(&Question::DeadlockFree), Some(Verdict::Holds));
        assert_eq!(Evidence::Invariant.verdict(&Question::Reachable(truth())), Some(Verdict::Violated));
        assert_eq!(Evidence::Ranking(String::new()).verdict(&Question::DeadlockFree), None);
    }

    #[test]
    fn a_cut_off_shows_that_nothing_bad_happens_at_any_size() {
        let cut_off = Evidence::EverySize(EverySize::CutOff);
        assert_eq!(cut_off.verdict(&Question::NoFaults), Some(Verdict::Holds));
        assert_eq!(cut_off.verdict(&Question::Reachable(truth())), None);
        assert_eq!(cut_off.name(), "cut-off");
    }

    #[test]
    fn parts_must_agree() {
        let question = Question::Invariant(truth());
        let parts = Evidence::Parts(vec![Evidence::Invariant, Evidence::Fixpoint]);
        assert_eq!(parts.verdict(&question), Some(Verdict::Holds));
        assert_eq!(Evidence::Parts(vec![Evidence::Invariant, path()]).verdict(&question), None);
        assert_eq!(Evidence::Parts(Vec::new()).verdict(&question), None);
    }
}
