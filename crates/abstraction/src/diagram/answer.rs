//! Answers to temporal questions.

use super::branching_time::{Labelling, collect};
use super::construction::find_forced;
use super::graph::Diagram;
use super::temporal::TemporalSearch;
use crate::failure::{End, Failure};
use crate::transitions::Transitions;
use budget::Budget;
use encoding::Prepared;
use state_sets::Halt;
use system::{Answer, Ctl, Expr, Path, Question};

/// Answers a question on diagrams.
pub(crate) fn temporal_answer(
    prepared: &Prepared<'_>,
    question: &Question,
    known: &[Expr],
    budget: &Budget<'_>,
) -> Result<Answer, End> {
    let anything = Question::Invariant(Expr::bool(true, diagnostics::Span::default()));
    let mut transitions = Transitions::new(prepared, &anything, budget)?;
    if let Some(reason) = transitions.missing() {
        return Err(Halt::Unsupported(reason).into());
    }
    transitions.learn_conditions(known, budget)?;
    let mut search = TemporalSearch::new(&transitions, budget);
    match question {
        Question::Ltl(formula) => search.linear_answer(question, formula),
        Question::Ctl(formula) => search.branching_answer(question, formula),
        Question::Invariant(e) => search.branching_answer(question, &always(e, false)),
        Question::Reachable(e) => search.branching_answer(question, &always(e, true)),
        _ => Err(Halt::Unsupported("it is not checked on diagrams".into()).into()),
    }
}

/// That a condition is always so, or never.
fn always(condition: &Expr, never: bool) -> Ctl {
    let inner = Ctl::State(condition.clone());
    let inner = if never { Ctl::Not(Box::new(inner)) } else { inner };
    Ctl::Globally(Path::All, Box::new(inner))
}

impl TemporalSearch<'_, '_> {
    /// The answer to a branching-time question.
    fn branching_answer(&mut self, question: &Question, formula: &Ctl) -> Result<Answer, End> {
        let mut conditions = Vec::new();
        collect(formula, &mut conditions)?;
        self.begin(&conditions)?;
        loop {
            let mut diagram = self.diagram()?;
            if diagram.initial.is_empty() {
                return Err(End::Failed(Failure::NoInitialState));
            }
            find_forced(&mut diagram, self.transitions, self.budget)?;
            if let Some(answer) = self.labelled(question, formula, &diagram)? {
                return Ok(answer);
            }
            if !self.split_all(&diagram) {
                let reason = match diagram.is_equivalent() {
                    true => "the diagram decides the formula, and no path is found that shows it",
                    false => "the diagram leaves the formula open, and no predicate tells its states apart",
                };
                return Err(Halt::Unsupported(reason.into()).into());
            }
        }
    }

    /// What one diagram says.
    fn labelled(&self, question: &Question, formula: &Ctl, diagram: &Diagram) -> Result<Option<Answer>, End> {
        let mut labels = Labelling::new(diagram, self)?;
        let holds = labels.surely(formula, true)?;
        if diagram.initial.iter().all(|node| holds[*node]) {
            // What some path does is shown by one.
            return match diagram.initial.first().filter(|_| formula.is_existential()) {
                Some(node) => labels.shown(question, formula, true, *node),
                None => self.proved(question, diagram, &labels.measures).map(Some),
            };
        }
        let fails = labels.surely(formula, false)?;
        for node in diagram.initial.iter().filter(|node| fails[**node]) {
            if let Some(answer) = labels.shown(question, formula, false, *node)? {
                return Ok(Some(answer));
            }
        }
        Ok(None)
    }
}
