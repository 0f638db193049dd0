#!/usr/bin/env python3
"""Compares orders and strategies of decision diagrams, without the rest of Fathom.

    cargo build --release -p fathom-decision-diagrams --example reach
    bench/decision-diagrams/run.py [--cap 20] [--sizes 20,50,100,200] [--models philosophers,ring] [--repeats 3]
    bench/decision-diagrams/run.py --nets FOLDER

FOLDER holds models/NET/model.pnml and STATE_COUNTS.tsv, with the number of reachable markings of each net. The table
is Markdown; each cell is the median of the seconds that the program measures (the domain, the relations, the
reachable states, the dead ones among them, both counted), and the peak memory of the process in megabytes.
"""

import argparse
import os
import pathlib
import statistics
import subprocess
import sys
import threading
import xml.etree.ElementTree as tree

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "target/release/examples/reach"
ORDERS = ["declared", "attracted"]
STRATEGIES = ["monolithic", "partitioned", "chained", "saturated"]
MODELS = ["philosophers", "ring", "tokens", "buffers"]


def run(model, size, order, strategy, cap, text=None):
    """States, dead states, seconds, nodes and peak megabytes; nothing if the cap was reached."""
    process = subprocess.Popen(
        [PROGRAM, model, str(size), order, strategy], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    if text is not None:
        process.stdin.write(text)
    process.stdin.close()
    timer = threading.Timer(cap, process.kill)
    timer.start()
    output = process.stdout.read()
    _, _, usage = os.wait4(process.pid, 0)
    timer.cancel()
    process.returncode = 0
    fields = output.strip().split(",")
    if len(fields) < 10 or fields[4] == "-":
        return None
    return fields[4], fields[5], float(fields[6]), int(fields[7]), usage.ru_maxrss // 1024


def median(model, size, order, strategy, cap, repeats, text=None):
    """The median run, and whether there was one in time; a run that takes long is not repeated."""
    runs = []
    for _ in range(repeats):
        result = run(model, size, order, strategy, cap, text)
        if result is None:
            return None
        runs.append(result)
        if result[2] > 5:
            break
    seconds = statistics.median(result[2] for result in runs)
    return *runs[0][:2], seconds, runs[0][3], max(result[4] for result in runs)


def cell(result):
    return "cap" if result is None else f"{result[2]:.3f} ({result[4]})"


def systems(options):
    print("| model | N | states | order | nodes | " + " | ".join(STRATEGIES) + " |")
    print("|---" * (5 + len(STRATEGIES)) + "|")
    given_up = set()
    for model in options.models.split(","):
        for size in map(int, options.sizes.split(",")):
            for order in ORDERS:
                results = []
                for strategy in STRATEGIES:
                    # What was too large stays too large.
                    result = None
                    if (model, order, strategy) not in given_up:
                        result = median(model, size, order, strategy, options.cap, options.repeats)
                    if result is None:
                        given_up.add((model, order, strategy))
                    results.append(result)
                known = [result for result in results if result is not None]
                if len({result[:2] for result in known}) > 1:
                    sys.exit(f"{model} {size} {order}: the strategies disagree: {known}")
                states, nodes = (known[0][0], known[0][3]) if known else ("", "")
                print(f"| {model} | {size} | {states} | {order} | {nodes} | " + " | ".join(map(cell, results)) + " |")
                sys.stdout.flush()


def net(path):
    """The text of a net for the program."""
    root = tree.parse(path).getroot()
    local = lambda element: element.tag.rsplit("}", 1)[-1]
    number = lambda element, name: next(
        (int(text.text) for child in element if local(child) == name for text in child.iter() if local(text) == "text"),
        None,
    )
    places, transitions, lines = {}, {}, []
    for element in root.iter():
        if local(element) == "place":
            places[element.get("id")] = len(places)
            lines.append(f"place {number(element, 'initialMarking') or 0}")
        elif local(element) == "transition":
            transitions[element.get("id")] = ({}, {})
    for element in root.iter():
        if local(element) == "arc":
            source, target = element.get("source"), element.get("target")
            weight = number(element, "inscription") or 1
            arcs, place = (
                (transitions[target][0], source) if source in places else (transitions[source][1], target)
            )
            arcs[places[place]] = arcs.get(places[place], 0) + weight
    side = lambda arcs: " ".join(f"{place}:{weight}" for place, weight in arcs.items())
    lines += [f"{side(takes)} > {side(gives)}" for takes, gives in transitions.values()]
    return "\n".join(lines)


def nets(options):
    folder = pathlib.Path(options.nets)
    rows = (folder / "STATE_COUNTS.tsv").read_text().splitlines()[1:]
    print("| net | states | tokens in a place | order | nodes | " + " | ".join(STRATEGIES) + " |")
    print("|---" * (5 + len(STRATEGIES)) + "|")
    for name, states in (row.split("\t")[:2] for row in rows):
        text = net(folder / "models" / name / "model.pnml")
        for bound in (1, 3, 7, 15, 31, 63, 127):
            found = run("net", bound, "attracted", "saturated", options.cap, text)
            if found is None or found[0] == states:
                break
        for order in ORDERS:
            results = [median("net", bound, order, strategy, options.cap, options.repeats, text) for strategy in STRATEGIES]
            wrong = [result for result in results if result is not None and result[0] != states]
            if wrong:
                print(f"{name}: {wrong[0][0]} states, not {states}", file=sys.stderr)
            nodes = next((result[3] for result in results if result is not None), "")
            print(f"| {name} | {states} | {bound} | {order} | {nodes} | " + " | ".join(map(cell, results)) + " |")
            sys.stdout.flush()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cap", type=float, default=20)
    parser.add_argument("--sizes", default="20,50,100,200")
    parser.add_argument("--models", default=",".join(MODELS))
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--nets")
    options = parser.parse_args()
    nets(options) if options.nets else systems(options)


if __name__ == "__main__":
    main()
