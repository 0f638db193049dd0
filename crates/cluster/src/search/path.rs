//! Paths, rebuilt across owners.
//!
//! The tag of a state says which rank its parent has in the level before. Ranks are not kept; they are found again from the tags of that level, which are.
//! So a path costs about as much as ranking all levels, which is little beside searching them, and nothing where there is none.

use super::{Search, Trouble};
use crate::parcel::Kind;
use crate::report::{Tagged, read_tagged, write_tagged};
use crate::tag::parent;
use crate::wire::{Reader, write_number};
use state_storage::Batch;

impl Search<'_, '_, '_> {
    /// For each of these states, given with its level, the states on the path to it. All workers must ask for the same.
    pub(super) fn paths(&mut self, ends: &[(usize, Tagged)]) -> Result<Vec<Vec<Vec<u64>>>, Trouble> {
        // From the end on.
        let mut paths: Vec<Vec<Vec<u64>>> = ends.iter().map(|(_, state)| vec![state.words.clone()]).collect();
        let mut tags: Vec<u64> = ends.iter().map(|(_, state)| state.tag).collect();
        let deepest = ends.iter().map(|(level, _)| *level).max().unwrap_or(0);
        for level in (0..deepest).rev() {
            let wanted: Vec<(usize, u64)> = (0..ends.len())
                .filter(|path| ends[*path].0 > level)
                .map(|path| (path, parent(tags[path])))
                .collect();
            for (path, state) in self.states_of_rank(level, &wanted)? {
                tags[path] = state.tag;
                paths[path].push(state.words);
            }
        }
        paths.iter_mut().for_each(|path| path.reverse());
        Ok(paths)
    }

    /// The states of a level with these ranks, each under its number.
    fn states_of_rank(
        &mut self,
        level: usize,
        wanted: &[(usize, u64)],
    ) -> Result<Vec<(usize, Tagged)>, Trouble> {
        let tags = self.tags_of(level)?;
        let ranks = self.ranked(&tags, level)?;
        let start = self.storage.levels()[level];
        for (place, rank) in ranks.iter().enumerate() {
            for (path, _) in wanted.iter().filter(|(_, wanted)| wanted == rank) {
                let mut batch = Batch::default();
                if let Err(failure) = self.storage.read(start + place as u64, 1, &mut batch) {
                    self.watch.board.break_off(failure.to_string());
                    return Err(Trouble::Broken);
                }
                let state = Tagged { tag: tags.own[place], words: batch.words };
                let mut contents = Vec::new();
                write_number(*path as u64, &mut contents);
                write_tagged(Some(&state), &mut contents);
                self.link.send_all(Kind::Steps, &contents);
            }
        }
        let mut found: Vec<(usize, Tagged)> = Vec::new();
        let width = self.shape.words;
        self.link.finish(&mut |parcel| {
            let mut reader = Reader(parcel.contents());
            let path = reader.number().and_then(|path| usize::try_from(path).ok());
            let state = read_tagged(&mut reader, width).flatten();
            found.extend(path.zip(state));
            parcel.kind == Kind::Steps
                && path.is_some_and(|path| wanted.iter().any(|(known, _)| *known == path))
        })?;
        if found.len() != wanted.len() {
            self.watch.board.break_off("nobody has a state that lies on a path".into());
            return Err(Trouble::Broken);
        }
        Ok(found)
    }
}
