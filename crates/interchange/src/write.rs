//! Writes a net and its formulas as a model.
//!
//! Places become counters and transitions events. A place has the type `0..k` where a sum of tokens that
//! never grows bounds it, else `nat`; where the bound leaves a place only one value after a transition, that value is
//! assigned. A transition that formulas ask about gets a definition of when it can fire. `EF` of a state formula
//! becomes `reachable`, `AG` of one an `invariant`; other formulas become `ctl` where each temporal operator
//! stands behind a path quantifier, else `ltl`.

use crate::Problem;
use crate::bounds::bounds;
use crate::families::Families;
use crate::formula::{Formula, Property, Question, Sum};
use crate::names::{Names, name, quoted};
use crate::net::{Net, Transition};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write;

/// A property that cannot be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unfit {
    /// Its place in the list of properties.
    pub property: usize,
    /// What is wrong with it; the position is that of the property.
    pub problem: Problem,
}

/// The text of a model of the net with the properties. Formulas that belong to neither logic, or name places or
/// transitions that the net does not have, or have the name of another one, do not fit.
pub fn write_model(net: &Net, properties: &[Property]) -> Result<String, Unfit> {
    let properties = &net.families.expanded(properties);
    let writer = NetWriter::new(net, properties);
    let mut text = String::new();
    writer.head(&mut text);
    let mut seen = HashSet::from([quoted("no_faults"), quoted("deadlock_free")]);
    for (number, property) in properties.iter().enumerate() {
        let unfit = |message: String| {
            let message = format!("the formula {} {message}", property.id);
            Unfit { property: number, problem: Problem::new(message, property.position) }
        };
        if !seen.insert(quoted(&property.id)) {
            return Err(unfit("has the name of another property".into()));
        }
        text.push_str(&writer.property(property).map_err(unfit)?);
    }
    Ok(text)
}

struct NetWriter<'a> {
    net: &'a Net,
    transitions: HashMap<&'a str, &'a Transition>,
    /// The name of each place and each transition, by its identifier.
    names: HashMap<&'a str, String>,
    /// For each place the most tokens that it can hold, where that is known.
    bounds: Vec<Option<u64>>,
    places: HashSet<&'a str>,
    /// The transitions that have a definition of when they can fire, with its name.
    defined: HashMap<&'a str, String>,
    dead: Option<String>,
}

impl<'a> NetWriter<'a> {
    fn new(net: &'a Net, properties: &'a [Property]) -> Self {
        let places: HashSet<&str> = net.places.iter().map(|place| place.id.as_str()).collect();
        let transitions = net.transitions.iter().map(|t| (t.id.as_str(), t)).collect::<HashMap<_, _>>();
        let mut asked = HashSet::new();
        let mut deadlock = false;
        for property in properties {
            if let Question::Truth(formula) = &property.question {
                collect_asked(formula, &mut asked, &mut deadlock);
            }
        }
        let mut taken = Names::default();
        let ids = net.places.iter().map(|place| &place.id).chain(net.transitions.iter().map(|t| &t.id));
        let names = ids.map(|id| (id.as_str(), taken.give(id))).collect();
        let defined = net.transitions.iter().filter(|t| asked.contains(t.id.as_str()));
        let defined = defined.map(|t| (t.id.as_str(), taken.give(&format!("can_{}", t.id)))).collect();
        let dead = deadlock.then(|| taken.give("dead"));
        NetWriter { net, transitions, names, bounds: bounds(net), places, defined, dead }
    }

    fn head(&self, text: &mut String) {
        let net = self.net;
        let kind = match net.families == Families::default() {
            true => "A place/transition net: places are counters of tokens, transitions are events.",
            false => {
                "A coloured net, unfolded: for each colour a place is a counter of tokens, and a transition is an event."
            }
        };
        let _ = writeln!(text, "// {kind}");
        let _ = writeln!(text, "model {}\n", name(&net.id));
        for (place, bound) in net.places.iter().zip(&self.bounds) {
            let kind = bound.map_or("nat".into(), |bound| format!("0..{bound}"));
            let _ = writeln!(text, "var {}: {kind} := {}", self.name(&place.id), place.tokens);
        }
        text.push('\n');
        for transition in &net.transitions {
            if let Some(defined) = self.defined.get(transition.id.as_str()) {
                let _ = writeln!(text, "let {defined} = {}", self.guard(transition));
            }
        }
        for transition in &net.transitions {
            text.push_str(&self.event(transition));
        }
        if let Some(dead) = &self.dead {
            let guards: Vec<String> =
                net.transitions.iter().map(|t| format!("({})", self.fires(t))).collect();
            let some = if guards.is_empty() { "false".into() } else { guards.join(" || ") };
            let _ = writeln!(text, "\nlet {dead} = !({some})");
        }
        text.push('\n');
    }

    /// The name of a place or transition of the net.
    fn name(&self, id: &str) -> &str {
        &self.names[id]
    }

    /// When a transition can fire: by its definition, or spelt out.
    fn fires(&self, transition: &Transition) -> String {
        match self.defined.get(transition.id.as_str()) {
            Some(defined) => defined.clone(),
            None => self.guard(transition),
        }
    }

    fn guard(&self, transition: &Transition) -> String {
        let needs = |(place, tokens): &(usize, u64)| {
            format!("{} >= {tokens}", self.name(&self.net.places[*place].id))
        };
        let parts: Vec<String> =
            transition.takes.iter().filter(|(_, tokens)| *tokens > 0).map(needs).collect();
        if parts.is_empty() { "true".into() } else { parts.join(" && ") }
    }

    fn event(&self, transition: &Transition) -> String {
        let mut changes: BTreeMap<usize, (u64, u64)> = BTreeMap::new();
        transition.takes.iter().for_each(|(place, tokens)| changes.entry(*place).or_default().0 = *tokens);
        transition.gives.iter().for_each(|(place, tokens)| changes.entry(*place).or_default().1 = *tokens);
        let assigns: Vec<String> = changes
            .iter()
            .filter(|(_, (taken, given))| taken != given)
            .map(|(place, (taken, given))| self.assignment(*place, *taken, *given))
            .collect();
        let mut text = format!("event {}", self.name(&transition.id));
        let guard = self.fires(transition);
        if guard != "true" {
            let _ = write!(text, " when {guard}");
        }
        if !assigns.is_empty() {
            let _ = write!(text, " do {}", assigns.join(", "));
        }
        text.push('\n');
        text
    }

    /// What a transition does to a place. One that takes all the tokens that can be there, or fills the place to
    /// its bound, leaves a fixed number.
    fn assignment(&self, place: usize, taken: u64, given: u64) -> String {
        let bound = self.bounds[place];
        let place = self.name(&self.net.places[place].id);
        if bound.is_some_and(|bound| bound == taken.max(given)) {
            return format!("{place} := {given}");
        }
        match given.checked_sub(taken) {
            Some(more) => format!("{place} := {place} + {more}"),
            None => format!("{place} := {place} - {}", taken - given),
        }
    }

    /// The line of a property, or what is wrong with it.
    fn property(&self, property: &Property) -> Result<String, String> {
        let id = quoted(&property.id);
        let formula = match &property.question {
            Question::Bound(places) => {
                let sum = Sum { constant: 0, places: places.iter().map(|p| (1, p.clone())).collect() };
                return Ok(format!("bound {id}: {}\n", self.sum(&sum)?));
            }
            Question::Truth(formula) => formula,
        };
        let (kind, body) = match formula {
            Formula::SomePath(path) if matches!(path.as_ref(), Formula::Finally(a) if a.is_state()) => {
                ("reachable", self.inner(path)?)
            }
            Formula::AllPaths(path) if matches!(path.as_ref(), Formula::Globally(a) if a.is_state()) => {
                ("invariant", self.inner(path)?)
            }
            _ if formula.is_branching() => ("ctl", self.formula(formula)?),
            Formula::AllPaths(path) if path.is_linear() => ("ltl", self.formula(path)?),
            _ => return Err("belongs neither to CTL nor to LTL".into()),
        };
        Ok(format!("{kind} {id}: {}\n", without_parentheses(&body)))
    }

    fn inner(&self, path: &Formula) -> Result<String, String> {
        match path {
            Formula::Finally(a) | Formula::Globally(a) => self.formula(a),
            other => self.formula(other),
        }
    }

    /// A formula; one with an infix operator is put in parentheses.
    fn formula(&self, formula: &Formula) -> Result<String, String> {
        let list = |all: &[Formula], separator: &str, empty: &str| -> Result<String, String> {
            let parts = all.iter().map(|a| self.formula(a)).collect::<Result<Vec<_>, String>>()?;
            Ok(if parts.is_empty() { empty.into() } else { format!("({})", parts.join(separator)) })
        };
        Ok(match formula {
            Formula::Bool(value) => value.to_string(),
            Formula::Fireable(transitions) => self.fireable(transitions)?,
            Formula::Deadlock => self.dead.clone().expect("its definition was collected"),
            Formula::AtMost(a, b) => format!("({} <= {})", self.sum(a)?, self.sum(b)?),
            Formula::Equal(a, b) => format!("({} = {})", self.sum(a)?, self.sum(b)?),
            Formula::Not(a) => format!("!{}", self.formula(a)?),
            Formula::And(all) => list(all, " && ", "true")?,
            Formula::Or(all) => list(all, " || ", "false")?,
            Formula::Iff(a, b) => format!("({} <=> {})", self.formula(a)?, self.formula(b)?),
            Formula::AllPaths(path) => self.path('A', path)?,
            Formula::SomePath(path) => self.path('E', path)?,
            Formula::Next(a) => format!("X {}", self.formula(a)?),
            Formula::Finally(a) => format!("F {}", self.formula(a)?),
            Formula::Globally(a) => format!("G {}", self.formula(a)?),
            Formula::Until(a, b) => format!("({} U {})", self.formula(a)?, self.formula(b)?),
        })
    }

    fn path(&self, quantifier: char, path: &Formula) -> Result<String, String> {
        Ok(match path {
            Formula::Next(a) => format!("{quantifier}X {}", self.formula(a)?),
            Formula::Finally(a) => format!("{quantifier}F {}", self.formula(a)?),
            Formula::Globally(a) => format!("{quantifier}G {}", self.formula(a)?),
            Formula::Until(a, b) => format!("{quantifier}[{} U {}]", self.formula(a)?, self.formula(b)?),
            other => self.formula(other)?,
        })
    }

    fn fireable(&self, transitions: &[String]) -> Result<String, String> {
        let mut parts = Vec::new();
        for id in transitions {
            let transition = self.transitions.get(id.as_str());
            let absent = || format!("names the transition `{id}`, which the net does not have");
            let transition = transition.ok_or_else(absent)?;
            parts.push(self.fires(transition));
        }
        Ok(match parts.len() {
            0 => "false".into(),
            1 => parts.remove(0),
            _ => format!("({})", parts.join(" || ")),
        })
    }

    fn sum(&self, sum: &Sum) -> Result<String, String> {
        let mut text = String::new();
        for (factor, place) in &sum.places {
            if !self.places.contains(place.as_str()) {
                return Err(format!("names the place `{place}`, which the net does not have"));
            }
            let sign = if *factor < 0 { "-" } else { "+" };
            let times = if factor.abs() == 1 { String::new() } else { format!("{} * ", factor.abs()) };
            let _ = match (text.is_empty(), sign) {
                (true, "+") => write!(text, "{times}{}", self.name(place)),
                _ => write!(text, " {sign} {times}{}", self.name(place)),
            };
        }
        if sum.constant != 0 || text.is_empty() {
            let _ = match (text.is_empty(), sum.constant < 0) {
                (true, _) => write!(text, "{}", sum.constant),
                (false, true) => write!(text, " - {}", sum.constant.abs()),
                (false, false) => write!(text, " + {}", sum.constant),
            };
        }
        Ok(text)
    }
}

/// The text without the parentheses around the whole of it.
fn without_parentheses(text: &str) -> &str {
    let Some(inner) = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) else { return text };
    let mut depth: usize = 0;
    // Parentheses in names do not count; names have no backquotes inside.
    for part in inner.split('`').step_by(2) {
        for c in part.chars() {
            match (c, depth) {
                ('(', _) => depth += 1,
                (')', 0) => return text,
                (')', _) => depth -= 1,
                _ => {}
            }
        }
    }
    inner
}

/// The transitions that a formula asks about, and whether it asks for deadlocks.
fn collect_asked<'a>(formula: &'a Formula, asked: &mut HashSet<&'a str>, deadlock: &mut bool) {
    match formula {
        Formula::Fireable(transitions) => asked.extend(transitions.iter().map(String::as_str)),
        Formula::Deadlock => *deadlock = true,
        Formula::Not(a)
        | Formula::AllPaths(a)
        | Formula::SomePath(a)
        | Formula::Next(a)
        | Formula::Finally(a)
        | Formula::Globally(a) => collect_asked(a, asked, deadlock),
        Formula::And(all) | Formula::Or(all) => {
            all.iter().for_each(|a| collect_asked(a, asked, deadlock));
        }
        Formula::Iff(a, b) | Formula::Until(a, b) => {
            collect_asked(a, asked, deadlock);
            collect_asked(b, asked, deadlock);
        }
        Formula::Bool(_) | Formula::AtMost(..) | Formula::Equal(..) => {}
    }
}
