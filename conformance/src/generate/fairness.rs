//! Random fairness assumptions.

use super::Generator;
use crate::parts;
use crate::tree::Tree;

impl Generator {
    /// Now and then an assumption or two.
    pub(super) fn fairness(&mut self, items: &mut Vec<Tree>) {
        for _ in 0..self.random.weighted(&[6, 3, 1]) {
            let scope = self.everywhere();
            let item = match self.random.below(4) {
                0 => parts!["justice ", self.boolean(&scope, 1)],
                1 => {
                    let (a, b) = (self.boolean(&scope, 1), self.boolean(&scope, 1));
                    parts!["compassion (", a, ", ", b, ")"]
                }
                _ => {
                    let word = *self.random.pick(&["fair ", "strong "]);
                    match self.unit() {
                        Some(unit) => parts![word, unit],
                        None => continue,
                    }
                }
            };
            items.push(item);
        }
    }

    /// What moves as one: an event, a process, an instance or a population.
    fn unit(&mut self) -> Option<String> {
        let mut units: Vec<String> = self.world.events.iter().map(|(name, _)| name.clone()).collect();
        for process in self.world.processes.iter().filter(|process| !process.locations.is_empty()) {
            units.push(process.name.clone());
            if let Some((low, _)) = process.array {
                units.push(format!("{}[{low}]", process.name));
            }
        }
        units.extend(self.world.labels.iter().cloned());
        units.extend(self.world.populations.iter().map(|population| population.name.clone()));
        if units.is_empty() { None } else { Some(self.random.pick(&units).clone()) }
    }
}
