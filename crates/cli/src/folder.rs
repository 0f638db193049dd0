//! Folders in which states and checkpoints are kept.

use state_storage::{FileFailure, FileReader, FileWriter, Files};
use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// A folder on disk.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    is_temporary: bool,
    /// Keeps others out as long as it is open, if anything does.
    _lock: Option<File>,
}

/// The file that is locked where one search alone may write.
const LOCK: &str = "lock";

impl Folder {
    /// A folder, which is made if it is not there.
    pub fn new(path: &Path) -> Result<Self, FileFailure> {
        fs::create_dir_all(path).map_err(|error| failure("making", path, &error))?;
        Ok(Folder { path: path.to_owned(), is_temporary: false, _lock: None })
    }

    /// The same folder for one search alone, until it is dropped or the process ends, however it does; a failure if it belongs to somebody already.
    pub fn alone(mut self) -> Result<Self, FileFailure> {
        let path = self.file(LOCK);
        let file = File::create(&path).map_err(|error| failure("making", &path, &error))?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => {
                let reason = io::Error::other("another search is writing there");
                Err(failure("locking", &path, &reason))
            }
            // Some folders of other machines know no locks.
            Err(TryLockError::Error(_)) => Ok(self),
            Ok(()) => {
                self._lock = Some(file);
                Ok(self)
            }
        }
    }

    /// A folder of its own inside of another one, for this process alone; it is removed when it is dropped.
    pub fn temporary(parent: &Path) -> Result<Self, FileFailure> {
        fs::create_dir_all(parent).map_err(|error| failure("making", parent, &error))?;
        for number in 0u32.. {
            let path = parent.join(format!("fathom-{}-{number}", std::process::id()));
            match fs::create_dir(&path) {
                Ok(()) => return Ok(Folder { path, is_temporary: true, _lock: None }),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(failure("making", &path, &error)),
            }
        }
        Err(failure("making", parent, &io::Error::other("no name is free")))
    }

    fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if self.is_temporary {
            // The search has ended: if this fails there is nothing to be done about it.
            let _ = fs::remove_dir_all(&self.path);
        }
    }
}

fn failure(doing: &'static str, path: &Path, error: &io::Error) -> FileFailure {
    FileFailure { doing, file: path.display().to_string(), reason: error.to_string() }
}

struct WrittenFile {
    file: File,
    path: PathBuf,
}

struct ReadFile {
    file: Mutex<File>,
    path: PathBuf,
}

impl Files for Folder {
    fn create(&self, name: &str) -> Result<Box<dyn FileWriter>, FileFailure> {
        let path = self.file(name);
        let file = File::create(&path).map_err(|error| failure("making", &path, &error))?;
        Ok(Box::new(WrittenFile { file, path }))
    }

    fn create_new(&self, name: &str) -> Result<Option<Box<dyn FileWriter>>, FileFailure> {
        let path = self.file(name);
        match File::create_new(&path) {
            Ok(file) => Ok(Some(Box::new(WrittenFile { file, path }))),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(None),
            Err(error) => Err(failure("making", &path, &error)),
        }
    }

    fn open(&self, name: &str) -> Result<Box<dyn FileReader>, FileFailure> {
        let path = self.file(name);
        let file = File::open(&path).map_err(|error| failure("opening", &path, &error))?;
        Ok(Box::new(ReadFile { file: Mutex::new(file), path }))
    }

    fn rename(&self, from: &str, to: &str) -> Result<(), FileFailure> {
        let path = self.file(from);
        fs::rename(&path, self.file(to)).map_err(|error| failure("renaming", &path, &error))
    }

    fn remove(&self, name: &str) -> Result<(), FileFailure> {
        let path = self.file(name);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(failure("removing", &path, &error)),
            _ => Ok(()),
        }
    }

    fn list(&self) -> Result<Vec<String>, FileFailure> {
        let failed = |error: io::Error| failure("reading", &self.path, &error);
        let mut names = Vec::new();
        for entry in fs::read_dir(&self.path).map_err(failed)? {
            names.extend(entry.map_err(failed)?.file_name().into_string().ok());
        }
        Ok(names)
    }

    fn sync_names(&self) -> Result<(), FileFailure> {
        // Elsewhere folders cannot be opened, and names are on the disk with their files.
        if cfg!(unix) {
            let folder = File::open(&self.path).and_then(|folder| folder.sync_all());
            folder.map_err(|error| failure("synchronising", &self.path, &error))?;
        }
        Ok(())
    }
}

impl FileWriter for WrittenFile {
    fn write(&mut self, bytes: &[u8]) -> Result<(), FileFailure> {
        self.file.write_all(bytes).map_err(|error| failure("writing", &self.path, &error))
    }

    fn sync(&mut self) -> Result<(), FileFailure> {
        self.file.sync_all().map_err(|error| failure("synchronising", &self.path, &error))
    }
}

impl FileReader for ReadFile {
    fn len(&self) -> Result<u64, FileFailure> {
        let file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.metadata().map(|data| data.len()).map_err(|error| failure("reading", &self.path, &error))
    }

    fn read(&self, from: u64, into: &mut [u8]) -> Result<(), FileFailure> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        let read = file.seek(SeekFrom::Start(from)).and_then(|_| file.read_exact(into));
        read.map_err(|error| failure("reading", &self.path, &error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_written_read_renamed_and_removed() {
        let parent = std::env::temp_dir().join(format!("fathom-folder-test-{}", std::process::id()));
        let folder = Folder::temporary(&parent).unwrap();
        let mut writer = folder.create("a").unwrap();
        writer.write(b"some bytes").unwrap();
        writer.sync().unwrap();
        folder.rename("a", "b").unwrap();
        folder.sync_names().unwrap();
        let reader = folder.open("b").unwrap();
        let mut bytes = [0; 5];
        reader.read(5, &mut bytes).unwrap();
        assert_eq!((reader.len().unwrap(), &bytes), (10, b"bytes"));
        assert!(reader.read(6, &mut bytes).is_err(), "there are not so many bytes");
        assert_eq!(folder.list().unwrap(), ["b"]);
        folder.remove("b").unwrap();
        folder.remove("b").unwrap();
        assert!(folder.open("b").is_err_and(|failure| failure.doing == "opening"));
        assert!(folder.create_new("a").unwrap().is_some() && folder.create_new("a").unwrap().is_none());
        let path = folder.path.clone();
        drop(folder);
        assert!(!path.exists());
        fs::remove_dir(parent).unwrap();
    }

    #[test]
    fn a_folder_belongs_to_one_search() {
        let path = std::env::temp_dir().join(format!("fathom-lock-test-{}", std::process::id()));
        let folder = Folder::new(&path).unwrap().alone().unwrap();
        let second = Folder::new(&path).unwrap().alone().map(|_| ()).unwrap_err();
        assert!(second.reason.contains("another search"), "{second}");
        drop(folder);
        Folder::new(&path).unwrap().alone().expect("it is free again");
        fs::remove_dir_all(path).unwrap();
    }
}
