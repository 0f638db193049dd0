//! Sums of integer variables with whole factors. Every operation is checked: what does not fit a number is refused.

use crate::refusal::Refusal;
use crate::variable::Variable;
use std::collections::BTreeMap;

/// A constant plus multiples of integer variables; no factor is zero.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Linear {
    /// The factor of each variable.
    pub terms: BTreeMap<Variable, i128>,
    /// The constant.
    pub constant: i128,
}

impl Linear {
    /// A constant.
    pub fn constant(constant: i128) -> Linear {
        Linear { terms: BTreeMap::new(), constant }
    }

    /// The value of a variable.
    pub fn variable(variable: Variable) -> Linear {
        Linear { terms: BTreeMap::from([(variable, 1)]), constant: 0 }
    }

    /// The value, if there is no variable.
    pub fn as_constant(&self) -> Option<i128> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// The factor of a variable, zero if it does not occur.
    pub fn factor(&self, variable: Variable) -> i128 {
        self.terms.get(&variable).copied().unwrap_or(0)
    }

    /// The sum of both.
    pub fn plus(&self, other: &Linear) -> Result<Linear, Refusal> {
        let mut sum = self.clone();
        sum.constant = sum.constant.checked_add(other.constant).ok_or(Refusal::Overflow)?;
        for (variable, factor) in &other.terms {
            let total = sum.factor(*variable).checked_add(*factor).ok_or(Refusal::Overflow)?;
            match total {
                0 => sum.terms.remove(variable),
                _ => sum.terms.insert(*variable, total),
            };
        }
        Ok(sum)
    }

    /// The multiple.
    pub fn times(&self, factor: i128) -> Result<Linear, Refusal> {
        if factor == 0 {
            return Ok(Linear::default());
        }
        let times = |own: i128| own.checked_mul(factor).ok_or(Refusal::Overflow);
        let terms = self.terms.iter().map(|(variable, own)| Ok((*variable, times(*own)?)));
        Ok(Linear { terms: terms.collect::<Result<_, Refusal>>()?, constant: times(self.constant)? })
    }

    /// The difference of both.
    pub fn minus(&self, other: &Linear) -> Result<Linear, Refusal> {
        self.plus(&other.times(-1)?)
    }

    /// The sum with another one in place of a variable.
    pub fn with(&self, variable: Variable, other: &Linear) -> Result<Linear, Refusal> {
        let mut rest = self.clone();
        match rest.terms.remove(&variable) {
            Some(factor) => rest.plus(&other.times(factor)?),
            None => Ok(rest),
        }
    }
}
