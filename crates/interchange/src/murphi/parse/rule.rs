//! Rules, start states, properties, and what stands around them.

use super::{Parser, Read};
use crate::murphi::token::LexemeKind;
use crate::murphi::tree::{Identifier, RuleSyntax, Syntax};

impl Parser {
    pub(super) fn rule(&mut self) -> Read<RuleSyntax> {
        self.nested(Self::rule_inside)
    }

    fn rule_inside(&mut self) -> Read<RuleSyntax> {
        let at = self.at();
        let LexemeKind::Word(word) = *self.peek() else {
            return Err(self.expected("a declaration or a rule"));
        };
        self.bump();
        match word {
            "rule" => {
                if matches!((self.peek(), self.behind(1)), (LexemeKind::Number(_), LexemeKind::Text(_))) {
                    return Err(super::expression::unsupported("priorities of rules", self.at()));
                }
                let name = self.text().unwrap_or_default();
                let has_guard = !matches!(self.peek(), LexemeKind::Word("begin" | "var" | "const" | "type"));
                let begin = self.next;
                let guard = match has_guard.then(|| self.expression()) {
                    Some(Ok(guard)) if self.eat("==>") => Some(guard),
                    Some(Err(problem)) if self.has_arrow(begin) => return Err(problem),
                    Some(Ok(_)) if self.has_arrow(begin) => return Err(self.expected("`==>`")),
                    // Without an arrow, what stands here is the body.
                    _ => {
                        self.next = begin;
                        None
                    }
                };
                let (items, body) = self.body()?;
                self.end(&["endrule"])?;
                Ok(RuleSyntax::Simple { name, at, guard, items, body })
            }
            "startstate" => {
                let name = self.text().unwrap_or_default();
                let (items, body) = self.body()?;
                self.end(&["endstartstate"])?;
                Ok(RuleSyntax::Start { name, at, items, body })
            }
            "invariant" | "assert" | "assume" | "cover" | "liveness" => {
                let before = self.text();
                let condition = self.expression()?;
                let name = before.or_else(|| self.text()).unwrap_or_default();
                let word = if word == "assert" { "invariant" } else { word };
                Ok(RuleSyntax::Property { word, name, condition })
            }
            "ruleset" => {
                let mut binders = vec![self.binder()?];
                while self.eat(";") {
                    if matches!(self.peek(), LexemeKind::Name(_)) {
                        binders.push(self.binder()?);
                    }
                }
                self.expect_word("do")?;
                let rules = self.rules(&["endruleset"])?;
                Ok(RuleSyntax::Ruleset(binders, rules))
            }
            "alias" => {
                let aliases = self.aliases()?;
                Ok(RuleSyntax::Alias(aliases, self.rules(&["endalias"])?))
            }
            "choose" => {
                let name = self.name("the name of an element")?;
                self.expect(":")?;
                let of = self.expression()?;
                self.expect_word("do")?;
                Ok(RuleSyntax::Choose(name, of, self.rules(&["endchoose"])?))
            }
            _ => {
                self.next -= 1;
                Err(self.expected("a declaration or a rule"))
            }
        }
    }

    /// Whether an arrow comes before the end of the rule that begins at a token.
    fn has_arrow(&self, from: usize) -> bool {
        let rest = self.tokens[from..].iter();
        rest.take_while(|token| {
            !matches!(token.kind, LexemeKind::Word("begin" | "rule" | "endrule" | "startstate"))
        })
        .any(|token| token.kind == LexemeKind::Sign("==>"))
    }

    fn rules(&mut self, ends: &[&str]) -> Read<Vec<RuleSyntax>> {
        let mut rules = Vec::new();
        loop {
            while self.eat(";") {}
            if self.end(ends).is_ok() {
                return Ok(rules);
            }
            rules.push(self.rule()?);
        }
    }

    /// `a: e; b: f do`
    pub(super) fn aliases(&mut self) -> Read<Vec<(Identifier, Syntax)>> {
        let mut aliases = Vec::new();
        while matches!(self.peek(), LexemeKind::Name(_)) {
            let name = self.name("the name of an alias")?;
            self.expect(":")?;
            aliases.push((name, self.expression()?));
            while self.eat(";") || self.eat(",") {}
        }
        self.expect_word("do")?;
        Ok(aliases)
    }
}
