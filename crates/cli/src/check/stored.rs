//! Where explicit search keeps its states, and its checkpoints.

use crate::args::StorageArgs;
use crate::folder::Folder;
use certificates::header;
use cluster::{CheckpointNews, Keeping, Settings, StorageMaker, Writing};
use state_storage::checkpoint::{Checkpoint, Identity};
use state_storage::{Compressed, Files, InMemory, OnDisk};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use system::{ConstantValue, System};

/// The time between checkpoints where none is given.
const EVERY: Duration = Duration::from_secs(600);

/// Where states are kept, and what becomes of checkpoints.
#[derive(Debug, Clone, Default)]
pub struct Storing {
    disk: Option<PathBuf>,
    is_compressed: bool,
    checkpoint: Option<(PathBuf, Duration)>,
    resume: Option<PathBuf>,
    /// How many states the last checkpoint has.
    saved: Arc<AtomicU64>,
    /// What is searched, as soon as it is known.
    identity: Arc<OnceLock<Identity>>,
}

impl Storing {
    /// What the options say.
    pub fn new(arguments: &StorageArgs) -> Self {
        let every = arguments.every.map_or(EVERY, |every| every.0);
        Storing {
            disk: arguments.disk.clone(),
            is_compressed: arguments.compress,
            checkpoint: arguments.checkpoint.clone().map(|folder| (folder, every)),
            resume: arguments.resume.clone(),
            saved: Arc::default(),
            identity: Arc::default(),
        }
    }

    /// Makes the places where workers keep their states. So many of them share so many bytes of memory.
    pub fn maker(&self, workers: usize, memory: Option<u64>) -> Result<StorageMaker, String> {
        if let Some(parent) = &self.disk {
            let folder = Folder::temporary(parent).map_err(|failure| failure.to_string())?;
            let files: Arc<dyn Files> = Arc::new(folder);
            // The other half is for what a worker has beside its states.
            let share = memory.unwrap_or(USUAL_MEMORY) / 2 / workers as u64;
            return Ok(Arc::new(move |worker, shape| {
                let prefix = format!("worker-{worker}");
                Ok(Box::new(OnDisk::new(shape, Arc::clone(&files), &prefix, share)?))
            }));
        }
        match self.is_compressed {
            true => Ok(Arc::new(|_, shape| Ok(Box::new(Compressed::new(shape))))),
            false => Ok(Arc::new(|_, shape| Ok(Box::new(InMemory::new(shape))))),
        }
    }

    /// What becomes of checkpoints of a search; or why it cannot go on from the one that was named. Of several processes, the first one keeps
    /// the folder for this search.
    pub fn keeping(&self, identity: Identity, is_first: bool) -> Result<Keeping, String> {
        let _ = self.identity.set(identity.clone());
        let resumed = match &self.resume {
            Some(folder) => Some(Arc::new(open(folder, &identity)?)),
            None => None,
        };
        let writing = match &self.checkpoint {
            Some((folder, every)) => {
                let files = Folder::new(folder);
                let files = if is_first { files.and_then(Folder::alone) } else { files };
                let files = files.map_err(|failure| format!("--checkpoint: {failure}"))?;
                let saved = Arc::clone(&self.saved);
                let tell = move |news: &CheckpointNews| hear(news, &saved);
                Some(Writing { files: Arc::new(files), every: *every, identity, tell: Arc::new(tell) })
            }
            None => None,
        };
        Ok(Keeping { writing, resumed })
    }

    /// How a search that ended early can go on, if it can.
    pub fn advice(&self) -> Option<String> {
        let (folder, _) = self.checkpoint.as_ref()?;
        match self.saved.load(Ordering::Relaxed) {
            // Only the first of several processes hears of checkpoints.
            0 => {
                open(folder, self.identity.get()?).ok()?;
                Some(format!("--resume {} goes on from the last checkpoint", folder.display()))
            }
            states => Some(format!(
                "the last checkpoint has {states} states; --resume {} goes on from it",
                folder.display()
            )),
        }
    }
}

/// The memory that workers share where nothing is known of how much there is.
const USUAL_MEMORY: u64 = 4 << 30;

/// Opens the checkpoint in a folder, if it was made for this.
fn open(folder: &Path, identity: &Identity) -> Result<Checkpoint, String> {
    let named = |reason: String| format!("--resume {}: {reason}", folder.display());
    if !folder.is_dir() {
        return Err(named("there is no such folder".to_owned()));
    }
    let files = Folder::new(folder).map_err(|failure| named(failure.to_string()))?;
    let checkpoint = Checkpoint::open(Arc::new(files)).map_err(|failure| named(failure.to_string()))?;
    checkpoint.agrees_with(identity).map_err(|failure| named(failure.to_string()))?;
    Ok(checkpoint)
}

/// Takes note of what is told of a checkpoint.
fn hear(news: &CheckpointNews, saved: &AtomicU64) {
    match news {
        CheckpointNews::Written(states) => saved.store(*states, Ordering::Relaxed),
        CheckpointNews::Failed(reason) => {
            let warning = "warning: a checkpoint could not be written";
            // What is written there may go to the same disk, which is full.
            let _ = writeln!(std::io::stderr(), "{warning}: {reason}; the one before still counts");
        }
    }
}

/// What must be the same for a search that goes on.
pub fn identity(system: &System, properties: &[usize], settings: &Settings) -> Identity {
    let header = header(system, "");
    let mut all = vec![
        ("the version of Fathom".to_owned(), env!("CARGO_PKG_VERSION").to_owned()),
        ("the text of the model".to_owned(), header.hash),
    ];
    for (name, value) in header.constants {
        let value = match value {
            ConstantValue::Int(value) => value.to_string(),
            ConstantValue::Bool(value) => value.to_string(),
        };
        all.push((format!("the constant {name}"), value));
    }
    for (name, size) in header.sizes {
        all.push((format!("the size of {name}"), size.to_string()));
    }
    let names: Vec<&str> = properties.iter().map(|at| system.properties[*at].name.as_str()).collect();
    all.push(("the list of properties".to_owned(), names.join(", ")));
    let reductions = format!("{:?}, {:?}, {:?}", settings.symmetry, settings.inactive, settings.form);
    all.push(("the choice of reductions".to_owned(), reductions.to_lowercase()));
    Identity(all)
}
