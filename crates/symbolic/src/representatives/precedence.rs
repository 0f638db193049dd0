//! Which of two neighbouring instances comes first.
//!
//! # The keys
//!
//! Of two neighbours `a` and `b` the second one should come first if, in the order of significance,
//!
//! 1. it is *linked* and `a` is not: a reference of it leads to an instance of the class, or somebody's reference leads to it;
//! 2. a reference of one leads to the other, against the direction of its field. The first field leads forward, to later
//!    instances; a field that is written as the reverse of another (`prev->next := self`) has the opposite direction;
//! 3. its location and its other values are less.
//!
//! So members of a list stand in the order of the list before those that are in none, though only neighbours are ever
//! compared. All keys are guesses: whatever they say, an exchange leads to a state that is as good.
//!
//! # Why sorting ends
//!
//! An exchange of neighbours for a reason of one kind makes smaller: (1) the list that says for each place whether its
//! instance is not linked, in lexicographic order; (2) the number of references against their direction, since those to others
//! than the neighbour keep theirs; (3) the list of the values, in lexicographic order. It leaves what is more significant
//! as it is. Fields are compared one after the other, and so are their numbers. Where several classes are sorted
//! in turn, the exchanges of one could change the values that another compares; passes are counted, too.

use analysis::Class;
use encoding::Coding;
use state_sets::{Cell, Formula, Kind, Linear, Space, Variable};
use std::collections::BTreeMap;
use system::{Block, Branch, ExprKind, Place, SelectorKind, StatementKind, System, Type, Value, VariableId};

/// The values of neighbours are compared as long as they have no more combinations than this.
const MOST_COMBINATIONS: u64 = 256;

/// What is known of one class.
pub(crate) struct Precedence<'s> {
    system: &'s System,
    space: &'s Space,
    coding: &'s Coding,
    class: &'s Class,
    /// References that every instance has to others of its process, as places among its variables, and whether they lead
    /// forward.
    fields: Vec<(usize, bool)>,
    /// The variables that lead to instances.
    pointers: Vec<VariableId>,
}

impl<'s> Precedence<'s> {
    /// For one class of a system.
    pub fn new(system: &'s System, space: &'s Space, coding: &'s Coding, class: &'s Class) -> Self {
        let all = (0..system.variables.len()).map(VariableId::from_index);
        let pointers = all.filter(|variable| leads(system, class, *variable)).collect();
        let own = class.roles.variables(system, class.instances[0]);
        let is_field = |place: &usize| leads(system, class, VariableId(own[*place]));
        let fields: Vec<usize> = (0..own.len()).filter(is_field).collect();
        let signs = Directions::of(system, class, &fields);
        let fields = fields.into_iter().zip(signs).collect();
        Precedence { system, space, coding, class, fields, pointers }
    }

    /// The states in which the second instance should come first.
    pub fn reversed(&self, a: u32, b: u32) -> Formula {
        let (linked_a, linked_b) = (self.linked(a), self.linked(b));
        let mut cases = vec![linked_b.clone().and(linked_a.clone().negated())];
        let mut equal = linked_a.clone().and(linked_b.clone()).or(linked_a.or(linked_b).negated());
        for (field, forward) in &self.fields {
            let (one, other) = (self.link(*field, a, b), self.link(*field, b, a));
            let (right, wrong) = if *forward { (one, other) } else { (other, one) };
            cases.push(Formula::all([equal.clone(), wrong.clone(), right.clone().negated()]));
            let both = wrong.clone().and(right.clone());
            equal = equal.and(both.or(wrong.or(right).negated()));
        }
        for (own, other) in self.compared(a, b) {
            let (own, other) = (Cell::now(own), Cell::now(other));
            // The value of `a` is greater.
            if let Some(difference) = Linear::cell(other).minus(&Linear::cell(own)) {
                let greater = Linear { constant: 1, ..difference };
                cases.push(equal.clone().and(Formula::not_positive(greater)));
                equal = equal.and(Formula::Same(own, other));
            }
        }
        Formula::any(cases)
    }

    /// A reference of the instance leads to one of its process, or one leads to it.
    fn linked(&self, instance: u32) -> Formula {
        let own = self.class.roles.variables(self.system, instance);
        let leads = self.fields.iter().map(|(place, _)| {
            Formula::is(Cell::now(self.coding.variable(VariableId(own[*place]))), 0).negated()
        });
        let met = self.pointers.iter().map(|pointer| self.leads_to(*pointer, instance));
        Formula::any(leads.chain(met))
    }

    /// The field of one instance leads to the other.
    fn link(&self, field: usize, from: u32, to: u32) -> Formula {
        let own = self.class.roles.variables(self.system, from);
        self.leads_to(VariableId(own[field]), to)
    }

    fn leads_to(&self, pointer: VariableId, instance: u32) -> Formula {
        match code_of(self.system, self.coding, self.class, pointer, instance) {
            Some(code) => Formula::is(Cell::now(self.coding.variable(pointer)), code as u64),
            None => Formula::falsity(),
        }
    }

    /// The values of two instances that are compared, the location first.
    fn compared(&self, a: u32, b: u32) -> Vec<(Variable, Variable)> {
        let roles = &self.class.roles;
        let pairs = roles.variables(self.system, a).into_iter().zip(roles.variables(self.system, b));
        let is_plain = |variable: u32| {
            let ty = self.system.variables[variable as usize].ty;
            !matches!(ty, Type::Reference(_)) && !roles.is_identity[variable as usize]
        };
        let mut pairs: Vec<(u32, u32)> = pairs.filter(|(own, _)| is_plain(*own)).collect();
        let is_location =
            |variable: u32| matches!(self.system.variables[variable as usize].ty, Type::Location(_));
        pairs.sort_by_key(|(own, _)| !is_location(*own));
        let mut combinations = 1u64;
        let mut found = Vec::new();
        for (own, other) in pairs {
            let own = self.coding.variable(VariableId(own));
            let Kind::Finite { count } = self.space.kind(own) else { continue };
            combinations = combinations.saturating_mul(count);
            if combinations > MOST_COMBINATIONS && !found.is_empty() {
                break;
            }
            found.push((own, self.coding.variable(VariableId(other))));
        }
        found
    }
}

/// Whether the variable leads to instances of the class's process.
pub(crate) fn leads(system: &System, class: &Class, variable: VariableId) -> bool {
    let is_reference =
        matches!(system.variable(variable).ty, Type::Reference(of) if of == class.roles.process);
    is_reference || class.roles.is_identity[variable.index()]
}

/// The code with which a variable leads to an instance, if it can.
pub(crate) fn code_of(
    system: &System,
    coding: &Coding,
    class: &Class,
    pointer: VariableId,
    instance: u32,
) -> Option<i128> {
    let value = match system.variable(pointer).ty {
        Type::Reference(_) => Value::Reference(Some(instance)),
        Type::Range { low, high } => {
            let index = system.process(class.roles.process).first_index.checked_add(i128::from(instance))?;
            (low..=high).contains(&index).then_some(Value::Int(index))?
        }
        _ => return None,
    };
    coding.codes[pointer.index()].code(value)
}

/// Which fields are the reverse of which.
struct Directions<'a> {
    system: &'a System,
    /// Pairs of fields by their names.
    reverse: Vec<(String, String)>,
}

impl Directions<'_> {
    /// For each of the fields of a class, whether it leads forward.
    fn of(system: &System, class: &Class, fields: &[usize]) -> Vec<bool> {
        let mut directions = Directions { system, reverse: Vec::new() };
        system.edges.iter().for_each(|edge| directions.block(&edge.action));
        let own = class.roles.variables(system, class.instances[0]);
        let names = fields.iter().map(|place| system.variables[own[*place] as usize].base.clone());
        let mut signs: BTreeMap<String, bool> = BTreeMap::new();
        names
            .map(|name| {
                let opposite = directions.reverse.iter().find_map(|(one, other)| {
                    let partner = if *one == name {
                        other
                    } else if *other == name {
                        one
                    } else {
                        return None;
                    };
                    signs.get(partner).map(|sign| !sign)
                });
                let sign = opposite.unwrap_or(true);
                signs.insert(name, sign);
                sign
            })
            .collect()
    }

    /// `one->other := self`
    fn assigned(&mut self, place: &Place, value: &system::Expr) {
        let is_reference = matches!(value.constant(), Some(Value::Reference(Some(_))));
        for selector in place.selectors.iter().filter(|_| is_reference) {
            if let (SelectorKind::Reference(_), ExprKind::Read(through)) =
                (selector.kind, &selector.index.kind)
            {
                let name = |place: &Place| self.system.variable(place.first).base.clone();
                self.reverse.push((name(through), name(place)));
            }
        }
    }

    fn block(&mut self, block: &Block) {
        for statement in block.steps.iter().flat_map(|step| &step.statements) {
            match &statement.kind {
                StatementKind::Assign { place, value } => self.assigned(place, value),
                StatementKind::Choose(branches) => branches.iter().for_each(|branch| self.branch(branch)),
                StatementKind::If { then, otherwise, .. } => {
                    self.branch(then);
                    otherwise.iter().for_each(|branch| self.branch(branch));
                }
                _ => {}
            }
        }
    }

    fn branch(&mut self, branch: &Branch) {
        self.block(&branch.body);
    }
}
