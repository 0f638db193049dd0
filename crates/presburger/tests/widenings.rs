//! Widenings: above their arguments, with chains that end.

mod support;

use presburger::{Budget, Set};
use support::{Random, random_set};

fn unlimited() -> Budget {
    Budget::unlimited()
}

#[test]
fn widenings_lie_above_their_arguments_and_chains_end() {
    let mut random = Random::new(23);
    let budget = unlimited();
    for round in 0..40 {
        let dimensions = 1 + round % 2;
        let bound = 1 + round % 3;
        let mut current = random_set(&mut random, dimensions, Some(2), 2);
        let mut rounds = 0;
        let mut unchanged = 0;
        while unchanged < 5 {
            let next = random_set(&mut random, dimensions, Some(3 + rounds), 2);
            let widened = current.widened(&next, bound, &budget).unwrap();
            assert!(current.is_subset(&widened, &budget).unwrap(), "round {round}: {current} with {next}");
            assert!(next.is_subset(&widened, &budget).unwrap(), "round {round}: {current} with {next}");
            assert!(widened.disjuncts().len() <= bound.max(1));
            unchanged = if widened.is_subset(&current, &budget).unwrap() { unchanged + 1 } else { 0 };
            current = widened;
            rounds += 1;
            assert!(rounds < 200, "round {round}: the chain does not end at {current}");
        }
    }
}

#[test]
fn the_widening_guesses_the_direction_of_growth() {
    let budget = unlimited();
    let before = Set::parse("{ [x, y] : x >= 0 and 0 <= y <= 1 }").unwrap();
    let after = Set::parse("{ [x, y] : x >= 0 and 0 <= y <= 2 }").unwrap();
    let expected = Set::parse("{ [x, y] : x >= 0 and 0 <= y }").unwrap();
    assert!(before.widened(&after, 4, &budget).unwrap().is_equal(&expected, &budget).unwrap());
}
