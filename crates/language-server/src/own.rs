//! What of an inspection of several files concerns the text itself.

use diagnostics::{Diagnostic, FileId, LineIndex, Source, Span};
use language::Inspection;
use language::ast::{Import, ItemKind};

/// Leaves out what stands in imported files, except what is declared there; what is wrong there is said of the import.
pub fn keep_own(source: &Source, inspection: &mut Inspection) {
    if source.files().len() == 1 {
        return;
    }
    let is_own = |span: Span| source.file_at(span.start).is_main();
    inspection.model.items.retain(|item| is_own(item.span));
    inspection.names.occurrences.retain(|occurrence| is_own(occurrence.span));
    inspection.diagnostics = own_findings(source, std::mem::take(&mut inspection.diagnostics));
}

/// The findings as those of the text itself.
pub fn own_findings(source: &Source, findings: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let (lines, imports) = (LineIndex::new(source), imports(source.main()));
    let own = |mut finding: Diagnostic| {
        let file = source.file_at(finding.at.start);
        finding.related.retain(|(span, _)| source.file_at(span.start).is_main());
        if let Some(name) = source.name(file) {
            let position = lines.position(source, finding.at.start);
            let is_found = |import: &&Import| {
                source.imported(FileId::default(), &import.path).is_some_and(|found| found == Ok(file))
            };
            // A file that others import stands for all that they lead to.
            finding.at =
                imports.iter().find(is_found).or(imports.first()).map_or(Span::default(), |import| import.at);
            finding.message = format!("{name}:{}:{}: {}", position.line, position.column, finding.message);
            finding.fixes.clear();
        }
        finding
    };
    findings.into_iter().map(own).collect()
}

fn imports(text: &str) -> Vec<Import> {
    let items = language::parse(text).0.items.into_iter();
    items
        .filter_map(|item| match item.kind {
            ItemKind::Import(import) => Some(import),
            _ => None,
        })
        .collect()
}
