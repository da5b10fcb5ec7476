#!/usr/bin/env python3
"""Every diagnostic has an example that shows it: a program, lines for the prompt (nova> ..) or for a shell ($ ..).

Usage: check_examples.py ROOT NOVA
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

root, nova = pathlib.Path(sys.argv[1]), os.path.abspath(sys.argv[2])

# Examples that are not run, and why.
not_run = {
    "E0126": "it writes 5 GiB",
    "E0424": "nothing is known to show it",
    "E0425": "nothing is known to show it",
    "E0427": "nothing is known to show it",
    "E0603": "it needs a key",
}


def run(example, folder):
    """What Nova says to it on standard error."""
    if example.startswith("$ "):
        command, text = ["bash", "-c", example[2:]], ""
    elif example.startswith("nova> "):
        lines = [line.removeprefix("nova> ") for line in example.splitlines()]
        command, text = [nova], "\n".join([*lines, ":quit", ""])  # with a command it is a session, not a program
    else:
        command, text = [nova, "run", "--allow-write", ".", "example.nv"], ""
        pathlib.Path(folder, "example.nv").write_text(example, errors="surrogateescape")
    environment = dict(os.environ, PATH=os.path.dirname(nova) + ":" + os.environ["PATH"])
    return subprocess.run(command, cwd=folder, input=text, env=environment, capture_output=True, text=True, errors="surrogateescape", timeout=120)


wrong = []
codes = []
for table in sorted((root / "frontend" / "diagnostics").glob("*.def")):
    codes += re.findall(r'NOVA_DIAGNOSTIC\("([EW]\d{4})"', table.read_text())
for code in codes:
    told = subprocess.run([nova, "explain", code], capture_output=True, text=True, errors="surrogateescape", check=True).stdout
    _, found, example = told.partition("\nExample:\n\n")
    if not found:
        wrong.append(f"{code} has no example")
    elif code not in not_run:
        with tempfile.TemporaryDirectory() as folder:
            shown = run(example.rstrip("\n"), folder)
        if f"[{code}]" not in shown.stdout + shown.stderr:
            wrong.append(f"{code} is not what its example shows: {(shown.stdout + shown.stderr)[-300:]}")
print("\n".join(wrong) if wrong else f"{len(codes)} examples")
sys.exit(1 if wrong else 0)
