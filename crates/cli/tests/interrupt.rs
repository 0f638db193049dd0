//! Ctrl-C: the first one ends the check with what is known.

mod support;

use std::process::{Command, Stdio};
use std::time::Duration;
use support::Workplace;

#[test]
fn the_first_interrupt_reports_what_is_known() {
    let workplace = Workplace::new("interrupt");
    let child = Command::new(env!("CARGO_BIN_EXE_fathom"))
        .args(["check", "counter.fathom", "--property", "small", "--property", "seven", "--trace", "none"])
        .args(["--certificate", "counter.json"])
        .current_dir(workplace.path())
        .stdout(Stdio::piped())
        .spawn()
        .expect("fathom starts");
    // The process needs a moment to listen; the check itself would never end.
    std::thread::sleep(Duration::from_millis(700));
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(sent.is_ok_and(|status| status.success()), "the signal is sent");
    let output = child.wait_with_output().expect("fathom ends");
    let text = String::from_utf8(output.stdout).expect("output is UTF-8");
    assert_eq!(output.status.code(), Some(3), "{text}");
    assert!(text.contains("unknown   small") && text.contains("interrupted"), "{text}");
    assert!(text.contains("holds     seven"), "{text}");
    let certified = workplace.fathom(&["certify", "counter.fathom", "counter.json"]);
    assert!(certified.stdout.contains("accepted  seven"), "{}", certified.stdout);
}
