//! Declarations: constants, types, variables, initial conditions, overrides.

mod lower_support;

use expect_test::expect;
use lower_support::{codes, constants_of, dump, initial_of, overridden, system, variables_of};
use system::ConstantValue;

#[test]
fn constants_in_any_order() {
    let model = "
        const M := 2 * N + offset
        const N := 3
        const offset := sum(i in 1..N: i) - min(N, 2)
        const LARGE := M > 9 && forall b in bool: b || !b
        const SIZE := count(f in Phase: f != red) + count(i in Small: i > 1)
        type Phase = { red, green, blue }
        type Small = 0..N
        const CHOICE := if LARGE then abs(-7 / 2) else 1 / 0
        const COND := 3 in 1..N && N in {2, 3}";
    expect![[r#"
        const M := 10
        const N := 3
        const offset := 4
        const LARGE := true
        const SIZE := 4
        const CHOICE := 4
        const COND := true
    "#]]
    .assert_eq(&constants_of(&system(model)));
}

#[test]
fn variables_in_the_order_of_the_text() {
    let model = "
        const N := 2
        type Row = array [0..1] of Cell
        type Cell = { full, empty }
        var x, y: int
        param s, t: nat
        var row: Row
        var `odd name`: bool
        process Node[i in 0..N - 1] {
          var next: ref Node
          loc a
          var keys: array [i..i + 1] of 0..i
        }
        process Alone { var b: bool  loc l }
        process Bare[k in 3..4] { var c: { empty, full } }
        process None[k in 3..2] { var c: bool  loc l }
        population Crowd { loc one, two  one -> two }
        var last: -1..1";
    expect![[r#"
        var x: int
        var y: int
        param s: nat
        param t: nat
        var row[0]: {full, empty}
        var row[1]: {full, empty}
        var odd name: bool
        location Node[0]: {a}
        var Node[0].next: ref Node
        location Node[1]: {a}
        var Node[1].next: ref Node
        var Node[0].keys[0]: 0..0
        var Node[0].keys[1]: 0..0
        var Node[1].keys[1]: 0..1
        var Node[1].keys[2]: 0..1
        location Alone: {l}
        var Alone.b: bool
        var Bare[3].c: {full, empty}
        var Bare[4].c: {full, empty}
        counter Crowd at one: nat
        counter Crowd at two: nat
        var last: -1..1
    "#]]
    .assert_eq(&variables_of(&system(model)));
}

#[test]
fn initial_conditions() {
    let model = "
        const N := 2
        param s: int where s >= 1
        var x, y: int := s + 1
        var z: 0..3 in 1..N
        var f: { red, green, blue } in {red, blue}
        var a: array [1..2] of bool := true
        var r: ref Node := Node[2]
        init x < 2 * s && Node[1].v = 0
        process Node[i in 1..N] {
          var v: int := i * s
          var w: array [1..2] of 0..3 in {0, i}
          init v != x
          loc on, off, broken
          start on, off
          on -> broken
        }
        population Crowd {
          loc one, two, three
          start one: any >= N, two: s
          init count(Crowd at one) < 7
          one -> three
        }
        population Default { loc one, two  one -> two }";
    expect![[r#"
        init s >= 1
        init x = s + 1
        init y = s + 1
        init 1 <= z && z <= 2
        init f = red || f = blue
        init a[1] = true
        init a[2] = true
        init r = Node[2]
        init x < 2 * s && Node[1].v = 0
        init Node[1].v = s
        init Node[2].v = 2 * s
        init Node[1].w[1] = 0 || Node[1].w[1] = 1
        init Node[1].w[2] = 0 || Node[1].w[2] = 1
        init Node[2].w[1] = 0 || Node[2].w[1] = 2
        init Node[2].w[2] = 0 || Node[2].w[2] = 2
        init Node[1].v != x
        init Node[2].v != x
        init Node[1] at on || Node[1] at off
        init Node[2] at on || Node[2] at off
        init Crowd at one < 7
        init Crowd at one >= 2
        init Crowd at two = s
        init Crowd at three = 0
        init Default at two = 0
    "#]]
    .assert_eq(&initial_of(&system(model)));
}

#[test]
fn overrides() {
    let model = "
        const N := 3
        const ON := false
        const M := N * 2
        var x: 0..M := M
        population Crowd { loc one, two  one -> two }
        population Fixed { loc one  start one: 3 }
        process Client[i in 1..N] { loc a }";
    let int = ConstantValue::Int;
    let on = ConstantValue::Bool(true);
    expect![[r#"
        const N := 5
        const ON := true
        const M := 10
        population Crowd open size 4
        population Fixed
        init x = 10
        init Crowd at two = 0
        init Fixed at one = 3
        init Client[1] at a
        init Client[2] at a
        init Client[3] at a
        init Client[4] at a
        init Client[5] at a
        init Crowd at one + Crowd at two = 4
    "#]]
    .assert_eq(&overridden(model, &[("N", int(1)), ("N", int(5)), ("ON", on)], &[("Crowd", 4)]));
    expect![[r#"
        --set n=1: there is no constant or parameter `n`; did you mean `N`?
        --set x=1: `x` is neither a constant nor a parameter; the model has `N`, `ON`, `M`
        --set Nothing=1: there is no constant or parameter `Nothing`; the model has `N`, `ON`, `M`
        --set N=true: `N` needs an integer
        --set ON=1: `ON` needs true or false
        --size Crowds=1: there is no population `Crowds`; did you mean `Crowd`?
        --size Fixed=3: no location of `Fixed` starts with `any`, so its size is already fixed
        --size Client=2: `Client` is a process, not a population; override the constant in its range with --set
        --size Crowd=-1: a size cannot be negative
    "#]].assert_eq(&overridden(
        model,
        &[("n", int(1)), ("x", int(1)), ("Nothing", int(1)), ("ON", int(1)), ("N", on)],
        &[("Crowds", 1), ("Fixed", 3), ("Client", 2), ("Crowd", -1)],
    ));
}

#[test]
fn types_that_depend_on_the_instance() {
    let model = "
        process Node[i in 1..2] {
          var v: 0..i := i
          var keys: array [1..i] of 0..3 := 0
          var w: bool
          loc a
          a -> a do v := 0, keys[i] := 1
        }
        invariant p: Node[2].keys[1] = 0";
    expect![[r#"
        location Node[1]: {a}
        var Node[1].v: 0..1
        var Node[1].w: bool
        location Node[2]: {a}
        var Node[2].v: 0..2
        var Node[2].w: bool
        var Node[1].keys[1]: 0..3
        var Node[2].keys[1]: 0..3
        var Node[2].keys[2]: 0..3
        init Node[1].v = 1
        init Node[2].v = 2
        init Node[1].keys[1] = 0
        init Node[2].keys[1] = 0
        init Node[2].keys[2] = 0
        init Node[1] at a
        init Node[2] at a
        edge Node[1]: a -> a (Node[1] 0->0) do Node[1].v := 0, Node[1].keys[1] := 1
        edge Node[2]: a -> a (Node[2] 0->0) do Node[2].v := 0, Node[2].keys[2] := 1
        2 transitions, 2 of them alone
        invariant p: Node[2].keys[1] = 0
        invariant no_faults
    "#]]
    .assert_eq(&dump(&system_of(model)));
}

#[test]
fn variables_that_differ_between_instances_through_references() {
    let model = "
        var p: ref Node
        var k: 1..2
        event e do p->v := 1, Node[2].v := 1, Node[k].keys[k] := p->keys[1] + Node[k].v
        event f do p->v := any in {0, 1} where p->v' != p->w
        process Node[i in 1..2] {
          var v: 0..i
          var w: int
          var keys: array [1..i] of 0..3
        }";
    expect![[r#"
        edge e do if index(p) <= 1 { Node[1].v := 1 } else { Node[2].v := 1 }, Node[2].v := 1, if index(Node[k]) <= 1 { Node[1].keys[k] := (if index(p) <= 1 then Node[1].keys[1] else Node[2].keys[1]) + Node[k].v } else { Node[2].keys[k] := (if index(p) <= 1 then Node[1].keys[1] else Node[2].keys[1]) + Node[k].v }
        edge f do if index(p) <= 1 { Node[1].v := any in {0, 1} where p->v' != p->w } else { Node[2].v := any in {0, 1} where p->v' != p->w }
    "#]].assert_eq(&lower_support::edges_of(&system(model)));
}

fn system_of(model: &str) -> system::System {
    system(model)
}

#[test]
fn wrong_declarations() {
    let model = "
        const A := B + 1
        const B := A
        const C := 1 / 0
        const D := 170141183460469231731687303715884105727 + 1
        const E := x
        const F := red
        const F := 3
        type T = U
        type U = T
        type V = 0..W
        const W := count(v in V: true)
        type Matrix = array [0..1] of array [0..1] of bool
        type Row = array [0..1] of bool
        var m: array [0..1] of Row
        var x: 0..y
        var y: Nothing
        var r: ref x
        var s: ref Alone
        var t: ref Crowd
        var c: { red, green, red }
        var x: int
        param p: 0..3
        param q: bool
        var b: bool := 3
        var d: 0..3 in {true}
        var e: Alone
        process Alone { var v: bool  var v: int  loc l, l  loc v  l: l -> l }
        population Crowd { var v: bool }
        population Named[i in 1..2] { loc a, b  start a, b: 2, b: 3 }
        process P[i in bool] { loc a  start a: any }
        init 3
        init q && 1";
    expect![[r#"
        E103 `A`: the value of `A` leads back to itself: `A` → `B` → `A`
        E203 `1 / 0`: this constant cannot be computed: division by zero
        E203 `170141183460469231731687303715884105727 + 1`: this constant cannot be computed: the result needs more than 128 bits
        E202 `x`: the value of a constant cannot depend on the state
        E201 `red`: a constant is an integer or a Boolean, not a member of `{ red, green }`
        E102 `F`: `F` is declared twice
        E103 `T`: the meaning of `T` leads back to itself: `T` → `U` → `T`
        E103 `V`: the meaning of `V` leads back to itself: `V` → `W` → `V`
        E101 `Nothing`: there is no type `Nothing`
        E101 `x`: there is no process array `x`
        E205 `Alone`: `Alone` is a single process, and only instances of process arrays have references
        E205 `Crowd`: the processes of the population `Crowd` are anonymous, so there are no references to them
        E102 `red`: `red` is declared twice
        E102 `x`: `x` is declared twice
        E205 `0..3`: a parameter has the type `int` or `nat`
        E205 `bool`: a parameter has the type `int` or `nat`
        E201 `3`: this is an integer, but a Boolean is needed
        E201 `true`: this is a Boolean, but an integer is needed
        E101 `Alone`: there is no type `Alone`
        E102 `v`: `v` is declared twice
        E102 `l`: `l` is declared twice
        E102 `v`: `v` is both a variable and a location of this process
        W002 `v`: no edges lead from a start of the process to `v`
        E102 `l`: `l` is both a location and a label of this process
        E307 `Crowd`: a population needs at least one location
        E307 `var v: bool`: a population has no variables of its own
        E307 `i`: a population has no index
        E308 `a`: how many processes start at `a` is missing
        E102 `b`: `b` is declared twice
        E207 `bool`: `i` must range over integers from lo to hi
        E308 `any`: a process starts at one location; only a population says how many start there
        E201 `3`: a condition must be a Boolean, but this is an integer
        E201 `1`: an operand of `&&` must be a Boolean, but this is an integer
    "#]].assert_eq(&codes(model));
}

#[test]
fn values_outside_their_types() {
    let model = "
        var x: 0..3 := 4
        var n: nat := -1
        var a: array [0..1] of 1..2 := 0
        population Crowd { loc one  start one: -2 }";
    expect![[r#"
        W006 `4`: 4 is outside of the type `0..3`
        W006 `-1`: -1 is outside of the type `nat`
        W006 `0`: 0 is outside of the type `1..2`
        W006 `-2`: -2 is outside of the type `nat`
    "#]]
    .assert_eq(&codes(model));
}
