//! What is said when Fathom itself is at fault.

use std::io::Write;
use std::panic::PanicHookInfo;

/// Makes a panic say that it is a bug and how to report it.
pub fn explain_panics() {
    std::panic::set_hook(Box::new(|information| {
        print(&described(information));
    }));
}

/// Prints the message on standard error.
pub fn print(what: &str) {
    // There is nobody to tell if that fails.
    let _ = std::io::stderr().lock().write_all(report(what).as_bytes());
}

/// The message for people: what happened, that it is not their fault, and what to send.
fn report(what: &str) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let command: Vec<String> =
        std::env::args_os().map(|argument| argument.to_string_lossy().into_owned()).collect();
    format!(
        "internal error: {what}\n\
         This is a bug in Fathom, not in your model. Please report it in the project's bug tracker, with\n\
         \x20 * the version: fathom {version} ({} {})\n\
         \x20 * the command: {}\n\
         \x20 * the model, or the smallest part of it that shows the error\n\
         \x20 * the message above\n",
        std::env::consts::OS,
        std::env::consts::ARCH,
        command.join(" "),
    )
}

fn described(information: &PanicHookInfo<'_>) -> String {
    let payload = information.payload();
    let message = payload
        .downcast_ref::<&str>()
        .map(|text| text.to_string())
        .or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a panic without a message".into());
    match information.location() {
        Some(at) => format!("{message} (at {}:{})", at.file(), at.line()),
        None => message,
    }
}

#[cfg(test)]
mod tests {
    use super::report;

    #[test]
    fn the_report_says_what_to_send() {
        let text = report("the sky fell (at heaven.rs:1)");
        for part in ["internal error: the sky fell", "Please report", env!("CARGO_PKG_VERSION"), "the model"]
        {
            assert!(text.contains(part), "{part}");
        }
    }
}
