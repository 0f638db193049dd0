//! Expressions over the values of variables: names are resolved, definitions and finite quantifiers expanded.

use crate::{BoundId, ProcessId, Sort, Type, Value, VariableId};
use diagnostics::Span;

/// An expression with the place it was written at.
#[derive(Debug, Clone, PartialEq)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it, or the quantifier or definition it came from, stands in the text.
    pub span: Span,
}

/// The kinds of expressions.
///
/// `And`, `Or`, `Implies` and `If` are evaluated from the left and stop early; everything else evaluates its
/// operands from the left. A fault in an operand that is evaluated is a fault of the whole.
#[derive(Debug, Clone, PartialEq)]
pub enum ExprKind {
    /// A constant.
    Const(Value, Sort),
    /// The value of a variable.
    Read(Place),
    /// The new value of a variable, `x'`: only in relations and `where`.
    ReadNext(Place),
    /// A rigid variable, or one bound by [`ExprKind::Quantified`].
    Bound(BoundId),
    /// `!e`
    Not(Box<Expr>),
    /// `a && b && …`, true if there is none.
    And(Vec<Expr>),
    /// `a || b || …`, false if there is none.
    Or(Vec<Expr>),
    /// `a => b`
    Implies(Box<Expr>, Box<Expr>),
    /// `a <=> b`: both sides are evaluated.
    Iff(Box<Expr>, Box<Expr>),
    /// A comparison; all but `Eq` and `Ne` are of integers.
    Compare(Comparison, Box<Expr>, Box<Expr>),
    /// `-a`
    Negate(Box<Expr>),
    /// Arithmetic on two integers.
    Arithmetic(Operation, Box<Expr>, Box<Expr>),
    /// `abs(a)`
    Absolute(Box<Expr>),
    /// `if c then a else b`
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// The sum of integers, zero if there is none.
    Sum(Vec<Expr>),
    /// How many of these Booleans are true.
    Count(Vec<Expr>),
    /// `index(p)`: the index of the instance that a reference leads to; a fault for `null`.
    IndexOf(Box<Expr>),
    /// `P[e]` as a value: the reference to the instance with this index; a fault outside the array.
    InstanceAt(ProcessId, Box<Expr>),
    /// `reach(p, next, q)`: whether q is met on the way from p along references.
    Reach(Box<Reach>),
    /// `forall k in int: e` or `exists k in nat: e`, over infinitely many values.
    Quantified {
        /// `true` for `forall`, `false` for `exists`.
        universal: bool,
        /// The bound variable.
        bound: BoundId,
        /// The body.
        body: Box<Expr>,
    },
}

/// `reach(p, next, q)`: whether q is met on the way from p along `next`, p itself included.
///
/// First `start` is evaluated, then `goal`; these alone can fault. From an instance of the process array the way goes on
/// to where its links lead, from `null` it does not; what it comes to, `null` included, is met.
#[derive(Debug, Clone, PartialEq)]
pub struct Reach {
    /// The process array whose instances the way passes.
    pub process: ProcessId,
    /// Where the way begins: a reference to an instance of the process.
    pub start: Expr,
    /// What must be met: another such reference.
    pub goal: Expr,
    /// For each instance, in their order, the references along which the way may go on: reads of variables before the
    /// step, which cannot fault. All instances have equally many.
    pub links: Vec<Vec<Expr>>,
}

impl Reach {
    /// The parts, from the left, and after them the links of each instance.
    pub fn children(&self) -> Vec<&Expr> {
        [&self.start, &self.goal].into_iter().chain(self.links.iter().flatten()).collect()
    }

    /// The same with other parts.
    pub fn with(&self, mut change: impl FnMut(&Expr) -> Expr) -> Reach {
        let (start, goal) = (change(&self.start), change(&self.goal));
        let links = self.links.iter().map(|links| links.iter().map(&mut change).collect()).collect();
        Reach { process: self.process, start, goal, links }
    }

    /// What is met on the way from here: a walk that remembers where it has been. `value` tells where a link leads.
    pub fn met_from<E>(
        &self,
        start: Value,
        mut value: impl FnMut(&Expr) -> Result<Value, E>,
    ) -> Result<Vec<Value>, E> {
        let mut met = vec![start];
        let mut visited = 0;
        while let Some(here) = met.get(visited).copied() {
            visited += 1;
            let Value::Reference(Some(instance)) = here else { continue };
            for link in self.links.get(instance as usize).into_iter().flatten() {
                let next = value(link)?;
                if !met.contains(&next) {
                    met.push(next);
                }
            }
        }
        Ok(met)
    }
}

/// Comparison operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Comparison {
    /// `=`
    Eq,
    /// `!=`
    Ne,
    /// `<`
    Lt,
    /// `<=`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
}

/// Operations on two integers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Operation {
    /// `a + b`
    Add,
    /// `a - b`
    Sub,
    /// `a * b`
    Mul,
    /// Floor division; a fault for zero.
    Div,
    /// The remainder of floor division: `a - b * (a / b)`; a fault for zero.
    Mod,
    /// `min(a, b)`
    Min,
    /// `max(a, b)`
    Max,
}

/// A variable, possibly chosen among several of the same kind by indices and references.
///
/// The variable is `first` plus, for each selector, the selected position times its stride. Without selectors
/// the place is the variable `first` itself; selectors with constant indices are folded into `first`.
#[derive(Debug, Clone, PartialEq)]
pub struct Place {
    /// The variable that all selectors at their first position denote.
    pub first: VariableId,
    /// How the variable is chosen, from the outside in; at most an instance and an array element.
    pub selectors: Vec<Selector>,
    /// The type of all the variables that it can denote. Where these have different ranges, because a range
    /// depends on the instance's index, it is the smallest range around them, and whether a value fits is for
    /// the type of the variable itself to say.
    pub ty: Type,
    /// Where the place is written.
    pub span: Span,
}

/// One choice among equally spaced variables.
#[derive(Debug, Clone, PartialEq)]
pub struct Selector {
    /// What is chosen.
    pub kind: SelectorKind,
    /// The index, an integer; or the reference to follow.
    pub index: Expr,
    /// The index of the first position.
    pub low: i128,
    /// How many positions there are; a position outside is a fault.
    pub count: u32,
    /// The distance between the variables of neighbouring positions.
    pub stride: u32,
}

/// What a selector chooses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SelectorKind {
    /// An element of an array, `a[e]`.
    Element,
    /// An instance by its index, `P[e].x`.
    Instance(ProcessId),
    /// The instance that a reference leads to, `p->x`; `null` is a fault.
    Reference(ProcessId),
}

impl Selector {
    /// The variable at this position, the given one being at the first.
    pub fn variable(&self, first: VariableId, position: u32) -> VariableId {
        VariableId(first.0.saturating_add(position.saturating_mul(self.stride)))
    }
}

impl Place {
    /// The variable itself.
    pub fn variable(first: VariableId, ty: Type, span: Span) -> Self {
        Place { first, selectors: Vec::new(), ty, span }
    }

    /// The variable, if it does not depend on the state.
    pub fn fixed(&self) -> Option<VariableId> {
        self.selectors.is_empty().then_some(self.first)
    }
}

impl Expr {
    /// An expression at a place.
    pub fn new(kind: ExprKind, span: Span) -> Self {
        Expr { kind, span }
    }

    /// A Boolean constant.
    pub fn bool(value: bool, span: Span) -> Self {
        Expr::new(ExprKind::Const(Value::Bool(value), Sort::Bool), span)
    }

    /// An integer constant.
    pub fn int(value: i128, span: Span) -> Self {
        Expr::new(ExprKind::Const(Value::Int(value), Sort::Int), span)
    }

    /// The value of a fixed variable.
    pub fn read(variable: VariableId, ty: Type, span: Span) -> Self {
        Expr::new(ExprKind::Read(Place::variable(variable, ty, span)), span)
    }

    /// A comparison.
    pub fn compare(comparison: Comparison, left: Expr, right: Expr, span: Span) -> Self {
        Expr::new(ExprKind::Compare(comparison, Box::new(left), Box::new(right)), span)
    }

    /// The value, if the expression is a constant.
    pub fn constant(&self) -> Option<Value> {
        match &self.kind {
            ExprKind::Const(value, _) => Some(*value),
            _ => None,
        }
    }

    /// The sort of the expression's value.
    pub fn sort(&self) -> Sort {
        use ExprKind::*;
        match &self.kind {
            Const(_, sort) => *sort,
            Read(place) | ReadNext(place) => place.ty.sort(),
            Not(_) | And(_) | Or(_) | Implies(..) | Iff(..) | Compare(..) | Reach(_) | Quantified { .. } => {
                Sort::Bool
            }
            Bound(_) | Negate(_) | Arithmetic(..) | Absolute(_) | Sum(_) | Count(_) | IndexOf(_) => Sort::Int,
            If(_, then, _) => then.sort(),
            InstanceAt(process, _) => Sort::Reference(*process),
        }
    }

    /// The direct subexpressions, selectors' indices included, from the left.
    pub fn children(&self) -> Vec<&Expr> {
        use ExprKind::*;
        match &self.kind {
            Const(..) | Bound(_) => Vec::new(),
            Read(place) | ReadNext(place) => place.selectors.iter().map(|s| &s.index).collect(),
            Not(a) | Negate(a) | Absolute(a) | IndexOf(a) | InstanceAt(_, a) => vec![a],
            And(all) | Or(all) | Sum(all) | Count(all) => all.iter().collect(),
            Implies(a, b) | Iff(a, b) | Compare(_, a, b) | Arithmetic(_, a, b) => vec![a, b],
            If(a, b, c) => vec![a, b, c],
            Reach(reach) => reach.children(),
            Quantified { body, .. } => vec![body],
        }
    }
}
