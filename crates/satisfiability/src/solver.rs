//! The solver that callers see: literals, atoms, questions and answers.

use crate::arithmetic::Arithmetic;
use crate::gates::{self, Gate, Simplified};
use crate::linear::{self, Divisibility, Inequality, Terms};
use crate::literal::Literal;
use crate::model::Model;
use crate::search::Search;
use crate::stopped::Stopped;
use crate::sum::{Integer, Sum};
use budget::Budget;
use presburger::Integer as Number;
use std::collections::HashMap;

/// Clauses over Boolean variables and linear inequalities between integers, and questions about them.
///
/// Clauses stay; assumptions are for one question. What is learnt from one question serves the next.
///
/// ```
/// use budget::Budget;
/// use satisfiability::{Solver, Sum};
///
/// let mut solver = Solver::new();
/// let (x, y) = (solver.integer(), solver.integer());
/// // 2x = 3y + 1, and x lies between 10 and 12.
/// let difference = Sum { terms: vec![(x, 2), (y, -3)], constant: -1 };
/// let equal = solver.zero(&difference);
/// let low = solver.not_positive(&Sum { terms: vec![(x, -1)], constant: 10 });
/// let high = solver.not_positive(&Sum { terms: vec![(x, 1)], constant: -12 });
/// solver.clause(&[equal]);
/// assert_eq!(solver.solve(&[low, high], &Budget::unlimited()), Ok(true));
/// assert_eq!((solver.number(x), solver.number(y)), (11, 7));
///
/// let odd = !solver.divides(2, &Sum::of(y));
/// assert_eq!(solver.solve(&[!odd, low], &Budget::unlimited()), Ok(false));
/// assert_eq!(solver.core(), &[!odd]);
/// ```
#[derive(Debug)]
pub struct Solver {
    search: Search,
    arithmetic: Arithmetic,
    /// For each Boolean variable the gate that it is.
    gates: Vec<Option<Gate>>,
    interned: HashMap<Gate, Literal>,
    /// The quotients of terms by a modulus, and the forms of their remainders.
    remainders: HashMap<(Number, Terms), Terms>,
    model: Model,
}

impl Default for Solver {
    fn default() -> Solver {
        Solver::new()
    }
}

impl Solver {
    /// A solver without variables and clauses.
    pub fn new() -> Solver {
        let mut solver = Solver {
            search: Search::new(),
            arithmetic: Arithmetic::default(),
            gates: Vec::new(),
            interned: HashMap::new(),
            remainders: HashMap::new(),
            model: Model::default(),
        };
        let truth = solver.boolean();
        debug_assert_eq!(truth, Literal::TRUE);
        solver.search.clause(&[truth], None);
        solver
    }

    /// A fresh Boolean variable.
    pub fn boolean(&mut self) -> Literal {
        self.gates.push(None);
        Literal::positive(self.search.variable())
    }

    /// A fresh integer variable, without bounds.
    pub fn integer(&mut self) -> Integer {
        let column = self.arithmetic.variable();
        Integer(u32::try_from(column).expect("there are fewer than four thousand million columns"))
    }

    /// The literal that holds where all parts do.
    pub fn and(&mut self, parts: &[Literal]) -> Literal {
        let gate = gates::all(parts, |part| self.search.fixed(part));
        self.gate(gate)
    }

    /// The literal that holds where some part does.
    pub fn or(&mut self, parts: &[Literal]) -> Literal {
        let negated: Vec<Literal> = parts.iter().map(|&part| !part).collect();
        !self.and(&negated)
    }

    /// The literal that holds where both hold or neither does.
    pub fn iff(&mut self, a: Literal, b: Literal) -> Literal {
        let gate = gates::same(a, b, |part| self.search.fixed(part));
        self.gate(gate)
    }

    /// The literal that holds where `then` does if the condition holds, and where `otherwise` does if not.
    pub fn choose(&mut self, condition: Literal, then: Literal, otherwise: Literal) -> Literal {
        let gate = gates::choice(condition, then, otherwise, |part| self.search.fixed(part));
        self.gate(gate)
    }

    fn gate(&mut self, simplified: Simplified) -> Literal {
        let (gate, negated) = match simplified {
            Simplified::Literal(literal) => return literal,
            Simplified::Gate(gate, negated) => (gate, negated),
        };
        let literal = match self.interned.get(&gate) {
            Some(&literal) => literal,
            None => {
                let literal = self.boolean();
                for clause in gates::clauses(literal, &gate) {
                    self.search.clause(&clause, Some(literal.variable()));
                }
                self.gates[literal.variable()] = Some(gate.clone());
                self.interned.insert(gate, literal);
                literal
            }
        };
        if negated { !literal } else { literal }
    }

    /// The literal that holds where the sum is at most zero.
    pub fn not_positive(&mut self, sum: &Sum) -> Literal {
        let (terms, constant) = linear::terms(sum);
        self.inequality(terms, &constant)
    }

    /// The literal of `terms + constant <= 0`.
    fn inequality(&mut self, terms: Terms, constant: &Number) -> Literal {
        match linear::normalise(terms, constant) {
            Inequality::Constant(true) => Literal::TRUE,
            Inequality::Constant(false) => Literal::FALSE,
            Inequality::Bound { form, bound, negated } => {
                let column = self.arithmetic.column(form);
                let literal = self.atom(column, bound);
                if negated { !literal } else { literal }
            }
        }
    }

    /// The literal of `column <= bound`.
    fn atom(&mut self, column: usize, bound: Number) -> Literal {
        if let Some(literal) = self.arithmetic.find(column, &bound) {
            return literal;
        }
        let literal = self.boolean();
        let [below, above] = self.arithmetic.add_atom(literal, column, bound);
        if let Some(below) = below {
            self.search.lemma(&[!below, literal]);
        }
        if let Some(above) = above {
            self.search.lemma(&[!literal, above]);
        }
        literal
    }

    /// The literal that holds where the sum is zero.
    pub fn zero(&mut self, sum: &Sum) -> Literal {
        let (terms, constant) = linear::terms(sum);
        self.equation(terms, &constant)
    }

    /// The literal of `terms + constant = 0`.
    fn equation(&mut self, terms: Terms, constant: &Number) -> Literal {
        if !linear::content(&terms).divides(constant) {
            return Literal::FALSE;
        }
        let opposite: Terms = terms.iter().map(|(at, by)| (*at, -by)).collect();
        let at_most = self.inequality(terms, constant);
        let at_least = self.inequality(opposite, &-constant);
        self.and(&[at_most, at_least])
    }

    /// The literal that holds where the modulus, which must be above zero, divides the sum.
    ///
    /// # Panics
    ///
    /// If the modulus is not above zero.
    pub fn divides(&mut self, modulus: i128, sum: &Sum) -> Literal {
        assert!(modulus > 0, "a modulus is above zero");
        match linear::normalise_remainder(&linear::number(modulus), sum) {
            Divisibility::Constant(true) => Literal::TRUE,
            Divisibility::Constant(false) => Literal::FALSE,
            Divisibility::Remainder { modulus, terms, remainder } => {
                let gate = Gate::Remainder { modulus, terms, remainder };
                match self.interned.get(&gate) {
                    Some(&literal) => literal,
                    None => self.remainder(gate),
                }
            }
        }
    }

    /// Makes the literal of a remainder: `form = terms − modulus·quotient` is the remainder if it holds, and lies between zero and
    /// the modulus without being it if not. A quotient is chosen only where the literal is.
    fn remainder(&mut self, gate: Gate) -> Literal {
        let Gate::Remainder { modulus, terms, remainder } = gate.clone() else {
            unreachable!("it is a remainder")
        };
        let key = (modulus.clone(), terms);
        let form = match self.remainders.get(&key) {
            Some(form) => form.clone(),
            None => {
                let quotient = self.arithmetic.variable();
                let mut form = key.1.clone();
                form.push((quotient, -&modulus));
                self.remainders.insert(key, form.clone());
                form
            }
        };
        let negative: Terms = form.iter().map(|(at, by)| (*at, -by)).collect();
        let least = self.inequality(negative.clone(), &Number::ZERO);
        let most = self.inequality(form.clone(), &(&Number::ONE - &modulus));
        let at_most = self.inequality(form, &-&remainder);
        let at_least = self.inequality(negative, &remainder);
        let literal = self.boolean();
        for clause in [
            vec![!literal, at_most],
            vec![!literal, at_least],
            vec![literal, !at_most, !at_least],
            vec![literal, least],
            vec![literal, most],
        ] {
            self.search.clause(&clause, Some(literal.variable()));
        }
        self.gates[literal.variable()] = Some(gate.clone());
        self.interned.insert(gate, literal);
        literal
    }

    /// Demands that some part hold, from now on.
    pub fn clause(&mut self, parts: &[Literal]) {
        self.search.clause(parts, None);
    }

    /// Can all clauses and assumptions hold together?
    ///
    /// After `Ok(true)` there is a model, see [`Solver::value`] and [`Solver::number`]; after `Ok(false)` a core, see
    /// [`Solver::core`]. Without an answer the solver can be used as before, and what was learnt is kept.
    ///
    /// # Errors
    ///
    /// Where the budget ends, or a model has a number that is too large.
    pub fn solve(&mut self, assumptions: &[Literal], budget: &Budget<'_>) -> Result<bool, Stopped> {
        self.model.clear();
        if !self.search.solve(&mut self.arithmetic, assumptions, budget)? {
            return Ok(false);
        }
        let values = &self.arithmetic.values;
        self.model.set(self.gates.len(), |variable| self.search.assigned(variable), values);
        Ok(true)
    }

    /// Does the literal hold in the model? It must have existed when the last question was asked.
    ///
    /// # Panics
    ///
    /// If the last question was not answered with yes, or the literal is younger.
    pub fn value(&self, literal: Literal) -> bool {
        self.model.value(literal, &self.gates, &self.arithmetic)
    }

    /// The value of the variable in the model; zero if it is younger than the last question.
    pub fn number(&self, integer: Integer) -> i128 {
        let value = self.model.number(integer.column());
        linear::word(&value).expect("models with larger numbers are refused")
    }

    /// Assumptions of the last question that are impossible together; nothing if the clauses are impossible by themselves.
    pub fn core(&self) -> &[Literal] {
        self.search.core()
    }
}
