//! Reads counter systems in the format of mist, as far as they are nets.

use nets::{Amount, Cube, Net, Start, Transition};
use std::collections::HashMap;

/// The least and the largest numbers of some places.
type Bounds = HashMap<usize, (u64, Option<u64>)>;

/// The net and its targets; nothing if the file says something else than a net can.
pub fn read_spec(source: &str) -> Option<(Net, Vec<Cube>)> {
    let lines = source.lines().map(|line| line.split('#').next().unwrap_or_default());
    let text = lines.collect::<Vec<_>>().join("\n");
    let mut sections: HashMap<&str, String> = HashMap::new();
    let mut current = "";
    for line in text.lines() {
        let (word, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
        let names = ["vars", "rules", "init", "target", "invariants"];
        let rest = match names.iter().find(|name| **name == word) {
            Some(name) => {
                current = name;
                rest
            }
            None => line,
        };
        sections.entry(current).or_default().push_str(&format!("{rest}\n"));
    }
    let places: Vec<String> = sections.get("vars")?.split_whitespace().map(String::from).collect();
    let numbers: HashMap<&str, usize> =
        places.iter().enumerate().map(|(number, name)| (&name[..], number)).collect();
    let rules = sections.get("rules")?.split(';').filter(|rule| !rule.trim().is_empty());
    let transitions = rules.enumerate().map(|(number, rule)| read_rule(rule, number, &numbers));
    let transitions = transitions.collect::<Option<Vec<_>>>()?;
    let cubes = |section: &str| -> Option<Vec<Bounds>> {
        let text = sections.get(section)?.replace(",\n", ",");
        text.lines().filter(|line| !line.trim().is_empty()).map(|line| bounds(line, &numbers)).collect()
    };
    let start = |bounds: Bounds| {
        let amount = |place: usize| match bounds.get(&place) {
            Some((least, Some(most))) if least == most => Some(Amount::Exactly(*least)),
            Some((least, None)) => Some(Amount::AtLeast(*least)),
            Some(_) => None,
            None => Some(Amount::AtLeast(0)),
        };
        (0..places.len()).map(amount).collect::<Option<Vec<_>>>().map(Start)
    };
    let starts = cubes("init")?.into_iter().map(start).collect::<Option<Vec<_>>>()?;
    let targets = cubes("target")?.into_iter().map(|bounds| {
        let mut cube = Cube::default();
        for (place, (least, most)) in bounds {
            if least > 0 {
                cube.at_least.push((place, least));
            }
            cube.at_most.extend(most.map(|most| (place, most)));
        }
        cube.at_least.sort_unstable();
        cube.at_most.sort_unstable();
        cube
    });
    let targets = targets.collect();
    Some((Net { places, starts, transitions }, targets))
}

/// Conditions on places, as least and largest numbers.
fn bounds(text: &str, numbers: &HashMap<&str, usize>) -> Option<Bounds> {
    let mut bounds: Bounds = HashMap::new();
    for condition in
        text.split(',').map(str::trim).filter(|condition| !condition.is_empty() && *condition != "true")
    {
        let (name, least, most) = if let Some((name, number)) = condition.split_once(">=") {
            (name, number.trim().parse().ok()?, None)
        } else if let Some((name, number)) = condition.split_once("<=") {
            (name, 0, Some(number.trim().parse().ok()?))
        } else if let Some((name, range)) = condition.split_once(" in ") {
            let (least, most) = range.trim().strip_prefix('[')?.strip_suffix(']')?.split_once(',')?;
            (name, least.trim().parse().ok()?, Some(most.trim().parse().ok()?))
        } else {
            let (name, number) = condition.split_once('=')?;
            let number: u64 = number.trim().parse().ok()?;
            (name, number, Some(number))
        };
        let own = bounds.entry(*numbers.get(name.trim())?).or_insert((0, None));
        own.0 = own.0.max(least);
        own.1 = own.1.into_iter().chain(most).min();
    }
    Some(bounds)
}

fn read_rule(rule: &str, number: usize, numbers: &HashMap<&str, usize>) -> Option<Transition> {
    let (guard, updates) = rule.split_once("->")?;
    let guard = bounds(guard, numbers)?;
    // For each place that changes, the places that are added up there, and the number.
    let mut sums: HashMap<usize, (Vec<usize>, i64)> = HashMap::new();
    for update in updates.split(',').map(str::trim).filter(|update| !update.is_empty()) {
        let (name, sum) = update.split_once('=')?;
        let place = *numbers.get(name.trim().strip_suffix('\'')?)?;
        if sums.insert(place, read_sum(sum, numbers)?).is_some() {
            return None;
        }
    }
    let mut takes: HashMap<usize, u64> = guard.iter().map(|(place, (least, _))| (*place, *least)).collect();
    for place in 0..numbers.len() {
        let (sources, constant) = sums.entry(place).or_insert((vec![place], 0)).clone();
        let taken: u64 = sources.iter().map(|source| takes.get(source).copied().unwrap_or(0)).sum();
        if taken as i64 + constant < 0 {
            *takes.entry(*sources.first()?).or_default() += (-constant) as u64 - taken;
        }
    }
    let mut targets: HashMap<usize, usize> = HashMap::new();
    let mut transition = Transition { name: format!("r{number}"), ..Transition::default() };
    for place in 0..numbers.len() {
        let (sources, constant) = &sums[&place];
        let taken: u64 = sources.iter().map(|source| takes.get(source).copied().unwrap_or(0)).sum();
        let gives = u64::try_from(taken as i64 + constant).ok()?;
        if gives > 0 {
            transition.gives.push((place, gives));
        }
        if sources.iter().any(|source| targets.insert(*source, place).is_some()) {
            return None;
        }
    }
    let moved = (0..numbers.len()).filter(|place| targets.get(place) != Some(place));
    transition.transfers = moved.map(|place| (place, targets.get(&place).copied())).collect();
    transition.takes = takes.into_iter().filter(|(_, tokens)| *tokens > 0).collect();
    transition.limits =
        guard.iter().filter_map(|(place, (_, most))| most.map(|most| (*place, most))).collect();
    transition.takes.sort_unstable();
    transition.limits.sort_unstable();
    Some(transition)
}

/// A sum of places and numbers.
fn read_sum(text: &str, numbers: &HashMap<&str, usize>) -> Option<(Vec<usize>, i64)> {
    let (mut places, mut constant) = (Vec::new(), 0);
    let spaced = text.replace('+', " + ").replace('-', " - ");
    let mut sign = 1;
    for word in spaced.split_whitespace() {
        match word {
            "+" => sign = 1,
            "-" => sign = -1,
            word => match word.parse::<i64>() {
                Ok(number) => constant += sign * number,
                Err(_) if sign == 1 => places.push(*numbers.get(word)?),
                Err(_) => return None,
            },
        }
    }
    Some((places, constant))
}
