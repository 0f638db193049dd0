//! Actions, one to one, and the writes that must not meet.

mod lower_support;

use expect_test::{Expect, expect};
use lower_support::{codes, edges_of, system};

const SURROUNDINGS: &str = "
    const N := 3
    type Phase = { idle, busy }
    var x, y: int
    var k: 0..7
    var on: bool
    var phase: Phase
    var a: array [0..3] of 0..7
    var p, q: ref Client
    process Client[i in 1..N] {
      var ticket: 0..7
      var slot: array [0..1] of bool
      let mine = slot[1]
    }
    let raise(v) = v' = v + 1
    let stays(v) = v' = v
";

fn event(action: &str) -> String {
    format!("event e do {action}\n{SURROUNDINGS}")
}

#[track_caller]
fn check(actions: &str, expected: Expect) {
    let lines = actions.lines().map(str::trim).filter(|line| !line.is_empty());
    let shown = lines.map(|line| edges_of(&system(&event(line))).trim_start_matches("edge e do ").to_owned());
    expected.assert_eq(&shown.collect::<String>());
}

#[track_caller]
fn check_codes(actions: &str, expected: Expect) {
    let lines = actions.lines().map(str::trim).filter(|line| !line.is_empty());
    let shown =
        lines.map(|line| format!("{line}\n    {}", codes(&event(line)).trim_end().replace('\n', "\n    ")));
    expected.assert_eq(&(shown.collect::<Vec<_>>().join("\n") + "\n"));
}

#[test]
fn statements() {
    check(
        "x := x + 1, y := x
         { x := 1; y := x; a[k] := 2 }
         a[2] := 1, a[k] := 2, p->ticket := 3, Client[2].ticket := 1, Client[k].slot[k] := true
         phase := busy, p := null, q := Client[k]
         x := any
         x := any in 1..y
         phase := any in {idle, busy}
         x := any where x' > x && y' = y
         x := any in {y, 1} where x' != y
         choose { x := 1 } or { when on do x := 2; x := 3 }
         if on { x := 1 } else if k > 3 { x := 2 } else { skip }
         if x = 1 { y := 1 }, k := 2
         skip
         assert x > 0, x := 3
         x' = x + y && on'
         raise(x), a[k]' = k, p->slot[1]' = on
         p->mine := true, Client[2].mine := false",
        expect![[r#"
            x := x + 1, y := x
            x := 1; y := x; a[k] := 2
            a[2] := 1, a[k] := 2, p->ticket := 3, Client[2].ticket := 1, Client[k].slot[k] := true
            phase := busy, p := null, q := Client[k]
            x := any
            x := any in 1..y
            phase := any in {idle, busy}
            x := any where x' > x && y' = y
            x := any in {y, 1} where x' != y
            choose { x := 1 } or { when on do x := 2; x := 3 }
            if on { x := 1 } else { if k > 3 { x := 2 } else { skip } }
            if x = 1 { y := 1 }, k := 2
            skip
            assert x > 0, x := 3
            x' = x + y && on'
            x' = x + 1, a[k]' = k, p->slot[1]' = on
            p->slot[1] := true, Client[2].slot[1] := false
        "#]],
    );
}

#[test]
fn primes_survive_folding() {
    check(
        "N = 3 || x' = 1
         N = 4 && x' = 1
         N = 4 => x' = 1
         N = 4 => a[9]' = 1
         N = 3 || a[9]' = 1
         N = 3 => x' = 1
         if N = 3 then x' = 1 else y' = 1
         forall i in 0..2: i > 0 => a[i]' = 0
         exists i in 0..2: i = 0 || a[i]' = 0
         true => stays(x)",
        expect![[r#"
            true || x' = 1
            false && x' = 1
            false => x' = 1
            false => a[9]' = 1
            true || a[9]' = 1
            x' = 1
            if true then x' = 1 else y' = 1
            (false => a[0]' = 0) && a[1]' = 0 && a[2]' = 0
            (true || a[0]' = 0) || a[1]' = 0 || a[2]' = 0
            x' = x
        "#]],
    );
}

#[test]
fn double_writes() {
    check_codes(
        "x := 1, x := 2
         x := 1, y := 1, x := any
         a[1] := 1, a[N - 2] := 2
         a[k] := 1, a[k] := 2
         a[k] := 1, a[(k)] := 2
         a[k] := 1, a[k + 1] := 2
         a[k] := 1, a[1] := 2
         p->ticket := 1, p.ticket := 2
         p->ticket := 1, q->ticket := 2
         Client[k].slot[1] := on, Client[k].mine := on
         x := 1, if on { x := 2 }
         if on { x := 1 }, if !on { x := 2 }
         if on { x := 1 } else { x := 2 }
         choose { x := 1 } or { x := 2 }
         choose { x := 1 } or { y := 2 }, choose { skip } or { y := 1 }
         { x := 1; x := 2 }
         if on { x := 1; x := 2 }
         if on { x := 1; y := 2, y := 3 }
         if N = 3 { x := 1 }, if N != 3 { x := 2 }
         x := 1, x' = 1
         x := any, y := any where x' = y'",
        expect![[r#"
            x := 1, x := 2
                E302 `x`: the same variable is written twice in one step
            x := 1, y := 1, x := any
                E302 `x`: the same variable is written twice in one step
            a[1] := 1, a[N - 2] := 2
                E302 `a[N - 2]`: the same variable is written twice in one step
            a[k] := 1, a[k] := 2
                E302 `a[k]`: the same variable is written twice in one step
            a[k] := 1, a[(k)] := 2
                E302 `a[(k)]`: the same variable is written twice in one step
            a[k] := 1, a[k + 1] := 2
                nothing
            a[k] := 1, a[1] := 2
                nothing
            p->ticket := 1, p.ticket := 2
                E302 `p.ticket`: the same variable is written twice in one step
            p->ticket := 1, q->ticket := 2
                nothing
            Client[k].slot[1] := on, Client[k].mine := on
                E302 `Client[k].mine`: the same variable is written twice in one step
            x := 1, if on { x := 2 }
                E302 `x`: the same variable is written twice in one step
            if on { x := 1 }, if !on { x := 2 }
                E302 `x`: the same variable is written twice in one step
            if on { x := 1 } else { x := 2 }
                nothing
            choose { x := 1 } or { x := 2 }
                nothing
            choose { x := 1 } or { y := 2 }, choose { skip } or { y := 1 }
                E302 `y`: the same variable is written twice in one step
            { x := 1; x := 2 }
                nothing
            if on { x := 1; x := 2 }
                nothing
            if on { x := 1; y := 2, y := 3 }
                E302 `y`: the same variable is written twice in one step
            if N = 3 { x := 1 }, if N != 3 { x := 2 }
                nothing
            x := 1, x' = 1
                nothing
            x := any, y := any where x' = y'
                nothing
        "#]],
    );
}

#[test]
fn wrong_statements() {
    check_codes(
        "N := 3
         Client[1] := null
         Client := null
         a := 1
         x := a
         x + 1 := 2
         x := on
         on := x = 1 && k
         phase := A
         phase := p
         p := Client
         x := any in {on}
         phase := any in 1..2
         x := any where x'
         x' := 1
         x := x' + 1
         if x' = 1 { skip }
         assert x' = 1
         a[x'] := 1
         a[k']' = 1
         (x + 1)' = 2
         N' = 3
         (Client[1] at think)' = true
         raise(N)
         raise
         x' + 1
         x = 1
         raise(x, y)
         AG on
         choose { when x' = 1 do skip } or { skip }
         a[9] := 1
         a[1] := 9
         if N = 4 { a[9] := 9 }
         Client[9].ticket := 1
         p := Client[0]",
        expect![[r#"
            N := 3
                E301 `N`: a constant cannot be assigned to
            Client[1] := null
                E301 `Client[1]`: a process cannot be assigned to; its location changes by its edges
            Client := null
                E301 `Client`: a process cannot be assigned to; its location changes by its edges
            a := 1
                E201 `1`: this is an integer, but an array [0..3] of int is needed
            x := a
                E201 `a`: this is an array [0..3] of int, but an integer is needed
            x + 1 := 2
                E301 `x + 1`: only variables and their parts can be assigned to
            x := on
                E201 `on`: this is a Boolean, but an integer is needed
            on := x = 1 && k
                E201 `k`: an operand of `&&` must be a Boolean, but this is an integer
            phase := A
                E101 `A`: `A` is not declared
            phase := p
                E201 `p`: this is a reference to `Client`, but a member of `{ idle, busy }` is needed
            p := Client
                E105 `Client`: `Client` is a process array, not a value
            x := any in {on}
                E201 `on`: this is a Boolean, but an integer is needed
            phase := any in 1..2
                E201 `1`: this is an integer, but a member of `{ idle, busy }` is needed
            x := any where x'
                E201 `x'`: the condition after `where` must be a Boolean, but this is an integer
            x' := 1
                E303 `x'`: an assignment names the variable without a prime
            x := x' + 1
                E303 `x'`: a new value is meant only in a relation or behind `where`
            if x' = 1 { skip }
                E303 `x'`: a new value is meant only in a relation or behind `where`
            assert x' = 1
                E303 `x'`: a new value is meant only in a relation or behind `where`
            a[x'] := 1
                E303 `x'`: what is inside a place is read before the step, so it cannot have a prime
            a[k']' = 1
                E303 `k'`: what is inside a place is read before the step, so it cannot have a prime
            (x + 1)' = 2
                E303 `(x + 1)'`: a prime can only follow a variable or a part of one
            N' = 3
                E303 `N'`: a prime can only follow a variable or a part of one
            (Client[1] at think)' = true
                E303 `(Client[1] at think)'`: a prime can only follow a variable or a part of one
                E107 `think`: `Client` has no location `think`
            raise(N)
                E303 `raise(N)`: a prime can only follow a variable or a part of one
            raise
                E106 `raise`: `raise` takes one argument, but none is given
            x' + 1
                E201 `x' + 1`: a relation between old and new values must be a Boolean, but this is an integer
            x = 1
                W004 `x = 1`: this compares and changes nothing; write `x := 1`, or `x' = 1`
            raise(x, y)
                E106 `raise(x, y)`: `raise` takes one argument, not 2
            AG on
                E002 `on`: expected an item, such as `var`, `process` or `invariant`, found `on`
            choose { when x' = 1 do skip } or { skip }
                E303 `x'`: a new value is meant only in a relation or behind `where`
            a[9] := 1
                W007 `9`: the index 9 is outside of `a`, whose indices are 0..3
            a[1] := 9
                W006 `9`: 9 is outside of the type `0..7`
            if N = 4 { a[9] := 9 }
                nothing
            Client[9].ticket := 1
                W007 `9`: there is no `Client[9]`, since the indices are 1..3
            p := Client[0]
                W007 `Client[0]`: there is no `Client[0]`, since the indices are 1..3
        "#]],
    );
}
