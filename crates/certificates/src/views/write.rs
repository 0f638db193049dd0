//! Writes documents of certificates for every size as JSON.

use crate::write::model;
use crate::write_path::integer;
use serde_json::{Map, Value as Json, json};

use super::data::{SizesCertificate, SizesDocument, SizesProof, ViewsOf};
use crate::CountsOf;

/// A document as JSON; [`crate::layout()`] makes a text of it.
pub fn write_sizes(document: &SizesDocument) -> Json {
    let mut open = Map::new();
    open.insert(document.constant.clone(), integer(document.least));
    json!({
        "schema": "fathom-certificate",
        "version": 1,
        "fathom": document.header.fathom,
        "model": model(&document.header),
        "for_every": open,
        "certificates": document.certificates.iter().map(certificate).collect::<Vec<Json>>(),
    })
}

fn certificate(certificate: &SizesCertificate) -> Json {
    let verdict = if certificate.holds { "holds" } else { "violated" };
    let mut all = json!({ "property": certificate.property, "kind": certificate.kind, "verdict": verdict });
    match &certificate.proof {
        Ok(SizesProof::Views(proof)) => all["proof"] = json!({ "views": views(proof) }),
        Ok(SizesProof::Counts(proof)) => all["proof"] = json!({ "counts": counts(proof) }),
        Err(reason) => all["no_certificate"] = json!(reason),
    }
    all
}

fn views(proof: &ViewsOf) -> Json {
    let smaller =
        proof.smaller.iter().map(|(value, states)| json!({ "value": integer(*value), "states": states }));
    json!({
        "instances": proof.instances,
        "facts": proof.facts,
        "views": proof.views,
        "smaller": smaller.collect::<Vec<Json>>(),
    })
}

fn counts(proof: &CountsOf) -> Json {
    let counter = |(name, values): &(String, Vec<i64>)| json!({ "name": name, "values": values });
    let mut all = Map::from_iter([("counters".to_owned(), proof.counters.iter().map(counter).collect())]);
    all.extend(proof.shown.clone());
    Json::Object(all)
}
