//! What a block of statements does: the sequence of its steps, and what nested blocks and neighbours write.
//!
//! The phases of a step are those of the interpreter: choices are made (`select`), right-hand sides and places are read
//! (`prepare`), nested blocks are completed and writes merged (here), relations are solved (`solve`), and assertions are
//! checked (here again).

use super::Translator;
use super::cases::Cases;
use super::expression::Environment;
use super::prepare::Prepared;
use crate::{Logic, Refusal, Variable};
use std::collections::BTreeMap;
use system::{Comparison, Step, VariableId};

/// A transition with more ways than this is not translated.
const MOST_FORKS: usize = 20_000;

/// Where a variable is written, and with which value.
#[derive(Debug, Clone)]
pub(super) struct Assigned<C> {
    pub condition: C,
    pub value: Cases<C>,
}

/// The variables that may be written.
pub(super) type Writes<C> = BTreeMap<VariableId, Assigned<C>>;

/// One way through statements.
#[derive(Debug, Clone)]
pub(super) struct Route<C> {
    /// When it can be taken: over the present state and the chosen variables.
    pub condition: C,
    /// What it writes.
    pub writes: Writes<C>,
    /// The variables for values that are chosen.
    pub chosen: Vec<Variable>,
}

/// A transition that is run: it collects where it faults.
pub(super) struct Run<'t, 's, L: Logic> {
    pub translator: &'t mut Translator<'s, L>,
    pub faults: L::Condition,
    pub chosen: Vec<Variable>,
    forks: usize,
}

impl<'t, 's, L: Logic> Run<'t, 's, L> {
    pub(super) fn new(translator: &'t mut Translator<'s, L>) -> Self {
        let faults = translator.logic.constant(false);
        Run { translator, faults, chosen: Vec::new(), forks: 0 }
    }

    /// It faults there, for some values of the chosen variables.
    pub(super) fn record(&mut self, condition: L::Condition, chosen: &[Variable]) -> Result<(), Refusal> {
        if self.translator.logic.is_plainly_false(condition) {
            return Ok(());
        }
        self.faults = self.translator.logic.or(self.faults, condition)?;
        add_all(&mut self.chosen, chosen);
        Ok(())
    }

    /// Counts ways, and refuses too many.
    pub(super) fn fork(&mut self, count: usize) -> Result<(), Refusal> {
        self.forks = self.forks.saturating_add(count);
        match self.forks > MOST_FORKS {
            true => Err(Refusal::Undecided("a transition has too many ways through its action".into())),
            false => Ok(()),
        }
    }

    /// What the steps, one after the other, can write.
    pub(super) fn steps(
        &mut self,
        environment: &Environment<L::Condition>,
        start: Route<L::Condition>,
        steps: &[Step],
    ) -> Result<Vec<Route<L::Condition>>, Refusal> {
        let mut routes = vec![Route { writes: Writes::new(), ..start }];
        for step in steps {
            let mut longer = Vec::new();
            for route in routes {
                let between = self.after(environment, &route.writes)?;
                for new in self.step(&between, &route, step)? {
                    let writes = self.overwritten(&route.writes, &new.writes)?;
                    longer.push(Route { writes, ..new });
                }
            }
            self.fork(longer.len())?;
            routes = longer;
        }
        Ok(routes)
    }

    /// What one step can write, from where the route has led.
    fn step(
        &mut self,
        environment: &Environment<L::Condition>,
        route: &Route<L::Condition>,
        step: &Step,
    ) -> Result<Vec<Route<L::Condition>>, Refusal> {
        let mut results = Vec::new();
        for (condition, selected) in self.select(environment, route.condition, &route.chosen, step)? {
            let start = Route { condition, writes: Writes::new(), chosen: route.chosen.clone() };
            let (condition, prepared) = self.prepare(environment, &start, &selected)?;
            let completed = self.complete(environment, Route { condition, ..start }, &prepared)?;
            results.extend(self.asserted(environment, completed, &prepared)?);
        }
        Ok(results)
    }

    /// Completes nested blocks, merges what is written, and solves relations; assertions are left out.
    fn complete(
        &mut self,
        environment: &Environment<L::Condition>,
        start: Route<L::Condition>,
        prepared: &[Prepared<'_, L::Condition>],
    ) -> Result<Vec<Route<L::Condition>>, Refusal> {
        if self.translator.logic.is_plainly_false(start.condition) {
            return Ok(Vec::new());
        }
        let mut merged = vec![start.clone()];
        // A nested block is run even where one before it is blocked, since its faults count all the same.
        let mut used = start.clone();
        for one in prepared {
            let parts = match one {
                Prepared::Write(writes) => vec![Route { writes: writes.clone(), ..start.clone() }],
                Prepared::Nested { first, rest } => self.nested(environment, used.clone(), first, rest)?,
                _ => continue,
            };
            parts.iter().for_each(|part| add_all(&mut used.chosen, &part.chosen));
            merged = self.merge(&merged, &parts)?;
        }
        let mut results = Vec::new();
        for route in merged {
            results.extend(self.solve(environment, route, prepared)?);
        }
        Ok(results)
    }

    fn nested(
        &mut self,
        environment: &Environment<L::Condition>,
        start: Route<L::Condition>,
        first: &[Prepared<'_, L::Condition>],
        rest: &[Step],
    ) -> Result<Vec<Route<L::Condition>>, Refusal> {
        let completed = self.complete(environment, start, first)?;
        if rest.is_empty() {
            return Ok(completed);
        }
        let mut results = Vec::new();
        for route in self.asserted(environment, completed, first)? {
            let between = self.after(environment, &route.writes)?;
            for new in self.steps(&between, route.clone(), rest)? {
                let writes = self.overwritten(&route.writes, &new.writes)?;
                results.push(Route { writes, ..new });
            }
        }
        Ok(results)
    }

    /// Every combination; two different values for one variable are a fault.
    fn merge(
        &mut self,
        all: &[Route<L::Condition>],
        parts: &[Route<L::Condition>],
    ) -> Result<Vec<Route<L::Condition>>, Refusal> {
        let mut results = Vec::new();
        for (route, part) in all.iter().flat_map(|route| parts.iter().map(move |part| (route, part))) {
            let condition = self.translator.logic.and(route.condition, part.condition)?;
            let mut chosen = route.chosen.clone();
            add_all(&mut chosen, &part.chosen);
            let clash = self.clash(&route.writes, &part.writes)?;
            let fault = self.translator.logic.and(condition, clash)?;
            self.record(fault, &chosen)?;
            let agreed = self.translator.logic.not(clash)?;
            let condition = self.translator.logic.and(condition, agreed)?;
            if !self.translator.logic.is_plainly_false(condition) {
                let writes = self.overwritten(&route.writes, &part.writes)?;
                results.push(Route { condition, writes, chosen });
            }
        }
        self.fork(results.len())?;
        Ok(results)
    }

    /// Where both write different values to one variable.
    fn clash(
        &mut self,
        left: &Writes<L::Condition>,
        right: &Writes<L::Condition>,
    ) -> Result<L::Condition, Refusal> {
        let mut clash = self.translator.logic.constant(false);
        for (variable, one) in left {
            if let Some(other) = right.get(variable) {
                let differ = self.translator.compare(Comparison::Ne, &one.value, &other.value)?;
                let both = self.translator.logic.all(&[one.condition, other.condition, differ])?;
                clash = self.translator.logic.or(clash, both)?;
            }
        }
        Ok(clash)
    }

    /// Phase 4: the routes where all assertions hold; elsewhere they fault.
    fn asserted(
        &mut self,
        environment: &Environment<L::Condition>,
        routes: Vec<Route<L::Condition>>,
        prepared: &[Prepared<'_, L::Condition>],
    ) -> Result<Vec<Route<L::Condition>>, Refusal> {
        if routes.is_empty() {
            return Ok(routes);
        }
        let hold = self.assertions(environment, prepared)?;
        let fail = self.translator.logic.not(hold)?;
        let mut results = Vec::new();
        for route in routes {
            let fault = self.translator.logic.and(route.condition, fail)?;
            self.record(fault, &route.chosen)?;
            let condition = self.translator.logic.and(route.condition, hold)?;
            if !self.translator.logic.is_plainly_false(condition) {
                results.push(Route { condition, ..route });
            }
        }
        Ok(results)
    }

    /// Where the assertions hold, those of nested blocks of one step included.
    fn assertions(
        &mut self,
        environment: &Environment<L::Condition>,
        prepared: &[Prepared<'_, L::Condition>],
    ) -> Result<L::Condition, Refusal> {
        let mut hold = self.translator.logic.constant(true);
        for one in prepared {
            let holds = match one {
                Prepared::Nested { first, rest: [] } => self.assertions(environment, first)?,
                Prepared::Assert(condition) => self.translator.decide(environment, condition)?.holds,
                _ => continue,
            };
            hold = self.translator.logic.and(hold, holds)?;
        }
        Ok(hold)
    }

    /// What both write, the second where both do.
    pub(super) fn overwritten(
        &mut self,
        first: &Writes<L::Condition>,
        second: &Writes<L::Condition>,
    ) -> Result<Writes<L::Condition>, Refusal> {
        let mut both = first.clone();
        for (variable, new) in second {
            let written = match first.get(variable) {
                Some(old) => Assigned {
                    condition: self.translator.logic.or(old.condition, new.condition)?,
                    value: new.value.or_else(&mut self.translator.logic, new.condition, &old.value)?,
                },
                None => new.clone(),
            };
            both.insert(*variable, written);
        }
        Ok(both)
    }

    /// The values of variables after the writes.
    pub(super) fn after(
        &mut self,
        environment: &Environment<L::Condition>,
        writes: &Writes<L::Condition>,
    ) -> Result<Environment<L::Condition>, Refusal> {
        let mut after = environment.clone();
        for (variable, written) in writes {
            let old = self.translator.current(environment, *variable)?;
            let new = written.value.or_else(&mut self.translator.logic, written.condition, &old)?;
            after.current.insert(*variable, new);
        }
        Ok(after)
    }
}

/// Adds those that are not there yet.
pub(super) fn add_all(all: &mut Vec<Variable>, more: &[Variable]) {
    for variable in more {
        if !all.contains(variable) {
            all.push(*variable);
        }
    }
}
