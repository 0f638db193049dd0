//! The suite of Bartzis and Bultan: every instance holds in every representation, bounded twins agree with the explicit
//! engine, and the seeded bugs of its families are found in every representation.
//!
//! *Efficient Symbolic Representations for Arithmetic Constraints in Verification*, IJFCS 2003; the models are those of
//! `bench/bartzis-bultan`. `FATHOM_SLOW=1` takes the sizes of the paper; otherwise the smallest ones are taken.

use conformance::models::{load_right, read, root};
use engines::{
    Availability, Choice, Engine, Event, Layout, Options, Sets, SymbolicOptions, Use, find, plan, run,
};
use std::sync::atomic::{AtomicU64, Ordering};
use symbolic::Direction;
use system::{Progress, Stop, System, Verdict, Watch};

/// The representations V1 to V5.
const VERSIONS: [(Sets, Layout); 5] = [
    (Sets::Automata, Layout::Composite),
    (Sets::Polyhedra, Layout::Composite),
    (Sets::AutomataSerial, Layout::Composite),
    (Sets::Automata, Layout::Unified),
    (Sets::AutomataSerial, Layout::Unified),
];

/// Polyhedra beside decision diagrams, which settle all instances.
const POLYHEDRA: (Sets, Layout) = (Sets::Polyhedra, Layout::Composite);

/// A model, its sizes, and the properties of the paper with the fixpoints that are computed for each.
struct Family {
    model: &'static str,
    sizes: &'static [u32],
    /// The options of the twin that the explicit engine can search.
    twin: &'static str,
    properties: &'static [(&'static str, Fixpoints)],
}

#[derive(Clone, Copy)]
enum Fixpoints {
    Forward,
    Backward,
    Restricted,
}

const FAMILIES: &[Family] = &[
    Family {
        model: "bench/bartzis-bultan/models/barber.fathom",
        sizes: &[2, 3, 4],
        twin: "--set N=2",
        properties: &[
            ("one_seated", Fixpoints::Backward),
            ("busy", Fixpoints::Backward),
            ("attended", Fixpoints::Backward),
        ],
    },
    Family {
        model: "bench/bartzis-bultan/models/barber_any.fathom",
        sizes: &[0],
        twin: "--size Customer=2",
        properties: &[
            ("one_seated", Fixpoints::Forward),
            ("busy", Fixpoints::Forward),
            ("attended", Fixpoints::Forward),
        ],
    },
    Family {
        model: "examples/mutual-exclusion/bakery_many.fathom",
        sizes: &[2, 3, 4],
        twin: "--set N=2",
        properties: &[("mutex", Fixpoints::Backward), ("live", Fixpoints::Backward)],
    },
    Family {
        model: "examples/mutual-exclusion/ticket.fathom",
        sizes: &[2, 3, 4],
        twin: "--set N=2",
        properties: &[("mutex", Fixpoints::Forward), ("live", Fixpoints::Restricted)],
    },
    Family {
        model: "bench/bartzis-bultan/models/coherence.fathom",
        sizes: &[0],
        twin: "--size Client=2",
        properties: &[
            ("coherent", Fixpoints::Backward),
            ("shared_served", Fixpoints::Backward),
            ("exclusive_served", Fixpoints::Backward),
        ],
    },
    Family {
        model: "bench/bartzis-bultan/models/readers_writers.fathom",
        sizes: &[4, 16, 64],
        twin: "--set N=4",
        properties: &[("exclusive", Fixpoints::Backward)],
    },
    Family {
        model: "bench/bartzis-bultan/models/airport.fathom",
        sizes: &[2, 4, 8, 16],
        twin: "--set N=2",
        properties: &[("runways", Fixpoints::Backward)],
    },
];

/// The instances of the paper's tables.
const INSTANCES: usize = 34;

/// The seeded bugs, one for each family, and the property that shows each.
const BROKEN: &[(&str, &str)] = &[
    ("examples/broken/sleeping_barber_hasty.fathom", "one_seated"),
    ("examples/broken/bakery_torn_draw.fathom", "mutex"),
    ("examples/broken/ticket_torn_draw.fathom", "mutex"),
    ("examples/broken/client_server_forgetful.fathom", "coherent"),
    ("examples/broken/readers_writers_rash.fathom", "exclusive"),
    ("examples/broken/airport_wrong_runway.fathom", "runways"),
];

/// The system of a model of this size; zero is no size.
fn system(path: &str, size: u32) -> System {
    let text = read(&root().join(path));
    match size {
        0 => load_right(&text),
        _ => load_right(&format!("// with --set N={size}\n{text}")),
    }
}

fn wishes((sets, layout): (Sets, Layout), fixpoints: Fixpoints) -> Options {
    let symbolic = SymbolicOptions {
        sets: Some(sets),
        layout: Some(layout),
        direction: Some(match fixpoints {
            Fixpoints::Forward => Direction::Forward,
            Fixpoints::Backward | Fixpoints::Restricted => Direction::Backward,
        }),
        approximate: Some(false),
        restrict_reachable: matches!(fixpoints, Fixpoints::Restricted),
        ..SymbolicOptions::default()
    };
    Options { symbolic, ..Options::default() }
}

fn engine(name: &str) -> &'static dyn Engine {
    match find(name) {
        Availability::Here(engine) => engine,
        _ => panic!("there is no engine {name}"),
    }
}

/// Ends after so many questions, so that a representation that does not settle a model in time costs no more.
struct Patience(AtomicU64);

impl Watch for Patience {
    fn check(&self, _: &Progress) -> Result<(), Stop> {
        let left = self.0.load(Ordering::Relaxed).saturating_sub(1);
        self.0.store(left, Ordering::Relaxed);
        if left == 0 { Err(Stop::Share("the patience of a test".into())) } else { Ok(()) }
    }

    fn may_allocate(&self, _: &Progress, _: u64) -> Result<(), Stop> {
        Ok(())
    }
}

/// The verdict of one engine. Every path is replayed by the interpreter before it counts.
fn verdict(system: &System, property: &str, name: &str, wishes: &Options) -> Verdict {
    let number = system.properties.iter().position(|one| one.name == property);
    let number = number.unwrap_or_else(|| panic!("there is no property {property}"));
    let plan = plan(system, &[number], Choice::Only(engine(name)), Use::Auto);
    let mut found = Verdict::Unknown("nobody was asked".into());
    let mut observe = |event: Event| {
        if let Event::Answered { answer, .. } = event {
            assert!(
                *answer.verdict() != Verdict::Violated || answer.trace().is_some(),
                "{property} has a trace"
            );
            found = answer.verdict().clone();
        }
    };
    let patience = Patience(AtomicU64::new(if conformance::is_slow() { u64::MAX } else { 30_000 }));
    run(system, plan, wishes, &patience, &mut observe).unwrap_or_else(|failure| panic!("{failure}"));
    found
}

fn sizes(family: &Family) -> &'static [u32] {
    if conformance::is_slow() { family.sizes } else { &family.sizes[..1] }
}

#[test]
fn every_instance_holds_in_every_representation() {
    let (mut count, mut wrong) = (0, Vec::new());
    for family in FAMILIES {
        for size in sizes(family) {
            let system = system(family.model, *size);
            for (property, fixpoints) in family.properties {
                count += 1;
                for version in VERSIONS {
                    let found = verdict(&system, property, "symbolic", &wishes(version, *fixpoints));
                    if found != Verdict::Holds {
                        wrong.push(format!("{} {size} {property} {version:?}: {found:?}", family.model));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!(count, if conformance::is_slow() { INSTANCES } else { 15 });
}

#[test]
fn the_safety_of_bounded_twins_is_what_the_explicit_engine_finds() {
    for family in FAMILIES {
        let text = read(&root().join(family.model));
        let bounded = text.replace(": nat", ": 0..3").replace(": int", ": 0..4");
        let bounded = bounded.replace("param customers: 0..3", "const customers := 2");
        let bounded = bounded.replace("param clients: 0..3 where clients >= 1", "const clients := 2");
        let twin = load_right(&format!("// with {}\n{bounded}", family.twin));
        for (property, fixpoints) in family.properties {
            let found = verdict(&twin, property, "explicit", &Options::default());
            let by_sets = verdict(&twin, property, "symbolic", &wishes(POLYHEDRA, *fixpoints));
            let exhausted = matches!(by_sets, Verdict::Unknown(_)) && !conformance::is_slow();
            assert!(found == by_sets || exhausted, "{} {property}: {found:?}, {by_sets:?}", family.model);
            let is_safety = !matches!(*property, "live" | "shared_served" | "exclusive_served");
            assert!(!is_safety || found == Verdict::Holds, "{} {property}", family.model);
        }
    }
}

#[test]
fn the_seeded_bugs_are_found_in_every_representation() {
    for (model, property) in BROKEN {
        let system = system(model, 0);
        for version in VERSIONS {
            let found = verdict(&system, property, "symbolic", &wishes(version, Fixpoints::Backward));
            assert_eq!(found, Verdict::Violated, "{model} {version:?}");
        }
    }
}
