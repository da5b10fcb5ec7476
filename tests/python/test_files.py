"""Files that other libraries write are read to the same values, and they read what Nova writes: JSON by Python's json, Arrow by
pyarrow, images by Pillow, sparse matrices by SciPy. A library that is not there is skipped."""
import gzip
import json
import math
import os
import pathlib
import random
import struct
import subprocess

import numpy as np
import pytest

NOVA = pathlib.Path(os.environ.get("NOVA_BUILD", "build")).resolve() / "nova"
pytestmark = pytest.mark.skipif(not NOVA.exists(), reason="the nova program is not built")


def nova(folder, program):
    (folder / "p.nv").write_text(program)
    done = subprocess.run([NOVA, "--tier", "interp", "--allow-write", ".", "run", "p.nv"], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


# ---- JSON ----

RECORD = """(define-record R (n : int) (x : double) (name : vector char) (tags : vector vector char) (maybe : (Maybe int)) (pair : (bool, float)))
"""


def text(rng):
    return "".join(rng.choice(["a", "é", "\n", '"', "\\", "\u0001", "日", "😀", "/", "\x7f"]) for _ in range(rng.randrange(6)))


def record(rng):
    x = rng.choice([None, 0.1, -0.0, 5e-324, 1.7976931348623157e308, rng.uniform(-1, 1), float(rng.getrandbits(60)), rng.random() * 10.0 ** rng.randrange(-300, 300)])
    return {"n": rng.choice([-(2**63), 2**63 - 1, rng.randrange(-9, 9)]), "x": x, "name": text(rng), "tags": [text(rng) for _ in range(rng.randrange(3))],
            "maybe": rng.choice([None, 3]), "pair": [rng.random() < 0.5, float(np.float32(rng.random()))]}


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("kind", ["json", "jsonl", "json.gz"])
def test_json(tmp_path, seed, kind):
    rng = random.Random(seed)
    records = [record(rng) for _ in range(200)]
    if kind == "jsonl":
        out = "".join(json.dumps(r, ensure_ascii=rng.random() < 0.5) + "\n" for r in records)
    else:
        out = json.dumps(records, indent=rng.choice([None, 2]), ensure_ascii=seed % 2 == 0)
    data = out.encode()
    (tmp_path / f"in.{kind}").write_bytes(gzip.compress(data) if kind.endswith("gz") else data)
    written = kind.removesuffix(".gz")
    nova(tmp_path, RECORD + f'(define rs (read-json "in.{kind}" : vector R))\n(write-json "out.{written}" rs)\n'
         f'(write-json "twice.{written}" (read-json "out.{written}" : vector R))\n')
    back = (tmp_path / f"out.{written}").read_text()
    assert (tmp_path / f"twice.{written}").read_text() == back
    got = [json.loads(line) for line in back.splitlines()] if kind == "jsonl" else json.loads(back)
    assert [{**r, "pair": [r["pair"][0], float(np.float32(r["pair"][1]))]} for r in got] == records
    assert all(math.copysign(1, g["x"] or 0) == math.copysign(1, r["x"] or 0) for g, r in zip(got, records))


def test_json_sums(tmp_path):
    shapes = ["Dot", {"Circle": 1.5}, {"Box": [2.0, 3.0]}, {"Group": ["Dot", {"Group": []}]}]
    (tmp_path / "s.json").write_text(json.dumps(shapes))
    nova(tmp_path, '(types (Shape : (+ (Dot : unit) (Circle : double) (Box : (double, double)) (Group : vector Shape))))\n'
         '(write-json "t.json" (read-json "s.json" : vector Shape))\n')
    assert json.loads((tmp_path / "t.json").read_text()) == shapes


# ---- Arrow ----

ARROW = """(define-record R (i : int) (b : int8) (u : uint16) (f : float) (d : double) (h : half) (t : bool) (s : vector char) (day : Date)
  (at : Datetime) (m : (Maybe int)) (ms : (Maybe (vector char))) (l : vector double) (p : (int, vector char)))
"""


def arrow_table(pa, rng, rows, large=False):
    def maybe(v):
        return None if rng.random() < 0.3 else v
    texts = [text(rng).replace("\x7f", "") for _ in range(rows)]
    string, listed = (pa.large_string(), pa.large_list) if large else (pa.string(), pa.list_)
    return pa.table({
        "i": pa.array([rng.getrandbits(62) for _ in range(rows)], pa.int64()),
        "unread": pa.array([{"a": [1], "b": maybe("x")} for _ in range(rows)]),
        "b": pa.array([rng.randrange(-128, 128) for _ in range(rows)], pa.int8()),
        "u": pa.array([rng.randrange(65536) for _ in range(rows)], pa.uint16()),
        "f": pa.array([maybe(rng.random()) for _ in range(rows)], pa.float32()),
        "d": pa.array([maybe(rng.random()) for _ in range(rows)], pa.float64()),
        "h": pa.array([np.float16(rng.random()) for _ in range(rows)], pa.float16()),
        "t": pa.array([rng.random() < 0.5 for _ in range(rows)], pa.bool_()),
        "s": pa.array(texts, string),
        "day": pa.array([rng.randrange(-1000, 20000) for _ in range(rows)], pa.date32()),
        "at": pa.array([rng.randrange(10**9) * 1000 for _ in range(rows)], pa.timestamp("ms", tz="UTC")),
        "m": pa.array([maybe(rng.randrange(9)) for _ in range(rows)], pa.int64()),
        "ms": pa.array([maybe(rng.choice(["one", "two", ""])) for _ in range(rows)], pa.string()).dictionary_encode(),
        "l": pa.array([[rng.random() for _ in range(rng.randrange(4))] for _ in range(rows)], listed(pa.float64())),
        "p": pa.array([{"x": k, "y": "é" * (k % 3)} for k in range(rows)], pa.struct([("x", pa.int64()), ("y", pa.string())])),
    })


def plain(table, pa):
    """The table's columns as Python's values; missing floats are nan for Nova, and so compare as None."""
    def same(v):
        return None if isinstance(v, float) and v != v else tuple(v.values()) if isinstance(v, dict) else v
    return {n: [same(v) for v in table.column(n).to_pylist()] for n in table.column_names if n != "unread"}


@pytest.mark.parametrize("rows", [0, 1, 7, 1000])
@pytest.mark.parametrize("kind", ["file", "stream", "lz4", "zstd", "batches", "large", "slice"])
def test_arrow(tmp_path, rows, kind):
    pa = pytest.importorskip("pyarrow")
    from pyarrow import feather, ipc
    rng = random.Random(rows)
    table = arrow_table(pa, rng, rows, kind == "large")
    if kind == "slice" and rows > 2:
        table = table.slice(1, rows - 2)
    path = tmp_path / "in.arrow"
    if kind in ("lz4", "zstd"):
        feather.write_feather(table, path, compression=kind)
    else:
        make = ipc.new_stream if kind == "stream" else ipc.new_file
        with make(path, table.schema) as out:
            out.write_table(table, max_chunksize=3 if kind == "batches" else None)
    nova(tmp_path, ARROW + '(define rs (read-arrow "in.arrow" : vector R))\n(write-arrow "out.arrow" rs)\n(write-arrow "out.arrows" rs)\n')
    expected = plain(table, pa)
    for got in (ipc.open_file(tmp_path / "out.arrow").read_all(), ipc.open_stream(tmp_path / "out.arrows").read_all()):
        got.validate(full=True)
        assert plain(got, pa) == expected


def write_arrow(path, table):
    from pyarrow import ipc
    with ipc.new_file(path, table.schema) as out:
        out.write_table(table)


def test_arrow_parts_of_missing_values(tmp_path):
    """A struct or list that is missing has parts that are missing, though their types have no room for such."""
    pa = pytest.importorskip("pyarrow")
    struct_type = pa.struct([("x", pa.int64()), ("d", pa.date32()), ("l", pa.list_(pa.int64())), ("s", pa.struct([("y", pa.string())]))])
    hidden = pa.ListArray.from_arrays(pa.array([0, 2, 4, 5], pa.int32()), pa.array([1, 2, None, 4, 5], pa.int64()), mask=pa.array([False, True, False]))
    word = pa.StructArray.from_arrays([pa.array(["p", None, "q"]).dictionary_encode(), pa.nulls(3)], ["k", "n"], mask=pa.array([False, True, False]))
    table = pa.table({
        "a": pa.array([{"x": 1, "d": 3, "l": [1], "s": {"y": "a"}}, None, {"x": 2, "d": 4, "l": [], "s": {"y": "b"}}], struct_type),
        "f": pa.array([[1, 2], None, [3, 4]], pa.list_(pa.int64(), 2)), "h": hidden, "w": word})
    write_arrow(tmp_path / "a.arrow", table)
    program = """(define-record S (y : vector char))
(define-record A (x : int) (d : Date) (l : vector int) (s : S))
(define-record W (k : vector char) (n : (Maybe int)))
(define-record R (a : (Maybe A)) (f : (Maybe (vector int))) (h : (Maybe (vector int))) (w : (Maybe W)))
(println (read-arrow "a.arrow" : vector R))
"""
    assert nova(tmp_path, program) == (
        '[(R (Some (A 1 (date 1970 1 4) [1] (S "a"))) (Some [1 2]) (Some [1 2]) (Some (W "p" (None)))) (R (None) (None) (None) (None)) '
        '(R (Some (A 2 (date 1970 1 5) [] (S "b"))) (Some [3 4]) (Some [5]) (Some (W "q" (None))))]\n')
    write_arrow(tmp_path / "a.arrow", table.slice(2, 1))
    assert nova(tmp_path, '(define-record R (h : vector int))\n(println (read-arrow "a.arrow" : vector R))\n') == "[(R [5])]\n"
    write_arrow(tmp_path / "a.arrow", pa.table({"f": pa.array([[1, 2], None, [3, None]], pa.list_(pa.int64(), 2))}))
    with pytest.raises(AssertionError, match="a missing value is no int"):
        nova(tmp_path, '(define-record R (f : (Maybe (vector int))))\n(println (read-arrow "a.arrow" : vector R))\n')


def test_arrow_skips_views_and_unions(tmp_path):
    pa = pytest.importorskip("pyarrow")
    kinds, columns = pa.array([0, 1], pa.int8()), [pa.array([1, 2]), pa.array(["a", "b"])]
    write_arrow(tmp_path / "a.arrow", pa.table({
        "v": pa.array(["a" * 30, "b"], pa.string_view()), "n": pa.array([None, b"c" * 40], pa.binary_view()),
        "s": pa.array([{"v": "x" * 20}, {"v": "y"}], pa.struct([("v", pa.string_view())])), "sparse": pa.UnionArray.from_sparse(kinds, columns),
        "dense": pa.UnionArray.from_dense(kinds, pa.array([0, 0], pa.int32()), columns), "i": pa.array([1, 2])}))
    assert nova(tmp_path, '(define-record R (i : int))\n(println (read-arrow "a.arrow" : vector R))\n') == "[(R 1) (R 2)]\n"


def test_arrow_nulls_are_polled(tmp_path):
    """A column of nulls has a length and no bytes; reading it hears a time limit."""
    pa = pytest.importorskip("pyarrow")
    write_arrow(tmp_path / "a.arrow", pa.table({"n": pa.nulls(1 << 28)}))
    for kind in ("double", "(Maybe int)"):
        program = f'(define-record R (n : {kind})) (length (read-arrow "a.arrow" : vector R))'
        done = subprocess.run([NOVA, "--tier", "interp", "--timeout", "0.1", "-e", program], cwd=tmp_path, capture_output=True, text=True)
        assert "E0604" in done.stderr


def test_parquet(tmp_path):
    pa = pytest.importorskip("pyarrow")
    pq = pytest.importorskip("pyarrow.parquet")
    import nova as module
    pq.write_table(pa.table({"x": [1.5, 2.5], "n": [1, 2]}), tmp_path / "t.parquet")
    total = module.Session()("(lambda (rows : vector (double, int)) (sum (map fst rows)))")
    assert total(pq.read_table(tmp_path / "t.parquet")) == 4.0


# ---- Images ----

@pytest.mark.parametrize("mode", ["L", "LA", "RGB", "RGBA", "I;16"])
def test_png(tmp_path, mode):
    image = pytest.importorskip("PIL.Image")
    rng = np.random.default_rng(1)
    channels = {"L": 1, "LA": 2, "RGB": 3, "RGBA": 4, "I;16": 1}[mode]
    kind = np.uint16 if mode == "I;16" else np.uint8
    pixels = rng.integers(0, np.iinfo(kind).max, (5, 7, channels) if channels > 1 else (5, 7), dtype=kind)
    image.fromarray(pixels).save(tmp_path / "in.png")
    kind_text = f"vector#{pixels.ndim} {pixels.dtype}"
    nova(tmp_path, f'(define p (read-image "in.png" : {kind_text}))\n(write-npy "p.npy" p)\n(write-png "out.png" p)\n')
    assert np.array_equal(np.load(tmp_path / "p.npy"), pixels)
    assert np.array_equal(np.array(image.open(tmp_path / "out.png")), pixels)


@pytest.mark.parametrize("mode,options", [("L", {}), ("RGB", {}), ("RGB", {"progressive": True}), ("RGB", {"subsampling": 0, "quality": 98})])
def test_jpeg(tmp_path, mode, options):
    image = pytest.importorskip("PIL.Image")
    y, x = np.mgrid[0:61, 0:83]
    pixels = np.stack([x * 3, y * 4, (x + y) * 2], -1).astype(np.uint8)
    image.fromarray(pixels).convert(mode).save(tmp_path / "in.jpg", **options)
    nova(tmp_path, f'(write-npy "p.npy" (read-image "in.jpg" : vector#{2 if mode == "L" else 3} uint8))\n')
    right = np.array(image.open(tmp_path / "in.jpg")).astype(int)
    assert np.abs(np.load(tmp_path / "p.npy").astype(int) - right).max() <= 1  # libraries of two versions


# ---- Sparse matrices ----

@pytest.mark.parametrize("field", ["real", "complex", "integer", "pattern"])
@pytest.mark.parametrize("symmetry", ["general", "symmetric", "skew-symmetric", "hermitian"])
def test_mtx(tmp_path, field, symmetry):
    sparse, io = pytest.importorskip("scipy.sparse"), pytest.importorskip("scipy.io")
    if (symmetry == "hermitian" and field != "complex") or (symmetry == "skew-symmetric" and field == "pattern"):
        pytest.skip("no such matrices")
    rng = np.random.default_rng(2)
    a = sparse.random(9, 9, 0.3, random_state=rng).toarray()
    a = np.rint(a * 50) if field in ("integer", "pattern") else a
    if field == "complex":
        a = a + 1j * np.rint(a * 7)
    if field == "pattern":
        a = (a != 0) * 1
    a = {"general": a, "symmetric": a + a.T, "skew-symmetric": a - a.T, "hermitian": a + a.conj().T}[symmetry]
    if field == "pattern":
        a = (a != 0) * 1
    io.mmwrite(tmp_path / "in.mtx", sparse.coo_array(a), field=field, symmetry=symmetry, precision=17)
    kind = {"real": "double", "complex": "(complex double)", "integer": "int", "pattern": "int"}[field]
    nova(tmp_path, f'(define m (read-mtx "in.mtx" : (int, int, vector (int, int, {kind}))))\n(write-mtx "out.mtx" m)\n')
    back = io.mmread(tmp_path / "out.mtx").toarray()
    assert np.array_equal(back, io.mmread(tmp_path / "in.mtx").toarray())


# ---- NumPy's structures and dates ----

def test_npy_structures(tmp_path):
    rows = np.array([(1, b"one", "\u00e9", 2.5, "2024-02-29", "2024-01-01T12:34:56.789"), (2, b"", "zwei", -1, "1969-12-31", "1900-01-01")],
                    dtype=[("n", "i4"), ("b", "S5"), ("u", ">U4"), ("x", "f8"), ("d", "M8[D]"), ("t", "M8[ms]")])
    np.save(tmp_path / "r.npy", rows)
    np.save(tmp_path / "f.npy", np.asfortranarray(rows.reshape(1, 2).repeat(3, 0)))
    out = nova(tmp_path, '(define-record R (n : int32) (b : vector char) (u : vector char) (x : double) (d : Date) (t : Datetime))\n'
               '(define rs (read-npy "r.npy" : vector R))\n(write-json "r.json" rs)\n'
               '(println (all (= rs) (rows (read-npy "f.npy" : vector#2 R))))\n')
    assert out == "true\n"
    assert json.loads((tmp_path / "r.json").read_text()) == [
        {"n": 1, "b": "one", "u": "\u00e9", "x": 2.5, "d": "2024-02-29", "t": "2024-01-01T12:34:56.789000Z"},
        {"n": 2, "b": "", "u": "zwei", "x": -1.0, "d": "1969-12-31", "t": "1900-01-01T00:00:00Z"}]


def test_npy_structure_of_one_text(tmp_path):
    np.save(tmp_path / "a.npy", np.array([("ab",), ("",)], [("u", "U4")]))
    assert nova(tmp_path, '(define-record R (u : vector char))\n(println (read-npy "a.npy" : vector R))\n') == '[(R "ab") (R "")]\n'


@pytest.mark.parametrize("unit", ["Y", "M", "W", "D", "h", "m", "s", "ms", "us", "25s", "2M"])
def test_npy_dates(tmp_path, unit):
    a = np.arange(-300, 300, 7).astype(f"M8[{unit}]")
    np.save(tmp_path / "a.npy", a)
    nova(tmp_path, '(write-npy "t.npy" (read-npy "a.npy" : vector Datetime))\n')
    assert np.array_equal(np.load(tmp_path / "t.npy"), a.astype("M8[us]").astype(np.int64))


# ---- Arrays that are larger than memory ----

def test_mapped_npy(tmp_path):
    a = np.lib.format.open_memmap(tmp_path / "a.npy", "w+", np.float64, (50_000_000,))  # 400 MB, of which some pages are written
    a[7], a[-1] = 1.5, 2.0
    a.flush()
    del a
    (tmp_path / "p.nv").write_text('(define xs (read-npy "a.npy" : vector double))\n(println (length xs, xs!7, xs!49999999))\n')
    done = subprocess.run([NOVA, "--tier", "interp", "--max-memory", "100M", "run", "p.nv"], cwd=tmp_path, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("(50000000, 1.5, 2.0)\n", "")
