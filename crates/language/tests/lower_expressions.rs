//! Expressions: what each becomes, with constants folded and finite quantifiers expanded.

mod lower_support;

use expect_test::{Expect, expect};
use lower_support::first_property;

/// A model in which most expressions can be written.
const SURROUNDINGS: &str = "
    const N := 3
    const ON := true
    type Phase = { idle, busy, done }
    param s: int where s >= 1
    var x, y: int
    var n: nat
    var k, m: 0..7
    var on, off: bool
    var phase: Phase
    var a: array [0..3] of 0..7
    var p, q: ref Client
    process Client[i in 1..N] {
      var ticket: int
      var next: ref Client
      var slot: array [1..2] of bool
      let ready = ticket > x && slot[1]
      let above(v) = ticket > v
      let mine = i = k
      loc think, wait, crit
      start think, wait, crit
    }
    process Barber {
      var tired: bool
      let rested = !tired && self at asleep
      loc asleep, cutting
      start asleep, cutting
    }
    population Cache {
      loc shared, dirty
      start shared: any, dirty: any
      let all = count(Cache at {shared, dirty})
    }
";

#[track_caller]
fn check(expression: &str, expected: Expect) {
    let lines: Vec<String> = expression
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .map(|line| first_property(&format!("invariant i: {line}\n{SURROUNDINGS}")))
        .map(|line| line.trim_start_matches("invariant i: ").to_owned())
        .collect();
    expected.assert_eq(&(lines.join("\n") + "\n"));
}

#[test]
fn operators() {
    check(
        "on <=> off || on => on && !off
         x + y - n > -x
         x + 1 >= y - 1
         k * m / 2 % 3 = 1
         2 * x / 3 <= x % 5
         min(x, y) < max(k, m) && abs(x) = 3
         if on then x = 1 else phase = idle
         (if on then p else null) = q",
        expect![[r#"
            on <=> off || on => on && !off
            x + y + -n > -x
            x + 1 >= y - 1
            k * m / 2 % 3 = 1
            2 * x / 3 <= x % 5
            min(x, y) < max(k, m) && abs(x) = 3
            if on then x = 1 else phase = idle
            (if on then p else null) = q
        "#]],
    );
}

#[test]
fn chains_and_sets() {
    check(
        "0 <= x < y
         x = y == n = 3
         phase = busy
         busy != phase
         x in 1..s
         x in {1, y, s + 1}
         phase in {idle, done}
         p in {null, q, Client[1]}
         null = p",
        expect![[r#"
            0 <= x && x < y
            x = y && y = n && n = 3
            phase = busy
            busy != phase
            1 <= x && x <= s
            x = 1 || x = y || x = s + 1
            phase = idle || phase = done
            p = null || p = q || p = Client[1]
            null = p
        "#]],
    );
}

#[test]
fn constants_are_folded() {
    check(
        "N + 1 = 4
         x + (N - 1) * 2 > N
         ON && on
         on && ON
         on && !ON
         !ON && on
         on || ON
         ON || on
         ON => on
         on => ON
         !ON => on
         if ON then on else off
         if N > 5 then x * x = 1 else on
         a[N - 1] = 0
         a[1] + a[k] = 0
         7 / 2 = 3 && -7 / 2 = -4 && -7 % 2 = 1 && 7 / -2 = -4 && 7 % -2 = -1
         170141183460469231731687303715884105727 + 1 > 0
         1 / 0 = 1",
        expect![[r#"
            true
            x + 4 > 3
            on
            on
            on && false
            false
            on || true
            true
            on
            on => true
            true
            on
            on
            a[2] = 0
            a[1] + a[k] = 0
            true
            170141183460469231731687303715884105727 + 1 > 0
            1 / 0 = 1
        "#]],
    );
}

#[test]
fn quantifiers() {
    check(
        "forall i in 0..2: a[i] = i
         exists i, j in 0..1: i != j && a[i] = a[j]
         forall i in 1..N: exists j in i..N: a[j] = i
         forall b in bool: b = on
         exists f in Phase: f = phase
         exists f in {idle, busy}: f = phase
         forall r in ref Client: r = p || r != null && r->ticket > 0
         sum(i in 0..3: a[i]) = 3
         sum(i in 0..3: i) = 6
         count(i in 0..3: a[i] > 1) = 3
         count(i in 0..3: i > 1) = 2
         forall i in 1..0: a[i] = 1
         exists i in 1..0: a[i] = 1
         sum(i in 1..0: a[i]) = 0
         forall u in int: u > x => u >= 0
         exists u, v in nat: u + v = x
         forall u in int: forall v in 0..u: v < x
         exists u in nat: exists v, w in u..u + N: v + w = x",
        expect![[r#"
            a[0] = 0 && a[1] = 1 && a[2] = 2
            a[0] = a[1] || a[1] = a[0]
            (a[1] = 1 || a[2] = 1 || a[3] = 1) && (a[2] = 2 || a[3] = 2) && a[3] = 3
            false = on && true = on
            idle = phase || busy = phase || done = phase
            idle = phase || busy = phase
            null = p && (Client[1] = p || Client[1].ticket > 0) && (Client[2] = p || Client[2].ticket > 0) && (Client[3] = p || Client[3].ticket > 0)
            a[0] + a[1] + a[2] + a[3] = 3
            true
            count(a[0] > 1, a[1] > 1, a[2] > 1, a[3] > 1) = 3
            true
            true
            false
            true
            forall u in int: u > x => u >= 0
            exists u in nat: exists v in nat: u + v = x
            forall u in int: forall v in int: 0 <= v && v <= u => v < x
            exists u in nat: exists v in int: exists w in int: (u <= v && v <= u + 3 && u <= w && w <= u + 3) && v + w = x
        "#]],
    );
}

#[test]
fn processes() {
    check(
        "Client[1] at think
         Client[k] at {think, wait}
         Barber at asleep
         p at crit
         Client[2].ticket = 1
         Client[k].ticket = 1
         Client[k].next = null
         p->ticket = p.ticket
         p->next->next.ticket = 0
         Client[1].slot[2]
         Client[k].slot[m]
         p->slot[1]
         Barber.tired
         index(p) + 1 = index(Client[2])
         Client[k] = p
         Client[index(p) % N + 1].next = p
         count(Client at crit) <= 1
         count(Client at {think, crit}) <= 1
         count(Barber at asleep) = 1
         count(Cache at dirty) = 1
         count(Cache at {shared, dirty}) = 1",
        expect![[r#"
            Client[1] at think
            Client[k] at think || Client[k] at wait
            Barber at asleep
            p at crit
            Client[2].ticket = 1
            Client[k].ticket = 1
            Client[k].next = null
            p->ticket = p->ticket
            p->next->next->ticket = 0
            Client[1].slot[2]
            Client[k].slot[m]
            p->slot[1]
            Barber.tired
            index(p) + 1 = 2
            Client[k] = p
            Client[index(p) % 3 + 1].next = p
            count(Client[1] at crit, Client[2] at crit, Client[3] at crit) <= 1
            count(Client[1] at think || Client[1] at crit, Client[2] at think || Client[2] at crit, Client[3] at think || Client[3] at crit) <= 1
            count(Barber at asleep) = 1
            Cache at dirty = 1
            Cache at shared + Cache at dirty = 1
        "#]],
    );
}

#[test]
fn definitions_of_processes_from_outside() {
    check(
        "Client[2].ready
         p->ready
         Client[k].above(ticket_of_barber)
         p.mine
         Client[3].mine
         Client[k].mine
         Barber.rested
         Cache.all = 3
         p->next->above(index(p))"
            .replace("ticket_of_barber", "if Barber.tired then 1 else 0")
            .as_str(),
        expect![[r#"
            Client[2].ticket > x && Client[2].slot[1]
            p->ticket > x && p->slot[1]
            Client[k].ticket > (if Barber.tired then 1 else 0)
            index(p) = k
            3 = k
            index(Client[k]) = k
            !Barber.tired && Barber at asleep
            Cache at shared + Cache at dirty = 3
            p->next->ticket > index(p)
        "#]],
    );
}
