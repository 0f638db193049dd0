#!/usr/bin/env python3
"""Random counter systems and threads: what is not settled, and whether strategies disagree.

    cargo build --release
    python3 bench/coverability/random_nets.py small 0..450     # every strategy, 1 s each; `auto` 5 s
    python3 bench/coverability/random_nets.py large 0..1000    # `auto` alone, 20 s
                                              [--fathom PATH] [--keep FOLDER]

`small` are nets with up to eight places, with large weights, transfers, resets, tests for zero and upper bounds, and thread systems with
broadcasts. `large` are threads with locks and shared bits on up to thirty locations, and jobs that take several resources. A net
follows from its seed. Numbers that the reader refuses are counted as such. What is not settled, or takes longer than four seconds, is printed and
kept; the exit code is 1 if two strategies disagree or a run ends in an unexpected way.
"""

import argparse
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
WAYS = [["--engine", "auto"], ["--strategy", "backward"], ["--strategy", "backward", "--covers", "sharing-trees"],
        ["--strategy", "backward", "--covers", "sums"], ["--strategy", "karp-miller"], ["--strategy", "expand-enlarge"],
        ["--engine", "symbolic"], ["--engine", "abstraction"]]
HUGE = [1, 2, 7, 1000, 10**6, 2**31, 2**40, 2**62, 2**63, 2**64]


def text_of(places, rules, start, target):
    """A counter system in the format of mist."""
    return (f"vars\n{' '.join(places)}\n\nrules\n" + "\n".join(rules) + "\n\ninit\n"
            + ", ".join(start) + "\n\ntarget\n" + "\n".join(target) + "\n")


def weighted(chance):
    """A small net of one of several kinds."""
    kind = chance.choice(["pn", "pn", "trans", "zero", "big", "reset"])
    places = [f"x{number}" for number in range(chance.randint(1, 8))]
    count = len(places)

    def weight():
        return chance.choice([1, 1, 1, 2, 3] if kind != "big" else HUGE)

    rules = []
    for _ in range(chance.randint(0 if chance.random() < .05 else 1, 10)):
        needs, changes = {}, {}
        for place in chance.sample(places, min(count, chance.randint(0, 3))):
            needs[place] = weight()
        for place, tokens in needs.items():
            if chance.random() < .8:
                changes[place] = f"{place}-{tokens}"
        for place in chance.sample(places, min(count, chance.randint(0, 3))):
            tokens = weight()
            if place not in changes or chance.random() < .5:
                changes[place] = f"{place}+{tokens}"
        guards = [f"{place} >= {tokens}" for place, tokens in needs.items()]
        if kind == "zero" and chance.random() < .4:
            place = chance.choice(places)
            if place not in needs:
                guards.append(chance.choice([f"{place} = 0", f"{place} <= 1", f"{place} = 1", f"{place} in [0,1]"]))
        if kind in ("trans", "reset") and chance.random() < .4 and count > 1:
            source, sink = chance.sample(places, 2)
            if kind == "trans":
                changes[sink] = f"{sink} + {source}"
            changes[source] = "0"
        if not guards:
            guards = [f"{chance.choice(places)} >= 0"]
        if not changes:
            place = chance.choice(places)
            changes[place] = place
        rules.append(", ".join(guards) + " -> " + ", ".join(f"{place}' = {value}" for place, value in changes.items()) + " ;")
    start = []
    for place in places:
        draw = chance.random()
        start.append(f"{place} >= {chance.randint(0, 2)}" if draw < .25
                     else f"{place} = {chance.choice([0, 0, 1, 2, 3])}" if draw < .9 else f"{place} in [0,2]")
    target = []
    for _ in range(chance.randint(1, 2)):
        sizes = [0, 1, 1, 2, 2, 3, 4] if kind != "big" else [1, 2, 5, 10**6, 2**40]
        target.append(", ".join(f"{place} {'>=' if chance.random() < .85 else '='} {chance.choice(sizes)}"
                                for place in chance.sample(places, min(count, chance.randint(1, 3)))))
    return {"spec": text_of(places, rules, start, target)}


def broadcasting(chance):
    """A small thread system in the format of bfc, with its target."""
    shared, local = chance.randint(1, 4), chance.randint(1, 5)
    lines = [f"{shared} {local}"]
    for _ in range(chance.randint(0, 12)):
        before, after = chance.randrange(shared), chance.randrange(shared)
        source, sink = chance.randrange(local), chance.randrange(local)
        draw = chance.random()
        arrow = "->" if draw < .7 else "+>" if draw < .85 else "~>"
        line = f"{before} {source} {arrow} {after} {sink}"
        if arrow == "->" and chance.random() < .3:
            for _ in range(chance.randint(1, 3)):
                passive, pushed = chance.randrange(local), chance.randrange(local)
                line += f" {passive} ~> {pushed}"
        lines.append(line)
    threads = chance.randint(1, 3)
    goal = f"{chance.randrange(shared)}|{','.join(str(chance.randrange(local)) for _ in range(threads))}"
    return {"tts": "\n".join(lines) + "\n", "prop": goal + "\n"}


def small(seed):
    chance = random.Random(seed)
    return (weighted if chance.random() < .65 else broadcasting)(chance)


def rule(takes, gives, first, transfer):
    """One step, with a transfer unless that concerns a place that the step changes."""
    touched = sorted(set(takes) | set(gives))
    guard = ", ".join(f"{place} >= {takes[place]}" for place in touched if place in takes) or f"{first} >= 0"
    changes = []
    for place in touched:
        change = gives.get(place, 0) - takes.get(place, 0)
        if change:
            changes.append(f"{place}' = {place}{'+' if change > 0 else '-'}{abs(change)}")
    if transfer and not set(transfer) & set(touched):
        source, sink = transfer
        changes += [f"{sink}' = {sink} + {source}", f"{source}' = 0"]
    return f"{guard} -> {', '.join(changes) or f'{first}{chr(39)} = {first}'} ;"


def threads(chance):
    """Any number of threads on one graph of locations, with locks and shared bits."""
    locations, bits, locks = chance.randint(6, 30), chance.randint(1, 6), chance.randint(0, 4)
    places = [f"l{number}" for number in range(locations)]
    start = {place: "= 0" for place in places}
    start["l0"] = ">= 1"
    for bit in range(bits):
        places += [f"b{bit}t", f"b{bit}f"]
        start[f"b{bit}t"], start[f"b{bit}f"] = "= 0", "= 1"
    for lock in range(locks):
        places.append(f"m{lock}")
        start[f"m{lock}"] = f"= {chance.choice([1, 1, 1, 2])}"
    broadcasts, rules = chance.random() < .35, []
    for here in range(locations):
        for _ in range(1 if chance.random() < .6 else 2):
            there = here + 1 if here + 1 < locations and chance.random() < .7 else chance.randrange(locations)
            takes, gives = {f"l{here}": 1}, {f"l{there}": 1}
            draw, beside = chance.random(), None
            if draw < .35:
                bit = chance.randrange(bits)
                old, new = chance.choice("tf"), chance.choice("tf")
                beside = (f"b{bit}{old}", f"b{bit}{new}")
            elif draw < .6 and locks:
                lock = f"m{chance.randrange(locks)}"
                beside = (lock, None) if chance.random() < .5 else (None, lock) if chance.random() < .3 else (lock, lock)
            elif draw < .65:
                beside = (None, f"l{chance.randrange(locations)}")
            taken, given = beside or (None, None)
            if taken:
                takes[taken] = takes.get(taken, 0) + 1
            if given:
                gives[given] = gives.get(given, 0) + 1
            transfer = None
            if broadcasts and chance.random() < .2:
                transfer = (f"l{chance.randrange(locations)}", f"l{chance.randrange(locations)}")
                transfer = transfer if transfer[0] != transfer[1] else None
            rules.append(rule(takes, gives, places[0], transfer))
    goal = [f"l{chance.randrange(locations // 2, locations)} >= {chance.choice([1, 2, 2, 3])}"]
    if chance.random() < .5:
        goal.append(f"l{chance.randrange(locations)} >= 1")
    goal = list({part.split()[0]: part for part in goal}.values())
    if chance.random() < .3:
        goal.append(f"b{chance.randrange(bits)}t >= 1")
    return text_of(places, rules, [f"{place} {start[place]}" for place in places], [", ".join(goal)])


def resources(chance):
    """Jobs that take resources one after the other and give all of them back at the end."""
    kinds, jobs = chance.randint(2, 5), chance.randint(2, 5)
    places, start, rules, stages = [], {}, [], []
    for kind in range(kinds):
        places.append(f"r{kind}")
        start[f"r{kind}"] = f"= {chance.randint(1, 8)}"
    for job in range(jobs):
        own = [f"j{job}_{stage}" for stage in range(chance.randint(2, 6))]
        places += own
        start.update({place: "= 0" for place in own})
        start[own[0]] = chance.choice([">= 1", "= 1", "= 2", "= 5"])
        held = {}
        for stage, here in enumerate(own):
            there = own[(stage + 1) % len(own)]
            guards, changes = [f"{here} >= 1"], [f"{here}' = {here}-1", f"{there}' = {there}+1"]
            kind, number = chance.randrange(kinds), chance.randint(1, 3)
            if stage == len(own) - 1:
                changes += [f"r{kind}' = r{kind}+{number}" for kind, number in held.items()]
            elif kind not in held and chance.random() < .8:
                held[kind] = number
                guards.append(f"r{kind} >= {number}")
                changes.append(f"r{kind}' = r{kind}-{number}")
            rules.append(", ".join(guards) + " -> " + ", ".join(changes) + " ;")
        stages.append(own)
    goal = {}
    for _ in range(chance.randint(1, 3)):
        place = chance.choice(chance.choice(stages)[1:])
        goal[place] = chance.randint(1, 4)
    if chance.random() < .3:
        goal[f"r{chance.randrange(kinds)}"] = chance.randint(5, 20)
    return text_of(places, rules, [f"{place} {start[place]}" for place in places],
                   [", ".join(f"{place} >= {number}" for place, number in goal.items())])


def large(seed):
    chance = random.Random(seed * 7 + 1)
    return {"spec": chance.choice([threads, threads, resources])(chance)}


def verdict(fathom, model, way, limit):
    """What is said of `safe`: a verdict, `refused`, or how the run ended; and the seconds by the clock."""
    begun = time.time()
    command = [fathom, "check", model, "--property", "safe", *way, "--json", "--timeout", f"{limit}s"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=6 * limit + 10)
    except subprocess.TimeoutExpired:
        return "no end", time.time() - begun
    if done.returncode not in (0, 1, 2, 3):
        return f"exit {done.returncode}", time.time() - begun
    if done.returncode == 2:
        return "refused", time.time() - begun
    answers = json.loads(done.stdout)["properties"]
    return next(answer["verdict"] for answer in answers if answer["name"] == "safe"), time.time() - begun


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("kind", choices=["small", "large"])
    parser.add_argument("seeds", help="for example 0..100")
    parser.add_argument("--fathom", default=str(ROOT / "target/release/fathom"))
    parser.add_argument("--keep", type=pathlib.Path, default=pathlib.Path(tempfile.mkdtemp()))
    options = parser.parse_args()
    make, ways = (small, WAYS) if options.kind == "small" else (large, WAYS[:1])
    first, last = map(int, options.seeds.split(".."))
    counts, bad = {}, 0
    for seed in range(first, last):
        files = make(seed)
        ending = next(iter(files))
        for name, text in files.items():
            (options.keep / f"seed{seed}.{name}").write_text(text)
        found = []
        for way in ways:
            limit = 1 if way != WAYS[0] else 5 if options.kind == "small" else 20
            said, seconds = verdict(options.fathom, str(options.keep / f"seed{seed}.{ending}"), way, limit)
            found.append(said)
            of = counts.setdefault(" ".join(way), {})
            of[said] = of.get(said, 0) + 1
            if way == WAYS[0] and (said == "unknown" or seconds > 4):
                print(f"seed {seed}: auto {said} in {seconds:.1f} s", flush=True)
        wrong = len({"holds", "violated"} & set(found)) > 1 or set(found) - {"holds", "violated", "unknown", "refused"}
        if wrong:
            bad += 1
            print(f"seed {seed}: {found}", flush=True)
        elif "unknown" not in found[:1]:
            for name in files:
                os.remove(options.keep / f"seed{seed}.{name}")
    for way, of in counts.items():
        print(way, of)
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
