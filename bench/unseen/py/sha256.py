"""SHA-256 of messages of one block each."""
import numba
import numpy as np
from common import best_of_five, load, save


def primes(count):
    """The first prime numbers."""
    found = []
    candidate = 2
    while len(found) < count:
        if all(candidate % p for p in found):
            found.append(candidate)
        candidate += 1
    return found


def root_bits(n, power):
    """The first 32 bits behind the point of n's square or cube root."""
    wanted = n << 32 * power
    root = int(round(wanted ** (1 / power)))
    while root ** power > wanted:
        root -= 1
    while (root + 1) ** power <= wanted:
        root += 1
    return root & 0xFFFFFFFF


CONSTANTS = np.array([root_bits(p, 3) for p in primes(64)], np.uint32)
START = np.array([root_bits(p, 2) for p in primes(8)], np.uint32)


@numba.njit
def rotr(x, n):
    """x turned to the right by n bits."""
    return (x >> np.uint32(n)) | (x << np.uint32(32 - n))


@numba.njit
def fill_schedule(w):
    """Words 16 to 63 from the first 16."""
    for t in range(16, 64):
        x, y = w[t - 15], w[t - 2]
        small0 = rotr(x, 7) ^ rotr(x, 18) ^ (x >> np.uint32(3))
        small1 = rotr(y, 17) ^ rotr(y, 19) ^ (y >> np.uint32(10))
        w[t] = w[t - 16] + small0 + w[t - 7] + small1


@numba.njit(parallel=True)
def sha256(messages):
    """A row of eight words for each message."""
    digests = np.empty((len(messages), 8), np.uint32)
    for i in numba.prange(len(messages)):
        w = np.empty(64, np.uint32)
        w[:16] = messages[i]
        fill_schedule(w)
        a, b, c, d, e, f, g, h = START
        for t in range(64):
            t1 = h + (rotr(e, 6) ^ rotr(e, 11) ^ rotr(e, 25)) + ((e & f) ^ (~e & g)) + CONSTANTS[t] + w[t]
            t2 = (rotr(a, 2) ^ rotr(a, 13) ^ rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))
            a, b, c, d, e, f, g, h = np.uint32(t1 + t2), a, b, c, np.uint32(d + t1), e, f, g
        for k, word in enumerate((a, b, c, d, e, f, g, h)):
            digests[i, k] = START[k] + word
    return digests


blocks = load("sha256_messages").view(np.uint32)
save("sha256", best_of_five(lambda: sha256(blocks)))
