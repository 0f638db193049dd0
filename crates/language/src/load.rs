//! From text to a system: parse, collect names, check, lay out variables, lower.

use diagnostics::{Diagnostic, Source};
use system::{Constant, ConstantValue, Enumeration, System, Value};

use crate::check::{Checker, check_definitions, check_model};
use crate::collect::collect;
use crate::findings::Findings;
use crate::layout::lay_out;
use crate::link::parse_source;
use crate::lower::lower;
use crate::overrides::{Overrides, check_kind, check_params, overridden_constants, set_sizes};

/// A model that was read, or what is wrong with it.
#[derive(Debug, Clone, Default)]
pub struct Loaded {
    /// The system; there is one if and only if there is neither an error nor a problem.
    pub system: Option<System>,
    /// What was found in the text, in its order.
    pub diagnostics: Vec<Diagnostic>,
    /// What is wrong with the overrides.
    pub problems: Vec<String>,
}

/// Reads a model and makes the system that all engines check.
///
/// What is wrong with the text is found in one go, as far as one mistake does not hide another. No text makes
/// this panic, run out of stack or grow without bounds.
pub fn load(source: &str, overrides: &Overrides) -> Loaded {
    load_source(&Source::from(source), overrides)
}

/// As [`load`], a model of several files that were linked.
pub fn load_source(source: &Source, overrides: &Overrides) -> Loaded {
    let (model, parse_findings) = parse_source(source);
    let mut findings = Findings::after_parsing(parse_findings);
    let symbols = collect(&model, &mut findings);
    let mut problems = Vec::new();
    let constants = overridden_constants(overrides, &symbols, &mut problems);
    let mut checker = Checker::new(source.text(), symbols, findings, constants);
    check_definitions(&mut checker);
    let mut system = System {
        name: model.name.as_ref().map(|name| name.text.clone()),
        source: source.clone(),
        constants: compute_constants(&mut checker, &mut problems),
        ..System::default()
    };
    let layout = lay_out(&mut checker, &model, &mut system);
    // Without a sound layout nothing can be lowered; the rest of the text is still checked.
    let is_laid_out = !checker.findings.has_errors();
    let checked = check_model(&mut checker, &model);
    let Checker { symbols, mut findings, .. } = checker;
    set_sizes(overrides, &symbols, &checked.initial, &mut system, &mut problems);
    let members = symbols.enumerations.members.iter();
    system.enumerations = members.map(|members| Enumeration { members: members.clone() }).collect();
    if is_laid_out {
        lower(&symbols, &layout, &checked, &mut findings, &mut system);
    }
    if is_laid_out && !findings.has_errors() {
        check_params(overrides, &model, &system, &mut problems);
    }
    debug_assert!(findings.has_errors() || !checked.is_broken(), "whatever is broken has been reported");
    let is_sound = !findings.has_errors() && problems.is_empty();
    Loaded { system: is_sound.then_some(system), diagnostics: findings.into_sorted(), problems }
}

/// The values of all constants, and all named types, used or not.
fn compute_constants(checker: &mut Checker<'_>, problems: &mut Vec<String>) -> Vec<Constant> {
    let mut constants = Vec::new();
    for index in 0..checker.symbols.constants.len() {
        let name = checker.symbols.constants[index].name.text.clone();
        let (value, own_kind) = (checker.constant(index), checker.constant_kinds[index]);
        if let (Some(given), Some(is_bool)) = (checker.overrides.get(&name).copied(), own_kind) {
            check_kind(&name, given, is_bool, problems);
        }
        let value = match value {
            Some(Value::Int(value)) => ConstantValue::Int(value),
            Some(Value::Bool(value)) => ConstantValue::Bool(value),
            _ => continue,
        };
        constants.push(Constant { name, value });
    }
    for index in 0..checker.symbols.named_types.len() {
        checker.type_number(index);
    }
    constants
}
