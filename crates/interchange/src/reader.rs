//! Reads programs token by token, and conditions among them.
//!
//! Terms and conditions share brackets, so both are read by one descent, from loose to tight: `||`, `&&`, `!`,
//! comparisons, `+ -`, `*`, unary `-`. Products need a number on one side, which keeps every term a sum.

use crate::Problem;
use crate::program::{Comparison, Condition, Linear, Symbol, Temporal};
use crate::scan::{Placed, Spelling, Token, scan};

/// Brackets and prefixes nested more deeply than this are refused, since conditions are read recursively.
const DEEPEST: usize = 100;

/// The most symbols in one sum.
const MOST_TERMS: usize = 300;

/// After so many problems nothing more is reported.
const MOST_PROBLEMS: usize = 20;

/// What the words in a condition may mean.
#[derive(Debug, Default)]
pub(crate) struct Scope {
    /// The variables; a word's variable is its place here.
    pub variables: Vec<String>,
    /// Whether a word that is no variable becomes one.
    pub is_open: bool,
    /// The locations for `state = L`.
    pub locations: Vec<String>,
    /// Whether `nondet()` is a value, and how many of them there were.
    pub unknowns: Option<usize>,
    /// Whether temporal operators are allowed.
    pub is_temporal: bool,
    /// Whether a number directly before a name or a bracket is a factor: `6l`.
    pub has_factors: bool,
}

/// A term or a condition.
#[derive(Debug, Clone)]
pub(crate) enum Value {
    Number(Linear),
    Truth(Condition),
}

/// Tokens, and what is wrong with them so far.
#[derive(Debug)]
pub(crate) struct Reader<'a> {
    tokens: Vec<Placed<'a>>,
    at: usize,
    depth: usize,
    problems: Vec<Problem>,
}

impl<'a> Reader<'a> {
    pub fn new(text: &'a str, spelling: Spelling) -> Self {
        let (tokens, problems) = scan(text, spelling);
        Reader { tokens, at: 0, depth: 0, problems }
    }

    /// The next token; it stays the next.
    pub fn token(&self) -> Token<'a> {
        self.tokens.get(self.at).map_or(Token::End, |placed| placed.token)
    }

    /// The token behind the next.
    pub fn second(&self) -> Token<'a> {
        self.tokens.get(self.at + 1).map_or(Token::End, |placed| placed.token)
    }

    /// The place of the next token.
    pub fn position(&self) -> (u32, u32) {
        self.tokens.get(self.at).or(self.tokens.last()).map_or((1, 1), |placed| placed.position)
    }

    pub fn advance(&mut self) {
        self.at += 1;
    }

    pub fn is_end(&self) -> bool {
        self.token() == Token::End
    }

    pub fn is_mark(&self, mark: &str) -> bool {
        matches!(self.token(), Token::Mark(found) if found == mark)
    }

    /// Goes past a mark if it is next.
    pub fn take_mark(&mut self, mark: &str) -> bool {
        let found = self.is_mark(mark);
        self.at += usize::from(found);
        found
    }

    /// Goes past a word if it is next.
    pub fn take_word(&mut self, word: &str) -> bool {
        let found = self.token() == Token::Word(word);
        self.at += usize::from(found);
        found
    }

    pub fn expect_mark(&mut self, mark: &str) -> Result<(), Problem> {
        if self.take_mark(mark) { Ok(()) } else { Err(self.expected(&format!("`{mark}`"))) }
    }

    pub fn expect_word(&mut self, word: &str) -> Result<(), Problem> {
        if self.take_word(word) { Ok(()) } else { Err(self.expected(&format!("`{word}`"))) }
    }

    /// A name, whatever it means.
    pub fn name(&mut self, what: &str) -> Result<&'a str, Problem> {
        match self.token() {
            Token::Word(word) => {
                self.advance();
                Ok(word)
            }
            _ => Err(self.expected(what)),
        }
    }

    /// Something else than what stands here was expected.
    pub fn expected(&self, what: &str) -> Problem {
        let found = match self.token() {
            Token::Word(word) => format!("`{}`", word.chars().take(40).collect::<String>()),
            Token::Number(number) => format!("`{number}`"),
            Token::Text => "a text".into(),
            Token::Mark(mark) => format!("`{mark}`"),
            Token::End => "the end of the text".into(),
        };
        self.problem(format!("{what} was expected, found {found}"))
    }

    /// A problem with the next token.
    pub fn problem(&self, message: impl Into<String>) -> Problem {
        Problem::new(message, Some(self.position()))
    }

    /// Takes note of a problem.
    pub fn report(&mut self, problem: Problem) {
        self.problems.push(problem);
    }

    /// Takes note of a problem, and goes on behind the next of these marks. What stands between braces that open
    /// on the way belongs together, and ends where they close.
    pub fn recover(&mut self, problem: Problem, marks: &[&str]) {
        self.report(problem);
        let mut depth: usize = 0;
        while let Token::Word(_) | Token::Number(_) | Token::Text | Token::Mark(_) = self.token() {
            let token = self.token();
            self.advance();
            match token {
                Token::Mark("}") if depth <= 1 && marks.contains(&"}") => return,
                Token::Mark(mark) if depth == 0 && marks.contains(&mark) => return,
                Token::Mark("{") => depth += 1,
                Token::Mark("}") => depth = depth.saturating_sub(1),
                _ => {}
            }
        }
    }

    /// The result, or what is wrong, in the order of the text.
    pub fn finish<T>(mut self, result: T) -> Result<T, Vec<Problem>> {
        if self.problems.is_empty() {
            return Ok(result);
        }
        self.problems.sort_by_key(|problem| problem.position);
        self.problems.dedup();
        self.problems.truncate(MOST_PROBLEMS);
        Err(self.problems)
    }

    /// A condition.
    pub fn condition(&mut self, scope: &mut Scope) -> Result<Condition, Problem> {
        let start = self.position();
        match self.value(scope)? {
            Value::Truth(condition) => Ok(condition),
            Value::Number(_) => Err(Problem::new("a condition was expected, not a number", Some(start))),
        }
    }

    /// A sum of variables.
    pub fn sum(&mut self, scope: &mut Scope) -> Result<Linear, Problem> {
        let start = self.position();
        number(self.value(scope)?, start)
    }

    /// A term or a condition.
    pub fn value(&mut self, scope: &mut Scope) -> Result<Value, Problem> {
        self.list(
            scope,
            "||",
            |reader, scope| reader.list(scope, "&&", Self::negation, Condition::And),
            Condition::Or,
        )
    }

    /// Operands between marks: one of them as it is, several as a condition.
    fn list(
        &mut self,
        scope: &mut Scope,
        mark: &str,
        operand: impl Fn(&mut Self, &mut Scope) -> Result<Value, Problem>,
        join: impl Fn(Vec<Condition>) -> Condition,
    ) -> Result<Value, Problem> {
        let start = self.position();
        let first = operand(self, scope)?;
        if !self.is_mark(mark) {
            return Ok(first);
        }
        let mut parts = vec![truth(first, start)?];
        while self.take_mark(mark) {
            let start = self.position();
            parts.push(truth(operand(self, scope)?, start)?);
        }
        Ok(Value::Truth(join(parts)))
    }

    fn negation(&mut self, scope: &mut Scope) -> Result<Value, Problem> {
        let start = self.position();
        if !self.take_mark("!") {
            return self.comparison(scope);
        }
        let inner = self.nested(scope, Self::negation)?;
        Ok(Value::Truth(truth(inner, start)?.negated()))
    }

    fn comparison(&mut self, scope: &mut Scope) -> Result<Value, Problem> {
        let start = self.position();
        let first = self.addition(scope)?;
        let Some(comparison) = self.comparing() else { return Ok(first) };
        self.advance();
        let behind = self.position();
        let second = self.addition(scope)?;
        if self.comparing().is_some() {
            return Err(self.problem("comparisons cannot be chained here"));
        }
        Ok(Value::Truth(Condition::Compare(comparison, number(first, start)?, number(second, behind)?)))
    }

    fn comparing(&self) -> Option<Comparison> {
        match self.token() {
            Token::Mark("=" | "==") => Some(Comparison::Equal),
            Token::Mark("!=") => Some(Comparison::Different),
            Token::Mark("<") => Some(Comparison::Less),
            Token::Mark("<=") => Some(Comparison::AtMost),
            Token::Mark(">") => Some(Comparison::Greater),
            Token::Mark(">=") => Some(Comparison::AtLeast),
            _ => None,
        }
    }

    fn addition(&mut self, scope: &mut Scope) -> Result<Value, Problem> {
        let start = self.position();
        let first = self.product(scope)?;
        if !self.is_mark("+") && !self.is_mark("-") {
            return Ok(first);
        }
        let mut sum = number(first, start)?;
        loop {
            let sign = match self.token() {
                Token::Mark("+") => 1,
                Token::Mark("-") => -1,
                _ => return Ok(Value::Number(sum)),
            };
            self.advance();
            let start = self.position();
            let next = number(self.product(scope)?, start)?;
            sum = sum.plus(sign, &next).ok_or_else(|| too_large(start))?;
            if sum.terms.len() > MOST_TERMS {
                return Err(Problem::new(
                    format!("this sum has more than {MOST_TERMS} variables"),
                    Some(start),
                ));
            }
        }
    }

    fn product(&mut self, scope: &mut Scope) -> Result<Value, Problem> {
        let start = self.position();
        let mut value = self.unary(scope)?;
        loop {
            let last = self.at.checked_sub(1).and_then(|at| self.tokens.get(at));
            let is_number = last.is_some_and(|last| matches!(last.token, Token::Number(_)));
            let is_next = matches!(self.token(), Token::Word(_) | Token::Mark("("));
            let is_joined = scope.has_factors && is_number && is_next;
            if !is_joined && !self.take_mark("*") {
                return self.undivided(value);
            }
            let behind = self.position();
            let (first, second) = (number(value, start)?, number(self.unary(scope)?, behind)?);
            let (factor, sum) = match (first.as_number(), second.as_number()) {
                (Some(factor), _) => (factor, second),
                (_, Some(factor)) => (factor, first),
                _ => return Err(Problem::new(NOT_LINEAR, Some(start))),
            };
            value = Value::Number(sum.times(factor).ok_or_else(|| too_large(start))?);
        }
    }

    /// The value, unless it is divided: what that means for negative numbers differs from tool to tool.
    fn undivided(&self, value: Value) -> Result<Value, Problem> {
        match self.token() {
            Token::Mark("/" | "%") => Err(self.problem("division is not supported in imported programs")),
            _ => Ok(value),
        }
    }

    fn unary(&mut self, scope: &mut Scope) -> Result<Value, Problem> {
        if !self.take_mark("-") {
            return self.primary(scope);
        }
        let start = self.position();
        let inner = self.nested(scope, Self::unary)?;
        let negative = number(inner, start)?.times(-1);
        Ok(Value::Number(negative.ok_or_else(|| too_large(start))?))
    }

    fn primary(&mut self, scope: &mut Scope) -> Result<Value, Problem> {
        let start = self.position();
        match self.token() {
            Token::Number(value) => {
                self.advance();
                Ok(Value::Number(Linear::number(value)))
            }
            Token::Mark("(") => {
                self.advance();
                let inner = self.nested(scope, Self::value)?;
                self.expect_mark(")")?;
                Ok(inner)
            }
            Token::Mark("[") if scope.is_temporal => {
                self.advance();
                let word = self.name("a temporal operator")?;
                self.expect_mark("]")?;
                self.temporal(word, start, scope)
            }
            Token::Word(word) => {
                self.advance();
                self.word(word, start, scope)
            }
            _ => Err(self.expected("a number, a name or `(`")),
        }
    }

    fn word(&mut self, word: &str, start: (u32, u32), scope: &mut Scope) -> Result<Value, Problem> {
        if let Some(variable) = scope.variables.iter().position(|known| known == word) {
            return Ok(Value::Number(Linear::symbol(Symbol::Now(variable))));
        }
        let is_true = word.eq_ignore_ascii_case("true");
        if is_true || word.eq_ignore_ascii_case("false") {
            return Ok(Value::Truth(Condition::Bool(is_true)));
        }
        if word == "state" && !scope.locations.is_empty() {
            return self.state(scope);
        }
        if scope.is_temporal && temporal(word).is_some() && self.is_mark("(") {
            return self.temporal(word, start, scope);
        }
        if let Some(unknowns) = &mut scope.unknowns
            && word.eq_ignore_ascii_case("nondet")
        {
            let unknown = Symbol::Unknown(*unknowns);
            *unknowns += 1;
            self.expect_mark("(")?;
            self.expect_mark(")")?;
            return Ok(Value::Number(Linear::symbol(unknown)));
        }
        if scope.is_open {
            scope.variables.push(word.to_owned());
            return Ok(Value::Number(Linear::symbol(Symbol::Now(scope.variables.len() - 1))));
        }
        let shown: String = word.chars().take(40).collect();
        Err(Problem::new(format!("there is no variable `{shown}`"), Some(start)))
    }

    /// What follows the word `state`.
    fn state(&mut self, scope: &Scope) -> Result<Value, Problem> {
        let is_equal = self.is_mark("=") || self.is_mark("==");
        if !is_equal && !self.is_mark("!=") {
            return Err(self.expected("`=` or `!=`"));
        }
        self.advance();
        let start = self.position();
        let name = self.name("a state")?;
        let known = scope.locations.iter().position(|known| known == name);
        let absent = || Problem::new(format!("there is no state `{name}`"), Some(start));
        let at = Condition::At(known.ok_or_else(absent)?);
        Ok(Value::Truth(if is_equal { at } else { at.negated() }))
    }

    /// The operands of a temporal operator: `(f)`, or `(f), (g)`.
    fn temporal(&mut self, word: &str, start: (u32, u32), scope: &mut Scope) -> Result<Value, Problem> {
        let shown: String = word.chars().take(40).collect();
        let unknown = || Problem::new(format!("there is no temporal operator `{shown}`"), Some(start));
        let temporal = temporal(word).ok_or_else(unknown)?;
        let mut operands = vec![self.operand(scope)?];
        if matches!(temporal.operator, 'U' | 'W') {
            self.expect_mark(",")?;
            operands.push(self.operand(scope)?);
        }
        Ok(Value::Truth(Condition::Temporal(temporal, operands)))
    }

    fn operand(&mut self, scope: &mut Scope) -> Result<Condition, Problem> {
        let start = self.position();
        self.expect_mark("(")?;
        let inner = self.nested(scope, Self::value)?;
        self.expect_mark(")")?;
        truth(inner, start)
    }

    fn nested(
        &mut self,
        scope: &mut Scope,
        read: impl Fn(&mut Self, &mut Scope) -> Result<Value, Problem>,
    ) -> Result<Value, Problem> {
        if self.depth >= DEEPEST {
            return Err(self.problem(format!("this is nested more than {DEEPEST} deep")));
        }
        self.depth += 1;
        let value = read(self, scope);
        self.depth -= 1;
        value
    }
}

const NOT_LINEAR: &str = "this product is not linear: one side of a multiplication must be a number";

fn too_large(position: (u32, u32)) -> Problem {
    Problem::new("this number becomes too large: at most 18 digits are supported", Some(position))
}

fn number(value: Value, position: (u32, u32)) -> Result<Linear, Problem> {
    match value {
        Value::Number(sum) => Ok(sum),
        Value::Truth(_) => Err(Problem::new("a number was expected, not a condition", Some(position))),
    }
}

fn truth(value: Value, position: (u32, u32)) -> Result<Condition, Problem> {
    match value {
        Value::Truth(condition) => Ok(condition),
        Value::Number(_) => Err(Problem::new("a condition was expected, not a number", Some(position))),
    }
}

/// `AG`, `EU` and their relatives.
fn temporal(word: &str) -> Option<Temporal> {
    let mut characters = word.chars();
    let all_paths = match characters.next()? {
        'A' => true,
        'E' => false,
        _ => return None,
    };
    let operator = characters.next().filter(|operator| "GFXUW".contains(*operator))?;
    characters.next().is_none().then_some(Temporal { all_paths, operator })
}
