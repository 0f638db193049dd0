"""Asks each strategy the same question, and says how `auto` stands beside the best of them."""
import csv
import math
import sys

from ask import ask

ENGINES = {"explicit": ["--engine", "explicit"], "symbolic": ["--engine", "symbolic"]}
SETS = {
    "polyhedra": ["--sets", "polyhedra"],
    "automata": ["--sets", "automata"],
    "automata-serial": ["--sets", "automata-serial"],
    "unified": ["--layout", "unified"],
}
# Below this many seconds the start of the program decides.
NEGLIGIBLE = 0.02
FACTOR = 2


def measured(fathom, question, options):
    """What each strategy settles of a question.

    In a race, a strategy gets about twice as long as the fastest that settled everything before: what takes longer is no better.
    Sets of integers are tried where the symbolic engine does not answer with decision diagrams alone.
    """
    found = {"auto": ask(fathom, question.arguments, [], options.timeout * (1 + options.grace))}
    strategies = ENGINES | question.further | (SETS if options.sets else {})
    for name, chosen in strategies.items():
        if name in SETS and "decision diagrams" in found["symbolic"]["engines"]:
            continue
        limit = options.timeout
        for one in found.values() if options.race else []:
            if len(one["verdicts"]) == question.properties:
                limit = min(limit, 2 * one["seconds"] + 0.1)
        found[name] = ask(fathom, question.arguments, chosen, limit)
    return found


def rank(one):
    """More settled is better; then, fewer seconds."""
    return -len(one["verdicts"]), one["seconds"]


def best(found):
    """The best single strategy."""
    return min((name for name in found if name != "auto"), key=lambda name: rank(found[name]))


def factor(found):
    """How many times the best single strategy's seconds `auto` took; infinite if it settled less, 0 if nobody settled more."""
    auto, other = found["auto"], found[best(found)]
    if not other["verdicts"]:
        return 0.0
    if len(auto["verdicts"]) != len(other["verdicts"]):
        return math.inf if len(auto["verdicts"]) < len(other["verdicts"]) else 0.0
    return auto["seconds"] / max(other["seconds"], 0.001)


def is_good(found):
    """Whether `auto` is within a factor of two of the best, or below what can be noticed."""
    least = factor(found)
    return least <= FACTOR or (least < math.inf and found["auto"]["seconds"] < NEGLIGIBLE)


def disagreements(question, found):
    """Properties to which two strategies give different verdicts or values."""
    said = {}
    for name, one in found.items():
        for property, verdict in one["verdicts"].items():
            said.setdefault(property, {}).setdefault((verdict, str(one["values"][property])), []).append(name)
    return [f"{question.name} {property}: {answers}" for property, answers in said.items() if len(answers) > 1]


class Table:
    """Rows for people on standard output, and for programs in a file."""

    FIELDS = ["question", "properties", "strategy", "settled", "verdicts", "seconds", "mebibytes", "states", "engines", "code"]

    def __init__(self, path):
        self.file = open(path, "w", newline="") if path else None
        self.writer = csv.writer(self.file) if self.file else None
        if self.writer:
            self.writer.writerow(self.FIELDS)
        self.results, self.wrong = [], []

    def add(self, question, found):
        """Takes in what was found and prints a line where `auto` does badly or somebody disagrees."""
        self.results.append((question, found))
        differ = disagreements(question, found)
        self.wrong += differ
        for name, one in found.items():
            verdicts = " ".join(f"{key}={value}:{one['values'][key]}" for key, value in one["verdicts"].items())
            row = [question.name, question.properties, name, len(one["verdicts"]), verdicts, f"{one['seconds']:.3f}",
                   one["mebibytes"], one["states"], one["engines"], one["code"]]
            if self.writer:
                self.writer.writerow(row)
                self.file.flush()
        if differ or not is_good(found):
            auto, name = found["auto"], best(found)
            print(f"{question.name}: auto settles {len(auto['verdicts'])} of {question.properties} in {auto['seconds']:.2f} s, "
                  f"{name} {len(found[name]['verdicts'])} in {found[name]['seconds']:.2f} s, factor {factor(found):.1f}"
                  f"{' **DISAGREE**' if differ else ''}", flush=True)

    def summary(self):
        """How many are good, and what each settles; the exit code of the program."""
        good = sum(is_good(found) for _, found in self.results)
        share = 100 * good / max(len(self.results), 1)
        print(f"\nauto within {FACTOR} times the best single strategy, or below {NEGLIGIBLE} s: "
              f"{good} of {len(self.results)} ({share:.0f} %)")
        asked = sum(question.properties for question, _ in self.results)
        count = lambda name: sum(len(found[name]["verdicts"]) for _, found in self.results)
        better = sum(max(len(found[name]["verdicts"]) for name in ENGINES) for _, found in self.results)
        union = sum(len(set().union(*(found[name]["verdicts"] for name in ENGINES))) for _, found in self.results)
        print(f"settled of {asked}: auto {count('auto')}, explicit {count('explicit')}, symbolic {count('symbolic')}; "
              f"the better of the two for each question {better}, either of the two {union}")
        seconds = {name: sum(found[name]["seconds"] for _, found in self.results) for name in ["auto", *ENGINES]}
        print("seconds of the processor: " + ", ".join(f"{name} {time:.0f}" for name, time in seconds.items()))
        crashed = [f"{question.name} {name}: exit code {one['code']}" for question, found in self.results
                   for name, one in found.items() if one["code"] not in (0, 1, 2, 3)]
        print("\n".join(["", *self.wrong, *crashed]))
        return 1 if self.wrong else 0


def read(path):
    """The rows of an earlier run, by question and strategy."""
    found = {}
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            answers = dict(pair.rsplit("=", 1) for pair in row["verdicts"].split())
            found.setdefault(row["question"], {})[row["strategy"]] = {
                "properties": int(row["properties"]), "seconds": float(row["seconds"]), "states": row["states"], "engines": row["engines"],
                "mebibytes": int(row["mebibytes"]), "code": int(row["code"]),
                "verdicts": {name: answer.split(":")[0] for name, answer in answers.items()},
                "values": {name: answer.partition(":")[2] for name, answer in answers.items()}}
    return found


def add_options(parser, root):
    """The options that both programs have."""
    parser.add_argument("--fathom", default=str(root / "target/release/fathom"), help="the program to measure")
    parser.add_argument("--timeout", type=float, default=10, metavar="SECONDS", help="of the processor, for each run")
    parser.add_argument("--csv", metavar="FILE", help="write every run to this file")
    parser.add_argument("--only", default="", metavar="TEXT", help="only questions whose names contain this")
    parser.add_argument("--but", default=[], action="append", metavar="TEXT", help="not those whose names contain this; repeatable")


def run(table, questions, options):
    """Asks all questions."""
    for question in questions:
        if options.only in question.name and not any(but in question.name for but in options.but):
            table.add(question, measured(options.fathom, question, options))
            print(f"{len(table.results)} questions", end="\r", file=sys.stderr, flush=True)
