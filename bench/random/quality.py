#!/usr/bin/env python3
"""Tests of the random numbers by keys: known answers, the bits, and each distribution beside SciPy's.

    python3 bench/random/quality.py [--nova build/nova] [--bytes 1e8] [--samples 1e6] [--only known,bits,avalanche,distributions]

Needs NumPy and SciPy; where JAX is installed, keys are compared with it. Prints Markdown (bench/results/random.md). p-values
below 1e-4 are told once more; below 1e-7 the exit status is 1. All seeds are fixed.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile

import numpy
from scipy import stats

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCES = ["Threefry2x32-20", "Philox4x32-10", "Philox4x64-10", "random-words", "first word of each fold-in",
           "first words of both keys of splits", "first word of each seed", "a key's words ^ its child's"]
CHUNK = 1 << 21  # words at a time


def nova(options, program, inputs=(), **more):
    """What a program prints."""
    command = [options.nova, "run", "--tier", "cpu", "--check", "off", "--allow-write", options.folder, program]
    for given in inputs:
        command += ["--input", given]
    done = subprocess.run(command, capture_output=True, text=True, **more)
    if done.returncode != 0:
        raise SystemExit(done.stdout[-2000:] + done.stderr[-2000:])
    return done.stdout


def made(options, form):
    """The value of a form of Nova, as an array."""
    path, out = f"{options.folder}/form.nv", f"{options.folder}/form.npy"
    with open(path, "w") as file:
        file.write(f'(write-npy "{out}" {form})\n')
    nova(options, path)
    return numpy.load(out)


def words(options, source, seed, first, n):
    path = f"{options.folder}/words.npy"
    nova(options, f"{HERE}/words.nv", [f"source={source}", f"seed={seed}", f"first={first}", f"n={n}", f'path="{path}"'])
    return numpy.load(path)


# ---- the bits ----


def normal_p(z):
    return 2 * stats.norm.sf(abs(z))


def chi(observed, expected, less=1):
    """The chance of so large a chi-square."""
    return stats.chi2.sf(((observed - expected) ** 2 / expected).sum(), len(observed) - less)


def ranks(rows):
    """The ranks of 32 x 32 matrices of bits, given as rows of 32-bit words (matrix, row)."""
    rows = rows.copy()
    rank = numpy.zeros(len(rows), int)
    taken = numpy.zeros(rows.shape, bool)
    at = numpy.arange(len(rows))
    for bit in range(32):
        has = ((rows >> numpy.uint32(bit)) & numpy.uint32(1)).astype(bool)
        free = has & ~taken
        pivot = free.argmax(1)
        found = free[at, pivot]
        rank += found
        pivots = numpy.where(found, rows[at, pivot], 0).astype(numpy.uint32)
        taken[at[found], pivot[found]] = True
        has[at, pivot] &= ~found
        rows ^= numpy.where(has & found[:, None], pivots[:, None], numpy.uint32(0))
    return rank


def rank_chances():
    """Of ranks below 30, 30, 31 and 32 of a random 32 x 32 matrix."""
    def chance(r, n=32):
        p = 2.0 ** (r * (2 * n - r) - n * n)
        for i in range(r):
            p *= (1 - 2.0 ** (i - n)) ** 2 / (1 - 2.0 ** (i - r))
        return p
    three = [chance(30), chance(31), chance(32)]
    return numpy.array([1 - sum(three)] + three)


class Bits:
    """Counts of a stream of 64-bit words that comes in pieces."""

    def __init__(self):
        self.n = 0
        self.ones = numpy.zeros(64)
        self.bytes = numpy.zeros(256)
        self.halves = numpy.zeros(65536)
        self.pairs = numpy.zeros(65536)
        self.weights = numpy.zeros(65)
        self.weight_pairs = numpy.zeros((3, 3))
        self.powers = numpy.zeros(4)
        self.lags = numpy.zeros(16)
        self.repeats = {"upper": [], "lower": []}
        self.ranks = numpy.zeros(4)

    def add(self, w):
        self.n += len(w)
        as_bytes = w.view(numpy.uint8)
        bits = numpy.unpackbits(as_bytes.reshape(-1, 8), axis=1)
        self.ones += bits.sum(0, dtype=numpy.int64)
        self.bytes += numpy.bincount(as_bytes, minlength=256)
        self.halves += numpy.bincount(w.view(numpy.uint16), minlength=65536)
        top = (w >> numpy.uint64(56)).astype(numpy.int64)
        self.pairs += numpy.bincount(top[0::2] * 256 + top[1::2], minlength=65536)
        weight = bits.sum(1, dtype=numpy.int64)
        self.weights += numpy.bincount(weight, minlength=65)
        kind = numpy.where(weight < 30, 0, numpy.where(weight > 34, 2, 1))
        self.weight_pairs += numpy.bincount(kind[0::2] * 3 + kind[1::2], minlength=9).reshape(3, 3)
        u = (w >> numpy.uint64(11)).astype(float) * 2.0**-53 - 0.5
        self.powers += [(u**p).sum() for p in (1, 2, 3, 4)]
        self.lags += [(u[lag:] * u[:-lag]).sum() for lag in range(1, 17)]
        # Marsaglia's birthday spacings: 4096 birthdays in a year of 2^32 days; repeated spacings are Poisson of mean 4
        for name, half in (("upper", w >> numpy.uint64(32)), ("lower", w & numpy.uint64(0xFFFFFFFF))):
            days = numpy.sort(half[:len(half) // 4096 * 4096].reshape(-1, 4096).astype(numpy.int64), axis=1)
            spacings = numpy.sort(numpy.diff(days, axis=1), axis=1)
            self.repeats[name] += list((numpy.diff(spacings, axis=1) == 0).sum(1))
        for half in (w >> numpy.uint64(32), w & numpy.uint64(0xFFFFFFFF)):
            found = ranks(half[:1 << 19].astype(numpy.uint32).reshape(-1, 32))
            self.ranks += [(found < 30).sum(), (found == 30).sum(), (found == 31).sum(), (found == 32).sum()]

    def tests(self):
        n = self.n
        yield "each bit", stats.chi2.sf(((self.ones - n / 2) ** 2 / (n / 4)).sum(), 64)
        yield "bytes", chi(self.bytes, numpy.full(256, n * 8 / 256))
        yield "16 bits", chi(self.halves, numpy.full(65536, n * 4 / 65536))
        yield "pairs", chi(self.pairs, numpy.full(65536, n / 2 / 65536))
        expected = n * stats.binom.pmf(numpy.arange(65), 64, 0.5)
        low = numpy.searchsorted(numpy.cumsum(expected), 10) + 1
        merged = lambda x: numpy.concatenate([[x[:low].sum()], x[low:65 - low], [x[65 - low:].sum()]])
        yield "ones of a word", chi(merged(self.weights), merged(expected))
        f = stats.binom(64, 0.5)
        three = numpy.array([f.cdf(29), f.cdf(34) - f.cdf(29), f.sf(34)])
        yield "ones of two", chi(self.weight_pairs.ravel(), n / 2 * numpy.outer(three, three).ravel())
        exact = [0, 1 / 12, 0, 1 / 80]
        spread = [1 / 12, 1 / 80 - 1 / 144, 1 / 448, 1 / 2304 - 1 / 6400]
        yield "moments", min(1.0, 4 * min(normal_p((s / n - m) / numpy.sqrt(v / n)) for s, m, v in zip(self.powers, exact, spread)))
        yield "lags 1 to 16", stats.chi2.sf(((self.lags * 12) ** 2 / n).sum(), 16)
        for name, repeats in self.repeats.items():
            counts = numpy.bincount(numpy.minimum(repeats, 12), minlength=13)
            chances = numpy.append(stats.poisson.pmf(numpy.arange(12), 4), stats.poisson.sf(11, 4))
            yield f"birthdays, {name}", chi(counts, chances * len(repeats))
        yield "ranks", chi(self.ranks, rank_chances() * self.ranks.sum())


def bits(options):
    """A table of the tests of each source."""
    tables = []
    for source in options.sources:
        b = Bits()
        total = int(options.bytes) // 8
        for first in range(0, total, CHUNK):
            b.add(words(options, source, 20261127 + (0 if source != 6 else 1), first, min(CHUNK, total - first)))
        tables.append(list(b.tests()))
        print(f"{SOURCES[source]}: " + ", ".join(f"{name} {p:.4f}" for name, p in tables[-1]), file=sys.stderr)
    names = [name for name, _ in tables[0]]
    print("| source | " + " | ".join(names) + " |\n| --- |" + " --- |" * len(names))
    for name, table in zip((SOURCES[s] for s in options.sources), tables):
        print(f"| {name} | " + " | ".join(f"{p:.4f}" for _, p in table) + " |")
    return [(f"{s}: {name}", p) for s, table in zip((SOURCES[s] for s in options.sources), tables) for name, p in table]


AVALANCHE = {
    "Threefry2x32-20": (64, 64, "(let ((a, b) (threefry2x32 ((word x 64), (word x 96)) ((word x 0), (word x 32)))) in [a b])"),
    "Philox4x32-10": (128, 64, "(let ((a, b, c, d) (philox4x32 ((word x 128), (word x 160)) ((word x 0), (word x 32), (word x 64), (word x 96)))) in [a b c d])"),
}


def avalanche(options):
    """One bit of the counter or of the key is turned: each bit of the result turns in half the cases."""
    print("| generator | bits turned | cases of each | p of all pairs of a turned and a result's bit | furthest from 1/2 |\n| --- | --- | --- | --- | --- |")
    found = []
    cases = 1 << 13
    for name, (counter, key, form) in AVALANCHE.items():
        all_ = counter + key
        rows = made(options, f"""
(flatten (map (lambda (c)
  (concat-map (lambda (t)
    (let (x (map (lambda (j) (^ (to_uint32 (>> (random-word-at (key 9) (+ (* c 6) j)) 7))
                                (if (= (/ (- t 1) 32) j) (if (> t 0) (<< 1u32 (to_uint32 (% (- t 1) 32))) 0) 0)))
                 (iota {all_ // 32}))) in {re.sub(r'[(]word x ([0-9]+)[)]', lambda m: f'(! x {int(m[1]) // 32})', form)}))
    (range 0 {all_ + 1}))) (iota {cases})))""").reshape(cases, all_ + 1, -1)
        turned = rows[:, 1:, :] ^ rows[:, :1, :]
        result = turned.shape[2] * 32
        counts = numpy.unpackbits(turned.view(numpy.uint8), axis=2).sum(0, dtype=numpy.int64)
        p = stats.chi2.sf(((counts - cases / 2) ** 2 / (cases / 4)).sum(), all_ * result)
        print(f"| {name} | {counter} + {key} | {cases} | {p:.4f} | {abs(counts / cases - 0.5).max():.4f} |")
        found.append((f"{name}: avalanche", p))
    return found


# ---- distributions ----


def ks(sample, cdf):
    return stats.kstest(sample, cdf).pvalue


def discrete(sample, d):
    """Chi-square of whole numbers, neighbours joined until ten are expected."""
    n = len(sample)
    low, high = int(d.ppf(1e-9)), int(d.isf(1e-9))
    values = numpy.arange(low, high + 1)
    expected = d.pmf(values) * n
    expected[0] += d.cdf(low - 1) * n
    expected[-1] += d.sf(high) * n
    if high - low > 2000:  # too many values: a thousand classes of the same chance
        edges = numpy.unique(d.ppf(numpy.arange(1, 1000) / 1000))
        cumulative = numpy.concatenate([[0], d.cdf(edges), [1]])
        counts = numpy.bincount(numpy.searchsorted(edges, sample), minlength=len(edges) + 1)
        return chi(counts, numpy.diff(cumulative) * n)
    counts = numpy.bincount(numpy.clip(sample, low, high) - low, minlength=len(values))
    classes, e, c = [], 0, 0
    for x, y in zip(expected, counts):
        e, c = e + x, c + y
        if e >= 10:
            classes.append((e, c))
            e, c = 0, 0
    if e:
        classes[-1] = (classes[-1][0] + e, classes[-1][1] + c)
    e, c = numpy.array(classes).T
    return chi(c, e) if len(e) > 1 else 1.0


def distributions(options):
    n = int(options.samples)
    found = []
    print("| drawn | of | test | p |\n| --- | --- | --- | --- |")

    def tell(form, of, test, p):
        print(f"| `{form.format(n='n')}` | {of} | {test} | {p:.4f} |")
        found.append((form.format(n="n"), p))

    def continuous(form, d, of):
        tell(form, of, "Kolmogorov-Smirnov", ks(made(options, form.format(n=n)).astype(float), d.cdf))

    def whole(form, d, of):
        tell(form, of, "chi-square", discrete(made(options, form.format(n=n)), d))

    continuous("(random-uniform (key 1) {n})", stats.uniform(), "scipy.stats.uniform")
    continuous("(random-uniform-float (key 2) {n})", stats.uniform(), "uniform")
    whole("(random-integers (key 3) 1 7 {n})", stats.randint(1, 7), "randint")
    whole("(random-integers (key 4) -500 500 {n})", stats.randint(-500, 500), "randint")
    form = "(random-integers (key 5) 0 6000000000000000000 {n})"
    tell(form, "uniform", "Kolmogorov-Smirnov", ks(made(options, form.format(n=n)) / 6e18, stats.uniform().cdf))
    continuous("(random-normal (key 6) {n})", stats.norm(), "norm")
    continuous("(random-normal-float (key 7) {n})", stats.norm(), "norm")
    continuous("(random-exponential (key 8) 2.5 {n})", stats.expon(scale=1 / 2.5), "expon")
    for i, shape in enumerate((0.05, 0.5, 1.0, 2.5, 40.0, 1e6)):
        continuous(f"(random-gamma (key {90 + i}) {shape!r} 2.0 {{n}})", stats.gamma(shape, scale=0.5), "gamma")
    for i, (a, b) in enumerate(((0.1, 0.2), (0.5, 3.0), (1.0, 1.0), (2.0, 5.0), (300.0, 700.0))):
        continuous(f"(random-beta (key {100 + i}) {a} {b} {{n}})", stats.beta(a, b), "beta")
    for i, rate in enumerate((0.1, 3.0, 9.99, 10.0, 30.0, 1000.0, 1e6)):
        whole(f"(random-poisson (key {110 + i}) {rate!r} {{n}})", stats.poisson(rate), "poisson")
    for i, (trials, p) in enumerate(((1, 0.3), (20, 0.25), (20, 0.5), (25, 0.4), (100, 0.9), (1000, 0.3), (100000, 0.0005), (1000000, 0.5))):
        whole(f"(random-binomial (key {120 + i}) {trials} {p} {{n}})", stats.binom(trials, p), "binom")
    for form in ("(random-poisson (key 13) 1e12 {n})", "(random-binomial (key 13) 1000000000000 0.25 {n})"):
        mean, variance = (1e12, 1e12) if "poisson" in form else (2.5e11, 1.875e11)
        # skewness moves the distribution function by 1e-7, which 1e6 samples do not show
        tell(form, "norm of its mean and variance", "Kolmogorov-Smirnov", ks((made(options, form.format(n=n)) + 0.5 - mean) / variance**0.5, stats.norm().cdf))
    weights = numpy.array([1.0, 0.0, 2.0, 0.5, 5.0, 0.0])
    form = "(random-categorical (key 14) [1.0 0.0 2.0 0.5 5.0 0.0] {n})"
    counts = numpy.bincount(made(options, form.format(n=n)), minlength=6)
    some = weights > 0
    tell(form, "the weights", "chi-square", chi(counts[some], n * weights[some] / weights.sum()) if counts[~some].sum() == 0 else 0.0)
    form = "(random-choice (key 15) (iota 100) {n})"
    tell(form, "all the same", "chi-square", chi(numpy.bincount(made(options, form.format(n=n)), minlength=100), numpy.full(100, n / 100)))
    every = n // 10
    rows = made(options, f"(flatten (map (lambda (k) (random-permutation k 5)) (split-keys (key 16) {every})))").reshape(-1, 5)
    codes = (rows * 5 ** numpy.arange(5)).sum(1)
    kinds, counts = numpy.unique(codes, return_counts=True)
    tell("(random-permutation k 5)", f"{every} keys, all 120 the same", "chi-square", chi(counts, numpy.full(120, every / 120)) if len(kinds) == 120 else 0.0)
    rows = made(options, f"(flatten (map (lambda (k) (random-permutation k 52)) (split-keys (key 17) {every // 5})))").reshape(-1, 52)
    counts = numpy.array([numpy.bincount(rows[:, j], minlength=52) for j in range(52)])
    at = ((counts - every / 5 / 52) ** 2 / (every / 5 / 52)).sum() * 51 / 52
    tell("(random-permutation k 52)", f"{every // 5} keys, each number at each place", "chi-square", stats.chi2.sf(at, 51 * 51))
    rows = made(options, f"(flatten (map (lambda (k) (random-sample k (iota 6) 2)) (split-keys (key 18) {every})))").reshape(-1, 2)
    kinds, counts = numpy.unique(rows[:, 0] * 6 + rows[:, 1], return_counts=True)
    tell("(random-sample k (iota 6) 2)", f"{every} keys, all 30 the same", "chi-square", chi(counts, numpy.full(30, every / 30)) if len(kinds) == 30 else 0.0)
    form = "(random-multivariate-normal (key 19) [1.0 -2.0 0.5] [[4.0 2.0 0.6] [2.0 5.0 -1.0] [0.6 -1.0 3.0]] {n})"
    x = made(options, f"(flatten {form.format(n=n)})").reshape(-1, 3)
    mean, covariance = numpy.array([1.0, -2.0, 0.5]), numpy.array([[4.0, 2.0, 0.6], [2.0, 5.0, -1.0], [0.6, -1.0, 3.0]])
    distance = numpy.einsum("ij,jk,ik->i", x - mean, numpy.linalg.inv(covariance), x - mean)
    tell(form, "chi2 of the distance", "Kolmogorov-Smirnov", ks(distance, stats.chi2(3).cdf))
    error = (numpy.cov(x.T) - covariance) / numpy.sqrt((numpy.outer(numpy.diag(covariance), numpy.diag(covariance)) + covariance**2) / n)
    tell(form, "covariances", "largest of 6, normal", min(1.0, 6 * normal_p(abs(error).max())))
    same = [("(random-uniform (key 20) {n})", "(random-normal (key 20) {n})"), ("(random-uniform (key 20) {n})", "(random-exponential (key 20) 1.0 {n})"),
            ("(random-normal (key 20) {n})", "(random-normal (fold-in (key 20) 0) {n})"),
            ("(random-normal (fst (split-key (key 20))) {n})", "(random-normal (snd (split-key (key 20))) {n})")]
    for a, b in same:
        r = numpy.corrcoef(made(options, a.format(n=n)), made(options, b.format(n=n)))[0, 1]
        tell(a + " beside " + b, "no correlation", "normal", normal_p(r * n**0.5))
    return found


# ---- known answers ----


def known(options):
    """Blocks beside NumPy's and JAX's."""
    told = []
    mine = made(options, "(flatten (map (lambda (i) (let ((a, b, c, d) (philox4x64 (0x0123456789ABCDEF, 0xFEDCBA9876543210) (i, 5, 6, 7))) in [a b c d])) (range 10u64 100010)))")
    theirs = numpy.random.Philox(key=numpy.array([0x0123456789ABCDEF, 0xFEDCBA9876543210], numpy.uint64), counter=[9, 5, 6, 7]).random_raw(400000)
    told.append(("Philox4x64-10 beside NumPy's Philox, 400,000 words", (mine == theirs).all()))
    try:
        import jax
        jax.config.update("jax_enable_x64", True)
        pairs = made(options, "(flatten (map (lambda (i) (let ((a, b) (element-words (key 123456789012345) i)) in [a b])) (iota 100000)))").reshape(-1, 2)
        key = jax.random.key(123456789012345)
        folded = jax.vmap(lambda i: jax.random.key_data(jax.random.fold_in(key, i)))(numpy.arange(100000, dtype=numpy.uint32))
        told.append(("Threefry2x32-20 beside JAX's fold_in, 100,000 keys", (pairs == numpy.asarray(folded)).all()))
        try:
            from jax.extend.random import threefry_2x32
            counts = numpy.arange(200000, dtype=numpy.uint32)
            blocks = made(options, "(let (all (map (lambda (i) (threefry2x32 (17, 4) ((to_uint32 i), (to_uint32 (+ i 100000))))) (iota 100000))) in (++ (map fst all) (map snd all)))")
            told.append(("Threefry2x32-20 beside JAX's threefry_2x32, 200,000 words",
                         (blocks == numpy.asarray(threefry_2x32(numpy.array([17, 4], numpy.uint32), counts))).all()))
        except ImportError:
            pass
    except ImportError:
        told.append(("JAX is not installed", True))
    for text, right in told:
        print(f"- {text}: {'the same' if right else 'DIFFERENT'}")
    return [(text, 1.0 if right else 0.0) for text, right in told]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--nova", default="build/nova")
    parser.add_argument("--bytes", type=float, default=1e8)
    parser.add_argument("--samples", type=float, default=1e6)
    parser.add_argument("--sources", default=",".join(map(str, range(len(SOURCES)))), help="which of the sources of bits, by number")
    parser.add_argument("--only", default="known,bits,avalanche,distributions")
    options = parser.parse_args()
    options.nova, options.sources = os.path.abspath(options.nova), [int(s) for s in options.sources.split(",")]
    found = []
    with tempfile.TemporaryDirectory() as options.folder:
        for part in options.only.split(","):
            found += {"known": known, "bits": bits, "avalanche": avalanche, "distributions": distributions}[part](options)
            print(flush=True)
    far = [f"{name} ({p:.2g})" for name, p in found if not p > 1e-4]
    print(f"{len(found)} tests; p below 1e-4: " + (", ".join(far) or "none"))
    return 1 if any(p < 1e-7 for _, p in found) else 0


if __name__ == "__main__":
    sys.exit(main())
