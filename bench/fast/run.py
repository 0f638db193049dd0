#!/usr/bin/env python3
"""Checks counter automata and integer programs of other tools, beside Z3's Spacer; see README.md."""
import argparse
import collections
import csv
import importlib.util
import json
import os
import pathlib
import subprocess
import sys
import time

import automaton

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
# Records that do not fit the file as it stands; README.md says why.
DISPUTED = {"P8": "disputed: see README.md"}
WORDS = {"SAFE": "holds", "UNSAFE": "violated", "CTL_SAT": "holds", "CTL_UNSAT": "violated"}


def corpora():
    return pathlib.Path(os.environ.get("FATHOM_CORPORA", ROOT / "../shared/corpora"))


def ours(binary, path, timeout, more=()):
    """Verdict, seconds by the clock, strategy and reason for the one property of a file; `refused` where it is not read."""
    command = [binary, "check", str(path), "--json", "--no-faults-check", "--trace", "none", "--timeout", f"{timeout}s"]
    start = time.monotonic()
    done = subprocess.run([*command, *more], capture_output=True, text=True, check=False)
    seconds = time.monotonic() - start
    document = json.loads(done.stdout or "{}")
    if not document.get("properties"):
        return {"verdict": "refused", "seconds": seconds, "strategy": "", "reason": done.stderr.strip().split("\n")[0].split(f"{path}:")[-1]}
    found = document["properties"][0]
    return {"verdict": found["verdict"], "seconds": seconds, "reason": found.get("reason", ""),
            "strategy": found.get("strategy", "") if found["verdict"] != "unknown" else ""}


def spacer(path, timeout):
    """Spacer's verdict and seconds, in a process of its own: its time limit is not always kept."""
    command = [sys.executable, str(HERE / "spacer.py"), str(path), str(timeout)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=timeout + 5)
    except subprocess.TimeoutExpired:
        return {"verdict": "unknown", "seconds": timeout}
    verdict, seconds = done.stdout.split()
    return {"verdict": verdict, "seconds": float(seconds)}


def recorded(folder):
    """The recorded verdicts of counter automata, in the program's words."""
    path = folder / "ORACLE_z3_spacer.txt"
    lines = path.read_text().splitlines() if path.exists() else []
    pairs = (line.split() for line in lines)
    return {pathlib.Path(file).stem: WORDS.get(verdict, "") for file, verdict in pairs}


def differs(verdict, *others):
    """Whether another verdict contradicts this one."""
    return verdict in WORDS.values() and any(other in WORDS.values() and other != verdict for other in others)


def automata(options, known):
    """One row for each counter automaton with a bad region."""
    corpus = sorted((corpora() / "fast").glob("*.fst"))
    with_spacer = not options.no_spacer and importlib.util.find_spec("z3") is not None
    print("| automaton | recorded | ours | s | strategy | Spacer | s | |\n|---|---|---|---|---|---|---|---|")
    rows = []
    for path in [*corpus, *sorted((HERE / "models").glob("*.fst"))]:
        if not path.match(options.only) or "bad" not in automaton.read(path).regions:
            continue
        found = ours(options.fathom, path, options.timeout)
        peer = spacer(path, options.timeout) if with_spacer else {"verdict": "", "seconds": 0.0}
        row = {"file": path.stem, "recorded": known.get(path.stem, ""), **found,
               "spacer": peer["verdict"], "spacer_seconds": peer["seconds"]}
        row["remark"] = "DIFFERS" if differs(row["verdict"], row["recorded"], row["spacer"]) else ""
        rows.append(row)
        theirs = f"{peer['verdict']} | {peer['seconds']:.2f}" if peer["verdict"] else "|"
        print(f"| {path.stem} | {row['recorded']} | {row['verdict']} | {row['seconds']:.2f} | {row['strategy']} | {theirs} | "
              f"{row['remark']} |", flush=True)
        if options.reasons and found["reason"]:
            print(f"  {found['reason']}", file=sys.stderr)
    return rows


def programs(options):
    """One row for each integer program with a recorded formula."""
    folder = corpora() / "t2"
    records = folder / "EXPECTED_TEMPORAL.tsv"
    if not records.exists():
        return []
    print("\n| program | formula | recorded | ours | s | strategy | |\n|---|---|---|---|---|---|---|")
    rows = []
    for line in records.read_text().splitlines():
        recorded_verdict, file, formula = line.split("\t")[:3]
        path = folder / "ctl" / pathlib.Path(file).name
        if not path.match(options.only) or not path.exists():
            continue
        found = ours(options.fathom, path, options.timeout, ["--formulas", str(records)])
        row = {"file": path.stem, "recorded": WORDS[recorded_verdict], **found, "spacer": "", "spacer_seconds": ""}
        row["remark"] = DISPUTED.get(path.stem, "DIFFERS") if differs(row["verdict"], row["recorded"]) else ""
        rows.append(row)
        shown = formula.replace("|", "\\|")
        print(f"| {path.stem} | `{shown}` | {row['recorded']} | {row['verdict']} | {row['seconds']:.2f} | {row['strategy']} | "
              f"{row['remark']} |", flush=True)
        if options.reasons and found["reason"]:
            print(f"  {found['reason']}", file=sys.stderr)
    return rows


def summary(rows):
    """How many were settled, by whom and how."""
    linear = [row for row in rows if row["verdict"] != "refused"]
    settled = [row for row in linear if row["verdict"] != "unknown"]
    theirs = [row for row in linear if row["spacer"] in WORDS.values()]
    print(f"\n{len(rows)} automata with a bad region, {len(linear)} of them linear; settled: {len(settled)} by us"
          f"{f', {len(theirs)} by Spacer' if any(row['spacer'] for row in rows) else ''}; "
          f"different verdicts: {sum(row['remark'] == 'DIFFERS' for row in rows)}")
    print("\n| strategy | settled |\n|---|---|")
    for strategy, count in collections.Counter(row["strategy"] for row in settled).most_common():
        print(f"| {strategy} | {count} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fathom", default=str(ROOT / "target/release/fathom"))
    parser.add_argument("--timeout", type=float, default=10, help="seconds for each file and tool")
    parser.add_argument("--only", default="*", help="only files whose names match this pattern")
    parser.add_argument("--no-spacer", action="store_true", help="leave Spacer out; it is left out too where z3-solver is not installed")
    parser.add_argument("--csv", help="write the rows to this file too")
    parser.add_argument("--reasons", action="store_true", help="print why a file has no verdict")
    options = parser.parse_args()
    rows = automata(options, recorded(corpora() / "fast"))
    summary(rows)
    rows += programs(options)
    if options.csv and rows:
        with open(options.csv, "w", newline="") as file:
            writer = csv.DictWriter(file, fieldnames=rows[0])
            writer.writeheader()
            writer.writerows(rows)
    return 1 if any(row["remark"] == "DIFFERS" for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
