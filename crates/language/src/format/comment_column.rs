//! Comments behind the code of neighbouring lines begin in one column.

use super::layout::Line;

/// Lines whose code differs more than this in width do not share a column.
const SPREAD: usize = 30;

/// The lines as one text, each with its comment.
pub(super) fn join(lines: Vec<Line>) -> String {
    let mut text = String::new();
    let mut rest = lines.as_slice();
    while let Some(line) = rest.first() {
        let length = run_length(rest);
        if length == 0 {
            text.push_str(&line.text);
            text.push('\n');
            rest = &rest[1..];
            continue;
        }
        let (run, behind) = rest.split_at(length);
        join_run(run, &mut text);
        rest = behind;
    }
    if text.trim().is_empty() { String::new() } else { text }
}

/// How many lines from the first on have a comment behind them and may share a column; a run ends where a
/// block begins or ends.
fn run_length(lines: &[Line]) -> usize {
    let (mut narrow, mut wide) = (usize::MAX, 0);
    let mut length = 0;
    for line in lines {
        (narrow, wide) = (narrow.min(width(line)), wide.max(width(line)));
        let closes = length > 0 && line.text.trim_start().starts_with('}');
        if line.trailing.is_none() || closes || wide - narrow > SPREAD {
            break;
        }
        length += 1;
        if line.text.ends_with('{') || line.text.trim_start().starts_with('}') {
            break;
        }
    }
    length
}

fn join_run(run: &[Line], text: &mut String) {
    let column = run.iter().map(width).max().unwrap_or(0) + 2;
    for line in run {
        text.push_str(&line.text);
        if let Some(comment) = &line.trailing {
            text.push_str(&" ".repeat(column - width(line)));
            text.push_str(comment);
        }
        text.push('\n');
    }
}

fn width(line: &Line) -> usize {
    line.text.chars().count()
}
