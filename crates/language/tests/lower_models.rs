//! Whole models and what becomes of them.

mod lower_support;

use expect_test::expect;
use lower_support::{dump, system};

#[test]
fn ticket() {
    let model = "
        model Ticket
        const N := 2
        var next, served: int
        init next = served
        process Client[i in 1..N] {
          var ticket: int
          loc think, wait, crit
          think -> wait  do ticket := next, next := next + 1
          wait  -> crit  when ticket <= served
          crit  -> think do served := served + 1
        }
        @expect(holds) invariant mutex: count(Client at crit) <= 1
        @expect(holds) ctl live: AG (Client[1] at wait => AF Client[1] at crit)";
    expect![[r#"
        const N := 2
        var next: int
        var served: int
        location Client[1]: {think, wait, crit}
        var Client[1].ticket: int
        location Client[2]: {think, wait, crit}
        var Client[2].ticket: int
        init next = served
        init Client[1] at think
        init Client[2] at think
        edge Client[1]: think -> wait (Client[1] 0->1) do Client[1].ticket := next, next := next + 1
        edge Client[1]: wait -> crit (Client[1] 1->2) when Client[1].ticket <= served
        edge Client[1]: crit -> think (Client[1] 2->0) do served := served + 1
        edge Client[2]: think -> wait (Client[2] 0->1) do Client[2].ticket := next, next := next + 1
        edge Client[2]: wait -> crit (Client[2] 1->2) when Client[2].ticket <= served
        edge Client[2]: crit -> think (Client[2] 2->0) do served := served + 1
        6 transitions, 6 of them alone
        @holds invariant mutex: count(Client[1] at crit, Client[2] at crit) <= 1
        @holds ctl live: AG ([Client[1] at wait] => AF [Client[1] at crit])
        invariant no_faults
    "#]]
    .assert_eq(&dump(&system(model)));
}

#[test]
fn caches() {
    let model = "
        broadcast read, write
        population Cache {
          loc invalid, exclusive, shared, modified
          start invalid: any
          exclusive -> modified
          invalid -> shared    sync read!!
          {exclusive, modified} -> shared sync read??
          shared -> exclusive  sync write!!
          {exclusive, shared, modified} -> invalid sync write??
        }
        @expect(holds) invariant coherent: !(count(Cache at modified) >= 1 && count(Cache at shared) >= 1)";
    expect![[r#"
        counter Cache at invalid: nat
        counter Cache at exclusive: nat
        counter Cache at shared: nat
        counter Cache at modified: nat
        population Cache open
        init Cache at exclusive = 0
        init Cache at shared = 0
        init Cache at modified = 0
        edge Cache: exclusive -> modified (Cache at exclusive -> Cache at modified)
        edge Cache: invalid -> shared (Cache at invalid -> Cache at shared)
        edge Cache: exclusive -> shared (Cache at exclusive -> Cache at shared)
        edge Cache: modified -> shared (Cache at modified -> Cache at shared)
        edge Cache: shared -> exclusive (Cache at shared -> Cache at exclusive)
        edge Cache: exclusive -> invalid (Cache at exclusive -> Cache at invalid)
        edge Cache: shared -> invalid (Cache at shared -> Cache at invalid)
        edge Cache: modified -> invalid (Cache at modified -> Cache at invalid)
        3 transitions, 1 of them alone
        Cache: invalid -> shared ? Cache: exclusive -> shared ? Cache: modified -> shared
        Cache: shared -> exclusive ? Cache: exclusive -> invalid ? Cache: shared -> invalid ? Cache: modified -> invalid
        @holds invariant coherent: !(Cache at modified >= 1 && Cache at shared >= 1)
        invariant no_faults
    "#]].assert_eq(&dump(&system(model)));
}

#[test]
fn a_barber_and_his_customers() {
    let model = "
        sync sit, leave
        event open
        process Barber {
          var served: 0..3 := 0
          loc asleep, cutting
          wake: asleep -> cutting sync sit? do if served < 3 { served := served + 1 }
          cutting -> asleep sync leave!
        }
        process Customer[i in 0..1] {
          loc out, chair
          out -> chair sync sit!
          chair -> out sync leave?
        }
        fair Barber, Customer.go, open
        invariant deadlock_free
        @expect(violated) invariant no_faults
        reachable full: Barber.served = 3
        bound most: Barber.served";
    let model = model.replace("out -> chair", "go: out -> chair");
    expect![[r#"
        location Barber: {asleep, cutting}
        var Barber.served: 0..3
        location Customer[0]: {out, chair}
        location Customer[1]: {out, chair}
        init Barber.served = 0
        init Barber at asleep
        init Customer[0] at out
        init Customer[1] at out
        edge open
        edge Barber.wake (Barber 0->1) do if Barber.served < 3 { Barber.served := Barber.served + 1 }
        edge Barber: cutting -> asleep (Barber 1->0)
        edge Customer[0].go (Customer[0] 0->1)
        edge Customer[0]: chair -> out (Customer[0] 1->0)
        edge Customer[1].go (Customer[1] 0->1)
        edge Customer[1]: chair -> out (Customer[1] 1->0)
        5 transitions, 1 of them alone
        Barber: cutting -> asleep & Customer[0]: chair -> out
        Barber: cutting -> asleep & Customer[1]: chair -> out
        Customer[0].go & Barber.wake
        Customer[1].go & Barber.wake
        fair Barber: Barber.wake, Barber: cutting -> asleep
        fair Customer[0].go: Customer[0].go
        fair Customer[1].go: Customer[1].go
        fair open: open
        invariant deadlock_free
        @violated invariant no_faults
        reachable full: Barber.served = 3
        bound most: Barber.served
    "#]]
    .assert_eq(&dump(&system(&model)));
}
