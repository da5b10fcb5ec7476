#!/usr/bin/env python3
"""Hostile text can't drive the terminal: nova on a terminal of its own prints all bytes and 500 escape sequences; only
inert text arrives. Into a pipe a program's own bytes go as they are.

terminal_bytes.py NOVA
"""
import os
import pty
import random
import re
import select
import subprocess
import sys
import tempfile
import tty

nova = os.path.abspath(sys.argv[1])
bad = []
COLOUR = re.compile(rb"\x1b\[[0-9;]*m")  # of Nova's own messages, on standard error
MARK = "evil"


def on_terminal(arguments, stdin=b"", cwd=None, term="xterm-256color", seconds=60):
    """What reaches the terminal, standard output and error together; nothing of it is changed on the way."""
    child, fd = pty.fork()
    if child == 0:
        os.chdir(cwd or ".")
        os.environ.update(TERM=term, LC_ALL="C.UTF-8")
        os.execv(nova, [nova] + arguments)
    tty.setraw(fd)
    out = b""
    if stdin:
        os.write(fd, stdin)
    while select.select([fd], [], [], seconds)[0]:
        try:
            block = os.read(fd, 65536)
        except OSError:
            break
        if not block:
            break
        out += block
    os.waitpid(child, 0)
    return out


def steering(text):
    """Control bytes and sequences in it, but for line ends and tabs."""
    found = [b for b in text if b < 32 and b not in (9, 10, 13) or b == 127]
    shown = text.decode("utf-8", "replace")
    found += [c for c in shown if 0x80 <= ord(c) <= 0x9f or ord(c) in range(0x202a, 0x202f) or ord(c) in range(0x2066, 0x206a) or c == "\ufffd"]
    return found


looked_at = []


def expect_inert(what, text, coloured=False):
    looked_at.append(what)
    rest = COLOUR.sub(b"", text) if coloured else text
    if steering(rest):
        bad.append(f"{what}: {steering(rest)[:8]} arrive in {rest[:200]!r}")


def literal(data):
    return '"' + "".join(chr(b) if 32 <= b < 127 and chr(b) not in '"\\' else f"\\x{b:x};" for b in data) + '"'


def sequences():
    """500 that terminals know: titles, colours, cursors, queries, clipboards, charsets, in 7 and 8 bits, and cut ones."""
    dice = random.Random(1)
    heads = [b"\x1b[", b"\x9b", b"\xc2\x9b", b"\x1b]", b"\x9d", b"\xc2\x9d", b"\x1bP", b"\x90", b"\x1b_", b"\x1b^", b"\x1bX", b"\x1b(", b"\x1b#", b"\x1b"]
    tails = [b"m", b"J", b"H", b"n", b"c", b"q", b"h", b"l", b"\x07", b"\x1b\\", b"\x9c", b"\xc2\x9c", b"0", b"8", b"", b"\r", b"\x08" * 9, b"\x0e"]
    middles = [b"0;" + MARK.encode(), b"2J", b"52;c;ZXZpbA==", b"31", b"6", b"?1049", b">0", b"8;;http://evil", b"$q", b"1;1", b"", b"!p", b"201~"]
    return [dice.choice(heads) + dice.choice(middles) + dice.choice(tails) for _ in range(500)]


def programs_print():
    everything = bytes(range(256))
    many = sequences()
    program = f"(println {literal(everything)})\n" + "".join(f"(println {literal(s)}) (print {literal(s)})\n" for s in many)
    program += "".join(f"{literal(s)}\n[{literal(s)}]\n({literal(s)}, 1)\n" for s in many[:60])
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "all.nv")
        with open(path, "w") as f:
            f.write(program)
        for term in ("xterm-256color", "dumb"):
            text = on_terminal(["run", path], term=term)
            expect_inert(f"println, {term}", text)
            if b"\\x1b;" not in text or MARK.encode() not in text:
                bad.append("what steers is not shown")
        piped = subprocess.run([nova, "run", path], capture_output=True, check=True).stdout
        if not all(s + b"\n" in piped for s in [everything] + many):
            bad.append("a pipe does not get the bytes as they are")
        expect_inert("why", on_terminal(["why", path]), True)
        expect_inert("derive", on_terminal(["derive", "-e", f"(println {literal(many[0])})"]), True)


def names_of_files():
    with tempfile.TemporaryDirectory() as folder:
        name = "\x1b]0;evil\x07\x1b[31m.nv"
        for text in ("(+ 1 true)", "(", "(print 1)  "):
            with open(os.path.join(folder, name), "w") as f:
                f.write(text)
            for command in (["run"], ["check"], ["fmt", "--check"], ["doc"], ["transcript", "--check"], ["why"], ["replay"], ["derive"], []):
                expect_inert(f"a file's name, {command}", on_terminal(command + [name], cwd=folder), True)
        for arguments in (["--dump", name, "-e", "1"], ["explain", name], ["--threads", name], ["-e", "1", "--input", name], ["--no-pass", name, "-e", "1"]):
            expect_inert(f"an argument, {arguments}", on_terminal(arguments, cwd=folder), True)


def source_text():
    """Excerpts of a program with bytes that no program has."""
    with tempfile.TemporaryDirectory() as folder:
        for k, s in enumerate(sequences()[:40] + [bytes([b]) for b in [*range(32), *range(127, 160)]]):
            path = os.path.join(folder, "source.nv")
            with open(path, "wb") as f:
                f.write(b"(define x " + s + b") ; " + s + b'\n(+ "' + s + b'" 1)\n(' + s)
            expect_inert(f"an excerpt of {s!r}", on_terminal([["run"], ["check"], ["doc"]][k % 3] + [path]), True)


def the_prompt():
    """Values, tables, documentation and commands at the prompt; the editor's own sequences are known by what they are for."""
    lines = [f"(println {literal(s)})" for s in sequences()[:20]] + [f"{literal(s)}" for s in sequences()[:20]]
    lines += [f"[({literal(s)}, 1) ({literal(s)}, 2)]" for s in sequences()[:20]] + [":info it", ":show it", ":why it", ":bogus", ":doc it"]
    text = on_terminal([], ("\n".join(lines) + "\n:quit\n").encode(), term="dumb")
    expect_inert("the prompt", text, True)


programs_print()
names_of_files()
source_text()
the_prompt()
for line in bad[:40]:
    print(line)
print(f"{len(looked_at)} outputs with all bytes and {len(sequences())} sequences, {len(bad)} that drive a terminal")
sys.exit(1 if bad else 0)
