"""The examples of the comprehension paper."""
import collections

import numpy as np

from common import close, exact, matrix, npy, text, written


def triples(values, _):
    wanted = [(x, y, z) for x in range(1, 100) for y in range(x, 100) for z in range(y, min(x + y, 100))
              if x * x + y * y == z * z]
    exact(values(), [len(wanted), wanted])
    return f"equal, {len(wanted)} triples"


def points_of_line(p, q):
    """One point for each step along the longer side; the other coordinate rounded half away from zero, in whole numbers."""
    dx, dy = q[0] - p[0], q[1] - p[1]
    m = max(abs(dx), abs(dy))

    def along(start, d, k):
        size = (2 * abs(d) * k + m) // (2 * m) if m else 0
        return start + (size if d >= 0 else -size)

    return [(along(p[0], dx, k), along(p[1], dy, k)) for k in range(m + 1)]


def lines(values, folder):
    ecg = npy("ecg")[:301].astype(int)
    corners = [(x, int((1500 - s) / 6)) for x, s in enumerate(ecg)]
    points = [r for p, q in zip(corners, corners[1:]) for r in points_of_line(p, q)]
    exact(values(), [len(points), points[:12]])
    wanted = np.full((120, 301), 255)
    wanted[tuple(np.array(points).T[::-1])] = 0
    exact(written(folder, "lines.png").tolist(), wanted.tolist())
    return f"equal, {len(points)} points, picture too"


def shapes(values, folder):
    y, x = np.mgrid[-40:180, -40:180]
    counts, canvas = ([], []), np.zeros((96, 128), bool)
    for cx, cy, r in npy("circles"):
        inside = (x - cx) ** 2 + (y - cy) ** 2 <= r * r
        counts[0].append(int(inside.sum()))
        canvas |= inside[40:136, 40:168]
    for t in npy("triangles").reshape(-1, 3, 2):
        side = [(b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]) for a, b in zip(t, np.roll(t, -1, 0))]
        inside = np.all([s >= 0 for s in side], 0) | np.all([s <= 0 for s in side], 0)
        counts[1].append(int(inside.sum()))
        canvas |= inside[40:136, 40:168]
    exact(values(), [counts[0], counts[1], int(canvas.sum())])
    exact(written(folder, "shapes.png").tolist(), np.where(canvas, 0, 255).tolist())
    return "equal, picture too"


def sieve(values, _):
    primes = [n for n in range(2, 10001) if all(n % d for d in range(2, int(n**0.5) + 1))]
    exact(values(), [len(primes), primes[-10:], sum(primes)])
    return f"equal, {len(primes)} primes"


def spmv(values, _):
    y = matrix() @ npy("x")
    first, norm_y = values()
    close(first, y[:6], 1e-14)
    return close(norm_y, np.linalg.norm(y), 1e-14)


def words(values, _):
    plain = [w for w in text("words.txt").split() if w.isascii() and w.isalpha() and w.islower()]
    lengths = sorted(collections.Counter(map(len, plain)).items())
    letters = sorted(collections.Counter(w[0] for w in plain).items(), key=lambda kv: (-kv[1], kv[0]))[:3]
    best = [("#\\" + c, n, max((w for w in plain if w[0] == c), key=len)) for c, n in letters]
    exact(values(), [lengths, best])
    return f"equal, {len(plain)} words"


CHECKS = {("comprehensions", f.__name__): f for f in (triples, lines, shapes, sieve, spmv, words)}
