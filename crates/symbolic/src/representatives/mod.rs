//! Sets of representatives: states that differ only by an exchange of instances, or in what nobody will read, are kept once.
//!
//! * `rules`: by which states get representatives; `precedence`: which of two neighbours comes first;
//! * `rewriting`: rules on sets, and the way back;
//! * `branching`: formulas of branching time on representatives;
//! * `search`: all representatives of reachable states; `path`: paths of the system from them.

mod branching;
mod path;
mod precedence;
mod rewriting;
mod rules;
mod search;

use crate::check::{Failure, Settings};
use crate::ctl::inner;
use crate::job::{End, count, replayed};
use crate::model::Model;
use crate::reach::Chained;
use crate::{Lowered, LoweringError, Prepared};
use branching::Quotient;
use budget::Budget;
use rules::Reductions;
use search::Representatives;
use state_sets::{Complement, Exchange, Halt, Limited, Size, Space, Variable};
use std::cell::RefCell;
use system::{Answer, Ctl, Evidence, Expr, Observer, Property, Question, State, Statistics, System, retrace};

/// Which states are kept once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reduced {
    /// Those that differ by an exchange of instances.
    pub symmetry: bool,
    /// Those that differ in what nobody will read.
    pub inactive: bool,
}

/// Whether representatives answer a question about single states.
pub fn has_representatives(question: &Question) -> bool {
    matches!(
        question,
        Question::Invariant(_) | Question::Reachable(_) | Question::DeadlockFree | Question::NoFaults
    )
}

/// Whether representatives may show a property: one of branching time without rigid variables, where nothing is assumed of paths.
pub fn may_have_representatives(system: &System, property: usize) -> bool {
    let question = &system.properties[property].question;
    let is_branching = matches!(question, Question::Ctl(_)) && crate::rigid_variables(question).is_empty();
    has_representatives(question) || (is_branching && system.fairness.is_empty())
}

/// Answers properties, all of which [`may_have_representatives`] must accept, by representatives of the reachable states, in the
/// sets of the domain that is made for the system's space with these variables first; tells each answer when it falls. Returns
/// those that are left: all where every state is its own representative, and formulas of branching time that do not hold or whose
/// truth is to be shown by a path.
pub fn check_representatives_in<D: Complement + Exchange>(
    prepared: &Prepared<'_>,
    properties: &[usize],
    settings: &Settings,
    reduced: Reduced,
    budget: &Budget<'_>,
    observer: &dyn Observer,
    make_domain: impl Fn(Space, Vec<Variable>) -> Limited<D>,
) -> Result<Vec<usize>, Failure> {
    let system = prepared.system;
    let reductions = reductions(system, properties, reduced);
    if reductions.is_empty() {
        return Ok(properties.to_vec());
    }
    let open = RefCell::new(properties.to_vec());
    let check = RepresentativesCheck { system, settings, budget, observer, reductions, open };
    observer.working_on(None);
    match check.run(prepared, make_domain) {
        Ok(()) => Ok(check.open.take()),
        Err(Ended::NoInitialState) => Err(Failure::NoInitialState),
        Err(Ended::End(End::Failed(reason))) => Err(Failure::Internal(reason)),
        Err(Ended::End(End::Halted(halt))) => {
            for number in check.open.take() {
                observer.answered(number, check.unknown(&halt));
            }
            Ok(Vec::new())
        }
    }
}

/// The representatives of all reachable states for these properties, one by one; nothing where every state is its own. It is there
/// to be compared with all reachable states.
///
/// # Errors
/// If the budget ends the work, or something cannot be said in formulas.
pub fn representatives_in<D: Complement + Exchange>(
    prepared: &Prepared<'_>,
    properties: &[usize],
    settings: &Settings,
    reduced: Reduced,
    budget: &Budget<'_>,
    make_domain: impl Fn(Space, Vec<Variable>) -> Limited<D>,
) -> Limited<Option<Vec<State>>> {
    let reductions = reductions(prepared.system, properties, reduced);
    if reductions.is_empty() {
        return Ok(None);
    }
    let lowered = settings.lowered(prepared, &settings.lowering(), budget)?;
    let order = reductions.order(prepared.system, &lowered.coding);
    let domain = make_domain(lowered.space.clone(), order)?;
    let model = Model::new(&domain, &lowered, &Chained, budget)?;
    let rules = reductions.rules(prepared.system, &lowered, &domain, &model.meter)?;
    let mut found = Representatives::new(&model, &rules)?;
    while found.grow()? {}
    model.whole()?;
    let (mut left, mut states) = (found.known, Vec::new());
    while let Some(point) = domain.pick(&left)? {
        left = domain.difference(&left, &domain.singleton(&point)?)?;
        states.push(lowered.coding.state(&point));
    }
    Ok(Some(states))
}

fn reductions(system: &System, properties: &[usize], reduced: Reduced) -> Reductions {
    let asked: Vec<Property> =
        properties.iter().flat_map(|number| asked(&system.properties[*number])).collect();
    let asked: Vec<&Property> = asked.iter().collect();
    let mut classes = if reduced.symmetry { analysis::classes(system, &asked) } else { Vec::new() };
    // What an exchange does here to a variable does not depend on others.
    classes.retain(|class| !class.roles.has_queues_of_indices());
    let inactive = if reduced.inactive { analysis::inactive(system, &asked) } else { None };
    Reductions { classes, inactive }
}

/// What must be the same in states that stand for each other: of a branching-time formula, each of its atoms.
fn asked(property: &Property) -> Vec<Property> {
    fn atoms<'f>(formula: &'f Ctl, all: &mut Vec<&'f Expr>) {
        match formula {
            Ctl::State(condition) => all.push(condition),
            other => inner(other).into_iter().for_each(|part| atoms(part, all)),
        }
    }
    let Question::Ctl(formula) = &property.question else { return vec![property.clone()] };
    let mut all = Vec::new();
    atoms(formula, &mut all);
    let of =
        |condition: &Expr| Property { question: Question::Invariant(condition.clone()), ..property.clone() };
    all.into_iter().map(of).collect()
}

/// Why a check ends early.
enum Ended {
    NoInitialState,
    End(End),
}

impl<E: Into<End>> From<E> for Ended {
    fn from(end: E) -> Self {
        Ended::End(end.into())
    }
}

struct RepresentativesCheck<'a> {
    system: &'a System,
    settings: &'a Settings,
    budget: &'a Budget<'a>,
    observer: &'a dyn Observer,
    reductions: Reductions,
    /// The properties that are open.
    open: RefCell<Vec<usize>>,
}

impl RepresentativesCheck<'_> {
    fn strategy(&self) -> String {
        let mut strategy = format!("forward, {}, layers", self.settings.sets);
        if !self.reductions.classes.is_empty() {
            strategy.push_str(", symmetry");
        }
        if self.reductions.inactive.is_some() {
            strategy.push_str(", inactive variables");
        }
        strategy
    }

    fn unknown(&self, halt: &Halt) -> Answer {
        Answer::unknown(halt.reason(self.budget), "symbolic", self.strategy())
    }

    fn run<D: Complement + Exchange>(
        &self,
        prepared: &Prepared<'_>,
        make_domain: impl Fn(Space, Vec<Variable>) -> Limited<D>,
    ) -> Result<(), Ended> {
        let lowered = self.settings.lowered(prepared, &self.settings.lowering(), self.budget)?;
        let order = self.reductions.order(self.system, &lowered.coding);
        let domain = make_domain(lowered.space.clone(), order)?;
        let model = Model::new(&domain, &lowered, &Chained, self.budget)?;
        if domain.is_empty(&model.initial)? {
            return Err(Ended::NoInitialState);
        }
        let rules = self.reductions.rules(self.system, &lowered, &domain, &model.meter)?;
        let mut found = Representatives::new(&model, &rules)?;
        let mut goals = self.goals(&domain, &lowered)?;
        loop {
            goals.retain(|(number, _)| self.observer.is_open(*number));
            self.open.borrow_mut().retain(|number| self.observer.is_open(*number));
            let mut decided = Vec::new();
            for (number, goal) in &goals {
                if let Some(answer) = self.violation(&found, &lowered, *number, goal)? {
                    self.observer.answered(*number, answer);
                    decided.push(*number);
                }
            }
            goals.retain(|(number, _)| !decided.contains(number));
            self.open.borrow_mut().retain(|number| !decided.contains(number));
            if goals.is_empty() || !found.grow()? {
                break;
            }
        }
        model.whole()?;
        self.branching(&found, &lowered, &goals)?;
        for (number, _) in goals {
            let question = &self.system.properties[number].question;
            if matches!(question, Question::Ctl(_)) {
                continue;
            }
            let answer = self.answer(&found, question, Ok(Evidence::Invariant))?;
            self.observer.answered(number, answer);
            self.open.borrow_mut().retain(|open| *open != number);
        }
        Ok(())
    }

    /// Answers formulas of branching time that hold and need no path to show that; the others are left.
    fn branching<D: Complement + Exchange, G>(
        &self,
        found: &Representatives<'_, D>,
        lowered: &Lowered,
        goals: &[(usize, G)],
    ) -> Result<(), Ended> {
        let condition = |e: &Expr| {
            let formula = lowered.condition(self.system, e, self.budget);
            formula.map_err(LoweringError::into_halt)
        };
        let mut quotient = None;
        for (number, _) in goals {
            let question = &self.system.properties[*number].question;
            let Question::Ctl(formula) = question else { continue };
            if formula.is_existential() {
                continue;
            }
            if quotient.is_none() {
                quotient = Quotient::new(found, &condition)?;
            }
            let Some(quotient) = &quotient else { return Ok(()) };
            if quotient.holds(formula)? {
                let answer = self.answer(found, question, Ok(Evidence::Fixpoint))?;
                self.observer.answered(*number, answer);
                self.open.borrow_mut().retain(|open| open != number);
            }
        }
        Ok(())
    }

    /// For each property the states that decide it, as far as they are a set by themselves.
    fn goals<D: Complement>(&self, domain: &D, lowered: &Lowered) -> Limited<Vec<(usize, Option<D::Set>)>> {
        let set = |condition| {
            let formula = lowered.condition(self.system, condition, self.budget);
            domain.set(&formula.map_err(LoweringError::into_halt)?)
        };
        let goal = |number: &usize| {
            let goal = match &self.system.properties[*number].question {
                Question::Invariant(condition) => Some(domain.complement(&set(condition)?)?),
                Question::Reachable(condition) => Some(set(condition)?),
                _ => None,
            };
            Ok((*number, goal))
        };
        self.open.borrow().iter().map(goal).collect()
    }

    /// The answer if the last layer decides a property.
    fn violation<D: Complement + Exchange>(
        &self,
        found: &Representatives<'_, D>,
        lowered: &Lowered,
        number: usize,
        goal: &Option<D::Set>,
    ) -> Result<Option<Answer>, End> {
        let question = &self.system.properties[number].question;
        let (domain, model) = (found.model.domain, found.model);
        let ends = match (question, goal) {
            (_, Some(goal)) => domain.intersection(found.last(), goal)?,
            (Question::DeadlockFree, _) if model.missing.is_none() => model.dead_ends(found.last())?,
            (Question::NoFaults, _) => self.faulting(found)?,
            _ => domain.empty(),
        };
        let Some(end) = domain.pick(&ends)? else { return Ok(None) };
        let layer = found.layers.len() - 1;
        let path = found.path(self.system, &lowered.coding, &self.reductions, question, (layer, &end))?;
        let trace = match path {
            Ok(path) => replayed(retrace(self.system, &path))?,
            Err(reason) => Err(reason),
        };
        self.answer(found, question, trace.map(Evidence::path)).map(Some)
    }

    /// States of the last layer in which a transition faults.
    fn faulting<D: Complement + Exchange>(&self, found: &Representatives<'_, D>) -> Limited<D::Set> {
        let domain = found.model.domain;
        for (_, states) in &found.model.faults {
            let here = domain.intersection(found.last(), states)?;
            if !domain.is_empty(&here)? {
                return Ok(here);
            }
        }
        Ok(domain.empty())
    }

    fn answer<D: Complement + Exchange>(
        &self,
        found: &Representatives<'_, D>,
        question: &Question,
        evidence: Result<Evidence, String>,
    ) -> Result<Answer, End> {
        let answer = match evidence {
            Ok(evidence) => Answer::from_evidence(question, evidence, "symbolic", self.strategy())
                .map_err(|irrelevant| End::Failed(irrelevant.to_string()))?,
            Err(reason) => Answer::unknown(reason, "symbolic", self.strategy()),
        };
        Ok(answer.with_statistics(statistics(found).unwrap_or_default()))
    }
}

fn statistics<D: Complement + Exchange>(found: &Representatives<'_, D>) -> Limited<Statistics> {
    let (domain, meter) = (found.model.domain, &found.model.meter);
    let mut statistics = Statistics::new();
    if let Size::Finite(states) = domain.size(&found.known)? {
        statistics.push(("states", count(&states)));
    }
    statistics.push(("depth", (found.layers.len() - 1).into()));
    statistics.push(("iterations", meter.iterations().into()));
    statistics.push(("set_size", domain.weight(&found.known).into()));
    statistics.push(("peak_set_size", meter.peak().into()));
    statistics.push(("stored_bytes", domain.bytes().into()));
    Ok(statistics)
}
