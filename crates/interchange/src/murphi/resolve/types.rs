//! Types.

use super::{NameMeaning, Resolved, Resolver};
use crate::Problem;
use crate::murphi::model::{Expr, Identities, Type};
use crate::murphi::tree::{Item, RuleSyntax, Syntax, TypeKind, TypeTerm};
use std::collections::HashMap;
use std::rc::Rc;

/// The most members of an array's index type.
const MOST_ELEMENTS: i128 = 10_000;

/// The most simple parts of an array.
const MOST_PARTS: usize = 200_000;

impl Resolver {
    /// A type; `name` is what a declaration calls it.
    pub(super) fn named_type(&mut self, name: Option<&str>, term: &TypeTerm) -> Resolved<Type> {
        match &term.kind {
            TypeKind::Name(other) => match self.look_up(other) {
                Some(NameMeaning::Type(ty)) => Ok(ty),
                Some(_) => Err(Problem::new(format!("`{other}` is no type"), Some(term.at))),
                None => Err(Problem::new(format!("there is no type `{other}`"), Some(term.at))),
            },
            TypeKind::Range(low, high) => {
                let (low, high) = (self.number(low)?, self.number(high)?);
                if low > high {
                    let message = format!("the range {low}..{high} is empty");
                    return Err(Problem::new(message, Some(term.at)));
                }
                Ok(Type::Range(low, high))
            }
            TypeKind::Enum(members) => {
                let members: Vec<String> = members.iter().map(|member| member.text.clone()).collect();
                Ok(self.enumeration(name, members))
            }
            TypeKind::Scalarset(size) => {
                let count = self.number(size)?;
                if !(1..=MOST_ELEMENTS).contains(&count) {
                    return Err(Problem::new(
                        format!("a scalarset cannot have {count} values"),
                        Some(size.at),
                    ));
                }
                let set = self.set_of(name, "scalarset");
                Ok(self.identities(set, count))
            }
            TypeKind::Union(parts) => self.union(name, parts),
            TypeKind::Record(fields) => {
                let mut found: Vec<(String, Type)> = Vec::new();
                for (field, ty) in fields {
                    if found.iter().any(|(known, _)| *known == field.text) {
                        let message = format!("the field `{}` is declared twice", field.text);
                        return Err(Problem::new(message, Some(field.at)));
                    }
                    found.push((field.text.clone(), self.named_type(None, ty)?));
                }
                let fields = Rc::new(found);
                if let Some(name) = name {
                    self.tables.record_names.push((Rc::as_ptr(&fields) as usize, name.to_owned()));
                }
                Ok(Type::Record(fields))
            }
            TypeKind::Array(index, element) => {
                let at = index.at;
                let index = self.named_type(None, index)?;
                let (low, high) = self.tables.bounds(&index);
                if !index.is_simple() || high.saturating_sub(low) >= MOST_ELEMENTS {
                    return Err(Problem::new("an array cannot have such indices", Some(at)));
                }
                if let Type::Enum(number) = index {
                    self.tables.is_number[number] = true;
                }
                let element = self.named_type(None, element)?;
                let array = Type::Array(Rc::new(index), Rc::new(element));
                if self.tables.count(&array) > MOST_PARTS {
                    return Err(Problem::new("this array has too many parts", Some(at)));
                }
                Ok(array)
            }
            TypeKind::Multiset(size, element) => self.multiset_type(size, element),
        }
    }

    fn enumeration(&mut self, name: Option<&str>, members: Vec<String>) -> Type {
        if let Some(set) = name.and_then(|name| self.united.get(name).copied()) {
            let ty = self.identities(set, members.len() as i128);
            if let Type::Identity(_, ranges) = &ty {
                let first = ranges[0].0;
                for (number, member) in (first..).zip(&members) {
                    let own = Type::Identity(set, vec![(number, number)]);
                    self.declare(member, NameMeaning::Value(Expr::Value(number, own)));
                }
            }
            return ty;
        }
        let number = self.tables.enums.len();
        for (value, member) in (0..).zip(&members) {
            self.declare(member, NameMeaning::Value(Expr::Value(value, Type::Enum(number))));
        }
        self.tables.enums.push((name.unwrap_or("enumeration").to_owned(), members));
        self.tables.is_number.push(false);
        Type::Enum(number)
    }

    /// The set of identities for a type: a new one, or that of the unions in which it stands.
    fn set_of(&mut self, name: Option<&str>, otherwise: &str) -> usize {
        let name = name.unwrap_or(otherwise);
        let set = self.united.get(name).copied();
        let number = set.unwrap_or_else(|| {
            self.united.values().max().map_or(0, |most| most + 1).max(self.tables.identities.len())
        });
        while self.tables.identities.len() <= number {
            self.tables.identities.push(Identities { name: String::new(), count: 0 });
        }
        if self.tables.identities[number].name.is_empty() {
            name.clone_into(&mut self.tables.identities[number].name);
        }
        number
    }

    /// Further identities of a set.
    fn identities(&mut self, set: usize, count: i128) -> Type {
        while self.tables.identities.len() <= set {
            self.tables.identities.push(Identities { name: String::new(), count: 0 });
        }
        let identities = &mut self.tables.identities[set];
        let first = identities.count + 1;
        identities.count += count;
        Type::Identity(set, vec![(first, identities.count)])
    }

    fn union(&mut self, name: Option<&str>, parts: &[TypeTerm]) -> Resolved<Type> {
        let mut found: Option<(usize, Vec<(i128, i128)>)> = None;
        for part in parts {
            let ty = match (&part.kind, found.as_ref()) {
                // What has no name elsewhere belongs to this union alone.
                (TypeKind::Enum(_) | TypeKind::Scalarset(_), _) => {
                    return Err(Problem::new("give this part of the union a name", Some(part.at))
                        .with_help("declare it as a type before the union"));
                }
                _ => self.named_type(None, part)?,
            };
            let Type::Identity(set, ranges) = ty else {
                let message = "a union of anything but scalarsets and enumerations cannot be expressed";
                return Err(Problem::new(message, Some(part.at)));
            };
            match &mut found {
                Some((_, all)) => all.extend(ranges),
                None => found = Some((set, ranges)),
            }
        }
        let Some((set, mut ranges)) = found else {
            return Err(Problem::new("a union without parts has no values", None));
        };
        ranges.sort_unstable();
        ranges.dedup();
        // Neighbours are one range.
        let mut joined: Vec<(i128, i128)> = Vec::new();
        for (low, high) in ranges {
            match joined.last_mut() {
                Some(last) if last.1 + 1 >= low => last.1 = last.1.max(high),
                _ => joined.push((low, high)),
            }
        }
        if let Some(name) = name {
            name.clone_into(&mut self.tables.identities[set].name);
        }
        Ok(Type::Identity(set, joined))
    }

    /// The value of a constant number.
    pub(super) fn number(&mut self, term: &Syntax) -> Resolved<i128> {
        let value = self.pure(term)?;
        match (&value.ty(), value.value()) {
            (Type::Range(..), Some(value)) => Ok(value),
            _ => Err(Problem::new("a constant number is needed here", Some(term.at))),
        }
    }
}

/// For each type that stands in a union, by its name, a number that it shares with all that stand in unions with it.
pub(super) fn united(items: &[Item]) -> HashMap<String, usize> {
    let mut groups: Vec<Vec<String>> = Vec::new();
    let mut join = |name: Option<&str>, term: &TypeTerm| {
        each_union(name, term, &mut |name, parts| {
            let own: Vec<String> = name.into_iter().map(str::to_owned).chain(parts).collect();
            let (with, apart) = std::mem::take(&mut groups)
                .into_iter()
                .partition(|group: &Vec<String>| group.iter().any(|member| own.contains(member)));
            groups = apart;
            groups.push(with.into_iter().flatten().chain(own).collect());
        });
    };
    each_type(items, &mut join);
    let numbered = groups.into_iter().enumerate();
    numbered.flat_map(|(number, group)| group.into_iter().map(move |name| (name, number))).collect()
}

fn each_type(items: &[Item], see: &mut dyn FnMut(Option<&str>, &TypeTerm)) {
    for item in items {
        match item {
            Item::Type(types) => types.iter().for_each(|(name, term)| see(Some(&name.text), term)),
            Item::Var(variables) => variables.iter().for_each(|(_, term)| see(None, term)),
            Item::Routine(routine) => each_type(&routine.items, see),
            Item::RuleSyntax(RuleSyntax::Simple { items, .. } | RuleSyntax::Start { items, .. }) => {
                each_type(items, see)
            }
            Item::RuleSyntax(_) | Item::Const(_) => {}
        }
    }
}

fn each_union(name: Option<&str>, term: &TypeTerm, see: &mut dyn FnMut(Option<&str>, Vec<String>)) {
    match &term.kind {
        TypeKind::Union(parts) => {
            let names = parts.iter().filter_map(|part| match &part.kind {
                TypeKind::Name(name) => Some(name.clone()),
                _ => None,
            });
            see(name, names.collect());
        }
        TypeKind::Record(fields) => fields.iter().for_each(|(_, ty)| each_union(None, ty, see)),
        TypeKind::Array(index, element) => {
            each_union(None, index, see);
            each_union(None, element, see);
        }
        TypeKind::Multiset(_, element) => each_union(None, element, see),
        _ => {}
    }
}
