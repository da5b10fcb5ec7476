#!/usr/bin/env python3
"""Kills Nova while it compiles into one cache, again and again; what is left is never wrong.

cache_kills.py NOVA KILLS SEED    Four at a time share the cache. Afterwards each program has to give its value, from
the cache or not, and nothing that a killed one left behind may be loaded.
"""
import contextlib
import glob
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time

PROGRAMS = {f"(sum (map (lambda (x) (+ {k} (* x {step}))) (iota 1000)))": step * 499500 + 1000 * k
            for k, step in ((1, 3), (2, 5), (3, 7), (4, 11))}
PROGRAMS["(length (filter (lambda (x) (= 0 (% x 7))) (iota 1000)))"] = 143
PROGRAMS["(! (scan + 0 (iota 1000)) 999)"] = 499500


def start(nova, program, cache):
    return subprocess.Popen([nova, "-e", program, "--tier", "cpu"], env={**os.environ, "XDG_CACHE_HOME": cache},
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def wrong(process, program):
    said, _ = process.communicate(timeout=120)
    if said.strip() == str(PROGRAMS[program]):
        return 0
    print(f"{program} gives {said.strip()}, not {PROGRAMS[program]}")
    return 1


def main():
    nova, kills, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    dice, cache, bad, killed = random.Random(seed), tempfile.mkdtemp(), 0, 0
    while killed < kills:
        programs = [dice.choice(list(PROGRAMS)) for _ in range(4)]
        running = [(start(nova, p, cache), p) for p in programs]
        time.sleep(dice.random() * 0.4)
        for process, program in running:
            if process.poll() is None and dice.random() < 0.9:
                process.kill()
                process.communicate()
                killed += 1
            else:
                bad += wrong(process, program)
        if dice.random() < 0.3:  # so that there is always something to compile
            for entry in glob.glob(os.path.join(cache, "nova", "*.so")):
                with contextlib.suppress(FileNotFoundError):  # a compiler's own, gone meanwhile
                    os.unlink(entry)
    for program in PROGRAMS:
        bad += wrong(start(nova, program, cache), program)
    time.sleep(1)  # compilers whose session was killed may still write
    shutil.rmtree(cache, ignore_errors=True)
    print(f"{killed} killed, {bad} wrong values")
    sys.exit(1 if bad else 0)


main()
