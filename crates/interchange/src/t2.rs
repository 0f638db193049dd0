//! Reads integer programs in the format of T2 (`.t2`), and its formulas of CTL.
//!
//! A program is a list of blocks, each from one location to another, with `assume`, assignments and `nondet()` in
//! between, which are run one after the other (`block`). Variables are not declared, and start with any value. A
//! start location that no block leads back to and that only one block leaves is the program's prologue: the model
//! starts behind it, so that the formulas concern states in which the program has set its variables.
//!
//! # Reference
//! Brockschmidt, Cook, Ishtiaq, Khlaaf, Piterman: *T2: Temporal Property Verification*, TACAS 2016,
//! doi:10.1007/978-3-662-49674-9_22.

mod block;
mod formulas;

pub use formulas::read_t2_formulas;

use crate::Problem;
use crate::program::{Condition, Edge, Program};
use crate::reader::{Reader, Scope, Value};
use crate::scan::{Spelling, Token};
use block::Block;

const SPELLING: Spelling = Spelling {
    begins: |c| c.is_ascii_alphabetic() || matches!(c, '_' | '$' | '\''),
    goes_on: |c, next| {
        let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.');
        is_part(c) || (c == '!' && next.is_some_and(is_part))
    },
    hash_comments: true,
};

/// Reads a program without properties, or says everything that is wrong with it. The format has no place for the
/// name of a program, so it is given.
pub fn read_t2(source: &str, name: &str) -> Result<Program, Vec<Problem>> {
    let mut reader = Reader::new(source, SPELLING);
    let mut program = Text::default();
    program.scope.is_open = true;
    program.scope.unknowns = Some(0);
    match program.head(&mut reader) {
        Ok(start) => program.start = start,
        Err(problem) => reader.recover(problem, &[";"]),
    }
    while !reader.is_end() {
        if let Err(problem) = program.block(&mut reader) {
            reader.report(problem);
            program.skip(&mut reader);
        }
    }
    let program = program.finished(name);
    reader.finish(program)
}

/// What was read of a program.
#[derive(Debug, Default)]
struct Text {
    scope: Scope,
    locations: Vec<String>,
    start: usize,
    blocks: Vec<Block>,
}

impl Text {
    /// `START: 1; CUTPOINT: 2;` and pairs of variables that a tool knows to belong together.
    fn head(&mut self, reader: &mut Reader<'_>) -> Result<usize, Problem> {
        reader.expect_word("START")?;
        reader.expect_mark(":")?;
        let start = self.location(reader)?;
        reader.expect_mark(";")?;
        if reader.take_word("CUTPOINT") {
            reader.expect_mark(":")?;
            self.location(reader)?;
            reader.expect_mark(";")?;
        }
        while reader.take_word("SHADOW") {
            reader.expect_mark("(")?;
            reader.name("a variable")?;
            reader.expect_mark(",")?;
            reader.name("a variable")?;
            reader.expect_mark(")")?;
            reader.expect_mark(";")?;
        }
        Ok(start)
    }

    fn block(&mut self, reader: &mut Reader<'_>) -> Result<(), Problem> {
        reader.expect_word("FROM")?;
        reader.expect_mark(":")?;
        let from = self.location(reader)?;
        reader.expect_mark(";")?;
        let mut block = Block::new(from);
        while !reader.take_word("TO") {
            self.command(reader, &mut block)?;
            reader.expect_mark(";")?;
        }
        reader.expect_mark(":")?;
        block.to = self.location(reader)?;
        self.blocks.push(block);
        reader.expect_mark(";")
    }

    /// `x := e` or `assume(e)`, perhaps with its place in the source of the program before it.
    fn command(&mut self, reader: &mut Reader<'_>, block: &mut Block) -> Result<(), Problem> {
        if reader.take_word("AT") {
            reader.expect_mark("(")?;
            reader.sum(&mut self.scope)?;
            reader.expect_mark(",")?;
            if reader.token() != Token::Text {
                return Err(reader.expected("the name of a file between quotes"));
            }
            reader.advance();
            reader.expect_mark(")")?;
        }
        let position = reader.position();
        let too_large = || Problem::new("a number becomes too large in this block", Some(position));
        if reader.take_word("assume") {
            reader.expect_mark("(")?;
            let condition = match reader.value(&mut self.scope)? {
                Value::Truth(condition) => condition,
                Value::Number(number) => block::is_not_zero(number),
            };
            reader.expect_mark(")")?;
            return block.assume(&condition).ok_or_else(too_large);
        }
        let name = reader.name("`TO`, `assume` or a variable")?;
        reader.expect_mark(":=")?;
        let value = reader.sum(&mut self.scope)?;
        let variable = self.variable(name);
        block.assign(variable, &value).ok_or_else(too_large)
    }

    fn variable(&mut self, name: &str) -> usize {
        let known = self.scope.variables.iter().position(|known| known == name);
        known.unwrap_or_else(|| {
            self.scope.variables.push(name.to_owned());
            self.scope.variables.len() - 1
        })
    }

    /// A location is a name or a number.
    fn location(&mut self, reader: &mut Reader<'_>) -> Result<usize, Problem> {
        let is_negative = reader.take_mark("-");
        let name = match reader.token() {
            Token::Word(word) if !is_negative => word.to_owned(),
            Token::Number(number) if is_negative => format!("-{number}"),
            Token::Number(number) => number.to_string(),
            _ => return Err(reader.expected("a location")),
        };
        reader.advance();
        let known = self.locations.iter().position(|known| *known == name);
        Ok(known.unwrap_or_else(|| {
            self.locations.push(name);
            self.locations.len() - 1
        }))
    }

    /// Goes on at the next block.
    fn skip(&self, reader: &mut Reader<'_>) {
        while !reader.is_end() && reader.token() != Token::Word("FROM") {
            reader.advance();
        }
    }

    fn finished(mut self, name: &str) -> Program {
        if self.locations.is_empty() {
            self.locations.push("start".into());
        }
        let mut notes = Vec::new();
        let mut initial = vec![Condition::At(self.start)];
        if let Some(prologue) = self.prologue() {
            let prologue = self.blocks.remove(prologue);
            notes.push(
                "The model starts behind the first block of the program, which sets its variables.".into(),
            );
            initial = vec![Condition::At(prologue.to), prologue.afterwards()];
            self.forget(self.start);
            if let Condition::At(location) = &mut initial[0]
                && *location > self.start
            {
                *location -= 1;
            }
        }
        let edges: Vec<Edge> = self.blocks.iter().map(Block::edge).collect();
        // Locations that are numbers get a letter, so that they are names.
        let is_number = |name: &str| name.starts_with(|c: char| c.is_ascii_digit() || c == '-');
        let named = |name: &String| {
            if is_number(name) { format!("L{}", name.replace('-', "m")) } else { name.clone() }
        };
        Program {
            kind: "An integer program in the format of T2.",
            name: name.to_owned(),
            notes,
            variables: self.scope.variables,
            locations: self.locations.iter().map(named).collect(),
            edges,
            initial: Condition::all(initial),
            claims: Vec::new(),
        }
    }

    /// The only block that leaves a start location to which none leads.
    fn prologue(&self) -> Option<usize> {
        let is_entered = self.blocks.iter().any(|block| block.to == self.start);
        let mut leaving = (0..self.blocks.len()).filter(|at| self.blocks[*at].from == self.start);
        let first = leaving.next()?;
        (!is_entered && leaving.next().is_none()).then_some(first)
    }

    /// Removes a location that no block names any more.
    fn forget(&mut self, location: usize) {
        self.locations.remove(location);
        for block in &mut self.blocks {
            block.from -= usize::from(block.from > location);
            block.to -= usize::from(block.to > location);
        }
    }
}
