//! What the engine can check.

use crate::unbounded::rigid_variables;
use crate::{Lowered, Settings, Unsupported, lower};
use state_sets::Kind;
use system::{Assumption, Ctl, Expr, Ltl, Property, Question, System};

/// For each of these properties, given by their numbers, whether the engine can check it with the sets of some domain;
/// an error says why not. The system is lowered once for all of them.
pub fn can_check(system: &System, properties: &[usize], settings: &Settings) -> Vec<Result<(), Unsupported>> {
    let mut options = settings.lowering();
    if !settings.only_finite {
        let questions = properties.iter().map(|number| &system.properties[*number].question);
        options.rigid = questions.flat_map(rigid_variables).collect();
    }
    let lowered = match lower(system, &options) {
        Ok(lowered) => lowered,
        Err(unsupported) => return vec![Err(unsupported); properties.len()],
    };
    if let Some(unsupported) = infinite(system, &lowered).filter(|_| settings.only_finite) {
        return vec![Err(unsupported); properties.len()];
    }
    let ability = Ability { system, lowered: &lowered, only_finite: settings.only_finite };
    properties.iter().map(|number| ability.property(&system.properties[*number])).collect()
}

struct Ability<'a> {
    system: &'a System,
    lowered: &'a Lowered,
    only_finite: bool,
}

impl Ability<'_> {
    fn property(&self, property: &Property) -> Result<(), Unsupported> {
        match &property.question {
            Question::Invariant(e) | Question::Reachable(e) => self.condition(e),
            Question::DeadlockFree | Question::NoFaults => Ok(()),
            Question::Bound(e) => self.lowered.value(self.system, e).map(|_| ()),
            Question::Ctl(formula) => {
                self.fairness()?;
                self.branching(property, formula)
            }
            Question::Ltl(formula) => {
                self.fairness()?;
                let mut body = formula;
                while let Ltl::Rigid { universal: true, body: inner, .. } = body
                    && !self.only_finite
                {
                    body = inner;
                }
                self.linear(property, body)
            }
        }
    }

    fn condition(&self, condition: &Expr) -> Result<(), Unsupported> {
        self.lowered.condition(self.system, condition).map(|_| ())
    }

    fn fairness(&self) -> Result<(), Unsupported> {
        self.system.fairness.iter().try_for_each(|fairness| match &fairness.assumption {
            Assumption::Weak(_) | Assumption::Strong(_) => Ok(()),
            Assumption::Justice(e) => self.condition(e),
            Assumption::Compassion(e, f) => {
                self.condition(e)?;
                self.condition(f)
            }
        })
    }

    fn branching(&self, property: &Property, formula: &Ctl) -> Result<(), Unsupported> {
        let inner = |f: &Ctl| self.branching(property, f);
        match formula {
            Ctl::State(e) => self.condition(e),
            Ctl::Not(f) | Ctl::Next(_, f) | Ctl::Finally(_, f) | Ctl::Globally(_, f) => inner(f),
            Ctl::And(all) | Ctl::Or(all) => all.iter().try_for_each(inner),
            Ctl::Implies(f, g) | Ctl::Iff(f, g) | Ctl::Until(_, _, f, g) => {
                inner(f)?;
                inner(g)
            }
            Ctl::Rigid { .. } if self.only_finite => Err(rigid(property)),
            Ctl::Rigid { body, .. } => inner(body),
        }
    }

    fn linear(&self, property: &Property, formula: &Ltl) -> Result<(), Unsupported> {
        let inner = |f: &Ltl| self.linear(property, f);
        match formula {
            Ltl::State(e) => self.condition(e),
            Ltl::Not(f) | Ltl::Next(f) | Ltl::Finally(f) | Ltl::Globally(f) => inner(f),
            Ltl::And(all) | Ltl::Or(all) => all.iter().try_for_each(inner),
            Ltl::Implies(f, g) | Ltl::Iff(f, g) | Ltl::Until(_, f, g) => {
                inner(f)?;
                inner(g)
            }
            Ltl::Rigid { .. } => Err(rigid(property)),
        }
    }
}

/// Why a domain of finite variables does not do.
fn infinite(system: &System, lowered: &Lowered) -> Option<Unsupported> {
    let is_infinite = |kind: Kind| matches!(kind, Kind::Integer { .. });
    let variable = lowered.space.all().find(|variable| is_infinite(lowered.space.kind(*variable)))?;
    let declaration = lowered.space.declaration(variable);
    let what = format!("`{}` has no finite range", declaration.name);
    let span = system.variables.get(variable.index()).map(|variable| variable.span);
    Some(Unsupported { what, span, help: "give it one, such as `0..99`".into() })
}

fn rigid(property: &Property) -> Unsupported {
    let what = "a rigid variable ranges over all integers";
    Unsupported::at(property.span, what, "give it a finite range")
}
