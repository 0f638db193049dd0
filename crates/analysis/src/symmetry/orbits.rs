//! Questions that a symmetry of the system maps onto each other, so that one of them answers all.
//!
//! A permutation of the instances of a process is a symmetry if it maps the transitions, the initial condition and
//! the assumptions of fairness onto themselves; all of these are written down before and after, and compared. It maps the runs of
//! the system onto its runs, so a question about all runs has the answer of the question that it is mapped onto. Rotations are tried as
//! well as exchanges: the members of a ring can be rotated, but not exchanged.
//!
//! # Reference
//!
//! Emerson, Sistla: *Symmetry and Model Checking*, Formal Methods in System Design 9, 1996, doi:10.1007/BF00625970.

use super::exchange::Exchange;
use super::key::{Distinguished, Keys};
use super::roles::guesses;
use std::collections::HashMap;
use system::{Assumption, Ctl, EdgeId, Ltl, ProcessId, Question, System};

/// Systems with more transitions than this are not looked at.
const MOST_TRANSITIONS: usize = 5_000;

/// For each of these questions, the first one among them that a symmetry of the system maps onto it.
pub fn orbits(system: &System, questions: &[&Question]) -> Vec<usize> {
    let mut first: Vec<usize> = (0..questions.len()).collect();
    if questions.len() < 2 || system.transitions.len() > MOST_TRANSITIONS {
        return first;
    }
    for process in (0..system.processes.len()).map(ProcessId::from_index) {
        if system.process(process).count > 1 {
            join(system, process, questions, &mut first);
        }
    }
    first
}

/// Joins the orbits of questions that permutations of the instances of a process map onto each other.
fn join(system: &System, process: ProcessId, questions: &[&Question], first: &mut [usize]) {
    for roles in guesses(system, process) {
        let none = Exchange::none(system, &roles);
        let Ok(before) = Transcript::new(system, &none, questions) else { continue };
        let mut found = false;
        let others =
            (1..system.process(process).count).filter_map(|other| Exchange::of(system, &roles, 0, other));
        for exchange in Exchange::rotation(system, &roles).into_iter().chain(others) {
            if let Ok(after) = Transcript::new(system, &exchange, questions)
                && after.system == before.system
            {
                found = true;
                after.join(&before, first);
            }
        }
        if found {
            return;
        }
    }
}

/// All that a symmetry must keep, and the questions, after a permutation.
struct Transcript {
    system: Vec<Vec<String>>,
    questions: Vec<String>,
}

impl Transcript {
    fn new(system: &System, exchange: &Exchange<'_>, questions: &[&Question]) -> Result<Self, Distinguished> {
        let keys = Keys { system, exchange };
        let initial = sorted(system.initial.iter().map(|condition| keys.claim(condition)))?;
        let fairness =
            sorted(system.fairness.iter().map(|fairness| assumption(&keys, &fairness.assumption)))?;
        let edges = (0..system.edges.len()).map(|edge| keys.edge(EdgeId::from_index(edge)));
        let mut edges = edges.collect::<Result<Vec<String>, Distinguished>>()?;
        let count = edges.len();
        edges.sort_unstable();
        edges.dedup();
        // Edges that do the same could be mapped onto each other in several ways, of which fairness admits some.
        if edges.len() < count && !system.fairness.is_empty() {
            return Err(Distinguished);
        }
        let questions = questions.iter().map(|question| self::question(&keys, question));
        let questions = questions.collect::<Result<_, _>>()?;
        Ok(Transcript { system: vec![keys.transitions()?, initial, fairness], questions })
    }

    /// Joins each question with the one that it has become.
    fn join(&self, before: &Transcript, first: &mut [usize]) {
        let places: HashMap<&String, usize> =
            before.questions.iter().enumerate().map(|(place, key)| (key, place)).collect();
        for (place, key) in self.questions.iter().enumerate() {
            if let Some(other) = places.get(key) {
                let (low, high) = (first[place].min(first[*other]), first[place].max(first[*other]));
                first.iter_mut().filter(|own| **own == high).for_each(|own| *own = low);
            }
        }
    }
}

fn sorted(keys: impl Iterator<Item = Result<String, Distinguished>>) -> Result<Vec<String>, Distinguished> {
    let mut keys = keys.collect::<Result<Vec<_>, _>>()?;
    keys.sort_unstable();
    Ok(keys)
}

fn assumption(keys: &Keys<'_>, assumption: &Assumption) -> Result<String, Distinguished> {
    let unit = |edges: &[EdgeId]| Ok(sorted(edges.iter().map(|edge| keys.edge(*edge)))?.join("|"));
    Ok(match assumption {
        Assumption::Weak(of) => format!("weak {}", unit(&of.edges)?),
        Assumption::Strong(of) => format!("strong {}", unit(&of.edges)?),
        Assumption::Justice(e) => format!("justice {}", keys.claim(e)?),
        Assumption::Compassion(e, f) => format!("compassion {} {}", keys.claim(e)?, keys.claim(f)?),
    })
}

fn question(keys: &Keys<'_>, question: &Question) -> Result<String, Distinguished> {
    match question {
        Question::Ltl(formula) => linear(keys, formula),
        Question::Ctl(formula) => branching(keys, formula),
        Question::Invariant(e) => Ok(format!("invariant {}", keys.claim(e)?)),
        _ => Err(Distinguished),
    }
}

fn linear(keys: &Keys<'_>, formula: &Ltl) -> Result<String, Distinguished> {
    let inner = |f: &Ltl| linear(keys, f);
    Ok(match formula {
        Ltl::State(e) => format!("<{}>", keys.claim(e)?),
        Ltl::Not(f) => format!("!{}", inner(f)?),
        Ltl::And(all) => format!("and({})", sorted(all.iter().map(inner))?.join(",")),
        Ltl::Or(all) => format!("or({})", sorted(all.iter().map(inner))?.join(",")),
        Ltl::Implies(f, g) => format!("({}=>{})", inner(f)?, inner(g)?),
        Ltl::Iff(f, g) => format!("({}<=>{})", inner(f)?, inner(g)?),
        Ltl::Next(f) => format!("X{}", inner(f)?),
        Ltl::Finally(f) => format!("F{}", inner(f)?),
        Ltl::Globally(f) => format!("G{}", inner(f)?),
        Ltl::Until(kind, f, g) => format!("({}{kind:?}{})", inner(f)?, inner(g)?),
        Ltl::Rigid { .. } => return Err(Distinguished),
    })
}

fn branching(keys: &Keys<'_>, formula: &Ctl) -> Result<String, Distinguished> {
    let inner = |f: &Ctl| branching(keys, f);
    Ok(match formula {
        Ctl::State(e) => format!("<{}>", keys.claim(e)?),
        Ctl::Not(f) => format!("!{}", inner(f)?),
        Ctl::And(all) => format!("and({})", sorted(all.iter().map(inner))?.join(",")),
        Ctl::Or(all) => format!("or({})", sorted(all.iter().map(inner))?.join(",")),
        Ctl::Implies(f, g) => format!("({}=>{})", inner(f)?, inner(g)?),
        Ctl::Iff(f, g) => format!("({}<=>{})", inner(f)?, inner(g)?),
        Ctl::Next(path, f) => format!("{path:?}X{}", inner(f)?),
        Ctl::Finally(path, f) => format!("{path:?}F{}", inner(f)?),
        Ctl::Globally(path, f) => format!("{path:?}G{}", inner(f)?),
        Ctl::Until(path, kind, f, g) => format!("{path:?}({}{kind:?}{})", inner(f)?, inner(g)?),
        Ctl::Rigid { .. } => return Err(Distinguished),
    })
}
