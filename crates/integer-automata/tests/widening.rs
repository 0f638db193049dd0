//! Widening: upper bounds of growing sets, in both encodings.

mod support;

use integer_automata::{Budget, Encoding, Formula, Linear, Numbers, Serial, Store};
use support::{BOTH, Random, random_formula, random_linear, track};

const TRACKS: usize = 2;
const MOST: usize = 60;

/// A random set without Booleans.
fn set(store: &mut Store, random: &mut Random) -> integer_automata::Automaton {
    let formula = random_formula(random, TRACKS, 2, false);
    store.formula(&formula, &Budget::unlimited()).unwrap()
}

#[test]
fn a_bound_contains_both_sets_and_chains_end() {
    let budget = Budget::unlimited();
    for (seed, numbers) in (0..80).flat_map(|seed| BOTH.map(|numbers| (seed, numbers))) {
        let (mut store, mut random) = (Store::new(numbers), Random::new(seed));
        let mut bound = set(&mut store, &mut random);
        for step in 0.. {
            assert!(step < 200, "a chain goes on, seed {seed}");
            // Points by which the next set is larger, further and further away.
            let place = Linear::term(1, track(0)).minus(&Linear::constant(3 * step + random.between(0, 3)));
            let more = random_linear(&mut random, TRACKS, 2, 4).equal_to(&Linear::constant(step));
            let more = Formula::all([place.equal_to(&Linear::constant(0)), more]);
            let more = store.formula(&more, &budget).unwrap();
            let later = store.union(&bound, &more, &budget).unwrap();
            let next = store.widen(&bound, &later, MOST, &budget).unwrap();
            assert!(store.is_subset(&later, &next, &budget).unwrap(), "seed {seed}, {numbers:?}");
            assert!(next == bound || next.states() <= MOST || next.is_universe());
            if step > 20 && next == bound || next.is_universe() {
                break;
            }
            bound = next;
        }
    }
}

#[test]
fn bounds_with_booleans_contain_both_sets() {
    let budget = Budget::unlimited();
    for (seed, numbers) in (0..150).flat_map(|seed| BOTH.map(|numbers| (seed, numbers))) {
        let (mut store, mut random) = (Store::new(numbers), Random::new(seed));
        let [earlier, more] = [0, 1].map(|_| random_formula(&mut random, TRACKS, 2, true));
        let earlier = store.formula(&earlier, &budget).unwrap();
        let more = store.formula(&more, &budget).unwrap();
        let later = store.union(&earlier, &more, &budget).unwrap();
        let bound = store.widen(&earlier, &later, 500, &budget).unwrap();
        assert!(store.is_subset(&later, &bound, &budget).unwrap(), "seed {seed}, {numbers:?}");
        // The set does not depend on the length of words, so negating it twice changes nothing.
        let not = store.complement(&bound, &budget).unwrap();
        assert!(store.intersection(&not, &bound, &budget).unwrap().is_empty());
    }
}

#[test]
fn a_counter_is_widened_to_all_its_values() {
    let budget = Budget::unlimited();
    for (numbers, stride) in BOTH.into_iter().flat_map(|numbers| [1, 2, 3].map(|stride| (numbers, stride))) {
        let mut store = Store::new(numbers);
        let (x, y) = (Linear::term(1, track(0)), Linear::term(1, track(1)));
        let start = x.equal_to(&Linear::constant(0));
        let start = Formula::all([start, y.equal_to(&Linear::constant(5))]);
        let mut bound = store.formula(&start, &budget).unwrap();
        let guard = store.universe();
        let next = x.plus(&Linear::constant(stride));
        for round in 0.. {
            assert!(round < 30);
            let image =
                Encoding::post_image(&mut store, &guard, &[(track(0), next.clone())], &bound, &budget);
            let later = store.union(&bound, &image.unwrap(), &budget).unwrap();
            let wider = match round {
                // A few exact iterates show the pattern.
                0..6 => later,
                _ => store.widen(&bound, &later, 200, &budget).unwrap(),
            };
            if wider == bound {
                break;
            }
            bound = wider;
        }
        // What does not change is not lost.
        let five = store.formula(&y.equal_to(&Linear::constant(5)), &budget).unwrap();
        assert!(store.is_subset(&bound, &five, &budget).unwrap(), "{numbers:?}, stride {stride}");
    }
}

#[test]
fn the_serial_encoding_widens_alike() {
    let budget = Budget::unlimited();
    for (seed, numbers) in (0..60).flat_map(|seed| BOTH.map(|numbers| (seed, numbers))) {
        let tracks = (0..TRACKS).map(track).collect();
        let (mut store, mut serial) = (Store::new(numbers), Serial::new(numbers, tracks));
        let mut pairs = Vec::new();
        for number in 0..2 {
            let linear = random_linear(&mut Random::new(2 * seed + number), TRACKS, 3, 9);
            let comparison = support::COMPARISONS[(seed % 6) as usize];
            let parallel = store.constraint(&linear, comparison, &budget).unwrap();
            pairs.push((parallel, serial.constraint(&linear, comparison, &budget).unwrap()));
        }
        let later = store.union(&pairs[0].0, &pairs[1].0, &budget).unwrap();
        let serial_later = serial.union(&pairs[0].1, &pairs[1].1, &budget).unwrap();
        assert!(serial.widen(&serial_later, &serial_later, MOST, &budget).unwrap() == serial_later);
        let bound = store.widen(&pairs[0].0, &later, MOST, &budget).unwrap();
        let serial_bound = serial.widen(&pairs[0].1, &serial_later, MOST, &budget).unwrap();
        let least = if numbers == Numbers::Naturals { 0 } else { -20 };
        for (x, y) in (least..20).flat_map(|x| (least..20).map(move |y| (x, y))) {
            let value = |known| if known == track(0) { x } else { y };
            let expected = store.contains(&bound, value, |_| false);
            assert_eq!(serial.contains(&serial_bound, &value), expected, "seed {seed} at {x}, {y}");
        }
    }
}
