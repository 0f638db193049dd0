//! Reductions against the graphs of markings of random nets: what must be preserved is, for each rule alone, each pair of rules,
//! and all of them; and runs are led back.
//!
//! `FATHOM_SEEDS=n` takes so many nets for each test, `FATHOM_SLOW=1` many more than usual.

mod equivalence;
mod graph;
mod lifting;
mod sample;

use budget::Budget;
use equivalence::{Comparison, Seen, compare_by_bisimulation, compare_traces};
use graph::{Graph, explore};
use lifting::check_lifting;
use nets::reduction::{Preserve, Reduced, Rule, reduce_by};
use nets::{Net, Place};
use sample::{Shape, sample};

const PLAIN: Shape = Shape { limits: false, transfers: false, any_number: false };

/// How many nets that a rule matches are enough for each shape and each class of properties.
const ENOUGH: usize = 25;

fn seeds(few: u64) -> std::ops::Range<u64> {
    if let Some(seeds) = std::env::var("FATHOM_SEEDS").ok().and_then(|text| text.parse().ok()) {
        return 0..seeds;
    }
    0..if is_slow() { few * 100 } else { few }
}

fn is_slow() -> bool {
    std::env::var_os("FATHOM_SLOW").is_some() || std::env::var_os("FATHOM_SEEDS").is_some()
}

/// Checks one reduction, and gives how much smaller the net is.
fn check(seed: u64, shape: Shape, preserve: Preserve, rules: &[Rule]) -> usize {
    let (net, visible) = sample(seed, shape);
    let reduced = reduce_by(&net, &visible, preserve, rules, &Budget::unlimited()).expect("no limit");
    let size = |net: &Net| net.places.len() + net.transitions.len();
    if reduced.net == net {
        return 0;
    }
    let spread = u64::from(shape.any_number);
    let (before, after) = (explore(&net, spread, 200), explore(&reduced.net, 2 * spread, 400));
    check_lifting(&net, &visible, &reduced, &after, preserve, seed);
    let holds = agree(&net, &visible, &reduced, (&before, &after), preserve, shape.any_number);
    assert!(
        holds,
        "seed {seed}, {preserve:?} by {rules:?}: not preserved, visible {visible:?}\n{net:#?}\n{:#?}",
        reduced.net
    );
    size(&net).abs_diff(size(&reduced.net))
}

/// Whether what is preserved is the same, as far as both were explored.
fn agree(
    net: &Net,
    visible: &[Place],
    reduced: &Reduced,
    (before, after): (&Graph, &Graph),
    preserve: Preserve,
    any_number: bool,
) -> bool {
    let shown: Vec<Place> = visible.iter().filter_map(|place| reduced.place(*place)).collect();
    let (left, right) = (Seen::new(net, before, visible), Seen::new(&reduced.net, after, &shown));
    if !after.whole {
        return true;
    }
    let how = if before.whole && !any_number { Comparison::Same } else { Comparison::Included };
    match preserve {
        Preserve::Reachability => how.holds(&left.reachable(), &right.reachable()),
        Preserve::Deadlocks => how.holds(&left.dead_ends(), &right.dead_ends()),
        Preserve::Stuttering => compare_traces(&left, &right, how),
        // A part of a graph is bisimilar to nothing.
        Preserve::Everything => !before.whole || compare_by_bisimulation(&left, &right, how),
    }
}

/// Checks the rule alone on plain and other nets; it must match often enough for the test to mean something.
fn check_rule(rule: Rule) {
    let shapes = [
        PLAIN,
        Shape { limits: true, ..PLAIN },
        Shape { limits: true, transfers: true, ..PLAIN },
        Shape { any_number: true, ..PLAIN },
    ];
    let mut matched = 0;
    for preserve in Preserve::ALL.into_iter().filter(|preserve| rule.preserves(*preserve)) {
        for (at, shape) in shapes.into_iter().enumerate() {
            // Nets that the rule does not match are passed over quickly.
            let sizes = seeds(800).map(|seed| check(seed * 4 + at as u64, shape, preserve, &[rule]));
            matched += sizes
                .filter(|smaller| *smaller > 0)
                .take(if is_slow() { usize::MAX } else { ENOUGH })
                .count();
        }
    }
    assert!(matched > 30, "{rule:?} matched {matched} times only");
}

macro_rules! rules {
    ($($name:ident: $rule:ident),* $(,)?) => {
        $(#[test] fn $name() { check_rule(Rule::$rule); })*

        #[test]
        fn every_rule_has_a_test() {
            assert_eq!(Rule::ALL.to_vec(), [$(Rule::$rule),*]);
        }
    };
}

rules! {
    dead_transitions: DeadTransitions,
    cone_of_influence: ConeOfInfluence,
    constant_places: ConstantPlaces,
    sink_places: SinkPlaces,
    redundant_transitions: RedundantTransitions,
    identity_transitions: IdentityTransitions,
    dominated_transitions: DominatedTransitions,
    source_transitions: SourceTransitions,
    implicit_places: ImplicitPlaces,
    post_agglomeration: PostAgglomeration,
    pre_agglomeration: PreAgglomeration,
    free_agglomeration: FreeAgglomeration,
    flow_implicit_places: FlowImplicitPlaces,
    unaffordable_transitions: UnaffordableTransitions,
    free_components: FreeComponents,
    equivalent_places: EquivalentPlaces,
}

#[test]
fn pairs_of_rules() {
    for (at, first) in Rule::ALL.into_iter().enumerate() {
        for second in Rule::ALL.into_iter().skip(at + 1) {
            for preserve in Preserve::ALL {
                if first.preserves(preserve) && second.preserves(preserve) {
                    for seed in seeds(3) {
                        check(seed + 1000 * at as u64, PLAIN, preserve, &[first, second]);
                    }
                }
            }
        }
    }
}

#[test]
fn all_rules_on_plain_nets() {
    for preserve in Preserve::ALL {
        seeds(200).for_each(|seed| _ = check(seed, PLAIN, preserve, &Rule::ALL));
    }
}

#[test]
fn all_rules_with_limits_and_transfers() {
    for preserve in Preserve::ALL {
        for seed in seeds(60) {
            check(seed, Shape { limits: true, ..PLAIN }, preserve, &Rule::ALL);
            check(seed, Shape { limits: true, transfers: true, ..PLAIN }, preserve, &Rule::ALL);
            check(seed, Shape { transfers: true, ..PLAIN }, preserve, &Rule::ALL);
        }
    }
}

#[test]
fn all_rules_from_any_number() {
    let shape = Shape { limits: true, transfers: true, any_number: true };
    for preserve in Preserve::ALL {
        seeds(60).for_each(|seed| _ = check(seed, shape, preserve, &Rule::ALL));
        seeds(60).for_each(|seed| _ = check(seed, Shape { any_number: true, ..PLAIN }, preserve, &Rule::ALL));
    }
}
