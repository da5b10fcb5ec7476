#!/usr/bin/env python3
"""Every diagnostic is seen in some transcript: a row that nothing can report, or that no test reports, is an error.

Usage: check_diagnostics.py ROOT
"""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])

# Rows that no transcript can show, and why.
unseen = {
    "E0126": "needs a file of 4 GiB",
    "E0424": "guards what the session asks for before it runs anything (E0705)",
    "E0606": "needs an MPI library; tests/ranks/jobs.py shows it",
    "E0425": "guards the checker's own proof that a match is exhaustive",
}

rows = []
for table in sorted((root / "frontend" / "diagnostics").glob("*.def")):
    rows += re.findall(r'NOVA_DIAGNOSTIC\("([EW]\d{4})"', table.read_text())

seen = set()
for folder in ("tests", "examples"):
    for path in (root / folder).rglob("*"):
        if path.suffix in (".nv", ".cmd"):
            for line in path.read_text(errors="replace").splitlines():
                seen.update(re.findall(r"(?:error|warning)\[([EW]\d{4})\]", line))

wrong = [f"{code} is in no transcript's output" for code in rows if code not in seen and code not in unseen]
wrong += [f"{code} has no row" for code in sorted(seen - set(rows))]
wrong += [f"{code} is seen, so it is no exception" for code in sorted(unseen.keys() & seen)]
wrong += [f"{code} has {rows.count(code)} rows" for code in sorted(set(rows)) if rows.count(code) > 1]
if not rows:
    wrong.append("no rows found")
print("\n".join(wrong) if wrong else f"{len(rows)} diagnostics, {len(seen)} of them seen")
sys.exit(1 if wrong else 0)
