//! CTL on maximal, fair paths: which states satisfy a formula, and why.

mod below;
mod claim;
mod label;

use crate::condition::Conditions;
use crate::job::{End, Job, replayed};
use crate::walk::Lasso;
pub(crate) use below::answer_below;
use claim::{Claim, spine};
pub(crate) use label::GoingOn;
use label::{Labelled, Labelling};
use state_sets::{Complement, Halt, Limited, Point};
use system::{Answer, BoundId, Ctl, Evidence, Expr, Path, Verdict, explain, retrace, retrace_from};

/// Answers a `ctl` property, whose path quantifiers range over the paths that meet the conditions.
pub(crate) fn answer<D: Complement>(
    job: &Job<'_, D>,
    conditions: &Conditions<D>,
    formula: &Ctl,
) -> Result<Answer, End> {
    let going_on = |from: &D::Set, within: &D::Set| {
        let core = job.steps.fair_core(within, conditions)?;
        job.steps.tour(from, within, &core, conditions)
    };
    answer_by(job, conditions, formula, true, &going_on)
}

/// The same; what can be decided forward is, if that is wished, and fair paths are found otherwise.
pub(crate) fn answer_by<D: Complement>(
    job: &Job<'_, D>,
    conditions: &Conditions<D>,
    formula: &Ctl,
    forward: bool,
    going_on: GoingOn<'_, D>,
) -> Result<Answer, End> {
    let condition = |e: &Expr| job.condition(e);
    let release = |bound: BoundId| job.steps.domain().relation(&job.lowered.release(bound)?);
    let labelling = Labelling::new(&job.steps, conditions, &condition, &release, going_on)?;
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
    let failing = labelling.fair_among(&labelled.falsity)?;
    let Some(walk) = job.path_to(&failing)? else { return Ok(None) };
    let parts = vec![claimed(labelling, &labelled, walk.end())?];
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
    shown.map(|state| claimed(labelling, &labelled, &state)).transpose()
}

/// Why the formula has its value in a state; a value for which no path is found is not claimed.
fn claimed<'f, D: Complement>(
    labelling: &Labelling<'_, D>,
    labelled: &Labelled<'f, D>,
    state: &Point,
) -> Limited<Claim<'f>> {
    let claim = labelling.claim(labelled, state)?;
    claim.ok_or_else(|| Halt::Unsupported("no path was found that shows it".into()))
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
    if let Some(preview) = lasso.preview(job.steps.model, &job.lowered.coding) {
        // How an endless path begins must be walked too, though it is not shown.
        if let Err(reason) = replayed(retrace_from(job.system, &preview))? {
            answer.verdict = Verdict::Unknown(reason);
            return Ok(());
        }
    }
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

/// Truth sets for tests.
#[cfg(test)]
pub(crate) mod listed {
    use super::label::Labelling;
    use crate::condition::Conditions;
    use crate::steps::Steps;
    use state_sets::{Complement, Formula, Halt, Limited};
    use system::{BoundId, Ctl, Expr};

    /// The states that satisfy a formula without rigid variables.
    pub(crate) fn truth<D: Complement>(
        steps: &Steps<'_, D>,
        conditions: &Conditions<D>,
        condition: &dyn Fn(&Expr) -> Limited<Formula>,
        formula: &Ctl,
    ) -> Limited<D::Set> {
        let release = |_: BoundId| Err(Halt::Unsupported("there is no rigid variable".into()));
        let labelling = Labelling::new(steps, conditions, condition, &release, &|_, _| Ok(None))?;
        Ok(labelling.label(formula)?.truth)
    }
}
