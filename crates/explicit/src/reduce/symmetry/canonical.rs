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
//! What tells instances of one colour apart is folded into a number, whose parts are added up so that their order
//! does not matter. If different instances happen to get the same number, one more is set apart: that takes time, and
//! changes nothing.
//!
//! The faster normal form sets apart the first instance of a colour and no other: it may be different for
//! states that differ only by an exchange.
//!
//! # Reference
//!
//! Ip, Dill: *Better Verification through Symmetry*, Formal Methods in System Design 9, 1996, doi:10.1007/BF00625968;
//! colours and setting apart as in McKay: *Practical Graph Isomorphism*, Congressus Numerantium 30, 1981. Departure:
//! no automorphisms are collected beside exchanges of two.

use analysis::Class;
use state_storage::mix;
use std::collections::HashMap;
use std::ops::Range;
use system::{System, Type};

/// In the place of a node, where a value leads to none.
const NOWHERE: u32 = u32::MAX;

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
    /// If it is in an entry of a queue: the variable with the length, and the position. A shorter queue has no such entry.
    entry: Option<(u32, i64)>,
}

impl Pointer {
    fn target(&self, targets: &[Vec<Option<u32>>], state: &[i64]) -> Option<u32> {
        if self.entry.is_some_and(|(length, position)| state[length as usize] <= position) {
            return None;
        }
        let value = state[self.variable as usize];
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
            let (process, first, entry) = match (variable.ty, identity) {
                (Type::Reference(process), _) => (process, 1, None),
                (_, Some(class)) => {
                    let process = class.roles.process;
                    let entry = class.roles.entries.get(&number);
                    let entry = entry.map(|(length, position)| (*length, i64::from(*position)));
                    (process, system.process(process).first_index as i64, entry)
                }
                _ => continue,
            };
            let Some(process) = processes.get(&process.0).copied() else { continue };
            let holder = holders.get(&number).copied();
            if let Some((node, place)) = holder {
                self.nodes[node as usize].pointers[place as usize] = Some(self.pointers.len() as u32);
            }
            self.pointers.push(Pointer { variable: number, first, process, holder, entry });
        }
    }

    /// Puts a representative in the place of a state.
    pub fn represent(&self, state: &mut Vec<i64>, form: Form, room: &mut Workspace) {
        self.enter(state, room);
        room.colours.clear();
        room.colours.extend(self.nodes.iter().map(|node| node.class as u32));
        self.split(state, 0, self.classes, form, room);
        if room.has_best {
            std::mem::swap(state, &mut room.best);
        }
    }

    /// Notes what does not depend on colours.
    fn enter(&self, state: &[i64], room: &mut Workspace) {
        room.has_best = false;
        room.targets.clear();
        room.links.clear();
        room.own.clear();
        for node in &self.nodes {
            let plain = node.variables.iter().zip(&node.pointers).filter(|(_, pointer)| pointer.is_none());
            room.own.push(plain.fold(0, |sum, (variable, _)| mix(sum ^ state[*variable as usize] as u64)));
        }
        for pointer in &self.pointers {
            let value = state[pointer.variable as usize];
            let target = pointer.target(&self.targets, state);
            room.targets.push(target.unwrap_or(NOWHERE));
            match (pointer.holder, target) {
                (None, None) => {}
                // The variable itself is never moved, so it tells who its value leads to.
                (None, Some(target)) => add(&mut room.own, target, [1, pointer.variable.into(), 0]),
                (Some((holder, place)), None) => add(&mut room.own, holder, [2, place.into(), value as u64]),
                (Some((holder, place)), Some(target)) if holder == target => {
                    add(&mut room.own, holder, [3, place.into(), 0]);
                }
                (Some((holder, place)), Some(target)) => room.links.push((holder, target, place)),
            }
        }
    }

    /// Goes on with the colours of this depth until all differ, and keeps the least state that comes of it.
    fn split(&self, state: &[i64], depth: usize, count: usize, form: Form, room: &mut Workspace) {
        let row = depth * self.nodes.len()..(depth + 1) * self.nodes.len();
        let mut count = self.refine(row.clone(), count, room);
        let shared = loop {
            if count == self.nodes.len() {
                return self.arrange(state, row, room);
            }
            let shared = first_shared(&room.colours[row.clone()], count);
            let colours = &room.colours[row.clone()];
            let is_same = |first: usize| {
                let mut others = members(colours, shared).skip(1);
                others.all(|other| self.is_same_exchanged(state, first, other, &room.targets))
            };
            if !members(colours, shared).next().is_some_and(is_same) {
                break shared;
            }
            // Whichever order these get, the state is the same.
            count += spread(&mut room.colours[row.clone()], shared);
        };
        for member in 0..self.nodes.len() {
            let colours = &room.colours[row.clone()];
            let is_tried = members(colours, shared)
                .take_while(|other| *other < member)
                .any(|other| self.is_same_exchanged(state, other, member, &room.targets));
            if colours[member] != shared || is_tried {
                continue;
            }
            room.colours.truncate(row.end);
            for node in 0..self.nodes.len() {
                let colour = room.colours[row.start + node];
                // The one that is set apart comes first, and all behind it move on.
                let moves_on = colour > shared || (colour == shared && node != member);
                room.colours.push(colour + u32::from(moves_on));
            }
            self.split(state, depth + 1, count + 1, form, room);
            if form == Form::Normal {
                return;
            }
        }
    }

    /// Refines a row of colours until nothing changes; returns how many there are.
    fn refine(&self, row: Range<usize>, mut count: usize, room: &mut Workspace) -> usize {
        let Workspace { own, links, keys, order, colours, .. } = room;
        let colours = &mut colours[row];
        while count < colours.len() {
            keys.clear();
            keys.extend_from_slice(own);
            for (holder, target, place) in links.iter() {
                let (of_holder, of_target) = (colours[*holder as usize], colours[*target as usize]);
                add(keys, *holder, [4, (*place).into(), of_target.into()]);
                add(keys, *target, [5, (*place).into(), of_holder.into()]);
            }
            order.clear();
            order.extend((0u32..).zip(keys.iter()).map(|(node, key)| (colours[node as usize], *key, node)));
            order.sort_unstable();
            let mut next = 0;
            for at in 0..order.len() {
                let (colour, key, node) = order[at];
                next += u32::from(at > 0 && (order[at - 1].0, order[at - 1].1) != (colour, key));
                colours[node as usize] = next;
            }
            if next as usize + 1 == count {
                break;
            }
            count = next as usize + 1;
        }
        count
    }

    /// Keeps the state with the instances of each class in the order of their colours, if it is the least so far.
    fn arrange(&self, state: &[i64], row: Range<usize>, room: &mut Workspace) {
        let Workspace { colours, targets, found, best, .. } = room;
        // Nodes stand by class and instance, and colours began as classes, so a colour is the node to become.
        let becomes = &colours[row];
        found.clear();
        found.extend_from_slice(state);
        for (node, other) in self.nodes.iter().zip(becomes) {
            let places = &self.nodes[*other as usize].variables;
            for (from, to) in node.variables.iter().zip(places) {
                found[*to as usize] = state[*from as usize];
            }
        }
        for (pointer, target) in self.pointers.iter().zip(targets) {
            if *target == NOWHERE {
                continue;
            }
            let variable = match pointer.holder {
                Some((node, place)) => self.nodes[becomes[node as usize] as usize].variables[place as usize],
                None => pointer.variable,
            };
            let instance = self.nodes[becomes[*target as usize] as usize].instance;
            found[variable as usize] = pointer.first + i64::from(instance);
        }
        if !room.has_best || *found < *best {
            std::mem::swap(found, best);
            room.has_best = true;
        }
    }

    /// Whether the exchange of two nodes of one colour leaves the state as it is.
    fn is_same_exchanged(&self, state: &[i64], a: usize, b: usize, targets: &[u32]) -> bool {
        let (a, b) = (a as u32, b as u32);
        let exchanged = |target: u32| match target {
            _ if target == a => b,
            _ if target == b => a,
            _ => target,
        };
        let (of_a, of_b) = (&self.nodes[a as usize], &self.nodes[b as usize]);
        let own = of_a.variables.iter().zip(&of_b.variables).zip(of_a.pointers.iter().zip(&of_b.pointers));
        let own_agree = own.into_iter().all(|((x, y), pointers)| match pointers {
            (Some(of_a), Some(of_b)) if targets[*of_a as usize] != NOWHERE => {
                exchanged(targets[*of_a as usize]) == targets[*of_b as usize]
            }
            _ => state[*x as usize] == state[*y as usize],
        });
        own_agree
            && self.pointers.iter().zip(targets).all(|(pointer, target)| {
                let is_own = pointer.holder.is_some_and(|(node, _)| node == a || node == b);
                is_own || exchanged(*target) == *target
            })
    }
}

/// Room for computing representatives.
#[derive(Debug, Clone, Default)]
pub(crate) struct Workspace {
    /// For each pointer, the node that it leads to.
    targets: Vec<u32>,
    /// For each node, what tells it from others whatever their colours.
    own: Vec<u64>,
    /// From which node to which other a pointer leads, and its place in the first.
    links: Vec<(u32, u32, u32)>,
    /// Rows of colours, one for each instance that is set apart.
    colours: Vec<u32>,
    /// For each node, what tells it from others of its colour.
    keys: Vec<u64>,
    order: Vec<(u32, u64, u32)>,
    found: Vec<i64>,
    best: Vec<i64>,
    has_best: bool,
}

/// Adds a fact to what tells a node from others. The order of additions does not matter.
#[inline]
fn add(keys: &mut [u64], node: u32, [kind, place, value]: [u64; 3]) {
    let fact = mix(place << 8 | kind) ^ value;
    keys[node as usize] = keys[node as usize].wrapping_add(mix(fact));
}

/// The first colour that several nodes have.
fn first_shared(colours: &[u32], count: usize) -> u32 {
    let is_shared = |colour: &u32| members(colours, *colour).nth(1).is_some();
    (0..count as u32).find(is_shared).unwrap_or(0)
}

/// The nodes of a colour.
fn members(colours: &[u32], colour: u32) -> impl Iterator<Item = usize> {
    (0..colours.len()).filter(move |node| colours[*node] == colour)
}

/// Gives the nodes of one colour different ones, in their order, and moves all behind them on; returns how many colours
/// this adds.
fn spread(colours: &mut [u32], shared: u32) -> usize {
    let more = members(colours, shared).count() - 1;
    let mut next = shared;
    for colour in colours {
        if *colour > shared {
            *colour += more as u32;
        } else if *colour == shared {
            *colour = next;
            next += 1;
        }
    }
    more
}

#[cfg(test)]
impl Canonical {
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
            if let Some(target) = pointer.target(&self.targets, &new) {
                let other = becomes[target as usize];
                let instance = self.nodes[other as usize].instance;
                new[pointer.variable as usize] = pointer.first + i64::from(instance);
            }
        }
        new
    }

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
