#!/usr/bin/env python3
"""Nova's programs beside what else a user would pick, on the same inputs, as bench/README.md.

    cmake --build build --target bench_yardstick
    python3 bench/cpu/run.py PEERS [--build build] [--size L] [--rounds N] [--measured lines.tsv] [--out bench/README.md] [bench ...]

PEERS is the yardstick's folder: run_cpu.sh measures the peers, libcase.so holds inputs and references. One thread is timed by
its processor time on one core, two threads by the clock. Of every implementation the median counts, over its processes'
medians, if its answer passed its check: the least would be the host's luck, who gives two cores twice a core's memory now and then.
"""
import argparse
import collections
import dataclasses
import math
import os
import platform
import statistics
import subprocess

# Forms that go through memory once and give a number.
READERS = ("bbox", "dot", "norm", "gridred", "sumstats")

# Why a loss is a loss: read beside ratios below 0.9.
WHY = {
    "sumrows": "a row's tree of 16 lanes has four levels, which a free order does not need",
    "sumrows_skew": "the same",
    "wordcount": "letters are found as the program says it, by two ranges for each of a place's two bytes",
    "spmv_csr": "products are checked, stored, and loaded again into the rows' lanes",
    "spmv_ell": "the 16 gathers' bounds are checked",
    "blur": "neighbours are shifted out of whole lines of the cache, weights loaded; division exact",
    "fft": "a transposition and a turn of every element, from memory and back; roots computed anew",
    "filter": "on two threads elements go through a thread's own memory, because their places are known only in turn",
    "scan": "a block's total is taken before the block is gone through again",
    "permute": "targets are checked to be a permutation: each sets a bit; indices of 64 bits",
    "gather": "each index is checked",
    "nbody": "1 / sqrt is divided and rooted exactly, not estimated",
    "blackscholes": "exp and log to 1 ulp, also of numbers below the normal ones, where the peers' have 4; division exact",
    "norm": "multiply and add by fma in tiles of 1,024, a tree over tiles",
    "dot": "the same",
    "sumstats": "six results of one pass: arithmetic, not memory",
    "dot3": "fresh memory for the result, where the peers write to what they have",
    "vadd": "the same",
    "sobel": "one copy of offsets for rows",
    "pyth": "of each x and y what is kept is a row: its place, a copy, and up to 15 numbers that fill no register tested one by one",
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
    """The fastest implementation that is wanted: its time and name."""
    times = collections.defaultdict(list)
    for r in rows:
        if r[7] == "ok" and wanted(r[1]):
            times[r[1]].append(float(r[3]))
    return min(((statistics.median(t), name) for name, t in times.items()), default=(math.nan, "-"))


# The peers on two threads that a contest can run by themselves.
ALONE = {"gcc-omp": "omp", "clang-omp": "comp", "thrust-omp": "thrust-OMP", "thrust-tbb": "thrust-TBB"}


def contest(a, job, rows, nova):
    """Where a peer on two threads is ahead: both in turn, ten times. What a host gives two cores changes within seconds,
    so that only neighbours in time compare; the medians of their times and of the pairs' ratios."""
    (t, _), (p, who) = best(rows.two, any_of), best(rows.peers, any_of)
    if not p < 0.9 * t or who not in ALONE:
        return
    peer = [os.path.join(a.peers, "build", ALONE[who]), job]
    pairs = []
    for _ in range(10):
        mine = nova()
        others = [r for r in measure(peer, {"OMP_NUM_THREADS": "2", "OMP_WAIT_POLICY": "passive", "KMP_BLOCKTIME": "0", "TIMER": "wall"}) if r[1] == who]
        pairs += [(float(mine[0][3]), float(others[0][3]))] if mine and others else []
    if pairs:
        mine, theirs = (statistics.median(column) for column in zip(*pairs))
        rows.turn = (mine, theirs, who, statistics.median(q / m for m, q in pairs))


def rate(row, time):
    """What the row's rate, which is of its least time, is at another time."""
    return float(row[5]) * float(row[4]) / time


def mean(ratios):
    ratios = [r for r in ratios if not math.isnan(r)]
    return math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else math.nan


@dataclasses.dataclass
class Rows:
    """What was measured of a bench: its peers' lines, Nova's on one thread and on two."""

    peers: list = dataclasses.field(default_factory=list)
    one: list = dataclasses.field(default_factory=list)
    two: list = dataclasses.field(default_factory=list)
    turn: tuple = None  # Nova's time, a peer's, its name, and the ratio, where both ran in turn


def any_of(_name):
    return True


def measured(a, bench, size):
    return [r for r in parse(open(a.measured).read()) if r[0] == bench and r[2] == size]


def line(b, size, r, columns):
    """The table's line of a bench; its ratios go to the columns, too."""
    (t1, _), (t2, _) = best(r.one, any_of), best(r.two, any_of)
    (p1, who1), (p2, who2) = best(r.peers, lambda w: not two_threads(w)), best(r.peers, any_of)
    others = [best(r.peers, lambda w, o=o: o in w)[0] / min(t1, t2) for o in ("thrust", "numpy", "numba")]
    ratios = [p1 / t1, p2 / t2, *others]
    if r.turn:
        t2, p2, who2, ratios[1] = r.turn
        who2 += " (in turn)"
    for k, ratio in enumerate(ratios):
        columns[k].append(ratio)
    speed = f"{rate(r.one[0], t1):.2f} {r.one[0][6]}" if r.one else "-"
    cells = ["-" if math.isnan(ratio) else f"{ratio:.2f}" for ratio in ratios]
    why = WHY.get(b, "") if min(ratios[:2]) < 0.9 else ""
    return (f"| {b} | {size} | {t1:.2f} | {speed} | {p1:.2f} {who1} | **{cells[0]}** | {t2:.2f} | {p2:.2f} {who2} | **{cells[1]}** | "
            f"{cells[2]} | {cells[3]} | {cells[4]} | {why} |")


def read_bandwidth(rows):
    """The most that the best peer of a form that only reads read on one thread, in GB/s: such forms' floor."""
    readers = [b.peers for b in rows if b.peers and b.peers[0][0] in READERS]
    return max((rate(p[0], best(p, lambda w: not two_threads(w))[0]) for p in readers), default=math.nan)


def shares(benches, rows, bandwidth):
    """How much of that bandwidth forms that stream reach on one thread, and their best peers."""
    told = []
    for b, r in zip(benches, rows):
        if b not in (*READERS, "vadd", "filter", "scan") or not r.one:
            continue
        mine = rate(r.one[0], best(r.one, any_of)[0])
        theirs = mine * best(r.one, any_of)[0] / best(r.peers, lambda w: not two_threads(w))[0]
        told.append(f"{b} {mine / bandwidth:.2f} ({theirs / bandwidth:.2f})")
    return ", ".join(told)


def measure_all(a, here, benches, n):
    """What was measured of each bench, in all rounds: between two rounds minutes pass, so that a neighbour's hour shows."""
    program = os.path.join(os.path.abspath(a.build), "bench/cpu/bench_yardstick")
    rows = [Rows() for _ in benches]
    for _ in range(a.rounds):
        for b, r in zip(benches, rows):
            peers = measured(a, b, n[b]) if a.measured else measure(["./run_cpu.sh", a.size, b], {}, a.peers)
            env = {"LIBCASE": os.path.join(os.path.abspath(a.peers), "build/libcase.so")}
            r.peers += peers
            r.one += measure(["taskset", "-c", "1", program, here, f"{b}={n[b]}"], {**env, "TIMER": "cpu", "THREADS": "1"})
            r.two += measure([program, here, f"{b}={n[b]}"], {**env, "THREADS": "2"})
            print(b, f"{best(r.one, any_of)[0]:.2f}", f"{best(r.two, any_of)[0]:.2f}", flush=True)
    for b, r in zip(benches, rows):
        contest(a, f"{b}={n[b]}", r, lambda: measure([program, here, f"{b}={n[b]}"], {**env, "THREADS": "2"}))
    return rows


def main():
    p = argparse.ArgumentParser()
    p.add_argument("peers")
    p.add_argument("--build", default="build")
    p.add_argument("--size", default="L", choices="SLX")
    p.add_argument("--out", default="bench/README.md")
    p.add_argument("--rounds", type=int, default=1, help="how often to go through all benches; of each program the median counts")
    p.add_argument("--measured", help="the lines that run_cpu.sh printed before, instead of running it")
    p.add_argument("benches", nargs="*")
    a = p.parse_intermixed_args()
    here = os.path.dirname(os.path.abspath(__file__))
    n = sizes(a.peers, "SLX".index(a.size) + 1)
    benches = a.benches or [b for b in n if os.path.exists(os.path.join(here, b + ".nv"))]
    rows = measure_all(a, here, benches, n)
    lines, columns = [], collections.defaultdict(list)
    for b, r in zip(benches, rows):
        lines.append(line(b, n[b], r, columns))
    means = " | ".join(f"{mean(columns[k]):.2f}" for k in range(5))
    bandwidth = read_bandwidth(rows)
    write(a, lines, means.split(" | "), bandwidth, shares(benches, rows, bandwidth))


def write(a, lines, means, bandwidth, streams):
    load = os.getloadavg()[0]
    cpu = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), platform.machine())
    before = " (the peers were measured before, by themselves)" if a.measured else ""
    with open(a.out, "w") as out:
        out.write(f"""# Nova's cpu tier beside its peers

`bench/gpu.sh bench` measures the programs of this folder on a GPU (`bench/results/bench/table.md` and `results.json`),
`bench/gpu.sh check` tests one (`bench/results/check`); `bench/results/gpu.md` tells of both. Searches, lines, sieves and rays are in `bench/results/peers_rich.md`.
Programs that nobody tuned are measured by `bench/unseen/run.sh`; their table is `bench/results/unseen.md`.
Random numbers by keys: `bench/random/quality.py` and `throughput.py`; `bench/results/random.md`.

`python3 bench/cpu/run.py PEERS` wrote this page: the programs of `bench/cpu/*.nv` on the yardstick's inputs, held to its
references, beside C++ (strict and fast, gcc and clang, with OpenMP), Thrust, OpenBLAS, FFTW, NumPy and Numba where they are
installed. Machine: {os.cpu_count()} cores, {cpu}; load while it ran: {load:.1f}{before}. Times in ms, the median over {a.rounds}
processes' medians, of a form that was compiled and checked before. The most that a peer read on one thread: {bandwidth:.1f} GB/s.
Ratios are a peer's time over Nova's: above 1, Nova is faster. Best is the fastest peer whose answer passed its check,
whatever its flags; with two threads also those that use one; where one is ahead there, both ran
in turn ten times. Thrust, NumPy and Numba: their fastest over Nova's fastest.

| bench | n | nova, 1 | rate | best, 1 | ratio | nova, 2 | best, 2 | ratio | Thrust | NumPy | Numba | why a loss |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
""")
        out.write("\n".join(lines))
        out.write(f"\n| geometric mean | | | | | **{means[0]}** | | | **{means[1]}** | {means[2]} | {means[3]} | {means[4]} | |\n")
        out.write(f"\nOf the most that a peer read, on one thread (and the best peer of the form): {streams}.\n")


if __name__ == "__main__":
    main()
