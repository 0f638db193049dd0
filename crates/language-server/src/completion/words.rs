//! Words of the language that can be written.

use diagnostics::Span;
use language::names::Spot;

use super::around::{Around, Level};
use super::forms::forms;
use super::{Completion, CompletionKind};
use crate::words::{FUNCTIONS, explained};

/// A word of the language.
pub(super) fn keyword(word: &str) -> Completion {
    Completion {
        label: word.to_owned(),
        kind: CompletionKind::Keyword,
        detail: String::new(),
        documentation: explained(word).unwrap_or_default().to_owned(),
        insert: word.to_owned(),
        snippet: None,
        replaces: Span::default(),
        rank: 30,
    }
}

/// What can stand where a new name is declared: nothing, but that two invariants are predefined.
pub(super) fn predefined(around: &Around<'_>) -> Vec<Completion> {
    let says = |word: &str| match word {
        "deadlock_free" => "In every reachable state some transition can be taken.",
        _ => "No transition reads through `null`, divides by zero or leaves a type.",
    };
    let words: &[&str] = if around.previous == "invariant" { &["deadlock_free", "no_faults"] } else { &[] };
    words.iter().map(|word| Completion { documentation: says(word).to_owned(), ..keyword(word) }).collect()
}

/// The words that may stand at a place.
pub(super) fn words(around: &Around<'_>, spots: &[Spot]) -> Vec<Completion> {
    let mut found = Vec::new();
    let mut add = |words: &[&str]| found.extend(words.iter().map(|word| keyword(word)));
    let is_value = spots.iter().any(|spot| matches!(spot, Spot::Value { .. }));
    if is_value {
        add(&["true", "false", "null", "if", "forall", "exists"]);
        if around.level != Level::Top {
            add(&["self"]);
        }
        if around.in_formula() {
            add(formula_words(around.item));
        }
        if around.previous == ":=" {
            add(&["any"]);
        }
    }
    if around.at_statement() {
        add(&["choose", "if", "skip", "assert"]);
        add(if matches!(around.previous, "{" | ";") { &["when"] } else { &[] });
    }
    if spots.contains(&Spot::Type) {
        add(&["bool", "int", "nat", "ref", "array"]);
    }
    let is_complete = around.begins && !matches!(around.item, "->" | "event" | "param");
    if spots.is_empty() && !is_complete {
        add(continuations(around));
    }
    if is_value {
        found.extend(FUNCTIONS.iter().map(|function| Completion {
            label: function.name.to_owned(),
            kind: CompletionKind::Function,
            detail: format!("{}({})", function.name, function.parameters.join(", ")),
            documentation: function.says.to_owned(),
            insert: function.name.to_owned(),
            snippet: Some(format!("{}($1)", function.name)),
            replaces: Span::default(),
            rank: 25,
        }));
    }
    if around.begins && around.level != Level::Inside {
        found.extend(forms(around.level));
    }
    found
}

fn formula_words(item: &str) -> &'static [&'static str] {
    match item {
        "ctl" => &["AG", "AF", "AX", "EG", "EF", "EX", "A", "E", "U", "W", "R"],
        "ltl" => &["G", "F", "X", "U", "W", "R"],
        _ => &["AG", "AF", "AX", "EG", "EF", "EX", "G", "F", "X"],
    }
}

/// The words that can go on with what was begun.
fn continuations(around: &Around<'_>) -> &'static [&'static str] {
    let last = |words: &[&str]| around.words.iter().rev().find(|word| words.contains(word)).copied();
    if let Some("if") = last(&["if", "then", "else", ";"]) {
        return &["then", "at", "in"];
    }
    if let Some("then") = last(&["then", "else", ";"]) {
        return &["else", "at", "in"];
    }
    match (around.item, last(&["when", "sync", "do"])) {
        ("->", None) => &["when", "sync", "do"],
        ("->", Some("when")) => &["sync", "do", "at", "in"],
        ("->", Some("sync")) => &["do"],
        ("event", None) => &["when", "do"],
        ("event", Some("when")) => &["do", "at", "in"],
        ("->" | "event", _) if around.begins => &[],
        ("->" | "event", _) => &["or", "else", "where", "in", "at"],
        ("var", _) => &["in", "of"],
        ("param", _) => &["where"],
        _ => &["at", "in", "of"],
    }
}
