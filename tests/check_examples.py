#!/usr/bin/env python3
"""Every diagnostic has an example that shows it: a program, lines for the prompt (nova> ..) or for a shell ($ ..).

Usage: check_examples.py ROOT NOVA
"""
import os
import pathlib
import subprocess
import sys
import tempfile

from diagnostics import NOT_RUN, codes, example

root, nova = pathlib.Path(sys.argv[1]), os.path.abspath(sys.argv[2])


def run(shown, folder):
    """What Nova says to it on standard error."""
    if shown.startswith("$ "):
        command, text = ["bash", "-c", shown[2:]], ""
    elif shown.startswith("nova> "):
        lines = [line.removeprefix("nova> ") for line in shown.splitlines()]
        command, text = [nova], "\n".join([*lines, ":quit", ""])  # with a command it is a session, not a program
    else:
        command, text = [nova, "run", "--allow-write", ".", "example.nv"], ""
        pathlib.Path(folder, "example.nv").write_text(shown, errors="surrogateescape")
    environment = dict(os.environ, PATH=os.path.dirname(nova) + ":" + os.environ["PATH"])
    return subprocess.run(command, cwd=folder, input=text, env=environment, capture_output=True, text=True, errors="surrogateescape", timeout=120)


wrong, all_codes = [], codes(root)
for code in all_codes:
    text = example(nova, code)
    if not text:
        wrong.append(f"{code} has no example")
    elif code not in NOT_RUN:
        with tempfile.TemporaryDirectory() as folder:
            shown = run(text, folder)
        if f"[{code}]" not in shown.stdout + shown.stderr:
            wrong.append(f"{code} is not what its example shows: {(shown.stdout + shown.stderr)[-300:]}")
print("\n".join(wrong) if wrong else f"{len(all_codes)} examples")
sys.exit(1 if wrong else 0)
