#!/usr/bin/env python3
"""What it costs that rows may be ragged, where they are not, as a table.

    python3 bench/flattening.py [--nova build/nova] [--tier cpu] [--rounds 3] [--part of-a-name]

Each nest is written over the rows of a matrix, and over ragged rows that happen to be equally long, which only their lengths tell
when it runs. Both are run as Nova chooses, and the second once more with `rows-by-thread` (nothing is flattened) and with
`rows-flat`. One session runs all four in turn; times are medians of the rounds' shortest runs. The cost is that of what was
chosen over `rows-by-thread`.
"""
import argparse
import re
import statistics
import subprocess
import tempfile

SIZES = [(1000, 10000), (100000, 100), (1000000, 8)]
# what it is, the form over rows `m`, of `xs` and the lengths `ls`
NESTS = [
    ("a reduce of each row", "(map (lambda (r) (reduce + 0.0 r)) {rows})"),
    ("a dot product in each row", "(map (lambda (r) (reduce + 0.0 (map (lambda (x) (* x x)) r))) {rows})"),
    ("a map of each row", "(map (lambda (r) (map (lambda (x) (+ (* 2.0 x) 1.0)) r)) {rows})"),
    ("a scan of each row", "(map (lambda (r) (scan + 0.0 r)) {rows})"),
    ("a filter of each row", "(map (lambda (r) (filter (lambda (x) (> x 0.5)) r)) {rows})"),
    ("a sum over a range in each element", "(map (lambda (l) (reduce + 0 (map (lambda (j) (* j j)) (range 0 l)))) {lengths})"),
    ("a comprehension with an inner range", "[(* x (to_double j)) | (x, l) <- (zip xs {lengths}), j <- (range 0 l)]"),
]
VARIANTS = ["matrix", "ragged", "by-thread", "flat"]


def form(nest, variant, n, k):
    over_range = "{lengths}" in nest
    if variant == "matrix":
        return nest.format(rows="(rows m)", lengths=f"(map (lambda (i) {k}) (iota {n}))" if over_range else "")
    ragged = nest.format(rows="r", lengths="ls")
    return {"ragged": ragged, "by-thread": f"(rows-by-thread {ragged})", "flat": f"(rows-flat {ragged})"}[variant]


def medians(nova, tier, nest, n, k, rounds, cache):
    """Milliseconds of each variant."""
    lines = [f"(define v (map (lambda (i) (/ (to_double (% (* i 7919) 1000)) 1000.0)) (iota {n * k})))",
             f"(define m (reshape ({n}, {k}) v))", f"(define ls (map (lambda (i) {k}) (iota {n})))", "(define r (unflatten ls v))",
             f"(define xs (map to_double (iota {n})))"]
    for _ in range(rounds):
        lines += [f":bench {form(nest, variant, n, k)}" for variant in VARIANTS]
    done = subprocess.run([nova, "--tier", tier], input="\n".join(lines) + "\n", capture_output=True, text=True,
                          env={"XDG_CACHE_HOME": cache, "PATH": "/usr/bin:/bin", "HOME": cache})
    found = [float(x) for x in re.findall(r"([0-9.]+) ms the least", done.stdout)]
    if len(found) != rounds * len(VARIANTS):
        raise SystemExit(f"{nest}: {done.stdout[-500:]}{done.stderr[-500:]}")
    return [statistics.median(found[i::len(VARIANTS)]) for i in range(len(VARIANTS))]


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--nova", default="build/nova")
    options.add_argument("--tier", default="cpu")
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--part", default="")
    o = options.parse_args()
    print("| nest | rows | matrix, ms | ragged, ms | by thread, ms | flat, ms | cost |\n| --- | --- | --- | --- | --- | --- | --- |", flush=True)
    with tempfile.TemporaryDirectory() as cache:
        for name, nest in NESTS:
            if o.part not in name:
                continue
            for n, k in SIZES:
                t = medians(o.nova, o.tier, nest, n, k, o.rounds, cache)
                times = " | ".join(f"{ms:.2f}" for ms in t)
                print(f"| {name} | {n} x {k} | {times} | {100 * (t[1] / t[2] - 1):+.0f} % |", flush=True)


if __name__ == "__main__":
    main()
