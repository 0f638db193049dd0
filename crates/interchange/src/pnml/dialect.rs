//! What tools write that the standard does not have: it is understood, or the net is refused.
//!
//! What changes which transitions can fire must not be passed over: kinds of arcs and capacities of places. TAPAAL writes tokens and
//! weights as attributes, PIPE a colour before each number, ProM the type of the core model.

use crate::Problem;
use crate::xml::{attribute, child, number, problem, text};
use roxmltree::Node;
use std::borrow::Cow;

/// The ends of the types that mean place/transition nets.
const PLAIN: [&str; 6] = ["ptnet", "ptnetb", "pt-net", "p/t net", "p/t-net", "pnmlcoremodel"];

/// The ends of the types that mean coloured nets.
const COLOURED: [&str; 3] = ["symmetricnet", "highlevelnet", "hlpng"];

/// How tokens are meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// All tokens are alike.
    Plain,
    /// Tokens have colours.
    Coloured,
}

/// The kind of a net.
pub(super) fn kind(net: Node<'_, '_>) -> Result<Kind, Problem> {
    let written = attribute(net, "type")?;
    let kind = written.trim().to_lowercase();
    let is_one = |ends: &[&str]| ends.iter().any(|end| kind.ends_with(end));
    if is_one(&PLAIN) {
        return Ok(Kind::Plain);
    }
    if is_one(&COLOURED) {
        return Ok(Kind::Coloured);
    }
    let message =
        format!("only place/transition nets and symmetric nets are supported, this one has type `{written}`");
    Err(problem(net, message))
}

/// Refuses an arc that is not one that takes or gives tokens.
pub(super) fn check_arc(arc: Node<'_, '_>) -> Result<(), Problem> {
    let inside = ["type", "arctype"].into_iter().filter_map(|name| child(arc, name));
    let kinds = inside.map(|node| node.attribute("value").map_or_else(|| content(node), Cow::Borrowed));
    let attribute = arc.attribute("type").map(Cow::Borrowed);
    for kind in kinds.chain(attribute) {
        if !kind.trim().is_empty() && !kind.trim().eq_ignore_ascii_case("normal") {
            return Err(problem(arc, format!("arcs of type `{}` are not supported", kind.trim())));
        }
    }
    for name in ["inhibitor", "reset", "inhibitorArc", "resetArc"] {
        if let Some(node) = child(arc, name) {
            return Err(problem(node, format!("arcs with <{name}> are not supported")));
        }
    }
    Ok(())
}

/// Refuses a place that does not take any number of tokens.
pub(super) fn check_place(place: Node<'_, '_>) -> Result<(), Problem> {
    let inside = child(place, "capacity").map(content);
    let written = place.attribute("capacity").map(Cow::Borrowed);
    for capacity in [inside, written].into_iter().flatten() {
        let capacity = uncoloured(capacity.trim());
        // Zero is how tools write that there is none.
        let is_none = capacity.trim_start_matches('0').is_empty()
            || capacity.starts_with('-')
            || capacity.to_lowercase().starts_with("inf");
        if !is_none {
            let problem =
                problem(place, format!("capacities of places are not supported, here `{capacity}`"));
            return Err(problem.with_help("a place for what is missing says the same in any net"));
        }
    }
    Ok(())
}

/// The number in an annotation such as `<inscription><text>2</text></inscription>`, or in an attribute.
pub(super) fn tokens(node: Node<'_, '_>, wanted: &str, attribute: &str) -> Result<Option<u64>, Problem> {
    let Some(annotation) = child(node, wanted) else {
        return node.attribute(attribute).map(|digits| number(node, digits)).transpose();
    };
    let value = child(annotation, "text").or_else(|| child(annotation, "value")).unwrap_or(annotation);
    let digits = text(value);
    let digits = uncoloured(&digits);
    if digits.is_empty() { Ok(None) } else { number(value, digits).map(Some) }
}

/// What an annotation says.
fn content<'a>(annotation: Node<'a, '_>) -> Cow<'a, str> {
    text(child(annotation, "text").or_else(|| child(annotation, "value")).unwrap_or(annotation))
}

/// The number behind the only colour that tokens of place/transition nets have in PIPE: `Default,2`.
fn uncoloured(text: &str) -> &str {
    text.strip_prefix("Default,").map_or(text, str::trim_start)
}
