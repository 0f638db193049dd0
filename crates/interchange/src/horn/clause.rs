//! Formulas as Horn clauses: predicates apart from conditions.
//!
//! A formula that is to be true is taken apart where predicates stand in it. A conjunction is several clauses; of a disjunction, what is
//! a predicate is a head, what is the opposite of one is in the body, and the opposite of all else is a condition.

use crate::Problem;
use crate::smtlib::script::Script;
use crate::smtlib::term::{Term, TermKind};
use crate::smtlib::text::Expression;

/// A predicate with values.
pub(super) type Application = (usize, Vec<Term>);

/// If the body and the conditions hold, the head does; without a head they must not hold.
#[derive(Debug, Clone, Default)]
pub(super) struct RawClause {
    pub body: Option<Application>,
    pub head: Option<Application>,
    pub conditions: Vec<Term>,
}

/// The most clauses that one formula becomes.
const MOST: usize = 10_000;

/// A clause in the making, with formulas one of which is to be true if none of the rest is.
#[derive(Debug, Clone, Default)]
struct Partial {
    clause: RawClause,
    pending: Vec<Term>,
}

/// The clauses that a formula is.
pub(super) fn clauses(
    script: &mut Script<'_>,
    command: Expression,
    formula: Term,
) -> Result<Vec<RawClause>, Problem> {
    let mut partial = vec![Partial { clause: RawClause::default(), pending: vec![formula] }];
    let mut found = Vec::new();
    while let Some(mut next) = partial.pop() {
        let Some(formula) = next.pending.pop() else {
            found.push(next.clause);
            continue;
        };
        for parts in alternatives(script, formula) {
            let mut own = next.clone();
            match parts {
                Part::Formulas(formulas) => own.pending.extend(formulas),
                Part::Head(head) => give(script, command, &mut own.clause.head, head, false)?,
                Part::Body(body) => give(script, command, &mut own.clause.body, body, true)?,
                Part::Condition(condition) => {
                    let condition = without_quantifiers(script, command, condition)?;
                    own.clause.conditions.push(condition);
                }
                Part::Outside => {
                    let message =
                        "this has a quantifier under a predicate's condition, which is not supported";
                    return Err(script.expressions.problem(command, message));
                }
            }
            partial.push(own);
        }
        if partial.len() + found.len() > MOST {
            return Err(script.expressions.problem(command, "this formula has too many clauses"));
        }
    }
    found.reverse();
    Ok(found)
}

/// What a formula contributes to a clause.
enum Part {
    Formulas(Vec<Term>),
    Head(Application),
    Body(Application),
    Condition(Term),
    Outside,
}

/// The clauses that a formula makes of one: what it contributes to each of them.
fn alternatives(script: &mut Script<'_>, formula: Term) -> Vec<Part> {
    let terms = &mut script.terms;
    let is_closed = !terms.has_predicate(formula);
    match terms.kind(formula).clone() {
        // The outermost quantifiers of a clause bind its variables.
        TermKind::Quantified { is_universal: true, body, .. } => vec![Part::Formulas(vec![body])],
        TermKind::Not(inner) if matches!(terms.kind(inner), TermKind::Quantified { .. }) => {
            let TermKind::Quantified { is_universal, body, .. } = *terms.kind(inner) else {
                return Vec::new();
            };
            match is_universal {
                true if is_closed => vec![Part::Condition(inner)],
                true => vec![Part::Outside],
                false => vec![Part::Formulas(vec![terms.not(body)])],
            }
        }
        _ if is_closed && !terms.has_quantifier(formula) => vec![Part::Condition(terms.not(formula))],
        TermKind::Or(parts) => vec![Part::Formulas(parts)],
        _ if is_closed => vec![Part::Condition(terms.not(formula))],
        TermKind::And(parts) => parts.into_iter().map(|part| Part::Formulas(vec![part])).collect(),
        TermKind::Apply(predicate, values) => vec![Part::Head((predicate, values))],
        TermKind::Not(inner) => match terms.kind(inner).clone() {
            TermKind::Apply(predicate, values) => vec![Part::Body((predicate, values))],
            _ => vec![Part::Outside],
        },
        TermKind::Iff(a, b) => {
            let (not_a, not_b) = (terms.not(a), terms.not(b));
            vec![Part::Formulas(vec![not_a, b]), Part::Formulas(vec![a, not_b])]
        }
        _ => vec![Part::Outside],
    }
}

/// Gives a clause its head or its body, of which it has one at most.
fn give(
    script: &Script<'_>,
    command: Expression,
    place: &mut Option<Application>,
    application: Application,
    is_body: bool,
) -> Result<(), Problem> {
    let Some((known, _)) = place else {
        *place = Some(application);
        return Ok(());
    };
    let names = [*known, application.0].map(|predicate| &script.predicates[predicate].name);
    let message = match is_body {
        true => format!(
            "this clause is not linear: it has two predicates in its body, `{}` and `{}`",
            names[0], names[1]
        ),
        false => format!("this is no Horn clause: it has two heads, `{}` and `{}`", names[0], names[1]),
    };
    Err(script.expressions.problem(command, message))
}

/// A condition whose quantifiers only say that values exist, without them.
fn without_quantifiers(
    script: &mut Script<'_>,
    command: Expression,
    condition: Term,
) -> Result<Term, Problem> {
    let mut condition = condition;
    while script.terms.has_quantifier(condition) {
        let mut parts = Vec::new();
        let mut is_changed = false;
        for part in script.terms.conjuncts(condition) {
            match script.terms.kind(part) {
                TermKind::Quantified { is_universal: false, body, .. } => {
                    parts.push(*body);
                    is_changed = true;
                }
                TermKind::Not(inner) => match *script.terms.kind(*inner) {
                    TermKind::Quantified { is_universal: true, body, .. } => {
                        parts.push(script.terms.not(body));
                        is_changed = true;
                    }
                    _ => parts.push(part),
                },
                _ => parts.push(part),
            }
        }
        if !is_changed {
            return Err(script
                .expressions
                .problem(command, "quantifiers inside conditions are not supported"));
        }
        condition = script.terms.and(parts);
    }
    Ok(condition)
}
