//! Every run of a reduced net is led back to a run of the original that shows the same.

use crate::graph::Graph;
use budget::Budget;
use nets::reduction::{Lasso, Preserve, Reduced};
use nets::{Marking, Net, Place, Run};
use random_numbers::Xorshift;

/// Checks runs, dead ends and lassos of the reduced net.
pub fn check_lifting(
    net: &Net,
    visible: &[Place],
    reduced: &Reduced,
    graph: &Graph,
    preserve: Preserve,
    seed: u64,
) {
    let random = &mut Xorshift::scattered(seed);
    let shown: Vec<Place> =
        visible.iter().map(|place| reduced.place(*place).expect("visible places stay")).collect();
    for _ in 0..4 {
        if let Some(start) = pick(random, graph.starts.len()).map(|at| graph.starts[at]) {
            check_run(net, visible, reduced, &shown, &walk(random, graph, start));
        }
    }
    if preserve == Preserve::Reachability {
        return;
    }
    let dead = (0..graph.markings.len()).filter(|number| graph.is_dead(&reduced.net, *number));
    for number in dead.take(10) {
        check_dead_end(net, visible, reduced, &shown, &graph.path(number));
    }
    if preserve != Preserve::Deadlocks {
        for _ in 0..4 {
            if let Some(lasso) = lasso(random, graph) {
                check_lasso(net, visible, reduced, &lasso);
            }
        }
    }
}

fn pick(random: &mut Xorshift, count: usize) -> Option<usize> {
    (count > 0).then(|| random.below(count as u64) as usize)
}

fn walk(random: &mut Xorshift, graph: &Graph, start: usize) -> Run {
    let mut run = Run { start: graph.markings[start].clone(), fired: Vec::new() };
    let mut at = start;
    for _ in 0..random.below(12) {
        let Some(step) = pick(random, graph.steps[at].len()) else { break };
        let (transition, next) = graph.steps[at][step];
        run.fired.push(transition);
        at = next;
    }
    run
}

/// A random walk until a marking comes again.
fn lasso(random: &mut Xorshift, graph: &Graph) -> Option<Lasso> {
    let start = graph.starts[pick(random, graph.starts.len())?];
    let (mut path, mut fired, mut at) = (vec![start], Vec::new(), start);
    for _ in 0..60 {
        let (transition, next) = graph.steps[at][pick(random, graph.steps[at].len())?];
        fired.push(transition);
        if let Some(first) = path.iter().position(|number| *number == next) {
            let cycle = fired.split_off(first);
            return Some(Lasso { stem: Run { start: graph.markings[start].clone(), fired }, cycle });
        }
        path.push(next);
        at = next;
    }
    None
}

/// What is seen along the markings, without stuttering.
fn views(markings: &[Marking], visible: &[Place]) -> Vec<Vec<u64>> {
    let mut views: Vec<Vec<u64>> =
        markings.iter().map(|marking| visible.iter().map(|place| marking[*place]).collect()).collect();
    views.dedup();
    views
}

fn markings(net: &Net, run: &Run) -> Vec<Marking> {
    net.walk(run).expect("small numbers").unwrap_or_else(|| panic!("no run of the net: {run:?}\n{net:?}"))
}

fn check_run(net: &Net, visible: &[Place], reduced: &Reduced, shown: &[Place], run: &Run) {
    let lifted = reduced.lift(run, &Budget::unlimited()).expect("no limit").expect("a run");
    let (before, after) = (markings(net, &lifted), markings(&reduced.net, run));
    assert_eq!(views(&before, visible), views(&after, shown), "{run:?} of {:?} from {net:?}", reduced.net);
    let (last, meant) = (&before[before.len() - 1], &after[after.len() - 1]);
    for (places, tokens) in reduced.places.iter().zip(meant) {
        assert_eq!(
            places.iter().map(|place| last[*place]).sum::<u64>(),
            *tokens,
            "places keep their meaning"
        );
    }
}

fn check_dead_end(net: &Net, visible: &[Place], reduced: &Reduced, shown: &[Place], run: &Run) {
    let lifted = reduced.lift_dead_end(run, &Budget::unlimited()).expect("no limit").expect("a run");
    let (before, after) = (markings(net, &lifted), markings(&reduced.net, run));
    assert_eq!(views(&before, visible), views(&after, shown));
    let last = &before[before.len() - 1];
    let enabled: Vec<usize> =
        (0..net.transitions.len()).filter(|number| net.is_enabled(last, *number)).collect();
    assert!(
        enabled.is_empty(),
        "{enabled:?} can fire after {lifted:?}, from {run:?} of {:?}, {net:?}",
        reduced.net
    );
}

fn check_lasso(net: &Net, visible: &[Place], reduced: &Reduced, lasso: &Lasso) {
    let lifted = reduced.lift_lasso(lasso, &Budget::unlimited()).expect("no limit").expect("a lasso");
    assert!(!lifted.cycle.is_empty(), "a cycle takes steps");
    let times = |cycle: &[usize], stem: &Run, times: usize| Run {
        start: stem.start.clone(),
        fired: [stem.fired.clone(), cycle.repeat(times)].concat(),
    };
    let shown: Vec<Place> = visible.iter().filter_map(|place| reduced.place(*place)).collect();
    // The way to the cycle may be longer, and the cycle go round several times: what is seen forever is the same.
    let seen_before =
        |rounds: usize| views(&markings(net, &times(&lifted.cycle, &lifted.stem, rounds)), visible);
    let seen_after =
        |rounds: usize| views(&markings(&reduced.net, &times(&lasso.cycle, &lasso.stem, rounds)), &shown);
    let (short, long) = (seen_before(3), seen_after(30));
    assert!(
        long.starts_with(&short) || short.starts_with(&long),
        "{lasso:?} of {:?} from {net:?}",
        reduced.net
    );
    assert_eq!(seen_before(4).len() > short.len(), seen_after(31).len() > long.len(), "both go on, or none");
}
