//! The product of a system and an automaton.
//!
//! A product state is a state of the system with a state of the automaton that is about to read it. The automaton
//! reads the letter of the state that an edge leaves. A dead end of the system is repeated for ever: it gets an
//! edge to itself that is fair whatever is assumed.

use crate::temporal::fairness::FairMarks;
use omega_automata::Automaton;

/// A system that is explored as it is asked for.
pub(crate) trait Explored {
    /// Why exploration ends early.
    type End;

    /// Makes the edges of a state known; returns their numbers.
    fn edges(&mut self, state: u32) -> Result<std::ops::Range<usize>, Self::End>;

    /// The state that an edge leads to.
    fn target(&self, edge: usize) -> u32;

    /// The number of the letter that a state is: which propositions are true there.
    fn letter(&mut self, state: u32) -> Result<u32, Self::End>;

    /// The propositions that are true in a letter, as bits.
    fn propositions(&self, letter: u32) -> &[u64];

    /// There are more product states than numbers for them.
    fn out_of_numbers(&self) -> Self::End;

    /// What an edge from a state contributes to fairness.
    fn marks(&self, state: u32, edge: usize) -> FairMarks;
}

/// The most Büchi conditions of the automaton and of fairness together.
pub(crate) const MOST_CONDITIONS: u32 = 128;

/// A move of the automaton under a letter.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AutomatonMove {
    /// The state it leads to.
    pub target: u32,
    /// Its acceptance marks.
    pub marks: u64,
}

/// An edge of the product.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ProductEdge {
    /// The product state that it leads to, as a pair.
    pub target: (u32, u32),
    /// The edge of the system; nothing where a dead end is repeated.
    pub edge: Option<usize>,
    /// What it contributes; the automaton's marks come first among `repeated`.
    pub marks: FairMarks,
}

/// The product, with the states found so far.
pub(crate) struct Product<'a, E: Explored> {
    /// The system.
    pub space: &'a mut E,
    automaton: &'a Automaton,
    /// The first number of each state's product states, one more; zero if it has none yet.
    blocks: Vec<u32>,
    /// The states that have product states, in the order of their numbers.
    owners: Vec<u32>,
    /// The automaton's moves, for each of its states under each letter met so far.
    moves: Vec<Vec<Option<Box<[AutomatonMove]>>>>,
    /// All the bits that must be repeated.
    pub all_repeated: u128,
}

/// Where the enumeration of a state's edges stands.
#[derive(Debug, Clone)]
pub(crate) struct Cursor {
    state: u32,
    automaton_state: u32,
    letter: u32,
    edge: usize,
    end: usize,
    is_dead_end: bool,
    next_move: usize,
}

impl<'a, E: Explored> Product<'a, E> {
    /// The product, with this many Büchi conditions for fairness; with those of the automaton they must be at
    /// most [`MOST_CONDITIONS`].
    pub fn new(space: &'a mut E, automaton: &'a Automaton, fair_repeated: u32) -> Self {
        let count = automaton.acceptance_sets() + fair_repeated;
        assert!(count <= MOST_CONDITIONS, "each condition needs a bit of its own");
        Product {
            space,
            automaton,
            blocks: Vec::new(),
            owners: Vec::new(),
            moves: Vec::new(),
            all_repeated: if count == MOST_CONDITIONS { u128::MAX } else { (1 << count) - 1 },
        }
    }

    /// The number of a product state. The product states of one state stand together, one for each state of the
    /// automaton, so that a number is found by one look-up.
    #[inline]
    pub fn number(&mut self, (state, automaton_state): (u32, u32)) -> Result<u32, E::End> {
        let state = state as usize;
        if state >= self.blocks.len() {
            self.blocks.resize((state + 1).max(2 * self.blocks.len()), 0);
        }
        if self.blocks[state] == 0 {
            let width = self.automaton.state_count();
            if (self.owners.len() + 1) * width >= u32::MAX as usize {
                return Err(self.space.out_of_numbers());
            }
            self.blocks[state] = (self.owners.len() * width) as u32 + 1;
            self.owners.push(state as u32);
        }
        Ok(self.blocks[state] - 1 + automaton_state)
    }

    /// The product state with a number.
    #[inline]
    pub fn pair(&self, number: u32) -> (u32, u32) {
        let width = self.automaton.state_count() as u32;
        (self.owners[(number / width) as usize], number % width)
    }

    /// Begins to enumerate the edges of a product state.
    pub fn cursor(&mut self, number: u32) -> Result<Cursor, E::End> {
        let (state, automaton_state) = self.pair(number);
        let letter = self.space.letter(state)?;
        let edges = self.space.edges(state)?;
        self.learn(automaton_state, letter);
        Ok(Cursor {
            state,
            automaton_state,
            letter,
            edge: edges.start,
            is_dead_end: edges.is_empty(),
            end: edges.end,
            next_move: 0,
        })
    }

    /// The next edge.
    #[inline]
    pub fn next(&self, cursor: &mut Cursor) -> Option<ProductEdge> {
        let moves = self.moves[cursor.letter as usize][cursor.automaton_state as usize].as_ref()?;
        if cursor.next_move >= moves.len() {
            cursor.next_move = 0;
            cursor.edge += 1;
            if moves.is_empty() {
                return None;
            }
        }
        let (target, edge, fair) = match cursor.is_dead_end {
            true if cursor.edge > cursor.end => return None,
            true => (cursor.state, None, FairMarks::DEAD_END),
            false if cursor.edge >= cursor.end => return None,
            false => {
                let fair = self.space.marks(cursor.state, cursor.edge);
                (self.space.target(cursor.edge), Some(cursor.edge), fair)
            }
        };
        let chosen = moves[cursor.next_move];
        cursor.next_move += 1;
        let sets = self.automaton.acceptance_sets();
        let shifted = fair.repeated.checked_shl(sets).unwrap_or(0);
        let marks = FairMarks { repeated: u128::from(chosen.marks) | shifted, ..fair };
        Some(ProductEdge { target: (target, chosen.target), edge, marks })
    }

    /// Computes the automaton's moves under a letter, once.
    fn learn(&mut self, automaton_state: u32, letter: u32) {
        let letters = self.moves.len().max(letter as usize + 1);
        self.moves.resize_with(letters, Vec::new);
        let row = &mut self.moves[letter as usize];
        row.resize(row.len().max(self.automaton.state_count()), None);
        if row[automaton_state as usize].is_none() {
            let propositions = self.space.propositions(letter);
            let edges = self.automaton.edges(automaton_state).iter();
            let enabled = edges.filter(|edge| self.automaton.enabled(edge, propositions));
            let moves = enabled.map(|edge| AutomatonMove { target: edge.target, marks: edge.marks });
            row[automaton_state as usize] = Some(moves.collect());
        }
    }

    /// The automaton's first state.
    pub fn first_automaton_state(&self) -> u32 {
        self.automaton.initial()
    }

    /// The marks that the automaton must repeat, and the bits that fairness must.
    pub fn conditions(&self) -> (u64, u128) {
        let fair = self.all_repeated.checked_shr(self.automaton.acceptance_sets()).unwrap_or(0);
        (self.automaton.all_marks(), fair)
    }

    /// The automaton's moves under a letter from a state of it, which must have been enumerated before.
    pub fn moves(&self, automaton_state: u32, letter: u32) -> &[AutomatonMove] {
        let row = self.moves.get(letter as usize).and_then(|row| row.get(automaton_state as usize));
        row.and_then(Option::as_deref).unwrap_or(&[])
    }

    /// The product states in which runs begin.
    pub fn initial(&mut self, states: &[u32]) -> Result<Vec<u32>, E::End> {
        let start = self.automaton.initial();
        states.iter().map(|state| self.number((*state, start))).collect()
    }
}
