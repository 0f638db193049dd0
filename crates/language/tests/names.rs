//! The names of a text: every one is found, and stands for what the checker says.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use diagnostics::Span;
use expect_test::{Expect, expect};
use language::names::{DeclarationId, DeclarationKind, NameTable, Spot};
use language::{LexemeKind, inspect, inspect_at, lexemes};

/// Words that are names for the lexer and something else where they stand.
const WORDS: &[&str] = &[
    "A",
    "AF",
    "AG",
    "AX",
    "E",
    "EF",
    "EG",
    "EX",
    "F",
    "G",
    "R",
    "U",
    "W",
    "X",
    "abs",
    "count",
    "expect",
    "hint",
    "holds",
    "index",
    "max",
    "min",
    "predicate",
    "rank",
    "reach",
    "sum",
    "unknown",
    "violated",
    "deadlock_free",
    "no_faults",
    "record",
    "set",
    "fifo",
    "for",
    "union",
    "inter",
    "minus",
    "subset",
    "card",
    "len",
    "empty",
    "full",
    "head",
    "_",
];

fn models_below(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder can be listed").flatten() {
        let path = entry.path();
        if path.is_dir() {
            models_below(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "fathom") {
            found.push(path);
        }
    }
}

fn examples() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut paths = Vec::new();
    models_below(&root.join("examples"), &mut paths);
    models_below(&root.join("tests/models"), &mut paths);
    assert!(paths.len() > 100, "the examples are found");
    paths.sort();
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).expect("a model can be read");
        (path, text)
    };
    paths.into_iter().map(read).collect()
}

#[test]
fn every_name_of_every_example_is_found() {
    for (path, text) in examples() {
        let inspection = inspect(&text);
        if inspection.diagnostics.iter().any(diagnostics::Diagnostic::is_error) {
            continue;
        }
        let found: BTreeSet<_> = inspection.names.occurrences.iter().map(|name| name.span).collect();
        for lexeme in lexemes(&text) {
            let word = &text[lexeme.span.range()];
            let is_name = matches!(lexeme.kind, LexemeKind::Name | LexemeKind::Backquoted);
            let is_missed = is_name && !found.contains(&lexeme.span) && !WORDS.contains(&word);
            assert!(!is_missed, "{}: `{word}` at {}", path.display(), lexeme.span.start);
        }
    }
}

/// A declaration as the tests show it.
fn show(names: &NameTable, id: DeclarationId) -> String {
    let declaration = names.declaration(id);
    let owner = declaration.owner.map(|owner| format!("{}.", names.declaration(owner).name));
    format!("{:?} {}{}", declaration.kind, owner.unwrap_or_default(), declaration.name)
}

/// What the names behind each `$` of a text stand for.
#[track_caller]
fn stands_for(marked: &str, expected: Expect) {
    let mut places = Vec::new();
    let mut text = String::new();
    for part in marked.split_inclusive('$') {
        text.push_str(part.trim_end_matches('$'));
        places.extend(part.ends_with('$').then_some(text.len()));
    }
    let inspection = inspect(&text);
    let names = &inspection.names;
    let mut shown = String::new();
    for place in places {
        let offset = u32::try_from(place).expect("short texts");
        let found = names.at(offset).filter(|found| found.span.start == offset);
        let meant: Vec<String> =
            found.map_or(Vec::new(), |found| found.declarations.iter().map(|id| show(names, *id)).collect());
        let line: String = text[place..].chars().take_while(|letter| letter.is_alphanumeric()).collect();
        shown.push_str(&format!("{line}: {}\n", meant.join(", ")));
    }
    for finding in inspection.diagnostics {
        shown.push_str(&format!("{}\n", finding.message));
    }
    expected.assert_eq(&shown);
}

#[test]
fn the_innermost_name_is_meant() {
    stands_for(
        "const x := 1
         var y: int
         process P[x in 1..2] { var y: int loc l  l -> l when $x = $y && (forall y in 1..$x: $y = 1) }
         invariant i: $x = $y && P[$x].$y = 0",
        expect![[r#"
            x: Index P.x
            y: Variable P.y
            x: Index P.x
            y: BoundName y
            x: Constant x
            y: Variable y
            x: Constant x
            y: Variable P.y
            `x` hides an outer name
            `y` hides an outer name
            `y` hides an outer name
        "#]],
    );
}

#[test]
fn a_definition_can_mean_several_things() {
    stands_for(
        "process P[i in 1..2] { var x: int loc a, b  a -> b }
         process Q[i in 1..2] { var x: int loc a, b  a -> b }
         let f(p) = $p.$x = 1 && $p at $a
         let g(p, l) = p at $l
         let unused(p) = p.$x
         invariant i: $f(P[1]) && f(Q[1]) && g($P[1], $b) && g(Q[2], $a)",
        expect![[r#"
            p: Argument f.p
            x: Variable P.x, Variable Q.x
            p: Argument f.p
            a: Location P.a, Location Q.a
            l: Argument g.l
            x: Variable P.x, Variable Q.x
            f: Definition f
            P: ProcessArray P
            b: Location P.b
            a: Location Q.a
        "#]],
    );
}

#[test]
fn locations_can_be_passed_on() {
    stands_for(
        "process P { loc idle, crit  idle -> crit }
         let here(p, l) = p at $l
         let inside(p) = $here(p, $crit)
         invariant a: inside(P)",
        expect![[r#"
            l: Argument here.l
            here: Definition here
            crit: Location P.crit
        "#]],
    );
}

#[test]
fn members_belong_to_their_types() {
    stands_for(
        "type Light = { red, $green }
         var now: { green, red }
         var other: { green, blue } := $green
         invariant a: now = $red && other = $green && (exists l in {$red}: l = now)",
        expect![[r#"
            green: Member green
            green: Member green
            red: Member red
            green: Member green
            red: Member red
        "#]],
    );
}

#[test]
fn what_moves_has_names_too() {
    stands_for(
        "sync $go  broadcast all
         process P[i in 1..2] { loc a, b  enter: a -> b sync $go!  $enter: b -> a sync $all!! }
         process Q { loc a  $a -> $a sync go? }
         event tick[k in 1..2] when $k = 1
         fair $P.$enter, $P[1], $tick[2]
         strong $Q",
        expect![[r#"
            go: Rendezvous go
            go: Rendezvous go
            enter: Label P.enter
            all: Broadcast all
            a: Location Q.a
            a: Location Q.a
            k: Index tick.k
            P: ProcessArray P
            enter: Label P.enter
            P: ProcessArray P
            tick: Event tick
            Q: Process Q
        "#]],
    );
}

#[test]
fn types_and_ways_have_names() {
    stands_for(
        "type Id = 1..2
         process P[i in 1..2] { var next: ref $P var id: $Id loc a  a -> a when reach(self, $next, null) }
         invariant w: forall p in $P: reach(p, {$next}, $P[1]) || count($P at $a) = 0 || p->$id = 1",
        expect![[r#"
            P: ProcessArray P
            Id: Type Id
            next: Variable P.next
            P: ProcessArray P
            next: Variable P.next
            P: ProcessArray P
            P: ProcessArray P
            a: Location P.a
            id: Variable P.id
        "#]],
    );
}

#[test]
fn values_and_ranges_are_known() {
    let text = "const N := 2 * 3  const big := N > 4  var x: 0..N
        process P[i in 1..N] { var y: 0..i loc a  a -> a }";
    let names = inspect(text).names;
    let shown: Vec<String> = names
        .declarations
        .iter()
        .map(|one| format!("{}: {:?} {:?}", one.text, one.value, one.range))
        .collect();
    expect![[r#"
        const N := 2 * 3: Some(Int(6)) None
        const big := N > 4: Some(Bool(true)) None
        var x: 0..N: None Some((0, 6))
        process P[i in 1..N]: None Some((1, 6))
        i in 1..N: None Some((1, 6))
        var y: 0..i: None None
        loc a: None None"#]]
    .assert_eq(&shown.join("\n"));
}

#[test]
fn fields_are_those_of_their_records() {
    // Records of equal structure are one type, whatever they are called; `g` of the third is another one.
    stands_for(
        "type T = record { $f: bool, g: record { $f: 0..1 } }
         type U = record { f: bool, g: record { f: 0..1 } }
         type V = record { $g: bool }
         var m: T  var n: U  var o: array [1..2] of V  var q: fifo 2 of T
         let inner(r) = r.$g.$f  let unused(r) = r.$g
         event e when n.$f && o[1].$g do { m.$g.$f := 1; o[2].$g := m.g.f = inner(n); q ! T{$f: true, $g: m.$g} }
         invariant i: !empty(q) => head(q).$f",
        expect![[r#"
            f: Field f
            f: Field f
            g: Field g
            g: Field g
            f: Field f
            g: Field g, Field g
            f: Field f
            g: Field g
            g: Field g
            f: Field f
            g: Field g
            f: Field f
            g: Field g
            g: Field g
            f: Field f
        "#]],
    );
}

/// What may stand where `here` stands in a text.
#[track_caller]
fn may_stand(text: &str, expected: Expect) {
    let at = text.find("here").expect("the text has the word");
    let (inspection, spots) = inspect_at(&text.into(), Span::new(at, at + 4));
    let names = &inspection.names;
    let name = |id: &Option<DeclarationId>| {
        id.map_or_else(|| "any".to_owned(), |id| names.declaration(id).name.clone())
    };
    let shown: Vec<String> = spots
        .iter()
        .map(|spot| match spot {
            Spot::Value { locals, body, sort } => {
                let locals: Vec<_> = locals.iter().map(|id| show(names, *id)).collect();
                format!("value, {locals:?}, body {}, {sort:?}", name(body))
            }
            Spot::Field(owner) => format!("field of {}", name(owner)),
            Spot::Part(fields) => {
                let fields: Vec<_> = fields.iter().map(|id| show(names, *id)).collect();
                format!("one of {fields:?}")
            }
            Spot::Location(owner) => format!("location of {}", name(owner)),
            Spot::Link(owner) => format!("link of {}", name(owner)),
            Spot::Label(owner) => format!("label of {}", name(owner)),
            other => format!("{other:?}"),
        })
        .collect();
    expected.assert_eq(&shown.join("; "));
}

#[test]
fn what_may_stand_at_a_place_is_known() {
    const P: &str = "process P[i in 1..2] { var x: bool var r: ref P loc a, b  a -> b ";
    may_stand(&format!("{P} when here }}"), expect!["value, [], body P, Some(Bool)"]);
    may_stand(&format!("{P} when r.here }}"), expect!["field of P"]);
    may_stand(
        "type T = record { f: bool, g: 0..1 }  var m: T  init m.here",
        expect![[r#"one of ["Field f", "Field g"]"#]],
    );
    may_stand(
        "type T = record { f: bool, g: 0..1 }  var m: T := T{f: true, here: 1}",
        expect![[r#"one of ["Field f", "Field g"]"#]],
    );
    may_stand(&format!("{P} when P[1] at here }}"), expect!["location of P"]);
    may_stand(&format!("{P} do here := 1 }}"), expect!["value, [], body P, None"]);
    may_stand(&format!("{P} }} var z: here"), expect!["Type"]);
    may_stand(&format!("{P} }} var z: ref here"), expect!["Reference"]);
    may_stand(&format!("{P} }} fair here"), expect!["Mover"]);
    may_stand(&format!("{P} }} fair P.here"), expect!["label of P"]);
    may_stand(
        &format!("{P} }} invariant q: count(here at a)"),
        expect!["Counted; value, [], body any, None"],
    );
    may_stand(
        &format!("{P} }} invariant q: forall k in 1..2: P[here"),
        expect![[r#"value, ["BoundName k"], body any, Some(Int)"#]],
    );
    may_stand(&format!("{P} }} let f(p) = p.here"), expect!["field of any"]);
    may_stand(&format!("{P} sync here!"), expect!["Sync(Some(false))"]);
    may_stand(&format!("{P} }} invariant q: reach(P[1], here"), expect!["link of P"]);
    may_stand(&format!("{P} }} invariant q: exists p in here"), expect!["Counted; Type"]);
}

#[test]
fn doc_comments_stay_with_their_items() {
    let text = "/// The limit.\n/// In pieces.\nconst N := 2\nprocess P {\n  /// Busy.\n  loc a, b\n}";
    let names = inspect(text).names;
    let doc =
        |name: &str| names.declarations.iter().find(|one| one.name == name).map(|one| one.doc.join(" "));
    assert_eq!(doc("N").as_deref(), Some("The limit. In pieces."));
    assert_eq!(doc("b").as_deref(), Some("Busy."));
    let kinds: Vec<_> = names.declarations.iter().map(|one| one.kind).collect();
    assert_eq!(
        kinds,
        [
            DeclarationKind::Constant,
            DeclarationKind::Process,
            DeclarationKind::Location,
            DeclarationKind::Location
        ]
    );
}
