"""Arrays that are not what their library says: offsets, numbers and shapes that lead out of their memory are refused."""
import ctypes as c
import struct

import numpy as np
import pytest

import nova

pa = pytest.importorskip("pyarrow")
OUTSIDE = "outside of its buffers: x.validate"


@pytest.fixture(scope="module")
def s():
    s = nova.Session()
    s("(define-record Body (a : int))")
    return s


@pytest.mark.parametrize("number", [-1, 2, 10**9])
def test_numbers_of_dictionaries(s, number):
    texts = pa.array(["no", "a", "b"])[1:]
    good = pa.DictionaryArray.from_arrays(pa.array([0, 1], "int32"), texts)
    assert s.value(good).to_list() == ["a", "b"]
    wrong = pa.DictionaryArray.from_arrays(pa.array([0, number], "int32"), texts, safe=False)
    with pytest.raises(ValueError, match=f"has the number {number} outside of its dictionary of 2 texts"):
        s.value(wrong)


@pytest.mark.parametrize("length, buffer, offset", [(1000, 5, 0), (1000, -1, 0), (1000, 0, 0), (20, 0, 1), (20, 0, -1), (-20, 0, 0)])
def test_views(s, length, buffer, offset):
    def array(*view):
        return pa.Array.from_buffers(pa.string_view(), 1, [None, pa.py_buffer(struct.pack("<i4sii", view[0], b"xxxx", *view[1:])), pa.py_buffer(b"x" * 20)])
    assert s.value(array(20, 0, 0)).to_list() == ["x" * 20]
    with pytest.raises(ValueError, match=OUTSIDE):
        s.value(array(length, buffer, offset))


@pytest.mark.parametrize("numbers", [(0, 2 * 10**9, 3), (0, -5, 3), (-5, 0, 3), (5, 3, 3)])
def test_offsets(s, numbers):
    """pyarrow checks offsets where it makes an array, so they are changed later."""
    places, bits, wanted = np.array([0, 1, 3], "i4"), pa.py_buffer(b"\x03"), "vector (Maybe (vector char))"
    lent, copied = (pa.Array.from_buffers(pa.string(), 2, [valid, pa.py_buffer(places), pa.py_buffer(b"x" * 10)], null_count=n)
                    for valid, n in [(None, 0), (bits, 1)])
    assert s.value(lent).to_list() == ["x", "xx"] and str(s.value(copied, wanted)) == '[(Some "x") (Some "xx")]'
    places[:] = numbers
    with pytest.raises(ValueError, match=OUTSIDE):
        s.value(copied, wanted)
    with pytest.raises((ValueError, nova.Error), match=f"{OUTSIDE}|the offsets of rows begin with 0, never fall"):
        s.value(lent)


Schema = type("Schema", (c.Structure,), {"_fields_": [("format", c.c_char_p), ("name", c.c_char_p), ("metadata", c.c_char_p), ("flags", c.c_int64),
                                                      ("n_children", c.c_int64), ("children", c.POINTER(c.c_void_p))]})
Array = type("Array", (c.Structure,), {"_fields_": [("length", c.c_int64), ("null_count", c.c_int64), ("offset", c.c_int64), ("n_buffers", c.c_int64),
                                                    ("n_children", c.c_int64), ("buffers", c.c_void_p), ("children", c.POINTER(c.c_void_p))]})
pointer = c.pythonapi.PyCapsule_GetPointer
pointer.restype, pointer.argtypes = c.c_void_p, [c.py_object, c.c_char_p]


class Changed:
    """What lends an array after a change of its structures."""
    def __init__(self, array, change):
        self.pair = array.__arrow_c_array__()
        change(*(kind.from_address(pointer(capsule, name)) for kind, capsule, name in
                 zip((Schema, Array), self.pair, (b"arrow_schema", b"arrow_array"))))

    def __arrow_c_array__(self):
        return self.pair


def test_fields(s):
    def nameless(schema, array):
        Schema.from_address(schema.children[0]).name = None

    def childless(schema, array):
        array.n_children = 0

    def short(schema, array):
        Array.from_address(array.children[0]).length = 1

    bodies = pa.array([{"a": 1}, {"a": 2}])
    assert s.value(Changed(bodies, lambda schema, array: None), "vector Body").shape == (2,)
    for kind in ["vector Body"], []:
        with pytest.raises(TypeError, match="no `a`|an Arrow array of struct"):
            s.value(Changed(bodies, nameless), *kind)
    assert s.value(Changed(bodies, nameless), "vector int").to_list() == [1, 2]
    with pytest.raises(ValueError, match="fewer fields than its schema"):
        s.value(Changed(bodies, childless), "vector Body")
    for array, *kind in [(bodies, "vector Body"), (pa.array([[1], [2]]),), (pa.array([[1, 2]], pa.list_(pa.int64(), 2)),)]:
        with pytest.raises(ValueError, match="rows outside of its elements"):
            s.value(Changed(array, short), *kind)


def test_own_map():
    own = nova.Session()
    v = own.value(pa.array([1, None]), "vector (Maybe int)")
    assert pa.array(v).to_pylist() == [1, None]
    for text in "(define (map f v) [true])", "(define (map f v) 5)", "(define (zip a b) [1 2])":
        own(text)
        assert pa.array(v).to_pylist() == [1, None]
        assert pa.array(own.value(pa.array(["a", None]), "vector (Maybe vector char)")).to_pylist() == ["a", None]
    own("(define-datatype Own (Some int) (None))")
    with pytest.raises(TypeError, match="has a constructor `Some` or `None` of its own"):
        own.value(pa.array([1, None]), "vector (Maybe int)")


Device = type("Device", (c.Structure,), {"_fields_": [("type", c.c_int32), ("id", c.c_int32)]})
DataType = type("DataType", (c.Structure,), {"_fields_": [("code", c.c_uint8), ("bits", c.c_uint8), ("lanes", c.c_uint16)]})
Tensor = type("Tensor", (c.Structure,), {"_fields_": [
    ("data", c.c_void_p), ("device", Device), ("dimensions", c.c_int32), ("type", DataType), ("shape", c.POINTER(c.c_int64)),
    ("strides", c.POINTER(c.c_int64)), ("offset", c.c_uint64), ("context", c.c_void_p), ("deleter", c.c_void_p)]})
capsule_of = c.pythonapi.PyCapsule_New
capsule_of.restype, capsule_of.argtypes = c.py_object, [c.c_void_p, c.c_char_p, c.c_void_p]


class Lender:
    """A tensor of four doubles of any shape, whose strides are 0."""
    def __init__(self, *shape):
        self.data, self.shape, self.strides = (c.c_double * 4)(1, 2, 3, 4), (c.c_int64 * 2)(*shape), (c.c_int64 * 2)(0, 0)
        self.tensor = Tensor(c.addressof(self.data), Device(1, 0), 2, DataType(2, 64, 1), self.shape, self.strides)

    def __dlpack_device__(self):
        return (1, 0)

    def __dlpack__(self, **wishes):
        return capsule_of(c.addressof(self.tensor), b"dltensor", None)


def test_shapes(s):
    assert s.value(Lender(2, 2)).to_list() == [[1, 1], [1, 1]]
    for shape in (2**61 + 1, 2), (-1, 2), (2**60, 1), (2**62, 2**62):
        with pytest.raises(ValueError, match="no array of this shape: its elements are too many"):
            s.value(Lender(*shape))


def test_recursive_types(s):
    s("(define-record Node (v : int) (kids : vector Node))")
    s("(define-datatype (Nest 'a) (N 'a (vector (Nest ('a, 'a)))))")
    node = s.value({"v": 1, "kids": [s.eval("(Node 2 [])")]}, "Node")
    assert str(node) == "(Node 1 [(Node 2 [])])" and s("(lambda (n : Node) n.v)")(node) == 1
    assert s.value([], "vector (Nest int)").shape == (0,)
    with pytest.raises(BufferError, match="vector Node"):
        s("[(Node 1 [])]").__dlpack__()
    s("(define-datatype (Pair 'a 'b) (MakePair 'a 'b))")
    assert s.value([], "vector (Pair (Pair int int) int)").shape == (0,)
