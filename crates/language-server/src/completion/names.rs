//! Names that can be written.

use std::collections::HashSet;

use language::is_plain_name;
use language::names::{Declaration, DeclarationId, DeclarationKind, NameTable, Spot};
use system::Sort;

use super::{Completion, CompletionKind};
use crate::hover::described;

/// The names that may stand at a place, each once.
pub(super) fn for_spots(names: &NameTable, spots: &[Spot]) -> Vec<Completion> {
    let mut found: Vec<(DeclarationId, u32)> = Vec::new();
    for spot in spots {
        match spot {
            Spot::Value { locals, body, sort } => values(names, locals, *body, *sort, &mut found),
            Spot::Field(owner) => parts(names, *owner, is_field, &mut found),
            Spot::Part(fields) => found.extend(fields.iter().map(|id| (*id, 1))),
            Spot::Link(owner) => parts(names, *owner, is_link, &mut found),
            Spot::Location(owner) => {
                parts(names, *owner, |one| one.kind == DeclarationKind::Location, &mut found);
            }
            Spot::Label(owner) => parts(names, *owner, |one| one.kind == DeclarationKind::Label, &mut found),
            Spot::Counted => globals(names, is_body, &mut found),
            Spot::Type => globals(names, |kind| kind == DeclarationKind::Type, &mut found),
            Spot::Reference => globals(names, |kind| kind == DeclarationKind::ProcessArray, &mut found),
            Spot::Sync(broadcast) => globals(names, |kind| is_sync(kind, *broadcast), &mut found),
            Spot::Mover => {
                globals(names, |kind| is_body(kind) || kind == DeclarationKind::Event, &mut found);
            }
        }
    }
    let mut seen = HashSet::new();
    found.retain(|(id, _)| seen.insert(*id));
    found.into_iter().map(|(id, rank)| completion(names, names.declaration(id), rank)).collect()
}

/// How much later values of another sort than the wanted one are listed.
const OTHER_SORT: u32 = 10;

/// The locations of the process with this name, at which an edge may begin.
pub(super) fn locations(names: &NameTable, process: &str) -> Vec<Completion> {
    let is_owner = |id: DeclarationId| {
        let owner = names.declaration(id);
        is_body(owner.kind) && owner.name == process
    };
    let all = names
        .all()
        .filter(|(_, one)| one.kind == DeclarationKind::Location && one.owner.is_some_and(is_owner));
    all.map(|(_, one)| completion(names, one, 1)).collect()
}

/// Values that can be seen; what fits the wanted sort comes first, then what is near.
fn values(
    names: &NameTable,
    locals: &[DeclarationId],
    body: Option<DeclarationId>,
    sort: Option<Sort>,
    found: &mut Vec<(DeclarationId, u32)>,
) {
    let fitting = |declaration: &Declaration, rank: u32| {
        let fits = sort.is_some() && declaration.sort == sort;
        if fits { rank } else { rank + OTHER_SORT }
    };
    let mut hidden: HashSet<&str> = HashSet::new();
    for id in locals {
        let declaration = names.declaration(*id);
        if hidden.insert(&declaration.name) {
            found.push((*id, fitting(declaration, 0)));
        }
    }
    for is_own in [true, false] {
        for (id, declaration) in names.all() {
            let is_near = declaration.owner == if is_own { body } else { None };
            let rank = match declaration.kind {
                _ if !is_near || (is_own && body.is_none()) => continue,
                DeclarationKind::Index if !is_own => continue,
                DeclarationKind::Index => 1,
                DeclarationKind::Variable | DeclarationKind::Parameter => 2 - u32::from(is_own),
                DeclarationKind::Constant | DeclarationKind::Definition => 3,
                DeclarationKind::Process | DeclarationKind::ProcessArray => 4,
                DeclarationKind::Population => 5,
                DeclarationKind::Member => 6,
                _ => continue,
            };
            if hidden.insert(&declaration.name) {
                found.push((id, fitting(declaration, rank)));
            }
        }
    }
}

/// What belongs to a process, or to any where it is not known to which.
fn parts(
    names: &NameTable,
    owner: Option<DeclarationId>,
    is_wanted: impl Fn(&Declaration) -> bool,
    found: &mut Vec<(DeclarationId, u32)>,
) {
    let all = names.all().filter(|(_, declaration)| {
        is_wanted(declaration)
            && match owner {
                Some(owner) => declaration.owner == Some(owner),
                None => declaration.owner.is_some(),
            }
    });
    found.extend(all.map(|(id, _)| (id, 1)));
}

fn globals(
    names: &NameTable,
    is_wanted: impl Fn(DeclarationKind) -> bool,
    found: &mut Vec<(DeclarationId, u32)>,
) {
    found.extend(names.all().filter(|(_, declaration)| is_wanted(declaration.kind)).map(|(id, _)| (id, 1)));
}

fn is_field(declaration: &Declaration) -> bool {
    matches!(declaration.kind, DeclarationKind::Variable | DeclarationKind::Definition)
}

fn is_link(declaration: &Declaration) -> bool {
    declaration.kind == DeclarationKind::Variable && matches!(declaration.sort, Some(Sort::Reference(_)))
}

fn is_body(kind: DeclarationKind) -> bool {
    matches!(kind, DeclarationKind::Process | DeclarationKind::ProcessArray | DeclarationKind::Population)
}

fn is_sync(kind: DeclarationKind, broadcast: Option<bool>) -> bool {
    match kind {
        DeclarationKind::Rendezvous => broadcast != Some(true),
        DeclarationKind::Broadcast => broadcast != Some(false),
        _ => false,
    }
}

fn completion(names: &NameTable, declaration: &Declaration, rank: u32) -> Completion {
    let name = &declaration.name;
    let written = if is_plain_name(name) { name.clone() } else { format!("`{name}`") };
    let snippet = (!declaration.parameters.is_empty()).then(|| {
        let places = declaration.parameters.iter().zip(1..);
        let places: Vec<String> = places.map(|(name, number)| format!("${{{number}:{name}}}")).collect();
        format!("{written}({})", places.join(", "))
    });
    Completion {
        label: name.clone(),
        kind: CompletionKind::Name(declaration.kind),
        detail: declaration.text.clone(),
        documentation: described(names, declaration),
        insert: written,
        snippet,
        replaces: declaration.item,
        rank,
    }
}
