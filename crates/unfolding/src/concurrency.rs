//! Which conditions can hold at the same time.
//!
//! The relation grows with each event. Two conditions are concurrent if neither is in the past of the other and no condition was
//! taken by different events of their pasts. A condition that an event has just made is concurrent with those that it made as
//! well, and with those that are concurrent with every condition that it took; so one intersection per event is enough. That
//! intersection is kept with the event, for all conditions that it made together; each condition keeps the younger ones itself.
//! A set of conditions is part of a reachable marking exactly if they are pairwise concurrent.
//!
//! # Reference
//!
//! Römer: *Theorie und Praxis der Netzentfaltungen als Grundlage für die Verifikation nebenläufiger Systeme*, dissertation,
//! Technische Universität München, 2000. Esparza, Römer: *An Unfolding Algorithm for Synchronous Products of Transition Systems*,
//! CONCUR 1999, doi:10.1007/3-540-48320-9_2.

use crate::blocks::{Blocks, block_of, members};
use crate::occurrence::{Occurrence, START};
use std::ops::Range;

/// The pairs of conditions that can hold at the same time.
#[derive(Debug, Default)]
pub(crate) struct Concurrency {
    /// For each event the older conditions that are concurrent with those that it makes.
    older: Vec<Blocks>,
    /// For each condition those that came with it or later.
    younger: Vec<Blocks>,
    nothing: Blocks,
    bytes: u64,
}

impl Concurrency {
    /// About how many bytes it holds.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    fn older(&self, occurrence: &Occurrence, condition: u32) -> &Blocks {
        match occurrence.producer[condition as usize] {
            START => &self.nothing,
            producer => &self.older[producer as usize],
        }
    }

    /// Whether both conditions can hold at the same time; they must not be the same.
    #[inline]
    pub(crate) fn contains(&self, occurrence: &Occurrence, a: u32, b: u32) -> bool {
        let (old, young) = if a < b { (a, b) } else { (b, a) };
        occurrence.producer[old as usize] == occurrence.producer[young as usize]
            || self.older(occurrence, young).contains(old)
    }

    /// The conditions that can hold at the same time as all of these.
    pub(crate) fn common(&self, occurrence: &Occurrence, preset: &[u32], common: &mut Blocks) {
        let size =
            |condition: u32| self.older(occurrence, condition).len() + self.younger[condition as usize].len();
        common.clear();
        let Some(first) = preset.iter().copied().min_by_key(|condition| size(*condition)) else { return };
        for part in [self.older(occurrence, first), &self.younger[first as usize]] {
            part.blocks().iter().for_each(|block| common.push_block(*block));
        }
        for condition in preset {
            if *condition != first {
                common.keep_common(self.older(occurrence, *condition), &self.younger[*condition as usize]);
            }
        }
    }

    /// Adds the conditions that an event, or the start, has made, with the older ones that are concurrent with it.
    pub(crate) fn add(&mut self, event: u32, made: Range<u32>, common: &Blocks) {
        let mut together = Blocks::default();
        made.clone().for_each(|condition| together.push(condition));
        for block in common.blocks() {
            for condition in members(*block) {
                let younger = &mut self.younger[condition as usize];
                let before = younger.bytes();
                together.blocks().iter().for_each(|block| younger.push_block(*block));
                self.bytes += younger.bytes() - before;
            }
        }
        for condition in made {
            let mut siblings = Blocks::default();
            let own = block_of(condition);
            for block in together.blocks() {
                let others = if block >> 32 == own >> 32 { block & !(own & 0xffff_ffff) } else { *block };
                if others & 0xffff_ffff != 0 {
                    siblings.push_block(others);
                }
            }
            self.bytes += siblings.bytes() + 24;
            self.younger.push(siblings);
        }
        if event != START {
            self.older.resize(event as usize, Blocks::default());
            self.older.push(common.compact());
            self.bytes += common.bytes() + 24;
        }
    }
}
