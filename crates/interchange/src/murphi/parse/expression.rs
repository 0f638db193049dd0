//! Expressions, by precedence climbing. The order is that of both dialects: `!` binds weaker than comparisons.

use super::{LONGEST, Parser, Read};
use crate::Problem;
use crate::murphi::token::LexemeKind;
use crate::murphi::tree::{Binder, Domain, Identifier, Syntax, SyntaxKind};

/// The binary operators, from loose to tight.
const LEVELS: &[&[&str]] = &[&["->"], &["|"], &["^"], &["&"]];
const TIGHT: &[&[&str]] = &[&["<", "<=", "=", "!=", ">=", ">"], &["<<", ">>"], &["+", "-"], &["*", "/", "%"]];

impl Parser {
    /// The expression that begins here.
    pub(super) fn expression(&mut self) -> Read<Syntax> {
        self.nested(|parser| {
            let condition = parser.level(0)?;
            if !parser.eat("?") {
                return Ok(condition);
            }
            let yes = parser.expression()?;
            parser.expect(":")?;
            let no = parser.expression()?;
            let at = condition.at;
            Ok(Syntax { kind: SyntaxKind::Choice(Box::new(condition), Box::new(yes), Box::new(no)), at })
        })
    }

    fn level(&mut self, level: usize) -> Read<Syntax> {
        let Some(operators) = LEVELS.get(level) else { return self.negation() };
        let mut left = self.level(level + 1)?;
        let mut length = 0;
        while let Some(operator) = self.operator(operators) {
            self.check_length(&mut length)?;
            let right = self.level(level + 1)?;
            left = binary(operator, left, right);
        }
        Ok(left)
    }

    fn negation(&mut self) -> Read<Syntax> {
        let at = self.at();
        if self.eat("!") {
            let inner = self.nested(Self::negation)?;
            return Ok(Syntax { kind: SyntaxKind::Unary("!", Box::new(inner)), at });
        }
        self.tight(0)
    }

    fn tight(&mut self, level: usize) -> Read<Syntax> {
        let Some(operators) = TIGHT.get(level) else { return self.prefix() };
        let mut left = self.tight(level + 1)?;
        let mut length = 0;
        while let Some(operator) = self.operator(operators) {
            self.check_length(&mut length)?;
            // `a = !b`: the operand reaches as far as its own level allows.
            let right = if self.is_sign("!") { self.negation()? } else { self.tight(level + 1)? };
            left = binary(operator, left, right);
        }
        Ok(left)
    }

    fn check_length(&self, length: &mut u32) -> Read<()> {
        *length += 1;
        match *length > LONGEST {
            true => Err(Problem::new("this expression is too long", Some(self.at()))
                .with_help("put parts of it in brackets")),
            false => Ok(()),
        }
    }

    fn operator(&mut self, operators: &[&'static str]) -> Option<&'static str> {
        let found = operators.iter().find(|operator| self.is_sign(operator)).copied()?;
        self.bump();
        Some(found)
    }

    fn prefix(&mut self) -> Read<Syntax> {
        let at = self.at();
        if self.eat("-") {
            let inner = self.nested(Self::prefix)?;
            return Ok(Syntax { kind: SyntaxKind::Unary("-", Box::new(inner)), at });
        }
        if self.eat("+") {
            return self.nested(Self::prefix);
        }
        if self.eat("~") {
            let inner = self.nested(Self::prefix)?;
            return Ok(Syntax { kind: SyntaxKind::Unary("~", Box::new(inner)), at });
        }
        self.operand()
    }

    fn operand(&mut self) -> Read<Syntax> {
        let at = self.at();
        let kind = match self.peek().clone() {
            LexemeKind::Number(number) => {
                self.bump();
                SyntaxKind::Number(number)
            }
            LexemeKind::Real => return Err(unsupported("real numbers", at)),
            LexemeKind::Sign("(") => {
                self.bump();
                let inner = self.expression()?;
                self.expect(")")?;
                return self.parts(inner);
            }
            LexemeKind::Word(word @ ("forall" | "exists")) => {
                self.bump();
                self.quantifier(word == "forall", at)?
            }
            LexemeKind::Word("isundefined") => {
                self.bump();
                self.expect("(")?;
                let inner = self.expression()?;
                self.expect(")")?;
                SyntaxKind::IsUndefined(Box::new(inner))
            }
            LexemeKind::Word("ismember") => {
                self.bump();
                self.expect("(")?;
                let inner = self.expression()?;
                self.expect(",")?;
                let ty = self.type_term()?;
                self.expect(")")?;
                SyntaxKind::IsMember(Box::new(inner), Box::new(ty))
            }
            LexemeKind::Word("multisetcount") => {
                self.bump();
                let (name, multiset, condition) = self.elements()?;
                SyntaxKind::Count(name, Box::new(multiset), Box::new(condition))
            }
            LexemeKind::Name(name) => {
                self.bump();
                if self.eat("(") {
                    SyntaxKind::Call(name, self.arguments()?)
                } else {
                    return self.parts(Syntax { kind: SyntaxKind::Name(name), at });
                }
            }
            _ => return Err(self.expected("an expression")),
        };
        self.parts(Syntax { kind, at })
    }

    /// `x: T; y: U do e end`, where each name is nested in the one before.
    fn quantifier(&mut self, is_forall: bool, at: (u32, u32)) -> Read<SyntaxKind> {
        let binder = self.binder()?;
        let body = if self.eat(";") {
            Syntax { kind: self.nested(|parser| parser.quantifier(is_forall, at))?, at }
        } else {
            self.expect_word("do")?;
            let body = self.expression()?;
            self.end(&["endforall", "endexists"])?;
            body
        };
        Ok(SyntaxKind::Quantifier(is_forall, Box::new(binder), Box::new(body)))
    }

    /// `(i: m, e)`
    pub(super) fn elements(&mut self) -> Read<(Identifier, Syntax, Syntax)> {
        self.expect("(")?;
        let name = self.name("the name of an element")?;
        self.expect(":")?;
        let multiset = self.expression()?;
        self.expect(",")?;
        let condition = self.expression()?;
        self.expect(")")?;
        Ok((name, multiset, condition))
    }

    /// The arguments of a call, behind its parenthesis.
    pub(super) fn arguments(&mut self) -> Read<Vec<Syntax>> {
        let mut arguments = Vec::new();
        while !self.is_sign(")") {
            arguments.push(self.expression()?);
            if !self.eat(",") {
                break;
            }
        }
        self.expect(")")?;
        Ok(arguments)
    }

    /// `.f` and `[i]` behind an operand.
    fn parts(&mut self, mut term: Syntax) -> Read<Syntax> {
        loop {
            let at = term.at;
            if self.eat(".") {
                let field = self.name("the name of a field")?;
                term = Syntax { kind: SyntaxKind::Field(Box::new(term), field.text), at };
            } else if self.eat("[") {
                let index = self.expression()?;
                self.expect("]")?;
                term = Syntax { kind: SyntaxKind::Element(Box::new(term), Box::new(index)), at };
            } else {
                return Ok(term);
            }
        }
    }

    /// `x: T` or `x := a to b by s`
    pub(super) fn binder(&mut self) -> Read<Binder> {
        let name = self.name("the name that is bound")?;
        if self.eat(":=") {
            let from = self.expression()?;
            self.expect_word("to")?;
            let to = self.expression()?;
            let by = if self.eat_word("by") { Some(self.expression()?) } else { None };
            return Ok(Binder { name, domain: Domain::Steps(from, to, by) });
        }
        self.expect(":")?;
        Ok(Binder { name, domain: Domain::Type(self.type_term()?) })
    }
}

fn binary(operator: &'static str, left: Syntax, right: Syntax) -> Syntax {
    let at = left.at;
    Syntax { kind: SyntaxKind::Binary(operator, Box::new(left), Box::new(right)), at }
}

pub(super) fn unsupported(what: &str, at: (u32, u32)) -> Problem {
    Problem::new(format!("{what} cannot be expressed"), Some(at))
}
