//! Coloured places and transitions, and what became of them.

use crate::formula::{Formula, Property, Question, Sum};
use std::collections::BTreeMap;

/// For each coloured place and transition, by its identifier, the identifiers of its instances; empty for nets without colours.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Families {
    /// The instances of each coloured place.
    pub places: BTreeMap<String, Vec<String>>,
    /// The instances of each coloured transition.
    pub transitions: BTreeMap<String, Vec<String>>,
}

impl Families {
    /// The properties, about instances: the tokens of a coloured place are those of its instances together, and a coloured transition can
    /// fire if one of its instances can.
    pub(crate) fn expanded(&self, properties: &[Property]) -> Vec<Property> {
        let expand = |property: &Property| {
            let question = match &property.question {
                Question::Truth(formula) => Question::Truth(self.formula(formula)),
                Question::Bound(places) => Question::Bound(of_all(&self.places, places)),
            };
            Property { question, ..property.clone() }
        };
        properties.iter().map(expand).collect()
    }

    fn formula(&self, formula: &Formula) -> Formula {
        let one = |inner: &Formula| Box::new(self.formula(inner));
        let all = |inner: &[Formula]| inner.iter().map(|each| self.formula(each)).collect();
        match formula {
            Formula::Bool(_) | Formula::Deadlock => formula.clone(),
            Formula::Fireable(transitions) => Formula::Fireable(of_all(&self.transitions, transitions)),
            Formula::AtMost(a, b) => Formula::AtMost(self.sum(a), self.sum(b)),
            Formula::Equal(a, b) => Formula::Equal(self.sum(a), self.sum(b)),
            Formula::Not(a) => Formula::Not(one(a)),
            Formula::And(parts) => Formula::And(all(parts)),
            Formula::Or(parts) => Formula::Or(all(parts)),
            Formula::Iff(a, b) => Formula::Iff(one(a), one(b)),
            Formula::AllPaths(a) => Formula::AllPaths(one(a)),
            Formula::SomePath(a) => Formula::SomePath(one(a)),
            Formula::Next(a) => Formula::Next(one(a)),
            Formula::Finally(a) => Formula::Finally(one(a)),
            Formula::Globally(a) => Formula::Globally(one(a)),
            Formula::Until(a, b) => Formula::Until(one(a), one(b)),
        }
    }

    fn sum(&self, sum: &Sum) -> Sum {
        let terms = sum.places.iter().flat_map(|(factor, place)| {
            of_all(&self.places, std::slice::from_ref(place)).into_iter().map(|instance| (*factor, instance))
        });
        Sum { constant: sum.constant, places: terms.collect() }
    }
}

/// The instances of what has some, everything else as it is.
fn of_all(families: &BTreeMap<String, Vec<String>>, ids: &[String]) -> Vec<String> {
    let instances = |id: &String| families.get(id).cloned().unwrap_or_else(|| vec![id.clone()]);
    ids.iter().flat_map(instances).collect()
}
