//! What users of other languages write first, and what helps them. Accept new output with `UPDATE_EXPECT=1 cargo test`.

use expect_test::{Expect, expect};
use language::{Overrides, load};

/// Each line is a model of its own; `⏎` ends a line of it. All findings, with their help.
#[track_caller]
fn check(models: &str, expected: Expect) {
    let mut shown = String::new();
    for model in models.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let source = model.replace("⏎ ", "\n");
        let whole = diagnostics::Source::from(&source);
        let index = diagnostics::LineIndex::new(&whole);
        shown.push_str(&format!("{model}\n"));
        for finding in load(&source, &Overrides::default()).diagnostics {
            let at = index.position(&whole, finding.at.start);
            let help = finding.help.map_or_else(String::new, |help| format!(" | {help}"));
            let code = finding.code.as_str();
            shown.push_str(&format!("  {code} {}:{} {}{help}\n", at.line, at.column, finding.message));
        }
    }
    expected.assert_eq(&shown);
}

#[test]
fn the_first_ten_minutes() {
    check(
        "var x: 0..5 process P { loc a, b  a -> b when x = 3 { x := 0 } }
         var x: 0..5 event e do x = x + 1
         var x: 0..5 ltl p: <> x = 3
         var x: 0..5 ltl p: [] x = 3
         var x: 0..5 ltl p: x = 1 -> x = 2
         var x: 0..5 ctl p: A(x = 1 U x = 2)
         process P(i in 1..2) { loc a }
         var a: array [3] of int
         const N := 3 var a: array [N] of int
         var a: array [0..2] of int := [0, 1, 2]
         var a: array [0..2] of 0..3 event e do for i in 0..2 { a[i] := 0 }
         var m: map 1..2 of int
         var x: 0..3 invariant i: sum(i in 0..3; x) > 2
         invariant i: true ⏎   )
         var x: 0..3 invariant i: x > ⏎   * 3
         var x: 0..3 invariant i: x > ⏎ event e",
        expect![[r#"
            var x: 0..5 process P { loc a, b  a -> b when x = 3 { x := 0 } }
              E002 1:53 `do` is missing before the action | write `do` before the action, `when` before a guard
            var x: 0..5 event e do x = x + 1
              W004 1:24 this compares and changes nothing; write `x := x + 1`, or `x' = x + 1` | write a condition after `when`, a check as `assert …`, a new value as `x' = …`
            var x: 0..5 ltl p: <> x = 3
              E007 1:20 `<>` is not an operator of this language | write `F`
            var x: 0..5 ltl p: [] x = 3
              E007 1:20 `[]` is not an operator of this language | write `G`
            var x: 0..5 ltl p: x = 1 -> x = 2
              E007 1:26 `->` follows a reference to one of its variables | implication is written `=>`
            var x: 0..5 ctl p: A(x = 1 U x = 2)
              E002 1:21 a path formula stands between brackets behind `A` | write `A[f U g]`
            process P(i in 1..2) { loc a }
              E002 1:10 an index stands between brackets, and there are no other parameters | write `process P[i in 1..3] { … }`, or `process P { … }`
            var a: array [3] of int
              E002 1:15 an array has a first and a last index, not a length | write `array [0..2] of …`
            const N := 3 var a: array [N] of int
              E002 1:28 an array has a first and a last index, not a length | write `array [0..N - 1] of …`
            var a: array [0..2] of int := [0, 1, 2]
            var a: array [0..2] of 0..3 event e do for i in 0..2 { a[i] := 0 }
            var m: map 1..2 of int
              E016 1:8 `map` is written differently in this language | a table is an array: `array [lo..hi] of T`
            var x: 0..3 invariant i: sum(i in 0..3; x) > 2
              E002 1:39 expected `:`, found `;` | the body stands behind a colon: `sum(i in 0..3: e)`
            invariant i: true ⏎   )
              E002 2:3 expected an item, such as `var`, `process` or `invariant`, found `)`
            var x: 0..3 invariant i: x > ⏎   * 3
              E002 2:3 expected an expression, found `*`
            var x: 0..3 invariant i: x > ⏎ event e
              E002 1:29 expected an expression, found the reserved word `event`
        "#]],
    );
}

#[test]
fn promela() {
    check(
        "byte x = 0;
         int x = 0
         bool b = false;
         var x: byte := 0
         chan c = [2] of { byte };
         mtype = { A, B }
         active proctype P() { x++ }
         var x: 0..3 event e do x++
         var x: 0..3 event e do x += 1
         var x: 0..3 event e do if :: x > 0 -> x := 1 :: else -> skip fi
         var x: 0..3 event e do do :: x := 1 od
         process P { loc a  a -> a do goto b }
         var x: 0..3 event e do atomic { x := 1 }
         var x: 0..3 event e do printf(x)
         var x: 0..3 ltl p { [] x < 3 }
         var x: 0..3 ltl p: []<>(x = 2)
         var x: 0..3 invariant i: x == 1 ? true : false
         #define N 3",
        expect![[r#"
            byte x = 0;
              E016 1:1 `byte` is written differently in this language | a variable is declared with `var` and its type behind it: `var x: 0..255 := 0`
            int x = 0
              E016 1:1 `int` is written differently in this language | a variable is declared with `var` and its type behind it: `var x: int := 0`
            bool b = false;
              E016 1:1 `bool` is written differently in this language | a variable is declared with `var` and its type behind it: `var x: int := 0`
            var x: byte := 0
              E016 1:8 `byte` is written differently in this language | write `0..255`, or a smaller range
            chan c = [2] of { byte };
              E016 1:1 `chan` is written differently in this language | a channel is a queue, `var c: fifo 3 of T`, with `c ! e` and `c ? x`; for a rendezvous, `sync b` with `b!` and `b?`
            mtype = { A, B }
              E002 1:1 expected an item, such as `var`, `process` or `invariant`, found `mtype`
            active proctype P() { x++ }
              E016 1:1 `active` is written differently in this language | a process is `process P { loc a, b  a -> b when g do x := 1 }`, and `process P[i in 1..3] { … }` are three
            var x: 0..3 event e do x++
              E007 1:25 `++` is not an operator of this language | write `x := x + 1`
            var x: 0..3 event e do x += 1
              E007 1:26 `+=` is not an operator of this language | write `x := x + 1`
            var x: 0..3 event e do if :: x > 0 -> x := 1 :: else -> skip fi
              E002 1:27 expected `{` or `then`, found `:` | branches are `choose { when g do a } or { when h do b }`, or `if c { a } else { b }`
            var x: 0..3 event e do do :: x := 1 od
              E016 1:24 `do` is written differently in this language | there are no loops inside an action: a loop is an edge back to its location, `a -> a when x < 3 do x := x + 1`
            process P { loc a  a -> a do goto b }
              E016 1:30 `goto` is written differently in this language | a process goes to another location by its edge: `a -> b do …`
            var x: 0..3 event e do atomic { x := 1 }
              E016 1:24 `atomic` is written differently in this language | steps stand between braces, and a transition is atomic: `do { a; b }`, or `do a, b` for both at once
            var x: 0..3 event e do printf(x)
              E016 1:24 `printf` is written differently in this language | nothing is printed: counterexamples show all variables
            var x: 0..3 ltl p { [] x < 3 }
              E002 1:19 expected `:` behind the property's name, found `{` | a property has a name: `invariant small: x <= 3`
            var x: 0..3 ltl p: []<>(x = 2)
              E007 1:20 `[]` is not an operator of this language | write `G`
              E007 1:22 `<>` is not an operator of this language | write `F`
            var x: 0..3 invariant i: x == 1 ? true : false
              E002 1:33 expected an item, such as `var`, `process` or `invariant`, found `?` | a choice between values is `if c then a else b`
            #define N 3
              E001 1:1 the character `#` has no meaning here | a constant is `const N := 3`, a definition `let f(a) = e`
        "#]],
    );
}

#[test]
fn tla_plus_and_pluscal() {
    check(
        "---- MODULE M ---- ⏎ EXTENDS Naturals ⏎ VARIABLES x ⏎ Init == x = 0 ⏎ Next == x' = x + 1
         var x: 0..3 invariant i: x < 3 /\\ x > 0 \\/ ~(x = 2)
         var x: 0..3 invariant i: x # 2
         var x: 0..3 invariant i: \\A k \\in 0..3: x # k
         var x: 0..3 invariant i: TRUE
         var x: 0..3 ltl p: x = 1 ~> x = 2
         CONSTANTS N
         (* a comment *) ⏎ invariant i: true
         var x: 0..3 event e do x' = 1 && UNCHANGED x
         var x: 0..3 event e do either { x := 1 } or { x := 2 }
         var x: 0..3 event e do while x < 3 { x := x + 1 }
         var x: 0..3 event e await x > 0
         var x: 0..3 event e do x' := 1",
        expect![[r#"
            ---- MODULE M ---- ⏎ EXTENDS Naturals ⏎ VARIABLES x ⏎ Init == x = 0 ⏎ Next == x' = x + 1
              E016 1:1 `--` begins no comment | comments are `// …` and `/* … */`
              E016 2:1 `EXTENDS` is written differently in this language | nothing needs to be extended: integers, arrays and quantifiers are built in
              E016 3:1 `VARIABLES` is written differently in this language | a variable is declared with `var` and its type behind it: `var x: 0..255 := 0`
              E016 4:1 `Init` is written differently in this language | a definition is `let f = e`; initial states are `init e`, and steps are events: `event e when g do a`
              E016 5:1 `Next` is written differently in this language | a definition is `let f = e`; initial states are `init e`, and steps are events: `event e when g do a`
            var x: 0..3 invariant i: x < 3 /\ x > 0 \/ ~(x = 2)
              E007 1:32 `/\` is not an operator of this language | write `&&`
              E007 1:41 `\/` is not an operator of this language | write `||`
              E007 1:44 `~` is not an operator of this language | write `!`
            var x: 0..3 invariant i: x # 2
              E001 1:28 the character `#` has no meaning here | "not equal" is written `!=`
            var x: 0..3 invariant i: \A k \in 0..3: x # k
              E007 1:26 `\A` is not an operator of this language | write `forall`
              E007 1:31 `\in` is not an operator of this language | write `in`
              E001 1:43 the character `#` has no meaning here | "not equal" is written `!=`
            var x: 0..3 invariant i: TRUE
              E101 1:26 `TRUE` is not declared | write `true`
            var x: 0..3 ltl p: x = 1 ~> x = 2
              E007 1:26 `~>` is not an operator of this language | write `G (p => F q)` in `ltl`, `AG (p => AF q)` in `ctl`
            CONSTANTS N
              E016 1:1 `CONSTANTS` is written differently in this language | a constant is `const N := 3`, one for all its values `param N: nat`
            (* a comment *) ⏎ invariant i: true
              E016 1:1 `(*` begins no comment | comments are `// …` and `/* … */`
            var x: 0..3 event e do x' = 1 && UNCHANGED x
              E016 1:34 `UNCHANGED` is written differently in this language | leave it out: what an action does not mention keeps its value
            var x: 0..3 event e do either { x := 1 } or { x := 2 }
              E016 1:24 `either` is written differently in this language | branches are `choose { a } or { b }`, or `if c { a } else { b }`
            var x: 0..3 event e do while x < 3 { x := x + 1 }
              E016 1:24 `while` is written differently in this language | there are no loops inside an action: a loop is an edge back to its location, `a -> a when x < 3 do x := x + 1`
            var x: 0..3 event e await x > 0
              E016 1:21 `await` is written differently in this language | a guard is written with `when`
            var x: 0..3 event e do x' := 1
              E303 1:24 an assignment names the variable without a prime | `x := e` assigns; `x' = e` is a relation
        "#]],
    );
}

#[test]
fn smv() {
    check(
        "MODULE main ⏎ VAR x : boolean; ⏎ ASSIGN init(x) := FALSE; ⏎   next(x) := !x; ⏎ SPEC AG x
         var x: boolean
         var b: bool event e do next(b) := !b
         var b: bool event e do b' = next(b)
         var x: 0..3 invariant i: case x = 1 : TRUE; TRUE : FALSE; esac
         var b, c: bool invariant i: b & c | !c
         var b, c: bool invariant i: b <-> c
         var b, c: bool invariant i: b -> c
         var b: bool ctl p: AG (b -> AF !b)
         LTLSPEC G x
         FAIRNESS running
         var x: {0, 1, 2}
         -- a comment ⏎ invariant i: true",
        expect![[r#"
            MODULE main ⏎ VAR x : boolean; ⏎ ASSIGN init(x) := FALSE; ⏎   next(x) := !x; ⏎ SPEC AG x
              E016 1:1 `MODULE` is written differently in this language | a model begins with `model Name`, or directly with its declarations
              E016 2:1 `VAR` is written differently in this language | a variable is declared with `var` and its type behind it: `var x: 0..255 := 0`
              E016 3:1 `ASSIGN` is written differently in this language | initial values stand in `var x: T := e` and `init e`; steps are `event e when g do x := …`
              E011 3:16 `init` states a condition | compare with `=`: `init x = 0`; or give the value where the variable is declared
              E016 4:3 `next` is written differently in this language | initial values stand in `var x: T := e` and `init e`; steps are `event e when g do x := …`
              E016 5:1 `SPEC` is written differently in this language | properties are `invariant name: e`, `reachable name: e`, `ctl name: AG …` and `ltl name: G …`
            var x: boolean
              E101 1:8 there is no type `boolean` | did you mean `bool`?
            var b: bool event e do next(b) := !b
              E016 1:24 `next` is written differently in this language | a new value is assigned with `x := e`, or stands in a relation as `x'`
            var b: bool event e do b' = next(b)
              E016 1:29 `next` is written differently in this language | the new value of `x` is `x'`, in a relation behind `do`
            var x: 0..3 invariant i: case x = 1 : TRUE; TRUE : FALSE; esac
              E016 1:26 `case` is written differently in this language | a choice between values is `if c then a else b`
            var b, c: bool invariant i: b & c | !c
              E007 1:31 `&` is not an operator of this language | write `&&`
              E007 1:35 `|` is not an operator of this language | write `||`
            var b, c: bool invariant i: b <-> c
              E007 1:31 `<->` is not an operator of this language | write `<=>`
            var b, c: bool invariant i: b -> c
              E007 1:29 `->` follows a reference to one of its variables, and this is a Boolean | implication is written `=>`
            var b: bool ctl p: AG (b -> AF !b)
              E007 1:26 `->` follows a reference to one of its variables | implication is written `=>`
            LTLSPEC G x
              E016 1:1 `LTLSPEC` is written differently in this language | properties are `invariant name: e`, `reachable name: e`, `ctl name: AG …` and `ltl name: G …`
            FAIRNESS running
              E016 1:1 `FAIRNESS` is written differently in this language | fairness is `fair P`, `strong P`, `justice e` or `compassion (e, f)`
            var x: {0, 1, 2}
              E002 1:9 expected a member, found `0` | numbers are a range: `lo..hi`; some of them, `var x: lo..hi in {0, 2}`
            -- a comment ⏎ invariant i: true
              E016 1:1 `--` begins no comment | comments are `// …` and `/* … */`
        "#]],
    );
}

#[test]
fn murphi() {
    check(
        "rule \"inc\" x < 3 ==> begin x := x + 1 end
         startstate x := 0 end
         type T: 0..3
         var x: 0..3 event e do begin x := x + 1 end
         var a: array [0..2] of 0..3 invariant i: forall i : 0..2 do a[i] = 0 end
         var x: 0..3 event e do for (i = 0; i < 3; i++) { x := i }
         var b, c: bool invariant i: b and c or not c
         const N: 3",
        expect![[r#"
            rule "inc" x < 3 ==> begin x := x + 1 end
              E016 1:1 `rule` is written differently in this language | a rule is `event name when guard do action`, for each index `event name[i in 1..3] …`; a start state is `init e`
              E007 1:18 `==>` is not an operator of this language | write `=>`
            startstate x := 0 end
              E016 1:1 `startstate` is written differently in this language | a rule is `event name when guard do action`, for each index `event name[i in 1..3] …`; a start state is `init e`
            type T: 0..3
              E002 1:7 expected `=`, found `:`
            var x: 0..3 event e do begin x := x + 1 end
              E016 1:24 `begin` is written differently in this language | steps stand between braces, and a transition is atomic: `do { a; b }`, or `do a, b` for both at once
            var a: array [0..2] of 0..3 invariant i: forall i : 0..2 do a[i] = 0 end
              E002 1:51 expected `in`, found `:` | a bound name has a domain: `i in 1..3`, or a type
            var x: 0..3 event e do for (i = 0; i < 3; i++) { x := i }
              E016 1:24 `for` is written differently in this language | for all indices at once, write `for i in 0..2 { a[i] := 0 }`; one after the other, `event e[i in 0..2] …`
            var b, c: bool invariant i: b and c or not c
              E007 1:31 `and` is not an operator of this language | write `&&`
              E007 1:37 `or` is not an operator of this language | write `||`
              E007 1:40 `not` is not an operator of this language | write `!`
            const N: 3
              E002 1:8 expected `:=`, found `:` | a constant has no type, only a value: `const N := 3`
        "#]],
    );
}

#[test]
fn uppaal() {
    check(
        "var x: int[0,5] := 0
         var x: 0..3 ctl p: A<> x = 3
         var x: 0..3 ctl p: E[] x = 3
         var x: 0..3 ltl p: x = 1 --> x = 2
         clock t;
         process P { state a, b; init a; trans a -> b; }
         process P { loc a, b  a -> b guard true }
         process P { loc a, b ⏎ a --> b }
         var x: 0..3 process P { loc a, b  a -> b [x = 1] }
         const int N = 3",
        expect![[r#"
            var x: int[0,5] := 0
              E002 1:11 expected an item, such as `var`, `process` or `invariant`, found `[` | a range of integers is written `lo..hi`
            var x: 0..3 ctl p: A<> x = 3
              E007 1:20 `A<>` is not an operator of this language | write `AF`
            var x: 0..3 ctl p: E[] x = 3
              E007 1:20 `E[]` is not an operator of this language | write `EG`
            var x: 0..3 ltl p: x = 1 --> x = 2
              E007 1:26 `-->` is not an operator of this language | write `G (p => F q)` in `ltl`, `AG (p => AF q)` in `ctl`
            clock t;
              E004 1:1 `clock` is not supported yet | this word is reserved for a later version of the language
            process P { state a, b; init a; trans a -> b; }
              E016 1:13 `state` is written differently in this language | locations are `loc a, b`; the first is the start
              E016 1:33 `trans` is written differently in this language | an edge is `a -> b when guard do action`
            process P { loc a, b  a -> b guard true }
              E016 1:30 `guard` is written differently in this language | a guard is written with `when`
            process P { loc a, b ⏎ a --> b }
              E007 2:3 `-->` is not an operator of this language | an edge is written `->`
            var x: 0..3 process P { loc a, b  a -> b [x = 1] }
              E016 1:42 `[` is written differently in this language | a guard is written with `when`, an action with `do`
            const int N = 3
              E002 1:7 expected the name of the constant, found the reserved word `int`
        "#]],
    );
}

#[test]
fn alloy_and_others() {
    check(
        "sig Node { next: lone Node }
         process P[i in 1..2] { loc a } invariant i: all (P at a)
         enum { A, B } x;
         var x: enum { A, B }
         var x: string
         var x: 0..3 event e when x > 0 then x := 1
         var x: 0..3 event e when x > 0; do x := 1
         var x: 0..3 event e: x := 1
         var x: 0..3 ltl p: always x < 3
         var x: 0..3 ltl p: eventually x < 3
         assert x < 3
         spec AG x = 1",
        expect![[r#"
            sig Node { next: lone Node }
              E016 1:1 `sig` is written differently in this language | objects are a process array, `process Node[i in 1..3] { var next: ref Node }`; facts are `init e`
            process P[i in 1..2] { loc a } invariant i: all (P at a)
              E016 1:45 `all` is written differently in this language | write `forall x in 1..3: e`, or `forall p in P: e` over a process array
            enum { A, B } x;
              E016 1:1 `enum` is written differently in this language | an enumeration is `type T = { A, B }`
            var x: enum { A, B }
              E016 1:8 `enum` is written differently in this language | write the members alone: `var x: { A, B }`
            var x: string
              E016 1:8 `string` is written differently in this language | write an enumeration: `{ A, B }`
            var x: 0..3 event e when x > 0 then x := 1
              E002 1:32 `then` has nothing to belong to | an action is written with `do`: `event e when g do a`
            var x: 0..3 event e when x > 0; do x := 1
              E002 1:33 `do` has nothing to belong to | the `;` before it has ended the edge or event; leave the `;` out
            var x: 0..3 event e: x := 1
              E002 1:20 `do` is missing before the action | write `do` before the action, `when` before a guard
            var x: 0..3 ltl p: always x < 3
              E016 1:20 `always` is written differently in this language | write `G` in `ltl`, `AG` in `ctl`
            var x: 0..3 ltl p: eventually x < 3
              E016 1:20 `eventually` is written differently in this language | write `F` in `ltl`, `AF` or `EF` in `ctl`
            assert x < 3
              E016 1:1 `assert` is written differently in this language | what holds in all states is a property: `invariant name: e`
            spec AG x = 1
              E016 1:1 `spec` is written differently in this language | properties are `invariant name: e`, `reachable name: e`, `ctl name: AG …` and `ltl name: G …`
        "#]],
    );
}

#[test]
fn none_of_these_words_is_reserved() {
    check(
        "var next, all, case, always, byte, rule: 0..3 invariant i: next - 1 < all && case + always > byte * rule
         process P { loc from, state, rule  from -> state  state -> rule  guard: rule -> from }
         type byte = 0..255 var x: byte := 0 invariant i: x >= 0
         var p: ref P process P[i in 1..2] { var on: bool loc a } invariant i: p != null => p->on || p at a",
        expect![[r#"
            var next, all, case, always, byte, rule: 0..3 invariant i: next - 1 < all && case + always > byte * rule
            process P { loc from, state, rule  from -> state  state -> rule  guard: rule -> from }
            type byte = 0..255 var x: byte := 0 invariant i: x >= 0
            var p: ref P process P[i in 1..2] { var on: bool loc a } invariant i: p != null => p->on || p at a
        "#]],
    );
}
