#!/usr/bin/env python3
"""Large populations and nets, made on the spot, and how long they take."""
import argparse
import json
import pathlib
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]


def corridor(locations, locks):
    """A population that walks through a corridor of locations; every tenth is a room for one, and an alarm sends all back to the first."""
    names = [f"l{number}" for number in range(locations)]
    rooms = list(range(9, locations, 10))
    lines = ["broadcast alarm", *(f"var free{room}: nat := {locks if room == rooms[-1] else 1}" for room in rooms)]
    lines += ["population Walker {", f"  loc {', '.join(names)}", "  start l0: any"]
    for number, name in enumerate(names):
        after = (number + 1) % locations
        enters = f" when free{after} >= 1" if after in rooms else ""
        changes = [f"free{after} := free{after} - 1"] if after in rooms else []
        changes += [f"free{number} := free{number} + 1"] if number in rooms else []
        lines.append(f"  {name} -> {names[after]}{enters}" + (f" do {', '.join(changes)}" if changes else ""))
    outside = [name for number, name in enumerate(names) if number not in rooms and number > 0]
    lines += ["  l0 -> l0 sync alarm!!", f"  {{{', '.join(outside)}}} -> l0 sync alarm??", "}"]
    return "\n".join([*lines, f"invariant safe: count(Walker at {names[rooms[-1]]}) <= 1", ""])


def pipeline(places, locks):
    """A net of cells, each with a place to wait, a place inside and a semaphore; tokens come in without end, and go from cell to cell."""
    cells = places // 3
    last = cells - 1
    lines = []
    for cell in range(cells):
        semaphore = locks if cell == last else 1
        lines += [f"var wait{cell}, inside{cell}: nat := 0", f"var free{cell}: nat := {semaphore}"]
    lines.append("event arrive do wait0 := wait0 + 1")
    for cell in range(cells):
        taken = f"wait{cell} := wait{cell} - 1, free{cell} := free{cell} - 1, inside{cell} := inside{cell} + 1"
        lines.append(f"event enter{cell} when wait{cell} >= 1 && free{cell} >= 1 do {taken}")
        given = f"inside{cell} := inside{cell} - 1, free{cell} := free{cell} + 1"
        given += f", wait{cell + 1} := wait{cell + 1} + 1" if cell < last else ""
        lines.append(f"event leave{cell} when inside{cell} >= 1 do {given}")
    return "\n".join([*lines, f"invariant safe: inside{last} <= 1", ""])


FAMILIES = [(corridor, "population with {} locations", [50, 100, 200]), (pipeline, "net with {} places", [99, 300, 999])]


def measure(options, path, engine):
    command = [options.fathom, "check", str(path), "--property", "safe", "--json", "--trace", "none"]
    command += ["--engine", engine, "--timeout", options.timeout]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    answer = json.loads(done.stdout)["properties"][0]
    return f"{answer['verdict']} {answer.get('seconds', 0):.2f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fathom", default=str(ROOT / "target/release/fathom"))
    parser.add_argument("--timeout", default="60s")
    parser.add_argument("--keep", metavar="FOLDER", help="write the models there")
    options = parser.parse_args()
    engines = ["auto", "coverability", "symbolic"]
    print("| model | variant | " + " | ".join(engines) + " |")
    print("| --- | --- | " + " | ".join("---" for _ in engines) + " |")
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(options.keep or temporary)
        folder.mkdir(parents=True, exist_ok=True)
        for family, title, sizes in FAMILIES:
            for size in sizes:
                for variant, locks in (("right", 1), ("wrong", 2)):
                    path = folder / f"{family.__name__}_{size}_{variant}.fathom"
                    path.write_text(family(size, locks))
                    cells = [measure(options, path, engine) for engine in engines]
                    print(f"| {title.format(size)} | {variant} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
