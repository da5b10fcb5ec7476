#!/usr/bin/env python3
"""Cells on their way between the interpreter and kernels, as bench/results/cells.md has it.

    python3 bench/cells.py [--nova build/nova] [--runs 5]

The terms of bench/rich/lambda.nv, 1.7 million cells: a prompt's `:time` of a form that needs a walk over them, without what
the compiler and the check took. Kernels come from the cache that a run before has filled.
"""
import argparse
import os
import re
import statistics
import subprocess

PROGRAM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "rich", "lambda.nv")
FORMS = [
    ("made by the interpreter, read by a kernel", "(sum (map number terms))"),
    ("read by another form", "(sum (map applications terms))"),
    ("read by the first form once more", "(sum (map number terms))"),
    ("made by a kernel, read by the next", "(sum (map number normals))"),
    ("made by a kernel, given to the prompt", "(map normal terms)"),
]
SESSION = f":set tier interp\n:load {PROGRAM}\n:set tier cpu\n" + "".join(
    ("(define normals (map normal terms))\n" if "normals" in form else "") + f":time {form}\n" for _, form in FORMS)
TIME = re.compile(r"^([0-9.]+) (ms|s)(?:, of which ([0-9.]+) compiling(?: and ([0-9.]+) checking)?)?", re.M)


def times(nova):
    """Of each form, in ms."""
    done = subprocess.run([nova], input=SESSION, capture_output=True, text=True, check=True)
    found = TIME.findall(done.stdout + done.stderr)
    if len(found) != len(FORMS):
        raise SystemExit(done.stdout[-2000:] + done.stderr[-2000:])
    return [float(all_) * (1000 if unit == "s" else 1) - float(compiling or 0) - float(checking or 0)
            for all_, unit, compiling, checking in found]


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--nova", default="build/nova")
    options.add_argument("--runs", type=int, default=5)
    given = options.parse_args()
    times(given.nova)
    runs = [times(given.nova) for _ in range(given.runs)]
    print("| 1.7 million cells | ms, median | most |\n| --- | --- | --- |")
    for (what, _), of in zip(FORMS, zip(*runs)):
        print(f"| {what} | {statistics.median(of):.1f} | {max(of):.1f} |")


if __name__ == "__main__":
    main()
