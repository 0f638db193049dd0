//! Looks for a shortest violating path in the surroundings of the initial states, whatever part of the product the search
//! for a violation went through.

use super::lasso::{SystemLasso, product_graph};
use super::product::{Explored, Product};
use crate::bits::Bits;
use crate::places::Places;
use crate::temporal::fairness::FairMarks;
use crate::temporal::graph::{Acceptance, Move, Region, fair_components, shortest_lasso};

/// The most states around the initial ones.
const MOST_STATES: usize = 50_000;

/// The most states of the product with them.
const MOST_PRODUCT_STATES: usize = 200_000;

/// The states up to a distance from the initial ones, with all their edges.
#[derive(Default)]
struct Ball {
    /// The states, the nearest first.
    states: Vec<u32>,
    /// Where they stand in this list, and what follows in the lists below.
    places: Places,
    /// The edges of each, with their targets.
    edges: Vec<Vec<(usize, u32)>>,
    letters: Vec<u32>,
    dead_ends: Vec<bool>,
    /// There are no other states nearer than this distance.
    layers: usize,
}

/// A shortest path that violates the formula, and how many edges each of them has at least: those of the path, if the
/// surroundings could be searched. `found` is one.
pub(crate) fn shorten<E: Explored>(
    product: &mut Product<'_, E>,
    initial: &[u32],
    found: SystemLasso,
) -> (SystemLasso, usize) {
    if found.edges.is_empty() {
        return (found, 0);
    }
    let ball = Ball::around(product.space, initial, found.edges.len() - 1);
    let below = found.edges.len().min(ball.layers);
    let Some(acceptance) = acceptance(product, initial, &ball) else { return (found, 0) };
    let first = product.first_automaton_state();
    let starts = initial.iter().map(|state| (*state, first)).collect();
    let shortest = shortest_lasso(&Surroundings { product, ball: &ball, starts }, &acceptance, below);
    match shortest.lasso {
        Some(lasso) => {
            let shorter =
                SystemLasso { start: lasso.walk.start, edges: lasso.walk.edges, repeats: lasso.repeats };
            (shorter, shortest.at_least)
        }
        None => (found, shortest.at_least),
    }
}

impl Ball {
    /// The states up to a distance, or up to the last one that all could be explored at.
    fn around<E: Explored>(space: &mut E, initial: &[u32], distance: usize) -> Ball {
        let mut ball = Ball::default();
        let mut known = Bits::default();
        initial.iter().for_each(|state| _ = known.add_growing(*state as usize));
        let mut layer: Vec<u32> = initial.to_vec();
        layer.dedup();
        for _ in 0..=distance {
            let mut next = Vec::new();
            let whole = ball.states.len() + layer.len() <= MOST_STATES
                && layer.iter().all(|state| ball.take_in(space, *state, &mut known, &mut next).is_ok());
            if !whole {
                // What was explored of this layer is left out, so that the states are those up to a distance.
                layer.iter().for_each(|state| ball.places.unset(*state));
                break;
            }
            ball.layers += 1;
            ball.states.append(&mut layer);
            layer = next;
        }
        let Ball { edges, places, .. } = &mut ball;
        edges.iter_mut().for_each(|edges| edges.retain(|(_, target)| places.get(*target).is_some()));
        ball
    }

    fn take_in<E: Explored>(
        &mut self,
        space: &mut E,
        state: u32,
        known: &mut Bits,
        next: &mut Vec<u32>,
    ) -> Result<(), E::End> {
        let letter = space.letter(state)?;
        let edges: Vec<(usize, u32)> = space.edges(state)?.map(|edge| (edge, space.target(edge))).collect();
        let targets = edges.iter().map(|(_, target)| *target);
        next.extend(targets.filter(|target| known.add_growing(*target as usize)));
        self.places.set(state, self.edges.len());
        self.dead_ends.push(edges.is_empty());
        self.edges.push(edges);
        self.letters.push(letter);
        Ok(())
    }

    fn has(&self, state: u32) -> bool {
        self.places.get(state).is_some()
    }
}

/// Where the product with the states of the ball can accept; nothing if it is too large.
fn acceptance<E: Explored>(product: &mut Product<'_, E>, initial: &[u32], ball: &Ball) -> Option<Acceptance> {
    let mut reached = product.initial(initial).ok()?;
    reached.retain(|number| ball.has(product.pair(*number).0));
    let mut known = Bits::default();
    reached.iter().for_each(|number| _ = known.add_growing(*number as usize));
    let mut at = 0;
    while at < reached.len() {
        let mut cursor = product.cursor(reached[at]).ok()?;
        while let Some(edge) = product.next(&mut cursor) {
            let target = product.number(edge.target).ok()?;
            if ball.has(edge.target.0) && known.add_growing(target as usize) {
                reached.push(target);
            }
        }
        at += 1;
        if reached.len() > MOST_PRODUCT_STATES {
            return None;
        }
    }
    let explored = product_graph(product, &reached).ok()?;
    let graph = &explored.graph;
    let all = Bits::full(graph.states());
    let mut goal = Bits::new(graph.states());
    let components = fair_components(graph, &all, &explored.promises);
    components.iter().flatten().for_each(|place| goal.insert(*place as usize));
    let homes = goal.iter().map(|place| product.pair(reached[place]).0).collect();
    let useful = graph.backward(&graph.reverse(), &all, &goal);
    let useful: Vec<(u32, u32)> = useful.iter().map(|place| product.pair(reached[place])).collect();
    let (marks, repeated) = product.conditions();
    Some(Acceptance::new(repeated, marks, &useful, homes))
}

/// A ball with the automaton that reads its states.
struct Surroundings<'p, 'a, E: Explored> {
    product: &'p Product<'a, E>,
    ball: &'p Ball,
    starts: Vec<(u32, u32)>,
}

impl<E: Explored> Region for Surroundings<'_, '_, E> {
    fn starts(&self) -> Vec<(u32, u32)> {
        self.starts.clone()
    }

    fn edges(&self, state: u32) -> &[(usize, u32)] {
        self.ball.places.get(state).map_or(&[], |place| &self.ball.edges[place])
    }

    fn is_dead_end(&self, state: u32) -> bool {
        self.ball.places.get(state).is_some_and(|place| self.ball.dead_ends[place])
    }

    fn marks(&self, state: u32, edge: usize) -> FairMarks {
        self.product.space.marks(state, edge)
    }

    fn moves(&self, state: u32, automaton_state: u32) -> impl Iterator<Item = Move> {
        let letter = self.ball.places.get(state).map(|place| self.ball.letters[place]);
        let moves = letter.map_or(&[][..], |letter| self.product.moves(automaton_state, letter));
        moves.iter().map(|chosen| (chosen.target, chosen.marks))
    }
}
