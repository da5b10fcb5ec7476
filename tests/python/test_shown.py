"""What a person sees of values and of long calls; named arguments; functions compared."""
import concurrent.futures
import os
import pickle
import pty
import subprocess
import sys

import numpy as np
import pytest

import nova

LONG = "(sum (map (lambda (k) (let (n 0) in (begin (while (< n 3000) (set! n (+ n (if (= k 7) 1 2)))) n))) (range 100000000)))"


@pytest.fixture(scope="module")
def s():
    s = nova.Session()
    s("(define-record Body (x : double) (mass : float))")
    return s


def test_tables_and_pictures(s):
    pairs = s.eval("(map (lambda (k) (k, to_double k)) (range 3))")
    assert repr(pairs).splitlines()[1].split() == ["0", "0", "0.0"] and repr(pairs).endswith("3 rows : vector (int, double)")
    assert "<td>2.0</td>" in pairs._repr_html_() and pairs._repr_png_() is None
    assert s.eval("[1 2]")._repr_html_() is None
    image = s.eval("(map (lambda (i) (map (lambda (j) (to_uint8 (+ i j))) (range 32))) (range 32))")
    assert image._repr_png_().startswith(b"\x89PNG")


def test_even_rows(s):
    v = s.eval("[[1 2 3] [4 5 6]]")
    a = np.asarray(v)
    assert a.tolist() == [[1, 2, 3], [4, 5, 6]] and a.dtype == np.int64 and np.asarray(v.flat).ctypes.data == a.ctypes.data
    assert np.asarray(s.eval("[[[1.0] [2.0]] [[3.0] [4.0]]]")).shape == (2, 2, 1) and np.asarray(s.eval("([[] []] : vector vector int)")).shape == (2, 0)
    assert np.asarray(s.eval("[[1] [2 3]]")).dtype == object and np.asarray(s.eval("[\"a\" \"b\"]")).tolist() == ["a", "b"]
    pairs = np.asarray(s.eval("[[(1, 2.0)] [(3, 4.0)]]"))
    assert pairs.shape == (2, 1) and pairs["1"].tolist() == [[2.0], [4.0]]


@pytest.mark.parametrize("shape", [(2, 3, 4), (2, 0, 4), (0, 3, 4), (2, 3, 0)])
def test_deep_rows(s, shape):
    a = np.arange(np.prod(shape, dtype=int), dtype="f8").reshape(shape)
    v = s.value(a, "vector vector vector double")
    assert v.to_list() == a.tolist() and (a.size == 0 or np.asarray(v).ctypes.data == a.ctypes.data)
    for wrong in (a[0] if len(a) else a.reshape(0, 12), a[None]):
        with pytest.raises(TypeError, match="dimensions"):
            s.value(wrong, "vector vector vector double")


def test_slices(s):
    v, m = s.eval("[1 2 3 4]"), s.eval("(reshape (2, 3) (range 6))")
    assert v[1:3].tolist() == [2, 3] and v[[3, 0]].tolist() == [4, 1] and m[:, 1].tolist() == [1, 4] and m[1, 2] == 5
    assert s.eval("[[1 2] [3]]")[1:][0].tolist() == [3]
    assert v[np.asarray(v) > 2].tolist() == [3, 4] and v[np.array([0, 2])].tolist() == [1, 3] and v[np.int64(1)] == 2
    assert m[np.array([0, 1]), 1].tolist() == [1, 4]
    with pytest.raises(TypeError):
        s.eval("(Some 1)")[1:]


def test_named_arguments(s):
    centre = s("(lambda (k : double) (bs : vector Body) (* k (sum (map (lambda (b) b.x) bs))))")
    assert centre(2.0, x=np.array([1.0, 2.0]), mass=np.ones(2, "f4")) == 6
    first = s("(lambda (b : Body) b.x)")
    assert first(x=3, mass=1) == 3 and first.value(mass=1.0, x=2.5).type == "double"
    for call, said in [(lambda: first(x=1, y=2), "Body has no field `y`; it has x, mass"), (lambda: first(x=1), "argument 1 has no `mass`"),
                       (lambda: centre(x=1), "no named arguments.*of type double"), (lambda: first({"x": 1, "mass": 1}, x=1), "not known")]:
        with pytest.raises(TypeError, match=said):
            call()


@pytest.mark.parametrize("tier", ["interp", "cpu"])
def test_progress(tier):
    lines = []
    own = nova.Session(tier=tier, timeout=1.5, progress=lines.append)
    own("(+ 1 2)")
    assert not lines
    with pytest.raises(nova.Error, match="time limit"):
        own(LONG)
    assert len(lines) > 1 and " s: " in lines[0] and lines[-1] is None

    def fails(line):
        raise RuntimeError("no more")
    with pytest.raises(RuntimeError, match="no more"):
        nova.Session(tier=tier, timeout=5, progress=fails)(LONG)


def test_calls_in_the_function_of_progress():
    """They are refused, and the lines go on at their pace."""
    lines, refused = [], []

    def tell(line):
        lines.append(line)
        try:
            own("(+ 1 2)")
        except nova.Error as e:
            refused.append(e.code)
    own = nova.Session(tier="interp", timeout=1.5, progress=tell)
    with pytest.raises(nova.Error, match="time limit"):
        own(LONG)
    assert 2 < len(lines) < 15 and lines.count(None) == 1 and set(refused[:-1]) == {"E0718"}


class Closed:
    """A sys.stderr to which nothing can be written."""
    def write(self, text):
        raise ValueError("I/O operation on closed file")


@pytest.mark.parametrize("wanted", [True, None])
def test_progress_without_a_place(monkeypatch, wanted):
    """The second one asks the stream whether it is a terminal."""
    own = nova.Session(tier="interp", timeout=0.8, progress=wanted)
    monkeypatch.setattr(sys, "stderr", Closed())
    monkeypatch.setattr(sys, "ps1", "> ", raising=False)
    with pytest.raises(nova.Error, match="time limit"):
        own(LONG)


def on_a_terminal(program):
    """What Python writes to a terminal that its standard error is."""
    shown, terminal = pty.openpty()
    subprocess.run([sys.executable, "-c", program], stderr=terminal, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL, timeout=60,
                   env={**os.environ, "TERM": "xterm"})
    os.close(terminal)
    text = b""
    try:
        while block := os.read(shown, 4096):
            text += block
    except OSError:
        pass
    os.close(shown)
    return text.decode()


def test_progress_on_a_terminal():
    program = "import nova, sys\n{}\ntry: nova.Session(tier='interp', timeout=1.5, progress={})(" + repr(LONG) + ")\nexcept nova.Error: pass"
    prompt = "sys.ps1 = '> '"
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        wanted, script, asked, refused = pool.map(on_a_terminal, [
            program.format("", True), program.format("", None), program.format(prompt, None), program.format(prompt, False)])
    assert wanted.startswith("\r") and " s: the interpreter runs" in wanted and wanted.endswith(" \r")
    assert script == refused == "" and "the interpreter runs" in asked


@pytest.mark.parametrize("text, function, smallest", [
    ("(lambda (x : vector vector int) (map (lambda (r) (map (lambda (y) (+ y 1)) r)) x))", lambda x: [r + 1 if len(r) != 2 else r for r in x],
     "at ([array([0, 0])])"),
    ("(lambda (x : vector int) x)", lambda x: [[1], [1, 2]], "at (array([], dtype=int64))"),
    ("(lambda (s : vector char) (length s))", lambda s: len(s.strip()), "at ("),
    ("(lambda (p : (int, double)) (p.1, p.0))", lambda p: (p[1], p[0] if p[0] < 50 else 0), "at ((np.int64("),
    ("(lambda (x : vector#2 double) (transpose x))", lambda x: x, "at (array([], shape=(0, "),
    ("(lambda (x : bool) (y : int8) (if x y (neg y)))", lambda x, y: y if x else 0 - y - (y == 7), "at (False, np.int8(7))")])
def test_differences(text, function, smallest):
    with pytest.raises(nova.Difference) as found:
        nova.check(text, function, runs=1000)
    assert str(found.value).startswith(smallest), found.value
    again = pickle.loads(pickle.dumps(found.value))
    assert type(again) is nova.Difference and str(again) == str(found.value) and repr(again.got) == repr(found.value.got)


def test_no_difference():
    assert nova.check("(lambda (p : (int, vector int)) (map (lambda (y) (+ y p.0)) p.1))", lambda p: p[1] + p[0], runs=50) == 50
    assert nova.check("(lambda (x) (+ x x))", lambda x: x + x, "float", runs=50) == 50
    with pytest.raises(TypeError, match="no arguments of type"):
        nova.check("(lambda (x : (complex double)) x)", lambda x: x)


def test_options():
    for wrong in ("a", "b"), ["a"], 3:
        with pytest.raises(TypeError, match="gpu_helper is one path, or None"):
            nova.Session(gpu_helper=wrong)

    def out(text):
        pass
    own, before = nova.Session.__new__(nova.Session), sys.getrefcount(out)
    for _ in range(3):
        with pytest.raises(nova.Error, match="no tier none"):
            own.__init__(tier="none", output=out, progress=out)
    own.__init__()
    assert own("(+ 1 2)") == 3 and sys.getrefcount(out) == before


def test_gpu_helper():
    """A GPU's process that simulates one: it starts beside Python as it does beside nova."""
    helper = os.path.join(os.environ.get("NOVA_BUILD", ""), "tests/nova_fake_gpu")
    if not os.access(helper, os.X_OK):
        pytest.skip("nova_fake_gpu is not built")
    own = nova.Session(tier="cuda", gpu_helper=helper)
    f = own("(lambda (x : vector double) (sum (map * x x)))")
    n = f.value(np.arange(1000.0))
    assert n.python == 332833500 and n.verdict == "checked whole" and "cuda" in f.why(), (n.verdict, f.why())
