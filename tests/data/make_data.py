#!/usr/bin/env python3
"""Writes the files beside it: what NumPy, SciPy and Pillow themselves write, for tests to read back and compare.

Needs numpy, ml_dtypes, scipy and pillow; the tests do not: the files are kept.
"""
import io
import pathlib
import warnings

import ml_dtypes
import numpy as np
import scipy.io
import scipy.sparse
from PIL import Image

HERE = pathlib.Path(__file__).parent
warnings.simplefilter("ignore")  # NumPy warns of the newer formats


def npy(name, array, version=None):
    with open(HERE / f"{name}.npy", "wb") as f:
        np.lib.format.write_array(f, np.asanyarray(array), version=version)


def arrays():
    for t in ["int64", "int32", "int16", "int8", "uint64", "uint32", "uint16", "float32", "float64"]:
        npy(f"vector-{t}", np.arange(-3, 9).astype(t))
    npy("vector-uint8", np.arange(250, 256, dtype="uint8"))
    npy("vector-bool", np.array([True, False, True]))
    npy("vector-char", np.array(list("nova"), dtype="S1"))
    npy("scalar", np.float64(2.5))
    npy("empty", np.zeros((0, 3), dtype="float32"))
    cube = np.arange(24, dtype="int32").reshape(2, 3, 4)
    npy("cube", cube)
    npy("cube-fortran", np.asfortranarray(cube))
    npy("cube-big-endian", np.asfortranarray(cube).astype(">i4"))
    npy("version-2", np.arange(3.0), (2, 0))
    npy("version-3", np.arange(3.0), (3, 0))
    npy("special", np.array([np.nan, -np.inf, np.inf, -0.0, 5e-324]))
    records = np.array([(1, 0.5, True), (-2, 1.5, False)], dtype=[("f0", "<i8"), ("f1", "<f4"), ("f2", "?")])
    npy("records", records)
    npy("records-padded", records.astype(np.dtype([("a", ">i8"), ("b", "<f4"), ("c", "?")], align=True)))
    npy("complex", np.array([1j]))
    npy("half", np.array([1.5, 65504, np.nan, -0.0, 6e-8], dtype="float16"))
    npy("bfloat16", np.array([1.5, 3e38, -0.0], dtype=ml_dtypes.bfloat16))
    npy("records-half", np.array([(1.5, 2)], dtype=[("f0", "<f2"), ("f1", "<i4")]))
    npy("object", np.array([None]))
    npy("bytes", np.array([b"ab", b"", b"hello"]))
    npy("unicode", np.array(["ab", "", "gr\u00fc\u00df \u20ac \U0001f600"], dtype=">U9"))
    npy("unicode-fortran", np.asfortranarray(np.array([["a", "bb", "ccc"], ["d", "ee", "fff"]])))
    npy("no-unicode", np.array([65, 0x110000], dtype="<u4").view("<U1"))


def archives():
    members = {"x": np.arange(5.0), "m": np.arange(6, dtype="int32").reshape(2, 3), "zeros": np.zeros(1000)}
    np.savez(HERE / "stored.npz", **members)
    np.savez_compressed(HERE / "deflated.npz", **members)


def matrices():
    m = scipy.sparse.coo_matrix(([1.5, -2.0, 3.25], ([2, 0, 1], [1, 3, 0])), shape=(3, 4))
    scipy.io.mmwrite(HERE / "general.mtx", m, comment="three entries", symmetry="general")
    s = np.array([[1.0, 2.0, 0.0], [2.0, 5.0, 6.0], [0.0, 6.0, 9.0]])
    scipy.io.mmwrite(HERE / "symmetric.mtx", scipy.sparse.coo_matrix(s), symmetry="symmetric")
    k = np.array([[0.0, -2.0], [2.0, 0.0]])
    scipy.io.mmwrite(HERE / "skew.mtx", scipy.sparse.coo_matrix(k), symmetry="skew-symmetric")
    scipy.io.mmwrite(HERE / "array.mtx", np.array([[1, 2], [3, 4], [5, 6]]))
    scipy.io.mmwrite(HERE / "pattern.mtx", m, field="pattern", symmetry="general")


def images():
    gray = np.arange(12, dtype="uint8").reshape(3, 4) * 20
    rgb = np.arange(36, dtype="uint8").reshape(3, 4, 3) * 7
    rgba = np.arange(48, dtype="uint8").reshape(3, 4, 4) * 5
    for name, pixels in [("gray", gray), ("rgb", rgb), ("rgba", rgba)]:
        Image.fromarray(pixels).save(HERE / f"{name}.png")
        npy(f"pixels-{name}", pixels)
    Image.fromarray(gray).save(HERE / "gray.pgm")
    Image.fromarray(rgb).save(HERE / "rgb.ppm")
    palette = Image.fromarray(rgb).quantize(5)
    palette.save(HERE / "palette.png")
    npy("pixels-palette", np.asarray(palette.convert("RGB")))
    bits = Image.fromarray(np.array([[0, 255, 0], [255, 255, 0]], dtype="uint8")).convert("1")
    bits.save(HERE / "bits.png")
    npy("pixels-bits", np.asarray(bits.convert("L")))
    Image.fromarray(np.array([[1000, 2000]], dtype="uint16")).save(HERE / "deep.png")
    Image.new("RGB", (16, 16), (10, 200, 30)).save(HERE / "flat.jpg", quality=50)
    Image.new("L", (8, 8), 77).save(HERE / "flat-gray.jpg", progressive=True, quality=50)
    Image.new("CMYK", (8, 8), (1, 2, 3, 4)).save(HERE / "cmyk.jpg", quality=50)


if __name__ == "__main__":
    arrays(), archives(), matrices(), images()
