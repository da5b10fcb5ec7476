#!/usr/bin/env python3
"""Shared loops: two threads of one process, two ranks of a thread each, and mpi4py programs with NumPy.

run.py NOVA [PYTHON]    PYTHON has NumPy and mpi4py (from PyPI), which uses the Open MPI that is here. Prints a table: the shortest of five runs
                        in a process, in ms; of three processes the median. The processes take turns.
"""
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
nova, python = os.path.abspath(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else ""
os.environ.update(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")
WAYS = {"1 thread": [nova, "run", "--threads", "1"], "2 threads": [nova, "run", "--threads", "2"]}
WAYS |= {f"2 ranks, {name}": [launcher, "-n", "2", nova, "run"] for launcher, name in (("mpirun.openmpi", "Open MPI"), ("mpirun.mpich", "MPICH")) if shutil.which(launcher)}
PROCESSES = 3
PROGRAMS = "nbody", "mandelbrot", "matmul"


def measure(words):
    done = subprocess.run(words, capture_output=True, text=True, timeout=300)
    told = re.search(r"^([\d.e+-]+) +(\S+)$", done.stdout, re.M)
    if not told:
        sys.exit(f"{words}: {done.stdout}{done.stderr}")
    return float(told[1]), told[2]


def main():
    for program in PROGRAMS:
        ways = {way: [*words, "--check", "off", str(HERE / f"{program}.nv")] for way, words in WAYS.items()}
        if python and shutil.which("mpirun.openmpi"):
            ways["2 ranks, mpi4py"] = ["mpirun.openmpi", "-n", "2", python, str(HERE / "peers.py"), program]
        times = {way: [] for way in ways}
        values = {}
        for words in ways.values():  # what is compiled is in the cache afterwards
            measure(words)
        for _ in range(PROCESSES):
            for way, words in ways.items():
                ms, values[way] = measure(words)
                times[way].append(ms)
        ours = {values[way] for way in WAYS}
        if len(ours) > 1:
            sys.exit(f"{program}: other bits: {values}")
        print(f"| {program} | " + " | ".join(f"{way} {statistics.median(t):.0f}" for way, t in times.items()) + " |", flush=True)


main()
