//! A logic that tries values: conditions are trees with shared parts, and integers are looked for in a small interval.

use certificates::{Kind, Linear, Logic, Refusal, Valuation, Variable};
use std::collections::{BTreeSet, HashMap};
use std::ops::RangeInclusive;

/// The integers that are tried.
const TRIED: RangeInclusive<i128> = -30..=30;

/// What a condition is.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Formed {
    Constant(bool),
    Is(Variable, u32),
    AtMostZero(Linear),
    Divides(i128, Linear),
    Not(usize),
    And(usize, usize),
    Or(usize, usize),
    Exists(Variable, usize),
}

/// Conditions as trees; the number of a condition is that of its tree.
#[derive(Debug, Default)]
pub struct TriedValues {
    trees: Vec<Formed>,
    numbers: HashMap<Formed, usize>,
    supports: Vec<BTreeSet<Variable>>,
    kinds: Vec<Kind>,
}

impl TriedValues {
    fn tree(&mut self, tree: Formed) -> usize {
        if let Some(number) = self.numbers.get(&tree) {
            return *number;
        }
        let support = match &tree {
            Formed::Constant(_) => BTreeSet::new(),
            Formed::Is(variable, _) => BTreeSet::from([*variable]),
            Formed::AtMostZero(sum) | Formed::Divides(_, sum) => sum.terms.keys().copied().collect(),
            Formed::Not(a) => self.supports[*a].clone(),
            Formed::And(a, b) | Formed::Or(a, b) => {
                self.supports[*a].union(&self.supports[*b]).copied().collect()
            }
            Formed::Exists(variable, a) => {
                self.supports[*a].iter().copied().filter(|other| other != variable).collect()
            }
        };
        self.trees.push(tree.clone());
        self.supports.push(support);
        self.numbers.insert(tree, self.trees.len() - 1);
        self.trees.len() - 1
    }

    /// The values that are tried for a variable.
    fn values(&self, variable: Variable) -> Vec<i128> {
        match self.kinds[variable.0 as usize] {
            Kind::Finite(count) => (0..i128::from(count)).collect(),
            Kind::Integer(low, high) => {
                let fits = |value: &i128| {
                    low.is_none_or(|low| low <= *value) && high.is_none_or(|high| *value <= high)
                };
                TRIED.filter(fits).collect()
            }
        }
    }

    /// The condition with values in place of variables.
    pub fn restrict(&mut self, condition: usize, valuation: &Valuation) -> usize {
        self.restricted(condition, valuation, &mut HashMap::new())
    }

    fn restricted(
        &mut self,
        condition: usize,
        valuation: &Valuation,
        known: &mut HashMap<usize, usize>,
    ) -> usize {
        if let Some(known) = known.get(&condition) {
            return *known;
        }
        if self.supports[condition].iter().all(|variable| !valuation.contains_key(variable)) {
            return condition;
        }
        let result = match self.trees[condition].clone() {
            Formed::Constant(_) => condition,
            Formed::Is(variable, code) => match valuation.get(&variable) {
                Some(value) => self.constant(*value == i128::from(code)),
                None => condition,
            },
            Formed::AtMostZero(sum) => {
                let sum = put_in(&sum, valuation);
                self.at_most_zero(&sum).expect("numbers are small")
            }
            Formed::Divides(divisor, sum) => {
                let sum = put_in(&sum, valuation);
                self.divides(divisor, &sum).expect("numbers are small")
            }
            Formed::Not(a) => {
                let a = self.restricted(a, valuation, known);
                self.not(a).expect("nothing is refused")
            }
            Formed::And(a, b) => {
                let (a, b) = (self.restricted(a, valuation, known), self.restricted(b, valuation, known));
                self.and(a, b).expect("nothing is refused")
            }
            Formed::Or(a, b) => {
                let (a, b) = (self.restricted(a, valuation, known), self.restricted(b, valuation, known));
                self.or(a, b).expect("nothing is refused")
            }
            Formed::Exists(variable, a) => {
                let a = self.restricted(a, valuation, known);
                self.exists(variable, a).expect("nothing is refused")
            }
        };
        known.insert(condition, result);
        result
    }

    /// The variables that a condition mentions.
    pub fn support(&self, condition: usize) -> &BTreeSet<Variable> {
        &self.supports[condition]
    }

    /// Calls for each valuation of the variables, and of what the condition mentions, that satisfies it; stops after the first for
    /// which that says so. Nothing if there are too many to try.
    pub fn each(
        &mut self,
        condition: usize,
        variables: &BTreeSet<Variable>,
        valuation: &mut Valuation,
        tries: &mut usize,
        found: &mut dyn FnMut(&mut Self, &Valuation) -> bool,
    ) -> Option<bool> {
        *tries = tries.checked_sub(1)?;
        if self.is_plainly_false(condition) {
            return Some(false);
        }
        let mut open = self.supports[condition].iter().chain(variables).copied();
        // What is finite is tried first, which leaves less of the integers.
        let finite = |variable: &Variable| matches!(self.kinds[variable.0 as usize], Kind::Finite(_));
        let next = open.clone().find(finite).or_else(|| open.next());
        let Some(variable) = next else { return Some(found(self, valuation)) };
        let rest: BTreeSet<_> = variables.iter().copied().filter(|other| *other != variable).collect();
        for value in self.values(variable) {
            let narrowed = self.restrict(condition, &Valuation::from([(variable, value)]));
            valuation.insert(variable, value);
            let stop = self.each(narrowed, &rest, valuation, tries, found);
            valuation.remove(&variable);
            if stop != Some(false) {
                return stop;
            }
        }
        Some(false)
    }
}

/// The sum with values in place of variables.
pub fn put_in(sum: &Linear, valuation: &Valuation) -> Linear {
    let mut result = sum.clone();
    for (variable, value) in valuation {
        result = result.with(*variable, &Linear::constant(*value)).expect("numbers are small");
    }
    result
}

impl Logic for TriedValues {
    type Condition = usize;

    fn declare(&mut self, _: &str, kind: Kind) -> Variable {
        self.kinds.push(kind);
        Variable(self.kinds.len() as u32 - 1)
    }

    fn kind(&self, variable: Variable) -> Kind {
        self.kinds[variable.0 as usize]
    }

    fn constant(&mut self, value: bool) -> usize {
        // False comes first, true second.
        if self.trees.is_empty() {
            self.tree(Formed::Constant(false));
            self.tree(Formed::Constant(true));
        }
        usize::from(value)
    }

    fn is(&mut self, variable: Variable, code: u32) -> Result<usize, Refusal> {
        assert!(matches!(self.kinds[variable.0 as usize], Kind::Finite(count) if code < count));
        self.constant(false);
        Ok(self.tree(Formed::Is(variable, code)))
    }

    fn at_most_zero(&mut self, sum: &Linear) -> Result<usize, Refusal> {
        let integer = |variable: &Variable| matches!(self.kinds[variable.0 as usize], Kind::Integer(..));
        assert!(sum.terms.keys().all(integer), "sums are of integer variables");
        match sum.as_constant() {
            Some(constant) => Ok(self.constant(constant <= 0)),
            None => Ok(self.tree(Formed::AtMostZero(sum.clone()))),
        }
    }

    fn divides(&mut self, divisor: i128, sum: &Linear) -> Result<usize, Refusal> {
        assert!(divisor >= 1, "a divisor is positive");
        match sum.as_constant() {
            Some(constant) => Ok(self.constant(constant % divisor == 0)),
            None => Ok(self.tree(Formed::Divides(divisor, sum.clone()))),
        }
    }

    fn not(&mut self, condition: usize) -> Result<usize, Refusal> {
        Ok(match self.trees[condition] {
            Formed::Constant(value) => self.constant(!value),
            Formed::Not(inner) => inner,
            _ => self.tree(Formed::Not(condition)),
        })
    }

    fn and(&mut self, left: usize, right: usize) -> Result<usize, Refusal> {
        Ok(match (left, right) {
            (0, _) | (_, 0) => 0,
            (1, other) | (other, 1) => other,
            _ if left == right => left,
            _ => self.tree(Formed::And(left.min(right), left.max(right))),
        })
    }

    fn or(&mut self, left: usize, right: usize) -> Result<usize, Refusal> {
        Ok(match (left, right) {
            (1, _) | (_, 1) => 1,
            (0, other) | (other, 0) => other,
            _ if left == right => left,
            _ => self.tree(Formed::Or(left.min(right), left.max(right))),
        })
    }

    fn exists(&mut self, variable: Variable, condition: usize) -> Result<usize, Refusal> {
        if !self.supports[condition].contains(&variable) {
            return Ok(condition);
        }
        if self.supports[condition].len() > 1 {
            return Ok(self.tree(Formed::Exists(variable, condition)));
        }
        for value in self.values(variable) {
            if self.restrict(condition, &Valuation::from([(variable, value)])) == 1 {
                return Ok(1);
            }
        }
        Ok(0)
    }

    fn is_plainly_false(&self, condition: usize) -> bool {
        condition == 0
    }

    fn refute(
        &mut self,
        obligation: &str,
        condition: usize,
        shown: &dyn Fn(&Valuation) -> String,
    ) -> Result<(), Refusal> {
        let mut found = None;
        self.each(condition, &BTreeSet::new(), &mut Valuation::new(), &mut 1_000_000, &mut |_, valuation| {
            found = Some(valuation.clone());
            true
        });
        let failed = |valuation| Refusal::Failed { obligation: obligation.into(), shown: shown(&valuation) };
        found.map_or(Ok(()), |valuation| Err(failed(valuation)))
    }
}
