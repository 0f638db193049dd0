//! `fathom certify --smt2`: obligations as files for other people's solvers.

use super::documents::Claims;
use super::for_each;
use super::report::head;
use crate::args::CertifyArgs;
use crate::certified::{Acceptance, AnyCertificate};
use crate::file::write_text;
use crate::supervise::Lost;
use crate::{Console, Exit};
use certificates::SmtLib;
use serde_json::{Value as Json, json};
use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;
use system::System;

/// The obligations of a certificate, each with its name; or what keeps them from being written.
type Obligations = Result<Vec<(String, String)>, Acceptance>;

/// Writes the obligations of all certificates.
pub fn run(claims: &Arc<Claims>, folder: &Path, arguments: &CertifyArgs, console: &Console) -> Exit {
    let mut all: Vec<Obligations> = Vec::new();
    let done =
        for_each(claims, arguments, console, &mut |found| all.push(found), |claims, certificate, _| {
            obligations(&claims.model.system, certificate)
        });
    match done {
        Ok(()) => {}
        Err(Lost::Panicked) => return Exit::Internal,
        Err(Lost::Unresponsive(stop)) => {
            all.resize_with(claims.wanted.len(), || Err(Acceptance::Undecided(stop.to_string())));
        }
    }
    match write(claims, &all, folder) {
        Ok(files) => report(claims, &all, &files, folder, arguments, console),
        Err(failed) => {
            console.error(&failed, None);
            Exit::Wrong
        }
    }
}

fn obligations(system: &System, certificate: &AnyCertificate) -> Obligations {
    let Some(certificate) = certificate.of_model().filter(|certificate| certificate.proof.is_ok()) else {
        return Err(Acceptance::Unasked);
    };
    match certificates::discharge(system, certificate, SmtLib::new) {
        Ok(logics) => Ok(logics.into_iter().flat_map(|logic| logic.obligations).collect()),
        Err(refusal) => Err(Err(refusal).into()),
    }
}

/// A file that was written.
struct WrittenObligation {
    property: String,
    obligation: String,
    file: String,
}

/// Writes a file for each obligation.
fn write(claims: &Claims, all: &[Obligations], folder: &Path) -> Result<Vec<WrittenObligation>, String> {
    let cannot = |error: std::io::Error| format!("{}: cannot be written: {error}", folder.display());
    std::fs::create_dir_all(folder).map_err(cannot)?;
    let mut files = Vec::new();
    let mut stems = HashSet::new();
    for (number, found) in all.iter().enumerate() {
        let property = claims.certificate(number).property().to_owned();
        let mut stem = file_stem(&property);
        while !stems.insert(stem.clone()) {
            stem.push('_');
        }
        for (at, (obligation, text)) in found.iter().flatten().enumerate() {
            let file = folder.join(format!("{stem}-{}.smt2", at + 1));
            write_text(&file, text)?;
            let (property, obligation) = (property.clone(), obligation.clone());
            files.push(WrittenObligation { property, obligation, file: file.display().to_string() });
        }
    }
    Ok(files)
}

/// The name of a property as the beginning of a file's name.
fn file_stem(property: &str) -> String {
    let allowed = |letter: char| letter.is_alphanumeric() || "_-".contains(letter);
    property.chars().map(|letter| if allowed(letter) { letter } else { '_' }).collect()
}

fn report(
    claims: &Claims,
    all: &[Obligations],
    files: &[WrittenObligation],
    folder: &Path,
    arguments: &CertifyArgs,
    console: &Console,
) -> Exit {
    let mut exit = Exit::Success;
    let mut problems = Vec::new();
    for (number, found) in all.iter().enumerate() {
        let Err(acceptance) = found else { continue };
        let certificate = claims.certificate(number);
        let (worse, why) = match (acceptance, certificate.missing()) {
            (Acceptance::Refused(contradiction), _) => (Exit::Violated, contradiction.to_string()),
            (Acceptance::Undecided(why), _) => (Exit::Unknown, why.clone()),
            (_, Some(why)) => (Exit::Success, format!("there is no certificate: {why}")),
            (_, None) => continue,
        };
        exit = exit.max(worse);
        problems.push((certificate.property(), why));
    }
    if arguments.json {
        console.print(&format!("{:#}\n", document(claims, files, &problems)));
        return exit;
    }
    for (name, why) in &problems {
        console.warning(&format!("nothing was written for '{name}': {why}"));
    }
    let count = files.len();
    let what = if count == 1 { "obligation was" } else { "obligations were" };
    let advice = "a solver must answer `unsat` to each";
    console.print(&format!("{count} {what} written to {}; {advice}\n", folder.display()));
    exit
}

fn document(claims: &Claims, files: &[WrittenObligation], problems: &[(&str, String)]) -> Json {
    let mut document = head(claims);
    let file = |written: &WrittenObligation| json!({ "name": written.property, "obligation": written.obligation, "file": written.file });
    document["obligations"] = files.iter().map(file).collect();
    if !problems.is_empty() {
        let problem = |(name, why): &(&str, String)| json!({ "name": name, "reason": why });
        document["not_written"] = problems.iter().map(problem).collect();
    }
    document
}
