"""Data files and comparisons."""
import os

import numpy as np
import scipy.io
from PIL import Image

DATA = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "data")


def npy(name):
    return np.load(os.path.join(DATA, name + ".npy"))


def text(name):
    with open(os.path.join(DATA, name), encoding="utf-8") as f:
        return f.read()


def image(name):
    return np.array(Image.open(os.path.join(DATA, name)))


def matrix():
    return scipy.io.mmread(os.path.join(DATA, "illc1850.mtx")).tocsr()


def written(folder, name):
    """A picture that the program wrote."""
    return np.array(Image.open(os.path.join(folder, "out", name)))


def exact(got, wanted):
    """The same integers, texts or structure of them."""
    if got != wanted:
        raise AssertionError(f"got {str(got)[:300]}, wanted {str(wanted)[:300]}")


def close(got, wanted, tolerance, scale=None):
    """The greatest difference, relative to `scale` (default: the greatest wanted size), is at most the tolerance."""
    got, wanted = np.asarray(got, np.float64), np.asarray(wanted, np.float64)
    if got.shape != wanted.shape:
        raise AssertionError(f"shapes differ: {got.shape}, wanted {wanted.shape}")
    error = np.max(np.abs(got - wanted)) / (np.max(np.abs(wanted)) if scale is None else scale)
    if not error <= tolerance:
        raise AssertionError(f"off by {error:.2g}, allowed {tolerance:.2g}: got {got.ravel()[:8]}, wanted {wanted.ravel()[:8]}")
    return f"off by {error:.1g}, allowed {tolerance:.0g}"
