//! A check that ends before anything is expanded.

use std::collections::HashMap;

use diagnostics::{Diagnostic, Source, Span};
use system::Value;

use super::{NameTable, Spot, declare, resolve, spot};
use crate::ast;
use crate::check::{Checker, check_definitions, check_model};
use crate::collect::collect;
use crate::evaluate::evaluate;
use crate::findings::Findings;
use crate::link::{joined, parse_source};
use crate::parser::parse_in_parts;
use crate::referents::NameLog;
use crate::scope::Scope;
use crate::slots::Slots;
use crate::symbols::BodyIndex;
use crate::typed::{Typed, VariableIndex};
use crate::types::Scalar;

/// What is known of a text without expanding it.
#[derive(Debug, Clone, Default)]
pub struct Inspection {
    /// The syntax tree.
    pub model: ast::Model,
    /// What is wrong as far as it shows without expansion, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
    /// The names.
    pub names: NameTable,
}

/// Checks a text without expanding it.
pub fn inspect(source: &str) -> Inspection {
    inspect_source(&Source::from(source))
}

/// As [`inspect`], a model of several files that were linked.
pub fn inspect_source(source: &Source) -> Inspection {
    look(source, None).0
}

/// As [`inspect`], and says what may stand at the place of one name; nothing where the text around it cannot be read.
///
/// Where no name stands yet, an editor puts some word there before it asks.
pub fn inspect_at(source: &Source, word: Span) -> (Inspection, Vec<Spot>) {
    look(source, Some(word))
}

fn look(source: &Source, asked: Option<Span>) -> (Inspection, Vec<Spot>) {
    let (model, findings) = parse_source(source);
    let text = source.text();
    if !findings.iter().any(Diagnostic::is_error) {
        let (names, spots, diagnostics) = check(text, &model, findings, asked);
        return (Inspection { model, diagnostics, names }, spots);
    }
    // Only a tree without half an expression can be judged, but names are looked for everywhere.
    let (in_parts, _) = joined(source, &|text, lexed| (parse_in_parts(text, lexed), Vec::new()));
    let (names, spots, _) = check(text, &in_parts, findings.clone(), asked);
    let (.., diagnostics) = check(text, &model, findings, None);
    (Inspection { model, diagnostics, names }, spots)
}

/// Checks a tree.
fn check(
    source: &str,
    model: &ast::Model,
    findings: Vec<Diagnostic>,
    asked: Option<Span>,
) -> (NameTable, Vec<Spot>, Vec<Diagnostic>) {
    let mut findings = Findings::after_parsing(findings);
    let symbols = collect(model, &mut findings);
    let mut checker = Checker::new(source, symbols, findings, HashMap::new());
    checker.name_log = Some(NameLog { asked, ..NameLog::default() });
    check_definitions(&mut checker);
    for index in 0..checker.symbols.constants.len() {
        checker.constant(index);
    }
    for index in 0..checker.symbols.named_types.len() {
        checker.type_number(index);
    }
    let ranges = ranges(&mut checker);
    check_model(&mut checker, model);
    let log = checker.name_log.take().unwrap_or_default();
    let (mut names, known) = declare::declarations(&checker, model, &ranges, &log);
    resolve::occurrences(&checker.symbols, &known, &log, &mut names);
    let spots = log.answers.iter().map(|expected| spot::spot(expected, &known)).collect();
    (names, spots, checker.findings.into_sorted())
}

/// The ranges of variables and of process arrays, as far as constants tell.
#[derive(Default)]
pub(super) struct Ranges {
    pub variables: Vec<Option<(i128, i128)>>,
    pub bodies: Vec<Option<(i128, i128)>>,
}

fn ranges(checker: &mut Checker<'_>) -> Ranges {
    let mut ranges = Ranges::default();
    for index in 0..checker.symbols.variables.len() {
        let declared = checker.variable_type(VariableIndex(index));
        ranges.variables.push(match declared.element() {
            Some(Scalar::Range(low, high)) => known_range(low, high),
            _ => None,
        });
    }
    for index in 0..checker.symbols.bodies.len() {
        let binder = checker.symbols.body(BodyIndex(index)).declaration.index.as_ref();
        let range = binder.and_then(|binder| checker.index_range(binder, &Scope::default()));
        ranges.bodies.push(range.and_then(|(low, high)| known_range(&low, &high)));
    }
    ranges
}

fn known_range(low: &Typed, high: &Typed) -> Option<(i128, i128)> {
    Some((number(low)?, number(high)?))
}

fn number(typed: &Typed) -> Option<i128> {
    match evaluate(typed, &mut Slots::default()) {
        Ok(Value::Int(value)) if !typed.traits.broken => Some(value),
        _ => None,
    }
}
