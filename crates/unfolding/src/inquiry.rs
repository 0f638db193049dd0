//! What is asked about a system, and how answers about its net become answers about it.

use crate::failure::{ENGINE, Failure};
use crate::formula::Formula;
use crate::unfit::Unfit;
use budget::{Budget, Budgeted};
use nets::reduction::{Preserve, Reduced, reduce};
use nets::{Cube, Net, Place, Run, Start, SystemNet};
use std::collections::HashMap;
use system::{Answer, Count, Evidence, PathEnding, Question, Statistics, System, replayed, retrace};

/// A system with its net, and what work at it may cost.
pub(crate) struct Inquiry<'a, 'w> {
    pub(crate) system: &'a System,
    pub(crate) net: &'a SystemNet,
    pub(crate) budget: &'a Budget<'w>,
    /// The net with each of its starts alone; what holds of all of these holds of the net.
    pub(crate) alone: Vec<Net>,
}

/// A net with more starts is not unfolded.
const MOST_STARTS: usize = 64;

/// Why a question is left open.
pub(crate) enum Open {
    /// What the net is not, in a sentence.
    Unfit(String),
    /// The budget is spent.
    Spent,
}

impl From<budget::OutOfBudget> for Open {
    fn from(_: budget::OutOfBudget) -> Self {
        Open::Spent
    }
}

impl From<Unfit> for Open {
    fn from(unfit: Unfit) -> Self {
        Open::Unfit(format!("the net cannot be unfolded: {unfit}"))
    }
}

impl<'a, 'w> Inquiry<'a, 'w> {
    /// Questions about a system; nothing if its net has too many starts.
    pub(crate) fn new(system: &'a System, net: &'a SystemNet, budget: &'a Budget<'w>) -> Option<Self> {
        let starts = &net.net.starts;
        let alone = |start: &Start| Net { starts: vec![start.clone()], ..net.net.clone() };
        let alone = (starts.len() <= MOST_STARTS).then(|| starts.iter().map(alone).collect())?;
        Some(Inquiry { system, net, budget, alone })
    }

    /// A net with one start made smaller, so that questions about these places have the same answers.
    pub(crate) fn reduced(&self, net: &Net, visible: &[Place], preserve: Preserve) -> Budgeted<Smaller> {
        reduce(net, visible, preserve, self.budget).map(Smaller::new)
    }

    /// The answer that a run gives which is a path of the system, with this ending.
    pub(crate) fn shown(
        &self,
        question: &Question,
        run: &Run,
        ending: PathEnding,
        strategy: &str,
    ) -> Result<Answer, Failure> {
        if !self.net.is_initial(&run.start) {
            let reason = "a run was found that starts with values that do not belong together";
            return Ok(Answer::unknown(reason, ENGINE, strategy));
        }
        let path = self.net.path(run, ending);
        let path =
            path.ok_or_else(|| Failure::Internal("a run of the net is no path of the system".into()))?;
        match replayed(retrace(self.system, &path)).map_err(Failure::Internal)? {
            Ok(trace) => answer(question, Evidence::path(trace), strategy),
            Err(reason) => Ok(Answer::unknown(reason, ENGINE, strategy)),
        }
    }

    /// The answer where the question is left open.
    pub(crate) fn open(&self, open: &Open, strategy: &str) -> Answer {
        let reason = match open {
            Open::Unfit(reason) => reason.clone(),
            Open::Spent => {
                self.budget.stop().map_or("the work was told to stop".into(), |stop| stop.to_string())
            }
        };
        Answer::unknown(reason, ENGINE, strategy)
    }
}

/// The answer that evidence gives.
pub(crate) fn answer(question: &Question, evidence: Evidence, strategy: &str) -> Result<Answer, Failure> {
    Answer::from_evidence(question, evidence, ENGINE, strategy)
        .map_err(|irrelevant| Failure::Internal(irrelevant.to_string()))
}

/// The answer where the system, or a condition on its states, is no net's.
pub(crate) fn no_net(unfit: &nets::Unfit, budget: &Budget<'_>) -> Answer {
    let reason = match unfit {
        nets::Unfit::Interrupted(halt) => halt.reason(budget),
        other => format!("the model is no net: {other}"),
    };
    Answer::unknown(reason, ENGINE, "net")
}

/// The answers for two starts together: one that is decided by a path or left open, or else that of both.
pub(crate) fn joined(first: Option<Answer>, mut second: Answer) -> Answer {
    let Some(first) = first else { return second };
    for (name, count) in first.statistics {
        match second.statistics.iter_mut().find(|(own, _)| *own == name) {
            Some((_, own)) => {
                let word = |count: &Count| count.word().unwrap_or(u128::MAX);
                *own = word(own).saturating_add(word(&count)).into();
            }
            None => second.statistics.push((name, count)),
        }
    }
    second
}

/// Whether an answer for one start says nothing against the others being asked.
pub(crate) fn goes_on(answer: &Answer) -> bool {
    matches!(answer.evidence(), Some(Evidence::Prefix))
}

/// The markings of the cubes.
pub(crate) fn formula(cubes: &[Cube]) -> Result<Formula, Open> {
    let mut parts = Vec::with_capacity(cubes.len());
    for cube in cubes {
        let mut bounds = Vec::new();
        for (place, tokens) in &cube.at_least {
            bounds.push(Formula::at_least(*place, small(*tokens)?));
        }
        for (place, tokens) in &cube.at_most {
            bounds.push(Formula::at_most(*place, small(*tokens)?));
        }
        parts.push(Formula::All(bounds));
    }
    Ok(Formula::Any(parts))
}

fn small(tokens: u64) -> Result<u32, Open> {
    u32::try_from(tokens).map_err(|_| Unfit::TooManyTokens.into())
}

/// A reduced net, and where the places of the original one are in it.
pub(crate) struct Smaller {
    pub(crate) reduced: Reduced,
    left: HashMap<Place, Place>,
}

impl Smaller {
    pub(crate) fn new(reduced: Reduced) -> Smaller {
        let places = reduced.places.iter().enumerate();
        let alone = places.filter_map(|(number, originals)| match originals.as_slice() {
            [original] => Some((*original, number)),
            _ => None,
        });
        let left = alone.collect();
        Smaller { reduced, left }
    }

    /// The same markings of the places that are left, of which the formula speaks.
    pub(crate) fn renamed(&self, formula: &Formula) -> Result<Formula, Failure> {
        let all =
            |parts: &[Formula]| parts.iter().map(|part| self.renamed(part)).collect::<Result<Vec<_>, _>>();
        Ok(match formula {
            Formula::All(parts) => Formula::All(all(parts)?),
            Formula::Any(parts) => Formula::Any(all(parts)?),
            Formula::Not(part) => Formula::Not(Box::new(self.renamed(part)?)),
            Formula::AtMost(terms, constant) => {
                let lost = || Failure::Internal("a place that is asked for was reduced".into());
                let place = |place: &Place| self.left.get(place).copied().ok_or_else(lost);
                let terms = terms.iter().map(|(one, factor)| Ok((place(one)?, *factor)));
                Formula::AtMost(terms.collect::<Result<_, Failure>>()?, *constant)
            }
        })
    }

    /// How much smaller it is, for statistics.
    pub(crate) fn counts(&self) -> Statistics {
        let net = &self.reduced.net;
        vec![("places", net.places.len().into()), ("net_transitions", net.transitions.len().into())]
    }
}
