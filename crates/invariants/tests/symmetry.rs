//! What is proved of one instance and claimed of all: the checker of certificates, which knows nothing of symmetry, must accept it.

use certificates::{Certificate, Proof, Term, check};
use invariants::{Generated, Generation, describe, generate};
use language::Overrides;
use system::{Expr, Property, Question, System, Unlimited};

const TICKET: &str = "
var next, served: int := 0
process Client[i in 1..4] {
  var ticket: int := 0
  loc think, wait, crit
  think -> wait  do ticket := next, next := next + 1
  wait  -> crit  when ticket <= served
  crit  -> think do served := served + 1
}
invariant mutex: count(Client at crit) <= 1
";

const BAKERY: &str = "
process Client[i in 1..4] {
  var ticket: nat := 0
  loc think, wait, crit
  think -> wait
    do (forall j in 1..4: ticket' > Client[j].ticket) && (exists j in 1..4: ticket' = Client[j].ticket + 1)
  wait -> crit  when forall j in 1..4: j = i || Client[j].ticket = 0 || ticket < Client[j].ticket
  crit -> think do ticket := 0
}
invariant mutex: count(Client at crit) <= 1
";

const FISCHER: &str = "
var turn: ref Process := null
process Process[i in 1..4] {
  var timer: nat := 0
  loc idle, request, wait, critical
  idle     -> request  when turn = null do timer := 0
  request  -> wait     do turn := self, timer := 0
  wait     -> critical when timer >= 3 && turn = self
  wait     -> idle     when timer >= 3 && turn != self
  critical -> idle     do turn := null
}
event tick when forall p in Process: p at request => p->timer < 2
  do forall p in Process: p->timer' = p->timer + 1
invariant mutex: count(Process at critical) <= 1
";

const FLAGS: &str = "
var free: bool := true
var granted: array [1..4] of bool := false
process Client[i in 1..4] {
  loc idle, inside
  idle   -> inside when granted[i]
  inside -> idle   do granted[i] := false, free := true
}
event grant[i in 1..4] when free do free := false, granted[i] := true
invariant mutex: count(Client at inside) <= 1
";

const NUMBERED: &str = "
var turn: 0..4 := 0
process Process[i in 1..4] {
  var timer: nat := 0
  loc idle, request, wait, critical
  idle     -> request  when turn = 0 do timer := 0
  request  -> wait     do turn := i, timer := 0
  wait     -> critical when timer >= 3 && turn = i
  wait     -> idle     when timer >= 3 && turn != i
  critical -> idle     do turn := 0
}
event tick when forall p in Process: p at request => p->timer < 2
  do forall p in Process: p->timer' = p->timer + 1
invariant mutex: count(Process at critical) <= 1
";

fn loaded(text: &str) -> System {
    let loaded = language::load(text, &Overrides::default());
    loaded.system.unwrap_or_else(|| panic!("{text} does not load: {:#?}", loaded.diagnostics))
}

/// Whether the checker accepts the conjunction as a proof of the property.
fn proves(system: &System, property: &str, generation: &Generation) -> Result<(), String> {
    let set = Term::And(generation.invariants.iter().map(Generated::term).collect());
    let certificate = Certificate {
        property: property.to_owned(),
        kind: "invariant".to_owned(),
        holds: true,
        extras: Vec::new(),
        order: Vec::new(),
        definitions: Vec::new(),
        proof: Ok(Proof::Invariant(set)),
    };
    check(system, &certificate, &Unlimited).map_err(|refusal| refusal.to_string())
}

/// Whether the checker accepts the conjunction as a set that has the initial states and that no step leaves.
fn is_inductive(system: &System, generation: &Generation) -> Result<(), String> {
    let mut system = system.clone();
    let sample = system.properties[0].clone();
    let question = Question::Invariant(Expr::bool(true, sample.span));
    system.properties.push(Property { name: "generated".into(), question, ..sample });
    proves(&system, "generated", generation)
}

#[test]
fn many_instances_exclude_each_other() {
    for text in [TICKET, BAKERY, FISCHER, NUMBERED, FLAGS] {
        let system = loaded(text);
        let generation = generate(&system, &Unlimited);
        assert_eq!(generation.unfinished, None, "{text}");
        assert_eq!(proves(&system, "mutex", &generation), Ok(()), "{text}");
    }
}

#[test]
fn eight_clients_are_as_good_as_two() {
    let system = loaded(&TICKET.replace("1..4", "1..8"));
    let generation = generate(&system, &Unlimited);
    let described = describe(&system, &generation.invariants);
    let has = |at: &str, formula: &str| described.iter().any(|one| one.at == [at] && one.formula == formula);
    assert!(has("Client[i] at crit", "!(Client[j] at crit)"), "{described:#?}");
    assert!(has("Client[i] at crit", "served = Client[i].ticket"), "{described:#?}");
}

/// Each of these tells one instance from the others, in one place of the model.
#[test]
fn instances_that_differ_are_not_taken_for_each_other() {
    let changes = [
        (TICKET, "when ticket <= served", "when ticket <= served || i = 4 && ticket = 7"),
        (TICKET, "do served := served + 1", "do served := if i = 4 then served + 2 else served + 1"),
        (TICKET, "var ticket: int := 0", "var ticket: int := if i = 4 then 3 else 0"),
        (BAKERY, "do ticket := 0", "do ticket := if i = 4 then 1 else 0"),
        (BAKERY, "|| ticket < Client[j].ticket", "|| ticket <= Client[j].ticket && i < j"),
        (FISCHER, "when timer >= 3 && turn = self", "when timer >= 3 && (turn = self || turn = Process[4])"),
        (FISCHER, "p->timer < 2", "(p->timer < 2 || p = Process[4])"),
        (NUMBERED, "do turn := i,", "do turn := if i = 3 then 4 else i,"),
        (NUMBERED, "when turn = 0 do", "when turn = 0 || turn = 4 do"),
        (NUMBERED, "when timer >= 3 && turn = i", "when timer >= 3 && (turn = i || turn < 2)"),
        (NUMBERED, "var turn: 0..4 := 0", "var turn: 0..4 := 2"),
        (FLAGS, "when granted[i]", "when granted[i] || i = 4 && granted[3]"),
    ];
    for (text, old, new) in changes {
        assert!(text.contains(old), "{old}");
        let text = text.replace(old, new);
        let system = loaded(&text);
        let generation = generate(&system, &Unlimited);
        assert_eq!(is_inductive(&system, &generation), Ok(()), "{text}");
    }
}
