#!/usr/bin/env python3
"""What `nova build` writes beside the cpu tier's kernels, on the same inputs and one thread.

    python3 bench/ahead.py build/nova [--n N] [--cc 'gcc -O3 ..'] [--rounds R] [bench ..]

Of each program of bench/cpu whose definitions are functions, `job` is timed: by :bench at the prompt, and in a C program that
frees each result. Both run in turn; of either the least time counts. Needs numpy.
"""
import argparse
import json
import os
import re
import statistics
import subprocess
import tempfile
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
FAST = "gcc -O3 -march=native -fno-math-errno -fno-trapping-math --param=max-rtl-if-conversion-insns=1 -DNOVA_ONE_MOVE"
# The programs, and what their inputs are if not floats below 1: see `made`.
PROGRAMS = {
    "bbox": {}, "dot": {}, "dot3": {}, "vadd": {}, "norm": {}, "gridred": {"": 1024000}, "sumstats": {}, "blackscholes": {}, "filter": {},
    "gather": {"indices": "places"}, "permute": {"indices": "permutation"}, "scan": {"x": "small"}, "sort": {"keys": "any"},
    "matmul": {"": 400}, "blur": {"": 1000}, "sobel": {"": 1000}, "nbody": {"": 2000}, "pyth": {"": 300}, "sieve": {"": 1000000},
    "bfs": {"edges": "nodes"}, "spmv_ell": {"x": "short", "columns": "nodes"},
    "lines": {"": 20000} | dict.fromkeys(["x1", "y1", "x2", "y2"], "points"),
}
MAIN = """#define _GNU_SOURCE
#include "{name}.h"
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
static void *load(const char *name, size_t bytes) {{
  const size_t page = 1 << 21, room = (bytes + page) & ~(page - 1); // large pages, as Nova's own inputs have
  void *to = aligned_alloc(page, room);
  madvise(to, room, MADV_HUGEPAGE);
  FILE *f = fopen(name, "rb");
  if (!f || fread(to, 1, bytes, f) != bytes) exit(2);
  fclose(f);
  return to;
}}
static double now(void) {{ struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec; }}
int main(void) {{
  {name}_ctx *c = {name}_ctx_new();
  {name}_ctx_threads(c, 1);
{inputs}  double least = 1e300, start = now();
  for (int k = 0; k < 5 || now() - start < {ms}; ++k) {{
{results}    const double from = now();
    if (job(c{arguments})) return puts({name}_error(c)), 1;
    const double took = now() - from;
    if (took < least) least = took;
{frees}  }}
  printf("%.6f\\n", least);
}}
"""


def made(kind, n, rng):
    if kind == "places":
        return rng.integers(0, n, n, dtype=np.int32)
    if kind == "permutation":
        return rng.permutation(n).astype(np.int32)
    if kind == "small":
        return rng.integers(-100, 100, n, dtype=np.int32)
    if kind == "any":
        return rng.integers(-(2**31), 2**31 - 1, n, dtype=np.int32)
    if kind == "nodes":  # of n / 16
        return rng.integers(0, n // 16, n, dtype=np.int32)
    if kind == "points":
        return rng.integers(0, 256, n, dtype=np.int32)
    return rng.random(n // 16 if kind == "short" else n, dtype=np.float32)


def declarations(program):
    """Returns the line that declares the inputs: the first that is no comment."""
    return next(line for line in program.splitlines() if not line.startswith(";"))


def inputs_of(program, n, kinds, rng):
    """Returns the declared inputs: name to array or number."""
    n, all_inputs = kinds.get("", n), {}
    for name, kind in re.findall(r"\((\w+) : (int|vector[^)]*)\)", declarations(program)):
        if kind == "int":
            all_inputs[name] = n
        elif "#2" in kind:
            all_inputs[name] = made("", n * n, rng).reshape(n, n)
        else:
            all_inputs[name] = made(kinds.get(name, ""), n, rng)
    return all_inputs


def c_main(name, given, folder, seconds):
    """Returns the C program, by the manifest."""
    manifest = json.loads((folder / f"{name}.json").read_text())
    job = next(f for f in manifest["functions"] if f["name"] == "job")
    inputs, arguments, results, frees, dims = "", "", "", "", {}
    for p in job["parameters"]:
        base = max((g for g in given if p["name"].startswith(g)), key=len)
        value = given[base]
        arguments += f", {p['name']}"
        if p["kind"] == "elements":
            inputs += f'  {p["c"]}{p["name"]} = load("{base}.bin", {value.nbytes});\n'
        elif p["kind"] == "length":
            dims[base] = dims.get(base, -1) + 1
            inputs += f"  const int64_t {p['name']} = {value.shape[dims[base]]};\n"
        else:
            inputs += f"  {p['c']} {p['name']} = {value};\n"
    for p in job["results"]:
        kind = p["c"].removesuffix("*")
        results += f"    {kind}{p['name']} = 0;\n"
        arguments += f", &{p['name']}"
        if kind.endswith("*"):
            frees += f"    {name}_free(c, {p['name']});\n"
    return MAIN.format(name=name, inputs=inputs, results=results, arguments=arguments, frees=frees, ms=1000 * seconds)


def prompt_text(program, given, seconds):
    lines = [line for line in program.splitlines() if not line.startswith(";")]
    reads = []
    for name, value in given.items():
        kind = re.search(rf"\({name} : ([^)]*)\)", lines[0])[1]
        reads.append(f"(define {name} {value})" if kind == "int" else f'(define {name} (read-npy "{name}.npy" : {kind}))')
    rest = [line for line in lines[1:] if line.strip() != "(job)"]
    return "\n".join(reads + rest + [":bench (job)"]) + "\n"


def measured(a, name, folder):
    program = (HERE / "cpu" / f"{name}.nv").read_text()
    given = inputs_of(program, a.n, PROGRAMS[name], np.random.default_rng(7))
    for key, value in given.items():
        if isinstance(value, np.ndarray):
            np.save(folder / f"{key}.npy", value)
            value.tofile(folder / f"{key}.bin")
    (folder / f"{name}.nv").write_text(program.replace("\n(job)\n", "\n(export job)\n"))
    subprocess.run([a.nova, "build", f"{name}.nv", "--to", "c", "-o", "."], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    (folder / "main.c").write_text(c_main(name, given, folder, a.seconds))
    subprocess.run([*a.cc.split(), "main.c", f"{name}.c", "-lm", "-o", "main"], cwd=folder, check=True, stderr=subprocess.DEVNULL)
    text = prompt_text(program, given, a.seconds)
    tier, built = [], []
    for _ in range(a.rounds):
        built.append(float(subprocess.run(["./main"], cwd=folder, check=True, capture_output=True, text=True).stdout))
        said = subprocess.run([a.nova, "--tier", "cpu", "--check", "off", "--threads", "1"], cwd=folder, input=text, capture_output=True, text=True)
        tier.append(float(re.findall(r"([\d.]+) ms the least", said.stdout)[-1]))
    return min(built), min(tier)


def main():
    p = argparse.ArgumentParser()
    p.add_argument("nova", type=Path)
    p.add_argument("benches", nargs="*")
    p.add_argument("--n", type=int, default=1000000)
    p.add_argument("--cc", default=FAST)
    p.add_argument("--rounds", type=int, default=3)
    p.add_argument("--seconds", type=float, default=0.5)
    a = p.parse_intermixed_args()
    a.nova = a.nova.resolve()
    print(f"{a.cc}; load {os.getloadavg()[0]:.1f}\n\n| bench | built, ms | cpu tier, ms | built / tier |\n| --- | --- | --- | --- |")
    ratios = []
    for name in a.benches or PROGRAMS:
        with tempfile.TemporaryDirectory() as folder:
            built, tier = measured(a, name, Path(folder))
        ratios.append(built / tier)
        print(f"| {name} | {built:.3f} | {tier:.3f} | {built / tier:.2f} |", flush=True)
    print(f"\ngeometric mean of the ratios: {statistics.geometric_mean(ratios):.3f}; load {os.getloadavg()[0]:.1f}")


main()
