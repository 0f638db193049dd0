//! Changes of the rules by which no path stays in a region, and of the sets in which one does.

use super::aim::{Aim, Part};
use certificates::{Condition, Recurring, Region, StepSet};
use std::fmt::Debug;
use system::TransitionId;

/// Leaves out a part of a list, doubles it, or swaps two.
pub(super) fn change_list<T: Clone + Debug>(aim: &mut Aim<'_>, part: Part, list: &mut Vec<T>) {
    if list.is_empty() || !aim.hits(part) {
        return;
    }
    let (one, other) = (aim.random.below(list.len()), aim.random.below(list.len()));
    match aim.random.below(4) {
        0 | 1 => {
            list.remove(one);
            aim.note(format!("part {one} of a list is left out"));
        }
        2 => {
            list.swap(one, other);
            aim.note(format!("parts {one} and {other} of a list are swapped"));
        }
        _ => {
            list.insert(other, list[one].clone());
            aim.note(format!("part {one} of a list is doubled"));
        }
    }
}

/// Conditions of this model, and some that it does not have.
fn conditions(aim: &Aim<'_>) -> Vec<Condition> {
    let fairness = (0..=aim.system.fairness.len()).map(Condition::Fairness);
    fairness.chain((0..3).map(Condition::Acceptance)).collect()
}

fn change_condition(aim: &mut Aim<'_>, condition: &mut Condition) {
    if aim.hits(Part::Region) {
        let all = conditions(aim);
        let others = all.into_iter().filter(|other| other != condition).collect();
        aim.put(condition, others);
    }
}

/// Changes a rule, or puts another in its place.
pub(super) fn change_region(aim: &mut Aim<'_>, region: &mut Region) {
    if aim.hits(Part::Region) {
        let conditions = conditions(aim);
        let mut others: Vec<Region> = conditions.iter().map(|one| Region::Never(*one)).collect();
        others.push(Region::Nothing);
        match &*region {
            Region::Avoided(_, rest) | Region::Rank(_, rest) => others.push((**rest).clone()),
            Region::Classes(classes) => others.extend(classes.iter().map(|(_, rest)| rest.clone())),
            Region::Steps(classes) => others.extend(classes.iter().map(|(_, rest)| rest.clone())),
            Region::Nothing | Region::Never(_) => {}
        }
        others.extend(conditions.iter().map(|one| Region::Avoided(*one, Box::new(region.clone()))));
        others.retain(|other| other != region);
        return aim.put(region, others);
    }
    match region {
        Region::Nothing => {}
        Region::Never(condition) => change_condition(aim, condition),
        Region::Avoided(condition, rest) => {
            change_condition(aim, condition);
            change_region(aim, rest);
        }
        Region::Rank(_, rest) => change_region(aim, rest),
        Region::Classes(classes) => {
            change_list(aim, Part::Region, classes);
            classes.iter_mut().for_each(|(_, rest)| change_region(aim, rest));
        }
        Region::Steps(classes) => {
            change_list(aim, Part::Region, classes);
            for (sets, rest) in classes {
                change_list(aim, Part::Region, sets);
                sets.iter_mut().for_each(|set| change_step_set(aim, set));
                change_region(aim, rest);
            }
        }
    }
}

fn change_step_set(aim: &mut Aim<'_>, set: &mut StepSet) {
    if aim.hits(Part::Region) {
        let all = (0..aim.system.transitions.len()).map(TransitionId::from_index);
        let others = all.map(Some).chain([None]).filter(|other| *other != set.transition).collect();
        aim.put(&mut set.transition, others);
    }
    if aim.hits(Part::Region) {
        let others = (0..4).map(Some).chain([None]).filter(|other| *other != set.reading).collect();
        aim.put(&mut set.reading, others);
    }
}

/// Changes the ways to what a path must repeat.
pub(super) fn change_recurring(aim: &mut Aim<'_>, recurring: &mut Recurring) {
    change_list(aim, Part::Layers, &mut recurring.visits);
    for (condition, layers) in &mut recurring.visits {
        change_condition(aim, condition);
        change_list(aim, Part::Layers, layers);
    }
}
