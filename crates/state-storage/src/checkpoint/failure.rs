//! Why a checkpoint cannot be used.

use crate::files::FileFailure;
use crate::storage::StorageFailure;
use std::fmt;

/// Why a checkpoint cannot be used. Each says what to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CheckpointFailure {
    /// There is none.
    Missing,
    /// What is there was not written by this program.
    Foreign {
        /// The file.
        file: String,
    },
    /// It was written by a version with another format.
    Version {
        /// The version of its format.
        found: u32,
        /// The one that this program writes.
        known: u32,
    },
    /// A file is not as it was written.
    Damaged {
        /// The file.
        file: String,
        /// What is wrong.
        what: String,
    },
    /// It was made for something else.
    Different {
        /// What differs, what it was, and what it is now.
        what: Vec<(String, String, String)>,
    },
    /// A file could not be read.
    Files(FileFailure),
    /// States could not be put where they belong.
    Storage(StorageFailure),
}

impl From<FileFailure> for CheckpointFailure {
    fn from(failure: FileFailure) -> Self {
        CheckpointFailure::Files(failure)
    }
}

impl From<StorageFailure> for CheckpointFailure {
    fn from(failure: StorageFailure) -> Self {
        CheckpointFailure::Storage(failure)
    }
}

impl fmt::Display for CheckpointFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckpointFailure::Missing => {
                write!(
                    f,
                    "there is no checkpoint: the folder has no file `manifest`; a first one may not have been finished"
                )
            }
            CheckpointFailure::Foreign { file } => {
                write!(
                    f,
                    "`{file}` is not part of a checkpoint; name the folder that was given to `--checkpoint`"
                )
            }
            CheckpointFailure::Version { found, known } => write!(
                f,
                "the checkpoint has format {found}, and this version of fathom reads format {known}; go on with the version that wrote it"
            ),
            CheckpointFailure::Damaged { file, what } => {
                write!(
                    f,
                    "the checkpoint is damaged: `{file}`: {what}; start anew, or restore the folder from a copy"
                )
            }
            CheckpointFailure::Different { what } => {
                write!(f, "the checkpoint was made for something else: ")?;
                for (at, (name, was, is)) in what.iter().enumerate() {
                    let separator = if at == 0 { "" } else { "; " };
                    write!(f, "{separator}{name} was {was}, and is now {is}")?;
                }
                write!(f, "; give the same model and options, or start anew without `--resume`")
            }
            CheckpointFailure::Files(failure) => failure.fmt(f),
            CheckpointFailure::Storage(failure) => failure.fmt(f),
        }
    }
}

impl std::error::Error for CheckpointFailure {}
