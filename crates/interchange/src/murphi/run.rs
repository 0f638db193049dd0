//! Runs start states, to know the states with which a model begins.

use super::model::{Designator, Expr, Instruction, Selector, Tables, Type};
use std::collections::HashMap;

/// The most steps of one run.
const MOST_STEPS: usize = 2_000_000;

/// The parts of all variables that have a value, by their ways: indices as numbers.
pub type Memory = HashMap<Way, i128>;

/// A simple part of a variable.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Way {
    /// The variable.
    pub root: usize,
    /// The fields and indices.
    pub parts: Vec<WayPart>,
}

/// A step on a way.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum WayPart {
    /// A field.
    Field(String),
    /// An element.
    Index(i128),
}

/// Why a run ends early.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stop {
    /// Something is wrong in the model, in words.
    Wrong(String),
    /// An assumption does not hold: there is no such state.
    Excluded,
    /// It takes too long.
    TooLong,
}

/// A run.
pub struct Run<'t> {
    tables: &'t Tables,
    /// What has a value.
    pub memory: Memory,
    bound: HashMap<String, i128>,
    steps: usize,
}

type Done<T> = Result<T, Stop>;

impl<'t> Run<'t> {
    /// A run that begins without any values.
    pub fn new(tables: &'t Tables, bound: HashMap<String, i128>) -> Self {
        Run { tables, memory: Memory::new(), bound, steps: 0 }
    }

    /// Does these steps.
    pub fn steps(&mut self, steps: &[Instruction]) -> Done<()> {
        steps.iter().try_for_each(|step| self.step(step))
    }

    fn step(&mut self, step: &Instruction) -> Done<()> {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return Err(Stop::TooLong);
        }
        match step {
            Instruction::Assign(place, value) => {
                let (way, value) = (self.way(place)?, self.value(value)?);
                if !self.tables.holds(&place.ty, value) {
                    return Err(Stop::Wrong(format!("{value} is outside of the type of a variable")));
                }
                self.memory.insert(way, value);
            }
            Instruction::Copy(to, from) => {
                let (to_way, from_way) = (self.way(to)?, self.way(from)?);
                for rest in leaves(&to.ty, self.tables) {
                    let source = longer(&from_way, &rest);
                    match self.memory.get(&source).copied() {
                        Some(value) => self.memory.insert(longer(&to_way, &rest), value),
                        None => self.memory.remove(&longer(&to_way, &rest)),
                    };
                }
            }
            Instruction::Undefine(place) => {
                let way = self.way(place)?;
                for rest in leaves(&place.ty, self.tables) {
                    self.memory.remove(&longer(&way, &rest));
                }
            }
            Instruction::Clear(place) => {
                let way = self.way(place)?;
                for rest in leaves(&place.ty, self.tables) {
                    let least = least(&place.ty, &rest, self.tables);
                    self.memory.insert(longer(&way, &rest), least);
                }
            }
            Instruction::If(condition, then, other) => {
                let branch = if self.value(condition)? != 0 { then } else { other };
                self.steps(branch)?;
            }
            Instruction::Assert(condition, message) => {
                if self.value(condition)? == 0 {
                    return Err(Stop::Wrong(message.clone()));
                }
            }
            Instruction::Assume(condition) => {
                if self.value(condition)? == 0 {
                    return Err(Stop::Excluded);
                }
            }
            Instruction::For(name, ty, body) => {
                for value in self.few_values(ty)? {
                    self.bound.insert(name.clone(), value);
                    self.steps(body)?;
                }
            }
            Instruction::Count(name, ends, body) => self.count(name, ends, body)?,
            Instruction::While(condition, body, _) => {
                while self.value(condition)? != 0 {
                    self.steps += 1;
                    if self.steps > MOST_STEPS {
                        return Err(Stop::TooLong);
                    }
                    self.steps(body)?;
                }
            }
            Instruction::Check(value) => {
                self.value(value)?;
            }
            Instruction::Return => {}
        }
        Ok(())
    }

    /// The values of a type, each of which costs a step.
    fn few_values(&mut self, ty: &Type) -> Done<Vec<i128>> {
        self.steps = self.steps.saturating_add(self.tables.count(ty));
        if self.steps > MOST_STEPS { Err(Stop::TooLong) } else { Ok(self.tables.values(ty)) }
    }

    fn count(&mut self, name: &str, ends: &[Expr; 3], body: &[Instruction]) -> Done<()> {
        let (mut at, to, by) = (self.value(&ends[0])?, self.value(&ends[1])?, self.value(&ends[2])?);
        if by == 0 {
            return Err(Stop::Wrong("a step of zero never ends".to_owned()));
        }
        while (by > 0 && at <= to) || (by < 0 && at >= to) {
            self.bound.insert(name.to_owned(), at);
            self.steps(body)?;
            at = at.checked_add(by).ok_or(Stop::TooLong)?;
        }
        Ok(())
    }

    /// The way to a place.
    pub fn way(&mut self, place: &Designator) -> Done<Way> {
        let mut ty = &self.tables.roots[place.root].ty;
        let mut parts = Vec::new();
        for part in &place.parts {
            match (part, ty) {
                (Selector::Index(index), Type::Array(of, _)) => {
                    let value = self.value(index)?;
                    if !self.tables.holds(of, value) {
                        return Err(Stop::Wrong(format!("the index {value} is outside of its array")));
                    }
                    parts.push(WayPart::Index(value));
                }
                (Selector::Field(name), _) => parts.push(WayPart::Field(name.clone())),
                (Selector::Index(_), _) => return Err(Stop::Wrong("an index behind no array".to_owned())),
            }
            ty = ty.part(part).unwrap_or(ty);
        }
        Ok(Way { root: place.root, parts })
    }

    /// The value of an expression.
    pub fn value(&mut self, expr: &Expr) -> Done<i128> {
        let wrong = |message: &str| Stop::Wrong(message.to_owned());
        Ok(match expr {
            Expr::Value(value, _) => *value,
            Expr::Bound(name, _) => *self.bound.get(name).ok_or_else(|| wrong("a name without a value"))?,
            Expr::Read(place) => {
                let way = self.way(place)?;
                let name = &self.tables.roots[place.root].name;
                *self.memory.get(&way).ok_or_else(|| wrong(&format!("`{name}` is read and has no value")))?
            }
            Expr::IsUndefined(place) => {
                let way = self.way(place)?;
                i128::from(!self.memory.contains_key(&way))
            }
            Expr::Not(inner) => i128::from(self.value(inner)? == 0),
            Expr::Minus(inner) => self.value(inner)?.checked_neg().ok_or(Stop::TooLong)?,
            Expr::If(condition, yes, no) => {
                if self.value(condition)? != 0 {
                    self.value(yes)?
                } else {
                    self.value(no)?
                }
            }
            Expr::Quantifier(is_forall, name, ty, body) => {
                let mut result = *is_forall;
                for value in self.few_values(ty)? {
                    self.bound.insert(name.clone(), value);
                    if (self.value(body)? != 0) != *is_forall {
                        result = !is_forall;
                        break;
                    }
                }
                i128::from(result)
            }
            Expr::Checked(condition, inner) => {
                if self.value(condition)? == 0 {
                    return Err(wrong("a value is outside of its type"));
                }
                self.value(inner)?
            }
            Expr::IsMember(inner, ty) => {
                let value = self.value(inner)?;
                i128::from(self.tables.holds(ty, value))
            }
            Expr::Binary(operator, left, right) => self.binary(operator, left, right)?,
        })
    }

    fn binary(&mut self, operator: &str, left: &Expr, right: &Expr) -> Done<i128> {
        if let (Expr::Read(a), Expr::Read(b)) = (left, right)
            && !a.ty.is_simple()
        {
            let (first, second) = (self.way(a)?, self.way(b)?);
            let is_same = leaves(&a.ty, self.tables).iter().all(|rest| {
                self.memory.get(&longer(&first, rest)) == self.memory.get(&longer(&second, rest))
            });
            return Ok(i128::from(is_same == (operator == "=")));
        }
        let a = self.value(left)?;
        match operator {
            "&" if a == 0 => return Ok(0),
            "|" if a != 0 => return Ok(1),
            "->" if a == 0 => return Ok(1),
            _ => {}
        }
        let b = self.value(right)?;
        let flag = |value: bool| Ok(i128::from(value));
        match operator {
            "&" | "|" | "->" => Ok(b),
            "=" => flag(a == b),
            "!=" => flag(a != b),
            "<" => flag(a < b),
            "<=" => flag(a <= b),
            ">" => flag(a > b),
            ">=" => flag(a >= b),
            "/" | "%" if b == 0 => Err(Stop::Wrong("a division by zero".to_owned())),
            _ => {
                let result = match operator {
                    "+" => a.checked_add(b),
                    "-" => a.checked_sub(b),
                    "*" => a.checked_mul(b),
                    "/" => a.checked_div(b),
                    _ => a.checked_rem(b),
                };
                result.ok_or(Stop::TooLong)
            }
        }
    }
}

/// The ways from a value to its simple parts.
pub fn leaves(ty: &Type, tables: &Tables) -> Vec<Vec<WayPart>> {
    let below = |part: WayPart, ty: &Type| {
        leaves(ty, tables).into_iter().map(move |mut rest| {
            rest.insert(0, part.clone());
            rest
        })
    };
    match ty {
        Type::Record(fields) => fields
            .iter()
            .flat_map(|(name, ty)| below(WayPart::Field(name.clone()), ty).collect::<Vec<_>>())
            .collect(),
        Type::Array(of, element) => {
            let values = tables.values(of).into_iter();
            values.flat_map(|value| below(WayPart::Index(value), element).collect::<Vec<_>>()).collect()
        }
        _ => vec![Vec::new()],
    }
}

/// The simple parts of a place, as places.
pub fn leaf_places(place: &Designator, tables: &Tables) -> Vec<Designator> {
    let longer = |rest: Vec<WayPart>| {
        let mut leaf = place.clone();
        for part in rest {
            let part = match (part, &leaf.ty) {
                (WayPart::Field(name), _) => Selector::Field(name),
                (WayPart::Index(index), Type::Array(of, _)) => {
                    Selector::Index(Box::new(Expr::Value(index, single(index, of))))
                }
                (WayPart::Index(index), _) => Selector::Index(Box::new(Expr::int(index))),
            };
            leaf.ty = leaf.ty.part(&part).cloned().unwrap_or(Type::Bool);
            leaf.parts.push(part);
        }
        leaf
    };
    leaves(&place.ty, tables).into_iter().map(longer).collect()
}

/// The type that has one value of another only.
pub fn single(value: i128, ty: &Type) -> Type {
    match ty {
        Type::Range(..) => Type::Range(value, value),
        Type::Identity(set, _) => Type::Identity(*set, vec![(value, value)]),
        other => other.clone(),
    }
}

/// The value that `clear` gives to a simple place.
pub fn cleared(ty: &Type, tables: &Tables) -> Expr {
    let value = least(ty, &[], tables);
    Expr::Value(value, single(value, ty))
}

/// A way that goes on.
pub fn longer(way: &Way, rest: &[WayPart]) -> Way {
    Way { root: way.root, parts: way.parts.iter().chain(rest).cloned().collect() }
}

/// The least value of the part of a type.
fn least(ty: &Type, rest: &[WayPart], tables: &Tables) -> i128 {
    match (ty, rest.split_first()) {
        (Type::Record(fields), Some((WayPart::Field(name), rest))) => {
            fields.iter().find(|(field, _)| field == name).map_or(0, |(_, ty)| least(ty, rest, tables))
        }
        (Type::Array(_, element), Some((_, rest))) => least(element, rest, tables),
        (Type::Identity(_, ranges), _) => ranges.first().map_or(1, |(low, _)| *low),
        _ => tables.bounds(ty).0,
    }
}
