//! What a reduction must keep.

/// The properties of a net that its reduction must share with it.
///
/// A property reads the tokens of the visible places; one that asks whether a transition can fire reads the places that it takes from
/// and that limit it. Whoever keeps everything keeps traces up to stuttering, and whoever keeps these keeps dead ends and reachability.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Preserve {
    /// Which markings of the visible places can be reached: invariants, reachability, bounds of sums of visible places.
    Reachability,
    /// Which markings of the visible places can be reached with no transition enabled; with no visible place, whether the net can
    /// come to a dead end.
    Deadlocks,
    /// The sequences of markings of the visible places along runs that are infinite or end where nothing is enabled, up to
    /// stuttering: linear time logic without "next", on all maximal runs. An endless run that no longer changes anything visible
    /// is told from a run that ends.
    Stuttering,
    /// The graph of markings, up to bisimulation that respects the visible places: branching time logic, and "next".
    Everything,
}

impl Preserve {
    /// All of them.
    pub const ALL: [Preserve; 4] =
        [Preserve::Reachability, Preserve::Deadlocks, Preserve::Stuttering, Preserve::Everything];
}
