//! State graphs in DOT, the language of Graphviz.
//!
//! Any text is allowed in names. Inside a quoted string of DOT, `"` ends the string, `\` begins an escape such
//! as `\N` (the node's name), and `&lt;` stands for `<`: all three are taken care of.

use crate::chart::{Chart, Outline, Spot};
use std::fmt::Write;

/// The chart as a DOT document.
pub fn write(chart: &Chart) -> String {
    let mut dot = format!("digraph {} {{\n", quoted(&[&chart.title], ""));
    let heading = quoted(&[&chart.title, &chart.caption], "\\l");
    let _ = writeln!(dot, "  graph [label={heading}, labelloc=t, labeljust=l, fontname=\"monospace\"];");
    dot.push_str("  node [shape=box, style=\"rounded,filled\", fillcolor=\"#f3f5f7\", color=\"#59636e\", ");
    dot.push_str("fontname=\"monospace\", fontsize=10];\n");
    dot.push_str("  edge [color=\"#768390\", fontname=\"monospace\", fontsize=9];\n");
    for (index, spot) in chart.spots.iter().enumerate() {
        write_spot(&mut dot, index, spot, chart.highlight.as_ref().is_some_and(|highlight| highlight.bad));
    }
    for arrow in &chart.arrows {
        let names: Vec<&str> = arrow.names.iter().map(String::as_str).collect();
        let style = if arrow.is_optional { ", style=dashed" } else { "" };
        let _ = writeln!(dot, "  s{} -> s{} [label={}{style}];", arrow.from, arrow.to, quoted(&names, "\\n"));
    }
    dot.push_str("}\n");
    dot
}

fn write_spot(dot: &mut String, index: usize, spot: &Spot, bad: bool) {
    let mut lines: Vec<&str> = spot.lines.iter().map(String::as_str).collect();
    let mut attributes = match spot.outline {
        Outline::Rounded => String::new(),
        Outline::Circle => ", shape=ellipse, style=filled".to_string(),
        Outline::Sharp => ", style=filled".to_string(),
    };
    if spot.dead_end {
        lines.push("(dead end)");
        attributes.push_str(", penwidth=2.5");
    }
    if spot.open {
        attributes.push_str(", style=\"rounded,filled,dashed\"");
    }
    if spot.highlighted {
        let (fill, line) = if bad { ("#ffdcd9", "#c4232d") } else { ("#d3f3d8", "#1a7f37") };
        let _ = write!(attributes, ", fillcolor=\"{fill}\", color=\"{line}\"");
    }
    let details: Vec<&str> = spot.details.iter().map(String::as_str).collect();
    let line_end = if spot.outline == Outline::Rounded { "\\l" } else { "\\n" };
    let (label, tooltip) = (quoted(&lines, line_end), quoted(&details, "\\n"));
    let _ = writeln!(dot, "  s{index} [label={label}, tooltip={tooltip}{attributes}];");
    if spot.initial {
        let _ = writeln!(dot, "  start{index} [shape=point, label=\"\"];");
        let _ = writeln!(dot, "  start{index} -> s{index};");
    }
    if !spot.faults.is_empty() {
        let faults: Vec<&str> = spot.faults.iter().map(String::as_str).collect();
        let label = quoted(&faults, "\\l");
        let _ = writeln!(
            dot,
            "  fault{index} [shape=note, style=filled, label={label}, color=\"#c4232d\", fontcolor=\"#c4232d\"];"
        );
        let _ =
            writeln!(dot, "  s{index} -> fault{index} [style=dashed, arrowhead=none, color=\"#c4232d\"];");
    }
}

/// Lines of text as one quoted string, with this escape behind each line, or, if it is `\n`, between them.
fn quoted(lines: &[&str], line_end: &str) -> String {
    let escaped: Vec<String> = lines.iter().map(|line| escaped(line)).collect();
    let last = if line_end == "\\l" { line_end } else { "" };
    format!("\"{}{last}\"", escaped.join(line_end))
}

fn escaped(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        match c {
            '"' => result.push_str("\\\""),
            '\\' => result.push_str("\\\\"),
            '&' if begins_entity(&text[at + 1..]) => result.push_str("&amp;"),
            c if c.is_control() => result.push('\u{fffd}'),
            c => result.push(c),
        }
    }
    result
}

/// Whether what follows `&` would be read as the name or the number of a character.
fn begins_entity(rest: &str) -> bool {
    let rest = rest.strip_prefix('#').unwrap_or(rest);
    let end = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
    end > 0 && rest[end..].starts_with(';')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::{Arrow, Highlight};

    #[test]
    fn any_name_is_escaped() {
        assert_eq!(
            quoted(&["a \"b\" \\N", "P: a -> b & Q: c -> d"], "\\n"),
            r#""a \"b\" \\N\nP: a -> b & Q: c -> d""#
        );
        assert_eq!(quoted(&["&lt; & &#65; &;"], "\\l"), r#""&amp;lt; & &amp;#65; &;\l""#);
        assert_eq!(quoted(&["two\nlines"], "\\n"), "\"two\u{fffd}lines\"");
        assert_eq!(quoted(&[], "\\n"), "\"\"");
    }

    #[test]
    fn every_mark_is_written() {
        let on = Spot {
            lines: vec!["on=true".into()],
            details: vec!["state 1".into(), "on = true".into()],
            dead_end: true,
            open: true,
            highlighted: true,
            faults: vec!["tick: division by zero: 1 / x".into()],
            ..Spot::default()
        };
        let off = Spot { lines: vec!["on=false".into()], initial: true, ..Spot::default() };
        let chart = Chart {
            title: "Lamp".into(),
            caption: "2 states, 2 transitions".into(),
            spots: vec![off, on],
            arrows: vec![
                Arrow { from: 0, to: 1, names: vec!["toggle".into(), "push".into()], is_optional: false },
                Arrow { from: 0, to: 0, names: vec!["wait".into()], is_optional: true },
            ],
            highlight: Some(Highlight { meaning: "dark is false".into(), bad: true }),
        };
        let expected = r##"digraph "Lamp" {
  graph [label="Lamp\l2 states, 2 transitions\l", labelloc=t, labeljust=l, fontname="monospace"];
  node [shape=box, style="rounded,filled", fillcolor="#f3f5f7", color="#59636e", fontname="monospace", fontsize=10];
  edge [color="#768390", fontname="monospace", fontsize=9];
  s0 [label="on=false\l", tooltip=""];
  start0 [shape=point, label=""];
  start0 -> s0;
  s1 [label="on=true\l(dead end)\l", tooltip="state 1\non = true", penwidth=2.5, style="rounded,filled,dashed", fillcolor="#ffdcd9", color="#c4232d"];
  fault1 [shape=note, style=filled, label="tick: division by zero: 1 / x\l", color="#c4232d", fontcolor="#c4232d"];
  s1 -> fault1 [style=dashed, arrowhead=none, color="#c4232d"];
  s0 -> s1 [label="toggle\npush"];
  s0 -> s0 [label="wait", style=dashed];
}
"##;
        assert_eq!(write(&chart), expected);
    }
}
