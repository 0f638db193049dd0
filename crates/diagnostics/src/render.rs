//! Findings as people read them: the message, the lines of the model with the place underlined, advice.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use crate::{Diagnostic, LineIndex, Severity, Span};

/// Of more findings than this only the first are shown.
const MOST: usize = 100;

/// All findings as text, in the order of their places, and a last line that counts them.
///
/// Each shows the lines of `source` that it is about; `file` is the name shown with them, and `color` asks
/// for the escape sequences of terminals. Places outside the source are moved into it. Of very many findings
/// only the first hundred are shown. Without findings the text is empty.
pub fn render(diagnostics: &[Diagnostic], source: &str, file: &str, color: bool) -> String {
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

/// One finding in the form that the renderer takes.
fn group<'d>(diagnostic: &'d Diagnostic, source: &'d str, index: &LineIndex, file: &'d str) -> Group<'d> {
    let level = match diagnostic.code.severity() {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let window = Window::around(diagnostic, source, index);
    let mut snippet = Snippet::source(window.text).line_start(window.first_line).path(file).annotation(
        AnnotationKind::Primary.span(window.range(diagnostic.at)).label(label(&diagnostic.label)),
    );
    for (span, text) in &diagnostic.related {
        snippet = snippet.annotation(AnnotationKind::Context.span(window.range(*span)).label(label(text)));
    }
    let title = level.primary_title(diagnostic.message.as_str()).id(diagnostic.code.as_str());
    let group = title.element(snippet);
    match &diagnostic.help {
        Some(help) => group.element(Level::HELP.message(help.as_str())),
        None => group,
    }
}

/// A label, unless there is nothing in it.
fn label(text: &str) -> Option<&str> {
    (!text.is_empty()).then_some(text)
}

/// The lines that a finding is about, so that the cost of showing it does not grow with the model.
struct Window<'s> {
    source: &'s str,
    text: &'s str,
    start: usize,
    first_line: usize,
}

impl<'s> Window<'s> {
    fn around(diagnostic: &Diagnostic, source: &'s str, index: &LineIndex) -> Self {
        let related = diagnostic.related.iter().map(|(span, _)| *span);
        let whole = related.fold(diagnostic.at, |whole, span| whole.to(span));
        let range = clamp(whole, source);
        let start = source[..range.start].rfind('\n').map_or(0, |at| at + 1);
        let end = source[range.end..].find('\n').map_or(source.len(), |length| range.end + length + 1);
        let first_line = index.position(source, Span::new(start, start).start).line;
        Window { source, text: &source[start..end], start, first_line }
    }

    /// A place as a range of the window's text.
    fn range(&self, span: Span) -> Range<usize> {
        let range = clamp(span, self.source);
        let inside = |offset: usize| offset.saturating_sub(self.start).min(self.text.len());
        inside(range.start)..inside(range.end)
    }
}

/// The place moved into the text and to the boundaries of characters.
fn clamp(span: Span, source: &str) -> Range<usize> {
    let start = source.floor_char_boundary(span.start as usize);
    let end = source.ceil_char_boundary((span.end as usize).min(source.len()));
    start..end.max(start)
}
