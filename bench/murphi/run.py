#!/usr/bin/env python3
"""Models of Murphi: verdicts, states and time of `fathom check FILE.m` beside the verifier that rumur writes."""
import argparse
import ast
import csv
import json
import os
import pathlib
import re
import resource
import shutil
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Counts that stand in the files of the collection: constants, states without reductions, states up to exchanges of identities.
RECORDED = [
    ("mux/2_peterson.m", {}, 26, None),
    ("mux/mcslock1.m", {"N": 2}, 159, 81),
    ("mux/mcslock1.m", {"N": 3}, 7597, 1285),
    ("mux/mcslock1.m", {"N": 4}, 554221, 23636),
    ("mux/mcslock2.m", {"N": 2}, 1098, 552),
    ("mux/mcslock2.m", {"N": 3}, 3240032, 540219),
    ("mux/n_peterson.m", {"N": 3}, 882, 172),
    ("mux/n_peterson.m", {"N": 5}, 628868, 6770),
    ("mux/n_peterson.m", {"N": 6}, None, 35159),
    ("others/cache3.m", {}, 577, None),
    ("sym/eadash.m", {"RemoteCount": 3, "ValueCount": 2}, 91254, 7741),
    ("sym/ldash.m", {"RemoteCount": 3}, 55366, None),
]

# Models for the rate: with so many states that beginning does not count.
RATES = [
    ("mux/mcslock1.m", {"N": 4}),
    ("mux/n_peterson.m", {"N": 5}),
    ("others/dp4.m", {"N": 9}),
    ("others/cache3.m", {"ProcCount": 3, "ValueCount": 2}),
]


def timed(command, seconds, folder=None):
    """What a command prints, its exit code, and its CPU time, which is limited."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    limit = lambda: resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 2))
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False, cwd=folder, preexec_fn=limit)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done.stdout or done.stderr, done.returncode, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def changed(path, constants, folder):
    """The file with other constants."""
    if not constants:
        return path
    text = path.read_text(errors="replace")
    for name, value in constants.items():
        text, count = re.subn(rf"(?im)^(\s*(?:const\s+)?{name}\s*:\s*)\d+", rf"\g<1>{value}", text, count=1)
        assert count == 1, f"{path}: no constant {name}"
    # With a name of its own, since the next may be made before this one is read.
    copy = pathlib.Path(folder) / ("".join(f"{name}{value}_" for name, value in constants.items()) + path.name)
    copy.write_text(text)
    return copy


def fathom(options, path, symmetry):
    """Fathom's verdict, or why there is none, the states, and its CPU time."""
    command = [options.fathom, "check", str(path), "--json", "--trace", "none", "--engine", "explicit"]
    command += ["--partial-order", "off", "--inactive-variables", "off", "--slicing", "off"]
    command += ["--symmetry", "on" if symmetry else "off", "--timeout", f"{6 * options.timeout}s"]
    text, _, seconds = timed(command, options.timeout)
    try:
        document = json.loads(text[text.index("{") :])
    except ValueError:
        return "crashed" if "internal error" in text else "unknown", None, seconds
    if "errors" in document:
        error = document["errors"][0]
        return "refused: " + error["message"], None, seconds
    answers = document["properties"]
    # `deadlock_free` in rumur's sense is what the importer writes.
    verdicts = [answer["verdict"] for answer in answers]
    verdict = next((one for one in ("violated", "unknown") if one in verdicts), "holds")
    counts = [answer["stats"].get("states") for answer in answers]
    return verdict, max((count for count in counts if count), default=None), seconds


def rumur(options, path, symmetry, folder):
    """The same of rumur's verifier; compiling it does not count."""
    if not options.rumur:
        return "", None, 0.0
    code, program = pathlib.Path(folder) / "verifier.c", pathlib.Path(folder) / "verifier"
    program.unlink(missing_ok=True)
    kind = "exhaustive" if symmetry else "off"
    command = [options.rumur, "--threads", "1", f"--symmetry-reduction={kind}", "--output", str(code), str(path)]
    text, status, _ = timed(command, 60)
    if status != 0:
        return "refused: " + text.strip().splitlines()[0], None, 0.0
    compiled = subprocess.run([options.cc, "-O3", "-march=native", "-o", program, code, "-lpthread", "-latomic"], capture_output=True, check=False)
    if compiled.returncode != 0:
        return "not compiled", None, 0.0
    text, status, seconds = timed([str(program)], options.timeout, folder)
    found = re.findall(r"(\d+) states, (\d+) rules fired in", text)
    if not found:
        return "unknown", None, seconds
    return ("holds" if "No error found" in text else "violated"), int(found[-1][0]), seconds


def rates(options, folder):
    """States a second of both, without reductions: of three runs of each, one after the other, the fastest."""
    for name, constants in RATES:
        if options.only not in name:
            continue
        path = changed(pathlib.Path(options.corpora) / "murphi" / name, constants, folder)
        label = name + "".join(f" {key}={value}" for key, value in constants.items())
        ours, theirs = [], []
        for _ in range(3):
            ours.append(fathom(options, path, False))
            theirs.append(rumur(options, path, False, folder))
        (_, states, seconds), (_, others, others_seconds) = (min(runs, key=lambda run: run[2]) for runs in (ours, theirs))
        if not states or not others:
            print(f"{label}\t{ours[0]}\t{theirs[0]}", flush=True)
            continue
        ratio = (states / seconds) / (others / others_seconds)
        print(f"{label}\t{states}\t{seconds:.2f}\t{others}\t{others_seconds:.2f}\t{ratio:.1f}", flush=True)


def recorded(options, folder):
    """The models of the collection with the constants for which counts are recorded."""
    for name, constants, plain, symmetric in RECORDED:
        path = changed(pathlib.Path(options.corpora) / "murphi" / name, constants, folder)
        label = name + "".join(f" {key}={value}" for key, value in constants.items())
        for symmetry, right in ((False, plain), (True, symmetric)):
            if right is not None:
                yield label, path, symmetry, right


def small(options):
    """The files of folders: rumur's tests, and ours. What rumur must refuse is left out."""
    for folder in options.folders:
        for path in sorted(pathlib.Path(folder).rglob("*.m")):
            head = path.read_text(errors="replace")[:400]
            code = re.search(r"rumur_exit_code:\s*(\d+)", head)
            if not code or ast.literal_eval(code.group(1)) == 0:
                yield path.name, path, False, None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fathom", default=str(ROOT / "target/release/fathom"))
    parser.add_argument("--rumur", default=shutil.which("rumur"), help="left out if there is none")
    parser.add_argument("--cc", default=os.environ.get("CC", "cc"))
    parser.add_argument("--corpora", default=os.environ.get("FATHOM_CORPORA"), help="the folder with murphi")
    parser.add_argument("--folders", nargs="*", default=[str(ROOT / "tests/corpora/murphi")], help="further folders with models")
    parser.add_argument("--timeout", type=int, default=60, help="seconds of CPU time for each run")
    parser.add_argument("--only", default="", help="only models whose names contain this")
    parser.add_argument("--csv")
    parser.add_argument("--rate", action="store_true", help="only how fast both are on four models of the collection")
    options = parser.parse_args()
    rows = []
    if options.rate:
        with tempfile.TemporaryDirectory() as folder:
            return rates(options, folder)
    with tempfile.TemporaryDirectory() as folder:
        jobs = list(small(options))
        if options.corpora:
            jobs += recorded(options, folder)
        else:
            print("SKIPPED: the collection, since neither --corpora nor FATHOM_CORPORA names its folder")
        for name, path, symmetry, right in jobs:
            if options.only not in name:
                continue
            verdict, states, seconds = fathom(options, path, symmetry)
            other, others, others_seconds = rumur(options, path, symmetry, folder)
            said = "agree" if verdict == other else "differ"
            if verdict == other == "holds" and states != others:
                said = "counts differ"
            if right is not None and states != right:
                said = "not as recorded"
            if "refused" in verdict or "refused" in other:
                said = "-"
            rows.append([name, "symmetry" if symmetry else "all", verdict, states, round(seconds, 2), other, others, round(others_seconds, 2), right, said])
            print("\t".join(str(cell) for cell in rows[-1]), flush=True)
    agree = sum(row[-1] == "agree" for row in rows)
    print(f"{len(rows)} runs: {agree} agree, {sum(row[-1] not in ('agree', '-') for row in rows)} differ, {sum(row[-1] == '-' for row in rows)} are refused by one of both")
    if options.csv:
        with open(options.csv, "w", newline="") as file:
            csv.writer(file).writerows(rows)


if __name__ == "__main__":
    main()
