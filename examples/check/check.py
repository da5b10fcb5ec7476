#!/usr/bin/env python3
"""Checks the examples against NumPy and SciPy: runs each with Nova, computes the same another way, compares.

check.py [--nova BINARY] [NAME ...]: prints a line for each example, and exits with 1 where one differs.
Needs numpy, scipy and pillow.
"""
import argparse
import os
import subprocess
import sys
import tempfile
import time

import comprehensions
import harlan
import nova
import others
import tables
import texts
from values import parse

EXAMPLES = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class Runner:
    """Runs a folder's programs by the lines of its examples.cmd."""

    def __init__(self, binary):
        self.binary, self.seconds = os.path.abspath(binary), 0.0

    def command(self, folder, program):
        with open(os.path.join(EXAMPLES, folder, "examples.cmd")) as f:
            lines = [line[2:].rstrip("\n") for line in f if line.startswith("$ ")]
        return next(line for line in lines if program + ".nv" in line)

    def text(self, folder, program):
        """What the program prints."""
        with tempfile.TemporaryDirectory() as bin_folder:
            os.symlink(self.binary, os.path.join(bin_folder, "nova"))
            env = dict(os.environ, PATH=bin_folder + ":" + os.environ["PATH"])
            start = time.monotonic()
            done = subprocess.run(self.command(folder, program), shell=True, cwd=os.path.join(EXAMPLES, folder), env=env,
                                  capture_output=True, text=True, timeout=120)
            self.seconds = time.monotonic() - start
        if done.returncode != 0 or done.stderr:
            raise AssertionError(f"exit {done.returncode}: {done.stderr.strip()[:2000]}")
        return done.stdout

    def values(self, folder, program):
        """The values that it prints, in order; words of labels are strings among them."""
        return parse(self.text(folder, program))


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--nova", default="build/nova")
    arguments.add_argument("names", nargs="*")
    options = arguments.parse_args()
    runner, failed = Runner(options.nova), 0
    for folder, checks in (("nova", nova), ("harlan", harlan), ("nikola", others), ("meta-repa", others),
                           ("comprehensions", comprehensions), ("tables", tables),
                           ("text", texts)):
        for (where, program), check in checks.CHECKS.items():
            if where != folder or (options.names and program not in options.names):
                continue
            try:
                result = check(lambda: (runner.text if hasattr(checks, "TEXTS") else runner.values)(folder, program), os.path.join(EXAMPLES, folder))
                print(f"ok     {folder}/{program}: {result} ({runner.seconds:.2f} s)")
            except Exception as problem:  # any failure of a check is reported and counted
                failed += 1
                print(f"FAILED {folder}/{program}: {type(problem).__name__}: {problem}")
            sys.stdout.flush()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
