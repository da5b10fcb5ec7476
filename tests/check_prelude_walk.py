#!/usr/bin/env python3
"""Every function of the prelude is called with wrong arguments in tests/errors/prelude_*.nv, and no error there shows the
prelude's text.

Usage: check_prelude_walk.py ROOT
"""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
walk = "".join(file.read_text() for file in sorted((root / "tests" / "errors").glob("prelude_*.nv")))
forms = "\n".join(line for line in walk.splitlines() if not line.startswith(";"))
wrong = []
names = []
for file in sorted((root / "prelude").glob("*.nv")):
    names += re.findall(r"^ *\(define \(([^\s()]+)", file.read_text(), re.M)
for name in names:
    if not re.search(r"(?<![^\s().])" + re.escape(name) + r"(?![^\s()])", forms):
        wrong.append(f"{name} has no row")
for number, line in enumerate(walk.splitlines(), 1):
    if line.startswith("; !") and "prelude" in line:
        wrong.append(f"line {number} of all shows the prelude's inside: {line}")
print("\n".join(wrong) if wrong else f"{len(names)} functions")
sys.exit(1 if wrong or len(names) < 90 else 0)
