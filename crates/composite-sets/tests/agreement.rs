//! Polyhedra and composites against sets that are listed state by state.

use composite_sets::{Composite, Memoised, Partitioned, Polyhedra};
use random_numbers::Xorshift;
use state_sets::{
    Cell, Close, Complement, Declaration, Domain, Enumerated, Formula, Kind, Linear, Local, Moment, Point,
    Shared, Side, Size, Space, Step, Term, Variable, Widen,
};
use std::collections::BTreeSet;

/// A small generator of numbers that look random.
struct Random(Xorshift);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0.below(limit)
    }

    fn between(&mut self, low: i128, high: i128) -> i128 {
        low + i128::from(self.below((high - low + 1) as u64))
    }
}

const INTEGER: Kind = Kind::Integer { low: Some(-3), high: Some(3) };

fn space(kinds: &[Kind]) -> Space {
    let declaration =
        |(place, kind): (usize, &Kind)| Declaration { name: format!("x{place}"), kind: *kind, cluster: None };
    Space { variables: kinds.iter().enumerate().map(declaration).collect(), couplings: Vec::new() }
}

/// Makes formulas over the variables of a space, before a step or around it.
struct Maker<'a> {
    space: &'a Space,
    random: Random,
    changed: Vec<Variable>,
    locals: Vec<(Local, Kind)>,
    bound: u32,
}

impl Maker<'_> {
    fn cell(&mut self) -> (Cell, Kind) {
        if !self.locals.is_empty() && self.random.below(3) == 0 {
            let (local, kind) = self.locals[self.random.below(self.locals.len() as u64) as usize];
            return (Cell::Local(local), kind);
        }
        let variable = Variable(self.random.below(self.space.variables.len() as u64) as u32);
        let next = self.changed.contains(&variable) && self.random.below(2) == 0;
        (Cell::Variable(variable, if next { Moment::Next } else { Moment::Now }), self.space.kind(variable))
    }

    fn sum(&mut self, depth: u32) -> Linear {
        let mut sum = Linear::constant(self.random.between(-3, 3));
        for _ in 0..=self.random.below(3) {
            let factor = self.random.between(-2, 2);
            let term = match self.random.below(5) {
                0 if depth > 0 => Linear {
                    terms: vec![(1, Term::Indicator(Shared::new(self.formula(depth - 1))))],
                    constant: 0,
                },
                _ => Linear::cell(self.cell().0),
            };
            sum = sum.plus(&term.times(factor).expect("small")).expect("small");
        }
        sum
    }

    fn formula(&mut self, depth: u32) -> Formula {
        let choice = if depth == 0 { 4 + self.random.below(5) } else { self.random.below(9) };
        match choice {
            0 => Formula::all((0..2).map(|_| self.formula(depth - 1)).collect::<Vec<_>>()),
            1 => Formula::any((0..2).map(|_| self.formula(depth - 1)).collect::<Vec<_>>()),
            2 => self.formula(depth - 1).negated(),
            3 => self.exists(depth - 1),
            4 => match self.cell() {
                (cell, Kind::Finite { count }) => Formula::is(cell, self.random.below(count)),
                _ => Formula::zero(self.sum(depth)),
            },
            5 => Formula::Divides(self.random.between(1, 3), self.sum(depth)),
            6 => Formula::zero(self.sum(depth)),
            _ => Formula::not_positive(self.sum(depth)),
        }
    }

    fn exists(&mut self, depth: u32) -> Formula {
        let kind = if self.random.below(2) == 0 { Kind::Finite { count: 2 } } else { INTEGER };
        let local = Local(self.bound);
        self.bound += 1;
        self.locals.push((local, kind));
        let body = self.formula(depth);
        self.locals.pop();
        Formula::exists(vec![(local, kind)], body)
    }
}

fn points<D: Domain>(domain: &D, set: &D::Set, all: &BTreeSet<Point>) -> BTreeSet<Point> {
    all.iter().filter(|point| domain.contains(set, point).expect("no limit")).cloned().collect()
}

/// Compares every operation of a domain with the same one on listed sets.
fn agrees<D: Complement>(kinds: &[Kind], make: impl Fn(Space) -> D, rounds: u64) {
    let space = space(kinds);
    let domain = make(space.clone());
    let listed = Enumerated::new(space.clone()).expect("small");
    let all = listed.whole().expect("small");
    assert_eq!(points(&domain, &domain.whole().expect("no limit"), &all), all);
    for seed in 1..=rounds {
        let random = Random(Xorshift::scattered(seed));
        let mut maker = Maker { space: &space, random, changed: Vec::new(), locals: Vec::new(), bound: 0 };
        let (f, g) = (maker.formula(3), maker.formula(3));
        maker.changed = space.all().filter(|_| maker.random.below(2) == 0).collect();
        let step = Step { changed: maker.changed.clone(), relation: maker.formula(3) };
        let (a, b) = (domain.set(&f).expect("no limit"), domain.set(&g).expect("no limit"));
        let (la, lb) = (listed.set(&f).expect("small"), listed.set(&g).expect("small"));
        assert_eq!(points(&domain, &a, &all), la, "seed {seed}: {f:?}");
        let relation = domain.relation(&step).expect("no limit");
        let same = |name: &str, set: D::Set, expected: BTreeSet<Point>| {
            assert_eq!(points(&domain, &set, &all), expected, "seed {seed}: {name}, {f:?}, {g:?}, {step:?}");
            assert_eq!(
                domain.size(&set).expect("no limit"),
                Size::Finite(expected.len().into()),
                "seed {seed}: {name}"
            );
            assert_eq!(domain.is_empty(&set).expect("no limit"), expected.is_empty());
            match domain.pick(&set).expect("no limit") {
                Some(point) => assert!(expected.contains(&point), "seed {seed}: {name} picked {point:?}"),
                None => assert!(expected.is_empty()),
            }
        };
        same("union", domain.union(&a, &b).expect("no limit"), &la | &lb);
        same("intersection", domain.intersection(&a, &b).expect("no limit"), &la & &lb);
        same("difference", domain.difference(&a, &b).expect("no limit"), &la - &lb);
        same("complement", domain.complement(&a).expect("no limit"), &all - &la);
        same("post", domain.post(&a, &relation).expect("no limit"), listed.post(&la, &step).expect("small"));
        same("pre", domain.pre(&a, &relation).expect("no limit"), listed.pre(&la, &step).expect("small"));
        let fresh = points(&domain, &domain.fresh(&a, &b).expect("no limit"), &all);
        assert!(fresh.is_subset(&la) && fresh.is_superset(&(&la - &lb)), "seed {seed}: fresh, {f:?}, {g:?}");
        assert!(!la.is_subset(&lb) || fresh.is_empty(), "seed {seed}: fresh, {f:?}, {g:?}");
        assert_eq!(domain.is_subset(&a, &b).expect("no limit"), la.is_subset(&lb), "seed {seed}");
        assert_eq!(domain.is_equal(&a, &b).expect("no limit"), la == lb, "seed {seed}");
        if let Some(point) = la.first() {
            same("singleton", domain.singleton(point).expect("no limit"), BTreeSet::from([point.clone()]));
        }
    }
}

#[test]
fn polyhedra_agree_with_listed_sets() {
    agrees(&[INTEGER, INTEGER], |space| Polyhedra::new(space).expect("no limit"), 150);
}

#[test]
fn remembered_sets_agree_with_listed_sets() {
    agrees(&[INTEGER, INTEGER], |space| Memoised::new(Polyhedra::new(space).expect("no limit")), 150);
    let inside = |space| Polyhedra::new(space).map(Memoised::new);
    let beside = |space| Composite::new(space, Enumerated::new, inside).expect("no limit");
    agrees(&[Kind::Finite { count: 3 }, INTEGER, Kind::Finite { count: 2 }], beside, 150);
}

fn composite(space: Space) -> Composite<Enumerated, Polyhedra<'static>> {
    Composite::new(space, Enumerated::new, Polyhedra::new).expect("no limit")
}

#[test]
fn composites_agree_with_listed_sets() {
    agrees(&[Kind::Finite { count: 3 }, INTEGER, Kind::Finite { count: 2 }], composite, 150);
}

#[test]
fn partitioned_sets_agree_with_listed_sets() {
    let positive =
        Formula::not_positive(Linear { terms: vec![(-1, Term::Cell(Cell::now(Variable(1))))], constant: 1 });
    let conditions = [Formula::is(Cell::now(Variable(0)), 1), positive];
    let kinds = [Kind::Finite { count: 2 }, INTEGER];
    agrees(&kinds, |space| Partitioned::new(composite(space), &conditions).expect("no limit"), 60);
    agrees(&kinds, |space| Partitioned::by_conditions(composite(space), &conditions).expect("no limit"), 60);
    let four = Partitioned::by_conditions(composite(space(&kinds)), &conditions).expect("no limit");
    assert_eq!(four.class_count(), 4);
}

#[test]
fn widening_lies_above_and_ends() {
    let space = space(&[Kind::Finite { count: 2 }, Kind::INTEGER, Kind::INTEGER]);
    let domain = composite(space);
    let (x, y) = (Variable(1), Variable(2));
    let at = |factor: i128, cell: Cell, constant: i128| Linear {
        terms: vec![(factor, Term::Cell(cell))],
        constant,
    };
    let mut set = domain
        .set(&Formula::zero(at(1, Cell::now(x), 0)).and(Formula::zero(at(1, Cell::now(y), 0))))
        .expect("no limit");
    let up = Step {
        changed: vec![x],
        relation: Formula::zero(at(1, Cell::next(x), -1).minus(&Linear::cell(Cell::now(x))).expect("small")),
    };
    let relation = domain.relation(&up).expect("no limit");
    for _ in 0..10 {
        let next = domain.union(&set, &domain.post(&set, &relation).expect("no limit")).expect("no limit");
        let widened = domain.widen(&set, &next, 1).expect("no limit");
        assert!(domain.is_subset(&next, &widened).expect("no limit"));
        if domain.is_subset(&widened, &set).expect("no limit") {
            assert!(domain.contains(&set, &Point(vec![0, 1000, 0])).expect("no limit"));
            assert!(!domain.contains(&set, &Point(vec![0, -1, 0])).expect("no limit"));
            return;
        }
        set = widened;
    }
    panic!("the sequence goes on");
}

#[test]
fn closures_of_loops_are_exact() {
    let space = space(&[Kind::Finite { count: 2 }, Kind::INTEGER, Kind::INTEGER]);
    let domain = composite(space);
    let (x, y) = (Variable(1), Variable(2));
    // While x < y, x grows by two.
    let below = Linear::cell(Cell::now(x))
        .minus(&Linear::cell(Cell::now(y)))
        .and_then(|sum| sum.plus(&Linear::constant(1)));
    let grow = Linear::cell(Cell::next(x))
        .minus(&Linear::cell(Cell::now(x)))
        .and_then(|sum| sum.plus(&Linear::constant(-2)));
    let step = Step {
        changed: vec![x],
        relation: Formula::is(Cell::now(Variable(0)), 1)
            .and(Formula::not_positive(below.expect("small")))
            .and(Formula::zero(grow.expect("small"))),
    };
    let closure = domain.closure(&domain.relation(&step).expect("no limit"), Side::Below).expect("no limit");
    assert!(closure.exact);
    let from = domain.singleton(&Point(vec![1, 0, 5])).expect("no limit");
    let reached = domain.post(&from, &closure.relation).expect("no limit");
    let expected = [2, 4, 6].map(|value| Point(vec![1, value, 5]));
    assert_eq!(domain.size(&reached).expect("no limit"), Size::Finite(3_u8.into()));
    assert!(expected.iter().all(|point| domain.contains(&reached, point).expect("no limit")));
}
