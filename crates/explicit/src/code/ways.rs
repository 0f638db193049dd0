//! `reach(p, next, q)`: whether an instance is met on the way from another.
//!
//! With one link the way is a row: after as many steps as there are instances it has come to an end, or only repeats
//! itself. With several links it branches, and a set of bits says what has been met.

use super::{Code, Trap, Values};

/// Whether the goal is met on the way from the start; references are 0 for `null`, or one more than the instance.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Ways {
    /// Where the way begins.
    pub start: Code,
    /// What must be met.
    pub goal: Code,
    /// Where each instance leads: `width` references of the first one, then those of the second, and so on.
    pub links: Box<[Code]>,
    /// How many links each instance has.
    pub width: usize,
}

impl Ways {
    /// All parts, in the order in which they are evaluated.
    pub fn parts(&self) -> impl Iterator<Item = &Code> {
        [&self.start, &self.goal].into_iter().chain(&self.links)
    }

    /// The same with other parts.
    pub fn with(&self, change: impl Fn(&Code) -> Code) -> Ways {
        let links = self.links.iter().map(&change).collect();
        Ways { start: change(&self.start), goal: change(&self.goal), links, width: self.width }
    }

    /// Whether the goal is met.
    pub fn is_met(&self, values: Values<'_>) -> Result<bool, Trap> {
        let (start, goal) = (self.start.value(values)?, self.goal.value(values)?);
        if start == goal || start == 0 {
            return Ok(start == goal);
        }
        match self.width {
            1 => self.is_met_in_row(start, goal, values),
            _ => self.is_met_in_graph(start, goal, values),
        }
    }

    fn from(&self, here: i64) -> &[Code] {
        let instance = usize::try_from(here).unwrap_or(0).saturating_sub(1);
        let first = instance.saturating_mul(self.width);
        self.links.get(first..first.saturating_add(self.width)).unwrap_or_default()
    }

    fn is_met_in_row(&self, start: i64, goal: i64, values: Values<'_>) -> Result<bool, Trap> {
        let mut here = start;
        for _ in 0..self.links.len() {
            let [next] = self.from(here) else { return Ok(false) };
            here = next.value(values)?;
            if here == goal || here == 0 {
                return Ok(here == goal);
            }
        }
        Ok(false)
    }

    fn is_met_in_graph(&self, start: i64, goal: i64, values: Values<'_>) -> Result<bool, Trap> {
        let mut met = vec![false; self.links.len().checked_div(self.width).unwrap_or(0).saturating_add(1)];
        let mut open = vec![start];
        while let Some(here) = open.pop() {
            for link in self.from(here) {
                let next = link.value(values)?;
                if next == goal {
                    return Ok(true);
                }
                let is_new = usize::try_from(next).ok().and_then(|next| met.get_mut(next));
                if let Some(known) = is_new.filter(|known| !**known && next != 0) {
                    *known = true;
                    open.push(next);
                }
            }
        }
        Ok(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The way from the first value to the second, where three instances have two links each.
    fn ways(width: usize) -> Ways {
        let links = (2..2 + 3 * width as u32).map(Code::Read).collect();
        Ways { start: Code::Read(0), goal: Code::Read(1), links, width }
    }

    /// What is met after so many steps: sets of references, computed in the plainest way.
    fn met(state: &[i64], width: usize) -> bool {
        let mut met = vec![state[0]];
        for _ in 0..4 {
            for here in met.clone().into_iter().filter(|here| *here > 0) {
                let first = 2 + (here as usize - 1) * width;
                met.extend(&state[first..first + width]);
            }
            met.sort_unstable();
            met.dedup();
        }
        met.contains(&state[1])
    }

    #[test]
    fn a_walk_meets_what_steps_reach() {
        for width in [1, 2] {
            let places = 2 + 3 * width;
            for number in 0..4usize.pow(places as u32) {
                let state: Vec<i64> = (0..places).map(|at| (number >> (2 * at) & 3) as i64).collect();
                assert_eq!(ways(width).is_met(Values::of(&state)), Ok(met(&state, width)), "{state:?}");
            }
        }
    }
}
