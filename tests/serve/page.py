#!/usr/bin/env python3
"""Runs what a page shows of `nova serve`: a line `> ..` is a request, the line `< ..` behind it is the reply to it. Python's code runs, too, and
what it prints stands behind it as comments.

page.py NOVA PAGE [--update]    Fails if the page shows something else; --update writes what it has to show.
"""
import contextlib
import io
import os
import subprocess
import sys

nova, path = os.path.abspath(sys.argv[1]), sys.argv[2]
os.environ["PATH"] = os.path.dirname(nova) + ":" + os.environ["PATH"]
lines = [line for line in open(path).read().split("\n") if not line.startswith(("    < ", "    # => "))]
server = subprocess.Popen([nova, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
shown, code, names, requests = [], "", {}, 0
for line in lines:
    if code and not line.startswith("    "):
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            exec(code, names)
        shown += ["    # => " + told for told in printed.getvalue().splitlines()]
        code = ""
    shown.append(line)
    if line.startswith("    > "):
        requests += 1
        server.stdin.write(line.removeprefix("    > ") + "\n")
        shown.append("    < " + server.stdout.readline().rstrip("\n"))
    elif line.startswith("    "):
        code += line.removeprefix("    ") + "\n"
if "--update" in sys.argv:
    open(path, "w").write("\n".join(shown))
elif "\n".join(shown) != open(path).read():
    sys.exit("\n".join(["it should show:"] + [line for line in shown if line.startswith(("    < ", "    # => "))]))
print(f"{requests} requests")
