//! Optima, gist, coalescing and hulls of random sets, compared with lists of points.

mod support;

use presburger::{Budget, Conjunction, Integer, Optimum, Set};
use support::{Random, integers, points, random_set, space};

const BOX: i64 = 3;

fn unlimited() -> Budget<'static> {
    Budget::unlimited()
}

#[test]
fn optima_agree_with_enumeration() {
    let mut random = Random::new(11);
    for round in 0..500 {
        let dimensions = 1 + round % 3;
        let set = random_set(&mut random, dimensions, Some(BOX), 2);
        let expression: Vec<i64> = (0..=dimensions).map(|_| random.between(-4, 4)).collect();
        let value =
            |p: &Vec<i64>| expression[0] + p.iter().zip(&expression[1..]).map(|(x, c)| x * c).sum::<i64>();
        let values: Vec<i64> =
            points(dimensions, BOX).iter().filter(|p| set.contains(p)).map(value).collect();
        let optimum = |v: Option<&i64>| v.map_or(Optimum::Empty, |v| Optimum::Value(Integer::from(*v)));
        let row = integers(&expression);
        let context = format!("round {round}: {expression:?} over {set}");
        assert_eq!(set.minimum(&row, &unlimited()).unwrap(), optimum(values.iter().min()), "{context}");
        assert_eq!(set.maximum(&row, &unlimited()).unwrap(), optimum(values.iter().max()), "{context}");
    }
}

#[test]
fn lexicographic_optima_agree_with_enumeration() {
    let mut random = Random::new(12);
    for round in 0..200 {
        let dimensions = 1 + round % 2;
        let set = random_set(&mut random, dimensions, Some(BOX), 2);
        let least = set.lexicographic_minimum(&unlimited()).unwrap();
        let greatest = set.lexicographic_maximum(&unlimited()).unwrap();
        let inside: Vec<Vec<i64>> = points(dimensions, BOX).into_iter().filter(|p| set.contains(p)).collect();
        for point in points(dimensions, BOX) {
            assert_eq!(least.contains(&point), inside.iter().min() == Some(&point), "round {round}: {set}");
            assert_eq!(
                greatest.contains(&point),
                inside.iter().max() == Some(&point),
                "round {round}: {set}"
            );
        }
    }
}

#[test]
fn the_gist_agrees_inside_the_context() {
    let mut random = Random::new(13);
    for round in 0..300 {
        let dimensions = 1 + round % 3;
        let set = random_set(&mut random, dimensions, None, 2);
        let context = random_set(&mut random, dimensions, None, 2);
        let gist = set.gist(&context, &unlimited()).unwrap();
        for point in points(dimensions, 4).iter().filter(|p| context.contains(p)) {
            assert_eq!(
                gist.contains(point),
                set.contains(point),
                "round {round}: {set} in {context} at {point:?}"
            );
        }
    }
}

#[test]
fn coalescing_keeps_the_points() {
    let mut random = Random::new(14);
    let mut merged = 0;
    for round in 0..300 {
        let dimensions = 1 + round % 2;
        let set = random_set(&mut random, dimensions, None, 4);
        let coalesced = set.coalesced(&unlimited()).unwrap();
        merged += usize::from(coalesced.disjuncts().len() < set.disjuncts().len());
        assert!(coalesced.disjuncts().len() <= set.disjuncts().len());
        for point in points(dimensions, 5) {
            assert_eq!(coalesced.contains(&point), set.contains(&point), "round {round}: {set} at {point:?}");
        }
    }
    assert!(merged > 30, "coalescing finds something to do: {merged}");
}

#[test]
fn a_difference_and_its_intersection_coalesce_again() {
    let a = Set::parse("{ [x, y] : 0 <= x <= 9 and 0 <= y <= 9 }").unwrap();
    let b = Set::parse("{ [x, y] : 3 <= x <= 5 and 2 <= y <= 4 }").unwrap();
    let pieces = a.difference(&b, &unlimited()).unwrap().union(&b, &unlimited()).unwrap();
    assert!(pieces.disjuncts().len() > 3);
    assert_eq!(pieces.coalesced(&unlimited()).unwrap().disjuncts().len(), 1);
}

/// Unions that are one polyhedron with a side that neither part has.
#[test]
fn unions_with_a_new_side_become_one() {
    let inside = "q >= 0 and r >= 0 and p >= 0 and c >= 0";
    for (parts, whole) in [
        ("p < c or p <= c and q >= 1", "p < c + q and p <= c"),
        ("p < c or p = c and q >= 1", "p < c + q and p <= c"),
        ("q >= 1 or r >= 1", "q + r >= 1"),
        ("p < c or p <= c and q >= 1 or p <= c and r >= 1", "p < c + q + r and p <= c"),
        (
            "p < c + q + r and (p <= c or p <= c + 1 and q >= 1 or p <= c + 1 and r >= 1)",
            "p < c + q + r and p <= c + 1",
        ),
    ] {
        let read = |text: &str| Set::parse(&format!("{{ [p, c, q, r] : {inside} and ({text}) }}")).unwrap();
        let merged = read(parts).coalesced(&unlimited()).unwrap();
        assert_eq!(merged.disjuncts().len(), 1, "{merged}");
        assert!(merged.is_equal(&read(whole), &unlimited()).unwrap(), "{merged}");
    }
    // Without the lower bound of q the union is not convex.
    let apart = Set::parse("{ [p, c, q] : p < c or p <= c and q >= 1 }").unwrap();
    assert_eq!(apart.coalesced(&unlimited()).unwrap().disjuncts().len(), 2);
}

#[test]
fn coalescing_keeps_the_points_of_touching_boxes() {
    let mut random = Random::new(31);
    let mut merged = 0;
    for round in 0..200 {
        let mut parts = Vec::new();
        for _ in 0..3 {
            let (a, b) = (random.between(-1, 1), random.between(-1, 1));
            let (low, high, sum) = (random.between(-2, 0), random.between(0, 2), random.between(-1, 3));
            parts.push(format!("({low} <= x <= {high} and -2 <= y <= 2 and {a}x + {b}y <= {sum})"));
        }
        let set = Set::parse(&format!("{{ [x, y] : {} }}", parts.join(" or "))).unwrap();
        let coalesced = set.coalesced(&unlimited()).unwrap();
        merged += usize::from(coalesced.disjuncts().len() < set.disjuncts().len());
        for point in points(2, 4) {
            assert_eq!(coalesced.contains(&point), set.contains(&point), "round {round}: {set} at {point:?}");
        }
    }
    assert!(merged > 100, "touching boxes often merge: {merged}");
}

#[test]
fn hulls_contain_the_set_and_are_least() {
    let mut random = Random::new(15);
    for round in 0..200 {
        let dimensions = 1 + round % 3;
        let set = random_set(&mut random, dimensions, Some(2), 2);
        let affine = set.affine_hull(&unlimited()).unwrap();
        let convex = set.convex_hull(&unlimited()).unwrap();
        let context = format!("round {round}: {set}");
        assert!(set.is_subset(&convex, &unlimited()).unwrap(), "{context}");
        assert!(convex.disjuncts().len() <= 1);
        assert!(set.is_subset(&affine, &unlimited()).unwrap(), "{context}");
        assert!(affine.disjuncts().iter().all(|d| d.inequalities().is_empty()), "{context}");
        let inside: Vec<Vec<i64>> = points(dimensions, 2).into_iter().filter(|p| set.contains(p)).collect();
        let equalities = affine.disjuncts().first().map_or(dimensions + 1, |d| d.equalities().len());
        assert_eq!(dimensions + 1 - equalities, rank(&inside), "{context} has the hull {affine}");
    }
}

/// Sets whose disjuncts are segments and boxes with integer corners, which are the hulls of their corners.
fn random_corners(random: &mut Random, dimensions: usize) -> (Set, Vec<Vec<i64>>) {
    let mut set = Set::empty(space(dimensions));
    let mut corners: Vec<Vec<i64>> = Vec::new();
    for _ in 0..random.between(1, 4) {
        let low: Vec<i64> = (0..dimensions).map(|_| random.between(-3, 3)).collect();
        let high: Vec<i64> = low.iter().map(|&x| (x + random.between(0, 2)).min(3)).collect();
        let mut conjunction = Conjunction::universe(dimensions);
        for i in 0..dimensions {
            for (sign, constant) in [(1, -low[i]), (-1, high[i])] {
                let mut row = vec![Integer::ZERO; dimensions + 1];
                row[0] = Integer::from(constant);
                row[i + 1] = Integer::from(sign);
                conjunction.add_inequality(row);
            }
        }
        for bits in 0..1 << dimensions {
            corners
                .push((0..dimensions).map(|i| if bits >> i & 1 == 1 { high[i] } else { low[i] }).collect());
        }
        set = set.union(&Set::from_conjunction(space(dimensions), conjunction), &unlimited()).unwrap();
    }
    corners.sort();
    corners.dedup();
    (set, corners)
}

fn cross(a: &[i64], b: &[i64], c: &[i64]) -> i64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

/// Does the point lie in a triangle with corners among these? So says the theorem of Carathéodory.
fn in_some_triangle(point: &[i64], corners: &[Vec<i64>]) -> bool {
    let between = |a: i64, b: i64, c: i64, x: i64| (a.min(b).min(c)..=a.max(b).max(c)).contains(&x);
    corners.iter().any(|a| {
        corners.iter().any(|b| {
            corners.iter().any(|c| {
                let sides = [cross(a, b, point), cross(b, c, point), cross(c, a, point)];
                let inside = sides.iter().all(|&s| s >= 0) || sides.iter().all(|&s| s <= 0);
                // Where all four are on a line, the point must be between the others.
                inside && (0..2).all(|i| between(a[i], b[i], c[i], point[i]))
            })
        })
    })
}

#[test]
fn convex_hulls_in_the_plane_agree_with_triangles() {
    let mut random = Random::new(16);
    for round in 0..250 {
        let (set, corners) = random_corners(&mut random, 2);
        let hull = set.convex_hull(&unlimited()).unwrap();
        for point in points(2, 4) {
            assert_eq!(
                hull.contains(&point),
                in_some_triangle(&point, &corners),
                "round {round}: {set} has the hull {hull} at {point:?}"
            );
        }
        // Every constraint of the hull touches the set.
        for row in hull.disjuncts()[0].inequalities() {
            assert_eq!(set.minimum(row, &unlimited()).unwrap(), Optimum::Value(Integer::ZERO), "{hull}");
        }
    }
}

/// The planes through three corners with all corners on one side, as normals and constants.
fn supporting_planes(corners: &[Vec<i64>]) -> Vec<[i64; 4]> {
    let mut result = Vec::new();
    for a in corners {
        for b in corners {
            for c in corners {
                let (u, v): (Vec<i64>, Vec<i64>) = (0..3).map(|i| (b[i] - a[i], c[i] - a[i])).unzip();
                let normal =
                    [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
                let at = |p: &Vec<i64>| (0..3).map(|i| normal[i] * (p[i] - a[i])).sum::<i64>();
                if normal != [0; 3] && corners.iter().all(|p| at(p) >= 0) {
                    let constant = -(0..3).map(|i| normal[i] * a[i]).sum::<i64>();
                    result.push([constant, normal[0], normal[1], normal[2]]);
                }
            }
        }
    }
    result
}

#[test]
fn convex_hulls_in_space_agree_with_supporting_planes() {
    let mut random = Random::new(17);
    let mut solid = 0;
    for round in 0..40 {
        let (set, corners) = random_corners(&mut random, 3);
        if rank(&corners) < 4 || corners.len() > 16 {
            continue;
        }
        solid += 1;
        let planes = supporting_planes(&corners);
        let hull = set.convex_hull(&unlimited()).unwrap();
        for point in points(3, 4) {
            let inside = planes.iter().all(|p| p[0] + (0..3).map(|i| p[i + 1] * point[i]).sum::<i64>() >= 0);
            assert_eq!(hull.contains(&point), inside, "round {round}: {set} has the hull {hull}");
        }
    }
    assert!(solid > 10, "some hulls are solid: {solid}");
}

#[test]
fn the_gist_and_the_context_have_the_same_points_as_set_and_context() {
    let mut random = Random::new(18);
    let budget = unlimited();
    for round in 0..150 {
        let dimensions = 1 + round % 3;
        let set = random_set(&mut random, dimensions, None, 2);
        let context = random_set(&mut random, dimensions, None, 2);
        let gist = set.gist(&context, &budget).unwrap();
        let left = gist.intersection(&context, &budget).unwrap();
        let right = set.intersection(&context, &budget).unwrap();
        assert!(left.is_equal(&right, &budget).unwrap(), "round {round}: {set} in {context} is {gist}");
        let itself = set.gist(&set, &budget).unwrap();
        let nothing = set.is_empty(&budget).unwrap();
        assert_eq!(itself.disjuncts().is_empty(), nothing, "round {round}: {set}");
    }
}

#[test]
fn lexicographic_minima_depend_on_the_parameters() {
    let mut random = Random::new(19);
    let budget = unlimited();
    for round in 0..60 {
        let (a, b, c) = (random.between(-2, 2), random.between(1, 3), random.between(-3, 3));
        let text = format!("[n] -> {{ [x, y] : 0 <= x, y <= 4 and {a}x + {b}y >= n + {c} }}");
        let least = Set::parse(&text).unwrap().lexicographic_minimum(&budget).unwrap();
        for n in -6..=12 {
            let mut inside: Vec<Vec<i64>> = points(2, 4)
                .into_iter()
                .filter(|p| p[0] >= 0 && p[1] >= 0 && a * p[0] + b * p[1] >= n + c)
                .collect();
            inside.sort();
            for point in points(2, 4) {
                let found = least.contains(&[n, point[0], point[1]]);
                assert_eq!(found, inside.first() == Some(&point), "round {round}: {text} at {n}, {point:?}");
            }
        }
    }
}

/// The number of affinely independent points among these.
fn rank(points: &[Vec<i64>]) -> usize {
    let mut rows: Vec<Vec<i128>> =
        points.iter().map(|p| std::iter::once(1).chain(p.iter().map(|&x| i128::from(x))).collect()).collect();
    let width = rows.first().map_or(0, Vec::len);
    let mut rank = 0;
    for column in 0..width {
        let Some(place) = (rank..rows.len()).find(|&i| rows[i][column] != 0) else { continue };
        rows.swap(rank, place);
        for i in rank + 1..rows.len() {
            let (p, q) = (rows[rank][column], rows[i][column]);
            let pivot = rows[rank].clone();
            for (entry, above) in rows[i].iter_mut().zip(&pivot) {
                *entry = *entry * p - above * q;
            }
        }
        rank += 1;
    }
    rank
}
