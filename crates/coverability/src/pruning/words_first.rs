//! Linear questions with machine words, and with integers of any size once a word did not suffice.

use super::continuous::ContinuousReachability;
use super::flows::Flows;
use super::state_equation::{StateEquation, StateEquationAnswer};
use crate::interrupted::Interrupted;
use crate::sets::Demand;
use budget::{Budget, Budgeted, OutOfBudget};
use nets::Net;
use presburger::Integer;

/// The state equation and continuous runs of a net.
#[derive(Debug)]
pub struct LinearQuestions<'n> {
    net: &'n Net,
    flows: Flows,
    equation: InEitherForm<StateEquation<'n, i64>, StateEquation<'n, Integer>>,
    continuous: InEitherForm<ContinuousReachability<i64>, ContinuousReachability<Integer>>,
}

/// Something that is not there yet, is made of words, or is made of integers of any size.
#[derive(Debug)]
enum InEitherForm<W, B> {
    Unasked,
    Words(W),
    Big(B),
}

/// One attempt with the form that is there, or the next one; ends when a form does not overflow.
macro_rules! ask {
    ($form:expr, $make_words:expr, $make_big:expr, $question:expr) => {
        loop {
            let answer = match &mut $form {
                InEitherForm::Unasked => match $make_words {
                    Ok(words) => {
                        $form = InEitherForm::Words(words);
                        continue;
                    }
                    Err(interrupted) => Err(interrupted),
                },
                InEitherForm::Words(words) => $question(words),
                InEitherForm::Big(big) => break unless_overflow($question(big)),
            };
            if answer == Err(Interrupted::Overflow) {
                // What is half computed is forgotten.
                match $make_big {
                    Ok(big) => $form = InEitherForm::Big(big),
                    Err(_) => break Ok(None),
                }
            } else {
                break unless_overflow(answer);
            }
        }
    };
}

impl<'n> LinearQuestions<'n> {
    /// Those of a net with its flows.
    pub fn new(net: &'n Net, flows: Flows) -> LinearQuestions<'n> {
        LinearQuestions { net, flows, equation: InEitherForm::Unasked, continuous: InEitherForm::Unasked }
    }

    /// What the state equation says about a demand.
    pub fn equation(
        &mut self,
        demand: &Demand,
        budget: &Budget<'_>,
    ) -> Budgeted<Option<StateEquationAnswer>> {
        let (net, flows) = (self.net, &self.flows);
        ask!(
            self.equation,
            StateEquation::new(net, flows),
            StateEquation::new(net, flows),
            (|equation: &mut _| StateEquation::ask(equation, demand, budget))
        )
    }

    /// What the state equation with traps says about a demand.
    pub fn traps(&mut self, demand: &Demand, budget: &Budget<'_>) -> Budgeted<Option<StateEquationAnswer>> {
        let (net, flows) = (self.net, &self.flows);
        ask!(
            self.equation,
            StateEquation::new(net, flows),
            StateEquation::new(net, flows),
            (|equation: &mut _| StateEquation::ask_with_traps(equation, demand, budget))
        )
    }

    /// Whether the demand can be covered continuously.
    pub fn continuous(&mut self, demand: &Demand, budget: &Budget<'_>) -> Budgeted<Option<bool>> {
        let (net, flows) = (self.net, &self.flows);
        ask!(
            self.continuous,
            ContinuousReachability::new(net, flows),
            ContinuousReachability::new(net, flows),
            (|continuous: &mut _| ContinuousReachability::covers(continuous, demand, budget))
        )
    }
}

fn unless_overflow<T>(answer: Result<T, Interrupted>) -> Budgeted<Option<T>> {
    match answer {
        Ok(answer) => Ok(Some(answer)),
        Err(Interrupted::Overflow) => Ok(None),
        Err(Interrupted::OutOfBudget) => Err(OutOfBudget),
    }
}
