//! The ranks of the states of a level: tags go to the workers of their ranges, ranks come back.

use super::settle::LevelTags;
use super::{Search, Trouble};
use crate::parcel::Kind;
use crate::ranking::{Ascending, Ranges, merged_ranks, read_ascending, read_tags, sorted_places};
use crate::wire::{Reader, write_number};

impl Search<'_, '_, '_> {
    fn ranges(&self, level: usize) -> Ranges {
        let before = if level == 0 { self.listed } else { self.totals[level - 1] };
        Ranges { count: self.link.peers(), before, is_first: level == 0 }
    }

    /// Sends the tags of this worker's states of a level to the workers of their ranges.
    pub(super) fn send_tags(&mut self, own: &[u64], places: &[u32], level: usize) {
        if self.link.peers() == 1 {
            return;
        }
        let ranges = self.ranges(level);
        let (mut to, mut ascending) = (0, Ascending::default());
        for place in places {
            let tag = own[*place as usize];
            let range = ranges.of(tag);
            if range != to {
                let rest = std::mem::take(&mut ascending).rest();
                rest.into_iter().for_each(|contents| self.link.send(Kind::Tags, to, contents));
                to = range;
            }
            if let Some(contents) = ascending.push_tag(tag) {
                self.link.send(Kind::Tags, to, contents);
            }
        }
        ascending.rest().into_iter().for_each(|contents| self.link.send(Kind::Tags, to, contents));
    }

    /// The ranks of this worker's states of a level, in the order of their numbers.
    pub(super) fn ranked(&mut self, tags: &LevelTags, level: usize) -> Result<Vec<u64>, Trouble> {
        let mut ranks = vec![0; tags.own.len()];
        if self.link.peers() == 1 {
            for (rank, place) in tags.places.iter().enumerate() {
                ranks[*place as usize] = rank as u64;
            }
            return Ok(ranks);
        }
        let peers = self.link.peers();
        for (owner, ranks) in merged_ranks(&tags.in_range).into_iter().enumerate() {
            let mut ascending = Ascending::default();
            for rank in ranks {
                if let Some(contents) = ascending.push(rank) {
                    self.link.send(Kind::Ranks, owner, contents);
                }
            }
            ascending.rest().into_iter().for_each(|contents| self.link.send(Kind::Ranks, owner, contents));
        }
        let mut ranked = Vec::new();
        write_number(tags.in_range.iter().map(|tags| tags.len() as u64).sum(), &mut ranked);
        self.link.send_all(Kind::Ranked, &ranked);
        let (mut sizes, mut of_ranges) = (vec![0_u64; peers], vec![Vec::new(); peers]);
        self.link.finish(&mut |parcel| match parcel.kind {
            Kind::Ranks => read_ascending(parcel.contents(), &mut of_ranges[parcel.from]).is_some(),
            Kind::Ranked => {
                let size = Reader(parcel.contents()).number();
                sizes[parcel.from] = size.unwrap_or(0);
                size.is_some()
            }
            _ => false,
        })?;
        let mut places = tags.places.iter();
        let mut before = 0;
        for (within, size) in of_ranges.iter().zip(sizes) {
            for (rank, place) in within.iter().zip(places.by_ref().take(within.len())) {
                ranks[*place as usize] = before + rank;
            }
            before += size;
        }
        let is_all = of_ranges.iter().map(Vec::len).sum::<usize>() == ranks.len();
        if !is_all || before != self.totals[level] {
            self.watch.board.break_off("the workers do not agree how many states a level has".into());
            return Err(Trouble::Broken);
        }
        Ok(ranks)
    }

    /// The tags of a level that was settled before, in a round of their own.
    pub(super) fn tags_of(&mut self, level: usize) -> Result<LevelTags, Trouble> {
        let (mut from, end) = (self.storage.levels()[level], self.storage.levels()[level + 1]);
        let (mut own, mut batch) = (Vec::new(), state_storage::Batch::default());
        while from < end {
            batch.clear();
            if let Err(failure) = self.storage.read(from, 4096.min((end - from) as usize), &mut batch) {
                self.watch.board.break_off(failure.to_string());
                return Err(Trouble::Broken);
            }
            own.extend_from_slice(&batch.tags);
            from += batch.len() as u64;
        }
        let places = sorted_places(&own);
        self.send_tags(&own, &places, level);
        let mut in_range = vec![Vec::new(); self.link.peers()];
        self.link.finish(&mut |parcel| match parcel.kind {
            Kind::Tags => read_tags(parcel.contents(), &mut in_range[parcel.from]).is_some(),
            _ => false,
        })?;
        Ok(LevelTags { own, places, in_range })
    }
}
