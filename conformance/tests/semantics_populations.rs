//! Populations: counters, silent steps, rendezvous and broadcasts.

use conformance::{starts, steps, verdicts};

#[test]
fn a_silent_step_moves_one_process() {
    steps("population C { loc a, b start a: 2  a -> b }", &["C: a -> b: C at a = 1, C at b = 1"]);
    steps("population C { loc a, b start a: 0  a -> b }", &[]);
    steps("population C { loc a, b start a: 2  a -> a }", &["C: a -> a: nothing changes"]);
}

#[test]
fn a_rendezvous_of_one_population_needs_two_processes() {
    let edges = "a -> b sync m!  a -> c sync m?";
    let text = format!("sync m population C {{ loc a, b, c start a: 1  {edges} }}");
    steps(&text, &[]);
    let text = format!("sync m population C {{ loc a, b, c start a: 2  {edges} }}");
    steps(&text, &["C: a -> b & C: a -> c: C at a = 0, C at b = 1, C at c = 1"]);
    let text = "sync m population C { loc a, b start a: 1, b: 1  a -> b sync m!  b -> a sync m? }";
    steps(text, &["C: a -> b & C: b -> a: nothing changes"]);
}

#[test]
fn processes_and_populations_meet() {
    let text = "sync m population C { loc a, b start a: 2  a -> b sync m? }
        process P { loc c, d  c -> d sync m! }";
    steps(text, &["P: c -> d & C: a -> b: C at a = 1, C at b = 1, P = d"]);
}

#[test]
fn a_broadcast_moves_every_other_process() {
    let text = "broadcast m population C { loc a, b start a: 3  a -> b sync m!!  a -> a sync m?? }";
    steps(text, &["C: a -> b & C: a -> a: C at a = 2, C at b = 1"]);
    let text = "broadcast m population C { loc a, b, c start a: 2, b: 3  a -> b sync m!!  b -> c sync m?? }";
    steps(text, &["C: a -> b & C: b -> c: C at a = 1, C at b = 1, C at c = 3"]);
    let text = "broadcast m population C { loc a, b start a: 1  a -> b sync m!!  a -> b sync m?? }";
    steps(text, &["C: a -> b: C at a = 0, C at b = 1"]);
}

#[test]
fn receivers_with_a_false_guard_stay() {
    let text = "broadcast m population C { loc a, b, c start a: 1, b: 2
        a -> a sync m!!  b -> c when count(C at b) > 5 sync m?? }";
    steps(text, &["C: a -> a: nothing changes"]);
}

#[test]
fn an_action_runs_once_for_each_process_that_moves() {
    let text = "broadcast m var x: int := 0 population C { loc a, b, c start a: 1, b: 3
        a -> a sync m!! do x := 10  b -> c sync m?? do x := x + 1 }";
    steps(text, &["C: a -> a & C: b -> c: x = 13, C at b = 0, C at c = 3"]);
    let text = "broadcast m var x: 0..2 := 0 population C { loc a, b, c start a: 1, b: 3
        a -> a sync m!!  b -> c sync m?? do x := x + 1 }";
    steps(text, &["C: a -> a & C: b -> c faults: 3 is outside the type 0..2 of x"]);
}

#[test]
fn guards_and_actions_use_global_variables() {
    let text =
        "var x: 0..3 := 0 population C { loc a, b start a: 2  a -> b when count(C at b) = x do x := x + 1 }
        reachable all: count(C at b) = 2 && x = 2 invariant same: count(C at b) = x";
    steps(text, &["C: a -> b: x = 1, C at a = 1, C at b = 1"]);
    verdicts(text, &[("all", "holds 2"), ("same", "holds")]);
}

#[test]
fn sizes_make_any_number_a_fixed_one() {
    starts("// with --size C=2\npopulation C { loc a, b }", &["C at a = 2, C at b = 0"]);
    starts("// with --size C=3\npopulation C { loc a, b start a: any, b: 2 }", &["C at a = 1, C at b = 2"]);
    starts(
        "// with --size C=1\npopulation C { loc a, b start a: any, b: any }",
        &["C at a = 0, C at b = 1", "C at a = 1, C at b = 0"],
    );
    starts(
        "// with --size C=2\npopulation C { loc a, b start a: any >= 1, b: any }",
        &["C at a = 1, C at b = 1", "C at a = 2, C at b = 0"],
    );
    starts(
        "population C { loc a, b start a: any } init count(C at a) <= 1",
        &["C at a = 0, C at b = 0", "C at a = 1, C at b = 0"],
    );
}

#[test]
fn a_cache_protocol_keeps_its_promise() {
    let text = "// with --size Cache=4
        broadcast read, write
        population Cache {
          loc invalid, exclusive, shared, modified
          start invalid: any
          exclusive -> modified
          invalid -> shared sync read!!
          {exclusive, modified} -> shared sync read??
          shared -> exclusive sync write!!
          {exclusive, shared, modified} -> invalid sync write??
        }
        invariant coherent: !(count(Cache at modified) >= 1 && count(Cache at shared) >= 1)
        reachable four: count(Cache at shared) = 4";
    verdicts(text.trim_start(), &[("coherent", "holds"), ("four", "holds 4")]);
}
