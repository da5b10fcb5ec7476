#!/usr/bin/env python3
"""Random numbers by keys beside NumPy's Generator: millions of samples a second.

    python3 bench/random/throughput.py [--nova build/nova] [--samples 4e6] [--runs 5] [--rounds 3]

Nova on one thread, Nova on two and NumPy take turns, `rounds` times; each then makes `runs` runs. A figure is the median of
all; the last column compares the fastest. Forms were compiled before. Both allocate their results anew. Prints Markdown
(bench/results/random.md).
"""
import argparse
import os
import statistics
import subprocess
import tempfile
import time

import numpy

# what, Nova's form of k and n, NumPy's of g (a Generator) and n, samples for each of n
ROWS = [
    ("Threefry2x32-20, words of 64 bits", "(map (element-word k) (iota n))", None, 1),
    ("Philox4x32-10, words of 64 bits", "(map (lambda (i) (attempt-words k i 0)) (iota (/ n 2)))", None, 1),
    ("Philox4x64-10, words of 64 bits", "(map (lambda (i) (philox4x64 (1, (to_uint64 k.key-low)) ((to_uint64 i), 0, 0, 0))) (iota (/ n 4)))", "g.bit_generator.random_raw(n)", 1),
    ("random-words", "(random-words k n)", "g.bit_generator.random_raw(n)", 1),
    ("random-uniform", "(random-uniform k n)", "g.random(n)", 1),
    ("random-uniform-float", "(random-uniform-float k n)", "g.random(n, numpy.float32)", 1),
    ("random-uniform, summed", "(sum (random-uniform k n))", "g.random(n).sum()", 1),
    ("random-integers, 1 to 6", "(random-integers k 1 7 n)", "g.integers(1, 7, n)", 1),
    ("random-integers, of 2^62", "(random-integers k 0 4611686018427387904 n)", "g.integers(0, 2**62, n)", 1),
    ("random-normal", "(random-normal k n)", "g.standard_normal(n)", 1),
    ("random-normal-float", "(random-normal-float k n)", "g.standard_normal(n, numpy.float32)", 1),
    ("random-exponential", "(random-exponential k 2.0 n)", "g.exponential(0.5, n)", 1),
    ("random-gamma, shape 2", "(random-gamma k 2.0 1.0 n)", "g.gamma(2.0, 1.0, n)", 1),
    ("random-gamma, shape 0.5", "(random-gamma k 0.5 1.0 n)", "g.gamma(0.5, 1.0, n)", 1),
    ("random-beta, 2 and 3", "(random-beta k 2.0 3.0 n)", "g.beta(2.0, 3.0, n)", 1),
    ("random-poisson, rate 3", "(random-poisson k 3.0 n)", "g.poisson(3.0, n)", 1),
    ("random-poisson, rate 100", "(random-poisson k 100.0 n)", "g.poisson(100.0, n)", 1),
    ("random-binomial, 10 and 0.5", "(random-binomial k 10 0.5 n)", "g.binomial(10, 0.5, n)", 1),
    ("random-binomial, 1000 and 0.3", "(random-binomial k 1000 0.3 n)", "g.binomial(1000, 0.3, n)", 1),
    ("random-categorical, 4 weights", "(random-categorical k [1.0 0.0 3.0 2.0] n)", "g.choice(4, n, p=[1 / 6, 0, 3 / 6, 2 / 6])", 1),
    ("random-choice", "(random-choice k [1 2 3] n)", "g.choice(numpy.array([1, 2, 3]), n)", 1),
    ("random-permutation", "(random-permutation k n)", "g.permutation(n)", 1),
    ("random-multivariate-normal, 3", "(random-multivariate-normal k [0.0 0.0 0.0] [[4.0 2.0 0.6] [2.0 5.0 -1.0] [0.6 -1.0 3.0]] (/ n 4))",
     "g.multivariate_normal([0.0, 0.0, 0.0], [[4.0, 2.0, 0.6], [2.0, 5.0, -1.0], [0.6, -1.0, 3.0]], n // 4, method='cholesky')", 0.25),
]


def nova_times(options, folder, form, threads):
    """Of a process: seconds of each run after the first two."""
    runs = [f"(define k{r} (key {r})) (define n{r} {1000 if r == 0 else options.samples})\n(define a{r} (clock))\n"
            f"(define x{r} {form.replace(' k ', f' k{r} ').replace(' n)', f' n{r})').replace('k.key-low', f'k{r}.key-low').replace('/ n ', f'/ n{r} ').replace('word k)', f'word k{r})')})\n"
            f"(define b{r} (clock))\n(println (- b{r} a{r}))\n" for r in range(options.runs + 2)]
    path = f"{folder}/run.nv"
    with open(path, "w") as file:
        file.write("".join(runs))
    done = subprocess.run([options.nova, "run", "--tier", "cpu", "--check", "off", "--threads", str(threads), path], capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(done.stdout + done.stderr)
    return [float(x) for x in done.stdout.split()[2:]]


def numpy_times(options, form, generator):
    g, n = numpy.random.Generator(generator(1)), options.samples
    code = compile(form, form, "eval")
    eval(code)
    told = []
    for _ in range(options.runs):
        start = time.perf_counter()
        eval(code)
        told.append(time.perf_counter() - start)
    return told


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nova", default="build/nova")
    parser.add_argument("--samples", type=float, default=4e6)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    options.nova, options.samples = os.path.abspath(options.nova), int(options.samples)
    print("| what | Nova, 1 thread | Nova, 2 threads | NumPy, Philox | NumPy, PCG64 | Nova on 1 / NumPy's Philox | of the fastest runs |\n"
          "| --- | --- | --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as folder:
        for what, form, theirs, share in ROWS:
            measures = [lambda: nova_times(options, folder, form, 1), lambda: nova_times(options, folder, form, 2)]
            if theirs:
                measures += [lambda: numpy_times(options, theirs, numpy.random.Philox), lambda: numpy_times(options, theirs, numpy.random.PCG64)]
            times = [[] for _ in measures]
            for _ in range(options.rounds):
                for told, measure in zip(times, measures):
                    told += measure()
            rates = [f"{options.samples * share / statistics.median(told) / 1e6:.0f}" for told in times] + ["", ""] * (not theirs)
            ratios = [f"{of(times[2]) / of(times[0]):.2f}" for of in (statistics.median, min)] if theirs else ["", ""]
            print(f"| {what} | " + " | ".join(rates + ratios) + " |", flush=True)


if __name__ == "__main__":
    main()
