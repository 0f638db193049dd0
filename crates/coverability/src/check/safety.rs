//! Questions about single states: targets that are covered or not.
//!
//! An invariant is violated where its negation can be covered, and `no_faults` where some transition faults. Both are cubes of markings; those
//! that are not upward closed are approximated by their upward closure, so that only what is out of reach even then is proved, and only
//! a run that has been replayed refutes. The net is reduced first to what can matter to the targets.

use super::strategy::{CoverabilityOptions, CoverabilityStrategy};
use super::{Subject, UNRELATED, no_net};
use crate::backward::{BackwardOptions, BackwardOutcome, CoverabilityAnswer, RefinedSearch, backward};
use crate::failure::{ENGINE, Failure};
use crate::forward::{ForwardOptions, ForwardOutcome, ForwardStatistics, forward};
use budget::{Budget, Budgeted};
use nets::reduction::{Preserve, Reduced, reduce};
use nets::{Cube, Net, Place, Run, SystemNet, Unfit};
use system::{Answer, Evidence, PathEnding, Question, Statistics, System};

/// The operations of the first turn of a search; each round has four times as many.
const FIRST_TURN: u64 = 1 << 21;

/// What a search found.
pub(super) enum Found {
    /// The run leads into a target.
    Covered(Run),
    /// No target can be covered; the elements of what shows it.
    Uncovered(usize),
    /// Nothing that decides it, for this reason.
    Open(String),
}

/// What was found, how, and the counts.
pub(super) struct Finding {
    pub found: Found,
    strategy: String,
    statistics: Statistics,
}

pub(super) fn answer(subject: &Subject<'_>) -> Result<Answer, Failure> {
    let targets = match targets(subject.system, subject.net, subject.question, subject.budget) {
        Ok(targets) => targets,
        Err(unfit) => return Ok(no_net(&unfit, subject.budget)),
    };
    let problem = match Problem::new(&subject.net.net, &targets, subject.budget) {
        Ok(problem) => problem,
        Err(_) => return Ok(subject.stopped("reductions of the net")),
    };
    match problem.search(subject) {
        Ok(finding) => conclude(subject, &targets, &problem, finding),
        Err(_) => Ok(subject.stopped(subject.options.strategy.name())),
    }
}

/// The markings that decide a question: those that refute an invariant, or that are looked for.
pub(super) fn targets(
    system: &System,
    net: &SystemNet,
    question: &Question,
    budget: &Budget<'_>,
) -> Result<Vec<Cube>, Unfit> {
    match question {
        Question::Invariant(condition) => net.condition(system, condition, false, budget),
        Question::Reachable(condition) => net.condition(system, condition, true, budget),
        Question::NoFaults => {
            let faults = net.faults(budget)?;
            Ok(faults.into_iter().flat_map(|(_, cubes)| cubes).collect())
        }
        _ => Err(Unfit::Unsupported("no question of covering".into())),
    }
}

/// Targets in a net that has been reduced to what can matter to them.
pub(super) struct Problem {
    reduced: Option<Reduced>,
    net: Net,
    targets: Vec<Cube>,
}

impl Problem {
    pub(super) fn new(net: &Net, targets: &[Cube], budget: &Budget<'_>) -> Budgeted<Problem> {
        let mut visible: Vec<Place> = targets
            .iter()
            .flat_map(|cube| cube.at_least.iter().chain(&cube.at_most))
            .map(|(place, _)| *place)
            .collect();
        visible.sort_unstable();
        visible.dedup();
        let reduced = reduce(net, &visible, Preserve::Reachability, budget)?;
        let translated: Option<Vec<Cube>> = targets.iter().map(|cube| translated(cube, &reduced)).collect();
        Ok(match translated {
            Some(targets) if reduced.net.transitions.len() <= net.transitions.len() => {
                Problem { net: reduced.net.clone(), targets, reduced: Some(reduced) }
            }
            _ => Problem { reduced: None, net: net.clone(), targets: targets.to_vec() },
        })
    }

    fn search(&self, subject: &Subject<'_>) -> Budgeted<Finding> {
        let budget = subject.budget;
        match subject.options.strategy {
            CoverabilityStrategy::All => self.in_turns(subject.options, budget),
            CoverabilityStrategy::Backward => self.backward(subject.options, &mut None, budget),
            CoverabilityStrategy::KarpMiller => {
                self.forward(ForwardOptions { karp_miller: true, expand_enlarge: false }, budget)
            }
            CoverabilityStrategy::ExpandEnlarge => {
                self.forward(ForwardOptions { karp_miller: false, expand_enlarge: true }, budget)
            }
        }
    }

    /// Both directions in turns that grow, so that neither costs more than some times what the better one needs.
    pub(super) fn in_turns(&self, options: CoverabilityOptions, budget: &Budget<'_>) -> Budgeted<Finding> {
        let mut turn = FIRST_TURN;
        let mut is_backward_open = true;
        let mut refined = None;
        loop {
            if is_backward_open
                && let Some(finding) =
                    budget.attempt(turn, |share| self.backward(options, &mut refined, share))?
            {
                if !matches!(finding.found, Found::Open(_)) {
                    return Ok(finding);
                }
                is_backward_open = false;
            }
            let finding = budget.attempt(turn, |share| self.forward(ForwardOptions::default(), share))?;
            if let Some(finding) = finding
                && (!is_backward_open || !matches!(finding.found, Found::Open(_)))
            {
                return Ok(finding);
            }
            turn = turn.saturating_mul(4);
        }
    }

    /// The search backward; where its abstraction was too coarse once, the one that refines it, which goes on with what it has learnt.
    fn backward<'p>(
        &'p self,
        options: CoverabilityOptions,
        refined: &mut Option<RefinedSearch<'p>>,
        budget: &Budget<'_>,
    ) -> Budgeted<Finding> {
        let representation = options.representation;
        let options = BackwardOptions { representation, ..BackwardOptions::default() };
        if let Some(refined) = refined {
            return self.refined(refined, budget);
        }
        let outcome = backward(&self.net, &self.targets, &options, budget)?;
        if let CoverabilityAnswer::Spurious(run) = &outcome.answer {
            let mut search = RefinedSearch::new(&self.net, &self.targets, &options);
            search.learn(&run.fired, budget)?;
            return self.refined(refined.insert(search), budget);
        }
        let strategy = if outcome.exact { "backward" } else { "backward, monotone abstraction" };
        Ok(self.found_backward(outcome, strategy.into()))
    }

    fn refined(&self, search: &mut RefinedSearch<'_>, budget: &Budget<'_>) -> Budgeted<Finding> {
        let outcome = search.run(budget)?;
        let mut finding = self.found_backward(outcome, "backward, refined abstraction".into());
        finding.statistics.push(("refinements", search.refinements().into()));
        Ok(finding)
    }

    fn found_backward(&self, outcome: BackwardOutcome, strategy: String) -> Finding {
        let statistics = counts(&outcome);
        let found = match outcome.answer {
            CoverabilityAnswer::Covered(run) => Found::Covered(run),
            CoverabilityAnswer::Uncovered(proof) => Found::Uncovered(proof.basis.len() + proof.cubes.len()),
            CoverabilityAnswer::Spurious(_) => {
                Found::Open("tests for few tokens matter in more ways than can be looked at".into())
            }
            CoverabilityAnswer::TooLarge => Found::Open("a number of tokens is too large".into()),
        };
        Finding { found, strategy: self.strategy(&strategy), statistics }
    }

    fn forward(&self, options: ForwardOptions, budget: &Budget<'_>) -> Budgeted<Finding> {
        let (outcome, done) = forward(&self.net, &self.targets, options, budget)?;
        let found = match outcome {
            ForwardOutcome::Covered(run) => Found::Covered(run),
            ForwardOutcome::Uncovered { cover } => Found::Uncovered(cover.len()),
            ForwardOutcome::Open(reason) => Found::Open(reason),
        };
        Ok(Finding { found, strategy: self.strategy("forward"), statistics: nodes(&done) })
    }

    fn strategy(&self, search: &str) -> String {
        match &self.reduced {
            Some(reduced) if reduced.statistics.places.1 < reduced.statistics.places.0 => {
                let (before, after) = reduced.statistics.places;
                format!("{search}, net reduced from {before} to {after} places")
            }
            _ => search.into(),
        }
    }

    /// The run in the whole net.
    pub(super) fn lifted(&self, run: Run, budget: &Budget<'_>) -> Budgeted<Option<Run>> {
        match &self.reduced {
            Some(reduced) => reduced.lift(&run, budget),
            None => Ok(Some(run)),
        }
    }
}

/// A cube over the places that are left.
fn translated(cube: &Cube, reduced: &Reduced) -> Option<Cube> {
    let own = |list: &[(Place, u64)]| {
        let mut own: Vec<(Place, u64)> = list
            .iter()
            .map(|(place, tokens)| Some((reduced.place(*place)?, *tokens)))
            .collect::<Option<_>>()?;
        own.sort_unstable();
        Some(own)
    };
    Some(Cube { at_least: own(&cube.at_least)?, at_most: own(&cube.at_most)? })
}

fn conclude(
    subject: &Subject<'_>,
    targets: &[Cube],
    problem: &Problem,
    finding: Finding,
) -> Result<Answer, Failure> {
    let Finding { found, strategy, statistics } = finding;
    let evidence = match found {
        Found::Uncovered(elements) => Evidence::Cover { elements: (elements as u64).into() },
        Found::Open(reason) => return Ok(Answer::unknown(reason, ENGINE, strategy)),
        Found::Covered(run) => {
            let Ok(run) = problem.lifted(run, subject.budget) else { return Ok(subject.stopped(&strategy)) };
            let run =
                run.ok_or_else(|| Failure::Internal("a run of a reduced net is not led back".into()))?;
            let Some(run) = grounded(subject, targets, run) else {
                return Ok(Answer::unknown(UNRELATED, ENGINE, strategy));
            };
            let ending = ending(subject, targets, &run)?;
            Evidence::path(subject.trace(subject.net.path(&run, ending))?)
        }
    };
    subject.answer(evidence, strategy, statistics)
}

/// The run from a state that the system starts with. Where that has more tokens, they may lead past the targets.
fn grounded(subject: &Subject<'_>, targets: &[Cube], run: Run) -> Option<Run> {
    if subject.net.is_initial(&run.start) {
        return Some(run);
    }
    let run = subject.net.grounded(run)?;
    let last = subject.net.net.walk(&run).ok()??.pop()?;
    targets.iter().any(|cube| cube.contains(&last)).then_some(run)
}

/// How the path ends: for `no_faults`, with the transition that faults in its last state.
fn ending(subject: &Subject<'_>, targets: &[Cube], run: &Run) -> Result<PathEnding, Failure> {
    let wrong = || Failure::Internal("a run of the net does not lead into a target".into());
    let markings = subject.net.net.walk(run).ok().flatten().ok_or_else(wrong)?;
    let last = markings.last().ok_or_else(wrong)?;
    if !targets.iter().any(|cube| cube.contains(last)) {
        return Err(wrong());
    }
    if *subject.question != Question::NoFaults {
        return Ok(PathEnding::Finite);
    }
    let faults = subject.net.faults(subject.budget).map_err(|_| wrong())?;
    let faulting = faults.into_iter().find(|(_, cubes)| cubes.iter().any(|cube| cube.contains(last)));
    Ok(PathEnding::Fault(faulting.ok_or_else(wrong)?.0))
}

fn counts(outcome: &BackwardOutcome) -> Statistics {
    let done = &outcome.statistics;
    vec![
        ("iterations", done.iterations.into()),
        ("predecessors", done.predecessors.into()),
        ("basis", done.basis.into()),
    ]
}

fn nodes(done: &ForwardStatistics) -> Statistics {
    let count = |number: usize| (number as u64).into();
    vec![
        ("nodes", count(done.nodes)),
        ("accelerations", count(done.accelerations)),
        ("iterations", count(done.iterations)),
    ]
}
