#!/usr/bin/env python3
"""Asks Z3's Spacer whether a counter automaton reaches its bad region: spacer.py FILE SECONDS."""
import operator
import sys
import time

import z3

import automaton

OPERATORS = {"+": operator.add, "-": operator.sub, "*": operator.mul, "=": operator.eq, "!=": operator.ne,
             "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}


def formula(tree, values):
    """A term or a condition, for these values of the counters and of `state`."""
    if isinstance(tree, int):
        return z3.IntVal(tree)
    if isinstance(tree, str):
        return values[tree]
    name, *parts = tree
    if name == "state":
        return values["state"] == values["locations"].index(parts[0])
    parts = [formula(part, values) for part in parts]
    if name in ("&&", "||"):
        return z3.And(*parts) if name == "&&" else z3.Or(*parts)
    return z3.Not(*parts) if name == "!" else OPERATORS[name](*parts)


def clauses(model):
    """Horn clauses with one predicate of reachable states: a clause for the start, one for each transition, and one query."""
    solver = z3.SolverFor("HORN")
    integers = [z3.IntSort()] * (len(model.counters) + 1)
    reached = z3.Function("reached", *integers, z3.BoolSort())
    before = [z3.Int(name) for name in ("state", *model.counters)]
    values = dict(zip(("state", *model.counters), before), locations=model.locations)
    inside = z3.And(0 <= before[0], before[0] < len(model.locations))
    solver.add(z3.ForAll(before, z3.Implies(z3.And(inside, formula(model.regions["init"], values)), reached(*before))))
    for transition in model.transitions:
        fresh = [z3.Int(f"{name}'") for name in model.counters if transition.action.get(name, 0) is None]
        after = [z3.IntVal(model.locations.index(transition.target))]
        for name in model.counters:
            term = transition.action.get(name, name)
            after.append(z3.Int(f"{name}'") if term is None else formula(term, values))
        leaves = z3.And(before[0] == model.locations.index(transition.source), formula(transition.guard, values))
        solver.add(z3.ForAll(before + fresh, z3.Implies(z3.And(reached(*before), leaves), reached(*after))))
    solver.add(z3.ForAll(before, z3.Not(z3.And(reached(*before), formula(model.regions["bad"], values)))))
    return solver


def main():
    """Prints a verdict in the program's words, and the seconds that Spacer took."""
    solver = clauses(automaton.read(sys.argv[1]))
    solver.set("timeout", int(1000 * float(sys.argv[2])))
    start = time.monotonic()
    found = str(solver.check())
    print({"sat": "holds", "unsat": "violated"}.get(found, "unknown"), f"{time.monotonic() - start:.3f}")


if __name__ == "__main__":
    main()
