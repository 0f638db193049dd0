#!/usr/bin/env python3
"""Which strategy settles which question with which sets, in how many beats: the table that shares and orders are chosen on; see README.md."""
import argparse
import csv
import re
import subprocess
import sys

import compare
import questions

SETS = ["automata", "polyhedra"]
STRATEGIES = {
    "backward": ["--exact", "--direction", "backward"],
    "forward": ["--exact", "--direction", "forward"],
    "backward inside": ["--exact", "--direction", "backward", "--restrict-reachable"],
    "forward from 1": ["--direction", "forward", "--widening-seed", "1"],
    "forward from 3": ["--direction", "forward", "--widening-seed", "3"],
    "forward from 6": ["--direction", "forward", "--widening-seed", "6"],
    "backward from 1": ["--direction", "backward", "--widening-seed", "1"],
    "backward from 2 inside": ["--direction", "backward", "--widening-seed", "2", "--restrict-reachable"],
    "forward accelerated": ["--exact", "--direction", "forward", "--accelerate"],
    "backward accelerated": ["--exact", "--direction", "backward", "--accelerate"],
}
BEATS = re.compile(r"\((\d+) beats\)")


def told(fathom, arguments, options, limit):
    """Whether a run settles its property, the beats of its attempts, and the last line that was told of them."""
    command = [fathom, "check", *arguments, "-v", "--trace", "none", "--no-vacuity", "--threads", "1", "--engine", "symbolic",
               "--timeout", f"{int(limit * 1000)}ms", *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    lines = [line for line in (done.stdout + done.stderr).splitlines() if BEATS.search(line)]
    beats = [int(BEATS.search(line).group(1)) for line in lines]
    return done.returncode in (0, 1) and bool(lines), sum(beats), lines[-1].split("  ", 2)[-1] if lines else ""


def asked(options):
    """The questions that are asked for."""
    everything = list(questions.paper()) if options.paper else [*questions.paper(), *questions.models(options.fathom)]
    return [one for one in everything if options.only in one.name and not any(but in one.name for but in options.but)]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    compare.add_options(parser, questions.ROOT)
    parser.add_argument("--paper", action="store_true", help="only the instances of bench/bartzis-bultan and larger ones")
    options = parser.parse_args()
    writer = csv.writer(open(options.csv, "w", newline="") if options.csv else sys.stdout)
    writer.writerow(["question", "sets", "strategy", "settled", "beats"])
    for question in asked(options):
        for sets in SETS:
            for name, chosen in STRATEGIES.items():
                settled, beats, _ = told(options.fathom, question.arguments, ["--sets", sets, *chosen], options.timeout)
                writer.writerow([question.name, sets, name, int(settled), beats])
    return 0


if __name__ == "__main__":
    sys.exit(main())
