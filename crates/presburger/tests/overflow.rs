//! Coefficients at and beyond the border of machine words.

use presburger::{Budget, Integer, Optimum, Set};

fn unlimited() -> Budget {
    Budget::unlimited()
}

#[test]
fn coefficients_at_the_border_do_not_wrap() {
    let set =
        Set::parse("{ [x, y] : 9223372036854775807 x + 9223372036854775806 y = 1 and 0 <= x <= 3 }").unwrap();
    let point = set.sample(&unlimited()).unwrap().unwrap();
    assert_eq!(point, vec![Integer::from(1), Integer::from(-1)]);
    let none = Set::parse("{ [x, y] : 9223372036854775806 x + 9223372036854775804 y = 1 }").unwrap();
    assert!(none.is_empty(&unlimited()).unwrap());
}

#[test]
fn products_beyond_the_border_are_exact() {
    let set =
        Set::parse("{ [x, y, z] : x = 4611686018427387904 y and y = 4611686018427387904 z and z >= 3 }")
            .unwrap();
    let least = set.minimum(&[0.into(), 1.into(), 0.into(), 0.into()], &unlimited()).unwrap();
    assert_eq!(least, Optimum::Value(Integer::parse("63802943797675961899382738893456539648").unwrap()));
    let shadow = set.project_out(&[1, 2], &unlimited()).unwrap();
    let again = Set::parse(&shadow.to_string()).unwrap();
    assert!(again.is_equal(&shadow, &unlimited()).unwrap());
}

#[test]
fn a_chain_of_eliminations_keeps_its_digits() {
    let names: Vec<String> = (0..12).map(|i| format!("x{i}")).collect();
    let mut parts = vec!["x0 = 1".to_string()];
    parts.extend((1..12).map(|i| format!("x{i} = 1000003 x{} + {i}", i - 1)));
    let text = format!("{{ [{}] : {} }}", names.join(", "), parts.join(" and "));
    let set = Set::parse(&text).unwrap();
    let mut expected = Integer::ONE;
    for i in 1..12 {
        expected = &(&expected * &Integer::from(1_000_003)) + &Integer::from(i);
    }
    let rest: Vec<usize> = (0..11).collect();
    let shadow = set.project_out(&rest, &unlimited()).unwrap();
    assert_eq!(shadow.sample(&unlimited()).unwrap(), Some(vec![expected.clone()]));
    assert!(shadow.contains_point(&[expected]));
}
