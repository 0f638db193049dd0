//! Changes of proofs beside their formulas, and of what stands around a proof.

use super::aim::{Aim, Part};
use super::automata::change_automaton;
use super::formulas::near;
use super::paths::{change_path, change_state};
use super::regions::{change_list, change_recurring, change_region};
use certificates::{AlwaysBelow, Attractor, Certificate, Claim, Proof, Recurring, Region, Term};

/// Changes the verdict, the property, or the variables beside the system's.
pub(super) fn change_frame(aim: &mut Aim<'_>, certificate: &mut Certificate) {
    if aim.hits(Part::Verdict) {
        certificate.holds = !certificate.holds;
        aim.note(format!(
            "it is said that the property {}",
            if certificate.holds { "holds" } else { "fails" }
        ));
    }
    if aim.hits(Part::Verdict) {
        let all = aim.system.properties.iter().map(|property| property.name.clone());
        let others = all.filter(|name| *name != certificate.property).collect();
        aim.put(&mut certificate.property, others);
    }
    for place in 0..certificate.extras.len() {
        if aim.hits(Part::Frame) {
            let own = certificate.extras[place].1;
            let beside = own.map_or(vec![Some(0), Some(1), Some(2)], |count| {
                vec![None, Some(0), Some(count + 1), Some(count.saturating_sub(1))]
            });
            aim.put(&mut certificate.extras[place].1, beside);
        }
        if aim.hits(Part::Frame) {
            let left_out = certificate.extras.remove(place);
            aim.note(format!("the variable {left_out:?} is left out"));
            return;
        }
    }
}

/// Changes something of a proof that is no formula.
pub(super) fn change_proof(aim: &mut Aim<'_>, proof: &mut Proof) {
    match proof {
        Proof::Path(path) => change_path(aim, path),
        Proof::Invariant(_) => {}
        Proof::Largest { value, path, .. } => {
            if aim.hits(Part::Number) {
                aim.put(value, near(*value));
            }
            change_path(aim, path);
        }
        Proof::Unbounded(growth) => {
            if let Some(path) = &mut growth.path {
                change_path(aim, path);
            }
            change_attractor(aim, &mut growth.attractor);
        }
        Proof::Linear { automaton, region, .. } => {
            change_automaton(aim, automaton);
            change_region(aim, region);
        }
        Proof::Endless { path, automaton, state, recurring } => {
            change_path(aim, path);
            change_automaton(aim, automaton);
            if aim.hits(Part::Number) {
                aim.put(state, vec![*state + 1, state.saturating_sub(1)]);
            }
            change_recurring(aim, recurring);
        }
        Proof::Branching { .. } => change_branching(aim, proof),
        Proof::Parts(parts) => {
            change_list(aim, Part::Frame, parts);
            parts.iter_mut().for_each(|part| change_proof(aim, part));
        }
    }
}

fn change_branching(aim: &mut Aim<'_>, proof: &mut Proof) {
    let Proof::Branching { fair_below, fair_above, claim, initial, rigid, .. } = proof else { return };
    if aim.hits(Part::Frame) && (fair_below.is_some() || fair_above.is_some() || initial.is_some()) {
        match aim.random.below(3) {
            0 => *fair_below = None,
            1 => *fair_above = None,
            _ => *initial = None,
        }
        aim.note("what is known of fair paths or the initial state is left out");
    }
    if let Some(below) = fair_below {
        change_below(aim, below);
    }
    if let Some(above) = fair_above {
        change_region(aim, &mut above.region);
    }
    if let Some(state) = initial {
        change_state(aim, state);
    }
    change_list(aim, Part::Number, rigid);
    for value in rigid {
        if aim.hits(Part::Number) {
            aim.put(value, near(*value));
        }
    }
    change_claim(aim, claim);
}

fn change_below(aim: &mut Aim<'_>, below: &mut AlwaysBelow) {
    change_list(aim, Part::Layers, &mut below.recurring);
    change_attractor(aim, &mut below.attractor);
    below.recurring.iter_mut().for_each(|one| change_recurring(aim, one));
}

/// Changes the layers of one of the parts, or leaves parts out or gives them a rank.
fn change_attractor(aim: &mut Aim<'_>, attractor: &mut Attractor) {
    change_list(aim, Part::Layers, &mut attractor.layers);
    if aim.hits(Part::Layers) {
        let rank = match attractor.rank {
            Some(_) => None,
            None => Some(Term::int(0)),
        };
        let mut others = vec![Attractor { rank, ..attractor.clone() }];
        others.push(Attractor { then: Some(Box::new(attractor.clone())), ..attractor.clone() });
        others.extend(attractor.then.as_deref().cloned());
        others.extend(attractor.then.as_ref().map(|_| Attractor { then: None, ..attractor.clone() }));
        aim.put(attractor, others);
    }
    if let Some(then) = &mut attractor.then {
        change_attractor(aim, then);
    }
}

/// Changes the form of a claim, or what belongs to it.
fn change_claim(aim: &mut Aim<'_>, claim: &mut Claim) {
    if aim.hits(Part::Claim) {
        let others = match &*claim {
            Claim::State => vec![Claim::And(Vec::new()), Claim::Not(Box::new(Claim::State))],
            Claim::Not(inner) => vec![(**inner).clone(), Claim::State],
            Claim::And(all) => all.iter().cloned().chain([Claim::And(Vec::new()), Claim::State]).collect(),
            Claim::Next { inner, .. } => vec![Claim::State, (**inner).clone()],
            Claim::UntilBelow { left, right, attractor } => {
                let set = Term::Or(attractor.layers.clone());
                let (left, right) = (left.clone(), right.clone());
                vec![Claim::UntilAbove { left, right: right.clone(), set }, *right]
            }
            Claim::UntilAbove { left, right, set } => {
                let (left, right) = (left.clone(), right.clone());
                let attractor = Attractor { layers: vec![set.clone()], ..Attractor::default() };
                vec![Claim::UntilBelow { left, right: right.clone(), attractor }, *right]
            }
            Claim::AlwaysBelow { inner, .. } | Claim::AlwaysAbove { inner, .. } => {
                let (inner, recurring) = (inner.clone(), Vec::new());
                let shown = AlwaysBelow { recurring, attractor: Attractor::default() };
                vec![(*inner).clone(), Claim::AlwaysBelow { inner, shown }]
            }
        };
        aim.put(claim, others);
    }
    match claim {
        Claim::State => {}
        Claim::Not(inner) | Claim::Next { inner, .. } => change_claim(aim, inner),
        Claim::And(all) => all.iter_mut().for_each(|one| change_claim(aim, one)),
        Claim::UntilBelow { left, right, attractor } => {
            change_attractor(aim, attractor);
            [left, right].into_iter().for_each(|one| change_claim(aim, one));
        }
        Claim::UntilAbove { left, right, .. } => {
            [left, right].into_iter().for_each(|one| change_claim(aim, one));
        }
        Claim::AlwaysBelow { inner, shown } => {
            change_below(aim, shown);
            change_claim(aim, inner);
        }
        Claim::AlwaysAbove { inner, shown } => {
            change_region(aim, &mut shown.region);
            change_claim(aim, inner);
        }
    }
}

/// Visits all formulas of a proof.
pub(super) fn formulas_of(proof: &mut Proof, visit: &mut dyn FnMut(&mut Term)) {
    match proof {
        Proof::Path(_) => {}
        Proof::Invariant(set) | Proof::Largest { invariant: set, .. } => visit(set),
        Proof::Unbounded(growth) => {
            visit(&mut growth.set);
            formulas_of_attractor(&mut growth.attractor, visit);
        }
        Proof::Linear { invariant, region, .. } => {
            visit(invariant);
            formulas_of_region(region, visit);
        }
        Proof::Endless { recurring, .. } => formulas_of_recurring(recurring, visit),
        Proof::Branching { invariant, fair_below, fair_above, claim, .. } => {
            visit(invariant);
            if let Some(below) = fair_below {
                formulas_of_below(below, visit);
            }
            if let Some(above) = fair_above {
                visit(&mut above.set);
                formulas_of_region(&mut above.region, visit);
            }
            formulas_of_claim(claim, visit);
        }
        Proof::Parts(parts) => parts.iter_mut().for_each(|part| formulas_of(part, visit)),
    }
}

fn formulas_of_claim(claim: &mut Claim, visit: &mut dyn FnMut(&mut Term)) {
    match claim {
        Claim::State => {}
        Claim::Not(inner) => formulas_of_claim(inner, visit),
        Claim::And(all) => all.iter_mut().for_each(|one| formulas_of_claim(one, visit)),
        Claim::Next { inner, set } => {
            visit(set);
            formulas_of_claim(inner, visit);
        }
        Claim::UntilBelow { left, right, attractor } => {
            formulas_of_attractor(attractor, visit);
            [left, right].into_iter().for_each(|one| formulas_of_claim(one, visit));
        }
        Claim::UntilAbove { left, right, set } => {
            visit(set);
            [left, right].into_iter().for_each(|one| formulas_of_claim(one, visit));
        }
        Claim::AlwaysBelow { inner, shown } => {
            formulas_of_below(shown, visit);
            formulas_of_claim(inner, visit);
        }
        Claim::AlwaysAbove { inner, shown } => {
            visit(&mut shown.set);
            formulas_of_region(&mut shown.region, visit);
            formulas_of_claim(inner, visit);
        }
    }
}

fn formulas_of_below(below: &mut AlwaysBelow, visit: &mut dyn FnMut(&mut Term)) {
    below.recurring.iter_mut().for_each(|one| formulas_of_recurring(one, visit));
    formulas_of_attractor(&mut below.attractor, visit);
}

fn formulas_of_attractor(attractor: &mut Attractor, visit: &mut dyn FnMut(&mut Term)) {
    attractor.layers.iter_mut().chain(&mut attractor.rank).for_each(&mut *visit);
    if let Some(then) = &mut attractor.then {
        formulas_of_attractor(then, visit);
    }
}

fn formulas_of_recurring(recurring: &mut Recurring, visit: &mut dyn FnMut(&mut Term)) {
    visit(&mut recurring.set);
    recurring.visits.iter_mut().flat_map(|(_, sets)| sets).for_each(visit);
}

fn formulas_of_region(region: &mut Region, visit: &mut dyn FnMut(&mut Term)) {
    match region {
        Region::Nothing | Region::Never(_) => {}
        Region::Avoided(_, rest) => formulas_of_region(rest, visit),
        Region::Rank(number, rest) => {
            visit(number);
            formulas_of_region(rest, visit);
        }
        Region::Classes(classes) => classes.iter_mut().for_each(|(states, rest)| {
            visit(states);
            formulas_of_region(rest, visit);
        }),
        Region::Steps(classes) => classes.iter_mut().for_each(|(sets, rest)| {
            sets.iter_mut().for_each(|set| visit(&mut set.from));
            formulas_of_region(rest, visit);
        }),
    }
}
