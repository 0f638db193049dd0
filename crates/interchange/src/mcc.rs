//! Reads the property files of the Model Checking Contest.
//!
//! # Reference
//! The contest's property language, *MCC Property Language Definition*, <https://mcc.lip6.fr>.

use crate::Problem;
use crate::formula::{Formula, Property, Question, Sum};
use crate::xml::{child, elements, name, number, only_child, parse, position, problem, text};
use roxmltree::Node;

/// Reads all properties of a property file.
pub fn read_formulas(source: &str) -> Result<Vec<Property>, Problem> {
    let document = parse(source)?;
    let root = document.root_element();
    if name(root) != "property-set" {
        let message = format!("a property file begins with <property-set>, this one with <{}>", name(root));
        return Err(problem(root, message));
    }
    elements(root).filter(|node| name(*node) == "property").map(property).collect()
}

fn property(node: Node<'_, '_>) -> Result<Property, Problem> {
    let part = |wanted: &str| {
        child(node, wanted).ok_or_else(|| problem(node, format!("this <property> has no <{wanted}>")))
    };
    let id = text(part("id")?).into_owned();
    if id.is_empty() {
        return Err(problem(node, "the <id> of this <property> is empty"));
    }
    let body = only_child(part("formula")?)?;
    let question = match name(body) {
        "place-bound" => Question::Bound(names(body, "place")?),
        _ => Question::Truth(formula(body)?),
    };
    Ok(Property { id, question, position: position(node) })
}

fn formula(node: Node<'_, '_>) -> Result<Formula, Problem> {
    let one = || formula(only_child(node)?).map(Box::new);
    let all = || elements(node).map(formula).collect::<Result<Vec<_>, _>>();
    let two = || match <[Formula; 2]>::try_from(all()?) {
        Ok([a, b]) => Ok((a, b)),
        Err(_) => Err(problem(node, format!("<{}> needs exactly two elements inside", name(node)))),
    };
    let not = |a: Formula| Formula::Not(Box::new(a));
    Ok(match name(node) {
        "true" => Formula::Bool(true),
        "false" => Formula::Bool(false),
        "deadlock" => Formula::Deadlock,
        "is-fireable" => Formula::Fireable(names(node, "transition")?),
        "integer-le" => comparison(node, Formula::AtMost)?,
        "integer-ge" => comparison(node, |a, b| Formula::AtMost(b, a))?,
        "integer-lt" => comparison(node, |a, b| not(Formula::AtMost(b, a)))?,
        "integer-gt" => comparison(node, |a, b| not(Formula::AtMost(a, b)))?,
        "integer-eq" => comparison(node, Formula::Equal)?,
        "integer-ne" => comparison(node, |a, b| not(Formula::Equal(a, b)))?,
        "negation" => Formula::Not(one()?),
        "conjunction" => Formula::And(all()?),
        "disjunction" => Formula::Or(all()?),
        "exclusive-disjunction" => two().map(|(a, b)| not(Formula::Iff(Box::new(a), Box::new(b))))?,
        "implication" => two().map(|(a, b)| Formula::Or(vec![not(a), b]))?,
        "equivalence" => two().map(|(a, b)| Formula::Iff(Box::new(a), Box::new(b)))?,
        "all-paths" => Formula::AllPaths(one()?),
        "exists-path" => Formula::SomePath(one()?),
        "next" => Formula::Next(one()?),
        "finally" => Formula::Finally(one()?),
        "globally" => Formula::Globally(one()?),
        "until" => until(node)?,
        // Two short forms that older property files use.
        "invariant" => Formula::AllPaths(Box::new(Formula::Globally(one()?))),
        "impossibility" => Formula::AllPaths(Box::new(Formula::Globally(Box::new(Formula::Not(one()?))))),
        "possibility" => Formula::SomePath(Box::new(Formula::Finally(one()?))),
        other => return Err(problem(node, format!("<{other}> is not supported in a formula"))),
    })
}

fn until(node: Node<'_, '_>) -> Result<Formula, Problem> {
    let part = |wanted: &str| {
        let part = child(node, wanted);
        let part = part.ok_or_else(|| problem(node, format!("this <until> has no <{wanted}>")))?;
        formula(only_child(part)?).map(Box::new)
    };
    Ok(Formula::Until(part("before")?, part("reach")?))
}

fn comparison(node: Node<'_, '_>, make: impl Fn(Sum, Sum) -> Formula) -> Result<Formula, Problem> {
    let sides = elements(node).map(sum).collect::<Result<Vec<_>, _>>()?;
    match <[Sum; 2]>::try_from(sides) {
        Ok([a, b]) => Ok(make(a, b)),
        Err(_) => Err(problem(node, format!("<{}> compares exactly two numbers", name(node)))),
    }
}

fn sum(node: Node<'_, '_>) -> Result<Sum, Problem> {
    match name(node) {
        "integer-constant" => {
            let digits = text(node);
            let (sign, digits) = digits.strip_prefix('-').map_or((1, &*digits), |rest| (-1, rest));
            Ok(Sum { constant: sign * i128::from(number(node, digits)?), places: Vec::new() })
        }
        "tokens-count" => {
            let places = names(node, "place")?.into_iter().map(|place| (1, place)).collect();
            Ok(Sum { constant: 0, places })
        }
        "integer-sum" => {
            elements(node).try_fold(Sum::default(), |total, term| Ok(plus(total, 1, sum(term)?)))
        }
        "integer-difference" => {
            let mut terms = elements(node);
            let first = terms.next().map_or(Ok(Sum::default()), sum)?;
            terms.try_fold(first, |total, term| Ok(plus(total, -1, sum(term)?)))
        }
        other => Err(problem(node, format!("<{other}> is not supported as a number"))),
    }
}

fn plus(mut total: Sum, sign: i128, other: Sum) -> Sum {
    total.constant += sign * other.constant;
    total.places.extend(other.places.into_iter().map(|(factor, place)| (sign * factor, place)));
    total
}

/// The texts of the child elements, which must all have this name.
fn names(node: Node<'_, '_>, wanted: &str) -> Result<Vec<String>, Problem> {
    elements(node)
        .map(|element| {
            let id = text(element);
            if name(element) == wanted && !id.is_empty() {
                Ok(id.into_owned())
            } else {
                Err(problem(element, format!("<{}> lists <{wanted}> elements only", name(node))))
            }
        })
        .collect()
}
