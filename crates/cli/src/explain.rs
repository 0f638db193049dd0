//! `fathom explain`: what an error code means, with a wrong and a right model.

use crate::args::ExplainArgs;
use crate::console::{FAINT, STRONG};
use crate::{Console, Exit};
use diagnostics::{Code, nearest};

/// Prints the page of a code, or the list of all codes.
pub fn run(arguments: &ExplainArgs, console: &Console) -> Exit {
    let Some(text) = &arguments.code else {
        console.print(&list(console));
        return Exit::Success;
    };
    let Some(code) = Code::parse(text) else {
        let help = match nearest(text, Code::ALL.iter().map(|code| code.as_str())) {
            Some(near) => format!("did you mean {near}? `fathom explain` lists all codes"),
            None => "`fathom explain` lists all codes".into(),
        };
        console.error(&format!("there is no code '{text}'"), Some(&help));
        return Exit::Wrong;
    };
    console.print(&rendered(code.page(), console));
    Exit::Success
}

/// One line for each code.
fn list(console: &Console) -> String {
    let line = |code: &Code| format!("{}  {}\n", console.paint(STRONG, code.as_str()), title(*code));
    Code::ALL.iter().map(line).collect()
}

/// The title of a code's page: its first heading without the code.
fn title(code: Code) -> &'static str {
    let heading = code.page().lines().find_map(|line| line.strip_prefix("# ")).unwrap_or("");
    heading.trim_start_matches(code.as_str()).trim_start_matches([':', ' ', '—', '–'])
}

/// A page for the terminal: headings stand out, code is indented, the marks of Markdown are gone.
fn rendered(page: &str, console: &Console) -> String {
    let mut text = String::new();
    let mut in_code = false;
    for line in page.lines() {
        if let Some(kind) = line.trim_start().strip_prefix("```") {
            in_code = !in_code;
            text.push_str(label(kind));
            continue;
        }
        let shown = match line.trim_start_matches('#') {
            _ if in_code => format!("    {}", console.paint(FAINT, line)),
            heading if heading.len() < line.len() => console.paint(STRONG, heading.trim()),
            _ => line.to_string(),
        };
        text.push_str(shown.trim_end());
        text.push('\n');
    }
    text
}

/// What stands above a model that shows how not to do it, or how to.
fn label(kind: &str) -> &'static str {
    match kind.split_once(',') {
        Some((_, "wrong")) => "Wrong:\n",
        Some((_, "right")) => "Right:\n",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_a_title() {
        for code in Code::ALL {
            assert!(!title(*code).is_empty(), "{}", code.as_str());
        }
    }
}
