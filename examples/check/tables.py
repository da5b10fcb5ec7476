"""The examples that fill tables in sequence, and that read them by the names of columns."""
import csv
import functools

import numpy as np
import scipy.linalg

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


CHECKS = {("tables", "alignment"): alignment, ("tables", "levenshtein"): levenshtein, ("tables", "tridiagonal"): tridiagonal,
          ("tables", "gauss-seidel"): gauss_seidel, ("tables", "irises"): irises}
