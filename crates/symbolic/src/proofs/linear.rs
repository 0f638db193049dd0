//! Linear-time formulas that hold: no fair path of the product with the automaton of the negation is accepted.

use super::prover::Prover;
use crate::condition::Conditions;
use crate::ltl::{Negation, Product};
use certificates::{Automaton, AutomatonEdge, Proof};
use state_sets::{Complement, Describe, Limited, Variable};
use system::Ltl;

impl<D: Complement + Describe> Prover<'_, '_, D> {
    /// The proof that no initial state of the product begins a fair and accepted path; nothing if none is found.
    pub fn linear(
        &mut self,
        formula: &Ltl,
        negation: &Negation,
        variable: Variable,
        fair: &Conditions<D>,
        explored: bool,
    ) -> Limited<Option<Proof>> {
        let domain = self.job.steps.domain();
        let Product { mut steps, conditions, initial } = Product::new(self.job, variable, fair, negation)?;
        if explored {
            let reached = steps.forward(&steps.states, &initial)?;
            steps = steps.within(reached)?;
        }
        let Some((staying, argument)) = self.fixpoints.staying_above(&steps, &conditions, &steps.states)?
        else {
            return Ok(None);
        };
        if !domain.is_empty(&domain.intersection(&staying, &initial)?)? {
            return Ok(None);
        }
        let invariant = self.write_without(&steps.states, &staying)?;
        let region = self.argument(&argument, &steps)?;
        Ok(Some(Proof::Linear { automaton: written(formula, negation), invariant, region }))
    }
}

/// The automaton as it is written down; its atoms are numbered in the order of the formula.
pub(crate) fn written(formula: &Ltl, negation: &Negation) -> Automaton {
    let automaton = &negation.automaton;
    let atoms = certificates::atoms(formula);
    let place =
        |atom: usize| atoms.iter().position(|own| **own == negation.atoms[atom]).unwrap_or(usize::MAX);
    let mut edges = Vec::new();
    for from in 0..automaton.state_count() as u32 {
        for edge in automaton.edges(from) {
            let letters = automaton
                .cubes(edge.guard)
                .into_iter()
                .map(|cube| cube.iter().map(|(atom, value)| (place(*atom as usize), *value)).collect());
            let marks = (0..automaton.acceptance_sets()).filter(|set| edge.marks >> set & 1 == 1);
            edges.push(AutomatonEdge {
                from,
                to: edge.target,
                letters: letters.collect(),
                marks: marks.collect(),
            });
        }
    }
    Automaton {
        states: automaton.state_count() as u32,
        initial: automaton.initial(),
        acceptance_sets: automaton.acceptance_sets(),
        edges,
    }
}
