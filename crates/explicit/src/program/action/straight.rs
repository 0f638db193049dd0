//! Actions without loops through lists: every way through a block as a straight line of stages.
//!
//! A stage is one step with all choices made: conditions to test, assignments to compute, equations that
//! define new values or relations to solve, assertions to check, in this order. A `choose` or `if` gives several ways, each with the
//! conditions that lead along it, and so does an `any` among a few constants; running all ways finds what
//! running the block finds. A block nested in a step becomes part of the step's stage if it has one step, and stages of its own if it is all that the step
//! does.
//!
//! Not every block can be straightened: not one in which two statements of a step may write the same variable,
//! one with relations between variables that depend on the state, or one with too many ways. These are run in
//! full generality.

use super::{Block, Branch, FixedRelations, SetCode, Statement, Step};
use crate::code::{Code, Compiler, Target};
use crate::value::Domain;
use std::collections::BTreeSet;
use std::sync::Arc;

/// More ways than this are not worth having.
const MOST_WAYS: usize = 32;

/// One step with all choices made.
#[derive(Debug, Clone, Default)]
pub(crate) struct Stage {
    /// Conditions: the way ends if one is false.
    pub tests: Vec<Code>,
    /// New values, all read before any is written; one outside its interval is a fault.
    pub assignments: Vec<(Target, Code, Domain)>,
    /// New values by equations, from the left; the way ends if one is outside its interval.
    pub definitions: Vec<(u32, Code, Domain)>,
    /// Relations for which new values are sought, if they are not just equations.
    pub relations: Option<Arc<FixedRelations>>,
    /// Conditions: a fault if one is false.
    pub asserts: Vec<Code>,
}

/// A straight line through a block.
pub(crate) type Way = Vec<Stage>;

/// All ways through a block, unless it cannot be straightened.
pub(crate) fn straighten(compiler: Compiler<'_>, block: &Block) -> Option<Vec<Way>> {
    let mut ways: Vec<Way> = vec![Vec::new()];
    for step in &block.steps {
        let of_step = straighten_step(compiler, step)?;
        ways = pairs(&ways, &of_step, |way, further| way.extend(further.iter().cloned()))?;
    }
    Some(ways)
}

/// Every pair, joined. Without parts there would be no way left on which to meet the faults of the others.
fn pairs<T: Clone, U>(all: &[T], parts: &[U], join: impl Fn(&mut T, &U)) -> Option<Vec<T>> {
    if parts.is_empty() || all.len() * parts.len() > MOST_WAYS {
        return None;
    }
    let joined = |one: &T, part: &U| {
        let mut one = one.clone();
        join(&mut one, part);
        one
    };
    Some(all.iter().flat_map(|one| parts.iter().map(|part| joined(one, part)).collect::<Vec<_>>()).collect())
}

fn straighten_step(compiler: Compiler<'_>, step: &Step) -> Option<Vec<Way>> {
    let mut active = step.statements.iter().filter(|statement| !matches!(statement, Statement::Skip));
    if let (Some(only @ (Statement::Choose(_) | Statement::If { .. })), None, None) =
        (active.next(), active.next(), &step.relations)
    {
        let ways = options(only)?.into_iter().map(|taken| alone(compiler, taken));
        return ways.collect::<Option<Vec<_>>>().map(|all| all.concat());
    }
    let stages = merged(compiler, step)?;
    stages.iter().all(writes_apart).then(|| stages.into_iter().map(|stage| vec![stage]).collect())
}

/// A branch and the conditions under which it is taken; no branch does nothing.
type Taken<'b> = (Vec<Code>, Option<&'b Branch>);

fn options(statement: &Statement) -> Option<Vec<Taken<'_>>> {
    match statement {
        Statement::Choose(branches) => {
            Some(branches.iter().map(|branch| (Vec::new(), Some(branch))).collect())
        }
        Statement::If { condition, then, otherwise } => {
            let not = Code::Not(Box::new(condition.clone()));
            Some(vec![(vec![condition.clone()], Some(then)), (vec![not], otherwise.as_ref())])
        }
        _ => None,
    }
}

/// The ways through a branch that is all that its step does.
fn alone(compiler: Compiler<'_>, (mut tests, branch): Taken<'_>) -> Option<Vec<Way>> {
    let Some(branch) = branch else { return Some(vec![vec![Stage { tests, ..Stage::default() }]]) };
    tests.extend(branch.guard.clone());
    let mut ways = straighten(compiler, &branch.body)?;
    for way in &mut ways {
        match way.first_mut() {
            Some(first) => drop(first.tests.splice(0..0, tests.iter().cloned())),
            None => way.push(Stage { tests: tests.clone(), ..Stage::default() }),
        }
    }
    Some(ways)
}

/// The stages of a step, one for each way to make its choices; nested blocks must have one step at most.
fn merged(compiler: Compiler<'_>, step: &Step) -> Option<Vec<Stage>> {
    let mut stages = related(compiler, step)?;
    for statement in &step.statements {
        match statement {
            Statement::Skip | Statement::Any { .. } => {}
            Statement::Assign { target, value, domain } => {
                let assignment = (target.clone(), value.clone(), (*domain)?);
                stages.iter_mut().for_each(|stage| stage.assignments.push(assignment.clone()));
            }
            Statement::Assert(condition) => {
                stages.iter_mut().for_each(|stage| stage.asserts.push(condition.clone()));
            }
            Statement::Choose(_) | Statement::If { .. } => {
                let nested = options(statement)?.into_iter().map(|taken| within(compiler, taken));
                let nested = nested.collect::<Option<Vec<_>>>()?.concat();
                // Relations of different blocks are solved independently of each other.
                let relates = |stage: &Stage| !stage.definitions.is_empty() || stage.relations.is_some();
                if stages.iter().any(relates) && nested.iter().any(relates) {
                    return None;
                }
                stages = pairs(&stages, &nested, Stage::join)?;
            }
        }
    }
    Some(stages)
}

/// Stages with the relations and `any`s of a step: equations, a stage for each of a few constants, or relations
/// to be solved.
fn related(compiler: Compiler<'_>, step: &Step) -> Option<Vec<Stage>> {
    let Some(relations) = &step.relations else { return Some(vec![Stage::default()]) };
    let anys = step.statements.iter().filter_map(|statement| match statement {
        Statement::Any { target, set, domain } => Some((target, set.as_ref(), *domain)),
        _ => None,
    });
    if let Some(definitions) = relations.definitions() {
        let own = Stage { definitions: definitions.to_vec(), ..Stage::default() };
        let listed = anys.clone().try_fold(vec![own], |stages, (target, set, domain)| {
            let own = domain?;
            let values: Vec<Code> = listed(set, own)?.into_iter().map(Code::Constant).collect();
            let assign = |stage: &mut Stage, value: &Code| {
                stage.assignments.push((target.clone(), value.clone(), own));
            };
            pairs(&stages, &values, assign)
        });
        if listed.is_some() {
            return listed;
        }
    }
    let anys: Vec<_> = anys.map(|(target, set, _)| (target, set)).collect();
    let relations = Some(Arc::new(FixedRelations::new(compiler, relations, &anys)?));
    Some(vec![Stage { relations, ..Stage::default() }])
}

/// The values of an `any`, if they are few and known beforehand, and all lie in the type.
fn listed(set: Option<&SetCode>, domain: Domain) -> Option<Vec<i64>> {
    let constant = |code: &Code| match code {
        Code::Constant(value) => Some(*value),
        _ => None,
    };
    let range = |low: i64, high: i64| {
        let is_short = high.checked_sub(low).is_some_and(|width| width < MOST_WAYS as i64);
        is_short.then(|| (low..=high).collect::<Vec<i64>>())
    };
    let values = match set {
        None if domain.is_listed => range(domain.low, domain.high)?,
        None => return None,
        Some(SetCode::Range(low, high)) => range(constant(low)?, constant(high)?)?,
        Some(SetCode::Members(members)) => {
            let members = members.iter().map(constant).collect::<Option<BTreeSet<_>>>()?;
            members.into_iter().collect()
        }
    };
    values.iter().all(|value| domain.contains(*value)).then_some(values)
}

/// The stages of a branch that is a part of its step.
fn within(compiler: Compiler<'_>, (mut tests, branch): Taken<'_>) -> Option<Vec<Stage>> {
    let Some(branch) = branch else { return Some(vec![Stage { tests, ..Stage::default() }]) };
    tests.extend(branch.guard.clone());
    let mut stages = match &branch.body.steps[..] {
        [] => vec![Stage::default()],
        [step] => merged(compiler, step)?,
        _ => return None,
    };
    stages.iter_mut().for_each(|stage| drop(stage.tests.splice(0..0, tests.iter().cloned())));
    Some(stages)
}

impl Stage {
    fn join(&mut self, nested: &Stage) {
        self.tests.extend(nested.tests.iter().cloned());
        self.assignments.extend(nested.assignments.iter().cloned());
        self.definitions.extend(nested.definitions.iter().cloned());
        self.relations = self.relations.take().or(nested.relations.clone());
        self.asserts.extend(nested.asserts.iter().cloned());
    }
}

/// Whether no two of its statements can write the same variable.
fn writes_apart(stage: &Stage) -> bool {
    let mut written = BTreeSet::new();
    let assigned = stage.assignments.iter().flat_map(|(target, ..)| target.reach());
    let defined = stage.definitions.iter().map(|(variable, ..)| *variable);
    let sought = stage.relations.iter().flat_map(|relations| relations.unknowns().iter().map(|u| u.variable));
    assigned.chain(defined).chain(sought).all(|variable| written.insert(variable))
}
