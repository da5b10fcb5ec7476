#!/usr/bin/env python3
"""Programs that nobody tuned, called from Python with NumPy arrays.

unseen.py SUITE [--nova NOVA] [--runs N] [NAME..]    SUITE has nv/NAME.nv, py/NAME.py (Numba or JAX) and full/data (its gen.py makes them). Prints a
table of times in ms: the first call, and the best of the last five of N, of each program under `nova run`, as a function called from Python, and
of its peer. Results are compared. All have the machine's threads and their defaults; compilers' caches are empty at first.
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


def parts(program):
    """The program's definitions without its files, the files' names and types by definition, and the timed expression."""
    text = program.read_text()
    timed, files, kept = re.search(r"Time: (.*)", text)[1], {}, []
    for line in text.splitlines():
        alone = re.fullmatch(r"\(define (\S+) " + READ.pattern + r"\)", line)
        if alone and re.search(rf"(?<![\w-]){alone[1]}(?![\w-])", timed):
            files[alone[1]] = (alone[2], alone[3])
        elif not line.startswith("(write-npy") and not re.fullmatch(rf"\(define \S+ {re.escape(timed)}\)", line):
            kept.append(line)
    return "\n".join(kept), files, timed


def best(times):
    return times[0] * 1e3, min(times[-5:]) * 1e3


def called(program, data, runs, out):
    """The program as a function of arrays, in a process of its own."""
    import nova
    s = nova.Session()
    text, files, timed = parts(program)
    small = []

    def defined(found):
        small.append(np.load(data / found[1]))
        s.define(f"read-{len(small)}", small[-1])
        return f"read-{len(small)}"
    s.eval(READ.sub(defined, text))
    arrays = [np.load(data / name) for name, _ in files.values()]
    f = s(f"(lambda {' '.join(f'({name} : {kind})' for name, (_, kind) in files.items())} {timed})")
    times = []
    for _ in range(runs):
        begin = time.perf_counter()
        result = np.asarray(f(*arrays))
        times.append(time.perf_counter() - begin)
    np.save(out, result if result.dtype != object else np.array(result.tolist()))
    print(*times)


def peer(program, data, runs, out):
    """The same in Numba or JAX, in a process of its own: its file calls `bench`."""
    import types

    def bench(f, name):
        times = []
        for _ in range(runs):
            begin = time.perf_counter()
            result = f()
            times.append(time.perf_counter() - begin)
        np.save(out, np.asarray(result))
        print(*times)
    common = types.ModuleType("common")
    common.__dict__.update(np=np, os=os, time=time, bench=bench, load=lambda name: np.load(data / f"data/{name}.npy"))
    sys.modules["common"] = common
    exec(compile(program.read_text(), program, "exec"), {"__name__": "__main__"})


def run_by_nova(nova, program, data, runs, environment):
    """The same form again and again at the top level, between two readings of the clock."""
    text = [line for line in program.read_text().splitlines() if not line.startswith("(write-npy")]
    timed = re.search(r"Time: (.*)", "\n".join(text))[1]
    for k in range(runs):
        text += [f"(define begin-{k} (clock))", f"(define run-{k} {timed})", f'(println* "seconds " (- (clock) begin-{k}))']
    with tempfile.NamedTemporaryFile("w", suffix=".nv", dir=data) as file:
        file.write("\n".join(text) + "\n")
        file.flush()
        told = subprocess.run([nova, "run", file.name], cwd=data, env=environment, capture_output=True, text=True, check=True).stdout
    return best([float(t) for t in re.findall(r"seconds (\S+)", told)])


def alone(kind, program, data, runs, environment):
    """Times and result of `called` or `peer` in a process of its own."""
    with tempfile.NamedTemporaryFile(suffix=".npy") as out:
        told = subprocess.run([sys.executable, __file__, "--alone", kind, program, data, str(runs), out.name], env=environment,
                              stdout=subprocess.PIPE, text=True, check=True).stdout
        return best([float(t) for t in told.split()]), np.load(out.name)


def difference(a, b):
    a, b = a.astype(float).ravel(), b.astype(float).ravel()
    return np.max(np.abs(a - b)) / max(np.max(np.abs(b)), 1e-300) if a.shape == b.shape else np.inf


def main():
    if sys.argv[1:2] == ["--alone"]:
        kind, program, data, runs, out = sys.argv[2:]
        return {"called": called, "peer": peer}[kind](pathlib.Path(program), pathlib.Path(data), int(runs), out)
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("suite", type=pathlib.Path)
    parser.add_argument("--nova", default="nova")
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("names", nargs="*")
    given = parser.parse_intermixed_args()
    suite = given.suite.resolve()
    names = given.names or sorted(p.stem for p in (suite / "nv").glob("*.nv"))
    print("| program | nova run, first | later | from Python, first | later | peer | first | later | off by |\n|" + " --- |" * 9)
    for name in names:
        program, other = suite / f"nv/{name}.nv", suite / f"py/{name}.py"
        with tempfile.TemporaryDirectory() as cache, tempfile.TemporaryDirectory() as second:
            direct = run_by_nova(os.path.abspath(given.nova), program, suite / "full", given.runs, {**os.environ, "XDG_CACHE_HOME": cache})
            python, result = alone("called", program, suite / "full", given.runs, {**os.environ, "XDG_CACHE_HOME": second})
        rival, expected = alone("peer", other, suite / "full", given.runs, dict(os.environ))
        which = "JAX" if "import jax" in other.read_text() else "Numba"
        print(f"| {name} | {direct[0]:.0f} | {direct[1]:.1f} | {python[0]:.0f} | {python[1]:.1f} | {which} | {rival[0]:.0f} | {rival[1]:.1f} "
              f"| {difference(result, expected):.0e} |", flush=True)


if __name__ == "__main__":
    main()
