//! Strongly connected components of pieces.
//!
//! # Reference
//! Tarjan: *Depth-First Search and Linear Graph Algorithms*, SIAM Journal on Computing 1(2), 1972,
//! doi:10.1137/0201010.

use super::piece::Piece;
use crate::steps::Steps;
use state_sets::{Complement, Limited};

/// The components in which a path can stay for ever: one piece leads to the next if a state lies between them.
pub(super) fn components<D: Complement>(
    steps: &Steps<'_, D>,
    pieces: Vec<Piece<D>>,
) -> Limited<Vec<Vec<Piece<D>>>> {
    let domain = steps.domain();
    let mut edges = Vec::with_capacity(pieces.len());
    for piece in &pieces {
        let reached = domain.post(&piece.from, &piece.relation)?;
        let mut targets = Vec::new();
        for (number, next) in pieces.iter().enumerate() {
            if !domain.is_empty(&domain.intersection(&reached, &next.from)?)? {
                targets.push(number);
            }
        }
        steps.model.meter.beat(domain)?;
        edges.push(targets);
    }
    let mut pieces: Vec<Option<Piece<D>>> = pieces.into_iter().map(Some).collect();
    let cyclic = |component: &Vec<usize>| component.len() > 1 || edges[component[0]].contains(&component[0]);
    let taken =
        |component: Vec<usize>| component.into_iter().filter_map(|number| pieces[number].take()).collect();
    Ok(connected(&edges).into_iter().filter(cyclic).map(taken).collect())
}

/// The strongly connected components of a graph.
fn connected(edges: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let unseen = usize::MAX;
    let count = edges.len();
    let (mut order, mut low) = (vec![unseen; count], vec![unseen; count]);
    let (mut stack, mut on_stack) = (Vec::new(), vec![false; count]);
    let mut found = Vec::new();
    let mut next = 0;
    for root in 0..count {
        if order[root] != unseen {
            continue;
        }
        // Each entry is a node and the number of its edges that have been followed.
        let mut path = vec![(root, 0)];
        while let Some((node, followed)) = path.pop() {
            if followed == 0 {
                (order[node], low[node]) = (next, next);
                next += 1;
                stack.push(node);
                on_stack[node] = true;
            }
            match edges[node].get(followed) {
                Some(&target) => {
                    path.push((node, followed + 1));
                    if order[target] == unseen {
                        path.push((target, 0));
                    } else if on_stack[target] {
                        low[node] = low[node].min(order[target]);
                    }
                }
                None => {
                    if let Some(&(parent, _)) = path.last() {
                        low[parent] = low[parent].min(low[node]);
                    }
                    if low[node] == order[node] {
                        let start = stack.iter().rposition(|own| *own == node).unwrap_or(0);
                        let component = stack.split_off(start);
                        component.iter().for_each(|own| on_stack[*own] = false);
                        found.push(component);
                    }
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::connected;

    fn triples(count: usize) -> impl Iterator<Item = (usize, usize, usize)> {
        let pairs = move |first| (0..count * count).map(move |pair| (first, pair / count, pair % count));
        (0..count).flat_map(pairs)
    }

    #[test]
    fn components_are_the_classes_of_mutual_reachability() {
        // All graphs of three nodes, and some of five.
        let graphs = (0..512u32).map(|bits| (3, bits)).chain((0..400).map(|seed| (5, seed * 83_621 + 7)));
        for (count, bits) in graphs {
            let has = |from: usize, to: usize| bits >> (from * count + to) & 1 == 1;
            let edges: Vec<Vec<usize>> =
                (0..count).map(|from| (0..count).filter(|to| has(from, *to)).collect()).collect();
            let mut reach: Vec<Vec<bool>> =
                (0..count).map(|from| (0..count).map(|to| from == to || has(from, to)).collect()).collect();
            for (middle, from, to) in triples(count) {
                reach[from][to] |= reach[from][middle] && reach[middle][to];
            }
            let components = connected(&edges);
            assert_eq!(components.iter().map(Vec::len).sum::<usize>(), count);
            for (_, from, to) in triples(count) {
                let together = components.iter().any(|own| own.contains(&from) && own.contains(&to));
                assert_eq!(together, reach[from][to] && reach[to][from], "{edges:?}");
            }
        }
    }
}
