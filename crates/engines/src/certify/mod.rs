//! Certificates for answers: what others can check without any engine.
//!
//! A path is its own certificate. Whatever else an answer rests on is computed once more with sets that can be written down as formulas:
//! decision diagrams where everything is finite, polyhedra beside them where it is not, predicates and covers where these have answered. So every engine, strategy, representation and
//! reduction gets certificates of the same kind, which speak of the whole system. What is found is not trusted: the crate
//! `certificates` checks it.

mod covers;
mod explain;
mod integers;
mod patience;
mod predicates;
mod reached;
mod sliced;

use crate::split::parts;
use crate::symbolic_engine::{self, Proving};
use certificates::{Certificate, Proof};
use explain::explanation;
use integers::ProofGoal;
use reached::Reached;
use std::collections::HashSet;
use symbolic::{Asked, Prepared, Proved, WITH_KNOWN, stripped};
use system::{
    Answer, BoundValue, ClaimedPath, Ending, Evidence, PathEnding, Question, System, Trace, Verdict, Watch,
};

/// The questions of predicates to the watch where sets have answered: about a second.
const PATIENCE: u64 = 300;

/// Conjunctions of more parts than this are proved as a whole.
const MOST_PARTS: usize = 64;

/// The certificate of an answer to a property, or the reason why there is none; nothing if the answer is unknown.
pub fn certificate(
    system: &System,
    property: usize,
    answer: &Answer,
    watch: &dyn Watch,
) -> Option<Certificate> {
    Certifier::new(system).certificate(property, answer, watch)
}

/// Makes certificates of the answers to properties of one system, which share their reachable states.
pub struct Certifier<'s> {
    system: &'s System,
    reached: Reached,
}

impl<'s> Certifier<'s> {
    /// Of this system; nothing is known yet.
    pub fn new(system: &'s System) -> Self {
        Certifier { system, reached: Reached::default() }
    }

    /// The certificate of an answer to a property, or the reason why there is none; nothing if the answer is unknown.
    pub fn certificate(&self, property: usize, answer: &Answer, watch: &dyn Watch) -> Option<Certificate> {
        let Certifier { system, reached } = self;
        certificate_with(system, property, answer, reached, watch)
    }
}

fn certificate_with(
    system: &System,
    property: usize,
    answer: &Answer,
    reached: &Reached,
    watch: &dyn Watch,
) -> Option<Certificate> {
    let holds = match answer.verdict() {
        Verdict::Holds => true,
        Verdict::Violated => false,
        Verdict::Unknown(_) => return None,
    };
    let asked = &system.properties[property];
    let mut certificate = Certificate {
        property: asked.name.clone(),
        kind: asked.question.kind().into(),
        holds,
        extras: Vec::new(),
        order: Vec::new(),
        definitions: Vec::new(),
        proof: Err(String::new()),
    };
    match (Finding { system, answer, reached, watch }).found(property, holds) {
        Ok((Proved { extras, definitions, proof }, order)) => {
            (certificate.extras, certificate.definitions, certificate.order) = (extras, definitions, order);
            certificate.proof = Ok(proof);
            if let Some(short) = explanation(system, &certificate, watch) {
                (certificate.proof, certificate.definitions) = (Ok(Proof::Invariant(short)), Vec::new());
            }
            name(system, &mut certificate);
        }
        Err(reason) => certificate.proof = Err(reason),
    }
    Some(certificate)
}

/// Gives names to definitions and further variables that nothing else has.
fn name(system: &System, certificate: &mut Certificate) {
    let taken: HashSet<&str> = system.variables.iter().map(|variable| variable.name.as_str()).collect();
    let is_free = |name: &str| !taken.contains(name);
    for (name, _) in &mut certificate.extras {
        *name = name.replace(' ', "_");
        while !is_free(name) {
            name.push('_');
        }
    }
    for (place, (name, _)) in certificate.definitions.iter_mut().enumerate() {
        *name = format!("set{}", place.saturating_add(1));
        while !is_free(name) {
            name.push('_');
        }
    }
}

/// What is to be proved of a question.
#[derive(Clone, Copy)]
struct Wanted<'p> {
    holds: bool,
    path: Option<&'p ClaimedPath>,
    /// How many formulas with names there are already.
    named: usize,
}

/// The search for what an answer rests on.
struct Finding<'f> {
    system: &'f System,
    answer: &'f Answer,
    reached: &'f Reached,
    watch: &'f dyn Watch,
}

impl Finding<'_> {
    /// What the answer rests on, as a proof.
    fn found(&self, property: usize, holds: bool) -> Proving {
        let question = &self.system.properties[property].question;
        let path = self.answer.evidence().and_then(Evidence::trace).map(|trace| claimed(question, trace));
        let path = path.filter(|_| self.answer.value() != Some(BoundValue::Unbounded));
        if matches!(question, Question::Ltl(_)) && !holds && !stripped(question).1.is_empty() {
            return Err("a path is not judged by a formula with rigid variables".into());
        }
        if let Some(path) = &path
            && is_proof(question, path)
        {
            return Ok((bare(Proof::Path(path.clone())), Vec::new()));
        }
        let split = parts(question);
        if holds && (2..=MOST_PARTS).contains(&split.len()) {
            return self.in_parts(&split);
        }
        self.proved(question, Wanted { holds, path: path.as_ref(), named: 0 })
    }

    /// Proofs of the parts of a conjunction, whose formulas share their names.
    fn in_parts(&self, split: &[Question]) -> Proving {
        let mut whole =
            Proved { extras: Vec::new(), definitions: Vec::new(), proof: Proof::Parts(Vec::new()) };
        let mut proofs = Vec::new();
        let mut order = Vec::new();
        for part in split {
            let named = whole.definitions.len();
            let (found, own) = self.proved(part, Wanted { holds: true, path: None, named })?;
            whole.definitions.extend(found.definitions);
            // The automata of the parts share a variable with as many values as the largest of them has states.
            match (whole.extras.last_mut(), found.extras.last()) {
                (Some(known), Some(own)) => known.1 = known.1.max(own.1),
                _ => whole.extras = found.extras,
            }
            proofs.push(found.proof);
            order = own;
        }
        whole.proof = Proof::Parts(proofs);
        Ok((whole, order))
    }

    /// A proof that is computed anew.
    fn proved(&self, question: &Question, wanted: Wanted<'_>) -> Proving {
        let (body, rigid) = stripped(question);
        let Wanted { holds, path, named } = wanted;
        let asked = Asked { question: &body, holds, path, named };
        if let Some(slice) = sliced::slice(self.system, question)
            && let Ok((proved, order)) = self.computed(&slice.system, &asked, &rigid)
        {
            return Ok((sliced::whole(self.system, &slice, proved), order));
        }
        self.computed(self.system, &asked, &rigid)
    }

    /// A proof in the system, or in a slice of it.
    fn computed(&self, system: &System, asked: &Asked<'_>, rigid: &[system::BoundId]) -> Proving {
        let prepared = Prepared::new(system);
        let Finding { answer, watch, .. } = *self;
        let is_invariant = rigid.is_empty() && asked.path.is_none();
        if is_invariant
            && answer.engine == "abstraction"
            && let Ok(proved) = predicates::proved(&prepared, asked, watch, u64::MAX)
        {
            return Ok((proved, Vec::new()));
        }
        if is_invariant
            && answer.engine == "coverability"
            && let Ok(proved) = covers::proved(&prepared, asked, watch)
        {
            return Ok((proved, Vec::new()));
        }
        if rigid.is_empty() && symbolic_engine::is_coded_whole(system) {
            return self.reached.proof(&prepared, asked, watch);
        }
        let goal = ProofGoal { prepared: &prepared, asked, rigid, answer, watch };
        let mut found = Err(String::new());
        if is_invariant && answer.engine != "abstraction" {
            let by_sets = || integers::proved(&goal, integers::SOON);
            let by_predicates = || predicates::proved(&prepared, asked, watch, PATIENCE);
            // What other sets have found soon is not always found soon with these. A solver may be faster then, and is asked first where
            // the answer rests on what is always true: it takes that as it is.
            found = match answer.strategy.contains(WITH_KNOWN) {
                true => by_predicates().or_else(|_| by_sets()),
                false => by_sets().or_else(|_| by_predicates()),
            };
        }
        found.or_else(|_| integers::proved(&goal, usize::MAX)).map(|proved| (proved, Vec::new()))
    }
}

/// A proof that needs no formulas.
fn bare(proof: Proof) -> Proved {
    Proved { extras: Vec::new(), definitions: Vec::new(), proof }
}

/// Whether a path alone shows the answer.
fn is_proof(question: &Question, path: &ClaimedPath) -> bool {
    match question {
        Question::Ltl(_) => path.ending != PathEnding::Endless,
        Question::Ctl(_) | Question::Bound(_) => false,
        _ => true,
    }
}

/// The path of a trace, as it is replayed.
fn claimed(question: &Question, trace: &Trace) -> ClaimedPath {
    ClaimedPath {
        initial: trace.initial.clone(),
        steps: trace.steps.iter().map(|step| (step.transition, step.state.clone())).collect(),
        ending: match &trace.ending {
            Ending::Finite if matches!(question, Question::DeadlockFree | Question::Ltl(_)) => {
                PathEnding::DeadEnd
            }
            Ending::Finite => PathEnding::Finite,
            Ending::Loop(start) => PathEnding::Loop(*start),
            Ending::Endless => PathEnding::Endless,
            Ending::Fault(fault) => PathEnding::Fault(fault.transition),
        },
    }
}
