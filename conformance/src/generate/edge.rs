//! Random edges of processes and populations.

use super::Generator;
use super::scope::NamesInScope;
use super::world::Process;
use crate::parts;
use crate::tree::Tree;

/// The broadcasts that are received at each location already; one edge for each is allowed.
type Received = Vec<(String, String)>;

impl Generator {
    /// Two to five edges of a process.
    pub(super) fn edges(&mut self, declared: &Process, scope: &NamesInScope, items: &mut Vec<Tree>) {
        let mut received = Received::new();
        for _ in 0..3 + self.random.below(4) {
            let label = if self.random.percent(30) {
                let label = self.random.pick(&declared.labels).clone();
                self.world.labels.push(format!("{}.{label}", declared.name));
                Tree::optional(format!("{label}: ").into())
            } else {
                Tree::nothing()
            };
            let edge = self.edge(&declared.locations, scope, &mut received);
            items.push(parts![label, edge]);
        }
    }

    /// `L -> M when g sync b! do a`
    pub(super) fn edge(
        &mut self,
        locations: &[String],
        scope: &NamesInScope,
        received: &mut Received,
    ) -> Tree {
        let from = self.sources(locations);
        let to = self.random.pick(locations).clone();
        let sync = self.sync(&from, received);
        let own = if self.random.percent(40) {
            let depth = 1 + self.random.below(2);
            Some(self.boolean(scope, depth))
        } else {
            None
        };
        let (action, needed) = if self.random.percent(75) {
            let (action, needed) = self.action(scope);
            (parts![" do ", action], needed)
        } else {
            (Tree::nothing(), Vec::new())
        };
        let guard = match self.guard(own, needed) {
            Some(guard) => Tree::optional(parts![" when ", guard]),
            None => Tree::nothing(),
        };
        let from = match from.as_slice() {
            [only] if self.random.percent(95) => only.into(),
            all => {
                let all = all.iter().map(Tree::from).collect();
                parts!["{", Tree::list(all, ", ", 1), "}"]
            }
        };
        parts![from, format!(" -> {to}"), guard, Tree::optional(sync), Tree::optional(action)]
    }

    fn sources(&mut self, locations: &[String]) -> Vec<String> {
        let mut from = vec![self.random.pick(locations).clone()];
        if self.random.percent(20) {
            let other = self.random.pick(locations).clone();
            if !from.contains(&other) {
                from.push(other);
            }
        }
        from
    }

    /// ` sync b!` and its like, or nothing.
    fn sync(&mut self, from: &[String], received: &mut Received) -> Tree {
        let rendezvous = self.world.rendezvous.clone();
        if !rendezvous.is_empty() && self.random.percent(35) {
            let role = *self.random.pick(&["!", "?"]);
            return format!(" sync {}{role}", self.random.pick(&rendezvous)).into();
        }
        let broadcasts = self.world.broadcasts.clone();
        if !broadcasts.is_empty() && self.random.percent(45) {
            let name = self.random.pick(&broadcasts).clone();
            let taken = from.iter().any(|at| received.contains(&(at.clone(), name.clone())));
            if taken || self.random.percent(40) {
                return format!(" sync {name}!!").into();
            }
            received.extend(from.iter().map(|at| (at.clone(), name.clone())));
            return format!(" sync {name}??").into();
        }
        Tree::nothing()
    }
}
