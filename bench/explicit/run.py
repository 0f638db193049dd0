#!/usr/bin/env python3
"""Measures Fathom's explicit search beside SPIN and rumur on the same systems; see README.md.

    run.py [--repeats 3] [--cap 300] [--case KIND:NUMBERS]... [--tool NAME]... [--fathom PATH] [--csv DIRECTORY]

A case is philosophers:N, ring:N, buffer:PRODUCERS,CONSUMERS,SLOTS or filter:N. Tools that are not installed are left out.
"""
import argparse
import csv
import json
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

import foreign
from measure import run

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
CASES = ["philosophers:16", "philosophers:17", "ring:11", "buffer:4,4,8", "filter:5", "filter:6"]
CONSTANTS = {"buffer": ["PRODUCERS", "CONSUMERS", "SLOTS"]}
# The lock of another benchmark, which has linear-time properties, too: they are not asked here.
ELSEWHERE = {"filter": (HERE.parent / "ltl-search", ["--property", "mutex", "--property", "no_faults"])}


class Fathom:
    """The whole command, from the text of the model on."""
    name = "fathom"

    def __init__(self, path):
        self.path = path

    def is_there(self):
        return pathlib.Path(self.path).exists()

    def prepare(self, kind, numbers, _):
        folder, further = ELSEWHERE.get(kind, (HERE, []))
        command = [str(self.path), "check", str(folder / f"{kind}.fathom"), "--engine", "explicit", "--json", "--stats"]
        command += further
        # All states, on one thread, as the others do.
        command += ["--partial-order", "off", "--symmetry", "off", "--inactive-variables", "off", "--threads", "1"]
        for name, value in zip(CONSTANTS.get(kind, ["N"]), numbers):
            command += ["--set", f"{name}={value}"]
        return command

    def counts(self, output):
        answer = json.loads(output)["properties"][0]
        if answer["verdict"] != "holds":
            raise ValueError(f"fathom says {answer['verdict']}: {answer.get('reason')}")
        return answer["stats"]["states"], answer["stats"]["transitions"]


class Spin:
    """The verifier that SPIN generates, compiled beforehand."""
    name = "spin"

    def is_there(self):
        return shutil.which("spin") and shutil.which("gcc")

    def prepare(self, kind, numbers, folder):
        (folder / "model.pml").write_text(foreign.promela(kind, numbers))
        build(["spin", "-a", "model.pml"], folder)
        build(["gcc", "-O3", "-DSAFETY", "-DBFS", "-DNOREDUCE", "-DMEMLIM=16000", "-o", "pan", "pan.c"], folder)
        return [str(folder / "pan"), "-E", "-w23"]

    def counts(self, output):
        # SPIN counts the step into the initial state, too.
        return number(r"(\d+) states, stored", output), number(r"(\d+) transitions", output) - 1


class Rumur:
    """The checker that rumur generates, compiled beforehand."""
    name = "rumur"

    def is_there(self):
        return shutil.which("rumur") and shutil.which("gcc")

    def prepare(self, kind, numbers, folder):
        (folder / "model.m").write_text(foreign.murphi(kind, numbers))
        build(["rumur", "--deadlock-detection", "off", "--symmetry-reduction", "off", "--threads", "1",
               "--output", "model.c", "model.m"], folder)
        build(["gcc", "-std=c11", "-O3", "-march=native", "-mcx16", "-o", "model", "model.c", "-lpthread"], folder)
        return [str(folder / "model")]

    def counts(self, output):
        return number(r"(\d+) states", output), number(r"(\d+) rules fired", output)


def number(pattern, text):
    return int(re.findall(pattern, text)[-1])


def build(command, folder):
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}:\n{done.stdout}")


def measure_case(case, tools, repeats, cap, folder):
    """Rows of one case: one for each tool and repetition. The tools take turns."""
    kind, _, numbers = case.partition(":")
    numbers = [int(one) for one in numbers.split(",")]
    commands = {}
    for tool in tools:
        place = folder / f"{tool.name}-{kind}-{'-'.join(map(str, numbers))}"
        place.mkdir()
        commands[tool] = tool.prepare(kind, numbers, place)
    rows = []
    for repetition in range(repeats):
        for tool in tools:
            done = run(commands[tool], cap, folder)
            row = {"case": case, "tool": tool.name, "repetition": repetition, "outcome": "capped" if done.capped else "done",
                   "cpu_seconds": round(done.cpu, 3), "wall_seconds": round(done.wall, 3), "peak_bytes": done.peak,
                   "states": None, "transitions": None}
            if not done.capped:
                row["states"], row["transitions"] = tool.counts(done.output)
            rows.append(row)
    return rows


def report(rows):
    """Prints the medians of each case and tool, and the ratio of each speed to the first tool's."""
    print(f"{'case':17} {'tool':7} {'states':>9} {'transitions':>11} {'CPU s':>7} {'states/s':>9} "
          f"{'peak MB':>8} {'B/state':>8} {'ratio':>6}")
    for case in dict.fromkeys(row["case"] for row in rows):
        first = None
        for tool in dict.fromkeys(row["tool"] for row in rows):
            some = [row for row in rows if row["case"] == case and row["tool"] == tool]
            finished = [row for row in some if row["states"]]
            if not finished:
                print(f"{case:17} {tool:7} {'capped':>9}")
                continue
            cpu = statistics.median(row["cpu_seconds"] for row in finished)
            peak = max(row["peak_bytes"] for row in finished)
            states, transitions = finished[0]["states"], finished[0]["transitions"]
            speed = states / max(cpu, 0.001)
            first = first or speed
            print(f"{case:17} {tool:7} {states:9} {transitions:11} {cpu:7.2f} {speed:9.0f} "
                  f"{peak / 2**20:8.1f} {peak / states:8.1f} {speed / first:6.2f}")


def disagreements(rows):
    """Cases in which the tools do not find the same numbers."""
    for case in dict.fromkeys(row["case"] for row in rows):
        found = {(row["states"], row["transitions"]) for row in rows if row["case"] == case and row["states"]}
        if len(found) > 1:
            yield f"{case}: different numbers of states or transitions: {sorted(found)}"


def write(rows, directory):
    directory.mkdir(parents=True, exist_ok=True)
    with open(directory / "explicit.csv", "w", newline="") as file:
        writer = csv.DictWriter(file, fieldnames=rows[0].keys())
        writer.writeheader()
        writer.writerows(rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--cap", type=float, default=300, help="seconds of wall time for one run")
    parser.add_argument("--case", action="append", help="KIND:NUMBERS; default: all")
    parser.add_argument("--tool", action="append", help="fathom, spin or rumur; default: all that are installed")
    parser.add_argument("--fathom", default=ROOT / "target" / "release" / "fathom", help="the binary to measure")
    parser.add_argument("--csv", type=pathlib.Path, help="a directory for the raw results")
    args = parser.parse_args()
    tools = [tool for tool in [Fathom(args.fathom), Spin(), Rumur()] if not args.tool or tool.name in args.tool]
    for tool in tools:
        if not tool.is_there():
            print(f"{tool.name} is not there: left out", file=sys.stderr)
    tools = [tool for tool in tools if tool.is_there()]
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        for case in args.case or CASES:
            rows += measure_case(case, tools, args.repeats, args.cap, pathlib.Path(folder))
    report(rows)
    if args.csv:
        write(rows, args.csv)
    problems = list(disagreements(rows))
    for problem in problems:
        print(problem, file=sys.stderr)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
