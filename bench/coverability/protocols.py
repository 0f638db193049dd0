#!/usr/bin/env python3
"""The cache protocols of the examples, searched backward for all that is bad at once, with each representation of upward-closed sets."""
import argparse
import json
import pathlib
import re
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROTOCOLS = ["synapse", "mesi", "moesi", "berkeley", "illinois", "firefly", "dragon", "futurebus"]
COVERS = ["antichains", "sharing-trees", "sums"]


def together(name):
    """The model with one invariant: the conjunction of all of its own."""
    text = (ROOT / f"examples/caches/{name}.fathom").read_text()
    head, _, properties = text.partition("@expect")
    # What documents the first property stands in front of it.
    head = re.sub(r"(\n///[^\n]*)+\n$", "\n", head)
    stated = re.findall(r"invariant \w+:\s*(.*?)\n(?=\n|@|///|\Z)", properties + "\n", re.DOTALL)
    return head + "\ninvariant coherent: " + " && ".join(f"({condition.strip()})" for condition in stated) + "\n"


def measure(options, model, covers):
    """Iterations, least elements at the end, and seconds."""
    command = [options.fathom, "check", model, "--property", "coherent", "--json", "--strategy", "backward"]
    command += ["--covers", covers, "--timeout", options.timeout, "--trace", "none"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    answer = json.loads(done.stdout)["properties"][0]
    stats = answer.get("stats", {})
    return answer["verdict"], stats.get("iterations"), stats.get("basis"), answer["seconds"]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fathom", default=str(ROOT / "target/release/fathom"))
    parser.add_argument("--timeout", default="60s")
    options = parser.parse_args()
    print("| protocol | " + " | ".join(f"{covers}: iterations, basis, seconds" for covers in COVERS) + " |")
    print("| --- | " + " | ".join("---" for _ in COVERS) + " |")
    with tempfile.TemporaryDirectory() as folder:
        for name in PROTOCOLS:
            path = pathlib.Path(folder) / f"{name}.fathom"
            path.write_text(together(name))
            cells = []
            for covers in COVERS:
                verdict, iterations, basis, seconds = measure(options, str(path), covers)
                cells.append(f"{iterations}, {basis}, {seconds:.3f}" if verdict == "holds" else verdict)
            print(f"| {name} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
