//! Whether a rule always leads to another state. Murphi counts a state from which rules only lead back to it as a deadlock.

use super::defined::Undefined;
use super::fold;
use super::model::{Expr, Part, Place, Step};
use super::visit::{each_expr, each_step, reads, written};

/// The most ways through a rule that are told apart.
const MOST_WAYS: usize = 64;

/// What is known of a part on one way through a rule.
#[derive(Debug, Clone, PartialEq)]
struct Fact {
    place: Place,
    /// What it was before.
    old: Old,
    /// What it is now, if it was written.
    new: New,
}

#[derive(Debug, Clone, PartialEq)]
enum Old {
    Unknown,
    /// This value; none for no value.
    Is(Option<i128>),
    /// Any value but this one; none for no value.
    IsNot(Option<i128>),
}

#[derive(Debug, Clone, PartialEq)]
enum New {
    Same,
    Is(Option<i128>),
    /// Certainly not what it was.
    Other,
    Unknown,
}

type Facts = Vec<Fact>;

/// Whether each run of the steps that begins where the guard holds ends in another state, or in an error.
pub fn always_changes(guard: &Expr, steps: &[Step]) -> bool {
    let mut facts = Facts::new();
    learn(&mut facts, guard, true);
    let Some(ways) = follow(vec![facts], steps) else { return false };
    ways.iter().all(|facts| facts.iter().any(differs))
}

fn differs(fact: &Fact) -> bool {
    match (&fact.old, &fact.new) {
        (_, New::Other) => true,
        (Old::Is(old), New::Is(new)) => old != new,
        (Old::IsNot(old), New::Is(new)) => old == new,
        _ => false,
    }
}

/// When steps that can all be done at once lead to another state, or to an error; nothing if they cannot be done at once.
pub fn changed(steps: &[Step], undefined: &Undefined) -> Option<Expr> {
    if !is_at_once(steps) {
        return None;
    }
    let mut all = Expr::bool(false);
    for step in steps {
        let here = match step {
            Step::Assign(place, value) => {
                let differs = fold::binary("!=", Expr::Read(place.clone()), value.clone());
                match undefined.is_possible(place) {
                    true => fold::binary("|", Expr::IsUndefined(place.clone()), differs),
                    false => differs,
                }
            }
            Step::Copy(to, from) => fold::binary("!=", Expr::Read(to.clone()), Expr::Read(from.clone())),
            Step::Undefine(place) if place.ty.is_simple() => fold::not(Expr::IsUndefined(place.clone())),
            Step::If(condition, then, other) => {
                fold::choice(condition.clone(), changed(then, undefined)?, changed(other, undefined)?)
            }
            Step::Assert(condition, _) => fold::not(condition.clone()),
            Step::For(name, ty, body) => {
                Expr::Quantifier(false, name.clone(), ty.clone(), Box::new(changed(body, undefined)?))
            }
            _ => return None,
        };
        all = fold::binary("|", all, here);
    }
    Some(all)
}

/// Whether no step reads or writes what one before it has written.
fn is_at_once(steps: &[Step]) -> bool {
    let mut before: Vec<Place> = Vec::new();
    steps.iter().all(|step| {
        let is_apart = |place: &Place| before.iter().all(|earlier| !may_overlap(earlier, place));
        let mut is_fine = true;
        each_expr(step, &mut |expr| {
            if let Expr::Read(place) | Expr::IsUndefined(place) = expr {
                is_fine = is_fine && is_apart(place);
            }
        });
        let mut here = Vec::new();
        each_step(std::slice::from_ref(step), &mut |inner| {
            if let Step::Copy(_, from) = inner {
                is_fine = is_fine && is_apart(from);
            }
            here.extend(written(inner).cloned());
        });
        is_fine = is_fine && here.iter().all(is_apart);
        before.extend(here);
        is_fine
    })
}

/// The facts at the end of each way; nothing if there are too many.
fn follow(mut ways: Vec<Facts>, steps: &[Step]) -> Option<Vec<Facts>> {
    for step in steps {
        match step {
            Step::Assert(condition, _) if condition.value() == Some(0) => return Some(Vec::new()),
            Step::Assert(condition, _) | Step::Assume(condition) => {
                ways.iter_mut().for_each(|facts| learn(facts, condition, true));
            }
            Step::If(condition, then, other) => {
                let mut beside = ways.clone();
                ways.iter_mut().for_each(|facts| learn(facts, condition, true));
                beside.iter_mut().for_each(|facts| learn(facts, condition, false));
                ways = follow(ways, then)?;
                ways.extend(follow(beside, other)?);
            }
            Step::Assign(place, value) => ways.iter_mut().for_each(|facts| {
                let new = match value {
                    Expr::Value(value, _) => New::Is(Some(*value)),
                    Expr::Binary("+" | "-", left, right)
                        if **left == Expr::Read(place.clone())
                            && right.value().is_some_and(|by| by != 0)
                            && is_unwritten(facts, place) =>
                    {
                        New::Other
                    }
                    Expr::Not(inner)
                        if **inner == Expr::Read(place.clone()) && is_unwritten(facts, place) =>
                    {
                        New::Other
                    }
                    _ => New::Unknown,
                };
                write(facts, place, new);
            }),
            Step::Undefine(place) if place.ty.is_simple() => {
                ways.iter_mut().for_each(|facts| write(facts, place, New::Is(None)));
            }
            Step::Copy(place, _) | Step::Undefine(place) | Step::Clear(place) => {
                ways.iter_mut().for_each(|facts| write(facts, place, New::Unknown));
            }
            Step::For(_, _, body) | Step::Count(_, _, body) | Step::While(_, body, _) => {
                each_step(body, &mut |step| {
                    if let Some(place) = written(step) {
                        ways.iter_mut().for_each(|facts| write(facts, place, New::Unknown));
                    }
                });
            }
            Step::Check(_) | Step::Return => {}
        }
        ways.dedup();
        if ways.len() > MOST_WAYS {
            return None;
        }
    }
    Some(ways)
}

/// Whether nothing was written that could be this part.
fn is_unwritten(facts: &Facts, place: &Place) -> bool {
    facts.iter().all(|fact| fact.new == New::Same || !may_overlap(&fact.place, place))
}

/// Takes in that a condition holds, or does not.
fn learn(facts: &mut Facts, condition: &Expr, holds: bool) {
    match condition {
        Expr::Binary("&", left, right) if holds => {
            learn(facts, left, true);
            learn(facts, right, true);
        }
        Expr::Binary("|", left, right) if !holds => {
            learn(facts, left, false);
            learn(facts, right, false);
        }
        Expr::Not(inner) => learn(facts, inner, !holds),
        Expr::Read(place) => set_old(facts, place, Old::Is(Some(i128::from(holds)))),
        Expr::IsUndefined(place) => {
            set_old(facts, place, if holds { Old::Is(None) } else { Old::IsNot(None) })
        }
        Expr::Binary(operator @ ("=" | "!="), left, right) => {
            let is_equal = (*operator == "=") == holds;
            for (side, other) in [(left, right), (right, left)] {
                if let (Expr::Read(place), Some(value)) = (&**side, other.value()) {
                    let old = if is_equal { Old::Is(Some(value)) } else { Old::IsNot(Some(value)) };
                    set_old(facts, place, old);
                }
            }
        }
        _ => {}
    }
}

/// What a part is now is what it was, where nothing was written.
fn set_old(facts: &mut Facts, place: &Place, old: Old) {
    if !is_unwritten(facts, place) {
        return;
    }
    match facts.iter_mut().find(|fact| fact.place == *place) {
        Some(fact) if matches!(fact.old, Old::Is(_)) => {}
        Some(fact) => fact.old = old,
        None => facts.push(Fact { place: place.clone(), old, new: New::Same }),
    }
}

/// Takes in that a part is written.
fn write(facts: &mut Facts, place: &Place, new: New) {
    for fact in facts.iter_mut().filter(|fact| may_overlap(&fact.place, place)) {
        fact.new = New::Unknown;
    }
    // Where indices have changed meanwhile, the place is another one.
    facts.retain(|fact| {
        let mut indices = fact.place.parts.iter().filter_map(|part| match part {
            Part::Index(index) => Some(index),
            Part::Field(_) => None,
        });
        !indices.any(|index| reads(index, &mut |read| read.root == place.root))
    });
    match facts.iter_mut().find(|fact| fact.place == *place) {
        Some(fact) => fact.new = new,
        None => facts.push(Fact { place: place.clone(), old: Old::Unknown, new }),
    }
}

/// Whether the place is the same one all the time.
pub fn is_fixed(place: &Place) -> bool {
    place.parts.iter().all(|part| match part {
        Part::Field(_) => true,
        Part::Index(index) => matches!(**index, Expr::Value(..) | Expr::Bound(..)),
    })
}

/// Whether two places may have a part in common.
pub fn may_overlap(a: &Place, b: &Place) -> bool {
    a.root == b.root
        && a.parts.iter().zip(&b.parts).all(|(a, b)| match (a, b) {
            (Part::Index(a), Part::Index(b)) => match (a.value(), b.value()) {
                (Some(a), Some(b)) => a == b,
                _ => true,
            },
            (a, b) => a == b,
        })
}
