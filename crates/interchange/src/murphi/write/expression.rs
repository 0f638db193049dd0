//! Expressions as text.

use super::Writer;
use crate::murphi::model::{Expr, Part, Place, Type};
use crate::names;
use std::collections::BTreeSet;

/// How tightly an expression holds together, from loose to tight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    Implies,
    Or,
    And,
    Compare,
    Sum,
    Product,
    Operand,
}

/// A text with what must be so that it has a value.
pub(super) struct Written {
    pub text: String,
    level: Level,
}

impl Written {
    fn operand(text: impl Into<String>) -> Written {
        Written { text: text.into(), level: Level::Operand }
    }

    /// The text where only what holds together as tightly can stand.
    pub fn at(self, level: Level) -> String {
        if self.level >= level { self.text } else { format!("({})", self.text) }
    }
}

/// What must be so that an expression has a value: texts of conditions.
pub(super) type Checks = Vec<String>;

impl Writer<'_> {
    /// A condition with what must be so before it.
    pub(super) fn sure(&mut self, expr: &Expr) -> Written {
        let mut checks = Checks::new();
        let written = self.expression(expr, &mut checks);
        self.guarded(written, checks)
    }

    /// A condition that faults where it reads something without a value.
    fn guarded(&mut self, written: Written, mut checks: Checks) -> Written {
        if checks.is_empty() {
            return written;
        }
        let mut seen = BTreeSet::new();
        checks.retain(|check| seen.insert(check.clone()));
        self.uses_sure = true;
        let text = format!("sure({}) && {}", checks.join(" && "), written.at(Level::Compare));
        Written { text, level: Level::And }
    }

    /// An expression that is not always looked at.
    fn inside(&mut self, expr: &Expr) -> Written {
        let mut checks = Checks::new();
        let written = self.expression(expr, &mut checks);
        if checks.is_empty() || expr.ty() == Type::Bool {
            return self.guarded(written, checks);
        }
        self.uses_sure = true;
        let text = written.text;
        Written::operand(format!("(if sure({}) then {text} else {text})", checks.join(" && ")))
    }

    /// An expression as a value of the type that it has in the model.
    pub(super) fn expression(&mut self, expr: &Expr, checks: &mut Checks) -> Written {
        match expr {
            Expr::Value(value, ty) => Written::operand(self.value(*value, ty)),
            Expr::Bound(name, ty) => {
                let name = names::name(name);
                match ty {
                    Type::Bool => Written { text: format!("{name} = 1"), level: Level::Compare },
                    Type::Identity(set, _) => Written::operand(format!("{}[{name}]", self.sets[*set])),
                    _ => Written::operand(name),
                }
            }
            Expr::Read(place) => {
                let text = self.place(place, checks);
                if place.ty.is_simple() && self.undefined.is_possible(place) {
                    checks.push(format!("{text} != {}", self.nothing(&place.ty)));
                    if place.ty == Type::Bool {
                        return Written { text: format!("{text} = 1"), level: Level::Compare };
                    }
                }
                Written::operand(text)
            }
            Expr::IsUndefined(place) => {
                if !place.ty.is_simple() || !self.undefined.is_possible(place) {
                    return Written::operand("false");
                }
                let text = self.place(place, checks);
                Written { text: format!("{text} = {}", self.nothing(&place.ty)), level: Level::Compare }
            }
            Expr::Not(inner) => Written::operand(format!("!{}", self.inside_of_not(inner, checks))),
            Expr::Minus(inner) => Written {
                text: format!("-{}", self.expression(inner, checks).at(Level::Operand)),
                level: Level::Product,
            },
            Expr::If(condition, yes, no) => {
                let condition = self.expression(condition, checks).text;
                let (yes, no) = (self.inside(yes).text, self.inside(no).text);
                Written { text: format!("(if {condition} then {yes} else {no})"), level: Level::Operand }
            }
            Expr::Quantifier(is_forall, name, ty, body) => {
                let word = if *is_forall { "forall" } else { "exists" };
                let body = self.inside(body).text;
                let text = format!("({word} {} in {}: {body})", names::name(name), self.domain(ty));
                Written::operand(text)
            }
            Expr::IsMember(inner, ty) => self.membership(inner, ty, checks),
            Expr::Checked(condition, inner) => {
                checks.push(self.sure(condition).at(Level::And));
                self.expression(inner, checks)
            }
            Expr::Binary(operator, left, right) => self.binary(operator, left, right, checks),
        }
    }

    fn inside_of_not(&mut self, inner: &Expr, checks: &mut Checks) -> String {
        self.expression(inner, checks).at(Level::Operand)
    }

    fn binary(&mut self, operator: &str, left: &Expr, right: &Expr, checks: &mut Checks) -> Written {
        match operator {
            "&" | "|" | "->" => {
                let (sign, level) = match operator {
                    "&" => ("&&", Level::And),
                    "|" => ("||", Level::Or),
                    _ => ("=>", Level::Implies),
                };
                // What is to the right is only looked at where what is to the left does not decide.
                let above = if level == Level::Implies { Level::Or } else { level };
                let left = self.expression(left, checks).at(above);
                let right = self.inside(right).at(level);
                Written { text: format!("{left} {sign} {right}"), level }
            }
            "=" | "!=" => {
                let (a, b) = self.sides(left, right, checks);
                Written { text: format!("{a} {operator} {b}"), level: Level::Compare }
            }
            "<" | "<=" | ">" | ">=" => {
                let left = self.expression(left, checks).at(Level::Sum);
                let right = self.expression(right, checks).at(Level::Sum);
                Written { text: format!("{left} {operator} {right}"), level: Level::Compare }
            }
            "/" | "%" => self.division(operator, left, right, checks),
            _ => {
                let level = if operator == "*" { Level::Product } else { Level::Sum };
                let tighter = if operator == "*" { Level::Operand } else { Level::Product };
                let left = self.expression(left, checks).at(level);
                let right = self.expression(right, checks).at(tighter);
                Written { text: format!("{left} {operator} {right}"), level }
            }
        }
    }

    /// Both sides of an equality: identities that are bound or known are compared by their numbers.
    fn sides(&mut self, left: &Expr, right: &Expr, checks: &mut Checks) -> (String, String) {
        let is_plain = |expr: &Expr| matches!(expr, Expr::Bound(..) | Expr::Value(..));
        if matches!(left.ty(), Type::Identity(..)) && is_plain(left) && is_plain(right) {
            return (self.index(left, checks), self.index(right, checks));
        }
        (self.expression(left, checks).at(Level::Sum), self.expression(right, checks).at(Level::Sum))
    }

    /// Division as in C, towards zero.
    fn division(&mut self, operator: &str, left: &Expr, right: &Expr, checks: &mut Checks) -> Written {
        let (a, b) = (left.ty(), right.ty());
        let is_natural = |ty: &Type| matches!(ty, Type::Range(low, _) if *low >= 0);
        let left = self.expression(left, checks).at(Level::Operand);
        let right = self.expression(right, checks).at(Level::Operand);
        if is_natural(&a) && is_natural(&b) {
            return Written { text: format!("{left} {operator} {right}"), level: Level::Product };
        }
        let plain = format!("abs({left}) {operator} abs({right})");
        let is_same = match operator {
            "/" => format!("({left} >= 0) = ({right} >= 0)"),
            _ => format!("{left} >= 0"),
        };
        Written::operand(format!("(if {is_same} then {plain} else -({plain}))"))
    }

    fn membership(&mut self, inner: &Expr, ty: &Type, checks: &mut Checks) -> Written {
        match ty {
            Type::Range(low, high) => {
                let text = self.expression(inner, checks).at(Level::Sum);
                Written { text: format!("{text} in {low}..{high}"), level: Level::Compare }
            }
            Type::Identity(set, ranges) => {
                // By names, since identities have no order: those inside, or those outside if these are fewer.
                let names = |inside: bool| {
                    let all = 1..=self.tables.identities[*set].count;
                    let is_inside =
                        |value: &i128| ranges.iter().any(|(low, high)| low <= value && value <= high);
                    all.filter(|value| is_inside(value) == inside).collect::<Vec<_>>()
                };
                let (inside, outside) = (names(true), names(false));
                let text = self.expression(inner, checks).at(Level::Sum);
                let (few, sign, joint, level) = match inside.len() < outside.len() {
                    true => (inside, "=", " || ", Level::Or),
                    false => (outside, "!=", " && ", Level::And),
                };
                let parts = few.iter().map(|value| format!("{text} {sign} {}[{value}]", self.sets[*set]));
                let parts: Vec<String> = parts.collect();
                match parts.len() {
                    0 => Written::operand("true"),
                    1 => Written { text: parts.join(joint), level: Level::Compare },
                    _ => Written { text: parts.join(joint), level },
                }
            }
            _ => Written::operand("true"),
        }
    }

    /// An expression as a number, as indices are.
    pub(super) fn index(&mut self, expr: &Expr, checks: &mut Checks) -> String {
        match (expr, expr.ty()) {
            (Expr::Value(value, _), _) => value.to_string(),
            (Expr::Bound(name, _), _) => names::name(name),
            (Expr::If(condition, yes, no), Type::Identity(..)) => {
                let condition = self.expression(condition, checks).text;
                let (yes, no) = (self.index(yes, checks), self.index(no, checks));
                format!("(if {condition} then {yes} else {no})")
            }
            (Expr::Read(place), Type::Identity(..)) => {
                // Where there is none, the index itself has no value.
                let text = self.place(place, checks);
                format!("index({text})")
            }
            (_, Type::Bool) => format!("(if {} then 1 else 0)", self.expression(expr, checks).text),
            _ => self.expression(expr, checks).text,
        }
    }

    /// A variable or a part of one.
    pub(super) fn place(&mut self, place: &Place, checks: &mut Checks) -> String {
        let mut text = self.roots[place.root].clone();
        let mut parts = place.parts.as_slice();
        if let (Some(set), [Part::Index(index), rest @ ..]) = (self.own[place.root], parts) {
            let owner = match &**index {
                Expr::Read(reference) => format!("{}->", self.place(reference, checks)),
                other => {
                    let index = self.index(other, checks);
                    format!("{}[{index}].", self.sets[set])
                }
            };
            text = owner + &text;
            parts = rest;
        }
        for part in parts {
            match part {
                Part::Field(name) => text.push_str(&format!(".{}", names::name(name))),
                Part::Index(index) => text.push_str(&format!("[{}]", self.index(index, checks))),
            }
        }
        text
    }

    /// A value of a simple type.
    pub(super) fn value(&self, value: i128, ty: &Type) -> String {
        match ty {
            Type::Bool => (value != 0).to_string(),
            Type::Enum(number) => self.members[*number][usize::try_from(value).unwrap_or_default()].clone(),
            Type::Identity(set, _) => format!("{}[{value}]", self.sets[*set]),
            _ => value.to_string(),
        }
    }

    /// What a part holds that has no value.
    pub(super) fn nothing(&self, ty: &Type) -> String {
        match ty {
            Type::Bool => "-1".to_owned(),
            Type::Range(low, _) => low.saturating_sub(1).to_string(),
            Type::Enum(number) if self.tables.is_number[*number] => "-1".to_owned(),
            Type::Enum(number) => self.nothing[*number].clone(),
            _ => "null".to_owned(),
        }
    }

    /// The numbers that stand for the values of a type.
    pub(super) fn domain(&self, ty: &Type) -> String {
        match ty {
            Type::Identity(_, ranges) if ranges.len() == 1 => format!("{}..{}", ranges[0].0, ranges[0].1),
            Type::Identity(_, ranges) => {
                let all: Vec<String> =
                    ranges.iter().flat_map(|(low, high)| *low..=*high).map(|n| n.to_string()).collect();
                format!("{{{}}}", all.join(", "))
            }
            other => {
                let (low, high) = self.tables.bounds(other);
                format!("{low}..{high}")
            }
        }
    }
}
