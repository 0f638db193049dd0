#!/usr/bin/env python3
"""How `auto` stands beside each strategy alone on the project's own models, and how long its first turns must be; see README.md."""
import argparse
import sys

import compare
import questions

SHARES = [100, 300, 1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000]


def shares(results):
    """How far a first turn of explicit search must go, where that search is the best of all."""
    needed, others = [], 0
    for _, found in results:
        name = compare.best(found)
        if not found[name]["verdicts"]:
            continue
        if name == "explicit":
            needed.append(int(found["explicit"]["states"] or 0))
        else:
            others += 1
    print(f"\nexplicit search is the best for {len(needed)} questions, sets of states for {others}; "
          "a first turn of so many states settles")
    for share in SHARES:
        print(f"{share:>10} {sum(states <= share for states in needed):>6}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    compare.add_options(parser, questions.ROOT)
    parser.add_argument("--full", action="store_true", help="give every strategy the whole limit, not just what auto took")
    parser.add_argument("--paper", action="store_true", help="only the instances of bench/bartzis-bultan and larger ones")
    options = parser.parse_args()
    options.race, options.sets, options.grace = not options.full, True, 0.0
    table = compare.Table(options.csv)
    compare.run(table, questions.paper(), options)
    if not options.paper:
        compare.run(table, questions.models(options.fathom), options)
    code = table.summary()
    shares(table.results)
    return code


if __name__ == "__main__":
    sys.exit(main())
