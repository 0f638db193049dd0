//! Graphs of markings, explored without any idea.

use nets::{Amount, Marking, Net};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The markings that were found, with their steps.
pub struct Graph {
    pub markings: Vec<Marking>,
    pub starts: Vec<usize>,
    /// For each marking, transitions and the markings that they lead to.
    pub steps: Vec<Vec<(usize, usize)>>,
    /// For each marking but the starts, from where it was found first.
    pub found: Vec<Option<(usize, usize)>>,
    /// Whether all markings were found.
    pub whole: bool,
}

/// Explores at most so many markings, from starts with up to `spread` tokens more than the least where any number may be.
pub fn explore(net: &Net, spread: u64, most: usize) -> Graph {
    let mut graph = Graph { markings: vec![], starts: vec![], steps: vec![], found: vec![], whole: true };
    let mut numbers: BTreeMap<Marking, usize> = BTreeMap::new();
    let mut open = VecDeque::new();
    for marking in starts(net, spread) {
        let number = graph.enter(&mut numbers, &mut open, marking, None);
        graph.starts.push(number);
    }
    while let Some(number) = open.pop_front() {
        for transition in 0..net.transitions.len() {
            let Ok(Some(next)) = net.fire(&graph.markings[number], transition) else { continue };
            if graph.markings.len() >= most && !numbers.contains_key(&next) {
                graph.whole = false;
                continue;
            }
            let next = graph.enter(&mut numbers, &mut open, next, Some((number, transition)));
            graph.steps[number].push((transition, next));
        }
    }
    graph
}

fn starts(net: &Net, spread: u64) -> BTreeSet<Marking> {
    let mut all = BTreeSet::new();
    for start in &net.starts {
        let mut markings = vec![Vec::new()];
        for amount in &start.0 {
            let (least, most) = match amount {
                Amount::Exactly(tokens) => (*tokens, *tokens),
                Amount::AtLeast(tokens) => (*tokens, *tokens + spread),
            };
            let longer = |marking: &Marking| (least..=most).map(|n| [&marking[..], &[n]].concat()).collect();
            markings = markings.iter().flat_map(|marking| -> Vec<Marking> { longer(marking) }).collect();
        }
        all.extend(markings);
    }
    all
}

impl Graph {
    fn enter(
        &mut self,
        numbers: &mut BTreeMap<Marking, usize>,
        open: &mut VecDeque<usize>,
        marking: Marking,
        from: Option<(usize, usize)>,
    ) -> usize {
        if let Some(number) = numbers.get(&marking) {
            return *number;
        }
        let number = self.markings.len();
        numbers.insert(marking.clone(), number);
        self.markings.push(marking);
        self.steps.push(Vec::new());
        self.found.push(from);
        open.push_back(number);
        number
    }

    /// Whether nothing is enabled there.
    pub fn is_dead(&self, net: &Net, number: usize) -> bool {
        (0..net.transitions.len()).all(|transition| !net.is_enabled(&self.markings[number], transition))
    }

    /// The start and the transitions by which the marking was found.
    pub fn path(&self, mut number: usize) -> nets::Run {
        let mut fired = Vec::new();
        while let Some((before, transition)) = self.found[number] {
            fired.push(transition);
            number = before;
        }
        fired.reverse();
        nets::Run { start: self.markings[number].clone(), fired }
    }
}
