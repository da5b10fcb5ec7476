#!/usr/bin/env python3
"""Prints the polynomial coefficients used in runtime/scalar/scalar_*.h.

Each row of TABLE is one polynomial p(z) ~ f(z): a weighted least-squares fit on Chebyshev nodes (within a
factor of two of the minimax error), then coefficients are rounded to the target type one by one, lowest first,
and the others are fitted again. The error printed is the largest weighted one, as a power of two.

Usage: python3 minimax.py [name ...]      needs: pip install mpmath (gmpy2 makes it faster)
"""
import sys
from mpmath import mp, mpf, matrix, lu_solve, cos, pi, log, exp, sqrt, sin, atanh, atan, asin, cbrt, erf, erfc, fabs, frexp

mp.dps = 70


def round_to(x, bits):
    """x rounded to nearest with a significand of `bits` bits (no subnormals occur here)."""
    if x == 0:
        return mpf(0)
    m, e = frexp(x)
    return mp.ldexp(mp.nint(mp.ldexp(m, bits)), int(e) - bits)


def hex_literal(x, bits):
    """x, already rounded, as a C hexadecimal floating literal; two of them, high and low, where one does not hold x."""
    high = round_to(x, bits)
    text = float(high).hex() + ("f" if bits == 24 else "")
    return text if high == x else text + " + " + hex_literal(x - high, bits)


def least_squares(points, degrees):
    """Coefficients of z^d, d in degrees, minimising the weighted squares; points are (z, f, weight)."""
    n = len(degrees)
    a, b = matrix(n, n), matrix(n, 1)
    for z, f, w in points:
        row = [w * z**d for d in degrees]
        for i in range(n):
            b[i] += row[i] * w * f
            for j in range(n):
                a[i, j] += row[i] * row[j]
    return lu_solve(a, b)


def fit(f, lo, hi, degree, weight, bits, pairs=0):
    """Coefficients of z^0..z^degree; the first `pairs` ones have twice the bits."""
    lo, hi = mpf(lo), mpf(hi)
    count = 4 * (degree + 2)
    nodes = [(lo + hi) / 2 + (hi - lo) / 2 * cos(pi * (2 * k + 1) / (2 * count)) for k in range(count)]
    points = [(z, f(z), weight(z)) for z in nodes]
    coefficients = []
    for d in range(degree + 1):
        rest = [(z, v - sum(c * z**i for i, c in enumerate(coefficients)), w) for z, v, w in points]
        free = least_squares(rest, range(d, degree + 1))
        coefficients.append(round_to(free[0], 2 * bits if d < pairs else bits))
    error = max(fabs((sum(c * z**i for i, c in enumerate(coefficients)) - v) * w) for z, v, w in points)
    return coefficients, error


def expm1_tail(r):
    return (exp(r) - 1 - r - r * r / 2) / r**3


def log_tail(terms):
    """(atanh(s) / s - its first `terms` terms) * 2 / z^terms, where z = s^2."""
    def f(z):
        s = sqrt(z)
        return 2 * (atanh(s) / s - sum(z**k / (2 * k + 1) for k in range(terms))) / z**terms
    return f


def log_f(f):
    """(log(1+f) - f + f^2/2) / f^3."""
    return (log(1 + f) - f + f * f / 2) / f**3


def log2_f(f):
    return (log(1 + f) - f) / f**2 / log(2)


def log10_f(f):
    return (log(1 + f) - f) / f**2 / log(10)


def sin_tail(z):
    r = sqrt(z)
    return (sin(r) / r - 1) / z


def cos_tail(z):
    return (cos(sqrt(z)) - 1 + z / 2) / z**2


def asin_tail(z):
    return (asin(sqrt(z)) / sqrt(z) - 1) / z


def atan_tail(z):
    return (atan(sqrt(z)) / sqrt(z) - 1) / z


def erf_tail(z):
    """(erf(x)/x - 2/sqrt(pi)) / z, z = x^2."""
    return (erf(sqrt(z)) / sqrt(z) - 2 / sqrt(pi)) / z


def erfcx_of(k):
    """(1 + 2x) exp(x^2) erfc(x) where t = (x - k) / (x + k)."""
    def f(t):
        x = k * (1 + t) / (1 - t)
        return (1 + 2 * x) * exp(x * x) * erfc(x)
    return f


HALF_LN2 = log(2) / 2 * mpf("1.001")
S2 = ((sqrt(2) - 1) / (sqrt(2) + 1)) ** 2 * mpf("1.001")
F_LO, F_HI = sqrt(mpf(1) / 2) - 1 - mpf("1e-4"), sqrt(2) - 1 + mpf("1e-4")
QUARTER = (pi / 4 * mpf("1.02")) ** 2
EIGHTH = (sqrt(2) - 1) ** 2 * mpf("1.001")



def t_of(x, k):
    return (mpf(x) - k) / (mpf(x) + k)


# name: (f, lo, hi, degree, weight, bits[, pairs]); the weight turns an error of p into one relative to the whole result
TABLE = {
    "exp_f64": (expm1_tail, -HALF_LN2, HALF_LN2, 9, lambda r: fabs(r) ** 3, 53),
    "log_f64": (log_tail(1), 0, S2, 8, lambda z: z / 2, 53),
    "logdd_f64": (log_tail(3), 0, S2, 8, lambda z: z**3 / 2, 53),
    "sin_f64": (sin_tail, 0, QUARTER, 6, lambda z: z, 53),
    "cos_f64": (cos_tail, 0, QUARTER, 6, lambda z: z**2, 53),
    "asin_f64": (asin_tail, 0, mpf("0.2501"), 13, lambda z: z, 53),
    "atan_f64": (atan_tail, 0, EIGHTH, 11, lambda z: z, 53),
    "erf_f64": (erf_tail, 0, mpf("0.2501"), 8, lambda z: z, 53),
    "erfcx_f64": (erfcx_of(3), t_of("0.499", 3), t_of("27.4", 3), 21, lambda t: 1, 53, 1),
    "cbrt_f64": (lambda u: cbrt(u), 1, 8, 3, lambda u: 1 / cbrt(u), 53),
    "exp_f32": (expm1_tail, -HALF_LN2, HALF_LN2, 3, lambda r: fabs(r) ** 3, 24),
    "log_f32": (log_f, F_LO, F_HI, 7, lambda f: f**2, 24),
    "log2_f32": (log2_f, F_LO, F_HI, 9, lambda f: fabs(f), 24),
    "log10_f32": (log10_f, F_LO, F_HI, 8, lambda f: fabs(f), 24),
    "logff_f32": (log_tail(2), 0, S2, 2, lambda z: z**2 / 2, 24),
    "sin_f32": (sin_tail, 0, QUARTER, 2, lambda z: z, 24),
    "cos_f32": (cos_tail, 0, QUARTER, 2, lambda z: z**2, 24),
    "asin_f32": (asin_tail, 0, mpf("0.2501"), 5, lambda z: z, 24),
    "atan_f32": (atan_tail, 0, EIGHTH, 4, lambda z: z, 24),
    "erf_f32": (erf_tail, 0, mpf("0.2501"), 4, lambda z: z, 24),
    "erfcx_f32": (erfcx_of(2), t_of("0.499", 2), t_of("10.1", 2), 10, lambda t: 1, 24, 1),
    "cbrt_f32": (lambda u: cbrt(u), 1, 8, 3, lambda u: 1 / cbrt(u), 24),
}


def main(names):
    for name in names or TABLE:
        f, lo, hi, degree, weight, bits, *pairs = TABLE[name]
        coefficients, error = fit(f, lo, hi, degree, weight, bits, *pairs)
        print(f"{name}: error 2^{float(log(error, 2)):.1f} on [{float(lo):.4g}, {float(hi):.4g}]")
        print("    " + ", ".join(hex_literal(c, bits) for c in coefficients))


if __name__ == "__main__":
    main(sys.argv[1:])
