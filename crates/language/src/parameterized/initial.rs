//! What is said of initial states.

use diagnostics::Span;
use system::Comparison;
use system::parameterized::{Domain, IndexRole, Quantification, Quantifier, Site, Term};

use super::home::VariableHome;
use super::{Extraction, Open, OpenObstacle};
use crate::check::own_slots;
use crate::checked::{Initial, InitialKind};
use crate::symbols::{BodyIndex, BodyKind};
use crate::typed::{Instance, Typed, TypedKind, TypedPlace, TypedSet, VariableIndex};
use std::rc::Rc;

impl Extraction<'_> {
    pub(super) fn initial(&mut self, all: &[Initial]) -> Open<()> {
        for initial in all {
            let is_local = initial.body.is_some_and(|body| self.enter(body));
            self.depth = usize::from(is_local);
            let conditions = self.condition(initial, is_local)?;
            self.depth = 0;
            for (condition, is_local) in conditions {
                self.add_initial(condition, is_local);
            }
        }
        Ok(())
    }

    /// Makes the instance of a process array the one that is bound first; false for other processes.
    pub(super) fn enter(&mut self, body: BodyIndex) -> bool {
        self.enter_as(body, 0);
        matches!(self.checker.symbols.body(body).kind, BodyKind::Array(_))
    }

    /// Makes the instance of a process array the bound name of this number.
    pub(super) fn enter_as(&mut self, body: BodyIndex, bound: usize) {
        let (own, index) = own_slots(body);
        self.meanings.insert(own, Term::Bound(bound));
        self.meanings.insert(index, Term::Bound(bound));
    }

    /// A condition, for all instances if it belongs to one, taken apart as far as it is a conjunction.
    fn add_initial(&mut self, condition: Term, is_local: bool) {
        match condition {
            Term::And(parts) => parts.into_iter().for_each(|part| self.add_initial(part, is_local)),
            Term::Quantified(one) if !is_local && one.quantifier == Quantifier::Forall && one.bound == 0 => {
                let Quantification { body, .. } = *one;
                self.add_initial(body, true);
            }
            condition if is_local => {
                let condition = self.quantified(Quantifier::Forall, 0, condition);
                self.system.initial.push(condition);
            }
            condition => self.system.initial.push(condition),
        }
    }

    fn condition(&mut self, initial: &Initial, is_local: bool) -> Open<Vec<(Term, bool)>> {
        Ok(match &initial.kind {
            InitialKind::Condition(typed) => vec![(self.term(typed)?, is_local)],
            InitialKind::Value(variable, value) => {
                if let Some(variable) = self.global_pointer(*variable)
                    && self.is_first(value)
                {
                    return Ok(self.starts_with_first(variable));
                }
                let place = self.declared_place(*variable, initial.span);
                let sort = self.checker.variable_type(*variable).sort;
                let mut all = Vec::new();
                self.begins_with(&place, sort, value, &mut all)?;
                all
            }
            InitialKind::Within(variable, set) => self.within_set(*variable, set, initial.span)?,
            InitialKind::Starts(body, locations) => {
                let Some((is_local, variable)) = self.locations[body.0] else { return Ok(Vec::new()) };
                let owner = is_local.then(|| Box::new(Term::Bound(0)));
                let site = Site { variable, owner, element: None };
                let part = |location: &u32| {
                    let location = Box::new(Term::Const(i64::from(*location)));
                    Term::Compare(Comparison::Eq, Box::new(Term::Read(site.clone())), location)
                };
                let mut parts: Vec<Term> = locations.iter().map(part).collect();
                vec![(if parts.len() == 1 { parts.swap_remove(0) } else { Term::Or(parts) }, is_local)]
            }
            InitialKind::Counts(..) => return Err(OpenObstacle::new("a population", initial.span)),
        })
    }

    /// The global variable that a declared one is, if it is a pointer.
    fn global_pointer(&self, variable: VariableIndex) -> Option<usize> {
        let [home] = &self.homes[variable.0][..] else { return None };
        let is_plain = !home.is_local && home.path.is_empty();
        let is_pointer = || matches!(self.system.globals[home.first].domain, Domain::Pointer { .. });
        (is_plain && is_pointer()).then_some(home.first)
    }

    /// The place of a variable, that of the instance which is bound first if it belongs to one.
    fn declared_place(&mut self, variable: VariableIndex, span: Span) -> TypedPlace {
        let body = self.checker.symbols.variable(variable).body;
        let instance = body.and_then(|body| match self.checker.symbols.body(body).kind {
            BodyKind::Single(process) => Some(Instance::Single(process)),
            BodyKind::Array(process) => Some(Instance::Index(process, Rc::new(self.first_bound(span)))),
            BodyKind::Population(_) => None,
        });
        TypedPlace { variable, instance, path: Vec::new(), span }
    }

    /// Whether a value is the first instance, or its index.
    fn is_first(&mut self, value: &Typed) -> bool {
        let index = match &value.kind {
            TypedKind::InstanceAt(_, index) => index,
            _ => value,
        };
        self.constant(index) == Some(self.system.first_index)
    }

    /// A global variable that leads to the first instance: to somebody, and to nobody but the first.
    fn starts_with_first(&mut self, variable: usize) -> Vec<(Term, bool)> {
        let read = || Box::new(Term::Read(Site::global(variable)));
        let somebody = Term::Same(read(), Box::new(Term::Instance(read())));
        let role = IndexRole { comparison: Comparison::Eq, factor: 0, offset: self.system.first_index };
        let is_first = Term::Read(Site::local(self.role_variable(role), Term::Bound(0)));
        let is_it = Term::Same(read(), Box::new(Term::Bound(0)));
        let only_first = Term::Compare(Comparison::Eq, Box::new(is_it), Box::new(is_first));
        vec![(somebody, false), (only_first, true)]
    }

    /// Whether a place without parts has a value.
    pub(super) fn equal_to(&mut self, place: &TypedPlace, value: &Typed) -> Open<Term> {
        let site = self.site(place)?;
        let value = if self.holds_index(place) { self.index(value)? } else { self.any(value)? };
        let home = self.home(place).cloned();
        let home = home.ok_or_else(|| OpenObstacle::new("a value with parts", place.span))?;
        Ok(self.equal(site, &home, value))
    }

    fn equal(&self, site: Site, home: &VariableHome, value: Term) -> Term {
        let variables = if home.is_local { &self.system.locals } else { &self.system.globals };
        let is_pointer = matches!(variables[home.first].domain, Domain::Pointer { .. });
        let (read, value) = (Box::new(Term::Read(site)), Box::new(value));
        if is_pointer { Term::Same(read, value) } else { Term::Compare(Comparison::Eq, read, value) }
    }

    fn within_set(&mut self, variable: VariableIndex, set: &TypedSet, span: Span) -> Open<Vec<(Term, bool)>> {
        let mut all = Vec::new();
        for home in self.homes[variable.0].clone() {
            if home.set.is_some() {
                continue;
            }
            for site in sites(&home) {
                all.push((self.begins_within(&home, site, set, span)?, home.is_local));
            }
        }
        Ok(all)
    }

    fn begins_within(&mut self, home: &VariableHome, site: Site, set: &TypedSet, span: Span) -> Open<Term> {
        Ok(match set {
            TypedSet::Value(set) => return Err(OpenObstacle::new("a set", set.span)),
            TypedSet::Members(members) => {
                let mut parts = Vec::new();
                for member in members {
                    let value = if home.is_index { self.index(member)? } else { self.any(member)? };
                    parts.push(self.equal(site.clone(), home, value));
                }
                Term::Or(parts)
            }
            TypedSet::Range(low, high) if home.is_index => {
                if !self.is_family(low, high, span)? {
                    return Err(OpenObstacle::new("a range over some of the instances only", span));
                }
                let read = Box::new(Term::Read(site));
                let instance = Box::new(Term::Instance(read.clone()));
                Term::Same(read, instance)
            }
            TypedSet::Range(low, high) => {
                let read = Box::new(Term::Read(site));
                let (low, high) = (Box::new(self.term(low)?), Box::new(self.term(high)?));
                Term::And(vec![
                    Term::Compare(Comparison::Le, low, read.clone()),
                    Term::Compare(Comparison::Le, read, high),
                ])
            }
        })
    }
}

/// The variable, or all elements of an array; of the instance that is bound first, if it belongs to one.
fn sites(home: &VariableHome) -> Vec<Site> {
    let owner = home.is_local.then(|| Box::new(Term::Bound(0)));
    (0..home.count())
        .map(|at| Site { variable: home.first + at, owner: owner.clone(), element: None })
        .collect()
}
