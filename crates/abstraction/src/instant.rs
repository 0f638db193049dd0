//! A state of unknown values: what the variables of a space have at one moment, as unknowns of a solver.

use satisfiability::{Integer, Literal, Solver, Sum};
use state_sets::{Halt, Kind, Limited, Point, Space};

/// The unknown value of one cell.
#[derive(Debug, Clone)]
pub(crate) enum Unknown {
    /// An integer.
    Number(Integer),
    /// The bits of a code, the least first.
    Code(Vec<Literal>),
}

/// The unknown values of all variables of a space at one moment.
#[derive(Debug, Clone)]
pub(crate) struct Instant(pub Vec<Unknown>);

impl Unknown {
    /// A new one of this kind, whose values are those of the kind.
    pub fn new(solver: &mut Solver, kind: Kind) -> Limited<Unknown> {
        match kind {
            Kind::Finite { count } => {
                let bits: Vec<Literal> = (0..bits_of(count)).map(|_| solver.boolean()).collect();
                let below = at_most(solver, &bits, count.saturating_sub(1));
                solver.clause(&[below]);
                Ok(Unknown::Code(bits))
            }
            Kind::Integer { low, high } => {
                let number = solver.integer();
                let value = Sum::of(number);
                let below = low.map(|low| Sum::constant(low).minus(&value));
                let above = high.map(|high| value.minus(&Sum::constant(high)));
                for excess in [below, above].into_iter().flatten() {
                    let within = solver.not_positive(&excess.ok_or_else(too_large)?);
                    solver.clause(&[within]);
                }
                Ok(Unknown::Number(number))
            }
        }
    }

    /// Its value in the solver's model.
    pub fn value(&self, solver: &Solver) -> i128 {
        match self {
            Unknown::Number(number) => solver.number(*number),
            Unknown::Code(bits) => {
                let bit = |(place, bit): (usize, &Literal)| i128::from(solver.value(*bit)) << place;
                bits.iter().enumerate().map(bit).sum()
            }
        }
    }
}

impl Instant {
    /// New unknowns for all variables.
    pub fn new(solver: &mut Solver, space: &Space) -> Limited<Instant> {
        let unknowns = space.all().map(|variable| Unknown::new(solver, space.kind(variable)));
        Ok(Instant(unknowns.collect::<Limited<_>>()?))
    }

    /// The state in the solver's model.
    pub fn point(&self, solver: &Solver) -> Point {
        Point(self.0.iter().map(|unknown| unknown.value(solver)).collect())
    }
}

/// A number of a formula is too large.
pub(crate) fn too_large() -> Halt {
    Halt::Unsupported("a number does not fit 128 bits".into())
}

/// How many bits tell so many codes apart.
fn bits_of(count: u64) -> u32 {
    u64::BITS.saturating_sub(count.saturating_sub(1).leading_zeros())
}

/// That the code is no greater than this.
fn at_most(solver: &mut Solver, bits: &[Literal], most: u64) -> Literal {
    let mut fits = Literal::TRUE;
    for (place, bit) in bits.iter().enumerate() {
        fits = match most >> place & 1 {
            1 => solver.or(&[!*bit, fits]),
            _ => solver.and(&[!*bit, fits]),
        };
    }
    fits
}

/// That the code is this one.
pub(crate) fn is_code(solver: &mut Solver, bits: &[Literal], code: u64) -> Literal {
    if u64::try_from(bits.len()).is_ok_and(|width| width < 64 && code >> width != 0) {
        return Literal::FALSE;
    }
    let bit = |(place, bit): (usize, &Literal)| if code >> place & 1 == 1 { *bit } else { !*bit };
    let parts: Vec<Literal> = bits.iter().enumerate().map(bit).collect();
    solver.and(&parts)
}
