//! Making formulas simpler without changing their meaning.
//!
//! # The algorithm
//!
//! Operands first, then rules until none applies; each rule is a function of its own, with its pattern and its
//! result, and there is a property test of the same name. Every rule is tried on the formula and on its negation,
//! so that only one of each pair of dual rules is written down: a rule for `F` is one for `G`, `U` for `R`, `W` for
//! `M`, and conjunctions for disjunctions.
//!
//! The rules use three sources of knowledge: the laws of the operators, whether a formula is eventual or universal
//! (see [`Facts`](crate::Facts)), and whether one formula implies another by their syntax ([`implication`]).
//!
//! # Reference
//!
//! Etessami, Holzmann: *Optimizing Büchi Automata*, CONCUR 2000, doi:10.1007/3-540-44618-4_13. Somenzi, Bloem:
//! *Efficient Büchi Automata from LTL Formulae*, CAV 2000, doi:10.1007/10722167_21. Babiak, Křetínský, Řehák,
//! Strejček: *LTL to Büchi Automata Translation: Fast and More Deterministic*, TACAS 2012,
//! doi:10.1007/978-3-642-28756-5_8, for formulas that are both eventual and universal.
//!
//! # Assumes and guarantees
//!
//! The result is equivalent and has no new propositions. The number of rule applications is bounded, after which
//! the formula stays as it is.

mod boolean;
mod implication;
mod unary;
mod until;

use crate::formula::{Formula, Formulas, MAX_DEPTH, Node};
use crate::hashing::FastMap;
use crate::limits::{Refusable, Refusal};
use implication::Implications;

/// An equivalent formula that is simpler, or the same.
pub fn simplify(formulas: &mut Formulas, formula: Formula) -> Refusable<Formula> {
    if formulas.depth(formula) > MAX_DEPTH {
        return Err(Refusal::TooDeep);
    }
    let laws = Laws { formulas, implications: Implications::default() };
    let mut simplifier = Simplifier { laws, known: FastMap::default(), applications_left: MOST_APPLICATIONS };
    let result = simplifier.simplify(formula, 0);
    // Rules may nest more deeply; what could then not be translated is not worth it.
    Ok(if formulas.depth(result) > MAX_DEPTH { formula } else { result })
}

/// The most applications of rules to one formula.
const MOST_APPLICATIONS: u32 = 20_000;

/// What rules work with.
#[derive(Debug)]
struct Laws<'a> {
    pub formulas: &'a mut Formulas,
    pub implications: Implications,
}

impl Laws<'_> {
    /// Whether the syntax shows that the first formula implies the second.
    pub fn implies(&mut self, f: Formula, g: Formula) -> bool {
        self.implications.implies(self.formulas, f, g)
    }
}

/// A rule: the simpler formula, or `None` if it does not match.
type Rule = fn(&mut Laws<'_>, Formula) -> Option<Formula>;

/// The names of all rules, in the order in which they are tried.
pub fn rule_names() -> impl Iterator<Item = &'static str> {
    rules().map(|(name, _)| name)
}

/// What the rule of this name makes of a formula, directly or of its negation; `None` if it does not match or there is
/// no such rule. The formula must not be deeper than [`MAX_DEPTH`].
pub fn apply_rule(name: &str, formulas: &mut Formulas, formula: Formula) -> Option<Formula> {
    let (_, rule) = rules().find(|&(other, _)| other == name)?;
    if formulas.depth(formula) > MAX_DEPTH {
        return None;
    }
    apply_either_way(rule, &mut Laws { formulas, implications: Implications::default() }, formula)
}

fn apply_either_way(rule: Rule, laws: &mut Laws<'_>, formula: Formula) -> Option<Formula> {
    let negation = laws.formulas.not(formula);
    let result = rule(laws, formula).or_else(|| {
        let dual = rule(laws, negation)?;
        Some(laws.formulas.not(dual))
    });
    result.filter(|&result| result != formula)
}

fn rules() -> impl Iterator<Item = (&'static str, Rule)> {
    unary::RULES.iter().chain(until::RULES).chain(boolean::RULES).copied()
}

struct Simplifier<'a> {
    laws: Laws<'a>,
    known: FastMap<Formula, Formula>,
    applications_left: u32,
}

impl Simplifier<'_> {
    fn simplify(&mut self, formula: Formula, depth: u32) -> Formula {
        if let Some(&known) = self.known.get(&formula) {
            return known;
        }
        if depth > 2 * MAX_DEPTH {
            return formula;
        }
        let mut result = self.rebuild(formula, depth);
        if result != formula {
            result = self.simplify(result, depth + 1);
        } else if let Some(simpler) = self.apply(formula) {
            result = self.simplify(simpler, depth + 1);
        }
        self.known.insert(formula, result);
        let (negation, dual) = (self.laws.formulas.not(formula), self.laws.formulas.not(result));
        self.known.insert(negation, dual);
        result
    }

    /// The formula with its operands simplified.
    fn rebuild(&mut self, formula: Formula, depth: u32) -> Formula {
        let node = self.laws.formulas.node(formula).clone();
        let operands: Vec<Formula> =
            node.operands().into_iter().map(|operand| self.simplify(operand, depth + 1)).collect();
        let formulas = &mut *self.laws.formulas;
        match node {
            Node::True | Node::False | Node::Literal { .. } => formula,
            Node::And(_) => formulas.and(operands),
            Node::Or(_) => formulas.or(operands),
            Node::Next(_) => formulas.next(operands[0]),
            Node::Finally(_) => formulas.finally(operands[0]),
            Node::Globally(_) => formulas.globally(operands[0]),
            Node::Until(..) => formulas.until(operands[0], operands[1]),
            Node::Release(..) => formulas.release(operands[0], operands[1]),
            Node::Weak(..) => formulas.weak(operands[0], operands[1]),
            Node::Strong(..) => formulas.strong(operands[0], operands[1]),
        }
    }

    /// The result of the first rule that matches the formula or its negation and changes it.
    fn apply(&mut self, formula: Formula) -> Option<Formula> {
        self.applications_left = self.applications_left.checked_sub(1)?;
        rules().find_map(|(_, rule)| apply_either_way(rule, &mut self.laws, formula))
    }
}

/// The operands with a property, and the others.
fn partition(
    formulas: &Formulas,
    operands: &[Formula],
    property: impl Fn(&Formulas, Formula) -> bool,
) -> (Vec<Formula>, Vec<Formula>) {
    operands.iter().partition(|&&operand| property(formulas, operand))
}

fn is_eventual(formulas: &Formulas, formula: Formula) -> bool {
    formulas.facts(formula).eventual
}

fn is_universal(formulas: &Formulas, formula: Formula) -> bool {
    formulas.facts(formula).universal
}

fn is_suspendable(formulas: &Formulas, formula: Formula) -> bool {
    formulas.facts(formula).suspendable()
}
