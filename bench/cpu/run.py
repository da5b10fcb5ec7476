#!/usr/bin/env python3
"""Nova's programs beside what else a user would pick, on the same inputs, as bench/README.md.

    cmake --build build --target bench_yardstick
    python3 bench/cpu/run.py PEERS [--build build] [--size L] [--measured lines.tsv] [--out bench/README.md] [bench ...]

PEERS is the yardstick's folder: run_cpu.sh measures the peers, libcase.so holds inputs and references. One thread is timed by
its processor time on one core, two threads by the clock. Of every implementation the least time counts, if its answer
passed its check.
"""
import argparse
import collections
import math
import os
import platform
import subprocess

# Why a loss is a loss: read beside ratios below 0.9.
WHY = {
    "sumrows": "a row's tree of 16 lanes has four levels, which a free order does not need",
    "sumrows_skew": "the same",
    "wordcount": "letters are found as the program says it, by two ranges for each of a place's two bytes",
    "spmv_csr": "products are checked, stored, and loaded again into the rows' lanes",
    "spmv_ell": "the 16 gathers' bounds are checked",
    "blur": "25 loads that cross lines of the cache, for 16 elements; division exact",
    "fft": "a transposition and a turn of every element, from memory and back; roots computed anew",
    "filter": "on two threads elements go through a thread's own memory, because their places are known only in turn",
    "scan": "a block's total is taken before the block is gone through again",
    "permute": "targets are checked to be a permutation: each sets a bit; indices of 64 bits",
    "gather": "each index is checked",
    "nbody": "1 / sqrt is divided and rooted exactly, not estimated",
    "blackscholes": "exp and log to 1 ulp, also of numbers below the normal ones, where the peers' have 4; division exact",
    "bbox": "two kernels, as nothing says that x and y have one length",
    "gridred": "rows of 1,000 end within a tile of 1,024",
    "norm": "multiply and add by fma in tiles of 1,024, a tree over tiles",
    "dot": "the same",
    "sumstats": "six results of one pass: arithmetic, not memory",
    "dot3": "fresh memory for the result, where the peers write to what they have",
    "vadd": "the same",
    "sobel": "the same; one copy of offsets for rows",
}


def sizes(peers, column):
    rows = (line.split() for line in open(os.path.join(peers, "sizes.txt")) if line.strip() and line[0] != "#")
    return {r[0]: r[column] for r in rows}


def measure(command, env, cwd=None):
    return parse(subprocess.run(command, env={**os.environ, **env}, cwd=cwd, stdout=subprocess.PIPE, text=True).stdout)


def parse(text):
    rows = [line.split("\t") for line in text.splitlines()]
    return [r for r in rows if len(r) == 10 and r[0] != "bench"]


def two_threads(name):
    return any(word in name for word in ("omp", "tbb")) or name.endswith("2")


def best(rows, wanted):
    times = [(float(r[4]), r[1]) for r in rows if r[7] == "ok" and wanted(r[1])]
    return min(times, default=(math.nan, "-"))


def mean(ratios):
    ratios = [r for r in ratios if not math.isnan(r)]
    return math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else math.nan


def main():
    p = argparse.ArgumentParser()
    p.add_argument("peers")
    p.add_argument("--build", default="build")
    p.add_argument("--size", default="L", choices="SLX")
    p.add_argument("--out", default="bench/README.md")
    p.add_argument("--measured", help="the lines that run_cpu.sh printed before, instead of running it")
    p.add_argument("benches", nargs="*")
    a = p.parse_args()
    here = os.path.dirname(os.path.abspath(__file__))
    n = sizes(a.peers, "SLX".index(a.size) + 1)
    benches = a.benches or [b for b in n if os.path.exists(os.path.join(here, b + ".nv"))]
    program = os.path.join(os.path.abspath(a.build), "bench/cpu/bench_yardstick")
    measured = parse(open(a.measured).read()) if a.measured else []
    lines, columns = [], collections.defaultdict(list)
    for b in benches:
        peers = [r for r in measured if r[0] == b and r[2] == n[b]] if a.measured else measure(["./run_cpu.sh", a.size, b], {}, a.peers)
        env = {"LIBCASE": os.path.join(os.path.abspath(a.peers), "build/libcase.so")}
        one = measure(["taskset", "-c", "1", program, here, f"{b}={n[b]}"], {**env, "TIMER": "cpu", "THREADS": "1"})
        two = measure([program, here, f"{b}={n[b]}"], {**env, "THREADS": "2"})
        (t1, _), (t2, _) = best(one, lambda _: True), best(two, lambda _: True)
        (p1, who1), (p2, who2) = best(peers, lambda w: not two_threads(w)), best(peers, lambda _: True)
        others = [best(peers, lambda w, o=o: o in w)[0] / min(t1, t2) for o in ("thrust", "numpy", "numba")]
        ratios = [p1 / t1, p2 / t2, *others]
        for k, r in enumerate(ratios):
            columns[k].append(r)
        rate = f"{one[0][5]} {one[0][6]}" if one else "-"
        cells = ["-" if math.isnan(r) else f"{r:.2f}" for r in ratios]
        why = WHY.get(b, "") if min(ratios[:2]) < 0.9 else ""
        lines.append(f"| {b} | {n[b]} | {t1:.2f} | {rate} | {p1:.2f} {who1} | **{cells[0]}** | {t2:.2f} | {p2:.2f} {who2} | **{cells[1]}** | "
                     f"{cells[2]} | {cells[3]} | {cells[4]} | {why} |")
        print(lines[-1], flush=True)
    means = " | ".join(f"{mean(columns[k]):.2f}" for k in range(5))
    write(a, lines, means.split(" | "))


def write(a, lines, means):
    load = os.getloadavg()[0]
    cpu = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), platform.machine())
    before = " (the peers were measured before, by themselves)" if a.measured else ""
    with open(a.out, "w") as out:
        out.write(f"""# Nova's cpu tier beside its peers

`python3 bench/cpu/run.py PEERS` wrote this page: the programs of `bench/cpu/*.nv` on the yardstick's inputs, held to its
references, beside C++ (strict and fast, gcc and clang, with OpenMP), Thrust, OpenBLAS, FFTW, NumPy and Numba where they are
installed. Machine: {os.cpu_count()} cores, {cpu}; load while it ran: {load:.1f}{before}. Times in ms, the least of the runs, of a form that was
compiled and checked before.
Ratios are a peer's time over Nova's: above 1, Nova is faster. Best is the fastest peer whose answer passed its check,
whatever its flags; with two threads also those that use one. Thrust, NumPy and Numba: their fastest over Nova's fastest.

| bench | n | nova, 1 | rate | best, 1 | ratio | nova, 2 | best, 2 | ratio | Thrust | NumPy | Numba | why a loss |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
""")
        out.write("\n".join(lines))
        out.write(f"\n| geometric mean | | | | | **{means[0]}** | | | **{means[1]}** | {means[2]} | {means[3]} | {means[4]} | |\n")


if __name__ == "__main__":
    main()
