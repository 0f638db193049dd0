//! Splitting functions at the border between the propositions and the variables behind them.

use super::{Diagram, Table, Variable};
use crate::hashing::FastMap;
use crate::limits::Refusable;

impl Table {
    /// The classes of letters that a function treats alike: disjoint sets of letters, as functions of the variables
    /// before `border`, each with what is left of the function for these letters. Letters for which nothing is
    /// left belong to no class.
    pub(crate) fn classes(
        &mut self,
        function: Diagram,
        border: Variable,
    ) -> Refusable<Vec<(Diagram, Diagram)>> {
        let mut known = FastMap::default();
        let mut classes: Vec<(Diagram, Diagram)> = self
            .letters_by_rest(function, border, &mut known)?
            .into_iter()
            .map(|(rest, set)| (set, rest))
            .collect();
        classes.retain(|&(_, rest)| rest != Table::FALSE);
        Ok(classes)
    }

    /// For what can be left of the function, the letters that leave it.
    fn letters_by_rest(
        &mut self,
        function: Diagram,
        border: Variable,
        known: &mut FastMap<Diagram, Vec<(Diagram, Diagram)>>,
    ) -> Refusable<Vec<(Diagram, Diagram)>> {
        let variable = self.variable(function);
        if variable >= border {
            return Ok(vec![(function, Table::TRUE)]);
        }
        if let Some(classes) = known.get(&function) {
            return Ok(classes.clone());
        }
        let (low, high) = self.cofactors(function, variable);
        let low_classes = self.letters_by_rest(low, border, known)?;
        let high_classes = self.letters_by_rest(high, border, known)?;
        let mut classes = Vec::new();
        for (rest, letters) in low_classes {
            self.step()?;
            classes.push((rest, self.branch(variable, letters, Table::FALSE)?));
        }
        for (rest, letters) in high_classes {
            self.step()?;
            let letters = self.branch(variable, Table::FALSE, letters)?;
            match classes.iter().position(|&(other, _)| other == rest) {
                Some(position) => classes[position].1 = self.or(classes[position].1, letters)?,
                None => classes.push((rest, letters)),
            }
        }
        known.insert(function, classes.clone());
        Ok(classes)
    }
}
