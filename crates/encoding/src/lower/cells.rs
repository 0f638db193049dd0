//! Atoms over cells: comparisons of sums in the simplest form, with what is known from the kinds of the cells.
//!
//! A *witness* is a local whose value is determined by other cells, such as a quotient. Sums may mention it
//! freely; the atom that compares such a sum binds it, together with its definition. Since there is exactly one
//! value, this is right under any number of negations.

use super::conjunction::all;
use super::interval::Interval;
use state_sets::{Cell, Comparison, Formula, IBig, Kind, Linear, Local, Part, Space, Term, Variable};
use std::collections::BTreeMap;

/// Finite cells with more codes than this are compared by sums, not by lists of codes.
const MOST_LISTED: u64 = 1 << 10;

/// The kinds of all cells, and the definitions of witnesses.
#[derive(Debug, Clone)]
pub(crate) struct Cells {
    variables: Vec<Kind>,
    locals: Vec<Kind>,
    definitions: BTreeMap<Local, Formula>,
}

impl Cells {
    /// The cells of a space.
    pub fn new(space: &Space) -> Cells {
        let variables = space.variables.iter().map(|declaration| declaration.kind).collect();
        Cells { variables, locals: Vec::new(), definitions: BTreeMap::new() }
    }

    /// Begins anew with locals.
    pub fn forget_locals(&mut self) {
        self.locals.clear();
        self.definitions.clear();
    }

    /// A new local.
    pub fn local(&mut self, kind: Kind) -> Local {
        let local = Local(self.locals.len() as u32);
        self.locals.push(kind);
        local
    }

    /// A new local with a value in the interval, and the sum that is this value.
    pub(super) fn within(&mut self, interval: Interval, most_codes: i128) -> (Local, Kind, Linear) {
        let (kind, offset) = match interval.listed(most_codes) {
            Some((low, high)) => (Kind::Finite { count: number_of_codes(low, high) }, low),
            None => (Kind::Integer { low: interval.low, high: interval.high }, 0),
        };
        let local = self.local(kind);
        let mut value = Linear::cell(Cell::Local(local));
        value.constant = offset;
        (local, kind, value)
    }

    /// Says what determines a witness.
    pub fn define(&mut self, local: Local, definition: Formula) {
        self.definitions.insert(local, definition);
    }

    /// The kind of a cell.
    pub fn kind(&self, cell: Cell) -> Kind {
        match cell {
            Cell::Variable(Variable(number), _) => self.variables[number as usize],
            Cell::Local(Local(number)) => self.locals[number as usize],
        }
    }

    /// The kind of a local.
    pub fn local_kind(&self, local: Local) -> Kind {
        self.kind(Cell::Local(local))
    }

    /// What is known of the value of a sum.
    pub(super) fn interval(&self, sum: &Linear) -> Interval {
        let constant = Interval::new(sum.constant, sum.constant);
        sum.terms.iter().fold(constant, |interval, (factor, term)| {
            let own = match term {
                Term::Cell(cell) => Interval::of(self.kind(*cell)),
                Term::Indicator(_) => Interval::new(0, 1),
            };
            interval.plus(own.times(*factor))
        })
    }

    /// The sum is zero.
    pub fn zero(&self, sum: Linear) -> Formula {
        self.atom(sum, Comparison::Zero)
    }

    /// The sum is zero or less.
    pub fn not_positive(&self, sum: Linear) -> Formula {
        self.atom(sum, Comparison::NotPositive)
    }

    /// The divisor, which is positive, divides the sum.
    pub fn divides(&self, divisor: i128, sum: Linear) -> Formula {
        match sum.as_constant() {
            Some(constant) => Formula::plain(constant.rem_euclid(divisor) == 0),
            None => self.bound(&sum, self.plain_divides(divisor, sum.clone())),
        }
    }

    fn plain_divides(&self, divisor: i128, sum: Linear) -> Formula {
        if let Some((factor, cell, count)) = self.single(&sum) {
            let holds = |code: &u64| divides(divisor, factor, *code, sum.constant);
            return member(cell, (0..count).filter(holds).collect(), count);
        }
        Formula::Divides(divisor, sum)
    }

    /// The comparison without the binding of witnesses, for their definitions.
    pub fn open(&self, sum: Linear, comparison: Comparison) -> Formula {
        let interval = self.interval(&sum);
        let decided = match comparison {
            Comparison::Zero if !interval.has(0) && !sum.terms.is_empty() => excludes_zero(interval),
            Comparison::Zero => sum.as_constant().map(|constant| constant == 0),
            Comparison::NotPositive if interval.high.is_some_and(|high| high <= 0) => Some(true),
            Comparison::NotPositive if interval.low.is_some_and(|low| low > 0) => Some(false),
            Comparison::NotPositive => None,
        };
        match decided {
            Some(decided) => Formula::plain(decided),
            None => self.simplest(sum, comparison),
        }
    }

    fn atom(&self, sum: Linear, comparison: Comparison) -> Formula {
        let open = self.open(sum.clone(), comparison);
        if matches!(&open, Formula::And(parts) | Formula::Or(parts) if parts.is_empty()) {
            return open;
        }
        self.bound(&sum, open)
    }

    fn simplest(&self, sum: Linear, comparison: Comparison) -> Formula {
        if let Some((factor, cell, count)) = self.single(&sum) {
            let holds = |code: &u64| compares(comparison, factor, *code, sum.constant);
            return member(cell, (0..count).filter(holds).collect(), count);
        }
        match (sum.terms.as_slice(), comparison) {
            ([(1 | -1, Term::Cell(left)), (1 | -1, Term::Cell(right))], Comparison::Zero)
                if sum.constant == 0
                    && sum.terms[0].0 != sum.terms[1].0
                    && [left, right].iter().all(|cell| matches!(self.kind(**cell), Kind::Finite { .. })) =>
            {
                Formula::Same(*left, *right)
            }
            ([(factor, Term::Indicator(formula))], _) => {
                let holds = |indicator: u64| compares(comparison, *factor, indicator, sum.constant);
                match (holds(1), holds(0)) {
                    (true, true) => Formula::truth(),
                    (true, false) => (**formula).clone(),
                    (false, true) => (**formula).clone().negated(),
                    (false, false) => Formula::falsity(),
                }
            }
            _ => Formula::Compare(sum, comparison),
        }
    }

    /// The factor, cell and number of codes of a sum over one finite cell with few codes.
    fn single(&self, sum: &Linear) -> Option<(i128, Cell, u64)> {
        let [(factor, Term::Cell(cell))] = sum.terms.as_slice() else { return None };
        match self.kind(*cell) {
            Kind::Finite { count } if count <= MOST_LISTED => Some((*factor, *cell, count)),
            _ => None,
        }
    }

    /// The atom with the witnesses of its sum bound and defined.
    fn bound(&self, sum: &Linear, atom: Formula) -> Formula {
        let mut found: Vec<Local> = Vec::new();
        let mut open: Vec<Local> = locals(sum).collect();
        while let Some(local) = open.pop() {
            if found.contains(&local) {
                continue;
            }
            if let Some(definition) = self.definitions.get(&local) {
                found.push(local);
                open.extend(definition.free_locals());
            }
        }
        if found.is_empty() {
            return atom;
        }
        let definitions = found.iter().map(|local| &self.definitions[local]);
        let body = all(definitions.chain([&atom]));
        let bound = found.iter().map(|local| (*local, self.local_kind(*local))).collect();
        Formula::exists(bound, body)
    }
}

fn excludes_zero(interval: Interval) -> Option<bool> {
    let outside = interval.low.is_some_and(|low| low > 0) || interval.high.is_some_and(|high| high < 0);
    outside.then_some(false)
}

fn locals(sum: &Linear) -> impl Iterator<Item = Local> + '_ {
    sum.terms.iter().filter_map(|(_, term)| match term {
        Term::Cell(Cell::Local(local)) => Some(*local),
        _ => None,
    })
}

/// How many codes the values between the ends need, which are close; at least one.
pub(super) fn number_of_codes(low: i128, high: i128) -> u64 {
    high.saturating_sub(low).saturating_add(1).max(1) as u64
}

/// Whether `factor · code + constant` compares with zero like this, however large the product is.
fn compares(comparison: Comparison, factor: i128, code: u64, constant: i128) -> bool {
    let value = IBig::from(factor) * IBig::from(code) + IBig::from(constant);
    match comparison {
        Comparison::Zero => value == IBig::ZERO,
        Comparison::NotPositive => value <= IBig::ZERO,
    }
}

/// Whether the divisor, which is positive, divides `factor · code + constant`, however large the product is.
fn divides(divisor: i128, factor: i128, code: u64, constant: i128) -> bool {
    let value = IBig::from(factor) * IBig::from(code) + IBig::from(constant);
    value % IBig::from(divisor) == IBig::ZERO
}

fn member(cell: Cell, codes: Vec<u64>, count: u64) -> Formula {
    match codes.len() as u64 {
        0 => Formula::falsity(),
        all if all == count => Formula::truth(),
        _ => Formula::Member(cell, codes),
    }
}
