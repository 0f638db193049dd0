//! Values that the text does not show: of constants that are computed, and numbers of instances.

use diagnostics::Span;
use language::ast::{Binder, Domain, ExprKind, ItemKind};
use language::names::Declaration;
use system::ConstantValue;

use crate::Analysis;

/// A remark that an editor shows inside a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hint {
    /// The offset behind which it stands.
    pub at: usize,
    /// The remark.
    pub text: String,
    /// What it says, in a sentence.
    pub explanation: String,
}

/// The remarks of a text, in its order.
pub fn hints(analysis: &Analysis) -> Vec<Hint> {
    let mut hints = Vec::new();
    for item in &analysis.inspection().model.items {
        match &item.kind {
            ItemKind::Const { name, value } => {
                let is_literal = matches!(value.kind, ExprKind::Int(_) | ExprKind::Bool(_) | ExprKind::Error);
                let known = declared(analysis, name.span).and_then(|declared| declared.value);
                if let (Some(known), false) = (known, is_literal) {
                    let shown = show(known);
                    let explanation = format!("the value of `{}` is {shown}", name.text);
                    let at = value.span.end as usize;
                    hints.push(Hint { at, text: format!("= {shown}"), explanation });
                }
            }
            ItemKind::Process(process) => {
                let Some(binder) = &process.index else { continue };
                let range = declared(analysis, process.name.span).and_then(|declared| declared.range);
                if let (Some((low, high)), Some(end)) = (range, computed_end(binder)) {
                    let text = instances(low, high);
                    let explanation = match low <= high {
                        true => format!("`{0}[{low}]` to `{0}[{high}]`", process.name.text),
                        false => "the range is empty".to_owned(),
                    };
                    hints.push(Hint { at: end as usize, text, explanation });
                }
            }
            _ => {}
        }
    }
    hints
}

/// Where the range of a binder ends, if a bound is not simply a number.
fn computed_end(binder: &Binder) -> Option<u32> {
    let is_number = |kind: &ExprKind| matches!(kind, ExprKind::Int(_));
    match &binder.domain {
        Domain::Range(low, high) if is_number(&low.kind) && is_number(&high.kind) => None,
        Domain::Range(_, high) => Some(high.span.end),
        Domain::Type(ty) => Some(ty.span.end),
        Domain::Set(set) => Some(set.span.end),
    }
}

fn declared(analysis: &Analysis, at: Span) -> Option<&Declaration> {
    let occurrence = analysis.names().at(at.start).filter(|occurrence| occurrence.span == at)?;
    occurrence.declarations.first().map(|id| analysis.names().declaration(*id))
}

/// How many instances a process array has, in words.
pub(crate) fn instances(low: i128, high: i128) -> String {
    match high.checked_sub(low).and_then(|distance| distance.checked_add(1)) {
        Some(1) => "1 instance".to_owned(),
        Some(count) => format!("{} instances", count.max(0)),
        None => "very many instances".to_owned(),
    }
}

/// The value of a constant as it is written.
pub(crate) fn show(value: ConstantValue) -> String {
    match value {
        ConstantValue::Int(value) => value.to_string(),
        ConstantValue::Bool(value) => value.to_string(),
    }
}
