//! All successors of a state.
//!
//! Transitions are grouped by the variable that holds their sender's location, so that only those that leave
//! the present location are tried. Rules that are nothing but a masked comparison and replacement of a single
//! word are cheaper to try than to look up, while there are not too many of them: they lie in one list, and
//! are tried without a branch, by writing each result and moving on only behind those that were enabled.
//! Of a long list only those rules are tried that a [`Selector`] does not exclude.
//!
//! Of the state's variables only those are unpacked that some rule computes with.

use crate::code::{Trap, Values};
use crate::program::Program;
use crate::program::action::{NoResult, SingleRun, Solved};
use crate::states::layout::{Field, Layout, Misfit};
use crate::states::successors::Successors;
use crate::step::apply::{Bench, Unapplied, put};
use crate::step::fire::fire;
use crate::step::rule::{Rule, Swap, rules};
use crate::step::select::{MANY, Selector};
use std::collections::{BTreeSet, HashMap};
use system::{Movement, Obstacle, TransitionId, VariableId};

/// Swaps are tried one and all if there are at most this many for each location variable.
const FEW: usize = 8;

/// Computes successors of packed states of one layout.
#[derive(Debug)]
pub(crate) struct Expander {
    /// Swaps that are tried in every state.
    swaps: Vec<Swap>,
    groups: Vec<Group>,
    /// The variables that are unpacked.
    read: Vec<(u32, Field)>,
    bench: Bench,
    /// Room for the results of swaps.
    scratch: Vec<u64>,
    /// Whether the transition of each successor is noted.
    notes: bool,
}

/// Transitions that share the variable of their sender's location.
#[derive(Debug)]
enum Group {
    /// Those with the sender's location in this field, by location.
    At(Field, Vec<Vec<Numbered>>),
    /// Those of events and populations.
    Anywhere(Vec<Numbered>),
    /// The same where there are many.
    AnywhereOf(Vec<Numbered>, Selector),
    /// Those with the sender's location in this field, by location, where there are many at some.
    AtOf(Field, Vec<(Vec<Numbered>, Option<Selector>)>),
}

/// A rule of a transition.
#[derive(Debug)]
struct Numbered {
    transition: TransitionId,
    rule: Rule,
}

/// What happened in a state beside the successors.
#[derive(Debug, Default)]
pub(crate) struct Expansion {
    /// How many successors there are, the same one by different transitions counted for each.
    pub successors: u64,
    /// The first transition that faults.
    pub fault: Option<TransitionId>,
    /// Why not all successors are listed.
    pub obstacle: Option<Obstacle>,
}

impl Expander {
    /// An expander for this layout.
    pub fn new(program: &Program<'_>, layout: &Layout) -> Self {
        Expander::with(program, layout, false, MANY)
    }

    /// An expander for this layout that notes the transition of each successor.
    pub fn noting(program: &Program<'_>, layout: &Layout) -> Self {
        Expander::with(program, layout, true, MANY)
    }

    /// An expander that selects among so many rules, or more.
    pub(super) fn with(program: &Program<'_>, layout: &Layout, notes: bool, many: usize) -> Self {
        let mut expander = Expander {
            swaps: Vec::new(),
            groups: Vec::new(),
            read: Vec::new(),
            bench: Bench::new(program.domains.len()),
            scratch: Vec::new(),
            notes,
        };
        let transitions = program.system().transitions.iter().enumerate();
        let rules = transitions.flat_map(|(number, transition)| {
            let id = TransitionId::from_index(number);
            rules(program, layout, transition).into_iter().map(move |rule| Numbered { transition: id, rule })
        });
        let rules: Vec<Numbered> = rules.collect();
        let read = variables(program, &rules);
        expander.read = read.into_iter().map(|variable| (variable, *layout.field(variable))).collect();
        let is_swap = |numbered: &&Numbered| matches!(numbered.rule, Rule::Swap(_));
        let tries_all = !notes && rules.iter().filter(is_swap).count() <= FEW * location_count(program);
        let mut of_variable = HashMap::new();
        for numbered in rules {
            match numbered.rule {
                Rule::Swap(swap) if tries_all => expander.swaps.push(swap),
                _ => expander.group(program, layout, numbered, &mut of_variable),
            }
        }
        expander.scratch.resize(expander.swaps.len(), 0);
        expander.groups = expander.groups.into_iter().map(|group| group.selecting(layout, many)).collect();
        expander
    }

    /// Adds a rule to its group; `of_variable` says which one a location variable has.
    fn group(
        &mut self,
        program: &Program<'_>,
        layout: &Layout,
        numbered: Numbered,
        of_variable: &mut HashMap<VariableId, usize>,
    ) {
        let sender = program.system().transition(numbered.transition).sender;
        let Movement::Location { variable, from, .. } = program.edges[sender.index()].movement else {
            match self.groups.last_mut() {
                Some(Group::Anywhere(rules)) => rules.push(numbered),
                _ => self.groups.push(Group::Anywhere(vec![numbered])),
            }
            return;
        };
        let groups = &mut self.groups;
        let at = *of_variable.entry(variable).or_insert_with(|| {
            let locations = program.domains[variable.index()].high + 1;
            let by_location = (0..locations).map(|_| Vec::new()).collect();
            groups.push(Group::At(*layout.field(variable.0), by_location));
            groups.len() - 1
        });
        if let Group::At(_, by_location) = &mut self.groups[at] {
            by_location[from as usize].push(numbered);
        }
    }

    /// Adds the successors of a packed state, whose number is `parent`.
    ///
    /// An error leaves some of them in the list: a value does not fit into its field.
    pub fn expand(
        &mut self,
        program: &Program<'_>,
        layout: &Layout,
        words: &[u64],
        parent: u32,
        successors: &mut Successors,
    ) -> Result<Expansion, Misfit> {
        let mut expansion = Expansion::default();
        let before = successors.len();
        self.try_swaps(words, successors);
        for (variable, field) in &self.read {
            self.bench.values[*variable as usize] = field.get(words);
        }
        let state = At { program, layout, words };
        let mut trial = RuleTrial { bench: &mut self.bench, notes: self.notes, expansion: &mut expansion };
        for group in &mut self.groups {
            match group {
                Group::At(field, by_location) => {
                    trial.all(&by_location[field.get(words) as usize], state, successors)?;
                }
                Group::Anywhere(rules) => trial.all(rules, state, successors)?,
                Group::AnywhereOf(rules, selector) => {
                    trial.some(rules, selector.candidates(words), state, successors)?;
                }
                Group::AtOf(field, by_location) => match &mut by_location[field.get(words) as usize] {
                    (rules, None) => trial.all(rules, state, successors)?,
                    (rules, Some(selector)) => {
                        trial.some(rules, selector.candidates(words), state, successors)?;
                    }
                },
            }
        }
        expansion.successors = (successors.len() - before) as u64;
        successors.end_of(parent);
        Ok(expansion)
    }

    #[inline]
    fn try_swaps(&mut self, words: &[u64], successors: &mut Successors) {
        if self.swaps.is_empty() {
            return;
        }
        let word = words[0];
        let mut enabled = 0;
        for swap in &self.swaps {
            self.scratch[enabled] = word & swap.keep | swap.set;
            enabled += usize::from(word & swap.mask == swap.value);
        }
        successors.words.extend_from_slice(&self.scratch[..enabled]);
    }
}

impl Group {
    /// The same group, with selectors where there are so many rules.
    fn selecting(self, layout: &Layout, many: usize) -> Self {
        let selector = |rules: &[Numbered]| {
            (rules.len() >= many).then(|| Selector::new(rules.iter().map(|numbered| &numbered.rule), layout))
        };
        match self {
            Group::Anywhere(rules) => match selector(&rules) {
                Some(selector) => Group::AnywhereOf(rules, selector),
                None => Group::Anywhere(rules),
            },
            Group::At(field, by_location) => {
                let selectors: Vec<_> = by_location.iter().map(|rules| selector(rules)).collect();
                if selectors.iter().all(Option::is_none) {
                    return Group::At(field, by_location);
                }
                Group::AtOf(field, by_location.into_iter().zip(selectors).collect())
            }
            selecting => selecting,
        }
    }
}

/// Rules of one state that are tried one after the other.
struct RuleTrial<'a> {
    bench: &'a mut Bench,
    notes: bool,
    expansion: &'a mut Expansion,
}

impl RuleTrial<'_> {
    /// Adds the successors by all of these rules.
    #[inline]
    fn all(
        &mut self,
        rules: &[Numbered],
        state: At<'_, '_>,
        successors: &mut Successors,
    ) -> Result<(), Misfit> {
        rules.iter().try_for_each(|numbered| self.one(numbered, state, successors))
    }

    /// Adds the successors by those of these rules that have certain places.
    fn some(
        &mut self,
        rules: &[Numbered],
        places: &[u32],
        state: At<'_, '_>,
        successors: &mut Successors,
    ) -> Result<(), Misfit> {
        places.iter().try_for_each(|place| self.one(&rules[*place as usize], state, successors))
    }

    #[inline]
    fn one(
        &mut self,
        Numbered { transition, rule }: &Numbered,
        state: At<'_, '_>,
        successors: &mut Successors,
    ) -> Result<(), Misfit> {
        match take(rule, *transition, state, self.bench, &mut successors.words) {
            Ok(further) => self.expansion.add(further, *transition),
            Err(Unapplied::Blocked) => {}
            Err(Unapplied::Misfit(misfit)) => return Err(misfit),
            Err(Unapplied::Trap(trap)) => self.expansion.note(trap, *transition),
        }
        if self.notes {
            successors.note(*transition);
        }
        Ok(())
    }
}

/// A packed state, and what it is a state of.
#[derive(Clone, Copy)]
struct At<'a, 's> {
    program: &'a Program<'s>,
    layout: &'a Layout,
    words: &'a [u64],
}

/// Adds the successors by one rule. What else came of it is rare, and returned apart.
#[inline]
fn take(
    rule: &Rule,
    transition: TransitionId,
    At { program, layout, words }: At<'_, '_>,
    bench: &mut Bench,
    found: &mut Vec<u64>,
) -> Result<Option<Solved>, Unapplied> {
    match rule {
        Rule::Swap(swap) => {
            if words[0] & swap.mask == swap.value {
                found.push(words[0] & swap.keep | swap.set);
            }
            Ok(None)
        }
        Rule::Direct(direct) => direct.apply(layout, words, bench, found).map(|()| None),
        Rule::Solving(solving) => solving.apply(program.compiler, layout, words, bench, found).map(Some),
        Rule::Split(split) => match split.rule(words) {
            Some(rule) => take(rule, transition, At { program, layout, words }, bench, found),
            None => Ok(None),
        },
        Rule::General => {
            if let Some(outcome) = take_single(transition, At { program, layout, words }, bench, found) {
                return outcome.map(|()| None);
            }
            let fired = fire(program, transition, &bench.values);
            for values in &fired.successors {
                let start = found.len();
                found.resize(start + words.len(), 0);
                layout.pack(values, &mut found[start..]).map_err(Unapplied::Misfit)?;
            }
            let solutions = fired.successors.len();
            Ok(Some(Solved { solutions, faulted: fired.faulted, obstacle: fired.obstacle }))
        }
    }
}

/// Adds the successor by a transition of one process or event whose action has one result; nothing is said where that takes
/// more than running it in place.
fn take_single(
    transition: TransitionId,
    At { program, layout, words }: At<'_, '_>,
    bench: &mut Bench,
    found: &mut Vec<u64>,
) -> Option<Result<(), Unapplied>> {
    let transition = program.system().transition(transition);
    let edge = &program.edges[transition.sender.index()];
    if !edge.has_one_result || !transition.receivers.is_empty() {
        return None;
    }
    let moved = match edge.movement {
        Movement::None => None,
        Movement::Location { variable, from, .. } if bench.values[variable.index()] != i64::from(from) => {
            return Some(Err(Unapplied::Blocked));
        }
        Movement::Location { variable, to, .. } => Some((variable.0, i64::from(to))),
        Movement::Counter { .. } => return None,
    };
    for conjunct in &edge.guard {
        if !conjunct.test(Values::of(&bench.values)).ok()? {
            return Some(Err(Unapplied::Blocked));
        }
    }
    let Bench { values, single, .. } = bench;
    let mut run = SingleRun { domains: &program.domains, values, room: single };
    let outcome = match run.run(&edge.action) {
        Ok(()) => {
            let start = found.len();
            found.extend_from_slice(words);
            let new = &mut found[start..];
            let written =
                run.room.undo.iter().map(|(variable, _)| (*variable, run.values[*variable as usize]));
            let packed = written
                .chain(moved)
                .try_for_each(|(variable, value)| put(layout.field(variable), variable, value, new));
            if packed.is_err() {
                found.truncate(start);
            }
            Some(packed.map_err(Unapplied::Misfit))
        }
        Err(NoResult::Blocked) => Some(Err(Unapplied::Blocked)),
        Err(NoResult::Unclear) => None,
    };
    run.undo(0);
    outcome
}

impl Expansion {
    #[inline]
    fn add(&mut self, further: Option<Solved>, transition: TransitionId) {
        if let Some(solved) = further {
            self.obstacle = self.obstacle.take().or(solved.obstacle);
            if solved.faulted {
                self.note(Trap::FAULT, transition);
            }
        }
    }

    fn note(&mut self, trap: Trap, transition: TransitionId) {
        match trap.overflow_span() {
            Some(span) => {
                self.obstacle.get_or_insert(Obstacle::Overflow { span });
            }
            None => {
                self.fault.get_or_insert(transition);
            }
        }
    }
}

/// The variables that the rules read: all of them if one is fired the general way.
fn variables(program: &Program<'_>, rules: &[Numbered]) -> BTreeSet<u32> {
    let mut found = BTreeSet::new();
    for numbered in rules {
        match &numbered.rule {
            // Where a variable is known, nothing is left to compute.
            Rule::Swap(_) | Rule::Split(_) => {}
            Rule::Direct(direct) => direct.variables(&mut found),
            Rule::Solving(solving) => solving.variables(&mut found),
            Rule::General => return (0..program.domains.len() as u32).collect(),
        }
    }
    found
}

/// How many location variables senders have.
fn location_count(program: &Program<'_>) -> usize {
    let variables: BTreeSet<_> = program
        .edges
        .iter()
        .filter_map(|edge| match edge.movement {
            Movement::Location { variable, .. } => Some(variable),
            _ => None,
        })
        .collect();
    variables.len().max(1)
}
