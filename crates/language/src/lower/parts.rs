//! Values with parts as the expressions of these, and what is computed from them.

use diagnostics::Span;
use system::{Comparison, Datum, Expr, ExprKind};

use super::Lowerer;
use super::fold::truth;
use crate::structures::{Sort, Structure};

/// A value as the expressions of its parts.
#[derive(Debug, Clone)]
pub(super) enum Parts {
    /// A value without parts.
    Scalar(Expr),
    /// The fields of a record, or the elements of an array.
    Several(Vec<Parts>),
    /// A set.
    Set(SetParts),
    /// A queue.
    Queue(Box<QueueParts>),
}

/// A set as conditions on its elements.
#[derive(Debug, Clone, Default)]
pub(super) struct SetParts {
    /// Known values, each with whether it is in the set.
    pub known: Vec<(Datum, Expr)>,
    /// Other elements, each with the condition under which it is in the set, if there is one.
    pub others: Vec<(Option<Expr>, Parts)>,
    /// The sort of the elements.
    pub element: Option<Sort>,
}

/// A queue.
#[derive(Debug, Clone)]
pub(super) struct QueueParts {
    /// How many entries there are.
    pub length: Expr,
    /// The entries, the oldest first.
    pub entries: Vec<Parts>,
    /// What entries beyond the length hold.
    pub filler: Datum,
}

impl Parts {
    /// The expression of a value without parts.
    pub fn scalar(self, span: Span) -> Expr {
        match self {
            Parts::Scalar(expr) => expr,
            _ => Expr::bool(false, span),
        }
    }

    /// All expressions that it is made of.
    pub fn expressions(&self) -> Vec<&Expr> {
        match self {
            Parts::Scalar(expr) => vec![expr],
            Parts::Several(parts) => parts.iter().flat_map(Parts::expressions).collect(),
            Parts::Set(set) => {
                let others = set.others.iter();
                let others = others.flat_map(|(condition, one)| {
                    condition.iter().chain(one.expressions()).collect::<Vec<_>>()
                });
                set.known.iter().map(|(_, flag)| flag).chain(others).collect()
            }
            Parts::Queue(queue) => std::iter::once(&queue.length)
                .chain(queue.entries.iter().flat_map(Parts::expressions))
                .collect(),
        }
    }

    /// The same with another first expression.
    fn change_first(&mut self, change: &mut dyn FnMut(Expr) -> Expr) -> bool {
        let mut replace = |expr: &mut Expr| {
            let old = std::mem::replace(expr, Expr::bool(false, expr.span));
            *expr = change(old);
            true
        };
        match self {
            Parts::Scalar(expr) => replace(expr),
            Parts::Several(parts) => parts.iter_mut().any(|part| part.change_first(change)),
            Parts::Set(set) => match set.known.first_mut() {
                Some((_, flag)) => replace(flag),
                None => set.others.first_mut().is_some_and(|(_, one)| one.change_first(change)),
            },
            Parts::Queue(queue) => replace(&mut queue.length),
        }
    }
}

/// Whether an expression can fault, as far as its form tells.
pub(super) fn can_fault(expr: &Expr) -> bool {
    let here = match &expr.kind {
        ExprKind::Read(place) | ExprKind::ReadNext(place) => !place.selectors.is_empty(),
        ExprKind::IndexOf(_) | ExprKind::InstanceAt(..) => true,
        ExprKind::Arithmetic(system::Operation::Div | system::Operation::Mod, _, divisor) => {
            !matches!(divisor.constant(), Some(system::Value::Int(value)) if value != 0)
        }
        _ => false,
    };
    here || expr.children().into_iter().any(can_fault)
}

impl Lowerer<'_, '_> {
    /// The parts of a known value.
    pub(super) fn known(&self, datum: &Datum, sort: Sort, span: Span) -> Parts {
        match (datum, self.symbols.structures.of(sort)) {
            (Datum::Scalar(value), _) => {
                let sort = sort.scalar().unwrap_or(system::Sort::Bool);
                Parts::Scalar(Expr::new(ExprKind::Const(*value, sort), span))
            }
            (Datum::Record(parts), Some(Structure::Record(fields))) => {
                let fields = fields.iter().zip(parts);
                Parts::Several(fields.map(|((_, sort), part)| self.known(part, *sort, span)).collect())
            }
            (Datum::Array(parts), Some(Structure::Array(_, sort))) => {
                Parts::Several(parts.iter().map(|part| self.known(part, *sort, span)).collect())
            }
            (Datum::Set(parts), Some(Structure::Set(sort))) => Parts::Set(SetParts {
                known: parts.iter().map(|part| (part.clone(), Expr::bool(true, span))).collect(),
                others: Vec::new(),
                element: Some(*sort),
            }),
            (Datum::Queue(parts), Some(Structure::Queue(_, sort))) => Parts::Queue(Box::new(QueueParts {
                length: Expr::int(i128::try_from(parts.len()).unwrap_or(0), span),
                entries: parts.iter().map(|part| self.known(part, *sort, span)).collect(),
                filler: Datum::Array(Vec::new()),
            })),
            _ => Parts::Scalar(Expr::bool(false, span)),
        }
    }

    /// The value that constant expressions are.
    pub(super) fn datum(&self, parts: &Parts, sort: Sort) -> Option<Datum> {
        Some(match (parts, self.symbols.structures.of(sort)) {
            (Parts::Scalar(expr), None) => Datum::Scalar(expr.constant()?),
            (Parts::Several(parts), Some(Structure::Record(fields))) => {
                let all: Option<Vec<Datum>> =
                    parts.iter().zip(fields).map(|(part, (_, sort))| self.datum(part, *sort)).collect();
                Datum::Record(all?)
            }
            (Parts::Several(parts), Some(Structure::Array(_, sort))) => {
                let all: Option<Vec<Datum>> = parts.iter().map(|part| self.datum(part, *sort)).collect();
                Datum::Array(all?)
            }
            (Parts::Set(set), Some(Structure::Set(_))) if set.others.is_empty() => {
                let mut held = Vec::new();
                for (value, flag) in &set.known {
                    if truth(flag)? {
                        held.push(value.clone());
                    }
                }
                held.sort();
                Datum::Set(held)
            }
            (Parts::Queue(queue), Some(Structure::Queue(_, sort))) => {
                let length = usize::try_from(super::fold::number(&queue.length)?).ok()?;
                let entries = queue.entries.iter().take(length);
                let all: Option<Vec<Datum>> = entries.map(|part| self.datum(part, *sort)).collect();
                Datum::Queue(all?)
            }
            _ => return None,
        })
    }

    /// `if c then a else b`, part by part.
    pub(super) fn if_parts(&mut self, condition: &Expr, then: Parts, otherwise: Parts, span: Span) -> Parts {
        match truth(condition) {
            Some(true) => return then,
            Some(false) => return otherwise,
            None => {}
        }
        match (then, otherwise) {
            (Parts::Scalar(then), Parts::Scalar(otherwise)) => {
                Parts::Scalar(self.either(condition, then, otherwise, span))
            }
            (Parts::Several(then), Parts::Several(otherwise)) => {
                let pairs = then.into_iter().zip(otherwise);
                Parts::Several(
                    pairs.map(|(then, otherwise)| self.if_parts(condition, then, otherwise, span)).collect(),
                )
            }
            (Parts::Set(then), Parts::Set(otherwise)) => {
                Parts::Set(self.if_sets(condition, then, otherwise, span))
            }
            (Parts::Queue(then), Parts::Queue(otherwise)) => {
                let length = self.either(condition, then.length, otherwise.length, span);
                let pairs = then.entries.into_iter().zip(otherwise.entries);
                let entries =
                    pairs.map(|(then, otherwise)| self.if_parts(condition, then, otherwise, span)).collect();
                let filler =
                    if then.filler == otherwise.filler { then.filler } else { Datum::Array(Vec::new()) };
                Parts::Queue(Box::new(QueueParts { length, entries, filler }))
            }
            (then, _) => then,
        }
    }

    /// `if c then a else b`, folded where the branches are the same constant.
    pub(super) fn either(&mut self, condition: &Expr, then: Expr, otherwise: Expr, span: Span) -> Expr {
        if then.constant().is_some() && then.constant() == otherwise.constant() && !can_fault(condition) {
            return then;
        }
        self.charge(1, span);
        let kind = ExprKind::If(Box::new(condition.clone()), Box::new(then), Box::new(otherwise));
        self.node(kind, span)
    }

    /// `&&` of what is evaluated from the left.
    pub(super) fn all(&mut self, parts: Vec<Expr>, span: Span) -> Expr {
        let mut kept = Vec::with_capacity(parts.len());
        for part in parts {
            match truth(&part) {
                Some(true) => {}
                Some(false) => {
                    kept.push(part);
                    break;
                }
                None => kept.push(part),
            }
        }
        self.joined(kept, false, span)
    }

    /// `||` of what is evaluated from the left.
    pub(super) fn some(&mut self, parts: Vec<Expr>, span: Span) -> Expr {
        let mut kept = Vec::with_capacity(parts.len());
        for part in parts {
            match truth(&part) {
                Some(false) => {}
                Some(true) => {
                    kept.push(part);
                    break;
                }
                None => kept.push(part),
            }
        }
        self.joined(kept, true, span)
    }

    /// `&&` of parts that are all evaluated, so that no fault in one is missed.
    ///
    /// Where only the first can fault, or the others fault only where it does, stopping early misses nothing.
    pub(super) fn all_of_them(&mut self, parts: Vec<Expr>, span: Span) -> Expr {
        let mut met = Vec::new();
        let mut misses = false;
        for (position, part) in parts.iter().enumerate() {
            let mut faulting = Vec::new();
            faults_of(part, &mut faulting);
            if position == 0 {
                always_evaluated(part, &mut met);
            } else {
                misses |= faulting.iter().any(|one| !met.iter().any(|known| same_fault(known, one)));
            }
        }
        if !misses {
            return self.all(parts, span);
        }
        let wanted = Expr::int(i128::try_from(parts.len()).unwrap_or(i128::MAX), span);
        let number = self.count(parts, span);
        self.compare(Comparison::Eq, number, wanted, span)
    }

    /// Whether two values of one sort are equal.
    pub(super) fn same_parts(&mut self, left: &Parts, right: &Parts, span: Span) -> Expr {
        let mut equalities = Vec::new();
        self.equalities(left, right, span, &mut equalities);
        self.all_of_them(equalities, span)
    }

    pub(super) fn equalities(&mut self, left: &Parts, right: &Parts, span: Span, all: &mut Vec<Expr>) {
        match (left, right) {
            (Parts::Scalar(left), Parts::Scalar(right)) => {
                self.charge(1, span);
                all.push(self.compare(Comparison::Eq, left.clone(), right.clone(), span));
            }
            (Parts::Several(left), Parts::Several(right)) => {
                for (left, right) in left.iter().zip(right) {
                    self.equalities(left, right, span, all);
                }
            }
            (Parts::Set(left), Parts::Set(right)) => self.same_sets(left, right, span, all),
            (Parts::Queue(left), Parts::Queue(right)) => self.same_queues(left, right, span, all),
            _ => {}
        }
    }

    /// Something true that faults where one of these does.
    pub(super) fn evaluated(&mut self, all: &[&Expr], span: Span) -> Option<Expr> {
        let faulting: Vec<Expr> =
            all.iter().filter(|expr| can_fault(expr)).map(|expr| (*expr).clone()).collect();
        let mut conditions = Vec::new();
        for expr in faulting {
            self.charge(2, span);
            let holds = match expr.sort() {
                system::Sort::Bool => expr,
                _ => {
                    self.node(ExprKind::Compare(Comparison::Eq, Box::new(expr.clone()), Box::new(expr)), span)
                }
            };
            conditions.push(self.node(ExprKind::Or(vec![holds, Expr::bool(true, span)]), span));
        }
        if conditions.is_empty() { None } else { Some(self.joined(conditions, false, span)) }
    }

    /// The same value, which also faults where one of these does.
    pub(super) fn also_evaluated(&mut self, mut parts: Parts, all: &[&Expr], span: Span) -> Parts {
        let Some(condition) = self.evaluated(all, span) else { return parts };
        let nodes = self.charge(2, span);
        parts.change_first(&mut |expr| {
            if !nodes {
                return expr;
            }
            let kind = match expr.sort() {
                system::Sort::Bool => ExprKind::And(vec![condition.clone(), expr]),
                _ => ExprKind::If(Box::new(condition.clone()), Box::new(expr.clone()), Box::new(expr)),
            };
            Expr::new(kind, span)
        });
        parts
    }
}

/// The nodes of an expression that can fault themselves.
fn faults_of<'e>(expr: &'e Expr, found: &mut Vec<&'e Expr>) {
    let children = expr.children();
    if can_fault(expr) && (children.is_empty() || faults_itself(expr)) {
        found.push(expr);
    }
    children.into_iter().for_each(|child| faults_of(child, found));
}

/// Those of them that are evaluated whenever the whole is.
fn always_evaluated<'e>(expr: &'e Expr, found: &mut Vec<&'e Expr>) {
    if faults_itself(expr) {
        found.push(expr);
    }
    let children = expr.children();
    let sure = match &expr.kind {
        ExprKind::And(_) | ExprKind::Or(_) | ExprKind::Implies(..) | ExprKind::If(..) => 1,
        ExprKind::Quantified { .. } => 0,
        _ => children.len(),
    };
    children.into_iter().take(sure).for_each(|child| always_evaluated(child, found));
}

fn faults_itself(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Read(place) | ExprKind::ReadNext(place) => !place.selectors.is_empty(),
        ExprKind::IndexOf(_) | ExprKind::InstanceAt(..) => true,
        ExprKind::Arithmetic(system::Operation::Div | system::Operation::Mod, _, divisor) => {
            !matches!(divisor.constant(), Some(system::Value::Int(value)) if value != 0)
        }
        _ => false,
    }
}

/// Whether one faults if and only if the other does: the same selections, perhaps of another part.
fn same_fault(left: &Expr, right: &Expr) -> bool {
    match (&left.kind, &right.kind) {
        (
            ExprKind::Read(left) | ExprKind::ReadNext(left),
            ExprKind::Read(right) | ExprKind::ReadNext(right),
        ) => {
            left.selectors.len() == right.selectors.len()
                && left.selectors.iter().zip(&right.selectors).all(|(left, right)| {
                    (left.kind, left.low, left.count) == (right.kind, right.low, right.count)
                        && super::write::same(&left.index, &right.index)
                })
        }
        _ => super::write::same(left, right),
    }
}
