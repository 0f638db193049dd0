//! Texts of transitions and initial conditions after a permutation of instances, equal for what means the same.
//!
//! Operands whose order does not matter are sorted, unless one of them can fault: then the order decides what faults. What is not understood
//! has no text, and then there is no symmetry to be had.

use crate::renaming::Renaming;
use std::fmt::Write;
use system::{
    Block, Branch, ChoiceSet, Comparison, Edge, EdgeId, Expr, ExprKind, Movement, Operation, Place,
    SelectorKind, Sort, Statement, StatementKind, System, Transition, Value, VariableId,
};

/// The texts of a system.
pub struct Wordings {
    /// Those of the transitions, in their order.
    pub transitions: Vec<String>,
    /// Those of the initial conditions, sorted.
    pub initial: Vec<String>,
}

/// The texts of the system after a permutation; nothing if something has none.
pub fn wordings(system: &System, renaming: &Renaming) -> Option<Wordings> {
    let writer = TextWriter { system, renaming };
    let edges = system.edges.iter().map(|edge| writer.edge(edge)).collect::<Option<Vec<_>>>()?;
    let transitions = system.transitions.iter().map(|one| writer.transition(one, &edges)).collect();
    let mut initial = Vec::new();
    for condition in &system.initial {
        writer.conjuncts(condition, &mut initial)?;
    }
    initial.sort_unstable();
    Some(Wordings { transitions, initial })
}

struct TextWriter<'a> {
    system: &'a System,
    renaming: &'a Renaming,
}

impl TextWriter<'_> {
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

    fn edge(&self, edge: &Edge) -> Option<String> {
        let movement = match edge.movement {
            Movement::None => String::new(),
            Movement::Location { variable, from, to } => format!("{}:{from}>{to}", self.variable(variable)),
            Movement::Counter { from, to } => format!("{}>{}", self.variable(from), self.variable(to)),
        };
        Some(format!("{movement}[{}]{}", self.expression(&edge.guard)?, self.block(&edge.action)?))
    }

    fn variable(&self, id: VariableId) -> u32 {
        self.renaming.variable(id).0
    }

    fn block(&self, block: &Block) -> Option<String> {
        let mut text = String::from("{");
        for step in &block.steps {
            for statement in &step.statements {
                text.push_str(&self.statement(statement)?);
                text.push(',');
            }
            text.push(';');
        }
        text.push('}');
        Some(text)
    }

    fn branch(&self, branch: &Branch) -> Option<String> {
        let guard = match &branch.guard {
            Some(guard) => self.expression(guard)?,
            None => String::new(),
        };
        Some(format!("[{guard}]{}", self.block(&branch.body)?))
    }

    fn statement(&self, statement: &Statement) -> Option<String> {
        Some(match &statement.kind {
            StatementKind::Assign { place, value } => {
                let value = match self.renaming.is_index(place.first) {
                    true => self.index(value)?,
                    false => self.expression(value)?,
                };
                format!("{}:={value}", self.place(place)?)
            }
            StatementKind::Any { place, .. } if self.renaming.is_index(place.first) => return None,
            StatementKind::Any { place, set, condition } => {
                let set = match set {
                    Some(ChoiceSet::Range(low, high)) => {
                        format!("{}..{}", self.expression(low)?, self.expression(high)?)
                    }
                    Some(ChoiceSet::Members(members)) => format!("{{{}}}", self.list(members)?.join(",")),
                    None => String::new(),
                };
                let condition = match condition {
                    Some(condition) => self.expression(condition)?,
                    None => String::new(),
                };
                format!("{}:any({set})where({condition})", self.place(place)?)
            }
            StatementKind::Choose(branches) => {
                let all = branches.iter().map(|branch| self.branch(branch)).collect::<Option<Vec<_>>>()?;
                format!("choose({})", all.join("or"))
            }
            StatementKind::If { condition, then, otherwise } => {
                let otherwise = match otherwise {
                    Some(branch) => self.branch(branch)?,
                    None => String::new(),
                };
                format!("if({}){}else({otherwise})", self.expression(condition)?, self.branch(then)?)
            }
            StatementKind::Skip => "skip".to_owned(),
            StatementKind::Assert(condition) => format!("assert({})", self.expression(condition)?),
            StatementKind::Relation(relation) => format!("relation({})", self.expression(relation)?),
        })
    }

    /// The parts of an initial condition: one that faults is false, so that their order does not matter.
    fn conjuncts(&self, condition: &Expr, found: &mut Vec<String>) -> Option<()> {
        match &condition.kind {
            ExprKind::And(all) => all.iter().try_for_each(|part| self.conjuncts(part, found)),
            _ => {
                found.push(self.expression(condition)?);
                Some(())
            }
        }
    }

    fn expression(&self, expression: &Expr) -> Option<String> {
        use ExprKind::{
            Absolute, And, Arithmetic, Bound, Compare, Const, Count, If, Iff, Implies, IndexOf, InstanceAt,
            Negate, Not, Or, Quantified, Reach, Read, ReadNext, Sum,
        };
        let own = self.renaming.process;
        let unordered = |name: &str, all: Vec<String>| unordered(name, expression, all);
        Some(match &expression.kind {
            Const(Value::Reference(Some(instance)), Sort::Reference(of)) if *of == own => {
                format!("instance{}", self.renaming.instance(*instance))
            }
            Const(value, sort) => format!("{value:?}:{sort:?}"),
            Read(place) | ReadNext(place) if self.renaming.is_index(place.first) => return None,
            Read(place) => self.place(place)?,
            ReadNext(place) => format!("{}'", self.place(place)?),
            And(all) => unordered("and", self.list(all)?),
            Or(all) => unordered("or", self.list(all)?),
            Sum(all) => unordered("sum", self.list(all)?),
            Count(all) => unordered("count", self.list(all)?),
            Iff(a, b) => unordered("iff", vec![self.expression(a)?, self.expression(b)?]),
            Compare(comparison @ (Comparison::Eq | Comparison::Ne), a, b)
                if self.is_index(a) || self.is_index(b) =>
            {
                unordered(&format!("{comparison:?}"), vec![self.index(a)?, self.index(b)?])
            }
            Compare(comparison @ (Comparison::Eq | Comparison::Ne), a, b) => {
                unordered(&format!("{comparison:?}"), vec![self.expression(a)?, self.expression(b)?])
            }
            Compare(comparison, a, b) => {
                format!("({} {comparison:?} {})", self.expression(a)?, self.expression(b)?)
            }
            Arithmetic(
                operation @ (Operation::Add | Operation::Mul | Operation::Min | Operation::Max),
                ..,
            ) => {
                let mut operands = Vec::new();
                chained(*operation, expression, &mut operands);
                let all = operands.into_iter().map(|one| self.expression(one)).collect::<Option<_>>()?;
                unordered(&format!("{operation:?}"), all)
            }
            Arithmetic(operation, a, b) => {
                format!("({} {operation:?} {})", self.expression(a)?, self.expression(b)?)
            }
            Implies(a, b) => format!("({}=>{})", self.expression(a)?, self.expression(b)?),
            Not(a) => format!("not({})", self.expression(a)?),
            Negate(a) => format!("minus({})", self.expression(a)?),
            Absolute(a) => format!("absolute({})", self.expression(a)?),
            If(a, b, c) => {
                format!("if({},{},{})", self.expression(a)?, self.expression(b)?, self.expression(c)?)
            }
            // The index of an instance tells it from others.
            IndexOf(reference) if reference.sort() == Sort::Reference(own) => return None,
            IndexOf(reference) => format!("index({})", self.expression(reference)?),
            InstanceAt(of, _) if *of == own => return None,
            InstanceAt(of, index) => format!("at({},{})", of.0, self.expression(index)?),
            Reach(reach) => {
                let place = |instance| match reach.process == own {
                    true => self.renaming.instance(instance),
                    false => instance,
                };
                // The links of an instance stand where the renaming puts it.
                let mut links = Vec::new();
                for (instance, all) in (0u32..).zip(&reach.links) {
                    links.push((place(instance), self.list(all)?));
                }
                links.sort_unstable();
                let (start, goal) = (self.expression(&reach.start)?, self.expression(&reach.goal)?);
                format!("reach{}({start},{goal},{links:?})", reach.process.0)
            }
            Bound(_) | Quantified { .. } => return None,
        })
    }

    /// Whether an expression is a variable that holds an index.
    fn is_index(&self, expression: &Expr) -> bool {
        match &expression.kind {
            ExprKind::Read(place) | ExprKind::ReadNext(place) => self.renaming.is_index(place.first),
            _ => false,
        }
    }

    /// An expression that stands where the index of an instance does.
    fn index(&self, expression: &Expr) -> Option<String> {
        match &expression.kind {
            ExprKind::Const(Value::Int(index), _) => Some(format!("index{}", self.renaming.index(*index))),
            ExprKind::Read(place) if self.renaming.is_index(place.first) => self.place(place),
            ExprKind::ReadNext(place) if self.renaming.is_index(place.first) => {
                Some(format!("{}'", self.place(place)?))
            }
            _ => None,
        }
    }

    fn list(&self, all: &[Expr]) -> Option<Vec<String>> {
        all.iter().map(|part| self.expression(part)).collect()
    }

    fn place(&self, place: &Place) -> Option<String> {
        let own = self.renaming.process;
        if self.renaming.is_index(place.first) && !place.selectors.is_empty() {
            return None;
        }
        let goes_along =
            self.system.variable(place.first).owner.is_none() && self.renaming.moves(place.first);
        let mut is_whole = false;
        let mut text = String::new();
        for selector in &place.selectors {
            match selector.kind {
                SelectorKind::Reference(of) => is_whole |= of == own,
                SelectorKind::Instance(of) if of == own => return None,
                // An element of such an array is chosen by the index of an instance.
                SelectorKind::Element if goes_along => return None,
                SelectorKind::Instance(_) | SelectorKind::Element => {}
            }
            let index = self.expression(&selector.index)?;
            write!(text, "[{index};{};{};{}]", selector.low, selector.count, selector.stride).ok()?;
        }
        // A place that any instance may be chosen for stays where it is.
        let first = if is_whole { place.first.0 } else { self.variable(place.first) };
        Some(format!("v{first}{text}"))
    }
}

/// The operands of an operation that is applied again and again, from the left: how they are nested does not matter.
fn chained<'e>(operation: Operation, expression: &'e Expr, found: &mut Vec<&'e Expr>) {
    match &expression.kind {
        ExprKind::Arithmetic(own, a, b) if *own == operation => {
            [a, b].into_iter().for_each(|one| chained(operation, one, found));
        }
        _ => found.push(expression),
    }
}

fn unordered(name: &str, whole: &Expr, mut all: Vec<String>) -> String {
    if !can_fault(whole) {
        all.sort_unstable();
    }
    format!("{name}({})", all.join(","))
}

/// Whether evaluating an expression may be a fault.
fn can_fault(expression: &Expr) -> bool {
    let is_partial = match &expression.kind {
        ExprKind::Read(place) | ExprKind::ReadNext(place) => !place.selectors.is_empty(),
        ExprKind::Arithmetic(Operation::Div | Operation::Mod, ..)
        | ExprKind::IndexOf(_)
        | ExprKind::InstanceAt(..) => true,
        _ => false,
    };
    is_partial || expression.children().into_iter().any(can_fault)
}
