//! Makes a text that shows a failure as small as it gets, by leaving parts of its tree out and by replacing
//! parts with smaller ones of their kind.
//!
//! A change may leave a text that means something else or nothing at all; whoever asks says whether a text
//! still shows the failure.

use crate::tree::{Kind, Node, Tree};
use crate::words::split;

/// The most texts that are tried before the smallest one so far is taken.
const MOST_TRIES: usize = 4000;

/// A smallest tree, as far as single changes go, whose text still fails.
pub fn shrink(tree: &Tree, fails: &mut dyn FnMut(&str) -> bool) -> Tree {
    let mut smallest = tree.clone();
    let mut tries = 0;
    loop {
        let mut improved = false;
        let mut number = 0;
        while let Some(changed) = change(&smallest, number) {
            let text = changed.print();
            tries += 1;
            if text != smallest.print() && fails(&text) {
                smallest = changed;
                improved = true;
            } else {
                number += 1;
            }
            if tries > MOST_TRIES {
                return smallest;
            }
        }
        if !improved {
            return smallest;
        }
    }
}

/// A smallest text, as far as words can be left out, that still fails.
pub fn shrink_text(text: &str, fails: &mut dyn FnMut(&str) -> bool) -> String {
    let words = split(text).into_iter().map(Tree::Text).collect();
    shrink(&Tree::list(words, "", 0), fails).print()
}

/// The tree with one change, of which this is the number; nothing behind the last one.
fn change(tree: &Tree, number: usize) -> Option<Tree> {
    let mut changed = tree.clone();
    let mut left = number;
    apply(&mut changed, &mut left).then_some(changed)
}

/// Makes the change with this number, or counts down by the changes that the tree allows.
fn apply(tree: &mut Tree, left: &mut usize) -> bool {
    let own = own_changes(tree);
    if *left < own.len() {
        *tree = own.into_iter().nth(*left).expect("the number is below the length");
        return true;
    }
    *left -= own.len();
    match tree {
        Tree::Text(_) | Tree::Optional(None) => false,
        Tree::Sequence(parts) | Tree::List { items: parts, .. } => {
            parts.iter_mut().any(|part| apply(part, left))
        }
        Tree::Optional(Some(part)) | Tree::Operand(_, part) => apply(part, left),
        Tree::Node(node) => apply(&mut node.body, left),
    }
}

/// What may stand in the place of a part, the boldest changes first.
fn own_changes(tree: &Tree) -> Vec<Tree> {
    match tree {
        Tree::Optional(Some(_)) => vec![Tree::Optional(None)],
        Tree::List { items, separator, least } => shorter_lists(items, separator, *least),
        Tree::Node(node) => simpler_nodes(node),
        _ => Vec::new(),
    }
}

fn shorter_lists(items: &[Tree], separator: &'static str, least: usize) -> Vec<Tree> {
    let mut shorter = Vec::new();
    let mut length = items.len();
    while length >= 1 {
        if items.len() - length >= least {
            for start in (0..items.len()).step_by(length).filter(|start| start + length <= items.len()) {
                let kept = [&items[..start], &items[start + length..]].concat();
                shorter.push(Tree::list(kept, separator, least));
            }
        }
        length /= 2;
    }
    shorter
}

fn simpler_nodes(node: &Node) -> Vec<Tree> {
    let text = node.body.print();
    let simpler = node.simplest.iter().take_while(|simplest| **simplest != text);
    let mut all: Vec<Tree> = simpler
        .map(|simplest| {
            let body = Box::new(Tree::Text(simplest.clone()));
            Tree::Node(Node { body, ..node.clone() })
        })
        .collect();
    collect_nearest(&node.body, node.kind, &mut all);
    all
}

/// The outermost nodes of this kind.
fn collect_nearest(tree: &Tree, kind: Kind, found: &mut Vec<Tree>) {
    match tree {
        Tree::Text(_) | Tree::Optional(None) => {}
        Tree::Sequence(parts) | Tree::List { items: parts, .. } => {
            parts.iter().for_each(|part| collect_nearest(part, kind, found));
        }
        Tree::Optional(Some(part)) | Tree::Operand(_, part) => collect_nearest(part, kind, found),
        Tree::Node(node) if node.kind == kind => found.push(tree.clone()),
        Tree::Node(node) => collect_nearest(&node.body, kind, found),
    }
}

#[cfg(test)]
mod tests {
    use super::shrink;
    use crate::parts;
    use crate::tree::{Kind, Level, Node, Tree};

    fn int(body: Tree) -> Tree {
        let simplest = vec!["0".to_string()];
        Tree::Node(Node { kind: Kind::Int, level: Level::Atom, body: Box::new(body), simplest })
    }

    #[test]
    fn keeps_only_what_the_failure_needs() {
        let sum = int(parts![int("a".into()), " + ", int(parts!["min(", int("b".into()), ", c)"])]);
        let items = vec!["one".into(), parts!["two ", sum], parts!["three", Tree::optional(" x".into())]];
        let tree = Tree::list(items, "; ", 0);
        assert_eq!(shrink(&tree, &mut |text| text.contains('b')).print(), "two b");
        assert_eq!(shrink(&tree, &mut |text| text.contains("two")).print(), "two 0");
        assert_eq!(shrink(&tree, &mut |text| text.contains("three")).print(), "three");
    }
}
