//! The sorts of values, and how those with parts are made. Two of equal structure are one.

use std::collections::HashMap;

use system::{EnumerationId, ProcessId};

/// What kind of value an expression has. Ranges, `nat` and `int` are all integers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Sort {
    /// A Boolean.
    Bool,
    /// An integer.
    Int,
    /// A member of the enumeration.
    Enumeration(EnumerationId),
    /// `null` or an instance of the process.
    Reference(ProcessId),
    /// A value with parts.
    Structure(StructureId),
}

impl Sort {
    /// The same in the system, for a value without parts.
    pub fn scalar(self) -> Option<system::Sort> {
        match self {
            Sort::Bool => Some(system::Sort::Bool),
            Sort::Int => Some(system::Sort::Int),
            Sort::Enumeration(id) => Some(system::Sort::Enumeration(id)),
            Sort::Reference(process) => Some(system::Sort::Reference(process)),
            Sort::Structure(_) => None,
        }
    }

    /// The values with parts that these are.
    pub fn structure(self) -> Option<StructureId> {
        match self {
            Sort::Structure(id) => Some(id),
            _ => None,
        }
    }
}

/// An index into the list of structures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StructureId(pub usize);

/// How a value with parts is made. The bounds of integers in it play no role.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Structure {
    /// `record { f: T, g: U }`
    Record(Vec<(String, Sort)>),
    /// `array [lo..hi] of T`
    Array(Extent, Sort),
    /// `set of T`
    Set(Sort),
    /// `fifo K of T`; without K if that depends on the instance of a process.
    Queue(Option<u32>, Sort),
}

/// The indices of an array.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Extent {
    /// From the first to the second.
    Range(i128, i128),
    /// So many, as in a literal, whatever the first is.
    Length(usize),
    /// They depend on the instance of a process.
    Open,
}

/// All structures of a model.
#[derive(Debug, Default)]
pub struct Structures {
    all: Vec<Structure>,
    ids: HashMap<Structure, StructureId>,
    /// Whether the size of some part depends on the instance of a process.
    open: Vec<bool>,
}

impl Structures {
    /// The sort of values made so.
    pub fn sort(&mut self, structure: Structure) -> Sort {
        if let Some(id) = self.ids.get(&structure) {
            return Sort::Structure(*id);
        }
        let is_open = match &structure {
            Structure::Record(fields) => fields.iter().any(|(_, sort)| self.is_open(*sort)),
            Structure::Array(extent, part) => *extent == Extent::Open || self.is_open(*part),
            Structure::Set(part) => self.is_open(*part),
            Structure::Queue(capacity, part) => capacity.is_none() || self.is_open(*part),
        };
        let id = StructureId(self.all.len());
        self.all.push(structure.clone());
        self.open.push(is_open);
        self.ids.insert(structure, id);
        Sort::Structure(id)
    }

    /// The sort of values made so, if any type of the model has them.
    pub fn find(&self, structure: &Structure) -> Option<Sort> {
        self.ids.get(structure).copied().map(Sort::Structure)
    }

    /// The fields with a name, of all records: the record, and the number of the field.
    pub fn fields_named<'s>(&'s self, name: &'s str) -> impl Iterator<Item = (StructureId, usize)> + 's {
        self.all.iter().enumerate().filter_map(move |(id, structure)| match structure {
            Structure::Record(fields) => {
                let number = fields.iter().position(|(field, _)| field == name)?;
                Some((StructureId(id), number))
            }
            _ => None,
        })
    }

    /// The structure with this number.
    pub fn get(&self, id: StructureId) -> &Structure {
        &self.all[id.0]
    }

    /// The structure of values of this sort, if they have parts.
    pub fn of(&self, sort: Sort) -> Option<&Structure> {
        sort.structure().map(|id| self.get(id))
    }

    /// Whether the size of some part depends on the instance of a process, so that whole values cannot be compared.
    pub fn is_open(&self, sort: Sort) -> bool {
        sort.structure().is_some_and(|id| self.open[id.0])
    }

    /// The fields of a record.
    pub fn fields(&self, sort: Sort) -> Option<&[(String, Sort)]> {
        match self.of(sort)? {
            Structure::Record(fields) => Some(fields),
            _ => None,
        }
    }

    /// The sort of the elements of a set.
    pub fn set_of(&self, sort: Sort) -> Option<Sort> {
        match self.of(sort)? {
            Structure::Set(element) => Some(*element),
            _ => None,
        }
    }

    /// The sort of the entries of a queue.
    pub fn queue_of(&self, sort: Sort) -> Option<Sort> {
        match self.of(sort)? {
            Structure::Queue(_, entry) => Some(*entry),
            _ => None,
        }
    }

    /// What both are: the same, except that the literal of an array fits all ranges of its length.
    pub fn join(&mut self, left: Sort, right: Sort) -> Option<Sort> {
        if left == right {
            return Some(left);
        }
        let (left, right) = (self.of(left)?.clone(), self.of(right)?.clone());
        let joined = match (left, right) {
            (Structure::Record(left), Structure::Record(right)) if left.len() == right.len() => {
                let mut fields = Vec::with_capacity(left.len());
                for ((name, left), (other, right)) in left.into_iter().zip(right) {
                    if name != other {
                        return None;
                    }
                    fields.push((name, self.join(left, right)?));
                }
                Structure::Record(fields)
            }
            (Structure::Array(left, first), Structure::Array(right, second)) => {
                Structure::Array(join_extents(left, right)?, self.join(first, second)?)
            }
            (Structure::Set(left), Structure::Set(right)) => Structure::Set(self.join(left, right)?),
            (Structure::Queue(left, first), Structure::Queue(right, second)) if left == right => {
                Structure::Queue(left, self.join(first, second)?)
            }
            _ => return None,
        };
        Some(self.sort(joined))
    }
}

fn join_extents(left: Extent, right: Extent) -> Option<Extent> {
    match (left, right) {
        (Extent::Range(low, high), Extent::Length(length))
        | (Extent::Length(length), Extent::Range(low, high)) => {
            let count = if high < low { 0 } else { high.checked_sub(low)?.checked_add(1)? };
            (i128::try_from(length).ok()? == count).then_some(Extent::Range(low, high))
        }
        _ => (left == right && left != Extent::Open).then_some(left),
    }
}
