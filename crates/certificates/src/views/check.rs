//! That a set of views is closed and contradicts nothing.

use crate::{Refusal, check_counts};
use std::collections::HashSet;
use system::Watch;
use system::parameterized::configuration::{BELOW, ConfigurationShape, EXACT, MORE, NULL, OTHER};
use system::parameterized::evaluate::{Asked, Fact, Need, Scene};
use system::parameterized::inactive::forgetful;
use system::parameterized::initial::{initial_configurations, is_possible};
use system::parameterized::run::{Outcome, Said, can_be_blind, outcomes, truths};
use system::parameterized::{Domain, ParameterizedQuestion, ParameterizedSystem};

use super::data::{SizesProof, ViewsOf};
use super::demand::witnesses;
use super::extension::Views;
use super::obligation::{asked, failed};
use super::single_size::check_size;

/// How many instances a step may touch beyond those of a view.
const BEYOND: usize = 6;

/// Checks what shows that a property of a system holds for every size from its least one on.
///
/// # Errors
/// Which obligation fails, or why it cannot be decided.
pub fn check_sizes(
    system: &ParameterizedSystem,
    property: &str,
    proof: &SizesProof,
    watch: &dyn Watch,
) -> Result<(), Refusal> {
    match proof {
        SizesProof::Views(views) => check_views(system, property, views, watch),
        SizesProof::Counts(counts) => check_counts(system, property, counts, watch),
    }
}

/// Checks that a property of a system holds for every size from its least one on, by views.
///
/// # Errors
/// Which obligation fails, or why it cannot be decided.
pub fn check_views(
    system: &ParameterizedSystem,
    property: &str,
    proof: &ViewsOf,
    watch: &dyn Watch,
) -> Result<(), Refusal> {
    let number = system
        .property(property)
        .ok_or_else(|| Refusal::Malformed(format!("the model has no property '{property}'")))?;
    let system = forgetful(system, number);
    let question = &system.properties[number].question;
    let needed = match question {
        ParameterizedQuestion::Invariant(condition) => witnesses(condition)?.max(1),
        ParameterizedQuestion::NoFaults => 1,
        _ => return Err(Refusal::Malformed("the proof is of another kind than the property".into())),
    };
    if proof.instances < needed || proof.instances > 8 {
        return Err(Refusal::Malformed(format!(
            "views must have {needed} instances at least, and at most 8"
        )));
    }
    let fact = |number: &u32| {
        let fact = Fact::numbered(&system, *number);
        fact.ok_or_else(|| Refusal::Malformed(format!("quantifier {number} has no fact")))
    };
    let facts = proof.facts.iter().map(fact).collect::<Result<Vec<Fact>, Refusal>>()?;
    check_smaller(&system, question, proof, watch)?;
    let shape = ConfigurationShape::new(&system, facts.len());
    well_formed(&system, &shape, proof)?;
    let views = Views::new(&shape, proof.instances, &proof.views);
    let blind = system.rules.iter().map(|rule| can_be_blind(rule, &facts)).collect();
    let checker =
        Checker { system: &system, question, facts: &facts, shape: &shape, proof, views, blind, watch };
    checker.initial()?;
    proof.views.iter().try_for_each(|view| checker.view(view))
}

fn check_smaller(
    system: &ParameterizedSystem,
    question: &ParameterizedQuestion,
    proof: &ViewsOf,
    watch: &dyn Watch,
) -> Result<(), Refusal> {
    for instances in 0..proof.instances {
        let constant = system.constant_for(instances);
        if constant < system.least {
            continue;
        }
        let states = proof.smaller.iter().find(|(value, _)| *value == constant);
        let (_, states) = states.ok_or_else(|| {
            Refusal::Malformed(format!("the states of {} = {constant} are missing", system.constant))
        })?;
        check_size(system, question, constant, states, watch)?;
    }
    Ok(())
}

/// That each view has as many numbers as it must, each of them within its domain, and is written in one way only.
fn well_formed(
    system: &ParameterizedSystem,
    shape: &ConfigurationShape,
    proof: &ViewsOf,
) -> Result<(), Refusal> {
    let malformed = |what: &str, view: &[i16]| Err(Refusal::Malformed(format!("{what}: {view:?}")));
    let instances = i16::try_from(proof.instances).unwrap_or(i16::MAX);
    for view in &proof.views {
        if view.len() != shape.globals + proof.instances * shape.locals {
            return malformed("a view has another length than it must", view);
        }
        for (at, value) in view.iter().enumerate() {
            let domain = match at.checked_sub(shape.globals) {
                None => system.globals.get(at).map(|variable| &variable.domain),
                Some(local) => Some(&system.locals[local % shape.locals].domain),
            };
            let fits = match domain {
                None | Some(Domain::Bool) => (0..=1).contains(value),
                Some(Domain::Range(low, high)) => (low..=high).contains(&value),
                Some(Domain::UpTo(low, _)) => (*low..=EXACT).contains(value) || *value == MORE,
                Some(Domain::Members(count)) => (0..*count).contains(value),
                Some(Domain::Locations(names)) => (0..names.len() as i16).contains(value),
                Some(Domain::Pointer { null, below }) => {
                    (0..instances).contains(value)
                        || *value == OTHER
                        || (*null && *value == NULL)
                        || (BELOW - below < *value && *value <= BELOW)
                }
            };
            if !fits {
                return malformed("a view has a number outside of its domain", view);
            }
        }
        if shape.canonical(view) != *view {
            return malformed("the instances of a view are not in order", view);
        }
    }
    Ok(())
}

struct Checker<'c> {
    system: &'c ParameterizedSystem,
    question: &'c ParameterizedQuestion,
    facts: &'c [Fact],
    shape: &'c ConfigurationShape,
    proof: &'c ViewsOf,
    views: Views<'c>,
    /// For each rule, whether what it writes to instances outside can be left out.
    blind: Vec<bool>,
    watch: &'c dyn Watch,
}

/// What is done in a configuration: a rule, possibly with a mover, or nothing: it is asked about.
type Purpose = Option<(usize, Option<usize>)>;

impl Checker<'_> {
    fn seen(&self) -> Vec<usize> {
        (0..self.proof.instances).collect()
    }

    fn initial(&self) -> Result<(), Refusal> {
        let all = initial_configurations(self.system, self.shape, self.facts, self.proof.instances, None)
            .map_err(|reason| Refusal::Undecided(reason.into()))?;
        match all.iter().find(|data| !self.views.has(data, &self.seen())) {
            Some(missing) => Err(failed("the initial views are in the set", missing)),
            None => Ok(()),
        }
    }

    /// All that can happen to what is seen in a view.
    fn view(&self, view: &[i16]) -> Result<(), Refusal> {
        let movers = |rule: usize| -> Vec<Option<usize>> {
            let is_moved = self.system.rules[rule].has_mover;
            if is_moved { (0..self.proof.instances).map(Some).collect() } else { vec![None] }
        };
        for rule in 0..self.system.rules.len() {
            for mover in movers(rule) {
                self.explore(view, Some((rule, mover)), &[])?;
            }
        }
        self.explore(view, None, &[])?;
        let anchors: Vec<usize> = (0..self.proof.instances - 1).collect();
        for data in self.views.with_another(view, &anchors) {
            for rule in (0..self.system.rules.len()).filter(|rule| self.system.rules[*rule].has_mover) {
                self.explore(&data, Some((rule, Some(self.proof.instances))), &[])?;
            }
        }
        Ok(())
    }

    fn scene<'s>(&'s self, data: &[i16], purpose: Purpose, commitments: &'s [(Asked, usize)]) -> Scene<'s> {
        Scene {
            system: self.system,
            shape: self.shape,
            facts: self.facts,
            constant: None,
            has_room: self.shape.instances(data) < self.proof.instances + BEYOND,
            witnesses: purpose.is_none().then_some(self.proof.instances),
            is_blind: purpose.is_some_and(|(rule, _)| self.blind[rule]),
            commitments,
        }
    }

    /// Looks at a configuration, all but the last instance of which are known to be possible.
    fn explore(&self, data: &[i16], purpose: Purpose, commitments: &[(Asked, usize)]) -> Result<(), Refusal> {
        asked(self.watch)?;
        let scene = self.scene(data, purpose, commitments);
        let mut wrong = None;
        let mut needs: HashSet<Need> = HashSet::new();
        match (purpose, self.question) {
            (Some((rule, mover)), _) => {
                let rule = &self.system.rules[rule];
                for outcome in outcomes(scene, data, rule, mover) {
                    match outcome {
                        Outcome::Next(next) if self.views.has(&next, &self.seen()) => {}
                        Outcome::Next(_) => {
                            wrong = Some(format!("`{}` stays in the set of views", rule.name))
                        }
                        Outcome::Fault if *self.question != ParameterizedQuestion::NoFaults => {}
                        // Whoever moves is seen in some view.
                        Outcome::Fault if mover.is_some_and(|mover| mover >= self.proof.instances) => {}
                        Outcome::Fault => wrong = Some(format!("`{}` does not fault", rule.name)),
                        Outcome::Need(need) => drop(needs.insert(need)),
                        Outcome::Unsupported(what) => return Err(Refusal::Undecided(what.into())),
                    }
                }
            }
            (None, ParameterizedQuestion::Invariant(condition)) => {
                for said in truths(scene, data, condition) {
                    match said {
                        Said::Truth(true) => {}
                        Said::Truth(false) => wrong = Some("no view contradicts the property".to_owned()),
                        Said::Need(need) => drop(needs.insert(need)),
                        Said::Unsupported(what) => return Err(Refusal::Undecided(what.into())),
                    }
                }
            }
            (None, _) => {}
        }
        // What happens where not all views are in the set happens nowhere.
        if (wrong.is_none() && needs.is_empty()) || !self.is_known(data) {
            return Ok(());
        }
        if let Some(obligation) = wrong {
            return Err(failed(obligation, data));
        }
        needs.into_iter().try_for_each(|need| self.extend(data, purpose, commitments, &need))
    }

    fn is_known(&self, data: &[i16]) -> bool {
        is_possible(self.system, self.shape, data)
            && (self.shape.instances(data) == self.proof.instances || self.views.has_all_with_last(data))
    }

    /// Looks at all configurations with the instance that is needed.
    fn extend(
        &self,
        data: &[i16],
        purpose: Purpose,
        commitments: &[(Asked, usize)],
        need: &Need,
    ) -> Result<(), Refusal> {
        let count = self.shape.instances(data);
        if count >= self.proof.instances + BEYOND {
            return Err(Refusal::Undecided("a step follows too many references".into()));
        }
        let holder = match need {
            Need::Target(at) => at.checked_sub(self.shape.globals).map(|local| local / self.shape.locals),
            Need::Witness(_) | Need::Partner => None,
        };
        let mut anchors: Vec<usize> = holder.into_iter().collect();
        anchors.extend((0..count).rev().filter(|one| Some(*one) != holder));
        anchors.truncate(self.proof.instances - 1);
        let mut longer = commitments.to_vec();
        longer.extend(need.commitment().map(|asked| (asked, count)));
        for larger in self.views.with_another(data, &anchors) {
            let is_it = match need {
                Need::Target(at) => usize::try_from(larger[*at]) == Ok(count),
                Need::Witness(_) | Need::Partner => true,
            };
            if is_it {
                self.explore(&larger, purpose, &longer)?;
            }
        }
        Ok(())
    }
}
