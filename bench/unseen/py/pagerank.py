"""PageRank of a graph that is given by its edges, by NumPy's weighted counts, as its users write it."""
import numpy as np
from common import best_of_five, load, save


def pagerank(start, end, n, rounds):
    """The rank of each node after the rounds."""
    degree = np.bincount(start, minlength=n)
    rank = np.full(n, 1 / n)
    for _ in range(rounds):
        share = np.divide(rank, degree, out=np.zeros(n), where=degree > 0)
        lost = rank[degree == 0].sum()
        got = np.bincount(end, weights=share[start], minlength=n)
        rank = 0.15 / n + 0.85 * (got + lost / n)
    return rank


sizes = load("pagerank_sizes")
inputs = load("pagerank_from"), load("pagerank_to"), int(sizes[0]), int(sizes[1])
save("pagerank", best_of_five(lambda: pagerank(*inputs)))
