#!/usr/bin/env python3
"""Programs that nobody tuned, called from Python with NumPy arrays.

unseen.py SUITE [--nova NOVA] [--runs N] [--cpu] [NAME..]    SUITE has nv/NAME.nv, py/NAME.py (Numba or JAX) and full/data (its gen.py makes them).
Prints a table of times in ms: the first call, and the best of the last five of N, of each program in Nova alone, as a function called from Python,
and of its peer. Results are compared. All have the machine's threads and their defaults; compilers' caches are empty at first. With --cpu there is
one thread, and the times are those of the processor, which other work on the machine disturbs less.
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

import numpy as np

READ = re.compile(r'\(read-npy "([^"]+)" : ([^)]*)\)')


def is_result(line, timed):
    """Whether a line defines the value of the timed expression."""
    return re.fullmatch(rf"\(define \S+ {re.escape(timed)}\)", line)


def parts(program):
    """The program's definitions without its files, the files' names and types by definition, and the timed expression."""
    text = program.read_text()
    timed, files, kept = re.search(r"Time: (.*)", text)[1], {}, []
    for line in text.splitlines():
        alone = re.fullmatch(r"\(define (\S+) " + READ.pattern + r"\)", line)
        if alone and re.search(rf"(?<![\w-]){alone[1]}(?![\w-])", timed):
            files[alone[1]] = (alone[2], alone[3])
        elif not line.startswith("(write-npy") and not is_result(line, timed):
            kept.append(line)
    return "\n".join(kept), files, timed


def best(times):
    return times[0] * 1e3, min(times[-5:]) * 1e3


def measured(call, runs, clock):
    """The times of so many calls, and the last one's result."""
    times = []
    for _ in range(runs):
        begin = clock()
        result = call()
        times.append(clock() - begin)
    return times, result


def called(program, data, runs, out, clock):
    """The program as a function of arrays, in a process of its own."""
    import nova
    s = nova.Session(threads=1 if clock is time.process_time else None)
    text, files, timed = parts(program)
    small = []

    def defined(found):
        small.append(np.load(data / found[1]))
        s.define(f"read-{len(small)}", small[-1])
        return f"read-{len(small)}"
    s.eval(READ.sub(defined, text))
    arrays = [np.load(data / name) for name, _ in files.values()]
    f = s(f"(lambda {' '.join(f'({name} : {kind})' for name, (_, kind) in files.items()) or '(u : unit)'} {timed})")
    times, result = measured(lambda: np.asarray(f(*arrays)), runs, clock)
    np.save(out, result if result.dtype != object else np.array(result.tolist()))
    print(*times)


def peer(program, data, runs, out, clock):
    """The same in Numba or JAX, in a process of its own: its file calls `bench`."""
    import types

    def bench(f, name):
        times, result = measured(f, runs, clock)
        np.save(out, np.asarray(result))
        print(*times)
    common = types.ModuleType("common")
    common.__dict__.update(np=np, os=os, time=time, bench=bench, load=lambda name: np.load(data / f"data/{name}.npy"))
    sys.modules["common"] = common
    exec(compile(program.read_text(), program, "exec"), {"__name__": "__main__"})


def run_by_nova(nova, program, data, runs, environment, cpu):
    """The same form again and again at the top level. On a pipe each form is answered when it is complete."""
    text = [line for line in program.read_text().splitlines() if not line.startswith("(write-npy")]
    timed = re.search(r"Time: (.*)", "\n".join(text))[1]
    one = ["--threads", "1"] if cpu else []
    with subprocess.Popen([nova, "--allow-read", ".", *one], cwd=data, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as p:
        def ask(form):
            p.stdin.write(form + "\n(println \"done\")\n")
            p.stdin.flush()
            while (line := p.stdout.readline()) != "done\n":
                if not line:
                    sys.exit(f"{program}: Nova has ended")

        def clock():
            if not cpu:
                return time.perf_counter()
            tasks = pathlib.Path(f"/proc/{p.pid}/task").glob("*/schedstat")
            return sum(int(t.read_text().split()[0]) for t in tasks) / 1e9
        ask("\n".join(line for line in text if not is_result(line, timed)))
        numbers = iter(range(runs))
        times, _ = measured(lambda: ask(f"(define run-{next(numbers)} {timed})"), runs, clock)
        p.stdin.close()
    return best(times)


def alone(kind, program, data, runs, environment, cpu):
    """Times and result of `called` or `peer` in a process of its own."""
    with tempfile.NamedTemporaryFile(suffix=".npy") as out:
        told = subprocess.run([sys.executable, __file__, "--alone", kind, program, data, str(runs), out.name, str(int(cpu))], env=environment,
                              stdout=subprocess.PIPE, text=True, check=True).stdout
        return best([float(t) for t in told.split()]), np.load(out.name)


def difference(a, b):
    a, b = a.astype(float).ravel(), b.astype(float).ravel()
    return np.max(np.abs(a - b)) / max(np.max(np.abs(b)), 1e-300) if a.shape == b.shape else np.inf


def main():
    if sys.argv[1:2] == ["--alone"]:
        kind, program, data, runs, out, cpu = sys.argv[2:]
        clock = time.process_time if int(cpu) else time.perf_counter
        return {"called": called, "peer": peer}[kind](pathlib.Path(program), pathlib.Path(data), int(runs), out, clock)
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("suite", type=pathlib.Path)
    parser.add_argument("--nova", default="nova")
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--cpu", action="store_true")
    parser.add_argument("names", nargs="*")
    given = parser.parse_intermixed_args()
    suite = given.suite.resolve()
    names = given.names or sorted(p.stem for p in (suite / "nv").glob("*.nv"))
    one = {"NUMBA_NUM_THREADS": "1", "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"} if given.cpu else {}
    print("| program | Nova alone, first | later | from Python, first | later | peer | first | later | off by |\n|" + " --- |" * 9)
    for name in names:
        program, other = suite / f"nv/{name}.nv", suite / f"py/{name}.py"
        with tempfile.TemporaryDirectory() as cache, tempfile.TemporaryDirectory() as second:
            direct = run_by_nova(os.path.abspath(given.nova), program, suite / "full", given.runs, {**os.environ, "XDG_CACHE_HOME": cache}, given.cpu)
            python, result = alone("called", program, suite / "full", given.runs, {**os.environ, "XDG_CACHE_HOME": second}, given.cpu)
        rival, expected = alone("peer", other, suite / "full", given.runs, {**os.environ, **one}, given.cpu)
        which = "JAX" if "import jax" in other.read_text() else "Numba"
        print(f"| {name} | {direct[0]:.0f} | {direct[1]:.1f} | {python[0]:.0f} | {python[1]:.1f} | {which} | {rival[0]:.0f} | {rival[1]:.1f} "
              f"| {difference(result, expected):.0e} |", flush=True)


if __name__ == "__main__":
    main()
