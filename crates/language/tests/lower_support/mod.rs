//! Systems as compact text, and findings as people see them.
#![allow(dead_code, reason = "each test binary uses a part of this")]

mod action;
mod formula;

use language::{Loaded, Overrides, load};
use system::{Assumption, ConstantValue, Edge, Movement, Role, System};

/// The system of a model without findings.
#[track_caller]
pub fn system(source: &str) -> System {
    let loaded = load(source, &Overrides::default());
    assert!(loaded.diagnostics.is_empty(), "{}", render(&loaded, source));
    loaded.system.expect("a model without findings has a system")
}

/// The system of a model that may have warnings.
#[track_caller]
pub fn system_with_warnings(source: &str) -> System {
    let loaded = load(source, &Overrides::default());
    assert!(loaded.system.is_some(), "{}", render(&loaded, source));
    loaded.system.expect("a model without errors has a system")
}

/// The findings of a model, as they are shown.
pub fn findings(source: &str) -> String {
    render(&load(source, &Overrides::default()), source)
}

/// The codes of the findings of a model, each with the text that it underlines.
pub fn codes(source: &str) -> String {
    let loaded = load(source, &Overrides::default());
    let mut lines = String::new();
    for finding in &loaded.diagnostics {
        let text = source.get(finding.at.range()).unwrap_or("");
        lines.push_str(&format!("{} `{}`: {}\n", finding.code.as_str(), text, finding.message));
    }
    if loaded.diagnostics.is_empty() {
        lines.push_str("nothing\n");
    }
    lines
}

fn render(loaded: &Loaded, source: &str) -> String {
    let mut text = diagnostics::render(&loaded.diagnostics, source, "model.fathom", false);
    for problem in &loaded.problems {
        text.push_str(problem);
        text.push('\n');
    }
    text
}

/// A model with overrides: its constants and initial conditions, or what is wrong.
pub fn overridden(source: &str, constants: &[(&str, ConstantValue)], sizes: &[(&str, i128)]) -> String {
    let overrides = Overrides {
        constants: constants.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect(),
        sizes: sizes.iter().map(|(name, size)| ((*name).to_owned(), *size)).collect(),
    };
    let loaded = load(source, &overrides);
    match &loaded.system {
        None => render(&loaded, source),
        Some(system) => format!("{}{}{}", constants_of(system), populations_of(system), initial_of(system)),
    }
}

/// The whole system.
pub fn dump(system: &System) -> String {
    [
        constants_of(system),
        variables_of(system),
        populations_of(system),
        initial_of(system),
        edges_of(system),
        transitions_of(system),
        fairness_of(system),
        properties_of(system),
    ]
    .concat()
}

pub fn constants_of(system: &System) -> String {
    let show = |value| match value {
        ConstantValue::Int(value) => value.to_string(),
        ConstantValue::Bool(value) => value.to_string(),
    };
    lines(
        system
            .constants
            .iter()
            .map(|constant| format!("const {} := {}", constant.name, show(constant.value))),
    )
}

pub fn variables_of(system: &System) -> String {
    lines(system.variables.iter().map(|variable| {
        let word = match variable.role {
            Role::Variable => "var",
            Role::Param => "param",
            Role::Location => "location",
            Role::Counter(_) => "counter",
        };
        format!("{word} {}: {}", variable.name, system.show_type(variable.ty))
    }))
}

fn populations_of(system: &System) -> String {
    lines(system.populations.iter().map(|population| {
        let open = if population.is_open { " open" } else { "" };
        let size = population.size.map_or_else(String::new, |size| format!(" size {size}"));
        format!("population {}{open}{size}", population.name)
    }))
}

pub fn initial_of(system: &System) -> String {
    lines(system.initial.iter().map(|condition| format!("init {}", system.show_expr(condition))))
}

pub fn edges_of(system: &System) -> String {
    lines(system.edges.iter().map(|edge| edge_of(system, edge)))
}

fn edge_of(system: &System, edge: &Edge) -> String {
    let mut text = format!("edge {}", edge.name);
    let name = |variable: system::VariableId| &system.variable(variable).name;
    match edge.movement {
        Movement::None => {}
        Movement::Location { variable, from, to } => {
            text.push_str(&format!(" ({} {from}->{to})", name(variable)));
        }
        Movement::Counter { from, to } => text.push_str(&format!(" ({} -> {})", name(from), name(to))),
    }
    if system.show_expr(&edge.guard) != "true" {
        text.push_str(&format!(" when {}", system.show_expr(&edge.guard)));
    }
    if !edge.action.steps.is_empty() {
        text.push_str(&format!(" do {}", action::block(system, &edge.action)));
    }
    text
}

pub fn transitions_of(system: &System) -> String {
    let alone = system.transitions.iter().filter(|transition| transition.receivers.is_empty());
    let first = format!("{} transitions, {} of them alone\n", system.transitions.len(), alone.count());
    let together = system.transitions.iter().filter(|transition| !transition.receivers.is_empty());
    let shown = together.map(|transition| {
        let mut text = system.edge(transition.sender).name.clone();
        for receiver in &transition.receivers {
            let sign = if receiver.required { '&' } else { '?' };
            text.push_str(&format!(" {sign} {}", system.edge(receiver.edge).name));
        }
        text
    });
    first + &lines(shown)
}

pub fn fairness_of(system: &System) -> String {
    let unit = |word: &str, unit: &system::Unit| {
        let edges: Vec<&str> = unit.edges.iter().map(|edge| system.edge(*edge).name.as_str()).collect();
        format!("{word} {}: {}", unit.name, edges.join(", "))
    };
    lines(system.fairness.iter().map(|fairness| match &fairness.assumption {
        Assumption::Weak(weak) => unit("fair", weak),
        Assumption::Strong(strong) => unit("strong", strong),
        Assumption::Justice(condition) => format!("justice {}", system.show_expr(condition)),
        Assumption::Compassion(first, second) => {
            format!("compassion ({}, {})", system.show_expr(first), system.show_expr(second))
        }
    }))
}

pub fn properties_of(system: &System) -> String {
    lines(system.properties.iter().map(|property| formula::property(system, property)))
}

/// The formula of the first property.
pub fn first_property(source: &str) -> String {
    let system = system(source);
    formula::property(&system, &system.properties[0])
}

fn lines(all: impl Iterator<Item = String>) -> String {
    all.map(|line| line + "\n").collect()
}
