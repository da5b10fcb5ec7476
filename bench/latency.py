#!/usr/bin/env python3
"""How long a user waits for compiled code, as bench/results/latency.md has it.

    python3 bench/latency.py [--nova build/nova] [--runs 11]

First results: in the tier auto a form is run again and again until it was compiled; nova --stats tells how long after the
form was hot its first value was there, with its check. With an empty cache, and with what the runs before left in it.
Dispatch: processor time of a cached kernel over 16 elements, against the same program without the call.
"""
import argparse
import os
import re
import shutil
import statistics
import subprocess
import tempfile

from interp.run import usage

FORMS = {
    "sum of squares of a vector": ("(define xs (iota 100000))", "(reduce + 0 (map (lambda (x) (* x x)) xs))"),
    "saxpy": ("(define xs (map to_float (iota 100000)))", "(! (map (lambda (x y) (+ (* 2f x) y)) xs xs) 5)"),
    "filter": ("(define xs (iota 100000))", "(length (filter (lambda (x) (= 0 (% x 3))) xs))"),
    "scan": ("(define xs (map to_double (iota 100000)))", "(! (scan + 0.0 xs) 9)"),
    "sums of rows": ("(define xs (map iota (iota 300)))", "(reduce + 0 (map sum xs))"),
    "mean and variance": ("(define xs (map to_double (iota 100000)))",
                          "(let (m (/ (reduce + 0.0 xs) 1e5)) in (reduce + 0.0 (map (lambda (x) (* (- x m) (- x m))) xs)))"),
    "sort": ("(define xs (map (lambda (i) (% (* i 7919) 100003)) (iota 50000)))", "(! (sort xs) 7)"),
    "exp and sin": ("(define xs (map to_double (iota 20000)))", "(reduce + 0.0 (map (lambda (x) (exp (sin x))) xs))"),
}
SAID = re.compile(r"first result ([0-9.]+) ms after a form was hot(, from the cache)?, its check ([0-9.]+) ms")
COMPILED = re.compile(r"compiled (\d+) \(([0-9.]+) ms\)")


def first_result(nova, cache, setup, form):
    """Milliseconds to the first result, of its check, of the compiler; whether the cache had it."""
    text = setup + f"\n(define (f u) {form})\n" + "(f 0)\n" * 2000
    done = subprocess.run([nova, "--stats", "run", "-"], input=text, capture_output=True, text=True, check=True,
                          env={**os.environ, "XDG_CACHE_HOME": cache})
    said, compiled = SAID.search(done.stderr), COMPILED.search(done.stderr)
    if not said:
        return None
    return float(said[1]), float(said[3]), float(compiled[2]) if compiled else 0.0, bool(said[2])


def first_results(nova, runs):
    print("| form | hot to first result, ms | of it the compiler | of it the check | from the cache on disk |\n| --- | --- | --- | --- | --- |")
    for name, (setup, form) in FORMS.items():
        cold, warm = [], []
        for _ in range(runs):
            cache = tempfile.mkdtemp()
            cold.append(first_result(nova, cache, setup, form))
            warm.append(first_result(nova, cache, setup, form))
            shutil.rmtree(cache)
        if None in cold or None in warm:
            print(f"| {name} | never hot | | | |")
            continue
        middle = [statistics.median(r[k] for r in cold) for k in range(3)]
        print(f"| {name} | {middle[0]:.0f} | {middle[2]:.0f} | {middle[1]:.1f} | {statistics.median(r[0] for r in warm):.1f} |")


def dispatch(nova, runs):
    """Microseconds of processor time for a call of a kernel that is there."""
    calls = 20000
    with tempfile.TemporaryDirectory() as folder:
        commands = {}
        for name, body in (("kernel", "(reduce + 0 (map (lambda (x) (* x n)) xs))"), ("none", "(* n 3)")):
            path = os.path.join(folder, name + ".nv")
            open(path, "w").write("(define xs (iota 16))\n(define (f n) " + body + ")\n"
                                  f"(define (run n s t) (if (= n 0) s (run (- n 1) (+ s (f n)) (clock nil))))\n(run {calls} 0 (clock nil))")  # IO: a call at a time
            commands[name] = [nova, "run", path, "--tier", "cpu", "--check", "off", "--threads", "1"]
        times = {name: [] for name in commands}
        os.environ["XDG_CACHE_HOME"] = folder
        for command in commands.values():
            usage(command)
        for _ in range(runs):
            for name, command in commands.items():
                used = usage(command)
                times[name].append((used.ru_utime + used.ru_stime) * 1e6)
    took = [statistics.median(times[name]) for name in ("kernel", "none")]
    print(f"\nDispatch of a cached kernel over 16 elements: {(took[0] - took[1]) / calls:.1f} us of processor time.")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--nova", default="build/nova")
    parser.add_argument("--runs", type=int, default=11)
    args = parser.parse_args()
    nova = os.path.abspath(args.nova)
    first_results(nova, args.runs)
    dispatch(nova, args.runs)


if __name__ == "__main__":
    main()
