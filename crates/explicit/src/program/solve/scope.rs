//! What an expression says about the unknowns.

use super::Unknown;
use crate::code::{Compiler, Target, Unsupported, Values, can_fault};
use std::collections::BTreeSet;
use system::{Expr, ExprKind, Place};

/// The unknowns of a question, and how expressions name them.
#[derive(Debug, Clone)]
pub(crate) struct Scope<'a> {
    /// Compiles parts of constraints.
    pub compiler: Compiler<'a>,
    /// The old state, if the unknowns are new values; otherwise they are current values.
    old: Option<&'a [i64]>,
    /// The unknowns.
    pub unknowns: Vec<Unknown>,
    positions: Vec<Option<usize>>,
}

impl<'a> Scope<'a> {
    /// The unknowns, which are new values if there is an old state.
    pub fn new(compiler: Compiler<'a>, old: Option<&'a [i64]>, unknowns: Vec<Unknown>) -> Self {
        let mut positions = vec![None; compiler.system.variables.len()];
        for (position, unknown) in unknowns.iter().enumerate() {
            positions[unknown.variable as usize] = Some(position);
        }
        Scope { compiler, old, unknowns, positions }
    }

    /// Whether faults matter: in relations, not in initial conditions.
    pub fn minds_faults(&self) -> bool {
        self.old.is_some()
    }

    /// The unknown that this expression reads and is nothing but.
    pub fn unknown(&self, expr: &Expr) -> Option<usize> {
        match (&expr.kind, self.old) {
            (ExprKind::ReadNext(place), Some(_)) => self.denoted(place).ok().flatten(),
            (ExprKind::Read(place), None) => self.positions[place.fixed()?.index()],
            _ => None,
        }
    }

    /// The unknown that a primed place denotes in the old state: an error if it denotes nothing, none if it
    /// denotes a variable whose new value is known.
    fn denoted(&self, place: &Place) -> Result<Option<usize>, Unsupported> {
        let nothing = || Unsupported("the place denotes nothing".to_owned());
        let old = self.old.ok_or_else(nothing)?;
        let variable = match self.compiler.target(place)? {
            Target::Fixed(variable) => variable,
            Target::Selected(address) => address.locate(Values::of(old)).map_err(|_| nothing())?,
        };
        Ok(self.positions[variable as usize])
    }

    /// The unknowns that an expression may read.
    pub fn unknowns_in(&self, expr: &Expr) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        self.collect(expr, &mut found);
        found
    }

    fn collect(&self, expr: &Expr, found: &mut BTreeSet<usize>) {
        match (&expr.kind, self.old) {
            (ExprKind::ReadNext(place), Some(_)) => found.extend(self.denoted(place).ok().flatten()),
            (ExprKind::Read(place), None) => {
                let reach = reach(place);
                found.extend(reach.into_iter().filter_map(|variable| self.positions[variable as usize]));
            }
            _ => {}
        }
        for child in expr.children() {
            self.collect(child, found);
        }
    }

    /// Whether evaluating the expression can fault. A primed place that denotes a variable in the old state
    /// cannot, however it is selected.
    pub fn can_fault(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::ReadNext(place) => self.denoted(place).is_err(),
            ExprKind::Read(_) => can_fault(expr),
            _ => {
                let shallow = Expr::new(without_children(&expr.kind), expr.span);
                can_fault(&shallow) || expr.children().into_iter().any(|child| self.can_fault(child))
            }
        }
    }
}

/// The node with harmless operands, so that only its own faults are left.
fn without_children(kind: &ExprKind) -> ExprKind {
    let harmless = || Box::new(Expr::int(1, diagnostics::Span::default()));
    match kind {
        ExprKind::Arithmetic(operation, _, divisor) => {
            let divisor = match divisor.constant() {
                Some(_) => divisor.clone(),
                // Some divisor that is no constant; reading a variable cannot fault by itself.
                None => Box::new(Expr::new(ExprKind::Sum(Vec::new()), divisor.span)),
            };
            ExprKind::Arithmetic(*operation, harmless(), divisor)
        }
        ExprKind::IndexOf(_) => ExprKind::IndexOf(harmless()),
        ExprKind::InstanceAt(process, _) => ExprKind::InstanceAt(*process, harmless()),
        _ => ExprKind::And(Vec::new()),
    }
}

/// All variables that a place can denote.
fn reach(place: &Place) -> Vec<u32> {
    place.selectors.iter().fold(vec![place.first.0], |variables, selector| {
        let positions = |variable: u32| (0..selector.count).map(move |p| variable + p * selector.stride);
        variables.into_iter().flat_map(positions).collect()
    })
}
