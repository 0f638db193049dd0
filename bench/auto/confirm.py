#!/usr/bin/env python3
"""The same comparison on models that played no part in choosing the constants: nets, counter automata and programs of others."""
import argparse
import os
import pathlib
import sys

import compare
import questions


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    compare.add_options(parser, questions.ROOT)
    default = os.environ.get("FATHOM_CORPORA")
    parser.add_argument("corpora", nargs="?", type=pathlib.Path, default=default and pathlib.Path(default),
                        help="the folder with mcc, fast and t2; default: the environment's FATHOM_CORPORA")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only each N-th file of formulas of the nets")
    parser.add_argument("--kinds", default=",".join(questions.KINDS), help="default: %(default)s")
    parser.add_argument("--grace", type=float, default=0.25, help="the part of the limit that auto gets beyond it; default: a quarter")
    parser.add_argument("--nets-only", action="store_true")
    options = parser.parse_args()
    options.race, options.sets = False, False
    if options.corpora is None or not options.corpora.is_dir():
        parser.error("name the folder of the corpora, or set FATHOM_CORPORA")
    table = compare.Table(options.csv)
    nets = questions.nets(options.corpora, options.every, options.kinds.split(","))
    compare.run(table, nets, options)
    if not options.nets_only:
        compare.run(table, questions.automata(options.corpora), options)
        compare.run(table, questions.programs(options.corpora), options)
    return table.summary()


if __name__ == "__main__":
    sys.exit(main())
