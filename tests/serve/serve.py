#!/usr/bin/env python3
"""`nova serve` as programs use it: every method, columns, cancellation, hostile lines, clients that die, sockets, memory.

Usage: serve.py NOVA [COUNT]    COUNT requests are sent to see whether memory grows (20,000).
"""
import array
import base64
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time

from client import Nova, NovaError, from_npy, to_npy

nova = os.path.abspath(sys.argv[1])
count = int(sys.argv[2]) if len(sys.argv) > 2 else 20_000
home = tempfile.TemporaryDirectory()
os.environ["XDG_CACHE_HOME"] = os.environ.get("XDG_CACHE_HOME", home.name)
os.chdir(home.name)
checks = 0
ENDLESS = "(let loop ((k 0)) (loop (+ k 1)))"


def same(got, wanted):
    global checks
    checks += 1
    if got != wanted:
        sys.exit(f"check {checks}: got\n  {got!r}\nwanted\n  {wanted!r}")


def server(*options):
    return Nova([nova, "serve", *options])


def error_of(ask, *arguments, **members):
    """The code of the first error of a request that is wrong."""
    try:
        ask(*arguments, **members)
    except NovaError as e:
        return e.errors[0]["code"]
    return "no error"


def answers(lines, *options):
    """The replies to bytes on standard input."""
    done = subprocess.run([nova, "serve", *options], input=lines, capture_output=True, timeout=120)
    same((done.returncode, done.stderr), (0, b""))
    return [json.loads(line) for line in done.stdout.splitlines()]


def ends(process, seconds=10):
    """Whether a process, or the process with this id, ends by itself in this time."""
    end = time.monotonic() + seconds
    while alive(process) if isinstance(process, int) else process.poll() is None:
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


def alive(pid):
    try:
        return open(f"/proc/{pid}/stat").read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def children(pid):
    return [int(c) for c in open(f"/proc/{pid}/task/{pid}/children").read().split()]


def methods():
    c = server()
    same(c.ask("hello")["nova"].count("."), 2)
    same([(v["text"], v["type"]) for v in c.ask("eval", text="(+ 1 2) (map (* 2) [1 2])")["values"]], [("3", "int"), ("[2 4]", "vector int")])
    reply = c.ask("eval", text='(begin (println "hello") (define (f x) x) 7)')
    same((reply["output"], reply["values"][0]["text"]), ("hello\n", "7"))
    same(c.ask("define", text="(define (scale k v) (map (* k) v)) (define n 3)")["defined"],
         [{"name": "scale", "type": "Num 'a => 'a -> vector#'n 'a -> vector#'n 'a"}, {"name": "n", "type": "int"}])
    same(list(c.call("scale", 2.5, array.array("d", [1, 2, 3]))), [2.5, 5.0, 7.5])
    same(c.call("scale", 2, array.array("i", [1, 2])).typecode, "i")
    same(c.ask("call", function="(lambda (s n) (length s))", arguments=['a"\\\n;', {"text": "n ; a remark"}])["values"][0]["text"], "5")
    same(c.ask("call", function="+ ; a remark", arguments=[1, 2])["values"][0]["text"], "3")
    same(error_of(c.ask, "call", function="+) (+", arguments=[1, 2])[:3], "E01")
    same(error_of(c.ask, "call", function="+", arguments=[{"text": "1) (+ 1"}, 2])[:3], "E01")
    same("interpreted" in c.ask("why", text="(+ 1 2)")["why"], True)
    same("interpreted" in c.ask("why")["why"], True)
    # An error is data: where it is, what to do.
    try:
        c.ask("eval", text="(+ 1\n  (lenght [1]))")
    except NovaError as e:
        error = e.errors[0]
    same((error["code"], error["place"]["begin"], error["place"]["end"]["column"]), ("E0301", {"line": 2, "column": 4}, 10))
    same("length" in error["hints"][0], True)
    same(error_of(c.ask, "eval", text="(! [1 2] 5)"), "E0402")
    same(c.ask("eval", text="(read-stdin)")["values"][0]["text"], '""')
    return c


def columns(c):
    # A named function has the types of its parameters; a type may be stated, too.
    c.ask("define", text="(define (rows (m : vector (vector double))) (length m)) (define (twice (x : double)) (* 2.0 x))")
    grid = to_npy([1.0] * 6).replace(b"(6,), ", b"(2, 3)")
    encoded = lambda data: {"npy": base64.b64encode(data).decode()}
    same(c.ask("call", function="rows", arguments=[encoded(grid)])["values"][0]["text"], "2")
    same(c.ask("call", function="(lambda (m) (shape m))", arguments=[encoded(grid)])["values"][0]["text"], "[2 3]")
    same(c.ask("call", function="(lambda (m) m)", arguments=[{**encoded(grid), "type": "vector (vector double)"}])["values"][0]["type"],
         "vector vector double")
    same(error_of(c.ask, "call", function="rows", arguments=[encoded(to_npy([1.0]))]), "E0507")
    same(error_of(c.ask, "call", function="sum", arguments=[{"npy": "!!!!"}]), "E0718")
    same(error_of(c.ask, "call", function="sum", arguments=[encoded(grid[:70])]), "E0505")
    same(error_of(c.ask, "call", function="sum", arguments=[{**encoded(grid), "type": "no-type"}])[:3], "E03")
    same(error_of(c.ask, "call", function="sum", arguments=[{**encoded(grid), "type": "vector 'a"}]), "E0202")
    same(error_of(c.ask, "eval", text="[(1, (2, 3))]", result="npy"), "E0509")
    same(list(from_npy(base64.b64decode(c.ask("call", function="twice", arguments=[4], result="npy")["values"][0]["npy"]))), [8.0])
    # A column may have a name for later calls, and be replaced.
    for k in range(3):
        same(c.ask("define", name="kept", value=encoded(to_npy([k, k], "q")))["defined"], [{"name": "kept", "type": "vector int"}])
    same(c.ask("eval", text="(sum kept)")["values"][0]["text"], "4")
    same(error_of(c.ask, "define", name="a b", value=1), "E0718")
    same(c.ask("define", name="one", value=1)["defined"], [{"name": "one", "type": "int"}])
    # Shared memory, in and out; other descriptors are none.
    memory = os.memfd_create("columns")
    os.write(memory, to_npy(range(1000), "q"))
    same(c.ask("call", function="(lambda (v) (map (+ 1) v))", arguments=[{"memfd": memory}], result={"memfd": memory})["values"][0]["written"], 8128)
    same(sum(from_npy(os.pread(memory, 10_000, 0))), 500_500)
    with open("plain.npy", "wb+") as plain:
        plain.write(to_npy([1.0]))
        plain.flush()
        same(error_of(c.ask, "call", function="sum", arguments=[{"memfd": plain.fileno()}]), "E0501")
        same(error_of(c.ask, "eval", text="[1]", result={"memfd": plain.fileno()}), "E0501")
    for bad in (0, 77, 1 << 19):
        same(error_of(c.ask, "call", function="sum", arguments=[{"memfd": bad}]), "E0501")
    # Files only where programs may read and write them.
    same(error_of(c.ask, "call", function="sum", arguments=[{"path": "plain.npy"}]), "E0502")
    same(error_of(c.ask, "eval", text="[1]", result={"path": "written.npy"}), "E0503")
    allowed = server("--allow-read", ".", "--allow-write", ".")
    same(allowed.ask("call", function="sum", arguments=[{"path": "plain.npy"}], result={"path": "written.npy"})["values"][0]["written"], 136)
    same(list(from_npy(open("written.npy", "rb").read())), [1.0])
    same(error_of(allowed.ask, "call", function="sum", arguments=[{"path": "/etc/passwd"}]), "E0502")


def cancelling():
    c = server("--tier", "interp")
    for _ in range(20):
        running, waiting, last = c.send("eval", text=ENDLESS), c.send("eval", text=ENDLESS), c.send("eval", text="(+ 1 1)")
        same(c.ask("cancel", request=waiting)["cancelled"], True)
        same(error_of(c.wait, waiting), "E0603")
        same(c.ask("cancel", request=running)["cancelled"], True)
        same(error_of(c.wait, running), "E0603")
        same(c.wait(last)["values"][0]["text"], "2")
        same(c.ask("cancel", request=running)["cancelled"], False)
    running = c.send("eval", text=ENDLESS)
    c.ask("hello")
    time.sleep(0.1)
    c.server.send_signal(signal.SIGINT)
    same(error_of(c.wait, running), "E0603")
    # Any of many, at any time: what is cancelled ends, and the others have their values.
    chance = random.Random(1)
    for _ in range(30):
        asked = {c.send("eval", text=f"(sum (map (* {k}) (iota 3000)))"): k for k in range(10)}
        victim = chance.choice(list(asked))
        time.sleep(chance.random() / 200)
        c.ask("cancel", request=victim)
        for request, k in asked.items():
            try:
                same(c.wait(request)["values"][0]["text"], str(k * 4_498_500))
            except NovaError as e:
                same((e.errors[0]["code"], request), ("E0603", victim))


HOSTILE = [
    b"", b"nonsense", b"{", b"[]", b"1", b'"text"', b"null", b"\xff\xfe\x00", b"\x00" * 100, b"[" * 100_000, b'{"a":' * 100_000, b"1e999999",
    b'{"id": 1}', b'{"id": 1, "method": "evla"}', b'{"id": 1, "method": 5}', b'{"id": 1, "method": "eval"}', b'{"id": 1, "method": "eval", "text": 5}',
    b'{"id": 1, "method": "eval", "text": "1", "txet": 1}', b'{"id": 1, "method": "eval", "text": "1", "result": "csv"}',
    b'{"id": 1, "method": "eval", "text": "1", "result": {"memfd": -1}}', b'{"id": 1, "method": "eval", "text": "1", "result": {"memfd": 1e300}}',
    b'{"id": 1, "method": "call", "function": "f"}', b'{"id": 1, "method": "call", "function": "f", "arguments": 5}',
    b'{"id": 1, "method": "call", "function": "f", "arguments": [null]}', b'{"id": 1, "method": "call", "function": "f", "arguments": [[1]]}',
    b'{"id": 1, "method": "call", "function": "f", "arguments": [{}]}', b'{"id": 1, "method": "call", "function": "f", "arguments": [{"npy": "", "path": ""}]}',
    b'{"id": 1, "method": "call", "function": "f", "arguments": [{"text": "1", "type": "int"}]}', b'{"id": 1, "method": "call", "arguments": []}',
    b'{"id": 1, "method": "call", "function": "f", "arguments": [{"memfd": 99999999999999999999}]}', b'{"id": 1, "method": "cancel"}',
    b'{"id": 1, "method": "define"}', b'{"id": 1, "method": "define", "name": "a"}', b'{"id": 1, "method": "define", "text": "1", "name": "a", "value": 1}',
    b'{"id": 1, "method": "call", "function": "f", "arguments": [[[[[[[[[[[]]]]]]]]]]]}', b'{"id": 1, "method": "why"}',
    b'{"id": 1, "method": "eval", "text": "' + b"a" * 1000 + b'\xff"}', b'{"id": 1, "method": "call", "function": "", "arguments": []}',
    b'{"id": 1, "method": "call", "function": "f", "arguments": [' + b"1," * 100_000 + b"1]}",
    b'{"id": 1, "method": "eval", "text": ")"}', b'{"id": 1, "method": "eval", "text": "\\u0000(\\u0000"}',
]
IDS = [b'{"id": [], "method": "hello"}', b'{"id": {}, "method": "hello"}', b'{"id": true, "method": "hello"}', b'{"id": "' + b"x" * 300 + b'", "method": "hello"}']


def hostile():
    replies = answers(b"\n".join(HOSTILE + IDS))
    same(len(replies), len(HOSTILE) + len(IDS) - 1)  # a blank line has no reply
    same([r for r in replies if r["ok"] or not r["errors"]], [])
    named = sum(line.startswith(b'{"id": 1') for line in HOSTILE)
    same(sum(r["id"] == 1 for r in replies), named - 1)  # bytes that are no UTF-8: no JSON, no id
    same([r["id"] for r in answers(b'{"id": "a\\n\\u00e9", "method": "hello"}\r\n\r\n{"id": -1.5, "method": "hello"}\n{"method": "hello"}')], ["a\né", -1.5, None])
    # Lines that are longer than any request may be, with others behind them.
    long = server()
    long.to.write(b"x" * (300 << 20) + b'\n{"id": 1, "method": "hello"}\n')
    long.to.flush()
    same([json.loads(long.back.readline())["ok"] for _ in range(2)], [False, True])
    # Too many at once.
    replies = answers(b'{"id": 7, "method": "eval", "text": "(length (iota 100000))"}\n' * 3000)
    same(len(replies), 3000)


def fuzzed(seed):
    """Requests with bytes changed, left out and repeated: one reply to each line, and the server lives."""
    chance = random.Random(seed)
    seeds = [line for line in HOSTILE if 0 < len(line) < 2000] + [
        json.dumps(r).encode() for r in (
            {"id": 2, "method": "eval", "text": "(map (* 2) [1 2 3])", "result": "npy"},
            {"id": "b", "method": "call", "function": "sum", "arguments": [{"npy": "k05VTVBZAQB2AHsnZGVzY3InOiAnPGY4JywgfQ==", "type": "vector double"}]},
            {"id": 3, "method": "define", "name": "x", "value": 1.5}, {"id": 4, "method": "why", "text": "(sum [1 2])"},
            {"id": 5, "method": "cancel", "request": 2}, {"id": 6, "method": "call", "function": "+", "arguments": [True, "text", -5, 1e-300]})]
    lines = []
    for _ in range(3000):
        line = bytearray(chance.choice(seeds))
        for _ in range(chance.choice([0, 1, 1, 2, 8])):
            at, n = chance.randrange(len(line) + 1), chance.choice([1, 1, 4, 20])
            line[at:at + n] = chance.choice([b"", bytes([chance.randrange(256)]), line[at:at + n] * 2, b'"', b"}", b"1e9", b"\\u0000", chance.choice(seeds)[:n]])
        lines.append(bytes(line).replace(b"\n", b" "))
    lines = [line for line in lines if line.strip(b" \t\r")]
    c = server("--tier", "interp", "--timeout", "5s")
    for k in range(0, len(lines), 100):
        part = lines[k:k + 100]
        c.to.write(b"\n".join(part) + b"\n")
        c.to.flush()
        for _ in part:
            json.loads(c.back.readline())
    same(c.ask("eval", text="(+ 1 2)")["values"][0]["text"], "3")


def deaths():
    # A client that is killed while its request runs: the server ends.
    for tier in ("interp", "auto"):
        c = server("--tier", tier)
        c.send("eval", text=ENDLESS if tier == "interp" else "(sum (map (lambda (x) (sum (map (* x) (iota 100000)))) (iota 1000000)))")
        time.sleep(0.3)
        c.to.close()
        c.back.close()
        same(ends(c.server), True)
    # One that only ends its input gets its replies.
    replies = answers(b'{"id": 1, "method": "eval", "text": "(length (iota 1000000))"}\n{"id": 2, "method": "hello"}')
    same(sorted(r["id"] for r in replies), [1, 2])
    # One that reads nothing and dies.
    c = server()
    for _ in range(500):
        c.send("eval", text="(iota 1000)")
    c.back.close()
    c.to.close()
    same(ends(c.server), True)


def limits():
    c = server("--timeout", "300ms", "--max-memory", "200M", "--tier", "interp")
    same(error_of(c.ask, "eval", text=ENDLESS), "E0604")
    same(error_of(c.ask, "eval", text="(map (lambda (x) x) (iota 100000000))")[:4], "E060")
    same(error_of(c.ask, "eval", text='(let loop ((k 0)) (begin (print "some text that is printed") (loop (+ k 1))))')[:4], "E060")
    same(c.ask("eval", text="(+ 1 2)")["values"][0]["text"], "3")


def resident(pid):
    """KiB that a process has in memory."""
    return int(open(f"/proc/{pid}/status").read().split("VmRSS:")[1].split()[0])


def growth():
    c = server()
    c.ask("define", text="(define (mean v) (/ (sum v) (to_double (length v))))")
    column = array.array("d", range(100))

    def some(n):
        for k in range(n // 4):
            same(c.call("mean", column)[0], 49.5)
            c.ask("eval", text=f"(+ {k} 1)")
            same(error_of(c.ask, "eval", text="(+ 1 nothing)"), "E0301")
            c.ask("define", name="kept", value=k % 7) if k % 50 == 0 else c.ask("hello")

    some(8000)  # kernels are made of what runs often
    before, start = resident(c.server.pid), time.monotonic()
    some(count)
    seconds, after = time.monotonic() - start, resident(c.server.pid)
    print(f"{count / seconds:.0f} requests a second; {before} KiB, {after} after {count} requests")
    same(after - before < 1024 + count // 20, True)


def sockets():
    path = os.path.join(home.name, "socket")
    host = subprocess.Popen([nova, "serve", "--socket", path], stderr=subprocess.PIPE)
    end = time.monotonic() + 20
    while not os.path.exists(path) and time.monotonic() < end:
        time.sleep(0.01)
    same([oct(os.stat(p).st_mode & 0o777) for p in (path, path + ".token")], ["0o600", "0o600"])
    # Each client has a session of its own.
    a, b = Nova(socket_path=path), Nova(socket_path=path)
    a.ask("define", text="(define x 1)")
    b.ask("define", text="(define x 2)")
    same([c.ask("eval", text="x")["values"][0]["text"] for c in (a, b)], ["1", "2"])
    memory = os.memfd_create("columns")
    os.write(memory, to_npy([1.5, 2.5]))
    same(a.ask("call", function="sum", arguments=[{"memfd": memory}])["values"][0]["text"], "4.0")
    # One dies while its request runs; the others live, and its process ends.
    same(len(children(host.pid)), 2)
    b.send("eval", text=ENDLESS)
    time.sleep(0.2)
    mine = children(host.pid)
    b.to.close(), b.back.close(), b.connection.close()
    end = time.monotonic() + 10
    while sum(map(alive, mine)) > 1 and time.monotonic() < end:
        time.sleep(0.01)
    same(sum(map(alive, mine)), 1)
    same(a.ask("eval", text="x")["values"][0]["text"], "1")
    # Without the token there is nothing to be had.
    for first in (b'{"id": 1, "method": "eval", "text": "1"}', b'{"id": 1, "method": "hello"}', b'{"id": 1, "method": "hello", "token": "' + b"0" * 64 + b'"}',
                  b"x" * 5000, b"nonsense"):
        s = socket.socket(socket.AF_UNIX)
        s.connect(path)
        s.sendall(first + b'\n{"id": 2, "method": "hello", "token": "' + open(path + ".token").read().strip().encode() + b'"}\n')
        replies = [json.loads(line)["ok"] for line in s.makefile("rb")]
        same(replies, [False])
    # A place that is taken.
    same(subprocess.run([nova, "serve", "--socket", path], capture_output=True).returncode, 1)
    host.send_signal(signal.SIGTERM)
    same((host.wait(10), os.path.exists(path), os.path.exists(path + ".token")), (0, False, False))
    same([ends(c) for c in mine], [True, True])
    # What a killed server leaves does not keep the next one away.
    for _ in range(2):
        host = subprocess.Popen([nova, "serve", "--socket", path])
        time.sleep(0.5)
        same(Nova(socket_path=path).ask("eval", text="(+ 1 2)")["values"][0]["text"], "3")
        host.kill()
        host.wait()
    same(subprocess.run([nova, "serve", "--socket", home.name], capture_output=True).returncode, 1)
    same(os.path.isdir(home.name), True)


columns(methods())
cancelling()
hostile()
for seed in (1, 2):
    fuzzed(seed)
deaths()
limits()
sockets()
growth()
print(f"{checks} checks")
