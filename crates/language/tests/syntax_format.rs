//! What the canonical layout looks like. Accept new output with `UPDATE_EXPECT=1 cargo test`.

mod syntax_support;

use expect_test::{Expect, expect};
use syntax_support::{EVERYTHING, check_format};

#[track_caller]
fn check(source: &str, expected: Expect) {
    expected.assert_eq(&check_format(source).expect("the source should have no errors"));
}

#[test]
fn every_form() {
    check(
        EVERYTHING,
        expect![[r#"
            /// A model that uses every form of the grammar,
            /// whether or not it makes sense.
            model `every thing`

            // Constants and parameters.
            const N := 3
            const M := N * 2 - 1
            param s, t: int where s >= 1 && t > s
            param u: nat

            type Phase = { idle, busy }
            type Small = 0..N - 1
            type Flag = bool

            var a, b: int := -1
            var c: nat in 0..10  // any of these
            var d: { red, green } in {red}
            var e: array [0..N] of Phase := idle
            var p: ref Client := null
            var free: Small
            var `odd name`: bool
            sync meet, part
            broadcast alarm

            init a <= b < 10 && (c = 0 || c == 1)
            init forall i, j in 1..N: Client[i].x != Client[j].x || i = j
            init exists k in Phase: e[0] = k
            init sum(i in 1..N: Client[i].x) + count(i in 1..N: Client[i].x > 0) <= N
            init forall c in Client: reach(c, z, null) && reach(p, {z, w}, c)
            init count(Client at {rest, work}) = N => count(Client at rest) >= 0

            let above(x, y) = if x > y then x else if y > x then y else 0
            let zero() = 0
            let always = AG (a >= 0)
            let weaker = (a = 0) W b = 1

            predicate even: a % 2 = 0
            /// A documented hint.
            hint -a <= b
            rank (a - b)

            /// Two doc lines
            /// for one process.
            process Client[i in 1..N] {
              var x, y: 0..5 := i  // its own
              var z, w: ref Client
              init x in {1, 2} || self at rest
              let near = x + 1 < y
              predicate near_end: x > 3
              hint x <= 5
              rank (5 - x, y)
              loc rest, work, done
              start rest, work

              /// Begins.
              go: rest -> work when x < 5 && !(y = 0) sync meet! do x := x + 1, y := min(x, y)
              {rest, work} -> done sync alarm??
              work     -> rest sync part?
              back: done -> rest do {
                x := any in 0..3 where x' != x;
                z := any;
                y := any where y' < y;
                a' = a + 1 && b' <= b, skip;
                assert z != null => z->x >= 0 && z.y < 5;
                choose { x := 1 } or { when a > 0 do y := 2; x := 0 } or { when b = 0 do skip };
                if a > b { a := b } else if a < b { b := a } else { skip };
                if a = b { skip }, if a > 0 then b' = 1 else b' = 2
              }
              work     -> work do if x > 0 { x := 0 }
            }

            process Server {
              loc only
              only -> only sync meet? do e[a % N] := busy
            }
            process Empty {
              loc nothing
            }

            population Crowd {
              loc out, inside
              start out: any >= 2, inside: N - 1
              out -> inside when count(Crowd at inside) < 3 sync alarm!! do a := 0
            }

            event tick when a < 100 do a := a + 1
            event tock[i in 1..N] do { e[i] := idle; e[0] := busy }
            event rest

            fair Client, Client[1].go, tick, tock[2]
            strong Client.go
            justice a = 0
            compassion (a = 0, b = 0 && c = 1)

            @expect(holds) invariant small: a * 2 / 3 % 4 <= -b + abs(c) - index(p)
            @expect(violated) reachable "P-01": p != null && p->x = 1
            @expect(unknown) invariant deadlock_free
            invariant no_faults
            ctl c1: AG (a = 1 => AF b = 1) && EF EG !(EX a = 0 || AX b = 0)
            ctl c2: A[a = 1 && b = 1 U b = 2] <=> E[true W A[a = 0 R b = 0]]
            ltl l1: G (a = 1 => F b = 1) && X X a = 0
            ltl l2: a = 1 U b = 1 W c = 1 && !(a = 0) R c = 0
            ltl l3: forall k in int: G (a = k => F b = k)
            bound most: a + b
        "#]],
    );
}

#[test]
fn the_example_of_the_language_page() {
    check(
        "/// The ticket algorithm: mutual exclusion by numbered tickets.
model Ticket

const N:=2                        // fixed when a check starts; `--set N=4` overrides it


var next,served:int               // the next free ticket, the ticket being served
init next=served                  // nothing else is known of them at the start

process Client[i in 1..N]{        // N copies, interleaved

  var ticket:int
  loc think,wait,crit             // starts at the first location unless `start` says otherwise

  think->wait do ticket:=next,next:=next+1;
  wait->crit when ticket<=served; crit->think do served:=served+1;

}

@expect(holds)
invariant mutex:count(Client at crit)<=1
@expect(holds) ctl live:AG(Client[1] at wait=>AF Client[1] at crit)",
        expect![[r#"
            /// The ticket algorithm: mutual exclusion by numbered tickets.
            model Ticket

            const N := 2  // fixed when a check starts; `--set N=4` overrides it

            var next, served: int  // the next free ticket, the ticket being served
            init next = served     // nothing else is known of them at the start

            process Client[i in 1..N] {  // N copies, interleaved
              var ticket: int
              loc think, wait, crit  // starts at the first location unless `start` says otherwise

              think -> wait  do ticket := next, next := next + 1
              wait  -> crit  when ticket <= served
              crit  -> think do served := served + 1
            }

            @expect(holds) invariant mutex: count(Client at crit) <= 1
            @expect(holds) ctl live: AG (Client[1] at wait => AF Client[1] at crit)
        "#]],
    );
}

#[test]
fn comments_stay_where_they_belong() {
    check(
        "// first
/* block */ var x: int /* inside */ := /* before */ 1 // behind
;; // behind nothing

/* several
   lines */ var y: int /* at the end */
process P { // opens
  // own line
  loc a, // after a
      b  // after b

  // before an edge

  a -> b when x = 1 // the guard
    do x := 1, // the first
       y := 2  // the second
  /* last */
} // closes
event e do { // steps
  x := 1; // one

  // two
  y := 2 // three
  // end
}
init x = 1 && // left
  y = 2
// last",
        expect![[r#"
            // first
            /* block */ var x: int /* inside */ := /* before */ 1  // behind
            // behind nothing

            /* several
               lines */
            var y: int   /* at the end */
            process P {  // opens
              // own line
              loc a,  // after a
                  b   // after b

              // before an edge

              a -> b when x = 1  // the guard
                do x := 1,       // the first
                   y := 2        // the second
              /* last */
            }  // closes
            event e do {  // steps
              x := 1;  // one

              // two
              y := 2  // three
              // end
            }
            init x = 1
              &&  // left
              y = 2
            // last
        "#]],
    );
}

#[test]
fn edges_are_aligned_in_runs() {
    check(
        "process P { loc a, long_location, b
a -> long_location when x
long_location -> a do y := 1
// still the same run
b -> b

a -> b sync s!
{a, b, long_location} -> a sync s?
first: a -> b when x
  second_label: b -> a
}
process Q { loc a, b
one: a -> b
three: b -> a when x
  seven: {a, b} -> b do y := 1 }",
        expect![[r#"
            process P {
              loc a, long_location, b
              a             -> long_location when x
              long_location -> a             do y := 1
              // still the same run
              b             -> b

              a        -> b sync s!
              {a, b, long_location} -> a sync s?
              first: a -> b when x
              second_label: b -> a
            }
            process Q {
              loc a, b
              one:   a -> b
              three: b -> a when x
              seven: {a, b} -> b do y := 1
            }
        "#]],
    );
}

#[test]
fn long_lines_are_broken() {
    check(
        "process P { loc first_location, second_location, third_location, fourth_location, fifth_location, sixth_location
first_location -> second_location when some_condition && another_condition do first := 1, second := 2, third := 3
first_location -> second_location when some_condition && another_condition && a_third_condition && a_fourth_one do skip
first_location -> second_location when x do { first_variable := 1; second_variable := 2; third_variable := some_value }
first_location -> second_location when some_condition && another do if first_variable = 1 { second_variable := 1 } }
event e do choose { first_variable := 1, second_variable := 2 } or { when third_variable = 3 do fourth_variable := 4 }
invariant long: forall i in 1..N: forall j in 1..N: i != j => !(Client[i] at critical && Client[j] at critical) && (a || b)
invariant sum: first_variable + second_variable + third_variable * (fourth_variable - fifth_variable) <= sixth_variable + 1
let choice = if first_variable > second_variable then first_variable else if a > b then second_variable else third_variable
var x: { alpha, beta, gamma, delta, epsilon, zeta, eta, theta, iota, kappa, lambda, mu, nu, xi, omicron, pi, rho, sigma }
ctl c: A[first_condition_holds && second_condition_holds U third_condition_holds || fourth_condition_holds || fifth]",
        expect![[r#"
            process P {
              loc first_location, second_location, third_location, fourth_location, fifth_location,
                  sixth_location
              first_location -> second_location when some_condition && another_condition
                do first := 1, second := 2, third := 3
              first_location -> second_location
                when some_condition && another_condition && a_third_condition && a_fourth_one
                do skip
              first_location -> second_location when x
                do { first_variable := 1; second_variable := 2; third_variable := some_value }
              first_location -> second_location when some_condition && another
                do if first_variable = 1 { second_variable := 1 }
            }
            event e do choose {
              first_variable := 1, second_variable := 2
            } or {
              when third_variable = 3 do fourth_variable := 4
            }
            invariant long:
              forall i in 1..N:
                forall j in 1..N: i != j => !(Client[i] at critical && Client[j] at critical) && (a || b)
            invariant sum:
              first_variable + second_variable + third_variable * (fourth_variable - fifth_variable)
                <= sixth_variable + 1
            let choice =
              if first_variable > second_variable then first_variable
              else if a > b then second_variable
              else third_variable
            var x: { alpha, beta, gamma, delta, epsilon, zeta, eta, theta, iota, kappa, lambda, mu, nu, xi,
                     omicron, pi, rho, sigma }
            ctl c:
              A[first_condition_holds && second_condition_holds
                U third_condition_holds || fourth_condition_holds || fifth]
        "#]],
    );
}

#[test]
fn blocks_stay_open_where_they_were_written_so() {
    check(
        "event e do {
  x := 1 }
event f do { x := 1; y := 2;

z := 3; }
event g do {
  x := 1;


  y := 2; if x = 1 {
    y := 1 } else { skip } }",
        expect![[r#"
            event e do {
              x := 1
            }
            event f do { x := 1; y := 2; z := 3 }
            event g do {
              x := 1;

              y := 2;
              if x = 1 {
                y := 1
              } else {
                skip
              }
            }
        "#]],
    );
}

#[test]
fn names_lose_backquotes_that_they_do_not_need() {
    check(
        "const `plain` := 1 const `with space` := `plain` const `when` := 2 const `G` := 3 const `min` := 4 invariant `p`: true
invariant \"plain\": true",
        expect![[r#"
            const plain := 1
            const `with space` := plain
            const `when` := 2
            const `G` := 3
            const `min` := 4
            invariant p: true
            invariant "plain": true
        "#]],
    );
}

#[test]
fn empty_texts() {
    for (source, expected) in
        [("", ""), (" \n ; \n", ""), ("// c", "// c\n"), ("\n\n/// doc\n\n", "/// doc\n")]
    {
        assert_eq!(check_format(source).as_deref(), Some(expected), "{source:?}");
    }
    assert_eq!(
        check_format("\u{feff}model  M\r\n\r\n\r\nvar x:int\r\n").as_deref(),
        Some("model M\n\nvar x: int\n")
    );
}

#[test]
fn a_source_with_errors_is_refused() {
    assert!(check_format("var x int").is_none());
}

#[test]
fn edges_that_share_no_columns() {
    check(
        "process P { loc invalid, shared, m
invalid -> shared sync read!!
{invalid, shared} -> m sync read??
shared -> m sync write!!
m -> invalid do if x > 0 {
 x := 0 }
m -> shared do { x := 1; y := 2 }
longlabel: m -> invalid when x + y + x + y + x + y + x + y > 100 && y < 7 do x := x + 1, y := 0 }
process Q { loc a, longer_location
a -> a when x + y + x + y + x + y + x + y + x + y > 100 && x < 7 do { x := x + 1; y := 1; z := 1 }
longer_location -> a when x > 0 }",
        expect![[r#"
            process P {
              loc invalid, shared, m
              invalid      -> shared  sync read!!
              {invalid, shared} -> m sync read??
              shared       -> m       sync write!!
              m -> invalid do if x > 0 {
                x := 0
              }
              m            -> shared  do { x := 1; y := 2 }
              longlabel: m -> invalid when x + y + x + y + x + y + x + y > 100 && y < 7 do x := x + 1, y := 0
            }
            process Q {
              loc a, longer_location
              a -> a when x + y + x + y + x + y + x + y + x + y > 100 && x < 7 do { x := x + 1; y := 1; z := 1 }
              longer_location -> a when x > 0
            }
        "#]],
    );
}
