//! From a system to its invariants.

use crate::allowance::Allowance;
use crate::commands::commands;
use crate::equalities::equalities;
use crate::evaluate::is_true;
use crate::families::{Family, families, singles};
use crate::generated::Generated;
use crate::inductive::inductive;
use crate::minimal::minimal;
use crate::polyhedra::polyhedra;
use crate::samples::samples;
use crate::steps::Steps;
use crate::structural::structural;
use crate::symmetry::{Class, Symmetry};
use crate::templates::templates;
use crate::vocabulary::Vocabulary;
use certificates::Term;
use random_numbers::SplitMix;
use std::collections::HashSet;
use system::{State, System, VariableId, Watch};

/// What was generated.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Generation {
    /// The invariants. Their conjunction is inductive: every initial state satisfies it, and no step leaves it.
    pub invariants: Vec<Generated>,
    /// Why there may be more, if the work was ended early.
    pub unfinished: Option<String>,
}

/// How much work each part may do, in questions to the watch.
const SHARES: Shares = Shares { steps: 100, samples: 100, rounds: 200, minimal: 150 };

struct Shares {
    steps: u64,
    samples: u64,
    rounds: u64,
    minimal: u64,
}

/// So many candidates are tried.
const MOST_CANDIDATES: usize = 1_500;

/// How often candidates under stronger conditions are tried, where those under weaker ones failed.
const ROUNDS: usize = 3;

/// How many times as much work candidates for many instances are worth.
const FOR_MANY: u64 = 4;

/// Of instances that can be exchanged, candidates speak of so many.
const SPOKEN_OF: u32 = 2;

/// How often the instances of a sampled state are permuted.
const PERMUTATIONS: usize = 3;

/// Invariants of the system, as many as are found within the limits; short ones, and none that the others imply.
pub fn generate(system: &System, watch: &dyn Watch) -> Generation {
    generate_with(system, 1, watch)
}

/// The same with as many times the work.
pub fn generate_with(system: &System, effort: u64, watch: &dyn Watch) -> Generation {
    let allowance = Allowance::new(watch);
    let share = |questions: u64| allowance.share(questions.saturating_mul(effort));
    share(SHARES.steps);
    let mut steps = match Steps::new(system, &allowance) {
        Ok(steps) => steps,
        Err(refusal) => {
            return Generation { invariants: Vec::new(), unfinished: Some(refusal.to_string()) };
        }
    };
    let words = Vocabulary::new(system);
    let given = steps.initial_states(&words.integers);
    watch.note(&format_args!("{} ways of transitions", steps.count()));
    share(SHARES.samples);
    let mut states = samples(system, given, &allowance);
    watch.note(&format_args!("{} sampled states", states.len()));
    states.first().cloned().into_iter().for_each(|state| steps.leave_open_as_in(state));
    let symmetry = Symmetry::new(system);
    let mut pool = match symmetry.classes.is_empty() {
        true => singles(system, candidates(system, &words, &states, 1)),
        false => {
            states = permuted(system, &symmetry, states);
            let is_many = |id| symmetry.classes.iter().any(|class| is_one_of_many(class, id));
            let is_index = |id| symmetry.classes.iter().any(|class| class.is_index(id));
            let words = words.without(&is_many).with_finite(&is_index);
            families(system, &symmetry, candidates(system, &words, &states, 1 + PERMUTATIONS))
        }
    };
    watch.note(&format_args!("{} candidates", pool.len()));
    let mut known: Vec<Family> = Vec::new();
    let mut unfinished = None;
    // A proof for many instances is worth more work than one for a few.
    let worth = if symmetry.classes.is_empty() { 1 } else { FOR_MANY };
    share(SHARES.rounds.saturating_mul(worth));
    for _ in 0..ROUNDS {
        let (now, later) = foremost(pool, &known);
        pool = later;
        if now.is_empty() {
            break;
        }
        let tried = now.len();
        let found = inductive(&mut steps, system, &known, now, &allowance);
        known.extend(found);
        watch.note(&format_args!("{tried} candidates tried; {} are inductive so far", known.len()));
        if allowance.is_spent() {
            unfinished = Some("not all candidates were tried".to_owned());
            break;
        }
    }
    share(SHARES.minimal.saturating_mul(worth));
    let invariants = minimal(&mut steps, system, known, &allowance);
    watch.note(&format_args!("{} of them are not implied by others", invariants.len()));
    let unfinished = allowance.stop().map(|stop| stop.to_string()).or(unfinished);
    Generation { invariants, unfinished }
}

/// Whether a variable belongs to an instance that others stand for.
fn is_one_of_many(class: &Class, id: VariableId) -> bool {
    class.instance(id).is_some_and(|instance| instance >= SPOKEN_OF)
}

/// The states, and as many again in which instances have taken each other's places: those are reached as well.
fn permuted(system: &System, symmetry: &Symmetry, states: Vec<State>) -> Vec<State> {
    let mut random = SplitMix::new(1);
    let mut all = states.clone();
    for state in states {
        for _ in 0..PERMUTATIONS {
            let mut image = state.clone();
            for class in &symmetry.classes {
                let mut drawn: Vec<(u64, u32)> = (0..class.count()).map(|one| (random.bits(), one)).collect();
                drawn.sort_unstable();
                let permutation = drawn.into_iter().map(|(_, instance)| instance).collect();
                image = class.renaming(permutation).state(system, &image);
            }
            all.push(image);
        }
    }
    all
}

/// What each process on its own, and the context of the others, suggests. These are candidates: none of them is proved.
pub fn compositional(system: &System) -> Vec<Generated> {
    structural(system, &commands(system))
}

/// All candidates that are true in the samples, each once, in the order in which they are tried.
fn candidates(system: &System, words: &Vocabulary, states: &[State], copies: usize) -> Vec<Generated> {
    let commands = commands(system);
    let mut all = polyhedra(system, &commands);
    all.extend(structural(system, &commands));
    all.extend(equalities(system, words, states));
    let is_likely = |one: &Generated| {
        let term = one.term();
        states.iter().all(|state| is_true(&term, state) == Some(true))
    };
    all.retain(is_likely);
    all.extend(templates(words, states, copies));
    let mut seen: HashSet<Term> = HashSet::new();
    all.retain(|one| seen.insert(one.term()));
    // Where there are too many, those that say less are left out.
    if all.len() > MOST_CANDIDATES {
        all.sort_by_key(|one| (one.at.len(), one.weight()));
        all.truncate(MOST_CANDIDATES);
    }
    all
}

/// The candidates that are tried now: those that are not said under a weaker condition too. The others wait until that is decided, and are
/// gone if it was proved.
fn foremost(pool: Vec<Family>, known: &[Family]) -> (Vec<Family>, Vec<Family>) {
    let terms = |families: &[Family]| {
        families.iter().flat_map(|family| &family.members).map(Generated::term).collect::<HashSet<Term>>()
    };
    let (proved, open) = (terms(known), terms(&pool));
    let (mut now, mut later) = (Vec::new(), Vec::new());
    for one in pool {
        let weaker = weaker(one.first());
        match () {
            () if weaker.iter().any(|term| proved.contains(term)) => {}
            () if weaker.iter().any(|term| open.contains(term)) => later.push(one),
            () => now.push(one),
        }
    }
    (now, later)
}

/// The same under weaker conditions.
fn weaker(one: &Generated) -> Vec<Term> {
    let mut all = Vec::new();
    for place in 0..one.at.len() {
        let mut at = one.at.clone();
        at.remove(place);
        all.push(Generated { at, ..one.clone() }.term());
    }
    if one.at.len() == 2 {
        all.push(one.formula.clone());
    }
    all
}
