#!/usr/bin/env python3
"""How many verdicts have a certificate that is accepted, and what making and checking it costs beside finding the verdict."""
import argparse
import collections
import csv
import importlib.util
import json
import os
import pathlib
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def questions():
    """The lists of questions of the bench for `auto`."""
    spec = importlib.util.spec_from_file_location("questions", ROOT / "bench/auto/questions.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def asked(options):
    """What is asked: pairs of a group and the arguments of `fathom check`."""
    lists = questions()
    if "examples" in options.groups:
        for path in sorted((ROOT / "examples").rglob("*.fathom")):
            yield "examples", path.name, [str(path)]
    if "benches" in options.groups:
        for question in lists.paper():
            yield "benches", question.name, question.arguments
        for path in sorted((ROOT / "bench/bultan-gerber-pugh").rglob("*.fathom")):
            yield "benches", path.name, [str(path)]
        for path, constants in lists.BENCHES:
            yield "benches", pathlib.Path(path).name, [str(ROOT / path), *constants]
    if options.corpora and "corpora" in options.groups:
        for question in lists.nets(options.corpora, options.every, ["RC", "RF", "CTLC", "CTLF", "LTLC", "LTLF", "UB"]):
            yield "nets", question.name, question.arguments
        for question in lists.automata(options.corpora):
            yield "counter automata", question.name, question.arguments
        for question in lists.programs(options.corpora):
            yield "programs", question.name, question.arguments


def run(options, group, name, arguments):
    """One row for each settled property."""
    command = [options.fathom, "check", *arguments, "--certify", "--json", "--stats", "--trace", "none"]
    command += ["--timeout", f"{options.timeout}s"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=options.timeout * 40 + 60)
    except subprocess.TimeoutExpired:
        print(f"{name}: no end", file=sys.stderr)
        return
    if done.returncode not in (0, 1, 3):
        yield {"group": group, "model": name, "outcome": "error", "reason": done.stderr.strip()[:200]}
        return
    for answer in json.loads(done.stdout)["properties"]:
        if answer["verdict"] == "unknown":
            continue
        certificate, stats = answer.get("certificate") or {}, answer.get("stats", {})
        accepted = certificate.get("accepted")
        yield {
            "group": group, "model": name, "property": answer["name"], "kind": answer["kind"], "verdict": answer["verdict"],
            "outcome": "accepted" if accepted else "not", "reason": certificate.get("reason", ""),
            "engine": answer["engine"], "strategy": answer["strategy"], "find_seconds": answer["seconds"],
            "make_seconds": stats.get("certificate_seconds", ""), "check_seconds": stats.get("check_seconds", ""),
            "bytes": stats.get("certificate_bytes", ""),
        }


COLUMNS = ["group", "model", "property", "kind", "verdict", "outcome", "reason", "engine", "strategy", "find_seconds",
           "make_seconds", "check_seconds", "bytes"]


def summary(rows):
    """Shares by group, reasons, and the median of the times of checking and making beside finding."""
    for group in sorted({row["group"] for row in rows}):
        own = [row for row in rows if row["group"] == group]
        accepted = [row for row in own if row["outcome"] == "accepted"]
        ratio = lambda column: statistics.median(
            float(row[column]) / max(float(row["find_seconds"]), 1e-6) for row in accepted if row[column] != "")
        line = f"{group}: {len(accepted)} of {len(own)} verdicts certified ({100 * len(accepted) / len(own):.1f} %)"
        if accepted:
            line += f"; checking takes {ratio('check_seconds'):.2f} of the time of finding (median), making {ratio('make_seconds'):.2f}"
        print(line)
        for (reason, kind), count in collections.Counter(
                (row["reason"], row.get("kind")) for row in own if row["outcome"] != "accepted").most_common():
            print(f"    {count:4} {kind}: {reason}")
    return any(row["outcome"] == "error" for row in rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fathom", default=str(ROOT / "target/release/fathom"))
    parser.add_argument("--timeout", type=int, default=20, help="seconds for the verdicts, and again for the certificates")
    parser.add_argument("--groups", default="examples,benches,corpora")
    default = os.environ.get("FATHOM_CORPORA")
    parser.add_argument("--corpora", type=pathlib.Path, default=default and pathlib.Path(default),
                        help="the folder with mcc, fast and t2; default: the environment's FATHOM_CORPORA")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only each N-th file of formulas of the nets")
    parser.add_argument("--csv", type=pathlib.Path)
    options = parser.parse_args()
    rows = []
    for group, name, arguments in asked(options):
        rows += run(options, group, name, arguments)
    if options.csv:
        with open(options.csv, "w", newline="") as file:
            writer = csv.DictWriter(file, COLUMNS, restval="")
            writer.writeheader()
            writer.writerows(rows)
    return summary(rows)


if __name__ == "__main__":
    sys.exit(main())
