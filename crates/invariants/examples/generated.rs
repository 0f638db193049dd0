//! What is generated for some models, and how long it takes: `cargo run --release -p fathom-invariants --example generated -- FILE…`

use std::time::Instant;
use system::{Progress, Stop, Watch};

/// Prints what is noted, with the time.
struct Notes(Option<Instant>);

impl Watch for Notes {
    fn check(&self, _: &Progress) -> Result<(), Stop> {
        Ok(())
    }

    fn may_allocate(&self, _: &Progress, _: u64) -> Result<(), Stop> {
        Ok(())
    }

    fn note(&self, note: &dyn std::fmt::Display) {
        if let Some(start) = self.0 {
            println!("  {:.3} s: {note}", start.elapsed().as_secs_f64());
        }
    }
}

fn main() {
    let mut files: Vec<String> = std::env::args().skip(1).collect();
    let is_short = files.first().is_some_and(|first| first == "--short");
    let is_noted = files.first().is_some_and(|first| first == "--notes");
    if is_short || is_noted {
        files.remove(0);
    }
    for file in files {
        let text = std::fs::read_to_string(&file).expect("the file can be read");
        let Some(system) = language::load(&text, &language::Overrides::default()).system else {
            println!("{file}: does not load");
            continue;
        };
        let start = Instant::now();
        let watch = Notes(is_noted.then_some(start));
        let generation = invariants::generate(&system, &watch);
        let time = start.elapsed().as_secs_f64();
        let count = generation.invariants.len();
        println!("{file}: {count} in {time:.3} s {}", generation.unfinished.as_deref().unwrap_or(""));
        if is_short || is_noted {
            continue;
        }
        for one in invariants::describe(&system, &generation.invariants) {
            let names: Vec<&str> = one.indices.iter().map(|index| index.name.as_str()).collect();
            println!("  {:?} {}: {}   ({})", names, one.at.join(", "), one.formula, one.rule);
        }
    }
}
