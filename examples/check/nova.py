"""The examples of the NOVA paper."""
import re

import numpy as np
import scipy.ndimage
import scipy.special
import scipy.stats

from common import close, exact, image, matrix, npy, text, DATA


def bbox(values, _):
    points = np.loadtxt(DATA + "/iris.csv", delimiter=",", skiprows=1, usecols=(2, 3))
    exact(values(), [(*points.min(0), *points.max(0))])
    return "equal"


def dot3(values, _):
    wanted = image("face.png").reshape(-1, 3).astype(float) @ np.array([0.2126, 0.7152, 0.0722])
    [(first, total)] = values()
    close(first, wanted[:8], 1e-6)
    return close(total, wanted.sum(), 1e-6)


def norm(values, _):
    return close(values(), [npy("ecg").astype(float).std()], 1e-14)


def gridred(values, _):
    grid = npy("grid").reshape(96, 128)[:, :100]
    exact(values(), [(grid.min(), grid.max())])
    return "equal"


def sumstats(values, _):
    x = npy("ecg").astype(float)
    wanted = [len(x), x.min(), x.max(), x.mean(), x.var(ddof=1), scipy.stats.skew(x), scipy.stats.kurtosis(x, fisher=False)]
    [got] = values()
    return close(np.array(got) / wanted, np.ones(7), 1e-12)


def sumrows(values, _):
    sums = [sum(map(len, line.split())) for line in text("mpl-2.0.txt").splitlines()]
    exact(values(), [(len(sums), sums[:20], sum(sums))])
    return "equal"


def wordcount(values, _):
    exact(values(), [len(re.findall(r"[A-Za-z]+", text("gpl-3.txt")))])
    return "equal"


def black_scholes(price, strike, years, rate=0.02, volatility=0.3):
    """(calls, puts), with the exact normal distribution."""
    s, x, t = price.astype(float), strike.astype(float), years.astype(float)
    d1 = (np.log(s / x) + (rate + volatility**2 / 2) * t) / (volatility * np.sqrt(t))
    d2 = d1 - volatility * np.sqrt(t)
    calls = s * scipy.special.ndtr(d1) - x * np.exp(-rate * t) * scipy.special.ndtr(d2)
    return calls, calls - s + x * np.exp(-rate * t)


def blackscholes(values, _):
    calls, puts = black_scholes(npy("price"), npy("strike"), npy("years"))
    [(first, call_sum, put_sum)] = values()
    close(first, np.stack([calls, puts], 1)[:5], 1e-5)
    return close([call_sum, put_sum], [calls.sum(), puts.sum()], 1e-5)


def nbody(values, _):
    bodies = npy("bodies")
    p = np.stack([bodies[c] for c in "xyz"], 1).astype(float)
    m = bodies["mass"].astype(float)
    d = p[None] - p[:, None]
    a = (m[None, :, None] * d / ((d**2).sum(2) + 0.01)[..., None] ** 1.5).sum(1)
    [(first, total)] = values()
    close(total, np.zeros(3), 1e-5, scale=np.abs(m[:, None] * a).sum())
    return close(first, a[:4], 1e-5)


def spmv_ell(values, _):
    a = matrix()
    y = a @ npy("x")
    [(slots, first, norm_y)] = values()
    exact(slots, int(np.diff(a.indptr).max()))
    close(first, y[:6], 1e-14)
    return close(norm_y, np.linalg.norm(y), 1e-14)


def spmv_csr(values, _):
    y = matrix() @ npy("x")
    [(first, norm_y)] = values()
    close(first, y[:6], 1e-14)
    return close(norm_y, np.linalg.norm(y), 1e-14)


def box3x3(values, _):
    opacity = image("debian-logo.png")[:, :, 3].astype(float)
    smooth = np.rint(scipy.ndimage.correlate(opacity, np.ones((3, 3)), mode="nearest") / 9).astype(int)
    exact(values(), [(smooth[20].tolist(), int(smooth.sum()))])
    return "equal"


def list_length(values, _):
    exact(values(), [len([3, 1, 4])])
    return "equal"


def tree_reduction(values, _):
    exact(values(), [sum([1, 2, 3, 4, 5])])
    return "equal"


CHECKS = {("nova", f.__name__.replace("list_", "list-").replace("tree_", "tree-")): f
          for f in (bbox, dot3, norm, gridred, sumstats, sumrows, wordcount, blackscholes, nbody, spmv_ell, spmv_csr, box3x3,
                    list_length, tree_reduction)}
