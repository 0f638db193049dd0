//! A Murphi model whose names are resolved and whose calls are written out.

use super::token::At;
use std::rc::Rc;

/// The values of an expression or variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Type {
    /// Booleans.
    Bool,
    /// Integers from the first to the second.
    Range(i128, i128),
    /// Members of an enumeration.
    Enum(usize),
    /// Identities: of a set of them, those in these ranges.
    Identity(usize, Vec<(i128, i128)>),
    /// A record.
    Record(Rc<Vec<(String, Type)>>),
    /// An array: the type of its indices, and that of its elements.
    Array(Rc<Type>, Rc<Type>),
}

impl Type {
    /// Whether the type has no parts.
    pub fn is_simple(&self) -> bool {
        !matches!(self, Type::Record(_) | Type::Array(..))
    }

    /// The type of a part.
    pub fn part(&self, part: &Selector) -> Option<&Type> {
        match (self, part) {
            (Type::Record(fields), Selector::Field(name)) => {
                fields.iter().find(|(field, _)| field == name).map(|(_, ty)| ty)
            }
            (Type::Array(_, element), Selector::Index(_)) => Some(element),
            _ => None,
        }
    }
}

/// What a model declares, by numbers.
#[derive(Debug, Clone, Default)]
pub struct Tables {
    /// The enumerations: a name and the members.
    pub enums: Vec<(String, Vec<String>)>,
    /// Which enumerations are numbers, since arrays have their members as indices or they are counted through.
    pub is_number: Vec<bool>,
    /// Sets of identities: scalarsets, and the unions in which they stand.
    pub identities: Vec<Identities>,
    /// The names of records, by the address of their fields.
    pub record_names: Vec<(usize, String)>,
    /// The variables, those of procedures behind those of the model.
    pub roots: Vec<Root>,
}

/// A set of values that are only compared and used as indices.
#[derive(Debug, Clone)]
pub struct Identities {
    /// Its name.
    pub name: String,
    /// How many there are; they are counted from one.
    pub count: i128,
}

/// A variable.
#[derive(Debug, Clone)]
pub struct Root {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// Whether it is a variable of the model, and not one of a procedure or rule.
    pub is_global: bool,
}

/// A variable or a part of one.
#[derive(Debug, Clone, PartialEq)]
pub struct Designator {
    /// The variable.
    pub root: usize,
    /// The way to the part.
    pub parts: Vec<Selector>,
    /// Its type.
    pub ty: Type,
}

/// A step on the way to a part.
#[derive(Debug, Clone, PartialEq)]
pub enum Selector {
    /// A field.
    Field(String),
    /// An element.
    Index(Box<Expr>),
}

/// An expression.
#[derive(Debug, Clone, PartialEq)]
pub enum Expr {
    /// A value: a Boolean, a number, the number of a member or an identity.
    Value(i128, Type),
    /// A name that a ruleset, loop or quantifier binds.
    Bound(String, Type),
    /// A variable or a part of one.
    Read(Designator),
    /// Whether a part has no value.
    IsUndefined(Designator),
    /// `!e`
    Not(Box<Expr>),
    /// `-e`
    Minus(Box<Expr>),
    /// An operation on two operands, `/` and `%` as in C.
    Binary(&'static str, Box<Expr>, Box<Expr>),
    /// `c ? a : b`
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// Whether it is `forall`, the bound name, its values, and what is said of them.
    Quantifier(bool, String, Type, Box<Expr>),
    /// Whether the value is one of the type.
    IsMember(Box<Expr>, Type),
    /// The second one, which has a value only where the first one holds.
    Checked(Box<Expr>, Box<Expr>),
}

impl Expr {
    /// A Boolean.
    pub fn bool(value: bool) -> Expr {
        Expr::Value(i128::from(value), Type::Bool)
    }

    /// A number.
    pub fn int(value: i128) -> Expr {
        Expr::Value(value, Type::Range(value, value))
    }

    /// The value, if it is known.
    pub fn value(&self) -> Option<i128> {
        match self {
            Expr::Value(value, _) => Some(*value),
            _ => None,
        }
    }

    /// Its type; that of numbers as far as it is obvious.
    pub fn ty(&self) -> Type {
        match self {
            Expr::Value(_, ty) | Expr::Bound(_, ty) => ty.clone(),
            Expr::Read(place) => place.ty.clone(),
            Expr::IsUndefined(_) | Expr::Not(_) | Expr::Quantifier(..) | Expr::IsMember(..) => Type::Bool,
            Expr::If(_, yes, no) => match (yes.ty(), no.ty()) {
                (Type::Range(a, b), Type::Range(c, d)) => Type::Range(a.min(c), b.max(d)),
                (Type::Identity(set, mut parts), Type::Identity(_, others)) => {
                    parts.extend(others);
                    Type::Identity(set, parts)
                }
                (ty, _) => ty,
            },
            Expr::Checked(_, inner) => inner.ty(),
            Expr::Minus(inner) => match inner.ty() {
                Type::Range(low, high) => Type::Range(high.saturating_neg(), low.saturating_neg()),
                ty => ty,
            },
            Expr::Binary(operator, left, right) => binary_type(operator, &left.ty(), &right.ty()),
        }
    }
}

/// The type of the result of an operation.
fn binary_type(operator: &str, left: &Type, right: &Type) -> Type {
    let (Type::Range(a, b), Type::Range(c, d)) = (left, right) else { return Type::Bool };
    let corners = |f: fn(i128, i128) -> i128| {
        let all = [f(*a, *c), f(*a, *d), f(*b, *c), f(*b, *d)];
        Type::Range(*all.iter().min().unwrap_or(&0), *all.iter().max().unwrap_or(&0))
    };
    let size = |low: &i128, high: &i128| low.saturating_abs().max(high.saturating_abs());
    match operator {
        "+" => corners(i128::saturating_add),
        "-" => corners(i128::saturating_sub),
        "*" => corners(i128::saturating_mul),
        "/" if *a >= 0 && *c >= 0 => Type::Range(0, *b),
        "/" => Type::Range(-size(a, b), size(a, b)),
        "%" => {
            let most = (size(c, d).saturating_sub(1)).clamp(0, size(a, b));
            Type::Range(if *a < 0 { -most } else { 0 }, most)
        }
        _ => Type::Bool,
    }
}

/// What a rule does.
#[derive(Debug, Clone, PartialEq)]
pub enum Instruction {
    /// A simple value is stored.
    Assign(Designator, Expr),
    /// A record or an array is copied, undefined parts included.
    Copy(Designator, Designator),
    /// All parts lose their values.
    Undefine(Designator),
    /// All parts get their least values.
    Clear(Designator),
    /// A branch.
    If(Expr, Vec<Instruction>, Vec<Instruction>),
    /// The condition must hold here, or something is wrong; with what is said then.
    Assert(Expr, String),
    /// Otherwise there is no such step.
    Assume(Expr),
    /// For each value of a type, one after the other.
    For(String, Type, Vec<Instruction>),
    /// From one number to another by some steps, one after the other.
    Count(String, [Expr; 3], Vec<Instruction>),
    /// As long as a condition holds.
    While(Expr, Vec<Instruction>, At),
    /// The expression must have a value.
    Check(Expr),
    /// The end of a procedure or rule.
    Return,
}

/// A rule for all values of what the rulesets around it bind.
#[derive(Debug, Clone)]
pub struct FlatRule {
    /// Its name; empty without one.
    pub name: String,
    /// Where it stands.
    pub at: At,
    /// The names that rulesets bind, with their values.
    pub binders: Vec<(String, Type)>,
    /// When it is possible.
    pub guard: Expr,
    /// What it does.
    pub steps: Vec<Instruction>,
}

/// A property for all values of what the rulesets around it bind.
#[derive(Debug, Clone)]
pub struct FlatProperty {
    /// `invariant`, `assume`, `cover` or `liveness`.
    pub word: &'static str,
    /// Its name; empty without one.
    pub name: String,
    /// What is stated; the binders stand around it.
    pub condition: Expr,
    /// The names that rulesets bind, with their values.
    pub binders: Vec<(String, Type)>,
}

/// A whole model.
#[derive(Debug, Clone, Default)]
pub struct FlatModel {
    /// What it declares.
    pub tables: Tables,
    /// The start states.
    pub starts: Vec<FlatRule>,
    /// The rules.
    pub rules: Vec<FlatRule>,
    /// The properties.
    pub properties: Vec<FlatProperty>,
}

impl Tables {
    /// All values of a simple type, in order.
    pub fn values(&self, ty: &Type) -> Vec<i128> {
        match ty {
            Type::Bool => vec![0, 1],
            Type::Range(low, high) => (*low..=*high).collect(),
            Type::Enum(number) => (0..self.enums[*number].1.len() as i128).collect(),
            Type::Identity(_, ranges) => ranges.iter().flat_map(|(low, high)| *low..=*high).collect(),
            Type::Record(_) | Type::Array(..) => Vec::new(),
        }
    }

    /// Whether a simple type has a value.
    pub fn holds(&self, ty: &Type, value: i128) -> bool {
        let is_between = |(low, high): (i128, i128)| low <= value && value <= high;
        match ty {
            Type::Identity(_, ranges) => ranges.iter().copied().any(is_between),
            other => is_between(self.bounds(other)),
        }
    }

    /// How many values a type has; for one with parts, how many simple parts.
    pub fn count(&self, ty: &Type) -> usize {
        let between = |(low, high): (i128, i128)| {
            usize::try_from(high.saturating_sub(low).saturating_add(1).max(0)).unwrap_or(usize::MAX)
        };
        match ty {
            Type::Identity(_, ranges) => ranges.iter().copied().map(between).sum(),
            Type::Record(fields) => {
                fields.iter().fold(0usize, |sum, (_, part)| sum.saturating_add(self.parts(part)))
            }
            Type::Array(of, part) => self.count(of).saturating_mul(self.parts(part)),
            other => between(self.bounds(other)),
        }
    }

    fn parts(&self, ty: &Type) -> usize {
        if ty.is_simple() { 1 } else { self.count(ty) }
    }

    /// The least and the greatest value of a simple type.
    pub fn bounds(&self, ty: &Type) -> (i128, i128) {
        match ty {
            Type::Bool => (0, 1),
            Type::Range(low, high) => (*low, *high),
            Type::Enum(number) => (0, self.enums[*number].1.len() as i128 - 1),
            Type::Identity(set, _) => (1, self.identities[*set].count),
            Type::Record(_) | Type::Array(..) => (0, -1),
        }
    }
}
