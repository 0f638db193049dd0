//! Few formulas in place of many: which of some formulas are enough to prove a property.
//!
//! Of a list of formulas, those are kept that together no step leaves and every initial state satisfies: one that fails is dropped, and
//! the others are asked again, until none fails. Then formulas are left out one by one, those that are wanted least first, as long as the
//! rest still proves the property. What comes out is a core of the obligations: without any one of its formulas the others do not do.
//!
//! This is no part of checking: what it finds is a certificate like any other.
//!
//! # Reference
//! Flanagan, Leino: *Houdini, an Annotation Assistant for ESC/Java*, FME 2001, doi:10.1007/3-540-45251-6_29.

use crate::obligations::{Context, Passage, Set};
use crate::{Certificate, Diagrams, Logic, Proof, Refusal, Term};
use system::{Question, System, Watch};

/// Diagrams with more nodes than this are not looked at.
const MOST_NODES: usize = 1 << 20;

/// The places of formulas that together prove the question, as few as can be found; nothing if all of them do not. Those at the end of the list
/// are left out first.
///
/// # Errors
/// What cannot be decided.
pub fn fewest(
    system: &System,
    question: &Question,
    formulas: &[Term],
    watch: &dyn Watch,
) -> Result<Option<Vec<usize>>, Refusal> {
    let certificate = Certificate {
        property: String::new(),
        kind: String::new(),
        holds: true,
        extras: Vec::new(),
        order: Vec::new(),
        definitions: Vec::new(),
        proof: Ok(Proof::Parts(Vec::new())),
    };
    let context = Context::new(Diagrams::new(watch, MOST_NODES), system, &certificate)?;
    let mut search = LemmaSearch { context, formulas, goal: None };
    search.begin(question)?;
    let Some(mut kept) = search.proving((0..formulas.len()).collect())? else { return Ok(None) };
    for place in (0..formulas.len()).rev() {
        if kept.contains(&place) {
            let without = kept.iter().copied().filter(|other| *other != place).collect();
            if let Some(fewer) = search.proving(without)? {
                kept = fewer;
            }
        }
    }
    Ok(Some(kept))
}

struct LemmaSearch<'c, 's, 'w> {
    context: Context<'c, 's, Diagrams<'w>>,
    formulas: &'c [Term],
    goal: Option<Computed<'w>>,
}

/// A condition of the diagrams.
type Shown<'w> = <Diagrams<'w> as Logic>::Condition;

/// What is computed once: the initial states, the states that violate the property, the steps, and each formula now and after each.
struct Computed<'w> {
    initial: Shown<'w>,
    bad: Shown<'w>,
    passages: Vec<Passage<Shown<'w>>>,
    now: Vec<Shown<'w>>,
    after: Vec<Vec<Shown<'w>>>,
}

impl<'c> LemmaSearch<'c, '_, '_> {
    fn begin(&mut self, question: &Question) -> Result<(), Refusal> {
        let context = &mut self.context;
        let initial = context.translator.initial()?;
        let holds = !matches!(question, Question::Reachable(_));
        let bad = context.violating(question, holds)?.0;
        let bad = context.translator.logic.any(&bad)?;
        let passages = context.moves();
        let (mut now, mut after) = (Vec::new(), Vec::new());
        for formula in self.formulas {
            let set = Set::Term(formula);
            now.push(context.now(&set)?);
            let each = passages.iter().map(|passage| context.after(&set, passage));
            after.push(each.collect::<Result<Vec<_>, _>>()?);
        }
        self.goal = Some(Computed { initial, bad, passages, now, after });
        Ok(())
    }

    /// Those of the formulas that no step leaves together, if they prove the question.
    fn proving(&mut self, mut kept: Vec<usize>) -> Result<Option<Vec<usize>>, Refusal> {
        let Some(known) = &self.goal else { return Ok(None) };
        let (initial, bad) = (known.initial, known.bad);
        let now = known.now.clone();
        let mut begun = Vec::new();
        for place in kept {
            if !self.is_possible(&[initial], Some(now[place]))? {
                begun.push(place);
            }
        }
        kept = begun;
        loop {
            let all: Vec<_> = kept.iter().map(|place| now[*place]).collect();
            let all = self.context.translator.logic.all(&all)?;
            if self.is_possible(&[all, bad], None)? {
                return Ok(None);
            }
            let mut left = Vec::new();
            for place in &kept {
                if self.stays(all, *place)? {
                    left.push(*place);
                }
            }
            if left.len() == kept.len() {
                return Ok(Some(kept));
            }
            kept = left;
        }
    }

    /// Whether no step from the states leaves the formula.
    fn stays(&mut self, all: Shown<'_>, place: usize) -> Result<bool, Refusal> {
        let Some(known) = &self.goal else { return Ok(false) };
        let steps: Vec<_> = known
            .passages
            .iter()
            .zip(&known.after[place])
            .map(|(step, after)| (step.condition, *after))
            .collect();
        for (condition, after) in steps {
            if self.is_possible(&[all, condition], Some(after))? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether a valuation satisfies all of these, and not the other.
    fn is_possible(&mut self, all: &[Shown<'_>], not: Option<Shown<'_>>) -> Result<bool, Refusal> {
        let defining = self.context.translator.defining()?;
        let logic = &mut self.context.translator.logic;
        let mut both = logic.all(all)?;
        if let Some(not) = not {
            let outside = logic.not(not)?;
            both = logic.and(both, outside)?;
        }
        let both = logic.and(both, defining)?;
        Ok(logic.satisfying(both)?.is_some())
    }
}
