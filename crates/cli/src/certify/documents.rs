//! What is to be certified: a model, and a document that speaks of it.
//!
//! The document says which constants and sizes the check had. What the command line leaves open is taken from there, so the
//! model is read as it was checked. That both speak of the same model is made sure of afterwards.

use crate::args::{Assignment, CertifyArgs, ModelArgs, SizeAssignment};
use crate::certified::AnyCertificate;
use crate::file::shown_name;
use crate::outcome::OpenConstant;
use crate::property::state_deadlock_free;
use crate::refusal::Refusal;
use crate::source::{Model, model_of};
use diagnostics::{Source, nearest};
use serde_json::Value as Json;
use system::ConstantValue;
use system::parameterized::ParameterizedSystem;

/// A model, and what a document claims of it.
pub struct Claims {
    /// The model, with the constants and sizes of the document.
    pub model: Model,
    /// The file of the document as the user named it.
    pub file: String,
    /// The sizes of populations that the document gives.
    pub sizes: Vec<(String, i128)>,
    /// The certificates of the document.
    pub certificates: Vec<AnyCertificate>,
    /// The places of the certificates that are to be looked at.
    pub wanted: Vec<usize>,
    /// The constants and sizes that the document gives, and that are not the model's own.
    pub taken: Vec<String>,
    /// The constant that stays open, if one does; the model is then that of its least value.
    pub open: Option<OpenModel>,
}

/// A model of which a constant stays open.
pub struct OpenModel {
    /// The constant.
    pub constant: OpenConstant,
    /// Its system, or what keeps it from having one.
    pub system: Result<ParameterizedSystem, String>,
}

impl Claims {
    /// One of the certificates that are to be looked at.
    ///
    /// # Panics
    /// If there are not so many.
    pub fn certificate(&self, number: usize) -> &AnyCertificate {
        &self.certificates[self.wanted[number]]
    }

    /// The width of the longest name of a property among them.
    pub fn width(&self) -> usize {
        let names = (0..self.wanted.len()).map(|number| self.certificate(number).property());
        names.map(|name| name.chars().count()).max().unwrap_or(0)
    }
}

/// The model and the document with these texts.
///
/// # Errors
/// What is wrong with one of them, or that they do not belong together.
pub fn claims(arguments: &CertifyArgs, source: &Source, text: &str) -> Result<Claims, Refusal> {
    let file = shown_name(&arguments.certificate);
    let is_import = arguments.file.extension().is_some_and(|ending| ending != "fathom");
    let help = "give the --formulas that the check had".to_string();
    let help = Some(help).filter(|_| is_import && arguments.model.formulas.is_empty());
    let another = |refusal: certificates::Refusal| Refusal::of_file(&file, refusal.to_string(), help.clone());
    let (mut model, taken) = read_as_checked(arguments, source, text)?;
    // The property need not be stated to be checked.
    state_deadlock_free(&mut model.system);
    let document = certificates::read(&model.system, text);
    let document = document.map_err(|refusal| match is_about_another(&model, text) {
        Some(other) => another(other),
        None => Refusal::of_file(&file, refusal.to_string(), None),
    })?;
    certificates::concerns(&document, &model.system).map_err(another)?;
    let sizes = document.header.sizes;
    let certificates: Vec<AnyCertificate> =
        document.certificates.into_iter().map(|one| AnyCertificate::OfModel(Box::new(one))).collect();
    let wanted = wanted(&certificates, &arguments.property, &file)?;
    Ok(Claims { model, file, sizes, certificates, wanted, taken, open: None })
}

/// The model with the constants and sizes of the document, those on the command line excepted; and what was taken from there that
/// the model does not say itself.
fn read_as_checked(
    arguments: &CertifyArgs,
    source: &Source,
    text: &str,
) -> Result<(Model, Vec<String>), Refusal> {
    let (file, own) = (shown_name(&arguments.file), &arguments.model);
    let (mut set, mut size) = said(text);
    set.retain(|said| own.set.iter().all(|given| given.name != said.name));
    size.retain(|said| own.size.iter().all(|given| given.name != said.name));
    let sizes: Vec<String> = size.iter().map(|size| format!("{} of size {}", size.name, size.size)).collect();
    set.extend(own.set.iter().cloned());
    size.extend(own.size.iter().cloned());
    let as_checked = ModelArgs { set, size, ..own.clone() };
    let as_written = model_of(&file, source.clone(), own);
    match (model_of(&file, source.clone(), &as_checked), as_written) {
        (Ok(model), as_written) => {
            let constants = |model: &Model| certificates::header(&model.system, "").constants;
            let written = as_written.map(|model| constants(&model)).unwrap_or_default();
            let other = constants(&model).into_iter().filter(|constant| !written.contains(constant));
            let show = |(name, value): (String, ConstantValue)| format!("{name} = {}", shown(value));
            let taken = other.map(show).chain(sizes).collect();
            Ok((model, taken))
        }
        // A model without those constants is another one, which is worth more than what is wrong with it here.
        (Err(refusal), as_written) => Ok((as_written.map_err(|_| refusal)?, Vec::new())),
    }
}

/// A value as it is written.
pub(super) fn shown(value: ConstantValue) -> String {
    match value {
        ConstantValue::Int(value) => value.to_string(),
        ConstantValue::Bool(value) => value.to_string(),
    }
}

/// The constants and sizes that a document says it is about. What cannot be understood is left out: it is refused later.
fn said(text: &str) -> (Vec<Assignment>, Vec<SizeAssignment>) {
    let json: Json = serde_json::from_str(text).unwrap_or_default();
    let entries = |key: &str| json["model"][key].as_object().cloned().unwrap_or_default();
    let integer = |value: &Json| match value {
        Json::String(digits) => digits.parse().ok(),
        number => number.as_i64().map(i128::from),
    };
    let set = entries("constants").into_iter().filter_map(|(name, value)| {
        let boolean = value.as_bool().map(ConstantValue::Bool);
        let value = boolean.or_else(|| integer(&value).map(ConstantValue::Int))?;
        Some(Assignment { name, value })
    });
    let size = entries("sizes").into_iter().filter_map(|(name, value)| {
        let size = integer(&value)?;
        Some(SizeAssignment { name, size })
    });
    (set.collect(), size.collect())
}

/// That a document that cannot be read is about another model, if it is: its formulas then speak of what is not there.
fn is_about_another(model: &Model, text: &str) -> Option<certificates::Refusal> {
    let mut json: Json = serde_json::from_str(text).ok()?;
    *json.get_mut("certificates")? = Json::Array(Vec::new());
    let empty = certificates::read(&model.system, &json.to_string()).ok()?;
    certificates::concerns(&empty, &model.system).err()
}

/// The places of the certificates with these names; of all, if there are none.
pub(super) fn wanted(
    certificates: &[AnyCertificate],
    names: &[String],
    file: &str,
) -> Result<Vec<usize>, Refusal> {
    let known = || certificates.iter().map(AnyCertificate::property);
    for name in names {
        if known().any(|known| known == name) {
            continue;
        }
        let help = match nearest(name, known()) {
            Some(near) => format!("did you mean '{near}'?"),
            None => format!("there are certificates for {}", known().collect::<Vec<_>>().join(", ")),
        };
        return Err(Refusal::of_file(file, format!("there is no certificate for '{name}'"), Some(help)));
    }
    let is_wanted = |property: &str| names.is_empty() || names.iter().any(|name| name == property);
    let places = known().enumerate().filter(|(_, property)| is_wanted(property));
    Ok(places.map(|(place, _)| place).collect())
}
