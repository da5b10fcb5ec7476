#!/usr/bin/env python3
"""Shared loops: two threads of one process, two ranks of a thread each, and mpi4py programs with NumPy.

run.py NOVA [PYTHON] [--size full|small] [--programs NAME,..] [--processes N] [--all]

PYTHON has NumPy and mpi4py (from PyPI), which uses the Open MPI that is here. Checks that Nova's results have the same bits, and agree with
the peer's. Prints a table: of some runs in a process the shortest, in ms; of so many processes the median; what a run
sends. The processes take turns. --all: also one thread, and MPICH.
"""
import argparse
import math
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
os.environ.update(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")
# The runs in a process, and the definitions that the small size changes.
PROGRAMS = {
    "heat": (3, {"n": 100_000, "rounds": 20}),
    "kmeans": (3, {"n": 50_000, "rounds": 5}),
    "cg": (3, {"side": 100, "rounds": 20}),
    "sort": (1, {"n": 1_000_000}),
    "nbody": (3, {"n": 2000}),
    "mandelbrot": (3, {"n": 200}),
    "matmul": (3, {"n": 300}),
}
FIVE = "heat,kmeans,cg,sort,nbody"
STATS = re.compile(r"^ranks 2: meetings (\d+), bytes from rank 0 to each other one (\d+); columns filled together (\d+), "
                   r"bytes of them \d+; messages with parts (\d+), bytes of them (\d+)", re.M)


def wanted():
    words = argparse.ArgumentParser()
    words.add_argument("nova", type=os.path.abspath)
    words.add_argument("python", nargs="?", default="")
    words.add_argument("--size", choices=["full", "small"], default="full")
    words.add_argument("--programs", default=FIVE)
    words.add_argument("--processes", type=int, default=3)
    words.add_argument("--all", action="store_true")
    return words.parse_args()


def ways(nova, everything):
    """How Nova runs a program."""
    all_ways = {"1 thread": [nova, "run", "--threads", "1"]} if everything else {}
    all_ways["2 threads"] = [nova, "run", "--threads", "2"]
    for launcher, name in (("mpirun.openmpi", "Open MPI"), ("mpirun.mpich", "MPICH")):
        if shutil.which(launcher) and (name == "Open MPI" or everything):
            all_ways[f"2 ranks, {name}"] = [launcher, "-n", "2", nova, "run", "--threads", "1"]
    return all_ways


def text_of(program, sizes, runs):
    """The program with other sizes, which runs `work` so often and prints the shortest time and the last result; 0: definitions alone."""
    text = (HERE / f"{program}.nv").read_text()
    for name, number in sizes.items():
        text, found = re.subn(rf"(\(define \({name} : int\)) \d+\)", rf"\1 {number})", text)
        if found != 1:
            sys.exit(f"{program}.nv: there is no size {name}")
    if runs == 0:
        return text
    text += "".join(f"(define t{k} (clock)) (define r{k} (work {0.01 * (runs - k)}))\n" for k in range(runs))
    text += f"(define t{runs} (clock))\n"
    times = " ".join(f"(- t{k + 1} t{k})" for k in range(runs))
    return text + f'(println* (show (* 1000.0 (minimum [{times}]))) " " (show r{runs - 1}))\n'


def told_by(words):
    done = subprocess.run(words, capture_output=True, text=True, timeout=600)
    if done.returncode:
        sys.exit(f"{words}: {done.stdout}{done.stderr}")
    return done.stdout, done.stderr


def measure(words):
    """Milliseconds, the result, and whatever follows."""
    out, _ = told_by(words)
    ms, value, *more = out.split()
    return float(ms), value, more


def sent_by(words):
    """What the ranks of Nova send in one run of the program, as text."""
    _, said = told_by(words)
    meetings, first, columns, messages, moved = map(int, STATS.search(said).groups())
    return f"{messages} messages, {(moved + first) / 1e6:.3f} MB, {meetings} meetings, {columns} columns shared"


def compare(program, a, folder):
    runs, small = PROGRAMS[program]
    sizes = small if a.size == "small" else {}
    files = {count: folder / f"{program}-{count}.nv" for count in (1, runs)}
    for count, file in files.items():
        file.write_text(text_of(program, sizes, count))
    nova_ways = ways(a.nova, a.all)
    all_ways = {way: [*words, "--check", "off", str(files[runs])] for way, words in nova_ways.items()}
    if a.python and shutil.which("mpirun.openmpi"):
        all_ways["2 ranks, mpi4py"] = ["mpirun.openmpi", "-n", "2", a.python, str(HERE / "peers.py"), program, str(runs)]
        all_ways["2 ranks, mpi4py"] += [f"{name}={number}" for name, number in sizes.items()]
    for words in nova_ways.values():  # what is compiled is in the cache afterwards
        measure([*words, "--check", "off", str(files[runs])])
    times, values, more = {way: [] for way in all_ways}, {}, []
    for _ in range(a.processes):
        for way, words in all_ways.items():
            ms, values[way], more = measure(words)
            times[way].append(ms)
    ours = {values[way] for way in nova_ways}
    if len(ours) > 1:
        sys.exit(f"{program}: other bits: {values}")
    if not all(math.isclose(float(v), float(min(ours)), rel_tol=1e-9) for v in values.values()):
        sys.exit(f"{program}: the results differ: {values}")
    print(f"| {program} | " + " | ".join(f"{way} {statistics.median(t):.4g}" for way, t in times.items()) + " |")
    ranks = [words for way, words in nova_ways.items() if "Open MPI" in way]
    if ranks:
        print(f"  a run of {program} on 2 ranks: {sent_by([*ranks[0], '--check', 'off', '--stats', str(files[1])])}", flush=True)
    if more:
        print(f"  mpi4py: {more[0]} messages, {int(more[1]) / 1e6:.3f} MB; results {' and '.join(sorted(set(values.values())))}", flush=True)


def main():
    a = wanted()
    with tempfile.TemporaryDirectory() as folder:
        for program in a.programs.split(","):
            compare(program, a, pathlib.Path(folder))


if __name__ == "__main__":
    main()
