"""The safety instances as constrained Horn clauses, for Z3's Spacer.

One predicate `Reach` over all variables: a rule for the initial states, one for each guarded assignment, and a query for the
states that break the property. `sat` means that they cannot be reached. Locations and flags are Booleans, one for each location
but the last of a process, as in the composite representations.
"""
import os
import shutil
import tempfile

from check import timed

BARBER = ("barber", "chair", "door")
EXITS = {"c3": "b2", "c4": "b7", "c5": "b7", "c6": "b9", "c7": "b10", "c8": "b11"}


class Clauses:
    """A system of guarded assignments as text."""

    def __init__(self):
        self.sorts, self.initial, self.rules, self.locations = {}, [], [], {}

    def integer(self, name, start=None, natural=True):
        self.sorts[name] = "Int"
        if start is not None:
            self.initial.append(f"(= {name} {start})")
        elif natural:
            self.initial.append(f"(>= {name} 0)")

    def process(self, name, locations):
        """A process at the first of its locations."""
        self.sorts.update({f"{name}_{place}": "Bool" for place in locations[:-1]})
        self.locations[name] = locations
        self.initial.append(self.at(name, locations[0]))

    def at(self, name, *places):
        locations = self.locations[name]
        one = lambda place: conjunction(
            f"{name}_{other}" if other == place else f"(not {name}_{other})" for other in locations[:-1])
        return disjunction(one(place) for place in places)

    def edge(self, name, source, target, guards=(), **updates):
        moved = {f"{name}_{place}": str(place == target).lower() for place in self.locations[name][:-1]}
        self.rules.append((conjunction([self.at(name, source), *guards]), {**moved, **updates}))

    def text(self, bad):
        names = list(self.sorts)
        bound = " ".join(f"({name} {sort})" for name, sort in self.sorts.items())
        reach = lambda values: "(Reach " + " ".join(values) + ")"
        here = reach(names)
        lines = ["(set-logic HORN)", f"(declare-fun Reach ({' '.join(self.sorts.values())}) Bool)",
                 f"(assert (forall ({bound}) (=> {conjunction(self.initial)} {here})))"]
        for guard, updates in self.rules:
            there = reach(updates.get(name, name) for name in names)
            lines.append(f"(assert (forall ({bound}) (=> (and {here} {guard}) {there})))")
        lines.append(f"(assert (forall ({bound}) (=> (and {here} {bad}) false)))")
        return "\n".join([*lines, "(check-sat)", ""])


def conjunction(parts):
    parts = list(parts)
    return parts[0] if len(parts) == 1 else f"(and {' '.join(parts)})" if parts else "true"


def disjunction(parts):
    parts = list(parts)
    return parts[0] if len(parts) == 1 else f"(or {' '.join(parts)})" if parts else "false"


def up(*names):
    return {name: f"(+ {name} 1)" for name in names}


def down(*names):
    return {name: f"(- {name} 1)" for name in names}


def two_of(conditions):
    """At least two of the conditions hold."""
    conditions = list(conditions)
    pairs = [(a, b) for i, a in enumerate(conditions) for b in conditions[i + 1:]]
    return disjunction(f"(and {a} {b})" for a, b in pairs)


def barber(size, number):
    system = Clauses()
    for name in BARBER:
        system.integer(name, 0)
    system.process("shop", ["resting", "calling", "cutting", "waiting"])
    if size:
        for i in range(size):
            system.process(f"c{i}", ["outside", "seated"])
            system.edge(f"c{i}", "outside", "seated", ["(> barber 0)"], **down("barber"), **up("chair"))
            system.edge(f"c{i}", "seated", "outside", ["(> door 0)"], **down("door"))
        seated = "(+ 0 " + " ".join(f"(ite {system.at(f'c{i}', 'seated')} 1 0)" for i in range(size)) + ")"
    else:
        for name, start in (("customers", None), ("seated", 0)):
            system.integer(name, start)
        system.sorts["outside"] = "Int"
        system.initial.append("(= outside customers)")
        sit = {**down("barber", "outside"), **up("chair", "seated")}
        system.rules.append(("(and (> outside 0) (> barber 0))", sit))
        system.rules.append(("(and (> seated 0) (> door 0))", {**down("door", "seated"), **up("outside")}))
        seated = "seated"
    system.edge("shop", "resting", "calling", **up("barber"))
    system.edge("shop", "calling", "cutting", ["(> chair 0)"], **down("chair"))
    system.edge("shop", "cutting", "waiting", **up("door"))
    system.edge("shop", "waiting", "resting", ["(= door 0)"])
    working = system.at("shop", "cutting", "waiting")
    called = system.at("shop", "calling", "cutting")
    attended = f"(= (+ {seated} barber) (ite {called} 1 door))"
    if not size:
        attended = f"(and {attended} (= (+ outside seated) customers))"
    bad = [f"(> {seated} 1)", f"(and {working} (or (not (= barber 0)) (not (= chair 0))))", f"(not {attended})"]
    return system.text(bad[number - 1])


def bakery(size, _):
    system = Clauses()
    for i in range(size):
        system.integer(f"t{i}", 0)
        system.process(f"p{i}", ["think", "wait", "crit"])
    for i in range(size):
        top = "t0"
        for j in range(1, size):
            top = f"(ite (> t{j} {top}) t{j} {top})"
        others = [f"(or (= t{j} 0) (< t{i} t{j}))" for j in range(size) if j != i]
        system.edge(f"p{i}", "think", "wait", **{f"t{i}": f"(+ {top} 1)"})
        system.edge(f"p{i}", "wait", "crit", others)
        system.edge(f"p{i}", "crit", "think", **{f"t{i}": "0"})
    return system.text(two_of(system.at(f"p{i}", "crit") for i in range(size)))


def ticket(size, _):
    system = Clauses()
    system.integer("next", natural=False)
    system.integer("served", natural=False)
    system.initial.append("(= next served)")
    for i in range(size):
        system.integer(f"t{i}", natural=False)
        system.process(f"p{i}", ["think", "wait", "crit"])
        system.edge(f"p{i}", "think", "wait", **{f"t{i}": "next"}, **up("next"))
        system.edge(f"p{i}", "wait", "crit", [f"(<= t{i} served)"])
        system.edge(f"p{i}", "crit", "think", **up("served"))
    return system.text(two_of(system.at(f"p{i}", "crit") for i in range(size)))


def coherence(_, __):
    system = Clauses()
    system.sorts["owned"] = "Bool"
    system.initial.append("(not owned)")
    for name in ("wait_shared", "wait_exclusive", "shared", "exclusive"):
        system.integer(name, 0)
    system.sorts["none"] = "Int"
    system.initial.append("(>= none 1)")
    system.process("server", ["idle", "serve_s", "grant_s", "serve_e", "invalidating", "grant_e"])
    step = lambda source, target, guards=(), **updates: system.edge("server", source, target, guards, **updates)
    step("idle", "serve_s", ["(> none 0)"], **down("none"), **up("wait_shared"))
    step("idle", "serve_e", ["(> none 0)"], **down("none"), **up("wait_exclusive"))
    revoked = {"owned": "false", **down("exclusive"), **up("none")}
    step("serve_s", "grant_s", ["(not owned)"])
    step("serve_s", "grant_s", ["owned", "(> exclusive 0)"], **revoked)
    step("grant_s", "idle", ["(> wait_shared 0)"], **down("wait_shared"), **up("shared"))
    step("serve_e", "invalidating", ["(not owned)"])
    step("serve_e", "grant_e", ["owned", "(> exclusive 0)"], **revoked)
    step("invalidating", "grant_e", none="(+ none shared)", shared="0")
    step("grant_e", "idle", ["(> wait_exclusive 0)"], owned="true", **down("wait_exclusive"), **up("exclusive"))
    return system.text("(or (and (>= exclusive 1) (>= shared 1)) (> exclusive 1))")


def readers_writers(size, _):
    system = Clauses()
    system.integer("readers", 0)
    system.sorts["busy"] = "Bool"
    system.initial.append("(not busy)")
    for i in range(size):
        if i < size // 2:
            system.process(f"p{i}", ["idle", "reading"])
            system.edge(f"p{i}", "idle", "reading", ["(not busy)"], **up("readers"))
            system.edge(f"p{i}", "reading", "idle", ["(> readers 0)"], **down("readers"))
        else:
            system.process(f"p{i}", ["idle", "writing"])
            system.edge(f"p{i}", "idle", "writing", ["(not busy)", "(= readers 0)"], busy="true")
            system.edge(f"p{i}", "writing", "idle", busy="false")
    return system.text("(and busy (not (= readers 0)))")


def airport(size, _):
    system = Clauses()
    taxiways = list(dict.fromkeys(EXITS.values()))
    for name in ("r16", "l16", *EXITS, *taxiways):
        system.integer(name, 0)
    places = ["arriving", "landed", *(f"at_{name}" for name in (*EXITS, *taxiways)), "parked", "departing", "gone"]
    for i in range(size):
        plane = f"p{i}"
        move = lambda source, target, guards=(), **updates: system.edge(plane, source, target, guards, **updates)
        system.process(plane, places)
        move("arriving", "landed", ["(= r16 0)"], **up("r16"))
        for name, taxiway in EXITS.items():
            move("landed", f"at_{name}", ["(> r16 0)", f"(= {name} 0)"], **down("r16"), **up(name))
            free = [f"(> {name} 0)", "(= l16 0)", f"(= {taxiway} 0)"]
            move(f"at_{name}", f"at_{taxiway}", free, **down(name), **up(taxiway))
        for taxiway in taxiways:
            move(f"at_{taxiway}", "parked", [f"(> {taxiway} 0)"], **down(taxiway))
        clear = ["(= l16 0)", *(f"(= {name} 0)" for name in EXITS)]
        move("parked", "departing", clear, **up("l16"))
        move("departing", "gone", ["(> l16 0)"], **down("l16"))
    return system.text("(or (> r16 1) (> l16 1))")


WRITERS = {"BARBER": barber, "BARBERMP": barber, "BAKERY": bakery, "TICKET": ticket, "COHERENCE": coherence,
           "RW": readers_writers, "AIRPORT": airport}


def spacer(family, size, number, timeout):
    """Spacer's answer and its seconds; none where there is no `z3`, which the variable Z3 can name."""
    program = shutil.which(os.environ.get("Z3", "z3"))
    if program is None:
        return None
    text = WRITERS[family](int(size or 0), number)
    with tempfile.NamedTemporaryFile("w", suffix=".smt2") as file:
        file.write(text)
        file.flush()
        done, seconds = timed([program, "fp.engine=spacer", file.name], timeout)
        lines = done.stdout.split() if done else []
        verdict = {"sat": "holds", "unsat": "violated"}.get(lines[0] if lines else "", "unknown")
        return {"verdict": verdict, "seconds": seconds}
