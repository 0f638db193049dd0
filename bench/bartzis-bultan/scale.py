#!/usr/bin/env python3
"""How far each representation gets: larger and larger sizes until one takes too long, and the plot of it; see README.md."""
import argparse
import csv
import math
import sys

import horn
import suite
from check import check

SIZES = {
    "BAKERY": [2, 3, 4, 5, 6, 7],
    "TICKET": [2, 3, 4, 5, 6, 7, 8],
    "RW": [4, 16, 64, 256, 1024],
    "AIRPORT": [2, 4, 8, 16, 32, 64, 128, 256],
}
COLOURS = {"V1": "#1b6ca8", "V2": "#c0392b", "V3": "#7fb3d5", "V4": "#1e8449", "V5": "#82c99a", "auto": "#222222", "spacer": "#d68910"}
WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 640, 400, 60, 30, 90, 40


def climbed(options, family, version):
    """The sizes and times of one representation, up to the first size that it does not settle."""
    points = []
    for size in SIZES[family]:
        instance = f"{family}{size}-1"
        if version == "spacer":
            found = horn.spacer(family, size, 1, options.timeout)
        else:
            chosen = [] if version == "auto" else ["--engine", "symbolic", *suite.VERSIONS[version], *suite.fixpoints(family, 1)]
            found = check(options.fathom, suite.question(instance), chosen, options.timeout)
        print(f"{instance} {version}: {found and found['verdict']} {found and found.get('seconds')}", file=sys.stderr, flush=True)
        if found is None or found["verdict"] not in ("holds", "violated"):
            break
        points.append((size, found["seconds"]))
    return points


def measured_before(path):
    """The measurements of an earlier run, by family and version."""
    series = {}
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            series.setdefault((row["family"], row["version"]), []).append((int(row["size"]), float(row["seconds"])))
    return series


def plot(family, series, limit):
    """Time against size as SVG, both axes logarithmic."""
    sizes = SIZES[family]
    floor = 0.001
    span = lambda low, high, value: (math.log(value) - math.log(low)) / (math.log(high) - math.log(low))
    across = lambda size: LEFT + span(sizes[0], sizes[-1], size) * (WIDTH - LEFT - RIGHT)
    above = lambda time: HEIGHT - BOTTOM - span(floor, limit, max(time, floor)) * (HEIGHT - TOP - BOTTOM)
    text = lambda x, y, words, more="": f'<text x="{x:.1f}" y="{y:.1f}" {more}>{words}</text>'
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">',
             f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
             text(WIDTH / 2, 18, f"{family}: seconds against size", 'text-anchor="middle" font-size="14"')]
    for power in range(-3, math.ceil(math.log10(limit)) + 1):
        if 10 ** power <= limit:
            y = above(10 ** power)
            parts.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ddd"/>')
            parts.append(text(LEFT - 6, y + 4, f"{10 ** power:g}", 'text-anchor="end"'))
    for size in sizes:
        parts.append(text(across(size), HEIGHT - BOTTOM + 18, size, 'text-anchor="middle"'))
    for rank, (version, points) in enumerate(series.items()):
        colour = COLOURS[version]
        path = " ".join(f"{across(size):.1f},{above(time):.1f}" for size, time in points)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [f'<circle cx="{across(size):.1f}" cy="{above(time):.1f}" r="3" fill="{colour}"/>' for size, time in points]
        y = TOP + 18 * rank + 10
        parts.append(f'<rect x="{WIDTH - RIGHT + 14}" y="{y - 9}" width="12" height="4" fill="{colour}"/>')
        parts.append(text(WIDTH - RIGHT + 32, y - 3, version))
    return "\n".join([*parts, "</svg>", ""])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fathom", default=str(suite.ROOT / "target/release/fathom"))
    parser.add_argument("--timeout", type=float, default=60, help="seconds for each run; memory is limited to 4 GiB")
    parser.add_argument("--versions", nargs="+", default=[*suite.VERSIONS, "auto", "spacer"])
    parser.add_argument("--csv", help="write the measurements to this file too")
    parser.add_argument("--earlier", help="the measurements of an earlier run, for the versions that are not run now")
    parser.add_argument("--plots", default=str(suite.HERE / "plots"), help="the folder of the plots")
    parser.add_argument("families", nargs="*", help="only these")
    options = parser.parse_args()
    rows = []
    earlier = measured_before(options.earlier) if options.earlier else {}
    for family in options.families or SIZES:
        series = {version: points for (its_family, version), points in earlier.items() if its_family == family}
        series |= {version: climbed(options, family, version) for version in options.versions}
        rows += [(family, version, *point) for version, points in series.items() for point in points]
        with open(f"{options.plots}/{family.lower()}.svg", "w") as file:
            file.write(plot(family, series, options.timeout))
        for version, points in series.items():
            last = points[-1] if points else ("none", 0)
            print(f"| {family} | {version} | {last[0]} | {last[1]:.3f} |")
    if options.csv:
        with open(options.csv, "w", newline="") as file:
            csv.writer(file).writerows([("family", "version", "size", "seconds"), *rows])


if __name__ == "__main__":
    main()
