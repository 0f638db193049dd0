//! The rules of a file of mist.

use super::{File, natural, section_of};
use crate::Problem;
use crate::counters::{Effect, Rule};
use crate::reader::Reader;
use crate::scan::Token;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// The most summands of a new value, or of a sum in a constraint.
pub(super) const MOST_SUMMANDS: usize = 10_000;

impl<'a> File<'a> {
    /// All rules; one with a mistake in it is passed over.
    pub(super) fn rules(&mut self, reader: &mut Reader<'a>) -> Result<(), Problem> {
        while !reader.is_end() && section_of(reader).is_none() {
            if reader.take_mark(";") {
                continue;
            }
            match self.rule(reader) {
                Ok(rule) => self.system.rules.push(rule.protected()),
                Err(problem) => {
                    reader.report(problem);
                    while !reader.is_end() && section_of(reader).is_none() && !reader.take_mark(";") {
                        reader.advance();
                    }
                }
            }
        }
        Ok(())
    }

    fn rule(&mut self, reader: &mut Reader<'a>) -> Result<Rule, Problem> {
        let label = format!("r{}", self.system.rules.len() + 1);
        let guard = if reader.is_mark("->") { Vec::new() } else { self.constraints(reader)? };
        if !reader.take_mark("->") {
            return Err(reader.expected("`,` or `->`").with_help("a rule is `guard -> new values;`"));
        }
        let effects = self.effects(reader)?;
        // The last rule may do without.
        if !reader.take_mark(";") && !reader.is_end() && section_of(reader).is_none() {
            return Err(reader.expected("`,` or `;`"));
        }
        Ok(Rule { label, guard, effects })
    }

    /// The new values of a rule, transfers written in full.
    fn effects(&mut self, reader: &mut Reader<'a>) -> Result<Vec<Effect>, Problem> {
        let mut effects: Vec<Effect> = Vec::new();
        let mut places: HashMap<usize, usize> = HashMap::new();
        let is_zero = |effect: &Effect| effect.sources.is_empty() && effect.constant == 0;
        while matches!(reader.token(), Token::Word(_)) && section_of(reader).is_none() {
            let position = reader.position();
            let effect = self.effect(reader)?;
            match places.get(&effect.counter).map(|place| &mut effects[*place]) {
                None => {
                    places.insert(effect.counter, effects.len());
                    effects.push(effect);
                }
                Some(_) if is_zero(&effect) => {}
                Some(other) if is_zero(other) => *other = effect,
                Some(_) => {
                    let name = self.names[effect.counter];
                    let problem =
                        Problem::new(format!("`{name}` gets two new values in one rule"), Some(position));
                    return Err(problem.with_help("all new values of a rule are given at once"));
                }
            }
            if !reader.take_mark(",") {
                break;
            }
        }
        for source in effects.iter().flat_map(|effect| effect.sources.clone()).collect::<Vec<_>>() {
            if let Entry::Vacant(entry) = places.entry(source) {
                entry.insert(effects.len());
                effects.push(Effect { counter: source, sources: Vec::new(), constant: 0 });
                self.implicit.insert(self.system.rules.len() + 1);
            }
        }
        Ok(effects)
    }

    /// A new value: `x' = x + y - 1`.
    fn effect(&mut self, reader: &mut Reader<'a>) -> Result<Effect, Problem> {
        let counter = self.counter(reader)?;
        if !reader.take_mark("'") {
            return Err(reader.expected("`'`").with_help("behind `->` stand new values: `x' = x + 1`"));
        }
        reader.expect_mark("=")?;
        let mut effect = Effect { counter, sources: Vec::new(), constant: 0 };
        let mut is_minus = reader.take_mark("-");
        loop {
            let position = reader.position();
            match reader.token() {
                Token::Number(_) => {
                    let number = i128::from(natural(reader)?);
                    let signed = if is_minus { -number } else { number };
                    let sum = effect.constant.checked_add(signed);
                    effect.constant =
                        sum.ok_or_else(|| Problem::new("this number is too large", Some(position)))?;
                }
                Token::Word(_) if is_minus => {
                    let problem = reader.problem("only numbers can be subtracted");
                    return Err(
                        problem.with_help("a new value is a sum of variables, plus or minus a number")
                    );
                }
                _ => effect.sources.push(self.counter(reader)?),
            }
            if effect.sources.len() > MOST_SUMMANDS {
                return Err(Problem::new("this sum is too long", Some(position)));
            }
            is_minus = reader.is_mark("-");
            if !is_minus && !reader.is_mark("+") {
                break;
            }
            reader.advance();
            // As in `x' = x + -1`, which other readers of the format take.
            is_minus ^= reader.take_mark("-");
        }
        if effect.sources.is_empty() && effect.constant < 0 {
            return Err(reader.problem("a counter cannot become negative"));
        }
        Ok(effect)
    }
}
