//! Inputs in other people's formats: transcripts of the Omega calculator, and SMT-LIB formulas.
//!
//! The project's own are always read, those of others where they are at hand. Inputs that use what this crate does not
//! read are skipped and counted.

#[path = "../../../tests/corpora/locate.rs"]
mod corpora;
mod support;

use corpora::{foreign, own};

use presburger::{Budget, Comparison, Formula, Integer, Relation, Set, Side, Space, Term};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// A value of the calculator: a set, or a relation with the number of its arguments.
#[derive(Clone)]
struct Value {
    inputs: Option<usize>,
    set: Set,
}

/// The commands of a transcript with the output that followed each.
fn transcript(text: &str) -> Vec<(String, String)> {
    let mut result: Vec<(String, String)> = Vec::new();
    let mut command = String::new();
    for line in text.lines() {
        if line.contains("Omega Calculator") {
            continue;
        }
        if let Some(part) = line.strip_prefix('#') {
            let part = part.split('#').next().unwrap_or("");
            command.push_str(part);
            command.push(' ');
            while let Some(end) = command.find(';') {
                result.push((command[..end].trim().to_string(), String::new()));
                command = command[end + 1..].to_string();
            }
        } else if let Some(last) = result.last_mut() {
            last.1.push_str(line);
            last.1.push(' ');
        }
    }
    result
}

fn literal(text: &str, symbols: &[String]) -> Option<Value> {
    let text = text.trim();
    if !text.starts_with('{') || !text.ends_with('}') || text[1..].contains('{') {
        return None;
    }
    let text = text.replace("TRUE", "true").replace("FALSE", "false").replace("Exists", "exists");
    let text = if symbols.is_empty() { text } else { format!("[{}] -> {text}", symbols.join(", ")) };
    let notation = presburger::Notation::parse(&text).ok()?;
    let budget = Budget::operations(200_000);
    let set = Set::from_formula(notation.space, &notation.formula, &budget).ok()?;
    Some(Value { inputs: notation.inputs, set })
}

/// An application `R(S)` or a closure `R+` that is exact.
fn postfix(text: &str, names: &HashMap<String, Value>, symbols: &[String]) -> Option<Value> {
    let budget = Budget::operations(200_000);
    if let Some((name, argument)) = text.strip_suffix(')').and_then(|text| text.split_once('('))
        && let (Some(relation), Some(set)) = (names.get(name.trim()), names.get(argument.trim()))
        && relation.inputs == Some(set.set.dimension_count())
        && set.inputs.is_none()
    {
        let relation = Relation::from_set(relation.inputs?, relation.set.clone());
        return Some(Value { inputs: None, set: relation.image(&set.set, &budget).ok()? });
    }
    if let Some(relation) = text.strip_suffix('+') {
        let value = evaluate(relation, names, symbols)?;
        let relation = Relation::from_set(value.inputs?, value.set);
        if relation.input_count() != relation.output_count() {
            return None;
        }
        let closure = relation.transitive_closure(Side::Above, &Budget::operations(50_000)).ok()?;
        let set = closure.relation.pairs().clone();
        return closure.exact.then_some(Value { inputs: Some(relation.input_count()), set });
    }
    None
}

/// The operators between two values, the loosest first.
const OPERATORS: [&str; 10] = [
    " union ",
    " - ",
    " intersection ",
    " restrictDomain ",
    " restrictRange ",
    " \\ ",
    " / ",
    " compose ",
    " join ",
    " * ",
];

/// The text before and after the last place of the operator outside braces and parentheses.
fn split_outside<'a>(text: &'a str, word: &str) -> Option<(&'a str, &'a str)> {
    let mut depth = 0;
    let mut found = None;
    for (at, letter) in text.char_indices() {
        match letter {
            '{' | '(' => depth += 1,
            '}' | ')' => depth -= 1,
            _ if depth == 0 && text[at..].starts_with(word) => found = Some(at),
            _ => {}
        }
    }
    found.map(|at| (&text[..at], &text[at + word.len()..]))
}

/// The operators that need relations.
fn joined(word: &str, a: Value, b: Value) -> Option<Value> {
    let budget = Budget::operations(200_000);
    let relation = |value: &Value| value.inputs.map(|n| Relation::from_set(n, value.set.clone()));
    let whole = |r: Relation| Value { inputs: Some(r.input_count()), set: r.pairs().clone() };
    match (word, relation(&a), relation(&b)) {
        (" join ", Some(first), Some(second)) if first.output_count() == second.input_count() => {
            Some(whole(first.then(&second, &budget).ok()?))
        }
        (" join ", None, Some(second)) if a.set.dimension_count() == second.input_count() => {
            Some(Value { inputs: None, set: second.image(&a.set, &budget).ok()? })
        }
        (" restrictDomain " | " \\ ", Some(first), None)
            if b.set.dimension_count() == first.input_count() =>
        {
            Some(whole(first.restrict_domain(&b.set, &budget).ok()?))
        }
        (" restrictRange " | " / ", Some(first), None) if b.set.dimension_count() == first.output_count() => {
            Some(whole(first.restrict_range(&b.set, &budget).ok()?))
        }
        (" * ", None, None) => {
            let inputs = Some(a.set.dimension_count());
            Some(Value { inputs, set: a.set.product(&b.set, &budget).ok()? })
        }
        _ => None,
    }
}

fn evaluate(text: &str, names: &HashMap<String, Value>, symbols: &[String]) -> Option<Value> {
    let text = text.trim();
    let budget = Budget::operations(200_000);
    if let Some(value) = names.get(text) {
        return Some(value.clone());
    }
    if let Some(value) = literal(text, symbols) {
        return Some(value);
    }
    if let Some(value) = postfix(text, names, symbols) {
        return Some(value);
    }
    for word in OPERATORS {
        if let Some((left, right)) = split_outside(text, word) {
            let (a, b) = (evaluate(left, names, symbols)?, evaluate(right, names, symbols)?);
            if [" join ", " restrictDomain ", " \\ ", " restrictRange ", " / ", " * "].contains(&word) {
                return joined(word, a, b);
            }
            if word == " compose " {
                let (first, second) =
                    (Relation::from_set(b.inputs?, b.set), Relation::from_set(a.inputs?, a.set));
                if first.output_count() != second.input_count() {
                    return None;
                }
                let both = first.then(&second, &budget).ok()?;
                return Some(Value { inputs: Some(both.input_count()), set: both.pairs().clone() });
            }
            if a.set.dimension_count() != b.set.dimension_count() {
                return None;
            }
            let joined = match word {
                " union " => a.set.union(&b.set, &budget),
                " - " => a.set.difference(&b.set, &budget),
                _ => a.set.intersection(&b.set, &budget),
            };
            return Some(Value { inputs: a.inputs, set: joined.ok()? });
        }
    }
    if let Some(inside) = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')) {
        return evaluate(inside, names, symbols);
    }
    let (word, rest) = text.split_once(' ')?;
    if !["domain", "range", "inverse", "complement"].contains(&word) {
        return None;
    }
    let value = evaluate(rest, names, symbols)?;
    let relation = || value.inputs.map(|inputs| Relation::from_set(inputs, value.set.clone()));
    match word {
        "domain" => Some(Value { inputs: None, set: relation()?.domain(&budget).ok()? }),
        "range" => Some(Value { inputs: None, set: relation()?.range(&budget).ok()? }),
        "inverse" => {
            let inverse = relation()?.inverse();
            Some(Value { inputs: Some(inverse.input_count()), set: inverse.pairs().clone() })
        }
        "complement" => Some(Value { inputs: value.inputs, set: value.set.complement(&budget).ok()? }),
        _ => None,
    }
}

/// The answers of the project's own transcripts.
const OWN_ANSWERS: usize = 19;
/// The commands in them that have no answer to compare with.
const OWN_DEFINITIONS: usize = 0;

#[test]
fn our_own_transcripts_denote_the_same_sets() {
    assert_eq!(compared(&own("presburger/omega/test_parser")), (OWN_ANSWERS, OWN_DEFINITIONS));
}

#[test]
fn omega_transcripts_denote_the_same_sets() {
    let Some(folder) = foreign("presburger/omega/test_parser") else { return };
    let (compared, skipped) = compared(&folder);
    assert!(compared >= 230, "compared {compared} answers, skipped {skipped}");
}

/// Compares the answers of all transcripts of a folder with ours: how many are the same, and how many could not be compared.
fn compared(folder: &Path) -> (usize, usize) {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|e| e == "oc-rt"));
    files.sort();
    let (mut compared, mut skipped) = (0, 0);
    for path in files {
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let mut names = HashMap::new();
        let mut symbols: Vec<String> = Vec::new();
        for (command, output) in transcript(&text) {
            let command = command.strip_prefix("assertUnsatisfiable").unwrap_or(&command).trim().to_string();
            let list = command.strip_prefix("symbolic ").or_else(|| command.strip_prefix("Symbolic "));
            if let Some(list) = list {
                // A symbol with arguments is a function, which is beyond this notation.
                let names = list.split(',').map(str::trim).filter(|name| !name.contains(['(', ')']));
                symbols.extend(names.map(str::to_string));
            } else if let Some((name, value)) = command.split_once(":=") {
                if let Some(value) = evaluate(value, &names, &symbols) {
                    names.insert(name.trim().to_string(), value);
                } else {
                    names.remove(name.trim());
                }
            } else if let Some((set, context)) =
                command.strip_prefix("gist ").and_then(|rest| split_outside(rest, " given "))
                && let (Some(set), Some(context)) =
                    (evaluate(set, &names, &symbols), evaluate(context, &names, &symbols))
                && let Some(expected) =
                    evaluate(&output.replace("} union", "} union "), &HashMap::new(), &symbols)
                && set.set.dimension_count() == context.set.dimension_count()
                && set.set.dimension_count() == expected.set.dimension_count()
            {
                // Both gists must agree with the set inside the context.
                let budget = Budget::operations(1_000_000);
                let inside = |other: &Set| other.intersection(&context.set, &budget);
                let agree = |other: &Set| inside(other)?.is_equal(&inside(&set.set)?, &budget);
                match (agree(&expected.set), set.set.gist(&context.set, &budget).and_then(|g| agree(&g))) {
                    (Ok(theirs), Ok(ours)) => {
                        assert!(theirs && ours, "{}: {command}", path.display());
                        compared += 1;
                    }
                    _ => skipped += 1,
                }
            } else if let Some(expected) =
                evaluate(&output.replace("} union", "} union "), &HashMap::new(), &symbols)
                && let Some(value) = evaluate(&command, &names, &symbols)
                && value.set.dimension_count() == expected.set.dimension_count()
            {
                let budget = Budget::operations(500_000);
                match value.set.is_equal(&expected.set, &budget) {
                    Ok(equal) => {
                        assert!(equal, "{}: {command}\n gives {}\n not {output}", path.display(), value.set);
                        compared += 1;
                    }
                    Err(_) => skipped += 1,
                }
            } else {
                skipped += 1;
            }
        }
    }
    println!("compared {compared} answers, skipped {skipped}");
    (compared, skipped)
}

/// A list or word of SMT-LIB.
enum Expression {
    Word(String),
    List(Vec<Expression>),
}

fn expressions(text: &str) -> Vec<Expression> {
    let mut stack = vec![Vec::new()];
    // A name between bars may contain anything; parentheses in it are not structure.
    let plain = |(index, part): (usize, &str)| {
        if index % 2 == 1 { part.replace(['(', ')'], "_") } else { part.into() }
    };
    let unquoted: String = text.split('|').enumerate().map(plain).collect();
    let spaced = unquoted.replace('(', " ( ").replace(')', " ) ");
    for word in spaced.split_whitespace() {
        match word {
            "(" => stack.push(Vec::new()),
            ")" => {
                let list = stack.pop().unwrap();
                stack.last_mut().unwrap().push(Expression::List(list));
            }
            _ => stack.last_mut().unwrap().push(Expression::Word(word.to_string())),
        }
    }
    stack.pop().unwrap()
}

fn term(expression: &Expression) -> Option<Term> {
    let list = match expression {
        Expression::Word(word) => {
            return Some(Integer::parse(word).map_or_else(|| Term::variable(word), Term::Constant));
        }
        Expression::List(list) => list,
    };
    let Expression::Word(head) = list.first()? else { return None };
    let mut arguments: Vec<Term> = list[1..].iter().map(term).collect::<Option<_>>()?;
    match (head.as_str(), arguments.len()) {
        ("+", _) => Some(Term::Sum(arguments)),
        ("-", 1) => Some(Term::Scaled(Integer::from(-1), Box::new(arguments.remove(0)))),
        ("-", 2) => Some(arguments.remove(0).minus(arguments.remove(0))),
        ("*", 2) => match (arguments.remove(0), arguments.remove(0)) {
            (Term::Constant(c), t) | (t, Term::Constant(c)) => Some(Term::Scaled(c, Box::new(t))),
            _ => None,
        },
        ("mod" | "div", 2) => match (head.as_str(), arguments.remove(0), arguments.remove(0)) {
            ("mod", t, Term::Constant(c)) => Some(Term::Remainder(Box::new(t), c)),
            (_, t, Term::Constant(c)) => Some(Term::Floor(Box::new(t), c)),
            _ => None,
        },
        _ => None,
    }
}

fn formula(expression: &Expression) -> Option<Formula> {
    let Expression::List(list) = expression else { return None };
    let Expression::Word(head) = list.first()? else { return None };
    let comparison = match head.as_str() {
        "=" => Some(Comparison::Equal),
        "<" => Some(Comparison::Less),
        "<=" => Some(Comparison::AtMost),
        ">" => Some(Comparison::Greater),
        ">=" => Some(Comparison::AtLeast),
        _ => None,
    };
    if let Some(comparison) = comparison {
        let [_, left, right] = list.as_slice() else { return None };
        return Some(Formula::Compare(term(left)?, comparison, term(right)?));
    }
    if let ("exists" | "forall", [_, Expression::List(bound), body]) = (head.as_str(), list.as_slice()) {
        let names = bound.iter().map(|pair| match pair {
            Expression::List(pair) => match pair.first() {
                Some(Expression::Word(name)) => Some(name.clone()),
                _ => None,
            },
            Expression::Word(_) => None,
        });
        let (names, body) = (names.collect::<Option<Vec<String>>>()?, Box::new(formula(body)?));
        return Some(if head == "exists" {
            Formula::Exists(names, body)
        } else {
            Formula::Forall(names, body)
        });
    }
    let mut parts: Vec<Formula> = list[1..].iter().map(formula).collect::<Option<_>>()?;
    match (head.as_str(), parts.len()) {
        ("and", _) => Some(Formula::And(parts)),
        ("or", _) => Some(Formula::Or(parts)),
        ("not", 1) => Some(Formula::Not(Box::new(parts.remove(0)))),
        ("=>", 2) => Some(Formula::Implies(Box::new(parts.remove(0)), Box::new(parts.remove(0)))),
        _ => None,
    }
}

/// The set of the declared constants' values that satisfy the assertions.
fn models(text: &str, budget: &Budget) -> Option<Set> {
    let (mut names, mut parts) = (Vec::new(), Vec::new());
    for command in expressions(text) {
        let Expression::List(list) = command else { continue };
        match list.as_slice() {
            [Expression::Word(word), Expression::Word(name), ..] if word == "declare-fun" => {
                names.push(name.clone())
            }
            [Expression::Word(word), assertion] if word == "assert" => parts.push(formula(assertion)?),
            _ => {}
        }
    }
    Set::from_formula(Space::from_names(Vec::new(), names), &Formula::And(parts), budget).ok()
}

#[test]
fn the_coin_problems_have_the_answer_of_sylvester() {
    assert_eq!(solved_coins(&own("presburger/smt"), &[(2, 3), (3, 5), (4, 7)]), 3);
    let Some(folder) = foreign("presburger/smt") else { return };
    assert_eq!(solved_coins(&folder, &[(2, 3), (3, 5), (5, 7), (7, 11)]), 4);
}

/// How many of these coin problems of a folder are solved within a budget; a wrong answer fails.
fn solved_coins(folder: &Path, problems: &[(i64, i64)]) -> usize {
    let mut solved = 0;
    for (a, b) in problems {
        let Ok(text) = std::fs::read_to_string(folder.join(format!("fcp_{a}_{b}.smt2"))) else { continue };
        let budget = Budget::operations(3_000_000);
        let Some(set) = models(&text, &budget) else {
            println!("fcp_{a}_{b} is out of budget");
            continue;
        };
        let expected = Set::parse(&format!("{{ [P] : P = {} }}", a * b - a - b)).unwrap();
        assert!(set.is_equal(&expected, &Budget::unlimited()).unwrap(), "fcp_{a}_{b}: {set}");
        solved += 1;
    }
    solved
}

#[test]
fn smt_formulas_have_their_status() {
    assert_eq!(decided(&own("presburger/smt")), (3, 0));
    let Some(folder) = foreign("presburger/smt") else { return };
    let (decided, skipped) = decided(&folder);
    assert!(decided >= 30, "decided {decided}, skipped {skipped}");
}

/// Compares our answers with the recorded ones: how many formulas of a folder are decided, and how many are not.
fn decided(folder: &Path) -> (usize, usize) {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    let (mut decided, mut skipped) = (0, 0);
    for path in files {
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        if path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("fcp")) {
            continue;
        }
        let budget = Budget::operations(100_000);
        let Some(set) = models(&text, &budget) else {
            skipped += 1;
            continue;
        };
        let Ok(empty) = set.is_empty(&budget) else {
            skipped += 1;
            continue;
        };
        decided += 1;
        if text.contains(":status sat") {
            assert!(!empty, "{}", path.display());
        }
        if text.contains(":status unsat") {
            assert!(empty, "{}", path.display());
        }
    }
    println!("decided {decided}, skipped {skipped}");
    (decided, skipped)
}
