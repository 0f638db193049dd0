//! A diagram as a drawing.

use super::words::Words;
use drawing::{Arrow, Chart, Spot};

/// The chart of a diagram; a dashed arrow stands for steps that only some states of the node can take.
pub fn chart(words: &Words<'_>, title: String) -> Chart {
    let diagram = &words.drawn.diagram;
    let spots = (0..diagram.nodes.len()).map(|number| spot(words, number)).collect();
    Chart { title, caption: words.caption(), spots, arrows: arrows(words), highlight: None }
}

fn spot(words: &Words<'_>, number: usize) -> Spot {
    let diagram = &words.drawn.diagram;
    let node = &diagram.nodes[number];
    let mut lines = vec![format!("node {number}")];
    lines.extend(words.places(&node.configuration));
    lines.extend(words.values(node));
    let dead_end = diagram.surely_dead[number];
    if diagram.dead_ends[number] && !dead_end {
        lines.push("(some states may be dead ends)".into());
    }
    Spot {
        details: lines.clone(),
        lines,
        initial: diagram.initial.contains(&number),
        dead_end,
        ..Spot::default()
    }
}

/// One arrow for each pair of nodes. Where some of its transitions can be taken by every state, the others stand in brackets.
fn arrows(words: &Words<'_>) -> Vec<Arrow> {
    let mut arrows: Vec<(Arrow, Vec<bool>)> = Vec::new();
    for edge in words.edges() {
        let (from, to) = (edge.from, edge.to);
        match arrows.iter_mut().rev().find(|(arrow, _)| (arrow.from, arrow.to) == (from, to)) {
            Some((arrow, forced)) => {
                arrow.names.push(edge.name);
                forced.push(edge.is_forced);
            }
            None => {
                let arrow = Arrow { from, to, names: vec![edge.name], is_optional: false };
                arrows.push((arrow, vec![edge.is_forced]));
            }
        }
    }
    let marked = |(mut arrow, forced): (Arrow, Vec<bool>)| {
        arrow.is_optional = !forced.contains(&true);
        for (name, is_forced) in arrow.names.iter_mut().zip(forced) {
            if !is_forced && !arrow.is_optional {
                *name = format!("({name})");
            }
        }
        arrow
    };
    arrows.into_iter().map(marked).collect()
}
