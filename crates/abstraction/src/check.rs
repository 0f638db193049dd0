//! The engine's front door: which means are tried on a question, and in which order.

use crate::diagram::temporal_answer;
use crate::failure::{ENGINE, End, Failure};
use crate::ic3::{Chain, Frames, Reachability};
use crate::implicant::Implicant;
use crate::instant::Instant;
use crate::refinement::PathConstraints;
use crate::transitions::Transitions;
use crate::translation::Translation;
use crate::unrolling::{Route, Unrolling, exactly, halted};
use budget::Budget;
use encoding::{Lowered, Prepared};
use satisfiability::Solver;
use state_sets::{Formula, Halt, Limited, Local, Point};
use std::collections::HashMap;
use system::{Answer, Evidence, Expr, Observer, Question, Statistics, System, Trace, retrace};

/// The lengths of paths, and of induction, that are tried before anything else.
const FIRST: usize = 2;

/// Whether the engine can try the question, or why not.
///
/// # Errors
/// If single states do not decide it.
pub fn can_check(question: &Question) -> Result<(), String> {
    match question {
        Question::Invariant(_) | Question::Reachable(_) | Question::NoFaults | Question::DeadlockFree => {
            Ok(())
        }
        Question::Ctl(_) | Question::Ltl(_) => Ok(()),
        Question::Bound(_) => Err("largest values are not found by predicates".into()),
    }
}

/// Which of the engine's means are used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Means {
    /// All of them, the cheapest first.
    #[default]
    All,
    /// Paths that are written out step by step.
    Bounded,
    /// Induction over more and more steps.
    Induction,
    /// Reachability of predicates.
    Predicates,
    /// Predicate diagrams.
    Diagram,
}

/// Answers properties, given by their numbers, all of which [`can_check`] must have accepted, and tells each answer when it falls. What a
/// limit leaves open is unknown, with the reason that the budget has for it. Invariants that have been generated and proved are asked for
/// where the first means do not suffice.
///
/// # Errors
/// If the system has no initial state, or the engine contradicts the interpreter.
pub fn check_observed(
    prepared: &Prepared<'_>,
    properties: &[usize],
    means: Means,
    generated: &dyn Fn() -> Vec<Expr>,
    budget: &Budget<'_>,
    observer: &dyn Observer,
) -> Result<(), Failure> {
    for property in properties {
        if !observer.is_open(*property) {
            continue;
        }
        observer.working_on(Some(*property));
        let question = &prepared.system.properties[*property].question;
        match answer(prepared, question, means, generated, budget, observer) {
            Ok(answer) => observer.answered(*property, answer),
            Err(End::Failed(failure)) => return Err(failure),
            Err(End::Halted(halt)) => {
                observer.answered(*property, Answer::unknown(halt.reason(budget), ENGINE, "predicates"));
            }
        }
    }
    Ok(())
}

fn answer(
    prepared: &Prepared<'_>,
    question: &Question,
    means: Means,
    generated: &dyn Fn() -> Vec<Expr>,
    budget: &Budget<'_>,
    observer: &dyn Observer,
) -> Result<Answer, End> {
    let is_temporal = matches!(question, Question::Ctl(_) | Question::Ltl(_));
    if is_temporal && !matches!(means, Means::All | Means::Diagram) {
        return Err(Halt::Unsupported("temporal formulas are checked on diagrams only".into()).into());
    }
    if is_temporal || means == Means::Diagram {
        let condition = |number: &usize| match &prepared.system.properties[*number].question {
            Question::Invariant(e) => Some(e.clone()),
            _ => None,
        };
        let mut known: Vec<Expr> = observer.proved().iter().filter_map(condition).collect();
        known.extend(generated());
        return temporal_answer(prepared, question, &known, budget);
    }
    let mut transitions = Transitions::new(prepared, question, budget)?;
    transitions.learn(&observer.proved(), budget)?;
    let attempt = Attempt { transitions: &transitions, question, means, budget };
    if let Some(answer) = attempt.at_first()? {
        return Ok(answer);
    }
    transitions.learn_conditions(&generated(), budget)?;
    Attempt { transitions: &transitions, question, means, budget }.at_length()
}

/// Whether conditions hold in the initial states and no step leaves the states in which all of them do: a second look at what others have
/// proved.
///
/// # Errors
/// If a limit ends it, or something cannot be said in formulas.
pub fn are_inductive(prepared: &Prepared<'_>, conditions: &[Expr], budget: &Budget<'_>) -> Limited<bool> {
    let anything = Question::Invariant(Expr::bool(true, diagnostics::Span::default()));
    let mut transitions = Transitions::new(prepared, &anything, budget)?;
    if let Some(reason) = transitions.missing() {
        return Err(Halt::Unsupported(reason));
    }
    transitions.learn_conditions(conditions, budget)?;
    let mut solver = Solver::new();
    let now = Instant::new(&mut solver, transitions.space())?;
    let next = Instant::new(&mut solver, transitions.space())?;
    let initial = transitions.initial(&mut solver, &now)?;
    let moves = transitions.moves(&mut solver, &now, &next, budget)?;
    let step = solver.or(&moves);
    let mut inside = Vec::with_capacity(transitions.known.len());
    let mut stays = Vec::with_capacity(transitions.known.len());
    for formula in &transitions.known {
        inside.push(Translation::state(&mut solver, &now).exact(formula)?);
        stays.push(Translation::state(&mut solver, &next).exact(formula)?);
    }
    for (here, there) in inside.iter().zip(&stays) {
        let mut leaves = inside.clone();
        leaves.extend([step, !*there]);
        for asked in [vec![initial, !*here], leaves] {
            if solver.solve(&asked, budget).map_err(halted)? {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// An inductive invariant that shows the answer to a question about single states, and the system in whose space it is written; nothing if
/// none is found. It consists of what was generated and proved before, and of what that lacks.
///
/// # Errors
/// If a limit ends the search.
pub fn invariant(
    prepared: &Prepared<'_>,
    question: &Question,
    generated: &[Expr],
    budget: &Budget<'_>,
) -> Limited<Option<(Lowered, Formula)>> {
    let mut transitions = Transitions::new(prepared, question, budget)?;
    transitions.learn_conditions(generated, budget)?;
    let means = Means::All;
    let found = Attempt { transitions: &transitions, question, means, budget }.invariant();
    match found {
        Ok(Some(own)) => {
            let whole = Formula::all(own.into_iter().chain(transitions.known));
            Ok(Some((transitions.lowered, whole)))
        }
        Ok(None) => Ok(None),
        Err(End::Halted(halt)) => Err(halt),
        Err(End::Failed(failure)) => Err(Halt::Unsupported(format!("{failure:?}"))),
    }
}

/// What reachability of predicates shows.
enum Found {
    Invariant(Vec<Formula>, Statistics),
    Route(Route),
}

/// One question at work.
struct Attempt<'t, 's> {
    transitions: &'t Transitions<'s>,
    question: &'t Question,
    means: Means,
    budget: &'t Budget<'t>,
}

impl Attempt<'_, '_> {
    /// What short paths and induction show.
    fn at_first(&self) -> Result<Option<Answer>, End> {
        let mut unrolling = Unrolling::new(self.transitions, self.budget)?;
        if !unrolling.has_initial_state()? {
            return Err(End::Failed(Failure::NoInitialState));
        }
        if self.means == Means::Predicates {
            return Ok(None);
        }
        for length in 0..=FIRST {
            if let Some(route) = unrolling.route(length)? {
                return self.violated(&route, "bounded search").map(Some);
            }
            if self.may_induct() && length > 0 && unrolling.is_inductive(length)? {
                return self.proved(&format!("{length}-induction"), Statistics::new()).map(Some);
            }
        }
        Ok(None)
    }

    /// Whether induction is asked for and rests on all transitions.
    fn may_induct(&self) -> bool {
        self.transitions.missing().is_none() && self.means != Means::Bounded
    }

    /// Predicates, and where they do not help, longer and longer paths.
    fn at_length(&self) -> Result<Answer, End> {
        let mut unrolling = Unrolling::new(self.transitions, self.budget)?;
        if self.may_induct() && unrolling.is_inductive(0)? {
            return self.proved("generated invariants", Statistics::new());
        }
        if self.transitions.missing().is_none() && matches!(self.means, Means::All | Means::Predicates) {
            match self.by_predicates(&mut unrolling) {
                Err(End::Halted(Halt::Unsupported(_))) if self.means == Means::All => {}
                other => return other,
            }
        }
        self.deeper(&mut unrolling)
    }

    /// Bounded search and induction, with no end.
    fn deeper(&self, unrolling: &mut Unrolling<'_, '_>) -> Result<Answer, End> {
        loop {
            let length = unrolling.explored();
            if let Some(route) = unrolling.route(length)? {
                return self.violated(&route, "bounded search");
            }
            if self.may_induct() && unrolling.is_inductive(length)? {
                return self.proved(&format!("{length}-induction"), Statistics::new());
            }
        }
    }

    /// Reachability of predicates, as an answer.
    fn by_predicates(&self, unrolling: &mut Unrolling<'_, '_>) -> Result<Answer, End> {
        match self.found(unrolling)? {
            Found::Invariant(_, statistics) => self.proved("predicates", statistics),
            Found::Route(route) => self.violated(&route, "predicates"),
        }
    }

    /// Reachability of predicates, which are added until they suffice.
    fn found(&self, unrolling: &mut Unrolling<'_, '_>) -> Result<Found, End> {
        let mut search = Reachability::new(self.transitions, self.budget)?;
        search.add_atoms(&self.transitions.lowered.initial)?;
        search.add_atoms(&self.transitions.bad)?;
        for predicate in &self.transitions.given {
            search.add_atoms(predicate)?;
        }
        loop {
            match search.advance()? {
                Frames::Invariant(invariant) => {
                    self.confirmed(&invariant)?;
                    let statistics = vec![
                        ("predicates", search.predicates.all.len().into()),
                        ("frames", search.depth().into()),
                        ("questions", search.questions.into()),
                    ];
                    return Ok(Found::Invariant(invariant, statistics));
                }
                Frames::Chain(chain) => {
                    if let Some(route) = unrolling.route(chain.steps.len())? {
                        return Ok(Found::Route(route));
                    }
                    let found = self.constraints(&chain)?.predicates(self.transitions.space());
                    if !search.add_predicates(&found)? {
                        return Err(Halt::Unsupported("no predicate tells the states apart".into()).into());
                    }
                }
            }
        }
    }

    /// An inductive invariant without bad states, beside what is known.
    fn invariant(&self) -> Result<Option<Vec<Formula>>, End> {
        if self.transitions.missing().is_some() {
            return Ok(None);
        }
        let mut unrolling = Unrolling::new(self.transitions, self.budget)?;
        if unrolling.route(0)?.is_some() {
            return Ok(None);
        }
        if unrolling.is_inductive(1)? {
            return Ok(Some(vec![self.transitions.bad.clone().negated()]));
        }
        match self.found(&mut unrolling)? {
            Found::Invariant(invariant, _) => Ok(Some(invariant)),
            Found::Route(_) => Ok(None),
        }
    }

    /// The constraints along a chain.
    fn constraints(&self, chain: &Chain) -> Limited<PathConstraints> {
        let mut steps =
            vec![self.implicant(&self.transitions.lowered.initial, 0, &chain.start, &chain.start)?];
        for (time, step) in chain.steps.iter().enumerate() {
            let one = &self.transitions.lowered.moves[step.number].step;
            let mut found = self.implicant(&one.relation, time, &step.from, &step.to)?;
            found.extend(crate::implicant::kept(self.transitions.space(), &one.changed, time));
            steps.push(found);
        }
        steps.push(self.implicant(&self.transitions.bad, chain.steps.len(), &chain.bad, &chain.bad)?);
        Ok(PathConstraints { steps })
    }

    fn implicant(
        &self,
        formula: &Formula,
        time: usize,
        now: &Point,
        next: &Point,
    ) -> Limited<Vec<crate::implicant::Constraint>> {
        let locals = self.witnesses(formula, now, next)?;
        let (space, found) = (self.transitions.space(), Vec::new());
        let mut implicant = Implicant { space, time, now, next, locals: &locals, found, inputs: 0 };
        // What becomes too large is left out: predicates are found with care, but need not be the best.
        let _ = implicant.collect(formula, true);
        Ok(implicant.found)
    }

    /// Values of bound variables that make the formula true.
    fn witnesses(&self, formula: &Formula, now: &Point, next: &Point) -> Limited<HashMap<Local, i128>> {
        if formula.last_local().is_none() {
            return Ok(HashMap::new());
        }
        let mut solver = Solver::new();
        let (before, after) = (
            Instant::new(&mut solver, self.transitions.space())?,
            Instant::new(&mut solver, self.transitions.space())?,
        );
        for (instant, point) in [(&before, now), (&after, next)] {
            let here = exactly(self.transitions, point);
            let here = Translation::state(&mut solver, instant).possible(&here)?;
            solver.clause(&[here]);
        }
        let mut translation = Translation::step(&mut solver, &before, &after);
        let truth = translation.possible(formula)?;
        let locals = translation.locals();
        if !solver.solve(&[truth], self.budget).map_err(halted)? {
            return Ok(HashMap::new());
        }
        Ok(locals.into_iter().map(|(local, unknown)| (local, unknown.value(&solver))).collect())
    }

    /// The invariant has the initial states, no step leaves it, and it has no bad state.
    fn confirmed(&self, invariant: &[Formula]) -> Result<(), End> {
        let whole = Formula::all(invariant.iter().cloned());
        let mut solver = Solver::new();
        let now = Instant::new(&mut solver, self.transitions.space())?;
        let next = Instant::new(&mut solver, self.transitions.space())?;
        // What is known is so in every reachable state, in the next one too; by itself it need not be inductive.
        self.transitions.assume_known(&mut solver, &now)?;
        self.transitions.assume_known(&mut solver, &next)?;
        let inside = Translation::state(&mut solver, &now).exact(&whole)?;
        let stays = Translation::state(&mut solver, &next).exact(&whole)?;
        let initial = self.transitions.initial(&mut solver, &now)?;
        let bad = self.transitions.is_bad(&mut solver, &now)?;
        let moves = self.transitions.moves(&mut solver, &now, &next, self.budget)?;
        let step = solver.or(&moves);
        for (asked, what) in [
            (vec![initial, !inside], "does not have all initial states"),
            (vec![inside, bad], "has a bad state"),
            (vec![inside, step, !stays], "is left by a step"),
        ] {
            if solver.solve(&asked, self.budget).map_err(halted)? {
                return Err(End::Failed(Failure::Internal(format!("an invariant {what}"))));
            }
        }
        Ok(())
    }

    fn proved(&self, strategy: &str, statistics: Statistics) -> Result<Answer, End> {
        let answer = Answer::from_evidence(self.question, Evidence::Invariant, ENGINE, strategy.to_owned())
            .map_err(|irrelevant| End::Failed(Failure::Internal(irrelevant.to_string())))?;
        Ok(answer.with_statistics(statistics))
    }

    fn violated(&self, route: &Route, strategy: &str) -> Result<Answer, End> {
        let trace = self.trace(route)?;
        Answer::from_evidence(self.question, Evidence::path(trace), ENGINE, strategy.to_owned())
            .map_err(|irrelevant| End::Failed(Failure::Internal(irrelevant.to_string())))
    }

    /// The path as the interpreter walks it.
    fn trace(&self, route: &Route) -> Result<Trace, End> {
        let system: &System = self.transitions.system;
        let mut claimed = self.transitions.claimed(&route.points, &route.moves, route.fault);
        if *self.question == Question::DeadlockFree {
            claimed.ending = system::PathEnding::DeadEnd;
        }
        retrace(system, &claimed).map_err(|mismatch| match mismatch {
            system::Mismatch::Obstacle(obstacle) => End::Halted(Halt::Unsupported(obstacle.to_string())),
            other => End::Failed(Failure::Internal(other.to_string())),
        })
    }
}
