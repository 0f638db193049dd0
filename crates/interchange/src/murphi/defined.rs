//! Which variables can be without a value when a rule begins or reads them.

use super::model::{Designator, Expr, Instruction, Selector, Tables, Type};
use super::run::{Memory, Way, WayPart, leaves, longer};
use super::visit::{each_expr, each_step};
use std::collections::{BTreeSet, HashMap};

/// A simple part of a variable, all elements of an array alike.
pub type Leaf = (usize, Vec<String>);

/// The parts of variables that can be without a value.
#[derive(Debug, Clone, Default)]
pub struct Undefined {
    leaves: BTreeSet<Leaf>,
}

/// What stands for all elements of an array.
const ANY: &str = "[]";

impl Undefined {
    /// What start states leave without a value, or rules make so, and what is copied from there or to there.
    pub fn of<'s>(
        tables: &Tables,
        starts: &[Memory],
        steps: impl Iterator<Item = &'s Instruction> + Clone,
    ) -> Undefined {
        let mut undefined = Undefined::default();
        for (root, of) in tables.roots.iter().enumerate().filter(|(_, root)| root.is_global) {
            let way = Way { root, parts: Vec::new() };
            for rest in leaves(&of.ty, tables) {
                let leaf = longer(&way, &rest);
                if starts.iter().any(|memory| !memory.contains_key(&leaf)) {
                    undefined.leaves.insert((root, rest.iter().map(key_of).collect()));
                }
            }
        }
        for step in steps.clone() {
            if let Instruction::Undefine(place) = step {
                undefined.leaves.extend(leaves_of(place, tables));
            }
        }
        loop {
            let before = undefined.leaves.len();
            for step in steps.clone() {
                if let Instruction::Copy(to, from) = step {
                    undefined.unite(to, from, tables);
                }
            }
            if undefined.leaves.len() == before {
                return undefined;
            }
        }
    }

    fn unite(&mut self, a: &Designator, b: &Designator, tables: &Tables) {
        for (first, second) in leaves_of(a, tables).into_iter().zip(leaves_of(b, tables)) {
            if self.leaves.contains(&first) || self.leaves.contains(&second) {
                self.leaves.insert(first);
                self.leaves.insert(second);
            }
        }
    }

    /// Adds all parts of a variable.
    pub fn add_root(&mut self, root: usize, tables: &Tables) {
        let place = Designator { root, parts: Vec::new(), ty: tables.roots[root].ty.clone() };
        self.leaves.extend(leaves_of(&place, tables));
    }

    /// Whether a simple part can be without a value.
    pub fn is_possible(&self, place: &Designator) -> bool {
        self.leaves.contains(&(place.root, way_of(place)))
    }

    /// The same by the names of the fields, with [`ANY`] for elements.
    pub fn is_possible_at(&self, root: usize, way: &[String]) -> bool {
        self.leaves.contains(&(root, way.to_vec()))
    }

    /// The enumerations with variables that can be without a value.
    pub fn enums(&self, tables: &Tables) -> BTreeSet<usize> {
        let number = |(root, way): &Leaf| match leaf_type(&tables.roots[*root].ty, way) {
            Type::Enum(number) => Some(*number),
            _ => None,
        };
        self.leaves.iter().filter_map(number).collect()
    }
}

/// The type at the end of a way.
fn leaf_type<'t>(ty: &'t Type, way: &[String]) -> &'t Type {
    way.iter().fold(ty, |ty, part| match ty {
        Type::Array(_, element) => element,
        Type::Record(fields) => fields.iter().find(|(name, _)| name == part).map_or(ty, |(_, ty)| ty),
        other => other,
    })
}

fn key_of(part: &WayPart) -> String {
    match part {
        WayPart::Field(name) => name.clone(),
        WayPart::Index(_) => ANY.to_owned(),
    }
}

fn way_of(place: &Designator) -> Vec<String> {
    let part = |part: &Selector| match part {
        Selector::Field(name) => name.clone(),
        Selector::Index(_) => ANY.to_owned(),
    };
    place.parts.iter().map(part).collect()
}

/// The simple parts of a place.
pub fn leaves_of(place: &Designator, tables: &Tables) -> Vec<Leaf> {
    let mut found: Vec<Leaf> = Vec::new();
    for rest in leaves(&place.ty, tables) {
        let leaf = (place.root, way_of(place).into_iter().chain(rest.iter().map(key_of)).collect());
        if found.last() != Some(&leaf) && !found.contains(&leaf) {
            found.push(leaf);
        }
    }
    found
}

/// The variables of procedures that may be read before they have a value.
pub fn read_too_early(steps: &[Instruction], tables: &Tables) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    walk(steps, &mut HashMap::new(), tables, &mut found);
    found
}

/// Follows which variables have a value.
fn walk(steps: &[Instruction], known: &mut HashMap<usize, ()>, tables: &Tables, found: &mut BTreeSet<usize>) {
    for step in steps {
        let mut see = |expr: &Expr| {
            if let Expr::Read(place) | Expr::IsUndefined(place) = expr
                && !tables.roots[place.root].is_global
                && !known.contains_key(&place.root)
            {
                found.insert(place.root);
            }
        };
        match step {
            Instruction::If(condition, then, other) => {
                each_expr(&Instruction::Assume(condition.clone()), &mut see);
                let mut beside = known.clone();
                walk(then, known, tables, found);
                walk(other, &mut beside, tables, found);
                known.retain(|root, ()| beside.contains_key(root));
            }
            _ => each_expr(step, &mut see),
        }
        match step {
            Instruction::Assign(place, _) | Instruction::Clear(place) | Instruction::Copy(place, _)
                if place.parts.is_empty() =>
            {
                known.insert(place.root, ());
            }
            Instruction::Undefine(place) => {
                known.remove(&place.root);
            }
            _ => {}
        }
        if let Instruction::Copy(_, from) = step
            && !tables.roots[from.root].is_global
            && !known.contains_key(&from.root)
        {
            found.insert(from.root);
        }
    }
    let mut parts = Vec::new();
    each_step(steps, &mut |step| {
        // What is written in parts may keep others without a value.
        if let Instruction::Assign(place, _) | Instruction::Copy(place, _) | Instruction::Undefine(place) =
            step
            && (!place.parts.is_empty() || matches!(step, Instruction::Undefine(_)))
            && !tables.roots[place.root].is_global
        {
            parts.push(place.root);
        }
    });
    found.extend(parts);
}
