#!/usr/bin/env python3
"""nova fmt over every program of the tree: what reads is formatted to the same data and comments, and formatting that
again changes nothing. The prelude and the examples are in the house's layout already.

Usage: format_tree.py NOVA ROOT
"""
import pathlib
import subprocess
import sys

nova, root = sys.argv[1], pathlib.Path(sys.argv[2])
wrong, formatted = [], 0


def fmt(text):
    return subprocess.run([nova, "fmt", "-"], input=text, capture_output=True)


def marks(text):
    return b"".join(text.split())


for folder in ("prelude", "examples", "tests", "bench"):
    for path in sorted((root / folder).rglob("*.nv")):
        text = path.read_bytes()
        once = fmt(text)
        if once.returncode:
            if b"error[E01" not in once.stderr:  # a program that shows errors of reading is none to format
                wrong.append(f"{path}: {once.stderr.decode()}")
            continue
        formatted += 1
        if marks(once.stdout) != marks(text):
            wrong.append(f"{path}: more than blanks has changed")
        if fmt(once.stdout).stdout != once.stdout:
            wrong.append(f"{path}: formatted twice it differs from formatted once")
        if folder in ("prelude", "examples") and once.stdout != text:
            wrong.append(f"{path}: not in the house's layout (nova fmt {path})")
if formatted < 100:
    wrong.append(f"only {formatted} programs found")
print("\n".join(wrong) if wrong else f"{formatted} programs formatted")
sys.exit(1 if wrong else 0)
