"""Lifetimes, threads, Ctrl-C, forks, pickles. NOVA_FULL=1 asks for 10,000 calls with arrays of 100 MB, which takes some minutes."""
import concurrent.futures
import gc
import multiprocessing
import os
import pickle
import shutil
import subprocess
import sys
import threading
import time
import weakref

import numpy as np
import pytest

import nova
from places import address, is_lent

FULL = os.environ.get("NOVA_FULL")
ENDLESS = "(let (n 0) in (begin (while true (set! n (+ n 1))) n))"


def resident():
    with open("/proc/self/statm") as f:
        return int(f.read().split()[1]) * 4096


def run(program):
    return subprocess.run([sys.executable, "-W", "ignore", "-c", program], capture_output=True, text=True, timeout=120)


def settled(call, runs, warm):
    """By how much the memory grows in the runs after the first ones."""
    for k in range(runs):
        if k == warm:
            gc.collect()
            before = resident()
        call()
    gc.collect()
    return resident() - before


def ways(s, a):
    """All ways in and out with an array."""
    f = s("(lambda (x : vector double) x)")
    yield lambda: f(a)
    yield lambda: np.asarray(f(a))
    yield lambda: np.from_dlpack(f(a))
    yield lambda: f(a).__dlpack__(max_version=(1, 0))
    yield lambda: f(a).__arrow_c_array__()
    yield lambda: f(a).__arrow_c_stream__()
    if pa := sys.modules.get("pyarrow"):
        b = pa.array(a)
        yield lambda: f(b)
        yield lambda: pa.array(f(a))
        yield lambda: f(pa.chunked_array([b]))


def test_memory_in_and_out():
    pytest.importorskip("pyarrow")
    s = nova.Session()
    a = np.ones(12_500_000 if FULL else 1_250_000)
    count = sys.getrefcount(a)
    all_ways = list(ways(s, a))
    step = lambda: [way() for way in all_ways]  # noqa: E731
    grown = settled(step, 10_000 // len(all_ways) if FULL else 40, 10)
    print(f"zero copy: {grown / 1e6:.1f} MB more after the calls")
    assert grown < a.nbytes / 4
    del all_ways, step
    gc.collect()
    assert sys.getrefcount(a) == count


def test_memory_of_results():
    s = nova.Session()
    a = np.ones(12_500_000 if FULL else 1_250_000)
    f = s("(lambda (x : vector double) (map (lambda (y) (* 2.0 y)) x))")
    kept = []

    def step():
        kept[:] = [np.asarray(f(a)), np.from_dlpack(f(a)), np.from_dlpack(f(a), copy=True)]

    grown = settled(step, 300 if FULL else 40, 10)
    print(f"results: {grown / 1e6:.1f} MB more after the calls")
    assert grown < 2 * a.nbytes


def test_arrays_end_on_any_thread():
    s = nova.Session()
    f = s("(lambda (x : vector double) x)")
    for _ in range(50):
        values = [f(np.arange(1000.0)) for _ in range(8)]
        views = [np.asarray(v) for v in values]
        thread = threading.Thread(target=lambda: (values.clear(), views.clear()))
        thread.start()
        s("(sum (range 100000))")
        thread.join()
    own = nova.Session(tier="interp")
    busy = threading.Thread(target=lambda: pytest.raises(nova.Error, own, ENDLESS))
    a = np.arange(1000.0)
    count, v = sys.getrefcount(a), own.value(a)
    busy.start()
    time.sleep(0.05)
    del v  # waits for nobody
    own.cancel()
    busy.join()
    own("1")
    gc.collect()
    assert sys.getrefcount(a) == count


def test_end_of_python():
    """Values, views and tensors that live until Python ends."""
    program = ("import numpy as np, nova, sys\ns = nova.Session(tier='cpu')\nf = s('(lambda (x : vector double) (map (lambda (y) (+ y 1.0)) x))')\n"
               "a = np.ones(100_000)\nv = f(a)\nw = s.value(a)\nb = np.from_dlpack(v)\nc = np.asarray(v)\nd = v.__dlpack__()\ne = v.__arrow_c_stream__()\n"
               "sys.keep = [a, v, w, b, c, d, e, s]\n"
               "try:\n  import pyarrow as pa\n  sys.more = [pa.array(v), pa.table(s.eval('(zip [1 2] [3 4])')), s.value(pa.array(np.ones(1000)))]\n"
               "  import polars as pl\n  sys.most = [pl.Series(v), s.value(pl.Series([1.5]))]\nexcept ImportError: pass\nprint('end')\n")
    done = run(program)
    assert (done.returncode, done.stdout, done.stderr) == (0, "end\n", "")


# ---- threads ----

def work(s, thread):
    f = s(f"(lambda (x : vector double) (map (lambda (y) (* {thread}.0 y)) x))")
    total = 0.0
    for k in range(20):
        a = np.full(1000 + k, 1.0)
        v = f(a)
        total += s("(lambda (x : vector double) (sum x))")(v) if k % 5 == 0 else float(np.asarray(v).sum())
        with pytest.raises(nova.Error):
            s("(+ 1 true)")
    return total


@pytest.mark.parametrize("shared", [False, True])
def test_eight_threads(shared):
    one = nova.Session() if shared else None
    expected = [thread * sum(1000 + k for k in range(20)) for thread in range(8)]
    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        assert list(pool.map(lambda thread: work(one or nova.Session(), thread), range(8))) == expected


def test_threads_with_one_value():
    """Eight threads read one value, and its last reference ends on one of them."""
    s = nova.Session()
    for _ in range(20):
        v = s("(map to_double (range 10000))")
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            jobs = [pool.submit(lambda v=v: (np.asarray(v).sum(), np.from_dlpack(v)[1], v[2], len(v), v.sha256)) for _ in range(8)]
            del v
            assert len({job.result() for job in jobs}) == 1


# ---- Ctrl-C ----

@pytest.mark.parametrize("tier", ["interp", "cpu"])
def test_interrupts(tier):
    """The middle of five takes at most 100 ms."""
    program = (f"import nova, os, signal, threading, time\nown = nova.Session(tier={tier!r})\nfor _ in range(5):\n  at = []\n  def late():\n"
               "    time.sleep(0.3)\n    at.append(time.monotonic()); os.kill(os.getpid(), signal.SIGINT)\n  threading.Thread(target=late).start()\n"
               f"  try:\n    own({ENDLESS!r})\n  except KeyboardInterrupt:\n    print(time.monotonic() - at[0])\n")
    done = run(program)
    times = sorted(map(float, done.stdout.split()))
    assert len(times) == 5 and times[2] < 0.1, done


# ---- forks ----

def sums(n):
    """Runs in a child: a new session, whose pool of threads is new too."""
    s = nova.Session(tier="cpu", threads=2)
    f = s("(lambda (x : vector double) (sum (map (lambda (y) (sqrt (* y y))) x)))")
    return f(np.full(200_000, float(n)))


def test_fork_with_a_busy_session():
    """The session that runs at the fork refuses in the child, and so do its functions and values. A new one works."""
    program = ("import nova, numpy as np, os, threading, time\nbusy = nova.Session(tier='cpu', threads=2)\n"
               "f = busy('(lambda (x : vector double) (sum x))')\nf(np.ones(300_000))\n"
               f"def endless():\n  try: busy({ENDLESS!r})\n  except nova.Error: pass\n"
               "t = threading.Thread(target=endless)\nt.start()\ntime.sleep(0.2)\npid = os.fork()\n"
               "if pid == 0:\n  try:\n    f(np.ones(3))\n    os._exit(1)\n  except nova.Error as e:\n    if 'busy at the fork' not in str(e): os._exit(2)\n"
               "  s = nova.Session(tier='cpu', threads=2)\n  g = s('(lambda (x : vector double) (sum (map sqrt x)))')\n"
               "  os._exit(0 if g(np.ones(300_000)) == 300_000 else 3)\n"
               "print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))\nbusy.cancel()\nt.join()\nprint(f(np.ones(3)))\n")
    done = run(program)
    assert done.stdout == "0\n3.0\n", done


def test_pool_of_processes():
    warm = sums(1)
    with multiprocessing.get_context("fork").Pool(3) as pool:
        assert pool.map(sums, range(6)) == [200_000.0 * n for n in range(6)]
    assert warm == 200_000


def test_idle_sessions_work_in_children():
    """A session whose threads the parent has gets new ones, and its kernels stay. The parent's go on."""
    program = ("import nova, numpy as np, os\ns = nova.Session(tier='cpu', threads=2)\nkept = s('(map sqrt [4.0 9.0])')\n"
               "f = s('(lambda (x : vector double) (sum (map sqrt x)))')\na = np.ones(300_000)\nf(a)\nfor n in range(3):\n  pid = os.fork()\n"
               "  if pid == 0:\n    g = s('(lambda (x : vector double) (map (lambda (y) (+ y %d.0)) x))' % n)\n"
               "    good = f(a) == 300_000 and g(a)[1] == 1 + n and kept[1] == 3 and str(kept) == '[2.0 3.0]'\n"
               "    grandchild = os.fork()\n    if grandchild == 0: os._exit(0 if f(a) == 300_000 else 4)\n"
               "    good = good and os.waitpid(grandchild, 0)[1] == 0\n    del f, g, kept, s\n    os._exit(0 if good else 3)\n"
               "  print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), f(a))\n")
    done = run(program)
    assert done.stdout == "0 300000.0\n" * 3, done


def test_threads_of_a_child():
    """One thread of a child gives a session its threads; the others wait for it."""
    program = ("import nova, os, threading\ns = nova.Session(tier='interp', threads=2)\nf = s('(lambda (x : int) (+ x 1))')\nf(1)\n"
               "for n in range(20):\n  pid = os.fork()\n  if pid == 0:\n    start, good = threading.Barrier(8), []\n"
               "    def work(): start.wait(); good.append(f(1) == 2)\n    all = [threading.Thread(target=work) for _ in range(8)]\n"
               "    for t in all: t.start()\n    for t in all: t.join()\n    os._exit(0 if good == [True] * 8 else 3)\n"
               "  assert os.waitpid(pid, 0)[1] == 0, n\nprint('good')\n")
    done = run(program)
    assert done.stdout == "good\n", done


def test_ends_in_children():
    """What a child frees, cancels or asks before it uses a session needs no lock that a thread of the parent holds."""
    program = ("import nova, os, threading, time\ns = nova.Session(tier='interp', timeout=1)\nv = s('(map sqrt [4.0 9.0])')\n"
               "def endless():\n  try: s('" + ENDLESS + "')\n  except nova.Error: pass\n"
               "t = threading.Thread(target=endless)\nt.start()\ntime.sleep(0.3)\nfor n in range(3):\n  pid = os.fork()\n  if pid == 0:\n    s.cancel()\n"
               "    try: s('1')\n    except nova.Error as e: good = 'busy at the fork' in str(e)\n    del v, s\n    os._exit(0 if good else 3)\n"
               "  assert os.waitpid(pid, 0)[1] == 0, n\nt.join()\nprint('good', v[1])\n")
    done = run(program)
    assert done.stdout == "good 3.0\n", done


double = nova.Session(tier="cpu", threads=2).function("(lambda (x : double) (* 2.0 x))")


def twice(x):
    return double(x)


def test_functions_of_a_module_in_a_pool():
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map(twice, [1.0, 2.0, 3.0]) == [2.0, 4.0, 6.0]


@pytest.mark.skipif(not shutil.which("cc"), reason="there is no C compiler")
def test_foreign_functions_of_threads():
    """A foreign function's process outlives the thread that called it first."""
    s = nova.Session(tier="interp", allow_foreign="all")

    def first():
        s('(foreign-c (cube : double -> double) "static double cube(double x) { return x * x * x; }")')
        assert s("(cube 2.0)") == 8

    thread = threading.Thread(target=first)
    thread.start()
    thread.join()
    time.sleep(0.1)
    assert s("(map cube [1.0 3.0])").to_list() == [1, 27]


# ---- pickles ----

@pytest.mark.parametrize("text", ["[1.5h 2h nan]", "[1.5bf]", "[true false]", "[(Some 1) (None)]", "(zip [1 2] [3.0 4.0])", "#\\a", "1.5h", "-0.0",
                                  "(reshape (2, 2) [1.0 2.0 nan inf])", "[nil nil]", "[[[1.0]] []]", "([] : vector half)", "[\"a\" \"\"]",
                                  "(reshape (2, 2) \"abcd\")", "(reshape (0, 3) ([] : vector half))", "(reshape (0, 3) \"\")", "([] : vector char)",
                                  "(reshape (2, 0) (range 0))"])
@pytest.mark.parametrize("protocol", [2, 5])
def test_pickles(text, protocol):
    v = nova.Session().eval(text)
    again = pickle.loads(pickle.dumps(v, protocol))
    assert again.type == v.type and again.sha256 == v.sha256 and again.shape == v.shape


def test_pickle_without_copies():
    v = nova.Session().value(np.arange(1000.0))
    buffers = []
    data = pickle.dumps(v, 5, buffer_callback=buffers.append)
    assert len(data) < 300 and len(buffers) == 1
    again = pickle.loads(data, buffers=buffers)
    assert is_lent(again, address(v)) and again.sha256 == v.sha256


def test_a_finalizer_may_use_the_session():
    """It runs when the session has been left: in a definition that drops the array, and where a value is freed."""
    s = nova.Session()
    seen = []

    def lent():
        a = np.full(1000, 1.0)
        weakref.finalize(a, lambda: seen.append(s("(+ 1 2)")))
        return a

    s.define("xs", lent())
    s.define("xs", np.zeros(3))
    gc.collect()
    assert seen == [3] and s("(sum xs)") == 0.0
    v = s("(lambda (x : vector double) x)")(lent())
    del v
    gc.collect()
    assert seen == [3, 3]
