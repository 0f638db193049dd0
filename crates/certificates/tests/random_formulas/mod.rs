//! Random conditions over few values, and their truth by enumeration.

use certificates::{Kind, Linear, Logic, Refusal, Variable};

/// A small generator of numbers that look random.
pub struct Numbers(pub u64);

impl Numbers {
    pub fn below(&mut self, bound: i128) -> i128 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        i128::from(self.0 >> 33) % bound
    }

    pub fn between(&mut self, least: i128, most: i128) -> i128 {
        least + self.below(most - least + 1)
    }
}

/// A condition to be enumerated.
#[derive(Debug, Clone)]
pub enum Formula {
    Is(Variable, u32),
    AtMostZero(Linear),
    Divides(i128, Linear),
    Not(Box<Formula>),
    And(Box<Formula>, Box<Formula>),
    Or(Box<Formula>, Box<Formula>),
    Exists(Variable, Box<Formula>),
}

/// The variables with their kinds; the range of those without bounds is what is enumerated.
pub struct Setting {
    pub kinds: Vec<Kind>,
    pub range: i128,
    pub factor: i128,
    pub constant: i128,
}

impl Setting {
    pub fn values(&self, variable: Variable) -> std::ops::RangeInclusive<i128> {
        match self.kinds[variable.0 as usize] {
            Kind::Finite(codes) => 0..=i128::from(codes) - 1,
            Kind::Integer(least, most) => least.unwrap_or(-self.range)..=most.unwrap_or(self.range),
        }
    }

    pub fn holds(&self, formula: &Formula, values: &mut Vec<i128>) -> bool {
        let sum = |sum: &Linear, values: &[i128]| {
            sum.constant
                + sum
                    .terms
                    .iter()
                    .map(|(variable, factor)| factor * values[variable.0 as usize])
                    .sum::<i128>()
        };
        match formula {
            Formula::Is(variable, code) => values[variable.0 as usize] == i128::from(*code),
            Formula::AtMostZero(own) => sum(own, values) <= 0,
            Formula::Divides(divisor, own) => sum(own, values) % divisor == 0,
            Formula::Not(inner) => !self.holds(inner, values),
            Formula::And(left, right) => self.holds(left, values) && self.holds(right, values),
            Formula::Or(left, right) => self.holds(left, values) || self.holds(right, values),
            Formula::Exists(variable, inner) => {
                let old = values[variable.0 as usize];
                let found = self.values(*variable).any(|value| {
                    values[variable.0 as usize] = value;
                    self.holds(inner, values)
                });
                values[variable.0 as usize] = old;
                found
            }
        }
    }

    pub fn sum(&self, numbers: &mut Numbers) -> Linear {
        let mut sum = Linear::constant(numbers.between(-self.constant, self.constant));
        for (index, kind) in self.kinds.iter().enumerate() {
            let factor = numbers.between(-self.factor, self.factor);
            if matches!(kind, Kind::Integer(..)) && numbers.below(3) > 0 && factor != 0 {
                sum.terms.insert(Variable(index as u32), factor);
            }
        }
        sum
    }

    pub fn equation(&self, numbers: &mut Numbers) -> Formula {
        let sum = self.sum(numbers);
        let at_least = Formula::AtMostZero(sum.times(-1).unwrap());
        Formula::And(Box::new(Formula::AtMostZero(sum)), Box::new(at_least))
    }

    pub fn random(&self, numbers: &mut Numbers, depth: u32, quantified: &[Variable]) -> Formula {
        if depth == 0 {
            let finite: Vec<_> =
                (0..self.kinds.len()).filter(|index| matches!(self.kinds[*index], Kind::Finite(_))).collect();
            return match numbers.below(5) {
                0 if !finite.is_empty() => {
                    let variable = Variable(finite[numbers.below(finite.len() as i128) as usize] as u32);
                    Formula::Is(variable, numbers.below(3) as u32)
                }
                1 => Formula::Divides(numbers.between(1, 4), self.sum(numbers)),
                2 => self.equation(numbers),
                _ => Formula::AtMostZero(self.sum(numbers)),
            };
        }
        let mut inner = || Box::new(self.random(numbers, depth - 1, quantified));
        let (left, right) = (inner(), inner());
        match numbers.below(8) {
            0 => Formula::Not(left),
            1..4 => Formula::And(left, right),
            4..7 => Formula::Or(left, right),
            _ => match quantified {
                [] => Formula::And(left, right),
                _ => Formula::Exists(quantified[numbers.below(quantified.len() as i128) as usize], left),
            },
        }
    }

    /// All valuations; variables that are quantified only stay zero.
    pub fn valuations(&self, skipped: &[Variable]) -> Vec<Vec<i128>> {
        let mut all = vec![Vec::new()];
        for index in 0..self.kinds.len() {
            let variable = Variable(index as u32);
            let values: Vec<i128> =
                if skipped.contains(&variable) { vec![0] } else { self.values(variable).collect() };
            all = all
                .into_iter()
                .flat_map(|start: Vec<i128>| {
                    values.iter().map(move |value| [start.as_slice(), &[*value]].concat())
                })
                .collect();
        }
        all
    }

    pub fn declare<L: Logic>(&self, logic: &mut L) {
        for (index, kind) in self.kinds.iter().enumerate() {
            assert_eq!(logic.declare(&format!("variable|{index}"), *kind), Variable(index as u32));
        }
    }
}

/// Three codes, two codes, and integers of three ranges.
pub fn bounded() -> Setting {
    let integer = |least, most| Kind::Integer(Some(least), Some(most));
    let kinds = vec![Kind::Finite(3), integer(-3, 4), Kind::Finite(2), integer(0, 5), integer(2, 3)];
    Setting { kinds, range: 0, factor: 4, constant: 12 }
}

/// The condition in a logic.
pub fn build<L: Logic>(logic: &mut L, formula: &Formula) -> Result<L::Condition, Refusal> {
    match formula {
        Formula::Is(variable, code) => logic.is(*variable, *code),
        Formula::AtMostZero(sum) => logic.at_most_zero(sum),
        Formula::Divides(divisor, sum) => logic.divides(*divisor, sum),
        Formula::Not(inner) => {
            let inner = build(logic, inner)?;
            logic.not(inner)
        }
        Formula::And(left, right) => {
            let (left, right) = (build(logic, left)?, build(logic, right)?);
            logic.and(left, right)
        }
        Formula::Or(left, right) => {
            let (left, right) = (build(logic, left)?, build(logic, right)?);
            logic.or(left, right)
        }
        Formula::Exists(variable, inner) => {
            let inner = build(logic, inner)?;
            logic.exists(*variable, inner)
        }
    }
}
