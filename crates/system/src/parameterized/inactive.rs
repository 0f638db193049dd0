//! Variables that nobody will read.
//!
//! A variable of a process is inactive at a location if on every way from there it is written before it is
//! read. States that differ only in inactive variables do the same for ever, so that an instance that comes to
//! such a location can as well forget the value ([`Rule::forgotten`]). Only variables that nobody but the
//! instance itself reads, on its edges, are looked at; whoever writes one that is inactive changes nothing.
//!
//! Reference: the analysis of live variables, A. V. Aho, M. S. Lam, R. Sethi, J. D. Ullman, Compilers:
//! principles, techniques, and tools, section 9.2.5, on the graph of locations.

use std::collections::BTreeSet;

use super::counted::{counted, moves_several};
use super::data::{Domain, ParameterizedQuestion, ParameterizedSystem, Rule};
use super::term::{Choices, ParameterizedStatement, Site, Steps, Term, Way};

/// The system, whose instances forget what nobody will read, as far as one property is concerned, and with what is
/// known of its numbers.
pub fn forgetful(system: &ParameterizedSystem, property: usize) -> ParameterizedSystem {
    let mut system = system.clone();
    let question = system.properties.get(property).map(|property| property.question.clone());
    let asked = match &question {
        Some(ParameterizedQuestion::Invariant(term) | ParameterizedQuestion::Reachable(term)) => Some(term),
        _ => None,
    };
    // The ways of an instance from location to location are those of rules that move it alone.
    let moves_several = moves_several(&system);
    for variable in (0..system.locals.len()).filter(|_| !moves_several) {
        let local = &system.locals[variable];
        if empty(&local.domain).is_none() || local.role.is_some() || local.neighbour.is_some() {
            continue;
        }
        if asked.is_some_and(|term| term.any(&mut |term| reads(term, variable))) {
            continue;
        }
        let Some(active) = active_locations(&system.rules, variable) else { continue };
        for rule in &mut system.rules {
            if let Some(movement) = rule.movement
                && movement.is_local
                && !active.contains(&movement.to)
            {
                rule.forgotten.push(variable);
            }
        }
    }
    system.counted = counted(&system);
    system
}

/// The value of a variable that was forgotten.
pub fn empty(domain: &Domain) -> Option<i16> {
    match domain {
        Domain::Bool | Domain::Members(_) => Some(0),
        Domain::Range(low, _) | Domain::UpTo(low, _) => Some(*low),
        Domain::Pointer { null: true, .. } => Some(super::configuration::NULL),
        Domain::Pointer { null: false, .. } | Domain::Locations(_) => None,
    }
}

/// Whether a term is a read of this variable of some instance.
fn reads(term: &Term, variable: usize) -> bool {
    matches!(term, Term::Read(site) if is_of(site, variable))
}

/// Whether a place may be this variable of an instance.
fn is_of(site: &Site, variable: usize) -> bool {
    let count = site.element.as_ref().map_or(1, |element| element.count);
    site.owner.is_some() && (site.variable..site.variable + count).contains(&variable)
}

/// The locations at which the variable is active; none if others than the instance itself read it.
fn active_locations(rules: &[Rule], variable: usize) -> Option<BTreeSet<i16>> {
    let mut place = None;
    let mut active = BTreeSet::new();
    for rule in rules {
        let mut uses = Uses { variable, own: false, others: false };
        uses.term(&rule.guard);
        uses.steps(&rule.action);
        if uses.others {
            return None;
        }
        let moves = rule.movement.filter(|movement| movement.is_local);
        if uses.own {
            let movement = moves?;
            if *place.get_or_insert(movement.variable) != movement.variable {
                return None;
            }
            active.insert(movement.from);
        }
    }
    // Processes with other locations have no part in it.
    if rules.iter().filter_map(|rule| rule.movement).any(|one| one.is_local && Some(one.variable) != place) {
        return None;
    }
    loop {
        let before = active.len();
        for rule in rules {
            if let Some(movement) = rule.movement
                && active.contains(&movement.to)
                && !writes_first(rule, variable)
            {
                active.insert(movement.from);
            }
        }
        if active.len() == before {
            return Some(active);
        }
    }
}

/// Whether a rule certainly writes the variable of its own instance.
fn writes_first(rule: &Rule, variable: usize) -> bool {
    let own = |site: &Site| {
        site.variable == variable && site.element.is_none() && site.owner.as_deref() == Some(&Term::Bound(0))
    };
    rule.has_mover
        && rule.action.iter().flatten().any(|statement| matches!(statement, ParameterizedStatement::Assign(site, _) | ParameterizedStatement::Any(site, _) if own(site)))
}

/// Who reads a variable.
struct Uses {
    variable: usize,
    own: bool,
    others: bool,
}

impl Uses {
    fn term(&mut self, term: &Term) {
        if let Term::Read(site) = term
            && is_of(site, self.variable)
        {
            let is_own = site.owner.as_deref() == Some(&Term::Bound(0)) && site.element.is_none();
            self.own |= is_own;
            self.others |= !is_own;
        }
        term.children().into_iter().for_each(|child| self.term(child));
    }

    fn site(&mut self, site: &Site) {
        site.owner.iter().for_each(|owner| self.term(owner));
        site.element.iter().for_each(|element| self.term(&element.index));
    }

    fn way(&mut self, way: &Way) {
        way.guard.iter().for_each(|guard| self.term(guard));
        self.steps(&way.steps);
    }

    fn steps(&mut self, steps: &Steps) {
        for statement in steps.iter().flatten() {
            match statement {
                ParameterizedStatement::Assign(site, value) => {
                    self.site(site);
                    self.term(value);
                }
                ParameterizedStatement::Any(site, choices) => {
                    self.site(site);
                    match choices {
                        Choices::Domain | Choices::Instances => {}
                        Choices::Range(low, high) => [low, high].into_iter().for_each(|term| self.term(term)),
                        Choices::Members(members) => members.iter().for_each(|member| self.term(member)),
                    }
                }
                ParameterizedStatement::Choose(ways) => ways.iter().for_each(|one| self.way(one)),
                ParameterizedStatement::If(condition, then, otherwise) => {
                    self.term(condition);
                    self.way(then);
                    otherwise.iter().for_each(|one| self.way(one));
                }
                ParameterizedStatement::Assert(condition) => self.term(condition),
                ParameterizedStatement::Everybody { value, .. } => self.term(value),
            }
        }
    }
}
