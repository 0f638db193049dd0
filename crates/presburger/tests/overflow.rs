//! Coefficients at and beyond the border of machine words.

mod support;

use presburger::{Budget, Conjunction, Integer, Optimum, Set};
use support::{Random, integers, points, space};

fn unlimited() -> Budget<'static> {
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

/// The set of the points `y` with `U·y` in the given set, where `U` adds huge multiples of coordinates to others.
///
/// `U` is a bijection of the integer points, so every question has the same answer before and after.
fn sheared(rows: &[Vec<i64>], factors: &[i64; 3]) -> (Conjunction, [Vec<Integer>; 3]) {
    let number = |value: i64| Integer::from(value);
    // x = y₀ + f₀·y₁, then y = z₁ + f₁·z₂, then z = w₂ + f₂·w₀.
    let mut columns: [Vec<Integer>; 3] = [integers(&[1, 0, 0]), integers(&[0, 1, 0]), integers(&[0, 0, 1])];
    for (step, factor) in factors.iter().enumerate() {
        let (from, to) = ((step + 1) % 3, step);
        let added: Vec<Integer> = columns[to].iter().map(|entry| &number(*factor) * entry).collect();
        for (entry, more) in columns[from].iter_mut().zip(&added) {
            *entry += more;
        }
    }
    let mut result = Conjunction::universe(3);
    for row in rows {
        result.add_inequality(moved(row, &columns));
    }
    (result, columns)
}

/// The row over the new coordinates.
fn moved(row: &[i64], columns: &[Vec<Integer>; 3]) -> Vec<Integer> {
    let mut result = vec![Integer::from(row[0])];
    for column in columns {
        let products = column.iter().zip(&row[1..]).map(|(u, &c)| u * &Integer::from(c));
        result.push(products.fold(Integer::ZERO, |sum, product| &sum + &product));
    }
    result
}

#[test]
fn huge_shears_change_no_answer() {
    let mut random = Random::new(51);
    let budget = unlimited();
    let near = |random: &mut Random| match random.between(0, 3) {
        0 => i64::MAX - random.between(0, 3),
        1 => i64::MIN + random.between(0, 3),
        2 => (1 << 31) + random.between(-2, 2),
        _ => random.between(-3, 3),
    };
    for round in 0..150 {
        let mut rows: Vec<Vec<i64>> = Vec::new();
        for _ in 0..random.between(1, 3) {
            rows.push(vec![
                random.between(-6, 6),
                random.between(-3, 3),
                random.between(-3, 3),
                random.between(-3, 3),
            ]);
        }
        for i in 0..3 {
            for sign in [1, -1] {
                let mut row = vec![2, 0, 0, 0];
                row[i + 1] = sign;
                rows.push(row);
            }
        }
        let inside: Vec<Vec<i64>> = points(3, 2)
            .into_iter()
            .filter(|p| rows.iter().all(|r| r[0] + (0..3).map(|i| r[i + 1] * p[i]).sum::<i64>() >= 0))
            .collect();
        let mut factors = [0; 3];
        factors[round % 3] = near(&mut random);
        let (conjunction, columns) = sheared(&rows, &factors);
        let set = Set::from_conjunction(space(3), conjunction);
        let context = format!("round {round}: {rows:?} by {factors:?}");
        assert_eq!(set.is_empty(&budget).unwrap(), inside.is_empty(), "{context}");
        if let Some(point) = set.sample(&budget).unwrap() {
            assert!(set.contains_point(&point), "{context}");
        }
        let expression: Vec<i64> = (0..4).map(|_| random.between(-3, 3)).collect();
        let value = |p: &Vec<i64>| expression[0] + (0..3).map(|i| expression[i + 1] * p[i]).sum::<i64>();
        let least = inside.iter().map(value).min();
        let expected = least.map_or(Optimum::Empty, |v| Optimum::Value(Integer::from(v)));
        let huge = moved(&expression, &columns);
        assert_eq!(set.minimum(&huge, &budget).unwrap(), expected, "{context}: {expression:?}");
        let simple = set.simplified(&budget).unwrap();
        assert!(simple.is_equal(&set, &budget).unwrap(), "{context}");
        let rest = set.complement(&budget).unwrap();
        assert!(rest.is_disjoint(&set, &budget).unwrap(), "{context}");
        assert!(rest.union(&set, &budget).unwrap().complement(&budget).unwrap().is_empty(&budget).unwrap());
    }
}

/// With `x` scaled by a huge number, the shadow is the small shadow, scaled.
#[test]
fn projections_agree_with_a_small_twin() {
    let budget = unlimited();
    let scale = "9223372036854775783";
    let mut random = Random::new(52);
    for round in 0..60 {
        let (a, b) = (random.between(2, 5), random.between(2, 5));
        let (low, gap) = (random.between(-5, 5), random.between(0, 3));
        let band = |x: &str| format!("{x} + {low} <= {a}y - {b}z <= {x} + {} and 0 <= y, z <= 9", low + gap);
        let small = Set::parse(&format!("{{ [x, y, z] : {} }}", band("x"))).unwrap();
        let huge =
            Set::parse(&format!("{{ [x, y, z] : exists t: x = {scale} t and {} }}", band("t"))).unwrap();
        let (small, huge) =
            (small.project_out(&[1, 2], &budget).unwrap(), huge.project_out(&[1, 2], &budget).unwrap());
        let scale = Integer::parse(scale).unwrap();
        for x in -60..=60 {
            let scaled = &Integer::from(x) * &scale;
            assert_eq!(
                huge.contains_point(std::slice::from_ref(&scaled)),
                small.contains(&[x]),
                "round {round} at {x}"
            );
            assert!(!huge.contains_point(&[&scaled + &Integer::ONE]), "round {round} beside {x}");
        }
    }
}

/// Fibonacci numbers as coefficients make Euclid's algorithm, and so elimination, as long as it can be.
#[test]
fn deep_eliminations_keep_their_digits() {
    let budget = unlimited();
    let mut fibonacci = vec![Integer::ONE, Integer::from(2)];
    for i in 2..120 {
        fibonacci.push(&fibonacci[i - 1] + &fibonacci[i - 2]);
    }
    for i in [20, 60, 90, 118] {
        // Neighbours have no common divisor, and F(i)² − F(i+1)·F(i−1) is one or minus one.
        let (a, b) = (&fibonacci[i], &fibonacci[i + 1]);
        let set = Set::parse(&format!("{{ [x, y] : {a} x - {b} y = 1 and 0 <= x < {b} }}")).unwrap();
        let point = set.sample(&budget).unwrap().expect("neighbours are coprime");
        let check = &(a * &point[0]) - &(b * &point[1]);
        assert_eq!(check, Integer::ONE);
        let shadow = set.project_out(&[1], &budget).unwrap();
        assert_eq!(shadow.sample(&budget).unwrap(), Some(vec![point[0].clone()]));
        let other =
            shadow.difference(&Set::parse(&format!("{{ [x] : x = {} }}", point[0])).unwrap(), &budget);
        assert!(other.unwrap().is_empty(&budget).unwrap(), "the solution is the only one");
    }
}
