//! Which variable is decided next: the one that took part in most conflicts lately.
//!
//! A binary heap of variables that can be decided, by their activity; a variable can be put in and made more active at any time.
//!
//! # Reference
//!
//! Eén, Sörensson: *An Extensible SAT-solver*, SAT 2003, doi:10.1007/978-3-540-24605-3_37.

/// Not in the heap.
const ABSENT: u32 = u32::MAX;

/// Variables by activity.
#[derive(Debug, Default)]
pub(crate) struct Order {
    heap: Vec<u32>,
    /// For each variable its place in the heap.
    place: Vec<u32>,
    activity: Vec<f64>,
    increment: f64,
}

impl Order {
    /// Makes room for a variable, which is not in the heap yet.
    pub fn add_variable(&mut self) {
        self.place.push(ABSENT);
        self.activity.push(0.0);
        self.increment = self.increment.max(1.0);
    }

    /// Puts a variable in, if it is not there.
    #[inline]
    pub fn insert(&mut self, variable: usize) {
        if self.place[variable] == ABSENT {
            self.place[variable] = self.heap.len() as u32;
            self.heap.push(variable as u32);
            self.rise(self.heap.len() - 1);
        }
    }

    /// Takes all variables out.
    pub fn clear(&mut self) {
        for variable in self.heap.drain(..) {
            self.place[variable as usize] = ABSENT;
        }
    }

    /// Takes the most active variable out.
    pub fn pop(&mut self) -> Option<usize> {
        let first = *self.heap.first()?;
        let last = self.heap.pop()?;
        self.place[first as usize] = ABSENT;
        if last != first {
            self.heap[0] = last;
            self.place[last as usize] = 0;
            self.sink(0);
        }
        Some(first as usize)
    }

    /// Notes that a variable took part in a conflict.
    pub fn bump(&mut self, variable: usize) {
        self.activity[variable] += self.increment;
        if self.activity[variable] > 1e100 {
            self.activity.iter_mut().for_each(|activity| *activity *= 1e-100);
            self.increment *= 1e-100;
        }
        if self.place[variable] != ABSENT {
            self.rise(self.place[variable] as usize);
        }
    }

    /// Lets past conflicts count less.
    pub fn decay(&mut self) {
        self.increment *= 1.0 / 0.95;
    }

    fn before(&self, a: u32, b: u32) -> bool {
        self.activity[a as usize] > self.activity[b as usize]
    }

    fn rise(&mut self, mut at: usize) {
        let variable = self.heap[at];
        while at > 0 {
            let parent = (at - 1) / 2;
            if !self.before(variable, self.heap[parent]) {
                break;
            }
            self.heap[at] = self.heap[parent];
            self.place[self.heap[at] as usize] = at as u32;
            at = parent;
        }
        self.heap[at] = variable;
        self.place[variable as usize] = at as u32;
    }

    fn sink(&mut self, mut at: usize) {
        let variable = self.heap[at];
        loop {
            let (left, right) = (2 * at + 1, 2 * at + 2);
            if left >= self.heap.len() {
                break;
            }
            let right_first = right < self.heap.len() && self.before(self.heap[right], self.heap[left]);
            let child = if right_first { right } else { left };
            if !self.before(self.heap[child], variable) {
                break;
            }
            self.heap[at] = self.heap[child];
            self.place[self.heap[at] as usize] = at as u32;
            at = child;
        }
        self.heap[at] = variable;
        self.place[variable as usize] = at as u32;
    }
}

#[cfg(test)]
mod tests {
    use super::Order;

    #[test]
    fn the_most_active_comes_first() {
        let mut order = Order::default();
        (0..20).for_each(|_| order.add_variable());
        for variable in 0..20 {
            order.insert(variable);
            order.insert(variable);
            for _ in 0..(variable * 7) % 20 {
                order.bump(variable);
            }
        }
        let popped: Vec<usize> =
            std::iter::from_fn(|| order.pop()).map(|variable| variable * 7 % 20).collect();
        assert_eq!(popped, (0..20).rev().collect::<Vec<_>>());
    }
}
