//! Reports for build servers and traces for viewers have the form that their readers ask for.

mod support;

use serde_json::Value as Json;
use support::Workplace;

/// Runs a command that writes a file, and returns its text.
fn written(workplace: &Workplace, arguments: &[&str], file: &str) -> String {
    let output = workplace.fathom(arguments);
    let text = std::fs::read_to_string(workplace.path().join(file)).ok();
    text.unwrap_or_else(|| panic!("{arguments:?} writes no {file}: {}{}", output.stdout, output.stderr))
}

#[test]
fn junit_has_the_elements_of_its_schema() {
    let workplace = Workplace::new("junit");
    for arguments in [
        &["check", "lock.fathom", "desk.fathom", "--junit", "out.xml"][..],
        &["test", "suite", "--timeout", "300ms", "--junit", "out.xml"][..],
    ] {
        let text = written(&workplace, arguments, "out.xml");
        let elements = elements(&text);
        assert_eq!(elements[0].0, "testsuites", "the root: {text}");
        let cases = elements.iter().filter(|(name, _)| name == "testcase").count();
        let failures = elements.iter().filter(|(name, _)| name == "failure").count();
        assert_eq!(attribute(&elements[0].1, "tests"), Some(cases.to_string()));
        assert_eq!(attribute(&elements[0].1, "failures"), Some(failures.to_string()));
        assert!(cases > 1 && failures > 0, "{text}");
        for (name, attributes) in &elements {
            let required: &[&str] = match name.as_str() {
                "testsuites" => &["name", "tests", "failures", "errors", "time"],
                "testsuite" => &["name", "tests", "failures", "errors", "skipped", "time"],
                "testcase" => &["classname", "name", "time"],
                "failure" | "error" | "skipped" => &["message"],
                other => panic!("no such element: {other}"),
            };
            for wanted in required {
                assert!(attribute(attributes, wanted).is_some(), "{name} without {wanted}: {text}");
            }
        }
    }
}

/// The elements of a text in XML, each with its attributes; the tags must match.
fn elements(text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut open: Vec<String> = Vec::new();
    for part in text.split('<').skip(1) {
        let (tag, after) = part.split_once('>').expect("a tag ends");
        assert!(!after.contains('&') || after.contains(';'), "what stands between tags is escaped");
        if tag.starts_with('?') {
            continue;
        }
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name), "tags match");
            continue;
        }
        let (name, attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        found.push((name.to_owned(), attributes.to_owned()));
        if !tag.ends_with('/') {
            open.push(name.to_owned());
        }
    }
    assert!(open.is_empty(), "all tags are closed");
    found
}

fn attribute(attributes: &str, name: &str) -> Option<String> {
    let (_, rest) = attributes.split_once(&format!("{name}=\""))?;
    rest.split_once('"').map(|(value, _)| value.to_owned())
}

#[test]
fn sarif_has_the_keys_of_its_schema() {
    let workplace = Workplace::new("sarif");
    for arguments in [
        &["check", "lock.fathom", "--sarif", "out.sarif"][..],
        &["test", "suite", "--timeout", "300ms", "--sarif", "out.sarif"][..],
    ] {
        let text = written(&workplace, arguments, "out.sarif");
        let document: Json = serde_json::from_str(&text).expect("it is JSON");
        assert_eq!(document["version"], "2.1.0");
        let run = &document["runs"][0];
        assert_eq!(run["tool"]["driver"]["name"], "fathom");
        let rules = run["tool"]["driver"]["rules"].as_array().expect("there are rules");
        let results = run["results"].as_array().expect("there are results");
        assert!(!results.is_empty());
        for result in results {
            let rule = &rules[result["ruleIndex"].as_u64().expect("a number") as usize];
            assert_eq!(rule["id"], result["ruleId"]);
            assert!(
                ["none", "note", "warning", "error"].contains(&result["level"].as_str().expect("a level"))
            );
            assert!(result["message"]["text"].as_str().is_some_and(|text| !text.is_empty()));
            let place = &result["locations"][0]["physicalLocation"];
            let address = place["artifactLocation"]["uri"].as_str().expect("an address");
            assert!(address.ends_with(".fathom") && !address.contains(' '));
            if let Some(region) = place.get("region") {
                assert!(region["startLine"].as_u64().is_some_and(|line| line >= 1));
            }
        }
    }
}

#[test]
fn traces_for_viewers_are_complete() {
    let workplace = Workplace::new("itf");
    for (model, property, is_lasso) in [("desk.fathom", "live", true), ("relay.fathom", "both", false)] {
        let arguments = ["check", model, "--property", property, "--itf", "traces"];
        let text = written(&workplace, &arguments, &format!("traces/{property}.itf.json"));
        let document: Json = serde_json::from_str(&text).expect("it is JSON");
        assert_eq!(document["#meta"]["format"], "ITF");
        let states = document["states"].as_array().expect("there are states");
        let names = |key: &str| document[key].as_array().expect("a list of names").clone();
        let variables: Vec<Json> = [names("params"), names("vars")].concat();
        assert!(!variables.is_empty());
        for (index, state) in states.iter().enumerate() {
            assert_eq!(state["#meta"]["index"], index);
            for variable in &variables {
                let value = &state[variable.as_str().expect("a name")];
                let is_integer =
                    value["#bigint"].as_str().is_some_and(|digits| digits.parse::<i128>().is_ok());
                assert!(value.is_boolean() || value.is_string() || is_integer, "{variable} is {value}");
            }
            assert_eq!(state.as_object().map(|object| object.len()), Some(variables.len() + 1));
        }
        match is_lasso {
            true => assert!((document["loop"].as_u64().expect("a loop") as usize) < states.len()),
            false => assert!(document.get("loop").is_none()),
        }
    }
}

#[test]
fn a_page_says_what_it_leaves_out_of_a_path() {
    let workplace = Workplace::new("long_page");
    // 45 variables change on the way to the end, after 220 steps; one does not.
    let model = "model Long
var k: 0..220 := 0
var x: array [1..44] of 0..5 := 0
var y: 0..1 := 0
event up[i in 1..44] when 5 * i - 5 <= k && k < 5 * i do x[i] := x[i] + 1, k := k + 1
event never when y = 1 do y := 0
invariant end: k < 220
";
    std::fs::write(workplace.path().join("long.fathom"), model).expect("it can be written");
    let arguments = ["check", "long.fathom", "--property", "end", "--report", "long.html"];
    let page = written(&workplace, &arguments, "long.html");
    assert!(page.contains("violated"), "{page}");
    assert!(page.contains("… and 5 more variables change"), "{page}");
    assert!(page.contains("<pre>y = 0</pre>"), "only what never changes stays the same: {page}");
    assert!(page.contains("… and 20 more steps"), "{page}");
}
