#!/usr/bin/env python3
"""What the interpreter costs because there are tiers: --tier auto against --tier interp.

    python3 bench/interp/tiers.py [--nova build/nova] [--runs 11]

Processor time (user and system) of interleaved runs, medians, net of start-up; and, where valgrind is installed, instructions,
which other processes do not disturb. Nothing here is worth compiling, so that what is more in auto is the price of asking.
Bound: 3 %.
"""
import argparse
import os
import re
import shutil
import subprocess
import tempfile

from run import CASES, medians

SMALL = {
    "1e5 tiny sums": "(define xs [1 2 3 4 5])\n(define (run n s) (if (= n 0) s (run (- n 1) (+ s (sum xs)))))\n(run 100000 0)",
    "1e5 tiny maps and reduces": "(define (f n) (reduce + 0 (map (lambda (x) (* x n)) (iota 4))))\n"
                                 "(define (run n s) (if (= n 0) s (run (- n 1) (+ s (f n)))))\n(run 100000 0)",
    "1e5 vectors of two": "(define (run n v) (if (= n 0) v (run (- n 1) [(! v 1) n])))\n(run 100000 [1 2])",
    "1e5 indexings of a tuple of maps": "(define (both v) (map (+ 1) v, map (* 2) v))\n"
                                        "(define (run n s) (if (= n 0) s (run (- n 1) (+ s (! (both [n 2]).1 0)))))\n(run 100000 0)",
    "a matrix of 60 x 60, multiplied by hand": "(define m (map (lambda (i) (map (lambda (j) (+ i j)) (iota 60))) (iota 60)))\n"
                                               "(define (dot a b k s) (if (= k 60) s (dot a b (+ k 1) (+ s (* (! a k) (! b k))))))\n"
                                               "(define (row i j s) (if (= j 60) s (row i (+ j 1) (+ s (dot (! m i) (! m j) 0 0)))))\n"
                                               "(define (rows i s) (if (= i 60) s (rows (+ i 1) (row i 0 s))))\n(rows 0 0)",
}


def instructions(command):
    """How many a run takes; none without valgrind."""
    if not shutil.which("valgrind"):
        return None
    done = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *command], capture_output=True, text=True)
    return int(re.search(r"Collected : (\d+)", done.stderr)[1])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--nova", default="build/nova")
    parser.add_argument("--runs", type=int, default=11)
    args = parser.parse_args()
    nova = os.path.abspath(args.nova)
    programs = {name: source for name, (source, _) in CASES.items() if not name.startswith(("map", "reduce"))}
    programs.update(SMALL)
    with tempfile.TemporaryDirectory() as folder:
        commands = {}
        for i, (name, source) in enumerate([("nothing", "0"), *programs.items()]):
            path = os.path.join(folder, f"{i}.nv")
            open(path, "w").write(source)
            for tier in ("interp", "auto"):
                commands[name, tier] = [nova, "run", path, "--tier", tier]
        there_and_back = {(*key, k): command for key, command in commands.items() for k in (0, 1)}  # interp auto auto interp
        order = sorted(there_and_back, key=lambda key: (list(commands).index((key[0], "interp")), key[2], (key[1] == "auto") == key[2]))
        m2 = medians({key: there_and_back[key] for key in order}, args.runs)
        m = {key: (m2[(*key, 0)] + m2[(*key, 1)]) / 2 for key in commands}
        counts = {key: instructions(command) for key, command in commands.items()}

    def net(values, name, tier):
        return values[name, tier] - values["nothing", tier]
    print("| what | interp, ms | auto, ms | auto / interp | in instructions |\n| --- | --- | --- | --- | --- |")
    print(f"| start-up, whole process | {m['nothing', 'interp']:.1f} | {m['nothing', 'auto']:.1f} | | |")
    for name in programs:
        a, b = (net(m, name, tier) for tier in ("interp", "auto"))
        more = f"{net(counts, name, 'auto') / net(counts, name, 'interp'):.3f}" if counts["nothing", "auto"] else "-"
        print(f"| {name} | {a:.1f} | {b:.1f} | {b / a:.3f} | {more} |")


if __name__ == "__main__":
    main()
