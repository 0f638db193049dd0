//! Random populations: with fixed numbers at the start, or with any number and a size that makes it finite.

use super::Generator;
use crate::parts;
use crate::tree::Tree;

impl Generator {
    /// A population, and what keeps it finite.
    pub(super) fn population(&mut self, number: usize, items: &mut Vec<Tree>) {
        let declared = self.world.populations[number].clone();
        let mut body: Vec<Tree> = vec![format!("loc {}", declared.locations.join(", ")).into()];
        let first = declared.locations[0].clone();
        match self.random.below(4) {
            0 => {
                // Any number at the first location; a condition or a given size bounds it.
                let start = *self.random.pick(&["any", "any >= 1"]);
                if self.random.percent(70) {
                    body.push(format!("start {first}: {start}").into());
                }
                let size = self.random.between(1, 3);
                if self.random.percent(50) {
                    self.head.push(format!("// with --size {}={size}", declared.name));
                } else {
                    items.push(format!("init count({} at {first}) <= {size}", declared.name).into());
                }
            }
            1 => {
                let size = self.random.between(1, 2);
                let second = declared.locations[1].clone();
                self.head.push(format!("// with --size {}={}", declared.name, size + 1));
                body.push(format!("start {first}: any, {second}: {size}").into());
            }
            _ => {
                let mut starts: Vec<Tree> = Vec::new();
                for location in &declared.locations {
                    if self.random.percent(60) {
                        let count = self.random.between(0, 2);
                        starts.push(format!("{location}: {count}").into());
                    }
                }
                starts.push(format!("{}: 1", declared.locations[declared.locations.len() - 1]).into());
                starts.dedup_by_key(|start| start.print().split(':').next().unwrap_or("").to_string());
                body.push(parts!["start ", Tree::list(starts, ", ", 1)]);
            }
        }
        let scope = self.everywhere();
        let mut received = Vec::new();
        for _ in 0..2 + self.random.below(3) {
            body.push(self.edge(&declared.locations, &scope, &mut received));
        }
        let body = body.into_iter().map(|item| parts!["\n  ", item]).collect();
        items.push(parts![format!("population {} {{", declared.name), Tree::list(body, "", 0), "\n}"]);
    }
}
