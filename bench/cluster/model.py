#!/usr/bin/env python3
"""Predicts how fast a search would be on more machines than there are, from the rows that run.py measured; see README.md.

    model.py ROWS.csv [--latency 0.0002] [--bandwidth 1.25e8] [--states 1e9] [--workers 1,2,4,8,16,32]

A level takes three rounds. In each, every worker does its share of the work, sends and takes its share of the candidates, and then waits for
all others. So the time for W workers is

    transitions * (own + (1 - 1/W) * sent) / W  +  rounds * waiting(W)

where `own` is the CPU time for a candidate that stays, `sent` what more one costs that is sent, and waiting(W) grows with the number of
messages that tell all workers that a round has ended. The first is taken from one process on the wide model, the second from two
processes on it (CPU time, so that cores that are shared do not matter), the third from two processes on the deep one.
"""
import argparse
import csv

ROUNDS = 3


def row_of(rows, model, count):
    """The row of a shared search."""
    return next(row for row in rows if row["model"] == model and row["way"] == "processes" and int(row["count"]) == count)


class Costs:
    """What a search costs, in seconds."""

    def __init__(self, rows):
        one, two, deep = row_of(rows, "wide", 1), row_of(rows, "wide", 2), row_of(rows, "deep", 2)
        transitions, sent = float(one["transitions"]), float(two["states_sent"])
        self.own = float(one["cpu"]) / transitions
        # Not every candidate that another worker owns is sent: some were sent a moment ago.
        self.part_sent = sent / (transitions / 2)
        self.sent = max(0.0, (float(two["cpu"]) - float(one["cpu"])) / sent)
        self.bytes = float(two["bytes_sent"]) / sent
        self.round = float(deep["seconds"]) / (ROUNDS * (float(deep["depth"]) + 1))

    def seconds(self, transitions, depth, workers, latency, bandwidth, cores):
        """The time of a search by so many workers, each on a core of its own if there are as many."""
        away = (1 - 1 / workers) * self.part_sent
        work = transitions * (self.own + away * self.sent) / min(workers, cores)
        wire = transitions / workers * away * self.bytes / bandwidth
        waits = 0.0 if workers == 1 else ROUNDS * (depth + 1) * (self.round * max(1.0, workers / cores) + latency)
        return max(work, wire) + waits


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows")
    parser.add_argument("--latency", type=float, default=2e-4, help="seconds between two machines")
    parser.add_argument("--bandwidth", type=float, default=1.25e8, help="bytes a second from each machine")
    parser.add_argument("--states", type=float, default=1e9)
    parser.add_argument("--depth", type=float, default=100)
    parser.add_argument("--cores", type=int, default=2, help="cores of the machine where the rows were measured")
    parser.add_argument("--workers", default="1,2,4,8,16,32")
    arguments = parser.parse_args()
    with open(arguments.rows, newline="") as file:
        rows = list(csv.DictReader(file))
    costs = Costs(rows)
    print(f"own {costs.own * 1e9:.0f} ns, sent {costs.sent * 1e9:.0f} ns and {costs.bytes:.1f} bytes, round {costs.round * 1e6:.0f} us")
    print("\nhere, predicted beside measured:")
    for row in (row for row in rows if row["way"] == "processes" and row["model"] == "wide"):
        predicted = costs.seconds(float(row["transitions"]), float(row["depth"]), int(row["count"]), 0, 1e12, arguments.cores)
        print(f"{row['count']:>3} processes: {predicted:8.2f} s predicted, {float(row['seconds']):8.2f} s measured")
    wide = row_of(rows, "wide", 1)
    transitions = arguments.states * float(wide["transitions"]) / float(wide["states"])
    print(f"\nmachines with a core each, {arguments.states:.0e} states to depth {arguments.depth:.0f}:")
    for workers in (int(count) for count in arguments.workers.split(",")):
        seconds = costs.seconds(transitions, arguments.depth, workers, arguments.latency, arguments.bandwidth, workers)
        print(f"{workers:>3} workers: {arguments.states / seconds:12.0f} states/s")


if __name__ == "__main__":
    main()
