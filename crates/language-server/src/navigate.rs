//! Where a name is declared, and where it is used.

use crate::{Analysis, Place};

/// Where the name at an offset is declared: at several places where it stands for several things, or for something that may
/// be declared more than once, such as a label.
pub fn definition(analysis: &Analysis, offset: usize) -> Vec<Place> {
    let names = analysis.names();
    let Some(found) = analysis.name_at(offset) else { return own_process(analysis, offset) };
    let spans = found.declarations.iter().flat_map(|id| names.declaration(*id).at.iter());
    spans.map(|span| analysis.place(*span)).collect()
}

/// `self` is an instance of the process that it stands in.
fn own_process(analysis: &Analysis, offset: usize) -> Vec<Place> {
    let word = analysis.lexeme_at(offset).filter(|lexeme| analysis.slice(lexeme.span) == "self");
    let Some(word) = word else { return Vec::new() };
    let around = analysis.names().all().filter(|(_, declaration)| {
        use language::names::DeclarationKind::{Process, ProcessArray};
        matches!(declaration.kind, Process | ProcessArray)
            && declaration.item.start <= word.span.start
            && word.span.end <= declaration.item.end
    });
    around.flat_map(|(_, declaration)| declaration.at.iter()).map(|span| Place::here(*span)).collect()
}

/// Where names stand for what the name at an offset stands for, in the order of the text.
pub fn references(analysis: &Analysis, offset: usize, with_declarations: bool) -> Vec<Place> {
    let Some(found) = analysis.name_at(offset) else { return Vec::new() };
    let names = analysis.names();
    let mut places = Vec::new();
    for occurrence in &names.occurrences {
        let is_meant = occurrence.declarations.iter().any(|id| found.declarations.contains(id));
        if is_meant && (with_declarations || !occurrence.declares) {
            places.push(Place::here(occurrence.span));
        }
    }
    places
}
