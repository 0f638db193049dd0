//! Whole items with places to fill in.

use diagnostics::Span;

use super::around::Level;
use super::{Completion, CompletionKind};
use crate::words::explained;

/// A word that begins an item, and the form of the whole.
type Form = (&'static str, &'static str);

/// Items of the model.
const TOP: &[Form] = &[
    ("const", "const ${1:N} := ${2:3}"),
    ("param", "param ${1:s}: ${2:int} where ${3:s >= 1}"),
    ("type", "type ${1:Phase} = { ${2:A}, ${3:B} }"),
    ("var", "var ${1:x}: ${2:int} := ${3:0}"),
    ("init", "init ${1:condition}"),
    ("let", "let ${1:f}(${2:a}) = ${3:e}"),
    ("process", "process ${1:P}[${2:i} in 1..${3:N}] {\n  loc ${4:idle}, ${5:busy}\n\n  $4 -> $5$0\n}"),
    ("population", "population ${1:P} {\n  loc ${2:idle}, ${3:busy}\n\n  $2 -> $3$0\n}"),
    ("event", "event ${1:tick} when ${2:condition} do ${3:x := 0}"),
    ("sync", "sync ${1:b}"),
    ("broadcast", "broadcast ${1:a}"),
    ("fair", "fair ${1:P}"),
    ("strong", "strong ${1:P}"),
    ("justice", "justice ${1:condition}"),
    ("compassion", "compassion (${1:often}, ${2:then_often})"),
    ("invariant", "invariant ${1:safe}: ${2:condition}"),
    ("reachable", "reachable ${1:possible}: ${2:condition}"),
    ("ctl", "ctl ${1:live}: AG (${2:asked} => AF ${3:answered})"),
    ("ltl", "ltl ${1:live}: G (${2:asked} => F ${3:answered})"),
    ("bound", "bound ${1:largest}: ${2:expression}"),
    ("@expect", "@expect(${1:holds}) invariant ${2:safe}: ${3:condition}"),
    ("predicate", "predicate ${1:even}: ${2:condition}"),
    ("hint", "hint ${1:condition}"),
    ("rank", "rank (${1:measure})"),
];

/// Items of a process or population.
const INNER: &[Form] = &[
    ("var", "var ${1:x}: ${2:int} := ${3:0}"),
    ("init", "init ${1:condition}"),
    ("let", "let ${1:f}(${2:a}) = ${3:e}"),
    ("loc", "loc ${1:idle}, ${2:busy}"),
    ("start", "start ${1:idle}"),
    ("edge", "${1:idle} -> ${2:busy} when ${3:condition} do ${4:x := 0}"),
    ("predicate", "predicate ${1:even}: ${2:condition}"),
    ("hint", "hint ${1:condition}"),
    ("rank", "rank (${1:measure})"),
];

/// The items that may begin at a place.
pub(super) fn forms(level: Level) -> Vec<Completion> {
    let forms = if level == Level::Process { INNER } else { TOP };
    forms.iter().map(|form| completion(*form)).collect()
}

fn completion((word, snippet): Form) -> Completion {
    let is_word = word != "edge";
    Completion {
        label: word.to_owned(),
        kind: CompletionKind::Form,
        detail: plain(snippet.lines().next().unwrap_or_default()),
        documentation: explained(word).unwrap_or_default().to_owned(),
        insert: if is_word { word.to_owned() } else { "->".to_owned() },
        snippet: Some(snippet.to_owned()),
        replaces: Span::default(),
        rank: 40,
    }
}

/// A form with its proposals in the places to fill in.
fn plain(snippet: &str) -> String {
    let mut text = String::new();
    let mut rest = snippet;
    while let Some((before, behind)) = rest.split_once('$') {
        text.push_str(before);
        rest = match behind.strip_prefix('{').and_then(|inner| inner.split_once('}')) {
            Some((place, rest)) => {
                text.push_str(place.split_once(':').map_or("", |(_, proposal)| proposal));
                rest
            }
            None => behind.trim_start_matches(|letter: char| letter.is_ascii_digit()),
        };
    }
    text.push_str(rest);
    text
}
