//! Linear functions that no step increases, and that one of them decreases towards a bound.
//!
//! # The algorithm
//!
//! Steps are polyhedra of pairs (point before, point after). A function `r·x`, plus a number for the place where a step
//! begins and one for the place where it ends, decreases by at least `d` along all pairs of a polyhedron
//! `A·(x, x') + a >= 0` exactly if the inequality `r·x − r·x' + o − d >= 0` is a combination of its rows with factors that
//! are not negative (Farkas). So the coefficients, the numbers of the places and the factors are the unknowns of one
//! linear program: every polyhedron with `d = 0`, one of them with `d = 1`, and on that one `r·x` has a lower bound. Of
//! all solutions one with small coefficients is taken and multiplied until they are integers.
//!
//! # Why it is right
//!
//! Each combination of the rows is a proof. Over the rational points of the polyhedra the method is complete; divisions
//! are unknowns between their bounds, so that a function which needs their being whole may be missed.
//!
//! # Reference
//!
//! Podelski, Rybalchenko: *A Complete Method for the Synthesis of Linear Ranking Functions*, VMCAI 2004,
//! doi:10.1007/978-3-540-24622-0_20. Several polyhedra, of which some decrease: Colón, Sipma: *Practical Methods for
//! Proving Program Termination*, CAV 2002, doi:10.1007/3-540-45657-0_36; numbers for places as in Alias, Darte,
//! Feautrier, Gonnord: *Multi-dimensional Rankings, Program Termination, and Complexity Bounds of Flowchart Programs*,
//! SAS 2010, doi:10.1007/978-3-642-15769-1_8.

use crate::conjunction::Conjunction;
use crate::integer::Integer;
use crate::row::{self, Row};
use crate::simplex::Dictionary;
use crate::system::System;
use budget::{Budget, Budgeted};

/// Steps that go along the pairs of one polyhedron.
#[derive(Debug, Clone)]
pub struct Passage<'a> {
    /// The points before and after the step, as dimensions of one space.
    pub pairs: &'a Conjunction,
    /// For each quantity, its dimension before the step and the one after it, which is the same if it does not change.
    pub quantities: &'a [(usize, usize)],
    /// The places whose numbers are added to what the function loses, each as often as it says.
    pub places: &'a [(usize, i64)],
}

/// A function of the quantities that steps do not increase.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ranking {
    /// The coefficient of each quantity.
    pub coefficients: Vec<Integer>,
    /// The number of each place.
    pub places: Vec<Integer>,
    /// The sum of the quantities is at least this wherever a step of the chosen polyhedron begins.
    pub least: Integer,
}

/// A function that decreases by at least one along the chosen passage, where it has a lower bound, and increases along
/// none; nothing if there is no linear one. There are so many places.
///
/// ```
/// use presburger::{Budget, Passage, Relation, linear_ranking};
/// // x goes down in steps of two, or y does in steps of one while x stays.
/// let steps = Relation::parse("{ [x, y] -> [x - 2, y + 5] : x >= 0; [x, y] -> [x, y - 1] : y >= 0 }").unwrap();
/// let parts = steps.pairs().disjuncts();
/// let quantities = [(0, 2), (1, 3)];
/// let passage = |part| Passage { pairs: part, quantities: &quantities, places: &[] };
/// let passages: Vec<Passage> = parts.iter().map(passage).collect();
/// let found = linear_ranking(&passages, 0, 0, &Budget::unlimited()).unwrap().unwrap();
/// assert_eq!((found.coefficients, found.least), (vec![1.into(), 0.into()], 0.into()));
/// ```
pub fn linear_ranking(
    passages: &[Passage<'_>],
    chosen: usize,
    places: usize,
    budget: &Budget,
) -> Budgeted<Option<Ranking>> {
    let Some(strict) = passages.get(chosen) else { return Ok(None) };
    let mut program = Program::new(strict.quantities.len(), places);
    for (number, passage) in passages.iter().enumerate() {
        budget.spend(1)?;
        program.decreases(passage, number == chosen);
    }
    let bound = program.bounded(strict);
    program.solved(bound, budget)
}

/// A linear program under construction. Its first unknowns are the coefficients and the numbers of the places, then as
/// many that are not below their absolute values.
struct Program {
    quantities: usize,
    places: usize,
    unknowns: usize,
    /// Rows as lists of columns with coefficients, so that later unknowns need not be known.
    equalities: Vec<Vec<(usize, Integer)>>,
    inequalities: Vec<Vec<(usize, Integer)>>,
}

impl Program {
    fn new(quantities: usize, places: usize) -> Program {
        let own = quantities + places;
        let mut program = Program {
            quantities,
            places,
            unknowns: 2 * own,
            equalities: Vec::new(),
            inequalities: Vec::new(),
        };
        for unknown in 0..own {
            for sign in [1, -1] {
                let size = (1 + own + unknown, Integer::ONE);
                program.inequalities.push(vec![size, (1 + unknown, Integer::from(sign))]);
            }
        }
        program
    }

    fn fresh(&mut self) -> usize {
        self.unknowns += 1;
        self.unknowns
    }

    /// Says that the function does not increase along the passage, or decreases by one.
    fn decreases(&mut self, passage: &Passage<'_>, strictly: bool) {
        let mut sum: Vec<(usize, usize, i64)> = Vec::new();
        for (quantity, (before, after)) in passage.quantities.iter().enumerate() {
            if before != after {
                sum.push((1 + before, 1 + quantity, 1));
                sum.push((1 + after, 1 + quantity, -1));
            }
        }
        let number = |(place, times): &(usize, i64)| (1 + self.quantities + place, Integer::from(*times));
        let mut constant: Vec<(usize, Integer)> = passage.places.iter().map(number).collect();
        constant.push((0, Integer::from(-i64::from(strictly))));
        self.follows(passage.pairs, &sum, constant);
    }

    /// Says that the function of the quantities has a lower bound where the passage begins; returns the unknown that is
    /// the opposite of the bound.
    fn bounded(&mut self, passage: &Passage<'_>) -> usize {
        let bound = self.fresh();
        let before = |(quantity, (before, _)): (usize, &(usize, usize))| (1 + before, 1 + quantity, 1);
        let sum: Vec<(usize, usize, i64)> = passage.quantities.iter().enumerate().map(before).collect();
        self.follows(passage.pairs, &sum, vec![(bound, Integer::ONE)]);
        bound
    }

    /// Says that an inequality is a combination of the rows of a polyhedron. Its sum is given as (column of the
    /// polyhedron, unknown, times), its constant as a sum of unknowns.
    fn follows(&mut self, pairs: &Conjunction, sum: &[(usize, usize, i64)], constant: Vec<(usize, Integer)>) {
        let System { width, equalities, inequalities } = pairs.system();
        let mut columns: Vec<Vec<(usize, Integer)>> = vec![Vec::new(); width];
        columns[0] = constant.into_iter().map(|(unknown, times)| (unknown, -&times)).collect();
        for (column, unknown, times) in sum {
            columns[*column].push((*unknown, Integer::from(-times)));
        }
        let rows =
            equalities.iter().map(|row| (row, false)).chain(inequalities.iter().map(|row| (row, true)));
        for (row, signed) in rows {
            let factor = self.fresh();
            if signed {
                self.inequalities.push(vec![(factor, Integer::ONE)]);
            }
            for (column, coefficient) in row.iter().enumerate().filter(|(_, value)| !value.is_zero()) {
                columns[column].push((factor, coefficient.clone()));
            }
        }
        let mut columns = columns.into_iter();
        // The combination may fall short of the constant, and must agree in everything else.
        let short = columns.next().unwrap_or_default().into_iter();
        self.inequalities.push(short.map(|(unknown, times)| (unknown, -&times)).collect());
        self.equalities.extend(columns.filter(|column| !column.is_empty()));
    }

    fn solved(self, bound: usize, budget: &Budget) -> Budgeted<Option<Ranking>> {
        let width = 1 + self.unknowns;
        let row = |entries: &Vec<(usize, Integer)>| -> Row {
            let mut row = row::zero(width);
            entries.iter().for_each(|(column, value)| row[*column] += value);
            row
        };
        let system = System {
            width,
            equalities: self.equalities.iter().map(row).collect(),
            inequalities: self.inequalities.iter().map(row).collect(),
        };
        let Some(mut dictionary) = Dictionary::feasible(system, budget)? else { return Ok(None) };
        let own = self.quantities + self.places;
        let sizes: Vec<(usize, Integer)> = (1 + own..1 + 2 * own).map(|size| (size, Integer::ONE)).collect();
        dictionary.minimum(&row(&sizes), budget)?;
        let (point, denominator) = dictionary.rational_point();
        let mut divisor = denominator;
        point[..own].iter().for_each(|value| divisor = divisor.gcd(value));
        let scaled = |value: &Integer| value.floor_divide(&divisor);
        Ok(Some(Ranking {
            coefficients: point[..self.quantities].iter().map(scaled).collect(),
            places: point[self.quantities..own].iter().map(scaled).collect(),
            least: scaled(&-&point[bound - 1]),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::relation::Relation;

    fn found(text: &str, chosen: usize) -> Option<(Vec<i64>, i64)> {
        let relation = Relation::parse(text).expect("it is a relation");
        let count = relation.pairs().dimension_count() / 2;
        let quantities: Vec<(usize, usize)> = (0..count).map(|own| (own, own + count)).collect();
        let passage = |part| Passage { pairs: part, quantities: &quantities, places: &[] };
        let passages: Vec<Passage<'_>> = relation.pairs().disjuncts().iter().map(passage).collect();
        let ranking =
            linear_ranking(&passages, chosen, 0, &Budget::unlimited()).expect("there is no limit")?;
        let small = |value: &Integer| value.to_i64().expect("it is small");
        Some((ranking.coefficients.iter().map(small).collect(), small(&ranking.least)))
    }

    #[test]
    fn a_countdown_has_a_ranking_and_a_count_up_has_none() {
        assert_eq!(found("{ [x] -> [x - 1] : x >= 1 }", 0), Some((vec![1], 1)));
        assert_eq!(found("{ [x] -> [x + 1] : x >= 1 }", 0), None);
        assert_eq!(found("{ [x] -> [x + 3] : x <= 10 }", 0), Some((vec![-1], -10)));
        assert_eq!(found("{ [x] -> [x - 1] }", 0), None);
    }

    #[test]
    fn a_difference_decreases_where_no_variable_is_bounded() {
        assert_eq!(found("{ [x, y] -> [x + 1, y] : x < y }", 0), Some((vec![-1, 1], 1)));
        let both = "{ [x, y] -> [x + 1, y] : x < y; [x, y] -> [x, y - 1] : x < y }";
        assert_eq!(found(both, 0), Some((vec![-1, 1], 1)));
        assert_eq!(found(both, 1), found(both, 0));
    }

    #[test]
    fn one_step_that_increases_spoils_the_ranking() {
        let good = "{ [x, y] -> [x - 1, y + 1] : x >= 0; [x, y] -> [x, y - 1] : y >= 0 }";
        assert_eq!(found(good, 0), Some((vec![1, 0], 0)));
        assert_eq!(
            found("{ [x, y] -> [x - 1, y + 1] : x >= 0; [x, y] -> [x + 1, y - 1] : y >= 0 }", 0),
            None
        );
    }

    #[test]
    fn halving_decreases_positive_numbers() {
        assert_eq!(found("{ [x] -> [y] : 2y = x and x >= 1 }", 0), Some((vec![1], 2)));
    }

    #[test]
    fn places_may_pay_for_steps() {
        // x grows by one on the way from the first place to the second and shrinks by two on the way back.
        let parse = |text: &str| Relation::parse(text).expect("it is a relation");
        let (there, back) = (parse("{ [x] -> [x + 1] : x >= 0 }"), parse("{ [x] -> [x - 2] : x >= 0 }"));
        let quantities = [(0, 1)];
        let passages = [
            Passage {
                pairs: &there.pairs().disjuncts()[0],
                quantities: &quantities,
                places: &[(0, 1), (1, -1)],
            },
            Passage {
                pairs: &back.pairs().disjuncts()[0],
                quantities: &quantities,
                places: &[(1, 1), (0, -1)],
            },
        ];
        let ranking = linear_ranking(&passages, 1, 2, &Budget::unlimited()).expect("there is no limit");
        let ranking = ranking.expect("there is one");
        let paid = &ranking.places[0] - &ranking.places[1];
        assert!(ranking.coefficients[0].is_positive() && paid >= ranking.coefficients[0]);
    }
}
