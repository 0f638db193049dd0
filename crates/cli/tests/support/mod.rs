//! A copy of the models of the transcripts to run `fathom` in. Each test uses a part of this.
#![allow(dead_code)]

use std::path::{Path, PathBuf};
use std::process::Command;

/// The root of the project.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A folder with its own copy of `tests/cli/models`, removed at the end.
pub struct Workplace {
    folder: PathBuf,
}

/// What a command printed and how it ended.
#[derive(Debug)]
pub struct Output {
    /// Standard output.
    pub stdout: String,
    /// Standard error; or both, where they were joined.
    pub stderr: String,
    /// The exit code.
    pub code: i32,
}

impl Workplace {
    /// A fresh copy for the test of this name.
    pub fn new(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        copy(&root().join("tests/cli/models"), &folder);
        Workplace { folder }
    }

    /// Where the copy is.
    pub fn path(&self) -> &Path {
        &self.folder
    }

    /// Runs `fathom` with these arguments.
    pub fn fathom(&self, arguments: &[&str]) -> Output {
        self.run(Command::new(env!("CARGO_BIN_EXE_fathom")).args(arguments))
    }

    /// Runs a line of the shell in which `fathom` can be called.
    pub fn shell(&self, line: &str) -> Output {
        let binary = Path::new(env!("CARGO_BIN_EXE_fathom"));
        let folder = binary.parent().expect("the binary is in a folder").display();
        let path = std::env::var("PATH").unwrap_or_default();
        self.run(Command::new("sh").args(["-c", line]).env("PATH", format!("{folder}:{path}")))
    }

    fn run(&self, command: &mut Command) -> Output {
        let output = command
            .current_dir(&self.folder)
            .env_remove("NO_COLOR")
            .env_remove("CLICOLOR_FORCE")
            .env_remove("RUST_BACKTRACE")
            .output()
            .expect("the command can be started");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("output is UTF-8");
        Output {
            stdout: text(output.stdout),
            stderr: text(output.stderr),
            code: output.status.code().unwrap_or(-1),
        }
    }
}

impl Drop for Workplace {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder can be made");
    for entry in std::fs::read_dir(from).expect("the folder can be read") {
        let entry = entry.expect("the folder can be read");
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).expect("the file can be copied");
        }
    }
}
