//! The conversation: reads commands, moves the walk, shows where it is.

use super::ask::{value, why};
use super::command::{HELP, WalkCommand, parse};
use super::lines::Lines;
use super::load::load;
use super::session::Session;
use super::view::View;
use std::io::{Result, Write};
use system::State;

/// Walks from one of these states as the commands say, until they end or say `q`.
pub fn converse(
    view: &View,
    initial: Vec<State>,
    seed: u64,
    lines: &mut dyn Lines,
    output: &mut dyn Write,
) -> Result<()> {
    let mut session = Session::new(view.system, initial, seed);
    write!(output, "{}{}", view.arrival(&session), view.options(&session))?;
    loop {
        let Some(line) = lines.next(output)? else { return Ok(()) };
        let said = match parse(&line) {
            Ok(Some(WalkCommand::Quit)) => return Ok(()),
            Ok(Some(command)) => obey(view, &mut session, command),
            Ok(None) => view.options(&session),
            Err(message) => match session.named(view.system, line.trim()) {
                Ok(Some(number)) => obey(view, &mut session, WalkCommand::Take(number)),
                Ok(None) => format!("{message}\n"),
                Err(several) => format!("{several}\n"),
            },
        };
        output.write_all(said.as_bytes())?;
    }
}

/// Carries out a command; returns what is to be said.
fn obey(view: &View, session: &mut Session, command: WalkCommand) -> String {
    match command {
        WalkCommand::Take(number) => match session.take(number) {
            Ok(()) => here(view, session),
            Err(message) => format!("{message}\n"),
        },
        WalkCommand::Undo(count) => match session.undo(count) {
            0 if count > 0 => "there is nothing to undo\n".to_string(),
            _ => here(view, session),
        },
        WalkCommand::Next(count) => match session.next(count) {
            0 if count > 0 => "there is nothing ahead: choose a transition\n".to_string(),
            _ => here(view, session),
        },
        WalkCommand::Random(count) => wander(view, session, count),
        WalkCommand::Goto(step) => match session.goto(step) {
            Ok(()) => here(view, session),
            Err(message) => format!("{message}\n"),
        },
        WalkCommand::Load { file, property } => match read_trace(view, &file, property.as_deref()) {
            Ok(trace) => {
                session.follow(trace);
                view.trace(session) + &here(view, session)
            }
            Err(message) => format!("{file}: {message}\n"),
        },
        WalkCommand::Print(text) => match session.state().map(|state| value(view.system, &text, state)) {
            Some(Ok(value)) => format!("    {value}\n"),
            Some(Err(message)) => format!("{message}\n"),
            None => "choose an initial state first\n".to_string(),
        },
        WalkCommand::Why(name) => match session.state().map(|state| why(view.system, &name, state)) {
            Some(Ok(lines)) => lines.iter().map(|line| format!("    {line}\n")).collect(),
            Some(Err(message)) => format!("{message}\n"),
            None => "choose an initial state first\n".to_string(),
        },
        WalkCommand::List => view.options(session),
        WalkCommand::State => view.state(session),
        WalkCommand::Trace => view.trace(session),
        WalkCommand::Properties => view.properties(session),
        WalkCommand::Help => HELP.to_string(),
        WalkCommand::Quit => String::new(),
    }
}

fn here(view: &View, session: &Session) -> String {
    view.arrival(session) + &view.options(session)
}

/// Random steps, each shown on the way.
fn wander(view: &View, session: &mut Session, count: usize) -> String {
    let mut said = String::new();
    for _ in 0..count {
        if session.random(1) == 0 {
            break;
        }
        said.push_str(&view.arrival(session));
    }
    said + &view.options(session)
}

fn read_trace(view: &View, file: &str, property: Option<&str>) -> std::result::Result<system::Trace, String> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("the file cannot be read: {error}"))?;
    load(view.system, &text, property)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Places;
    use crate::sample::{LAMP, console, initial_states, model};

    /// What is said in answer to these lines.
    fn conversation(lines: &str) -> String {
        let (model, console) = (model(LAMP), console());
        let places = Places::new(&model.file, &model.system.source);
        let view = View { system: &model.system, places, console: &console };
        let mut output = Vec::new();
        let mut input = lines.as_bytes();
        let mut lines = crate::simulate::lines::PlainLines(&mut input);
        converse(&view, initial_states(&model), 1, &mut lines, &mut output).expect("it works");
        String::from_utf8(output).expect("output is UTF-8")
    }

    #[test]
    fn a_walk_that_is_steered() {
        let expected = "\
2 initial states; choose one:
  1  colour = red
  2  colour = green
> 2
step 0: initial state
    on = false, lit = 0, colour = green
  1  toggle  on: false -> true, lit: 0 -> 1
> 1
step 1: toggle  (sample.fathom:9)
    on: false -> true, lit: 0 -> 1
    dark is false
  1  toggle  on: true -> false
> r 9
step 2: toggle  (sample.fathom:9)
    on: true -> false
step 3: toggle  (sample.fathom:9)
    on: false -> true, lit: 1 -> 2
    dark is false
    twice is reached
step 4: toggle  (sample.fathom:9)
    on: true -> false
no transition is possible: a dead end
  !  toggle faults: 3 is outside the type 0..2 of lit  (sample.fathom:9)
> 1
there is no transition to take here
> p
  dark       invariant  true
  twice      reachable  true
  most       bound      2
  no_faults  invariant  false
> u 3
step 1, 3 more ahead: toggle  (sample.fathom:9)
    on: false -> true, lit: 0 -> 1
    dark is false
  1  toggle  on: true -> false
> s
    on = true, lit = 1, colour = green
> t
  0  initial state
       on = false, lit = 0, colour = green
  1  toggle  (sample.fathom:9)
       on: false -> true, lit: 0 -> 1
> jump
'jump' is no command; h shows all of them
> load nowhere.json
nowhere.json: the file cannot be read: No such file or directory (os error 2)
> q
";
        assert_eq!(conversation("2\n1\nr 9\n1\np\nu 3\ns\nt\njump\nload nowhere.json\nq\n1\n"), expected);
    }

    #[test]
    fn questions_are_answered() {
        let said =
            conversation("2\nprint lit + 1\nprint on\nprint nothing\nwhy toggle\nwhy nobody\ntoggle\nq\n");
        assert!(said.contains("> print lit + 1\n    1\n> print on\n    false\n"), "{said}");
        assert!(said.contains("there is no transition 'nobody'"), "{said}");
        assert!(said.contains("> toggle\nstep 1: toggle"), "{said}");
    }

    #[test]
    fn the_end_of_the_input_ends_the_conversation() {
        assert!(conversation("").ends_with("> \n"));
        assert!(conversation("1\n\nh").contains("this help"));
    }
}
