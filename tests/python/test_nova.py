"""The module nova with NumPy: values in and out, what is refused, errors, threads, signals, memory."""
import array
import concurrent.futures
import gc
import hashlib
import os
import pickle
import subprocess
import sys
import threading
import time
import warnings
import weakref

import numpy as np
import pytest

import nova
from places import address, is_lent

ENDLESS = "(let (n 0) in (begin (while true (set! n (+ n 1))) n))"


@pytest.fixture(scope="module")
def s():
    return nova.Session()


@pytest.fixture(scope="module")
def total(s):
    return s("(lambda (x : vector double) (sum x))")


@pytest.fixture(scope="module")
def same(s):
    return s("(lambda (x) x)")


# ---- scalars, texts, tuples ----

@pytest.mark.parametrize("text, value", [
    ("3", 3), ("2.5", 2.5), ("2.5f", 2.5), ("-7i8", -7), ("true", True), ('"a\u00e4"', "a\u00e4"), ("(1, (2.0, false))", (1, (2.0, False))),
    ("nil", None), ("1.5h", 1.5), ("-0.25bf", -0.25), ("6e-8h", 2.0**-24), ("65504h", 65504.0), ("(neg inf)", -np.inf), ("1.0+2.0i", 1 + 2j), ("18446744073709551615u64", 2**64 - 1), ("#\\a", "a")])
def test_python_objects(s, text, value):
    got = s(text)
    assert got == value and type(got) is type(value)


@pytest.mark.parametrize("value, kind", [
    (True, "bool"), (3, "int"), (2.5, "double"), ("a", "vector char"), ((1, 2.0), "(int, double)"), (1j, "(complex double)"),
    ([1, 2], "vector int"), ([[1.0], []], "vector vector double"), (None, "unit"), (np.float32(2), "float"), (np.int8(2), "int8")])
def test_nearest_types(s, value, kind):
    if kind == "vector vector double":
        v = s.value(value, kind)
    else:
        v = s.value(value)
    assert v.type == kind


def test_integers_are_checked(s):
    f = s("(lambda (x : int8) (+ x 1i8))")
    assert f(126) == 127 and f(np.int64(-128)) == -127
    for wrong in [128, -129, 2**70]:
        with pytest.raises(OverflowError, match="does not fit a Nova int8 of 8 bits"):
            f(wrong)
    with pytest.raises(TypeError, match="write int"):
        f(2.0)
    unsigned = s("(lambda (x : uint16) x)")
    assert unsigned(65535) == 65535
    with pytest.raises(OverflowError):
        unsigned(-1)


# ---- arrays in ----

@pytest.mark.parametrize("dtype", ["i8", "i4", "i2", "i1", "u8", "u4", "u2", "u1", "f4", "f8", "f2", "?"])
@pytest.mark.parametrize("shape", [(0,), (5,), (2, 3), (2, 0), (2, 3, 4)])
def test_no_copy(same, dtype, shape):
    a = np.arange(np.prod(shape)).reshape(shape).astype(dtype)
    v = same(a)
    b = np.asarray(v)
    assert b.dtype == a.dtype and b.shape == a.shape and np.array_equal(a, b)
    assert a.size == 0 or (is_lent(v, address(a)) and not b.flags.writeable)
    assert v.shape == shape


def test_layouts(total, s):
    a = np.arange(10.0)
    assert total(a[::2]) == 20 and total(a[::-1]) == 45 and total(a[3:]) == 42
    m = s("(lambda (x : vector#2 double) (map (lambda (r) r) x))")
    f = np.asfortranarray(np.arange(6.0).reshape(2, 3))
    assert np.array_equal(np.asarray(m(f)), f)
    a.flags.writeable = False
    assert total(a) == 45 and total(array.array("d", [1, 2])) == 3 and total(memoryview(a)) == 45
    assert total([1, 2.5]) == 3.5 and total(()) == 0


def test_rows(s):
    rows = s("(lambda (x : vector vector double) (map sum x))")
    assert rows(np.arange(6.0).reshape(2, 3)).to_list() == [3, 12]
    assert rows([[1, 2], [], [3]]).to_list() == [3, 0, 3]


def refused(f, value, *words):
    with pytest.raises(TypeError) as e:
        f(value)
    assert all(w in str(e.value) for w in words), str(e.value)


def test_refused(total, s):
    refused(total, np.arange(3), "vector double", "int64", "a.astype('float64')")
    refused(total, np.arange(3, dtype=">f8"), "big-endian", "newbyteorder")
    refused(total, np.zeros((2, 2)), "2 dimensions", "a.ravel()")
    refused(total, np.array(3.0), "0 dimensions", "a.reshape(1)")
    refused(total, np.array([1, None], object), "object", "astype('float64')")
    refused(total, np.zeros(2, "M8[D]"), "datetime64[D]", "astype('int64')")
    refused(total, np.zeros(2, "m8[s]"), "timedelta64", "astype('int64')")
    refused(total, np.zeros(2, [("x", "f8")]), "structured", "a['x']")
    refused(total, np.zeros(2, bool), "bool", "astype('float64')")
    refused(total, np.zeros(2, complex), "complex128")
    refused(total, np.array(["a"]), "<U1")
    refused(total, "text", "str")
    refused(total, None, "None")
    refused(total, {1: 2}, "dict")
    refused(s("(lambda (x : int) x)"), "1", "int", "str")
    refused(s("(lambda (x : bool) x)"), 1, "bool(x)")
    refused(s("(lambda (x : double) x)"), "1.0", "double", "str")
    refused(s.value, object(), "type object")
    refused(s.value, [], "empty list")
    refused(s("(lambda (x : vector vector char) x)"), np.array(["a", "b"]), "list(x)")


# ---- values out ----

def test_views(s):
    v = s("(map (lambda (k) (* 2 k)) (range 5))")
    a = np.asarray(v)
    assert a.tolist() == [0, 2, 4, 6, 8] and v[1] == 2 and v[-1] == 8 and len(v) == 5 and list(v) == a.tolist()
    assert memoryview(v).readonly and memoryview(v).format == "l" and v.to_list() == a.tolist()
    assert np.array(v, dtype="f4").dtype == np.float32 and np.array(v).flags.writeable
    with pytest.raises(IndexError):
        v[5]
    m = s("(reshape (2, 3) (range 6))")
    assert m[1, 2] == 5 and np.asarray(m).shape == (2, 3) and m.to_list() == [[0, 1, 2], [3, 4, 5]]
    with pytest.raises(TypeError):
        m[1]
    del v, m
    gc.collect()
    assert a.tolist() == [0, 2, 4, 6, 8]


def test_views_outlive_sessions():
    own = nova.Session(tier="interp")
    a = np.asarray(own("(map to_double (range 100000))"))
    del own
    gc.collect()
    assert a.sum() == 4999950000.0


def test_ragged_and_records(s):
    v = s("[[1 2] [] [3]]")
    assert v.to_list() == [[1, 2], [], [3]] and np.asarray(v.flat).tolist() == [1, 2, 3]
    assert np.asarray(v.offsets).tolist() == [0, 2, 2, 3] and [np.asarray(r).tolist() for r in np.asarray(v)] == v.to_list()
    s("(define-record Body (x : double) (mass : float))")
    b = s("(map (lambda (k) (Body (to_double k) 2f)) (range 3))")
    assert np.asarray(b.x).tolist() == [0, 1, 2] and list(b.columns) == ["x", "mass"] and address(b.x) == address(b.columns["x"])
    assert np.asarray(b).dtype.names == ("x", "mass") and b[1].x == 1 and b[1].mass == 2
    with pytest.raises(AttributeError):
        b.y
    pairs = s("(zip [1 2] [true false])")
    assert pairs[0] == (1, True) and list(pairs.columns) == [0, 1]
    assert np.asarray(s("[1.0+2.0i 3.0]")).tolist() == [1 + 2j, 3]
    assert s("[\"a\" \"bc\"]").to_list() == ["a", "bc"]
    some = s("(Some 3)")
    assert some.constructor == "Some" and some[0] == 3


def test_columns_in(s):
    s("(define-record Point (x : double) (n : int))")
    xs, ns = np.arange(3.0), np.arange(3)
    f = s("(lambda (ps : vector Point) (sum (map (lambda (p) (* p.x (to_double p.n))) ps)))")
    structured = np.array(list(zip(xs, ns)), [("n", "i8"), ("x", "f8")][::-1])
    assert f({"x": xs, "n": ns}) == f(structured) == f([{"x": 1, "n": 1}, {"x": 2.0, "n": 2}]) == 5
    v = s.value({"x": xs, "n": ns, "more": 1}, "vector Point")
    assert is_lent(v.x, address(xs)) and np.asarray(v).tolist() == structured.tolist()
    assert s("(lambda (p : Point) p.n)")({"x": 1, "n": 7}) == 7
    refused(f, {"x": xs}, "has no `n`", "Point")
    refused(f, {"x": ns, "n": ns}, "`x` of argument 1", "vector double", "astype('float64')")
    with pytest.raises(nova.Error, match="one shape"):
        f({"x": xs, "n": ns[:2]})
    z = np.array([1 + 2j, 3])
    g = s("(lambda (z : vector (complex double)) (sum z))")
    assert g(z) == 4 + 2j and g([1j, 2]) == 2 + 1j and np.asarray(s.value(z, "vector (complex double)")).tolist() == z.tolist()
    m = s.value(np.array([[1j, 2], [3, 4]]), "vector#2 (complex double)")
    assert m[0, 0] == 1j and m.shape == (2, 2)


def test_text_and_hash(s):
    v = s.eval("[1.0 2.0]")
    assert repr(v) == "[1.0 2.0] : vector double" and str(v) == "[1.0 2.0]"
    assert repr(s.eval("(range 1000)")) == "[0 1 2 ... 997 998 999] : vector int"
    expected = hashlib.sha256(b"vector double\0" + (2).to_bytes(8, "little") + np.array([1.0, 2.0]).tobytes())
    assert v.sha256 == expected.hexdigest()
    assert s.value(np.array([np.nan])).sha256 == s.value(-np.array([np.nan])).sha256


@pytest.mark.parametrize("text", ["[1.0 2.0]", "(reshape (2, 3) (range 6))", "([] : vector float)", "(reshape (0, 2) ([] : vector int8))", "[[1] []]",
                                  "3i8", "nan", "(1, \"a\\n\")", "[1.0+2.0i]", "[(Some 1) (None)]", "nil", "[true false]", "\"\""])
def test_pickle(s, text):
    v = s.eval(text)
    again = pickle.loads(pickle.dumps(v))
    assert again.type == v.type and again.sha256 == v.sha256 and str(again) == str(v)


def test_pickle_of_functions(s):
    with pytest.raises(TypeError, match="holds functions"):
        pickle.dumps(s.eval("(lambda ((x : int)) x)"))


# ---- functions ----

def test_functions(s, total):
    assert total.types == ("vector double",) and total.type == "vector double -> double" and "vector double" in repr(total)
    add = s("(lambda (x : int) (y : int) (+ x y))")
    assert add(1, 2) == 3 and add(1)(2) == 3
    assert s("map")(add(5), [1, 2]).to_list() == [6, 7]
    polymorphic = s("(lambda (x) (+ x x))")
    assert polymorphic(2) == 4 and polymorphic(1.5) == 3 and polymorphic.types == ()
    with pytest.raises(nova.Error, match="of type Num 'a => 'a -> 'a, which does not take vector double") as e:
        polymorphic(np.zeros(2))
    assert e.value.code == "E0718" and "$" not in str(e.value)
    with pytest.raises(nova.Error, match="does not take vector#2 double(.|\n)*rows"):
        s("(lambda (a b) (matmul a b))")(np.zeros((2, 2)), np.zeros((2, 2)))
    assert polymorphic(2.5) == 5
    s("(define (scaled (x : double)) (* 2.0 x))")
    first = s("scaled")
    s("(define (scaled (x : double)) (* 3.0 x))")
    assert first(1.0) == 2 and s("scaled")(1.0) == 3
    with pytest.raises(nova.Error, match="function"):
        s.function("42")
    assert total.value(np.ones(3)).type == "double" and isinstance(total.why(), str)
    with pytest.raises(TypeError, match="no named arguments"):
        total(x=1)


def test_define(s):
    a = np.arange(4.0)
    s.define("xs", a)
    assert s("(sum xs)") == 6
    with pytest.raises(nova.Error):
        s.define("1x", 2)


def test_define_again():
    """A later definition frees the array of the earlier one, unless something uses it."""
    own, freed = nova.Session(), []

    def array(k):
        a, others = np.full(1000, float(k)), []
        while (a.ctypes.data + a.nbytes - 1) % 4096 >= 4096 - 128:
            others.append(a)  # an array that ends with a page is copied
            a = np.full(1000, float(k))
        weakref.finalize(a, freed.append, k)
        return a

    def freed_by(name, k):
        own.define(name, array(k))
        gc.collect()
        return freed[:]

    for k in range(20):
        own.define("xs", array(k))
        assert own("(sum xs)") == 1000 * k
    gc.collect()
    assert freed == list(range(19))
    freed.clear()
    kept = own("(lambda (k) (+ k (sum xs)))")
    assert freed_by("xs", 20) == [] and kept(0.0) == 19000 and own("(sum xs)") == 20000
    own("(define (named (k : double)) (+ k (sum xs)))")
    assert freed_by("xs", 21) == [] and own("(named 1.0)") == 20001 and kept(1.0) == 19001
    own("(define-macro total ((_) (sum xs)))")
    assert freed_by("xs", 22) == [] and own("(total)") == 21000
    own("(define doubled (map (* 2.0) xs))")
    assert freed_by("xs", 23) == [22] and own("(sum doubled)") == 44000
    inner = own("((lambda (a) (lambda (k) (+ a (+ k (sum xs))))) 1.0)")
    functions = own.eval("[(lambda (k) (+ k (sum xs)))]")
    assert freed_by("xs", 24) == [22] and inner(1.0) == 23002
    own.define("functions", functions)
    assert own("((! functions 0) 2.0)") == 23002


def test_decorator():
    @nova.function
    def norm(x):
        """(lambda (x : vector double) (sqrt (sum (map * x x))))"""

    @nova.function(session=norm.session)
    def twice_as(x):
        """(define (double-it (x : double)) (* 2.0 x))
        (define (twice-as (x : double)) (double-it (double-it x)))"""

    assert norm([3, 4]) == 5 and twice_as(1) == 4
    with pytest.raises(TypeError, match="no docstring"):
        @nova.function
        def nothing():
            pass


def test_reference_and_check():
    f = nova.reference("(lambda (x : vector double) (map (lambda (y) (* 2.0 y)) x))")
    assert nova.check(f, lambda x: x + x, runs=50) == 50
    with pytest.raises(nova.Difference) as e:
        nova.check(f, lambda x: np.where(x > 5, 0, x * 2))
    assert len(e.value.arguments[0]) == 1


class Shell:
    """As much of IPython's shell as the magic uses."""
    def __init__(self):
        self.user_ns = {"x_s": np.arange(3.0)}

    def register_magic_function(self, function, kind, name):
        assert (kind, name) == ("line_cell", "nova")
        self.magic = function


def test_cell_magic():
    shell = Shell()
    nova.load_ipython_extension(shell)
    assert shell.magic("x_s", "(sum x-s)") == 3
    shell.magic(" -> y", "(define two 2)\n(+ two 1)")
    assert shell.user_ns["y"] == 3 and shell.magic("")("two") == 2


# ---- errors, output, warnings ----

def test_errors(s):
    f = s("(lambda (x : vector double)\n  (map (lambda (k) x!k) [0 5]))")
    with pytest.raises(nova.Error) as e:
        f(np.zeros(2))
    assert e.value.code == "E0402" and e.value.place[1:] == (2, 20, 2, 23) and "^^^" in str(e.value)
    assert "5 is out of range" in e.value.message and any("element 1" in n for n in e.value.notes)
    with pytest.raises(nova.Error) as e:
        s("(+ 1 (summ [1]))")
    assert "did you mean" in str(e.value) and e.value.helps
    for wrong in ["(", "(read-text \"/etc/passwd\")", "(sum 1)"]:
        with pytest.raises(nova.Error):
            s(wrong)
    with pytest.raises(TypeError, match="a text is a str"):
        s(3)
    with pytest.raises(nova.Error, match="there is no tier gpu"):
        nova.Session(tier="gpu")
    with pytest.raises(ValueError, match="threads"):
        nova.Session(threads=-1)


def test_output(capsys):
    nova.Session()("(println \"hello\")")
    assert capsys.readouterr().out == "hello\n"
    lines = []
    nova.Session(output=lines.append)("(println 1)")
    assert "".join(lines) == "1\n"


def test_warnings():
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        nova.Session()("(reduce - 0 [5 3 1])")
    assert any(issubclass(w.category, nova.Warning) and "associative" in str(w.message) for w in told)


# ---- threads, signals, forks, memory ----

def test_threads(s, total):
    arrays = [np.full(1000, float(k)) for k in range(8)]
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        for _ in range(20):
            assert list(pool.map(total, arrays)) == [1000.0 * k for k in range(8)]


def test_gil_is_released():
    own, beats = nova.Session(tier="interp"), []
    thread = threading.Thread(target=lambda: pytest.raises(nova.Error, own, ENDLESS))
    thread.start()
    for _ in range(5):
        time.sleep(0.02)
        beats.append(time.monotonic())
    own.cancel()
    thread.join(5)
    assert not thread.is_alive() and beats[-1] - beats[0] < 2


@pytest.mark.parametrize("tier", ["interp", "cpu"])
def test_interrupt(tier):
    own = nova.Session(tier=tier)
    program = (f"import nova, signal, time, threading, os\nown = nova.Session(tier={tier!r})\nown('(sum [1 2])')\n"
               "at = []\ndef late():\n  time.sleep(1)\n  at.append(time.monotonic()); os.kill(os.getpid(), signal.SIGINT)\n"
               f"threading.Thread(target=late).start()\ntry:\n  own({ENDLESS!r})\nexcept KeyboardInterrupt:\n"
               "  print('interrupted', time.monotonic() - at[0])\nprint(own('(+ 1 1)'))\n")
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    words = done.stdout.split()
    assert words and words[0] == "interrupted" and float(words[1]) < 0.5 and words[2] == "2", done
    assert own("(+ 1 1)") == 2


def test_timeout():
    with pytest.raises(nova.Error) as e:
        nova.Session(timeout=0.1)(ENDLESS)
    assert e.value.code == "E0604"


def test_fork(s):
    child = os.fork()
    if child == 0:
        os._exit(0 if s("1") == 1 and nova.Session(tier="interp")("(sum [1 2])") == 3 else 2)
    assert os.waitpid(child, 0)[1] == 0
    assert s("1") == 1


def test_end_of_a_fork():
    program = ("import nova, os, numpy as np, sys\ns = nova.Session(tier='cpu')\nf = s('(lambda (x : vector double) (sum x))')\n"
               "f(np.ones(100000))\nv = s.eval('[1 2]')\npid = os.fork()\n"
               "if pid == 0: sys.exit(7)\nprint(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), v)\n")
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert done.stdout == "7 [1 2]\n", done


def test_busy_session_holds_no_gil():
    """What another thread asks of values does not wait with the GIL for a session that prints."""
    lines = []
    own = nova.Session(tier="interp", output=lines.append)
    own("(define-record P (x : int))")
    v, some = own.eval("[(P 1)]"), own.eval("(Some 1)")
    thread = threading.Thread(target=lambda: pytest.raises(nova.Error, own, "(let (n 0) in (while true (println 1)))"))
    thread.start()
    while not lines:
        time.sleep(0.01)
    asked = [threading.Thread(target=ask) for ask in [lambda: v.x, lambda: v.type, lambda: v.columns, lambda: some.constructor, lambda: v[0],
                                                      lambda: str(v), lambda: own.value([1.0], "vector double"), lambda: v.to_list()]]
    for t in asked:
        t.start()
    count = len(lines)
    time.sleep(0.1)
    assert len(lines) > count
    own.cancel()
    for t in [thread, *asked]:
        t.join(10)
        assert not t.is_alive()


def resident():
    with open("/proc/self/statm") as f:
        return int(f.read().split()[1]) * 4096


def test_memory(total, same):
    a = np.zeros(12_500_000)  # 100 MB
    for k in range(300):
        total(a[:1000]), same(a), np.asarray(same(a))
        if k == 50:
            gc.collect()
            before = resident()
    gc.collect()
    assert resident() - before < 20e6
    count = sys.getrefcount(a)
    v = same(a)
    assert sys.getrefcount(a) == count + 1
    del v
    assert sys.getrefcount(a) == count
