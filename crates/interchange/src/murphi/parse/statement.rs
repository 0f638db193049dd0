//! Statements.

use super::{Parser, Read};
use crate::murphi::token::LexemeKind;
use crate::murphi::tree::{Identifier, Item, Statement, StatementKind, Syntax, SyntaxKind};

impl Parser {
    /// Declarations, `begin` and statements.
    pub(super) fn body(&mut self) -> Read<(Vec<Item>, Vec<Statement>)> {
        let items = self.declarations()?;
        self.eat_word("begin");
        Ok((items, self.statements()?))
    }

    /// Statements up to what ends them.
    pub(super) fn statements(&mut self) -> Read<Vec<Statement>> {
        let mut statements = Vec::new();
        loop {
            while self.eat(";") {}
            let ends = match self.peek() {
                LexemeKind::Word(word) => {
                    word.starts_with("end") || matches!(*word, "else" | "elsif" | "case")
                }
                LexemeKind::End => true,
                _ => false,
            };
            if ends {
                return Ok(statements);
            }
            let at = self.at();
            let kind = self.nested(Self::statement)?;
            statements.push(Statement { kind, at });
        }
    }

    fn statement(&mut self) -> Read<StatementKind> {
        let LexemeKind::Word(word) = *self.peek() else { return self.assignment_or_call() };
        self.bump();
        match word {
            "if" => self.conditional(),
            "switch" => self.switch(),
            "for" => {
                let binder = self.binder()?;
                self.expect_word("do")?;
                let body = self.statements()?;
                self.end(&["endfor"])?;
                Ok(StatementKind::For(binder, body))
            }
            "while" => {
                let condition = self.expression()?;
                self.expect_word("do")?;
                let body = self.statements()?;
                self.end(&["endwhile"])?;
                Ok(StatementKind::While(condition, body))
            }
            "alias" => {
                let aliases = self.aliases()?;
                let body = self.statements()?;
                self.end(&["endalias"])?;
                Ok(StatementKind::Alias(aliases, body))
            }
            "clear" => Ok(StatementKind::Clear(self.expression()?)),
            "undefine" => Ok(StatementKind::Undefine(self.expression()?)),
            "error" => Ok(StatementKind::Error(self.text().ok_or_else(|| self.expected("a text"))?)),
            "assert" | "invariant" | "assume" | "cover" | "liveness" => {
                let before = self.text();
                let condition = self.expression()?;
                let name = before.or_else(|| self.text()).unwrap_or_default();
                Ok(match word {
                    "assert" | "invariant" => StatementKind::Assert(condition, name),
                    "assume" => StatementKind::Assume(condition),
                    other => StatementKind::Unsupported(other),
                })
            }
            "put" => {
                if self.text().is_none() {
                    self.expression()?;
                }
                Ok(StatementKind::Put)
            }
            "return" => {
                let is_bare = match self.peek() {
                    LexemeKind::Sign(";") | LexemeKind::End => true,
                    LexemeKind::Word(word) => {
                        word.starts_with("end") || matches!(*word, "else" | "elsif" | "case")
                    }
                    _ => false,
                };
                Ok(StatementKind::Return(if is_bare { None } else { Some(self.expression()?) }))
            }
            "multisetadd" | "multisetremove" => {
                self.expect("(")?;
                let first = self.expression()?;
                self.expect(",")?;
                let multiset = self.expression()?;
                self.expect(")")?;
                Ok(match word {
                    "multisetadd" => StatementKind::AddElement(first, multiset),
                    _ => StatementKind::RemoveElement(first, multiset),
                })
            }
            "multisetremovepred" => {
                let (name, multiset, condition) = self.elements()?;
                Ok(StatementKind::RemoveElements(name, multiset, condition))
            }
            _ => {
                self.next -= 1;
                Err(self.expected("a statement"))
            }
        }
    }

    fn assignment_or_call(&mut self) -> Read<StatementKind> {
        let at = self.at();
        let place = self.expression()?;
        if let SyntaxKind::Call(name, arguments) = place.kind {
            return Ok(StatementKind::Call(Identifier { text: name, at }, arguments));
        }
        self.expect(":=")?;
        Ok(StatementKind::Assign(place, self.expression()?))
    }

    fn conditional(&mut self) -> Read<StatementKind> {
        let mut branches: Vec<(Syntax, Vec<Statement>)> = Vec::new();
        loop {
            let condition = self.expression()?;
            self.expect_word("then")?;
            branches.push((condition, self.statements()?));
            if !self.eat_word("elsif") {
                break;
            }
        }
        let otherwise = if self.eat_word("else") { self.statements()? } else { Vec::new() };
        self.end(&["endif"])?;
        Ok(StatementKind::If(branches, otherwise))
    }

    fn switch(&mut self) -> Read<StatementKind> {
        let value = self.expression()?;
        let mut cases = Vec::new();
        while self.eat_word("case") {
            let mut values = vec![self.expression()?];
            while self.eat(",") {
                values.push(self.expression()?);
            }
            self.expect(":")?;
            cases.push((values, self.statements()?));
        }
        let otherwise = if self.eat_word("else") { self.statements()? } else { Vec::new() };
        self.end(&["endswitch"])?;
        Ok(StatementKind::Switch(value, cases, otherwise))
    }
}
