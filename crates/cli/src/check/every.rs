//! A model of which a constant stays open: which sizes make sense, and how its properties are checked for all of them.

use crate::args::{Assignment, ForEvery, ModelArgs};
use crate::outcome::{Checked, OpenConstant};
use crate::refusal::Refusal;
use crate::report::Places;
use crate::source::{Model, model_of, overrides};
use crate::supervise::Monitor;
use diagnostics::{Source, nearest};
use engines::{
    Allotment, Choice, EverySize, Failure, Options, Proof, Refused, SizeEvent, proofs, run_every_size,
};
use language::OpenObstacle;
use std::sync::Arc;
use std::time::Duration;
use system::parameterized::{ParameterizedProperty, ParameterizedQuestion, ParameterizedSystem};
use system::{ConstantValue, Interpreter, Question, Role, System, Unlimited};

use crate::property::state_deadlock_free;

/// A constant that stays open, and the text that has it.
pub struct Every {
    constant: String,
    least: i128,
    file: String,
    source: Source,
    arguments: ModelArgs,
    /// Whether `deadlock_free` is asked for, stated or not.
    states_deadlock_free: bool,
}

/// How a model is checked for every size.
pub struct How {
    /// Who is asked.
    pub choice: Choice,
    /// What is wanted beside verdicts.
    pub options: Options,
    /// Whether there is a limit of time.
    pub has_limit: bool,
    /// Whether what shows a property for every size is kept for its certificate.
    pub keeps_proofs: bool,
}

/// Sizes from zero to here are tried for the least one, and that of the model itself.
const MOST_TRIED: i128 = 64;

/// The questions to the watch that the initial states of a size may cost.
const INITIAL_SHARE: u64 = 50;

/// The questions to the watch that are spent on sizes when no proof can come any more, and nobody has said how long it may take.
const PATIENCE: u64 = 10_000;

impl Every {
    /// The sizes of a model that was read with the constant's own value, and the model of the least one.
    ///
    /// # Errors
    /// Why the constant cannot stay open.
    pub fn of(
        model: &Model,
        asked: &ForEvery,
        arguments: &ModelArgs,
        states_deadlock_free: bool,
    ) -> Result<(Every, Model), Refusal> {
        let own = own_value(model, &asked.name)?;
        let mut every = Every {
            constant: asked.name.clone(),
            least: own,
            file: model.file.clone(),
            source: model.system.source.clone(),
            arguments: arguments.clone(),
            states_deadlock_free,
        };
        let least = match asked.least {
            Some(least) => Some((least, every.asked_for(least, model)?)),
            None => (0..=own.max(MOST_TRIED)).find_map(|size| Some((size, every.sensible(size, model)?))),
        };
        let Some((least, first)) = least else { return Err(every.no_least(own)) };
        every.least = least;
        let load_time = model.load_time + first.load_time;
        let warnings = model.warnings.clone();
        Ok((every, Model { load_time, warnings, ..first }))
    }

    /// The constant.
    pub fn constant(&self) -> OpenConstant {
        OpenConstant { name: self.constant.clone(), least: self.least }
    }

    /// The model of a size, or what is wrong with it.
    fn model(&self, size: i128) -> Result<Model, Refusal> {
        let mut model = at_size(&self.file, &self.source, &self.arguments, &self.constant, size)?;
        if self.states_deadlock_free {
            state_deadlock_free(&mut model.system);
        }
        Ok(model)
    }

    /// The model of a size that makes sense: it has processes where the model as it is written has some, and an initial state.
    fn sensible(&self, size: i128, written: &Model) -> Option<Model> {
        let model = self.model(size).ok()?;
        let mut arrays = model.system.processes.iter().zip(&written.system.processes);
        let is_populated = arrays.all(|(here, written)| here.count > 0 || written.count == 0);
        (is_populated && has_initial_state(&model.system)).then_some(model)
    }

    /// The model of the least size that the user asks for.
    fn asked_for(&self, least: i128, written: &Model) -> Result<Model, Refusal> {
        let name = &self.constant;
        let model = self.model(least).map_err(|refusal| {
            let help = match (0..=MOST_TRIED).find(|size| self.sensible(*size, written).is_some()) {
                Some(sensible) if sensible > least => {
                    format!(
                        "the least value that makes sense is {sensible}: --for-every '{name} >= {sensible}'"
                    )
                }
                _ => format!("give a least value that the model admits: --for-every '{name} >= K'"),
            };
            let message = format!(
                "--for-every '{name} >= {least}': for {name} = {least} the model is wrong: {}",
                refusal.summary()
            );
            Refusal::of_file(&self.file, message, Some(help))
        })?;
        match has_initial_state(&model.system) {
            true => Ok(model),
            false => Err(crate::initial::no_initial_state(&model)),
        }
    }

    fn no_least(&self, own: i128) -> Refusal {
        let name = &self.constant;
        let most = own.max(MOST_TRIED);
        let message = format!("--for-every {name}: no value from 0 to {most} makes sense of the model");
        let help = format!("say where to begin: --for-every '{name} >= K'");
        Refusal::of_file(&self.file, message, Some(help))
    }

    /// Checks the properties for every size; `tell` hears each verdict when it falls.
    pub fn run(
        &self,
        first: &Model,
        properties: &[usize],
        how: &How,
        monitor: &Monitor,
        tell: &mut dyn FnMut(SizeVerdict),
    ) -> Result<(), Failure> {
        let named = |system: &System| -> Vec<String> {
            system.properties.iter().map(|property| property.name.clone()).collect()
        };
        let names = named(&first.system);
        let system = |size: i128| {
            let model =
                self.model(size).map_err(|refusal| format!("the model is wrong: {}", refusal.summary()))?;
            match named(&model.system) == names {
                true => Ok(model.system),
                false => Err("the model has other properties".to_owned()),
            }
        };
        let every = EverySize {
            constant: &self.constant,
            least: self.least,
            system: &system,
            choice: how.choice,
            options: how.options,
            patience: if how.has_limit { u64::MAX } else { PATIENCE },
        };
        let questions: Vec<(String, Question)> = first
            .system
            .properties
            .iter()
            .map(|property| (property.name.clone(), property.question.clone()))
            .collect();
        let open = open_system(first, &self.constant, self.least, &self.arguments);
        let mut proofs: Vec<Box<dyn Proof + '_>> = match &open {
            Ok(open) => proofs(open, &questions, how.choice, how.options, how.keeps_proofs),
            Err(reason) => vec![Box::new(Refused { name: "", reason: reason.clone() })],
        };
        run_every_size(&every, properties, &mut proofs, monitor, &mut |event| tell(self.verdict(event)))
    }

    fn verdict(&self, event: SizeEvent) -> SizeVerdict {
        let SizeEvent { property, answer, at, shown, cleared, microseconds } = event;
        let at = at.map(|sized| {
            let system = match Arc::try_unwrap(sized) {
                Ok(sized) => sized.system,
                Err(shared) => shared.system.clone(),
            };
            let (file, warnings) = (self.file.clone(), Vec::new());
            Arc::new(Model { file, system, warnings, load_time: Duration::ZERO })
        });
        let result = Checked::new(property, *answer, microseconds as f64 / 1e6);
        SizeVerdict(Checked { at, cleared, shown: shown.map(Arc::from), ..result })
    }
}

/// The least size that makes sense of a model, if there is one and the constant can stay open.
pub fn sensible_least(model: &Model, constant: &str, arguments: &ModelArgs) -> Option<i128> {
    let asked = ForEvery { name: constant.to_owned(), least: None };
    Every::of(model, &asked, arguments, false).ok().map(|(every, _)| every.least)
}

/// The system of the least size, without the constants that are others in larger ones.
pub fn without_open(model: &Model, open: &OpenConstant, arguments: &ModelArgs) -> System {
    let mut system = model.system.clone();
    let next =
        at_size(&model.file, &model.system.source, arguments, &open.name, open.least.saturating_add(1));
    let larger = next.map(|model| model.system.constants).unwrap_or_default();
    let is_kept = |constant: &system::Constant| {
        let same = |other: &system::Constant| other.name == constant.name && other.value == constant.value;
        constant.name != open.name && (larger.is_empty() || larger.iter().any(same))
    };
    system.constants.retain(is_kept);
    system
}

/// A model with a value of a constant, or what is wrong with it.
pub fn at_size(
    file: &str,
    source: &Source,
    arguments: &ModelArgs,
    constant: &str,
    size: i128,
) -> Result<Model, Refusal> {
    let mut arguments = arguments.clone();
    arguments.set.push(Assignment { name: constant.to_owned(), value: ConstantValue::Int(size) });
    model_of(file, source.clone(), &arguments)
}

/// The system with an open constant, or what keeps it from being one.
pub fn open_system(
    model: &Model,
    constant: &str,
    least: i128,
    arguments: &ModelArgs,
) -> Result<ParameterizedSystem, String> {
    let source = &model.system.source;
    let loaded = language::load_parameterized(source, &overrides(arguments), constant, Some(least));
    let mut open = loaded.map_err(|obstacles| {
        let said: Vec<String> = obstacles.iter().map(|obstacle| with_place(obstacle, model)).collect();
        format!(
            "not proved, since the model does more with `{constant}` than say how many instances there are: {}",
            said.join("; ")
        )
    })?;
    if open.property("deadlock_free").is_none() && model.system.property("deadlock_free").is_some() {
        open.properties.push(ParameterizedProperty {
            name: "deadlock_free".into(),
            question: ParameterizedQuestion::DeadlockFree,
            expect: None,
        });
    }
    Ok(open)
}

/// An obstacle with its place.
fn with_place(obstacle: &OpenObstacle, model: &Model) -> String {
    if obstacle.span.end == 0 {
        return obstacle.message.clone();
    }
    let line = Places::new(&model.file, &model.system.source).line(obstacle.span);
    format!("{} (line {line})", obstacle.message)
}

/// A verdict for every size.
pub struct SizeVerdict(Checked);

impl From<SizeVerdict> for Checked {
    fn from(verdict: SizeVerdict) -> Checked {
        verdict.0
    }
}

/// The value that the model gives to the constant, or why it is none that could stay open.
fn own_value(model: &Model, name: &str) -> Result<i128, Refusal> {
    let system = &model.system;
    let refuse = |message: String, help: String| Err(Refusal::of_file(&model.file, message, Some(help)));
    let constant = system.constants.iter().find(|constant| constant.name == *name);
    match constant.map(|constant| constant.value) {
        Some(ConstantValue::Int(value)) => return Ok(value),
        Some(ConstantValue::Bool(_)) => {
            let message = format!("--for-every {name}: `{name}` is true or false, not a number of instances");
            return refuse(message, format!("check both: --set {name}=true and --set {name}=false"));
        }
        None => {}
    }
    let is_param = |variable: &system::Variable| variable.role == Role::Param && variable.name == name;
    if system.variables.iter().any(is_param) {
        let message =
            format!("--for-every {name}: `{name}` is a param, whose every value a verdict covers anyway");
        return refuse(message, "leave --for-every out".into());
    }
    if system.populations.iter().any(|population| population.name == name) {
        let message =
            format!("--for-every {name}: `{name}` is a population, of which there is any number anyway");
        return refuse(message, "leave --for-every out".into());
    }
    if system.processes.iter().any(|process| process.name == name) {
        let message = format!(
            "--for-every {name}: `{name}` is a process, not the constant that says how many there are"
        );
        return refuse(message, known_constants(system, None));
    }
    refuse(format!("--for-every {name}: there is no constant `{name}`"), known_constants(system, Some(name)))
}

/// The constant that was probably meant, or all of them.
fn known_constants(system: &System, name: Option<&str>) -> String {
    let is_integer = |constant: &&system::Constant| matches!(constant.value, ConstantValue::Int(_));
    let known: Vec<&str> = system.constants.iter().filter(is_integer).map(|c| c.name.as_str()).collect();
    match name.and_then(|name| nearest(name, known.iter().copied())) {
        Some(near) => format!("did you mean `{near}`?"),
        None if known.is_empty() => {
            "the model has no integer constant; write `const N := 3` and use it in the range of a process"
                .into()
        }
        None => {
            let shown: Vec<String> = known.iter().take(8).map(|name| format!("`{name}`")).collect();
            format!("the model has {}", shown.join(", "))
        }
    }
}

/// Whether there is an initial state; where that is not known soon, it is left to the engines.
fn has_initial_state(system: &System) -> bool {
    let share = Allotment::new(&Unlimited, INITIAL_SHARE);
    Interpreter::new(system).initial_states(&share).map_or(true, |states| !states.is_empty())
}
