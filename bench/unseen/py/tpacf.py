"""Two-point angular correlation: how many pairs of points lie how far apart."""
import numba
import numpy as np
from common import best_of_five, load, save


@numba.njit
def bin_of(limits, cosine):
    """How many of the descending limits lie above a cosine, by bisection."""
    low, high = 0, len(limits)
    while low < high:
        middle = (low + high) // 2
        if cosine < limits[middle]:
            low = middle + 1
        else:
            high = middle
    return low


@numba.njit(parallel=True)
def separations(points, limits):
    """A histogram of the pairs."""
    n = len(points)
    histogram = np.zeros(len(limits) + 1, np.int64)
    for i in numba.prange(n):
        counts = np.zeros(len(limits) + 1, np.int64)
        for j in range(i + 1, n):
            counts[bin_of(limits, points[i, 0] * points[j, 0] + points[i, 1] * points[j, 1] + points[i, 2] * points[j, 2])] += 1
        histogram += counts
    return histogram


numba.set_parallel_chunksize(16)  # the first points have the most pairs
inputs = load("tpacf_points"), load("tpacf_limits")
save("tpacf", best_of_five(lambda: separations(*inputs)))
