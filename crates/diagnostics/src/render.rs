//! Findings as people read them: the message, the lines of the model with the place underlined, advice.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use crate::{Diagnostic, FileId, LineIndex, Severity, Source, Span};

/// Of more findings than this only the first are shown.
const MOST: usize = 100;

/// All findings about a text that is one file, as [`render_source`] shows them.
pub fn render(diagnostics: &[Diagnostic], text: &str, file: &str, color: bool) -> String {
    render_source(diagnostics, &Source::from(text), file, color)
}

/// All findings as text, in the order of their places, and a last line that counts them.
///
/// Each shows the lines of `source` that it is about; `file` is the name shown with those of the model's own file, and `color` asks
/// for the escape sequences of terminals. Places outside the source are moved into it. Of very many findings
/// only the first hundred are shown. Without findings the text is empty.
pub fn render_source(diagnostics: &[Diagnostic], source: &Source, file: &str, color: bool) -> String {
    if diagnostics.is_empty() {
        return String::new();
    }
    let mut sorted: Vec<&Diagnostic> = diagnostics.iter().collect();
    sorted.sort_by_key(|diagnostic| (diagnostic.at, diagnostic.code));
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    let index = LineIndex::new(source);
    let mut text = String::new();
    for diagnostic in sorted.into_iter().take(MOST) {
        text.push_str(&renderer.render(&[group(diagnostic, source, &index, file)]));
        text.push_str("\n\n");
    }
    text.push_str(&summary(diagnostics));
    text.push('\n');
    text
}

/// How many errors and warnings there are.
fn summary(diagnostics: &[Diagnostic]) -> String {
    let errors = diagnostics.iter().filter(|diagnostic| diagnostic.is_error()).count();
    let warnings = diagnostics.len() - errors;
    let count = |number: usize, word: &str| match number {
        0 => None,
        1 => Some(format!("1 {word}")),
        _ => Some(format!("{number} {word}s")),
    };
    let counts: Vec<String> =
        [count(errors, "error"), count(warnings, "warning")].into_iter().flatten().collect();
    let hidden =
        if diagnostics.len() > MOST { format!("; the first {MOST} are shown") } else { String::new() };
    counts.join(", ") + &hidden
}

/// One finding in the form that the renderer takes: an excerpt of each file that it is about, the underlined place first.
fn group<'d>(diagnostic: &'d Diagnostic, source: &'d Source, index: &LineIndex, name: &'d str) -> Group<'d> {
    let level = match diagnostic.code.severity() {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let file_of = |span: Span| source.file_at(Span::new(clamp(span, source).start, 0).start);
    let main = file_of(diagnostic.at);
    let mut files = vec![main];
    for (span, _) in &diagnostic.related {
        let file = file_of(*span);
        if !files.contains(&file) {
            files.push(file);
        }
    }
    let title = level.primary_title(diagnostic.message.as_str()).id(diagnostic.code.as_str());
    let mut group = Group::with_title(title);
    for file in files {
        let related = diagnostic.related.iter().filter(|(span, _)| file_of(*span) == file);
        let own = (file == main).then_some(diagnostic.at);
        let window = Window::around(
            own.into_iter().chain(related.clone().map(|(span, _)| *span)),
            file,
            source,
            index,
        );
        let path = source.name(file).unwrap_or(name);
        let mut snippet = Snippet::source(window.text).line_start(window.first_line).path(path);
        if let Some(at) = own {
            let primary = AnnotationKind::Primary.span(window.range(at));
            snippet = snippet.annotation(primary.label(label(&diagnostic.label)));
        }
        for (span, text) in related {
            snippet =
                snippet.annotation(AnnotationKind::Context.span(window.range(*span)).label(label(text)));
        }
        group = group.element(snippet);
    }
    match &diagnostic.help {
        Some(help) => group.element(Level::HELP.message(help.as_str())),
        None => group,
    }
}

/// A label, unless there is nothing in it.
fn label(text: &str) -> Option<&str> {
    (!text.is_empty()).then_some(text)
}

/// The lines of a file that a finding is about, so that the cost of showing it does not grow with the model.
struct Window<'s> {
    source: &'s Source,
    text: &'s str,
    start: usize,
    first_line: usize,
}

impl<'s> Window<'s> {
    fn around(
        spans: impl Iterator<Item = Span>,
        file: FileId,
        source: &'s Source,
        index: &LineIndex,
    ) -> Self {
        let whole = spans.reduce(Span::to).unwrap_or_default();
        let (range, part) = (clamp(whole, source), source.extent(file).range());
        let inside = |offset: usize| offset.clamp(part.start, part.end);
        let (from, to) = (inside(range.start), inside(range.end));
        let text = source.text();
        let start = text[part.start..from].rfind('\n').map_or(part.start, |at| part.start + at + 1);
        let end = text[to..part.end].find('\n').map_or(part.end, |length| to + length + 1);
        let first_line = index.position(source, Span::new(start, start).start).line;
        Window { source, text: &text[start..end], start, first_line }
    }

    /// A place as a range of the window's text.
    fn range(&self, span: Span) -> Range<usize> {
        let range = clamp(span, self.source);
        let inside = |offset: usize| offset.saturating_sub(self.start).min(self.text.len());
        inside(range.start)..inside(range.end)
    }
}

/// The place moved into the text and to the boundaries of characters.
fn clamp(span: Span, source: &Source) -> Range<usize> {
    let text = source.text();
    let start = text.floor_char_boundary(span.start as usize);
    let end = text.ceil_char_boundary((span.end as usize).min(text.len()));
    start..end.max(start)
}
