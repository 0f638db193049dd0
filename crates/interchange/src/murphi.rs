//! Reads models of Murphi (`.m`), in the dialects of CMurphi and rumur, as a model.
//!
//! The text is read (`parse`), names and types are resolved and calls written out (`resolve`), loops become copies of their bodies or are
//! done all at once (`settle`), start states are run (`run`), and what is left is written (`write`). What one of these steps cannot
//! express is refused with its place.
//!
//! A state from which every rule leads back to itself is a deadlock, in both programs. So a rule that could leave everything as it is (`changes`)
//! keeps what was and is blocked then, which changes no other property.
//!
//! # Reference
//!
//! Dill, Drexler, Hu, Yang: *Protocol Verification as a Hardware Design Aid*, ICCD 1992, doi:10.1109/ICCD.1992.276232; Ip, Dill: *Better Verification
//! Through Symmetry*, CHDL 1993, doi:10.1007/BF00625968. What the references leave open is as rumur's verifier does it.

mod changes;
mod defined;
mod fold;
mod model;
mod parse;
mod pure;
mod resolve;
mod returns;
mod rounds;
mod run;
mod settle;
mod token;
mod tree;
mod visit;
mod write;

use crate::Problem;

/// Reads a model of Murphi; returns the text of a model, or what is wrong with the file.
pub fn read_murphi(source: &str, name: &str) -> Result<String, Vec<Problem>> {
    let read = || {
        let items = parse::parse(source)?;
        write::write(&resolve::resolve(&items)?, name)
    };
    read().map_err(|problem| vec![problem])
}
