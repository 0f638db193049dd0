//! Invariants as text of the language, with those of all instances as one.

use crate::counts::counted;
use crate::generated::{Generated, Rule, is_at};
use crate::orbits::{Instance, Orbit, orbits};
use certificates::{Names, Term, write_term};
use system::{System, Value};

/// The names of indices, in this order.
const LETTERS: [&str; 3] = ["i", "j", "k"];

/// An invariant as people read it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Described {
    /// Where instances are: `Client[i] at wait`; empty where the formula is true everywhere.
    pub at: Vec<String>,
    /// The indices that stand for every instance, each with the first and the last one. Indices of one array are different.
    pub indices: Vec<Index>,
    /// The formula.
    pub formula: String,
    /// What gave it.
    pub rule: Rule,
    /// The places of the invariants that it stands for.
    pub members: Vec<usize>,
}

/// An index that stands for every instance of a process array.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Index {
    /// Its name.
    pub name: String,
    /// The process.
    pub process: String,
    /// The index of the first instance.
    pub first: i128,
    /// The index of the last instance.
    pub last: i128,
}

/// The invariants as text: those that hold for one instance after the other as one.
pub fn describe(system: &System, invariants: &[Generated]) -> Vec<Described> {
    let names = Names::new(system);
    orbits(system, invariants).into_iter().map(|orbit| described(&names, invariants, orbit)).collect()
}

/// An invariant as one expression of the language: `P at l && Q at m => formula`.
pub fn expression(names: &Names<'_>, one: &Generated) -> String {
    let formula = shown(names, &one.formula);
    if one.at.is_empty() {
        return requoted(&formula);
    }
    let at: Vec<String> = one.at.iter().map(|at| write_term(names, &is_at(*at))).collect();
    requoted(&format!("{} => ({formula})", at.join(" && ")))
}

/// The text with backquotes around the words of a name, not around its dots and indices too, as the language wants them.
fn requoted(text: &str) -> String {
    let is_word = |word: &str| word.chars().all(|letter| letter.is_alphanumeric() || letter == '_');
    let mut result = String::new();
    for (number, part) in text.split('`').enumerate() {
        if number % 2 == 0 {
            result.push_str(part);
            continue;
        }
        for (place, piece) in part.split('.').enumerate() {
            let (word, indices) = piece.split_at(piece.find('[').unwrap_or(piece.len()));
            result.push_str(if place > 0 { "." } else { "" });
            // A word of the language stands in backquotes too, and a plain word may.
            let is_plain = is_word(word) && part.contains(['.', '[']);
            result.push_str(&if is_plain { word.to_owned() } else { format!("`{word}`") });
            result.push_str(indices);
        }
    }
    result
}

fn described(names: &Names<'_>, invariants: &[Generated], orbit: Orbit) -> Described {
    let system = names.system();
    let one = &invariants[orbit.members[0]];
    let letters = letters(system, &orbit.instances);
    let general = |text: String| generalised(system, &requoted(&text), &orbit.instances, &letters);
    let at = one.at.iter().map(|at| general(write_term(names, &is_at(*at)))).collect();
    let formula = general(shown(names, &one.formula));
    let indices = orbit.instances.iter().zip(&letters).map(|((process, _), letter)| {
        let process = system.process(*process);
        let last = process.first_index + i128::from(process.count) - 1;
        let name = process.name.clone();
        Index { name: letter.clone(), process: name, first: process.first_index, last }
    });
    Described { at, indices: indices.collect(), formula, rule: one.rule, members: orbit.members }
}

/// A name for each index that the model does not use for something else.
fn letters(system: &System, instances: &[Instance]) -> Vec<String> {
    let is_taken = |letter: &str| system.variables.iter().any(|variable| variable.base == letter);
    let each = LETTERS.iter().take(instances.len());
    each.map(|letter| if is_taken(letter) { format!("{letter}_") } else { (*letter).to_owned() }).collect()
}

/// The formula as text; a disjunction whose first part is negated is an implication.
fn shown(names: &Names<'_>, formula: &Term) -> String {
    if let Term::Or(parts) = formula
        && let [Term::Not(first), rest @ ..] = &parts[..]
        && !rest.is_empty()
    {
        let rest = match rest {
            [only] => only.clone(),
            several => Term::Or(several.to_vec()),
        };
        return format!("{} => {}", write_term(names, first), write_term(names, &rest));
    }
    if let Some(text) = counted(names, formula) {
        return text;
    }
    match formula {
        Term::Constant(Value::Bool(false)) => "false".into(),
        other => write_term(names, other),
    }
}

/// The text with letters in place of the indices of instances, and of the elements that go along with them.
fn generalised(system: &System, text: &str, instances: &[Instance], letters: &[String]) -> String {
    let mut result = text.to_owned();
    for ((process, ordinal), letter) in instances.iter().zip(letters) {
        let process = system.process(*process);
        let index = process.first_index + i128::from(*ordinal);
        let arrays = system.variables.iter().filter(|variable| variable.owner.is_none());
        let arrays = arrays.filter(|variable| variable.element.is_some()).map(|variable| &variable.base);
        for name in arrays.chain([&process.name]) {
            result = replaced(&result, &format!("{name}[{index}]"), &format!("{name}[{letter}]"));
        }
    }
    result
}

/// The text with one name in place of another, where that is not the end of a longer one.
fn replaced(text: &str, old: &str, new: &str) -> String {
    let mut result = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(old) {
        let (before, behind) = rest.split_at(at);
        result.push_str(before);
        let is_inside = result.ends_with(|letter: char| letter.is_alphanumeric() || letter == '_');
        result.push_str(if is_inside { old } else { new });
        rest = &behind[old.len()..];
    }
    result + rest
}
