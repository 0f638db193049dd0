//! Where names stand, and what each stands for.

use super::declare::Known;
use super::{DeclarationId, NameTable, Occurrence};
use crate::referents::{Loose, NameLog, Referent, referent_of};
use crate::symbols::{BodyIndex, Symbols};

/// Fills in the places of names: declarations first, then what the check has met, then names without a known owner, which
/// may belong to any process that has such a name.
pub(super) fn occurrences(symbols: &Symbols<'_>, known: &Known, log: &NameLog, table: &mut NameTable) {
    let mut found = Vec::new();
    for (number, declaration) in table.declarations.iter().enumerate() {
        for span in &declaration.at {
            let declarations = vec![DeclarationId(number)];
            found.push(Occurrence { span: *span, declarations, declares: true });
        }
    }
    for (span, referents) in &log.met {
        let declarations = ids(referents.iter().copied(), known);
        found.push(Occurrence { span: *span, declarations, declares: false });
    }
    for (span, (loose, name)) in &log.loose {
        if !log.met.contains_key(span) {
            let declarations = ids(candidates(symbols, *loose, name), known);
            found.push(Occurrence { span: *span, declarations, declares: false });
        }
    }
    found.retain(|occurrence| !occurrence.declarations.is_empty());
    found.sort_by_key(|occurrence| (occurrence.span, !occurrence.declares));
    // A name that declares something is not a use of it as well.
    found.dedup_by(|later, earlier| later.span == earlier.span);
    table.occurrences = found;
}

fn ids(referents: impl Iterator<Item = Referent>, known: &Known) -> Vec<DeclarationId> {
    let mut ids: Vec<DeclarationId> =
        referents.filter_map(|referent| known.get(&referent).copied()).collect();
    ids.sort_unstable();
    ids.dedup();
    ids
}

/// What a name without a known owner may stand for.
fn candidates<'s>(
    symbols: &'s Symbols<'_>,
    loose: Loose,
    name: &'s str,
) -> Box<dyn Iterator<Item = Referent> + 's> {
    let bodies = symbols.bodies.iter();
    match loose {
        Loose::Field => {
            let own = bodies.filter_map(move |body| body.values.get(name).copied().and_then(referent_of));
            let fields = symbols.structures.fields_named(name);
            Box::new(own.chain(fields.map(|(record, number)| Referent::Field(record, number))))
        }
        Loose::Location => Box::new(bodies.enumerate().filter_map(move |(index, body)| {
            let number = body.location_numbers.get(name)?;
            Some(Referent::Location(BodyIndex(index), *number))
        })),
    }
}
