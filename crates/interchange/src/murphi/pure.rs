//! Functions that only compute, as expressions.

use super::fold;
use super::model::{Designator, Expr, Instruction, Tables, Type};
use super::visit::{map_expr, unrolled};
use std::collections::HashMap;

/// The largest expression that a function may become.
const LARGEST: usize = 20_000;

/// The value that some steps leave in a variable of theirs, if they write simple variables of their own only.
pub fn as_expression(steps: &[Instruction], result: &Designator, tables: &Tables) -> Option<Expr> {
    let mut pure = Pure { tables, size: 0, conditions: Vec::new() };
    let mut known = HashMap::new();
    pure.run(steps, &mut known, &Expr::bool(true))?;
    let value = known.remove(&result.root)?;
    let all = pure.conditions.into_iter();
    let conditions = all.fold(Expr::bool(true), |all, next| fold::binary("&", all, next));
    let value = fold::checked(conditions, value);
    (!reads_local(&value, tables)).then_some(value)
}

fn reads_local(expr: &Expr, tables: &Tables) -> bool {
    super::visit::reads(expr, &mut |place| !tables.roots[place.root].is_global)
}

/// What is known while some steps are read.
struct Pure<'t> {
    tables: &'t Tables,
    size: usize,
    /// What must hold, wherever it is looked at.
    conditions: Vec<Expr>,
}

impl Pure<'_> {
    /// The values of variables after some steps, which are done where `around` holds; nothing if one of them does more than store and
    /// check.
    fn run(&mut self, steps: &[Instruction], known: &mut HashMap<usize, Expr>, around: &Expr) -> Option<()> {
        for step in steps {
            self.spend(1)?;
            match step {
                Instruction::Assign(place, value)
                    if place.parts.is_empty() && !self.tables.roots[place.root].is_global =>
                {
                    let value = with_known(value, known);
                    self.spend(weight(&value))?;
                    known.insert(place.root, value);
                }
                Instruction::Assert(condition, _) => {
                    let condition = fold::binary("->", around.clone(), with_known(condition, known));
                    self.spend(weight(&condition))?;
                    self.conditions.push(condition);
                }
                Instruction::If(condition, then, other) => {
                    let condition = with_known(condition, known);
                    let (mut yes, mut no) = (known.clone(), known.clone());
                    self.run(then, &mut yes, &fold::binary("&", around.clone(), condition.clone()))?;
                    let beside = fold::binary("&", around.clone(), fold::not(condition.clone()));
                    self.run(other, &mut no, &beside)?;
                    *known = self.joined(&condition, yes, &no)?;
                }
                Instruction::For(name, ty, body) => {
                    self.spend(self.tables.count(ty))?;
                    self.run(&unrolled(name, ty, body, self.tables), known, around)?;
                }
                _ => return None,
            }
        }
        Some(())
    }

    fn spend(&mut self, size: usize) -> Option<()> {
        self.size = self.size.saturating_add(size);
        (self.size <= LARGEST).then_some(())
    }

    /// What is known behind a branch: the variables that have a value on both sides.
    fn joined(
        &mut self,
        condition: &Expr,
        yes: HashMap<usize, Expr>,
        no: &HashMap<usize, Expr>,
    ) -> Option<HashMap<usize, Expr>> {
        let mut all = HashMap::new();
        for (root, value) in yes {
            let Some(other) = no.get(&root) else { continue };
            let is_same = value == *other;
            let value = if is_same { value } else { fold::choice(condition.clone(), value, other.clone()) };
            self.spend(weight(&value))?;
            all.insert(root, value);
        }
        Some(all)
    }
}

fn with_known(expr: &Expr, known: &HashMap<usize, Expr>) -> Expr {
    map_expr(expr, &mut |part| match part {
        Expr::Read(place) if place.parts.is_empty() => known.get(&place.root).cloned(),
        Expr::IsUndefined(place) if place.parts.is_empty() && known.contains_key(&place.root) => {
            Some(Expr::Value(0, Type::Bool))
        }
        _ => None,
    })
}

/// How large an expression is.
fn weight(expr: &Expr) -> usize {
    let mut size = 0;
    map_expr(expr, &mut |_| {
        size += 1;
        None
    });
    size
}
