//! Verdicts for build servers: JUnit's XML and SARIF.
//!
//! # Reference
//! The schema of Jenkins' xUnit plugin, `junit-10.xsd`; *Static Analysis Results Interchange Format (SARIF) Version 2.1.0*,
//! OASIS 2020.

use serde_json::{Value as Json, json};
use std::fmt::Write;

/// One property, or one file that could not be checked, as a test.
pub struct Case {
    /// The file of the model.
    pub file: String,
    /// The property; nothing where the whole file is meant.
    pub name: Option<String>,
    /// The line where it stands, counted from one.
    pub line: Option<usize>,
    /// How long it took.
    pub seconds: f64,
    /// What came of it.
    pub result: CaseResult,
}

/// What came of a test.
pub enum CaseResult {
    /// All is well.
    Passed,
    /// The property is violated, or its verdict is not the expected one; why.
    Failed(String),
    /// It is not known; why.
    Open(String),
    /// Nothing could be checked; why.
    Broken(String),
}

impl Case {
    fn title(&self) -> &str {
        self.name.as_deref().unwrap_or("model")
    }
}

/// A report for build servers that read what JUnit writes: one suite for each file.
pub fn junit(cases: &[Case]) -> String {
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let _ = writeln!(text, "<testsuites name=\"fathom\" {}>", counts(cases.iter()));
    let mut files: Vec<&str> = cases.iter().map(|case| case.file.as_str()).collect();
    files.dedup();
    for file in files {
        let own = || cases.iter().filter(|case| case.file == file);
        let skipped = own().filter(|case| matches!(case.result, CaseResult::Open(_))).count();
        let name = escaped(file);
        let _ = writeln!(text, "  <testsuite name=\"{name}\" {} skipped=\"{skipped}\">", counts(own()));
        for case in own() {
            text.push_str(&junit_case(case));
        }
        text.push_str("  </testsuite>\n");
    }
    text + "</testsuites>\n"
}

fn counts<'c>(cases: impl Iterator<Item = &'c Case>) -> String {
    let (mut tests, mut failures, mut errors, mut time) = (0, 0, 0, 0.0);
    for case in cases {
        tests += 1;
        failures += usize::from(matches!(case.result, CaseResult::Failed(_)));
        errors += usize::from(matches!(case.result, CaseResult::Broken(_)));
        time += case.seconds;
    }
    format!("tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" time=\"{time:.6}\"")
}

fn junit_case(case: &Case) -> String {
    let head = format!(
        "    <testcase classname=\"{}\" name=\"{}\" time=\"{:.6}\"",
        escaped(&case.file),
        escaped(case.title()),
        case.seconds
    );
    let element = |name: &str, text: &str| {
        let first = escaped(text.lines().next().unwrap_or_default());
        format!("{head}>\n      <{name} message=\"{first}\">{}</{name}>\n    </testcase>\n", escaped(text))
    };
    match &case.result {
        CaseResult::Passed => format!("{head}/>\n"),
        CaseResult::Failed(text) => element("failure", text),
        CaseResult::Broken(text) => element("error", text),
        CaseResult::Open(text) => {
            let first = escaped(text.lines().next().unwrap_or_default());
            format!("{head}>\n      <skipped message=\"{first}\"/>\n    </testcase>\n")
        }
    }
}

/// Text that may stand in XML: control characters that XML cannot have are left out.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' | '\t' => escaped.push(letter),
            _ if letter.is_control() => {}
            _ => escaped.push(letter),
        }
    }
    escaped
}

/// A report for tools that show findings beside the text: one result for each property that is not as it should be.
pub fn sarif(cases: &[Case]) -> String {
    let rules = [
        ("violated", "A property is violated, or its verdict is not the expected one."),
        ("unknown", "A property could not be decided."),
        ("wrong-model", "The model could not be checked."),
    ];
    let rules = rules.map(|(id, text)| json!({ "id": id, "shortDescription": { "text": text } }));
    let results: Vec<Json> = cases.iter().filter_map(sarif_result).collect();
    let document = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {
                "driver": { "name": "fathom", "version": env!("CARGO_PKG_VERSION"), "rules": rules },
            },
            "results": results,
        }],
    });
    format!("{document:#}\n")
}

fn sarif_result(case: &Case) -> Option<Json> {
    let (rule, index, level, text) = match &case.result {
        CaseResult::Passed => return None,
        CaseResult::Failed(text) => ("violated", 0, "error", text),
        CaseResult::Open(text) => ("unknown", 1, "warning", text),
        CaseResult::Broken(text) => ("wrong-model", 2, "error", text),
    };
    let mut place = json!({ "artifactLocation": { "uri": uri(&case.file) } });
    if let Some(line) = case.line {
        place["region"] = json!({ "startLine": line });
    }
    Some(json!({
        "ruleId": rule,
        "ruleIndex": index,
        "level": level,
        "message": { "text": format!("{}: {text}", case.title()) },
        "locations": [{ "physicalLocation": place }],
    }))
}

/// A path as a relative reference: what may not stand in one is written by its bytes.
fn uri(file: &str) -> String {
    let mut uri = String::new();
    for byte in file.replace('\\', "/").bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b'~' => {
                uri.push(byte.into())
            }
            _ => {
                let _ = write!(uri, "%{byte:02X}");
            }
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_xml_and_addresses_cannot_have_is_escaped() {
        assert_eq!(escaped("a < b && \"c\"\u{7}"), "a &lt; b &amp;&amp; &quot;c&quot;");
        assert_eq!(uri("my models/a%b.fathom"), "my%20models/a%25b.fathom");
    }
}
