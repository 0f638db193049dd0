//! A reduced net as a system of its own.
//!
//! Variables that properties read keep their numbers, types and values, so that properties need not be rewritten. All other places that are left count in
//! variables of their own: that of a place which was a counter's takes its number, others follow behind. What is not left has the
//! one value zero. There is one event for each transition, in the net's order.

use nets::reduction::Reduced;
use nets::{Amount, Net, Place as NetPlace, Shape, Start, SystemNet, Transition};
use std::collections::{BTreeMap, BTreeSet};
use system::{
    Block, Comparison, Edge, EdgeId, Expr, ExprKind, Movement, Operation, Owner, Place, Question, Role,
    State, Statement, StatementKind, Step, System, Type, Value, Variable, VariableId,
};

/// The system of a reduced net.
pub(super) struct Written {
    pub system: System,
    /// For each place of the net, how the system says what is on it.
    slots: Vec<Slot>,
}

/// How a system says how many tokens are on a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Slot {
    /// As many as the variable exceeds this value.
    Counter { variable: VariableId, least: i128 },
    /// One if the variable has this value, else none.
    Value { variable: VariableId, value: Value },
}

/// What is to be written.
pub(super) struct Writing<'a> {
    pub whole: &'a System,
    pub net: &'a SystemNet,
    /// The variables that properties read, all of whose places are left.
    pub visible: &'a BTreeSet<VariableId>,
    /// The properties that are asked.
    pub asked: &'a [usize],
    pub reduced: &'a Reduced,
    /// The most tokens on the places that are left, where that is known.
    pub bounds: &'a [Option<u64>],
}

impl Written {
    /// The marking of the reduced net that a state stands for.
    pub fn marking(&self, state: &State) -> Option<Vec<u64>> {
        let tokens = |slot: &Slot| match slot {
            Slot::Counter { variable, least } => match state.get(variable.index())? {
                Value::Int(value) => u64::try_from(value.checked_sub(*least)?).ok(),
                _ => None,
            },
            Slot::Value { variable, value } => Some(u64::from(state.get(variable.index())? == value)),
        };
        self.slots.iter().map(tokens).collect()
    }
}

/// The system of a reduced net; nothing if a variable that is read would have no value, or two.
pub(super) fn written(task: &Writing<'_>) -> Option<Written> {
    let mut system = System {
        name: task.whole.name.clone(),
        source: task.whole.source.clone(),
        constants: task.whole.constants.clone(),
        enumerations: task.whole.enumerations.clone(),
        processes: task.whole.processes.clone(),
        bounds: task.whole.bounds.clone(),
        variables: task.whole.variables.clone(),
        properties: task.whole.properties.clone(),
        ..System::default()
    };
    for (number, property) in system.properties.iter_mut().enumerate() {
        // What nobody asks may read what is not left.
        if !task.asked.contains(&number) {
            property.question = Question::Invariant(Expr::bool(true, Default::default()));
        }
    }
    for (number, variable) in system.variables.iter_mut().enumerate() {
        (variable.role, variable.owner, variable.element) = (Role::Variable, None, None);
        if !task.visible.contains(&VariableId::from_index(number)) {
            variable.ty = Type::Range { low: 0, high: 0 };
        }
    }
    let slots = slots(task, &mut system)?;
    let mut writer = Writer { net: &task.reduced.net, system, slots };
    writer.starts()?;
    for (number, transition) in writer.net.transitions.iter().enumerate() {
        let edge = writer.event(transition)?;
        writer.system.edges.push(edge);
        let sender = EdgeId::from_index(number);
        writer.system.transitions.push(system::Transition { sender, receivers: Vec::new() });
    }
    Some(Written { system: writer.system, slots: writer.slots })
}

/// How the system says what is on each place; declares the variables.
fn slots(task: &Writing<'_>, system: &mut System) -> Option<Vec<Slot>> {
    let mut known: BTreeMap<NetPlace, Slot> = BTreeMap::new();
    let mut counters: BTreeMap<NetPlace, VariableId> = BTreeMap::new();
    for (number, shape) in task.net.view.shapes.iter().enumerate().take(task.whole.variables.len()) {
        let variable = VariableId::from_index(number);
        match (shape, task.visible.contains(&variable)) {
            (Shape::Counter { place, .. }, true) => {
                let Value::Int(least) = task.net.value_at(variable, 0)? else { return None };
                known.insert(task.reduced.place(*place)?, Slot::Counter { variable, least });
            }
            (Shape::Counter { place, .. }, false) => drop(counters.insert(*place, variable)),
            (Shape::Values { first, count, .. }, true) => {
                for code in 0..*count {
                    let place = task.reduced.place(first + usize::try_from(code).ok()?)?;
                    let value = task.net.value_at(variable, code)?;
                    known.insert(place, Slot::Value { variable, value });
                }
            }
            (Shape::Values { .. }, false) => {}
        }
    }
    let mut slots = Vec::with_capacity(task.reduced.places.len());
    for (place, originals) in task.reduced.places.iter().enumerate() {
        let slot = match known.get(&place) {
            Some(slot) => *slot,
            None => {
                let own = originals.iter().find_map(|original| counters.get(original).copied());
                let variable = own.unwrap_or_else(|| added(system, &task.reduced.net.places[place]));
                Slot::Counter { variable, least: 0 }
            }
        };
        if let Slot::Counter { variable, least } = slot {
            let bound = task.bounds.get(place).copied().flatten();
            let high = bound.and_then(|most| least.checked_add(most.into()));
            let declared = match task.visible.contains(&variable) {
                true => task.whole.variable(variable).ty,
                false => Type::Nat,
            };
            system.variables[variable.index()].ty =
                high.map_or(declared, |high| Type::Range { low: least, high });
        }
        slots.push(slot);
    }
    Some(slots)
}

/// A new variable.
fn added(system: &mut System, name: &str) -> VariableId {
    system.variables.push(Variable {
        name: name.to_owned(),
        base: name.to_owned(),
        ty: Type::Nat,
        role: Role::Variable,
        owner: None,
        element: None,
        span: Default::default(),
    });
    VariableId::from_index(system.variables.len() - 1)
}

/// A system that is being written.
struct Writer<'a> {
    net: &'a Net,
    system: System,
    slots: Vec<Slot>,
}

/// A sum of variables and a constant.
#[derive(Default)]
struct Sum {
    variables: Vec<VariableId>,
    constant: i128,
}

fn tokens_in(list: &[(NetPlace, u64)], place: NetPlace) -> i128 {
    list.iter().find(|(own, _)| *own == place).map_or(0, |(_, tokens)| i128::from(*tokens))
}

impl Writer<'_> {
    fn read(&self, variable: VariableId) -> Expr {
        Expr::read(variable, self.system.variable(variable).ty, Default::default())
    }

    /// That a variable compares with a value.
    fn is(&self, variable: VariableId, comparison: Comparison, value: Value) -> Expr {
        let read = self.read(variable);
        let constant = Expr::new(ExprKind::Const(value, read.sort()), Default::default());
        Expr::compare(comparison, read, constant, Default::default())
    }

    /// The markings that the net starts with.
    fn starts(&mut self) -> Option<()> {
        let starts: Vec<Expr> =
            self.net.starts.iter().map(|start| self.start(start)).collect::<Option<_>>()?;
        self.system.initial = match starts.as_slice() {
            [Expr { kind: ExprKind::And(parts), .. }] => parts.clone(),
            _ => vec![Expr::new(ExprKind::Or(starts), Default::default())],
        };
        Some(())
    }

    fn start(&self, start: &Start) -> Option<Expr> {
        let mut parts = Vec::new();
        let mut valued = BTreeSet::new();
        for (slot, amount) in self.slots.iter().zip(&start.0) {
            match (*slot, *amount) {
                (Slot::Counter { variable, least }, Amount::Exactly(tokens)) => {
                    let value = Value::Int(least.checked_add(tokens.into())?);
                    parts.push(self.is(variable, Comparison::Eq, value));
                }
                (Slot::Counter { variable, least }, Amount::AtLeast(tokens)) => {
                    let value = Value::Int(least.checked_add(tokens.into())?);
                    parts.push(self.is(variable, Comparison::Ge, value));
                }
                (Slot::Value { .. }, Amount::Exactly(0)) => {}
                (Slot::Value { variable, value }, Amount::Exactly(1)) if valued.insert(variable) => {
                    parts.push(self.is(variable, Comparison::Eq, value));
                }
                (Slot::Value { .. }, _) => return None,
            }
        }
        let all_valued = self.slots.iter().all(|slot| match slot {
            Slot::Value { variable, .. } => valued.contains(variable),
            Slot::Counter { .. } => true,
        });
        all_valued.then(|| Expr::new(ExprKind::And(parts), Default::default()))
    }

    /// The event of a transition; nothing if it would leave a variable without a value.
    fn event(&self, transition: &Transition) -> Option<Edge> {
        let span = Default::default();
        let mut statements: Vec<Statement> = Vec::new();
        for variable in self.valued(transition) {
            statements.extend(self.new_value(transition, variable)?);
        }
        for place in touched(transition) {
            if let Slot::Counter { variable, .. } = self.slots[place] {
                statements.extend(self.change(transition, place, variable)?);
            }
        }
        Some(Edge {
            name: transition.name.clone(),
            label: Some(transition.name.clone()),
            owner: Owner::Event,
            movement: Movement::None,
            guard: self.guard(transition)?,
            action: Block {
                steps: if statements.is_empty() { Vec::new() } else { vec![Step { statements }] },
            },
            // It was never written.
            span,
        })
    }

    fn guard(&self, transition: &Transition) -> Option<Expr> {
        let mut parts = Vec::new();
        for (place, tokens) in &transition.takes {
            parts.push(match self.slots[*place] {
                Slot::Counter { variable, least } => {
                    self.is(variable, Comparison::Ge, Value::Int(least.checked_add((*tokens).into())?))
                }
                Slot::Value { variable, value } if *tokens == 1 => self.is(variable, Comparison::Eq, value),
                Slot::Value { .. } => Expr::bool(false, Default::default()),
            });
        }
        for (place, most) in &transition.limits {
            match self.slots[*place] {
                Slot::Counter { variable, least } => {
                    let most = Value::Int(least.checked_add((*most).into())?);
                    parts.push(self.is(variable, Comparison::Le, most));
                }
                Slot::Value { variable, value } if *most == 0 => {
                    parts.push(self.is(variable, Comparison::Ne, value));
                }
                Slot::Value { .. } => {}
            }
        }
        Some(Expr::new(ExprKind::And(parts), Default::default()))
    }

    /// The variables that are not counters, and that a transition reads or changes.
    fn valued(&self, transition: &Transition) -> BTreeSet<VariableId> {
        let value = |place: NetPlace| match self.slots[place] {
            Slot::Value { variable, .. } => Some(variable),
            Slot::Counter { .. } => None,
        };
        touched(transition).into_iter().filter_map(value).collect()
    }

    /// How a variable gets another value; nothing outside if it would be left without one, nothing inside if it keeps its own.
    fn new_value(&self, transition: &Transition, variable: VariableId) -> Option<Option<Statement>> {
        let of = |list: &[(NetPlace, u64)]| -> Vec<(Value, u64)> {
            let own = |(place, tokens): &(NetPlace, u64)| match self.slots[*place] {
                Slot::Value { variable: other, value } if other == variable => Some((value, *tokens)),
                _ => None,
            };
            list.iter().filter_map(own).collect()
        };
        let is_own = |place: NetPlace| matches!(self.slots[place], Slot::Value { variable: other, .. } if other == variable);
        let is_moved =
            |(from, into): &(NetPlace, Option<NetPlace>)| is_own(*from) || into.is_some_and(is_own);
        if transition.transfers.iter().any(is_moved) {
            return None;
        }
        let (taken, given) = (of(&transition.takes), of(&transition.gives));
        let sum =
            |list: &[(Value, u64)]| list.iter().fold(0u64, |sum, (_, tokens)| sum.saturating_add(*tokens));
        match (taken.as_slice(), given.as_slice()) {
            // It needs two values at once, and never fires.
            _ if sum(&taken) > 1 => Some(None),
            ([(old, 1)], [(new, 1)]) if old == new => Some(None),
            ([(_, 1)], [(new, 1)]) => {
                let span = Default::default();
                let read = self.read(variable);
                let place = Place::variable(variable, self.system.variable(variable).ty, span);
                let value = Expr::new(ExprKind::Const(*new, read.sort()), span);
                Some(Some(Statement { kind: StatementKind::Assign { place, value }, span }))
            }
            _ => None,
        }
    }

    /// What a transition does to a counter; nothing inside if it leaves it as it is.
    fn change(
        &self,
        transition: &Transition,
        place: NetPlace,
        variable: VariableId,
    ) -> Option<Option<Statement>> {
        let mut sum = Sum::default();
        if !transition.transfers.iter().any(|(from, _)| *from == place) {
            self.left(transition, place, &mut sum)?;
        }
        for (from, into) in &transition.transfers {
            if *into == Some(place) {
                self.left(transition, *from, &mut sum)?;
            }
        }
        let Slot::Counter { least, .. } = self.slots[place] else { return None };
        let given = tokens_in(&transition.gives, place);
        sum.constant = sum.constant.checked_add(given)?.checked_add(least)?;
        if sum.variables == [variable] && sum.constant == 0 {
            return Some(None);
        }
        let (span, ty) = (Default::default(), self.system.variable(variable).ty);
        let value = match ty {
            // A place for one token is empty or full, and becomes the other.
            Type::Range { low: 0, high: 1 } if sum.variables == [variable] => {
                Expr::int(sum.constant.max(0), span)
            }
            _ => self.value(&sum),
        };
        let place = Place::variable(variable, ty, span);
        Some(Some(Statement { kind: StatementKind::Assign { place, value }, span }))
    }

    /// Adds the tokens that are left on a place when those that are taken are gone.
    fn left(&self, transition: &Transition, place: NetPlace, sum: &mut Sum) -> Option<()> {
        let Slot::Counter { variable, least } = self.slots[place] else { return None };
        sum.variables.push(variable);
        let gone = least.checked_add(tokens_in(&transition.takes, place))?;
        sum.constant = sum.constant.checked_sub(gone)?;
        Some(())
    }

    fn value(&self, sum: &Sum) -> Expr {
        let span = Default::default();
        let together = |operation, left, right| {
            Expr::new(ExprKind::Arithmetic(operation, Box::new(left), Box::new(right)), span)
        };
        let terms = sum.variables.iter().map(|variable| self.read(*variable));
        let Some(terms) = terms.reduce(|left, right| together(Operation::Add, left, right)) else {
            return Expr::int(sum.constant, span);
        };
        match sum.constant {
            0 => terms,
            constant if constant > 0 => together(Operation::Add, terms, Expr::int(constant, span)),
            constant => together(Operation::Sub, terms, Expr::int(constant.saturating_neg(), span)),
        }
    }
}

/// The places that a transition takes from, gives to, or empties.
fn touched(transition: &Transition) -> BTreeSet<NetPlace> {
    let changed = transition.takes.iter().chain(&transition.gives).map(|(place, _)| *place);
    let moved = transition.transfers.iter().flat_map(|(from, into)| [Some(*from), *into]).flatten();
    changed.chain(moved).collect()
}
