#!/usr/bin/env python3
"""Does `auto` choose well? Its time on each instance beside each representation alone, with the same ladder of tactics."""

import argparse
import csv
from pathlib import Path

import suite
from check import check

HERE = Path(__file__).parent
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


def instances():
    with open(HERE / "paper.csv", newline="") as table:
        return list(dict.fromkeys(row["instance"] for row in csv.DictReader(table)))


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--fathom", default=str(suite.ROOT / "target/release/fathom"))
    options.add_argument("--timeout", type=float, default=10)
    options = options.parse_args()
    print("| instance | " + " | ".join(WAYS) + " | best | factor |")
    print("|---" * (len(WAYS) + 3) + "|")
    good, names = 0, instances()
    for name in names:
        found = {way: check(options.fathom, suite.question(name), chosen, options.timeout) for way, chosen in WAYS.items()}
        seconds = {way: one["seconds"] for way, one in found.items() if one["verdict"] in ("holds", "violated")}
        verdicts = {one["verdict"] for way, one in found.items() if way in seconds}
        alone = {way: time for way, time in seconds.items() if way != "auto"}
        best = min(alone, key=alone.get)
        factor = seconds["auto"] / alone[best] if "auto" in seconds else float("inf")
        good += factor <= 2 or seconds.get("auto", NEGLIGIBLE) < NEGLIGIBLE
        cells = [f"{seconds[way]:.3f}" if way in seconds else "" for way in WAYS]
        note = "" if len(verdicts) == 1 else " **DISAGREE**"
        print(f"| {name} | " + " | ".join(cells) + f" | {best} | {factor:.1f}{note} |", flush=True)
    print(f"\nwithin a factor of two of the best, or below {NEGLIGIBLE} s: {good} of {len(names)}")


if __name__ == "__main__":
    main()
