"""The examples that fill tables in sequence, and that read them by the names of columns."""
import collections
import csv
import functools

import numpy as np
import scipy.io
import scipy.linalg
import scipy.sparse.linalg

from common import DATA, close, exact


@functools.cache
def best(a, b, score):
    """The best score of an alignment: `score` has those of a match, a mismatch and a gap."""
    match, mismatch, gap = score
    if not a or not b:
        return gap * (len(a) + len(b))
    return max(best(a[1:], b[1:], score) + (match if a[0] == b[0] else mismatch), best(a[1:], b, score) + gap,
               best(a, b[1:], score) + gap)


def alignment(values, _):
    score, (over, under) = values()[0]
    exact(score, best("GATTACA", "GCATGCU", (1, -1, -1)))
    exact((over.replace("-", ""), under.replace("-", "")), ("GATTACA", "GCATGCU"))
    exact(sum(1 if a == b else -1 for a, b in zip(over, under)), score)
    return "equal"


def levenshtein(values, _):
    number, steps = values()[0]
    exact(number, -best("kitten", "sitting", (0, -1, -1)))
    exact(len(steps) - steps.count("k"), number)
    exact((len(steps) - steps.count("i"), len(steps) - steps.count("d")), (6, 7))
    return "equal"


def tridiagonal(values, _):
    n, h = 7, 1 / 8
    bands = np.array([[-1.0] * n, [2.0] * n, [-1.0] * n])
    return close(values()[0], scipy.linalg.solve_banded((1, 1), bands, np.full(n, h * h)), 1e-14)


def gauss_seidel(values, _):
    u = np.zeros((9, 9))
    u[0] = 1
    for _ in range(100):
        for i in range(1, 8):
            for j in range(1, 8):
                u[i, j] = (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1]) * 0.25
    return close(values()[0], u[4], 1e-14)


def irises(values, _):
    with open(DATA + "/iris.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    petals = {s: np.array([float(r["petal length"]) for r in rows if r["species"] == s]) for s in {r["species"] for r in rows}}
    by_species, widest, longer = values()
    exact([s for s, _ in by_species], sorted(petals))
    exact(widest, [(r["species"], float(r["sepal width"])) for r in sorted(rows, key=lambda r: -float(r["sepal width"]))[:3]])
    mean = np.mean(np.concatenate(list(petals.values())))
    exact(dict(longer), {s: n for s, x in petals.items() if (n := int(np.sum(x > mean)))})
    return close([x for _, x in by_species], [(len(petals[s]), petals[s].mean(), petals[s].std()) for s in sorted(petals)], 1e-14)


def rows_of(name):
    with open(DATA + "/" + name, newline="") as file:
        return list(csv.DictReader(file))


def grouped(rows, key):
    groups = {}
    for r in rows:
        groups.setdefault(key(r), []).append(r)
    return sorted(groups.items())


def flights(values, _):
    rows = rows_of("flights.csv")
    by_carrier, places, link = values()
    known = [(int(r["miles"]), int(r["delay"])) for r in rows if r["delay"]]
    exact([(c, n, gone) for c, (n, gone, _) in by_carrier],
          [(c, len(g), sum(not r["delay"] for r in g)) for c, g in grouped(rows, lambda r: r["carrier"])])
    exact(places, collections.Counter(sorted(r["origin"] for r in rows)).most_common(3))
    means = [np.mean([int(r["delay"]) for r in g if r["delay"]]) for _, g in grouped(rows, lambda r: r["carrier"])]
    return close([m for _, (_, _, m) in by_carrier] + [link], means + [np.corrcoef(*zip(*known))[0, 1]], 1e-14)


def weather(values, _):
    rows = [(r["date"], r["station"], float(r["temperature"]), float(r["rain"])) for r in rows_of("weather.csv")]
    months, wettest, weeks = values()
    expected = grouped(rows, lambda r: (r[1], int(r[0][5:7])))
    exact([k for k, _ in months], [k for k, _ in expected])
    exact(wettest, [max(reversed(rows), key=lambda r: r[3])[:2] + (max(r[3] for r in rows),)])
    week = [max(np.convolve([r[2] for r in g], np.full(7, 1 / 7), "valid")) for _, g in grouped(rows, lambda r: r[1])]
    return close([x for _, two in months for x in two] + [w for _, w in weeks],
                 [x for _, g in expected for x in (np.mean([r[2] for r in g]), sum(r[3] for r in g))] + week, 1e-14)


def stocks(values, _):
    prices = [np.array([float(r[name]) for r in rows_of("stocks.csv")]) for name in ("alpha", "beta")]
    alpha, beta, link = values()
    returns = [p[1:] / p[:-1] - 1 for p in prices]

    def mean_of(p, n):
        return np.array([p[max(0, k - n + 1):k + 1].mean() for k in range(len(p))])

    exact([alpha[3], beta[3]], [int(np.sum(mean_of(p, 5) > mean_of(p, 20))) for p in prices])
    expected = [x for p, r in zip(prices, returns) for x in (p[-1] / p[0] - 1, r.std(), np.min(p / np.maximum.accumulate(p) - 1))]
    return close([*alpha[:3], *beta[:3], link], expected + [np.corrcoef(*returns)[0, 1]], 1e-13)


def links(values, _):
    pairs = [(int(r["from"]), int(r["to"])) for r in rows_of("links.csv")]
    size, most, ranks, reached = values()
    n = 1 + max(max(p) for p in pairs)
    exact(size, (n, len(pairs)))
    exact(most, collections.Counter(sorted(t for _, t in pairs)).most_common(3))
    step = np.zeros((n, n))
    for f, t in pairs:
        step[t, f] = 1
    outgoing = step.sum(0)
    step = np.where(outgoing > 0, step / np.maximum(outgoing, 1), 1 / n)
    rank = np.full(n, 1 / n)
    for _ in range(100):
        rank = 0.15 / n + 0.85 * step @ rank
    best = np.argsort(-rank)[:5]
    exact([k for k, _ in ranks], best.tolist())
    seen = {1}
    for _ in range(n):
        seen |= {t for f, t in pairs if f in seen}
    exact(reached, len(seen))
    return close([r for _, r in ranks], rank[best], 1e-14)


def sparse(values, _):
    a = scipy.io.mmread(DATA + "/illc1850.mtx").tocsr()
    shape, longest, largest = values()
    exact(shape, (*a.shape, a.nnz))
    lengths = np.diff(a.indptr)
    exact(longest, (int(lengths.argmax()), int(lengths.max())))
    return close([largest], [scipy.sparse.linalg.svds(a, 1, return_singular_vectors=False)[0]], 1e-9)


CHECKS = {("tables", "alignment"): alignment, ("tables", "levenshtein"): levenshtein, ("tables", "tridiagonal"): tridiagonal,
          ("tables", "gauss-seidel"): gauss_seidel, ("tables", "irises"): irises,
          ("tables", "flights"): flights, ("tables", "weather"): weather, ("tables", "stocks"): stocks,
          ("tables", "links"): links, ("tables", "sparse"): sparse}
