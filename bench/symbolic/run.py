#!/usr/bin/env python3
"""Measures the symbolic engine through the whole tool, beside the explicit one; see README.md.

    run.py [--fathom PATH] [--cap 60] [--sizes 20,50,100,200] [--beside philosophers:18,19 --beside ring:12,13]

Prints two tables: large systems with the symbolic engine alone, and systems that both engines can do. The exit code is
1 if an answer differs from what is known, or the engines count different states.
"""
import argparse
import json
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE.parent / "explicit"))
from measure import run  # noqa: E402

# The invariant of each model, and whether the model can come to a dead end.
MODELS = {"philosophers": ("neighbours", "violated"), "ring": ("mutex", "holds")}
WAYS = {
    "symbolic": ["--engine", "symbolic"],
    "explicit": ["--engine", "explicit"],
    "explicit, all states": ["--engine", "explicit", "--partial-order", "off"],
}
# NuSMV 2.6 on the same systems, two CTL formulas, default order: seconds of the processor and MB, recorded on
# a machine of the same kind; it gave no answer in 60 seconds for 50.
RECORDED = {("philosophers", 20): "10.3 s, 84 MB", ("ring", 20): "5.9 s, 87 MB",
            ("philosophers", 50): "none in 60 s", ("ring", 50): "none in 60 s"}


def states(kind, size):
    """The number of reachable states, by other means: a recurrence, and a closed formula."""
    if kind == "ring":
        return 4 * size * 3 ** (size - 1)
    # A fork is free, or at its left or its right philosopher. The trace of the size-th power of a 2 by 2 matrix
    # with characteristic polynomial x^2 - 2x - 1 counts the ways round the table.
    before, now = 2, 2
    for _ in range(size - 1):
        before, now = now, 2 * now + before
    return now


def measure(fathom, kind, size, way, cap):
    """What one run took, and what is wrong with its answers."""
    invariant, dead_end = MODELS[kind]
    command = [str(fathom), "check", str(HERE.parent / "explicit" / f"{kind}.fathom"), "--set", f"N={size}", "--json",
               "--stats", "--property", invariant, "--property", "deadlock_free", "--timeout", f"{cap}s", *WAYS[way]]
    done = run(command, cap + 10)
    try:
        properties = {one["name"]: one for one in json.loads(done.output)["properties"]}
    except (json.JSONDecodeError, KeyError):
        return done, None, [f"{kind} {size} {way}: {done.output[:200] or 'no answer'}"]
    verdicts = properties[invariant]["verdict"], properties["deadlock_free"]["verdict"]
    if "unknown" in verdicts:
        return done, None, []
    problems = []
    if verdicts != ("holds", dead_end):
        problems.append(f"{kind} {size} {way}: {verdicts}")
    found = int(properties[invariant]["stats"]["states"])
    if way != "explicit" and found != states(kind, size):
        problems.append(f"{kind} {size} {way}: {found} states, not {states(kind, size)}")
    return done, found, problems


def short(count):
    return str(count) if count < 10**9 else f"{count:.3e}".replace("e+", "e")


def cell(done, found):
    return f"{done.cpu:.2f} s, {done.peak / 2**20:.0f} MB" if found else "no answer"


def large(options):
    problems = []
    print("| model | N | states | symbolic, seconds of the processor | by the clock | MB | NuSMV 2.6 |\n" + "|---" * 7 + "|")
    for kind in MODELS:
        for size in options.sizes.split(","):
            size = int(size)
            done, found, wrong = measure(options.fathom, kind, size, "symbolic", options.cap)
            problems += wrong
            took = f"{done.cpu:.2f} | {done.wall:.2f} | {done.peak / 2**20:.0f}" if found else "no answer | |"
            print(f"| {kind} | {size} | {short(found or 0)} | {took} | {RECORDED.get((kind, size), '')} |", flush=True)
    return problems


def beside(options):
    problems = []
    print("\n| model | N | states | " + " | ".join(WAYS) + " | ratio |\n" + "|---" * (len(WAYS) + 4) + "|")
    for case in options.beside or ["philosophers:18,19", "ring:12,13"]:
        kind, _, sizes = case.partition(":")
        for size in map(int, sizes.split(",")):
            cells, seconds, is_open = [], [], False
            for way in WAYS:
                done, found, wrong = measure(options.fathom, kind, size, way, options.cap)
                problems += wrong
                cells.append(cell(done, found))
                seconds.append(done.cpu)
                is_open = is_open or not found
            ratio = min(seconds[1:]) / max(seconds[0], 0.01)
            ratio = f"{'over ' if is_open else ''}{ratio:.0f}"
            print(f"| {kind} | {size} | {states(kind, size)} | {' | '.join(cells)} | {ratio} |", flush=True)
    return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fathom", default=ROOT / "target" / "release" / "fathom", help="the binary to measure")
    parser.add_argument("--cap", type=int, default=60, help="seconds for one run, by the clock")
    parser.add_argument("--sizes", default="20,50,100,200")
    parser.add_argument("--beside", action="append", metavar="KIND:SIZES")
    options = parser.parse_args()
    problems = large(options) + beside(options)
    print("\n".join(problems), file=sys.stderr)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
