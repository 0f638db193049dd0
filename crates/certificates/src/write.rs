//! Writes documents of certificates as JSON. `docs/certificates.md` describes it; `read.rs` reads it.

use crate::atoms::atoms;
use crate::write_path::integer;
use crate::write_proof::ProofWriter;
use crate::{Certificate, Document, Header, Names, write_term};
use serde_json::{Map, Value as Json, json};
use system::{ConstantValue, Ltl, Question, System};

/// A document as JSON; [`crate::layout()`] makes a text of it.
pub fn write(system: &System, document: &Document) -> Json {
    let mut names = Names::new(system);
    let certificates: Vec<Json> =
        document.certificates.iter().map(|one| certificate(&mut names, one)).collect();
    json!({
        "schema": "fathom-certificate",
        "version": 1,
        "fathom": document.header.fathom,
        "model": model(&document.header),
        "certificates": certificates,
    })
}

pub(crate) fn model(header: &Header) -> Json {
    let constant = |(name, value): &(String, ConstantValue)| match value {
        ConstantValue::Int(value) => (name.clone(), integer(*value)),
        ConstantValue::Bool(value) => (name.clone(), json!(value)),
    };
    let constants: Map<String, Json> = header.constants.iter().map(constant).collect();
    let sizes: Map<String, Json> =
        header.sizes.iter().map(|(name, size)| (name.clone(), integer(*size))).collect();
    let mut model = Map::new();
    if let Some(name) = &header.model {
        model.insert("name".into(), json!(name));
    }
    model.extend([("hash".into(), json!(header.hash)), ("constants".into(), json!(constants))]);
    model.insert("sizes".into(), json!(sizes));
    Json::Object(model)
}

/// One certificate; its names are these, and further ones of its own.
pub(crate) fn certificate(names: &mut Names<'_>, certificate: &Certificate) -> Json {
    let verdict = if certificate.holds { "holds" } else { "violated" };
    let mut all = json!({ "property": certificate.property, "kind": certificate.kind, "verdict": verdict });
    // A name that denotes two things is refused by whoever reads the document.
    let _ = names.begin(certificate.extras.iter().map(|(name, _)| name.as_str()));
    let extra = |(name, values): &(String, Option<u32>)| match values {
        Some(values) => json!({ "name": name, "values": values }),
        None => json!({ "name": name }),
    };
    if !certificate.extras.is_empty() {
        all["extras"] = certificate.extras.iter().map(extra).collect();
    }
    if !certificate.order.is_empty() {
        all["order"] = certificate.order.iter().map(|id| names.path_name(*id)).collect();
    }
    let mut definitions = Vec::with_capacity(certificate.definitions.len());
    for (name, term) in &certificate.definitions {
        definitions.push(json!({ "name": name, "formula": write_term(names, term) }));
        let sort = names.sort_of(term);
        let _ = names.define(name, sort);
    }
    if !definitions.is_empty() {
        all["definitions"] = Json::Array(definitions);
    }
    let atoms = shown_atoms(names.system(), &certificate.property);
    match &certificate.proof {
        Ok(proof) => all["proof"] = ProofWriter { names, atoms }.proof(proof),
        Err(reason) => all["no_certificate"] = json!(reason),
    }
    all
}

/// The atoms of a property, for people.
fn shown_atoms(system: &System, property: &str) -> Vec<String> {
    let Some(Question::Ltl(formula)) = system.property(property).map(|property| &property.question) else {
        return Vec::new();
    };
    let mut formula = formula;
    while let Ltl::Rigid { body, .. } = formula {
        formula = body;
    }
    atoms(formula).iter().map(|e| system.show_expr(e)).collect()
}
