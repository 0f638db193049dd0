//! Rules that know the value of one variable.
//!
//! A step like `victim[r] := i` computes which variable it writes, and `level[k] < r` compares two variables: both
//! are code over unpacked values. Once `r` is known, the one is a replacement of bits and the other a test of one
//! variable. So where a single variable of few values stands in the way, a rule is made for each of its values,
//! and the state selects one. A model that counts its rounds is then searched as fast as one with a location for each.

use super::Rule;
use crate::code::Code;
use crate::program::action::{Stage, Way};
use crate::states::layout::Field;
use std::collections::BTreeSet;

/// Variables with more values than this are not split.
const MOST_VALUES: i64 = 16;

/// One rule for each value of a variable.
#[derive(Debug)]
pub(crate) struct Split {
    pub field: Field,
    /// The value that the first rule is for.
    pub low: i64,
    /// The rules; none where no state with that value enables it.
    pub rules: Box<[Option<Rule>]>,
}

impl Split {
    /// The rule for a packed state.
    #[inline]
    pub fn rule(&self, words: &[u64]) -> Option<&Rule> {
        self.rules.get(self.field.get(words).wrapping_sub(self.low) as usize)?.as_ref()
    }
}

/// The rule, split by the first variable with which nothing is left to compute; or as it is, if there is none.
///
/// `make` makes a rule from guards and a way.
pub(super) fn split(
    guards: &[Code],
    way: &Way,
    domains: &[crate::value::Domain],
    field: impl Fn(u32) -> Field,
    make: impl Fn(&[Code], Way) -> Option<Rule>,
) -> Option<Rule> {
    let whole = make(guards, way.clone())?;
    // Later stages read what earlier ones have written.
    if way.len() > 1 {
        return Some(whole);
    }
    for variable in read(&whole) {
        let domain = domains[variable as usize];
        let is_small =
            domain.is_listed && domain.high.checked_sub(domain.low).is_some_and(|n| n < MOST_VALUES);
        if !is_small {
            continue;
        }
        let known = |value: i64| {
            let guards: Vec<Code> = guards.iter().map(|guard| guard.given(variable, value)).collect();
            let stages = way.iter().map(|stage| stage_given(stage, variable, value)).collect();
            make(&guards, stages)
        };
        let mut rules = Vec::new();
        for value in domain.low..=domain.high {
            let rule = known(value);
            if rule.as_ref().is_some_and(|rule| !read(rule).is_empty()) {
                break;
            }
            rules.push(rule);
        }
        if rules.len() as i64 == domain.high - domain.low + 1 {
            return Some(Rule::Split(Box::new(Split {
                field: field(variable),
                low: domain.low,
                rules: rules.into(),
            })));
        }
    }
    Some(whole)
}

/// The variables that a rule computes with.
fn read(rule: &Rule) -> BTreeSet<u32> {
    let mut found = BTreeSet::new();
    if let Rule::Direct(direct) = rule {
        direct.variables(&mut found);
    }
    found
}

fn stage_given(stage: &Stage, variable: u32, value: i64) -> Stage {
    let known = |code: &Code| code.given(variable, value);
    Stage {
        tests: stage.tests.iter().map(known).collect(),
        assignments: (stage.assignments.iter())
            .map(|(target, code, domain)| (target.given(variable, value), known(code), *domain))
            .collect(),
        definitions: (stage.definitions.iter())
            .map(|(target, code, domain)| (*target, known(code), *domain))
            .collect(),
        relations: stage.relations.clone(),
        asserts: stage.asserts.iter().map(known).collect(),
    }
}
