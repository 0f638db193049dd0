//! The graph of a system, explored as it is asked for, with letters and fairness on it.

use crate::bits::Bits;
use crate::code::{Code, Trap};
use crate::program::Program;
use crate::reduce::stubborn::{Marks, Stubborn};
use crate::search::Hindrance;
use crate::states::layout::{Field, Layout, Misfit};
use crate::states::packed::Condition;
use crate::states::successors::Successors;
use crate::states::visited::{Full, Visited};
use crate::step::expand::Expander;
use crate::temporal::fairness::{Assumptions, FairMarks, MarkTable, promises};
use crate::temporal::graph::{Graph, Promise, Reverse};
use crate::temporal::ltl::Explored;
use std::collections::{BTreeSet, HashMap};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use system::{Obstacle, Progress, Stop, TransitionId, Watch};

/// Expansions between two questions whether to go on.
const BREATH: u64 = 512;

/// States of so many words cost as much as others.
const USUAL_WORDS: u64 = 16;

/// The graph of a system.
pub(crate) struct Space<'a, 's> {
    program: &'a Program<'s>,
    assumptions: &'a Assumptions,
    watch: &'a dyn Watch,
    /// The states.
    pub visited: Visited,
    /// Their edges, as far as they are known.
    pub graph: Graph,
    /// The edges of the complete graph backwards, once they were asked for.
    pub reverse: Option<Reverse>,
    expander: Expander,
    successors: Successors,
    words: Vec<u64>,
    values: Vec<i64>,
    marks: MarkTable,
    /// For each expanded state and each edge, its marks.
    state_marks: Vec<u32>,
    edge_marks: Vec<u32>,
    letters: Letters,
    /// No more product states than this may be explored, if there is a limit.
    pub patience: Option<u64>,
    /// No more states than this may be found, if there is a limit.
    pub state_limit: Option<u64>,
    expansions: u64,
    /// What leaves out interleavings, if something does.
    interleavings: Option<Interleavings>,
}

/// Leaves out interleavings that the propositions cannot tell apart.
struct Interleavings {
    stubborn: Stubborn,
    visible: Marks,
    /// For each state, whether visible transitions were put off in it when it was expanded.
    puts_off: Vec<bool>,
    enabled: Vec<TransitionId>,
    left_out: u64,
}

/// A way back is looked for among so many states.
const MOST_ON_A_WAY_BACK: usize = 64;

/// Whether a path of states that put visible transitions off may lead from one state to another; it may, too, where the
/// question takes long.
fn may_return(graph: &Graph, puts_off: &[bool], from: u32, to: u32) -> bool {
    let mut seen = vec![from];
    let mut at = 0;
    while at < seen.len() {
        let state = seen[at] as usize;
        at += 1;
        if state == to as usize || seen.len() > MOST_ON_A_WAY_BACK {
            return true;
        }
        if graph.is_expanded(state) && puts_off.get(state) == Some(&true) {
            let targets = graph.edges_of(state).map(|edge| graph.targets[edge]);
            let new: Vec<u32> = targets.filter(|target| !seen.contains(target)).collect();
            seen.extend(new);
        }
    }
    false
}

/// Which propositions are true in which states.
#[derive(Debug, Default)]
struct Letters {
    propositions: Vec<Code>,
    /// The same on packed states of the present layout, and the variables that must be unpacked for them.
    conditions: Vec<Condition>,
    read: Vec<(usize, Field)>,
    /// The number of the letter of each state, one more; zero if it is not known.
    of_state: Vec<u32>,
    numbers: HashMap<Vec<u64>, u32>,
    all: Vec<Vec<u64>>,
    /// The letter of the state at hand.
    scratch: Vec<u64>,
    /// The letter met last, which is often the same again.
    recent: u32,
}

/// Why exploration ended before the question was answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum End {
    /// Something is in the way.
    Hindered(Hindrance),
    /// Patience is at its end.
    Impatient,
}

impl From<Hindrance> for End {
    fn from(hindrance: Hindrance) -> Self {
        End::Hindered(hindrance)
    }
}

impl<'a, 's> Space<'a, 's> {
    /// The graph that begins with these states, of which the first `initial` are the initial ones.
    pub fn new(
        program: &'a Program<'s>,
        assumptions: &'a Assumptions,
        watch: &'a dyn Watch,
        visited: Visited,
        initial: usize,
    ) -> Self {
        let words = vec![0; visited.layout.words()];
        let mut graph = Graph::default();
        graph.initial = (0..initial as u32).collect();
        graph.grow(visited.store.len());
        Space {
            program,
            assumptions,
            watch,
            expander: Expander::noting(program, &visited.layout),
            successors: Successors::new(words.len()),
            values: vec![0; program.domains.len()],
            words,
            graph,
            reverse: None,
            visited,
            marks: MarkTable::default(),
            state_marks: Vec::new(),
            edge_marks: Vec::new(),
            letters: Letters::default(),
            patience: None,
            state_limit: None,
            expansions: 0,
            interleavings: None,
        }
    }

    /// Leaves out interleavings from now on. Nothing may be explored yet, nothing assumed, and there may be only one
    /// formula, without `X`.
    pub fn leave_out_interleavings(&mut self, stubborn: Stubborn) {
        let (visible, puts_off, enabled) = (Marks::default(), Vec::new(), Vec::new());
        self.interleavings = Some(Interleavings { stubborn, visible, puts_off, enabled, left_out: 0 });
    }

    /// How many edges were left out; nothing if none may be.
    pub fn left_out(&self) -> Option<u64> {
        self.interleavings.as_ref().map(|interleavings| interleavings.left_out)
    }

    /// Sets the propositions that letters are made of.
    pub fn set_propositions(&mut self, propositions: Vec<Code>) {
        if let Some(interleavings) = &mut self.interleavings {
            interleavings.visible = interleavings.stubborn.visible(&propositions);
        }
        self.letters = Letters { propositions, ..Letters::default() };
        self.letters.bind(&self.visited.layout);
    }

    /// Explores everything.
    pub fn explore(&mut self) -> Result<(), End> {
        let mut next = 0;
        while next < self.visited.store.len() {
            self.expand(next as u32)?;
            next += 1;
        }
        Ok(())
    }

    /// Makes the edges of a state known.
    fn expand(&mut self, state: u32) -> Result<(), End> {
        if self.graph.is_expanded(state as usize) {
            return Ok(());
        }
        self.breathe()?;
        let expansion = loop {
            self.visited.store.read(state, &mut self.words);
            self.successors.clear();
            let layout = &self.visited.layout;
            match self.expander.expand(self.program, layout, &self.words, state, &mut self.successors) {
                Ok(expansion) => break expansion,
                Err(misfit) => self.widen(misfit),
            }
        };
        if let Some(obstacle) = expansion.obstacle {
            return Err(Hindrance::Obstacle(obstacle).into());
        }
        if expansion.fault.is_none() {
            self.thin_out(state);
        }
        let start = self.graph.edges();
        let taken = self.take_in(state).and_then(|()| self.mark(state, start));
        self.graph.grow(self.visited.store.len());
        match taken {
            Ok(()) => self.graph.set_edges(state as usize, start),
            // Another property may go on from here, and each edge must have its marks.
            Err(_) => self.graph.forget_edges(start),
        }
        taken
    }

    /// Drops successors that only lead to other interleavings.
    fn thin_out(&mut self, state: u32) {
        let Some(interleavings) = &mut self.interleavings else { return };
        let Interleavings { stubborn, visible, puts_off, enabled, left_out } = interleavings;
        enabled.clear();
        enabled.extend_from_slice(self.successors.of_last());
        enabled.dedup();
        self.visited.layout.unpack(&self.words, &mut self.values);
        let (visited, graph, successors) = (&self.visited, &self.graph, &self.successors);
        let may_take = |taken: &[u32]| {
            let mut by_it = (0..successors.len()).filter(|at| taken.contains(&successors.transitions[*at].0));
            by_it.all(|at| {
                let target = visited.find(successors.get(at));
                target.is_none_or(|target| !may_return(graph, puts_off, target, state))
            })
        };
        let limit = enabled.len();
        let unseen = stubborn.invisible(&self.values, enabled, limit, visible, may_take);
        let puts_off_here = unseen.is_some();
        let taken = match unseen {
            Some(taken) => Some(taken.to_vec()),
            None => stubborn.with_visible(&self.values, enabled, visible).map(<[u32]>::to_vec),
        };
        if let Some(taken) = taken {
            *left_out += self.successors.keep_of_last(|other| taken.binary_search(&other.0).is_ok());
        }
        if state as usize >= puts_off.len() {
            puts_off.resize((state as usize + 1).max(2 * puts_off.len()), false);
        }
        puts_off[state as usize] = puts_off_here;
    }

    fn take_in(&mut self, state: u32) -> Result<(), End> {
        let (watch, edges) = (self.watch, self.graph.edges() as u64);
        let may_allocate = |visited: &Visited, bytes: u64| {
            let progress = Progress { bytes: visited.bytes() + 8 * edges, ..Progress::default() };
            watch.may_allocate(&progress, bytes)
        };
        for at in 0..self.successors.len() {
            let number = self.visited.intern(self.successors.get(at), state, &may_allocate);
            let number = number.map_err(|full| match full {
                Full::Refused(stop) => Hindrance::Obstacle(Obstacle::Stopped(stop)),
                Full::Numbers => Hindrance::Numbers,
            })?;
            self.graph.targets.push(number);
            self.graph.transitions.push(self.successors.transitions[at].0);
        }
        match self.state_limit {
            Some(limit) if self.visited.store.len() as u64 > limit => {
                Err(Hindrance::StateLimit(limit).into())
            }
            _ => Ok(()),
        }
    }

    /// Notes what the state and its edges contribute to fairness.
    fn mark(&mut self, state: u32, start: usize) -> Result<(), End> {
        if self.assumptions.is_empty() {
            return Ok(());
        }
        self.visited.layout.unpack(&self.words, &mut self.values);
        let transitions = &self.graph.transitions[start..];
        let marks = self.assumptions.marks(self.program, &self.values, transitions);
        let (of_state, of_edges) = marks.map_err(overflow)?;
        if state as usize >= self.state_marks.len() {
            self.state_marks.resize((state as usize + 1).max(2 * self.state_marks.len()), 0);
        }
        self.state_marks[state as usize] = self.marks.number(of_state);
        for (marks, transition) in of_edges.into_iter().zip(&self.graph.transitions[start..]) {
            let is_fixed = self.assumptions.is_fixed(*transition);
            self.edge_marks.push(self.marks.of_transition(*transition, marks, is_fixed));
        }
        Ok(())
    }

    fn widen(&mut self, misfit: Misfit) {
        self.visited.widen(misfit, &self.program.domains);
        self.expander = Expander::noting(self.program, &self.visited.layout);
        self.letters.bind(&self.visited.layout);
        self.words = vec![0; self.visited.layout.words()];
        self.successors = Successors::new(self.words.len());
    }

    fn breathe(&mut self) -> Result<(), End> {
        self.expansions += 1;
        if self.patience.is_some_and(|patience| self.expansions > patience) {
            return Err(End::Impatient);
        }
        let burden = 1 + self.words.len() as u64 / USUAL_WORDS;
        if self.expansions.is_multiple_of((BREATH / burden).max(1)) {
            (self.asking())()?;
        }
        Ok(())
    }

    /// Asks whether to go on, for work on a graph that is complete.
    pub fn asking(&self) -> impl Fn() -> Result<(), End> + use<'a> {
        let states = self.visited.store.len() as u64;
        let progress = Progress {
            states,
            frontier: states - self.expansions.min(states),
            depth: 0,
            bytes: self.visited.bytes() + 8 * self.graph.edges() as u64,
            ..Progress::default()
        };
        let watch = self.watch;
        move || watch.check(&progress).map_err(|stop| Hindrance::Obstacle(Obstacle::Stopped(stop)).into())
    }

    /// A flag that is set when the work is to end, if there is one.
    pub fn ending(&self) -> Option<Arc<AtomicBool>> {
        self.watch.ending()
    }

    /// Why work ended that saw the flag.
    pub fn ended(&self) -> End {
        let stop = self.watch.check(&Progress::default()).err().unwrap_or(Stop::Interrupted);
        Hindrance::Obstacle(Obstacle::Stopped(stop)).into()
    }

    /// Those of the first `states` states in which a condition is true; one that faults is false.
    pub fn states_where(&mut self, condition: &Code, states: usize) -> Result<Bits, End> {
        let layout = &self.visited.layout;
        let condition = Condition::new(condition, layout);
        let read = unpacked(std::slice::from_ref(&condition), layout);
        let mut bits = Bits::new(states);
        for state in 0..states {
            self.visited.store.read(state as u32, &mut self.words);
            for (variable, field) in &read {
                self.values[*variable] = field.get(&self.words);
            }
            if truth(condition.holds(&self.words, &self.values))? {
                bits.insert(state);
            }
        }
        Ok(bits)
    }

    /// What fair paths of the whole graph keep; everything must be explored.
    pub fn promises(&self) -> Vec<Promise> {
        let repeated = (1u128 << self.assumptions.repeated) - 1;
        let sources: Vec<u32> = if self.assumptions.is_empty() {
            Vec::new()
        } else {
            let mut sources = vec![0; self.graph.edges()];
            for state in 0..self.graph.states() {
                self.graph.edges_of(state).for_each(|edge| sources[edge] = state as u32);
            }
            sources
        };
        promises(
            if self.assumptions.is_empty() { 0 } else { self.graph.states() },
            sources.len(),
            repeated,
            |state| self.marks.get(self.state_marks[state]).obliging,
            |edge| self.marks(sources[edge], edge),
        )
    }
}

impl Explored for Space<'_, '_> {
    type End = End;

    fn edges(&mut self, state: u32) -> Result<Range<usize>, End> {
        self.expand(state)?;
        Ok(self.graph.edges_of(state as usize))
    }

    fn target(&self, edge: usize) -> u32 {
        self.graph.targets[edge]
    }

    fn letter(&mut self, state: u32) -> Result<u32, End> {
        let known = self.letters.of_state.get(state as usize).copied().unwrap_or(0);
        if known != 0 {
            return Ok(known - 1);
        }
        self.visited.store.read(state, &mut self.words);
        let Letters { conditions, read, scratch, .. } = &mut self.letters;
        for (variable, field) in read {
            self.values[*variable] = field.get(&self.words);
        }
        scratch.clear();
        scratch.resize(conditions.len().div_ceil(64).max(1), 0);
        for (number, condition) in conditions.iter().enumerate() {
            if truth(condition.holds(&self.words, &self.values))? {
                scratch[number / 64] |= 1 << (number % 64);
            }
        }
        Ok(self.letters.note(state))
    }

    fn propositions(&self, letter: u32) -> &[u64] {
        &self.letters.all[letter as usize]
    }

    fn out_of_numbers(&self) -> End {
        Hindrance::Numbers.into()
    }

    #[inline]
    fn marks(&self, state: u32, edge: usize) -> FairMarks {
        if self.assumptions.is_empty() {
            return FairMarks::default();
        }
        let of_state = self.marks.get(self.state_marks[state as usize]);
        of_state.and(self.marks.get(self.edge_marks[edge]))
    }
}

/// The variables that conditions on packed states need unpacked.
fn unpacked(conditions: &[Condition], layout: &Layout) -> Vec<(usize, Field)> {
    let mut variables = BTreeSet::new();
    conditions.iter().for_each(|condition| condition.variables(&mut variables));
    variables.into_iter().map(|variable| (variable as usize, *layout.field(variable))).collect()
}

impl Letters {
    /// Makes the propositions conditions on packed states of this layout.
    fn bind(&mut self, layout: &Layout) {
        self.conditions = self.propositions.iter().map(|code| Condition::new(code, layout)).collect();
        self.read = unpacked(&self.conditions, layout);
    }

    /// Gives a state the letter that was just computed.
    fn note(&mut self, state: u32) -> u32 {
        let Letters { of_state, numbers, all, scratch, recent, .. } = self;
        let number = match all.get(*recent as usize).filter(|letter| *letter == scratch) {
            Some(_) => *recent,
            None => *numbers.entry(scratch.clone()).or_insert_with_key(|letter| {
                all.push(letter.clone());
                all.len() as u32 - 1
            }),
        };
        *recent = number;
        let state = state as usize;
        if state >= of_state.len() {
            of_state.resize((state + 1).max(2 * of_state.len()), 0);
        }
        of_state[state] = number + 1;
        number
    }
}

/// A condition that faults is false.
fn truth(result: Result<bool, Trap>) -> Result<bool, End> {
    match result {
        Ok(value) => Ok(value),
        Err(trap) if trap.overflow_span().is_none() => Ok(false),
        Err(trap) => Err(overflow(trap)),
    }
}

fn overflow(trap: Trap) -> End {
    let span = trap.overflow_span().unwrap_or_default();
    Hindrance::Obstacle(Obstacle::Overflow { span }).into()
}
