"""Measures the programs of prepared suites beside their peers, and prints a table (see README.md); run.sh calls this.

    measure.py --nova NOVA --size full|small --results FOLDER --suites FOLDER.. --names [NAME..]

It leaves table_SIZE.md, results_SIZE.json and log_SIZE.txt in the folder of results.
"""
import argparse
import dataclasses
import json
import math
import os
import pathlib
import platform
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

LIMIT = 120  # seconds that a process may take
RUNS = 9  # of the form in a process
KEPT = 5  # the last ones, when compiling and checking are over


@dataclasses.dataclass
class Done:
    """A process that has ended."""
    seconds: float
    text: str
    megabytes: float
    fine: bool


@dataclasses.dataclass
class Program:
    """A program of a suite, in a folder that has its data."""
    suite: pathlib.Path
    size: str
    name: str

    @property
    def folder(self):
        """Where all its processes run."""
        return self.suite / self.size

    @property
    def source(self):
        """The program in Nova."""
        return (self.suite / "nv" / f"{self.name}.nv").read_text()

    @property
    def python(self):
        """The path of the peer in Python."""
        return str(self.suite / "py" / f"{self.name}.py")


class Runner:
    """Runs processes one after the other and keeps a log of what they print."""

    def __init__(self, nova, log):
        self.nova, self.log = nova, log

    def run(self, command, folder, **environment):
        """A process with additions to the environment; after the limit it is stopped, with all that it has started."""
        with tempfile.TemporaryFile("w+", errors="replace") as output:
            start = time.perf_counter()
            process = subprocess.Popen(command, cwd=folder, env={**os.environ, **environment}, stdin=subprocess.DEVNULL,
                                       stdout=output, stderr=subprocess.STDOUT, start_new_session=True)
            timer = threading.Timer(LIMIT, os.killpg, (process.pid, signal.SIGKILL))
            timer.start()
            _, status, usage = os.wait4(process.pid, 0)
            seconds = time.perf_counter() - start
            timer.cancel()
            process.returncode = os.waitstatus_to_exitcode(status)
            output.seek(0)
            text = output.read()
        self.log.write(f"$ {' '.join(command)}\n{text[-4000:]}\n[{seconds:.3f} s, status {process.returncode}]\n")
        self.log.flush()
        return Done(seconds, text, usage.ru_maxrss / 1024, process.returncode == 0)


def times(done):
    """The times that a process has printed, in ms."""
    return [float(t) for t in re.findall(r"time_ms ([\d.e+-]+)", done.text)] if done.fine else []


def least(values):
    """The least, or None of none."""
    return min(values, default=None)


def repeated(source):
    """The program with its form run again and again at the top level between readings of the clock; nothing is written."""
    form = re.search(r"Time: (.*)", source)[1]
    lines = [line for line in source.splitlines() if not line.startswith("(write-npy")]
    for k in range(RUNS):
        lines += [f"(define time-{k} (clock))", f"(define run-{k} {form})",
                  f'(println* "time_ms " (* 1000.0 (- (clock) time-{k})))']
    return "\n".join(lines) + "\n"


def kernels(text):
    """How many kernels --stats tells of, and how many of them in lines that say unchecked."""
    found = [(int(count), "unchecked" in line) for line in text.splitlines() for count in re.findall(r": (\d+) kernels?,", line)]
    return sum(count for count, _ in found), sum(count for count, unchecked in found if unchecked)


def whole_processes(runner, program, cache):
    """Whole processes of Nova with its defaults: one with an empty cache, then three with what it has left there."""
    command = [runner.nova, "run", "--allow-write", ".", "--stats", f"{program.name}.nv"]
    shutil.copy(program.suite / "nv" / f"{program.name}.nv", program.folder)
    cold, *warm = [runner.run(command, program.folder, XDG_CACHE_HOME=cache) for _ in range(4)]
    count, unchecked = kernels(warm[-1].text)
    return {"cold": cold.seconds, "warm": min(done.seconds for done in warm), "megabytes": warm[-1].megabytes,
            "kernels": count, "unchecked": unchecked, "fine": all(done.fine for done in (cold, *warm))}


def repeated_runs(runner, program, cache):
    """The least time of the last runs in one process: with one thread, with two, and in the default tier."""
    (program.folder / "repeated.nv").write_text(repeated(program.source))
    found = {}
    for what, options in (("1", ["--tier", "cpu", "--threads", "1"]), ("2", ["--tier", "cpu", "--threads", "2"]),
                          ("auto", ["--threads", "2"])):
        done = runner.run([runner.nova, "run", "--stats", *options, "repeated.nv"], program.folder, XDG_CACHE_HOME=cache)
        found[what] = least(times(done)[-KEPT:]) if len(times(done)) == RUNS else None
    return found


def toolkit(program):
    """What the peer in Python is made with."""
    text = pathlib.Path(program.python).read_text()
    return next((name for name in ("jax", "numba") if re.search(rf"^\s*(import|from) {name}\b", text, re.M)), "numpy")


def python_peer(runner, program):
    """The peer in Python, with one thread and two, and a whole process. JAX knows no number of threads: it gets one CPU."""
    pinned = ["taskset", "-c", str(min(os.sched_getaffinity(0)))] if toolkit(program) == "jax" else []
    found = {"toolkit": toolkit(program)}
    for threads, before in (("1", pinned), ("2", [])):
        done = runner.run([*before, sys.executable, program.python], program.folder, NUMBA_NUM_THREADS=threads,
                          OMP_NUM_THREADS=threads)
        found[threads] = least(times(done))
    found["cold"] = runner.run([sys.executable, program.python], program.folder, ONCE="1", NUMBA_NUM_THREADS="2").seconds
    return found


def cpp_peer(runner, program):
    """The peer in C++ with one thread and two."""
    binary = str(program.suite / "bin" / program.name)
    done = {threads: runner.run([binary], program.folder, OMP_NUM_THREADS=threads) for threads in ("1", "2")}
    return {**{threads: least(times(run)) for threads, run in done.items()}, "megabytes": done["2"].megabytes}


def forget(program):
    """Removes what an earlier run has written, so that only this run's results are compared."""
    for old in (program.folder / "out").glob(f"{program.name}_*.npy"):
        old.unlink()


def agreement(runner, program):
    """What the suite's own comparison says of the three results."""
    command = [sys.executable, str(program.suite / "compare.py"), str(program.folder), program.name]
    return runner.run(command, program.folder).text.strip()


def ratio(nova, cpp, python, threads):
    """The time of the faster peer over Nova's."""
    peers = [peer[threads] for peer in (cpp, python) if peer[threads]]
    return min(peers) / nova[threads] if peers and nova[threads] else None


def measure(runner, program):
    """All figures of one program."""
    forget(program)
    with tempfile.TemporaryDirectory() as cache:
        whole = whole_processes(runner, program, cache)
        nova = repeated_runs(runner, program, cache)
    python, cpp = python_peer(runner, program), cpp_peer(runner, program)
    ratios = {threads: ratio(nova, cpp, python, threads) for threads in ("1", "2")}
    return {"suite": program.suite.name, "name": program.name, "nova": nova, "whole": whole, "python": python, "cpp": cpp,
            "ratios": ratios, "agree": agreement(runner, program), "load": os.getloadavg()[0]}


def number(value, digits):
    """A cell of the table."""
    return "-" if value is None else f"{value:.{digits}f}"


def duration(value):
    """A time in ms, with at least two digits that count."""
    return "-" if value is None else f"{value:.1f}" if value >= 1 else f"{value:.2g}"


def note(row):
    """What is wrong with a row, or nothing."""
    said = [] if re.search(r"nova: ok.*py: ok", row["agree"]) else [row["agree"]]
    return "; ".join(said + ([] if row["whole"]["fine"] else ["a process of Nova failed"]))


def cells(row):
    """A row of the table: title and text of each column."""
    nova, whole, python, cpp, ratios = (row[part] for part in ("nova", "whole", "python", "cpp", "ratios"))
    return {
        "suite": row["suite"], "program": row["name"],
        "C++ 1t": duration(cpp["1"]), "C++ 2t": duration(cpp["2"]),
        "peer": python["toolkit"], "peer 1t": duration(python["1"]), "peer 2t": duration(python["2"]),
        "Nova 1t": duration(nova["1"]), "Nova 2t": duration(nova["2"]), "auto": duration(nova["auto"]),
        "ratio 1t": f"**{number(ratios['1'], 2)}**", "ratio 2t": f"**{number(ratios['2'], 2)}**",
        "cold s": number(whole["cold"], 2), "warm s": number(whole["warm"], 2), "peer cold s": number(python["cold"], 2),
        "Nova MB": number(whole["megabytes"], 0), "C++ MB": number(cpp["megabytes"], 0),
        "unchecked": f"{whole['unchecked']} of {whole['kernels']}" if whole["kernels"] else "interpreted",
        "load": number(row["load"], 1), "note": note(row),
    }


def mean(values):
    """The geometric mean of those that are there."""
    known = [math.log(value) for value in values if value]
    return math.exp(sum(known) / len(known)) if known else None


def mean_cells(title, rows):
    """The row of geometric means."""
    picked = {
        "ratio 1t": ([row["ratios"]["1"] for row in rows], "**{}**"), "ratio 2t": ([row["ratios"]["2"] for row in rows], "**{}**"),
        "cold s": ([row["whole"]["cold"] for row in rows], "{}"), "warm s": ([row["whole"]["warm"] for row in rows], "{}"),
        "peer cold s": ([row["python"]["cold"] for row in rows], "{}"),
    }
    return {"suite": title, "program": "geometric mean",
            **{name: form.format(number(mean(values), 2)) for name, (values, form) in picked.items()}}


def machine(loads):
    """The processor, and how busy it was with everything that runs on it."""
    info = pathlib.Path("/proc/cpuinfo")
    model = re.search(r"model name\s*: (.*)", info.read_text()) if info.exists() else None
    name = model[1].strip() if model else platform.processor() or platform.machine()
    return f"Machine: {name}, {len(os.sched_getaffinity(0))} cores; load {loads[0]:.1f} before, {loads[1]:.1f} at the end."


def table(rows, size, loads):
    """The page."""
    suites = sorted({row["suite"] for row in rows}, key=lambda suite: (suite != "own", suite))
    lines = [cells(row) for row in rows]
    lines += [mean_cells(suite, [row for row in rows if row["suite"] == suite]) for suite in suites]
    lines += [mean_cells("all", rows)] if len(suites) > 1 else []
    titles = list(lines[0])
    text = [machine(loads), f"Size: {size}. Times of a form in ms, of whole processes in s; 1t, 2t: one thread, two.",
            "Ratio: the faster of C++ and the peer over Nova; above 1, Nova is faster.", ""]
    text += ["| " + " | ".join(titles) + " |", "| --- " * len(titles) + "|"]
    text += ["| " + " | ".join(line.get(title, "") for title in titles) + " |" for line in lines]
    return "\n".join(text) + "\n"


def programs(suites, size, names):
    """Those that are named, or all."""
    found = [Program(suite, size, path.stem) for suite in suites for path in sorted((suite / "nv").glob("*.nv"))]
    unknown = set(names) - {program.name for program in found}
    if unknown:
        sys.exit(f"no program is called {', '.join(sorted(unknown))}")
    return [program for program in found if not names or program.name in names]


def main():
    """Measures, and writes after each program what is known so far."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--nova", required=True)
    options.add_argument("--size", choices=("full", "small"), default="full")
    options.add_argument("--results", type=pathlib.Path, required=True)
    options.add_argument("--suites", type=pathlib.Path, nargs="+", required=True)
    options.add_argument("--names", nargs="*", default=[])
    given = options.parse_args()
    before, rows = os.getloadavg()[0], []
    with open(given.results / f"log_{given.size}.txt", "w") as log:
        for program in programs(given.suites, given.size, given.names):
            rows.append(measure(Runner(given.nova, log), program))
            print(rows[-1]["agree"], file=sys.stderr)
            page = table(rows, given.size, (before, os.getloadavg()[0]))
            (given.results / f"table_{given.size}.md").write_text(page)
            (given.results / f"results_{given.size}.json").write_text(json.dumps(rows, indent=1))
    print(page, end="")
    return 1 if any(note(row) for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
