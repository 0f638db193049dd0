//! Every form of the grammar is accepted, and means what it should.

mod syntax_support;

use language::ast::{
    Else, Expect, Fairness, Item, ItemKind, Model, ProcessItemKind, PropertyKind, StartCount, StatementKind,
    SyncRole, VarStart,
};
use syntax_support::{EVERYTHING, codes, parse, shape};

fn kinds(model: &Model) -> Vec<&ItemKind> {
    model.items.iter().map(|item| &item.kind).collect()
}

#[test]
fn every_form_is_accepted() {
    let model = parse(EVERYTHING);
    assert_eq!(model.name.as_ref().map(|name| name.text.as_str()), Some("every thing"));
    assert_eq!(model.doc, ["A model that uses every form of the grammar,", "whether or not it makes sense."]);
    assert!(!shape(&model).contains("Error"), "no part should be an error");
}

#[test]
fn the_example_of_the_language_page() {
    let model = parse(
        "/// The ticket algorithm.
        model Ticket
        const N := 2                        // fixed when a check starts
        var next, served: int
        init next = served
        process Client[i in 1..N] {         // N copies
          var ticket: int
          loc think, wait, crit
          think -> wait  do ticket := next, next := next + 1
          wait  -> crit  when ticket <= served
          crit  -> think do served := served + 1
        }
        @expect(holds) invariant mutex: count(Client at crit) <= 1
        @expect(holds) ctl live: AG (Client[1] at wait => AF Client[1] at crit)",
    );
    let [_, _, _, ItemKind::Process(process), ItemKind::Property(mutex), ItemKind::Property(live)] =
        kinds(&model)[..]
    else {
        panic!("six items")
    };
    assert_eq!(process.items.len(), 5);
    assert_eq!((mutex.kind, mutex.expect), (PropertyKind::Invariant, Some(Expect::Holds)));
    assert_eq!(live.kind, PropertyKind::Ctl);
}

#[test]
fn white_space_and_semicolons_carry_no_meaning() {
    let dense = "model M;const N:=2;var x:0..N:=1;init x=1;\
        process P{loc a,b;a->b when x=1 do x:=2;b->a;};invariant i:x>0;";
    let wide = dense.replace(';', "\n\n").replace(' ', "\r\n\t").replace(":=", " := ").replace("->", " -> ");
    assert_eq!(shape(&parse(dense)), shape(&parse(&wide)));
    let byte_order_mark = format!("\u{feff}{dense}");
    assert_eq!(shape(&parse(dense)), shape(&parse(&byte_order_mark)));
    let many = dense.replace(';', ";;;");
    assert_eq!(shape(&parse(dense)), shape(&parse(&many)));
}

#[test]
fn lists_may_end_in_a_comma_inside_braces() {
    let with = "type T = {A, B,} process P { loc a, b {a, b,} -> a when x in {1, 2,} }";
    assert_eq!(shape(&parse(with)), shape(&parse(&with.replace(",}", "}"))));
}

#[test]
fn edges_follow_each_other_without_separators() {
    let model = parse(
        "process P { loc a, b start a a -> b when x b -> a do y := p->q a -> a do z' = z
         {a, b} -> a sync s!! go: a -> b sync s?? do x := a[i] a -> b when p at a b -> a }",
    );
    let [ItemKind::Process(process)] = kinds(&model)[..] else { panic!("one process") };
    let edges: Vec<_> = process
        .items
        .iter()
        .filter_map(|item| match &item.kind {
            ProcessItemKind::Edge(edge) => Some(edge),
            _ => None,
        })
        .collect();
    let texts: Vec<String> =
        edges.iter().map(|edge| format!("{}>{}", edge.from.len(), edge.to.text)).collect();
    assert_eq!(texts, ["1>b", "1>a", "1>a", "2>a", "1>b", "1>b", "1>a"]);
    assert_eq!(edges[3].sync.as_ref().map(|sync| sync.role), Some(SyncRole::BroadcastSend));
    assert_eq!(edges[4].label.as_ref().map(|label| label.text.as_str()), Some("go"));
}

#[test]
fn doc_comments_belong_to_the_next_item() {
    let model = parse(
        "//// not a doc comment\n/// one\n// between\n///two\nconst N := 1\n/// lost at the end of a process\n\
         process P { /// first\n loc a\n /// an edge\n a -> a }\n/// for nothing",
    );
    assert_eq!(model.items[0].doc, ["one", "two"]);
    assert_eq!(model.items[1].doc, ["lost at the end of a process"]);
    let ItemKind::Process(process) = &model.items[1].kind else { panic!("a process") };
    assert_eq!(process.items[0].doc, ["first"]);
    assert_eq!(process.items[1].doc, ["an edge"]);
}

#[test]
fn starts_of_populations() {
    let model = parse("population P { loc a, b, c start a: any, b: any >= k + 1, c: 2 * 3 a -> b }");
    let [ItemKind::Population(process)] = kinds(&model)[..] else { panic!("one population") };
    let ProcessItemKind::Start(starts) = &process.items[1].kind else { panic!("a start") };
    assert!(matches!(starts[0].count, Some(StartCount::Any(_))));
    assert!(matches!(starts[1].count, Some(StartCount::AtLeast(_))));
    assert!(matches!(starts[2].count, Some(StartCount::Exactly(_))));
}

#[test]
fn statements() {
    let model = parse(
        "event e do { x := any; x := any in {1} where x' > 1; choose {skip} or {when x do skip};
         if x {skip} else if y {skip} else {skip}; if x then y' = 1 else y' = 2; assert x; x' = 1 }",
    );
    let [ItemKind::Event(event)] = kinds(&model)[..] else { panic!("one event") };
    let action = event.action.as_ref().expect("the event has an action");
    let statements: Vec<&StatementKind> = action.steps.iter().map(|step| &step.statements[0].kind).collect();
    assert!(matches!(statements[0], StatementKind::Any { set: None, condition: None, .. }));
    assert!(matches!(statements[1], StatementKind::Any { set: Some(_), condition: Some(_), .. }));
    assert!(matches!(statements[2], StatementKind::Choose(blocks) if blocks[1].guard.is_some()));
    let StatementKind::If { otherwise: Some(Else::If(inner)), .. } = statements[3] else { panic!("else if") };
    assert!(matches!(&inner.kind, StatementKind::If { otherwise: Some(Else::Block(_)), .. }));
    assert!(matches!(statements[4], StatementKind::Relation(_)));
    assert!(matches!(statements[5], StatementKind::Assert(_)));
    assert!(matches!(statements[6], StatementKind::Relation(_)));
}

#[test]
fn declarations_and_fairness() {
    let model = parse(
        "var x: 0..3 in {1, 2} var y: 0..3 in 1..2 var z: T in a..b fair A, B[1], C.l, D[2].m compassion (x, y)",
    );
    for kind in &kinds(&model)[..3] {
        assert!(matches!(kind, ItemKind::Var(declaration) if matches!(declaration.start, VarStart::In(_))));
    }
    let ItemKind::Fairness(Fairness::Weak(targets)) = kinds(&model)[3] else { panic!("weak fairness") };
    let forms: Vec<(bool, bool)> =
        targets.iter().map(|target| (target.index.is_some(), target.label.is_some())).collect();
    assert_eq!(forms, [(false, false), (true, false), (false, true), (true, true)]);
}

#[test]
fn functions_are_names_unless_called() {
    parse("var min, max, abs, sum, count, index: int init min + max = abs * sum - count / 2 + index");
}

#[test]
fn operator_words_are_names_outside_formulas() {
    parse(
        "var A, E, G, F, X, U, W, R, AG: int init A + E = G && X < U process P { loc R, W R -> W when U > 0 }",
    );
    parse("process P { loc R, W R -> W } ltl p: G (P at R => F P at {W, R}) ctl q: AG P at W");
    parse("var `G`: bool ltl p: G `G`");
}

#[test]
fn spans_cover_items() {
    let source = "const N := 3 // three\n@expect(holds) invariant i: N > 2 ;";
    let texts: Vec<&str> = parse(source).items.iter().map(|item: &Item| &source[item.span.range()]).collect();
    assert_eq!(texts, ["const N := 3", "@expect(holds) invariant i: N > 2"]);
}

#[test]
fn numbers_up_to_127_bits() {
    parse("const N := 170141183460469231731687303715884105727");
    assert_eq!(codes("const N := 170141183460469231731687303715884105728"), "1:E005");
    parse("const N := 007 var x: 1..N var y: 1 .. N");
}
