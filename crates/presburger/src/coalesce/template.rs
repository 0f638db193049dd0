//! Constraints above two polyhedra, from the directions of their sides.
//!
//! # The algorithm
//!
//! Each direction `f` has a least value `a(f)` on the first and `b(f)` on the second polyhedron, and `f` is at least the
//! smaller one on both. Where the first leads in one direction and the second in another,
//!
//! ```text
//!     a(f) > b(f)   and   a(g) < b(g)      (b(g) − a(g))·f + (a(f) − b(f))·g  >=  a(f)·b(g) − b(f)·a(g)
//! ```
//!
//! holds on both: the side of `f` is turned around the place where both leave their corners.
//!
//! ```text
//!   +-----+            +-----+
//!   |  a  |            |  a   \        x <= 2 on a, and b reaches x = 3 only below;
//!   |     +-+    is    |       +       the side x <= 2 is turned
//!   |     |b|          |   b   |
//!   +-----+-+          +-------+
//! ```
//!
//! # Why it is right
//!
//! On the first, `f >= a(f)` and `g >= a(g)`; weighted with the two factors, which are positive, they add up to the
//! bound. On the second they add up to the same number.
//!
//! # Reference
//!
//! Verdoolaege: *Integer Set Coalescing*, IMPACT 2015, for turning constraints around a ridge ("wrapping"). Departure:
//! only constraints are added that cut off a point known to be too much.

use super::Part;
use crate::conjunction::Conjunction;
use crate::integer::Integer;
use crate::row::{self, Row};
use budget::{Budget, Budgeted};

/// Two polyhedra that both reach beyond the other in more directions than this are left alone: their union is hardly ever
/// one, and to find that out takes long. Slices of a growing set in neighbouring planes do so in up to three.
const MOST_BEYOND: usize = 3;

/// Constraints above two polyhedra.
pub(super) struct Template {
    /// The constraints so far.
    pub hull: Conjunction,
    /// The directions in which the first lies farther inside than the second.
    first: Vec<Bound>,
    /// The directions in which the second lies farther inside than the first.
    second: Vec<Bound>,
}

/// A direction and its least values on the two polyhedra.
struct Bound {
    direction: Row,
    first: Integer,
    second: Integer,
}

impl Template {
    /// The least conjunction above both whose inequalities have the directions of theirs, unless the two are apart or
    /// their union is unlikely to be one.
    pub fn new(
        frame: Conjunction,
        a: &mut Part,
        b: &mut Part,
        budget: &Budget,
    ) -> Budgeted<Option<Template>> {
        let mut directions = a.sides();
        let more = b.sides();
        if b.is_apart_from(&directions, budget)? || a.is_apart_from(&more, budget)? {
            return Ok(None);
        }
        directions.extend(more);
        for direction in &mut directions {
            direction[0] = Integer::ZERO;
        }
        directions.sort();
        directions.dedup();
        let mut template = Template { hull: frame, first: Vec::new(), second: Vec::new() };
        // The directions in which each of the two reaches farther than the other.
        let (mut beyond_first, mut beyond_second) = (0, 0);
        for direction in directions {
            let (first, second) = (a.least(&direction, budget)?, b.least(&direction, budget)?);
            beyond_first +=
                usize::from(first.is_some() && second.as_ref().is_none_or(|s| Some(s) < first.as_ref()));
            beyond_second +=
                usize::from(second.is_some() && first.as_ref().is_none_or(|f| Some(f) < second.as_ref()));
            if beyond_first.min(beyond_second) > MOST_BEYOND {
                return Ok(None);
            }
            if let (Some(first), Some(second)) = (first, second) {
                template.add(Bound { direction, first, second });
            }
        }
        template.hull.equalities = common_equalities(&a.conjunction.equalities, &b.conjunction.equalities);
        Ok(Some(template))
    }

    fn add(&mut self, bound: Bound) {
        let mut inequality = bound.direction.clone();
        inequality[0] = -(&bound.first).min(&bound.second);
        self.hull.inequalities.push(inequality);
        match bound.first.cmp(&bound.second) {
            std::cmp::Ordering::Greater => self.first.push(bound),
            std::cmp::Ordering::Less => self.second.push(bound),
            std::cmp::Ordering::Equal => {}
        }
    }

    /// Adds the turned constraints that the point, which lies in neither polyhedron, violates; false if there is none.
    pub fn cut_off(&mut self, visible: &[Integer]) -> bool {
        let point = self.hull.extend_point(visible);
        let value = |bound: &Bound| row::value_at(&bound.direction, &point);
        let values: Vec<Integer> = self.second.iter().map(value).collect();
        let known = self.hull.inequalities.len();
        for f in &self.first {
            let at_f = value(f);
            for (g, at_g) in self.second.iter().zip(&values) {
                let (left, right) = (&g.second - &g.first, &f.first - &f.second);
                let opposite = -&f.second;
                let bound = f.first.combine(&g.second, &opposite, &g.first);
                if left.combine(&at_f, &right, at_g) < bound {
                    let mut turned = row::combination(&left, &f.direction, &right, &g.direction);
                    turned[0] = -&bound;
                    self.hull.inequalities.push(turned);
                }
            }
        }
        self.hull.inequalities.len() > known
    }
}

/// The equalities that follow from the first list as well as from the second.
///
/// Each of the first is kept beside what is left of it modulo the second; combinations of which nothing is left
/// are in both spans.
fn common_equalities(first: &[Row], second: &[Row]) -> Vec<Row> {
    let mut reducers: Vec<(Row, Row)> = Vec::new();
    let mut result = Vec::new();
    let nothing = || row::zero(first[0].len());
    let known = second.iter().map(|equality| (equality.clone(), None));
    let asked = first.iter().map(|equality| (equality.clone(), Some(equality.clone())));
    if first.is_empty() || second.is_empty() {
        return result;
    }
    for (mut rest, source) in known.chain(asked) {
        let asked = source.is_some();
        let mut source = source.unwrap_or_else(nothing);
        for (reducer, reducer_source) in &reducers {
            let pivot = reducer.iter().position(|c| !c.is_zero()).unwrap_or(0);
            if !rest[pivot].is_zero() {
                let (scale, factor) = (reducer[pivot].clone(), -&rest[pivot]);
                rest = row::combination(&scale, &rest, &factor, reducer);
                source = row::combination(&scale, &source, &factor, reducer_source);
            }
        }
        if rest.iter().any(|c| !c.is_zero()) {
            reducers.push((rest, source));
        } else if asked {
            result.push(source);
        }
    }
    result
}
