"""The instances: which model, which size, which property, and which fixpoints the paper computes for it."""
import csv
import pathlib

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent

MODELS = {
    "BARBER": HERE / "models/barber.fathom",
    "BARBERMP": HERE / "models/barber_any.fathom",
    "BAKERY": ROOT / "examples/mutual-exclusion/bakery_many.fathom",
    "TICKET": ROOT / "examples/mutual-exclusion/ticket.fathom",
    "COHERENCE": HERE / "models/coherence.fathom",
    "RW": HERE / "models/readers_writers.fathom",
    "AIRPORT": HERE / "models/airport.fathom",
}
PROPERTIES = {
    "BARBER": ["one_seated", "busy", "attended"],
    "BARBERMP": ["one_seated", "busy", "attended"],
    "BAKERY": ["mutex", "live"],
    "TICKET": ["mutex", "live"],
    "COHERENCE": ["coherent", "shared_served", "exclusive_served"],
    "RW": ["exclusive"],
    "AIRPORT": ["runways"],
}
VERSIONS = {
    "V1": ["--sets", "automata", "--layout", "composite"],
    "V2": ["--sets", "polyhedra", "--layout", "composite"],
    "V3": ["--sets", "automata-serial", "--layout", "composite"],
    "V4": ["--sets", "automata", "--layout", "unified"],
    "V5": ["--sets", "automata-serial", "--layout", "unified"],
}


def paper():
    """The rows of tables 1 and 2, by instance."""
    with open(HERE / "paper.csv", newline="") as file:
        return {row["instance"]: row for row in csv.DictReader(file)}


def parts(instance):
    """`BAKERY4-2` is the family BAKERY, the size 4 and the second property."""
    name, _, number = instance.partition("-")
    family = name.rstrip("0123456789")
    return family, name[len(family):], int(number or 1)


def question(instance):
    """What `fathom check` is asked: the model, its size and one property."""
    family, size, number = parts(instance)
    constants = ["--set", f"N={size}"] if size else []
    return [str(MODELS[family]), "--property", PROPERTIES[family][number - 1], *constants]


def fixpoints(family, number):
    """The options for the fixpoints that the paper computes: forward, backward, or backward inside the reachable states."""
    if family == "BARBERMP" or (family, number) == ("TICKET", 1):
        return ["--exact", "--direction", "forward"]
    if family == "TICKET":
        return ["--exact", "--direction", "backward", "--restrict-reachable"]
    return ["--exact", "--direction", "backward"]


def is_safety(instance):
    """Whether single states decide the property."""
    family, _, number = parts(instance)
    return number == 1 or family in ("BARBER", "BARBERMP")
