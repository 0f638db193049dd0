#!/usr/bin/env python3
"""Writes nets like those of the Model Checking Contest, with formulas like those of the contest.

    bench/contest/generate.py table 6 FOLDER [--formulas 16] [--seed 1]
    bench/contest/generate.py automata 30 FOLDER

FOLDER gets model.pnml and the formula files that run.py reads, so that `run.py --corpus` can be given the folder of a folder
`models` of such folders. There are no recorded answers.

| family | what it is | places | transitions |
| --- | --- | --- | --- |
| table N | philosophers who join a table between two neighbours, and leave it | N^2 + 7 N | about 2 N^3 |
| automata N | N automata of ten states that step in pairs, of which most pairs never meet | 10 N | about 100 N |
| mesh N | N by N cells through which parcels travel | 2 N^2 | 4 N^2 |
| flows N | N independent sequences of six steps with a shared resource | 7 N + 1 | 6 N |
"""

import argparse
import pathlib
import random


class Net:
    def __init__(self, name):
        self.name, self.places, self.transitions = name, {}, []

    def place(self, name, tokens=0):
        self.places[name] = tokens

    def transition(self, name, takes, gives):
        """`takes` and `gives` are lists of places, with repetition."""
        self.transitions.append((name, takes, gives))

    def pnml(self):
        lines = ['<?xml version="1.0"?>', '<pnml xmlns="http://www.pnml.org/version-2009/grammar/pnml">',
                 f'<net id="{self.name}" type="http://www.pnml.org/version-2009/grammar/ptnet"><page id="page">']
        for name, tokens in self.places.items():
            lines.append(f'<place id="{name}"><initialMarking><text>{tokens}</text></initialMarking></place>')
        arcs = 0
        for name, takes, gives in self.transitions:
            lines.append(f'<transition id="{name}"/>')
            ends = [(place, name, takes.count(place)) for place in dict.fromkeys(takes)]
            ends += [(name, place, gives.count(place)) for place in dict.fromkeys(gives)]
            for source, target, weight in ends:
                arcs += 1
                lines.append(f'<arc id="a{arcs}" source="{source}" target="{target}">'
                             f'<inscription><text>{weight}</text></inscription></arc>')
        return "\n".join([*lines, "</page></net></pnml>", ""])


def table(size):
    """Philosophers who join a table between two neighbours, who may be one and the same, and leave it again."""
    net, all_of = Net(f"table-{size}"), range(size)
    for i in all_of:
        sits = i < 2
        for kind in ["outside", "think", "wait_left", "wait_right", "has_left", "has_right", "fork"]:
            net.place(f"{kind}_{i}", int(kind == "outside" and not sits or kind in ("think", "fork") and sits))
        for j in all_of:
            net.place(f"beside_{i}_{j}", int((i, j) in [(0, 1), (1, 0)]))
    for i in all_of:
        net.transition(f"hunger_{i}", [f"think_{i}"], [f"wait_left_{i}", f"wait_right_{i}"])
        net.transition(f"take_left_{i}", [f"wait_left_{i}", f"fork_{i}"], [f"has_left_{i}"])
        for j in all_of:
            beside = f"beside_{i}_{j}"
            net.transition(f"take_right_{i}_{j}", [f"wait_right_{i}", f"fork_{j}", beside], [f"has_right_{i}", beside])
            net.transition(f"finish_{i}_{j}", [f"has_left_{i}", f"has_right_{i}", beside],
                           [f"think_{i}", f"fork_{i}", f"fork_{j}", beside])
            for k in all_of:
                if i in (j, k):
                    continue
                apart, between = [f"beside_{j}_{k}"], [f"beside_{j}_{i}", f"beside_{i}_{k}"]
                inside = [f"think_{i}", f"fork_{i}"]
                net.transition(f"join_{i}_{j}_{k}", [f"outside_{i}", *apart, f"think_{j}"], [*inside, *between, f"think_{j}"])
                net.transition(f"leave_{i}_{j}_{k}", [*inside, *between, f"think_{j}"], [f"outside_{i}", *apart, f"think_{j}"])
    return net


def automata(size, seed=1):
    """Automata of ten states. Each has a few steps of its own, and many with a partner, who must be in a certain state."""
    net, dice = Net(f"automata-{size}"), random.Random(seed)
    for a in range(size):
        for state in range(10):
            net.place(f"at_{a}_{state}", int(state == 0))
    for a in range(size):
        for state in range(10):
            # A step alone from the second state on would unfold all combinations.
            for number in range(10):
                b = dice.choice([other for other in range(size) if other != a])
                partner, after, partner_after = dice.randrange(10), dice.randrange(10), dice.randrange(10)
                net.transition(f"meet_{a}_{state}_{number}", [f"at_{a}_{state}", f"at_{b}_{partner}"],
                               [f"at_{a}_{after}", f"at_{b}_{partner_after}"])
    return net


def mesh(size):
    """Cells with room for one parcel each, through which parcels travel to the right and down, and leave at the end."""
    net = Net(f"mesh-{size}")
    for i in range(size):
        for j in range(size):
            net.place(f"full_{i}_{j}", 0)
            net.place(f"empty_{i}_{j}", 1)
    for i in range(size):
        for j in range(size):
            for i2, j2, way in [(i + 1, j, "down"), (i, j + 1, "right")]:
                if i2 < size and j2 < size:
                    net.transition(f"{way}_{i}_{j}", [f"full_{i}_{j}", f"empty_{i2}_{j2}"],
                                   [f"empty_{i}_{j}", f"full_{i2}_{j2}"])
    net.transition("enter", ["empty_0_0"], ["full_0_0"])
    net.transition("leave", [f"full_{size - 1}_{size - 1}"], [f"empty_{size - 1}_{size - 1}"])
    return net


def flows(size):
    """Independent sequences of six steps, the middle of which needs the one resource."""
    net = Net(f"flows-{size}")
    net.place("resource", 1)
    for i in range(size):
        for step in range(7):
            net.place(f"at_{i}_{step}", int(step == 0))
        for step in range(6):
            takes, gives = [f"at_{i}_{step}"], [f"at_{i}_{step + 1}"]
            takes += ["resource"] if step == 2 else []
            gives += ["resource"] if step == 3 else []
            net.transition(f"step_{i}_{step}", takes, gives)
    return net


FAMILIES = {"table": table, "automata": automata, "mesh": mesh, "flows": flows}


class Formulas:
    """Random formulas in the shape of the contest's."""

    def __init__(self, net, dice):
        self.net, self.dice = net, dice
        self.places, self.fires = list(net.places), [name for name, _, _ in net.transitions]

    def atom(self, kind):
        if kind.endswith("F"):
            some = self.dice.sample(self.fires, min(len(self.fires), self.dice.randint(1, 3)))
            return "<is-fireable>" + "".join(f"<transition>{name}</transition>" for name in some) + "</is-fireable>"
        sides = [self.tokens(), self.dice.choice([self.tokens, self.constant])()]
        self.dice.shuffle(sides)
        return f"<integer-le>{''.join(sides)}</integer-le>"

    def tokens(self):
        some = self.dice.sample(self.places, self.dice.randint(1, 2))
        return "<tokens-count>" + "".join(f"<place>{name}</place>" for name in some) + "</tokens-count>"

    def constant(self):
        return f"<integer-constant>{self.dice.randint(1, 2)}</integer-constant>"

    def state(self, kind, depth):
        shape = self.dice.choice(["atom", "negation", "conjunction", "disjunction"] if depth else ["atom"])
        if shape == "atom":
            return self.atom(kind)
        parts = [self.state(kind, depth - 1) for _ in range(1 if shape == "negation" else 2)]
        return f"<{shape}>{''.join(parts)}</{shape}>"

    def path(self, kind, depth):
        """A formula of the linear or the branching logic, below the outermost quantifier of the former."""
        operators = ["globally", "finally", "until", "next", "negation", "conjunction", "disjunction"]
        operator = self.dice.choice(operators) if depth else "atom"
        if operator == "atom":
            return self.atom(kind)
        inner = lambda: self.path(kind, depth - 1)
        if operator in ("negation", "conjunction", "disjunction"):
            return f"<{operator}>{inner()}{'' if operator == 'negation' else inner()}</{operator}>"
        body = f"<before>{inner()}</before><reach>{inner()}</reach>" if operator == "until" else inner()
        formula = f"<{operator}>{body}</{operator}>"
        if kind.startswith("CTL"):
            quantifier = self.dice.choice(["all-paths", "exists-path"])
            return f"<{quantifier}>{formula}</{quantifier}>"
        return formula

    def formula(self, kind):
        if kind.startswith("R"):
            quantifier, operator = self.dice.choice([("all-paths", "globally"), ("exists-path", "finally")])
            return f"<{quantifier}><{operator}>{self.state(kind, 3)}</{operator}></{quantifier}>"
        if kind == "UB":
            return f"<place-bound><place>{self.dice.choice(self.places)}</place></place-bound>"
        body = self.path(kind, 4)
        return body if kind.startswith("CTL") else f"<all-paths>{body}</all-paths>"

    def file(self, kind, name, number):
        properties = [f"<property><id>{self.net.name}-{name}-{at:02}</id><formula>{self.formula(kind)}</formula></property>"
                      for at in range(number)]
        return "\n".join(['<?xml version="1.0"?>', '<property-set xmlns="http://mcc.lip6.fr/">', *properties,
                          "</property-set>", ""])


FILES = {
    "RC": "ReachabilityCardinality",
    "RF": "ReachabilityFireability",
    "CTLC": "CTLCardinality",
    "CTLF": "CTLFireability",
    "LTLC": "LTLCardinality",
    "LTLF": "LTLFireability",
    "UB": "UpperBounds",
}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("family", choices=FAMILIES)
    parser.add_argument("size", type=int)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--formulas", type=int, default=16)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    net = FAMILIES[options.family](options.size)
    options.folder.mkdir(parents=True, exist_ok=True)
    (options.folder / "model.pnml").write_text(net.pnml())
    formulas = Formulas(net, random.Random(options.seed))
    for kind, name in FILES.items():
        (options.folder / f"{name}.xml").write_text(formulas.file(kind, name, options.formulas))
    print(f"{net.name}: {len(net.places)} places, {len(net.transitions)} transitions")


if __name__ == "__main__":
    main()
