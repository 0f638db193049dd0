//! A careful way to walk XML: hostile files (entities, huge or deep documents) end in a [`Problem`].

use crate::Problem;
use roxmltree::{Document, Node, ParsingOptions};

/// Documents with more nodes than this are refused; the largest nets in use have a few million.
const MOST_NODES: u32 = 50_000_000;

/// Elements nested more deeply than this are refused, since formulas are read recursively.
pub(crate) const DEEPEST: usize = 1_000;

/// Parses a document; document type definitions, and with them entities, are not allowed.
pub(crate) fn parse(text: &str) -> Result<Document<'_>, Problem> {
    check_depth(text)?;
    let options = ParsingOptions { allow_dtd: false, nodes_limit: MOST_NODES, ..ParsingOptions::default() };
    Document::parse_with_options(text, options).map_err(|error| {
        let position = error.pos();
        let text = error.to_string();
        let message = text.rsplit_once(" at ").map_or(text.as_str(), |(message, _)| message);
        Problem::new(format!("this is not well-formed XML: {message}"), Some((position.row, position.col)))
    })
}

/// Counts open elements without parsing, so that no parser has to survive deep nesting.
fn check_depth(text: &str) -> Result<(), Problem> {
    let mut depth: usize = 0;
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(found) = text[at..].find('<') {
        let start = at + found;
        if let Some(rest) = text[start..].strip_prefix("<!--") {
            at = rest.find("-->").map_or(text.len(), |end| start + 4 + end + 3);
            continue;
        }
        let Some(end) = text[start..].find('>').map(|end| start + end) else { break };
        match bytes.get(start + 1) {
            Some(b'/') => depth = depth.saturating_sub(1),
            Some(b'?' | b'!') => {}
            _ if bytes[end - 1] == b'/' => {}
            _ => depth += 1,
        }
        if depth > DEEPEST {
            let line = text[..start].bytes().filter(|byte| *byte == b'\n').count() + 1;
            let position = u32::try_from(line).ok().map(|line| (line, 1));
            return Err(Problem::new(format!("elements are nested more than {DEEPEST} deep"), position));
        }
        at = end + 1;
    }
    Ok(())
}

/// The line and column of a node.
pub(crate) fn position(node: Node<'_, '_>) -> Option<(u32, u32)> {
    let position = node.document().text_pos_at(node.range().start);
    Some((position.row, position.col))
}

/// A problem at a node.
pub(crate) fn problem(node: Node<'_, '_>, message: impl Into<String>) -> Problem {
    Problem::new(message, position(node))
}

/// The name of an element, without its name space.
pub(crate) fn name<'a>(node: Node<'a, '_>) -> &'a str {
    node.tag_name().name()
}

/// The child elements.
pub(crate) fn elements<'a, 'i: 'a>(node: Node<'a, 'i>) -> impl Iterator<Item = Node<'a, 'i>> {
    node.children().filter(Node::is_element)
}

/// The first child element with this name.
pub(crate) fn child<'a, 'i: 'a>(node: Node<'a, 'i>, wanted: &str) -> Option<Node<'a, 'i>> {
    elements(node).find(|child| name(*child) == wanted)
}

/// The only child element; a problem if there is another number of them.
pub(crate) fn only_child<'a, 'i: 'a>(node: Node<'a, 'i>) -> Result<Node<'a, 'i>, Problem> {
    let mut children = elements(node);
    match (children.next(), children.next()) {
        (Some(only), None) => Ok(only),
        _ => Err(problem(node, format!("<{}> needs exactly one element inside", name(node)))),
    }
}

/// The text inside an element, without surrounding white space.
pub(crate) fn text<'a>(node: Node<'a, '_>) -> &'a str {
    node.text().unwrap_or("").trim()
}

/// The value of an attribute; a problem if it is absent or empty.
pub(crate) fn attribute<'a>(node: Node<'a, '_>, wanted: &str) -> Result<&'a str, Problem> {
    node.attribute(wanted)
        .filter(|value| !value.is_empty())
        .ok_or_else(|| problem(node, format!("<{}> has no attribute `{wanted}`", name(node))))
}

/// A natural number of at most 18 digits, so that sums of them stay exact everywhere.
pub(crate) fn number(node: Node<'_, '_>, text: &str) -> Result<u64, Problem> {
    let digits = text.trim();
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let significant = digits.trim_start_matches('0');
    match (is_number, significant.len()) {
        (true, 0) => Ok(0),
        (true, 1..=18) => Ok(significant.parse().expect("at most 18 digits")),
        (true, _) => Err(problem(node, "this number is too large: at most 18 digits are supported")),
        _ => {
            let shown: String = digits.chars().take(40).collect();
            Err(problem(node, format!("a natural number was expected, found `{shown}`")))
        }
    }
}
