//! Every net of the Model Checking Contest at hand, with all its formulas, becomes a model without errors.
//!
//! The project's own nets are always read, those of the contest where they are at hand.

#[path = "../../../tests/corpora/locate.rs"]
mod corpora;

use corpora::{foreign, own};
use interchange::{read_formulas, read_net, write_model};
use language::Overrides;
use std::path::Path;

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).expect("the file can be read")
}

#[test]
fn our_own_nets_become_models_without_errors() {
    assert_eq!(become_models(&own("mcc/models")), 6);
}

#[test]
fn every_net_becomes_a_model_without_errors() {
    let Some(folder) = foreign("mcc/models") else { return };
    assert!(become_models(&folder) > 0);
}

/// Reads every net of a folder with all its formulas; returns how many there are.
fn become_models(nets: &Path) -> usize {
    let mut count = 0;
    for folder in std::fs::read_dir(nets).expect("the folder can be read") {
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
        count += 1;
    }
    count
}
