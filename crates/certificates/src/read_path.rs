//! Reads states and paths.

use crate::json_part::JsonPart;
use crate::{Names, Refusal};
use system::{ClaimedPath, PathEnding, Sort, State, TransitionId, Type, Value};

/// Reads states and paths with these names.
pub(crate) struct PathReader<'n, 'a> {
    /// The names.
    pub names: &'n Names<'a>,
}

impl PathReader<'_, '_> {
    /// A transition, by its number.
    pub fn transition(&self, node: &JsonPart<'_>) -> Result<TransitionId, Refusal> {
        let id = TransitionId(node.natural()?);
        let is_known = id.index() < self.names.system().transitions.len();
        if is_known { Ok(id) } else { Err(node.wrong("there is no transition with this number")) }
    }

    fn value(&self, node: &JsonPart<'_>, ty: Type) -> Result<Value, Refusal> {
        match ty.sort() {
            Sort::Bool => Ok(Value::Bool(node.boolean()?)),
            Sort::Int => Ok(Value::Int(node.integer()?)),
            Sort::Reference(_) if node.is_null() => Ok(Value::Reference(None)),
            sort => {
                let value = self.names.constant(sort, node.text()?);
                value.ok_or_else(|| node.wrong("no value of the variable's type has this name"))
            }
        }
    }

    /// Writes what an object says into a list of values.
    fn change<T: From<Value>>(&self, node: &JsonPart<'_>, values: &mut [T]) -> Result<(), Refusal> {
        for (name, value) in node.entries()? {
            let variable =
                self.names.variable(name).ok_or_else(|| value.wrong("no variable has this name"))?;
            let ty = self.names.system().variable(variable).ty;
            if let Some(place) = values.get_mut(variable.index()) {
                *place = T::from(self.value(&value, ty)?);
            }
        }
        Ok(())
    }

    /// A whole state.
    pub fn state(&self, node: &JsonPart<'_>) -> Result<State, Refusal> {
        let variables = &self.names.system().variables;
        let mut values: Vec<Option<Value>> = vec![None; variables.len()];
        self.change(node, &mut values)?;
        let missing = values.iter().position(Option::is_none).and_then(|index| variables.get(index));
        match missing {
            Some(variable) => Err(node.wrong(format!("`{}` has no value", variable.name))),
            None => Ok(values.into_iter().flatten().collect()),
        }
    }

    /// A path.
    pub fn path(&self, node: &JsonPart<'_>) -> Result<ClaimedPath, Refusal> {
        node.only(&["initial", "steps", "loop", "ends", "fault"])?;
        let initial = self.state(&node.get("initial")?)?;
        let mut steps: Vec<(TransitionId, State)> = Vec::new();
        for step in node.get("steps")?.list()? {
            step.only(&["transition", "number", "changes"])?;
            let mut state = steps.last().map_or(&initial, |(_, state)| state).clone();
            self.change(&step.get("changes")?, &mut state)?;
            steps.push((self.transition(&step.get("number")?)?, state));
        }
        let ending = match (node.optional("loop"), node.optional("ends"), node.optional("fault")) {
            (None, None, None) => PathEnding::Finite,
            (Some(start), None, None) => PathEnding::Loop(start.natural()?),
            (None, Some(how), None) if how.is("dead end") => PathEnding::DeadEnd,
            (None, Some(how), None) if how.is("endless") => PathEnding::Endless,
            (None, Some(how), None) => return Err(how.wrong("\"dead end\" or \"endless\" belongs here")),
            (None, None, Some(fault)) => {
                fault.only(&["transition", "number"])?;
                PathEnding::Fault(self.transition(&fault.get("number")?)?)
            }
            _ => return Err(node.wrong("only one of `loop`, `ends` and `fault` belongs here")),
        };
        Ok(ClaimedPath { initial, steps, ending })
    }
}
