//! What comes of checking a model: what reports speak of.

use crate::Exit;
use crate::certified::{Acceptance, Certified, Contradiction};
use crate::refusal::Refusal;
use crate::source::Model;
use certificates::SizesProof;
use std::sync::Arc;
use std::time::Duration;
use system::{Answer, ConstantValue, Coverage, Property, System, Trace, Verdict};

/// How a job ended.
#[expect(clippy::large_enum_variant, reason = "there is one at a time")]
pub enum Ended {
    /// With an answer for each property.
    Checked(Outcome),
    /// The model turned out to be wrong.
    Refused(Refusal),
    /// Fathom turned out to be wrong.
    Broken {
        /// The file.
        file: String,
        /// What happened.
        message: String,
    },
}

/// The answers for a model.
pub struct Outcome {
    /// The model.
    pub model: Arc<Model>,
    /// The constant that stays open, if one does; the model is then that of the least size.
    pub every: Option<OpenConstant>,
    /// The sizes of populations that the user fixed.
    pub sizes: Vec<(String, i128)>,
    /// The answers, in the order of the properties.
    pub results: Vec<Checked>,
    /// What never happens in the model, if that is known.
    pub coverage: Option<Coverage>,
    /// What is known of every size although it was not asked.
    pub notes: Vec<EveryNote>,
    /// The hints that are not true in every reachable state, by their places, each with the steps to where it is false.
    pub misleading: Vec<(usize, usize)>,
    /// How long the engines worked.
    pub search_time: Duration,
}

/// A constant that stays open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenConstant {
    /// The constant.
    pub name: String,
    /// Its least value.
    pub least: i128,
}

/// That a property holds for every size, found without being asked.
pub struct EveryNote {
    /// The constant that was left open.
    pub constant: OpenConstant,
    /// The property's place in the system's list.
    pub property: usize,
    /// The answer for every size.
    pub answer: Answer,
}

/// The answer for a property.
#[derive(Debug, Clone)]
pub struct Checked {
    /// The property's place in the system's list.
    pub property: usize,
    /// The answer.
    pub answer: Answer,
    /// How long engines worked on it.
    pub seconds: f64,
    /// The model of the size that the answer is about, where a constant stays open and a size violates the property.
    pub at: Option<Arc<Model>>,
    /// What shows it for every size, or why that cannot be written down, where certificates are asked for.
    pub shown: Option<Arc<Result<SizesProof, String>>>,
    /// The largest size up to which nothing was found to be wrong, where a constant stays open.
    pub cleared: Option<i128>,
    /// Further paths, each different from the others and from that of the answer.
    pub further: Vec<Trace>,
    /// Its certificate, if one was asked for and the answer is not `unknown`.
    pub certified: Option<Box<Certified>>,
}

impl OpenConstant {
    /// Its value in the system of a size.
    pub fn value_in(&self, system: &System) -> Option<i128> {
        let constant = system.constants.iter().find(|constant| constant.name == self.name)?;
        match constant.value {
            ConstantValue::Int(value) => Some(value),
            ConstantValue::Bool(_) => None,
        }
    }
}

impl Ended {
    /// The exit code for this model alone.
    pub fn exit(&self) -> Exit {
        match self {
            Ended::Checked(outcome) => {
                outcome.results.iter().map(Checked::exit).max().unwrap_or(Exit::Success)
            }
            Ended::Refused(_) => Exit::Wrong,
            Ended::Broken { .. } => Exit::Internal,
        }
    }
}

impl Outcome {
    /// The model that a result is about.
    pub fn model_of<'o>(&'o self, result: &'o Checked) -> &'o Model {
        result.at.as_deref().unwrap_or(&self.model)
    }

    /// The property that a result is about.
    pub fn property<'o>(&'o self, result: &'o Checked) -> &'o Property {
        &self.model_of(result).system.properties[result.property]
    }
}

impl Checked {
    /// An answer, and nothing beside it yet.
    pub fn new(property: usize, answer: Answer, seconds: f64) -> Self {
        let (at, shown, cleared, certified) = (None, None, None, None);
        Checked { property, answer, seconds, at, shown, cleared, further: Vec::new(), certified }
    }

    /// Why its certificate is refused, if it is.
    pub fn contradiction(&self) -> Option<&Contradiction> {
        match &self.certified.as_ref()?.acceptance {
            Acceptance::Refused(contradiction) => Some(contradiction),
            _ => None,
        }
    }

    /// The exit code for this property alone.
    fn exit(&self) -> Exit {
        match self.answer.verdict() {
            Verdict::Holds => Exit::Success,
            Verdict::Violated => Exit::Violated,
            Verdict::Unknown(_) => Exit::Unknown,
        }
    }
}
