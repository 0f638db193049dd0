//! The system that each property is asked of: sliced to what can influence it, so that what does not matter makes nothing larger.
//!
//! Properties with the same slice share a task, and with it their searches. One whose slice is nearly as large as that of another joins
//! it, since a search for both costs less than two. A slice must pay: it is of a kind that is easier to search, or it has far fewer bits. So
//! small systems stay whole, and so do nets, where most places depend on each other and one search serves all.

use crate::{Extent, Use};
use analysis::{Bounds, Cone, Slice, bounds, cone, slice};
use std::collections::BTreeSet;
use system::{Property, Question, System, VariableId};

/// With more properties than this, all are asked of the whole system.
const MOST_PROPERTIES: usize = 64;

/// The most tasks.
const MOST_TASKS: usize = 16;

/// The part of a slice's weight that a smaller one must have to join it, in hundredths.
const JOINS: f64 = 75.0;

/// The part of the system's weight that a slice of the same kind may have, in hundredths.
const PAYS: f64 = 75.0;

/// The weight of a variable with infinitely many values, in bits.
const INFINITE: f64 = 64.0;

/// Properties that are asked of one system.
pub(crate) struct Task {
    /// The system, if it is not the whole one.
    pub slice: Option<Slice>,
    /// The properties, by their places in the system's list.
    pub properties: Vec<usize>,
}

impl Task {
    /// The system that is asked about.
    pub fn system<'a>(&'a self, whole: &'a System) -> &'a System {
        self.slice.as_ref().map_or(whole, |slice| &slice.system)
    }

    /// Asks one more property, which is the next one in the list of the system.
    pub fn add(&mut self, property: &Property, place: usize) {
        if let Some(slice) = &mut self.slice {
            slice.system.properties.resize(place, property.clone());
            slice.system.properties.push(property.clone());
        }
        self.properties.push(place);
    }

    /// The invariants among the properties of the whole system that speak only of what is in it.
    pub fn speaks_of(&self, whole: &System) -> Vec<usize> {
        let is_usable = |property: &usize| match (&whole.properties[*property].question, &self.slice) {
            (Question::Invariant(_), None) => true,
            (Question::Invariant(condition), Some(slice)) => slice.mentions(condition),
            _ => false,
        };
        (0..whole.properties.len()).filter(is_usable).collect()
    }

    /// Whether every variable and every transition of the whole system is in it.
    pub fn is_whole(&self) -> bool {
        self.slice.as_ref().is_none_or(Slice::is_whole)
    }
}

/// Divides properties into tasks.
pub(crate) fn tasks(system: &System, properties: &[usize], slicing: Use) -> Vec<Task> {
    let is_wanted = match slicing {
        Use::Never => false,
        Use::Always => true,
        Use::Auto => Extent::of(system) != Extent::Small && properties.len() <= MOST_PROPERTIES,
    };
    if !is_wanted || properties.is_empty() {
        return vec![Task { slice: None, properties: properties.to_vec() }];
    }
    let known = bounds(system);
    let mut cones: Vec<Group> =
        properties.iter().map(|property| Group::new(system, &known, *property)).collect();
    cones.sort_by(|one, other| other.weight.total_cmp(&one.weight));
    let must_pay = slicing == Use::Auto;
    let mut groups: Vec<Group> = Vec::new();
    for group in cones {
        match groups.iter_mut().find(|larger| larger.takes(&group)) {
            Some(larger) => larger.properties.extend(group.properties),
            None => groups.push(group),
        }
    }
    let mut whole = Task { slice: None, properties: Vec::new() };
    let mut tasks = Vec::new();
    for group in groups {
        match group.sliced(system, &known) {
            Some(slice) if tasks.len() < MOST_TASKS && (!must_pay || pays(system, &slice)) => {
                tasks.push(Task { slice: Some(slice), properties: group.properties });
            }
            _ => whole.properties.extend(group.properties),
        }
    }
    tasks.extend((!whole.properties.is_empty()).then_some(whole));
    tasks.iter_mut().for_each(|task| task.properties.sort_unstable());
    // What is small is asked first: it is settled soonest.
    tasks.sort_by_key(|task| task.slice.as_ref().map_or(usize::MAX, |slice| slice.variables.len()));
    tasks
}

/// Properties with one cone.
struct Group {
    properties: Vec<usize>,
    cone: Cone,
    /// About how many bits a state has.
    weight: f64,
    /// Whether paths are asked about, so that fairness matters.
    paths: bool,
}

impl Group {
    fn new(system: &System, known: &Bounds, property: usize) -> Group {
        let question = &system.properties[property].question;
        let mut cone = cone(system, question, &known.dead);
        if cone.variables.len() == system.variables.len() {
            // Nothing is left out, so that what never happens is found out as well.
            cone.transitions = (0..system.transitions.len()).map(system::TransitionId::from_index).collect();
        }
        let weight = weight(system, &cone.variables);
        let paths = matches!(question, Question::Ctl(_) | Question::Ltl(_));
        Group { properties: vec![property], cone, weight, paths }
    }

    /// Whether a smaller group joins this one.
    fn takes(&self, other: &Group) -> bool {
        (self.paths || !other.paths)
            && (other.cone.variables.is_empty() || other.weight * 100.0 >= self.weight * JOINS)
            && other.cone.variables.is_subset(&self.cone.variables)
            && is_part(&other.cone.transitions, &self.cone.transitions)
    }

    /// The slice, if it is not just the system.
    fn sliced(&self, system: &System, known: &Bounds) -> Option<Slice> {
        let slice = slice(system, &self.cone, known, self.paths)?;
        let is_same = slice.is_whole() && slice.system.variables == system.variables;
        (!is_same).then_some(slice)
    }
}

/// Whether a slice is worth a search of its own.
fn pays(whole: &System, slice: &Slice) -> bool {
    let (before, after) = (Extent::of(whole), Extent::of(&slice.system));
    let every = (0..whole.variables.len()).map(VariableId::from_index).collect();
    let is_lighter = || weight(&slice.system, &slice.variables) * 100.0 <= weight(whole, &every) * PAYS;
    !slice.variables.is_empty() && (after < before || (before != Extent::Counters && is_lighter()))
}

/// Whether a sorted list contains another one.
fn is_part<T: Ord>(part: &[T], whole: &[T]) -> bool {
    part.iter().all(|one| whole.binary_search(one).is_ok())
}

/// About how many bits the variables take.
fn weight(system: &System, variables: &BTreeSet<VariableId>) -> f64 {
    let bits = |id: &VariableId| {
        crate::extent::values(system, system.variable(*id).ty).map_or(INFINITE, |count| count.max(1.0).log2())
    };
    // A variable with one value is still one more to look at.
    variables.iter().map(|id| bits(id).max(0.1)).sum()
}
