"""The cheapest ways down a wall, a row at a time."""
import numba
from common import best_of_five, load, save


@numba.njit(parallel=True)
def ways(wall):
    """Two rows that swap."""
    height, width = wall.shape
    best, following = wall[0].copy(), wall[0].copy()
    for i in range(1, height):
        for j in numba.prange(width):
            following[j] = wall[i, j] + min(best[j], best[max(0, j - 1)], best[min(width - 1, j + 1)])
        best, following = following, best
    return best


table = load("pathfinder_wall")
save("pathfinder", best_of_five(lambda: ways(table)))
