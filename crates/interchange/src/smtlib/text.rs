//! Texts of SMT-LIB as trees of parentheses and words.

use crate::Problem;

/// A line and a column, counted from one.
pub(crate) type Position = (u32, u32);

/// An expression by its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Expression(u32);

/// What an expression is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape<'a> {
    /// A symbol; `|x|` and `x` are the same one.
    Word(&'a str),
    /// A keyword, without its colon.
    Keyword(&'a str),
    /// A whole number, with its sign only if the file has it in one piece.
    Number(&'a str),
    /// A decimal, binary or hexadecimal constant, or a text.
    Other(&'a str),
    /// Expressions in parentheses.
    List,
}

/// The expressions of a file.
#[derive(Debug)]
pub(crate) struct Expressions<'a> {
    shapes: Vec<(Shape<'a>, Position)>,
    /// Where the parts of a list are in `parts`.
    ranges: Vec<(u32, u32)>,
    parts: Vec<Expression>,
    /// The outermost expressions.
    pub items: Vec<Expression>,
}

impl<'a> Expressions<'a> {
    /// Reads a text. Parentheses may nest to any depth.
    pub fn read(source: &'a str) -> Result<Self, Problem> {
        let mut all =
            Expressions { shapes: Vec::new(), ranges: Vec::new(), parts: Vec::new(), items: Vec::new() };
        let mut text = Characters { rest: source.trim_start_matches('\u{feff}'), place: (1, 1) };
        // The lists that are open, each with the parts that it has so far.
        let mut open: Vec<(Expression, Vec<Expression>)> = Vec::new();
        loop {
            text.skip_blank();
            let place = text.place;
            let Some(first) = text.rest.chars().next() else { break };
            let done = match first {
                '(' => {
                    text.advance(1);
                    let list = all.add(Shape::List, place);
                    open.push((list, Vec::new()));
                    continue;
                }
                ')' => {
                    text.advance(1);
                    let Some((list, parts)) = open.pop() else {
                        return Err(Problem::new("there is a `)` too many", Some(place)));
                    };
                    all.close(list, &parts);
                    list
                }
                _ => {
                    let shape = text.word()?;
                    all.add(shape, place)
                }
            };
            match open.last_mut() {
                Some((_, parts)) => parts.push(done),
                None => all.items.push(done),
            }
        }
        match open.last() {
            Some((list, _)) => Err(Problem::new("this `(` is not closed", Some(all.place(*list)))),
            None => Ok(all),
        }
    }

    fn add(&mut self, shape: Shape<'a>, place: Position) -> Expression {
        let number = u32::try_from(self.shapes.len()).expect("a file has fewer than 2^32 expressions");
        self.shapes.push((shape, place));
        self.ranges.push((0, 0));
        Expression(number)
    }

    fn close(&mut self, list: Expression, parts: &[Expression]) {
        let start = self.parts.len() as u32;
        self.parts.extend_from_slice(parts);
        self.ranges[list.0 as usize] = (start, self.parts.len() as u32);
    }

    /// What an expression is.
    pub fn shape(&self, expression: Expression) -> Shape<'a> {
        self.shapes[expression.0 as usize].0
    }

    /// Where an expression begins.
    pub fn place(&self, expression: Expression) -> Position {
        self.shapes[expression.0 as usize].1
    }

    /// The parts of a list; none for what is no list.
    pub fn parts(&self, expression: Expression) -> &[Expression] {
        let (start, end) = self.ranges[expression.0 as usize];
        &self.parts[start as usize..end as usize]
    }

    /// The symbol, if it is one.
    pub fn word(&self, expression: Expression) -> Option<&'a str> {
        match self.shape(expression) {
            Shape::Word(word) => Some(word),
            _ => None,
        }
    }

    /// The parts of a list that begins with a symbol, with that symbol.
    pub fn command(&self, expression: Expression) -> Option<(&'a str, &[Expression])> {
        let (first, rest) = self.parts(expression).split_first()?;
        Some((self.word(*first)?, rest))
    }

    /// That something is wrong with an expression.
    pub fn problem(&self, expression: Expression, message: impl Into<String>) -> Problem {
        Problem::new(message, Some(self.place(expression)))
    }
}

/// What is left of a text, and where that begins.
struct Characters<'a> {
    rest: &'a str,
    place: Position,
}

impl<'a> Characters<'a> {
    /// Goes on by so many bytes.
    fn advance(&mut self, bytes: usize) -> &'a str {
        let (passed, rest) = self.rest.split_at(bytes);
        for letter in passed.chars() {
            match letter {
                '\n' => self.place = (self.place.0.saturating_add(1), 1),
                _ => self.place.1 = self.place.1.saturating_add(1),
            }
        }
        self.rest = rest;
        passed
    }

    /// Passes over white space and comments.
    fn skip_blank(&mut self) {
        loop {
            let blank = self.rest.len() - self.rest.trim_start().len();
            self.advance(blank);
            if !self.rest.starts_with(';') {
                return;
            }
            self.advance(self.rest.find('\n').unwrap_or(self.rest.len()));
        }
    }

    /// A symbol, keyword, number or text.
    fn word(&mut self) -> Result<Shape<'a>, Problem> {
        let place = self.place;
        if self.rest.starts_with('|') {
            let inner = self.rest[1..].find('|');
            let end = inner.ok_or_else(|| Problem::new("this `|` has no other one", Some(place)))?;
            return Ok(Shape::Word(&self.advance(end + 2)[1..=end]));
        }
        if self.rest.starts_with('"') {
            let inner = self.rest[1..].find('"');
            let end = inner.ok_or_else(|| Problem::new("this text does not end", Some(place)))?;
            return Ok(Shape::Other(self.advance(end + 2)));
        }
        let is_end = |letter: char| letter.is_whitespace() || matches!(letter, '(' | ')' | ';' | '"' | '|');
        let word = self.advance(self.rest.find(is_end).unwrap_or(self.rest.len()));
        let digits = word.strip_prefix('-').unwrap_or(word);
        Ok(match word.as_bytes().first() {
            Some(b':') => Shape::Keyword(&word[1..]),
            Some(b'#') => Shape::Other(word),
            _ if !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit()) => {
                Shape::Number(word)
            }
            Some(b'0'..=b'9') => Shape::Other(word),
            _ => Shape::Word(word),
        })
    }
}
