#!/usr/bin/env python3
"""Does `auto` choose well? Its time beside each representation alone, with the same ladder of tactics, on the instances of the
paper and on all other properties with integer sets of the examples and benches; see README.md."""

import argparse
import json
import subprocess

import suite
from check import check

WAYS = {
    "auto": [],
    "V1": ["--sets", "automata"],
    "V2": ["--sets", "polyhedra"],
    "V3": ["--sets", "automata-serial"],
    "V4": ["--layout", "unified"],
    "V5": ["--layout", "unified", "--sets", "automata-serial"],
}
# Below this many seconds the start of the program decides.
NEGLIGIBLE = 0.02
OTHERS = ["examples", "bench/bultan-gerber-pugh", "bench/fast"]


def others(fathom, timeout):
    """The properties with unbounded integers of other models, each with the question that is asked."""
    for folder in OTHERS:
        for path in sorted((suite.ROOT / folder).rglob("*.fathom")):
            command = [fathom, "check", str(path), "--json", "--timeout", f"{timeout}s", "--sets", "polyhedra"]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode > 3 or not done.stdout.startswith("{"):
                continue
            for answer in json.loads(done.stdout)["properties"]:
                if "polyhedra" in answer.get("strategy", ""):
                    name = f"{path.relative_to(suite.ROOT)} {answer['name']}"
                    yield name, [str(path), "--property", answer["name"]]


def measured(fathom, question, timeout, ways):
    """The seconds of each way that settles the question, and whether all verdicts are the same."""
    found = {way: check(fathom, question, WAYS[way], timeout) for way in ways}
    settled = {way: one for way, one in found.items() if one["verdict"] in ("holds", "violated")}
    return {way: one["seconds"] for way, one in settled.items()}, len({one["verdict"] for one in settled.values()}) <= 1


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--fathom", default=str(suite.ROOT / "target/release/fathom"))
    options.add_argument("--timeout", type=float, default=10)
    options.add_argument("--others", action="store_true", help="the other examples and benches, instead of the instances")
    options.add_argument("--ways", nargs="+", default=list(WAYS), choices=list(WAYS))
    options = options.parse_args()
    questions = others(options.fathom, options.timeout) if options.others else (
        (name, suite.question(name)) for name in suite.paper())
    print("| instance | " + " | ".join(options.ways) + " | best | factor |")
    print("|---" * (len(options.ways) + 3) + "|")
    good = total = 0
    for name, question in questions:
        seconds, agree = measured(options.fathom, question, options.timeout, options.ways)
        alone = {way: time for way, time in seconds.items() if way != "auto"}
        if not seconds:
            continue
        total += 1
        best = min(alone, key=alone.get, default="none")
        factor = seconds["auto"] / alone[best] if "auto" in seconds and alone else 0 if not alone else float("inf")
        good += "auto" in seconds and (factor <= 2 or seconds["auto"] < NEGLIGIBLE)
        cells = [f"{seconds[way]:.3f}" if way in seconds else "" for way in options.ways]
        print(f"| {name} | " + " | ".join(cells) + f" | {best} | {factor:.1f}{'' if agree else ' **DISAGREE**'} |", flush=True)
    print(f"\nwithin a factor of two of the best, or below {NEGLIGIBLE} s: {good} of {total}")


if __name__ == "__main__":
    main()
