"""The wave equation in two dimensions: leapfrog, zero at the borders."""
import numba
from common import best_of_five, load, save


@numba.njit(parallel=True)
def step(before, now, factors):
    """Writes the next state over the one before."""
    height, width = now.shape
    for r in numba.prange(1, height - 1):
        for c in range(1, width - 1):
            laplacian = now[r - 1, c] + now[r + 1, c] + now[r, c - 1] + now[r, c + 1] - 4 * now[r, c]
            before[r, c] = 2 * now[r, c] - before[r, c] + factors[r, c] * laplacian


def wave(start, factors, steps):
    """The state after the steps."""
    before, now = start.copy(), start.copy()
    for _ in range(steps):
        step(before, now, factors)
        before, now = now, before
    return now


inputs = load("wave_start"), load("wave_factors"), int(load("wave_steps")[0])
save("wave", best_of_five(lambda: wave(*inputs)))
