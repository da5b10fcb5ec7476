"""Arrow's capsules in and out: pyarrow and polars in every run where PyPI is in reach; pandas, duckdb by run.py --all."""
import gc

import numpy as np
import pytest

import nova
from places import address, is_lent

pa = pytest.importorskip("pyarrow")


@pytest.fixture(scope="module")
def s():
    s = nova.Session()
    s("(define-record Row (x : double) (n : int) (name : vector char))")
    s("(define-record Point (x : double) (y : float))")
    s("(define-datatype Sign (Positive int) Nothing)")
    return s


class Lender:
    """An object that has Arrow's capsules alone."""
    def __init__(self, array):
        self.__arrow_c_array__ = array.__arrow_c_array__ if hasattr(array, "__arrow_c_array__") else None
        if not self.__arrow_c_array__:
            del self.__arrow_c_array__
            self.__arrow_c_stream__ = array.__arrow_c_stream__


def refused(f, *words):
    with pytest.raises(TypeError) as e:
        f()
    assert all(w in str(e.value) for w in words), str(e.value)


TYPES = {"int64": "int", "int32": "int32", "int16": "int16", "int8": "int8", "uint64": "uint64", "uint32": "uint32", "uint16": "uint16",
         "uint8": "uint8", "float64": "double", "float32": "float", "float16": "half"}


# ---- in ----

@pytest.mark.parametrize("kind", TYPES)
def test_numbers(s, kind):
    a = pa.array(np.arange(100).astype(kind))
    v = s.value(a)
    assert v.type == "vector " + TYPES[kind] and is_lent(v, a.buffers()[1].address)
    part = a.slice(7, 20)
    w = s.value(part)
    assert is_lent(w, a.buffers()[1].address + 7 * np.dtype(kind).itemsize) and np.asarray(w).tolist() == part.to_pylist()
    chunks = pa.chunked_array([a, part, part.slice(0, 0)])
    assert np.asarray(s.value(chunks)).tolist() == chunks.to_pylist()
    assert is_lent(s.value(pa.chunked_array([a])), a.buffers()[1].address)
    assert s.value(pa.array([], kind)).shape == (0,) and s.value(pa.chunked_array([], kind)).shape == (0,)
    out = pa.array(v)
    assert out.type == a.type and out.equals(a) and out.buffers()[1].address == address(v) and out.validate(full=True) is None


def test_nulls(s):
    f = s("(lambda (x : vector double) x)")
    v = f(pa.array([1.0, None, 3.0]))
    assert np.isnan(v[1]) and v[2] == 3
    assert str(f(pa.chunked_array([[1.0, None], [None, 2.0]]).slice(1))) == "[nan nan 2.0]"
    for kind, value in [("float32", np.float32), ("float16", np.float16)]:
        assert np.isnan(np.asarray(s.value(pa.array([value(1), None], kind)))).tolist() == [False, True]
    refused(lambda: s.value(pa.array([1, 2, None])), "null at element 2", "fill_null(0)", "(Maybe int)")
    refused(lambda: s.value(pa.array([True, None])), "null at element 1", "fill_null(False)")
    refused(lambda: s.value(pa.array(["a", None])), "null at element 1", "fill_null('')")
    refused(lambda: s.value(pa.array([[1], None])), "null at element 1", "fill_null([])")
    assert s.value(pa.array([1, 2, None]).slice(0, 2)).to_list() == [1, 2]
    for wanted, given in [("int", [1, None, 3]), ("double", [None, 2.0]), ("bool", [True, None]), ("(vector char)", ["a", None, "b"])]:
        v = s.value(pa.array(given), f"vector (Maybe {wanted})")
        assert pa.array(v).to_pylist() == given and pa.array(v).null_count == 1
    assert pa.array(s.value(pa.array([], "int8"), "vector (Maybe int8)")).to_pylist() == []


def test_bools(s):
    bits = [k % 3 == 0 for k in range(70)]
    a = pa.array(bits)
    assert s.value(a).to_list() == bits and s.value(a.slice(3)).to_list() == bits[3:]
    assert pa.array(s.value(bits)).to_pylist() == bits and s.value(pa.chunked_array([a.slice(1), a])).to_list() == bits[1:] + bits


TEXTS = ["", "a", "twelve bytes", "more than twelve bytes", "\u00e4\u20ac"]


@pytest.mark.parametrize("kind", ["string", "large_string", "string_view", "binary", "large_binary", "dictionary"])
def test_texts(s, kind):
    a = pa.array(TEXTS * 2).dictionary_encode() if kind == "dictionary" else pa.array(TEXTS * 2).cast(pa.type_for_alias(kind))
    assert s.value(a).to_list() == TEXTS * 2 and s.value(a.slice(3, 4)).to_list() == (TEXTS * 2)[3:7]
    assert s.value(pa.chunked_array([a, a.slice(1, 2)])).to_list() == TEXTS * 2 + TEXTS[1:3]
    assert s.value(a.slice(0, 0)).to_list() == []
    out = pa.array(s.value(a))
    assert out.type == pa.large_string() and out.to_pylist() == TEXTS * 2 and out.validate(full=True) is None
    assert pa.array(s.eval('(drop 1 ["a" "bc"])')).to_pylist() == ["bc"]


def test_bytes(s):
    v = s.value(pa.array([b"a", b"\xff"]))
    assert pa.array(v).type == pa.large_binary() and pa.array(v).to_pylist() == [b"a", b"\xff"]


@pytest.mark.parametrize("make", [pa.list_, pa.large_list])
def test_lists(s, make):
    given = [[1, 2], [], [3], [4, 5, 6]]
    a = pa.array(given, make(pa.int64()))
    assert s.value(a).to_list() == given and s.value(a.slice(2)).to_list() == given[2:]
    assert is_lent(s.value(a).flat, a.values.buffers()[1].address)
    assert s.value(pa.chunked_array([a.slice(1, 2), a])).to_list() == given[1:3] + given
    deep = [[[1.5], []], [], [[2.0, 3.0]]]
    assert s.value(pa.array(deep, make(make(pa.float64())))).to_list() == deep
    assert s.value(pa.array([["a", "b"], []])).to_list() == [["a", "b"], []]
    out = pa.array(s.value(a))
    assert out.type == pa.large_list(pa.int64()) and out.to_pylist() == given and is_lent(s.value(a).flat, out.values.buffers()[1].address)
    assert pa.array(s.eval("(drop 1 [[1] [2 3]])")).to_pylist() == [[2, 3]] and pa.array(s.value(pa.array(deep))).to_pylist() == deep


def test_equal_lists(s):
    a = pa.FixedSizeListArray.from_arrays(pa.array(np.arange(6.0)), 3)
    assert s.value(a).to_list() == [[0, 1, 2], [3, 4, 5]] and s.value(a.slice(1)).to_list() == [[3, 4, 5]]
    m = s.value(a, "vector#2 double")
    assert m.shape == (2, 3) and is_lent(m, a.values.buffers()[1].address)
    assert s.value(a.slice(1), "vector#2 double").to_list() == [[3, 4, 5]]
    assert pa.array(m).equals(a.cast(pa.array(m).type)) and pa.array(s.eval("(reshape (2, 3, 2) (range 12))")).to_pylist()[1][2] == [10, 11]


def test_structs(s):
    rows = [{"n": 1, "x": 1.5, "name": "a"}, {"n": 2, "x": 2.5, "name": "bc"}]
    table = pa.Table.from_pylist(rows)
    f = s("(lambda (rows : vector Row) (sum (map (lambda (r) (* r.x (to_double r.n))) rows)))")
    batch = table.to_batches()[0]
    for given in [table, batch, batch.to_struct_array(), Lender(batch), table.select(["x", "n", "name"]), pa.concat_tables([table])]:
        assert f(given) == 6.5
        v = s.value(given, "vector Row")
        assert is_lent(v.x, table["x"].chunk(0).buffers()[1].address)
    assert f(pa.concat_tables([table, table])) == 13 and f(batch.to_struct_array().slice(1)) == 5
    out = pa.table(v)
    assert out.to_pylist() == [{"x": r["x"], "n": r["n"], "name": r["name"]} for r in rows]
    assert out["x"].chunk(0).buffers()[1].address == address(v.x)
    assert pa.array(s.eval("[(1, true) (2, false)]")).to_pylist() == [{"0": 1, "1": True}, {"0": 2, "1": False}]
    pairs = s.value(pa.StructArray.from_arrays([[1, 2], [True, False]], ["a", "b"]), "vector (int, bool)")
    assert pairs.to_list() == [(1, True), (2, False)]
    z = s.value(np.array([1 + 2j]), "vector (complex double)")
    assert pa.array(z).to_pylist() == [{"real": 1, "imag": 2}] and s.value(pa.array(z), "vector (complex double)")[0] == 1 + 2j
    refused(lambda: f(table.drop(["n"])), "has no `n`", "Row")
    refused(lambda: s.value(table), "define-record Row (n : int) (x : double) (name : vector char)")
    refused(lambda: s.value(pa.array([{"x": 1.0}, None]), "vector Point"), "null at element 1")
    refused(lambda: s.value(pa.table({"x": ["a"], "y": [1.0]}), "vector Point"), "`x` of", "string")
    assert s.value(table.select(["x"]), "vector double").to_list() == [1.5, 2.5]


def test_refused(s):
    total = s("(lambda (x : vector double) (sum x))")
    refused(lambda: total(pa.array([1, 2])), "argument 1 has to be a Nova vector double, but is an Arrow array of int64: write x.cast('float64')")
    refused(lambda: s.value(pa.array([1], pa.timestamp("s"))), "timestamp", "x.cast('int64')")
    for kind in pa.date32(), pa.time32("s"), pa.time32("ms"):
        refused(lambda: s.value(pa.array([1], kind)), "x.cast('int32')")
    refused(lambda: s.value(pa.array([1], pa.date64())), "date", "x.cast('int64')")
    refused(lambda: s.value(pa.array([1], pa.decimal128(5))), "decimal", "x.cast('float64')")
    refused(lambda: s.value(pa.nulls(3)), "Arrow array of null")
    refused(lambda: s.value(pa.array([1, 1]).dictionary_encode()), "dictionary of int64", "dictionary_decode")
    refused(lambda: s.value(pa.array([[(1, 2)]], pa.map_(pa.int64(), pa.int64()))), "map")
    refused(lambda: total(pa.array(["a"])), "string: declare the parameter as vector vector char")
    refused(lambda: s.value(pa.array([1.0, 2.0]), "vector#2 double"), "write numpy.asarray(x).reshape(...)")
    refused(lambda: s.value(pa.array([1, 2]), "vector vector int"), "declare the parameter as vector int")
    refused(lambda: s.value(pa.array([65], "uint8"), "vector char"), "write numpy.asarray(x).tobytes()")
    refused(lambda: total(pa.array([[1.0]])), "write x.flatten(), or declare the parameter as vector vector double")
    refused(lambda: s.value(pa.array([[1, 2], None], pa.list_(pa.int64(), 2))), "write x.drop_null()")
    odd = pa.DictionaryArray.from_arrays([0, 1], pa.array(["a", None]))
    refused(lambda: s.value(odd), "a null in its dictionary", "dictionary_decode")
    refused(lambda: s.value(pa.array([[1]]), "vector#2 int"), "list: write numpy.array(x.to_pylist())")
    refused(lambda: s.value(pa.array([["a"]]), "vector vector char"), "a row of the object", "string")
    for text in ["2.5", "[(lambda ((x : int)) x)]", "[1bf]", '(Some 1)', "[(Positive 1) (Nothing)]", '[(Some #\\a)]']:
        v = s.eval(text)
        with pytest.raises(TypeError):
            v.__arrow_c_array__()


def test_hostile(s):
    class Wrong:
        def __arrow_c_array__(self):
            return 7

    class Raises:
        def __arrow_c_stream__(self):
            raise ValueError("mine")

    with pytest.raises(TypeError, match="pair"):
        s.value(Wrong())
    with pytest.raises(ValueError, match="mine"):
        s.value(Raises())
    pair = pa.array([1]).__arrow_c_array__()

    class Twice:
        def __arrow_c_array__(self):
            return pair

    assert s.value(Twice()).to_list() == [1]
    with pytest.raises(TypeError, match="taken before"):
        s.value(Twice())

    def batches():
        yield pa.record_batch({"x": [1.0]})
        raise RuntimeError("broken")

    reader = pa.RecordBatchReader.from_batches(pa.schema([("x", pa.float64())]), batches())
    with pytest.raises(Exception, match="broken"):
        s.value(reader, "vector double")


def test_defined_grids():
    """A session that has a grid lent by Arrow ends with its last handle."""
    gc.collect()
    before = pa.total_allocated_bytes()
    for kind in "vector#2 double", "vector vector double":
        own = nova.Session(threads=2)
        rows = pa.FixedSizeListArray.from_arrays(pa.array(np.arange(1000.0).tolist()), 2)
        m = own.value(rows, kind)
        assert is_lent(m if "#" in kind else m.flat, rows.values.buffers()[1].address)
        own.define("m", m)
        assert own("(length m)") == 500
        del own, rows, m
        gc.collect()
        assert pa.total_allocated_bytes() == before


def test_lifetimes(s):
    gc.collect()
    before = pa.total_allocated_bytes()
    a = pa.array(np.arange(100_000.0)).take(pa.array(range(100_000)))
    v = s.value(a)
    del a
    gc.collect()
    assert v[99_999] == 99_999
    del v
    gc.collect()
    assert pa.total_allocated_bytes() == before
    own = nova.Session()
    out, stream = pa.array(own("(map to_double (range 1000))")), pa.chunked_array(own("[\"a\" \"b\"]"))
    table = pa.table(own("(zip [1 2] [3.0 4.0])"))
    del own
    gc.collect()
    assert out.to_numpy().sum() == 499500 and stream.to_pylist() == ["a", "b"] and table["1"].to_pylist() == [3, 4]
    x = s.value(np.arange(10.0))
    for _ in range(1000):
        x.__arrow_c_array__(), x.__arrow_c_schema__(), x.__arrow_c_stream__()  # capsules that nobody takes


# ---- other libraries ----

def test_polars(s):
    pl = pytest.importorskip("polars")
    total = s("(lambda (x : vector double) (sum x))")
    x = pl.Series([1.0, 2.0, None])
    assert total(x.drop_nulls()) == 3 and np.isnan(total(x))
    refused(lambda: total(pl.Series([1, 2])), "write x.cast(pl.Float64)")
    refused(lambda: total(pl.Series([[1.0]])), "write x.explode()")
    refused(lambda: s.value(pl.Series([{"x": 1.0, "y": 2.0}, None]), "vector Point"), "write x.drop_nulls()")
    refused(lambda: s.value(pl.Series([1, None])), "fill_null(0)")
    long = pl.Series(np.arange(100.0))
    assert is_lent(s.value(long), long.to_numpy(allow_copy=False).__array_interface__["data"][0])
    texts = pl.Series(TEXTS)
    assert s.value(texts).to_list() == TEXTS and s.value(texts.cast(pl.Categorical)).to_list() == TEXTS
    frame = pl.DataFrame({"x": [1.5, 2.5], "n": [1, 2], "name": ["a", "bc"], "more": [True, False]})
    f = s("(lambda (rows : vector Row) (sum (map (lambda (r) (* r.x (to_double r.n))) rows)))")
    assert f(frame) == 6.5 and f(pl.concat([frame, frame], rechunk=False)) == 13
    assert s.value(pl.Series([[1, 2], []])).to_list() == [[1, 2], []] and s.value(pl.Series([True, False])).to_list() == [True, False]
    v = s.value(frame, "vector Row")
    assert pl.DataFrame(v).to_dicts() == frame.select(["x", "n", "name"]).to_dicts()
    assert pl.Series(s("[1.5 2.5]")).to_list() == [1.5, 2.5] and pl.Series(s("[[1] []]")).to_list() == [[1], []]


def test_pandas(s):
    pd = pytest.importorskip("pandas")
    total = s("(lambda (x : vector double) (sum x))")
    x = pd.Series(np.arange(4.0))
    assert total(x) == 6 and is_lent(s.value(x), address(x))
    frame = pd.DataFrame({"x": [1.5, 2.5], "n": [1, 2], "name": ["a", "bc"]})
    f = s("(lambda (rows : vector Row) (sum (map (lambda (r) (* r.x (to_double r.n))) rows)))")
    assert f(frame) == 6.5
    assert s.value(pd.Series(["a", "b"], dtype="string")).to_list() == ["a", "b"]
    assert s.value(pd.Series([1, 2], dtype="Int64")).to_list() == [1, 2]
    refused(lambda: s.value(pd.Series([1, None], dtype="Int64")), "null at element 1")
    refused(lambda: s.value(pd.Series(pd.to_datetime(["2020-01-01"]))), "datetime64", "int64")
    refused(lambda: s.value(pd.Series([1, "a"], dtype=object)), "object")
    assert pd.DataFrame(s.value(frame, "vector Row").columns)["n"].tolist() == [1, 2]


def test_duckdb(s):
    duckdb = pytest.importorskip("duckdb")
    rows = duckdb.sql("select range::double as x, range as n, 't' || range as name from range(5)")
    f = s("(lambda (rows : vector Row) (sum (map (lambda (r) (* r.x (to_double r.n))) rows)))")
    assert f(rows) == 30 and s.value(rows["x"], "vector double").to_list() == [0, 1, 2, 3, 4]
    v = s.value(rows, "vector Row")  # noqa: F841: duckdb reads it by its name
    assert duckdb.sql("select sum(n), max(name) from v").fetchall() == [(10, "t4")]
