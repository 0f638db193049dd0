//! Random nets, small enough to be explored, with shapes that the rules match.

use nets::{Amount, Net, Place, Start, Transition};
use random_numbers::Xorshift;

/// What a random net may have.
#[derive(Clone, Copy)]
pub struct Shape {
    pub limits: bool,
    pub transfers: bool,
    pub any_number: bool,
}

/// A random net, and random visible places.
pub fn sample(seed: u64, shape: Shape) -> (Net, Vec<Place>) {
    let random = &mut Xorshift::scattered(seed);
    let places = 2 + random.below(6) as usize;
    let transitions = 1 + random.below(8) as usize;
    let style = random.below(4);
    let starts = 1 + usize::from(random.below(5) == 0);
    let mut net = Net {
        places: (0..places).map(|place| format!("p{place}")).collect(),
        starts: (0..starts).map(|_| start(random, places, shape)).collect(),
        transitions: (0..transitions)
            .map(|number| transition(random, places, shape, style, number))
            .collect(),
    };
    match random.below(6) {
        0 => add_ways_back(random, &mut net),
        1 => add_twins(random, &mut net),
        2 => add_choice(random, &mut net),
        _ => {}
    }
    let visible = (0..places).filter(|_| random.below(4) == 0).collect();
    (net, visible)
}

/// Tokens that move one by one can move back.
fn add_ways_back(random: &mut Xorshift, net: &mut Net) {
    for number in 0..net.transitions.len() {
        let Transition { takes, gives, .. } = &net.transitions[number];
        if takes.len() == 1 && gives.len() == 1 && random.below(2) == 0 {
            let name = format!("t{number} back");
            let back =
                Transition { name, takes: gives.clone(), gives: takes.clone(), ..Transition::default() };
            net.transitions.push(back);
        }
    }
}

/// A token can go to a place of its own where it waits for another, or elsewhere.
fn add_choice(random: &mut Xorshift, net: &mut Net) {
    let places = net.places.len();
    let mut any = || random.below(places as u64) as usize;
    let (from, other, after, elsewhere) = (any(), any(), any(), any());
    net.places.push(format!("p{places}"));
    net.starts.iter_mut().for_each(|start| start.0.push(Amount::Exactly(0)));
    let arcs = [(vec![from], places), (vec![other, places], after), (vec![from], elsewhere)];
    for (takes, gives) in arcs {
        let name = format!("t{}", net.transitions.len());
        let takes = takes.into_iter().map(|place| (place, 1)).collect();
        net.transitions.push(Transition { name, takes, gives: vec![(gives, 1)], ..Transition::default() });
    }
}

/// What is done with tokens of one place can nearly always be done with those of another.
fn add_twins(random: &mut Xorshift, net: &mut Net) {
    let place = random.below(net.places.len() as u64) as usize;
    let other = random.below(net.places.len() as u64) as usize;
    let names = |list: &[(Place, u64)], place| list.iter().any(|(own, _)| *own == place);
    net.transitions.retain(|transition| !names(&transition.takes, other));
    for number in 0..net.transitions.len() {
        let mut twin = net.transitions[number].clone();
        if names(&twin.takes, place) && place != other && random.below(8) > 0 {
            twin.takes.iter_mut().filter(|(own, _)| *own == place).for_each(|(own, _)| *own = other);
            twin.takes.sort_unstable();
            twin.name = format!("t{number} twin");
            net.transitions.push(twin);
        }
    }
}

/// At most two places of any number: more of them make too many starts.
fn start(random: &mut Xorshift, places: usize, shape: Shape) -> Start {
    let mut open = if shape.any_number { 2 } else { 0 };
    let mut amount = |random: &mut Xorshift| {
        let tokens = [0, 0, 0, 1, 1, 2][random.below(6) as usize];
        if open > 0 && random.below(5) == 0 {
            open -= 1;
            return Amount::AtLeast(tokens);
        }
        Amount::Exactly(tokens)
    };
    Start((0..places).map(|_| amount(random)).collect())
}

/// In style 0 tokens move one by one, in style 1 they often do, in style 2 arcs are as they come; in style 3 they go from place to place
/// in a ring, with some other arcs.
fn transition(random: &mut Xorshift, places: usize, shape: Shape, style: u64, number: usize) -> Transition {
    let simple = style == 0 || (style == 1 && random.below(2) == 0);
    let counts = [[1, 1, 1, 1, 0, 2], [0, 1, 1, 2, 2, 3]][usize::from(!simple)];
    let takes = counts[random.below(6) as usize];
    let gives = counts[random.below(6) as usize];
    let mut transition = Transition {
        name: format!("t{number}"),
        takes: arcs(random, places, takes, simple),
        gives: arcs(random, places, gives, simple),
        ..Transition::default()
    };
    if style == 3 {
        let weight = if random.below(6) == 0 { 2 } else { 1 };
        transition.takes = vec![(number % places, weight)];
        transition.gives = vec![((number + 1) % places, if random.below(6) == 0 { 2 } else { 1 })];
        let more = arcs(random, places, 1, true);
        match random.below(4) {
            0 if more[0].0 != number % places => transition.takes.extend(more),
            1 if more[0].0 != (number + 1) % places => transition.gives.extend(more),
            _ => {}
        }
        transition.takes.sort_unstable();
        transition.gives.sort_unstable();
    }
    if shape.limits && random.below(4) == 0 {
        transition.limits = vec![(random.below(places as u64) as usize, random.below(3))];
    }
    if shape.transfers && random.below(4) == 0 {
        let from = random.below(places as u64) as usize;
        let to = random.below(places as u64) as usize;
        transition.transfers = vec![(from, (to != from).then_some(to))];
    }
    transition
}

fn arcs(random: &mut Xorshift, places: usize, count: usize, simple: bool) -> Vec<(Place, u64)> {
    let mut arcs: Vec<(Place, u64)> = Vec::new();
    for _ in 0..count {
        let place = random.below(places as u64) as usize;
        let tokens = if simple || random.below(4) > 0 { 1 } else { 2 };
        if arcs.iter().all(|(other, _)| *other != place) {
            arcs.push((place, tokens));
        }
    }
    arcs.sort_unstable();
    arcs
}
