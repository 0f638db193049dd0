//! The figures of the paper, and the bounds that it proves.

mod support;

use integer_automata::{Budget, Comparison, Formula, Linear, Listing, Numbers, Store};
use support::{COMPARISONS, Random, random_linear, track};

/// x + 2y, the sum of figures 1, 5 and 7.
fn example() -> Linear {
    Linear::term(1, track(0)).plus(&Linear::term(2, track(1)))
}

/// Where a word leads in a listing, and whether it is accepted there; letters are like "01".
fn run(listing: &Listing, word: &[&str]) -> (usize, bool) {
    let mut state = listing.starts[0].1;
    for letter in word {
        let matches = |pattern: &str| pattern.bytes().zip(letter.bytes()).all(|(p, b)| p == b'*' || p == b);
        state =
            listing.states[state].1.iter().find(|next| matches(&next.0)).expect("a letter has a successor").1;
    }
    (state, listing.states[state].0)
}

#[test]
fn figure_1_the_carries_of_a_sum() {
    // The machine of x + 2y has the carries 0, 1 and 2, and letter (x, y) leads from k to the floor of (k + x + 2y)/2. Its
    // outputs are those of the equation with a third track z: the machine allows a letter where z is the output.
    let (mut store, budget) = (Store::new(Numbers::Naturals), Budget::unlimited());
    let output = example().minus(&Linear::term(1, track(2)));
    let set = store.constraint(&output, Comparison::Equal, &budget).unwrap();
    let listing = store.listing(&set);
    assert_eq!(listing.states.len(), 4); // three carries and the sink
    let mut carries = vec![None; 4];
    carries[listing.starts[0].1] = Some(0);
    for _ in 0..3 {
        for (state, carry) in carries.clone().into_iter().enumerate() {
            let Some(carry) = carry else { continue };
            for bits in 0..4 {
                let (x, y) = (bits & 1, bits >> 1);
                let sum: usize = carry + x + 2 * y;
                let letter = format!("{x}{y}{}", sum % 2);
                let matches =
                    |pattern: &str| pattern.bytes().zip(letter.bytes()).all(|(p, b)| p == b'*' || p == b);
                let next = listing.states[state].1.iter().find(|next| matches(&next.0)).unwrap().1;
                assert!(carries[next].is_none_or(|known| known == sum / 2), "{letter} from carry {carry}");
                carries[next] = Some(sum / 2);
            }
        }
    }
    let mut known: Vec<usize> = carries.into_iter().flatten().collect();
    known.sort_unstable();
    assert_eq!(known, [0, 1, 2]);
}

#[test]
fn figure_5_an_equation_over_all_integers() {
    let (mut store, budget) = (Store::new(Numbers::Integers), Budget::unlimited());
    let set = store.constraint(&example(), Comparison::Equal, &budget).unwrap();
    // The carry 0 is entered only by a loop, so it has one clone; 1 and 2 have two; and there is the sink.
    let listing = store.listing(&set);
    assert_eq!((set.states(), listing.states.len()), (6, 6));
    assert_eq!(listing.states.iter().filter(|state| state.0).count(), 3);
    // Transitions as printed: (0,a) -01-> (1,r) -10-> (1,a), (1,r) -11-> (2,r) -01-> (2,a), (2,r) -00-> (1,r).
    let start = run(&listing, &[]);
    assert!(start.1);
    assert_eq!(run(&listing, &["00"]), start);
    let carry_1 = run(&listing, &["01"]);
    assert!(!carry_1.1);
    assert!(run(&listing, &["01", "10"]).1);
    assert_eq!(run(&listing, &["01", "11", "00"]), carry_1);
    assert!(run(&listing, &["01", "11", "01"]).1);
    let sink = run(&listing, &["10"]);
    assert_eq!(run(&listing, &["01", "00"]), sink);
    assert_eq!(run(&listing, &["10", "11"]), sink);
}

#[test]
fn figure_7_an_inequation_over_all_integers() {
    let (mut store, budget) = (Store::new(Numbers::Integers), Budget::unlimited());
    let set = store.constraint(&example(), Comparison::Less, &budget).unwrap();
    // Clones of the carries 0, 1 and 2; all of them are there but a rejecting one of carry 2 or an accepting one where
    // no sum is negative: the letters of the signs decide, x + 2y < 0 with carry k if x + 2y > k for the sign bits.
    let listing = store.listing(&set);
    let mut clones = std::collections::BTreeSet::new();
    let mut waiting = vec![(0usize, false)];
    while let Some((carry, _)) = waiting.pop() {
        for bits in 0..4 {
            let sum = (bits & 1) + 2 * (bits >> 1);
            let next = ((carry + sum) / 2, sum > carry);
            if clones.insert(next) {
                waiting.push(next);
            }
        }
    }
    assert_eq!(set.states(), clones.len());
    assert_eq!(listing.states.len(), clones.len());
    assert!(set.states() <= 6);
    for (word, expected) in [
        (vec!["10"], true),
        (vec!["00"], false),
        (vec!["01"], true),
        (vec!["01", "00"], false),
        (vec!["01", "10"], false),
        (vec!["11", "10"], false),
        (vec!["01", "11", "00"], false),
        (vec!["11", "11", "01", "11"], true),
    ] {
        let number = |track: usize| {
            let bit = |letter: &str| i64::from(letter.as_bytes()[track] == b'1');
            let places = word.iter().enumerate();
            let value: i64 = places.map(|(place, letter)| bit(letter) << place).sum();
            value - (bit(word[word.len() - 1]) << word.len())
        };
        assert_eq!(number(0) + 2 * number(1) < 0, expected, "{word:?}");
        assert_eq!(run(&listing, &word).1, expected, "{word:?}");
    }
}

/// The paper's S: the spread of carries.
fn spread(linear: &Linear) -> i128 {
    let positive: i128 = linear.terms().iter().map(|term| term.1.max(0)).sum();
    let negative: i128 = linear.terms().iter().map(|term| term.1.min(0)).sum();
    let start = linear.constant_term();
    negative.min(start).abs() + positive.max(start).abs()
}

fn coefficients(linear: &Linear) -> i128 {
    linear.terms().iter().map(|term| term.1.abs()).sum()
}

#[test]
fn sizes_stay_within_the_bounds_of_the_paper() {
    let budget = Budget::unlimited();
    let mut random = Random::new(21);
    for (numbers, clones) in [(Numbers::Naturals, 1), (Numbers::Integers, 2)] {
        let mut store = Store::new(numbers);
        for _ in 0..1500 {
            let tracks = random.between(1, 4) as usize;
            let (size, constant) = (random.between(1, 12), random.between(0, 2000));
            let linear = random_linear(&mut random, tracks, size, constant);
            if linear.terms().is_empty() {
                continue;
            }
            let comparison = COMPARISONS[random.between(0, 5) as usize];
            let set = store.constraint(&linear, comparison, &budget).unwrap();
            // The first carry: "<= c" and "> c" are "< c + 1" and its negation.
            let equation = matches!(comparison, Comparison::Equal | Comparison::NotEqual);
            let strict = matches!(comparison, Comparison::AtMost | Comparison::Greater);
            let from = if strict { linear.minus(&Linear::constant(1)) } else { linear.clone() };
            // The paper counts the carries up to the sum of positive coefficients and leaves that one out. It is reached if
            // the first carry is as large, as in x - y - z + 1 >= 0, whose four carries -2 to 1 are all different.
            let positive: i128 = linear.terms().iter().map(|term| term.1.max(0)).sum();
            let first = i128::from(from.constant_term() >= positive);
            let bound = clones * (spread(&from) + first) + i128::from(equation);
            assert!(set.states() as i128 <= bound, "{linear} {comparison:?}: {} > {bound}", set.states());
            // The bound by layers, with one layer for each bit of the constant and one for the rest.
            let bits = 128 - linear.constant_term().unsigned_abs().leading_zeros() as i128;
            let layers = clones * (bits + 2) * (coefficients(&linear) + 1) + 2;
            assert!(set.states() as i128 <= layers, "{linear} {comparison:?}: {} > {layers}", set.states());
        }
    }
}

#[test]
fn divisibility_needs_less_than_the_product_with_carries() {
    let budget = Budget::unlimited();
    let mut random = Random::new(22);
    for (numbers, clones) in [(Numbers::Naturals, 1), (Numbers::Integers, 2)] {
        let mut store = Store::new(numbers);
        for _ in 0..500 {
            let tracks = random.between(1, 3) as usize;
            let linear = random_linear(&mut random, tracks, 9, 20);
            let divisor = random.between(1, 60);
            let set = store.formula(&Formula::divides(divisor, linear.clone()), &budget).unwrap();
            let bound = clones * (i128::from(divisor) + 1).max(2);
            assert!(set.states() as i128 <= bound, "{divisor} | {linear}: {}", set.states());
            let product = clones * spread(&linear).max(1) * i128::from(divisor) + 1;
            assert!(set.states() as i128 <= product.max(3), "{divisor} | {linear}: {}", set.states());
        }
    }
}

#[test]
fn large_constants_need_a_logarithm_of_states() {
    let budget = Budget::unlimited();
    for numbers in [Numbers::Naturals, Numbers::Integers] {
        let mut store = Store::new(numbers);
        for constant in [1_000i64, 1_000_000, 1_000_000_007, (1 << 59) - 1] {
            let linear = Linear::term(3, track(0))
                .plus(&Linear::term(-5, track(1)))
                .plus(&Linear::constant(-constant));
            for comparison in COMPARISONS {
                let set = store.constraint(&linear, comparison, &budget).unwrap();
                let bits = 64 - constant.leading_zeros() as usize;
                assert!(set.states() <= 2 * (bits + 1) * 9, "{constant}: {}", set.states());
            }
        }
        let hundreds =
            Linear::term(100, track(0)).plus(&Linear::term(-99, track(1))).plus(&Linear::term(97, track(2)));
        let set = store
            .constraint(&hundreds.plus(&Linear::constant(-1_000_000)), Comparison::Equal, &budget)
            .unwrap();
        assert!(set.states() <= 2 * 22 * 297, "{}", set.states());
    }
}

#[test]
fn repeated_constraints_cost_nothing() {
    // Section 2.6: a constraint that occurs again, or negated, or multiplied, has the carries that are there already.
    let (mut store, budget) = (Store::new(Numbers::Integers), Budget::unlimited());
    let one = example().plus(&Linear::constant(-7));
    let single = store.constraint(&one, Comparison::Less, &budget).unwrap();
    let again = Formula::all([
        one.compared(Comparison::Less),
        one.times(3).compared(Comparison::Less),
        one.times(-2).compared(Comparison::Greater),
        one.compared(Comparison::AtLeast).not(),
    ]);
    assert_eq!(store.formula(&again, &budget).unwrap(), single);
}

#[test]
fn boolean_tracks_sit_above_the_integers() {
    // Section 4.3: the states of the integers are there once, whatever the Boolean part.
    let (mut store, budget) = (Store::new(Numbers::Integers), Budget::unlimited());
    let flag = |number| Formula::Boolean(integer_automata::BooleanTrack::new(number));
    let integers = store.constraint(&example(), Comparison::Less, &budget).unwrap();
    let many = Formula::any((0..10).map(|n| Formula::all([flag(2 * n), flag(2 * n + 1)])));
    let both = store.formula(&Formula::all([many, example().compared(Comparison::Less)]), &budget).unwrap();
    assert_eq!(both.states(), integers.states() + 1); // one more that rejects
    assert_eq!(both.nodes(), integers.nodes() + 20);
}
