#!/usr/bin/env python3
"""Runs nets and formulas of the Model Checking Contest and compares the answers with the recorded ones.

    cargo build --release
    bench/contest/run.py --corpus FOLDER [--timeout 60] [--csv FILE] [--nets GLOB] [--kinds CTLC,LTLF] [-v]
                         [--engine explicit|symbolic] [--reductions partial-order,symmetry | each | pairs]...

FOLDER holds models/NET/model.pnml, models/NET/*.xml and oracle/NET-KIND.out. Without --corpus it is the folder
`mcc` below the environment's FATHOM_CORPORA, else below ../shared/corpora beside the project. Each formula file
is one run of `fathom check`; so is the search for dead markings (RD) and for all of them (SS). The time limit
is by the clock and holds for each run; the seconds that are printed are those of the processor. The exit code is 1
if an answer differs.

With --reductions, which can be given several times, all is asked once for each choice of reductions, which are switched on
while the others are off: `each` stands for each alone, `pairs` for each pair, `none` for none. The number of all markings is
not asked then, since leaving out some is the purpose.
"""

import argparse
import csv
import fnmatch
import itertools
import json
import os
import pathlib
import resource
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
FILES = {
    "RC": "ReachabilityCardinality.xml",
    "RF": "ReachabilityFireability.xml",
    "CTLC": "CTLCardinality.xml",
    "CTLF": "CTLFireability.xml",
    "LTLC": "LTLCardinality.xml",
    "LTLF": "LTLFireability.xml",
    "UB": "UpperBounds.xml",
}
KINDS = ["SS", "RD", *FILES]
REDUCTIONS = ["partial-order", "symmetry", "inactive-variables"]


def recorded(oracle, net, kind):
    """The recorded answers: a dictionary from formulas to TRUE, FALSE or a number, as strings."""
    path = oracle / f"{net}-{kind}.out"
    answers = {}
    if not path.exists():
        return answers
    for line in path.read_text().splitlines():
        words = line.split()
        if words[:1] == ["FORMULA"] and len(words) >= 3:
            answers[words[1]] = words[2]
        elif words[:2] == ["STATE_SPACE", "STATES"]:
            answers["states"] = words[2]
    return answers


def choices(asked):
    """The choices of reductions that the words of the command line stand for; one of None if there are no words."""
    chosen = []
    for word in asked or []:
        sizes = {"none": 0, "each": 1, "pairs": 2}
        if word in sizes:
            chosen += itertools.combinations(REDUCTIONS, sizes[word])
        else:
            names = tuple(name for name in word.split(",") if name)
            if unknown := [name for name in names if name not in REDUCTIONS]:
                sys.exit(f"there is no reduction {unknown[0]}; there are {', '.join(REDUCTIONS)}")
            chosen.append(names)
    return chosen or [None]


def switches(chosen):
    """The options that switch some reductions on and the others off; none if nothing is said of them."""
    if chosen is None:
        return []
    return [word for name in REDUCTIONS for word in (f"--{name}", "on" if name in chosen else "off")]


def run(binary, engine, further, folder, kind, limit):
    """Our answers, the seconds of the processor that they took, the memory at its peak in MiB, and what went wrong."""
    command = [binary, "check", str(folder / "model.pnml"), "--json", "--trace", "none", "--timeout", f"{limit}s"]
    command += ["--engine", engine, *further]
    if kind == "RD":
        command += ["--property", "deadlock_free"]
    elif kind == "SS":
        command += ["--property", "no_faults"]
    else:
        command += ["--formulas", str(folder / FILES[kind]), "--no-faults-check"]
    before = processor_seconds()
    done = subprocess.run(command, capture_output=True, text=True)
    seconds = processor_seconds() - before
    try:
        document = json.loads(done.stdout)
    except json.JSONDecodeError:
        return {}, seconds, 0, done.stderr.strip()[:200] or f"exit code {done.returncode}"
    if "errors" in document:
        return {}, seconds, 0, document["errors"][0]["message"]
    answers, peak, reasons = {}, 0, set()
    for result in document["properties"]:
        peak = max(peak, result.get("stats", {}).get("peak_mib", 0))
        answers.update(answer(result, kind))
        reasons.update([result["reason"]] if "reason" in result else [])
    return answers, seconds, peak, "; ".join(sorted(reasons))


def processor_seconds():
    """What all runs so far took: on a busy machine it says more than the clock."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def answer(result, kind):
    """The answer for one property in the contest's words; nothing for `unknown`."""
    verdict = result["verdict"]
    if verdict == "unknown":
        return {}
    if kind == "SS":
        return {"states": str(result["stats"]["states"])}
    if kind == "RD":
        return {"ReachabilityDeadlock": "TRUE" if verdict == "violated" else "FALSE"}
    if result["kind"] == "bound":
        return {result["name"]: str(result["value"])}
    return {result["name"]: "TRUE" if verdict == "holds" else "FALSE"}


def compare(expected, found):
    agree = [name for name in expected if found.get(name) == expected[name]]
    differ = [name for name in expected if name in found and found[name] != expected[name]]
    unknown = [name for name in expected if name not in found]
    return agree, differ, unknown


def corpus_folder(given):
    if given:
        return given
    corpora = os.environ.get("FATHOM_CORPORA")
    return (pathlib.Path(corpora) if corpora else ROOT / "../shared/corpora") / "mcc"


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--corpus", type=pathlib.Path)
    parser.add_argument("--binary", default=str(ROOT / "target/release/fathom"))
    parser.add_argument("--engine", default="explicit", help="default: %(default)s")
    parser.add_argument("--reductions", action="append", metavar="LIST",
                        help="switch these on and the others off, comma-separated; or none, each, pairs; default: as fathom does")
    parser.add_argument("--timeout", type=int, default=60, metavar="SECONDS")
    parser.add_argument("--nets", default="*", metavar="GLOB")
    parser.add_argument("--kinds", default=",".join(KINDS), help="default: %(default)s")
    parser.add_argument("--csv", type=pathlib.Path, metavar="FILE")
    parser.add_argument("-v", "--verbose", action="store_true", help="name formulas without an answer, too")
    return parser.parse_args()


def main():
    options = arguments()
    corpus = corpus_folder(options.corpus)
    if not corpus.is_dir():
        sys.exit(f"there is no folder {corpus}")
    rows, differences, messages = [], [], []
    folders = [folder for folder in sorted((corpus / "models").iterdir()) if fnmatch.fnmatch(folder.name, options.nets)]
    for chosen, folder, kind in itertools.product(choices(options.reductions), folders, options.kinds.split(",")):
        expected = recorded(corpus / "oracle", folder.name, kind)
        if not expected or (kind == "SS" and chosen):
            continue
        # All markings are counted by leaving out none.
        further = switches(() if kind == "SS" else chosen)
        found, seconds, peak, message = run(options.binary, options.engine, further, folder, kind, options.timeout)
        agree, differ, unknown = compare(expected, found)
        name = "+".join(chosen) or "none" if chosen is not None else "auto"
        rows.append([folder.name, kind, len(agree), len(differ), len(unknown), round(seconds, 2), peak, name])
        print("{:40} {:5} {:3} agree {:3} differ {:3} unknown {:8.2f} s {:6} MiB  {}".format(*rows[-1]), flush=True)
        differences += [f"{formula}: {expected[formula]} is recorded, found {found[formula]} ({name})" for formula in differ]
        messages += [f"{folder.name} {kind} ({name}): {message}"] if message else []
        messages += [f"{formula}: no answer ({name})" for formula in unknown if options.verbose]
    print()
    for name, kind in itertools.product(dict.fromkeys(row[7] for row in rows), options.kinds.split(",")):
        of = [row for row in rows if row[1] == kind and row[7] == name]
        if not of:
            continue
        agree, differ, unknown = (sum(row[column] for row in of) for column in (2, 3, 4))
        seconds, slowest = sum(row[5] for row in of), max((row[5], row[0]) for row in of)
        print(f"{kind:5} {agree:5} agree {differ:3} differ {unknown:3} unknown {seconds:9.1f} s, "
              f"slowest {slowest[1]} {slowest[0]} s  {name}")
    print("\n".join(["", *differences, *messages]))
    if options.csv:
        with options.csv.open("w", newline="") as output:
            writer = csv.writer(output)
            writer.writerow(["net", "kind", "agree", "differ", "unknown", "seconds", "peak_mib", "reductions"])
            writer.writerows(rows)
    sys.exit(1 if differences else 0)


if __name__ == "__main__":
    main()
