//! Tuples, and the pieces of a set or relation.

use super::cursor::Parser;
use super::{Notation, ParseError};
use crate::formula::{Comparison, Formula, Term};
use crate::space::Space;

/// A tuple as read: names of its coordinates and the equalities that its terms demand.
struct Tuple {
    names: Vec<String>,
    conditions: Vec<Formula>,
}

impl Parser {
    pub(super) fn set(&mut self) -> Result<Notation, ParseError> {
        let mut parameters = Vec::new();
        if self.accept("[") {
            if !self.sees("]") {
                parameters = self.names()?;
            }
            self.expect("]")?;
            self.expect("->")?;
        }
        self.expect("{")?;
        let (names, inputs, formula) = self.piece(&parameters)?;
        let mut pieces = vec![formula];
        while self.accept(";") {
            let (others, other_inputs, formula) = self.piece(&parameters)?;
            if others.len() != names.len() || other_inputs != inputs {
                return Err(self.error("all pieces must have the same dimensions"));
            }
            pieces.push(renamed_piece(&others, &names, formula));
        }
        self.expect("}")?;
        let formula = if pieces.len() == 1 { pieces.remove(0) } else { Formula::Or(pieces) };
        Ok(Notation { space: Space::from_names(parameters, names), inputs, formula })
    }

    fn piece(&mut self, parameters: &[String]) -> Result<(Vec<String>, Option<usize>, Formula), ParseError> {
        let mut tuple = Tuple { names: Vec::new(), conditions: Vec::new() };
        self.tuple(&mut tuple, parameters)?;
        let mut inputs = None;
        if self.accept("->") {
            inputs = Some(tuple.names.len());
            self.tuple(&mut tuple, parameters)?;
        }
        if self.accept(":") {
            let formula = self.formula()?;
            tuple.conditions.push(formula);
        }
        let formula = match tuple.conditions.len() {
            0 => Formula::True,
            1 => tuple.conditions.remove(0),
            _ => Formula::And(tuple.conditions),
        };
        Ok((tuple.names, inputs, formula))
    }

    fn tuple(&mut self, tuple: &mut Tuple, parameters: &[String]) -> Result<(), ParseError> {
        self.expect("[")?;
        if self.accept("]") {
            return Ok(());
        }
        loop {
            match self.term()? {
                Term::Variable(name) if !tuple.names.contains(&name) && !parameters.contains(&name) => {
                    tuple.names.push(name);
                }
                term => {
                    let mut name = match &term {
                        Term::Variable(name) => format!("{name}'"),
                        _ => format!("i{}'", tuple.names.len()),
                    };
                    // A name that the text uses, maybe further on, means something else.
                    while tuple.names.contains(&name) || parameters.contains(&name) || self.mentions(&name) {
                        name.push('\'');
                    }
                    tuple.conditions.push(Formula::Compare(Term::variable(&name), Comparison::Equal, term));
                    tuple.names.push(name);
                }
            }
            self.check_length(tuple.names.len())?;
            if !self.accept(",") {
                break;
            }
        }
        self.expect("]")
    }
}

/// The piece's condition on the first piece's names: there are values of its own names equal to those.
///
/// The names are bound twice so that a name of one piece can be another coordinate of the other.
fn renamed_piece(names: &[String], first: &[String], formula: Formula) -> Formula {
    if names == first {
        return formula;
    }
    let fresh: Vec<String> = (0..names.len()).map(|i| format!(" {i}")).collect();
    let equal =
        |a: &String, b: &String| Formula::Compare(Term::variable(a), Comparison::Equal, Term::variable(b));
    let mut inner: Vec<Formula> = names.iter().zip(&fresh).map(|(a, b)| equal(a, b)).collect();
    inner.push(formula);
    let mut outer: Vec<Formula> = first.iter().zip(&fresh).map(|(a, b)| equal(a, b)).collect();
    outer.push(Formula::Exists(names.to_vec(), Box::new(Formula::And(inner))));
    Formula::Exists(fresh, Box::new(Formula::And(outer)))
}
