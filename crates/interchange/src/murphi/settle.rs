//! Makes the steps of a rule fit for actions: loops become copies of their bodies or are done all at once, and variables of
//! procedures disappear where what they hold is still at hand.

use super::changes::{is_fixed, may_overlap};
use super::defined::Undefined;
use super::fold;
use super::model::{Designator, Expr, Instruction, Selector, Tables, Type};
use super::resolve::is_within;
use super::rounds::most_rounds;
use super::run::{cleared, leaf_places};
use super::token::At;
use super::visit::{each_expr, each_step, map_expr, map_place, reads, unrolled, with_value, written};
use crate::Problem;
use std::collections::HashMap;

/// The most copies of a loop's body.
const MOST_ROUNDS: usize = 1_000;

/// The most steps of a rule.
const MOST_STEPS: usize = 20_000;

/// The largest value that is written where the variable is read that holds it.
const LARGEST: usize = 40;

/// What is known of variables: the expressions whose values they hold.
type Known = HashMap<usize, Expr>;

/// The steps without loops that go on one after the other, and without variables that are not needed.
pub fn settle(
    steps: &[Instruction],
    tables: &Tables,
    undefined: &Undefined,
) -> Result<Vec<Instruction>, Problem> {
    let mut settling = Settling { tables, undefined, written: 0 };
    let settled = settling.block(steps, &mut Known::new())?;
    Ok(without_overwritten(without_unread(settled, tables, undefined), tables, undefined))
}

/// The steps without values that are replaced before anybody reads them.
fn without_overwritten(steps: Vec<Instruction>, tables: &Tables, undefined: &Undefined) -> Vec<Instruction> {
    let is_plain = |step: &Instruction| match step {
        Instruction::Assign(_, value) => is_safe(value, tables, undefined),
        Instruction::Undefine(_) => true,
        _ => false,
    };
    let mut kept: Vec<Instruction> = Vec::new();
    for (number, step) in steps.iter().enumerate() {
        let replaced = |place: &Designator| {
            for later in &steps[number + 1..] {
                let mut is_read = false;
                each_expr(later, &mut |expr| {
                    if let Expr::Read(read) | Expr::IsUndefined(read) = expr {
                        is_read = is_read || may_overlap(read, place);
                    }
                });
                match later {
                    Instruction::Assign(other, _) | Instruction::Undefine(other) if !is_read => {
                        if other == place && is_fixed(place) {
                            return true;
                        }
                    }
                    _ => return false,
                }
            }
            false
        };
        if !(is_plain(step) && written(step).is_some_and(replaced)) {
            kept.push(step.clone());
        }
    }
    kept
}

struct Settling<'t> {
    tables: &'t Tables,
    undefined: &'t Undefined,
    written: usize,
}

impl Settling<'_> {
    fn block(&mut self, steps: &[Instruction], known: &mut Known) -> Result<Vec<Instruction>, Problem> {
        let mut settled = Vec::new();
        for step in steps {
            self.step(step, known, &mut settled)?;
        }
        Ok(settled)
    }

    fn step(
        &mut self,
        step: &Instruction,
        known: &mut Known,
        settled: &mut Vec<Instruction>,
    ) -> Result<(), Problem> {
        self.written += 1;
        if self.written > MOST_STEPS {
            return Err(too_large());
        }
        match step {
            Instruction::Assign(place, value) => self.assign(place, value, known, settled),
            Instruction::Copy(to, from) => self.copy(to, from, known, settled),
            Instruction::Undefine(place) | Instruction::Clear(place) => {
                let place = with_known_place(place, known);
                forget(known, place.root);
                for leaf in leaf_places(&place, self.tables) {
                    self.written += 1;
                    settled.push(match step {
                        Instruction::Clear(_) => {
                            let value = cleared(&leaf.ty, self.tables);
                            Instruction::Assign(leaf, value)
                        }
                        _ => Instruction::Undefine(leaf),
                    });
                }
            }
            Instruction::Assert(condition, message) => {
                let condition = with_known(condition, known);
                if condition.value() != Some(1) {
                    settled.push(Instruction::Assert(condition, message.clone()));
                }
            }
            Instruction::Assume(condition) => {
                let condition = with_known(condition, known);
                if condition.value() != Some(1) {
                    settled.push(Instruction::Assume(condition));
                }
            }
            Instruction::If(condition, then, other) => self.branch(condition, then, other, known, settled)?,
            Instruction::For(name, ty, body) => self.repeat(name, ty, body, known, settled)?,
            Instruction::Count(name, ends, body) => self.count(name, ends, body, known, settled)?,
            Instruction::While(condition, body, at) => self.rounds(condition, body, *at, known, settled)?,
            Instruction::Check(value) => settled.push(Instruction::Check(with_known(value, known))),
            Instruction::Return => {}
        }
        Ok(())
    }

    /// An assignment with all that is known put in.
    fn assign(&self, place: &Designator, value: &Expr, known: &mut Known, settled: &mut Vec<Instruction>) {
        let (place, value) = (with_known_place(place, known), with_known(value, known));
        if is_outside(&Instruction::Assign(place.clone(), value.clone()), self.tables) {
            return settled.push(outside());
        }
        forget(known, place.root);
        let is_local = place.parts.is_empty() && !self.tables.roots[place.root].is_global;
        let reads_itself = reads(&value, &mut |read| read.root == place.root);
        if is_local && !reads_itself && weight(&value) <= LARGEST {
            known.insert(place.root, value.clone());
        }
        settled.push(Instruction::Assign(place, value));
    }

    /// A copy of a whole value with all that is known put in.
    fn copy(&self, to: &Designator, from: &Designator, known: &mut Known, settled: &mut Vec<Instruction>) {
        let (to, from) = (with_known_place(to, known), with_known_place(from, known));
        if is_outside(&Instruction::Copy(to.clone(), from.clone()), self.tables) {
            return settled.push(outside());
        }
        forget(known, to.root);
        settled.push(Instruction::Copy(to, from));
    }

    /// A choice; where its condition is known, what is chosen.
    fn branch(
        &mut self,
        condition: &Expr,
        then: &[Instruction],
        other: &[Instruction],
        known: &mut Known,
        settled: &mut Vec<Instruction>,
    ) -> Result<(), Problem> {
        let condition = with_known(condition, known);
        match condition.value() {
            Some(0) => settled.extend(self.block(other, known)?),
            Some(_) => settled.extend(self.block(then, known)?),
            None => {
                let mut beside = known.clone();
                let then = self.block(then, known)?;
                let other = self.block(other, &mut beside)?;
                known.retain(|root, value| beside.get(root) == Some(value));
                if !then.is_empty() || !other.is_empty() {
                    settled.push(Instruction::If(condition, then, other));
                }
            }
        }
        Ok(())
    }

    /// The rounds of a loop: as many as there are where its condition is known each time, and else as many as there can be.
    fn rounds(
        &mut self,
        condition: &Expr,
        body: &[Instruction],
        at: At,
        known: &mut Known,
        settled: &mut Vec<Instruction>,
    ) -> Result<(), Problem> {
        for round in 0.. {
            let now = with_known(condition, known);
            match now.value() {
                Some(0) => break,
                Some(_) if round < MOST_ROUNDS => settled.extend(self.block(body, known)?),
                known_to_hold => {
                    let most = match known_to_hold {
                        None => most_rounds(condition, body, self.tables, self.undefined),
                        Some(_) => None,
                    };
                    let Some(most) = most else { return Err(too_many_rounds(at)) };
                    // Once the condition is false, it stays so: nothing changes any more.
                    let round = Instruction::If(condition.clone(), body.to_vec(), Vec::new());
                    for _ in 0..most {
                        self.step(&round, known, settled)?;
                    }
                    let ends = fold::not(condition.clone());
                    let message = "a `while` never ends".to_owned();
                    self.step(&Instruction::Assert(ends, message), known, settled)?;
                    break;
                }
            }
        }
        Ok(())
    }

    fn repeat(
        &mut self,
        name: &str,
        ty: &Type,
        body: &[Instruction],
        known: &mut Known,
        settled: &mut Vec<Instruction>,
    ) -> Result<(), Problem> {
        let mut inside = known.clone();
        each_step(body, &mut |step| {
            if let Some(place) = written(step) {
                forget(&mut inside, place.root);
            }
        });
        let once = without_unread(self.block(body, &mut inside.clone())?, self.tables, self.undefined);
        if is_at_once(name, &once, self.tables) {
            *known = inside;
            settled.push(Instruction::For(name.to_owned(), ty.clone(), once));
            return Ok(());
        }
        if self.written.saturating_add(self.tables.count(ty)) > MOST_STEPS {
            return Err(too_large());
        }
        let copies = unrolled(name, ty, body, self.tables);
        settled.extend(self.block(&copies, known)?);
        Ok(())
    }

    fn count(
        &mut self,
        name: &str,
        ends: &[Expr; 3],
        body: &[Instruction],
        known: &mut Known,
        settled: &mut Vec<Instruction>,
    ) -> Result<(), Problem> {
        let [mut from, mut to, by] = [&ends[0], &ends[1], &ends[2]].map(|end| with_known(end, known));
        let too_far = || Problem::new("a `for` whose numbers depend on the state cannot be expressed", None);
        let (Type::Range(least, _), Type::Range(_, most)) = (from.ty(), to.ty()) else {
            return Err(too_far());
        };
        let Some(by) = by.value() else { return Err(too_far()) };
        let number = |value: i128| Expr::int(value);
        if by == 0 {
            settled.push(Instruction::Assert(Expr::bool(false), "a step of zero never ends".to_owned()));
            return Ok(());
        }
        if let (Some(from), Some(to)) = (from.value(), to.value()) {
            let mut at = from;
            while (by > 0 && at <= to) || (by < 0 && at >= to) {
                settled.extend(self.block(&with_value(body, name, &number(at)), known)?);
                at = at.saturating_add(by);
            }
            return Ok(());
        }
        if by != 1 || most.saturating_sub(least) > MOST_ROUNDS as i128 {
            return Err(too_far());
        }
        let written_by_body = |end: &Expr| {
            let mut found = false;
            each_step(body, &mut |step| {
                if let Some(place) = written(step) {
                    found = found || reads(end, &mut |read| read.root == place.root);
                }
            });
            found
        };
        // The ends are computed before the first round, and kept in variables that nobody writes.
        if written_by_body(&from) {
            from = ends[0].clone();
        }
        if written_by_body(&to) {
            to = ends[1].clone();
        }
        for at in least..=most {
            let here = fold::binary("<=", from.clone(), number(at));
            let here = fold::binary("&", here, fold::binary("<=", number(at), to.clone()));
            let round = Instruction::If(here, with_value(body, name, &number(at)), Vec::new());
            self.step(&round, known, settled)?;
        }
        Ok(())
    }
}

fn too_many_rounds(at: At) -> Problem {
    Problem::new("a `while` that may have so many rounds cannot be expressed", Some(at))
        .with_help("write `for` with an `if` inside, over all that may be needed")
}

fn too_large() -> Problem {
    Problem::new("a rule becomes too large when its loops are written out", None)
}

/// Forgets what is known from a variable that changes.
fn forget(known: &mut Known, root: usize) {
    known.retain(|own, value| *own != root && !reads(value, &mut |place| place.root == root));
}

fn with_known(expr: &Expr, known: &Known) -> Expr {
    map_expr(expr, &mut |part| from_known(part, known))
}

fn with_known_place(place: &Designator, known: &Known) -> Designator {
    map_place(place, &mut |part| from_known(part, known))
}

fn from_known(part: &Expr, known: &Known) -> Option<Expr> {
    match part {
        Expr::Read(place) if place.parts.is_empty() => known.get(&place.root).cloned(),
        Expr::IsUndefined(place) if place.parts.is_empty() && known.contains_key(&place.root) => {
            Some(Expr::bool(false))
        }
        _ => None,
    }
}

fn weight(expr: &Expr) -> usize {
    let mut size = 0;
    map_expr(expr, &mut |_| {
        size += 1;
        None
    });
    size
}

/// Whether the rounds of a loop do not disturb each other, nor the steps of a round, so that all can be done at once.
fn is_at_once(name: &str, body: &[Instruction], tables: &Tables) -> bool {
    // For each variable that is written, where on the way to the part the name of the loop stands.
    let mut own: HashMap<usize, usize> = HashMap::new();
    let mut is_fine = true;
    let position = |place: &Designator| {
        place.parts.iter().position(|part| matches!(part, Selector::Index(index) if matches!(&**index, Expr::Bound(bound, _) if bound == name)))
    };
    each_step(body, &mut |step| {
        if let Some(place) = written(step) {
            let at = position(place);
            is_fine = is_fine && tables.roots[place.root].is_global && at.is_some();
            if let Some(at) = at {
                is_fine = is_fine && *own.entry(place.root).or_insert(at) == at;
            }
        }
        is_fine = is_fine && !matches!(step, Instruction::Assume(_) | Instruction::Return);
    });
    // No step reads what one before it has written, in this round or another.
    let mut before: Vec<usize> = Vec::new();
    for step in body {
        each_expr(step, &mut |expr| {
            if let Expr::Read(place) | Expr::IsUndefined(place) = expr {
                let is_own = own.get(&place.root).is_none_or(|at| position(place) == Some(*at));
                is_fine = is_fine && is_own && !before.contains(&place.root);
            }
        });
        each_step(std::slice::from_ref(step), &mut |inner| {
            if let Instruction::Copy(_, from) = inner {
                is_fine = is_fine && !own.contains_key(&from.root);
            }
            before.extend(written(inner).map(|place| place.root));
        });
    }
    is_fine && body.iter().all(is_one_step)
}

/// Whether nothing inside of a step comes after something else.
fn is_one_step(step: &Instruction) -> bool {
    match step {
        Instruction::If(_, then, other) => {
            then.len() <= 1 && other.len() <= 1 && then.iter().chain(other).all(is_one_step)
        }
        _ => true,
    }
}

/// The steps without those that write variables of procedures which nobody reads; what they write must have a value all the same.
fn without_unread(steps: Vec<Instruction>, tables: &Tables, undefined: &Undefined) -> Vec<Instruction> {
    let mut read: Vec<bool> = vec![false; tables.roots.len()];
    each_step(&steps, &mut |step| {
        each_expr(step, &mut |expr| {
            if let Expr::Read(place) | Expr::IsUndefined(place) = expr {
                read[place.root] = true;
            }
        });
        if let Instruction::Copy(_, from) = step {
            read[from.root] = true;
        }
    });
    let left = |step: Instruction| match step {
        Instruction::Assign(place, value) if !tables.roots[place.root].is_global && !read[place.root] => {
            (!is_safe(&value, tables, undefined)).then_some(Instruction::Check(value))
        }
        Instruction::Undefine(place) | Instruction::Clear(place)
            if !tables.roots[place.root].is_global && !read[place.root] =>
        {
            None
        }
        step => Some(step),
    };
    keep(steps, &left)
}

fn keep(steps: Vec<Instruction>, left: &dyn Fn(Instruction) -> Option<Instruction>) -> Vec<Instruction> {
    let kept = steps.into_iter().filter_map(left);
    kept.map(|step| match step {
        Instruction::If(condition, then, other) => {
            Instruction::If(condition, keep(then, left), keep(other, left))
        }
        other => other,
    })
    .collect()
}

/// Whether an expression can be computed in every state: nothing in it can be without value or outside of its array.
fn is_safe(expr: &Expr, tables: &Tables, undefined: &Undefined) -> bool {
    let mut is_safe = true;
    map_expr(expr, &mut |part| {
        is_safe = is_safe
            && match part {
                Expr::Read(place) => is_inside(place, tables) && !undefined.is_possible(place),
                Expr::IsUndefined(place) => is_inside(place, tables),
                Expr::Binary(operator, ..) => !matches!(*operator, "/" | "%"),
                _ => true,
            };
        None
    });
    is_safe
}

/// Whether a step that stores something certainly meets an index which is none of its array.
fn is_outside(step: &Instruction, tables: &Tables) -> bool {
    let is_outside = |place: &Designator| {
        let mut ty = &tables.roots[place.root].ty;
        place.parts.iter().any(|part| {
            let is_wrong = match (part, ty) {
                (Selector::Index(index), Type::Array(of, _)) => {
                    index.value().is_some_and(|value| !tables.holds(of, value))
                }
                _ => false,
            };
            ty = ty.part(part).unwrap_or(ty);
            is_wrong
        })
    };
    match step {
        Instruction::Assign(place, value) => {
            is_outside(place) || matches!(value, Expr::Read(from) if is_outside(from))
        }
        Instruction::Copy(to, from) => is_outside(to) || is_outside(from),
        _ => false,
    }
}

/// Whether an expression is a part that is read, with indices that are ones of their arrays.
pub fn is_read_inside(expr: &Expr, tables: &Tables) -> bool {
    matches!(expr, Expr::Read(place) if is_inside(place, tables))
}

/// Whether all indices on the way to a part are ones of their arrays, as types tell.
fn is_inside(place: &Designator, tables: &Tables) -> bool {
    let mut ty = &tables.roots[place.root].ty;
    for part in &place.parts {
        if let (Selector::Index(index), Type::Array(of, _)) = (part, ty)
            && !is_within(&index.ty(), of)
        {
            return false;
        }
        ty = ty.part(part).unwrap_or(ty);
    }
    true
}

/// What stands where an index is outside of its array whatever happens.
fn outside() -> Instruction {
    Instruction::Assert(Expr::bool(false), "an index is outside of its array".to_owned())
}
