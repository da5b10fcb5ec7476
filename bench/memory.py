#!/usr/bin/env python3
"""The most memory that compiled chains need, beside their inputs and outputs, as a table.

    python3 bench/memory.py [--nova build/nova]

Each program makes its inputs and runs a chain of vector operations once, in the tier cpu, with its first check. What the process
needed at most, less what it needs without elements, should be inputs and outputs and no more than a tenth of them.
"""
import argparse
import os
import subprocess
import tempfile

N = 50_000_000
XS, YS = ("xs", f"(define xs (map to_double (iota {N})))", 8 * N), ("ys", f"(define ys (map to_double (iota {N})))", 8 * N)
INTS = ("ints", f"(define ints (map (lambda (i) (% i 1000)) (iota {N})))", 8 * N)
BYTES = ("bytes", f"(define bytes (map to_int8 (map (lambda (i) (% i 100)) (iota {N}))))", N)
# what it is, its inputs, the chain, bytes of its result
CHAINS = [
    ("five maps in a row", [XS], "(map (lambda (a) (- a 1.0)) (map sqrt (map (lambda (a) (* a a)) (map (lambda (a) (+ a 1.0)) xs))))", 8 * N),
    ("maps of two vectors", [XS, YS], "(map (lambda (a) (* 0.5 a)) (map + (map (lambda (a) (* 2.0 a)) xs) ys))", 8 * N),
    ("map, map, reduce", [XS], "(reduce + 0.0 (map sqrt (map (lambda (a) (+ a 1.0)) xs)))", 0),
    ("mean and variance", [XS], "(let (m (/ (reduce + 0.0 xs) 5e7)) in (reduce + 0.0 (map (lambda (x) (* (- x m) (- x m))) xs)))", 0),
    ("dot", [XS, YS], "(reduce + 0.0 (map * xs ys))", 0),
    ("map, scan, map", [XS], "(map sqrt (scan + 0.0 (map (lambda (a) (* a 2.0)) xs)))", 8 * N),
    ("map, filter, sum of int", [INTS], "(reduce + 0 (filter (lambda (a) (> a 10)) (map (lambda (a) (* 2 a)) ints)))", 0),
    ("map, filter: a tenth is kept", [BYTES], "(filter (lambda (a) (< a 10i8)) (map (lambda (a) (% a 100i8)) bytes))", N // 10),
    ("gather and map", [XS], f"(map (lambda (i) (* 2.0 xs!(- (- {N} 1) i))) (iota {N}))", 8 * N),
]


def peak(nova, program, cache):
    """Bytes of memory that the process had at most."""
    with tempfile.NamedTemporaryFile("w", suffix=".nv") as file:
        file.write(program)
        file.flush()
        process = subprocess.Popen([nova, "run", file.name, "--tier", "cpu"], stdout=subprocess.DEVNULL, env={**os.environ, "XDG_CACHE_HOME": cache})
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"failed: {program}")
    return used.ru_maxrss * 1024


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--nova", default="build/nova")
    nova = options.parse_args().nova
    print("| chain | inputs, MB | result, MB | most, MB | over inputs and result |\n| --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as cache:
        for name, inputs, chain, result in CHAINS:
            made = "\n".join(text for _, text, _ in inputs)
            whole = f"{made}\n(define r {chain})\n"
            small = whole.replace(str(N), "5000")
            given = sum(size for _, _, size in inputs)
            peak(nova, small, cache)  # compiled
            most = peak(nova, whole, cache) - peak(nova, small, cache)
            print(f"| {name} | {given / 1e6:.0f} | {result / 1e6:.0f} | {most / 1e6:.0f} | {100 * (most / (given + result) - 1):+.1f} % |")


if __name__ == "__main__":
    main()
