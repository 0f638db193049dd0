//! Terms as texts of the language.
//!
//! A term that stands in several places, or nests deeply, is named by a `let`. Texts are made from the parts up.

use crate::smtlib::term::{Term, TermKind, Terms, Variable};
use std::collections::{BTreeSet, HashMap};
use std::fmt::Write;

/// How tightly a text holds together.
pub(super) type Tightness = u8;
pub(super) const LOOSE: Tightness = 0;
const OR: Tightness = 1;
const AND: Tightness = 2;
const COMPARISON: Tightness = 3;
const SUM: Tightness = 4;
const PRODUCT: Tightness = 5;
pub(super) const TIGHT: Tightness = 6;

/// The nodes that a term has, written out, if it is named where it stands twice.
const NAMED_SIZE: usize = 12;

/// The height above which a term is named in any case.
const NAMED_HEIGHT: usize = 40;

/// The longest text of a term.
const LONGEST: usize = 4_000_000;

/// Writes terms.
#[derive(Debug, Default)]
pub(super) struct Printer {
    /// The names of variables.
    pub names: HashMap<Variable, String>,
    /// The names of terms that have a definition.
    pub definitions: HashMap<Term, String>,
    /// Terms whose texts are ready.
    texts: HashMap<Term, (String, Tightness)>,
    /// Whether a text became too long.
    pub is_too_long: bool,
}

impl Printer {
    /// The terms below roots that are to be named, parts before wholes: none of the variables that vary inside a formula is in them.
    pub fn to_be_named(terms: &Terms, roots: &[Term], locals: &BTreeSet<Variable>) -> Vec<Term> {
        let order = terms.below(roots, |_| false);
        let mut uses: HashMap<Term, usize> = HashMap::new();
        for root in roots {
            *uses.entry(*root).or_default() += 1;
        }
        for term in &order {
            terms.kind(*term).each_part(|part| *uses.entry(part).or_default() += 1);
        }
        let mut sizes: HashMap<Term, (usize, usize, bool)> = HashMap::new();
        let mut named = Vec::new();
        for term in order {
            let (mut size, mut height) = (1_usize, 1_usize);
            let mut is_local = terms.as_variable(term).is_some_and(|variable| locals.contains(&variable));
            terms.kind(term).each_part(|part| {
                let (own, high, local) = sizes[&part];
                size = size.saturating_add(own);
                height = height.max(high + 1);
                is_local |= local;
            });
            let is_leaf = matches!(terms.kind(term), TermKind::Not(_) | TermKind::Sum(..));
            let is_shared = uses[&term] > 1 && size >= NAMED_SIZE && !is_leaf;
            if !is_local && (is_shared || height > NAMED_HEIGHT) {
                named.push(term);
                (size, height) = (1, 1);
            }
            sizes.insert(term, (size, height, is_local));
        }
        named
    }

    /// The text of a term, in parentheses where it holds together less tightly than what is around it.
    pub fn text(&mut self, terms: &Terms, term: Term, around: Tightness) -> String {
        self.prepare(terms, &[term]);
        self.part(term, around)
    }

    /// The text that the name of a term stands for.
    pub fn body(&mut self, terms: &Terms, term: Term) -> String {
        let mut parts = Vec::new();
        terms.kind(term).each_part(|part| parts.push(part));
        self.prepare(terms, &parts);
        self.written(terms, term).0
    }

    /// Makes the texts of terms and of all below them that have no name.
    fn prepare(&mut self, terms: &Terms, roots: &[Term]) {
        let is_ready =
            |own: &Self, term: Term| own.texts.contains_key(&term) || own.definitions.contains_key(&term);
        for term in terms.below(roots, |term| is_ready(self, term)) {
            if !is_ready(self, term) {
                let text = self.written(terms, term);
                let is_too_long = text.0.len() > LONGEST;
                self.is_too_long |= is_too_long;
                self.texts.insert(term, if is_too_long { ("true".into(), TIGHT) } else { text });
            }
        }
    }

    /// The text of a part: its name, or what is ready.
    fn part(&self, term: Term, around: Tightness) -> String {
        if let Some(name) = self.definitions.get(&term) {
            return name.clone();
        }
        let (text, tightness) = &self.texts[&term];
        if *tightness < around { format!("({text})") } else { text.clone() }
    }

    fn written(&self, terms: &Terms, term: Term) -> (String, Tightness) {
        let list = |parts: &[Term], sign: &str, tightness: Tightness| {
            let parts: Vec<String> = parts.iter().map(|part| self.part(*part, tightness + 1)).collect();
            (parts.join(sign), tightness)
        };
        match terms.kind(term) {
            TermKind::Bool(value) => (value.to_string(), TIGHT),
            TermKind::Variable(variable) => (self.names[variable].clone(), TIGHT),
            TermKind::Not(inner) => match terms.kind(*inner) {
                TermKind::Zero(sum) => self.comparison(terms, *sum, "!="),
                _ => (format!("!{}", self.part(*inner, TIGHT)), COMPARISON),
            },
            TermKind::And(parts) => list(parts, " && ", AND),
            TermKind::Or(parts) => list(parts, " || ", OR),
            TermKind::Iff(a, b) => {
                (format!("{} <=> {}", self.part(*a, LOOSE + 1), self.part(*b, LOOSE + 1)), LOOSE)
            }
            TermKind::If(c, a, b) => {
                let (c, a, b) = (self.part(*c, OR), self.part(*a, SUM), self.part(*b, SUM));
                (format!("if {c} then {a} else {b}"), LOOSE)
            }
            TermKind::Sum(parts, constant) => self.sum(parts, *constant),
            TermKind::Quotient(a, by) => (format!("{} / {by}", self.part(*a, TIGHT)), PRODUCT),
            TermKind::Remainder(a, by) => (format!("{} % {by}", self.part(*a, TIGHT)), PRODUCT),
            TermKind::NotPositive(sum) => self.comparison(terms, *sum, "<="),
            TermKind::Zero(sum) => self.comparison(terms, *sum, "="),
            TermKind::Apply(..) | TermKind::Quantified { .. } => {
                unreachable!("clauses are apart from their predicates and quantifiers")
            }
        }
    }

    /// A sum compared with zero, with both sides free of minus signs.
    fn comparison(&self, terms: &Terms, sum: Term, sign: &str) -> (String, Tightness) {
        let (parts, constant) = terms.linear(sum);
        let (left, right): (Vec<_>, Vec<_>) = parts.into_iter().partition(|(factor, _)| *factor > 0);
        let right: Vec<(i128, Term)> = right.into_iter().map(|(factor, part)| (-factor, part)).collect();
        // A bound from below reads better with the variable first.
        let turned = |sign: &str| if sign == "<=" { ">=".to_owned() } else { sign.to_owned() };
        let text = match (left.is_empty(), right.is_empty(), constant, sign) {
            (true, _, 1, "<=") => format!("{} > 0", self.sum(&right, 0).0),
            (true, _, _, _) => format!("{} {} {constant}", self.sum(&right, 0).0, turned(sign)),
            (_, true, 1, "<=") => format!("{} < 0", self.sum(&left, 0).0),
            (_, true, _, _) => format!("{} {sign} {}", self.sum(&left, 0).0, -constant),
            (_, _, 1, "<=") => format!("{} < {}", self.sum(&left, 0).0, self.sum(&right, 0).0),
            (_, _, 1.., _) => format!("{} {sign} {}", self.sum(&left, constant).0, self.sum(&right, 0).0),
            _ => format!("{} {sign} {}", self.sum(&left, 0).0, self.sum(&right, -constant).0),
        };
        (text, COMPARISON)
    }

    fn sum(&self, parts: &[(i128, Term)], constant: i128) -> (String, Tightness) {
        let mut text = String::new();
        let mut parts: Vec<(i128, Term)> = parts.to_vec();
        parts.sort_by_key(|(factor, _)| *factor < 0);
        let is_constant_first = constant > 0 && parts.first().is_some_and(|(factor, _)| *factor < 0);
        if is_constant_first || parts.is_empty() {
            text = constant.to_string();
        }
        for (factor, part) in &parts {
            let sign = match (text.is_empty(), *factor < 0) {
                (true, false) => "",
                (true, true) => "-",
                (false, false) => " + ",
                (false, true) => " - ",
            };
            let times = if factor.abs() == 1 { String::new() } else { format!("{} * ", factor.abs()) };
            // A minus sign in front holds together more tightly than a product.
            let around = if factor.abs() == 1 && sign != "-" { PRODUCT } else { TIGHT };
            let _ = write!(text, "{sign}{times}{}", self.part(*part, around));
        }
        if constant != 0 && !is_constant_first && !parts.is_empty() {
            let _ = write!(text, " {} {}", if constant < 0 { '-' } else { '+' }, constant.abs());
        }
        let is_single = parts.is_empty() && constant >= 0;
        (text, if is_single { TIGHT } else { SUM })
    }
}
