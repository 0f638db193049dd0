//! Expressions: how tightly operators bind, and what they compute.

use conformance::{steps, values};

#[test]
fn division_rounds_down() {
    values(
        "var x: -9..9 := 7 var y: -9..9 := 2",
        &[
            ("x / y", "3"),
            ("x % y", "1"),
            ("-x / y", "-4"),
            ("-x % y", "1"),
            ("x / -y", "-4"),
            ("x % -y", "-1"),
            ("-x / -y", "3"),
            ("-x % -y", "-1"),
            ("-(x + 1) / y", "-4"),
            ("-(x + 1) % y", "0"),
            ("x / (y - 2)", "fault"),
        ],
    );
    values("var x: int := -7", &[("x / 2", "-4"), ("x % 2", "1"), ("x / 1", "-7"), ("(x - 1) % 4", "0")]);
}

#[test]
fn arithmetic_binds_as_usual() {
    values(
        "var x: int := 2",
        &[
            ("x + 3 * 4", "14"),
            ("(x + 3) * 4", "20"),
            ("x - 3 - 4", "-5"),
            ("12 / 2 * 3", "18"),
            ("12 * 2 % 5", "4"),
            ("-x % 3", "1"),
            ("-x * 3", "-6"),
            ("3 - -x", "5"),
            ("- - x", "2"),
            ("min(x, 1) + max(x, 5)", "6"),
            ("abs(x - 5) * 2", "6"),
            ("abs(-x)", "2"),
        ],
    );
}

#[test]
fn an_if_extends_as_far_as_it_can() {
    values(
        "var x: int := 2",
        &[
            ("1 + if false then 1 else x + 3", "6"),
            ("(1 + if false then 1 else x) + 3", "6"),
            ("10 * if x = 2 then x else 3 + 1", "20"),
            ("10 * if x = 3 then x else 3 + 1", "40"),
            ("if x = 1 then 1 else if x = 2 then 20 else 3", "20"),
            ("if true then false else true || true", "false"),
            ("true && if false then false else x = 2 && x = 3", "false"),
        ],
    );
}

#[test]
fn conditions_bind_from_iff_to_comparison() {
    values(
        "var b: bool := true var x: int := 1",
        &[
            ("false && false || b", "true"),
            ("b || b && false", "true"),
            ("false => false => false", "true"),
            ("b => false || b", "true"),
            ("false <=> false => b", "false"),
            ("!b && false", "false"),
            ("!b || b", "true"),
            ("!x = 2", "true"),
            ("!b = b", "false"),
            ("b = !b", "false"),
            ("b = !b || b", "true"),
            ("false = !b && b", "true"),
            ("x + 1 = 2", "true"),
            ("b = (x = 1)", "true"),
            ("b != (x = 1)", "false"),
        ],
    );
}

#[test]
fn chains_compare_neighbours() {
    values(
        "var x: int := 1",
        &[
            ("0 <= x < 3", "true"),
            ("0 <= x < 1", "false"),
            ("x = x = x", "true"),
            ("x = 1 == 1", "true"),
            ("1 != 2 != 1", "true"),
            ("3 > 2 > 1 > 0", "true"),
            ("3 > x >= 1 < 2", "true"),
            ("3 > 1 > 2", "false"),
        ],
    );
}

#[test]
fn membership() {
    values(
        "var x: int := 2 var c: { A, B, C } := B",
        &[
            ("x in 1..3", "true"),
            ("x in 3..1", "false"),
            ("x in x..x", "true"),
            ("x in {1, x}", "true"),
            ("x in {1, 3}", "false"),
            ("x + 1 in {1, 3}", "true"),
            ("!x in {1, 3}", "true"),
            ("c in {A, B}", "true"),
            ("c in {A, C}", "false"),
        ],
    );
}

#[test]
fn quantifiers_sums_and_counts() {
    values(
        "var a: array [1..3] of 0..9 := 2 var c: { A, B, C } := B",
        &[
            ("forall i in 1..3: a[i] = 2", "true"),
            ("exists i in 1..3: a[i] = i", "true"),
            ("forall i in 3..1: false", "true"),
            ("exists i in 3..1: true", "false"),
            ("sum(i in 1..3: a[i] * i)", "12"),
            ("sum(i in 2..1: 5)", "0"),
            ("count(i in 1..3: a[i] <= i)", "2"),
            ("sum(i in 1..3: sum(j in i..3: 1))", "6"),
            ("sum(i, j in 1..2: i * 10 + j)", "66"),
            ("count(b in bool: b)", "1"),
            ("count(e in { A, B, C }: e != c)", "2"),
            ("forall i, j in 1..3: i < j || j <= i", "true"),
            ("exists i in 1..3: i = 2 && a[i] = 3 || i = 3", "true"),
        ],
    );
}

#[test]
fn quantifiers_over_references() {
    let processes = "process P[i in 1..2] { var x: 0..9 := i loc a, b } var p: ref P := P[2]";
    values(
        processes,
        &[
            ("count(q in ref P: true)", "3"),
            ("count(q in ref P: q = null)", "1"),
            ("count(q in ref P: q != null && q->x = 2)", "1"),
            ("exists q in ref P: q->x = 2", "fault as condition"),
            ("exists q in ref P: q != null && q = p", "true"),
            ("index(p)", "2"),
            ("index(P[1])", "1"),
            ("P[index(p) - 1].x", "1"),
            ("P[2] = p", "true"),
            ("p->x", "2"),
            ("p.x", "2"),
            ("count(P at a)", "2"),
            ("count(P at {a, b})", "2"),
            ("count(P at b)", "0"),
            ("p at a", "true"),
            ("p at {b}", "false"),
            ("P[1] at {a, b}", "true"),
        ],
    );
}

#[test]
fn quantifiers_over_all_integers() {
    values(
        "var x: int := 6 var y: int := 7",
        &[
            ("exists k in int: 2 * k = x", "true"),
            ("exists k in int: 2 * k = y", "false"),
            ("exists k in nat: k + x = 3", "false"),
            ("exists k in int: k + x = 3", "true"),
            ("forall k in nat: k >= 0", "true"),
            ("forall k in int: k >= 0", "false"),
            ("forall k in int: k < x || k >= x", "true"),
            ("exists k in int: x < k < y", "false"),
            ("exists k in nat: 3 * k = x && k < y", "true"),
            ("forall k in int: exists m in int: k = 2 * m || k = 2 * m + 1", "true"),
            ("exists k in int: k / 2 = x && k % 2 = 1", "true"),
            ("exists k in int: abs(k) = x && k < 0", "true"),
            ("exists k in nat: max(k, x) < y && k > x", "false"),
        ],
    );
}

#[test]
fn definitions_are_hygienic() {
    values(
        "var x: int := 5 let same(a) = exists k in 0..1: a = k",
        &[("exists k in 3..3: same(k)", "false"), ("exists k in 1..1: same(k)", "true")],
    );
    values(
        "var x: int := 5 let double(a) = a + a let quad(a) = double(double(a))",
        &[("double(x + 1) * 2", "24"), ("quad(x)", "20")],
    );
    values("const x := 1 let f = x + 1 process P { var x: 0..9 := 7 let g = f + x }", &[("P.g", "9")]);
}

#[test]
fn definitions_of_processes_are_reached_from_outside() {
    let text = "process P[i in 1..2] { var x: 0..9 := i let twice = x * 2 + i let is(n) = x = n }
        process Q { var x: 0..9 := 4 let half = x / 2 } var p: ref P := P[2] var n: 1..2 := 1";
    values(
        text,
        &[
            ("P[1].twice", "3"),
            ("p->twice", "6"),
            ("P[n + 1].twice", "6"),
            ("Q.half", "2"),
            ("P[2].is(2)", "true"),
            ("p->is(1)", "false"),
        ],
    );
}

#[test]
fn constants_may_be_computed_and_come_later() {
    values(
        "const B := A * 2 const A := 3 const T := A < B var x: 0..B := B",
        &[("x + A", "9"), ("T", "true")],
    );
    steps("const N := 2 var a: array [0..N - 1] of 0..N := N event e do a[N - 1] := 0", &["e: a[1] = 0"]);
}
