//! The variables that compiled expressions may read.

use super::{Address, Code, Target};
use std::collections::BTreeSet;

impl Code {
    /// Adds the variables whose current values the expression may read.
    pub fn variables(&self, found: &mut BTreeSet<u32>) {
        match self {
            Code::Constant(_) | Code::TooLarge(_) | Code::ReadNext(_) => {}
            Code::Read(variable) | Code::Is(variable, _) | Code::IsNot(variable, _) => {
                found.insert(*variable);
            }
            Code::Bounded(_, variable, _) => {
                found.insert(*variable);
            }
            Code::CountIs(variables, _) => found.extend(variables.iter().copied()),
            Code::ReadAt(address) => {
                found.extend(address.reach());
                address.variables(found);
            }
            Code::ReadNextAt(address) => address.variables(found),
            Code::Not(a) | Code::Negate(a, _) | Code::Absolute(a, _) => a.variables(found),
            Code::IndexOf(a, ..) | Code::InstanceAt(a, ..) => a.variables(found),
            Code::And(all) | Code::Or(all) | Code::Sum(all, _) | Code::Count(all) => {
                all.iter().for_each(|code| code.variables(found));
            }
            Code::Implies(pair) | Code::Compare(_, pair) | Code::Arithmetic(_, pair, _) => {
                pair.iter().for_each(|code| code.variables(found));
            }
            Code::Reach(ways) => ways.parts().for_each(|code| code.variables(found)),
            Code::If(parts) => parts.iter().for_each(|code| code.variables(found)),
        }
    }
}

impl Address {
    /// All variables that the address can denote.
    pub fn reach(&self) -> Vec<u32> {
        self.selectors.iter().fold(vec![self.first], |variables, select| {
            let positions = |variable: u32| {
                (0..select.count).map(move |p| variable.saturating_add(p.saturating_mul(select.stride)))
            };
            variables.into_iter().flat_map(positions).collect()
        })
    }

    /// Adds the variables that its selectors may read.
    pub fn variables(&self, found: &mut BTreeSet<u32>) {
        self.selectors.iter().for_each(|select| select.index.variables(found));
    }
}

impl Target {
    /// All variables that can be written.
    pub fn reach(&self) -> Vec<u32> {
        match self {
            Target::Fixed(variable) => vec![*variable],
            Target::Selected(address) => address.reach(),
        }
    }
}
