//! Reads formulas: expressions of the language over the names of a system and a certificate.
//!
//! Operators are put on a stack until what follows binds less tightly (Dijkstra's shunting-yard algorithm: *Making a Translator for
//! ALGOL 60*, Mathematisch Centrum MR 34/61, 1961), so that no text makes this run out of stack. An operator before its operand waits
//! there whatever stands before it, and so reaches as far to the right as its level allows, as the language has it.
//!
//! Terms are as they are written, except that products, negations and sums of constants are computed, `-` before a multiple changes
//! its sign, `a => b` is `!a || b`, `<=>` is `=` on Booleans, chains of comparisons are conjunctions, and `in` and `at {…}` are
//! disjunctions of equalities. The operands of `in` on the right are numbers and names.

use crate::names::{Denoted, shortened};
use crate::operand::{Combiner, Operand, Wrong};
use crate::tokens::{Token, Tokens};
use crate::{Names, Refusal, Term};
use system::{Comparison, Sort, Value};

/// How many operators may wait for what they need.
const MOST_WAITING: usize = 8_000;

/// Reads a formula whose value is of this sort.
///
/// # Errors
/// [`Refusal::Malformed`], saying what is wrong and where.
pub fn parse(names: &Names<'_>, text: &str, sort: Sort) -> Result<Term, Refusal> {
    let mut parser = Parser::new(names, text);
    let found = parser.whole().and_then(|operand| parser.combiner.wanted(operand, sort));
    found.map(|operand| operand.term).map_err(|wrong| parser.tokens.refusal(wrong))
}

/// Reads a formula of any sort.
///
/// # Errors
/// [`Refusal::Malformed`], saying what is wrong and where.
pub fn parse_any(names: &Names<'_>, text: &str) -> Result<(Term, Sort), Refusal> {
    let mut parser = Parser::new(names, text);
    let found = parser.whole().and_then(|operand| match operand.sort {
        Some(sort) => Ok((operand.term, sort)),
        None => Err(parser.combiner.unknown(&operand, None)),
    });
    found.map_err(|wrong| parser.tokens.refusal(wrong))
}

/// What waits for its operands.
#[derive(Debug)]
enum Waiting<'t> {
    Open,
    If,
    Then,
    Else,
    Not,
    Negate,
    Iff,
    Implies,
    /// How many operators of a row there are.
    Or(usize),
    And(usize),
    /// The comparison, and those before it in a chain.
    Compare(Comparison, Vec<Operand<'t>>),
    /// How many operators of a row there are; what is subtracted is negated first.
    Sum(usize),
    /// The operand that follows is subtracted.
    Subtracted,
    Times,
    Divide,
    Modulo,
}

impl Waiting<'_> {
    /// How tightly it binds; no operator ends what waits for a closing word.
    fn level(&self) -> u8 {
        match self {
            Waiting::Open | Waiting::If | Waiting::Then | Waiting::Else => 0,
            Waiting::Iff => 1,
            Waiting::Implies => 2,
            Waiting::Or(_) => 3,
            Waiting::And(_) => 4,
            Waiting::Not => 5,
            Waiting::Compare(..) => 6,
            Waiting::Sum(_) => 7,
            Waiting::Subtracted => 8,
            Waiting::Times | Waiting::Divide | Waiting::Modulo => 9,
            Waiting::Negate => 10,
        }
    }
}

struct Parser<'n, 't> {
    combiner: Combiner<'n>,
    tokens: Tokens<'t>,
    operands: Vec<Operand<'t>>,
    waiting: Vec<Waiting<'t>>,
}

impl<'n, 't> Parser<'n, 't> {
    fn new(names: &'n Names<'n>, text: &'t str) -> Self {
        let combiner = Combiner { names };
        Parser { combiner, tokens: Tokens::new(text), operands: Vec::new(), waiting: Vec::new() }
    }

    /// Operands and what stands between them, in turn.
    fn whole(&mut self) -> Result<Operand<'t>, Wrong> {
        loop {
            while !self.operand()? {}
            while self.postfix()? {}
            let at = self.tokens.position();
            match self.tokens.next()? {
                Token::End => break,
                Token::Mark(mark) => self.infix(mark, at)?,
                _ => return Err((at, "an operator is missing".into())),
            }
        }
        let end = self.tokens.position();
        self.reduce(0, true)?;
        match self.waiting.last() {
            None => self.pop(),
            Some(Waiting::If) => Err((end, "`then` is missing".into())),
            Some(Waiting::Then) => Err((end, "`else` is missing".into())),
            Some(_) => Err((end, "`)` is missing".into())),
        }
    }

    fn push(&mut self, waiting: Waiting<'t>) -> Result<(), Wrong> {
        if self.waiting.len() >= MOST_WAITING {
            return Err((self.tokens.position(), "the formula is nested too deeply".into()));
        }
        self.waiting.push(waiting);
        Ok(())
    }

    fn pop(&mut self) -> Result<Operand<'t>, Wrong> {
        self.operands.pop().ok_or_else(|| (self.tokens.position(), "an operand is missing".into()))
    }

    /// Takes what can stand where an operand is needed; says whether it is a whole one.
    fn operand(&mut self) -> Result<bool, Wrong> {
        let at = self.tokens.position();
        let waiting = match self.tokens.next()? {
            Token::Mark("(") => Waiting::Open,
            Token::Mark("if") => Waiting::If,
            Token::Mark("!") => Waiting::Not,
            Token::Mark("-") if !self.tokens.is_next(|c: char| c.is_ascii_digit()) => Waiting::Negate,
            _ => {
                self.tokens.back(at);
                let leaf = self.leaf()?;
                self.operands.push(leaf);
                return Ok(true);
            }
        };
        self.push(waiting)?;
        Ok(false)
    }

    /// A number, a name, a constant or a counter.
    fn leaf(&mut self) -> Result<Operand<'t>, Wrong> {
        let at = self.tokens.position();
        let leaf = |term, sort| Ok(Operand { term, sort, depth: 1, at, name: None });
        match self.tokens.next()? {
            Token::Mark("true") => leaf(Term::bool(true), Some(Sort::Bool)),
            Token::Mark("false") => leaf(Term::bool(false), Some(Sort::Bool)),
            Token::Mark("null") => leaf(Term::Constant(Value::Reference(None)), None),
            Token::Mark("count") => leaf(self.counter()?, Some(Sort::Int)),
            Token::Mark("-") => match self.tokens.next()? {
                Token::Number(number) => match 0_i128.checked_sub_unsigned(number) {
                    Some(value) => leaf(Term::int(value), Some(Sort::Int)),
                    None => Err((at, "the number is too large".into())),
                },
                _ => Err((at, "a number is missing".into())),
            },
            Token::Number(number) => match i128::try_from(number) {
                Ok(value) => leaf(Term::int(value), Some(Sort::Int)),
                Err(_) => Err((at, "the number is too large".into())),
            },
            Token::Name(name) => {
                let denoted = self.combiner.names.denoted(&name);
                let term = match denoted {
                    Some(Denoted::Variable(id)) => Term::Variable(id),
                    Some(Denoted::Extra(index)) => Term::Extra(index),
                    Some(Denoted::Definition(index)) => Term::Name(index),
                    None => Term::bool(false),
                };
                let sort = denoted.and_then(|denoted| self.combiner.names.denoted_sort(denoted));
                Ok(Operand { term, sort, depth: 1, at, name: Some(name) })
            }
            _ => Err((at, "an operand is missing".into())),
        }
    }

    /// `(P at L)` or `(P at {L, M})` behind `count`.
    fn counter(&mut self) -> Result<Term, Wrong> {
        self.tokens.require("(")?;
        let at = self.tokens.position();
        let Token::Name(population) = self.tokens.next()? else {
            return Err((at, "the name of a population is missing".into()));
        };
        self.tokens.require("at")?;
        let mut counters = Vec::new();
        for location in self.listed()? {
            let name = format!("{population} at {}", location.name.unwrap_or_default());
            let unknown = || (location.at, format!("there is no `{}`", shortened(&name)));
            counters.push(Term::Variable(self.combiner.names.variable(&name).ok_or_else(unknown)?));
        }
        self.tokens.require(")")?;
        Ok(if counters.len() == 1 { counters.remove(0) } else { Term::Sum(counters) })
    }

    /// `a` or `{a, b}`.
    fn listed(&mut self) -> Result<Vec<Operand<'t>>, Wrong> {
        if !self.tokens.take("{")? {
            return Ok(vec![self.leaf()?]);
        }
        let mut all = vec![self.leaf()?];
        while self.tokens.take(",")? {
            all.push(self.leaf()?);
        }
        self.tokens.require("}")?;
        Ok(all)
    }

    /// Takes `)`, `at …` or `in …` if it comes next.
    fn postfix(&mut self) -> Result<bool, Wrong> {
        if !self.tokens.is_next(|c| matches!(c, ')' | 'a' | 'i')) {
            return Ok(false);
        }
        let at = self.tokens.position();
        if self.tokens.take(")")? {
            self.close(")", at)?;
            return Ok(true);
        }
        let is_location = self.tokens.take("at")?;
        if !is_location && !self.tokens.take("in")? {
            return Ok(false);
        }
        if !is_location {
            self.reduce(7, false)?;
        }
        if matches!(self.waiting.last(), Some(Waiting::Compare(..))) && !is_location {
            return Err((at, "`in` is no part of a chain".into()));
        }
        let operand = self.pop()?;
        if is_location != matches!(operand.sort, Some(Sort::Location(_))) {
            return Err((at, "`at` belongs to processes, and `in` to what is no process".into()));
        }
        let test = if is_location || self.tokens.is_next(|c| c == '{') {
            let all = self.listed()?;
            let equal = |one| self.combiner.compare(Comparison::Eq, self.combiner.copied(&operand)?, one);
            self.combiner.row(all.into_iter().map(equal).collect::<Result<_, _>>()?, Term::Or)?
        } else {
            let low = self.leaf()?;
            self.tokens.require("..")?;
            let high = self.leaf()?;
            let above = self.combiner.compare(Comparison::Le, low, self.combiner.copied(&operand)?)?;
            let below = self.combiner.compare(Comparison::Le, operand, high)?;
            self.combiner.row(vec![above, below], Term::And)?
        };
        self.operands.push(test);
        Ok(true)
    }

    /// Takes what stands between operands.
    fn infix(&mut self, mark: &'static str, at: usize) -> Result<(), Wrong> {
        let new = match (mark, comparison(mark)) {
            ("then" | "else", _) => return self.close(mark, at),
            (_, Some(comparison)) => Waiting::Compare(comparison, Vec::new()),
            ("<=>", _) => Waiting::Iff,
            ("=>", _) => Waiting::Implies,
            ("||", _) => Waiting::Or(1),
            ("&&", _) => Waiting::And(1),
            ("+" | "-", _) => Waiting::Sum(1),
            ("*", _) => Waiting::Times,
            ("/", _) => Waiting::Divide,
            ("%", _) => Waiting::Modulo,
            _ => return Err((at, format!("`{mark}` does not belong here"))),
        };
        // Rows and chains go on with the operator that waits, and `=>` begins before the one that waits.
        let is_left = matches!(new, Waiting::Iff | Waiting::Times | Waiting::Divide | Waiting::Modulo);
        self.reduce(if is_left { new.level() } else { new.level().saturating_add(1) }, false)?;
        match (self.waiting.last_mut(), new) {
            (Some(Waiting::And(count)), Waiting::And(_))
            | (Some(Waiting::Or(count)), Waiting::Or(_))
            | (Some(Waiting::Sum(count)), Waiting::Sum(_)) => *count = count.saturating_add(1),
            (Some(Waiting::Compare(..)), Waiting::Compare(next, _)) => self.chain(next)?,
            (_, new) => self.push(new)?,
        }
        if mark == "-" { self.push(Waiting::Subtracted) } else { Ok(()) }
    }

    /// Goes on with the chain whose last comparison waits.
    fn chain(&mut self, next: Comparison) -> Result<(), Wrong> {
        if let Some(Waiting::Compare(comparison, mut chain)) = self.waiting.pop() {
            let (right, left) = (self.pop()?, self.pop()?);
            let copy = self.combiner.copied(&right)?;
            chain.push(self.combiner.compare(comparison, left, copy)?);
            self.operands.push(right);
            self.waiting.push(Waiting::Compare(next, chain));
        }
        Ok(())
    }

    /// Takes `)`, `then` or `else`.
    fn close(&mut self, mark: &'static str, at: usize) -> Result<(), Wrong> {
        self.reduce(0, true)?;
        match (self.waiting.pop(), mark) {
            (Some(Waiting::Open), ")") => Ok(()),
            (Some(Waiting::If), "then") => self.push(Waiting::Then),
            (Some(Waiting::Then), "else") => self.push(Waiting::Else),
            _ => Err((at, format!("`{mark}` does not belong here"))),
        }
    }

    /// Gives operands to what binds at least so tightly and, where something around it ends, to an `else`.
    fn reduce(&mut self, level: u8, is_end: bool) -> Result<(), Wrong> {
        while let Some(waiting) = self.waiting.pop_if(|waiting| match waiting {
            Waiting::Open | Waiting::If | Waiting::Then => false,
            Waiting::Else => is_end,
            other => other.level() >= level,
        }) {
            let made = self.apply(waiting)?;
            self.operands.push(made);
        }
        Ok(())
    }

    fn apply(&mut self, waiting: Waiting<'t>) -> Result<Operand<'t>, Wrong> {
        let combiner = self.combiner;
        let last = self.pop()?;
        match waiting {
            Waiting::Not => combiner.not(last),
            Waiting::Negate | Waiting::Subtracted => combiner.negate(last),
            Waiting::Or(count) | Waiting::And(count) | Waiting::Sum(count) => {
                let mut all = self.operands.split_off(self.operands.len().saturating_sub(count));
                all.push(last);
                match waiting {
                    Waiting::Or(_) => combiner.row(all, Term::Or),
                    Waiting::And(_) => combiner.row(all, Term::And),
                    _ => combiner.sum(all),
                }
            }
            Waiting::Compare(comparison, mut chain) => {
                chain.push(combiner.compare(comparison, self.pop()?, last)?);
                combiner.row(chain, Term::And)
            }
            Waiting::Iff => {
                let (left, right) =
                    (combiner.wanted(self.pop()?, Sort::Bool)?, combiner.wanted(last, Sort::Bool)?);
                combiner.compare(Comparison::Eq, left, right)
            }
            Waiting::Implies => combiner.row(vec![combiner.not(self.pop()?)?, last], Term::Or),
            Waiting::Times => combiner.times(self.pop()?, last),
            Waiting::Divide => combiner.divide(self.pop()?, last, Term::Divide),
            Waiting::Modulo => combiner.divide(self.pop()?, last, Term::Modulo),
            Waiting::Open | Waiting::If | Waiting::Then | Waiting::Else => {
                let (then, condition) = (self.pop()?, self.pop()?);
                combiner.conditional(condition, then, last)
            }
        }
    }
}

fn comparison(mark: &str) -> Option<Comparison> {
    Some(match mark {
        "=" | "==" => Comparison::Eq,
        "!=" => Comparison::Ne,
        "<" => Comparison::Lt,
        "<=" => Comparison::Le,
        ">" => Comparison::Gt,
        ">=" => Comparison::Ge,
        _ => return None,
    })
}
