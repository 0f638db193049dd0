#!/usr/bin/env python3
"""Measures Fathom's explicit search on one thread and on more, in turns; see README.md.

    threads.py [--repeats 5] [--threads 2] [--case KIND:NUMBERS]... [--fathom PATH] [--csv DIRECTORY]

The cases are those of run.py. Other work on the machine takes cores away, so the load is printed before and after.
"""
import argparse
import csv
import os
import pathlib
import statistics
import sys

from measure import run
from run import CASES, ROOT, Fathom

CAP = 600


def measure_case(fathom, case, counts, repeats, folder):
    """Rows of one case: one for each number of threads and repetition."""
    kind, _, numbers = case.partition(":")
    command = fathom.prepare(kind, [int(one) for one in numbers.split(",")], folder)
    at = command.index("--threads") + 1
    rows = []
    for repetition in range(repeats):
        for threads in counts:
            command[at] = str(threads)
            done = run(command, CAP, folder)
            states, transitions = fathom.counts(done.output)
            rows.append({"case": case, "threads": threads, "repetition": repetition, "states": states,
                         "transitions": transitions, "wall_seconds": round(done.wall, 3),
                         "cpu_seconds": round(done.cpu, 3), "peak_bytes": done.peak})
    return rows


def report(rows):
    """Prints medians and fastest runs; returns whether all runs of each case found the same."""
    is_same = True
    print(f"{'case':17} {'threads':>7} {'states':>9} {'wall s':>7} {'CPU s':>7} {'states/s':>9} {'ratio':>6} {'fastest':>8}")
    for case in dict.fromkeys(row["case"] for row in rows):
        of_case = [row for row in rows if row["case"] == case]
        is_same &= len({(row["states"], row["transitions"]) for row in of_case}) == 1
        first = None
        for threads in dict.fromkeys(row["threads"] for row in of_case):
            some = [row for row in of_case if row["threads"] == threads]
            wall = statistics.median(row["wall_seconds"] for row in some)
            least = min(row["wall_seconds"] for row in some)
            cpu = statistics.median(row["cpu_seconds"] for row in some)
            first = first or (wall, least)
            print(f"{case:17} {threads:7} {some[0]['states']:9} {wall:7.2f} {cpu:7.2f} {some[0]['states'] / wall:9.0f} "
                  f"{first[0] / wall:6.2f} {first[1] / least:8.2f}")
    return is_same


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--threads", type=int, default=2, help="compared with one")
    parser.add_argument("--case", action="append", help="KIND:NUMBERS; default: all")
    parser.add_argument("--fathom", default=ROOT / "target" / "release" / "fathom", help="the binary to measure")
    parser.add_argument("--csv", type=pathlib.Path, help="a directory for the raw results")
    args = parser.parse_args()
    print(f"load before: {os.getloadavg()[0]:.2f}")
    rows = []
    for case in args.case or CASES:
        rows += measure_case(Fathom(args.fathom), case, [1, args.threads], args.repeats, ROOT)
    is_same = report(rows)
    print(f"load after: {os.getloadavg()[0]:.2f}")
    if args.csv:
        args.csv.mkdir(parents=True, exist_ok=True)
        with open(args.csv / "threads.csv", "w", newline="") as file:
            writer = csv.DictWriter(file, fieldnames=rows[0].keys())
            writer.writeheader()
            writer.writerows(rows)
    if not is_same:
        sys.exit("the numbers of states or transitions depend on the number of threads")


if __name__ == "__main__":
    main()
