//! Which transitions may disturb each other, and which may make a condition true: found once, from what each
//! transition reads and writes.

use super::access::{Access, Change, access};
use super::list::List;
use super::queue::queues;
use crate::code::{Code, compare};
use crate::injected::{InjectedError, is_made};
use crate::program::Program;
use std::collections::{BTreeSet, HashMap};
use system::Comparison;

/// More pairs of transitions that share a variable than this are not worth looking at.
const MOST_PAIRS: usize = 20_000_000;

/// The static relations between transitions.
#[derive(Debug)]
pub(super) struct StaticRelations {
    /// How each transition uses the variables.
    pub accesses: Vec<Access>,
    /// For each transition, those that it may disturb, or that may disturb it, where both are enabled.
    pub disturbed: Vec<List>,
    /// For each guard of each transition, the number of the list of those that may make it true.
    pub enabling: Vec<Vec<u32>>,
    /// These lists, each once.
    pub lists: Vec<List>,
    /// For each variable, who changes it, and how.
    writers: Vec<Vec<(u32, Change)>>,
    /// The same as lists.
    pub changing: Vec<List>,
    /// All transitions.
    pub everything: List,
}

impl StaticRelations {
    /// The relations of a program; nothing if they are too large.
    pub fn new(program: &Program<'_>) -> Option<Self> {
        let transitions = program.system().transitions.iter();
        let queues = queues(program.system());
        let mut accesses: Vec<Access> = transitions
            .map(|transition| access(program, &queues, transition))
            .collect::<Result<_, _>>()
            .ok()?;
        if is_made(InjectedError::MissedWrite) {
            accesses.iter_mut().for_each(overlook_a_write);
        }
        let mut users: Vec<Vec<u32>> = vec![Vec::new(); program.domains.len()];
        let mut writers = vec![Vec::new(); program.domains.len()];
        for (number, access) in (0u32..).zip(&accesses) {
            for (variable, touch) in &access.touches {
                users[*variable as usize].push(number);
                if let Some(change) = touch.change {
                    writers[*variable as usize].push((number, change));
                }
            }
        }
        let pairs = users.iter().zip(&writers).map(|(users, writers)| users.len() * writers.len());
        if pairs.sum::<usize>() > MOST_PAIRS {
            return None;
        }
        let count = accesses.len();
        let disturbed = (0..count).map(|at| List::new(disturbed(&accesses, &users, at), count)).collect();
        let changing = writers.iter().map(|all: &Vec<(u32, Change)>| {
            List::new(all.iter().map(|(number, _)| *number).collect(), count)
        });
        let changing = changing.collect();
        let everything = List::new((0..count as u32).collect(), count);
        let (enabling, lists) = (Vec::new(), Vec::new());
        let mut relations =
            StaticRelations { accesses, disturbed, enabling, lists, writers, changing, everything };
        relations.list_enabling();
        Some(relations)
    }

    fn list_enabling(&mut self) {
        let mut numbers: HashMap<Vec<u32>, u32> = HashMap::new();
        for access in &self.accesses {
            let list = |guard: &super::access::Guard| {
                let mut found = Vec::new();
                self.may_become(&guard.code, true, &mut found);
                guard.before.iter().for_each(|variable| self.writers_of(*variable, &mut found));
                found.sort_unstable();
                found.dedup();
                let next = numbers.len() as u32;
                *numbers.entry(found).or_insert(next)
            };
            self.enabling.push(access.guards.iter().map(list).collect());
        }
        let mut lists: Vec<(u32, Vec<u32>)> =
            numbers.into_iter().map(|(list, number)| (number, list)).collect();
        lists.sort_unstable_by_key(|(number, _)| *number);
        self.lists = lists.into_iter().map(|(_, list)| List::new(list, self.accesses.len())).collect();
    }

    /// The variables that a transition reads.
    pub fn read_by(&self, transition: u32) -> impl Iterator<Item = u32> {
        let touches = self.accesses[transition as usize].touches.iter();
        touches.filter(|(_, touch)| touch.needs.is_read()).map(|(variable, _)| *variable)
    }

    /// Adds all transitions that change a variable.
    pub fn writers_of(&self, variable: u32, found: &mut Vec<u32>) {
        found.extend(self.writers[variable as usize].iter().map(|(number, _)| *number));
    }

    /// Adds all transitions that change a variable of a condition.
    pub fn writers_of_all(&self, code: &Code, found: &mut Vec<u32>) {
        let mut variables = BTreeSet::new();
        code.variables(&mut variables);
        variables.into_iter().for_each(|variable| self.writers_of(variable, found));
    }

    /// Adds transitions without which a condition of another value, or none, does not get this one, or fault.
    pub fn may_become(&self, code: &Code, value: bool, found: &mut Vec<u32>) {
        let by_value = |variable: u32, test: &dyn Fn(i64) -> bool, found: &mut Vec<u32>| {
            self.writers_by(variable, found, |change| match change {
                Change::Set(written) => test(written) == value,
                Change::Up | Change::Down | Change::Any => true,
            });
        };
        match code {
            Code::Constant(_) => {}
            Code::Read(variable) => by_value(*variable, &|written| written != 0, found),
            Code::Is(variable, wanted) => by_value(*variable, &|written| written == *wanted, found),
            Code::IsNot(variable, wanted) => by_value(*variable, &|written| written != *wanted, found),
            Code::Bounded(comparison, variable, limit) => {
                let wants_more = matches!(comparison, Comparison::Ge | Comparison::Gt) == value;
                self.writers_by(*variable, found, |change| match change {
                    Change::Set(written) => compare(*comparison, written, *limit) == value,
                    Change::Up => wants_more,
                    Change::Down => !wants_more,
                    Change::Any => true,
                });
            }
            Code::Not(a) => self.may_become(a, !value, found),
            Code::And(all) | Code::Or(all) => {
                all.iter().for_each(|part| self.may_become(part, value, found));
            }
            Code::Implies(pair) => {
                self.may_become(&pair[0], !value, found);
                self.may_become(&pair[1], value, found);
            }
            Code::Compare(comparison, pair) => match (&**pair, comparison) {
                (
                    [Code::CountIs(variables, wanted), Code::Constant(_)],
                    Comparison::Lt | Comparison::Le | Comparison::Gt | Comparison::Ge,
                ) => {
                    let wants_more = matches!(comparison, Comparison::Ge | Comparison::Gt) == value;
                    for variable in variables {
                        self.writers_by(*variable, found, |change| match change {
                            Change::Set(written) => (written == *wanted) == wants_more,
                            Change::Up | Change::Down | Change::Any => true,
                        });
                    }
                }
                _ => self.writers_of_all(code, found),
            },
            _ => self.writers_of_all(code, found),
        }
    }

    /// Adds transitions without which an expression keeps its value, or goes on faulting.
    pub fn may_change(&self, code: &Code, found: &mut Vec<u32>) {
        let tested = |variable: u32, test: &dyn Fn(i64) -> i64, found: &mut Vec<u32>| {
            let writers = self.writers[variable as usize].iter();
            // What begins with one value of the variable and writes another may still leave the test as it is.
            let changes = |(number, change): &&(u32, Change)| {
                let mut pins = self.accesses[*number as usize].pins.iter();
                let before = pins.find(|(pinned, _)| *pinned == variable).map(|(_, value)| *value);
                match (before, change) {
                    (Some(before), Change::Set(after)) => test(before) != test(*after),
                    _ => true,
                }
            };
            found.extend(writers.filter(changes).map(|(number, _)| *number));
        };
        match code {
            Code::Constant(_) => {}
            Code::Read(variable) => tested(*variable, &|value| value, found),
            Code::Is(variable, wanted) | Code::IsNot(variable, wanted) => {
                tested(*variable, &|value| (value == *wanted).into(), found);
            }
            Code::Bounded(comparison, variable, limit) => {
                tested(*variable, &|value| compare(*comparison, value, *limit).into(), found);
            }
            Code::CountIs(variables, wanted) => {
                for variable in variables {
                    tested(*variable, &|value| (value == *wanted).into(), found);
                }
            }
            Code::Not(a) => self.may_change(a, found),
            Code::And(all) | Code::Or(all) | Code::Count(all) => {
                all.iter().for_each(|part| self.may_change(part, found));
            }
            Code::Implies(pair) | Code::Compare(_, pair) => {
                pair.iter().for_each(|part| self.may_change(part, found));
            }
            _ => self.writers_of_all(code, found),
        }
    }

    /// Adds transitions without which another one that faults goes on doing so.
    pub fn may_end_faults(&self, found: &mut Vec<u32>) {
        for (number, access) in (0u32..).zip(&self.accesses).filter(|(_, access)| access.faults.is_some()) {
            for (variable, _) in access.touches.iter().filter(|(_, touch)| touch.needs.is_read()) {
                let writers = self.writers[*variable as usize].iter().map(|(writer, _)| *writer);
                // Where one of them can be taken, and the other faults, both find what they are pinned to.
                let may_meet = |writer: &u32| {
                    *writer != number && !exclude_each_other(access, &self.accesses[*writer as usize])
                };
                found.extend(writers.filter(may_meet));
            }
        }
    }

    fn writers_by(&self, variable: u32, found: &mut Vec<u32>, matters: impl Fn(Change) -> bool) {
        let writers = self.writers[variable as usize].iter();
        found.extend(writers.filter(|(_, change)| matters(*change)).map(|(number, _)| *number));
    }
}

/// Those that one transition may disturb, or that may disturb it.
fn disturbed(accesses: &[Access], users: &[Vec<u32>], at: usize) -> Vec<u32> {
    let own = &accesses[at];
    let mut found = BTreeSet::new();
    for (variable, touch) in &own.touches {
        for other in &users[*variable as usize] {
            let theirs = &accesses[*other as usize];
            let is_disturbed = theirs.touches.get(variable).is_some_and(|other| touch.disturbs(*other));
            if *other as usize != at && is_disturbed && !exclude_each_other(own, theirs) {
                found.insert(*other);
            }
        }
    }
    found.into_iter().collect()
}

/// Forgets the last of the variables that a transition writes: an error.
fn overlook_a_write(access: &mut Access) {
    if let Some(touch) = access.touches.values_mut().rev().find(|touch| touch.change.is_some()) {
        touch.change = None;
    }
}

/// Whether two transitions are never enabled together, since they need different values of one variable.
fn exclude_each_other(a: &Access, b: &Access) -> bool {
    a.pins
        .iter()
        .any(|(variable, value)| b.pins.iter().any(|(other, wanted)| other == variable && wanted != value))
}
