#!/usr/bin/env python3
"""Measures Fathom on the six benchmarks of the paper on pointers and decision diagrams; see README.md.

    run.py [--cap 60] [--family NAME]... [--way NAME]... [--sizes 3..13] [--fathom PATH] [--csv DIRECTORY]
           [--murphi GENERATOR]

A way that the binary refuses is skipped, and said to be. In a family, a way that has not ended within the cap is not asked
about larger sizes. GENERATOR writes a Murphi model to standard output, `GENERATOR mcsclean N`; it is measured with rumur.
"""
import argparse
import csv
import json
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time

import paper

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
POINTERS = ROOT / "examples" / "pointers"

# The model, the property of the paper, the constants for a number of processes, the constant that is left open, and the largest size.
FAMILIES = {
    "mcs": ("mcs_lock", "mutex", lambda n: {"N": n}, "N", 20),
    "leader": ("leader_election", "some_root", lambda n: {"N": n}, "N", 20),
    "cycle": ("doubly_linked_cycle", "anchored", lambda n: {"N": n}, "N", 20),
    "buffer": ("bounded_buffer", "no_overflow",
               lambda n: {"PRODUCERS": (n + 1) // 2, "CONSUMERS": n // 2, "SIZE": 5}, "PRODUCERS", 26),
    "readers_writers": ("readers_writers", "exclusive",
                        lambda n: {"READERS": (n + 1) // 2, "WRITERS": n // 2}, "READERS", 26),
    "region": ("conditional_critical_region", "mutex", lambda n: {"N": n}, "N", 14),
}
WAYS = {
    "diagrams": ["--engine", "symbolic", "--symmetry", "off", "--inactive-variables", "off"],
    "diagrams, both": ["--engine", "symbolic", "--symmetry", "on", "--inactive-variables", "on"],
    "explicit, both": ["--engine", "explicit", "--symmetry", "on", "--inactive-variables", "on"],
}
COLUMNS = ["family", "size", "way", "outcome", "verdict", "states", "seconds", "cpu_seconds", "mebibytes"]


def run(words, cap):
    """What came of a command: its exit code (nothing if it was stopped), its output, the clock's and the processor's seconds."""
    start, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=cap)
        code, output = done.returncode, done.stdout
    except subprocess.TimeoutExpired:
        code, output = None, ""
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return code, output, time.monotonic() - start, cpu


def command(fathom, family, constants, flags):
    model, question, _, _, _ = FAMILIES[family]
    words = [str(fathom), "check", str(POINTERS / f"{model}.fathom"), "--property", question, "--no-faults-check", "--json",
             "--stats", "--trace", "none", "--no-vacuity", *flags]
    for name, value in constants.items():
        words += ["--set", f"{name}={value}"]
    return words


def measured(family, size, way, words, cap):
    code, output, seconds, cpu = run(words, cap)
    row = dict.fromkeys(COLUMNS)
    row.update(family=family, size=size, way=way, seconds=round(seconds, 2), cpu_seconds=round(cpu, 2))
    if code is None:
        return {**row, "outcome": "capped"}
    if code == 2:
        return {**row, "outcome": "refused"}
    answer = json.loads(output)["properties"][0]
    stats = answer.get("stats") or {}
    return {**row, "outcome": "done", "verdict": answer["verdict"], "states": stats.get("states"),
            "mebibytes": stats.get("peak_mib")}


def of_family(args, family):
    """The rows of a family, smaller sizes first."""
    _, _, constants, opened, largest = FAMILIES[family]
    stopped = set()
    for size in range(args.first, min(args.last, largest) + 1):
        for way, flags in WAYS.items():
            if way in stopped or (args.way and way not in args.way):
                continue
            row = measured(family, size, way, command(args.fathom, family, constants(size), flags), args.cap)
            if row["outcome"] != "done" or row["verdict"] == "unknown":
                stopped.add(way)
            yield row
        if args.murphi and family == "mcs" and "rumur" not in stopped and not (args.way and "rumur" not in args.way):
            row = murphi(args, size)
            if row["outcome"] != "done":
                stopped.add("rumur")
            yield row
    if not args.way or "every size" in args.way:
        fixed = {name: value for name, value in constants(4).items() if name != opened}
        words = command(args.fathom, family, fixed, ["--for-every", opened])
        yield measured(family, f"every {opened}", "every size", words, args.cap)


def murphi(args, size):
    """The same lock in Murphi, pointers undefined after use, its processes a scalarset."""
    row = {**dict.fromkeys(COLUMNS), "family": "mcs", "size": size, "way": "rumur"}
    if not shutil.which("rumur"):
        return {**row, "outcome": "refused"}
    with tempfile.TemporaryDirectory() as folder:
        here = pathlib.Path(folder)
        text = subprocess.check_output([sys.executable, args.murphi, "mcsclean", str(size)], text=True)
        (here / "m.m").write_text(text)
        build = ["rumur", "--deadlock-detection", "off", "--symmetry-reduction", "heuristic", "--threads", "1",
                 "--output-format", "machine-readable", "m.m", "-o", "m.c"]
        subprocess.run(build, cwd=here, check=True, capture_output=True)
        subprocess.run(["cc", "-O3", "-std=c11", "-march=native", "m.c", "-o", "m.out", "-lpthread", "-latomic"], cwd=here,
                       check=True, capture_output=True)
        code, output, seconds, cpu = run([str(here / "m.out")], args.cap)
    row.update(seconds=round(seconds, 2), cpu_seconds=round(cpu, 2))
    if code is None:
        return {**row, "outcome": "capped"}
    states = re.search(r'<summary [^>]*?states="(\d+)"', output)
    return {**row, "outcome": "done", "verdict": "holds" if code == 0 else "violated",
            "states": int(states.group(1)) if states else None}


def complaints(rows):
    for family, size in dict.fromkeys((row["family"], row["size"]) for row in rows):
        verdicts = {row["verdict"] for row in rows if (row["family"], row["size"]) == (family, size)} - {None, "unknown"}
        if len(verdicts) > 1:
            yield f"{family} {size}: the verdicts differ"


def cited(family, size):
    """What the paper says of this size: Red with and without symmetry, SMC, Murphi."""
    sources = [paper.RED_BOTH, paper.RED_PLAIN, paper.SMC, paper.MURPHI]
    return [str(source[family].get(size, "")) if isinstance(size, int) else "" for source in sources]


def shown(row):
    if row["outcome"] == "done" and row["verdict"] == "unknown":
        return "unknown"
    return f"{row['seconds']:.2f}" if row["outcome"] == "done" else row["outcome"]


def table(rows):
    """One line for each size: seconds and states of each way, then the paper's seconds."""
    ways = list(dict.fromkeys(row["way"] for row in rows))
    lines = []
    for family in dict.fromkeys(row["family"] for row in rows):
        head = ["size"] + [f"{way}: s (states)" for way in ways] + ["Red -fSp", "Red -f", "SMC", "Murphi"]
        lines += [f"### {family} (table {paper.TABLE[family]})", "", "| " + " | ".join(head) + " |", "|" + " --- |" * len(head)]
        own = [row for row in rows if row["family"] == family]
        for size in dict.fromkeys(row["size"] for row in own):
            cells = []
            for way in ways:
                found = next((row for row in own if (row["size"], row["way"]) == (size, way)), None)
                states = f" ({found['states']:,})" if found and found["states"] and found["outcome"] == "done" else ""
                cells.append(shown(found) + states if found else "")
            lines.append("| " + " | ".join([str(size), *cells, *cited(family, size)]) + " |")
        lines.append("")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cap", type=float, default=60, help="seconds for one run")
    parser.add_argument("--family", action="append", choices=FAMILIES, help="default: all")
    parser.add_argument("--way", action="append", help="default: all")
    parser.add_argument("--sizes", default="3..13", help="FIRST..LAST")
    parser.add_argument("--fathom", default=ROOT / "target" / "release" / "fathom", help="the binary to measure")
    parser.add_argument("--csv", type=pathlib.Path, help="a directory for the raw results")
    parser.add_argument("--murphi", help="writes the lock as a Murphi model, for rumur")
    args = parser.parse_args()
    args.first, args.last = (int(end) for end in args.sizes.split(".."))
    rows = []
    for family in args.family or FAMILIES:
        for row in of_family(args, family):
            rows.append(row)
            print(f"{row['family']:16} {row['size']!s:>16} {row['way']:15} {shown(row):>9} s "
                  f"{row['states'] or '':>14}", flush=True)
    print()
    print(table(rows))
    if args.csv:
        args.csv.mkdir(parents=True, exist_ok=True)
        with open(args.csv / "red.csv", "w", newline="") as file:
            writer = csv.DictWriter(file, fieldnames=COLUMNS)
            writer.writeheader()
            writer.writerows(rows)
    found = list(complaints(rows))
    print("\n".join(found))
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
