//! How a walk is shown: the state and what can be done there.

use super::session::{Options, Session};
use super::standing::{Standing, news, on_prefix, standing};
use crate::Console;
use crate::console::{BAD, FAINT, GOOD, STRONG};
use crate::report::{Places, change_lines, grouped, state_lines, trace_text};
use system::{Fault, Question, Shown, State, Successors, System, TraceStep};

/// The most steps that are listed.
const MOST_STEPS: usize = 50;
/// The most initial states that are listed.
const MOST_INITIAL: usize = 50;

/// Shows a walk through one model.
pub struct View<'m> {
    /// The model.
    pub system: &'m System,
    /// Its text.
    pub places: Places<'m>,
    /// The colours.
    pub console: &'m Console,
}

impl View<'_> {
    /// How the walk came to its current state, and what changed; the whole state if it is the first one.
    pub fn arrival(&self, session: &Session) -> String {
        let Some(state) = session.state() else { return String::new() };
        let ahead = match session.ahead() {
            0 => String::new(),
            ahead => format!(", {ahead} more ahead"),
        };
        let step = format!("step {}{ahead}", session.position());
        let Some((before, last)) = session.arrival() else {
            let heading = format!("{step}: {}\n", self.console.paint(STRONG, "initial state"));
            return heading + &indented(&state_lines(self.system, state)) + &self.news(None, state);
        };
        let name = self.console.paint(STRONG, &self.system.transition_name(&last.moved));
        let heading = format!("{step}: {name}  {}\n", self.place(last));
        let changes = indented(&change_lines(self.system, before, last));
        heading + &changes + &self.news(Some(before), state)
    }

    /// The properties about which a state is news.
    fn news(&self, before: Option<&State>, state: &State) -> String {
        let line = |property: &system::Property| match property.question {
            Question::Reachable(_) => {
                format!("    {}\n", self.console.paint(GOOD, &format!("{} is reached", property.name)))
            }
            _ => format!("    {}\n", self.console.paint(BAD, &format!("{} is false", property.name))),
        };
        news(self.system, before, state).into_iter().map(line).collect()
    }

    fn place(&self, step: &TraceStep) -> String {
        let spans = step.moved.iter().map(|edge| self.system.edge(*edge).span);
        self.console.paint(FAINT, &format!("({})", self.places.shown(spans)))
    }

    /// What can be done, numbered, and what faults.
    pub fn options(&self, session: &Session) -> String {
        match (session.options(), session.state()) {
            (Options::Begin(states), _) => self.beginnings(states),
            (Options::Step(successors), Some(state)) => self.steps(state, successors),
            (Options::Obstacle(obstacle), _) => {
                format!("the transitions here cannot be listed: {obstacle}\n")
            }
            (Options::Step(_), None) => unreachable!("there are steps only where the walk has begun"),
        }
    }

    /// The initial states: what they have in common, then what tells them apart.
    fn beginnings(&self, states: &[State]) -> String {
        let differs = |one: &Shown<'_>| states.iter().any(|state| one.read(state) != one.read(&states[0]));
        let differing: Vec<Shown<'_>> = self.system.shown().into_iter().filter(differs).collect();
        let mut text = format!("{} initial states; choose one:\n", states.len());
        let width = states.len().min(MOST_INITIAL).to_string().len();
        for (number, state) in states.iter().enumerate().take(MOST_INITIAL) {
            let item = |one: &Shown<'_>| format!("{} = {}", one.name, self.system.show_shown(one, state));
            let items: Vec<String> = differing.iter().map(item).collect();
            text.push_str(&format!("  {:>width$}  {}\n", number + 1, items.join(", ")));
        }
        if states.len() > MOST_INITIAL {
            let more = states.len() - MOST_INITIAL;
            text.push_str(&format!("  … and {more} more, up to number {}\n", states.len()));
        }
        text
    }

    fn steps(&self, state: &State, successors: &Successors) -> String {
        let names: Vec<String> =
            successors.steps.iter().map(|step| self.system.transition_name(&step.moved)).collect();
        let widest = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        let width = names.len().to_string().len();
        let mut text = String::new();
        if names.is_empty() {
            text.push_str("no transition is possible: a dead end\n");
        }
        for (number, (name, step)) in names.iter().zip(&successors.steps).enumerate().take(MOST_STEPS) {
            let padding = " ".repeat(widest - name.chars().count());
            let changes = change_lines(self.system, state, step).join(" ");
            let line =
                format!("  {:>width$}  {name}{padding}  {}", number + 1, self.console.paint(FAINT, &changes));
            text.push_str(line.trim_end());
            text.push('\n');
        }
        if names.len() > MOST_STEPS {
            let more = grouped(names.len() - MOST_STEPS);
            text.push_str(&format!("  … and {more} more, up to number {}\n", names.len()));
        }
        text + &successors.faults.iter().map(|fault| self.fault(fault, width)).collect::<String>()
    }

    fn fault(&self, fault: &Fault, width: usize) -> String {
        let what = self.console.paint(BAD, &format!("{} faults: {}", fault.name, fault.reason));
        let place = self.console.paint(FAINT, &format!("({})", self.places.shown([fault.span])));
        format!("  {:>width$}  {what}  {place}\n", "!")
    }

    /// The whole state.
    pub fn state(&self, session: &Session) -> String {
        match session.state() {
            Some(state) => indented(&state_lines(self.system, state)),
            None => NOT_BEGUN.to_string(),
        }
    }

    /// The path so far.
    pub fn trace(&self, session: &Session) -> String {
        match session.trace() {
            Some(trace) => trace_text(self.system, &self.places, &trace, self.console),
            None => NOT_BEGUN.to_string(),
        }
    }

    /// What each property says about the current state.
    pub fn properties(&self, session: &Session) -> String {
        let (Some(state), Options::Step(successors)) = (session.state(), session.options()) else {
            return NOT_BEGUN.to_string();
        };
        let properties = &self.system.properties;
        let widest = properties.iter().map(|property| property.name.chars().count()).max().unwrap_or(0);
        let mut text = String::new();
        for property in properties {
            let said = match standing(self.system, property, state, successors) {
                Standing::True => "true".to_string(),
                Standing::False if property.question.kind() == "invariant" => {
                    self.console.paint(BAD, "false")
                }
                Standing::False => "false".to_string(),
                Standing::Value(value) => value.to_string(),
                Standing::Undefined => "undefined".to_string(),
                Standing::OfPaths => match (&property.question, session.trace()) {
                    (Question::Ltl(formula), Some(path)) => match on_prefix(self.system, formula, &path) {
                        Some(true) => "true, however this path goes on".to_string(),
                        Some(false) => self.console.paint(BAD, "false, however this path goes on"),
                        None => "open on this path".to_string(),
                    },
                    _ => "about all paths, not this one".to_string(),
                },
            };
            let padding = " ".repeat(widest - property.name.chars().count());
            text.push_str(&format!(
                "  {}{padding}  {:<9}  {said}\n",
                property.name,
                property.question.kind()
            ));
        }
        text
    }
}

const NOT_BEGUN: &str = "choose an initial state first\n";

fn indented(lines: &[String]) -> String {
    lines.iter().map(|line| format!("    {line}\n")).collect()
}
