#!/usr/bin/env python3
"""The interpreter beside CPython, and Nova's start-up: medians of interleaved runs, net of start-up, as a table.

    python3 bench/interp/run.py [--nova build/nova] [--runs 11]
"""
import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time

CASES = {
    "fib 27": (
        "(define (fib n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))\n(fib 27)",
        "def fib(n):\n    return n if n < 2 else fib(n - 1) + fib(n - 2)\nfib(27)",
    ),
    "while loop, 1e6 steps": (
        "(define (run n) (let ((i 0) (s 0)) (while (< i n) (set! s (+ s i)) (set! i (+ i 1))) s))\n(run 1000000)",
        "def run(n):\n    i = s = 0\n    while i < n:\n        s = s + i\n        i = i + 1\n    return s\nrun(1000000)",
    ),
    "tail calls, 1e6 steps (a while loop in CPython)": (
        "(define (run i s) (if (= i 0) s (run (- i 1) (+ s i))))\n(run 1000000 0)",
        "def run(i, s):\n    while i != 0:\n        i, s = i - 1, s + i\n    return s\nrun(1000000, 0)",
    ),
    "map x*x+1 over 1e6": (
        "(define xs (range 1000000))\n(define ys (map (lambda (x) (+ (* x x) 1)) xs))\n(length ys)",
        "xs = list(range(1000000))\nys = [x * x + 1 for x in xs]\nlen(ys)",
    ),
}
EMPTY_NOVA, EMPTY_PYTHON = "0", "0"


def once(command):
    start = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    return (time.perf_counter() - start) * 1e3


def medians(commands, runs):
    """Median wall time (ms) of each command, the runs interleaved."""
    times = {name: [] for name in commands}
    for _ in range(runs):
        for name, command in commands.items():
            times[name].append(once(command))
    return {name: statistics.median(t) for name, t in times.items()}


def check_speed(nova, runs, folder):
    """1 MB of source and 2 MB, checked: seconds and the ratio (2 is linear)."""
    def source(copies):
        return "\n".join(
            f"(define (f{i} xs k) (let (ys (map (lambda (x) (+ (* x x) k)) xs)) (n (length ys)) in\n"
            f"  (if (< n 3) then (reduce + 0 ys) else (match (n, k) ((0, _) 1) ((a, b) (+ a (* b {i})))))))"
            for i in range(copies))
    one = source(1_000_000 // len(source(1000)) * 1000)
    paths = {}
    for name, text in (("1 MB", one), ("2 MB", one + "\n" + one.replace("(f", "(g").replace("define (f", "define (g"))):
        paths[name] = os.path.join(folder, name.replace(" ", "") + ".nv")
        open(paths[name], "w").write(text)
    return medians({name: [nova, "check", p] for name, p in paths.items()}, max(3, runs // 3)), os.path.getsize(paths["1 MB"])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--nova", default="build/nova")
    parser.add_argument("--runs", type=int, default=11)
    args = parser.parse_args()
    nova, python = os.path.abspath(args.nova), sys.executable
    with tempfile.TemporaryDirectory() as folder:
        def file(name, text):
            path = os.path.join(folder, name)
            open(path, "w").write(text)
            return path
        commands = {"nova start": [nova, "-e", "(+ 1 2)"],
                    "nova empty": [nova, "run", file("e.nv", EMPTY_NOVA)],
                    "python empty": [python, "-I", file("e.py", EMPTY_PYTHON)]}
        for i, (name, (nv, py)) in enumerate(CASES.items()):
            commands["nova " + name] = [nova, "run", file(f"{i}.nv", nv)]
            commands["python " + name] = [python, "-I", file(f"{i}.py", py)]
        m = medians(commands, args.runs)
        checked, size = check_speed(nova, args.runs, folder)
    print("| what | nova, ms | CPython %d.%d, ms | ratio | bound |" % sys.version_info[:2])
    print("| --- | --- | --- | --- | --- |")
    print(f"| `nova -e '(+ 1 2)'`, whole process | {m['nova start']:.1f} | | | 20 ms |")
    for name in CASES:
        a, b = m["nova " + name] - m["nova empty"], m["python " + name] - m["python empty"]
        print(f"| {name} | {a:.1f} | {b:.1f} | {a / b:.2f} | 2 |")
    print(f"| `nova check` of {size} bytes | {checked['1 MB']:.0f} | | | 500 ms |")
    print(f"| `nova check` of twice that | {checked['2 MB']:.0f} | | {checked['2 MB'] / checked['1 MB']:.2f} of the line above | linear: 2 |")


if __name__ == "__main__":
    main()
