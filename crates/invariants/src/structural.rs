//! Invariants of each process on its own, and what remains of them beside the others.
//!
//! At a location of a process, what the transitions into it establish is true whenever one of them was just taken: the *reaffirmed*
//! invariant. What is true at the source of such a transition is true at its target too, once the variables that it changes are
//! hidden: the *propagated* ones. The algorithm goes on until no location gets anything new.
//!
//! ```text
//! Reaf(l)  =  Init (at the initial location)  ∨  ⋁ post[τ](true)         for all τ into l
//! Inv(l)   =  ⋁ post[τ](true) ∧ ∃ A(τ). ⋀ Inv(source(τ))                 A(τ): what τ changes
//! ```
//!
//! Beside other processes, a formula `I` that mentions variables `x` which they change becomes `(∃ x. I) ∧ (I ∨ CE(x))`. The context
//! expression `CE(x)` says which values the others may have given to them: the disjunction of `x = e` for all their assignments to `x`, and
//! of the same for the variables of `e` that they change. An assignment of `x` that reads `x` makes it true, and so of no use.
//!
//! # Reference
//! Saïdi: *Modular and Incremental Analysis of Concurrent Software Systems*, ASE 1999, doi:10.1109/ASE.1999.802294; definitions 1 to 4, figure 2
//! and theorem 2. Departures: formulas are split into clauses; at most so many are kept at a location; and what comes out are candidates, which
//! are proved together with all others, so that an invariant that only holds because of others is found, and nothing rests on this module.

use crate::commands::Command;
use crate::cubes::{Cube, MOST_CUBES, clauses, conjunction, cubes, hidden};
use crate::expressions::formula;
use crate::generated::{At, Generated, Rule};
use crate::rows::Literal;
use certificates::Term;
use std::collections::{BTreeMap, BTreeSet};
use system::{Comparison, System, Type, VariableId};

/// How often formulas are propagated.
const ROUNDS: usize = 4;
/// Formulas that are kept at a location.
const MOST_FORMULAS: usize = 10;
/// Clauses with more literals than this are not tried.
const LONGEST: usize = 4;
/// Systems with more locations are not looked at.
const MOST_LOCATIONS: usize = 300;

/// A disjunction of cubes that is true at a location, and what gave it.
type Known = (Vec<Cube>, Rule);

/// Candidates at each location of each process.
pub fn structural(system: &System, commands: &[Command]) -> Vec<Generated> {
    let mut places: BTreeSet<At> = BTreeSet::new();
    commands.iter().for_each(|command| places.extend(command.from.iter().chain(&command.to)));
    if places.len() > MOST_LOCATIONS {
        return Vec::new();
    }
    let analysis = Analysis { system, commands, initial: initial(system) };
    let mut known: BTreeMap<At, Vec<Known>> =
        places.iter().map(|at| (*at, analysis.reaffirmed(*at))).collect();
    for _ in 0..ROUNDS {
        let mut is_stable = true;
        for at in &places {
            for new in analysis.propagated(*at, &known) {
                let own = known.entry(*at).or_default();
                if own.len() < MOST_FORMULAS && !own.iter().any(|(cubes, _)| *cubes == new.0) {
                    own.push(new);
                    is_stable = false;
                }
            }
        }
        if is_stable {
            break;
        }
    }
    let mut found = Vec::new();
    for (at, formulas) in &known {
        formulas.iter().for_each(|known| analysis.add(&mut found, *at, known));
    }
    found
}

/// The initial condition as cubes.
fn initial(system: &System) -> Option<Vec<Cube>> {
    let mut all = vec![Cube::new()];
    for condition in system.initial.iter().filter_map(formula) {
        if let Some(more) = cubes(&condition, true) {
            all = conjunction(&all, &more)?;
        }
    }
    Some(all)
}

struct Analysis<'a> {
    system: &'a System,
    commands: &'a [Command],
    initial: Option<Vec<Cube>>,
}

impl Analysis<'_> {
    fn into(&self, at: At) -> impl Iterator<Item = &Command> {
        self.commands.iter().filter(move |command| command.to.contains(&at))
    }

    fn least(&self) -> impl Fn(VariableId) -> Option<i128> + '_ {
        // Variables beyond those of the system are the old values of those.
        let count = self.system.variables.len();
        move |id| match self.system.variable(VariableId::from_index(id.index() % count)).ty {
            Type::Nat => Some(0),
            Type::Range { low, .. } => Some(low),
            _ => None,
        }
    }

    /// The initial states in which the process is at the location.
    fn beginning(&self, at: At) -> Vec<Cube> {
        let here = |cube: &Cube| {
            let elsewhere = |literal: &Literal| {
                matches!(literal, Literal::Is(variable, system::Value::Location(other), true)
                    if *variable == at.0 && *other != at.1)
            };
            !cube.iter().any(elsewhere)
        };
        let local = |cube: &Cube| {
            let is_data =
                |literal: &&Literal| !matches!(literal, Literal::Is(_, system::Value::Location(_), _));
            cube.iter().filter(is_data).cloned().collect::<Cube>()
        };
        let all = self.initial.as_deref().unwrap_or(&[]).iter();
        all.filter(|cube| here(cube)).map(local).collect()
    }

    fn reaffirmed(&self, at: At) -> Vec<Known> {
        let mut all = self.beginning(at);
        for command in self.into(at) {
            match self.established(command) {
                Some(cubes) => all.extend(cubes),
                None => return Vec::new(),
            }
        }
        all.dedup();
        if all.is_empty() || all.len() > MOST_CUBES || all.contains(&Cube::new()) {
            return Vec::new();
        }
        vec![(all, Rule::Reaffirmed)]
    }

    /// What is true after the command, whatever was before it.
    fn established(&self, command: &Command) -> Option<Vec<Cube>> {
        let count = u32::try_from(self.system.variables.len()).ok()?;
        let old = |id: VariableId| VariableId(id.0.saturating_add(count));
        let before: BTreeMap<VariableId, Option<Term>> =
            command.updates.keys().map(|id| (*id, Some(Term::Variable(old(*id))))).collect();
        let mut all = vec![Cube::new()];
        let was = |term: &Term| crate::expressions::substituted(term, &before);
        let mut conditions: Vec<Term> = command.guard.iter().filter_map(was).collect();
        for (variable, value) in &command.updates {
            let Some(value) = value.as_ref().and_then(was) else { continue };
            let condition = match self.system.variable(*variable).ty {
                Type::Bool => match value {
                    Term::Constant(system::Value::Bool(true)) => Term::Variable(*variable),
                    Term::Constant(system::Value::Bool(false)) => Term::Variable(*variable).negated(),
                    _ => continue,
                },
                _ => Term::compare(Comparison::Eq, Term::Variable(*variable), value),
            };
            conditions.push(condition);
        }
        for condition in conditions {
            if let Some(more) = cubes(&condition, true) {
                all = conjunction(&all, &more)?;
            }
        }
        let gone: BTreeSet<VariableId> = command.updates.keys().map(|id| old(*id)).collect();
        let least = self.least();
        Some(all.iter().map(|cube| hidden(cube, &gone, &least)).collect())
    }

    /// What the sources of all transitions into a location hand on.
    fn propagated(&self, at: At, known: &BTreeMap<At, Vec<Known>>) -> Vec<Known> {
        let entering: Vec<&Command> = self.into(at).collect();
        let source = |command: &Command| {
            let place = command.to.iter().position(|to| *to == at)?;
            command.from.get(place).copied()
        };
        let least = self.least();
        let handed = |command: &Command, formula: &[Cube]| -> Vec<Cube> {
            let changed: BTreeSet<VariableId> = command.updates.keys().copied().collect();
            formula.iter().map(|cube| hidden(cube, &changed, &least)).collect()
        };
        let beginning = self.beginning(at);
        let mut found = Vec::new();
        let of = |command: &Command| source(command).and_then(|from| known.get(&from));
        // One formula of each source, the same place in each list; a loop adds nothing.
        let most = entering.iter().filter_map(|command| of(command)).map(Vec::len).max().unwrap_or(0);
        for place in 0..most {
            let mut all = beginning.clone();
            for command in entering.iter().filter(|command| source(command) != Some(at)) {
                let formulas = of(command).map_or(&[][..], Vec::as_slice);
                match formulas.get(place).or_else(|| formulas.last()) {
                    Some((formula, _)) => all.extend(handed(command, formula)),
                    None => all.push(Cube::new()),
                }
            }
            all.sort();
            all.dedup();
            if !all.is_empty() && all.len() <= MOST_CUBES && !all.contains(&Cube::new()) {
                found.push((all, Rule::Propagated));
            }
        }
        found
    }

    /// Adds the clauses of a formula at a location, alone and with what other processes may have done.
    fn add(&self, found: &mut Vec<Generated>, at: At, (formula, rule): &Known) {
        for clause in clauses(formula) {
            self.say(found, at, &clause, *rule);
            let mentioned: BTreeSet<VariableId> = clause.iter().flat_map(Literal::variables).collect();
            let shared: BTreeSet<VariableId> =
                mentioned.into_iter().filter(|id| self.is_changed_elsewhere(at, *id)).collect();
            if shared.is_empty() {
                continue;
            }
            if let Some(context) = self.context(at, &shared) {
                let weaker: Cube = clause.iter().chain(&context).cloned().collect();
                self.say(found, at, &weaker, Rule::Context);
            }
        }
        let elsewhere = |id: &VariableId| self.is_changed_elsewhere(at, *id);
        let mentioned = formula.iter().flatten().flat_map(Literal::variables);
        let shared: BTreeSet<VariableId> = mentioned.filter(elsewhere).collect();
        let least = self.least();
        let rest: Vec<Cube> = formula.iter().map(|cube| hidden(cube, &shared, &least)).collect();
        for clause in clauses(&rest) {
            self.say(found, at, &clause, *rule);
        }
    }

    fn say(&self, found: &mut Vec<Generated>, at: At, clause: &Cube, rule: Rule) {
        if clause.is_empty() || clause.len() > LONGEST {
            return;
        }
        let mut literals: Vec<Term> = clause.iter().map(Literal::term).collect();
        let formula = match literals.len() {
            1 => literals.remove(0),
            _ => Term::Or(literals),
        };
        found.push(Generated { at: vec![at], formula, rule });
    }

    /// Whether a transition in which the process does not take part changes the variable.
    fn is_changed_elsewhere(&self, at: At, variable: VariableId) -> bool {
        self.others(at).any(|command| command.updates.contains_key(&variable))
    }

    fn others(&self, at: At) -> impl Iterator<Item = &Command> {
        self.commands.iter().filter(move |command| command.from.iter().all(|from| from.0 != at.0))
    }

    /// Which values other processes may have given to the variables: one of the literals is true then.
    fn context(&self, at: At, shared: &BTreeSet<VariableId>) -> Option<Cube> {
        let mut context = Cube::new();
        let mut open: Vec<VariableId> = shared.iter().copied().collect();
        let mut seen = shared.clone();
        while let Some(variable) = open.pop() {
            for command in self.others(at) {
                let Some(value) = command.updates.get(&variable) else { continue };
                let read = crate::terms::variables(value.as_ref()?);
                if read.contains(&variable) {
                    return None;
                }
                let equal = match value.as_ref()? {
                    Term::Constant(system::Value::Bool(value)) => {
                        Literal::Is(variable, system::Value::Bool(true), *value)
                    }
                    value => {
                        Literal::of(&Term::compare(Comparison::Eq, Term::Variable(variable), value.clone()))?
                    }
                };
                context.insert(equal);
                for other in read.into_iter().filter(|other| self.is_changed_elsewhere(at, *other)) {
                    if seen.insert(other) {
                        open.push(other);
                    }
                }
            }
        }
        (context.len() <= LONGEST).then_some(context)
    }
}
