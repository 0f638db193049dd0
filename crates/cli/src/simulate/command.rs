//! What the user types while walking through a model.

use crate::args::MOST_RANDOM_STEPS;

/// A command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WalkCommand {
    /// Take the transition, or begin in the initial state, with this number in the list.
    Take(usize),
    /// Go back so many steps.
    Undo(usize),
    /// Go forward again so many steps of the path that was undone or loaded.
    Next(usize),
    /// Take so many steps at random.
    Random(usize),
    /// Go to the state after so many steps.
    Goto(usize),
    /// Show the value of an expression.
    Print(String),
    /// Say why a transition is possible or not.
    Why(String),
    /// Show what can be done once more.
    List,
    /// Show the whole state.
    State,
    /// Show the path so far.
    Trace,
    /// Show what the properties say about the state.
    Properties,
    /// Go along a trace from a file.
    Load {
        /// The file, as `fathom check --json` printed it.
        file: String,
        /// The property whose trace is meant.
        property: Option<String>,
    },
    /// Show the commands.
    Help,
    /// Leave.
    Quit,
}

/// The text for `h`.
pub const HELP: &str = "  \
  NUMBER             take the transition with this number
  NAME               take the transition with this name, or label, or beginning of a name
  u [N]              undo the last step, or the last N
  n [N]              go forward again along what was undone or loaded
  r [N]              take a random step, or N of them
  g N                go to step N of the path
  print EXPR         show the value of an expression here
  why NAME           say which part of a transition's guard is false here
  l                  list what can be done here
  s                  show the whole state
  t                  show the path so far
  p                  show what the properties say about this state
  load FILE [NAME]   go along the trace of property NAME in the output of `fathom check --json`
  h                  this help
  q                  quit
";

/// The command in a line; nothing if the line is empty.
pub fn parse(line: &str) -> Result<Option<WalkCommand>, String> {
    let mut words = line.split_whitespace();
    let Some(first) = words.next() else { return Ok(None) };
    let rest: Vec<&str> = words.collect();
    if first == "load" {
        return load(line).map(Some);
    }
    let tail = || line.trim().strip_prefix(first).unwrap_or("").trim().to_owned();
    if first == "print" || first == "why" {
        let command = if first == "print" { WalkCommand::Print } else { WalkCommand::Why };
        return match rest.is_empty() {
            true => Err(format!("'{first}' needs something behind it; h shows the commands")),
            false => Ok(Some(command(tail()))),
        };
    }
    if let Ok(number) = first.parse() {
        return alone(&rest, first, WalkCommand::Take(number));
    }
    match first {
        "u" | "undo" => counted(&rest, first, WalkCommand::Undo),
        "n" | "next" => counted(&rest, first, WalkCommand::Next),
        "r" | "random" => match counted(&rest, first, WalkCommand::Random) {
            Ok(Some(WalkCommand::Random(count))) if count as u64 > MOST_RANDOM_STEPS => {
                Err(format!("{MOST_RANDOM_STEPS} random steps are the most at a time"))
            }
            other => other,
        },
        "g" | "goto" => match rest.as_slice() {
            [step] => Ok(Some(WalkCommand::Goto(number(step)?))),
            _ => Err(format!("'{first}' needs the number of a step, such as `{first} 0`")),
        },
        "l" | "list" => alone(&rest, first, WalkCommand::List),
        "s" | "state" => alone(&rest, first, WalkCommand::State),
        "t" | "trace" => alone(&rest, first, WalkCommand::Trace),
        "p" | "properties" => alone(&rest, first, WalkCommand::Properties),
        "h" | "help" | "?" => alone(&rest, first, WalkCommand::Help),
        "q" | "quit" | "exit" => alone(&rest, first, WalkCommand::Quit),
        _ => Err(format!("'{first}' is no command; h shows all of them")),
    }
}

fn alone(rest: &[&str], first: &str, command: WalkCommand) -> Result<Option<WalkCommand>, String> {
    match rest {
        [] => Ok(Some(command)),
        _ => Err(format!("nothing can follow '{first}'")),
    }
}

fn counted(
    rest: &[&str],
    first: &str,
    command: fn(usize) -> WalkCommand,
) -> Result<Option<WalkCommand>, String> {
    match rest {
        [] => Ok(Some(command(1))),
        [count] => Ok(Some(command(number(count)?))),
        _ => Err(format!("only one number can follow '{first}'")),
    }
}

fn number(word: &str) -> Result<usize, String> {
    word.parse().map_err(|_| format!("'{word}' is no number"))
}

/// `load FILE [NAME]`; a file or a name with spaces in it stands in double quotes.
fn load(line: &str) -> Result<WalkCommand, String> {
    let mut words = Vec::new();
    let mut rest = line.trim().strip_prefix("load").unwrap_or("").trim_start();
    while !rest.is_empty() {
        let (word, after) = match rest.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').ok_or("a closing '\"' is missing")?,
            None => rest.split_once(char::is_whitespace).unwrap_or((rest, "")),
        };
        words.push(word.to_string());
        rest = after.trim_start();
    }
    let mut words = words.into_iter();
    match (words.next(), words.next(), words.next()) {
        (Some(file), property, None) => Ok(WalkCommand::Load { file, property }),
        _ => Err("write `load FILE` or `load FILE NAME`".to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read() {
        let read = |line: &str| parse(line).expect("the line is a command");
        assert_eq!(read("  "), None);
        assert_eq!(read("3"), Some(WalkCommand::Take(3)));
        assert_eq!(read("u"), Some(WalkCommand::Undo(1)));
        assert_eq!(read(" undo 3 "), Some(WalkCommand::Undo(3)));
        assert_eq!(read("r 10"), Some(WalkCommand::Random(10)));
        assert_eq!(read("goto 0"), Some(WalkCommand::Goto(0)));
        assert_eq!(read("q"), Some(WalkCommand::Quit));
        let load = |file: &str, property: Option<&str>| {
            Some(WalkCommand::Load { file: file.into(), property: property.map(String::from) })
        };
        assert_eq!(read("load out.json"), load("out.json", None));
        assert_eq!(read("load \"my out.json\" mutex"), load("my out.json", Some("mutex")));
    }

    #[test]
    fn what_is_no_command_is_explained() {
        for line in [
            "x",
            "-1",
            "print",
            "why ",
            "u x",
            "u 1 2",
            "g",
            "s 1",
            "load",
            "load a b c",
            "load \"a",
            "r 1000001",
        ] {
            let message = parse(line).expect_err("the line is no command");
            assert!(!message.is_empty(), "{line}");
        }
    }
}
