//! CTL on maximal, fair paths: which states satisfy a formula, and why.

mod below;
mod claim;
mod label;
mod modalities;

use crate::condition::Conditions;
use crate::job::{End, Job, replayed};
use crate::walk::Lasso;
pub(crate) use below::evidence_below;
use claim::Claim;
pub(crate) use label::GoingOn;
pub(crate) use label::inner;
use label::{Labelled, Labelling};
pub(crate) use modalities::Modalities;
use state_sets::{Complement, Halt, Limited, Point};
use system::{Answer, BoundId, BranchingClaim, Ctl, Evidence, Expr, Path, Question, retrace, retrace_from};

/// Answers a `ctl` property, whose path quantifiers range over the paths that meet the conditions.
pub(crate) fn answer<D: Complement>(
    job: &Job<'_, D>,
    conditions: &Conditions<D>,
    question: &Question,
    formula: &Ctl,
) -> Result<Answer, End> {
    let going_on = |from: &D::Set, within: &D::Set| {
        let core = job.steps.fair_core(within, conditions)?;
        job.steps.tour(from, within, &core, conditions)
    };
    let (evidence, manner) = evidence_by(job, conditions, formula, true, &going_on)?;
    job.answer(question, evidence, manner)
}

/// What shows the value of the formula in the initial states, or why it is not shown, and from where it was computed; what
/// can be decided forward is, if that is wished, and fair paths are found otherwise.
pub(crate) fn evidence_by<D: Complement>(
    job: &Job<'_, D>,
    conditions: &Conditions<D>,
    formula: &Ctl,
    forward: bool,
    going_on: GoingOn<'_, D>,
) -> Result<(Result<Evidence, String>, &'static str), End> {
    job.whole()?;
    let condition = |e: &Expr| job.condition(e);
    let release = |bound: BoundId| job.steps.domain().relation(&job.lowered.release(bound)?);
    let labelling = Labelling::new(&job.steps, conditions, &condition, &release, going_on)?;
    let (manner, claim) = match formula {
        Ctl::Globally(Path::All, inner) if forward => ("forward", always(job, &labelling, formula, inner)?),
        _ => ("backward", everywhere(job, &labelling, formula)?),
    };
    let evidence = match claim {
        Some(claim) => show(job, &claim)?,
        None => Ok(Evidence::Fixpoint),
    };
    Ok((evidence, manner))
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
    let path = Some(Lasso::finite(walk));
    Ok(Some(Claim { formula, state, value: false, path, maximal: false, at_least: 0, parts }))
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
        None if formula.is_existential() => domain.pick(initial)?,
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

/// The paths that show a claim, or why they cannot be walked.
fn show<D: Complement>(job: &Job<'_, D>, claim: &Claim<'_>) -> Result<Result<Evidence, String>, End> {
    let (lasso, maximal) = claim.spine();
    let claimed = lasso.claimed(job.steps.model, &job.lowered.coding, maximal);
    if let Some(preview) = lasso.preview(job.steps.model, &job.lowered.coding) {
        // How an endless path begins must be walked too, though it is not shown.
        if let Err(reason) = replayed(retrace_from(job.system, &preview))? {
            return Ok(Err(reason));
        }
    }
    Ok(match replayed(retrace(job.system, &claimed))? {
        Ok(trace) => {
            let explanation = branching_claim(job, claim).replayed(job.system);
            let explanation = explanation
                .map_err(|mismatch| End::Failed(format!("a path cannot be replayed: {mismatch}")))?;
            Ok(Evidence::Path { trace, explanation: Some(Box::new(explanation)) })
        }
        Err(reason) => Err(reason),
    })
}

/// The claim with states and paths of the system.
fn branching_claim<'f, D: Complement>(job: &Job<'_, D>, claim: &Claim<'f>) -> BranchingClaim<'f> {
    let coding = &job.lowered.coding;
    let path = claim.path.as_ref().filter(|lasso| !lasso.walk.steps.is_empty() || claim.maximal);
    BranchingClaim {
        formula: claim.formula,
        value: claim.value,
        // What mentions rigid variables has no value in a state alone.
        state: job.lowered.rigid.is_empty().then(|| coding.state(&claim.state)),
        path: path.map(|lasso| lasso.claimed(job.steps.model, coding, claim.maximal)),
        parts: claim.parts.iter().map(|part| branching_claim(job, part)).collect(),
    }
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
