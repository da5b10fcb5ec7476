"""The sum of each 16 neighbours of a series, and the largest."""
import numba
import numpy as np
from common import best_of_five, load, save


@numba.njit(parallel=True)
def along(xs):
    """A loop over each window."""
    count = len(xs) - 15
    sums, largest = np.empty(count), np.empty(count)
    for i in numba.prange(count):
        total, most = 0.0, xs[i]
        for k in range(16):
            total += xs[i + k]
            most = max(most, xs[i + k])
        sums[i], largest[i] = total, most
    return sums, largest


series = load("windows_xs")
made = best_of_five(lambda: along(series))
save("windows_sums", made[0])
save("windows_largest", made[1])
