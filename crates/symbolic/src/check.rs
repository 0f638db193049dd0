//! The engine's front door: which fixpoints answer what, in which order.

use crate::between::Between;
use crate::fairness::conditions;
use crate::forgetting::{Forgotten, inactive};
use crate::job::{End, Job};
use crate::journal::Journal;
use crate::layers::Layers;
use crate::ltl::{self, Negation, negation};
use crate::model::Model;
use crate::reach::{Chained, Reach, Saturated};
use crate::shortest::PATIENCE;
use crate::steps::{Reader, Steps};
use crate::{LowerOptions, Lowered, LoweringError, Prepared, ctl, largest, safety};
use analysis::Inactive;
use budget::Budget;
use encoding::Apart;
use state_sets::{Complement, Declaration, Domain, Halt, Kind, Limited, Saturate, Space, Variable};
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;
use system::{Answer, Expr, Observer, Property, Question, System};

/// The most atoms and connectives of a formula, written as a tree, where all variables are finite.
const LARGEST_FINITE: usize = 1 << 24;

/// How to check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    /// What the domain's sets are called in reports.
    pub sets: &'static str,
    /// How reachable states are found.
    pub exploration: Exploration,
    /// Integer ranges with at most this many values become codes; larger ones stay integers.
    pub most_codes: u64,
    /// Whether the domain takes finitely many values for each variable only.
    pub only_finite: bool,
    /// Whether values are forgotten that nobody will read; only where no property may depend on them.
    pub forget: bool,
    /// How properties take turns.
    pub turns: Turns,
}

/// The shares of work that properties get in turn, if there are several of them; behind the last one there is no limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Turns {
    /// The beats of the first share.
    pub first: u64,
    /// How much larger each share is than the one before.
    pub factor: u64,
    /// How many there are.
    pub count: u32,
}

impl Default for Turns {
    fn default() -> Self {
        Turns { first: 200, factor: 4, count: 6 }
    }
}

impl Turns {
    fn shares(self) -> impl Iterator<Item = u64> {
        let share = move |number| self.first.saturating_mul(self.factor.saturating_pow(number));
        (0..self.count).map(share).chain([u64::MAX])
    }
}

/// How reachable states are found.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Exploration {
    /// All of them in the domain's own way, and paths afterwards.
    #[default]
    Saturated,
    /// All of them by images that are chained, and paths afterwards.
    Chained,
    /// Layer by layer, only as far as it takes to answer what single states decide.
    Layered,
}

/// Why nothing was checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// The model has no initial state at all, so every property would hold of it.
    NoInitialState,
    /// A bug: the engine contradicts the reference interpreter, or itself.
    Internal(String),
}

impl Default for Settings {
    fn default() -> Self {
        let most_codes = LowerOptions::default().most_codes;
        let (exploration, turns) = (Exploration::default(), Turns::default());
        Settings { sets: "sets", exploration, most_codes, only_finite: false, forget: false, turns }
    }
}

impl Settings {
    pub(crate) fn lowering(&self) -> LowerOptions {
        let usual = LowerOptions::default();
        let largest = if self.only_finite { LARGEST_FINITE } else { usual.largest };
        LowerOptions { most_codes: self.most_codes, largest, ..usual }
    }

    /// The system as formulas, with its moves taken apart where all variables are finite.
    pub(crate) fn lowered(
        &self,
        prepared: &Prepared<'_>,
        options: &LowerOptions,
        budget: &Budget<'_>,
    ) -> Limited<Lowered> {
        let mut lowered = prepared.lowered(options, budget).map_err(LoweringError::into_halt)?;
        if self.only_finite {
            lowered.take_apart(&Apart::default(), budget)?;
        }
        Ok(lowered)
    }
}

/// Answers properties, as [`check_observed_in`] does.
pub fn check_in<D: Complement + Saturate>(
    system: &System,
    properties: &[usize],
    settings: &Settings,
    budget: &Budget<'_>,
    make_domain: impl Fn(Space) -> Limited<D>,
) -> Result<Vec<Answer>, Failure> {
    let collected = Collected::default();
    check_observed_in(&Prepared::new(system), properties, settings, budget, &collected, make_domain)?;
    let mut answers = collected.0.into_inner();
    let answer = |number: &usize| answers.remove(number).expect("each property is answered");
    Ok(properties.iter().map(answer).collect())
}

/// Keeps answers.
#[derive(Default)]
struct Collected(RefCell<HashMap<usize, Answer>>);

impl Observer for Collected {
    fn answered(&self, property: usize, answer: Answer) {
        self.0.borrow_mut().insert(property, answer);
    }
}

/// Answers properties, given by their numbers, all of which [`can_check`](crate::can_check) must have accepted, with the
/// sets of the domain that is made for the system's space, and tells each answer when it falls. What a limit leaves open is
/// unknown, with the reason that the budget has for it.
///
/// The reachable states are computed once for all. What is cheap comes first, and a property that takes long lets the others
/// go ahead; when it gets its next turn, its fixpoints go on from their last iterates.
pub fn check_observed_in<D: Complement + Saturate>(
    prepared: &Prepared<'_>,
    properties: &[usize],
    settings: &Settings,
    budget: &Budget<'_>,
    observer: &dyn Observer,
    make_domain: impl Fn(Space) -> Limited<D>,
) -> Result<(), Failure> {
    check_within(prepared, properties, settings, u64::MAX, budget, observer, make_domain).map(|_| ())
}

/// What came of an attempt with a share of work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShareOutcome {
    /// Each property is answered, perhaps as unknown.
    Answered,
    /// Nothing is: the reachable states were not found within the share.
    TooLittleWork,
    /// Nothing is: they need too much memory.
    TooLittleMemory,
}

/// The same, if the reachable states are found within so many operations of the budget; otherwise nothing is told. Somebody
/// who has several kinds of sets to choose from can try each with a little work first. Without such a limit everything is
/// answered.
pub fn check_within<D: Complement + Saturate>(
    prepared: &Prepared<'_>,
    properties: &[usize],
    settings: &Settings,
    share: u64,
    budget: &Budget<'_>,
    observer: &dyn Observer,
    make_domain: impl Fn(Space) -> Limited<D>,
) -> Result<ShareOutcome, Failure> {
    let reach: &dyn Reach<D> = match settings.exploration {
        Exploration::Saturated => &Saturated,
        Exploration::Chained | Exploration::Layered => &Chained,
    };
    let open = RefCell::new((0..properties.len()).collect());
    let forgetting = settings.forget.then(|| inactive(prepared.system, properties)).flatten();
    let system = prepared.system;
    let check = Check { prepared, system, properties, settings, budget, observer, forgetting, share, open };
    observer.working_on(None);
    check.done(reach, make_domain)
}

struct Check<'a> {
    prepared: &'a Prepared<'a>,
    system: &'a System,
    properties: &'a [usize],
    settings: &'a Settings,
    budget: &'a Budget<'a>,
    observer: &'a dyn Observer,
    /// What is inactive, if it is to be forgotten.
    forgetting: Option<Inactive>,
    /// The beats in which the reachable states must be found.
    share: u64,
    /// The properties that are open, by their places among those that are asked.
    open: RefCell<Vec<usize>>,
}

/// Why no property is answered.
enum Abandoned {
    Halted(Halt),
    Failed(Failure),
}

impl From<Halt> for Abandoned {
    fn from(halt: Halt) -> Self {
        Abandoned::Halted(halt)
    }
}

/// The automata of the linear-time properties, each with the number of its property among those that are asked, and the
/// variable that holds their states.
struct Automata {
    negations: Vec<Option<Result<Negation, Halt>>>,
    variable: Option<Variable>,
    points_each: u64,
}

/// What is known of a property that waits for its next turn.
struct Begun<D: Domain> {
    /// How far its fixpoints have come.
    journal: Rc<Journal<D::Set>>,
    /// The steps of its automaton, if it has one.
    reader: OnceCell<Reader<D>>,
    /// What is known of a largest value.
    known: Cell<Between>,
}

impl<D: Domain> Default for Begun<D> {
    fn default() -> Self {
        Begun { journal: Rc::default(), reader: OnceCell::new(), known: Cell::default() }
    }
}

impl Check<'_> {
    fn unknown(&self, halt: &Halt) -> Answer {
        let strategy = format!("fixpoints, {}", self.settings.sets);
        Answer::unknown(halt.reason(self.budget), "symbolic", strategy)
    }

    fn question(&self, at: usize) -> &Question {
        let property: &Property = &self.system.properties[self.properties[at]];
        &property.question
    }

    /// Answers the properties, if the share is enough to find the reachable states.
    fn done<D: Complement>(
        &self,
        reach: &dyn Reach<D>,
        make_domain: impl Fn(Space) -> Limited<D>,
    ) -> Result<ShareOutcome, Failure> {
        match self.run(reach, make_domain) {
            Ok(()) => Ok(ShareOutcome::Answered),
            Err(Abandoned::Failed(failure)) => Err(failure),
            Err(Abandoned::Halted(halt)) => Ok(self.abandoned(&halt)),
        }
    }

    /// Nothing could be answered, by reason of this limit.
    fn abandoned(&self, halt: &Halt) -> ShareOutcome {
        match halt {
            Halt::Memory if self.share < u64::MAX => ShareOutcome::TooLittleMemory,
            _ if self.share < u64::MAX && halt.is_share_used_up(self.budget) => ShareOutcome::TooLittleWork,
            _ => {
                for at in self.open.take() {
                    self.observer.answered(self.properties[at], self.unknown(halt));
                }
                ShareOutcome::Answered
            }
        }
    }

    fn run<D: Complement>(
        &self,
        reach: &dyn Reach<D>,
        make_domain: impl Fn(Space) -> Limited<D>,
    ) -> Result<(), Abandoned> {
        self.budget.share(self.share);
        let (mut lowered, automata) = self.lowered()?;
        let forget = self.forgetting.as_ref().map(|inactive| lowered.forget(&inactive.resets));
        let domain = make_domain(lowered.space.clone())?;
        let mut model = Model::new(&domain, &lowered, reach, self.budget)?;
        if domain.is_empty(&model.initial)? {
            return Err(Abandoned::Failed(Failure::NoInitialState));
        }
        let mut forgotten = None;
        if let (Some(inactive), Some(steps)) = (&self.forgetting, forget) {
            let begun = Forgotten::begin(&domain, &model.initial, inactive.clone(), &steps)?;
            model.initial = begun.0;
            forgotten = Some(begun.1);
        }
        let mut job = self.explored(&model, &lowered, automata.points_each)?;
        job.forgotten = forgotten;
        let condition = |e: &Expr| job.condition(e);
        let fairness = OnceCell::new();
        let fairness = || match fairness.get() {
            Some(known) => Ok(known),
            None => conditions(self.system, &job.steps, &condition).map(|new| fairness.get_or_init(|| new)),
        };
        let explored = (model.meter.iterations(), model.meter.peak());
        let begun: Vec<Begun<D>> = self.properties.iter().map(|_| Begun::default()).collect();
        let answer = |at: usize| {
            let question = self.question(at);
            let Begun { journal, reader, known } = &begun[at];
            model.resume(journal, explored);
            match (question, &automata.negations[at], automata.variable) {
                (Question::Ctl(formula), ..) => {
                    fairness().map_err(End::from).and_then(|fair| ctl::answer(&job, fair, question, formula))
                }
                (Question::Ltl(_), Some(Ok(negation)), Some(variable)) => fairness()
                    .map_err(End::from)
                    .and_then(|fair| ltl::answer(&job, question, variable, fair, negation, reader)),
                (Question::Ltl(_), Some(Err(refusal)), _) => Err(End::Halted(refusal.clone())),
                (Question::Bound(expression), ..) => {
                    let tell = |least, most| known.set(known.get().and(between(least, most)));
                    match largest::answer(&job, question, expression, &tell) {
                        Err(End::Halted(halt)) if !halt.is_share_used_up(self.budget) => {
                            let Between { at_least, at_most } = known.get();
                            Ok(self.unknown(&halt).between(at_least, at_most))
                        }
                        other => other,
                    }
                }
                _ => safety::answer(&job, question),
            }
        };
        self.open.borrow_mut().sort_by_key(|at| cost(self.question(*at)));
        for share in self.settings.turns.shares() {
            self.round(share, &answer)?;
        }
        Ok(())
    }

    /// Tries each property that is open with a share of work.
    fn round(&self, share: u64, answer: &dyn Fn(usize) -> Result<Answer, End>) -> Result<(), Abandoned> {
        let open: Vec<usize> = self.open.borrow().clone();
        for at in open {
            let number = self.properties[at];
            let is_open = self.observer.is_open(number);
            if is_open {
                self.observer.working_on(Some(number));
                // Nobody waits for the last one.
                self.budget.share(if self.open.borrow().len() == 1 { u64::MAX } else { share });
                let answer = match answer(at) {
                    Ok(answer) => answer,
                    Err(End::Halted(halt)) if halt.is_share_used_up(self.budget) => continue,
                    Err(End::Halted(halt)) => self.unknown(&halt),
                    Err(End::Failed(reason)) => return Err(Abandoned::Failed(Failure::Internal(reason))),
                };
                self.observer.answered(number, answer);
            }
            self.open.borrow_mut().retain(|other| *other != at);
        }
        Ok(())
    }

    /// The system as formulas, with a variable for the states of automata if there are any.
    fn lowered(&self) -> Result<(Lowered, Automata), Abandoned> {
        let negations: Vec<Option<Result<Negation, Halt>>> = (0..self.properties.len())
            .map(|at| match self.question(at) {
                Question::Ltl(formula) => Some(negation(formula, self.budget)),
                _ => None,
            })
            .collect();
        let translated: Vec<&Negation> =
            negations.iter().flatten().filter_map(|negation| negation.as_ref().ok()).collect();
        let states = translated.iter().map(|negation| negation.automaton.state_count() as u64).max();
        let mut options = self.settings.lowering();
        // A power of two: every code that fits into the bits is then a state, reachable or not.
        let count = states.map(|states| states.next_power_of_two());
        options.extra = count.into_iter().map(automaton_variable).collect();
        let lowered = self.settings.lowered(self.prepared, &options, self.budget)?;
        let variable = count.map(|_| Variable(lowered.space.variables.len() as u32 - 1));
        Ok((lowered, Automata { negations, variable, points_each: count.unwrap_or(1) }))
    }

    fn explored<'m, D: Complement>(
        &'m self,
        model: &'m Model<'m, D>,
        lowered: &'m Lowered,
        points_each: u64,
    ) -> Result<Job<'m, D>, Halt> {
        let by_states = |question: &Question| {
            !matches!(question, Question::Ctl(_) | Question::Ltl(_) | Question::Bound(_))
        };
        let all_by_states = (0..self.properties.len()).all(|at| by_states(self.question(at)));
        let layered = self.settings.exploration == Exploration::Layered;
        let explored = !(layered && all_by_states);
        let states = if explored { model.reachable()? } else { model.domain.whole()? };
        // Now, since later a share may be used up: what is told must not depend on that. Without a count there are still answers.
        let counted = if explored { model.domain.size(&states).ok() } else { None };
        let steps = Steps::new(model, states);
        let layers = Layers::new(&model.initial, (!layered).then_some(PATIENCE));
        let manner = match layered {
            true => format!("{}, layers", self.settings.sets),
            false => format!("{}, {}", self.settings.sets, model.reach.name()),
        };
        let manner = match self.forgetting {
            Some(_) => format!("{manner}, inactive variables"),
            None => manner,
        };
        Ok(Job {
            system: self.system,
            lowered,
            steps,
            explored,
            layers: RefCell::new(layers),
            counted,
            points_each,
            forgotten: None,
            manner,
        })
    }
}

/// What comes first among questions that are open: single states, then largest values, then paths.
fn cost(question: &Question) -> u8 {
    match question {
        Question::Invariant(_) | Question::Reachable(_) | Question::DeadlockFree | Question::NoFaults => 0,
        Question::Bound(_) => 1,
        Question::Ctl(_) => 2,
        Question::Ltl(_) => 3,
    }
}

fn between(least: i128, most: Option<i128>) -> Between {
    Between { at_least: Some(least), at_most: most }
}

fn automaton_variable(count: u64) -> Declaration {
    Declaration { name: "automaton".into(), kind: Kind::Finite { count }, cluster: None }
}
