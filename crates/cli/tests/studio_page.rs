//! The page of `fathom studio`: its bundle is what its source makes, and a newcomer gets along with it in a real browser.
//!
//! Both need node, and the packages that `npm ci --ignore-scripts` in `crates/studio/page` installs; the browser tests need a Chromium
//! as well. Without them they are skipped, and say so. That no source was changed after the bundle was built is seen without node.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// How scripts say that something they need is not there.
const SKIPPED: i32 = 77;

fn page() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../studio/page")
}

/// Says what was not tried where it is seen even if the test passes: past what the test harness keeps to itself.
fn say(text: &str) {
    let _ = writeln!(std::io::stderr(), "{}", text.trim_end());
}

/// Runs a script of the page.
fn run(name: &str, command: &mut Command) {
    let output = match command.output() {
        Ok(output) => output,
        Err(error) => {
            say(&format!("SKIPPED: {name} was not tried: {error}"));
            return;
        }
    };
    let said =
        format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    if output.status.code() == Some(SKIPPED) {
        say(&said);
        return;
    }
    assert!(output.status.success(), "{name}: {}\n{said}", output.status);
    println!("{said}");
}

#[test]
fn bundle_was_built_after_the_last_change_of_its_source() {
    let page = page();
    let sums =
        std::fs::read_to_string(page.join("dist/SOURCE.sums")).expect("the bundle says what it was made of");
    let mut listed = Vec::new();
    for line in sums.lines() {
        let (sum, path) = line.split_once("  ").expect("a sum and a path");
        let content = std::fs::read(page.join(path))
            .unwrap_or_else(|error| panic!("{path}: {error}; build the page anew"));
        // FNV-1a with 64 bits.
        let found = content.iter().fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| {
            (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
        });
        let found = format!("{found:016x}");
        assert_eq!(
            found, sum,
            "{path} was changed after the bundle was built: npm run build in crates/studio/page"
        );
        listed.push(path.to_string());
    }
    for source in files_below(&page.join("src")) {
        let path = source.strip_prefix(&page).expect("it is below").to_string_lossy().replace('\\', "/");
        assert!(listed.contains(&path), "{path} is not in the bundle: npm run build in crates/studio/page");
    }
}

fn files_below(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder)
        .expect("the source is in the tree")
        .map(|entry| entry.expect("an entry").path());
    entries.flat_map(|path| if path.is_dir() { files_below(&path) } else { vec![path] }).collect()
}

#[test]
fn bundle_is_what_its_source_makes() {
    run("the bundle", &mut Command::new(page().join("check")));
}

#[test]
fn page_works_in_a_browser() {
    let mut command = Command::new("node");
    command.arg(page().join("tests/run.mjs")).arg(env!("CARGO_BIN_EXE_fathom"));
    run("the page in a browser", &mut command);
}
