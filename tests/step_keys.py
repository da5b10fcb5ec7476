#!/usr/bin/env python3
"""Walks through an evaluation with keys on a pseudo-terminal; what the terminal was is restored.

Usage: step_keys.py NOVA
"""
import os
import pty
import re
import select
import sys
import termios

KEYS = [(b"\r", "2/6 -> LET"), (b"\x1b[C", "3/6 -> CONST"), (b"\x1b[B", "3/6 <- CONST  <2, s0> => 2"), (b" ", "4/6 -> PRIMITIVE"),
        (b"\x1b[D", "3/6 <- CONST"), (b"\x1b[A", "2/6 <- LET  <(let (x 2) in (+ x 1)), s0> => 3"), (b"w", "1/6 -> PROGRAM"),
        (b"t", "  CONST  <2, s0> => 2"), (b"\x1b[H", "1/6 -> PROGRAM"), (b"\x1b[D", "this is the start"), (b"z", "there is no z"),
        (b"4\r", "4/6 -> PRIMITIVE"), (b"12\r", "the judgements' numbers are 1 to 6"), (b"?", "one step on"), (b"\x01", "one step on"), (b"\x1b[F", "1/6 <- PROGRAM"), (b"q", None)]


def read_until(fd, wanted):
    seen = b""
    while wanted is None or wanted.encode() not in seen:
        if not select.select([fd], [], [], 20)[0]:
            sys.exit(f"{wanted!r} did not come, but {seen!r}")
        try:
            block = os.read(fd, 4096)
        except OSError:
            break
        if not block:
            break
        seen += block
    return seen.decode()


def walk(nova, last):
    child, fd = pty.fork()
    if child == 0:
        os.environ["TERM"] = "xterm"
        os.execv(nova, [nova, "derive", "--step", "-e", "(let (x 2) in (+ x 1))"])
    before = termios.tcgetattr(fd)
    read_until(fd, "1/6 -> PROGRAM")
    for key, wanted in KEYS[:-1]:
        os.write(fd, key)
        seen = read_until(fd, wanted)
        if re.search(r"(?<!\r)\n", seen):
            sys.exit(f"a line does not return to its start: {seen!r}")
    os.write(fd, last)
    read_until(fd, None)
    _, status = os.waitpid(child, 0)
    after = termios.tcgetattr(fd)
    os.close(fd)
    if os.waitstatus_to_exitcode(status) != 0 or before != after:
        sys.exit(f"left by {last!r}: status {status}, terminal {'kept' if before == after else 'changed'}")


for last in (b"q", b"\x03", b"\x04", b"\x1b"):
    walk(sys.argv[1], last)
print("keys do as they should")
