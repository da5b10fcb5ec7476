#!/usr/bin/env python3
"""Times of Nova's Fourier transforms on one thread, beside FFTW's (planned by measuring) and NumPy's, as a table.

Usage: speed.py NOVA [f32:1024x4096 f64:262144 ..]: the type, the length, and how many rows. Needs numpy, g++ and libfftw3-dev. A time is
processor time of a process of many runs less that of a process of one, so that other work on the machine counts little.
"""
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

import numpy as np

HERE = pathlib.Path(__file__).parent
CASES = [f"{t}:{2**k}" + (f"x{2**(22 - k)}" if k <= 14 else "") for t in ("f32", "f64") for k in range(10, 23, 2)]
CASES += [f"{t}:{n}" for t in ("f32", "f64") for n in ("1000x4000", "1001x4000", "5040x800", "100000", "1000000", "10007x400")]


def parts(case):
    kind, lengths = case.split(":")
    n, rows = map(int, (lengths + "x1").split("x")[:2])
    return kind, n, rows


def program(case, runs):
    kind, n, rows = parts(case)
    convert = "to_float" if kind == "f32" else "to_double"
    rows_of, job = ("", "(fft x)") if rows == 1 else (f"(define m (matrix (chunks {n} x)))\n", "(map fft (rows m))")
    return (f"(define x (map (lambda (k) ({convert} (- (% k 17) 8), {convert} (- (% k 13) 6))) (iota {n * rows})))\n{rows_of}"
            f"(define-macro repeat () ((_ e) (for (k 0 {runs}) (let (y (force e)) in (begin (nanotime) (length y))))))\n(repeat {job})\n")


def processor_time(nova, text):
    with tempfile.NamedTemporaryFile("w", suffix=".nv") as file:
        file.write(text)
        file.flush()
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([nova, "run", "--tier", "cpu", "--check", "off", "--threads", "1", file.name], check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def nova_time(nova, case):
    _, n, rows = parts(case)
    runs = max(3, 30000000 // (n * rows))
    processor_time(nova, program(case, 1)), processor_time(nova, program(case, 1 + runs))  # both compile
    differences = [processor_time(nova, program(case, 1 + runs)) - processor_time(nova, program(case, 1)) for _ in range(3)]
    return min(differences) / runs / (n * rows) * 1e9


def numpy_time(case):
    kind, n, rows = parts(case)
    x = np.ones((rows, n), np.complex64 if kind == "f32" else np.complex128)
    least = float("inf")
    for _ in range(5):
        begin = time.process_time()
        np.fft.fft(x)
        least = min(least, time.process_time() - begin)
    return least / (n * rows) * 1e9


def main():
    nova, cases = sys.argv[1], sys.argv[2:] or CASES
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = folder
        peer = f"{folder}/fftw"
        subprocess.run(["g++", "-O2", "-o", peer, str(HERE / "fftw.cpp"), "-lfftw3", "-lfftw3f"], check=True)
        print("| numbers | Nova, ns | FFTW | ratio | NumPy | ratio |\n| --- | --- | --- | --- | --- | --- |")
        for case in cases:
            ours, theirs, numpys = nova_time(nova, case), float(subprocess.check_output([peer, case])), numpy_time(case)
            print(f"| {case} | {ours:.2f} | {theirs:.2f} | {theirs / ours:.2f} | {numpys:.2f} | {numpys / ours:.2f} |", flush=True)


if __name__ == "__main__":
    main()
