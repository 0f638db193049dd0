//! Opening a page in the user's browser.

use std::process::{Command, Stdio};

/// Opens an address, if there is a browser to be seen; whether one was asked.
pub fn open(address: &str) -> bool {
    let screen = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let (program, arguments): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("rundll32", &["url.dll,FileProtocolHandler"]),
        _ if screen("DISPLAY") || screen("WAYLAND_DISPLAY") => ("xdg-open", &[]),
        _ => return false,
    };
    let quiet = Stdio::null;
    let started = Command::new(program)
        .args(arguments)
        .arg(address)
        .stdin(quiet())
        .stdout(quiet())
        .stderr(quiet())
        .spawn();
    let Ok(mut child) = started else { return false };
    // It ends when it has told the browser; somebody has to notice.
    std::thread::spawn(move || child.wait());
    true
}
