//! Constants, types, variables, procedures and functions.

use super::{Parser, Read};
use crate::Problem;
use crate::murphi::token::LexemeKind;
use crate::murphi::tree::{Identifier, Item, Routine, Syntax, TypeKind, TypeTerm};

impl Parser {
    /// The item at the top level that begins here.
    pub(super) fn item(&mut self, items: &mut Vec<Item>) -> Read<()> {
        if self.declaration(items)? {
            return Ok(());
        }
        match self.peek() {
            LexemeKind::Word("procedure" | "function") => {
                let routine = self.routine()?;
                items.push(Item::Routine(routine));
            }
            _ => {
                let rule = self.rule()?;
                items.push(Item::RuleSyntax(rule));
            }
        }
        Ok(())
    }

    /// The declarations in front of a body.
    pub(super) fn declarations(&mut self) -> Read<Vec<Item>> {
        let mut items = Vec::new();
        while self.declaration(&mut items)? || self.eat(";") {}
        Ok(items)
    }

    /// `const`, `type` or `var` with what it declares; whether one of them is here.
    fn declaration(&mut self, items: &mut Vec<Item>) -> Read<bool> {
        if self.eat_word("const") {
            let mut found = Vec::new();
            while matches!(self.peek(), LexemeKind::Name(_)) {
                let names = self.names("the name of a constant")?;
                self.expect(":")?;
                let value = self.expression()?;
                found.extend(names.into_iter().map(|name| (name, value.clone())));
                while self.eat(";") {}
            }
            items.push(Item::Const(found));
        } else if self.eat_word("type") {
            items.push(Item::Type(self.typed_names()?));
        } else if self.eat_word("var") {
            items.push(Item::Var(self.typed_names()?));
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    /// `a, b: T; c: U;`
    fn typed_names(&mut self) -> Read<Vec<(Identifier, TypeTerm)>> {
        let mut found = Vec::new();
        while matches!(self.peek(), LexemeKind::Name(_)) {
            let names = self.names("a name")?;
            self.expect(":")?;
            let ty = self.type_term()?;
            found.extend(names.into_iter().map(|name| (name, ty.clone())));
            while self.eat(";") {}
        }
        Ok(found)
    }

    /// The type that begins here.
    pub(super) fn type_term(&mut self) -> Read<TypeTerm> {
        self.nested(Self::type_term_inside)
    }

    fn type_term_inside(&mut self) -> Read<TypeTerm> {
        let at = self.at();
        let kind = match self.peek().clone() {
            LexemeKind::Word("boolean") => {
                self.bump();
                TypeKind::Name("boolean".to_owned())
            }
            LexemeKind::Word("enum") => {
                self.bump();
                self.expect("{")?;
                let members = self.names("the name of a member")?;
                self.expect("}")?;
                TypeKind::Enum(members)
            }
            LexemeKind::Word("scalarset") => {
                self.bump();
                TypeKind::Scalarset(self.between("(", ")")?)
            }
            LexemeKind::Word("union") => {
                self.bump();
                self.expect("{")?;
                let mut parts = Vec::new();
                while !self.is_sign("}") {
                    parts.push(self.type_term()?);
                    if !self.eat(",") {
                        break;
                    }
                }
                self.expect("}")?;
                TypeKind::Union(parts)
            }
            LexemeKind::Word("record") => {
                self.bump();
                let fields = self.typed_names()?;
                self.end(&["endrecord"])?;
                TypeKind::Record(fields)
            }
            LexemeKind::Word("array") => {
                self.bump();
                self.expect("[")?;
                let index = self.type_term()?;
                self.expect("]")?;
                self.expect_word("of")?;
                TypeKind::Array(Box::new(index), Box::new(self.type_term()?))
            }
            LexemeKind::Word("multiset") => {
                self.bump();
                let size = self.between("[", "]")?;
                self.expect_word("of")?;
                TypeKind::Multiset(size, Box::new(self.type_term()?))
            }
            LexemeKind::Word("real") => {
                return Err(Problem::new("`real` numbers cannot be expressed", Some(at))
                    .with_help("scale them to integers; verdicts would depend on rounding otherwise"));
            }
            LexemeKind::Name(name) if !self.is_range() => {
                self.bump();
                TypeKind::Name(name)
            }
            _ => {
                let low = self.expression()?;
                self.expect("..")?;
                TypeKind::Range(low, self.expression()?)
            }
        };
        Ok(TypeTerm { kind, at })
    }

    /// Whether a name here is the beginning of a range.
    fn is_range(&self) -> bool {
        matches!(self.behind(1), LexemeKind::Sign(".." | "+" | "-" | "*" | "/" | "%" | "." | "(" | "["))
    }

    fn between(&mut self, open: &str, close: &str) -> Read<Syntax> {
        self.expect(open)?;
        let found = self.expression()?;
        self.expect(close)?;
        Ok(found)
    }

    fn routine(&mut self) -> Read<Routine> {
        self.bump();
        let name = self.name("the name of the procedure or function")?;
        self.expect("(")?;
        let mut parameters = Vec::new();
        while !self.is_sign(")") {
            let is_var = self.eat_word("var");
            let names = self.names("the name of a parameter")?;
            self.expect(":")?;
            let ty = self.type_term()?;
            parameters.extend(names.into_iter().map(|name| (is_var, name, ty.clone())));
            while self.eat(";") || self.eat(",") {}
        }
        self.expect(")")?;
        let result = if self.eat(":") { Some(self.type_term()?) } else { None };
        while self.eat(";") {}
        let items = self.declarations()?;
        self.eat_word("begin");
        let body = self.statements()?;
        self.end(&["endfunction", "endprocedure"])?;
        while self.eat(";") {}
        Ok(Routine { name, parameters, result, items, body })
    }
}
