#!/usr/bin/env python3
"""Sizes of state spaces and of prefixes side by side, and prefixes of generated nets; see README.md.

    run.py [--cap 60] [--only TEXT] [--fathom PATH] [--csv DIRECTORY]
"""
import argparse
import csv
import json
import pathlib
import random
import resource
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
# Models, with the constants that set their size.
MODELS = [("examples/protocols/needham_schroeder_net.fathom", {}),
          ("bench/explicit/philosophers.fathom", {"N": 4}), ("bench/explicit/philosophers.fathom", {"N": 8}),
          ("bench/explicit/philosophers.fathom", {"N": 12}),
          ("bench/unfolding/forks.fathom", {"N": 12}), ("bench/unfolding/forks.fathom", {"N": 100}),
          ("bench/unfolding/forks.fathom", {"N": 200}),
          ("bench/unfolding/pipeline.fathom", {"N": 8}), ("bench/unfolding/pipeline.fathom", {"N": 16}),
          ("bench/unfolding/pipeline.fathom", {"N": 24})]
# Generated nets: how many state machines, of how many states each, with how many steps of their own and how many in common.
GENERATED = [(4, 5, 3, 4), (6, 6, 4, 8), (8, 8, 5, 12), (10, 10, 6, 16)]
MOST_EVENTS = 1_000_000
REDUCTIONS = ["--symmetry", "off", "--inactive-variables", "off"]


def processor_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def run(words, cap):
    """What a command prints, and its seconds of the processor; nothing if it takes too long."""
    before = processor_seconds()
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=cap)
    except subprocess.TimeoutExpired:
        return None, cap
    return done, processor_seconds() - before


def constants(sizes):
    return [word for name, value in sizes.items() for word in ("--set", f"{name}={value}")]


def question(model):
    """What is asked of a model."""
    return "authentic" if "needham" in model else "deadlock_free"


def states(fathom, model, sizes, partial_order, cap):
    """All states; or those that a search looks at to answer the question, with interleavings left out."""
    asked = "no_faults" if partial_order == "off" else question(model)
    words = [fathom, "check", model, "--engine", "explicit", "--json", "--stats", "--trace", "none", "--no-vacuity",
             "--property", asked, "--partial-order", partial_order] + REDUCTIONS + constants(sizes)
    done, seconds = run(words, cap)
    if done is None or not done.stdout:
        return None, seconds
    return json.loads(done.stdout)["properties"][0]["stats"].get("states"), seconds


def answered(fathom, model, sizes, cap):
    """The events that the engine needs for the same question, after it has reduced the net."""
    words = [fathom, "check", model, "--engine", "unfolding", "--json", "--stats", "--trace", "none", "--no-vacuity",
             "--property", question(model)] + constants(sizes)
    done, seconds = run(words, cap)
    if done is None or not done.stdout:
        return None, seconds
    return json.loads(done.stdout)["properties"][0].get("stats", {}).get("events"), seconds


def prefix(fathom, model, sizes, cap):
    """The conditions, events and cut-offs of the prefix of the whole net."""
    words = [fathom, "graph", model, "--unfolding", "--format", "json", "--max-events", str(MOST_EVENTS)]
    done, seconds = run(words + constants(sizes), cap)
    if done is None or not done.stdout:
        return None, seconds
    document = json.loads(done.stdout)
    cut_offs = sum("cut_off" in event for event in document["events"])
    return (len(document["conditions"]), len(document["events"]), cut_offs), seconds


def generated(machines, size, own, common, seed=1):
    """A model of state machines that take steps alone and in pairs."""
    choice = random.Random(f"{machines} {size} {own} {common} {seed}")
    lines = [f"model Machines_{machines}_{size}", ""]
    lines += [f"sync meet{number}" for number in range(common)]
    edges = [[] for _ in range(machines)]
    for machine in range(machines):
        edges[machine] += [(state, (state + 1) % size, "") for state in range(size)]
        edges[machine] += [(choice.randrange(size), choice.randrange(size), "") for _ in range(own)]
    for number in range(common):
        sender, receiver = choice.sample(range(machines), 2)
        edges[sender].append((choice.randrange(size), choice.randrange(size), f" sync meet{number}!"))
        edges[receiver].append((choice.randrange(size), choice.randrange(size), f" sync meet{number}?"))
    for machine in range(machines):
        places = ", ".join(f"s{state}" for state in range(size))
        lines += ["", f"process M{machine} {{", f"  loc {places}"]
        lines += [f"  s{a} -> s{b}{how}" for a, b, how in edges[machine]] + ["}"]
    return "\n".join(lines + ["", "invariant deadlock_free", ""])


def row_of(name, model, sizes, args):
    plain, plain_seconds = states(args.fathom, model, sizes, "off", args.cap)
    reduced, reduced_seconds = states(args.fathom, model, sizes, "on", args.cap)
    whole, whole_seconds = prefix(args.fathom, model, sizes, args.cap)
    events, seconds = answered(args.fathom, model, sizes, args.cap)
    conditions, all_events, cut_offs = whole or (None, None, None)
    return {"model": name, "states": plain, "states_seconds": round(plain_seconds, 2), "partial_order": reduced,
            "partial_order_seconds": round(reduced_seconds, 2), "conditions": conditions, "events": all_events,
            "cut_offs": cut_offs, "prefix_seconds": round(whole_seconds, 2), "engine_events": events,
            "engine_seconds": round(seconds, 2)}


def show(row):
    number = lambda value: "-" if value is None else f"{value:,}"
    cell = lambda key, seconds: f"{number(row[key]):>10} {row[seconds]:>6.2f} s"
    print(f"{row['model']:<28} {cell('states', 'states_seconds')} {cell('partial_order', 'partial_order_seconds')} "
          f"{cell('events', 'prefix_seconds')} {cell('engine_events', 'engine_seconds')}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cap", type=float, default=60, help="seconds for one run")
    parser.add_argument("--only", default="", help="a part of the names of those that are measured")
    parser.add_argument("--fathom", default=str(ROOT / "target" / "release" / "fathom"), help="the binary to measure")
    parser.add_argument("--csv", type=pathlib.Path, help="a directory for the raw results")
    args = parser.parse_args()
    print(f"{'':<28} {'states':>19} {'partial order':>19} {'events':>19} {'engine':>19}")
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        cases = []
        for model, sizes in MODELS:
            name = pathlib.Path(model).stem + "".join(f":{value}" for value in sizes.values())
            cases.append((name, str(ROOT / model), sizes))
        for numbers in GENERATED:
            name = "machines:" + ",".join(map(str, numbers))
            path = pathlib.Path(folder) / (name.replace(":", "_").replace(",", "_") + ".fathom")
            path.write_text(generated(*numbers))
            cases.append((name, str(path), {}))
        for name, model, sizes in cases:
            if args.only in name:
                rows.append(row_of(name, model, sizes, args))
                show(rows[-1])
    if args.csv and rows:
        args.csv.mkdir(parents=True, exist_ok=True)
        with open(args.csv / "unfolding.csv", "w", newline="") as file:
            writer = csv.DictWriter(file, rows[0].keys())
            writer.writeheader()
            writer.writerows(rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
