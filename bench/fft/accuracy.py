#!/usr/bin/env python3
"""Relative errors of Nova's Fourier transforms, beside NumPy's, against SciPy's in numbers of 80 bits.

Usage: accuracy.py NOVA [TIER]. Needs numpy and scipy. An error is that of the whole vector: |y - exact| / |exact|. The goals are 1e-15
sqrt(log2 n) for double and 6e-7 for float, four times that where the length has a prime factor above 31 (Bluestein's way).
"""
import math
import pathlib
import subprocess
import sys
import tempfile

import numpy as np
import scipy.fft

HERE = pathlib.Path(__file__).parent
LENGTHS = [2, 3, 5, 7, 8, 16, 30, 31, 37, 60, 64, 97, 100, 128, 210, 343, 512, 625, 729, 1000, 1009, 1024, 2048, 3125, 4096, 5040,
           8192, 10007, 16384, 16807, 30030, 65536, 65537, 100000, 177147, 262144, 1000000, 1048576, 4194304]


def transformed(nova, tier, x):
    """Nova's transform of x and its inverse."""
    with tempfile.TemporaryDirectory() as folder:
        np.save(f"{folder}/x.npy", x)
        text = (HERE / "transform.nv").read_text()
        if x.dtype == np.complex64:
            text = text.replace("double", "float")
        (pathlib.Path(folder) / "transform.nv").write_text(text)
        subprocess.run([nova, "run", "--tier", tier, "--check", "off", "--allow-write", ".", "transform.nv"], cwd=folder, check=True)
        return np.load(f"{folder}/y.npy"), np.load(f"{folder}/z.npy")


def error(y, exact):
    return float(np.linalg.norm(y - exact) / np.linalg.norm(exact))


def largest_factor(n):
    found = 1
    for k in range(2, n + 1):
        while n % k == 0:
            n, found = n // k, k
    return found


def main():
    nova, tier = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "cpu"
    rng = np.random.default_rng(1)
    print("| length | double | inverse | NumPy | goal | float | inverse | NumPy | goal |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    missed = []
    for n in LENGTHS:
        more = 4 if largest_factor(n) > 31 else 1
        cells = []
        for dtype, goal in (np.complex128, 1e-15 * math.sqrt(max(1, math.log2(n)))), (np.complex64, 6e-7):
            x = (rng.standard_normal(n) + 1j * rng.standard_normal(n)).astype(dtype)
            wide = x.astype(np.clongdouble)
            exact, back = scipy.fft.fft(wide), scipy.fft.ifft(wide)
            y, z = transformed(nova, tier, x)
            found = [error(y, exact), error(z, back), error(np.fft.fft(x).astype(dtype), exact), more * goal]
            cells += found
            if max(found[:2]) > more * goal:
                missed.append((n, dtype.__name__))
        print(f"| {n} | " + " | ".join(f"{c:.2g}" for c in cells) + " |", flush=True)
    print("above the goal:", missed or "none")


if __name__ == "__main__":
    main()
