#!/usr/bin/env python3
"""Runs every ```nova block of the users' reference.

A block is a program. `; => value` stands under an expression and is its value, `; | text` under what prints text, `; ! text`
under a program that ends with this text in its diagnostics (the form above it is left out of what follows). A first line
`; nova run --input n=5` gives the command line. The working folder is a new one.

Usage: check_docs.py NOVA FILE...
"""
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

nova, files = str(pathlib.Path(sys.argv[1]).absolute()), sys.argv[2:]
wrong, checks = [], 0


def run(program, options):
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, "block.nv").write_text(program)
        return subprocess.run([nova, "run", "block.nv", *options], cwd=folder, capture_output=True, text=True, timeout=60)


def expect(place, condition, wanted, done):
    global checks
    checks += 1
    if not condition:
        wrong.append(f"{place}: wanted {wanted!r}\n  printed {done.stdout!r}\n  said {done.stderr!r}")


def pieces(text):
    """The block's forms with the kind and the lines of what they are said to give."""
    form, kind, said = "", "", []
    for line in text.splitlines():
        mark = re.match(r"; (=>|\||!) ?(.*)", line)
        if mark and (not kind or kind == mark[1]):
            kind = mark[1]
            said.append(mark[2])
            continue
        if kind:
            yield form, kind, said
            form, kind, said = "", "", []
        if mark:
            kind, said = mark[1], [mark[2]]
        else:
            form += line + "\n"
    yield form, kind, said


def check(place, text):
    first, _, rest = text.partition("\n")
    options = shlex.split(first[len("; nova run "):]) if first.startswith("; nova run ") else []
    program, printed = "", ""
    for form, kind, said in pieces(rest if options else text):
        done = run(program + form, options)
        if kind == "!":
            expect(place, done.returncode == 1 and said[0] in done.stderr, said[0], done)
            continue
        if kind == "|":
            printed += "".join(line + "\n" for line in said)
        wanted = printed + "".join(line + "\n" for line in said) if kind == "=>" else printed
        expect(place, done.returncode == 0 and (done.stdout == wanted or not kind), wanted, done)
        program += form


for name in files:
    text = open(name).read()
    for block in re.finditer(r"^```nova\n(.*?)^```$", text, re.M | re.S):
        check(f"{name}:{text[:block.start()].count(chr(10)) + 1}", block[1])
print("\n".join(wrong) if wrong else f"{checks} checks")
sys.exit(1 if wrong or not checks else 0)
