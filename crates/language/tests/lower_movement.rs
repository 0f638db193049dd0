//! Edges, events, synchronisation and fairness.

mod lower_support;

use expect_test::expect;
use lower_support::{codes, edges_of, fairness_of, system, system_with_warnings, transitions_of};

#[test]
fn edges_for_each_instance_and_location() {
    let model = "
        const N := 2
        var turn: 1..N := 1
        process P[i in 1..N] {
          var x: 0..3 := 0
          loc a, b, c
          start b
          enter: {a, b} -> c when turn = i do x := i, turn := i % N + 1
          c -> a when self at c && P[i].x = x && self.x > 0
          c -> b when i < N do P[i + 1].x := 1
        }
        event tick
        event go[i in 1..N] when turn = i do turn := N + 1 - i
        event only when turn = 1";
    expect![[r#"
        edge P[1].enter (P[1] 0->2) when turn = 1 do P[1].x := 1, turn := 2
        edge P[1].enter (P[1] 1->2) when turn = 1 do P[1].x := 1, turn := 2
        edge P[1]: c -> a (P[1] 2->0) when P[1] at c && P[1].x = P[1].x && P[1].x > 0
        edge P[1]: c -> b (P[1] 2->1) do P[2].x := 1
        edge P[2].enter (P[2] 0->2) when turn = 2 do P[2].x := 2, turn := 1
        edge P[2].enter (P[2] 1->2) when turn = 2 do P[2].x := 2, turn := 1
        edge P[2]: c -> a (P[2] 2->0) when P[2] at c && P[2].x = P[2].x && P[2].x > 0
        edge P[2]: c -> b (P[2] 2->1) when false do P[3].x := 1
        edge tick
        edge go[1] when turn = 1 do turn := 2
        edge go[2] when turn = 2 do turn := 1
        edge only when turn = 1
    "#]]
    .assert_eq(&edges_of(&system(model)));
}

#[test]
fn rendezvous_pairs() {
    let model = "
        sync b
        process One { loc a  a -> a sync b!  a -> a sync b? }
        process Two[i in 1..2] { loc l  l -> l sync b? }
        population Crowd { loc m, n  m -> n sync b!  n -> m sync b? }";
    expect![[r#"
        7 transitions, 0 of them alone
        One: a -> a & Two[1]: l -> l
        One: a -> a & Two[2]: l -> l
        One: a -> a & Crowd: n -> m
        Crowd: m -> n & One: a -> a
        Crowd: m -> n & Two[1]: l -> l
        Crowd: m -> n & Two[2]: l -> l
        Crowd: m -> n & Crowd: n -> m
    "#]]
    .assert_eq(&transitions_of(&system(model)));
}

#[test]
fn broadcasts() {
    let model = "
        broadcast a
        population Crowd { loc m, n  m -> n sync a!!  n -> m sync a??  m -> m sync a?? }
        process One { loc a, b  b -> a sync a??  a -> b sync a??  a -> a sync a!! }
        process Two[i in 1..2] { loc l  l -> l sync a??  l -> l sync a!! }";
    expect![[r#"
        4 transitions, 0 of them alone
        Crowd: m -> n ? Crowd: m -> m ? Crowd: n -> m ? One: a -> b ? One: b -> a ? Two[1]: l -> l ? Two[2]: l -> l
        One: a -> a ? Crowd: m -> m ? Crowd: n -> m ? Two[1]: l -> l ? Two[2]: l -> l
        Two[1]: l -> l ? Crowd: m -> m ? Crowd: n -> m ? One: a -> b ? One: b -> a ? Two[2]: l -> l
        Two[2]: l -> l ? Crowd: m -> m ? Crowd: n -> m ? One: a -> b ? One: b -> a ? Two[1]: l -> l
    "#]].assert_eq(&transitions_of(&system(model)));
}

#[test]
fn fairness_units() {
    let model = "
        sync b
        var x: bool
        event tick
        event many[i in 0..1]
        process P[i in 1..2] {
          loc a, c
          go: a -> c
          go: c -> a
          c -> c sync b!
        }
        process One { loc l  l -> l sync b?  in: l -> l }
        population Crowd { loc m, n  move: m -> n  n -> m }
        fair tick, many, many[1], P, P[2], P.go, P[1].go
        strong One, One.in, Crowd, Crowd.move
        justice x
        compassion (x, P[1] at c)";
    let model = model.replace("in: l", "inside: l").replace("One.in", "One.inside");
    expect![[r#"
        fair tick: tick
        fair many[0]: many[0]
        fair many[1]: many[1]
        fair P[1]: P[1].go, P[1].go, P[1]: c -> c
        fair P[2]: P[2].go, P[2].go, P[2]: c -> c
        fair P[1].go: P[1].go, P[1].go
        fair P[2].go: P[2].go, P[2].go
        strong One: One: l -> l, One.inside
        strong One.inside: One.inside
        strong Crowd: Crowd.move, Crowd: n -> m
        strong Crowd.move: Crowd.move
        justice x
        compassion (x, P[1] at c)
    "#]]
    .assert_eq(&fairness_of(&system(&model)));
}

#[test]
fn wrong_edges() {
    let model = "
        sync b
        broadcast a
        process NoLoc { x -> y }
        process P[i in 1..2] {
          loc l, m
          l -> o
          {l, q} -> m sync c!
          l -> m sync a!
          l -> m sync b??
          l -> m sync a??
          {m, l} -> m sync a??
          l -> m when 3 do i := 1
        }
        fair nothing, P[3], P.label, P[1].label, Q, b
        event e[i in int]
        event f[i in 1..2]
        event P
        fair f[3], f.x, NoLoc[1], f[k]";
    expect![[r#"
        E306 `x -> y`: `NoLoc` has edges but no locations
        E107 `o`: `P` has no location `o`
        E107 `q`: `P` has no location `q`
        E101 `c`: there is no synchronisation `c`
        E304 `sync a!`: `a` is a broadcast, which is written `a!!` and `a??`
        E304 `sync b??`: `b` is a rendezvous, which is written `b!` and `b?`
        E305 `sync a??`: `l` has two edges for `a??`
        E201 `3`: a guard must be a Boolean, but this is an integer
        E301 `i`: a constant cannot be assigned to
        E404 `nothing`: `nothing` is not an event, process or population
        E107 `label`: `P` has no edge labelled `label`
        E107 `label`: `P` has no edge labelled `label`
        E404 `Q`: `Q` is not an event, process or population
        E404 `b`: `b` is not an event, process or population
        E207 `int`: `i` must range over integers from lo to hi
        E102 `P`: `P` is declared twice
        E404 `x`: `f` is an event, which has no labels
        E404 `NoLoc[1]`: `NoLoc` is not an array, so there is nothing to choose
        E101 `k`: `k` is not declared
    "#]]
    .assert_eq(&codes(model));
}

#[test]
fn warnings() {
    let model = "
        const OFF := false
        sync b, c
        broadcast a
        var x: 0..3
        var i: bool
        process P[i in 1..2] {
          var x: 0..1
          loc l, m, never, island
          start l
          l -> m sync c!
          l -> l sync a??
          l -> m when OFF
          l -> m when i = 1
          island -> island
          m -> l when forall x in 1..2: x > 0 do x := 2, if OFF { x := 3 }
        }
        process Q { loc l  l -> l sync b!  l -> l sync b?  l -> l sync c? }
        event e when x < 3 do x = 1
        event f[k in 1..2] when k > 5";
    expect![[r#"
        W001 `i`: `i` hides an outer name
        W001 `x`: `x` hides an outer name
        W002 `never`: no edges lead from a start of the process to `never`
        W002 `island`: no edges lead from a start of the process to `island`
        W003 `sync a??`: no other process sends it, so this edge can never be taken
        W005 `OFF`: this guard is never true, so the transition can never be taken
        W001 `x`: `x` hides an outer name
        W006 `2`: 2 is outside of the type `0..1`
        W003 `sync b!`: no other process receives it, so this edge can never be taken
        W003 `sync b?`: no other process sends it, so this edge can never be taken
        W004 `x = 1`: this compares and changes nothing; write `x := 1`, or `x' = 1`
        W005 `k > 5`: this guard is never true, so the transition can never be taken
    "#]]
    .assert_eq(&codes(model));
    assert_eq!(system_with_warnings(model).processes.len(), 2);
}
