//! How the parts of a system are written for people.

use crate::{
    Comparison, Datum, EdgeId, Expr, ExprKind, Operation, Place, Reach, Selector, SelectorKind, Shape, Sort,
    Structured, System, Type, Value, VariableId,
};

impl System {
    /// A value of this type.
    pub fn show_value(&self, ty: Type, value: Value) -> String {
        self.show_constant(ty.sort(), value)
    }

    /// The value of a variable.
    pub fn show_variable_value(&self, variable: VariableId, value: Value) -> String {
        self.show_value(self.variable(variable).ty, value)
    }

    /// The name of an instance of a process, counted from zero: `Client[2]`, or `Barber` if it is no array.
    pub fn show_instance(&self, process: crate::ProcessId, ordinal: u32) -> String {
        let declared = self.process(process);
        if declared.is_array {
            format!("{}[{}]", declared.name, declared.first_index.saturating_add(i128::from(ordinal)))
        } else {
            declared.name.clone()
        }
    }

    /// How values are made, as their type would be declared.
    pub fn show_shape(&self, shape: &Shape) -> String {
        match shape {
            Shape::Scalar(ty) => self.show_type(*ty),
            Shape::Record(fields) => {
                let fields: Vec<String> =
                    fields.iter().map(|(name, part)| format!("{name}: {}", self.show_shape(part))).collect();
                format!("record {{{}}}", fields.join(", "))
            }
            Shape::Array { low, count, element } => {
                let high = low.saturating_add(i128::from(*count)).saturating_sub(1);
                format!("array [{low}..{high}] of {}", self.show_shape(element))
            }
            Shape::Set { element, .. } => format!("set of {}", self.show_shape(element)),
            Shape::Queue { capacity, entry } => format!("fifo {capacity} of {}", self.show_shape(entry)),
        }
    }

    /// A value with all its parts.
    pub fn show_datum(&self, shape: &Shape, datum: &Datum) -> String {
        let all = |part: &Shape, parts: &[Datum]| {
            parts.iter().map(|one| self.show_datum(part, one)).collect::<Vec<_>>().join(", ")
        };
        match (shape, datum) {
            (Shape::Scalar(ty), Datum::Scalar(value)) => self.show_value(*ty, *value),
            (Shape::Record(fields), Datum::Record(parts)) => {
                let fields = fields.iter().zip(parts);
                let fields =
                    fields.map(|((name, part), value)| format!("{name}: {}", self.show_datum(part, value)));
                format!("{{{}}}", fields.collect::<Vec<_>>().join(", "))
            }
            (Shape::Array { element, .. }, Datum::Array(parts)) => format!("[{}]", all(element, parts)),
            (Shape::Queue { entry, .. }, Datum::Queue(parts)) => format!("[{}]", all(entry, parts)),
            (Shape::Set { element, .. }, Datum::Set(parts)) => format!("{{{}}}", all(element, parts)),
            (shape, datum) => unreachable!("{datum:?} is not made as {shape:?}"),
        }
    }

    /// A type, as it would be declared.
    pub fn show_type(&self, ty: Type) -> String {
        match ty {
            Type::Bool => "bool".into(),
            Type::Range { low, high } => format!("{low}..{high}"),
            Type::Nat => "nat".into(),
            Type::Int => "int".into(),
            Type::Enumeration(id) => format!("{{{}}}", self.enumeration(id).members.join(", ")),
            Type::Reference(id) => format!("ref {}", self.process(id).name),
            Type::Location(id) => format!("{{{}}}", self.process(id).locations.join(", ")),
        }
    }

    /// The name of a transition in which these edges move, sender first.
    pub fn transition_name(&self, moved: &[EdgeId]) -> String {
        let names: Vec<&str> = moved.iter().map(|edge| self.edge(*edge).name.as_str()).collect();
        names.join(" & ")
    }

    /// A place, in the language's own syntax.
    pub fn show_place(&self, place: &Place) -> String {
        let Some(first) = self.variables.get(place.first.index()) else { return "an empty array".into() };
        if place.selectors.is_empty() {
            return first.name.clone();
        }
        if let Some(whole) = self.structured.iter().find(|whole| whole.contains(place.first)) {
            return self.show_part(whole, place);
        }
        let instance = place.selectors.iter().find(|s| s.kind != SelectorKind::Element);
        let element = place.selectors.iter().find(|s| s.kind == SelectorKind::Element);
        let is_location = matches!(first.ty, Type::Location(_)) && first.role == crate::Role::Location;
        let mut text = match instance {
            Some(selector) => self.show_instance_selector(selector),
            None => first.owner.map_or(String::new(), |(p, ordinal)| self.show_instance(p, ordinal)),
        };
        if !is_location {
            let arrow = matches!(instance, Some(Selector { kind: SelectorKind::Reference(_), .. }));
            if !text.is_empty() {
                text.push_str(if arrow { "->" } else { "." });
            }
            text.push_str(&first.base);
            if let Some(selector) = element {
                text.push_str(&format!("[{}]", self.show_expr(&selector.index)));
            } else if let Some(index) = first.element {
                text.push_str(&format!("[{index}]"));
            }
        }
        text
    }

    /// A part of a variable with several.
    fn show_part(&self, whole: &Structured, place: &Place) -> String {
        let instance = place.selectors.iter().find(|s| s.kind != SelectorKind::Element);
        let mut text = match instance {
            Some(selector) => {
                let arrow = matches!(selector.kind, SelectorKind::Reference(_));
                let dot = if arrow { "->" } else { "." };
                format!("{}{dot}{}", self.show_instance_selector(selector), whole.base)
            }
            None => whole.name.clone(),
        };
        let elements = place.selectors.iter().filter(|s| s.kind == SelectorKind::Element);
        let mut elements = (Box::new(elements) as Box<dyn Iterator<Item = &Selector>>).peekable();
        let (mut shape, mut offset) = (&whole.shape, place.first.0 - whole.first.0);
        // An index that is not known has the stride of the array's elements, and that of no other around it.
        let index = |elements: &mut Indices<'_>, stride: u32, known: i128| match elements
            .next_if(|selector| selector.stride == stride)
        {
            Some(selector) => self.show_expr(&selector.index),
            None => known.to_string(),
        };
        loop {
            match shape {
                Shape::Scalar(_) => return text,
                Shape::Record(fields) => {
                    let mut before = 0;
                    let inside = |(_, part): &&(String, Shape)| {
                        let is_here = offset < before + part.size();
                        before += if is_here { 0 } else { part.size() };
                        is_here
                    };
                    let Some((name, part)) = fields.iter().find(inside) else { return text };
                    text.push_str(&format!(".{name}"));
                    offset -= before;
                    shape = part;
                }
                Shape::Array { low, element, .. } => {
                    let size = element.size().max(1);
                    let known = low.saturating_add(i128::from(offset / size));
                    text.push_str(&format!("[{}]", index(&mut elements, size, known)));
                    offset %= size;
                    shape = element;
                }
                Shape::Set { elements: held, element } => {
                    let member = match elements.next() {
                        Some(selector) => self.show_expr(&selector.index),
                        None => held
                            .get(offset as usize)
                            .map_or(String::new(), |held| self.show_datum(element, held)),
                    };
                    return format!("{member} in {text}");
                }
                Shape::Queue { .. } if offset == 0 && elements.peek().is_none_or(|s| s.count != 0) => {
                    return format!("len({text})");
                }
                Shape::Queue { entry, .. } => {
                    let size = entry.size().max(1);
                    let known = i128::from(offset.saturating_sub(1) / size);
                    text.push_str(&format!("[{}]", index(&mut elements, size, known)));
                    offset = offset.saturating_sub(1) % size;
                    shape = entry;
                }
            }
        }
    }

    fn show_instance_selector(&self, selector: &Selector) -> String {
        let index = self.show_expr(&selector.index);
        match selector.kind {
            SelectorKind::Instance(process) => format!("{}[{index}]", self.process(process).name),
            _ => index,
        }
    }

    /// An expression, in the language's own syntax.
    pub fn show_expr(&self, expr: &Expr) -> String {
        self.show_at(expr, Level::Iff)
    }

    fn show_constant(&self, sort: Sort, value: Value) -> String {
        match (sort, value) {
            (_, Value::Bool(value)) => value.to_string(),
            (_, Value::Int(value)) => value.to_string(),
            (Sort::Enumeration(id), Value::Member(member)) => {
                self.enumeration(id).members[member as usize].clone()
            }
            (Sort::Reference(id), Value::Reference(Some(ordinal))) => self.show_instance(id, ordinal),
            (Sort::Location(id), Value::Location(location)) => {
                self.process(id).locations[location as usize].clone()
            }
            (_, Value::Reference(_)) => "null".into(),
            (sort, value) => unreachable!("{value:?} is not of sort {sort:?}"),
        }
    }

    /// The expression, in parentheses if it binds less tightly than its surroundings need.
    fn show_at(&self, expr: &Expr, needed: Level) -> String {
        let (text, level) = self.show_with_level(expr);
        if level < needed { format!("({text})") } else { text }
    }

    fn show_with_level(&self, expr: &Expr) -> (String, Level) {
        use ExprKind::*;
        let list = |all: &[Expr], separator: &str, inner: Level| {
            all.iter().map(|e| self.show_at(e, inner)).collect::<Vec<_>>().join(separator)
        };
        let pair = |a: &Expr, operator: &str, b: &Expr, left: Level, right: Level| {
            format!("{} {operator} {}", self.show_at(a, left), self.show_at(b, right))
        };
        match &expr.kind {
            Const(Value::Int(value), _) if *value < 0 => (value.to_string(), Level::Negate),
            Const(value, sort) => (self.show_constant(*sort, *value), Level::Atom),
            Read(place) => (self.show_place(place), Level::Atom),
            ReadNext(place) => (format!("{}'", self.show_place(place)), Level::Atom),
            Bound(bound) => (self.bound(*bound).name.clone(), Level::Atom),
            Not(a) => (format!("!{}", self.show_at(a, Level::Not)), Level::Not),
            And(all) if all.is_empty() => ("true".into(), Level::Atom),
            Or(all) if all.is_empty() => ("false".into(), Level::Atom),
            And(all) | Or(all) if all.len() == 1 => self.show_with_level(&all[0]),
            And(all) => (list(all, " && ", Level::Not), Level::And),
            Or(all) => (list(all, " || ", Level::And), Level::Or),
            Implies(a, b) => (pair(a, "=>", b, Level::Or, Level::Implies), Level::Implies),
            Iff(a, b) => (pair(a, "<=>", b, Level::Iff, Level::Implies), Level::Iff),
            Compare(comparison, a, b) => self.show_comparison(*comparison, a, b),
            Negate(a) => (format!("-{}", self.show_at(a, Level::Negate)), Level::Negate),
            Arithmetic(operation, a, b) => self.show_arithmetic(*operation, a, b),
            Absolute(a) => (format!("abs({})", self.show_expr(a)), Level::Atom),
            If(c, a, b) => {
                let parts = [c, a, b].map(|e| self.show_expr(e));
                (format!("if {} then {} else {}", parts[0], parts[1], parts[2]), Level::Iff)
            }
            Sum(all) if all.is_empty() => ("0".into(), Level::Atom),
            Sum(all) => (list(all, " + ", Level::Multiply), Level::Add),
            Count(all) => (format!("count({})", list(all, ", ", Level::Iff)), Level::Atom),
            IndexOf(a) => (format!("index({})", self.show_expr(a)), Level::Atom),
            InstanceAt(process, a) => {
                (format!("{}[{}]", self.process(*process).name, self.show_expr(a)), Level::Atom)
            }
            Reach(reach) => (self.show_reach(reach), Level::Atom),
            Quantified { universal, bound, body } => {
                let word = if *universal { "forall" } else { "exists" };
                let bound = self.bound(*bound);
                let domain = if bound.natural { "nat" } else { "int" };
                (format!("{word} {} in {domain}: {}", bound.name, self.show_expr(body)), Level::Iff)
            }
        }
    }

    /// `reach(head, next, q)`, `reach(head, {next, prev}, q)`
    fn show_reach(&self, reach: &Reach) -> String {
        let name = |link: &Expr| match &link.kind {
            ExprKind::Read(place) => self.variable(place.first).base.clone(),
            _ => self.show_expr(link),
        };
        let names: Vec<String> = reach.links.first().into_iter().flatten().map(name).collect();
        let links = match names.as_slice() {
            [only] => only.clone(),
            _ => format!("{{{}}}", names.join(", ")),
        };
        format!("reach({}, {links}, {})", self.show_expr(&reach.start), self.show_expr(&reach.goal))
    }

    fn show_comparison(&self, comparison: Comparison, a: &Expr, b: &Expr) -> (String, Level) {
        let operator = comparison_text(comparison);
        let is_location = matches!(a.sort(), Sort::Location(_));
        let text = if is_location && comparison == Comparison::Eq {
            format!("{} at {}", self.show_at(a, Level::Atom), self.show_at(b, Level::Atom))
        } else {
            format!("{} {operator} {}", self.show_at(a, Level::Add), self.show_at(b, Level::Add))
        };
        (text, Level::Compare)
    }

    fn show_arithmetic(&self, operation: Operation, a: &Expr, b: &Expr) -> (String, Level) {
        let infix = |operator: &str, level: Level, right: Level| {
            (format!("{} {operator} {}", self.show_at(a, level), self.show_at(b, right)), level)
        };
        match operation {
            Operation::Add => infix("+", Level::Add, Level::Multiply),
            Operation::Sub => infix("-", Level::Add, Level::Multiply),
            Operation::Mul => infix("*", Level::Multiply, Level::Negate),
            Operation::Div => infix("/", Level::Multiply, Level::Negate),
            Operation::Mod => infix("%", Level::Multiply, Level::Negate),
            Operation::Min => (format!("min({}, {})", self.show_expr(a), self.show_expr(b)), Level::Atom),
            Operation::Max => (format!("max({}, {})", self.show_expr(a), self.show_expr(b)), Level::Atom),
        }
    }
}

/// The operator as it is written.
pub(crate) fn comparison_text(comparison: Comparison) -> &'static str {
    match comparison {
        Comparison::Eq => "=",
        Comparison::Ne => "!=",
        Comparison::Lt => "<",
        Comparison::Le => "<=",
        Comparison::Gt => ">",
        Comparison::Ge => ">=",
    }
}

/// The indices of a place, from the outside in.
type Indices<'p> = std::iter::Peekable<Box<dyn Iterator<Item = &'p Selector> + 'p>>;

/// How tightly an expression binds, from loose to tight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Iff,
    Implies,
    Or,
    And,
    Not,
    Compare,
    Add,
    Multiply,
    Negate,
    Atom,
}
