"""The median of the 3 x 3 points around each point inside of an image."""
import numba
import numpy as np
from common import best_of_five, load, save


@numba.njit(parallel=True)
def filtered(image):
    """Sorts each window."""
    height, width = image.shape[0] - 2, image.shape[1] - 2
    medians = np.empty((height, width))
    for i in numba.prange(height):
        for j in range(width):
            medians[i, j] = np.sort(image[i:i + 3, j:j + 3].copy().ravel())[4]
    return medians


img = load("median_img")
save("median", best_of_five(lambda: filtered(img)))
