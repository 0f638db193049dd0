#!/usr/bin/env python3
"""Storages side by side: in memory, compressed, on disk, with checkpoints; alone, and below whole searches.

Counts must be the same for all. Rates are states by CPU time, since a machine may have other things to do; ratios are taken within one run.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WIDE = ROOT / "bench/explicit/wide.fathom"


def timed(command):
    """Runs a command; its output, wall clock, CPU time, and peak memory in MiB."""
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        sys.exit(f"{' '.join(map(str, command))} ended with {status}:\n{output}")
    return output, time.monotonic() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def alone(counters, limit, memory, folder):
    """The storages alone."""
    build = ["cargo", "build", "--release", "-q", "-p", "fathom-state-storage", "--example", "grid"]
    subprocess.run(build, cwd=ROOT, check=True)
    grid = ROOT / "target/release/examples/grid"
    rows, states = [], None
    for kind in ["memory", "compressed", "disk"]:
        output, wall, cpu, peak = timed([grid, kind, str(counters), str(limit), str(memory), folder])
        found = json.loads(output)
        if states not in (None, found["states"]):
            sys.exit(f"{kind} has {found['states']} states instead of {states}")
        states = found["states"]
        rows.append((kind, states, wall, cpu, peak, found["disk"] / 2**20))
    return rows


def searches(side, memory, threads, folder):
    """Whole searches of `wide.fathom`."""
    build = ["cargo", "build", "--release", "-q", "-p", "fathom-cluster", "--example", "storages"]
    subprocess.run(build, cwd=ROOT, check=True)
    storages = ROOT / "target/release/examples/storages"
    rows = []
    for kind in ["memory", "disk", "checkpoints", "compressed"]:
        output, wall, cpu, peak = timed([storages, kind, WIDE, f"SIDE={side}", str(threads), str(memory), folder])
        states = int(re.search(r'"states": (\d+)', output)[1])
        if states != side * side:
            sys.exit(f"{kind} has {states} states instead of {side * side}")
        disk = re.search(r'"disk_bytes": (\d+)', output)
        rows.append((kind, states, wall, cpu, peak, int(disk[1]) / 2**20 if disk else 0))
    return rows


def show(title, rows):
    print(f"\n{title}\n\n| storage | states | CPU s | wall s | states/CPU s | of memory | peak MiB | disk MiB |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    first = rows[0][1] / rows[0][3]
    for kind, states, wall, cpu, peak, disk in rows:
        rate = states / cpu
        print(f"| {kind} | {states:,} | {cpu:.1f} | {wall:.1f} | {rate:,.0f} | {rate / first:.2f} | {peak:,.0f} | {disk:,.0f} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--counters", type=int, default=8, help="counters of the storages alone")
    parser.add_argument("--limit", type=int, default=7, help="limit of each counter")
    parser.add_argument("--grid-memory", type=int, default=128, help="MiB for the storage on disk, alone")
    parser.add_argument("--side", type=int, default=2000, help="SIDE of wide.fathom")
    parser.add_argument("--memory", type=int, default=256, help="MiB for the states of the search on disk")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--folder", help="where files are made; default: a temporary folder")
    parser.add_argument("--skip-alone", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=arguments.folder) as folder:
        if not arguments.skip_alone:
            show("Storages alone", alone(arguments.counters, arguments.limit, arguments.grid_memory, folder))
        rows = searches(arguments.side, arguments.memory, arguments.threads, folder)
        show(f"Searches of wide.fathom, {arguments.threads} threads", rows)


if __name__ == "__main__":
    main()
