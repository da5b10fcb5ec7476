#!/usr/bin/env python3
"""The interpreter beside CPython, Nova's start-up and memory, as a table.

    python3 bench/interp/run.py [--nova build/nova] [--runs 11]

Times are medians of interleaved runs, net of start-up, in ms of processor time (user and system), which other
processes on the machine disturb little; the prompt's is the least wall time. Nova runs on one thread here.
"""
import argparse
import os
import pty
import signal
import statistics
import subprocess
import sys
import tempfile
import time

CASES = {
    "fib 27": (
        "(define (fib n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))\n(fib 27)",
        "def fib(n):\n    return n if n < 2 else fib(n - 1) + fib(n - 2)\nfib(27)",
    ),
    "while loop, 1e6 steps": (
        "(define (run n) (let ((i 0) (s 0)) (while (< i n) (set! s (+ s i)) (set! i (+ i 1))) s))\n(run 1000000)",
        "def run(n):\n    i = s = 0\n    while i < n:\n        s = s + i\n        i = i + 1\n    return s\nrun(1000000)",
    ),
    "tail calls, 1e6 steps (a while loop in CPython)": (
        "(define (run i s) (if (= i 0) s (run (- i 1) (+ s i))))\n(run 1000000 0)",
        "def run(i, s):\n    while i != 0:\n        i, s = i - 1, s + i\n    return s\nrun(1000000, 0)",
    ),
    "reduce (lambda (a b) (+ b a)) over 1e6, operator tried": (
        "(define xs (range 1000000))\n(reduce (lambda (a b) (+ b a)) 0 xs)",
        "from functools import reduce\nxs = list(range(1000000))\nreduce(lambda a, b: b + a, xs, 0)",
    ),
    "map x*x+1 over 1e6": (
        "(define xs (range 1000000))\n(define ys (map (lambda (x) (+ (* x x) 1)) xs))\n(length ys)",
        "xs = list(range(1000000))\nys = [x * x + 1 for x in xs]\nlen(ys)",
    ),
}
EMPTY_NOVA, EMPTY_PYTHON = "0", "0"


def usage(command):
    """What a run of the command used."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{command} failed")
    return used


def medians(commands, runs):
    """Median processor time (ms) of each command, the runs interleaved."""
    times = {name: [] for name in commands}
    for _ in range(runs):
        for name, command in commands.items():
            used = usage(command)
            times[name].append((used.ru_utime + used.ru_stime) * 1e3)
    return {name: statistics.median(t) for name, t in times.items()}


def prompt_start(nova, runs):
    """Least wall time (ms) from the start to the first prompt on a terminal."""
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        child, terminal = pty.fork()
        if child == 0:
            os.execv(nova, [nova])
        seen = b""
        while b"> " not in seen:
            seen += os.read(terminal, 4096)
        times.append((time.perf_counter() - start) * 1e3)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(terminal)
    return min(times)


def vector_memory(nova):
    """Peak resident MB of a run that holds a vector of 1e8 elements, by type; and of one that holds none."""
    def peak(source):  # a child of ours would begin with our own peak; one of `time` does not
        done = subprocess.run(["/usr/bin/time", "-f", "%M", nova, "-e", source], capture_output=True, check=True)
        return int(done.stderr) * 1024 / 1e6
    makers = {"int (800)": "(range 100000000)", "int8 (100)": "(replicate 100000000 7i8)",
              "float (400)": "(replicate 100000000 7f)", "double (800)": "(replicate 100000000 7.0)"}
    return {t: peak(f"(length {maker})") for t, maker in makers.items()}, peak("(length (range 0))")


def check_speed(nova, runs, folder):
    """1 MB of source and 2 MB, checked: seconds and the ratio (2 is linear)."""
    def source(copies):
        return "\n".join(
            f"(define (f{i} xs k) (let (ys (map (lambda (x) (+ (* x x) k)) xs)) (n (length ys)) in\n"
            f"  (if (< n 3) then (reduce + 0 ys) else (match (n, k) ((0, _) 1) ((a, b) (+ a (* b {i})))))))"
            for i in range(copies))
    one = source(1_000_000 // len(source(1000)) * 1000)
    paths = {}
    for name, text in (("1 MB", one), ("2 MB", one + "\n" + one.replace("(f", "(g").replace("define (f", "define (g"))):
        paths[name] = os.path.join(folder, name.replace(" ", "") + ".nv")
        open(paths[name], "w").write(text)
    return medians({name: [nova, "check", p] for name, p in paths.items()}, max(3, runs // 3)), os.path.getsize(paths["1 MB"])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--nova", default="build/nova")
    parser.add_argument("--runs", type=int, default=11)
    args = parser.parse_args()
    nova, python = os.path.abspath(args.nova), sys.executable
    with tempfile.TemporaryDirectory() as folder:
        def file(name, text):
            path = os.path.join(folder, name)
            open(path, "w").write(text)
            return path
        commands = {"nova start": [nova, "-e", "(+ 1 2)"],
                    "nova empty": [nova, "run", file("e.nv", EMPTY_NOVA)],
                    "python empty": [python, "-I", file("e.py", EMPTY_PYTHON)]}
        for i, (name, (nv, py)) in enumerate(CASES.items()):
            commands["nova " + name] = [nova, "run", file(f"{i}.nv", nv)]
            commands["python " + name] = [python, "-I", file(f"{i}.py", py)]
        m = medians(commands, args.runs)
        checked, size = check_speed(nova, args.runs, folder)
    start = prompt_start(nova, args.runs)
    memory = vector_memory(nova)
    print("| what | nova, ms | CPython %d.%d, ms | ratio | bound |" % sys.version_info[:2])
    print("| --- | --- | --- | --- | --- |")
    print(f"| `nova -e '(+ 1 2)'`, whole process | {m['nova start']:.1f} | | | 20 ms |")
    print(f"| `nova`, to the first prompt on a terminal | {start:.1f} | | | 30 ms |")
    for name in CASES:
        a, b = m["nova " + name] - m["nova empty"], m["python " + name] - m["python empty"]
        print(f"| {name} | {a:.1f} | {b:.1f} | {a / b:.2f} | 2 |")
    print(f"| `nova check` of {size} bytes | {checked['1 MB']:.0f} | | | 500 ms |")
    print(f"| `nova check` of twice that | {checked['2 MB']:.0f} | | {checked['2 MB'] / checked['1 MB']:.2f} of the line above | linear: 2 |")
    peaks, none = memory
    for t, peak in peaks.items():
        print(f"| peak MB with 1e8 `{t.split()[0]}` {t.split()[1]}; without {none:.1f} | {peak:.1f} | | | 1 % over the elements |")


if __name__ == "__main__":
    main()
