//! What must be so for every model of the project, and for texts that are broken in any way.

mod support;

use language::is_plain_name;
use language_server::{
    Analysis, apply, colours, complete, definition, findings, folds, format_edits, hints, hover, lenses,
    outline, references, rename, signature,
};
use random_numbers::Xorshift;
use support::models;

/// Whether there is time for long tests.
fn is_slow() -> bool {
    std::env::var_os("FATHOM_SLOW").is_some()
}

/// Asks everything about a text, at one offset where an offset is needed.
fn ask_everything(text: &str, offset: usize) {
    let analysis = Analysis::new(text);
    findings(&analysis);
    for edit in format_edits(&analysis).unwrap_or_default() {
        assert!(text.get(edit.span.range()).is_some(), "an edit fits the text");
    }
    outline(&analysis);
    folds(&analysis);
    hints(&analysis);
    lenses(&analysis);
    let mut end = 0;
    for colour in colours(&analysis) {
        assert!(colour.span.start >= end && colour.span.end as usize <= text.len(), "colours do not overlap");
        end = colour.span.end;
    }
    hover(&analysis, offset);
    signature(&analysis, offset);
    let declared = definition(&analysis, offset);
    let used = references(&analysis, offset, true);
    assert!(declared.iter().all(|place| used.contains(place)) || used.is_empty(), "declarations are found");
    for completion in complete(&analysis, offset) {
        assert!(text.get(completion.replaces.range()).is_some(), "what is replaced is there");
    }
    if let Ok(edits) = rename(&analysis, offset, "another_name") {
        assert!(edits.iter().all(|edit| text.get(edit.span.range()).is_some()), "edits fit the text");
    }
}

#[test]
fn no_beginning_of_a_model_is_a_surprise() {
    for (number, (_, text)) in models().into_iter().enumerate() {
        // Other ends in each model; together they are of all kinds.
        let mut end = number % 97;
        while end < text.len() {
            end = text.ceil_char_boundary(end);
            ask_everything(&text[..end], end);
            end += if is_slow() { 17 } else { 397 };
        }
    }
}

#[test]
fn no_edit_is_a_surprise() {
    let pieces =
        ["(", "}", "{", "`", "\"", " at ", "'", ".", "->", ":=", "é", "/*", "let x = ", "\n", "𝒳", "@"];
    let all = models();
    let mut random = Xorshift::new(21);
    for _ in 0..if is_slow() { 10_000 } else { 400 } {
        let (_, text) = &all[random.below(all.len() as u64) as usize];
        let mut changed = text.clone();
        let mut at = 0;
        for _ in 0..1 + random.below(3) {
            at = changed.floor_char_boundary(random.below(changed.len() as u64 + 1) as usize);
            let end = changed.ceil_char_boundary((at + random.below(12) as usize).min(changed.len()));
            let piece = pieces[random.below(pieces.len() as u64) as usize];
            changed.replace_range(at..end, piece);
        }
        ask_everything(&changed, at);
    }
}

#[test]
fn renaming_back_gives_the_same_text() {
    let mut renamed = 0;
    let stride = if is_slow() { 1 } else { 5 };
    for (path, text) in models() {
        let analysis = Analysis::new(text.as_str());
        for (id, declaration) in analysis.names().all() {
            let Some(at) = declaration.at.first() else { continue };
            // A name that needs backquotes only somewhere gets them everywhere.
            if !is_plain_name(&declaration.name) || (id.0 + path.len()) % stride != 0 {
                continue;
            }
            let Ok(edits) = rename(&analysis, at.start as usize, "quite_another_name") else { continue };
            let changed = apply(&text, &edits);
            let place = changed.find("quite_another_name").expect("the new name stands somewhere");
            let back = rename(&Analysis::new(changed.as_str()), place, &declaration.name);
            let back = back.unwrap_or_else(|reason| panic!("{path}: {}: {reason}", declaration.name));
            assert_eq!(apply(&changed, &back), text, "{path}: {}", declaration.name);
            renamed += 1;
        }
    }
    assert!(renamed > 300, "names were changed: {renamed}");
}

#[test]
fn definitions_and_references_agree() {
    for (path, text) in models() {
        let analysis = Analysis::new(text.as_str());
        for occurrence in &analysis.names().occurrences {
            let offset = occurrence.span.start as usize;
            let all = references(&analysis, offset, true);
            assert!(all.iter().any(|place| place.span == occurrence.span), "{path}: a name refers to itself");
            for declared in definition(&analysis, offset) {
                let from_there = references(&analysis, declared.span.start as usize, true);
                assert!(
                    from_there.iter().any(|place| place.span == occurrence.span),
                    "{path}: the name at {offset} is found from its declaration"
                );
            }
        }
    }
}

#[test]
fn formatting_is_that_of_the_command() {
    for (path, text) in models() {
        // Something to do, without which most models would be formatted already.
        let untidy = text.replace(" := ", "   :=  ").replace("\n  ", "\n    ");
        for text in [text, untidy] {
            let edits = format_edits(&Analysis::new(text.as_str()));
            match language::format(&text) {
                Ok(formatted) => {
                    assert_eq!(apply(&text, &edits.expect("it can be formatted")), formatted, "{path}")
                }
                Err(_) => assert!(edits.is_err(), "{path}"),
            }
        }
    }
}

#[test]
fn findings_are_among_those_of_a_check() {
    for (path, text) in models() {
        let analysis = Analysis::new(text.as_str());
        let all = language_server::all_findings(&analysis);
        for finding in findings(&analysis) {
            assert!(all.contains(&finding), "{path}: {}", finding.message);
        }
    }
}
