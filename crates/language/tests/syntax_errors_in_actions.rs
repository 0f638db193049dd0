//! What is said about likely mistakes in edges, events and actions. Accept new output with `UPDATE_EXPECT=1 cargo test`.

mod syntax_support;

use expect_test::{Expect, expect};
use syntax_support::findings;

#[track_caller]
fn check(source: &str, expected: Expect) {
    expected.assert_eq(&findings(source));
}

#[test]
fn increments_and_compound_assignments() {
    check(
        "event e do x++\nevent f do x += 1\nevent g do x--\nevent h do x := +1",
        expect![[r#"
        error[E007]: `++` is not an operator of this language
         --> model.fathom:1:13
          |
        1 | event e do x++
          |             ^^ unknown operator
          |
          = help: write `x := x + 1`

        error[E007]: `+=` is not an operator of this language
         --> model.fathom:2:14
          |
        2 | event f do x += 1
          |              ^^ unknown operator
          |
          = help: write `x := x + 1`

        error[E007]: `--` is not an operator of this language
         --> model.fathom:3:13
          |
        3 | event g do x--
          |             ^^ unknown operator
          |
          = help: write `x := x - 1`

        error[E002]: expected an expression, found `+`
         --> model.fathom:4:17
          |
        4 | event h do x := +1
          |                 ^ expected an expression
          |
          = help: there is no `+` before a single operand; leave it out

        4 errors
    "#]],
    );
}

#[test]
fn parts_of_an_edge_in_the_wrong_order() {
    check(
        "sync s\nprocess P {\n  loc a\n  a -> a do skip when x\n  a -> a sync s! when x do skip\n  a -> a when x when y\n}
event e do skip when x",
        expect![[r#"
            error[E010]: `when` comes too late
             --> model.fathom:4:18
              |
            4 |   a -> a do skip when x
              |                  ^^^^ misplaced
              |
              = help: the order is: `L -> M when guard sync b! do action`, each at most once

            error[E010]: `when` comes too late
             --> model.fathom:5:18
              |
            5 |   a -> a sync s! when x do skip
              |                  ^^^^ misplaced
              |
              = help: the order is: `L -> M when guard sync b! do action`, each at most once

            error[E010]: a second `when`
             --> model.fathom:6:17
              |
            6 |   a -> a when x when y
              |                 ^^^^ misplaced
              |
              = help: the order is: `L -> M when guard sync b! do action`, each at most once

            error[E010]: `when` comes too late
             --> model.fathom:8:17
              |
            8 | event e do skip when x
              |                 ^^^^ misplaced
              |
              = help: the order is: `event e when guard do action`, each at most once

            4 errors
        "#]],
    );
}

#[test]
fn missing_words_before_parts() {
    check(
        "process P {\n  loc a\n  a -> a x := 1\n  a -> a when y x := 1\n  a -> a if y do x := 1\n  a -> a skip\n}",
        expect![[r#"
            error[E002]: `do` is missing before the action
             --> model.fathom:3:10
              |
            3 |   a -> a x := 1
              |          ^ expected `do`
              |
              = help: write `do` before the action, `when` before a guard

            error[E002]: `do` is missing before the action
             --> model.fathom:4:17
              |
            4 |   a -> a when y x := 1
              |                 ^ expected `do`
              |
              = help: write `do` before the action, `when` before a guard

            error[E002]: expected `when` or `do`, found the reserved word `if`
             --> model.fathom:5:10
              |
            5 |   a -> a if y do x := 1
              |          ^^ expected `when` or `do`
              |
              = help: a guard is written with `when`

            error[E002]: `do` is missing before the action
             --> model.fathom:6:10
              |
            6 |   a -> a skip
              |          ^^^^ expected `do`
              |
              = help: write `do` before the action, `when` before a guard

            4 errors
        "#]],
    );
}

#[test]
fn steps_without_braces() {
    check(
        "process P {\n  loc a\n  a -> a do x := 1; p->y := 2\n}\nevent e do x := 1; y := 2",
        expect![[r#"
            error[E015]: several steps need braces
             --> model.fathom:3:21
              |
            3 |   a -> a do x := 1; p->y := 2
              |                     ^^^^^^^^^ not part of the action
              |
              = help: `;` ended the item; write `do { a; b }`, or `do a, b` for both at once

            error[E015]: several steps need braces
             --> model.fathom:5:20
              |
            5 | event e do x := 1; y := 2
              |                    ^^^^^^ not part of the action
              |
              = help: `;` ended the item; write `do { a; b }`, or `do a, b` for both at once

            2 errors
        "#]],
    );
}

#[test]
fn branches_without_a_beginning() {
    check(
        "event e do { if x { skip }; else { skip } }\nevent f do choose { skip } or skip\nevent g do if x skip
event h do { or { skip } }\ninit else\ninvariant i: if x then y",
        expect![[r#"
            error[E002]: expected a statement, found the reserved word `else`
             --> model.fathom:1:29
              |
            1 | event e do { if x { skip }; else { skip } }
              |                             ^^^^ expected a statement
              |
              = help: an `else` follows the `}` of an `if`

            error[E002]: expected `{`, found the reserved word `skip`
             --> model.fathom:2:31
              |
            2 | event f do choose { skip } or skip
              |                               ^^^^ expected `{`

            error[E002]: expected `{` or `then`, found the reserved word `skip`
             --> model.fathom:3:17
              |
            3 | event g do if x skip
              |                 ^^^^ expected `{` or `then`
              |
              = help: a statement is `if e { … }`, a value is `if e then a else b`

            error[E002]: expected a statement, found the reserved word `or`
             --> model.fathom:4:14
              |
            4 | event h do { or { skip } }
              |              ^^ expected a statement
              |
              = help: an `or` follows the `}` of a branch of `choose`

            error[E002]: expected an expression, found the reserved word `else`
             --> model.fathom:5:6
              |
            5 | init else
              |      ^^^^ expected an expression
              |
              = help: an `else` belongs to an `if … then`

            error[E002]: expected `else`, found the end of the file
             --> model.fathom:6:25
              |
            6 | invariant i: if x then y
              |                         ^ expected `else`
              |
              = help: an `if` that gives a value needs both branches

            6 errors
        "#]],
    );
}

#[test]
fn synchronisation_marks() {
    check(
        "process P {\n  loc a\n  a -> a sync s\n  a -> a sync s! ! do skip\n  a -> {a} do skip\n}\nevent e sync s! do skip",
        expect![[r#"
            error[E002]: expected `!`, `?`, `!!` or `??`, found `a`
             --> model.fathom:3:16
              |
            3 |   a -> a sync s
              |                ^ expected `!`, `?`, `!!` or `??`
              |
              = help: `b!` and `b?` are the two sides of a rendezvous, `a!!` and `a??` those of a broadcast

            error[E002]: `!!` is one mark
             --> model.fathom:4:18
              |
            4 |   a -> a sync s! ! do skip
              |                  ^ apart from the first
              |
              = help: write `!!` without a space

            error[E002]: expected a location, found `{`
             --> model.fathom:5:8
              |
            5 |   a -> {a} do skip
              |        ^ expected a location
              |
              = help: an edge enters one location; write an edge for each

            error[E002]: expected `when` or `do`, found the reserved word `sync`
             --> model.fathom:7:9
              |
            7 | event e sync s! do skip
              |         ^^^^ expected `when` or `do`
              |
              = help: only edges of processes can synchronise

            4 errors
        "#]],
    );
}

#[test]
fn empty_actions() {
    check(
        "event e do {}\nevent f do choose { } or { when x do }\nevent g do { when x do skip }\nevent h do",
        expect![[r#"
        error[E002]: expected a statement, found `}`
         --> model.fathom:1:13
          |
        1 | event e do {}
          |             ^ expected a statement
          |
          = help: an action that does nothing is `skip`

        error[E002]: expected a statement, found `}`
         --> model.fathom:2:21
          |
        2 | event f do choose { } or { when x do }
          |                     ^ expected a statement
          |
          = help: an action that does nothing is `skip`

        error[E002]: expected a statement, found `}`
         --> model.fathom:2:38
          |
        2 | event f do choose { } or { when x do }
          |                                      ^ expected a statement
          |
          = help: an action that does nothing is `skip`

        error[E002]: expected a statement, found the reserved word `when`
         --> model.fathom:3:14
          |
        3 | event g do { when x do skip }
          |              ^^^^ expected a statement
          |
          = help: the guard of an edge or event stands before `do`

        error[E002]: expected a statement, found the end of the file
         --> model.fathom:4:11
          |
        4 | event h do
          |           ^ expected a statement

        5 errors
    "#]],
    );
}
