//! Sets as formulas: a node of a diagram becomes a case distinction on its variable, and is written once however often it is met.

use crate::domain::{Diagrams, Set};
use crate::layout::{Field, Layout};
use crate::store::{Link, Work};
use state_sets::{Cell, Describe, Domain, Formula, Limited, Linear, Variable};
use std::collections::HashMap;

/// More codes than this are not listed one by one.
const MOST_CODES: u64 = 256;

impl Describe for Diagrams<'_> {
    fn formula(&self, set: &Set) -> Limited<Option<Formula>> {
        let layout = self.layout();
        let mut of_bit = vec![Variable(0); layout.bits() as usize];
        for variable in self.space().all() {
            for (bit, _) in layout.field(variable)?.places() {
                of_bit[bit as usize] = variable;
            }
        }
        self.working(|work| {
            let mut writer = Writer { work, layout, of_bit: &of_bit, known: HashMap::new() };
            writer.formula(work.import(set.diagram())).map(Some)
        })
    }
}

struct Writer<'w, 'a, 'id: 'a> {
    work: &'w Work<'a, 'id>,
    layout: &'w Layout,
    /// The variable of each bit.
    of_bit: &'w [Variable],
    known: HashMap<usize, Formula>,
}

/// The numbers from the first to the last, and what remains of a diagram for them.
type Case<'x, 'id> = (u64, u64, Link<'x, 'id>);

impl<'id> Writer<'_, '_, 'id> {
    fn formula(&mut self, link: Link<'_, 'id>) -> Limited<Formula> {
        if self.work.is_false(link) || self.work.is_true(link) {
            return Ok(Formula::plain(self.work.is_true(link)));
        }
        if let Some(known) = self.known.get(&link.node_id()) {
            return Ok(known.clone());
        }
        self.work.step()?;
        let variable = self.of_bit[(self.work.level(link) / 2) as usize];
        let field = self.layout.field(variable)?;
        let mut cases = Vec::new();
        self.cases(link, field, 0, 0, &mut cases);
        // Numbers with the same rest are one case, in the order of their first ones.
        let mut grouped: Vec<(Vec<(u64, u64)>, Link<'_, 'id>)> = Vec::new();
        for (first, last, rest) in cases {
            match grouped.iter_mut().find(|(_, own)| own.node_id() == rest.node_id()) {
                Some((ranges, _)) => ranges.push((first, last)),
                None => grouped.push((vec![(first, last)], rest)),
            }
        }
        let mut parts = Vec::new();
        for (ranges, rest) in grouped {
            if !self.work.is_false(rest) {
                // Not flattened, so that what is shared stays so.
                let here = member(variable, field, &ranges);
                parts.push(match self.formula(rest)? {
                    rest if rest.is_truth() => here,
                    rest => Formula::And(vec![here, rest].into()),
                });
            }
        }
        let formula = Formula::any(parts);
        self.known.insert(link.node_id(), formula.clone());
        Ok(formula)
    }

    /// The cases of a variable, some of whose bits have been read.
    fn cases<'x>(
        &self,
        link: Link<'x, 'id>,
        field: Field,
        read: u32,
        number: u64,
        found: &mut Vec<Case<'x, 'id>>,
    ) where
        Self: 'x,
    {
        let level = self.work.level(link);
        let ends = field.first.saturating_add(field.width);
        if self.work.is_false(link) || self.work.is_true(link) || level / 2 >= ends {
            let open = field.width.saturating_sub(read);
            let first = number.checked_shl(open).unwrap_or(0);
            let last = first | 1_u64.checked_shl(open).unwrap_or(0).wrapping_sub(1);
            found.push((first, last.min(field.last.unwrap_or(0)), link));
            return;
        }
        let own = field.first.saturating_add(read).saturating_mul(2);
        let (zero, one) = self.work.parts(link, own);
        let deeper = read.saturating_add(1);
        self.cases(zero, field, deeper, number << 1, found);
        self.cases(one, field, deeper, number << 1 | 1, found);
    }
}

/// The number of the variable lies in one of these ranges.
fn member(variable: Variable, field: Field, ranges: &[(u64, u64)]) -> Formula {
    let cell = Cell::now(variable);
    let count: u64 = ranges.iter().map(|(first, last)| last.saturating_sub(*first).saturating_add(1)).sum();
    if count <= MOST_CODES && field.low == 0 {
        return Formula::Member(cell, ranges.iter().flat_map(|(first, last)| *first..=*last).collect());
    }
    Formula::any(ranges.iter().map(|(first, last)| {
        let bound = |number: u64| field.low.saturating_add(i128::from(number));
        let below = Linear { constant: bound(*last).saturating_neg(), ..Linear::cell(cell) };
        let above = Linear { terms: vec![(-1, state_sets::Term::Cell(cell))], constant: bound(*first) };
        Formula::not_positive(below).and(Formula::not_positive(above))
    }))
}
