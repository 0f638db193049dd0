//! Checks the syntax tree: names, types, and where what may stand.
//!
//! Everything that is checked becomes a [`crate::typed`] tree. Whatever cannot be checked is reported once and
//! becomes `Unknown`, about which later checks stay silent. Definitions are expanded here: a use is checked
//! with the arguments in place, so that it may use whatever its surroundings may.

mod action;
mod advice;
mod call;
mod comparison;
mod context;
mod declared_type;
mod definition;
mod denote;
mod describe;
mod domain;
mod edge;
mod elements;
mod expression;
mod fairness;
mod field;
mod initial;
mod location;
mod mistaken;
mod model;
mod name;
mod note;
mod operator;
mod property;
mod quantifier;
mod reach;
mod reachability;
mod require;
mod structured;
mod structured_type;
mod temporal;

pub use context::{Context, Logic};
pub use definition::check_definitions;
pub(crate) use definition::cycle_finding;
pub(crate) use denote::Denotation;
pub(crate) use domain::domain_span;
pub use model::check_model;

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use diagnostics::{Code, Diagnostic, Span};
use system::{ConstantValue, Value};

use crate::findings::Findings;
use crate::limits;
use crate::referents::NameLog;
use crate::scope::{Home, Scope};
use crate::symbols::{BodyIndex, BodyKind, DefinitionIndex, Symbols};
use crate::typed::{Instance, Slot, Typed, TypedKind};
use crate::types::DeclaredType;

/// The state of a check.
pub struct Checker<'a> {
    /// The text of the model, for messages that quote it.
    pub source: &'a str,
    /// What the model declares.
    pub symbols: Symbols<'a>,
    /// What was found so far.
    pub findings: Findings,
    /// The constants that the caller overrides.
    pub overrides: HashMap<String, ConstantValue>,
    pub(crate) constants: Vec<Progress<Option<Value>>>,
    /// Whether a constant's own value is a Boolean, as far as that is known.
    pub(crate) constant_kinds: Vec<Option<bool>>,
    pub(crate) named_types: Vec<Progress<Rc<DeclaredType>>>,
    pub(crate) variable_types: Vec<Option<Rc<DeclaredType>>>,
    /// The constants and types that are being computed, outermost first.
    pub(crate) pending: Vec<Pending>,
    /// The uses of definitions that are being expanded, outermost first.
    uses: Vec<(Span, &'a str)>,
    /// Definitions that lead to themselves; their uses stay unreported.
    cyclic: HashSet<DefinitionIndex>,
    /// In a check of a definition on its own: which definitions it uses.
    used_definitions: Vec<DefinitionIndex>,
    /// Whether an index that depends on the state was met where a constant is needed.
    wants_constant_index: bool,
    next_slot: u32,
    /// The constant that has no value, with the slot that stands for it.
    pub(crate) open_constant: Option<(usize, Slot)>,
    /// How many nodes come from the expansion of definitions.
    expanded: usize,
    /// The arguments that the definitions they were given to have used.
    used_arguments: HashSet<Span>,
    /// The uses of names that hide a member of an enumeration, with the place of their declaration.
    hiding: HashMap<Span, (String, Span)>,
    /// What names stand for, where an editor wants to know.
    pub(crate) name_log: Option<NameLog>,
}

/// Something that is computed when it is first needed.
#[derive(Debug, Clone)]
pub enum Progress<T> {
    /// Not needed so far.
    Open,
    /// Being computed: needing it now is a cycle.
    Pending,
    /// Known.
    Done(T),
}

/// Something that is being computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pending {
    /// A constant.
    Constant(usize),
    /// A named type.
    Type(usize),
}

impl<'a> Checker<'a> {
    /// A check of a model that declares these names.
    pub fn new(
        source: &'a str,
        symbols: Symbols<'a>,
        findings: Findings,
        overrides: HashMap<String, ConstantValue>,
    ) -> Self {
        let first_slot = 2 * u32::try_from(symbols.bodies.len()).unwrap_or(u32::MAX / 2);
        Checker {
            source,
            constants: vec![Progress::Open; symbols.constants.len()],
            constant_kinds: vec![None; symbols.constants.len()],
            named_types: vec![Progress::Open; symbols.named_types.len()],
            variable_types: vec![None; symbols.variables.len()],
            pending: Vec::new(),
            uses: Vec::new(),
            cyclic: HashSet::new(),
            used_definitions: Vec::new(),
            wants_constant_index: false,
            next_slot: first_slot,
            open_constant: None,
            expanded: 0,
            used_arguments: HashSet::new(),
            hiding: HashMap::new(),
            name_log: None,
            symbols,
            findings,
            overrides,
        }
    }

    /// A slot that no other name uses: trees may become parts of others, as the bounds of types do.
    pub(crate) fn fresh_slot(&mut self) -> Slot {
        self.next_slot += 1;
        Slot(self.next_slot - 1)
    }

    /// The scope inside a process or population.
    pub fn body_scope(&self, index: BodyIndex) -> Scope<'a> {
        let body = self.symbols.body(index);
        let (own, own_index) = own_slots(index);
        let span = body.declaration.name.span;
        let (instance, index_value) = match body.kind {
            BodyKind::Single(id) => (Some(Instance::Single(id)), None),
            BodyKind::Population(_) => (None, None),
            BodyKind::Array(id) => {
                let reference =
                    Typed::new(TypedKind::Slot(own), Some(crate::structures::Sort::Reference(id)), span);
                let index = Typed::int(TypedKind::Slot(own_index), span);
                (Some(Instance::Reference(id, Rc::new(reference))), Some(index))
            }
        };
        Scope::of(Home { body: index, instance, index: index_value, index_is_constant: true })
    }

    /// Adds a finding; inside a definition it says which use led there.
    pub(crate) fn report(&mut self, mut finding: Diagnostic) {
        if let Some((use_at, name)) = self.uses.first() {
            finding = finding.with_related(*use_at, format!("in this use of `{name}`"));
        }
        self.findings.report(finding);
    }

    /// Adds a finding about something that may not stand here. Inside a definition it is the use that is wrong.
    pub(crate) fn report_misplaced(&mut self, mut finding: Diagnostic) {
        if let Some((use_at, name)) = self.uses.first() {
            let inner = std::mem::replace(&mut finding.at, *use_at);
            let label = std::mem::replace(&mut finding.label, format!("`{name}` cannot be used here"));
            finding = finding.with_related(inner, label);
        }
        self.findings.report(finding);
    }

    /// A node of the tree, unless the tree is too deep.
    pub(crate) fn limited(&mut self, typed: Typed) -> Typed {
        if typed.traits.depth <= limits::DEPTH {
            return typed;
        }
        self.report_too_deep(typed.span);
        Typed::unknown(typed.span)
    }

    /// Reports, once for each use, definitions that are nested too deeply.
    pub(crate) fn report_too_deep(&mut self, span: Span) {
        let at = self.uses.first().map_or(span, |(use_at, _)| *use_at);
        let message = "the definitions used here are nested too deeply";
        let help = format!("when definitions are expanded, at most {} levels are possible", limits::DEPTH);
        let finding = Diagnostic::new(Code::ExpansionTooDeep, message, at, "too many levels");
        self.findings.report(finding.with_help(help));
    }

    /// Counts one more node, if it comes from the expansion of a definition; whether the check may go on.
    pub(crate) fn charge(&mut self) -> bool {
        let Some((use_at, _)) = self.uses.first() else { return true };
        self.expanded += 1;
        if self.expanded == limits::EXPANSION {
            self.findings.report(limits::too_large(*use_at));
        }
        self.expanded < limits::EXPANSION
    }
}

/// The slots that hold the reference to a process's own instance and its index.
pub fn own_slots(body: BodyIndex) -> (Slot, Slot) {
    let first = 2 * u32::try_from(body.0).unwrap_or(u32::MAX / 2);
    (Slot(first), Slot(first + 1))
}
