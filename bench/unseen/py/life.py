"""Conway's game of life on a torus."""
import numba
import numpy as np
from common import best_of_five, load, save


@numba.njit(parallel=True)
def step(now, after):
    """Writes the next board to `after`."""
    height, width = now.shape
    for r in numba.prange(height):
        up, down = (r + height - 1) % height, (r + 1) % height
        for c in range(width):
            left, right = (c + width - 1) % width, (c + 1) % width
            n = (now[up, left] + now[up, c] + now[up, right] + now[r, left] + now[r, right] + now[down, left]
                 + now[down, c] + now[down, right])
            after[r, c] = 1 if n == 3 or (n == 2 and now[r, c] == 1) else 0


def life(board, steps):
    """The board after the steps."""
    now, after = board.copy(), np.empty_like(board)
    for _ in range(steps):
        step(now, after)
        now, after = after, now
    return now


inputs = load("life_board"), int(load("life_steps")[0])
save("life", best_of_five(lambda: life(*inputs)))
