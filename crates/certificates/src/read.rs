//! Reads documents of certificates from JSON, strictly: what is unknown, missing or of the wrong kind is refused, with its place.
//!
//! That what is read shows anything is for the checker to find out; here it is only made sure that it says something.

use crate::json_part::JsonPart;
use crate::read_proof::ProofReader;
use crate::{Certificate, Document, Header, Names, Refusal, parse_any};
use std::collections::HashSet;
use system::{ConstantValue, System, VariableId};

/// Reads a document about this system.
///
/// # Errors
/// [`Refusal::Malformed`], saying what is wrong and where.
pub fn read(system: &System, text: &str) -> Result<Document, Refusal> {
    let json: serde_json::Value = serde_json::from_str(text).map_err(|error| {
        Refusal::Malformed(format!("the document is no JSON, or is cut off or nested too deeply: {error}"))
    })?;
    let root = JsonPart::new(&json);
    root.only(&["schema", "version", "fathom", "model", "certificates"])?;
    if !root.get("schema")?.is("fathom-certificate") {
        return Err(root.wrong("it is no document of certificates: its `schema` is not `fathom-certificate`"));
    }
    if root.get("version")?.integer()? != 1 {
        return Err(root.wrong("only version 1 of certificates is known"));
    }
    let mut names = Names::new(system);
    let certificates = root.get("certificates")?.list()?;
    Ok(Document {
        header: header(&root)?,
        certificates: certificates
            .iter()
            .map(|node| certificate(&mut names, node))
            .collect::<Result<_, _>>()?,
    })
}

pub(crate) fn header(root: &JsonPart<'_>) -> Result<Header, Refusal> {
    let model = root.get("model")?;
    model.only(&["name", "hash", "constants", "sizes"])?;
    let constant = |(name, node): (&str, JsonPart<'_>)| {
        let value = match node.boolean() {
            Ok(value) => ConstantValue::Bool(value),
            Err(_) => ConstantValue::Int(node.integer()?),
        };
        Ok((name.to_owned(), value))
    };
    let size = |(name, node): (&str, JsonPart<'_>)| Ok((name.to_owned(), node.integer()?));
    Ok(Header {
        fathom: root.get("fathom")?.text()?.to_owned(),
        model: model.optional("name").map(|name| Ok(name.text()?.to_owned())).transpose()?,
        hash: model.get("hash")?.text()?.to_owned(),
        constants: model.get("constants")?.entries()?.into_iter().map(constant).collect::<Result<_, _>>()?,
        sizes: model.get("sizes")?.entries()?.into_iter().map(size).collect::<Result<_, _>>()?,
    })
}

/// One certificate; its names are these, and further ones of its own.
pub(crate) fn certificate(names: &mut Names<'_>, node: &JsonPart<'_>) -> Result<Certificate, Refusal> {
    node.only(&["property", "kind", "verdict", "extras", "order", "definitions", "proof", "no_certificate"])?;
    let verdict = node.get("verdict")?;
    if !verdict.is("holds") && !verdict.is("violated") {
        return Err(verdict.wrong("`holds` or `violated` belongs here"));
    }
    let extras = extras(names, node)?;
    let definitions = definitions(names, node)?;
    let proof = match (node.optional("proof"), node.optional("no_certificate")) {
        (Some(proof), None) => Ok(ProofReader { names }.proof(&proof)?),
        (None, Some(reason)) => Err(reason.text()?.to_owned()),
        _ => return Err(node.wrong("either `proof` or `no_certificate` belongs here")),
    };
    Ok(Certificate {
        property: node.get("property")?.text()?.to_owned(),
        kind: node.get("kind")?.text()?.to_owned(),
        holds: verdict.is("holds"),
        extras,
        order: order(names, node)?,
        definitions,
        proof,
    })
}

fn extras(names: &mut Names<'_>, node: &JsonPart<'_>) -> Result<Vec<(String, Option<u32>)>, Refusal> {
    let read = |one: &JsonPart<'_>| {
        one.only(&["name", "values"])?;
        let values = one.optional("values").map(|values| values.natural()).transpose()?;
        Ok((one.get("name")?.text()?.to_owned(), values))
    };
    let extras = if node.optional("extras").is_some() { node.each("extras", read)? } else { Vec::new() };
    node.locate(names.begin(extras.iter().map(|(name, _)| name.as_str())))?;
    Ok(extras)
}

fn order(names: &Names<'_>, node: &JsonPart<'_>) -> Result<Vec<VariableId>, Refusal> {
    let mut seen = HashSet::new();
    let Some(list) = node.optional("order") else { return Ok(Vec::new()) };
    let read = |one: &JsonPart<'_>| match names.variable(one.text()?) {
        Some(id) if seen.insert(id) => Ok(id),
        Some(_) => Err(one.wrong("the variable stands in the order twice")),
        None => Err(one.wrong("no variable has this name")),
    };
    list.list()?.iter().map(read).collect()
}

fn definitions(names: &mut Names<'_>, node: &JsonPart<'_>) -> Result<Vec<(String, crate::Term)>, Refusal> {
    let Some(list) = node.optional("definitions") else { return Ok(Vec::new()) };
    let mut definitions = Vec::new();
    for one in list.list()? {
        one.only(&["name", "formula"])?;
        let (name, formula) = (one.get("name")?.text()?, one.get("formula")?);
        // A definition may use only those before it, so it is known after its formula.
        let (term, sort) = formula.locate(parse_any(names, formula.text()?))?;
        one.locate(names.define(name, Some(sort)))?;
        definitions.push((name.to_owned(), term));
    }
    Ok(definitions)
}
