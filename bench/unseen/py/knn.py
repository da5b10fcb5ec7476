"""The nearest reference point of each query, by looking at all."""
import numba
import numpy as np
from common import best_of_five, load, save


@numba.njit(parallel=True)
def knn(references, queries):
    """The index of the nearest reference point of each query, and its distance."""
    index = np.empty(len(queries), np.int64)
    distance = np.empty(len(queries), np.float32)
    for q in numba.prange(len(queries)):
        best, at = np.float32(np.inf), 0
        for r in range(len(references)):
            total = np.float32(0)
            for k in range(references.shape[1]):
                difference = references[r, k] - queries[q, k]
                total += difference * difference
            if total < best:
                best, at = total, r
        index[q], distance[q] = at, np.sqrt(best)
    return index, distance


inputs = load("knn_references"), load("knn_queries")
nearest = best_of_five(lambda: knn(*inputs))
save("knn_index", nearest[0])
save("knn_distance", nearest[1])
