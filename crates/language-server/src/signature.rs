//! What the call around a place takes.

use language::LexemeKind;
use language::names::DeclarationKind;

use crate::Analysis;
use crate::words::function;

/// What is called, and which argument stands at the place that was asked about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signature {
    /// The call as it is written, such as `f(a, b)`.
    pub label: String,
    /// The parameters.
    pub parameters: Vec<String>,
    /// Which parameter stands at the place, counted from zero; it may be one too many.
    pub active: usize,
    /// What the definition is, or what the function gives.
    pub documentation: String,
}

/// The innermost call around an offset.
pub fn signature(analysis: &Analysis, offset: usize) -> Option<Signature> {
    let offset = analysis.offset(offset);
    let (mut depth, mut active) = (0_usize, 0);
    let mut before = analysis.before(offset).peekable();
    while let Some(lexeme) = before.next() {
        match analysis.slice(lexeme.span) {
            ")" | "]" | "}" => depth += 1,
            "(" if depth == 0 => {
                let callee = before.peek()?;
                let is_name = matches!(callee.kind, LexemeKind::Name | LexemeKind::Backquoted);
                // Parentheses that only group something stand inside the call that is looked for.
                if is_name && let Some(found) = called(analysis, callee.span, active) {
                    return Some(found);
                }
                active = 0;
            }
            // A bracket or brace is left behind, and with it the commas inside.
            "[" | "{" if depth == 0 => active = 0,
            "(" | "[" | "{" => depth -= 1,
            "," if depth == 0 => active += 1,
            ";" | ":=" if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

fn called(analysis: &Analysis, callee: diagnostics::Span, active: usize) -> Option<Signature> {
    let name = analysis.slice(callee);
    let definition = analysis.names().at(callee.start).and_then(|occurrence| {
        let mut all = occurrence.declarations.iter().map(|id| analysis.names().declaration(*id));
        all.find(|declaration| declaration.kind == DeclarationKind::Definition)
    });
    if let Some(definition) = definition {
        let parameters = definition.parameters.clone();
        let label = format!("{}({})", definition.name, parameters.join(", "));
        let documentation = match definition.doc.is_empty() {
            true => definition.text.clone(),
            false => definition.doc.join("\n"),
        };
        return Some(Signature { label, parameters, active, documentation });
    }
    let function = function(name)?;
    Some(Signature {
        label: format!("{name}({})", function.parameters.join(", ")),
        parameters: function.parameters.iter().map(|parameter| (*parameter).to_owned()).collect(),
        active,
        documentation: function.says.to_owned(),
    })
}
