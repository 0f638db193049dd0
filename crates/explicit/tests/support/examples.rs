//! The systems of the benchmark, with known numbers of states.

use super::*;
use system::{Question, Statement, Type};

/// Philosophers with `n` forks, who take the left fork, then the right one, and put both back at once.
pub fn philosophers(n: u32) -> Model {
    let mut model = Model::default();
    let fork = model.array("fork", Type::Bool, n, no());
    let places = model.processes("Philosopher", &["think", "left", "eat"], n);
    for i in 0..n {
        let (own, other) = (offset(&fork, i), offset(&fork, (i + 1) % n));
        let here = &places[i as usize];
        model.step("take left", moves(here, 0, 1), not(read(&own)), just(assign(&own, yes())));
        model.step("take right", moves(here, 1, 2), not(read(&other)), just(assign(&other, yes())));
        let put = all_at_once(vec![assign(&own, no()), assign(&other, no())]);
        model.step("put both", moves(here, 2, 0), yes(), vec![put]);
    }
    let neighbours =
        (0..n as usize).map(|i| not(and([at(&places[i], 2), at(&places[(i + 1) % n as usize], 2)])));
    model.property("neighbours", Question::Invariant(and(neighbours)));
    model.property("no_faults", Question::NoFaults);
    model
}

/// A ring of `n` processes that pass a token.
pub fn ring(n: u32) -> Model {
    let mut model = Model::default();
    let token = model.variable_at("token", range(0, n as i128 - 1), int(0));
    let places = model.processes("Node", &["idle", "work", "want", "crit"], n);
    for i in 0..n {
        let here = &places[i as usize];
        let mine = || eq(read(&token), int(i.into()));
        let pass = || just(assign(&token, int(((i + 1) % n).into())));
        model.step("pass", moves(here, 0, 0), mine(), pass());
        model.step("start", moves(here, 0, 1), yes(), vec![]);
        model.step("done", moves(here, 1, 2), yes(), vec![]);
        model.step("enter", moves(here, 2, 3), mine(), vec![]);
        model.step("leave", moves(here, 3, 0), yes(), pass());
    }
    let critical = count(places.iter().map(|place| at(place, 3)));
    model.property("mutex", Question::Invariant(le(critical, int(1))));
    model.property("no_faults", Question::NoFaults);
    model
}

/// A queue of `slots` bits between producers and consumers.
pub fn buffer(producers: u32, consumers: u32, slots: u32) -> Model {
    let mut model = Model::default();
    let length = model.variable_at("length", range(0, slots.into()), int(0));
    let slot = model.array("slot", range(0, 1), slots, int(0));
    let idle_zero_one = ["idle", "zero", "one"];
    for here in &model.processes("Producer", &idle_zero_one, producers) {
        for item in [0, 1] {
            model.step("make", moves(here, 0, item + 1), yes(), vec![]);
            let put = all_at_once(vec![
                assign(&element(&slot, read(&length), slots), int(item.into())),
                assign(&length, plus(read(&length), int(1))),
            ]);
            model.step("put", moves(here, item + 1, 0), lt(read(&length), int(slots.into())), vec![put]);
        }
    }
    for here in &model.processes("Consumer", &idle_zero_one, consumers) {
        for item in [0, 1] {
            let mut shift: Vec<Statement> =
                (1..slots).map(|k| assign(&offset(&slot, k - 1), read(&offset(&slot, k)))).collect();
            shift.push(assign(&offset(&slot, slots - 1), int(0)));
            shift.push(assign(&length, minus(read(&length), int(1))));
            let guard = and([lt(int(0), read(&length)), eq(read(&slot), int(item.into()))]);
            model.step("get", moves(here, 0, item + 1), guard, vec![all_at_once(shift)]);
            model.step("use", moves(here, item + 1, 0), yes(), vec![]);
        }
    }
    model.property("length", Question::Invariant(le(read(&length), int(slots.into()))));
    model.property("no_faults", Question::NoFaults);
    model
}
