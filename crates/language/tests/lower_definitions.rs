//! Definitions: expansion by substitution, hygiene, and what is reached through a process.

mod lower_support;

use expect_test::{Expect, expect};
use lower_support::{codes, system};

#[track_caller]
fn check(model: &str, expected: Expect) {
    let shown = lower_support::properties_of(&lower_support::system_with_warnings(model));
    expected.assert_eq(&shown.replace("invariant no_faults\n", ""));
}

#[test]
fn arguments_keep_their_own_scope() {
    // Neither the bound `i` nor the parameter `b` of the definition catches the names of the argument.
    check(
        "let some(b) = exists i in 1..2: i + b > 2
         var i, b: int
         invariant p: some(i + b)",
        expect![[r#"
            invariant p: 1 + (i + b) > 2 || 2 + (i + b) > 2
        "#]],
    );
}

#[test]
fn nested_calls_are_no_cycles() {
    check(
        "let twice(e) = e + e
         var x: int
         invariant p: twice(twice(x)) = 0",
        expect![[r#"
            invariant p: x + x + (x + x) = 0
        "#]],
    );
}

#[test]
fn arguments_can_be_arrays_processes_locations_and_definitions() {
    check(
        "let all_set(a) = forall i in 1..2: a[i]
         let busy(P) = count(P at work) > 0
         let here(p, l) = p at l
         let apply(f, v) = f(v)
         let positive(v) = v > 0
         var slots: array [1..2] of bool
         var x: int
         process Worker[i in 1..2] { loc idle, work  idle -> work }
         invariant p: all_set(slots) && busy(Worker) && here(Worker[2], idle) && apply(positive, x)",
        expect![[r#"
            invariant p: (slots[1] && slots[2]) && count(Worker[1] at work, Worker[2] at work) > 0 && Worker[2] at idle && x > 0
        "#]],
    );
}

#[test]
fn the_index_is_a_constant_where_one_is_needed() {
    check(
        "var x: int
         var p: ref Node
         process Node[i in 1..3] {
           var v: int
           let scaled = x * i
           let below = exists j in 1..i: j = x
         }
         invariant q: p->scaled = 6 && Node[2].below",
        expect![[r#"
            invariant q: (if index(p) <= 2 then if index(p) <= 1 then x else x * 2 else x * 3) = 6 && (1 = x || 2 = x)
        "#]],
    );
}

#[test]
fn a_definition_may_stand_for_a_temporal_formula() {
    check(
        "var x: int
         let always(f) = AG f
         let eventually(f) = AF f
         ctl p: always(x > 0 => eventually(x < 0))",
        expect![[r#"
            ctl p: AG ([x > 0] => AF [x < 0])
        "#]],
    );
}

#[test]
fn definitions_may_use_members_that_need_context() {
    check(
        "var light: { red, green }
         var paint: { red, blue }
         let warm = red
         invariant p: light = warm && warm != paint",
        expect![[r#"
            invariant p: light = red && red != paint
        "#]],
    );
}

#[test]
fn the_index_of_an_instance_with_no_instances() {
    let model = "
        var p: ref Node
        process Node[i in 1..0] {
          var v: bool
          let some = exists j in 1..i: v
        }
        invariant q: p->some || p->v";
    expect![[r#"
        invariant q: (if index(p) = 0 then false else false) || p->p
        invariant no_faults
    "#]]
    .assert_eq(&lower_support::properties_of(&system(model)));
}

#[test]
fn wrong_definitions() {
    let model = "
        let f(x) = g(x) + 1
        let g(x) = f(x)
        let loop = loop
        let unused = missing + 1
        let wrong(a) = a + true
        let same(a, a) = a
        let min(a, b) = a
        process P[i in 1..2] { let around = P[i].around }
        let shadow(i) = forall i in 1..2: i > 0
        let ignores(a) = true
        invariant i: f(1) > 0 && unused > 0 && ignores(nothing)
        invariant j: f > 0 && j(3)";
    expect![[r#"
        E103 `f`: the definition of `f` leads back to itself: `f` → `g` → `f`
        E103 `loop`: the definition of `loop` leads back to itself: `loop` → `loop`
        E101 `missing`: `missing` is not declared
        E201 `true`: an operand of `+` must be an integer, but this is a Boolean
        E102 `a`: `a` is declared twice
        E102 `min`: `min` before `(` is a function of the language
        E103 `around`: the definition of `around` leads back to itself: `around` → `around`
        W001 `i`: `i` hides an outer name
        E101 `nothing`: `nothing` is not declared
        E106 `f`: `f` takes one argument, but none is given
        E101 `j`: `j` is not defined
    "#]]
    .assert_eq(&codes(model));
}

#[test]
fn a_definition_may_come_back_through_an_argument() {
    check(
        "let apply(f, v) = f(v)
         let positive(v) = v > 0
         let both(v) = apply(positive, v) && v < 9
         let alias = apply
         var x: int
         invariant p: alias(both, x)",
        expect![[r#"
            invariant p: x > 0 && x < 9
        "#]],
    );
    let endless = "let again(f) = f(f)  invariant p: again(again)";
    expect![[r#"
        E103 `again`: the definition of `again` leads back to itself: `again` → `again`
    "#]]
    .assert_eq(&codes(endless));
    let hidden = "
        let other(p) = p.own
        process P[i in 1..2] { let own = other(self) }
        invariant p: P[1].own";
    expect![[r#"
        E103 `own`: the definition of `own` leads back to itself: `own` → `own`
    "#]]
    .assert_eq(&codes(hidden));
}
