#!/usr/bin/env python3
"""Predicts, by SimGrid's SMPI, how programs scale to many ranks. No time in it was measured on a cluster.

predict.py NOVA TRACER SMPIRUN [--ranks 1,4,16,64,256,1024] [--programs NAME,..] [--each N]

TRACER is bench_trace, which runs a program as single ranks of a job of any size and writes what they compute and send
(`cmake --build build --target bench_trace`); SMPIRUN is smpirun of Debian's libsimgrid-dev, which replays that on platform.xml. The work of
each rank stays the same. Before, where mpirun is here, the messages and bytes of a trace of 2 ranks are held to those of a
real run. Prints a table.
"""
import argparse
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from run import HERE, text_of

# How the work of a rank stays the same: the sizes for so many ranks, where one has `each` elements.
PROGRAMS = {
    "map": lambda ranks, each: {"n": ranks * each},
    "reduce": lambda ranks, each: {"n": ranks * each},
    "heat": lambda ranks, each: {"n": ranks * each, "rounds": 20},
    "cg": lambda ranks, each: {"side": round((ranks * each) ** 0.5), "rounds": 20},
    "nbody": lambda ranks, each: {"n": round(ranks**0.5 * each**0.5 * 10)},  # pairs of bodies
}


def trace(a, program, ranks, folder):
    file = folder / f"{program}.nv"
    file.write_text(text_of(program, PROGRAMS[program](ranks, a.each), 0))
    subprocess.run([a.tracer, str(file), str(ranks), str(folder)], check=True, timeout=1200)
    return folder / "traces"


def predicted_seconds(a, traces, ranks, folder):
    hosts = folder / "hosts"
    hosts.write_text("".join(f"host-{k}\n" for k in range(ranks)))
    words = [a.smpirun, "-np", str(ranks), "-platform", str(HERE / "platform.xml"), "-hostfile", str(hosts), "--cfg=smpi/coll-selector:mpich", "-replay", str(traces)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=1800)
    told = re.search(r"Simulation time ([\d.e+-]+)", done.stdout + done.stderr)
    if not told:
        sys.exit(f"{words}: {done.stdout[-2000:]}{done.stderr[-2000:]}")
    return float(told[1])


def sent_in(traces):
    """Messages and bytes of a trace of two ranks, but for the words of meetings."""
    messages = moved = 0
    for path in traces.read_text().split():
        for line in pathlib.Path(path).read_text().splitlines():
            words = line.split()
            if words[1] == "isend":
                messages, moved = messages + 1, moved + int(words[4])
            elif words[1] == "allgather" and int(words[2]) != 256:
                messages, moved = messages + 1, moved + int(words[2])
    return messages, moved


def sent_by(a, program, runs, folder):
    """Messages and bytes of a real job of two ranks that runs `work` so often."""
    file = folder / f"{program}-real.nv"
    file.write_text(text_of(program, PROGRAMS[program](2, a.each), 0) + "".join(f"(work 0.0{k + 1})\n" for k in range(runs)))
    done = subprocess.run(["mpirun.openmpi", "-n", "2", a.nova, "run", "--threads", "1", "--tier", "cpu", "--check", "off", "--stats", str(file)],
                          capture_output=True, text=True, timeout=600)
    told = re.search(r"messages with parts (\d+), bytes of them (\d+)", done.stderr)
    if not told:
        sys.exit(f"{file}: {done.stdout}{done.stderr}")
    return int(told[1]), int(told[2])


def hold_to_real(a, program, folder):
    """Two runs of `work` less one: what the trace has."""
    real = [sent_by(a, program, runs, folder) for runs in (1, 2)]
    expected = real[1][0] - real[0][0], real[1][1] - real[0][1]
    found = sent_in(trace(a, program, 2, folder))
    # A spread of a column whose parts differ in size has one number of bytes in a trace, the mean.
    if found[0] != expected[0] or abs(found[1] - expected[1]) > found[0]:
        sys.exit(f"{program}: a trace of 2 ranks has {found} messages and bytes, a real job {expected}")
    print(f"{program}: {found[0]} messages and {found[1]} bytes of 2 ranks, as in a real job", flush=True)


def wanted():
    words = argparse.ArgumentParser()
    for word in "nova", "tracer", "smpirun":
        words.add_argument(word)
    words.add_argument("--ranks", default="1,4,16,64,256,1024")
    words.add_argument("--programs", default=",".join(PROGRAMS))
    words.add_argument("--each", type=int, default=1_000_000)
    return words.parse_args()


def main():
    a = wanted()
    sizes = [int(n) for n in a.ranks.split(",")]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for program in a.programs.split(","):
            if shutil.which("mpirun.openmpi"):
                hold_to_real(a, program, folder)
            times = [predicted_seconds(a, trace(a, program, ranks, folder), ranks, folder) for ranks in sizes]
            print(f"| {program} | " + " | ".join(f"{1000 * t:.4g} ms, {times[0] / t:.2f}" for t in times) + " |", flush=True)


main()
