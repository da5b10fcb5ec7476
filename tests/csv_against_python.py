#!/usr/bin/env python3
"""CSV files with random quotes, line ends, blanks and comments: read-csv gives the fields that Python's csv gives.

csv_against_python.py NOVA [FILES [SEED]]    Where pandas is there, too, its fields and numbers are compared as well. Fields
on which Python and pandas differ follow the rules in docs/language.md; they are counted.
"""
import csv
import io
import pathlib
import random
import re
import subprocess
import sys
import tempfile

try:
    import pandas
except ImportError:
    pandas = None

nova = sys.argv[1]
files = int(sys.argv[2]) if len(sys.argv) > 2 else 200
random.seed(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
BATCH = 50  # files in a program


def field(separator):
    kind = random.randrange(6)
    plain = "".join(random.choice("ab 'x#." + (";" if separator == "," else ",")) for _ in range(random.randrange(5)))
    if kind < 3:
        return plain
    if kind == 3:
        return plain + random.choice(['"', '""', 'x"y']) if plain else "q"
    inside = "".join(random.choice(["a", separator, "\n", "\r\n", '""', " ", "#"]) for _ in range(random.randrange(6)))
    return '"' + inside + '"' + random.choice(["", "", "", "z"])


def texts():
    """A file of texts, its separator and its number of columns."""
    separator = random.choice(",;\t|")
    width = random.randrange(2, 5)
    end = random.choice(["\n", "\r\n", "\r"])
    lines = [separator.join(field(separator) for _ in range(width)) for _ in range(random.randrange(1, 8))]
    lines = [random.choice(["", "", "", end]) + line for line in lines]
    return end.join(lines) + random.choice(["", end]), separator, width


def number():
    kind = random.randrange(6)
    if kind == 0:
        return random.choice(["", "NA", "NaN", "null", "N/A"])
    if kind == 1:
        return str(random.randrange(-(2**40), 2**40))
    if kind == 2:
        return "%.*g" % (random.randrange(1, 20), random.uniform(-1, 1) * 10.0 ** random.randrange(-320, 309))
    return repr(random.gauss(0, 1) * 10.0 ** random.randrange(-20, 20))


def numbers():
    """A file of three columns of numbers, of which some are missing, below titles."""
    lines = [",".join(number() for _ in range(3)) for _ in range(random.randrange(1, 12))]
    return "x,y y,z\n" + "\n".join(lines) + "\n"


def escaped(separator):
    return {"\t": "#\\tab"}.get(separator, "#\\" + separator)


def run(program, folder):
    done = subprocess.run([nova, "--tier", "interp", "run", "p.nv"], cwd=folder, capture_output=True, text=True, timeout=300)
    if done.returncode != 0:
        sys.exit(done.stderr + "\n" + program)
    return done.stdout.splitlines()


def read_texts(cases, folder):
    program = ""
    for k, (text, separator, width) in enumerate(cases):
        (folder / f"{k}.csv").write_bytes(text.encode())
        kind = "(" + ", ".join(["vector char"] * width) + ")"
        parts = " ".join(f"r.{c}" for c in range(width))
        program += (f'(println (concat-map (lambda (r) (map (lambda (f) (map to_int f)) [{parts}])) '
                    f'(read-csv "{k}.csv" (header false) (separator {escaped(separator)}) : vector {kind})))\n')
    (folder / "p.nv").write_text(program)
    return [[bytes(map(int, f.split())).decode() for f in re.findall(r"\[([\d ]*)\]", line[1:-1])]
            for line in run(program, folder)]


def check_texts(cases, folder):
    differ = disagree = 0
    for (text, separator, width), got in zip(cases, read_texts(cases, folder)):
        rows = [r for r in csv.reader(io.StringIO(text, newline=""), delimiter=separator) if r]
        wanted = [f for r in rows for f in r]
        if pandas is not None:
            frame = pandas.read_csv(io.StringIO(text, newline=""), sep=separator, header=None, dtype=str,
                                    keep_default_na=False, names=range(width))
            theirs = [f for row in frame.values.tolist() for f in row]
            disagree += theirs != wanted
            if theirs != wanted:
                continue
        if got != wanted:
            differ += 1
            print(f"{text!r} at {separator!r}:\n  {got}\nbut csv has\n  {wanted}")
    return differ, disagree


def check_numbers(cases, folder):
    program = '(define-record R (x : double) (z : (Maybe double)) (y-y : double))\n'
    for k, text in enumerate(cases):
        (folder / f"{k}.csv").write_text(text)
        program += (f'(let ((rs (read-csv "{k}.csv" : vector R))) (begin (println rs.x) (println rs.y-y) '
                    f'(println (map (from-maybe nan) rs.z)) (println (map (lambda (z) (match z ((Some d) 1) ((None) 0))) rs.z))))\n')
    (folder / "p.nv").write_text(program)
    out = [[float(w) for w in line[1:-1].split()] for line in run(program, folder)]
    differ = 0
    for k, text in enumerate(cases):
        rows = list(csv.reader(io.StringIO(text)))[1:]
        value = lambda f: float("nan") if f in ("", "NA", "N/A", "NaN", "null") else float(f)
        columns = [[value(r[c]) for r in rows] for c in (0, 1, 2)]
        columns.append([0.0 if r[2] in ("", "NA", "N/A", "NaN", "null") else 1.0 for r in rows])
        if pandas is not None:
            frame = pandas.read_csv(io.StringIO(text), float_precision="round_trip")
            columns[:3] = [frame[c].astype(float).tolist() for c in ("x", "y y", "z")]
        if repr(out[4 * k:4 * k + 4]) != repr(columns):
            differ += 1
            print(f"{text!r}:\n  {out[4 * k:4 * k + 4]}\nbut there are\n  {columns}")
    return differ


def round_trip(folder):
    """write-csv's doubles read back to the same bits, in Nova and in Python."""
    program = ('(define xs (map (lambda (i) (let (x (* (random-normal-at (key 3) i) (pow 10.0 (to_double (- (% i 600) 300))))) in (i, x))) (iota 20000)))\n'
               '(define-record Row (i : int) (x : double))\n(define rows (map (lambda (i, x) (Row i x)) xs))\n'
               '(write-csv "w.csv" rows)\n(println (= rows (read-csv "w.csv" : vector Row)))\n(println (map snd (take 500 xs)))\n')
    (folder / "p.nv").write_text(program)
    done = subprocess.run([nova, "--tier", "interp", "--allow-write", ".", "run", "p.nv"], cwd=folder, capture_output=True, text=True)
    lines = done.stdout.splitlines()
    assert lines[:1] == ["true"], done.stdout + done.stderr
    rows = list(csv.DictReader(open(folder / "w.csv")))
    assert rows[0].keys() == {"i", "x"} and len(rows) == 20000
    assert [float(r["x"]) for r in rows[:500]] == [float(w) for w in lines[1][1:-1].split()]


with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    differ = disagree = 0
    for first in range(0, files, BATCH):
        n = min(BATCH, files - first)
        wrong, other = check_texts([texts() for _ in range(n)], folder)
        differ, disagree = differ + wrong + check_numbers([numbers() for _ in range(n)], folder), disagree + other
    round_trip(folder)
print(f"{2 * files} files, {differ} differ; " + (f"Python and pandas differ on {disagree}" if pandas else "pandas is not there"))
sys.exit(differ > 0)
