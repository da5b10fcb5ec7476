"""Two electric fields and a magnetic one on a grid, by finite differences in time, in place."""
import numba
from common import best_of_five, load, save


@numba.njit(parallel=True)
def step(ex, ey, hz, t):
    """One step of time."""
    n = len(ex)
    for i in numba.prange(n):
        for j in range(n):
            ey[i, j] = ey[i, j] - 0.5 * (hz[i, j] - hz[i - 1, j]) if i > 0 else t
            if j > 0:
                ex[i, j] -= 0.5 * (hz[i, j] - hz[i, j - 1])
    for i in numba.prange(n - 1):
        for j in range(n - 1):
            hz[i, j] -= 0.7 * (ex[i, j + 1] - ex[i, j] + ey[i + 1, j] - ey[i, j])


def fdtd(ex, ey, hz, steps):
    """The magnetic field after the steps."""
    ex, ey, hz = ex.copy(), ey.copy(), hz.copy()
    for t in range(steps):
        step(ex, ey, hz, float(t))
    return hz


inputs = load("fdtd_ex"), load("fdtd_ey"), load("fdtd_hz"), 60
save("fdtd", best_of_five(lambda: fdtd(*inputs)))
