//! Conditions of transitions.

use super::sorts::{Declarations, Sort};
use super::terms::{Term, Valueless, Work, subnodes};
use crate::Problem;
use crate::xml::{attribute, name, problem};
use roxmltree::Node;
use std::cmp::Ordering::{self, Equal, Greater, Less};
use std::collections::BTreeSet;
use std::rc::Rc;

/// A condition on colours.
#[derive(Debug)]
pub(super) enum Condition {
    Bool(bool),
    Not(Box<Condition>),
    All(Vec<Condition>),
    Some(Vec<Condition>),
    /// Whether the order of two colours is one of these.
    Compare(&'static [Ordering], Term, Term),
}

impl Declarations {
    /// A condition.
    pub fn condition(&self, node: Node<'_, '_>) -> Result<Condition, Problem> {
        let all =
            || subnodes(node)?.into_iter().map(|inner| self.condition(inner)).collect::<Result<Vec<_>, _>>();
        let needs = |count: usize| {
            let all = all()?;
            let message = format!("<{}> needs {count} <subterm> elements", name(node));
            if all.len() == count { Ok(all) } else { Err(problem(node, message)) }
        };
        match name(node) {
            "booleanconstant" => Ok(Condition::Bool(attribute(node, "value")? == "true")),
            "and" => all().map(Condition::All),
            "or" => all().map(Condition::Some),
            "not" => needs(1).map(|mut all| Condition::Not(Box::new(all.remove(0)))),
            "imply" => needs(2).map(|mut all| {
                let then = all.remove(1);
                Condition::Some(vec![Condition::Not(Box::new(all.remove(0))), then])
            }),
            "equality" => self.comparison(node, &[Equal]),
            "inequality" => self.comparison(node, &[Less, Greater]),
            "lessthan" | "ltp" => self.comparison(node, &[Less]),
            "lessthanorequal" => self.comparison(node, &[Less, Equal]),
            "greaterthan" | "gtp" => self.comparison(node, &[Greater]),
            "greaterthanorequal" => self.comparison(node, &[Greater, Equal]),
            other => Err(problem(node, format!("<{other}> is not supported in a condition"))),
        }
    }

    fn comparison(&self, node: Node<'_, '_>, orders: &'static [Ordering]) -> Result<Condition, Problem> {
        let sides = self.subterms(node)?;
        let Ok([(first, sort), (second, other)]) = <[(Term, Rc<Sort>); 2]>::try_from(sides) else {
            return Err(problem(node, format!("<{}> compares two terms", name(node))));
        };
        if !first.is_colour() || !second.is_colour() {
            return Err(problem(node, format!("<{}> compares single colours, not multisets", name(node))));
        }
        if sort != other {
            return Err(problem(
                node,
                format!("<{}> compares colours of one sort, these are of two", name(node)),
            ));
        }
        let needs_order = orders != [Equal] && orders != [Less, Greater];
        if needs_order && !sort.is_ordered() {
            return Err(problem(node, "the colours of this sort have no order"));
        }
        Ok(Condition::Compare(orders, first, second))
    }
}

impl Condition {
    /// Conditions that must all hold.
    pub fn conjuncts(self) -> Vec<Condition> {
        match self {
            Condition::All(parts) => parts.into_iter().flat_map(Condition::conjuncts).collect(),
            other => vec![other],
        }
    }

    /// The variables in it.
    pub fn variables(&self, found: &mut BTreeSet<usize>) {
        match self {
            Condition::Bool(_) => {}
            Condition::Not(inner) => inner.variables(found),
            Condition::All(parts) | Condition::Some(parts) => {
                parts.iter().for_each(|part| part.variables(found))
            }
            Condition::Compare(_, first, second) => {
                first.variables(found);
                second.variables(found);
            }
        }
    }

    /// Whether it holds where variables have these values.
    pub fn holds(&self, values: &[usize], work: &mut Work) -> Result<bool, Valueless> {
        work.spend(1)?;
        match self {
            Condition::Bool(value) => Ok(*value),
            Condition::Not(inner) => inner.holds(values, work).map(|value| !value),
            Condition::All(parts) => {
                for part in parts {
                    if !part.holds(values, work)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Condition::Some(parts) => {
                for part in parts {
                    if part.holds(values, work)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Condition::Compare(orders, first, second) => {
                let order = first.colour(values, work)?.cmp(&second.colour(values, work)?);
                Ok(orders.contains(&order))
            }
        }
    }
}
