//! `fathom studio`: a page on this machine to edit, check, walk and look.

use crate::args::StudioArgs;
use crate::{Console, Exit, Interrupt, memory};
use std::net::{IpAddr, Ipv4Addr};
use std::path::{Path, PathBuf};
use studio::{Settings, Studio, StudioLimits};

/// Serves the page until the user has enough.
pub fn run(arguments: &StudioArgs, console: &Console) -> Exit {
    match serve(arguments, console) {
        Ok(()) => Exit::Success,
        Err(message) => {
            console.error(&message, None);
            Exit::Wrong
        }
    }
}

fn serve(arguments: &StudioArgs, console: &Console) -> Result<(), String> {
    let host = arguments.host.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
    if !host.is_loopback() {
        console.warning(
            "others in the network can reach this studio: whoever knows its address with the token can read and change the files in \
             the folder, and what is sent is not encrypted",
        );
    }
    let (root, file) = place(&arguments.path)?;
    let program =
        std::env::current_exe().map_err(|error| format!("this program does not find itself: {error}"))?;
    let studio = Studio::bind(Settings {
        root,
        file,
        host,
        port: arguments.port,
        program,
        limits: limits(arguments),
    })?;
    console.print(&format!("{}\n", studio.address()));
    console.note("the studio is open at this address; Ctrl-C ends it");
    if !arguments.no_open && !studio.open() {
        console.note("no browser is at hand: open the address in one");
    }
    let interrupt = Interrupt::listen();
    studio.serve(|| interrupt.happened())
}

/// The folder that is shown, and the file in it that is opened first.
fn place(path: &Path) -> Result<(PathBuf, Option<String>), String> {
    if path.is_dir() {
        return Ok((path.to_owned(), None));
    }
    if !path.is_file() {
        return Err(format!("{}: there is no such file or folder", path.display()));
    }
    let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
    Ok((folder.to_owned(), name))
}

fn limits(arguments: &StudioArgs) -> StudioLimits {
    let usual = StudioLimits::default();
    let bytes =
        arguments.memory.map(|limit| limit.0).or_else(|| memory::available().map(|free| free / 10 * 9));
    StudioLimits {
        mebibytes: bytes.map_or(usual.mebibytes, |bytes| bytes >> 20).max(64),
        seconds: arguments.timeout.map_or(usual.seconds, |limit| limit.0.as_secs().max(1)),
        runs: arguments.runs.map_or(usual.runs, std::num::NonZero::get),
        ..usual
    }
}
