#!/usr/bin/env python3
"""Interrupts Nova at random times.

interrupts.py NOVA COUNT SEED [OPTION...]   evaluations at a prompt, which has to come back soon, and nothing may have changed
interrupts.py NOVA COUNT SEED --phases      commands that spend long in one phase each (long_programs.py), which have to end

Prints the times from Ctrl-C to the answer, of commands a table in Markdown; fails above a second (of commands: 250 ms
of a processor, as the machine may be busy), on a definition that has changed, and on a session that ended.
"""
import os
import pty
import random
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import long_programs

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
    ":load numerals.nv",
    ":load wide.nv",
    ":load columns.nv",
    ":load macros.nv",
    ":load calls.nv",
    ":type (f10 wide)",
    '(write-text "nobody.fifo" "a")',
    '(write-npy "nobody.fifo" xs)',
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


def texts(folder):
    """Files that the prompt loads."""
    long_programs.fill(folder)
    for name, text in (("wide", long_programs.wide_types(5)), ("columns", long_programs.columns(40)),
                       ("macros", long_programs.doubling_macro(17)), ("calls", long_programs.calls(10))):
        with open(os.path.join(folder, name + ".nv"), "w", encoding="utf-8") as out:
            out.write(text)


# ---- commands ----


def cpu_seconds(pid):
    """What the process itself has used, by its clock (clock_getcpuclockid); None where it has ended."""
    try:
        return time.clock_gettime(~pid << 3 | 2)
    except OSError:
        return None


def wait_until_busy(process, seconds):
    """Until it has used so much time of a processor, or waits for something."""
    end = time.monotonic() + 2 + 4 * seconds
    before, still = -1.0, 0
    while process.poll() is None and time.monotonic() < end and still < 40:
        now = cpu_seconds(process.pid)
        if now is None or now >= seconds:
            break
        still = still + 1 if now == before else 0
        before = now
        time.sleep(0.005)


def answer(process):
    """Milliseconds from Ctrl-C to the end, and those of the processor that it took."""
    before, last = cpu_seconds(process.pid), None
    start = time.monotonic()
    process.send_signal(signal.SIGINT)
    while process.poll() is None and time.monotonic() < start + 30:
        last = cpu_seconds(process.pid) or last
        time.sleep(0.001)
    took = time.monotonic() - start
    if process.poll() is None:
        process.kill()
    return took * 1e3, ((last or before or 0) - (before or 0)) * 1e3


def interrupt_command(command, folder, feeds, busy):
    """The answer's two times; None where the command had ended, or not begun."""
    process = subprocess.Popen(command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE, start_new_session=True)
    if feeds:
        process.stdin.write(feeds)
        process.stdin.flush()
    wait_until_busy(process, busy)
    if process.poll() is not None:
        process.communicate()
        return None
    times = answer(process)
    said = process.communicate()[1]
    return times if b"E0603" in said else None


def startup(nova):
    """Seconds of a processor until a session is there."""
    before = os.times()
    subprocess.run([nova, "-e", "1"], stdout=subprocess.DEVNULL, check=True)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def row(name, times):
    """A row of the table."""
    cells = []
    for which in (0, 1):
        sorted_times = sorted(t[which] for t in times)
        cells += [sorted_times[len(times) // 2], sorted_times[int(len(times) * 0.99)], sorted_times[-1]]
    return f"| {name} | {len(times)} | " + " | ".join(f"{c:.0f}" for c in cells) + " |"


def phases(nova, count, seed):
    dice = random.Random(seed)
    folder = tempfile.mkdtemp()
    long_programs.fill(folder)
    os.environ["XDG_CACHE_HOME"] = os.path.join(folder, "cache")
    begin = startup(nova)
    asked = [(p, tier) for p in long_programs.programs() for tier in p.tiers]
    heard = {}
    try:
        for k in range(count):
            if k % len(asked) == 0:
                dice.shuffle(asked)
            program, tier = asked[k % len(asked)]
            command = program.command(nova, folder, dice.randrange(10**6), tier)
            times = interrupt_command(command, folder, program.feeds, begin + 0.01 + dice.random() ** 2)
            if times:
                heard.setdefault((program.phase, tier), []).append(times)
    except KeyboardInterrupt:  # the table so far
        count = 0
    print("| phase, tier | heard | p50 ms | p99 | most | p50 ms of a processor | p99 | most |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for program in long_programs.programs():
        for tier in program.tiers:
            if times := heard.get((program.phase, tier)):
                print(row(program.phase + ("" if tier == "none" else ", " + tier), times))
    times = [t for of_one in heard.values() for t in of_one]
    print(row("all", times))
    shutil.rmtree(folder)
    # A loaded machine makes the answer late, but not the work until then.
    slow = [key for key, of_one in heard.items() if max(t[1] for t in of_one) > 250 or max(t[0] for t in of_one) > 25000]
    if slow or len(times) < count / 3:
        raise SystemExit(f"too slow, or too few: {slow}")


def main():
    if sys.argv[4:] == ["--phases"]:
        return phases(os.path.abspath(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
    nova, count, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    dice = random.Random(seed)
    folder = tempfile.mkdtemp()
    texts(folder)
    prompt = Prompt([os.path.abspath(nova), "--max-memory", "8G", "--allow-write", ".", *sys.argv[4:]], folder)
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
