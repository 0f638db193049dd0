//! The services, one by one, on small texts; `$` marks the place that is asked about.

use expect_test::{Expect, expect};
use language_server::{
    Analysis, CompletionKind, all_findings, apply, colours, complete, definition, findings, folds,
    format_edits, hints, hover, lenses, outline, references, rename, signature,
};

/// A text without its mark, and where the mark stood.
fn marked(text: &str) -> (String, usize) {
    let at = text.find('$').expect("the text has a mark");
    (text.replacen('$', "", 1), at)
}

const TICKET: &str = "/// Tickets, in order.
model Ticket

/// How many clients there are.
const N := 1 + 1
const limit := 4

var next, served: int               // the next free ticket, the ticket being served
init next = served

let waits(p) = p at wait

process Client[i in 1..N] {
  var ticket: int
  /// Where a client is.
  loc think, wait, crit

  enter: think -> wait  do ticket := next, next := next + 1
  wait  -> crit  when ticket <= served
  crit  -> think do served := served + 1
}

fair Client.enter
@expect(holds) invariant mutex: count(Client at crit) <= 1
@expect(holds) ctl live: AG (waits(Client[1]) => AF Client[1] at crit)
";

/// The ticket lock with a mark before the first occurrence of a text.
fn ticket(before: &str) -> (Analysis, usize) {
    let at = TICKET.find(before).expect("the model has this text");
    (Analysis::new(TICKET), at)
}

fn position(analysis: &Analysis, offset: u32) -> String {
    let position = analysis.lines().position(analysis.source(), offset);
    format!("{}:{}", position.line, position.column)
}

#[track_caller]
fn hovers(before: &str, expected: Expect) {
    let (analysis, at) = ticket(before);
    expected.assert_eq(&hover(&analysis, at).map_or("nothing".to_owned(), |hover| hover.markdown));
}

#[test]
fn hovering_shows_declarations() {
    hovers(
        "N] {",
        expect![[r#"
        ```fathom
        const N := 1 + 1
        ```

        value 2

        How many clients there are."#]],
    );
    hovers(
        "ticket <= served",
        expect![[r#"
        ```fathom
        var ticket: int
        ```

        of `Client`"#]],
    );
    hovers(
        "wait  -> crit",
        expect![[r#"
        ```fathom
        loc wait
        ```

        location of `Client`

        Where a client is."#]],
    );
    hovers(
        "Client at crit",
        expect![[r#"
        ```fathom
        process Client[i in 1..N]
        ```

        2 instances"#]],
    );
    hovers(
        "waits(Client",
        expect![[r#"
        ```fathom
        let waits(p) = p at wait
        ```"#]],
    );
    hovers(
        "p at wait",
        expect![[r#"
            ```fathom
            p
            ```

            parameter of `waits`"#]],
    );
    hovers(
        "i in 1..N",
        expect![[r#"
        ```fathom
        i in 1..N
        ```

        index of `Client`, 1 to 2"#]],
    );
    hovers(
        "enter: think",
        expect![[r#"
        ```fathom
        enter: think -> wait do ticket := next, next := next + 1
        ```

        label of `Client`"#]],
    );
    hovers(
        "mutex",
        expect![[r#"
        ```fathom
        @expect(holds) invariant mutex: count(Client at crit) <= 1
        ```"#]],
    );
    hovers(
        "count(",
        expect![[r#"
        ```fathom
        count(i in lo..hi: e)
        ```

        For how many values of a name a condition is true; `count(P at L)` counts processes at a location."#]],
    );
    hovers("AF ", expect!["On all paths, eventually."]);
    hovers(
        "fair",
        expect![
            "Weak fairness: what can move for ever from some point on does move infinitely often. Concerns `ctl` and `ltl`."
        ],
    );
    hovers("<= served", expect!["nothing"]);
}

#[track_caller]
fn goes_to(before: &str, expected: Expect) {
    let (analysis, at) = ticket(before);
    let show = |places: Vec<language_server::Place>| {
        let all = places.iter().map(|place| position(&analysis, place.span.start));
        all.collect::<Vec<_>>().join(" ")
    };
    let (declared, used) = (definition(&analysis, at), references(&analysis, at, false));
    expected.assert_eq(&format!("declared {}, used {}", show(declared), show(used)));
}

#[test]
fn names_lead_to_their_declarations() {
    goes_to("ticket <=", expect!["declared 14:7, used 18:28 19:23"]);
    goes_to("N] {", expect!["declared 5:7, used 13:24"]);
    goes_to("wait\n\nprocess", expect!["declared 16:14, used 11:21 18:19 19:3"]);
    goes_to("Client.enter", expect!["declared 13:9, used 23:6 24:39 25:36 25:53"]);
    goes_to("enter\n@", expect!["declared 18:3, used 23:13"]);
    goes_to("p at wait", expect!["declared 11:11, used 11:16"]);
    goes_to("// the next", expect!["declared , used "]);
}

#[track_caller]
fn offers(text: &str, expected: Expect) {
    let (text, at) = marked(text);
    let found = complete(&Analysis::new(text), at);
    let names = found.iter().filter(|one| one.kind != CompletionKind::Form);
    let names: Vec<&str> = names.map(|one| one.label.as_str()).collect();
    let forms = found.iter().filter(|one| one.kind == CompletionKind::Form).count();
    let forms = if forms == 0 { String::new() } else { format!("; {forms} forms") };
    expected.assert_eq(&format!("{}{forms}", names.join(" ")));
}

/// A model that is broken off at the mark.
fn client(rest: &str) -> String {
    format!(
        "const N := 2  type Phase = {{ red, green }}  var phase: Phase  broadcast all  sync b
         let near(p, q) = p = q
         process Client[i in 1..N] {{
           var ticket: int  var next: ref Client
           loc think, wait
           enter: think -> wait {rest}"
    )
}

#[test]
fn completion_knows_what_belongs_where() {
    offers(
        &client("when $"),
        expect![
            "i next ticket phase N near Client green red abs count index max min reach sum exists false forall if null self true"
        ],
    );
    offers(
        &client("when phase = $"),
        expect![
            "phase green red i next ticket N near Client abs count index max min reach sum exists false forall if null self true"
        ],
    );
    offers(&client("when next->$"), expect!["next ticket"]);
    offers(&client("when Client[1] at $"), expect!["think wait"]);
    offers(
        &client("do ticket := $"),
        expect![
            "i ticket N next phase near Client green red abs count index max min reach sum any exists false forall if null self true"
        ],
    );
    offers(
        &client("do $"),
        expect![
            "i next ticket phase N near Client green red abs count index max min reach sum assert choose exists false forall if null self skip true"
        ],
    );
    offers(&client("sync $"), expect!["all b"]);
    offers(&client("sync a$!!"), expect!["all"]);
    offers(&client("$"), expect!["do sync when"]);
    offers(&client("when ticket = 1 $"), expect!["at do in sync"]);
    offers(&client("\n $"), expect!["think wait do sync when; 9 forms"]);
    offers(&client("}\n var x: $"), expect!["Phase array bool int nat ref"]);
    offers(&client("}\n var x: ref $"), expect!["Client"]);
    offers(&client("}\n fair $"), expect!["Client"]);
    offers(&client("}\n fair Client.$"), expect!["enter"]);
    offers(&client("}\n invariant a: count($"), expect!["Client"]);
    offers(&client("}\n invariant a: count(Client at $"), expect!["think wait"]);
    offers(&client("}\n invariant $"), expect!["deadlock_free no_faults"]);
    offers(&client("}\n @$"), expect!["expect"]);
    offers(&client("}\n @expect($"), expect!["holds unknown violated"]);
    offers(&client("}\n @expect(holds) $"), expect!["bound ctl invariant ltl reachable"]);
    offers(
        &client("}\n ctl live: AG (phase = red => $"),
        expect![
            "phase N near Client green red abs count index max min reach sum A AF AG AX E EF EG EX R U W exists false forall if null true"
        ],
    );
    offers(&client("}\n invariant a: reach(Client[1], $"), expect!["next"]);
    offers(
        &client("}\n invariant a: forall k in 1..N: Client[$"),
        expect![
            "k N phase near Client green red abs count index max min reach sum exists false forall if null true"
        ],
    );
    offers(&client("}\n invariant a: forall k in $"), expect!["Client Phase array bool int nat ref"]);
    offers(&client("}\n const $"), expect![[r#""#]]);
    offers(&client("}\n $"), expect!["; 24 forms"]);
    offers(&client("}\n // $"), expect![[r#""#]]);
    offers("$", expect!["; 24 forms"]);
}

#[test]
fn completion_replaces_the_word_that_was_begun() {
    let (text, at) = marked("var ticket: int\ninvariant a: tick$ > 0");
    let found = complete(&Analysis::new(text.clone()), at);
    let first = found.first().expect("something is offered");
    assert_eq!((first.label.as_str(), &text[first.replaces.range()]), ("ticket", "tick"));
}

#[track_caller]
fn renames(text: &str, new: &str, expected: Expect) {
    let (text, at) = marked(text);
    let analysis = Analysis::new(text.clone());
    expected.assert_eq(&match rename(&analysis, at, new) {
        Ok(edits) => apply(&text, &edits),
        Err(reason) => format!("refused: {reason}"),
    });
}

#[test]
fn renaming_keeps_the_meaning() {
    renames(
        "var $x: int := 0\ninvariant a: x = 0",
        "y",
        expect![[r#"
        var y: int := 0
        invariant a: y = 0"#]],
    );
    renames(
        "var $x: int := 0\ninvariant a: x = 0",
        "place 1",
        expect![[r#"
        var `place 1`: int := 0
        invariant a: `place 1` = 0"#]],
    );
    renames(
        "var $x: int := 0\ninvariant a: x = 0",
        "at",
        expect![[r#"
        var `at`: int := 0
        invariant a: `at` = 0"#]],
    );
    renames(
        "var $x: int, var y: int",
        "z",
        expect![
            "refused: parts of the text cannot be read, so uses may be missed: expected an item, such as `var`, `process` or `invariant`, found `,`"
        ],
    );
    renames("var $x, y: int", "y", expect!["refused: `y` is not possible: `y` is declared twice"]);
    renames(
        "var x: int  var $y: int  invariant a: forall x in 1..2: y = x",
        "x",
        expect!["refused: `x` is not possible: `x` is declared twice"],
    );
    renames(
        "var x: int  invariant a: forall $k in 1..2: k = x",
        "x",
        expect!["refused: `x` is taken: some name would stand for something else"],
    );
    renames(
        "var x: int  invariant a: forall $k in 1..2: k = 1",
        "x",
        expect!["var x: int  invariant a: forall x in 1..2: x = 1"],
    );
    renames(
        "var l: { $A, B }  var m: { B, A }  invariant a: l = A",
        "C",
        expect!["var l: { C, B }  var m: { B, C }  invariant a: l = C"],
    );
    renames(
        "var l: { $A, B }  var m: { C, B }  invariant a: l = A",
        "C",
        expect!["refused: `C` is taken: some name would stand for something else"],
    );
}

#[test]
fn fields_are_renamed_with_all_records_that_are_the_same() {
    // The first `a` is a field of two types that are one, the last one is a variable.
    const RECORDS: &str =
        "type M = record { $a: 0..1, b: bool }  var m: M  var n: record { a: 0..1, b: bool }  var a: bool
         event e when m.a = 1 do { n.a := 0; m := M{a: n.a, b: a} }";
    renames(
        RECORDS,
        "kind",
        expect![[r#"
            type M = record { kind: 0..1, b: bool }  var m: M  var n: record { kind: 0..1, b: bool }  var a: bool
                     event e when m.kind = 1 do { n.kind := 0; m := M{kind: n.kind, b: a} }"#]],
    );
    renames(RECORDS, "b", expect!["refused: `b` is not possible: `b` is declared twice"]);
    renames(
        "type M = record { $a: 0..1 }  type N = record { b: 0..1 }  var m: M  var n: N",
        "b",
        expect!["refused: `b` is taken: some name would stand for something else"],
    );
    renames(
        "process P { var x: bool  loc l }  var m: record { $x: bool }  let f(p) = p.x  invariant i: f(P) || f(m)",
        "y",
        expect![
            "refused: in some definition this name stands for `P.x` and `x`, so that one of them cannot be renamed alone"
        ],
    );
}

#[test]
fn fields_say_what_they_are() {
    let (text, at) = marked("var m: record { kind: { req, ack }, data: 0..3 }\ninvariant i: m.$kind = req");
    let found = hover(&Analysis::new(text.clone()), at).expect("it is known");
    expect![[r#"
        ```fathom
        kind: { req, ack }
        ```

        field of a record"#]]
    .assert_eq(&found.markdown);
    offers("var m: record { kind: { req, ack }, data: 0..3 }\ninvariant i: m.$", expect!["data kind"]);
    let tokens: Vec<_> =
        colours(&Analysis::new(text)).into_iter().map(|one| format!("{:?}", one.kind)).collect();
    assert_eq!(tokens.iter().filter(|kind| kind.contains("Field")).count(), 3, "{tokens:?}");
}

#[test]
fn renaming_is_refused_where_the_meaning_would_change() {
    renames(
        "process P { loc $a, b  a -> b }  invariant i: P at a",
        "b",
        expect!["refused: `b` is not possible: `b` is declared twice"],
    );
    renames(
        "process P { loc $a, b  a -> b }  invariant i: P at a",
        "c",
        expect!["process P { loc c, b  c -> b }  invariant i: P at c"],
    );
    renames(
        "process P { loc l  $a: l -> l  b: l -> l  a: l -> l }  fair P.a",
        "b",
        expect!["refused: `b` is taken: some name would stand for something else"],
    );
    renames(
        "process P { loc l  $a: l -> l  b: l -> l  a: l -> l }  fair P.a",
        "c",
        expect!["process P { loc l  c: l -> l  b: l -> l  c: l -> l }  fair P.c"],
    );
    renames(
        "process P { var $x: int loc l } process Q { var x: int loc l }
         let f(p) = p.x = 0  invariant i: f(P) && f(Q)",
        "y",
        expect![
            "refused: in some definition this name stands for `P.x` and `Q.x`, so that one of them cannot be renamed alone"
        ],
    );
    renames("invariant $\"P-01\": true", "P 02", expect![[r#"invariant "P 02": true"#]]);
    renames(
        "invariant $deadlock_free",
        "safe",
        expect!["refused: `deadlock_free` is predefined: its name is its meaning"],
    );
    renames(
        "invariant $safe: true",
        "no_faults",
        expect!["refused: `no_faults` is not possible: `no_faults` is a predefined invariant"],
    );
    renames(
        "var $x: int := ",
        "y",
        expect![
            "refused: parts of the text cannot be read, so uses may be missed: expected an expression, found the end of the file"
        ],
    );
    renames("var x: int $= 0", "y", expect!["refused: there is no name here"]);
    renames(
        "var $x: int := 0",
        "a`b",
        expect!["refused: a name has at least one character, and no quotation marks or line breaks"],
    );
    renames(
        "process P[i in 1..2] { var x: int loc l } var $y: int",
        "P[1].x",
        expect!["refused: `P[1].x` is not possible: it looks like the name of something else in traces"],
    );
    renames(
        "var `$x`: int  invariant i: x = 0 && `x` = 0",
        "y",
        expect!["var `y`: int  invariant i: y = 0 && `y` = 0"],
    );
    renames(
        "let f($a, b) = a = b  var x: int  invariant i: f(x, 1)",
        "b",
        expect!["refused: `b` is not possible: `b` is declared twice"],
    );
    renames(
        "let f($a, b) = a = b  var x: int  invariant i: f(x, 1)",
        "x",
        expect!["let f(x, b) = x = b  var x: int  invariant i: f(x, 1)"],
    );
}

#[track_caller]
fn mends(text: &str, expected: Expect) {
    let analysis = Analysis::new(text);
    let mut shown = String::new();
    for finding in findings(&analysis) {
        shown.push_str(&format!("{}: {}\n", finding.code.as_str(), finding.message));
        for fix in finding.fixes {
            let edits = fix.edits.into_iter().map(|(span, text)| language_server::Edit { span, text });
            let mended = apply(text, &edits.collect::<Vec<_>>());
            shown.push_str(&format!("  {}: {}\n", fix.title, mended.replace('\n', " | ")));
        }
    }
    expected.assert_eq(&shown);
}

#[test]
fn findings_come_with_changes_that_mend_them() {
    mends(
        "var count_of: int := 0\ninvariant a: cuont_of = 0",
        expect![[r#"
        E101: `cuont_of` is not declared
          write `count_of`: var count_of: int := 0 | invariant a: count_of = 0
          declare `const cuont_of`: var count_of: int := 0 | const cuont_of := 1 |  | invariant a: cuont_of = 0
          declare `var cuont_of`: var count_of: int := 0 | var cuont_of: int := 0 |  | invariant a: cuont_of = 0
    "#]],
    );
    mends(
        "invariant a: true and false",
        expect![[r#"
        E007: `and` is not an operator of this language
          write `&&`: invariant a: true && false
    "#]],
    );
    mends(
        "const N = 3",
        expect![[r#"
        E011: a constant gets its value with `:=`
          write `:=`: const N := 3
    "#]],
    );
    mends(
        "var at: int",
        expect![[r#"
        E003: `at` is a reserved word
          write ``at``: var `at`: int
    "#]],
    );
    mends(
        "var x: int invariant a: (x = 1",
        expect![[r#"
        E012: expected `)`, found the end of the file
          write `)`: var x: int invariant a: (x = 1)
    "#]],
    );
    mends(
        "process P { loc a  a -> b }",
        expect![[r#"
        E107: `P` has no location `b`
          declare the location `b`: process P { loc a, b  a -> b }
    "#]],
    );
    mends(
        "process P { loc a  a -> a sync go! }\nsync other",
        expect![[r#"
        E101: there is no synchronisation `go`
          declare `sync go`: sync go |  | process P { loc a  a -> a sync go! } | sync other
    "#]],
    );
    mends(
        "/// Doc.\ninvariant a: missing_thing = 1",
        expect![[r#"
        E101: `missing_thing` is not declared
          declare `const missing_thing`: const missing_thing := 1 |  | /// Doc. | invariant a: missing_thing = 1
          declare `var missing_thing`: var missing_thing: int := 0 |  | /// Doc. | invariant a: missing_thing = 1
    "#]],
    );
    mends(
        "var x: Phase",
        expect![[r#"
        E101: there is no type `Phase`
          declare `type Phase`: type Phase = { A, B } |  | var x: Phase
    "#]],
    );
    mends(
        "process P[i in 1..2] { loc a }  var x: P",
        expect![[r#"
        E101: there is no type `P`
          write `ref P`: process P[i in 1..2] { loc a }  var x: ref P
    "#]],
    );
    mends(
        "var x: int  ltl a: AG x = 1",
        expect![[r#"
        E402: `AG` belongs to `ctl`, and this is a formula of `ltl`
          write `G`: var x: int  ltl a: G x = 1
    "#]],
    );
    mends(
        "var x: int  ctl a: G x = 1",
        expect![[r#"
        E402: `G` belongs to `ltl`, and this is a formula of `ctl`
          write `AG`: var x: int  ctl a: AG x = 1
          write `EG`: var x: int  ctl a: EG x = 1
    "#]],
    );
    mends(
        "var x: int  event e do x' := 1",
        expect![[r#"
        E303: an assignment names the variable without a prime
          leave the prime out: var x: int  event e do x := 1
    "#]],
    );
    mends(
        "var x: bool := True",
        expect![[r#"
        E101: `True` is not declared
          write `true`: var x: bool := true
    "#]],
    );
    mends(
        "}",
        expect![[r#"
        E012: this `}` closes nothing
          remove `}`: 
    "#]],
    );
    mends(
        "event e when true x := 1  var x: int",
        expect![[r#"
        E002: `do` is missing before the action
          write `do`: event e when true do x := 1  var x: int
    "#]],
    );
}

#[test]
fn all_findings_are_those_of_a_check() {
    let text = "var x: 0..3 := 0\nevent e do x := 5";
    let analysis = Analysis::new(text);
    assert!(findings(&analysis).is_empty(), "what the type excludes shows when actions are expanded");
    let all: Vec<_> = all_findings(&analysis).into_iter().map(|finding| finding.message).collect();
    expect!["5 is outside of the type `0..3`"].assert_eq(&all.join("\n"));
}

#[test]
fn the_outline_is_a_tree() {
    let (analysis, _) = ticket("model");
    let mut shown = String::new();
    for node in outline(&analysis) {
        shown.push_str(&format!("{:?} {}: {}\n", node.kind, node.name, node.detail));
        for child in node.children {
            shown.push_str(&format!("  {:?} {}: {}\n", child.kind, child.name, child.detail));
        }
    }
    expect![[r#"
        Constant N: const N := 1 + 1
        Constant limit: const limit := 4
        Variable next: var next: int
        Variable served: var served: int
        Definition waits: let waits(p) = p at wait
        ProcessArray Client: process Client[i in 1..N]
          Variable ticket: var ticket: int
          Location think: loc think
          Location wait: loc wait
          Location crit: loc crit
          Label enter: enter: think -> wait do ticket := next, next := next + 1
        Property mutex: @expect(holds) invariant mutex: count(Client at crit) <= 1
        Property live: @expect(holds) ctl live: AG (waits(Client[1]) => AF Client[1] at crit)
    "#]]
    .assert_eq(&shown);
}

#[test]
fn blocks_and_comments_fold() {
    let text = "/// One.\n/// Two.\nmodel M\nprocess P {\n  loc a\n  a -> a do {\n    skip;\n    skip\n  }\n}\n/* a\n b */\n";
    let shown: Vec<String> = folds(&Analysis::new(text))
        .iter()
        .map(|fold| format!("{}-{} {:?}", fold.first, fold.last, fold.kind))
        .collect();
    expect!["0-1 Comment, 3-8 Block, 5-7 Block, 10-11 Comment"].assert_eq(&shown.join(", "));
}

#[test]
fn computed_values_are_shown() {
    let (analysis, _) = ticket("model");
    let shown: Vec<String> = hints(&analysis)
        .iter()
        .map(|hint| format!("{}[{}] ({})", &TICKET[hint.at - 5..hint.at], hint.text, hint.explanation))
        .collect();
    expect![[r#"
        1 + 1[= 2] (the value of `N` is 2)
         1..N[2 instances] (`Client[1]` to `Client[2]`)"#]]
    .assert_eq(&shown.join("\n"));
}

#[test]
fn properties_can_be_checked() {
    let (analysis, _) = ticket("model");
    let shown: Vec<String> = lenses(&analysis)
        .iter()
        .map(|lens| {
            format!("{} at {} {:?}", lens.property, position(&analysis, lens.at.start), lens.expected)
        })
        .collect();
    expect![[r#"
        mutex at 24:26 Some("holds")
        live at 25:20 Some("holds")"#]]
    .assert_eq(&shown.join("\n"));
}

#[track_caller]
fn takes(text: &str, expected: Expect) {
    let (text, at) = marked(text);
    let shown = signature(&Analysis::new(text), at)
        .map(|found| format!("{} at {}: {}", found.label, found.active, found.documentation));
    expected.assert_eq(&shown.unwrap_or_default());
}

#[test]
fn calls_say_what_they_take() {
    let with = |rest: &str| format!("/// Near.\nlet near(p, q) = p = q\ninvariant a: {rest}");
    takes(&with("near($"), expect!["near(p, q) at 0: Near."]);
    takes(&with("near((1 + 2), $"), expect!["near(p, q) at 1: Near."]);
    takes(&with("near(1, max(2, 3$))"), expect!["max(a, b) at 1: The larger of two integers."]);
    takes(&with("near(1, max(2, 3)$)"), expect!["near(p, q) at 1: Near."]);
    takes(&with("near(1, (2$"), expect!["near(p, q) at 1: Near."]);
    takes(&with("(1$"), expect![[r#""#]]);
    takes(&with("near(1, 2) && true$"), expect![[r#""#]]);
}

#[test]
fn words_have_colours() {
    let text = "const N := 2 // two\nprocess P { var x: 0..N loc a  a -> a when x = N && `x` < 1 }\nctl live: AG EF P at a";
    let analysis = Analysis::new(text);
    let shown: Vec<String> = colours(&analysis)
        .iter()
        .map(|colour| {
            let kind = format!("{:?}", colour.kind);
            let declares = if colour.declares { "*" } else { "" };
            format!("{}{declares} {kind}", &text[colour.span.range()])
        })
        .collect();
    expect![[r#"
        const Keyword
        N* Name { kind: Constant, local: false }
        2 Number
        // two Comment
        process Keyword
        P* Name { kind: Process, local: false }
        var Keyword
        x* Name { kind: Variable, local: true }
        0 Number
        N Name { kind: Constant, local: false }
        loc Keyword
        a* Name { kind: Location, local: true }
        a Name { kind: Location, local: true }
        a Name { kind: Location, local: true }
        when Keyword
        x Name { kind: Variable, local: true }
        N Name { kind: Constant, local: false }
        `x` Name { kind: Variable, local: true }
        1 Number
        ctl Keyword
        live* Name { kind: Property, local: false }
        AG Keyword
        EF Keyword
        P Name { kind: Process, local: false }
        at Keyword
        a Name { kind: Location, local: true }"#]]
    .assert_eq(&shown.join("\n"));
}

#[test]
fn formatting_touches_only_lines_that_change() {
    let text = "var x: int\nvar   y: int\nvar z: int\n";
    let analysis = Analysis::new(text);
    let edits = format_edits(&analysis).expect("the text is right");
    let [edit] = &edits[..] else { panic!("one edit: {edits:?}") };
    assert_eq!(&text[edit.span.range()], "var   y: int\n");
    assert_eq!(apply(text, &edits), language::format(text).expect("the text is right"));
    assert!(format_edits(&Analysis::new("var x: int\n")).expect("right").is_empty());
    assert!(format_edits(&Analysis::new("var x int\n")).is_err());
}
