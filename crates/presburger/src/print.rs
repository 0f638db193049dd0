//! Printing sets and relations in the notation that [`crate::Notation`] reads.
//!
//! A division is printed as the term `floor(e/d)` wherever it occurs, so no quantifier is needed and the text
//! denotes the same set when it is read again.
//!
//! ```
//! use presburger::Set;
//! let set = Set::parse("[n] -> { [x, y] : exists k: x = 2k and 0 <= y < n }").unwrap();
//! assert_eq!(set.to_string(), "[n] -> { [x, y] : x = 2floor(x/2) and n >= y + 1 and y >= 0 }");
//! ```

use crate::conjunction::Conjunction;
use crate::integer::Integer;
use crate::set::Set;
use std::fmt;

impl fmt::Display for Set {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tuple = format!("[{}]", self.space.dimensions().join(", "));
        write_set(self, &tuple, formatter)
    }
}

/// Writes the set with a given text for its tuple.
pub(crate) fn write_set(set: &Set, tuple: &str, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
    if !set.space.parameters().is_empty() {
        write!(formatter, "[{}] -> ", set.space.parameters().join(", "))?;
    }
    let names: Vec<&str> = set.space.names().map(String::as_str).collect();
    let conditions: Vec<String> = set.disjuncts.iter().map(|d| condition(d, &names)).collect();
    match conditions.as_slice() {
        [] => write!(formatter, "{{ {tuple} : false }}"),
        [only] if only == "true" => write!(formatter, "{{ {tuple} }}"),
        _ => write!(formatter, "{{ {tuple} : {} }}", conditions.join(" or ")),
    }
}

/// The conjunction as a text over those names.
fn condition(conjunction: &Conjunction, names: &[&str]) -> String {
    let mut terms: Vec<String> = names.iter().map(|name| (*name).to_string()).collect();
    for division in &conjunction.divisions {
        let numerator = sum(division.numerator.iter(), &terms);
        let many = numerator.contains(' ');
        let text = if many { format!("({numerator})") } else { numerator };
        terms.push(format!("floor({text}/{})", division.denominator));
    }
    let equalities = conjunction.equalities.iter().map(|row| comparison(row, "=", &terms));
    let inequalities = conjunction.inequalities.iter().map(|row| comparison(row, ">=", &terms));
    let parts: Vec<String> = equalities.chain(inequalities).collect();
    if parts.is_empty() { "true".to_string() } else { parts.join(" and ") }
}

/// The comparison of a row with zero, with the positive terms on the left and the others on the right.
fn comparison(row: &[Integer], sign: &str, terms: &[String]) -> String {
    let left: Vec<Integer> = row.iter().map(|c| c.clone().max(Integer::ZERO)).collect();
    let right: Vec<Integer> = row.iter().map(|c| (-c).max(Integer::ZERO)).collect();
    let bare = left[1..].iter().all(Integer::is_zero);
    let (left, right) = (sum(left.iter(), terms), sum(right.iter(), terms));
    match (bare, sign) {
        (true, "=") => format!("{right} = {left}"),
        (true, _) => format!("{right} <= {left}"),
        _ => format!("{left} {sign} {right}"),
    }
}

/// The linear expression as a text.
fn sum<'a>(coefficients: impl Iterator<Item = &'a Integer>, terms: &[String]) -> String {
    let mut text = String::new();
    let mut constant = Integer::ZERO;
    for (place, coefficient) in coefficients.enumerate() {
        if place == 0 {
            constant = coefficient.clone();
        } else if !coefficient.is_zero() {
            push_sign(&mut text, coefficient.is_negative());
            if !coefficient.is_unit() {
                text.push_str(&coefficient.abs().to_string());
            }
            text.push_str(&terms[place - 1]);
        }
    }
    if !constant.is_zero() || text.is_empty() {
        push_sign(&mut text, constant.is_negative());
        text.push_str(&constant.abs().to_string());
    }
    text
}

fn push_sign(text: &mut String, negative: bool) {
    text.push_str(match (text.is_empty(), negative) {
        (true, false) => "",
        (true, true) => "-",
        (false, false) => " + ",
        (false, true) => " - ",
    });
}
