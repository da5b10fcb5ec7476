#!/usr/bin/env python3
"""Nothing outlives a session that is killed while it compiles, and the cache keeps its bound.

left_behind.py NOVA
"""
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

nova = os.path.abspath(sys.argv[1])
bad = []
# A compiler of two processes that never ends.
ENDLESS = "#!/bin/bash\nsleep 1000 &\necho $$ > {}\nsleep 1000\n"
PROGRAM = "(sum (map (lambda (x) (* x {})) (iota 1000)))"
SLOW = "".join(f"(define (f{k} x) (reduce + 0.0 (map (lambda (y) (exp (sin (+ x (* y {k}.5))))) (map to_double (iota 9)))))" for k in range(16))
SLOW += "(sum (map (lambda (x) " + "".join(f"(+ (f{k} x) " for k in range(16)) + "0.0" + ")" * 17 + " (map to_double (iota 9))))"


def members(group):
    """Processes of the group that have not ended."""
    found = []
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if int(fields[2]) == group and fields[0] != "Z":
            found.append(int(stat.parent.name))
    return found


def groups_of(session):
    """The process groups of the session's children."""
    found = set()
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if int(fields[1]) == session:
            found.add(int(fields[2]))
    return found


def until(question, seconds):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if answer := question():
            return answer
        time.sleep(0.01)
    return question()


def killed_while_compiling(how, path, program, compiles):
    """Nova is ended by a signal once `compiles` says so; what is left after a second, and after the next start."""
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "XDG_CACHE_HOME": cache, "PATH": path}
        session = subprocess.Popen([nova, "--tier", "cpu", "-e", program], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if not until(lambda: compiles(session), 60):
            bad.append(f"{how}: it never compiles")
        groups = groups_of(session.pid)
        session.send_signal(how)
        session.wait()
        if not groups:
            bad.append(f"{how}: no group of processes is seen")
        if not until(lambda: not any(members(g) for g in groups), 1):
            bad.append(f"{how}: a second later {[members(g) for g in groups]} live")
        subprocess.run([nova, "-e", "1"], env=environment, stdout=subprocess.DEVNULL, check=True)
        left = [p for p in pathlib.Path(cache, "nova").rglob("*") if p.suffix != ".so"]
        if left:
            bad.append(f"{how}: left in the cache: {left}")


def no_process_lives():
    with tempfile.TemporaryDirectory() as folder:
        began, cc = pathlib.Path(folder, "began"), pathlib.Path(folder, "cc")
        cc.write_text(ENDLESS.format(began))
        cc.chmod(0o700)

        def wrapper_began(_):
            return began.exists() and began.unlink() is None

        def compiler_began(session):
            return any(pathlib.Path(f"/proc/{p}/comm").read_text() == "cc1\n" for g in groups_of(session.pid) for p in members(g))

        for how in (signal.SIGKILL, signal.SIGTERM, signal.SIGHUP):
            killed_while_compiling(how, f"{folder}:{os.environ['PATH']}", PROGRAM.format(3), wrapper_began)
            killed_while_compiling(how, os.environ["PATH"], SLOW, compiler_began)


def has_worked(process):
    """Whether the process is a copy of a session that has used its processor for a while."""
    try:
        name, fields = pathlib.Path(f"/proc/{process}/stat").read_text().split("(", 1)[1].rsplit(")", 1)
    except OSError:
        return False
    return name == "nova" and int(fields.split()[11]) > 3


def no_foreign_function_lives():
    """A function that never ends, also one that has closed its files, so that it does not see the end of the session's."""
    for first in "", "for (int k = 0; k < 64; ++k) close(k);":
        text = f"#include <unistd.h>\\nstatic int64_t f(int64_t n) {{ {first} for (volatile int64_t k = 0;; ++k) if (k < 0) return n; }}"
        with tempfile.TemporaryDirectory() as cache:
            session = subprocess.Popen([nova, "--tier", "interp", "--allow-foreign", "all", "-e", f'(foreign-c (f : int -> int) "{text}") (f 1)'],
                                       env={**os.environ, "XDG_CACHE_HOME": cache}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

            own = os.getpgid(session.pid)
            found = until(lambda: [p for g in groups_of(session.pid) - {own} for p in members(g) if has_worked(p)], 60)
            session.kill()
            session.wait()
            if not found:
                bad.append("the foreign function is not seen at work")
            if not until(lambda: not any(os.path.exists(f"/proc/{p}") for p in found), 10):
                bad.append(f"a foreign function outlives its session: {found}")


def no_folder_of_the_dead_remains():
    """Where the watcher was killed too, the next start sweeps; a compiler that is at work keeps its folder."""
    with tempfile.TemporaryDirectory() as cache:
        for k in range(3):
            work = pathlib.Path(cache, "nova", "work", f"dead{k}")
            work.mkdir(parents=True)
            (work / "kernel.c").write_text("int left;")
        pathlib.Path(cache, "nova").chmod(0o700)
        subprocess.run([nova, "-e", "1"], env={**os.environ, "XDG_CACHE_HOME": cache}, stdout=subprocess.DEVNULL, check=True)
        if os.listdir(os.path.join(cache, "nova")):
            bad.append(f"left of the dead: {os.listdir(os.path.join(cache, 'nova'))}")


def the_cache_is_bounded():
    """The newest entries stay, the oldest go."""
    limit = 150 * 1024
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "XDG_CACHE_HOME": cache, "NOVA_CACHE_LIMIT": "150K"}

        def run(k):
            done = subprocess.run([nova, "--tier", "cpu", "--stats", "-e", PROGRAM.format(k)], env=environment, capture_output=True, text=True, check=True)
            return "from the cache 1" in done.stdout + done.stderr

        for k in range(2, 14):
            run(k)
            used = sum(p.stat().st_blocks * 512 for p in pathlib.Path(cache, "nova").iterdir())
            if used > limit:
                bad.append(f"after {k} programs the cache takes {used} bytes of {limit}")
        if not run(13) or run(2):
            bad.append("not what was used least lately has gone")


no_process_lives()
no_foreign_function_lives()
no_folder_of_the_dead_remains()
the_cache_is_bounded()
for line in bad:
    print(line)
sys.exit(1 if bad else 0)
