//! Ways to all states that can be reached in any number of steps, where no path is asked for.

use crate::meter::Meter;
use state_sets::{Domain, Limited, Saturate};

/// A way to the closure of a set under relations.
pub(crate) trait Reach<D: Domain> {
    /// Its name in reports.
    fn name(&self) -> &'static str;

    /// The states that the relations reach from the set in any number of steps.
    fn reach(
        &self,
        domain: &D,
        meter: &Meter<'_>,
        from: &D::Set,
        relations: &[&D::Relation],
    ) -> Limited<D::Set>;
}

/// One image after the other, each from all that was found before it: the image under one relation is already used for
/// the next.
///
/// # Reference
/// Roig, Cortadella, Pastor: *Verification of Asynchronous Circuits by BDD-Based Model Checking of Petri Nets*, ICATPN
/// 1995, doi:10.1007/3-540-60029-9_50 (there called chaining).
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Chained;

impl<D: Domain> Reach<D> for Chained {
    fn name(&self) -> &'static str {
        "chained"
    }

    fn reach(
        &self,
        domain: &D,
        meter: &Meter<'_>,
        from: &D::Set,
        relations: &[&D::Relation],
    ) -> Limited<D::Set> {
        let mut reached = from.clone();
        let mut stable = 0;
        // The closure is complete when every relation in turn has added nothing.
        for relation in relations.iter().cycle() {
            let grown = domain.union(&reached, &domain.post(&reached, relation)?)?;
            stable = if domain.is_equal(&grown, &reached)? { stable + 1 } else { 0 };
            if stable == relations.len() {
                break;
            }
            if stable == 0 {
                reached = grown;
                meter.round(domain, &reached)?;
            }
        }
        Ok(reached)
    }
}

/// The domain's own way.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Saturated;

impl<D: Saturate> Reach<D> for Saturated {
    fn name(&self) -> &'static str {
        "saturation"
    }

    fn reach(
        &self,
        domain: &D,
        meter: &Meter<'_>,
        from: &D::Set,
        relations: &[&D::Relation],
    ) -> Limited<D::Set> {
        let reached = domain.reach(from, relations)?;
        meter.round(domain, &reached)?;
        Ok(reached)
    }
}
