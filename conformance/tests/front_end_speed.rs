//! Large models are read fast, and in time that grows in proportion. Only in release builds, or with
//! `FATHOM_SLOW=1`: the bounds are generous, but no test of an unoptimised build should ask for seconds.

use conformance::large::SHAPES;
use conformance::models::load_right;
use std::time::Instant;

fn is_measured() -> bool {
    !cfg!(debug_assertions) || std::env::var_os("FATHOM_SLOW").is_some()
}

/// The shortest of three times to load a text, in seconds.
fn seconds_to_load(text: &str) -> f64 {
    let time = |_| {
        let start = Instant::now();
        load_right(text);
        start.elapsed().as_secs_f64()
    };
    (0..3).map(time).fold(f64::INFINITY, f64::min)
}

#[test]
fn ten_thousand_transitions_load_within_a_second() {
    if !is_measured() {
        return;
    }
    let bound = if cfg!(debug_assertions) { 30.0 } else { 2.0 };
    for shape in SHAPES {
        let text = (shape.text)(10_000);
        let seconds = seconds_to_load(&text);
        println!("{}: {seconds:.3} s for {} bytes", shape.name, text.len());
        assert!(seconds < bound, "{} took {seconds:.3} s", shape.name);
    }
}

#[test]
fn every_shape_loads() {
    for shape in SHAPES {
        let system = load_right(&(shape.text)(120));
        assert!(
            system.transitions.len() >= 12,
            "{} has {} transitions",
            shape.name,
            system.transitions.len()
        );
    }
}

#[test]
fn four_times_the_model_takes_less_than_ten_times_as_long() {
    if !is_measured() {
        return;
    }
    for shape in SHAPES {
        let (small, large) = (seconds_to_load(&(shape.text)(2_500)), seconds_to_load(&(shape.text)(10_000)));
        println!("{}: {small:.4} s, then {large:.4} s", shape.name);
        assert!(large < 10.0 * small + 0.05, "{}: {small:.4} s, then {large:.4} s", shape.name);
    }
}
