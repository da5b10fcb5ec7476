#!/usr/bin/env python3
"""Backward errors of Nova's decompositions beside LAPACK's (by SciPy), on matrices that are hard and on random ones.

Usage: accuracy.py NOVA [TIER]. Needs numpy, scipy and mpmath. An error is in units of n eps |A|: below 1 is as good as one can ask for.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

import mpmath
import numpy as np
import scipy.linalg as la

HERE = pathlib.Path(__file__).parent
EPS = np.finfo(float).eps


def wilkinson(n):
    """Elimination with partial pivoting grows to 2^(n-1) on it (Wilkinson 1961)."""
    a = np.eye(n) - np.tril(np.ones((n, n)), -1)
    a[:, -1] = 1
    return a


def matrices():
    rng = np.random.default_rng(1)
    graded = rng.standard_normal((40, 40)) * 10.0 ** -np.arange(40)
    yield "random 5", rng.standard_normal((5, 5))
    yield "random 40", rng.standard_normal((40, 40))
    yield "random 150", rng.standard_normal((150, 150))
    yield "tall 60 x 20", rng.standard_normal((60, 20))
    yield "wide 15 x 40", rng.standard_normal((15, 40))
    yield "Hilbert 12", la.hilbert(12)
    yield "Vandermonde 15", np.vander(np.linspace(0, 1, 15))
    yield "Wilkinson 40", wilkinson(40)
    yield "Pascal 14", la.pascal(14).astype(float)
    yield "Hadamard 32", la.hadamard(32).astype(float)
    yield "companion 12", la.companion(np.arange(1.0, 14))
    yield "Leslie 12", la.leslie(np.arange(1.0, 13), np.full(11, 0.5))
    yield "Toeplitz 50", la.toeplitz(1 / np.arange(1.0, 51))
    yield "graded 40", graded
    yield "rank 3 of 20", rng.standard_normal((20, 3)) @ rng.standard_normal((3, 20))


def complex_matrices():
    rng = np.random.default_rng(3)
    normal = lambda *shape: rng.standard_normal(shape) + 1j * rng.standard_normal(shape)
    turned = lambda a: a * np.exp(2j * np.pi * rng.random(a.shape))
    yield "random 5", normal(5, 5)
    yield "random 40", normal(40, 40)
    yield "random 100", normal(100, 100)
    yield "tall 60 x 20", normal(60, 20)
    yield "wide 15 x 40", normal(15, 40)
    yield "Fourier 32", la.dft(32)
    yield "turned Hilbert 12", turned(la.hilbert(12))
    yield "Vandermonde 15", np.vander(np.exp(1j * np.linspace(0, 1, 15)))
    yield "turned Wilkinson 40", turned(wilkinson(40))
    yield "graded 40", normal(40, 40) * 10.0 ** -np.arange(40)
    yield "rank 3 of 20", normal(20, 3) @ normal(3, 20)


def program(part, a):
    """The program's text, for the matrix's type: what has other names for complex numbers gets these."""
    text = (HERE / part).read_text()
    if not np.iscomplexobj(a):
        return text
    text = re.sub(r"\((svd|pinv|lstsq|eigh|eig|expm) ", r"(\1-complex ", text)
    return text.replace("vector double", "vector (complex double)")


def nova_results(nova, tier, a, b):
    with tempfile.TemporaryDirectory() as folder:
        np.save(f"{folder}/m.npy", a), np.save(f"{folder}/b.npy", b)
        parts = ["decompose.nv"] + (["square.nv"] if a.shape[0] == a.shape[1] else [])
        for part in parts:
            (pathlib.Path(folder) / part).write_text(program(part, a))
            done = subprocess.run([nova, "run", "--tier", tier, "--check", "off", "--allow-write", ".", part], cwd=folder,
                                  capture_output=True, text=True)
            if done.returncode:
                print("   ", done.stderr.splitlines()[0])
        return {f.stem: np.load(f) for f in pathlib.Path(folder).glob("*.npy")}


def scipy_results(a, b):
    q, r = la.qr(a, mode="economic")
    u, s, v = la.svd(a, full_matrices=False)
    found = dict(q=q, r=r, u=u, s=s, v=v, pinv=np.linalg.pinv(a), lstsq=la.lstsq(a, b)[0])
    if a.shape[0] == a.shape[1]:
        n = len(a)
        p, found["lower"], found["upper"] = la.lu(a)
        found["order"] = np.argmax(p, axis=0)
        found["w"], found["vectors"] = la.eigh((a + a.conj().T) / 2)
        found["ew"], found["ev"] = la.eig(a)
        found["cholesky"] = la.cholesky(a @ a.conj().T + 1e-3 * np.eye(n), lower=True)
        found["expm"] = la.expm(8 * a / la.norm(a))
        try:
            found["solve"], found["inverse"] = np.linalg.solve(a, b), np.linalg.inv(a)
        except np.linalg.LinAlgError:
            pass
    return found


def exact_exponential(a):
    mpmath.mp.dps = 40
    return np.array(mpmath.expm(mpmath.matrix(a.tolist()), method="taylor").tolist(), dtype=complex)


def errors(a, b, f):
    """The backward errors of what f has, in units of n eps |A|."""
    n, size = max(a.shape), la.norm(a)
    unit = n * EPS
    eye = lambda x: np.eye(x.shape[1])
    found = {"qr": la.norm(f["q"] @ f["r"] - a) / size, "q orthogonal": la.norm(f["q"].conj().T @ f["q"] - eye(f["q"])),
             "svd": la.norm(f["u"] * f["s"] @ f["v"] - a) / size, "u orthogonal": la.norm(f["u"].conj().T @ f["u"] - eye(f["u"])),
             "v orthogonal": la.norm(f["v"] @ f["v"].conj().T - np.eye(len(f["v"])))}
    x = f["lstsq"]
    residual = a @ x - b
    found["lstsq"] = la.norm(a.conj().T @ residual) / (size * (size * la.norm(x) + la.norm(residual)))
    if "lower" in f:
        found["lu"] = la.norm(f["lower"] @ f["upper"] - a[f["order"]]) / size
        h = (a + a.conj().T) / 2
        found["eigh"] = la.norm(f["vectors"] * f["w"] @ f["vectors"].conj().T - h) / la.norm(h)
        found["vectors orthogonal"] = la.norm(f["vectors"].conj().T @ f["vectors"] - np.eye(len(a)))
    if "ew" in f:
        found["eig"] = la.norm(a @ f["ev"] - f["ev"] * f["ew"]) / size
    if "cholesky" in f:
        c = a @ a.conj().T + 1e-3 * np.eye(len(a))
        found["cholesky"] = la.norm(f["cholesky"] @ f["cholesky"].conj().T - c) / la.norm(c)
    if "expm" in f and len(a) <= 50:  # 40 digits take their time
        exact = exact_exponential(8 * a / size)
        found["expm, forward error"] = la.norm(f["expm"] - exact) / la.norm(exact)
    if "solve" in f:
        found["solve"] = la.norm(a @ f["solve"] - b) / (size * la.norm(f["solve"]) + la.norm(b))
    return {k: v / unit for k, v in found.items()}


def table(nova, tier, kind, all_matrices):
    worst = {}
    for name, a in all_matrices:
        b = np.random.default_rng(2).standard_normal(len(a)).astype(a.dtype)
        ours, theirs = errors(a, b, nova_results(nova, tier, a, b)), errors(a, b, scipy_results(a, b))
        for what in sorted(set(ours) | set(theirs)):
            x, y = ours.get(what), theirs.get(what)
            show = lambda e: "none" if e is None else f"{e:.2g}"
            if x is None or x > max(1, 4 * (y or 0)):
                print(f"{name}: {what}: {show(x)}, LAPACK {show(y)}")
            row = worst.setdefault(what, [0, "", 0])
            if x is not None and x >= row[0]:
                row[0], row[1] = x, name
            row[2] = max(row[2], y or 0)
    print(f"| {kind} | worst, n eps | at | LAPACK's worst |\n| --- | --- | --- | --- |")
    for what, (x, name, y) in sorted(worst.items()):
        print(f"| {what} | {x:.2g} | {name} | {y:.2g} |")


def main():
    nova, tier = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "interp"
    table(nova, tier, "real", matrices())
    table(nova, tier, "complex", complex_matrices())


if __name__ == "__main__":
    main()
