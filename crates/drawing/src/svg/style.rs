//! The frame of the document: size, colours, fonts.

use std::fmt::Write;

/// The colours and fonts. Drawings keep their own paper, light or dark as the reader's system asks.
const STYLE: &str = r#"
svg { background: #ffffff }
text { font-family: "DejaVu Sans Mono", Menlo, Consolas, "Liberation Mono", monospace; fill: #1f2328 }
.paper { fill: #ffffff }
.title { font-size: 15px; font-weight: bold }
.caption { font-size: 10px; fill: #59636e }
.node text { font-size: 11px; white-space: pre }
.node rect { fill: #f3f5f7; stroke: #59636e; stroke-width: 1.1 }
.bad rect { fill: #ffdcd9; stroke: #c4232d; stroke-width: 1.6 }
.good rect { fill: #d3f3d8; stroke: #1a7f37; stroke-width: 1.6 }
.open rect { stroke-dasharray: 4 3 }
.end rect { stroke-width: 2.6 }
.node .note { font-style: italic; fill: #59636e }
.node .fault { fill: #c4232d }
.line { fill: none; stroke: #768390; stroke-width: 1.1 }
.optional { stroke-dasharray: 4 3 }
.head { fill: #768390 }
.up { stroke: #3a78b5 }
.head.up { fill: #3a78b5; stroke: none }
.label text { font-size: 9.5px; fill: #48525c }
.label .up { fill: #2b659f; stroke: none }
@media (prefers-color-scheme: dark) {
svg { background: #16191d }
text { fill: #e3e6ea }
.paper { fill: #16191d }
.caption, .node .note { fill: #9aa4af }
.node rect { fill: #262b31; stroke: #9aa4af }
.bad rect { fill: #5b2226; stroke: #ff7b72 }
.good rect { fill: #1d4428; stroke: #56d364 }
.node .fault { fill: #ff8e86 }
.label text { fill: #b6bfc8 }
.up { stroke: #6cb0f5 }
.head.up, .label .up { fill: #6cb0f5 }
}
"#;

/// Begins the document.
pub fn open(svg: &mut String, title: &str, width: f64, height: f64) {
    let (w, h) = (width.ceil(), height.ceil());
    let _ = writeln!(
        svg,
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}" viewBox="0 0 {w} {h}" role="img">"#
    );
    let _ = writeln!(svg, "<title>{}</title>", escaped(title));
    let _ = writeln!(svg, "<style>{STYLE}</style>");
    let _ = writeln!(svg, r#"<rect class="paper" width="{w}" height="{h}"/>"#);
}

/// A text as it must be written in XML. Characters that XML cannot hold are replaced.
pub fn escaped(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => result.push_str("&amp;"),
            '<' => result.push_str("&lt;"),
            '>' => result.push_str("&gt;"),
            '"' => result.push_str("&quot;"),
            '\n' | '\t' => result.push(c),
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => result.push('\u{fffd}'),
            _ => result.push(c),
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_text_becomes_valid_xml() {
        assert_eq!(escaped("a < b && \"c\""), "a &lt; b &amp;&amp; &quot;c&quot;");
        assert_eq!(escaped("bell\u{7}"), "bell\u{fffd}");
    }
}
