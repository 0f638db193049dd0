//! From the model's blocks to compiled ones.

use super::{Block, Branch, Relations, SetCode, Statement, Step};
use crate::code::{Compiler, Unsupported};
use crate::value::Domain;
use system::{ChoiceSet, Place, StatementKind, System};

impl Block {
    /// The compiled form of a block.
    pub fn compile(compiler: Compiler<'_>, block: &system::Block) -> Result<Self, Unsupported> {
        let steps = block.steps.iter().map(|step| Step::compile(compiler, step)).collect::<Result<_, _>>()?;
        Ok(Block { steps })
    }
}

impl Step {
    fn compile(compiler: Compiler<'_>, step: &system::Step) -> Result<Self, Unsupported> {
        let statements =
            step.statements.iter().map(|statement| Statement::compile(compiler, &statement.kind));
        Ok(Step {
            statements: statements.collect::<Result<_, _>>()?,
            relations: Relations::compile(compiler, step)?,
        })
    }
}

impl Statement {
    fn compile(compiler: Compiler<'_>, kind: &StatementKind) -> Result<Self, Unsupported> {
        let branch = |branch| Branch::compile(compiler, branch);
        Ok(match kind {
            StatementKind::Assign { place, value } => Statement::Assign {
                target: compiler.target(place)?,
                value: compiler.expression(value)?,
                domain: common_domain(compiler.system, place),
            },
            StatementKind::Any { place, set, .. } => {
                let set = set.as_ref().map(|set| SetCode::compile(compiler, set)).transpose()?;
                let domain = common_domain(compiler.system, place);
                Statement::Any { target: compiler.target(place)?, set, domain }
            }
            StatementKind::Choose(branches) => {
                Statement::Choose(branches.iter().map(branch).collect::<Result<_, _>>()?)
            }
            StatementKind::If { condition, then, otherwise } => Statement::If {
                condition: compiler.expression(condition)?,
                then: branch(then)?,
                otherwise: otherwise.as_ref().map(branch).transpose()?,
            },
            StatementKind::Assert(condition) => Statement::Assert(compiler.expression(condition)?),
            StatementKind::Skip | StatementKind::Relation(_) => Statement::Skip,
        })
    }
}

/// The values of all variables that the place can denote; nothing if their types are different, because a range depends
/// on the instance's index.
fn common_domain(system: &System, place: &Place) -> Option<Domain> {
    let mut variables = vec![place.first.0];
    for selector in &place.selectors {
        let shifted = |first: u32| (0..selector.count).map(move |at| first + at * selector.stride);
        variables = variables.into_iter().flat_map(shifted).collect();
    }
    let mut types = variables.into_iter().map(|variable| system.variables[variable as usize].ty);
    let ty = types.next()?;
    types.all(|other| other == ty).then(|| Domain::of(system, ty))
}

impl Branch {
    fn compile(compiler: Compiler<'_>, branch: &system::Branch) -> Result<Self, Unsupported> {
        let guard = branch.guard.as_ref().map(|guard| compiler.expression(guard)).transpose()?;
        Ok(Branch { guard, body: Block::compile(compiler, &branch.body)? })
    }
}

impl SetCode {
    fn compile(compiler: Compiler<'_>, set: &ChoiceSet) -> Result<Self, Unsupported> {
        Ok(match set {
            ChoiceSet::Range(low, high) => {
                SetCode::Range(compiler.expression(low)?, compiler.expression(high)?)
            }
            ChoiceSet::Members(members) => {
                let members = members.iter().map(|member| compiler.expression(member));
                SetCode::Members(members.collect::<Result<_, _>>()?)
            }
        })
    }
}
