//! Weighted sums of fields, compared with a constant.
//!
//! Formulas about nets compare numbers of tokens, `2 * a + b <= c`. Over fields that are narrow enough, no part of such a comparison can
//! overflow, nothing of it can fault, and the order of its parts does not matter; so it is one sum over the packed state.

use crate::code::{Code, compare};
use crate::states::layout::{Field, Layout};
use std::collections::BTreeMap;
use system::{Comparison, Operation};

/// No partial sum may be as large as this.
const FAR: i128 = 1 << 62;

/// A weighted sum of fields compared with a constant.
#[derive(Debug, Clone)]
pub(crate) struct FieldSum {
    terms: Box<[(Field, i64)]>,
    comparison: Comparison,
    limit: i64,
}

impl FieldSum {
    /// The comparison of two sums of variables; nothing if one is no such sum, or its parts may be too large.
    pub fn new(comparison: Comparison, left: &Code, right: &Code, layout: &Layout) -> Option<Self> {
        let mut sum = UnfinishedSum { layout, factors: BTreeMap::new(), constant: 0, largest: 0 };
        sum.add(left, 1)?;
        sum.add(right, -1)?;
        let factor =
            |(variable, factor): (u32, i128)| Some((*layout.field(variable), i64::try_from(factor).ok()?));
        let terms = sum.factors.into_iter().filter(|(_, factor)| *factor != 0).map(factor);
        Some(FieldSum {
            terms: terms.collect::<Option<_>>()?,
            comparison,
            limit: i64::try_from(-sum.constant).ok()?,
        })
    }

    /// How many fields are read.
    pub fn len(&self) -> usize {
        self.terms.len()
    }

    /// Whether the comparison is true of a packed state.
    #[inline]
    pub fn holds(&self, words: &[u64]) -> bool {
        let sum: i64 = self.terms.iter().map(|(field, factor)| field.get(words) * factor).sum();
        compare(self.comparison, sum, self.limit)
    }
}

/// What a sum of variables is made of.
struct UnfinishedSum<'l> {
    layout: &'l Layout,
    factors: BTreeMap<u32, i128>,
    constant: i128,
    /// What the sum of all parts can be at most, whatever their signs.
    largest: i128,
}

impl UnfinishedSum<'_> {
    /// Adds so many times a term; nothing if it is not linear, or may become too large.
    fn add(&mut self, code: &Code, times: i128) -> Option<()> {
        match code {
            Code::Constant(value) => {
                let value = times.checked_mul(i128::from(*value))?;
                self.enlarge(value.checked_abs()?)?;
                self.constant += value;
                Some(())
            }
            Code::Read(variable) => {
                let field = self.layout.field(*variable);
                let (low, high) = (i128::from(field.low), i128::from(field.low) + i128::from(field.mask));
                let factor = self.factors.entry(*variable).or_default();
                *factor = factor.checked_add(times)?;
                self.enlarge(times.checked_abs()?.checked_mul(low.abs().max(high.abs()))?)
            }
            Code::Sum(all, _) => all.iter().try_for_each(|part| self.add(part, times)),
            Code::Negate(inner, _) => self.add(inner, times.checked_neg()?),
            Code::Arithmetic(Operation::Add, pair, _) => {
                self.add(&pair[0], times)?;
                self.add(&pair[1], times)
            }
            Code::Arithmetic(Operation::Sub, pair, _) => {
                self.add(&pair[0], times)?;
                self.add(&pair[1], times.checked_neg()?)
            }
            Code::Arithmetic(Operation::Mul, pair, _) => match &**pair {
                [Code::Constant(factor), other] | [other, Code::Constant(factor)] => {
                    self.add(other, times.checked_mul(i128::from(*factor))?)
                }
                _ => None,
            },
            _ => None,
        }
    }

    fn enlarge(&mut self, by: i128) -> Option<()> {
        self.largest = self.largest.checked_add(by).filter(|largest| *largest < FAR)?;
        Some(())
    }
}
