#!/usr/bin/env python3
"""How long a user waits for the prompt, through a pseudo-terminal of 100 x 60, as bench/results/prompt.md has it.

    python3 bench/prompt.py [--nova build/nova] [--runs 40]

A keystroke: from the byte that is written to the last byte of the repaint, in a form of 200 lines that was pasted. Ctrl-C: from
the byte to the next prompt, while something runs. Start: from the fork to the first prompt. The bars are those of the design.
"""
import argparse
import fcntl
import os
import pty
import select
import signal
import statistics
import struct
import sys
import tempfile
import termios
import time

STATE = tempfile.mkdtemp()
QUIET = 0.03  # seconds without a byte: the repaint is over


class Prompt:
    def __init__(self, nova):
        self.begun = time.perf_counter()
        self.child, self.fd = pty.fork()
        if self.child == 0:
            os.environ.update(TERM="xterm-256color", XDG_STATE_HOME=STATE, XDG_CACHE_HOME=STATE)
            os.execv(nova, [nova])
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", 60, 100, 0, 0))
        self.until(b"nova> ")

    def until(self, wanted, limit=30):
        """When these bytes came, and all up to them."""
        seen, end = b"", time.perf_counter() + limit
        while wanted not in seen and time.perf_counter() < end:
            if select.select([self.fd], [], [], 0.5)[0]:
                seen += os.read(self.fd, 65536)
        if wanted not in seen:
            sys.exit(f"no {wanted!r} came: {seen[-200:]!r}")
        return time.perf_counter(), seen

    def drain(self, quiet=QUIET):
        """The time when the last byte came; None if there was none."""
        last = None
        while select.select([self.fd], [], [], quiet)[0]:
            os.read(self.fd, 65536)
            last = time.perf_counter()
        return last

    def press(self, keys):
        """Milliseconds until what these keys change is on the screen."""
        begin = time.perf_counter()
        os.write(self.fd, keys)
        select.select([self.fd], [], [], 2)
        last = self.drain()
        return None if last is None else (last - begin) * 1e3

    def end(self):
        os.kill(self.child, signal.SIGKILL)
        os.waitpid(self.child, 0)
        os.close(self.fd)


def starts(nova, runs):
    times = []
    for _ in range(runs):
        begin = time.perf_counter()
        p = Prompt(nova)
        times.append((time.perf_counter() - begin) * 1e3)
        p.end()
    return times


def long_form(lines):
    """Of nested lets, with what a program has: names, numbers, strings, comments."""
    text = "(define (long x)\n"
    for k in range(lines - 2):
        text += f'  (let (v{k} (+ (* {k} x) (string-length "line {k}"))) in ; step {k}\n'
    return text + "  x" + ")" * (lines - 1)


KEYS = {"a letter in the middle": b"q", "Backspace": b"\x7f", "Left": b"\x1b[D", "Up": b"\x1b[A", "Down": b"\x1b[B", "a bracket": b"(",
        "undo": b"\x1f", "Alt-Enter": b"\x1b\r", "Ctrl-K": b"\x0b", "Ctrl-Y": b"\x19"}


def keystrokes(nova, runs, lines=200):
    p = Prompt(nova)
    p.drain(0.2)
    os.write(p.fd, b"\x1b[200~" + long_form(lines).encode() + b"\x1b[201~")
    p.drain(0.5)
    for _ in range(lines // 2):
        p.press(b"\x1b[A")
    times = {name: [] for name in KEYS}
    for _ in range(runs):
        for name, key in KEYS.items():
            took = p.press(key)
            if took is not None:  # else nothing changed
                times[name].append(took)
    p.end()
    return times


RUNNING = {"the interpreter": "(define (forever n) (forever (+ n 1))) (forever 0)",
           "a map of the interpreter": "(sum (map (lambda (x) (let loop ((k 0) (s x)) (if (= k 100000) s (loop (+ k 1) (+ s k))))) (range 100000)))",
           "compiled code": "(reduce + 0.0 (map (lambda (x) (exp (sin (to_double x)))) (range 20000000000)))"}


def interrupts(nova, runs):
    times = {name: [] for name in RUNNING}
    p = Prompt(nova)
    for k in range(runs):
        for name, form in RUNNING.items():
            p.drain(0.05)
            os.write(p.fd, form.encode() + b"\r")
            time.sleep(0.4 + 0.05 * (k % 7))
            p.drain(0)
            begin = time.perf_counter()
            os.write(p.fd, b"\x03")
            came, seen = p.until(b"nova> ")
            if b"E0603" not in seen:
                sys.exit(f"{name} was not interrupted: {seen!r}")
            times[name].append((came - begin) * 1e3)
    p.end()
    return times


def row(what, times, bar):
    ordered = sorted(times)
    late = ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))]
    print(f"| {what} | {len(times)} | {statistics.median(times):.2f} | {late:.2f} | {ordered[-1]:.2f} | {bar} |", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--nova", default="build/nova")
    parser.add_argument("--runs", type=int, default=40)
    args = parser.parse_args()
    nova = os.path.abspath(args.nova)
    print(f"Load before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors.\n")
    print("| what | times | median, ms | 95th percentile, ms | longest, ms | bar, ms |\n| --- | --- | --- | --- | --- | --- |")
    row("start to prompt", starts(nova, args.runs), 30)
    for name, times in keystrokes(nova, args.runs).items():
        row(f"{name}, in 200 lines", times, 5)
    for name, times in interrupts(nova, max(3, args.runs // 4)).items():
        row(f"Ctrl-C in {name}", times, 100)


if __name__ == "__main__":
    main()
