//! Answers about a reduced net as answers about the system.
//!
//! A path of the reduced system is a run of the reduced net, which is led back to a run of the whole net, which is a path of the
//! system; and that is walked in the reference interpreter. A step that is impossible there is a bug. A cycle may not close in the
//! whole net, where hidden places may gain tokens: then it is gone round again until the markings repeat, and where
//! they do not the path goes on for ever without repeating a state.

use super::written::Written;
use nets::reduction::{Lasso, Reduced};
use nets::{Run, SystemNet};
use symbolic::Budget;
use system::{Answer, Ending, Evidence, PathEnding, Question, System, Trace, replayed, retrace};

/// How many steps a cycle may take until the markings of the whole net repeat.
const MOST_STEPS: usize = 4_096;

/// What is needed to lead answers back.
pub(super) struct WayBack<'a> {
    pub whole: &'a System,
    pub net: &'a SystemNet,
    pub reduced: &'a Reduced,
    pub written: &'a Written,
}

/// Why there is no answer.
pub(super) enum Astray {
    /// It cannot be led back, or there is no time for it.
    Open,
    /// A bug.
    Bug(String),
}

impl WayBack<'_> {
    /// The answer as one about the whole system.
    pub fn answer(&self, question: &Question, answer: Answer, budget: &Budget<'_>) -> Result<Answer, Astray> {
        let Some(evidence) = answer.evidence().cloned() else { return Ok(answer) };
        let evidence = match evidence {
            Evidence::Path { trace, explanation: None } => {
                Evidence::path(self.trace(question, &trace, budget)?)
            }
            Evidence::Largest { value, witness: Some(witness) } => {
                Evidence::Largest { value, witness: Some(self.trace(question, &witness, budget)?) }
            }
            Evidence::Path { explanation: Some(_), .. } | Evidence::Parts(_) => {
                return Err(Astray::Open);
            }
            other => other,
        };
        let (before, after) = self.reduced.statistics.places;
        let strategy = format!("{}, net reduced from {before} to {after} places", answer.strategy);
        let mut found = Answer::from_evidence(question, evidence, answer.engine, strategy)
            .map_err(|irrelevant| Astray::Bug(irrelevant.to_string()))?;
        (found.reason, found.statistics) = (answer.reason, answer.statistics);
        Ok(found)
    }

    /// A path of the reduced system as one of the whole system.
    fn trace(&self, question: &Question, trace: &Trace, budget: &Budget<'_>) -> Result<Trace, Astray> {
        let fired = |steps: &[system::TraceStep]| steps.iter().map(|step| step.transition.index()).collect();
        let start = self.written.marking(&trace.initial).ok_or(Astray::Open)?;
        let run = Run { start: start.clone(), fired: fired(&trace.steps) };
        let is_dead_end = matches!(question, Question::DeadlockFree | Question::Ltl(_));
        let lifted = match &trace.ending {
            Ending::Finite if is_dead_end => {
                self.reduced.lift_dead_end(&run, budget).map(|run| run.map(|run| (run, PathEnding::DeadEnd)))
            }
            Ending::Finite => {
                self.reduced.lift(&run, budget).map(|run| run.map(|run| (run, PathEnding::Finite)))
            }
            Ending::Loop(first) => {
                let stem = Run { start, fired: fired(&trace.steps[..*first]) };
                let lasso = Lasso { stem, cycle: fired(&trace.steps[*first..]) };
                self.reduced
                    .lift_lasso(&lasso, budget)
                    .map(|lasso| lasso.and_then(|lasso| self.closed(&lasso)))
            }
            Ending::Endless | Ending::Fault(_) => {
                return Err(Astray::Open);
            }
        };
        let lifted = lifted.map_err(|_| Astray::Open)?;
        let bug =
            |what: &str| Astray::Bug(format!("a path of the reduced net is none of the whole net: {what}"));
        let (run, ending) = lifted.ok_or_else(|| bug("it could not be led back"))?;
        if !self.net.is_initial(&run.start) {
            return Err(Astray::Open);
        }
        let path = self.net.path(&run, ending).ok_or_else(|| bug("a transition is not enabled"))?;
        replayed(retrace(self.whole, &path)).map_err(Astray::Bug)?.map_err(|_| Astray::Open)
    }

    /// Goes round a cycle of the whole net until markings repeat, and says how the path goes on.
    fn closed(&self, lasso: &Lasso) -> Option<(Run, PathEnding)> {
        let mut run = lasso.stem.clone();
        let first = run.fired.len();
        if lasso.cycle.is_empty() {
            return None;
        }
        let mut at = self.net.net.walk(&run).ok()??.pop()?;
        let mut turns = vec![at.clone()];
        loop {
            for transition in &lasso.cycle {
                at = self.net.net.fire(&at, *transition).ok()??;
                run.fired.push(*transition);
            }
            if let Some(earlier) = turns.iter().position(|known| *known == at) {
                return Some((run, PathEnding::Loop(first + earlier * lasso.cycle.len())));
            }
            if run.fired.len() > first + MOST_STEPS {
                run.fired.truncate(first + lasso.cycle.len());
                return Some((run, PathEnding::Endless));
            }
            turns.push(at.clone());
        }
    }
}
