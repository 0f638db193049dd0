//! Linear-time formulas: the unfolding of the net together with the automaton of what a formula forbids.
//!
//! The automaton reads the places that the formula's state expressions speak of. Each expression is taken as the cubes where it holds or as those
//! where it does not, whichever read fewer places: transitions that change none of these stay concurrent, and
//! the net is reduced to what they can tell apart, up to stuttering.

use crate::automaton::{Automaton, Edge};
use crate::failure::{ENGINE, Failure};
use crate::formula::Formula;
use crate::inquiry::{self, Inquiry, Open, Smaller, no_net};
use crate::lasso::Lasso;
use crate::temporal::accepted_run;
use budget::Budgeted;
use nets::reduction::{self, Preserve, Rule, reduce_by};
use nets::{Net, Place, Run};
use omega_automata::{Ending, Negation, Refusal};
use system::{Answer, Evidence, Ltl, PathEnding, Question};

const STRATEGY: &str = "unfolding with an automaton";

/// Answers an `ltl` property.
pub(crate) fn answer(
    inquiry: &Inquiry<'_, '_>,
    question: &Question,
    formula: &Ltl,
) -> Result<Answer, Failure> {
    let open = |open: Open| Ok(inquiry.open(&open, STRATEGY));
    let negation = match Negation::with_state_acceptance(formula, Ending(inquiry.budget.ending())) {
        Ok(negation) => negation,
        Err(Refusal::Ended) => {
            let _ = inquiry.budget.ask(0);
            return open(Open::Spent);
        }
        Err(refusal) => {
            let reason = format!("the formula could not be translated to an automaton: {refusal}");
            return Ok(Answer::unknown(reason, ENGINE, STRATEGY));
        }
    };
    let automaton = match automaton(inquiry, &negation) {
        Ok(Ok(automaton)) => automaton,
        Ok(Err(reason)) => return open(reason),
        Err(unfit) => return Ok(no_net(&unfit, inquiry.budget)),
    };
    let mut all = None;
    for net in &inquiry.alone {
        let shown = match search(inquiry, net, question, &automaton, &Rule::ALL)? {
            Some(answer) => answer,
            // Places that the reduction left out gain tokens on the way round.
            None => search(inquiry, net, question, &automaton, &[])?
                .ok_or_else(|| Failure::Internal("a circle of the net does not close".into()))?,
        };
        let goes_on = inquiry::goes_on(&shown);
        all = Some(inquiry::joined(all, shown));
        if !goes_on {
            break;
        }
    }
    let mut shown = all.ok_or(Failure::NoInitialState)?;
    shown.statistics.insert(0, ("automaton_states", automaton.accepting.len().into()));
    Ok(shown)
}

/// The automaton over the places of the net, or why there is none.
fn automaton(inquiry: &Inquiry<'_, '_>, negation: &Negation) -> Result<Result<Automaton, Open>, nets::Unfit> {
    let mut atoms = Vec::new();
    for atom in &negation.atoms {
        let mut sides = Vec::new();
        for positive in [true, false] {
            let cubes = inquiry.net.condition(inquiry.system, atom, positive, inquiry.budget)?;
            match inquiry::formula(&cubes) {
                Ok(side) if positive => sides.push(side),
                Ok(side) => sides.push(Formula::Not(Box::new(side))),
                Err(open) => return Ok(Err(open)),
            }
        }
        sides.sort_by_key(|side| side.places().len());
        atoms.push(sides.swap_remove(0));
    }
    let from = &negation.automaton;
    let states = 0..from.state_count() as u32;
    let mut made = Automaton {
        initial: from.initial() as usize,
        accepting: states.clone().map(|state| from.is_accepting(state)).collect(),
        edges: Vec::new(),
    };
    for state in states {
        for edge in from.edges(state) {
            let cubes = from.cubes(edge.guard);
            let letter = |(proposition, is_true): &(u32, bool)| {
                let atom = atoms[*proposition as usize].clone();
                if *is_true { atom } else { Formula::Not(Box::new(atom)) }
            };
            let label = cubes.iter().map(|cube| Formula::All(cube.iter().map(letter).collect()));
            let (from, to) = (state as usize, edge.target as usize);
            made.edges.push(Edge { from, label: Formula::Any(label.collect()), to });
        }
    }
    Ok(Ok(made))
}

/// The answer by the net that these rules leave; nothing if the run that was found is no lasso of the whole net.
fn search(
    inquiry: &Inquiry<'_, '_>,
    net: &Net,
    question: &Question,
    automaton: &Automaton,
    rules: &[Rule],
) -> Result<Option<Answer>, Failure> {
    let open = |open: Open| Ok(Some(inquiry.open(&open, STRATEGY)));
    let reduced = reduce_by(net, &visible(automaton), Preserve::Stuttering, rules, inquiry.budget);
    let smaller = match reduced {
        Ok(reduced) => Smaller::new(reduced),
        Err(spent) => return open(spent.into()),
    };
    let renamed = Automaton {
        edges: automaton
            .edges
            .iter()
            .map(|edge| Ok(Edge { label: smaller.renamed(&edge.label)?, ..edge.clone() }))
            .collect::<Result<_, Failure>>()?,
        ..automaton.clone()
    };
    let lasso = match accepted_run(&smaller.reduced.net, &renamed, inquiry.budget) {
        Ok(Ok(lasso)) => lasso,
        Ok(Err(unfit)) => return open(unfit.into()),
        Err(spent) => return open(spent.into()),
    };
    let shown = match lasso {
        None => inquiry::answer(question, Evidence::Prefix, STRATEGY)?,
        Some(lasso) => match lifted(&smaller, &lasso, inquiry) {
            Err(spent) => return open(spent.into()),
            Ok(None) => return Ok(None),
            Ok(Some((run, ending))) => inquiry.shown(question, &run, ending, STRATEGY)?,
        },
    };
    Ok(Some(shown.with_statistics(smaller.counts())))
}

/// The places that the automaton reads.
fn visible(automaton: &Automaton) -> Vec<Place> {
    let mut places: Vec<Place> = automaton.edges.iter().flat_map(|edge| edge.label.places()).collect();
    places.sort_unstable();
    places.dedup();
    places
}

/// The run of the whole net, with how it goes on; nothing if its circle does not close there.
fn lifted(
    smaller: &Smaller,
    lasso: &Lasso,
    inquiry: &Inquiry<'_, '_>,
) -> Budgeted<Option<(Run, PathEnding)>> {
    let Lasso { run, back } = lasso;
    if *back >= run.fired.len() {
        let run = smaller.reduced.lift_dead_end(run, inquiry.budget)?;
        return Ok(run.map(|run| (run, PathEnding::DeadEnd)));
    }
    let stem = Run { start: run.start.clone(), fired: run.fired[..*back].to_vec() };
    let before = reduction::Lasso { stem, cycle: run.fired[*back..].to_vec() };
    let Some(after) = smaller.reduced.lift_lasso(&before, inquiry.budget)? else { return Ok(None) };
    let back = after.stem.fired.len();
    let mut run = after.stem;
    run.fired.extend(after.cycle);
    let markings = inquiry.net.net.walk(&run).ok().flatten().unwrap_or_default();
    let closes = back < run.fired.len() && markings.get(back) == markings.last();
    Ok(closes.then_some((run, PathEnding::Loop(back))))
}
