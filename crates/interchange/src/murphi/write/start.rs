//! The states with which a model begins.

use crate::Problem;
use crate::murphi::model::FlatModel;
use crate::murphi::run::{Memory, Run, Stop, Way};
use std::collections::{HashMap, HashSet};

/// The most start states.
const MOST: usize = 20_000;

/// The start states of a model.
pub struct Starts {
    /// What has which value in each of them; none twice.
    pub memories: Vec<Memory>,
    /// What is wrong while one of them is made.
    pub wrong: Vec<String>,
}

/// Runs all start states, for all values of the rulesets around them.
pub fn starts(model: &FlatModel) -> Result<Starts, Problem> {
    let mut starts = Starts { memories: Vec::new(), wrong: Vec::new() };
    let mut seen: HashSet<Vec<(Way, i128)>> = HashSet::new();
    for start in &model.starts {
        let mut choices: Vec<HashMap<String, i128>> = vec![HashMap::new()];
        for (name, ty) in &start.binders {
            if choices.len().saturating_mul(model.tables.count(ty)) > MOST {
                return Err(Problem::new(format!("there are more than {MOST} start states"), Some(start.at)));
            }
            let values = model.tables.values(ty);
            let with = |choice: &HashMap<String, i128>, value: i128| {
                let mut choice = choice.clone();
                choice.insert(name.clone(), value);
                choice
            };
            choices =
                choices.iter().flat_map(|choice| values.iter().map(|value| with(choice, *value))).collect();
        }
        for choice in choices {
            let mut run = Run::new(&model.tables, choice);
            match run.steps(&start.steps).and_then(|()| assumed(model, &mut run)) {
                Ok(()) => {
                    let mut memory = std::mem::take(&mut run.memory);
                    memory.retain(|way, _| model.tables.roots[way.root].is_global);
                    let mut parts: Vec<(Way, i128)> =
                        memory.iter().map(|(way, value)| (way.clone(), *value)).collect();
                    parts.sort_unstable();
                    if seen.insert(parts) {
                        starts.memories.push(memory);
                    }
                }
                Err(Stop::Wrong(message)) => starts.wrong.push(message),
                Err(Stop::Excluded) => {}
                Err(Stop::TooLong) => {
                    return Err(Problem::new("this start state takes too many steps", Some(start.at)));
                }
            }
        }
    }
    if starts.memories.is_empty() && starts.wrong.is_empty() {
        return Err(Problem::new("the model has no start state", None));
    }
    Ok(starts)
}

/// Whether the assumptions of the model hold.
fn assumed(model: &FlatModel, run: &mut Run<'_>) -> Result<(), Stop> {
    for property in model.properties.iter().filter(|property| property.word == "assume") {
        let condition = crate::murphi::resolve::for_all(&property.binders, property.condition.clone(), true);
        if run.value(&condition)? == 0 {
            return Err(Stop::Excluded);
        }
    }
    Ok(())
}
