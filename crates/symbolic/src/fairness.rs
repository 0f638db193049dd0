//! The fairness assumptions of a system, as conditions on steps.
//!
//! A unit can move in a state if some move that is enabled there moves one of its edges. Weak fairness is then a
//! condition to be repeated: the unit moves, or it cannot. Strong fairness is an obligation: where it can move, it must
//! at some time move.

use crate::condition::{Condition, Conditions, Obligation};
use crate::steps::Steps;
use state_sets::{Complement, Formula, Limited};
use system::{Assumption, Expr, System, Unit};

/// The conditions that make a path fair. `condition` gives the formula of a state expression.
pub(crate) fn conditions<D: Complement>(
    system: &System,
    steps: &Steps<'_, D>,
    condition: &dyn Fn(&Expr) -> Limited<Formula>,
) -> Limited<Conditions<D>> {
    let domain = steps.domain();
    let mut conditions = Conditions::default();
    let holds = |e: &Expr| domain.intersection(&domain.set(&condition(e)?)?, &steps.states);
    let in_states = |states: D::Set| Condition::Taken { states, moves: Vec::new() };
    for fairness in &system.fairness {
        match &fairness.assumption {
            Assumption::Weak(unit) => {
                let moves = moves_of(steps, unit)?;
                let stuck = domain.difference(&steps.states, &can_move(steps, &moves)?)?;
                conditions.repeated.push(Condition::Taken { states: stuck, moves });
            }
            Assumption::Strong(unit) => {
                let moves = moves_of(steps, unit)?;
                let states = can_move(steps, &moves)?;
                let met = Condition::Taken { states: domain.empty(), moves };
                conditions.obligations.push(Obligation { states, met });
            }
            Assumption::Justice(e) => conditions.repeated.push(in_states(holds(e)?)),
            Assumption::Compassion(first, second) => {
                let states = domain.difference(&holds(first)?, steps.dead_ends()?)?;
                conditions.obligations.push(Obligation { states, met: in_states(holds(second)?) });
            }
        }
    }
    Ok(conditions)
}

/// The moves that move the unit, each with the states in which it is possible and does.
fn moves_of<D: Complement>(steps: &Steps<'_, D>, unit: &Unit) -> Limited<Vec<(usize, D::Set)>> {
    let domain = steps.domain();
    let mut moves = Vec::new();
    for (number, motion) in steps.model.moves.iter().enumerate() {
        let own = motion.edges.iter().filter(|(edge, _)| unit.edges.contains(edge));
        let takes_part = Formula::any(own.map(|(_, condition)| condition.clone()));
        if takes_part.is_falsity() {
            continue;
        }
        let states = domain.intersection(&motion.enabled, &domain.set(&takes_part)?)?;
        let states = domain.intersection(&states, &steps.states)?;
        if !domain.is_empty(&states)? {
            moves.push((number, states));
        }
    }
    Ok(moves)
}

fn can_move<D: Complement>(steps: &Steps<'_, D>, moves: &[(usize, D::Set)]) -> Limited<D::Set> {
    let domain = steps.domain();
    moves.iter().try_fold(domain.empty(), |sum, (_, states)| domain.union(&sum, states))
}
