//! Whether a quantifier-free formula of linear integer arithmetic has a solution, and which.
//!
//! A branch is a conjunction of literals and of disjunctions that are still to be chosen from. The literals of a branch are solved by the
//! Omega test. If there is no solution, the branch is closed; if the solution satisfies the disjunctions as well, the search is over.
//! Otherwise the search branches on one of the disjunctions. Each branching uses up a disjunction, so that the search ends; it leaves
//! out nothing but alternatives without solutions, so that the formula has no solution if all branches are closed.
//!
//! Everything in a branch is marked with the branchings that it comes from, and so is the reason why a branch is closed. If the
//! alternative of a branching has no part in the reason, the other alternatives are closed for the same reason and are not tried.
#![cfg_attr(not(test), deny(clippy::arithmetic_side_effects))]

use crate::bounds::{Bounds, Leaf};
use crate::cooper::without_equations;
use crate::effort::Effort;
use crate::leaf::{Leaves, evaluate};
use crate::omega::{Answer, Because, Conjunction};
use crate::rows::Row;
use crate::{Refusal, Valuation, Variable};

/// How many disjunctions are compared by solving each of their alternatives.
const COMPARED: usize = 6;

/// More branchings inside each other are refused, for the sake of the stack.
const DEEPEST: u32 = 2000;

/// A conjunction of literals and of disjunctions, each with what it comes from.
#[derive(Debug, Clone, Default)]
struct Branch {
    literals: Vec<(Leaf, Because)>,
    disjunctions: Vec<(Leaf, Because)>,
}

/// A disjunction of a branch with the alternatives that are not plainly contradicted.
#[derive(Debug, Clone)]
struct Choice {
    disjunction: Leaf,
    alternatives: Vec<Leaf>,
    /// What the disjunction comes from, and why other alternatives are left out.
    because: Because,
}

impl Choice {
    /// The less, the better: alternatives for each literal that they add, on a logarithmic scale.
    fn cost(&self, leaves: &Leaves) -> u128 {
        let parts = |leaf: &Leaf| leaves.conjuncts(*leaf).map_or(1, <[Leaf]>::len);
        let gained: usize = self.alternatives.iter().map(parts).fold(0, usize::saturating_add);
        let count = self.alternatives.len() as u128;
        // The bits of the fourth power are four times the logarithm, rounded.
        let logarithm = u128::from(count.saturating_pow(4).checked_ilog2().unwrap_or(0));
        logarithm.saturating_mul(1 << 20).saturating_mul(count).checked_div(gained as u128).unwrap_or(0)
    }
}

/// A branch that is not closed yet, with a solution of its literals.
struct Open {
    branch: Branch,
    values: Row,
}

/// The branches of a choice, and what closed the others.
struct Split {
    open: Vec<Open>,
    because: Because,
}

/// A solution of a formula, with a value for each of its variables.
pub(crate) fn solve(
    leaves: &mut Leaves,
    leaf: Leaf,
    effort: &mut Effort,
) -> Result<Option<Valuation>, Refusal> {
    let (left, replaced) = without_equations(leaves, leaf, effort)?;
    let Some(mut valuation) = solve_without_equations(leaves, left, effort)? else { return Ok(None) };
    for variable in leaves.mentioned(leaf) {
        valuation.entry(*variable).or_insert(0);
    }
    for (variable, sum) in replaced.iter().rev() {
        let value = evaluate(&sum.terms, sum.constant, &|other| valuation.get(&other).copied().unwrap_or(0))?;
        valuation.insert(*variable, value);
    }
    match leaves.holds(leaf, &|variable| valuation.get(&variable).copied().unwrap_or(0), effort)? {
        true => Ok(Some(valuation)),
        false => Err(Refusal::Undecided("a solution does not satisfy its formula".into())),
    }
}

fn solve_without_equations(
    leaves: &Leaves,
    leaf: Leaf,
    effort: &mut Effort,
) -> Result<Option<Valuation>, Refusal> {
    if leaf == Leaf::FALSE {
        return Ok(None);
    }
    let search = Search { leaves, variables: leaves.mentioned(leaf) };
    let mut branch = Branch::default();
    search.add(&mut branch, leaf, 0);
    let answer = match search.solve_literals(&branch.literals, effort)? {
        Answer::Values(values) => search.run(Open { branch, values }, 0, effort)?,
        closed => closed,
    };
    let Answer::Values(row) = answer else { return Ok(None) };
    Ok(Some(search.variables.iter().map(|variable| (*variable, search.value(&row, *variable))).collect()))
}

struct Search<'a> {
    leaves: &'a Leaves,
    variables: &'a [Variable],
}

impl Search<'_> {
    /// A solution of a branch, or the branchings because of which there is none.
    fn run(&self, open: Open, depth: u32, effort: &mut Effort) -> Result<Answer, Refusal> {
        let Open { branch, values } = open;
        effort.spend(branch.literals.len().saturating_add(branch.disjunctions.len()))?;
        let mut unsatisfied = Vec::new();
        for (disjunction, _) in &branch.disjunctions {
            if !self.leaves.holds(*disjunction, &|variable| self.value(&values, variable), effort)? {
                unsatisfied.push(*disjunction);
            }
        }
        if unsatisfied.is_empty() {
            return Ok(Answer::Values(values));
        }
        if depth > DEEPEST {
            return Err(Refusal::Undecided("an obligation needs too many cases".into()));
        }
        let bit = mark(depth);
        let Split { open, mut because } = self.best(&branch, &unsatisfied, bit, effort)?;
        for next in open {
            match self.run(next, depth.saturating_add(1), effort)? {
                Answer::None(other) if other & bit == 0 => return Ok(Answer::None(other)),
                Answer::None(other) => because |= other,
                found => return Ok(found),
            }
        }
        Ok(Answer::None(without(because, bit)))
    }

    /// Adds a formula that is not false to a branch.
    fn add(&self, branch: &mut Branch, leaf: Leaf, because: Because) {
        if let Some(parts) = self.leaves.conjuncts(leaf) {
            parts.iter().for_each(|part| self.add(branch, *part, because));
        } else if self.leaves.alternatives(leaf).is_some() {
            branch.disjunctions.push((leaf, because));
        } else {
            branch.literals.push((leaf, because));
        }
    }

    /// The branches of the best choice: one that leaves at most one alternative, or the one with the least cost. Disjunctions that are
    /// satisfied count, too, if their alternatives are conjunctions: it takes many literals to close a branch.
    fn best(
        &self,
        branch: &Branch,
        unsatisfied: &[Leaf],
        bit: Because,
        effort: &mut Effort,
    ) -> Result<Split, Refusal> {
        let bounds = match self.leaves.bounds(branch.literals.iter().copied()) {
            Ok(bounds) => bounds,
            Err(because) => return Ok(Split { open: Vec::new(), because }),
        };
        let mut choices = Vec::new();
        for (disjunction, because) in &branch.disjunctions {
            let choice = self.choice(&bounds, *disjunction, *because);
            effort.spend(choice.alternatives.len())?;
            let composed = choice.alternatives.iter().all(|part| self.leaves.conjuncts(*part).is_some());
            if composed || unsatisfied.contains(disjunction) {
                choices.push((choice.alternatives.len() > 1, choice.cost(self.leaves), choice));
            }
        }
        choices.sort_by_key(|(several, cost, _)| (*several, *cost));
        let mut best: Option<Split> = None;
        for (_, _, choice) in choices.into_iter().take(COMPARED) {
            let split = self.split(branch, &choice, bit, effort)?;
            let sure = split.open.len() <= 1;
            if sure || best.is_none() {
                best = Some(split);
            }
            if sure {
                break;
            }
        }
        Ok(best.unwrap_or(Split { open: Vec::new(), because: 0 }))
    }

    fn choice(&self, bounds: &Bounds, disjunction: Leaf, because: Because) -> Choice {
        let mut choice = Choice { disjunction, alternatives: Vec::new(), because };
        for alternative in self.leaves.alternatives(disjunction).into_iter().flatten() {
            match self.leaves.contradicted(alternative, bounds) {
                Some(because) => choice.because |= because,
                None => choice.alternatives.push(alternative),
            }
        }
        choice
    }

    /// The branches with one alternative each, where the literals have a solution. A literal that was an alternative before is false in
    /// the branches behind it: where it is true, the branch before has the same solutions.
    fn split(
        &self,
        branch: &Branch,
        choice: &Choice,
        bit: Because,
        effort: &mut Effort,
    ) -> Result<Split, Refusal> {
        let mut rest = branch.clone();
        rest.disjunctions.retain(|(other, _)| *other != choice.disjunction);
        let mut split = Split { open: Vec::new(), because: choice.because };
        for alternative in &choice.alternatives {
            let mut next = rest.clone();
            self.add(&mut next, *alternative, choice.because | bit);
            match self.solve_literals(&next.literals, effort)? {
                Answer::Values(values) => {
                    split.open.push(Open { branch: next, values });
                    if self.leaves.literal(*alternative).is_some() {
                        rest.literals.push((alternative.opposite(), choice.because | bit));
                    }
                }
                Answer::None(because) => split.because |= without(because, bit),
            }
        }
        Ok(split)
    }

    fn solve_literals(&self, literals: &[(Leaf, Because)], effort: &mut Effort) -> Result<Answer, Refusal> {
        if let Err(because) = self.leaves.bounds(literals.iter().copied()) {
            return Ok(Answer::None(because));
        }
        let mut conjunction = Conjunction::new(self.variables.len().saturating_add(1));
        for (leaf, because) in literals {
            if let Some((direction, constant)) = self.leaves.bound(*leaf) {
                let factors = self.leaves.factors(direction).iter().copied();
                conjunction.at_most_zero(self.row(factors, constant), *because);
            } else if let Some(literal) = self.leaves.literal(*leaf)
                && let Some(divisor) = literal.divisor
            {
                let row = self.row(literal.sum.terms.into_iter(), literal.sum.constant);
                conjunction.divides(divisor, row, literal.opposite, *because)?;
            }
        }
        conjunction.solve(effort)
    }

    fn row(&self, factors: impl Iterator<Item = (Variable, i128)>, constant: i128) -> Row {
        let mut row = vec![0; self.variables.len().saturating_add(1)];
        for (column, factor) in
            factors.map(|(variable, factor)| (self.column(variable), factor)).chain([(0, constant)])
        {
            if let Some(place) = row.get_mut(column) {
                *place = factor;
            }
        }
        row
    }

    /// The column of a variable of the formula; that of the constant comes before them.
    fn column(&self, variable: Variable) -> usize {
        self.variables.binary_search(&variable).unwrap_or(0).saturating_add(1)
    }

    fn value(&self, row: &Row, variable: Variable) -> i128 {
        row.get(self.column(variable)).copied().unwrap_or(0)
    }
}

/// The mark of a branching.
fn mark(depth: u32) -> Because {
    1 << depth.min(Because::BITS.saturating_sub(1))
}

/// The reason without the mark of a branching; the last mark stands for several and stays.
fn without(because: Because, bit: Because) -> Because {
    if bit == mark(u32::MAX) { because } else { because & !bit }
}
