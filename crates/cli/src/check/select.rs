//! Which properties of a model are checked, and by which engines.

use super::Job;
use super::every::Every;
use super::shared::{Sharing, refuse_model};
use crate::args::{ForEvery, ModelArgs};
use crate::property::{state_deadlock_free, unknown_property};
use crate::refusal::Refusal;
use crate::source::{Model, read_model};
use engines::{Choice, Options};
use std::path::Path;
use system::{Property, Question};

/// What the user wants to be checked.
pub struct Selection<'a> {
    /// Only these properties, if there are any names.
    pub names: &'a [String],
    /// Whether the implicit property `no_faults` is wanted.
    pub faults: bool,
    /// Who chooses the engine.
    pub choice: Choice,
    /// What is wanted beside verdicts.
    pub options: Options,
    /// The constant that is to stay open, if one is.
    pub every: Option<&'a ForEvery>,
    /// How the search is shared, if it is.
    pub sharing: Option<&'a Sharing>,
    /// Whether certificates are wanted.
    pub is_certified: bool,
}

/// Reads a model and selects its properties; an engine that was chosen must be able to check one of them.
pub fn prepare(path: &Path, arguments: &ModelArgs, selection: &Selection<'_>) -> Result<Job, Refusal> {
    job_of(read_model(path, arguments)?, arguments, selection)
}

/// The same for a model that has been read.
pub fn job_of(mut model: Model, arguments: &ModelArgs, selection: &Selection<'_>) -> Result<Job, Refusal> {
    let every = match selection.every {
        Some(asked) => {
            let states_deadlock_free = selection.names.iter().any(|name| name == "deadlock_free");
            let (every, least) = Every::of(&model, asked, arguments, states_deadlock_free)?;
            model = least;
            Some(every)
        }
        None => None,
    };
    let properties = selected(&mut model, selection)?;
    let choice = selection.choice;
    if let Choice::Only(engine) = choice
        && let Some(unsupported) =
            engines::plan(&model.system, &properties, choice, selection.options.slicing).nothing_fits()
    {
        let message = format!("--engine {} does not fit: {}", engine.name(), unsupported.feature);
        let help = unsupported.suggestion.clone().unwrap_or("use --engine auto".into());
        return Err(Refusal::of_file(&model.file, message, Some(help)));
    }
    if let Some(sharing) = selection.sharing {
        refuse_model(sharing, &model, &properties)?;
    }
    let sharing = selection.sharing.cloned();
    let sizes = arguments.size.iter().map(|size| (size.name.clone(), size.size)).collect();
    let (options, keeps_proofs) = (selection.options, selection.is_certified);
    Ok(Job { model, properties, every, choice, options, keeps_proofs, sizes, sharing })
}

/// The places of the wanted properties in the system's list, in its order.
fn selected(model: &mut Model, selection: &Selection<'_>) -> Result<Vec<usize>, Refusal> {
    let system = &mut model.system;
    if selection.names.is_empty() {
        let wanted = |property: &Property| selection.faults || !is_implicit(property);
        return Ok((0..system.properties.len()).filter(|index| wanted(&system.properties[*index])).collect());
    }
    if selection.names.iter().any(|name| name == "deadlock_free") {
        state_deadlock_free(system);
    }
    for name in selection.names {
        if system.property(name).is_none() {
            return Err(unknown_property(system, &model.file, name));
        }
    }
    let wanted = |index: &usize| selection.names.contains(&system.properties[*index].name);
    Ok((0..system.properties.len()).filter(wanted).collect())
}

/// Whether the property is `no_faults`, stated by the model or not.
fn is_implicit(property: &Property) -> bool {
    property.question == Question::NoFaults
}
