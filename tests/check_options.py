#!/usr/bin/env python3
"""docs/language.md tells of every command and option of the program, which is asked for them itself.

Usage: check_options.py NOVA ROOT
"""
import pathlib
import re
import subprocess
import sys

nova, root = sys.argv[1], pathlib.Path(sys.argv[2])
told = (root / "docs" / "language.md").read_text()
section = told[told.index("## 10. The command line"):told.index("## 11.")]


def help_of(*command):
    return subprocess.run([nova, *command, "--help"], capture_output=True, text=True, check=True).stdout


def options_of(text):
    return set(re.findall(r"^  (?:-\w,)?(--[a-z-]+)", text, re.M)) - {"--help"}


def row_of(command):
    """The rows of the table that begin with the command."""
    return "\n".join(line for line in section.splitlines() if re.match(r"\| [^|]*`nova %s\b" % command, line))


general = help_of()
commands = re.findall(r"^  ([a-z-]+)  ", general[general.index("Subcommands:"):], re.M)
options = options_of(general)
if len(commands) < 10 or len(options) < 10:
    sys.exit(f"only {commands} and {options} found")
wrong = [f"nova {option}" for option in options if not re.search(re.escape(option) + r"\b(?!-)", told)]
for command in commands:
    row = row_of(command)
    if not row:
        wrong.append(f"nova {command}")
    wrong += [f"nova {command} {o}" for o in options_of(help_of(command)) if not re.search(re.escape(o) + r"\b(?!-)", row)]
for missing in sorted(wrong):
    print(f"docs/language.md, section 10, does not tell of {missing}")
print(f"{len(commands)} commands and {len(options)} options of all")
sys.exit(bool(wrong))
