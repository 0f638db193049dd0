//! Random formulas of all kinds.

use crate::Random;
use state_sets::{
    Cell, Comparison, Formula, Kind, Linear, Local, Moment, Shared, Space, Step, Term, Variable,
};

/// What a random formula can mention.
struct FormulaScope<'a> {
    space: &'a Space,
    changed: &'a [Variable],
    locals: Vec<(Local, Kind)>,
    next_local: u32,
}

/// A random formula about one state.
pub fn formula(random: &mut Random, space: &Space) -> Formula {
    let depth = random.below(4);
    FormulaScope { space, changed: &[], locals: Vec::new(), next_local: 0 }.formula(random, depth)
}

/// A random step.
pub fn step(random: &mut Random, space: &Space) -> Step {
    let changed: Vec<Variable> = space.all().filter(|_| random.percent(50)).collect();
    let depth = random.below(4);
    let relation =
        FormulaScope { space, changed: &changed, locals: Vec::new(), next_local: 0 }.formula(random, depth);
    Step { changed, relation }
}

impl FormulaScope<'_> {
    fn formula(&mut self, random: &mut Random, depth: usize) -> Formula {
        if depth == 0 {
            return self.atom(random);
        }
        match random.below(7) {
            0 => Formula::And(self.parts(random, depth).into()),
            1 => Formula::Or(self.parts(random, depth).into()),
            2 => Formula::Not(Shared::new(self.formula(random, depth - 1))),
            3 => self.exists(random, depth),
            _ => self.atom(random),
        }
    }

    fn parts(&mut self, random: &mut Random, depth: usize) -> Vec<Formula> {
        let count = random.below(4);
        (0..count).map(|_| self.formula(random, depth - 1)).collect()
    }

    fn exists(&mut self, random: &mut Random, depth: usize) -> Formula {
        let bound: Vec<(Local, Kind)> = (0..1 + random.below(2))
            .map(|_| {
                self.next_local += 1;
                let low = i128::from(random.between(-2, 1));
                let range = Kind::Integer { low: Some(low), high: Some(low + random.below(3) as i128) };
                let codes = Kind::Finite { count: 1 + random.below(4) as u64 };
                (Local(self.next_local), if random.percent(50) { range } else { codes })
            })
            .collect();
        self.locals.extend(&bound);
        let body = self.formula(random, depth - 1);
        self.locals.truncate(self.locals.len() - bound.len());
        Formula::exists(bound, body)
    }

    fn atom(&mut self, random: &mut Random) -> Formula {
        let finite = self.cell(random, true);
        match (random.below(4), finite) {
            (0, Some((cell, count))) => {
                let codes = (0..count + 1).filter(|_| random.percent(40)).collect();
                Formula::Member(cell, codes)
            }
            (1, Some((left, _))) => match self.cell(random, true) {
                Some((right, _)) => Formula::Same(left, right),
                None => Formula::falsity(),
            },
            (2, _) => Formula::Divides(1 + random.below(5) as i128, self.sum(random)),
            _ => {
                let comparison = if random.percent(50) { Comparison::Zero } else { Comparison::NotPositive };
                Formula::Compare(self.sum(random), comparison)
            }
        }
    }

    fn sum(&mut self, random: &mut Random) -> Linear {
        let mut sum = Linear::constant(i128::from(random.between(-4, 4)));
        for _ in 0..random.below(4) {
            let factor = i128::from(random.between(-3, 3));
            let term = match self.cell(random, false) {
                Some((cell, _)) if random.percent(75) => Term::Cell(cell),
                _ => Term::Indicator(Shared::new(self.formula(random, 0))),
            };
            sum.terms.push((factor, term));
        }
        sum
    }

    /// A cell that can be mentioned, with the number of its codes if it is finite.
    fn cell(&self, random: &mut Random, finite: bool) -> Option<(Cell, u64)> {
        let now = self.space.all().map(|variable| (Cell::now(variable), self.space.kind(variable)));
        let next = self
            .changed
            .iter()
            .map(|&variable| (Cell::Variable(variable, Moment::Next), self.space.kind(variable)));
        let locals = self.locals.iter().map(|(local, kind)| (Cell::Local(*local), *kind));
        let count = |kind: Kind| match kind {
            Kind::Finite { count } => count,
            Kind::Integer { .. } => 0,
        };
        let cells: Vec<(Cell, u64)> = now
            .chain(next)
            .chain(locals)
            .map(|(cell, kind)| (cell, count(kind)))
            .filter(|(_, count)| !finite || *count > 0)
            .collect();
        if cells.is_empty() { None } else { Some(*random.pick(&cells)) }
    }
}
