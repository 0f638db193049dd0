//! Words that are operators inside formulas and names outside.

mod syntax_support;

use expect_test::expect;
use syntax_support::{codes, findings, parse};

#[test]
fn a_name_of_the_model_used_inside_a_formula() {
    expect![[r#"
        error[E008]: `F` is a name of this model, but inside a formula it is a temporal operator
         --> model.fathom:4:11
          |
        4 | ctl p: AG F
          |           ^ read as an operator
          |
          = help: give the name another spelling, or put it between backquotes here

        error[E008]: `A` is a name of this model, but inside a formula it is a temporal operator
         --> model.fathom:5:8
          |
        5 | ctl q: A[1] = true
          |        ^ read as an operator
          |
          = help: give the name another spelling, or put it between backquotes here

        error[E008]: `U` is a name of this model, but inside a formula it is a temporal operator
         --> model.fathom:6:10
          |
        6 | ltl r: G U = 1
          |          ^ read as an operator
          |
          = help: give the name another spelling, or put it between backquotes here

        3 errors
    "#]].assert_eq(&findings(
        "var F: bool\nvar A: array [1..2] of bool\nvar U: int\nctl p: AG F\nctl q: A[1] = true\nltl r: G U = 1",
    ));
}

#[test]
fn the_same_word_as_an_operator_is_fine() {
    parse("var G, X: int ltl p: G (x = 1 => F y = 1) && X z");
    parse("process P { loc F, G F -> G } ltl p: G F P at G ctl q: AG P at F");
}

#[test]
fn calls_and_differences_of_names() {
    assert_eq!(codes("let F(x) = x > 1 ltl p: G F(y)"), "1:E008");
    assert_eq!(codes("var X: int ltl p: G X - 1 > 0"), "1:E008");
    parse("let f(x) = x > 1 ltl p: G F (f(y))");
}

#[test]
fn operators_without_operands() {
    expect![[r#"
        error[E002]: the temporal operator `AG` needs a formula behind it
         --> model.fathom:1:8
          |
        1 | ctl p: AG
          |        ^^ an operator inside formulas

        error[E002]: the temporal operator `U` stands between two formulas
         --> model.fathom:2:8
          |
        2 | ltl q: U x
          |        ^ an operator inside formulas

        error[E002]: expected an expression, found the reserved word `ctl`
         --> model.fathom:3:11
          |
        3 | ltl r: x U
          |           ^ expected an expression

        error[E002]: a path formula stands between brackets behind `A`
         --> model.fathom:4:10
          |
        4 | ctl s: A (x U y)
          |          ^ expected `[`
          |
          = help: write `A[f U g]`

        error[E002]: `AG` is one word
         --> model.fathom:5:8
          |
        5 | ctl t: A G x
          |        ^^^ one operator
          |
          = help: write `AG`

        error[E002]: expected `U`, `W` or `R`, found `]`
         --> model.fathom:6:11
          |
        6 | ctl u: A[x]
          |           ^ expected `U`, `W` or `R`

        6 errors
    "#]]
    .assert_eq(&findings("ctl p: AG\nltl q: U x\nltl r: x U\nctl s: A (x U y)\nctl t: A G x\nctl u: A[x]"));
}

#[test]
fn until_belongs_between_brackets_in_branching_time() {
    expect![[r#"
        error[E002]: expected an operator of ctl, found `U`
         --> model.fathom:1:10
          |
        1 | ctl p: x U y
          |          ^ expected an operator of ctl
          |
          = help: in a ctl formula, `U` stands between the brackets of a path quantifier: `A[f U g]`

        error[E002]: expected an operator of ctl, found `U`
         --> model.fathom:2:13
          |
        2 | ctl q: A[(x U y) U z]
          |             ^ expected an operator of ctl
          |
          = help: in a ctl formula, `U` stands between the brackets of a path quantifier: `A[f U g]`

        error[E002]: expected an operator of ctl, found `W`
         --> model.fathom:3:14
          |
        3 | ctl r: AG (x W y)
          |              ^ expected an operator of ctl
          |
          = help: in a ctl formula, `W` stands between the brackets of a path quantifier: `A[f W g]`

        error[E012]: expected `]`, found `U`
         --> model.fathom:4:16
          |
        4 | ctl s: A[x U y U z]
          |         -      ^ expected `]`
          |         |
          |         to close what is opened here

        4 errors
    "#]]
    .assert_eq(&findings("ctl p: x U y\nctl q: A[(x U y) U z]\nctl r: AG (x W y)\nctl s: A[x U y U z]"));
}

#[test]
fn definitions() {
    parse("let f = G x ltl p: f");
    parse("process P { loc G, a let f = x G -> a }");
    parse("process P { loc a let f = x U: a -> a }");
    parse("process P { loc G, a let f = G\n a -> a }");
    expect![[r#"
        error[E008]: `G` is a name of this model, so it is no temporal operator in a definition
         --> model.fathom:2:9
          |
        2 | let f = G x
          |         ^ read as a name
          |
          = help: give the name another spelling

        error[E008]: `U` is a name of this model, so it is no temporal operator in a definition
         --> model.fathom:3:11
          |
        3 | let g = x U y
          |           ^ read as a name
          |
          = help: give the name another spelling

        error[E002]: expected an item, such as `var`, `process` or `invariant`, found `x`
         --> model.fathom:4:17
          |
        4 | invariant i: AG x
          |                 ^ expected an item, such as `var`, `process` or `invariant`
          |
          = help: temporal operators can be used only in `ctl` and `ltl` formulas

        3 errors
    "#]]
    .assert_eq(&findings("var G, U: bool\nlet f = G x\nlet g = x U y\ninvariant i: AG x"));
}
