"""HDF5 files that h5py writes, and NetCDF-4 files that netCDF4 writes, are read to the same values. Skipped where libhdf5 is not installed."""
import json
import os
import pathlib
import subprocess

import numpy as np
import pytest

h5py = pytest.importorskip("h5py")
NOVA = pathlib.Path(os.environ.get("NOVA_BUILD", "build")).resolve() / "nova"
DOCTOR = subprocess.run([NOVA, "doctor"], capture_output=True, text=True).stdout if NOVA.exists() else ""
pytestmark = pytest.mark.skipif("version" not in "".join(line for line in DOCTOR.splitlines() if line.startswith("libhdf5")), reason="libhdf5 is not installed")

KINDS = {"i1": "int8", "i2": "int16", "i4": "int32", "i8": "int", "u1": "uint8", "u2": "uint16", "u4": "uint32", "u8": "uint64",
         "f2": "half", "f4": "float", "f8": "double", "?": "bool", "c8": "(complex float)", "c16": "(complex double)"}


def nova(folder, program):
    (folder / "p.nv").write_text(program)
    done = subprocess.run([NOVA, "--tier", "interp", "--allow-write", ".", "run", "p.nv"], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def numbers(rng, kind, shape):
    bits = rng.integers(0, 256, (*shape, np.dtype(kind).itemsize), dtype=np.uint8)
    if kind == "?":
        return bits[..., 0] % 2 == 1
    a = bits.view(kind).reshape(shape)
    return np.where(np.isnan(a), 1, a).astype(kind) if np.dtype(kind).kind in "fc" else a


def storage(rng, shape):
    if not shape or 0 in shape or rng.random() < 0.3:
        return {}
    chunks = tuple(int(rng.integers(1, d + 1)) for d in shape)
    return {"chunks": chunks, "compression": rng.choice(["gzip", None]), "shuffle": bool(rng.random() < 0.5), "fletcher32": bool(rng.random() < 0.5)}


@pytest.mark.parametrize("kind", KINDS)
def test_numbers(tmp_path, kind):
    rng = np.random.default_rng(len(kind) + ord(kind[0]))
    program, expected = "", {}
    with h5py.File(tmp_path / "a.h5", "w") as f:
        for k in range(12):
            shape = tuple(int(d) for d in rng.integers(0 if k % 6 == 5 else 1, 9, k % 5))
            a = numbers(rng, kind, shape)
            f.create_dataset(f"group/a{k}", data=a.astype(a.dtype.newbyteorder(">")) if k % 2 and kind != "?" else a, **storage(rng, shape))
            rank = "" if not shape else f"vector#{len(shape)} "
            program += f'(write-npy "a{k}.npy" (read-h5 "a.h5" "group/a{k}" : {rank}{KINDS[kind]}))\n'
            expected[k] = a
    nova(tmp_path, program)
    for k, a in expected.items():
        back = np.load(tmp_path / f"a{k}.npy")
        assert back.dtype == a.dtype and back.shape == a.shape and np.array_equal(back, a), (k, a.shape)


def test_many_blocks(tmp_path):
    """Datasets that are larger than what is sent at once, of rows that are stored together and of others."""
    texts = [f"{k:x}" * (k % 9) for k in range(40_000)]
    rows = np.arange(3_000_000, dtype="i4").reshape(-1, 3)
    table = np.array([(k, k / 2, str(k).encode()) for k in range(300_000)], np.dtype([("n", ">i8"), ("x", "f4"), ("s", "S7")]))
    with h5py.File(tmp_path / "a.h5", "w") as f:
        f["texts"] = texts
        f.create_dataset("rows", data=rows, chunks=(70_001, 2), compression="gzip", compression_opts=1)
        f["table"] = table
    nova(tmp_path, '(define-record Row (s : vector char) (n : int))\n(write-json "texts.json" (read-h5 "a.h5" "texts" : vector vector char))\n'
         '(write-npy "rows.npy" (read-h5 "a.h5" "rows" : vector#2 int32))\n(write-npy "table.npy" (read-h5 "a.h5" "table" : vector Row).n)\n'
         '(write-npy "s.npy" (read-h5 "a.h5" "table" : vector Row).s)\n')
    assert json.loads((tmp_path / "texts.json").read_text()) == texts
    assert np.array_equal(np.load(tmp_path / "rows.npy"), rows)
    assert np.array_equal(np.load(tmp_path / "table.npy"), table["n"]) and np.array_equal(np.load(tmp_path / "s.npy"), table["s"])


def test_netcdf(tmp_path):
    netcdf = pytest.importorskip("netCDF4")
    a = np.random.default_rng(1).random((5, 4, 3), dtype=np.float32)
    with netcdf.Dataset(tmp_path / "a.nc", "w") as f:
        for name, size in (("t", None), ("y", 4), ("x", 3)):
            f.createDimension(name, size)
        f.createGroup("model").createVariable("a", "f4", ("t", "y", "x"), zlib=True)[:] = a
    nova(tmp_path, '(write-npy "a.npy" (read-h5 "a.nc" "model/a" : vector#3 float))\n')
    assert np.array_equal(np.load(tmp_path / "a.npy"), a)
