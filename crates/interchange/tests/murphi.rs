//! Models of Murphi: what becomes of constructs, and what is refused with which place.

use interchange::read_murphi;
use language::Overrides;

/// The model that a file becomes, without its head.
fn model(source: &str) -> String {
    let text = read_murphi(source, "m").unwrap_or_else(|problems| panic!("{problems:?}"));
    let loaded = language::load(&text, &Overrides::default());
    assert!(loaded.system.is_some(), "{:?}\n{text}", loaded.diagnostics);
    text
}

/// The events of a model, with its start state and one variable.
fn events(rules: &str) -> String {
    let source = format!(
        "type I: 0..2; R: record a: boolean; b: I; end;
         var x, y: I; t: array [I] of R; b: boolean;
         procedure set(var p: I; v: I); begin p := v; end;
         function plus(v: I): I; begin if v = 2 then return 0; end; return v + 1; end;
         startstate begin clear x; clear y; clear t; clear b; end; {rules}"
    );
    let text = model(&source);
    text.lines().filter(|line| line.starts_with("event")).collect::<Vec<_>>().join("\n")
}

fn problem(source: &str) -> String {
    read_murphi(source, "m").expect_err("it is refused")[0].to_string()
}

#[test]
fn steps_are_joined_where_they_do_not_disturb_each_other() {
    let found = events("rule \"r\" x = 0 ==> x := 1; y := x; t[x].a := true; t[0].b := 2; end;");
    assert_eq!(found, "event r when x = 0 do { x := 1 ; y := x, t[x].a := true, t[0].b := 2 }");
}

#[test]
fn procedures_and_functions_are_written_out() {
    assert_eq!(events("rule \"r\" x = 0 ==> set(x, 1); end;"), "event r when x = 0 do x := 1");
    let plus = events("rule \"r\" plus(x) = 1 ==> y := plus(x); x := 1; end;");
    assert!(plus.contains("(if x = 2 then 0 else x + 1) = 1"), "{plus}");
    let branches = "rule \"r\" x = 0 ==> if b then x := 1; return; end; x := 2; end;";
    assert_eq!(events(branches), "event r when x = 0 do if b { x := 1 } else { x := 2 }");
}

#[test]
fn local_variables_disappear() {
    let found = events("rule \"r\" b ==> var l: I; begin l := y; x := l; b := false; end;");
    assert_eq!(found, "event r when b do x := y, b := false");
    let kept = events("rule \"r\" b ==> var l: I; begin l := y; y := x; x := l; b := false; end;");
    assert_eq!(kept, "event r when b do { l := y, y := x ; x := l, b := false, l := 0 }");
}

#[test]
fn loops_are_done_at_once_where_that_is_the_same() {
    let all = events("rule \"r\" b ==> b := false; for i: I do t[i].a := t[i].b = 1; end; end;");
    assert_eq!(all, "event r when b do b := false, for i in 0..2 { t[i].a := t[i].b = 1 }");
    let one = events("rule \"r\" b ==> b := false; for i := 0 to 1 do t[i].b := t[i + 1].b; end; end;");
    assert_eq!(one, "event r when b do b := false, t[0].b := t[1].b, t[1].b := t[2].b");
    let rounds = events(
        "rule \"r\" b ==> var l: I; begin b := false; l := 0; while l < 2 do t[l].b := l; l := l + 1; end; end;",
    );
    assert_eq!(rounds, "event r when b do b := false, t[0].b := 0, t[1].b := 1");
}

#[test]
fn a_while_has_as_many_rounds_as_there_can_be() {
    // A variable that is moved on leaves its type at last.
    let counted = events("rule \"r\" b ==> b := false; while x < 2 do x := x + 1; end; end;");
    assert_eq!(counted.matches("if x < 2 {").count(), 3, "{counted}");
    assert!(counted.contains("assert !(x < 2)"), "{counted}");
    // Only what decides about another round matters, not what else is written.
    let other = events("rule \"r\" b ==> b := false; while x != y do x := y; t[x].a := !t[x].a; end; end;");
    assert_eq!(other.matches("if x != y {").count(), 3, "{other}");
    // Two Booleans, three of them in an array.
    let both = events("rule \"r\" while t[0].a do t[0].a := b; b := !b; end; end;");
    assert_eq!(both.matches("if t[0].a {").count(), 16, "{both}");
}

#[test]
fn bits_of_numbers_are_arithmetic() {
    let both = events("rule \"r\" b ==> x := x & 1; b := false; end;");
    assert!(both.contains("x := x % 2"), "{both}");
    let known = events("rule \"r\" b ==> x := (6 & 3) | 1 ^ 3 ; y := ~~1 << 1 >> 1; b := false; end;");
    assert!(known.contains("x := 2") || known.contains("x := 3"), "{known}");
    assert!(known.contains("y := 1"), "{known}");
    let down = model("var x: -3..3; startstate begin x := -3 >> 1; end; rule x := -2 >> 1; end;");
    assert!(down.contains("var x: -3..3 := -2"), "{down}");
}

#[test]
fn rulesets_can_have_steps() {
    let found = events("ruleset i := 2 to 0 by -2 do rule \"r\" x = i ==> x := 1; end; end;");
    assert!(found.starts_with("event r[i in 0..1] when x = 2 + i * -2"), "{found}");
}

#[test]
fn multisets_are_slots() {
    let text = model(
        "const N: 2; type M: record from: 1..N; what: boolean; end;
         var net: multiset [3] of M; sent: 0..5;
         startstate begin undefine net; sent := 0; end;
         ruleset i: 1..N do rule \"send\" sent < 5 & multisetcount(m: net, net[m].from = i) < 2 ==>
           var one: M; begin one.from := i; one.what := true; multisetadd(one, net); sent := sent + 1; end; end;
         choose m: net do
           rule \"turn\" net[m].what ==> net[m].what := false; end;
           rule \"take\" !net[m].what ==> multisetremove(m, net); end;
         end;
         rule \"lose\" multisetremovepred(m: net, net[m].from = 1); end;
         invariant \"few\" multisetcount(m: net, true) <= 3;",
    );
    assert!(text.contains("event take[m in 1..3] when net[m].`is held` &&"), "{text}");
    assert!(text.contains("net[m].`is held` := false, net[m].`element in it`.from := 0"), "{text}");
}

#[test]
fn undefined_can_be_assigned_and_given() {
    let text = model(
        "type M: record a: 0..2; b: 0..2; end; var m: M; n: boolean;
         procedure send(a: 0..2; b: 0..2); begin m.a := a; m.b := b; if isundefined(b) then n := true; end; end;
         startstate begin m.a := 0; m.b := UNDEFINED; n := false; end;
         rule \"r\" m.a = 0 ==> send(1, Undefined); end;",
    );
    assert!(text.contains("event r when m.a = 0 do m.a := 1, m.b := -1, n := true"), "{text}");
    assert_eq!(
        problem("var x: 0..1; startstate begin x := 0; end; rule x = undefined ==> x := 1; end;"),
        "1:53: `undefined` has no value here"
    );
    // What a rule declares is not in its guard.
    let own = model(
        "var x: boolean; startstate begin x := true; end;
         rule \"r\" var y: boolean; begin if y | !y then x := !x; end; end;",
    );
    assert!(own.contains("event r "), "{own}");
}

/// As in the locks of the DASH protocol, whose procedures ask for it.
#[test]
fn a_variable_without_a_value_can_be_given_to_a_procedure() {
    let text = model(
        "type M: 0..2; var m: M; n: boolean;
         procedure send(a: M); begin if isundefined(a) then n := true; else m := a; end; end;
         procedure nothing(); var none: M; begin undefine none; send(none); end;
         startstate begin m := 0; n := false; end;
         rule \"r\" m = 0 ==> nothing(); end;",
    );
    assert!(!text.contains("assert none"), "{text}");
    assert!(text.contains("a := none"), "{text}");
    // What nobody has undefined is read where it is given away, and that is a fault.
    let forgotten = model(
        "type M: 0..2; var m: M; n: boolean;
         procedure send(a: M); begin if isundefined(a) then n := true; else m := a; end; end;
         procedure nothing(); var none: M; begin send(none); end;
         startstate begin m := 0; n := false; end;
         rule \"r\" m = 0 ==> nothing(); end;",
    );
    assert!(forgotten.contains("assert none != -1"), "{forgotten}");
}

#[test]
fn a_quantifier_can_bind_several_names() {
    let found = events("rule \"r\" b & forall i: I; j: 0..1 do t[i].b != j end ==> b := false; end;");
    assert!(found.contains("(forall i in 0..2: (forall j in 0..1: t[i].b != j))"), "{found}");
}

#[test]
fn records_can_be_chosen_by_a_condition() {
    let found = events("rule \"r\" b ==> b := false; t[0] := x = 1 ? t[1] : t[2]; end;");
    assert!(found.contains("if x = 1 { t[0] := t[1] } else { t[0] := t[2] }"), "{found}");
}

#[test]
fn huge_ranges_cost_nothing() {
    let text =
        model("var x: 0..9000000000000; startstate begin x := 5; end; rule x < 9 ==> x := x + 1; end;");
    assert!(text.contains("var x: 0..9000000000000 := 5"), "{text}");
}

#[test]
fn a_rule_that_changes_nothing_is_not_possible() {
    assert_eq!(events("rule \"r\" x := 1; end;"), "event r when x != 1 do x := 1");
    assert_eq!(
        events("rule \"r\" x = 0 ==> if b then x := 1; end; end;"),
        "event r when x = 0 && b do x := 1"
    );
    assert_eq!(events("rule \"r\" x = 0 ==> y := 1; end;"), "event r when x = 0 && y != 1 do y := 1");
    let long = events("rule \"r\" y := x; x := y; end;");
    assert!(long.contains("choose { when x != "), "{long}");
}

#[test]
fn rulesets_become_indices_and_copies() {
    let found =
        events("ruleset i: I; j: 0..1 do rule \"r\" x = i ==> x := 2 - j; y := 1; t[i].b := j; end; end;");
    assert_eq!(found.lines().count(), 3, "{found}");
    assert!(found.starts_with("event `r, i = 0`[j in 0..1] when x = 0"), "{found}");
}

#[test]
fn what_has_no_value_is_looked_for_where_it_can_be() {
    let text = model(
        "type S: scalarset(2); C: enum { P, Q };
         var s: S; e: C; n: 3..5; b: boolean; full: boolean;
         startstate begin undefine s; undefine n; e := P; b := true; full := true; end;
         rule \"r\" isundefined(s) & full ==> full := false; n := 4; end;
         ruleset i: S do rule \"q\" !isundefined(n) & n = 4 ==> s := i; n := 5; end; end;",
    );
    assert!(text.contains("var s: ref S := null") && text.contains("var n: 2..5 := 2"), "{text}");
    assert!(text.contains("var b: bool := true") && text.contains("type C = { P, Q }"), "{text}");
    assert!(text.contains("event r when s = null && full do full := false, n := 4"), "{text}");
    assert!(
        text.contains("event q[i in 1..2] when !(n = 2) && sure(n != 2) && n = 4 do s := S[i], n := 5"),
        "{text}"
    );
}

#[test]
fn elements_over_a_scalarset_belong_to_its_instances() {
    let text = model(
        "type S: scalarset(3); var a: array [S] of 0..1; p: S;
         startstate begin for i: S do a[i] := 0; end; undefine p; end;
         ruleset i: S do rule \"r\" a[i] = 0 ==> a[i] := 1; p := i; end; end;
         rule \"q\" !isundefined(p) & a[p] = 1 ==> a[p] := 0; end;
         invariant \"some\" exists i: S do a[i] = 0 end | isundefined(p);",
    );
    assert!(text.contains("process S[instance in 1..3] {\n  var a: 0..1 := 0\n}"), "{text}");
    assert!(text.contains("event r[i in 1..3] when S[i].a = 0 do S[i].a := 1, p := S[i]"), "{text}");
    assert!(text.contains("p->a = 1 do p->a := 0"), "{text}");
}

#[test]
fn division_is_that_of_c() {
    let text =
        model("var x: -3..3; startstate begin x := -3 / 2; end; rule \"r\" x % 2 = -1 ==> x := x / 2; end;");
    assert!(text.contains("var x: -3..3 := -1"), "{text}");
    assert!(text.contains("(if x >= 0 then abs(x) % abs(2) else -(abs(x) % abs(2))) = -1"), "{text}");
}

#[test]
fn what_cannot_be_expressed_is_refused_with_its_place() {
    let start = "var x: 0..3; startstate begin x := 0; end;\n";
    let cases = [
        (
            "var y: array [0..7] of 0..9; rule begin while y[0] < 3 do y[0] := y[1]; end; end;",
            "2:41: a `while` that may have so many rounds cannot be expressed",
        ),
        ("rule x & 1 = 1 ==> x := 0; end;", "2:10: a number is needed here"),
        ("rule y = 1 ==> x := 0; end;", "2:6: `y` is not declared"),
        ("rule x := 1.5; end;", "2:11: real numbers cannot be expressed"),
        ("var m: multiset [0] of boolean;", "2:18: a multiset of 0 elements cannot be expressed"),
        ("var m: boolean; rule multisetadd(x, m); end;", "2:37: a multiset is needed here"),
        ("rule x := (1; end;", "2:13: expected `)`, found `;`"),
        (
            "function f(): boolean; begin return f(); end; invariant f();",
            "2:37: `f` calls itself, which cannot be expressed",
        ),
        ("rule cover x = 1; end;", "2:6: `cover` inside of a rule cannot be expressed"),
        ("rule x := true; end;", "2:6: a value of another type is needed here"),
        ("rule x := x << (x * 20); end;", "2:11: bits of such numbers (`<<`) cannot be expressed"),
        ("var y: -1..1; rule x := x & y; end;", "2:25: bits of such numbers (`&`) cannot be expressed"),
        ("var y: array [0..999] of array [0..999] of 0..1;", "2:15: this array has too many parts"),
        (
            "rule for i: 0..2000000000 do x := i; end; end;",
            "2:1: a rule becomes too large when its loops are written out",
        ),
        (
            "ruleset i: 0..2000000000; j: 0..1 do rule x := j; end; end;",
            "2:38: the rulesets around this rule have too many values",
        ),
        ("ruleset i := 0 to 3 by 0 do rule x := i; end; end;", "2:24: a step of zero never ends"),
    ];
    for (text, expected) in cases {
        assert_eq!(problem(&format!("{start}{text}")), expected);
    }
    assert_eq!(problem("var x: boolean;"), "the model has no start state");
    assert_eq!(problem("var x: boolean; /* "), "1:17: this comment is never closed");
}

#[test]
fn no_text_makes_the_reader_panic() {
    let text =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/corpora/murphi/library.m"));
    let text = text.expect("the file can be read");
    let mut random = random_numbers::Xorshift::new(23);
    let words: Vec<&str> = text.split_inclusive(|c: char| !c.is_alphanumeric()).collect();
    for _ in 0..1_000 {
        let mut changed = words.clone();
        for _ in 0..=random.below(3) {
            let (from, to) =
                (random.below(words.len() as u64) as usize, random.below(words.len() as u64) as usize);
            if random.below(2) == 0 { changed[to] = words[from] } else { changed[to] = "" }
        }
        let _ = read_murphi(&changed.concat(), "m");
    }
    let deep = format!("invariant {}true{};", "(".repeat(100_000), ")".repeat(100_000));
    assert!(read_murphi(&deep, "m").is_err());
}

/// Types have as many values as 32 bits have; whoever lists them needs more memory than there is.
#[test]
fn large_types_are_read_without_listing_their_values() {
    let text =
        model("var x: 0..4000000000; startstate x := 3; endstartstate; rule x < 9 ==> x := x + 1; endrule;");
    assert!(text.contains("var x: 0..4000000000 := 3"), "{text}");
    let start = |steps: &str| {
        format!("var x: boolean; startstate {steps} endstartstate; rule x ==> x := false; end;")
    };
    let nested = "for i: 0..4000000000 do for j: 0..4000000000 do x := true; endfor; endfor;";
    assert_eq!(problem(&start(nested)), "1:17: this start state takes too many steps");
    let asked = "x := forall i: 0..4000000000 do i >= 0 end;";
    assert_eq!(problem(&start(asked)), "1:17: this start state takes too many steps");
    let chosen = "var x: 0..4000000000; ruleset i: 0..4000000000 do startstate x := i; end; end;";
    assert!(problem(chosen).ends_with("there are more than 20000 start states"));
    let outer = "var x: boolean; startstate x := true; end;
                 ruleset i: 0..4000000000 do ruleset j: 0..1 do rule x ==> x := i = j; end; end; end;";
    assert!(problem(outer).ends_with("the rulesets around this rule have too many values"));
}

#[test]
fn messages_do_not_repeat_a_name_of_millions_of_letters() {
    let message = problem(&"a".repeat(1_000_000));
    assert!(message.len() < 2_000, "{} bytes", message.len());
}
