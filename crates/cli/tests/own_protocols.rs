//! The protocols of our own search, as models: checked for several sizes, and for every size where that works.

mod support;

use support::{Workplace, root};

/// Checks an example of ours with these options; every line must say that something holds.
#[track_caller]
fn holds(workplace: &Workplace, name: &str, options: &[&str]) {
    let file = root().join(format!("examples/fathom/{name}.fathom")).display().to_string();
    let output = workplace.fathom(&[&["check", "-q", "--trace", "none", &file], options].concat());
    assert_eq!(output.code, 0, "{name} {options:?}: {}{}", output.stdout, output.stderr);
}

#[test]
fn at_several_sizes() {
    let workplace = Workplace::new("own-protocols");
    let sizes: [(&str, &[&[&str]]); 6] = [
        ("checkpoint", &[&["K=2"], &["K=5"], &["K=8"]]),
        ("handshake", &[&["SESSIONS=1"], &["SESSIONS=3"]]),
        ("keeping_pace", &[&["SENDS=7", "AHEAD=2"], &["SENDS=5", "AHEAD=3", "TELLS=1"]]),
        ("rounds", &[&["SENDS=2"], &["SENDS=4"]]),
        ("side_by_side_insertion", &[&["P=1"], &["P=2", "V=3"], &["P=2", "WORKERS=3"]]),
        ("start_up", &[&["N=1"], &["N=2"], &["N=5"]]),
    ];
    for (name, settings) in sizes {
        for setting in settings {
            let options: Vec<&str> = setting.iter().flat_map(|set| ["--set", set]).collect();
            holds(&workplace, name, &options);
        }
    }
}

#[test]
fn at_sizes_that_take_long() {
    if std::env::var_os("FATHOM_SLOW").is_none() {
        return;
    }
    let workplace = Workplace::new("own-protocols-slow");
    holds(&workplace, "rounds", &["--set", "N=3"]);
    holds(&workplace, "side_by_side_insertion", &["--set", "P=4"]);
}

#[test]
fn for_every_number_of_processes() {
    let workplace = Workplace::new("own-protocols-every");
    let safety = ["same", "all_or_none", "decided_once", "no_faults"].map(|name| ["--property", name]);
    holds(&workplace, "start_up", &[&["--for-every", "N"], safety.as_flattened()].concat());
}
