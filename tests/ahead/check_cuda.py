#!/usr/bin/env python3
"""What `nova build --to cuda` writes gives Nova's results and errors: its host's part runs with a driver that is none.

check_cuda.py NOVA SOURCE LIBCUDA [PROGRAM..]      LIBCUDA: the folder of the stand-in. PROGRAM: others than the fixed sample.
"""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from stand_in import give_text, tell_falling_back

NOVA, SOURCE, LIBCUDA = (Path(word).resolve() for word in sys.argv[1:4])
MAIN = """#include "{0}.h"
#include <stdio.h>
int main(void) {{ static char report[100000]; int n = {0}_selftest(report, sizeof report); puts(report); return n != 0; }}
"""
# Small blocks change no result; memory does not grow; errors are told; the context says where it runs.
USES = """#include "gpu.h"
#include <stdio.h>
int main(void) {
  gpu_ctx *c = gpu_ctx_new();
  double x[] = {1, 2, 3}, *y = 0;
  int64_t k[] = {1, 3}, *q = 0, n = 0;
  for (int i = 0; i < 200; ++i)
    if (saxpy(c, 2, x, 3, x, 3, &y, &n)) return puts(gpu_error(c)), 1;
  printf("%s: %g %g %g\\n", gpu_device(c), y[0], y[1], y[2]);
  int e = inverse(c, k, 2, &q, &n);
  printf("%s: %s: %s %d\\n", gpu_error_place(c), gpu_error_code(c), gpu_error(c), e);
  gpu_free(c, y);
  gpu_ctx_free(c);
}
"""
# Hashes of results that take many blocks, the same on the GPU and in C.
LARGE = """#include "gpu.h"
#include <stdio.h>
#include <stdlib.h>
static void tell(const char *what, const void *column, int64_t bytes) {
  uint64_t h = 0xcbf29ce484222325ull;
  for (int64_t k = 0; k < bytes; ++k) h = (h ^ ((const unsigned char *)column)[k]) * 0x100000001b3ull;
  printf("%s %d %016llx\\n", what, (int)bytes, (unsigned long long)h);
}
int main(void) {
  enum { n = 40000, rows = 7 };
  static double x[n];
  static float f[n];
  static int64_t k[n];
  const int64_t offsets[] = {0, 3, 3, 20, 600, 39000, 39900, n};
  gpu_ctx *c = gpu_ctx_new();
  for (int i = 0; i < n; ++i) k[i] = (i * 7919ll) % 100003 - 50000, x[i] = k[i] / 7.0, f[i] = (float)x[i];
  double *y = 0;
  int64_t *q = 0, *o = 0, m = 0;
  float r = 0;
  int e = total(c, f, n, &r);
  tell("total", &r, e ? 0 : 4);
  e = running(c, x, n, &y, &m), tell("running", y, e ? 0 : 8 * m);
  e = sorted(c, x, n, &y, &m), tell("sorted", y, e ? 0 : 8 * m);
  e = sums(c, x, n, &y, &m), tell("sums", y, e ? 0 : 8 * m);
  e = row_sums(c, offsets, x, rows, &y, &m), tell("row-sums", y, e ? 0 : 8 * m);
  e = evens(c, k, n, &q, &m), tell("evens", q, e ? 0 : 8 * m);
  e = by_square(c, k, 3000, &q, &m), tell("by-square", q, e ? 0 : 8 * m);
  e = row_scans(c, offsets, k, rows, &o, &q, &m), tell("row-scans", q, e ? 0 : 8 * n);
  gpu_ctx_free(c);
}
"""
FIXED = ["tests/ahead/gpu.nv"]
faults = 0


def fail(what):
    global faults
    faults += 1
    print("not right:", what)


def run(*words, cwd=None, driver=True):
    environment = dict(os.environ, **({"LD_LIBRARY_PATH": str(LIBCUDA)} if driver else {}))
    return subprocess.run([str(w) for w in words], cwd=cwd, capture_output=True, text=True, timeout=400, env=environment)


def build(program, folder, *options):
    here = Path(program).parent if Path(program).is_absolute() else SOURCE
    got = run(NOVA, "--allow-read", "/", "build", program, "--to", "cuda", "-o", folder, *options, cwd=here, driver=False)
    return got.stdout if got.returncode == 0 else fail(f"{program}: {got.stderr[:600]}")


def compiled(folder, name, text, *flags):
    (folder / "main.c").write_text(text)
    got = run("gcc", "-O0", *flags, "main.c", name + ".c", "-lm", "-o", "main", cwd=folder)
    if got.returncode or (got.stderr and not sys.argv[4:]):
        fail(f"{name}: {got.stderr[:1500]}")
    return got.returncode == 0


def check(program, folder):
    """Returns how many functions run on the GPU, on the host, and whether all tests agree."""
    name = re.sub(r"\W", "_", Path(program).stem)
    told = build(program, folder)
    if told is None:
        return 0, 0, False
    host = told.count("(on the host:")
    kernels = give_text(folder, name)
    if not tell_falling_back(folder, name):
        fail(f"{name}: its text has no place where the host computes")
    if not compiled(folder, name, MAIN.format(name), "-Wall", "-Wextra"):
        return 0, host, False
    got = run("./main", cwd=folder)
    counts = re.search(r"(\d+) of (\d+) tests agree", got.stdout)
    good = bool(counts) and counts[1] == counts[2] and "by the host" not in got.stdout
    if not good:
        fail(f"{program}: {got.returncode} {got.stdout[-1500:]} {got.stderr[-500:]}")
    return len(told.splitlines()) - host if kernels else 0, host, good


def check_uses(folder):
    if not compiled(folder, "gpu", USES, "-DGPU_BLOCK_SIZE=32", "-DGPU_MAX_BLOCKS=2"):
        return
    wanted = ["a fake CUDA device: 3 6 9", "tests/ahead/gpu.nv:24:53: E0421: division by zero: (/ 100 0) 421"]
    got = run("./main", cwd=folder).stdout.splitlines()
    if got != wanted:
        fail(f"gpu: {got}")
    got = run("./main", cwd=folder, driver=False).stdout
    if "the GPU can't be used: there is no libcuda.so.1" not in got:
        fail(f"without a driver: {got}")
    if not compiled(folder, "gpu", MAIN.format("gpu")):
        return
    got = run("./main", cwd=folder, driver=False).stdout.splitlines()
    if len(got) != 3 or not got[0].startswith("the functions with kernels are not tested, since the GPU can't be used: "):
        fail(f"the self-test without a driver: {got}")


def check_large(folder):
    """The same program on the GPU and in C."""
    c = folder.parent / "in-c"
    run(NOVA, "build", "tests/ahead/gpu.nv", "--to", "c", "-o", c, cwd=SOURCE)
    if not compiled(folder, "gpu", LARGE) or not compiled(c, "gpu", LARGE, "-w"):
        return
    wanted, got = run("./main", cwd=c).stdout, run("./main", cwd=folder).stdout
    if got != wanted or " 0 cbf" in got:
        fail(f"large: {got!r} is not {wanted!r}")


def main():
    with tempfile.TemporaryDirectory() as name:
        all_on_gpu, all_on_host, agree = 0, 0, 0
        programs = sys.argv[4:] or FIXED
        for number, program in enumerate(programs):
            folder = Path(name) / str(number)
            on_gpu, on_host, good = check(program, folder)
            all_on_gpu, all_on_host, agree = all_on_gpu + on_gpu, all_on_host + on_host, agree + good
            if sys.argv[4:]:
                print(f"{program}: {on_gpu} on the GPU, {on_host} on the host, {'agree' if good else 'differ'}", flush=True)
            elif program == "tests/ahead/gpu.nv":
                check_uses(folder)
                check_large(folder)
    print(f"{len(programs)} programs, {agree} agree, {all_on_gpu} functions on the GPU, {all_on_host} on the host; {faults} faults")
    return faults > 0


sys.exit(main())
