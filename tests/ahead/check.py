#!/usr/bin/env python3
"""What `nova build` writes gives Nova's results and errors.

check.py NOVA SOURCE      Builds a fixed sample of programs, compiles it, and runs it.
"""
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

NOVA, SOURCE = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
STRICT = ["-Wall", "-Wextra", "-pedantic", "-Werror"]
# Each program has one compiler, so that the sample takes less than a minute; all.py has all of them. The larger a text, the lower is
# its level: of kinds.c -O2 takes clang 11 s, and -O1 4.5 s; of basics.c -O3 takes GCC 7.7 s, and -O2 3.2 s.
PLAIN, QUICK, EASY = ["gcc", "-O0"], ["gcc", "-O1"], ["clang-14", "-O1"]
GCC, CLANG = ["gcc", "-O2", "-march=native"], ["clang-14", "-O2", "-march=native"]
FASTEST = [["gcc", "-O3", "-march=native"], ["clang-14", "-O3", "-march=native"]]
CCACHE = ["ccache"] if shutil.which("ccache") else []  # texts that have not changed are not compiled again
SANITIZED = ["clang-14", "-O0", "-fsanitize=address,undefined", "-fno-sanitize-recover"]
SAMPLE = {
    "tests/ahead/basics.nv": [GCC], "tests/ahead/kinds.nv": [PLAIN, EASY], "tests/ahead/inputs.nv": [GCC],
    "tests/ahead/trees.nv": [EASY], "tests/ahead/names.nv": [PLAIN], "tests/ahead/shown.nv": [PLAIN],
    "bench/cpu/fft.nv": [PLAIN], "bench/cpu/filter.nv": [FASTEST[0]],
    "bench/cpu/matmul.nv": [FASTEST[1]], "bench/cpu/scan.nv": [CLANG], "bench/cpu/sort.nv": [CLANG], "bench/cpu/spmv_csr.nv": [GCC],
}
MAIN = """#include "{0}.h"
#include <stdio.h>
int main(void) {{ static char report[100000]; int n = {0}_selftest(report, sizeof report); puts(report); return n != 0; }}
"""
ROWS = "*o = 0, *y = 0, m = 0;"  # a result whose rows differ in length
# Calls that fail, in Nova and in C, by program.
FAILURES = {"kinds": [
    ("(must 5)", "int64_t r; e = must(c, 5, &r);"),
    ("(sure 4)", "int64_t r; e = sure(c, 4, &r);"),
    ("(two [1 2 3] [4 5])", "int64_t x[] = {1, 2, 3}, *y = 0, m = 0; e = two(c, x, 3, x, 2, &y, &m);"),
    ("(mat (reshape (2, 2) [1 2 3 4]) 0 2)", "int64_t x[] = {1, 2, 3, 4}, r; e = mat(c, x, 2, 2, 0, 2, &r);"),
    ("(shape2 [1 2 3] 2)", "int64_t x[] = {1, 2, 3}, *y = 0, m[2]; e = shape2(c, x, 3, 2, &y, m, m + 1);"),
    ("(histo [1 11])", "int64_t x[] = {1, 11}, *y = 0, m = 0; e = histo(c, x, 2, &y, &m);"),
    ("(ragged [1 -1])", f"int64_t x[] = {{1, -1}}, {ROWS} e = ragged(c, x, 2, &o, &y, &m);"),
    ("(ragged [5 -1])", f"int64_t x[] = {{5, -1}}, {ROWS} e = ragged(c, x, 2, &o, &y, &m);"),
    ("(boxes [1 2] -1)", f"int64_t x[] = {{1, 2}}, {ROWS} e = boxes(c, x, 2, -1, &o, &y, &m);"),
    ("(boxes [1 0] 4)", f"int64_t x[] = {{1, 0}}, {ROWS} e = boxes(c, x, 2, 4, &o, &y, &m);"),
    ("(tallies [1 9] [3 0])", f"int64_t x[] = {{1, 9}}, d[] = {{3, 0}}, {ROWS} e = tallies(c, x, 2, d, 2, &o, &y, &m);"),
    ("(mx [])", "double r; e = mx(c, 0, 0, &r);"),
    ("(rng 0 5 0)", "int64_t *y = 0, m = 0; e = rng(c, 0, 5, 0, &y, &m);"),
    ("(adders -1)", "int64_t *y = 0, m = 0; e = adders(c, -1, &y, &m);"),
    ("(mapdiv [7 8] [1 2])", "int64_t x[] = {7, 8}, d[] = {1, 2}, r; e = mapdiv(c, x, 2, d, 2, &r);"),
    ("(lookup 9)", "int64_t r; e = lookup(c, 9, &r);"),
    ("(low [[1.0] []])", "int64_t o[] = {0, 1, 1}, m = 0; double x[] = {1}, *y = 0; e = low(c, o, x, 2, &y, &m);"),
    ("(least [])", "double r; e = least(c, 0, 0, &r);"),
    ("(dots [1 2] [3])", "int64_t x[] = {1, 2}, r; e = dots(c, x, 2, x, 1, &r);"),
    ("(remains 7 0)", "int64_t r; e = remains(c, 7, 0, &r);"),
    ("(first-least [])", "int64_t r; e = first_least(c, 0, 0, &r);"),
    ("(perm [1 2 1 9] [2 3 4 5])", "int64_t x[] = {1, 2, 1, 9}, m = 0; double y[] = {2, 3, 4, 5}, *z = 0; e = perm(c, x, 4, y, 4, &z, &m);"),
    ("(perm [1 9 1 1] [2 3 4 5])", "int64_t x[] = {1, 9, 1, 1}, m = 0; double y[] = {2, 3, 4, 5}, *z = 0; e = perm(c, x, 4, y, 4, &z, &m);"),
    ("(told -2 [7])", "int64_t x[] = {7}, r; e = told(c, -2, x, 1, &r);"),
    ("(told -2 [])", "int64_t r; e = told(c, -2, 0, 0, &r);"),
    ('(parsed "1\\xc3;\\xa9;")', 'int64_t r; e = parsed(c, "1\\xc3\\xa9", 3, &r);'),
    (f'(parsed "{"é" * 40}")', f'int64_t r; e = parsed(c, "{"é" * 40}", 80, &r);'),
    ('(real "1.2.3")', 'double r; e = real(c, "1.2.3", 5, &r);'),
    ("(sliced [1 2 3] 4)", "int64_t x[] = {1, 2, 3}, r; e = sliced(c, x, 3, 4, &r);"),
    ("(share [1.0 2.0])", "double x[] = {1, 2}, r; e = share(c, x, 2, &r);"),
    ('(keyed "\\xc3;\\xa9;\\xff;")', 'int64_t r; e = keyed(c, "\\xc3\\xa9\\xff", 3, &r);'),
    ("(+ 0 (tail-least []))", "int64_t r; e = tail_least(c, 0, 0, &r);"),
    ("(+ 0 (tail-far []))", "int64_t r; e = tail_far(c, 0, 0, &r);"),
    ("(mm (reshape (1, 2) [1f 2f]) (reshape (1, 2) [1f 2f]))",
     "float x[] = {1, 2}, *y = 0; int64_t m[2]; e = mm(c, x, 1, 2, x, 1, 2, &y, m, m + 1);"),
], "shown": [
    ("(same [1 2] [1 3])", "int64_t x[] = {1, 2, 1, 3}, r; e = same(c, x, 2, x + 2, 2, &r);"),
    ("(same (replicate 99 12) (replicate 100 0))", "int64_t x[199] = {0}, r; for (int k = 0; k < 99; ++k) x[k] = 12; "
     "e = same(c, x, 99, x + 99, 100, &r);"),
    ('(same-text "h\\xc3;\\xa9;\\xff;\\n" "")', 'int64_t r; e = same_text(c, "h\\xc3\\xa9\\xff\\n", 5, "", 0, &r);'),
    (f'(same-text "{"b" * 39}{"é" * 700}" "{"é" * 400}")',
     f'int64_t r; e = same_text(c, "{"b" * 39}{"é" * 700}", 1439, "{"é" * 400}", 800, &r);'),
    ("(same-rows (reshape (2, 2) [1 2 3 4]))", "double x[] = {1, 2, 3, 4}; int64_t r; e = same_rows(c, x, 2, 2, &r);"),
    ("(same-rows (map to_double (reshape (3, 90) (iota 270))))", "double x[270]; for (int k = 0; k < 270; ++k) x[k] = k; "
     "int64_t r; e = same_rows(c, x, 3, 90, &r);"),
    ("(same-pairs 9)", "int64_t r; e = same_pairs(c, 9, &r);"),
    ("(same-pairs 100)", "int64_t r; e = same_pairs(c, 100, &r);"),
]}
os.environ["PATH"] = f"{NOVA.parent}:{os.environ['PATH']}"
faults = 0


def fail(what):
    global faults
    faults += 1
    print("not right:", what)


def run(*words, cwd=None):
    return subprocess.run([str(w) for w in words], cwd=cwd, capture_output=True, text=True, timeout=400)


def build(program, folder, target="c", options=(), cwd=SOURCE):
    got = run(NOVA, "build", program, "--to", target, "-o", folder, *options, cwd=cwd)
    if got.returncode:
        fail(f"{program}: {got.stderr}")
    return not got.returncode


def object_file(folder, name, words):
    """Compiles a library, once for each text and compiler. Returns the file's name, and the compiler's errors if there are some."""
    key = hashlib.md5(repr((words, (folder / f"{name}.c").read_text())).encode()).hexdigest()[:12]
    file = f"{name}-{key}.o"
    if (folder / file).exists():
        return file, None
    got = run(*CCACHE, *words, "-c", name + ".c", "-o", file, cwd=folder)
    return file, got.stderr if got.returncode else None


def linked(folder, name, main, compiler, flags=(), link=()):
    """Compiles the program `main` and a library, and links them as the program `main`. Returns the compiler's errors, or nothing."""
    file, errors = object_file(folder, name, [*compiler, *STRICT, *flags])
    if errors is None:
        got = run(*compiler, *flags, main, file, *link, "-lm", "-o", "main", cwd=folder)
        errors = got.stderr if got.returncode else None
    return errors


def compiled(folder, name, text, compiler, flags=(), link=()):
    (folder / "main.c").write_text(text)
    return linked(folder, name, "main.c", compiler, flags, link)


def check(folder, name, compiler, flags=(), link=()):
    """Compiles a library and runs its self-test. Returns the report, or the compiler's errors."""
    errors = compiled(folder, name, MAIN.format(name), compiler, flags, link)
    if errors is not None:
        return errors
    return run("./main", cwd=folder).stdout


def agrees(report):
    counts = re.search(r"(\d+) of (\d+) tests agree", report)
    return bool(counts) and counts[1] == counts[2]


def check_sample(folder, program):
    name = Path(program).stem
    if not build(program, folder / name):
        return
    for compiler in SAMPLE[program]:
        report = check(folder / name, name, compiler)
        if not agrees(report):
            fail(f"{program} by {' '.join(compiler)}: {report[-1500:]}")


def check_samples(folder):
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda program: check_sample(folder, program), SAMPLE))


def check_threads(folder):
    if build("tests/ahead/basics.nv", folder / "threads", "openmp"):
        report = check(folder / "threads", "basics", PLAIN, ["-fopenmp"])
        if not agrees(report):
            fail(f"openmp: {report[-1500:]}")


POLY = """(define (poly (x : double)) (+ (* x (* x 3.0)) (sin x)))
(define (shares (x : vector double)) (map (lambda (y) (/ y 3.7)) (scan + 0.0 x)))
(export poly shares)
"""


def check_flags(folder):
    """Flags that change floating-point results are refused, or found by the self-test; so is a wrong constant."""
    (folder / "poly.nv").write_text(POLY)
    here = folder / "poly"
    if not build("poly.nv", here, cwd=folder):
        return
    refused = ["-Ofast", "-ffast-math", "-funsafe-math-optimizations", "-freciprocal-math", "-fno-signed-zeros",
               "-fassociative-math -fno-signed-zeros -fno-trapping-math"]
    for compiler in [*(["gcc", *flags.split()] for flags in refused), ["clang-14", "-ffast-math"], ["g++"]]:
        if "#error" not in (report := check(here, "poly", compiler)):
            fail(f"{compiler}: {report[:300]}")
    for flags in [["-freciprocal-math"], ["-fassociative-math", "-fno-signed-zeros", "-fno-trapping-math"]]:
        if not agrees(report := check(here, "poly", ["clang-14", "-O2", *flags])):
            fail(f"clang {flags}: {report[:300]}")
    report = check(here, "poly", ["clang-14", "-O2", "-march=haswell", "-ffp-contract=fast"])
    if "contracted" not in report:
        fail(f"clang -ffp-contract=fast: {report[:300]}")
    if not agrees(report := check(here, "poly", QUICK)):
        fail(f"poly: {report[:300]}")
    text = (here / "poly.c").read_text()
    (here / "poly.c").write_text(text.replace("0x1.8p+1", "0x1.8000000000001p+1"))
    report = check(here, "poly", QUICK)
    if "differs from Nova's interpreter: poly" not in report:
        fail(f"a planted constant is not found: {report[:300]}")


def check_library(folder):
    """A wrong C library is found by the self-test, or has no part in results."""
    here = folder / "maths"
    build("tests/ahead/maths.nv", here)
    check(here, "maths", PLAIN)
    for lies in ["LIES", "LIES_FMA", "LIES_SQRT"]:
        run("gcc", "-shared", "-fPIC", "-fno-builtin", "-ffp-contract=off", f"-D{lies}", SOURCE / "tests/ahead/liar.c",
            "-o", "liar.so", cwd=here)
        report = run("env", "LD_PRELOAD=./liar.so", "./main", cwd=here).stdout
        if agrees(report) != (lies == "LIES") or ("the C library's" in report) != (lies != "LIES"):
            fail(f"{lies}: {report[:500]}")


def check_memory(folder):
    """Calls allocate nothing once they have memory, nothing is lost, and sanitizers are silent."""
    here = folder / "basics"
    wanted = "0 allocations in 2000 rounds of 10 calls, 0 KiB more\n0 blocks left\n"
    shutil.copy(SOURCE / "tests/ahead/steady.c", here)
    errors = linked(here, "basics", "steady.c", GCC)
    if (got := errors or run("./main", "2000", cwd=here).stdout) != wanted:
        fail(f"steady.c: {got}")
    for name in ["basics", "kinds", "trees"]:
        if not agrees(report := check(folder / name, name, SANITIZED)):
            fail(f"{name} with sanitizers: {report[-1500:]}")
    if shutil.which("valgrind"):
        check(folder / "kinds", "kinds", PLAIN)
        got = run("valgrind", "--error-exitcode=9", "--leak-check=full", "-q", "./main", cwd=folder / "kinds")
        if got.returncode or got.stderr:
            fail(f"valgrind: {got.stderr[:1500]}")


FOREST = """402 E0402 tests/ahead/trees.nv:18:10: t: this context has no such value
402 E0402 tests/ahead/trees.nv:18:10: t: this context has no such value
1249975000 in all
1249974810 with 20 more
1249975000 as before
2 depths
402 E0402 tests/ahead/trees.nv:23:10: ts: this context has no such value
414 E0414 tests/ahead/trees.nv:3:9: the value is no Node
-1 of none
wrapped has 2 kids, 9 in all
the list has 8.9997e+08
0 allocations in 1000 rounds
0 blocks left
"""


def check_recursive(folder):
    """Values of recursive types in C: made, read, refused where they are none, and forgotten."""
    here = folder / "trees"
    tests = re.findall(r"^static nv_u64 nova_test_3_of_tips\(.*?^}", (here / "trees.c").read_text(), re.M | re.S)
    if sum(int(n) for n in re.findall(r"NOVA_KEPT, \d+, (\d+),", tests[0])) < 50:
        fail("the test of types that refer to each other has few values")
    for compiler, main, stack in [(SANITIZED, "deep.c", 60), (EASY, "forest.c", 6)]:  # MiB; without optimising frames are large
        (here / main).write_text(f"#define STACK {stack}\n" + (SOURCE / "tests/ahead/forest.c").read_text())
        errors = linked(here, "trees", main, compiler)
        if errors or (got := run("sh", "-c", f"ulimit -s {1024 * (stack + 4)}; exec ./main", cwd=here)).stdout != FOREST:
            fail(f"forest.c by {compiler}: {errors or got.stdout + got.stderr[-1000:]}")


HOSTILE = """pick: 0 no error
pick of 3: 402 p_tag: 3 is no constructor, which are 0 to 2
pick of -1: 402 p_tag: -1 is no constructor, which are 0 to 2
picks: 0 no error
picks of a wrong constructor: 402 ps_tag: element 1 is 3, which is no constructor: these are 0 to 2
picks of -1: 402 ps_tag: element 0 is -1, which is no constructor: these are 0 to 2
picks of a wrong bool: 402 ps_Two_0: element 2 is 2, and a bool is 0 or 1
picks without fields: 402 ps_One_0: it is null, and not empty
picks of none: 0 no error
trues: 0 no error
trues of 2: 402 bs: element 2 is 2, and a bool is 0 or 1
trues of null: 402 bs: it is null, and not empty
trues of -3: 403 bs_n: -3 is negative, so it is no length
rows: 0 no error
rows that descend: 402 x_offsets: offsets do not ascend from 0
rows below 0: 402 x_offsets: offsets do not ascend from 0
rows without offsets: 402 x_offsets: it is null, and not empty
rows without elements: 402 x: it is null, and not empty
no rows: 0 no error
deep: 0 no error
deep without offsets: 402 x_offsets2: it is null, and not empty
deep that descends: 402 x_offsets2: offsets do not ascend from 0
grids: 0 no error
grids of other shapes: 402 x_shapes: a shape is not that of its row
grids below 0: 402 x_shapes: a shape is not that of its row
grid: 0 no error
grid of null: 402 x: it is null, and not empty
grid that is too long: 402 x_n0: the product of the dimensions is too large
size of 77: 402 t: this context has no such value
size of 0: 402 t: this context has no such value
maybe of 2: 402 t_tag: 2 is no constructor, which are 0 to 1
maybe of none: 0 no error
maybe of no value: 402 t_Some_0: this context has no such value
maybe of some 0: 402 t_Some_0: this context has no such value
forest: 0 no error
forest of some 0: 402 ts_Some_0: this context has no such value
a tree without kids: 402 x0: it is null, and not empty
a tree of 5: 402 x0: this context has no such value
0, under 28 MiB: 1
499999500000, under 48 MiB: 1
0 bytes more in many calls, 0 KiB more
0 bytes left
"""


def check_hostile(folder):
    """Arguments that stand for no value are errors; regions grow by what is needed, and not from call to call."""
    here = folder / "hostile"
    if not build("tests/ahead/hostile.nv", here):
        return
    shutil.copy(SOURCE / "tests/ahead/hostile.c", here / "user.c")
    for compiler in [SANITIZED, PLAIN]:
        errors = linked(here, "hostile", "user.c", compiler)
        if errors or (got := run("./main", "100000", cwd=here)).stdout != HOSTILE:
            fail(f"hostile.c by {compiler}: {errors or got.stdout + got.stderr[-1000:]}")


CALLERS = """2 4, 1 2
swap 4 5 6, 1 2 3
turn 1 2 3, 7 8 9, 4 5 6
overlapping 3 4 5, 1 2 3
parts 2 3, 1 2
both 7 8 9, 7 8 9
603 the evaluation was interrupted
"""


def check_callers(folder):
    """Results may lie in the memory of arguments; another thread may stop a function."""
    here = folder / "callers"
    if not build("tests/ahead/callers.nv", here):
        return
    shutil.copy(SOURCE / "tests/ahead/callers.c", here / "user.c")
    for compiler in [SANITIZED, ["clang-14", "-O1", "-fsanitize=thread"]]:
        errors = linked(here, "callers", "user.c", compiler, link=["-lpthread"])
        if errors or (got := run("./main", cwd=here)).stdout + got.stderr != CALLERS:
            fail(f"callers.c by {compiler}: {errors or got.stdout + got.stderr[-1000:]}")


REFUSED = {  # names that no exported function may have, and what is said of them
    "EOF": "a macro or a type", "NULL": "a macro or a type", "INFINITY": "a macro or a type", "I": "a macro or a type",
    "errno": "a macro or a type", "isnan": "a macro or a type", "assert": "a macro or a type", "size_t": "a macro or a type",
    "linux": "a macro or a type", "std": "a macro or a type", "uint": "a macro or a type", "tm": "a macro or a type", "timespec": "a macro or a type",
    "omp_get_max_threads": "a macro or a type", "si_value": "a macro or a type", "write": "function", "malloc": "function", "exp10": "function", "atexit": "function",
    "taken_ctx": "the library itself", "taken_free": "the library itself", "taken_T": "the library itself",
    "taken_T_tag": "the library itself", "taken_T_make_A": "the library itself",
}


def check_names(folder):
    """Names that C, its library or the written one has are refused by name and place; parameters' names are in names.nv."""
    for name, why in REFUSED.items():
        (folder / "taken.nv").write_text("(types (T : (+ (A : unit) (B : T))))\n(define (f (x : T)) x)\n"
                                         f"(define (g (x : int)) x)\n(export f (g as {name}))\n")
        got = run(NOVA, "build", "taken.nv", "--to", "c", "-o", "taken", cwd=folder)
        if got.returncode != 1 or "taken.nv:3:10: error[E0719]" not in got.stderr or why not in got.stderr.splitlines()[0]:
            fail(f"{name}: {got.stderr}")
    here = folder / "programs"
    here.mkdir()
    for name in ["nova", "test", "m", "nv_a", "a-b"]:
        (here / f"{name}.nv").write_text("(types (block : (+ (A : unit) (i64 : block))))\n(define (f (x : block)) x)\n")
        if not build(f"{name}.nv", here / name, cwd=here):
            continue
        library = json.loads(next((here / name).glob("*.json")).read_text())["name"]
        if not agrees(report := check(here / name, library, QUICK)):
            fail(f"{name}.nv: {report[-500:]}")
    if shutil.which("gfortran"):
        got = run("gfortran", "-fsyntax-only", "names_nova.f90", cwd=folder / "names")
        if got.returncode:
            fail(f"names_nova.f90: {got.stderr[:1000]}")


def check_alone(folder):
    """A program needs the C library alone: a shared one names no other, and a static one runs in an empty folder."""
    here = folder / "maths"
    check(here, "maths", QUICK)
    needs = re.findall(r"NEEDED.*\[(.*)\]", run("readelf", "-d", "main", cwd=here).stdout)
    if not set(needs) <= {"libc.so.6", "libm.so.6"}:
        fail(f"it needs {needs}")
    check(here, "maths", QUICK, link=["-static"])
    (here / "empty").mkdir()
    shutil.copy(here / "main", here / "empty")
    for enter in [["chroot"], ["unshare", "-r", "chroot"]]:
        got = run(*enter, "empty", "/main", cwd=here)
        if got.returncode == 0 or "not permitted" not in got.stderr:  # a sandbox may forbid it
            return None if agrees(got.stdout) else fail(f"in an empty folder: {got.stdout + got.stderr}")
    return None


def check_foreign(folder):
    """Foreign functions: C texts stand in the file, and libraries are linked."""
    if build("tests/ahead/foreign.nv", folder / "foreign", options=["--allow-foreign", "all"]):
        for compiler in [QUICK, EASY]:
            if not agrees(report := check(folder / "foreign", "foreign", compiler)):
                fail(f"foreign.nv by {compiler[0]}: {report[-1500:]}")
    (folder / "libraries.nv").write_text((SOURCE / "tests/ahead/libraries.nv").read_text())
    run("gcc", "-shared", "-fPIC", SOURCE / "tests/ahead/library.c", "-o", "libahead.so", cwd=folder)
    for target in ["c", "openmp"]:
        if build("libraries.nv", folder / "libraries", target, ["--allow-foreign", "."], folder):
            link = ["-L..", "-lahead", f"-Wl,-rpath,{folder}"]
            flags = ["-fopenmp"] if target == "openmp" else []
            if not agrees(report := check(folder / "libraries", "libraries", QUICK, flags, link)):
                fail(f"libraries.nv, {target}: {report[-1500:]}")
    if "libahead.so, which has upto, halves" not in (folder / "libraries/libraries.h").read_text():
        fail("the header does not name the library")


def check_errors(folder):
    """Errors have the interpreter's code, place and message."""
    for name in FAILURES:
        check_errors_of(name, folder)


def check_errors_of(name, folder):
    program = SOURCE / f"tests/ahead/{name}.nv"
    lines = [f'#include "{name}.h"', "#include <stdio.h>", "int main(void) {", f"{name}_ctx *c = {name}_ctx_new();", "int e;"]
    for _, call in FAILURES[name]:
        tell = f'printf("%s: error[%s]: %s %d\\n", {name}_error_place(c), {name}_error_code(c), {name}_error(c), e);'
        lines += ["{", call, tell, "}"]
    errors = compiled(folder / name, name, "\n".join(lines + [f"{name}_ctx_free(c);", "}"]), PLAIN)
    if errors:
        return fail(errors[:1000])
    got = run("./main", cwd=folder / name).stdout.splitlines()
    for (form, _), told in zip(FAILURES[name], got):
        (folder / f"{name}.nv").write_text(program.read_text() + form + "\n")
        wanted = run(NOVA, "--tier", "interp", "run", f"{name}.nv", cwd=folder).stderr.splitlines()[0]
        number = str(int(re.search(r"error\[E(\d+)\]", wanted)[1]))
        if told != f"tests/ahead/{wanted} {number}":
            fail(f"{form}: {told!r} is not {wanted!r}")
    return None


TEXTS = """#include "kinds.h"
#include <stdio.h>
#include <string.h>
int main(void) {
  const char *t[] = {"h\\xc3\\xa9\\xff\\"", "0.1000000000000000055511151231257827", "-inf", "9007199254740993.00000000000000000001"};
  kinds_ctx *c = kinds_ctx_new();
  for (int k = 0; k < 4; ++k) {
    char *r = 0;
    int64_t n = 0;
    double x = 0;
    if (said(c, t[k], (int64_t)strlen(t[k]), &r, &n)) return puts(kinds_error(c)), 1;
    if (k && real(c, t[k], (int64_t)strlen(t[k]), &x)) return puts(kinds_error(c)), 1;
    printf("%.*s %.17g\\n", (int)n, r, x);
    kinds_free(c, r);
  }
  kinds_ctx_free(c);
}
"""
TOLD = r'''"hé\xff;\"" 0
"0.1000000000000000055511151231257827" 1.1000000000000001
"-inf" -inf
"9007199254740993.00000000000000000001" 9007199254740996
'''


def check_texts(folder):
    """Texts that the fast kernels do not handle: bytes beyond ASCII, numbers of many digits."""
    errors = compiled(folder / "kinds", "kinds", TEXTS, PLAIN)
    if (got := errors or run("./main", cwd=folder / "kinds").stdout) != TOLD:
        fail(f"texts: {got!r}")


def check_page(folder):
    """docs/building.md: files are written, commands run, and give the text below them."""
    wanted, got = None, None
    for kind, text in re.findall(r"^```(\w+)\n(.*?)^```$", (SOURCE / "docs/building.md").read_text(), re.M | re.S):
        first, rest = text.split("\n", 1)
        if kind in ("c", "nova", "make"):
            (folder / first.split()[1]).write_text(rest)
        elif kind == "sh":
            got = run("sh", "-c", text, cwd=folder).stdout
        elif (wanted := text) != got:
            fail(f"docs/building.md: {got!r} is not {wanted!r}")


def check_embedding(folder):
    """The programs of examples/embedding give what they should."""
    got = run("examples/embedding/build.sh", NOVA, folder / "embedding", cwd=SOURCE)
    for line in ["mean 3", "the last of 4 sums is 12", "mean 1.5, 2 blanks",
                 "examples/embedding/stats.nv:7:49: error[E0402]: index 9 is out of range for a vector of length 4"]:
        if line not in got.stdout.splitlines():
            fail(f"examples/embedding: {line!r} is not in {got.stdout + got.stderr}")


def check_all(folder, checks):
    folder.mkdir()
    for check_one in checks:
        check_one(folder)


def main():
    of_samples = [check_samples, check_threads, check_memory, check_recursive, check_names, check_errors, check_texts]
    others = [check_embedding, check_flags, check_library, check_alone, check_hostile, check_callers, check_foreign, check_page]
    with tempfile.TemporaryDirectory() as name, ThreadPoolExecutor(2) as pool:
        for done in [pool.submit(check_all, Path(name) / checks[0].__name__, checks) for checks in (of_samples, others)]:
            done.result()
    print(f"{faults} faults")
    return faults > 0


sys.exit(main())
