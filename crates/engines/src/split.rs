//! A property that is a conjunction, taken apart into tasks of their own.
//!
//! A conjunction holds of all runs, or in all initial states, if each of its parts does; and what violates a part violates
//! the whole. The parts need smaller automata and fewer fixpoints than the whole, they are settled one by one, and parts
//! that a symmetry of the system maps onto each other are asked once ([`explicit::orbits`]).

use system::{
    Answer, Ctl, Evidence, Explanation, Irrelevant, Ltl, Path, Property, Question, System, Verdict,
};

/// Conjunctions of more parts than this are left whole: a search or a fixpoint for each would cost more than it gains.
const MOST_PARTS: usize = 64;

/// A property that was taken apart. Properties are given by their places in the list of the system that has the parts.
pub(crate) struct Family {
    /// The property.
    pub whole: usize,
    /// Its parts, each once for all that are mapped onto each other, and how many these are.
    pub parts: Vec<Part>,
    microseconds: u64,
}

/// A part of a property.
pub(crate) struct Part {
    /// Its place.
    pub place: usize,
    /// How many parts it stands for.
    pub copies: usize,
    /// The answer, once there is one.
    answer: Option<Answer>,
}

/// The system with the parts of these properties as further properties, and which they are; nothing if there are none.
pub(crate) fn split(system: &System, properties: &[usize]) -> Option<(System, Vec<Family>)> {
    let mut families = Vec::new();
    let mut further: Vec<Property> = Vec::new();
    for whole in properties {
        let property = &system.properties[*whole];
        let parts = parts(&property.question);
        if parts.len() < 2 || parts.len() > MOST_PARTS {
            continue;
        }
        let first = explicit::orbits(system, &parts.iter().collect::<Vec<_>>());
        let mut family = Family { whole: *whole, parts: Vec::new(), microseconds: 0 };
        for (number, question) in
            parts.into_iter().enumerate().filter(|(number, _)| first[*number] == *number)
        {
            let place = system.properties.len() + further.len();
            let copies = first.iter().filter(|own| **own == number).count();
            family.parts.push(Part { place, copies, answer: None });
            further.push(Property {
                name: format!("{} ({})", property.name, number + 1),
                question,
                ..property.clone()
            });
        }
        families.push(family);
    }
    if families.is_empty() {
        return None;
    }
    let mut wide = system.clone();
    wide.properties.extend(further);
    Some((wide, families))
}

/// The questions of which a question is the conjunction.
pub(crate) fn parts(question: &Question) -> Vec<Question> {
    match question {
        Question::Ltl(formula) => linear(formula).into_iter().map(Question::Ltl).collect(),
        Question::Ctl(formula) => branching(formula).into_iter().map(Question::Ctl).collect(),
        _ => Vec::new(),
    }
}

fn linear(formula: &Ltl) -> Vec<Ltl> {
    match formula {
        Ltl::And(all) => all.iter().flat_map(linear).collect(),
        Ltl::Globally(inner) => linear(inner).into_iter().map(|part| Ltl::Globally(Box::new(part))).collect(),
        other => vec![other.clone()],
    }
}

/// Only what stands at the top: an explanation must have the formula's own subformulas.
fn branching(formula: &Ctl) -> Vec<Ctl> {
    match formula {
        Ctl::And(all) if all.iter().all(is_universal) => all.clone(),
        _ => vec![formula.clone()],
    }
}

/// Whether no path shows that the formula holds.
fn is_universal(formula: &Ctl) -> bool {
    !matches!(
        formula,
        Ctl::Next(Path::Some, _)
            | Ctl::Finally(Path::Some, _)
            | Ctl::Globally(Path::Some, _)
            | Ctl::Until(Path::Some, ..)
    )
}

impl Family {
    /// Each part with the property of which it is one.
    pub fn wholes(&self) -> impl Iterator<Item = (usize, usize)> {
        self.parts.iter().map(|part| (part.place, self.whole))
    }

    /// Takes the answer to a part; gives that to the whole if it is known now, with the microseconds that were spent on it.
    ///
    /// # Errors
    /// If the evidence for the parts is none for the whole.
    pub fn answered(
        &mut self,
        question: &Question,
        place: usize,
        answer: Answer,
        microseconds: u64,
    ) -> Result<Option<(Answer, u64)>, Irrelevant> {
        self.microseconds = self.microseconds.saturating_add(microseconds);
        let violated = (*answer.verdict() == Verdict::Violated).then(|| answer.clone());
        if let Some(part) = self.parts.iter_mut().find(|part| part.place == place) {
            part.answer = Some(answer);
        }
        let known = match violated {
            Some(part) => Some(self.violated(question, part)?),
            None => self.settled(question)?,
        };
        Ok(known.map(|answer| (answer, self.microseconds)))
    }

    /// What violates a part violates the whole.
    fn violated(&self, question: &Question, part: Answer) -> Result<Answer, Irrelevant> {
        let evidence = match (question, part.evidence().cloned()) {
            (Question::Ctl(formula), Some(Evidence::Path { trace, explanation: Some(inner) })) => {
                let whole = Explanation {
                    formula: formula.clone(),
                    value: false,
                    reasons: Vec::new(),
                    path: None,
                    parts: vec![*inner],
                };
                Evidence::Path { trace, explanation: Some(Box::new(whole)) }
            }
            (_, Some(evidence)) => evidence,
            (_, None) => unreachable!("a violated part has evidence"),
        };
        let reason = part.reason.clone();
        let mut answer = Answer::from_evidence(question, evidence, part.engine, part.strategy)?;
        (answer.reason, answer.statistics) = (reason, part.statistics);
        Ok(answer)
    }

    /// The answer if all parts are answered, and none is violated.
    fn settled(&self, question: &Question) -> Result<Option<Answer>, Irrelevant> {
        let Some(answers) =
            self.parts.iter().map(|part| part.answer.as_ref()).collect::<Option<Vec<&Answer>>>()
        else {
            return Ok(None);
        };
        if let Some(open) = answers.iter().find(|answer| answer.is_unknown()) {
            return Ok(Some((*open).clone()));
        }
        let evidence = answers.iter().filter_map(|answer| answer.evidence().cloned()).collect();
        let Some(last) = answers.last() else { return Ok(None) };
        let strategy = format!("{}, {}", last.strategy, self.shown());
        let mut answer = Answer::from_evidence(question, Evidence::Parts(evidence), last.engine, strategy)?;
        (answer.reason, answer.statistics) = (last.reason.clone(), last.statistics.clone());
        Ok(Some(answer))
    }

    /// How many parts there are, in words.
    fn shown(&self) -> String {
        let all: usize = self.parts.iter().map(|part| part.copies).sum();
        match all - self.parts.len() {
            0 => format!("{all} parts"),
            spared => format!("{all} parts, {spared} of them by symmetry"),
        }
    }
}
