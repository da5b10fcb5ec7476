"""Mandelbrot's set: after how many rounds a point leaves the circle."""
import numba
import numpy as np
from common import best_of_five, load, save


@numba.njit(parallel=True)
def mandelbrot(size, limit):
    """The number of rounds of each point."""
    out = np.empty((size, size), np.int64)
    for r in numba.prange(size):
        for c in range(size):
            a, b, x, y, n = 3.0 * c / size - 2, 2.0 * r / size - 1, 0.0, 0.0, 0
            while n < limit and x * x + y * y <= 4:
                x, y = x * x - y * y + a, 2 * (x * y) + b
                n += 1
            out[r, c] = n
    return out


sizes = load("mandelbrot_sizes")
save("mandelbrot", best_of_five(lambda: mandelbrot(int(sizes[0]), int(sizes[1]))))
