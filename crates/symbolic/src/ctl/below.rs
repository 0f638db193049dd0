//! Evidence from what is known of a formula, where the exact sets may be out of reach.
//!
//! The labels are bounds from below: states that are known to satisfy a subformula, and states that are known not to. A
//! path through them shows what a path through the exact sets would.

use super::label::{Labelled, Labelling, inner};
use super::{GoingOn, claimed, show};
use crate::bounds::{Bounds, Core, Enough};
use crate::job::{End, Job};
use state_sets::{Close, Complement, Describe, Limited, Rank, Side, Widen};
use system::{Ctl, Evidence};

/// What shows that the formula has this value, a path from an initial state; nothing if none is known to have that
/// value.
pub(crate) fn evidence_below<D: Complement + Widen + Rank + Close + Describe>(
    job: &Job<'_, D>,
    bounds: &Bounds<'_, D>,
    formula: &Ctl,
    value: bool,
    going_on: GoingOn<'_, D>,
) -> Result<Option<Result<Evidence, String>>, End> {
    let domain = job.steps.domain();
    let labelled = label(bounds, formula)?;
    let fitting = domain.intersection(&job.steps.model.initial, labelled.of(value))?;
    let Some(state) = domain.pick(&fitting)? else { return Ok(None) };
    let labelling = Labelling {
        steps: &job.steps,
        conditions: bounds.fair,
        fair: match bounds.fair.is_empty() {
            true => job.steps.states.clone(),
            false => bounds.fair_paths(Side::Below, &Enough::never())?.set,
        },
        condition: &|e| job.condition(e),
        release: bounds.release,
        going_on,
    };
    let claim = claimed(&labelling, &labelled, &state)?;
    show(job, &claim).map(Some)
}

/// What is known of a formula and of its subformulas.
fn label<'f, D: Complement + Widen + Rank + Close + Describe>(
    bounds: &Bounds<'_, D>,
    formula: &'f Ctl,
) -> Limited<Labelled<'f, D>> {
    let parts = inner(formula).into_iter().map(|part| label(bounds, part)).collect::<Limited<_>>()?;
    let known = |core: Core| Ok(bounds.of(&core, Side::Below, &Enough::never())?.set);
    let core = Core::new(formula);
    Ok(Labelled { formula, truth: known(core.clone())?, falsity: known(core.negated())?, parts })
}
