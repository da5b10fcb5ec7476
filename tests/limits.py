#!/usr/bin/env python3
"""The time and memory limits in each phase of a command.

limits.py NOVA     Runs long_programs.py under `--timeout` and `--max-memory`. Fails where one goes on for 250 ms of a
processor after the time is over, where one holds more than the limit and a tenth beyond what a session starts with, and
where none of them tells of the limit.
"""
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time

import long_programs

SECONDS, MEGABYTES = 0.4, 64
START, FIXED = 16, 24  # megabytes: of `nova -e 1`; of tables that grow by doubling, and threads
MOST = START + 1.1 * MEGABYTES + FIXED  # ru_maxrss counts this script's own pages, too: below some 65 it says nothing
OVERSHOOT = 0.25


class Run:
    """A command's end: seconds, and of a processor, and the most that it held, in megabytes."""

    def __init__(self, command, folder, feeds=None):
        process = subprocess.Popen(command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        start = time.monotonic()
        if feeds:
            process.stdin.write(feeds)
            process.stdin.flush()
        self.said = process.stderr.read()
        _, self.status, used = os.wait4(process.pid, 0)
        self.seconds = time.monotonic() - start
        self.cpu, self.megabytes = used.ru_utime + used.ru_stime, used.ru_maxrss / 1024
        process.returncode = self.status


def check_time(nova, folder, start):
    """What ran too long, and whether anything told of the limit at all."""
    wrong, told = [], 0
    for program in long_programs.programs():
        for tier in program.tiers:
            command = program.command(nova, folder, 1, tier)
            run = Run([command[0], "--timeout", f"{SECONDS}s", *command[1:]], folder, program.feeds)
            # A compiler's time is counted with it, and other threads' too, but nothing goes on behind the end.
            most = start.cpu + 2 * SECONDS + OVERSHOOT + (1 if tier in ("cpu", "sim", "auto") else 0)
            late = run.cpu > most or run.seconds > 10
            print(f"{program.phase}, {tier}: {run.seconds:.2f} s, {run.cpu:.2f} s of a processor" + (", late" if late else ""))
            told += b"E0604" in run.said
            by_itself = run.status == 0 or run.seconds < SECONDS + OVERSHOOT  # it may be over when the limit comes to be heard
            ended = b"E0604" in run.said or by_itself
            if late or not ended:
                wrong.append((program.phase, tier, run.said[:200]))
    return wrong if told else [*wrong, ("all", "no program told of the time limit")]


def check_memory(nova, folder):
    """What held too much."""
    wrong = []
    for program in long_programs.programs():
        if not program.needs_memory:
            continue
        command = program.command(nova, folder, 1, "interp" if program.tiers != ("none",) else "none")
        run = Run([command[0], "--max-memory", f"{MEGABYTES}M", *command[1:]], folder)
        print(f"{program.phase}: {run.megabytes:.0f} MB of {MOST:.0f}")
        if run.megabytes > MOST or (b"E0601" not in run.said and run.status != 0):
            wrong.append((program.phase, run.megabytes, run.said[:200]))
    return wrong


def check_stack(nova, folder):
    """Compiled calls without an end take stack, which is memory, too."""
    wrong = []
    for tier in ("interp", "auto", "cpu"):
        run = Run([nova, "--tier", tier, "--max-memory", f"{MEGABYTES}M", "-e", "(define (f n) (+ 1 (f n))) (f 1)"], folder)
        print(f"calling, {tier}: {run.megabytes:.0f} MB of {MOST:.0f}")
        if run.megabytes > MOST or b"E0605" not in run.said:
            wrong.append(("calling", tier, run.megabytes, run.said[:200]))
    return wrong


def check_planning(nova, folder):
    """A plan that finds no memory is given up, and the interpreter goes on."""
    text = long_programs.calls(9).replace("20000", "300")
    with open(os.path.join(folder, "planned.nv"), "w", encoding="utf-8") as out:
        out.write(text)
    values = [subprocess.run([nova, "run", "planned.nv", *limit], cwd=folder, stdout=subprocess.PIPE, check=True).stdout
              for limit in (["--tier", "interp"], ["--max-memory", "8M"])]
    return [] if values[0] == values[1] else [("planning", values)]


def main():
    nova = os.path.abspath(sys.argv[1])
    folder = tempfile.mkdtemp()
    os.environ["XDG_CACHE_HOME"] = os.path.join(folder, "cache")
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    long_programs.fill(folder)
    start = Run([nova, "-e", "1"], folder)
    wrong = check_time(nova, folder, start) + check_memory(nova, folder) + check_stack(nova, folder) + check_planning(nova, folder)
    shutil.rmtree(folder)
    for case in wrong:
        print("wrong:", *case)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
