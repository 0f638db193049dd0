//! Types, variables and their initial values.

use super::Writer;
use super::start::Starts;
use crate::murphi::model::Type;
use crate::murphi::run::{Memory, Way, WayPart, leaves, longer};
use crate::names;
use std::collections::BTreeSet;

impl Writer<'_> {
    /// Everything in front of the events.
    pub(super) fn declarations(&mut self, name: &str, starts: &Starts, locals: &BTreeSet<usize>) {
        let name = self.give(name);
        self.line(&format!("model {name}\n"));
        let lacking = self.undefined.enums(self.tables);
        for number in 0..self.tables.enums.len() {
            if self.tables.is_number[number] {
                for (value, member) in self.members[number].clone().iter().enumerate() {
                    self.line(&format!("const {member} := {value}"));
                }
                let last = self.members[number].len() - 1;
                self.line(&format!("type {} = 0..{last}", self.enums[number]));
            } else {
                let mut members = self.members[number].clone();
                if lacking.contains(&number) {
                    members.push(self.nothing[number].clone());
                }
                self.line(&format!("type {} = {{ {} }}", self.enums[number], members.join(", ")));
            }
        }
        if self.uses_sure {
            self.line("/// Whether something has a value; it faults where it has none.");
            self.line("let sure(has_value) = 1 / (if has_value then 1 else 0) = 1");
        }
        self.line("");
        let head = std::mem::take(&mut self.text);
        let first = starts.memories.first().cloned().unwrap_or_default();
        for (number, set) in self.tables.identities.iter().enumerate() {
            if set.count > 0 {
                self.instances(number, &first);
            }
        }
        let mut open = BTreeSet::new();
        for (number, root) in self.tables.roots.iter().enumerate().filter(|(_, root)| root.is_global) {
            if self.own[number].is_some() {
                continue;
            }
            let way = Way { root: number, parts: Vec::new() };
            let ty = self.type_text(&root.ty, number, &[]);
            let value = self.initial(&first, &root.ty, &way, &mut Vec::new());
            let differs = starts
                .memories
                .iter()
                .any(|memory| self.initial(memory, &root.ty, &way, &mut Vec::new()) != value);
            if differs {
                open.insert(number);
                self.line(&format!("var {}: {ty}", self.roots[number]));
            } else {
                self.line(&format!("var {}: {ty} := {value}", self.roots[number]));
            }
        }
        for root in locals {
            let ty = self.tables.roots[*root].ty.clone();
            let text = self.type_text(&ty, *root, &[]);
            let value =
                self.initial(&Memory::new(), &ty, &Way { root: *root, parts: Vec::new() }, &mut Vec::new());
            self.line(&format!("var {}: {text} := {value}", self.roots[*root]));
        }
        for (name, ty, value) in self.kept.clone() {
            self.line(&format!("var {name}: {ty} := {value}"));
        }
        self.starts(starts, &open);
        self.line("");
        let variables = std::mem::replace(&mut self.text, head);
        for (text, name) in self.records.take() {
            self.line(&format!("type {name} = {text}"));
        }
        self.line("");
        self.text.push_str(&variables);
    }

    /// Identities as a process array, with the variables that each has.
    fn instances(&mut self, set: usize, first: &Memory) {
        let index = self.give("instance");
        let mut lines = Vec::new();
        for (root, declared) in self.tables.roots.iter().enumerate() {
            let (Some(owner), Type::Array(of, element)) = (self.own[root], &declared.ty) else { continue };
            if owner != set {
                continue;
            }
            let mut keys = vec!["[]".to_owned()];
            let ty = self.type_text(element, root, &keys);
            let one = WayPart::Index(self.tables.values(of)[0]);
            let value = self.initial(first, element, &Way { root, parts: vec![one] }, &mut keys);
            lines.push(format!("  var {}: {ty} := {value}", self.roots[root]));
        }
        let (name, count) = (self.sets[set].clone(), self.tables.identities[set].count);
        self.line(&format!("process {name}[{index} in 1..{count}] {{"));
        lines.iter().for_each(|line| self.line(line));
        self.line("}");
    }

    /// Which of several start states there are.
    fn starts(&mut self, starts: &Starts, open: &BTreeSet<usize>) {
        if open.is_empty() {
            return;
        }
        let one = |memory: &Memory| {
            let mut parts = Vec::new();
            for root in open {
                let ty = &self.tables.roots[*root].ty;
                for rest in leaves(ty, self.tables) {
                    let way = longer(&Way { root: *root, parts: Vec::new() }, &rest);
                    let (leaf, keys) = leaf_of(ty, &rest);
                    let mut text = self.roots[*root].clone();
                    for part in &rest {
                        match part {
                            WayPart::Field(name) => text.push_str(&format!(".{}", names::name(name))),
                            WayPart::Index(index) => text.push_str(&format!("[{index}]")),
                        }
                    }
                    parts.push(format!("{text} = {}", self.held(memory, leaf, &way, &keys)));
                }
            }
            format!("({})", parts.join(" && "))
        };
        let all: Vec<String> = starts.memories.iter().map(one).collect();
        self.line(&format!("init {}", all.join(" || ")));
        // Elements over identities that are not in the index type are never used.
        let mut fixed = Vec::new();
        for root in open {
            self.unused(&self.tables.roots[*root].ty, &self.roots[*root], *root, &mut Vec::new(), &mut fixed);
        }
        for condition in fixed {
            self.line(&format!("init {condition}"));
        }
    }

    /// Conditions that fix the elements which no identity of the index type has.
    fn unused(&self, ty: &Type, text: &str, root: usize, keys: &mut Vec<String>, found: &mut Vec<String>) {
        match ty {
            Type::Record(fields) => {
                for (name, ty) in fields.iter() {
                    keys.push(name.clone());
                    self.unused(ty, &format!("{text}.{}", names::name(name)), root, keys, found);
                    keys.pop();
                }
            }
            Type::Array(of, element) => {
                let used = self.tables.values(of);
                let (low, high) = self.tables.bounds(of);
                keys.push("[]".to_owned());
                for index in low..=high {
                    let text = format!("{text}[{index}]");
                    if used.contains(&index) {
                        self.unused(element, &text, root, keys, found);
                    } else {
                        let way = Way { root, parts: Vec::new() };
                        let value = self.literal(&Memory::new(), element, &way, keys);
                        found.push(format!("{text} = {value}"));
                    }
                }
                keys.pop();
            }
            _ => {}
        }
    }

    /// A type; `keys` leads from the variable to the part that has it.
    pub(super) fn type_text(&self, ty: &Type, root: usize, keys: &[String]) -> String {
        let below = |key: &str| keys.iter().cloned().chain([key.to_owned()]).collect::<Vec<_>>();
        let may_lack = self.undefined.is_possible_at(root, keys);
        match ty {
            Type::Bool if may_lack => "-1..1".to_owned(),
            Type::Bool => "bool".to_owned(),
            Type::Range(low, high) => {
                format!("{}..{high}", if may_lack { low.saturating_sub(1) } else { *low })
            }
            Type::Enum(number) if self.tables.is_number[*number] => {
                let last = self.members[*number].len() - 1;
                format!("{}..{last}", if may_lack { "-1" } else { "0" })
            }
            Type::Enum(number) => self.enums[*number].clone(),
            Type::Identity(set, _) => format!("ref {}", self.sets[*set]),
            Type::Record(fields) => {
                let field = |(name, ty): &(String, Type)| {
                    format!("{}: {}", names::name(name), self.type_text(ty, root, &below(name)))
                };
                let text =
                    format!("record {{ {} }}", fields.iter().map(field).collect::<Vec<_>>().join(", "));
                let known = self
                    .records
                    .borrow()
                    .iter()
                    .find(|(known, _)| *known == text)
                    .map(|(_, name)| name.clone());
                known.unwrap_or_else(|| {
                    let address = std::rc::Rc::as_ptr(fields) as usize;
                    let declared = self.tables.record_names.iter().find(|(known, _)| *known == address);
                    let way =
                        keys.iter().rev().find(|key| *key != "[]").unwrap_or(&self.tables.roots[root].name);
                    let name = self
                        .give(&declared.map_or_else(|| format!("{way}_record"), |(_, name)| name.clone()));
                    self.records.borrow_mut().push((text, name.clone()));
                    name
                })
            }
            Type::Array(of, element) => {
                let (low, high) = self.tables.bounds(of);
                format!("array [{low}..{high}] of {}", self.type_text(element, root, &below("[]")))
            }
        }
    }

    /// What a variable holds at the start: that of one element where all are alike.
    fn initial(&self, memory: &Memory, ty: &Type, way: &Way, keys: &mut Vec<String>) -> String {
        let Type::Array(of, element) = ty else { return self.literal(memory, ty, way, keys) };
        let (low, high) = self.tables.bounds(of);
        keys.push("[]".to_owned());
        let below = |index: i128| longer(way, &[WayPart::Index(index)]);
        let first = self.literal(memory, element, &below(low), keys);
        let is_same = (low..=high).all(|index| self.literal(memory, element, &below(index), keys) == first);
        let text = is_same.then(|| self.initial(memory, element, &below(low), keys));
        keys.pop();
        text.unwrap_or_else(|| self.literal(memory, ty, way, keys))
    }

    /// What a variable or part of one holds at the start, as a literal.
    fn literal(&self, memory: &Memory, ty: &Type, way: &Way, keys: &mut Vec<String>) -> String {
        match ty {
            Type::Record(fields) => {
                let mut parts = Vec::new();
                for (name, ty) in fields.iter() {
                    keys.push(name.clone());
                    let below = longer(way, &[WayPart::Field(name.clone())]);
                    parts.push(format!("{}: {}", names::name(name), self.literal(memory, ty, &below, keys)));
                    keys.pop();
                }
                format!("{}{{{}}}", self.type_text(ty, way.root, keys), parts.join(", "))
            }
            Type::Array(of, element) => {
                let (low, high) = self.tables.bounds(of);
                keys.push("[]".to_owned());
                let all: Vec<String> = (low..=high)
                    .map(|index| self.literal(memory, element, &longer(way, &[WayPart::Index(index)]), keys))
                    .collect();
                keys.pop();
                format!("[{}]", all.join(", "))
            }
            _ => self.held(memory, ty, way, keys),
        }
    }

    /// What a simple part holds at the start; what has no value and is never read without one holds any.
    fn held(&self, memory: &Memory, ty: &Type, way: &Way, keys: &[String]) -> String {
        let may_lack = self.undefined.is_possible_at(way.root, keys);
        match memory.get(way) {
            Some(value) if *ty == Type::Bool && may_lack => value.to_string(),
            Some(value) => self.value(*value, ty),
            None if may_lack => self.nothing(ty),
            None => match ty {
                Type::Identity(..) => "null".to_owned(),
                other => self.value(self.tables.bounds(other).0, other),
            },
        }
    }

    /// A variable that keeps what was so before a rule: one for each type and number, for all rules.
    pub(super) fn kept_name(
        &mut self,
        number: usize,
        text: &str,
        ty: &Type,
        root: usize,
        keys: &[String],
    ) -> String {
        let wanted = format!("before {number}");
        let found = self
            .kept
            .iter()
            .filter(|(name, _, _)| name.contains(&wanted))
            .find(|(_, known, _)| known == text);
        if let Some((name, _, _)) = found {
            return name.clone();
        }
        let name = self.give(&format!("{wanted} {}", self.kept.len()));
        let value = self.literal(&Memory::new(), ty, &Way { root, parts: Vec::new() }, &mut keys.to_vec());
        self.kept.push((name.clone(), text.to_owned(), value));
        name
    }

    /// Gives a variable its first value again.
    pub(super) fn reset_of(&self, name: &str) -> String {
        if let Some((_, _, value)) = self.kept.iter().find(|(kept, _, _)| kept == name) {
            return format!("{name} := {value}");
        }
        let root = self.roots.iter().position(|root| root == name).unwrap_or_default();
        let way = Way { root, parts: Vec::new() };
        let value = self.literal(&Memory::new(), &self.tables.roots[root].ty, &way, &mut Vec::new());
        format!("{name} := {value}")
    }
}

/// The type at the end of a way, and the names of its fields.
fn leaf_of<'t>(ty: &'t Type, rest: &[WayPart]) -> (&'t Type, Vec<String>) {
    let mut keys = Vec::new();
    let mut at = ty;
    for part in rest {
        at = match (at, part) {
            (Type::Record(fields), WayPart::Field(name)) => {
                keys.push(name.clone());
                fields.iter().find(|(field, _)| field == name).map_or(at, |(_, ty)| ty)
            }
            (Type::Array(_, element), _) => {
                keys.push("[]".to_owned());
                element
            }
            (other, _) => other,
        };
    }
    (at, keys)
}
