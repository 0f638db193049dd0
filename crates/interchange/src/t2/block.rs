//! What a block of commands does, as one step: run once with symbols for the old values.
//!
//! Each variable holds a sum of old values and of values that `nondet()` gave. An assumption is one on that sum. At
//! the end a value of `nondet()` that a variable holds alone is named by that variable's new value, and one that
//! occurs only once, and with the factor one, leaves its variable any value.

use crate::program::{Comparison, Condition, Edge, Linear, Symbol};
use std::collections::{BTreeMap, BTreeSet};

/// A block of commands between two locations.
#[derive(Debug)]
pub(super) struct Block {
    pub from: usize,
    pub to: usize,
    /// The new values so far.
    values: BTreeMap<usize, Linear>,
    /// The assumptions, on the old values.
    assumed: Vec<Condition>,
}

/// A number as a condition.
pub(super) fn is_not_zero(number: Linear) -> Condition {
    Condition::Compare(Comparison::Different, number, Linear::number(0))
}

impl Block {
    pub fn new(from: usize) -> Self {
        Block { from, to: from, values: BTreeMap::new(), assumed: Vec::new() }
    }

    /// What a symbol of a command stands for by now.
    fn value(&self, symbol: Symbol) -> Linear {
        match symbol {
            Symbol::Now(variable) => self.values.get(&variable).cloned(),
            _ => None,
        }
        .unwrap_or(Linear::symbol(symbol))
    }

    /// Runs `assume(condition)`; nothing if a number becomes too large.
    pub fn assume(&mut self, condition: &Condition) -> Option<()> {
        let condition = condition.replaced(&|symbol| self.value(symbol))?;
        self.assumed.extend(condition.conjuncts());
        Some(())
    }

    /// Runs `variable := value`; nothing if a number becomes too large.
    pub fn assign(&mut self, variable: usize, value: &Linear) -> Option<()> {
        let value = value.replaced(&|symbol| self.value(symbol))?;
        match value.as_symbol() == Some(Symbol::Now(variable)) {
            true => self.values.remove(&variable),
            false => self.values.insert(variable, value),
        };
        Some(())
    }

    /// The block as an edge.
    pub fn edge(&self) -> Edge {
        let named = self.named();
        let replaced = |sum: &Linear| sum.replaced(&|symbol| name_of(symbol, &named));
        let mut changes = Vec::new();
        let mut relation = Vec::new();
        for (variable, value) in &self.values {
            let is_named = named.values().any(|owner| owner == variable);
            let value = if is_named || self.is_free(value) { None } else { replaced(value) };
            match value {
                Some(value) if value.symbols().any(|symbol| !matches!(symbol, Symbol::Now(_))) => {
                    let new = Linear::symbol(Symbol::Next(*variable));
                    relation.push(Condition::Compare(Comparison::Equal, new, value));
                    changes.push((*variable, None));
                }
                value => changes.push((*variable, value)),
            }
        }
        let assumed = |condition: &Condition| condition.replaced(&|symbol| name_of(symbol, &named));
        let is_new = |condition: &Condition| condition.mentions(|symbol| matches!(symbol, Symbol::Next(_)));
        let is_unknown =
            |condition: &Condition| condition.mentions(|symbol| matches!(symbol, Symbol::Unknown(_)));
        // Replacing symbols by symbols makes no number larger.
        let (more, mut guard): (Vec<_>, Vec<_>) = self.needed().filter_map(assumed).partition(is_new);
        relation.extend(more);
        // An unknown value is the same one in all conditions, so guard and relation must not share one.
        if relation.iter().any(is_unknown) {
            let (more, apart) = guard.into_iter().partition(is_unknown);
            relation.extend::<Vec<_>>(more);
            guard = apart;
        }
        let (guard, relation) = (Condition::all(guard), Condition::all(relation));
        Edge { label: None, from: self.from, to: self.to, guard, changes, relation }
    }

    /// What holds of the variables after the block, whatever they were before.
    pub fn afterwards(&self) -> Condition {
        // The old value of a variable that was changed is unknown; its number is beyond those of `nondet()`.
        let beyond = self.unknowns().into_iter().max().map_or(0, |most| most + 1);
        let before = |symbol: Symbol| {
            Linear::symbol(match symbol {
                Symbol::Now(variable) if self.values.contains_key(&variable) => {
                    Symbol::Unknown(beyond + variable)
                }
                other => other,
            })
        };
        let mut conditions: Vec<Condition> = Vec::new();
        for (variable, value) in &self.values {
            if let (false, Some(value)) = (self.is_free(value), value.replaced(&before)) {
                let new = Linear::symbol(Symbol::Now(*variable));
                conditions.push(Condition::Compare(Comparison::Equal, new, value));
            }
        }
        conditions.extend(self.needed().filter_map(|condition| condition.replaced(&before)));
        Condition::all(conditions)
    }

    /// The assumptions that can fail.
    fn needed(&self) -> impl Iterator<Item = &Condition> {
        self.assumed.iter().filter(|assumption| !self.is_idle(assumption))
    }

    /// For each unknown that a variable holds alone, the first such variable.
    fn named(&self) -> BTreeMap<usize, usize> {
        let mut named = BTreeMap::new();
        for (variable, value) in &self.values {
            if let Some(Symbol::Unknown(unknown)) = value.as_symbol() {
                named.entry(unknown).or_insert(*variable);
            }
        }
        named
    }

    /// Whether a value can be anything: an unknown with factor one in it occurs nowhere else.
    fn is_free(&self, value: &Linear) -> bool {
        value.terms.iter().any(|(factor, symbol)| {
            factor.abs() == 1 && matches!(symbol, Symbol::Unknown(_)) && self.occurrences(*symbol) == 1
        })
    }

    /// Whether some value of an unknown that occurs nowhere else makes an assumption true, whatever else holds.
    fn is_idle(&self, assumption: &Condition) -> bool {
        matches!(assumption, Condition::Compare(_, a, b) if self.is_free(a) || self.is_free(b))
    }

    /// How often a symbol occurs in new values and assumptions.
    fn occurrences(&self, wanted: Symbol) -> usize {
        let mut count =
            self.values.values().flat_map(Linear::symbols).filter(|symbol| *symbol == wanted).count();
        let mut visit = |symbol: Symbol| count += usize::from(symbol == wanted);
        self.assumed.iter().for_each(|assumption| assumption.each_symbol(&mut visit));
        count
    }

    fn unknowns(&self) -> BTreeSet<usize> {
        let mut unknowns = BTreeSet::new();
        let mut visit = |symbol: Symbol| {
            if let Symbol::Unknown(number) = symbol {
                unknowns.insert(number);
            }
        };
        self.values.values().flat_map(Linear::symbols).for_each(&mut visit);
        self.assumed.iter().for_each(|condition| condition.each_symbol(&mut visit));
        unknowns
    }
}

/// A symbol with an unknown as the new value that names it.
fn name_of(symbol: Symbol, named: &BTreeMap<usize, usize>) -> Linear {
    let owner = match symbol {
        Symbol::Unknown(unknown) => named.get(&unknown),
        _ => None,
    };
    Linear::symbol(owner.map_or(symbol, |variable| Symbol::Next(*variable)))
}
