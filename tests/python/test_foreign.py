"""Processes of foreign functions, as a host in Python has them: threads, signals, idle time, libraries that change, an end by force."""
import os
import shutil
import signal
import subprocess
import sys
import threading
import time

import pytest

import nova

pytestmark = pytest.mark.skipif(not shutil.which("cc"), reason="there is no C compiler")
LIBRARY = """#include <stdint.h>
#include <unistd.h>
void g(int64_t *r, int64_t n) { *r = n + %d; }
void spawn(int64_t *r, int64_t n) { if ((*r = fork()) == 0) for (;;) pause(); }
"""


def text(name, body):
    return f'(foreign-c ({name} : int -> int) "#include <stdlib.h>\\nstatic int64_t {name}(int64_t n) {{ {body} }}")'


def stat(pid):
    with open(f"/proc/{pid}/stat") as f:
        return f.read().rsplit(")", 1)[1].split()


def children():
    """This process's children that live."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            state, parent = stat(pid)[:2]
        except OSError:
            continue
        if parent == str(os.getpid()) and state != "Z":
            found.append(int(pid))
    return found


def build(folder, k):
    (folder / "g.c").write_text(LIBRARY % k)
    subprocess.run(["cc", "-shared", "-fPIC", "-o", folder / "new.so", folder / "g.c"], check=True)
    os.rename(folder / "new.so", folder / "libg.so")  # another file


def test_processes_start_while_a_thread_loads_libraries(tmp_path):
    """A process that is copied in the middle of a dlopen waits for ever; another one takes its place."""
    _ctypes = pytest.importorskip("_ctypes")
    build(tmp_path, 0)
    over = False

    def load():
        while not over:
            _ctypes.dlclose(_ctypes.dlopen(str(tmp_path / "libg.so"), 2))

    thread = threading.Thread(target=load)
    thread.start()
    try:
        s = nova.Session(tier="interp", allow_foreign="all")
        for k in range(15):
            s(text(f"f{k}", f"return n + {k};"))
            assert s(f"(f{k} 1)") == 1 + k
    finally:
        over = True
        thread.join()


def test_a_crash_is_noticed_where_the_host_ignores_its_children():
    before = signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    try:
        s = nova.Session(tier="interp", allow_foreign="all")
        s(text("f", "if (n == 3) abort(); return n + 1;"))
        began = time.monotonic()
        with pytest.raises(nova.Error, match="E0429.*it ended"):
            s("(f 3)")
        assert time.monotonic() - began < 10
        assert s("(f 1)") == 2
    finally:
        signal.signal(signal.SIGCHLD, before)


def test_idle_processes_sleep():
    before = children()
    s = nova.Session(tier="interp", allow_foreign="all")
    s(text("f", "return n + 1;"))
    assert s("(f 1)") == 2
    (child,) = set(children()) - set(before)

    def switches():
        return sum(
            int(line.split()[1])
            for thread in os.listdir(f"/proc/{child}/task")
            for line in open(f"/proc/{child}/task/{thread}/status")
            if line.startswith("voluntary")
        )

    time.sleep(0.2)
    first = switches()
    time.sleep(2)
    assert switches() - first < 20


def test_a_library_that_is_built_again_has_one_process(tmp_path):
    before = children()
    s = nova.Session(tier="interp", allow_foreign=[str(tmp_path)])
    for k in range(3):
        build(tmp_path, k)
        s(f'(foreign (g : int -> int) (library "{tmp_path}/libg.so"))')
        assert s("(g 1)") == 1 + k
    assert len(set(children()) - set(before)) == 1


def test_what_a_function_starts_ends_with_a_killed_host(tmp_path):
    build(tmp_path, 0)
    host = subprocess.Popen(
        [
            sys.executable,
            "-c",
            f"""
import nova, time
s = nova.Session(tier="interp", allow_foreign="all")
s('(foreign (spawn : int -> int) (library "{tmp_path}/libg.so"))')
print(s("(spawn 1)"), flush=True)
time.sleep(60)
""",
        ],
        stdout=subprocess.PIPE,
        text=True,
    )
    started = int(host.stdout.readline())
    host.kill(), host.communicate()
    for _ in range(100):
        try:
            if stat(started)[0] == "Z":
                return
        except OSError:
            return
        time.sleep(0.1)
    os.kill(started, signal.SIGKILL)
    raise AssertionError("it lives on")
