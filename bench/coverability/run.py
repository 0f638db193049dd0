#!/usr/bin/env python3
"""Counter systems of mist and threads of bfc: how many are settled and rightly so, beside mist and QCover where they are installed."""
import argparse
import csv
import json
import os
import pathlib
import re
import resource
import shlex
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
RIGHT = {"safe": "holds", "unsafe": "violated"}
COLUMNS = ["file", "verdict", "expected", "agrees", "strategy", "seconds", "mist", "mist_seconds", "qcover", "qcover_seconds"]


def table(path):
    """The rows of a table with tabs between its columns."""
    rows = (row.split("\t") for row in path.read_text().splitlines() if row.strip() and not row.startswith("#"))
    return [[cell.strip() for cell in row] for row in rows]


def searched(folder):
    """What an independent backward search found, where its record lies beside the verdicts."""
    path = folder / "ORACLE_independent_backward.txt"
    lines = path.read_text().splitlines() if path.is_file() else []
    found = (re.match(r"(?:mist/)?(\S+\.spec) (SAFE|UNSAFE)\b", line) for line in lines)
    return {match[1]: RIGHT[match[2].lower()] for match in found if match}


def problems(options):
    """Files with their names, further arguments and expected verdicts; nothing is expected where no verdict is recorded."""
    for kind in options.kinds.split(","):
        folder = pathlib.Path(options.corpora) / kind
        others = searched(folder)
        for row in table(folder / "VERDICTS.tsv"):
            name, expected = row[0], RIGHT.get(row[1], "")
            if options.only and options.only not in f"{kind}/{name}":
                continue
            if kind == "tts":
                start = row[2].split()[0]
                yield f"tts/{name}", folder / name / "main.tts", ["--init", start], expected
                continue
            other = others.get(name, "")
            if expected and other and expected != other:
                print(f"{kind}/{name}: recorded as {expected}, but searched as {other}", file=sys.stderr)
            yield f"{kind}/{name}", folder / name, [], expected or other


def timed(command, seconds, folder=None):
    """What a command prints, and its CPU time, which is limited."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    limit = lambda: resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 2))
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False, preexec_fn=limit, cwd=folder)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done.stdout, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def fathom(options, path, more):
    """The verdict on `safe`, and the engine and strategy that gave it."""
    command = [options.fathom, "check", str(path), *more, "--property", "safe", "--json", "--trace", "none"]
    for name in ("engine", "strategy", "covers"):
        command += [f"--{name}", getattr(options, name)] if getattr(options, name) else []
    # The limit is one of CPU time; that of the clock is for machines with other work to do.
    text, seconds = timed([*command, "--timeout", f"{4 * options.timeout}s"], options.timeout)
    try:
        answer = json.loads(text)["properties"][0]
    except (json.JSONDecodeError, KeyError, IndexError):
        return "unknown", "no answer", seconds
    strategy = " ".join(filter(None, [answer.get("engine"), answer.get("strategy")]))
    return answer["verdict"], strategy or answer.get("reason", ""), seconds


def mist(options, path):
    """mist's verdict by its backward search."""
    text, seconds = timed([options.mist, "--backward", str(path)], options.timeout)
    found = re.search(r"backward algorithm concludes (\w+)", text)
    return RIGHT.get(found[1] if found else "", "unknown"), seconds


def qcover(options, path):
    """QCover's verdict; it reads Petri nets only."""
    text, seconds = timed([*shlex.split(options.qcover), str(path)], options.timeout, options.qcover_folder)
    found = re.search(r"(?m)^(Safe|Unsafe)\b", text)
    return RIGHT.get(found[1].lower() if found else "", "unknown"), seconds


def measured(options):
    """One row for each file; each is printed as soon as it is there."""
    for name, path, more, expected in problems(options):
        verdict, strategy, seconds = fathom(options, path, more)
        agrees = "" if verdict == "unknown" or not expected else "yes" if verdict == expected else "NO"
        row = [name, verdict, expected, agrees, strategy, round(seconds, 2)]
        for peer, run in ((options.mist, mist), (options.qcover, qcover)):
            is_asked = peer and path.suffix == ".spec"
            other, others_seconds = run(options, path.resolve()) if is_asked else ("", "")
            row += [other, round(others_seconds, 2) if is_asked else ""]
        print(f"{name:90} {verdict:8} {expected:8} {agrees:3} {row[5]:7.2f}  {row[6]} {row[8]} {strategy}", flush=True)
        yield row


def report(rows):
    """The counts of each collection."""
    print(f"\n{'collection':12} {'files':>5} {'settled':>7} {'wrong':>5} {'mist':>5} {'qcover':>6} {'seconds':>8}")
    for kind in sorted({row[0].split("/")[0] for row in rows}):
        group = [row for row in rows if row[0].split("/")[0] == kind]
        settled = lambda column: sum(row[column] in ("holds", "violated") for row in group)
        wrong = sum(row[3] == "NO" for row in group)
        seconds = sum(row[5] for row in group)
        print(f"{kind:12} {len(group):5} {settled(1):7} {wrong:5} {settled(6):5} {settled(8):6} {seconds:8.1f}")
    return any(row[3] == "NO" for row in rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fathom", default=str(ROOT / "target/release/fathom"))
    parser.add_argument("--corpora", default=os.environ.get("FATHOM_CORPORA"), help="the folder with mist and tts")
    parser.add_argument("--kinds", default="mist,tts")
    parser.add_argument("--engine", help="the engine; default: whatever fathom chooses")
    parser.add_argument("--strategy", help="backward, karp-miller or expand-enlarge, alone")
    parser.add_argument("--covers", help="antichains, sharing-trees or sums")
    parser.add_argument("--timeout", type=int, default=20, help="seconds of CPU time for each file")
    parser.add_argument("--only", metavar="TEXT", help="only files whose name has this in it")
    parser.add_argument("--mist", default=shutil.which("mist"), help="left out if there is none")
    parser.add_argument("--qcover", help="the command of QCover, such as 'python3 main.py'; left out if there is none")
    parser.add_argument("--qcover-folder", help="the folder in which that command runs")
    parser.add_argument("--csv")
    options = parser.parse_args()
    if not options.corpora:
        parser.error("--corpora, or FATHOM_CORPORA in the environment, must name the folder with the files")
    rows = list(measured(options))
    if options.csv:
        with open(options.csv, "w", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(COLUMNS)
            writer.writerows(rows)
    sys.exit(1 if report(rows) else 0)


if __name__ == "__main__":
    main()
