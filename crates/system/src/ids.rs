//! Numbers that stand for the parts of a system.

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub u32);

        impl $name {
            /// The number as an index of the list that holds the part.
            pub fn index(self) -> usize {
                self.0 as usize
            }

            /// The part at this index of its list.
            ///
            /// # Panics
            /// If there are more than 2³² parts.
            pub fn from_index(index: usize) -> Self {
                $name(u32::try_from(index).expect("a system has fewer than 2^32 parts of a kind"))
            }
        }
    )*};
}

ids! {
    /// A variable.
    VariableId
    /// An enumeration.
    EnumerationId
    /// A process or process array.
    ProcessId
    /// A population.
    PopulationId
    /// A variable of an unbounded quantifier.
    BoundId
    /// An edge.
    EdgeId
    /// A transition.
    TransitionId
}
