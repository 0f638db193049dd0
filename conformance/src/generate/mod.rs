//! Random small models that use every construct of the language.
//!
//! A model is planned first ([`world`], [`plan`]): all names with their types. Then each declaration is
//! written ([`declaration`], [`process`], [`population`], [`property`]) with random expressions, which are
//! well typed because each is asked for by its sort ([`boolean`], [`integer`], [`finite_sort`]).
//!
//! Domains are tiny, so that most models have fewer than two thousand states; variables of unbounded types are
//! written with values that stay small. How often a model dares something that may fault (an index that may
//! be outside, a reference that may be null) is decided for each model, and is never for a third of them.

mod action;
mod assigned;
mod boolean;
mod comparison;
mod declaration;
mod edge;
mod fairness;
mod finite_sort;
mod integer;
mod node;
mod place;
mod plan;
mod population;
mod process;
mod property;
mod quantified;
mod relation;
mod scope;
mod statement;
mod temporal;
mod wide;
mod world;

pub use wide::wide_model;

use crate::random::Random;
use crate::tree::Tree;
use world::World;

/// A random model: the same for the same seed.
pub fn generate(seed: u64) -> Tree {
    let mut generator = Generator::new(seed);
    generator.plan();
    generator.model(seed)
}

/// Everything that a model is written from.
struct Generator {
    random: Random,
    world: World,
    /// How many of a hundred opportunities to write something that may fault are taken.
    daring: usize,
    /// Whether quantifiers over all integers are written; few engines decide them.
    presburger: bool,
    /// How many bound names there are, so that each gets a name of its own.
    bound_names: usize,
    /// What stands before the first item: sizes of populations.
    head: Vec<String>,
}

impl Generator {
    fn new(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let daring = *random.pick(&[0, 0, 15, 30, 50, 80]);
        let presburger = random.percent(8);
        let world = World::default();
        Generator { random, world, daring, presburger, bound_names: 0, head: Vec::new() }
    }

    /// Whether to write something that may fault.
    fn dares(&mut self) -> bool {
        self.random.percent(self.daring)
    }

    /// A name that no other bound name has.
    fn bound_name(&mut self) -> String {
        self.bound_names += 1;
        let letter = *self.random.pick(&["j", "k", "m", "n"]);
        format!("{letter}{}", self.bound_names)
    }
}
