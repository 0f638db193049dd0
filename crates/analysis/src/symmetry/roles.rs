//! Guesses which arrays belong to the instances of a process, and which integers hold their indices.
//!
//! A guess costs nothing but time: whether instances can be exchanged is decided afterwards, by comparing all
//! transitions before and after an exchange.

use super::exchange::Roles;
use super::queues::is_filling;
use std::collections::{BTreeMap, BTreeSet};
use system::{
    Block, Branch, Comparison, Datum, Expr, ExprKind, Owner, Place, ProcessId, SelectorKind, Shape,
    StatementKind, System, Type, Value,
};

/// Guesses, the most promising first.
pub(super) fn guesses(system: &System, process: ProcessId) -> Vec<Roles> {
    let plain = Roles::plain(system, process);
    let arrays = arrays(system, process);
    let identities = identities(system, process, &plain.entries);
    let mut found = Vec::new();
    if !arrays.is_empty() || identities.contains(&true) {
        found.push(Roles { arrays: arrays.clone(), is_identity: identities.clone(), ..plain.clone() });
    }
    if !arrays.is_empty() && identities.contains(&true) {
        found.push(Roles { is_identity: identities, ..plain.clone() });
        found.push(Roles { arrays, ..plain.clone() });
    }
    found.push(plain);
    found
}

/// Arrays, not of the process itself, whose elements have the indices of its instances.
fn arrays(system: &System, process: ProcessId) -> Vec<(u32, u32)> {
    let of = system.process(process);
    let last = of.first_index.saturating_add(i128::from(of.count).saturating_sub(1));
    let mut found: BTreeMap<_, Vec<(u32, i128)>> = BTreeMap::new();
    for (number, variable) in (0u32..).zip(&system.variables) {
        let is_own = variable.owner.is_some_and(|(owner, _)| owner == process);
        if let Some(element) = variable.element.filter(|_| !is_own) {
            let owner = variable.owner.map(|(owner, instance)| (owner.0, instance));
            found.entry((variable.base.clone(), owner)).or_default().push((number, element));
        }
    }
    let is_indexed = |elements: &Vec<(u32, i128)>| {
        let (first, _) = elements[0];
        elements.len() == of.count as usize
            && elements.last().is_some_and(|(_, element)| *element == last)
            && (first..).zip(of.first_index..).zip(elements).all(|(wanted, is)| wanted == *is)
    };
    let plain = found.into_values().filter(is_indexed).map(|elements| (elements[0].0, 1));
    let mut all: Vec<(u32, u32)> = plain.collect();
    for whole in
        system.structured.iter().filter(|whole| whole.owner.is_none_or(|(owner, _)| owner != process))
    {
        inside(system, process, &whole.shape, whole.first.0, &mut all);
    }
    all
}

/// The variables inside one with parts of which there is one for each instance: those of the elements of arrays, and the
/// conditions that an instance or its index is in a set.
fn inside(system: &System, process: ProcessId, shape: &Shape, first: u32, all: &mut Vec<(u32, u32)>) {
    let of = system.process(process);
    let indices: Vec<Datum> =
        (of.first_index..).take(of.count as usize).map(|index| Datum::Scalar(Value::Int(index))).collect();
    match shape {
        Shape::Scalar(_) => {}
        Shape::Record(fields) => {
            let mut at = first;
            for (_, part) in fields {
                inside(system, process, part, at, all);
                at += part.size();
            }
        }
        Shape::Array { low, count, element } if (*low, *count) == (of.first_index, of.count) => {
            let size = element.size();
            all.extend((first..first + size).map(|part| (part, size)));
        }
        Shape::Array { count, element, .. } => {
            for position in 0..*count {
                inside(system, process, element, first + position * element.size(), all);
            }
        }
        Shape::Set { elements, element } => match **element {
            Shape::Scalar(Type::Reference(other)) if other == process => all.push((first + 1, 1)),
            Shape::Scalar(Type::Range { .. }) if *elements == indices => all.push((first, 1)),
            _ => {}
        },
        Shape::Queue { capacity, entry } => {
            for position in 0..*capacity {
                inside(system, process, entry, first + 1 + position * entry.size(), all);
            }
        }
    }
}

/// Integers that hold indices: instances compare them with, or set them to, no index but their own.
fn identities(system: &System, process: ProcessId, entries: &BTreeMap<u32, (u32, u32)>) -> Vec<bool> {
    let (seen, refuted) = (BTreeSet::new(), BTreeSet::new());
    let mut scan = Scan { system, process, entries, own: None, seen, refuted, copies: Vec::new() };
    for edge in &system.edges {
        scan.own = match edge.owner {
            Owner::Instance(owner, instance) if owner == process => {
                Some(system.process(process).first_index.saturating_add(i128::from(instance)))
            }
            _ => None,
        };
        scan.expression(&edge.guard);
        scan.block(&edge.action);
    }
    let kinds = families(system);
    let family = |number: u32| kinds[number as usize].clone();
    let mut families: BTreeSet<_> = scan.seen.iter().map(|number| family(*number)).collect();
    // What is compared with an index, or copied from one, is an index too.
    let copies: Vec<_> = scan.copies.iter().map(|(a, b)| (family(*a), family(*b))).collect();
    loop {
        let before = families.len();
        for (a, b) in &copies {
            if families.contains(a) || families.contains(b) {
                families.extend([a.clone(), b.clone()]);
            }
        }
        if families.len() == before {
            break;
        }
    }
    let refuted: BTreeSet<_> = scan.refuted.iter().map(|number| family(*number)).collect();
    let holds = |(number, variable): (u32, &system::Variable)| {
        let own = family(number);
        matches!(variable.ty, Type::Range { .. }) && families.contains(&own) && !refuted.contains(&own)
    };
    (0u32..).zip(&system.variables).map(holds).collect()
}

/// What is used alike: the same variable of all instances, and all elements or entries of one, but each field on its own.
type Family = (String, Option<u32>);

/// The family of each variable.
fn families(system: &System) -> Vec<Family> {
    let plain =
        |variable: &system::Variable| (variable.base.clone(), variable.owner.map(|(owner, _)| owner.0));
    let mut all: Vec<Family> = system.variables.iter().map(plain).collect();
    for whole in &system.structured {
        name_parts(&whole.shape, whole.first.0, &whole.base, &mut all);
    }
    all
}

fn name_parts(shape: &Shape, first: u32, name: &str, all: &mut [Family]) {
    let each = |count: u32, first: u32, part: &Shape, all: &mut [Family]| {
        let name = format!("{name}[]");
        for position in 0..count {
            name_parts(part, first + position * part.size(), &name, all);
        }
    };
    match shape {
        Shape::Scalar(_) | Shape::Set { .. } => {
            for variable in first..first + shape.size() {
                name.clone_into(&mut all[variable as usize].0);
            }
        }
        Shape::Record(fields) => {
            let mut at = first;
            for (field, part) in fields {
                name_parts(part, at, &format!("{name}.{field}"), all);
                at += part.size();
            }
        }
        Shape::Array { count, element, .. } => each(*count, first, element, all),
        Shape::Queue { capacity, entry } => {
            all[first as usize].0 = format!("len({name})");
            each(*capacity, first + 1, entry, all);
        }
    }
}

struct Scan<'s> {
    system: &'s System,
    process: ProcessId,
    entries: &'s BTreeMap<u32, (u32, u32)>,
    /// The index of the instance whose edge is looked at.
    own: Option<i128>,
    seen: BTreeSet<u32>,
    refuted: BTreeSet<u32>,
    /// Variables that are compared with, or copied from, each other.
    copies: Vec<(u32, u32)>,
}

impl Scan<'_> {
    fn meet(&mut self, place: &Place, value: &Expr) {
        if let ExprKind::Read(other) | ExprKind::ReadNext(other) = &value.kind {
            self.copies.push((place.first.0, other.first.0));
        }
        let Some(Value::Int(number)) = value.constant() else { return };
        let process = self.system.process(self.process);
        let instance = number.checked_sub(process.first_index);
        let is_index = instance.is_some_and(|number| (0..i128::from(process.count)).contains(&number));
        if is_index && self.own == Some(number) {
            self.seen.insert(place.first.0);
        } else if is_index {
            self.refuted.insert(place.first.0);
        }
    }

    fn expression(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Compare(Comparison::Eq | Comparison::Ne, a, b) => {
                for (side, other) in [(a, b), (b, a)] {
                    if let ExprKind::Read(place) | ExprKind::ReadNext(place) = &side.kind {
                        self.meet(place, other);
                    }
                }
            }
            ExprKind::Read(place) | ExprKind::ReadNext(place) => self.place(place),
            _ => {}
        }
        expr.children().into_iter().for_each(|child| self.expression(child));
    }

    /// What selects an instance holds an index.
    fn place(&mut self, place: &Place) {
        for selector in &place.selectors {
            if let (SelectorKind::Instance(of), ExprKind::Read(index)) = (selector.kind, &selector.index.kind)
                && of == self.process
            {
                self.seen.insert(index.first.0);
            }
        }
    }

    fn branch(&mut self, branch: &Branch) {
        branch.guard.iter().for_each(|guard| self.expression(guard));
        self.block(&branch.body);
    }

    fn block(&mut self, block: &Block) {
        let steps = block.steps.iter();
        for (step, statement) in
            steps.flat_map(|step| step.statements.iter().map(move |statement| (step, statement)))
        {
            match &statement.kind {
                StatementKind::Assign { place, value } => {
                    if !is_filling(self.entries, step, statement) {
                        self.meet(place, value);
                    }
                    self.place(place);
                    self.expression(value);
                }
                StatementKind::Any { place, condition, .. } => {
                    self.place(place);
                    condition.iter().for_each(|condition| self.expression(condition));
                }
                StatementKind::Choose(branches) => branches.iter().for_each(|branch| self.branch(branch)),
                StatementKind::If { condition, then, otherwise } => {
                    self.expression(condition);
                    self.branch(then);
                    otherwise.iter().for_each(|branch| self.branch(branch));
                }
                StatementKind::Skip => {}
                StatementKind::Assert(condition) | StatementKind::Relation(condition) => {
                    self.expression(condition);
                }
            }
        }
    }
}
