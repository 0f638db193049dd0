//! What is known of a state: the global variables and some of the instances, the others being outside.
//!
//! A configuration is a list of numbers: the global variables, then some facts about all instances, then the
//! variables of one instance after the other. A pointer is the position of an instance in the configuration,
//! or one of the numbers below zero that are declared here.

use super::data::{Domain, ParameterizedSystem};

/// The reference to no instance.
pub const NULL: i16 = -1;
/// A pointer to an instance that is not in the configuration.
pub const OTHER: i16 = -2;
/// An index just below the first one; those further below have smaller numbers.
pub const BELOW: i16 = -3;
/// The largest number that is kept where the type has no fixed bound.
pub const EXACT: i16 = 2;
/// Any number above [`EXACT`].
pub const MORE: i16 = i16::MAX;

/// Where everything stands in a configuration.
#[derive(Debug, Clone)]
pub struct ConfigurationShape {
    /// How many global variables and facts there are.
    pub globals: usize,
    /// How many variables an instance has: at least one.
    pub locals: usize,
    /// The global variables that are pointers.
    pub global_pointers: Vec<usize>,
    /// The variables of an instance that are pointers.
    pub local_pointers: Vec<usize>,
}

impl ConfigurationShape {
    /// The configurations of a system, with so many facts.
    pub fn new(system: &ParameterizedSystem, facts: usize) -> ConfigurationShape {
        let pointers = |variables: &[super::ParameterizedVariable]| {
            let is_pointer = |at: &usize| matches!(variables[*at].domain, Domain::Pointer { .. });
            (0..variables.len()).filter(is_pointer).collect()
        };
        ConfigurationShape {
            globals: system.globals.len() + facts,
            locals: system.locals.len(),
            global_pointers: pointers(&system.globals),
            local_pointers: pointers(&system.locals),
        }
    }

    /// How many instances are in a configuration.
    pub fn instances(&self, data: &[i16]) -> usize {
        (data.len() - self.globals) / self.locals
    }

    /// Where the variables of an instance begin.
    pub fn start(&self, instance: usize) -> usize {
        self.globals + instance * self.locals
    }

    /// All places that hold pointers.
    pub fn pointers(&self, data: &[i16]) -> Vec<usize> {
        let mut places = self.global_pointers.clone();
        for instance in 0..self.instances(data) {
            places.extend(self.local_pointers.iter().map(|local| self.start(instance) + local));
        }
        places
    }

    /// What remains known when only these instances are looked at, in this order.
    pub fn project(&self, data: &[i16], kept: &[usize]) -> Vec<i16> {
        let mut small = Vec::with_capacity(self.globals + kept.len() * self.locals);
        small.extend_from_slice(&data[..self.globals]);
        for instance in kept {
            let start = self.start(*instance);
            small.extend_from_slice(&data[start..start + self.locals]);
        }
        let seen = |pointer: i16| match usize::try_from(pointer) {
            Ok(target) => kept.iter().position(|one| *one == target).map_or(OTHER, |at| at as i16),
            Err(_) => pointer,
        };
        for at in &self.global_pointers {
            small[*at] = seen(small[*at]);
        }
        for position in 0..kept.len() {
            for local in &self.local_pointers {
                let at = self.start(position) + local;
                small[at] = seen(small[at]);
            }
        }
        small
    }

    /// The least of all configurations that differ only in the order of the instances.
    pub fn canonical(&self, data: &[i16]) -> Vec<i16> {
        let count = self.instances(data);
        let mut least = data.to_vec();
        let mut order: Vec<usize> = (0..count).collect();
        while next_permutation(&mut order) {
            let candidate = self.project(data, &order);
            if candidate < least {
                least = candidate;
            }
        }
        least
    }

    /// The canonical view of these instances.
    pub fn view(&self, data: &[i16], kept: &[usize]) -> Vec<i16> {
        self.canonical(&self.project(data, kept))
    }
}

/// The next order in lexicographic sequence; false after the last one.
fn next_permutation(order: &mut [usize]) -> bool {
    let Some(pivot) = (1..order.len()).rev().find(|at| order[at - 1] < order[*at]) else { return false };
    let other = (pivot..order.len()).rev().find(|at| order[*at] > order[pivot - 1]).unwrap_or(pivot);
    order.swap(pivot - 1, other);
    order[pivot..].reverse();
    true
}

/// All choices of so many out of the first numbers, each in increasing order.
pub fn choices(of: usize, count: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..count {
        let longer = |one: &Vec<usize>| {
            let first = one.last().map_or(0, |last| last + 1);
            let one = one.clone();
            (first..of).map(move |next| {
                let mut longer = one.clone();
                longer.push(next);
                longer
            })
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}
