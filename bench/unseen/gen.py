"""Makes the inputs of the programs: gen.py small|full. They go to SIZE/data beside this file; everything is seeded."""
import os
import sys

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))


def knn(full, random):
    """Points of a cube of 16 dimensions (small: 5)."""
    dimensions, references, queries = (16, 1000, 20000) if full else (5, 40, 100)
    return {
        "references": random.random((references, dimensions)).astype(np.float32),
        "queries": random.random((queries, dimensions)).astype(np.float32),
    }


def lbm(full, random):
    """Two jets, one against the other, in a random flow."""
    height, width, steps = (512, 512, 50) if full else (12, 16, 6)
    rows = np.arange(height)[:, None]
    jets = 0.05 * np.sin(2 * np.pi * rows / height) + 0 * np.arange(width)[None]
    return {
        "ux": (jets + 0.02 * random.standard_normal((height, width))).astype(np.float32),
        "uy": (0.02 * random.standard_normal((height, width))).astype(np.float32),
        "omega": np.array([1.7], np.float32),
        "steps": np.array([steps], np.int64),
    }


def sha256(full, random):
    """Messages of up to 55 bytes, padded to a block of 16 words of 32 bits."""
    blocks = np.zeros((300000 if full else 20, 64), np.uint8)
    lengths = random.integers(0, 56, len(blocks))
    content = random.integers(0, 256, blocks.shape).astype(np.uint8)
    inside = np.arange(64)[None] < lengths[:, None]
    blocks[inside] = content[inside]
    blocks[np.arange(len(blocks)), lengths] = 0x80
    blocks[:, 62], blocks[:, 63] = lengths * 8 >> 8, lengths * 8 & 255
    return {"messages": blocks.view(">u4").astype(np.uint32).view(np.int32)}


def wave(full, random):
    """A bump at rest in layers of different speeds."""
    size, steps = (1024, 100) if full else (20, 7)
    y, x = np.mgrid[0:size, 0:size] / (size - 1)
    start = np.exp(-600 * ((x - 0.4) ** 2 + (y - 0.3) ** 2)) + 0.01 * random.random((size, size))
    start[[0, -1], :] = start[:, [0, -1]] = 0
    return {
        "start": start,
        "factors": 0.1 + 0.05 * np.floor(6 * y) + 0.001 * random.random((size, size)),
        "steps": np.array([steps], np.int64),
    }


def tpacf(full, random):
    """Points of the sphere, some of them in clusters; bins from 1 minute of arc upwards, 5 to a decade."""
    count = 4000 if full else 60
    centres = random.standard_normal((count // 20, 3))
    points = centres[random.integers(0, len(centres), count)] + 0.2 * random.standard_normal((count, 3))
    points[: count // 2] = random.standard_normal((count // 2, 3))
    angles = 10 ** (np.arange(21) / 5) / 60
    return {
        "points": points / np.sqrt((points ** 2).sum(1, keepdims=True)),
        "limits": np.cos(np.radians(angles)),
    }


def idea(full, random):
    """Random keys and blocks; some words are 0, which stands for 65536 in products."""
    words = random.integers(0, 65536, (1000000 if full else 50, 4))
    words[random.random(words.shape) < 0.01] = 0
    return {"keys": random.integers(0, 65536, 52).astype(np.int32), "text": words.astype(np.int32)}


def life(full, random):
    """A board of which every third cell lives."""
    size, steps = (1024, 50) if full else (20, 5)
    return {
        "board": (random.random((size, size)) < 1 / 3).astype(np.int64),
        "steps": np.array([steps], np.int64),
    }


def mandelbrot(full, _):
    """The number of points on a side, and of rounds at most."""
    return {"sizes": np.array([800, 256] if full else [30, 40], np.int64)}


def pagerank(full, random):
    """A random graph, in which few nodes have many edges."""
    nodes, edges, rounds = (200000, 2000000, 10) if full else (50, 300, 4)
    popular = (nodes * random.random(edges) ** 3).astype(np.int64)
    return {
        "from": random.integers(0, nodes, edges),
        "to": random.permutation(nodes)[popular],
        "sizes": np.array([nodes, rounds], np.int64),
    }


def logreg(full, random):
    """Points of two classes that a plane parts but for noise."""
    points, dimensions = (20000, 64) if full else (60, 5)
    x, weights = random.standard_normal((points, dimensions)), random.standard_normal(dimensions)
    return {"x": x, "y": (x @ weights + random.standard_normal(points) > 0).astype(float)}


def viterbi(full, random):
    """Logarithms of random probabilities, and what was seen."""
    states, symbols, steps = (128, 64, 1000) if full else (6, 4, 20)

    def logs(*shape):
        rows = random.random(shape) + 0.01
        return np.log(rows / rows.sum(axis=-1, keepdims=True))

    return {
        "pi": logs(states),
        "a": logs(states, states),
        "b": logs(states, symbols),
        "obs": random.integers(0, symbols, steps),
    }


def fdtd(full, random):
    """Three random fields."""
    size = 600 if full else 20
    return {name: random.random((size, size)) for name in ("ex", "ey", "hz")}


def gmm(full, random):
    """Points around several centres, and a first guess at these."""
    points, dimensions, parts = (200000, 4, 8) if full else (50, 2, 3)
    return {
        "xs": random.standard_normal((points, dimensions)) + 3 * random.integers(0, 3, (points, 1)),
        "mu": 2 * random.standard_normal((parts, dimensions)) + 2,
        "var": np.full((parts, dimensions), 1.5),
        "w": np.full(parts, 1 / parts),
    }


def median(full, random):
    """An image of noise."""
    size = 700 if full else 20
    return {"img": random.random((size, size))}


def pathfinder(full, random):
    """A wall of small numbers."""
    return {"wall": random.integers(0, 10, (1000, 10000) if full else (8, 30))}


def windows(full, random):
    """A series of noise."""
    return {"xs": random.standard_normal(2000000 if full else 100)}


def inverse(full, random):
    """Random matrices, none of them nearly singular."""
    return {"ms": random.random((100000 if full else 20, 4, 4)) + 3 * np.eye(4)}


def lavamd(full, random):
    """Particles in boxes: their places and charges."""
    side, each = (6, 50) if full else (3, 4)
    return {"boxes": random.random((side ** 3, each, 4)), "sizes": np.array([side], np.int64)}


PROGRAMS = (knn, lbm, sha256, wave, tpacf, idea, life, mandelbrot, pagerank, logreg, viterbi, fdtd, gmm,
            median, pathfinder, windows, inverse, lavamd)


def main():
    """Writes the arrays of each program as PROGRAM_ARRAY.npy."""
    size = sys.argv[1]
    for folder in ("data", "out"):
        os.makedirs(os.path.join(HERE, size, folder), exist_ok=True)
    for seed, make in enumerate(PROGRAMS):
        for name, array in make(size == "full", np.random.default_rng(2000 + seed)).items():
            np.save(os.path.join(HERE, size, "data", f"{make.__name__}_{name}.npy"), np.ascontiguousarray(array))


if __name__ == "__main__":
    main()
