//! The models of `bench/explicit` have the numbers of states that formulas say; small sizes, so that a change
//! of the models or of the search is noticed without running the benchmark.

use explicit::{Settings, check};
use language::{Overrides, load};
use system::{ConstantValue, System, Unlimited, Verdict};

fn model(text: &str, constants: &[(&str, i128)]) -> System {
    let constants = constants.iter().map(|(name, value)| ((*name).to_owned(), ConstantValue::Int(*value)));
    let overrides = Overrides { constants: constants.collect(), ..Overrides::default() };
    let loaded = load(text, &overrides);
    loaded.system.unwrap_or_else(|| panic!("{:?} {:?}", loaded.diagnostics, loaded.problems))
}

#[track_caller]
fn assert_counts(system: &System, states: u128, transitions: u128) {
    let all: Vec<usize> = (0..system.properties.len()).collect();
    for answer in check(system, &all, &Settings::default(), &Unlimited).unwrap() {
        assert_eq!(*answer.verdict(), Verdict::Holds);
        assert_eq!(answer.statistics[..2], [("states", states.into()), ("transitions", transitions.into())]);
    }
}

#[test]
fn philosophers() {
    let text = include_str!("../../../bench/explicit/philosophers.fathom");
    assert_counts(&model(text, &[("N", 6)]), 198, 768);
    assert_counts(&model(text, &[("N", 12)]), 39_202, 304_104);
}

#[test]
fn ring() {
    let text = include_str!("../../../bench/explicit/ring.fathom");
    assert_counts(&model(text, &[("N", 4)]), 432, 1_404);
    assert_counts(&model(text, &[("N", 8)]), 69_984, 414_072);
}

#[test]
fn buffer() {
    let text = include_str!("../../../bench/explicit/buffer.fathom");
    let sizes = [("PRODUCERS", 2), ("CONSUMERS", 2), ("SLOTS", 4)];
    assert_counts(&model(text, &sizes), 31 * 81, 9_936);
}
