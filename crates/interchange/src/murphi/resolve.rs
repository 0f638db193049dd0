//! From the syntax tree to a model whose names are resolved and whose calls are written out.

mod bits;
mod expression;
mod multiset;
mod place;
mod routine;
mod rule;
mod statement;
mod types;

use super::fold;
use super::model::{Designator, Expr, FlatModel, FlatProperty, FlatRule, Instruction, Root, Tables, Type};
use super::token::At;
use super::tree::{Identifier, Item, Routine, Syntax, SyntaxKind};
use crate::Problem;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// The most steps that a model may become when its calls are written out.
const MOST_STEPS: usize = 200_000;

/// Resolves a model.
pub fn resolve(items: &[Item]) -> Result<FlatModel, Problem> {
    let mut resolver =
        Resolver { united: types::united(items), scopes: vec![HashMap::new()], ..Resolver::default() };
    resolver.declare_boolean();
    resolver.items(items, true)?;
    let rules = items.iter().filter_map(|item| match item {
        Item::RuleSyntax(rule) => Some(rule),
        _ => None,
    });
    let mut around = rule::Around::default();
    for rule in rules {
        resolver.rule(rule, &mut around)?;
    }
    let Resolver { tables, starts, rules, properties, .. } = resolver;
    Ok(FlatModel { tables, starts, rules, properties })
}

/// What a name stands for.
#[derive(Debug, Clone)]
enum NameMeaning {
    /// A constant, a member, a bound name, or an alias of a value.
    Value(Expr),
    /// A type.
    Type(Type),
    /// A variable or an alias of a part of one.
    Designator(Designator),
    /// A procedure or function.
    Routine(Rc<Routine>),
    /// `undefined`, or what was given it as an argument.
    Nothing,
}

type Resolved<T> = Result<T, Problem>;

#[derive(Default)]
struct Resolver {
    tables: Tables,
    /// For each type that stands in a union, the set of identities to which all of them belong.
    united: HashMap<String, usize>,
    scopes: Vec<HashMap<String, NameMeaning>>,
    /// The names that are bound around the present place, in whatever scope.
    live: Vec<String>,
    /// The procedures that are being written out.
    calls: Vec<String>,
    /// The steps before the present expression; none where steps cannot stand before it.
    pending: Option<Vec<Instruction>>,
    /// The variables of procedures that are left without a value on purpose, and the parameters that get them.
    undefined_locals: HashSet<usize>,
    /// How many steps there are.
    written: usize,
    starts: Vec<FlatRule>,
    rules: Vec<FlatRule>,
    properties: Vec<FlatProperty>,
}

impl Resolver {
    fn declare_boolean(&mut self) {
        self.declare("boolean", NameMeaning::Type(Type::Bool));
        self.declare("true", NameMeaning::Value(Expr::bool(true)));
        self.declare("false", NameMeaning::Value(Expr::bool(false)));
        self.declare("undefined", NameMeaning::Nothing);
    }

    fn declare(&mut self, name: &str, symbol: NameMeaning) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name.to_owned(), symbol);
        }
    }

    /// What a name stands for; `true`, `false` and `boolean` in any case of letters.
    fn look_up(&self, name: &str) -> Option<NameMeaning> {
        let find = |name: &str| self.scopes.iter().rev().find_map(|scope| scope.get(name)).cloned();
        let small = name.to_ascii_lowercase();
        let is_special = matches!(small.as_str(), "true" | "false" | "boolean" | "undefined");
        find(name).or_else(|| if is_special { find(&small) } else { None })
    }

    /// Whether a term is `undefined`.
    fn is_nothing(&self, term: &Syntax) -> bool {
        matches!(&term.kind, SyntaxKind::Name(name) if matches!(self.look_up(name), Some(NameMeaning::Nothing)))
    }

    /// Declares what stands in front of rules or of a body.
    fn items(&mut self, items: &[Item], is_global: bool) -> Resolved<()> {
        for item in items {
            match item {
                Item::Const(constants) => {
                    for (name, value) in constants {
                        let value = self.pure(value)?;
                        if value.value().is_none() {
                            return Err(Problem::new(
                                format!("`{}` is no constant", name.text),
                                Some(name.at),
                            ));
                        }
                        self.declare(&name.text, NameMeaning::Value(value));
                    }
                }
                Item::Type(types) => {
                    for (name, term) in types {
                        let ty = self.named_type(Some(&name.text), term)?;
                        self.declare(&name.text, NameMeaning::Type(ty));
                    }
                }
                Item::Var(variables) => {
                    for (name, term) in variables {
                        let ty = self.named_type(None, term)?;
                        let place = self.root(&name.text, ty, is_global);
                        self.declare(&name.text, NameMeaning::Designator(place));
                    }
                }
                Item::Routine(routine) => {
                    self.declare(&routine.name.text, NameMeaning::Routine(Rc::new(routine.clone())));
                }
                Item::RuleSyntax(_) => {}
            }
        }
        Ok(())
    }

    /// A new variable.
    fn root(&mut self, name: &str, ty: Type, is_global: bool) -> Designator {
        self.tables.roots.push(Root { name: name.to_owned(), ty: ty.clone(), is_global });
        Designator { root: self.tables.roots.len() - 1, parts: Vec::new(), ty }
    }

    /// An expression before which no step can stand.
    fn pure(&mut self, term: &Syntax) -> Resolved<Expr> {
        let pending = self.pending.take();
        let found = self.expression(term);
        self.pending = pending;
        found
    }

    /// Adds a step.
    fn step(&mut self, step: Instruction, at: At) -> Resolved<()> {
        self.written += 1;
        if self.written > MOST_STEPS {
            return Err(too_large(at));
        }
        if let Some(pending) = &mut self.pending {
            pending.push(step);
        }
        Ok(())
    }

    /// Whether something can be stored: what shows at once is no step.
    fn check_member(&mut self, value: &Expr, ty: &Type, at: At) -> Resolved<()> {
        if is_within(&value.ty(), ty) {
            return Ok(());
        }
        let condition = match value.value() {
            Some(known) => Expr::bool(self.tables.holds(ty, known)),
            None => Expr::IsMember(Box::new(value.clone()), ty.clone()),
        };
        if condition.value() != Some(1) {
            self.step(Instruction::Assert(condition, "the value is outside of its type".to_owned()), at)?;
        }
        Ok(())
    }

    /// A name for a bound variable that is not bound around it.
    fn bind(&mut self, name: &Identifier, ty: &Type) -> String {
        let is_taken = |name: &str| self.live.iter().any(|live| live == name) || self.look_up(name).is_some();
        let mut own = name.text.clone();
        let mut number = 1;
        while is_taken(&own) {
            number += 1;
            own = format!("{}_{number}", name.text);
        }
        self.live.push(own.clone());
        self.declare(&name.text, NameMeaning::Value(Expr::Bound(own.clone(), ty.clone())));
        own
    }

    fn enter(&mut self) {
        self.scopes.push(HashMap::new());
    }

    fn leave(&mut self) {
        self.scopes.pop();
    }
}

/// Whether all values of a type belong to another.
pub fn is_within(inner: &Type, outer: &Type) -> bool {
    match (inner, outer) {
        (Type::Range(a, b), Type::Range(c, d)) => c <= a && b <= d,
        (Type::Identity(set, ranges), Type::Identity(other, parts)) => {
            let is_part = |(low, high): &(i128, i128)| parts.iter().any(|(a, b)| a <= low && high <= b);
            set == other && ranges.iter().all(is_part)
        }
        _ => inner == outer,
    }
}

/// The condition as one that holds for all values of what rulesets bind.
pub fn for_all(binders: &[(String, Type)], condition: Expr, is_forall: bool) -> Expr {
    let around = |inner: Expr, (name, ty): &(String, Type)| match inner.value() {
        Some(_) => inner,
        None => Expr::Quantifier(is_forall, name.clone(), ty.clone(), Box::new(inner)),
    };
    binders.iter().rev().fold(condition, around)
}

fn too_large(at: At) -> Problem {
    Problem::new("the model becomes too large when its procedures are written out", Some(at))
}

/// What is wrong with the type of something.
fn mismatch(what: &str, at: At) -> Problem {
    Problem::new(format!("{what} is needed here"), Some(at))
}
