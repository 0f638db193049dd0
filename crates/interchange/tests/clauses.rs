//! Horn clauses and transition systems become readable models; what is outside of the class gets a clear problem.

use interchange::{Problem, read_horn, read_vmt};
use language::Overrides;

/// The formatted text of a model, which must be legal.
fn model(result: Result<String, Vec<Problem>>) -> String {
    let text = result.expect("the text is legal");
    let formatted = language::format(&text).unwrap_or_else(|found| panic!("{found:?}\n{text}"));
    let loaded = language::load(&formatted, &Overrides::default());
    assert_eq!(loaded.diagnostics.iter().find(|found| found.is_error()), None, "{formatted}");
    formatted
}

fn problem(result: Result<String, Vec<Problem>>) -> String {
    result.expect_err("the text is wrong").iter().map(ToString::to_string).collect()
}

/// The model of clauses over `p` of two integers, without its first lines.
fn edges(clauses: &str) -> String {
    let source = format!("(declare-fun p (Int Int) Bool)(declare-fun q (Bool Int) Bool){clauses}");
    let text = model(read_horn(&source, "m"));
    text.split_once("model m\n\n").expect("every model has its name").1.to_owned()
}

#[test]
fn clauses_become_a_readable_model() {
    let source = include_str!("../../../tests/corpora/chc/savings.smt2");
    let expected = "\
// Linear Horn clauses: a location for each predicate, an edge for each clause.
model savings

var balance, years: int := 0

process Horn {
  loc young, old_age, error
  start young

  young   -> young   when years <= 9 do balance := balance + 3, years := years + 1
  young   -> old_age when years >= 10
  old_age -> old_age when balance > 0
    do balance := any where balance' <= balance && balance <= balance' + 3
  old_age -> error   when balance <= -3
}

invariant safe: !(Horn at error)
";
    assert_eq!(model(read_horn(source, "savings")), expected);
}

#[test]
fn rules_and_queries_become_a_readable_model() {
    let source = include_str!("../../../tests/corpora/chc/parity.smt2");
    let expected = "\
// Linear Horn clauses: a location for each predicate, an edge for each clause.
model parity

var a: bool := false
var n: int := 0

process Horn {
  loc turn, error
  start turn

  turn -> turn  when a do a := false, n := n + 1
  turn -> turn  when !a do a := true, n := n + 1
  turn -> error when !a && n % 2 = 1
}

invariant safe: !(Horn at error)
";
    assert_eq!(model(read_horn(source, "parity")), expected);
}

#[test]
fn a_transition_system_becomes_a_readable_model() {
    let source = include_str!("../../../tests/corpora/vmt/lamp.vmt");
    let expected = "\
// A transition system in the format VMT.
model lamp

var lit: bool := false
var left: int := 0

event step_1 do lit := true, left := 5
event step_2
  do lit := (if left <= 0 then 0 else left - 1) > 0, left := if left <= 0 then 0 else left - 1
predicate predicate_1: left <= 5

invariant property_0: (lit <=> left > 0)
invariant property_1: left >= 0
";
    assert_eq!(model(read_vmt(source, "lamp")), expected);
}

#[test]
fn division_by_negative_numbers_has_the_meaning_of_the_standard() {
    let text = edges(
        "(assert (p 7 5)) (assert (forall ((x Int) (y Int)) (=> (p x y) (p (div x (- 2)) (mod y (- 3))))))
         (assert (forall ((x Int) (y Int)) (=> (p x y) (< x y))))",
    );
    assert!(text.contains("do x := -(x / 2), y := y % 3"), "{text}");
}

#[test]
fn several_facts_begin_at_a_location_of_their_own() {
    let text = edges(
        "(assert (p 1 2)) (assert (q true 5)) (assert (q false 6))
         (assert (forall ((x Int) (b Bool)) (=> (q b x) (p x (ite b 1 x)))))
         (assert (forall ((x Int) (y Int)) (=> (and (p x y) (> x 3)) false)))
         (assert (forall ((x Int) (y Int)) (=> (and (p x y) (> y 7)) false)))",
    );
    let expected = "\
var x, y: int
var b: bool

process Horn {
  loc begin, p, q, error

  begin -> p     do x := 1, y := 2
  begin -> q     do x := 5, b := true
  begin -> q     do x := 6, b := false
  q     -> p     do y := if b then 1 else x
  p     -> error when x >= 4
  p     -> error when y >= 8
}

invariant safe: !(Horn at error)
";
    assert_eq!(text, expected);
}

#[test]
fn what_no_query_depends_on_is_left_out() {
    let text = edges(
        "(assert (forall ((x Int) (y Int)) (=> (and (= x 0) (> y 3)) (p x y))))
         (assert (forall ((x Int) (y Int) (z Int)) (=> (and (p x y) (= (* 2 z) (+ x y))) (p (+ x 1) z))))
         (assert (forall ((x Int) (y Int)) (=> (p x y) (q (> x 3) y))))
         (assert (forall ((x Int) (b Bool)) (=> (and (q b x) b) (q false x))))
         (assert (forall ((x Int) (y Int)) (=> (and (p x y) (= x (- 2))) false)))",
    );
    // The second argument decides whether there is a step, and so it stays; the second predicate leads nowhere.
    assert!(text.contains("loc p, error") && text.contains("init y >= 4"), "{text}");
    assert!(text.contains("y := any where 2 * y' = x + y"), "{text}");
}

#[test]
fn local_values_that_remain_are_quantified() {
    let text = edges(
        "(assert (p 0 0))
         (assert (forall ((x Int) (y Int) (k Int)) (=> (and (p x y) (= x (* 3 k)) (> k y)) (p (+ x 1) (+ y 2)))))
         (assert (forall ((x Int) (y Int)) (=> (p x y) (< x 9))))",
    );
    assert!(text.contains("when (exists k in int: 3 * k = x && y < k)"), "{text}");
}

#[test]
fn impossible_beginnings_are_no_models_without_states() {
    let text = edges(
        "(assert (forall ((x Int) (y Int)) (=> (= (mod x 3) 5) (p x y))))
         (assert (forall ((x Int) (y Int)) (=> (p x y) (< x 9))))",
    );
    assert!(text.contains("begin -> p"), "{text}");
    let text = edges("(assert (p 1 2))");
    assert!(text.contains("loc begin, error"), "{text}");
    let source = "(declare-fun x () Int)(declare-fun y () Int)
        (define-fun a () Int (! x :next y))
        (define-fun i () Bool (! (and (> (+ a a) 2) (< (* 3 a) 5)) :init true))
        (define-fun t () Bool (! (= y a) :trans true))
        (define-fun p () Bool (! (> a 1) :invar-property 0))";
    assert!(model(read_vmt(source, "m")).contains("invariant"));
}

#[test]
fn what_is_outside_is_named_with_its_place() {
    let horn = |text: &str| problem(read_horn(text, "m"));
    let p = "(declare-fun p (Int) Bool)\n";
    let cases = [
        (
            "(assert (forall ((x Int) (y Int)) (=> (and (p x) (p y)) (p (+ x y)))))",
            "2:1: this clause is not linear: it has two predicates in its body, `p` and `p`",
        ),
        (
            "(assert (forall ((x Int)) (or (p x) (p 1))))",
            "2:1: this is no Horn clause: it has two heads, `p` and `p`",
        ),
        (
            "(assert (forall ((x Int)) (=> (p x) (p (* x x)))))",
            "2:40: this product is not linear: one side of a multiplication, and a divisor, must be a number",
        ),
        (
            "(declare-fun a ((Array Int Int)) Bool)",
            "2:17: the sort Array is not supported: variables are of sort Int or Bool",
        ),
        (
            "(declare-fun r (Real) Bool)",
            "2:17: the sort Real is not supported: variables are of sort Int or Bool",
        ),
        (
            "(declare-fun f (Int) Int)\n(assert (p (f 1)))",
            "3:12: `f` is an uninterpreted function, which is not supported",
        ),
        (
            "(declare-fun c () Int)\n(assert (p c))",
            "3:12: `c` is an unknown constant; only predicates may be unknown in Horn clauses",
        ),
        ("(assert (p x))", "2:12: there is no `x`"),
        ("(assert (p true))", "2:12: an integer was expected here"),
        ("(assert (p 1 2))", "2:9: 1 arguments were expected here, and there are 2"),
        ("(assert (and (p 1)", "2:9: this `(` is not closed"),
        ("(assert (p 1)))", "2:15: there is a `)` too many"),
        ("(assert (p 1234567890123456789))", "2:12: numbers of more than 18 digits are not supported"),
        ("(assert (p (mod 3 0)))", "2:12: this divides by zero"),
        ("(assert (p 1.5))", "2:12: real numbers are not supported"),
        ("(frobnicate)", "2:1: the command `frobnicate` is not supported in Horn clauses"),
        ("(declare-fun p () Bool)", "2:1: `p` is declared twice"),
        ("(define-fun-rec f ((x Int)) Int (f x))", "2:1: recursive definitions are not supported"),
    ];
    for (text, expected) in cases {
        assert_eq!(horn(&format!("{p}{text}")), expected, "{text}");
    }
}

#[test]
fn what_is_outside_of_transition_systems_is_named_with_its_place() {
    let vmt =
        |text: &str| problem(read_vmt(&format!("(declare-fun x () Int)(declare-fun y () Int)\n{text}"), "m"));
    let step = "(define-fun t () Bool (! (= y x) :trans true))\n";
    assert_eq!(
        vmt("(define-fun p () Bool (! (< x 1) :invar-property 0))"),
        "no formula is annotated with `:trans`: this is no transition system"
    );
    assert_eq!(vmt(step), "no formula is annotated with `:invar-property`: nothing is to be checked");
    assert_eq!(
        vmt(&format!("{step}(define-fun p () Bool (! (< x 1) :live-property 0))")),
        "3:26: live properties are not supported, only `:invar-property` is"
    );
    assert_eq!(
        vmt("(define-fun p () Int (! (+ x 1) :next y))"),
        "2:25: `:next` is for a variable, and names the one that follows"
    );
    assert_eq!(
        vmt("(define-fun p () Int (! x :next y)) (define-fun q () Int (! y :next x))"),
        "2:61: this variable, or the one that follows it, has a `:next` already"
    );
}

#[test]
fn the_liberties_of_transition_systems_are_taken() {
    // A variable that is followed by one that nobody declared, an input, and two notes at once.
    let source = "(declare-fun |a b| () Bool)(declare-fun free () Int)(declare-fun in () Int)(declare-fun in.next () Int)
        (define-fun a () Bool (! |a b| :next |a b next|))
        (define-fun f () Int (! free :next free.next))
        (define-fun i () Bool (! (and a (= f 0)) :init true :invar-property first))
        (define-fun t () Bool (! (and (> in 3) (=> a (< in 5))) :trans true))
        (assert true)";
    let text = model(read_vmt(source, "m"));
    assert!(text.contains("event step when (exists v_in in int: v_in >= 4 && (!a_b || v_in <= 4)) do a_b := any, free := any"), "{text}");
    assert!(text.contains("invariant property_first: (a_b && free = 0)"), "{text}");
}
