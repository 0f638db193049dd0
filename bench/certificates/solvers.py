#!/usr/bin/env python3
"""Whether z3 and cvc5, where they are installed, confirm the obligations of the certificates of all examples: each must be `unsat`."""
import argparse
import collections
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOLVERS = {"z3": ["z3", "-T:{seconds}"], "cvc5": ["cvc5", "--tlimit={milliseconds}"]}


def obligations(options, folder):
    """Writes the obligations of each example into a folder of its own."""
    for path in sorted((ROOT / "examples").rglob("*.fathom")):
        place = folder / path.stem
        document = folder / f"{path.stem}.json"
        limits = ["--timeout", f"{options.timeout}s"]
        subprocess.run([options.fathom, "check", str(path), "--certificate", str(document), "-q", *limits],
                       capture_output=True, check=False)
        if document.exists():
            subprocess.run([options.fathom, "certify", str(path), str(document), "--smt2", str(place)], capture_output=True, check=False)
    return sorted(folder.rglob("*.smt2"))


def answer(name, seconds, path):
    """What a solver says."""
    command = [part.format(seconds=seconds, milliseconds=1000 * seconds) for part in SOLVERS[name]]
    try:
        done = subprocess.run([*command, str(path)], capture_output=True, text=True, check=False, timeout=seconds + 5)
    except subprocess.TimeoutExpired:
        return "no answer"
    said = done.stdout.strip().splitlines()
    return said[-1] if said and said[-1] in ("sat", "unsat") else "no answer"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fathom", default=str(ROOT / "target/release/fathom"))
    parser.add_argument("--timeout", type=int, default=10, help="seconds for the verdicts and for the certificates of a model")
    parser.add_argument("--seconds", type=int, default=10, help="seconds for an obligation")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only each N-th obligation")
    options = parser.parse_args()
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        files = obligations(options, pathlib.Path(folder))
        print(f"{len(files)} obligations")
        for name in SOLVERS:
            if shutil.which(name) is None:
                print(f"SKIPPED: {name} is not installed")
                continue
            said = collections.Counter(answer(name, options.seconds, path) for path in files[::options.every])
            print(f"{name}: {dict(said)}")
            failed |= said["sat"] > 0
    return failed


if __name__ == "__main__":
    sys.exit(main())
