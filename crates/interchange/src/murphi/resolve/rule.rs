//! Rules, start states and properties, with what stands around them.

use super::{Resolved, Resolver, mismatch};
use crate::murphi::model::{Expr, FlatProperty, FlatRule, Type};
use crate::murphi::returns::without_returns;
use crate::murphi::token::At;
use crate::murphi::tree::{Binder, Domain, Item, Rule, Statement, Term, Word};

/// The rulesets and aliases around a rule, outermost first.
#[derive(Debug, Default)]
pub(super) struct Around {
    parts: Vec<AroundPart>,
}

#[derive(Debug)]
enum AroundPart {
    Binder(Binder),
    Aliases(Vec<(Word, Term)>),
}

/// The body of a rule or start state.
type Body<'b> = (&'b [Item], &'b [Statement]);

impl Resolver {
    pub(super) fn rule(&mut self, rule: &Rule, around: &mut Around) -> Resolved<()> {
        match rule {
            Rule::Ruleset(binders, rules) => {
                let before = around.parts.len();
                around.parts.extend(binders.iter().cloned().map(AroundPart::Binder));
                rules.iter().try_for_each(|rule| self.rule(rule, around))?;
                around.parts.truncate(before);
            }
            Rule::Alias(aliases, rules) => {
                around.parts.push(AroundPart::Aliases(aliases.clone()));
                rules.iter().try_for_each(|rule| self.rule(rule, around))?;
                around.parts.pop();
            }
            Rule::Simple { name, at, guard, items, body } => {
                let flat = self.flat(name, *at, guard.as_ref(), (items, body), around)?;
                self.rules.push(flat);
            }
            Rule::Start { name, at, items, body } => {
                let flat = self.flat(name, *at, None, (items, body), around)?;
                self.starts.push(flat);
            }
            Rule::Property { word, name, condition } => {
                self.enter();
                let done = self.surround(around).and_then(|binders| {
                    let condition = self.boolean(condition)?;
                    Ok(FlatProperty { word, name: name.clone(), condition, binders })
                });
                self.live.clear();
                self.leave();
                self.properties.push(done?);
            }
        }
        Ok(())
    }

    fn flat(
        &mut self,
        name: &str,
        at: At,
        guard: Option<&Term>,
        (items, body): Body<'_>,
        around: &Around,
    ) -> Resolved<FlatRule> {
        self.enter();
        let binders = self.surround(around)?;
        let guard = match guard {
            Some(guard) => self.boolean(guard)?,
            None => Expr::bool(true),
        };
        self.leave();
        self.live.clear();
        // Aliases are computed once more in front of the body, which may change what they are computed from.
        self.enter();
        self.pending = Some(Vec::new());
        self.surround(around)?;
        self.enter();
        self.items(items, false)?;
        let steps = self.block(body)?;
        let mut before = self.pending.take().unwrap_or_default();
        self.leave();
        self.leave();
        self.live.clear();
        before.extend(steps);
        Ok(FlatRule { name: name.to_owned(), at, binders, guard, steps: without_returns(before) })
    }

    /// Declares what stands around a rule, and says what is bound there.
    fn surround(&mut self, around: &Around) -> Resolved<Vec<(String, Type)>> {
        let mut binders = Vec::new();
        for part in &around.parts {
            match part {
                AroundPart::Aliases(aliases) => self.aliases(aliases)?,
                AroundPart::Binder(binder) => {
                    let ty = match &binder.domain {
                        Domain::Type(term) => self.named_type(None, term)?,
                        Domain::Steps(from, to, _) => Type::Range(self.number(from)?, self.number(to)?),
                    };
                    if !ty.is_simple() {
                        return Err(mismatch("a simple type", binder.name.at));
                    }
                    self.count_through(&ty);
                    let name = self.bind(&binder.name, &ty);
                    binders.push((name, ty));
                }
            }
        }
        Ok(binders)
    }
}
