//! What is said about likely mistakes in declarations, expressions and properties. Accept new output with `UPDATE_EXPECT=1 cargo test`.

mod syntax_support;

use expect_test::{Expect, expect};
use syntax_support::findings;

#[track_caller]
fn check(source: &str, expected: Expect) {
    expected.assert_eq(&findings(source));
}

#[test]
fn equal_for_becomes_and_the_other_way_round() {
    check(
        "const N = 3\nvar x: int = 0\nlet f := 1\ntype T := bool\ninit x := 0",
        expect![[r#"
            error[E011]: a constant gets its value with `:=`
             --> model.fathom:1:9
              |
            1 | const N = 3
              |         ^ `=` compares
              |
              = help: write `:=`

            error[E011]: a variable gets its value with `:=`
             --> model.fathom:2:12
              |
            2 | var x: int = 0
              |            ^ `=` compares
              |
              = help: write `:=`

            error[E011]: a definition is written with `=`
             --> model.fathom:3:7
              |
            3 | let f := 1
              |       ^^ `:=` assigns
              |
              = help: write `=`

            error[E011]: a type is named with `=`
             --> model.fathom:4:8
              |
            4 | type T := bool
              |        ^^ `:=` assigns
              |
              = help: write `=`

            error[E011]: `init` states a condition
             --> model.fathom:5:8
              |
            5 | init x := 0
              |        ^^ an assignment
              |
              = help: compare with `=`: `init x = 0`; or give the value where the variable is declared

            5 errors
        "#]],
    );
    check(
        "process P { loc a a -> a when x := 1 do skip }\ninvariant i: x := 1",
        expect![[r#"
        error[E011]: a guard assigns nothing
         --> model.fathom:1:33
          |
        1 | process P { loc a a -> a when x := 1 do skip }
          |                                 ^^ an assignment
          |
          = help: compare with `=`, or begin the action with `do`

        error[E011]: `:=` assigns, and nothing is assigned here
         --> model.fathom:2:16
          |
        2 | invariant i: x := 1
          |                ^^ an assignment
          |
          = help: compare with `=`; values are assigned in the action behind `do`

        2 errors
    "#]],
    );
}

#[test]
fn reserved_words_as_names() {
    check(
        "var start: int\nprocess P { loc in, out\n out -> in do any := init + 1 }",
        expect![[r#"
            error[E003]: `start` is a reserved word
             --> model.fathom:1:5
              |
            1 | var start: int
              |     ^^^^^ cannot be a name
              |
              = help: choose another name, or put this one between backquotes; reserved are:
                      any array assert at bool bound broadcast choose compassion const ctl do else
                      event exists fair false forall if in init int invariant justice let loc ltl
                      model nat null of or param population process reachable ref self skip start
                      strong sync then true type var when where

            error[E003]: `in` is a reserved word
             --> model.fathom:2:17
              |
            2 | process P { loc in, out
              |                 ^^ cannot be a name
              |
              = help: choose another name, or put this one between backquotes

            error[E002]: expected an expression, found the reserved word `any`
             --> model.fathom:3:15
              |
            3 |  out -> in do any := init + 1 }
              |               ^^^ expected an expression
              |
              = help: `any` can stand only directly behind `:=`

            3 errors
        "#]],
    );
}

#[test]
fn words_reserved_for_later() {
    check(
        "channel c of int\nvar x: int\nvar stack: int\nprove x > 0\nimport m",
        expect![[r#"
            error[E004]: `channel` is not supported yet
             --> model.fathom:1:1
              |
            1 | channel c of int
              | ^^^^^^^ reserved for later
              |
              = help: this word is reserved for a later version of the language

            error[E004]: `stack` is not supported yet
             --> model.fathom:3:5
              |
            3 | var stack: int
              |     ^^^^^ reserved for later
              |
              = help: as a name it has to stand between backquotes, `stack`, or take another one

            error[E004]: `prove` is not supported yet
             --> model.fathom:4:1
              |
            4 | prove x > 0
              | ^^^^^ reserved for later
              |
              = help: this word is reserved for a later version of the language

            3 errors
        "#]],
    );
}

#[test]
fn missing_brackets() {
    check(
        "process P {\n  loc a\n  a -> a do { x := 1\n\nprocess Q {\n  loc b\n\ninvariant i: (x + (y * 3\n",
        expect![[r#"
        error[E012]: expected `}`, found the reserved word `process`
         --> model.fathom:3:21
          |
        3 |   a -> a do { x := 1
          |             -       ^ expected `}`
          |             |
          |             to close what is opened here

        error[E012]: expected `}`, found the reserved word `process`
         --> model.fathom:3:21
          |
        1 | process P {
          |           - to close what is opened here
        2 |   loc a
        3 |   a -> a do { x := 1
          |                     ^ expected `}`

        error[E012]: expected `}`, found the reserved word `invariant`
         --> model.fathom:6:8
          |
        5 | process Q {
          |           - to close what is opened here
        6 |   loc b
          |        ^ expected `}`

        error[E012]: expected `)`, found the end of the file
         --> model.fathom:8:25
          |
        8 | invariant i: (x + (y * 3
          |                   -     ^ expected `)`
          |                   |
          |                   to close what is opened here

        4 errors
    "#]],
    );
    check(
        "invariant i: f(a, b\ninvariant j: a[i\ninit x in {1, 2\nvar y: int }",
        expect![[r#"
        error[E012]: expected `)`, found the reserved word `invariant`
         --> model.fathom:1:20
          |
        1 | invariant i: f(a, b
          |               -    ^ expected `)`
          |               |
          |               to close what is opened here

        error[E012]: expected `]`, found the reserved word `init`
         --> model.fathom:2:17
          |
        2 | invariant j: a[i
          |               - ^ expected `]`
          |               |
          |               to close what is opened here

        error[E012]: expected `}`, found the reserved word `var`
         --> model.fathom:3:16
          |
        3 | init x in {1, 2
          |           -    ^ expected `}`
          |           |
          |           to close what is opened here

        error[E012]: this `}` closes nothing
         --> model.fathom:4:12
          |
        4 | var y: int }
          |            ^ nothing is open here

        4 errors
    "#]],
    );
}

#[test]
fn misplaced_items() {
    check(
        "var x: int\nmodel Late\nloc a\na -> b\nprocess P {\n  loc a\n  const N := 1\n  invariant i: x = 0\n  a -> a\n}",
        expect![[r#"
            error[E013]: `model` may stand only once, before everything else
             --> model.fathom:2:1
              |
            2 | model Late
              | ^^^^^ not the first item
              |
              = help: a file holds one model; move its name to the beginning

            error[E013]: `loc` belongs inside a process or population
             --> model.fathom:3:1
              |
            3 | loc a
              | ^^^ not inside a process
              |
              = help: a transition that belongs to no process is an `event`

            error[E013]: an edge belongs inside a process or population
             --> model.fathom:4:1
              |
            4 | a -> b
              | ^ not inside a process
              |
              = help: a transition that belongs to no process is an `event`

            error[E013]: `const` cannot stand inside a process
             --> model.fathom:7:3
              |
            7 |   const N := 1
              |   ^^^^^ belongs outside
              |
              = help: move it behind the `}` of the process, or close the process before it

            error[E013]: `invariant` cannot stand inside a process
             --> model.fathom:8:3
              |
            8 |   invariant i: x = 0
              |   ^^^^^^^^^ belongs outside
              |
              = help: move it behind the `}` of the process, or close the process before it

            5 errors
        "#]],
    );
}

#[test]
fn chained_membership() {
    check(
        "init x in 1..2 = y\ninit a = b in {1}\ninit a in {1} in {2}",
        expect![[r#"
        error[E014]: `in` cannot be chained
         --> model.fathom:1:16
          |
        1 | init x in 1..2 = y
          |      --------- ^ a second comparison
          |      |
          |      this is compared already
          |
          = help: put one of the two between parentheses, or join them with `&&`

        error[E014]: `in` cannot be chained
         --> model.fathom:2:12
          |
        2 | init a = b in {1}
          |      ----- ^^ a second comparison
          |      |
          |      this is compared already
          |
          = help: put one of the two between parentheses, or join them with `&&`

        error[E014]: `in` cannot be chained
         --> model.fathom:3:15
          |
        3 | init a in {1} in {2}
          |      -------- ^^ a second comparison
          |      |
          |      this is compared already
          |
          = help: put one of the two between parentheses, or join them with `&&`

        3 errors
    "#]],
    );
}

#[test]
fn properties() {
    check(
        "invariant x > 0\ninvariant : x > 0\n@expect(maybe) invariant a: x\n@expect(holds) var x: int
@expected invariant b: x\n@expect(holds) @expect(violated) invariant c: x\nreachable no_faults",
        expect![[r#"
            error[E002]: expected `:` behind the property's name, found `>`
             --> model.fathom:1:13
              |
            1 | invariant x > 0
              |             ^ expected `:` behind the property's name
              |
              = help: a property has a name: `invariant small: x <= 3`

            error[E002]: expected the name of the property, found `:`
             --> model.fathom:2:11
              |
            2 | invariant : x > 0
              |           ^ expected the name of the property
              |
              = help: a property has a name: `invariant small: x <= 3`

            error[E002]: expected `holds`, `violated` or `unknown`, found `maybe`
             --> model.fathom:3:9
              |
            3 | @expect(maybe) invariant a: x
              |         ^^^^^ expected `holds`, `violated` or `unknown`

            error[E002]: expected a property, found the reserved word `var`
             --> model.fathom:4:16
              |
            4 | @expect(holds) var x: int
              |                ^^^ expected a property
              |
              = help: behind `@expect` stands `invariant`, `reachable`, `ctl`, `ltl` or `bound`

            error[E002]: expected `expect`, found `expected`
             --> model.fathom:5:2
              |
            5 | @expected invariant b: x
              |  ^^^^^^^^ expected `expect`
              |
              = help: the only annotation is `@expect(holds)`, `(violated)` or `(unknown)`

            error[E002]: a second `@expect`
             --> model.fathom:6:16
              |
            6 | @expect(holds) @expect(violated) invariant c: x
              |                ^^^^^^^^^^^^^^^^^ stated already
              |
              = help: a property has one expected verdict

            error[E002]: expected `:` behind the property's name, found the end of the file
             --> model.fathom:7:20
              |
            7 | reachable no_faults
              |                    ^ expected `:` behind the property's name
              |
              = help: a property has a name: `invariant small: x <= 3`

            7 errors
        "#]],
    );
}

#[test]
fn quantifiers_and_counts() {
    check(
        "init forall i in 1..2, j in 1..3: x\ninit exists i: x\ninit count(P[1] at a) = 1\ninit sum(i in 5: x) = 1
init forall i in x + 1: y",
        expect![[r#"
            error[E002]: expected `:`, found `,`
             --> model.fathom:1:22
              |
            1 | init forall i in 1..2, j in 1..3: x
              |                      ^ expected `:`
              |
              = help: names with different domains need a quantifier each: `forall i in A: forall j in B: e`

            error[E002]: expected `in`, found `:`
             --> model.fathom:2:14
              |
            2 | init exists i: x
              |              ^ expected `in`
              |
              = help: a bound name has a domain: `i in 1..3`, or a type

            error[E002]: expected a bound name or a process, found `P`
             --> model.fathom:3:12
              |
            3 | init count(P[1] at a) = 1
              |            ^ expected a bound name or a process
              |
              = help: write `count(i in 1..3: e)`, or `count(P at L)` with the name of a process or population

            error[E002]: expected `..`, found `:`
             --> model.fathom:4:16
              |
            4 | init sum(i in 5: x) = 1
              |                ^ expected `..`
              |
              = help: a domain is a range `lo..hi`, a type or a set

            error[E002]: expected `..`, found `:`
             --> model.fathom:5:23
              |
            5 | init forall i in x + 1: y
              |                       ^ expected `..`
              |
              = help: a domain is a range `lo..hi`, a type or a set

            5 errors
        "#]],
    );
}

#[test]
fn types() {
    check(
        "var x: int[3]\nvar y: array 1..2 of int\nvar z int\nvar w: 5\nvar v: when\nvar u: ref 3",
        expect![[r#"
            error[E002]: expected an item, such as `var`, `process` or `invariant`, found `[`
             --> model.fathom:1:11
              |
            1 | var x: int[3]
              |           ^ expected an item, such as `var`, `process` or `invariant`
              |
              = help: an array is written `array [lo..hi] of T`

            error[E002]: expected `[`, found `1`
             --> model.fathom:2:14
              |
            2 | var y: array 1..2 of int
              |              ^ expected `[`
              |
              = help: an array is written `array [lo..hi] of T`

            error[E002]: expected `:` and a type, found the reserved word `int`
             --> model.fathom:3:7
              |
            3 | var z int
              |       ^^^ expected `:` and a type
              |
              = help: a declaration has a type: `x: int`

            error[E002]: expected `..`, found the reserved word `var`
             --> model.fathom:4:9
              |
            4 | var w: 5
              |         ^ expected `..`
              |
              = help: a range of integers is written `lo..hi`

            error[E002]: expected a type, found the reserved word `when`
             --> model.fathom:5:8
              |
            5 | var v: when
              |        ^^^^ expected a type
              |
              = help: types are `bool`, `int`, `nat`, `lo..hi`, `{ A, B }`, `ref P`, `array [lo..hi] of T`, `record { f: T }`, `set of T`, `fifo K of T` and names of types

            error[E002]: expected the name of a process, found `3`
             --> model.fathom:6:12
              |
            6 | var u: ref 3
              |            ^ expected the name of a process

            6 errors
        "#]],
    );
}
