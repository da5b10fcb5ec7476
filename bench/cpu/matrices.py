#!/usr/bin/env python3
"""SpMV on real matrices: Nova's spmv_csr.nv beside a loop in C++ (-O3 -march=native, strict and with -ffast-math).

    cmake --build build --target bench_yardstick
    python3 bench/cpu/matrices.py OUT [--build build] [--table bench/results/matrices.md]

OUT, a folder outside the tree, gets the packages that have the matrices (PyPI's pyamg, Debian's wordnet-base and
r-cran-matrix, and the lists that apt has) and the matrices themselves. What cannot be had is told and left out. Matrices of less
than 4 million non-zeros stand several times on the diagonal of one that has as many, so that memory is measured, not the
cache. Needs NumPy and SciPy. Times are the least of many runs; Nova's is a form's, from text to value.
"""
import argparse
import ctypes
import glob
import os
import subprocess
import sys

import numpy
import scipy.io
import scipy.sparse

ENOUGH = 4_000_000
HERE = os.path.dirname(os.path.abspath(__file__))


def told(what, make):
    """The matrices that `make` gives by name, or none, and why."""
    try:
        return make()
    except Exception as error:
        print(f"{what}: left out ({error})", file=sys.stderr)
        return {}


def meshes(out):
    folder = os.path.join(out, "pyamg")
    pip = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--only-binary", ":all:", "-d", folder, "pyamg"]
    subprocess.run(pip, check=True)
    wheel = glob.glob(os.path.join(folder, "*.whl"))[0]
    subprocess.run([sys.executable, "-m", "zipfile", "-e", wheel, folder], check=True)
    found = {}
    for path in sorted(glob.glob(os.path.join(folder, "pyamg/gallery/example_data/*.mat"))):
        a = scipy.io.loadmat(path).get("A")
        if scipy.sparse.issparse(a):
            found[os.path.basename(path)[:-4]] = a.real
    return found


def debian(out, package):
    """The package's files, unpacked."""
    folder = os.path.join(out, package)
    os.makedirs(folder, exist_ok=True)
    subprocess.run(["apt-get", "download", "-q", package], cwd=folder, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    subprocess.run(["dpkg-deb", "-x", glob.glob(os.path.join(folder, "*.deb"))[0], folder], check=True)
    return folder


def collection(out):
    files = os.path.join(debian(out, "r-cran-matrix"), "usr/lib/R/library/Matrix/external")
    found = {"lund_a": scipy.io.mmread(os.path.join(files, "lund_a.mtx")), "pores_1": scipy.io.mmread(os.path.join(files, "pores_1.mtx"))}
    return found


def graph(edges):
    """Edges between names: a 1 for each, names in the order in which they first come."""
    number = {}
    ends = [(number.setdefault(a, len(number)), number.setdefault(b, len(number))) for a, b in edges]
    rows, columns = numpy.array(ends).T
    n = len(number)
    return scipy.sparse.coo_matrix((numpy.ones(len(rows)), (rows, columns)), shape=(n, n))


def words(out):
    """What a meaning of WordNet points to (wndb(5WN): after the words, a count, then pointer, place, part of speech, ..)."""
    files = os.path.join(debian(out, "wordnet-base"), "usr/share/wordnet")
    edges = []
    for part, file in (("n", "noun"), ("v", "verb"), ("a", "adj"), ("r", "adv")):
        for line in open(os.path.join(files, "data." + file), encoding="latin-1"):
            if line.startswith(" "):
                continue
            field = line.split("|")[0].split()
            at = 4 + 2 * int(field[3], 16)
            edges += [(part + field[0], field[at + 4 * k + 3].replace("s", "a") + field[at + 4 * k + 2]) for k in range(int(field[at]))]
    return {"WordNet": graph(edges)}


def packages(_):
    """What Debian's packages depend on or recommend."""
    lines = subprocess.run(["apt-cache", "dumpavail"], check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
    name, edges = "", []
    for line in lines:
        if line.startswith("Package: "):
            name = line[9:]
        elif line.startswith(("Depends: ", "Recommends: ")):
            edges += [(name, one.split("(")[0].split(":")[0].strip()) for group in line.split(": ", 1)[1].split(",") for one in group.split("|")]
    return {"Debian's packages": graph(edges)}


def store(a, folder):
    """By rows, as often along the diagonal as makes enough non-zeros. How often, and the matrix."""
    a = scipy.sparse.csr_matrix(a)
    a.sum_duplicates(), a.sort_indices()
    copies = max(1, -(-ENOUGH // a.nnz))
    whole = scipy.sparse.kron(scipy.sparse.identity(copies), a, format="csr") if copies > 1 else a
    os.makedirs(folder, exist_ok=True)
    x = numpy.random.default_rng(42).random(whole.shape[1]) - 0.5
    for name, data, kind in (("values", whole.data, "f4"), ("x", x, "f4"), ("offsets", whole.indptr, "i4"), ("columns", whole.indices, "i4")):
        numpy.asarray(data).astype(kind).tofile(os.path.join(folder, name))
    return copies, a, whole


def library(out, name, flags):
    path = os.path.join(out, f"libmatrix_{name}.so")
    source = os.path.join(HERE, "matrix_case.cpp")
    subprocess.run(["g++", "-std=c++20", "-O3", "-march=native", "-fopenmp", "-shared", "-fPIC", *flags, "-o", path, source], check=True)
    return path


def loop_ms(path, folder, threads):
    os.environ["MATRIX"] = folder
    lib = ctypes.CDLL(path)
    lib.case_new.restype, lib.case_loop.restype = ctypes.c_void_p, ctypes.c_double
    case = ctypes.c_void_p(lib.case_new(b"", ctypes.c_size_t(0), ctypes.c_uint64(0)))
    least = lib.case_loop(case, threads, 40)
    lib.case_free(case)
    return least


def nova_ms(build, path, folder, threads):
    env = {**os.environ, "MATRIX": folder, "LIBCASE": path, "THREADS": str(threads), "TIMER": "cpu" if threads == 1 else ""}
    run = [os.path.join(build, "bench/cpu/bench_yardstick"), HERE, "spmv_csr=1"]
    row = subprocess.run(run, env=env, stdout=subprocess.PIPE, text=True, check=True).stdout.split("\t")
    if row[7] != "ok":
        raise RuntimeError("Nova's answer differs: " + " ".join(row))
    return float(row[4])


def measure(out, build, name, a, strict, fast):
    folder = os.path.join(out, "matrices", name.replace("/", "-"))
    copies, one, whole = store(a, folder)
    cells = [name, f"{one.shape[0]:,}", f"{one.nnz:,}", f"{numpy.diff(one.indptr).max():,}", str(copies)]
    for threads in (1, 2):
        times = [loop_ms(strict, folder, threads), loop_ms(fast, folder, threads), nova_ms(build, strict, folder, threads)]
        cells += [f"{2e-6 * whole.nnz / t:.2f}" for t in times] + [f"**{min(times[:2]) / times[2]:.2f}**"]
    return "| " + " | ".join(cells) + " |"


def main():
    p = argparse.ArgumentParser()
    p.add_argument("out")
    p.add_argument("--build", default="build")
    p.add_argument("--table", help="where the table goes; else it is printed")
    args = p.parse_args()
    out = os.path.abspath(args.out)
    os.makedirs(out, exist_ok=True)
    found = {}
    for what, make in (("meshes of pyamg", meshes), ("matrices of r-cran-matrix", collection), ("WordNet", words), ("Debian's packages", packages)):
        found.update(told(what, lambda make=make: make(out)))
    head = "| matrix | rows | non-zeros | longest row | copies | strict C++, 1 thread | fast C++ | nova | ratio | strict C++, 2 threads | fast C++ | nova | ratio |"
    rows = [head, "|" + " --- |" * 13]
    strict, fast = library(out, "strict", ["-ffp-contract=off"]), library(out, "fast", ["-ffast-math"])
    for name, a in found.items():
        rows.append(measure(out, args.build, name, a, strict, fast))
        print(rows[-1], file=sys.stderr, flush=True)
    text = "# SpMV on real matrices\n\n`python3 bench/cpu/matrices.py OUT` printed this page: bench/cpu/spmv_csr.nv beside a loop in C++ (bench/cpu/matrix_case.cpp,\n"
    text += "g++ -O3 -march=native, strict and with -ffast-math, OpenMP), in GFLOP/s, the least of many runs (one\nthread by its processor time, two by the clock); the ratio is Nova's to the faster loop's.\n"
    text += f"Small matrices stand on the diagonal of one of 4 million non-zeros, as many copies of them as it says. Load: {os.getloadavg()[0]:.1f}.\n\n" + "\n".join(rows) + "\n"
    print(text, file=open(args.table, "w") if args.table else sys.stdout, end="")


if __name__ == "__main__":
    main()
