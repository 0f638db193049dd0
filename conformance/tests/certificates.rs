//! Every verdict on random models and on all models of the project has a certificate that is accepted, or a reason why there is none.
//!
//! `FATHOM_SLOW=1` runs many more models; `FATHOM_SEEDS=100..200` runs those with these seeds.

use conformance::{
    Certified, Tree, certify_model, certify_system, generate, is_slow, models, seeds, temporal,
};
use engines::{
    Availability, Choice, Direction, Layout, Options, Partition, Sets, SymbolicOptions, Use, find,
};
use std::time::Duration;

/// The time for the answers, for each certificate and for each check.
const LIMIT: Duration = Duration::from_secs(5);

#[test]
fn random_models_that_use_the_whole_language() {
    let tally = run("the whole language", generate, seeds(0, few(), 5_000));
    assert!(one() || tally.share().0 > 20, "many verdicts are certified: {tally:#?}");
}

#[test]
fn random_models_with_temporal_properties_and_fairness() {
    let tally = run("temporal properties", temporal::temporal_model, seeds(0, few(), 5_000));
    assert!(one() || tally.share().0 > 20, "many verdicts are certified: {tally:#?}");
}

#[test]
fn random_models_with_unbounded_integers() {
    run("unbounded integers", temporal::integer_model, seeds(0, few() / 5, 2_000));
}

/// Fewer where nothing is optimised.
fn few() -> u64 {
    if cfg!(debug_assertions) { 10 } else { 100 }
}

fn one() -> bool {
    std::env::var_os("FATHOM_SEEDS").is_some()
}

fn run(what: &str, model: fn(u64) -> Tree, seeds: std::ops::Range<u64>) -> Certified {
    let mut sum = Certified::default();
    for seed in seeds {
        let text = model(seed).print();
        if let Ok(mut tally) = certify_model(&text, LIMIT) {
            tally.refused.iter_mut().for_each(|one| *one = format!("seed {seed}: {one}"));
            sum.add(tally);
        }
        if sum.refused.len() > 5 {
            break;
        }
    }
    report(what, &sum);
    sum
}

fn report(what: &str, sum: &Certified) {
    let (accepted, all) = sum.share();
    println!("{what}: {accepted} of {all} accepted {sum:#?}");
    assert!(sum.refused.is_empty(), "{} certificates are refused: {:#?}", sum.refused.len(), sum.refused);
}

/// All models are certified where slow tests are wanted, otherwise one of so many.
fn distance() -> usize {
    match (is_slow(), cfg!(debug_assertions)) {
        (true, _) => 1,
        (false, false) => 2,
        (false, true) => 25,
    }
}

#[test]
fn models_of_the_project() {
    let mut sum = Certified::default();
    for folder in ["examples", "tests/models"] {
        for path in models::files_below(folder, ".fathom").into_iter().step_by(distance()) {
            let Ok(mut tally) = certify_model(&models::read(&path), LIMIT) else { continue };
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            tally.refused.iter_mut().for_each(|one| *one = format!("{name}: {one}"));
            for (reason, count) in tally.without.iter().chain(&tally.undecided) {
                println!("{name}: {count} times {reason}");
            }
            sum.add(tally);
        }
    }
    report("models of the project", &sum);
    let (accepted, all) = sum.share();
    assert!(accepted * 100 >= all * 95, "at least 95 of 100 are certified");
}

/// Models of each class: finite with symmetry and fairness, unbounded, and with references.
const MODELS: [&str; 4] = [
    "examples/mutual-exclusion/ticket.fathom",
    "examples/mutual-exclusion/peterson.fathom",
    "examples/liveness/lossy_link.fathom",
    "examples/caches/mesi.fathom",
];

/// Ways to ask the symbolic engine.
fn symbolic_options() -> Vec<SymbolicOptions> {
    let open = SymbolicOptions::default();
    let sets = [Sets::Polyhedra, Sets::Automata, Sets::AutomataSerial].map(Some);
    let mut all: Vec<SymbolicOptions> = sets.map(|sets| SymbolicOptions { sets, ..open }).to_vec();
    all.push(SymbolicOptions { sets: Some(Sets::Automata), layout: Some(Layout::Unified), ..open });
    for partition in [Partition::None, Partition::Control, Partition::EventDomain] {
        all.push(SymbolicOptions { sets: Some(Sets::Polyhedra), partition: Some(partition), ..open });
    }
    for direction in [Direction::Backward, Direction::Forward] {
        let direction = Some(direction);
        all.push(SymbolicOptions { direction, approximate: Some(false), ..open });
        all.push(SymbolicOptions { direction, approximate: Some(true), ..open });
    }
    all.push(SymbolicOptions { accelerate: true, ..open });
    all.push(SymbolicOptions { restrict_reachable: true, dnf: true, ..open });
    all
}

#[test]
fn every_engine_strategy_representation_and_reduction() {
    let mut sum = Certified::default();
    let mut certify = |system: &system::System, engine: &str, options: Options| {
        let Availability::Here(engine) = find(engine) else { unreachable!("the engine is here") };
        let limit = Duration::from_secs(2);
        if let Ok(mut tally) = certify_system(system, Choice::Only(engine), &options, limit) {
            tally.refused.iter_mut().for_each(|one| *one = format!("{:?}, {options:?}: {one}", system.name));
            sum.add(tally);
        }
    };
    for path in MODELS {
        let system = models::load_right(&models::read(&models::root().join(path)));
        for symbolic in symbolic_options().into_iter().step_by(if is_slow() { 1 } else { 4 }) {
            certify(&system, "symbolic", Options { symbolic, ..Options::default() });
        }
        for (partial_order, symmetry, inactive) in [
            (Use::Always, Use::Never, Use::Never),
            (Use::Never, Use::Always, Use::Always),
            (Use::Always, Use::Always, Use::Always),
        ] {
            certify(&system, "explicit", Options { partial_order, symmetry, inactive, ..Options::default() });
        }
    }
    report("ways of checking", &sum);
    assert!(sum.share().0 > 40, "many verdicts are certified: {sum:#?}");
}

/// Models whose certificates were refused once: steps to states that oblige were left in an argument, once in classes of states and once in
/// classes of steps; a bound of the reachable states had larger values than the largest.
#[test]
fn models_that_were_refused_once() {
    run("a model that was refused", generate, 1716..1717);
    for seed in [1064, 1120, 30_074] {
        run("a model that was refused", temporal::temporal_model, seed..seed + 1);
    }
}
