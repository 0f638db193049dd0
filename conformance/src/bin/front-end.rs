//! How long the front end takes for large models: prints a line of CSV for each shape and size.
//!
//! `cargo run --release -p fathom-conformance --bin front-end [transitions…]`

use conformance::large::SHAPES;
use conformance::models::load_right;
use std::time::Instant;

fn main() {
    let mut sizes: Vec<usize> = std::env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    if sizes.is_empty() {
        sizes = vec![1_000, 10_000, 40_000];
    }
    println!("shape,transitions,bytes,parse_seconds,format_seconds,load_seconds");
    for shape in SHAPES {
        for size in &sizes {
            let text = (shape.text)(*size);
            let parse = seconds(|| drop(language::parse(&text)));
            let format = seconds(|| drop(language::format(&text)));
            let mut transitions = 0;
            let load = seconds(|| transitions = load_right(&text).transitions.len());
            println!("{},{transitions},{},{parse:.3},{format:.3},{load:.3}", shape.name, text.len());
        }
    }
}

/// The shortest of three times.
fn seconds(mut work: impl FnMut()) -> f64 {
    let mut shortest = f64::INFINITY;
    for _ in 0..3 {
        let start = Instant::now();
        work();
        shortest = shortest.min(start.elapsed().as_secs_f64());
    }
    shortest
}
