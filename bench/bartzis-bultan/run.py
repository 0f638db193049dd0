#!/usr/bin/env python3
"""Runs the suite in all five representations and prints tables 1 and 2 again, ours beside the paper's; see README.md."""
import argparse
import csv
import sys

import horn
import suite
from check import check

COLUMNS = ["verdict", "construction", "verification", "relation", "relation_nodes", "largest", "largest_nodes", "iterations"]


def measured(options):
    """One record for each instance and version, in the order of the paper; `auto` and Spacer are versions too."""
    records = []
    for instance in options.instances or suite.paper():
        family, size, number = suite.parts(instance)
        for version in options.versions:
            if version == "auto":
                found = check(options.fathom, suite.question(instance), [], options.timeout)
            elif version == "spacer":
                found = horn.spacer(family, size, number, options.timeout) if suite.is_safety(instance) else None
            else:
                chosen = ["--engine", "symbolic", *suite.VERSIONS[version], *suite.fixpoints(family, number)]
                found = check(options.fathom, suite.question(instance), chosen, options.timeout)
            if found is not None:
                records.append({"instance": instance, "version": version, **found})
                shown = f"{found['verdict']} {found.get('seconds', 0):.3f} s {found.get('reason', '')}"
                print(f"{instance} {version}: {shown}", file=sys.stderr, flush=True)
    return records


def seconds(value):
    return "↑" if value == "diverged" else f"{float(value):.2f}" if value not in ("", None) else ""


def size(count, nodes):
    """States, and the nodes of their diagrams where these are counted."""
    if count in ("", None, "diverged"):
        return "↑" if count == "diverged" else ""
    return f"{count}({nodes})" if nodes not in ("", None) else str(count)


def theirs(row, version):
    """The paper's four columns: construction, verification, relation, largest iterate."""
    key = version.lower()
    cell = lambda column: row.get(f"{key}_{column}")
    sizes = [size(cell(column), cell(f"{column}_nodes")) for column in ("relation", "largest")]
    return [seconds(cell("ct")), seconds(cell("vt")), *sizes]


def ours(record):
    if record is None:
        return [""] * 4
    if record["verdict"] == "unsupported":
        return ["–"] * 4
    if record["verdict"] == "unknown":
        return ["↑"] * 4
    sizes = [size(record[column], record[f"{column}_nodes"]) for column in ("relation", "largest")]
    return [f"{record['construction']:.3f}", f"{record['verification']:.3f}", *sizes]


def print_table(title, versions, rows, by_key, with_counts):
    print(f"\n### {title}\n")
    head = ["instance"] + (["fixpoints", "rounds", "integers", "Booleans"] if with_counts else [])
    head += [f"{version} {name}" for version in versions for name in ("CT", "VT", "relation", "largest")]
    print(f"| {' | '.join(head)} |\n|{'---|' * len(head)}")
    for instance, row in rows.items():
        cells = [instance]
        if with_counts:
            rounds = [by_key[key].get("iterations", "") for key in ((instance, version) for version in versions) if key in by_key]
            shown = "/".join(dict.fromkeys(str(count) for count in rounds if count != ""))
            cells += [row["fixpoints"], shown, row["integers"], row["booleans"]]
        for version in versions:
            pairs = zip(theirs(row, version), ours(by_key.get((instance, version))))
            cells += [f"{there} → {here}" for there, here in pairs]
        print(f"| {' | '.join(cells)} |")


def print_choice(rows, by_key):
    """What `auto` needs, beside the best fixed representation and Spacer."""
    print("\n### auto\n\n| instance | verdict | s | best of V1 to V5 | s | factor | Spacer | strategy |\n|---|---|---|---|---|---|---|---|")
    within = total = 0
    for instance in rows:
        auto, spacer = by_key.get((instance, "auto")), by_key.get((instance, "spacer"))
        fixed = [(record["seconds"], version) for version in suite.VERSIONS
                 if (record := by_key.get((instance, version))) and record["verdict"] in ("holds", "violated")]
        if auto is None:
            continue
        best, version = min(fixed, default=(None, "none"))
        factor = auto["seconds"] / best if best and auto["verdict"] != "unknown" else None
        total += 1
        # Below the time that starting the program takes, factors say nothing.
        within += factor is not None and (factor <= 2 or auto["seconds"] < 0.02)
        peer = "" if spacer is None else f"{spacer['seconds']:.2f}" if spacer["verdict"] != "unknown" else "↑"
        print(f"| {instance} | {auto['verdict']} | {auto['seconds']:.3f} | {version} | {'' if best is None else f'{best:.3f}'} | "
              f"{'' if factor is None else f'{factor:.1f}'} | {peer} | {auto.get('strategy', '')} |")
    if total:
        print(f"\nwithin a factor of two of the best, or below 0.02 s: {within} of {total}")


def steps_up(rows):
    """Pairs of instances of one family and property, one size and the next."""
    last = {}
    for instance in rows:
        family, _, number = suite.parts(instance)
        if (family, number) in last:
            yield last[family, number], instance
        last[family, number] = instance


def whole(row, version):
    """The paper's time for construction and verification together."""
    times = [row.get(f"{version.lower()}_{part}") for part in ("ct", "vt")]
    return None if "" in times or "diverged" in times else sum(map(float, times))


def growth(small, large):
    """By how much a time grows, if both are known."""
    return large / small if small and large else None


def print_growth(rows, by_key):
    """By what factor construction and verification together grow from one size to the next, in the paper and here; `*` where ours is
    steeper. Verification alone would not compare: what we do while verifying, the paper has done in construction."""
    print(f"\n### Growth\n\n| from, to | {' | '.join(suite.VERSIONS)} |\n|{'---|' * (len(suite.VERSIONS) + 1)}")
    steeper = total = 0
    shown = lambda factor: "" if factor is None else f"{factor:.1f}"
    for small, large in steps_up(rows):
        cells = []
        for version in suite.VERSIONS:
            there = growth(whole(rows[small], version), whole(rows[large], version))
            solved = lambda instance: by_key.get((instance, version), {}).get("verdict") in ("holds", "violated")
            time = lambda instance: by_key[instance, version]["seconds"] if solved(instance) else None
            here = growth(time(small), time(large))
            is_steeper = there is not None and here is not None and here > there
            steeper += is_steeper
            total += there is not None and here is not None
            cells.append(f"{shown(there)} → {shown(here)}{' *' if is_steeper else ''}")
        print(f"| {small}, {large} | {' | '.join(cells)} |")
    print(f"\nsteeper than in the paper: {steeper} of {total}")


def disagreements(rows, by_key):
    """Instances on which two versions have different verdicts, or one says that the property fails."""
    found = []
    for instance in rows:
        verdicts = {version: by_key[instance, version]["verdict"] for version in (*suite.VERSIONS, "auto", "spacer")
                    if (instance, version) in by_key}
        if "violated" in verdicts.values():
            found.append(f"{instance}: {verdicts}")
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fathom", default=str(suite.ROOT / "target/release/fathom"))
    parser.add_argument("--timeout", type=float, default=60, help="seconds for each run")
    parser.add_argument("--versions", nargs="+", default=[*suite.VERSIONS, "auto", "spacer"])
    parser.add_argument("--csv", help="write the measurements to this file too")
    parser.add_argument("instances", nargs="*", help="only these, such as BAKERY3-1")
    options = parser.parse_args()
    records = measured(options)
    by_key = {(record["instance"], record["version"]): record for record in records}
    rows = {name: row for name, row in suite.paper().items() if not options.instances or name in options.instances}
    print_table("Table 1: disjunctive composite", ["V1", "V2", "V3"], rows, by_key, False)
    print_table("Table 2: one automaton for all variables", ["V4", "V5"], rows, by_key, True)
    print_growth(rows, by_key)
    print_choice(rows, by_key)
    wrong = disagreements(rows, by_key)
    print(f"\ndisagreements: {'; '.join(wrong) or 'none'}")
    if options.csv:
        with open(options.csv, "w", newline="") as file:
            writer = csv.DictWriter(file, ["instance", "version", "seconds", *COLUMNS, "strategy", "reason"], extrasaction="ignore")
            writer.writeheader()
            writer.writerows(records)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
