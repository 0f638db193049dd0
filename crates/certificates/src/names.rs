//! The names that formulas and paths use: which there are, what they denote, and how they are written.
//!
//! A variable is called as in traces. Two different variables can have one such name (backquotes allow any text in a name), and a
//! variable can be called like a value of its own type; then it gets a prime, so that each name denotes one thing wherever it stands.

use crate::{Refusal, Term};
use std::collections::HashMap;
use system::{EnumerationId, ProcessId, Role, Sort, System, Value, VariableId};

/// The words of the language that are no names unless they stand in backquotes.
const RESERVED: &str = "any array assert at bool bound broadcast choose compassion const count ctl do else event exists fair false forall if in \
    init int invariant justice let loc ltl model nat null of or param population process reachable ref self skip start strong sync then true \
    type var when where channel lossy clock stack push pop module prove";

/// The largest number of names among which a similar one is looked for, and the largest length of a name for that.
const SIMILAR: (usize, usize) = (10_000, 64);

/// What a name denotes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Denoted {
    /// A variable of the system.
    Variable(VariableId),
    /// A variable that is not one of the system's.
    Extra(usize),
    /// A definition.
    Definition(usize),
}

/// The names of a system's variables and values, and those that one certificate adds.
#[derive(Debug, Clone)]
pub struct Names<'a> {
    system: &'a System,
    /// For each variable, its name in paths and its text in formulas.
    variables: Vec<(String, String)>,
    denoted: HashMap<String, Denoted>,
    added: HashMap<String, Denoted>,
    extras: Vec<String>,
    definitions: Vec<(String, Option<Sort>)>,
    constants: HashMap<Sort, HashMap<String, Value>>,
}

impl<'a> Names<'a> {
    /// The names of a system.
    pub fn new(system: &'a System) -> Self {
        let mut names = Names {
            system,
            variables: Vec::with_capacity(system.variables.len()),
            denoted: HashMap::with_capacity(system.variables.len()),
            added: HashMap::new(),
            extras: Vec::new(),
            definitions: Vec::new(),
            constants: constants(system),
        };
        for index in 0..system.variables.len() {
            names.add_variable(VariableId::from_index(index));
        }
        names
    }

    fn add_variable(&mut self, id: VariableId) {
        let variable = self.system.variable(id);
        let is_taken = |name: &str| {
            let value =
                self.constants.get(&variable.ty.sort()).is_some_and(|values| values.contains_key(name));
            value || self.denoted.contains_key(name)
        };
        let mut name = variable.name.clone();
        while is_taken(&name) {
            name.push('\'');
        }
        let text = match variable.role {
            Role::Counter(population) => {
                let population = &self.system.population(population).name;
                let location =
                    name.strip_prefix(population.as_str()).and_then(|rest| rest.strip_prefix(" at "));
                format!("count({} at {})", quoted(population), quoted(location.unwrap_or(&name)))
            }
            _ => quoted(&name),
        };
        self.denoted.insert(name.clone(), Denoted::Variable(id));
        self.variables.push((name, text));
    }

    /// Begins another certificate, with these names of extra variables and no definitions.
    ///
    /// # Errors
    /// [`Refusal::Malformed`] if a name denotes something else already.
    pub fn begin<'n>(&mut self, extras: impl IntoIterator<Item = &'n str>) -> Result<(), Refusal> {
        self.added.clear();
        self.extras.clear();
        self.definitions.clear();
        let mut result = Ok(());
        for (index, name) in extras.into_iter().enumerate() {
            self.extras.push(name.to_owned());
            result = result.and(self.add(name, Denoted::Extra(index)));
        }
        result
    }

    /// Adds the next definition, with the sort of its values.
    ///
    /// # Errors
    /// [`Refusal::Malformed`] if the name denotes something else already.
    pub fn define(&mut self, name: &str, sort: Option<Sort>) -> Result<(), Refusal> {
        let denoted = Denoted::Definition(self.definitions.len());
        self.definitions.push((name.to_owned(), sort));
        self.add(name, denoted)
    }

    fn add(&mut self, name: &str, denoted: Denoted) -> Result<(), Refusal> {
        if self.denoted.contains_key(name) || self.added.insert(name.to_owned(), denoted).is_some() {
            return Err(Refusal::Malformed(format!("`{}` is the name of two things", shortened(name))));
        }
        Ok(())
    }

    /// The system.
    pub fn system(&self) -> &'a System {
        self.system
    }

    /// What a name denotes, backquotes left out.
    pub(crate) fn denoted(&self, name: &str) -> Option<Denoted> {
        self.denoted.get(name).or_else(|| self.added.get(name)).copied()
    }

    /// The variable with this name in a path.
    pub(crate) fn variable(&self, name: &str) -> Option<VariableId> {
        match self.denoted.get(name) {
            Some(Denoted::Variable(id)) => Some(*id),
            _ => None,
        }
    }

    /// The name of a variable in a path.
    pub(crate) fn path_name(&self, id: VariableId) -> &str {
        self.variables.get(id.index()).map_or("?", |(name, _)| name)
    }

    /// How what is denoted is written in a formula.
    pub(crate) fn text(&self, denoted: Denoted) -> String {
        let text = match denoted {
            Denoted::Variable(id) => self.variables.get(id.index()).map(|(_, text)| text.clone()),
            Denoted::Extra(index) => self.extras.get(index).map(|name| quoted(name)),
            Denoted::Definition(index) => self.definitions.get(index).map(|(name, _)| quoted(name)),
        };
        text.unwrap_or_else(|| "?".into())
    }

    /// The value with this name, among those of a sort.
    pub(crate) fn constant(&self, sort: Sort, name: &str) -> Option<Value> {
        self.constants.get(&sort)?.get(name).copied()
    }

    /// How a value of a sort is written.
    pub(crate) fn constant_text(&self, sort: Option<Sort>, value: Value) -> String {
        let system = self.system;
        let text = match (sort, value) {
            (_, Value::Bool(value)) => Some(value.to_string()),
            (_, Value::Int(value)) => Some(value.to_string()),
            (_, Value::Reference(None)) => Some("null".into()),
            (Some(Sort::Enumeration(id)), Value::Member(member)) => {
                system.enumeration(id).members.get(member as usize).map(|name| quoted(name))
            }
            (Some(Sort::Reference(id)), Value::Reference(Some(ordinal))) => {
                (ordinal < system.process(id).count).then(|| quoted(&system.show_instance(id, ordinal)))
            }
            (Some(Sort::Location(id)), Value::Location(location)) => {
                system.process(id).locations.get(location as usize).map(|name| quoted(name))
            }
            _ => None,
        };
        text.unwrap_or_else(|| "?".into())
    }

    /// The sort of what is denoted; nothing for a definition whose sort is not known.
    pub(crate) fn denoted_sort(&self, denoted: Denoted) -> Option<Sort> {
        match denoted {
            Denoted::Variable(id) => self.system.variables.get(id.index()).map(|variable| variable.ty.sort()),
            Denoted::Extra(_) => Some(Sort::Int),
            Denoted::Definition(index) => self.definitions.get(index).and_then(|(_, sort)| *sort),
        }
    }

    /// The sort of a term's value; nothing for members, references and locations without a variable beside them, which do not say
    /// what they are members of.
    pub fn sort_of(&self, term: &Term) -> Option<Sort> {
        match term {
            Term::Constant(Value::Bool(_))
            | Term::Not(_)
            | Term::And(_)
            | Term::Or(_)
            | Term::Compare(..) => Some(Sort::Bool),
            Term::Constant(Value::Int(_))
            | Term::Sum(_)
            | Term::Times(..)
            | Term::Divide(..)
            | Term::Modulo(..) => Some(Sort::Int),
            Term::Constant(_) => None,
            Term::Variable(id) => self.denoted_sort(Denoted::Variable(*id)),
            Term::Extra(index) => self.denoted_sort(Denoted::Extra(*index)),
            Term::Name(index) => self.denoted_sort(Denoted::Definition(*index)),
            Term::If(_, a, b) => self.sort_of(a).or_else(|| self.sort_of(b)),
        }
    }

    /// A known name that is similar to one that is not known.
    pub(crate) fn similar(&self, name: &str) -> Option<&str> {
        let all = self
            .denoted
            .keys()
            .chain(self.added.keys())
            .chain(self.constants.values().flat_map(HashMap::keys));
        let near = all.take(SIMILAR.0).filter(|known| known.len() <= SIMILAR.1).map(String::as_str);
        if name.len() <= SIMILAR.1 { diagnostics::nearest(name, near) } else { None }
    }
}

/// The values that have names, by their sorts.
fn constants(system: &System) -> HashMap<Sort, HashMap<String, Value>> {
    let mut constants = HashMap::new();
    for (index, enumeration) in system.enumerations.iter().enumerate() {
        let members = enumeration.members.iter().zip(0..).map(|(name, at)| (name.clone(), Value::Member(at)));
        constants.insert(Sort::Enumeration(EnumerationId::from_index(index)), members.collect());
    }
    for (index, process) in system.processes.iter().enumerate() {
        let id = ProcessId::from_index(index);
        let instances =
            (0..process.count).map(|at| (system.show_instance(id, at), Value::Reference(Some(at))));
        constants.insert(Sort::Reference(id), instances.collect());
        let locations =
            process.locations.iter().zip(0..).map(|(name, at)| (name.clone(), Value::Location(at)));
        constants.insert(Sort::Location(id), locations.collect());
    }
    constants
}

/// The name, in backquotes unless it is made of identifiers with dots and indices.
fn quoted(name: &str) -> String {
    if is_plain(name) { name.to_owned() } else { format!("`{name}`") }
}

fn is_plain(name: &str) -> bool {
    name.split('.').all(|part| {
        let (word, indices) = part.split_at(part.find('[').unwrap_or(part.len()));
        let starts_well = word.starts_with(|c: char| c.is_alphabetic() || c == '_');
        let goes_on_well = word.chars().all(|c| c.is_alphanumeric() || c == '_');
        starts_well
            && goes_on_well
            && !RESERVED.split_whitespace().any(|reserved| reserved == word)
            && are_indices(indices)
    })
}

/// Whether this is `[1]`, `[1][-2]`, … or nothing.
fn are_indices(text: &str) -> bool {
    text.is_empty()
        || text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).is_some_and(|inner| {
            inner.split("][").all(|index| {
                let digits = index.strip_prefix('-').unwrap_or(index);
                !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit())
            })
        })
}

/// A name or a text for a message, cut off if it is long.
pub(crate) fn shortened(text: &str) -> String {
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}
