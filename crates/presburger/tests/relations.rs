//! Operations on random relations, compared with lists of pairs.

mod support;

use presburger::{Budget, Relation};
use support::{Random, points, random_set};

fn unlimited() -> Budget<'static> {
    Budget::unlimited()
}

fn pairs(relation: &Relation, size: i64) -> Vec<(i64, i64)> {
    let inside = points(2, size).into_iter().filter(|p| relation.pairs().contains(p));
    inside.map(|p| (p[0], p[1])).collect()
}

#[test]
fn relational_operations_agree_with_enumeration() {
    let mut random = Random::new(21);
    let budget = unlimited();
    for round in 0..500 {
        let r = Relation::from_set(1, random_set(&mut random, 2, Some(3), 2));
        let s = Relation::from_set(1, random_set(&mut random, 2, Some(3), 2));
        let set = random_set(&mut random, 1, Some(3), 2);
        let (of_r, of_s) = (pairs(&r, 3), pairs(&s, 3));
        let composed = r.then(&s, &budget).unwrap();
        let (domain, range) = (r.domain(&budget).unwrap(), r.range(&budget).unwrap());
        let (image, before) = (r.image(&set, &budget).unwrap(), r.pre_image(&set, &budget).unwrap());
        let inverse = r.inverse();
        for x in -3..=3 {
            assert_eq!(domain.contains(&[x]), of_r.iter().any(|p| p.0 == x), "round {round}: {r}");
            assert_eq!(range.contains(&[x]), of_r.iter().any(|p| p.1 == x), "round {round}: {r}");
            assert_eq!(
                image.contains(&[x]),
                of_r.iter().any(|p| p.1 == x && set.contains(&[p.0])),
                "{r} of {set}"
            );
            assert_eq!(
                before.contains(&[x]),
                of_r.iter().any(|p| p.0 == x && set.contains(&[p.1])),
                "{r} of {set}"
            );
            for z in -3..=3 {
                let joined = of_r.iter().any(|p| p.0 == x && of_s.contains(&(p.1, z)));
                assert_eq!(composed.pairs().contains(&[x, z]), joined, "round {round}: {r} then {s}");
                assert_eq!(inverse.pairs().contains(&[z, x]), of_r.contains(&(x, z)), "round {round}: {r}");
            }
        }
        let again = Relation::parse(&r.to_string()).unwrap();
        assert!(again.is_equal(&r, &budget).unwrap(), "round {round}: {r}");
    }
}
