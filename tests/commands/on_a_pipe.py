#!/usr/bin/env python3
"""Talks to nova through pipes: sends each argument as a line, and waits for a line of its answer before it sends the next. An argument that
begins with + has no answer: the next is sent at once.

on_a_pipe.py LINE ..    Prints what came back. The last line is what came after the end of the input, and the exit status.
"""
import subprocess
import sys

nova = subprocess.Popen(["nova"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, bufsize=1)
for line in sys.argv[1:]:
    nova.stdin.write(line.removeprefix("+") + "\n")
    if not line.startswith("+"):
        print(nova.stdout.readline(), end="", flush=True)
nova.stdin.close()
print(repr(nova.stdout.read()), nova.wait())
