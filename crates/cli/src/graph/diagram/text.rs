//! A diagram for people who want to read what was proved.

use super::question;
use super::words::{Words, counted, origin};
use crate::report::grouped;
use engines::DiagramPredicate;

/// More configurations than this are counted instead of listed.
const LISTED: usize = 100;

/// Predicates, nodes, verification conditions, what cannot be reached, and what is left open.
pub fn report(words: &Words<'_>, title: &str) -> String {
    let mut text = format!("{title}: {}\n", words.caption());
    let drawn = words.drawn;
    let predicates = drawn.diagram.predicates.iter().map(|predicate| predicate_line(words, predicate));
    section(&mut text, "predicates", predicates.collect());
    section(&mut text, "nodes", (0..drawn.diagram.nodes.len()).map(|node| node_line(words, node)).collect());
    section(&mut text, "verification conditions", conditions(words));
    section(&mut text, "configurations that are not reached", unreached(words));
    let choices = drawn.splittings.iter().map(|choice| question::line(words, choice));
    section(&mut text, "choices that are left", choices.collect());
    text
}

/// A heading with lines below it, if there are any.
fn section(text: &mut String, heading: &str, lines: Vec<String>) {
    if !lines.is_empty() {
        text.push_str(&format!("\n{heading}\n"));
        lines.iter().for_each(|line| text.push_str(&format!("  {line}\n")));
    }
}

fn predicate_line(words: &Words<'_>, predicate: &DiagramPredicate) -> String {
    let (_, why) = origin(predicate);
    if let Some(meaning) = words.meaning(predicate) {
        return format!("{}: {meaning}  ({why})", predicate.text);
    }
    let Some(scope) = &predicate.scope else { return format!("{}  ({why})", predicate.text) };
    let places: Vec<String> = scope.iter().map(|one| words.places(one).join(", ")).collect();
    match &places[..] {
        [one] if one.is_empty() => format!("{}  ({why})", predicate.text),
        [one] => format!("{}  ({why}, where {one})", predicate.text),
        several => format!("{}  ({why}, in {})", predicate.text, counted(several.len(), "configuration")),
    }
}

fn node_line(words: &Words<'_>, number: usize) -> String {
    let diagram = &words.drawn.diagram;
    let mut line = format!("{number}: {}", words.node(number));
    if diagram.initial.contains(&number) {
        line.push_str("  (initial)");
    }
    match (diagram.dead_ends[number], diagram.surely_dead[number]) {
        (true, true) => line.push_str("  (dead end)"),
        (true, false) => line.push_str("  (some states may be dead ends)"),
        (false, _) => {}
    }
    line
}

/// What makes the diagram right, in the words of logic; a prime stands for the state after the step.
fn conditions(words: &Words<'_>) -> Vec<String> {
    let diagram = &words.drawn.diagram;
    let proved = |is_exact: bool| match is_exact {
        true => "proved",
        false => "proved, with weaker nodes, since better ones took too long",
    };
    let any = |nodes: &[usize], prime: &str| match nodes {
        [] => "nothing".to_owned(),
        nodes => nodes.iter().map(|node| format!("node {node}{prime}")).collect::<Vec<_>>().join(" or "),
    };
    let initial = proved(diagram.is_initial_exact);
    let mut lines = vec![format!("initially => {}: {initial}", any(&diagram.initial, ""))];
    for condition in &diagram.conditions {
        let name = words.transition(condition.transition);
        let to = any(&condition.to, "'");
        lines.push(format!("node {} and `{name}` => {to}: {}", condition.from, proved(condition.is_exact)));
    }
    lines.push("no node has a step of another transition: proved".into());
    lines
}

fn unreached(words: &Words<'_>) -> Vec<String> {
    let Some(all) = &words.drawn.unreached else {
        return vec!["there are too many configurations to list them".into()];
    };
    if words.drawn.control.is_empty() {
        return Vec::new();
    }
    let mut lines: Vec<String> = all.iter().take(LISTED).map(|one| words.places(one).join(", ")).collect();
    if let Some(more) = all.len().checked_sub(LISTED).filter(|more| *more > 0) {
        lines.push(format!("and {} more", grouped(more)));
    }
    lines
}
