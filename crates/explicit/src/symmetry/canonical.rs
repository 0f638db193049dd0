//! One state for all that differ only by an exchange of instances.
//!
//! # The algorithm
//!
//! Instances get colours: first by their class, then again and again by their own values, where a value that leads
//! to an instance counts as the colour of that instance, and by who leads to them. When nothing changes any more, the
//! colours order the instances, but for those of one colour. One of these is set apart, colours are computed anew,
//! and so on, until all differ; the instances are then put into that order. Of all states that come out,
//! whichever instance is set apart, the least is the canonical form. Instances whose exchange does not change the
//! state need not both be tried.
//!
//! The faster normal form sets apart the first instance of a colour and no other: it may be different for
//! states that differ only by an exchange.
//!
//! # Reference
//!
//! Ip, Dill: *Better Verification through Symmetry*, Formal Methods in System Design 9, 1996, doi:10.1007/BF00625968;
//! colours and setting apart as in McKay: *Practical Graph Isomorphism*, Congressus Numerantium 30, 1981. Departure:
//! no automorphisms are collected beside exchanges of two.

use super::detect::Class;
use std::collections::HashMap;
use system::{System, Type};

/// What leads nowhere is told from colours by being negative or beyond them.
const NOWHERE: i64 = 1 << 40;

/// Which representative of the states of one orbit is taken.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Form {
    /// Always the same one.
    #[default]
    Canonical,
    /// One that is found faster, but not always the same one.
    Normal,
}

/// Computes representatives of states.
#[derive(Debug)]
pub(crate) struct Canonical {
    /// The instances of all classes.
    nodes: Vec<Node>,
    /// How many classes there are.
    classes: usize,
    /// Variables whose values lead to instances.
    pointers: Vec<Pointer>,
    /// For each pointer's process, the node of each instance.
    targets: Vec<Vec<Option<u32>>>,
}

#[derive(Debug)]
struct Node {
    class: usize,
    instance: u32,
    variables: Vec<u32>,
    /// For each variable, its place among the pointers.
    pointers: Vec<Option<u32>>,
}

#[derive(Debug)]
struct Pointer {
    variable: u32,
    /// The value that leads to the first instance.
    first: i64,
    /// The number of the process among `targets`.
    process: usize,
    /// The node that has the variable, and its place there.
    holder: Option<(u32, u32)>,
}

impl Pointer {
    fn target(&self, targets: &[Vec<Option<u32>>], value: i64) -> Option<u32> {
        let instance = usize::try_from(value.checked_sub(self.first)?).ok()?;
        targets[self.process].get(instance).copied().flatten()
    }
}

impl Canonical {
    /// For these classes.
    pub(super) fn new(system: &System, classes: &[Class]) -> Self {
        let mut canonical = Canonical {
            nodes: Vec::new(),
            classes: classes.len(),
            pointers: Vec::new(),
            targets: Vec::new(),
        };
        let mut processes: HashMap<u32, usize> = HashMap::new();
        let mut holders: HashMap<u32, (u32, u32)> = HashMap::new();
        for (number, class) in classes.iter().enumerate() {
            let process = class.roles.process;
            let count = system.process(process).count as usize;
            let at = *processes.entry(process.0).or_insert_with(|| {
                canonical.targets.push(vec![None; count]);
                canonical.targets.len() - 1
            });
            for instance in &class.instances {
                let node = canonical.nodes.len() as u32;
                canonical.targets[at][*instance as usize] = Some(node);
                let variables = class.roles.variables(system, *instance);
                holders
                    .extend(variables.iter().zip(0u32..).map(|(variable, place)| (*variable, (node, place))));
                let pointers = vec![None; variables.len()];
                canonical.nodes.push(Node { class: number, instance: *instance, variables, pointers });
            }
        }
        canonical.find_pointers(system, classes, &processes, &holders);
        canonical
    }

    fn find_pointers(
        &mut self,
        system: &System,
        classes: &[Class],
        processes: &HashMap<u32, usize>,
        holders: &HashMap<u32, (u32, u32)>,
    ) {
        for (number, variable) in (0u32..).zip(&system.variables) {
            let identity = classes.iter().find(|class| class.roles.is_identity[number as usize]);
            let (process, first) = match (variable.ty, identity) {
                (Type::Reference(process), _) => (process, 1),
                (_, Some(class)) => {
                    let process = class.roles.process;
                    (process, system.process(process).first_index as i64)
                }
                _ => continue,
            };
            let Some(process) = processes.get(&process.0).copied() else { continue };
            let holder = holders.get(&number).copied();
            if let Some((node, place)) = holder {
                self.nodes[node as usize].pointers[place as usize] = Some(self.pointers.len() as u32);
            }
            self.pointers.push(Pointer { variable: number, first, process, holder });
        }
    }

    /// Puts a representative in the place of a state.
    pub fn represent(&self, state: &mut Vec<i64>, form: Form) {
        let colours: Vec<u32> = self.nodes.iter().map(|node| node.class as u32).collect();
        let mut best = None;
        self.split(state, colours, self.classes, form, &mut best);
        if let Some(best) = best {
            *state = best;
        }
    }

    fn split(
        &self,
        state: &[i64],
        mut colours: Vec<u32>,
        count: usize,
        form: Form,
        best: &mut Option<Vec<i64>>,
    ) {
        let mut count = self.refine(state, &mut colours, count);
        let members = loop {
            if count == self.nodes.len() {
                let found = self.arranged(state, &colours);
                if best.as_ref().is_none_or(|best| found < *best) {
                    *best = Some(found);
                }
                return;
            }
            let members = shared(&colours, count);
            let first = members[0];
            if !members[1..].iter().all(|other| self.is_same_exchanged(state, first, *other)) {
                break members;
            }
            // Whichever order these get, the state is the same.
            count += members.len() - 1;
            spread(&mut colours, &members);
        };
        let shared = colours[members[0]];
        let mut tried: Vec<usize> = Vec::new();
        for member in members {
            if tried.iter().any(|other| self.is_same_exchanged(state, *other, member)) {
                continue;
            }
            tried.push(member);
            // The one that is set apart comes first, and all behind it move on.
            let apart = |(node, colour): (usize, &u32)| match (*colour == shared, node == member) {
                (true, false) => shared + 1,
                (true, true) => shared,
                (false, _) => colour + u32::from(*colour > shared),
            };
            let apart: Vec<u32> = colours.iter().enumerate().map(apart).collect();
            self.split(state, apart, count + 1, form, best);
            if form == Form::Normal {
                return;
            }
        }
    }

    /// Refines colours until nothing changes; returns how many there are.
    fn refine(&self, state: &[i64], colours: &mut [u32], mut count: usize) -> usize {
        let mut order: Vec<u32> = (0..self.nodes.len() as u32).collect();
        while count < self.nodes.len() {
            let signatures = self.signatures(state, colours);
            let key = |node: &u32| (colours[*node as usize], &signatures[*node as usize]);
            order.sort_unstable_by(|a, b| key(a).cmp(&key(b)));
            let mut refined = vec![0; colours.len()];
            let mut next = 0;
            for pair in 1..order.len() {
                next += u32::from(key(&order[pair - 1]) != key(&order[pair]));
                refined[order[pair] as usize] = next;
            }
            colours.copy_from_slice(&refined);
            if next as usize + 1 == count {
                break;
            }
            count = next as usize + 1;
        }
        count
    }

    /// What tells instances apart: their own values, and who leads to them.
    fn signatures(&self, state: &[i64], colours: &[u32]) -> Vec<Vec<i64>> {
        let mut signatures: Vec<Vec<i64>> = Vec::with_capacity(self.nodes.len());
        for (number, node) in self.nodes.iter().enumerate() {
            let value = |(variable, pointer): (&u32, &Option<u32>)| {
                let value = state[*variable as usize];
                let Some(pointer) = pointer else { return value };
                match self.pointers[*pointer as usize].target(&self.targets, value) {
                    Some(target) if target as usize == number => -2,
                    Some(target) => colours[target as usize].into(),
                    None => NOWHERE.saturating_add(value),
                }
            };
            signatures.push(node.variables.iter().zip(&node.pointers).map(value).collect());
        }
        let mut incoming: Vec<Vec<(i64, i64)>> = vec![Vec::new(); self.nodes.len()];
        for pointer in &self.pointers {
            let Some(target) = pointer.target(&self.targets, state[pointer.variable as usize]) else {
                continue;
            };
            incoming[target as usize].push(match pointer.holder {
                Some((node, place)) => (i64::from(place), colours[node as usize].into()),
                None => (i64::from(pointer.variable), -1),
            });
        }
        for (signature, mut incoming) in signatures.iter_mut().zip(incoming) {
            incoming.sort_unstable();
            signature.extend(incoming.into_iter().flat_map(|(place, colour)| [place, colour]));
        }
        signatures
    }

    /// The state with the instances of each class in the order of their colours.
    fn arranged(&self, state: &[i64], colours: &[u32]) -> Vec<i64> {
        let mut order: Vec<u32> = (0..self.nodes.len() as u32).collect();
        order.sort_unstable_by_key(|node| (self.nodes[*node as usize].class, colours[*node as usize]));
        // Nodes stand by class and instance, so the place in this order is the node to become.
        let mut becomes = vec![0; order.len()];
        for (place, node) in (0u32..).zip(&order) {
            becomes[*node as usize] = place;
        }
        self.moved(state, &becomes)
    }

    /// The state in which each node has become another one.
    pub(super) fn moved(&self, state: &[i64], becomes: &[u32]) -> Vec<i64> {
        let mut new = state.to_vec();
        for (node, other) in self.nodes.iter().zip(becomes) {
            let places = &self.nodes[*other as usize].variables;
            for (from, to) in node.variables.iter().zip(places) {
                new[*to as usize] = state[*from as usize];
            }
        }
        for pointer in &self.pointers {
            let value = &mut new[pointer.variable as usize];
            if let Some(target) = pointer.target(&self.targets, *value) {
                let other = becomes[target as usize];
                *value = pointer.first + i64::from(self.nodes[other as usize].instance);
            }
        }
        new
    }

    /// Whether the exchange of two nodes of one colour leaves the state as it is.
    fn is_same_exchanged(&self, state: &[i64], a: usize, b: usize) -> bool {
        let (of_a, of_b) = (&self.nodes[a], &self.nodes[b]);
        let exchanged = |pointer: &Pointer, value: i64| match pointer.target(&self.targets, value) {
            Some(target) if target as usize == a => pointer.first + i64::from(of_b.instance),
            Some(target) if target as usize == b => pointer.first + i64::from(of_a.instance),
            _ => value,
        };
        let mut own = of_a.variables.iter().zip(&of_b.variables).zip(&of_a.pointers);
        let own_agree = own.all(|((x, y), pointer)| {
            let value = state[*x as usize];
            let value = pointer.map_or(value, |at| exchanged(&self.pointers[at as usize], value));
            value == state[*y as usize]
        });
        let mut others = self.pointers.iter().filter(|pointer| {
            pointer.holder.is_none_or(|(node, _)| node as usize != a && node as usize != b)
        });
        own_agree
            && others.all(|pointer| {
                let value = state[pointer.variable as usize];
                exchanged(pointer, value) == value
            })
    }
}

/// The nodes of the first colour that several have.
fn shared(colours: &[u32], count: usize) -> Vec<usize> {
    let mut sizes = vec![0; count];
    colours.iter().for_each(|colour| sizes[*colour as usize] += 1);
    let shared = sizes.iter().position(|size| *size > 1).expect("not all colours differ") as u32;
    (0..colours.len()).filter(|node| colours[*node] == shared).collect()
}

/// Gives the nodes of one colour different ones, in their order; all behind them move on.
fn spread(colours: &mut [u32], members: &[usize]) {
    let (colour, more) = (colours[members[0]], members.len() as u32 - 1);
    colours.iter_mut().filter(|other| **other > colour).for_each(|other| *other += more);
    for (place, member) in (0u32..).zip(members) {
        colours[*member] = colour + place;
    }
}

#[cfg(test)]
impl Canonical {
    /// All permutations of the nodes within their classes.
    pub(super) fn permutations(&self) -> Vec<Vec<u32>> {
        let mut found = vec![Vec::new()];
        for node in &self.nodes {
            let places = (0u32..).zip(&self.nodes).filter(|(_, other)| other.class == node.class);
            let places: Vec<u32> = places.map(|(place, _)| place).collect();
            let with = |permutation: &Vec<u32>| {
                let free = places.iter().filter(|place| !permutation.contains(place));
                free.map(|place| [permutation.clone(), vec![*place]].concat()).collect::<Vec<_>>()
            };
            found = found.iter().flat_map(with).collect();
        }
        found
    }
}
