//! The text of a model.

use super::flow::{Slots, Step};
use super::naming::{readable, variable_names};
use super::print::{LOOSE, Printer, TIGHT};
use super::update::Update;
use super::witness::is_possible;
use super::{ClauseSystem, ClauseTarget, Role};
use crate::Problem;
use crate::names::Names;
use crate::smtlib::term::{Sort, Term, TermKind, Variable};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Write;

/// What a model of clauses looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Style {
    /// A process with a location for each predicate; queries lead to a location `error`.
    Process,
    /// Events over the arguments of the one predicate; queries are invariants.
    Events,
}

/// The text of a model of clauses, which are reduced.
pub(crate) fn write_clauses(
    system: ClauseSystem,
    style: Style,
    comment: &str,
    name: &str,
) -> Result<String, Problem> {
    let mut writer = ClauseWriter::new(system, style);
    let text = writer.model(comment, name);
    match writer.printer.is_too_long || writer.system.terms.is_overflown {
        true if writer.system.terms.is_overflown => {
            Err(Problem::new("numbers of more than 18 digits are not supported", None))
        }
        true => Err(Problem::new("the model becomes too large when definitions are written out", None)),
        false => Ok(text),
    }
}

/// Formulas for some values of local variables.
#[derive(Debug, Clone, Default)]
struct Group {
    locals: BTreeSet<Variable>,
    parts: Vec<Term>,
}

struct ClauseWriter {
    system: ClauseSystem,
    style: Style,
    steps: Vec<Step>,
    slots: Slots,
    names: Names,
    /// The names of the variables.
    variables: Vec<String>,
    /// The names of the predicates that are locations.
    locations: BTreeMap<usize, String>,
    process: String,
    start: Option<String>,
    error: String,
    /// Local Booleans of steps that are variables of the model, with new values only.
    inputs: BTreeMap<Variable, usize>,
    /// The variables that steps change, as far as steps are written.
    changed: BTreeSet<usize>,
    printer: Printer,
}

impl ClauseWriter {
    fn new(mut system: ClauseSystem, style: Style) -> Self {
        let mut steps = Vec::new();
        for clause in system.clauses.clone() {
            for update in system.updates(&clause) {
                let update = system.shared(update);
                steps.push(Step { source: clause.source, target: clause.target, update });
            }
        }
        // What changes nothing leads nowhere.
        steps.retain(|step| !is_idle(&system, step));
        let slots = system.slots(&steps);
        let mut names = Names::default();
        let variables = variable_names(&slots).iter().map(|name| names.give(name)).collect();
        let mut writer = ClauseWriter {
            system,
            style,
            steps,
            slots,
            names,
            variables,
            locations: BTreeMap::new(),
            process: String::new(),
            start: None,
            error: String::new(),
            inputs: BTreeMap::new(),
            changed: BTreeSet::new(),
            printer: Printer::default(),
        };
        writer.name_places();
        writer.name_inputs();
        writer.name_terms();
        if writer.start.is_some() && !writer.steps.is_empty() {
            writer.style = Style::Process;
        }
        writer
    }

    /// Gives names to locations and to old and new values.
    fn name_places(&mut self) {
        self.process = self.names.give("Horn");
        self.error = self.names.give("error");
        let used: BTreeSet<usize> = self.slots_used();
        for predicate in used {
            let name = readable(&self.system.predicates[predicate].name);
            let name = name.unwrap_or_else(|| format!("location_{}", predicate + 1));
            self.locations.insert(predicate, self.names.give(&name));
        }
        let mut starts = self.steps.iter().filter(|step| step.source.is_none());
        let first = starts.next().map(|step| step.target);
        let is_single = starts.next().is_none() && matches!(first, Some(ClauseTarget::Predicate(_)));
        if !is_single || !self.is_start_possible() {
            self.start = Some(self.names.give("begin"));
        }
        for ((predicate, position), slot) in &self.slots.places {
            let argument = self.system.predicates[*predicate].arguments[*position];
            self.printer.names.insert(argument.now, self.variables[*slot].clone());
            self.printer.names.insert(argument.next, format!("{}'", self.variables[*slot]));
        }
        let all: Vec<Term> = self.steps.iter().flat_map(|step| roots(&step.update)).collect();
        for (number, local) in self.system.locals(&all).into_iter().enumerate() {
            let name =
                readable(self.system.terms.name(local)).unwrap_or_else(|| format!("some_{}", number + 1));
            self.printer.names.insert(local, self.names.give(&name));
        }
    }

    /// Makes the Booleans that a step needs, where there are many, variables of the model: a quantifier would be expanded into all their
    /// values.
    fn name_inputs(&mut self) {
        let first = self.variables.len();
        for at in 0..self.steps.len() {
            let step = self.steps[at].clone();
            let mut locals = self.system.locals(&roots(&step.update));
            locals.retain(|local| self.system.terms.sort_of(*local) == Sort::Bool);
            let is_inner = step.source.is_some() && matches!(step.target, ClauseTarget::Predicate(_));
            if !is_inner || locals.len() <= MOST_QUANTIFIED {
                continue;
            }
            let mut others = HashMap::new();
            for (number, local) in locals.into_iter().enumerate() {
                let slot = first + number;
                if slot == self.variables.len() {
                    let name = self.names.give(&format!("input_{}", number + 1));
                    self.slots.variables.push((Sort::Bool, name.clone()));
                    self.variables.push(name);
                }
                // Other steps may have the same local variable.
                let input = self.system.terms.variable("", Sort::Bool);
                self.printer.names.insert(input, format!("{}'", self.variables[slot]));
                self.inputs.insert(input, slot);
                others.insert(self.system.terms.read(local), self.system.terms.read(input));
            }
            let update = &mut self.steps[at].update;
            update.conditions = self.system.terms.replaced(&update.conditions, &others);
            for (_, value) in &mut update.values {
                *value = self.system.terms.replaced(&[*value], &others)[0];
            }
        }
    }

    /// Whether there are initial states: a model without any is refused, and so their conditions are put on the first step instead,
    /// unless values for them are found.
    fn is_start_possible(&self) -> bool {
        let starts = self.steps.iter().filter(|step| step.source.is_none());
        starts.into_iter().all(|step| is_possible(&self.system.terms, &step.update.conditions))
    }

    fn slots_used(&self) -> BTreeSet<usize> {
        let targets = self.steps.iter().filter_map(|step| match step.target {
            ClauseTarget::Predicate(target) => Some(target),
            ClauseTarget::Query(_) => None,
        });
        targets.collect()
    }

    /// Gives names to terms that stand in several places.
    fn name_terms(&mut self) {
        let all: Vec<Term> = self.steps.iter().flat_map(|step| roots(&step.update)).collect();
        let locals = self.system.locals(&all);
        for (number, term) in Printer::to_be_named(&self.system.terms, &all, &locals).into_iter().enumerate()
        {
            let name = self.names.give(&format!("part_{}", number + 1));
            self.printer.definitions.insert(term, name);
        }
    }

    fn model(&mut self, comment: &str, name: &str) -> String {
        let mut steps = String::new();
        match self.style {
            Style::Process => self.process(&mut steps),
            Style::Events => self.events(&mut steps),
        }
        let mut body = String::new();
        let initial = self.initial(&mut body);
        body.push_str(&steps);
        if !initial.is_empty() {
            let _ = writeln!(body, "\ninit {}", initial.join(" && "));
        }
        self.properties(&mut body);
        let head = format!("// {comment}\nmodel {}\n\n", crate::names::name(name));
        head + &body.replacen(DEFINITIONS, &self.definitions(), 1)
    }

    /// The definitions of the terms that have names.
    fn definitions(&mut self) -> String {
        let mut terms: Vec<Term> = self.printer.definitions.keys().copied().collect();
        terms.sort_unstable();
        let mut text = String::new();
        for term in terms {
            let body = self.printer.body(&self.system.terms, term);
            let _ = writeln!(text, "let {} = {body}", self.printer.definitions[&term]);
        }
        if text.is_empty() { text } else { text + "\n" }
    }

    /// Writes the variables; returns further conditions on their initial values.
    fn initial(&mut self, text: &mut String) -> Vec<String> {
        let mut values: BTreeMap<usize, String> = BTreeMap::new();
        let mut conditions = Vec::new();
        if self.start.is_none()
            && let Some(step) = self.steps.iter().find(|step| step.source.is_none()).cloned()
        {
            let mut formulas = step.update.conditions.clone();
            for (variable, value) in step.update.values {
                let is_constant = self.system.terms.as_bool(value).is_some()
                    || self.system.terms.as_number(value).is_some();
                match self.slot(variable) {
                    Some(slot) if is_constant => {
                        values.insert(slot, self.printer.text(&self.system.terms, value, TIGHT));
                    }
                    _ => formulas.push(self.equation(variable, value)),
                }
            }
            let others = self.next_to_now(step.target);
            let formulas = self.system.terms.replaced(&formulas, &others);
            for group in self.groups(&formulas) {
                conditions.push(self.group_text(&group, AND_TIGHT));
            }
        }
        self.declare(&values, text);
        let _ = write!(text, "\n{DEFINITIONS}");
        conditions
    }

    /// Writes the variables with their initial values; one that has none and that no step changes is a parameter.
    fn declare(&self, values: &BTreeMap<usize, String>, text: &mut String) {
        let mut declarations: Vec<(String, Vec<&str>)> = Vec::new();
        for (slot, (sort, _)) in self.slots.variables.iter().enumerate() {
            let value = values.get(&slot).map_or(String::new(), |value| format!(" := {value}"));
            let is_fixed = *sort == Sort::Int && value.is_empty() && !self.changed.contains(&slot);
            let (kind, sort) = (if is_fixed { "param" } else { "var" }, sort.name());
            let end = format!("{kind} {sort}{value}");
            match declarations.last_mut().filter(|(last, _)| *last == end && !is_fixed) {
                Some((_, names)) => names.push(&self.variables[slot]),
                None => declarations.push((end, vec![&self.variables[slot]])),
            }
        }
        for (end, names) in declarations {
            let (kind, end) = end.split_once(' ').expect("a kind and a type");
            let _ = writeln!(text, "{kind} {}: {end}", names.join(", "));
        }
    }

    fn next_to_now(&mut self, target: ClauseTarget) -> HashMap<Term, Term> {
        let ClauseTarget::Predicate(predicate) = target else { return HashMap::new() };
        let mut arguments = self.system.predicates[predicate].arguments.clone();
        // Those that were left out are local.
        arguments.retain(|argument| self.system.roles.contains_key(&argument.now));
        let terms = &mut self.system.terms;
        arguments.iter().map(|argument| (terms.read(argument.next), terms.read(argument.now))).collect()
    }

    fn slot(&self, variable: Variable) -> Option<usize> {
        match self.system.roles.get(&variable)? {
            Role::Now(predicate, position) | Role::Next(predicate, position) => {
                self.slots.places.get(&(*predicate, *position)).copied()
            }
        }
    }

    fn equation(&mut self, variable: Variable, value: Term) -> Term {
        let own = self.system.terms.read(variable);
        match self.system.terms.sort_of(variable) {
            Sort::Int => self.system.terms.equal(own, value),
            Sort::Bool => self.system.terms.iff(own, value),
        }
    }

    fn process(&mut self, text: &mut String) {
        let initial = self.steps.iter().find(|step| step.source.is_none()).map(|step| step.target);
        let mut locations: Vec<String> = self.start.clone().into_iter().collect();
        locations.extend(self.locations.values().cloned());
        locations.push(self.error.clone());
        let _ = writeln!(text, "process {} {{\nloc {}", self.process, locations.join(", "));
        if let (None, Some(ClauseTarget::Predicate(first))) = (&self.start, initial) {
            let _ = writeln!(text, "start {}", self.locations[&first]);
        }
        text.push('\n');
        for step in self.steps.clone() {
            let source = match (step.source, &self.start) {
                (Some(source), _) => self.locations.get(&source).cloned(),
                (None, start) => start.clone(),
            };
            let Some(source) = source else { continue };
            let target = match step.target {
                ClauseTarget::Predicate(target) => self.locations[&target].clone(),
                ClauseTarget::Query(_) => self.error.clone(),
            };
            let _ = writeln!(text, "{source} -> {target}{}", self.step(&step));
        }
        text.push_str("}\n");
    }

    fn events(&mut self, text: &mut String) {
        let steps: Vec<Step> = self.steps.iter().filter(|step| step.source.is_some()).cloned().collect();
        let steps: Vec<Step> =
            steps.into_iter().filter(|step| matches!(step.target, ClauseTarget::Predicate(_))).collect();
        for (number, step) in steps.iter().enumerate() {
            let name = if steps.len() == 1 { "step".into() } else { format!("step_{}", number + 1) };
            let name = self.names.give(&name);
            let shown = self.step(step);
            let shown = if shown.is_empty() { " do skip".into() } else { shown };
            let _ = writeln!(text, "event {name}{shown}");
        }
    }

    /// The guard and the action of a step.
    fn step(&mut self, step: &Step) -> String {
        let mut formulas = step.update.conditions.clone();
        let mut statements = Vec::new();
        let mut released = BTreeSet::new();
        let constants = self.constants(&step.update);
        for (variable, value) in &step.update.values {
            let Some(slot) = self.slot(*variable) else { continue };
            released.insert(slot);
            if self.system.is_next(*value) || self.system.is_local(*value) {
                formulas.push(self.equation(*variable, *value));
                continue;
            }
            let same = self.system.terms.as_variable(*value).and_then(|value| self.slot(value));
            if same != Some(slot) && constants.get(&slot) != Some(value) {
                let value = self.printer.text(&self.system.terms, *value, LOOSE);
                statements.push((slot, format!("{} := {value}", self.variables[slot])));
            }
        }
        let mut guards = Vec::new();
        let mut relations = Vec::new();
        for group in self.groups(&formulas) {
            let is_next = !self.next_slots(&group.parts).is_empty();
            if is_next { relations.push(group) } else { guards.push(self.group_text(&group, AND_TIGHT)) }
        }
        self.relate(&relations, &mut released, &mut statements);
        if let ClauseTarget::Predicate(target) = step.target {
            for slot in self.slots_of(target).difference(&released) {
                statements.push((*slot, format!("{} := any", self.variables[*slot])));
            }
        }
        self.changed.extend(statements.iter().map(|(slot, _)| *slot));
        let related: Vec<Term> = relations.iter().flat_map(|group| group.parts.clone()).collect();
        self.changed.append(&mut self.next_slots(&related));
        statements.sort();
        let statements: Vec<String> = statements.into_iter().map(|(_, statement)| statement).collect();
        let mut text = String::new();
        if !guards.is_empty() {
            let _ = write!(text, " when {}", guards.join(" && "));
        }
        if !statements.is_empty() {
            let _ = write!(text, " do {}", statements.join(", "));
        }
        text
    }

    /// Statements for relations: those of one new value alone stand behind `any where`.
    fn relate(
        &mut self,
        relations: &[Group],
        released: &mut BTreeSet<usize>,
        statements: &mut Vec<(usize, String)>,
    ) {
        let next: Vec<BTreeSet<usize>> =
            relations.iter().map(|group| self.next_slots(&group.parts)).collect();
        let is_alone = |slot: usize| next.iter().all(|slots| !slots.contains(&slot) || slots.len() == 1);
        let mut alone: BTreeMap<usize, Vec<String>> = BTreeMap::new();
        let mut together = Vec::new();
        for (group, slots) in relations.iter().zip(&next) {
            match slots.first() {
                Some(slot) if slots.len() == 1 && is_alone(*slot) => {
                    alone.entry(*slot).or_default().push(self.group_text(group, AND_TIGHT));
                }
                _ => together.push(self.group_text(group, AND_TIGHT)),
            }
        }
        for (slot, parts) in alone {
            statements.push((slot, format!("{} := any where {}", self.variables[slot], parts.join(" && "))));
        }
        if !together.is_empty() {
            statements.push((usize::MAX, format!("({})", together.join(" && "))));
        }
        released.extend(next.into_iter().flatten());
    }

    /// The variables whose new values formulas are about.
    fn next_slots(&self, parts: &[Term]) -> BTreeSet<usize> {
        let slot = |variable: Variable| match self.system.roles.get(&variable) {
            Some(Role::Next(..)) => self.slot(variable),
            Some(Role::Now(..)) => None,
            None => self.inputs.get(&variable).copied(),
        };
        self.system.terms.variables(parts).into_iter().filter_map(slot).collect()
    }

    fn slots_of(&self, predicate: usize) -> BTreeSet<usize> {
        let own = self.slots.places.iter().filter(|((other, _), _)| *other == predicate);
        own.map(|(_, slot)| *slot).collect()
    }

    /// The variables that have a constant value where an update is possible.
    fn constants(&mut self, update: &Update) -> BTreeMap<usize, Term> {
        let mut constants = BTreeMap::new();
        for condition in &update.conditions {
            if let [variable] = self.system.terms.candidates(*condition).as_slice()
                && matches!(self.system.roles.get(variable), Some(Role::Now(..)))
                && let (Some(slot), Some(value)) =
                    (self.slot(*variable), self.system.terms.solved(*condition, *variable))
            {
                constants.insert(slot, value);
            }
        }
        constants
    }

    /// Formulas that share local variables together, others alone.
    fn groups(&self, formulas: &[Term]) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        for formula in formulas {
            let locals = self.system.locals(&[*formula]);
            let locals = locals.into_iter().filter(|local| !self.inputs.contains_key(local)).collect();
            let mut group = Group { locals, parts: vec![*formula] };
            let (shared, rest): (Vec<Group>, Vec<Group>) =
                groups.into_iter().partition(|other| !other.locals.is_disjoint(&group.locals));
            for other in shared {
                group.locals.extend(other.locals);
                group.parts.splice(0..0, other.parts);
            }
            groups = rest;
            groups.push(group);
        }
        groups
    }

    fn group_text(&mut self, group: &Group, around: u8) -> String {
        if group.locals.is_empty() {
            let all = self.system.terms.and(group.parts.clone());
            return self.printer.text(&self.system.terms, all, around);
        }
        let mut text = String::from("(");
        for sort in [Sort::Int, Sort::Bool] {
            let own = group.locals.iter().filter(|local| self.system.terms.sort_of(**local) == sort);
            let own: Vec<&str> = own.map(|local| self.printer.names[local].as_str()).collect();
            if !own.is_empty() {
                let _ = write!(text, "exists {} in {}: ", own.join(", "), sort.name());
            }
        }
        let parts: Vec<String> =
            group.parts.iter().map(|part| self.printer.text(&self.system.terms, *part, AND_TIGHT)).collect();
        text + &parts.join(" && ") + ")"
    }

    fn properties(&mut self, text: &mut String) {
        if self.style == Style::Process {
            let _ = writeln!(text, "\ninvariant safe: !({} at {})", self.process, self.error);
            return;
        }
        self.write_hints(text);
        text.push('\n');
        for (number, name) in self.system.properties.clone().into_iter().enumerate() {
            let bad: Vec<Step> = self
                .steps
                .iter()
                .filter(|step| step.target == ClauseTarget::Query(number))
                .cloned()
                .collect();
            let mut parts = Vec::new();
            for step in bad {
                let groups = self.groups(&step.update.conditions);
                let is_plain = groups.iter().all(|group| group.locals.is_empty());
                if is_plain {
                    let all = self.system.terms.and(step.update.conditions);
                    let good = self.system.terms.not(all);
                    parts.push(self.printer.text(&self.system.terms, good, AND_TIGHT));
                } else {
                    let all: Vec<String> =
                        groups.iter().map(|group| self.group_text(group, AND_TIGHT)).collect();
                    parts.push(format!("!({})", all.join(" && ")));
                }
            }
            let shown = if parts.is_empty() { "true".into() } else { parts.join(" && ") };
            let name = self.names.give(&name);
            let _ = writeln!(text, "invariant {name}: {shown}");
        }
    }

    /// Writes the predicates that the file names, as far as they are about variables that are left.
    fn write_hints(&mut self, text: &mut String) {
        let mut shown = BTreeSet::new();
        for hint in self.system.hints.clone() {
            let is_known = !self.system.is_local(hint) && !self.system.is_next(hint);
            if is_known && self.system.terms.as_bool(hint).is_none() && shown.insert(hint) {
                let name = self.names.give(&format!("predicate_{}", shown.len()));
                let hint = self.printer.text(&self.system.terms, hint, LOOSE);
                let _ = writeln!(text, "predicate {name}: {hint}");
            }
        }
    }
}

/// The most local Booleans of a step that are quantified.
const MOST_QUANTIFIED: usize = 3;

/// Where the definitions go once all else is written.
const DEFINITIONS: &str = "\u{0}";

/// The tightness of what stands beside `&&`.
const AND_TIGHT: u8 = 3;

/// Whether a step leaves all arguments as they are.
fn is_idle(system: &ClauseSystem, step: &Step) -> bool {
    let Some(source) = step.source.filter(|source| step.target == ClauseTarget::Predicate(*source)) else {
        return false;
    };
    let kept = system.predicates[source].arguments.iter().filter(|kept| system.roles.contains_key(&kept.now));
    kept.into_iter().all(|argument| {
        let value = step.update.values.iter().find(|(variable, _)| *variable == argument.next);
        let value = value.map(|(_, value)| *value);
        let is_same = value.and_then(|value| system.terms.as_variable(value)) == Some(argument.now);
        is_same
            || value.is_some_and(|value| {
                step.update.conditions.iter().any(|condition| {
                    matches!((system.terms.kind(*condition), system.terms.as_bool(value)),
                (TermKind::Variable(variable), Some(true)) if *variable == argument.now)
                        || matches!((system.terms.kind(*condition), system.terms.as_bool(value)),
                (TermKind::Not(inner), Some(false)) if system.terms.as_variable(*inner) == Some(argument.now))
                })
            })
    })
}

fn roots(update: &Update) -> Vec<Term> {
    let values = update.values.iter().map(|(_, value)| *value);
    update.conditions.iter().copied().chain(values).collect()
}
