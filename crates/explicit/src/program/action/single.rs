//! Actions that have one result: no choice between branches, no `any` and no relations, however long they are and whatever
//! they branch on.
//!
//! They are run in place: a step is read from the left, what it writes is collected, and then written over the values, with a note of what was
//! there before. What is out of the ordinary ends the run and is left to the [`Runner`](super::Runner), which begins anew: faults,
//! two values for one variable, and nested blocks that are blocked on their way beside other statements. So
//! nothing here decides about a fault.

use super::{Block, Branch, Statement, Step};
use crate::code::Values;
use crate::value::Domain;

/// Why a run has no result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoResult {
    /// A condition is false without which nothing happens, and nothing faults.
    Blocked,
    /// This is left to the general way.
    Unclear,
}

/// Room to work in.
#[derive(Debug, Default)]
pub(crate) struct SingleRoom {
    /// What the step at hand writes.
    writes: Vec<(u32, i64)>,
    /// What was written over, and what was there.
    pub undo: Vec<(u32, i64)>,
    /// For each variable, the last step that wrote it.
    written: Vec<u64>,
    step: u64,
}

/// One run.
pub(crate) struct SingleRun<'a> {
    pub domains: &'a [Domain],
    pub values: &'a mut [i64],
    pub room: &'a mut SingleRoom,
}

/// A nested block of several steps, of which the first one has been read.
struct Later<'b> {
    /// What the first step writes.
    first: Vec<(u32, i64)>,
    /// The blocks of several steps in the first one.
    inner: Vec<Later<'b>>,
    /// The further steps.
    rest: &'b [Step],
}

type Ran<T> = Result<T, NoResult>;

impl Block {
    /// Whether the block has at most one result in each state.
    pub fn has_one_result(&self) -> bool {
        let of_branch = |branch: &Branch| branch.body.has_one_result();
        self.steps.iter().all(|step| {
            step.relations.is_none()
                && step.statements.iter().all(|statement| match statement {
                    Statement::Assign { .. } | Statement::Assert(_) | Statement::Skip => true,
                    Statement::Any { .. } => false,
                    Statement::Choose(branches) => branches.len() == 1 && branches.iter().all(of_branch),
                    Statement::If { then, otherwise, .. } => {
                        of_branch(then) && otherwise.as_ref().is_none_or(of_branch)
                    }
                })
        })
    }
}

impl SingleRun<'_> {
    /// Runs a block. The values are the new ones afterwards, whatever comes of it; [`SingleRun::undo`] makes them the old ones again.
    pub fn run(&mut self, block: &Block) -> Ran<()> {
        self.room.writes.clear();
        self.room.undo.clear();
        self.room.written.resize(self.values.len(), 0);
        self.steps(&block.steps)
    }

    /// Makes the values what they were when this was as long.
    pub fn undo(&mut self, mark: usize) {
        while self.room.undo.len() > mark {
            if let Some((variable, value)) = self.room.undo.pop() {
                self.values[variable as usize] = value;
            }
        }
    }

    fn steps(&mut self, steps: &[Step]) -> Ran<()> {
        steps.iter().try_for_each(|step| self.step(step))
    }

    fn step(&mut self, step: &Step) -> Ran<()> {
        let is_active = |statement: &&Statement| !matches!(statement, Statement::Skip | Statement::Assert(_));
        let mut active = step.statements.iter().filter(is_active);
        if let (Some(only @ (Statement::Choose(_) | Statement::If { .. })), None) =
            (active.next(), active.next())
        {
            for statement in &step.statements {
                if let Statement::Assert(condition) = statement {
                    self.expect(condition)?;
                }
            }
            let steps = self.chosen(only)?;
            return self.steps(steps);
        }
        let (start, mark) = (self.room.writes.len(), self.room.undo.len());
        let mut later = Vec::new();
        self.read(step, &mut later)?;
        self.together(later, start, mark)
    }

    /// Runs nested blocks, and writes what they and their neighbours write.
    fn together(&mut self, mut later: Vec<Later<'_>>, start: usize, mark: usize) -> Ran<()> {
        let last = later.pop();
        for nested in later {
            let (mark, start) = (self.room.undo.len(), self.room.writes.len());
            self.nested(nested)?;
            let changed = self.room.undo[mark..].iter();
            let new: Vec<(u32, i64)> =
                changed.map(|(variable, _)| (*variable, self.values[*variable as usize])).collect();
            self.undo(mark);
            debug_assert_eq!(self.room.writes.len(), start, "what is written is no longer noted");
            self.room.writes.extend(new);
        }
        // The last one need not be undone: nobody reads any more.
        last.map_or(Ok(()), |nested| self.nested(nested))?;
        self.write(start, mark)
    }

    fn expect(&self, condition: &crate::code::Code) -> Ran<()> {
        match condition.test(Values::of(self.values)) {
            Ok(true) => Ok(()),
            _ => Err(NoResult::Unclear),
        }
    }

    /// Reads the statements of a step and of the blocks of one step in it.
    fn read<'b>(&mut self, step: &'b Step, later: &mut Vec<Later<'b>>) -> Ran<()> {
        for statement in &step.statements {
            match statement {
                Statement::Skip => {}
                Statement::Assign { target, value, .. } => {
                    let values = Values::of(self.values);
                    let variable = target.locate(values).map_err(|_| NoResult::Unclear)?;
                    let value = value.value(values).map_err(|_| NoResult::Unclear)?;
                    if !self.domains[variable as usize].contains(value) {
                        return Err(NoResult::Unclear);
                    }
                    self.room.writes.push((variable, value));
                }
                Statement::Assert(condition) => self.expect(condition)?,
                Statement::Choose(_) | Statement::If { .. } => match self.chosen(statement)? {
                    [] => {}
                    [only] => self.read(only, later)?,
                    [first, rest @ ..] => {
                        let (start, mut inner) = (self.room.writes.len(), Vec::new());
                        self.read(first, &mut inner)?;
                        let first = self.room.writes.split_off(start);
                        later.push(Later { first, inner, rest });
                    }
                },
                Statement::Any { .. } => return Err(NoResult::Unclear),
            }
        }
        Ok(())
    }

    /// The steps of the branch that is taken; none where there is no branch.
    fn chosen<'b>(&self, statement: &'b Statement) -> Ran<&'b [Step]> {
        let holds = |condition: &crate::code::Code| {
            condition.test(Values::of(self.values)).map_err(|_| NoResult::Unclear)
        };
        let branch = match statement {
            Statement::If { condition, then, otherwise } => match holds(condition)? {
                true => Some(then),
                false => otherwise.as_ref(),
            },
            Statement::Choose(branches) => branches.first(),
            _ => None,
        };
        let Some(branch) = branch else { return Ok(&[]) };
        match branch.guard.as_ref().map_or(Ok(true), holds)? {
            true => Ok(&branch.body.steps),
            false => Err(NoResult::Blocked),
        }
    }

    /// Runs a nested block of which the first step has been read.
    fn nested(&mut self, Later { first, inner, rest }: Later<'_>) -> Ran<()> {
        let (start, mark) = (self.room.writes.len(), self.room.undo.len());
        self.room.writes.extend(first);
        self.together(inner, start, mark)?;
        // Where this is blocked, its neighbours may fault all the same.
        self.steps(rest).map_err(|_| NoResult::Unclear)
    }

    /// Writes what was collected from here on, beside what has been written since a mark.
    fn write(&mut self, start: usize, mark: usize) -> Ran<()> {
        self.room.step += 1;
        for (variable, _) in &self.room.undo[mark..] {
            self.room.written[*variable as usize] = self.room.step;
        }
        for at in start..self.room.writes.len() {
            let (variable, value) = self.room.writes[at];
            let (old, last) =
                (&mut self.values[variable as usize], &mut self.room.written[variable as usize]);
            if *last == self.room.step {
                if *old != value {
                    return Err(NoResult::Unclear);
                }
                continue;
            }
            *last = self.room.step;
            self.room.undo.push((variable, *old));
            *old = value;
        }
        self.room.writes.truncate(start);
        Ok(())
    }
}
