//! Rendezvous and broadcasts between processes.

use conformance::{errors, steps};

#[test]
fn a_rendezvous_needs_both_sides() {
    let text = "sync m process P { loc a, b  a -> b sync m! } process Q { loc c, d  c -> d sync m? }";
    steps(text, &["P: a -> b & Q: c -> d: P = b, Q = d"]);
    let text = "sync m process P { loc a, b  a -> b sync m! } process Q { loc c, d  d -> c sync m? }";
    steps(text, &[]);
    let text =
        "sync m process P { loc a, b  a -> b sync m! } process Q { loc c, d  c -> d when false sync m? }";
    steps(text, &[]);
    let text = "sync m process P { loc a, b  a -> b sync m!  a -> b sync m? }";
    steps(text, &[]);
}

#[test]
fn instances_of_one_array_may_meet() {
    let text = "sync m process P[i in 1..2] { loc a, b, c  send: a -> b sync m!  get: a -> c sync m? }";
    steps(text, &["P[1].send & P[2].get: P[1] = b, P[2] = c", "P[2].send & P[1].get: P[1] = c, P[2] = b"]);
}

#[test]
fn every_pair_is_a_transition() {
    let text = "sync m process P { loc a, b  a -> b sync m! }
        process Q[i in 1..2] { loc c, d, e  c -> d sync m?  c -> e sync m? }";
    steps(
        text,
        &[
            "P: a -> b & Q[1]: c -> d: P = b, Q[1] = d",
            "P: a -> b & Q[1]: c -> e: P = b, Q[1] = e",
            "P: a -> b & Q[2]: c -> d: P = b, Q[2] = d",
            "P: a -> b & Q[2]: c -> e: P = b, Q[2] = e",
        ],
    );
}

#[test]
fn the_receiver_acts_after_the_sender() {
    let text = "sync m var x, y: 0..3 := 0 process Q { loc c, d  c -> d sync m? do y := x, x := x + 1 }
        process P { loc a, b  a -> b sync m! do x := 1 }";
    steps(text, &["P: a -> b & Q: c -> d: x = 2, y = 1, Q = d, P = b"]);
}

#[test]
fn guards_are_read_before_anything_moves() {
    let text = "sync m var x: 0..3 := 0 process P { loc a, b  a -> b sync m! do x := 1 }
        process Q { loc c, d  c -> d when x = 0 sync m? do x := 2 }";
    steps(text, &["P: a -> b & Q: c -> d: x = 2, P = b, Q = d"]);
    let text = "sync m var x: 0..3 := 0 process P { loc a, b  a -> b sync m! do x := 1 }
        process Q { loc c, d  c -> d when x = 1 sync m? do x := 2 }";
    steps(text, &[]);
}

#[test]
fn a_receivers_guard_is_read_after_the_senders_and_only_at_its_location() {
    let receiver = "process Q { loc c, d  c -> d when 1 / x = 1 sync m? }";
    let text =
        format!("sync m var x: 0..3 := 0 process P {{ loc a, b  a -> b when x = 1 sync m! }} {receiver}");
    steps(&text, &[]);
    let text = format!("sync m var x: 0..3 := 0 process P {{ loc a, b  b -> a sync m! }} {receiver}");
    steps(&text, &[]);
    let text = format!("sync m var x: 0..3 := 0 process P {{ loc a, b  a -> b sync m! }} {receiver}");
    steps(&text, &["P: a -> b faults: division by zero"]);
    let text = "sync m var x: 0..3 := 0 process P { loc a, b  a -> b sync m! }
        process Q { loc c, d  d -> c when 1 / x = 1 sync m? }";
    steps(text, &[]);
}

#[test]
fn a_part_that_blocks_or_faults_stops_the_whole() {
    let sender = "sync m var x: 0..3 := 0 process P { loc a, b  a -> b sync m! do x := 1 }";
    let text = format!("{sender} process Q {{ loc c, d  c -> d sync m? do x' = x + 3 }}");
    steps(&text, &[]);
    let text = format!("{sender} process Q {{ loc c, d  c -> d sync m? do x := x + 3 }}");
    steps(&text, &["P: a -> b & Q: c -> d faults: 4 is outside the type 0..3 of x"]);
    let text =
        format!("{sender} process Q {{ loc c, d  c -> d sync m? do choose {{ when x = 0 do skip }} }}");
    steps(&text, &[]);
}

#[test]
fn all_locations_change_when_all_actions_have_run() {
    let text = "sync m var x: 0..3 := 0 process P { loc a, b  a -> b sync m! }
        process Q { loc c, d  c -> d sync m? do x := if P at a && Q at c then 1 else 2 }";
    steps(text, &["P: a -> b & Q: c -> d: x = 1, P = b, Q = d"]);
}

#[test]
fn a_broadcast_moves_all_who_can_receive_it() {
    let text = "broadcast m process P { loc a, b  a -> b sync m!! }
        process Q[i in 1..3] { loc c, d start c  c -> d when i != 2 sync m?? }";
    steps(text, &["P: a -> b & Q[1]: c -> d & Q[3]: c -> d: P = b, Q[1] = d, Q[3] = d"]);
    let text = "broadcast m process P { loc a, b  a -> b sync m!! } process Q { loc c, d  d -> c sync m?? }";
    steps(text, &["P: a -> b: P = b"]);
    let text = "broadcast m process P { loc a, b  a -> b when false sync m!! }
        process Q { loc c, d  c -> d sync m?? }";
    steps(text, &[]);
}

#[test]
fn a_sender_does_not_receive_its_own_broadcast() {
    let text = "broadcast m process P[i in 1..2] { loc a, b, c  a -> b sync m!!  a -> c sync m?? }";
    steps(
        text,
        &[
            "P[1]: a -> b & P[2]: a -> c: P[1] = b, P[2] = c",
            "P[2]: a -> b & P[1]: a -> c: P[1] = c, P[2] = b",
        ],
    );
}

#[test]
fn receivers_act_in_order_of_declaration_and_index() {
    let text = "broadcast m var log: int := 0
        process R { loc e, f  e -> f sync m?? do log := log * 10 + 9 }
        process P { loc a, b  a -> b sync m!! do log := 5 }
        process Q[i in 1..2] { loc c, d  c -> d sync m?? do log := log * 10 + i }";
    steps(
        text,
        &[
            "P: a -> b & R: e -> f & Q[1]: c -> d & Q[2]: c -> d: log = 5912, R = f, P = b, Q[1] = d, Q[2] = d",
        ],
    );
}

#[test]
fn broadcast_guards_are_read_before_anything_moves() {
    let text = "broadcast m var x: 0..3 := 0 process P { loc a, b  a -> b sync m!! do x := 1 }
        process Q[i in 0..1] { loc c, d  c -> d when x = i sync m?? do x := x + 1 }";
    steps(text, &["P: a -> b & Q[0]: c -> d: x = 2, P = b, Q[0] = d"]);
}

#[test]
fn a_receiver_of_a_broadcast_that_blocks_or_faults_stops_it() {
    let sender = "broadcast m var x: 0..3 := 0 process P { loc a, b  a -> b sync m!! do x := 1 }";
    let text = format!("{sender} process Q {{ loc c, d  c -> d sync m?? do x' = 4 }}");
    steps(&text, &[]);
    let text = format!("{sender} process Q {{ loc c, d  c -> d sync m?? do x := x / 0 }}");
    steps(&text, &["P: a -> b & Q: c -> d faults: division by zero"]);
    let text = format!("{sender} process Q {{ loc c, d  c -> d when 1 / x = 1 sync m?? }}");
    steps(&text, &["P: a -> b faults: division by zero"]);
}

#[test]
fn two_receiving_edges_for_one_broadcast_at_a_location_are_an_error() {
    errors("broadcast m process Q { loc c, d  c -> d sync m??  c -> c sync m?? }", &["E305"]);
    errors("broadcast m process Q { loc c, d  {c, d} -> d sync m??  d -> c sync m?? }", &["E305"]);
}

#[test]
fn edges_from_several_locations() {
    let text = "process P { loc a, b, c start b  {a, b} -> c  up: {b, c} -> a }";
    steps(text, &["P: b -> c: P = c", "P.up: P = a"]);
}

#[test]
fn indexed_events_are_named_with_their_index() {
    let text = "var x: 0..3 := 0 event e[i in 1..3] when i != 2 do x := i";
    steps(text, &["e[1]: x = 1", "e[3]: x = 3"]);
}
