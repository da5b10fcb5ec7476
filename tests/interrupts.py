#!/usr/bin/env python3
"""Interrupts evaluations at random times; the prompt has to come back soon, and nothing may have changed.

interrupts.py NOVA COUNT SEED [OPTION...]     Prints the times from Ctrl-C to the prompt; fails above a second (the
machine may be busy), on a definition that has changed, and on a session that ended.
"""
import os
import pty
import random
import select
import shutil
import sys
import tempfile
import time

FORMS = [
    "(forever 0)",
    "(map climb [1 2 3])",
    "(sum (map (lambda (x) (let ((n x)) (while (> n -1) (set! n (+ n 1))) n)) (iota 64)))",
    "(reduce + 0.0 (map (lambda (x) (sqrt (to_double x))) (iota 500000000000)))",
    "(length (filter (lambda (x) (= 3 (% (* x x) 7))) (iota 500000000000)))",
    "(length (scan + 0 (concat-map iota (iota 40000))))",
    "(length (sort (map (lambda (i) (% (* i 7919) 1000003)) (iota 10000000))))",
    "(length (sort-by (lambda (i) (sin (to_double i))) (iota 10000000)))",
    "(reduce max 0 (map (lambda (x) (+ x (length xs))) (range 900000000000)))",
    "(read-stdin)",
    '(read-text "nobody.fifo")',
    '(import "nobody.fifo")',
    ":load nobody.fifo",
]
DEFINITIONS = [
    "(define (forever n) (forever (+ n 1)))",
    "(define (climb (n : int)) : int (climb (+ n 1)))",
    "(define xs (map (lambda (x) (* 3 x)) (iota 100000)))",
    "(define fs (scan + 0.0 (map to_double xs)))",
]
QUESTION = "(sum xs, reduce + 0.0 fs, length fs)"


class Prompt:
    def __init__(self, command, folder="."):
        self.child, self.fd = pty.fork()
        if self.child == 0:
            os.environ["TERM"] = "dumb"
            os.chdir(folder)
            os.execvp(command[0], command)
        self.until_prompt(30)

    def until_prompt(self, limit):
        seen, end = "", time.monotonic() + limit
        while not seen.replace("\r", "\n").split("\n")[-1].startswith("nova> "):
            if time.monotonic() > end:
                raise SystemExit(f"no prompt within {limit} s after: {seen[-300:]}")
            if not select.select([self.fd], [], [], 0.05)[0]:
                continue
            try:
                block = os.read(self.fd, 65536)
            except OSError:
                block = b""
            if not block:
                raise SystemExit(f"the session has ended after: {seen[-300:]}")
            seen += block.decode(errors="replace")
        return seen

    def send(self, text):
        time.sleep(0.03)  # until the line editor has the terminal
        os.write(self.fd, text.encode())

    def drain(self):
        """An interrupt that came too late is answered by one more prompt."""
        while select.select([self.fd], [], [], 0.3)[0]:
            os.read(self.fd, 65536)

    def ask(self, line, limit=60):
        self.drain()
        self.send(line + "\n")
        return self.until_prompt(limit)

    def interrupt(self, form, after):
        """Milliseconds from Ctrl-C to the prompt, and what was said."""
        self.send(form + "\n")
        time.sleep(0.02 + after)
        while select.select([self.fd], [], [], 0)[0]:
            os.read(self.fd, 65536)
        start = time.monotonic()
        os.write(self.fd, b"\x03")
        said = self.until_prompt(10)
        return (time.monotonic() - start) * 1e3, said


def main():
    nova, count, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    dice = random.Random(seed)
    folder = tempfile.mkdtemp()
    os.mkfifo(os.path.join(folder, "nobody.fifo"))  # which nobody writes to
    prompt = Prompt([os.path.abspath(nova), "--max-memory", "8G", *sys.argv[4:]], folder)
    for line in DEFINITIONS:
        prompt.ask(line)
    before = prompt.ask(QUESTION)
    times, missed = [], 0
    for _ in range(count):
        took, said = prompt.interrupt(dice.choice(FORMS), dice.random() ** 2 * 0.5)
        if "E0603" in said:
            times.append(took)
        else:
            missed += 1  # it was over, or an error of its own came first
    after = prompt.ask(QUESTION)
    if after != before or before.count("error"):
        raise SystemExit(f"what was defined has changed, or never was: {before}\nis now: {after}")
    times.sort()
    middle, most = times[len(times) // 2], times[-1]
    print(f"{len(times)} interrupts heard, {missed} too late: median {middle:.0f} ms, p99 "
          f"{times[int(len(times) * 0.99)]:.0f} ms, most {most:.0f} ms")
    if most > 1000 or len(times) < count / 2:
        raise SystemExit("too slow, or too few")
    shutil.rmtree(folder)


if __name__ == "__main__":
    main()
