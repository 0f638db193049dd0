//! Combinations of values that an instance can have, numbered as they are found.

use crate::meaning::Obstacle;
use std::collections::HashMap;
use system::parameterized::Domain;

/// The values of the variables of an instance.
pub type Combination = Vec<i64>;

/// More combinations than this are not counted.
const MOST: usize = 512;

/// The combinations that instances can have.
#[derive(Debug, Clone, Default)]
pub struct Combinations {
    list: Vec<Combination>,
    numbers: HashMap<Combination, usize>,
}

impl Combinations {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// The values of one of them.
    pub fn get(&self, number: usize) -> &Combination {
        &self.list[number]
    }

    /// All of them, in the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = &Combination> {
        self.list.iter()
    }

    /// The number of a combination, if it is known.
    pub fn find(&self, combination: &[i64]) -> Option<usize> {
        self.numbers.get(combination).copied()
    }

    /// The number of a combination, which is a new one if it is not known.
    pub fn number(&mut self, combination: Combination) -> Result<usize, Obstacle> {
        if let Some(known) = self.find(&combination) {
            return Ok(known);
        }
        if self.list.len() == MOST {
            return Err(format!("instances have more than {MOST} combinations of values"));
        }
        self.numbers.insert(combination.clone(), self.list.len());
        self.list.push(combination);
        Ok(self.list.len() - 1)
    }
}

/// The values of a domain, if they are few and name no instance.
pub fn values(domain: &Domain, name: &str) -> Result<Vec<i64>, Obstacle> {
    match domain {
        Domain::Bool => Ok(vec![0, 1]),
        Domain::Range(low, high) if i64::from(*high) - i64::from(*low) < MOST as i64 => {
            Ok((i64::from(*low)..=i64::from(*high)).collect())
        }
        Domain::Range(..) => Err(format!("`{name}` has too many values to count those who have one")),
        Domain::Members(count) => Ok((0..i64::from(*count)).collect()),
        Domain::Locations(names) => Ok((0..i64::try_from(names.len()).unwrap_or(0)).collect()),
        Domain::UpTo(..) => {
            Err(format!("the values of `{name}`, of which each instance has one, depend on the constant"))
        }
        Domain::Pointer { .. } => Err(names_an_instance(name)),
    }
}

/// That a variable tells instances apart.
pub fn names_an_instance(name: &str) -> Obstacle {
    format!("`{name}` names an instance, so that instances can be told apart")
}
