//! Every net of the Model Checking Contest at hand, with all its formulas, becomes a model without errors.
//!
//! The nets are not part of the project: they are read from the folder `mcc` below the environment's
//! `FATHOM_CORPORA`, or below `../shared/corpora` beside the project, and without it nothing is tested.

use interchange::{read_formulas, read_net, write_model};
use language::Overrides;
use std::path::{Path, PathBuf};

fn corpus() -> PathBuf {
    let corpora = std::env::var_os("FATHOM_CORPORA").map(PathBuf::from);
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpora");
    corpora.unwrap_or_else(beside).join("mcc/models")
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).expect("the file can be read")
}

#[test]
fn every_net_becomes_a_model_without_errors() {
    let Ok(nets) = std::fs::read_dir(corpus()) else {
        eprintln!("skipped: there is no folder {}", corpus().display());
        return;
    };
    for folder in nets {
        let folder = folder.expect("the folder can be read").path();
        let name = folder.display();
        let net = read_net(&read(&folder.join("model.pnml"))).unwrap_or_else(|p| panic!("{name}: {p}"));
        let mut properties = Vec::new();
        for file in std::fs::read_dir(&folder).expect("the folder can be read") {
            let file = file.expect("the folder can be read").path();
            if file.extension().is_some_and(|ending| ending == "xml") {
                properties.extend(read_formulas(&read(&file)).unwrap_or_else(|p| panic!("{name}: {p}")));
            }
        }
        let text = write_model(&net, &properties).unwrap_or_else(|unfit| panic!("{name}: {}", unfit.problem));
        let loaded = language::load(&text, &Overrides::default());
        assert_eq!(loaded.diagnostics, [], "{name}");
        let system = loaded.system.expect("a model without errors has a system");
        assert_eq!(system.variables.len(), net.places.len(), "{name}");
        assert_eq!(system.transitions.len(), net.transitions.len(), "{name}");
    }
}
