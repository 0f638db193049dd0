//! A shortest lasso: the fewest edges in stem and loop together, or of a path to a dead end.
//!
//! # The algorithm
//! One breadth-first search, layer by layer in the number of edges, over two kinds of nodes. A *stem* is a state with the
//! states that the automaton may be in there. From each stem a loop may begin, without an edge: a *round* has besides its
//! home what its edges have contributed to fairness, and its profile: for each two states of the automaton whether its word
//! leads from one to the other, and with which marks at most. A round that comes home closes a lasso if it is fair, and if
//! from one of the states of its stem a cycle of its profile has all marks. Since it is the word that is repeated, and not
//! the run of the automaton, no shorter path of the system is missed where the automaton needs several rounds to accept.
//! Marks of all runs between two states may be put together, since the loop is repeated for ever and each run has its turn.
//!
//! The first lasso that closes is a shortest one. Where the budget ends before, all shorter than the layer at hand are
//! excluded. Stems and rounds are kept only where the product can still accept, and rounds that cannot come home in time are
//! cut off by their distance.
//!
//! # Reference
//! Schuppan, Biere: *Shortest Counterexamples for Symbolic Model Checking of LTL with Past*, TACAS 2005,
//! doi:10.1007/978-3-540-31980-1_32, on why automata make lassos longer; Arnold: *A Syntactic Congruence for Rational
//! ω-Languages*, TCS 39, 1985, doi:10.1016/0304-3975(85)90148-3, for profiles. Departure: profiles are built for the words of
//! the graph only, and as far as they are met.

use super::Lasso;
use super::paths::Walk;
use crate::hashing::{QuickMap, QuickSet};
use crate::temporal::fairness::FairMarks;
use std::collections::VecDeque;

/// A move of an automaton: where it leads, and its marks.
pub(crate) type Move = (u32, u64);

/// What lassos are looked for in.
pub(crate) trait Region {
    /// The states where paths begin, with the state that the automaton is in.
    fn starts(&self) -> Vec<(u32, u32)>;

    /// The edges of a state that stay in the region, with their targets.
    fn edges(&self, state: u32) -> &[(usize, u32)];

    /// Whether the path may end in this state, because it has no edges at all.
    fn is_dead_end(&self, state: u32) -> bool;

    /// What an edge contributes to fairness.
    fn marks(&self, state: u32, edge: usize) -> FairMarks;

    /// The moves of the automaton that reads a state.
    fn moves(&self, state: u32, automaton_state: u32) -> impl Iterator<Item = Move>;
}

/// What lassos must do, and where they can.
pub(crate) struct Acceptance {
    /// The bits that each round must repeat.
    pub repeated: u128,
    /// The marks that the automaton must repeat.
    pub marks: u64,
    /// For each state, the states of the automaton with which a fair run begins there, in ascending order.
    pub useful: QuickMap<u32, Vec<u32>>,
    /// The states that lie on fair cycles.
    pub homes: QuickSet<u32>,
}

impl Acceptance {
    /// What these useful pairs and homes amount to.
    pub fn new(repeated: u128, marks: u64, useful: &[(u32, u32)], homes: QuickSet<u32>) -> Self {
        let mut lists: QuickMap<u32, Vec<u32>> = QuickMap::default();
        for (state, automaton_state) in useful {
            lists.entry(*state).or_default().push(*automaton_state);
        }
        lists.values_mut().for_each(|list| list.sort_unstable());
        Acceptance { repeated, marks, useful: lists, homes }
    }

    fn is_useful(&self, state: u32, automaton_state: u32) -> bool {
        self.useful.get(&state).is_some_and(|list| list.binary_search(&automaton_state).is_ok())
    }
}

/// What came of the search.
#[derive(Debug)]
pub(crate) struct Shortest {
    /// A shortest lasso, if one is shorter than the bound.
    pub lasso: Option<Lasso>,
    /// No lasso has fewer edges.
    pub at_least: usize,
}

/// How many nodes are looked at.
const MOST_NODES: usize = 100_000;

/// For how many states the distance home is computed, all homes together.
const MOST_DISTANCES: usize = 1_000_000;

/// For two states of the automaton that a word leads from one to the other, and its marks.
type Profile = Vec<(u32, u32, u64)>;

struct Stem {
    state: u32,
    automaton_states: Vec<u32>,
    /// The stem before, and the edge from there.
    from: Option<(usize, usize)>,
}

#[derive(Clone)]
struct Round {
    stem: usize,
    state: u32,
    marks: FairMarks,
    profile: Profile,
    /// The round before, and the edge from there.
    from: Option<(usize, usize)>,
}

enum LassoNode {
    Stem(usize),
    Round(usize),
}

struct LassoSearch<'r, R: Region> {
    region: &'r R,
    acceptance: &'r Acceptance,
    /// Lassos must have fewer edges.
    below: usize,
    stems: Vec<Stem>,
    known_stems: QuickSet<(u32, Vec<u32>)>,
    rounds: Vec<Round>,
    known_rounds: QuickSet<(usize, u32, FairMarks, Profile)>,
    /// For each home, how far it is from which states.
    distances: QuickMap<u32, QuickMap<u32, usize>>,
    computed_distances: usize,
    backwards: QuickMap<u32, Vec<u32>>,
    open: VecDeque<(usize, LassoNode)>,
}

/// A shortest lasso with fewer than `below` edges.
pub(crate) fn shortest_lasso(region: &impl Region, acceptance: &Acceptance, below: usize) -> Shortest {
    let mut backwards: QuickMap<u32, Vec<u32>> = QuickMap::default();
    for home in &acceptance.homes {
        for (_, target) in region.edges(*home) {
            backwards.entry(*target).or_default().push(*home);
        }
    }
    let mut search = LassoSearch {
        region,
        acceptance,
        below,
        stems: Vec::new(),
        known_stems: QuickSet::default(),
        rounds: Vec::new(),
        known_rounds: QuickSet::default(),
        distances: QuickMap::default(),
        computed_distances: 0,
        backwards,
        open: VecDeque::new(),
    };
    let mut starts: Vec<(u32, Vec<u32>)> = Vec::new();
    for (state, automaton_state) in region.starts() {
        match starts.iter_mut().find(|(known, _)| *known == state) {
            Some((_, all)) => all.push(automaton_state),
            None => starts.push((state, vec![automaton_state])),
        }
    }
    for (state, automaton_states) in starts {
        search.add_stem(0, state, automaton_states, None);
    }
    search.run()
}

impl<R: Region> LassoSearch<'_, R> {
    fn run(mut self) -> Shortest {
        while let Some((layer, node)) = self.open.pop_front() {
            if layer >= self.below {
                break;
            }
            if self.stems.len() + self.rounds.len() > MOST_NODES || self.computed_distances > MOST_DISTANCES {
                return Shortest { lasso: None, at_least: layer };
            }
            let found = match node {
                LassoNode::Stem(stem) => self.extend_stem(layer, stem),
                LassoNode::Round(round) => self.extend_round(layer, round),
            };
            if let Some(lasso) = found {
                let at_least = lasso.walk.edges.len();
                return Shortest { lasso: Some(lasso), at_least };
            }
        }
        Shortest { lasso: None, at_least: self.below }
    }

    fn add_stem(&mut self, layer: usize, state: u32, mut states: Vec<u32>, from: Option<(usize, usize)>) {
        states.retain(|automaton_state| self.acceptance.is_useful(state, *automaton_state));
        states.sort_unstable();
        states.dedup();
        if states.is_empty() || !self.known_stems.insert((state, states.clone())) {
            return;
        }
        self.open.push_back((layer, LassoNode::Stem(self.stems.len())));
        self.stems.push(Stem { state, automaton_states: states, from });
    }

    /// Goes on from a stem: ends there if it is a dead end, begins a round, and takes each edge.
    fn extend_stem(&mut self, layer: usize, number: usize) -> Option<Lasso> {
        let Stem { state, automaton_states, .. } = &self.stems[number];
        let (state, automaton_states) = (*state, automaton_states.clone());
        if self.region.is_dead_end(state) {
            let profile = self.longer(&self.identity(state), state, state);
            if self.accepts(&automaton_states, &profile) {
                return Some(Lasso { walk: self.walk(number), repeats: None });
            }
        }
        if layer + 1 >= self.below {
            return None;
        }
        if self.acceptance.homes.contains(&state) {
            self.measure(state, self.below - 1 - layer);
            let profile = self.identity(state);
            let round = Round { stem: number, state, marks: FairMarks::default(), profile, from: None };
            self.open.push_back((layer, LassoNode::Round(self.rounds.len())));
            self.rounds.push(round);
        }
        let region = self.region;
        for (edge, target) in region.edges(state) {
            let moves = automaton_states.iter().flat_map(|from| region.moves(state, *from));
            let after: Vec<u32> = moves.map(|(to, _)| to).collect();
            self.add_stem(layer + 1, *target, after, Some((number, *edge)));
        }
        None
    }

    /// Takes each edge from a round; says so if it comes home and is all that it must be.
    fn extend_round(&mut self, layer: usize, number: usize) -> Option<Lasso> {
        let Round { stem, state, marks, profile, .. } = self.rounds[number].clone();
        let home = self.stems[stem].state;
        for (edge, target) in self.region.edges(state).iter().copied() {
            if !self.acceptance.homes.contains(&target) {
                continue;
            }
            let Some(distance) = self.distances[&home].get(&target).copied() else { continue };
            if layer + 1 + distance >= self.below {
                continue;
            }
            let mut marks = marks.and(self.region.marks(state, edge));
            marks.repeated &= self.acceptance.repeated;
            let profile = self.longer(&profile, state, target);
            if profile.is_empty() {
                continue;
            }
            let is_fair = self.acceptance.repeated & !marks.repeated == 0 && marks.meets_obligations();
            if target == home && is_fair && self.accepts(&self.stems[stem].automaton_states, &profile) {
                return Some(self.closed(stem, number, edge));
            }
            if self.known_rounds.insert((stem, target, marks, profile.clone())) {
                self.open.push_back((layer + 1, LassoNode::Round(self.rounds.len())));
                self.rounds.push(Round { stem, state: target, marks, profile, from: Some((number, edge)) });
            }
        }
        None
    }

    /// The profile of the empty word in a state.
    fn identity(&self, state: u32) -> Profile {
        let own = self.acceptance.useful.get(&state).into_iter().flatten();
        own.map(|automaton_state| (*automaton_state, *automaton_state, 0)).collect()
    }

    /// The profile of a word with the letter of one more state.
    fn longer(&self, profile: &Profile, state: u32, target: u32) -> Profile {
        let mut longer: Profile = Vec::with_capacity(profile.len());
        for (first, last, marks) in profile {
            for (to, more) in self.region.moves(state, *last) {
                if self.acceptance.is_useful(target, to) {
                    longer.push((*first, to, marks | more));
                }
            }
        }
        longer.sort_unstable();
        longer.dedup_by(|later, kept| {
            let same = (later.0, later.1) == (kept.0, kept.1);
            if same {
                kept.2 |= later.2;
            }
            same
        });
        longer
    }

    /// Whether a word with this profile, for ever, is accepted from one of the states.
    fn accepts(&self, from: &[u32], profile: &Profile) -> bool {
        let ahead = |starts: &[u32]| {
            let mut reached = starts.to_vec();
            let mut at = 0;
            while at < reached.len() {
                let here = reached[at];
                let next = profile.iter().filter(|(first, _, _)| *first == here).map(|(_, last, _)| *last);
                let new: Vec<u32> = next.filter(|last| !reached.contains(last)).collect();
                reached.extend(new);
                at += 1;
            }
            reached
        };
        let reached = ahead(from);
        reached.iter().any(|state| {
            let component: Vec<u32> =
                ahead(&[*state]).into_iter().filter(|other| ahead(&[*other]).contains(state)).collect();
            let inner = profile
                .iter()
                .filter(|(first, last, _)| component.contains(first) && component.contains(last));
            let marks = inner.map(|(_, _, marks)| *marks).reduce(|all, more| all | more);
            marks.is_some_and(|marks| self.acceptance.marks & !marks == 0)
        })
    }

    /// Computes how far a home is from the states around it.
    fn measure(&mut self, home: u32, radius: usize) {
        if self.distances.contains_key(&home) {
            return;
        }
        let mut distances = QuickMap::from_iter([(home, 0)]);
        let mut open = VecDeque::from([(home, 0)]);
        while let Some((state, distance)) = open.pop_front() {
            if distance == radius || self.computed_distances + distances.len() > MOST_DISTANCES {
                continue;
            }
            for source in self.backwards.get(&state).into_iter().flatten() {
                if !distances.contains_key(source) {
                    distances.insert(*source, distance + 1);
                    open.push_back((*source, distance + 1));
                }
            }
        }
        self.computed_distances += distances.len();
        self.distances.insert(home, distances);
    }

    fn walk(&self, stem: usize) -> Walk {
        let mut edges = Vec::new();
        let mut at = stem;
        while let Some((before, edge)) = self.stems[at].from {
            edges.push(edge);
            at = before;
        }
        edges.reverse();
        Walk { start: self.stems[at].state, edges }
    }

    fn closed(&self, stem: usize, round: usize, last: usize) -> Lasso {
        let mut walk = self.walk(stem);
        let repeats = walk.edges.len();
        let mut edges = vec![last];
        let mut at = round;
        while let Some((before, edge)) = self.rounds[at].from {
            edges.push(edge);
            at = before;
        }
        edges.reverse();
        walk.edges.extend(edges);
        Lasso { walk, repeats: Some(repeats) }
    }
}
