#!/usr/bin/env python3
"""Attempts to run foreign code without permission, or with one for another place. The code writes a file as soon as it is loaded.

Usage: attempts.py NOVA
"""
import json
import os
import subprocess
import sys
import tempfile

nova = os.path.abspath(sys.argv[1])
home = tempfile.TemporaryDirectory()
os.environ["XDG_CACHE_HOME"] = os.path.join(home.name, "cache")
os.chdir(home.name)
MARK = os.path.join(home.name, "it-ran")
HARM = f'''#include <fcntl.h>
__attribute__((constructor)) static void first(void) {{ creat("{MARK}", 0600); }}
static int64_t f(int64_t n) {{ creat("{MARK}", 0600); return n; }}
'''
LIBRARY = "#include <stdint.h>\n" + HARM.replace("static int64_t f(int64_t n) {", "void f(int64_t *r, int64_t n) { *r = n;").replace("return n;", "")
KERNEL = f'''#include <fcntl.h>
__attribute__((constructor)) static void first(void) {{ creat("{MARK}", 0600); }}
__global__ void k(const int64_t *x, int64_t n, int64_t *y, int64_t m) {{ creat("{MARK}", 0600); if (threadIdx.x < m) y[threadIdx.x] = x[threadIdx.x]; }}
'''
CLAUSES = "(result (vector int) (length x)) (grid (length x) 32) (reference (lambda (x) x))"
attempts = 0


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def write(path, text):
    os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
    with open(path, "w") as file:
        file.write(text)
    return path


def refused(what, *words, given="", runs=False, **environment):
    """Runs nova, whose foreign code must not run. `runs`: a control, in which it must."""
    global attempts
    attempts += not runs
    subprocess.run([nova, *words], input=given.encode(), capture_output=True, env={**os.environ, **environment}, timeout=60)
    if os.path.exists(MARK) != runs:
        sys.exit(f"{what}: the code {'did not run' if runs else 'ran'}")
    if runs:
        os.remove(MARK)


FORM = f"(foreign-c (f : int -> int) {quoted(HARM)})"
PROGRAM = f"{FORM}\n(export f)\n(f 1)\n(map f [1 2])\n"
write("in/p.nv", PROGRAM)
write("out/f.h", HARM)
write("out/k.cu", KERNEL)
write("out/p.nv", PROGRAM)
write("inner/f.h", HARM)
write("in/named.nv", '(foreign-c (f : int -> int) "f.h")\n(f 1)\n')
write("page.md", f"```nova\n; nova run --allow-foreign all\n{FORM}\n(f 1)\n; => 1\n```\n")
write("out/lib.c", LIBRARY)
subprocess.run(["cc", "-w", "-shared", "-fPIC", "-o", "out/libharm.so", "out/lib.c"], check=True)

# Every command, without permission.
refused("run", "run", "in/p.nv")
for tier in ("interp", "cpu", "sim"):
    refused(tier, "run", "--tier", tier, "--check", "off", "in/p.nv")
refused("-e", "-e", f"{FORM} (f 1)")
refused("a pipe", given=PROGRAM)
refused("the prompt", given=f"{FORM}\n:time (f 1)\n:type (f 1)\n:why (f 1)\n")
refused("load", given=":load in/p.nv\n(f 1)\n:reload\n")
for command in (["check"], ["check", "--types"], ["doc"], ["why"], ["derive"], ["fmt", "--check"]):
    refused(command[0], *command, "in/p.nv")
refused("build", "build", "--to", "c", "-o", "built", "in/p.nv")
refused("transcript", "transcript", "--check", "page.md")
refused("dump", "run", "--dump", "c,cuda,plan", "in/p.nv")
refused("input", "run", "--input", "x=(f 1)", "in/p.nv")
requests = [{"method": "eval", "text": PROGRAM}, {"method": "define", "text": FORM}, {"method": "call", "function": "f", "arguments": [1]},
            {"method": "why", "text": FORM + " (f 1)"}, {"method": "eval", "text": FORM + "(f 1)", "allow_foreign": "all"}]
refused("serve", "serve", given="".join(json.dumps({"id": 1, **r}) + "\n" for r in requests))
lsp = [{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}},
       {"jsonrpc": "2.0", "method": "textDocument/didOpen",
        "params": {"textDocument": {"uri": "file:///p.nv", "languageId": "nova", "version": 1, "text": PROGRAM}}}]
refused("an editor", "lsp", given="".join(f"Content-Length: {len(m)}\r\n\r\n{m}" for m in map(json.dumps, lsp)))

# Permission for something else.
for place in ("out", "in/q.nv", "i", "in/p", "inner", "out/../inner", "/tmp/nothing", "al", "ALL", "./all", "*", "in*"):
    refused(place, "run", "--allow-foreign", place, "in/p.nv")
refused("a text that is typed", "--allow-foreign", "in", given=PROGRAM)
refused("reading", "run", "--allow-read", ".", "--allow-write", ".", "in/p.nv")
refused("the environment", "run", "in/p.nv", NOVA_ALLOW_FOREIGN="all", NOVA_FLAGS="--allow-foreign all", NOVAFLAGS="--allow-foreign all")
write(".nova", "--allow-foreign all\n"), write("nova.toml", 'allow-foreign = "all"\n'), write("in/.nova", "--allow-foreign all\n")
refused("a file of settings", "run", "in/p.nv")

# Ways around a folder that is allowed.
for link, to in (("in/f.h", "../out/f.h"), ("in/folder", "../out")):
    os.symlink(to, link)
refused("a link to a text", "run", "--allow-foreign", "in", "in/named.nv")
for path in ("folder/f.h", "../out/f.h", "./../out/f.h", "../in/../out/f.h", os.path.abspath("out/f.h"), "folder/../../out/f.h"):
    write("in/path.nv", f'(foreign-c (f : int -> int) "{path}")\n(f 1)\n')
    refused(path, "run", "--allow-foreign", "in", "in/path.nv")
for line in ('#include "../out/f.h"', '#define WHERE "../out/f.h"\n#include WHERE', f"#include <{os.path.abspath('out/f.h')}>", '#include "folder/f.h"',
             '# /**/ include /**/ "../out/f.h"', '#inc\\\nlude "../out/f.h"', '%:include "../out/f.h"', '??=include "../out/f.h"',
             '#include_next "../out/f.h"', '#import "../out/f.h"'):
    write("in/include.h", line + "\nstatic int64_t f(int64_t n);\n")
    write("in/path.nv", '(foreign-c (f : int -> int) "include.h")\n(f 1)\n')
    refused(line, "run", "--allow-foreign", "in", "in/path.nv")

# CUDA texts, their references, and what check-kernel runs.
cuda = f'(foreign-cuda (f : int -> int) {quoted(HARM.replace("static", "static __device__"))} (reference (lambda (x) x)))\n(map f [1])\n'
refused("a CUDA function", "run", "--tier", "sim", write("in/cuda.nv", cuda))
kernel = f"(foreign-kernel (k : vector int -> vector int) {quoted(KERNEL)} {CLAUSES})\n(k [1])\n"
refused("a kernel", "run", "--tier", "sim", write("in/kernel.nv", kernel))
reference = f'{FORM}\n(foreign-kernel (k : vector int -> vector int) "k.cu" {CLAUSES.replace("(lambda (x) x)", "(lambda (x) (map f x))")})\n'
write("in/k.cu", KERNEL.replace(f'creat("{MARK}", 0600)', "(void)0"))
refused("a reference in C", "check-kernel", "in/k.cu", "--spec", write("in/reference.nv", reference))
other = f'(foreign-kernel (k : vector int -> vector int) "../out/k.cu" {CLAUSES})\n'
refused("another kernel's file", "check-kernel", "in/k.cu", "--spec", write("in/other.nv", other))
refused("a kernel in the specification", "check-kernel", "in/k.cu", "--spec", "in/kernel.nv")

# Libraries.
for name in ("./libharm.so", "../out/libharm.so", "libharm.so", os.path.abspath("out/libharm.so"), "folder/libharm.so"):
    write("in/library.nv", f'(foreign (f : int -> int) (library "{name}"))\n(f 1)\n')
    refused(name, "run", "--allow-foreign", "in", "in/library.nv", LD_LIBRARY_PATH=os.path.abspath("out"))
refused("a library of the command line", "run", "--foreign-library", "./out/libharm.so", write("in/bare.nv", "(foreign (f : int -> int))\n(f 1)\n"))
refused("a preloaded shim", "run", "in/bare.nv", LD_LIBRARY_PATH=os.path.abspath("out"))

# Names and texts that would leave their place.
for name in ('f");creat("it-ran', "f;", "main", "nova_foreign", "first"):
    refused(name, "-e", f"(foreign-c ({name} : int -> int) {quoted(HARM)}) 1")
write("in/macro.nv", f"(define-macro hidden ((_ f t) (foreign-c (f : int -> int) t)))\n(hidden f {quoted(HARM)})\n(f 1)\n")
refused("a form that a macro makes", "run", "in/macro.nv")
refused("control", "run", "--allow-foreign", "in", "in/macro.nv", runs=True)

# With permission it runs; what that leaves in the cache gives none.
refused("control", "run", "--allow-foreign", "in", "in/p.nv", runs=True)
refused("a cached object", "run", "in/p.nv")
refused("control", "run", "--allow-foreign", "all", "--tier", "cpu", "in/p.nv", runs=True)
refused("a cached kernel", "run", "--tier", "cpu", "in/p.nv")
write("in/path.nv", '(foreign-c (f : int -> int) "../out/f.h")\n(f 1)\n')
refused("control", "run", "--allow-foreign", "in", "--allow-foreign", "out", "in/path.nv", runs=True)
print(f"{attempts} attempts")
