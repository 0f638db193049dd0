#!/usr/bin/env python3
"""What changed between two runs of derive.py or confirm.py with --csv: verdicts of `auto`, how it stands, and its seconds; see README.md."""
import argparse
import sys

import compare


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("before")
    parser.add_argument("after")
    options = parser.parse_args()
    before, after = compare.read(options.before), compare.read(options.after)
    both = [name for name in before if name in after]
    different = []
    for name in both:
        old, new = before[name]["auto"], after[name]["auto"]
        for property in sorted(set(old["verdicts"]) | set(new["verdicts"])):
            was, now = (one["verdicts"].get(property, "unknown") for one in (old, new))
            values = [one["values"].get(property, "") for one in (old, new)]
            if was == now and all(values) and values[0] != values[1]:
                was, now = values
            if was != now:
                print(f"{name} {property}: {was} before, {now} now")
                different += [name] * (was != "unknown" != now)
    for text, rows in (("before", before), ("now", after)):
        found = [rows[name] for name in both]
        good = sum(compare.is_good(one) for one in found)
        settled = sum(len(one["auto"]["verdicts"]) for one in found)
        better = sum(max(len(one[engine]["verdicts"]) for engine in compare.ENGINES) for one in found)
        seconds = sum(one["auto"]["seconds"] for one in found)
        print(f"{text}: auto is good for {good} of {len(both)} questions, settles {settled} properties in {seconds:.1f} s; "
              f"the better of explicit and symbolic settles {better}")
    print(f"verdicts that contradict an earlier one: {len(different)}")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
