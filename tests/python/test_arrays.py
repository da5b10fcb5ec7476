"""NumPy's arrays of all kinds, one by one: each is taken, or refused with what to write."""
import array

import numpy as np
import pytest

import nova
from places import address, is_lent

SOURCE = np.arange(24.0)


@pytest.fixture(scope="module")
def s():
    return nova.Session()


def read_only(a):
    a = a.copy()
    a.flags.writeable = False
    return a


# What NumPy has, the type that is asked for, and whether it is taken without a copy.
TAKEN = {
    "contiguous": (SOURCE, "vector double", True),
    "read-only": (read_only(SOURCE), "vector double", True),
    "a part": (SOURCE[5:9], "vector double", True),
    "strided": (SOURCE[::3], "vector double", False),
    "reversed": (SOURCE[::-1], "vector double", False),
    "one element again and again": (np.broadcast_to(SOURCE[1], 7), "vector double", False),
    "a matrix": (SOURCE.reshape(4, 6), "vector#2 double", True),
    "a matrix as rows": (SOURCE.reshape(4, 6), "vector vector double", True),
    "Fortran-ordered": (np.asfortranarray(SOURCE.reshape(4, 6)), "vector#2 double", False),
    "transposed": (SOURCE.reshape(2, 3, 4).T, "vector#3 double", False),
    "a matrix's column": (SOURCE.reshape(4, 6)[:, 2], "vector double", False),
    "empty": (SOURCE[:0], "vector double", False),
    "without rows": (np.zeros((0, 3)), "vector#2 double", False),
    "without columns": (np.zeros((3, 0)), "vector vector double", False),
    "not aligned": (np.frombuffer(b"x" + SOURCE.tobytes(), offset=1), "vector double", False),
    "bool": (SOURCE > 3, "vector bool", True),
    "half": (SOURCE.astype("f2"), "vector half", True),
    "complex": (SOURCE + 1j, "vector (complex double)", False),
    "complex of 64 bits": ((SOURCE + 1j).astype("c8"), "vector (complex float)", False),
    "little-endian": (SOURCE.astype("<f8"), "vector double", True),
    "long long": (np.arange(3, dtype=np.longlong), "vector int", True),
    "masked without a mask": (np.ma.array(SOURCE), "vector double", True),
    "a subclass": (SOURCE.reshape(4, 6).view(np.matrix), "vector#2 double", True),
    "recarray's field": (np.rec.array([(1.0, 2)], [("x", "f8"), ("n", "i8")]).x, "vector double", False),
    "memory map": (np.memmap("/proc/self/exe", "u1", "r", shape=(100,)), "vector uint8", True),
}


@pytest.mark.parametrize("name", TAKEN)
def test_taken(s, name):
    a, kind, in_place = TAKEN[name]
    v = s.value(a, kind)
    assert v.type == kind and v.to_list() == a.tolist()
    if in_place:
        assert is_lent(v.flat if "vector vector" in kind else v, address(a))
    f = s(f"(lambda (x : {kind}) x)")
    assert f(a).to_list() == a.tolist()


# What is asked for (None: nothing), and words of the message.
REFUSED = {
    "big-endian": (SOURCE.astype(">f8"), "vector double", "big-endian: write a.astype(a.dtype.newbyteorder('='))"),
    "big-endian, any type": (SOURCE.astype(">i4"), None, "big-endian: write a.astype(a.dtype.newbyteorder('='))"),
    "integers": (np.arange(3), "vector double", "an array of int64: write a.astype('float64')"),
    "floats for ints": (SOURCE, "vector int", "write a.astype('int64')"),
    "other width": (SOURCE, "vector float", "write a.astype('float32')"),
    "bool for numbers": (SOURCE > 3, "vector double", "write a.astype('float64')"),
    "numbers for bool": (SOURCE, "vector bool", "write a.astype('bool')"),
    "0-d": (np.array(3.0), "vector double", "0 dimensions: write a.reshape(1)"),
    "too many dimensions": (np.zeros((2, 2)), "vector double", "2 dimensions: write a.ravel(), or declare the parameter as vector#2"),
    "too few dimensions": (SOURCE, "vector#2 double", "1 dimensions"),
    "structured": (np.zeros(2, [("x", "f8")]), "vector double", "it is structured: give its fields one by one, such as a['x']"),
    "structured, any type": (np.zeros(2, [("x", "f8"), ("n", "i4")]), None, "such as a['x']"),
    "dates": (np.zeros(2, "M8[D]"), "vector int", "datetime64[D]: write a.astype('int64')"),
    "dates, any type": (np.zeros(2, "M8[ns]"), None, "datetime64[ns]: write a.astype('int64')"),
    "durations": (np.zeros(2, "m8[s]"), "vector int", "timedelta64[s]: write a.astype('int64')"),
    "objects": (np.array([1, None], object), "vector double", "object: write a.astype('float64')"),
    "objects, any type": (np.array([1, "a"], object), None, "Python objects: write a.astype(float), or a.tolist()"),
    "texts": (np.array(["a", "b"]), "vector vector char", "write list(x)"),
    "texts, any type": (np.array(["a", "b"]), None, "its elements are texts: write a.tolist()"),
    "bytes": (np.array([b"a", b"b"]), None, "its elements are texts: write a.tolist()"),
    "new strings": (np.array(["a"], np.dtypes.StringDType()), None, "write a.tolist()"),
    "long double": (np.zeros(2, np.longdouble), "vector double", "write a.astype('float64')"),
    "long double, any type": (np.zeros(2, np.longdouble), None, "Nova has no such numbers"),
    "complex, any type": (SOURCE + 1j, None, "vector (complex double)"),
    "complex for real": (SOURCE + 1j, "vector double", "complex128"),
    "a mask": (np.ma.array(SOURCE, mask=SOURCE > 3), "vector double", "write a.filled(numpy.nan)"),
    "void": (np.zeros(2, "V3"), None, "V3"),
    "an int array.array": (array.array("i", [1]), "vector double", "array"),
    "bytes for a text": (np.array([65, 66], "u1"), "vector char", "write bytes(x)"),
    "a bytearray for a text": (bytearray(b"ab"), "vector char", "write bytes(x)"),
    "integers for a text": (np.array([65, 66]), "vector char", "write a.astype('uint8')"),
    "a byte string": (b"abc", "vector double", "bytes"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(s, name):
    a, kind, words = REFUSED[name]
    with pytest.raises(TypeError) as e:
        s.value(a, kind) if kind else s.value(a)
    assert words in str(e.value), str(e.value)
    if kind:
        with pytest.raises(TypeError, match="argument 1 has to be"):
            s(f"(lambda (x : {kind}) x)")(a)


def test_complex_columns(s):
    """Tuples and records with complex numbers in them are structured arrays, not complex ones."""
    a = np.asarray(s("(map (lambda (k) (k, (Cartesian 1.0 2.0))) (range 3))"))
    assert a["0"].tolist() == [0, 1, 2] and a["1"].tolist() == [1 + 2j] * 3
    assert np.asarray(s("(map (lambda (k) (Cartesian 1.0 (to_double k))) (range 2))")).tolist() == [1, 1 + 1j]


def test_views_alone(s):
    rows = s("[[(1, 2)] [(3, 4)]]")
    assert np.asarray(rows)["1"].tolist() == [[2], [4]]
    for v, *wish in (rows,), (s("[(1, 2)]"),), (s("[1 2]"), "f8"):
        with pytest.raises(ValueError):
            v.__array__(*wish, copy=False)
    assert v.__array__(copy=False).tolist() == [1, 2]


def test_structured(s):
    s("(define-record Body (x : double) (n : int32))")
    a = np.array([(1.5, 2), (3.5, 4)], [("x", "f8"), ("n", "i4")])
    v = s.value(a, "vector Body")
    assert v[1].x == 3.5 and np.asarray(v.n).tolist() == [2, 4] and np.asarray(v).dtype.names == ("x", "n")
    aligned = np.zeros(3, np.dtype([("x", "f8"), ("n", "i4")], align=True))
    assert s.value(aligned, "vector Body").to_list() and s.value(a[:0], "vector Body").shape == (0,)
    with pytest.raises(TypeError, match="`n` of the object has to be a Nova vector int32"):
        s.value(a.astype([("x", "f8"), ("n", "i8")]), "vector Body")


def test_scalars(s):
    """Arrays of no dimension are numbers."""
    assert s.value(np.array(2.5)).python == 2.5 and s.value(np.float32(2)).type == "float" and s.value(np.array(True)).python is True
    assert s("(lambda (x : double) x)")(np.array(2.5)) == 2.5 and s("(lambda (x : int) x)")(np.array(3)) == 3
    with pytest.raises(TypeError):
        s("(lambda (x : int) x)")(np.array(2.5))


def test_bools_of_other_bytes(s):
    odd = np.array([0, 1, 2], "u1").view("?")
    with pytest.raises(nova.Error, match="a bool is a byte 0 or 1"):
        s.value(odd)
