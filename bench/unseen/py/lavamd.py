"""The potential of particles by those of neighbouring boxes."""
import math

import numba
import numpy as np
from common import best_of_five, load, save


@numba.njit(parallel=True)
def potentials(boxes, side):
    """All pairs of a box and those around it."""
    count, each = boxes.shape[:2]
    made = np.empty((count, each))
    for k in numba.prange(count):
        for p in range(each):
            total = 0.0
            for near in range(27):
                z, y, x = k // (side * side) + near // 9 - 1, k // side % side + near // 3 % 3 - 1, k % side + near % 3 - 1
                if min(x, y, z) < 0 or max(x, y, z) >= side:
                    continue
                for i in range(each):
                    q = boxes[(z * side + y) * side + x, i]
                    dx, dy, dz = boxes[k, p, 0] - q[0], boxes[k, p, 1] - q[1], boxes[k, p, 2] - q[2]
                    total += q[3] * math.exp(-0.5 * (dx * dx + dy * dy + dz * dz))
            made[k, p] = total
    return made


inputs = load("lavamd_boxes"), int(load("lavamd_sizes")[0])
save("lavamd", best_of_five(lambda: potentials(*inputs)).ravel())
