//! Which choices of a diagram are to be decided: asked of the user, one round after the other.

use super::words::Words;
use crate::Console;
use engines::Splitting;
use std::io::{BufRead, IsTerminal};

/// What the user wants.
#[derive(Debug, PartialEq, Eq)]
pub enum Answer {
    /// The choices with these numbers, counted from zero, are decided.
    Refine(Vec<usize>),
    /// The diagram is good as it is.
    Stop,
}

/// Lists the choices and reads an answer; asks again if it makes no sense.
pub fn ask(words: &Words<'_>, input: &mut dyn BufRead, console: &Console) -> Answer {
    let choices = &words.drawn.splittings;
    for (number, choice) in choices.iter().enumerate() {
        console.print_error(&format!("{:>3}  {}\n", number.saturating_add(1), line(words, choice)));
    }
    loop {
        console.print_error("which to decide (numbers, `all`, or nothing to stop)? ");
        let mut line = String::new();
        if !input.read_line(&mut line).is_ok_and(|length| length > 0) {
            console.print_error("\n");
            return Answer::Stop;
        }
        if !std::io::stdin().is_terminal() {
            // What comes from a pipe is repeated, so that the conversation can be read.
            console.print_error(&format!("{}\n", line.trim_end()));
        }
        match parse(&line, choices.len()) {
            Ok(answer) => return answer,
            Err(message) => console.print_error(&format!("{message}\n")),
        }
    }
}

/// A choice in one line.
pub fn line(words: &Words<'_>, choice: &Splitting) -> String {
    let to: Vec<String> = choice.to.iter().map(|to| format!("node {to}")).collect();
    let predicates: Vec<&str> = choice.predicates.iter().map(|predicate| predicate.text.as_str()).collect();
    format!(
        "node {} ({}): `{}` may lead to {}; what decides: {}",
        choice.node,
        words.node(choice.node),
        words.transition(choice.transition),
        to.join(" or "),
        predicates.join(", ")
    )
}

/// The answer in a line, or what is wrong with it.
fn parse(line: &str, count: usize) -> Result<Answer, String> {
    match line.trim() {
        "" | "q" => return Ok(Answer::Stop),
        "all" => return Ok(Answer::Refine((0..count).collect())),
        _ => {}
    }
    let mut numbers = Vec::new();
    for word in line.split([' ', ',']).map(str::trim).filter(|word| !word.is_empty()) {
        match word.parse::<usize>().ok().and_then(|number| number.checked_sub(1)) {
            Some(number) if number < count => numbers.push(number),
            _ => return Err(format!("'{word}' is no choice; there are 1 to {count}")),
        }
    }
    Ok(Answer::Refine(numbers))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers() {
        assert_eq!(parse("2, 1 3\n", 3), Ok(Answer::Refine(vec![1, 0, 2])));
        assert_eq!(parse(" all\n", 2), Ok(Answer::Refine(vec![0, 1])));
        assert_eq!((parse("\n", 2), parse("q", 2)), (Ok(Answer::Stop), Ok(Answer::Stop)));
        for wrong in ["0", "4", "x", "1 x", "-1"] {
            assert!(parse(wrong, 3).is_err(), "{wrong}");
        }
    }
}
