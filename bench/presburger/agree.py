#!/usr/bin/env python3
"""Compares every operation of the crate `presburger` with isl on random sets and relations; see README.md."""
import argparse
import collections
import random
import subprocess
import sys

import islpy as isl

import peer
import problems
import run

BINARY_OPERATIONS = ["difference", "intersection", "union", "gist", "subset", "equal"]
UNARY_OPERATIONS = ["empty", "complement", "sample", "simplify", "coalesce", "affine-hull", "lexicographic-minimum"]


def small_set(rng, dimension, bounded):
    """A union of up to three small conjunctions."""
    options = {"size": rng.choice([1, 3, 5]), "box": rng.randint(2, 9) if bounded else None}
    return problems.union(rng, dimension, rng.randint(1, 3), rng.randint(1, dimension + 1), **options)


def relation(rng, dimension):
    """A random relation between points of one space."""
    names = problems.NAMES[:2 * dimension]
    body = problems.conjunction(rng, names, rng.randint(1, 3), box=6)
    return f"{{ [{', '.join(names[:dimension])}] -> [{', '.join(names[dimension:])}] : {body} }}"


def cases(rng, count):
    """Random problems, each with its operation as the group."""
    for _ in range(count):
        dimension = rng.randint(2, 4)
        bounded = rng.random() < 0.6
        for operation in UNARY_OPERATIONS:
            # isl refuses a lexicographic minimum that does not exist.
            ordered = operation == "lexicographic-minimum"
            size = 2 if ordered else dimension
            yield operation, size, operation, small_set(rng, size, bounded or ordered)
        for operation in BINARY_OPERATIONS:
            yield operation, dimension, operation, small_set(rng, dimension, bounded), small_set(rng, dimension, bounded)
        yield "project", dimension, "project", small_set(rng, dimension, bounded), rng.randint(1, dimension - 1)
        half = rng.randint(1, 2)
        yield "pre-image", half, "pre-image", relation(rng, half), small_set(rng, max(2, half), True) \
            if half == 2 else "{ [a] : " + problems.conjunction(rng, ["a", "a"], 1) + " }"
    for loop in problems.LOOPS:
        yield "closure", 0, "closure", loop


def right(problem, ours, theirs):
    """Is our result right, if isl's is?"""
    text = ours[2]
    if problem[2] == "sample":
        set_ = isl.Set(problem[3])
        return set_.is_empty() if text == "none" else not isl.Set(f"{{ [{text}] }}").intersect(set_).is_empty()
    if problem[2] == "gist":
        context = isl.Set(problem[4])
        return isl.Set(text).intersect(context).is_equal(isl.Set(problem[3]).intersect(context))
    if problem[2] == "affine-hull":
        # isl's hull has strides, too.
        return isl.Set(problem[3]).is_subset(isl.Set(text)) and isl.Set(text).is_subset(theirs.remove_divs())
    return run.agree(ours, theirs)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    subprocess.run(run.BUILD, cwd=run.ROOT, check=True)
    rng = random.Random(options.seed)
    groups = collections.OrderedDict()
    for case in cases(rng, options.count):
        groups.setdefault((case[0], case[1]), []).append(case)
    _, results = run.run_ours([case for members in groups.values() for case in members], 0)
    checked, wrong = collections.Counter(), 0
    for key, members in groups.items():
        _, found = peer.timed(members)
        for problem, ours, theirs in zip(members, results[key], found):
            checked[key[0]] += 1
            if not right(problem, ours, theirs):
                wrong += 1
                print("DIFFERENT:", *problem, "\n  ours:", ours[2], "\n  isl: ", theirs)
    for operation, count in checked.items():
        print(f"{operation:24}{count:6}")
    print(f"{sum(checked.values())} results compared, {wrong} different")
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())
