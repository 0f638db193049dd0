#!/usr/bin/env python3
"""Runs every row of figure 18 and prints ours beside the paper's; see README.md."""
import argparse
import csv
import json
import pathlib
import resource
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PROGRAMS = {
    "UB": "unbounded_buffer",
    "B": "bakery",
    "T": "ticket",
    "PC": "producer_consumer",
    "CQ": "circular_queue",
}


def table(name):
    with open(HERE / name, newline="") as file:
        return list(csv.DictReader(file))


def model(prop):
    """The program that a property belongs to."""
    return HERE / "models" / f"{PROGRAMS[prop.rstrip('0123456789')]}.fathom"


def flags(row):
    """The options of a row. The seed belongs to widening, so exact rows do not pass it on."""
    options = ["--engine", "symbolic", "--direction", "backward", "--partition", row["partition"]]
    options += [f"--{row['fixpoints']}"]
    if row["fixpoints"] == "approximate":
        options += ["--widening-seed", row["seed"] or "0"]
    for column, option in (("dnf", "--dnf"), ("transition_reachability", "--accelerate"),
                           ("state_reachability", "--restrict-reachable")):
        options += [option] if row[column] == "yes" else []
    return options


def run(binary, prop, options, timeout):
    """Verdict, iterations, seconds, and the seconds of the processor for all of it; `unsupported` where the program does
    not know the options or the engine."""
    command = [binary, "check", str(model(prop)), "--property", prop, "--json", "--timeout", f"{timeout}s", *options]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = round(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, 3)
    try:
        answer = json.loads(done.stdout)["properties"][0]
    except (ValueError, KeyError, IndexError):
        reason = next((line for line in done.stderr.splitlines() if line.startswith("error")), done.stderr.strip())
        return {"verdict": "unsupported", "iterations": "", "seconds": "", "cpu": "", "reason": reason}
    reason = answer.get("reason", "")
    verdict = answer["verdict"]
    if verdict == "unknown" and "no engine that is available yet" in reason:
        verdict = "unsupported"
    stats = answer.get("stats", {})
    return {"verdict": verdict, "iterations": stats.get("iterations", ""), "seconds": answer.get("seconds", ""),
            "cpu": cpu, "reason": reason, "strategy": answer.get("strategy", "")}


def judged(row, ours):
    """What a reader should look at: a row that converged in the paper must be proved."""
    if ours["verdict"] == "unsupported":
        return ""
    if ours["verdict"] == "violated":
        return "WRONG: the paper proves it"
    if ours["verdict"] == "unknown" and row["seconds"] != "diverged":
        return "DIFFERS: it converged in the paper"
    if ours["verdict"] == "holds" and row["seconds"] == "diverged":
        return "better: it diverged in the paper"
    return ""


def iterations(row, known):
    """The iterations that the text of the paper reports for a row."""
    alone = row["state_reachability"] == row["transition_reachability"] == "no"
    found = [entry["iterations"] for entry in known
             if alone and (entry["property"], entry["fixpoints"]) == (row["property"], row["fixpoints"])]
    return found[0] if found else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fathom", default=str(ROOT / "target/release/fathom"))
    parser.add_argument("--timeout", type=float, default=20, help="seconds for each row")
    parser.add_argument("--property", action="append", help="only these rows; repeatable")
    parser.add_argument("--sets", help="how integer sets are stored, for all rows")
    parser.add_argument("--csv", help="write the rows to this file too")
    parser.add_argument("--reasons", action="store_true", help="print why a row has no verdict")
    options = parser.parse_args()
    known = table("iterations.csv")
    wanted = lambda row: not options.property or row["property"] in options.property
    rows = [row for row in table("figure18.csv") if wanted(row)]
    more = ["--sets", options.sets] if options.sets else []
    print("| property | options | paper: outcome | iterations | s | ours | iterations | s | CPU s | |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    results = []
    for row in rows:
        chosen = flags(row)
        ours = run(options.fathom, row["property"], chosen + more, options.timeout)
        results.append((row, ours))
        outcome = "diverged" if row["seconds"] == "diverged" else "proved"
        shown = " ".join(chosen[4:])
        seconds = "" if outcome == "diverged" else row["seconds"]
        print(f"| {row['property']} | {shown} | {outcome} | {iterations(row, known)} | {seconds} | {ours['verdict']} | "
              f"{ours['iterations']} | {ours['seconds']} | {ours['cpu']} | {judged(row, ours)} |", flush=True)
        if options.reasons and ours["reason"]:
            print(f"  {ours['reason']}", file=sys.stderr)
    print("\n| property | auto | strategy | s | CPU s |\n|---|---|---|---|---|")
    for prop in dict.fromkeys(row["property"] for row in rows):
        ours = run(options.fathom, prop, [], options.timeout)
        print(f"| {prop} | {ours['verdict']} | {ours.get('strategy', '')} | {ours['seconds']} | {ours['cpu']} |", flush=True)
    if options.csv:
        with open(options.csv, "w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow([*rows[0], "our_verdict", "our_iterations", "our_seconds", "our_cpu_seconds"])
            writer.writerows([*row.values(), ours["verdict"], ours["iterations"], ours["seconds"], ours["cpu"]]
                             for row, ours in results)
    bad = [row["property"] for row, ours in results if judged(row, ours).split(":")[0] in ("WRONG", "DIFFERS")]
    print(f"\n{len(rows)} rows; disagreements: {', '.join(bad) or 'none'}; "
          f"unsupported: {sum(ours['verdict'] == 'unsupported' for _, ours in results)}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
