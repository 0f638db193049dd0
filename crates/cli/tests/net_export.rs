//! What `fathom graph --net --format pnml` writes has as many states as the model, and the same dead ends.

mod support;

use serde_json::Value as Json;
use support::{Workplace, root};

/// Examples that are place/transition nets with one initial marking.
const MODELS: [(&str, &str); 6] = [
    ("examples/protocols/needham_schroeder_net.fathom", ""),
    ("examples/broken/peterson_swapped.fathom", ""),
    ("examples/caches/german.fathom", ""),
    ("examples/pointers/mcs_lock.fathom", ""),
    ("bench/explicit/philosophers.fathom", "N=5"),
    ("bench/unfolding/pipeline.fathom", "N=4"),
];

/// How many states there are, and whether there is a dead end.
fn facts(workplace: &Workplace, file: &str, set: &str) -> (Json, Json) {
    let ask = |property: &str| {
        let mut words = vec!["check", file, "--engine", "explicit", "--json", "--stats", "--trace", "none"];
        words.extend(["--partial-order", "off", "--symmetry", "off", "--inactive-variables", "off"]);
        words.extend(["--property", property]);
        if !set.is_empty() {
            words.extend(["--set", set]);
        }
        let output = workplace.fathom(&words);
        let document: Json = serde_json::from_str(&output.stdout)
            .unwrap_or_else(|error| panic!("{file}: {error}: {}", output.stderr));
        document["properties"][0].clone()
    };
    (ask("no_faults")["stats"]["states"].clone(), ask("deadlock_free")["verdict"].clone())
}

#[test]
fn exported_nets_are_the_models() {
    let workplace = Workplace::new("net-export");
    for (model, set) in MODELS {
        let file = root().join(model).display().to_string();
        let mut words = vec!["graph", file.as_str(), "--net", "--format", "pnml", "-o", "net.pnml"];
        if !set.is_empty() {
            words.extend(["--set", set]);
        }
        let output = workplace.fathom(&words);
        assert_eq!(output.code, 0, "{model}: {}", output.stderr);
        let (states, verdict) = facts(&workplace, &file, set);
        assert!(states.as_u64().is_some_and(|states| states > 1), "{model}: {states}");
        assert_eq!(facts(&workplace, "net.pnml", ""), (states, verdict), "{model}");
    }
}

#[test]
fn what_is_no_net_is_refused_with_the_reason() {
    let workplace = Workplace::new("net-refused");
    let file = root().join("examples/mutual-exclusion/bakery.fathom").display().to_string();
    let output = workplace.fathom(&["graph", &file, "--net", "--format", "pnml"]);
    assert_eq!(output.code, 3, "{}", output.stderr);
    assert!(output.stderr.contains("the model is no net"), "{}", output.stderr);
}
