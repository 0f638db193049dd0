"""The same problems solved by isl, through islpy."""
import time

import islpy as isl


def backward(step, bad, limit):
    """Backward steps with coalescing and a subset test."""
    inverse = step.reverse()
    reached = bad
    for _ in range(limit):
        after = reached.union(reached.apply(inverse)).coalesce()
        if after.is_subset(reached):
            break
        reached = after
    return reached


def project(set_, count):
    """The last dimensions projected out, with every quantified variable that is left as a floor division."""
    end = set_.dim(isl.dim_type.set)
    return set_.project_out(isl.dim_type.set, end - count, count).compute_divs()


def sample(set_):
    """Some point, or none."""
    point = set_.sample()
    return None if point.is_empty() else point


OPERATIONS = {
    "backward": (backward, "rsn"),
    "pre-image": (lambda step, target: step.intersect_range(target).domain(), "rs"),
    "empty": (isl.Set.is_empty, "s"),
    "project": (project, "sn"),
    "complement": (isl.Set.complement, "s"),
    "closure": (isl.Map.transitive_closure, "r"),
    "sample": (sample, "s"),
    "simplify": (lambda s: s.remove_redundancies(), "s"),
    "coalesce": (isl.Set.coalesce, "s"),
    "affine-hull": (lambda s: isl.Set.from_basic_set(s.affine_hull()), "s"),
    "lexicographic-minimum": (isl.Set.lexmin, "s"),
    "difference": (isl.Set.subtract, "ss"),
    "intersection": (isl.Set.intersect, "ss"),
    "union": (isl.Set.union, "ss"),
    "gist": (isl.Set.gist, "ss"),
    "subset": (isl.Set.is_subset, "ss"),
    "equal": (isl.Set.is_equal, "ss"),
}
READERS = {"r": isl.Map, "s": isl.Set, "n": int}


def read(problem):
    """The function and the arguments of a problem, read anew: isl keeps what it learns in its objects."""
    function, kinds = OPERATIONS[problem[2]]
    return function, [READERS[kind](str(text)) for kind, text in zip(kinds, problem[3:])]


def timed(problems):
    """The CPU seconds of solving the problems once, and the results."""
    ready = [read(problem) for problem in problems]
    start = time.process_time()
    results = [function(*arguments) for function, arguments in ready]
    return time.process_time() - start, results
