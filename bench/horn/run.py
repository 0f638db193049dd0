#!/usr/bin/env python3
"""Horn clauses and transition systems of other people: how many are settled, beside Z3's Spacer."""
import argparse
import collections
import csv
import json
import os
import pathlib
import resource
import shutil
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
RIGHT = {"safe": "holds", "unsafe": "violated"}
HORN = {"sat": "holds", "unsat": "violated"}


def problems(options):
    """Files with their verdicts, by collection."""
    for kind in options.kinds.split(","):
        folder = pathlib.Path(options.corpora) / kind
        rows = (folder / "VERDICTS.tsv").read_text().splitlines()
        rows = [row.split("\t") for row in rows if row and not row.startswith("#")]
        rows = [row for row in rows if not row[0].startswith("raw/")]
        for row in rows[options.first :: options.every]:
            yield kind, folder / row[0], RIGHT[row[1]]


def timed(command, seconds):
    """What a command prints, and its CPU time, which is limited."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    limit = lambda: resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 2))
    done = subprocess.run(command, capture_output=True, text=True, check=False, preexec_fn=limit)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done.stdout, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def fathom(options, path):
    """The verdict on all properties of a file, and the engine of the last one."""
    command = [options.fathom, "check", str(path), "--json", "--trace", "none", "--no-faults-check"]
    # The limit is one of CPU time; that of the clock is for machines with other work to do.
    text, seconds = timed([*command, "--timeout", f"{4 * options.timeout}s"], options.timeout)
    try:
        answers = json.loads(text)["properties"]
    except (json.JSONDecodeError, KeyError):
        return "unknown", "", seconds
    verdicts = {answer["verdict"] for answer in answers}
    verdict = next((one for one in ("violated", "unknown") if one in verdicts), "holds")
    return verdict, answers[-1].get("engine") or "", seconds


def spacer(options, kind, path):
    """Spacer's verdict; it reads Horn clauses only."""
    if kind != "chc" or not options.z3:
        return "", 0.0
    text, seconds = timed([options.z3, "fp.engine=spacer", str(path)], options.timeout)
    words = text.split()
    return HORN.get(words[0] if words else "", "unknown"), seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fathom", default=str(ROOT / "target/release/fathom"))
    parser.add_argument("--z3", default=shutil.which("z3"), help="left out if there is none")
    parser.add_argument("--corpora", default=os.environ.get("FATHOM_CORPORA"), help="the folder with chc and vmt")
    parser.add_argument("--kinds", default="chc,vmt")
    parser.add_argument("--timeout", type=int, default=20, help="seconds of CPU time for each file")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only each N-th file")
    parser.add_argument("--first", type=int, default=0, metavar="N", help="beginning with this one")
    parser.add_argument("--csv")
    options = parser.parse_args()
    if not options.corpora:
        parser.error("--corpora, or FATHOM_CORPORA in the environment, must name the folder with the files")
    rows = []
    for kind, path, right in problems(options):
        verdict, engine, seconds = fathom(options, path)
        other, others_seconds = spacer(options, kind, path)
        name = f"{path.parent.name}/{path.name}"
        rows.append([kind, name, right, verdict, engine, round(seconds, 2), other, round(others_seconds, 2)])
    if options.csv:
        with open(options.csv, "w", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(["kind", "file", "right", "fathom", "engine", "seconds", "spacer", "spacer_seconds"])
            writer.writerows(rows)
    report(rows)


def report(rows):
    """The counts of each family."""
    families = collections.defaultdict(list)
    for row in rows:
        families[row[0], row[1].split("/")[0]].append(row)
        families[row[0], "all"].append(row)
    print(f"{'family':24} {'files':>5} {'fathom':>6} {'spacer':>6} {'either':>6} {'wrong':>5}")
    for (kind, family), group in sorted(families.items()):
        settled = [row[3] in ("holds", "violated") for row in group]
        others = [row[6] in ("holds", "violated") for row in group]
        either = sum(one or other for one, other in zip(settled, others))
        wrong = sum(row[3] in ("holds", "violated") and row[3] != row[2] for row in group)
        print(f"{kind + ' ' + family:24} {len(group):5} {sum(settled):6} {sum(others):6} {either:6} {wrong:5}")


if __name__ == "__main__":
    main()
