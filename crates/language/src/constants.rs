//! The values of constants, computed when they are first needed.

use diagnostics::{Code, Diagnostic};
use system::{ConstantValue, Value};

use crate::ast::Name;
use crate::check::{Checker, Context, Pending, Progress, cycle_finding};
use crate::evaluate::{Fault, evaluate};
use crate::scope::Scope;
use crate::slots::Slots;
use crate::structures::Sort;
use crate::typed::Typed;

impl<'a> Checker<'a> {
    /// The value of a constant; none if it has an error, which is reported.
    pub(crate) fn constant(&mut self, index: usize) -> Option<Value> {
        match &self.constants[index] {
            Progress::Done(known) => return *known,
            Progress::Pending => {
                self.report_pending(Pending::Constant(index));
                return None;
            }
            Progress::Open => {}
        }
        self.constants[index] = Progress::Pending;
        self.pending.push(Pending::Constant(index));
        let value = self.compute_constant(index);
        self.pending.pop();
        self.constants[index] = Progress::Done(value);
        value
    }

    fn compute_constant(&mut self, index: usize) -> Option<Value> {
        let symbol = &self.symbols.constants[index];
        let (name, written) = (symbol.name, symbol.value);
        let typed = self.expression(written, &Scope::default(), Context::STATE.constant());
        let has_sort = match typed.sort {
            None | Some(Sort::Int | Sort::Bool) => true,
            Some(sort) => {
                let message = format!("a constant is an integer or a Boolean, not {}", self.show_sort(sort));
                self.report(Diagnostic::new(
                    Code::TypeMismatch,
                    message,
                    typed.span,
                    "not an integer or Boolean",
                ));
                false
            }
        };
        if !self.require_constant(&typed, "the value of a constant") || !has_sort || typed.traits.broken {
            return None;
        }
        self.constant_kinds[index] = typed.sort.map(|sort| sort == Sort::Bool);
        // An override of the wrong kind is a problem of its own and must not spoil the rest.
        match (self.overrides.get(&name.text), typed.sort) {
            (Some(ConstantValue::Int(value)), Some(Sort::Int)) => Some(Value::Int(*value)),
            (Some(ConstantValue::Bool(value)), Some(Sort::Bool)) => Some(Value::Bool(*value)),
            _ => self.evaluate(&typed, &mut Slots::default()),
        }
    }

    /// The value of a constant expression; a fault is reported.
    pub(crate) fn evaluate(&mut self, typed: &Typed, slots: &mut Slots) -> Option<Value> {
        if typed.traits.broken {
            return None;
        }
        match evaluate(typed, slots) {
            Ok(value) => Some(value),
            Err(fault) => {
                self.report(fault_finding(fault));
                None
            }
        }
    }

    /// The value of a constant integer expression; a fault is reported.
    pub(crate) fn evaluate_int(&mut self, typed: &Typed, slots: &mut Slots) -> Option<i128> {
        match self.evaluate(typed, slots)? {
            Value::Int(value) => Some(value),
            _ => None,
        }
    }

    /// Reports a constant or type that is needed to compute itself.
    pub(crate) fn report_pending(&mut self, again: Pending) {
        let start = self.pending.iter().position(|pending| *pending == again).unwrap_or(0);
        let mut cycle: Vec<&Name> =
            self.pending[start..].iter().map(|pending| self.pending_name(*pending)).collect();
        let first = (0..cycle.len()).min_by_key(|at| cycle[*at].span).unwrap_or(0);
        cycle.rotate_left(first);
        let is_constant = matches!(self.pending[start + first], Pending::Constant(_));
        let what = if is_constant { "value" } else { "meaning" };
        let finding = cycle_finding(&cycle, what);
        self.findings.report(finding);
    }

    fn pending_name(&self, pending: Pending) -> &'a Name {
        match pending {
            Pending::Constant(index) => self.symbols.constants[index].name,
            Pending::Type(index) => self.symbols.named_types[index].name,
        }
    }
}

/// A constant that cannot be computed.
pub(crate) fn fault_finding(fault: Fault) -> Diagnostic {
    match fault {
        Fault::TooLong(span) => crate::limits::too_large(span),
        Fault::Impossible { span, reason } => {
            let message = format!("this constant cannot be computed: {reason}");
            Diagnostic::new(Code::ConstantFault, message, span, reason)
        }
    }
}
