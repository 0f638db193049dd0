//! Compares reduced searches with the naive checker: the verdict of each property, the length of its path, and each
//! step of it; once all together and once each alone.

use crate::compare::{Disagreement, MOST_STATES, compare_answer, disagreement};
use crate::naive::{Survey, survey};
use explicit::{Form, Settings, Use};
use system::{Answer, Question, System, Unlimited, Verdict};

/// What came of a comparison.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Reduced {
    /// How many answers were compared.
    pub answers: usize,
    /// For each of the settings, in how many searches fewer states were found than there are, although nothing ended
    /// them early.
    pub smaller: [usize; SETTINGS],
    /// How many states there are, summed over complete searches.
    pub all_states: usize,
    /// How many of them these searches found.
    pub found_states: usize,
}

/// How many settings there are.
pub const SETTINGS: usize = 8;

/// The settings that a comparison is made with: every reduction alone, all pairs of them, and all together.
pub fn reduced_settings() -> [Settings; SETTINGS] {
    let plain = Settings::default();
    let partial_order = Settings { partial_order: Use::Always, ..plain.clone() };
    let symmetry = Settings { symmetry: Use::Always, ..plain.clone() };
    let normal = Settings { form: Form::Normal, ..symmetry.clone() };
    let inactive = Settings { inactive: Use::Always, ..plain.clone() };
    let ordered = Settings { symmetry: Use::Always, ..partial_order.clone() };
    let ordered_inactive = Settings { inactive: Use::Always, ..partial_order.clone() };
    let symmetric_inactive = Settings { inactive: Use::Always, ..symmetry.clone() };
    let all = Settings { inactive: Use::Always, ..ordered.clone() };
    [partial_order, symmetry, normal, inactive, ordered, ordered_inactive, symmetric_inactive, all]
}

/// Compares reduced searches with the naive checker on a system; nothing if that gives up.
pub fn compare_reduced(system: &System) -> Result<Option<Reduced>, Disagreement> {
    let Ok(naive) = survey(system, MOST_STATES) else { return Ok(None) };
    let is_compared =
        |question: &Question| !matches!(question, Question::Ctl(_) | Question::Ltl(_) | Question::Bound(_));
    let numbers: Vec<usize> = (0..system.properties.len())
        .filter(|number| is_compared(&system.properties[*number].question))
        .filter(|number| explicit::can_check(system, &system.properties[*number]).is_ok())
        .collect();
    if numbers.is_empty() {
        return Ok(None);
    }
    let mut outcome = Reduced::default();
    for (place, settings) in reduced_settings().iter().enumerate() {
        let mut smaller = compare_with(system, &naive, &numbers, settings, &mut outcome)?;
        for number in &numbers {
            smaller += compare_with(system, &naive, &[*number], settings, &mut outcome)?;
        }
        outcome.smaller[place] += smaller;
    }
    Ok(Some(outcome))
}

fn compare_with(
    system: &System,
    naive: &Survey,
    numbers: &[usize],
    settings: &Settings,
    outcome: &mut Reduced,
) -> Result<usize, Disagreement> {
    let answers = explicit::check(system, numbers, settings, &Unlimited)
        .map_err(|failure| disagreement("failure", format!("{failure:?}")))?;
    let all = naive.states.len();
    for (number, answer) in numbers.iter().zip(&answers) {
        if matches!(answer.verdict(), Verdict::Unknown(_)) {
            continue;
        }
        compare_answer(system, naive, &system.properties[*number], answer)?;
        outcome.answers += 1;
        let found = states(answer);
        if found > all {
            let detail = format!("{found} states with a reduction, {all} without");
            return Err(disagreement("states", detail));
        }
    }
    let has_path = |answer: &Answer| answer.trace().is_some() || answer.witness().is_some();
    if let Some(answer) = answers.first().filter(|_| !answers.iter().all(has_path)) {
        outcome.all_states += all;
        outcome.found_states += states(answer);
        return Ok(usize::from(states(answer) < all));
    }
    Ok(0)
}

fn states(answer: &Answer) -> usize {
    let count =
        answer.statistics.iter().find(|(name, _)| *name == "states").and_then(|(_, count)| count.word());
    count.and_then(|count| usize::try_from(count).ok()).unwrap_or(0)
}
