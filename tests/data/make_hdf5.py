#!/usr/bin/env python3
"""The HDF5 and NetCDF-4 files of the tests, by h5py 3 and netCDF4 from PyPI: make_hdf5.py [FOLDER]"""
import pathlib
import sys

import h5py
import netCDF4
import numpy as np

HERE = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else __file__).resolve()
FOLDER = HERE if HERE.is_dir() else HERE.parent


def elements(f):
    """Elements of every type, and arrays of every rank."""
    numbers = f.create_group("numbers")
    for kind in ["i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8"]:
        info = np.iinfo(kind) if kind[0] in "iu" else np.finfo(kind)
        for order in "<>":
            numbers.create_dataset(kind + ("" if order == "<" else "-big"), data=np.array([info.min, 0, 1, info.max], order + kind))
    numbers["complex"] = np.array([1 + 2j, 3 - 4j, complex(np.nan, 1)])
    numbers["complex-float"] = np.array([1 + 2j], "c8")
    numbers["bool"] = np.array([True, False, True])
    numbers["colour"] = np.array([2, 0, 1], h5py.enum_dtype({"red": 0, "green": 1, "blue": 2}, "u1").newbyteorder("="))
    numbers.create_dataset("scalar", data=2.5)
    numbers.create_dataset("cube", data=np.arange(24, dtype="i4").reshape(2, 3, 4))
    numbers.create_dataset("none", data=np.zeros((0, 3)))
    numbers.create_dataset("null", data=h5py.Empty("f8"))
    texts = f.create_group("texts")
    texts["fixed"] = np.array([b"ab", b"", b"xyz"])
    texts["any"] = ["Zürich", "", "ab"]
    texts.create_dataset("ascii", data=["a", "bc"], dtype=h5py.string_dtype("ascii"))
    texts["matrix"] = np.array([[b"a", b"bc"], [b"", b"d"]])
    texts["one"] = "a text"
    texts["letters"] = np.array([b"a", b"b"])


def compounds(f):
    f["points"] = np.array([(1, 2.5, b"one", True), (2, -1.0, b"two", False)], np.dtype([("id", "i4"), ("mass kg", ">f8"), ("label", "S4"), ("ok", "?")]))
    f.create_dataset("labels", data=np.array([("a", 1), ("bcd", 2)], np.dtype([("name", h5py.string_dtype()), ("n", "i8")])))
    f["single"] = np.array([(7,), (8,)], np.dtype([("n", "i8")]))


def chunks(f):
    """How elements are stored: in chunks, packed, not at all."""
    rows = np.arange(200000, dtype="f8").reshape(400, 500)
    f.create_dataset("packed", data=rows % 7, chunks=(64, 100), compression="gzip", shuffle=True, fletcher32=True)
    f.create_dataset("columns", data=rows[:, :3] % 5, chunks=(400, 1), compression="gzip")
    f.create_dataset("filled", (3, 2), "f8", fillvalue=1.5)
    f.create_dataset("many", data=[str(k % 97) for k in range(300)], chunks=(100,), compression="gzip")
    f.create_dataset("huge", shape=(1 << 40, 1 << 20), dtype="f8", chunks=(1, 1 << 17))


def refused(f):
    """What is not read: types without one of Nova's, and what lies in other files."""
    f.create_dataset("references", data=np.array([f.create_group("group").ref], h5py.ref_dtype), dtype=h5py.ref_dtype)
    rows = f.create_dataset("rows", (2,), h5py.vlen_dtype("i4"))
    rows[0], rows[1] = [1, 2], [3]
    f.create_dataset("arrays", (2,), np.dtype(("f8", (3,))))
    f.create_dataset("opaque", data=np.array([b"ab"], "V2"))
    f.create_dataset("nested", (1,), np.dtype([("a", [("b", "i4")])]))
    f.create_dataset("wide", data=np.array([1], "g"))
    f["outside"] = h5py.ExternalLink("elements.h5", "/numbers/i4")
    f["nowhere"] = h5py.SoftLink("/no/such")
    f.create_dataset("external", (3,), "i4", external=[("general.mtx", 0, 12)])
    layout = h5py.VirtualLayout((2,), "i4")
    layout[:] = h5py.VirtualSource("elements.h5", "numbers/i4", (4,))[:2]
    f.create_virtual_dataset("virtual", layout)


def weather(f):
    f.createDimension("day", None)
    f.createDimension("station", 2)
    day, rain = f.createVariable("day", "i4", ("day",)), f.createVariable("rain", "f4", ("day", "station"), zlib=True)
    day.units, rain.units = "days since 2026-01-01", "mm"
    day[:], rain[:] = [0, 1, 2], np.arange(6).reshape(3, 2) / 2
    name = f.createVariable("station", str, ("station",))
    name[0], name[1] = "Oslo", "Rome"


def ocean(f):
    """Attributes of all kinds, and a dimension without a variable."""
    f.title, f.Conventions, f.version = "A cell of the ocean", "CF-1.10", np.int32(3)
    f.createDimension("depth", 3), f.createDimension("time", 2)
    time = f.createVariable("time", "f8", ("time",))
    time.units = "hours since 2026-01-01"
    salt = f.createVariable("salt", "i2", ("time", "depth"), fill_value=-999)
    salt.units, salt.scale_factor, salt.valid_range = "g/kg", 0.01, np.array([0, 5000], "i2")
    salt.weights, salt.long_name = np.arange(9) / 4, "salinität " * 40
    salt.set_auto_maskandscale(False)
    salt.setncattr_string("flags", ["good", "bad"])
    time[:], salt[:] = [0, 6], [[3500, 3510, -999], [3490, 3500, 3520]]


def main():
    for name, fill in [("elements", elements), ("compounds", compounds), ("chunks", chunks), ("refused", refused)]:
        with h5py.File(FOLDER / (name + ".h5"), "w", libver="earliest") as f:
            fill(f)
    with netCDF4.Dataset(FOLDER / "weather.nc", "w") as f:
        weather(f)
    with netCDF4.Dataset(FOLDER / "ocean.nc", "w") as f:
        ocean(f)
    with h5py.File(FOLDER / "lzf.h5", "w", libver="earliest") as f:
        f.create_dataset("packed", data=np.arange(100), compression="lzf")


if __name__ == "__main__":
    main()
