#!/usr/bin/env python3
"""Measures shared searches beside the ordinary one; see README.md.

    run.py [--repeats 3] [--set NAME=VALUE] [--processes 1,2,4] [--fathom PATH] [--csv FILE]

Of several runs the one with the least wall time counts. CPU time is that of all processes together.
"""
import argparse
import csv
import json
import os
import pathlib
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
MODELS = ["wide", "deep"]
PLAIN = ["--engine", "explicit", "--symmetry", "off", "--partial-order", "off", "--inactive-variables", "off", "--slicing",
         "off", "--no-vacuity", "--property", "low", "--json", "--stats"]


def once(command):
    """The document of a run, with its wall time and the CPU time of all its processes."""
    before, start = os.times(), time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True)
    wall, after = time.monotonic() - start, os.times()
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}: {done.returncode}\n{done.stdout}{done.stderr}")
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    answer = json.loads(done.stdout)["properties"][0]
    return {"seconds": answer["seconds"], "wall": wall, "cpu": cpu, **answer["stats"]}


def measure(arguments):
    """One row for each model and way of searching it."""
    counts = [int(count) for count in arguments.processes.split(",")]
    ways = [("ordinary", threads, ["--threads", str(threads)]) for threads in (1, 2)]
    # `--slicing off` is what shared searches do anyway.
    ways += [("processes", count, ["--processes", str(count), "--threads", "1"]) for count in counts]
    for model in MODELS:
        for way, count, options in ways:
            command = [arguments.fathom, "check", str(HERE / f"{model}.fathom"), *PLAIN, *options]
            if model == "wide":
                command += [part for one in arguments.set for part in ("--set", one)]
            runs = [once(command) for _ in range(arguments.repeats)]
            best = min(runs, key=lambda run: run["seconds"])
            yield {"model": model, "way": way, "count": count, **{key: best.get(key) for key in COLUMNS[3:]}}


COLUMNS = ["model", "way", "count", "states", "transitions", "depth", "seconds", "cpu", "state_bits", "states_sent", "bytes_sent",
           "largest_share"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--set", action="append", default=[])
    parser.add_argument("--processes", default="1,2,4")
    parser.add_argument("--fathom", default=str(ROOT / "target/release/fathom"))
    parser.add_argument("--csv")
    arguments = parser.parse_args()
    rows = []
    print(f"{'model':6} {'way':10} {'count':>5} {'states':>10} {'seconds':>8} {'CPU':>8} {'states/s':>10} {'bytes/sent':>10}")
    for row in measure(arguments):
        rows.append(row)
        rate = row["states"] / max(row["seconds"], 1e-3)
        sent = row["bytes_sent"] / row["states_sent"] if row["states_sent"] else 0
        print(f"{row['model']:6} {row['way']:10} {row['count']:5} {row['states']:10} {row['seconds']:8.2f} {row['cpu']:8.2f} "
              f"{rate:10.0f} {sent:10.1f}")
    if arguments.csv:
        with open(arguments.csv, "w", newline="") as file:
            writer = csv.DictWriter(file, COLUMNS)
            writer.writeheader()
            writer.writerows(rows)


if __name__ == "__main__":
    main()
