//! What all properties of one check share: the reachable states, the layers around the initial ones, and how paths become
//! traces.

use crate::forgetting::Forgotten;
use crate::journal::Which;
use crate::layers::{Layers, Search};
use crate::steps::Steps;
use crate::walk::Walk;
use crate::{Lowered, LoweringError};
use state_sets::{Complement, Domain, Formula, Halt, Limited, Size, UBig};
use std::cell::RefCell;
use system::{
    Answer, ClaimedPath, Count, Ending, Evidence, Expr, Mismatch, Question, Statistics, System, Trace,
    retrace,
};

/// A system that is being checked.
pub(crate) struct Job<'a, D: Domain> {
    /// The system.
    pub system: &'a System,
    /// The same as formulas.
    pub lowered: &'a Lowered,
    /// Its steps between the states that matter.
    pub steps: Steps<'a, D>,
    /// Whether the states that matter are the reachable ones; otherwise they are all states.
    pub explored: bool,
    /// The layers around the initial states.
    pub layers: RefCell<Layers<D>>,
    /// How many points the states that matter are, if they have been counted.
    pub counted: Option<Size>,
    /// How many points of the space each state of the system is.
    pub points_each: u64,
    /// What the states that matter have forgotten, if they have.
    pub forgotten: Option<Forgotten<D>>,
    /// How states are stored and reached, for reports.
    pub manner: String,
}

/// Why there is no answer.
#[derive(Debug)]
pub(crate) enum End {
    /// A limit.
    Halted(Halt),
    /// A bug, with what happened.
    Failed(String),
}

impl From<Halt> for End {
    fn from(halt: Halt) -> Self {
        End::Halted(halt)
    }
}

impl<D: Complement> Job<'_, D> {
    /// The formula of a state expression.
    pub fn condition(&self, condition: &Expr) -> Limited<Formula> {
        let budget = self.steps.model.meter.budget();
        self.lowered.condition(self.system, condition, budget).map_err(LoweringError::into_halt)
    }

    /// An error, with the reason, if a move is missing: what rests on all of them is then not known.
    pub fn whole(&self) -> Limited<()> {
        self.steps.model.whole()
    }

    /// The states that matter in which a state expression is true.
    pub fn states_where(&self, condition: &Expr) -> Limited<D::Set> {
        let domain = self.steps.domain();
        domain.within(&self.steps.states, &self.condition(condition)?)
    }

    /// A path from an initial state to one of the goal, as short as possible; nothing if there is none.
    pub fn path_to(&self, goal: &D::Set) -> Limited<Option<Walk>> {
        let domain = self.steps.domain();
        let within = &self.steps.states;
        if self.explored && domain.is_empty(&domain.intersection(goal, within)?)? {
            return Ok(None);
        }
        let initial = &self.steps.model.initial;
        self.steps.model.walked(Which::Layers, initial, &[within, goal], |_| {
            let mut layers = self.layers.borrow_mut();
            let known = layers.depth();
            let search = layers.find(&self.steps, within, goal)?;
            let depth = if let Search::Found(number) = search { number } else { layers.depth() };
            // What a property costs must not depend on which one came first.
            layers.count(&self.steps, depth.min(known));
            match search {
                Search::Found(number) => layers.walk(&self.steps, within, goal, number),
                Search::Nowhere => Ok(None),
                Search::Impatient => self.steps.path_by_chain(initial, within, goal),
            }
        })
    }

    /// The answer that the evidence gives, or that it is open for some reason.
    pub fn answer(
        &self,
        question: &Question,
        evidence: Result<Evidence, String>,
        manner: &str,
    ) -> Result<Answer, End> {
        let strategy = format!("{manner}, {}", self.manner);
        let answer = match evidence {
            Ok(evidence) => Answer::from_evidence(question, evidence, "symbolic", strategy)
                .map_err(|irrelevant| End::Failed(irrelevant.to_string()))?,
            Err(reason) => Answer::unknown(reason, "symbolic", strategy),
        };
        // An answer is not lost because there is no time left to count states.
        let mut statistics = self.statistics().unwrap_or_default();
        // Lassos are short; that there are no shorter ones is not known here.
        let lasso =
            answer.trace().or(answer.witness()).filter(|trace| matches!(trace.ending, Ending::Loop(_)));
        if let Some(lasso) = lasso {
            statistics.push(("lasso_steps", lasso.steps.len().into()));
            statistics.push(("lasso_steps_at_least", 1u32.into()));
        }
        Ok(answer.with_statistics(statistics))
    }

    /// The path as a trace of the system.
    pub fn retraced(&self, path: &ClaimedPath) -> Limited<Result<Trace, Mismatch>> {
        let Some(forgotten) = &self.forgotten else { return Ok(retrace(self.system, path)) };
        let walked = forgotten.walked(self.system, self.steps.domain(), self.lowered, path)?;
        Ok(walked.and_then(|path| retrace(self.system, &path)))
    }

    /// The counts of the check so far.
    fn statistics(&self) -> Limited<Statistics> {
        let domain = self.steps.domain();
        let meter = &self.steps.model.meter;
        let mut statistics = Statistics::new();
        let layers = self.layers.borrow();
        let states = if self.explored { &self.steps.states } else { layers.seen() };
        let size = match (&self.counted, self.explored) {
            (known, true) => known.clone(),
            (_, false) => Some(domain.size(states)?),
        };
        if let Some(Size::Finite(points)) = size {
            statistics.push(("states", count(&(points / UBig::from(self.points_each)))));
        }
        if !self.explored {
            statistics.push(("depth", layers.depth().into()));
        }
        statistics.push(("iterations", meter.iterations().into()));
        statistics.push(("set_size", domain.weight(states).into()));
        statistics.push(("peak_set_size", meter.peak().into()));
        statistics.push(("stored_bytes", domain.bytes().into()));
        Ok(statistics)
    }
}

pub(crate) fn count(number: &UBig) -> Count {
    let digits = number.to_string();
    Count::from_digits(&digits).unwrap_or_else(|| unreachable!("a natural number is written in digits"))
}

/// A trace, or why it cannot be walked; a path that is none is a bug.
pub(crate) fn replayed(result: Result<Trace, Mismatch>) -> Result<Result<Trace, String>, End> {
    system::replayed(result).map_err(End::Failed)
}
