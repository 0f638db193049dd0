//! The sizes of the prefixes of nets in files of the PEP tool (`.ll_net`), and the seconds that the prefix and the search for a
//! deadlock take.
//!
//! `cargo run --release -p fathom-unfolding --example sizes -- FILES`

use budget::Budget;
use nets::{Amount, Net, Start, Transition};
use std::time::Instant;

fn main() {
    println!(
        "{:<30} {:>10} {:>8} {:>8} {:>7} {:>8}",
        "net", "conditions", "events", "cut-offs", "seconds", "deadlock"
    );
    for path in std::env::args().skip(1) {
        let Ok(bytes) = std::fs::read(&path) else {
            println!("{path}: cannot be read");
            continue;
        };
        let net = net(&String::from_utf8_lossy(&bytes));
        let begin = Instant::now();
        let answer = unfolding::prefix(&net, &Budget::unlimited());
        let seconds = begin.elapsed().as_secs_f64();
        let name = path.rsplit('/').next().unwrap_or(&path);
        match answer {
            Ok(Ok(prefix)) => {
                let (conditions, events) = (prefix.conditions.len(), prefix.events.len());
                let begin = Instant::now();
                let deadlock = match prefix.deadlock(&Budget::unlimited()) {
                    Ok(Some(run)) => format!("after {} steps", run.fired.len()),
                    Ok(None) => "none".into(),
                    Err(_) => "out of budget".into(),
                };
                let search = begin.elapsed().as_secs_f64();
                let cut_offs = prefix.cut_offs();
                print!("{name:<30} {conditions:>10} {events:>8} {cut_offs:>8} {seconds:>7.3}");
                println!(" {search:>8.3} {deadlock}");
            }
            Ok(Err(unfit)) => println!("{name:<30} {unfit}"),
            Err(_) => println!("{name:<30} out of budget"),
        }
    }
}

/// The net of a file: sections of places, transitions, and arcs of both directions.
fn net(text: &str) -> Net {
    let mut net = Net::default();
    let mut start = Vec::new();
    let mut section = "";
    for line in text.lines().map(str::trim) {
        if line.is_empty() || line.starts_with('%') {
            continue;
        }
        if line.chars().all(|letter| letter.is_ascii_uppercase()) {
            section = match line {
                "PL" | "TR" | "TP" | "PT" => line,
                _ => "",
            };
            continue;
        }
        match section {
            // A line may begin with the number of its place or transition; those before it may be missing.
            "PL" => {
                fill(&mut net.places, line);
                start.resize(net.places.len(), Amount::Exactly(0));
                // Every second piece is between quotes.
                let plain: String = line.split('"').step_by(2).collect();
                start.push(Amount::Exactly(number_after(&plain, 'M').unwrap_or(0)));
                net.places.push(line.split('"').nth(1).unwrap_or("").into());
            }
            "TR" => {
                fill(&mut net.transitions, line);
                let name = line.split('"').nth(1).unwrap_or("").into();
                net.transitions.push(Transition { name, ..Transition::default() });
            }
            "TP" => {
                let (transition, place, weight) = arc(line, '<');
                net.transitions[transition - 1].gives.push((place - 1, weight));
            }
            "PT" => {
                let (place, transition, weight) = arc(line, '>');
                net.transitions[transition - 1].takes.push((place - 1, weight));
            }
            _ => {}
        }
    }
    for transition in &mut net.transitions {
        transition.takes.sort_unstable();
        transition.gives.sort_unstable();
    }
    net.transitions.retain(|transition| !transition.name.is_empty());
    net.starts.push(Start(start));
    net
}

fn fill<T: Default>(list: &mut Vec<T>, line: &str) {
    let digits: String = line.chars().take_while(char::is_ascii_digit).collect();
    if let Ok(number) = digits.parse::<usize>() {
        list.resize_with(number.saturating_sub(1), T::default);
    }
}

fn arc(line: &str, sign: char) -> (usize, usize, u64) {
    let (from, to) = line.split_once(sign).unwrap_or(("1", "1"));
    let digits: String = to.chars().take_while(char::is_ascii_digit).collect();
    (from.parse().unwrap_or(1), digits.parse().unwrap_or(1), number_after(to, 'w').unwrap_or(1))
}

fn number_after(text: &str, letter: char) -> Option<u64> {
    let (_, after) = text.split_once(letter)?;
    after.chars().take_while(char::is_ascii_digit).collect::<String>().parse().ok()
}
