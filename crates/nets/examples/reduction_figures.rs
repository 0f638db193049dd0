//! Prints how much smaller structural reductions make nets in PNML: `reduction_figures FOLDER` with `FOLDER/*/model.pnml`.
//! Without a folder: the same for large nets of a few simple kinds.
//!
//! For each property class: without visible places, and with some chosen at random. Places and transitions are
//! counted before and after.

use budget::Budget;
use nets::reduction::{Preserve, Rule, reduce};
use nets::{Amount, Net, Place, Start, Transition};
use random_numbers::Xorshift;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

fn main() {
    println!(
        "| net | places, transitions | visible | reachability | dead ends | stuttering | everything | ms |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- |");
    let mut applied: BTreeMap<(Preserve, Rule), usize> = BTreeMap::new();
    match std::env::args().nth(1) {
        Some(folder) => print_folder(Path::new(&folder), &mut applied),
        None => large_nets().iter().for_each(|(name, net)| print_net(Path::new(name), net, &mut applied)),
    }
    for ((preserve, rule), count) in applied {
        println!("{preserve:?} {rule:?} {count}");
    }
}

fn print_folder(folder: &Path, applied: &mut BTreeMap<(Preserve, Rule), usize>) {
    let mut models: Vec<PathBuf> = std::fs::read_dir(folder)
        .map(|entries| entries.filter_map(Result::ok).map(|entry| entry.path()).collect())
        .unwrap_or_default();
    models.sort();
    for model in models {
        match read(&model.join("model.pnml")) {
            Ok(net) => print_net(&model, &net, applied),
            Err(problem) => eprintln!("{}: {problem}", model.display()),
        }
    }
}

/// The places of the large nets.
const SIZE: usize = 10_000;

type Arcs = (Vec<Place>, Vec<Place>);

fn large_nets() -> Vec<(String, Net)> {
    let ring = |i: usize| (vec![i], vec![(i + 1) % SIZE]);
    let philosopher = |i: usize| {
        let (think, left, eat) = (4 * i, 4 * i + 1, 4 * i + 2);
        let (fork, next) = (4 * i + 3, (4 * i + 7) % SIZE);
        [(vec![think, fork], vec![left]), (vec![left, next], vec![eat]), (vec![eat], vec![think, fork, next])]
    };
    let diamond = |i: usize| {
        let [a, b, c, d, e] = [0, 1, 2, 3, 4].map(|offset| (4 * i + offset) % SIZE);
        [(vec![a], vec![b, c]), (vec![b, c], vec![d]), (vec![d], vec![e])]
    };
    let mut random = Xorshift::scattered(1);
    let mut any = |_: usize| {
        let mut some = || (0..1 + random.below(2)).map(|_| random.below(SIZE as u64) as Place).collect();
        (some(), some())
    };
    vec![
        large("ring", (0..SIZE).map(ring), |place| place == 0),
        large("ring, half full", (0..SIZE).map(ring), |place| place % 2 == 0),
        large("philosophers", (0..SIZE / 4).flat_map(philosopher), |place| matches!(place % 4, 0 | 3)),
        large("diamonds", (0..SIZE / 4).flat_map(diamond), |place| place == 0),
        large("random", (0..SIZE).map(&mut any), |place| place % 2 == 0),
        large("random, dense", (0..3 * SIZE).map(&mut any), |place| place % 2 == 0),
    ]
}

fn large(name: &str, arcs: impl Iterator<Item = Arcs>, is_marked: impl Fn(Place) -> bool) -> (String, Net) {
    let list = |mut places: Vec<Place>| -> Vec<(Place, u64)> {
        places.sort_unstable();
        places.dedup();
        places.into_iter().map(|place| (place, 1)).collect()
    };
    let transition = |(number, (takes, gives)): (usize, Arcs)| Transition {
        name: format!("t{number}"),
        takes: list(takes),
        gives: list(gives),
        ..Transition::default()
    };
    let start = (0..SIZE).map(|place| Amount::Exactly(u64::from(is_marked(place)))).collect();
    let net = Net {
        places: (0..SIZE).map(|place| format!("p{place}")).collect(),
        starts: vec![Start(start)],
        transitions: arcs.enumerate().map(transition).collect(),
    };
    (name.to_string(), net)
}

fn read(path: &Path) -> Result<Net, String> {
    let text = std::fs::read_to_string(path).map_err(|problem| problem.to_string())?;
    let read = interchange::read_net(&text).map_err(|problem| format!("{problem:?}"))?;
    let transition = |transition: interchange::Transition| Transition {
        name: transition.id,
        takes: transition.takes,
        gives: transition.gives,
        ..Transition::default()
    };
    Ok(Net {
        starts: vec![Start(read.places.iter().map(|place| Amount::Exactly(place.tokens)).collect())],
        places: read.places.into_iter().map(|place| place.id).collect(),
        transitions: read.transitions.into_iter().map(transition).collect(),
    })
}

fn print_net(model: &Path, net: &Net, applied: &mut BTreeMap<(Preserve, Rule), usize>) {
    let name = model.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    for count in [0, 3] {
        let visible = choose(net, count);
        let mut cells = Vec::new();
        let clock = Instant::now();
        for preserve in Preserve::ALL {
            let Ok(reduced) = reduce(net, &visible, preserve, &Budget::unlimited()) else { continue };
            cells.push(format!("{}, {}", reduced.net.places.len(), reduced.net.transitions.len()));
            for (rule, times) in reduced.statistics.applied {
                *applied.entry((preserve, rule)).or_default() += times;
            }
        }
        let size = format!("{}, {}", net.places.len(), net.transitions.len());
        let milliseconds = clock.elapsed().as_millis();
        println!("| {name} | {size} | {count} | {} | {milliseconds} |", cells.join(" | "));
    }
}

/// Some places, the same for the same net.
fn choose(net: &Net, count: usize) -> Vec<Place> {
    let mut random = Xorshift::scattered(net.places.len() as u64);
    let most = net.places.len().max(1) as u64;
    (0..count).map(|_| random.below(most) as Place).collect()
}
