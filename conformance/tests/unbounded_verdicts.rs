//! Models without bound get the verdicts that they expect, by `auto`.
//!
//! The twelve properties of Bultan, Gerber and Pugh, and the examples with unbounded variables, parameters or open
//! populations but for those that `examples/OPEN.md` lists. `FATHOM_SLOW=1` runs all examples; otherwise a few.

use conformance::auto;
use conformance::models::{files_below, load_right, read, root};
use engines::Extent;
use std::path::Path;
use std::time::Duration;
use system::{Expectation, Verdict};

/// What one model may take; a debug build is some twenty times slower than a release.
const LIMIT: Duration = Duration::from_secs(120);

/// The properties of a model whose verdict is not what the model expects, but for those that may be open.
fn differences(path: &Path, open: &[String]) -> Vec<String> {
    let system = load_right(&read(path));
    let wanted: Vec<usize> = (0..system.properties.len())
        .filter(|number| !open.contains(&system.properties[*number].name))
        .collect();
    let found = auto(&system, &wanted, LIMIT).unwrap_or_else(|wrong| panic!("{}: {wrong}", path.display()));
    let is_right = |(number, verdict): &(&usize, &Verdict)| match &system.properties[**number].expect {
        Some(Expectation::Violated) => **verdict == Verdict::Violated,
        Some(Expectation::Unknown) => true,
        Some(Expectation::Holds) | None => **verdict == Verdict::Holds,
    };
    let shown = |(number, verdict): (&usize, &Verdict)| {
        format!("{}: {} is {verdict:?}", path.display(), system.properties[*number].name)
    };
    wanted.iter().zip(&found).filter(|pair| !is_right(pair)).map(shown).collect()
}

/// The properties of a model that `examples/OPEN.md` lists.
fn listed(path: &Path) -> Vec<String> {
    let list = read(&root().join("examples/OPEN.md"));
    let own = path.strip_prefix(root().join("examples")).expect("an example").display().to_string();
    let names = list.lines().filter_map(|line| line.strip_prefix("- ")?.split_once(": "));
    let names = names.filter(|(model, _)| *model == own).flat_map(|(_, names)| names.split(", "));
    names.map(str::to_owned).collect()
}

#[test]
fn the_programs_of_bultan_gerber_and_pugh_are_proved() {
    let models = files_below("bench/bultan-gerber-pugh/models", ".fathom");
    assert_eq!(models.len(), 5);
    let wrong: Vec<String> = models.iter().flat_map(|path| differences(path, &[])).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn examples_without_bound_get_their_verdicts() {
    let few = ["ticket.fathom", "mesi.fathom", "lock_service.fathom", "bakery_asymmetric.fathom"];
    let is_wanted = |path: &&std::path::PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        conformance::is_slow() || few.contains(&name.as_str())
    };
    let mut wrong = Vec::new();
    let mut count = 0;
    for path in files_below("examples", ".fathom").iter().filter(is_wanted) {
        if Extent::of(&load_right(&read(path))) == Extent::Infinite {
            count += 1;
            wrong.extend(differences(path, &listed(path)));
        }
    }
    assert!(count >= few.len(), "there are such examples");
    assert!(wrong.is_empty(), "{wrong:#?}");
}
