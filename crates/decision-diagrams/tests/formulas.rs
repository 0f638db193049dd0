//! Formulas whose diagrams would be huge if they were built carelessly.

use decision_diagrams::{Diagrams, Options};
use state_sets::{
    Cell, Comparison, Declaration, Domain, Formula, Kind, Linear, Point, Shared, Size, Space, Step, Term,
    UBig, Variable,
};

fn domain(kinds: &[Kind]) -> Diagrams<'static> {
    let declare = |kind: &Kind| Declaration { name: "x".into(), kind: *kind, cluster: None };
    let space = Space { variables: kinds.iter().map(declare).collect(), couplings: Vec::new() };
    Diagrams::new(space, Options::default()).expect("there is room")
}

fn sum(terms: &[(i128, Cell)], constant: i128) -> Linear {
    let terms = terms.iter().map(|(factor, cell)| (*factor, Term::Cell(*cell))).collect();
    Linear { terms, constant }
}

fn now(number: u32) -> Cell {
    Cell::now(Variable(number))
}

fn states(count: u64) -> Size {
    Size::Finite(UBig::from(count))
}

#[test]
fn at_most_one_of_a_hundred() {
    let domain = domain(&[Kind::Finite { count: 2 }; 100]);
    let terms: Vec<(i128, Cell)> = (0..100).map(|number| (1, now(number))).collect();
    let set = domain.set(&Formula::Compare(sum(&terms, -1), Comparison::NotPositive)).unwrap();
    assert_eq!(domain.size(&set), Ok(states(101)));
    assert!(domain.weight(&set) < 250);
    let half = domain.set(&Formula::Compare(sum(&terms, -50), Comparison::NotPositive)).unwrap();
    assert!(domain.weight(&half) < 5000);
}

#[test]
fn indicators_count_where_they_hold() {
    let domain = domain(&[Kind::Finite { count: 3 }; 30]);
    let indicator = |number| (1, Term::Indicator(Shared::new(Formula::is(now(number), 2))));
    let count = Linear { terms: (0..30).map(indicator).collect(), constant: -1 };
    let set = domain.set(&Formula::Compare(count, Comparison::Zero)).unwrap();
    assert_eq!(domain.size(&set), Ok(Size::Finite(UBig::from(30u8) << 29)));
}

#[test]
fn an_addition_of_ten_bits() {
    let domain = domain(&[Kind::Finite { count: 1024 }; 3]);
    let set = domain
        .set(&Formula::Compare(sum(&[(1, now(0)), (1, now(1)), (-1, now(2))], 0), Comparison::Zero))
        .unwrap();
    assert_eq!(domain.size(&set), Ok(states(1024 * 1025 / 2)));
    assert_eq!(domain.contains(&set, &Point(vec![513, 510, 1023])), Ok(true));
    assert_eq!(domain.contains(&set, &Point(vec![513, 511, 1023])), Ok(false));
}

#[test]
fn a_counter_of_sixteen_bits() {
    let domain = domain(&[Kind::Finite { count: 1 << 16 }]);
    let next = Cell::next(Variable(0));
    let relation = Formula::Compare(sum(&[(1, next), (-1, now(0))], -1), Comparison::Zero);
    let relation = domain.relation(&Step { changed: vec![Variable(0)], relation }).unwrap();
    assert!(domain.relation_weight(&relation) < 100);
    let start = domain.singleton(&Point(vec![65_000])).unwrap();
    let after = domain.post(&start, &relation).unwrap();
    assert_eq!(domain.pick(&after), Ok(Some(Point(vec![65_001]))));
    let end = domain.singleton(&Point(vec![65_535])).unwrap();
    assert_eq!(domain.is_empty(&domain.post(&end, &relation).unwrap()), Ok(true));
}

#[test]
fn multiples_of_a_sum_with_negative_values() {
    let range = Kind::Integer { low: Some(-1000), high: Some(999) };
    let domain = domain(&[range, range]);
    let set = domain.set(&Formula::Divides(7, sum(&[(3, now(0)), (-1, now(1))], 0))).unwrap();
    let expected = (-1000..1000)
        .flat_map(|left| (-1000..1000).map(move |right| 3 * left - right))
        .filter(|sum: &i64| sum % 7 == 0)
        .count();
    assert_eq!(domain.size(&set), Ok(states(expected as u64)));
}

#[test]
fn numbers_that_are_too_large_are_refused() {
    let domain = domain(&[Kind::Finite { count: 1 << 20 }]);
    for factor in [i128::MAX, i128::MIN] {
        let formula = Formula::Compare(sum(&[(factor, now(0))], i128::MAX), Comparison::Zero);
        assert!(domain.set(&formula).is_err());
        assert!(domain.set(&Formula::Divides(i128::MAX, sum(&[(factor, now(0))], 0))).is_err());
    }
}
