//! Automata as text.

use integer_automata::{Budget, Comparison, Formula, Linear, Numbers, Store, Track};

#[test]
fn descriptions_are_exact() {
    let (mut store, budget) = (Store::new(Numbers::Integers), Budget::unlimited());
    let x = Linear::term(1, Track::new(0));
    let y = Linear::term(1, Track::new(1));
    let number = Linear::constant;
    for (formula, expected) in [
        (Formula::Constant(true), Some("true")),
        (x.less_than(&x), Some("false")),
        (x.less_than(&number(7)), Some("x0 <= 6")),
        (number(-3).at_most(&x), Some("-3 <= x0")),
        (Formula::all([number(-3).at_most(&x), x.less_than(&number(30))]), Some("-3 <= x0 <= 29")),
        (x.equal_to(&number(5)).not(), Some("not (x0 = 5)")),
        (Formula::divides(4, x.clone()).not(), Some("x0 mod 4 in {1, 2, 3}")),
        (
            Formula::all([x.equal_to(&y), number(1).at_most(&x), x.at_most(&number(2))]),
            Some("(x0 = 1 and x1 = 1) or (x0 = 2 and x1 = 2)"),
        ),
        (Formula::PowerOfTwo(Track::new(0)), None),
        (x.less_than(&y), None),
    ] {
        let set = store.formula(&formula, &budget).unwrap();
        assert_eq!(store.describe(&set, &budget).unwrap().as_deref(), expected, "{formula:?}");
    }
}

#[test]
fn tables_and_graphs_show_clones() {
    let (mut store, budget) = (Store::new(Numbers::Integers), Budget::unlimited());
    let negative = store.constraint(&Linear::term(1, Track::new(0)), Comparison::Less, &budget).unwrap();
    assert_eq!(store.table(&negative), "tracks x0\nstart 0\n+ 0  0 -> 1   1 -> 0\n  1  0 -> 1   1 -> 0\n");
    // As in the paper, the first state is the accepting clone where there is one: the empty word encodes nothing.
    let dot = store.dot(&negative);
    assert!(dot.contains("0 [shape=doublecircle]") && dot.contains("0 -> 1 [label=\"0\"]"), "{dot}");
    let flag = store.boolean(integer_automata::BooleanTrack::new(2), true, &budget).unwrap();
    let both = store.intersection(&negative, &flag, &budget).unwrap();
    assert!(store.table(&both).starts_with("tracks b2 x0\nstart 0 0\nstart 1 1\n"), "{}", store.table(&both));
}
