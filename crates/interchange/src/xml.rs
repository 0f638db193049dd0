//! A careful way to walk XML: hostile files (entities, huge or deep documents) end in a [`Problem`].

use crate::Problem;
use roxmltree::{Document, Node, ParsingOptions};
use std::borrow::Cow;

/// Documents with more nodes than this are refused; the largest nets in use have a few million.
const MOST_NODES: u32 = 50_000_000;

/// Elements nested more deeply than this are refused, since formulas are read recursively.
const DEEPEST: usize = 1_000;

/// Parses a document; document type definitions, and with them entities, are not allowed.
pub(crate) fn parse(text: &str) -> Result<Document<'_>, Problem> {
    let options = ParsingOptions { allow_dtd: false, nodes_limit: MOST_NODES, ..ParsingOptions::default() };
    let document = Document::parse_with_options(text, options).map_err(|error| {
        let position = error.pos();
        let text = error.to_string();
        let message = text.rsplit_once(" at ").map_or(text.as_str(), |(message, _)| message);
        Problem::new(format!("this is not well-formed XML: {message}"), Some((position.row, position.col)))
    })?;
    check_depth(&document)?;
    Ok(document)
}

/// Refuses deep nesting; the parser itself is not recursive.
fn check_depth(document: &Document<'_>) -> Result<(), Problem> {
    let mut open = vec![document.root_element().id()];
    for node in document.root_element().descendants().skip(1).filter(Node::is_element) {
        let parent = node.parent_element().map(|parent| parent.id());
        while open.last().copied() != parent && open.pop().is_some() {}
        open.push(node.id());
        if open.len() > DEEPEST {
            return Err(problem(node, format!("elements are nested more than {DEEPEST} deep")));
        }
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

/// The text inside an element, without surrounding white space; comments do not interrupt it.
pub(crate) fn text<'a>(node: Node<'a, '_>) -> Cow<'a, str> {
    let mut parts = node.children().filter(Node::is_text).filter_map(|part| part.text());
    match (parts.next(), parts.next()) {
        (None, _) => Cow::Borrowed(""),
        (Some(only), None) => Cow::Borrowed(only.trim()),
        (Some(first), Some(second)) => {
            let whole: String = [first, second].into_iter().chain(parts).collect();
            Cow::Owned(whole.trim().to_owned())
        }
    }
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
