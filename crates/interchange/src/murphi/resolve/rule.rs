//! Rules, start states and properties, with what stands around them.

use super::{NameMeaning, Resolved, Resolver, fold, mismatch};
use crate::Problem;
use crate::murphi::model::{Expr, FlatProperty, FlatRule, Type};
use crate::murphi::returns::without_returns;
use crate::murphi::token::At;
use crate::murphi::tree::{Binder, Domain, Identifier, Item, RuleSyntax, Statement, Syntax};

/// The rulesets and aliases around a rule, outermost first.
#[derive(Debug, Default)]
pub(super) struct Around {
    parts: Vec<AroundPart>,
}

#[derive(Debug)]
enum AroundPart {
    Binder(Binder),
    Aliases(Vec<(Identifier, Syntax)>),
    Choose(Identifier, Syntax),
}

/// What stands around a rule: the names that are bound there, and when they stand for something.
struct Surroundings {
    binders: Vec<(String, Type)>,
    condition: Expr,
}

/// The body of a rule or start state.
type Body<'b> = (&'b [Item], &'b [Statement]);

impl Resolver {
    pub(super) fn rule(&mut self, rule: &RuleSyntax, around: &mut Around) -> Resolved<()> {
        match rule {
            RuleSyntax::Ruleset(binders, rules) => {
                let before = around.parts.len();
                around.parts.extend(binders.iter().cloned().map(AroundPart::Binder));
                rules.iter().try_for_each(|rule| self.rule(rule, around))?;
                around.parts.truncate(before);
            }
            RuleSyntax::Alias(aliases, rules) => {
                around.parts.push(AroundPart::Aliases(aliases.clone()));
                rules.iter().try_for_each(|rule| self.rule(rule, around))?;
                around.parts.pop();
            }
            RuleSyntax::Choose(name, multiset, rules) => {
                around.parts.push(AroundPart::Choose(name.clone(), multiset.clone()));
                rules.iter().try_for_each(|rule| self.rule(rule, around))?;
                around.parts.pop();
            }
            RuleSyntax::Simple { name, at, guard, items, body } => {
                let flat = self.flat(name, *at, guard.as_ref(), (items, body), around)?;
                self.rules.push(flat);
            }
            RuleSyntax::Start { name, at, items, body } => {
                let mut flat = self.flat(name, *at, None, (items, body), around)?;
                let emptied = self.all_emptied();
                flat.steps.splice(0..0, emptied);
                self.starts.push(flat);
            }
            RuleSyntax::Property { word, name, condition } => {
                self.enter();
                let done = self.surround(around).and_then(|surroundings| {
                    let joint = if *word == "cover" { "&" } else { "->" };
                    let condition = fold::binary(joint, surroundings.condition, self.boolean(condition)?);
                    Ok(FlatProperty { word, name: name.clone(), condition, binders: surroundings.binders })
                });
                self.live.clear();
                self.leave();
                self.properties.push(done?);
            }
        }
        Ok(())
    }

    /// What a ruleset with numbers binds: the number itself, or else which step it is, with the first number and the
    /// distance of two.
    fn steps_of_ruleset(
        &mut self,
        [from, to]: [&Syntax; 2],
        by: Option<&Syntax>,
    ) -> Resolved<(Type, Option<(Expr, Expr)>)> {
        let (first, last) = (self.number(from)?, self.number(to)?);
        let distance = by.map_or(Ok(1), |by| self.number(by))?;
        if distance == 0 {
            return Err(Problem::new("a step of zero never ends", by.map(|by| by.at)));
        }
        let count = last.saturating_sub(first).checked_div(distance).unwrap_or(0);
        // No step at all is as well as one too few: the range is empty.
        let is_empty = (last < first) == (distance > 0) && first != last;
        let steps = Type::Range(0, if is_empty { -1 } else { count });
        Ok(match distance {
            1 => (Type::Range(first, last), None),
            _ => (steps, Some((Expr::int(first), Expr::int(distance)))),
        })
    }

    fn flat(
        &mut self,
        name: &str,
        at: At,
        guard: Option<&Syntax>,
        (items, body): Body<'_>,
        around: &Around,
    ) -> Resolved<FlatRule> {
        self.enter();
        let Surroundings { binders, condition } = self.surround(around)?;
        let guard = match guard {
            Some(guard) => fold::binary("&", condition, self.boolean(guard)?),
            None => condition,
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
    fn surround(&mut self, around: &Around) -> Resolved<Surroundings> {
        let mut binders = Vec::new();
        let mut condition = Expr::bool(true);
        for part in &around.parts {
            match part {
                AroundPart::Aliases(aliases) => self.aliases(aliases)?,
                AroundPart::Choose(name, multiset) => {
                    let of = self.multiset(multiset)?;
                    let own = self.bind(name, &of.index());
                    let slot = Expr::Bound(own.clone(), of.index());
                    condition = fold::binary("&", condition, of.is_held(slot));
                    binders.push((own, of.index()));
                }
                AroundPart::Binder(binder) => {
                    let (ty, value) = match &binder.domain {
                        Domain::Type(term) => (self.named_type(None, term)?, None),
                        Domain::Steps(from, to, by) => self.steps_of_ruleset([from, to], by.as_ref())?,
                    };
                    if !ty.is_simple() {
                        return Err(mismatch("a simple type", binder.name.at));
                    }
                    self.count_through(&ty);
                    let name = self.bind(&binder.name, &ty);
                    if let Some((from, by)) = value {
                        let steps = fold::binary("*", Expr::Bound(name.clone(), ty.clone()), by);
                        let value = fold::binary("+", from, steps);
                        self.declare(&binder.name.text, NameMeaning::Value(value));
                    }
                    binders.push((name, ty));
                }
            }
        }
        Ok(Surroundings { binders, condition })
    }
}
