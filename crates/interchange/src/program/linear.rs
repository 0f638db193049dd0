//! Sums of variables with whole factors.

/// What a sum is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Symbol {
    /// A variable of the program, by its number: its value before a step.
    Now(usize),
    /// Its value after the step.
    Next(usize),
    /// A value that nothing fixes.
    Unknown(usize),
}

/// A sum of symbols with factors, and a constant. No symbol occurs twice, and no factor is zero.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Linear {
    /// The symbols with their factors, in the order in which they were written.
    pub terms: Vec<(i128, Symbol)>,
    /// The constant.
    pub constant: i128,
}

/// Factors and constants are smaller than this.
const LIMIT: i128 = 1_000_000_000_000_000_000;

impl Linear {
    /// A number.
    pub fn number(constant: i128) -> Self {
        Linear { terms: Vec::new(), constant }
    }

    /// A symbol alone.
    pub fn symbol(symbol: Symbol) -> Self {
        Linear { terms: vec![(1, symbol)], constant: 0 }
    }

    /// The number, if no symbol occurs.
    pub fn as_number(&self) -> Option<i128> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// The symbol, if it is all there is.
    pub fn as_symbol(&self) -> Option<Symbol> {
        match (self.terms.as_slice(), self.constant) {
            ([(1, symbol)], 0) => Some(*symbol),
            _ => None,
        }
    }

    /// The sum with another one so many times; nothing if a number becomes too large.
    pub fn plus(&self, times: i128, other: &Linear) -> Option<Self> {
        let mut sum = self.clone();
        sum.constant = added(sum.constant, times, other.constant)?;
        for (factor, symbol) in &other.terms {
            match sum.terms.iter_mut().find(|(_, known)| known == symbol) {
                Some((known, _)) => *known = added(*known, times, *factor)?,
                None => sum.terms.push((added(0, times, *factor)?, *symbol)),
            }
        }
        sum.terms.retain(|(factor, _)| *factor != 0);
        Some(sum)
    }

    /// The sum so many times; nothing if a number becomes too large.
    pub fn times(&self, factor: i128) -> Option<Self> {
        Linear::default().plus(factor, self)
    }

    /// The sum with a sum in the place of each symbol; nothing if a number becomes too large.
    pub fn replaced(&self, value: &impl Fn(Symbol) -> Linear) -> Option<Self> {
        let constant = Linear::number(self.constant);
        self.terms.iter().try_fold(constant, |sum, (factor, symbol)| sum.plus(*factor, &value(*symbol)))
    }

    /// The symbols.
    pub fn symbols(&self) -> impl Iterator<Item = Symbol> {
        self.terms.iter().map(|(_, symbol)| *symbol)
    }
}

fn added(sum: i128, times: i128, value: i128) -> Option<i128> {
    times.checked_mul(value)?.checked_add(sum).filter(|sum| sum.abs() < LIMIT)
}
