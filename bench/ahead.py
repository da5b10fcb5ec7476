#!/usr/bin/env python3
"""What `nova build` writes beside the cpu tier's kernels, on the same inputs and one thread.

    python3 bench/ahead.py build/nova [--n N] [--cc 'gcc -O3 ..'] [--rounds R] [bench ..]

Of each program of bench/cpu `job` is timed: by :bench at the prompt, and in a C program that frees each result. Both run in
turn; of either the least time counts, and of the rounds' ratios the median. What a program defines by its inputs is a parameter
of the built function, since a prompt computes it once. Needs numpy.
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
    "fft": {}, "fft_2": {"": 1 << 20}, "sumrows": {"offsets": "offsets"}, "sumrows_skew": {"offsets": "skewed"},
    "spmv_csr": {"x": "short", "offsets": "offsets", "columns": "nodes"}, "matrices": {"x": "grid", "offsets": "grid", "columns": "grid", "values": "grid"},
    "wordcount": {"text": "text"}, "raytrace": {"": 300} | dict.fromkeys(["x", "y", "z", "radius", "red", "green", "blue"], "sphere"),
    "lines": {"": 20000} | dict.fromkeys(["x1", "y1", "x2", "y2"], "points"),
}
# Programs whose definitions depend on inputs: the built function, and what its parameters have (`made_parts`).
INSTANCES = {
    "fft": "(define (job (x : vector (float, float))) (fft x))",
    "sumrows": "(define (job (rows : vector vector float)) (map sum rows))",
    "sumrows_skew": "(define (job (rows : vector vector float)) (map sum rows))",
    "spmv_csr": "(define (job (x : vector float) (matrix : vector vector (int32, float)))\n"
                "  (map (lambda (row) (sum (map (lambda (c, v) (* v (! x (to_int c)))) row))) matrix))",
}
RESULTS = {"wordcount": " : int"}  # where the program leaves the type open
SAME = {"matrices": "spmv_csr", "fft_2": "fft"}  # other inputs of a program: a power of two, a grid
INSTANCES |= {other: INSTANCES[name] for other, name in SAME.items()}
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
    if kind in ("offsets", "skewed"):  # of n / 16 rows; skewed: a few rows have most of the elements
        share = rng.random(n // 16) ** (1 if kind == "offsets" else -0.9)
        inner = np.minimum(np.cumsum(share / share.sum() * n).astype(np.int32), n)
        return np.concatenate([[0], inner[:-1], [n]]).astype(np.int32)
    if kind == "text":
        return rng.choice(np.frombuffer(b"abcdefghijklmnopqrstuvwxyzABCDE     ,.", np.uint8), n)
    if kind == "sphere":
        return rng.random(64, dtype=np.float32) * np.float32(0.5)
    return rng.random(n // 16 if kind == "short" else n, dtype=np.float32)


def grid(n):
    """Five points on a square grid of n / 5 places: the values, columns, offsets and a vector."""
    side = int((n / 5) ** 0.5)
    places = np.arange(side * side)
    near = np.stack([places - side, places - 1, places, places + 1, places + side], axis=1)
    row, column = places[:, None] // side, places[:, None] % side
    inside = np.concatenate([row > 0, column > 0, row >= 0, column < side - 1, row < side - 1], axis=1)
    values = np.broadcast_to(np.array([-1, -1, 4, -1, -1], np.float32), near.shape)[inside]
    offsets = np.concatenate([[0], np.cumsum(inside.sum(axis=1))]).astype(np.int32)
    return {"values": values, "x": np.linspace(0, 1, side * side, dtype=np.float32), "offsets": offsets, "columns": near[inside].astype(np.int32)}


def made_parts(name, given):
    """Returns what the parameters of an instance have."""
    if "fft" in name:
        return {"x_0": given["values"][0::2].copy(), "x_1": given["values"][1::2].copy(), "x_n": len(given["values"]) // 2}
    rows = "rows" if "rows" in name else "matrix"
    parts = {f"{rows}_offsets": given["offsets"].astype(np.int64), f"{rows}_n": len(given["offsets"]) - 1}
    if rows == "rows":
        return parts | {"rows": given["elements"]}
    return parts | {"matrix_0": given["columns"], "matrix_1": given["values"], "x": given["x"], "x_n": len(given["x"])}


def split(program):
    """Returns the declarations of inputs, and the rest without its call of `job`."""
    lines = [line for line in program.splitlines() if line and not line.startswith(";")]
    end = next(k for k in range(1, len(lines) + 1) if " ".join(lines[:k]).count("(") == " ".join(lines[:k]).count(")"))
    return " ".join(lines[:end]), [line for line in lines[end:] if line.strip() != "(job)"]


def inputs_of(program, n, kinds, rng):
    """Returns the declared inputs: name to array or number."""
    n, all_inputs = kinds.get("", n), {}
    if "grid" in kinds.values():
        return grid(n)
    for name, kind in re.findall(r"\((\w+) : (int|vector[^)]*)\)", split(program)[0]):
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
        exact = p["name"] in given
        base = p["name"] if exact else max((g for g in given if p["name"].startswith(g)), key=len)
        value = given[base]
        arguments += f", {p['name']}"
        if p["kind"] in ("elements", "offsets"):
            inputs += f'  {p["c"]}{p["name"]} = load("{base}.bin", {value.nbytes});\n'
        elif p["kind"] == "length" and not exact:
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
    (inputs, rest), reads = split(program), []
    for name, value in given.items():
        kind = re.search(rf"\({name} : ([^)]*)\)", inputs)[1]
        reads.append(f"(define {name} {value})" if kind == "int" else f'(define {name} (read-npy "{name}.npy" : {kind}))')
    return "\n".join([*reads, *rest, ":bench (job)"]) + "\n"


def write_arrays(arrays, folder, suffix):
    for key, value in arrays.items():
        if isinstance(value, np.ndarray):
            np.save(folder / f"{key}.npy", value) if suffix == "npy" else value.tofile(folder / f"{key}.bin")


def measured(a, name, folder):
    program = (HERE / "cpu" / f"{SAME.get(name, name)}.nv").read_text()
    given = inputs_of(program, a.n, PROGRAMS[name], np.random.default_rng(7))
    parts = made_parts(name, given) if name in INSTANCES else given
    write_arrays(given, folder, "npy")
    write_arrays(parts, folder, "bin")
    text = INSTANCES.get(name, program.replace("\n(job)\n", "\n").replace("(define (job)", f"(define (job){RESULTS.get(name, '')}"))
    (folder / f"{name}.nv").write_text(text + "\n(export job)\n")
    subprocess.run([a.nova, "build", f"{name}.nv", "--to", "c", "-o", "."], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    (folder / "main.c").write_text(c_main(name, parts, folder, a.seconds))
    subprocess.run([*a.cc.split(), "main.c", f"{name}.c", "-lm", "-o", "main"], cwd=folder, check=True, stderr=subprocess.DEVNULL)
    text = prompt_text(program, given, a.seconds)
    tier, built = [], []
    for _ in range(a.rounds):
        built.append(float(subprocess.run(["./main"], cwd=folder, check=True, capture_output=True, text=True).stdout))
        said = subprocess.run([a.nova, "--tier", "cpu", "--check", "off", "--threads", "1"], cwd=folder, input=text, capture_output=True, text=True)
        tier.append(float(re.findall(r"([\d.]+) ms the least", said.stdout)[-1]))
    return min(built), min(tier), statistics.median(b / t for b, t in zip(built, tier))


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
    print(f"{a.cc}; load {os.getloadavg()[0]:.1f}\n\n| bench | built, ms | cpu tier, ms | built / tier | median of rounds |\n| --- | --- | --- | --- | --- |")
    ratios = []
    for name in a.benches or PROGRAMS:
        with tempfile.TemporaryDirectory() as folder:
            built, tier, median = measured(a, name, Path(folder))
        ratios.append(built / tier)
        print(f"| {name} | {built:.3f} | {tier:.3f} | {built / tier:.2f} | {median:.2f} |", flush=True)
    print(f"\ngeometric mean of the ratios: {statistics.geometric_mean(ratios):.3f}; load {os.getloadavg()[0]:.1f}")


main()
