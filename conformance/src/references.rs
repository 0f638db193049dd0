//! Pointer programs in diagrams against the naive search, state by state: moves taken apart by the values of references,
//! orders of variables, and values that are forgotten.

use crate::compare::{Disagreement, compare_answer};
use crate::naive::{Survey, survey};
use crate::random::Random;
use decision_diagrams::{Diagrams, Options, Order};
use encoding::{Apart, LowerOptions, Lowered};
use state_sets::{Domain, Limited, Saturate, Size, Step};
use std::collections::BTreeSet;
use symbolic::{Budget, Settings, can_check, check_in};
use system::{Question, State, System, Verdict};

/// What came of a comparison.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ComparedReferences {
    /// How many states were compared.
    pub states: usize,
    /// How many of them stand for all when values are forgotten; nothing where none are.
    pub forgotten: Option<usize>,
    /// How many moves were taken apart.
    pub apart: usize,
    /// How many answers were compared, and how many of them are violated.
    pub answers: [usize; 2],
    /// Whether a fault can be reached.
    pub faults: bool,
}

/// Compares diagrams with the naive search on a system; nothing if that gives up.
pub fn compare_references(system: &System, most: usize) -> Result<Option<ComparedReferences>, Disagreement> {
    let Ok(naive) = survey(system, most) else { return Ok(None) };
    let mut compared = ComparedReferences {
        states: naive.states.len(),
        faults: naive.nearest_fault.is_some(),
        ..ComparedReferences::default()
    };
    for order in [Order::SharedFirst, Order::SharedLast] {
        whole(system, &naive, order, &mut compared)
            .map_err(|halt| disagreement("halt", halt.to_string()))??;
        forgetful(system, &naive, order, &mut compared)
            .map_err(|halt| disagreement("halt", halt.to_string()))??;
    }
    for forget in [false, true] {
        answers(system, &naive, forget, &mut compared)?;
    }
    Ok(Some(compared))
}

fn disagreement(kind: &'static str, detail: impl Into<String>) -> Disagreement {
    Disagreement { kind, detail: detail.into() }
}

fn taken_apart(system: &System) -> Limited<Lowered> {
    let budget = Budget::unlimited();
    let mut lowered = encoding::lower(system, &LowerOptions::default(), &budget)
        .map_err(encoding::LoweringError::into_halt)?;
    lowered.take_apart(&Apart::default(), &budget)?;
    Ok(lowered)
}

fn domain(lowered: &Lowered, order: Order) -> Limited<Diagrams<'static>> {
    Diagrams::new(lowered.space.clone(), Options { order, ..Options::default() })
}

/// What the parts of the moves reach is what there is; and each move is the union of its parts.
fn whole(
    system: &System,
    naive: &Survey,
    order: Order,
    compared: &mut ComparedReferences,
) -> Limited<Result<(), Disagreement>> {
    let lowered = taken_apart(system)?;
    let domain = domain(&lowered, order)?;
    compared.apart = lowered.moves.iter().filter(|one| one.parts.len() > 1).count();
    let reached = reached(&domain, &lowered, &domain.set(&lowered.initial)?)?;
    if let Err(different) = same_states(&domain, &lowered, &reached, naive.states.iter())? {
        return Ok(Err(different));
    }
    for (number, one) in lowered.moves.iter().enumerate() {
        let (relation, parts) = (domain.relation(&one.step)?, relations(&domain, &one.parts)?);
        let mut after = domain.empty();
        for part in &parts {
            after = domain.union(&after, &domain.post(&reached, part)?)?;
        }
        let is_same = domain.is_equal(&after, &domain.post(&reached, &relation)?)?;
        let mut before = domain.empty();
        for part in &parts {
            before = domain.union(&before, &domain.pre(&reached, part)?)?;
        }
        if !is_same || !domain.is_equal(&before, &domain.pre(&reached, &relation)?)? {
            return Ok(Err(disagreement("parts", format!("move {number} is not the union of its parts"))));
        }
        for state in naive.states.iter().take(40) {
            let Some(point) = lowered.coding.point(state) else { continue };
            let here = domain.singleton(&point)?;
            let mut after = domain.empty();
            for part in &parts {
                after = domain.union(&after, &domain.post(&here, part)?)?;
            }
            if !domain.is_equal(&after, &domain.post(&here, &relation)?)? {
                return Ok(Err(disagreement("parts", format!("move {number} differs in one state"))));
            }
        }
    }
    Ok(Ok(()))
}

/// What the forgetful moves reach is what there is, with what is inactive forgotten.
fn forgetful(
    system: &System,
    naive: &Survey,
    order: Order,
    compared: &mut ComparedReferences,
) -> Limited<Result<(), Disagreement>> {
    let asked: Vec<_> = system.properties.iter().filter(|one| may_forget(&one.question)).collect();
    let Some(inactive) = analysis::inactive(system, &asked) else { return Ok(Ok(())) };
    let mut lowered = taken_apart(system)?;
    let states = lowered.forget(&inactive.resets);
    let domain = domain(&lowered, order)?;
    let mut initial = domain.set(&lowered.initial)?;
    for steps in &states {
        let mut all = domain.empty();
        for relation in relations(&domain, steps)? {
            all = domain.union(&all, &domain.post(&initial, &relation)?)?;
        }
        initial = all;
    }
    let reached = reached(&domain, &lowered, &initial)?;
    let normal = |state: &State| {
        let mut normal = state.clone();
        inactive.reset(&mut normal);
        normal
    };
    let expected: BTreeSet<State> = naive.states.iter().map(normal).collect();
    compared.forgotten = Some(expected.len());
    same_states(&domain, &lowered, &reached, expected.iter())
}

fn may_forget(question: &Question) -> bool {
    symbolic::may_forget(question)
}

fn relations(
    domain: &Diagrams<'static>,
    steps: &[Step],
) -> Limited<Vec<<Diagrams<'static> as Domain>::Relation>> {
    steps.iter().map(|step| domain.relation(step)).collect()
}

fn reached(
    domain: &Diagrams<'static>,
    lowered: &Lowered,
    initial: &<Diagrams<'static> as Domain>::Set,
) -> Limited<<Diagrams<'static> as Domain>::Set> {
    let steps: Vec<Step> = lowered.moves.iter().flat_map(|one| one.steps().to_vec()).collect();
    let relations = relations(domain, &steps)?;
    domain.reach(initial, &relations.iter().collect::<Vec<_>>())
}

/// The set has just these states.
fn same_states<'s>(
    domain: &Diagrams<'static>,
    lowered: &Lowered,
    set: &<Diagrams<'static> as Domain>::Set,
    states: impl ExactSizeIterator<Item = &'s State>,
) -> Limited<Result<(), Disagreement>> {
    let count = states.len();
    for state in states {
        let is_there = match lowered.coding.point(state) {
            Some(point) => domain.contains(set, &point)?,
            None => false,
        };
        if !is_there {
            return Ok(Err(disagreement("missing", format!("{state:?} is not reached"))));
        }
    }
    let size = domain.size(set)?;
    match size {
        Size::Finite(number) if number.to_string() == count.to_string() => Ok(Ok(())),
        other => Ok(Err(disagreement("states", format!("{other:?} states are reached, {count} exist")))),
    }
}

/// The engine's answers are right, with paths that are as short as they can be and can be walked.
fn answers(
    system: &System,
    naive: &Survey,
    forget: bool,
    compared: &mut ComparedReferences,
) -> Result<(), Disagreement> {
    let settings = Settings { only_finite: true, forget, ..Settings::default() };
    let all: Vec<usize> = (0..system.properties.len())
        .filter(|number| may_forget(&system.properties[*number].question))
        .filter(|number| can_check(system, &[*number], &settings)[0].is_ok())
        .collect();
    let alone = all.iter().map(|number| vec![*number]);
    for group in std::iter::once(all.clone()).chain(alone).filter(|group| !group.is_empty()) {
        let budget = Budget::unlimited();
        let make = |space| Diagrams::new(space, Options { order: Order::SharedLast, ..Options::default() });
        let answers = check_in(system, &group, &settings, &budget, make)
            .map_err(|failure| disagreement("failure", format!("{failure:?}")))?;
        for (number, answer) in group.iter().zip(&answers) {
            compare_answer(system, naive, &system.properties[*number], answer)?;
            compared.answers[usize::from(*answer.verdict() == Verdict::Violated)] += 1;
        }
    }
    Ok(())
}

/// A random pointer program: processes with references to each other, chains of up to three links on both sides of
/// assignments, and `null` in the way of some of them. What is in `own` is written by everybody, and read by its process alone.
pub fn pointer_model(seed: u64) -> String {
    let mut random = Random::new(seed);
    let count = if random.percent(25) { 3 } else { 2 };
    let locations = ["a", "b", "c"];
    let mut text = format!(
        "model Pointers\n\nvar head, tail: ref P := null\n\nprocess P[i in 1..{count}] {{\n  var next, prev: ref P := null\n  var own: ref P := null\n  var flag: bool := false\n\n  loc a, b, c\n\n  a -> b do next := self\n"
    );
    for number in 0..random.between(3, 6) {
        let from = if number < 3 { locations[number as usize] } else { random.pick(&locations) };
        let to = random.pick(&locations);
        text += &format!("  {from} -> {to}");
        if random.percent(50) {
            text += &format!(" when {}", condition(&mut random, 1));
        }
        if random.percent(85) {
            text += &format!(" do {}", action(&mut random));
        }
        text += "\n";
    }
    text += "}\n\nreachable crowd: count(P at b) >= 2\ninvariant alone: count(P at c) <= 1\n";
    let conditions = ["head != null && tail != head", "head = null && P[1] at c"];
    text += &format!("reachable some: {}\n", random.pick(&conditions));
    if random.percent(40) {
        text += "invariant linked: forall i in 1..2: P[i].next = null || P[i].next->prev = P[i]\n";
    }
    text + "invariant deadlock_free\ninvariant no_faults\n"
}

/// Statements that happen at once, or one after the other.
fn action(random: &mut Random) -> String {
    let mut statements = Vec::new();
    for _ in 0..random.between(1, 2) {
        let one = statement(random);
        statements.push(match random.percent(15) {
            true => format!("if {} {{ {one} }} else {{ {} }}", condition(random, 0), statement(random)),
            false => one,
        });
    }
    match random.percent(75) {
        true => statements.join(", "),
        false => format!("{{ {} }}", statements.join("; ")),
    }
}

/// A write, along a chain or not; links may be tested before they are followed.
fn statement(random: &mut Random) -> String {
    const PLAIN: [&str; 7] = ["head", "tail", "next", "prev", "own", "own", "next"];
    const LINKED: [(&str, &str); 8] = [
        ("next", "next->prev"),
        ("prev", "prev->next"),
        ("tail", "tail->next"),
        ("head", "head->own"),
        ("next", "next->own"),
        ("tail", "tail->own"),
        ("tail != null && tail->next", "tail->next->prev"),
        ("tail != null && tail->next", "tail->next->own"),
    ];
    if random.percent(25) {
        let place = random.pick(&["flag", "flag", "flag", "next->flag", "prev->flag"]);
        return format!("{place} := {}", random.pick(&["true", "false", "!flag"]));
    }
    if random.percent(55) {
        return format!("{} := {}", random.pick(&PLAIN), reference(random));
    }
    let (link, place) = random.pick(&LINKED);
    match random.percent(70) {
        true => format!("if {link} != null {{ {place} := {} }}", reference(random)),
        false => format!("{place} := {}", reference(random)),
    }
}

fn reference(random: &mut Random) -> String {
    const ALL: [&str; 12] = [
        "null",
        "self",
        "self",
        "head",
        "tail",
        "next",
        "prev",
        "tail->next",
        "next->prev",
        "head->next->next",
        "(if flag then self else head)",
        "(if next = null then null else next->next)",
    ];
    (*random.pick(&ALL)).to_owned()
}

fn condition(random: &mut Random, depth: usize) -> String {
    const ALL: [&str; 14] = [
        "head = null",
        "tail != self",
        "next = null",
        "prev = null",
        "own = null",
        "own != self",
        "flag",
        "!flag",
        "head = tail",
        "(tail = null || tail->next = self)",
        "(next = null || next->flag)",
        "(next != null && next->prev != self)",
        "(tail = null || tail->next = null || !tail->next->flag)",
        "tail->next->flag",
    ];
    if depth > 0 && random.percent(35) {
        let joint = random.pick(&["&&", "||"]);
        return format!("({} {joint} {})", condition(random, depth - 1), condition(random, depth - 1));
    }
    (*random.pick(&ALL)).to_owned()
}
