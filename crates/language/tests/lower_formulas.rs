//! Formulas of both logics: largest temporal-free parts, quantifiers, rigid variables.

mod lower_support;

use expect_test::{Expect, expect};
use lower_support::{codes, first_property, properties_of, system};

const SURROUNDINGS: &str = "
    var x, y: int
    var a: array [1..2] of int
    var on: bool
    let goal = AF x > 0
    let later = F x > 0";

#[track_caller]
fn check(kind: &str, formulas: &str, expected: Expect) {
    let lines = formulas.lines().map(str::trim).filter(|line| !line.is_empty());
    let shown = lines.map(|line| first_property(&format!("{kind} p: {line}\n{SURROUNDINGS}")));
    let shown: Vec<String> =
        shown.map(|line| line.trim_start_matches(&format!("{kind} p: ")).to_owned()).collect();
    expected.assert_eq(&(shown.join("\n") + "\n"));
}

#[test]
fn branching_time() {
    check(
        "ctl",
        "x > 0 && y > 0
         AG (x > 0 => AF y > 0)
         EG x > 0 || EF x > 1 && EX x > 2 <=> !AX x > 3
         A[x > 0 U y > 0] && E[x > 0 W goal] && A[on R !on]
         x > 0 || y > 0 || AF on || on || !on
         AG on && x > 0 && y > 0
         goal
         forall i in 1..2: AF a[i] > 0
         forall i in 1..2: a[i] > 0
         exists i, j in 1..2: i != j && EF a[i] > a[j]
         forall k in int: AG (x = k => AF x > k)
         AG (exists k in nat: x = k)
         AG (exists k in nat: EF x = k)
         forall k in nat: exists l in k..k + 2: EF x = l
         forall i in 1..0: AF a[i] > 0",
        expect![[r#"
            [x > 0 && y > 0]
            AG ([x > 0] => AF [y > 0])
            ((EG [x > 0] || (EF [x > 1] && EX [x > 2])) <=> !AX [x > 3])
            (A[[x > 0] U [y > 0]] && E[[x > 0] W AF [x > 0]] && A[[on] R [!on]])
            ([x > 0 || y > 0] || AF [on] || [on] || [!on])
            (AG [on] && [x > 0] && [y > 0])
            AF [x > 0]
            (AF [a[1] > 0] && AF [a[2] > 0])
            [a[1] > 0 && a[2] > 0]
            (EF [a[1] > a[2]] || EF [a[2] > a[1]])
            (forall k in int: AG ([x = k] => AF [x > k]))
            AG [exists k in nat: x = k]
            AG (exists k in nat: EF [x = k])
            (forall k in nat: (exists l in int: ([k <= l && l <= k + 2] && EF [x = l])))
            [true]
        "#]],
    );
}

#[test]
fn linear_time() {
    check(
        "ltl",
        "G F on
         later
         on U x > 0 U y > 0
         on W x > 0 && on R x > 1
         G (on => X !on)
         forall k in int: G (x = k => F x > k)
         forall i in 1..2: G a[i] > 0 || F x = i",
        expect![[r#"
            G F [on]
            F [x > 0]
            ([on] U ([x > 0] U [y > 0]))
            (([on] W [x > 0]) && ([on] R [x > 1]))
            G ([on] => X [!on])
            (forall k in int: G ([x = k] => F [x > k]))
            ((G [a[1] > 0] || F [x = 1]) && (G [a[2] > 0] || F [x = 2]))
        "#]],
    );
}

#[test]
fn predefined_and_implicit() {
    expect![[r#"
        invariant no_faults
    "#]]
    .assert_eq(&properties_of(&system("var x: bool")));
    let model = "
        var x: int
        @expect(violated) invariant no_faults
        @expect(unknown) invariant deadlock_free
        reachable \"P-01\": x > 3
        bound b: x + 1";
    expect![[r#"
        @violated invariant no_faults
        @unknown invariant deadlock_free
        reachable P-01: x > 3
        bound b: x + 1
    "#]]
    .assert_eq(&properties_of(&system(model)));
}

#[test]
fn wrong_properties() {
    let model = "
        var x: int
        var on: bool
        let temporal = AG on
        let linear = G on
        invariant a: temporal
        reachable b: linear
        bound c: temporal
        bound d: on
        invariant e: x
        ctl f: linear
        ltl g: temporal
        ctl h: temporal = true
        ctl i: if on then temporal else true
        ctl j: count(k in 1..2: temporal) = 1
        ctl k: A[on U linear]
        invariant no_faults: on
        ctl deadlock_free: on
        invariant a: on
        invariant l: x' = 1
        ctl m: AG x
        ltl n: forall k in int: G sum(i in int: x) = k
        invariant q: forall k in int: count(i in 1..k: x = i) = 1
        invariant o: forall k in int: x * k = 1
        init temporal
        justice temporal
        compassion (on, x)";
    expect![[r#"
        E401 `temporal`: temporal operators are possible only in `ctl` and `ltl` properties
        E401 `linear`: temporal operators are possible only in `ctl` and `ltl` properties
        E401 `temporal`: temporal operators are possible only in `ctl` and `ltl` properties
        E201 `on`: a `bound` must be an integer, but this is a Boolean
        E201 `x`: an `invariant` must be a Boolean, but this is an integer
        E402 `linear`: `G` belongs to `ltl`, and this is a formula of `ctl`
        E402 `temporal`: `AG` belongs to `ctl`, and this is a formula of `ltl`
        E401 `temporal`: a temporal formula can only be combined by `!`, `&&`, `||`, `=>` and `<=>`
        E401 `temporal`: a temporal formula can only be combined by `!`, `&&`, `||`, `=>` and `<=>`
        E401 `temporal`: a temporal formula can only be combined by `!`, `&&`, `||`, `=>` and `<=>`
        E402 `linear`: `G` belongs to `ltl`, and this is a formula of `ctl`
        E403 `no_faults`: `no_faults` is a predefined invariant
        E403 `deadlock_free`: `deadlock_free` is a predefined invariant
        E102 `a`: `a` is declared twice
        E303 `x'`: a new value is meant only in a relation or behind `where`
        E201 `x`: an operand of a temporal operator must be a Boolean, but this is an integer
        E207 `int`: `sum` needs a finite domain
        E207 `1..k`: `count` needs a finite domain
        E204 `x * k`: this product is not linear
        E401 `temporal`: temporal operators are possible only in `ctl` and `ltl` properties
        E401 `temporal`: temporal operators are possible only in `ctl` and `ltl` properties
        E201 `x`: a condition of `compassion` must be a Boolean, but this is an integer
    "#]]
    .assert_eq(&codes(model));
}
