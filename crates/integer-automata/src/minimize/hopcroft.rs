//! Stable partitions by smaller halves, on diagrams.
//!
//! A class of states is a *splitter*: for each state, the letters that lead into it are a diagram with the terminals 0
//! and 1, and states of one class that have different such diagrams are separated. Only the branches above the
//! terminals of the splitter are looked at, which an index from children to parents finds. When a class falls apart, all
//! parts but the largest become splitters: the letters into the largest are those into the whole less those into the others. So
//! each state is in a splitter a logarithmic number of times.
//!
//! # Reference
//!
//! J. Hopcroft: *An n log n Algorithm for Minimizing States in a Finite Automaton*, Theory of Machines and Computations, Academic
//! Press 1971. Departure: all letters are treated at once, as a diagram.

use super::Partition;
use crate::diagrams::{Diagram, Diagrams, View};
use budget::{Budget, Budgeted};
use std::collections::HashMap;

/// The coarsest stable partition that refines a given one.
///
/// States of one class must agree on which letters accept.
pub(crate) fn stable(
    diagrams: &mut Diagrams,
    roots: &[Diagram],
    partition: Partition,
    budget: &Budget,
) -> Budgeted<Partition> {
    let index = Index::new(diagrams, roots);
    let mut classes = Classes::new(&partition);
    while let Some(class) = classes.waiting.pop() {
        let members = classes.members[class as usize].clone();
        let mut found = index.sources(diagrams, &members, budget)?;
        found.iter_mut().for_each(|item| item.0 = classes.class[item.2 as usize]);
        found.sort_unstable();
        for group in found.chunk_by(|a, b| a.0 == b.0) {
            classes.split(group);
        }
    }
    Ok(Partition { count: classes.members.len(), class: classes.class })
}

/// The branches below the roots with their parents. Places below `branches.len()` are branches, and the place of a
/// state's terminals comes after them.
struct Index {
    branches: Vec<(u32, u32, u32)>,
    parents: Vec<Vec<u32>>,
    /// The states whose diagram is at a place.
    owners: Vec<Vec<u32>>,
}

/// A class, the letters that lead from a state of it into the splitter, and that state.
type Found = (u32, Diagram, u32);

impl Index {
    fn new(diagrams: &mut Diagrams, roots: &[Diagram]) -> Index {
        let mut listed: Vec<Diagram> = Vec::new();
        let mut places: HashMap<Diagram, u32> = HashMap::new();
        let mut waiting: Vec<Diagram> = roots.to_vec();
        while let Some(diagram) = waiting.pop() {
            if let View::Branch(_, low, high) = diagrams.view(diagram)
                && !places.contains_key(&diagram)
            {
                places.insert(diagram, listed.len() as u32);
                listed.push(diagram);
                waiting.extend([low, high]);
            }
        }
        let count = listed.len() as u32;
        let place = |diagram: Diagram| match diagram.value() {
            Some(number) => count + number / 2,
            None => places[&diagram],
        };
        let mut parents = vec![Vec::new(); listed.len() + roots.len()];
        let mut branches = Vec::with_capacity(listed.len());
        for (own, &diagram) in listed.iter().enumerate() {
            if let View::Branch(track, low, high) = diagrams.view(diagram) {
                branches.push((track, place(low), place(high)));
                parents[place(low) as usize].push(own as u32);
                parents[place(high) as usize].push(own as u32);
            }
        }
        let mut owners = vec![Vec::new(); listed.len() + roots.len()];
        for (state, &root) in roots.iter().enumerate() {
            owners[place(root) as usize].push(state as u32);
        }
        Index { branches, parents, owners }
    }

    /// The states with a letter into the splitter, and those letters. The classes are left for the caller.
    fn sources(&self, diagrams: &mut Diagrams, splitter: &[u32], budget: &Budget) -> Budgeted<Vec<Found>> {
        let count = self.branches.len() as u32;
        let (none, all) = (Diagram::terminal(0), Diagram::terminal(1));
        let mut letters: HashMap<u32, Diagram> = splitter.iter().map(|state| (count + state, all)).collect();
        let mut waiting: Vec<u32> = letters.keys().copied().collect();
        let mut above = Vec::new();
        while let Some(place) = waiting.pop() {
            budget.spend(1)?;
            for &parent in &self.parents[place as usize] {
                if letters.insert(parent, none).is_none() {
                    above.push(parent);
                    waiting.push(parent);
                }
            }
        }
        // Children come before parents, as they test later tracks.
        above.sort_unstable_by_key(|&place| std::cmp::Reverse(self.branches[place as usize].0));
        for &place in &above {
            let (track, low, high) = self.branches[place as usize];
            let below = |child: u32| letters.get(&child).copied().unwrap_or(none);
            let diagram = diagrams.branch(track, below(low), below(high), budget)?;
            letters.insert(place, diagram);
        }
        let mut found = Vec::new();
        for (&place, &diagram) in &letters {
            found.extend(self.owners[place as usize].iter().map(|&state| (0, diagram, state)));
        }
        Ok(found)
    }
}

/// Classes with their members, and those that are still to be used as splitters.
struct Classes {
    class: Vec<u32>,
    members: Vec<Vec<u32>>,
    /// Where a state stands among the members of its class.
    position: Vec<u32>,
    waiting: Vec<u32>,
}

impl Classes {
    fn new(partition: &Partition) -> Classes {
        let mut members = vec![Vec::new(); partition.count];
        let mut position = vec![0; partition.class.len()];
        for (state, &class) in partition.class.iter().enumerate() {
            position[state] = members[class as usize].len() as u32;
            members[class as usize].push(state as u32);
        }
        Classes {
            class: partition.class.clone(),
            members,
            position,
            waiting: (0..partition.count as u32).collect(),
        }
    }

    /// Splits one class by the letters that lead into a splitter; members that are not listed have none.
    fn split(&mut self, group: &[Found]) {
        let class = group[0].0;
        let parts: Vec<&[Found]> = group.chunk_by(|a, b| a.1 == b.1).collect();
        let rest = self.members[class as usize].len() - group.len();
        let largest = parts.iter().map(|part| part.len()).max().unwrap_or(0);
        let mut keeps_old = rest >= largest;
        if !keeps_old && rest > 0 {
            let listed: Vec<u32> = group.iter().map(|item| item.2).collect();
            let others: Vec<u32> = self.others(class, &listed);
            self.separate(&others);
        }
        for part in parts {
            if !keeps_old && part.len() == largest {
                keeps_old = true;
            } else {
                let states: Vec<u32> = part.iter().map(|item| item.2).collect();
                self.separate(&states);
            }
        }
    }

    fn others(&self, class: u32, listed: &[u32]) -> Vec<u32> {
        let listed: std::collections::HashSet<u32> = listed.iter().copied().collect();
        self.members[class as usize].iter().copied().filter(|state| !listed.contains(state)).collect()
    }

    /// Moves some states of a class to a class of their own, which will be a splitter.
    fn separate(&mut self, states: &[u32]) {
        let new = self.members.len() as u32;
        for (place, &state) in states.iter().enumerate() {
            let old = self.class[state as usize] as usize;
            let position = self.position[state as usize] as usize;
            self.members[old].swap_remove(position);
            if let Some(&moved) = self.members[old].get(position) {
                self.position[moved as usize] = position as u32;
            }
            self.class[state as usize] = new;
            self.position[state as usize] = place as u32;
        }
        self.members.push(states.to_vec());
        self.waiting.push(new);
    }
}
