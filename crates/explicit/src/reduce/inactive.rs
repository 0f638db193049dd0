//! Inactive variables: values that nobody will read are set to a fixed one.
//!
//! A variable of a process is inactive at a location if every way on from there writes it before it reads it, and nobody
//! but its owner ever reads it: not another process or event, not through a reference or a computed index, and not
//! a property. States that differ only in inactive variables have the same steps, to states that again differ only in
//! inactive variables, so one of them is enough. Others may still write such a variable; it remains inactive.
//!
//! What is active is a fixpoint over the edges of each instance:
//!
//! ```text
//! active(L) = union over edges L -> M of: reads of the edge, and what is active at M but for what the edge always writes
//! ```
//!
//! # Reference
//!
//! Live variables as in Aho, Lam, Sethi, Ullman: *Compilers: Principles, Techniques, and Tools*, 2nd edition, 2006,
//! section 9.2.5; their use for smaller state graphs: Bozga, Fernandez, Ghirvu: *State Space Reduction Based on Live
//! Variables Analysis*, SAS 1999, doi:10.1007/3-540-48294-6_11.

use crate::code::{Compiler, Target, Unsupported};
use crate::program::Program;
use std::collections::{BTreeMap, BTreeSet};
use system::{
    Block, Branch, ChoiceSet, EdgeId, Expr, Movement, Owner, Place, Property, Question, StatementKind, Type,
};

/// Which variables are inactive where.
#[derive(Debug)]
pub(crate) struct Inactive {
    /// For each location variable, for each location: the variables that are inactive there, with what they are set to.
    resets: Vec<(u32, Vec<Resets>)>,
}

impl Inactive {
    /// What is inactive for these properties; nothing if nothing ever is.
    pub fn new(program: &Program<'_>, properties: &[&Property]) -> Option<Self> {
        let uses = uses(program, properties).ok()?;
        let mut by_instance: BTreeMap<u32, Instance> = BTreeMap::new();
        for (edge, uses) in program.edges.iter().zip(&uses.edges) {
            if let Movement::Location { variable, from, to } = edge.movement {
                let instance = by_instance.entry(variable.0).or_default();
                instance.edges.push((from as usize, to as usize, uses));
            }
        }
        let resets = by_instance.into_iter().filter_map(|(location, instance)| {
            let resets = resets(program, location, &instance, &uses.foreign);
            resets.iter().any(|resets| !resets.is_empty()).then_some((location, resets))
        });
        let resets: Vec<_> = resets.collect();
        if resets.is_empty() { None } else { Some(Inactive { resets }) }
    }

    /// Sets what is inactive in a state to its fixed value.
    pub fn reset(&self, state: &mut [i64]) {
        for (location, resets) in &self.resets {
            let at = usize::try_from(state[*location as usize]).unwrap_or(usize::MAX);
            for (variable, value) in resets.get(at).into_iter().flatten() {
                state[*variable as usize] = *value;
            }
        }
    }
}

/// Variables, with what they are set to.
type Resets = Vec<(u32, i64)>;

/// The edges of an instance: from where, to where, and what they use.
#[derive(Default)]
struct Instance<'u> {
    edges: Vec<(usize, usize, &'u EdgeUses)>,
}

/// What an edge uses.
#[derive(Debug, Default)]
struct EdgeUses {
    /// What it may read.
    reads: BTreeSet<u32>,
    /// What it writes whenever it is taken.
    writes: BTreeSet<u32>,
}

/// What edges use, and what is read by others than its owner.
struct Uses {
    edges: Vec<EdgeUses>,
    foreign: BTreeSet<u32>,
}

fn uses(program: &Program<'_>, properties: &[&Property]) -> Result<Uses, Unsupported> {
    let system = program.system();
    let mut foreign = BTreeSet::new();
    for property in properties {
        match &property.question {
            Question::Invariant(e) | Question::Reachable(e) | Question::Bound(e) => {
                program.compiler.expression(e)?.variables(&mut foreign);
            }
            Question::DeadlockFree | Question::NoFaults | Question::Ctl(_) | Question::Ltl(_) => {}
        }
    }
    let mut edges = Vec::new();
    for number in 0..system.edges.len() {
        let edge = system.edge(EdgeId::from_index(number));
        let mut reader = UseReader { compiler: program.compiler, uses: EdgeUses::default() };
        reader.expression(&edge.guard)?;
        reader.block(&edge.action, true)?;
        let is_own = |variable: &u32| match (edge.owner, system.variables[*variable as usize].owner) {
            (Owner::Instance(process, instance), Some(owner)) => owner == (process, instance),
            _ => false,
        };
        foreign.extend(reader.uses.reads.iter().filter(|variable| !is_own(variable)));
        edges.push(reader.uses);
    }
    Ok(Uses { edges, foreign })
}

/// For each location of an instance, what is inactive there.
fn resets(
    program: &Program<'_>,
    location: u32,
    instance: &Instance<'_>,
    foreign: &BTreeSet<u32>,
) -> Vec<Resets> {
    let system = program.system();
    let owner = system.variables[location as usize].owner;
    let locations = program.domains[location as usize].high as usize + 1;
    let own = (0u32..).zip(&system.variables).filter(|(number, variable)| {
        variable.owner == owner && *number != location && !foreign.contains(number)
    });
    let own: Resets = own.filter_map(|(number, _)| Some((number, fixed_value(program, number)?))).collect();
    let mut active: Vec<BTreeSet<u32>> = vec![BTreeSet::new(); locations];
    loop {
        let mut grew = false;
        for (from, to, uses) in &instance.edges {
            let passed = active[*to].difference(&uses.writes).copied();
            let needed: Vec<u32> = passed.chain(uses.reads.iter().copied()).collect();
            let before = active[*from].len();
            active[*from].extend(needed);
            grew |= active[*from].len() > before;
        }
        if !grew {
            break;
        }
    }
    let inactive =
        |active: &BTreeSet<u32>| own.iter().filter(|(own, _)| !active.contains(own)).copied().collect();
    active.iter().map(inactive).collect()
}

/// What an inactive variable is set to; nothing if it should be left alone. Integers may be indices of instances, and
/// are then set to what is none.
fn fixed_value(program: &Program<'_>, variable: u32) -> Option<i64> {
    let system = program.system();
    let domain = program.domains[variable as usize];
    match system.variables[variable as usize].ty {
        Type::Bool | Type::Enumeration(_) | Type::Reference(_) => Some(0),
        Type::Location(_) => None,
        Type::Nat | Type::Int => Some(0),
        Type::Range { .. } => {
            let is_index = |value: i64| {
                system.processes.iter().any(|process| {
                    let instance = i128::from(value).checked_sub(process.first_index);
                    instance.is_some_and(|number| (0..i128::from(process.count)).contains(&number))
                })
            };
            (domain.low <= domain.high && domain.is_listed)
                .then(|| [domain.low, domain.high].into_iter().find(|value| !is_index(*value)))
                .flatten()
        }
    }
}

struct UseReader<'s> {
    compiler: Compiler<'s>,
    uses: EdgeUses,
}

impl UseReader<'_> {
    fn expression(&mut self, expr: &Expr) -> Result<(), Unsupported> {
        self.compiler.expression(expr)?.variables(&mut self.uses.reads);
        Ok(())
    }

    fn write(&mut self, place: &Place, always: bool) -> Result<(), Unsupported> {
        match self.compiler.target(place)? {
            Target::Fixed(variable) if always => {
                self.uses.writes.insert(variable);
            }
            Target::Fixed(_) => {}
            Target::Selected(address) => address.variables(&mut self.uses.reads),
        }
        Ok(())
    }

    fn branch(&mut self, branch: &Branch) -> Result<(), Unsupported> {
        branch.guard.iter().try_for_each(|guard| self.expression(guard))?;
        self.block(&branch.body, false)
    }

    /// Reads a block, which is always run to its end, or only sometimes.
    fn block(&mut self, block: &Block, always: bool) -> Result<(), Unsupported> {
        for statement in block.steps.iter().flat_map(|step| &step.statements) {
            match &statement.kind {
                StatementKind::Assign { place, value } => {
                    self.write(place, always)?;
                    self.expression(value)?;
                }
                StatementKind::Any { place, set, condition } => {
                    self.write(place, always)?;
                    match set {
                        Some(ChoiceSet::Range(low, high)) => {
                            self.expression(low)?;
                            self.expression(high)?;
                        }
                        Some(ChoiceSet::Members(members)) => {
                            members.iter().try_for_each(|member| self.expression(member))?;
                        }
                        None => {}
                    }
                    condition.iter().try_for_each(|condition| self.expression(condition))?;
                }
                StatementKind::Choose(branches) => {
                    branches.iter().try_for_each(|branch| self.branch(branch))?;
                }
                StatementKind::If { condition, then, otherwise } => {
                    self.expression(condition)?;
                    self.branch(then)?;
                    otherwise.iter().try_for_each(|branch| self.branch(branch))?;
                }
                StatementKind::Skip => {}
                StatementKind::Assert(condition) | StatementKind::Relation(condition) => {
                    self.expression(condition)?;
                }
            }
        }
        Ok(())
    }
}
