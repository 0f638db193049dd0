//! Reachability of predicates: invariants grow clause by clause, and predicates are added where they allow a path that there is not.
//!
//! # The algorithm
//!
//! Frames bound what is reached in so many steps, from above, by cubes of predicates that are not. A bad cube of the last frame is blocked
//! if no step leads to it from the frame before; otherwise a cube that leads there is to be blocked first. Blocked cubes are made as large as can be, and
//! carried to later frames where they are blocked too; two frames that become equal are an inductive invariant. A chain of cubes from an
//! initial one is either a path of the system, found by bounded search, or gives new predicates ([refinement](crate::refinement)).
//!
//! States are never mentioned, only the values that predicates have in them: a step between cubes is one between some of their states. That
//! is the abstract transition relation, without ever being computed.
//!
//! # Reference
//! Cimatti, Griggio, Mover, Tonetta: *IC3 Modulo Theories via Implicit Predicate Abstraction*, TACAS 2014,
//! doi:10.1007/978-3-642-54862-8_4; Bradley: *SAT-Based Model Checking without Unrolling*, VMCAI 2011, doi:10.1007/978-3-642-18275-4_7;
//! Eén, Mishchenko, Brayton: *Efficient Implementation of Property Directed Reachability*, FMCAD 2011.

use crate::cube::{Choice, Cube};
use crate::instant::{Instant, Unknown};
use crate::predicates::Predicates;
use crate::transitions::Transitions;
use crate::translation::Translation;
use crate::unrolling::halted;
use budget::Budget;
use satisfiability::{Literal, Solver};
use state_sets::{Formula, Halt, Limited, Point, Variable};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A predicate before and after a step.
struct Label {
    now: Literal,
    next: Literal,
    /// What it says.
    meaning: Meaning,
}

/// What a predicate says.
enum Meaning {
    /// A condition on integers.
    Condition(Formula),
    /// A bit of the code of a finite variable.
    Bit(Variable, usize),
}

/// A step of a chain of cubes: a move between two states that predicates do not tell from those of the cubes.
#[derive(Debug, Clone)]
pub(crate) struct AbstractStep {
    /// The move.
    pub number: usize,
    /// The state before.
    pub from: Point,
    /// The state after.
    pub to: Point,
}

/// A chain of cubes from the initial states to a bad one.
#[derive(Debug, Clone)]
pub(crate) struct Chain {
    /// An initial state in the first cube.
    pub start: Point,
    /// The steps.
    pub steps: Vec<AbstractStep>,
    /// A bad state in the last one.
    pub bad: Point,
}

/// What became of the frames.
pub(crate) enum Frames {
    /// No bad state is reached: the conjunction is an inductive invariant.
    Invariant(Vec<Formula>),
    /// A chain of cubes leads to a bad state.
    Chain(Chain),
}

/// A cube that must not be reached in so many steps.
struct Obligation {
    cube: Cube,
    level: usize,
    /// What it leads to, and how; nothing for a bad cube.
    onward: Option<(usize, AbstractStep)>,
    /// A bad state in a bad cube.
    bad: Option<Point>,
}

/// Cubes that are not reached in so many steps, under a literal.
struct Frame {
    active: Literal,
    cubes: Vec<Cube>,
}

/// A search with frames.
pub(crate) struct Reachability<'t, 's> {
    transitions: &'t Transitions<'s>,
    budget: &'t Budget<'t>,
    solver: Solver,
    now: Instant,
    next: Instant,
    moves: Vec<Literal>,
    step: Literal,
    initial: Literal,
    bad: Literal,
    labels: Vec<Label>,
    /// The predicates on integers.
    pub predicates: Predicates,
    frames: Vec<Frame>,
    /// How many questions were asked.
    pub questions: u64,
}

/// What a question about a cube has shown.
enum Before {
    /// No step leads there, even to this larger cube.
    Nothing(Cube),
    /// A step leads there from this cube.
    Step(Cube, AbstractStep),
}

impl<'t, 's> Reachability<'t, 's> {
    /// A search with the predicates of the initial and of the bad states.
    pub fn new(transitions: &'t Transitions<'s>, budget: &'t Budget<'t>) -> Limited<Self> {
        let mut solver = Solver::new();
        let now = Instant::new(&mut solver, transitions.space())?;
        let next = Instant::new(&mut solver, transitions.space())?;
        transitions.assume_known(&mut solver, &now)?;
        transitions.assume_known(&mut solver, &next)?;
        let moves = transitions.moves(&mut solver, &now, &next, budget)?;
        let step = solver.or(&moves);
        let initial = transitions.initial(&mut solver, &now)?;
        let bad = transitions.is_bad(&mut solver, &now)?;
        let (labels, predicates, frames) = (Vec::new(), Predicates::default(), Vec::new());
        let mut search = Reachability {
            transitions,
            budget,
            solver,
            now,
            next,
            moves,
            step,
            initial,
            bad,
            labels,
            predicates,
            frames,
            questions: 0,
        };
        search.add_bits();
        search.add_frame();
        search.add_frame();
        Ok(search)
    }

    fn add_bits(&mut self) {
        for (place, (now, next)) in self.now.0.iter().zip(&self.next.0).enumerate() {
            let (Unknown::Code(now), Unknown::Code(next)) = (now, next) else { continue };
            for (bit, (now, next)) in now.iter().zip(next).enumerate() {
                let meaning = Meaning::Bit(Variable(place as u32), bit);
                self.labels.push(Label { now: *now, next: *next, meaning });
            }
        }
    }

    fn add_frame(&mut self) {
        let active = self.solver.boolean();
        self.frames.push(Frame { active, cubes: Vec::new() });
    }

    /// Adds the conditions of which a formula consists as predicates.
    pub fn add_atoms(&mut self, formula: &Formula) -> Limited<()> {
        let before = self.predicates.all.len();
        self.predicates.add_atoms(formula);
        self.label_from(before).map(|_| ())
    }

    /// Adds predicates; whether there is a new one among them.
    pub fn add_predicates(&mut self, formulas: &[Formula]) -> Limited<bool> {
        let before = self.predicates.all.len();
        for formula in formulas {
            self.predicates.add(formula);
        }
        self.label_from(before)
    }

    fn label_from(&mut self, first: usize) -> Limited<bool> {
        for formula in self.predicates.all[first..].iter().cloned() {
            let now = Translation::state(&mut self.solver, &self.now).exact(&formula)?;
            let next = Translation::state(&mut self.solver, &self.next).exact(&formula)?;
            self.labels.push(Label { now, next, meaning: Meaning::Condition(formula) });
        }
        Ok(self.predicates.all.len() > first)
    }

    /// How many frames there are.
    pub fn depth(&self) -> usize {
        self.frames.len() - 1
    }

    /// Goes on until there is an invariant or a chain of cubes.
    pub fn advance(&mut self) -> Limited<Frames> {
        loop {
            let last = self.depth();
            while let Some(cube) = self.bad_cube(last)? {
                if let Some(chain) = self.block(cube, last)? {
                    return Ok(Frames::Chain(chain));
                }
            }
            self.add_frame();
            if let Some(equal) = self.carry()? {
                let cubes = self.frames[equal..].iter().flat_map(|frame| &frame.cubes);
                return Ok(Frames::Invariant(cubes.map(|cube| self.outside(cube)).collect()));
            }
        }
    }

    /// A bad cube of the last frame, and one of its bad states.
    fn bad_cube(&mut self, level: usize) -> Limited<Option<(Cube, Point)>> {
        let mut asked = self.frame(level);
        asked.push(self.bad);
        if !self.solve(&asked)? {
            return Ok(None);
        }
        let point = self.now.point(&self.solver);
        let cube = self.cube_now();
        let mut asked: Vec<Literal> = cube.0.iter().map(|choice| self.at_now(*choice)).collect();
        asked.push(!self.bad);
        // The predicates of the cube may be what makes it bad; then fewer of them may do.
        if self.solve(&asked)? {
            return Ok(Some((cube, point)));
        }
        let core = self.solver.core().to_vec();
        let kept = cube.0.iter().filter(|choice| core.contains(&self.at_now(**choice))).copied();
        Ok(Some((Cube(kept.collect()), point)))
    }

    /// Blocks a bad cube in a frame, and what leads to it before; or finds a chain of cubes.
    fn block(&mut self, (cube, bad): (Cube, Point), level: usize) -> Limited<Option<Chain>> {
        let mut all = vec![Obligation { cube, level, onward: None, bad: Some(bad) }];
        let mut open = BinaryHeap::from([(Reverse(level), 0_usize)]);
        while let Some((Reverse(level), number)) = open.pop() {
            let cube = all[number].cube.clone();
            if let Some(start) = self.initial_state(&cube)? {
                return Ok(Some(chain(&all, number, start)));
            }
            if level == 0 {
                return Err(Halt::Unsupported("a cube before the first step is not initial".into()));
            }
            if self.is_blocked(&cube, level) {
                continue;
            }
            match self.before(&cube, level)? {
                Before::Step(from, step) => {
                    all.push(Obligation {
                        cube: from,
                        level: level - 1,
                        onward: Some((number, step)),
                        bad: None,
                    });
                    open.push((Reverse(level - 1), all.len() - 1));
                    open.push((Reverse(level), number));
                }
                Before::Nothing(larger) => {
                    let larger = self.enlarged(larger, level)?;
                    let mut reached = level;
                    while reached < self.depth()
                        && matches!(self.before(&larger, reached + 1)?, Before::Nothing(_))
                    {
                        reached += 1;
                    }
                    self.exclude(larger, reached);
                    if reached < self.depth() {
                        all[number].level = reached + 1;
                        open.push((Reverse(reached + 1), number));
                    }
                }
            }
        }
        Ok(None)
    }

    /// Whether a step leads to the cube from elsewhere in the frame before.
    fn before(&mut self, cube: &Cube, level: usize) -> Limited<Before> {
        let mut asked = self.frame(level - 1);
        let elsewhere = self.solver.boolean();
        let mut clause: Vec<Literal> = cube.0.iter().map(|choice| !self.at_now(*choice)).collect();
        clause.push(!elsewhere);
        self.solver.clause(&clause);
        asked.extend([elsewhere, self.step]);
        asked.extend(cube.0.iter().map(|choice| self.at_next(*choice)));
        let is_possible = self.solve(&asked)?;
        let answer = match is_possible {
            true => {
                let number = self.moves.iter().position(|one| self.solver.value(*one));
                let number = number.ok_or_else(|| Halt::Unsupported("a step has no move".into()))?;
                let (from, to) = (self.now.point(&self.solver), self.next.point(&self.solver));
                Before::Step(self.cube_now(), AbstractStep { number, from, to })
            }
            false => {
                let core = self.solver.core().to_vec();
                let is_needed = |choice: &&Choice| core.contains(&self.at_next(**choice));
                let larger = Cube(cube.0.iter().filter(is_needed).copied().collect());
                Before::Nothing(self.without_initial(larger, cube)?)
            }
        };
        self.solver.clause(&[!elsewhere]);
        Ok(answer)
    }

    /// The larger cube, or as much smaller as it takes to leave out the initial states.
    fn without_initial(&mut self, mut larger: Cube, cube: &Cube) -> Limited<Cube> {
        while self.initial_state(&larger)?.is_some() {
            // A choice of the cube that the initial state does not have.
            let differs = |choice: &&Choice| !self.solver.value(self.at_now(**choice));
            let Some(choice) = cube.0.iter().find(differs).copied() else { return Ok(cube.clone()) };
            larger.0.push(choice);
            larger.0.sort_unstable();
        }
        Ok(larger)
    }

    /// A larger cube that is not reached either.
    fn enlarged(&mut self, mut cube: Cube, level: usize) -> Limited<Cube> {
        let mut place = 0;
        while place < cube.0.len() && cube.0.len() > 1 {
            let candidate = cube.without(place);
            if self.initial_state(&candidate)?.is_some() {
                place += 1;
                continue;
            }
            match self.before(&candidate, level)? {
                Before::Nothing(larger) => {
                    place = cube.0.iter().take(place).filter(|choice| larger.0.contains(choice)).count();
                    cube = larger;
                }
                Before::Step(..) => place += 1,
            }
        }
        Ok(cube)
    }

    /// Whether a frame excludes the cube already.
    fn is_blocked(&self, cube: &Cube, level: usize) -> bool {
        self.frames[level..].iter().flat_map(|frame| &frame.cubes).any(|known| known.contains(cube))
    }

    /// Excludes a cube from a frame and all before it.
    fn exclude(&mut self, cube: Cube, level: usize) {
        for frame in &mut self.frames[..=level] {
            frame.cubes.retain(|known| !cube.contains(known));
        }
        let mut clause: Vec<Literal> = cube.0.iter().map(|choice| !self.at_now(*choice)).collect();
        clause.push(!self.frames[level].active);
        self.solver.clause(&clause);
        self.frames[level].cubes.push(cube);
    }

    /// Carries cubes to later frames; the number of a frame that is equal to the one before, if there is one.
    fn carry(&mut self) -> Limited<Option<usize>> {
        for level in 1..self.depth() {
            for cube in self.frames[level].cubes.clone() {
                if self.frames[level].cubes.contains(&cube)
                    && let Before::Nothing(larger) = self.before(&cube, level + 1)?
                {
                    self.exclude(larger, level + 1);
                    self.frames[level].cubes.retain(|known| *known != cube);
                }
            }
            if self.frames[level].cubes.is_empty() {
                return Ok(Some(level + 1));
            }
        }
        Ok(None)
    }

    /// An initial state in the cube.
    fn initial_state(&mut self, cube: &Cube) -> Limited<Option<Point>> {
        let mut asked = vec![self.initial];
        asked.extend(cube.0.iter().map(|choice| self.at_now(*choice)));
        Ok(self.solve(&asked)?.then(|| self.now.point(&self.solver)))
    }

    /// The values of all predicates before the step of the model.
    fn cube_now(&self) -> Cube {
        let choice =
            |(predicate, label): (usize, &Label)| Choice { predicate, value: self.solver.value(label.now) };
        Cube(self.labels.iter().enumerate().map(choice).collect())
    }

    /// What is assumed of a frame.
    fn frame(&self, level: usize) -> Vec<Literal> {
        match level {
            0 => vec![self.initial],
            _ => self.frames[level..].iter().map(|frame| frame.active).collect(),
        }
    }

    fn at_now(&self, choice: Choice) -> Literal {
        let literal = self.labels[choice.predicate].now;
        if choice.value { literal } else { !literal }
    }

    fn at_next(&self, choice: Choice) -> Literal {
        let literal = self.labels[choice.predicate].next;
        if choice.value { literal } else { !literal }
    }

    fn solve(&mut self, asked: &[Literal]) -> Limited<bool> {
        self.questions += 1;
        self.solver.solve(asked, self.budget).map_err(halted)
    }

    /// That a state is not in the cube.
    fn outside(&self, cube: &Cube) -> Formula {
        Formula::any(cube.0.iter().map(|choice| {
            let formula = match &self.labels[choice.predicate].meaning {
                Meaning::Condition(formula) => formula.clone(),
                Meaning::Bit(variable, bit) => bit_is_set(self.transitions, *variable, *bit),
            };
            if choice.value { formula.negated() } else { formula }
        }))
    }
}

/// That a bit of the code of a variable is set.
fn bit_is_set(transitions: &Transitions<'_>, variable: Variable, bit: usize) -> Formula {
    let state_sets::Kind::Finite { count } = transitions.space().kind(variable) else {
        return Formula::falsity();
    };
    let codes = (0..count).filter(|code| code >> bit & 1 == 1).collect();
    Formula::Member(state_sets::Cell::now(variable), codes)
}

/// The chain from an initial cube.
fn chain(all: &[Obligation], first: usize, start: Point) -> Chain {
    let mut steps = Vec::new();
    let mut number = first;
    while let Some((onward, step)) = &all[number].onward {
        steps.push(step.clone());
        number = *onward;
    }
    let bad = all[number].bad.clone().unwrap_or_else(|| start.clone());
    Chain { start, steps, bad }
}
