"""What is asked. Each question has a name, the arguments of `fathom check`, and how many properties they ask for."""
import collections
import importlib.util
import json
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
Question = collections.namedtuple("Question", "name arguments properties further")

# Models of the project, with constants that make them large enough to matter.
BENCHES = [
    ("bench/explicit/buffer.fathom", []),
    ("bench/explicit/philosophers.fathom", ["--set", "N=8"]),
    ("bench/explicit/ring.fathom", []),
    ("bench/reductions/mcs.fathom", []),
    ("bench/reductions/pipeline.fathom", []),
    ("bench/reductions/queue_lock.fathom", []),
    ("bench/reductions/workers.fathom", []),
    ("bench/ltl-search/filter.fathom", []),
]
SCALE = ["BAKERY5", "TICKET5", "TICKET6", "TICKET7", "RW256", "RW1024", "AIRPORT64", "AIRPORT256"]
KINDS = {
    "RC": "ReachabilityCardinality.xml",
    "RF": "ReachabilityFireability.xml",
    "CTLC": "CTLCardinality.xml",
    "CTLF": "CTLFireability.xml",
    "LTLC": "LTLCardinality.xml",
    "LTLF": "LTLFireability.xml",
    "UB": "UpperBounds.xml",
}


def paper():
    """The instances of Bartzis and Bultan, larger sizes of them, and for each the fixpoints that the paper computes."""
    place = ROOT / "bench/bartzis-bultan/suite.py"
    spec = importlib.util.spec_from_file_location("suite", place)
    suite = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(suite)
    for name in [*suite.paper(), *SCALE]:
        family, _, number = suite.parts(name)
        fixed = suite.fixpoints(family, number)
        further = {"paper V1": ["--sets", "automata", *fixed], "paper V2": ["--sets", "polyhedra", *fixed]}
        yield Question(name, suite.question(name), 1, further)


def models(fathom):
    """Every property of the examples and of the other benches, one at a time."""
    places = [(path, []) for path in sorted((ROOT / "examples").rglob("*.fathom"))]
    places += [(path, []) for path in sorted((ROOT / "bench/bultan-gerber-pugh").rglob("*.fathom"))]
    places += [(ROOT / path, constants) for path, constants in BENCHES]
    for path, constants in places:
        for name in names(fathom, path, constants):
            shown = " ".join([str(path.relative_to(ROOT)), *constants[1:], name])
            yield Question(shown, [str(path), *constants, "--property", name], 1, {})


def names(fathom, path, constants):
    """The properties of a model, by the list that a check with next to no time gives."""
    command = [fathom, "check", str(path), *constants, "--json", "--trace", "none", "--timeout", "1ms"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return [answer["name"] for answer in json.loads(done.stdout)["properties"]]


def nets(corpora, every, kinds):
    """Nets of the Model Checking Contest, one question for each file of formulas; each `every`-th of them."""
    folders = sorted(path for path in (corpora / "mcc/models").glob("*") if (path / "model.pnml").exists())
    files = [(folder, kind) for folder in folders for kind in kinds if (folder / KINDS[kind]).exists()]
    for folder, kind in files[::every]:
        path = folder / KINDS[kind]
        count = path.read_text().count("<property>")
        arguments = [str(folder / "model.pnml"), "--formulas", str(path), "--no-faults-check"]
        yield Question(f"{folder.name} {kind}", arguments, count, {})


def automata(corpora):
    """Counter automata of FAST that have a bad region."""
    for path in sorted((corpora / "fast").glob("*.fst")):
        if "bad" in path.read_text().lower():
            yield Question(f"fast {path.stem}", [str(path), "--no-faults-check"], 1, {})


def programs(corpora):
    """Integer programs of T2 with their formulas."""
    records = corpora / "t2/EXPECTED_TEMPORAL.tsv"
    for path in sorted((corpora / "t2/ctl").glob("*.t2")):
        yield Question(f"t2 {path.stem}", [str(path), "--formulas", str(records), "--no-faults-check"], 1, {})
