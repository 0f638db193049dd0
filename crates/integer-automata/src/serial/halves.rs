//! Equivalent states of a machine, by smaller halves.
//!
//! # Reference
//!
//! J. Hopcroft: *An n log n Algorithm for Minimizing States in a Finite Automaton*, Theory of Machines and Computations, Academic
//! Press 1971.

use super::machine::Machine;
use budget::{Budget, Budgeted};

/// For each state, the class of the states that accept the same words.
pub(super) fn classes(machine: &Machine, budget: &Budget) -> Budgeted<Vec<u32>> {
    let before = [0, 1].map(|bit| Before::new(machine, bit));
    let mut partition = RangedPartition::new(machine);
    let mut waiting: Vec<(u32, usize)> =
        (0..partition.bounds.len() as u32).flat_map(|class| [(class, 0), (class, 1)]).collect();
    let (mut splitter, mut touched) = (Vec::new(), Vec::new());
    while let Some((class, bit)) = waiting.pop() {
        budget.spend(1)?;
        let (low, high) = partition.bounds[class as usize];
        splitter.clear();
        splitter.extend_from_slice(&partition.states[low as usize..high as usize]);
        for &state in &splitter {
            for &source in before[bit].of(state) {
                partition.mark(source, &mut touched);
            }
        }
        for class in touched.drain(..) {
            if let Some(fresh) = partition.split(class) {
                waiting.extend([(fresh, 0), (fresh, 1)]);
            }
        }
    }
    Ok(partition.class)
}

/// The states from which one bit leads to each state.
struct Before {
    starts: Vec<u32>,
    sources: Vec<u32>,
}

impl Before {
    fn new(machine: &Machine, bit: usize) -> Before {
        let count = machine.len();
        let target = |state: usize| machine.next(state as i64, bit) as usize;
        let mut starts = vec![0_u32; count + 1];
        (0..count).for_each(|state| starts[target(state) + 1] += 1);
        (0..count).for_each(|state| starts[state + 1] += starts[state]);
        let mut places = starts.clone();
        let mut sources = vec![0; count];
        for state in 0..count {
            let place = &mut places[target(state)];
            sources[*place as usize] = state as u32;
            *place += 1;
        }
        Before { starts, sources }
    }

    fn of(&self, state: u32) -> &[u32] {
        &self.sources[self.starts[state as usize] as usize..self.starts[state as usize + 1] as usize]
    }
}

/// Classes as ranges of one list of states.
struct RangedPartition {
    states: Vec<u32>,
    /// Where each state stands in the list.
    place: Vec<u32>,
    class: Vec<u32>,
    bounds: Vec<(u32, u32)>,
    /// How many states at the front of a class are marked.
    marked: Vec<u32>,
}

impl RangedPartition {
    /// Accepting states and others.
    fn new(machine: &Machine) -> RangedPartition {
        let count = machine.len() as u32;
        let accepts = |state: &u32| machine.accepts(i64::from(*state));
        let (mut states, others): (Vec<u32>, Vec<u32>) = (0..count).partition(accepts);
        let middle = states.len() as u32;
        states.extend(others);
        let mut bounds = vec![(0, middle), (middle, count)];
        bounds.retain(|(low, high)| low < high);
        let mut place = vec![0; states.len()];
        states.iter().enumerate().for_each(|(at, &state)| place[state as usize] = at as u32);
        let last = bounds.len() as u32 - 1;
        let class = (0..count).map(|state| if accepts(&state) { 0 } else { last }).collect();
        let marked = vec![0; bounds.len()];
        RangedPartition { states, place, class, bounds, marked }
    }

    /// Marks a state, which is met once for each splitter and bit.
    fn mark(&mut self, state: u32, touched: &mut Vec<u32>) {
        let class = self.class[state as usize];
        let (low, _) = self.bounds[class as usize];
        let front = low + self.marked[class as usize];
        if front == low {
            touched.push(class);
        }
        let at = self.place[state as usize];
        let other = self.states[front as usize];
        self.states.swap(at as usize, front as usize);
        self.place[other as usize] = at;
        self.place[state as usize] = front;
        self.marked[class as usize] += 1;
    }

    /// Separates marked states from others; gives the smaller part as a new class.
    fn split(&mut self, class: u32) -> Option<u32> {
        let marked = std::mem::take(&mut self.marked[class as usize]);
        let (low, high) = self.bounds[class as usize];
        let middle = low + marked;
        if middle == high {
            return None;
        }
        let (kept, moved) = if marked <= high - middle {
            ((middle, high), (low, middle))
        } else {
            ((low, middle), (middle, high))
        };
        let fresh = self.bounds.len() as u32;
        self.bounds[class as usize] = kept;
        self.bounds.push(moved);
        self.marked.push(0);
        for at in moved.0..moved.1 {
            self.class[self.states[at as usize] as usize] = fresh;
        }
        Some(fresh)
    }
}
