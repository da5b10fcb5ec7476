"""Compares the results of Nova, C++ and Python: compare.py FOLDER NAME..; a line for each program, status 1 if one differs.

Integers must be equal. Floating numbers may differ by a share of the largest one, since sums have different shapes.
"""
import glob
import os
import sys

import numpy as np

TOLERANCE = {
    "knn": 1e-6, "lbm": 1e-4, "wave": 1e-12, "mandelbrot": 1e-2, "pagerank": 1e-12,
    "logreg": 1e-12, "fdtd": 1e-7, "gmm": 1e-10, "windows": 1e-14,
    "inverse": 1e-12, "lavamd": 1e-12,
}


def error(ours, reference):
    """The largest difference as a share of the largest number; of integers, the share of elements that differ."""
    if ours.size == 0:
        return 0.0
    if reference.dtype.kind in "iu":
        return float(np.mean(ours.astype(np.int64) != reference.astype(np.int64)))
    largest = float(np.max(np.abs(reference)))
    return float(np.max(np.abs(ours.astype(np.float64) - reference))) / max(largest, 1e-300)


def verdict(folder, name, kind):
    """What one implementation's results are beside those of C++, and whether they agree."""
    worst = 0.0
    references = sorted(glob.glob(os.path.join(folder, "out", f"{name}_*cpp.npy")))
    for reference in references:
        path = reference[: -len("cpp.npy")] + f"{kind}.npy"
        if not os.path.exists(path):
            return f"{kind}: none", False
        ours, theirs = np.load(path), np.load(reference)
        if ours.shape != theirs.shape:
            return f"{kind}: shape {ours.shape} for {theirs.shape}", False
        worst = max(worst, error(ours, theirs))
    fine = bool(references) and worst <= TOLERANCE.get(name, 0)
    return f"{kind}: {'ok' if fine else 'WRONG'} {worst:.1e}", fine


def main():
    """A line for each program that is named."""
    all_fine = True
    for name in sys.argv[2:]:
        verdicts = [verdict(sys.argv[1], name, kind) for kind in ("nova", "py")]
        print("  ".join([name] + [text for text, _ in verdicts]))
        all_fine = all_fine and all(fine for _, fine in verdicts)
    return 0 if all_fine else 1


if __name__ == "__main__":
    sys.exit(main())
