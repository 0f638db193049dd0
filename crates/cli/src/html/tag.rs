//! Writing HTML: texts become text, whatever is in them.

use drawing::svg::escaped;
use serde_json::Value as Json;

/// An element with a content that is HTML already.
pub fn element(name: &str, class: &str, content: &str) -> String {
    match class {
        "" => format!("<{name}>{content}</{name}>"),
        class => format!("<{name} class=\"{}\">{content}</{name}>", escaped(class)),
    }
}

/// An element with a text.
pub fn text(name: &str, class: &str, content: &str) -> String {
    element(name, class, &escaped(content))
}

/// A row of a table.
pub fn row(cells: impl IntoIterator<Item = String>) -> String {
    format!("<tr>{}</tr>\n", cells.into_iter().collect::<String>())
}

/// A table with a head.
pub fn table(class: &str, head: &[&str], rows: &str) -> String {
    let cells: String = head.iter().map(|name| text("th", "", name)).collect();
    element("table", class, &format!("<thead><tr>{cells}</tr></thead>\n<tbody>\n{rows}</tbody>"))
}

/// A part that can be folded.
pub fn folded(title: &str, is_open: bool, content: &str) -> String {
    let open = if is_open { " open" } else { "" };
    format!("<details{open}><summary>{}</summary>\n{content}</details>\n", escaped(title))
}

/// A value as people read it: texts without quotes.
pub fn plain(json: &Json) -> String {
    match json {
        Json::String(text) => text.clone(),
        Json::Null => "null".into(),
        other => other.to_string(),
    }
}
