//! Models with one change that still have the same variables and properties.

use crate::models::system_of;
use crate::random::Random;
use crate::words::split;
use system::System;

/// Words that may stand for each other.
const EXCHANGED: [(&str, &str); 8] = [
    ("true", "false"),
    ("false", "true"),
    ("<", ">"),
    (">", "<"),
    ("+", "-"),
    ("-", "+"),
    ("fair", "strong"),
    ("strong", "fair"),
];

/// A model that differs in one word, has the same variables with the same types, and properties with the same names; nothing if none is
/// found soon.
pub fn changed_model(system: &System, text: &str, random: &mut Random) -> Option<(String, System)> {
    let words = split(text);
    let places: Vec<usize> = (0..words.len()).filter(|place| !others(&words[*place]).is_empty()).collect();
    if places.is_empty() {
        return None;
    }
    let fairness: Vec<usize> = places.iter().copied().filter(|place| is_fairness(&words[*place])).collect();
    for _ in 0..10 {
        let place = match !fairness.is_empty() && random.percent(25) {
            true => *random.pick(&fairness),
            false => *random.pick(&places),
        };
        let mut changed = words.clone();
        changed[place] = random.pick(&others(&words[place])).clone();
        let changed = changed.concat();
        if let Some(other) = system_of(&changed).filter(|other| is_alike(system, other)) {
            return Some((changed, other));
        }
    }
    None
}

fn is_fairness(word: &str) -> bool {
    ["fair", "strong"].contains(&word)
}

/// What may stand in the place of a word.
fn others(word: &str) -> Vec<String> {
    if let Ok(number) = word.parse::<u32>() {
        return [number.checked_add(1), number.checked_sub(1)]
            .into_iter()
            .flatten()
            .map(|n| n.to_string())
            .collect();
    }
    EXCHANGED.iter().filter(|(own, _)| *own == word).map(|(_, other)| (*other).to_string()).collect()
}

fn is_alike(one: &System, other: &System) -> bool {
    let variables =
        |system: &System| system.variables.iter().map(|v| (v.name.clone(), v.ty)).collect::<Vec<_>>();
    let properties = |system: &System| {
        let own = system.properties.iter().map(|p| (p.name.clone(), p.question.kind()));
        own.collect::<Vec<_>>()
    };
    one.transitions.len() == other.transitions.len()
        && variables(one) == variables(other)
        && properties(one) == properties(other)
}
