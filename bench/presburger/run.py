#!/usr/bin/env python3
"""Times the crate `presburger` beside isl on the same problems and compares the results; see README.md."""
import argparse
import collections
import csv
import math
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import islpy as isl

import peer
import problems

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = ["cargo", "build", "--quiet", "--release", "-p", "fathom-presburger", "--example", "bench"]
LARGE = 25  # disjuncts; larger unions are compared at random points
BINARY = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "release" / "examples" / "bench"


def run_ours(lines, rounds):
    """The CPU seconds of each group and the results of each problem."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "problems.txt"
        problems.write(lines, path)
        output = subprocess.run([BINARY, path, str(rounds)], stdout=subprocess.PIPE, text=True, check=True).stdout
    seconds, results = {}, collections.defaultdict(list)
    for line in output.splitlines():
        kind, group, dimension, *rest = line.split("\t")
        key = (group, int(dimension))
        if kind == "time":
            seconds[key] = float(rest[0]) / 1e9
        else:
            # isl wants a sign between a number and a floor division.
            rest[-1] = re.sub(r"(\d)floor", r"\1*floor", rest[-1])
            results[key].append(rest[1:])
    return seconds, results


def disjuncts(result):
    """The number of disjuncts of isl's result, or none for a truth value."""
    if isinstance(result, tuple):
        result = result[0]
    return result.n_basic_map() if isinstance(result, isl.Map) else result.n_basic_set()


def agree(ours, theirs):
    """Is our result, a text, the one that isl gave?"""
    _, exact, text = ours
    if isinstance(theirs, bool):
        return text == str(theirs).lower()
    if isinstance(theirs, tuple):
        # Two upper bounds of a closure need not be equal.
        theirs, their_exact = theirs
        mine = isl.Map(text).align_params(theirs.get_space())
        if exact == "true" and their_exact:
            return theirs.is_equal(mine)
        return mine.is_subset(theirs) if exact == "true" else theirs.is_subset(mine) or not their_exact
    if int(ours[0]) > LARGE or theirs.n_basic_set() > LARGE:
        return agree_at_points(text, theirs)
    return theirs.is_equal(isl.Set(text))


def agree_at_points(text, theirs, count=40):
    """Do two sets agree at random points? Equality of large unions takes isl minutes, and so may reading ours."""
    rng = random.Random(5)
    names, condition = re.fullmatch(r"\{ \[(.*)\] : (.*) \}", text).groups()
    for pattern, replacement in [(r"(\d)(?=[a-z])", r"\1*"), (r"floor", ""), (r"/", "//"), (r"(?<![<>])=", "==")]:
        condition = re.sub(pattern, replacement, condition)
    ours = eval(compile(f"lambda {names}: bool({condition})", "<a set>", "eval"))
    dimension = theirs.dim(isl.dim_type.set)
    for _ in range(count):
        point = [rng.randint(-9, 9) for _ in range(dimension)]
        inside = isl.Set("{ [" + ", ".join(map(str, point)) + "] }").is_subset(theirs)
        if ours(*point) != inside:
            return False
    return True


def compare(lines, rounds, repeats):
    """One row for each group and dimension."""
    groups = collections.OrderedDict()
    for line in lines:
        groups.setdefault((line[0], line[1]), []).append(line)
    ours, results = run_ours(lines, rounds)
    for key, members in groups.items():
        best, found = min((peer.timed(members) for _ in range(repeats)), key=lambda pair: pair[0])
        wrong = [m for m, r, t in zip(members, results[key], found) if not agree(r, t)]
        for problem in wrong:
            print("DIFFERENT:", *problem, file=sys.stderr)
        counted = not isinstance(found[0], bool)
        yield {
            "group": key[0], "dimension": key[1], "problems": len(members),
            "our disjuncts": sum(int(r[0]) for r in results[key]) if counted else sum(r[2] == "true" for r in results[key]),
            "isl disjuncts": sum(map(disjuncts, found)) if counted else sum(found),
            "our seconds": ours[key], "isl seconds": best, "different": len(wrong),
        }


def print_row(name, row, ratio):
    """A row of the table."""
    print(f"| {name} | {row['problems']} | {row['our disjuncts']} / {row['isl disjuncts']} | "
          f"{row['our seconds'] * 1e3:.2f} | {row['isl seconds'] * 1e3:.2f} | {ratio:.2f} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="how often each group is timed by either tool; the least time counts")
    parser.add_argument("--group", default="", help="only groups that begin so")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--csv", type=pathlib.Path)
    options = parser.parse_args()
    subprocess.run(BUILD, cwd=ROOT, check=True)
    lines = [line for line in problems.benchmark(options.seed) if line[0].startswith(options.group)]
    print("| group, dimension | problems | disjuncts or truths, ours / isl | ours, ms | isl, ms | isl / ours |")
    print("|---|---|---|---|---|---|")
    rows, totals = [], collections.OrderedDict()
    for row in compare(lines, options.rounds, options.rounds):
        rows.append(row)
        print_row(f"{row['group']}, {row['dimension']}", row, row["isl seconds"] / row["our seconds"])
        total = totals.setdefault(row["group"], collections.Counter())
        total.update({name: value for name, value in row.items() if name not in ("group", "dimension")})
    ratios = []
    for group, total in totals.items():
        ratios.append(total["isl seconds"] / total["our seconds"])
        print_row(f"**{group}**", total, ratios[-1])
    mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
    print(f"\ngeometric mean of the groups: {mean:.2f}; different results: {sum(row['different'] for row in rows)}")
    if options.csv:
        with options.csv.open("w", newline="") as sink:
            writer = csv.DictWriter(sink, fieldnames=rows[0].keys())
            writer.writeheader()
            writer.writerows(rows)
    return any(row["different"] for row in rows)


if __name__ == "__main__":
    sys.exit(main())
