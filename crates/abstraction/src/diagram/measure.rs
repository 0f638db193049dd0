//! Measures: what steps along edges of a diagram never increase, so that those that decrease it are taken only finitely often.
//!
//! A measure is given by the model's `rank`, part by part, or found: a sum of the integers and a number for each node, by the linear
//! program of the crate `presburger`. Either is believed only after the solver has said so of each edge.
//!
//! # Reference
//! Cansell, Méry, Merz: *Predicate Diagrams for the Verification of Reactive Systems*, IFM 2000, doi:10.1007/3-540-40911-4_22, for orderings on
//! edges; Colón, Sipma: *Practical Methods for Proving Program Termination*, CAV 2002, doi:10.1007/3-540-45657-0_36, for one measure for each
//! component.

use super::graph::{Diagram, DiagramEdge};
use super::probe::{Probe, described};
use super::wording::Wording;
use crate::transitions::Transitions;
use budget::Budget;
use presburger::{Conjunction, Integer, Passage, linear_ranking};
use state_sets::{Cell, Comparison, Formula, Halt, Kind, Limited, Linear, Moment, Space, Term, Variable};
use std::collections::HashMap;

/// More edges than this are not looked at together.
const MOST_EDGES: usize = 120;
/// How many edges are tried as the one that decreases.
const MOST_CHOICES: usize = 12;

/// A measure with values in the integers, of which those below its least value do not count.
#[derive(Debug, Clone)]
pub(crate) struct Measure {
    /// Sums, each with the states in which it is the value.
    cases: Vec<(Formula, Linear)>,
    /// What is added in each node; zero if nothing is said.
    offsets: HashMap<usize, i128>,
    /// Values from here on count.
    least: i128,
    /// In the words of the model.
    pub text: String,
}

/// What a measure does along an edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Course {
    /// It always decreases while it counts.
    Falls,
    /// It never increases.
    Stays,
    /// It may increase.
    Grows,
}

impl Measure {
    /// The parts of the model's ranks.
    pub fn given(transitions: &Transitions<'_>, budget: &Budget<'_>) -> Vec<Measure> {
        let system = transitions.system;
        let measure = |part: &system::Expr| {
            let value = transitions.lowered.value(system, part, budget).ok()?;
            let (cases, offsets, least) = (value.cases()?, HashMap::new(), 0);
            // As it is written: what quantifiers expand to is long.
            let written = system
                .source
                .text()
                .get(part.span.start as usize..part.span.end as usize)
                .filter(|text| !text.is_empty());
            let text = written.map_or_else(|| system.show_expr(part), words);
            Some(Measure { cases, offsets, least, text })
        };
        system.ranks.iter().flat_map(|rank| &rank.parts).filter_map(measure).collect()
    }

    /// What it does along an edge.
    pub fn course(
        &self,
        diagram: &Diagram,
        probe: &mut Probe<'_, '_>,
        edge: &DiagramEdge,
    ) -> Limited<Course> {
        let (from, to) = (&diagram.nodes[edge.from], &diagram.nodes[edge.to]);
        let Some((grows, does_not_fall)) = self.conditions(edge) else { return Ok(Course::Grows) };
        if probe.is_never(from, edge.number, to, &does_not_fall)? {
            return Ok(Course::Falls);
        }
        let stays = probe.is_never(from, edge.number, to, &grows)?;
        Ok(if stays { Course::Stays } else { Course::Grows })
    }

    /// That it grows along the edge to a value that counts, and that it does not fall from a value that counts.
    fn conditions(&self, edge: &DiagramEdge) -> Option<(Formula, Formula)> {
        let offset = |node: usize| self.offsets.get(&node).copied().unwrap_or(0);
        let shift = offset(edge.to).checked_sub(offset(edge.from))?;
        let undefined = Formula::any(self.cases.iter().map(|(guard, _)| guard.clone())).negated();
        let mut grows = vec![undefined.clone(), later(&undefined)];
        let mut does_not_fall = grows.clone();
        for (guard, before) in &self.cases {
            for (other, after) in &self.cases {
                let both = guard.clone().and(later(other));
                let after = later_sum(after);
                // What it gains, offsets included.
                let gain = after.minus(before)?.plus(&Linear::constant(shift))?;
                let counts_after = Linear::constant(self.least).minus(&after)?;
                let below = before.minus(&Linear::constant(self.least.checked_sub(1)?))?;
                let positive = Linear::constant(1).minus(&gain)?;
                let mut parts = vec![both.clone(), Formula::not_positive(positive)];
                // With offsets, a value that does not count is one all the same.
                if self.offsets.is_empty() {
                    parts.push(Formula::not_positive(counts_after));
                }
                grows.push(Formula::all(parts));
                let not_less = Formula::not_positive(gain.times(-1)?);
                does_not_fall.push(both.and(Formula::not_positive(below).or(not_less)));
            }
        }
        Some((Formula::any(grows), Formula::any(does_not_fall)))
    }

    /// A measure that decreases along one of the edges and increases along none.
    pub fn found(
        diagram: &Diagram,
        transitions: &Transitions<'_>,
        edges: &[usize],
        budget: &Budget<'_>,
    ) -> Limited<Option<Measure>> {
        if edges.len() > MOST_EDGES {
            return Ok(None);
        }
        let integers = Integers::of(transitions.space());
        let pairs: Vec<Conjunction> =
            edges.iter().map(|edge| integers.pairs(diagram, transitions, &diagram.edges[*edge])).collect();
        let mut nodes: Vec<usize> =
            edges.iter().flat_map(|edge| [diagram.edges[*edge].from, diagram.edges[*edge].to]).collect();
        nodes.sort_unstable();
        nodes.dedup();
        let place = |node: usize| nodes.binary_search(&node).unwrap_or(0);
        let count = integers.0.len();
        let quantities: Vec<(usize, usize)> =
            (0..count).map(|own| (own, own.saturating_add(count))).collect();
        let places: Vec<Vec<(usize, i64)>> = edges
            .iter()
            .map(|edge| match &diagram.edges[*edge] {
                edge if edge.from == edge.to => Vec::new(),
                edge => vec![(place(edge.from), 1), (place(edge.to), -1)],
            })
            .collect();
        let passages: Vec<Passage<'_>> = pairs
            .iter()
            .zip(&places)
            .map(|(pairs, places)| Passage { pairs, quantities: &quantities, places })
            .collect();
        let changes = |edge: &usize| {
            let step = &transitions.lowered.moves[diagram.edges[*edge].number].step;
            step.changed.iter().any(|variable| integers.0.contains(variable))
        };
        for chosen in (0..edges.len()).filter(|place| changes(&edges[*place])).take(MOST_CHOICES) {
            let ranking = linear_ranking(&passages, chosen, nodes.len(), budget).map_err(Halt::spent)?;
            if let Some(measure) = ranking.and_then(|ranking| integers.measure(transitions, &ranking, &nodes))
            {
                return Ok(Some(measure));
            }
        }
        Ok(None)
    }
}

/// The text on one line.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The formula about the state after a step.
fn later(formula: &Formula) -> Formula {
    formula.with_cells(&after)
}

fn later_sum(sum: &Linear) -> Linear {
    sum.with_cells(&after)
}

fn after(cell: Cell) -> Cell {
    match cell {
        Cell::Variable(variable, Moment::Now) => Cell::next(variable),
        other => other,
    }
}

/// The integers of a space, in the order of the dimensions of a polyhedron.
struct Integers(Vec<Variable>);

impl Integers {
    fn of(space: &Space) -> Integers {
        Integers(
            space.all().filter(|variable| matches!(space.kind(*variable), Kind::Integer { .. })).collect(),
        )
    }

    fn place(&self, variable: Variable) -> Option<usize> {
        self.0.iter().position(|own| *own == variable)
    }

    /// The integers before and after steps of an edge, or more.
    fn pairs(&self, diagram: &Diagram, transitions: &Transitions<'_>, edge: &DiagramEdge) -> Conjunction {
        let mut pairs = Conjunction::universe(self.0.len().saturating_mul(2));
        let step = &transitions.lowered.moves[edge.number].step;
        for (place, variable) in self.0.iter().enumerate() {
            if !step.changed.contains(variable) {
                let mut row = self.zero();
                row[place.saturating_add(1)] = Integer::from(1);
                row[place.saturating_add(self.0.len()).saturating_add(1)] = Integer::from(-1);
                pairs.add_equality(row);
            }
            let Kind::Integer { low, high } = transitions.space().kind(*variable) else { continue };
            for cell in [Cell::now(*variable), Cell::next(*variable)] {
                let value = Linear::cell(cell);
                let below = low.and_then(|low| Linear::constant(low).minus(&value));
                let above = high.and_then(|high| value.minus(&Linear::constant(high)));
                for sum in [below, above].into_iter().flatten() {
                    self.compare(&mut pairs, &sum, Comparison::NotPositive, true);
                }
            }
        }
        let [from, to] = [edge.from, edge.to]
            .map(|node| described(&diagram.control, &diagram.nodes[node], &diagram.predicates));
        self.add(&mut pairs, &from, true);
        self.add(&mut pairs, &later(&to), true);
        self.add(&mut pairs, &step.relation, true);
        for known in &transitions.known {
            self.add(&mut pairs, known, true);
        }
        pairs
    }

    fn zero(&self) -> Vec<Integer> {
        vec![Integer::from(0); self.0.len().saturating_mul(2).saturating_add(1)]
    }

    /// Adds what a formula says, as far as it is a conjunction of comparisons.
    fn add(&self, pairs: &mut Conjunction, formula: &Formula, value: bool) {
        match (formula, value) {
            (Formula::And(parts), true) | (Formula::Or(parts), false) => {
                parts.iter().for_each(|part| self.add(pairs, part, value));
            }
            (Formula::Not(inner), _) => self.add(pairs, inner, !value),
            (Formula::Exists(_, body), true) => self.add(pairs, body, true),
            (Formula::Compare(sum, comparison), _) => self.compare(pairs, sum, *comparison, value),
            _ => {}
        }
    }

    /// Adds a comparison; nothing is added where it speaks of anything else, or says no inequality.
    fn compare(&self, pairs: &mut Conjunction, sum: &Linear, comparison: Comparison, value: bool) {
        let Some(row) = self.row(sum) else { return };
        let negated = |row: &[Integer]| -> Vec<Integer> { row.iter().map(|entry| -entry).collect() };
        match (comparison, value) {
            (Comparison::Zero, true) => pairs.add_equality(row),
            (Comparison::NotPositive, true) => pairs.add_inequality(negated(&row)),
            (Comparison::NotPositive, false) => {
                let mut row = row;
                row[0] = &row[0] - &Integer::from(1);
                pairs.add_inequality(row);
            }
            (Comparison::Zero, false) => {}
        }
    }

    fn row(&self, sum: &Linear) -> Option<Vec<Integer>> {
        let mut row = self.zero();
        row[0] = Integer::from(i64::try_from(sum.constant).ok()?);
        for (factor, term) in &sum.terms {
            let Term::Cell(Cell::Variable(variable, moment)) = term else { return None };
            let later = if *moment == Moment::Next { self.0.len() } else { 0 };
            let place = self.place(*variable)?.checked_add(later)?.checked_add(1)?;
            row[place] = &row[place] + &Integer::from(i64::try_from(*factor).ok()?);
        }
        Some(row)
    }

    /// The ranking as a measure; nothing if a number is too large.
    fn measure(
        &self,
        transitions: &Transitions<'_>,
        ranking: &presburger::Ranking,
        nodes: &[usize],
    ) -> Option<Measure> {
        let small = |number: &Integer| number.to_i64().map(i128::from);
        let mut sum = Linear::constant(0);
        for (factor, variable) in
            ranking.coefficients.iter().zip(&self.0).filter(|(factor, _)| !factor.is_zero())
        {
            sum.terms.push((small(factor)?, Term::Cell(Cell::now(*variable))));
        }
        let wording = Wording { system: transitions.system, lowered: &transitions.lowered };
        let text = wording.sum(&sum);
        let offsets = nodes
            .iter()
            .zip(&ranking.places)
            .map(|(node, number)| Some((*node, small(number)?)))
            .collect::<Option<HashMap<usize, i128>>>()?;
        let least = small(&ranking.least)?;
        Some(Measure { cases: vec![(Formula::truth(), sum)], offsets, least, text })
    }
}
