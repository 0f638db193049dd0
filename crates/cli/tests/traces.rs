//! Every trace that `check --json` prints can be walked again in `simulate`.

mod support;

use serde_json::Value as Json;
use support::Workplace;

#[test]
fn every_trace_is_walked_again() {
    let workplace = Workplace::new("traces");
    let mut walked = 0;
    for (model, options) in [
        ("lock.fathom", ""),
        ("lock.fathom", "--set CLIENTS=3"),
        ("stack.fathom", ""),
        ("choices.fathom", ""),
        ("peterson.fathom", ""),
        ("cache.fathom", "--size Cache=3"),
        ("suite/door.fathom", ""),
        ("desk.fathom", ""),
        ("candle.fathom", ""),
    ] {
        let checked = workplace.shell(&format!("fathom check {model} {options} --json | tee out.json"));
        let document: Json = serde_json::from_str(&checked.stdout).expect("the output is JSON");
        for property in document["properties"].as_array().expect("properties were checked") {
            let Some(trace) = property.get("trace").or_else(|| property.get("witness")) else { continue };
            let name = property["name"].as_str().expect("a property has a name");
            let command =
                format!("echo 'load out.json {name}' | fathom simulate {model} {options} --interactive");
            let said = workplace.shell(&command).stdout;
            let steps = trace["steps"].as_array().map_or(0, Vec::len);
            assert!(said.contains(&format!("\nstep {steps}: ")), "{model} {options}, {name}:\n{said}");
            walked += 1;
        }
    }
    assert!(walked >= 7, "only {walked} traces were found");
}
