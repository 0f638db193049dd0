//! What a document of certificates is about: which model, with which constants and sizes.

use crate::{Document, Header, Refusal};
use system::{ConstantValue, Role, System, Type};

/// The hash of a model's text, in hexadecimal: FNV-1a with 128 bits (Fowler, Noll, Vo; RFC 9923).
///
/// It tells accidental changes of the model. Nothing rests on it being hard to forge: whatever a certificate claims is proved of the
/// model at hand.
pub fn hash(system: &System) -> String {
    let mut hash = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d_u128;
    for byte in system.source.text().bytes() {
        hash = (hash ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
    }
    format!("{hash:032x}")
}

/// The head of a document about this system, written by this version of the program.
pub fn header(system: &System, version: &str) -> Header {
    let sized = |population: &system::Population| population.size.map(|size| (population.name.clone(), size));
    Header {
        fathom: version.to_owned(),
        model: system.name.clone(),
        hash: hash(system),
        constants: constants(system),
        sizes: system.populations.iter().filter_map(sized).collect(),
    }
}

/// The constants, and the params that have one value.
fn constants(system: &System) -> Vec<(String, ConstantValue)> {
    let constants = system.constants.iter().map(|constant| (constant.name.clone(), constant.value));
    let fixed = system.variables.iter().filter_map(|variable| match (variable.role, variable.ty) {
        (Role::Param, Type::Range { low, high }) if low == high => {
            Some((variable.name.clone(), ConstantValue::Int(low)))
        }
        _ => None,
    });
    constants.chain(fixed).collect()
}

/// That a document is about this system.
///
/// # Errors
/// [`Refusal::Malformed`], saying what is different.
pub fn concerns(document: &Document, system: &System) -> Result<(), Refusal> {
    let (claimed, own) = (&document.header, header(system, ""));
    if claimed.hash != own.hash {
        let what = "the certificates are about another text: the model has been changed, or is another one";
        return Err(Refusal::Malformed(what.into()));
    }
    let show = |value: &ConstantValue| match value {
        ConstantValue::Int(value) => value.to_string(),
        ConstantValue::Bool(value) => value.to_string(),
    };
    same("the constant", &claimed.constants, &own.constants, show)?;
    same("the size of", &claimed.sizes, &own.sizes, i128::to_string)
}

/// That both lists give the same names the same values, in any order.
fn same<T: PartialEq>(
    what: &str,
    claimed: &[(String, T)],
    own: &[(String, T)],
    show: impl Fn(&T) -> String,
) -> Result<(), Refusal> {
    let value = |list: &[(String, T)], name: &str| {
        list.iter().find(|(known, _)| known == name).map_or_else(|| "open".into(), |(_, value)| show(value))
    };
    for (name, _) in claimed.iter().chain(own) {
        let (there, here) = (value(claimed, name), value(own, name));
        if there != here {
            let what = format!("{what} `{name}` is {there} in the certificates, and {here} in the model");
            return Err(Refusal::Malformed(what));
        }
    }
    Ok(())
}
