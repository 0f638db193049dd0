//! The rules by which states get representatives: inactive variables are reset, neighbours exchanged.

use super::precedence::{Precedence, code_of, leads};
use super::rewriting::{Action, Rewriting, Rule};
use crate::Lowered;
use crate::meter::Meter;
use analysis::{Class, Inactive};
use encoding::Coding;
use state_sets::{Cell, Complement, Exchange, Formula, Limited, Step, Swap, Variable};
use std::collections::BTreeSet;
use system::{System, Value, VariableId};

/// What states may differ in without need.
#[derive(Debug, Default)]
pub(crate) struct Reductions {
    /// Instances that can be exchanged.
    pub classes: Vec<Class>,
    /// Variables that nobody will read.
    pub inactive: Option<Inactive>,
}

impl Reductions {
    /// Whether every state is its own representative.
    pub fn is_empty(&self) -> bool {
        self.classes.is_empty() && self.inactive.is_none()
    }

    /// The rules in a domain.
    pub fn rules<D: Complement + Exchange>(
        &self,
        system: &System,
        lowered: &Lowered,
        domain: &D,
        meter: &Meter<'_>,
    ) -> Limited<Rewriting<D>> {
        let coding = &lowered.coding;
        let mut first = Vec::new();
        for (location, resets) in self.inactive.iter().flat_map(|inactive| &inactive.resets) {
            meter.beat(domain)?;
            first.extend(reset(coding, domain, *location, resets)?);
        }
        let mut again = Vec::new();
        for class in &self.classes {
            let precedence = Precedence::new(system, &lowered.space, coding, class);
            for pair in class.instances.windows(2) {
                meter.beat(domain)?;
                let applies = domain.set(&precedence.reversed(pair[0], pair[1]))?;
                let swap = swap(system, coding, class, pair[0], pair[1]);
                again.push(Rule { applies, action: Action::Exchange(swap) });
            }
        }
        // Twice as often as it takes to sort them in any order.
        let most_passes = 2 * self.classes.iter().map(|class| class.instances.len()).max().unwrap_or(0);
        Ok(Rewriting { first, again, most_passes })
    }

    /// The variables in an order in which those of an instance are together, and instances in theirs.
    pub fn order(&self, system: &System, coding: &Coding) -> Vec<Variable> {
        let mut order = Vec::new();
        for class in &self.classes {
            for instance in &class.instances {
                let own = class.roles.variables(system, *instance);
                order.extend(own.into_iter().map(|own| coding.variable(VariableId(own))));
            }
        }
        order
    }
}

/// The exchange of two instances of a class.
fn swap(system: &System, coding: &Coding, class: &Class, a: u32, b: u32) -> Swap {
    let own = |instance| class.roles.variables(system, instance).into_iter();
    let place = |variable| coding.variable(VariableId(variable));
    let variables = own(a).zip(own(b)).map(|(one, other)| (place(one), place(other))).collect();
    let pointers = (0..system.variables.len()).map(VariableId::from_index);
    let values = pointers.filter(|pointer| leads(system, class, *pointer)).filter_map(|pointer| {
        let code = |instance| code_of(system, coding, class, pointer, instance);
        Some((coding.variable(pointer), code(a)?, code(b)?))
    });
    Swap { variables, values: values.collect() }
}

/// The rule that sets what is inactive where an instance is; nothing if nothing is.
fn reset<D: Complement>(
    coding: &Coding,
    domain: &D,
    location: VariableId,
    resets: &[analysis::Resets],
) -> Limited<Option<Rule<D>>> {
    let changed: BTreeSet<VariableId> = resets.iter().flatten().map(|(variable, _)| *variable).collect();
    if changed.is_empty() {
        return Ok(None);
    }
    let at = |place: usize| {
        let code = coding.codes[location.index()].code(Value::Location(place as u32));
        Formula::is(Cell::now(coding.variable(location)), code.unwrap_or(0) as u64)
    };
    let (mut applies, mut cases) = (Vec::new(), Vec::new());
    for (place, resets) in resets.iter().enumerate() {
        let mut parts = vec![at(place)];
        let mut wrong = Vec::new();
        for variable in &changed {
            let own = coding.variable(*variable);
            let fixed = resets.iter().find(|(reset, _)| reset == variable);
            let code = fixed.and_then(|(_, value)| coding.codes[variable.index()].code(*value));
            match code {
                Some(code) => {
                    parts.push(Formula::is(Cell::next(own), code as u64));
                    wrong.push(Formula::is(Cell::now(own), code as u64).negated());
                }
                None => parts.push(Formula::Same(Cell::next(own), Cell::now(own))),
            }
        }
        applies.push(at(place).and(Formula::any(wrong)));
        cases.push(Formula::all(parts));
    }
    let changed = changed.into_iter().map(|variable| coding.variable(variable)).collect();
    let relation = domain.relation(&Step { changed, relation: Formula::any(cases) })?;
    Ok(Some(Rule { applies: domain.set(&Formula::any(applies))?, action: Action::Reset(relation) }))
}
