//! Which track holds which cell.

use integer_automata::{BooleanTrack, Formula, Linear, Numbers, Track};
use state_sets::{Cell, Kind, Local, Moment, Space, Variable};

/// Where codes are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Codes {
    /// As bits on Boolean tracks.
    Bits,
    /// As numbers on integer tracks.
    Numbers,
}

/// The tracks of a space's variables before and after a step, and of bound variables.
#[derive(Debug, Clone)]
pub struct Tracks {
    numbers: Numbers,
    codes: Codes,
    kinds: Vec<Kind>,
    /// The first bit of each finite variable; bits before and after a step take turns.
    bits: Vec<u16>,
}

impl Tracks {
    /// The tracks for a space; nothing if it has too many variables.
    pub fn new(space: &Space, codes: Codes) -> Option<Tracks> {
        let kinds: Vec<Kind> = space.variables.iter().map(|declaration| declaration.kind).collect();
        let is_natural = |kind: &Kind| match kind {
            Kind::Finite { .. } => true,
            Kind::Integer { low, .. } => low.is_some_and(|low| low >= 0),
        };
        let numbers = if kinds.iter().all(is_natural) { Numbers::Naturals } else { Numbers::Integers };
        let mut bits = Vec::new();
        let mut next = 0_u16;
        for kind in &kinds {
            bits.push(next);
            next = next.checked_add(2 * width(*kind))?;
        }
        u16::try_from(2 * kinds.len()).ok()?;
        Some(Tracks { numbers, codes, kinds, bits })
    }

    /// The numbers that words encode: natural ones if no variable can be negative.
    pub fn numbers(&self) -> Numbers {
        self.numbers
    }

    /// The number of variables.
    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    /// The values of a variable.
    pub fn kind(&self, variable: Variable) -> Kind {
        self.kinds[variable.index()]
    }

    /// Where codes are written.
    pub fn codes(&self) -> Codes {
        self.codes
    }

    /// Whether the variable is finite.
    pub fn is_finite(&self, variable: Variable) -> bool {
        matches!(self.kind(variable), Kind::Finite { .. })
    }

    /// The track of a variable's number.
    pub fn track(&self, variable: Variable, moment: Moment) -> Track {
        Track::new(2 * variable.0 as u16 + u16::from(moment == Moment::Next))
    }

    /// The tracks of a bound variable: its value is the first less the second.
    fn local(&self, local: Local) -> Option<(Track, Track)> {
        let number = local.0.checked_mul(2)?.checked_add(2 * self.kinds.len() as u32)?;
        let number = u16::try_from(number).ok().filter(|number| *number < u16::MAX)?;
        Some((Track::new(number), Track::new(number + 1)))
    }

    /// The tracks that a bound variable takes. Where words encode natural numbers it is a difference of two, since it may
    /// be negative.
    pub fn of_local(&self, local: Local) -> Option<Vec<Track>> {
        let (first, second) = self.local(local)?;
        Some(match self.numbers {
            Numbers::Naturals => vec![first, second],
            Numbers::Integers => vec![first],
        })
    }

    /// The value of a cell; nothing if its number is too large.
    pub fn value(&self, cell: Cell) -> Option<Linear> {
        Some(match cell {
            Cell::Variable(variable, moment) => Linear::term(1, self.track(variable, moment)),
            Cell::Local(local) => {
                let (first, second) = self.local(local)?;
                match self.numbers {
                    Numbers::Naturals => Linear::term(1, first).minus(&Linear::term(1, second)),
                    Numbers::Integers => Linear::term(1, first),
                }
            }
        })
    }

    /// The code of a variable is one of these, where codes are bits.
    pub fn member(&self, variable: Variable, moment: Moment, codes: &[u64]) -> Formula {
        one_of(&self.bits(variable, moment), codes)
    }

    /// Two variables have the same code, where codes are bits.
    pub fn same(&self, left: (Variable, Moment), right: (Variable, Moment)) -> Formula {
        let (left, right) = (self.bits(left.0, left.1), self.bits(right.0, right.1));
        let bit = |bits: &[BooleanTrack], place: usize| match bits.get(place) {
            Some(track) => Formula::Boolean(*track),
            None => Formula::Constant(false),
        };
        let equal = |place: usize| {
            let (left, right) = (bit(&left, place), bit(&right, place));
            Formula::any([
                Formula::all([left.clone(), right.clone()]),
                Formula::all([left.not(), right.not()]),
            ])
        };
        Formula::all((0..left.len().max(right.len())).map(equal))
    }

    /// The Boolean tracks of a finite variable, least significant bit first.
    pub fn bits(&self, variable: Variable, moment: Moment) -> Vec<BooleanTrack> {
        let first = self.bits[variable.index()] + u16::from(moment == Moment::Next);
        (0..width(self.kind(variable))).map(|bit| BooleanTrack::new(first + 2 * bit)).collect()
    }
}

/// The bits of a finite variable.
fn width(kind: Kind) -> u16 {
    match kind {
        Kind::Finite { count } => (u64::BITS - count.saturating_sub(1).leading_zeros()) as u16,
        Kind::Integer { .. } => 0,
    }
}

/// The bits, least significant first, are those of one of the sorted codes.
fn one_of(bits: &[BooleanTrack], codes: &[u64]) -> Formula {
    let Some((highest, lower)) = bits.split_last() else {
        return Formula::Constant(codes.contains(&0));
    };
    let limit = 1_u64 << lower.len();
    let split = codes.partition_point(|code| *code < limit);
    let above: Vec<u64> =
        codes[split..].iter().map(|code| code - limit).filter(|code| *code < limit).collect();
    let side = |set: bool, codes: &[u64]| {
        let bit = Formula::Boolean(*highest);
        let bit = if set { bit } else { bit.not() };
        match codes.len() as u64 {
            0 => Formula::Constant(false),
            all if all == limit => bit,
            _ => Formula::all([bit, one_of(lower, codes)]),
        }
    };
    Formula::any([side(false, &codes[..split]), side(true, &above)])
}
