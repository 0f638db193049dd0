//! Specifications with rules over counters: guards, and sums that counters become.

use super::Problem;
use nets::{Amount, Cube, Net, Place, Start, Transition};
use std::collections::BTreeMap;

/// Reads a specification.
pub fn read(name: &str, text: &str, covered: Option<bool>) -> Problem {
    let text: String =
        text.lines().map(|line| line.split('#').next().unwrap_or("")).collect::<Vec<_>>().join("\n");
    let section = |from: &str| {
        let is_head = |line: &&str| ["vars", "rules", "init", "target", "invariants"].contains(&line.trim());
        let lines = text.lines().skip_while(|line| line.trim() != from).skip(1);
        lines.take_while(|line| !is_head(line)).collect::<Vec<_>>().join("\n")
    };
    let words = section("vars");
    let places: Vec<String> = words.split_whitespace().map(String::from).collect();
    let index: BTreeMap<&str, Place> = places.iter().enumerate().map(|(at, name)| (&name[..], at)).collect();
    let rules = section("rules");
    let transitions = rules.split(';').map(str::trim).filter(|rule| !rule.is_empty());
    let transitions = transitions.enumerate().map(|(at, rule)| transition(rule, at, &index)).collect();
    let mut start = vec![Amount::AtLeast(0); places.len()];
    for (place, least, most) in conditions(&section("init"), &index) {
        start[place] = match most {
            Some(most) if most == least => Amount::Exactly(least),
            None => Amount::AtLeast(least),
            Some(_) => panic!("an interval at the start of {name}"),
        };
    }
    let mut closed = true;
    let mut targets = Vec::new();
    for target in lists(&section("target")) {
        let conditions = conditions(&target, &index);
        closed &= conditions.iter().all(|(_, _, most)| most.is_none());
        let at_least =
            conditions.iter().map(|(place, least, _)| (*place, *least)).filter(|(_, least)| *least > 0);
        let at_most = conditions.iter().filter_map(|(place, _, most)| Some((*place, (*most)?)));
        let mut cube = Cube { at_least: at_least.collect(), at_most: at_most.collect() };
        cube.at_least.sort_unstable();
        cube.at_most.sort_unstable();
        targets.push(cube);
    }
    let net = Net { starts: vec![Start(start)], transitions, places: places.clone() };
    Problem { name: name.into(), net, targets, covered, closed }
}

/// Lists of conditions: one ends with a line that does not end with a comma.
fn lists(text: &str) -> Vec<String> {
    let mut lists = vec![String::new()];
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
        match lists.last_mut() {
            Some(last) if last.is_empty() || last.ends_with(',') || line.starts_with(',') => {
                last.push_str(line)
            }
            _ => lists.push(line.to_string()),
        }
    }
    lists
}

/// Each condition as a place with its least and most.
fn conditions(text: &str, index: &BTreeMap<&str, Place>) -> Vec<(Place, u64, Option<u64>)> {
    // The comma inside an interval does not end a condition.
    let mut text = text.to_string();
    while let Some(open) = text.find('[') {
        let close = open + text[open..].find(']').expect("an interval ends");
        let inside = text[open + 1..close].replace(',', "..");
        text.replace_range(open..=close, &inside);
    }
    let place = |name: &str| index[name.trim()];
    let number = |text: &str| text.trim().parse::<u64>().expect("a number");
    let conditions =
        text.split(',').map(str::trim).filter(|condition| !condition.is_empty() && *condition != "true");
    conditions
        .map(|condition| {
            if let Some((name, least)) = condition.split_once(">=") {
                (place(name), number(least), None)
            } else if let Some((name, exact)) = condition.split_once('=') {
                (place(name), number(exact), Some(number(exact)))
            } else {
                let (name, interval) = condition.split_once(" in ").expect("a condition");
                let (least, most) = interval.split_once("..").expect("an interval");
                (place(name), number(least), Some(number(most)))
            }
        })
        .collect()
}

fn transition(rule: &str, at: usize, index: &BTreeMap<&str, Place>) -> Transition {
    let (guard, updates) = rule.split_once("->").expect("a rule has an arrow");
    let (mut takes, mut limits) = (BTreeMap::new(), BTreeMap::new());
    for (place, least, most) in conditions(guard, index) {
        let own: &mut u64 = takes.entry(place).or_default();
        *own = (*own).max(least);
        if let Some(most) = most {
            let own = limits.entry(place).or_insert(most);
            *own = (*own).min(most);
        }
    }
    // What each counter becomes: the counters of a sum, and a constant.
    let mut sums: BTreeMap<Place, (Vec<Place>, i64)> = BTreeMap::new();
    for update in updates.split(',').filter(|update| !update.trim().is_empty()) {
        let (name, sum) = update.split_once('=').expect("an update has an equals sign");
        let place = index[name.trim().trim_end_matches('\'').trim()];
        sums.insert(place, read_sum(sum, index));
    }
    let goes_to = |place: Place| match sums.iter().find(|(_, (parts, _))| parts.contains(&place)) {
        Some((target, _)) => Some(*target),
        None if sums.contains_key(&place) => None,
        None => Some(place),
    };
    // What is only tested comes back where its place goes.
    for (place, (parts, constant)) in &sums {
        let tested: u64 = parts.iter().filter_map(|part| takes.get(part)).sum();
        let missing = u64::try_from(-constant).unwrap_or(0).saturating_sub(tested);
        if missing > 0 {
            *takes.entry(*place).or_default() += missing;
        }
    }
    takes.retain(|_, tokens| *tokens > 0);
    let mut gives: BTreeMap<Place, i64> = BTreeMap::new();
    for (place, tokens) in &takes {
        if let Some(target) = goes_to(*place) {
            *gives.entry(target).or_default() += *tokens as i64;
        }
    }
    sums.iter().for_each(|(place, (_, constant))| *gives.entry(*place).or_default() += constant);
    let given = gives.into_iter().filter(|(_, tokens)| *tokens != 0);
    Transition {
        name: format!("rule {}", at + 1),
        transfers: index
            .values()
            .filter(|place| goes_to(**place) != Some(**place))
            .map(|place| (*place, goes_to(*place)))
            .collect::<BTreeMap<_, _>>()
            .into_iter()
            .collect(),
        takes: takes.into_iter().collect(),
        limits: limits.into_iter().collect(),
        gives: given
            .map(|(place, tokens)| (place, u64::try_from(tokens).expect("tokens are not negative")))
            .collect(),
    }
}

fn read_sum(sum: &str, index: &BTreeMap<&str, Place>) -> (Vec<Place>, i64) {
    let (mut parts, mut constant) = (Vec::new(), 0);
    for part in sum.replace('-', "+-").split('+').map(str::trim).filter(|part| !part.is_empty()) {
        match part.replace(' ', "").parse::<i64>() {
            Ok(number) => constant += number,
            Err(_) => parts.push(index[part]),
        }
    }
    (parts, constant)
}
