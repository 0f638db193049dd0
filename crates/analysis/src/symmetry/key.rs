//! Texts that are equal for what means the same, after an exchange of instances.
//!
//! Operands whose order does not matter are sorted, unless one of them can fault: then the order decides what
//! faults. An index of an instance may only be compared for equality, copied, and followed; anything else is no
//! symmetry.

use super::exchange::Exchange;
use super::queues::is_filling;
use crate::faults::can_fault;
use std::fmt::Write;
use system::{
    Block, Branch, ChoiceSet, Comparison, EdgeId, Expr, ExprKind, Movement, Operation, Place, Reach as Ways,
    SelectorKind, Sort, Statement, StatementKind, System, Transition, Type, Value,
};

/// Instances are told apart by more than their identity.
#[derive(Debug)]
pub(super) struct Distinguished;

type Key = Result<String, Distinguished>;

/// Writes keys after one exchange.
pub(super) struct Keys<'a> {
    pub system: &'a System,
    pub exchange: &'a Exchange<'a>,
}

impl Keys<'_> {
    /// The keys of all transitions, sorted.
    pub fn transitions(&self) -> Result<Vec<String>, Distinguished> {
        let edges = (0..self.system.edges.len()).map(|edge| self.edge(EdgeId::from_index(edge)));
        let edges = edges.collect::<Result<Vec<String>, Distinguished>>()?;
        let transitions = self.system.transitions.iter();
        let mut keys: Vec<String> =
            transitions.map(|transition| self.transition(transition, &edges)).collect();
        keys.sort_unstable();
        Ok(keys)
    }

    fn transition(&self, transition: &Transition, edges: &[String]) -> String {
        let mut receivers: Vec<String> = transition
            .receivers
            .iter()
            .map(|receiver| format!("{}{}", u8::from(receiver.required), edges[receiver.edge.index()]))
            .collect();
        // The order of the receivers is that of their actions and of the faults in their guards.
        let acts = |edge: EdgeId| {
            let edge = self.system.edge(edge);
            !edge.action.steps.is_empty() || can_fault(&edge.guard)
        };
        if transition.receivers.iter().filter(|receiver| acts(receiver.edge)).count() <= 1 {
            receivers.sort_unstable();
        }
        format!("{}|{}", edges[transition.sender.index()], receivers.join("|"))
    }

    /// The key of an edge.
    pub fn edge(&self, id: EdgeId) -> Key {
        let edge = self.system.edge(id);
        let movement = match edge.movement {
            Movement::None => String::new(),
            Movement::Location { variable, from, to } => {
                format!("{}:{from}>{to}", self.exchange.variable(variable))
            }
            Movement::Counter { from, to } => format!("{}>{}", from.0, to.0),
        };
        Ok(format!("{movement}[{}]{}", self.condition(&edge.guard)?, self.block(&edge.action)?))
    }

    fn block(&self, block: &Block) -> Key {
        let mut text = String::from("{");
        for step in &block.steps {
            // What can neither fault nor block may be done in any order.
            let (free, others): (Vec<_>, Vec<_>) =
                step.statements.iter().partition(|statement| is_harmless(statement));
            let key = |statement: &Statement| match &statement.kind {
                // What is behind the end of a queue of indices is none.
                StatementKind::Assign { place, .. }
                    if self.is_identity(place)
                        && is_filling(&self.exchange.roles.entries, step, statement) =>
                {
                    Ok(format!("{}:=nothing", self.place(place)?))
                }
                _ => self.statement(statement),
            };
            let mut free = free.into_iter().map(key).collect::<Result<Vec<_>, _>>()?;
            free.sort_unstable();
            for key in free.into_iter().map(Ok).chain(others.into_iter().map(key)) {
                text.push_str(&key?);
                text.push(',');
            }
            text.push(';');
        }
        text.push('}');
        Ok(text)
    }

    fn branch(&self, branch: &Branch) -> Key {
        let guard = branch.guard.as_ref().map(|guard| self.condition(guard)).transpose()?;
        Ok(format!("[{}]{}", guard.unwrap_or_default(), self.block(&branch.body)?))
    }

    fn statement(&self, statement: &Statement) -> Key {
        Ok(match &statement.kind {
            StatementKind::Assign { place, value } => {
                format!("{}:={}", self.place(place)?, self.value_for(place, value)?)
            }
            StatementKind::Any { place, set, condition } => {
                let condition = condition.as_ref().map(|condition| self.condition(condition)).transpose()?;
                let set = set.as_ref().map(|set| self.set(place, set)).transpose()?;
                if set.is_none() && self.is_identity(place) && !self.exchange.keeps_type(place.ty) {
                    return Err(Distinguished);
                }
                format!("{}:any {set:?} {condition:?}", self.place(place)?)
            }
            StatementKind::Choose(branches) => {
                let mut keys =
                    branches.iter().map(|branch| self.branch(branch)).collect::<Result<Vec<_>, _>>()?;
                keys.sort_unstable();
                format!("choose{}", keys.join("or"))
            }
            StatementKind::If { condition, then, otherwise } => {
                let otherwise = otherwise.as_ref().map(|branch| self.branch(branch)).transpose()?;
                format!("if {}{}{otherwise:?}", self.condition(condition)?, self.branch(then)?)
            }
            StatementKind::Skip => "skip".to_owned(),
            StatementKind::Assert(condition) => format!("assert {}", self.condition(condition)?),
            StatementKind::Relation(relation) => format!("rel {}", self.condition(relation)?),
        })
    }

    fn set(&self, place: &Place, set: &ChoiceSet) -> Key {
        match set {
            ChoiceSet::Range(low, high) if self.is_identity(place) => {
                let (Some(Value::Int(low)), Some(Value::Int(high))) = (low.constant(), high.constant())
                else {
                    return Err(Distinguished);
                };
                if self.exchange.keeps(low, high) { Ok(format!("{low}..{high}")) } else { Err(Distinguished) }
            }
            ChoiceSet::Range(low, high) => Ok(format!("{}..{}", self.plain(low)?, self.plain(high)?)),
            ChoiceSet::Members(members) => {
                let keys = members.iter().map(|member| self.value_for(place, member));
                let mut keys = keys.collect::<Result<Vec<_>, _>>()?;
                if !members.iter().any(can_fault) {
                    keys.sort_unstable();
                }
                Ok(format!("{{{}}}", keys.join(",")))
            }
        }
    }

    fn value_for(&self, place: &Place, value: &Expr) -> Key {
        if self.is_identity(place) { self.identity(value) } else { self.plain(value) }
    }

    fn is_identity(&self, place: &Place) -> bool {
        self.exchange.roles.is_identity[place.first.index()]
    }

    fn is_identity_value(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Read(place) | ExprKind::ReadNext(place) => self.is_identity(place),
            ExprKind::IndexOf(reference) => reference.sort() == Sort::Reference(self.exchange.roles.process),
            ExprKind::If(_, a, b) => self.is_identity_value(a) || self.is_identity_value(b),
            _ => false,
        }
    }

    /// A conjunction at the top of a condition where a fault is as good as false: its order does not matter.
    pub fn claim(&self, expr: &Expr) -> Key {
        match &expr.kind {
            ExprKind::And(all) => {
                let mut keys = all.iter().map(|part| self.claim(part)).collect::<Result<Vec<_>, _>>()?;
                keys.sort_unstable();
                Ok(format!("and({})", keys.join(",")))
            }
            _ => self.condition(expr),
        }
    }

    fn condition(&self, expr: &Expr) -> Key {
        self.plain(expr)
    }

    /// An expression whose value is no index of an instance.
    fn plain(&self, expr: &Expr) -> Key {
        use ExprKind::{
            Absolute, And, Arithmetic, Bound, Compare, Const, Count, If, Iff, Implies, IndexOf, InstanceAt,
            Negate, Not, Or, Quantified, Reach, Read, ReadNext, Sum,
        };
        let process = self.exchange.roles.process;
        Ok(match &expr.kind {
            Const(Value::Reference(Some(instance)), Sort::Reference(of)) if *of == process => {
                format!("ref{}", self.exchange.instance(*instance))
            }
            Const(value, _) => format!("{value:?}"),
            Read(place) | ReadNext(place) if self.is_identity(place) => return Err(Distinguished),
            Read(place) => self.place(place)?,
            ReadNext(place) => format!("{}'", self.place(place)?),
            Compare(comparison @ (Comparison::Eq | Comparison::Ne), a, b) => {
                let is_identity = self.is_identity_value(a) || self.is_identity_value(b);
                let key = |side: &Expr| if is_identity { self.identity(side) } else { self.plain(side) };
                self.unordered(&format!("{comparison:?}"), expr, vec![key(a)?, key(b)?])
            }
            Compare(comparison, a, b) => format!("({}{comparison:?}{})", self.plain(a)?, self.plain(b)?),
            And(all) => self.unordered("and", expr, self.all(all)?),
            Or(all) => self.unordered("or", expr, self.all(all)?),
            Sum(all) => self.unordered("sum", expr, self.all(all)?),
            Count(all) => self.unordered("count", expr, self.all(all)?),
            Iff(a, b) => self.unordered("iff", expr, vec![self.plain(a)?, self.plain(b)?]),
            Arithmetic(operation @ (Operation::Add | Operation::Mul), a, b) => {
                self.unordered(&format!("{operation:?}"), expr, vec![self.plain(a)?, self.plain(b)?])
            }
            Arithmetic(operation, a, b) => {
                format!("({}{operation:?}{})", self.plain(a)?, self.plain(b)?)
            }
            Implies(a, b) => format!("({}=>{})", self.plain(a)?, self.plain(b)?),
            Not(a) => format!("!{}", self.plain(a)?),
            Negate(a) => format!("-{}", self.plain(a)?),
            Absolute(a) => format!("abs{}", self.plain(a)?),
            If(a, b, c) => format!("if({},{},{})", self.plain(a)?, self.plain(b)?, self.plain(c)?),
            IndexOf(reference) if reference.sort() == Sort::Reference(process) => return Err(Distinguished),
            IndexOf(reference) => format!("index{}", self.plain(reference)?),
            InstanceAt(of, index) if *of == process => format!("at{}", self.identity(index)?),
            InstanceAt(of, index) => format!("at{}:{}", of.0, self.plain(index)?),
            Reach(reach) => self.ways(reach)?,
            Bound(_) | Quantified { .. } => return Err(Distinguished),
        })
    }

    /// The links of an instance stand where the exchange puts it, so that a way through all of them is the same way.
    fn ways(&self, reach: &Ways) -> Key {
        let is_exchanged = reach.process == self.exchange.roles.process;
        let mut links = Vec::new();
        for (instance, own) in (0u32..).zip(&reach.links) {
            let place = if is_exchanged { self.exchange.instance(instance) } else { instance };
            links.push((place, self.all(own)?.join(",")));
        }
        links.sort_unstable();
        let (start, goal) = (self.plain(&reach.start)?, self.plain(&reach.goal)?);
        Ok(format!("reach{}({start},{goal},{links:?})", reach.process.0))
    }

    /// An expression whose value is the index of an instance, or some number that is none.
    fn identity(&self, expr: &Expr) -> Key {
        Ok(match &expr.kind {
            ExprKind::Const(Value::Int(index), _) => format!("id{}", self.exchange.index(*index)),
            ExprKind::Read(place) if self.is_identity(place) => self.place(place)?,
            ExprKind::ReadNext(place) if self.is_identity(place) => format!("{}'", self.place(place)?),
            ExprKind::IndexOf(reference)
                if reference.sort() == Sort::Reference(self.exchange.roles.process) =>
            {
                format!("index{}", self.plain(reference)?)
            }
            ExprKind::If(a, b, c) => {
                format!("if({},{},{})", self.plain(a)?, self.identity(b)?, self.identity(c)?)
            }
            _ => return Err(Distinguished),
        })
    }

    fn all(&self, all: &[Expr]) -> Result<Vec<String>, Distinguished> {
        all.iter().map(|part| self.plain(part)).collect()
    }

    fn unordered(&self, name: &str, whole: &Expr, mut keys: Vec<String>) -> String {
        if !can_fault(whole) {
            keys.sort_unstable();
        }
        format!("{name}({})", keys.join(","))
    }

    fn place(&self, place: &Place) -> Key {
        let roles = self.exchange.roles;
        let mut is_whole = false;
        let mut text = String::new();
        for selector in &place.selectors {
            let is_instance = match selector.kind {
                SelectorKind::Reference(of) => of == roles.process,
                SelectorKind::Instance(of) => of == roles.process,
                SelectorKind::Element => roles.is_indexed(place.first, selector.stride),
            };
            is_whole |= is_instance;
            let index = match selector.kind {
                SelectorKind::Reference(_) => self.plain(&selector.index)?,
                _ if is_instance => self.identity(&selector.index)?,
                _ => self.plain(&selector.index)?,
            };
            write!(text, "[{index};{};{};{}]", selector.low, selector.count, selector.stride)
                .expect("writing to a text never fails");
        }
        // A place that goes through all instances stays where it is.
        let first = if is_whole { place.first.0 } else { self.exchange.variable(place.first) };
        Ok(format!("v{first}{text}"))
    }
}

/// Whether a statement writes a variable that is known, with a value that surely fits and is computed without a fault.
fn is_harmless(statement: &Statement) -> bool {
    let StatementKind::Assign { place, value } = &statement.kind else { return false };
    let fits = match (place.ty, &value.kind) {
        (Type::Range { low, high }, ExprKind::Const(Value::Int(value), _)) => (low..=high).contains(value),
        (Type::Range { low, high }, ExprKind::Read(from)) => {
            matches!(from.ty, Type::Range { low: least, high: most } if low <= least && most <= high)
        }
        (Type::Range { .. } | Type::Nat | Type::Int, _) => false,
        _ => true,
    };
    place.selectors.is_empty() && fits && !can_fault(value)
}
