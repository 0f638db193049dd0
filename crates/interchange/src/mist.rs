//! Reads counter systems in the format of mist (`.spec`).
//!
//! A file has the sections `vars`, `rules`, `init`, `target` and `invariants`. A rule has a guard, constraints with
//! commas between them, and new values, `x' = x + y - 1`, which read the old ones. A constraint is `x >= 2`, `x = 2` or
//! `x in [1,2]`; beyond the format, sums of counters may stand in the place of one, `x + y >= 2`. The targets stand one behind
//! the other, in one section or several, and the question is whether one of them can be reached; a counter that `init` does not
//! mention starts with any value. The `invariants` list weights: a weighted sum of counters that is said to keep its initial
//! value, which becomes a hint.
//!
//! # What a rule means
//! A new value is what the file says, read as it stands. Beyond that:
//!
//! * A rule that would make a counter negative cannot be taken; what a guard does not protect is added to it.
//! * A counter that is added to another one and has no new value of its own is emptied: such a sum is a transfer.
//! * A new value `0` for a counter that has got another one in the same rule says nothing.
//! * Several constraints of one counter, which mist refuses, must all hold.
//!
//! All but the last is as in mist. But mist sees transfers and differences only: it keeps the tokens of a counter whose new value
//! does not mention it, `x' = y` or `x' = 0`, unless they are transferred, and refuses `x' = 1`. The files mean what they say
//! there: such values are resets.
//!
//! # Reference
//! The grammar of mist, `parser.y` and `lexer.l` in <https://github.com/pierreganty/mist>; Ganty, Raskin, Van Begin: *From Many
//! Places to Few: Automatic Abstraction Refinement for Petri Nets*, ICATPN 2007, doi:10.1007/978-3-540-73094-1_10.

mod rules;

use self::rules::MOST_SUMMANDS;
use crate::Problem;
use crate::counters::{Constraint, Counter, CounterSystem, Range, WeightedSum};
use crate::reader::Reader;
use crate::scan::{Spelling, Token};
use std::collections::{BTreeSet, HashMap};

/// Identifiers may hold what other tools put into them, but not what has a meaning of its own.
const SPELLING: Spelling = Spelling { begins: is_odd, goes_on: is_part, hash_comments: true };

fn is_odd(c: char) -> bool {
    c.is_alphabetic() || "_.@$~^|:%&!?\\".contains(c)
}

/// Whether an identifier goes on with a character; an apostrophe at its end says that the new value is meant.
fn is_part(c: char, next: Option<char>) -> bool {
    is_odd(c)
        || c.is_ascii_digit()
        || c == '\'' && next.is_some_and(|next| next == '_' || next.is_alphanumeric())
}

/// The words that begin a section.
const SECTIONS: [&str; 5] = ["vars", "rules", "init", "target", "invariants"];

/// Reads a counter system, or says everything that is wrong with it. The model gets the name.
pub fn read_mist(source: &str, name: &str) -> Result<CounterSystem, Vec<Problem>> {
    let mut reader = Reader::new(source, SPELLING);
    let mut file = File::default();
    while !reader.is_end() {
        if let Err(problem) = file.section(&mut reader) {
            reader.report(problem);
            while !reader.is_end() && section_of(&reader).is_none() {
                reader.advance();
            }
        }
    }
    for wanted in ["vars", "rules", "init"] {
        if !file.sections.contains(&wanted) {
            let problem = reader.problem(format!("there is no section `{wanted}` in this file"));
            reader
                .report(problem.with_help("the sections of a file are `vars`, `rules`, `init` and `target`"));
        }
    }
    let system = file.system(name, &mut reader);
    reader.finish(system)
}

/// The section that begins here.
fn section_of(reader: &Reader<'_>) -> Option<&'static str> {
    let Token::Word(word) = reader.token() else { return None };
    SECTIONS.into_iter().find(|section| *section == word)
}

/// What has been read of a file.
#[derive(Default)]
struct File<'a> {
    sections: Vec<&'static str>,
    names: Vec<&'a str>,
    counters: HashMap<&'a str, usize>,
    system: CounterSystem,
    starts: Vec<Vec<Constraint>>,
    weights: Vec<Vec<Constraint>>,
    /// Where the section `init` begins.
    init_at: Option<(u32, u32)>,
    /// The rules that empty a counter without saying so.
    implicit: BTreeSet<usize>,
}

impl<'a> File<'a> {
    fn section(&mut self, reader: &mut Reader<'a>) -> Result<(), Problem> {
        let expected = "`vars`, `rules`, `init`, `target` or `invariants`";
        let section = section_of(reader).ok_or_else(|| reader.expected(expected))?;
        let at = reader.position();
        let another = reader.problem(format!("there is another section `{section}`"));
        // Always past the word: whoever goes on behind a problem looks for the next section.
        reader.advance();
        if self.sections.contains(&section) && !["target", "invariants"].contains(&section) {
            return Err(another);
        }
        self.sections.push(section);
        if section == "init" {
            self.init_at = Some(at);
        }
        match section {
            "vars" => self.variables(reader),
            "rules" => self.rules(reader),
            "init" => self.lists(reader).map(|starts| self.starts = starts),
            "target" => self.lists(reader).map(|targets| self.system.targets.extend(targets)),
            _ if reader.is_end() || section_of(reader).is_some() => Ok(()),
            _ => self.lists(reader).map(|weights| self.weights.extend(weights)),
        }
    }

    fn variables(&mut self, reader: &mut Reader<'a>) -> Result<(), Problem> {
        while !reader.is_end() && section_of(reader).is_none() {
            let twice = match reader.token() {
                Token::Word(word) => self.counters.contains_key(word),
                _ => false,
            };
            if twice {
                return Err(reader.problem("this variable is declared twice"));
            }
            let word = reader.name("the name of a variable")?;
            self.counters.insert(word, self.names.len());
            self.names.push(word);
            reader.take_mark(",");
        }
        Ok(())
    }

    /// Lists of constraints, one behind the other.
    fn lists(&mut self, reader: &mut Reader<'a>) -> Result<Vec<Vec<Constraint>>, Problem> {
        let mut lists = Vec::new();
        while !reader.is_end() && section_of(reader).is_none() {
            lists.push(self.constraints(reader)?);
            reader.take_mark(";");
        }
        if lists.is_empty() {
            return Err(reader.expected("a constraint such as `x >= 1`"));
        }
        Ok(lists)
    }

    /// Constraints with commas between them; the last one may stand behind them.
    fn constraints(&mut self, reader: &mut Reader<'a>) -> Result<Vec<Constraint>, Problem> {
        let mut list = Vec::new();
        loop {
            list.extend(self.constraint(reader)?);
            if !reader.take_mark(",")
                || !matches!(reader.token(), Token::Word(_))
                || section_of(reader).is_some()
            {
                return Ok(list);
            }
        }
    }

    /// A constraint; none for `true`.
    fn constraint(&mut self, reader: &mut Reader<'a>) -> Result<Option<Constraint>, Problem> {
        if reader.take_word("true") {
            return Ok(None);
        }
        let mut counters = vec![self.counter(reader)?];
        while reader.take_mark("+") {
            counters.push(self.counter(reader)?);
            if counters.len() > MOST_SUMMANDS {
                return Err(reader.problem("this sum is too long"));
            }
        }
        let Token::Mark(mark @ (">=" | "=" | "==" | "<=" | ">" | "<")) = reader.token() else {
            if reader.take_word("in") {
                return self.interval(reader).map(|range| Some(Constraint { counters, range }));
            }
            return Err(reader.expected("`>=`, `=` or `in`"));
        };
        reader.advance();
        let number = natural(reader)?;
        let range = match mark {
            ">=" => Range::at_least(number),
            ">" => Range::at_least(number.saturating_add(1)),
            "<=" => Range { least: 0, most: Some(number) },
            "<" => number
                .checked_sub(1)
                .map_or(Range { least: 1, most: Some(0) }, |most| Range { least: 0, most: Some(most) }),
            _ => Range::exactly(number),
        };
        Ok(Some(Constraint { counters, range }))
    }

    fn interval(&mut self, reader: &mut Reader<'a>) -> Result<Range, Problem> {
        reader.expect_mark("[")?;
        let least = natural(reader)?;
        reader.expect_mark(",")?;
        let most = natural(reader)?;
        reader.expect_mark("]")?;
        Ok(Range { least, most: Some(most) })
    }

    /// The counter with the name that stands here.
    fn counter(&self, reader: &mut Reader<'a>) -> Result<usize, Problem> {
        let position = reader.position();
        let word = reader.name("the name of a variable")?;
        self.counters.get(word).copied().ok_or_else(|| {
            let shown: String = word.chars().take(40).collect();
            let problem = Problem::new(format!("there is no variable `{shown}`"), Some(position));
            problem.with_help("the section `vars` lists all variables, and stands first")
        })
    }

    /// The whole system; what contradicts itself is reported.
    fn system(mut self, name: &str, reader: &mut Reader<'_>) -> CounterSystem {
        let mut ranges = vec![Range::ALL; self.names.len()];
        let is_one = self.starts.len() == 1;
        for constraint in self.starts.iter().flatten().filter(|_| is_one) {
            if let Some(counter) = constraint.counter() {
                ranges[counter] = ranges[counter].both(constraint.range);
            }
        }
        if is_one {
            // What speaks of single counters is said where they are declared.
            self.starts[0].retain(|constraint| constraint.counter().is_none());
            self.starts.retain(|rest| !rest.is_empty());
        }
        for (name, _) in self.names.iter().zip(&ranges).filter(|(_, range)| range.is_empty()) {
            let problem = Problem::new(format!("`init` leaves no value for `{name}`"), self.init_at);
            reader.report(problem.with_help("constraints of one variable must all hold"));
        }
        let rules: Vec<String> = self.implicit.iter().map(|rule| format!("r{rule}")).collect();
        let note =
            "Where a counter is added to another one it is emptied, although the file does not say so:";
        let notes = if rules.is_empty() { Vec::new() } else { vec![format!("{note} {}.", rules.join(", "))] };
        let sums = self.weights.iter().filter_map(|weights| sum(weights, &ranges)).collect();
        let counter =
            |(id, start): (&&str, &Range)| Counter { id: (*id).to_owned(), most: None, start: *start };
        CounterSystem {
            kind: "A counter system in the format of mist.",
            name: name.to_owned(),
            notes,
            counters: self.names.iter().zip(&ranges).map(counter).collect(),
            starts: self.starts,
            sums,
            ..self.system
        }
    }
}

/// The weighted sum with the values that it starts with; nothing if they have no bound.
fn sum(weights: &[Constraint], starts: &[Range]) -> Option<WeightedSum> {
    let (mut least, mut most) = (0_u64, 0_u64);
    let mut terms: Vec<(usize, u64)> = Vec::new();
    let each =
        weights.iter().flat_map(|weight| weight.counters.iter().map(|counter| (counter, weight.range)));
    for (counter, range) in each {
        // A weight that is said twice is said once.
        if terms.iter().any(|(other, _)| other == counter) || range.least == 0 {
            continue;
        }
        let start = starts.get(*counter)?;
        least = least.checked_add(start.least.checked_mul(range.least)?)?;
        most = most.checked_add(start.most?.checked_mul(range.least)?)?;
        terms.push((*counter, range.least));
    }
    let range = Range { least, most: Some(most) };
    (!terms.is_empty()).then_some(WeightedSum { terms, range })
}

/// A natural number.
fn natural(reader: &mut Reader<'_>) -> Result<u64, Problem> {
    match reader.token() {
        Token::Number(number) => {
            let value = u64::try_from(number).map_err(|_| reader.problem("this number is too large"))?;
            reader.advance();
            Ok(value)
        }
        _ => Err(reader.expected("a natural number")),
    }
}
