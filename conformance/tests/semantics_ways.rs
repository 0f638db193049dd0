//! Ways through references: `reach`, and quantifiers over the instances of a process array.

use conformance::values;

const LIST: &str = "
    var head: ref Node := Node[1]
    var nobody: ref Node := null
    process Node[i in 1..4] {
      var next: ref Node
      var prev: ref Node := null
      init i = 1 => next = Node[2]
      init i = 2 => next = Node[3]
      init i = 3 => next = null
      init i = 4 => next = Node[4]
      loc a
    }
    process Empty[i in 1..0] { var link: ref Empty loc e }
    var none: ref Empty := null";

#[test]
fn what_is_met_on_the_way() {
    values(
        LIST,
        &[
            ("reach(head, next, head)", "true"),
            ("reach(head, next, Node[3])", "true"),
            ("reach(head, next, Node[4])", "false"),
            ("reach(head, next, null)", "true"),
            ("reach(Node[3], next, head)", "false"),
            ("reach(Node[4], next, null)", "false"),
            ("reach(Node[4], next, Node[4])", "true"),
            ("reach(null, next, null)", "true"),
            ("reach(nobody, next, head)", "false"),
            ("reach(nobody, next, nobody)", "true"),
            ("reach(Node[4], {next, prev}, null)", "true"),
            ("reach(Node[4], {next, prev}, head)", "false"),
            ("reach(head, {prev, next}, Node[3])", "true"),
            ("reach(none, link, null)", "true"),
            ("reach(none, link, none)", "true"),
        ],
    );
}

#[test]
fn only_the_arguments_fault() {
    values(
        LIST,
        &[
            ("if reach(nobody->next, next, head) then 1 else 0", "fault"),
            ("if reach(head, next, nobody->next) then 1 else 0", "fault"),
            ("if reach(Node[index(head) + 7], next, head) then 1 else 0", "fault"),
            ("if reach(nobody, next, Node[index(head) + 7]) then 1 else 0", "fault"),
        ],
    );
}

#[test]
fn instances_are_never_null() {
    values(
        LIST,
        &[
            ("forall p in Node: p != null", "true"),
            ("exists p in ref Node: p = null", "true"),
            ("count(p in Node: reach(p, next, null))", "3"),
            ("sum(p in Node: if reach(head, next, p) then index(p) else 0)", "6"),
            ("forall p, q in Node: p->next = q => reach(p, next, q)", "true"),
            ("forall e in Empty: false", "true"),
            ("exists e in Empty: true", "false"),
        ],
    );
}
