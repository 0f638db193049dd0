//! Searches one of the benchmark's systems and prints the figures:
//! `measure philosophers 16`, `measure ring 11`, `measure buffer 4 4 8`.

#[path = "../tests/support/mod.rs"]
mod support;

use explicit::{Settings, check};
use support::examples as systems;
use system::Unlimited;

fn main() {
    let mut words = std::env::args().skip(1);
    let kind = words.next().unwrap_or_default();
    let numbers: Vec<u32> = words.filter_map(|word| word.parse().ok()).collect();
    let model = match (kind.as_str(), &numbers[..]) {
        ("philosophers", [n]) => systems::philosophers(*n),
        ("ring", [n]) => systems::ring(*n),
        ("buffer", [producers, consumers, slots]) => systems::buffer(*producers, *consumers, *slots),
        _ => panic!("philosophers N | ring N | buffer PRODUCERS CONSUMERS SLOTS"),
    };
    let start = std::time::Instant::now();
    let answers = check(&model.system, &[0, 1], &Settings::default(), &Unlimited);
    let seconds = start.elapsed().as_secs_f64();
    for answer in answers.expect("the system has initial states") {
        println!("{:?} {:?} {seconds:.2} s", answer.verdict, answer.statistics);
    }
}
