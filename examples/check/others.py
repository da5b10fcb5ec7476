"""The examples of the Nikola and meta-repa papers."""
import numpy as np
import scipy.fft
import scipy.ndimage

from common import close, exact, image, npy, written
from nova import black_scholes


def radixsort(values, _):
    s = np.sort(npy("ecg")).tolist()
    exact(values(), [(s[:10], s[-10:], True)])
    return "equal"


def blackscholes(values, _):
    calls, _ = black_scholes(npy("price"), npy("strike"), npy("years"))
    first, total = values()
    close(first, calls[:5], 1e-5)
    return close(total, calls.sum(), 1e-5)


def matmul(values, _):
    product = npy("a").astype(float) @ npy("b").astype(float)
    corner, same, total, spectrum = values()
    exact(same, True)
    close(corner, product[:3, :3], 1e-5)
    close(total, product.sum(), 1e-5, scale=np.abs(product).sum())
    picture = image("ascent.png")[32:96, 32:96].astype(float)
    return close(spectrum, scipy.fft.dctn(picture, norm="ortho")[:4, :4], 1e-12)


BLUR = np.array([[2, 4, 5, 4, 2], [4, 9, 12, 9, 4], [5, 12, 15, 12, 5], [4, 9, 12, 9, 4], [2, 4, 5, 4, 2]])
SOBEL = np.array([[-1, 0, 1], [-2, 0, 2], [-1, 0, 1]])


def stencils(values, folder):
    picture = image("ascent.png").astype(int)
    blurred = scipy.ndimage.correlate(picture, BLUR, mode="constant")
    edges = scipy.ndimage.correlate(picture, SOBEL, mode="constant")
    exact(values(), ["blur", blurred[40, :16].tolist(), int(blurred.sum()),
                     "sobel", edges[40, :16].tolist(), int(edges.sum())])
    exact(written(folder, "blur.png").tolist(), np.minimum(blurred // 159, 255).tolist())
    exact(written(folder, "sobel.png").tolist(), np.minimum(np.abs(edges) // 4, 255).tolist())
    return "equal, pictures too"


def fft(values, _):
    spectrum = np.fft.fft(npy("ecg")[:1024].astype(float))
    size = np.abs(spectrum)
    largest, first, difference = values()
    exact([k for k, _ in largest], (1 + np.argsort(-size[1:512], kind="stable"))[:4].tolist())
    close([s for _, s in largest], [size[k] for k, _ in largest], 1e-12)
    close(difference, 0, 1e-15, scale=1)
    return close(first, np.stack([spectrum.real, spectrum.imag], 1)[:3], 1e-13)


def mandelbrot(values, _):
    y, x = np.meshgrid(np.arange(40) / 20 - 1, np.arange(60) / 20 - 2.25, indexing="ij")
    c, z, n, left = x + 1j * y, np.zeros((40, 60), complex), np.zeros((40, 60), int), []
    for k in range(65):
        left.append(int((n == k).sum()))
        z1 = z * z + c
        stays = np.abs(z1) <= 4
        n += stays
        z = np.where(stays, z1, z)
    exact(values(), [left[:9], left[64]])
    return "equal"


CHECKS = {("nikola", f.__name__): f for f in (radixsort, blackscholes)}
CHECKS |= {("meta-repa", f.__name__): f for f in (matmul, stencils, fft, mandelbrot)}
