//! Sorts, their colours, and the variables of a coloured net.

use crate::Problem;
use crate::xml::{attribute, child, elements, name, only_child, problem};
use roxmltree::Node;
use std::collections::HashMap;
use std::rc::Rc;

/// The most colours of a sort.
const MOST_COLOURS: usize = 10_000_000;

/// Sorts that refer to each other more often than this are refused.
const DEEPEST: usize = 100;

/// A finite sort. Its colours are numbered from zero on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ColourSort {
    /// One colour without a name.
    Dot,
    /// Named colours: those of an enumeration or of a partition, with its identifier, or the truth values.
    Enumeration(String, Vec<String>),
    /// The integers from the first to the second.
    Range(i64, i64),
    /// Tuples. The last part counts fastest.
    Product(Vec<Rc<ColourSort>>),
}

impl ColourSort {
    /// How many colours there are.
    pub fn size(&self) -> usize {
        match self {
            ColourSort::Dot => 1,
            ColourSort::Enumeration(_, names) => names.len(),
            ColourSort::Range(start, end) => {
                usize::try_from(end.abs_diff(*start)).unwrap_or(usize::MAX).saturating_add(1)
            }
            ColourSort::Product(parts) => {
                parts.iter().fold(1, |size: usize, part| size.saturating_mul(part.size()))
            }
        }
    }

    /// Whether its colours have an order.
    pub fn is_ordered(&self) -> bool {
        matches!(self, ColourSort::Enumeration(..) | ColourSort::Range(..))
    }

    /// The name of a colour as the end of another name; nothing for a token without colour.
    pub fn ending(&self, colour: usize) -> String {
        match self {
            ColourSort::Dot => String::new(),
            ColourSort::Enumeration(_, names) => format!("_{}", names.get(colour).map_or("", String::as_str)),
            ColourSort::Range(start, _) => format!("_{}", start.saturating_add_unsigned(colour as u64)),
            ColourSort::Product(parts) => {
                let mut rest = colour;
                let mut endings: Vec<String> = Vec::new();
                for part in parts.iter().rev() {
                    let size = part.size().max(1);
                    endings.push(part.ending(rest % size));
                    rest /= size;
                }
                endings.into_iter().rev().collect()
            }
        }
    }
}

/// A variable of inscriptions and conditions.
#[derive(Debug)]
pub(super) struct ColourVariable {
    pub sort: Rc<ColourSort>,
}

/// Which part of a partition each colour belongs to.
#[derive(Debug)]
pub(super) struct Partition {
    /// The sort that is divided.
    pub of: Rc<ColourSort>,
    /// The sort of its parts.
    pub parts: Rc<ColourSort>,
    /// The part of each colour.
    pub table: Rc<Vec<usize>>,
}

/// What a net declares.
#[derive(Debug, Default)]
pub(super) struct Declarations {
    sorts: HashMap<String, Rc<ColourSort>>,
    /// The colours that have identifiers of their own.
    pub constants: HashMap<String, (Rc<ColourSort>, usize)>,
    /// The variables; terms name them by their places.
    pub variables: Vec<ColourVariable>,
    pub variable_ids: HashMap<String, usize>,
    pub partitions: HashMap<String, Partition>,
}

impl Declarations {
    /// Everything that is declared, in whatever order.
    pub fn of(nodes: &[Node<'_, '_>]) -> Result<Self, Problem> {
        let structures = nodes.iter().filter_map(|node| child(*node, "structure"));
        let lists = structures.flat_map(elements).filter(|node| name(*node) == "declarations");
        let all: Vec<Node<'_, '_>> = lists.flat_map(elements).collect();
        let named = all.iter().filter(|node| name(**node) == "namedsort");
        let named =
            named.map(|node| Ok((attribute(*node, "id")?, *node))).collect::<Result<HashMap<_, _>, _>>()?;
        let mut declarations = Declarations::default();
        for node in &all {
            match name(*node) {
                "namedsort" => declarations.named(*node, &named, 0)?,
                "variabledecl" | "partition" | "feconstant" => {}
                other => return Err(problem(*node, format!("declarations <{other}> are not supported"))),
            }
        }
        for node in &all {
            match name(*node) {
                "variabledecl" => declarations.variable(*node)?,
                "partition" => declarations.partition(*node)?,
                _ => {}
            }
        }
        Ok(declarations)
    }

    /// The sort that an element describes; the sorts that it names are known.
    pub fn sort(&self, node: Node<'_, '_>) -> Result<Rc<ColourSort>, Problem> {
        let sort = match name(node) {
            "dot" => ColourSort::Dot,
            "bool" => ColourSort::Enumeration("bool".into(), vec!["false".into(), "true".into()]),
            "finiteintrange" => range(node)?,
            "productsort" => {
                ColourSort::Product(elements(node).map(|part| self.sort(part)).collect::<Result<_, _>>()?)
            }
            "usersort" => {
                let id = attribute(node, "declaration")?;
                let known = self.sorts.get(id);
                return known.cloned().ok_or_else(|| problem(node, format!("there is no sort `{id}`")));
            }
            other => return Err(problem(node, format!("sorts <{other}> are not supported here"))),
        };
        if sort.size() > MOST_COLOURS {
            let message =
                format!("this sort has {} colours, at most {MOST_COLOURS} are supported", sort.size());
            return Err(problem(node, message));
        }
        Ok(Rc::new(sort))
    }

    /// Declares a named sort, and before it those that it names.
    fn named<'a, 'i: 'a>(
        &mut self,
        node: Node<'a, 'i>,
        named: &HashMap<&str, Node<'a, 'i>>,
        depth: usize,
    ) -> Result<(), Problem> {
        let id = attribute(node, "id")?;
        if self.sorts.contains_key(id) {
            return Ok(());
        }
        if depth > DEEPEST {
            return Err(problem(
                node,
                format!("the sort `{id}` is built from itself, or from too many others"),
            ));
        }
        for inner in node.descendants().filter(|inner| name(*inner) == "usersort") {
            if let Some(other) = named.get(attribute(inner, "declaration")?) {
                self.named(*other, named, depth + 1)?;
            }
        }
        let inner = only_child(node)?;
        let sort = match name(inner) {
            "cyclicenumeration" | "finiteenumeration" => self.enumeration(id, inner)?,
            _ => self.sort(inner)?,
        };
        self.sorts.insert(id.to_owned(), sort);
        Ok(())
    }

    fn enumeration(&mut self, id: &str, node: Node<'_, '_>) -> Result<Rc<ColourSort>, Problem> {
        let constants: Vec<Node<'_, '_>> =
            elements(node).filter(|node| name(*node) == "feconstant").collect();
        if constants.is_empty() {
            return Err(problem(node, "an enumeration needs at least one <feconstant>"));
        }
        let shown = |constant: &Node<'_, '_>| {
            let id = attribute(*constant, "id")?;
            Ok(constant.attribute("name").filter(|name| !name.is_empty()).unwrap_or(id).to_owned())
        };
        let names = constants.iter().map(shown).collect::<Result<Vec<_>, Problem>>()?;
        let sort = Rc::new(ColourSort::Enumeration(id.to_owned(), names));
        for (number, constant) in constants.into_iter().enumerate() {
            self.constant(constant, &sort, number)?;
        }
        Ok(sort)
    }

    fn constant(&mut self, node: Node<'_, '_>, sort: &Rc<ColourSort>, number: usize) -> Result<(), Problem> {
        let id = attribute(node, "id")?;
        if self.constants.insert(id.to_owned(), (Rc::clone(sort), number)).is_some() {
            return Err(problem(node, format!("the constant `{id}` is declared twice")));
        }
        Ok(())
    }

    fn variable(&mut self, node: Node<'_, '_>) -> Result<(), Problem> {
        let id = attribute(node, "id")?.to_owned();
        let sort = self.sort(only_child(node)?)?;
        if self.variable_ids.insert(id, self.variables.len()).is_some() {
            return Err(problem(node, "this variable is declared twice"));
        }
        self.variables.push(ColourVariable { sort });
        Ok(())
    }

    fn partition(&mut self, node: Node<'_, '_>) -> Result<(), Problem> {
        let id = attribute(node, "id")?;
        let parts: Vec<Node<'_, '_>> =
            elements(node).filter(|node| name(*node) == "partitionelement").collect();
        let of = elements(node).find(|node| name(*node) != "partitionelement");
        let of = self.sort(of.ok_or_else(|| problem(node, "a partition names the sort that it divides"))?)?;
        let names =
            parts.iter().map(|part| attribute(*part, "id").map(str::to_owned)).collect::<Result<_, _>>()?;
        let sort = Rc::new(ColourSort::Enumeration(id.to_owned(), names));
        let mut table: Vec<Option<usize>> = vec![None; of.size()];
        for (number, part) in parts.into_iter().enumerate() {
            self.constant(part, &sort, number)?;
            for colour in elements(part) {
                let colour_id = attribute(colour, "declaration")?;
                match self.constants.get(colour_id) {
                    Some((found, colour_number)) if *found == of && table[*colour_number].is_none() => {
                        table[*colour_number] = Some(number);
                    }
                    _ => {
                        return Err(problem(
                            colour,
                            format!("`{colour_id}` is no colour that is still free here"),
                        ));
                    }
                }
            }
        }
        let table = table.into_iter().collect::<Option<Vec<usize>>>();
        let table = table.ok_or_else(|| problem(node, "each colour belongs to one part of a partition"))?;
        let partition = Partition { of, parts: sort, table: Rc::new(table) };
        self.partitions.insert(id.to_owned(), partition);
        Ok(())
    }
}

/// The integers of a range.
pub(super) fn range(node: Node<'_, '_>) -> Result<ColourSort, Problem> {
    let (start, end) = (integer(node, "start")?, integer(node, "end")?);
    if start > end {
        return Err(problem(node, "this range is empty"));
    }
    Ok(ColourSort::Range(start, end))
}

/// The value of an attribute that is an integer of at most nine digits.
pub(super) fn integer(node: Node<'_, '_>, wanted: &str) -> Result<i64, Problem> {
    let text = attribute(node, wanted)?.trim();
    let value: Option<i64> = text.parse().ok().filter(|value: &i64| value.abs() < 1_000_000_000);
    let shown: String = text.chars().take(40).collect();
    value.ok_or_else(|| {
        problem(node, format!("an integer of at most nine digits was expected, found `{shown}`"))
    })
}
