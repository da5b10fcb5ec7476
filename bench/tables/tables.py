#!/usr/bin/env python3
"""Tables of 10^7 rows: reading, groups, joins and sorts in Nova, pandas and Polars.

tables.py [--rows N] [--runs N] [--threads N] [JOB..]    Prints a table of times in ms, the best of so many runs after a first one,
and the ratios of pandas' and Polars' times over Nova's. All have the same columns in memory; results are compared.
The job `csv` reads a file of some 300 MB, which it writes to a temporary folder.
pandas has one thread, Polars and Nova as many as --threads says (2). With one thread the times are those of the processor, which
other work on the machine disturbs less.
"""
import argparse
import os
import pathlib
import sys
import tempfile
import time

arguments = argparse.ArgumentParser()
arguments.add_argument("jobs", nargs="*")
arguments.add_argument("--rows", type=int, default=10**7)
arguments.add_argument("--runs", type=int, default=5)
arguments.add_argument("--threads", type=int, default=2)
options = arguments.parse_args()
os.environ["POLARS_MAX_THREADS"] = str(options.threads)

import numpy as np  # noqa: E402
import pandas as pd  # noqa: E402
import polars as pl  # noqa: E402

import nova  # noqa: E402

n = options.rows
random = np.random.default_rng(1)
few, many = n // 10**4, n // 10
columns = {
    "few": random.integers(0, few, n),          # 1,000 different keys
    "many": random.integers(0, 10**12, many)[random.integers(0, many, n)],  # 10^6, far apart
    "own": random.permutation(n),               # each key once
    "x": random.random(n),
}
lookup = {"few": random.permutation(few), "y": random.random(few)}
other = {"own": random.permutation(n), "y": random.random(n)}
part = {"many": np.unique(columns["many"]), "y": random.random(len(np.unique(columns["many"])))}
SUMS = "(lambda (k : vector int) (x : vector double) (group-aggregate fst (lambda (g) (sum (map snd g))) (zip k x)))"
JOIN = """(lambda (k : vector int) (x : vector double) (l : vector int) (y : vector double)
            (map (lambda ((k, x), (l, y)) (k, x, y)) (inner-join fst fst (zip k x) (zip l y))))"""
SORT = "(lambda (k : vector int) (x : vector double) (sort-rows fst (zip k x)))"


def sums(key):
    return (SUMS, [columns[key], columns["x"]], lambda t: t.groupby(key)["x"].sum().reset_index(),
            lambda t: t.group_by(key).agg(pl.col("x").sum()).sort(key))


def join(key, with_):
    right = pd.DataFrame(with_), pl.DataFrame(with_)
    return (JOIN, [columns[key], columns["x"], with_[key], with_["y"]],
            lambda t: t[[key, "x"]].merge(right[0], on=key),
            lambda t: t.select(key, "x").join(right[1], on=key, maintain_order="left"))


def sort(key):
    return (SORT, [columns[key], columns["x"]], lambda t: t[[key, "x"]].sort_values(key, kind="stable"),
            lambda t: t.select(key, "x").sort(key, maintain_order=True))


folder = tempfile.TemporaryDirectory()
FILE = pathlib.Path(folder.name) / "table.csv"
CSV = "(lambda (p : vector char) (read-csv p (header true) : vector (int, int, double)))"


def csv():
    path = str(FILE)
    return CSV, [path], lambda _: pd.read_csv(path), lambda _: pl.read_csv(path)


JOBS = {
    "csv": csv(),
    "sums, 10^3 groups": sums("few"),
    "sums, 10^6 groups": sums("many"),
    "join with 10^3 rows": join("few", lookup),
    "join with 10^6 rows": join("many", part),
    "join with 10^7 rows": join("own", other),
    "sort, 10^3 keys": sort("few"),
    "sort, 10^7 keys": sort("own"),
}


clock = time.process_time if options.threads == 1 else time.perf_counter


def best(call):
    result, times = call(), []
    for _ in range(options.runs):
        begin = clock()
        result = call()
        times.append(clock() - begin)
    return min(times) * 1e3, result


def columns_of(result):
    """The columns of a result of Nova, a pandas or a Polars table."""
    if isinstance(result, pd.DataFrame):
        return [result[c].to_numpy() for c in result.columns]
    if isinstance(result, pl.DataFrame):
        return [c.to_numpy() for c in result.get_columns()]
    array = np.asarray(result)
    return [array[f] for f in array.dtype.names]


session = nova.Session(threads=options.threads, allow_read=[folder.name])
table = pd.DataFrame(columns)
frame = pl.DataFrame(columns)
print("| job | Nova | pandas | Polars | pandas / Nova | Polars / Nova |\n| --- | --- | --- | --- | --- | --- |")
for name, (text, arrays, in_pandas, in_polars) in JOBS.items():
    if options.jobs and not any(j in name for j in options.jobs):
        continue
    if name == "csv":
        frame.select("few", "many", "x").write_csv(FILE)
        name = f"read CSV, {FILE.stat().st_size / 1e6:.0f} MB"
    f = session(text)
    times, results = zip(best(lambda: f(*arrays)), best(lambda: in_pandas(table)), best(lambda: in_polars(frame)))
    for other_result in results[1:]:
        for a, b in zip(columns_of(results[0]), columns_of(other_result)):
            assert np.allclose(a, b, rtol=1e-9), name
    own = times[0]
    print(f"| {name} | " + " | ".join(f"{t:.0f}" for t in times) + f" | {times[1] / own:.2f} | {times[2] / own:.2f} |")
    sys.stdout.flush()
