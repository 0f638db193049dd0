//! The further processes of a search on this machine, which the first one starts.

use crate::args::{CheckArgs, Representatives, SECRET_VARIABLE, Toggle};
use crate::supervise::Limits;
use std::cell::RefCell;
use std::ffi::OsString;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use system::ConstantValue;

/// How long they have to end after the first one has.
const GRACE: Duration = Duration::from_secs(3);

/// The processes; they end with this.
#[derive(Debug)]
pub struct Children(RefCell<Vec<Child>>);

impl Children {
    /// Starts all but the first of so many processes, which is called at this address.
    pub fn start(
        processes: usize,
        first: &str,
        secret: &str,
        arguments: &[OsString],
    ) -> Result<Self, String> {
        let program = std::env::current_exe().map_err(|error| format!("cannot start itself: {error}"))?;
        let children = Children(RefCell::default());
        for index in 1..processes {
            let mut command = Command::new(&program);
            command.args(arguments).arg("--processes").arg(processes.to_string());
            command.arg("--joining").arg(format!("{index}@{first}"));
            // A secret among the arguments could be read by everybody on this machine.
            command.env(SECRET_VARIABLE, secret);
            command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
            let child = command.spawn().map_err(|error| format!("cannot start process {index}: {error}"))?;
            children.0.borrow_mut().push(child);
        }
        Ok(children)
    }

    /// Whether all of them are still there.
    pub fn are_there(&self) -> Result<(), String> {
        for (at, child) in self.0.borrow_mut().iter_mut().enumerate() {
            if let Ok(Some(status)) = child.try_wait() {
                return Err(format!("process {} has ended before it began: {status}", at + 1));
            }
        }
        Ok(())
    }
}

impl Drop for Children {
    fn drop(&mut self) {
        let start = Instant::now();
        for child in self.0.get_mut() {
            while matches!(child.try_wait(), Ok(None)) && start.elapsed() < GRACE {
                std::thread::sleep(Duration::from_millis(5));
            }
            // It may have ended by itself meanwhile.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// The arguments of further processes: what concerns the search, and nothing of what concerns its report.
pub fn arguments(arguments: &CheckArgs, threads: usize, processes: usize) -> Vec<OsString> {
    let mut all: Vec<OsString> =
        vec!["check".into(), "--no-progress".into(), "--engine".into(), "explicit".into()];
    let mut add = |option: &str, value: OsString| all.extend([option.into(), value]);
    for set in &arguments.model.set {
        let value = match set.value {
            ConstantValue::Bool(value) => value.to_string(),
            ConstantValue::Int(value) => value.to_string(),
        };
        add("--set", format!("{}={value}", set.name).into());
    }
    for size in &arguments.model.size {
        add("--size", format!("{}={}", size.name, size.size).into());
    }
    if let Some(start) = &arguments.model.init {
        add("--init", start.to_string().into());
    }
    arguments.model.formulas.iter().for_each(|file| add("--formulas", file.into()));
    arguments.property.iter().for_each(|name| add("--property", name.into()));
    add("--symmetry", toggle(arguments.symmetry).into());
    add("--inactive-variables", toggle(arguments.inactive_variables).into());
    let form = match arguments.representatives {
        Representatives::Canonical => "canonical",
        Representatives::Normal => "normal",
    };
    add("--representatives", form.into());
    add("--threads", threads.to_string().into());
    if let Some(limit) = arguments.memory.or_else(Limits::default_memory) {
        add("--memory", format!("{}B", limit.0 / processes as u64).into());
    }
    let storage = &arguments.storage;
    let folders =
        [("--disk", &storage.disk), ("--checkpoint", &storage.checkpoint), ("--resume", &storage.resume)];
    for (option, folder) in folders {
        folder.iter().for_each(|folder| add(option, folder.into()));
    }
    if let Some(every) = storage.every {
        add("--every", format!("{}ms", every.0.as_millis()).into());
    }
    let flags = [
        ("--compress", storage.compress),
        ("--no-faults-check", arguments.no_faults_check),
        ("--fail-fast", arguments.fail_fast),
    ];
    all.extend(flags.into_iter().filter(|(_, is_given)| *is_given).map(|(flag, _)| flag.into()));
    all.extend(arguments.files.iter().map(OsString::from));
    all
}

fn toggle(toggle: Toggle) -> &'static str {
    match toggle {
        Toggle::On => "on",
        Toggle::Off => "off",
        Toggle::Auto => "auto",
    }
}
