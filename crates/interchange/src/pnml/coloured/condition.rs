//! Conditions of transitions.

use super::sorts::{ColourSort, Declarations};
use super::terms::{ColourTerm, Valueless, Work, subnodes};
use crate::Problem;
use crate::xml::{attribute, name, problem};
use roxmltree::Node;
use std::cmp::Ordering::{self, Equal, Greater, Less};
use std::collections::BTreeSet;
use std::rc::Rc;

/// A condition on colours.
#[derive(Debug)]
pub(super) enum ColourCondition {
    Bool(bool),
    Not(Box<ColourCondition>),
    All(Vec<ColourCondition>),
    Some(Vec<ColourCondition>),
    /// Whether the order of two colours is one of these.
    Compare(&'static [Ordering], ColourTerm, ColourTerm),
}

impl Declarations {
    /// A condition.
    pub fn condition(&self, node: Node<'_, '_>) -> Result<ColourCondition, Problem> {
        let all =
            || subnodes(node)?.into_iter().map(|inner| self.condition(inner)).collect::<Result<Vec<_>, _>>();
        let needs = |count: usize| {
            let all = all()?;
            let message = format!("<{}> needs {count} <subterm> elements", name(node));
            if all.len() == count { Ok(all) } else { Err(problem(node, message)) }
        };
        match name(node) {
            "booleanconstant" => Ok(ColourCondition::Bool(attribute(node, "value")? == "true")),
            "and" => all().map(ColourCondition::All),
            "or" => all().map(ColourCondition::Some),
            "not" => needs(1).map(|mut all| ColourCondition::Not(Box::new(all.remove(0)))),
            "imply" => needs(2).map(|mut all| {
                let then = all.remove(1);
                ColourCondition::Some(vec![ColourCondition::Not(Box::new(all.remove(0))), then])
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

    fn comparison(
        &self,
        node: Node<'_, '_>,
        orders: &'static [Ordering],
    ) -> Result<ColourCondition, Problem> {
        let sides = self.subterms(node)?;
        let Ok([(first, sort), (second, other)]) = <[(ColourTerm, Rc<ColourSort>); 2]>::try_from(sides)
        else {
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
        Ok(ColourCondition::Compare(orders, first, second))
    }
}

impl ColourCondition {
    /// Conditions that must all hold.
    pub fn conjuncts(self) -> Vec<ColourCondition> {
        match self {
            ColourCondition::All(parts) => parts.into_iter().flat_map(ColourCondition::conjuncts).collect(),
            other => vec![other],
        }
    }

    /// The variables in it.
    pub fn variables(&self, found: &mut BTreeSet<usize>) {
        match self {
            ColourCondition::Bool(_) => {}
            ColourCondition::Not(inner) => inner.variables(found),
            ColourCondition::All(parts) | ColourCondition::Some(parts) => {
                parts.iter().for_each(|part| part.variables(found))
            }
            ColourCondition::Compare(_, first, second) => {
                first.variables(found);
                second.variables(found);
            }
        }
    }

    /// Whether it holds where variables have these values.
    pub fn holds(&self, values: &[usize], work: &mut Work) -> Result<bool, Valueless> {
        work.spend(1)?;
        match self {
            ColourCondition::Bool(value) => Ok(*value),
            ColourCondition::Not(inner) => inner.holds(values, work).map(|value| !value),
            ColourCondition::All(parts) => {
                for part in parts {
                    if !part.holds(values, work)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            ColourCondition::Some(parts) => {
                for part in parts {
                    if part.holds(values, work)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            ColourCondition::Compare(orders, first, second) => {
                let order = first.colour(values, work)?.cmp(&second.colour(values, work)?);
                Ok(orders.contains(&order))
            }
        }
    }
}
