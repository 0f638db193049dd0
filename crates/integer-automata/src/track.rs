//! The names of variables: numbers of tracks.

use std::fmt;

/// The track of an integer variable. Letters test tracks in increasing order, so variables that occur together in
/// constraints should have numbers near each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Track(u16);

/// The track of a Boolean variable, which is read before all integers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BooleanTrack(u16);

/// The largest number of tracks that one automaton may depend on. Operations descend one call for each track, so this
/// bounds the depth of recursion.
pub(crate) const MOST_TRACKS: usize = 2048;

macro_rules! numbered {
    ($name:ident, $letter:literal) => {
        impl $name {
            /// The track of that number.
            pub const fn new(number: u16) -> $name {
                $name(number)
            }

            /// The number of the track.
            pub const fn number(self) -> u16 {
                self.0
            }

            pub(crate) fn level(self) -> u32 {
                u32::from(self.0)
            }

            pub(crate) fn at_level(level: u32) -> $name {
                $name(level as u16)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(formatter, concat!($letter, "{}"), self.0)
            }
        }
    };
}

numbered!(Track, "x");
numbered!(BooleanTrack, "b");
