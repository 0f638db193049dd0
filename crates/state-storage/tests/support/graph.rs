//! A random graph of states, searched by several owners, which can stop and go on.

use budget::Unlimited;
use state_storage::checkpoint::{
    Checkpoint, CheckpointFailure, CheckpointWriter, Identity, OwnerPart, publish,
};
use state_storage::{Batch, Files, Shape, StateStorage, StorageFailure, hash, mix, owner};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A graph: its states are numbers, each with some successors.
#[derive(Debug, Clone, Copy)]
pub struct Graph {
    pub shape: Shape,
    pub states: u64,
    pub seed: u64,
}

impl Graph {
    fn successors(self, words: &[u64]) -> impl Iterator<Item = Vec<u64>> {
        let from = words[words.len() - 1];
        let degree = mix(from ^ self.seed) % 4;
        // Most steps are short, so that there are many levels.
        (0..degree).map(move |at| {
            let step = 1 + mix(from ^ self.seed ^ (at + 1) << 40) % 40;
            super::state(self.shape, (from + step) % self.states)
        })
    }

    fn initial(self) -> Vec<Vec<u64>> {
        (0..3).map(|at| super::state(self.shape, mix(self.seed ^ at) % self.states)).collect()
    }

    pub fn identity(self) -> Identity {
        Identity(vec![
            ("seed".to_owned(), self.seed.to_string()),
            ("states".to_owned(), self.states.to_string()),
        ])
    }
}

pub type Contents = BTreeMap<Vec<u64>, (usize, u64)>;

/// Makes the storage of an owner.
pub type Factory<'f> = &'f dyn Fn(Shape, usize) -> Result<Box<dyn StateStorage>, StorageFailure>;

/// A search by some owners.
pub struct Owners {
    pub graph: Graph,
    pub storages: Vec<Box<dyn StateStorage>>,
    checkpoints: Option<(Arc<dyn Files>, Vec<CheckpointWriter>)>,
}

impl Owners {
    /// A search that begins.
    pub fn begin(graph: Graph, owners: usize, factory: Factory<'_>) -> Result<Self, StorageFailure> {
        let storages = (0..owners).map(|at| factory(graph.shape, at)).collect::<Result<_, _>>()?;
        let mut search = Owners { graph, storages, checkpoints: None };
        search.offer(graph.initial().into_iter().map(|words| (words, 0)))?;
        search.close()?;
        Ok(search)
    }

    /// A search that goes on.
    pub fn resume(
        graph: Graph,
        owners: usize,
        factory: Factory<'_>,
        files: Arc<dyn Files>,
    ) -> Result<Self, CheckpointFailure> {
        let checkpoint = Checkpoint::open(files)?;
        checkpoint.agrees_with(&graph.identity())?;
        let mut storages = Vec::new();
        for at in 0..owners {
            let mut storage = factory(checkpoint.shape(), at)?;
            checkpoint.restore(&mut *storage, &|hash| owner(owners, hash) == at, &Unlimited)?;
            storages.push(storage);
        }
        let levels = storages[0].levels().len() as u64;
        assert_eq!(checkpoint.notes(), levels.to_le_bytes());
        Ok(Owners { graph, storages, checkpoints: None })
    }

    /// Writes checkpoints from now on.
    pub fn with_checkpoints(mut self, files: Arc<dyn Files>) -> Result<Self, StorageFailure> {
        let writers = (0..self.storages.len()).map(|at| CheckpointWriter::new(Arc::clone(&files), at as u64));
        let writers = writers.collect::<Result<_, _>>()?;
        self.checkpoints = Some((files, writers));
        Ok(self)
    }

    fn offer(&mut self, candidates: impl Iterator<Item = (Vec<u64>, u64)>) -> Result<(), StorageFailure> {
        let mut batches = vec![Batch::default(); self.storages.len()];
        for (words, tag) in candidates {
            batches[owner(self.storages.len(), hash(&words))].push(&words, tag);
        }
        for (storage, batch) in self.storages.iter_mut().zip(&batches) {
            storage.offer(batch, &Unlimited)?;
        }
        Ok(())
    }

    fn close(&mut self) -> Result<bool, StorageFailure> {
        let mut is_more = false;
        for storage in &mut self.storages {
            is_more |= !storage.close_level(&Unlimited)?.is_empty();
        }
        Ok(is_more)
    }

    /// How many levels were closed.
    pub fn levels(&self) -> usize {
        self.storages[0].levels().len() - 1
    }

    /// Searches one more level; false if nothing was new.
    pub fn step(&mut self) -> Result<bool, StorageFailure> {
        for at in 0..self.storages.len() {
            let levels = self.storages[at].levels();
            let (mut from, end) = (levels[levels.len() - 2], levels[levels.len() - 1]);
            while from < end {
                let mut batch = Batch::default();
                self.storages[at].read(from, (end - from).min(50) as usize, &mut batch)?;
                from += batch.len() as u64;
                let graph = self.graph;
                let all = batch.iter(graph.shape).flat_map(|(words, _)| {
                    let tag = hash(words);
                    graph.successors(words).map(move |next| (next, tag)).collect::<Vec<_>>()
                });
                self.offer(all.collect::<Vec<_>>().into_iter())?;
            }
        }
        self.close()
    }

    /// Writes a checkpoint.
    pub fn save(&mut self) -> Result<(), StorageFailure> {
        let levels = self.storages[0].levels().len() as u64;
        let Some((files, writers)) = &mut self.checkpoints else { return Ok(()) };
        let mut parts = Vec::new();
        for (storage, writer) in self.storages.iter_mut().zip(writers) {
            let part = writer.save(&mut **storage, b"of this owner", &Unlimited)?;
            parts.push(OwnerPart::from_bytes(&part.to_bytes()).expect("a part is read as it was written"));
        }
        Ok(publish(&**files, &self.graph.identity(), &parts, &levels.to_le_bytes())?)
    }

    /// Everything that was found.
    pub fn contents(&mut self) -> Contents {
        self.storages.iter_mut().flat_map(|storage| super::contents(&mut **storage)).collect()
    }

    /// Searches to the end.
    pub fn finish(mut self) -> Contents {
        while self.step().expect("nothing goes wrong") {}
        self.contents()
    }
}

/// The same, obviously right.
pub fn plainly(graph: Graph) -> Contents {
    let mut plain = super::Plain::default();
    graph.initial().iter().for_each(|words| plain.offer(words, 0));
    let mut level = 0;
    while plain.close_level() > 0 {
        let last: Vec<Vec<u64>> =
            plain.states.iter().filter(|(_, (of, _))| *of == level).map(|(words, _)| words.clone()).collect();
        for words in last {
            graph.successors(&words).for_each(|next| plain.offer(&next, hash(&words)));
        }
        level += 1;
    }
    plain.states
}
