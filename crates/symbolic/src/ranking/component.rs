//! Strongly connected components of pieces.

use super::piece::Piece;
use crate::steps::Steps;
use state_sets::{Complement, Limited};

/// Pieces that belong together, and whether a path can stay among them for ever.
pub(super) type Component<D> = (Vec<Piece<D>>, bool);

/// The components: one piece leads to the next if a state lies between them. None leads to an earlier one.
pub(super) fn components<D: Complement>(
    steps: &Steps<'_, D>,
    pieces: Vec<Piece<D>>,
) -> Limited<Vec<Component<D>>> {
    let domain = steps.domain();
    let mut edges = Vec::with_capacity(pieces.len());
    for piece in &pieces {
        let reached = domain.post(&piece.from, &piece.relation)?;
        let mut targets = Vec::new();
        for (number, next) in (0..).zip(&pieces) {
            if !domain.is_empty(&domain.intersection(&reached, &next.from)?)? {
                targets.push(number);
            }
        }
        steps.model.meter.beat(domain)?;
        edges.push(targets);
    }
    let mut pieces: Vec<Option<Piece<D>>> = pieces.into_iter().map(Some).collect();
    let is_cyclic =
        |component: &[u32]| component.len() > 1 || edges[component[0] as usize].contains(&component[0]);
    let mut found = Vec::new();
    let successors = |piece: u32| edges[piece as usize].iter().copied();
    graphs::components(pieces.len(), (0..).take(pieces.len()), successors, |component| {
        let own = component.iter().filter_map(|number| pieces[*number as usize].take()).collect();
        found.push((own, is_cyclic(component)));
    });
    // They are found from where paths end.
    found.reverse();
    Ok(found)
}
