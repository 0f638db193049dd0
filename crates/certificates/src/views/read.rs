//! Reads documents of certificates for every size from JSON, strictly.

use crate::Refusal;
use crate::json_part::JsonPart;
use crate::read::header;

use super::data::{SizesCertificate, SizesDocument, SizesProof, ViewsOf};
use crate::CountsOf;

/// Whether a text looks like a document for every size, and not like one for a single one.
pub fn is_for_every_size(text: &str) -> bool {
    serde_json::from_str(text).is_ok_and(|json: serde_json::Value| json.get("for_every").is_some())
}

/// Reads a document.
///
/// # Errors
/// [`Refusal::Malformed`], saying what is wrong and where.
pub fn read_sizes(text: &str) -> Result<SizesDocument, Refusal> {
    let json: serde_json::Value = serde_json::from_str(text).map_err(|error| {
        Refusal::Malformed(format!("the document is no JSON, or is cut off or nested too deeply: {error}"))
    })?;
    let root = JsonPart::new(&json);
    root.only(&["schema", "version", "fathom", "model", "for_every", "certificates"])?;
    if !root.get("schema")?.is("fathom-certificate") {
        return Err(root.wrong("it is no document of certificates: its `schema` is not `fathom-certificate`"));
    }
    if root.get("version")?.integer()? != 1 {
        return Err(root.wrong("only version 1 of certificates is known"));
    }
    let open = root.get("for_every")?;
    let entries = open.entries()?;
    let [(constant, least)] = &entries[..] else { return Err(open.wrong("one constant belongs here")) };
    Ok(SizesDocument {
        header: header(&root)?,
        constant: (*constant).to_owned(),
        least: least.integer()?,
        certificates: root.each("certificates", certificate)?,
    })
}

fn certificate(node: &JsonPart<'_>) -> Result<SizesCertificate, Refusal> {
    node.only(&["property", "kind", "verdict", "proof", "no_certificate"])?;
    let verdict = node.get("verdict")?;
    let holds = verdict.is("holds");
    if !holds && !verdict.is("violated") {
        return Err(verdict.wrong("neither `holds` nor `violated`"));
    }
    let proof = match (node.optional("proof"), node.optional("no_certificate")) {
        (Some(_), None) if !holds => {
            return Err(node.wrong("only `holds` is certified for every size"));
        }
        (Some(proof), None) => {
            proof.only(&["views", "counts"])?;
            Ok(match (proof.optional("views"), proof.optional("counts")) {
                (Some(shown), None) => SizesProof::Views(views(&shown)?),
                (None, Some(shown)) => SizesProof::Counts(counts(&shown)?),
                _ => return Err(proof.wrong("either `views` or `counts` belongs here")),
            })
        }
        (None, Some(reason)) => Err(reason.text()?.to_owned()),
        _ => return Err(node.wrong("either `proof` or `no_certificate` belongs here")),
    };
    Ok(SizesCertificate {
        property: node.get("property")?.text()?.to_owned(),
        kind: node.get("kind")?.text()?.to_owned(),
        holds,
        proof,
    })
}

fn views(node: &JsonPart<'_>) -> Result<ViewsOf, Refusal> {
    node.only(&["instances", "facts", "views", "smaller"])?;
    let numbers = |part: &JsonPart<'_>| -> Result<Vec<i16>, Refusal> {
        part.list()?.iter().map(JsonPart::natural).collect()
    };
    let smaller = |part: &JsonPart<'_>| {
        part.only(&["value", "states"])?;
        Ok((part.get("value")?.integer()?, part.each("states", numbers)?))
    };
    Ok(ViewsOf {
        instances: node.get("instances")?.natural()?,
        facts: node.each("facts", |part| part.natural())?,
        views: node.each("views", numbers)?,
        smaller: node.each("smaller", smaller)?,
    })
}

/// What is shown by counting; its formulas are read when it is checked, since they are about variables that it declares itself.
fn counts(node: &JsonPart<'_>) -> Result<CountsOf, Refusal> {
    node.only(&["counters", "extras", "order", "definitions", "proof"])?;
    node.get("proof")?;
    let counter = |part: &JsonPart<'_>| {
        part.only(&["name", "values"])?;
        let values = part.get("values")?;
        let values: Result<Vec<i64>, Refusal> = values.list()?.iter().map(JsonPart::natural).collect();
        Ok((part.get("name")?.text()?.to_owned(), values?))
    };
    let mut shown = node.map()?.clone();
    shown.remove("counters");
    Ok(CountsOf { counters: node.each("counters", counter)?, shown })
}
