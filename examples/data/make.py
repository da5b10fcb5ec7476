#!/usr/bin/env python3
"""Makes the files of this folder from their origins, which README.md names.

make.py WORDS SCIPY LICENSES LOGO: the word list (package wamerican), the scipy folder of package python3-scipy 1.10,
/usr/share/common-licenses and /usr/share/pixmaps/debian-logo.png.
"""
import bz2
import csv
import datetime
import pickle
import shutil
import sys

import numpy as np
import scipy.io
from PIL import Image

SEED = 42
MASK = (1 << 64) - 1


def mix(z):
    z ^= z >> 30
    z = z * 0xBF58476D1CE4E5B9 & MASK
    z ^= z >> 27
    z = z * 0x94D049BB133111EB & MASK
    return z ^ (z >> 31)


def word(s, i):
    """64 random bits: index i of stream s (SplitMix64)."""
    return mix((mix(SEED + s) + (i + 1) * 0x9E3779B97F4A7C15) & MASK)


def real(s, n, a, b):
    """n float32 values of stream s, from a to b."""
    u = np.array([(word(s, i) >> 40) / 2**24 for i in range(n)])
    return (a + (b - a) * u).astype(np.float32)


def below(s, n, m):
    """n integers of stream s, 0 to m - 1."""
    return np.array([((word(s, i) >> 32) * m) >> 32 for i in range(n)], np.int64)


def from_origins(words, scipy_folder, licenses, logo):
    shutil.copy(words, "words.txt")
    shutil.copy(licenses + "/GPL-3", "gpl-3.txt")
    shutil.copy(licenses + "/MPL-2.0", "mpl-2.0.txt")
    shutil.copy(logo, "debian-logo.png")
    with open(scipy_folder + "/io/arff/tests/data/iris.arff") as f:
        rows = [line for line in f if line[0].isdigit()]
    with open("iris.csv", "w") as f:
        f.write("sepal length,sepal width,petal length,petal width,species\n" + "".join(rows))
    with open(scipy_folder + "/misc/ascent.dat", "rb") as f:
        ascent = np.array(pickle.load(f), np.uint8)
    Image.fromarray(ascent[::4, ::4]).save("ascent.png", optimize=True)
    grid = np.full((96, 128), -1, np.float32)  # 96 rows of 100 values, each followed by 28 of padding
    grid[:, :100] = ascent[100:196, 100:200]
    np.save("grid.npy", grid.ravel())
    with open(scipy_folder + "/misc/face.dat", "rb") as f:
        face = np.frombuffer(bz2.decompress(f.read()), np.uint8).reshape(768, 1024, 3)
    Image.fromarray(face[::12, ::12]).save("face.png", optimize=True)
    ecg = np.load(scipy_folder + "/misc/ecg.dat")["ecg"]
    np.save("ecg.npy", ecg[:4096].astype(np.int16))
    propack = np.load(scipy_folder + "/sparse/linalg/tests/propack_test_data.npz", allow_pickle=True)
    scipy.io.mmwrite("illc1850.mtx", propack["A_real"].item(), precision=17)


def from_generator():
    np.save("price.npy", real(0, 1000, 5, 30))
    np.save("strike.npy", real(1, 1000, 1, 100))
    np.save("years.npy", real(2, 1000, 0.25, 10))
    bodies = np.zeros(96, [("x", "<f4"), ("y", "<f4"), ("z", "<f4"), ("mass", "<f4")])
    for s, name in enumerate("xyz"):
        bodies[name] = real(s, 96, -1, 1)
    bodies["mass"] = real(3, 96, 0, 1)
    np.save("bodies.npy", bodies)
    np.save("x.npy", real(2, 712, 0, 1).astype(np.float64))
    np.save("a.npy", real(0, 64 * 64, -1, 1).reshape(64, 64))
    np.save("b.npy", real(1, 64 * 64, -1, 1).reshape(64, 64))
    spheres = np.stack([real(0, 100, -2, 2), real(1, 100, -2, 2), real(2, 100, 4, 8), real(3, 100, 0.1, 0.6),
                        real(4, 100, 0, 1), real(5, 100, 0, 1), real(6, 100, 0, 1)], 1)
    np.save("spheres.npy", spheres.astype(np.float32))
    np.save("circles.npy", np.stack([below(0, 12, 128), below(1, 12, 96), 2 + below(2, 12, 24)], 1))
    np.save("triangles.npy", np.stack([below(s, 8, [128, 96][s % 2]) for s in range(6)], 1))


def access_log():
    """80 lines of a web server's log, every 19th cut off."""
    hosts = ["10.0.0.7", "192.0.2.33", "2001:db8::1", "example.org"]
    requests = ["GET /", "GET /index.html", "GET /search?q=nova", "GET /search?q=maps+and+folds", "POST /login", "GET /gone"]
    with open("access.log", "w", encoding="ascii") as f:
        for i in range(80):
            request = requests[below(1, 80, 6)[i]]
            status = 404 if request.endswith("gone") else 302 if request.startswith("POST") else 200
            size = below(2, 80, 20000)[i] if status == 200 else "-"
            line = f'{hosts[below(0, 80, 4)[i]]} - - [28/Nov/2026:23:{i // 60:02d}:{i % 60:02d} +0000] "{request} HTTP/1.1" {status} {size}'
            f.write((line[:40] if i % 19 == 18 else line) + "\n")


def day(k):
    return datetime.date(2026, 1, 1) + datetime.timedelta(days=k)


def table(path, names, rows):
    with open(path, "w", newline="", encoding="ascii") as f:
        csv.writer(f, lineterminator="\n").writerows([names, *rows])


def penguins():
    """Penguins of three species, of which some could not be measured or told apart."""
    kinds = [("Adelie", 39, 190, 3700), ("Chinstrap", 49, 196, 3730), ("Gentoo", 47, 217, 5080)]
    kind, sex, gone = below(33, 120, 3), below(34, 120, 2), below(35, 120, 9)
    bill, flipper, mass = real(36, 120, -4, 4), real(37, 120, -12, 12), real(38, 120, -500, 500)
    rows = []
    for i in range(120):
        name, length, wing, weight = kinds[kind[i]]
        heavy, size = 300 * int(sex[i]), float(flipper[i])
        rows.append((name, "NA" if gone[i] == 1 else round(length + float(bill[i]) + 2 * int(sex[i]), 1),
                     "NA" if gone[i] == 2 else round(wing + size), "NA" if gone[i] in (2, 3) else round(weight + heavy + 20 * size + float(mass[i]) / 2) // 25 * 25,
                     "NA" if gone[i] in (2, 4) else ["female", "male"][sex[i]]))
    table("penguins.csv", ["species", "bill_length_mm", "flipper_length_mm", "body_mass_g", "sex"], rows)


def tables():
    """Small tables as their owners publish them: some values are missing, and dates are text."""
    carriers, places = ["AA", "DL", "UA", "WN"], ["BOS", "DEN", "JFK", "LAX", "SEA"]
    a, b, c, late = below(20, 150, 4), below(21, 150, 5), below(22, 150, 4), real(23, 150, -20, 60)
    table("flights.csv", ["date", "carrier", "origin", "dest", "delay", "miles"],
          [(day(i // 2), carriers[a[i]], places[b[i]], places[(b[i] + 1 + c[i]) % 5],
            "" if i % 17 == 5 else int(late[i]) + 4 * int(a[i]), 200 + 300 * int(c[i])) for i in range(150)])
    noise, rain = real(24, 240, -3, 3), real(25, 240, -10, 12)
    table("weather.csv", ["date", "station", "temperature", "rain"],
          [(day(i // 2), ["Bergen", "Sevilla"][i % 2],
            round(float([2, 12][i % 2] + i / 24 + noise[i]), 1), round(max(0.0, float(rain[i])), 1)) for i in range(240)])
    up = real(26, 250, -0.02, 0.021), real(27, 250, -0.03, 0.031)
    prices = [100 * np.cumprod(1 + np.asarray(u, dtype=np.float64)) for u in up]
    table("stocks.csv", ["date", "alpha", "beta"],
          [(day(i), round(float(prices[0][i]), 2), round(float(prices[1][i]), 2)) for i in range(250)])
    table("airports.csv", ["code", "city", "latitude", "longitude"],
          [("BOS", "Boston", 42.36, -71.01), ("DEN", "Denver", 39.86, -104.67), ("JFK", "New York", 40.64, -73.78),
           ("LAX", "Los Angeles", 33.94, -118.41), ("ORD", "Chicago", 41.98, -87.9)])
    share, moment = below(30, 40, 2), np.sort(below(31, 40, 250 * 24 * 60))
    table("trades.csv", ["time", "share", "number"],
          [(f"{day(m // 1440)}T{m % 1440 // 60:02d}:{m % 60:02d}:00Z", ["alpha", "beta"][share[i]], 10 + int(below(32, 40, 90)[i]))
           for i, m in enumerate(moment.tolist())])
    penguins()
    table("links.csv", ["from", "to"], sorted({(int(x), int(y)) for x, y in zip(below(28, 70, 24), below(29, 70, 24)) if x != y}))


if __name__ == "__main__":
    from_origins(*sys.argv[1:5])
    from_generator()
    access_log()
    tables()
