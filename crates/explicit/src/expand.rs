//! All successors of a state.
//!
//! Transitions are grouped by the variable that holds their sender's location, so that only those that leave
//! the present location are tried. Rules that are nothing but a masked comparison and replacement of a single
//! word are cheaper to try than to look up, while there are not too many of them: they lie in one list, and
//! are tried without a branch, by writing each result and moving on only behind those that were enabled.
//!
//! Of the state's variables only those are unpacked that some rule computes with.

use crate::code::{Target, Trap, Values};
use crate::fire::fire;
use crate::layout::{Field, Layout, Misfit};
use crate::program::Program;
use crate::rule::{Direct, Rule, Swap};
use crate::successors::Successors;
use std::collections::BTreeSet;
use system::{Movement, Obstacle, TransitionId};

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
    /// The values of the state that is being expanded, as far as they are read.
    values: Vec<i64>,
    scratch: Vec<u64>,
}

/// Transitions that share the variable of their sender's location.
#[derive(Debug)]
enum Group {
    /// Those with the sender's location in this field, by location.
    At(Field, Vec<Vec<Numbered>>),
    /// Those of events and populations.
    Anywhere(Vec<Numbered>),
}

/// The rule of a transition.
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
        let mut expander = Expander {
            swaps: Vec::new(),
            groups: Vec::new(),
            read: Vec::new(),
            values: vec![0; program.domains.len()],
            scratch: vec![0; layout.words()],
        };
        let transitions = program.system().transitions.iter().enumerate();
        let rules = transitions.map(|(number, transition)| Numbered {
            transition: TransitionId::from_index(number),
            rule: Rule::new(program, layout, transition),
        });
        let rules: Vec<Numbered> = rules.filter(|numbered| !matches!(numbered.rule, Rule::Never)).collect();
        let read = variables(program, &rules);
        expander.read = read.into_iter().map(|variable| (variable, *layout.field(variable))).collect();
        let is_swap = |numbered: &&Numbered| matches!(numbered.rule, Rule::Swap(_));
        let tries_all = rules.iter().filter(is_swap).count() <= FEW * location_count(program);
        for numbered in rules {
            match numbered.rule {
                Rule::Swap(swap) if tries_all => expander.swaps.push(swap),
                _ => expander.group(program, layout, numbered),
            }
        }
        expander.scratch.resize(expander.swaps.len().max(layout.words()), 0);
        expander
    }

    fn group(&mut self, program: &Program<'_>, layout: &Layout, numbered: Numbered) {
        let sender = program.system().transition(numbered.transition).sender;
        let Movement::Location { variable, from, .. } = program.edges[sender.index()].movement else {
            match self.groups.last_mut() {
                Some(Group::Anywhere(rules)) => rules.push(numbered),
                _ => self.groups.push(Group::Anywhere(vec![numbered])),
            }
            return;
        };
        let field = *layout.field(variable.0);
        let same =
            self.groups.iter().position(|group| matches!(group, Group::At(other, _) if *other == field));
        let at = same.unwrap_or_else(|| {
            let locations = program.domains[variable.index()].high + 1;
            self.groups.push(Group::At(field, (0..locations).map(|_| Vec::new()).collect()));
            self.groups.len() - 1
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
            self.values[*variable as usize] = field.get(words);
        }
        for group in &self.groups {
            let rules = match group {
                Group::At(field, by_location) => &by_location[field.get(words) as usize],
                Group::Anywhere(rules) => rules,
            };
            for Numbered { transition, rule } in rules {
                match rule {
                    Rule::Never => {}
                    Rule::Swap(swap) => {
                        if words[0] & swap.mask == swap.value {
                            successors.words.push(words[0] & swap.keep | swap.set);
                        }
                    }
                    Rule::Direct(direct) => match direct.apply(layout, words, &self.values, successors) {
                        Ok(()) => {}
                        Err(Unapplied::Misfit(misfit)) => return Err(misfit),
                        Err(Unapplied::Trap(trap)) => expansion.note(trap, *transition),
                    },
                    Rule::General => {
                        let fired = fire(program, *transition, &self.values);
                        for values in &fired.successors {
                            let scratch = &mut self.scratch[..words.len()];
                            layout.pack(values, scratch)?;
                            successors.words.extend_from_slice(scratch);
                        }
                        expansion.obstacle = expansion.obstacle.take().or(fired.obstacle);
                        if fired.faulted {
                            expansion.note(Trap::FAULT, *transition);
                        }
                    }
                }
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

impl Expansion {
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

/// Why a rule was not applied.
enum Unapplied {
    Misfit(Misfit),
    Trap(Trap),
}

impl From<Trap> for Unapplied {
    fn from(trap: Trap) -> Self {
        Unapplied::Trap(trap)
    }
}

impl Direct {
    /// Adds the words of the successor, if the rule is enabled. Nothing is added on an error.
    #[inline]
    fn apply(
        &self,
        layout: &Layout,
        words: &[u64],
        values: &[i64],
        successors: &mut Successors,
    ) -> Result<(), Unapplied> {
        if !self.cubes.iter().all(|cube| cube.matches(words)) {
            return Ok(());
        }
        for test in &self.tests {
            if !test.holds(words, values)? {
                return Ok(());
            }
        }
        let start = successors.words.len();
        successors.words.extend_from_slice(words);
        let new = &mut successors.words[start..];
        let computed = self.compute(layout, words, values, new);
        for patch in &self.patches {
            let word = &mut new[patch.word as usize];
            *word = (*word & !patch.mask) | patch.value;
        }
        if computed.is_err() {
            successors.words.truncate(start);
        }
        computed
    }

    /// All values are computed before the assertions are checked; all are faults before any is a misfit.
    #[inline]
    fn compute(
        &self,
        layout: &Layout,
        words: &[u64],
        values: &[i64],
        new: &mut [u64],
    ) -> Result<(), Unapplied> {
        let mut misfit = None;
        for assignment in &self.assignments {
            let (variable, field) = match &assignment.target {
                Target::Fixed(variable) => (*variable, &assignment.field),
                Target::Selected(address) => {
                    let variable = address.locate(Values::of(values))?;
                    (variable, layout.field(variable))
                }
            };
            let value = assignment.value.value(Values::of(values))?;
            if !assignment.domain.contains(value) {
                return Err(Trap::FAULT.into());
            }
            match field.bits(value) {
                Some(bits) => {
                    let word = &mut new[field.word as usize];
                    *word = (*word & !field.cover()) | bits;
                }
                None => misfit = Some(Misfit { variable, value }),
            }
        }
        for condition in &self.asserts {
            if !condition.holds(words, values)? {
                return Err(Trap::FAULT.into());
            }
        }
        misfit.map_or(Ok(()), |misfit| Err(Unapplied::Misfit(misfit)))
    }
}

/// The variables that the rules read: all of them if one is fired the general way.
fn variables(program: &Program<'_>, rules: &[Numbered]) -> BTreeSet<u32> {
    let mut found = BTreeSet::new();
    for numbered in rules {
        match &numbered.rule {
            Rule::Never | Rule::Swap(_) => {}
            Rule::Direct(direct) => direct.variables(&mut found),
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
