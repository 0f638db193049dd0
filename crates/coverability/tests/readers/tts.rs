//! Thread transition systems: a shared state, and any number of threads with a local state each.

use super::Problem;
use nets::{Amount, Cube, Net, Place, Start, Transition};
use std::collections::BTreeMap;

/// Reads a system, with its start and its target.
pub fn read(name: &str, text: &str, start: &str, target: &str, covered: Option<bool>) -> Problem {
    let lines: Vec<Vec<&str>> = text
        .lines()
        .map(|line| line.split('#').next().unwrap_or("").split_whitespace().collect::<Vec<_>>())
        .filter(|words| !words.is_empty())
        .collect();
    let number = |word: &str| word.parse::<usize>().expect("a number");
    let (shared, local) = (number(lines[0][0]), number(lines[0][1]));
    let mut reader = TtsReader { shared, places: shared + local, transitions: Vec::new() };
    let mut together: BTreeMap<(usize, usize), Vec<(usize, usize)>> = BTreeMap::new();
    for words in &lines[1..] {
        let [from, at, to, then] = [0, 1, 3, 4].map(|place| number(words[place]));
        let pairs = words[5..].chunks(3).map(|pair| (number(pair[0]), number(pair[2]))).collect();
        match words[2] {
            "->" => reader.step(from, Some(at), to, &[then], pairs),
            "+>" => reader.step(from, Some(at), to, &[at, then], pairs),
            _ => together.entry((from, to)).or_default().push((at, then)),
        }
    }
    for ((from, to), pairs) in together {
        reader.step(from, None, to, &[], pairs);
    }
    let mut amounts = vec![Amount::Exactly(0); reader.places];
    let start = start.split(' ').next().unwrap_or("");
    let (state, threads) = start.split_once(['|', '/']).expect("a start");
    amounts[number(state)] = Amount::Exactly(1);
    let (bounded, any) = match start.find('|') {
        Some(_) => threads.split_once('/').unwrap_or((threads, "")),
        None => ("", threads),
    };
    for thread in bounded.split(',').filter(|word| !word.is_empty()) {
        let amount = &mut amounts[shared + number(thread)];
        *amount = Amount::Exactly(amount.least() + 1);
    }
    for thread in any.split(',').filter(|word| !word.is_empty()) {
        let amount = &mut amounts[shared + number(thread)];
        *amount = Amount::AtLeast(amount.least());
    }
    let (state, threads) = target.split_once('|').expect("a target");
    let mut at_least: BTreeMap<Place, u64> = BTreeMap::from([(number(state), 1)]);
    threads.split(',').for_each(|word| *at_least.entry(shared + number(word)).or_default() += 1);
    let net = Net {
        places: (0..reader.places).map(|place| format!("p{place}")).collect(),
        starts: vec![Start(amounts)],
        transitions: reader.transitions,
    };
    let cube = Cube { at_least: at_least.into_iter().collect(), at_most: Vec::new() };
    Problem { name: name.into(), net, targets: vec![cube], covered, closed: true }
}

struct TtsReader {
    shared: usize,
    places: usize,
    transitions: Vec<Transition>,
}

impl TtsReader {
    /// A step between shared states. Threads that choose between several goals wait on a place of their own and leave it one by one;
    /// those that stay there are lost, which makes no difference for what can be covered.
    fn step(
        &mut self,
        from: usize,
        at: Option<usize>,
        to: usize,
        then: &[usize],
        pairs: Vec<(usize, usize)>,
    ) {
        let mut goals: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        pairs.into_iter().for_each(|(source, goal)| goals.entry(source).or_default().push(goal));
        let choices = goals.values().any(|goals| goals.len() > 1);
        let middle = if choices { self.new_place() } else { to };
        let mut transfers = Vec::new();
        for (source, goals) in &goals {
            match &goals[..] {
                [goal] if goal == source => {}
                [goal] => transfers.push((self.shared + source, Some(self.shared + goal))),
                goals => {
                    let waiting = self.new_place();
                    transfers.push((self.shared + source, Some(waiting)));
                    for goal in goals {
                        self.transition(&[middle, waiting], &[middle, self.shared + goal], Vec::new());
                    }
                }
            }
        }
        let takes: Vec<Place> = [from].into_iter().chain(at.map(|at| self.shared + at)).collect();
        let gives: Vec<Place> =
            [middle].into_iter().chain(then.iter().map(|place| self.shared + place)).collect();
        self.transition(&takes, &gives, transfers);
        if choices {
            self.transition(&[middle], &[to], Vec::new());
        }
    }

    fn new_place(&mut self) -> Place {
        self.places += 1;
        self.places - 1
    }

    fn transition(&mut self, takes: &[Place], gives: &[Place], transfers: Vec<(Place, Option<Place>)>) {
        let count = |places: &[Place]| {
            let mut amounts: BTreeMap<Place, u64> = BTreeMap::new();
            places.iter().for_each(|place| *amounts.entry(*place).or_default() += 1);
            amounts.into_iter().collect::<Vec<_>>()
        };
        let name = format!("step {}", self.transitions.len() + 1);
        let (takes, gives) = (count(takes), count(gives));
        self.transitions.push(Transition { name, takes, limits: Vec::new(), transfers, gives });
    }
}
