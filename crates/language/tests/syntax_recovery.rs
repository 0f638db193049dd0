//! Many errors in one run, each reported once, and nothing lost around them.

mod syntax_support;

use language::ast::{ItemKind, ProcessItemKind};
use syntax_support::codes;

/// The names of the items that were kept.
fn kept(source: &str) -> Vec<String> {
    let (model, _) = language::parse(source);
    model
        .items
        .iter()
        .map(|item| match &item.kind {
            ItemKind::Const { name, .. } | ItemKind::Type { name, .. } => name.text.clone(),
            ItemKind::Var(declaration) => declaration.names[0].text.clone(),
            ItemKind::Process(process) | ItemKind::Population(process) => process.name.text.clone(),
            ItemKind::Property(property) => property.name.text.clone(),
            ItemKind::Event(event) => event.name.text.clone(),
            other => format!("{other:?}"),
        })
        .collect()
}

#[test]
fn every_wrong_item_is_reported_once() {
    let source = "const N := * 3
var x: 0.. := 1
const M := 4
var y 0..1
type T { A }
process P[i in 1..] {
  var z: in
  loc a, , b
  a -> b when && x
  a -> b do { x := ; y := 1; z := ) }
  b -> a do y := 2
  b a
  -> c
}
event e when do x := 1
invariant i: x >
fair (
invariant j: y = 1
";
    assert_eq!(
        codes(source),
        "1:E002 2:E002 4:E002 5:E002 6:E002 7:E002 8:E002 9:E002 10:E002 10:E002 12:E002 15:E002 16:E002 17:E002"
    );
    assert_eq!(kept(source)[..4], ["N", "x", "M", "y"]);
    assert!(kept(source).contains(&"j".to_string()));
}

#[test]
fn a_broken_edge_does_not_spoil_its_neighbours() {
    let source = "process P {\n  loc a, b\n  a -> b when (x\n  b -> a do x := 1\n  c: a ->\n  a -> b\n}";
    assert_eq!(codes(source), "3:E012 5:E002");
    let (model, _) = language::parse(source);
    let ItemKind::Process(process) = &model.items[0].kind else { panic!("a process") };
    let edges = process.items.iter().filter(|item| matches!(item.kind, ProcessItemKind::Edge(_)));
    assert_eq!(edges.count(), 3);
}

#[test]
fn a_missing_brace_is_one_error() {
    let source = "process P {\n  loc a\n  a -> a do { x := 1\nprocess Q {\n  loc b\n}\ninvariant i: true";
    assert_eq!(codes(source), "3:E012 3:E012");
    assert_eq!(kept(source), ["P", "Q", "i"]);
    let source = "process P {\n  loc a\n\nevent e\nprocess Q { loc b }\n";
    assert_eq!(codes(source), "2:E012");
    assert_eq!(kept(source), ["P", "e", "Q"]);
}

#[test]
fn a_missing_opening_brace_is_one_error() {
    let source = "process P[i in 1..2]\n  loc a\n  a -> a\n}\nprocess Q\n  a -> a\n}\nvar x: int";
    assert_eq!(codes(source), "1:E002 5:E002");
    assert_eq!(kept(source), ["P", "Q", "x"]);
}

#[test]
fn a_brace_too_many_is_one_error() {
    let source = "process P { loc a } }\nvar x: int\n} }\nvar y: int";
    assert_eq!(codes(source), "1:E012 3:E012 3:E012");
    assert_eq!(kept(source), ["P", "x", "y"]);
}

#[test]
fn items_inside_a_process_are_kept() {
    let source = "process P {\n  loc a\n  const N := 1\n  a -> a\n}\nvar x: int";
    assert_eq!(codes(source), "3:E013");
    assert_eq!(kept(source), ["N", "P", "x"]);
}

#[test]
fn errors_of_single_tokens_hide_what_follows_from_them() {
    assert_eq!(codes("init x = $ + 1\ninit y = `open\ninit z = 3x + 1"), "1:E001 2:E006 3:E001");
}

#[test]
fn findings_come_in_the_order_of_the_text() {
    let (_, findings) = language::parse("init x = (1\nvar y: $\nconst N = 1\ninit & x");
    assert!(findings.is_sorted_by_key(|finding| finding.at.start));
}

#[test]
fn errors_in_one_step_leave_the_others() {
    let source = "event e do {\n  x := ;\n  y := 1,\n  ;\n  choose { z := } or { w := 1 1 };\n  v := (2\n}\nvar u: int";
    assert_eq!(codes(source), "2:E002 3:E002 5:E002 5:E002 6:E012");
    assert_eq!(kept(source), ["e", "u"]);
}
