//! Models for tests.

use crate::source::Model;
use crate::{Console, initial};
use std::time::Duration;
use system::{State, Unlimited};

/// The model with this text.
///
/// # Panics
/// If the text is no model.
#[track_caller]
pub fn model(source: &str) -> Model {
    let overrides = language::Overrides { constants: Vec::new(), sizes: Vec::new() };
    let loaded = language::load(source, &overrides);
    let Some(system) = loaded.system else { panic!("{:?} {:?}", loaded.diagnostics, loaded.problems) };
    Model { file: "sample.fathom".into(), system, warnings: loaded.diagnostics, load_time: Duration::ZERO }
}

/// Its initial states.
///
/// # Panics
/// If they cannot be listed.
#[track_caller]
pub fn initial_states(model: &Model) -> Vec<State> {
    initial::states(model, &Unlimited).expect("the initial states can be listed")
}

/// A console without colours.
pub fn console() -> Console {
    Console::plain()
}

/// A lamp that can be switched, and a count of how often it was lit, which does not fit its type for long.
pub const LAMP: &str = "\
model Lamp

type Colour = { red, green }

var on: bool := false
var lit: 0..2 := 0
var colour: Colour

event toggle do on := !on, lit := if on then lit else lit + 1

invariant dark: !on
reachable twice: lit = 2
bound most: lit
";

/// All kinds of values: Booleans, numbers of any size, members, references, locations, counters, elements.
pub const ZOO: &str = "\
model Zoo

const BIG := 123456789012345678901234567890

type Colour = { red, green }

var big: int := BIG
var flags: array [1..2] of bool := false
var colour: Colour := red
var head: ref Node := null

process Node[i in 1..2] {
  var next: ref Node := null
  loc out, in_list

  insert: out -> in_list do next := head, head := self, big := big + 1
  remove: in_list -> out when head = self do head := next, next := null
}

population Ant {
  loc home, away
  start home: 2

  home -> away when !flags[1]
  away -> home do flags[2] := !flags[2], colour := if colour = red then green else red
}

event lock when count(Ant at away) = 2 do flags[1] := true
";
