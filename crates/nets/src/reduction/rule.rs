//! The rules by name.

use super::draft::Draft;
use super::preserve::Preserve;
use super::{
    cone_of_influence, constant_places, dead_transitions, dominated_transitions, flow_implicit_places,
    free_agglomeration, identity_transitions, implicit_places, post_agglomeration, pre_agglomeration,
    redundant_transitions, source_transitions, unaffordable_transitions,
};
use budget::{Budget, Budgeted};

/// A rule that makes a net smaller. Each is a module of the same name, which says what it matches and why it is right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Rule {
    /// Transitions that can never fire.
    DeadTransitions,
    /// Only what can influence the visible places.
    ConeOfInfluence,
    /// Places whose tokens never change.
    ConstantPlaces,
    /// Places from which nothing is taken.
    SinkPlaces,
    /// Transitions beside others that do the same and need no more.
    RedundantTransitions,
    /// Transitions that change nothing.
    IdentityTransitions,
    /// Transitions that are never better than another, or than waiting.
    DominatedTransitions,
    /// Transitions that are always enabled.
    SourceTransitions,
    /// Places that always hold enough because another place does.
    ImplicitPlaces,
    /// Consumers of a place that fire as soon as they can.
    PostAgglomeration,
    /// Producers of a place that wait until what they give is used.
    PreAgglomeration,
    /// Producers of a place that fire only when what they give is used.
    FreeAgglomeration,
    /// Places that always hold enough because several others together do.
    FlowImplicitPlaces,
    /// Transitions that need more than an invariant allows.
    UnaffordableTransitions,
    /// Places between which tokens move freely become one.
    FreeComponents,
    /// Places whose tokens can do the same become one.
    EquivalentPlaces,
}

impl Rule {
    /// All rules, cheap ones first.
    pub const ALL: [Rule; 16] = [
        Rule::DeadTransitions,
        Rule::ConeOfInfluence,
        Rule::ConstantPlaces,
        Rule::SinkPlaces,
        Rule::RedundantTransitions,
        Rule::IdentityTransitions,
        Rule::DominatedTransitions,
        Rule::SourceTransitions,
        Rule::ImplicitPlaces,
        Rule::PostAgglomeration,
        Rule::PreAgglomeration,
        Rule::FreeAgglomeration,
        Rule::FlowImplicitPlaces,
        Rule::UnaffordableTransitions,
        Rule::FreeComponents,
        Rule::EquivalentPlaces,
    ];

    /// Whether the rule may be applied where this must be preserved.
    pub fn preserves(self, preserve: Preserve) -> bool {
        match self {
            Rule::DeadTransitions
            | Rule::ConstantPlaces
            | Rule::SinkPlaces
            | Rule::RedundantTransitions
            | Rule::ImplicitPlaces
            | Rule::FlowImplicitPlaces
            | Rule::UnaffordableTransitions
            | Rule::EquivalentPlaces => true,
            Rule::SourceTransitions
            | Rule::PostAgglomeration
            | Rule::PreAgglomeration
            | Rule::FreeComponents => preserve != Preserve::Everything,
            Rule::IdentityTransitions => matches!(preserve, Preserve::Reachability | Preserve::Deadlocks),
            Rule::ConeOfInfluence | Rule::DominatedTransitions | Rule::FreeAgglomeration => {
                preserve == Preserve::Reachability
            }
        }
    }

    /// Applies the rule wherever it matches, once through the net; how often. Making several places one is no change of a
    /// draft, and done apart.
    pub(super) fn apply(self, draft: &mut Draft, preserve: Preserve, budget: &Budget) -> Budgeted<usize> {
        if !self.preserves(preserve) {
            return Ok(0);
        }
        match self {
            Rule::DeadTransitions => dead_transitions::apply(draft, budget),
            Rule::ConeOfInfluence => cone_of_influence::apply(draft, budget),
            Rule::ConstantPlaces => constant_places::apply_constant(draft, budget),
            Rule::SinkPlaces => constant_places::apply_sinks(draft, budget),
            Rule::RedundantTransitions => redundant_transitions::apply(draft, budget),
            Rule::IdentityTransitions => identity_transitions::apply(draft, preserve, budget),
            Rule::DominatedTransitions => dominated_transitions::apply(draft, budget),
            Rule::SourceTransitions => source_transitions::apply(draft, preserve, budget),
            Rule::ImplicitPlaces => implicit_places::apply(draft, budget),
            Rule::PostAgglomeration => post_agglomeration::apply(draft, budget),
            Rule::PreAgglomeration => pre_agglomeration::apply(draft, budget),
            Rule::FreeAgglomeration => free_agglomeration::apply(draft, budget),
            Rule::FlowImplicitPlaces => flow_implicit_places::apply(draft, budget),
            Rule::UnaffordableTransitions => unaffordable_transitions::apply(draft, budget),
            Rule::FreeComponents | Rule::EquivalentPlaces => Ok(0),
        }
    }
}
