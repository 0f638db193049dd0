//! CTL on maximal, fair paths: which states satisfy a formula, and why.

mod claim;
mod label;

use crate::condition::Conditions;
use crate::job::{End, Job, replayed};
use crate::walk::Lasso;
use claim::{Claim, spine};
use label::Labelling;
use state_sets::{Complement, Limited};
use system::{Answer, BoundId, Ctl, Evidence, Expr, Path, Verdict, explain, retrace, retrace_from};

/// Answers a `ctl` property, whose path quantifiers range over the paths that meet the conditions.
pub(crate) fn answer<D: Complement>(
    job: &Job<'_, D>,
    conditions: &Conditions<D>,
    formula: &Ctl,
) -> Result<Answer, End> {
    answer_by(job, conditions, formula, true)
}

/// The same; what can be decided forward is, if that is wished.
pub(crate) fn answer_by<D: Complement>(
    job: &Job<'_, D>,
    conditions: &Conditions<D>,
    formula: &Ctl,
    forward: bool,
) -> Result<Answer, End> {
    let condition = |e: &Expr| job.condition(e);
    let release = |bound: BoundId| job.steps.domain().relation(&job.lowered.release(bound)?);
    let labelling = Labelling::new(&job.steps, conditions, &condition, &release)?;
    let (mut answer, claim) = match formula {
        Ctl::Globally(Path::All, inner) if forward => {
            (job.answer("forward"), always(job, &labelling, formula, inner)?)
        }
        _ => (job.answer("backward"), everywhere(job, &labelling, formula)?),
    };
    if let Some(claim) = claim {
        if !claim.value {
            answer.verdict = Verdict::Violated;
        }
        show(job, &claim, &mut answer)?;
    }
    answer.statistics = job.statistics()?;
    Ok(answer)
}

/// Why not all initial states satisfy `AG inner`: every state that matters is reachable, so that a formula that fails in
/// one of them, if a fair path goes on from there, need not be followed backward.
fn always<'f, D: Complement>(
    job: &Job<'_, D>,
    labelling: &Labelling<'_, D>,
    formula: &'f Ctl,
    inner: &'f Ctl,
) -> Limited<Option<Claim<'f>>> {
    let labelled = labelling.label(inner)?;
    let failing = labelling.fair_among(&labelling.complement(&labelled.truth)?)?;
    let Some(walk) = job.path_to(&failing)? else { return Ok(None) };
    let parts = vec![labelling.claim(&labelled, walk.end())?];
    let state = walk.start.clone();
    Ok(Some(Claim { formula, state, value: false, path: Some(Lasso::finite(walk)), maximal: false, parts }))
}

/// Why an initial state does not satisfy the formula, or why one does, if a path can show that.
fn everywhere<'f, D: Complement>(
    job: &Job<'_, D>,
    labelling: &Labelling<'_, D>,
    formula: &'f Ctl,
) -> Limited<Option<Claim<'f>>> {
    let domain = job.steps.domain();
    let initial = &job.steps.model.initial;
    let labelled = labelling.label(formula)?;
    let shown = match domain.pick(&domain.difference(initial, &labelled.truth)?)? {
        None if is_existential(formula) => domain.pick(initial)?,
        failing => failing,
    };
    shown.map(|state| labelling.claim(&labelled, &state)).transpose()
}

/// Whether a path shows that the formula holds.
pub(crate) fn is_existential(formula: &Ctl) -> bool {
    matches!(
        formula,
        Ctl::Next(Path::Some, _)
            | Ctl::Finally(Path::Some, _)
            | Ctl::Globally(Path::Some, _)
            | Ctl::Until(Path::Some, ..)
    )
}

/// Adds the paths that show a claim to an answer.
fn show<D: Complement>(job: &Job<'_, D>, claim: &Claim<'_>, answer: &mut Answer) -> Result<(), End> {
    let (lasso, maximal) = spine(claim);
    let claimed = lasso.claimed(job.steps.model, &job.lowered.coding, maximal);
    match replayed(retrace(job.system, &claimed))? {
        Ok(trace) if answer.verdict == Verdict::Violated => answer.trace = Some(trace),
        Ok(trace) => answer.witness = Some(trace),
        Err(reason) => {
            answer.verdict = Verdict::Unknown(reason);
            return Ok(());
        }
    }
    answer.evidence = Some(evidence(job, claim)?);
    Ok(())
}

fn evidence<D: Complement>(job: &Job<'_, D>, claim: &Claim<'_>) -> Result<Evidence, End> {
    let coding = &job.lowered.coding;
    let mut shown = Evidence {
        formula: claim.formula.clone(),
        value: claim.value,
        reasons: Vec::new(),
        path: None,
        parts: Vec::new(),
    };
    // What mentions rigid variables has no value in a state alone.
    if let Ctl::State(e) = claim.formula
        && job.lowered.rigid.is_empty()
    {
        shown.reasons = explain(job.system, e, &coding.state(&claim.state));
    }
    if let Some(lasso) = claim.path.as_ref().filter(|lasso| !lasso.walk.steps.is_empty() || claim.maximal) {
        let claimed = lasso.claimed(job.steps.model, coding, claim.maximal);
        match replayed(retrace_from(job.system, &claimed))? {
            Ok(trace) => shown.path = Some(trace),
            // What cannot be walked shows nothing, and neither does what lies behind it.
            Err(_) => return Ok(shown),
        }
    }
    shown.parts = claim.parts.iter().map(|part| evidence(job, part)).collect::<Result<_, _>>()?;
    Ok(shown)
}
