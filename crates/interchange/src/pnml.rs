//! Reads and writes Petri nets in PNML.
//!
//! Place/transition nets are read as they are ([`plain`]), coloured nets (symmetric nets) as the place/transition nets that they
//! unfold to ([`coloured`]). Graphics and tool-specific parts are passed over.
//!
//! # Reference
//! ISO/IEC 15909-2:2011, *High-level Petri nets, part 2: transfer format*.

mod coloured;
mod dialect;
mod graph;
mod plain;
mod write;

pub use write::write_pnml;

use crate::Problem;
use crate::net::Net;
use crate::xml::{attribute, elements, name, parse, problem};
use dialect::{Kind, kind};
use graph::Graph;

/// Reads the net of a PNML document.
pub fn read_net(source: &str) -> Result<Net, Problem> {
    let document = parse(source)?;
    let root = document.root_element();
    if name(root) != "pnml" {
        let message = format!("a PNML document begins with <pnml>, this one with <{}>", name(root));
        return Err(problem(root, message));
    }
    let mut nets = elements(root).filter(|node| name(*node) == "net");
    let net = nets.next().ok_or_else(|| problem(root, "there is no <net> in this document"))?;
    if let Some(second) = nets.next() {
        return Err(problem(second, "only documents with one net are supported"));
    }
    let id = attribute(net, "id").unwrap_or("net");
    match kind(net)? {
        Kind::Plain => plain::net(id, &Graph::of(net)?),
        Kind::Coloured => coloured::net(id, &Graph::of(net)?),
    }
}
