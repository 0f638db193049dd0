#!/usr/bin/env python3
"""Times linear-time searches under weak fairness beside SPIN's; see README.md."""
import argparse
import csv
import json
import pathlib
import re
import resource
import shutil
import statistics
import subprocess
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
FORMULAS = {
    "response": "[] (trying -> <> inside)",
    "recur": "[] <> inside",
    "nested": "[] (trying -> (!inside U (inside U (!inside U inside))))",
}


def promela(processes, name):
    """The filter lock, with the rounds unrolled, and one formula."""
    rounds = []
    for r in range(1, processes):
        free = " && ".join(f"(_pid == {k} || level[{k}] < {r})" for k in range(processes))
        rounds += [f"  level[_pid] = {r};", f"  victim[{r}] = _pid;", f"  (victim[{r}] != _pid || ({free}));"]
    lines = [
        f"byte level[{processes}]; byte victim[{processes}];",
        "#define trying (level[0] > 0)",
        "#define inside (lock[0]@critical)",
        f"active [{processes}] proctype lock() {{",
        "again:",
        *rounds,
        "critical: level[_pid] = 0;",
        "  goto again",
        "}",
        f"ltl {name} {{ {FORMULAS[name]} }}",
    ]
    return "\n".join(lines) + "\n"


def timed(argv, cwd=None):
    """Runs a command; its output and the CPU seconds that it used."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(argv, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done.stdout, (after.ru_utime + after.ru_stime) - (before.ru_utime + before.ru_stime)


def run_fathom(binary, processes, name):
    argv = [binary, "check", str(HERE / "filter.fathom"), "--set", f"N={processes}", "--property", name, "--json",
            "--engine", "explicit", "--partial-order", "off"]
    output, seconds = timed(argv)
    answer = json.loads(output)["properties"][0]
    assert answer["verdict"] == "holds", answer
    states = answer["stats"]["product_states"]
    return {"tool": "fathom", "stored": states, "visited": states, "seconds": seconds}


def build_pan(folder, processes, name):
    (folder / "m.pml").write_text(promela(processes, name))
    for argv in (["spin", "-a", "m.pml"], ["cc", "-O3", "-DMEMLIM=16000", "-DNOREDUCE", "-o", "pan", "pan.c"]):
        subprocess.run(argv, cwd=folder, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def run_pan(folder):
    output, seconds = timed(["./pan", "-w22", "-m5000000", "-a", "-f"], cwd=folder)
    assert "errors: 0" in output, output
    number = lambda pattern: int(float(re.search(pattern, output)[1]))
    return {
        "tool": "pan -a -f",
        "stored": number(r"([\d.e+]+) states, stored"),
        "visited": number(r"\(([\d.e+]+) visited\)"),
        "seconds": seconds,
    }


def median(runs):
    return {**runs[0], "seconds": statistics.median(run["seconds"] for run in runs)}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--processes", type=int, default=5)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--fathom", default=str(ROOT / "target/release/fathom"))
    parser.add_argument("--csv")
    options = parser.parse_args()
    has_spin = bool(shutil.which("spin") and shutil.which("cc"))
    rows = []
    print("| formula | tool | stored | visited | CPU s | visited/s | rate ratio | time ratio |")
    print("|---|---|---|---|---|---|---|---|")
    for name in FORMULAS:
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            if has_spin:
                build_pan(folder, options.processes, name)
            ours, theirs = [], []
            for _ in range(options.repeat):
                ours.append(run_fathom(options.fathom, options.processes, name))
                theirs += [run_pan(folder)] if has_spin else []
        results = [median(ours)] + ([median(theirs)] if theirs else [])
        for row in results:
            rate = row["visited"] / row["seconds"]
            ratios = ["", ""]
            if row["tool"] == "fathom" and theirs:
                peer = results[1]
                ratios = [f"{rate / (peer['visited'] / peer['seconds']):.2f}", f"{peer['seconds'] / row['seconds']:.2f}"]
            print(f"| {name} | {row['tool']} | {row['stored']} | {row['visited']} | {row['seconds']:.2f} | {rate:.0f} | "
                  f"{ratios[0]} | {ratios[1]} |", flush=True)
            rows.append({"formula": name, **row})
    if not has_spin:
        print("SPIN or a C compiler is not installed: its rows are left out.")
    if options.csv:
        with open(options.csv, "w", newline="") as file:
            writer = csv.DictWriter(file, fieldnames=["formula", "tool", "stored", "visited", "seconds"])
            writer.writeheader()
            writer.writerows(rows)


if __name__ == "__main__":
    main()
