#!/usr/bin/env python3
"""The prelude's functions on tables give what pandas gives, on random tables. Where pandas is not there, nothing is tested.

tables_against_pandas.py NOVA [TABLES [SEED]]
"""
import math
import pathlib
import random
import re
import subprocess
import sys
import tempfile

try:
    import pandas as pd
except ImportError:
    print("pandas is not there")
    sys.exit(0)

nova = sys.argv[1]
tables = int(sys.argv[2]) if len(sys.argv) > 2 else 40
random.seed(int(sys.argv[3]) if len(sys.argv) > 3 else 1)

PRELUDE = """
(define-record Line (key : int) (group : int) (v : int) (x : double))
(define (or-none (m : (Maybe Line))) (match m ((Some r) r.v) ((None) -1)))
(define (key (r : Line)) r.key)
(define (group (r : Line)) r.group)
"""
CASES = """
(println (map (lambda (a, b) (a.v, b.v)) (inner-join key key a b)))
(println (map (lambda (a, b) (a.v, (or-none b))) (left-join key key a b)))
(println (map (lambda (a, b) ((or-none a), (or-none b))) (outer-join key key a b)))
(println (map (lambda (r) r.v) (semi-join key key a b)))
(println (map (lambda (r) r.v) (anti-join key key a b)))
(println (map (lambda (r, m) (r.v, (or-none m))) (asof-join key key (sort-rows key a) (sort-rows key b))))
(println (map (lambda (r, m) (r.v, (or-none m))) (asof-join-within group group key key (sort-rows key a) (sort-rows key b))))
(println (group-aggregate key (lambda (g) (sum g.v)) a))
(println (let ((rows, columns, values) (pivot key group (lambda (g) (sum g.v)) a)) in values))
(println (rolling WINDOW sum a.v))
(println (rolling WINDOW maximum a.v))
(println (rolling-sum WINDOW a.v))
(println (rolling-mean WINDOW (map to_double a.v)))
(println (rolling-minimum WINDOW a.v))
(println (rolling-maximum WINDOW a.v))
(println (lag SHIFT -7 a.v))
(println (rank a.x))
(println (rank-dense a.key))
(println (value-counts a.key))
(println (map (lambda (name, v) v) (describe a.x)))
(println (map (lambda (r) r.v) (sort-rows (lambda (r) (r.group, r.key)) a)))
(println (map (lambda (r) r.v) (sort-rows-down key a)))
(println (let ((rows, columns, values) (pivot-or nan key group (lambda (g) (to_double (maximum g.v))) a)) in values))
(println (group-transform key (lambda (g) (prefix-sums g.v)) a))
(println (map (lambda (r) r.v) (unique-by key a)))
(println (fill-forward is-nan a.x))
"""

NAMES = ("(inner|left|outer|semi|anti)-join|asof-join[a-z-]*|group-aggregate|pivot[a-z-]*|rolling|lag|rank[a-z-]*|value-counts|"
         "describe|sort-rows[a-z-]*|group-transform|unique-by|fill-forward")


def table(name):
    n = random.randrange(1, 15)
    keys = random.randrange(1, 8)
    return pd.DataFrame({"key": [random.randrange(keys) for _ in range(n)], "group": [random.randrange(2) for _ in range(n)],
                         name: [random.randrange(1000) for _ in range(n)],
                         "x": [random.choice([math.nan, 0.5, 1.5, -2.0, 3.25]) for _ in range(n)]})


def wanted(a, b, window, shift):
    v, one = a["v"], lambda frame: frame.fillna(-1).astype(int).values.tolist()
    asof = lambda **by: pd.merge_asof(a.sort_values("key", kind="stable"), b.sort_values("key", kind="stable"), on="key", **by)[["v", "w"]]
    pivot = a.pivot_table(index="key", columns="group", values="v", aggfunc="sum", fill_value=0)
    counts = sorted(a["key"].value_counts().items(), key=lambda c: (-c[1], c[0]))
    outer = a[["key", "v"]].merge(b[["key", "w"]], on="key", how="outer")[["v", "w"]]
    return [
        one(a.merge(b, on="key")[["v", "w"]]),
        one(a.merge(b, on="key", how="left")[["v", "w"]]),
        sorted(one(outer)),
        v[a["key"].isin(b["key"])].tolist(),
        v[~a["key"].isin(b["key"])].tolist(),
        one(asof()),
        one(asof(by="group")),
        list(a.groupby("key")["v"].sum().items()),
        pivot.values.tolist(),
        v.rolling(window, min_periods=1).sum().tolist(),
        v.rolling(window, min_periods=1).max().tolist(),
        *(getattr(v.rolling(window, min_periods=1), of)().tolist() for of in ("sum", "mean", "min", "max")),
        v.shift(shift, fill_value=-7).tolist(),
        a["x"].rank().tolist(),
        a["key"].rank(method="dense").tolist(),
        counts,
        a["x"].describe().tolist(),
        a.sort_values(["group", "key"], kind="stable")["v"].tolist(),
        a.sort_values("key", ascending=False, kind="stable")["v"].tolist(),
        a.pivot_table(index="key", columns="group", values="v", aggfunc="max").values.tolist(),
        a.groupby("key")["v"].cumsum().tolist(),
        a.drop_duplicates("key")["v"].tolist(),
        a["x"].ffill().tolist(),
    ]


def flat(x):
    return [f for item in x for f in flat(item)] if isinstance(x, (list, tuple)) else [float(x)]


def close(got, right):
    return len(got) == len(right) and all(g == r or (g != g and r != r) or math.isclose(g, r, rel_tol=1e-12) for g, r in zip(got, right))


wrong = 0
names = [re.search(NAMES, line).group(0) for line in CASES.strip().splitlines()]
with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    program, expected = PRELUDE, []
    for k in range(tables):
        a, b, window, shift = table("v"), table("w"), random.randrange(1, 6), random.randrange(-5, 6)
        a.to_csv(folder / f"a{k}.csv", index=False), b.rename(columns={"w": "v"}).to_csv(folder / f"b{k}.csv", index=False)
        program += "".join(f'(define {t}{k} (read-csv "{t}{k}.csv" : vector Line))\n' for t in "ab")
        program += re.sub(r"\b([ab])\b", rf"\g<1>{k}", CASES).replace("WINDOW", str(window)).replace("SHIFT", f"{shift}")
        expected += [(k, name, right) for name, right in zip(names, wanted(a, b, window, shift))]
    (folder / "p.nv").write_text(program)
    done = subprocess.run([nova, "--tier", "interp", "run", "p.nv"], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
assert len(lines) == len(expected), (len(lines), len(expected))
for line, (k, name, right) in zip(lines, expected):
    got = [float(f) for f in re.findall(r"nan|-?[0-9.]+(?:e-?[0-9]+)?", line)]
    if name == "outer-join":  # pandas has the rows in another order
        got = [f for pair in sorted(zip(got[::2], got[1::2])) for f in pair]
    if not close(got, flat(right)):
        wrong += 1
        print(f"table {k}, {name}: {line}\n  but pandas has {right}")
print(f"{len(lines)} values of {tables} tables, {wrong} differ")
sys.exit(wrong > 0)
