//! Which strategies are tried at a question about integers, with which representations of sets, and for how long.
//!
//! Every strategy gets a share of work with every representation, and then another one that is some times as large, and so on
//! ([`Share`]). Since what is interrupted goes on where it was, the shares of an attempt add up to what it would need alone; and no
//! attempt that goes on for ever keeps the others waiting for long.

use super::asked::Asked;
use super::pursuit::Pursuit;
use super::share::Share;
use std::rc::Rc;
use symbolic::{Failure, Representation};

/// Answers properties, given by their numbers; what one representation settles is settled.
///
/// # Errors
/// If the system has no initial state, or the engine contradicts itself.
pub fn pursue<'d>(
    asked: &Asked<'_>,
    properties: &[usize],
    representations: &[Rc<dyn Representation<'d> + 'd>],
) -> Result<(), Failure> {
    let shares = match &asked.strategy {
        Some(strategy) if strategy.seed.is_none() && representations.len() == 1 => vec![Share::ENDLESS],
        Some(_) => Share::large().chain([Share::ENDLESS]).collect(),
        None => Share::TRIAL.into_iter().chain(Share::growing()).collect(),
    };
    let pursuit = |number: &usize| {
        let property = &asked.setup.prepared.system.properties[*number];
        Pursuit::new(*number, property, asked.strategy, representations)
    };
    let mut pursuits: Vec<Pursuit> = properties.iter().map(pursuit).collect();
    let mut common = vec![None; representations.len()];
    // What is easy is settled before anything hard takes its time.
    for share in shares {
        for pursuit in &mut pursuits {
            if pursuit.is_over || !asked.setup.observer.is_open(pursuit.number) {
                continue;
            }
            asked.setup.observer.working_on(Some(pursuit.number));
            if let Some(answer) = pursuit.advance(asked, share, &mut common)? {
                pursuit.is_over = true;
                asked.setup.observer.answered(pursuit.number, pursuit.restored(asked, answer));
            }
        }
    }
    for pursuit in pursuits.iter().filter(|pursuit| !pursuit.is_over) {
        if asked.setup.observer.is_open(pursuit.number) {
            asked.setup.observer.answered(pursuit.number, pursuit.unknown());
        }
    }
    Ok(())
}
