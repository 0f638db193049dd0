//! Process arrays whose instances can be exchanged, and what an exchange does to formulas, states and transitions.
//!
//! Two neighbouring instances can be exchanged if that maps the transitions and the initial condition onto themselves; all of these are
//! written down before and after, and compared ([`wording`](crate::wording)). Exchanges of neighbours generate all permutations. A permutation
//! maps steps to steps and initial states to initial states, so it maps invariants to invariants; and what is proved of one formula, from
//! formulas that permutations map onto each other, is proved of all that it is mapped to.
//!
//! # Reference
//! Ip, Dill: *Better Verification through Symmetry*, Formal Methods in System Design 9, 1996, doi:10.1007/BF00625968; Emerson, Sistla:
//! *Symmetry and Model Checking*, Formal Methods in System Design 9, 1996, doi:10.1007/BF00625970. Departure: only arrays are
//! looked for all instances of which can be exchanged.

use crate::generated::Generated;
use crate::renaming::Renaming;
use crate::wording::wordings;
use certificates::Term;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use system::{ProcessId, Sort, System, TransitionId, Type, Value, VariableId};

/// Arrays of fewer instances are not worth it: what is said of two or three instances is all that is said.
const FEWEST_INSTANCES: u32 = 4;
/// Systems with more transitions are not looked at.
const MOST_TRANSITIONS: usize = 2_000;
/// A variable that can hold more numbers beside the indices of instances is no index of one.
const OTHER_NUMBERS: i128 = 3;

/// The process arrays whose instances can be exchanged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Symmetry {
    /// Each with its instances; no variable belongs to two of them.
    pub classes: Vec<Class>,
}

/// A process array, any two instances of which can be exchanged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Class {
    process: ProcessId,
    /// For each instance its variables, and the elements of arrays that go along with it, in the same order.
    parts: Vec<Vec<VariableId>>,
    /// The integer variables that hold the index of an instance, or a number that is none.
    indices: BTreeSet<VariableId>,
    /// The index of the first instance.
    first_index: i128,
    /// For each instance but the last, the transitions that its exchange with the next one maps the transitions to.
    images: Vec<Vec<TransitionId>>,
}

/// A text that is the same for formulas that say the same.
pub type Wording<'w> = &'w dyn Fn(&Generated) -> String;

impl Symmetry {
    /// The symmetry of a system.
    pub fn new(system: &System) -> Symmetry {
        let mut classes: Vec<Class> = Vec::new();
        if system.transitions.len() <= MOST_TRANSITIONS {
            for process in (0..system.processes.len()).map(ProcessId::from_index) {
                classes.extend(class(system, process, &classes));
            }
        }
        Symmetry { classes }
    }

    /// For each transition, whether it is the first of those that exchanges map onto each other which leave the formula as it is. What one of
    /// them does to the formula, the others do too.
    pub fn foremost(&self, system: &System, one: &Generated, wording: Wording<'_>) -> Vec<bool> {
        let mut first: Vec<usize> = (0..system.transitions.len()).collect();
        for class in &self.classes {
            for (instance, images) in (0..).zip(&class.images) {
                if !class.is_fixed(system, one, instance, wording) {
                    continue;
                }
                for (transition, image) in images.iter().enumerate() {
                    let (a, b) = (root(&first, transition), root(&first, image.index()));
                    first[a.max(b)] = a.min(b);
                }
            }
        }
        (0..first.len()).map(|transition| first[transition] == transition).collect()
    }
}

/// The first transition of those that are joined.
fn root(first: &[usize], mut transition: usize) -> usize {
    while first[transition] != transition {
        transition = first[transition];
    }
    transition
}

impl Class {
    /// How many instances there are.
    pub fn count(&self) -> u32 {
        u32::try_from(self.parts.len()).unwrap_or(u32::MAX)
    }

    /// The instance that a variable belongs to, or goes along with.
    pub fn instance(&self, variable: VariableId) -> Option<u32> {
        let place = self.parts.iter().position(|parts| parts.contains(&variable))?;
        u32::try_from(place).ok()
    }

    /// Whether a variable holds the index of an instance, or a number that is none.
    pub fn is_index(&self, variable: VariableId) -> bool {
        self.indices.contains(&variable)
    }

    /// The instances that a formula mentions.
    pub fn mentioned(&self, system: &System, one: &Generated) -> BTreeSet<u32> {
        let mut found = BTreeSet::new();
        self.collect(system, &one.term(), &mut found);
        found
    }

    fn collect(&self, system: &System, term: &Term, found: &mut BTreeSet<u32>) {
        match term {
            Term::Variable(id) => found.extend(self.instance(*id)),
            Term::Constant(_) | Term::Extra(_) | Term::Name(_) => {}
            Term::Not(a) | Term::Times(_, a) | Term::Divide(a, _) | Term::Modulo(a, _) => {
                self.collect(system, a, found);
            }
            Term::And(all) | Term::Or(all) | Term::Sum(all) => {
                all.iter().for_each(|one| self.collect(system, one, found));
            }
            Term::Compare(_, a, b) => {
                if let (Term::Variable(id), Term::Constant(Value::Reference(Some(instance)))) = (&**a, &**b)
                    && system.variable(*id).ty.sort() == Sort::Reference(self.process)
                {
                    found.insert(*instance);
                }
                if let (Term::Variable(id), Term::Constant(Value::Int(index))) = (&**a, &**b)
                    && self.is_index(*id)
                    && let Ok(instance) = u32::try_from(index.saturating_sub(self.first_index))
                    && instance < self.count()
                {
                    found.insert(instance);
                }
                [a, b].into_iter().for_each(|one| self.collect(system, one, found));
            }
            Term::If(a, b, c) => [a, b, c].into_iter().for_each(|one| self.collect(system, one, found)),
        }
    }

    /// Whether every permutation maps the formula to itself, in this wording.
    pub fn fixes(&self, system: &System, one: &Generated, wording: Wording<'_>) -> bool {
        (1..self.count()).all(|next| self.is_fixed(system, one, next - 1, wording))
    }

    /// Whether the exchange of an instance with the next one maps the formula to itself.
    fn is_fixed(&self, system: &System, one: &Generated, instance: u32, wording: Wording<'_>) -> bool {
        let swapped = self.swap(instance, instance + 1).generated(system, one);
        swapped.is_some_and(|swapped| wording(&swapped) == wording(one))
    }

    /// Some instances take the places of others, and the rest whatever is left.
    pub fn moving(&self, moves: &BTreeMap<u32, u32>) -> Renaming {
        let taken: BTreeSet<u32> = moves.values().copied().collect();
        let mut free = (0..self.count()).filter(|instance| !taken.contains(instance));
        let place = |instance: u32| moves.get(&instance).copied().or_else(|| free.next()).unwrap_or(instance);
        let permutation = (0..self.count()).map(place).collect();
        self.renaming(permutation)
    }

    fn swap(&self, one: u32, other: u32) -> Renaming {
        let mut permutation: Vec<u32> = (0..self.count()).collect();
        permutation.swap(one as usize, other as usize);
        self.renaming(permutation)
    }

    /// Each instance takes the place of the one that is given for it.
    pub fn renaming(&self, permutation: Vec<u32>) -> Renaming {
        let mut variables = HashMap::new();
        for (parts, other) in self.parts.iter().zip(&permutation) {
            variables.extend(parts.iter().copied().zip(self.parts[*other as usize].iter().copied()));
        }
        let (process, first_index, indices) = (self.process, self.first_index, self.indices.clone());
        Renaming { process, permutation, first_index, variables, indices }
    }
}

/// The class of a process array, if its instances can be exchanged.
fn class(system: &System, process: ProcessId, others: &[Class]) -> Option<Class> {
    let array = system.process(process);
    if !array.is_array || array.count < FEWEST_INSTANCES {
        return None;
    }
    let own = parts(system, process);
    let mut along = own.clone();
    for elements in elements(system, process) {
        along.iter_mut().zip(elements).for_each(|(part, element)| part.push(element));
    }
    let parts = if along == own { vec![own] } else { vec![along, own] };
    let is_apart =
        |id: &VariableId| others.iter().all(|other| other.instance(*id).is_none() && !other.is_index(*id));
    let mut held = vec![indices(system, process), BTreeSet::new()];
    held.dedup();
    for parts in parts.iter().filter(|parts| parts.iter().flatten().all(is_apart)) {
        for indices in held.iter().filter(|indices| indices.iter().all(is_apart)) {
            let (images, first_index) = (Vec::new(), array.first_index);
            let guess =
                Class { process, parts: parts.clone(), indices: indices.clone(), first_index, images };
            if let Some(class) = compared(system, guess) {
                return Some(class);
            }
        }
    }
    None
}

/// Variables, not of the instances, that can hold the index of each of them and little else.
fn indices(system: &System, process: ProcessId) -> BTreeSet<VariableId> {
    let array = system.process(process);
    let last = array.first_index.saturating_add(i128::from(array.count).saturating_sub(1));
    let is_one = |variable: &system::Variable| match variable.ty {
        Type::Range { low, high } => {
            let others = high.saturating_sub(low).saturating_sub(i128::from(array.count));
            low <= array.first_index && high >= last && others < OTHER_NUMBERS
        }
        _ => false,
    };
    let shared =
        system.variables.iter().enumerate().filter(|(_, one)| one.owner.is_none() && one.element.is_none());
    shared.filter(|(_, one)| is_one(one)).map(|(number, _)| VariableId::from_index(number)).collect()
}

/// The class that was guessed, if every exchange of neighbours leaves the system what it is.
fn compared(system: &System, mut class: Class) -> Option<Class> {
    let type_of = |id: &VariableId| system.variable(*id).ty;
    let first = class.parts.first()?;
    let is_alike = |part: &Vec<VariableId>| part.iter().map(type_of).eq(first.iter().map(type_of));
    if !class.parts.iter().all(is_alike) {
        return None;
    }
    let count = class.count();
    let before = wordings(system, &class.renaming((0..count).collect()))?;
    let mut numbers: HashMap<&str, Vec<usize>> = HashMap::new();
    for (number, text) in before.transitions.iter().enumerate() {
        numbers.entry(text).or_default().push(number);
    }
    let mut images = Vec::new();
    for instance in 0..count.checked_sub(1)? {
        let after = wordings(system, &class.swap(instance, instance + 1))?;
        let mut free = numbers.clone();
        // Each transition becomes another one, so that none is left over.
        let image = |text: &String| free.get_mut(text.as_str())?.pop().map(TransitionId::from_index);
        images.push(after.transitions.iter().map(image).collect::<Option<Vec<_>>>()?);
        if after.initial != before.initial {
            return None;
        }
    }
    class.images = images;
    Some(class)
}

/// The variables of each instance.
fn parts(system: &System, process: ProcessId) -> Vec<Vec<VariableId>> {
    let mut parts = vec![Vec::new(); system.process(process).count as usize];
    for (number, variable) in system.variables.iter().enumerate() {
        if let Some((_, instance)) = variable.owner.filter(|(owner, _)| *owner == process) {
            parts[instance as usize].push(VariableId::from_index(number));
        }
    }
    parts
}

/// Shared arrays that have an element for each instance, as the variables of their elements.
fn elements(system: &System, process: ProcessId) -> Vec<Vec<VariableId>> {
    let array = system.process(process);
    let mut found: BTreeMap<&str, BTreeMap<i128, VariableId>> = BTreeMap::new();
    for (number, variable) in system.variables.iter().enumerate().filter(|(_, one)| one.owner.is_none()) {
        if let Some(element) = variable.element {
            found.entry(&variable.base).or_default().insert(element, VariableId::from_index(number));
        }
    }
    let indices = || (0..i128::from(array.count)).map(|instance| array.first_index + instance);
    found.retain(|_, elements| elements.keys().copied().eq(indices()));
    found.into_values().map(|elements| elements.into_values().collect()).collect()
}
