//! Writes a program as a model.
//!
//! The locations and edges become one process. A variable that no edge changes is a `param`, unless it starts with
//! a fixed number. What the initial condition says of the location and of single variables becomes `start` and
//! initial values, the rest of it an `init`. Names are made different from each other, whatever they name.

use super::{Claim, Comparison, Condition, Edge, Linear, Program, Symbol};
use crate::names::{Names, name, quoted};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The text of a model of the program.
pub fn write_program(program: &Program) -> String {
    let writer = ProgramWriter::new(program);
    let mut text = String::new();
    let _ = writeln!(text, "// {}", program.kind);
    for note in &program.notes {
        let _ = writeln!(text, "// {}", one_line(note));
    }
    let _ = writeln!(text, "model {}\n", name(&program.name));
    let initial = writer.variables(&mut text);
    writer.process(&initial, &mut text);
    if !initial.rest.is_empty() {
        let rest = Condition::all(initial.rest);
        let _ = writeln!(text, "\ninit {}", writer.quantified(&rest, &writer.unknowns(&rest), LOOSEST));
    }
    if !program.claims.is_empty() {
        text.push('\n');
    }
    program.claims.iter().for_each(|claim| text.push_str(&writer.claim(claim)));
    text
}

/// How tightly the text of a condition holds together.
type Level = u8;
const LOOSEST: Level = 0;
const AND: Level = 2;
const NOT: Level = 3;
const TIGHTEST: Level = 5;

struct ProgramWriter<'a> {
    program: &'a Program,
    process: String,
    variables: Vec<String>,
    locations: Vec<String>,
    labels: Vec<Option<String>>,
    /// The name of a value that nothing fixes, to which its number is added.
    unknown: String,
}

/// The initial condition, by what it is about.
struct Initial {
    start: Vec<usize>,
    values: BTreeMap<usize, i128>,
    rest: Vec<Condition>,
}

impl<'a> ProgramWriter<'a> {
    fn new(program: &'a Program) -> Self {
        let mut taken = Names::default();
        let variables = program.variables.iter().map(|id| taken.give(id)).collect();
        let locations = program.locations.iter().map(|id| taken.give(id)).collect();
        let labels = program.edges.iter().map(|edge| edge.label.as_ref().map(|id| taken.give(id)));
        let labels = labels.collect();
        let process = taken.give("Control");
        // No other name begins with this one.
        let mut unknown = String::from("some");
        let clashes = |unknown: &str| {
            let ids = program.variables.iter().chain(&program.locations);
            ids.chain(program.edges.iter().filter_map(|edge| edge.label.as_ref()))
                .any(|id| id.starts_with(unknown))
        };
        while clashes(&unknown) {
            unknown.push('_');
        }
        ProgramWriter { program, process, variables, locations, labels, unknown }
    }

    /// Writes the declarations of the variables; returns what is left of the initial condition.
    fn variables(&self, text: &mut String) -> Initial {
        let initial = self.initial();
        let declarations: Vec<(&str, String)> = (0..self.variables.len())
            .map(|variable| match initial.values.get(&variable) {
                Some(value) => ("var", format!(" := {value}")),
                None if self.program.changes(variable) => ("var", String::new()),
                None => ("param", String::new()),
            })
            .collect();
        let mut at = 0;
        while let Some(declaration) = declarations.get(at) {
            // One parameter is declared at a time.
            let same = declarations[at..].iter().take_while(|other| *other == declaration).count();
            let count = if declaration.0 == "param" { 1 } else { same };
            let names = self.variables[at..at + count].join(", ");
            let _ = writeln!(text, "{} {names}: int{}", declaration.0, declaration.1);
            at += count;
        }
        initial
    }

    fn initial(&self) -> Initial {
        let mut start: Option<usize> = None;
        let mut initial = Initial { start: Vec::new(), values: BTreeMap::new(), rest: Vec::new() };
        for part in self.program.initial.clone().conjuncts() {
            match (&part, fixed(&part)) {
                (Condition::At(location), _) if start.is_none_or(|known| known == *location) => {
                    start = Some(*location);
                }
                (_, Some((variable, value))) if *initial.values.entry(variable).or_insert(value) == value => {
                }
                _ => initial.rest.push(part),
            }
        }
        initial.start = start.map_or((0..self.locations.len()).collect(), |only| vec![only]);
        initial
    }

    fn process(&self, initial: &Initial, text: &mut String) {
        let start: Vec<&str> = initial.start.iter().map(|at| self.locations[*at].as_str()).collect();
        let _ = writeln!(text, "\nprocess {} {{\nloc {}", self.process, self.locations.join(", "));
        if initial.start != [0] {
            let _ = writeln!(text, "start {}", start.join(", "));
        }
        text.push('\n');
        for (edge, label) in self.program.edges.iter().zip(&self.labels) {
            text.push_str(&self.edge(edge, label.as_deref()));
        }
        text.push_str("}\n");
    }

    fn edge(&self, edge: &Edge, label: Option<&str>) -> String {
        let label = label.map_or(String::new(), |label| format!("{label}: "));
        let (from, to) = (&self.locations[edge.from], &self.locations[edge.to]);
        let mut text = format!("{label}{from} -> {to}");
        if edge.guard != Condition::Bool(true) {
            let unknowns = self.unknowns(&edge.guard);
            let _ = write!(text, " when {}", self.quantified(&edge.guard, &unknowns, LOOSEST));
        }
        let statements = self.statements(edge);
        if !statements.is_empty() {
            let _ = write!(text, " do {}", statements.join(", "));
        }
        text.push('\n');
        text
    }

    /// New values; a relation that concerns one variable alone stands behind `any where`.
    fn statements(&self, edge: &Edge) -> Vec<String> {
        let relations = edge.relation.clone().conjuncts();
        let next = |relation: &Condition| {
            let mut variables = BTreeSet::new();
            relation.each_symbol(&mut |symbol| match symbol {
                Symbol::Next(variable) => drop(variables.insert(Some(variable))),
                // With values that nothing fixes a relation is not one variable's alone.
                Symbol::Unknown(_) => drop(variables.insert(None)),
                Symbol::Now(_) => {}
            });
            variables
        };
        let own = |variable: usize| {
            let mentions = |relation: &&Condition| next(relation).contains(&Some(variable));
            let all: Vec<&Condition> = relations.iter().filter(mentions).collect();
            all.iter().all(|relation| next(relation).len() == 1).then_some(all)
        };
        let mut statements = Vec::new();
        for (variable, value) in &edge.changes {
            let place = &self.variables[*variable];
            match (value, own(*variable)) {
                (Some(value), _) => statements.push(format!("{place} := {}", self.sum(value))),
                (None, Some(own)) if own.is_empty() => statements.push(format!("{place} := any")),
                (None, Some(own)) => {
                    let all = Condition::all(own.into_iter().cloned());
                    statements.push(format!("{place} := any where {}", self.condition(&all, LOOSEST)));
                }
                (None, None) => {}
            }
        }
        let is_own =
            |relation: &Condition| next(relation).iter().all(|v| v.is_some_and(|v| own(v).is_some()));
        let rest = Condition::all(relations.iter().filter(|relation| !is_own(relation)).cloned());
        if rest != Condition::Bool(true) {
            statements.push(self.quantified(&rest, &self.unknowns(&rest), TIGHTEST));
        }
        statements
    }

    fn claim(&self, claim: &Claim) -> String {
        let expect = match claim.expected {
            Some(true) => "@expect(holds) ",
            Some(false) => "@expect(violated) ",
            None => "",
        };
        let kind = if claim.is_invariant { "invariant" } else { "ctl" };
        let body = self.condition(&claim.condition, LOOSEST);
        format!("{expect}{kind} {}: {body}\n", property_name(&claim.name))
    }

    /// The values of a condition that nothing fixes.
    fn unknowns(&self, condition: &Condition) -> Vec<usize> {
        let mut unknowns = BTreeSet::new();
        condition.each_symbol(&mut |symbol| {
            if let Symbol::Unknown(number) = symbol {
                unknowns.insert(number);
            }
        });
        unknowns.into_iter().collect()
    }

    /// A condition for some values of the unknowns.
    fn quantified(&self, condition: &Condition, unknowns: &[usize], around: Level) -> String {
        if unknowns.is_empty() {
            return self.condition(condition, around);
        }
        let names: Vec<String> =
            unknowns.iter().map(|unknown| self.symbol(Symbol::Unknown(*unknown))).collect();
        let text = format!("exists {} in int: {}", names.join(", "), self.condition(condition, LOOSEST));
        if around > LOOSEST { format!("({text})") } else { text }
    }

    /// A condition, in parentheses where it holds together less tightly than what is around it.
    fn condition(&self, condition: &Condition, around: Level) -> String {
        let list = |parts: &[Condition], separator: &str, level: Level| {
            let parts: Vec<String> = parts.iter().map(|part| self.condition(part, level + 1)).collect();
            (parts.join(separator), level)
        };
        let (text, level) = match condition {
            Condition::Bool(value) => (value.to_string(), TIGHTEST),
            Condition::At(location) => {
                (format!("{} at {}", self.process, self.locations[*location]), TIGHTEST)
            }
            Condition::Compare(comparison, a, b) => {
                let sign = match comparison {
                    Comparison::Equal => "=",
                    Comparison::Different => "!=",
                    Comparison::Less => "<",
                    Comparison::AtMost => "<=",
                    Comparison::Greater => ">",
                    Comparison::AtLeast => ">=",
                };
                (format!("{} {sign} {}", self.sum(a), self.sum(b)), NOT)
            }
            Condition::Not(inner) => (format!("!{}", self.condition(inner, NOT + 1)), NOT),
            Condition::And(parts) => list(parts, " && ", AND),
            Condition::Or(parts) => list(parts, " || ", AND - 1),
            Condition::Temporal(temporal, parts) => {
                let quantifier = if temporal.all_paths { 'A' } else { 'E' };
                match parts.as_slice() {
                    [a, b] => {
                        let (a, b) = (self.condition(a, NOT), self.condition(b, NOT));
                        (format!("{quantifier}[{a} {} {b}]", temporal.operator), TIGHTEST)
                    }
                    parts => {
                        let inner: String = parts.iter().map(|part| self.condition(part, NOT + 1)).collect();
                        (format!("{quantifier}{} {inner}", temporal.operator), NOT + 1)
                    }
                }
            }
        };
        if level < around { format!("({text})") } else { text }
    }

    fn sum(&self, sum: &Linear) -> String {
        let mut text = String::new();
        for (factor, symbol) in &sum.terms {
            let sign = match (text.is_empty(), *factor < 0) {
                (true, false) => "",
                (true, true) => "-",
                (false, false) => " + ",
                (false, true) => " - ",
            };
            let times = if factor.abs() == 1 { String::new() } else { format!("{} * ", factor.abs()) };
            let _ = write!(text, "{sign}{times}{}", self.symbol(*symbol));
        }
        match (text.is_empty(), sum.constant) {
            (true, constant) => constant.to_string(),
            (false, 0) => text,
            (false, constant) => {
                let sign = if constant < 0 { '-' } else { '+' };
                format!("{text} {sign} {}", constant.abs())
            }
        }
    }

    fn symbol(&self, symbol: Symbol) -> String {
        match symbol {
            Symbol::Now(variable) => self.variables[variable].clone(),
            Symbol::Next(variable) => format!("{}'", self.variables[variable]),
            Symbol::Unknown(number) => format!("{}{}", self.unknown, number + 1),
        }
    }
}

/// The variable and its value, if the condition is `variable = number`.
fn fixed(condition: &Condition) -> Option<(usize, i128)> {
    let Condition::Compare(Comparison::Equal, a, b) = condition else { return None };
    match (a.as_symbol(), a.as_number(), b.as_symbol(), b.as_number()) {
        (Some(Symbol::Now(variable)), _, _, Some(value)) => Some((variable, value)),
        (_, Some(value), Some(Symbol::Now(variable)), _) => Some((variable, value)),
        _ => None,
    }
}

/// The name of a property: as it is where it can be, else as a text.
fn property_name(id: &str) -> String {
    let written = name(id);
    if written.starts_with('`') { quoted(id) } else { written }
}

/// The text on one line, so that it stays a comment.
fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
