//! What a text declares, as a tree.

use diagnostics::Span;
use language::names::{Declaration, DeclarationKind};

use crate::Analysis;

/// Something that a text declares, with what belongs to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutlineNode {
    /// Its name.
    pub name: String,
    /// What it is.
    pub kind: DeclarationKind,
    /// The declaration in one line.
    pub detail: String,
    /// The whole item.
    pub item: Span,
    /// The name where it is declared.
    pub at: Span,
    /// What belongs to it.
    pub children: Vec<OutlineNode>,
}

/// What a text declares, in its order; what a process declares is below the process.
pub fn outline(analysis: &Analysis) -> Vec<OutlineNode> {
    let mut roots: Vec<(usize, OutlineNode)> = Vec::new();
    for (id, declaration) in analysis.names().all() {
        let Some(node) = node(declaration).filter(|node| analysis.is_own(node.at)) else { continue };
        match declaration.owner {
            Some(owner) => {
                if let Some((_, parent)) = roots.iter_mut().find(|(number, _)| *number == owner.0) {
                    parent.children.push(node);
                }
            }
            None => roots.push((id.0, node)),
        }
    }
    roots.sort_by_key(|(_, node)| node.item);
    roots.into_iter().map(|(_, node)| node).collect()
}

/// What is shown in the tree; names that are bound inside expressions are not.
fn node(declaration: &Declaration) -> Option<OutlineNode> {
    use DeclarationKind::{Argument, BoundName, Field, Index, Member, Model};
    let at = *declaration.at.first()?;
    if matches!(declaration.kind, Argument | BoundName | Field | Index | Member | Model) {
        return None;
    }
    Some(OutlineNode {
        name: declaration.name.clone(),
        kind: declaration.kind,
        detail: declaration.text.clone(),
        item: declaration.item,
        at,
        children: Vec::new(),
    })
}
