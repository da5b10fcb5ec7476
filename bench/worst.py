#!/usr/bin/env python3
"""Whether the default tier ever costs a program more than the interpreter alone, as bench/results/worst.md has it.

    python3 bench/worst.py [--nova build/nova] [--runs 3] [--random 100] [--show 20] [PATH..]

Each program is run whole: by the interpreter, by the default tier with an empty cache, and with what that run left there.
Times are the least of the runs, in ms of wall time; `over` is the default tier's worse time less what is allowed, 1.1 times
the interpreter's and 100 ms. Programs: the examples with their options, the tests' transcripts (as programs: to their first
error), bench/rich, random ones, and the .nv files below PATHs. Fails if a program is over.
"""
import argparse
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
LONGEST = 120  # seconds
ALLOWED_FACTOR, ALLOWED_MS = 1.1, 100.0


class Program:
    """A program with its options, run in its folder."""

    def __init__(self, name, folder, arguments):
        self.name, self.folder, self.arguments = name, folder, arguments


def shown(path):
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else path.name


def from_commands(path):
    """The `nova run` lines of a .cmd file."""
    for line in path.read_text(errors="replace").splitlines():
        if match := re.match(r"\$ (?:mkdir -p out && )?nova run ([^|>&;]+)$", line):
            arguments = shlex.split(match[1])
            yield Program(shown(path.parent / arguments[0]), path.parent, arguments)


def declares_inputs(path):
    """Whether the first form is a list of declared inputs, without which no run begins."""
    text = re.sub(r"^\s*(;.*)?\n", "", path.read_text(errors="replace"), flags=re.M)
    return text.lstrip().startswith("((")


def from_files(folder):
    for path in sorted(folder.rglob("*.nv")):
        if not declares_inputs(path):
            yield Program(shown(path), path.parent, [path.name])


def random_programs(nova, count, folder):
    made = subprocess.run([nova, "fuzz", "--print", "--tiers", "interp", "--programs", str(count), "--seed", "7"],
                          capture_output=True, text=True, check=True).stdout
    for k, text in enumerate(re.findall(r"^; seed \d+\n(?:[^;].*\n)+", made, re.M)):
        path = folder / f"random{k}.nv"
        path.write_text(text)
        yield Program(path.name, folder, [path.name])


def milliseconds(nova, program, tier, cache):
    """Wall time of a run, and what it printed; None where it took longer than LONGEST."""
    command = [nova, "run", *program.arguments, "--tier", tier, "--allow-read", str(ROOT)]
    began = time.monotonic()
    try:
        done = subprocess.run(command, cwd=program.folder, capture_output=True, timeout=LONGEST, stdin=subprocess.DEVNULL,
                              env={"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": cache, "XDG_CACHE_HOME": cache})
    except subprocess.TimeoutExpired:
        return LONGEST * 1e3, None
    return (time.monotonic() - began) * 1e3, (done.returncode, done.stdout)


def measured(nova, program, runs):
    """The least times of the interpreter, of the default tier at first and again, and whether the answers differed."""
    times, answers = {"interp": [], "cold": [], "warm": []}, set()
    for _ in range(runs):
        cache = tempfile.mkdtemp()
        for name, tier in (("interp", "interp"), ("cold", "auto"), ("warm", "auto")):
            spent, answer = milliseconds(nova, program, tier, cache)
            times[name].append(spent)
            answers.add(answer)
        shutil.rmtree(cache)
    return {name: min(list_) for name, list_ in times.items()} | {"differs": len(answers) > 1, "name": program.name}


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--nova", default=ROOT / "build/nova")
    options.add_argument("--runs", type=int, default=3)
    options.add_argument("--random", type=int, default=100)
    options.add_argument("--show", type=int, default=20)
    options.add_argument("paths", nargs="*", type=pathlib.Path)
    chosen = options.parse_args()
    nova = str(pathlib.Path(chosen.nova).resolve())
    with tempfile.TemporaryDirectory() as folder:
        programs = [p for path in sorted(ROOT.glob("examples/**/*.cmd")) for p in from_commands(path)]
        for path in ("tests/rules", "tests/arrays", "tests/language", "tests/numbers", "tests/found", "tests/tiers", "tests/gpu",
                     "tests/papers", "bench/rich"):
            programs += from_files(ROOT / path)
        for path in chosen.paths:
            programs += from_files(path.resolve())
        programs += random_programs(nova, chosen.random, pathlib.Path(folder))
        rows = [measured(nova, p, chosen.runs) for p in programs]
    for row in rows:
        row["over"] = max(row["cold"], row["warm"]) - ALLOWED_FACTOR * row["interp"] - ALLOWED_MS
    rows.sort(key=lambda row: -row["over"])
    over = sum(row["over"] > 0 for row in rows)
    print(f"{len(rows)} programs, {over} over; the worst {chosen.show}:\n")
    print("| program | interpreter, ms | default, empty cache | default, again | over, ms |\n| --- | --- | --- | --- | --- |")
    for row in rows[:chosen.show]:
        print(f"| {row['name']} | {row['interp']:.0f} | {row['cold']:.0f} | {row['warm']:.0f} | {row['over']:.0f} |")
    for row in rows:
        if row["differs"]:
            print(f"\n{row['name']}: the tiers' answers differ")
    return over > 0


if __name__ == "__main__":
    sys.exit(main())
