//! The variables that a declaration becomes.

use diagnostics::Span;
use system::parameterized::{Domain, INSTANCE, ParameterizedVariable};
use system::{ProcessId, Value};

use super::home::{SetBase, Stage, VariableHome};
use super::{Extraction, Open, OpenObstacle};
use crate::symbols::BodyKind;
use crate::typed::{Selection, TypedPlace, VariableIndex};
use crate::types::{DeclaredType, Form, Scalar};

/// More elements than this of arrays of fixed size are too many.
const ELEMENTS: usize = 64;

/// A part of a variable, on the way to those without parts.
#[derive(Clone)]
struct Part {
    variable: VariableIndex,
    span: Span,
    /// What each of its elements is called.
    names: Vec<String>,
    path: Vec<Stage>,
    is_local: bool,
}

impl Part {
    fn with(&self, stage: Stage, names: Vec<String>) -> Part {
        let mut part = self.clone();
        part.path.push(stage);
        part.is_local |= stage == Stage::Each;
        part.names = names;
        part
    }

    fn renamed(&self, rename: impl Fn(&str) -> String) -> Vec<String> {
        self.names.iter().map(|name| rename(name)).collect()
    }

    fn obstacle(&self, what: &str) -> OpenObstacle {
        OpenObstacle::new(format!("`{}` {what}", self.names.first().map_or("", String::as_str)), self.span)
    }
}

/// The fields that lead to a place.
pub(super) fn fields_of(place: &TypedPlace) -> Vec<usize> {
    let field = |selection: &Selection| match selection {
        Selection::Field(number) => Some(*number),
        Selection::Index(_) => None,
    };
    place.path.iter().filter_map(field).collect()
}

impl Extraction<'_> {
    /// Declares a variable with all its parts.
    pub(super) fn variable(&mut self, index: VariableIndex) -> Open<Vec<VariableHome>> {
        let symbol = self.checker.symbols.variable(index);
        let span = symbol.name.span;
        let (is_local, name) = match symbol.body.map(|body| self.checker.symbols.body(body)) {
            None => (false, symbol.name.text.clone()),
            Some(body) => {
                (matches!(body.kind, BodyKind::Array(_)), format!("{}.{}", body.name(), symbol.name.text))
            }
        };
        if symbol.is_param {
            return Err(OpenObstacle::new(format!("`{name}` is a parameter"), span));
        }
        let declared = self.checker.variable_type(index);
        let mut homes = Vec::new();
        let part = Part { variable: index, span, names: vec![name], path: Vec::new(), is_local };
        self.parts(&declared, &part, &mut homes)?;
        Ok(homes)
    }

    fn parts(&mut self, declared: &DeclaredType, part: &Part, homes: &mut Vec<VariableHome>) -> Open<()> {
        match &declared.form {
            Form::Scalar(scalar) => {
                let domain = self.domain(scalar, part)?;
                let is_index = matches!(domain, Domain::Pointer { null: false, .. });
                let home = self.declare_all(part, &domain, is_index);
                homes.push(home);
            }
            Form::Record(fields) => {
                for (number, (name, field)) in fields.iter().enumerate() {
                    let names = part.renamed(|whole| format!("{whole}.{name}"));
                    self.parts(field, &part.with(Stage::Field(number), names), homes)?;
                }
            }
            Form::Array(low, high, element) => {
                let inner = if self.open_range(low, high, part.span)?.is_some() {
                    if part.is_local {
                        return Err(part.obstacle("has an element for each pair of instances"));
                    }
                    part.with(Stage::Each, part.renamed(|whole| format!("{whole}[{INSTANCE}]")))
                } else {
                    let bounds = self.constant(low).zip(self.constant(high));
                    let depends = || {
                        let name = part.names.first().map_or("", String::as_str);
                        OpenObstacle::new(format!("the size of `{name}` depends on the instance"), part.span)
                    };
                    let (low, high) = bounds.ok_or_else(depends)?;
                    let count = usize::try_from(high - low + 1).unwrap_or(0);
                    if count.saturating_mul(part.names.len()) > ELEMENTS {
                        return Err(part.obstacle("has too many elements"));
                    }
                    let named =
                        |whole: &String| (low..=high).map(|at| format!("{whole}[{at}]")).collect::<Vec<_>>();
                    let names = part.names.iter().flat_map(named).collect();
                    part.with(Stage::Element(i64::try_from(low).unwrap_or(0), count), names)
                };
                self.parts(element, &inner, homes)?;
            }
            Form::Set(element) => {
                let home = self.set_of(element, part)?;
                homes.push(home);
            }
            Form::Queue(..) => return Err(part.obstacle("is a queue")),
        }
        Ok(())
    }

    /// The variables of a set: a truth value for each element that it can have.
    fn set_of(&mut self, element: &DeclaredType, part: &Part) -> Open<VariableHome> {
        let Some(scalar) = element.as_scalar() else {
            return Err(part.obstacle("is a set of values with parts"));
        };
        let pairs = || part.obstacle("has an element for each pair of instances");
        if let Scalar::Reference(process) = scalar {
            self.in_family(*process, part.span)?;
            if part.is_local {
                return Err(pairs());
            }
            return Ok(self.set_of_references(*process, part));
        }
        if let Scalar::Range(low, high) = scalar
            && self.is_family(low, high, part.span)?
        {
            if part.is_local {
                return Err(pairs());
            }
            let names = part.renamed(|whole| format!("{INSTANCE} in {whole}"));
            let inner = part.with(Stage::Each, names);
            let home = self.declare_all(&inner, &Domain::Bool, false);
            return Ok(VariableHome { set: Some(SetBase::Indices), ..home });
        }
        let values = self.values_of(scalar).filter(|values| values.len() * part.names.len() <= ELEMENTS);
        let values = values.ok_or_else(|| part.obstacle("has too many elements"))?;
        let named = |whole: &String| {
            values.iter().map(|(_, shown)| format!("{shown} in {whole}")).collect::<Vec<_>>()
        };
        let names = part.names.iter().flat_map(named).collect();
        let inner = part.with(Stage::Element(0, values.len()), names);
        let home = self.declare_all(&inner, &Domain::Bool, false);
        let base = SetBase::Values(values.into_iter().map(|(value, _)| value).collect());
        Ok(VariableHome { set: Some(base), ..home })
    }

    fn set_of_references(&mut self, process: ProcessId, part: &Part) -> VariableHome {
        let null = part.with(Stage::Element(0, 1), part.renamed(|whole| format!("null in {whole}")));
        let null = self.declare_all(&null, &Domain::Bool, false).first;
        let owner = self.checker.symbols.process(process).name().to_owned();
        let names = part.renamed(|whole| format!("{owner}[{INSTANCE}] in {whole}"));
        let home = self.declare_all(&part.with(Stage::Each, names), &Domain::Bool, false);
        VariableHome { set: Some(SetBase::References(process, null)), ..home }
    }

    /// The values of a type with few of them, and how they are shown.
    fn values_of(&mut self, scalar: &Scalar) -> Option<Vec<(Value, String)>> {
        Some(match scalar {
            Scalar::Bool => [false, true].map(|value| (Value::Bool(value), value.to_string())).to_vec(),
            Scalar::Enumeration(id) => {
                let members = &self.checker.symbols.enumerations.members[id.index()];
                (0..).zip(members).map(|(number, name)| (Value::Member(number), name.clone())).collect()
            }
            Scalar::Range(low, high) => {
                let (low, high) = (self.constant(low)?, self.constant(high)?);
                if high - low >= ELEMENTS as i128 {
                    return None;
                }
                (low..=high).map(|value| (Value::Int(value), value.to_string())).collect()
            }
            _ => return None,
        })
    }

    fn declare_all(&mut self, part: &Part, domain: &Domain, is_index: bool) -> VariableHome {
        let variables = if part.is_local { &self.system.locals } else { &self.system.globals };
        let first = variables.len();
        let is_element = part.path.contains(&Stage::Each);
        // An array of values without parts is called what it is declared as.
        let suffix = format!("[{INSTANCE}]");
        for name in &part.names {
            let name = match part.path[..] {
                [Stage::Each] => name.strip_suffix(&suffix).unwrap_or(name),
                _ => name,
            };
            self.declare(part.is_local, name.to_owned(), domain.clone(), is_element);
        }
        VariableHome { path: part.path.clone(), is_local: part.is_local, first, is_index, set: None }
    }

    pub(super) fn declare(
        &mut self,
        is_local: bool,
        name: String,
        domain: Domain,
        is_element: bool,
    ) -> usize {
        let variables = if is_local { &mut self.system.locals } else { &mut self.system.globals };
        variables.push(ParameterizedVariable { name, domain, role: None, neighbour: None, is_element });
        variables.len() - 1
    }

    fn domain(&mut self, scalar: &Scalar, part: &Part) -> Open<Domain> {
        let small = |value: i128| i16::try_from(value).ok().filter(|value| value.abs() < 30_000);
        let name = part.names.first().cloned().unwrap_or_default();
        let span = part.span;
        Ok(match scalar {
            Scalar::Bool => Domain::Bool,
            Scalar::Enumeration(id) => {
                let count = self.checker.symbols.enumerations.members[id.index()].len();
                Domain::Members(i16::try_from(count).unwrap_or(i16::MAX))
            }
            Scalar::Reference(process) => {
                self.in_family(*process, span)?;
                Domain::Pointer { null: true, below: 0 }
            }
            Scalar::Range(low, high) => {
                let too_large = || OpenObstacle::new(format!("the bounds of `{name}` are too large"), span);
                let Some((first, offset)) = self.range_of(low, high, &name, span)? else {
                    let (low, high) = (self.constant(low), self.constant(high));
                    let (low, high) = (low.and_then(small), high.and_then(small));
                    return low.zip(high).map(|(low, high)| Domain::Range(low, high)).ok_or_else(too_large);
                };
                let below = self.system.first_index - first;
                if !self.is_number(part) && offset == self.system.last_offset && (0..100).contains(&below) {
                    return Ok(Domain::Pointer { null: false, below: small(below).ok_or_else(too_large)? });
                }
                match small(first).filter(|low| (0..=2).contains(low)) {
                    Some(low) => Domain::UpTo(low, offset),
                    None => return Err(OpenObstacle::new(format!("the range of `{name}`"), span)),
                }
            }
            Scalar::Nat | Scalar::Int | Scalar::Unknown => {
                return Err(OpenObstacle::new(format!("`{name}` has no bounds"), span));
            }
        })
    }

    /// Whether a part is computed with or compared by size.
    fn is_number(&self, part: &Part) -> bool {
        let field = |stage: &Stage| match stage {
            Stage::Field(number) => Some(*number),
            Stage::Each | Stage::Element(..) => None,
        };
        self.numbers.contains(&(part.variable, part.path.iter().filter_map(field).collect()))
    }

    fn range_of(
        &mut self,
        low: &crate::typed::Typed,
        high: &crate::typed::Typed,
        name: &str,
        span: Span,
    ) -> Open<Option<(i128, i128)>> {
        let message = format!("the range of `{name}` neither is fixed nor runs up to the open constant");
        self.open_range(low, high, span).map_err(|_| OpenObstacle::new(message, span))
    }
}
