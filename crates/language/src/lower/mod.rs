//! Makes a system from a checked model: instances, constants folded, finite quantifiers expanded.
//!
//! What can only be decided when constants have their values is decided here: whether arithmetic is linear,
//! whether two writes meet, whether a constant lies outside a type, and how large the system becomes.

mod action;
mod advice;
mod different;
mod dispatch;
mod edge;
mod expression;
mod fairness;
mod fold;
mod formula;
mod initial;
mod interval;
mod linear;
mod location;
mod parts;
mod place;
mod property;
mod quantifier;
mod queue;
mod reach;
mod same_queue;
mod sets;
mod store;
mod structured;
mod synchronise;
mod write;

use std::collections::HashMap;

use diagnostics::{Diagnostic, Span};
use system::{Bound, BoundId, Expr, ExprKind, System, Value};

use crate::check::own_slots;
use crate::checked::CheckedModel;
use crate::findings::Findings;
use crate::layout::Layout;
use crate::limits;
use crate::slots::Slots;
use crate::symbols::{BodyIndex, Symbols};
use crate::typed::Slot;

/// Adds everything but the declarations to the system.
pub fn lower<'a>(
    symbols: &Symbols<'a>,
    layout: &Layout,
    checked: &CheckedModel<'a>,
    findings: &mut Findings,
    system: &mut System,
) {
    let mut lowerer = Lowerer {
        symbols,
        layout,
        findings,
        slots: Slots::default(),
        rigid: HashMap::new(),
        bounds: Vec::new(),
        released: Vec::new(),
        nodes: system.variables.len(),
        is_full: false,
    };
    lowerer.initial(&checked.initial, system);
    let edges = lowerer.edges(&checked.movers, system);
    lowerer.synchronise(&edges, system);
    lowerer.fairness(&checked.fairness, &edges, system);
    lowerer.properties(&checked.properties, system);
    lowerer.advice(&checked.advice, system);
    system.bounds = lowerer.bounds;
}

/// The state of a lowering.
struct Lowerer<'l, 'a> {
    symbols: &'l Symbols<'a>,
    layout: &'l Layout,
    findings: &'l mut Findings,
    slots: Slots,
    /// The bound variables that are open.
    rigid: HashMap<Slot, BoundId>,
    bounds: Vec<Bound>,
    /// What the relation that is being lowered also says, of values that are new as a whole.
    released: Vec<Expr>,
    /// How large the system is so far.
    nodes: usize,
    is_full: bool,
}

impl Lowerer<'_, '_> {
    fn report(&mut self, finding: Diagnostic) {
        self.findings.report(finding);
    }

    /// A node of an expression, counted with its constants, which are made without asking. Once the system is
    /// too large, nothing is kept any more.
    fn node(&mut self, kind: ExprKind, span: Span) -> Expr {
        let is_constant = |expr: &Expr| expr.constant().is_some();
        let constants = match &kind {
            ExprKind::Compare(_, left, right) | ExprKind::Arithmetic(_, left, right) => {
                usize::from(is_constant(left)) + usize::from(is_constant(right))
            }
            ExprKind::If(_, left, right) => usize::from(is_constant(left)) + usize::from(is_constant(right)),
            _ => 0,
        };
        if self.charge(1 + constants, span) { Expr::new(kind, span) } else { Expr::bool(false, span) }
    }

    /// Counts parts of the system; false once there are too many.
    fn charge(&mut self, parts: usize, span: Span) -> bool {
        self.nodes = self.nodes.saturating_add(parts);
        if !self.is_full && (self.nodes > limits::NODES || self.slots.steps > limits::STEPS) {
            self.is_full = true;
            self.report(limits::too_large(span));
        }
        !self.is_full
    }

    /// Makes an instance of a process the one that its own names concern.
    fn enter(&mut self, body: BodyIndex, number: u32) {
        let (own, index) = own_slots(body);
        let first = self.layout.bodies[body.0].first_index;
        self.slots.set(own, Value::Reference(Some(number)));
        self.slots.set(index, Value::Int(first + i128::from(number)));
    }
}
