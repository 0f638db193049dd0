//! The counter systems of mist: forward search says what is recorded.

#[path = "../../../tests/corpora/locate.rs"]
mod locate;
#[path = "sample/spec.rs"]
mod spec;

use budget::Budget;
use coverability::forward::{ForwardOptions, ForwardOutcome, cover, forward, is_inductive};
use std::fs::read_to_string;
use std::time::Instant;

#[test]
fn recorded_verdicts() {
    let Some(folder) = locate::foreign("mist") else { return };
    let slow = std::env::var_os("FATHOM_SLOW").is_some();
    let operations = if slow { 200_000_000 } else { 500_000 };
    let only = std::env::var("FATHOM_ONLY").ok();
    let mut answers = [0; 2];
    let verdicts = read_to_string(folder.join("VERDICTS.tsv")).expect("the verdicts can be read");
    for line in verdicts.lines().filter(|line| !line.starts_with('#')) {
        let mut columns = line.split('\t');
        let (Some(file), Some(verdict)) = (columns.next(), columns.next()) else { continue };
        if only.as_ref().is_some_and(|only| !file.contains(only)) {
            continue;
        }
        let bytes = std::fs::read(folder.join(file)).expect("the file can be read");
        let source = String::from_utf8_lossy(&bytes);
        let Some((net, targets)) = spec::read_spec(&source) else {
            println!("{file}: no net");
            continue;
        };
        let began = Instant::now();
        let result = forward(&net, &targets, ForwardOptions::default(), &Budget::operations(operations));
        let seconds = began.elapsed().as_secs_f64();
        let found = match &result {
            Ok((ForwardOutcome::Covered(run), _)) => {
                let walked = net.walk(run).expect("small numbers").expect("a run");
                assert!(targets.iter().any(|target| target.contains(&walked[walked.len() - 1])), "{file}");
                "unsafe"
            }
            Ok((ForwardOutcome::Uncovered { cover }, _)) => {
                assert_eq!(is_inductive(&net, cover, &Budget::unlimited()), Ok(true), "{file}");
                "safe"
            }
            Ok((ForwardOutcome::Open(_), _)) | Err(_) => "",
        };
        let statistics = result.map(|(_, statistics)| statistics);
        println!("{file}: {verdict} {found} {seconds:.2} s {statistics:?}");
        if slow {
            let began = Instant::now();
            let whole = cover(&net, &Budget::operations(operations));
            let whole = whole.map(|cover| (cover.markings.len(), cover.exact, cover.statistics));
            println!("    cover {:.2} s {whole:?}", began.elapsed().as_secs_f64());
        }
        assert!(verdict.is_empty() || found.is_empty() || verdict == found, "{file}: {found}, not {verdict}");
        answers[usize::from(found.is_empty())] += 1;
    }
    println!("decided, open: {answers:?}");
    assert!(answers[0] > 30 || only.is_some());
}
