#!/usr/bin/env python3
"""Compares the automata of linear inequalities with those of MONA, and with our serial encoding.

    python3 bench/automata/run.py [--repeat 3] [--cap 60] [--csv FILE] [--only TEXT] [--seed 1]

MONA is used where it is installed. Runs are interleaved; the smallest CPU time of each is taken.
"""
import argparse
import csv
import math
import pathlib
import random
import re
import shutil
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "bench" / "explicit"))
from measure import run  # noqa: E402

PROGRAM = ROOT / "target" / "release" / "examples" / "automaton_sizes"

# Constraints, variables, largest coefficient, largest constant, quantified variables.
CASES = [(1, 2, 1, 1, 0), (1, 4, 5, 10, 0), (1, 6, 5, 10, 0), (1, 3, 50, 100, 0), (1, 3, 100, 10**6, 0), (1, 3, 500, 500, 0),
         (1, 3, 5000, 5000, 0), (2, 2, 5, 10, 0), (2, 4, 5, 10, 0), (2, 4, 20, 50, 0), (2, 8, 3, 10, 0), (3, 3, 3, 10, 0),
         (3, 4, 5, 10, 0), (3, 4, 10, 20, 0), (4, 4, 3, 10, 0), (4, 6, 2, 4, 0), (4, 6, 5, 10, 0), (5, 4, 5, 10, 0),
         (6, 6, 2, 4, 0), (8, 4, 3, 10, 0), (8, 8, 1, 2, 0),
         (1, 3, 5, 10, 1), (1, 4, 20, 50, 1), (2, 3, 5, 10, 1), (2, 4, 5, 10, 2), (2, 4, 10, 20, 1), (3, 4, 3, 10, 1),
         (3, 4, 5, 10, 2), (4, 4, 3, 10, 2)]

PRELUDE = """ws1s;
pred add(var2 x, var2 y, var2 z) = ex2 c: 0 notin c & all1 t:
  (t+1 in c <=> ((t in x & t in y) | (t in x & t in c) | (t in y & t in c))) &
  (t in z <=> (t in x <=> (t in y <=> t in c)));
pred twice(var2 x, var2 y) = 0 notin y & all1 t: t+1 in y <=> t in x;
pred leq(var2 x, var2 y) = ex2 d: add(x, d, y);
"""


def system(count, variables, coefficient, constant, seed):
    """Rows with both signs each, so that no variable is bounded by one of them alone."""
    numbers = random.Random(seed)
    rows = []
    while len(rows) < count:
        row = [numbers.choice([c for c in range(-coefficient, coefficient + 1) if c]) for _ in range(variables)]
        if min(row) < 0 < max(row):
            rows.append((row, numbers.randint(0, constant)))
    return rows


def inequality(row, bound):
    """A row in WS1S: numbers are sets of bits, factors are doublings, each sum is quantified as early as possible."""
    steps = []

    def new(definition):
        name = f"T{len(steps)}"
        steps.append((name, definition(name)))
        return name

    def total(terms, constant):
        result = None
        for factor, power in terms:
            while factor:
                if factor & 1:
                    summand = power
                    result = summand if result is None else \
                        new(lambda z, a=result, b=summand: f"add({a}, {b}, {z})")
                factor >>= 1
                if factor:
                    power = new(lambda z, x=power: f"twice({x}, {z})")
        if constant or result is None:
            bits = ", ".join(str(bit) for bit in range(constant.bit_length()) if constant >> bit & 1)
            value = new(lambda z: f"{z} = {{{bits}}}" if constant else f"empty({z})")
            result = value if result is None else new(lambda z, a=result: f"add({a}, {value}, {z})")
        return result

    left = total([(a, f"X{i}") for i, a in enumerate(row) if a > 0], 0)
    right = total([(-a, f"X{i}") for i, a in enumerate(row) if a < 0], bound)
    body = f"leq({left}, {right})"
    for name, definition in reversed(steps):
        body = f"(ex2 {name}: {definition} & {body})"
    return body


def ws1s(rows, removed):
    variables = len(rows[0][0])
    free = [f"X{i}" for i in range(variables) if i not in removed]
    body = " & ".join(inequality(*row) for row in rows)
    if removed:
        body = "ex2 " + ", ".join(f"X{i}" for i in removed) + ": " + body
    return PRELUDE + f"var2 {', '.join(free)};\n{body};\n"


def ours(mode, rows, removed):
    exists = ["exists=" + ",".join(map(str, removed))] if removed else []
    return [str(PROGRAM), mode, *exists, *(",".join(map(str, row)) + f":{bound}" for row, bound in rows)]


def measured(commands, repeat, cap):
    """The smallest CPU time and the last output of each command, interleaved."""
    best = {}
    for _ in range(repeat):
        for name, command in commands.items():
            if name in best and best[name][0] > 5:
                continue
            result = run(command, cap)
            time = math.inf if result.capped or result.code else result.cpu
            if name not in best or time < best[name][0]:
                best[name] = (time, result.output)
    return best


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--cap", type=float, default=60)
    parser.add_argument("--csv")
    parser.add_argument("--seed", type=int, default=1, help="which random constraints; settings were chosen with seed 1")
    parser.add_argument("--only", default="", help="cases whose name contains this")
    arguments = parser.parse_args()
    mona = shutil.which("mona")
    lines, ratios = [], []
    print("| k | v | coefficients | constants | quantified | states | MONA's states - 1 | nodes | CPU s | MONA CPU s | ratio "
          "| serial states | serial CPU s |")
    print("|---|---|---|---|---|---|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for case in CASES:
            if arguments.only not in "-".join(map(str, case)):
                continue
            *shape, quantified = case
            rows, removed = system(*shape, arguments.seed), list(range(quantified))
            commands = {"ours": ours("naturals", rows, removed), "serial": ours("serial", rows, removed)}
            if mona:
                path = pathlib.Path(folder) / "formula.mona"
                path.write_text(ws1s(rows, removed))
                commands["mona"] = [mona, "-s", str(path)]
            best = measured(commands, arguments.repeat, arguments.cap)
            states, nodes = re.findall(r"\d+", best["ours"][1])[:2]
            serial = (re.findall(r"\d+", best["serial"][1]) or ["-"])[0]
            found = re.search(r"Automaton has (\d+) states?", best["mona"][1]) if mona else None
            theirs = int(found.group(1)) - 1 if found else "-"
            time, peer = best["ours"][0], best["mona"][0] if mona else math.inf
            ratio = time / peer if 0 < peer < math.inf else math.nan
            if not math.isnan(ratio):
                ratios.append(ratio)
            line = [*case, states, theirs, nodes, f"{time:.4f}", f"{peer:.4f}", f"{ratio:.2f}", serial,
                    f"{best['serial'][0]:.4f}"]
            lines.append(line)
            print("| " + " | ".join(map(str, line)) + " |", flush=True)
    if ratios:
        mean = math.exp(sum(map(math.log, ratios)) / len(ratios))
        print(f"\ngeometric mean of the ratios: {mean:.3f}; largest: {max(ratios):.2f}")
    if arguments.csv:
        with open(arguments.csv, "w", newline="") as sink:
            csv.writer(sink).writerows(lines)


if __name__ == "__main__":
    main()
