//! The model as text in the language.
//!
//! Records, arrays and enumerations stay what they are. A scalarset becomes a process array without edges, and its values references to the
//! instances, `null` where there is none: then the instances can be exchanged where the rules treat them alike, which our own analysis
//! finds out. A number without a value is one below its range, and an enumeration gets a member for that.

mod action;
mod declaration;
mod expression;
mod rule;
mod start;

use super::changes::{always_changes, changed};
use super::defined::{Undefined, read_too_early};
use super::fold;
use super::model::{Designator, Expr, FlatModel, FlatRule, Instruction, Tables, Type};
use super::run::{Memory, Way, WayPart, leaves};
use super::settle::settle;
use crate::Problem;
use crate::names::Names;
use std::cell::RefCell;
use std::collections::BTreeSet;

/// The text of a model.
pub fn write(model: &FlatModel, name: &str) -> Result<String, Problem> {
    let starts = start::starts(model)?;
    let steps = all_steps(&model.rules);
    let mut undefined = Undefined::of(&model.tables, &starts.memories, steps.iter());
    let mut rules = Vec::new();
    for rule in &model.rules {
        let placed = |problem: Problem| Problem { position: problem.position.or(Some(rule.at)), ..problem };
        let steps = settle(&rule.steps, &model.tables, &undefined).map_err(placed)?;
        rules.push(guarded(FlatRule { steps, ..rule.clone() }, &model.tables));
    }
    let mut locals = BTreeSet::new();
    for rule in &rules {
        for root in read_too_early(&rule.steps, &model.tables) {
            undefined.add_root(root, &model.tables);
        }
        locals.extend(used_locals(&rule.steps, &model.tables));
    }
    let mut writer = Writer {
        tables: &model.tables,
        undefined,
        names: RefCell::default(),
        records: RefCell::default(),
        roots: Vec::new(),
        own: (0..model.tables.roots.len())
            .map(|root| own_of(root, model, &starts.memories, &rules))
            .collect(),
        members: Vec::new(),
        enums: Vec::new(),
        nothing: Vec::new(),
        sets: Vec::new(),
        kept: Vec::new(),
        text: String::new(),
        uses_sure: false,
    };
    writer.give_names(&locals);
    let mut events = String::new();
    for rule in &rules {
        let mut rule = rule.clone();
        let mut changes = always_changes(&rule.guard, &rule.steps);
        if !changes && let Some(condition) = changed(&rule.steps, &writer.undefined) {
            rule.guard = fold::binary("&", rule.guard, condition);
            changes = true;
        }
        events.push_str(&writer.rule(&rule, changes, &model.properties)?);
    }
    let properties = writer.properties(model, &starts);
    writer.declarations(name, &starts, &locals);
    writer.text.push_str(&events);
    writer.text.push_str(&properties);
    Ok(writer.text)
}

/// The identities of an array with an element for each of them, if it is never taken as a whole and begins with equal elements: then its
/// elements are variables of the instances, which move with them.
fn own_of(root: usize, model: &FlatModel, starts: &[Memory], rules: &[FlatRule]) -> Option<usize> {
    let declared = &model.tables.roots[root];
    let Type::Array(of, element) = &declared.ty else { return None };
    let Type::Identity(set, ranges) = &**of else { return None };
    let is_all = ranges.as_slice() == [(1, model.tables.identities[*set].count)];
    let values = model.tables.values(of);
    let leaf = |index: i128, rest: &[WayPart]| {
        let parts = std::iter::once(WayPart::Index(index)).chain(rest.iter().cloned()).collect();
        Way { root, parts }
    };
    let is_even = |memory: &Memory| {
        leaves(element, &model.tables).iter().all(|rest| {
            let first = memory.get(&leaf(values[0], rest));
            values.iter().all(|index| memory.get(&leaf(*index, rest)) == first)
        })
    };
    let is_same = |memory: &Memory| {
        leaves(element, &model.tables)
            .iter()
            .all(|rest| memory.get(&leaf(values[0], rest)) == starts[0].get(&leaf(values[0], rest)))
    };
    let mut is_whole = false;
    let mut see = |place: &Designator| is_whole = is_whole || (place.root == root && place.parts.is_empty());
    for rule in rules {
        super::visit::each_step(&rule.steps, &mut |step| {
            if let Instruction::Copy(to, from) = step {
                see(to);
                see(from);
            }
        });
    }
    let mut look = |expr: &Expr| {
        if let Expr::Read(place) = expr {
            see(place);
        }
    };
    for rule in rules {
        rule.steps.iter().for_each(|step| super::visit::each_expr(step, &mut look));
        super::visit::each_expr(&Instruction::Assume(rule.guard.clone()), &mut look);
    }
    for property in &model.properties {
        super::visit::each_expr(&Instruction::Assume(property.condition.clone()), &mut look);
    }
    let is_fit = declared.is_global && is_all && !is_whole && !starts.is_empty();
    (is_fit && starts.iter().all(|memory| is_even(memory) && is_same(memory))).then_some(*set)
}

/// The rule, possible only where it does something: what it does under a condition alone is guarded by that.
fn guarded(mut rule: FlatRule, tables: &Tables) -> FlatRule {
    while let [Instruction::If(condition, then, other)] = rule.steps.as_slice() {
        let (condition, inner) = match (then.as_slice(), other.as_slice()) {
            (inner, []) => (condition.clone(), inner.to_vec()),
            ([], inner) => (fold::not(condition.clone()), inner.to_vec()),
            _ => break,
        };
        // A variable of the rule has its value only inside.
        if super::visit::reads(&condition, &mut |place| !tables.roots[place.root].is_global) {
            break;
        }
        rule.guard = fold::binary("&", rule.guard, condition);
        rule.steps = inner;
    }
    rule
}

/// All steps, those inside of others included.
fn all_steps(rules: &[FlatRule]) -> Vec<Instruction> {
    let mut all = Vec::new();
    for rule in rules {
        super::visit::each_step(&rule.steps, &mut |step| {
            if matches!(step, Instruction::Copy(..) | Instruction::Undefine(_)) {
                all.push(step.clone());
            }
        });
    }
    all
}

/// The variables of procedures that are still there.
fn used_locals(steps: &[Instruction], tables: &Tables) -> BTreeSet<usize> {
    let mut found = used_variables(steps);
    found.retain(|root| !tables.roots[*root].is_global);
    found
}

/// All variables that steps read or write.
fn used_variables(steps: &[Instruction]) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    super::visit::each_step(steps, &mut |step| {
        found.extend(super::visit::written(step).map(|place| place.root));
        super::visit::each_expr(step, &mut |expr| {
            if let super::model::Expr::Read(place) | super::model::Expr::IsUndefined(place) = expr {
                found.insert(place.root);
            }
        });
        if let Instruction::Copy(_, from) = step {
            found.insert(from.root);
        }
    });
    found
}

/// The state while writing.
struct Writer<'m> {
    tables: &'m Tables,
    undefined: Undefined,
    names: RefCell<Names>,
    /// The records that were met: their types as text, and the names of these.
    records: RefCell<Vec<(String, String)>>,
    /// The names of variables.
    roots: Vec<String>,
    /// For each variable, the identities whose instances have its elements as variables of their own.
    own: Vec<Option<usize>>,
    /// The names of members, for each enumeration.
    members: Vec<Vec<String>>,
    /// The names of enumerations.
    enums: Vec<String>,
    /// The members that stand for no value, for each enumeration.
    nothing: Vec<String>,
    /// The names of sets of identities.
    sets: Vec<String>,
    /// Variables that keep what was so before a rule, with their types.
    kept: Vec<(String, String, String)>,
    text: String,
    /// Whether something may be read that has no value.
    uses_sure: bool,
}

impl Writer<'_> {
    /// A name that nothing else has.
    fn give(&self, wanted: &str) -> String {
        self.names.borrow_mut().give(wanted)
    }

    fn give_names(&mut self, locals: &BTreeSet<usize>) {
        for (number, root) in self.tables.roots.iter().enumerate() {
            let is_used = root.is_global || locals.contains(&number);
            let name = if is_used { self.give(&root.name) } else { String::new() };
            self.roots.push(name);
        }
        for set in &self.tables.identities {
            let name = self.give(if set.name.is_empty() { "scalarset" } else { &set.name });
            self.sets.push(name);
        }
        for (name, members) in &self.tables.enums {
            let own = self.give(name);
            let members = members.iter().map(|member| self.give(member)).collect();
            let nothing = self.give(&format!("no_{name}"));
            self.enums.push(own);
            self.members.push(members);
            self.nothing.push(nothing);
        }
    }

    /// Adds a line.
    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }
}
