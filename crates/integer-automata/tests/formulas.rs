//! Quantified formulas: against the `presburger` crate, and other people's formulas in SMT-LIB.
//!
//! The project's own formulas are always read, those of others where they are at hand; `FATHOM_SLOW=1` reads all of them.

#[path = "../../../tests/corpora/locate.rs"]
mod corpora;
mod support;

use integer_automata::{Budget, Comparison, Formula, Linear, Numbers, Store, Track};
use std::collections::HashMap;
use std::path::PathBuf;
use support::{COMPARISONS, Random, points, track};

const NAMES: [&str; 4] = ["x", "y", "u", "v"];

/// One formula in the words of both crates.
struct Both(Formula, presburger::Formula);

fn linear(random: &mut Random, tracks: usize) -> (Linear, presburger::Term) {
    let constant = random.between(-6, 6);
    let mut ours = Linear::constant(constant);
    let mut theirs = vec![presburger::Term::Constant(constant.into())];
    for (place, name) in NAMES[..tracks].iter().enumerate() {
        let a = random.between(-2, 2);
        ours = ours.plus(&Linear::term(a, track(place)));
        theirs.push(presburger::Term::Scaled(a.into(), Box::new(presburger::Term::variable(name))));
    }
    (ours, presburger::Term::Sum(theirs))
}

fn zero() -> presburger::Term {
    presburger::Term::Constant(0.into())
}

fn comparison(comparison: Comparison) -> presburger::Comparison {
    match comparison {
        Comparison::Less => presburger::Comparison::Less,
        Comparison::AtMost => presburger::Comparison::AtMost,
        Comparison::Equal => presburger::Comparison::Equal,
        Comparison::NotEqual => presburger::Comparison::NotEqual,
        Comparison::AtLeast => presburger::Comparison::AtLeast,
        Comparison::Greater => presburger::Comparison::Greater,
    }
}

/// A random formula whose free tracks are the first ones.
fn formula(random: &mut Random, tracks: usize, depth: usize) -> Both {
    if depth == 0 {
        let (ours, theirs) = linear(random, tracks);
        if random.between(0, 4) == 0 {
            let divisor = random.between(2, 4);
            let rest = presburger::Term::Remainder(Box::new(theirs), divisor.into());
            let theirs = presburger::Formula::Compare(rest, presburger::Comparison::Equal, zero());
            return Both(Formula::divides(divisor, ours), theirs);
        }
        let relation = COMPARISONS[random.between(0, 5) as usize];
        return Both(
            ours.compared(relation),
            presburger::Formula::Compare(theirs, comparison(relation), zero()),
        );
    }
    if tracks < 4 && random.between(0, 2) == 0 {
        let Both(ours, theirs) = formula(random, tracks + 1, depth - 1);
        let name = vec![NAMES[tracks].to_string()];
        return if random.between(0, 1) == 0 {
            Both(Formula::exists([track(tracks)], ours), presburger::Formula::Exists(name, Box::new(theirs)))
        } else {
            Both(Formula::for_all([track(tracks)], ours), presburger::Formula::Forall(name, Box::new(theirs)))
        };
    }
    let parts: Vec<Both> = (0..2).map(|_| formula(random, tracks, depth - 1)).collect();
    let (ours, theirs): (Vec<_>, Vec<_>) = parts.into_iter().map(|Both(ours, theirs)| (ours, theirs)).unzip();
    match random.between(0, 2) {
        0 => Both(Formula::All(ours), presburger::Formula::And(theirs)),
        1 => Both(Formula::Any(ours), presburger::Formula::Or(theirs)),
        _ => Both(
            Formula::All(ours).not(),
            presburger::Formula::Not(Box::new(presburger::Formula::And(theirs))),
        ),
    }
}

#[test]
fn quantified_formulas_mean_the_same_in_presburger() {
    let mut random = Random::new(31);
    let mut store = Store::new(Numbers::Integers);
    let space = presburger::Space::new(&[], &NAMES[..2]);
    let (mut compared, mut empty) = (0, 0);
    for _ in 0..400 {
        let Both(ours, theirs) = formula(&mut random, 2, 3);
        let budget = presburger::Budget::operations(100_000);
        let Ok(expected) = presburger::Set::from_formula(space.clone(), &theirs, &budget) else { continue };
        let set = store.formula(&ours, &Budget::unlimited()).unwrap();
        for point in points(Numbers::Integers, 2, 6) {
            let found = store.contains(&set, |t| point[usize::from(t.number())], |_| false);
            assert_eq!(found, expected.contains(&point), "{ours:?} at {point:?}");
        }
        if let Ok(is_empty) = expected.is_empty(&budget) {
            assert_eq!(set.is_empty(), is_empty, "{ours:?}");
            empty += usize::from(is_empty);
        }
        compared += 1;
    }
    assert!(compared > 200 && empty > 20, "{compared} compared, {empty} empty");
}

/// A list or word of SMT-LIB.
enum Expression {
    Word(String),
    List(Vec<Expression>),
}

fn expressions(text: &str) -> Vec<Expression> {
    // A name between bars may contain anything; parentheses in it are not structure.
    let plain = |(index, part): (usize, &str)| {
        if index % 2 == 1 { part.replace(['(', ')'], "_") } else { part.into() }
    };
    let unquoted: String = text.split('|').enumerate().map(plain).collect();
    let mut stack = vec![Vec::new()];
    for word in unquoted.replace('(', " ( ").replace(')', " ) ").split_whitespace() {
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

/// Reads formulas; each name gets a track.
#[derive(Default)]
struct Reader {
    names: HashMap<String, Track>,
    tracks: u16,
    /// Remainders of the formula that is being read, by term and divisor. They have values whatever the rest says, so
    /// they are defined where the nearest variables are quantified, each once.
    remainders: Vec<(Linear, i64, Track)>,
}

impl Reader {
    fn fresh(&mut self) -> Track {
        self.tracks += 1;
        Track::new(self.tracks - 1)
    }

    fn name(&mut self, name: &str) -> Track {
        if let Some(&known) = self.names.get(name) {
            return known;
        }
        let track = self.fresh();
        self.names.insert(name.to_string(), track);
        track
    }

    fn term(&mut self, expression: &Expression) -> Linear {
        let list = match expression {
            Expression::Word(word) => {
                return match word.parse() {
                    Ok(number) => Linear::constant(number),
                    Err(_) => Linear::term(1, self.name(word)),
                };
            }
            Expression::List(list) => list,
        };
        let Expression::Word(head) = &list[0] else { panic!("a term begins with a word") };
        let arguments: Vec<Linear> = list[1..].iter().map(|argument| self.term(argument)).collect();
        match (head.as_str(), arguments.as_slice()) {
            ("+", all) => all.iter().fold(Linear::constant(0), |sum, term| sum.plus(term)),
            ("-", [only]) => only.times(-1),
            ("-", [left, right]) => left.minus(right),
            ("*", [a, b]) if a.terms().is_empty() => b.times(a.constant_term() as i64),
            ("*", [a, b]) if b.terms().is_empty() => a.times(b.constant_term() as i64),
            ("mod", [term, divisor]) => {
                let divisor = divisor.constant_term() as i64;
                let known = self.remainders.iter().find(|known| known.0 == *term && known.1 == divisor);
                let track = known.map(|known| known.2).unwrap_or_else(|| {
                    let track = self.fresh();
                    self.remainders.push((term.clone(), divisor, track));
                    track
                });
                Linear::term(1, track)
            }
            _ => panic!("no term: {head}"),
        }
    }

    fn formula(&mut self, expression: &Expression) -> Formula {
        let Expression::List(list) = expression else { panic!("a formula is a list") };
        let Expression::Word(head) = &list[0] else { panic!("a formula begins with a word") };
        if let ("exists" | "forall", [_, Expression::List(bound), body]) = (head.as_str(), list.as_slice()) {
            let (before, outer) = (self.names.clone(), std::mem::take(&mut self.remainders));
            let mut tracks = Vec::new();
            for pair in bound {
                if let Expression::List(pair) = pair
                    && let Some(Expression::Word(name)) = pair.first()
                {
                    let track = self.fresh();
                    self.names.insert(name.clone(), track);
                    tracks.push(track);
                }
            }
            let body = self.formula(body);
            let (rests, meanings) = meanings(&std::mem::replace(&mut self.remainders, outer));
            self.names = before;
            let all = tracks.into_iter().chain(rests);
            return if head == "exists" {
                Formula::exists(all, Formula::all(meanings.into_iter().chain([body])))
            } else {
                Formula::for_all(all, Formula::All(meanings).implies(body))
            };
        }
        let relation = match head.as_str() {
            "=" => Some(Comparison::Equal),
            "<" => Some(Comparison::Less),
            "<=" => Some(Comparison::AtMost),
            ">" => Some(Comparison::Greater),
            ">=" => Some(Comparison::AtLeast),
            _ => None,
        };
        if let Some(relation) = relation {
            return self.term(&list[1]).minus(&self.term(&list[2])).compared(relation);
        }
        let mut parts: Vec<Formula> = list[1..].iter().map(|part| self.formula(part)).collect();
        match head.as_str() {
            "and" => Formula::All(parts),
            "or" => Formula::Any(parts),
            "not" => parts.remove(0).not(),
            "=>" => parts.remove(0).implies(parts.remove(0)),
            _ => panic!("no formula: {head}"),
        }
    }
}

/// The tracks of some remainders, and what they mean.
fn meanings(remainders: &[(Linear, i64, Track)]) -> (Vec<Track>, Vec<Formula>) {
    let mut parts = Vec::new();
    for (term, divisor, track) in remainders {
        let value = Linear::term(1, *track);
        parts.push(Linear::constant(0).at_most(&value));
        parts.push(value.less_than(&Linear::constant(divisor.abs())));
        parts.push(Formula::divides(*divisor, term.minus(&value)));
    }
    (remainders.iter().map(|known| known.2).collect(), parts)
}

/// The assertions of a script, and the tracks of its constants.
fn read(text: &str) -> (Formula, Vec<Track>) {
    let (mut reader, mut constants, mut parts) = (Reader::default(), Vec::new(), Vec::new());
    for command in expressions(text) {
        let Expression::List(list) = command else { continue };
        match list.as_slice() {
            [Expression::Word(word), Expression::Word(name), ..] if word == "declare-fun" => {
                constants.push(reader.name(name));
            }
            [Expression::Word(word), assertion] if word == "assert" => parts.push(reader.formula(assertion)),
            _ => {}
        }
    }
    let (tracks, meanings) = meanings(&reader.remainders);
    parts.extend(meanings);
    (Formula::exists(tracks, Formula::All(parts)), constants)
}

/// How many scripts are the project's own.
const OWN_SCRIPTS: usize = 6;

/// The project's own scripts, and those of others where they are at hand.
fn scripts() -> Vec<PathBuf> {
    let mut paths = Vec::new();
    for folder in [Some(corpora::own("presburger/smt")), corpora::foreign("presburger/smt")].iter().flatten()
    {
        let entries = std::fs::read_dir(folder).expect("the folder can be read");
        let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        files.retain(|path| path.extension().is_some_and(|ending| ending == "smt2"));
        files.sort();
        paths.extend(files);
    }
    paths
}

/// The two coins of a script of the coin problem, by its name `fcp_A_B`.
fn coins(path: &std::path::Path) -> Option<(i64, i64)> {
    let name = path.file_stem()?.to_str()?.strip_prefix("fcp_")?;
    let (a, b) = name.split_once('_')?;
    Some((a.parse().ok()?, b.parse().ok()?))
}

#[test]
fn smt_formulas_have_their_answers() {
    let slow = std::env::var_os("FATHOM_SLOW").is_some();
    let (mut solved, mut skipped) = (0, 0);
    for path in scripts() {
        let coins = coins(&path);
        if !slow && (coins.is_some_and(|(a, _)| a > 97)) {
            skipped += 1;
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a file that was listed can be read");
        let (formula, constants) = read(&text);
        let mut store = Store::new(Numbers::Integers);
        let budget = Budget::operations(if slow { 200_000_000 } else { 5_000_000 });
        // Whether a formula can be satisfied is one more quantifier; the coin problems have an answer that is checked.
        let formula = if coins.is_some() { formula } else { Formula::exists(constants.clone(), formula) };
        let Ok(set) = store.formula(&formula, &budget) else {
            println!("out of budget: {}", path.display());
            skipped += 1;
            continue;
        };
        match coins {
            // The largest amount that cannot be paid with coins a and b is ab - a - b (Sylvester).
            Some((a, b)) => {
                let answer = Linear::term(1, constants[0]).equal_to(&Linear::constant(a * b - a - b));
                assert_eq!(set, store.formula(&answer, &budget).unwrap(), "{}", path.display());
            }
            // Where nothing else is recorded they can be satisfied: a1 = 0 and an old value of -1 will do.
            None => assert_eq!(set.is_empty(), text.contains(":status unsat"), "{}", path.display()),
        }
        solved += 1;
    }
    println!("solved {solved}, skipped {skipped}");
    let least = if solved + skipped == OWN_SCRIPTS { OWN_SCRIPTS } else { OWN_SCRIPTS + 50 };
    assert!(solved >= least, "solved {solved}, skipped {skipped}");
}
