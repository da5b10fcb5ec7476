"""IDEA, the cipher of Java Grande's crypt: each block is four words of 16 bits."""
import numba
import numpy as np
from common import best_of_five, load, save


@numba.njit
def mul(a, b):
    """The product modulo 65537, where 0 stands for 65536."""
    x = 65536 if a == 0 else a
    y = 65536 if b == 0 else b
    return x * y % 65537 & 0xFFFF


@numba.njit
def add(a, b):
    """The sum modulo 65536."""
    return (a + b) & 0xFFFF


@numba.njit(parallel=True)
def encrypt_all(keys, text):
    """Each row of four words, encrypted."""
    out = np.empty(text.shape, np.int64)
    for i in numba.prange(len(text)):
        x1, x2, x3, x4 = np.int64(text[i, 0]), np.int64(text[i, 1]), np.int64(text[i, 2]), np.int64(text[i, 3])
        for r in range(8):
            k = 6 * r
            a, b, c, d = mul(x1, keys[k]), add(x2, keys[k + 1]), add(x3, keys[k + 2]), mul(x4, keys[k + 3])
            e = mul(a ^ c, keys[k + 4])
            f = mul(add(b ^ d, e), keys[k + 5])
            g = add(e, f)
            x1, x2, x3, x4 = a ^ f, c ^ f, b ^ g, d ^ g
        out[i, 0], out[i, 1] = mul(x1, keys[48]), add(x3, keys[49])
        out[i, 2], out[i, 3] = add(x2, keys[50]), mul(x4, keys[51])
    return out


inputs = load("idea_keys").astype(np.int64), load("idea_text")
save("idea", best_of_five(lambda: encrypt_all(*inputs)))
