//! `forall p in Client`, `reach`, and help for proofs: what they become, and what is said about mistakes.

mod lower_support;

use expect_test::{Expect, expect};
use lower_support::{codes, first_property, system};

const NODES: &str = "
    var head, tail: ref Node
    process Node[i in 1..2] {
      var next, prev: ref Node
      var other: ref Tree
      var n: 0..3
      loc a, b
      a -> b
    }
    process Tree[i in 1..2] { var left: ref Tree loc t }
    process Boss { loc q }
    population Crowd { loc u }";

#[track_caller]
fn check(expressions: &str, expected: Expect) {
    let lines = expressions.lines().map(str::trim).filter(|line| !line.is_empty());
    let shown = lines.map(|line| first_property(&format!("invariant p: {line}\n{NODES}")));
    let shown: Vec<String> = shown.map(|line| line.trim_start_matches("invariant p: ").to_owned()).collect();
    expected.assert_eq(&(shown.join("\n") + "\n"));
}

#[track_caller]
fn wrong(expressions: &str, expected: Expect) {
    let lines = expressions.lines().map(str::trim).filter(|line| !line.is_empty());
    let shown: String = lines.map(|line| codes(&format!("invariant p: {line}\n{NODES}"))).collect();
    expected.assert_eq(&shown);
}

#[test]
fn instances_as_a_domain() {
    check(
        "forall p in Node: p->n > 0
         exists p, q in Node: p != q && p at a
         sum(p in Node: p.n) = count(p in Node: p->next = p)
         forall p in Node: index(p) > 0
         exists p in Node: head = p",
        expect![[r#"
            Node[1].n > 0 && Node[2].n > 0
            Node[1] at a || Node[2] at a
            Node[1].n + Node[2].n = count(Node[1].next = Node[1], Node[2].next = Node[2])
            true
            head = Node[1] || head = Node[2]
        "#]],
    );
}

#[test]
fn ways_are_nodes_of_their_own() {
    check(
        "reach(head, next, tail)
         reach(Node[1], next, null)
         reach(null, next, head)
         reach(head, next, head)
         reach(Node[2], {next, prev}, Node[1])",
        expect![[r#"
            reach(head, next, tail)
            reach(Node[1], next, null)
            null = head
            reach(head, next, head)
            reach(Node[2], {next, prev}, Node[1])
        "#]],
    );
}

/// A new value at an end is compared, and never stands inside of the node: what is inside a place is read before the step.
#[test]
fn new_values_are_compared_with_each_value() {
    let system = system(&format!("event e do reach(head', next, tail') {NODES}"));
    let statements =
        system.edges.iter().flat_map(|edge| &edge.action.steps).flat_map(|step| &step.statements);
    let mut relations = statements.filter_map(|statement| match &statement.kind {
        system::StatementKind::Relation(relation) => Some(system.show_expr(relation)),
        _ => None,
    });
    let relation = relations.next().expect("the event has a relation");
    let cases: Vec<&str> = relation.split(" || ").collect();
    expect![[r#"
        [
            "head' = null && tail' = null",
            "head' = null && tail' = Node[1] && false",
            "head' = null && tail' = Node[2] && false",
            "head' = Node[1] && tail' = null && reach(Node[1], next, null)",
            "head' = Node[1] && tail' = Node[1]",
            "head' = Node[1] && tail' = Node[2] && reach(Node[1], next, Node[2])",
            "head' = Node[2] && tail' = null && reach(Node[2], next, null)",
            "head' = Node[2] && tail' = Node[1] && reach(Node[2], next, Node[1])",
            "head' = Node[2] && tail' = Node[2]",
        ]
    "#]]
    .assert_debug_eq(&cases);
}

#[test]
fn mistakes() {
    wrong(
        "forall p in Boss: true
         forall p in Crowd: true
         forall p in Nobody: true
         reach(head, nxt, tail)
         reach(head, n, tail)
         reach(head, other, tail)
         reach(head, left, tail)
         reach(1, next, 2)
         reach(head, next, Tree[1])
         reach(null, next, null)",
        expect![[r#"
            E205 `Boss`: `Boss` is a single process, not an array of instances
            E205 `Crowd`: the processes of the population `Crowd` have no names
            E101 `Nobody`: there is no type `Nobody`
            E107 `nxt`: `Node` has no variable `nxt`
            E201 `n`: `reach` follows variables of the type `ref Node`
            E201 `other`: `reach` follows variables of the type `ref Node`
            E107 `left`: `Node` has no variable `left`
            E201 `1`: `reach` needs references, not an integer
            E201 `Tree[1]`: the two ends of `reach` have different types
            nothing
        "#]],
    );
}

#[test]
fn help_for_proofs_stands_once_for_each_instance() {
    let system = system(
        "var x: 0..9 := 0
         predicate even: x % 2 = 0
         hint x <= 9
         rank (9 - x, x)
         process P[i in 1..2] {
           var y: 0..2 := 0
           loc rank, free, taken
           predicate mine: y = i
           hint y <= i
           rank (2 - y)
           rank -> free
           hint: free -> taken
           predicate: taken -> rank
         }
         invariant no_faults",
    );
    let show = |expr: &system::Expr| system.show_expr(expr);
    let names: Vec<&str> = system.predicates.iter().map(|predicate| predicate.name.as_str()).collect();
    assert_eq!(names, ["even", "P[1].mine", "P[2].mine"]);
    assert_eq!(show(&system.predicates[2].condition), "P[2].y = 2");
    assert_eq!(system.predicates[2].owner.map(|(_, number)| number), Some(1));
    let hints: Vec<String> = system.hints.iter().map(|hint| show(&hint.condition)).collect();
    assert_eq!(hints, ["x <= 9", "P[1].y <= 1", "P[2].y <= 2"]);
    let ranks: Vec<usize> = system.ranks.iter().map(|rank| rank.parts.len()).collect();
    assert_eq!(ranks, [2, 1, 1]);
}

#[test]
fn help_for_proofs_is_checked() {
    let shown = [
        "var x: int predicate a: x predicate a: x > 0",
        "var x: int hint x hint y",
        "var x: int rank (x, x > 0) rank (x'",
        "var x: int rank x",
        "predicate: 3",
        "var hint: int var rank: int var predicate: int init hint = rank && rank = predicate",
    ]
    .map(codes)
    .concat();
    expect![[r#"
        E201 `x`: a `predicate` must be a Boolean, but this is an integer
        E102 `a`: `a` is declared twice
        E201 `x`: a `hint` must be a Boolean, but this is an integer
        E101 `y`: `y` is not declared
        E201 `x > 0`: a part of a `rank` must be an integer, but this is a Boolean
        E303 `x'`: a new value is meant only in a relation or behind `where`
        E012 ``: expected `)`, found the end of the file
        E002 `x`: expected `(`, found `x`
        E013 `predicate`: an edge belongs inside a process or population
        E002 `3`: expected a location, found `3`
        nothing
    "#]]
    .assert_eq(&shown);
}

#[test]
fn too_many_instances_to_follow() {
    let source = "process P[i in 1..65] { var next: ref P loc a } invariant i: reach(P[1], next, null)";
    expect![[r#"
        E501 `reach(P[1], next, null)`: the model becomes too large when this is expanded
    "#]]
    .assert_eq(&codes(source));
}
