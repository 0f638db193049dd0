//! Which demands need not be looked at, since no marking that can be reached meets them.
//!
//! Each rule is an argument of its own that no run meets the demand; the cheapest is asked first. A rule that gives up, because
//! its budget ends or a number becomes too large, excludes nothing. What was excluded stays so, and everything above it with it.

use super::empty_places::markable;
use super::flows::Flows;
use super::invariants::place_invariants;
use super::linear_bound::LinearBound;
use super::state_equation::StateEquationAnswer;
use super::words_first::LinearQuestions;
use crate::sets::{Demand, DemandTrie};
use budget::{Budget, Budgeted};
use nets::{Net, Place};

/// The operations that one question to the state equation may cost.
const QUESTION_LIMIT: u64 = 3_000_000;
/// The operations that the state equation of a target with traps may cost.
const TARGET_LIMIT: u64 = 30_000_000;
/// The operations that the state equation, and continuous runs, may cost before they have to be a small part of the whole.
const EQUATION_LIMIT: u64 = 150_000_000;
const CONTINUOUS_LIMIT: u64 = 5_000_000;
/// After how many questions the state equation must have excluded something.
const MANY_QUESTIONS: u64 = 30_000;
/// The operations that the invariants at the beginning may cost.
const INVARIANT_LIMIT: u64 = 2_000_000;

/// Which rules are used to leave demands out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PruningOptions {
    /// Places that no token ever comes to.
    pub empty_places: bool,
    /// Weighted sums of tokens that never change, found before the search.
    pub invariants: bool,
    /// The state equation over the rationals, which finds weighted sums when they are needed.
    pub state_equation: bool,
    /// Traps beside the state equation, for the targets only.
    pub traps: bool,
    /// Runs that fire fractions of transitions. What they exclude has no proof that others could check.
    pub continuous: bool,
    /// Markings that together are above all that can be reached, where `None` is any number of tokens; known from elsewhere, and
    /// believed.
    pub within: Option<Vec<Vec<Option<u64>>>>,
}

impl PruningOptions {
    /// No rule.
    pub fn none() -> PruningOptions {
        PruningOptions {
            empty_places: false,
            invariants: false,
            state_equation: false,
            traps: false,
            continuous: false,
            within: None,
        }
    }

    /// All rules that leave a proof behind: what is left out is above a [`LinearBound`] or wants tokens on an empty place.
    pub fn provable() -> PruningOptions {
        PruningOptions { continuous: false, ..PruningOptions::all() }
    }

    /// All rules that need nothing from elsewhere.
    pub fn all() -> PruningOptions {
        PruningOptions {
            empty_places: true,
            invariants: true,
            state_equation: true,
            traps: true,
            continuous: true,
            within: None,
        }
    }
}

/// How many demands were left out by each rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PruningCounts {
    /// They want tokens on places that never have any.
    pub empty_places: u64,
    /// They exceed a weighted sum that was known.
    pub bounds: u64,
    /// The state equation excluded them, by a new weighted sum.
    pub state_equation: u64,
    /// They cannot be covered continuously.
    pub continuous: u64,
    /// They are outside the set that was given.
    pub outside: u64,
    /// They are above something that was left out.
    pub repeated: u64,
    /// The questions to the state equation.
    pub questions: u64,
}

/// All rules, and what they have found out.
#[derive(Debug)]
pub struct Filter<'n> {
    options: PruningOptions,
    markable: Vec<bool>,
    bounds: Vec<LinearBound>,
    /// For each place, the bounds in which it has a weight.
    bounds_of: Vec<Vec<(u32, u64)>>,
    /// Scratch: the sum of each bound.
    sums: Vec<u64>,
    linear: Option<LinearQuestions<'n>>,
    /// Demands that were left out without a bound.
    excluded: DemandTrie,
    excluded_list: Vec<Demand>,
    counts: PruningCounts,
    equation_share: Share,
    continuous_share: Share,
}

/// Whether the state equation was asked often and excluded next to nothing.
fn is_useless(counts: &PruningCounts) -> bool {
    counts.questions > MANY_QUESTIONS && counts.state_equation < counts.questions / 100
}

/// How much of the whole work a rule may be.
#[derive(Debug)]
struct Share {
    /// Operations that it may spend in any case.
    free: u64,
    /// What it may spend of the whole beyond, as a divisor.
    part: u64,
    spent: u64,
}

impl Share {
    fn allows(&self, budget: &Budget<'_>) -> bool {
        self.spent <= self.free.saturating_add(budget.spent() / self.part)
    }

    fn note(&mut self, operations: u64) {
        self.spent = self.spent.saturating_add(operations);
    }
}

/// What the rules say about a demand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FilterAnswer {
    /// No run meets it.
    Excluded,
    /// A run that meets it fires at least that many transitions, if that is known.
    Possible(Option<u64>),
}

impl<'n> Filter<'n> {
    /// The rules for a net.
    pub fn new(net: &'n Net, options: &PruningOptions, budget: &Budget<'_>) -> Budgeted<Filter<'n>> {
        let places = net.places.len();
        let markable = if options.empty_places { markable(net) } else { vec![true; places] };
        let fires = |number: usize| net.transitions[number].takes.iter().all(|(place, _)| markable[*place]);
        let flows = Flows::of(net, fires);
        let mut filter = Filter {
            options: options.clone(),
            bounds: Vec::new(),
            bounds_of: vec![Vec::new(); places],
            sums: Vec::new(),
            linear: None,
            excluded: DemandTrie::default(),
            excluded_list: Vec::new(),
            counts: PruningCounts::default(),
            equation_share: Share { free: EQUATION_LIMIT, part: 50, spent: 0 },
            continuous_share: Share { free: CONTINUOUS_LIMIT, part: 10, spent: 0 },
            markable: Vec::new(),
        };
        if let Some(flows) = flows {
            budget.spend(flows.effects.len() + places)?;
            if options.invariants {
                let found = budget.attempt(INVARIANT_LIMIT, |share| place_invariants(&flows, share))?;
                found.unwrap_or_default().into_iter().for_each(|bound| filter.add_bound(bound));
            }
            filter.linear = Some(LinearQuestions::new(net, flows));
        }
        filter.markable = markable;
        Ok(filter)
    }

    /// Whether the transition can ever fire, as far as is known.
    pub fn fires(&self, net: &Net, transition: usize) -> bool {
        net.transitions[transition].takes.iter().all(|(place, _)| self.markable[*place])
    }

    /// What the rules say about a target, for which traps are tried as well.
    pub fn ask_target(&mut self, target: &Demand, budget: &Budget<'_>) -> Budgeted<FilterAnswer> {
        let answer = self.ask_provable(target, budget)?;
        if answer == FilterAnswer::Excluded || self.excluded_by_traps(target, budget)? {
            return Ok(FilterAnswer::Excluded);
        }
        Ok(if self.excluded_continuously(target, budget)? { FilterAnswer::Excluded } else { answer })
    }

    /// What the rules say about a demand.
    pub fn ask(&mut self, demand: &Demand, budget: &Budget<'_>) -> Budgeted<FilterAnswer> {
        let answer = self.ask_provable(demand, budget)?;
        let excluded = answer != FilterAnswer::Excluded && self.excluded_continuously(demand, budget)?;
        Ok(if excluded { FilterAnswer::Excluded } else { answer })
    }

    /// What is known about a demand without any computation that takes long.
    pub fn ask_quickly(&mut self, demand: &Demand, budget: &Budget<'_>) -> Budgeted<FilterAnswer> {
        budget.spend(demand.amounts().len())?;
        Ok(self.ask_known(demand).unwrap_or(FilterAnswer::Possible(None)))
    }

    /// What those rules say that leave a proof behind, and what is known already.
    fn ask_provable(&mut self, demand: &Demand, budget: &Budget<'_>) -> Budgeted<FilterAnswer> {
        budget.spend(demand.amounts().len())?;
        if let Some(answer) = self.ask_known(demand) {
            return Ok(answer);
        }
        let Some(linear) = &mut self.linear else { return Ok(FilterAnswer::Possible(None)) };
        let useless = is_useless(&self.counts);
        if !self.options.state_equation || useless || !self.equation_share.allows(budget) {
            return Ok(FilterAnswer::Possible(None));
        }
        self.counts.questions += 1;
        let begin = budget.spent();
        let found = budget.attempt(QUESTION_LIMIT, |share| linear.equation(demand, share))?.flatten();
        self.equation_share.note(budget.spent().saturating_sub(begin));
        Ok(match found {
            Some(StateEquationAnswer::Excluded(bound)) => {
                self.counts.state_equation += 1;
                self.add_bound(bound);
                FilterAnswer::Excluded
            }
            Some(StateEquationAnswer::Possible(cost)) => FilterAnswer::Possible(Some(cost)),
            None => FilterAnswer::Possible(None),
        })
    }

    fn excluded_by_traps(&mut self, target: &Demand, budget: &Budget<'_>) -> Budgeted<bool> {
        let Some(linear) = &mut self.linear else { return Ok(false) };
        if !self.options.state_equation || !self.options.traps {
            return Ok(false);
        }
        let found = budget.attempt(TARGET_LIMIT, |share| linear.traps(target, share))?.flatten();
        let Some(StateEquationAnswer::Excluded(bound)) = found else { return Ok(false) };
        self.counts.state_equation += 1;
        self.add_bound(bound);
        Ok(true)
    }

    fn excluded_continuously(&mut self, demand: &Demand, budget: &Budget<'_>) -> Budgeted<bool> {
        let Some(linear) = &mut self.linear else { return Ok(false) };
        if !self.options.continuous || !self.continuous_share.allows(budget) {
            return Ok(false);
        }
        let begin = budget.spent();
        let covers = budget.attempt(QUESTION_LIMIT, |share| linear.continuous(demand, share))?.flatten();
        self.continuous_share.note(budget.spent().saturating_sub(begin));
        if covers == Some(false) {
            self.counts.continuous += 1;
            self.exclude(demand);
        }
        Ok(covers == Some(false))
    }

    /// What is known without long computations.
    fn ask_known(&mut self, demand: &Demand) -> Option<FilterAnswer> {
        if demand.amounts().iter().any(|(place, _)| !self.markable[*place]) {
            self.counts.empty_places += 1;
            return Some(FilterAnswer::Excluded);
        }
        if self.exceeds_bound(demand) {
            self.counts.bounds += 1;
            return Some(FilterAnswer::Excluded);
        }
        if !self.excluded.is_empty() && self.excluded.find_below(demand.amounts()).0.is_some() {
            self.counts.repeated += 1;
            return Some(FilterAnswer::Excluded);
        }
        if let Some(within) = &self.options.within {
            let meets = |most: &Vec<Option<u64>>| {
                demand.amounts().iter().all(|(place, amount)| most[*place].is_none_or(|most| *amount <= most))
            };
            if !within.iter().any(meets) {
                self.counts.outside += 1;
                self.exclude(demand);
                return Some(FilterAnswer::Excluded);
            }
        }
        None
    }

    fn exceeds_bound(&mut self, demand: &Demand) -> bool {
        let mut exceeds = false;
        for (place, amount) in demand.amounts() {
            for (bound, weight) in &self.bounds_of[*place] {
                let sum = &mut self.sums[*bound as usize];
                *sum = sum.saturating_add(weight.saturating_mul(*amount));
                exceeds |= *sum > self.bounds[*bound as usize].most;
            }
        }
        for (place, _) in demand.amounts() {
            for (bound, _) in &self.bounds_of[*place] {
                self.sums[*bound as usize] = 0;
            }
        }
        exceeds
    }

    fn add_bound(&mut self, bound: LinearBound) {
        let number = self.bounds.len() as u32;
        bound.weights.iter().for_each(|(place, weight)| self.bounds_of[*place].push((number, *weight)));
        self.bounds.push(bound);
        self.sums.push(0);
    }

    fn exclude(&mut self, demand: &Demand) {
        self.excluded.insert(demand, 0);
        self.excluded_list.push(demand.clone());
    }

    /// Whether the state equation is asked for some demands only, if at all.
    pub fn is_sparing(&self) -> bool {
        self.linear.is_none()
            || !self.options.state_equation
            || is_useless(&self.counts)
            || self.equation_share.spent > self.equation_share.free
    }

    /// How many demands were left out so far.
    pub fn counts(&self) -> PruningCounts {
        self.counts
    }

    /// The bounds that were found, the places that stay empty, and the demands that were left out for another reason.
    pub fn into_arguments(self) -> (Vec<LinearBound>, Vec<Place>, Vec<Demand>) {
        let empty = (0..self.markable.len()).filter(|place| !self.markable[*place]).collect();
        (self.bounds, empty, self.excluded_list)
    }
}
