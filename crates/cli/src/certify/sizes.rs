//! What is to be certified for every size: a model of which a constant stays open, and a document that speaks of it.
//!
//! The document names the constant and its least value. As with one size, constants and sizes that the command line leaves open are
//! taken from there, but only those that the model does not give by itself: what follows from the open constant stays open.

use super::documents::{Claims, OpenModel, shown};
use crate::args::{Assignment, CertifyArgs, ModelArgs, SizeAssignment};
use crate::certified::{Acceptance, AnyCertificate, Contradiction};
use crate::check::{at_size, open_system, without_open};
use crate::file::shown_name;
use crate::outcome::OpenConstant;
use crate::property::state_deadlock_free;
use crate::refusal::Refusal;
use crate::source::{Model, model_of};
use certificates::{Document, SizesCertificate, SizesDocument};
use diagnostics::Source;
use system::{ConstantValue, System, Watch};

/// Reads the document, and the model as it speaks of it.
///
/// # Errors
/// What is wrong with one of them, or that they do not belong together.
pub fn size_claims(arguments: &CertifyArgs, source: &Source, text: &str) -> Result<Claims, Refusal> {
    let (file, model_file) = (shown_name(&arguments.certificate), shown_name(&arguments.file));
    let wrong = |what: String, help: Option<String>| Refusal::of_file(&file, what, help);
    if arguments.smt2.is_some() {
        let what =
            "--smt2 is for certificates of one size, and these are for every size: closed sets, no formulas";
        return Err(wrong(what.into(), Some("leave --smt2 out, or certify one size".into())));
    }
    let document = certificates::read_sizes(text).map_err(|refusal| wrong(refusal.to_string(), None))?;
    let open = OpenConstant { name: document.constant.clone(), least: document.least };
    if arguments.model.set.iter().any(|set| set.name == open.name) {
        let what = format!("the certificates are for every `{}`, and --set gives it a value", open.name);
        return Err(wrong(what, Some("leave --set out".into())));
    }
    let own = &arguments.model;
    let written = model_of(&model_file, source.clone(), own)?;
    if certificates::hash(&written.system) != document.header.hash {
        certificates::concerns(&headed(&document), &written.system)
            .map_err(|refusal| wrong(refusal.to_string(), None))?;
    }
    is_open(&written, &open).map_err(|what| wrong(what, None))?;
    let (model, as_checked, taken) = read_as_checked(&document, &open, &written, own)?;
    certificates::concerns(&headed(&document), &model.system)
        .map_err(|refusal| wrong(refusal.to_string(), None))?;
    let system = open_system(&model, &open.name, open.least, &as_checked);
    if let Ok(system) = &system
        && open.least < system.constant_for(0)
    {
        let what = format!("the least value {} of `{}` makes no sense of the model", open.least, open.name);
        return Err(wrong(what, None));
    }
    let certificates: Vec<AnyCertificate> =
        document.certificates.into_iter().map(AnyCertificate::OfSizes).collect();
    let wanted = super::documents::wanted(&certificates, &arguments.property, &file)?;
    let sizes = document.header.sizes;
    Ok(Claims {
        model,
        file,
        sizes,
        certificates,
        wanted,
        taken,
        open: Some(OpenModel { constant: open, system }),
    })
}

/// The head of a document, as that of one without certificates.
fn headed(document: &SizesDocument) -> Document {
    Document { header: document.header.clone(), certificates: Vec::new() }
}

/// That a constant of a model can stay open, or why it cannot.
fn is_open(model: &Model, open: &OpenConstant) -> Result<(), String> {
    let name = &open.name;
    let constant = model.system.constants.iter().find(|constant| constant.name == *name);
    match constant.map(|constant| constant.value) {
        Some(ConstantValue::Int(_)) => Ok(()),
        Some(ConstantValue::Bool(_)) => {
            Err(format!("the certificates are for every `{name}`, which is a truth value"))
        }
        None => Err(format!("the certificates are for every `{name}`, and the model has no such constant")),
    }
}

/// The model of the least size with the constants and sizes of the document, those on the command line excepted; how it is read, and
/// what was taken from the document.
fn read_as_checked(
    document: &SizesDocument,
    open: &OpenConstant,
    written: &Model,
    own: &ModelArgs,
) -> Result<(Model, ModelArgs, Vec<String>), Refusal> {
    let (file, source) = (&written.file, &written.system.source);
    let known = match least_model(file, source, own, open) {
        Ok(least) => certificates::header(&least.system, "").constants,
        Err(_) => Vec::new(),
    };
    let mut as_checked = own.clone();
    let mut taken = Vec::new();
    let is_given = |name: &str| own.set.iter().any(|set| set.name == name);
    for (name, value) in &document.header.constants {
        let is_own = known.iter().any(|(other, same)| other == name && same == value);
        if !is_own && !is_given(name) {
            taken.push(format!("{name} = {}", shown(*value)));
            as_checked.set.push(Assignment { name: name.clone(), value: *value });
        }
    }
    for (name, size) in &document.header.sizes {
        if own.size.iter().all(|given| given.name != *name) {
            taken.push(format!("{name} of size {size}"));
            as_checked.size.push(SizeAssignment { name: name.clone(), size: *size });
        }
    }
    let model = least_model(file, source, &as_checked, open).map_err(|refusal| {
        let what = format!("for {} = {} the model is wrong: {}", open.name, open.least, refusal.summary());
        Refusal::of_file(file, what, None)
    })?;
    Ok((model, as_checked, taken))
}

/// The model of the least size, without the constants that are others in larger ones.
fn least_model(
    file: &str,
    source: &Source,
    arguments: &ModelArgs,
    open: &OpenConstant,
) -> Result<Model, Refusal> {
    let mut model = at_size(file, source, arguments, &open.name, open.least)?;
    model.system = without_open(&model, open, arguments);
    state_deadlock_free(&mut model.system);
    Ok(model)
}

/// What the checker says of a certificate for every size.
pub fn judge(
    system: &System,
    open: &OpenModel,
    certificate: &SizesCertificate,
    watch: &dyn Watch,
) -> Acceptance {
    let Ok(proof) = &certificate.proof else { return Acceptance::Unasked };
    let refused = |obligation: String| Acceptance::Refused(Contradiction { obligation, shown: None });
    let name = &certificate.property;
    let Some(property) = system.property(name) else {
        return refused(format!("the model has no property '{name}'"));
    };
    let kind = property.question.kind();
    match &open.system {
        _ if kind != certificate.kind => {
            refused(format!("'{name}' is of kind {kind}, not {}", certificate.kind))
        }
        Ok(system) => certificates::check_sizes(system, name, proof, watch).into(),
        Err(reason) => Acceptance::Undecided(reason.clone()),
    }
}
